//! `@views` and `@.`: macros that rewrite all of an expression.
//!
//! ```text
//! @views f(A[1:2], B[i] += A[3:4])     f(maybeview(A, 1:2), B[i] += maybeview(A, 3:4))
//! @. y = sin(x) + $f(2)                y .= sin.(x) .+ f(2)
//! ```

use super::{query, Expander, Nodes};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};

impl Expander<'_> {
    /// Indexing as a view, except on the left of assignments.
    pub(super) fn with_views(&mut self, node: NodeId) -> NodeId {
        super::with_stack(|| self.with_views_node(node))
    }

    fn with_views_node(&mut self, node: NodeId) -> NodeId {
        let Some((head, args)) = self.expr(node) else {
            return node;
        };
        if matches!(head, s::QUOTE | s::INERT) {
            return node;
        }
        let assigns =
            head == s::ASSIGN || head == s::DOT_ASSIGN || query::update_operator(head).is_some();
        let mut parts = Nodes::new();
        for (at, &arg) in args.iter().enumerate() {
            let place = self.args_of(arg, s::REF).filter(|_| assigns && at == 0);
            parts.push(match place {
                Some(place) => {
                    let place: Nodes = place
                        .into_iter()
                        .map(|part| self.with_views(part))
                        .collect();
                    self.n_expr(s::REF, &place)
                }
                None => self.with_views(arg),
            });
        }
        let head = if head == s::REF { s::MAYBEVIEW } else { head };
        self.ast.expr(head, &parts, self.ast.span(node))
    }

    /// A dot on every call, operator and assignment.
    pub(super) fn with_dots(&mut self, node: NodeId) -> NodeId {
        super::with_stack(|| self.with_dots_node(node))
    }

    fn with_dots_node(&mut self, node: NodeId) -> NodeId {
        let Some((head, args)) = self.expr(node) else {
            return node;
        };
        if head == s::INTERPOLATE {
            return args[0];
        }
        let span = self.ast.span(node);
        let mut parts: Nodes = args.iter().map(|&arg| self.with_dots(arg)).collect();
        match head {
            s::QUOTE | s::INERT => return node,
            s::CALL if !parts.is_empty() && self.dottable(args[0]) => {
                let tuple = self.n_expr(s::TUPLE, &parts[1..]);
                return self.ast.expr(s::DOT, &[parts[0], tuple], span);
            }
            s::COMPARISON => {
                for at in (1..parts.len()).step_by(2) {
                    if let Some(name) = self
                        .ast
                        .as_symbol(args[at])
                        .filter(|_| self.dottable(args[at]))
                    {
                        parts[at] = self.n_symbol(Sym::new(&format!(".{name}")));
                    }
                }
            }
            s::LET | s::FOR => parts[0] = self.without_dots(parts[0]),
            s::ASSIGN | s::FUNCTION | s::MACRO if self.has_head(args[0], s::CALL) => {
                parts[0] = args[0]
            }
            _ => {
                let text = head.as_str();
                let plain = text.ends_with('=') && !text.starts_with('.') && !text.ends_with("==");
                if plain && (head == s::ASSIGN || query::update_operator(head).is_some()) {
                    return self.ast.expr(Sym::new(&format!(".{text}")), &parts, span);
                }
            }
        }
        self.ast.expr(head, &parts, span)
    }

    /// The bindings of a `let` or `for` keep their plain `=`.
    fn without_dots(&mut self, node: NodeId) -> NodeId {
        match self.expr(node) {
            Some((s::DOT_ASSIGN, args)) => self.n_expr(s::ASSIGN, &args),
            Some((s::BLOCK, args)) => {
                let args: Nodes = args.into_iter().map(|arg| self.without_dots(arg)).collect();
                self.n_expr(s::BLOCK, &args)
            }
            _ => node,
        }
    }

    /// What `@.` puts a dot on: not on operators that have one, nor on `..`.
    fn dottable(&self, callee: NodeId) -> bool {
        match *self.ast.node(callee) {
            Node::Symbol(name) => {
                let text = name.as_str();
                !(text.starts_with('.') && text.len() > 1) || text == ".."
            }
            Node::Expr(head, _) => head != s::INTERPOLATE,
            _ => true,
        }
    }
}
