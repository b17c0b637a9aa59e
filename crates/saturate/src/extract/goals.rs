//! The extraction problem of a function, compiled to the plain AND-OR problem of [`dag`](super::dag).
//!
//! A *goal* is (class, member type, place, clean or not): "a value of this class, of this type, is available here". It
//! is met by running an instance of one of the class's nodes here, whose operands are goals of the same place, or for
//! nothing, by a goal of the same class at a place above. So sharing, dominance, hoisting out of loops and the choice of
//! member types all become the one question which goals to meet how, and the cost of a choice is the sum over the
//! instances that run, each weighted by the place where it runs.
//!
//! ```text
//! b0: eig = eigen(A)              goals at b1: tr(A)  ◄── tr(A) at b1                          cost 10
//! b1: return (eig, tr(A))                             ◄── sum(getproperty(eigen(A), :values))  cost 2
//!                                 eigen(A) at b1      ◄── eigen(A) at b0                       cost 0: it ran already
//! ```
//!
//! **Where an instance may run.** A pure one anywhere its operands are available. An optional one only below one of its
//! *anchors*, places where the original program ran it or the statement that a rule has replaced by it; in the epoch
//! that it reads in; and not in a loop that the anchor is not in. A leaf only where the value it stands for is available.
//!
//! **Block parameters.** A parameter of a block that only forward jumps reach is met by arguments for it on every jump, as
//! an instance is by its operands; so it can have another type than in the original, if all arguments have. In a loop
//! that would be circular: parameters of loop headers keep their type, and their arguments must be met in any case.
//!
//! **Clean and not.** `While(e)` says that a class equals another as long as memory stays in `e`. A goal that is met
//! through it is not *clean*: what depends on it without copying it is not clean either, and goals that are not clean
//! are passed on only within the epoch. Results that cannot reach mutable memory are always clean.

use super::dag::{self, ClassId, ProblemBuilder};
use super::place::{Place, Places};
use crate::effects::{CallKind, Effects};
use crate::egraph::analysis::instances;
use crate::egraph::convert::{LeafDef, Role, Skeleton};
use crate::egraph::language::{ENode, Op, Tag};
use crate::egraph::EGraph;
use crate::host::Known;
use crate::ir::{Block, Inst, Terminator, Type, Value, ValueDef};
use cranelift_entity::{entity_impl, EntityRef, PrimaryMap, SecondaryMap};
use egg::{Id, Language};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What a call costs.
pub trait CostModel {
    /// The cost of one run of a call; the callee comes first. `subtype` answers for the host.
    fn cost(&self, call: &[Known], subtype: &mut dyn FnMut(Type, Type) -> bool) -> f64;
}

/// A goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Goal(u32);
entity_impl!(Goal, "goal");

/// What a goal asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GoalData {
    /// The class, in canonical form.
    pub class: Id,
    /// The member type; any type under it will do where it is the type of the use.
    pub member: Type,
    /// Where.
    pub place: Place,
    /// Whether the value must outlast the epoch.
    pub clean: bool,
}

/// How a goal can be met.
#[derive(Clone, Debug)]
pub enum Way {
    /// By the same value at a place above, or in a stricter form.
    Inherit(Goal),
    /// By a node that needs no code: a constant or a leaf.
    Free(ENode),
    /// By running a node.
    Run(ENode, SmallVec<[Goal; 4]>),
    /// By the value of another class.
    Coerce(Goal),
    /// By a block parameter of the goal's type: every jump to the block must pass a value under it.
    Param(Value),
    /// A statement with effects stays as it is.
    Keep,
    /// A node runs instead of a statement with effects.
    Instead(ENode, SmallVec<[Goal; 4]>),
}

/// A use that must be met: an operand of something that stays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// Operand `n` of a statement.
    Operand(Inst, u32),
    /// What the terminator of a block branches on or returns.
    Terminator(Block),
    /// Argument `n` of target `t` of a block's terminator, where the parameter keeps its type.
    Argument(Block, u8, u32),
    /// The same, where the parameter has this type.
    JoinArgument(Block, u8, u32, Type),
}

/// The compiled problem, with the way back.
pub struct Goals {
    /// The goals.
    pub goals: PrimaryMap<Goal, GoalData>,
    /// The AND-OR problem.
    pub problem: dag::Problem,
    /// The way that each of its nodes is.
    pub ways: Vec<Way>,
    /// Each use with the goals that would meet it; one class of the problem per use.
    pub uses: Vec<(Use, ClassId, Vec<Goal>)>,
    /// Statements with effects that have alternatives; one class of the problem per statement.
    pub alternatives: Vec<(Inst, ClassId)>,
    /// Cost of what stays in any case.
    pub fixed_cost: f64,
    classes: SecondaryMap<Goal, ClassId>,
}

impl Goals {
    /// The class of the problem that stands for a goal.
    pub fn class(&self, goal: Goal) -> ClassId {
        self.classes[goal]
    }
}

/// Places where the original program computed what a node computes.
pub type Anchors = FxHashMap<ENode, SmallVec<[Place; 2]>>;

/// Compiles the problem.
pub fn compile(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    places: &Places,
    anchors: &Anchors,
    costs: &dyn CostModel,
) -> Result<Goals, dag::ProblemError> {
    let mut compiler = Compiler {
        egraph,
        skeleton,
        places,
        anchors,
        costs,
        builder: ProblemBuilder::new(),
        goals: PrimaryMap::new(),
        classes: SecondaryMap::with_default(ClassId::new(0)),
        index: FxHashMap::default(),
        work: Vec::new(),
        ways: Vec::new(),
        uses: Vec::new(),
        alternatives: Vec::new(),
        sites: SecondaryMap::new(),
        homes: FxHashMap::default(),
        joins: FxHashMap::default(),
        fixed_cost: 0.0,
    };
    compiler.homes();
    compiler.roots();
    while let Some(goal) = compiler.work.pop() {
        compiler.expand(goal);
    }
    Ok(Goals {
        goals: compiler.goals,
        problem: compiler.builder.build()?,
        ways: compiler.ways,
        uses: compiler.uses,
        alternatives: compiler.alternatives,
        fixed_cost: compiler.fixed_cost,
        classes: compiler.classes,
    })
}

struct Compiler<'a, 'h> {
    egraph: &'a EGraph<'h>,
    skeleton: &'a Skeleton,
    places: &'a Places,
    anchors: &'a Anchors,
    costs: &'a dyn CostModel,
    builder: ProblemBuilder,
    goals: PrimaryMap<Goal, GoalData>,
    classes: SecondaryMap<Goal, ClassId>,
    index: FxHashMap<GoalData, Goal>,
    work: Vec<Goal>,
    ways: Vec<Way>,
    uses: Vec<(Use, ClassId, Vec<Goal>)>,
    alternatives: Vec<(Inst, ClassId)>,
    /// Statement of each site, whose node runs there.
    sites: SecondaryMap<crate::egraph::language::Site, Option<Inst>>,
    /// Places where the original program computes a value of a class, for passing values down from there.
    homes: FxHashMap<Id, SmallVec<[Place; 2]>>,
    /// The class of the problem that stands for a parameter at a type.
    joins: FxHashMap<(Value, Type), ClassId>,
    fixed_cost: f64,
}

impl Compiler<'_, '_> {
    fn homes(&mut self) {
        for (site, &inst) in self.skeleton.sites.iter() {
            self.sites[site] = Some(inst);
        }
        for &block in self.skeleton.dominators.preorder() {
            for &inst in &self.skeleton.function.blocks[block].insts {
                if let Some(statement) = &self.skeleton.statements[inst] {
                    let class = self.egraph.find(statement.class);
                    let place = self.places.of(inst);
                    let homes = self.homes.entry(class).or_default();
                    if homes.last() != Some(&place) {
                        homes.push(place);
                    }
                }
            }
        }
    }

    /// The goals that must be met.
    fn roots(&mut self) {
        let function = &self.skeleton.function;
        for &block in self.skeleton.dominators.preorder() {
            if !self.skeleton.is_live(block) {
                continue;
            }
            for &inst in &function.blocks[block].insts {
                let Some(statement) = &self.skeleton.statements[inst] else {
                    continue;
                };
                let place = self.places.of(inst);
                match statement.role {
                    Role::Effect => self.effect(inst, place),
                    Role::Fixed => {
                        for (number, value) in function.operands(inst).enumerate() {
                            let ty = function.values[value].ty;
                            self.require(Use::Operand(inst, number as u32), value, ty, place, true);
                        }
                    }
                    Role::Slot | Role::Detached | Role::Floating => {}
                }
            }
            let end = self.places.at_end(block);
            let term = &function.blocks[block].term;
            match term {
                Terminator::Return(value) => {
                    // No method depends on the type of what is returned: any member will do.
                    let any = self.egraph.analysis.oracle().host.any();
                    self.require(Use::Terminator(block), *value, any, end, true);
                }
                Terminator::Branch { cond, .. } if !self.skeleton.is_decided(block) => {
                    let ty = function.values[*cond].ty;
                    self.require(Use::Terminator(block), *cond, ty, end, true);
                }
                _ => {}
            }
            for (side, target) in self.skeleton.live_targets(block) {
                if self.skeleton.is_join(target.block) {
                    continue;
                }
                let params = function.params(target.block);
                for (number, (&argument, &param)) in
                    function.slice(&target.args).iter().zip(params).enumerate()
                {
                    let ty = function.values[param].ty;
                    let what = Use::Argument(block, side as u8, number as u32);
                    self.require(what, argument, ty, end, true);
                }
            }
        }
    }

    /// A statement that runs in any case: as it is, or as one of the alternatives that rules have given it.
    fn effect(&mut self, inst: Inst, place: Place) {
        let function = &self.skeleton.function;
        let weight = self.places.places[place].weight;
        let known: Vec<Known> = function
            .operands(inst)
            .map(|value| Known {
                ty: function.values[value].ty,
                constant: function.values[value].constant,
            })
            .collect();
        let cost = weight * self.cost(&known);
        let alternatives = self.alternatives(inst, place);
        if alternatives.is_empty() {
            self.fixed_cost += cost;
            for (number, value) in function.operands(inst).enumerate() {
                let ty = function.values[value].ty;
                self.require(Use::Operand(inst, number as u32), value, ty, place, true);
            }
            return;
        }
        let class = self.builder.class();
        self.builder.root(class);
        self.alternatives.push((inst, class));
        let mut children: SmallVec<[ClassId; 4]> = SmallVec::new();
        for (number, value) in function.operands(inst).enumerate() {
            if let ValueDef::Const(_) = function.values[value].def {
                continue;
            }
            let child = self.builder.class();
            let ty = function.values[value].ty;
            let what = Use::Operand(inst, number as u32);
            self.offer(child, what, value, ty, place, true);
            children.push(child);
        }
        self.builder.node(class, cost, &children);
        self.ways.push(Way::Keep);
        for (node, cost, goals) in alternatives {
            let children: SmallVec<[ClassId; 4]> =
                goals.iter().map(|&goal| self.classes[goal]).collect();
            self.builder.node(class, cost, &children);
            self.ways.push(Way::Instead(node, goals));
        }
    }

    /// The nodes that may run instead of a statement, with their costs and operands.
    fn alternatives(&mut self, inst: Inst, place: Place) -> Vec<(ENode, f64, SmallVec<[Goal; 4]>)> {
        let function = &self.skeleton.function;
        let Some(statement) = &self.skeleton.statements[inst] else {
            return Vec::new();
        };
        let original = statement
            .node
            .clone()
            .map_children(|child| self.egraph.find(child));
        let Some(site) = original.tag().site() else {
            return Vec::new();
        };
        let ty = function.values[function.insts[inst].result].ty;
        let class = self.egraph.find(statement.class);
        let weight = self.places.places[place].weight;
        let place = self.places.inside(inst).unwrap_or(place);
        let mut found = Vec::new();
        for node in &self.egraph[class].nodes {
            if node.tag().site() != Some(site) || *node == original {
                continue;
            }
            let mut fitting: SmallVec<[SmallVec<[Known; 8]>; 2]> = SmallVec::new();
            let mut types: SmallVec<[Type; 2]> = SmallVec::new();
            instances(self.egraph, node, |members, answer| {
                if let Some(info) = answer {
                    fitting.push(members.into());
                    types.push(info.result.ty);
                }
            });
            for (members, result) in fitting.into_iter().zip(types) {
                if !self.egraph.analysis.oracle().subtype(result, ty) {
                    continue;
                }
                let goals: SmallVec<[Goal; 4]> = node
                    .children()
                    .iter()
                    .zip(&members)
                    .map(|(&class, known)| {
                        self.goal(GoalData {
                            class,
                            member: known.ty,
                            place,
                            clean: true,
                        })
                    })
                    .collect();
                let cost = weight * self.cost(&self.call(node, &members));
                found.push((node.clone(), cost, goals));
            }
        }
        found
    }

    /// What is known of a call: its callee, then its arguments.
    fn call(&self, node: &ENode, members: &[Known]) -> SmallVec<[Known; 8]> {
        let callee = match node.op() {
            Op::Call { callee, .. } => Some(self.egraph.analysis.oracle().constant(callee)),
            _ => None,
        };
        callee.into_iter().chain(members.iter().copied()).collect()
    }

    fn cost(&self, call: &[Known]) -> f64 {
        let mut oracle = self.egraph.analysis.oracle();
        self.costs.cost(call, &mut |a, b| oracle.subtype(a, b))
    }

    /// Demands a value under a type at a place: any member of its class that fits.
    fn require(&mut self, what: Use, value: Value, ty: Type, place: Place, clean: bool) {
        if let ValueDef::Const(_) = self.skeleton.function.values[value].def {
            return;
        }
        let root = self.builder.class();
        self.builder.root(root);
        self.offer(root, what, value, ty, place, clean);
    }

    /// Lets a class of the problem be met by any member of a value's class that is under a type.
    fn offer(
        &mut self,
        root: ClassId,
        what: Use,
        value: Value,
        ty: Type,
        place: Place,
        clean: bool,
    ) {
        let class = self.egraph.find(self.skeleton.class(value));
        let members: SmallVec<[Type; 4]> = {
            let mut oracle = self.egraph.analysis.oracle();
            self.egraph[class]
                .data
                .members()
                .iter()
                .map(|member| member.ty)
                .filter(|&member| oracle.subtype(member, ty))
                .collect()
        };
        let mut goals = Vec::new();
        for member in members {
            let goal = self.goal(GoalData {
                class,
                member,
                place,
                clean,
            });
            let child = self.classes[goal];
            self.builder.node(root, 0.0, &[child]);
            self.ways.push(Way::Coerce(goal));
            goals.push(goal);
        }
        self.uses.push((what, root, goals));
    }

    /// The class of the problem for a parameter at a type: an argument under it on every jump.
    fn join(&mut self, param: Value, ty: Type) -> ClassId {
        if let Some(&class) = self.joins.get(&(param, ty)) {
            return class;
        }
        let class = self.builder.class();
        self.joins.insert((param, ty), class);
        let function = &self.skeleton.function;
        let ValueDef::Param(block, number) = function.values[param].def else {
            return class;
        };
        let mut children: SmallVec<[ClassId; 4]> = SmallVec::new();
        let mut last = None;
        for &pred in self.skeleton.cfg.preds(block) {
            // A block that jumps here twice is listed twice.
            if last.replace(pred) == Some(pred) || !self.skeleton.is_live(pred) {
                continue;
            }
            for (side, target) in self.skeleton.live_targets(pred) {
                if target.block == block {
                    let argument = function.slice(&target.args)[number as usize];
                    let what = Use::JoinArgument(pred, side as u8, number, ty);
                    let child = self.builder.class();
                    self.offer(child, what, argument, ty, self.places.at_end(pred), true);
                    children.push(child);
                }
            }
        }
        self.builder.node(class, 0.0, &children);
        self.ways.push(Way::Param(param));
        class
    }

    fn goal(&mut self, mut data: GoalData) -> Goal {
        data.class = self.egraph.find(data.class);
        if let Some(&goal) = self.index.get(&data) {
            return goal;
        }
        let goal = self.goals.push(data);
        self.classes[goal] = self.builder.class();
        self.index.insert(data, goal);
        self.work.push(goal);
        goal
    }

    fn way(&mut self, goal: Goal, cost: f64, children: &[Goal], way: Way) {
        let children: SmallVec<[ClassId; 4]> =
            children.iter().map(|&child| self.classes[child]).collect();
        self.builder.node(self.classes[goal], cost, &children);
        self.ways.push(way);
    }

    fn expand(&mut self, goal: Goal) {
        let data = self.goals[goal];
        if !data.clean {
            // What outlasts the epoch is good enough here.
            let strict = self.goal(GoalData {
                clean: true,
                ..data
            });
            self.way(goal, 0.0, &[strict], Way::Inherit(strict));
        }
        for above in self.above(data) {
            let above = self.goal(GoalData {
                place: above,
                ..data
            });
            self.way(goal, 0.0, &[above], Way::Inherit(above));
        }
        for node in &self.egraph[data.class].nodes {
            self.expand_node(goal, data, node);
        }
    }

    /// Places from which a value of this class may be passed down to the goal's.
    fn above(&self, data: GoalData) -> SmallVec<[Place; 4]> {
        let here = &self.places.places[data.place];
        let mut found: SmallVec<[Place; 4]> = SmallVec::new();
        let mut add = |place: Place| {
            let same_epoch = data.clean || self.places.places[place].epoch == here.epoch;
            if place != data.place && same_epoch && !found.contains(&place) {
                found.push(place);
            }
        };
        // Where the original program has it already, the closest such place.
        let homes = self.homes.get(&data.class);
        let nearest = homes
            .into_iter()
            .flatten()
            .copied()
            .filter(|&home| home != data.place && self.places.dominates(home, data.place));
        let nearest = nearest.max_by_key(|&home| self.places.places[home].depth);
        if let Some(home) = nearest {
            add(home);
        }
        // What is inside an alternative takes its operands from the place of its statement.
        let outside = self.places.inside_of(data.place);
        outside.into_iter().for_each(&mut add);
        // Out of the innermost loop.
        if let Some(header) = self.skeleton.loops.header(here.block) {
            if let Some(entry) = self.places.places[self.places.at_start(header)]
                .parent
                .expand()
            {
                add(entry);
            }
        }
        // Code that only rules make is shared by branches through the block above them.
        if nearest.is_none() {
            if let Some(above) = self.skeleton.dominators.idom(here.block) {
                add(self.places.at_end(above));
            }
            let start = self.places.at_start(here.block);
            add(start);
        }
        found
    }

    fn expand_node(&mut self, goal: Goal, data: GoalData, node: &ENode) {
        match node.op() {
            Op::Const(constant) => {
                let known = self.egraph.analysis.oracle().constant(constant);
                if known.ty == data.member {
                    self.constant(goal, data, node);
                }
            }
            Op::Leaf(leaf) => {
                let def = self.skeleton.leaves[leaf];
                let (available, ty) = leaf_place(self.skeleton, self.places, def);
                if let Some(param) = self.join_param(def) {
                    if available.is_none_or(|home| self.places.dominates(home, data.place)) {
                        let join = self.join(param, data.member);
                        self.builder.node(self.classes[goal], 0.0, &[join]);
                        self.ways.push(Way::Param(param));
                    }
                    return;
                }
                if ty == data.member
                    && available.is_none_or(|home| self.places.dominates(home, data.place))
                {
                    self.way(goal, 0.0, &[], Way::Free(node.clone()));
                }
            }
            Op::While(epoch) => {
                if !data.clean && self.places.places[data.place].epoch == epoch {
                    let inner = self.goal(GoalData {
                        class: node.children()[0],
                        ..data
                    });
                    self.way(goal, 0.0, &[inner], Way::Coerce(inner));
                }
            }
            Op::Share => {
                let inner = self.goal(GoalData {
                    class: node.children()[0],
                    ..data
                });
                self.way(goal, 0.0, &[inner], Way::Coerce(inner));
            }
            Op::Call { .. } | Op::Apply { .. } | Op::New { .. } => {
                self.expand_call(goal, data, node)
            }
        }
    }

    /// A constant. A mutable one is shared by all runs of the function: who may keep it or write it gets a copy.
    fn constant(&mut self, goal: Goal, data: GoalData, node: &ENode) {
        let copy = {
            let mut oracle = self.egraph.analysis.oracle();
            if data.clean && oracle.may_be_mutable(data.member) {
                oracle.copy_of(data.member)
            } else {
                drop(oracle);
                return self.way(goal, 0.0, &[], Way::Free(node.clone()));
            }
        };
        let Some(copy) = copy else {
            return;
        };
        let shared = self.goal(GoalData {
            clean: false,
            ..data
        });
        let node = ENode::call(copy, Tag::NONE, &[data.class]);
        let known = Known {
            ty: data.member,
            constant: None,
        };
        let cost = self.places.places[data.place].weight * self.cost(&self.call(&node, &[known]));
        let operands: SmallVec<[Goal; 4]> = SmallVec::from_slice(&[shared]);
        self.way(goal, cost, &[shared], Way::Run(node, operands));
    }

    /// The parameter of a join that a leaf stands for.
    fn join_param(&self, def: LeafDef) -> Option<Value> {
        let LeafDef::Value(value) = def else {
            return None;
        };
        match self.skeleton.function.values[value].def {
            ValueDef::Param(block, _) if self.skeleton.is_join(block) => Some(value),
            _ => None,
        }
    }

    fn expand_call(&mut self, goal: Goal, data: GoalData, node: &ENode) {
        let tag = node.tag();
        let site = tag.site().and_then(|site| self.sites[site]);
        let mut detached = false;
        let is_inner = tag.site().is_some_and(|site| self.skeleton.is_inner(site));
        if let Some(inst) = site.filter(|_| is_inner) {
            detached = true;
            if self.places.inside(inst) != Some(data.place) {
                return;
            }
        } else if let Some(inst) = site {
            let role = self.skeleton.statements[inst]
                .as_ref()
                .map(|statement| statement.role);
            detached = role == Some(Role::Detached);
            if detached && self.places.of(inst) != data.place {
                return;
            }
            if role == Some(Role::Effect) {
                // It runs at its place in any case; its result is there for nothing.
                let ty =
                    self.skeleton.function.values[self.skeleton.function.insts[inst].result].ty;
                if ty == data.member && self.places.dominates(self.places.after(inst), data.place) {
                    self.way(goal, 0.0, &[], Way::Free(node.clone()));
                }
                return;
            }
        }
        let here = self.places.places[data.place];
        if !is_inner && tag.epoch().is_some_and(|epoch| epoch != here.epoch) {
            return;
        }
        let mut found: SmallVec<[(SmallVec<[Known; 8]>, Effects); 2]> = SmallVec::new();
        instances(self.egraph, node, |members, answer| {
            if let Some(info) = answer.filter(|info| info.result.ty == data.member) {
                found.push((members.into(), info.effects));
            }
        });
        for (members, effects) in found {
            match effects.kind() {
                CallKind::Pure => {}
                _ if detached => {}
                CallKind::Optional if self.anchored(node, data.place) => {}
                // An effect that only a rule has made has no place of its own to run at.
                _ => continue,
            }
            // A fresh result keeps nothing of operands that are not clean; another one may.
            let passes_on = effects.contains(Effects::ALIASES) && data.clean;
            let mut oracle = self.egraph.analysis.oracle();
            let mut children: SmallVec<[GoalData; 4]> = SmallVec::new();
            for (&child, known) in node.children().iter().zip(&members) {
                let carries = oracle.may_be_mutable(known.ty);
                children.push(GoalData {
                    class: child,
                    member: known.ty,
                    place: data.place,
                    clean: passes_on || !carries,
                });
            }
            drop(oracle);
            let cost = here.weight * self.cost(&self.call(node, &members));
            let goals: SmallVec<[Goal; 4]> =
                children.into_iter().map(|child| self.goal(child)).collect();
            self.way(goal, cost, &goals, Way::Run(node.clone(), goals.clone()));
        }
    }

    /// Whether an optional node may run at a place.
    fn anchored(&self, node: &ENode, place: Place) -> bool {
        let here = self.places.places[place];
        self.anchors.get(node).is_some_and(|anchors| {
            anchors.iter().any(|&anchor| {
                // In strict mode nothing that may throw changes places with an effect.
                if self.skeleton.strict {
                    return anchor == place || self.places.inside_of(place) == Some(anchor);
                }
                self.places.dominates(anchor, place)
                    && self.in_same_loops(self.places.places[anchor].block, here.block)
            })
        })
    }

    /// Whether every loop around `inner` is around `outer` as well.
    fn in_same_loops(&self, outer: Block, inner: Block) -> bool {
        match self.skeleton.loops.header(inner) {
            None => true,
            Some(header) => self.skeleton.loops.contains(header, outer),
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
