//! Quoted code: `:x`, `:(…)`, `quote … end`.
//!
//! A quoted name is a literal. A quoted expression without `$` is an opaque `copyast`; with `$` it is built by calls
//! of `Core._expr`, as in Julia.

use super::{Expander, Nodes, Result};
use crate::slots::Literal;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::core::CoreId;

impl Expander<'_> {
    /// `QuoteNode(inner)`: the value itself.
    pub(super) fn expand_quote_node(&mut self, inner: NodeId) -> Result<CoreId> {
        match *self.ast.node(inner) {
            Node::Symbol(name) => Ok(self.literal(Literal::Symbol(name))),
            Node::Expr(..) | Node::Quote(_) | Node::GlobalRef(..) | Node::Line(_) => {
                Ok(self.opaque(Sym::new("copyast"), &[]))
            }
            _ => self.expand(inner),
        }
    }

    /// `:(body)`.
    pub(super) fn expand_quasiquote(&mut self, body: NodeId) -> Result<CoreId> {
        let node = self.interpolate(body, 0)?;
        match node {
            Quoted::Code(node) => self.expand(node),
            Quoted::Copy => Ok(self.opaque(Sym::new("copyast"), &[])),
        }
    }

    fn interpolate(&mut self, node: NodeId, depth: usize) -> Result<Quoted> {
        super::with_stack(|| self.interpolate_node(node, depth))
    }

    fn interpolate_node(&mut self, node: NodeId, depth: usize) -> Result<Quoted> {
        let (head, args) = match *self.ast.node(node) {
            Node::Symbol(name) => return Ok(Quoted::Code(self.n_quoted(name))),
            Node::Expr(head, args) => (head, Nodes::from(self.ast.args(args))),
            Node::Quote(inner) if self.contains(inner, is_dollar) => {
                let Quoted::Code(inner) = self.interpolate(inner, depth)? else {
                    return Ok(Quoted::Copy);
                };
                let callee = self.n_core("QuoteNode");
                return Ok(Quoted::Code(self.n_call(callee, &[inner])));
            }
            Node::Quote(_) | Node::Line(_) | Node::GlobalRef(..) => return Ok(Quoted::Copy),
            _ => return Ok(Quoted::Code(node)),
        };
        if head == s::INTERPOLATE && depth == 0 {
            return match args[..] {
                [value] => Ok(Quoted::Code(value)),
                _ => self.fail("`$` with several values"),
            };
        }
        if !self.contains(node, is_dollar) {
            return Ok(Quoted::Copy);
        }
        let depth = match head {
            s::QUOTE => depth + 1,
            s::INTERPOLATE => depth - 1,
            _ => depth,
        };
        let mut parts = Nodes::new();
        parts.push(self.n_quoted(head));
        for arg in args {
            parts.push(match self.interpolate(arg, depth)? {
                Quoted::Code(code) => code,
                Quoted::Copy => self.n_copy(),
            });
        }
        let callee = self.n_core("_expr");
        Ok(Quoted::Code(self.n_call(callee, &parts)))
    }

    /// Syntax whose value is a copy of quoted code.
    fn n_copy(&mut self) -> NodeId {
        let nothing = self.n_nothing();
        let copy = self.n_expr(s::BLOCK, &[nothing]);
        self.ast.leaf(Node::Quote(copy), self.span)
    }
}

/// What a piece of quoted code becomes.
enum Quoted {
    /// Code that builds it.
    Code(NodeId),
    /// An opaque copy.
    Copy,
}

fn is_dollar(node: &Node) -> bool {
    matches!(*node, Node::Expr(s::INTERPOLATE, _))
}
