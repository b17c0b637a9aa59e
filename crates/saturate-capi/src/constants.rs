//! Values that the session's inference knows, at their uses.
//!
//! ```text
//! %1 = apply_type(Set, Int64)::Type{Set{Int64}}          %1 = apply_type(Set, Int64)::Type{Set{Int64}}
//! %2 = %1()::Set{Int64}                        becomes   %2 = Set{Int64}()::Set{Int64}
//! ```
//!
//! The statement stays, for what it may do; one that only computes is dropped later. Of what is mutable, the value is
//! forgotten: it would be the object that inference saw, not the one that the program makes (`typemin(BigFloat)`).

use cranelift_entity::SecondaryMap;
use saturate::host::Host;
use saturate::ir::{Function, Value, ValueDef};

/// Replaces the uses of values that are known; forgets which object a mutable value is.
pub fn use_constants(function: &mut Function, host: &mut dyn Host) {
    let mut known: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let values: Vec<Value> = function.values.keys().collect();
    for value in values {
        let data = &function.values[value];
        let Some(constant) = data.constant else {
            continue;
        };
        if matches!(data.def, ValueDef::Const(_)) {
            continue;
        }
        let ty = host.type_of(constant);
        if host.may_be_mutable(ty) {
            function.values[value].constant = None;
        } else {
            known[value] = Some(function.constant(constant, ty));
        }
    }
    function.map_uses(|value| known[value].unwrap_or(value));
}
