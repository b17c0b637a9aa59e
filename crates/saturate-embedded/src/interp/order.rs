//! `==`, `isequal`, `isless` and the hash that agrees with `isequal`.
//!
//! Built-in values are compared here; anything else goes through the machine, so that a user's `==` counts inside
//! tuples, arrays and dictionaries.
//!
//! | | `==` | `isequal` | `isless` |
//! |---|---|---|---|
//! | `NaN`, `NaN` | false | true | NaN is last |
//! | `0.0`, `-0.0` | true | false | `-0.0` first |
//! | `missing` with anything | `missing` | only itself | `missing` is last |

use super::checked::watch;
use super::egal::{deep, egal, egal_hash};
use super::exception;
use super::kind::Kind;
use super::machine::{Machine, Outcome, Thrown};
use super::number::{self, Num};
use super::sequence;
use super::value::{Fields, Value};
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Which equality.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Law {
    Equal,
    IsEqual,
}

/// `a == b`: a `Bool`, or `missing`.
pub fn equal(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    match (a, b) {
        (Value::Int64(a), Value::Int64(b)) => Ok((a == b).into()),
        (Value::Float64(a), Value::Float64(b)) => Ok((a == b).into()),
        (Value::Missing, _) | (_, Value::Missing) => Ok(Value::Missing),
        _ => compare(m, a, b, Law::Equal),
    }
}

/// `isequal(a, b)`.
pub fn is_equal(m: &mut dyn Machine, a: &Value, b: &Value) -> Result<bool, Thrown> {
    compare(m, a, b, Law::IsEqual).map(|answer| matches!(answer, Value::Bool(true)))
}

fn compare(m: &mut dyn Machine, a: &Value, b: &Value, law: Law) -> Outcome {
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        let same = number::compare(x, y) == Some(Ordering::Equal);
        return Ok(Value::Bool(match law {
            Law::Equal => same,
            Law::IsEqual => match (x, y) {
                (Num::F32(_) | Num::F64(_), _) | (_, Num::F32(_) | Num::F64(_)) => {
                    let (x, y) = (x.to_f64(), y.to_f64());
                    same && (x != 0.0 || x.is_sign_negative() == y.is_sign_negative())
                        || x.is_nan() && y.is_nan()
                }
                _ => same,
            },
        }));
    }
    match (a, b) {
        (Value::Tuple(x), Value::Tuple(y)) => {
            if x.len() != y.len() {
                return Ok(Value::Bool(false));
            }
            all(m, x.iter().cloned().zip(y.iter().cloned()), law)
        }
        _ if sequence::is_array(a) && sequence::is_array(b) => {
            let (x, y) = (sequence::dense(m, a)?, sequence::dense(m, b)?);
            if x.dims() != y.dims() {
                return Ok(Value::Bool(false));
            }
            m.burn(x.len() as u64)?;
            let pairs: Vec<_> = {
                let (x, y) = (x.storage(), y.storage());
                x.iter()
                    .zip(y.iter())
                    .map(|(x, y)| (x.unwrap_or(Value::Nothing), y.unwrap_or(Value::Nothing)))
                    .collect()
            };
            all(m, pairs.into_iter(), law)
        }
        (Value::Object(x), Value::Object(y)) if x.kind == y.kind => {
            match (x.kind, &x.fields, &y.fields) {
                (Kind::NamedTuple, Fields::Fixed(p), Fields::Fixed(q)) => {
                    if super::typing::field_names(m.types(), x.ty)
                        != super::typing::field_names(m.types(), y.ty)
                    {
                        return Ok(Value::Bool(false));
                    }
                    all(m, p.iter().cloned().zip(q.iter().cloned()), law)
                }
                (
                    Kind::Pair | Kind::Some | Kind::CartesianIndex | Kind::Complex,
                    Fields::Fixed(p),
                    Fields::Fixed(q),
                ) => all(m, p.iter().cloned().zip(q.iter().cloned()), law),
                (Kind::Dict | Kind::Set, Fields::Table(p), Fields::Table(q)) => {
                    let (p, q) = (p.borrow().entries(), q);
                    if p.len() != q.borrow().len() {
                        return Ok(Value::Bool(false));
                    }
                    for (key, value) in p {
                        let found = super::native::dict::find(m, q, &key)?;
                        let Some(at) = found else {
                            return Ok(Value::Bool(false));
                        };
                        let other = q.borrow().value_at(at);
                        if !matches!(nested(m, &value, &other, law)?, Value::Bool(true)) {
                            return Ok(Value::Bool(false));
                        }
                    }
                    Ok(Value::Bool(true))
                }
                _ => Ok(Value::Bool(identical(a, b))),
            }
        }
        _ => Ok(Value::Bool(identical(a, b))),
    }
}

/// `a === b`, asked by the program.
fn identical(a: &Value, b: &Value) -> bool {
    watch::compared(a, b);
    egal(a, b)
}

fn all(m: &mut dyn Machine, pairs: impl Iterator<Item = (Value, Value)>, law: Law) -> Outcome {
    let mut unknown = false;
    for (a, b) in pairs {
        match nested(m, &a, &b, law)? {
            Value::Bool(true) => {}
            Value::Missing => unknown = true,
            _ => return Ok(Value::Bool(false)),
        }
    }
    Ok(if unknown {
        Value::Missing
    } else {
        Value::Bool(true)
    })
}

/// An element's equality: built-in values directly, objects through dispatch.
fn nested(m: &mut dyn Machine, a: &Value, b: &Value, law: Law) -> Outcome {
    let own =
        matches!((a, b), (Value::Object(x), _) | (_, Value::Object(x)) if x.kind == Kind::Plain);
    match law {
        Law::Equal if own => m.call_named("==", &[a.clone(), b.clone()]),
        Law::IsEqual if own => m.call_named("isequal", &[a.clone(), b.clone()]),
        Law::Equal => deep(|| equal(m, a, b)),
        Law::IsEqual => deep(|| compare(m, a, b, law)),
    }
}

/// `isless(a, b)`.
pub fn is_less(m: &mut dyn Machine, a: &Value, b: &Value) -> Result<bool, Thrown> {
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        return Ok(match number::compare(x, y) {
            Some(Ordering::Less) => true,
            Some(Ordering::Greater) => false,
            // Only floats have a negative zero.
            Some(Ordering::Equal) => {
                let negative = |x: Num| match x {
                    Num::F64(x) => x.is_sign_negative(),
                    Num::F32(x) => x.is_sign_negative(),
                    _ => false,
                };
                x.to_f64() == 0.0 && negative(x) && !negative(y)
            }
            None => !x.to_f64().is_nan() && y.to_f64().is_nan(),
        });
    }
    match (a, b) {
        (Value::Missing, _) => Ok(false),
        (_, Value::Missing) => Ok(true),
        (Value::Char(a), Value::Char(b)) => Ok(a < b),
        (Value::Str(a), Value::Str(b)) => Ok(a < b),
        (Value::Symbol(a), Value::Symbol(b)) => Ok(a < b),
        (Value::Tuple(x), Value::Tuple(y)) => less_items(m, x, y),
        (Value::Object(x), Value::Object(y)) if x.kind == y.kind && x.kind == Kind::Pair => {
            less_items(m, x.fixed(), y.fixed())
        }
        _ if sequence::is_array(a) && sequence::is_array(b) => {
            let (x, y) = (sequence::values(m, a)?, sequence::values(m, b)?);
            less_items(m, &x, &y)
        }
        _ => Err(exception::method_error(
            m,
            "isless",
            &[a.clone(), b.clone()],
        )),
    }
}

fn less_items(m: &mut dyn Machine, x: &[Value], y: &[Value]) -> Result<bool, Thrown> {
    for (a, b) in x.iter().zip(y) {
        if less(m, a, b)? {
            return Ok(true);
        }
        if less(m, b, a)? {
            return Ok(false);
        }
    }
    Ok(x.len() < y.len())
}

/// `isless` of elements: built-in values directly, objects through dispatch.
pub fn less(m: &mut dyn Machine, a: &Value, b: &Value) -> Result<bool, Thrown> {
    let own =
        matches!((a, b), (Value::Object(x), _) | (_, Value::Object(x)) if x.kind == Kind::Plain);
    if own {
        let answer = m.call_named("isless", &[a.clone(), b.clone()])?;
        return Ok(matches!(answer, Value::Bool(true)));
    }
    deep(|| is_less(m, a, b))
}

/// A hash that `isequal` values share.
pub fn key_hash(m: &mut dyn Machine, value: &Value) -> Result<u64, Thrown> {
    let mut state = FxHasher::default();
    if let Some(number) = Num::of(value) {
        // Equal numbers of different types hash alike: whole floats as the integer they are.
        let float = number.to_f64();
        match number {
            Num::Bool(x) => (x as i128).hash(&mut state),
            Num::Int(_, x) => x.hash(&mut state),
            _ if float.fract() == 0.0
                && float.abs() < 2f64.powi(126)
                && (float != 0.0 || float.is_sign_positive()) =>
            {
                (float as i128).hash(&mut state)
            }
            _ if float.is_nan() => f64::NAN.to_bits().hash(&mut state),
            _ => float.to_bits().hash(&mut state),
        }
        return Ok(state.finish());
    }
    match value {
        Value::Tuple(items) => {
            for item in items.iter() {
                deep(|| key_hash(m, item))?.hash(&mut state);
            }
        }
        Value::Object(object) if object.kind == Kind::Plain => {
            if m.has_own_method(crate::sym::Sym::new("hash"), std::slice::from_ref(value)) {
                return match m.call_named("hash", std::slice::from_ref(value))?.as_int() {
                    Some((_, hash)) => Ok(hash as u64),
                    None => Ok(0),
                };
            }
            watch::compared(value, value);
            return Ok(egal_hash(value));
        }
        _ if sequence::is_array(value) => {
            for item in sequence::values(m, value)? {
                deep(|| key_hash(m, &item))?.hash(&mut state);
            }
        }
        Value::Object(object) if matches!(object.fields, Fields::Fixed(_)) => {
            for field in object.fixed() {
                deep(|| key_hash(m, field))?.hash(&mut state);
            }
        }
        Value::Object(object) if matches!(object.kind, Kind::Dict | Kind::Set) => {
            // The order of insertion must not show.
            if let Fields::Table(table) = &object.fields {
                let entries = table.borrow().entries();
                let mut sum = 0u64;
                for (key, value) in entries {
                    let (key, value) = (key_hash(m, &key)?, key_hash(m, &value)?);
                    sum = sum.wrapping_add(key ^ value.rotate_left(7));
                }
                sum.hash(&mut state);
            }
        }
        _ => return Ok(egal_hash(value)),
    }
    Ok(state.finish())
}
