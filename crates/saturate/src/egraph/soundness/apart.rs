//! Two terms that make objects make two.
//!
//! A rule speaks of as many objects as it has terms that make one. The e-graph counts otherwise: equal calls are one node, and two terms of
//! a left side are found in one class where the program has used one object twice.
//!
//! ```text
//! x = copy(v); Box2(x, x)      Box2(copy(~v), copy(~w)) --> pairc(~v, ~w)      refused: one array in the program, two in pairc
//! pairc(v, v)                  pairc(~v, ~w) --> Box2(copy(~v), copy(~w))      Box2(copy(v) #s, copy(v) #s′): #s′ is another site
//! sum(x) + sum(x)              sum(copy(~v)) + sum(copy(~w)) --> …             applies: nothing tells one array from two
//! ```
//!
//! - **Left sides.** Two terms in one class, or a term and a variable, are refused where the left side keeps both objects in its value, compares, writes or throws them.
//! - **Right sides.** What is kept in the value of a right side has a site of its own for each term. Sites are given by the position of the
//!   term and not by its node, as two nodes may become one later. What a term makes is no object that the match has found, either. Where no
//!   site can be given, the match is refused.

use super::objects::{leads_on, FARTHEST};
use super::{clock, reason, refusal, MemoryPolicy};
use crate::effects::Effects;
use crate::egraph::analysis::effects;
use crate::egraph::apply::instantiate;
use crate::egraph::language::{ENode, Site};
use crate::egraph::ledger::Role;
use crate::egraph::matches::Match;
use crate::egraph::memory::Point;
use crate::egraph::policy::How;
use crate::egraph::sketch::acts;
use crate::egraph::uses::Uses;
use crate::egraph::{Clauses, EGraph};
use crate::ir::{Inst, ValueDef};
use crate::rules::pattern::Binding;
use crate::rules::term::{Term, TermId, TermNode};
use egg::{Id, Language};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What shows whether two objects that a call is given are one.
const TELLS: Effects = Effects::IDENTITY.union(Effects::LEAKS);

/// How many sites are tried for the objects of one right side.
const MOST_PARTS: u32 = 16;
/// How many terms of a left side are told apart; in a longer one, all objects count as kept.
const MOST_TERMS: usize = 64;

impl MemoryPolicy<'_> {
    /// Whether two terms of the left side that make objects have found one and the same, and it matters that the rule speaks of two.
    pub(super) fn is_one_for_two(&self, egraph: &EGraph<'_>, found: &Match<'_>) -> bool {
        let calls = found.rule.pattern.calls();
        // One makes the object, and the root takes it.
        if calls.len() < 2 || self.is_off(Clauses::TWO_TERMS) {
            return false;
        }
        let nodes: SmallVec<[(Id, ENode); 8]> = found
            .all_nodes()
            .map(|(class, node)| (egraph.find(class), node))
            .collect();
        // What a variable stands for is older than what a term makes: it may not be that object, either. It counts as one more term.
        let mut found_at: SmallVec<[Id; 8]> = nodes.iter().map(|(class, _)| *class).collect();
        let mut variables: SmallVec<[(usize, usize); 4]> = SmallVec::new();
        for (number, (shape, (_, node))) in calls.iter().zip(&nodes).enumerate() {
            for (binding, &child) in shape.bindings.iter().zip(node.children()) {
                // Behind a segment, what is where is not known.
                let Binding::One(reg) = *binding else {
                    break;
                };
                let class = egraph.find(child);
                let is_call = calls.iter().any(|call| call.class == reg);
                if !is_call && nodes.iter().any(|(of, _)| *of == class) {
                    variables.push((number, found_at.len()));
                    found_at.push(class);
                }
            }
        }
        let is_found_again = |number: usize| found_at[..number].contains(&found_at[number]);
        if !(1..found_at.len()).any(is_found_again) {
            return false;
        }
        if found_at.len() > MOST_TERMS {
            return true;
        }
        // For each call, the terms that make what it gives, itself among them, and the variables that it leads to: bits by their number.
        let mut made: SmallVec<[u64; 8]> = SmallVec::new();
        // Terms of whose objects it shows whether they are one, and terms that are written.
        let mut told: SmallVec<[u64; 4]> = SmallVec::new();
        let (mut kept, mut written) = (0, 0);
        let of_calls = u64::MAX >> (u64::BITS as usize - nodes.len());
        for (number, (shape, (_, node))) in calls.iter().zip(&nodes).enumerate() {
            let of = effects(egraph, node).unwrap_or(Effects::UNKNOWN);
            let mut given = 0;
            for (other, terms) in calls.iter().zip(&made) {
                if shape.bindings.contains(&Binding::One(other.class)) {
                    given |= terms;
                }
            }
            for &(_, term) in variables.iter().filter(|&&(user, _)| user == number) {
                given |= 1 << term;
            }
            if of.intersects(TELLS) {
                told.push(given);
            }
            let on = if of.is_fresh() { 0 } else { given };
            let own = 1 << number;
            if acts(of) {
                written |= given | own;
            }
            let is_root = number + 1 == calls.len()
                || (found.rule.pattern.others()).contains(&(number as u32));
            if is_root {
                kept |= on;
            }
            let makes = on & of_calls != 0 || acts(of) || of.contains(Effects::ALLOCATES);
            made.push(if makes { on | own } else { on });
        }
        told.push(kept);
        (1..found_at.len()).any(|later| {
            (0..later.min(nodes.len())).any(|number| {
                let (first, second) = (1 << number, 1 << later);
                // What leads to an object may be the object.
                let are_apart = match made.get(later) {
                    Some(made) => made & second != 0 && made & first == 0,
                    None => made[number] & second == 0,
                };
                let are_one =
                    found_at[number] == found_at[later] && made[number] & first != 0 && are_apart;
                let both = first | second;
                let is_told = || told.iter().any(|terms| terms & both == both);
                are_one && (written & both != 0 || is_told())
            })
        })
    }

    /// Adds the right side that was sketched last, with a site of its own for each object that it makes inside.
    ///
    /// A site may turn out to be that of an object which the match has already: `second(x, v)` is `Pair(x, copy(v))` by a rule, with the site that
    /// `copy(v)` has in `x`, where another rule has made both. Then the next one is taken.
    pub(super) fn instantiate(
        &mut self,
        egraph: &mut EGraph<'_>,
        term: &Term,
        found: &Match<'_>,
        how: How,
        state: Option<Point>,
    ) -> Result<Id, &'static str> {
        let parts = self.parts(term);
        self.scratch.sites.clear();
        let is_kept = self.sketch.audit.keeps_objects() && !found.rule.pattern.is_beside();
        let mut of_calls = self.sketch.effects.iter();
        let is_told = is_kept || of_calls.any(|of| of.intersects(TELLS));
        let is_apart = is_told && !parts.is_empty() && !self.is_off(Clauses::TWO_MADE);
        let mut family = Family::None;
        if is_apart && is_kept {
            family = match how.site {
                Some(own) => Family::Site(own),
                None => self.returned_by(egraph, found.root()),
            };
            self.scratch.sites.resize(self.sketch.effects.len(), None);
            for (number, &id) in parts.iter().enumerate() {
                let count = match family {
                    Family::Site(_) => number,
                    // Nothing tells the value from an equal one: only calls that look the same may become one.
                    _ => {
                        let same = parts[..number].iter();
                        same.filter(|&&other| are_alike(term, other, id)).count()
                    }
                };
                if count > 0 {
                    let site = self.site_of_part(egraph, family, count as u32);
                    self.scratch.sites[id.as_u32() as usize] = site;
                }
            }
        }
        let mut next = parts.len() as u32;
        loop {
            let before = egraph.nodes().len();
            let clock = clock(self.skeleton, state);
            let judged = Some((&self.sketch, clock));
            let result = instantiate(egraph, term, found, how, judged, &mut self.scratch)
                .map_err(refusal)?;
            let taken = match is_apart {
                true => self.taken(egraph, term, found, &parts, before),
                false => None,
            };
            let Some(taken) = taken else {
                return Ok(result);
            };
            let site = self.site_of_part(egraph, family, next);
            if site.is_none() || next > MOST_PARTS {
                return Err(reason::TWO_AS_ONE);
            }
            self.scratch.sites[taken.as_u32() as usize] = site;
            next += 1;
        }
    }

    /// A part of the right side that was added last which is the same object as another part, or as one that the match has found. What was not there
    /// `before` is neither.
    fn taken(
        &self,
        egraph: &EGraph<'_>,
        term: &Term,
        found: &Match<'_>,
        parts: &[TermId],
        before: usize,
    ) -> Option<TermId> {
        let class = |id: TermId| egraph.find(self.scratch.ids[id.as_u32() as usize]);
        let is_known =
            |&&id: &&TermId| usize::from(self.scratch.ids[id.as_u32() as usize]) < before;
        let again = parts.iter().enumerate().find(|&(number, &id)| {
            let mut others = parts[..number].iter();
            others.any(|&other| class(other) == class(id))
        });
        if let Some((_, &id)) = again {
            return Some(id);
        }
        parts.iter().find(is_known)?;
        let mut open: SmallVec<[Id; 8]> = SmallVec::new();
        for (_, node) in term.iter() {
            if let TermNode::Var(var) | TermNode::Splat(var) = node {
                open.extend(found.classes(*var).iter().map(|&class| egraph.find(class)));
            }
        }
        let mut seen: FxHashSet<Id> = FxHashSet::default();
        while let Some(class) = open.pop() {
            if !seen.insert(class) {
                continue;
            }
            if seen.len() > FARTHEST {
                return parts.iter().find(is_known).copied();
            }
            for node in egraph[class].nodes.iter() {
                if node.is_coercion() || leads_on(egraph, node) {
                    open.extend(node.children().iter().map(|&child| egraph.find(child)));
                }
            }
        }
        parts
            .iter()
            .filter(is_known)
            .find(|&&id| seen.contains(&class(id)))
            .copied()
    }

    /// A site for one of several objects that a right side makes.
    fn site_of_part(
        &mut self,
        egraph: &mut EGraph<'_>,
        family: Family,
        number: u32,
    ) -> Option<Site> {
        match family {
            Family::None => None,
            Family::Site(own) => {
                let site = self.skeleton.ledger.part_site(own, number);
                egraph.analysis.set_twin(site, own);
                Some(site)
            }
            Family::Value(inst) => {
                let site = self.skeleton.ledger.part_of_value(inst, number);
                let result = self.skeleton.function.insts[inst].result;
                let reach = self.skeleton.regions.reach(result);
                egraph.analysis.reach.set_site(site, reach);
                Some(site)
            }
        }
    }

    /// The calls inside the right side that was sketched last that make objects and do nothing else.
    fn parts(&self, term: &Term) -> SmallVec<[TermId; 4]> {
        let root = term.root();
        let calls = term.iter().zip(&self.sketch.effects);
        calls
            .filter(|&((id, _), &of)| {
                Some(id) != root && of.contains(Effects::ALLOCATES) && !acts(of)
            })
            .map(|((id, _), _)| id)
            .collect()
    }

    /// The one statement that gives the value of a class, if it may run later and the value is handed out: whoever gets it sees what is inside.
    fn returned_by(&mut self, egraph: &EGraph<'_>, class: Id) -> Family {
        let uses = self
            .uses
            .get_or_insert_with(|| Uses::new(self.skeleton, egraph));
        let &[value] = uses.values(egraph, class) else {
            return Family::None;
        };
        let ValueDef::Result(inst) = self.skeleton.function.values[value].def else {
            return Family::None;
        };
        let statement = self.skeleton.statement(inst);
        let is_optional = statement.is_some_and(|of| of.role == Role::Optional);
        match is_optional && self.skeleton.aliases.fate(value).escapes {
            true => Family::Value(inst),
            false => Family::None,
        }
    }
}

/// What the objects belong to that a right side makes.
#[derive(Clone, Copy)]
enum Family {
    /// Nothing that has sites.
    None,
    /// The object of a site.
    Site(Site),
    /// The value of a statement that has no site.
    Value(Inst),
}

/// Whether two calls of a right side have the same function and as many arguments.
fn are_alike(term: &Term, one: TermId, other: TermId) -> bool {
    match (term.node(one), term.node(other)) {
        (TermNode::Call(a, of_a), TermNode::Call(b, of_b))
        | (TermNode::New(a, of_a), TermNode::New(b, of_b)) => {
            term.node(*a) == term.node(*b) && of_a.len() == of_b.len()
        }
        _ => false,
    }
}
