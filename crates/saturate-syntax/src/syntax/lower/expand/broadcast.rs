//! Dots: fusion of nested dot calls within one statement, and in-place assignment.
//!
//! ```text
//! sin.(x .+ 1)       materialize(broadcasted(sin, broadcasted(+, x, 1)))
//! y .= x .+ 1        materialize!(y, broadcasted(+, x, 1))
//! y[i] .= x          materialize!(dotview(y, i), broadcasted(identity, x))
//! f.(x; k = 1)       materialize(broadcasted_kwsyntax(f, x; k = 1))
//! x .^ 2             materialize(broadcasted(literal_pow, ^, x, Val{2}()))
//! ```

use super::{query, Expander, Nodes, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::core::CoreId;

impl Expander<'_> {
    /// `a.b`, `f.(x)` and `a .= b`.
    pub(super) fn expand_dot(&mut self, head: Sym, id: NodeId, args: &[NodeId]) -> Result<CoreId> {
        if head == s::DOT_ASSIGN {
            return self.expand_dot_assign(args[0], args[1]);
        }
        match self.fuse(id)? {
            Fused::Call(call) => self.call_top("materialize", &[call]),
            Fused::Field(object, field) => self.call_top("getproperty", &[object, field]),
            Fused::No => self.fail("this use of `.`"),
        }
    }

    /// `a .+ b`, where the parser leaves the dot in the operator.
    pub(super) fn expand_dot_call(&mut self, callee: NodeId, args: &[NodeId]) -> Result<CoreId> {
        let call = self.n_call(callee, args);
        match self.fuse(call)? {
            Fused::Call(call) => self.call_top("materialize", &[call]),
            _ => self.fail("this use of a dotted operator"),
        }
    }

    fn expand_dot_assign(&mut self, lhs: NodeId, rhs: NodeId) -> Result<CoreId> {
        let value = match self.fuse(rhs)? {
            Fused::Call(call) => call,
            _ => {
                let broadcasted = self.n_top("broadcasted");
                let identity = self.n_top("identity");
                self.n_call(broadcasted, &[identity, rhs])
            }
        };
        let Some(parts) = self.args_of(lhs, s::REF) else {
            return self.call_top("materialize!", &[lhs, value]);
        };
        let mut stmts = Vec::new();
        let array = self.reusable_array(parts[0], &parts[1..], &mut stmts)?;
        let indices = self.process_indices(array, &parts[1..], &mut stmts)?;
        let view = self.call_indexed("dotview", array, None, &indices)?;
        let value = self.expand(value)?;
        let callee = self.top("materialize!");
        stmts.push(self.call(callee, &[view, value]));
        Ok(self.block(stmts))
    }

    /// The lazy form of a dot call.
    fn fuse(&mut self, id: NodeId) -> Result<Fused> {
        super::with_stack(|| self.fuse_node(id))
    }

    fn fuse_node(&mut self, id: NodeId) -> Result<Fused> {
        match self.expr(id) {
            Some((s::DOT, parts)) if parts.len() == 2 => {
                let (callee, second) = (parts[0], parts[1]);
                match self.args_of(second, s::TUPLE) {
                    Some(args) => self.fuse_call(callee, &args).map(Fused::Call),
                    None if self.is_atom(second)
                        || self.is_quoted(second)
                        || self.has_head(second, s::QUOTE) =>
                    {
                        Ok(Fused::Field(callee, second))
                    }
                    None => self.fail("this use of `.`"),
                }
            }
            Some((s::CALL, parts)) => {
                let undotted = match *self.ast.node(parts[0]) {
                    Node::Symbol(name) => query::undotted(name).map(|name| self.n_symbol(name)),
                    Node::GlobalRef(module, name) => query::undotted(name)
                        .map(|name| self.ast.leaf(Node::GlobalRef(module, name), self.span)),
                    _ => None,
                };
                match undotted {
                    Some(callee) => self.fuse_call(callee, &parts[1..]).map(Fused::Call),
                    None => Ok(Fused::No),
                }
            }
            _ => Ok(Fused::No),
        }
    }

    fn fuse_call(&mut self, callee: NodeId, args: &[NodeId]) -> Result<NodeId> {
        let name = match *self.ast.node(callee) {
            Node::Symbol(name) | Node::GlobalRef(_, name) => Some(name),
            _ => None,
        };
        if name == Some(s::POWER) && args.len() == 2 && self.is_integer(args[1]) {
            let exponent = self.n_literal_exponent(args[1]);
            let pow = self.n_top("literal_pow");
            return self.fuse_call(pow, &[callee, args[0], exponent]);
        }
        let (mut keywords, mut rest) = (Nodes::new(), args);
        if let Some(parameters) = args
            .first()
            .and_then(|&arg| self.args_of(arg, s::PARAMETERS))
        {
            keywords = parameters;
            rest = &args[1..];
        }
        let mut positional = Nodes::new();
        let mut named = Nodes::new();
        for &arg in rest {
            if self.is_keyword(arg) {
                named.push(arg);
            } else {
                positional.push(match self.fuse(arg)? {
                    Fused::Call(call) => call,
                    Fused::Field(..) | Fused::No => arg,
                });
            }
        }
        named.extend(keywords);
        let mut parts = Nodes::new();
        let lazy = if named.is_empty() {
            self.n_top("broadcasted")
        } else {
            parts.push(self.n_expr(s::PARAMETERS, &named));
            self.n_top("broadcasted_kwsyntax")
        };
        parts.push(callee);
        parts.extend(positional);
        Ok(self.n_call(lazy, &parts))
    }
}

/// What a dot turns out to be.
enum Fused {
    /// A lazy call.
    Call(NodeId),
    /// `object.field`.
    Field(NodeId, NodeId),
    /// Neither.
    No,
}
