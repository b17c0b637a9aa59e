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
//! Every value has an [`Origin`]: to which memory it may lead besides what the function has made. A value that leads to none is
//! *own*: the result of a call that returns fresh memory, a π of an own value, a block parameter that only own values
//! reach. Own values may have been handed to another call, which may have kept them; but then that call writes or does
//! something else, and its effect stays in the union.
//!
//! What leads to an argument is the caller's affair: whether it is the caller's own is for the caller's analysis to say. What
//! leads to a global variable or to a constant array is nobody's own, however many calls lie between:
//!
//! ```text
//! bump() = (G[1] += 1; G[1])             setindex!(G)   writes, of a constant: global
//! wrap(x) = bump() + x                   bump()         reads writes global: no operand is mutable, and yet it stays
//! ```

use super::Effects;
use crate::host::{Host, Known};
use crate::ir::cfg::Cfg;
use crate::ir::infer::Inferred;
use crate::ir::{Function, Inst, InstKind, Terminator, Value, ValueDef};
use bitflags::bitflags;
use cranelift_entity::{EntitySet, SecondaryMap};

bitflags! {
    /// The memory, older than the call of the function, that a value may lead to.
    #[derive(Clone, Copy, PartialEq, Eq, Default)]
    struct Origin: u8 {
        /// That of an argument.
        const ARGUMENT = 1;
        /// Any other: of a global variable, a constant, something kept by a call.
        const GLOBAL = 2;
    }
}

type Origins = SecondaryMap<Value, Origin>;

/// Effects of calling `function`, whose statements have the effects that inference found.
pub fn of_function(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> Effects {
    let origins = origins(function, inferred, host);
    let mut effects = Effects::PURE;
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let of = of_statement(function, inferred, host, &origins, inst);
            // Only what is returned says which memory the caller gets.
            let mut kept = of.difference(Effects::ALLOCATES | Effects::ALIASES);
            let reaches = Effects::READS | Effects::WRITES | Effects::OTHER | Effects::LEAKS;
            if !kept.intersects(reaches) {
                kept.remove(Effects::GLOBAL);
            }
            effects |= kept;
        }
        // A condition that is no `Bool` is a `TypeError`.
        if let Terminator::Branch { cond, .. } = function.blocks[block].term {
            let bool = host.bool();
            if !host.subtype(function.values[cond].ty, bool) {
                effects |= Effects::THROWS;
            }
        }
    }
    let cfg = Cfg::new(function);
    if has_loop(function, &cfg) {
        effects |= Effects::DIVERGES;
    }
    effects |= of_result(function, &cfg, inferred, host, &origins);
    // What the remaining writes stored may have tied an own object to an argument.
    if effects.contains(Effects::WRITES | Effects::ALLOCATES) {
        effects |= Effects::ALIASES;
    }
    effects
}

/// Whether some statement may write memory that the function has not made itself.
pub fn writes_older_memory(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> bool {
    let origins = origins(function, inferred, host);
    let mut statements = function
        .layout
        .iter()
        .flat_map(|&block| &function.blocks[block].insts);
    statements.any(|&inst| {
        of_statement(function, inferred, host, &origins, inst).contains(Effects::WRITES)
    })
}

/// What the statements of a function may do, each asked of the host. Their types stay.
pub fn of_statements(function: &Function, host: &mut dyn Host) -> Inferred {
    let mut inferred = Inferred::default();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            inferred.effects[inst] = asked(function, inst, host);
        }
    }
    inferred
}

/// What the host says of the effects of a call, of a new object, of a form kept verbatim.
pub fn asked(function: &Function, inst: Inst, host: &mut dyn Host) -> Option<Effects> {
    let operands: Vec<Known> = (function.operands(inst))
        .map(|value| Known {
            ty: function.values[value].ty,
            constant: function.values[value].constant,
        })
        .collect();
    Some(match &function.insts[inst].kind {
        // A call without a method throws, but a session may see methods that this answer does not.
        InstKind::Call { .. } => host
            .call(operands[0], &operands[1..])
            .map_or(Effects::UNKNOWN, |info| info.effects),
        InstKind::New { .. } => host.new_object(operands[0], &operands[1..]).effects,
        InstKind::Opaque { head, payload, .. } => host.opaque(*head, &operands, *payload).effects,
        _ => return None,
    })
}

/// What is known of the effects of one statement on its own.
pub fn statement_effects(function: &Function, inferred: &Inferred, inst: Inst) -> Effects {
    match function.insts[inst].kind {
        InstKind::Pi { .. } | InstKind::IsDefined(_) => Effects::PURE,
        InstKind::GetGlobal { .. } => {
            Effects::READS | Effects::THROWS | Effects::ALIASES | Effects::GLOBAL
        }
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
    origins: &Origins,
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
    if !matches!(function.insts[inst].kind, InstKind::Call { .. }) {
        return effects;
    }
    let reached = reached(function, origins, inst);
    if effects.contains(Effects::LEAKS) {
        if reached.contains(Origin::GLOBAL) {
            effects |= Effects::GLOBAL;
        } else if reached.is_empty() && !effects.contains(Effects::GLOBAL) {
            effects.remove(Effects::LEAKS);
        }
    }
    // With `OTHER` the call may reach memory that no argument leads to.
    if effects.intersects(Effects::WRITES | Effects::READS)
        && !effects.intersects(Effects::OTHER | Effects::GLOBAL)
    {
        if reached.is_empty() {
            effects.remove(Effects::WRITES | Effects::READS);
        } else if reached.contains(Origin::GLOBAL) {
            effects |= Effects::GLOBAL;
        }
        if effects.contains(Effects::WRITES) && writes_own_only(function, host, origins, inst) {
            effects.remove(Effects::WRITES);
        }
    }
    effects
}

/// What the operands of a statement lead to.
fn reached(function: &Function, origins: &Origins, inst: Inst) -> Origin {
    let operands = function.operands(inst);
    operands.fold(Origin::empty(), |reached, value| reached | origins[value])
}

/// Whether a call, say `mul!(C, A, B)`, writes only to its first argument, which is own.
fn writes_own_only(
    function: &Function,
    host: &mut dyn Host,
    origins: &Origins,
    inst: Inst,
) -> bool {
    let first = function.operands(inst).nth(1);
    first.is_some_and(|first| origins[first].is_empty())
        && only_written(function, host, inst).is_some()
}

/// The first argument of a call, say `C` of `mul!(C, A, B)`, where the host knows that the call writes to nothing else, stores
/// nothing there that is mutable itself, and returns it. What the host says of a call is
/// checked in checked runs.
pub fn only_written(function: &Function, host: &mut dyn Host, inst: Inst) -> Option<Value> {
    let known = |value: Value| Known {
        ty: function.values[value].ty,
        constant: function.values[value].constant,
    };
    let operands: Vec<Value> = function.operands(inst).collect();
    let (&callee, arguments) = operands.split_first()?;
    let args: Vec<Known> = arguments.iter().map(|&value| known(value)).collect();
    let first = *arguments.first()?;
    // A write to an argument that is given twice is a write to both.
    let is_alone = !arguments[1..].contains(&first);
    (is_alone && host.writes_first_only(known(callee), &args)).then_some(first)
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
    origins: &Origins,
) -> Effects {
    let mut effects = Effects::PURE;
    for &block in &function.layout {
        if let Terminator::Return(value) = function.blocks[block].term {
            if host.may_be_mutable(function.values[value].ty) {
                if origins[value].contains(Origin::GLOBAL) {
                    effects |= Effects::GLOBAL;
                }
                effects |= if origins[value].is_empty() {
                    Effects::ALLOCATES
                } else if may_be_new(function, cfg, inferred, host, value) {
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
/// `transpose(x + x)` does, though `transpose` alone would not. What is read of an argument may be what the function has stored there:
/// `(t.v = copy(v); t.v)`.
fn may_be_new(
    function: &Function,
    cfg: &Cfg,
    inferred: &Inferred,
    host: &mut dyn Host,
    value: Value,
) -> bool {
    let mut is_read = false;
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
                        is_read |= effects.contains(Effects::READS);
                        work.extend(function.operands(inst));
                    }
                }
                _ => return true,
            },
        }
    }
    is_read && may_store_objects(function, inferred, host)
}

/// Whether some statement may store what is mutable itself in memory that is older than it.
fn may_store_objects(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> bool {
    let blocks = function.layout.iter();
    let mut insts = blocks.flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| {
        let effects = statement_effects(function, inferred, inst);
        effects.contains(Effects::WRITES) && only_written(function, host, inst).is_none()
    })
}

/// Optimistic: every value leads to nothing older, then what flows into what is followed.
fn origins(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> Origins {
    let mut origins = Origins::new();
    let mut feeds: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
    let mut work = Vec::new();
    for (value, data) in function.values.iter() {
        if !host.may_be_mutable(data.ty) {
            continue;
        }
        let origin = match data.def {
            ValueDef::Const(_) => Origin::GLOBAL,
            ValueDef::Param(block, _) if block == function.entry() => Origin::ARGUMENT,
            ValueDef::Param(..) => Origin::empty(),
            ValueDef::Result(inst) => match function.insts[inst].kind {
                InstKind::Pi { value: from, .. } => {
                    feeds[from].push(value);
                    Origin::empty()
                }
                InstKind::Call { .. } | InstKind::New { .. } => {
                    let effects = inferred.effects[inst].unwrap_or(Effects::UNKNOWN);
                    if effects.contains(Effects::ALLOCATES) && effects.is_fresh() {
                        Origin::empty()
                    } else {
                        for operand in function.operands(inst) {
                            feeds[operand].push(value);
                        }
                        // What a call gives that is no part of its arguments and not new is older than both.
                        let may_be_older = effects.intersects(Effects::GLOBAL | Effects::OTHER);
                        if may_be_older {
                            Origin::GLOBAL
                        } else {
                            Origin::empty()
                        }
                    }
                }
                // What a variable in memory holds, an exception, a form: anything.
                _ => Origin::all(),
            },
        };
        if !origin.is_empty() {
            origins[value] = origin;
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
        let origin = origins[value];
        for &fed in &feeds[value] {
            if !origins[fed].contains(origin) && host.may_be_mutable(function.values[fed].ty) {
                origins[fed] |= origin;
                work.push(fed);
            }
        }
    }
    follow_stores(function, inferred, host, &feeds, &mut origins);
    origins
}

/// What a call stores in an object is found again through everything that leads to the object, before the call in the text or behind it. So all
/// values that lead to each other, where something is stored in one of them, lead to the same.
fn follow_stores(
    function: &Function,
    inferred: &Inferred,
    host: &mut dyn Host,
    feeds: &SecondaryMap<Value, Vec<Value>>,
    origins: &mut Origins,
) {
    let mut stores: Vec<Vec<Value>> = Vec::new();
    for inst in function
        .layout
        .iter()
        .flat_map(|&block| &function.blocks[block].insts)
    {
        let effects = statement_effects(function, inferred, *inst);
        let is_call = matches!(function.insts[*inst].kind, InstKind::Call { .. });
        if !is_call || !effects.intersects(Effects::WRITES | Effects::OTHER) {
            continue;
        }
        let operands = function.operands(*inst);
        let mutable = operands.filter(|&value| host.may_be_mutable(function.values[value].ty));
        let mutable: Vec<Value> = mutable.collect();
        if mutable.len() > 1 && only_written(function, host, *inst).is_none() {
            stores.push(mutable);
        }
    }
    if stores.is_empty() {
        return;
    }
    let mut beside: SecondaryMap<Value, Vec<Value>> = SecondaryMap::new();
    let mut tie = |one: Value, other: Value| {
        beside[one].push(other);
        beside[other].push(one);
    };
    for (value, fed) in feeds.iter() {
        fed.iter().for_each(|&fed| tie(value, fed));
    }
    for operands in &stores {
        operands[1..]
            .iter()
            .for_each(|&other| tie(operands[0], other));
    }
    let mut seen: EntitySet<Value> = EntitySet::new();
    for operands in &stores {
        let (mut group, mut next, mut origin) = (Vec::new(), 0, Origin::empty());
        if seen.insert(operands[0]) {
            group.push(operands[0]);
        }
        while let Some(&value) = group.get(next) {
            next += 1;
            origin |= origins[value];
            let new = beside[value].iter().copied();
            group.extend(new.filter(|&value| seen.insert(value)));
        }
        for value in group {
            if !origin.is_empty() && host.may_be_mutable(function.values[value].ty) {
                origins[value] |= origin;
            }
        }
    }
}
