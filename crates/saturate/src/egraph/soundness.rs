//! Which matches may be applied in a program with memory and effects.
//!
//! A rule says that two expressions are equal. In a program that is true only under conditions:
//!
//! - **One epoch.** The reads of the left side must see the same memory. `A[1] - A[1]` around a write is not zero. An
//!   object that the left side makes, and that is written later, counts as read where it is made: `zeros(2)[1]` is zero only
//!   until then.
//! - **Lazy and aliasing right sides** (`broadcasted(~f, ~x)`, `transpose(~A)`, `~p`) of a left side that reads hold
//!   *while memory stays in that epoch*: the right side is wrapped in `While(e)`, and extraction keeps its users inside `e`. In an epoch that
//!   no other follows this is for good, and yet not from the start: what equals the new value does not equal what the right side leads
//!   to as it was before. Only where the left side leads to the same memory are the two one class.
//! - **Objects with an identity.** A value that may be written, or whose identity is looked at, is never replaced by
//!   something that is not fresh, nor is one that is stored in an object or captured; and the fresh object that replaces it takes over its site. Where the left side does not
//!   make the object but finds it in another one (`held(~v).field --> copy(~v)`), a new one is not it. What a right side makes
//!   stands for the objects inside that of the left side as well (`Tray(copy(~v)) --> held(~v)`); that each of them is made in
//!   one way only, [extraction](crate::extract::build) sees to.
//!   A value that is no object but leads to a new one (`transpose(~v + ~v)`) takes over the site of that one; only where no other
//!   call makes an equal object may it be part of what something else has made (`eigen(~A).values`).
//! - **Two objects.** Two terms that make objects make two, on the left and on the right ([`apart`]).
//! - **Effects.** A call that writes cannot be matched, unless the rule is relaxed: then the calls of its left side are
//!   detached, which makes them optional. A right side with effects of its own becomes an *alternative* for the statement
//!   at the left side's root: one of the statement's alternatives runs, at its place. Effects inside the right side
//!   must be ordered by its data, and nothing may read behind them but the root.
//!
//! ```text
//! y = f.(x); x[1] = 0; z = g.(y)      broadcasted(g, materialize(b)) --> broadcasted(g, b)   refused users: z is in e1
//! y = f.(x); z = g.(y); x[1] = 0                                                             holds while in e0
//! ```

mod apart;
mod objects;
mod properties;
pub mod reason;
mod remedy;
mod several;

pub(crate) use properties::fact_in;

use super::analysis::effects;
use super::apply::{conclude, while_in, Clock, Failure, Scratch};
use super::control;
use super::language::{ENode, Epoch, Op, Site};
use super::ledger::Role;
use super::matches::Match;
use super::memory::Point;
use super::policy::{Decision, EffectSites, How, Policy};
use super::regions::Regions;
use super::skeleton::Skeleton;
use super::sketch::{is_there, Room, Sketch};
use super::uses::Uses;
use super::{Clauses, EGraph};
use crate::effects::Effects;
use crate::ir::{Inst, Type};
use crate::rules::rule::Rhs;
use crate::rules::term::Term;
use egg::{Id, Language};
use objects::{Makers, Precedence};
use rustc_hash::FxHashMap;
use several::{Places, Several, Stretches};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// The policy for a converted function.
pub struct MemoryPolicy<'s> {
    skeleton: &'s mut Skeleton,
    scratch: Scratch,
    /// The right side of the match that was judged last.
    sketch: Sketch,
    /// Made when a rule first asks.
    uses: Option<Uses>,
    /// Made when a rule with several results first asks.
    stretches: Option<Stretches>,
    /// The epochs of what the guards of the match have asked for: what the rule says holds no longer than that.
    relied: SmallVec<[Epoch; 2]>,
    /// Whether the guards of the match have asked for something that reads memory.
    relies: bool,
    /// The places of objects that are made together, by the site of the last one, with the site that such a call has.
    places: FxHashMap<Site, Vec<(Places, Site)>>,
    /// The statements whose objects are made inside the object of a site, with the site that such a call has.
    inside: FxHashMap<Site, Vec<(Makers, Site)>>,
    /// How many calls of the source make objects, by the types of callee and arguments. Made when a rule first asks.
    makers: Option<FxHashMap<Box<[Type]>, u32>>,
    /// Whether the function tells any objects apart. Found out when a rule first asks.
    tells_apart: OnceCell<bool>,
    /// Whether it has objects of which it can be told which one they are. Found out when a rule first asks.
    has_objects_that_matter: OnceCell<bool>,
}

impl<'s> MemoryPolicy<'s> {
    /// A policy over the skeleton whose calls relaxed rules detach.
    pub fn new(skeleton: &'s mut Skeleton) -> MemoryPolicy<'s> {
        MemoryPolicy {
            skeleton,
            scratch: Scratch::default(),
            sketch: Sketch::default(),
            uses: None,
            stretches: None,
            relied: SmallVec::new(),
            relies: false,
            places: FxHashMap::default(),
            inside: FxHashMap::default(),
            makers: None,
            tells_apart: OnceCell::new(),
            has_objects_that_matter: OnceCell::new(),
        }
    }

    fn is_off(&self, clause: Clauses) -> bool {
        !self.skeleton.contract.clauses.contains(clause)
    }

    /// The statements with effects that the left side covers, its root last. They must be the rule's to detach.
    fn effects_of_left_side(&self, found: &Match<'_>) -> Result<Vec<Inst>, &'static str> {
        let mut effectful = Vec::new();
        if !found.has_site() {
            return Ok(effectful);
        }
        for (_, node) in found.nodes() {
            let Some(site) = node.tag().site() else {
                continue;
            };
            if self.skeleton.ledger.is_inner(site) {
                return Err(reason::INNER);
            }
            let inst = self.skeleton.maker(site);
            let Some(statement) = self.skeleton.statement(inst) else {
                continue;
            };
            let acts = statement
                .effects
                .intersects(Effects::WRITES | Effects::OTHER);
            if acts && matches!(statement.role, Role::Effect | Role::Detached) {
                effectful.push(inst);
            }
        }
        if effectful.is_empty() || found.rule.relaxed || self.is_off(Clauses::RELAXED) {
            Ok(effectful)
        } else {
            Err(reason::WRITES)
        }
    }

    /// Whether a call below the root gives another result each time and its value has uses beside that in the match: the
    /// right side would then stand for a second run of it (`y = noise.(x); y .- y`).
    fn repeats_inconsistent(&mut self, egraph: &EGraph<'_>, found: &Match<'_>) -> bool {
        if !found.has_site() {
            return false;
        }
        let nodes: Vec<(Id, ENode)> = found.nodes().collect();
        let Some((_, inner)) = nodes.split_last() else {
            return false;
        };
        inner.iter().any(|(class, node)| {
            let class = egraph.find(*class);
            let inconsistent = node.tag().site().is_some_and(|site| {
                let inst = self.skeleton.maker(site);
                let statement = self.skeleton.statement(inst);
                statement.is_some_and(|of| of.effects.contains(Effects::INCONSISTENT))
            });
            let is_user = |node: &ENode| {
                let mut children = node.children().iter();
                children.any(|&child| egraph.find(child) == class)
            };
            inconsistent && {
                let users: Vec<Id> = nodes
                    .iter()
                    .filter(|(_, node)| is_user(node))
                    .map(|(user, _)| egraph.find(*user))
                    .collect();
                !self.is_used_once_in(egraph, class, &users)
            }
        })
    }

    /// See [`Uses::is_used_once`].
    fn is_used_once_in(&mut self, egraph: &EGraph<'_>, class: Id, users: &[Id]) -> bool {
        let uses = self
            .uses
            .get_or_insert_with(|| Uses::new(self.skeleton, egraph));
        uses.is_used_once(self.skeleton, egraph, class, users)
    }

    /// The epochs that the left side reads in. When the objects that it makes, and that are written later, have the contents that the rule
    /// speaks of counts as well: `getindex(zeros(~n), ~i) --> 0.0` holds until the first write. The root's object itself is what is
    /// replaced.
    ///
    /// A call that reads such an object says when. One that does not was made for an equal object that nobody writes, and which is equal to this
    /// one only since its last write: what it reads are not the contents with which this one was made.
    fn epochs(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
    ) -> Result<SmallVec<[Epoch; 2]>, &'static str> {
        let mut epochs = found.epochs();
        if self.is_off(Clauses::CONTENTS) || !found.has_site() {
            return Ok(epochs);
        }
        let nodes: SmallVec<[(Id, ENode); 4]> = found.nodes().collect();
        let Some((_, inner)) = nodes.split_last() else {
            return Ok(epochs);
        };
        // Classes that lead to such an object, and what they lead to.
        let mut holding: SmallVec<[Id; 4]> = SmallVec::new();
        let mut held = Regions::empty();
        for (class, node) in inner {
            let Some(site) = node.tag().site() else {
                continue;
            };
            let (shape, ledger) = self.skeleton.learn();
            let inst = ledger.maker(site);
            let result = shape.function.insts[inst].result;
            let makes = (ledger.statement(inst))
                .is_some_and(|statement| statement.effects.contains(Effects::ALLOCATES));
            let reach = shape.regions.reach(result);
            if makes && !reach.is_empty() {
                let all = &mut ledger.epochs;
                let view = all.view(&shape.function, &shape.cfg, reach);
                epochs.push(all.before(view, inst));
                holding.push(egraph.find(*class));
                held |= reach;
            }
        }
        if holding.is_empty() {
            return Ok(epochs);
        }
        for (class, node) in &nodes {
            let mut children = node.children().iter();
            let mut is_held = |class: Id| holding.contains(&class);
            if !children.any(|&child| self.behind(egraph, child).into_iter().any(&mut is_held)) {
                continue;
            }
            let effects = effects(egraph, node).unwrap_or(Effects::UNKNOWN);
            if effects.contains(Effects::READS) && node.tag().epoch().is_none() {
                return Err(reason::EPOCHS);
            }
            if effects.is_fresh() {
                continue;
            }
            holding.push(egraph.find(*class));
            // What is put into a new object is put there as it is by then. A call that reads says when.
            let site = node.tag().site();
            if let Some(site) = site.filter(|_| !effects.contains(Effects::READS)) {
                let (shape, ledger) = self.skeleton.learn();
                let maker = ledger.maker(site);
                let all = &mut ledger.epochs;
                let view = all.view(&shape.function, &shape.cfg, held);
                epochs.push(all.before(view, maker));
            }
        }
        Ok(epochs)
    }

    /// A point at which the left side reads all that it reads, up to the calls that the match detaches, which count as not writing;
    /// none if it reads nothing that changes.
    fn state(&self, epochs: &[Epoch], detached: &[Inst]) -> Result<Option<Point>, &'static str> {
        if epochs.is_empty() {
            return Ok(None);
        }
        if self.is_off(Clauses::ONE_EPOCH) {
            return Ok(self.skeleton.ledger.epochs.common(&epochs[..1], &[]));
        }
        let common = self.skeleton.ledger.epochs.common(epochs, detached);
        common.map(Some).ok_or(reason::EPOCHS)
    }

    /// How long what holds in all of some epochs, at a point, holds; none if that is for good, and was so before.
    fn limit(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        epochs: &[Epoch],
        state: Option<Point>,
    ) -> Option<Epoch> {
        if self.is_off(Clauses::WHILE) || epochs.is_empty() {
            return None;
        }
        let reach = egraph.analysis.reach.of(egraph.find(found.root()));
        let is_since = reach.contains(self.sketch.reach) || self.is_off(Clauses::SINCE);
        let (shape, ledger) = self.skeleton.learn();
        let all = &mut ledger.epochs;
        let view = all.view(&shape.function, &shape.cfg, all.regions(epochs));
        let epoch = all.at(view, state?);
        (!is_since || !all.is_last(epoch)).then_some(epoch)
    }

    /// Sketches the right side of a match.
    fn sketch(
        &mut self,
        egraph: &EGraph<'_>,
        term: &Term,
        found: &Match<'_>,
        room: Room,
        state: Option<Point>,
    ) -> Result<(), &'static str> {
        let clock = clock(self.skeleton, state);
        let drawn = self.sketch.draw(egraph, term, found, room, clock);
        drawn.map_err(refusal)
    }

    /// Whether the right side is a fresh object or immutable, so that what is equal now stays equal.
    fn is_lasting(&self, egraph: &EGraph<'_>) -> bool {
        let audit = self.sketch.audit;
        !self.is_mutable(egraph) || audit.root.is_some_and(Effects::is_fresh)
    }

    /// Whether what the root of a match finds has other contents later: it is no new object, and something writes the memory that it leads to. A call that is
    /// not given it may do so.
    fn fades(&self, egraph: &EGraph<'_>, found: &Match<'_>, root_site: Option<Site>) -> bool {
        let root = egraph.find(found.root());
        root_site.is_none()
            && !self.is_off(Clauses::FOUND)
            && !egraph.analysis.reach.of(root).is_empty()
            && self.may_be_mutable(egraph, root)
    }

    /// Whether the right side may lead to mutable memory.
    fn is_mutable(&self, egraph: &EGraph<'_>) -> bool {
        let mut cache = egraph.analysis.cache();
        let mut members = self.sketch.root.members().iter();
        members.any(|member| cache.may_be_mutable(member.ty))
    }

    /// Whether the right side, which is no new object itself, is an array that holds no objects: it is an object that its arguments lead to, and no value
    /// that has stored one.
    fn is_found_inside(&self, egraph: &EGraph<'_>) -> bool {
        let mut cache = egraph.analysis.cache();
        let mut members = self.sketch.root.members().iter();
        members.all(|member| cache.is_plain_array(member.ty))
    }

    /// Whether a class may lead to mutable memory.
    fn may_be_mutable(&self, egraph: &EGraph<'_>, class: Id) -> bool {
        let members = egraph[egraph.find(class)].data.members().to_vec();
        let mut cache = egraph.analysis.cache();
        members.iter().any(|member| cache.may_be_mutable(member.ty))
    }

    /// The statement with effects at the root of a match, with its site.
    fn root_statement(&self, found: &Match<'_>, effectful: &[Inst]) -> Option<(Inst, Site)> {
        let (_, node) = found.nodes().next_back()?;
        let site = node.tag().site()?;
        let inst = self.skeleton.maker(site);
        effectful.contains(&inst).then_some((inst, site))
    }

    /// Whether a right side that has effects can take the place of a statement.
    fn judge_alternative(&self, egraph: &EGraph<'_>, statement: Inst) -> Result<(), &'static str> {
        if !self.sketch.audit.root_acts() {
            return Err(reason::EFFECTS);
        }
        let function = &self.skeleton.function;
        let ty = function.values[function.insts[statement].result].ty;
        let mut cache = egraph.analysis.cache();
        let mut members = self.sketch.root.members().iter();
        let fits = members.any(|member| cache.subtype(member.ty, ty));
        if fits {
            Ok(())
        } else {
            Err(reason::TYPE)
        }
    }

    /// Whether the last right side is the statement itself, over operands that are equal by now. Then it is no other node, and yet
    /// the rule has licensed the operands that it names.
    fn is_given_back(&self, egraph: &EGraph<'_>, statement: Inst) -> bool {
        let canonical = |node: &ENode| node.clone().map_children(|child| egraph.find(child));
        let own = self.skeleton.statement(statement);
        own.is_some_and(|own| {
            let own = canonical(&own.node);
            let mut made = self.scratch.made.iter();
            made.any(|node| canonical(node) == own)
        })
    }
}

/// What is to be done for a match that was judged.
struct Plan {
    how: How,
    /// The state of memory that the rule speaks of.
    state: Option<Point>,
    /// The epoch in which alone the right side is equal to the root.
    within: Option<Epoch>,
    /// Whether the right side may be an object that was there before.
    is_alias: bool,
    /// The statement that the right side is an alternative for.
    statement: Option<Inst>,
    /// Statements that the match detaches.
    detached: Vec<Inst>,
    /// The objects inside the left side's.
    objects: SmallVec<[(Id, Site); 2]>,
    /// The site whose object may be one that the source makes elsewhere.
    shareable: Option<Site>,
}

/// What is to be done.
enum Verdict {
    /// Nothing: what the match says is known.
    Known,
    /// The value of a dynamic right side is to be added.
    Fold(How),
    /// The right side is to be added.
    Add(Plan),
}

/// The reason for which a right side has no sketch.
fn refusal(failure: Failure) -> &'static str {
    match failure {
        Failure::Effects => reason::EFFECTS,
        Failure::Stateless => reason::STATE,
        Failure::Unordered => reason::ORDER,
        _ => reason::NO_METHOD,
    }
}

/// Says in which epoch a call reads, at a point of the program.
pub(crate) fn clock(skeleton: &mut Skeleton, state: Option<Point>) -> Clock<'_> {
    let (shape, ledger) = skeleton.learn();
    Clock {
        function: &shape.function,
        cfg: &shape.cfg,
        regions: &shape.regions,
        epochs: &mut ledger.epochs,
        state,
    }
}

impl MemoryPolicy<'_> {
    /// Whether a statement has a site because it may throw, and not because it makes an object.
    fn is_only_pinned(&self, site: Site) -> bool {
        let inst = self.skeleton.maker(site);
        let statement = self.skeleton.statement(inst);
        self.skeleton.pinned.contains(inst)
            && statement.is_some_and(|of| !of.effects.contains(Effects::ALLOCATES))
    }

    /// Whether a class reads an object. What does is not the object; a match at the object's own class says the same of it.
    fn is_reader(&self, egraph: &EGraph<'_>, class: Id) -> bool {
        let mut nodes = egraph[egraph.find(class)].nodes.iter();
        nodes.any(|node| node.op() == Op::Share) && !self.is_off(Clauses::READERS)
    }

    /// Decides over a match. Changes neither the e-graph nor what is noted of the program.
    fn judge(&mut self, egraph: &EGraph<'_>, found: &Match<'_>) -> Result<Verdict, &'static str> {
        // Most matches say what is known, and most are about values.
        let is_of_values = found.is_of_values() && !found.rule.pattern.is_beside();
        if let (Rhs::Term(term), true) = (&found.rule.rhs, is_of_values) {
            if is_there(egraph, term, found, None, &mut self.scratch.ids) {
                return Ok(Verdict::Known);
            }
        }
        let mut effectful = self.effects_of_left_side(found)?;
        if self.repeats_inconsistent(egraph, found) {
            return Err(reason::REPEATED);
        }
        if self.is_one_for_two(egraph, found) {
            return Err(reason::ONE_FOR_TWO);
        }
        let several = match found.rule.pattern.is_beside() {
            true => match self.judge_parts(egraph, found)? {
                Some(several) => several,
                None => return Ok(Verdict::Known),
            },
            false => Several::default(),
        };
        let root = self.root_statement(found, &effectful);
        let mut epochs = self.epochs(egraph, found)?;
        self.judge_properties(found, &epochs)?;
        epochs.extend_from_slice(&self.relied);
        let state = match self.state(&epochs, &effectful)? {
            None => root.map(|(inst, _)| Point::Before(inst)),
            state => state,
        };
        let root_site = root_site(found).filter(|&site| !self.skeleton.ledger.is_inner(site));
        // A call that is only pinned makes no object: it finds one, if anything.
        let root_site = root_site.filter(|&site| !self.is_only_pinned(site));
        // An object that is made in any case is not made by a right side. A pinned call is not made in any case: what takes its place
        // runs at its place.
        let stays = root_site.is_some_and(|site| {
            let inst = self.skeleton.maker(site);
            self.skeleton
                .statement(inst)
                .is_some_and(|statement| statement.role == Role::Effect)
                && !effectful.contains(&inst)
                && !self.skeleton.pinned.contains(inst)
        });
        let told_apart = root_site.is_some_and(|site| self.has_told_apart(egraph, found, site))
            && !self.is_off(Clauses::WRITTEN);
        let mut how = How {
            site: root_site.filter(|_| !stays),
            told_apart,
            copied: self.skeleton.returns_one,
            ..How::default()
        };
        let Rhs::Term(term) = &found.rule.rhs else {
            if root_site.is_none()
                && !self.is_off(Clauses::FOUND)
                && self.may_be_mutable(egraph, found.root())
                && self.is_found_and_told_apart(egraph, found)
            {
                return Err(reason::IDENTITY);
            }
            return Ok(Verdict::Fold(how));
        };
        let is_plain = effectful.is_empty() && epochs.is_empty() && !stays;
        if is_plain && !is_of_values && !has_inner_site(found) && several.own.is_none() {
            let ids = &mut self.scratch.ids;
            if is_there(egraph, term, found, how.site, ids) {
                return Ok(Verdict::Known);
            }
        }
        let room = match root {
            Some(_) => Room::Statement,
            None if effectful.is_empty() => Room::None,
            None => Room::Covered,
        };
        self.sketch(egraph, term, found, room, state)?;
        self.judge_outcome(egraph, found)?;
        let audit = self.sketch.audit;
        how.keeps = how.site.is_some() && audit.keeps_objects();
        let acts = audit.root_acts() || audit.inner_acts;
        let is_mutable = self.is_mutable(egraph);
        if stays && is_mutable || told_apart && !acts && !audit.makes() {
            return Err(reason::IDENTITY);
        }
        // What the rule is about is not what its left side makes, but what that is told of.
        if found.rule.pattern.target().is_some() && is_mutable && self.is_object(egraph, found) {
            return Err(reason::IDENTITY);
        }
        let is_object = audit
            .root
            .is_some_and(|root| root.contains(Effects::ALLOCATES));
        let is_new = is_object || audit.keeps_objects();
        let kept = root_site.is_some_and(|site| self.is_kept(site));
        if kept && !acts && !is_new && is_mutable {
            return Err(reason::KEPT);
        }
        if is_new
            && root_site.is_none()
            && !self.is_off(Clauses::FOUND)
            && is_mutable
            && self.is_found_and_told_apart(egraph, found)
        {
            return Err(reason::IDENTITY);
        }
        let mut objects = SmallVec::new();
        if is_new {
            let inside = self.objects_inside(egraph, found);
            if inside.has_found {
                return Err(reason::IDENTITY);
            }
            objects = inside.inside;
            if !self.is_off(Clauses::INSIDE) && !self.are_made_as_often(root_site, &objects) {
                return Err(reason::SHARED);
            }
            // What reads an object may be of a type of which nothing says that it is not that object.
            if root_site.is_none() && !objects.is_empty() && self.is_reader(egraph, found.root()) {
                return Ok(Verdict::Known);
            }
            // `transpose(~v + ~v)` is no object, but leads to one, and so does what replaces it: that one, not any.
            if let (None, Some(&(_, site)), false) =
                (root_site, objects.first(), self.is_off(Clauses::SITES))
            {
                how.site = Some(site);
                how.keeps = audit.keeps_objects();
            }
        }
        if let Some(own) = several.own {
            // What makes the objects of all parts is a tuple of new ones: no part is the tuple itself, or inside an older object.
            if is_object || stays || !objects.is_empty() || !self.makes_all(term) {
                return Err(reason::IDENTITY);
            }
            objects = several.objects;
            how.site = Some(self.site_of_all(own, several.places));
            how.keeps = true;
        }
        if let (Some(own), true, None) = (how.site, is_new, several.own) {
            how.site = Some(self.site_with_inside(egraph, found, own, &objects));
        }
        let mut plan = Plan {
            how,
            state,
            within: None,
            is_alias: false,
            statement: None,
            detached: Vec::new(),
            objects,
            shareable: None,
        };
        if let Some((statement, _)) = root.filter(|_| acts) {
            effectful.retain(|&inst| inst != statement);
            self.judge_alternative(egraph, statement)?;
            plan.statement = Some(statement);
        } else if !(self.is_lasting(egraph) && !self.fades(egraph, found, root_site)
            || found.rule.pattern.is_beside() && self.makes_all(term))
        {
            if root_site.is_none() && self.is_reader(egraph, found.root()) {
                return Ok(Verdict::Known);
            }
            // A value that may become an alias may become one of something that is made anyway. A new object that leads
            // to older ones (`Ref(~v)`) is no alias: two of them are two.
            let is_object = is_object && !self.is_off(Clauses::SITES);
            // `transpose(~v + ~v)` leads to a new object: two of them are two. Where there is only one, and it is found in
            // what the right side makes (`eigen(~A).values`), that may be what something else has made.
            if audit.keeps_objects() && !is_object && self.is_found_inside(egraph) {
                plan.shareable = how.site.filter(|&site| !self.has_sibling(site));
            }
            plan.is_alias = !is_new;
            plan.within = self.limit(egraph, found, &epochs, state);
            self.judge_duration(plan.within)?;
        }
        plan.detached = effectful;
        Ok(Verdict::Add(plan))
    }

    /// Does what was decided.
    fn execute(
        &mut self,
        egraph: &mut EGraph<'_>,
        found: &Match<'_>,
        plan: Plan,
    ) -> Result<bool, &'static str> {
        let Rhs::Term(term) = &found.rule.rhs else {
            return Ok(false);
        };
        let mut how = plan.how;
        if let (Some(inst), Some(root)) = (plan.statement, root_site(found)) {
            let inner = self.skeleton.ledger.inner_site(inst);
            how.effects = Some(EffectSites { root, inner });
        }
        if let Some(site) = how.site {
            let first = self.skeleton.ledger.first_site(site);
            if first != site {
                egraph.analysis.set_twin(site, first);
            }
        }
        let before = egraph.nodes().len();
        let mut result = self.instantiate(egraph, term, found, how, plan.state)?;
        let root = (before, result);
        if self.is_another_object(egraph, found, how.site, &plan.objects, root) {
            return Err(reason::INSIDE);
        }
        let is_alias = plan.statement.is_none() && how.site.is_none();
        if is_alias && self.are_two_objects(egraph, found.root(), result, plan.within.is_some()) {
            return Err(reason::IDENTITY);
        }
        let mut within = plan.within;
        let precedence = match plan.statement {
            _ if plan.is_alias => self.precedence(egraph, found, result),
            None => self.precedence_inside(egraph, found, result, &plan.objects),
            Some(_) => Precedence::None,
        };
        match precedence {
            Precedence::None => {}
            Precedence::Result => within = within.or_else(|| Some(self.lasting(plan.state))),
            Precedence::Root => return Err(reason::IDENTITY),
        }
        self.note_objects(egraph, found, how.site, &plan.objects);
        if found.rule.pattern.is_beside() {
            let made = self.scratch.made.iter().cloned();
            self.skeleton.ledger.note_together(made);
        }
        if let Some(site) = plan.shareable {
            self.skeleton.ledger.note_shareable(site);
        }
        let mut is_retyped = false;
        if let Some(statement) = plan.statement {
            if self.sketch.audit.inner_acts {
                self.skeleton.ledger.note_sequence(statement);
            }
            is_retyped = self.is_given_back(egraph, statement)
                && self.skeleton.ledger.note_retyped(statement);
        }
        if let Some(epoch) = within {
            if egraph.find(result) != egraph.find(found.root()) {
                result = egraph.add(while_in(egraph, epoch, found, result));
            }
        }
        let changed = conclude(egraph, found, result, before, true);
        for inst in plan.detached {
            self.skeleton.ledger.detach(inst);
        }
        Ok(changed || is_retyped)
    }
}

/// The site of a match's root.
fn root_site(found: &Match<'_>) -> Option<Site> {
    let (_, node) = found.nodes().next_back()?;
    node.tag().site()
}

/// Whether a call below the root of a match has a site.
fn has_inner_site(found: &Match<'_>) -> bool {
    let mut inner = found.nodes().rev().skip(1);
    found.has_site() && inner.any(|(_, node)| node.tag().site().is_some())
}

impl Policy for MemoryPolicy<'_> {
    fn admit(&mut self, egraph: &mut EGraph<'_>, found: &Match<'_>) -> Decision {
        let verdict = self.judge(egraph, found);
        let done = verdict.and_then(|verdict| match verdict {
            Verdict::Known => Ok(Decision::Done(false)),
            Verdict::Fold(how) => Ok(Decision::Apply(how)),
            Verdict::Add(plan) => self.execute(egraph, found, plan).map(Decision::Done),
        });
        done.unwrap_or_else(Decision::Refuse)
    }

    /// Found through a coercion, the match is about the class behind it, where it is found as well. What reads an object, or
    /// equals it for a while, is not the object.
    fn takes_coerced_roots(&self) -> bool {
        self.is_off(Clauses::READERS)
    }

    /// [`judge`](MemoryPolicy::judge) asks this before anything else.
    fn passes_known(&self) -> bool {
        true
    }

    fn fact(
        &mut self,
        egraph: &mut EGraph<'_>,
        found: &Match<'_>,
        call: &ENode,
        ask: bool,
    ) -> Option<Id> {
        self.known(egraph, found, call, ask)
    }

    fn forget(&mut self) {
        self.relied.clear();
        self.relies = false;
    }

    fn conclude(&mut self, egraph: &mut EGraph<'_>) -> bool {
        let mut changed = false;
        // What is equal behind one decided branch may decide another.
        while control::update(egraph, self.skeleton) {
            egraph.rebuild();
            changed = true;
        }
        changed
    }

    fn remedy(&self, egraph: &EGraph<'_>, found: &Match<'_>, why: &str) -> Option<String> {
        self.remedy_for(egraph, found, why)
    }

    fn is_used_once(&mut self, egraph: &EGraph<'_>, class: Id, users: &[Id]) -> Option<bool> {
        Some(self.is_used_once_in(egraph, class, users))
    }
}
