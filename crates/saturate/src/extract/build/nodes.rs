//! The instances of nodes: what each of them makes, from what, and where it may run.

use super::objects::Maker;
use super::{leaf_place, Builder};
use crate::effects::{CallKind, Effects};
use crate::egraph::analysis::{all_instances, instances};
use crate::egraph::language::{ENode, Op, Tag};
use crate::egraph::ledger::Role;
use crate::egraph::skeleton::LeafDef;
use crate::egraph::{canonical, Clauses};
use crate::extract::place::Place;
use crate::extract::problem::{InstanceData, Item, Kind, Operand, Region, UseData};
use crate::host::{CallInfo, Known};
use crate::ir::{Const, Inst, Type, ValueDef};
use egg::{Id, Language};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// One member of each operand's class.
type Members = SmallVec<[Known; 8]>;

/// Which instances of a call are wanted.
#[derive(Clone, Copy)]
enum Round<'a> {
    /// Those that the call is for.
    First,
    /// Those on unions that it is only for in part, and which give none of these items, and those for which inference finds nothing if there are no such items.
    Missing(&'a [Item]),
    /// Those that are left.
    Rest,
}

impl Builder<'_, '_> {
    /// The instances of a class's nodes.
    pub(super) fn class(&mut self, class: Id) {
        let before = self.built.problem.instances.len();
        self.known_members(class);
        for node in &self.egraph[class].nodes {
            let number = self.built.nodes.len() as u32;
            self.built.nodes.push(node.clone());
            match node.op() {
                Op::Const(constant) => {
                    let known = self.egraph.analysis.cache().constant(constant);
                    if let Some(item) = self.member(class, known.ty) {
                        self.constant(item, number, known.ty);
                    }
                }
                Op::Leaf(leaf) => self.leaf(class, number, self.context.skeleton.leaves[leaf]),
                Op::While(epoch, _) => {
                    // What holds until the end may be handed out.
                    let is_last = self.context.skeleton.ledger.epochs.is_last(epoch);
                    let within = Some(epoch).filter(|_| !is_last && !self.is_off(Clauses::CLEAN));
                    self.coerce(class, number, node, within)
                }
                Op::Share => self.coerce(class, number, node, None),
                Op::Call { .. } | Op::Apply { .. } | Op::New { .. } => {
                    self.call(class, number, node, Round::First)
                }
            }
        }
        if self.egraph[class].data.members().len() > 1 {
            self.narrowed_members(class, before);
        }
    }

    /// The type that the source gives to a statement's value, where its node makes no value of it any more: rules have found
    /// what an operand is, and the node is of a narrower type by that. Such a value is one of the wider type as
    /// well, so that a call which has a method only for some of it, and throws for this one, stays possible, and one that looks at the type. What else makes a
    /// value of the wider type may do so elsewhere. `before` is the number of instances before those of this class.
    fn narrowed_members(&mut self, class: Id, before: usize) {
        let problem = &self.built.problem;
        // Each type, and whether a node of this class makes it by itself: another class that is the same for a while may have none to give.
        let made: SmallVec<[(Type, bool); 4]> = (problem.instances.values().skip(before))
            .filter(|instance| problem.items[instance.item].class == class)
            // A node that has its own class below it, after a rule has made the two equal, makes nothing.
            .filter(|of| !of.operands.iter().any(|operand| operand.item == of.item))
            .map(|of| {
                let is_own = !matches!(of.kind, Kind::Coerce(_));
                (problem.items[of.item].member, is_own)
            })
            .collect();
        let members = self.members(class);
        let skeleton = self.context.skeleton;
        let function = &skeleton.function;
        let mut widened: SmallVec<[(Type, Type); 2]> = SmallVec::new();
        for inst in self.statements_of(class) {
            let wide = function.values[function.insts[inst].result].ty;
            let Some(statement) = skeleton.statement(inst) else {
                continue;
            };
            if !members.contains(&wide) {
                continue;
            }
            let node = canonical(self.egraph, &statement.node);
            let mut narrow: SmallVec<[Type; 2]> = SmallVec::new();
            let mut faithful: SmallVec<[Type; 2]> = SmallVec::new();
            instances(self.egraph, &node, |members, answer| {
                narrow.extend(answer.map(|info| info.result.ty));
                let of_source = answer.filter(|_| self.is_as_in_source(inst, &node, members));
                faithful.extend(of_source.map(|info| info.result.ty));
            });
            if narrow.contains(&wide) && made.contains(&(wide, true)) {
                continue;
            }
            // Of operands that are equal and of other types than in the source, it may be a value of another type. So it may where several types are under the wide
            // one, each that of an equal value, and somebody minds which.
            let mut cache = self.egraph.analysis.cache();
            let mut under = |ty: Type| ty != wide && cache.subtype(ty, wide);
            let is_one_of_several =
                self.minded.contains(&class) && members.iter().filter(|&&ty| under(ty)).count() > 1;
            drop(cache);
            if !faithful.is_empty()
                && (is_one_of_several || !faithful.contains(&wide))
                && !self.is_off(Clauses::TAKEN)
            {
                narrow = faithful;
                narrow.retain(|ty| *ty != wide);
            }
            narrow.sort_unstable();
            narrow.dedup();
            for ty in narrow {
                if widened.contains(&(ty, wide))
                    || !made.iter().any(|&(of, _)| of == ty)
                    || !self.egraph.analysis.cache().subtype(ty, wide)
                {
                    continue;
                }
                widened.push((ty, wide));
                let operand = Operand {
                    item: self.item(class, ty),
                    carries: true,
                };
                let item = self.item(class, wide);
                self.built.nodes.push(ENode::new(Op::Share, &[class]));
                self.built.problem.add_instance(InstanceData {
                    item,
                    node: self.built.nodes.len() as u32 - 1,
                    ty,
                    kind: Kind::Coerce(None),
                    operands: SmallVec::from_slice(&[operand]),
                });
            }
        }
    }

    /// The statements whose results are of a class.
    pub(super) fn statements_of(&mut self, class: Id) -> Vec<Inst> {
        let skeleton = self.context.skeleton;
        let statements = self.statements.get_or_insert_with(|| {
            let mut statements: FxHashMap<Id, Vec<Inst>> = FxHashMap::default();
            for &block in skeleton.dominators.preorder() {
                for &inst in &skeleton.function.blocks[block].insts {
                    if let Some(statement) = skeleton.statement(inst) {
                        let class = self.egraph.find(statement.class);
                        statements.entry(class).or_default().push(inst);
                    }
                }
            }
            statements
        });
        statements.get(&class).cloned().unwrap_or_default()
    }

    fn members(&self, class: Id) -> SmallVec<[Type; 4]> {
        let members = self.egraph[class].data.members().iter();
        members.map(|known| known.ty).collect()
    }

    /// The members whose value is known although the class has no node for it, as it has other members; also where a rule states it as a number of
    /// another type: with `sin(~x)^2 + cos(~x)^2 --> 1`, a statement that must have a `Float64` gets `1.0`.
    fn known_members(&mut self, class: Id) {
        let data = &self.egraph[class].data;
        // A constant of a single type has a node, unless it is what a call makes of operands of several.
        if data.members().len() < 2 && data.constant().is_none() {
            return;
        }
        let nodes = &self.egraph[class].nodes;
        let mut constants: SmallVec<[(Type, Const); 2]> = (data.members().iter())
            .filter_map(|member| Some((member.ty, member.constant?)))
            .filter(|&(_, constant)| !nodes.iter().any(|node| node.as_const() == Some(constant)))
            .collect();
        let is_any = self.is_off(Clauses::STATED);
        let mut cache = self.egraph.analysis.cache();
        for member in data.members().iter().filter(|of| of.constant.is_none()) {
            if cache.may_be_mutable(member.ty) {
                continue;
            }
            // Only a literal that a rule states. What was computed from one goes by the arithmetic of its type, which may wrap around where the source's does not.
            let is_stated = |it: Const| nodes.iter().any(|node| node.as_const() == Some(it));
            let mut stated = data.constants().filter(|&it| is_any || is_stated(it));
            let same = stated.find_map(|constant| cache.host.converted(constant, member.ty));
            constants.extend(same.map(|constant| (member.ty, constant)));
        }
        drop(cache);
        for (ty, constant) in constants {
            let number = self.built.nodes.len() as u32;
            self.built.nodes.push(ENode::constant(constant));
            let item = self.item(class, ty);
            self.constant(item, number, ty);
        }
    }

    /// The item of a class that a node of this type is an instance of, unless its type is one too many.
    fn member(&mut self, class: Id, ty: Type) -> Option<Item> {
        let is_member = self.egraph[class].data.member(ty).is_some();
        is_member.then(|| self.item(class, ty))
    }

    /// The member as which the statement of a site gives its result: its own type, or, where inference has joined more
    /// than the node has, the first under it that the node has.
    pub(super) fn own_member(&self, site: Inst) -> Option<Type> {
        let skeleton = self.context.skeleton;
        let statement = skeleton.statement(site)?;
        let declared = skeleton.function.values[skeleton.function.insts[site].result].ty;
        let class = self.egraph.find(statement.class);
        if self.egraph[class].data.member(declared).is_some() {
            return Some(declared);
        }
        let node = canonical(self.egraph, &statement.node);
        let mut members: SmallVec<[Type; 2]> = SmallVec::new();
        instances(self.egraph, &node, |_, answer| {
            members.extend(answer.map(|info| info.result.ty));
        });
        members.sort_unstable();
        let mut cache = self.egraph.analysis.cache();
        members
            .into_iter()
            .find(|&member| cache.subtype(member, declared))
    }

    /// The item of an object with an identity: whatever makes it, it is the one of the type that the source gives it, so
    /// that all uses have the same object.
    fn object(&mut self, class: Id, site: Inst, ty: Type) -> Option<Item> {
        let skeleton = self.context.skeleton;
        let statement = skeleton.statement(site)?;
        if self.egraph.find(statement.class) != class {
            return self.member(class, ty);
        }
        let declared = skeleton.function.values[skeleton.function.insts[site].result].ty;
        let fits = self.egraph.analysis.cache().subtype(ty, declared);
        let own = self.own_member(site).filter(|_| fits)?;
        self.member(class, own)
    }

    /// Notes that a statement which runs in any case makes an object of its own.
    fn made_in_any_case(&mut self, class: Id, site: Inst, ty: Type, node: u32) {
        let statement = self.context.skeleton.statement(site);
        let makes = statement.is_some_and(|of| of.effects.contains(Effects::ALLOCATES));
        if let Some(item) = self.member(class, ty).filter(|_| makes) {
            self.makers.push(Maker { site, item, node });
        }
    }

    /// Whether a constant stands for the values of this type, everywhere and for nothing.
    fn is_known(&self, class: Id, ty: Type) -> bool {
        let member = self.egraph[class].data.member(ty);
        member.is_some_and(|known| known.constant.is_some())
            && !self.egraph.analysis.cache().may_be_mutable(ty)
    }

    fn free(&mut self, class: Id, node: u32, ty: Type, place: Option<Place>) {
        if self.is_known(class, ty) {
            return;
        }
        if let Some(item) = self.member(class, ty) {
            self.built.problem.add_instance(InstanceData {
                item,
                node,
                ty,
                kind: Kind::Free(place),
                operands: SmallVec::new(),
            });
        }
    }

    /// A constant. A mutable one is shared by all runs of the function: who may keep it or write it gets a copy.
    /// An object of the program that a right side names is that object to everybody.
    fn constant(&mut self, item: Item, number: u32, ty: Type) {
        let (mutable, copy) = {
            let constant = self.built.nodes[number as usize].as_const();
            let is_shared = constant.is_some_and(|it| self.egraph.analysis.is_shared(it));
            let mut cache = self.egraph.analysis.cache();
            let mutable = cache.may_be_mutable(ty) && !is_shared;
            (mutable, mutable.then(|| cache.copy_of(ty)).flatten())
        };
        self.built.problem.add_instance(InstanceData {
            item,
            node: number,
            ty,
            kind: if mutable {
                Kind::Lent
            } else {
                Kind::Free(None)
            },
            operands: SmallVec::new(),
        });
        let Some(copy) = copy else {
            return;
        };
        let class = self.built.problem.items[item].class;
        let node = ENode::call(copy, Tag::NONE, &[class]);
        let known = Known { ty, constant: None };
        let cost = self.cost(&self.known_call(&node, &[known]));
        self.built.nodes.push(node);
        let operand = Operand {
            item,
            carries: true,
        };
        self.built.problem.add_instance(InstanceData {
            item,
            node: self.built.nodes.len() as u32 - 1,
            ty,
            kind: Kind::Run {
                cost,
                region: Region::default(),
                aliases: false,
            },
            operands: SmallVec::from_slice(&[operand]),
        });
    }

    fn leaf(&mut self, class: Id, node: u32, def: LeafDef) {
        let skeleton = self.context.skeleton;
        let (place, ty) = leaf_place(skeleton, self.context.places, def);
        let place = place.filter(|_| !self.is_off(Clauses::AVAILABLE));
        let LeafDef::Value(param) = def else {
            return self.free(class, node, ty, place);
        };
        match skeleton.function.values[param].def {
            ValueDef::Param(block, _) if skeleton.is_join(block) => {
                // The parameter can have any type that the class has.
                for member in self.members(class) {
                    if self.is_known(class, member) {
                        continue;
                    }
                    let item = self.item(class, member);
                    let join = self.join(param, member);
                    self.built.problem.add_instance(InstanceData {
                        item,
                        node,
                        ty: member,
                        kind: Kind::Param(join),
                        operands: SmallVec::new(),
                    });
                }
            }
            _ => self.free(class, node, ty, place),
        }
    }

    fn coerce(
        &mut self,
        class: Id,
        number: u32,
        node: &ENode,
        within: Option<crate::egraph::language::Epoch>,
    ) {
        let inner = self.egraph.find(node.children()[0]);
        for member in self.members(inner) {
            if let Some(item) = self.member(class, member) {
                // What leads to no memory is the same value in every epoch.
                let leads = self.egraph.analysis.cache().may_be_mutable(member);
                let within = within.filter(|_| leads);
                let operand = Operand {
                    item: self.item(inner, member),
                    carries: true,
                };
                self.built.problem.add_instance(InstanceData {
                    item,
                    node: number,
                    ty: member,
                    kind: Kind::Coerce(within),
                    operands: SmallVec::from_slice(&[operand]),
                });
            }
        }
    }

    /// Calls on unions that only a part of has a method, and calls on operands of other types for which inference finds nothing: where nothing
    /// makes the equal operand without that part, or of the other type, so that the call gives a value of this type, the call is for it
    /// after all. Whether there are such.
    pub(super) fn unions(&mut self) -> bool {
        let unions = std::mem::take(&mut self.unions);
        if unions.is_empty() {
            return false;
        }
        let before = self.built.problem.instances.len();
        let made = self.built.problem.makeable();
        for (class, number, node) in unions {
            let problem = &self.built.problem;
            let can_run =
                |instance: &InstanceData| instance.operands.iter().all(|of| made.contains(of.item));
            let items = self.members(class);
            let items = (items.iter()).filter_map(|&member| self.items.get(&(class, member)));
            let given: SmallVec<[Item; 2]> = items
                .copied()
                .filter(|&item| {
                    let mut instances = problem.items[item].instances.iter();
                    instances.any(|&instance| {
                        let instance = &problem.instances[instance];
                        instance.node == number && can_run(instance)
                    })
                })
                .collect();
            self.call(class, number, &node, Round::Missing(&given));
            if !given.is_empty() {
                self.passed_over.push((class, number, node));
            }
        }
        self.built.problem.instances.len() > before
    }

    /// Where a use cannot be met, calls that others were preferred to are possible as well: what was found of their operands may hold within an epoch only, and
    /// may be needed longer. Whether there are such.
    pub(super) fn passed_over(&mut self) -> bool {
        let passed_over = std::mem::take(&mut self.passed_over);
        if passed_over.is_empty() {
            return false;
        }
        let problem = &self.built.problem;
        let clean = problem.makeable_clean(&problem.makeable());
        let is_met = |of: &UseData| of.items.iter().any(|&it| clean.contains(it));
        if problem.uses.values().all(is_met) && !self.context.every_call {
            return false;
        }
        let before = self.built.problem.instances.len();
        for (class, number, node) in passed_over {
            self.call(class, number, &node, Round::Rest);
        }
        self.built.problem.instances.len() > before
    }

    /// The instances of a call.
    fn call(&mut self, class: Id, number: u32, node: &ENode, round: Round<'_>) {
        if self.left_out.contains(node) {
            return;
        }
        let skeleton = self.context.skeleton;
        let tag = node.tag();
        let site = tag.site().map(|site| skeleton.maker(site));
        let role = site.and_then(|inst| skeleton.statement(inst).map(|of| of.role));
        let is_inner = tag
            .site()
            .is_some_and(|site| skeleton.ledger.is_inner(site));
        let only = match site {
            Some(inst) if is_inner => match self.context.places.inside(inst) {
                Some(inside) => Some(inside),
                None => return,
            },
            Some(inst) if role == Some(Role::Effect) => {
                // It runs at its place in any case; its result is there for nothing.
                let after = self.context.places.after(inst);
                let is_result = skeleton
                    .statement(inst)
                    .is_some_and(|statement| self.egraph.find(statement.class) == class);
                if let Some(ty) = self.own_member(inst).filter(|_| is_result) {
                    self.free(class, number, ty, Some(after));
                    self.made_in_any_case(class, inst, ty, number);
                }
                return;
            }
            Some(_) if role == Some(Role::Detached) && self.is_off(Clauses::DETACHED) => None,
            Some(_) if role == Some(Role::Optional) && self.is_off(Clauses::MADE_ONCE) => None,
            Some(inst) => Some(self.context.places.of(inst)),
            None => None,
        };
        // What has effects runs at the one place that it has.
        let fixed = is_inner || role == Some(Role::Detached);
        let mut found: SmallVec<[(Members, CallInfo, bool); 2]> = SmallVec::new();
        all_instances(self.egraph, node, |members, answer, is_for_it| {
            found.extend(answer.map(|info| (Members::from(members), info, is_for_it)));
        });
        self.keep_made_of(node, &mut found, |of| &of.0);
        self.keep_covered(class, node, &mut found);
        // Whatever makes an object of the source, it is taken for a value of the source's type.
        let object = site.filter(|&inst| {
            let statement = skeleton.statement(inst);
            !is_inner && statement.is_some_and(|of| self.egraph.find(of.class) == class)
        });
        let taken_for = object.and_then(|inst| self.own_member(inst));
        self.keep_faithful(class, node, &mut found, |of| {
            (&of.0, taken_for.unwrap_or(of.1.result.ty))
        });
        // Of operands that are equal, but of another type than in the source, nothing may be known of what the call does.
        let any = self.egraph.analysis.cache().host.any();
        if (found.iter()).any(|(_, info, is_for_it)| *is_for_it && info.result.ty != any) {
            for (_, info, is_for_it) in &mut found {
                *is_for_it &= info.result.ty != any;
            }
        }
        match round {
            Round::First => {
                let before = found.len();
                found.retain(|(_, _, is_for_it)| *is_for_it);
                if found.len() < before {
                    self.unions.push((class, number, node.clone()));
                }
            }
            Round::Missing(given) => found.retain(|(_, info, is_for_it)| {
                !*is_for_it && (given.is_empty() || info.result.ty != any)
            }),
            Round::Rest => {
                found.retain(|(_, info, is_for_it)| !*is_for_it && info.result.ty == any)
            }
        }
        let given = match round {
            Round::Missing(given) => given,
            Round::First | Round::Rest => &[],
        };
        for (members, info, _) in found {
            let (ty, effects) = (info.result.ty, info.effects);
            let (mut anchors, mut exactly) = (None, None);
            let kind = match effects.kind() {
                CallKind::Effectful if self.is_off(Clauses::EFFECTS) => CallKind::Optional,
                kind => kind,
            };
            match kind {
                CallKind::Pure => {}
                _ if fixed => {}
                CallKind::Optional if self.is_off(Clauses::ANCHORS) => {}
                CallKind::Optional => match self.context.anchors.get(node) {
                    Some(places) if skeleton.contract.strict => {
                        exactly = Some(self.at_or_inside(places))
                    }
                    Some(places) => anchors = Some(places.clone()),
                    None => continue,
                },
                // An effect that only a rule has made has no place of its own to run at.
                CallKind::Effectful => continue,
            }
            let made = match site {
                Some(inst) if !is_inner => self.object(class, inst, ty),
                _ => self.member(class, ty),
            };
            let Some(item) = made.filter(|item| !given.contains(item)) else {
                continue;
            };
            if let Some(site) = site.filter(|_| !is_inner) {
                let also = self.also.get(node).into_iter().flatten().copied();
                let makers = also.chain([site]).map(|site| Maker {
                    site,
                    item,
                    node: number,
                });
                self.makers.extend(makers);
                self.shared(class, site, node, item, ty);
            }
            let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
            for (&child, known) in node.children().iter().zip(&members) {
                let child = self.egraph.find(child);
                let carries = self.egraph.analysis.cache().may_be_mutable(known.ty);
                let item = self.item(child, known.ty);
                operands.push(Operand { item, carries });
            }
            let cost = self.cost(&self.known_call(node, &members));
            self.built.problem.add_instance(InstanceData {
                item,
                node: number,
                ty,
                kind: Kind::Run {
                    cost,
                    region: Region {
                        epoch: tag.epoch().filter(|_| !is_inner),
                        anchors,
                        exactly,
                        only,
                    },
                    aliases: effects.contains(Effects::ALIASES),
                },
                operands,
            });
        }
    }
}

impl Builder<'_, '_> {
    /// Leaves out what a rule does not speak of: `at(~v::Vector{Int64}, ~i) == getindex(~v, ~i)` makes a call for arrays of integers. The class of its operand
    /// may have a wider type as well, `Vector`, of which only some values have a method. A call of the source stays: it may throw.
    fn keep_covered(
        &mut self,
        class: Id,
        node: &ENode,
        found: &mut SmallVec<[(Members, CallInfo, bool); 2]>,
    ) {
        let Op::Call { callee, .. } = node.op() else {
            return;
        };
        let may_throw = |info: &CallInfo| info.effects.contains(Effects::THROWS);
        if found.len() < 2 || !found.iter().any(|of| may_throw(&of.1)) {
            return;
        }
        let mut cache = self.egraph.analysis.cache();
        let covered: SmallVec<[bool; 4]> = (found.iter())
            .map(|(members, info, _)| !may_throw(info) || cache.covers(callee, members))
            .collect();
        drop(cache);
        let is_clear = covered.iter().all(|&is| is) || !covered.contains(&true);
        if is_clear || self.is_off(Clauses::COVERED) || self.is_of_source(class, node) {
            return;
        }
        let mut covered = covered.into_iter();
        found.retain(|_| covered.next() == Some(true));
    }

    /// Whether a node is that of a statement of the source.
    fn is_of_source(&mut self, class: Id, node: &ENode) -> bool {
        let own = canonical(self.egraph, node);
        let skeleton = self.context.skeleton;
        self.statements_of(class).into_iter().any(|inst| {
            let statement = skeleton.statement(inst);
            statement.is_some_and(|of| canonical(self.egraph, &of.node) == own)
        })
    }

    /// In strict mode nothing that may throw changes places with an effect: the anchors, and what is inside statements
    /// there.
    fn at_or_inside(&self, anchors: &[Place]) -> SmallVec<[Place; 2]> {
        let places = self.context.places;
        let mut found: SmallVec<[Place; 2]> = anchors.into();
        let inside = places.places.keys().filter(|&place| {
            (places.inside_of(place)).is_some_and(|outside| anchors.contains(&outside))
        });
        found.extend(inside);
        found
    }
}
