//! The extractors that preprocess: `exact` and `greedy`.
//!
//! ```text
//! problem ─► forced? ─► kernel ─► trees? ─► preprocess ─► components ─► each: solve, or cost sets ─► choices of the kernel ─► choices
//! ```
//!
//! Preprocessing often leaves nothing; then greedy is exact, too, and says so.

use super::budget::Budget;
use super::component::solve;
use super::core::Core;
use super::cost::{Fixed, Scale, INFINITE};
use super::forced::Forced;
use super::greedy::{self, Pick};
use super::import::import;
use super::improve::improve;
use super::kernel::{KNode, Kernel};
use super::preprocess::preprocess;
use super::trees;
use super::{ExtractError, Limits, NodeId, Problem, Solution, Stats};
use cranelift_entity::EntityRef;
use std::time::Instant;

/// Work of local search after cost sets, per component, in edges.
const GREEDY_WORK: u64 = 200_000;

/// With fewer classes, preprocessing takes no longer than to see whether it is needed.
const SMALL: usize = 24;

/// The cheapest solution of `problem`; proved so, unless `limits` stopped it.
///
/// Never worse than [`greedy`](fn@greedy). Deterministic: the answer depends on the problem and on `limits.work` alone, unless time is limited, too.
pub fn exact(problem: &Problem, limits: &Limits) -> Result<Solution, ExtractError> {
    let found = below(problem, None, limits)?;
    // Roots were found to be derivable, so that there is one.
    found.ok_or_else(|| ExtractError::Infeasible(problem.roots()[0]))
}

/// The cheapest solution of `problem` if it costs less than `upper`; proved so, unless `limits` stopped it, as is that there is none.
///
/// For who has a solution already: most of what costs more is never looked at.
pub fn exact_below(
    problem: &Problem,
    upper: f64,
    limits: &Limits,
) -> Result<Option<Solution>, ExtractError> {
    below(problem, Some(upper), limits)
}

fn below(
    problem: &Problem,
    upper: Option<f64>,
    limits: &Limits,
) -> Result<Option<Solution>, ExtractError> {
    let is_cheap = |solution: &Solution| upper.is_none_or(|upper| solution.cost < upper);
    let forced = Forced::new(problem);
    if let Some(solution) = forced.as_ref().and_then(|forced| forced.solution(problem)) {
        return Ok(Some(solution).filter(is_cheap));
    }
    let mut reduced = Reduced::import(problem, forced.as_ref())?;
    if reduced.solve_trees()? {
        return Ok(Some(reduced.finish()).filter(is_cheap));
    }
    reduced.preprocess(limits.until);
    let most = upper.map(|upper| {
        let most = reduced.scale.fixed(upper - reduced.closed_cost());
        most.clamp(-INFINITE, INFINITE)
    });
    let cores = Core::split(&reduced.kernel);
    for (i, core) in cores.iter().enumerate() {
        let limits = limits.share(reduced.stats.work, cores.len() - i);
        // What the components to come cost is not known; nothing costs less than nothing, but for negative costs.
        let is_negative = cores[i + 1..].iter().any(|core| core.negative);
        let left = most
            .filter(|_| !is_negative)
            .map_or(INFINITE, |most| (most - reduced.cost).min(INFINITE));
        if left <= 0 && !core.negative {
            return Ok(None);
        }
        let solved = solve(core, left, limits, &mut reduced.stats, 0);
        if solved.best.is_none() && most.is_some() {
            return Ok(None);
        }
        reduced.record(core, solved.best, solved.bound)?;
    }
    Ok(Some(reduced.finish()).filter(is_cheap))
}

/// A good solution of `problem`, fast: preprocessing, cost sets, a little local search, as far as it gets until then.
pub fn greedy(problem: &Problem, until: Option<Instant>) -> Result<Solution, ExtractError> {
    let forced = Forced::new(problem);
    if let Some(solution) = forced.as_ref().and_then(|forced| forced.solution(problem)) {
        return Ok(solution);
    }
    let mut reduced = Reduced::new(problem, forced.as_ref(), until)?;
    for core in Core::split(&reduced.kernel) {
        let alive = vec![true; core.nodes.len()];
        let mut pick = greedy::greedy(&core, &alive, &core.cost, &mut reduced.stats.work);
        if let Some(pick) = &mut pick {
            let budget = Budget::new(GREEDY_WORK, until);
            improve(&core, pick, budget, &mut reduced.stats.work);
        }
        // Every node costs at least this, negative or not.
        let bound = core.cost.iter().map(|&c| c.min(0)).sum();
        reduced.record(&core, pick, bound)?;
    }
    Ok(reduced.finish())
}

/// A preprocessed problem, and what has been decided about it.
pub(crate) struct Reduced<'a> {
    problem: &'a Problem,
    pub kernel: Kernel,
    scale: Scale,
    pub stats: Stats,
    picked: Vec<Option<KNode>>,
    /// What is forced, and not part of the kernel.
    closed: Vec<Option<NodeId>>,
    bound: Fixed,
    cost: Fixed,
}

impl<'a> Reduced<'a> {
    /// Preprocesses what is not forced of `problem`, as far as it gets until then.
    pub fn new(
        problem: &'a Problem,
        forced: Option<&Forced>,
        until: Option<Instant>,
    ) -> Result<Self, ExtractError> {
        let mut reduced = Self::import(problem, forced)?;
        reduced.preprocess(until);
        Ok(reduced)
    }

    /// What is not forced of `problem`, as it is.
    fn import(problem: &'a Problem, forced: Option<&Forced>) -> Result<Self, ExtractError> {
        let nothing = || vec![None; problem.class_count()];
        let closed = forced.map_or_else(nothing, |forced| forced.closed(problem));
        let (kernel, scale) = import(problem, &closed)?;
        Ok(Self {
            stats: Stats::default(),
            picked: vec![None; kernel.class_count()],
            closed,
            bound: kernel.base,
            cost: kernel.base,
            problem,
            kernel,
            scale,
        })
    }

    fn preprocess(&mut self, until: Option<Instant>) {
        let feasible = preprocess(&mut self.kernel, 0, until).is_ok();
        debug_assert!(feasible, "reductions keep a derivation of every root");
        let (nodes, classes) = self.kernel.size();
        self.stats.kernel_nodes = nodes as u64;
        self.stats.kernel_classes = classes as u64;
        self.stats.work += self.kernel.work;
        self.bound = self.kernel.base;
        self.cost = self.kernel.base;
    }

    /// Solves a problem as it is, if nothing in it can be shared and it is large enough for preprocessing to take time. Whether that was so.
    fn solve_trees(&mut self) -> Result<bool, ExtractError> {
        if self.kernel.class_count() < SMALL {
            return Ok(false);
        }
        let cores = Core::split(&self.kernel);
        let mut picks = Vec::with_capacity(cores.len());
        for core in &cores {
            let Some(pick) = trees::solve(core, &mut self.stats.work) else {
                return Ok(false);
            };
            picks.push(pick);
        }
        for (core, pick) in cores.iter().zip(picks) {
            let bound = pick.cost;
            self.record(core, Some(pick), bound)?;
        }
        Ok(true)
    }

    /// What is forced costs.
    fn closed_cost(&self) -> f64 {
        let closed = self.closed.iter().flatten();
        closed.map(|&node| self.problem.cost(node)).sum()
    }

    /// Notes the answer for one component.
    pub fn record(
        &mut self,
        core: &Core,
        pick: Option<Pick>,
        bound: Fixed,
    ) -> Result<(), ExtractError> {
        // Roots were found to be derivable, so that there is a pick.
        let pick = pick.ok_or(ExtractError::Infeasible(self.problem.roots()[0]))?;
        self.stats.components += 1;
        self.bound += bound;
        self.cost += pick.cost;
        core.name(&pick.node, &mut self.picked);
        Ok(())
    }

    /// The solution, once every component is recorded.
    pub fn finish(mut self) -> Solution {
        let problem = self.problem;
        let closed_cost = self.closed_cost();
        let mut choices = std::mem::take(&mut self.closed);
        self.kernel.originals(&self.picked, |n| {
            let node = NodeId::from_u32(n);
            choices[problem.class(node).index()] = Some(node);
        });
        let mut solution = Solution::from_choices(problem, &choices);
        solution.optimal = self.bound >= self.cost;
        solution.bound = if solution.optimal {
            solution.cost
        } else {
            (self.scale.float(self.bound) + closed_cost).min(solution.cost)
        };
        self.stats.out_of_work &= !solution.optimal;
        solution.stats = self.stats;
        solution
    }
}
