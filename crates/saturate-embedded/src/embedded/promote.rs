//! `promote_type` for the numbers that the embedded host has.
//!
//! The table Julia builds from `promote_rule` methods, as a function: floats above integers above `Bool`, wider above
//! narrower, unsigned above signed of the same width, complex above real, `Irrational` to `Float64`.

use crate::ir::Type;
use crate::types::{family, ty, TypeTable};

/// The type that both promote to; their `typejoin` if they are not numbers that promote.
pub fn promote_type(types: &TypeTable, a: Type, b: Type) -> Type {
    if a == b || b == ty::bottom() {
        return a;
    }
    if a == ty::bottom() {
        return b;
    }
    let complex_part = |t: Type| types.parameter_as(t, family::complex(), 0);
    match (complex_part(a), complex_part(b)) {
        (None, None) => {}
        (x, y) => {
            let inner = promote_type(types, x.unwrap_or(a), y.unwrap_or(b));
            return types
                .apply(family::complex(), &[inner])
                .unwrap_or_else(|_| types.typejoin(a, b));
        }
    }
    match (rank(types, a), rank(types, b)) {
        (Some(x), Some(y)) => {
            let (low, high) = if x.0 <= y.0 { (x, y) } else { (y, x) };
            // An irrational takes the float it meets, and is a `Float64` among integers.
            match (low.1, high.1) {
                (Class::Irrational, Class::Irrational) => ty::float64(),
                (Class::Integer, Class::Irrational) => ty::float64(),
                _ => high.2,
            }
        }
        _ => types.typejoin(a, b),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Integer,
    Irrational,
    Float,
}

fn rank(types: &TypeTable, t: Type) -> Option<(u32, Class, Type)> {
    let integers = [
        ty::bool(),
        ty::int8(),
        ty::uint8(),
        ty::int16(),
        ty::uint16(),
        ty::int32(),
        ty::uint32(),
        ty::int64(),
        ty::uint64(),
        ty::int128(),
        ty::uint128(),
    ];
    if let Some(at) = integers.iter().position(|&known| known == t) {
        return Some((at as u32, Class::Integer, t));
    }
    if types.family_of(t) == Some(family::irrational()) {
        return Some((20, Class::Irrational, t));
    }
    let floats = [ty::float16(), ty::float32(), ty::float64()];
    let at = floats.iter().position(|&known| known == t)?;
    Some((30 + at as u32, Class::Float, t))
}
