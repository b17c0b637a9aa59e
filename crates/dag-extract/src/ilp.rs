//! The ILP extractor: a compact formulation on HiGHS (cargo feature `highs`).
//!
//! After the same preprocessing as `exact`, each component becomes, with a binary `x` per node,
//!
//! ```text
//! minimise  Σ cost(n) x(n)
//! Σ over members n of r of x(n)  = 1                                             every root r
//! Σ over members n of c of x(n) <= 1                                             every other class c
//! Σ over members m of k of x(m) >= Σ over members n of c that consume k of x(n)  every class c and child k
//! Σ over members n of c of x(n) <= Σ over users u of c of x(u)                   every class c, if some cost is negative
//! ```
//!
//! Acyclicity is not in it. Where the solution has a cycle of classes `c1, …, cj`, the cut
//!
//! ```text
//! Σ over i of Σ over members n of ci that consume c(i+1) of x(n) <= j - 1
//! ```
//!
//! is added and the solver runs again; cycles of two classes are cut from the start. So the bound of the solver is
//! always a bound of the problem, and when time is up the answer is the best acyclic choice known, which starts as the
//! greedy one.
//!
//! A wall-clock limit makes answers depend on the machine. `exact` does not have that defect.

use crate::core::Core;
use crate::cost::{Fixed, INFINITE};
use crate::exact::Reduced;
use crate::forced::Forced;
use crate::greedy::{greedy, price, Pick, NONE};
use crate::{component, ExtractError, Extractor, Limits, Problem, Solution};
use highs::{Col, HighsModelStatus, HighsSolutionStatus, Model, RowProblem, Sense};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Largest relative difference between cost and the solver's bound that counts as proved: the solver computes with
/// tolerances of this size.
const SOLVER_GAP: f64 = 1e-6;
/// The solver's bound is lowered by this part of itself before it is believed.
const SOLVER_NOISE: f64 = 1e-7;
/// Costs are scaled so that the largest one is below this, where the solver's tolerances are at home.
const LARGEST_COST: f64 = 1e6;
/// At least this much time is given to each run of the solver, so that a time limit never reads as "no limit".
const LEAST_SECONDS: f64 = 0.01;

/// The solver is given this part of the time that is left: it looks at its clock between steps only, and some are long.
const SOLVER_SHARE: f64 = 0.9;

/// The ILP extractor.
#[derive(Clone, Copy, Debug)]
pub struct Ilp {
    /// Seconds that the solver may take, over all components.
    pub seconds: f64,
    /// Whether `exact` goes first, and the solver only sees what it did not prove.
    pub after_exact: bool,
}

impl Extractor for Ilp {
    fn name(&self) -> &'static str {
        if self.after_exact {
            "exact+ilp"
        } else {
            "ilp"
        }
    }

    fn extract(&self, problem: &Problem, limits: &Limits) -> Result<Solution, ExtractError> {
        let mut reduced = Reduced::new(problem, Forced::new(problem).as_ref(), limits.until)?;
        let mut time = Duration::from_secs_f64(self.seconds.clamp(0.0, 1e9));
        for core in Core::split(&reduced.kernel) {
            let (mut best, mut bound) = if self.after_exact {
                let solved = component::solve(&core, INFINITE, *limits, &mut reduced.stats, 0);
                (solved.best, solved.bound)
            } else {
                let all = vec![true; core.nodes.len()];
                (
                    greedy(&core, &all, &core.cost, &mut reduced.stats.work),
                    Fixed::MIN,
                )
            };
            if best.as_ref().is_some_and(|b| bound < b.cost) {
                let start = Instant::now();
                let left = |until: Instant| until.saturating_duration_since(Instant::now());
                let least = limits.until.map_or(time, |until| time.min(left(until)));
                bound = bound.max(solve(&core, &mut best, least)?);
                time = time.saturating_sub(start.elapsed());
                reduced.stats.solver_us += start.elapsed().as_micros() as u64;
            }
            reduced.record(&core, best, bound)?;
        }
        Ok(reduced.finish())
    }
}

/// Improves `best`; returns a lower bound, which is the cost of `best` if that is proved.
fn solve(core: &Core, best: &mut Option<Pick>, time: Duration) -> Result<Fixed, ExtractError> {
    let deadline = Instant::now() + time;
    let failed = |e: &dyn std::fmt::Debug| ExtractError::Solver(format!("{e:?}"));
    let largest = core
        .cost
        .iter()
        .map(|c| c.unsigned_abs())
        .max()
        .unwrap_or(0) as f64;
    let scale = (LARGEST_COST / largest.max(1.0)).min(1.0);
    let (problem, columns) = formulate(core, scale);
    let mut model = problem
        .try_optimise(Sense::Minimise)
        .map_err(|e| failed(&e))?;
    let floor = core.cost.iter().map(|&c| c.min(0)).sum();
    let mut bound: Fixed = floor;
    loop {
        let left = deadline
            .saturating_duration_since(Instant::now())
            .as_secs_f64();
        if left == 0.0 {
            return Ok(bound);
        }
        configure(&mut model, (left * SOLVER_SHARE).max(LEAST_SECONDS)).map_err(|e| failed(&e))?;
        if let Some(best) = best {
            let mut x = vec![0.0; core.nodes.len()];
            best.node
                .iter()
                .filter(|n| **n != NONE)
                .for_each(|&n| x[n as usize] = 1.0);
            // A hint: the solver may refuse it, and then starts without.
            let _ = model.try_set_solution(Some(&x), None, None, None);
        }
        let solved = model.try_solve().map_err(|e| failed(&e))?;
        let status = solved.status();
        if status == HighsModelStatus::Infeasible && best.is_none() {
            return Ok(INFINITE);
        }
        if let Ok(value) = solved.double_info_value(c"mip_dual_bound") {
            if value.is_finite() {
                // Whole units, a tolerance below what the solver claims.
                let units = value / scale - SOLVER_NOISE * (value / scale).abs().max(1.0);
                bound = bound.max(units.ceil() as Fixed);
            }
        }
        if solved.primal_solution_status() != HighsSolutionStatus::Feasible {
            return settle(best, bound);
        }
        let x: Vec<bool> = solved
            .get_solution()
            .columns()
            .iter()
            .map(|&v| v > 0.5)
            .collect();
        let cycles = cycles(core, &x);
        if cycles.is_empty() {
            let node = chosen(core, &x);
            if let Some(cost) = price(core, &node) {
                if best.as_ref().is_none_or(|b| cost < b.cost) {
                    *best = Some(Pick { node, cost });
                }
            }
        }
        if cycles.is_empty() || status != HighsModelStatus::Optimal {
            return settle(best, bound);
        }
        model = solved.into();
        for cycle in cycles {
            let row: Vec<(Col, f64)> = cut(core, &cycle)
                .map(|n| (columns[n as usize], 1.0))
                .collect();
            model
                .try_add_row(..=(cycle.len() - 1) as f64, row)
                .map_err(|e| failed(&e))?;
        }
    }
}

/// The bound, or the cost of `best` if the bound is as near as the solver can tell.
fn settle(best: &Option<Pick>, bound: Fixed) -> Result<Fixed, ExtractError> {
    Ok(match best {
        Some(best) if bound as f64 >= best.cost as f64 - SOLVER_GAP * best.cost.abs() as f64 => {
            best.cost
        }
        Some(best) => bound.min(best.cost),
        None => bound,
    })
}

fn configure(model: &mut Model, seconds: f64) -> Result<(), highs::TrySetOptionError> {
    model.try_set_option("output_flag", false)?;
    model.try_set_option("threads", 1)?;
    model.try_set_option("time_limit", seconds)?;
    model.try_set_option("mip_rel_gap", 0.0)?;
    model.try_set_option("mip_abs_gap", 1e-6)
}

/// The formulation, without acyclicity but for cycles of two classes.
fn formulate(core: &Core, scale: f64) -> (RowProblem, Vec<Col>) {
    let mut problem = RowProblem::new();
    let columns: Vec<Col> = core
        .cost
        .iter()
        .map(|&c| problem.add_integer_column(c as f64 * scale, 0..=1))
        .collect();
    let with = |nodes: &[u32], factor: f64| -> Vec<(Col, f64)> {
        nodes
            .iter()
            .map(|&n| (columns[n as usize], factor))
            .collect()
    };
    for class in 0..core.classes.len() as u32 {
        let members = with(core.nodes_of(class), 1.0);
        let root = core.roots.contains(&class);
        if root {
            problem.add_row(1..=1, &members);
        } else {
            if members.len() > 1 {
                problem.add_row(..=1, &members);
            }
            if core.negative {
                let row: Vec<_> = members
                    .iter()
                    .copied()
                    .chain(with(core.users(class), -1.0))
                    .collect();
                problem.add_row(..=0, row);
            }
        }
        // Ordered, so that the solver sees the same problem every time.
        let mut consumers: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &n in core.nodes_of(class) {
            for &k in core.children(n) {
                consumers.entry(k).or_default().push(n);
            }
        }
        for (child, nodes) in consumers {
            if !core.roots.contains(&child) {
                let row: Vec<_> = with(core.nodes_of(child), 1.0)
                    .into_iter()
                    .chain(with(&nodes, -1.0))
                    .collect();
                problem.add_row(0.., row);
            }
            if child > class {
                let row: Vec<_> = cut(core, &[class, child])
                    .map(|n| (columns[n as usize], 1.0))
                    .collect();
                if row.len() > nodes.len() {
                    problem.add_row(..=1, row);
                }
            }
        }
    }
    (problem, columns)
}

/// The nodes along a cycle of classes: those of each class that consume the next.
fn cut<'a>(core: &'a Core, cycle: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    (0..cycle.len()).flat_map(move |i| {
        let next = cycle[(i + 1) % cycle.len()];
        core.nodes_of(cycle[i])
            .iter()
            .copied()
            .filter(move |&n| core.children(n).contains(&next))
    })
}

/// One chosen node per class.
fn chosen(core: &Core, x: &[bool]) -> Vec<u32> {
    let mut node = vec![NONE; core.classes.len()];
    for (n, _) in x.iter().enumerate().filter(|(_, &picked)| picked) {
        node[core.class[n] as usize] = n as u32;
    }
    node
}

/// Cycles of classes through the chosen nodes, no two of which share a class.
fn cycles(core: &Core, x: &[bool]) -> Vec<Vec<u32>> {
    let node = chosen(core, x);
    let mut state = vec![0u8; core.classes.len()];
    let mut found = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..core.classes.len() as u32 {
        if state[start as usize] == 0 && node[start as usize] != NONE {
            state[start as usize] = 1;
            path.push((start, 0));
        }
        while let Some((class, next)) = path.last_mut() {
            let child = core.children(node[*class as usize]).get(*next).copied();
            let Some(child) = child else {
                state[*class as usize] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            match state[child as usize] {
                0 if node[child as usize] != NONE => {
                    state[child as usize] = 1;
                    path.push((child, 0));
                }
                1 => {
                    let begin = path.iter().position(|(c, _)| *c == child).unwrap_or(0);
                    found.push(path[begin..].iter().map(|(c, _)| *c).collect());
                    // Its classes are done with: another cycle through them can wait for the next round.
                    for (c, _) in path.drain(begin..) {
                        state[c as usize] = 2;
                    }
                }
                _ => {}
            }
        }
    }
    found
}
