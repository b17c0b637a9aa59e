//! From a saturated e-graph and its skeleton to the [problem](super::problem) P.
//!
//! Only classes that uses can reach are looked at. Each of their nodes is instantiated once per tuple of operand members
//! that has a method.
//!
//! **Where an instance may run.** A pure one anywhere its operands are available. An optional one only below one of its
//! *anchors*: places where the original program ran it or the statement that a rule has replaced by it. An object with an
//! identity only where the source made it, so that there is one of it. A leaf is available where the value is that it
//! stands for.
//!
//! **Statements.** One that stays runs as it is, or as one of the alternatives that rules have given it: nodes of its class
//! with its site. Calls with effects inside an alternative run at a place of their own, between the statement's place and
//! the statement.
//!
//! **Block parameters.** A parameter of a block that only forward jumps reach is an instance whose arguments are uses
//! on every jump; so it can have another type than in the original, if all arguments have. Where it is of several types, each argument is of the one that the
//! source passes. In a loop that would be
//! circular: parameters of loop headers keep their type, and their arguments must be met in any case.
//!
//! **Objects.** Nodes with which an object of the source could be made in several ways at once are left out ([`objects`]). One that is written is made of numbers of the source's types ([`literals`]).

mod faithful;
mod literals;
mod needs;
mod nodes;
mod objects;

use super::place::{Place, Places};
use super::problem::{
    Alternative, Item, Join, JoinData, OptionalCall, Owner, Problem, Statement, StatementData,
    UseData, UseId,
};
use crate::effects::CallKind;
use crate::egraph::analysis::instances;
use crate::egraph::language::{ENode, Op};
use crate::egraph::ledger::Role;
use crate::egraph::skeleton::{LeafDef, Skeleton};
use crate::egraph::{canonical, Clauses, EGraph, Site};
use crate::host::{CallInfo, Known};
use crate::ir::{Block, Inst, Terminator, Type, Value, ValueDef};
use cranelift_entity::PrimaryMap;
use egg::{Id, Language};
use objects::Maker;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::sync::Arc;

/// What a call costs.
pub trait CostModel {
    /// The cost of one run of a call; the callee comes first. `subtype` answers for the host.
    fn cost(&self, call: &[Known], subtype: &mut dyn FnMut(Type, Type) -> bool) -> f64;
}

/// A use in terms of the function: an operand of something that stays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// Operand `n` of a statement.
    Operand(Inst, u32),
    /// Operand `n` of an alternative of a statement.
    Alternative(Inst, u32, u32),
    /// What the terminator of a block branches on or returns.
    Terminator(Block),
    /// Argument `n` of target `t` of a block's terminator, where the parameter keeps its type.
    Argument(Block, u8, u32),
    /// The same, where the parameter has this type.
    JoinArgument(Block, u8, u32, Type),
}

/// Places where the original program computed what a node computes.
pub type Anchors = FxHashMap<ENode, SmallVec<[Place; 2]>>;

/// What extraction knows of a function besides its e-graph.
pub struct Context<'a> {
    /// The function.
    pub skeleton: &'a Skeleton,
    /// Its places.
    pub places: &'a Arc<Places>,
    /// Where optional nodes may run.
    pub anchors: &'a Anchors,
    /// Nodes that relaxed rules have matched.
    pub relaxed: &'a FxHashSet<ENode>,
    /// What calls cost.
    pub costs: &'a dyn CostModel,
    /// Whether calls that others are preferred to are offered as well, for a function that has no program without them.
    pub every_call: bool,
}

/// A problem, with what its parts are in the function.
pub struct Built {
    /// The problem.
    pub problem: Problem,
    /// Its nodes.
    pub nodes: Vec<ENode>,
    /// Its uses.
    pub uses: PrimaryMap<UseId, Use>,
    /// Its parameters.
    pub joins: PrimaryMap<Join, (Value, Type)>,
    /// Its statements, and the nodes that may run instead: alternatives from the second one on.
    pub statements: PrimaryMap<Statement, (Inst, Vec<ENode>)>,
    /// Whether one call stands for two of the source, and no type tells which.
    pub is_confused: bool,
}

/// Builds the problem.
///
/// With `optional_calls`, those of the source are listed, too, and what can be their value: for formulations that keep
/// them all.
pub fn build(egraph: &EGraph<'_>, context: &Context<'_>, optional_calls: bool) -> Built {
    let mut builder = Builder::new(egraph, context, FxHashSet::default());
    builder.build(optional_calls);
    let mixed = builder.mixed();
    if mixed.is_empty() {
        return builder.built;
    }
    // What is left out takes ways away, and adds none: nothing else becomes mixed by that.
    let mut builder = Builder::new(egraph, context, mixed);
    builder.build(optional_calls);
    builder.built
}

struct Builder<'a, 'h> {
    egraph: &'a EGraph<'h>,
    context: &'a Context<'a>,
    built: Built,
    items: FxHashMap<(Id, Type), Item>,
    joins: FxHashMap<(Value, Type), Join>,
    seen: FxHashSet<Id>,
    work: Vec<Id>,
    /// The nodes with a site, with their classes: one class may have those of very many sites.
    by_site: FxHashMap<Site, Vec<(Id, &'a ENode)>>,
    /// The statements of each class; made when first needed.
    statements: Option<FxHashMap<Id, Vec<Inst>>>,
    /// Nodes that are left out, since with them an object could be made in several ways at once.
    left_out: FxHashSet<ENode>,
    /// The objects that nodes make besides the one of their own site.
    also: FxHashMap<ENode, SmallVec<[Inst; 1]>>,
    /// What makes objects.
    makers: Vec<Maker>,
    /// Classes whose values are to be of the types of the source, though types do not say all.
    minded: FxHashSet<Id>,
    /// Calls on unions that are not for them, as it seems: class, number, node.
    unions: Vec<(Id, u32, ENode)>,
    /// Calls with operands of other types for which inference finds nothing, while it finds something for the same call on others.
    passed_over: Vec<(Id, u32, ENode)>,
}

fn by_site<'a>(egraph: &'a EGraph<'_>) -> FxHashMap<Site, Vec<(Id, &'a ENode)>> {
    let mut by_site: FxHashMap<Site, Vec<(Id, &ENode)>> = FxHashMap::default();
    for class in egraph.classes() {
        for node in &class.nodes {
            if let Some(site) = node.tag().site() {
                by_site.entry(site).or_default().push((class.id, node));
            }
        }
    }
    by_site
}

impl<'a, 'h> Builder<'a, 'h> {
    fn new(
        egraph: &'a EGraph<'h>,
        context: &'a Context<'a>,
        left_out: FxHashSet<ENode>,
    ) -> Builder<'a, 'h> {
        Builder {
            egraph,
            context,
            built: Built {
                problem: Problem::new(Arc::clone(context.places)),
                nodes: Vec::new(),
                uses: PrimaryMap::new(),
                joins: PrimaryMap::new(),
                statements: PrimaryMap::new(),
                is_confused: false,
            },
            items: FxHashMap::default(),
            joins: FxHashMap::default(),
            seen: FxHashSet::default(),
            work: Vec::new(),
            by_site: by_site(egraph),
            statements: None,
            left_out,
            also: objects::also(egraph, context.skeleton),
            makers: Vec::new(),
            minded: FxHashSet::default(),
            unions: Vec::new(),
            passed_over: Vec::new(),
        }
    }

    fn build(&mut self, optional_calls: bool) {
        self.find_minded();
        self.uses();
        if optional_calls {
            self.optional_calls();
        }
        loop {
            while let Some(class) = self.work.pop() {
                self.class(class);
            }
            if !self.unions() && !self.passed_over() {
                return;
            }
        }
    }
}

impl Builder<'_, '_> {
    fn item(&mut self, class: Id, member: Type) -> Item {
        if let Some(&item) = self.items.get(&(class, member)) {
            return item;
        }
        let item = self.built.problem.add_item(class, member);
        self.items.insert((class, member), item);
        if self.seen.insert(class) {
            self.work.push(class);
        }
        item
    }

    /// What must be met.
    fn uses(&mut self) {
        let skeleton = self.context.skeleton;
        let function = &skeleton.function;
        let live = |block: &&Block| skeleton.is_live(**block);
        for &block in skeleton.dominators.preorder().iter().filter(live) {
            for &inst in &function.blocks[block].insts {
                match skeleton.statement(inst).map(|of| of.role) {
                    Some(Role::Effect | Role::Fixed) => self.statement(inst),
                    _ => continue,
                }
            }
            let end = self.context.places.at_end(block);
            let term = &function.blocks[block].term;
            match term {
                Terminator::Return(value) => {
                    // No method depends on the type of what is returned, but for callers, which look at it when they run: elsewhere any member will do.
                    let what = Use::Terminator(block);
                    if skeleton.contract.goes_on {
                        let ty = self.passed(*value, function.ret);
                        self.require(what, *value, ty, end, Owner::Always);
                    } else if !matches!(function.values[*value].def, ValueDef::Const(_)) {
                        let any = self.egraph.analysis.cache().host.any();
                        let items = self.members_under(*value, any);
                        self.add_use(what, items, end, Owner::Always);
                    }
                }
                Terminator::Branch { cond, .. } if !skeleton.is_decided(block) => {
                    let ty = function.values[*cond].ty;
                    self.require(Use::Terminator(block), *cond, ty, end, Owner::Always);
                }
                _ => {}
            }
            for (side, target) in skeleton.live_targets(block) {
                if skeleton.is_join(target.block) {
                    continue;
                }
                let params = function.params(target.block);
                for (number, (&argument, &param)) in
                    function.slice(&target.args).iter().zip(params).enumerate()
                {
                    let ty = self.passed(argument, function.values[param].ty);
                    let what = Use::Argument(block, side as u8, number as u32);
                    self.require(what, argument, ty, end, Owner::Always);
                }
            }
        }
    }

    /// A statement that runs in any case.
    fn statement(&mut self, inst: Inst) {
        let skeleton = self.context.skeleton;
        let function = &skeleton.function;
        let place = self.context.places.of(inst);
        let role = skeleton.statement(inst).map(|of| of.role);
        let known: SmallVec<[Known; 8]> = function
            .operands(inst)
            .map(|value| Known {
                ty: function.values[value].ty,
                constant: function.values[value].constant,
            })
            .collect();
        let cost = match role {
            Some(Role::Effect) => self.cost(&known),
            _ => 0.0,
        };
        let statement = self.built.problem.statements.push(StatementData {
            place,
            alternatives: vec![Alternative {
                cost,
                uses: Vec::new(),
            }],
        });
        self.built.statements.push((inst, Vec::new()));
        let owner = Owner::Alternative(statement, 0);
        for (number, value) in function.operands(inst).enumerate() {
            let ty = function.values[value].ty;
            let what = Use::Operand(inst, number as u32);
            if let Some(id) = self.require(what, value, ty, place, owner) {
                let data = &mut self.built.problem.statements[statement];
                data.alternatives[0].uses.push(id);
            }
        }
        if role == Some(Role::Effect) {
            self.alternatives(statement, inst);
        }
    }

    /// The nodes that may run instead of a statement with effects, or of one that is pinned: that one may also be itself, over
    /// operands of other types.
    fn alternatives(&mut self, statement: Statement, inst: Inst) {
        let skeleton = self.context.skeleton;
        let Some(of) = skeleton.statement(inst) else {
            return;
        };
        let original = canonical(self.egraph, &of.node);
        let Some(site) = original.tag().site() else {
            return;
        };
        let ty = skeleton.function.values[skeleton.function.insts[inst].result].ty;
        let places = self.context.places;
        let place = places.inside(inst).unwrap_or(places.of(inst));
        let class = self.egraph.find(of.class);
        for (of, node) in self.by_site.remove(&site).unwrap_or_default() {
            let is_own = *node == original;
            let is_pinned = skeleton.pinned.contains(inst);
            let is_named = skeleton.ledger.is_retyped(inst) || self.is_off(Clauses::RETYPED);
            let is_retyped = is_pinned || is_named;
            if of != class || is_own && !is_retyped || self.left_out.contains(node) {
                continue;
            }
            self.made_inside(class, inst, node);
            // A rule over what was read before may read it before a write that this statement comes after.
            let is_in_time = |epoch| places.is_in(places.of(inst), epoch);
            if is_pinned && !node.tag().epoch().is_none_or(is_in_time) {
                continue;
            }
            let mut found: SmallVec<[(SmallVec<[Known; 8]>, Type); 2]> = SmallVec::new();
            instances(self.egraph, node, |members, answer| {
                let acts = |info: &CallInfo| info.effects.kind() == CallKind::Effectful;
                if let Some(info) = answer.filter(|info| !is_pinned || !acts(info)) {
                    found.push((members.into(), info.result.ty));
                }
            });
            self.keep_made_of(node, &mut found, |of| &of.0);
            // Whatever it gives is taken for a value of the statement's type.
            self.keep_faithful(class, node, &mut found, |of| (&of.0, ty));
            for (members, result) in found {
                if !self.egraph.analysis.cache().subtype(result, ty)
                    || is_own && self.are_of_source(inst, &members)
                {
                    continue;
                }
                let alternatives = &self.built.problem.statements[statement].alternatives;
                let number = alternatives.len() as u32;
                let mut uses = Vec::new();
                for (position, (&child, known)) in node.children().iter().zip(&members).enumerate()
                {
                    let item = self.item(self.egraph.find(child), known.ty);
                    let what = Use::Alternative(inst, number, position as u32);
                    self.built.uses.push(what);
                    uses.push(self.built.problem.uses.push(UseData {
                        place,
                        items: vec![item],
                        owner: Owner::Alternative(statement, number),
                    }));
                }
                let cost = self.cost(&self.known_call(node, &members));
                let data = &mut self.built.problem.statements[statement];
                data.alternatives.push(Alternative { cost, uses });
                self.built.statements[statement].1.push(node.clone());
            }
        }
    }

    /// Notes which other objects an alternative for a statement makes inside its own. Those of calls that a relaxed rule has detached are its
    /// author's.
    fn made_inside(&mut self, class: Id, inst: Inst, node: &ENode) {
        let Some(mut also) = self.also.get(node).cloned() else {
            return;
        };
        let skeleton = self.context.skeleton;
        also.retain(|inst| (skeleton.statement(*inst)).is_some_and(|of| of.role != Role::Detached));
        if also.is_empty() {
            return;
        }
        let Some(ty) = self.own_member(inst) else {
            return;
        };
        let item = self.item(class, ty);
        self.built.nodes.push(node.clone());
        let node = self.built.nodes.len() as u32 - 1;
        let makers = also.into_iter().map(|site| Maker { site, item, node });
        self.makers.extend(makers);
    }

    /// Whether the operands of a statement are of the types that they have in the source; the callee may be left out.
    fn are_of_source(&self, inst: Inst, members: &[Known]) -> bool {
        let function = &self.context.skeleton.function;
        let operands: SmallVec<[Value; 8]> = function.operands(inst).collect();
        let operands = &operands[operands.len() - members.len()..];
        let types = operands.iter().map(|&value| function.values[value].ty);
        types.eq(members.iter().map(|known| known.ty))
    }

    /// What is known of a call: its callee, then its arguments.
    fn known_call(&self, node: &ENode, members: &[Known]) -> SmallVec<[Known; 8]> {
        let callee = match node.op() {
            Op::Call { callee, .. } => Some(self.egraph.analysis.cache().constant(callee)),
            _ => None,
        };
        callee.into_iter().chain(members.iter().copied()).collect()
    }

    fn cost(&self, call: &[Known]) -> f64 {
        let mut cache = self.egraph.analysis.cache();
        self.context
            .costs
            .cost(call, &mut |a, b| cache.subtype(a, b))
    }

    /// Demands a value under a type at a place: any member of its class that fits. Constants need nothing.
    fn require(
        &mut self,
        what: Use,
        value: Value,
        ty: Type,
        place: Place,
        owner: Owner,
    ) -> Option<UseId> {
        if let ValueDef::Const(_) = self.context.skeleton.function.values[value].def {
            return None;
        }
        Some(self.offer(what, value, ty, place, owner))
    }

    fn offer(&mut self, what: Use, value: Value, ty: Type, place: Place, owner: Owner) -> UseId {
        let items = self.members_as(value, ty);
        self.add_use(what, items, place, owner)
    }

    fn add_use(&mut self, what: Use, items: Vec<Item>, place: Place, owner: Owner) -> UseId {
        self.built.uses.push(what);
        self.built.problem.uses.push(UseData {
            place,
            items,
            owner,
        })
    }

    fn is_off(&self, clause: Clauses) -> bool {
        !self.context.skeleton.contract.clauses.contains(clause)
    }

    /// The members that stand for a value of this type: where a type does not say all of what a value is, and the source's own is there, only that. Another one may be equal and
    /// of another type when the program runs.
    fn members_as(&mut self, value: Value, ty: Type) -> Vec<Item> {
        let class = self.egraph.find(self.context.skeleton.class(value));
        let own = self.context.skeleton.function.values[value].ty;
        let is_there = self.egraph[class].data.member(ty).is_some();
        if own != ty || self.is_off(Clauses::PASSED) || self.is_off(Clauses::MEMBERS) {
            return self.members_under(value, ty);
        }
        if is_there {
            return vec![self.item(class, ty)];
        }
        let items = self.members_under(value, ty);
        // Each narrower type is that of an equal value.
        self.built.is_confused |= items.len() > 1;
        items
    }

    fn members_under(&mut self, value: Value, ty: Type) -> Vec<Item> {
        let class = self.egraph.find(self.context.skeleton.class(value));
        let off = self.is_off(Clauses::MEMBERS);
        let members: SmallVec<[Type; 4]> = {
            let mut cache = self.egraph.analysis.cache();
            let members = self.egraph[class].data.members().iter();
            members
                .map(|member| member.ty)
                .filter(|&member| cache.subtype(member, ty) || off)
                .collect()
        };
        members
            .into_iter()
            .map(|member| self.item(class, member))
            .collect()
    }

    /// The type under which an argument is passed to a parameter, or a value to callers: its own in the source, where what is passed may be of others as well. What goes on with
    /// it finds its methods when it runs: there may be none for another type, or others.
    fn passed(&self, argument: Value, ty: Type) -> Type {
        let skeleton = self.context.skeleton;
        let own = skeleton.function.values[argument].ty;
        let class = self.egraph.find(skeleton.class(argument));
        let mut cache = self.egraph.analysis.cache();
        let mut members = self.egraph[class].data.members().iter();
        let is_narrower = own != ty && cache.subtype(own, ty);
        match is_narrower && members.any(|member| cache.subtype(member.ty, own)) {
            true if !self.is_off(Clauses::PASSED) => own,
            _ => ty,
        }
    }

    /// A parameter at a type: an argument under it on every jump.
    fn join(&mut self, param: Value, ty: Type) -> Join {
        if let Some(&join) = self.joins.get(&(param, ty)) {
            return join;
        }
        let skeleton = self.context.skeleton;
        let function = &skeleton.function;
        let ValueDef::Param(block, number) = function.values[param].def else {
            unreachable!("only parameters of blocks are joins");
        };
        let join = self.built.problem.joins.push(JoinData {
            place: self.context.places.at_start(block),
            uses: Vec::new(),
        });
        self.joins.insert((param, ty), join);
        self.built.joins.push((param, ty));
        let mut last = None;
        for &pred in skeleton.cfg.preds(block) {
            // A block that jumps here twice is listed twice.
            if last.replace(pred) == Some(pred) || !skeleton.is_live(pred) {
                continue;
            }
            for (side, target) in skeleton.live_targets(pred) {
                if target.block == block {
                    let argument = function.slice(&target.args)[number as usize];
                    let what = Use::JoinArgument(pred, side as u8, number, ty);
                    let end = self.context.places.at_end(pred);
                    // At another type, what goes on with it was inferred anew.
                    let own = match ty == function.values[param].ty {
                        true => self.passed(argument, ty),
                        false => ty,
                    };
                    let id = self.offer(what, argument, own, end, Owner::Join(join));
                    self.built.problem.joins[join].uses.push(id);
                }
            }
        }
        join
    }

    /// The optional calls of the source.
    fn optional_calls(&mut self) {
        let skeleton = self.context.skeleton;
        let function = &skeleton.function;
        let live = |block: &&Block| skeleton.is_live(**block);
        for &block in skeleton.dominators.preorder().iter().filter(live) {
            for &inst in &function.blocks[block].insts {
                let Some(statement) = skeleton.statement(inst) else {
                    continue;
                };
                if statement.role != Role::Optional {
                    continue;
                }
                let node = canonical(self.egraph, &statement.node);
                let result = function.insts[inst].result;
                let items = self.members_under(result, function.values[result].ty);
                self.built.problem.optional_calls.push(OptionalCall {
                    place: self.context.places.of(inst),
                    items,
                    detached: self.context.relaxed.contains(&node),
                });
            }
        }
    }
}

/// Where a leaf becomes available, and its type; no place means everywhere.
pub fn leaf_place(skeleton: &Skeleton, places: &Places, def: LeafDef) -> (Option<Place>, Type) {
    let function = &skeleton.function;
    match def {
        LeafDef::Value(value) => {
            let ty = function.values[value].ty;
            match function.values[value].def {
                ValueDef::Param(block, _) => (Some(places.at_start(block)), ty),
                _ => (None, ty),
            }
        }
        LeafDef::Result(inst) => {
            let ty = function.values[function.insts[inst].result].ty;
            (Some(places.after(inst)), ty)
        }
    }
}
