//! Which matches may be applied in a program with memory and effects.
//!
//! A rule says that two expressions are equal. In a program that is true only under conditions:
//!
//! - **One epoch.** The reads of the left side must see the same memory. `A[1] - A[1]` around a write is not zero. An
//!   object that the left side makes, and that is written later, counts as read where it is made: `zeros(2)[1]` is zero only
//!   until then.
//! - **Lazy and aliasing right sides** (`broadcasted(~f, ~x)`, `transpose(~A)`, `~p`) of a left side that reads hold
//!   *while memory stays in that epoch*. In an epoch that no other follows this is for good; otherwise the right side is
//!   wrapped in `While(e)`, and extraction keeps its users inside `e`.
//! - **Objects with an identity.** A value that may be written, or whose identity is looked at, is never replaced by
//!   something that is not fresh, nor is one that is stored in an object or captured; and the fresh object that replaces it takes over its site. Where the left side does not
//!   make the object but finds it in another one (`held(~v).field --> copy(~v)`), a new one is not it. What a right side makes
//!   stands for the objects inside that of the left side as well (`Tray(copy(~v)) --> held(~v)`); that each of them is made in
//!   one way only, [extraction](crate::extract::build) sees to.
//!   A value that is no object but leads to a new one (`transpose(~v + ~v)`) takes over the site of that one; only where no other
//!   call makes an equal object may it be part of what something else has made (`eigen(~A).values`).
//! - **Effects.** A call that writes cannot be matched, unless the rule is relaxed: then the calls of its left side are
//!   detached, which makes them optional. A right side with effects of its own becomes an *alternative* for the statement
//!   at the left side's root: one of the statement's alternatives runs, at its place. Effects inside the right side
//!   must be ordered by its data, and nothing may read behind them but the root.
//!
//! ```text
//! y = f.(x); x[1] = 0; z = g.(y)      broadcasted(g, materialize(b)) --> broadcasted(g, b)   refused users: z is in e1
//! y = f.(x); z = g.(y); x[1] = 0                                                             holds while in e0
//! ```

mod objects;

use super::apply::{conclude, instantiate, while_in, Clock, Failure, Scratch};
use super::control;
use super::convert::{Role, Skeleton};
use super::language::{ENode, Epoch, Op, Site};
use super::matches::Match;
use super::memory::Point;
use super::policy::{Decision, EffectSites, How, Policy};
use super::uses::Uses;
use super::{Clauses, EGraph};
use crate::effects::Effects;
use crate::ir::{Inst, Type};
use crate::rules::rule::Rhs;
use crate::rules::term::Term;
use egg::{Id, Language};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Reasons for a refusal.
pub mod reason {
    /// The left side reads in more than one epoch.
    pub const EPOCHS: &str = "the left side reads memory in different states";
    /// The left side writes and the rule is not relaxed.
    pub const WRITES: &str = "a call of the left side has effects and the rule is not @relaxed";
    /// The value is written or compared, and the right side is not fresh.
    pub const IDENTITY: &str = "the value may be written or compared by identity";
    /// The value is stored in an object or captured, and the right side is not new.
    pub const KEPT: &str = "the value is stored or captured, and the right side may be an alias";
    /// The right side reads memory and nothing says in which state.
    pub const STATE: &str = "the right side reads memory that may have changed";
    /// The right side writes, and takes no statement's place.
    pub const EFFECTS: &str =
        "the right side has effects and the left side's root is no statement with effects";
    /// The order of the right side's effects is open.
    pub const ORDER: &str =
        "the order of the right side's effects and reads does not follow from its data";
    /// The right side cannot stand for the statement.
    pub const TYPE: &str = "the right side's type is not that of the statement it would replace";
    /// A call inside an alternative.
    pub const INNER: &str = "a call of the left side belongs to an alternative for a statement";
    /// A call whose result differs from run to run would run more often.
    pub const REPEATED: &str =
        "a call of the left side is not consistent and its value is used more than once";
    /// An object inside the left side's object is inside several.
    pub const SHARED: &str =
        "an object inside the left side's is made in another loop, and the right side makes a new one each time";
    /// No method.
    pub const NO_METHOD: &str = "no method for a call of the right side";
}

/// The policy for a converted function.
pub struct MemoryPolicy<'s> {
    skeleton: &'s mut Skeleton,
    scratch: Scratch,
    /// Made when a rule first asks.
    uses: Option<Uses>,
    /// How many calls of the source make objects, by the types of callee and arguments. Made when a rule first asks.
    makers: Option<FxHashMap<Box<[Type]>, u32>>,
}

impl<'s> MemoryPolicy<'s> {
    /// A policy over the skeleton whose calls relaxed rules detach.
    pub fn new(skeleton: &'s mut Skeleton) -> MemoryPolicy<'s> {
        MemoryPolicy {
            skeleton,
            scratch: Scratch::auditing(),
            uses: None,
            makers: None,
        }
    }

    fn is_off(&self, clause: Clauses) -> bool {
        !self.skeleton.clauses.contains(clause)
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
            if self.skeleton.is_inner(site) {
                return Err(reason::INNER);
            }
            let inst = self.skeleton.sites[site];
            let Some(statement) = &self.skeleton.statements[inst] else {
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
                let inst = self.skeleton.sites[site];
                let statement = self.skeleton.statements[inst].as_ref();
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
    fn epochs(&mut self, found: &Match<'_>) -> SmallVec<[Epoch; 2]> {
        let mut epochs = found.epochs();
        if self.is_off(Clauses::CONTENTS) || !found.has_site() {
            return epochs;
        }
        let mut nodes = found.nodes().peekable();
        while let Some((_, node)) = nodes.next() {
            let Some(site) = node.tag().site() else {
                continue;
            };
            if nodes.peek().is_none() {
                continue;
            }
            let skeleton = &mut *self.skeleton;
            let inst = skeleton.sites[site];
            let result = skeleton.function.insts[inst].result;
            let makes = skeleton.statements[inst]
                .as_ref()
                .is_some_and(|statement| statement.effects.contains(Effects::ALLOCATES));
            let reach = skeleton.regions.reach(result);
            if makes && skeleton.aliases.fate(result).written && !reach.is_empty() {
                let all = &mut skeleton.epochs;
                let view = all.view(&skeleton.function, &skeleton.cfg, reach);
                epochs.push(all.before(view, inst));
            }
        }
        epochs
    }

    /// A point at which the left side reads all that it reads, up to the calls that the match detaches, which count as not writing;
    /// none if it reads nothing that changes.
    fn state(&self, epochs: &[Epoch], detached: &[Inst]) -> Result<Option<Point>, &'static str> {
        if epochs.is_empty() {
            return Ok(None);
        }
        if self.is_off(Clauses::ONE_EPOCH) {
            return Ok(self.skeleton.epochs.common(&epochs[..1], &[]));
        }
        let common = self.skeleton.epochs.common(epochs, detached);
        common.map(Some).ok_or(reason::EPOCHS)
    }

    /// How long what holds in all of some epochs, at a point, holds; none if that is for good.
    fn limit(&mut self, epochs: &[Epoch], state: Option<Point>) -> Option<Epoch> {
        if self.is_off(Clauses::WHILE) || epochs.is_empty() {
            return None;
        }
        let Skeleton {
            function,
            cfg,
            epochs: all,
            ..
        } = &mut *self.skeleton;
        let view = all.view(function, cfg, all.regions(epochs));
        let epoch = all.at(view, state?);
        (!all.is_last(epoch)).then_some(epoch)
    }

    /// Adds the right side of a match.
    fn add(
        &mut self,
        egraph: &mut EGraph<'_>,
        term: &Term,
        found: &Match<'_>,
        how: How,
        state: Option<Point>,
    ) -> Result<Id, Failure> {
        let Skeleton {
            function,
            cfg,
            regions,
            epochs,
            ..
        } = &mut *self.skeleton;
        let clock = Clock {
            function,
            cfg,
            regions,
            epochs,
            state,
        };
        instantiate(egraph, term, found, how, Some(clock), &mut self.scratch)
    }

    /// Whether the right side is a fresh object or immutable, so that what is equal now stays equal.
    fn is_lasting(&self, egraph: &EGraph<'_>, result: Id) -> bool {
        let audit = self.scratch.audit.unwrap_or_default();
        !self.may_be_mutable(egraph, result) || audit.root.is_some_and(Effects::is_fresh)
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
        let inst = self.skeleton.sites[site];
        effectful.contains(&inst).then_some((inst, site))
    }

    /// Applies a match whose right side has effects: it becomes an alternative for the statement at the root.
    fn add_alternative(
        &mut self,
        egraph: &mut EGraph<'_>,
        found: &Match<'_>,
        statement: Inst,
        result: Id,
        before: usize,
    ) -> Decision {
        let audit = self.scratch.audit.unwrap_or_default();
        if !audit.root_acts() {
            return Decision::Refuse(reason::EFFECTS);
        }
        let ty = {
            let function = &self.skeleton.function;
            function.values[function.insts[statement].result].ty
        };
        let members = egraph[egraph.find(result)].data.members().to_vec();
        let fits = {
            let mut cache = egraph.analysis.cache();
            members.iter().any(|member| cache.subtype(member.ty, ty))
        };
        if !fits {
            return Decision::Refuse(reason::TYPE);
        }
        if audit.inner_acts {
            self.skeleton.sequences.insert(statement);
        }
        let is_retyped = self.is_given_back(egraph, statement) && {
            let retyped = &mut self.skeleton.retyped;
            retyped.insert(statement)
        };
        Decision::Done(conclude(egraph, found, result, before, true) || is_retyped)
    }

    /// Whether the last right side is the statement itself, over operands that are equal by now. Then it is no other node, and yet
    /// the rule has licensed the operands that it names.
    fn is_given_back(&self, egraph: &EGraph<'_>, statement: Inst) -> bool {
        let canonical = |node: &ENode| node.clone().map_children(|child| egraph.find(child));
        let own = self.skeleton.statements[statement].as_ref();
        own.is_some_and(|own| {
            let own = canonical(&own.node);
            let mut made = self.scratch.made.iter();
            made.any(|node| canonical(node) == own)
        })
    }
}

impl Policy for MemoryPolicy<'_> {
    fn admit(&mut self, egraph: &mut EGraph<'_>, found: &Match<'_>) -> Decision {
        let mut effectful = match self.effects_of_left_side(found) {
            Ok(effectful) => effectful,
            Err(reason) => return Decision::Refuse(reason),
        };
        if self.repeats_inconsistent(egraph, found) {
            return Decision::Refuse(reason::REPEATED);
        }
        let root = self.root_statement(found, &effectful);
        let epochs = self.epochs(found);
        let state = match self.state(&epochs, &effectful) {
            Ok(None) => root.map(|(inst, _)| Point::Before(inst)),
            Ok(state) => state,
            Err(reason) => return Decision::Refuse(reason),
        };
        let root_site = found
            .nodes()
            .next_back()
            .and_then(|(_, node)| node.tag().site())
            .filter(|&site| !self.skeleton.is_inner(site));
        // An object that is made in any case is not made by a right side.
        let stays = root_site.is_some_and(|site| {
            let inst = self.skeleton.sites[site];
            self.skeleton.statements[inst]
                .as_ref()
                .is_some_and(|statement| statement.role == Role::Effect)
                && !effectful.contains(&inst)
        });
        let effects = root.map(|(inst, site)| EffectSites {
            root: site,
            inner: self.skeleton.inner_site(inst),
        });
        let told_apart = root_site.is_some_and(|site| self.is_told_apart(egraph, site))
            && !self.is_off(Clauses::WRITTEN);
        let mut how = How {
            epoch: None,
            site: root_site.filter(|_| !stays),
            keeps: false,
            told_apart,
            within: None,
            effects,
        };
        let Rhs::Term(term) = &found.rule.rhs else {
            if root_site.is_none()
                && !self.is_off(Clauses::FOUND)
                && self.may_be_mutable(egraph, found.root())
                && self.is_found_and_told_apart(egraph, found)
            {
                return Decision::Refuse(reason::IDENTITY);
            }
            return Decision::Apply(how);
        };
        let before = egraph.nodes().len();
        // What is added and then not used stays in the e-graph, and another rule may find it: it must be sound as well. So
        // objects inside have the site first, and lose it if they are mere temporaries.
        how.keeps = how.site.is_some();
        let mut added = self.add(egraph, term, found, how, state);
        let audit = self.scratch.audit.unwrap_or_default();
        if how.keeps && audit.inner_allocates && !audit.keeps_objects() {
            how.keeps = false;
            added = self.add(egraph, term, found, how, state);
        }
        let mut result = match added {
            Ok(result) => result,
            Err(Failure::Effects) => return Decision::Refuse(reason::EFFECTS),
            Err(Failure::Stateless) => return Decision::Refuse(reason::STATE),
            Err(Failure::Unordered) => return Decision::Refuse(reason::ORDER),
            Err(_) => return Decision::Refuse(reason::NO_METHOD),
        };
        let audit = self.scratch.audit.unwrap_or_default();
        let acts = audit.root_acts() || audit.inner_acts;
        if stays && self.may_be_mutable(egraph, result) || told_apart && !acts && !audit.makes() {
            return Decision::Refuse(reason::IDENTITY);
        }
        let is_new = audit
            .root
            .is_some_and(|root| root.contains(Effects::ALLOCATES))
            || audit.keeps_objects();
        let kept = root_site.is_some_and(|site| self.is_kept(site));
        if kept && !acts && !is_new && self.may_be_mutable(egraph, result) {
            return Decision::Refuse(reason::KEPT);
        }
        if is_new
            && root_site.is_none()
            && !self.is_off(Clauses::FOUND)
            && self.may_be_mutable(egraph, result)
            && self.is_found_and_told_apart(egraph, found)
        {
            return Decision::Refuse(reason::IDENTITY);
        }
        let mut objects = SmallVec::new();
        if is_new {
            objects = self.objects_inside(egraph, found);
            if !self.is_off(Clauses::INSIDE) && !self.are_made_as_often(root_site, &objects) {
                return Decision::Refuse(reason::SHARED);
            }
            // `transpose(~v + ~v)` is no object, but leads to one, and so does what replaces it: that one, not any.
            if let (None, Some(&(_, site)), false) =
                (root_site, objects.first(), self.is_off(Clauses::SITES))
            {
                how.site = Some(site);
                how.keeps = audit.keeps_objects();
                match self.add(egraph, term, found, how, state) {
                    Ok(own) => result = own,
                    Err(_) => return Decision::Refuse(reason::NO_METHOD),
                }
            }
        }
        self.note_objects(egraph, found, how.site, &objects);
        let decision = match root {
            Some((statement, _)) if acts => {
                effectful.retain(|&inst| inst != statement);
                self.add_alternative(egraph, found, statement, result, before)
            }
            _ => {
                let mut within = None;
                if !self.is_lasting(egraph, result) {
                    // What reads an object is not the object; the match at the object's own class says the same.
                    let root = egraph.find(found.root());
                    let is_reader = egraph[root].nodes.iter().any(|node| node.op() == Op::Share);
                    if is_reader && root_site.is_none() && !self.is_off(Clauses::READERS) {
                        return Decision::Done(false);
                    }
                    // A value that may become an alias may become one of something that is made anyway. A new object that leads
                    // to older ones (`Ref(~v)`) is no alias: two of them are two.
                    let is_object = (audit.root)
                        .is_some_and(|root| root.contains(Effects::ALLOCATES))
                        && !self.is_off(Clauses::SITES);
                    if let (Some(site), false) = (how.site, is_object) {
                        // `transpose(~v + ~v)` leads to a new object: two of them are two. Where there is only one, it may
                        // become part of what something else has made (`eigen(~A).values`).
                        if audit.keeps_objects() && !self.has_sibling(site) {
                            self.skeleton.shareable.insert(site);
                        }
                    }
                    within = self.limit(&epochs, state);
                }
                let result = match within {
                    Some(epoch) if egraph.find(result) != egraph.find(found.root()) => {
                        egraph.add(while_in(egraph, epoch, found, result))
                    }
                    _ => result,
                };
                Decision::Done(conclude(egraph, found, result, before, true))
            }
        };
        if matches!(decision, Decision::Done(_)) {
            for inst in effectful {
                if let Some(statement) = &mut self.skeleton.statements[inst] {
                    statement.role = Role::Detached;
                }
            }
        }
        decision
    }

    /// Found through a coercion, the match is about the class behind it, where it is found as well. What reads an object, or
    /// equals it for a while, is not the object.
    fn takes_coerced_roots(&self) -> bool {
        self.is_off(Clauses::READERS)
    }

    fn conclude(&mut self, egraph: &mut EGraph<'_>) -> bool {
        control::update(egraph, self.skeleton)
    }

    fn is_used_once(&mut self, egraph: &EGraph<'_>, class: Id, users: &[Id]) -> Option<bool> {
        Some(self.is_used_once_in(egraph, class, users))
    }
}
