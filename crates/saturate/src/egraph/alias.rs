//! Which objects of a function are told apart: written, compared by identity, or handed out.
//!
//! Values that may reach the same mutable memory are put into one set (Steensgaard's analysis: one pass, near linear,
//! coarse): a π and its operand, a block parameter and its arguments, the result of a call that may alias and the
//! arguments that may be mutable. A set is *written* if some member is an argument of a call that writes, *compared* if
//! `===` or a call that looks at identities is given one, and it *escapes* if one is returned, kept in a variable in memory, or given to a call that may
//! keep it; it is *kept* if one is given to a call that puts it into a new object, or captured. All of that holds if one is thrown, and if one is returned
//! to a caller that goes on with it.
//!
//! A set is *private* if all its objects are made by the function and nobody else knows them before it returns. Then nothing but the
//! calls that are given a member reads or writes them: it is a [region](super::regions) of its own.
//! A call that writes may store what it is given in what it writes, so that these are one set; not so where the host knows that it
//! writes to its first argument only, and stores nothing there that is mutable itself (`mul!(C, A, B)`). What it returns is that argument.

use super::Clauses;
use crate::effects::analysis::only_written;
use crate::effects::Effects;
use crate::host::{Builtin, Host};
use crate::ir::{Function, Inst, InstKind, Slot, Terminator, Value, ValueDef};
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
    /// They may be older than the call of the function.
    pub older: bool,
    /// A call may lead from one of them to another, or has been given several at once.
    pub joined: bool,
    /// Somebody else may know them while the function runs: a call may have kept them, or a variable in memory has them.
    pub exposed: bool,
}

impl Fate {
    /// Whether the objects are handed out in one way only: at most one of them, by being returned as it is.
    pub fn is_only_returned(self) -> bool {
        let matters = self.written || self.compared || self.kept;
        self.escapes && !matters && !self.older && !self.exposed && !self.joined
    }

    /// Whether it can be told which of several equal objects one of them is: it is written, compared, or handed out in more than that one way.
    pub fn matters(self) -> bool {
        self.written || self.compared || self.escapes && !self.is_only_returned()
    }

    /// Nobody knows.
    const ANY: Fate = Fate {
        written: true,
        compared: true,
        escapes: true,
        kept: true,
        older: true,
        joined: true,
        exposed: true,
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
    /// Looks at every statement once. `goes_on` says whether callers go on with what is returned.
    pub fn new(
        function: &Function,
        host: &mut dyn Host,
        effects: impl Fn(Inst) -> Effects,
        clauses: Clauses,
        goes_on: bool,
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
            let is_older = match data.def {
                ValueDef::Const(_) => true,
                ValueDef::Param(block, _) => block == function.entry(),
                ValueDef::Result(_) => false,
            };
            if is_older && mutable[value] {
                aliases.mark(value, |fate| fate.older = true);
            }
        }
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                aliases.statement(function, host, &mutable, inst, effects(inst));
            }
            let term = &function.blocks[block].term;
            if let Terminator::Return(value) = *term {
                aliases.mark(value, |fate| {
                    fate.escapes = true;
                    fate.written |= goes_on;
                    fate.compared |= goes_on;
                    fate.kept |= goes_on;
                });
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
                self.mark(*value, |fate| {
                    fate.escapes = true;
                    fate.exposed = true;
                });
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
                let only = only_written(function, host, inst);
                self.operands(function, mutable, inst, effects, only);
            }
            InstKind::New { .. } => self.operands(function, mutable, inst, effects, None),
            InstKind::Opaque { .. } => {
                self.operands(function, mutable, inst, effects, None);
                self.mark(data.result, |fate| *fate = Fate::ANY);
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
        only: Option<Value>,
    ) {
        let result = function.insts[inst].result;
        let is_anywhere = effects.intersects(Effects::GLOBAL | Effects::OTHER);
        let only = only.filter(|_| !is_anywhere);
        let may_be_written = |value: Value| only.is_none_or(|only| only == value);
        let mut first = None;
        let mut is_given = false;
        for value in function.operands(inst).filter(|&value| mutable[value]) {
            is_given = true;
            if effects.contains(Effects::WRITES) && may_be_written(value) {
                // What is written may come to hold what else the call was given.
                let other = *first.get_or_insert(value);
                self.unite(other, value);
                self.mark(value, |fate| fate.joined = true);
                self.mark(value, |fate| {
                    fate.written = true;
                    fate.escapes = true;
                });
            }
            if effects.contains(Effects::OTHER) {
                self.mark(value, |fate| fate.escapes = true);
            }
            if is_anywhere && effects.intersects(Effects::WRITES | Effects::OTHER) {
                self.mark(value, |fate| fate.exposed = true);
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
            if mutable[result] && effects.contains(Effects::ALIASES) && may_be_written(value) {
                self.unite(value, result);
                self.mark(value, |fate| fate.joined = true);
            }
        }
        // What a call gives that is no part of its arguments and not new is older than both.
        if mutable[result] && effects.contains(Effects::ALIASES) && (is_anywhere || !is_given) {
            self.mark(result, |fate| fate.older = true);
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
        fate.older |= lost.older;
        fate.joined |= lost.joined;
        fate.exposed |= lost.exposed;
    }

    fn mark(&mut self, value: Value, change: impl Fn(&mut Fate)) {
        let root = self.find(value);
        change(&mut self.fate[root]);
    }

    /// A value that stands for the set of another one.
    pub fn set(&self, value: Value) -> Value {
        self.root(value)
    }

    /// Whether nobody but the function knows the objects that a value reaches.
    pub fn is_private(&self, value: Value) -> bool {
        let fate = self.fate(value);
        let is_exposed = fate.exposed && self.clauses.contains(Clauses::EXPOSED);
        !fate.older && !is_exposed
    }

    /// What may happen to the objects that a value reaches.
    pub fn fate(&self, value: Value) -> Fate {
        self.fate[self.root(value)]
    }
}
