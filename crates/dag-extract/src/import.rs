//! From the problem to the kernel: what can be derived, what the roots reach, costs in fixed point.

use super::cost::Scale;
use super::kernel::{KClass, Kernel};
use super::{ClassId, ExtractError, NodeId, Problem};
use cranelift_entity::EntityRef;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The part of `problem` that can be derived and that the roots reach, without the classes that are `closed`: those are decided, and
/// consume nothing else.
///
/// Where costs must be rounded, nodes that cost more than a known solution are left out, so that prohibitive costs do
/// not drown the others.
pub(crate) fn import(
    problem: &Problem,
    closed: &[Option<NodeId>],
) -> Result<(Kernel, Scale), ExtractError> {
    let mut reached = Reached::new(problem, closed, f64::MAX)?;
    let (mut scale, exact) = reached.scale(problem);
    if !exact && reached.nodes.iter().all(|&n| problem.cost(n) >= 0.0) {
        reached = Reached::new(problem, closed, tree_cost(problem).min(f64::MAX))?;
        (scale, _) = reached.scale(problem);
    }
    let mut kernel = Kernel::empty(reached.classes.len(), reached.nodes.len());
    let number = |c: &ClassId| reached.number[c.index()].expect("what is reached is numbered");
    for &n in &reached.nodes {
        let children = problem.children(n).iter();
        let children = children.filter(|c| closed[c.index()].is_none());
        let children = children.map(number).collect();
        kernel.add(
            n.as_u32(),
            number(&problem.class(n)),
            scale.fixed(problem.cost(n)),
            children,
        );
    }
    for root in (problem.roots().iter()).filter(|root| closed[root.index()].is_none()) {
        kernel.required[number(root).index()] = true;
    }
    Ok((kernel, scale))
}

/// The classes and nodes that the roots reach, breadth first.
struct Reached {
    number: Vec<Option<KClass>>,
    classes: Vec<ClassId>,
    nodes: Vec<NodeId>,
}

impl Reached {
    /// Follows nodes that can be derived and cost no more than `ceiling`.
    fn new(
        problem: &Problem,
        closed: &[Option<NodeId>],
        ceiling: f64,
    ) -> Result<Self, ExtractError> {
        let derivable = derivable(problem, ceiling);
        if let Some(&root) = problem.roots().iter().find(|r| !derivable[r.index()]) {
            return Err(ExtractError::Infeasible(root));
        }
        let mut reached = Self {
            number: vec![None; problem.class_count()],
            classes: Vec::new(),
            nodes: Vec::new(),
        };
        let is_left = |class: &&ClassId| closed[class.index()].is_none();
        for &root in problem.roots().iter().filter(is_left) {
            reached.visit(root);
        }
        let mut next = 0;
        while let Some(&class) = reached.classes.get(next) {
            next += 1;
            for &n in problem.nodes_of(class) {
                let children = problem.children(n);
                let usable = |c: &ClassId| derivable[c.index()] && *c != class;
                if problem.cost(n) <= ceiling && children.iter().all(usable) {
                    reached.nodes.push(n);
                    (children.iter().filter(is_left)).for_each(|&c| reached.visit(c));
                }
            }
        }
        Ok(reached)
    }

    fn visit(&mut self, class: ClassId) {
        let next = KClass::new(self.classes.len());
        if self.number[class.index()].is_none() {
            self.number[class.index()] = Some(next);
            self.classes.push(class);
        }
    }

    fn scale(&self, problem: &Problem) -> (Scale, bool) {
        Scale::fit(self.nodes.iter().map(|&n| problem.cost(n)))
    }
}

/// Which classes have an acyclic derivation from nodes that cost no more than `ceiling`.
fn derivable(problem: &Problem, ceiling: f64) -> Vec<bool> {
    // How many children of each node are not yet derived, and which nodes wait for each class.
    let mut waits = vec![0u32; problem.node_count()];
    let mut start = vec![0u32; problem.class_count() + 1];
    let mut derived = vec![false; problem.class_count()];
    let mut queue: Vec<ClassId> = Vec::new();
    for n in problem.nodes().filter(|&n| problem.cost(n) <= ceiling) {
        let children = problem.children(n);
        waits[n.index()] = children.len() as u32;
        for c in children {
            start[c.index() + 1] += 1;
        }
        let class = problem.class(n);
        if children.is_empty() && !derived[class.index()] {
            derived[class.index()] = true;
            queue.push(class);
        }
    }
    for c in 0..problem.class_count() {
        start[c + 1] += start[c];
    }
    let mut fill = start.clone();
    let mut waiting = vec![NodeId::new(0); start[problem.class_count()] as usize];
    for n in problem.nodes().filter(|&n| problem.cost(n) <= ceiling) {
        for c in problem.children(n) {
            waiting[fill[c.index()] as usize] = n;
            fill[c.index()] += 1;
        }
    }
    while let Some(c) = queue.pop() {
        for &n in &waiting[start[c.index()] as usize..start[c.index() + 1] as usize] {
            waits[n.index()] -= 1;
            let class = problem.class(n);
            if waits[n.index()] == 0 && !derived[class.index()] {
                derived[class.index()] = true;
                queue.push(class);
            }
        }
    }
    derived
}

/// What the roots cost if each class is derived anew wherever it is used: more than a solution needs. For costs that
/// are not negative.
fn tree_cost(problem: &Problem) -> f64 {
    let mut users: Vec<Vec<NodeId>> = vec![Vec::new(); problem.class_count()];
    let mut waits = vec![0; problem.node_count()];
    let mut sum: Vec<f64> = problem.nodes().map(|n| problem.cost(n)).collect();
    let mut best = vec![f64::INFINITY; problem.class_count()];
    // The bits of floating-point numbers that are not negative are ordered as the numbers are.
    let mut heap = BinaryHeap::new();
    for n in problem.nodes() {
        waits[n.index()] = problem.children(n).len();
        for c in problem.children(n) {
            users[c.index()].push(n);
        }
        if problem.children(n).is_empty() {
            heap.push(Reverse((
                sum[n.index()].max(0.0).to_bits(),
                problem.class(n),
            )));
        }
    }
    while let Some(Reverse((bits, class))) = heap.pop() {
        let cost = f64::from_bits(bits);
        if best[class.index()] < f64::INFINITY || cost == f64::INFINITY {
            continue;
        }
        best[class.index()] = cost;
        for &user in &users[class.index()] {
            sum[user.index()] += cost;
            waits[user.index()] -= 1;
            if waits[user.index()] == 0 {
                heap.push(Reverse((
                    sum[user.index()].max(0.0).to_bits(),
                    problem.class(user),
                )));
            }
        }
    }
    problem.roots().iter().map(|r| best[r.index()]).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{exact, Limits, ProblemBuilder};
    use super::*;

    #[test]
    fn prohibitive_costs_do_not_drown_the_others() {
        // 1e30 and 0.1 do not fit one fixed-point scale.
        let mut b = ProblemBuilder::new();
        let (r, c) = (b.class(), b.class());
        b.node(r, 1e30, &[]);
        b.node(r, 0.1, &[c]);
        let best = b.node(r, 0.3, &[]);
        b.node(c, 0.2000001, &[]);
        b.root(r);
        let s = exact(&b.build().unwrap(), &Limits::default()).unwrap();
        assert_eq!((s.choice(r), s.cost, s.optimal), (Some(best), 0.3, true));
    }

    #[test]
    fn infinite_costs_are_never_picked() {
        let mut b = ProblemBuilder::new();
        let r = b.class();
        b.node(r, f64::INFINITY, &[]);
        b.root(r);
        let p = b.build().unwrap();
        assert_eq!(
            exact(&p, &Limits::default()),
            Err(ExtractError::Infeasible(r))
        );
    }

    #[test]
    fn no_roots_cost_nothing() {
        let s = exact(&ProblemBuilder::new().build().unwrap(), &Limits::default()).unwrap();
        assert_eq!((s.cost, s.optimal), (0.0, true));
    }
}
