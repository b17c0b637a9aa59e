//! The DAG-cost extraction problem as data: classes, nodes, roots.
//!
//! A *class* is a set of *nodes*, any one of which computes the class's value. A node has a cost and a
//! set of child classes, which it consumes. A solution picks at most one node per class so that every
//! root is covered, every child of a picked node is covered, and the picked graph is acyclic. Every picked
//! node is paid once, however often its class is used.
//!
//! ```
//! use dag_extract::{exact, Limits, ProblemBuilder};
//!
//! // x * 2  =  x + x  =  x << 1
//! let mut b = ProblemBuilder::new();
//! let (root, x, one, two) = (b.class(), b.class(), b.class(), b.class());
//! b.node(root, 4.0, &[x, two]);
//! let add = b.node(root, 1.0, &[x, x]);
//! b.node(root, 1.0, &[x, one]);
//! for leaf in [x, one, two] {
//!     b.node(leaf, 1.0, &[]);
//! }
//! b.root(root);
//! let problem = b.build()?;
//! let solution = exact(&problem, &Limits::default())?;
//! assert_eq!(solution.choice(root), Some(add));
//! assert_eq!(solution.cost, 2.0);
//! assert!(solution.optimal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants of a built [`Problem`]
//! - children of a node are sorted and without repetition (`x + x` consumes one class);
//! - roots are sorted and without repetition;
//! - every cost is finite, or `+∞`, which means "never pick this node";
//! - nodes keep the order in which they were added, so equal input gives equal output.
//!
//! A class without nodes is legal (it cannot be covered), and so is a problem without roots (the empty
//! solution covers it).

use cranelift_entity::{entity_impl, EntityRef};
use std::fmt;

/// A class: a set of interchangeable nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(u32);
entity_impl!(ClassId, "class");

/// A node: one way to compute its class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);
entity_impl!(NodeId, "node");

/// Why a problem could not be built.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemError {
    /// A node's cost is NaN or `-∞`.
    BadCost {
        /// The node, counted in order of addition.
        node: NodeId,
        /// Its cost.
        cost: f64,
    },
    /// A node belongs to a class that was never added.
    MissingClass {
        /// The node, counted in order of addition.
        node: NodeId,
        /// The class it names.
        class: ClassId,
    },
    /// A node consumes a class that was never added.
    MissingChild {
        /// The node, counted in order of addition.
        node: NodeId,
        /// The class it names.
        class: ClassId,
    },
    /// A root is a class that was never added.
    MissingRoot(ClassId),
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadCost { node, cost } => write!(
                f,
                "{node} has cost {cost}, which is not a number to minimise"
            ),
            Self::MissingClass { node, class } => {
                write!(f, "{node} belongs to {class}, which does not exist")
            }
            Self::MissingChild { node, class } => {
                write!(f, "{node} consumes {class}, which does not exist")
            }
            Self::MissingRoot(class) => write!(f, "root {class} does not exist"),
        }
    }
}

impl std::error::Error for ProblemError {}

/// A DAG-cost extraction problem; see the [module](self) for its meaning and invariants.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Class of each node.
    class: Vec<ClassId>,
    /// Cost of each node.
    cost: Vec<f64>,
    /// Children of node `n` are `children[child_start[n]..child_start[n + 1]]`.
    child_start: Vec<u32>,
    children: Vec<ClassId>,
    /// Nodes of class `c` are `nodes[node_start[c]..node_start[c + 1]]`.
    node_start: Vec<u32>,
    nodes: Vec<NodeId>,
    roots: Vec<ClassId>,
}

impl Problem {
    /// How many classes there are.
    pub fn class_count(&self) -> usize {
        self.node_start.len() - 1
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.class.len()
    }

    /// All classes, in order.
    pub fn classes(&self) -> impl ExactSizeIterator<Item = ClassId> {
        (0..self.class_count()).map(ClassId::new)
    }

    /// All nodes, in order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> {
        (0..self.node_count()).map(NodeId::new)
    }

    /// Gives a node another cost, which must be finite and not a number that a built problem would refuse.
    pub fn set_cost(&mut self, node: NodeId, cost: f64) {
        debug_assert!(!cost.is_nan() && cost != f64::NEG_INFINITY);
        self.cost[node.index()] = cost;
    }

    /// The classes that must be covered.
    pub fn roots(&self) -> &[ClassId] {
        &self.roots
    }

    /// The class that `node` computes.
    pub fn class(&self, node: NodeId) -> ClassId {
        self.class[node.index()]
    }

    /// What picking `node` costs.
    pub fn cost(&self, node: NodeId) -> f64 {
        self.cost[node.index()]
    }

    /// The classes that `node` consumes, sorted.
    pub fn children(&self, node: NodeId) -> &[ClassId] {
        let n = node.index();
        &self.children[self.child_start[n] as usize..self.child_start[n + 1] as usize]
    }

    /// The nodes of `class`, in order of addition.
    pub fn nodes_of(&self, class: ClassId) -> &[NodeId] {
        let c = class.index();
        &self.nodes[self.node_start[c] as usize..self.node_start[c + 1] as usize]
    }
}

/// Collects classes, nodes and roots; [`build`](Self::build) validates them.
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    classes: u32,
    class: Vec<ClassId>,
    cost: Vec<f64>,
    child_start: Vec<u32>,
    children: Vec<ClassId>,
    roots: Vec<ClassId>,
}

impl ProblemBuilder {
    /// An empty problem.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty problem with room for this many nodes and children.
    pub fn with_capacity(nodes: usize, children: usize) -> Self {
        Self {
            class: Vec::with_capacity(nodes),
            cost: Vec::with_capacity(nodes),
            child_start: Vec::with_capacity(nodes + 1),
            children: Vec::with_capacity(children),
            ..Self::default()
        }
    }

    /// Adds a class.
    pub fn class(&mut self) -> ClassId {
        self.classes += 1;
        ClassId(self.classes - 1)
    }

    /// Adds `count` classes and returns the first; the others follow it.
    pub fn add_classes(&mut self, count: usize) -> ClassId {
        let first = ClassId(self.classes);
        self.classes += count as u32;
        first
    }

    /// Adds a node. Classes may be named before they are added; repeated children count once.
    pub fn node(&mut self, class: ClassId, cost: f64, children: &[ClassId]) -> NodeId {
        let node = NodeId::new(self.class.len());
        let start = self.children.len();
        self.child_start.push(start as u32);
        self.class.push(class);
        self.cost.push(cost);
        self.children.extend_from_slice(children);
        let added = &mut self.children[start..];
        added.sort_unstable();
        let mut kept = usize::from(!added.is_empty());
        for i in 1..added.len() {
            if added[i] != added[kept - 1] {
                added[kept] = added[i];
                kept += 1;
            }
        }
        self.children.truncate(start + kept);
        node
    }

    /// Requires `class` to be covered.
    pub fn root(&mut self, class: ClassId) {
        self.roots.push(class);
    }

    /// Validates and freezes the problem.
    pub fn build(mut self) -> Result<Problem, ProblemError> {
        let classes = self.classes as usize;
        self.child_start.push(self.children.len() as u32);
        let mut node_start = vec![0u32; classes + 1];
        for n in 0..self.class.len() {
            let node = NodeId::new(n);
            let (class, cost) = (self.class[n], self.cost[n]);
            if cost.is_nan() || cost == f64::NEG_INFINITY {
                return Err(ProblemError::BadCost { node, cost });
            }
            if class.index() >= classes {
                return Err(ProblemError::MissingClass { node, class });
            }
            let children =
                &self.children[self.child_start[n] as usize..self.child_start[n + 1] as usize];
            // Sorted, so the last one is the largest.
            if let Some(&class) = children.last().filter(|c| c.index() >= classes) {
                return Err(ProblemError::MissingChild { node, class });
            }
            node_start[class.index() + 1] += 1;
        }
        self.roots.sort_unstable();
        self.roots.dedup();
        if let Some(&class) = self.roots.last().filter(|c| c.index() >= classes) {
            return Err(ProblemError::MissingRoot(class));
        }
        for c in 0..classes {
            node_start[c + 1] += node_start[c];
        }
        let mut next = node_start.clone();
        let mut nodes = vec![NodeId(0); self.class.len()];
        for (n, class) in self.class.iter().enumerate() {
            nodes[next[class.index()] as usize] = NodeId::new(n);
            next[class.index()] += 1;
        }
        Ok(Problem {
            class: self.class,
            cost: self.cost,
            child_start: self.child_start,
            children: self.children,
            node_start,
            nodes,
            roots: self.roots,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_children_and_roots_count_once() {
        let mut b = ProblemBuilder::new();
        let (a, c) = (b.class(), b.class());
        let n = b.node(a, 1.0, &[c, c, a, c]);
        b.root(c);
        b.root(c);
        let p = b.build().unwrap();
        assert_eq!(p.children(n), [a, c]);
        assert_eq!(p.roots(), [c]);
        assert_eq!(p.nodes_of(a), [n]);
        assert!(p.nodes_of(c).is_empty());
    }

    #[test]
    fn bad_input_is_refused() {
        let build = |f: &dyn Fn(&mut ProblemBuilder, ClassId)| {
            let mut b = ProblemBuilder::new();
            let c = b.class();
            f(&mut b, c);
            b.build()
                .map(|_| ())
                .map_err(|e| e.to_string())
                .unwrap_err()
        };
        let ghost = ClassId(7);
        assert_eq!(
            build(&|b, c| _ = b.node(c, f64::NAN, &[])),
            "node0 has cost NaN, which is not a number to minimise"
        );
        assert_eq!(
            build(&|b, c| _ = b.node(c, f64::NEG_INFINITY, &[])),
            "node0 has cost -inf, which is not a number to minimise"
        );
        assert_eq!(
            build(&|b, _| _ = b.node(ghost, 1.0, &[])),
            "node0 belongs to class7, which does not exist"
        );
        assert_eq!(
            build(&|b, c| _ = b.node(c, 1.0, &[ghost, c])),
            "node0 consumes class7, which does not exist"
        );
        assert_eq!(build(&|b, _| b.root(ghost)), "root class7 does not exist");
    }
}
