//! Updating assignment: `a += b` is `a = a + b` with the parts of `a` evaluated once.
//!
//! ```text
//! A[f(i)] += x       t = f(i); A[t] = A[t] + x
//! a.b.c += x         t = a.b; t.c = t.c + x
//! A .+= x            A .= A .+ x
//! ```

use super::{Expander, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::NodeId;
use crate::syntax::lower::core::CoreId;

impl Expander<'_> {
    /// `lhs operator= rhs`; the operator of `.+=` is `.+`.
    pub(super) fn expand_update(
        &mut self,
        operator: &str,
        lhs: NodeId,
        rhs: NodeId,
    ) -> Result<CoreId> {
        let assign = if operator.starts_with('.') {
            s::DOT_ASSIGN
        } else {
            s::ASSIGN
        };
        let mut stmts = Vec::new();
        let result = self.update_target(Sym::new(operator), assign, lhs, rhs, None, &mut stmts)?;
        stmts.push(result);
        Ok(self.block(stmts))
    }

    fn update_target(
        &mut self,
        operator: Sym,
        assign: Sym,
        lhs: NodeId,
        rhs: NodeId,
        ty: Option<NodeId>,
        stmts: &mut Vec<CoreId>,
    ) -> Result<CoreId> {
        match self.expr(lhs) {
            Some((s::REF, args)) => {
                let array = self.reusable_array(args[0], &args[1..], stmts)?;
                let indices = self.process_indices(array, &args[1..], stmts)?;
                // `begin` and `end` have to be settled before the element is named twice.
                let mut parts = super::Nodes::new();
                parts.push(self.argument_without_effects(array, stmts)?);
                for index in indices {
                    parts.push(self.settle_index(index, stmts)?);
                }
                let lhs = self.n_expr(s::REF, &parts);
                self.update_once(operator, assign, lhs, rhs, ty, stmts)
            }
            Some((s::TYPED, args)) if args.len() == 2 => {
                let place = self.without_effects(args[0], stmts)?;
                self.update_target(operator, assign, place, rhs, Some(args[1]), stmts)
            }
            Some((head, _))
                if assign == s::ASSIGN && !matches!(head, s::DOT | s::TUPLE | s::TEMP) =>
            {
                self.invalid(format!("`{head}` is not a place to assign to"))
            }
            _ => self.update_once(operator, assign, lhs, rhs, ty, stmts),
        }
    }

    fn update_once(
        &mut self,
        operator: Sym,
        assign: Sym,
        lhs: NodeId,
        rhs: NodeId,
        ty: Option<NodeId>,
        stmts: &mut Vec<CoreId>,
    ) -> Result<CoreId> {
        let mut place = self.without_effects(lhs, stmts)?;
        // `f(x) .+= y` updates the value of `f(x)`, computed once.
        let value_place = assign == s::DOT_ASSIGN
            && self
                .ast
                .as_expr(place)
                .is_some_and(|(head, _)| head != s::REF && head != s::TEMP);
        if value_place {
            let value = self.expand(place)?;
            place = self.bind(value, stmts);
        }
        let old = match ty {
            Some(ty) => self.n_expr(s::TYPED, &[place, ty]),
            None => place,
        };
        let operator = self.n_symbol(operator);
        let value = self.n_call(operator, &[old, rhs]);
        let update = self.n_expr(assign, &[place, value]);
        self.expand(update)
    }
}
