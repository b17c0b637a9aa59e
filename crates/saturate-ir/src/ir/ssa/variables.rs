//! Variables of the slot code: where they are assigned, read and live, which stay in memory, and which blocks need a
//! parameter for which.

use super::super::cfg::Cfg;
use super::super::dominance::Dominators;
use super::super::entities::{Block, Slot};
use super::super::function::{Function, Terminator};
use super::super::slots::{Operand, SlotCode, StmtKind};
use super::blocks::Leaders;
use super::SsaError;
use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;

/// Where variables are assigned and read, and which of them stay in memory.
pub(super) struct Variables {
    /// Blocks that assign a variable.
    pub(super) def_blocks: SecondaryMap<Slot, Vec<Block>>,
    /// Blocks that read a variable before they assign it.
    pub(super) exposed: SecondaryMap<Slot, Vec<Block>>,
    pub(super) in_memory: EntitySet<Slot>,
    pub(super) live: Marks,
    pub(super) defines: Marks,
}

/// A set of blocks that is emptied in constant time: there is one question per variable.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) stamps: SecondaryMap<Block, u32>,
    pub(super) current: u32,
}

impl Marks {
    pub(super) fn clear(&mut self) {
        self.current += 1;
    }

    pub(super) fn contains(&self, block: Block) -> bool {
        self.current != 0 && self.stamps[block] == self.current
    }

    pub(super) fn insert(&mut self, block: Block) -> bool {
        let new = self.stamps[block] != self.current;
        self.stamps[block] = self.current;
        new
    }
}

/// The slots that a statement reads, in order.
pub(super) fn slot_reads(kind: &StmtKind, mut visit: impl FnMut(Slot)) {
    let mut operand = |operand: &Operand| {
        if let Operand::Slot(slot) = operand {
            visit(*slot);
        }
    };
    match kind {
        StmtKind::Assign(_, value)
        | StmtKind::Value(value)
        | StmtKind::GotoIfNot(value, _)
        | StmtKind::Return(value)
        | StmtKind::PopException { token: value, .. } => operand(value),
        StmtKind::Call { callee: head, args } | StmtKind::New { ty: head, args } => {
            operand(head);
            args.iter().for_each(operand);
        }
        StmtKind::Opaque { args, .. } => args.iter().for_each(operand),
        StmtKind::Goto(_) | StmtKind::Unreachable | StmtKind::Enter(_) | StmtKind::Leave(_) => {}
    }
}

impl Variables {
    pub(super) fn new(code: &SlotCode, leaders: &Leaders, cfg: &Cfg) -> Variables {
        let mut variables = Variables {
            def_blocks: SecondaryMap::new(),
            exposed: SecondaryMap::new(),
            in_memory: EntitySet::new(),
            live: Marks::default(),
            defines: Marks::default(),
        };
        let entry = cfg.order[0];
        for slot in code.slots.keys().take(code.nargs as usize) {
            variables.def_blocks[slot].push(entry);
        }
        for &block in &cfg.order[1..] {
            for stmt in leaders.stmts(block) {
                let kind = &code.stmts[stmt].kind;
                slot_reads(kind, |slot| {
                    if variables.def_blocks[slot].last() != Some(&block)
                        && variables.exposed[slot].last() != Some(&block)
                    {
                        variables.exposed[slot].push(block);
                    }
                });
                // `isdefined` asks about the variable itself, so the variable must exist.
                if let StmtKind::Opaque { head, args, .. } = kind {
                    if head.as_str() == "isdefined" {
                        if let [Operand::Slot(slot)] = args[..] {
                            variables.in_memory.insert(slot);
                        }
                    }
                }
                if let StmtKind::Assign(slot, _) = kind {
                    if variables.def_blocks[*slot].last() != Some(&block) {
                        variables.def_blocks[*slot].push(block);
                    }
                }
            }
        }
        variables
    }

    /// Marks the blocks at whose start the variable's value may still be read.
    pub(super) fn find_live_in(&mut self, slot: Slot, cfg: &Cfg) -> &Marks {
        self.live.clear();
        self.defines.clear();
        for &block in &self.def_blocks[slot] {
            self.defines.insert(block);
        }
        let mut work: Vec<Block> = self.exposed[slot].clone();
        for &block in &work {
            self.live.insert(block);
        }
        while let Some(block) = work.pop() {
            for &pred in cfg.preds(block) {
                if !self.defines.contains(pred) && self.live.insert(pred) {
                    work.push(pred);
                }
            }
        }
        &self.live
    }

    /// A variable assigned in a protected region and live into its handler stays in memory.
    pub(super) fn find_live_into_handlers(
        &mut self,
        code: &SlotCode,
        leaders: &Leaders,
        function: &Function,
        cfg: &Cfg,
    ) -> Result<(), SsaError> {
        // The handlers around the start of each block, innermost last.
        let mut around: SecondaryMap<Block, Option<Vec<Block>>> = SecondaryMap::new();
        around[cfg.order[0]] = Some(Vec::new());
        let mut handlers_seen = false;
        let mut assigned: FxHashMap<Slot, Vec<Block>> = FxHashMap::default();
        for &block in &cfg.order {
            let mut stack = match &around[block] {
                Some(stack) => stack.clone(),
                // Only an irreducible jump reaches a block before any predecessor; nothing surrounds it.
                None => Vec::new(),
            };
            for stmt in leaders.stmts(block) {
                match &code.stmts[stmt].kind {
                    StmtKind::Leave(count) => {
                        let left = stack
                            .len()
                            .checked_sub(*count as usize)
                            .ok_or(SsaError::BadRegion(stmt))?;
                        stack.truncate(left);
                    }
                    StmtKind::Assign(slot, _) if !stack.is_empty() => {
                        assigned.entry(*slot).or_default().extend(&stack);
                    }
                    _ => {}
                }
            }
            match &function.blocks[block].term {
                Terminator::Enter { body, handler } => {
                    handlers_seen = true;
                    // The handler's first statement leaves the region.
                    stack.push(handler.block);
                    around[handler.block].get_or_insert_with(|| stack.clone());
                    around[body.block].get_or_insert(stack);
                }
                term => {
                    for target in term.targets() {
                        around[target.block].get_or_insert_with(|| stack.clone());
                    }
                }
            }
        }
        if handlers_seen {
            let mut assigned: Vec<_> = assigned.into_iter().collect();
            assigned.sort_unstable_by_key(|&(slot, _)| slot);
            for (slot, handlers) in assigned {
                let live = self.find_live_in(slot, cfg);
                if handlers.iter().any(|&handler| live.contains(handler)) {
                    self.in_memory.insert(slot);
                }
            }
        }
        Ok(())
    }

    /// A variable that some read may see undefined stays in memory: one that is live into the entry.
    pub(super) fn find_maybe_undefined(
        &mut self,
        code: &SlotCode,
        function: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
    ) {
        let entry = function.entry();
        for slot in code.slots.keys().skip(code.nargs as usize) {
            if self.in_memory.contains(slot) || self.exposed[slot].is_empty() {
                continue;
            }
            // The common case without a search: one assignment above every read.
            if let [single] = self.def_blocks[slot][..] {
                let above = |&read: &Block| read != single && dominators.dominates(single, read);
                if self.exposed[slot].iter().all(above) {
                    continue;
                }
            }
            if self.find_live_in(slot, cfg).contains(entry) {
                self.in_memory.insert(slot);
            }
        }
    }

    /// The variables that need a parameter at each block.
    pub(super) fn insert_params(
        &mut self,
        code: &SlotCode,
        function: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
    ) -> SecondaryMap<Block, Vec<Slot>> {
        let frontier = dominators.frontiers(cfg);
        let mut placed: SecondaryMap<Block, Vec<Slot>> = SecondaryMap::new();
        let mut has_param = Marks::default();
        for slot in code.slots.keys() {
            if self.in_memory.contains(slot) || self.exposed[slot].is_empty() {
                continue;
            }
            let defs = &self.def_blocks[slot];
            if defs.len() < 2 && defs.iter().all(|&block| frontier[block].is_empty()) {
                continue;
            }
            if let [single] = defs[..] {
                if single == function.entry() {
                    continue;
                }
            }
            let mut work = defs.clone();
            let live = self.find_live_in(slot, cfg);
            has_param.clear();
            while let Some(block) = work.pop() {
                for &join in &frontier[block] {
                    if live.contains(join) && has_param.insert(join) {
                        placed[join].push(slot);
                        work.push(join);
                    }
                }
            }
        }
        placed
    }
}
