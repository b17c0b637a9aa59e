//! Which matches may be applied in a program with memory and effects.
//!
//! A rule says that two expressions are equal. In a program that is true only under conditions:
//!
//! - **One epoch.** The reads of the left side must see the same memory. `A[1] - A[1]` around a write is not zero.
//! - **Lazy and aliasing right sides** (`broadcasted(~f, ~x)`, `transpose(~A)`, `~p`) of a left side that reads hold
//!   *while memory stays in that epoch*. In an epoch that no other follows this is for good; otherwise the right side is
//!   wrapped in `While(e)`, and extraction keeps its users inside `e`.
//! - **Objects with an identity.** A value that may be written, or whose identity is looked at, is never replaced by
//!   something that is not fresh; and the fresh object that replaces it takes over its site.
//! - **Effects.** A call that writes cannot be matched, unless the rule is relaxed: then the calls of its left side are
//!   detached, which makes them optional.
//!
//! ```text
//! y = f.(x); x[1] = 0; z = g.(y)      broadcasted(g, materialize(b)) --> broadcasted(g, b)   refused users: z is in e1
//! y = f.(x); z = g.(y); x[1] = 0                                                             holds while in e0
//! ```

use super::analysis::effects;
use super::apply::{conclude, instantiate, Scratch};
use super::convert::{Role, Skeleton};
use super::language::{ENode, Epoch, Op};
use super::matches::Match;
use super::policy::{Decision, How, Policy};
use super::EGraph;
use crate::effects::Effects;
use crate::ir::Inst;
use crate::rules::rule::Rhs;
use egg::Id;

/// Reasons for a refusal.
pub mod reason {
    /// The left side reads in more than one epoch.
    pub const EPOCHS: &str = "the left side reads memory in different states";
    /// The left side writes and the rule is not relaxed.
    pub const WRITES: &str = "a call of the left side has effects and the rule is not @relaxed";
    /// The value is written or compared, and the right side is not fresh.
    pub const IDENTITY: &str = "the value may be written or compared by identity";
    /// The right side reads memory and nothing says in which state.
    pub const STATE: &str = "the right side reads memory that may have changed";
    /// The right side writes.
    pub const EFFECTS: &str = "the right side has effects";
}

/// The policy for a converted function.
pub struct MemoryPolicy<'s> {
    skeleton: &'s mut Skeleton,
    scratch: Scratch,
}

impl<'s> MemoryPolicy<'s> {
    /// A policy over the skeleton whose calls relaxed rules detach.
    pub fn new(skeleton: &'s mut Skeleton) -> MemoryPolicy<'s> {
        MemoryPolicy {
            skeleton,
            scratch: Scratch::default(),
        }
    }

    /// The statement that a node stands for, if it has a site.
    fn site(&self, node: &ENode) -> Option<Inst> {
        node.tag().site().map(|site| self.skeleton.sites[site])
    }

    /// Effects of the left side that only relaxation allows; `None` if there are any and the rule is not relaxed.
    fn effects_of_left_side(&self, found: &Match<'_>) -> Option<Vec<Inst>> {
        let mut effectful = Vec::new();
        for (_, node) in found.nodes() {
            let Some(inst) = self.site(&node) else {
                continue;
            };
            let Some(statement) = &self.skeleton.statements[inst] else {
                continue;
            };
            if matches!(statement.role, Role::Effect | Role::Detached)
                && statement
                    .effects
                    .intersects(Effects::WRITES | Effects::OTHER)
            {
                effectful.push(inst);
            }
        }
        (effectful.is_empty() || found.rule.relaxed).then_some(effectful)
    }

    /// The epoch of what the right side reads.
    fn epoch(&self, found: &Match<'_>) -> Result<Option<Epoch>, &'static str> {
        let epochs = found.epochs();
        match epochs[..] {
            [] => {
                // Nothing is read on the left. Where memory never changes, there is only one state to read.
                let first = Epoch::from_u32(0);
                Ok(self.skeleton.epochs.is_last(first).then_some(first))
            }
            [epoch] => Ok(Some(epoch)),
            [first, ..] if epochs.iter().all(|&epoch| epoch == first) => Ok(Some(first)),
            _ => Err(reason::EPOCHS),
        }
    }

    /// Adds the right side, and says whether it is fresh, an alias, or has effects.
    fn kind_of_right_side(
        &self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        result: Id,
        before: usize,
    ) -> Kind {
        for number in before..egraph.nodes().len() {
            let node = egraph.id_to_node(Id::from(number)).clone();
            if !matches!(
                node.op(),
                Op::Call { .. } | Op::Apply { .. } | Op::New { .. }
            ) {
                continue;
            }
            let of = effects(egraph, &node).unwrap_or(Effects::UNKNOWN);
            if of.intersects(Effects::WRITES | Effects::OTHER) {
                return Kind::Effectful;
            }
            if of.contains(Effects::READS) && node.tag().epoch().is_none() {
                return Kind::Stateless;
            }
        }
        let members = egraph[egraph.find(result)].data.members().to_vec();
        let mut oracle = egraph.analysis.oracle();
        if !members
            .iter()
            .any(|member| oracle.may_be_mutable(member.ty))
        {
            return Kind::Fresh;
        }
        drop(oracle);
        let is_call = matches!(&found.rule.rhs, Rhs::Term(term) if term.root().is_some_and(|root| {
            matches!(term.node(root), crate::rules::term::TermNode::Call(..) | crate::rules::term::TermNode::New(..))
        }));
        let node = egraph.id_to_node(result);
        match effects(egraph, node) {
            Some(of) if is_call && of.is_fresh() => Kind::Fresh,
            _ => Kind::Alias,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fresh,
    Alias,
    Effectful,
    /// It reads memory, in no particular state.
    Stateless,
}

impl Policy for MemoryPolicy<'_> {
    fn admit(&mut self, egraph: &mut EGraph<'_>, found: &Match<'_>) -> Decision {
        let Some(effectful) = self.effects_of_left_side(found) else {
            return Decision::Refuse(reason::WRITES);
        };
        let epoch = match self.epoch(found) {
            Ok(epoch) => epoch,
            Err(reason) => return Decision::Refuse(reason),
        };
        let root_site = found
            .nodes()
            .last()
            .and_then(|(_, node)| node.tag().site())
            .filter(|&site| {
                let inst = self.skeleton.sites[site];
                self.skeleton.statements[inst]
                    .as_ref()
                    .is_some_and(|statement| statement.role == Role::Slot)
            });
        let how = How {
            epoch,
            site: root_site,
            within: None,
        };
        let Rhs::Term(term) = &found.rule.rhs else {
            return Decision::Apply(how);
        };
        let before = egraph.nodes().len();
        let Ok(result) = instantiate(egraph, term, found, how, &mut self.scratch) else {
            return Decision::Refuse("no method for a call of the right side");
        };
        let kind = self.kind_of_right_side(egraph, found, result, before);
        let reads = !found.epochs().is_empty();
        let within = match kind {
            Kind::Effectful => return Decision::Refuse(reason::EFFECTS),
            Kind::Stateless => return Decision::Refuse(reason::STATE),
            Kind::Fresh => None,
            Kind::Alias => {
                let written = root_site.is_some_and(|site| {
                    let inst = self.skeleton.sites[site];
                    let fate = self
                        .skeleton
                        .aliases
                        .fate(self.skeleton.function.insts[inst].result);
                    fate.written || fate.compared
                });
                if written {
                    return Decision::Refuse(reason::IDENTITY);
                }
                epoch.filter(|&epoch| reads && !self.skeleton.epochs.is_last(epoch))
            }
        };
        for inst in effectful {
            if let Some(statement) = &mut self.skeleton.statements[inst] {
                statement.role = Role::Detached;
            }
        }
        let result = match within {
            Some(epoch) if egraph.find(result) != egraph.find(found.root()) => {
                egraph.add(ENode::new(Op::While(epoch), &[result]))
            }
            _ => result,
        };
        Decision::Done(conclude(egraph, found, result, before, true))
    }

    fn skeleton_uses(&mut self, egraph: &EGraph<'_>, class: Id) -> usize {
        let class = egraph.find(class);
        let function = &self.skeleton.function;
        let mut uses = 0;
        for &block in &function.layout {
            let data = &function.blocks[block];
            let staying = data.insts.iter().filter(|&&inst| {
                self.skeleton.statements[inst]
                    .as_ref()
                    .is_some_and(|statement| matches!(statement.role, Role::Effect | Role::Fixed))
            });
            let operands = staying.flat_map(|&inst| function.operands(inst));
            let arguments = data
                .term
                .targets()
                .flat_map(|target| function.slice(&target.args))
                .copied();
            uses += operands
                .chain(data.term.operand())
                .chain(arguments)
                .filter(|&value| {
                    self.skeleton.classes[value].is_some_and(|of| egraph.find(of) == class)
                })
                .count();
        }
        uses
    }
}
