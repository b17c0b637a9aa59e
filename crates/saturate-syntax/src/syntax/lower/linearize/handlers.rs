//! Leaving: `return`, `break` and `@goto` out of protected regions, `try`/`catch`, `try`/`finally`.
//!
//! ```text
//! try a finally c end     enter H; tag = -1; a; leave 1; goto F
//!                      H: leave 1; tag = 1
//!                      F: c
//!                         if tag === 1 rethrow()
//! ```
//!
//! A jump out of the protected block stores what it wants to do in `tag`, runs `c`, and then does it.

use super::{For, Label, Linearizer};
use crate::diag::Span;
use crate::entities::{Slot, Stmt};
use crate::slots::{Literal, Operand, StmtKind};
use crate::sym::{s, Sym};
use crate::syntax::lower::core::CoreId;
use crate::syntax::lower::expand::Result;

/// The protected regions around the statement at hand.
#[derive(Default)]
pub(super) struct Handlers {
    /// How many handlers are active.
    pub(super) level: u32,
    /// The `Enter` statements of the `catch` blocks we are in, outermost first.
    pub(super) tokens: Vec<Operand>,
    /// The innermost `finally`, and those around it.
    finally: Vec<Finally>,
    gotos: Vec<PendingGoto>,
}

struct Finally {
    tag: Slot,
    label: Label,
    level: u32,
    tokens: usize,
    /// What to do at the end, by tag from 1.
    actions: Vec<Action>,
}

#[derive(Clone)]
enum Action {
    Return(Operand),
    Break(Label, u32, usize),
    Rethrow,
}

/// A `@label`, seen or expected.
pub(super) struct NamedLabel {
    label: Label,
    /// Handler level and number of tokens, once seen.
    place: Option<(u32, usize)>,
}

/// A `@goto` whose way out of protected regions is known once its label is.
struct PendingGoto {
    name: Sym,
    /// A statement kept free for `Leave`, and one for `PopException`.
    leave: Option<Stmt>,
    pop: Option<Stmt>,
    level: u32,
    tokens: usize,
    token: Option<Operand>,
    span: Span,
}

impl Linearizer<'_, '_> {
    fn pop_exceptions(&mut self, tokens: usize) {
        if let Some(token) = self.handlers.tokens.get(tokens).cloned() {
            let handlers = (self.handlers.tokens.len() - tokens) as u32;
            self.push(StmtKind::PopException { token, handlers });
        }
    }

    /// Returns, through the `finally` blocks around.
    pub(super) fn emit_return(&mut self, value: Operand) {
        if self.handlers.level == 0 {
            return self.really_return(value);
        }
        if self.handlers.finally.is_empty() {
            let value = self.stable(value);
            let level = self.handlers.level;
            self.push(StmtKind::Leave(level));
            return self.really_return(value);
        }
        let value = match value {
            Operand::Literal(_) => value,
            value => {
                let slot = self.new_slot();
                self.push(StmtKind::Assign(slot, value));
                Operand::Slot(slot)
            }
        };
        self.enter_finally(Action::Return(value), true);
    }

    fn really_return(&mut self, value: Operand) {
        let value = match self.return_type.clone() {
            Some(ty) => self.convert(value, ty),
            None => value,
        };
        self.pop_exceptions(0);
        self.push(StmtKind::Return(value));
    }

    /// `Core.typeassert(Base.convert(T, value), T)`.
    pub(super) fn convert(&mut self, value: Operand, ty: Operand) -> Operand {
        let convert = Operand::Global(Some(s::BASE), Sym::new("convert"));
        let value = self.call(convert, vec![ty.clone(), value]);
        self.call_core("typeassert", vec![value, ty])
    }

    pub(super) fn emit_break(&mut self, label: Label, level: u32, tokens: usize) {
        if self
            .handlers
            .finally
            .last()
            .is_some_and(|finally| finally.level > level)
        {
            self.enter_finally(Action::Break(label, level, tokens), true);
            return;
        }
        self.pop_exceptions(tokens);
        if self.handlers.level > level {
            self.push(StmtKind::Leave(self.handlers.level - level));
        }
        self.goto(label);
    }

    fn enter_finally(&mut self, action: Action, jump: bool) {
        if !self.reachable {
            return;
        }
        let level = self.handlers.level;
        let finally = self.handlers.finally.last_mut().expect("inside a finally");
        finally.actions.push(action);
        let (tag, number) = (finally.tag, finally.actions.len() as i64);
        let (label, inner, tokens) = (finally.label, finally.level, finally.tokens);
        self.push(StmtKind::Assign(
            tag,
            Operand::Literal(Literal::Int(number)),
        ));
        if jump {
            self.pop_exceptions(tokens);
            self.push(StmtKind::Leave(level + 1 - inner));
            self.goto(label);
        }
    }

    pub(super) fn compile_try(
        &mut self,
        body: CoreId,
        handler: CoreId,
        purpose: For,
    ) -> Result<Option<Operand>> {
        let (catch, end) = (self.new_label(), self.new_label());
        let token = self.push(StmtKind::Enter(Stmt::from_u32(catch.0)));
        self.handlers.level += 1;
        let result = self.protected(body, purpose, catch, end)?;
        self.handlers.tokens.push(token.clone());
        let value = self.compile(handler, purpose)?;
        if let (Some(slot), Some(value)) = (result, value) {
            self.push(StmtKind::Assign(slot, value));
        }
        self.handlers.tokens.pop();
        if purpose != For::Result {
            let handlers = 1;
            self.push(StmtKind::PopException { token, handlers });
            self.mark(end);
        }
        Ok(result.map(Operand::Slot))
    }

    /// The protected code of a `try`, up to the first statement of its handler; the variable that holds its value.
    fn protected(
        &mut self,
        body: CoreId,
        purpose: For,
        catch: Label,
        end: Label,
    ) -> Result<Option<Slot>> {
        let inner = if purpose == For::Result {
            For::Value
        } else {
            purpose
        };
        let value = self.compile(body, inner)?;
        let result = (purpose == For::Value).then(|| self.new_slot());
        if let (Some(slot), Some(value)) = (result, value.clone()) {
            self.push(StmtKind::Assign(slot, value));
        }
        if purpose == For::Result {
            if let Some(value) = value {
                self.emit_return(value);
            }
        } else {
            self.push(StmtKind::Leave(1));
            self.goto(end);
        }
        self.handlers.level -= 1;
        self.mark(catch);
        self.push(StmtKind::Leave(1));
        Ok(result)
    }

    pub(super) fn compile_finally(
        &mut self,
        body: CoreId,
        last: CoreId,
        purpose: For,
    ) -> Result<Option<Operand>> {
        let (catch, end) = (self.new_label(), self.new_label());
        self.push(StmtKind::Enter(Stmt::from_u32(catch.0)));
        self.handlers.level += 1;
        let tag = self.new_slot();
        self.handlers.finally.push(Finally {
            tag,
            label: end,
            level: self.handlers.level,
            tokens: self.handlers.tokens.len(),
            actions: Vec::new(),
        });
        self.push(StmtKind::Assign(tag, Operand::Literal(Literal::Int(-1))));
        let result = self.protected(body, purpose, catch, end)?;
        self.enter_finally(Action::Rethrow, false);
        self.mark(end);
        let finally = self.handlers.finally.pop().expect("pushed above");
        self.effect(last)?;
        self.finish_actions(&finally, purpose);
        Ok(result.map(Operand::Slot))
    }

    /// Does what the tag says, the latest action first.
    fn finish_actions(&mut self, finally: &Finally, purpose: For) {
        for (at, action) in finally.actions.iter().enumerate().rev() {
            let last_return =
                purpose == For::Result && at == 0 && matches!(action, Action::Return(_));
            let skip = (!last_return).then(|| self.new_label());
            if let Some(skip) = skip {
                let number = Operand::Literal(Literal::Int(at as i64 + 1));
                let test = self.call_core("===", vec![Operand::Slot(finally.tag), number]);
                self.goto_if_not(test, skip);
            }
            match action.clone() {
                Action::Return(value) => self.emit_return(value),
                Action::Break(label, level, tokens) => self.emit_break(label, level, tokens),
                Action::Rethrow => {
                    self.call(
                        Operand::Global(Some(s::BASE), Sym::new("rethrow")),
                        Vec::new(),
                    );
                }
            }
            if let Some(skip) = skip {
                self.mark(skip);
            }
        }
    }

    pub(super) fn named_label(&mut self, name: Sym) -> Result<()> {
        let place = (self.handlers.level, self.handlers.tokens.len());
        let label = match self.named_labels.get_mut(&name) {
            Some(NamedLabel { place: Some(_), .. }) => {
                return self.error(format!("the label `{name}` is defined twice"));
            }
            Some(known) => {
                known.place = Some(place);
                known.label
            }
            None => {
                let label = self.new_label();
                let place = Some(place);
                self.named_labels.insert(name, NamedLabel { label, place });
                label
            }
        };
        self.mark(label);
        Ok(())
    }

    pub(super) fn named_goto(&mut self, name: Sym) {
        if !self.reachable {
            return;
        }
        let label = match self.named_labels.get(&name) {
            Some(known) => known.label,
            None => {
                let label = self.new_label();
                self.named_labels
                    .insert(name, NamedLabel { label, place: None });
                label
            }
        };
        let place = |operand: Operand| match operand {
            Operand::Stmt(stmt) => Some(stmt),
            _ => None,
        };
        let nothing = || StmtKind::Value(Operand::Literal(Literal::Nothing));
        let token = self.handlers.tokens.first().cloned();
        let pop = token
            .is_some()
            .then(|| self.push(nothing()))
            .and_then(place);
        let leave = (self.handlers.level > 0)
            .then(|| self.push(nothing()))
            .and_then(place);
        self.handlers.gotos.push(PendingGoto {
            name,
            leave,
            pop,
            level: self.handlers.level,
            tokens: self.handlers.tokens.len(),
            token,
            span: self.span,
        });
        self.goto(label);
    }

    /// Fills in how each `@goto` leaves protected regions.
    pub(super) fn settle_gotos(&mut self) -> Result<()> {
        for goto in std::mem::take(&mut self.handlers.gotos) {
            let name = goto.name;
            self.span = goto.span;
            let Some((level, tokens)) = self.named_labels.get(&name).and_then(|label| label.place)
            else {
                return self.error(format!("the label `{name}` is not defined"));
            };
            if level > goto.level || tokens > goto.tokens {
                return self.error(format!("`@goto {name}` jumps into a `try` block"));
            }
            if let (Some(stmt), true) = (goto.leave, goto.level > level) {
                self.code.stmts[stmt].kind = StmtKind::Leave(goto.level - level);
            }
            if let (Some(stmt), Some(token), true) = (goto.pop, goto.token, goto.tokens > tokens) {
                let handlers = (goto.tokens - tokens) as u32;
                self.code.stmts[stmt].kind = StmtKind::PopException { token, handlers };
            }
        }
        Ok(())
    }
}
