//! `===`: equal bits and equal type for immutable values, identity for mutable ones.
//!
//! `0.0 === -0.0` is false and `NaN === NaN` is true; two arrays are egal only if they are one. The hash agrees with
//! [`egal`], so constants can be numbered by it. Nesting is bounded by the stack's growth, not by a limit.

use super::value::{Fields, Value};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Bytes of stack to keep free, and to add, when values nest deeply.
const RED_ZONE: usize = 256 * 1024;
const STACK_STEP: usize = 4 * 1024 * 1024;

/// Runs a step of a recursion on a value's depth on a stack that grows when it must.
pub fn deep<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, STACK_STEP, step)
}

/// `a === b`.
pub fn egal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Nothing, Value::Nothing) | (Value::Missing, Value::Missing) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int64(a), Value::Int64(b)) => a == b,
        (Value::Float64(a), Value::Float64(b)) => a.to_bits() == b.to_bits(),
        (Value::Float32(a), Value::Float32(b)) => a.to_bits() == b.to_bits(),
        (Value::Int(ka, a), Value::Int(kb, b)) => ka == kb && a == b,
        (Value::Wide(a), Value::Wide(b)) => a == b,
        (Value::Char(a), Value::Char(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => a == b,
        (Value::Symbol(a), Value::Symbol(b)) => a == b,
        (Value::Function(a), Value::Function(b)) => a == b,
        (Value::Type(a), Value::Type(b)) => a == b,
        (Value::Module(a), Value::Module(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b),
        (Value::Tuple(a), Value::Tuple(b)) => Rc::ptr_eq(a, b) || all_egal(a, b),
        (Value::Object(a), Value::Object(b)) => {
            Rc::ptr_eq(a, b)
                || a.ty == b.ty
                    && match (&a.fields, &b.fields) {
                        (Fields::Fixed(a), Fields::Fixed(b)) => all_egal(a, b),
                        _ => false,
                    }
        }
        _ => false,
    }
}

fn all_egal(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && deep(|| a.iter().zip(b).all(|(a, b)| egal(a, b)))
}

/// A hash that egal values share.
pub fn egal_hash(value: &Value) -> u64 {
    let mut state = FxHasher::default();
    feed(value, &mut state);
    state.finish()
}

fn feed(value: &Value, state: &mut FxHasher) {
    std::mem::discriminant(value).hash(state);
    match value {
        Value::Nothing | Value::Missing => {}
        Value::Bool(x) => x.hash(state),
        Value::Int64(x) => x.hash(state),
        Value::Float64(x) => x.to_bits().hash(state),
        Value::Float32(x) => x.to_bits().hash(state),
        Value::Int(kind, x) => (kind, x).hash(state),
        Value::Wide(wide) => wide.hash(state),
        Value::Char(x) => x.hash(state),
        Value::Str(x) => x.hash(state),
        Value::Symbol(x) | Value::Function(x) | Value::Module(x) => x.hash(state),
        Value::Type(x) => x.hash(state),
        Value::Array(x) => (Rc::as_ptr(x) as usize).hash(state),
        Value::Tuple(items) => deep(|| items.iter().for_each(|item| feed(item, state))),
        Value::Object(object) => match &object.fields {
            Fields::Fixed(fields) => {
                object.ty.hash(state);
                deep(|| fields.iter().for_each(|field| feed(field, state)));
            }
            _ => (Rc::as_ptr(object) as usize).hash(state),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn egality_tells_zeros_and_types_apart() {
        let values = [
            Value::Int64(0),
            Value::Float64(0.0),
            Value::Float64(-0.0),
            Value::Bool(false),
            Value::Float32(0.0),
            Value::string("0"),
            Value::tuple([Value::Int64(0)]),
            Value::tuple([Value::Float64(0.0)]),
        ];
        for (i, a) in values.iter().enumerate() {
            for (j, b) in values.iter().enumerate() {
                assert_eq!(egal(a, b), i == j, "{a:?} {b:?}");
            }
        }
        assert!(egal(&Value::Float64(f64::NAN), &Value::Float64(f64::NAN)));
    }

    #[test]
    fn deep_values_do_not_overflow_the_stack() {
        let build = || (0..100_000).fold(Value::Nothing, |inner, _| Value::tuple([inner]));
        let (a, b) = (build(), build());
        assert!(egal(&a, &b));
        assert_eq!(egal_hash(&a), egal_hash(&b));
    }
}
