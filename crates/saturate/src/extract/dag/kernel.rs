//! The problem while it is being reduced: a graph that can be edited, and the way back from it.
//!
//! Preprocessing deletes nodes and edges and eliminates classes. Three records lead from a choice in the kernel
//! back to a choice in the problem:
//!
//! - a kernel node is an original node, or ([`Kernel::pairs`]) a pair of kernel nodes that were fused when
//!   a class was inlined: picking it picks both;
//! - a class that was contracted into its users has a [`fixed`](Kernel::fixed) node, taken wherever the class is
//!   needed;
//! - deleted nodes are never picked.
//!
//! Invariants
//! - children are sorted, without repetition, and never contain the node's own class: such a node would consume
//!   itself, and is deleted when it arises;
//! - `members[c]` holds exactly the living nodes of `c`; `users[c]` holds at least the living nodes that
//!   consume `c`, and may hold others until [`Kernel::clean_users`];
//! - `base` has been paid: every solution costs `base` plus the costs of what it picks in the kernel;
//! - a class that is `required` is in every solution that remains.

use super::core::Core;
use super::cost::{Fixed, Scale};
use super::{ClassId, ExtractError, NodeId, Problem};
use cranelift_entity::{entity_impl, EntityRef};
use smallvec::SmallVec;

/// A class of the kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KClass(u32);
entity_impl!(KClass, "k");

/// A node of the kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KNode(u32);
entity_impl!(KNode, "n");

/// A short list of classes.
pub(crate) type Classes = SmallVec<[KClass; 4]>;
/// A short list of nodes.
pub(crate) type Nodes = SmallVec<[KNode; 4]>;

/// One node of the kernel.
#[derive(Clone, Debug)]
pub(crate) struct NodeData {
    pub class: KClass,
    pub cost: Fixed,
    pub children: Classes,
    pub dead: bool,
}

/// The editable problem.
pub(crate) struct Kernel {
    pub nodes: Vec<NodeData>,
    pub members: Vec<Nodes>,
    pub users: Vec<Nodes>,
    pub required: Vec<bool>,
    /// The node taken for a class that was contracted.
    pub fixed: Vec<Option<KNode>>,
    pub base: Fixed,
    /// Whether some cost is negative: then needing less can cost more, and dominance is restricted.
    pub negative: bool,
    /// Work done on this kernel, in edges.
    pub work: u64,
    /// Number in the problem, or in the core, of each of the first kernel nodes.
    origin: Vec<u32>,
    /// The two halves of kernel node `origin.len() + i`.
    pairs: Vec<(KNode, KNode)>,
}

/// What the roots cannot be derived from.
pub(crate) struct Dead;

impl Kernel {
    /// The part of `problem` that can be derived and that the roots reach.
    pub fn from_problem(problem: &Problem) -> Result<(Self, Scale), ExtractError> {
        let derivable = derivable(problem);
        if let Some(&root) = problem.roots().iter().find(|r| !derivable[r.index()]) {
            return Err(ExtractError::Infeasible(root));
        }
        let usable = |n: NodeId| {
            problem.cost(n).is_finite()
                && problem
                    .children(n)
                    .iter()
                    .all(|c| derivable[c.index()] && *c != problem.class(n))
        };
        let mut number: Vec<Option<KClass>> = vec![None; problem.class_count()];
        let mut order: Vec<ClassId> = Vec::new();
        let mut origin = Vec::new();
        let visit = |c: ClassId, order: &mut Vec<ClassId>, number: &mut Vec<Option<KClass>>| {
            if number[c.index()].is_none() {
                number[c.index()] = Some(KClass::new(order.len()));
                order.push(c);
            }
        };
        for &root in problem.roots() {
            visit(root, &mut order, &mut number);
        }
        let mut next = 0;
        while next < order.len() {
            for &n in problem.members(order[next]).iter().filter(|&&n| usable(n)) {
                origin.push(n);
                for &c in problem.children(n) {
                    visit(c, &mut order, &mut number);
                }
            }
            next += 1;
        }
        let scale = Scale::fit(origin.iter().map(|&n| problem.cost(n)));
        let mut kernel = Self::empty(order.len(), origin.len());
        for &n in &origin {
            let class =
                number[problem.class(n).index()].expect("the class of a visited node is numbered");
            let children = problem
                .children(n)
                .iter()
                .filter_map(|c| number[c.index()])
                .collect();
            kernel.add(n.as_u32(), class, scale.fixed(problem.cost(n)), children);
        }
        for root in problem.roots() {
            let root = number[root.index()].expect("roots are numbered");
            kernel.required[root.index()] = true;
        }
        Ok((kernel, scale))
    }

    /// The nodes of `core` that are `alive`.
    pub fn from_core(core: &Core, alive: &[bool]) -> Self {
        let mut kernel = Self::empty(core.classes.len(), core.nodes.len());
        for n in (0..core.nodes.len() as u32).filter(|&n| alive[n as usize]) {
            let i = n as usize;
            let children = core.children(n).iter().map(|&c| KClass(c)).collect();
            kernel.add(n, KClass(core.class[i]), core.cost[i], children);
        }
        for &root in &core.roots {
            kernel.required[root as usize] = true;
        }
        kernel
    }

    fn empty(classes: usize, nodes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
            members: vec![Nodes::new(); classes],
            users: vec![Nodes::new(); classes],
            required: vec![false; classes],
            fixed: vec![None; classes],
            base: 0,
            negative: false,
            work: 0,
            origin: Vec::with_capacity(nodes),
            pairs: Vec::new(),
        }
    }

    /// Adds an original node; all of them come before the first [`fuse`](Self::fuse).
    fn add(&mut self, origin: u32, class: KClass, cost: Fixed, mut children: Classes) {
        children.sort_unstable();
        self.work += 1 + children.len() as u64;
        self.negative |= cost < 0;
        self.origin.push(origin);
        self.attach(NodeData {
            class,
            cost,
            children,
            dead: false,
        });
    }

    /// How many classes the kernel was made with; eliminated ones have no members.
    pub fn class_count(&self) -> usize {
        self.members.len()
    }

    /// All classes, also those without members.
    pub fn classes(&self) -> impl Iterator<Item = KClass> {
        (0..self.members.len()).map(KClass::new)
    }

    /// Living nodes and classes with members.
    pub fn size(&self) -> (usize, usize) {
        let nodes = self.members.iter().map(|m| m.len()).sum();
        (nodes, self.members.iter().filter(|m| !m.is_empty()).count())
    }

    /// The node's data.
    pub fn node(&self, n: KNode) -> &NodeData {
        &self.nodes[n.index()]
    }

    fn attach(&mut self, data: NodeData) {
        let node = KNode::new(self.nodes.len());
        self.members[data.class.index()].push(node);
        for c in &data.children {
            self.users[c.index()].push(node);
        }
        self.nodes.push(data);
    }

    /// Adds the fusion of two nodes: it computes the class of `upper`.
    pub fn fuse(&mut self, upper: KNode, lower: KNode, children: Classes) {
        let cost = self.node(upper).cost + self.node(lower).cost;
        let class = self.node(upper).class;
        self.pairs.push((upper, lower));
        self.attach(NodeData {
            class,
            cost,
            children,
            dead: false,
        });
    }

    /// Deletes a node.
    pub fn delete(&mut self, node: KNode) {
        let data = &mut self.nodes[node.index()];
        data.dead = true;
        self.members[data.class.index()].retain(|n| *n != node);
    }

    /// Forgets users that are dead or no longer consume `class`.
    pub fn clean_users(&mut self, class: KClass) {
        let nodes = &self.nodes;
        let users = &mut self.users[class.index()];
        self.work += users.len() as u64;
        users.retain(|n| {
            let data = &nodes[n.index()];
            !data.dead && data.children.binary_search(&class).is_ok()
        });
        users.sort_unstable();
        users.dedup();
    }

    /// Calls `take` with each original node that these choices in the kernel stand for.
    ///
    /// Among them may be nodes of classes that are not needed.
    pub fn originals(&self, picked: &[Option<KNode>], mut take: impl FnMut(u32)) {
        let mut stack: SmallVec<[KNode; 8]> = SmallVec::new();
        for (fixed, picked) in self.fixed.iter().zip(picked) {
            stack.extend(fixed.or(*picked));
            while let Some(n) = stack.pop() {
                match self.origin.get(n.index()) {
                    Some(&original) => take(original),
                    None => {
                        let (a, b) = self.pairs[n.index() - self.origin.len()];
                        stack.extend([a, b]);
                    }
                }
            }
        }
    }
}

/// Which classes have an acyclic derivation of finite cost.
fn derivable(problem: &Problem) -> Vec<bool> {
    // How many children of each node are not yet derived, and which nodes wait for each class.
    let mut waits = vec![0u32; problem.node_count()];
    let mut start = vec![0u32; problem.class_count() + 1];
    let mut derived = vec![false; problem.class_count()];
    let mut queue: Vec<ClassId> = Vec::new();
    for n in problem.nodes().filter(|&n| problem.cost(n).is_finite()) {
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
    for n in problem.nodes().filter(|&n| problem.cost(n).is_finite()) {
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
