//! Adds right sides to the e-graph.
//!
//! A call that the right side makes is inferred like any other. If it may read memory it gets the epoch the policy named;
//! if it makes an object, the site. A call for which no combination of argument members has a method can never run: the
//! match is refused, and tried again later, as members may still be found.

use super::analysis::{effects, operands_reach};
use super::guard::evaluate;
use super::language::{ENode, Epoch, Op, Tag};
use super::matches::Match;
use super::memory::{Epochs, Point};
use super::policy::How;
use super::provenance::Cause;
use super::regions;
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

/// What a right side does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// What its root may do, if that is a call.
    pub root: Option<Effects>,
    /// A call inside writes, or does something else.
    pub inner_acts: bool,
    /// A call inside makes an object.
    pub inner_allocates: bool,
}

impl Audit {
    /// Whether its root is a new object.
    pub fn makes(&self) -> bool {
        self.root
            .is_some_and(|root| root.contains(Effects::ALLOCATES) && root.is_fresh())
    }

    /// Whether its root writes, or does something else.
    pub fn root_acts(&self) -> bool {
        self.root.is_some_and(acts)
    }

    /// Whether an object that is made inside is reachable from the result, or written: then it is part of what the right
    /// side makes, and not a temporary that any equal object can stand for.
    pub fn keeps_objects(&self) -> bool {
        let root_is_apart = self.root.is_some_and(|root| root.is_fresh() && !acts(root));
        self.inner_allocates && (self.inner_acts || !root_is_apart)
    }
}

fn acts(effects: Effects) -> bool {
    effects.intersects(Effects::WRITES | Effects::OTHER)
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
    /// The epoch of a call over these operands; none if it reads nothing that changes.
    fn epoch(
        &mut self,
        egraph: &EGraph<'_>,
        effects: Effects,
        operands: &[Id],
    ) -> Result<Option<Epoch>, Failure> {
        let read = (self.regions).reads_from(effects, operands_reach(egraph, operands));
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
    ids: Vec<Id>,
    /// For each node of the term: whether it depends on the last effect inside.
    behind: Vec<bool>,
    /// What the last right side does; only where a policy asks for it.
    pub audit: Option<Audit>,
    /// The nodes of the last right side that have a site.
    pub made: Vec<ENode>,
}

impl Scratch {
    /// Space for a policy that looks at what right sides do.
    pub fn auditing() -> Scratch {
        Scratch {
            audit: Some(Audit::default()),
            ..Scratch::default()
        }
    }
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
    let result = match how.within {
        Some(epoch) if egraph.find(result) != egraph.find(found.root()) => {
            egraph.add(while_in(egraph, epoch, found, result))
        }
        _ => result,
    };
    Ok(conclude(egraph, found, result, before, explain))
}

/// The coercion that makes `result` equal to the root of a match while memory stays in `epoch`. It has the root's number: two
/// values that equal the same thing for a while, say a copy of `x` and an alias of it, are not equal to each other.
pub fn while_in(egraph: &EGraph<'_>, epoch: Epoch, found: &Match<'_>, result: Id) -> ENode {
    let number = usize::from(egraph.find(found.root())) as u32;
    ENode::new(Op::While(epoch, number), &[result])
}

/// The node of a computed value. In place of an object with an identity of its own, a mutable one is copied.
fn folded(egraph: &mut EGraph<'_>, value: Const, how: How) -> Result<Id, Failure> {
    let class = egraph.add(ENode::constant(value));
    let as_it_is = if how.told_apart {
        Err(Failure::Identity)
    } else {
        Ok(class)
    };
    let Some(site) = how.site else {
        return as_it_is;
    };
    let copy = {
        let mut cache = egraph.analysis.cache();
        let known = cache.constant(value);
        if !cache.may_be_mutable(known.ty) {
            return as_it_is;
        }
        cache.copy_of(known.ty).ok_or(Failure::NoMethod)?
    };
    let tag = Tag::new(None, Some(site), false);
    Ok(egraph.add(ENode::call(copy, tag, &[class])))
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

/// Adds a term over the variables of a match; the class of its root.
pub fn instantiate(
    egraph: &mut EGraph<'_>,
    term: &Term,
    found: &Match<'_>,
    how: How,
    mut clock: Option<Clock<'_>>,
    scratch: &mut Scratch,
) -> Result<Id, Failure> {
    // A splat has no class of its own; calls look its variable up.
    let ids = &mut scratch.ids;
    let behind = &mut scratch.behind;
    ids.clear();
    behind.clear();
    let made = &mut scratch.made;
    made.clear();
    if let Some(audit) = &mut scratch.audit {
        *audit = Audit::default();
    }
    let root = term.root();
    for (id, node) in term.iter() {
        let mut position = Position {
            is_root: Some(id) == root,
            behind: false,
        };
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
                position.behind = is_behind(term, args, behind);
                let record = Record {
                    behind,
                    audit: scratch.audit.as_mut(),
                    made,
                };
                let clock = clock.as_mut();
                add(egraph, op, &children, how, clock, &mut position, record)?
            }
        };
        ids.push(class);
        behind.push(position.behind);
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

/// Whether an argument depends on the last effect of the right side.
fn is_behind(term: &Term, args: &std::ops::Range<u32>, behind: &[bool]) -> bool {
    let mut args = term.args(args).iter();
    args.any(|arg| behind[arg.as_u32() as usize])
}

/// Where a call stands in its right side.
struct Position {
    is_root: bool,
    /// Whether it depends on the last effect before it.
    behind: bool,
}

/// What is noted of the calls of a right side.
struct Record<'a> {
    behind: &'a mut [bool],
    audit: Option<&'a mut Audit>,
    made: &'a mut Vec<ENode>,
}

/// Adds a call with the tag that its effects ask for.
fn add(
    egraph: &mut EGraph<'_>,
    op: Op,
    children: &[Id],
    how: How,
    clock: Option<&mut Clock<'_>>,
    position: &mut Position,
    record: Record<'_>,
) -> Result<Id, Failure> {
    let plain = ENode::new(op, children);
    if how.epoch.is_none() && how.site.is_none() && record.audit.is_none() {
        // No tag is possible. The inference that adding runs tells whether there is a method.
        let class = egraph.add(plain);
        return if egraph.analysis.has_type(egraph, class) {
            Ok(class)
        } else {
            Err(Failure::NoMethod)
        };
    }
    let effects = effects(egraph, &plain).ok_or(Failure::NoMethod)?;
    let acts = acts(effects);
    if let Some(audit) = record.audit {
        let reads = effects.contains(Effects::READS);
        if acts && how.effects.is_none() {
            return Err(Failure::Effects);
        }
        // Nothing but its data keeps a call behind an effect of the same right side.
        if audit.inner_acts && (acts && !position.behind || reads && !acts) {
            return Err(Failure::Unordered);
        }
        if !position.is_root {
            audit.inner_allocates |= effects.contains(Effects::ALLOCATES);
        }
        if position.is_root {
            audit.root = Some(effects);
        } else if acts {
            audit.inner_acts = true;
            // What comes next is ordered by this one.
            record.behind.fill(false);
            position.behind = true;
        }
    }
    let epoch = match clock {
        Some(clock) => clock.epoch(egraph, effects, children)?,
        None => how.epoch.filter(|_| effects.contains(Effects::READS)),
    };
    let site = if acts {
        let sites = how.effects;
        sites.map(|sites| {
            if position.is_root {
                sites.root
            } else {
                sites.inner
            }
        })
    } else {
        how.site
            .filter(|_| effects.contains(Effects::ALLOCATES) && (position.is_root || how.keeps))
    };
    let tag = Tag::new(epoch, site, false);
    let node = match op {
        Op::Call { callee, .. } => ENode::call(callee, tag, children),
        Op::Apply { .. } => ENode::new(Op::Apply { tag }, children),
        Op::New { .. } => ENode::new(Op::New { tag }, children),
        _ => plain,
    };
    if site.is_some() {
        record.made.push(node.clone());
    }
    Ok(egraph.add(node))
}
