//! What needs no weighing: decided in one walk, before a kernel is made.
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
//! Most functions are of this kind when few rules fire. Of the others, a part is *closed*: required classes with one member,
//! whose children are closed. They are the same in every solution and consume nothing else, so that no cycle leads through
//! them: the rest is a problem without them. All of it is linear.

use super::{ClassId, NodeId, Problem, Solution};
use cranelift_entity::EntityRef;

/// What every solution has.
pub(crate) struct Forced {
    /// By class: whether every solution covers it.
    required: Vec<bool>,
    /// The required classes.
    order: Vec<ClassId>,
    /// The member of required classes that have just one.
    only: Vec<Option<NodeId>>,
    /// The required classes that have several.
    open: Vec<ClassId>,
}

impl Forced {
    /// Finds what the roots of a problem require. Nothing is forced where something earns, and a class that cannot be
    /// covered is for others to report.
    pub fn new(problem: &Problem) -> Option<Forced> {
        if problem.nodes().any(|node| problem.cost(node) < 0.0) {
            return None;
        }
        let mut forced = Forced {
            required: vec![false; problem.class_count()],
            order: Vec::with_capacity(problem.class_count()),
            only: vec![None; problem.class_count()],
            open: Vec::new(),
        };
        for &root in problem.roots() {
            forced.require(root);
        }
        let mut next = 0;
        while let Some(&class) = forced.order.get(next) {
            next += 1;
            match problem.nodes_of(class) {
                &[only] if problem.cost(only).is_finite() => {
                    forced.only[class.index()] = Some(only);
                    for &child in problem.children(only) {
                        forced.require(child);
                    }
                }
                [_, _, ..] => forced.open.push(class),
                _ => return None,
            }
        }
        Some(forced)
    }

    fn require(&mut self, class: ClassId) {
        if !std::mem::replace(&mut self.required[class.index()], true) {
            self.order.push(class);
        }
    }

    /// The optimum, if all of it is forced.
    pub fn solution(&self, problem: &Problem) -> Option<Solution> {
        let mut choices = self.only.clone();
        for &class in &self.open {
            choices[class.index()] = Some(free_of_charge(problem, class, &self.required)?);
        }
        is_acyclic(problem, &self.order, &choices).then(|| {
            let mut solution = Solution::from_choices(problem, &choices);
            solution.optimal = true;
            solution.bound = solution.cost;
            solution
        })
    }

    /// By class: the member that every solution has, where it is closed.
    pub fn closed(&self, problem: &Problem) -> Vec<Option<NodeId>> {
        let mut closed = vec![None; self.only.len()];
        let mut seen = vec![false; self.only.len()];
        let mut stack: Vec<(ClassId, NodeId, usize)> = Vec::new();
        let only = |class: ClassId| Some((class, self.only[class.index()]?, 0));
        for &root in &self.order {
            if !std::mem::replace(&mut seen[root.index()], true) {
                stack.extend(only(root));
            }
            while let Some((class, node, next)) = stack.pop() {
                let children = problem.children(node);
                let Some(&child) = children.get(next) else {
                    // On a cycle, one of them is not closed yet when it is asked for.
                    let ready = |child: &ClassId| closed[child.index()].is_some();
                    if children.iter().all(ready) {
                        closed[class.index()] = Some(node);
                    }
                    continue;
                };
                stack.push((class, node, next + 1));
                if !std::mem::replace(&mut seen[child.index()], true) {
                    stack.extend(only(child));
                }
            }
        }
        closed
    }
}

/// The member that is cheapest and consumes only what is required.
fn free_of_charge(problem: &Problem, class: ClassId, required: &[bool]) -> Option<NodeId> {
    let members = problem.nodes_of(class);
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

    fn forced(problem: &Problem) -> Option<Solution> {
        Forced::new(problem)?.solution(problem)
    }

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

    #[test]
    fn what_hangs_on_nothing_undecided_is_closed() {
        // r consumes a leaf and a choice; the leaf is closed, r is not. Two classes that consume each other never are.
        let mut b = ProblemBuilder::new();
        let (r, leaf, choice, x, y) = (b.class(), b.class(), b.class(), b.class(), b.class());
        b.node(r, 1.0, &[leaf, choice]);
        let only = b.node(leaf, 1.0, &[]);
        b.node(choice, 1.0, &[]);
        b.node(choice, 2.0, &[]);
        b.node(x, 1.0, &[y]);
        b.node(y, 1.0, &[x]);
        b.root(r);
        b.root(x);
        let problem = b.build().unwrap();
        let closed = Forced::new(&problem).unwrap().closed(&problem);
        assert_eq!(closed, [None, Some(only), None, None, None]);
    }
}
