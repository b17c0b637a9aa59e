//! Which statements are written inside the statement that uses them.
//!
//! ```text
//! %3 = *(%1, %2)
//! %4 = sum(%3)                 return 1 + sum(x * y)
//! %5 = +(1, %4)
//! return %5
//! ```
//!
//! A value that is used once, in the block that it is made in, waits for its use. Operands are evaluated from left to right, so that those that wait can be taken
//! from the end, as far as their order is the operands' order: no call passes another one.

use super::{Callee, Form, Writer};
use crate::ir::entities::{Block, Inst, Value};
use crate::ir::function::InstKind;
use crate::ir::ValueDef;
use cranelift_entity::SecondaryMap;

/// A statement that waits for its only use.
struct Waiting {
    inst: Inst,
    /// How many statements it is made of.
    size: usize,
    is_inbounds: bool,
}

/// An expression of more statements is cut.
const MAX_SIZE: usize = 12;

impl Writer<'_> {
    /// Finds the statements that stand inside others.
    pub(super) fn find_nested(&mut self) {
        self.nested.clear();
        let function = self.function;
        let mut user = self.only_users();
        for &block in &function.layout {
            let mut waiting: Vec<Waiting> = Vec::new();
            for &inst in &function.blocks[block].insts {
                if self.is_left_out(inst) {
                    continue;
                }
                let data = &function.insts[inst];
                let operands = self.nesting_operands(inst);
                let size = 1 + self.take(&mut waiting, &operands, data.inbounds);
                let is_expression = matches!(
                    data.kind,
                    InstKind::Call { .. }
                        | InstKind::New { .. }
                        | InstKind::Pi { .. }
                        | InstKind::GetGlobal { .. }
                        | InstKind::GetSlot(_)
                );
                let is_used_here = std::mem::take(&mut user[data.result]) == Some(block);
                if is_expression && is_used_here && size <= MAX_SIZE {
                    waiting.push(Waiting {
                        inst,
                        size,
                        is_inbounds: data.inbounds,
                    });
                } else {
                    waiting.clear();
                }
            }
            let last = match self.collection_at(block) {
                Some(collection) => Some(collection),
                None => function.blocks[block].term.operand(),
            };
            let last: Vec<Value> = last.into_iter().map(|it| self.root(it)).collect();
            let is_inbounds = waiting.last().is_some_and(|it| it.is_inbounds);
            self.take(&mut waiting, &last, is_inbounds);
        }
    }

    /// Takes the operands that wait, if their order allows it; how many statements they are made of.
    fn take(&mut self, waiting: &mut Vec<Waiting>, operands: &[Value], is_inbounds: bool) -> usize {
        let function = self.function;
        let result = |it: &Waiting| function.insts[it.inst].result;
        let (mut taken, mut size) = (0, 0);
        for &operand in operands.iter().rev() {
            if !waiting.iter().any(|it| result(it) == operand) {
                continue;
            }
            let at = waiting.len() - 1 - taken;
            let next = &waiting[at];
            size += next.size;
            if result(next) != operand || next.is_inbounds != is_inbounds || size >= MAX_SIZE {
                waiting.clear();
                return 0;
            }
            taken += 1;
        }
        for it in waiting.split_off(waiting.len() - taken) {
            self.nested.insert(it.inst);
        }
        size
    }

    /// The operands of a statement that may be written inside it, in the order in which its source evaluates them.
    fn nesting_operands(&mut self, inst: Inst) -> Vec<Value> {
        let function = self.function;
        let operands: Vec<Value> = function.operands(inst).map(|it| self.root(it)).collect();
        let InstKind::Call { callee, .. } = function.insts[inst].kind else {
            return operands;
        };
        match self.callee(callee) {
            // Keyword arguments are evaluated in an order of their own.
            Callee::Sorter | Callee::Body(_) | Callee::SorterOf => Vec::new(),
            // What is assigned stands behind the place that it is assigned to.
            Callee::Form(Form::SetIndex | Form::SetProperty | Form::MaterializeInto) => {
                operands.get(2).copied().into_iter().collect()
            }
            _ => operands,
        }
    }

    /// The block of the only use of each value that has one, and that is no argument of a jump.
    fn only_users(&self) -> SecondaryMap<Value, Option<Block>> {
        let function = self.function;
        let mut users = SecondaryMap::new();
        for &block in &function.layout {
            let mut note = |value: Value| {
                let value = self.root(value);
                let is_result = matches!(function.values[value].def, ValueDef::Result(_));
                if is_result && self.uses[value] == 1 {
                    users[value] = Some(block);
                }
            };
            for &inst in &function.blocks[block].insts {
                if !self.is_left_out(inst) {
                    function.operands(inst).for_each(&mut note);
                }
            }
            match self.collection_at(block) {
                Some(collection) => note(collection),
                None => function.blocks[block]
                    .term
                    .operand()
                    .into_iter()
                    .for_each(note),
            }
        }
        users
    }
}
