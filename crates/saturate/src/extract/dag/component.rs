//! One component: greedy, bound, fixing, and then what is left.

use super::bound::Bound;
use super::core::Core;
use super::cost::{Fixed, INFINITE};
use super::frontier::Frontier;
use super::greedy::{greedy, price, Pick, NONE};
use super::kernel::Kernel;
use super::preprocess::preprocess;
use super::search::search;
use super::Stats;

/// How often a component is reduced again after fixing; each time it has shrunk by [`SHRINK`].
const DEPTH: u32 = 12;
/// Fixing must delete one node in this many to be worth another round of preprocessing.
const SHRINK: usize = 16;

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

/// Looks for the best choice for `core` that costs less than `upper`, until `stats.work` reaches `limit`.
pub(crate) fn solve(
    core: &Core,
    upper: Fixed,
    limit: u64,
    stats: &mut Stats,
    depth: u32,
) -> Solved {
    let mut alive = vec![true; core.nodes.len()];
    let mut upper = upper;
    let mut best = None;
    let offer = |pick: Option<Pick>, upper: &mut Fixed, best: &mut Option<Pick>| {
        if let Some(pick) = pick.filter(|p| p.cost < *upper) {
            *upper = pick.cost;
            *best = Some(pick);
        }
    };
    offer(
        greedy(core, &alive, &core.cost, &mut stats.work),
        &mut upper,
        &mut best,
    );

    if !core.negative {
        let mut residual = core.cost.clone();
        let mut h = Bound::new(core);
        h.explore(core, &alive, &residual);
        let raised = h.raise(core, &alive, &mut residual, &core.roots, upper, |_, _| {});
        stats.landmarks += h.landmarks;
        stats.work += h.work;
        let bound = match raised {
            Some(bound) if bound < upper => bound,
            _ => return Solved { best, bound: upper },
        };
        let free: Vec<bool> = residual.iter().map(|&r| r == 0).collect();
        offer(
            greedy(core, &free, &core.cost, &mut stats.work),
            &mut upper,
            &mut best,
        );
        if bound >= upper {
            return Solved { best, bound: upper };
        }
        let mut deleted = 0;
        for n in 0..core.nodes.len() as u32 {
            let deepest = core
                .children(n)
                .iter()
                .map(|&k| h.h[k as usize])
                .max()
                .unwrap_or(0);
            if bound + deepest + residual[n as usize] >= upper {
                alive[n as usize] = false;
                deleted += 1;
            }
        }
        if depth < DEPTH
            && (deleted * SHRINK >= core.nodes.len() || depth == 0 && core.classes.len() > LARGE)
        {
            let solved = again(core, &alive, upper, limit, stats, depth);
            offer(solved.best, &mut upper, &mut best);
            return Solved {
                best,
                bound: solved.bound.max(bound).min(upper),
            };
        }
        if let Some(mut frontier) = Frontier::new(core) {
            let done = frontier.solve(limit.saturating_sub(stats.work) / 2);
            stats.work += frontier.work;
            stats.states += frontier.states;
            if let Some((node, cost)) = done {
                offer(Some(Pick { node, cost }), &mut upper, &mut best);
                return Solved { best, bound: upper };
            }
        }
    }
    let start = best.clone().unwrap_or(Pick {
        node: vec![NONE; core.classes.len()],
        cost: upper,
    });
    match search(core, start, limit.saturating_sub(stats.work)) {
        None => Solved { best, bound: upper },
        Some(out) => {
            stats.landmarks += out.landmarks;
            stats.branches += out.branches;
            stats.work += out.work;
            stats.out_of_work |= out.bound < out.best.cost;
            offer(Some(out.best), &mut upper, &mut best);
            Solved {
                best,
                bound: out.bound,
            }
        }
    }
}

/// Preprocesses the living nodes of `core` again and solves what is left.
fn again(
    core: &Core,
    alive: &[bool],
    upper: Fixed,
    limit: u64,
    stats: &mut Stats,
    depth: u32,
) -> Solved {
    let hopeless = Solved {
        best: None,
        bound: upper,
    };
    let mut kernel = Kernel::from_core(core, alive);
    let reduced = preprocess(&mut kernel, depth + 1);
    stats.work += kernel.work;
    if reduced.is_err() || kernel.base >= upper {
        return hopeless;
    }
    let cores = Core::split(&kernel);
    let mut picked = vec![None; kernel.class_count()];
    let mut total = kernel.base;
    let mut bound = kernel.base;
    let mut complete = true;
    for core in &cores {
        let solved = solve(core, (upper - bound).min(INFINITE), limit, stats, depth + 1);
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
    use super::super::{brute, random_problem, Random, Shape};
    use super::*;

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
            let (kernel, scale) =
                Kernel::from_problem(&problem).unwrap_or_else(|e| panic!("case {case}: {e}"));
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
            cost: INFINITE,
        };
        let out = search(core, nothing, u64::MAX)?;
        assert_eq!(out.bound, out.best.cost);
        Some((out.best.cost < INFINITE).then_some(out.best))
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
            Some(
                Frontier::new(core)?
                    .solve(u64::MAX)
                    .map(|(node, cost)| Pick { node, cost }),
            )
        });
    }

    #[test]
    fn bound_and_fixing_are_exact() {
        for (seed, shape) in [(14, SHAPE), (15, CYCLIC)] {
            unreduced(shape, seed, 1000, |core| {
                let solved = solve(core, INFINITE, u64::MAX, &mut Stats::default(), 0);
                assert_eq!(Some(solved.bound), solved.best.as_ref().map(|p| p.cost));
                Some(solved.best)
            });
        }
    }
}
