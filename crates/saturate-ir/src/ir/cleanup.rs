//! Small clean-ups that construction and elaboration share.
//!
//! None of them changes what a function computes: they remove what is unused or says the same thing twice.

use super::cfg::Cfg;
use super::entities::{Block, Value};
use super::function::{Function, InstKind, Terminator, ValueDef};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, SecondaryMap};

/// Removes π statements that nothing uses.
pub fn remove_dead_pis(function: &mut Function) {
    // A π may be used by a π, so count uses and follow them down.
    let mut uses: SecondaryMap<Value, u32> = SecondaryMap::new();
    for_each_use(function, |value| uses[value] += 1);
    let mut dead = EntitySet::new();
    let mut work: Vec<_> = function
        .layout
        .iter()
        .flat_map(|&block| function.blocks[block].insts.iter().copied())
        .filter(|&inst| matches!(function.insts[inst].kind, InstKind::Pi { .. }))
        .collect();
    while let Some(inst) = work.pop() {
        let data = &function.insts[inst];
        let InstKind::Pi { value, .. } = data.kind else {
            continue;
        };
        if uses[data.result] == 0 && dead.insert(inst) {
            uses[value] -= 1;
            work.extend(function.def_inst(value));
        }
    }
    for block in function.blocks.values_mut() {
        block.insts.retain(|&inst| !dead.contains(inst));
    }
}

/// Calls `visit` for every use of a value in the blocks of the layout.
pub fn for_each_use(function: &Function, mut visit: impl FnMut(Value)) {
    for &block in &function.layout {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            function.operands(inst).for_each(&mut visit);
        }
        data.term.operand().into_iter().for_each(&mut visit);
        for target in data.term.targets() {
            function
                .slice(&target.args)
                .iter()
                .copied()
                .for_each(&mut visit);
        }
    }
}

/// Removes parameters whose incoming values are all one value (or the parameter itself).
///
/// `b1(%3): … goto b1(%3)` entered with `goto b1(%1)` only: `%3` is `%1`.
pub fn remove_trivial_params(function: &mut Function) {
    let cfg = Cfg::new(function);
    let mut same: SecondaryMap<Value, PackedOption<Value>> = SecondaryMap::new();
    let resolve = |same: &SecondaryMap<Value, PackedOption<Value>>, mut value: Value| {
        while let Some(next) = same[value].expand() {
            value = next;
        }
        value
    };
    let entry = function.entry();
    let mut changed = true;
    let mut any = false;
    while changed {
        changed = false;
        for &block in cfg.order.iter().filter(|&&block| block != entry) {
            for (number, &param) in function.params(block).iter().enumerate() {
                if same[param].is_some() {
                    continue;
                }
                let mut only = None;
                let mut trivial = true;
                for_each_argument(function, &cfg, block, number, |argument| {
                    let argument = resolve(&same, argument);
                    if argument != param && only.is_some_and(|other| other != argument) {
                        trivial = false;
                    } else if argument != param {
                        only = Some(argument);
                    }
                });
                if let (true, Some(value)) = (trivial, only) {
                    same[param] = value.into();
                    changed = true;
                    any = true;
                }
            }
        }
    }
    if any {
        remove_params(function, |value| same[value].is_some());
        function.map_uses(|value| resolve(&same, value));
    }
}

fn for_each_argument(
    function: &Function,
    cfg: &Cfg,
    block: Block,
    number: usize,
    mut visit: impl FnMut(Value),
) {
    let mut last = None;
    for &pred in cfg.preds(block) {
        // A block that jumps here twice is listed twice, but its targets are seen at once.
        if last == Some(pred) {
            continue;
        }
        last = Some(pred);
        for target in function.blocks[pred].term.targets() {
            if target.block == block {
                visit(function.slice(&target.args)[number]);
            }
        }
    }
}

/// Drops the block parameters that `dead` names, with the arguments that jumps pass to them.
pub fn remove_params(function: &mut Function, dead: impl Fn(Value) -> bool) {
    let mut keep: SecondaryMap<Block, Vec<bool>> = SecondaryMap::new();
    let blocks: Vec<Block> = function.layout.clone();
    for &block in &blocks {
        keep[block] = function
            .params(block)
            .iter()
            .map(|&param| !dead(param))
            .collect();
    }
    for &block in &blocks {
        let mut term = std::mem::replace(&mut function.blocks[block].term, Terminator::Unreachable);
        for target in term.targets_mut() {
            let flags = &keep[target.block];
            if flags.iter().all(|&keep| keep) {
                continue;
            }
            let kept: Vec<Value> = function
                .slice(&target.args)
                .iter()
                .zip(flags)
                .filter(|&(_, &keep)| keep)
                .map(|(&value, _)| value)
                .collect();
            target.args = function.list(&kept);
        }
        function.blocks[block].term = term;
        if keep[block].iter().any(|&keep| !keep) {
            let kept: Vec<Value> = function
                .params(block)
                .iter()
                .zip(&keep[block])
                .filter(|&(_, &keep)| keep)
                .map(|(&value, _)| value)
                .collect();
            for (number, &value) in kept.iter().enumerate() {
                function.values[value].def = ValueDef::Param(block, number as u32);
            }
            function.blocks[block].params = function.list(&kept);
        }
    }
}

/// Removes blocks that the entry no longer reaches from the layout.
pub fn remove_unreachable_blocks(function: &mut Function) {
    let cfg = Cfg::new(function);
    function.layout.retain(|&block| cfg.is_reachable(block));
    for (block, data) in function.blocks.iter_mut() {
        if !cfg.is_reachable(block) {
            data.term = Terminator::Unreachable;
            data.insts.clear();
        }
    }
}

/// Joins blocks that only a jump separates: `b0: … goto b1(%1)` and `b1(%2): …`, where nothing else goes to `b1`.
pub fn merge_blocks(function: &mut Function) {
    let cfg = Cfg::new(function);
    let mut same: SecondaryMap<Value, PackedOption<Value>> = SecondaryMap::new();
    let mut merged = EntitySet::new();
    for &block in &cfg.order {
        if merged.contains(block) {
            continue;
        }
        while let Terminator::Jump(target) = &function.blocks[block].term {
            let next = target.block;
            if cfg.preds(next).len() != 1 || next == block {
                break;
            }
            let pairs = function
                .params(next)
                .iter()
                .zip(function.slice(&target.args));
            for (&param, &argument) in pairs {
                same[param] = argument.into();
            }
            let tail = std::mem::take(&mut function.blocks[next].insts);
            let term = std::mem::replace(&mut function.blocks[next].term, Terminator::Unreachable);
            let span = function.blocks[next].term_span;
            let data = &mut function.blocks[block];
            data.insts.extend(tail);
            data.term = term;
            data.term_span = span;
            merged.insert(next);
        }
    }
    if !merged.is_empty() {
        function.layout.retain(|&block| !merged.contains(block));
        function.map_uses(|mut value| {
            while let Some(next) = same[value].expand() {
                value = next;
            }
            value
        });
    }
}

/// Lets jumps to an empty block that only jumps on go where it goes.
pub fn remove_forwarders(function: &mut Function) {
    let entry = function.entry();
    let forwards = |function: &Function, block: Block| {
        let data = &function.blocks[block];
        let plain = block != entry && data.insts.is_empty() && data.params.is_empty();
        match &data.term {
            Terminator::Jump(target) if plain && target.block != block => Some(target.clone()),
            _ => None,
        }
    };
    let mut any = false;
    for block in function.layout.clone() {
        let mut term = std::mem::replace(&mut function.blocks[block].term, Terminator::Unreachable);
        for target in term.targets_mut() {
            // A cycle of empty blocks is a loop that never ends; it stays.
            for _ in 0..64 {
                let Some(next) = forwards(function, target.block) else {
                    break;
                };
                target.block = next.block;
                target.args = next.args.deep_clone(&mut function.pool);
                any = true;
            }
        }
        function.blocks[block].term = term;
    }
    if any {
        remove_unreachable_blocks(function);
    }
}
