//! The walk over the dominator tree that renames variables and writes the function.

use super::super::cfg::Cfg;
use super::super::dominance::Dominators;
use super::super::entities::{Block, Inst, Slot, Stmt, Type, Value};
use super::super::function::{Function, InstKind, MemorySlot, Narrowing, Terminator};
use super::super::slots::{Literal, Operand, SlotCode, StmtKind};
use super::blocks::Leaders;
use super::variables::Variables;
use super::SsaError;
use crate::diag::Span;
use crate::host::{Builtin, Global, Host};
use crate::ir;
use crate::sym::Sym;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;

/// What a branch on a value proves of another: when it is true, and when it is false.
#[derive(Clone, Copy)]
pub(super) struct Test {
    pub(super) subject: Value,
    pub(super) if_true: Option<Narrowing>,
    pub(super) if_false: Option<Narrowing>,
}

pub(super) struct Builder<'a> {
    pub(super) code: &'a SlotCode,
    pub(super) host: &'a mut dyn Host,
    pub(super) cfg: &'a Cfg,
    pub(super) dominators: &'a Dominators,
    pub(super) leaders: &'a Leaders,
    pub(super) variables: &'a Variables,
    pub(super) placed: &'a SecondaryMap<Block, Vec<Slot>>,
    pub(super) function: Function,
    pub(super) any: Type,
    pub(super) static_params: &'a [Option<ir::Const>],
    /// Value of each statement, and the block where it is computed.
    pub(super) results: SecondaryMap<Stmt, PackedOption<Value>>,
    /// Values that are the outcome of a test.
    pub(super) tests: FxHashMap<Value, Test>,
    /// Variables that were given a value, so that a test of the value narrows them.
    pub(super) holders: FxHashMap<Value, Vec<Slot>>,
    /// The value of each promoted variable at this point of the walk.
    pub(super) current: SecondaryMap<Slot, PackedOption<Value>>,
    /// What to restore when the walk leaves a subtree.
    pub(super) undo: Vec<(Slot, PackedOption<Value>)>,
}

impl Builder<'_> {
    /// Parameters of the entry block. A function object that is a singleton is a constant, not a parameter.
    pub(super) fn arguments(&mut self, types: &[Type]) {
        let entry = self.function.entry();
        for (slot, &ty) in self.code.slots.keys().zip(types) {
            let name = self.code.slots[slot].name;
            let value = match self.host.singleton(ty) {
                Some(constant) if slot.index() == 0 => self.function.constant(constant, ty),
                _ => {
                    self.function.has_self |= slot.index() == 0;
                    self.function.add_param(entry, ty, Some(name))
                }
            };
            if self.variables.in_memory.contains(slot) {
                self.set_memory(entry, slot, value, Span::default());
            } else {
                self.write(slot, value);
            }
        }
    }

    /// Visits the dominator tree in preorder with an explicit stack.
    pub(super) fn walk(&mut self) -> Result<(), SsaError> {
        enum Step {
            Enter(Block),
            Leave(usize),
        }
        let mut children: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in self.dominators.preorder() {
            if let Some(parent) = self.dominators.idom(block) {
                children[parent].push(block);
            }
        }
        // Parameters first: a jump may come before its target in the walk.
        for &block in &self.cfg.order {
            for &slot in &self.placed[block] {
                let name =
                    Some(self.code.slots[slot].name).filter(|name| !name.as_str().is_empty());
                let ty = self.code.slots[slot].ty.unwrap_or(self.any);
                self.function.add_param(block, ty, name);
            }
        }
        let mut stack = vec![Step::Enter(self.function.entry())];
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(mark) => {
                    while self.undo.len() > mark {
                        let (slot, value) = self.undo.pop().expect("longer than the mark");
                        self.current[slot] = value;
                    }
                }
                Step::Enter(block) => {
                    let mark = if block == self.function.entry() {
                        0
                    } else {
                        self.undo.len()
                    };
                    stack.push(Step::Leave(mark));
                    self.fill(block)?;
                    stack.extend(
                        children[block]
                            .iter()
                            .rev()
                            .map(|&child| Step::Enter(child)),
                    );
                }
            }
        }
        Ok(())
    }

    pub(super) fn write(&mut self, slot: Slot, value: Value) {
        self.undo.push((slot, self.current[slot]));
        self.current[slot] = value.into();
        self.holders.entry(value).or_default().push(slot);
        let data = &mut self.function.values[value];
        let name = self.code.slots[slot].name;
        if data.name.is_none() && !name.as_str().is_empty() {
            data.name = Some(name);
        }
    }

    pub(super) fn fill(&mut self, block: Block) -> Result<(), SsaError> {
        for (number, &slot) in self.placed[block].iter().enumerate() {
            let param = self.function.params(block)[number];
            self.write(slot, param);
        }
        self.narrow_at_entry(block);
        for stmt in self.leaders.stmts(block) {
            self.statement(block, stmt)?;
        }
        self.pass_arguments(block);
        Ok(())
    }

    /// Inserts π values in a block that only one side of a branch enters.
    pub(super) fn narrow_at_entry(&mut self, block: Block) {
        let [pred] = *self.cfg.preds(block) else {
            return;
        };
        let Terminator::Branch {
            cond,
            then,
            otherwise,
        } = &self.function.blocks[pred].term
        else {
            return;
        };
        let (cond, then, otherwise) = (*cond, then.block, otherwise.block);
        if then == otherwise {
            return;
        }
        let Some(&test) = self.tests.get(&cond) else {
            return;
        };
        let narrowing = if then == block {
            test.if_true
        } else {
            test.if_false
        };
        let Some(narrowing) = narrowing else { return };
        let mut holders = self.holders.get(&test.subject).cloned().unwrap_or_default();
        holders.retain(|&slot| self.current[slot].expand() == Some(test.subject));
        holders.sort_unstable();
        holders.dedup();
        if holders.is_empty() {
            return;
        }
        let ty = self
            .host
            .narrow(self.function.values[test.subject].ty, narrowing);
        let kind = InstKind::Pi {
            value: test.subject,
            narrowing,
        };
        let span = self.function.blocks[pred].term_span;
        let pi = self.function.append(block, kind, ty, span);
        for slot in holders {
            self.write(slot, pi);
        }
    }

    pub(super) fn operand(
        &mut self,
        block: Block,
        stmt: Stmt,
        operand: &Operand,
    ) -> Result<Value, SsaError> {
        let span = self.code.stmts[stmt].span;
        Ok(match operand {
            Operand::Stmt(def) => self.results[*def].expand().ok_or(SsaError::BadUse(stmt))?,
            Operand::Slot(slot) if self.variables.in_memory.contains(*slot) => {
                self.ensure_memory(*slot);
                let ty = self.code.slots[*slot].ty.unwrap_or(self.any);
                self.function
                    .append(block, InstKind::GetSlot(*slot), ty, span)
            }
            Operand::Slot(slot) => self.current[*slot].expand().ok_or(SsaError::BadUse(stmt))?,
            Operand::Const(constant) => self.constant(*constant),
            Operand::Literal(literal) => {
                let constant = self.host.literal(literal);
                self.constant(constant)
            }
            Operand::Global(module, name) => match self.host.global(*module, *name) {
                Global::Constant(constant) => self.constant(constant),
                Global::Variable(ty) => self.get_global(block, *module, *name, ty, span),
                Global::Undefined => self.get_global(block, *module, *name, self.any, span),
            },
            Operand::StaticParam(number) => match self.static_params.get(*number as usize) {
                Some(&Some(constant)) => self.constant(constant),
                // Not determined by the argument types: it is known when the function runs.
                _ => {
                    let number = self.host.literal(&Literal::Int(i64::from(*number) + 1));
                    let number = self.constant(number);
                    let kind = InstKind::Opaque {
                        head: Sym::new("static_parameter"),
                        args: self.function.list(&[number]),
                        payload: None,
                    };
                    self.function.append(block, kind, self.any, span)
                }
            },
        })
    }

    pub(super) fn constant(&mut self, constant: ir::Const) -> Value {
        let ty = self.host.type_of(constant);
        self.function.constant(constant, ty)
    }

    pub(super) fn get_global(
        &mut self,
        block: Block,
        module: Option<Sym>,
        name: Sym,
        ty: Type,
        span: Span,
    ) -> Value {
        let kind = InstKind::GetGlobal { module, name };
        self.function.append(block, kind, ty, span)
    }

    pub(super) fn set_memory(&mut self, block: Block, slot: Slot, value: Value, span: Span) {
        self.ensure_memory(slot);
        let ty = self.function.values[value].ty;
        self.function
            .append(block, InstKind::SetSlot(slot, value), ty, span);
    }

    /// Memory slots keep their numbers from the slot code.
    pub(super) fn ensure_memory(&mut self, slot: Slot) {
        while self.function.memory.len() <= slot.index() {
            let next = self.function.memory.next_key();
            self.function.memory.push(MemorySlot {
                name: self.code.slots[next].name,
                ty: self.code.slots[next].ty.unwrap_or(self.any),
            });
        }
    }

    pub(super) fn operands(
        &mut self,
        block: Block,
        stmt: Stmt,
        operands: &[Operand],
    ) -> Result<Vec<Value>, SsaError> {
        operands
            .iter()
            .map(|operand| self.operand(block, stmt, operand))
            .collect()
    }

    pub(super) fn statement(&mut self, block: Block, stmt: Stmt) -> Result<(), SsaError> {
        let code = self.code;
        let data = &code.stmts[stmt];
        let kind = match &data.kind {
            StmtKind::Assign(slot, operand) => {
                let value = self.operand(block, stmt, operand)?;
                if self.variables.in_memory.contains(*slot) {
                    self.set_memory(block, *slot, value, data.span);
                } else {
                    self.write(*slot, value);
                }
                self.results[stmt] = value.into();
                return Ok(());
            }
            StmtKind::Value(operand) => {
                let value = self.operand(block, stmt, operand)?;
                self.results[stmt] = value.into();
                return Ok(());
            }
            StmtKind::Goto(_) | StmtKind::Unreachable => return Ok(()),
            StmtKind::Enter(_) => {
                // Its value is the token that ends the handler; nothing but `PopException` looks at it.
                let token = self.host.literal(&Literal::Nothing);
                let token = self.constant(token);
                self.results[stmt] = token.into();
                return Ok(());
            }
            StmtKind::GotoIfNot(operand, _) => {
                let value = self.operand(block, stmt, operand)?;
                if let Terminator::Branch { cond, .. } = &mut self.function.blocks[block].term {
                    *cond = value;
                }
                return Ok(());
            }
            StmtKind::Return(operand) => {
                let value = self.operand(block, stmt, operand)?;
                self.function.blocks[block].term = Terminator::Return(value);
                return Ok(());
            }
            StmtKind::Call { callee, args } => {
                let callee = self.operand(block, stmt, callee)?;
                let args = self.operands(block, stmt, args)?;
                let test = self.as_test(callee, &args);
                let kind = InstKind::Call {
                    callee,
                    args: self.function.list(&args),
                };
                let inst = self.push(block, kind, stmt);
                if let Some(test) = test {
                    let result = self.function.insts[inst].result;
                    self.tests.insert(result, test);
                }
                return Ok(());
            }
            StmtKind::New { ty, args } => {
                let ty = self.operand(block, stmt, ty)?;
                let args = self.operands(block, stmt, args)?;
                InstKind::New {
                    ty,
                    args: self.function.list(&args),
                }
            }
            StmtKind::Opaque {
                head,
                args,
                payload,
            } => match (head.as_str(), &args[..]) {
                ("isdefined", [Operand::Slot(slot)]) => {
                    self.ensure_memory(*slot);
                    InstKind::IsDefined(*slot)
                }
                _ => {
                    let args = self.operands(block, stmt, args)?;
                    InstKind::Opaque {
                        head: *head,
                        args: self.function.list(&args),
                        payload: *payload,
                    }
                }
            },
            StmtKind::Leave(count) => InstKind::Leave(*count),
            StmtKind::PopException { token, handlers } => {
                let token = self.operand(block, stmt, token)?;
                for _ in 1..*handlers {
                    self.push(block, InstKind::PopException(token), stmt);
                }
                InstKind::PopException(token)
            }
        };
        self.push(block, kind, stmt);
        Ok(())
    }

    pub(super) fn push(&mut self, block: Block, kind: InstKind, stmt: Stmt) -> Inst {
        let data = &self.code.stmts[stmt];
        let ty = data.ty.unwrap_or(self.any);
        let inst = self.function.make_inst(kind, ty, data.span);
        self.function.blocks[block].insts.push(inst);
        self.function.insts[inst].inbounds = data.inbounds;
        let result = self.function.insts[inst].result;
        self.function.values[result].constant = data.constant;
        self.results[stmt] = result.into();
        inst
    }

    /// What a call proves when it is branched on.
    pub(super) fn as_test(&mut self, callee: Value, args: &[Value]) -> Option<Test> {
        let builtin = self.host.builtin(self.function.as_constant(callee)?)?;
        match (builtin, args) {
            (Builtin::Isa, &[subject, ty]) => {
                let ty = self.function.as_constant(ty)?;
                let ty = self.host.as_type(ty)?;
                Some(Test {
                    subject,
                    if_true: Some(Narrowing::Is(ty)),
                    if_false: Some(Narrowing::IsNot(ty)),
                })
            }
            (Builtin::Egal, &[a, b]) => {
                let (subject, constant) =
                    match (self.function.as_constant(a), self.function.as_constant(b)) {
                        (None, Some(constant)) => (a, constant),
                        (Some(constant), None) => (b, constant),
                        _ => return None,
                    };
                let ty = self.host.type_of(constant);
                // `x !== 1` says nothing of the type of `x`; `x !== nothing` does.
                let only = self.host.singleton(ty).is_some();
                Some(Test {
                    subject,
                    if_true: Some(Narrowing::Is(ty)),
                    if_false: only.then_some(Narrowing::IsNot(ty)),
                })
            }
            (Builtin::Not, &[inner]) => {
                let test = *self.tests.get(&inner)?;
                Some(Test {
                    subject: test.subject,
                    if_true: test.if_false,
                    if_false: test.if_true,
                })
            }
            _ => None,
        }
    }

    /// Gives the targets of a block the current values of the variables they take.
    pub(super) fn pass_arguments(&mut self, block: Block) {
        let mut term = std::mem::replace(
            &mut self.function.blocks[block].term,
            Terminator::Unreachable,
        );
        for target in term.targets_mut() {
            for &slot in &self.placed[target.block] {
                let value = self.current[slot]
                    .expand()
                    .expect("a variable that may be undefined is in memory");
                target.args.push(value, &mut self.function.pool);
            }
        }
        self.function.blocks[block].term = term;
    }
}
