//! Matches of one part of a left side beside the others ([`several`](crate::rules::several)).
//!
//! The right side does what all parts do. So it may stand for one of them only where the program does the others as well: otherwise it would
//! throw where the program does not, and do work for nobody.
//!
//! ```text
//! y = A * x; z = A * w                beside each other
//! y = A * x; log("…"); z = A * w      not: `A * w` may throw, and not before the line is written
//! y = A * x; if c; z = A * w; end     not: without `c` the second product is not there
//! ```
//!
//! **Objects.** The right side makes the objects of all parts at once, inside the tuple that it returns. It has the site of the part that the program
//! computes last, and [makes the others, too](crate::egraph::ledger::Also). Nothing reaches an object inside it but through the class
//! of its part, whose choice thus decides whether that object is this one; extraction relies on it ([`objects`](crate::extract::build)).
//!
//! **Places.** `(v + v, v + v)` is a match in both orders. Were both the same call, the first object of `two_sums(v, v, v)` would be the one *and* the
//! other. So calls that make the same objects at other places have sites of their own, and never become equal.

use super::{reason, MemoryPolicy};
use crate::effects::Effects;
use crate::egraph::language::{ENode, Site};
use crate::egraph::ledger::Role;
use crate::egraph::matches::Match;
use crate::egraph::skeleton::Skeleton;
use crate::egraph::uses::Uses;
use crate::egraph::{Clauses, EGraph, Freedoms};
use crate::ir::{Inst, ValueDef};
use crate::rules::term::{Term, TermNode};
use cranelift_entity::SecondaryMap;
use egg::Id;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The objects that the parts of a match are.
#[derive(Default)]
pub(super) struct Several {
    /// The site of the part that is computed last, of those that are objects.
    pub own: Option<Site>,
    /// Class and site of the others.
    pub objects: SmallVec<[(Id, Site); 2]>,
    /// The site of each part, in the order in which they are written.
    pub places: Places,
}

/// The sites of objects that are made together, in the order of the function that makes them.
pub(super) type Places = SmallVec<[Option<Site>; 4]>;

impl MemoryPolicy<'_> {
    /// The objects of a part and of what it is beside. An error if it is not, or if one of them is no value that a right side can compute
    /// with the others; nothing where a part is what reads an object: the match at the object itself says the same.
    pub(super) fn judge_parts(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
    ) -> Result<Option<Several>, &'static str> {
        let before = found.rule.pattern.calls_before();
        let others: SmallVec<[(Id, ENode); 2]> = found.others().collect();
        let is_other = |node: &ENode| others.iter().any(|(_, other)| other == node);
        for (_, node) in found.all_nodes().take(before) {
            let Some(site) = node.tag().site() else {
                continue;
            };
            let inst = self.skeleton.maker(site);
            let Some(statement) = self.skeleton.statement(inst) else {
                return Err(reason::INNER);
            };
            if (statement.effects).intersects(Effects::WRITES | Effects::OTHER) {
                return Err(reason::WRITES);
            }
            if statement.effects.contains(Effects::INCONSISTENT) {
                return Err(reason::REPEATED);
            }
            // When an object below a part has the contents that the rule speaks of is not followed.
            if self.skeleton.ledger.is_inner(site) || !is_other(&node) {
                return Err(reason::INNER);
            }
        }
        let root = found.nodes().next_back();
        let mut parts: SmallVec<[(Id, Option<Site>); 4]> = SmallVec::new();
        for (class, node) in others.into_iter().chain(root) {
            parts.push((egraph.find(class), node.tag().site()));
        }
        let mut of_values = parts.iter().filter(|(_, site)| site.is_none());
        if of_values.any(|&(class, _)| self.is_reader(egraph, class)) {
            return Ok(None);
        }
        let is_taken = self.skeleton.contract.freedoms.contains(Freedoms::SEVERAL);
        if !is_taken || !self.are_beside(egraph, &parts) && !self.is_off(Clauses::BESIDE) {
            return Err(reason::PARTS);
        }
        let mut objects: SmallVec<[(Id, Site); 2]> = (parts.iter())
            .filter_map(|&(class, site)| Some((class, site?)))
            .filter(|&(_, site)| !self.is_only_pinned(site))
            .collect();
        let stretches = self
            .stretches
            .get_or_insert_with(|| Stretches::new(self.skeleton));
        objects.sort_by_key(|&(_, site)| stretches.positions[self.skeleton.maker(site)]);
        let own = objects.pop().map(|(_, site)| site);
        let mut places: Places = parts.iter().map(|&(_, site)| site).collect();
        if let Some(root) = places.pop() {
            places.insert(found.rule.pattern.place(), root);
        }
        Ok(Some(Several {
            own,
            objects,
            places,
        }))
    }

    /// The site of a right side that makes objects at these places, the last of them that of `own`.
    pub(super) fn site_of_all(&mut self, own: Site, places: Places) -> Site {
        if self.is_off(Clauses::PLACES) {
            return own;
        }
        let known = self.places.entry(own).or_default();
        if let Some((_, site)) = known.iter().find(|(other, _)| *other == places) {
            return *site;
        }
        let site = match known.is_empty() {
            true => own,
            false => self.skeleton.ledger.twin_site(own),
        };
        known.push((places, site));
        site
    }

    /// Whether the right side that was sketched last takes its part from something that leads to nothing but new objects.
    pub(super) fn makes_all(&self, term: &Term) -> bool {
        let root = term.root().map(|root| term.node(root));
        let Some(TermNode::Call(_, args)) = root else {
            return false;
        };
        let all = term.args(args).first();
        let effects = all.and_then(|all| self.sketch.effects.get(all.as_u32() as usize));
        effects.is_some_and(|effects| effects.contains(Effects::ALLOCATES) && effects.is_fresh())
    }

    /// Whether each statement that computes one of these classes has, in its block, statements that compute the others, and only optional calls in
    /// between.
    fn are_beside(&mut self, egraph: &EGraph<'_>, parts: &[(Id, Option<Site>)]) -> bool {
        let uses = self
            .uses
            .get_or_insert_with(|| Uses::new(self.skeleton, egraph));
        let stretches = self
            .stretches
            .get_or_insert_with(|| Stretches::new(self.skeleton));
        let mut of_parts = parts.iter().map(|&(class, _)| {
            let values = uses.values(egraph, class).iter();
            let results =
                values.filter_map(|&value| match self.skeleton.function.values[value].def {
                    ValueDef::Result(inst) => Some(stretches.stretch[inst]),
                    _ => None,
                });
            results.collect::<BTreeSet<u32>>()
        });
        let Some(first) = of_parts.next() else {
            return false;
        };
        !first.is_empty() && !first.contains(&0) && of_parts.all(|other| other == first)
    }
}

/// The statements of a function in stretches of a block that have nothing but optional calls in them.
pub(super) struct Stretches {
    /// The stretch of each statement; zero for what ends one.
    stretch: SecondaryMap<Inst, u32>,
    /// The place of each statement in its block.
    positions: SecondaryMap<Inst, u32>,
}

impl Stretches {
    fn new(skeleton: &Skeleton) -> Stretches {
        let mut stretch = SecondaryMap::new();
        let mut positions = SecondaryMap::new();
        let mut now = 0;
        for &block in &skeleton.cfg.order {
            now += 1;
            for (position, &inst) in skeleton.function.blocks[block].insts.iter().enumerate() {
                positions[inst] = position as u32;
                let role = skeleton.statement(inst).map(|of| of.role);
                let is_optional = matches!(role, Some(Role::Floating | Role::Optional) | None);
                if is_optional && !skeleton.pinned.contains(inst) {
                    stretch[inst] = now;
                } else {
                    now += 1;
                }
            }
        }
        Stretches { stretch, positions }
    }
}
