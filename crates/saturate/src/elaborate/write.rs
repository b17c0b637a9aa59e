//! Writes the function that a plan describes.

use super::plan::Plan;
use super::{Made, Written};
use crate::egraph::language::{ENode, Op};
use crate::egraph::ledger::Role;
use crate::egraph::skeleton::LeafDef;
use crate::extract::build::Use;
use crate::extract::place::Place;
use crate::extract::problem::{Kind, Origin, Run, Source};
use crate::ir::{Block, Function, Inst, InstKind, Terminator, Type, Value, ValueDef};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use egg::Language;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Writes the function.
pub(super) struct Builder<'p, 'a, 'h> {
    plan: &'p Plan<'a, 'h>,
    pub function: Function,
    pub written: Vec<Written>,
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    /// New values of parameters and of results of statements that stay.
    values: SecondaryMap<Value, PackedOption<Value>>,
    /// New parameters of joins.
    joins: FxHashMap<(Value, Type), Value>,
    /// New values of runs.
    results: Vec<PackedOption<Value>>,
    /// Runs by place.
    by_place: SecondaryMap<Place, SmallVec<[u32; 4]>>,
}

impl<'p, 'a, 'h> Builder<'p, 'a, 'h> {
    pub fn new(plan: &'p Plan<'a, 'h>) -> Builder<'p, 'a, 'h> {
        let original = &plan.skeleton.function;
        let mut function = Function::new(original.name, original.ret);
        function.has_self = original.has_self;
        function.is_va = original.is_va;
        function.source = original.source.clone();
        function.memory = original.memory.clone();
        let mut by_place: SecondaryMap<Place, SmallVec<[u32; 4]>> = SecondaryMap::new();
        by_place.resize(plan.places.places.len());
        for (number, &place) in plan.place.iter().enumerate() {
            by_place[place].push(number as u32);
        }
        let mut values = SecondaryMap::new();
        values.resize(original.values.len());
        Builder {
            plan,
            function,
            written: Vec::new(),
            blocks: SecondaryMap::new(),
            values,
            joins: FxHashMap::default(),
            results: vec![PackedOption::default(); plan.answer.runs.len()],
            by_place,
        }
    }

    pub fn run(&mut self) {
        let original = &self.plan.skeleton.function;
        let live = |block: &&Block| self.plan.skeleton.is_live(**block);
        for &block in original.layout.iter().filter(live) {
            let new = self.function.add_block();
            self.blocks[block] = new.into();
            if self.plan.skeleton.is_join(block) {
                for &(param, ty) in self.plan.params.get(&block).into_iter().flatten() {
                    let name = original.values[param].name;
                    let value = self.function.add_param(new, ty, name);
                    self.joins.insert((param, ty), value);
                }
                continue;
            }
            for &param in original.params(block) {
                let data = &original.values[param];
                let value = self.function.add_param(new, data.ty, data.name);
                self.function.values[value].constant = data.constant;
                self.values[param] = value.into();
            }
        }
        // Dominators first, so that every operand has been written when it is used.
        let live = |block: &&Block| self.plan.skeleton.is_live(**block);
        for &block in self.plan.skeleton.dominators.preorder().iter().filter(live) {
            self.block(block);
        }
    }

    fn block(&mut self, block: Block) {
        let skeleton = self.plan.skeleton;
        let mut place = self.plan.places.at_start(block);
        self.emit_place(place, block);
        for &inst in &skeleton.function.blocks[block].insts {
            let role = skeleton.statement(inst).map(|statement| statement.role);
            match role {
                Some(Role::Effect | Role::Fixed) => {
                    if let Some(inside) = self.plan.places.inside(inst) {
                        self.emit_place(inside, block);
                    }
                    self.statement(block, inst);
                }
                Some(Role::Detached) => {}
                _ => continue,
            }
            place = Place::new(place.index() + 1);
            self.emit_place(place, block);
        }
        self.terminator(block);
    }

    /// Writes what runs at a place: in the order of the source, operands before users.
    fn emit_place(&mut self, place: Place, block: Block) {
        let mut runs = std::mem::take(&mut self.by_place[place]);
        let plan = self.plan;
        runs.sort_by_cached_key(|&number| {
            let node = plan.node(&plan.answer.runs[number as usize]);
            // A detached call that is kept ends its place.
            if plan.is_detached(node) {
                return (1, 0);
            }
            let statement = plan.statement_at(number as usize, place);
            (0, statement.map_or(u32::MAX, |inst| inst.as_u32()))
        });
        let mut stack: SmallVec<[(u32, usize); 8]> = SmallVec::new();
        for number in runs {
            stack.push((number, 0));
            while let Some((number, next)) = stack.pop() {
                if self.results[number as usize].is_some() {
                    continue;
                }
                let run = &plan.answer.runs[number as usize];
                match run.operands.get(next) {
                    Some(source) => {
                        stack.push((number, next + 1));
                        if let Origin::Run(operand) = source.origin {
                            stack.push((operand, 0));
                        }
                    }
                    None => self.emit(number, run, block),
                }
            }
        }
    }

    fn emit(&mut self, number: u32, run: &Run, block: Block) {
        let node = self.plan.node(run);
        let mut values: SmallVec<[Value; 8]> = SmallVec::with_capacity(run.operands.len());
        for source in &run.operands {
            values.push(self.value(source));
        }
        if node.op() == Op::Share {
            self.results[number as usize] = values[0].into();
            return;
        }
        let kind = self.kind(node, values);
        let problem = &self.plan.built.problem;
        let made = &problem.instances[run.instance];
        let data = &problem.items[made.item];
        let origin = self.plan.origin(number as usize).first().copied();
        let original = &self.plan.skeleton.function;
        let span = origin
            .map(|inst| original.insts[inst].span)
            .unwrap_or_default();
        let inst = self.function.make_inst(kind, made.ty, span);
        self.append(block, inst, Made::Run(number));
        self.function.insts[inst].inbounds = node.tag().inbounds();
        let result = self.function.insts[inst].result;
        // Objects of equal contents are not one constant.
        let mutable = self
            .plan
            .egraph
            .analysis
            .cache()
            .may_be_mutable(data.member);
        let value = &mut self.function.values[result];
        value.constant = self.plan.egraph[data.class]
            .data
            .member(data.member)
            .and_then(|known| known.constant)
            .filter(|_| !mutable);
        value.name = origin.and_then(|inst| original.values[original.insts[inst].result].name);
        self.results[number as usize] = result.into();
    }

    /// The statement that a node becomes.
    fn kind(&mut self, node: &ENode, mut values: SmallVec<[Value; 8]>) -> InstKind {
        match node.op() {
            Op::Call { callee, .. } => {
                let callee = self.constant(callee);
                InstKind::Call {
                    callee,
                    args: self.function.list(&values),
                }
            }
            Op::Apply { .. } => {
                let callee = values.remove(0);
                InstKind::Call {
                    callee,
                    args: self.function.list(&values),
                }
            }
            _ => {
                let ty = values.remove(0);
                InstKind::New {
                    ty,
                    args: self.function.list(&values),
                }
            }
        }
    }

    /// Writes a statement at the end of what a block has so far.
    fn append(&mut self, block: Block, inst: Inst, made: Made) {
        let new_block = self.new_block(block);
        self.function.blocks[new_block].insts.push(inst);
        self.written.push(Written { inst, block, made });
    }

    fn new_block(&self, block: Block) -> Block {
        self.blocks[block].expect("every reachable block was made")
    }

    fn constant(&mut self, constant: crate::ir::Const) -> Value {
        let ty = self.plan.egraph.analysis.cache().constant(constant).ty;
        self.function.constant(constant, ty)
    }

    /// The new value of a source.
    fn value(&mut self, source: &Source) -> Value {
        match source.origin {
            Origin::Run(number) => {
                self.results[number as usize].expect("operands are written before users")
            }
            Origin::Instance(instance) => {
                let data = &self.plan.built.problem.instances[instance];
                match data.kind {
                    Kind::Param(join) => self.joins[&self.plan.built.joins[join]],
                    _ => self.free(&self.plan.built.nodes[data.node as usize]),
                }
            }
        }
    }

    fn free(&mut self, node: &ENode) -> Value {
        let skeleton = self.plan.skeleton;
        let old = match node.op() {
            Op::Const(constant) => return self.constant(constant),
            Op::Leaf(leaf) => match skeleton.leaves[leaf] {
                LeafDef::Value(value) => value,
                LeafDef::Result(inst) => skeleton.function.insts[inst].result,
            },
            _ => {
                let site = node
                    .tag()
                    .site()
                    .expect("a call that is free has run at its site");
                skeleton.function.insts[skeleton.maker(site)].result
            }
        };
        self.old_value(old)
    }

    /// The new value of a parameter, a constant, or the result of a statement that stays.
    fn old_value(&mut self, old: Value) -> Value {
        let data = &self.plan.skeleton.function.values[old];
        match data.def {
            ValueDef::Const(constant) => self.function.constant(constant, data.ty),
            _ => self.values[old].expect("values that stay are written before their uses"),
        }
    }

    /// The new value of an operand of something that stays.
    fn operand(&mut self, what: Use, old: Value) -> Value {
        match self.plan.uses.get(&what) {
            Some(&source) => self.value(source),
            None => self.old_value(old),
        }
    }

    fn statement(&mut self, block: Block, inst: Inst) {
        let original = &self.plan.skeleton.function;
        let data = &original.insts[inst];
        if let Some(&(node, number)) = self.plan.instead.get(&inst) {
            let mut values = SmallVec::with_capacity(node.children().len());
            for position in 0..node.children().len() as u32 {
                let source = self.plan.uses[&Use::Alternative(inst, number, position)];
                values.push(self.value(source));
            }
            let kind = self.kind(node, values);
            return self.stay(block, inst, kind);
        }
        let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
        for (number, old) in original.operands(inst).enumerate() {
            operands.push(self.operand(Use::Operand(inst, number as u32), old));
        }
        let kind = match &data.kind {
            InstKind::Call { .. } => InstKind::Call {
                callee: operands[0],
                args: self.function.list(&operands[1..]),
            },
            InstKind::New { .. } => InstKind::New {
                ty: operands[0],
                args: self.function.list(&operands[1..]),
            },
            InstKind::Pi { narrowing, .. } => InstKind::Pi {
                value: operands[0],
                narrowing: *narrowing,
            },
            InstKind::Opaque { head, payload, .. } => InstKind::Opaque {
                head: *head,
                args: self.function.list(&operands),
                payload: *payload,
            },
            InstKind::SetSlot(slot, _) => InstKind::SetSlot(*slot, operands[0]),
            InstKind::PopException(_) => InstKind::PopException(operands[0]),
            same @ (InstKind::GetGlobal { .. }
            | InstKind::GetSlot(_)
            | InstKind::IsDefined(_)
            | InstKind::Leave(_)) => same.clone(),
        };
        self.stay(block, inst, kind);
    }

    /// Writes what stands for a statement that stays.
    fn stay(&mut self, block: Block, inst: Inst, kind: InstKind) {
        let original = &self.plan.skeleton.function;
        let data = &original.insts[inst];
        let result = &original.values[data.result];
        let new = self.function.make_inst(kind, result.ty, data.span);
        self.append(block, new, Made::Statement(inst));
        self.function.insts[new].inbounds = data.inbounds;
        let value = self.function.insts[new].result;
        self.function.values[value].constant = result.constant;
        self.function.values[value].name = result.name;
        self.values[data.result] = value.into();
    }

    fn terminator(&mut self, block: Block) {
        let original = &self.plan.skeleton.function;
        let mut term = original.blocks[block].term.clone();
        let mut first = 0;
        if self.plan.skeleton.is_decided(block) {
            if let Some((side, target)) = self.plan.skeleton.live_targets(block).next() {
                first = side;
                term = Terminator::Jump(target.clone());
            }
        }
        if let Terminator::Branch { cond: value, .. } | Terminator::Return(value) = &mut term {
            *value = self.operand(Use::Terminator(block), *value);
        }
        for (side, target) in (first..).zip(term.targets_mut()) {
            let mut args = Vec::new();
            let olds = original.slice(&target.args);
            if self.plan.skeleton.is_join(target.block) {
                for &(param, ty) in self.plan.params.get(&target.block).into_iter().flatten() {
                    let ValueDef::Param(_, number) = original.values[param].def else {
                        continue;
                    };
                    let what = Use::JoinArgument(block, side as u8, number, ty);
                    args.push(self.operand(what, olds[number as usize]));
                }
            } else {
                for (number, &old) in olds.iter().enumerate() {
                    args.push(self.operand(Use::Argument(block, side as u8, number as u32), old));
                }
            }
            target.args = self.function.list(&args);
            target.block = self.new_block(target.block);
        }
        let new = self.new_block(block);
        self.function.blocks[new].term = term;
        self.function.blocks[new].term_span = original.blocks[block].term_span;
    }
}
