//! Terms: the sides of a rule after lowering, without names.
//!
//! Both front ends end here: the embedded reader lowers its own syntax tree, the Julia host hands in what `Meta.lower`
//! gave. Functions, types and literals are constants of the host; what is left are variables and calls.
//!
//! ```text
//! (~x)^2 + f(~ys...)      t0: literal_pow  t1: ^  t2: ~x  t3: Val(2)  t4: t0(t1, t2, t3)
//!                         t5: f  t6: ~ys...  t7: t5(t6)               t8: +  t9: t8(t4, t7)
//! ```
//!
//! Invariant: a node comes after the nodes it refers to, so the last node is the root, the order is that of evaluation,
//! and every walk is a loop.

use crate::ir::Const;
use cranelift_entity::{entity_impl, PrimaryMap, SecondaryMap};
use std::ops::Range;

/// A variable of a rule: `~x` or `~xs...`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);
entity_impl!(Var, "var");

/// A node of a [`Term`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);
entity_impl!(TermId, "t");

/// What a node of a term is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermNode {
    /// `~x`.
    Var(Var),
    /// `~xs...`, only as an argument.
    Splat(Var),
    /// A function, a type, a literal.
    Const(Const),
    /// `callee(args...)`.
    Call(TermId, Range<u32>),
    /// `%new(ty, fields...)`.
    New(TermId, Range<u32>),
}

/// One side of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Term {
    nodes: PrimaryMap<TermId, TermNode>,
    args: Vec<TermId>,
    /// Whether a node occurs in an argument list.
    argument: SecondaryMap<TermId, bool>,
}

impl Term {
    /// A term without nodes: not yet a side of a rule.
    pub fn new() -> Term {
        Term::default()
    }

    /// Adds a variable, a splat, or a constant.
    pub fn leaf(&mut self, node: TermNode) -> TermId {
        debug_assert!(!matches!(node, TermNode::Call(..) | TermNode::New(..)));
        self.nodes.push(node)
    }

    /// Adds a call.
    pub fn call(&mut self, callee: TermId, args: &[TermId]) -> TermId {
        let range = self.extend(args);
        self.nodes.push(TermNode::Call(callee, range))
    }

    /// Adds an object made without a constructor.
    pub fn new_object(&mut self, ty: TermId, fields: &[TermId]) -> TermId {
        let range = self.extend(fields);
        self.argument[ty] = true;
        self.nodes.push(TermNode::New(ty, range))
    }

    fn extend(&mut self, args: &[TermId]) -> Range<u32> {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        for &arg in args {
            self.argument[arg] = true;
        }
        start..self.args.len() as u32
    }

    /// The last node.
    pub fn root(&self) -> Option<TermId> {
        self.nodes.last().map(|(id, _)| id)
    }

    /// What a node is.
    pub fn node(&self, id: TermId) -> &TermNode {
        &self.nodes[id]
    }

    /// The arguments behind a call.
    pub fn args(&self, range: &Range<u32>) -> &[TermId] {
        &self.args[range.start as usize..range.end as usize]
    }

    /// All nodes, in the order of evaluation.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TermId, &TermNode)> {
        self.nodes.iter()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether a node serves as a callee and as nothing else, so that a constant there needs no e-node.
    pub fn is_only_callee(&self, id: TermId) -> bool {
        !self.argument[id] && self.root() != Some(id)
    }

    /// Whether the part at `id` is the same expression as the part of `other` at `at`.
    pub fn same(&self, id: TermId, other: &Term, at: TermId) -> bool {
        let mut todo = vec![(id, at)];
        while let Some((a, b)) = todo.pop() {
            match (self.node(a), other.node(b)) {
                (TermNode::Call(f, xs), TermNode::Call(g, ys))
                | (TermNode::New(f, xs), TermNode::New(g, ys)) => {
                    let (xs, ys) = (self.args(xs), other.args(ys));
                    if xs.len() != ys.len() {
                        return false;
                    }
                    todo.push((*f, *g));
                    todo.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }

    /// Appends a copy of the part at `root` to another term; where it stands there.
    pub fn append_to(&self, root: TermId, to: &mut Term) -> TermId {
        let count = root.as_u32() as usize + 1;
        let mut needed = vec![false; count];
        needed[count - 1] = true;
        for number in (0..count).rev() {
            if !needed[number] {
                continue;
            }
            let node = &self.nodes[TermId::from_u32(number as u32)];
            if let TermNode::Call(first, args) | TermNode::New(first, args) = node {
                for part in std::iter::once(first).chain(self.args(args)) {
                    needed[part.as_u32() as usize] = true;
                }
            }
        }
        let mut renamed: Vec<Option<TermId>> = vec![None; count];
        let mut last = root;
        for (number, _) in needed.iter().enumerate().filter(|(_, needed)| **needed) {
            let new = |id: TermId| renamed[id.as_u32() as usize].unwrap_or(id);
            let args = |range| self.args(range).iter().map(|&arg| new(arg)).collect();
            last = match self.node(TermId::from_u32(number as u32)) {
                TermNode::Call(callee, range) => {
                    let args: Vec<TermId> = args(range);
                    to.call(new(*callee), &args)
                }
                TermNode::New(ty, range) => {
                    let args: Vec<TermId> = args(range);
                    to.new_object(new(*ty), &args)
                }
                leaf => to.leaf(leaf.clone()),
            };
            renamed[number] = Some(last);
        }
        last
    }

    /// The variables that occur, in order, with repetitions.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.nodes.values().filter_map(|node| match *node {
            TermNode::Var(var) | TermNode::Splat(var) => Some(var),
            _ => None,
        })
    }
}
