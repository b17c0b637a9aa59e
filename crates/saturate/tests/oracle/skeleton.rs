//! What a function does, in a form in which two functions compare that differ in the numbering of values only.
//!
//! Global value numbering: a value is the expression that computes it, so that it does not matter how often, or in which
//! block, a call that does nothing but compute is written down; constants that inference found stand for the calls
//! they come from; a parameter whose arguments are all one value is that value, and one that nothing needs is none. What is left, block by block, are the
//! statements with effects and the terminators: those must be the same, in the same order, on the same values.

use saturate::effects::{CallKind, Effects};
use saturate::host::Host;
use saturate::ir::infer::Inferred;
use saturate::ir::{Block, Function, Inst, InstKind, Terminator, Value, ValueDef};
use std::collections::hash_map::DefaultHasher;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// One line per statement that stays and per terminator, blocks in the order in which control first comes to them.
pub fn skeleton(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> Vec<String> {
    let mut numbering = Numbering {
        function,
        inferred,
        host,
        blocks: HashMap::new(),
        numbers: HashMap::new(),
    };
    numbering.run()
}

struct Numbering<'a> {
    function: &'a Function,
    inferred: &'a Inferred,
    host: &'a mut dyn Host,
    /// Numbers of the blocks that stay: those that are not empty, and not just the rest of another one.
    blocks: HashMap<Block, usize>,
    numbers: HashMap<Value, u64>,
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Numbering<'_> {
    fn run(&mut self) -> Vec<String> {
        let order = self.order();
        // A parameter that nothing needs stands for itself: it is not counted.
        let mut same: HashMap<Value, Value> = self.unused(&order);
        // Every other one is a value of its own, until its arguments are seen to be one; numbers that depend on it change with it.
        loop {
            self.number(&order, &same);
            let mut changed = false;
            for &block in &order[1..] {
                for (at, &param) in self.function.params(block).iter().enumerate() {
                    if same.contains_key(&param) {
                        continue;
                    }
                    if let Some(value) = self.only_argument(&order, block, at, param) {
                        same.insert(param, value);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        self.find_blocks(&order, &same);
        let mut lines = Vec::new();
        for &block in &order {
            if self.is_empty(block, &same) {
                continue;
            }
            for &inst in &self.function.blocks[block].insts {
                if self.stays(inst) {
                    lines.push(self.statement(inst));
                }
            }
            lines.extend(self.terminator(block, &same));
        }
        lines
    }

    fn find_blocks(&mut self, order: &[Block], same: &HashMap<Value, Value>) {
        let mut jumps: HashMap<Block, (usize, bool)> = HashMap::new();
        for &block in order {
            let term = &self.function.blocks[block].term;
            for target in term.targets() {
                let (count, plain) = jumps
                    .entry(self.behind(target.block, same))
                    .or_insert((0, true));
                // Empty blocks on the way are no jumps of their own.
                if !self.is_empty(block, same) {
                    *count += 1;
                    *plain &= matches!(term, Terminator::Jump(_));
                }
            }
        }
        self.blocks.clear();
        for &block in order {
            let kept = self.has_params(block, same);
            let is_rest = !kept && jumps.get(&block) == Some(&(1, true));
            if !self.is_empty(block, same) && (!is_rest || block == order[0]) {
                let number = self.blocks.len();
                self.blocks.insert(block, number);
            }
        }
    }

    fn has_params(&self, block: Block, same: &HashMap<Value, Value>) -> bool {
        let mut params = self.function.params(block).iter();
        params.any(|param| !same.contains_key(param))
    }

    fn is_empty(&self, block: Block, same: &HashMap<Value, Value>) -> bool {
        block != self.function.entry() && self.is_forwarder(block) && !self.has_params(block, same)
    }

    /// The first block at or behind one that is not empty.
    fn behind(&self, mut block: Block, same: &HashMap<Value, Value>) -> Block {
        for _ in 0..self.function.layout.len() {
            match &self.function.blocks[block].term {
                Terminator::Jump(next) if self.is_empty(block, same) => block = next.block,
                _ => break,
            }
        }
        block
    }

    /// Parameters that nothing needs.
    fn unused(&self, order: &[Block]) -> HashMap<Value, Value> {
        let mut needed = std::collections::HashSet::new();
        let mut arguments: HashMap<Value, Vec<Value>> = HashMap::new();
        let mut producers: HashMap<Value, Inst> = HashMap::new();
        let mut stack: Vec<Value> = Vec::new();
        for &block in order {
            for &inst in &self.function.blocks[block].insts {
                if self.stays(inst) {
                    stack.extend(self.function.operands(inst));
                } else {
                    producers.insert(self.function.insts[inst].result, inst);
                }
            }
            let term = &self.function.blocks[block].term;
            stack.extend(term.operand());
            for target in term.targets() {
                let params = self.function.params(target.block);
                for (&argument, &param) in self.function.slice(&target.args).iter().zip(params) {
                    arguments.entry(param).or_default().push(argument);
                }
            }
        }
        while let Some(value) = stack.pop() {
            if !needed.insert(value) {
                continue;
            }
            stack.extend(arguments.get(&value).into_iter().flatten());
            if let Some(&inst) = producers.get(&value) {
                stack.extend(self.function.operands(inst));
            }
        }
        order[1..]
            .iter()
            .flat_map(|&block| self.function.params(block))
            .filter(|param| !needed.contains(param))
            .map(|&param| (param, param))
            .collect()
    }

    /// Reachable blocks, in the order of a walk.
    fn order(&self) -> Vec<Block> {
        let mut order = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut stack = vec![self.function.entry()];
        while let Some(block) = stack.pop() {
            if !seen.insert(block) {
                continue;
            }
            order.push(block);
            let targets: Vec<Block> = self.function.blocks[block]
                .term
                .targets()
                .map(|target| target.block)
                .collect();
            stack.extend(targets.into_iter().rev());
        }
        order
    }

    fn effects(&self, inst: Inst) -> Effects {
        self.inferred.effects[inst].unwrap_or(Effects::UNKNOWN)
    }

    /// Whether a statement has a place of its own: everything but calls that only compute a value that is used.
    fn stays(&self, inst: Inst) -> bool {
        match self.function.insts[inst].kind {
            InstKind::Call { .. } | InstKind::New { .. } => {
                self.effects(inst).kind() == CallKind::Effectful
            }
            _ => true,
        }
    }

    fn is_forwarder(&self, block: Block) -> bool {
        let data = &self.function.blocks[block];
        matches!(data.term, Terminator::Jump(_)) && !data.insts.iter().any(|&it| self.stays(it))
    }

    fn number(&mut self, order: &[Block], same: &HashMap<Value, Value>) {
        self.numbers.clear();
        // Values come before their uses in the dominator tree, not in this order: a few rounds settle them.
        loop {
            let before = self.numbers.clone();
            let (mut index, mut effects) = (0, 0);
            for &block in order {
                for &param in self.function.params(block) {
                    let number = match same.get(&param) {
                        Some(&value) if value == param => 0,
                        Some(&value) => self.value(value),
                        None => {
                            index += 1;
                            hash(("param", index))
                        }
                    };
                    self.numbers.insert(param, number);
                }
                for &inst in &self.function.blocks[block].insts {
                    let result = self.function.insts[inst].result;
                    let stays = self.stays(inst);
                    effects += u32::from(stays);
                    // The value of a call may be known, though the call stays.
                    let kind = &self.function.insts[inst].kind;
                    let is_call = matches!(kind, InstKind::Call { .. } | InstKind::New { .. });
                    let number = match self.function.values[result].constant {
                        Some(constant) if is_call => {
                            hash(("constant", self.host.show_constant(constant)))
                        }
                        _ if stays => hash(("result", effects)),
                        _ => self.expression(inst),
                    };
                    self.numbers.insert(result, number);
                }
            }
            if before == self.numbers {
                break;
            }
        }
    }

    fn value(&mut self, value: Value) -> u64 {
        let data = &self.function.values[value];
        if let ValueDef::Const(constant) = data.def {
            return hash(("constant", self.host.show_constant(constant)));
        }
        match self.host.singleton(data.ty) {
            Some(only) => hash(("constant", self.host.show_constant(only))),
            None => self.numbers.get(&value).copied().unwrap_or(0),
        }
    }

    fn expression(&mut self, inst: Inst) -> u64 {
        let is_new = matches!(self.function.insts[inst].kind, InstKind::New { .. });
        let operands: Vec<Value> = self.function.operands(inst).collect();
        let operands: Vec<u64> = operands.into_iter().map(|it| self.value(it)).collect();
        hash(("call", is_new, self.function.insts[inst].inbounds, operands))
    }

    fn only_argument(
        &mut self,
        order: &[Block],
        block: Block,
        at: usize,
        param: Value,
    ) -> Option<Value> {
        let own = self.numbers[&param];
        let mut only: Option<(u64, Value)> = None;
        for &pred in order {
            let arguments: Vec<Value> = self.function.blocks[pred]
                .term
                .targets()
                .filter(|target| target.block == block)
                .map(|target| self.function.slice(&target.args)[at])
                .collect();
            for argument in arguments {
                let number = self.value(argument);
                if number == own {
                    continue;
                }
                match only {
                    Some((other, _)) if other != number => return None,
                    _ => only = Some((number, argument)),
                }
            }
        }
        only.map(|(_, value)| value)
    }

    fn statement(&mut self, inst: Inst) -> String {
        let operands: Vec<Value> = self.function.operands(inst).collect();
        let operands: Vec<u64> = operands.into_iter().map(|it| self.value(it)).collect();
        let data = &self.function.insts[inst];
        let ty = self.host.show_type(self.function.values[data.result].ty);
        let kind: &dyn Debug = match &data.kind {
            InstKind::Call { .. } => &"call",
            InstKind::New { .. } => &"new",
            InstKind::Pi { narrowing, .. } => narrowing,
            InstKind::Opaque { head, .. } => head,
            InstKind::SetSlot(slot, _) => slot,
            InstKind::PopException(_) => &"pop",
            other => other,
        };
        format!("{kind:?} {operands:x?} {ty} {}", data.inbounds)
    }

    /// The line of a terminator; none for a jump to what is just the rest of the block.
    fn terminator(&mut self, block: Block, same: &HashMap<Value, Value>) -> Option<String> {
        let term = self.function.blocks[block].term.clone();
        let mut text = match &term {
            Terminator::Jump(_) => "jump".to_owned(),
            Terminator::Branch { cond, .. } => format!("branch {:x}", self.value(*cond)),
            Terminator::Return(value) => format!("return {:x}", self.value(*value)),
            Terminator::Unreachable => "unreachable".to_owned(),
            Terminator::Enter { .. } => "enter".to_owned(),
        };
        for target in term.targets() {
            let to = self.behind(target.block, same);
            // The arguments are those of the last jump on the way.
            let mut args = self.function.slice(&target.args).to_vec();
            let mut at = target.block;
            while at != to {
                let Terminator::Jump(next) = &self.function.blocks[at].term else {
                    break;
                };
                args = self.function.slice(&next.args).to_vec();
                at = next.block;
            }
            let number = *self.blocks.get(&to)?;
            let params = self.function.params(to).to_vec();
            let mut passed = Vec::new();
            for (&argument, param) in args.iter().zip(&params) {
                if !same.contains_key(param) {
                    passed.push(self.value(argument));
                }
            }
            text += &format!(" → {number} {passed:x?}");
        }
        Some(text)
    }
}
