//! Signs, parity, bit operations and small number theory.

use super::super::exception::{self, divide_error, domain_error, method_error};
use super::super::machine::{Machine, Native, Outcome};
use super::super::number::{compare_ints, promote, Num, Promoted};
use super::super::value::{IntKind, Value};
use std::cmp::Ordering;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("!", not),
    ("not_int", not),
    ("~", complement),
    ("&", |m, args| bitwise(m, args, "&")),
    ("|", |m, args| bitwise(m, args, "|")),
    ("xor", |m, args| bitwise(m, args, "xor")),
    ("<<", |m, args| shift(m, args, "<<")),
    (">>", |m, args| shift(m, args, ">>")),
    (">>>", |m, args| shift(m, args, ">>>")),
    ("count_ones", |m, args| count_bits(m, args, "count_ones")),
    ("count_zeros", |m, args| count_bits(m, args, "count_zeros")),
    ("leading_zeros", |m, args| {
        count_bits(m, args, "leading_zeros")
    }),
    ("trailing_zeros", |m, args| {
        count_bits(m, args, "trailing_zeros")
    }),
    ("iseven", |m, args| parity(m, args, "iseven")),
    ("isodd", |m, args| parity(m, args, "isodd")),
    ("abs", abs),
    ("abs2", abs2),
    ("sign", sign),
    ("signbit", signbit),
    ("copysign", |m, args| with_sign(m, args, "copysign")),
    ("flipsign", |m, args| with_sign(m, args, "flipsign")),
    ("gcd", |m, args| divisors(m, args, "gcd")),
    ("lcm", |m, args| divisors(m, args, "lcm")),
    ("factorial", factorial),
    ("binomial", binomial),
    ("powermod", powermod),
    ("isqrt", isqrt),
    ("ispow2", ispow2),
];

fn not(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Bool(x)] => Ok(Value::Bool(!x)),
        [Value::Missing] => Ok(Value::Missing),
        [f @ Value::Function(_)] => super::object::compose(m, &[Value::function("!"), f.clone()]),
        _ => Err(method_error(m, "!", args)),
    }
}

fn complement(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Bool(x)] => Ok(Value::Bool(!x)),
        [x] => match x.as_int() {
            Some((kind, n)) => Ok(Value::int(kind, !n)),
            None => Err(method_error(m, "~", args)),
        },
        _ => Err(method_error(m, "~", args)),
    }
}

fn bitwise(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [Value::Bool(a), Value::Bool(b)] => Ok(Value::Bool(match name {
            "&" => *a & *b,
            "|" => *a | *b,
            _ => *a ^ *b,
        })),
        [Value::Bool(false), Value::Missing] | [Value::Missing, Value::Bool(false)]
            if name == "&" =>
        {
            Ok(Value::Bool(false))
        }
        [Value::Bool(true), Value::Missing] | [Value::Missing, Value::Bool(true)]
            if name == "|" =>
        {
            Ok(Value::Bool(true))
        }
        [Value::Missing, _] | [_, Value::Missing] => Ok(Value::Missing),
        [a, b] => match (Num::of(a), Num::of(b)) {
            (Some(a), Some(b)) => match promote(a, b) {
                Promoted::Int(kind, a, b) => Ok(Value::int(
                    kind,
                    match name {
                        "&" => a & b,
                        "|" => a | b,
                        _ => a ^ b,
                    },
                )),
                _ => Err(method_error(m, name, args)),
            },
            _ => Err(method_error(m, name, args)),
        },
        [first, rest @ ..] if !rest.is_empty() => {
            let mut total = first.clone();
            for arg in rest {
                total = bitwise(m, &[total, arg.clone()], name)?;
            }
            Ok(total)
        }
        _ => Err(method_error(m, name, args)),
    }
}

/// The amount of a shift; beyond every width, how far does not count.
fn shift_amount((kind, bits): (IntKind, i128)) -> i64 {
    match kind {
        IntKind::U128 => (bits as u128).min(i64::MAX as u128) as i64,
        _ => bits.clamp(i64::MIN as i128, i64::MAX as i128) as i64,
    }
}

fn shift(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let (Some((kind, bits)), Some(by)) = (
        args.first().and_then(|x| match x {
            Value::Bool(x) => Some((IntKind::I64, *x as i128)),
            x => x.as_int(),
        }),
        args.get(1).and_then(Value::as_int).map(shift_amount),
    ) else {
        return Err(method_error(m, name, args));
    };
    // A negative amount shifts the other way.
    let left = (name == "<<") == (by >= 0);
    let amount = by.unsigned_abs();
    let width = kind.bits() as u64;
    let mask = if width == 128 {
        !0
    } else {
        (1u128 << width) - 1
    };
    let result = if left {
        if amount >= width {
            0
        } else {
            bits << amount
        }
    } else if name == ">>>" || !kind.signed() {
        if amount >= width {
            0
        } else {
            ((bits as u128 & mask) >> amount) as i128
        }
    } else {
        bits >> amount.min(127)
    };
    Ok(Value::int(kind, result))
}

fn count_bits(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let Some((kind, bits)) = args.first().and_then(Value::as_int) else {
        return Err(method_error(m, name, args));
    };
    let width = kind.bits();
    let bits = bits as u128
        & if width == 128 {
            !0
        } else {
            (1u128 << width) - 1
        };
    let count = match name {
        "count_ones" => bits.count_ones(),
        "count_zeros" => width - bits.count_ones(),
        "leading_zeros" => bits.leading_zeros() - (128 - width),
        _ => bits.trailing_zeros().min(width),
    };
    Ok(Value::Int64(count as i64))
}

fn parity(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let odd = match args {
        [Value::Bool(x)] => *x,
        [Value::Float64(x)] => (x % 2.0).abs() == 1.0,
        [Value::Float32(x)] => (x % 2.0).abs() == 1.0,
        [x] if x.as_int().is_some() => x.as_int().is_some_and(|(_, n)| n & 1 == 1),
        _ => return Err(method_error(m, name, args)),
    };
    let whole = match args {
        [Value::Float64(x)] => x.fract() == 0.0,
        [Value::Float32(x)] => x.fract() == 0.0,
        _ => true,
    };
    Ok(Value::Bool(whole && odd == (name == "isodd")))
}

fn abs(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Missing] => Ok(Value::Missing),
        [x] => match Num::of(x) {
            Some(Num::Bool(_)) => Ok(x.clone()),
            Some(Num::Int(kind, n)) if kind.signed() => Ok(Value::int(kind, n.wrapping_abs())),
            Some(Num::Int(..)) => Ok(x.clone()),
            Some(Num::F32(x)) => Ok(Value::Float32(x.abs())),
            Some(Num::F64(x) | Num::Irrational(x)) => Ok(Value::Float64(x.abs())),
            None => Err(method_error(m, "abs", args)),
        },
        _ => Err(method_error(m, "abs", args)),
    }
}

fn abs2(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] if Num::of(x).is_some() || matches!(x, Value::Missing) => {
            m.call_named("*", &[x.clone(), x.clone()])
        }
        _ => Err(method_error(m, "abs2", args)),
    }
}

fn sign(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let zero_or = |x: f64| {
        if x == 0.0 || x.is_nan() {
            x
        } else {
            1f64.copysign(x)
        }
    };
    match args {
        [Value::Missing] => Ok(Value::Missing),
        [x] => match Num::of(x) {
            Some(Num::Bool(_)) => Ok(x.clone()),
            Some(Num::Int(IntKind::U128, n)) => Ok(Value::int(IntKind::U128, (n != 0) as i128)),
            Some(Num::Int(kind, n)) => Ok(Value::int(kind, n.signum())),
            Some(Num::F32(x)) => Ok(Value::Float32(zero_or(x as f64) as f32)),
            Some(Num::F64(x) | Num::Irrational(x)) => Ok(Value::Float64(zero_or(x))),
            None => Err(method_error(m, "sign", args)),
        },
        _ => Err(method_error(m, "sign", args)),
    }
}

fn signbit(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args.first().and_then(Num::of) {
        Some(Num::F32(x)) => Ok(Value::Bool(x.is_sign_negative())),
        Some(Num::F64(x)) => Ok(Value::Bool(x.is_sign_negative())),
        Some(x) => Ok(Value::Bool(x.is_negative())),
        None => Err(method_error(m, "signbit", args)),
    }
}

fn with_sign(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let (Some(x), Some(y)) = (
        args.first().and_then(Num::of),
        args.get(1).and_then(Num::of),
    ) else {
        return Err(method_error(m, name, args));
    };
    let negative = match y {
        Num::F64(y) => y.is_sign_negative(),
        Num::F32(y) => y.is_sign_negative(),
        y => y.is_negative(),
    };
    let flip = match (name, x) {
        ("flipsign", _) => negative,
        (_, Num::F64(x)) => x.is_sign_negative() != negative,
        (_, Num::F32(x)) => x.is_sign_negative() != negative,
        (_, x) => x.is_negative() != negative && (negative || x.is_negative()),
    };
    if flip {
        m.call_named("-", &[x.value()])
    } else {
        Ok(x.value())
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn divisors(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let mut total: Option<Num> = None;
    for arg in args {
        let Some(next @ (Num::Int(..) | Num::Bool(_))) = Num::of(arg) else {
            return Err(method_error(m, name, args));
        };
        let Some(so_far) = total else {
            total = Some(next);
            continue;
        };
        let (kind, a, b) = match promote(so_far, next) {
            Promoted::Int(kind, a, b) => (kind, a, b),
            _ => (IntKind::I64, so_far.to_f64() as i128, next.to_f64() as i128),
        };
        let magnitude = |x: i128| {
            if kind == IntKind::U128 {
                x as u128
            } else {
                x.unsigned_abs()
            }
        };
        let (a, b) = (magnitude(a), magnitude(b));
        let result = match name {
            "gcd" => gcd(a, b),
            _ if a == 0 || b == 0 => 0,
            _ => (a / gcd(a, b)).wrapping_mul(b),
        };
        if kind != IntKind::U128 && kind.wrap(result as i128) != result as i128 {
            let message = format!(
                "{} * {} overflowed for type {}",
                a / gcd(a, b),
                b,
                kind.name()
            );
            return Err(exception::overflow_error(m, message));
        }
        total = Some(Num::Int(kind, result as i128));
    }
    match total {
        Some(Num::Int(kind, n)) if kind != IntKind::U128 => Ok(Value::int(kind, n.wrapping_abs())),
        Some(total) => Ok(total.value()),
        None => Err(method_error(m, name, args)),
    }
}

fn factorial(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let Some((kind, n)) = args.first().and_then(Value::as_int) else {
        return Err(method_error(m, "factorial", args));
    };
    if kind.signed() && n < 0 {
        return Err(domain_error(
            m,
            args[0].clone(),
            "`n` must not be negative.",
        ));
    }
    let limit = if kind.bits() == 128 { 33 } else { 20 };
    if n > limit {
        let message = format!("{n} is too large to look up in the table; consider using `factorial(big({n}))` instead");
        return Err(exception::overflow_error(m, message));
    }
    let to = if kind.bits() == 128 {
        kind
    } else {
        IntKind::I64
    };
    Ok(Value::int(to, (1..=n).product()))
}

fn binomial(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (Some(n), Some(k)) = (
        args.first().and_then(Value::as_i64),
        args.get(1).and_then(Value::as_i64),
    ) else {
        return Err(method_error(m, "binomial", args));
    };
    // binomial(-n, k) == (-1)^k binomial(n + k - 1, k)
    let (n, sign) = if n < 0 {
        let above = k.checked_sub(n).and_then(|above| above.checked_sub(1));
        let Some(above) = above else {
            let message = Value::from(format!("binomial({n}, {k}) overflows"));
            return Err(exception::raise(m, "OverflowError", [message]));
        };
        (above, if k % 2 == 0 { 1 } else { -1 })
    } else {
        (n, 1)
    };
    if k < 0 || k > n {
        return Ok(Value::Int64(0));
    }
    let k = k.min(n - k) as i128;
    let mut result: i128 = sign;
    for i in 1..=k {
        result = result * (n as i128 - k + i) / i;
        if result.unsigned_abs() > i64::MAX as u128 {
            let message = format!("binomial({}, {}) overflows", n, k);
            return Err(exception::overflow_error(m, message));
        }
    }
    Ok(Value::Int64(result as i64))
}

fn powermod(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let numbers: Vec<i64> = args.iter().filter_map(Value::as_i64).collect();
    let [base, mut exponent, modulus] = numbers[..] else {
        return Err(method_error(m, "powermod", args));
    };
    if exponent < 0 {
        return Err(domain_error(m, args[1].clone(), "`p` must be nonnegative."));
    }
    if modulus == 0 {
        return Err(divide_error(m));
    }
    let modulus = modulus as i128;
    let (mut base, mut result) = (
        (base as i128).rem_euclid(modulus),
        1i128.rem_euclid(modulus),
    );
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    Ok(Value::Int64(
        (if modulus < 0 && result != 0 {
            result + modulus
        } else {
            result
        }) as i64,
    ))
}

fn isqrt(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args.first().and_then(Value::as_int) {
        Some((kind, n)) if n >= 0 => Ok(Value::int(kind, n.isqrt())),
        Some((_, n)) => m.call_named("sqrt", &[Value::Float64(n as f64)]),
        None => Err(method_error(m, "isqrt", args)),
    }
}

fn ispow2(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args.first().and_then(Value::as_int) {
        Some((kind, n)) => Ok(Value::Bool(
            compare_ints(kind, n, 0) == Ordering::Greater && (n as u128).is_power_of_two(),
        )),
        None => Err(method_error(m, "ispow2", args)),
    }
}
