//! The objects that a match speaks of: which of them the source tells apart, and which belong together.
//!
//! A right side stands for the object of its left side. That is the one that the root makes, or one that the root leads to
//! (`transpose(x + x)` is no object, but has one inside), or one that it finds in something older (`tray.v`).

use super::MemoryPolicy;
use crate::effects::Effects;
use crate::egraph::alias::Fate;
use crate::egraph::analysis::{effects, effects_without_place};
use crate::egraph::apply::Made;
use crate::egraph::language::{ENode, Epoch, Op, Site};
use crate::egraph::matches::Match;
use crate::egraph::memory::Point;
use crate::egraph::regions::Regions;
use crate::egraph::uses::Uses;
use crate::egraph::{canonical, Clauses, EGraph};
use crate::ir::{Inst, Type};
use egg::{Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Statements that make objects, in order.
pub(super) type Makers = SmallVec<[Inst; 2]>;

/// Objects inside another one.
#[derive(Default)]
pub(super) struct Objects {
    /// Class and site of each.
    pub inside: SmallVec<[(Id, Site); 2]>,
    /// Whether one that was found in an older object, where it is equal for a while to what made it, is written or compared: a new one is not it.
    pub has_found: bool,
}

/// Which of two equal classes is an object that a new one of the other class does not stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Precedence {
    /// Neither.
    None,
    /// The left side's: what it is equal to may be another object.
    Root,
    /// The right side's. The left side may become that object, and not the other way round.
    Result,
}

impl MemoryPolicy<'_> {
    /// A class, and those whose objects it may be: equal for a while, or read in its place.
    pub(super) fn behind(&self, egraph: &EGraph<'_>, class: Id) -> SmallVec<[Id; 2]> {
        self.behind_coercions(egraph, class, ENode::is_coercion)
    }

    /// The same through some coercions.
    fn behind_coercions(
        &self,
        egraph: &EGraph<'_>,
        class: Id,
        is_one: impl Fn(&ENode) -> bool,
    ) -> SmallVec<[Id; 2]> {
        let mut classes: SmallVec<[Id; 2]> = SmallVec::new();
        classes.push(egraph.find(class));
        if self.is_off(Clauses::BEHIND) {
            return classes;
        }
        let mut next = 0;
        while let Some(&class) = classes.get(next) {
            next += 1;
            for node in egraph[class].nodes.iter().filter(|node| is_one(node)) {
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
        let value = function.insts[self.skeleton.maker(site)].result;
        let fate = self.skeleton.aliases.fate(value);
        let mut cache = egraph.analysis.cache();
        (fate.written || fate.compared) && cache.may_be_mutable(function.values[value].ty)
    }

    /// Whether the root of a match, which has this site, makes an object that is told apart, be it inside that of the site.
    pub(super) fn has_told_apart(
        &self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        site: Site,
    ) -> bool {
        let root = found.nodes().next_back();
        self.is_told_apart(egraph, site)
            || root.is_some_and(|(_, node)| {
                let mut others = self.known_others(egraph, site, &node).into_iter();
                others.any(|other| self.is_told_apart(egraph, other))
            })
    }

    /// Whether the function writes, or compares by identity, what one of its statements gives: if not, [no site is told apart](Self::is_told_apart).
    fn tells_apart(&self) -> bool {
        *self.tells_apart.get_or_init(|| {
            let function = &self.skeleton.function;
            function.insts.values().any(|inst| {
                let fate = self.skeleton.aliases.fate(inst.result);
                fate.written || fate.compared
            })
        })
    }

    /// Whether one of two classes is an object that is told apart, and the other one another object, for good or for a while. A match whose root
    /// finds an object (`Tray(~v).v --> ~v`) is about all that makes the object, which the root does not show.
    pub(super) fn are_two_objects(
        &self,
        egraph: &EGraph<'_>,
        root: Id,
        result: Id,
        for_a_while: bool,
    ) -> bool {
        let (root, result) = (egraph.find(root), egraph.find(result));
        if root == result || self.is_off(Clauses::WRITTEN) || !self.tells_apart() {
            return false;
        }
        let made = |class: Id| {
            let sites = egraph[class]
                .nodes
                .iter()
                .filter_map(|node| node.tag().site());
            let mut sites = sites.filter(|&site| !self.is_only_pinned(site));
            sites.find(|&site| self.is_told_apart(egraph, site))
        };
        // What is an object without regard to the other class: a parameter, a constant, what another statement makes, or an alias for a while.
        let is_other = |class: Id, site: Site| {
            egraph[class].nodes.iter().any(|node| match node.op() {
                Op::Leaf(_) | Op::Const(_) | Op::While(..) => true,
                _ => node.tag().site().is_some_and(|of| {
                    self.skeleton.ledger.first_site(of) != self.skeleton.ledger.first_site(site)
                }),
            })
        };
        match (made(root), made(result)) {
            (Some(site), _) => for_a_while || is_other(result, site),
            (None, Some(site)) => is_other(root, site),
            (None, None) => false,
        }
    }

    /// Which of the two sides of an equation with an alias is an object that matters, where the other one makes a new one.
    ///
    /// ```text
    /// x = A .+ 0               ~v .+ 0 --> ~v        x: materialize(…) | while A
    /// return A, length(x)                            A: A, and nothing else: the caller gets its own array back
    /// ```
    ///
    /// What the root finds may be new as well, where something else makes that in which it is found:
    ///
    /// ```text
    /// t = tray_of_copy(A)      tray_of_copy(~v) --> Tray(~v)        t: tray_of_copy(A) | while Tray(A)
    /// return A, t.v            Tray(~v).v --> ~v                    t.v: getproperty(t, :v) | while A
    /// ```
    pub(super) fn precedence(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        result: Id,
    ) -> Precedence {
        let (root, result) = (egraph.find(found.root()), egraph.find(result));
        if root == result || self.is_off(Clauses::OLDER) || !self.has_objects_that_matter(egraph) {
            return Precedence::None;
        }
        if makers(egraph, root).next().is_some() {
            return match self.matters(egraph, result) {
                true => Precedence::Result,
                false => Precedence::None,
            };
        }
        if self.is_object_that(egraph, result, Fate::matters) && self.may_find_new(egraph, found) {
            return Precedence::Result;
        }
        // What is found and what makes it are one object: then it matters there, too.
        let aliases = &self.skeleton.aliases;
        let is_other = makers(egraph, result).any(|node| match node.tag().site() {
            Some(site) => {
                let maker = self.skeleton.maker(site);
                !(aliases.fate(self.skeleton.function.insts[maker].result)).matters()
            }
            None => true,
        });
        match is_other && self.matters(egraph, root) {
            true => Precedence::Root,
            false => Precedence::None,
        }
    }

    /// The same of an equation between new objects, one of which has an object that matters inside, and the other one nothing that is older.
    pub(super) fn precedence_inside(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        result: Id,
        objects: &[(Id, Site)],
    ) -> Precedence {
        let (root, result) = (egraph.find(found.root()), egraph.find(result));
        if root == result || self.is_off(Clauses::OLDER) || !self.has_objects_that_matter(egraph) {
            return Precedence::None;
        }
        let has_fresh = |class: Id| makers(egraph, class).any(|node| is_fresh(egraph, node));
        if has_fresh(root) {
            let mut kept = kept_by(egraph, result).into_iter();
            if kept.any(|class| self.matters(egraph, class)) {
                return Precedence::Result;
            }
        }
        // The objects that the left side makes inside its own are made by the right side, too.
        let is_made = |class: Id| objects.iter().any(|&(of, _)| egraph.find(of) == class);
        let is_older = |fate: Fate| fate.older && fate.matters();
        let mut kept = kept_by(egraph, root).into_iter();
        match has_fresh(result)
            && kept.any(|class| !is_made(class) && self.is_object_that(egraph, class, is_older))
            && self.is_looked_into(egraph, root)
        {
            true => Precedence::Root,
            false => Precedence::None,
        }
    }

    /// Whether somebody else sees what is inside an object of a class: it is handed out or kept, or an object that is found in it matters.
    fn is_looked_into(&mut self, egraph: &EGraph<'_>, class: Id) -> bool {
        let is_shown = |fate: Fate| fate.escapes || fate.kept || fate.matters();
        let finds = |parent: &Id| leads_on(egraph, &egraph.nodes()[usize::from(*parent)]);
        let found = egraph[class].parents().filter(finds);
        let mut seen = [class].into_iter().chain(found);
        seen.any(|class| self.is_object_that(egraph, class, is_shown))
    }

    /// Whether what the root of a match finds may be a new object: something other than the match shows makes that in which it is found.
    fn may_find_new(&self, egraph: &EGraph<'_>, found: &Match<'_>) -> bool {
        let nodes: SmallVec<[(Id, ENode); 4]> = found.nodes().collect();
        let Some((root, inner)) = nodes.split_last() else {
            return false;
        };
        // The match may have gone on through an object that equals another one, or that it is read in place of.
        let mut matched: SmallVec<[Id; 4]> = SmallVec::new();
        for (class, _) in inner {
            matched.push(egraph.find(*class));
        }
        let mut open: SmallVec<[Id; 8]> = SmallVec::new();
        for (_, node) in &nodes {
            for &child in node.children() {
                let class = egraph.find(child);
                let leads = |class: &Id| matched.contains(class);
                if !leads(&class) && self.behind(egraph, class).iter().any(leads) {
                    open.push(class);
                }
            }
        }
        let is_unexplained = |node: &ENode| {
            let makes = effects_without_place(egraph, node)
                .is_some_and(|effects| effects.contains(Effects::ALLOCATES));
            makes
                && is_fresh(egraph, node)
                && (node.tag().site())
                    .is_none_or(|site| self.known_others(egraph, site, node).is_empty())
        };
        for (class, node) in inner.iter().chain([root]) {
            let shown = canonical(egraph, node);
            let others = egraph[egraph.find(*class)].nodes.iter();
            for other in others.filter(|other| canonical(egraph, other) != shown) {
                if is_unexplained(other) {
                    return true;
                }
                if leads_on(egraph, other) {
                    open.extend(other.children().iter().map(|&child| egraph.find(child)));
                }
            }
        }
        let mut seen: FxHashSet<Id> = matched.into_iter().collect();
        seen.insert(egraph.find(root.0));
        while let Some(class) = open.pop() {
            if !seen.insert(class) {
                continue;
            }
            if seen.len() > FARTHEST {
                return true;
            }
            for node in &egraph[class].nodes {
                if is_unexplained(node) {
                    return true;
                }
                if leads_on(egraph, node) {
                    open.extend(node.children().iter().map(|&child| egraph.find(child)));
                }
            }
        }
        false
    }

    /// Whether there is such an object at all.
    fn has_objects_that_matter(&self, egraph: &EGraph<'_>) -> bool {
        *self.has_objects_that_matter.get_or_init(|| {
            let function = &self.skeleton.function;
            let mut cache = egraph.analysis.cache();
            (function.values.iter()).any(|(value, data)| {
                self.skeleton.aliases.fate(value).matters() && cache.may_be_mutable(data.ty)
            })
        })
    }

    /// Whether the source does this to an object that a class is.
    fn is_object_that(
        &mut self,
        egraph: &EGraph<'_>,
        class: Id,
        is_so: impl Fn(Fate) -> bool,
    ) -> bool {
        self.has_fate(egraph, class, |fate, ty| {
            is_so(fate) && egraph.analysis.cache().may_be_mutable(ty)
        })
    }

    /// Whether a class is an object of the source that [matters](Fate::matters), or leads to one by calls that only rules have made.
    fn matters(&mut self, egraph: &EGraph<'_>, class: Id) -> bool {
        let uses = self
            .uses
            .get_or_insert_with(|| Uses::new(self.skeleton, egraph));
        let skeleton = &self.skeleton;
        let mut classes: SmallVec<[Id; 4]> = SmallVec::new();
        classes.push(egraph.find(class));
        let mut seen: FxHashSet<Id> = FxHashSet::default();
        while let Some(class) = classes.pop() {
            if !seen.insert(class) {
                continue;
            }
            let values = uses.values(egraph, class);
            if values.is_empty() {
                let nodes = egraph[class].nodes.iter();
                let shares = nodes.filter(|node| leads_on(egraph, node));
                classes.extend(shares.flat_map(|node| {
                    let children = node.children().iter();
                    children.map(|&child| egraph.find(child))
                }));
                continue;
            }
            let mut cache = egraph.analysis.cache();
            if values.iter().any(|&value| {
                skeleton.aliases.fate(value).matters()
                    && cache.may_be_mutable(skeleton.function.values[value].ty)
            }) {
                return true;
            }
        }
        false
    }

    /// An epoch that lasts: that of memory which nothing writes.
    pub(super) fn lasting(&mut self, state: Option<Point>) -> Epoch {
        let (shape, ledger) = self.skeleton.learn();
        let point = state.unwrap_or(Point::Start(shape.function.entry()));
        let all = &mut ledger.epochs;
        let view = all.view(&shape.function, &shape.cfg, Regions::empty());
        all.at(view, point)
    }

    /// Whether the object of a site is stored in another one, or captured: no alias stands for it, however long it lasts.
    pub(super) fn is_kept(&self, site: Site) -> bool {
        let value = self.skeleton.function.insts[self.skeleton.maker(site)].result;
        self.skeleton.aliases.fate(value).kept && !self.is_off(Clauses::KEPT)
    }

    /// Whether the source does this to a value that a class is.
    fn has_fate(
        &mut self,
        egraph: &EGraph<'_>,
        class: Id,
        is_so: impl Fn(Fate, Type) -> bool,
    ) -> bool {
        let uses = self
            .uses
            .get_or_insert_with(|| Uses::new(self.skeleton, egraph));
        let skeleton = &self.skeleton;
        let values = uses.values(egraph, egraph.find(class));
        values.iter().any(|&value| {
            let ty = skeleton.function.values[value].ty;
            is_so(skeleton.aliases.fate(value), ty)
        })
    }

    /// Whether the source writes what the root of a match is, compares it by identity, or hands it out though it may be older than the call. Only where it is
    /// not an object that the root itself makes: that one has a site.
    pub(super) fn is_found_and_told_apart(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
    ) -> bool {
        let keeps_older = !self.is_off(Clauses::OLDER);
        self.has_fate(egraph, found.root(), |fate, ty| {
            let is_handed_out = keeps_older && fate.older && fate.escapes;
            (fate.written || fate.compared || is_handed_out)
                && egraph.analysis.cache().may_be_mutable(ty)
        })
    }

    /// Whether the source writes what a match is about, compares it by identity, or stores it in another object.
    pub(super) fn is_object(&mut self, egraph: &EGraph<'_>, found: &Match<'_>) -> bool {
        self.has_fate(egraph, found.root(), |fate, _| {
            fate.written || fate.compared || fate.kept
        })
    }

    /// Whether somebody has what a match is about when the function is done.
    pub(super) fn outlives(&mut self, egraph: &EGraph<'_>, found: &Match<'_>) -> bool {
        self.has_fate(egraph, found.root(), |fate, _| fate.escapes || fate.kept)
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
            let mut seen: FxHashSet<Inst> = FxHashSet::default();
            for (site, inst) in skeleton.ledger.sites() {
                let statement = skeleton.statement(inst);
                let makes = statement.is_some_and(|of| of.effects.contains(Effects::ALLOCATES));
                if makes && !skeleton.ledger.is_inner(site) && seen.insert(inst) {
                    *makers.entry(types(inst)).or_default() += 1;
                }
            }
            makers
        });
        let same = makers.get(&types(skeleton.maker(site)));
        same.is_some_and(|&count| count > 1)
    }

    /// The objects that calls below the root of a match make and that the root leads to: class and site, those closest to the
    /// root first.
    pub(super) fn objects_inside(&self, egraph: &EGraph<'_>, found: &Match<'_>) -> Objects {
        let mut objects = Objects::default();
        if !found.has_site() {
            return objects;
        }
        let nodes: SmallVec<[(Id, ENode); 4]> = found.nodes().collect();
        let made = |node: &ENode| {
            let site = node.tag().site()?;
            let statement = self.skeleton.statement(self.skeleton.maker(site))?;
            (statement.effects.contains(Effects::ALLOCATES)).then_some(site)
        };
        let Some((root, inner)) = nodes.split_last() else {
            return objects;
        };
        if !inner.iter().any(|(_, node)| made(node).is_some()) {
            return objects;
        }
        // What the root leads to, through calls whose results share memory with their arguments. What was found in an object is that object; a
        // new one that equals another one for a while is still itself.
        let mut reached: SmallVec<[Id; 4]> = SmallVec::new();
        let makers = |class: Id| egraph[class].nodes.iter().filter_map(made);
        let is_matched = |class: &Id| inner.iter().any(|(of, _)| egraph.find(*of) == *class);
        let reach = |node: &ENode, reached: &mut SmallVec<[Id; 4]>, objects: &mut Objects| {
            let of = match node.tag().site() {
                Some(_) => effects(egraph, node),
                None => effects_without_place(egraph, node),
            };
            if of.is_some_and(Effects::is_fresh) {
                return;
            }
            for &child in node.children() {
                let class = egraph.find(child);
                let behind = self.behind(egraph, class);
                if is_matched(&class) || !behind.iter().any(is_matched) {
                    reached.push(class);
                } else if makers(class).next().is_some() {
                    let own = makers(class).map(|site| (class, site));
                    objects.inside.extend(own);
                } else {
                    let mut sites = behind.iter().flat_map(|&class| makers(class));
                    objects.has_found |= sites.any(|site| self.is_told_apart(egraph, site));
                    // What reads one of several equal objects is about none of them: what replaces it makes no object of the source.
                    let equal = |node: &ENode| matches!(node.op(), Op::While(..));
                    reached.extend(self.behind_coercions(egraph, class, equal));
                }
            }
        };
        reach(&root.1, &mut reached, &mut objects);
        for (class, node) in inner.iter().rev() {
            let class = egraph.find(*class);
            if reached.contains(&class) {
                reach(node, &mut reached, &mut objects);
                objects.inside.extend(made(node).map(|site| (class, site)));
            }
        }
        objects
    }

    /// The objects of the source that the last right side makes besides the one of its site: those that the left side had inside.
    fn others(
        &self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        own: Site,
        objects: &[(Id, Site)],
    ) -> SmallVec<[Site; 2]> {
        let inside = || objects.iter().map(|&(_, site)| site);
        let mut others: SmallVec<[Site; 2]> = inside().collect();
        for (_, node) in found.nodes() {
            let Some(site) = node.tag().site() else {
                continue;
            };
            let is_own = self.skeleton.maker(site) == self.skeleton.maker(own);
            if is_own || inside().any(|inside| inside == site) {
                others.extend(self.known_others(egraph, site, &node));
            }
        }
        let skeleton = &*self.skeleton;
        others.retain(|other| skeleton.maker(*other) != skeleton.maker(own));
        others.sort_unstable();
        others.dedup();
        others
    }

    /// The site of a right side that makes the object of `own` and others of the source inside it. It is another one than that of calls which make the first
    /// alone: they would be one node, and with it their objects the same, wherever their operands turn out to be equal.
    ///
    /// ```text
    /// x = copy(v)              r:                   ref_of_copy(v) #s      with an array of its own
    /// r = ref_of_copy(x)       Ref(x), for a while: ref_of_copy(v) #s′     with x inside
    /// ```
    pub(super) fn site_with_inside(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        own: Site,
        objects: &[(Id, Site)],
    ) -> Site {
        let others = self.others(egraph, found, own, objects);
        if others.is_empty() || self.is_off(Clauses::BEHIND) {
            return own;
        }
        let mut makers: Makers = others.iter().map(|&of| self.skeleton.maker(of)).collect();
        makers.sort_unstable();
        makers.dedup();
        let first = self.skeleton.ledger.own_site(own);
        let known = self.inside.entry(first).or_default();
        if let Some((_, site)) = known.iter().find(|(other, _)| *other == makers) {
            return *site;
        }
        let site = self.skeleton.ledger.twin_site(first);
        known.push((makers, site));
        site
    }

    /// The objects that a node of a site is known to make besides that of the site.
    fn known_others(&self, egraph: &EGraph<'_>, site: Site, node: &ENode) -> SmallVec<[Site; 2]> {
        let Some(known) = self.skeleton.ledger.also(site) else {
            return SmallVec::new();
        };
        let wanted = canonical(egraph, node);
        let same = |known: &&(ENode, Site)| {
            known.0.tag() == wanted.tag() && canonical(egraph, &known.0) == wanted
        };
        let known = known.with_key(wanted.key()).filter(same);
        known.map(|&(_, other)| other).collect()
    }

    /// Whether the last right side was there before, in another class than `root`, as an object with others inside: the two would become one.
    pub(super) fn is_another_object(
        &self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        site: Option<Site>,
        objects: &[(Id, Site)],
        (before, result): (usize, Id),
    ) -> bool {
        let is_there = usize::from(result) < before;
        let Some(own) = site.filter(|_| is_there && !self.is_off(Clauses::BEHIND)) else {
            return false;
        };
        let made = self.scratch.made.last();
        let is_own = |node: &&ENode| {
            let site = node.tag().site();
            site.is_some_and(|site| site == own || self.scratch.sites.contains(&Made::At(site)))
        };
        let Some((node, own)) = made
            .filter(is_own)
            .and_then(|node| Some((node, node.tag().site()?)))
        else {
            return false;
        };
        if egraph.find(result) == egraph.find(found.root()) {
            return false;
        }
        let mut known = self.known_others(egraph, own, node);
        known.sort_unstable();
        known.dedup();
        known != self.others_made(egraph, found, own, objects)
    }

    /// The objects besides that of `own` that the last right side makes. What it takes as it is there it does not make.
    fn others_made(
        &self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        own: Site,
        objects: &[(Id, Site)],
    ) -> SmallVec<[Site; 2]> {
        let mut others = self.others(egraph, found, own, objects);
        others.retain(|other| {
            let maker = self.skeleton.maker(*other);
            let is_taken = |made: &Made| matches!(made, Made::Again(Some(site)) if self.skeleton.maker(*site) == maker);
            !self.scratch.sites.iter().any(is_taken)
        });
        others
    }

    /// Notes which objects of the source the last right side makes besides the one of its site.
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
        let others = self.others_made(egraph, found, own, objects);
        if others.is_empty() {
            return;
        }
        for node in &self.scratch.made {
            let site = node.tag().site();
            let is_own = |&site: &Site| site == own || self.scratch.sites.contains(&Made::At(site));
            if let Some(site) = site.filter(is_own) {
                for &other in &others {
                    (self.skeleton.ledger).note_also(site, node.clone(), other);
                }
            }
        }
    }

    /// Whether these objects are made as often as the one that a right side makes in their place: that of `site`, or the first of
    /// them.
    pub(super) fn are_made_as_often(&self, site: Option<Site>, objects: &[(Id, Site)]) -> bool {
        let mut sites = site
            .into_iter()
            .chain(objects.iter().map(|&(_, site)| site));
        let skeleton = &*self.skeleton;
        let block = |site: Site| skeleton.block_of(skeleton.maker(site));
        let Some(own) = sites.next().map(block) else {
            return true;
        };
        sites.all(|site| skeleton.loops.run_as_often(own, block(site)))
    }
}

/// How many classes are looked at for what an object may be found in; behind more of them, anything may be.
pub(super) const FARTHEST: usize = 64;

/// Whether what a node gives may be one of its arguments, or inside one. What equals an object for a while, or reads it, is not that object.
pub(super) fn leads_on(egraph: &EGraph<'_>, node: &ENode) -> bool {
    let effects = effects_without_place(egraph, node);
    !node.is_coercion() && effects.is_none_or(|of| of.contains(Effects::ALIASES))
}

/// What new objects of a class have inside. A call that reads finds something, if it leads to anything older.
fn kept_by(egraph: &EGraph<'_>, class: Id) -> SmallVec<[Id; 4]> {
    let keepers = makers(egraph, class).filter(|node| {
        effects_without_place(egraph, node).is_some_and(|of| {
            of.contains(Effects::ALIASES) && !of.intersects(Effects::READS | Effects::OTHER)
        })
    });
    let mut kept: SmallVec<[Id; 4]> = keepers
        .flat_map(|node| node.children().iter().map(|&child| egraph.find(child)))
        .collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// Whether what a node makes leads to nothing older.
fn is_fresh(egraph: &EGraph<'_>, node: &ENode) -> bool {
    effects_without_place(egraph, node).is_some_and(Effects::is_fresh)
}

/// The nodes of a class that make new objects.
fn makers<'e, 'h>(
    egraph: &'e EGraph<'h>,
    class: Id,
) -> impl Iterator<Item = &'e ENode> + use<'e, 'h> {
    egraph[class].nodes.iter().filter(move |node| {
        let effects = effects_without_place(egraph, node);
        effects.is_some_and(|effects| effects.contains(Effects::ALLOCATES))
    })
}
