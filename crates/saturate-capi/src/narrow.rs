//! Types of block parameters, from what is passed to them.
//!
//! A session annotates statements and variables. A variable has one type for all its life, a parameter is only one stretch
//! of it: the state of a `for` loop is `Union{Nothing, Tuple{Int, Int}}`, but in the loop's body it is never `nothing`.
//!
//! ```text
//! b1: %4 = π(%3, !Nothing)::Tuple{Int, Int}
//!     goto b2(%4)
//! b2(%5::Union{Nothing, Tuple{Int, Int}}):          becomes     b2(%5::Tuple{Int, Int}):
//! ```
//!
//! Optimistic: parameters start without a type, and grow to the join of what jumps pass until nothing changes. A type that is
//! then no narrower than the annotation leaves it as it was; so does a function that takes too long to settle.

use cranelift_entity::SecondaryMap;
use saturate::host::Host;
use saturate::ir::{Function, InstKind, Type, Value, ValueDef};

/// Passes over the function; each makes some type grow, and types grow only a few times.
const MAX_PASSES: u32 = 16;

/// Narrows the parameters of all blocks but the first, and the π values of what is narrowed.
pub fn narrow_parameters(function: &mut Function, host: &mut dyn Host) {
    let bottom = host.bottom();
    let entry = function.entry();
    let mut types: SecondaryMap<Value, Type> = SecondaryMap::with_default(bottom);
    for (value, data) in function.values.iter() {
        let is_parameter = matches!(data.def, ValueDef::Param(block, _) if block != entry);
        types[value] = if is_parameter { bottom } else { data.ty };
    }
    let mut settled = false;
    for _ in 0..MAX_PASSES {
        if !pass(function, host, &mut types) {
            settled = true;
            break;
        }
    }
    if !settled {
        return;
    }
    for value in function.values.keys() {
        let (old, new) = (function.values[value].ty, types[value]);
        if new != old && new != bottom && host.subtype(new, old) {
            function.values[value].ty = new;
        }
    }
}

/// One pass over all blocks: whether a type has grown.
fn pass(function: &Function, host: &mut dyn Host, types: &mut SecondaryMap<Value, Type>) -> bool {
    let mut changed = false;
    for &block in &function.layout {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            let InstKind::Pi { value, narrowing } = function.insts[inst].kind else {
                continue;
            };
            let result = function.insts[inst].result;
            let ty = host.narrow(types[value], narrowing);
            // The annotation may know more than the test.
            let ty = match host.subtype(ty, function.values[result].ty) {
                true => ty,
                false => function.values[result].ty,
            };
            changed |= std::mem::replace(&mut types[result], ty) != ty;
        }
        for target in data.term.targets() {
            let args = function.slice(&target.args);
            for (&param, &arg) in function.params(target.block).iter().zip(args) {
                let joined = host.join(types[param], types[arg]);
                changed |= std::mem::replace(&mut types[param], joined) != joined;
            }
        }
    }
    changed
}
