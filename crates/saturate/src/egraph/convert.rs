//! From a function to an e-graph and a CFG skeleton.
//!
//! Statements are visited in dominator-tree preorder, so that operands come before their uses. A pure call becomes a
//! hash-consed node and leaves the control flow; any other statement also stays in the skeleton, at its place.
//!
//! | statement | node | in the skeleton |
//! |---|---|---|
//! | pure call | call | no: it runs where it is needed |
//! | call that may throw, diverge, read or allocate | call, tagged with the epoch it reads in, and with its site where the object has an identity | as an *optional call*: runs there or later, or not at all |
//! | call that writes or does anything else | call with its site | as an *effect*: runs exactly once, there |
//! | π, global read, variable in memory, opaque form | leaf | as it is |
//! | inferred constant of a pure call | constant | no |
//!
//! Block parameters are leaves. A mutable constant is a leaf as well: its contents are not known at compile time.

use super::alias::Aliases;
use super::analysis::set_facts;
use super::language::{ENode, Epoch, Op, Tag};
use super::ledger::{Ledger, Role, Statement};
use super::memory::Epochs;
use super::regions;
use super::regions::Reach;
use super::skeleton::{Contract, LeafDef, Shape, Skeleton};
use super::{Clauses, EGraph, Freedoms, Inference, Switches};
use crate::effects::analysis;
use crate::effects::{CallKind, Effects};
use crate::host::{Host, Known};
use crate::ir::cfg::Cfg;
use crate::ir::dominance::{Dominators, Loops};
use crate::ir::infer::Inferred;
use crate::ir::{Block, Const, Function, Inst, InstKind, Terminator, Value, ValueDef};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};
use egg::Id;
use smallvec::SmallVec;

/// Tells the e-graph that the parameters of joins may be of any type that their arguments may have by now.
///
/// `x = c ? tr(A) : det(A)` is a `Float64`; if a rule makes `tr(A)` equal to a sum that may be complex, so may `x` be.
pub fn widen_params(egraph: &mut EGraph<'_>, skeleton: &Skeleton) {
    let function = &skeleton.function;
    for &block in skeleton
        .cfg
        .order
        .iter()
        .filter(|&&block| skeleton.is_join(block))
    {
        let mut changed = false;
        for (number, &param) in function.params(block).iter().enumerate() {
            let class = egraph.find(skeleton.class(param));
            let mut wide = function.values[param].ty;
            for &pred in skeleton.cfg.preds(block) {
                for target in function.blocks[pred]
                    .term
                    .targets()
                    .filter(|target| target.block == block)
                {
                    let argument = skeleton.class(function.slice(&target.args)[number]);
                    let members = egraph[egraph.find(argument)].data.members().to_vec();
                    let host = &mut egraph.analysis.cache().host;
                    for member in members {
                        wide = host.join(wide, member.ty);
                    }
                }
            }
            if wide == function.values[param].ty {
                continue;
            }
            let mut facts = egraph[class].data.clone();
            let known = Known {
                ty: wide,
                constant: None,
            };
            if facts.insert(known, &mut egraph.analysis.cache()) {
                set_facts(egraph, class, facts);
                changed = true;
            }
        }
        // Joins further down see what this one has become.
        if changed {
            egraph.rebuild();
        }
    }
}

/// How a function is converted.
#[derive(Clone, Copy, Default, Debug)]
pub struct Manner {
    /// Calls that may throw stay at their place.
    pub strict: bool,
    /// Callers that were compiled for the original go on with what is returned: its type and its identity are not free.
    pub goes_on: bool,
}

/// Converts a typed function. The e-graph is rebuilt and ready for rules. With `strict`, and in a function with handlers, calls that
/// may throw stay at their place until [`licence`](crate::extract::licence) lets them go.
pub fn convert<'h>(
    function: Function,
    inferred: &Inferred,
    host: &'h mut dyn Host,
    manner: Manner,
    switches: Switches,
) -> (EGraph<'h>, Skeleton) {
    let Switches { clauses, freedoms } = switches;
    let Manner { strict, goes_on } = manner;
    let goes_on = goes_on && clauses.contains(Clauses::CALLERS);
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&function, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let effects_of = |inst: Inst| statement_effects(&function, inferred, inst, clauses);
    let aliases = Aliases::new(&function, host, effects_of, clauses, goes_on);
    let regions = regions::Map::new(&function, host, &aliases, effects_of, switches);
    let epochs = Epochs::new(&function, &cfg, &dominators, |inst| {
        let writes = effects_of(inst).contains(Effects::WRITES);
        writes.then(|| regions.writes(inst))
    });
    let mutable_constants = if clauses.contains(Clauses::CONSTANTS) {
        mutable_constants(&function, host)
    } else {
        SecondaryMap::new()
    };
    let mut handlers = EntitySet::new();
    let mut blocks_of: SecondaryMap<Inst, PackedOption<Block>> = SecondaryMap::new();
    for &block in &function.layout {
        if let Terminator::Enter { handler, .. } = &function.blocks[block].term {
            handlers.insert(handler.block);
        }
        for &inst in &function.blocks[block].insts {
            blocks_of[inst] = block.into();
        }
    }
    // Who catches an exception sees whether it came, and in which order with everything else.
    let strict = strict || !handlers.is_empty() && clauses.contains(Clauses::HANDLERS);
    // Equal objects that are not written or compared are one, unless two of them are handed out.
    let is_lone = |&inst: &Inst| {
        let fate = aliases.fate(function.insts[inst].result);
        let makes = effects_of(inst).contains(Effects::ALLOCATES);
        !makes || !fate.escapes || fate.written || fate.compared || fate.is_only_returned()
    };
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|&block| &function.blocks[block].insts);
    let is_one = insts.all(is_lone) || !clauses.contains(Clauses::HANDED_OUT);
    let returns_one = !strict && is_one && freedoms.contains(Freedoms::ONE_OBJECT);
    let mut used: SecondaryMap<Value, bool> = SecondaryMap::new();
    crate::ir::cleanup::for_each_use(&function, |value| used[value] = true);
    let live = live_values(&function, &cfg, effects_of);

    let mut analysis = Inference::new(host);
    analysis.literals_apart = clauses.contains(Clauses::LITERALS);
    let mut converter = Converter {
        egraph: EGraph::new(analysis),
        inferred,
        used,
        live,
        shape: Shape {
            function,
            cfg,
            dominators,
            loops,
            aliases,
            regions,
            classes: SecondaryMap::new(),
            leaves: PrimaryMap::new(),
            returns_one,
            pinned: EntitySet::new(),
            blocks: blocks_of,
            handlers,
        },
        contract: Contract {
            strict,
            goes_on,
            clauses,
            freedoms,
        },
        ledger: Ledger::new(epochs),
    };
    if !converter.shape.regions.is_quiet() {
        let world = converter.shape.regions.world();
        converter.egraph.analysis.reach = Reach::new(world);
    }
    converter.constants(&mutable_constants);
    converter.blocks();
    converter.egraph.rebuild();
    let Converter {
        egraph,
        shape,
        contract,
        ledger,
        ..
    } = converter;
    (egraph, Skeleton::new(shape, contract, ledger))
}

/// The effects of a statement. Without its guard, what a call reaches by itself is forgotten.
fn statement_effects(
    function: &Function,
    inferred: &Inferred,
    inst: Inst,
    clauses: Clauses,
) -> Effects {
    let mut effects = analysis::statement_effects(function, inferred, inst);
    let is_global = effects.contains(Effects::GLOBAL) && !effects.contains(Effects::OTHER);
    if is_global && !clauses.contains(Clauses::GLOBAL) {
        let InstKind::Call { .. } = function.insts[inst].kind else {
            return effects;
        };
        effects.remove(Effects::READS | Effects::WRITES);
    }
    effects
}

/// Values that something depends on which is not merely computed: control flow, a result, an effect.
fn live_values(
    function: &Function,
    cfg: &Cfg,
    effects_of: impl Fn(Inst) -> Effects,
) -> SecondaryMap<Value, bool> {
    let mut live: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut work: Vec<Value> = Vec::new();
    for &block in &cfg.order {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            let computes = matches!(
                function.insts[inst].kind,
                InstKind::Call { .. } | InstKind::New { .. } | InstKind::Pi { .. }
            );
            if !computes || effects_of(inst).kind() == CallKind::Effectful {
                work.extend(function.operands(inst));
            }
        }
        work.extend(data.term.operand());
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut live[value], true) {
            continue;
        }
        match function.values[value].def {
            // Inference knows the value: what it was computed from is not needed for it.
            ValueDef::Result(inst)
                if function.values[value].constant.is_some()
                    && effects_of(inst).kind() == CallKind::Pure => {}
            ValueDef::Result(inst) => work.extend(function.operands(inst)),
            ValueDef::Param(block, number) => {
                for &pred in cfg.preds(block) {
                    let targets = function.blocks[pred].term.targets();
                    for target in targets.filter(|target| target.block == block) {
                        work.push(function.slice(&target.args)[number as usize]);
                    }
                }
            }
            ValueDef::Const(_) => {}
        }
    }
    live
}

fn mutable_constants(function: &Function, host: &mut dyn Host) -> SecondaryMap<Value, bool> {
    let mut mutable = SecondaryMap::new();
    for (value, data) in function.values.iter() {
        if let ValueDef::Const(_) = data.def {
            mutable[value] = host.may_be_mutable(data.ty);
        }
    }
    mutable
}

struct Converter<'a, 'h> {
    egraph: EGraph<'h>,
    inferred: &'a Inferred,
    used: SecondaryMap<Value, bool>,
    live: SecondaryMap<Value, bool>,
    shape: Shape,
    contract: Contract,
    ledger: Ledger,
}

impl Converter<'_, '_> {
    fn known(&self, value: Value) -> Known {
        let data = &self.shape.function.values[value];
        // Which object it is may be known; its contents are not, and a copy is another object.
        let is_object = self.contract.clauses.contains(Clauses::CONSTANTS)
            && self.egraph.analysis.cache().may_be_mutable(data.ty);
        Known {
            ty: data.ty,
            constant: data.constant.filter(|_| !is_object),
        }
    }

    fn leaf(&mut self, def: LeafDef, known: Known) -> (Id, ENode) {
        let leaf = self.shape.leaves.push(def);
        let value = match def {
            LeafDef::Value(value) => value,
            LeafDef::Result(inst) => self.shape.function.insts[inst].result,
        };
        let analysis = &mut self.egraph.analysis;
        analysis.set_leaf(leaf, known);
        analysis
            .reach
            .set_leaf(leaf, self.shape.regions.reach(value));
        let node = ENode::leaf(leaf);
        (self.egraph.add(node.clone()), node)
    }

    fn constants(&mut self, mutable: &SecondaryMap<Value, bool>) {
        for value in self.shape.function.values.keys() {
            if let ValueDef::Const(constant) = self.shape.function.values[value].def {
                let class = if mutable[value] {
                    let ty = self.shape.function.values[value].ty;
                    self.leaf(LeafDef::Value(value), Known { ty, constant: None })
                        .0
                } else {
                    self.egraph.add(ENode::constant(constant))
                };
                self.shape.classes[value] = Some(class);
            }
        }
    }

    fn blocks(&mut self) {
        // Parameters first: in a loop, a jump may come before its target in the preorder.
        for block in self.shape.dominators.preorder().to_vec() {
            for param in self.shape.function.params(block).to_vec() {
                let known = self.known(param);
                let (class, _) = self.leaf(LeafDef::Value(param), known);
                self.shape.classes[param] = Some(class);
            }
            for inst in self.shape.function.blocks[block].insts.clone() {
                self.statement(inst);
            }
        }
    }

    fn statement(&mut self, inst: Inst) {
        let clauses = self.contract.clauses;
        let effects = statement_effects(&self.shape.function, self.inferred, inst, clauses);
        let result = self.shape.function.insts[inst].result;
        let (role, class, node) = match &self.shape.function.insts[inst].kind {
            InstKind::Call { .. } | InstKind::New { .. } => self.call(inst, effects),
            _ => {
                let mut known = self.known(result);
                // An assignment leaves nothing that could be used in place of the value it assigns.
                if let InstKind::SetSlot(..) = self.shape.function.insts[inst].kind {
                    known.constant = None;
                }
                let (class, node) = self.leaf(LeafDef::Result(inst), known);
                (Role::Fixed, class, node)
            }
        };
        self.shape.classes[result] = Some(class);
        let statement = Statement {
            role,
            effects,
            class,
            node,
            used: self.used[result],
        };
        self.ledger.add_statement(inst, statement);
    }

    /// The epoch that a statement reads in; none where it reads nothing that is ever written.
    fn epoch(&mut self, inst: Inst, effects: Effects) -> Option<Epoch> {
        let function = &self.shape.function;
        let read = self.shape.regions.reads(function, inst, effects);
        if read.is_empty() || !self.contract.clauses.contains(Clauses::EPOCHS) {
            return None;
        }
        let epochs = &mut self.ledger.epochs;
        let view = epochs.view(function, &self.shape.cfg, read);
        Some(epochs.before(view, inst))
    }

    /// Notes at which types of its operands a call looks, or may look.
    fn looked_at(
        &mut self,
        operands: &[Value],
        classes: &[Id],
        callee: Option<Const>,
        is_new: bool,
    ) {
        let known: SmallVec<[Known; 8]> = operands.iter().map(|&value| self.known(value)).collect();
        let args = &known[1..];
        let count = callee.map_or(0, |callee| {
            let values = args.iter().filter_map(|arg| arg.constant);
            (self.egraph.analysis.cache()).looks_at_types(callee, values)
        });
        let inspected = self.egraph.analysis.inspected_mut();
        for (arg, &class) in args.iter().zip(&classes[1..]).take(count) {
            inspected.note(class, arg.ty);
        }
        if count == 0 && self.contract.clauses.contains(Clauses::TAKEN) {
            let called = (known[0], callee.is_none().then_some(classes[0]));
            inspected.note_call(called, args, &classes[1..], is_new);
        }
    }

    fn call(&mut self, inst: Inst, effects: Effects) -> (Role, Id, ENode) {
        let function = &self.shape.function;
        let data = &function.insts[inst];
        let result = data.result;
        let clauses = self.contract.clauses;
        let unused = clauses.contains(Clauses::UNUSED)
            && (!self.used[result] || effects.may_not_return() && !self.live[result]);
        let role = match effects.kind() {
            CallKind::Pure => Role::Floating,
            // A value that the source never used, or only for values that it never used: the call is there for its
            // exception, and stays.
            // The same holds where inference knows the value: no rule has taken the call's place.
            CallKind::Optional if unused || function.values[result].constant.is_some() => {
                Role::Effect
            }
            CallKind::Optional
                if self.contract.strict
                    && effects.may_not_return()
                    && clauses.contains(Clauses::PINNED) =>
            {
                self.shape.pinned.insert(inst);
                Role::Effect
            }
            CallKind::Optional => Role::Optional,
            CallKind::Effectful if clauses.contains(Clauses::EFFECTS) || !self.used[result] => {
                Role::Effect
            }
            CallKind::Effectful => Role::Optional,
        };
        if let (Role::Floating, Some(constant)) = (role, function.values[result].constant) {
            let node = ENode::constant(constant);
            return (role, self.egraph.add(node.clone()), node);
        }
        let is_new = matches!(data.kind, InstKind::New { .. });
        let inbounds = data.inbounds;
        let operands: Vec<Value> = function.operands(inst).collect();
        let fate = self.shape.aliases.fate(result);
        let is_pinned = self.shape.pinned.contains(inst);
        let makes_object =
            effects.contains(Effects::ALLOCATES) && (role != Role::Effect || is_pinned);
        let has_site = role == Role::Effect
            || !effects.is_consistent() && clauses.contains(Clauses::CONSISTENT)
            || makes_object
                && (fate.written || fate.compared || fate.escapes && !self.shape.returns_one)
                && clauses.contains(Clauses::SITES);
        let site = has_site.then(|| self.ledger.add_site(inst));
        if let Some(site) = site {
            let reach = self.shape.regions.reach(result);
            self.egraph.analysis.reach.set_site(site, reach);
        }
        if let (Some(site), true) = (site, fate.written || fate.compared) {
            let ty = function.values[result].ty;
            if effects.contains(Effects::ALLOCATES) && clauses.contains(Clauses::WRITTEN) {
                self.egraph.analysis.set_object(site, ty);
            }
        }
        let reads = self.epoch(inst, effects);
        let callee = self
            .shape
            .function
            .as_constant(operands[0])
            .filter(|_| !is_new);
        let classes: Vec<Id> = operands
            .iter()
            .map(|&value| self.shape.class(value))
            .collect();
        if clauses.contains(Clauses::LOOKED_AT) {
            self.looked_at(&operands, &classes, callee, is_new);
        }
        let node_with = |tag: Tag| match callee {
            Some(callee) => ENode::call(callee, tag, &classes[1..]),
            None if is_new => ENode::new(Op::New { tag }, &classes),
            None => ENode::new(Op::Apply { tag }, &classes),
        };
        let node = node_with(Tag::new(reads, site, inbounds));
        let class = self.egraph.add(node.clone());
        // An object that is handed out but never written may serve readers of an equal one. A call that is only pinned is
        // equal to the same call elsewhere.
        let told_apart = makes_object && (fate.written || fate.compared);
        if has_site && (makes_object || is_pinned) && !told_apart && effects.is_consistent() {
            let twin = self.egraph.add(node_with(Tag::new(reads, None, inbounds)));
            let same = if makes_object && (fate.escapes || !is_pinned) {
                self.egraph.add(ENode::new(Op::Share, &[class]))
            } else {
                class
            };
            super::unite(
                &mut self.egraph,
                twin,
                same,
                super::provenance::Cause::Given,
            );
        }
        (role, class, node)
    }
}
