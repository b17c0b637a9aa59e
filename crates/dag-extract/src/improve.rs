//! Local search: drop one picked node, repair as cheaply as possible, keep what is not dearer.
//!
//! Repair takes the cheapest tree of every class, with the nodes of the present solution free of charge: so what has to be
//! routed around the dropped node uses what is already paid. Dropping the only member of a class (a set that covers
//! several roots, say) moves all its users at once, which changing one choice at a time never does.
//!
//! A repair that costs the same is taken, too: the next drop may then find something to share. A pass over all picked nodes
//! that ends no cheaper than it began is the last.
//!
//! With negative costs, a dropped node need not be expensive: every picked node with an alternative is tried.

use super::budget::Budget;
use super::core::Core;
use super::cost::Fixed;
use super::greedy::{by_trees, price, Pick, NONE};

/// Costs whose sum is below this leave room for finer units.
const FINE: Fixed = 1 << 50;

/// Improves `best` until no drop helps or the edges that were looked at have spent the budget.
pub(crate) fn improve(core: &Core, best: &mut Pick, mut budget: Budget, work: &mut u64) {
    let start = *work;
    *best = trim(core, best.clone());
    let mut alive = vec![true; core.nodes.len()];
    // One more than the cost, in finer units: of equals, what is picked already stays.
    let sum: Fixed = core.cost.iter().map(|c| c.abs()).sum();
    let shift = if sum < FINE { 8 } else { 0 };
    let price_of = |n: u32| (core.cost[n as usize].max(0) << shift) + 1;
    let mut cost: Vec<Fixed> = (0..core.nodes.len() as u32).map(price_of).collect();
    loop {
        let before = best.cost;
        let mut class = 0;
        while class < core.classes.len() as u32 {
            let n = best.node[class as usize];
            let worthwhile = n != NONE
                && if core.negative {
                    core.nodes_of(class).len() > 1
                } else {
                    core.cost[n as usize] > 0
                };
            if worthwhile {
                if budget.is_spent(*work - start) {
                    return;
                }
                *work += 2 * core.size();
                for &paid in best.node.iter().filter(|&&m| m != NONE) {
                    cost[paid as usize] = 0;
                }
                alive[n as usize] = false;
                let node = by_trees(core, &alive, &cost);
                alive[n as usize] = true;
                for &paid in best.node.iter().filter(|&&m| m != NONE) {
                    cost[paid as usize] = price_of(paid);
                }
                if let Some(cost) = price(core, &node).filter(|&c| c <= best.cost) {
                    *best = needed(core, node, cost);
                }
            }
            class += 1;
        }
        if best.cost == before {
            return;
        }
    }
}

/// The choice without the classes that are not needed, which would otherwise count as paid.
fn needed(core: &Core, node: Vec<u32>, cost: Fixed) -> Pick {
    let mut kept = vec![NONE; node.len()];
    let mut stack = core.roots.clone();
    while let Some(c) = stack.pop() {
        let c = c as usize;
        if kept[c] == NONE {
            kept[c] = node[c];
            stack.extend_from_slice(core.children(node[c]));
        }
    }
    Pick { node: kept, cost }
}

/// The part of `pick` that is needed.
pub(crate) fn trim(core: &Core, pick: Pick) -> Pick {
    needed(core, pick.node, pick.cost)
}
