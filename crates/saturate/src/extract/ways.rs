//! Which calls every way behind a branch makes.
//!
//! An optional call runs where the source ran it or later. There is a second way up, beside that out of a [loop](super::hoist): to the end of a
//! block with a branch, for a call that every way from there runs in any case, before anything with effects.
//!
//! ```text
//! b0: goto b1 if c else b2                     A * B may run here, once for both ways, or behind them, where they meet
//! b1: s = A * B; y = s + C                     the same call, in the same state of memory
//! b2: t = A * B; println(n); u = C * D         C * D stays: it comes after an effect
//! ```
//!
//! What runs at a block's end for its ways is run by the block itself, for the branches above it. With `strict`, a call that may throw does not change
//! places with another one. In a function with handlers nothing moves up.

use super::place::{Place, Places};
use crate::effects::Effects;
use crate::egraph::language::ENode;
use crate::egraph::ledger::Role;
use crate::egraph::skeleton::Skeleton;
use crate::egraph::{canonical, Clauses, EGraph, Freedoms};
use crate::ir::{Block, Terminator};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

/// How many calls at the start of a block are looked at: what is carried up from branch to branch stays short.
const MOST_CALLS: usize = 64;

/// Calls, each with the end of a block where it may run.
pub fn on_every_way(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    places: &Places,
) -> Vec<(ENode, Place)> {
    let function = &skeleton.function;
    let mut found = Vec::new();
    if !skeleton.contract.freedoms.contains(Freedoms::WAYS) {
        return found;
    }
    let mut terms = function.layout.iter();
    if terms.any(|&block| matches!(function.blocks[block].term, Terminator::Enter { .. })) {
        return found;
    }
    // The calls that each block makes before anything with effects.
    let mut first: SecondaryMap<Block, Vec<ENode>> = SecondaryMap::new();
    for &block in skeleton.cfg.order.iter().rev() {
        if !skeleton.is_live(block) {
            continue;
        }
        let mut own = Vec::new();
        let has_effect = calls_until_effect(egraph, skeleton, block, &mut own);
        let mut shared = shared(skeleton, block, &first);
        found.extend((shared.iter()).map(|node| (node.clone(), places.at_end(block))));
        if !has_effect {
            own.append(&mut shared);
        }
        own.truncate(MOST_CALLS);
        first[block] = own;
    }
    found.reverse();
    found
}

/// The optional calls of a block until its first effect; whether there is one.
fn calls_until_effect(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    block: Block,
    calls: &mut Vec<ENode>,
) -> bool {
    let mut ends = Effects::WRITES | Effects::OTHER;
    if skeleton.contract.strict {
        ends |= Effects::THROWS | Effects::DIVERGES;
    }
    for &inst in &skeleton.function.blocks[block].insts {
        let Some(statement) = skeleton.statement(inst) else {
            return true;
        };
        if statement.role == Role::Optional && calls.len() < MOST_CALLS {
            let node = canonical(egraph, &statement.node);
            // An object with an identity is made at its place.
            if node.tag().site().is_none() {
                calls.push(node);
            }
        }
        if statement.effects.intersects(ends) {
            return true;
        }
    }
    false
}

/// The calls that all blocks make which a branch leads to, if nothing else leads there.
fn shared(
    skeleton: &Skeleton,
    block: Block,
    first: &SecondaryMap<Block, Vec<ENode>>,
) -> Vec<ENode> {
    let targets: SmallVec<[Block; 2]> = (skeleton.live_targets(block))
        .map(|(_, target)| target.block)
        .collect();
    let is_only = |&to: &Block| matches!(*skeleton.cfg.preds(to), [only] if only == block);
    let (Some((one, others)), true) = (targets.split_first(), targets.iter().all(is_only)) else {
        return Vec::new();
    };
    let is_asked = skeleton.contract.clauses.contains(Clauses::EVERY_WAY);
    let is_everywhere =
        |node: &&ENode| !is_asked || others.iter().all(|&to| first[to].contains(node));
    first[*one].iter().filter(is_everywhere).cloned().collect()
}
