//! `let` and `try`.
//!
//! ```text
//! let x = e; body end            a scope in which x is set once, before anything reads it
//! try a catch err; b end         TryCatch(Scope(a), Scope(err = exception; b))
//! try a finally c end            TryFinally(Scope(a), Scope(c))
//! ```

use super::{Expander, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::core::{Core, CoreId};

/// How many `try` blocks may be around one: every block of code knows the handlers around it.
const MAX_NESTED_TRY: u32 = 1_000;

impl Expander<'_> {
    pub(super) fn expand_let(&mut self, bindings: NodeId, body: NodeId) -> Result<CoreId> {
        let bindings = match self.args_of(bindings, s::BLOCK) {
            Some(bindings) => bindings
                .into_iter()
                .filter(|&node| !self.is_line(node))
                .collect(),
            None => vec![bindings],
        };
        if bindings.is_empty() {
            return self.scope(|this| this.expand(body));
        }
        self.let_bindings(&bindings, body)
    }

    fn let_bindings(&mut self, bindings: &[NodeId], body: NodeId) -> Result<CoreId> {
        let Some((&binding, rest)) = bindings.split_first() else {
            return self.expand(body);
        };
        super::with_stack(|| self.let_binding(binding, rest, body))
    }

    fn let_binding(&mut self, binding: NodeId, rest: &[NodeId], body: NodeId) -> Result<CoreId> {
        let Some(&[lhs, rhs]) = self.ast.with_head(binding, s::ASSIGN) else {
            if self.ast.as_symbol(binding).is_none() && !self.has_head(binding, s::TYPED) {
                return self.invalid("this is not a binding of `let`");
            }
            return self.scope(|this| {
                let declaration = this.expand_declaration(s::LOCAL, &[binding])?;
                let inner = this.let_bindings(rest, body)?;
                Ok(this.block(vec![declaration, inner]))
            });
        };
        if self.defines_function(lhs) {
            let Some(name) = self.function_name(lhs) else {
                return self.invalid("this is not a binding of `let`");
            };
            let recursive = self.mentions(rhs, name);
            return self.scope(|this| {
                if recursive {
                    this.declare_local(name);
                } else {
                    this.declare_defined(name);
                }
                let definition = this.expand(binding)?;
                let inner = this.let_bindings(rest, body)?;
                Ok(this.block(vec![definition, inner]))
            });
        }
        let mut names = Vec::new();
        self.assigned_vars(lhs, &mut names);
        let plain = self.ast.as_symbol(lhs).is_some() || self.has_head(lhs, s::TYPED);
        if !plain && !self.has_head(lhs, s::TUPLE) {
            return self.invalid("this is not a binding of `let`");
        }
        if !names.iter().any(|&name| self.mentions(rhs, name)) {
            return self.scope(|this| {
                for &name in &names {
                    this.declare_defined(name);
                }
                let set = this.expand_assign(lhs, rhs)?;
                let inner = this.let_bindings(rest, body)?;
                Ok(this.block(vec![set, inner]))
            });
        }
        // The right side means the outer variable.
        self.scope(|this| {
            let mut stmts = Vec::new();
            let value = this.expand(rhs)?;
            let value = this.bind(value, &mut stmts);
            let inner = this.scope(|this| {
                for &name in &names {
                    this.declare_defined(name);
                }
                let set = this.expand_assign(lhs, value)?;
                let inner = this.let_bindings(rest, body)?;
                Ok(this.block(vec![set, inner]))
            })?;
            stmts.push(inner);
            Ok(this.block(stmts))
        })
    }

    pub(super) fn expand_try(&mut self, args: &[NodeId]) -> Result<CoreId> {
        if self.protected == MAX_NESTED_TRY {
            return self.fail(format_args!("a `try` inside {MAX_NESTED_TRY} others"));
        }
        self.protected += 1;
        let result = self.expand_protected(args);
        self.protected -= 1;
        result
    }

    fn expand_protected(&mut self, args: &[NodeId]) -> Result<CoreId> {
        let absent = |this: &Self, node: NodeId| matches!(this.ast.node(node), Node::Bool(false));
        match *args {
            [body, var, handler] => self.try_catch(body, var, handler),
            [body, var, handler, last] => {
                let body = if absent(self, handler) {
                    self.scope(|this| this.expand(body))?
                } else {
                    self.try_catch(body, var, handler)?
                };
                let last = self.scope(|this| this.expand(last))?;
                Ok(self.add(Core::TryFinally(body, last)))
            }
            // `try … else` has a fifth part.
            [_, _, _, _, _] => self.fail("`else` in a `try`"),
            _ => self.fail("this `try`"),
        }
    }

    fn try_catch(&mut self, body: NodeId, var: NodeId, handler: NodeId) -> Result<CoreId> {
        let body = self.scope(|this| this.expand(body))?;
        let handler = self.scope(|this| {
            let mut stmts = Vec::new();
            if let Some(name) = this.ast.as_symbol(var) {
                let exception = this.opaque(Sym::new("the_exception"), &[]);
                stmts.push(this.assign_name(name, exception));
            }
            if !matches!(this.ast.node(handler), Node::Bool(false)) {
                stmts.push(this.expand(handler)?);
            }
            Ok(this.block(stmts))
        })?;
        Ok(self.add(Core::TryCatch(body, handler)))
    }
}
