//! The objects that a match speaks of: which of them the source tells apart, and which belong together.
//!
//! A right side stands for the object of its left side. That is the one that the root makes, or one that the root leads to
//! (`transpose(x + x)` is no object, but has one inside), or one that it finds in something older (`tray.v`).

use super::MemoryPolicy;
use crate::effects::Effects;
use crate::egraph::analysis::effects;
use crate::egraph::language::{ENode, Site};
use crate::egraph::matches::Match;
use crate::egraph::uses::Uses;
use crate::egraph::{canonical, Clauses, EGraph};
use crate::ir::{Inst, Type};
use egg::{Id, Language};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

impl MemoryPolicy<'_> {
    /// A class, and those whose objects it may be: equal for a while, or read in its place.
    pub(super) fn behind(&self, egraph: &EGraph<'_>, class: Id) -> SmallVec<[Id; 2]> {
        let mut classes: SmallVec<[Id; 2]> = SmallVec::new();
        classes.push(egraph.find(class));
        if self.is_off(Clauses::BEHIND) {
            return classes;
        }
        let mut next = 0;
        while let Some(&class) = classes.get(next) {
            next += 1;
            for node in egraph[class].nodes.iter().filter(|node| node.is_coercion()) {
                let child = egraph.find(node.children()[0]);
                if !classes.contains(&child) {
                    classes.push(child);
                }
            }
        }
        classes
    }

    /// Whether the object of a site is written or compared by identity, so that nothing but a new object can stand for it:
    /// no alias, and nothing immutable either.
    pub(super) fn is_told_apart(&self, egraph: &EGraph<'_>, site: Site) -> bool {
        let function = &self.skeleton.function;
        let value = function.insts[self.skeleton.sites[site]].result;
        let fate = self.skeleton.aliases.fate(value);
        let mut cache = egraph.analysis.cache();
        (fate.written || fate.compared) && cache.may_be_mutable(function.values[value].ty)
    }

    /// Whether the object of a site is stored in another one, or captured: no alias stands for it, however long it lasts.
    pub(super) fn is_kept(&self, site: Site) -> bool {
        let value = self.skeleton.function.insts[self.skeleton.sites[site]].result;
        self.skeleton.aliases.fate(value).kept && !self.is_off(Clauses::KEPT)
    }

    /// Whether the source writes what the root of a match is, or compares it by identity. Only where it is not an object that
    /// the root itself makes: that one has a site.
    pub(super) fn is_found_and_told_apart(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
    ) -> bool {
        let uses = self
            .uses
            .get_or_insert_with(|| Uses::new(self.skeleton, egraph));
        let skeleton = &self.skeleton;
        let mut cache = egraph.analysis.cache();
        let values = uses.values(egraph, egraph.find(found.root()));
        values.iter().any(|&value| {
            let fate = skeleton.aliases.fate(value);
            (fate.written || fate.compared)
                && cache.may_be_mutable(skeleton.function.values[value].ty)
        })
    }

    /// Whether the source makes another object by a call that is, or may turn out to be, equal to that of a site.
    pub(super) fn has_sibling(&mut self, site: Site) -> bool {
        let skeleton = &*self.skeleton;
        let function = &skeleton.function;
        let types = |inst: Inst| -> Box<[Type]> {
            let operands = function.operands(inst);
            operands.map(|value| function.values[value].ty).collect()
        };
        let makers = self.makers.get_or_insert_with(|| {
            let mut makers: FxHashMap<Box<[Type]>, u32> = FxHashMap::default();
            for (site, &inst) in &skeleton.sites {
                let statement = skeleton.statements[inst].as_ref();
                let makes = statement.is_some_and(|of| of.effects.contains(Effects::ALLOCATES));
                if makes && !skeleton.is_inner(site) {
                    *makers.entry(types(inst)).or_default() += 1;
                }
            }
            makers
        });
        let same = makers.get(&types(skeleton.sites[site]));
        same.is_some_and(|&count| count > 1)
    }

    /// The objects that calls below the root of a match make and that the root leads to: class and site, those closest to the
    /// root first.
    pub(super) fn objects_inside(
        &self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
    ) -> SmallVec<[(Id, Site); 2]> {
        let mut objects = SmallVec::new();
        if !found.has_site() {
            return objects;
        }
        let nodes: SmallVec<[(Id, ENode); 4]> = found.nodes().collect();
        let made = |node: &ENode| {
            let site = node.tag().site()?;
            let statement = self.skeleton.statements[self.skeleton.sites[site]].as_ref()?;
            (statement.effects.contains(Effects::ALLOCATES)).then_some(site)
        };
        let Some((root, inner)) = nodes.split_last() else {
            return objects;
        };
        if !inner.iter().any(|(_, node)| made(node).is_some()) {
            return objects;
        }
        // What the root leads to, through calls whose results share memory with their arguments.
        let mut reached: SmallVec<[Id; 4]> = SmallVec::new();
        let reach = |node: &ENode, reached: &mut SmallVec<[Id; 4]>| {
            if effects(egraph, node).is_none_or(|of| !of.is_fresh()) {
                reached
                    .extend((node.children().iter()).flat_map(|&child| self.behind(egraph, child)));
            }
        };
        reach(&root.1, &mut reached);
        for (class, node) in inner.iter().rev() {
            let class = egraph.find(*class);
            if reached.contains(&class) {
                reach(node, &mut reached);
                objects.extend(made(node).map(|site| (class, site)));
            }
        }
        objects
    }

    /// Notes which objects of the source the last right side makes besides the one of its site: those that the left side had
    /// inside.
    pub(super) fn note_objects(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        site: Option<Site>,
        objects: &[(Id, Site)],
    ) {
        let Some(own) = site else {
            return;
        };
        let skeleton = &mut *self.skeleton;
        let inside = || objects.iter().map(|&(_, site)| site);
        let mut others: SmallVec<[Site; 2]> = inside().collect();
        for (_, node) in found.nodes() {
            let Some(site) = node.tag().site() else {
                continue;
            };
            if site != own && !inside().any(|inside| inside == site) {
                continue;
            }
            let Some(known) = skeleton.also.get(&site) else {
                continue;
            };
            let wanted = canonical(egraph, &node);
            let same = |known: &&(ENode, Site)| {
                known.0.tag() == wanted.tag() && canonical(egraph, &known.0) == wanted
            };
            let known = known.with_key(wanted.key()).filter(same);
            others.extend(known.map(|&(_, other)| other));
        }
        others.retain(|other| *other != own);
        if others.is_empty() {
            return;
        }
        others.sort_unstable();
        others.dedup();
        let made = (self.scratch.made.iter()).filter(|node| node.tag().site() == Some(own));
        let made = made.flat_map(|node| others.iter().map(|&other| (node.clone(), other)));
        let known = skeleton.also.entry(own).or_default();
        for (node, other) in made {
            known.insert(node, other);
        }
    }

    /// Whether these objects are made as often as the one that a right side makes in their place: that of `site`, or the first of
    /// them.
    pub(super) fn are_made_as_often(&self, site: Option<Site>, objects: &[(Id, Site)]) -> bool {
        let mut sites = site
            .into_iter()
            .chain(objects.iter().map(|&(_, site)| site));
        let skeleton = &*self.skeleton;
        let block = |site: Site| skeleton.block_of(skeleton.sites[site]);
        let Some(own) = sites.next().map(block) else {
            return true;
        };
        sites.all(|site| skeleton.loops.run_as_often(own, block(site)))
    }
}
