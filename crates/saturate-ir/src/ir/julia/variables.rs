//! Values that share a variable.
//!
//! Each value of SSA form has a name of its own, and jumps assign parameters: `s_2 = s_1 + x; s = s_2`. Where a parameter and what it is given are never needed at the
//! same time, they are one variable, as they were in the source: `s = s + x`.
//!
//! Two values interfere if one is defined where the other is still needed (Chaitin, 1982). Names decide what may be merged: a variable never takes over the value of one
//! that has another name.

use super::Writer;
use crate::ir::entities::{Block, Inst, Value};
use crate::ir::function::{Target, Terminator};
use crate::ir::ValueDef;
use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// Larger functions, in values times blocks, keep a variable for each value.
const MAX_LIVENESS: usize = 1 << 22;

/// More values than this do not share a variable.
const MAX_SHARED: usize = 64;

/// Which values share a variable, and where they are needed.
#[derive(Default)]
pub(super) struct Variables {
    /// The value that each shares the variable of.
    class: FxHashMap<Value, Value>,
    /// Parameters and arguments of jumps, by number.
    numbers: FxHashMap<Value, usize>,
    /// Which of them are needed at the beginning of each block, its own parameters included.
    live: SecondaryMap<Block, FxHashSet<usize>>,
    /// Of each block, the blocks that enter the regions which protect it.
    protectors: FxHashMap<Block, Vec<Block>>,
}

impl Variables {
    /// The value whose variable a value shares.
    pub fn of(&self, value: Value) -> Value {
        *self.class.get(&value).unwrap_or(&value)
    }
}

impl Writer<'_> {
    /// Whether a variable is needed at the beginning of a block.
    pub(super) fn lives_at(&self, block: Block, name: &str) -> bool {
        let variables = &self.variables;
        let mut live = variables.numbers.iter();
        live.any(|(&value, number)| {
            variables.live[block].contains(number) && self.names[variables.of(value)] == name
        })
    }

    /// Finds the values that share a variable.
    pub(super) fn find_variables(&mut self) {
        self.variables = Variables::default();
        let function = self.function;
        let mut candidates: Vec<Value> = Vec::new();
        let mut pairs: Vec<(Value, Value)> = Vec::new();
        let elements: FxHashSet<Value> = self.loops.iter().filter_map(|it| it.element).collect();
        for &block in &function.layout {
            for target in function.blocks[block].term.targets() {
                let params = function.params(target.block);
                for (&param, &arg) in params.iter().zip(function.slice(&target.args)) {
                    let arg = self.root(arg);
                    let is_constant = matches!(function.values[arg].def, ValueDef::Const(_));
                    if self.uses[param] == 0 || is_constant || elements.contains(&arg) {
                        continue;
                    }
                    pairs.push((param, arg));
                    candidates.extend([param, arg]);
                }
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        if candidates.len() * function.layout.len() > MAX_LIVENESS {
            return;
        }
        let numbers = candidates.iter().enumerate();
        self.variables.numbers = numbers.map(|(number, &value)| (value, number)).collect();
        self.variables.protectors = self.regions.protectors();
        self.find_live();
        let conflicts = self.conflicts();
        let name = |value: Value| function.values[value].name;
        // Those of one name first.
        pairs.sort_by_key(|&(a, b)| name(a).is_none() || name(a) != name(b));
        let mut members: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        let all = |members: &FxHashMap<Value, Vec<Value>>, value: Value| match members.get(&value) {
            Some(list) => list.clone(),
            None => vec![value],
        };
        for (param, arg) in pairs {
            let (a, b) = (self.variables.of(param), self.variables.of(arg));
            let (of_a, of_b) = (all(&members, a), all(&members, b));
            let named = |list: &[Value]| list.iter().find_map(|&it| name(it));
            let is_one_name = match (named(&of_a), named(&of_b)) {
                (Some(one), Some(other)) => one == other,
                _ => true,
            };
            let numbers = &self.variables.numbers;
            let interferes = of_a.iter().any(|x| {
                let x = numbers[x];
                of_b.iter().any(|y| {
                    let y = numbers[y];
                    conflicts.contains(&(x.min(y), x.max(y)))
                })
            });
            if a == b || !is_one_name || interferes || of_a.len() + of_b.len() > MAX_SHARED {
                continue;
            }
            let merged = [of_a, of_b].concat();
            // An argument of the function keeps its place in the head; else the first value that has a name gives it.
            let entry = function.params(function.entry());
            let first = |list: &[Value], is_wanted: &dyn Fn(Value) -> bool| {
                let mut list: Vec<Value> =
                    list.iter().copied().filter(|&it| is_wanted(it)).collect();
                list.sort_by_key(|&it| self.numbering.values[it]);
                list.first().copied()
            };
            let chosen = first(&merged, &|it| entry.contains(&it))
                .or_else(|| first(&merged, &|it| name(it).is_some()))
                .or_else(|| first(&merged, &|_| true))
                .unwrap_or(a);
            members.remove(&a);
            members.remove(&b);
            for &it in &merged {
                self.variables.class.insert(it, chosen);
            }
            members.insert(chosen, merged);
        }
    }

    /// The values that a block's end reads: its operand, and what its jumps pass.
    fn read_at_end(&self, block: Block) -> Vec<Value> {
        let function = self.function;
        let term = &function.blocks[block].term;
        let mut read = Vec::new();
        let is_latch = self.loops.iter().find(|it| it.latch == block);
        match (self.collection_at(block), is_latch) {
            (Some(collection), _) => self.leaves(collection, &mut read),
            // A collection is not changed while the loop runs.
            (None, Some(it)) => self.leaves(it.collection, &mut read),
            (None, None) => {
                if let Some(value) = term.operand() {
                    self.leaves(self.root(value), &mut read);
                }
            }
        }
        for target in term.targets() {
            let params = function.params(target.block);
            for (&param, &arg) in params.iter().zip(function.slice(&target.args)) {
                if self.uses[param] > 0 {
                    read.push(self.root(arg));
                }
            }
        }
        read
    }

    /// The values that the text of a value reads: itself, or what the statements inside it read.
    fn leaves(&self, value: Value, out: &mut Vec<Value>) {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            match self.function.values[value].def {
                ValueDef::Result(inst) if self.nested.contains(inst) => {
                    work.extend(self.read_by(inst));
                }
                ValueDef::Const(_) => {}
                _ => out.push(value),
            }
        }
    }

    /// The operands of a statement, through those that are part of it.
    fn read_by(&self, inst: Inst) -> Vec<Value> {
        let (mut read, mut work) = (Vec::new(), vec![inst]);
        while let Some(inst) = work.pop() {
            for operand in self.function.operands(inst) {
                let operand = self.root(operand);
                match self.function.values[operand].def {
                    ValueDef::Result(part) if self.inlined.contains(part) => work.push(part),
                    _ => read.push(operand),
                }
            }
        }
        read
    }

    /// Walks a block backwards: `define` is told of each definition, with what is needed behind it.
    fn walk_back(
        &self,
        block: Block,
        live: &mut FxHashSet<usize>,
        mut define: impl FnMut(usize, &FxHashSet<usize>),
    ) {
        let numbers = &self.variables.numbers;
        let number = |value: &Value| numbers.get(value).copied();
        live.extend(self.read_at_end(block).iter().filter_map(number));
        for &inst in self.function.blocks[block].insts.iter().rev() {
            if self.is_left_out(inst) || self.nested.contains(inst) {
                continue;
            }
            if let Some(own) = number(&self.function.insts[inst].result) {
                live.remove(&own);
                define(own, live);
            }
            let mut read = Vec::new();
            for operand in self.read_by(inst) {
                self.leaves(operand, &mut read);
            }
            live.extend(read.iter().filter_map(number));
        }
    }

    /// What is needed behind a block: at the beginning of those that follow, less their parameters.
    fn live_behind(&self, block: Block) -> FxHashSet<usize> {
        let mut live = FxHashSet::default();
        for target in self.function.blocks[block].term.targets() {
            self.add_live_into(target.block, &mut live);
        }
        // A handler may start in the middle of what it protects.
        for &enter in self.variables.protectors.get(&block).into_iter().flatten() {
            if let Terminator::Enter { handler, .. } = &self.function.blocks[enter].term {
                let args = self.function.slice(&handler.args).iter();
                let args = args.map(|&arg| self.root(arg));
                live.extend(args.filter_map(|it| self.variables.numbers.get(&it).copied()));
                self.add_live_into(handler.block, &mut live);
            }
        }
        live
    }

    /// What is needed at the beginning of a block, less its parameters.
    fn add_live_into(&self, block: Block, live: &mut FxHashSet<usize>) {
        let params = self.function.params(block).iter();
        let params: Vec<usize> = params
            .filter_map(|param| self.variables.numbers.get(param).copied())
            .collect();
        let into = self.variables.live[block].iter().copied();
        live.extend(into.filter(|number| !params.contains(number)));
    }

    fn find_live(&mut self) {
        let order = self.cfg.order.clone();
        let mut work: Vec<Block> = order.clone();
        let mut is_waiting: FxHashSet<Block> = order.into_iter().collect();
        let mut protected: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for (&block, enters) in &self.variables.protectors {
            for &enter in enters {
                if let Terminator::Enter { handler, .. } = &self.function.blocks[enter].term {
                    protected.entry(handler.block).or_default().push(block);
                }
            }
        }
        while let Some(block) = work.pop() {
            is_waiting.remove(&block);
            let mut live = self.live_behind(block);
            self.walk_back(block, &mut live, |_, _| {});
            if live != self.variables.live[block] {
                self.variables.live[block] = live;
                let protected = protected.get(&block).into_iter().flatten();
                for &pred in self.cfg.preds(block).iter().chain(protected) {
                    if is_waiting.insert(pred) {
                        work.push(pred);
                    }
                }
            }
        }
    }

    /// Pairs of values of which one is defined where the other is needed, the lower number first.
    fn conflicts(&self) -> FxHashSet<(usize, usize)> {
        let mut found = FxHashSet::default();
        let mut note = |own: usize, live: &FxHashSet<usize>| {
            for &other in live {
                if other != own {
                    found.insert((own.min(other), own.max(other)));
                }
            }
        };
        for &block in &self.cfg.order {
            let mut live = self.live_behind(block);
            self.walk_back(block, &mut live, &mut note);
            // Parameters get their values all at once.
            for param in self.function.params(block) {
                match self.variables.numbers.get(param) {
                    Some(&own) if self.uses[*param] > 0 => note(own, &live),
                    _ => {}
                }
            }
        }
        found
    }

    /// The assignments of a jump, all at once: variables and the values that they get. The parameter at `without` gets none.
    pub(super) fn moves(&self, target: &Target, without: Option<usize>) -> Vec<(String, Value)> {
        let params = self.function.params(target.block);
        let args = self.function.slice(&target.args);
        let mut moves = Vec::new();
        for (at, (&param, &arg)) in params.iter().zip(args).enumerate() {
            let arg = self.root(arg);
            let (to, from) = (self.variables.of(param), self.variables.of(arg));
            if Some(at) != without && self.uses[param] > 0 && to != from {
                moves.push((self.names[to].clone(), from));
            }
        }
        moves
    }
}
