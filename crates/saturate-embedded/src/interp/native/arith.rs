//! Arithmetic: `+ - * / \ ^ div rem mod fld cld` and what is built from them.
//!
//! Two `Int64` or two `Float64` take the first arm; other built-in numbers are promoted; arrays, strings, characters
//! and ranges go to their own files. Integer arithmetic wraps.

use super::super::exception::{self, divide_error, domain_error, method_error};
use super::super::kind::Kind;
use super::super::linalg;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::{self, promote, Num, Promoted};
use super::super::sequence;
use super::super::value::{IntKind, Value};
use super::{range, string};

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("+", add),
    ("-", sub),
    ("*", mul),
    ("/", div_exact),
    ("\\", left_div),
    ("^", power),
    ("literal_pow", literal_pow),
    ("div", |m, args| division(m, args, "div")),
    ("rem", |m, args| division(m, args, "rem")),
    ("mod", |m, args| division(m, args, "mod")),
    ("fld", |m, args| division(m, args, "fld")),
    ("cld", |m, args| division(m, args, "cld")),
    ("mod1", mod1),
    ("inv", inv),
    ("muladd", |m, args| fused(m, args, "muladd")),
    ("fma", |m, args| fused(m, args, "fma")),
    ("checked_add", |m, args| checked(m, args, "+")),
    ("checked_sub", |m, args| checked(m, args, "-")),
    ("checked_mul", |m, args| checked(m, args, "*")),
    ("checked_neg", checked_neg),
    ("add_int", add),
];

/// Folds an operator over more than two arguments, as Julia's `+(a, b, c...)` does.
fn fold(m: &mut dyn Machine, name: &str, args: &[Value]) -> Outcome {
    let f = Value::function(name);
    let mut total = args[0].clone();
    for arg in &args[1..] {
        total = m.call(&f, &[total, arg.clone()])?;
    }
    Ok(total)
}

fn add(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] => Ok(Value::Int64(a.wrapping_add(*b))),
        [Value::Float64(a), Value::Float64(b)] => Ok(Value::Float64(a + b)),
        // Of an array it is a loop like any other: the result is new.
        [Value::Array(_)] => sequence::map_elements(m, "+", args),
        [x] if Num::of(x).is_some() || sequence::is_array(x) => Ok(x.clone()),
        [a, b] => add_slow(m, a, b),
        [_, _, ..] => fold(m, "+", args),
        _ => Err(method_error(m, "+", args)),
    }
}

fn add_slow(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        return Ok(match promote(x, y) {
            Promoted::Bool(a, b) => Value::Int64(a as i64 + b as i64),
            Promoted::Int(kind, a, b) => Value::int(kind, a.wrapping_add(b)),
            Promoted::F32(a, b) => Value::Float32(a + b),
            Promoted::F64(a, b) => Value::Float64(a + b),
        });
    }
    match (a, b) {
        (Value::Missing, _) | (_, Value::Missing) => Ok(Value::Missing),
        (Value::Char(c), other) | (other, Value::Char(c)) if other.as_i64().is_some() => {
            string::shift_char(m, *c, other.as_i64().unwrap_or(0))
        }
        _ if a.kind() == Kind::UniformScaling || b.kind() == Kind::UniformScaling => {
            linalg::add_scaling(m, a, b, 1.0)
        }
        _ if sequence::is_array(a) && sequence::is_array(b) => {
            range::add_or_elementwise(m, "+", a, b)
        }
        _ => Err(method_error(m, "+", &[a.clone(), b.clone()])),
    }
}

fn sub(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] => Ok(Value::Int64(a.wrapping_sub(*b))),
        [Value::Float64(a), Value::Float64(b)] => Ok(Value::Float64(a - b)),
        [Value::Int64(a)] => Ok(Value::Int64(a.wrapping_neg())),
        [Value::Float64(a)] => Ok(Value::Float64(-a)),
        [x] => negate(m, x),
        [a, b] => sub_slow(m, a, b),
        _ => Err(method_error(m, "-", args)),
    }
}

fn negate(m: &mut dyn Machine, x: &Value) -> Outcome {
    match Num::of(x) {
        Some(Num::Bool(x)) => Ok(Value::Int64(-(x as i64))),
        Some(Num::Int(kind, x)) => Ok(Value::int(kind, x.wrapping_neg())),
        Some(Num::F32(x)) => Ok(Value::Float32(-x)),
        Some(Num::F64(x) | Num::Irrational(x)) => Ok(Value::Float64(-x)),
        None if matches!(x, Value::Missing) => Ok(Value::Missing),
        None if x.kind().is_range() => range::negate(m, x),
        None if sequence::is_array(x) => sequence::map_elements(m, "-", std::slice::from_ref(x)),
        None => Err(method_error(m, "-", std::slice::from_ref(x))),
    }
}

fn sub_slow(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        return Ok(match promote(x, y) {
            Promoted::Bool(a, b) => Value::Int64(a as i64 - b as i64),
            Promoted::Int(kind, a, b) => Value::int(kind, a.wrapping_sub(b)),
            Promoted::F32(a, b) => Value::Float32(a - b),
            Promoted::F64(a, b) => Value::Float64(a - b),
        });
    }
    match (a, b) {
        (Value::Missing, _) | (_, Value::Missing) => Ok(Value::Missing),
        (Value::Char(a), Value::Char(b)) => Ok(Value::Int64(*a as i64 - *b as i64)),
        (Value::Char(c), other) if other.as_i64().is_some() => {
            string::shift_char(m, *c, other.as_i64().unwrap_or(0).wrapping_neg())
        }
        _ if a.kind() == Kind::UniformScaling || b.kind() == Kind::UniformScaling => {
            linalg::add_scaling(m, a, b, -1.0)
        }
        _ if sequence::is_array(a) && sequence::is_array(b) => {
            range::add_or_elementwise(m, "-", a, b)
        }
        _ => Err(method_error(m, "-", &[a.clone(), b.clone()])),
    }
}

fn mul(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] => Ok(Value::Int64(a.wrapping_mul(*b))),
        [Value::Float64(a), Value::Float64(b)] => Ok(Value::Float64(a * b)),
        [x] if Num::of(x).is_some() || sequence::is_array(x) || matches!(x, Value::Str(_)) => {
            Ok(x.clone())
        }
        [a, b] => mul_slow(m, a, b),
        [Value::Str(_) | Value::Char(_), ..] => string::concat(m, args),
        [_, _, ..] => fold(m, "*", args),
        _ => Err(method_error(m, "*", args)),
    }
}

fn mul_slow(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        return Ok(match (x, y) {
            // `false` is a strong zero: it absorbs `NaN` and `Inf`.
            (Num::Bool(flag), Num::F64(x)) | (Num::F64(x), Num::Bool(flag)) => {
                Value::Float64(if flag { x } else { 0f64.copysign(x) })
            }
            (Num::Bool(flag), Num::F32(x)) | (Num::F32(x), Num::Bool(flag)) => {
                Value::Float32(if flag { x } else { 0f32.copysign(x) })
            }
            _ => match promote(x, y) {
                Promoted::Bool(a, b) => Value::Bool(a && b),
                Promoted::Int(kind, a, b) => Value::int(kind, a.wrapping_mul(b)),
                Promoted::F32(a, b) => Value::Float32(a * b),
                Promoted::F64(a, b) => Value::Float64(a * b),
            },
        });
    }
    match (a, b) {
        (Value::Missing, _) | (_, Value::Missing) => Ok(Value::Missing),
        (Value::Str(_) | Value::Char(_), Value::Str(_) | Value::Char(_)) => {
            string::concat(m, &[a.clone(), b.clone()])
        }
        _ if a.kind() == Kind::UniformScaling || b.kind() == Kind::UniformScaling => {
            linalg::mul_scaling(m, a, b)
        }
        _ if a.kind().is_range() && Num::of(b).is_some() => range::scale(m, a, b),
        _ if b.kind().is_range() && Num::of(a).is_some() => range::scale(m, b, a),
        _ if sequence::is_array(a) && sequence::is_array(b) => linalg::multiply(m, a, b),
        _ if sequence::is_array(a) || sequence::is_array(b) => linalg::scale(m, "*", a, b),
        _ => Err(method_error(m, "*", &[a.clone(), b.clone()])),
    }
}

fn div_exact(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [a, b] = args else {
        return Err(method_error(m, "/", args));
    };
    match (a, b) {
        (Value::Float64(a), Value::Float64(b)) => return Ok(Value::Float64(a / b)),
        (Value::Int64(a), Value::Int64(b)) => return Ok(Value::Float64(*a as f64 / *b as f64)),
        (Value::Missing, _) | (_, Value::Missing) => return Ok(Value::Missing),
        _ => {}
    }
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        return Ok(match promote(x, y) {
            Promoted::F32(a, b) => Value::Float32(a / b),
            Promoted::F64(a, b) => Value::Float64(a / b),
            _ => Value::Float64(x.to_f64() / y.to_f64()),
        });
    }
    if sequence::is_array(a) && sequence::is_array(b) {
        return linalg::divide_right(m, a, b);
    }
    if a.kind().is_range() && Num::of(b).is_some() {
        return range::divide(m, a, b);
    }
    if sequence::is_array(a) {
        return linalg::scale(m, "/", a, b);
    }
    Err(method_error(m, "/", args))
}

fn left_div(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [a, b] if sequence::is_array(a) && sequence::is_array(b) => linalg::solve(m, a, b),
        [a, b] if sequence::is_array(b) => linalg::scale(m, "/", b, a),
        [a, b] => m.call_named("/", &[b.clone(), a.clone()]),
        _ => Err(method_error(m, "\\", args)),
    }
}

/// `x^n` for integers by repeated squaring, wrapping.
fn power_int(kind: IntKind, mut base: i128, mut exponent: i128) -> i128 {
    let mut result: i128 = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = kind.wrap(result.wrapping_mul(base));
        }
        base = kind.wrap(base.wrapping_mul(base));
        exponent >>= 1;
    }
    result
}

const COMPLEX_POWER: &str =
    "Exponentiation yielding a complex result requires a complex argument.\n\
    Replace x^y with (x+0im)^y, Complex(x)^y, or similar.";

fn power(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [a, b] = args else {
        return Err(method_error(m, "^", args));
    };
    if let (Some(x), Some(y)) = (Num::of(a), Num::of(b)) {
        return power_num(m, x, y);
    }
    match (a, b) {
        (Value::Missing, _) | (_, Value::Missing) => Ok(Value::Missing),
        (Value::Str(_) | Value::Char(_), _) if b.as_i64().is_some() => string::repeat(m, a, b),
        _ if sequence::is_array(a) && b.as_i64().is_some() => {
            linalg::matrix_power(m, a, b.as_i64().unwrap_or(0))
        }
        _ => match b.as_i64() {
            Some(n) => power_by_squaring(m, a, n),
            None => Err(method_error(m, "^", args)),
        },
    }
}

/// Powers of anything that has `*`, `one` and `inv`.
fn power_by_squaring(m: &mut dyn Machine, x: &Value, n: i64) -> Outcome {
    let mut base = x.clone();
    if n < 0 {
        base = m.call_named("inv", &[base])?;
    }
    let mut n = n.unsigned_abs();
    let mut result: Option<Value> = None;
    while n > 0 {
        if n & 1 == 1 {
            result = Some(match result {
                Some(so_far) => m.call_named("*", &[so_far, base.clone()])?,
                None => base.clone(),
            });
        }
        n >>= 1;
        if n > 0 {
            base = m.call_named("*", &[base.clone(), base])?;
        }
    }
    match result {
        Some(result) => Ok(result),
        None => m.call_named("one", std::slice::from_ref(x)),
    }
}

fn power_num(m: &mut dyn Machine, x: Num, y: Num) -> Outcome {
    match (x, y) {
        (Num::Bool(x), Num::Bool(y)) => Ok(Value::Bool(x || !y)),
        (Num::Bool(x), Num::Int(_, n)) => {
            if n < 0 && !x {
                return Err(domain_error(m, y.value(), negative_power(n)));
            }
            Ok(Value::Bool(n == 0 || x))
        }
        (Num::Int(kind, x), Num::Int(exponent, n)) => {
            if exponent.signed() && n < 0 {
                return match x {
                    1 => Ok(Value::int(kind, 1)),
                    -1 => Ok(Value::int(kind, if n % 2 == 0 { 1 } else { -1 })),
                    _ => Err(domain_error(m, y.value(), negative_power(n))),
                };
            }
            Ok(Value::int(kind, power_int(kind, x, n)))
        }
        (Num::Int(kind, x), Num::Bool(y)) => Ok(Value::int(kind, if y { x } else { 1 })),
        (_, Num::Int(..) | Num::Bool(_)) => Ok(match x.float() {
            Num::F32(x) => Value::Float32((x as f64).powf(y.to_f64()) as f32),
            x => Value::Float64(x.to_f64().powf(y.to_f64())),
        }),
        _ => {
            let (a, b) = (x.to_f64(), y.to_f64());
            let result = a.powf(b);
            if result.is_nan() && !a.is_nan() && !b.is_nan() {
                return Err(domain_error(m, x.float().value(), COMPLEX_POWER));
            }
            Ok(match promote(x, y) {
                Promoted::F32(..) => Value::Float32(result as f32),
                _ => Value::Float64(result),
            })
        }
    }
}

fn negative_power(n: i128) -> String {
    format!(
        "Cannot raise an integer x to a negative power {n}.\n\
         Make x or {n} a float by adding a zero decimal (e.g., 2.0^{n} or 2^{n}.0 instead of 2^{n}), \
         or write 1/x^{}, float(x)^{n}, x^float({n}) or (x//1)^{n}",
        -n
    )
}

/// `literal_pow(^, x, Val(n))`: small powers multiply, negative ones invert first, as Julia's do.
fn literal_pow(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [_, x, exponent] = args else {
        return Err(method_error(m, "literal_pow", args));
    };
    let n = super::super::typing::val_parameter(m.types(), exponent);
    let Some(n) = n.as_ref().and_then(Value::as_i64) else {
        return Err(method_error(m, "literal_pow", args));
    };
    let times = |m: &mut dyn Machine, a: Value, b: Value| m.call_named("*", &[a, b]);
    match (Num::of(x), n) {
        (Some(Num::F64(x)), 2) => Ok(Value::Float64(x * x)),
        (Some(Num::F64(x)), 3) => Ok(Value::Float64(x * x * x)),
        (Some(Num::F64(x)), -1) => Ok(Value::Float64(1.0 / x)),
        (Some(Num::F64(x)), -2) => Ok(Value::Float64((1.0 / x) * (1.0 / x))),
        (Some(_), 0) => m.call_named("one", std::slice::from_ref(x)),
        (Some(Num::Irrational(_)), _) => m.call_named("^", &[x.clone(), Value::Int64(n)]),
        (Some(_), 1) => Ok(x.clone()),
        (Some(_), 2) => times(m, x.clone(), x.clone()),
        (Some(_), 3) => {
            let square = times(m, x.clone(), x.clone())?;
            times(m, square, x.clone())
        }
        (Some(_), _) if n < 0 => {
            let inverse = m.call_named("inv", std::slice::from_ref(x))?;
            match n {
                -1 => Ok(inverse),
                -2 => times(m, inverse.clone(), inverse),
                _ => m.call_named("^", &[inverse, Value::Int64(-n)]),
            }
        }
        _ => m.call_named("^", &[x.clone(), Value::Int64(n)]),
    }
}

fn division(m: &mut dyn Machine, args: &[Value], op: &'static str) -> Outcome {
    match args {
        [Value::Int64(a), Value::Int64(b)] if *b > 0 => Ok(Value::Int64(match op {
            "div" => a / b,
            "rem" => a % b,
            "mod" => a.rem_euclid(*b),
            "fld" => a.div_euclid(*b),
            _ => -((-(*a as i128)).div_euclid(*b as i128)) as i64,
        })),
        [a, Value::Type(to)] if op == "rem" => super::convert::wrap_to(m, a, *to),
        [Value::Missing, _] | [_, Value::Missing] => Ok(Value::Missing),
        [a, b] => match (Num::of(a), Num::of(b)) {
            (Some(a), Some(b)) => divide_num(m, a, b, op),
            _ => Err(method_error(m, op, args)),
        },
        _ => Err(method_error(m, op, args)),
    }
}

fn divide_num(m: &mut dyn Machine, a: Num, b: Num, op: &str) -> Outcome {
    match promote(a, b) {
        Promoted::Bool(a, b) => {
            if !b {
                return Err(divide_error(m));
            }
            Ok(Value::Bool(matches!(op, "div" | "fld" | "cld") && a))
        }
        Promoted::Int(kind, a, b) => {
            if b == 0 || op != "rem" && op != "mod" && kind.signed() && a == kind.min() && b == -1 {
                return Err(divide_error(m));
            }
            if kind == IntKind::U128 {
                let (a, b) = (a as u128, b as u128);
                let quotient = a / b + (op == "cld" && a % b != 0) as u128;
                let result = if matches!(op, "rem" | "mod") {
                    a % b
                } else {
                    quotient
                };
                return Ok(Value::int(kind, result as i128));
            }
            let (quotient, remainder) = (a.wrapping_div(b), a.wrapping_rem(b));
            let apart = remainder != 0 && (remainder < 0) != (b < 0);
            Ok(Value::int(
                kind,
                match op {
                    "div" => quotient,
                    "rem" => remainder,
                    "mod" => remainder + if apart { b } else { 0 },
                    "fld" => quotient - apart as i128,
                    _ => quotient + (remainder != 0 && !apart) as i128,
                },
            ))
        }
        Promoted::F32(a, b) => Ok(Value::Float32(divide_float(a as f64, b as f64, op) as f32)),
        Promoted::F64(a, b) => Ok(Value::Float64(divide_float(a, b, op))),
    }
}

fn divide_float(a: f64, b: f64, op: &str) -> f64 {
    let floored = |a: f64, b: f64| {
        let remainder = a % b;
        if remainder == 0.0 {
            remainder.copysign(b)
        } else if (remainder > 0.0) != (b > 0.0) {
            remainder + b
        } else {
            remainder
        }
    };
    match op {
        "rem" => a % b,
        "mod" => floored(a, b),
        "div" => ((a - a % b) / b).round_ties_even(),
        "fld" => ((a - floored(a, b)) / b).round_ties_even(),
        _ => -((-a - floored(-a, b)) / b).round_ties_even(),
    }
}

fn mod1(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [_, b] = args else {
        return Err(method_error(m, "mod1", args));
    };
    let remainder = division(m, args, "mod")?;
    let zero = Num::of(&remainder)
        .is_some_and(|r| number::compare(r, Num::Bool(false)) == Some(std::cmp::Ordering::Equal));
    if !zero {
        return Ok(remainder);
    }
    let of = remainder.type_of(m.types());
    super::convert::convert_to(m, of, b)
}

fn inv(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Missing] => Ok(Value::Missing),
        [x] => match Num::of(x) {
            Some(Num::F32(x)) => Ok(Value::Float32(1.0 / x)),
            Some(x) => Ok(Value::Float64(1.0 / x.to_f64())),
            None if sequence::is_array(x) => linalg::inverse(m, x),
            None => Err(method_error(m, "inv", args)),
        },
        _ => Err(method_error(m, "inv", args)),
    }
}

fn fused(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let [a, b, c] = args else {
        return Err(method_error(m, name, args));
    };
    if name == "fma" {
        match (a, b, c) {
            (Value::Float64(a), Value::Float64(b), Value::Float64(c)) => {
                return Ok(Value::Float64(a.mul_add(*b, *c)))
            }
            (Value::Float32(a), Value::Float32(b), Value::Float32(c)) => {
                return Ok(Value::Float32(a.mul_add(*b, *c)))
            }
            _ => {}
        }
    }
    let product = m.call_named("*", &[a.clone(), b.clone()])?;
    m.call_named("+", &[product, c.clone()])
}

fn checked(m: &mut dyn Machine, args: &[Value], op: &str) -> Outcome {
    let name = match op {
        "+" => "checked_add",
        "-" => "checked_sub",
        _ => "checked_mul",
    };
    let (Some(a), Some(b)) = (
        args.first().and_then(Num::of),
        args.get(1).and_then(Num::of),
    ) else {
        return Err(method_error(m, name, args));
    };
    let Promoted::Int(kind, x, y) = promote(a, b) else {
        return match (promote(a, b), op) {
            (Promoted::Bool(a, b), "+") => Ok(Value::Int64(a as i64 + b as i64)),
            (Promoted::Bool(a, b), "-") => Ok(Value::Int64(a as i64 - b as i64)),
            (Promoted::Bool(a, b), _) => Ok(Value::Bool(a && b)),
            _ => Err(method_error(m, name, args)),
        };
    };
    let exact = if kind == IntKind::U128 {
        let (x, y) = (x as u128, y as u128);
        match op {
            "+" => x.checked_add(y),
            "-" => x.checked_sub(y),
            _ => x.checked_mul(y),
        }
        .map(|r| r as i128)
    } else {
        match op {
            "+" => x.checked_add(y),
            "-" => x.checked_sub(y),
            _ => x.checked_mul(y),
        }
        .filter(|&r| kind.wrap(r) == r)
    };
    match exact {
        Some(result) => Ok(Value::int(kind, result)),
        None => Err(overflow(
            m,
            op,
            &Value::int(kind, x),
            &Value::int(kind, y),
            kind,
        )),
    }
}

fn overflow(m: &mut dyn Machine, op: &str, x: &Value, y: &Value, kind: IntKind) -> Thrown {
    let (x, y) = (
        super::super::show::plain(m, x),
        super::super::show::plain(m, y),
    );
    exception::overflow_error(
        m,
        format!("{x} {op} {y} overflowed for type {}", kind.name()),
    )
}

fn checked_neg(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => match x.as_int() {
            Some((kind, n)) if n != kind.min() || !kind.signed() && n == 0 => {
                Ok(Value::int(kind, -n))
            }
            Some((kind, n)) => Err(exception::overflow_error(
                m,
                format!(
                    "checked arithmetic: cannot compute -x for x = {n}::{}",
                    kind.name()
                ),
            )),
            None => Err(method_error(m, "checked_neg", args)),
        },
        _ => Err(method_error(m, "checked_neg", args)),
    }
}
