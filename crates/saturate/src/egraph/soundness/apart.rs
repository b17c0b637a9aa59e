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
//! - **Right sides.** What is kept in the value of a right side has a site of its own for each place inside that value. Sites are given by the
//!   place and not by the node, as two nodes may become one later, and not by the order of the terms, as two rules may say of one object what it
//!   has inside (`second(~v, ~w) == Box2(~v, copy(~w))`). What a term makes is no object that the match has found, either. Where no site can be
//!   given, the match is refused.

use super::objects::{leads_on, FARTHEST};
use super::{clock, reason, refusal, MemoryPolicy};
use crate::effects::Effects;
use crate::egraph::analysis::effects;
use crate::egraph::apply::{instantiate, Made};
use crate::egraph::language::{ENode, Op, Site};
use crate::egraph::ledger::{PartPlace, Role, Whole};
use crate::egraph::matches::Match;
use crate::egraph::memory::Point;
use crate::egraph::policy::How;
use crate::egraph::sketch::acts;
use crate::egraph::uses::Uses;
use crate::egraph::{Clauses, EGraph};
use crate::ir::{Const, Inst, ValueDef};
use crate::rules::pattern::Binding;
use crate::rules::term::{Term, TermId, TermNode};
use egg::{Id, Language};
use rustc_hash::FxHashSet;
use smallvec::{smallvec, SmallVec};

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
        // Where each term is: at its class, and at those through which calls take it. A class of readers shows one object in many ways.
        let mut found_at: SmallVec<[SmallVec<[Id; 2]>; 8]> =
            nodes.iter().map(|(class, _)| smallvec![*class]).collect();
        // What a variable stands for is older than what a term makes: it may not be that object, either. It counts as one more term.
        let mut variables: SmallVec<[(usize, usize); 4]> = SmallVec::new();
        for (number, (shape, (_, node))) in calls.iter().zip(&nodes).enumerate() {
            for (binding, &child) in shape.bindings.iter().zip(node.children()) {
                // Behind a segment, what is where is not known.
                let Binding::One(reg) = *binding else {
                    break;
                };
                let class = egraph.find(child);
                match calls.iter().position(|call| call.class == reg) {
                    Some(term) => found_at[term].push(class),
                    None => {
                        variables.push((number, found_at.len()));
                        found_at.push(smallvec![class]);
                    }
                }
            }
        }
        let are_at_one =
            |one: usize, other: usize| found_at[one].iter().any(|at| found_at[other].contains(at));
        if !(1..found_at.len()).any(|later| (0..later).any(|number| are_at_one(number, later))) {
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
                let are_one = are_at_one(number, later) && made[number] & first != 0 && are_apart;
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
        let whole = match how.site {
            _ if !is_apart || !is_kept => None,
            Some(own) => Some(Whole::Site(own)),
            None => self.returned_by(egraph, found.root()).map(Whole::Value),
        };
        let mut places = match whole {
            Some(_) => places(term, &parts),
            None => SmallVec::new(),
        };
        if let Some(whole) = whole {
            let sites = &mut self.scratch.sites;
            sites.resize(self.sketch.effects.len(), Made::InWhole);
            for (place, &id) in places.iter().zip(&parts) {
                let site = match known_at(egraph, term, found, id, place) {
                    Some(site) => Made::Again(site),
                    None => self.site_of_part(egraph, found, whole, place),
                };
                self.scratch.sites[id.as_u32() as usize] = site;
            }
        }
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
            let mut others = places.iter_mut().zip(&parts);
            let place = others.find(|(_, &id)| id == taken).map(|(of, _)| of);
            let (Some(whole), Some(place)) = (whole, place) else {
                return Err(reason::TWO_AS_ONE);
            };
            place.again += 1;
            if place.again > MOST_PARTS {
                return Err(reason::TWO_AS_ONE);
            }
            let place = place.clone();
            let site = self.site_of_part(egraph, found, whole, &place);
            self.scratch.sites[taken.as_u32() as usize] = site;
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

    /// The site of one of several objects that a right side makes.
    fn site_of_part(
        &mut self,
        egraph: &mut EGraph<'_>,
        found: &Match<'_>,
        whole: Whole,
        place: &PartPlace,
    ) -> Made {
        let ledger = &mut self.skeleton.ledger;
        let (number, alike) = ledger.part_number(whole, place.clone());
        match whole {
            Whole::Site(own) => {
                let is_own = |node: &ENode| node.tag().site() == Some(own);
                if number == 0 && !is_elsewhere(egraph, found, place, is_own) {
                    return Made::InWhole;
                }
                let site = ledger.part_site(whole, number);
                egraph.analysis.set_twin(site, own);
                Made::At(site)
            }
            Whole::Value(inst) => {
                // Nothing tells the value from an equal one: only calls that look the same may become one.
                let looks_same = |node: &ENode| {
                    let callee = match node.op() {
                        Op::Call { callee, .. } => Some(callee),
                        _ => None,
                    };
                    node.tag().site().is_none() && callee == place.made_by.0
                };
                if alike == 0 && !is_elsewhere(egraph, found, place, looks_same) {
                    return Made::InWhole;
                }
                let site = ledger.part_site(whole, number);
                let result = self.skeleton.function.insts[inst].result;
                let reach = self.skeleton.regions.reach(result);
                egraph.analysis.reach.set_site(site, reach);
                Made::At(site)
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
    fn returned_by(&mut self, egraph: &EGraph<'_>, class: Id) -> Option<Inst> {
        let uses = self
            .uses
            .get_or_insert_with(|| Uses::new(self.skeleton, egraph));
        let &[value] = uses.values(egraph, class) else {
            return None;
        };
        let ValueDef::Result(inst) = self.skeleton.function.values[value].def else {
            return None;
        };
        let statement = self.skeleton.statement(inst);
        let is_optional = statement.is_some_and(|of| of.role == Role::Optional);
        (is_optional && self.skeleton.aliases.fate(value).escapes).then_some(inst)
    }
}

/// Where a right side puts what some of its calls make.
fn places(term: &Term, parts: &[TermId]) -> SmallVec<[PartPlace; 4]> {
    let head = |id: TermId| match *term.node(id) {
        TermNode::Call(head, ref args) | TermNode::New(head, ref args) => {
            let callee = match *term.node(head) {
                TermNode::Const(callee) => Some(callee),
                _ => None,
            };
            (callee, args.clone())
        }
        _ => (None, 0..0),
    };
    // Users come after what they use; where there are several, the last is the outermost.
    let mut user: Vec<Option<(TermId, u32)>> = vec![None; term.len()];
    for (id, _) in term.iter() {
        let (_, args) = head(id);
        for (number, arg) in term.args(&args).iter().enumerate() {
            user[arg.as_u32() as usize] = Some((id, number as u32));
        }
    }
    let place = |&part: &TermId| {
        let mut path: SmallVec<[(Option<Const>, u32); 2]> = SmallVec::new();
        let mut at = part;
        while let Some((above, number)) = user[at.as_u32() as usize] {
            path.push((head(above).0, number));
            at = above;
        }
        path.reverse();
        let (callee, args) = head(part);
        PartPlace {
            path,
            again: 0,
            made_by: (callee, args.len() as u32),
        }
    };
    parts.iter().map(place).collect()
}

/// The arguments of the calls that a root is known as, of the function at the root of a term, with their positions.
fn arguments(egraph: &EGraph<'_>, class: Id, callee: Option<Const>) -> Vec<(u32, Id)> {
    let mut found = Vec::new();
    for node in egraph[egraph.find(class)].nodes.iter() {
        let children = node.children();
        let args = match (node.op(), callee) {
            (Op::Call { callee, .. }, Some(wanted)) if callee == wanted => children,
            (Op::New { .. }, Some(wanted)) => match children.split_first() {
                Some((&ty, fields)) if egraph[ty].data.constant() == Some(wanted) => fields,
                _ => continue,
            },
            _ => continue,
        };
        let classes = args.iter().map(|&child| egraph.find(child));
        found.extend((0..).zip(classes));
    }
    found
}

/// The site of what is known to be at a place of the root already, if it is the call that the right side has there.
fn known_at(
    egraph: &EGraph<'_>,
    term: &Term,
    found: &Match<'_>,
    part: TermId,
    place: &PartPlace,
) -> Option<Option<Site>> {
    let TermNode::Call(_, args) = term.node(part) else {
        return None;
    };
    let class = |&id: &TermId| match *term.node(id) {
        TermNode::Var(var) => found.class(var).map(|class| egraph.find(class)),
        TermNode::Const(constant) => egraph.lookup(ENode::constant(constant)),
        _ => None,
    };
    let wanted: SmallVec<[Id; 4]> = term.args(args).iter().map(class).collect::<Option<_>>()?;
    let mut classes: SmallVec<[Id; 4]> = SmallVec::from_slice(&[egraph.find(found.root())]);
    for &(callee, position) in &place.path {
        let all = classes.iter();
        let all = all.flat_map(|&class| arguments(egraph, class, callee));
        classes = (all.filter(|&(at, _)| at == position))
            .map(|(_, class)| class)
            .collect();
        classes.sort_unstable();
        classes.dedup();
    }
    let nodes = classes.iter().flat_map(|&class| egraph[class].nodes.iter());
    let mut same = nodes.filter(|node| {
        let is_called =
            matches!(node.op(), Op::Call { callee, .. } if Some(callee) == place.made_by.0);
        let children = node.children().iter().map(|&child| egraph.find(child));
        is_called && children.eq(wanted.iter().copied())
    });
    same.next().map(|node| node.tag().site())
}

/// Whether the root has something like this at another place.
fn is_elsewhere(
    egraph: &EGraph<'_>,
    found: &Match<'_>,
    place: &PartPlace,
    is_it: impl Fn(&ENode) -> bool,
) -> bool {
    let Some(&(callee, position)) = place.path.first() else {
        return false;
    };
    let all = arguments(egraph, found.root(), callee);
    all.iter()
        .any(|&(at, class)| at != position && egraph[class].nodes.iter().any(&is_it))
}
