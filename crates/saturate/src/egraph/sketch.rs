//! What a right side would be, without adding it: types and effects of its calls.
//!
//! Whether a match may be applied depends on what its right side does. A right side that is added to find out stays in the
//! e-graph, and other rules match it. So it is *sketched* first: each call is inferred over what is known of its operands, which are classes of the
//! match or sketches themselves.
//!
//! ```text
//! match: ~a = class 3, ~b = class 5        ~a * (~b * ~c)        ~b * ~c   Matrix{Float64}, reads alloc     sketched
//!        ~c = class 7                                            ~a * …    Matrix{Float64}, reads alloc     sketched: the root
//! ```
//!
//! Where rules have made values of several types equal, a call may be harmless for some of them and unknown for others: `p[1]`, once
//! `1` is equal to the `Float64` `cos(x)^2 + sin(x)^2`. No program contains the ones that have effects, as they have no place to run at, so
//! that the sketch is about the others.
//!
//! Many matches say what is known: their right side is in the class of the root. [`is_there`] finds that by looking the nodes up.

use super::analysis::all_instances_of;
use super::apply::{stated, Clock, Failure};
use super::facts::Facts;
use super::language::{ENode, Op, Site, Tag};
use super::matches::Match;
use super::regions::Regions;
use super::EGraph;
use crate::effects::Effects;
use crate::host::{CallInfo, Known};
use crate::ir::{Const, Type};
use crate::rules::term::{Term, TermNode};
use egg::Id;
use smallvec::SmallVec;

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

pub(super) fn acts(effects: Effects) -> bool {
    effects.intersects(Effects::WRITES | Effects::OTHER)
}

/// Where effects of a right side could run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// In place of the statement with effects at the left side's root.
    Statement,
    /// Nowhere. The left side covers statements with effects, whose places what the right side makes may get: it has none,
    /// whatever the types.
    Covered,
    /// Nowhere. Calls that have some for a part of the types are never chosen for those.
    None,
}

/// A right side as it would be.
#[derive(Default)]
pub struct Sketch {
    /// What it does.
    pub audit: Audit,
    /// The types and values that its root may have.
    pub root: Facts,
    /// The memory that its root leads to, as far as something writes it.
    pub reach: Regions,
    /// What the calls do, by their number in the term.
    pub effects: Vec<Effects>,
    /// The call that has effects where none may be, where that is why there is no sketch.
    pub actor: Option<Actor>,
    drawn: Vec<Drawn>,
}

/// A call that has effects.
#[derive(Clone)]
pub struct Actor {
    /// The function.
    pub function: Const,
    /// The types of its arguments.
    pub types: SmallVec<[Type; 4]>,
    /// What it may do.
    pub effects: Effects,
}

/// An operand.
struct Drawn {
    facts: Facts,
    class: Option<Id>,
    /// The memory that it leads to, as far as something writes it.
    reach: Regions,
    /// Whether it depends on the last effect so far.
    behind: bool,
}

impl Drawn {
    fn class(egraph: &EGraph<'_>, class: Id) -> Drawn {
        let class = egraph.find(class);
        Drawn {
            facts: egraph[class].data.clone(),
            class: Some(class),
            reach: egraph.analysis.reach.of(class),
            behind: false,
        }
    }

    fn constant(egraph: &EGraph<'_>, constant: Const) -> Drawn {
        let mut cache = egraph.analysis.cache();
        let mut known = cache.constant(constant);
        let mut reach = Regions::empty();
        // A right side names an object of the program, which has other contents every time.
        if cache.may_be_mutable(known.ty) {
            known.constant = None;
            reach = egraph.analysis.reach.world();
        }
        Drawn {
            facts: Facts::One(known),
            class: None,
            reach,
            behind: false,
        }
    }
}

impl Sketch {
    /// Sketches a right side. `room` says whether it may have effects.
    pub fn draw(
        &mut self,
        egraph: &EGraph<'_>,
        term: &Term,
        found: &Match<'_>,
        room: Room,
        mut clock: Clock<'_>,
    ) -> Result<(), Failure> {
        self.audit = Audit::default();
        self.actor = None;
        self.effects.clear();
        self.drawn.clear();
        let root = term.root();
        for (id, node) in term.iter() {
            let mut effects = Effects::PURE;
            let drawn = match node {
                TermNode::Var(var) => {
                    let class = found.class(*var).unwrap_or(Id::from(0));
                    Drawn::class(egraph, class)
                }
                // Calls look its variable up.
                TermNode::Splat(_) => Drawn::class(egraph, found.root()),
                TermNode::Const(constant) => Drawn::constant(egraph, *constant),
                TermNode::Call(..) | TermNode::New(..) => {
                    let is_root = Some(id) == root;
                    let note = |this: &mut Sketch, effects, reach, behind: &mut bool| {
                        this.note(effects, is_root, behind, room)?;
                        clock.epoch_over(effects, reach).map(drop)
                    };
                    let (drawn, of) = self.call(egraph, term, node, found, room, note)?;
                    effects = of;
                    drawn
                }
            };
            self.effects.push(effects);
            self.drawn.push(drawn);
        }
        let drawn = self.drawn.pop();
        let drawn = drawn.unwrap_or_else(|| Drawn::class(egraph, found.root()));
        self.root = drawn.facts;
        self.reach = drawn.reach;
        Ok(())
    }

    fn call(
        &mut self,
        egraph: &EGraph<'_>,
        term: &Term,
        node: &TermNode,
        found: &Match<'_>,
        room: Room,
        note: impl FnOnce(&mut Sketch, Effects, Regions, &mut bool) -> Result<(), Failure>,
    ) -> Result<(Drawn, Effects), Failure> {
        let (TermNode::Call(head, args) | TermNode::New(head, args)) = node else {
            return Err(Failure::NoMethod);
        };
        let tag = Tag::NONE;
        let at = head.as_u32() as usize;
        let op = match (node, term.node(*head)) {
            (TermNode::New(..), _) => Op::New { tag },
            (_, &TermNode::Const(callee)) => Op::Call { callee, tag },
            _ => match self.drawn[at].facts.constant() {
                Some(callee) => Op::Call { callee, tag },
                None => Op::Apply { tag },
            },
        };
        let segments: Vec<Drawn> = (term.args(args).iter())
            .filter_map(|arg| match term.node(*arg) {
                TermNode::Splat(var) => Some(found.classes(*var)),
                _ => None,
            })
            .flatten()
            .map(|&class| Drawn::class(egraph, class))
            .collect();
        let mut rest = segments.iter();
        let mut operands: SmallVec<[&Drawn; 8]> = SmallVec::new();
        if !matches!(op, Op::Call { .. }) {
            operands.push(&self.drawn[at]);
        }
        for arg in term.args(args) {
            match term.node(*arg) {
                TermNode::Splat(var) => {
                    let count = found.classes(*var).len();
                    operands.extend(rest.by_ref().take(count));
                }
                _ => operands.push(&self.drawn[arg.as_u32() as usize]),
            }
        }
        let choices: SmallVec<[&[Known]; 8]> =
            operands.iter().map(|drawn| drawn.facts.members()).collect();
        let classes: SmallVec<[Option<Id>; 8]> = operands.iter().map(|drawn| drawn.class).collect();
        let mut results: SmallVec<[Known; 4]> = SmallVec::new();
        let mut joined = None;
        self.actor = None;
        if let Some(any) = egraph.analysis.untyped() {
            joined = Some(Effects::PURE);
            results.push(any);
        } else {
            let mut answers: SmallVec<[CallInfo; 4]> = SmallVec::new();
            all_instances_of(
                egraph,
                op,
                |position| classes.get(position).copied().flatten(),
                None,
                &choices,
                |tuple, answer, is_for_it| {
                    let Some(info) = answer.filter(|_| is_for_it) else {
                        return;
                    };
                    if let (Op::Call { callee, .. }, true, None) =
                        (op, acts(info.effects), &self.actor)
                    {
                        self.actor = Some(Actor {
                            function: callee,
                            types: tuple.iter().map(|known| known.ty).collect(),
                            effects: info.effects,
                        });
                    }
                    answers.push(info);
                },
            );
            if room == Room::None && answers.iter().any(|info| !acts(info.effects)) {
                answers.retain(|info| !acts(info.effects));
            }
            for info in answers {
                joined = Some(joined.unwrap_or(Effects::PURE) | info.effects);
                if !results.contains(&info.result) {
                    results.push(info.result);
                }
            }
        }
        let of = joined.ok_or(Failure::NoMethod)?;
        let over: Regions = operands.iter().map(|drawn| drawn.reach).collect();
        let mut behind = operands.iter().any(|drawn| drawn.behind);
        drop((choices, operands));
        note(self, of, over, &mut behind)?;
        let mut reach = Regions::empty();
        if !of.is_fresh() {
            reach = over;
            if of.intersects(Effects::GLOBAL | Effects::OTHER) {
                reach |= egraph.analysis.reach.world();
            }
        }
        let drawn = Drawn {
            facts: Facts::of_results(results, &mut egraph.analysis.cache()),
            class: None,
            reach,
            behind,
        };
        Ok((drawn, of))
    }

    /// Takes note of a call, unless its effects have no place or no order.
    fn note(
        &mut self,
        effects: Effects,
        is_root: bool,
        behind: &mut bool,
        room: Room,
    ) -> Result<(), Failure> {
        let acts = acts(effects);
        if acts && room != Room::Statement {
            return Err(Failure::Effects);
        }
        let reads = effects.contains(Effects::READS);
        let audit = &mut self.audit;
        // Nothing but its data keeps a call behind an effect of the same right side.
        if audit.inner_acts && (acts && !*behind || reads && !acts) {
            return Err(Failure::Unordered);
        }
        if is_root {
            audit.root = Some(effects);
            return Ok(());
        }
        audit.inner_allocates |= effects.contains(Effects::ALLOCATES);
        if acts {
            audit.inner_acts = true;
            // What comes next is ordered by this one.
            for drawn in &mut self.drawn {
                drawn.behind = false;
            }
            *behind = true;
        }
        Ok(())
    }
}

/// Whether the right side of a match is in the class of its root, as a value that reads nothing that changes; its root with the site of the
/// root, if it has one. Only looks nodes up.
pub fn is_there(
    egraph: &EGraph<'_>,
    term: &Term,
    found: &Match<'_>,
    site: Option<Site>,
    ids: &mut Vec<Id>,
) -> bool {
    ids.clear();
    let root = term.root();
    for (id, node) in term.iter() {
        let class = match node {
            TermNode::Var(var) => found.class(*var),
            TermNode::Splat(_) => Some(Id::from(0)),
            TermNode::Const(_) if term.is_only_callee(id) => Some(Id::from(0)),
            TermNode::Const(constant) if Some(id) == root => {
                egraph.lookup(stated(egraph, *constant, found.root()))
            }
            TermNode::Const(constant) => egraph.lookup(ENode::constant(*constant)),
            TermNode::Call(head, args) => {
                let &TermNode::Const(callee) = term.node(*head) else {
                    return false;
                };
                let mut children: SmallVec<[Id; 8]> = SmallVec::new();
                for arg in term.args(args) {
                    match term.node(*arg) {
                        TermNode::Splat(var) => children.extend_from_slice(found.classes(*var)),
                        _ => children.push(ids[arg.as_u32() as usize]),
                    }
                }
                let site = site.filter(|_| Some(id) == root);
                egraph.lookup(ENode::call(callee, Tag::new(None, site, false), &children))
            }
            TermNode::New(..) => None,
        };
        let Some(class) = class else {
            return false;
        };
        ids.push(class);
    }
    let result = ids.last().copied();
    result.is_some_and(|result| egraph.find(result) == egraph.find(found.root()))
}
