//! Objects are made in one way.
//!
//! The nodes with one site make one object of the source, each in a way of its own; what they make inside it is part of it and has
//! the site, too. A choice that takes the object from one way and its inside from another one has two objects where the source has
//! one:
//!
//! ```text
//! t = held(v)         held(~v) == Tray(copy(~v))      t:    held(v) #s | Tray(x)
//! return t, t.v       Tray(~x).v --> ~x               t.v:  x | t.v                  x:  copy(v) #s
//!
//! held(v), copy(v)    two arrays: the caller that writes the one does not see it in the other
//! ```
//!
//! All of it is equal, so the e-graph cannot tell; and it takes the whole graph to know what is used, so no match can be refused
//! for it. Two classes with nodes of one site are safe if one of them *dominates* the other, which is then needed by nothing but the
//! ways to make the first: the choice there decides. It must be one choice, so not one per member type, and what makes the object there must
//! not take the source's own as well (`halfc(v, x)`, for `x = copy(v); Box2(x, x)`). Where that does not hold,
//! the object is made as the source makes it: in the class of the source's own statement, and nothing of it elsewhere.
//!
//! What makes several objects at once, for a rule with several results, is a tuple that nothing takes but the classes of these objects, each its own
//! part. The choice there decides which object it is, so that such a node does no harm (`together`).
//!
//! ```text
//! y = A * x           (~A * ~x, ~A * ~y) --> both(~A, ~x, ~y)      y:    A * x #s | both[1]
//! z = A * w           both: both(A, x, w) #s #t                    z:    A * w #t | both[2]
//! ```
//!
//! An object inside that of a site need not be made at all where the source makes an equal one elsewhere, if the rule's author has
//! licensed that (`Skeleton::shareable`): it may be *shared*. That is one more way to make it, at one place.

use super::needs::Needs;
use super::Builder;
use crate::egraph::language::{ENode, Op};
use crate::egraph::ledger::Role;
use crate::egraph::skeleton::Skeleton;
use crate::egraph::{canonical, Clauses, EGraph};
use crate::extract::problem::{InstanceData, Item, Kind, Operand, Region};
use crate::ir::{Inst, Type};
use egg::{Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A node that makes an object, or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Maker {
    /// The statement of the source that makes it.
    pub site: Inst,
    /// What is made.
    pub item: Item,
    /// The number of the node.
    pub node: u32,
}

impl Builder<'_, '_> {
    /// The nodes without which every object is made in one way.
    pub(super) fn mixed(&mut self) -> FxHashSet<ENode> {
        let mut mixed = FxHashSet::default();
        if self.is_off(Clauses::INSIDE) {
            return mixed;
        }
        let mut makers = std::mem::take(&mut self.makers);
        makers.sort_unstable();
        makers.dedup();
        let mut needs = None;
        let hidden = self.hidden(&makers);
        makers.retain(|maker| !hidden.contains(&maker.node));
        for of in makers.chunk_by(|a, b| a.site == b.site) {
            let mut items: SmallVec<[Item; 4]> = of.iter().map(|maker| maker.item).collect();
            items.dedup();
            if items.len() < 2 {
                continue;
            }
            let statement = self.context.skeleton.statement(of[0].site);
            let home = statement.map(|statement| self.egraph.find(statement.class));
            let needs = needs.get_or_insert_with(|| Needs::new(&self.built.problem));
            let makes = |item: Item, node: u32| {
                of.binary_search_by_key(&(item, node), |maker| (maker.item, maker.node))
                    .is_ok()
            };
            if needs.are_mixed(&self.built.problem, &items, home, makes) {
                let class = |maker: &&Maker| self.built.problem.items[maker.item].class;
                let elsewhere = of.iter().filter(|maker| Some(class(maker)) != home);
                mixed.extend(elsewhere.map(|maker| self.built.nodes[maker.node as usize].clone()));
            }
        }
        mixed
    }

    /// The numbers of nodes that make objects of several statements, each of which nothing reaches but through the class of its own statement.
    fn hidden(&self, makers: &[Maker]) -> FxHashSet<u32> {
        let mut hidden = FxHashSet::default();
        let skeleton = self.context.skeleton;
        let together = skeleton.ledger.together();
        if together.len() == 0 {
            return hidden;
        }
        let together: FxHashSet<ENode> =
            together.map(|node| canonical(self.egraph, node)).collect();
        // Of each such node its class, and the classes of the statements whose objects it makes.
        let mut homes: FxHashMap<u32, (Id, SmallVec<[Id; 2]>)> = FxHashMap::default();
        let problem = &self.built.problem;
        for maker in makers {
            let node = &self.built.nodes[maker.node as usize];
            if let (true, Some(statement)) =
                (together.contains(node), skeleton.statement(maker.site))
            {
                let class = problem.items[maker.item].class;
                let (_, homes) = homes.entry(maker.node).or_insert((class, SmallVec::new()));
                homes.push(self.egraph.find(statement.class));
            }
        }
        if self.is_off(Clauses::TOGETHER) {
            return homes.into_keys().collect();
        }
        let mut users: FxHashMap<Id, Vec<Id>> = FxHashMap::default();
        for instance in problem.instances.values() {
            for operand in &instance.operands {
                let used = problem.items[operand.item].class;
                users
                    .entry(used)
                    .or_default()
                    .push(problem.items[instance.item].class);
            }
        }
        let mut needed: FxHashSet<Id> = FxHashSet::default();
        for of in problem.uses.values() {
            needed.extend(of.items.iter().map(|&item| problem.items[item].class));
        }
        let mut members: FxHashMap<Id, u32> = FxHashMap::default();
        for item in problem
            .items
            .values()
            .filter(|item| !item.instances.is_empty())
        {
            *members.entry(item.class).or_default() += 1;
        }
        for (node, (class, homes)) in homes {
            let users = users.get(&class).map_or(&[][..], |users| users);
            // Of several types, several could be chosen.
            let is_one = |home: &Id| members.get(home).is_none_or(|&count| count <= 1);
            if !needed.contains(&class)
                && users.iter().all(|user| homes.contains(user))
                && homes.iter().all(is_one)
            {
                hidden.insert(node);
            }
        }
        hidden
    }

    /// Where a rule makes a new object inside that of a site, and the source makes an equal one elsewhere that nothing writes:
    /// that one. It is taken at one place, the first where both could be there, so that there is one object for all uses.
    pub(super) fn shared(&mut self, class: Id, site: Inst, node: &ENode, item: Item, ty: Type) {
        let (skeleton, places) = (self.context.skeleton, self.context.places);
        let is_shareable = node
            .tag()
            .site()
            .is_some_and(|of| skeleton.ledger.is_shareable(of));
        let is_home = (skeleton.statement(site))
            .is_some_and(|statement| self.egraph.find(statement.class) == class);
        if !is_shareable || is_home {
            return;
        }
        let Some(twin) = self.egraph.lookup(node.without_site()) else {
            return;
        };
        let readers = self.egraph[self.egraph.find(twin)].nodes.iter();
        let objects: SmallVec<[Id; 1]> = (readers.filter(|node| node.op() == Op::Share))
            .map(|node| self.egraph.find(node.children()[0]))
            .collect();
        for object in objects {
            let Some(maker) = self.maker_of(object) else {
                continue;
            };
            let role = skeleton.statement(maker).map(|of| of.role);
            let there = match role {
                Some(Role::Effect) => places.after(maker),
                _ => places.of(maker),
            };
            let here = places.of(site);
            let place = if places.dominates(there, here) {
                here
            } else if places.dominates(here, there) {
                there
            } else {
                continue;
            };
            let are_as_often =
                (skeleton.loops).run_as_often(skeleton.block_of(site), skeleton.block_of(maker));
            let is_known = self.egraph[object].data.member(ty).is_some();
            if object == class || maker == site || !are_as_often || !is_known {
                continue;
            }
            let operand = Operand {
                item: self.item(object, ty),
                carries: true,
            };
            self.built.nodes.push(ENode::new(Op::Share, &[object]));
            self.built.problem.add_instance(InstanceData {
                item,
                node: self.built.nodes.len() as u32 - 1,
                ty,
                kind: Kind::Run {
                    cost: 0.0,
                    region: Region {
                        only: Some(place),
                        ..Region::default()
                    },
                    aliases: true,
                },
                operands: SmallVec::from_slice(&[operand]),
            });
        }
    }

    /// The one statement of the source that makes the object of a class.
    fn maker_of(&self, class: Id) -> Option<Inst> {
        let skeleton = self.context.skeleton;
        let sites = self.egraph[class].nodes.iter().filter_map(|node| {
            let inst = skeleton.maker(node.tag().site()?);
            let statement = skeleton.statement(inst)?;
            (self.egraph.find(statement.class) == class).then_some(inst)
        });
        let mut sites: SmallVec<[Inst; 2]> = sites.collect();
        sites.sort_unstable();
        sites.dedup();
        match sites[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// The objects that nodes make besides the one of their own site, by the node as it is now.
pub(super) fn also(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
) -> FxHashMap<ENode, SmallVec<[Inst; 1]>> {
    let mut also: FxHashMap<ENode, SmallVec<[Inst; 1]>> = FxHashMap::default();
    for (own, known) in skeleton.ledger.all_also() {
        let statement = skeleton.statement(skeleton.maker(own));
        let source = statement.map(|statement| canonical(egraph, &statement.node));
        for (node, site) in known.iter() {
            let node = canonical(egraph, node);
            // What the source itself does makes nothing but its own.
            if Some(&node) != source.as_ref() {
                also.entry(node).or_default().push(skeleton.maker(*site));
            }
        }
    }
    also
}
