//! Fields of objects that are made in the same function are the values that they were made of.
//!
//! ```text
//! %2 = %new var"#1#2"(%1)               %2 = %new var"#1#2"(%1)
//! %3 = getfield(%2, :x)                 %4 = *(%1, 2)
//! %4 = *(%3, 2)
//! ```
//!
//! A spliced closure takes the variables that it has captured from its object, and rules do not see through that. Only objects that
//! cannot change are looked into, and only where making them cannot fail.

use crate::effects::Effects;
use crate::host::Host;
use crate::ir::infer::Inferred;
use crate::ir::{Const, Function, Inst, InstKind, Value};
use cranelift_entity::SecondaryMap;

/// Replaces uses of fields by what the objects were made of; `getfield` is the function that reads them.
pub(super) fn forward(
    function: &mut Function,
    inferred: &Inferred,
    getfield: Const,
    host: &mut dyn Host,
) {
    let mut same: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut is_any = false;
    let order = crate::ir::cfg::Cfg::new(function).order;
    for block in order {
        for &inst in &function.blocks[block].insts {
            if let Some(value) = field(function, inferred, inst, getfield, &same, host) {
                // Definitions come first in this order, so one step leads to the end.
                same[function.insts[inst].result] = Some(same[value].unwrap_or(value));
                is_any = true;
            }
        }
    }
    if is_any {
        function.map_uses(|value| same.get(value).copied().flatten().unwrap_or(value));
    }
}

/// The value that a statement reads from an object that this function has made.
fn field(
    function: &Function,
    inferred: &Inferred,
    inst: Inst,
    getfield: Const,
    same: &SecondaryMap<Value, Option<Value>>,
    host: &mut dyn Host,
) -> Option<Value> {
    let InstKind::Call { callee, args } = &function.insts[inst].kind else {
        return None;
    };
    let &[object, name] = function.slice(args) else {
        return None;
    };
    let name = function.known_constant(name)?;
    if function.known_constant(*callee) != Some(getfield) {
        return None;
    }
    let made = function.def_inst(same[object].unwrap_or(object))?;
    let InstKind::New { args: fields, .. } = &function.insts[made].kind else {
        return None;
    };
    let effects = inferred.effects[made]?;
    if !Effects::ALIASES.contains(effects) {
        return None;
    }
    let ty = function.values[function.insts[made].result].ty;
    let number = host.field(ty, name)?;
    let value = *function.slice(fields).get(number as usize)?;
    let read = function.values[function.insts[inst].result].ty;
    host.subtype(function.values[value].ty, read)
        .then_some(value)
}
