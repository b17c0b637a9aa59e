//! Problems that leave nothing to weigh: answered in one walk, without a kernel.
//!
//! Every solution covers the classes that the roots *require*: the roots; and where a required class has one member only,
//! its children. A member that costs no more than the others and consumes only what is required anyway adds nothing to
//! any solution. If each required class has such a member, and they form no cycle, they are an optimum: their cost is
//! the sum of the least costs of classes that every solution covers.
//!
//! ```text
//! r ─► f(x): 1 ─► x ─► the same above: 0 ─► y          y is required by another root: "the same above" is free
//!                   └► g(z): 5 ─► z
//! ```
//!
//! Most functions are of this kind when few rules fire. The walk is linear; it gives up at once where it must weigh.

use super::{ClassId, NodeId, Problem, Solution};
use cranelift_entity::EntityRef;

/// The optimum, if it is forced.
pub(crate) fn forced(problem: &Problem) -> Option<Solution> {
    let mut required = vec![false; problem.class_count()];
    let mut choices: Vec<Option<NodeId>> = vec![None; problem.class_count()];
    let mut order: Vec<ClassId> = Vec::with_capacity(problem.class_count());
    let require = |class: ClassId, order: &mut Vec<ClassId>, required: &mut [bool]| {
        if !std::mem::replace(&mut required[class.index()], true) {
            order.push(class);
        }
    };
    if problem.nodes().any(|node| problem.cost(node) < 0.0) {
        return None;
    }
    for &root in problem.roots() {
        require(root, &mut order, &mut required);
    }
    let mut open: Vec<ClassId> = Vec::new();
    let mut next = 0;
    while let Some(&class) = order.get(next) {
        next += 1;
        match problem.members(class) {
            &[only] if problem.cost(only).is_finite() => {
                choices[class.index()] = Some(only);
                for &child in problem.children(only) {
                    require(child, &mut order, &mut required);
                }
            }
            [_, _, ..] => open.push(class),
            _ => return None,
        }
    }
    for &class in &open {
        choices[class.index()] = Some(free_of_charge(problem, class, &required)?);
    }
    is_acyclic(problem, &order, &choices).then(|| {
        let mut solution = Solution::from_choices(problem, &choices);
        solution.optimal = true;
        solution.bound = solution.cost;
        solution
    })
}

/// The member that is cheapest and consumes only what is required.
fn free_of_charge(problem: &Problem, class: ClassId, required: &[bool]) -> Option<NodeId> {
    let members = problem.members(class);
    let least = (members.iter().map(|&node| problem.cost(node))).fold(f64::INFINITY, f64::min);
    let fits = |&&node: &&NodeId| {
        problem.cost(node) == least
            && (problem.children(node).iter()).all(|child| required[child.index()])
    };
    let fitting = members.iter().filter(fits).copied();
    fitting.min_by_key(|&node| problem.children(node).len())
}

/// Whether the chosen nodes can be ordered, children first.
fn is_acyclic(problem: &Problem, classes: &[ClassId], choices: &[Option<NodeId>]) -> bool {
    let children = |class: ClassId| choices[class.index()].map_or(&[][..], |n| problem.children(n));
    let mut users = vec![0u32; choices.len()];
    for &class in classes {
        for child in children(class) {
            users[child.index()] += 1;
        }
    }
    let mut free: Vec<ClassId> = classes.to_vec();
    free.retain(|class| users[class.index()] == 0);
    let mut ordered = 0;
    while let Some(class) = free.pop() {
        ordered += 1;
        for &child in children(class) {
            users[child.index()] -= 1;
            if users[child.index()] == 0 {
                free.push(child);
            }
        }
    }
    ordered == classes.len()
}

#[cfg(test)]
mod tests {
    use super::super::{exact, Limits, ProblemBuilder};
    use super::*;

    #[test]
    fn what_is_required_anyway_is_free() {
        let mut b = ProblemBuilder::new();
        let (r, s, x, y) = (b.class(), b.class(), b.class(), b.class());
        b.node(r, 1.0, &[x]);
        b.node(s, 1.0, &[y]);
        b.node(x, 2.0, &[]);
        let above = b.node(x, 0.0, &[y]);
        b.node(y, 5.0, &[]);
        b.root(r);
        b.root(s);
        let problem = b.build().unwrap();
        let found = forced(&problem).unwrap();
        assert_eq!((found.choice(x), found.cost), (Some(above), 7.0));
        assert_eq!(
            exact(&problem, &Limits::default()).unwrap().choices,
            found.choices
        );
    }

    #[test]
    fn what_must_be_weighed_is_not_forced() {
        // Cheaper, but nothing else needs `y`.
        let mut b = ProblemBuilder::new();
        let (r, y) = (b.class(), b.class());
        b.node(r, 2.0, &[]);
        b.node(r, 1.0, &[y]);
        b.node(y, 5.0, &[]);
        b.root(r);
        assert!(forced(&b.build().unwrap()).is_none());
    }

    #[test]
    fn a_cycle_is_not_forced() {
        // Each could come from the other for nothing; one of them must be made.
        let mut b = ProblemBuilder::new();
        let (x, y) = (b.class(), b.class());
        for (one, other) in [(x, y), (y, x)] {
            b.node(one, 0.0, &[other]);
            b.node(one, 3.0, &[]);
            b.root(one);
        }
        let problem = b.build().unwrap();
        assert!(forced(&problem).is_none());
        assert_eq!(exact(&problem, &Limits::default()).unwrap().cost, 3.0);
    }

    #[test]
    fn what_earns_something_is_not_forced() {
        let mut b = ProblemBuilder::new();
        let (r, x) = (b.class(), b.class());
        b.node(r, 1.0, &[]);
        b.node(r, 1.0, &[x]);
        b.node(x, -1.0, &[]);
        b.root(r);
        assert!(forced(&b.build().unwrap()).is_none());
    }

    #[test]
    fn nodes_that_must_not_be_picked_are_no_answer() {
        let mut b = ProblemBuilder::new();
        let r = b.class();
        b.node(r, f64::INFINITY, &[]);
        b.root(r);
        assert!(forced(&b.build().unwrap()).is_none());
    }
}
