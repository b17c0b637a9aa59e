//! Brute force, the oracle for small problems.
//!
//! Tries every combination of choices for the classes that are needed, and keeps the cheapest that is acyclic. No
//! pruning, no bounds: nothing that could share a defect with the other extractors.

use super::{ClassId, ExtractError, NodeId, Problem, Solution};
use cranelift_entity::EntityRef;

/// The cheapest solution, or `None` if more than `limit` choices would have to be looked at.
pub fn brute(problem: &Problem, limit: u64) -> Option<Result<Solution, ExtractError>> {
    let mut choices: Vec<Option<NodeId>> = vec![None; problem.class_count()];
    // The decided classes, with the next member to try; the needed ones that are undecided are found anew.
    let mut path: Vec<(ClassId, usize)> = Vec::new();
    let mut best: Option<Solution> = None;
    let mut steps = 0;
    loop {
        match needed(problem, &choices) {
            Some(class) => path.push((class, 0)),
            None => {
                if acyclic(problem, &choices) {
                    let solution = Solution::from_choices(problem, &choices);
                    if best.as_ref().is_none_or(|b| solution.cost < b.cost) {
                        best = Some(solution);
                    }
                }
            }
        }
        // The next member of the deepest class that has one.
        loop {
            let Some((class, next)) = path.last_mut() else {
                return Some(finish(problem, best));
            };
            let member = problem.nodes_of(*class).get(*next).copied();
            *next += 1;
            steps += 1;
            if steps > limit {
                return None;
            }
            choices[class.index()] = member;
            match member {
                None => _ = path.pop(),
                Some(node) if problem.cost(node).is_finite() => break,
                Some(_) => {}
            }
        }
    }
}

fn finish(problem: &Problem, best: Option<Solution>) -> Result<Solution, ExtractError> {
    match best {
        Some(mut solution) => {
            solution.bound = solution.cost;
            solution.optimal = true;
            Ok(solution)
        }
        // Which root is at fault is of no interest here, unless there is only one.
        None => Err(ExtractError::Infeasible(problem.roots()[0])),
    }
}

/// A needed class without a choice.
fn needed(problem: &Problem, choices: &[Option<NodeId>]) -> Option<ClassId> {
    let mut seen = vec![false; choices.len()];
    let mut stack = problem.roots().to_vec();
    while let Some(class) = stack.pop() {
        if !std::mem::replace(&mut seen[class.index()], true) {
            match choices[class.index()] {
                None => return Some(class),
                Some(node) => stack.extend_from_slice(problem.children(node)),
            }
        }
    }
    None
}

/// Whether the chosen nodes can be put in an order in which children come first.
fn acyclic(problem: &Problem, choices: &[Option<NodeId>]) -> bool {
    let chosen: Vec<NodeId> = choices.iter().flatten().copied().collect();
    let mut done = vec![false; choices.len()];
    for _ in 0..=chosen.len() {
        for &n in &chosen {
            done[problem.class(n).index()] |= problem.children(n).iter().all(|c| done[c.index()]);
        }
    }
    chosen.iter().all(|&n| done[problem.class(n).index()])
}

#[cfg(test)]
mod tests {
    use super::super::{check, ProblemBuilder};
    use super::*;

    #[test]
    fn sharing_beats_the_cheaper_tree() {
        // two roots; each costs 3 alone, or 1 with a shared class of cost 3
        let mut b = ProblemBuilder::new();
        let (r, s, shared) = (b.class(), b.class(), b.class());
        for root in [r, s] {
            b.node(root, 3.0, &[]);
            b.node(root, 1.0, &[shared]);
            b.root(root);
        }
        b.node(shared, 3.0, &[]);
        let p = b.build().unwrap();
        let s = brute(&p, 1000).unwrap().unwrap();
        check(&p, &s).unwrap();
        assert_eq!(s.cost, 5.0);
        assert!(brute(&p, 2).is_none());
    }

    #[test]
    fn only_cyclic_nodes_is_infeasible() {
        let mut b = ProblemBuilder::new();
        let (r, c) = (b.class(), b.class());
        b.node(r, 1.0, &[c]);
        b.node(c, 1.0, &[r]);
        b.root(r);
        assert_eq!(
            brute(&b.build().unwrap(), 1000),
            Some(Err(ExtractError::Infeasible(r)))
        );
    }
}
