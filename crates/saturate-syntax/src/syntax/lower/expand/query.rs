//! Questions about syntax that expansion asks: what is assigned, what occurs where, what has effects.
//!
//! The definitions are Julia's, literally, because the answers decide what is evaluated first.

use super::{Expander, Nodes};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};

/// `_`, `__` and so on: a place to assign to, not a value.
pub fn is_underscore(name: Sym) -> bool {
    name == s::UNDERSCORE || name.as_str().bytes().all(|byte| byte == b'_')
}

/// The operator of an updating assignment: `+` for `+=`, `.+` for `.+=`.
pub fn update_operator(head: Sym) -> Option<&'static str> {
    match head.as_str() {
        "=" | ".=" | ":=" | "==" | "===" | "<=" | ">=" | "!=" | "!==" | "≔" | "⩴" | "≕" => {
            None
        }
        text => text.strip_suffix('=').filter(|rest| !rest.is_empty()),
    }
}

/// The operator behind a dotted one: `+` for `.+`. Not for `...`, `..` or a lone `.`.
pub fn undotted(name: Sym) -> Option<Sym> {
    if !name.as_str().starts_with('.') {
        return None;
    }
    let rest = name.as_str().strip_prefix('.')?;
    match rest.chars().next() {
        None | Some('.') => None,
        Some(_) => Some(Sym::new(rest)),
    }
}

impl Expander<'_> {
    /// Head and arguments, copied out.
    pub(super) fn expr(&self, id: NodeId) -> Option<(Sym, Nodes)> {
        self.ast.as_expr(id).map(|(head, args)| (head, args.into()))
    }

    /// The arguments of a node with this head, copied out.
    pub(super) fn args_of(&self, id: NodeId, head: Sym) -> Option<Nodes> {
        self.ast.with_head(id, head).map(Into::into)
    }

    pub(super) fn has_head(&self, id: NodeId, head: Sym) -> bool {
        self.ast.with_head(id, head).is_some()
    }

    pub(super) fn is_line(&self, id: NodeId) -> bool {
        matches!(self.ast.node(id), Node::Line(_))
    }

    pub(super) fn is_splat(&self, id: NodeId) -> bool {
        self.has_head(id, s::SPLAT)
    }

    /// A name, or a value computed before.
    pub(super) fn is_symbol_like(&self, id: NodeId) -> bool {
        matches!(self.ast.node(id), Node::Symbol(_)) || self.has_head(id, s::TEMP)
    }

    /// Anything but an `Expr` or a quote.
    pub(super) fn is_atom(&self, id: NodeId) -> bool {
        !matches!(
            self.ast.node(id),
            Node::Expr(..) | Node::Quote(_) | Node::GlobalRef(..) | Node::Bool(_) | Node::Nothing
        )
    }

    pub(super) fn is_quoted(&self, id: NodeId) -> bool {
        match self.ast.node(id) {
            Node::Quote(_) | Node::GlobalRef(..) => true,
            // Other quotes are code that builds an expression.
            Node::Expr(s::QUOTE, _) => self.ast.quoted_symbol(id).is_some(),
            &Node::Expr(head, _) => matches!(head, s::INERT | s::BREAK | s::META),
            _ => false,
        }
    }

    /// `a.b` with a plain `a`.
    fn is_plain_field(&self, id: NodeId) -> bool {
        self.ast
            .with_head(id, s::DOT)
            .is_some_and(|args| args.len() == 2 && self.is_symbol_like(args[0]))
    }

    /// Whether evaluating it twice is as good as once.
    pub(super) fn is_effect_free(&self, id: NodeId) -> bool {
        !matches!(self.ast.node(id), Node::Expr(..))
            || self.has_head(id, s::TEMP)
            || self.is_plain_field(id)
            || self.is_quoted(id)
    }

    /// `a`, `a.b`, `a.b.c`, where each part is a name.
    pub(super) fn is_path(&self, mut id: NodeId) -> bool {
        loop {
            match self.ast.node(id) {
                Node::Symbol(_) | Node::GlobalRef(..) => return true,
                Node::Expr(..) => match self.ast.with_head(id, s::DOT) {
                    Some(&[base, field]) if self.ast.quoted_symbol(field).is_some() => {
                        if self.is_atom(base) {
                            return true;
                        }
                        id = base;
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    /// `f(x)`, `f(x)::T`, `f(x) where T`: the left side of a method definition.
    pub(super) fn is_signature(&self, mut id: NodeId) -> bool {
        loop {
            match self.ast.as_expr(id) {
                Some((s::CALL, _)) => return true,
                Some((s::WHERE | s::TYPED, args)) if !args.is_empty() => id = args[0],
                _ => return false,
            }
        }
    }

    /// The left side of an assignment that defines a method: a `where` always does.
    pub(super) fn defines_function(&self, lhs: NodeId) -> bool {
        match self.ast.as_expr(lhs) {
            Some((s::CALL | s::WHERE, _)) => true,
            Some((s::TYPED, &[inner, _])) => self.has_head(inner, s::CALL),
            _ => false,
        }
    }

    /// The variables that assigning to `lhs` sets.
    pub(super) fn assigned_vars(&self, lhs: NodeId, out: &mut Vec<Sym>) {
        match self.ast.node(lhs) {
            &Node::Symbol(name) => out.push(name),
            Node::Expr(..) => match self.ast.as_expr(lhs) {
                Some((s::TYPED, &[var, _])) => out.extend(self.ast.as_symbol(var)),
                Some((s::TUPLE | s::PARAMETERS, args)) => {
                    for &arg in args {
                        super::with_stack(|| self.assigned_vars(arg, out));
                    }
                }
                Some((s::SPLAT, &[inner])) => self.assigned_vars(inner, out),
                _ => {}
            },
            _ => {}
        }
    }

    /// Whether any node below `id`, and `id` itself, satisfies `test`; quoted code counts as well.
    pub(super) fn contains(&self, id: NodeId, mut test: impl FnMut(&Node) -> bool) -> bool {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let node = self.ast.node(id);
            if test(node) {
                return true;
            }
            match *node {
                Node::Expr(_, args) => pending.extend(self.ast.args(args)),
                Node::Quote(inner) => pending.push(inner),
                _ => {}
            }
        }
        false
    }

    /// Whether `name` occurs in `id` outside quotes.
    pub(super) fn mentions(&self, id: NodeId, name: Sym) -> bool {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            match *self.ast.node(id) {
                Node::Symbol(found) if found == name => return true,
                Node::Expr(_, args) if !self.is_quoted(id) => pending.extend(self.ast.args(args)),
                _ => {}
            }
        }
        false
    }

    pub(super) fn is_integer(&self, id: NodeId) -> bool {
        matches!(self.ast.node(id), Node::Int(_) | Node::UInt(..))
    }

    /// Keyword arguments among call arguments: `a = 1` or `; …`.
    pub(super) fn is_keyword(&self, id: NodeId) -> bool {
        self.has_head(id, s::KW)
    }
}
