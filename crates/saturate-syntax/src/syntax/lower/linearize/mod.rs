//! Flattening: the core tree of a function to slot code.
//!
//! ```text
//! if a; f(b(x)); end     s0: gotoifnot a s3
//!                        s1: call b(x)
//!                        s2: call f(s1)
//! ```
//!
//! Works like an interpreter that writes down what it would do: a form is compiled for its effect, for its value, or
//! as the function's result. Statements behind a jump are not written until a label makes them reachable again.
//!
//! Invariant: an operand read from a variable is copied if something evaluated later in the same call may assign it.

mod closures;
mod handlers;

use super::core::{BreakKind, Core, CoreId, LambdaId, ScopeId, Temp, Tree, VarId};
use super::expand::{with_stack, Result};
use super::item::Item;
use super::resolve::is_generated;
use crate::diag::{Diagnostic, Source, Span};
use crate::entities::{Slot, Stmt};
use crate::slots::{Literal, Operand, SlotCode, StmtKind};
use crate::sym::{s, Sym};
use cranelift_entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a form is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// Its effect only.
    Effect,
    /// Its value.
    Value,
    /// The function's result.
    Result,
}

/// A jump target that may not have a place yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Label(u32);

/// What all functions of one top-level expression share.
pub struct Shared<'a> {
    /// Their core tree.
    pub tree: &'a Tree,
    /// The text, for diagnostics.
    pub source: &'a Source,
    /// Numbers for closure types.
    pub counter: &'a mut u32,
    /// Where methods and closure types go.
    pub items: Vec<Item>,
    /// The closure types made so far, by the variable that names the function.
    closures: FxHashMap<VarId, closures::ClosureType>,
}

impl<'a> Shared<'a> {
    /// Nothing lowered yet.
    pub fn new(tree: &'a Tree, source: &'a Source, counter: &'a mut u32) -> Shared<'a> {
        Shared {
            tree,
            source,
            counter,
            items: Vec::new(),
            closures: FxHashMap::default(),
        }
    }
}

/// The slot code of a top-level thunk; methods defined in it go to `shared.items`.
/// The second result says whether the code does anything.
pub fn thunk(shared: &mut Shared<'_>, lambda: LambdaId) -> Result<(SlotCode, bool)> {
    let mut flat = Linearizer::new(shared, lambda);
    flat.top_level = true;
    flat.run()?;
    let useful = flat
        .code
        .stmts
        .values()
        .any(|stmt| !matches!(stmt.kind, StmtKind::Return(_)));
    let Linearizer { code, .. } = flat;
    Ok((code, useful))
}

struct BreakTarget {
    kind: BreakKind,
    label: Label,
    handlers: u32,
    tokens: usize,
}

struct Linearizer<'s, 'a> {
    shared: &'s mut Shared<'a>,
    tree: &'a Tree,
    lambda: LambdaId,
    code: SlotCode,
    slots: FxHashMap<VarId, Slot>,
    temps: FxHashMap<Temp, Operand>,
    /// Where each label is, once known.
    labels: Vec<Option<Stmt>>,
    named_labels: FxHashMap<Sym, handlers::NamedLabel>,
    breaks: Vec<BreakTarget>,
    handlers: handlers::Handlers,
    /// The declared type of the result, computed at the start.
    return_type: Option<Operand>,
    /// Local functions whose value has been made.
    defined: FxHashSet<VarId>,
    /// Whether control can come to the next statement.
    reachable: bool,
    inbounds: bool,
    top_level: bool,
    span: Span,
}

impl<'s, 'a> Linearizer<'s, 'a> {
    fn new(shared: &'s mut Shared<'a>, lambda: LambdaId) -> Linearizer<'s, 'a> {
        let tree = shared.tree;
        let data = &tree.lambdas[lambda];
        let mut code = SlotCode::new(data.name);
        let mut slots = FxHashMap::default();
        for (at, &var) in data.arg_vars.iter().enumerate() {
            let name = if is_generated(data.args[at]) {
                Sym::new("")
            } else {
                data.args[at]
            };
            let slot = if at == 0 {
                code.slots[Slot::new(0)].name = name;
                Slot::new(0)
            } else {
                code.add_slot(name)
            };
            slots.insert(var, slot);
        }
        code.nargs = data.arg_vars.len().max(1) as u32;
        code.is_va = data.is_va;
        code.static_params.clone_from(&data.static_params);
        Linearizer {
            shared,
            tree,
            lambda,
            code,
            slots,
            temps: FxHashMap::default(),
            labels: Vec::new(),
            named_labels: FxHashMap::default(),
            breaks: Vec::new(),
            handlers: handlers::Handlers::default(),
            return_type: None,
            defined: FxHashSet::default(),
            reachable: true,
            inbounds: false,
            top_level: false,
            span: data.span,
        }
    }

    fn run(&mut self) -> Result<()> {
        let data = &self.tree.lambdas[self.lambda];
        for &var in &data.arg_vars {
            if self.tree.vars[var].boxed {
                let slot = self.slots[&var];
                let made = self.call_core("Box", vec![Operand::Slot(slot)]);
                self.push(StmtKind::Assign(slot, made));
            }
        }
        let mut body = data.body;
        if let (Core::Scope(scope, inner), Some(ty)) =
            (self.tree.nodes[body].core, data.return_type)
        {
            self.make_boxes(scope);
            let ty = self.value(ty)?;
            self.return_type = Some(self.stable(ty));
            body = inner;
        }
        self.compile(body, For::Result)?;
        self.finish()
    }

    /// Resolves labels, and makes sure that control ends somewhere.
    fn finish(&mut self) -> Result<()> {
        self.settle_gotos()?;
        let end = self.code.stmts.len();
        let at_end = self.labels.iter().flatten().any(|stmt| stmt.index() >= end);
        if self.reachable || at_end || end == 0 {
            self.code.push(
                StmtKind::Return(Operand::Literal(Literal::Nothing)),
                self.span,
            );
        }
        for stmt in self.code.stmts.values_mut() {
            let (StmtKind::Goto(target) | StmtKind::GotoIfNot(_, target) | StmtKind::Enter(target)) =
                &mut stmt.kind
            else {
                continue;
            };
            *target = self.labels[target.index()].expect("every label that is used is placed");
        }
        Ok(())
    }

    // Emitting.

    /// Appends a statement, if control can reach it.
    fn push(&mut self, kind: StmtKind) -> Operand {
        if !self.reachable {
            return Operand::Literal(Literal::Nothing);
        }
        if matches!(kind, StmtKind::Goto(_) | StmtKind::Return(_)) {
            self.reachable = false;
        }
        let stmt = self.code.push(kind, self.span);
        self.code.stmts[stmt].inbounds = self.inbounds;
        Operand::Stmt(stmt)
    }

    fn new_label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    fn mark(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(Stmt::new(self.code.stmts.len()));
        self.reachable = true;
    }

    fn goto(&mut self, label: Label) {
        self.push(StmtKind::Goto(Stmt::from_u32(label.0)));
    }

    fn goto_if_not(&mut self, test: Operand, label: Label) {
        self.push(StmtKind::GotoIfNot(test, Stmt::from_u32(label.0)));
    }

    fn new_slot(&mut self) -> Slot {
        self.code.add_slot(Sym::new(""))
    }

    fn call(&mut self, callee: Operand, args: Vec<Operand>) -> Operand {
        self.push(StmtKind::Call { callee, args })
    }

    fn call_core(&mut self, name: &str, args: Vec<Operand>) -> Operand {
        self.call(Operand::Global(Some(s::CORE), Sym::new(name)), args)
    }

    /// An operand that later assignments do not change.
    fn stable(&mut self, operand: Operand) -> Operand {
        match operand {
            Operand::Slot(slot) if !self.is_constant(slot) => self.push(StmtKind::Value(operand)),
            _ => operand,
        }
    }

    /// Whether the slot is an argument that is never assigned.
    fn is_constant(&self, slot: Slot) -> bool {
        let data = &self.tree.lambdas[self.lambda];
        match data.arg_vars.get(slot.index()) {
            Some(&var) => self.tree.vars[var].assignments == 0 && !self.tree.vars[var].boxed,
            None => slot.index() == 0,
        }
    }

    // Compiling.

    /// The value of a form; `nothing` where control does not come back.
    fn value(&mut self, id: CoreId) -> Result<Operand> {
        Ok(self
            .compile(id, For::Value)?
            .unwrap_or(Operand::Literal(Literal::Nothing)))
    }

    fn effect(&mut self, id: CoreId) -> Result<()> {
        self.compile(id, For::Effect).map(drop)
    }

    fn compile(&mut self, id: CoreId, purpose: For) -> Result<Option<Operand>> {
        let outer = std::mem::replace(&mut self.span, self.tree.nodes[id].span);
        let result = with_stack(|| self.compile_node(id, purpose));
        self.span = outer;
        result
    }

    /// Delivers a value for its purpose.
    fn deliver(&mut self, value: Operand, purpose: For) -> Option<Operand> {
        match purpose {
            For::Effect => None,
            For::Value => Some(value),
            For::Result => {
                self.emit_return(value);
                None
            }
        }
    }

    fn compile_node(&mut self, id: CoreId, purpose: For) -> Result<Option<Operand>> {
        let tree = self.tree;
        match tree.nodes[id].core {
            Core::Literal(literal) => {
                let literal = tree.literals[literal].clone();
                Ok(self.deliver(Operand::Literal(literal), purpose))
            }
            Core::Global(module, name) => {
                let value = Operand::Global(module, name);
                Ok(self.deliver_read(value, purpose))
            }
            Core::Name(name) => self.error(format!("the name `{name}` was not resolved")),
            Core::Local(var) => {
                let value = self.read(var);
                Ok(self.deliver_read(value, purpose))
            }
            Core::StaticParam(name) => {
                let value = self.static_param(name);
                Ok(self.deliver(value, purpose))
            }
            Core::Temp(temp) => {
                let value = self
                    .temps
                    .get(&temp)
                    .cloned()
                    .unwrap_or(Operand::Literal(Literal::Nothing));
                Ok(self.deliver(value, purpose))
            }
            Core::Call(parts) => {
                let mut args = self.operands(tree.get(parts))?;
                let callee = args.remove(0);
                let value = self.call(callee, args);
                Ok(self.deliver(value, purpose))
            }
            Core::New(parts) => {
                let mut args = self.operands(tree.get(parts))?;
                let ty = args.remove(0);
                let value = self.push(StmtKind::New { ty, args });
                Ok(self.deliver(value, purpose))
            }
            Core::Opaque(head, parts) => {
                let args = self.operands(tree.get(parts))?;
                let value = self.push(StmtKind::Opaque {
                    head,
                    args,
                    payload: None,
                });
                Ok(self.deliver(value, purpose))
            }
            Core::Assign(target, value) => {
                let value = self.value(value)?;
                let value = if purpose == For::Effect {
                    value
                } else {
                    self.stable(value)
                };
                self.assign(target, value.clone())?;
                Ok(self.deliver(value, purpose))
            }
            Core::SetTemp(temp, value) => {
                let value = self.value(value)?;
                let value = self.stable(value);
                self.temps.insert(temp, value.clone());
                Ok(self.deliver(value, purpose))
            }
            Core::Block(stmts) => {
                let Some((&last, init)) = tree.get(stmts).split_last() else {
                    return Ok(self.deliver(Operand::Literal(Literal::Nothing), purpose));
                };
                for &stmt in init {
                    self.effect(stmt)?;
                }
                self.compile(last, purpose)
            }
            Core::If(test, then, other) => self.compile_if(test, then, other, purpose),
            Core::While(test, body) => {
                let (top, end) = (self.new_label(), self.new_label());
                self.mark(top);
                let test = self.value(test)?;
                self.goto_if_not(test, end);
                self.effect(body)?;
                self.goto(top);
                self.mark(end);
                Ok(self.deliver(Operand::Literal(Literal::Nothing), purpose))
            }
            Core::DoWhile(body, test) => {
                let (top, end) = (self.new_label(), self.new_label());
                self.mark(top);
                self.effect(body)?;
                let test = self.value(test)?;
                self.goto_if_not(test, end);
                self.goto(top);
                self.mark(end);
                Ok(self.deliver(Operand::Literal(Literal::Nothing), purpose))
            }
            Core::BreakBlock(kind, body) => {
                let label = self.new_label();
                self.breaks.push(BreakTarget {
                    kind,
                    label,
                    handlers: self.handlers.level,
                    tokens: self.handlers.tokens.len(),
                });
                let result = self.effect(body);
                self.breaks.pop();
                result?;
                self.mark(label);
                Ok(self.deliver(Operand::Literal(Literal::Nothing), purpose))
            }
            Core::Break(kind) => {
                let target = self.breaks.iter().rev().find(|target| target.kind == kind);
                let Some(&BreakTarget {
                    label,
                    handlers,
                    tokens,
                    ..
                }) = target
                else {
                    return self.error("`break` or `continue` outside a loop");
                };
                self.emit_break(label, handlers, tokens);
                Ok(None)
            }
            Core::Return(value) => {
                self.compile(value, For::Result)?;
                Ok(None)
            }
            Core::Unnecessary(value) => match purpose {
                For::Effect => Ok(None),
                _ => self.compile(value, purpose),
            },
            Core::Scope(scope, body) => {
                self.make_boxes(scope);
                self.compile(body, purpose)
            }
            Core::Decl(..) | Core::RequireLocal(_) => {
                Ok(self.deliver(Operand::Literal(Literal::Nothing), purpose))
            }
            Core::IsDefined(variable) => {
                let value = self.is_defined(variable);
                Ok(self.deliver(value, purpose))
            }
            Core::TryCatch(body, handler) => self.compile_try(body, handler, purpose),
            Core::TryFinally(body, last) => self.compile_finally(body, last, purpose),
            Core::Label(name) => {
                self.named_label(name)?;
                Ok(self.deliver(Operand::Literal(Literal::Nothing), purpose))
            }
            Core::Goto(name) => {
                self.named_goto(name);
                Ok(None)
            }
            Core::Method(method) => {
                self.define_method(&tree.methods[method])?;
                Ok(self.deliver(Operand::Literal(Literal::Nothing), purpose))
            }
            Core::Inbounds(body) => {
                let outer = std::mem::replace(&mut self.inbounds, true);
                let inner = if purpose == For::Result {
                    For::Value
                } else {
                    purpose
                };
                let value = self.compile(body, inner);
                self.inbounds = outer;
                match (value?, purpose) {
                    (Some(value), _) => Ok(self.deliver(value, purpose)),
                    (None, _) => Ok(None),
                }
            }
        }
    }

    /// Fresh boxes for the variables that a scope declares.
    fn make_boxes(&mut self, scope: ScopeId) {
        for &var in &self.tree.scopes[scope].vars {
            if self.tree.vars[var].boxed {
                let slot = self.slot(var);
                let made = self.call_core("Box", Vec::new());
                self.push(StmtKind::Assign(slot, made));
            }
        }
    }

    /// A read for its effect stays, because it may throw.
    fn deliver_read(&mut self, value: Operand, purpose: For) -> Option<Operand> {
        if purpose == For::Effect {
            let throws = match value {
                Operand::Slot(slot) => slot.as_u32() >= self.code.nargs,
                Operand::Global(..) => true,
                _ => false,
            };
            if throws {
                self.push(StmtKind::Value(value));
            }
            return None;
        }
        self.deliver(value, purpose)
    }

    fn compile_if(
        &mut self,
        test: CoreId,
        then: CoreId,
        other: Option<CoreId>,
        purpose: For,
    ) -> Result<Option<Operand>> {
        let test = self.value(test)?;
        let (otherwise, end) = (self.new_label(), self.new_label());
        let result = (purpose == For::Value).then(|| self.new_slot());
        self.goto_if_not(test, otherwise);
        let value = self.compile(then, purpose)?;
        if let (Some(slot), Some(value)) = (result, value) {
            self.push(StmtKind::Assign(slot, value));
        }
        if purpose != For::Result && (other.is_some() || result.is_some()) {
            self.goto(end);
        }
        self.mark(otherwise);
        let value = match other {
            Some(other) => self.compile(other, purpose)?,
            None => self.deliver(Operand::Literal(Literal::Nothing), purpose),
        };
        if let (Some(slot), Some(value)) = (result, value) {
            self.push(StmtKind::Assign(slot, value));
        }
        if purpose != For::Result {
            self.mark(end);
        }
        Ok(result.map(Operand::Slot))
    }

    /// Operands of one statement, evaluated left to right.
    fn operands(&mut self, parts: &[CoreId]) -> Result<Vec<Operand>> {
        let last_assign = parts
            .iter()
            .rposition(|&part| self.tree.nodes[part].assigns);
        let mut operands = Vec::with_capacity(parts.len());
        for (at, &part) in parts.iter().enumerate() {
            let operand = self.value(part)?;
            let later = last_assign.is_some_and(|last| last > at);
            operands.push(if later { self.stable(operand) } else { operand });
        }
        Ok(operands)
    }

    /// Stops the function at hand: the program is wrong, or not supported.
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Box::new(Diagnostic::at(
            self.shared.source,
            self.span,
            message,
        )))
    }
}
