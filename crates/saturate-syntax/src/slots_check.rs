//! A check that slot code is well formed, for tests and for hosts that hand code in.
//!
//! Laws: an operand names a statement that stands before it, a slot and a static parameter that exist; jumps go to
//! statements; the last statement ends control flow.

use super::slots::{Operand, SlotCode, StmtKind};
use crate::entities::{Slot, Stmt};
use cranelift_entity::EntityRef;

impl SlotCode {
    /// The first law that the code breaks, if any, with the statement.
    pub fn check(&self) -> Result<(), String> {
        for (stmt, data) in &self.stmts {
            let wrong = match &data.kind {
                StmtKind::Assign(slot, value) => self.slot(*slot).or(self.operand(stmt, value)),
                StmtKind::Value(value)
                | StmtKind::Return(value)
                | StmtKind::PopException { token: value, .. } => self.operand(stmt, value),
                StmtKind::Call {
                    callee: first,
                    args,
                }
                | StmtKind::New { ty: first, args } => {
                    let all = std::iter::once(first).chain(args);
                    all.filter_map(|operand| self.operand(stmt, operand)).next()
                }
                StmtKind::Opaque { args, .. } => {
                    args.iter().find_map(|operand| self.operand(stmt, operand))
                }
                StmtKind::Goto(target) | StmtKind::Enter(target) => self.target(*target),
                StmtKind::GotoIfNot(test, target) => {
                    self.target(*target).or(self.operand(stmt, test))
                }
                StmtKind::Unreachable | StmtKind::Leave(_) => None,
            };
            if let Some(wrong) = wrong {
                return Err(format!("{}: {stmt}: {wrong}", self.name));
            }
        }
        match self.stmts.values().next_back().map(|data| &data.kind) {
            Some(StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Unreachable) => Ok(()),
            _ => Err(format!("{}: control runs off the end", self.name)),
        }
    }

    fn slot(&self, slot: Slot) -> Option<String> {
        (slot.index() >= self.slots.len()).then(|| format!("there is no slot {slot}"))
    }

    fn target(&self, target: Stmt) -> Option<String> {
        (target.index() >= self.stmts.len()).then(|| format!("there is no statement {target}"))
    }

    fn operand(&self, at: Stmt, operand: &Operand) -> Option<String> {
        match operand {
            Operand::Stmt(stmt) => (*stmt >= at).then(|| format!("{stmt} is used before it runs")),
            Operand::Slot(slot) => self.slot(*slot),
            Operand::StaticParam(number) => (*number as usize >= self.static_params.len())
                .then(|| format!("there is no static parameter {number}")),
            Operand::Const(_) | Operand::Literal(_) | Operand::Global(..) => None,
        }
    }
}
