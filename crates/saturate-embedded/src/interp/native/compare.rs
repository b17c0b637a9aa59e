//! Comparisons, minima and the predicates of numbers.

use super::super::checked::watch;
use super::super::egal::egal;
use super::super::exception::{argument_error, method_error};
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::{self, promote, Num, Promoted};
use super::super::order;
use super::super::sequence;
use super::super::value::Value;
use std::cmp::Ordering;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("===", |m, args| egality(m, args, "===")),
    ("!==", |m, args| egality(m, args, "!==")),
    ("==", equal),
    ("!=", not_equal),
    ("isequal", isequal),
    ("isless", isless),
    ("<", |m, args| ordered(m, args, "<")),
    (">", |m, args| ordered(m, args, ">")),
    ("<=", |m, args| ordered(m, args, "<=")),
    (">=", |m, args| ordered(m, args, ">=")),
    ("cmp", cmp),
    ("min", |m, args| extreme(m, args, "min")),
    ("max", |m, args| extreme(m, args, "max")),
    ("clamp", clamp),
    ("isapprox", isapprox),
    ("isnan", |m, args| predicate(m, args, "isnan")),
    ("isinf", |m, args| predicate(m, args, "isinf")),
    ("isfinite", |m, args| predicate(m, args, "isfinite")),
    ("isinteger", |m, args| predicate(m, args, "isinteger")),
    ("iszero", |m, args| predicate(m, args, "iszero")),
    ("isone", |m, args| predicate(m, args, "isone")),
    ("isreal", |m, args| predicate(m, args, "isreal")),
    ("ifelse", ifelse),
    ("identity", identity),
    ("hash", hash),
    ("objectid", objectid),
];

fn egality(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [a, b] => {
            watch::compared(a, b);
            Ok(Value::Bool(egal(a, b) == (name == "===")))
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn equal(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] => Ok(Value::Bool(a == b)),
        [Value::Float64(a), Value::Float64(b)] => Ok(Value::Bool(a == b)),
        [a, b] => order::equal(m, a, b),
        [b] => super::object::fix2(m, "==", b),
        _ => Err(method_error(m, "==", args)),
    }
}

fn not_equal(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] => Ok(Value::Bool(a != b)),
        [Value::Float64(a), Value::Float64(b)] => Ok(Value::Bool(a != b)),
        [_, _] => match m.call_named("==", args)? {
            Value::Bool(x) => Ok(Value::Bool(!x)),
            other => m.call_named("!", &[other]),
        },
        [b] => super::object::fix2(m, "!=", b),
        _ => Err(method_error(m, "!=", args)),
    }
}

fn isequal(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [a, b] => order::is_equal(m, a, b).map(Value::Bool),
        [b] => super::object::fix2(m, "isequal", b),
        _ => Err(method_error(m, "isequal", args)),
    }
}

fn isless(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [a, b] => order::is_less(m, a, b).map(Value::Bool),
        _ => Err(method_error(m, "isless", args)),
    }
}

fn ordered(m: &mut dyn Machine, args: &[Value], name: &'static str) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] => Ok(Value::Bool(holds(name, Some(a.cmp(b))))),
        [Value::Float64(a), Value::Float64(b)] => Ok(Value::Bool(holds(name, a.partial_cmp(b)))),
        [Value::Missing, _] | [_, Value::Missing] => Ok(Value::Missing),
        [a, b] => {
            if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
                return Ok(Value::Bool(holds(name, number::compare(x, y))));
            }
            // Everything else is ordered by `isless`, and `<=` needs `==` as well.
            let (a, b) = if matches!(name, ">" | ">=") {
                (b, a)
            } else {
                (a, b)
            };
            if order::less(m, a, b)? {
                return Ok(Value::Bool(true));
            }
            if matches!(name, "<=" | ">=") {
                return m.call_named("==", &[a.clone(), b.clone()]);
            }
            Ok(Value::Bool(false))
        }
        [b] => super::object::fix2(m, name, b),
        _ => Err(method_error(m, name, args)),
    }
}

fn holds(name: &str, order: Option<Ordering>) -> bool {
    match name {
        "<" => order == Some(Ordering::Less),
        ">" => order == Some(Ordering::Greater),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

fn cmp(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [a, b] => {
            let less = order::less(m, a, b)?;
            let greater = !less && order::less(m, b, a)?;
            Ok(Value::Int64(greater as i64 - less as i64))
        }
        _ => Err(method_error(m, "cmp", args)),
    }
}

fn extreme_of(m: &mut dyn Machine, a: &Value, b: &Value, name: &str) -> Outcome {
    let pick_first = |order: Ordering| {
        (order == Ordering::Greater) == (name == "max") || order == Ordering::Equal
    };
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        // A negative number has no place in the unsigned type that both promote to.
        if let (Num::Int(p, _), Num::Int(q, _), Promoted::Int(to, ..)) = (x, y, promote(x, y)) {
            if p.signed() != q.signed() && !to.signed() {
                super::convert::convert_to(m, to.ty(), if p.signed() { a } else { b })?;
            }
        }
        return Ok(match promote(x, y) {
            Promoted::Bool(a, b) => Value::Bool(if name == "max" { a | b } else { a & b }),
            Promoted::Int(kind, a, b) => Value::int(
                kind,
                if pick_first(number::compare_ints(kind, a, b)) {
                    a
                } else {
                    b
                },
            ),
            Promoted::F32(a, b) => Value::Float32(extreme_float(a as f64, b as f64, name) as f32),
            Promoted::F64(a, b) => Value::Float64(extreme_float(a, b, name)),
        });
    }
    if matches!(a, Value::Missing) || matches!(b, Value::Missing) {
        return Ok(Value::Missing);
    }
    let less = order::less(m, b, a)?;
    Ok(if less == (name == "max") {
        a.clone()
    } else {
        b.clone()
    })
}

/// NaN wins; `-0.0` is below `0.0`.
fn extreme_float(a: f64, b: f64, name: &str) -> f64 {
    if a.is_nan() || b.is_nan() {
        return if a.is_nan() { a } else { b };
    }
    let a_is_less = a < b || a == b && a.is_sign_negative();
    if a_is_less == (name == "min") {
        a
    } else {
        b
    }
}

fn extreme(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] => Ok(Value::Int64(if name == "max" {
            *a.max(b)
        } else {
            *a.min(b)
        })),
        [x] if Num::of(x).is_some() => Ok(x.clone()),
        [first, rest @ ..] if !rest.is_empty() => {
            let mut best = first.clone();
            for next in rest {
                best = extreme_of(m, &best, next, name)?;
            }
            Ok(best)
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn clamp(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [x, low, high] = args else {
        return Err(method_error(m, "clamp", args));
    };
    let (Some(a), Some(b), Some(c)) = (Num::of(x), Num::of(low), Num::of(high)) else {
        return Err(method_error(m, "clamp", args));
    };
    let chosen = if number::compare(a, c) == Some(Ordering::Greater) {
        high
    } else if number::compare(a, b) == Some(Ordering::Less) {
        low
    } else {
        x
    };
    let promoted = m.call_named("promote", args)?;
    let to = promoted.as_tuple().map(|items| items[0].type_of(m.types()));
    match to {
        Some(to) => super::convert::convert_to(m, to, chosen),
        None => Ok(chosen.clone()),
    }
}

/// `isapprox` with the default tolerances: `rtol = sqrt(eps)`, `atol = 0`.
fn isapprox(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [a, b] = args else {
        return Err(method_error(m, "isapprox", args));
    };
    approximately(m, a, b, None, 0.0).map(Value::Bool)
}

/// `isapprox(a, b; rtol, atol)`.
pub fn approximately(
    m: &mut dyn Machine,
    a: &Value,
    b: &Value,
    rtol: Option<f64>,
    atol: f64,
) -> Result<bool, Thrown> {
    let default = |single: bool| {
        if single {
            (f32::EPSILON as f64).sqrt()
        } else {
            f64::EPSILON.sqrt()
        }
    };
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        let exact = matches!(
            (x, y),
            (Num::Int(..) | Num::Bool(_), Num::Int(..) | Num::Bool(_))
        );
        let single = matches!(promote(x.float(), y.float()), Promoted::F32(..))
            || matches!((x, y), (Num::F32(_), _) | (_, Num::F32(_)));
        let rtol = rtol.unwrap_or(if atol > 0.0 || exact {
            0.0
        } else {
            default(single)
        });
        let (x, y) = (x.to_f64(), y.to_f64());
        let near = (x - y).abs() <= atol.max(rtol * x.abs().max(y.abs()));
        return Ok(x == y || x.is_finite() && y.is_finite() && near);
    }
    if sequence::is_array(a) && sequence::is_array(b) {
        let (x, y) = (sequence::dense(m, a)?, sequence::dense(m, b)?);
        if x.dims() != y.dims() {
            return Err(super::super::exception::dimension_mismatch(
                m,
                format!(
                    "dimensions must match: a has dims {:?}, b has dims {:?}",
                    &x.dims()[..],
                    &y.dims()[..]
                ),
            ));
        }
        let difference = m.call_named("-", &[a.clone(), b.clone()])?;
        let mut norms = [0.0; 3];
        for (norm, of) in norms.iter_mut().zip([&difference, a, b]) {
            let value = m.call_named("norm", std::slice::from_ref(of))?;
            *norm = Num::of(&value).map_or(f64::NAN, Num::to_f64);
        }
        let rtol = rtol.unwrap_or(if atol > 0.0 { 0.0 } else { default(false) });
        return Ok(norms[0] <= atol.max(rtol * norms[1].max(norms[2])));
    }
    match (
        m.call_named("abs", std::slice::from_ref(a)),
        m.call_named("-", &[a.clone(), b.clone()]),
    ) {
        (Ok(x), Ok(difference)) => {
            let distance = m.call_named("abs", &[difference])?;
            let y = m.call_named("abs", std::slice::from_ref(b))?;
            let [x, y, distance] =
                [x, y, distance].map(|v| Num::of(&v).map_or(f64::NAN, Num::to_f64));
            let rtol = rtol.unwrap_or(if atol > 0.0 { 0.0 } else { default(false) });
            Ok(distance <= atol.max(rtol * x.max(y)))
        }
        _ => Err(method_error(m, "isapprox", &[a.clone(), b.clone()])),
    }
}

fn predicate(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [Value::Missing] if name != "isreal" => Ok(Value::Missing),
        [x] => match Num::of(x) {
            Some(number) => {
                let x = number.to_f64();
                let exact = matches!(number, Num::Int(..) | Num::Bool(_));
                Ok(Value::Bool(match name {
                    "isnan" => x.is_nan(),
                    "isinf" => x.is_infinite(),
                    "isfinite" => x.is_finite(),
                    "isinteger" => {
                        exact
                            || x.is_finite()
                                && x.fract() == 0.0
                                && !matches!(number, Num::Irrational(_))
                    }
                    "iszero" => x == 0.0,
                    "isone" => x == 1.0,
                    _ => true,
                }))
            }
            None if name == "iszero" && sequence::is_array(x) => {
                let zeros = sequence::values(m, x)?;
                Ok(Value::Bool(
                    zeros
                        .iter()
                        .all(|x| Num::of(x).is_some_and(|x| x.to_f64() == 0.0)),
                ))
            }
            None => Err(method_error(m, name, args)),
        },
        _ => Err(method_error(m, name, args)),
    }
}

fn ifelse(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Bool(condition), yes, no] => Ok(if *condition { yes } else { no }.clone()),
        _ => Err(method_error(m, "ifelse", args)),
    }
}

fn identity(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => Ok(x.clone()),
        _ => Err(method_error(m, "identity", args)),
    }
}

fn hash(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let seed = match args {
        [_] => 0,
        [_, seed] => match seed.as_int() {
            Some((_, seed)) => seed as u64,
            None => return Err(argument_error(m, "hash: the seed must be an integer")),
        },
        _ => return Err(method_error(m, "hash", args)),
    };
    let hash = order::key_hash(m, &args[0])?;
    let mixed = hash
        .wrapping_add(seed.wrapping_mul(3))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Ok(Value::int(
        super::super::value::IntKind::U64,
        (mixed ^ mixed >> 29) as i128,
    ))
}

fn objectid(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => {
            watch::compared(x, x);
            let id = super::super::egal::egal_hash(x);
            Ok(Value::int(super::super::value::IntKind::U64, id as i128))
        }
        _ => Err(method_error(m, "objectid", args)),
    }
}
