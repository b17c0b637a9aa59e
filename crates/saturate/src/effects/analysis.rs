//! Effects of a function from the effects of its statements.
//!
//! The union over all statements, less what stays inside: a write to an object that the function itself has made is
//! no write to its caller, and reading such an object is no read.
//!
//! ```text
//! function squares(n)                    zeros          alloc
//!     v = zeros(n)                       setindex!(v)   writes → of its own object: dropped
//!     for i in 1:n; v[i] = i^2; end      loop           diverges
//!     return v                           result         fresh: alloc
//! end                                    squares        alloc throws diverges
//! ```
//!
//! A call that also reads what the caller gave (`mul!(C, A, B)`) counts as writing its own `C` only if the host knows that it writes
//! nothing else.
//!
//! A value is *own* if it is the result of a call that returns fresh memory, a π of an own value, or a block parameter
//! that only own values reach. Own values may have been handed to another call, which may have kept them; but then that
//! call writes or does something else, and its effect stays in the union.

use super::Effects;
use crate::host::Host;
use crate::ir::cfg::Cfg;
use crate::ir::infer::Inferred;
use crate::ir::{Function, Inst, InstKind, Terminator, Value, ValueDef};
use cranelift_entity::{EntitySet, SecondaryMap};

/// Effects of calling `function`, whose statements have the effects that inference found.
pub fn of_function(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> Effects {
    let own = own_values(function, inferred, host);
    let mut effects = Effects::PURE;
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            effects |= of_statement(function, inferred, host, &own, inst);
        }
    }
    let cfg = Cfg::new(function);
    if has_loop(function, &cfg) {
        effects |= Effects::DIVERGES;
    }
    effects.remove(Effects::ALLOCATES | Effects::ALIASES);
    effects |= of_result(function, &cfg, inferred, host, &own);
    // What the remaining writes stored may have tied an own object to an argument.
    if effects.contains(Effects::WRITES | Effects::ALLOCATES) {
        effects |= Effects::ALIASES;
    }
    effects
}

/// What is known of the effects of one statement on its own.
pub fn statement_effects(function: &Function, inferred: &Inferred, inst: Inst) -> Effects {
    match function.insts[inst].kind {
        InstKind::Pi { .. } | InstKind::IsDefined(_) => Effects::PURE,
        InstKind::GetGlobal { .. } => Effects::READS | Effects::THROWS | Effects::ALIASES,
        InstKind::GetSlot(_) => Effects::THROWS | Effects::ALIASES,
        // Variables in memory belong to the frame; only order among themselves matters, and the skeleton keeps it.
        InstKind::SetSlot(..) | InstKind::Leave(_) | InstKind::PopException(_) => Effects::PURE,
        InstKind::Call { .. } | InstKind::New { .. } | InstKind::Opaque { .. } => {
            inferred.effects[inst].unwrap_or(Effects::UNKNOWN)
        }
    }
}

fn of_statement(
    function: &Function,
    inferred: &Inferred,
    host: &mut dyn Host,
    own: &EntitySet<Value>,
    inst: Inst,
) -> Effects {
    let mut effects = statement_effects(function, inferred, inst);
    // `x === nothing` tells no objects apart.
    if effects.contains(Effects::IDENTITY)
        && !function
            .operands(inst)
            .any(|value| host.may_be_mutable(function.values[value].ty))
    {
        effects.remove(Effects::IDENTITY);
    }
    if effects.intersects(Effects::WRITES | Effects::READS)
        && matches!(function.insts[inst].kind, InstKind::Call { .. })
    {
        let only_own = function
            .operands(inst)
            .all(|value| own.contains(value) || !host.may_be_mutable(function.values[value].ty));
        // With `OTHER` the call may reach memory that no argument leads to.
        if effects.contains(Effects::OTHER) {
            return effects;
        }
        if only_own {
            effects.remove(Effects::WRITES | Effects::READS);
        } else if writes_own_only(function, host, own, inst) {
            effects.remove(Effects::WRITES);
        }
    }
    effects
}

/// Whether a call, say `mul!(C, A, B)`, writes only to its first argument, which is own.
fn writes_own_only(
    function: &Function,
    host: &mut dyn Host,
    own: &EntitySet<Value>,
    inst: Inst,
) -> bool {
    let mut operands = function.operands(inst);
    match (operands.next(), operands.next()) {
        (Some(callee), Some(first)) if own.contains(first) => {
            let callee = function.values[callee].constant;
            let ty = function.values[first].ty;
            callee.is_some_and(|callee| host.writes_first_only(callee, ty))
        }
        _ => false,
    }
}

fn has_loop(function: &Function, cfg: &Cfg) -> bool {
    cfg.order.iter().any(|&block| {
        function.blocks[block]
            .term
            .targets()
            .any(|target| cfg.position(target.block) <= cfg.position(block))
    })
}

/// Whether what is returned is newly made, and whether it may be shared.
fn of_result(
    function: &Function,
    cfg: &Cfg,
    inferred: &Inferred,
    host: &mut dyn Host,
    own: &EntitySet<Value>,
) -> Effects {
    let mut effects = Effects::PURE;
    for &block in &function.layout {
        if let Terminator::Return(value) = function.blocks[block].term {
            if host.may_be_mutable(function.values[value].ty) {
                effects |= if own.contains(value) {
                    Effects::ALLOCATES
                } else if may_be_new(function, cfg, inferred, value) {
                    // A value of unknown origin may be new or old.
                    Effects::ALLOCATES | Effects::ALIASES
                } else {
                    Effects::ALIASES
                };
            }
        }
    }
    effects
}

/// Whether a value may lead to an object that the function has made, itself or by a call; `alias(x) = x` makes none,
/// `transpose(x + x)` does, though `transpose` alone would not.
fn may_be_new(function: &Function, cfg: &Cfg, inferred: &Inferred, value: Value) -> bool {
    let mut seen: EntitySet<Value> = EntitySet::new();
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.values[value].def {
            ValueDef::Const(_) => {}
            ValueDef::Param(block, _) if block == function.entry() => {}
            ValueDef::Param(block, number) => {
                for &pred in cfg.preds(block) {
                    let targets = function.blocks[pred].term.targets();
                    for target in targets.filter(|target| target.block == block) {
                        work.push(function.slice(&target.args)[number as usize]);
                    }
                }
            }
            ValueDef::Result(inst) => match function.insts[inst].kind {
                InstKind::Pi { value, .. } => work.push(value),
                InstKind::Call { .. } => {
                    let effects = inferred.effects[inst].unwrap_or(Effects::UNKNOWN);
                    if effects.contains(Effects::ALLOCATES) {
                        return true;
                    }
                    if effects.contains(Effects::ALIASES) {
                        work.extend(function.operands(inst));
                    }
                }
                _ => return true,
            },
        }
    }
    false
}

fn own_values(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> EntitySet<Value> {
    // Optimistic: everything that may be own, then what an alien value reaches is taken back.
    let mut alien: EntitySet<Value> = EntitySet::new();
    let mut feeds: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
    let mut work = Vec::new();
    for (value, data) in function.values.iter() {
        let is_own = match data.def {
            ValueDef::Const(_) => !host.may_be_mutable(data.ty),
            ValueDef::Param(block, _) => block != function.entry(),
            ValueDef::Result(inst) => match function.insts[inst].kind {
                InstKind::Pi { value: from, .. } => {
                    feeds[from].push(value);
                    true
                }
                InstKind::Call { .. } | InstKind::New { .. } => {
                    let effects = inferred.effects[inst].unwrap_or(Effects::UNKNOWN);
                    effects.contains(Effects::ALLOCATES) && effects.is_fresh()
                }
                _ => false,
            },
        };
        if !is_own {
            alien.insert(value);
            work.push(value);
        }
    }
    for &block in &function.layout {
        for target in function.blocks[block].term.targets() {
            let params = function.params(target.block);
            for (&argument, &param) in function.slice(&target.args).iter().zip(params) {
                feeds[argument].push(param);
            }
        }
    }
    while let Some(value) = work.pop() {
        for &fed in &feeds[value] {
            if alien.insert(fed) {
                work.push(fed);
            }
        }
    }
    let mut own = EntitySet::new();
    for value in function.values.keys() {
        if !alien.contains(value) {
            own.insert(value);
        }
    }
    own
}
