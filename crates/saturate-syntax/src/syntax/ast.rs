//! The syntax tree: Julia's own `Expr`, in an arena, with a span on every node.
//!
//! The shape is exactly what `Meta.parse` returns (heads, argument order, line-number nodes included), because that
//! is what the oracle compares, what rule authors see in Julia, and what the lowering of Julia is defined on.
//! `a + 2b` is `Expr(call, +, a, Expr(call, *, 2, b))`.
//!
//! Invariants: children are made before their parents, so a node's id is greater than those of its children; nodes
//! are never changed once made, and the tree is dropped without recursion however deep it is.

use crate::diag::{Source, Span};
use crate::sym::{s, Sym};
use cranelift_entity::{entity_impl, PrimaryMap};

/// A node of an [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);
entity_impl!(NodeId, "node");

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `Expr(head, args...)`.
    Expr(Sym, Args),
    /// A name or operator.
    Symbol(Sym),
    /// `QuoteNode(x)`: the field in `a.b`, a quoted symbol.
    Quote(NodeId),
    /// A `LineNumberNode` with its line, from 1.
    Line(u32),
    /// `true` or `false`.
    Bool(bool),
    /// A decimal integer that fits.
    Int(i64),
    /// A hexadecimal, octal or binary integer: its width in bits (8 to 128) and value.
    UInt(u8, u128),
    /// A literal with a `.` or an `e`.
    Float64(f64),
    /// A literal with an `f`.
    Float32(f32),
    /// A character literal, by code point (which need not be a valid scalar value in Julia).
    Char(u32),
    /// A string literal without interpolation, or a piece of one with; bytes need not be UTF-8 after `\xff`.
    Str(Box<[u8]>),
    /// `GlobalRef(module, name)`: the macro behind `` `cmd` ``, large integers and the like.
    GlobalRef(Sym, Sym),
    /// `nothing` as a value, where the parser itself puts it (a documented bare `@doc` argument, an empty `return`).
    Nothing,
}

/// The arguments of an `Expr`: a range of the arena's argument pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Args {
    start: u32,
    len: u32,
}

/// A source text's nodes.
#[derive(Clone)]
pub struct Ast {
    /// The text the spans point into.
    pub source: Source,
    nodes: PrimaryMap<NodeId, (Node, Span)>,
    pool: Vec<NodeId>,
}

impl Ast {
    /// An empty arena for `source`.
    pub fn new(source: Source) -> Ast {
        Ast {
            source,
            nodes: PrimaryMap::new(),
            pool: Vec::new(),
        }
    }

    /// Adds a leaf (anything but an `Expr`).
    pub fn leaf(&mut self, node: Node, span: Span) -> NodeId {
        debug_assert!(!matches!(node, Node::Expr(..)));
        self.nodes.push((node, span))
    }

    /// Adds `Expr(head, args...)`.
    pub fn expr(&mut self, head: Sym, args: &[NodeId], span: Span) -> NodeId {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(args);
        let args = Args {
            start,
            len: args.len() as u32,
        };
        self.nodes.push((Node::Expr(head, args), span))
    }

    /// Adds the `Expr` `id` once more under another head, sharing its arguments; any other node is itself.
    pub fn reheaded(&mut self, id: NodeId, head: Sym) -> NodeId {
        match self.nodes[id] {
            (Node::Expr(_, args), span) => self.nodes.push((Node::Expr(head, args), span)),
            _ => id,
        }
    }

    /// What `id` is.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id].0
    }

    /// Where `id` stands in the text.
    pub fn span(&self, id: NodeId) -> Span {
        self.nodes[id].1
    }

    /// The arguments behind a [`Node::Expr`].
    pub fn args(&self, args: Args) -> &[NodeId] {
        &self.pool[args.start as usize..(args.start + args.len) as usize]
    }

    /// Head and arguments, if `id` is an `Expr`.
    pub fn as_expr(&self, id: NodeId) -> Option<(Sym, &[NodeId])> {
        match self.nodes[id].0 {
            Node::Expr(head, args) => Some((head, self.args(args))),
            _ => None,
        }
    }

    /// The arguments of `id` if it is an `Expr` with this head.
    pub fn with_head(&self, id: NodeId, head: Sym) -> Option<&[NodeId]> {
        self.as_expr(id)
            .filter(|&(found, _)| found == head)
            .map(|(_, args)| args)
    }

    /// The name in `:name`, in either of its forms.
    pub fn quoted_symbol(&self, id: NodeId) -> Option<Sym> {
        match self.node(id) {
            &Node::Quote(inner) => self.as_symbol(inner),
            Node::Expr(..) => match self.with_head(id, s::QUOTE) {
                Some(&[inner]) => self.as_symbol(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// The name of a macro without its module.
    pub fn macro_name(&self, callee: NodeId) -> Sym {
        match *self.node(callee) {
            Node::Symbol(name) | Node::GlobalRef(_, name) => name,
            _ => match self.with_head(callee, s::DOT) {
                Some(&[_, field]) => self.quoted_symbol(field).unwrap_or(s::ERROR),
                _ => s::ERROR,
            },
        }
    }

    /// The name, if `id` is a symbol.
    pub fn as_symbol(&self, id: NodeId) -> Option<Sym> {
        match self.nodes[id].0 {
            Node::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
