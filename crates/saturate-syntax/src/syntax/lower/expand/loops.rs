//! Loops.
//!
//! ```text
//! for i in xs      next = iterate(xs)
//!     body         if next !== nothing
//! end              do  i = next[1]; state = next[2]
//!                      body
//!                      next = iterate(xs, state)
//!                  while next !== nothing
//! ```
//!
//! In `for i = a, j = b` a `break` leaves both loops, and the inner body sees copies of the outer variables.

use super::{Expander, Result};
use crate::slots::Literal;
use crate::sym::{s, Sym};
use crate::syntax::ast::NodeId;
use crate::syntax::lower::core::{BreakKind, Core, CoreId};

impl Expander<'_> {
    pub(super) fn expand_while(&mut self, test: NodeId, body: NodeId) -> Result<CoreId> {
        let test = self.expand(test)?;
        let body = self.scope(|this| this.expand(body))?;
        let body = self.add(Core::BreakBlock(BreakKind::Continue, body));
        let loops = self.add(Core::While(test, body));
        Ok(self.add(Core::BreakBlock(BreakKind::Exit, loops)))
    }

    pub(super) fn expand_for(&mut self, ranges: NodeId, body: NodeId) -> Result<CoreId> {
        let ranges = match self.args_of(ranges, s::BLOCK) {
            Some(ranges) => ranges
                .into_iter()
                .filter(|&node| !self.is_line(node))
                .collect(),
            None => vec![ranges],
        };
        let mut parts = Vec::with_capacity(ranges.len());
        for range in ranges {
            match self.ast.with_head(range, s::ASSIGN) {
                Some(&[lhs, iterated]) => parts.push((lhs, iterated)),
                _ => return self.fail("a `for` without `=` or `in`"),
            }
        }
        let loops = self.nest_for(&parts, &parts, body)?;
        Ok(self.add(Core::BreakBlock(BreakKind::Exit, loops)))
    }

    fn nest_for(
        &mut self,
        all: &[(NodeId, NodeId)],
        rest: &[(NodeId, NodeId)],
        body: NodeId,
    ) -> Result<CoreId> {
        let Some(((lhs, iterated), inner)) = rest.split_first() else {
            return self.expand(body);
        };
        let outer = self.args_of(*lhs, s::OUTER);
        let lhs = outer.as_ref().map_or(*lhs, |args| args[0]);
        let mut stmts = Vec::new();
        let iterated = self.expand(*iterated)?;
        let collection = self.bind(iterated, &mut stmts);
        let next = self.gensym();
        let next_node = self.n_symbol(next);
        let (_, state) = self.n_temp();

        let first = self.call_top("iterate", &[collection])?;
        stmts.push(self.assign_name(next, first));
        if outer.is_some() {
            let mut names = Vec::new();
            self.assigned_vars(lhs, &mut names);
            for name in names {
                stmts.push(self.add(Core::RequireLocal(name)));
            }
        }

        let mut step = |this: &mut Self| {
            let mut stmts = Vec::new();
            if outer.is_none() {
                let mut names = Vec::new();
                this.assigned_vars(lhs, &mut names);
                for name in names {
                    this.declare_local(name);
                }
            }
            let current = this.expand(next_node)?;
            this.assign_fields(&[lhs, state], current, &mut stmts)?;
            stmts.push(this.nest_for(all, inner, body)?);
            Ok(this.block(stmts))
        };
        let inside = if inner.is_empty() {
            let mut copied = Vec::new();
            for (lhs, _) in &all[..all.len() - 1] {
                if !self.has_head(*lhs, s::OUTER) {
                    self.assigned_vars(*lhs, &mut copied);
                }
            }
            let copied = distinct(copied);
            let scoped = self.with_copies(&copied, &mut step)?;
            self.add(Core::BreakBlock(BreakKind::Continue, scoped))
        } else {
            self.scope(step)?
        };

        let again = self.call_top("iterate", &[collection, state])?;
        let advance = self.assign_name(next, again);
        let inside = self.block(vec![inside, advance]);
        let (enter, repeat) = (self.is_something(next), self.is_something(next));
        let loops = self.add(Core::DoWhile(inside, repeat));
        stmts.push(self.add(Core::If(enter, loops, None)));
        Ok(self.block(stmts))
    }

    /// `Base.not_int(name === nothing)`.
    fn is_something(&mut self, name: Sym) -> CoreId {
        let name = self.add(Core::Name(name));
        let nothing = self.literal(Literal::Nothing);
        let egal = self.core("===");
        let test = self.call(egal, &[name, nothing]);
        let not = self.top("not_int");
        self.call(not, &[test])
    }

    /// Runs `body`, once, where each name is a fresh variable with the outer one's value.
    fn with_copies(&mut self, names: &[Sym], body: Body<'_, Self>) -> Result<CoreId> {
        let Some((&name, rest)) = names.split_first() else {
            return self.scope(body);
        };
        self.scope(|this| {
            let outer = this.add(Core::Name(name));
            let temp = this.tree.temp();
            let set = this.add(Core::SetTemp(temp, outer));
            let inner = this.scope(|this| {
                this.declare_defined(name);
                let value = this.add(Core::Temp(temp));
                let copy = this.assign_name(name, value);
                let inner = if rest.is_empty() {
                    body(this)?
                } else {
                    this.with_copies(rest, body)?
                };
                Ok(this.block(vec![copy, inner]))
            })?;
            Ok(this.block(vec![set, inner]))
        })
    }
}

/// What makes a loop's body.
type Body<'b, E> = &'b mut dyn FnMut(&mut E) -> Result<CoreId>;

/// The names without repetitions and underscores, in order.
pub(super) fn distinct(names: Vec<Sym>) -> Vec<Sym> {
    let mut result = Vec::with_capacity(names.len());
    for name in names {
        if !super::query::is_underscore(name) && !result.contains(&name) {
            result.push(name);
        }
    }
    result
}
