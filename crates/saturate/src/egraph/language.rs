//! E-nodes: the operators of the e-graph, packed.
//!
//! | operator | children | prints as |
//! |---|---|---|
//! | [`Op::Const`] | none | `const3` |
//! | [`Op::Leaf`] | none | `leaf2` |
//! | [`Op::Call`] | arguments | `call const7 @e1` |
//! | [`Op::Apply`] | callee, arguments | `apply` |
//! | [`Op::New`] | type, fields | `new` |
//! | [`Op::While`] | one | `while e1` |
//! | [`Op::Share`] | one | `share` |
//!
//! Identity: two nodes are one if operator, [`Tag`] and children agree. A call that reads memory carries the epoch it
//! reads in, an object with an identity of its own carries its site, a call under `@inbounds` says so; so none of
//! these is ever merged with its neighbour by hash-consing or by congruence. Indexing by operator ignores the tag: a
//! pattern `f(~x)` finds every call of `f`.
//!
//! The two coercions cost nothing when code is made of them. `While(e)` in a class says that the class is equal to the
//! child as long as memory stays in epoch `e`; `Share` says that a use which only reads may take the child's object.
//!
//! Invariant of the layout: a node is 32 bytes, its order compares operator, tag, children in this order, so the nodes
//! of one operator are neighbours in a class that the e-graph has sorted; calls come first and coercions last.

use crate::ir::{Const, Type};
use crate::opkey::head::{APPLY, CALL, CONST, KIND, LEAF, NEW, SHARE, WHILE};
use crate::opkey::OpKey;
use cranelift_entity::entity_impl;
use egg::{Id, Language};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A value that rules cannot look into: a block parameter, a π, the result of a skeleton statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leaf(u32);
entity_impl!(Leaf, "leaf");

/// A stretch of the program in which memory does not change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Epoch(u32);
entity_impl!(Epoch, "e");

/// The place where an object with an identity of its own is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site(u32);
entity_impl!(Site, "site");

/// The largest number of epochs or sites: one bit of the word belongs to `inbounds`.
pub const MAX_TAG_INDEX: u32 = (1 << 31) - 2;

/// What distinguishes two calls of one function with the same arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tag {
    /// 0 without an epoch, else the epoch plus one; the lowest bit is `inbounds`.
    epoch_inbounds: u32,
    /// 0 without a site, else the site plus one.
    site: u32,
}

impl Tag {
    /// A call like any other.
    pub const NONE: Tag = Tag {
        epoch_inbounds: 0,
        site: 0,
    };

    /// A tag with all its parts. Indices are at most [`MAX_TAG_INDEX`].
    pub fn new(epoch: Option<Epoch>, site: Option<Site>, inbounds: bool) -> Tag {
        let number = |index: u32| {
            assert!(index <= MAX_TAG_INDEX, "too many epochs or sites");
            index + 1
        };
        Tag {
            epoch_inbounds: epoch.map_or(0, |epoch| number(epoch.as_u32())) << 1 | inbounds as u32,
            site: site.map_or(0, |site| number(site.as_u32())),
        }
    }

    /// The epoch a call reads in.
    pub fn epoch(self) -> Option<Epoch> {
        (self.epoch_inbounds >> 1)
            .checked_sub(1)
            .map(Epoch::from_u32)
    }

    /// Where an object with an identity of its own is made.
    pub fn site(self) -> Option<Site> {
        self.site.checked_sub(1).map(Site::from_u32)
    }

    /// Whether `@inbounds` covers the call.
    pub fn inbounds(self) -> bool {
        self.epoch_inbounds & 1 != 0
    }

    /// Whether this is [`Tag::NONE`].
    pub fn is_none(self) -> bool {
        self == Tag::NONE
    }

    fn word(self) -> u64 {
        u64::from(self.epoch_inbounds) << 32 | u64::from(self.site)
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(epoch) = self.epoch() {
            write!(f, " @{epoch}")?;
        }
        if let Some(site) = self.site() {
            write!(f, " #{site}")?;
        }
        if self.inbounds() {
            write!(f, " inbounds")?;
        }
        Ok(())
    }
}

/// What an e-node does with its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// A compile-time constant. A mutable object whose contents may change is a [`Op::Leaf`].
    Const(Const),
    /// An opaque value.
    Leaf(Leaf),
    /// A call of a known function.
    Call {
        /// The function.
        callee: Const,
        /// What sets this call apart.
        tag: Tag,
    },
    /// A call of a computed function, the first child.
    Apply {
        /// What sets this call apart.
        tag: Tag,
    },
    /// An object made without a constructor; the first child is its type.
    New {
        /// What sets this object apart.
        tag: Tag,
    },
    /// Equal to the child as long as memory stays in the epoch. The number is that of the class that it was made for:
    /// two values that equal the same child for a while need not equal each other, so their coercions are two nodes.
    While(Epoch, u32),
    /// A use that only reads may take the child's object.
    Share,
}

/// Where the number of a coercion starts.
const NUMBER: u32 = 35;

/// How many children fit into a node without a heap allocation.
const INLINE: usize = 3;

/// A list of children in 16 bytes. `SmallVec` needs 24, which is felt in every hash table and sort of the e-graph.
///
/// Invariant: unused inline places are zero and longer lists are on the heap, so that comparing two short lists is
/// comparing three numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Children {
    Inline([Id; INLINE], u8),
    // A thin pointer: `Box<[Id]>` is twice as wide.
    #[allow(clippy::box_collection)]
    Heap(Box<Vec<Id>>),
}

impl Children {
    fn new(ids: &[Id]) -> Children {
        if ids.len() > INLINE {
            return Children::Heap(Box::new(ids.to_vec()));
        }
        let mut inline = [Id::from(0); INLINE];
        inline[..ids.len()].copy_from_slice(ids);
        Children::Inline(inline, ids.len() as u8)
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Id] {
        match self {
            Children::Inline(ids, len) => &ids[..*len as usize],
            Children::Heap(ids) => ids,
        }
    }

    #[inline(always)]
    fn as_mut_slice(&mut self) -> &mut [Id] {
        match self {
            Children::Inline(ids, len) => &mut ids[..*len as usize],
            Children::Heap(ids) => ids,
        }
    }
}

/// A node of the e-graph.
#[derive(Clone)]
pub struct ENode {
    /// Kind and operand: the callee of a call, the number of a constant, leaf or epoch.
    head: u64,
    tag: Tag,
    children: Children,
}

impl ENode {
    /// A node with this operator.
    pub fn new(op: Op, children: &[Id]) -> ENode {
        let (head, tag) = match op {
            Op::Const(constant) => (CONST | u64::from(constant.as_u32()), Tag::NONE),
            Op::Leaf(leaf) => (LEAF | u64::from(leaf.as_u32()), Tag::NONE),
            Op::Call { callee, tag } => (CALL | u64::from(callee.as_u32()), tag),
            Op::Apply { tag } => (APPLY, tag),
            Op::New { tag } => (NEW, tag),
            Op::While(epoch, number) => {
                let head = u64::from(number) << NUMBER | WHILE | u64::from(epoch.as_u32());
                (head, Tag::NONE)
            }
            Op::Share => (SHARE, Tag::NONE),
        };
        ENode {
            head,
            tag,
            children: Children::new(children),
        }
    }

    /// A compile-time constant.
    pub fn constant(constant: Const) -> ENode {
        ENode::new(Op::Const(constant), &[])
    }

    /// A constant that a rule states for values of another type. It is a node of its own for each type: that a rule says `1` for a `Float64` does not make this equal to every `1` of the program, where
    /// an index may not be a `Float64`.
    pub fn stated(constant: Const, of: Type) -> ENode {
        let mut node = ENode::constant(constant);
        node.tag.site = of.as_u32() + 1;
        node
    }

    /// Whether this is a constant that a rule states for values of another type.
    pub fn is_stated(&self) -> bool {
        self.head & KIND == CONST && !self.tag.is_none()
    }

    /// An opaque value.
    pub fn leaf(leaf: Leaf) -> ENode {
        ENode::new(Op::Leaf(leaf), &[])
    }

    /// A call of a known function.
    #[inline]
    pub fn call(callee: Const, tag: Tag, args: &[Id]) -> ENode {
        ENode {
            head: CALL | u64::from(callee.as_u32()),
            tag,
            children: Children::new(args),
        }
    }

    /// The operator.
    pub fn op(&self) -> Op {
        let operand = self.head as u32;
        match self.head & KIND {
            CALL => Op::Call {
                callee: Const::from_u32(operand),
                tag: self.tag,
            },
            APPLY => Op::Apply { tag: self.tag },
            NEW => Op::New { tag: self.tag },
            CONST => Op::Const(Const::from_u32(operand)),
            LEAF => Op::Leaf(Leaf::from_u32(operand)),
            WHILE => Op::While(Epoch::from_u32(operand), (self.head >> NUMBER) as u32),
            _ => Op::Share,
        }
    }

    /// What sets this node apart from others with the same operator and children.
    #[inline(always)]
    pub fn tag(&self) -> Tag {
        // That of a constant says what it is stated for.
        if self.head & KIND == CONST {
            return Tag::NONE;
        }
        self.tag
    }

    /// The same call, wherever it is made.
    pub fn without_site(&self) -> ENode {
        let mut node = self.clone();
        node.tag.site = 0;
        node
    }

    /// What the node is indexed by.
    #[inline(always)]
    pub fn key(&self) -> OpKey {
        // Only calls are told apart by their operand: patterns look for functions; constants are found by class data.
        OpKey::of_head(if self.head & KIND == CALL {
            self.head
        } else {
            self.head & KIND
        })
    }

    /// Compares with the key of a call, [`OpKey::APPLY`] or [`OpKey::NEW`], whose operators have no further operand.
    #[inline(always)]
    pub(super) fn cmp_call(&self, key: OpKey) -> std::cmp::Ordering {
        self.head.cmp(&key.head())
    }

    /// Whether this is [`Op::While`] or [`Op::Share`].
    #[inline(always)]
    pub fn is_coercion(&self) -> bool {
        self.head >= WHILE
    }

    /// The constant, if this is one.
    pub fn as_const(&self) -> Option<Const> {
        (self.head & KIND == CONST).then(|| Const::from_u32(self.head as u32))
    }
}

impl PartialEq for ENode {
    #[inline]
    fn eq(&self, other: &ENode) -> bool {
        self.head == other.head && self.tag == other.tag && self.children == other.children
    }
}

impl Eq for ENode {}

impl Ord for ENode {
    #[inline]
    fn cmp(&self, other: &ENode) -> std::cmp::Ordering {
        self.head
            .cmp(&other.head)
            .then_with(|| self.tag.word().cmp(&other.tag.word()))
            .then_with(|| self.children.cmp(&other.children))
    }
}

impl PartialOrd for ENode {
    #[inline]
    fn partial_cmp(&self, other: &ENode) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for ENode {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Kinds are few and tags rare: one word holds both without colliding where it matters.
        state.write_u64(self.head ^ self.tag.word().rotate_left(17));
        for pair in self.children.as_slice().chunks(2) {
            let word = match *pair {
                [a, b] => (usize::from(a) as u64) << 32 | usize::from(b) as u64,
                _ => usize::from(pair[0]) as u64,
            };
            state.write_u64(word);
        }
    }
}

impl fmt::Debug for ENode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.op() {
            Op::Const(constant) => write!(f, "{constant}"),
            Op::Leaf(leaf) => write!(f, "{leaf}"),
            Op::Call { callee, tag } => write!(f, "call {callee}{tag:?}"),
            Op::Apply { tag } => write!(f, "apply{tag:?}"),
            Op::New { tag } => write!(f, "new{tag:?}"),
            Op::While(epoch, _) => write!(f, "while {epoch}"),
            Op::Share => write!(f, "share"),
        }?;
        let children = self.children.as_slice();
        if !children.is_empty() {
            f.debug_list()
                .entries(children.iter().map(|&id| usize::from(id)))
                .finish()?;
        }
        Ok(())
    }
}

impl fmt::Display for ENode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Language for ENode {
    type Discriminant = OpKey;

    #[inline]
    fn discriminant(&self) -> OpKey {
        self.key()
    }

    #[inline]
    fn matches(&self, other: &ENode) -> bool {
        // The e-graph asks this of neighbours, to enter each operator into its index once per class.
        self.key() == other.key()
    }

    #[inline(always)]
    fn children(&self) -> &[Id] {
        self.children.as_slice()
    }

    #[inline(always)]
    fn children_mut(&mut self) -> &mut [Id] {
        self.children.as_mut_slice()
    }

    fn len(&self) -> usize {
        self.children.as_slice().len()
    }

    fn is_leaf(&self) -> bool {
        self.children.as_slice().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[usize]) -> Vec<Id> {
        numbers.iter().map(|&number| Id::from(number)).collect()
    }

    #[test]
    fn a_node_is_small() {
        assert_eq!(std::mem::size_of::<ENode>(), 32);
    }

    #[test]
    fn tags_keep_their_parts() {
        let tag = Tag::new(Some(Epoch::from_u32(4)), Some(Site::from_u32(0)), true);
        assert_eq!(tag.epoch(), Some(Epoch::from_u32(4)));
        assert_eq!(tag.site(), Some(Site::from_u32(0)));
        assert!(tag.inbounds());
        assert_eq!(Tag::new(None, None, false), Tag::NONE);
        assert_eq!(format!("{tag:?}"), " @e4 #site0 inbounds");
    }

    #[test]
    fn the_tag_is_identity_but_no_index() {
        let callee = Const::from_u32(7);
        let plain = ENode::call(callee, Tag::NONE, &ids(&[1, 2]));
        let reading = ENode::call(
            callee,
            Tag::new(Some(Epoch::from_u32(0)), None, false),
            &ids(&[1, 2]),
        );
        assert_ne!(plain, reading);
        assert_eq!(plain.key(), reading.key());
        assert_eq!(plain.key().callee(), Some(callee));
        assert!(plain < reading);
    }

    #[test]
    fn operators_survive_packing() {
        for op in [
            Op::Const(Const::from_u32(3)),
            Op::Leaf(Leaf::from_u32(3)),
            Op::Call {
                callee: Const::from_u32(3),
                tag: Tag::NONE,
            },
            Op::Apply { tag: Tag::NONE },
            Op::New { tag: Tag::NONE },
            Op::While(Epoch::from_u32(3), 7),
            Op::Share,
        ] {
            assert_eq!(ENode::new(op, &[]).op(), op);
        }
        let many = ids(&[1, 2, 3, 4, 5]);
        assert_eq!(ENode::new(Op::Share, &many).children(), &many[..]);
    }
}
