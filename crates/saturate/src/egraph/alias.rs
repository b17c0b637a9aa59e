//! Which objects of a function are told apart: written, compared by identity, or handed out.
//!
//! Values that may reach the same mutable memory are put into one set (Steensgaard's analysis: one pass, near linear,
//! coarse): a π and its operand, a block parameter and its arguments, the result of a call that may alias and the
//! arguments that may be mutable. A set is *written* if some member is an argument of a call that writes, *compared* if
//! `===` or a call that looks at identities is given one, and it *escapes* if one is returned, kept in a variable in memory, or given to a call that may
//! keep it; it is *kept* if one is given to a call that puts it into a new object, or captured. All of that holds if one is thrown.

use super::Clauses;
use crate::effects::Effects;
use crate::host::{Builtin, Host};
use crate::ir::{Function, Inst, InstKind, Slot, Terminator, Value};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

/// What may happen to the objects of a set.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Fate {
    /// A call may write them.
    pub written: bool,
    /// Their identity is looked at.
    pub compared: bool,
    /// They outlive the function or are reachable from elsewhere.
    pub escapes: bool,
    /// They are stored in another object, or captured.
    pub kept: bool,
}

impl Fate {
    /// Nobody knows.
    const ANY: Fate = Fate {
        written: true,
        compared: true,
        escapes: true,
        kept: true,
    };
}

/// The sets of values that may share memory.
pub struct Aliases {
    clauses: Clauses,
    parent: SecondaryMap<Value, u32>,
    fate: SecondaryMap<Value, Fate>,
    /// One of the values that a variable in memory has had.
    slots: SecondaryMap<Slot, PackedOption<Value>>,
}

impl Aliases {
    /// Looks at every statement once.
    pub fn new(
        function: &Function,
        host: &mut dyn Host,
        effects: impl Fn(Inst) -> Effects,
        clauses: Clauses,
    ) -> Aliases {
        let mut aliases = Aliases {
            clauses,
            parent: SecondaryMap::new(),
            fate: SecondaryMap::new(),
            slots: SecondaryMap::new(),
        };
        for value in function.values.keys() {
            aliases.parent[value] = value.as_u32();
        }
        let mut mutable: SecondaryMap<Value, bool> = SecondaryMap::new();
        for (value, data) in function.values.iter() {
            mutable[value] = host.may_be_mutable(data.ty);
        }
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                aliases.statement(function, host, &mutable, inst, effects(inst));
            }
            let term = &function.blocks[block].term;
            if let Terminator::Return(value) = *term {
                aliases.mark(value, |fate| fate.escapes = true);
            }
            for target in term.targets() {
                let params = function.params(target.block);
                for (&argument, &param) in function.slice(&target.args).iter().zip(params) {
                    aliases.unite(argument, param);
                }
            }
        }
        aliases
    }

    fn statement(
        &mut self,
        function: &Function,
        host: &mut dyn Host,
        mutable: &SecondaryMap<Value, bool>,
        inst: Inst,
        effects: Effects,
    ) {
        let data = &function.insts[inst];
        match &data.kind {
            InstKind::Pi { value, .. } => self.unite(*value, data.result),
            InstKind::SetSlot(slot, value) => {
                self.mark(*value, |fate| fate.escapes = true);
                self.in_slot(*slot, *value, mutable);
            }
            InstKind::GetSlot(_) | InstKind::GetGlobal { .. } => {
                // What it reads may be anything that escaped.
                self.mark(data.result, |fate| *fate = Fate::ANY);
                if let InstKind::GetSlot(slot) = data.kind {
                    self.in_slot(slot, data.result, mutable);
                }
            }
            InstKind::Call { callee, .. } => {
                let builtin = function
                    .as_constant(*callee)
                    .and_then(|callee| host.builtin(callee));
                if builtin == Some(Builtin::Egal) {
                    for value in function.operands(inst) {
                        self.mark(value, |fate| fate.compared = true);
                    }
                    return;
                }
                self.operands(function, mutable, inst, effects);
            }
            InstKind::New { .. } | InstKind::Opaque { .. } => {
                self.operands(function, mutable, inst, effects)
            }
            InstKind::IsDefined(_) | InstKind::Leave(_) | InstKind::PopException(_) => {}
        }
    }

    fn operands(
        &mut self,
        function: &Function,
        mutable: &SecondaryMap<Value, bool>,
        inst: Inst,
        effects: Effects,
    ) {
        let result = function.insts[inst].result;
        let mut first = None;
        for value in function.operands(inst).filter(|&value| mutable[value]) {
            if effects.contains(Effects::WRITES) {
                // What is written may come to hold what else the call was given.
                let other = *first.get_or_insert(value);
                self.unite(other, value);
                self.mark(value, |fate| {
                    fate.written = true;
                    fate.escapes = true;
                });
            }
            if effects.contains(Effects::OTHER) {
                self.mark(value, |fate| fate.escapes = true);
            }
            if effects.contains(Effects::IDENTITY) {
                self.mark(value, |fate| fate.compared = true);
            }
            if effects.contains(Effects::LEAKS) && self.clauses.contains(Clauses::THROWN) {
                // Whoever catches it may do anything with it.
                self.mark(value, |fate| *fate = Fate::ANY);
            }
            let is_captured = matches!(function.insts[inst].kind, InstKind::New { .. });
            if is_captured || effects.contains(Effects::ALLOCATES | Effects::ALIASES) {
                self.mark(value, |fate| fate.kept = true);
            }
            if mutable[result] && effects.contains(Effects::ALIASES) {
                self.unite(value, result);
            }
        }
        if effects.contains(Effects::WRITES | Effects::ALIASES) && mutable[result] {
            self.mark(result, |fate| {
                fate.written = true;
                fate.escapes = true;
            });
        }
    }

    fn root(&self, value: Value) -> Value {
        let mut at = value;
        while self.parent[at] != at.as_u32() {
            at = Value::new(self.parent[at] as usize);
        }
        at
    }

    fn find(&mut self, value: Value) -> Value {
        let root = self.root(value);
        let mut at = value;
        while at != root {
            let next = Value::new(self.parent[at] as usize);
            self.parent[at] = root.as_u32();
            at = next;
        }
        root
    }

    /// Whatever a variable in memory has had, it may have at every read.
    fn in_slot(&mut self, slot: Slot, value: Value, mutable: &SecondaryMap<Value, bool>) {
        if mutable[value] {
            match self.slots[slot].expand() {
                Some(other) => self.unite(other, value),
                None => self.slots[slot] = value.into(),
            }
        }
    }

    fn unite(&mut self, a: Value, b: Value) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (root, child) = if a < b { (a, b) } else { (b, a) };
        self.parent[child] = root.as_u32();
        let lost = self.fate[child];
        let fate = &mut self.fate[root];
        fate.written |= lost.written;
        fate.compared |= lost.compared;
        fate.escapes |= lost.escapes;
        fate.kept |= lost.kept;
    }

    fn mark(&mut self, value: Value, change: impl Fn(&mut Fate)) {
        let root = self.find(value);
        change(&mut self.fate[root]);
    }

    /// What may happen to the objects that a value reaches.
    pub fn fate(&self, value: Value) -> Fate {
        self.fate[self.root(value)]
    }
}
