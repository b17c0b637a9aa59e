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
use super::cost::Fixed;
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

    /// A kernel of this many classes, without nodes, and with room for this many.
    pub fn empty(classes: usize, nodes: usize) -> Self {
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
    pub fn add(&mut self, origin: u32, class: KClass, cost: Fixed, mut children: Classes) {
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
