//! Types and constants of SSA values.
//!
//! A sparse, conditional propagation (Wegman and Zadeck): values start at `Union{}`, only code that may run
//! contributes, and every answer only ever grows until nothing changes. Statements whose type the front end brought
//! along (a host that has inferred already) keep it; block parameters join what reachable jumps pass.
//!
//! Termination: a value's type may change at most [`MAX_CHANGES`] times; then it becomes `Any`.
//!
//! Afterwards the code that can never run is gone: a branch on a known condition is a jump, a call that never
//! returns ends its block, π values that narrow nothing are replaced by their operand.

use super::cfg::Cfg;
use super::cleanup;
use super::entities::{Block, Inst, Slot, Type, Value};
use super::function::{Function, InstKind, Terminator, ValueDef};
use crate::effects::Effects;
use crate::host::{Host, Known};
use cranelift_entity::{EntitySet, SecondaryMap};
use std::collections::VecDeque;

/// How often the type of one value may grow before it is widened to `Any`.
pub const MAX_CHANGES: u8 = 12;

/// What inference found beyond the types that it wrote into the function.
#[derive(Clone, Default)]
pub struct Inferred {
    /// Effects of each statement that is a call, `new` or opaque form.
    pub effects: SecondaryMap<Inst, Option<Effects>>,
    /// Calls for which some argument types have no method: running them may raise a `MethodError`.
    pub no_method: Vec<Inst>,
}

/// Infers all types of a function whose parameters of the entry block have theirs, and prunes what cannot run.
pub fn infer(function: &mut Function, host: &mut dyn Host) -> Inferred {
    let bottom = host.bottom();
    let mut state = State {
        types: SecondaryMap::with_default(bottom),
        changes: SecondaryMap::new(),
        uses: uses(function),
        place: SecondaryMap::new(),
        slot_types: SecondaryMap::with_default(bottom),
        slot_reads: SecondaryMap::new(),
        reachable: EntitySet::new(),
        progress: SecondaryMap::new(),
        work: VecDeque::new(),
        queued: EntitySet::new(),
        inferred: Inferred::default(),
        any: host.any(),
        bottom,
        function,
        host,
    };
    state.run();
    let State {
        function,
        mut inferred,
        reachable,
        types,
        host,
        ..
    } = state;
    // Types have grown since: what had no method at first may have one now.
    inferred
        .no_method
        .retain(|&inst| types[function.insts[inst].result] == bottom);
    inferred.no_method.sort_unstable();
    inferred.no_method.dedup();
    for (value, data) in function.values.iter_mut() {
        if !matches!(data.def, ValueDef::Const(_)) {
            data.ty = types[value];
        }
    }
    prune(function, host, &reachable);
    let mut ret = bottom;
    for &block in &function.layout {
        if let Terminator::Return(value) = function.blocks[block].term {
            ret = host.join(ret, function.values[value].ty);
        }
    }
    function.ret = ret;
    inferred
}

/// Where each value is used: statements, and blocks whose terminator uses it.
struct Uses {
    insts: SecondaryMap<Value, Vec<Inst>>,
    terms: SecondaryMap<Value, Vec<Block>>,
}

fn uses(function: &Function) -> Uses {
    let mut uses = Uses {
        insts: SecondaryMap::new(),
        terms: SecondaryMap::new(),
    };
    for &block in &function.layout {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            for value in function.operands(inst) {
                uses.insts[value].push(inst);
            }
        }
        let arguments = data
            .term
            .targets()
            .flat_map(|target| function.slice(&target.args));
        for value in data.term.operand().into_iter().chain(arguments.copied()) {
            uses.terms[value].push(block);
        }
    }
    uses
}

#[derive(Clone, Copy)]
enum Work {
    Block(Block),
    Inst(Inst),
    Term(Block),
}

struct State<'a> {
    function: &'a mut Function,
    host: &'a mut dyn Host,
    types: SecondaryMap<Value, Type>,
    changes: SecondaryMap<Value, u8>,
    uses: Uses,
    /// Block of each statement, and its position there.
    place: SecondaryMap<Inst, Option<(Block, u32)>>,
    /// What has been written to each variable in memory, and the statements that read it.
    slot_types: SecondaryMap<Slot, Type>,
    slot_reads: SecondaryMap<Slot, Vec<Inst>>,
    reachable: EntitySet<Block>,
    /// How many statements of a block are known to return; the next one may run, those behind it not yet.
    progress: SecondaryMap<Block, u32>,
    work: VecDeque<Work>,
    queued: EntitySet<Inst>,
    inferred: Inferred,
    any: Type,
    bottom: Type,
}

impl State<'_> {
    fn run(&mut self) {
        let entry = self.function.entry();
        for &param in self.function.params(entry).to_vec().iter() {
            self.types[param] = self.function.values[param].ty;
        }
        for value in self.function.values.keys() {
            if let ValueDef::Const(_) = self.function.values[value].def {
                self.types[value] = self.function.values[value].ty;
            }
        }
        for &block in &self.function.layout {
            for (number, &inst) in self.function.blocks[block].insts.iter().enumerate() {
                self.place[inst] = Some((block, number as u32));
                if let InstKind::GetSlot(slot) = self.function.insts[inst].kind {
                    self.slot_reads[slot].push(inst);
                }
            }
        }
        self.reach(entry);
        while let Some(work) = self.work.pop_front() {
            match work {
                Work::Block(block) => self.block(block),
                Work::Inst(inst) => {
                    self.queued.remove(inst);
                    let Some((block, number)) = self.place[inst] else {
                        continue;
                    };
                    if self.reachable.contains(block) && number <= self.progress[block] {
                        self.inst(inst);
                    }
                }
                Work::Term(block) => {
                    let all = self.function.blocks[block].insts.len() as u32;
                    if self.reachable.contains(block) && self.progress[block] == all {
                        self.term(block);
                    }
                }
            }
        }
    }

    fn reach(&mut self, block: Block) {
        if self.reachable.insert(block) {
            self.work.push_back(Work::Block(block));
        }
    }

    /// Goes on in a block from the first statement that was not known to return.
    fn block(&mut self, block: Block) {
        while let Some(&inst) = self.function.blocks[block]
            .insts
            .get(self.progress[block] as usize)
        {
            self.inst(inst);
            if self.types[self.function.insts[inst].result] == self.bottom {
                return;
            }
            self.progress[block] += 1;
        }
        self.term(block);
    }

    fn known(&self, value: Value) -> Known {
        Known {
            ty: self.types[value],
            constant: self.function.values[value].constant,
        }
    }

    fn knowns(&self, values: &[Value]) -> Vec<Known> {
        values.iter().map(|&value| self.known(value)).collect()
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.function.insts[inst];
        let result = data.result;
        let kind = data.kind.clone();
        // An operand without a type yet comes from code that has not run yet.
        let waiting = self
            .function
            .operands(inst)
            .any(|value| self.types[value] == self.bottom);
        if waiting {
            return;
        }
        let known = match kind {
            InstKind::Call { callee, args } => {
                let args = self.knowns(self.function.slice(&args));
                let callee = self.known(callee);
                match self.host.call(callee, &args) {
                    Some(info) => {
                        self.inferred.effects[inst] = Some(info.effects);
                        info.result
                    }
                    None => {
                        self.inferred.effects[inst] = Some(Effects::THROWS);
                        self.inferred.no_method.push(inst);
                        Known {
                            ty: self.bottom,
                            constant: None,
                        }
                    }
                }
            }
            InstKind::New { ty, args } => {
                let args = self.knowns(self.function.slice(&args));
                let ty = self.known(ty);
                let info = self.host.new_object(ty, &args);
                self.inferred.effects[inst] = Some(info.effects);
                info.result
            }
            InstKind::Pi { value, narrowing } => {
                let known = self.known(value);
                Known {
                    ty: self.host.narrow(known.ty, narrowing),
                    constant: known.constant,
                }
            }
            InstKind::Opaque {
                head,
                args,
                payload,
            } => {
                let args = self.knowns(self.function.slice(&args));
                let info = self.host.opaque(head, &args, payload);
                self.inferred.effects[inst] = Some(info.effects);
                info.result
            }
            InstKind::IsDefined(_) => Known {
                ty: self.host.bool(),
                constant: None,
            },
            InstKind::SetSlot(slot, value) => {
                let known = self.known(value);
                self.write_slot(slot, known.ty);
                known
            }
            InstKind::GetSlot(slot) => Known {
                ty: self.slot_types[slot],
                constant: None,
            },
            InstKind::GetGlobal { .. } | InstKind::Leave(_) | InstKind::PopException(_) => Known {
                ty: self.function.values[result].ty,
                constant: None,
            },
        };
        self.update(result, known);
    }

    /// Grows what is known of a variable in memory and wakes its readers.
    fn write_slot(&mut self, slot: Slot, ty: Type) {
        let joined = self.host.join(self.slot_types[slot], ty);
        if joined != self.slot_types[slot] {
            self.slot_types[slot] = joined;
            for number in 0..self.slot_reads[slot].len() {
                self.wake(self.slot_reads[slot][number]);
            }
        }
    }

    fn wake(&mut self, inst: Inst) {
        if self.queued.insert(inst) {
            self.work.push_back(Work::Inst(inst));
        }
    }

    /// Grows what is known of a value and wakes its users.
    fn update(&mut self, value: Value, known: Known) {
        let old = self.types[value];
        let mut ty = self.host.join(old, known.ty);
        let constant = if old == self.bottom {
            known.constant
        } else if known.ty == self.bottom || self.function.values[value].constant == known.constant
        {
            self.function.values[value].constant
        } else {
            None
        };
        if ty == old && self.function.values[value].constant == constant {
            return;
        }
        self.changes[value] += 1;
        if self.changes[value] > MAX_CHANGES {
            ty = self.any;
        }
        let first = old == self.bottom;
        self.types[value] = ty;
        self.function.values[value].constant = constant;
        for number in 0..self.uses.insts[value].len() {
            self.wake(self.uses.insts[value][number]);
        }
        for &user in &self.uses.terms[value] {
            self.work.push_back(Work::Term(user));
        }
        // A call that turns out to return lets the code behind it run.
        if let (true, ValueDef::Result(inst)) = (first, self.function.values[value].def) {
            if let Some((block, number)) = self.place[inst] {
                if number == self.progress[block] {
                    self.work.push_back(Work::Block(block));
                }
            }
        }
    }

    fn term(&mut self, block: Block) {
        let term = self.function.blocks[block].term.clone();
        let (first, second) = match &term {
            Terminator::Branch { cond, .. } => {
                if self.types[*cond] == self.bottom {
                    return;
                }
                let constant = self.function.values[*cond].constant;
                match constant.and_then(|constant| self.host.as_bool(constant)) {
                    Some(taken) => (taken, !taken),
                    None => (true, true),
                }
            }
            _ => (true, true),
        };
        for (number, target) in term.targets().enumerate() {
            if !(if number == 0 { first } else { second }) {
                continue;
            }
            let params = self.function.params(target.block).to_vec();
            let args = self.function.slice(&target.args).to_vec();
            for (param, argument) in params.into_iter().zip(args) {
                let known = self.known(argument);
                if known.ty != self.bottom {
                    self.update(param, known);
                }
            }
            self.reach(target.block);
        }
    }
}

/// Makes the function say what inference found: dead branches and dead code go, π that narrow nothing go.
fn prune(function: &mut Function, host: &mut dyn Host, reachable: &EntitySet<Block>) {
    let bottom = host.bottom();
    for block in function.layout.clone() {
        if !reachable.contains(block) {
            continue;
        }
        let stop = function.blocks[block]
            .insts
            .iter()
            .position(|&inst| function.values[function.insts[inst].result].ty == bottom);
        if let Some(at) = stop {
            function.blocks[block].insts.truncate(at + 1);
            function.blocks[block].term = Terminator::Unreachable;
            continue;
        }
        if let Terminator::Branch {
            cond,
            then,
            otherwise,
        } = &function.blocks[block].term
        {
            let taken = function.values[*cond]
                .constant
                .and_then(|constant| host.as_bool(constant));
            if let Some(taken) = taken {
                let target = if taken {
                    then.clone()
                } else {
                    otherwise.clone()
                };
                function.blocks[block].term = Terminator::Jump(target);
            }
        }
    }
    cleanup::remove_unreachable_blocks(function);
    let mut same: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut any = false;
    for block in Cfg::new(function).order {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            if let InstKind::Pi { value, .. } = data.kind {
                if function.values[value].ty == function.values[data.result].ty {
                    same[data.result] = Some(same[value].unwrap_or(value));
                    any = true;
                }
            }
        }
    }
    if any {
        function.map_uses(|value| same.get(value).copied().flatten().unwrap_or(value));
    }
    cleanup::remove_dead_pis(function);
    cleanup::remove_trivial_params(function);
    cleanup::remove_forwarders(function);
    cleanup::merge_blocks(function);
}
