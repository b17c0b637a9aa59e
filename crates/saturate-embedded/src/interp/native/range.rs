//! Ranges: `UnitRange`, `OneTo`, `StepRange` and `StepRangeLen`.
//!
//! A float range `a:s:b` whose ends and step are short decimals is computed in exact fractions, as Julia does in
//! twice the precision, so that `(0:0.1:1)[4]` is `0.3` and not `0.30000000000000004`. The fraction is kept in fields
//! after the declared ones, where only this file sees it.

use super::super::exception::{self, argument_error, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::{promote, Num, Promoted};
use super::super::sequence;
use super::super::typing::{self, Param};
use super::super::value::{IntKind, Object, Value};
use crate::types::ty;
use smallvec::SmallVec;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    (":", colon),
    ("UnitRange", |m, args| unit_range_constructor(m, args)),
    ("OneTo", one_to_constructor),
    ("step", step),
    ("range", range),
];

/// The largest denominator tried for a float's exact fraction.
const MAX_DENOMINATOR: i64 = 1_000_000;

/// The Julia `start:stop` with the empty range normalised.
pub fn unit(m: &mut dyn Machine, kind: IntKind, start: i128, stop: i128) -> Value {
    let ty = typing::apply(m.types(), "UnitRange", &[Param::Type(kind.ty())]);
    let stop = if stop < start {
        start.wrapping_sub(1)
    } else {
        stop
    };
    Object::create(
        m.types(),
        ty,
        [Value::int(kind, start), Value::int(kind, stop)],
    )
}

/// `Base.OneTo(n)`.
pub fn one_to(m: &mut dyn Machine, n: usize) -> Value {
    let ty = typing::apply(m.types(), "OneTo", &[Param::Type(ty::int64())]);
    Object::create(m.types(), ty, [Value::from(n)])
}

fn int_fields(value: &Value) -> SmallVec<[i128; 3]> {
    let Value::Object(object) = value else {
        return SmallVec::new();
    };
    object
        .fixed()
        .iter()
        .filter_map(|field| {
            field
                .as_int()
                .map(|(_, n)| n)
                .or(field.as_i64().map(i128::from))
        })
        .collect()
}

/// Start and step of a range over integers.
fn int_start_step(value: &Value) -> Option<(i128, i128)> {
    let ints = int_fields(value);
    match (value.kind(), &ints[..]) {
        (Kind::OneTo, _) => Some((1, 1)),
        (Kind::UnitRange, [start, _]) => Some((*start, 1)),
        (Kind::StepRange, [start, step, _]) => Some((*start, *step)),
        _ => None,
    }
}

/// How many elements.
pub fn len(value: &Value) -> usize {
    let Value::Object(object) = value else {
        return 0;
    };
    let ints = int_fields(value);
    let len = match (object.kind, &ints[..]) {
        (Kind::OneTo, [stop]) => *stop,
        (Kind::UnitRange, [start, stop]) => stop.saturating_sub(*start).saturating_add(1),
        (Kind::StepRange, [start, step, stop]) => {
            (stop.saturating_sub(*start).checked_div_euclid(*step))
                .unwrap_or(i128::MAX)
                .saturating_add(1)
        }
        // A range of characters.
        (Kind::UnitRange | Kind::StepRange, _) => match object.fixed() {
            [Value::Char(start), .., Value::Char(stop)] => {
                let step = int_fields(value).first().copied().unwrap_or(1);
                (*stop as i128 - *start as i128).div_euclid(step) + 1
            }
            [Value::Float64(start), Value::Float64(stop)] => (stop - start).floor() as i128 + 1,
            _ => 0,
        },
        (Kind::StepRangeLen, _) => object.field(2).and_then(|n| n.as_i64()).unwrap_or(0) as i128,
        _ => 0,
    };
    usize::try_from(len.max(0)).unwrap_or(usize::MAX)
}

/// The length, if it is an `Int64`: that of `typemin(Int64):typemax(Int64)` is not.
pub fn checked_len(m: &mut dyn Machine, value: &Value) -> Result<usize, Thrown> {
    let len = len(value);
    if i64::try_from(len).is_ok() {
        return Ok(len);
    }
    let message = match int_fields(value)[..] {
        [low, high] | [low, 1, high] | [high, -1, low]
            if i64::try_from(high.saturating_sub(low)).is_err() =>
        {
            format!("{high} - {low} overflowed for type Int64")
        }
        _ => format!("{} + 1 overflowed for type Int64", i64::MAX),
    };
    Err(exception::overflow_error(m, message))
}

/// Element `at`, from 0.
pub fn element(value: &Value, at: usize) -> Value {
    let Value::Object(object) = value else {
        return Value::Nothing;
    };
    if let Some((start, step)) = int_start_step(value) {
        let kind = match object.fixed() {
            [first, ..] => first.as_int().map_or(IntKind::I64, |(kind, _)| kind),
            [] => IntKind::I64,
        };
        return Value::int(kind, start + at as i128 * step);
    }
    match object.fixed() {
        [Value::Float64(start), Value::Float64(_)] => Value::Float64(start + at as f64),
        [Value::Char(start), ..] => {
            let step = int_fields(value).first().copied().unwrap_or(1);
            Value::Char((*start as i128 + at as i128 * step) as u32)
        }
        [first, step, _, _, Value::Int64(numerator), Value::Int64(increment), Value::Int64(denominator)] =>
        {
            let i = at as i128;
            let x = if *denominator != 0 {
                (*numerator as i128 + i * *increment as i128) as f64 / *denominator as f64
            } else {
                let (first, step) = (
                    Num::of(first).map_or(0.0, Num::to_f64),
                    Num::of(step).map_or(0.0, Num::to_f64),
                );
                (at as f64).mul_add(step, first)
            };
            match first {
                Value::Float32(_) => Value::Float32(x as f32),
                _ => Value::Float64(x),
            }
        }
        _ => Value::Nothing,
    }
}

/// A fraction that is exactly this float, if a short one is.
fn fraction(x: f64) -> Option<(i64, i64)> {
    if !x.is_finite() || x.abs() > 1e9 {
        return None;
    }
    // Continued fraction, stopping at the first convergent that rounds to x.
    let (mut p0, mut q0, mut p1, mut q1) = (0i64, 1i64, 1i64, 0i64);
    let mut rest = x;
    for _ in 0..32 {
        let whole = rest.floor();
        let (p, q) = (
            (whole as i64).checked_mul(p1)?.checked_add(p0)?,
            (whole as i64).checked_mul(q1)?.checked_add(q0)?,
        );
        (p0, q0, p1, q1) = (p1, q1, p, q);
        if q > MAX_DENOMINATOR {
            return None;
        }
        if p as f64 / q as f64 == x {
            return Some((p, q));
        }
        rest = 1.0 / (rest - whole);
    }
    None
}

/// A float range of `len` elements; `exact` is numerator, increment and denominator.
fn float_range(
    m: &mut dyn Machine,
    single: bool,
    first: f64,
    step: f64,
    len: usize,
    exact: Option<(i64, i64, i64)>,
) -> Value {
    let of = if single { ty::float32() } else { ty::float64() };
    let part = if single {
        ty::float64()
    } else {
        typing::apply(m.types(), "TwicePrecision", &[Param::Type(of)])
    };
    let ty = typing::apply(
        m.types(),
        "StepRangeLen",
        &[of, part, part].map(Param::Type),
    );
    let number = |x: f64| {
        if single {
            Value::Float32(x as f32)
        } else {
            Value::Float64(x)
        }
    };
    let (numerator, increment, denominator) = exact.unwrap_or((0, 0, 0));
    let fields = [
        number(first),
        number(step),
        Value::from(len),
        Value::Int64(1),
    ];
    let hidden = [numerator, increment, denominator].map(Value::Int64);
    Object::create(m.types(), ty, fields.into_iter().chain(hidden))
}

fn float_colon(m: &mut dyn Machine, single: bool, start: f64, step: f64, stop: f64) -> Outcome {
    if step == 0.0 {
        return Err(argument_error(m, "range step cannot be zero"));
    }
    let widen = |x: f64| {
        if single {
            fraction_single(x as f32)
        } else {
            fraction(x)
        }
    };
    if let (Some((a, da)), Some((s, ds)), Some((b, db))) = (widen(start), widen(step), widen(stop))
    {
        let lcm = |a: i64, b: i64| {
            let (mut x, mut y) = (a, b);
            while y != 0 {
                (x, y) = (y, x % y);
            }
            (a / x).checked_mul(b)
        };
        if let Some(den) = lcm(da, ds).and_then(|d| lcm(d, db)) {
            let (a, s, b) = (
                a as i128 * (den / da) as i128,
                s as i128 * (den / ds) as i128,
                b as i128 * (den / db) as i128,
            );
            let len = ((b - a).div_euclid(s) + 1).max(0) as usize;
            if let (Ok(a), Ok(s)) = (i64::try_from(a), i64::try_from(s)) {
                return Ok(float_range(m, single, start, step, len, Some((a, s, den))));
            }
        }
    }
    let count = (stop - start) / step;
    let mut len = if count < 0.0 {
        0
    } else {
        (count.round() as usize).saturating_add(1)
    };
    // Do not go past the end by more than rounding.
    if len > 0
        && ((len - 1) as f64 * step).abs() > (stop - start).abs() * (1.0 + 3.0 * f64::EPSILON)
    {
        len -= 1;
    }
    Ok(float_range(m, single, start, step, len, None))
}

fn fraction_single(x: f32) -> Option<(i64, i64)> {
    // The shortest decimal that reads back as this float has a short fraction.
    x.to_string().parse::<f64>().ok().and_then(fraction)
}

fn colon(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Int64(start), Value::Int64(stop)] => {
            Ok(unit(m, IntKind::I64, *start as i128, *stop as i128))
        }
        [Value::Char(start), Value::Char(stop)] => {
            let params = [ty::char(), ty::int64()].map(Param::Type);
            let ty = typing::apply(m.types(), "StepRange", &params);
            let stop = (*stop).max(start.wrapping_sub(1));
            Ok(Object::create(
                m.types(),
                ty,
                [Value::Char(*start), Value::Int64(1), Value::Char(stop)],
            ))
        }
        [start, stop] => {
            let (Some(a), Some(b)) = (Num::of(start), Num::of(stop)) else {
                return Err(method_error(m, ":", args));
            };
            match promote(a, b) {
                Promoted::Int(kind, a, b) => Ok(unit(m, kind, a, b)),
                Promoted::Bool(a, b) => Ok(unit(m, IntKind::I64, a as i128, b as i128)),
                Promoted::F32(a, b) => float_colon(m, true, a as f64, 1.0, b as f64),
                Promoted::F64(a, b) => float_colon(m, false, a, 1.0, b),
            }
        }
        [start, step, stop] => {
            let (Some(a), Some(s), Some(b)) = (Num::of(start), Num::of(step), Num::of(stop)) else {
                return Err(method_error(m, ":", args));
            };
            match (promote(a, b), promote(a, s), promote(s, b)) {
                (Promoted::Int(_, a, b), Promoted::Int(kind, _, s), Promoted::Int(..)) => {
                    if s == 0 {
                        return Err(argument_error(m, "step cannot be zero"));
                    }
                    Ok(step_range(m, kind, a, s, b))
                }
                (Promoted::F32(..), Promoted::F32(..), _)
                | (_, Promoted::F32(..), Promoted::F32(..)) => {
                    float_colon(m, true, a.to_f64(), s.to_f64(), b.to_f64())
                }
                _ => float_colon(m, false, a.to_f64(), s.to_f64(), b.to_f64()),
            }
        }
        _ => Err(method_error(m, ":", args)),
    }
}

fn step_range(m: &mut dyn Machine, kind: IntKind, start: i128, step: i128, stop: i128) -> Value {
    // The last element is stored, not the bound that was written.
    let last = if (step > 0) == (stop >= start) || stop == start {
        stop - (stop - start).wrapping_rem(step)
    } else {
        start - step.signum()
    };
    let ty = typing::apply(
        m.types(),
        "StepRange",
        &[kind.ty(), kind.ty()].map(Param::Type),
    );
    Object::create(
        m.types(),
        ty,
        [start, step, last].map(|n| Value::int(kind, n)),
    )
}

fn unit_range_constructor(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_, start, stop] => colon(m, &[start.clone(), stop.clone()]),
        [_, range] if range.kind() == Kind::UnitRange => Ok(range.clone()),
        [_, range] if range.kind() == Kind::OneTo => {
            Ok(unit(m, IntKind::I64, 1, len(range) as i128))
        }
        _ => Err(method_error(m, "UnitRange", &args[1..])),
    }
}

fn one_to_constructor(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_, n] if n.as_i64().is_some() => Ok(one_to(m, n.as_i64().unwrap_or(0).max(0) as usize)),
        _ => Err(method_error(m, "OneTo", &args[1..])),
    }
}

/// The step, as `step(r)` gives it.
pub fn step_of(value: &Value) -> Value {
    match (value, int_start_step(value)) {
        (Value::Object(object), Some((_, step))) => {
            let kind = object
                .fixed()
                .first()
                .and_then(|first| first.as_int())
                .map_or(IntKind::I64, |(kind, _)| kind);
            Value::int(kind, step)
        }
        (Value::Object(object), None) => match object.kind {
            Kind::StepRangeLen | Kind::StepRange => object.field(1).unwrap_or(Value::Int64(1)),
            _ => Value::Float64(1.0),
        },
        _ => Value::Int64(1),
    }
}

fn step(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [range] if range.kind().is_range() => Ok(step_of(range)),
        _ => Err(method_error(m, "step", args)),
    }
}

/// `range(start, stop)`; the keyword form is [`range_with`].
fn range(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_, _] => colon(m, args),
        [start, stop, length] => range_with(m, start, Some(stop), None, length.as_i64()),
        _ => Err(method_error(m, "range", args)),
    }
}

/// `range(start, stop; step, length)`.
pub fn range_with(
    m: &mut dyn Machine,
    start: &Value,
    stop: Option<&Value>,
    step: Option<&Value>,
    length: Option<i64>,
) -> Outcome {
    match (stop, step, length) {
        (Some(stop), Some(step), None) => colon(m, &[start.clone(), step.clone(), stop.clone()]),
        (Some(stop), None, None) => colon(m, &[start.clone(), stop.clone()]),
        (Some(stop), None, Some(length)) => {
            let (Some(a), Some(b)) = (Num::of(start), Num::of(stop)) else {
                return Err(method_error(m, "range", &[start.clone(), stop.clone()]));
            };
            let single = matches!(promote(a, b), Promoted::F32(..));
            let (a, b, gaps) = (a.to_f64(), b.to_f64(), length.saturating_sub(1).max(1));
            let step = (b - a) / gaps as f64;
            let exact = match (fraction(a), fraction(b)) {
                (Some((p, q)), Some((r, s))) => (|| {
                    // a + i (b - a) / gaps over the denominator q s gaps.
                    let den = q.checked_mul(s)?.checked_mul(gaps)?;
                    let first = p.checked_mul(s)?.checked_mul(gaps)?;
                    Some((
                        first,
                        r.checked_mul(q)?.checked_sub(p.checked_mul(s)?)?,
                        den,
                    ))
                })(),
                _ => None,
            };
            Ok(float_range(
                m,
                single,
                a,
                step,
                length.max(0) as usize,
                exact,
            ))
        }
        (None, step, Some(length)) => {
            let step = step.cloned().unwrap_or(Value::Int64(1));
            let (Some(a), Some(s)) = (Num::of(start), Num::of(&step)) else {
                return Err(method_error(m, "range", std::slice::from_ref(start)));
            };
            match promote(a, s) {
                Promoted::Int(kind, a, 1) => Ok(unit(m, kind, a, a + length as i128 - 1)),
                Promoted::Int(kind, a, s) => {
                    Ok(step_range(m, kind, a, s, a + s * (length as i128 - 1)))
                }
                promoted => {
                    let single = matches!(promoted, Promoted::F32(..));
                    let (a, s) = (a.to_f64(), s.to_f64());
                    float_colon(m, single, a, s, a + s * (length - 1) as f64)
                }
            }
        }
        _ => Err(argument_error(
            m,
            "at least one of `length` or `stop` must be specified",
        )),
    }
}

/// `-r`.
pub fn negate(m: &mut dyn Machine, range: &Value) -> Outcome {
    scale(m, range, &Value::Int64(-1))
}

/// `r * x`.
pub fn scale(m: &mut dyn Machine, range: &Value, by: &Value) -> Outcome {
    affine(m, range, |m, x| m.call_named("*", &[x, by.clone()]))
}

/// `r / x`.
pub fn divide(m: &mut dyn Machine, range: &Value, by: &Value) -> Outcome {
    affine(m, range, |m, x| m.call_named("/", &[x, by.clone()]))
}

/// A range whose first element and step are mapped by a linear function.
fn affine(
    m: &mut dyn Machine,
    range: &Value,
    map: impl Fn(&mut dyn Machine, Value) -> Outcome,
) -> Outcome {
    let count = len(range);
    let first = map(m, element(range, 0))?;
    let step = map(m, step_of(range))?;
    if let (Some((kind, a)), Some((_, s))) = (first.as_int(), step.as_int()) {
        if s == 0 {
            if count > sequence::MAX_ELEMENTS {
                return Err(exception::raise(m, "OutOfMemoryError", []));
            }
            let zeros = vec![first; count];
            return Ok(sequence::array_of(m, smallvec::smallvec![count], zeros));
        }
        return Ok(step_range(m, kind, a, s, a + s * (count as i128 - 1)));
    }
    let (Some(a), Some(s)) = (Num::of(&first), Num::of(&step)) else {
        return Err(method_error(m, "*", &[range.clone(), first]));
    };
    let single = matches!(a, Num::F32(_));
    let exact = match (fraction(a.to_f64()), fraction(s.to_f64())) {
        (Some((p, q)), Some((r, d))) => {
            (|| Some((p.checked_mul(d)?, r.checked_mul(q)?, q.checked_mul(d)?)))()
        }
        _ => None,
    };
    Ok(float_range(m, single, a.to_f64(), s.to_f64(), count, exact))
}

/// `a + b` or `a - b` of two arrays: element by element; two ranges would stay lazy in Julia and are equal in value.
pub fn add_or_elementwise(m: &mut dyn Machine, name: &str, a: &Value, b: &Value) -> Outcome {
    sequence::map_elements(m, name, &[a.clone(), b.clone()])
}

/// `r .+ x` and `r .- x` stay ranges.
pub fn shift(m: &mut dyn Machine, range: &Value, by: &Value, negative: bool) -> Outcome {
    let name = if negative { "-" } else { "+" };
    let count = len(range);
    let first = m.call_named(name, &[element(range, 0), by.clone()])?;
    match (first.as_int(), step_of(range).as_int()) {
        (Some((kind, a)), Some((_, 1))) if range.kind() != Kind::StepRange => {
            Ok(unit(m, kind, a, a + count as i128 - 1))
        }
        (Some((kind, a)), Some((_, s))) => {
            Ok(step_range(m, kind, a, s, a + s * (count as i128 - 1)))
        }
        _ => {
            let (Some(a), Some(s)) = (Num::of(&first), Num::of(&step_of(range))) else {
                return Err(method_error(m, name, &[range.clone(), by.clone()]));
            };
            let exact = match (fraction(a.to_f64()), fraction(s.to_f64())) {
                (Some((p, q)), Some((r, d))) => {
                    (|| Some((p.checked_mul(d)?, r.checked_mul(q)?, q.checked_mul(d)?)))()
                }
                _ => None,
            };
            Ok(float_range(
                m,
                matches!(a, Num::F32(_)),
                a.to_f64(),
                s.to_f64(),
                count,
                exact,
            ))
        }
    }
}

/// The part of a range that an index range selects, itself a range.
pub fn slice(m: &mut dyn Machine, range: &Value, from: i64, step: i64, count: usize) -> Value {
    let at = (from - 1).max(0) as usize;
    match (element(range, at).as_int(), step_of(range).as_int()) {
        (Some((kind, first)), Some((_, s))) => {
            let s = s * step as i128;
            let last = first + s * (count as i128 - 1);
            if s == 1 && range.kind() != Kind::StepRange {
                unit(m, kind, first, last)
            } else {
                step_range(m, kind, first, s, last)
            }
        }
        _ => {
            let (a, s) = (Num::of(&element(range, at)), Num::of(&step_of(range)));
            let single = matches!(a, Some(Num::F32(_)));
            let (a, s) = (
                a.map_or(0.0, Num::to_f64),
                s.map_or(0.0, Num::to_f64) * step as f64,
            );
            let exact = match (fraction(a), fraction(s)) {
                (Some((p, q)), Some((r, d))) => {
                    (|| Some((p.checked_mul(d)?, r.checked_mul(q)?, q.checked_mul(d)?)))()
                }
                _ => None,
            };
            float_range(m, single, a, s, count, exact)
        }
    }
}
