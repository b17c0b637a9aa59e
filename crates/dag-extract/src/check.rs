//! The independent checker: is this a solution, and is its cost what it claims?
//!
//! It follows the definition of the [problem](super::problem) and shares no code with the extractors, so that a
//! defect in one of them is found here. Linear in the size of the problem, no recursion.

use super::{ClassId, NodeId, Problem, Solution};
use cranelift_entity::EntityRef;
use std::fmt;

/// Relative difference up to which two sums of the same costs, added in another order, count as equal: far above
/// the rounding of 100,000 additions, far below any difference that a cost model means.
pub const COST_TOLERANCE: f64 = 1e-9;

/// What is wrong with a solution.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// The choices are not one per class of this problem.
    WrongSize,
    /// The node chosen for this class belongs to another one, or does not exist.
    ForeignNode(ClassId, NodeId),
    /// A root without a choice.
    UncoveredRoot(ClassId),
    /// The chosen node consumes a class without a choice.
    UncoveredChild(NodeId, ClassId),
    /// The class consumes itself through the chosen nodes.
    Cycle(ClassId),
    /// The class has a choice although the roots do not need it.
    Unneeded(ClassId),
    /// A chosen node has infinite cost.
    Unusable(NodeId),
    /// Sum of the costs, and what the solution claims.
    WrongCost(f64, f64),
    /// The lower bound exceeds the cost.
    BoundAboveCost(f64, f64),
    /// Claimed optimal with a bound below the cost.
    NotProved(f64, f64),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongSize => write!(f, "the solution is one of another problem"),
            Self::ForeignNode(c, n) => {
                write!(f, "{n} is chosen for {c}, to which it does not belong")
            }
            Self::UncoveredRoot(c) => write!(f, "root {c} is not covered"),
            Self::UncoveredChild(n, c) => {
                write!(f, "{n} is chosen but its child {c} is not covered")
            }
            Self::Cycle(c) => write!(f, "{c} consumes itself"),
            Self::Unneeded(c) => write!(f, "{c} is covered but not needed"),
            Self::Unusable(n) => write!(f, "{n} is chosen but has infinite cost"),
            Self::WrongCost(real, claimed) => write!(f, "the cost is {real}, not {claimed}"),
            Self::BoundAboveCost(b, c) => write!(f, "the lower bound {b} exceeds the cost {c}"),
            Self::NotProved(b, c) => write!(
                f,
                "claimed optimal, but the bound {b} is below the cost {c}"
            ),
        }
    }
}

impl std::error::Error for Violation {}

/// Proves that `solution` solves `problem` at the cost it claims, or says what is wrong.
pub fn check(problem: &Problem, solution: &Solution) -> Result<(), Violation> {
    let choices = &solution.choices;
    if choices.len() != problem.class_count() {
        return Err(Violation::WrongSize);
    }
    let (mut total, mut scale) = (0.0, 0.0);
    for (c, choice) in choices.iter().enumerate() {
        if let Some(node) = *choice {
            let class = ClassId::new(c);
            if node.index() >= problem.node_count() || problem.class(node) != class {
                return Err(Violation::ForeignNode(class, node));
            }
            if !problem.cost(node).is_finite() {
                return Err(Violation::Unusable(node));
            }
            total += problem.cost(node);
            scale += problem.cost(node).abs();
        }
    }
    // Depth-first from the roots: 0 unseen, 1 on the path, 2 done.
    let mut state = vec![0u8; choices.len()];
    let mut path: Vec<(ClassId, NodeId, usize)> = Vec::new();
    for &root in problem.roots() {
        let node = choices[root.index()].ok_or(Violation::UncoveredRoot(root))?;
        if state[root.index()] == 0 {
            state[root.index()] = 1;
            path.push((root, node, 0));
        }
        while let Some((class, node, next)) = path.last_mut() {
            let Some(&child) = problem.children(*node).get(*next) else {
                state[class.index()] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            let Some(below) = choices[child.index()] else {
                return Err(Violation::UncoveredChild(*node, child));
            };
            match state[child.index()] {
                0 => {
                    state[child.index()] = 1;
                    path.push((child, below, 0));
                }
                1 => return Err(Violation::Cycle(child)),
                _ => {}
            }
        }
    }
    for (c, choice) in choices.iter().enumerate() {
        if choice.is_some() && state[c] == 0 {
            return Err(Violation::Unneeded(ClassId::new(c)));
        }
    }
    let slack = COST_TOLERANCE * scale.max(1e-300);
    // Said so that what is not a number is not close to anything, and no bound.
    let close = (total - solution.cost).abs() <= slack;
    if !close {
        return Err(Violation::WrongCost(total, solution.cost));
    }
    let below = solution.bound <= solution.cost + slack;
    if !below {
        return Err(Violation::BoundAboveCost(solution.bound, solution.cost));
    }
    if solution.optimal && solution.bound < solution.cost - slack {
        return Err(Violation::NotProved(solution.bound, solution.cost));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::ProblemBuilder;
    use super::*;

    fn claim(choices: Vec<Option<NodeId>>, cost: f64, bound: f64, optimal: bool) -> Solution {
        Solution {
            choices,
            cost,
            bound,
            optimal,
            stats: Default::default(),
        }
    }

    #[test]
    fn each_violation_is_named() {
        // a -> b | leaf ; b -> a | leaf ; c: leaf of infinite cost
        let mut p = ProblemBuilder::new();
        let (a, b, c) = (p.class(), p.class(), p.class());
        let ab = p.node(a, 1.0, &[b]);
        let a0 = p.node(a, 5.0, &[]);
        let ba = p.node(b, 1.0, &[a]);
        let b0 = p.node(b, 2.0, &[]);
        let bc = p.node(b, 1.0, &[c]);
        let inf = p.node(c, f64::INFINITY, &[]);
        p.root(a);
        let p = p.build().unwrap();
        let run = |choices: [Option<NodeId>; 3], cost| {
            check(&p, &claim(choices.to_vec(), cost, 0.0, false))
        };

        assert_eq!(run([Some(ab), Some(b0), None], 3.0), Ok(()));
        assert_eq!(
            run([None, None, None], 0.0),
            Err(Violation::UncoveredRoot(a))
        );
        assert_eq!(
            run([Some(ab), None, None], 1.0),
            Err(Violation::UncoveredChild(ab, b))
        );
        assert_eq!(
            run([Some(ab), Some(ba), None], 2.0),
            Err(Violation::Cycle(a))
        );
        assert_eq!(
            run([Some(b0), None, None], 2.0),
            Err(Violation::ForeignNode(a, b0))
        );
        assert_eq!(
            run([Some(a0), Some(b0), None], 7.0),
            Err(Violation::Unneeded(b))
        );
        assert_eq!(
            run([Some(ab), Some(bc), Some(inf)], f64::INFINITY),
            Err(Violation::Unusable(inf))
        );
        assert_eq!(
            run([Some(ab), Some(b0), None], 4.0),
            Err(Violation::WrongCost(3.0, 4.0))
        );
        let best = vec![Some(ab), Some(b0), None];
        assert!(run([Some(ab), Some(b0), None], f64::NAN).is_err());
        assert!(check(&p, &claim(best.clone(), 3.0, f64::NAN, false)).is_err());
        assert_eq!(
            check(&p, &claim(vec![], 0.0, 0.0, false)),
            Err(Violation::WrongSize)
        );
        assert_eq!(
            check(&p, &claim(best.clone(), 3.0, 3.5, false)),
            Err(Violation::BoundAboveCost(3.5, 3.0))
        );
        assert_eq!(
            check(&p, &claim(best, 3.0, 2.5, true)),
            Err(Violation::NotProved(2.5, 3.0))
        );
    }
}
