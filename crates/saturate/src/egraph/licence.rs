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
//! A second call of the same function with the same arguments, in the same state of memory, below one that stays, cannot
//! throw any more: it may go as well.

use super::analysis::effects;
use super::convert::{Role, Skeleton};
use super::language::{ENode, Op, Tag};
use super::provenance::{ApplicationId, Cause, Provenance};
use super::{EGraph, Guards};
use crate::effects::Effects;
use crate::extract::build::Anchors;
use crate::extract::place::{Place, Places};
use crate::ir::{Inst, InstKind, Value, ValueDef};
use cranelift_entity::SecondaryMap;
use egg::{Id, Language};
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
    if pinned.is_empty() || provenance.is_empty() {
        return;
    }
    let users = users(skeleton);
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
        let Some(statement) = &skeleton.statements[inst] else {
            continue;
        };
        let node = statement
            .node
            .clone()
            .map_children(|child| egraph.find(child));
        let twin = without_site(&node);
        let applications: Vec<ApplicationId> = cone(egraph, skeleton, &users, inst, first_made)
            .iter()
            .flat_map(|class| edges.get(class).into_iter().flatten().copied())
            .collect();
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
        let licensed = repeated
            || !applications.is_empty()
                && {
                    let licences = licences(provenance, &node, &twin);
                    applications.iter().all(|id| licences.contains(id))
                }
                && !(skeleton.guards.contains(Guards::IN_TIME) && runs_below());
        if licensed {
            if let Some(statement) = &mut skeleton.statements[inst] {
                statement.role = Role::Detached;
            }
        } else {
            staying.entry(twin).or_default().push(inst);
        }
    }
}

/// The same call, wherever it is made.
fn without_site(node: &ENode) -> ENode {
    let tag = Tag::new(node.tag().epoch(), None, node.tag().inbounds());
    match node.op() {
        Op::Call { callee, .. } => ENode::call(callee, tag, node.children()),
        Op::Apply { .. } => ENode::new(Op::Apply { tag }, node.children()),
        Op::New { .. } => ENode::new(Op::New { tag }, node.children()),
        _ => node.clone(),
    }
}

/// The values that are computed from each value.
fn users(skeleton: &Skeleton) -> SecondaryMap<Value, Vec<Value>> {
    let function = &skeleton.function;
    let mut users: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
    for &block in &skeleton.cfg.order {
        for &inst in &function.blocks[block].insts {
            if matches!(
                function.insts[inst].kind,
                InstKind::Call { .. } | InstKind::New { .. } | InstKind::Pi { .. }
            ) {
                for operand in function.operands(inst) {
                    users[operand].push(function.insts[inst].result);
                }
            }
        }
        for target in function.blocks[block].term.targets() {
            let params = function.params(target.block);
            for (&argument, &param) in function.slice(&target.args).iter().zip(params) {
                users[argument].push(param);
            }
        }
    }
    users
}

/// The classes that depend on the value of a call.
fn cone(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    users: &SecondaryMap<Value, Vec<Value>>,
    inst: Inst,
    first_made: u32,
) -> Vec<Id> {
    let result = skeleton.function.insts[inst].result;
    let mut seen: FxHashSet<Value> = FxHashSet::from_iter([result]);
    let mut classes: FxHashSet<Id> = FxHashSet::default();
    let mut list = Vec::new();
    let mut add = |class: Id, list: &mut Vec<Id>| {
        if classes.insert(class) {
            list.push(class);
        }
    };
    let mut stack = vec![result];
    while let Some(value) = stack.pop() {
        if let ValueDef::Const(_) = skeleton.function.values[value].def {
            continue;
        }
        add(egraph.find(skeleton.class(value)), &mut list);
        for &user in &users[value] {
            if seen.insert(user) {
                stack.push(user);
            }
        }
    }
    let mut next = 0;
    while let Some(&class) = list.get(next) {
        next += 1;
        for parent in egraph[class].parents() {
            if usize::from(parent) as u32 >= first_made {
                add(egraph.find(parent), &mut list);
            }
        }
    }
    list
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
