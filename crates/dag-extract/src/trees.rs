//! Components in which nothing can be shared: the cheapest trees are the optimum.
//!
//! Sharing is what makes extraction hard. It takes a node two of whose children lead to the same class. Where no node has such children, in whatever way the
//! classes below are made, every solution is a tree, its cost is the sum over its nodes, and the cheapest tree of each class is found bottom up.
//!
//! The orders of a product of different factors are like that: what `(a * b) * (c * d)` is made of on its left and on its right has no factor in common.
//!
//! ```text
//! {r: a(x, y) | b(z)}   {x: …}   {y: …}   {z: c(x, y)}       trees
//! {r: a(x, z)}                            {z: c(x, y)}       x can be shared
//! ```
//!
//! Which classes a class leads to is kept in bits, classes² / 8 bytes of them. Most components have something to share among their lowest
//! classes, where the answer comes at once.

use super::core::Core;
use super::greedy::{by_trees, price, Pick};
use super::order::Components;

/// Components of more classes are not looked at: 12.5 MB of bits.
const CLASSES: usize = 10_000;

/// The cheapest choice, if nothing can be shared; `None` if something can, there are cycles or negative costs, or no choice at all.
pub(crate) fn solve(core: &Core, work: &mut u64) -> Option<Pick> {
    if core.negative || core.classes.len() > CLASSES || !are_apart(core, work) {
        return None;
    }
    *work += core.size();
    let node = by_trees(core, &vec![true; core.nodes.len()], &core.cost);
    let cost = price(core, &node)?;
    Some(Pick { node, cost })
}

/// Whether there is no cycle, and no two children of a node, and no two roots, lead to the same class.
fn are_apart(core: &Core, work: &mut u64) -> bool {
    let components = Components::new(core, &core.roots);
    *work += core.size();
    if (components.count as usize) < core.classes.len() {
        return false;
    }
    let words = core.classes.len().div_ceil(64);
    let mut below = vec![0u64; words * core.classes.len()];
    let mut all = vec![0u64; words];
    let mut of_node = vec![0u64; words];
    for &class in &components.bottom_up {
        all.fill(0);
        for &node in core.nodes_of(class) {
            *work += 1 + (core.children(node).len() * words / 8) as u64;
            of_node.fill(0);
            if !add(&below, core.children(node), &mut of_node) {
                return false;
            }
            for (all, node) in all.iter_mut().zip(&of_node) {
                *all |= node;
            }
        }
        all[class as usize / 64] |= 1 << (class % 64);
        let start = class as usize * words;
        below[start..start + words].copy_from_slice(&all);
    }
    all.fill(0);
    add(&below, &core.roots, &mut all)
}

/// Adds what `classes` lead to; false if something is there already.
fn add(below: &[u64], classes: &[u32], to: &mut [u64]) -> bool {
    let words = to.len();
    classes.iter().all(|&class| {
        let start = class as usize * words;
        let of_class = &below[start..start + words];
        let is_apart = to.iter().zip(of_class).all(|(a, b)| a & b == 0);
        for (to, of_class) in to.iter_mut().zip(of_class) {
            *to |= of_class;
        }
        is_apart
    })
}

#[cfg(test)]
mod tests {
    use super::super::import::import;
    use super::super::{brute, exact, Limits, Problem, ProblemBuilder};
    use super::*;

    fn solved(problem: &Problem) -> Option<f64> {
        let (kernel, scale) = import(problem, &vec![None; problem.class_count()]).unwrap();
        let cores = Core::split(&kernel);
        assert_eq!(cores.len(), 1);
        solve(&cores[0], &mut 0).map(|pick| scale.float(pick.cost))
    }

    /// All orders of a product of `count` factors; the product of all but the first is wanted as well, if `shares`.
    fn orders(count: usize, shares: bool) -> Problem {
        let mut builder = ProblemBuilder::new();
        let class: Vec<Vec<_>> = (0..count)
            .map(|_| (0..count).map(|_| builder.class()).collect())
            .collect();
        for first in 0..count {
            builder.node(class[first][first], 1.0 + first as f64, &[]);
            for last in first + 1..count {
                for middle in first..last {
                    let price = (first * 7 + middle * 5 + last * 3) % 11;
                    let parts = [class[first][middle], class[middle + 1][last]];
                    builder.node(class[first][last], 1.0 + price as f64, &parts);
                }
            }
        }
        builder.root(class[0][count - 1]);
        if shares {
            builder.root(class[1][count - 1]);
        }
        builder.build().unwrap()
    }

    #[test]
    fn orders_of_a_product_are_trees() {
        let problem = orders(5, false);
        let best = brute(&problem, 1 << 20).unwrap().unwrap();
        assert_eq!(solved(&problem), Some(best.cost));
    }

    #[test]
    fn large_trees_are_not_preprocessed() {
        for shares in [false, true] {
            let problem = orders(9, shares);
            let solution = exact(&problem, &Limits::default()).unwrap();
            let stats = solution.stats;
            assert!(solution.optimal && stats.components == 1);
            assert_eq!(stats.kernel_nodes == 0, !shares);
            let best = (!shares).then(|| solved(&problem)).flatten();
            assert!(best.is_none_or(|best| best == solution.cost));
        }
    }

    #[test]
    fn what_is_wanted_twice_is_shared() {
        assert_eq!(solved(&orders(5, true)), None);
    }

    #[test]
    fn what_two_children_lead_to_is_shared() {
        let mut builder = ProblemBuilder::new();
        let [root, a, b, x] = std::array::from_fn(|_| builder.class());
        builder.node(root, 1.0, &[a, b]);
        builder.node(root, 4.0, &[]);
        for class in [a, b] {
            builder.node(class, 1.0, &[x]);
            builder.node(class, 2.5, &[]);
        }
        builder.node(x, 1.5, &[]);
        builder.root(root);
        assert_eq!(solved(&builder.build().unwrap()), None);
    }
}
