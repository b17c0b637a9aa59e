//! The chaos extractor: a random solution, valid and with no eye to its cost.
//!
//! Whatever uses a solution must be correct for every solution, not only for the cheapest one. Tests that extract at random
//! find what relies on more.
//!
//! Nodes become *ready* when all their children have been derived; a random ready node is taken, and if its class has no
//! choice yet, it is the choice. Every acyclic choice has an order in which this can happen, so every solution
//! has a chance; and none that consumes itself has one.

use super::{ClassId, ExtractError, NodeId, Problem, Solution};
use crate::random::Random;
use cranelift_entity::EntityRef;

/// A random solution of `problem`, the same for the same seed.
pub fn chaos(problem: &Problem, seed: u64) -> Result<Solution, ExtractError> {
    let mut random = Random::new(seed);
    let mut users: Vec<Vec<NodeId>> = vec![Vec::new(); problem.class_count()];
    let mut waits = vec![0; problem.node_count()];
    let mut ready = Vec::new();
    for n in problem.nodes().filter(|&n| problem.cost(n).is_finite()) {
        waits[n.index()] = problem.children(n).len();
        for c in problem.children(n) {
            users[c.index()].push(n);
        }
        if problem.children(n).is_empty() {
            ready.push(n);
        }
    }
    let mut choices = vec![None; problem.class_count()];
    while !ready.is_empty() {
        let node = ready.swap_remove(random.below(ready.len()));
        let class: ClassId = problem.class(node);
        if choices[class.index()].is_some() {
            continue;
        }
        choices[class.index()] = Some(node);
        for &user in &users[class.index()] {
            waits[user.index()] -= 1;
            if waits[user.index()] == 0 {
                ready.push(user);
            }
        }
    }
    match problem
        .roots()
        .iter()
        .find(|r| choices[r.index()].is_none())
    {
        Some(&root) => Err(ExtractError::Infeasible(root)),
        None => Ok(Solution::from_choices(problem, &choices)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{check, random_problem, Shape};
    use super::*;

    #[test]
    fn always_valid_and_reaches_every_solution() {
        let shape = Shape {
            classes: 12,
            members: 3,
            cycles: true,
            negative: true,
        };
        for seed in 0..500 {
            let problem = random_problem(shape, &mut Random::new(seed));
            if let Ok(solution) = chaos(&problem, seed) {
                check(&problem, &solution).unwrap();
                assert_eq!(solution, chaos(&problem, seed).unwrap());
            }
        }
        // r -> a | b ; a -> b | leaf ; b -> a | leaf: five acyclic choices
        let mut b = super::super::ProblemBuilder::new();
        let (r, x, y) = (b.class(), b.class(), b.class());
        b.node(r, 1.0, &[x]);
        b.node(r, 1.0, &[y]);
        b.node(x, 1.0, &[y]);
        b.node(x, 1.0, &[]);
        b.node(y, 1.0, &[x]);
        b.node(y, 1.0, &[]);
        b.root(r);
        let problem = b.build().unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            seen.insert(format!("{:?}", chaos(&problem, seed).unwrap().choices));
        }
        assert_eq!(seen.len(), 4, "x; x through y; y; y through x");
    }
}
