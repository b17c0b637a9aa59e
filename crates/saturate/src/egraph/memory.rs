//! Epochs: stretches of the program in which memory does not change (memory SSA).
//!
//! Every program point has an epoch. A statement that writes starts a new one; where paths with different epochs meet, a
//! new one starts, as a phi node would; a handler starts one, since anything in its region may have written.
//!
//! ```text
//! b0: %3 = A[1]        e0            b1: (from b0 in e0, from b2 in e2)  e1 starts here
//!     A[1] = 0         e0 → e1       b2: push!(B, 1)                     e1 → e2
//!     %5 = A[1]        e1
//! ```
//!
//! A reading call is identified with its epoch, so two equal reads around a write are two nodes. An epoch is *last* if no
//! other can follow it: there, what is equal now is equal for good.

use super::language::Epoch;
use crate::effects::Effects;
use crate::ir::cfg::Cfg;
use crate::ir::{Block, Function, Inst, Terminator};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};

/// The epoch of every point of a function.
pub struct Epochs {
    start: SecondaryMap<Block, PackedOption<Epoch>>,
    end: SecondaryMap<Block, PackedOption<Epoch>>,
    /// Epoch before each statement that was asked about: every statement.
    before: SecondaryMap<Inst, PackedOption<Epoch>>,
    followed: EntitySet<Epoch>,
    /// The statement whose write starts an epoch; none for entry, joins and handlers.
    starter: SecondaryMap<Epoch, PackedOption<Inst>>,
    count: u32,
}

impl Epochs {
    /// Computes the epochs; `effects` are those of each statement on its own.
    pub fn new(function: &Function, cfg: &Cfg, effects: impl Fn(Inst) -> Effects) -> Epochs {
        let mut handlers = EntitySet::new();
        let mut writes: SecondaryMap<Block, PackedOption<Epoch>> = SecondaryMap::new();
        let mut fresh: SecondaryMap<Block, PackedOption<Epoch>> = SecondaryMap::new();
        // Number 0 is the entry's epoch; then one for each block that may need its own, one for each write.
        let mut count = 1;
        let mut next = || {
            count += 1;
            Epoch::from_u32(count - 1)
        };
        let mut written: SecondaryMap<Inst, PackedOption<Epoch>> = SecondaryMap::new();
        for &block in &cfg.order {
            fresh[block] = next().into();
            for &inst in &function.blocks[block].insts {
                if effects(inst).contains(Effects::WRITES) {
                    let epoch = next();
                    written[inst] = epoch.into();
                    writes[block] = epoch.into();
                }
            }
            if let Terminator::Enter { handler, .. } = &function.blocks[block].term {
                handlers.insert(handler.block);
            }
        }
        let mut epochs = Epochs {
            start: SecondaryMap::new(),
            end: SecondaryMap::new(),
            before: SecondaryMap::new(),
            followed: EntitySet::new(),
            starter: SecondaryMap::new(),
            count,
        };
        epochs.solve(function, cfg, &fresh, &writes, &handlers);
        for &block in &cfg.order {
            let mut epoch = epochs.start[block];
            for &inst in &function.blocks[block].insts {
                epochs.before[inst] = epoch;
                if written[inst].is_some() {
                    epochs.followed.extend(epoch.expand());
                    epoch = written[inst];
                    if let Some(started) = epoch.expand() {
                        epochs.starter[started] = inst.into();
                    }
                }
            }
            for target in function.blocks[block].term.targets() {
                if epochs.start[target.block] != epochs.end[block] {
                    epochs.followed.extend(epochs.end[block].expand());
                }
            }
        }
        epochs
    }

    /// Optimistic iteration: a block takes over its predecessors' epoch until two of them disagree.
    fn solve(
        &mut self,
        function: &Function,
        cfg: &Cfg,
        fresh: &SecondaryMap<Block, PackedOption<Epoch>>,
        writes: &SecondaryMap<Block, PackedOption<Epoch>>,
        handlers: &EntitySet<Block>,
    ) {
        let entry = function.entry();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &cfg.order {
                let start = if block == entry {
                    Some(Epoch::from_u32(0))
                } else if handlers.contains(block) || self.start[block] == fresh[block] {
                    fresh[block].expand()
                } else {
                    let mut known = cfg
                        .preds(block)
                        .iter()
                        .filter_map(|&pred| self.end[pred].expand());
                    match known.next() {
                        Some(first) if known.all(|other| other == first) => Some(first),
                        _ => fresh[block].expand(),
                    }
                };
                let end = if writes[block].is_some() {
                    writes[block]
                } else {
                    start.into()
                };
                if self.start[block] != start.into() || self.end[block] != end {
                    self.start[block] = start.into();
                    self.end[block] = end;
                    changed = true;
                }
            }
        }
    }

    /// The epoch at the start of a reachable block.
    pub fn at_start(&self, block: Block) -> Epoch {
        self.start[block].expect("every reachable block has an epoch")
    }

    /// The epoch at the end of a reachable block, where its terminator runs.
    pub fn at_end(&self, block: Block) -> Epoch {
        self.end[block].expect("every reachable block has an epoch")
    }

    /// The epoch in which a statement of a reachable block runs.
    pub fn before(&self, inst: Inst) -> Epoch {
        self.before[inst].expect("every statement of a reachable block has an epoch")
    }

    /// Whether no other epoch can follow: memory does not change any more.
    pub fn is_last(&self, epoch: Epoch) -> bool {
        !self.followed.contains(epoch)
    }

    /// The statement whose write starts an epoch; none where paths meet and at the entry.
    pub fn starter(&self, epoch: Epoch) -> Option<Inst> {
        self.starter[epoch].expand()
    }

    /// One more than the largest epoch.
    pub fn count(&self) -> u32 {
        self.count
    }
}
