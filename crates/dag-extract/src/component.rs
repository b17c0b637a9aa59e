//! One component: methods in order of what they cost, each on what the one before left.
//!
//! 0. where nothing can be shared, the cheapest [trees](super::trees), which are the optimum;
//! 1. cost sets ([greedy](mod@super::greedy)): a solution, hence an upper bound;
//! 2. [landmark cuts](super::bound): a lower bound, and often a better solution among the nodes that it leaves free;
//! 3. *fixing*: a node with which every solution costs at least the upper bound is deleted. If that deletes enough, the rest
//!    is [preprocessed](super::preprocess) again, falls apart into smaller components, and these start at 1;
//! 4. without cycles, dynamic programming over [frontiers](super::frontier), for a small share of the work;
//! 5. [local search](super::improve) and [prices on landmarks](super::dual), then fixing again;
//! 6. dynamic programming in another order, and in the first one again, for more of the work;
//! 7. [branch and bound](super::search) for the rest of it.
//!
//! Fixing deletes solutions that cost exactly the upper bound, too: what comes back is a better solution, or the proof that
//! there is none.

use super::bound::Bound;
use super::budget::Budget;
use super::core::Core;
use super::cost::{Fixed, INFINITE};
use super::dual::Dual;
use super::frontier::Frontier;
use super::greedy::{greedy, price, Pick, NONE};
use super::improve::{improve, trim};
use super::kernel::Kernel;
use super::order::{narrow, Components};
use super::preprocess::preprocess;
use super::search::search;
use super::trees;
use super::{Limits, Stats};

/// How often a component is reduced again after fixing; each time it has shrunk by [`SHRINK`].
const DEPTH: u32 = 12;
/// Fixing must delete one node in this many to be worth another round of preprocessing.
const SHRINK: usize = 16;

/// Work of local search, in edges, ...
const IMPROVE_WORK: u64 = 10_000_000;
/// ... and at most one part in this many of the work that is left.
const IMPROVE_SHARE: u64 = 10;
/// The first bound gets one part in this many, ...
const FIRST_BOUND_SHARE: u64 = 4;
/// ... the first try of dynamic programming one in this many, ...
const FIRST_SWEEP_SHARE: u64 = 10;
/// ... the improvement of prices on landmarks one in this many, ...
const DUAL_SHARE: u64 = 5;
/// ... dynamic programming in the other order one in this many, ...
const SECOND_SWEEP_SHARE: u64 = 3;
/// ... in the first order again one in this many, and branching the rest.
const LAST_SWEEP_SHARE: u64 = 2;
/// An order whose frontiers have at most this many classes is tried first.
const NARROW: usize = 14;
/// Components of more classes than this are reduced again even if nothing was deleted: the first time, some reductions
/// were left out.
const LARGE: usize = 4000;

/// What is known about a component.
pub(crate) struct Solved {
    /// The best choice found that costs less than what was asked for.
    pub best: Option<Pick>,
    /// No choice costs less, up to what was asked for.
    pub bound: Fixed,
}

/// Looks for the best choice for `core` that costs less than `upper`, within `limits`.
pub(crate) fn solve(
    core: &Core,
    upper: Fixed,
    limits: Limits,
    stats: &mut Stats,
    depth: u32,
) -> Solved {
    let mut state = State {
        core,
        upper,
        best: None,
        dual: Dual::new(core),
        h: Bound::new(core).recording(),
    };
    if let Some(pick) = trees::solve(core, &mut stats.work) {
        state.offer(Some(pick));
        let State { upper, best, .. } = state;
        return Solved { best, bound: upper };
    }
    let all = vec![true; core.nodes.len()];
    state.offer(greedy(core, &all, &core.cost, &mut stats.work));
    let bound = state.refine(&all, limits, stats, depth);
    stats.landmarks += state.h.landmarks;
    let State {
        upper, best, dual, ..
    } = state;
    if let Some(bound) = bound {
        return Solved { best, bound };
    }
    let nothing = || Pick {
        node: vec![NONE; core.classes.len()],
        cost: upper,
    };
    let out = search(
        core,
        best.clone().unwrap_or_else(nothing),
        dual,
        limits.budget(stats.work, 1),
    );
    stats.landmarks += out.landmarks;
    stats.branches += out.branches;
    stats.work += out.work;
    stats.out_of_work |= out.bound < out.best.cost;
    let best = if out.best.cost < upper {
        Some(out.best)
    } else {
        best
    };
    Solved {
        best,
        bound: out.bound,
    }
}

/// What is known about a component while it is being solved.
struct State<'a> {
    core: &'a Core,
    upper: Fixed,
    best: Option<Pick>,
    dual: Dual,
    h: Bound,
}

impl<'a> State<'a> {
    /// Takes a choice if it is better.
    fn offer(&mut self, pick: Option<Pick>) {
        if let Some(pick) = pick.filter(|p| p.cost < self.upper) {
            self.upper = pick.cost;
            self.best = Some(trim(self.core, pick));
        }
    }

    /// Everything but branching, cheap methods first; the bound, if the component is done.
    fn refine(
        &mut self,
        all: &[bool],
        limits: Limits,
        stats: &mut Stats,
        depth: u32,
    ) -> Option<Fixed> {
        let core = self.core;
        if core.negative {
            self.improve(limits, stats);
            return None;
        }
        self.h.limit = limits.budget(stats.work, FIRST_BOUND_SHARE);
        self.h.explore(core, all, &self.dual.residual);
        let enough = self.dual.enough(self.upper);
        let raised = self.h.raise(
            core,
            all,
            &mut self.dual.residual,
            &core.roots,
            enough,
            |_, _| {},
        );
        stats.work += std::mem::take(&mut self.h.work);
        match raised {
            Some(raised) if raised < enough => self.dual.bound = raised,
            _ => return Some(self.upper),
        }
        let free: Vec<bool> = self.dual.residual.iter().map(|&r| r == 0).collect();
        self.offer(greedy(core, &free, &core.cost, &mut stats.work));
        if let Some(bound) = self.fix(limits, stats, depth) {
            return Some(bound);
        }
        let (mut first, mut second) = self.sweeps(stats);
        if let Some(bound) = self.sweep(&mut first, FIRST_SWEEP_SHARE, limits, stats) {
            return Some(bound);
        }
        self.improve(limits, stats);
        self.h.limit = limits.budget(stats.work, DUAL_SHARE);
        self.dual.improve(core, &mut self.h, self.upper);
        stats.work += std::mem::take(&mut self.h.work);
        self.fix(limits, stats, depth)
            .or_else(|| self.sweep(&mut second, SECOND_SWEEP_SHARE, limits, stats))
            .or_else(|| self.sweep(&mut first, LAST_SWEEP_SHARE, limits, stats))
    }

    /// Dynamic programming in two orders, the more promising first; nothing if there are cycles.
    fn sweeps(&self, stats: &mut Stats) -> (Option<Frontier<'a>>, Option<Frontier<'a>>) {
        let core = self.core;
        let components = Components::new(core, &core.roots);
        if (components.count as usize) < core.classes.len() {
            return (None, None);
        }
        let mut deep = components.bottom_up;
        deep.reverse();
        if core.classes.len() > LARGE {
            return (Frontier::new(core, deep), None);
        }
        let (order, width) = narrow(core, &mut stats.work);
        let (deep, narrow) = (Frontier::new(core, deep), Frontier::new(core, order));
        if width <= NARROW {
            (narrow, deep)
        } else {
            (deep, narrow)
        }
    }

    /// Goes on with dynamic programming for a share of the work that is left; the bound, if it gets through.
    fn sweep(
        &mut self,
        frontier: &mut Option<Frontier>,
        share: u64,
        limits: Limits,
        stats: &mut Stats,
    ) -> Option<Fixed> {
        let frontier = frontier.as_mut()?;
        let (work, states) = (frontier.work, frontier.states);
        let done = frontier.solve(limits.budget(stats.work, share));
        stats.work += frontier.work - work;
        stats.states += frontier.states - states;
        let (node, cost) = done?;
        self.offer(Some(Pick { node, cost }));
        Some(self.upper)
    }

    /// Local search on the best choice.
    fn improve(&mut self, limits: Limits, stats: &mut Stats) {
        if let Some(best) = &mut self.best {
            let work = IMPROVE_WORK.min(limits.left(stats.work) / IMPROVE_SHARE);
            let budget = Budget::new(work, limits.until);
            improve(self.core, best, budget, &mut stats.work);
            self.upper = best.cost;
        }
    }

    /// Deletes the nodes that are too expensive. If that is enough of them, reduces what is left and solves
    /// it; then the component is done.
    fn fix(&mut self, limits: Limits, stats: &mut Stats, depth: u32) -> Option<Fixed> {
        let core = self.core;
        let slack = self.dual.enough(self.upper) - self.dual.bound;
        if slack <= 0 {
            return Some(self.upper);
        }
        let h = &self.h.h;
        let deepest = |n: u32| {
            core.children(n)
                .iter()
                .map(|&k| h[k as usize])
                .max()
                .unwrap_or(0)
        };
        let alive: Vec<bool> = (0..core.nodes.len() as u32)
            .map(|n| deepest(n) + self.dual.residual[n as usize] < slack)
            .collect();
        let deleted = alive.iter().filter(|a| !**a).count();
        let shrunk =
            deleted * SHRINK >= core.nodes.len() || depth == 0 && core.classes.len() > LARGE;
        // Preprocessing has no limit of its own but on time: it is not begun with nothing left.
        if depth >= DEPTH || !shrunk || limits.are_reached(stats.work) {
            return None;
        }
        let solved = again(core, &alive, self.upper, limits, stats, depth);
        self.offer(solved.best);
        Some(solved.bound.max(self.dual.units()).min(self.upper))
    }
}

/// Preprocesses the living nodes of `core` again and solves what is left.
fn again(
    core: &Core,
    alive: &[bool],
    upper: Fixed,
    limits: Limits,
    stats: &mut Stats,
    depth: u32,
) -> Solved {
    let hopeless = Solved {
        best: None,
        bound: upper,
    };
    let mut kernel = Kernel::from_core(core, alive);
    let reduced = preprocess(&mut kernel, depth + 1, limits.until);
    stats.work += kernel.work;
    if reduced.is_err() || kernel.base >= upper {
        return hopeless;
    }
    let cores = Core::split(&kernel);
    let mut picked = vec![None; kernel.class_count()];
    let mut total = kernel.base;
    let mut bound = kernel.base;
    let mut complete = true;
    for (i, core) in cores.iter().enumerate() {
        let limits = limits.share(stats.work, cores.len() - i);
        let below = (upper - bound).min(INFINITE);
        let solved = solve(core, below, limits, stats, depth + 1);
        bound += solved.bound;
        match solved.best {
            Some(best) => {
                total += best.cost;
                core.name(&best.node, &mut picked);
            }
            None => complete = false,
        }
        if bound >= upper {
            return hopeless;
        }
    }
    if !complete || total >= upper {
        return Solved { best: None, bound };
    }
    let mut node = vec![NONE; core.classes.len()];
    kernel.originals(&picked, |n| node[core.class[n as usize] as usize] = n);
    let cost = price(core, &node);
    debug_assert_eq!(cost, Some(total));
    Solved {
        best: cost.map(|cost| Pick { node, cost }),
        bound,
    }
}

#[cfg(test)]
mod tests {
    use super::super::import::import;
    use super::super::{brute, random_problem, Shape};
    use super::*;
    use crate::random::Random;

    /// Solves random problems without preprocessing, by `solve`, and compares the cost with brute force.
    fn unreduced(
        shape: Shape,
        seed: u64,
        count: usize,
        solve: impl Fn(&Core) -> Option<Option<Pick>>,
    ) {
        let mut random = Random::new(seed);
        let mut solved = 0;
        for case in 0..count {
            let problem = random_problem(shape, &mut random);
            let Some(Ok(best)) = brute(&problem, 20_000) else {
                continue;
            };
            let (kernel, scale) = import(&problem, &vec![None; problem.class_count()])
                .unwrap_or_else(|e| panic!("case {case}: {e}"));
            let mut cost = 0;
            let mut skipped = false;
            for core in Core::split(&kernel) {
                match solve(&core) {
                    None => skipped = true,
                    Some(pick) => {
                        let pick = pick.unwrap_or_else(|| panic!("case {case}: no solution"));
                        assert_eq!(price(&core, &pick.node), Some(pick.cost), "case {case}");
                        cost += pick.cost;
                    }
                }
            }
            if !skipped {
                solved += 1;
                let cost = scale.float(cost);
                assert!(
                    (cost - best.cost).abs() < 1e-9,
                    "case {case}: {cost} is not {}",
                    best.cost
                );
            }
        }
        assert!(solved * 3 > count, "only {solved} of {count}");
    }

    const SHAPE: Shape = Shape {
        classes: 9,
        members: 4,
        cycles: false,
        negative: false,
    };
    const CYCLIC: Shape = Shape {
        cycles: true,
        ..SHAPE
    };

    fn by_search(core: &Core) -> Option<Option<Pick>> {
        let nothing = Pick {
            node: vec![NONE; core.classes.len()],
            cost: core.cost.iter().map(|c| c.abs()).sum::<Fixed>() + 1,
        };
        let limit = nothing.cost;
        let out = search(core, nothing, Dual::new(core), Budget::UNLIMITED);
        assert_eq!(out.bound, out.best.cost);
        Some((out.best.cost < limit).then_some(out.best))
    }

    #[test]
    fn search_alone_is_exact() {
        unreduced(SHAPE, 10, 1000, by_search);
        unreduced(CYCLIC, 11, 1000, by_search);
        unreduced(
            Shape {
                negative: true,
                ..CYCLIC
            },
            12,
            1000,
            by_search,
        );
    }

    #[test]
    fn frontiers_alone_are_exact() {
        unreduced(SHAPE, 13, 1000, |core| {
            let solve = |order| Frontier::new(core, order)?.solve(Budget::UNLIMITED);
            let mut deep = Components::new(core, &core.roots).bottom_up;
            deep.reverse();
            let (node, cost) = solve(deep)?;
            let (_, same) = solve(narrow(core, &mut 0).0)?;
            assert_eq!(cost, same);
            Some(Some(Pick { node, cost }))
        });
    }

    #[test]
    fn bound_and_fixing_are_exact() {
        for (seed, shape) in [(14, SHAPE), (15, CYCLIC)] {
            unreduced(shape, seed, 1000, |core| {
                let limits = Limits::of_work(u64::MAX);
                let solved = solve(core, INFINITE, limits, &mut Stats::default(), 0);
                assert_eq!(Some(solved.bound), solved.best.as_ref().map(|p| p.cost));
                Some(solved.best)
            });
        }
    }
}
