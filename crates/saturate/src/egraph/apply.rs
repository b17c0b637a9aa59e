//! Adds right sides to the e-graph.
//!
//! A call that the right side makes is inferred like any other. If it may read memory it gets the epoch the policy named;
//! if it makes an object, the site. A call for which no combination of argument members has a method can never run: the
//! match is refused, and tried again later, as members may still be found.

use super::analysis::{effects, operands_reach};
use super::guard::evaluate;
use super::language::{ENode, Epoch, Op, Site, Tag};
use super::matches::Match;
use super::memory::{Epochs, Point};
use super::policy::How;
use super::provenance::Cause;
use super::regions::{self, Regions};
use super::sketch::{acts, Sketch};
use super::EGraph;
use crate::effects::Effects;
use crate::ir::cfg::Cfg;
use crate::ir::{Const, Function};
use crate::rules::rule::Rhs;
use crate::rules::term::{Term, TermId, TermNode};
use egg::Id;
use smallvec::SmallVec;

/// Why a right side could not be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A call of the right side has no method.
    NoMethod,
    /// The code of a dynamic right side returned `nothing`.
    Nothing,
    /// A variable of a dynamic right side has no value.
    Unknown,
    /// The code of a dynamic right side threw.
    Threw(String),
    /// A call of the right side has effects, and it takes no statement's place.
    Effects,
    /// A call of the right side reads memory, and nothing says in which state.
    Stateless,
    /// The order of the right side's effects does not follow from its data.
    Unordered,
    /// The value of a dynamic right side cannot stand for an object that is written or compared by identity.
    Identity,
}

/// Says in which epoch a call of a right side reads.
pub struct Clock<'a> {
    /// The function.
    pub function: &'a Function,
    /// Its control-flow graph.
    pub cfg: &'a Cfg,
    /// The parts of its memory.
    pub regions: &'a regions::Map,
    /// Their epochs.
    pub epochs: &'a mut Epochs,
    /// A point in whose state of memory the rule speaks of; none if its left side reads nothing that changes.
    pub state: Option<Point>,
}

impl Clock<'_> {
    /// The epoch of a call over operands that lead to this memory; none if it reads nothing that changes.
    pub(crate) fn epoch_over(
        &mut self,
        effects: Effects,
        operands: Regions,
    ) -> Result<Option<Epoch>, Failure> {
        let read = self.regions.reads_from(effects, operands);
        if read.is_empty() {
            return Ok(None);
        }
        let point = self.state.ok_or(Failure::Stateless)?;
        let view = self.epochs.view(self.function, self.cfg, read);
        Ok(Some(self.epochs.at(view, point)))
    }
}

/// Space that applications reuse.
#[derive(Default)]
pub struct Scratch {
    pub(super) ids: Vec<Id>,
    /// The nodes of the last right side that have a site.
    pub made: Vec<ENode>,
    /// Where calls inside the right side make their objects, by the number of the term; may be empty.
    pub sites: Vec<Made>,
}

/// Where a call inside a right side makes its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// As part of the object of the root, with its site.
    InWhole,
    /// At a site of its own.
    At(Site),
    /// As what is there already makes it, with a site or without.
    Again(Option<Site>),
}

/// Adds the right side of a match and makes it equal to the root, as `how` says; whether anything became equal that was
/// not.
pub fn apply(
    egraph: &mut EGraph<'_>,
    found: &Match<'_>,
    how: How,
    explain: bool,
    scratch: &mut Scratch,
) -> Result<bool, Failure> {
    let before = egraph.nodes().len();
    let result = match &found.rule.rhs {
        Rhs::Term(term) => instantiate(egraph, term, found, how, None, scratch)?,
        Rhs::Dynamic(code, vars) => {
            match evaluate(egraph, *code, vars, found).map_err(Failure::Threw)? {
                None => return Err(Failure::Unknown),
                Some(None) => return Err(Failure::Nothing),
                Some(Some(value)) => folded(egraph, value, how)?,
            }
        }
    };
    Ok(conclude(egraph, found, result, before, explain))
}

/// The coercion that makes `result` equal to the root of a match while memory stays in `epoch`. It has the root's number: two
/// values that equal the same thing for a while, say a copy of `x` and an alias of it, are not equal to each other.
pub fn while_in(egraph: &EGraph<'_>, epoch: Epoch, found: &Match<'_>, result: Id) -> ENode {
    let number = usize::from(egraph.find(found.root())) as u32;
    ENode::new(Op::While(epoch, number), &[result])
}

/// The node of a constant that stands for a class: [of its own](ENode::stated) where the class has values of another type.
pub fn stated(egraph: &EGraph<'_>, constant: Const, class: Id) -> ENode {
    let own = egraph.analysis.cache().constant(constant).ty;
    let mut types = egraph[class].data.members().iter().map(|member| member.ty);
    match types.find(|&ty| ty != own) {
        Some(ty) if egraph.analysis.literals_apart => ENode::stated(constant, ty),
        _ => ENode::constant(constant),
    }
}

/// The node of a computed value. In place of an object with an identity of its own, a mutable one is copied.
fn folded(egraph: &mut EGraph<'_>, value: Const, how: How) -> Result<Id, Failure> {
    let class = egraph.add(ENode::constant(value));
    let as_it_is = if how.told_apart {
        Err(Failure::Identity)
    } else {
        Ok(class)
    };
    if how.site.is_none() && !how.copied {
        return as_it_is;
    }
    let copy = {
        let mut cache = egraph.analysis.cache();
        let known = cache.constant(value);
        if !cache.may_be_mutable(known.ty) {
            return as_it_is;
        }
        match (cache.copy_of(known.ty), how.site) {
            (Some(copy), _) => copy,
            (None, None) => return as_it_is,
            (None, Some(_)) => return Err(Failure::NoMethod),
        }
    };
    let tag = Tag::new(None, how.site, false);
    let copied = egraph.add(ENode::call(copy, tag, &[class]));
    if how.site.is_none() {
        // Nothing tells the two apart but who else has the object.
        super::unite(egraph, class, copied, Cause::Given);
    }
    Ok(copied)
}

/// Makes `result` equal to the root of a match, and notes the application if that changed anything. `before` is the
/// number of nodes before the right side was added.
pub fn conclude(
    egraph: &mut EGraph<'_>,
    found: &Match<'_>,
    result: Id,
    before: usize,
    explain: bool,
) -> bool {
    let root = found.root();
    let Some(result) = beside_literals(egraph, root, result) else {
        return false;
    };
    if egraph.find(root) == egraph.find(result) {
        return false;
    }
    let premises = if explain {
        found.premises(egraph)
    } else {
        Vec::new()
    };
    let nodes = before..egraph.nodes().len();
    let log = egraph.analysis.log.get_mut();
    let cause = Cause::Rule(log.next());
    log.application(found.id, root, result, nodes, premises);
    log.union(root, result, cause);
    egraph.union(root, result)
}

/// What the root of a match may become equal to, where one of the two is a literal and the other has values of another type: not the program's own literal, but one that is
/// [stated](ENode::stated) for the root. Nothing where the root is the literal: it is known already.
fn beside_literals(egraph: &mut EGraph<'_>, root: Id, result: Id) -> Option<Id> {
    if !egraph.analysis.literals_apart || egraph.find(root) == egraph.find(result) {
        return Some(result);
    }
    // The literal of the program that a class is, if it is one.
    let own = |class: Id| {
        egraph[class].data.constants().find(|&constant| {
            let known = egraph.lookup(ENode::constant(constant));
            known.is_some_and(|known| egraph.find(known) == egraph.find(class))
        })
    };
    let has_others = |literal: Const, class: Id| {
        let ty = egraph.analysis.cache().constant(literal).ty;
        let mut members = egraph[class].data.members().iter();
        members.any(|member| member.ty != ty)
    };
    match (own(root), own(result)) {
        (_, Some(literal)) if has_others(literal, root) => {
            let node = stated(egraph, literal, root);
            Some(egraph.add(node))
        }
        (Some(literal), _) if has_others(literal, result) => None,
        _ => Some(result),
    }
}

/// Adds a term over the variables of a match; the class of its root. What its calls do was [sketched](Sketch), where a policy asks for that.
pub fn instantiate(
    egraph: &mut EGraph<'_>,
    term: &Term,
    found: &Match<'_>,
    how: How,
    mut judged: Option<(&Sketch, Clock<'_>)>,
    scratch: &mut Scratch,
) -> Result<Id, Failure> {
    // A splat has no class of its own; calls look its variable up.
    let ids = &mut scratch.ids;
    ids.clear();
    let made = &mut scratch.made;
    made.clear();
    let sites = &scratch.sites;
    let root = term.root();
    for (id, node) in term.iter() {
        let class = match node {
            TermNode::Var(var) => found.class(*var).unwrap_or(Id::from(0)),
            TermNode::Splat(_) => Id::from(0),
            TermNode::Const(constant) => {
                // A callee needs no class; its constant is made where it is an argument.
                if term.is_only_callee(id) {
                    Id::from(0)
                } else {
                    egraph.analysis.set_named(*constant);
                    egraph.add(ENode::constant(*constant))
                }
            }
            TermNode::Call(head, args) | TermNode::New(head, args) => {
                let mut children: SmallVec<[Id; 8]> = SmallVec::new();
                let class_of = |id: TermId| ids[id.as_u32() as usize];
                let tag = Tag::NONE;
                let op = match (node, term.node(*head)) {
                    (TermNode::New(..), _) => Op::New { tag },
                    (_, &TermNode::Const(callee)) => Op::Call { callee, tag },
                    _ => match egraph[class_of(*head)].data.constant() {
                        Some(callee) => Op::Call { callee, tag },
                        None => Op::Apply { tag },
                    },
                };
                if !matches!(op, Op::Call { .. }) {
                    children.push(class_of(*head));
                }
                push_args(term, args, found, ids, &mut children);
                let is_root = Some(id) == root;
                let tag = match &mut judged {
                    Some((sketch, clock)) => {
                        let effects = sketch.effects[id.as_u32() as usize];
                        let operands = operands_reach(egraph, &children);
                        let epoch = clock.epoch_over(effects, operands)?;
                        let site = match sites.get(id.as_u32() as usize) {
                            Some(&Made::At(site)) => Some(site),
                            Some(&Made::Again(site)) => site,
                            _ => site(effects, how, is_root),
                        };
                        Tag::new(epoch, site, false)
                    }
                    None if how.epoch.is_none() && how.site.is_none() => Tag::NONE,
                    None => {
                        let plain = ENode::new(op, &children);
                        let effects = effects(egraph, &plain).ok_or(Failure::NoMethod)?;
                        let epoch = how.epoch.filter(|_| effects.contains(Effects::READS));
                        Tag::new(epoch, site(effects, how, is_root), false)
                    }
                };
                let node = match op {
                    Op::Call { callee, .. } => ENode::call(callee, tag, &children),
                    Op::Apply { .. } => ENode::new(Op::Apply { tag }, &children),
                    _ => ENode::new(Op::New { tag }, &children),
                };
                if tag.site().is_some() {
                    made.push(node.clone());
                }
                let class = egraph.add(node);
                // The inference that adding runs tells whether there is a method.
                if judged.is_none() && !egraph.analysis.has_type(egraph, class) {
                    return Err(Failure::NoMethod);
                }
                class
            }
        };
        ids.push(class);
    }
    Ok(ids.last().copied().unwrap_or(found.root()))
}

fn push_args(
    term: &Term,
    args: &std::ops::Range<u32>,
    found: &Match<'_>,
    ids: &[Id],
    children: &mut SmallVec<[Id; 8]>,
) {
    for arg in term.args(args) {
        match term.node(*arg) {
            TermNode::Splat(var) => children.extend_from_slice(found.classes(*var)),
            _ => children.push(ids[arg.as_u32() as usize]),
        }
    }
}

/// The site of a call of a right side: that of the statement whose place it takes if it has effects, that of the object if it makes it.
fn site(effects: Effects, how: How, is_root: bool) -> Option<Site> {
    if acts(effects) {
        let sites = how.effects?;
        return Some(if is_root { sites.root } else { sites.inner });
    }
    let makes = effects.contains(Effects::ALLOCATES) && (is_root || how.keeps);
    how.site.filter(|_| makes)
}
