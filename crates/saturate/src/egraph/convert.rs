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
use super::control::Side;
use super::language::{ENode, Epoch, Leaf, Op, Site, Tag};
use super::memory::Epochs;
use super::regions;
use super::regions::Reach;
use super::{Clauses, EGraph, Freedoms, Inference, Switches};
use crate::effects::analysis;
use crate::effects::{CallKind, Effects};
use crate::host::{Host, Known};
use crate::ir::cfg::Cfg;
use crate::ir::dominance::{Dominators, Loops};
use crate::ir::infer::Inferred;
use crate::ir::{Block, Function, Inst, InstKind, Terminator, Value, ValueDef};
use crate::opkey::OpKey;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};
use egg::Id;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::Serialize;
use smallvec::SmallVec;

/// What a leaf stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafDef {
    /// A block parameter, or a mutable constant.
    Value(Value),
    /// The result of a statement that rules cannot look into.
    Result(Inst),
}

/// How a statement of the original program takes part in the optimised one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A pure node: it has left the skeleton.
    Floating,
    /// Runs at its place or later in its epoch, or not at all.
    Optional,
    /// Runs exactly once, at its place.
    Effect,
    /// An effect that a relaxed rule has detached: runs at its place, or not at all.
    Detached,
    /// Stays as it is, with its operands replaced.
    Fixed,
}

/// A statement of the original program.
#[derive(Clone, Debug)]
pub struct Statement {
    /// How it takes part.
    pub role: Role,
    /// What it may do.
    pub effects: Effects,
    /// The class of its result.
    pub class: Id,
    /// Its node as it was added.
    pub node: ENode,
    /// Whether the source uses its value. An optional call whose value the source never used is there for its exception.
    pub used: bool,
}

/// What right sides have made with one site, where it makes other objects of the source as well. There may be very many.
#[derive(Default)]
pub struct Also {
    entries: IndexSet<(ENode, Site), FxBuildHasher>,
    /// The operators of the nodes.
    keys: SmallVec<[OpKey; 2]>,
}

impl Also {
    /// Notes that a node makes the object of another site, too.
    pub fn insert(&mut self, node: ENode, other: Site) {
        let key = node.key();
        if self.entries.insert((node, other)) && !self.keys.contains(&key) {
            self.keys.push(key);
        }
    }

    /// The nodes, each with the site of another object that it makes.
    pub fn iter(&self) -> impl Iterator<Item = &(ENode, Site)> {
        self.entries.iter()
    }

    /// The same, if there are nodes with this operator.
    pub fn with_key(&self, key: OpKey) -> impl Iterator<Item = &(ENode, Site)> {
        let is_there = self.keys.contains(&key);
        let all = is_there.then(|| self.entries.iter());
        all.into_iter()
            .flatten()
            .filter(move |(node, _)| node.key() == key)
    }
}

/// The original function, and how its values and statements stand in the e-graph.
pub struct Skeleton {
    /// The function that was converted.
    pub function: Function,
    /// Its control-flow graph.
    pub cfg: Cfg,
    /// Its dominator tree.
    pub dominators: Dominators,
    /// Its loops.
    pub loops: Loops,
    /// What may happen to its objects.
    pub aliases: Aliases,
    /// The parts of its memory.
    pub regions: regions::Map,
    /// Their epochs.
    pub epochs: Epochs,
    /// The class of each value; `None` for values of unreachable code.
    pub classes: SecondaryMap<Value, Option<Id>>,
    /// Its statements.
    pub statements: SecondaryMap<Inst, Option<Statement>>,
    /// The leaves.
    pub leaves: PrimaryMap<Leaf, LeafDef>,
    /// Where objects with an identity are made.
    pub sites: PrimaryMap<Site, Inst>,
    /// The site of the calls inside an alternative for a statement; all its alternatives share one, since one of them runs.
    inner: SecondaryMap<Inst, PackedOption<Site>>,
    /// Other sites of objects, with the first of each.
    twins: FxHashMap<Site, Site>,
    /// By site: what a right side has made with that site, where it makes another object of the source as well, and the
    /// site of that one.
    pub also: FxHashMap<Site, Also>,
    /// Nodes that make objects of several statements at once, for rules with several results.
    pub together: IndexSet<ENode, FxBuildHasher>,
    /// Sites whose object may be, or be inside, one that the source makes elsewhere.
    pub shareable: EntitySet<Site>,
    /// Statements with an alternative that has effects inside.
    pub sequences: EntitySet<Inst>,
    /// Statements that a rule has matched and given back with operands that are equal by now: they may take those of other types.
    pub retyped: EntitySet<Inst>,
    /// Whether at most one new object is handed out, by being returned: then nothing tells it from an equal one.
    pub returns_one: bool,
    /// Whether calls that may throw are pinned: by an option, or because the function has handlers.
    pub strict: bool,
    /// Whether callers go on with what is returned.
    pub goes_on: bool,
    /// Which rules of soundness are on.
    pub clauses: Clauses,
    /// Freedoms that are taken.
    pub freedoms: Freedoms,
    /// Those that are, and would be optional without `strict`.
    pub pinned: EntitySet<Inst>,
    /// The one target that a branch goes to, where rules have made its condition a constant.
    pub(super) decided: SecondaryMap<Block, PackedOption<Side>>,
    /// How many branches that are.
    pub(super) decisions: u32,
    /// Blocks that control does not come to any more.
    pub(super) dead: EntitySet<Block>,
    blocks: SecondaryMap<Inst, PackedOption<Block>>,
    handlers: EntitySet<Block>,
}

impl Skeleton {
    /// The class of a value of reachable code.
    pub fn class(&self, value: Value) -> Id {
        self.classes[value].expect("every value of reachable code has a class")
    }

    /// The block of a statement.
    pub fn block_of(&self, inst: Inst) -> Block {
        self.blocks[inst].expect("every statement is in a block")
    }

    /// Whether exceptions come to a block.
    pub fn is_handler(&self, block: Block) -> bool {
        self.handlers.contains(block)
    }

    /// The site of the calls with effects inside a statement's alternatives.
    pub fn inner_site(&mut self, inst: Inst) -> Site {
        match self.inner[inst].expand() {
            Some(site) => site,
            None => {
                let site = self.sites.push(inst);
                self.inner[inst] = site.into();
                site
            }
        }
    }

    /// Another site of a statement's object, which no other node has.
    pub fn twin_site(&mut self, site: Site) -> Site {
        let twin = self.sites.push(self.sites[site]);
        self.twins.insert(twin, self.first_site(site));
        twin
    }

    /// The first site of the object that a site is of.
    pub fn first_site(&self, site: Site) -> Site {
        self.twins.get(&site).copied().unwrap_or(site)
    }

    /// Whether a site is that of calls inside an alternative.
    pub fn is_inner(&self, site: Site) -> bool {
        self.inner[self.sites[site]] == site.into()
    }
}

impl Skeleton {
    /// Whether only forward jumps reach a block, so that its parameters may change their type with their arguments.
    pub fn is_join(&self, block: Block) -> bool {
        let position = self.cfg.position(block);
        let preds = self.cfg.preds(block);
        !preds.is_empty()
            && preds.iter().all(|&pred| {
                self.cfg.position(pred) < position
                    && !matches!(self.function.blocks[pred].term, Terminator::Enter { .. })
            })
    }
}

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

    let mut converter = Converter {
        egraph: EGraph::new(Inference::new(host)),
        inferred,
        used,
        live,
        skeleton: Skeleton {
            function,
            cfg,
            dominators,
            loops,
            aliases,
            regions,
            epochs,
            classes: SecondaryMap::new(),
            statements: SecondaryMap::new(),
            leaves: PrimaryMap::new(),
            sites: PrimaryMap::new(),
            inner: SecondaryMap::new(),
            twins: FxHashMap::default(),
            also: FxHashMap::default(),
            together: IndexSet::default(),
            shareable: EntitySet::new(),
            sequences: EntitySet::new(),
            retyped: EntitySet::new(),
            returns_one,
            strict,
            goes_on,
            clauses,
            freedoms,
            pinned: EntitySet::new(),
            decided: SecondaryMap::new(),
            decisions: 0,
            dead: EntitySet::new(),
            blocks: blocks_of,
            handlers,
        },
    };
    if !converter.skeleton.regions.is_quiet() {
        let world = converter.skeleton.regions.world();
        converter.egraph.analysis.reach = Reach::new(world);
    }
    converter.constants(&mutable_constants);
    converter.blocks();
    converter.egraph.rebuild();
    (converter.egraph, converter.skeleton)
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
    skeleton: Skeleton,
}

impl Converter<'_, '_> {
    fn known(&self, value: Value) -> Known {
        let data = &self.skeleton.function.values[value];
        // Which object it is may be known; its contents are not, and a copy is another object.
        let is_object = self.skeleton.clauses.contains(Clauses::CONSTANTS)
            && self.egraph.analysis.cache().may_be_mutable(data.ty);
        Known {
            ty: data.ty,
            constant: data.constant.filter(|_| !is_object),
        }
    }

    fn leaf(&mut self, def: LeafDef, known: Known) -> (Id, ENode) {
        let leaf = self.skeleton.leaves.push(def);
        let value = match def {
            LeafDef::Value(value) => value,
            LeafDef::Result(inst) => self.skeleton.function.insts[inst].result,
        };
        let analysis = &mut self.egraph.analysis;
        analysis.set_leaf(leaf, known);
        analysis
            .reach
            .set_leaf(leaf, self.skeleton.regions.reach(value));
        let node = ENode::leaf(leaf);
        (self.egraph.add(node.clone()), node)
    }

    fn constants(&mut self, mutable: &SecondaryMap<Value, bool>) {
        for value in self.skeleton.function.values.keys() {
            if let ValueDef::Const(constant) = self.skeleton.function.values[value].def {
                let class = if mutable[value] {
                    let ty = self.skeleton.function.values[value].ty;
                    self.leaf(LeafDef::Value(value), Known { ty, constant: None })
                        .0
                } else {
                    self.egraph.add(ENode::constant(constant))
                };
                self.skeleton.classes[value] = Some(class);
            }
        }
    }

    fn blocks(&mut self) {
        // Parameters first: in a loop, a jump may come before its target in the preorder.
        for block in self.skeleton.dominators.preorder().to_vec() {
            for param in self.skeleton.function.params(block).to_vec() {
                let known = self.known(param);
                let (class, _) = self.leaf(LeafDef::Value(param), known);
                self.skeleton.classes[param] = Some(class);
            }
            for inst in self.skeleton.function.blocks[block].insts.clone() {
                self.statement(inst);
            }
        }
    }

    fn statement(&mut self, inst: Inst) {
        let clauses = self.skeleton.clauses;
        let effects = statement_effects(&self.skeleton.function, self.inferred, inst, clauses);
        let result = self.skeleton.function.insts[inst].result;
        let (role, class, node) = match &self.skeleton.function.insts[inst].kind {
            InstKind::Call { .. } | InstKind::New { .. } => self.call(inst, effects),
            _ => {
                let mut known = self.known(result);
                // An assignment leaves nothing that could be used in place of the value it assigns.
                if let InstKind::SetSlot(..) = self.skeleton.function.insts[inst].kind {
                    known.constant = None;
                }
                let (class, node) = self.leaf(LeafDef::Result(inst), known);
                (Role::Fixed, class, node)
            }
        };
        self.skeleton.classes[result] = Some(class);
        self.skeleton.statements[inst] = Some(Statement {
            role,
            effects,
            class,
            node,
            used: self.used[result],
        });
    }

    /// The epoch that a statement reads in; none where it reads nothing that is ever written.
    fn epoch(&mut self, inst: Inst, effects: Effects) -> Option<Epoch> {
        let Skeleton {
            function,
            cfg,
            regions,
            epochs,
            clauses,
            ..
        } = &mut self.skeleton;
        let read = regions.reads(function, inst, effects);
        if read.is_empty() || !clauses.contains(Clauses::EPOCHS) {
            return None;
        }
        let view = epochs.view(function, cfg, read);
        Some(epochs.before(view, inst))
    }

    fn call(&mut self, inst: Inst, effects: Effects) -> (Role, Id, ENode) {
        let function = &self.skeleton.function;
        let data = &function.insts[inst];
        let result = data.result;
        let clauses = self.skeleton.clauses;
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
                if self.skeleton.strict
                    && effects.may_not_return()
                    && clauses.contains(Clauses::PINNED) =>
            {
                self.skeleton.pinned.insert(inst);
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
        let fate = self.skeleton.aliases.fate(result);
        let is_pinned = self.skeleton.pinned.contains(inst);
        let makes_object =
            effects.contains(Effects::ALLOCATES) && (role != Role::Effect || is_pinned);
        let has_site = role == Role::Effect
            || !effects.is_consistent() && clauses.contains(Clauses::CONSISTENT)
            || makes_object
                && (fate.written || fate.compared || fate.escapes && !self.skeleton.returns_one)
                && clauses.contains(Clauses::SITES);
        let site = has_site.then(|| self.skeleton.sites.push(inst));
        if let Some(site) = site {
            let reach = self.skeleton.regions.reach(result);
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
            .skeleton
            .function
            .as_constant(operands[0])
            .filter(|_| !is_new);
        let classes: Vec<Id> = operands
            .iter()
            .map(|&value| self.skeleton.class(value))
            .collect();
        if let (Some(callee), true) = (callee, clauses.contains(Clauses::LOOKED_AT)) {
            let values = &self.skeleton.function.values;
            let known = operands.iter().filter_map(|&value| values[value].constant);
            let count = (self.egraph.analysis.cache()).looks_at_types(callee, known);
            for (&value, &class) in operands.iter().zip(&classes).skip(1).take(count) {
                let ty = self.skeleton.function.values[value].ty;
                self.egraph.analysis.set_inspected(class, ty);
            }
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
