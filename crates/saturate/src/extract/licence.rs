//! `strict`: which calls that may throw a rule's author has licensed to go.
//!
//! Without `strict`, an optional call is dropped as soon as nothing needs its value any more. With it, a call that may
//! throw, or not terminate, stays where it is, in order, unless every use of its value went through matches that
//! *cover* it, that is, have it in their left side: then the author has seen it go.
//!
//! ```text
//! checked_mul(a, b) - checked_mul(a, b)      ~x - ~x --> 0                                     the check stays
//!                                            checked_mul(~a, ~b) - checked_mul(~a, ~b) --> 0   it goes
//! ```
//!
//! The *cone* of a call is what depends on its value: the classes of the values that the program computes from it, and
//! of what rules have made from those. The call may go if every application that made a class of its cone equal to
//! something else covers it, or has matched what such an application made. This is on the safe side: an application that
//! does not cover the call keeps it even where the program that is chosen does without that application.
//!
//! One call stays in any case: one whose value the program computes again further down, by a call that may throw as well.
//! That one could serve the uses of both, and the exception would come late:
//!
//! ```text
//! x = at(v, i); println(x0); y = at(v, i)      at(~v, ~i) == getindex(~v, ~i)      the first `at` stays
//! ```
//!
//! So does one with a use, in its cone, that a decided branch has cut off: nothing was matched there, the use is just gone.
//!
//! ```text
//! x = at(v, i); if y - y == 0 return 1 else return x end      ~y - ~y --> 0, at(~v, ~i) == getindex(~v, ~i)      `at` stays
//! ```
//!
//! And one with a use that is known by now without the value, since a decided branch has left one type of several (`y === nothing`).
//!
//! A second call of the same function with the same arguments, in the same state of memory, below one that stays, cannot
//! throw any more: it may go as well.

use super::build::Anchors;
use super::place::{Place, Places};
use crate::effects::Effects;
use crate::egraph::analysis::effects;
use crate::egraph::language::ENode;
use crate::egraph::provenance::{ApplicationId, Cause, Provenance};
use crate::egraph::skeleton::Skeleton;
use crate::egraph::{canonical, Clauses, EGraph};
use crate::ir::{Inst, InstKind, Value, ValueDef};
use cranelift_entity::{EntitySet, SecondaryMap};
use egg::Id;
use rustc_hash::{FxHashMap, FxHashSet};

/// Lets go the pinned calls that may go: they run at their place or not at all.
/// `anchors` are the places where nodes may run.
pub fn grant(
    egraph: &EGraph<'_>,
    skeleton: &mut Skeleton,
    provenance: &Provenance,
    anchors: &Anchors,
    places: &Places,
) {
    let pinned: Vec<Inst> = skeleton
        .dominators
        .preorder()
        .iter()
        .flat_map(|&block| skeleton.function.blocks[block].insts.iter().copied())
        .filter(|&inst| skeleton.pinned.contains(inst))
        .collect();
    if pinned.is_empty() {
        return;
    }
    let uses = Uses::new(skeleton);
    let mut edges: FxHashMap<Id, Vec<ApplicationId>> = FxHashMap::default();
    for &(a, _, cause) in provenance.log().unions() {
        if let Cause::Rule(application) = cause {
            edges.entry(egraph.find(a)).or_default().push(application);
        }
    }
    let first_made = provenance
        .log()
        .applications()
        .first()
        .map_or(0, |first| provenance.log().made(first).start);
    let mut staying: FxHashMap<ENode, Vec<Inst>> = FxHashMap::default();
    for inst in pinned {
        let Some(statement) = skeleton.statement(inst) else {
            continue;
        };
        let node = canonical(egraph, &statement.node);
        let twin = node.without_site();
        let repeated = staying.get(&twin).is_some_and(|others| {
            others.iter().any(|&other| {
                let (above, here) = (skeleton.block_of(other), skeleton.block_of(inst));
                above == here || skeleton.dominators.dominates(above, here)
            })
        });
        let here = places.of(inst);
        let runs_below = || {
            let class = &egraph[egraph.find(statement.class)];
            class.nodes.iter().any(|node| {
                let below = |&other: &Place| other != here && places.dominates(here, other);
                anchors.get(node).is_some_and(|of| of.iter().any(below))
                    && effects(egraph, node).is_none_or(Effects::may_not_return)
            })
        };
        let clauses = skeleton.contract.clauses;
        let is_covered = || {
            // Without rules there is no one to cover anything.
            if edges.is_empty() {
                return false;
            }
            let cone = Cone::new(egraph, skeleton, &uses, inst, first_made, |class| {
                edges.contains_key(&class)
            });
            let mut applications = (cone.classes.iter())
                .flat_map(|class| edges.get(class).into_iter().flatten())
                .peekable();
            let licences = licences(provenance, &node, &twin);
            applications.peek().is_some()
                && applications.all(|id| licences.contains(id))
                && !(clauses.contains(Clauses::CUT_USES) && cone.is_cut)
        };
        let is_late = || clauses.contains(Clauses::IN_TIME) && runs_below();
        let licensed = repeated || is_covered() && !is_late();
        if licensed {
            skeleton.ledger.detach(inst);
        } else {
            staying.entry(twin).or_default().push(inst);
        }
    }
}

/// Who uses the values of the source.
struct Uses {
    /// The values that are computed from each value.
    users: SecondaryMap<Value, Vec<Value>>,
    /// Values with a use that control does not come to any more.
    cut: EntitySet<Value>,
}

impl Uses {
    fn new(skeleton: &Skeleton) -> Uses {
        let function = &skeleton.function;
        let mut users: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
        let mut cut = EntitySet::new();
        for &block in &skeleton.cfg.order {
            let is_live = skeleton.is_live(block);
            for &inst in &function.blocks[block].insts {
                let computes = matches!(
                    function.insts[inst].kind,
                    InstKind::Call { .. } | InstKind::New { .. } | InstKind::Pi { .. }
                );
                for operand in function.operands(inst) {
                    if computes {
                        users[operand].push(function.insts[inst].result);
                    }
                    if !is_live {
                        cut.insert(operand);
                    }
                }
            }
            let term = &function.blocks[block].term;
            if !is_live {
                cut.extend(term.operand());
            }
            for (side, target) in term.targets().enumerate() {
                let is_taken =
                    is_live && (skeleton.live_targets(block)).any(|(live, _)| live == side);
                let params = function.params(target.block);
                for (&argument, &param) in function.slice(&target.args).iter().zip(params) {
                    users[argument].push(param);
                    if !is_taken {
                        cut.insert(argument);
                    }
                }
            }
        }
        Uses { users, cut }
    }
}

/// What depends on the value of a call.
struct Cone {
    /// Its classes.
    classes: Vec<Id>,
    /// Whether a value of it has a use that control does not come to any more, or that is known without it.
    is_cut: bool,
}

impl Cone {
    fn new(
        egraph: &EGraph<'_>,
        skeleton: &Skeleton,
        uses: &Uses,
        inst: Inst,
        first_made: u32,
        is_made_equal: impl Fn(Id) -> bool,
    ) -> Cone {
        // A value that became known, by no rule.
        let is_evaluated = |value: Value| {
            let class = egraph.find(skeleton.class(value));
            skeleton.function.values[value].constant.is_none()
                && egraph[class].data.constant().is_some()
                && !is_made_equal(class)
        };
        let is_unknown = |value: Value| {
            let class = egraph.find(skeleton.class(value));
            egraph[class].data.constant().is_none()
        };
        let result = skeleton.function.insts[inst].result;
        let mut seen: FxHashSet<Value> = FxHashSet::from_iter([result]);
        let mut known: FxHashSet<Id> = FxHashSet::default();
        let mut classes = Vec::new();
        let mut is_cut = false;
        let mut add = |class: Id, classes: &mut Vec<Id>| {
            if known.insert(class) {
                classes.push(class);
            }
        };
        let mut stack = vec![result];
        while let Some(value) = stack.pop() {
            if let ValueDef::Const(_) = skeleton.function.values[value].def {
                continue;
            }
            is_cut |= uses.cut.contains(value);
            add(egraph.find(skeleton.class(value)), &mut classes);
            let is_unknown = is_unknown(value);
            for &user in &uses.users[value] {
                is_cut |= is_unknown && is_evaluated(user);
                if seen.insert(user) {
                    stack.push(user);
                }
            }
        }
        let mut next = 0;
        while let Some(&class) = classes.get(next) {
            next += 1;
            for parent in egraph[class].parents() {
                if usize::from(parent) as u32 >= first_made {
                    add(egraph.find(parent), &mut classes);
                }
            }
        }
        Cone { classes, is_cut }
    }
}

/// The applications that cover a call, directly or through what another one has made of it.
fn licences(provenance: &Provenance, node: &ENode, twin: &ENode) -> FxHashSet<ApplicationId> {
    let log = provenance.log();
    let mut licences = FxHashSet::default();
    for (number, application) in log.applications().iter().enumerate() {
        let covers = log.premises(application).iter().any(|premise| {
            premise == node
                || premise == twin
                || provenance
                    .id(premise)
                    .and_then(|id| provenance.origin(id))
                    .is_some_and(|(origin, _)| licences.contains(&origin))
        });
        if covers {
            licences.insert(ApplicationId::new(number));
        }
    }
    licences
}
