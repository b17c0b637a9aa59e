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
//!
//! That does not depend on costs. Who solves one problem at many costs asks once ([`Trees`]).

use super::core::Core;
use super::forced::Forced;
use super::greedy::{by_trees, price, Pick};
use super::order::{ClassGraph, Components};
use super::{ClassId, NodeId, Problem, Solution};
use cranelift_entity::EntityRef;

/// Components of more classes are not looked at: 12.5 MB of bits.
const CLASSES: usize = 10_000;

/// The cheapest choice, if nothing can be shared; `None` if something can, there are cycles or negative costs, or no choice at all.
pub(crate) fn solve(core: &Core, work: &mut u64) -> Option<Pick> {
    if core.negative || core.classes.len() > CLASSES {
        return None;
    }
    bottom_up_if_apart(core, &core.roots, |_| false, work)?;
    *work += core.size();
    let node = by_trees(core, &vec![true; core.nodes.len()], &core.cost);
    let cost = price(core, &node)?;
    Some(Pick { node, cost })
}

/// The classes, children first, if there is no cycle, and no two children of a node, and no two roots, lead to the same class other than those that are in every
/// solution anyway.
fn bottom_up_if_apart(
    graph: &impl ClassGraph,
    roots: &[u32],
    is_closed: impl Fn(u32) -> bool,
    work: &mut u64,
) -> Option<Vec<u32>> {
    let classes = graph.count();
    let components = Components::new(graph, roots);
    *work += classes as u64;
    if (components.count as usize) < classes {
        return None;
    }
    let words = classes.div_ceil(64);
    let mut below = vec![0u64; words * classes];
    let mut all = vec![0u64; words];
    let mut of_node = vec![0u64; words];
    for &class in (components.bottom_up.iter()).filter(|&&class| !is_closed(class)) {
        all.fill(0);
        let mut member = 0;
        loop {
            of_node.fill(0);
            let mut child = 0;
            let end = loop {
                match graph.edge(class, member, child) {
                    Ok(below_it) if is_closed(below_it) => {}
                    Ok(below_it) => {
                        *work += 1 + words as u64 / 8;
                        if !add(&below, below_it, &mut of_node) {
                            return None;
                        }
                    }
                    Err(end) => break end,
                }
                child += 1;
            };
            if !end {
                break;
            }
            for (all, node) in all.iter_mut().zip(&of_node) {
                *all |= node;
            }
            member += 1;
        }
        all[class as usize / 64] |= 1 << (class % 64);
        let start = class as usize * words;
        below[start..start + words].copy_from_slice(&all);
    }
    all.fill(0);
    let mut open = roots.iter().filter(|&&root| !is_closed(root));
    (open.all(|&root| add(&below, root, &mut all))).then_some(components.bottom_up)
}

/// Adds what a class leads to; false if something of it is there already.
fn add(below: &[u64], class: u32, to: &mut [u64]) -> bool {
    let words = to.len();
    let start = class as usize * words;
    let of_class = &below[start..start + words];
    let is_apart = to.iter().zip(of_class).all(|(a, b)| a & b == 0);
    for (to, of_class) in to.iter_mut().zip(of_class) {
        *to |= of_class;
    }
    is_apart
}

/// A problem in which nothing can be shared but what is in every solution: at whatever costs, the cheapest trees are its optimum.
pub struct Trees {
    /// The member of each class that every solution has, and that consumes only others of them.
    closed: Vec<Option<NodeId>>,
    /// The other nodes, those of a class behind those of the classes that they need.
    open: Vec<NodeId>,
}

impl Trees {
    /// None where something may be shared, and for large problems.
    pub fn new(problem: &Problem) -> Option<Trees> {
        if problem.class_count() > CLASSES {
            return None;
        }
        let closed = Forced::new(problem)?.closed(problem);
        let is_closed = |class: u32| closed[class as usize].is_some();
        let roots: Vec<u32> = problem.roots().iter().map(|root| root.as_u32()).collect();
        let bottom_up = bottom_up_if_apart(problem, &roots, is_closed, &mut 0)?;
        let open = bottom_up.into_iter().filter(|&class| !is_closed(class));
        let nodes = open.flat_map(|class| problem.nodes_of(ClassId::from_u32(class)));
        Some(Trees {
            open: nodes.copied().collect(),
            closed,
        })
    }

    /// The optimum at the costs that nodes have now; `None` if there is no solution, or something earns.
    pub fn solve(&self, problem: &Problem) -> Option<Solution> {
        let mut choices = self.closed.clone();
        let mut least: Vec<f64> = (self.closed.iter())
            .map(|closed| if closed.is_some() { 0.0 } else { f64::INFINITY })
            .collect();
        if !(self.closed.iter().flatten())
            .all(|&node| (0.0..f64::INFINITY).contains(&problem.cost(node)))
        {
            return None;
        }
        for &node in &self.open {
            let cost = problem.cost(node);
            if cost < 0.0 {
                return None;
            }
            let children = problem.children(node).iter();
            let total = children.fold(cost, |total, child| total + least[child.index()]);
            let class = problem.class(node).index();
            if total < least[class] {
                least[class] = total;
                choices[class] = Some(node);
            }
        }
        if (problem.roots().iter()).any(|root| choices[root.index()].is_none()) {
            return None;
        }
        let mut solution = Solution::from_choices(problem, &choices);
        solution.optimal = true;
        solution.bound = solution.cost;
        Some(solution)
    }
}

#[cfg(test)]
mod tests {
    use super::super::import::import;
    use super::super::random::Random;
    use super::super::{
        brute, check, exact, random_problem, Limits, Problem, ProblemBuilder, Shape,
    };
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
    fn the_cheapest_trees_at_many_costs_are_optima() {
        let mut problem = orders(6, false);
        let trees = Trees::new(&problem).unwrap();
        for round in 0..20_usize {
            for at in 0..problem.node_count() {
                let cost = ((at * 31 + round * 17) % 23) as f64;
                problem.set_cost(NodeId::new(at), cost);
            }
            let found = trees.solve(&problem).unwrap();
            let best = exact(&problem, &Limits::default()).unwrap();
            assert!(found.optimal && found.cost == best.cost);
            assert_eq!(check(&problem, &found), Ok(()));
        }
        problem.set_cost(NodeId::new(0), -1.0);
        assert_eq!(trees.solve(&problem), None);
        for at in 0..problem.node_count() {
            problem.set_cost(NodeId::new(at), f64::INFINITY);
        }
        assert_eq!(trees.solve(&problem), None);
        assert!(Trees::new(&orders(6, true)).is_none());
    }

    #[test]
    fn what_every_solution_has_may_be_shared() {
        let mut builder = ProblemBuilder::new();
        let [root, a, b, x] = std::array::from_fn(|_| builder.class());
        builder.node(root, 1.0, &[a, b, x]);
        builder.node(a, 3.0, &[x]);
        builder.node(a, 4.0, &[]);
        builder.node(b, 1.0, &[x]);
        builder.node(b, 2.0, &[x]);
        builder.node(x, 1.5, &[]);
        builder.root(root);
        let problem = builder.build().unwrap();
        let found = Trees::new(&problem).unwrap().solve(&problem).unwrap();
        assert_eq!(found.cost, 6.5);
        assert_eq!(check(&problem, &found), Ok(()));
    }

    #[test]
    fn random_problems_without_sharing_agree_with_brute_force() {
        let mut apart = 0;
        let mut random = Random::new(1);
        for _ in 0..20_000 {
            let shape = Shape {
                classes: 7,
                members: 2,
                cycles: false,
                negative: random.one_in(8),
            };
            let problem = random_problem(shape, &mut random);
            let Some(trees) = Trees::new(&problem) else {
                continue;
            };
            let Ok(best) = brute(&problem, 1 << 16).unwrap() else {
                assert_eq!(trees.solve(&problem), None);
                continue;
            };
            let found = trees.solve(&problem).unwrap();
            assert!((found.cost - best.cost).abs() < 1e-9);
            apart += 1;
        }
        assert!(apart > 100, "{apart}");
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
