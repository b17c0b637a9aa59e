//! Which calls may leave a loop.
//!
//! An optional call runs where the source ran it or later. There is one way up: to the block before a loop that is entered only if the
//! loop runs, for a call that the first round of the loop runs in any case, before anything with effects.
//!
//! ```text
//! b1: goto b2                                  the block before the loop
//! b2: t = A * B                                may run in b1: whoever comes to b1 comes here
//!     r[i] = t[i, i]                           an effect
//!     u = C * D                                stays: it comes after the effect, and where it throws, r[1] has been written
//!     goto b3 if i == 1 else b4
//! b3: w = E * F                                stays: not every round runs it
//! ```
//!
//! Whether memory is as it was is not decided here: a call that reads runs in its epoch, and a loop that writes what it reads has another
//! one. With `strict`, a call that may throw does not change places with another one. In a function with handlers nothing
//! moves up: the block before the loop may be outside of the handler's region.

use super::place::{Place, Places};
use crate::effects::Effects;
use crate::egraph::ledger::Role;
use crate::egraph::skeleton::Skeleton;
use crate::egraph::{Clauses, Freedoms};
use crate::ir::{Block, Inst, Terminator};
use cranelift_entity::{EntitySet, SecondaryMap};
use smallvec::SmallVec;

/// Where optional calls may run further up than in the source.
pub struct Hoists {
    places: SecondaryMap<Inst, SmallVec<[Place; 1]>>,
}

impl Hoists {
    /// Follows each loop from its start to where its first round may go two ways, or has an effect.
    pub fn new(skeleton: &Skeleton, places: &Places) -> Hoists {
        let mut hoists = Hoists {
            places: SecondaryMap::new(),
        };
        if !skeleton.contract.freedoms.contains(Freedoms::LOOPS) {
            return hoists;
        }
        let function = &skeleton.function;
        let mut terms = function.layout.iter();
        if terms.any(|&block| matches!(function.blocks[block].term, Terminator::Enter { .. })) {
            return hoists;
        }
        for &header in skeleton.dominators.preorder() {
            if skeleton.loops.header(header) != Some(header) {
                continue;
            }
            if let Some(before) = before(skeleton, header) {
                let place = places.at_end(before);
                if skeleton.contract.clauses.contains(Clauses::HOISTED) {
                    hoists.follow(skeleton, header, place);
                } else {
                    hoists.take_all(skeleton, header, place);
                }
            }
        }
        hoists
    }

    fn follow(&mut self, skeleton: &Skeleton, header: Block, place: Place) {
        let mut seen = EntitySet::new();
        let mut at = header;
        while seen.insert(at) {
            for &inst in &skeleton.function.blocks[at].insts {
                let Some(statement) = skeleton.statement(inst) else {
                    return;
                };
                if statement.role == Role::Optional {
                    self.places[inst].push(place);
                }
                let mut ends = Effects::WRITES | Effects::OTHER;
                if skeleton.contract.strict {
                    ends |= Effects::THROWS | Effects::DIVERGES;
                }
                if statement.effects.intersects(ends) {
                    return;
                }
            }
            let mut targets = skeleton.function.blocks[at].term.targets();
            let (Some(next), None) = (targets.next(), targets.next()) else {
                return;
            };
            if !skeleton.loops.contains(header, next.block) {
                return;
            }
            at = next.block;
        }
    }

    fn take_all(&mut self, skeleton: &Skeleton, header: Block, place: Place) {
        for &block in skeleton.dominators.preorder() {
            if skeleton.loops.contains(header, block) {
                for &inst in &skeleton.function.blocks[block].insts {
                    self.places[inst].push(place);
                }
            }
        }
    }

    /// The places before loops where a call may run.
    pub fn of(&self, inst: Inst) -> &[Place] {
        &self.places[inst]
    }
}

/// The block from which alone a loop is entered, and from which nothing else is.
fn before(skeleton: &Skeleton, header: Block) -> Option<Block> {
    let is_inside = |&&block: &&Block| skeleton.dominators.dominates(header, block);
    let preds = skeleton.cfg.preds(header);
    let mut entries = preds.iter().filter(|block| !is_inside(block));
    let (Some(&entry), None) = (entries.next(), entries.next()) else {
        return None;
    };
    let mut targets = skeleton.function.blocks[entry].term.targets();
    let is_only = targets.next().is_some() && targets.next().is_none();
    is_only.then_some(entry)
}
