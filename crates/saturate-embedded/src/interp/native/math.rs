//! Elementary functions of real numbers, with Julia's domain errors.
//!
//! Integers and irrationals become `Float64` first; `Float32` is computed in double precision and rounded, which is
//! the correctly rounded result in all but rare cases.

use super::super::exception::{domain_error, method_error};
use super::super::machine::{Machine, Native, Outcome};
use super::super::number::{promote, Num, Promoted};
use super::super::value::Value;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("sqrt", |m, args| real(m, args, "sqrt", f64::sqrt)),
    ("cbrt", |m, args| real(m, args, "cbrt", f64::cbrt)),
    ("exp", |m, args| real(m, args, "exp", f64::exp)),
    ("exp2", |m, args| real(m, args, "exp2", f64::exp2)),
    ("exp10", |m, args| real(m, args, "exp10", |x| 10f64.powf(x))),
    ("expm1", |m, args| real(m, args, "expm1", f64::exp_m1)),
    ("log", log),
    ("log2", |m, args| real(m, args, "log2", f64::log2)),
    ("log10", |m, args| real(m, args, "log10", f64::log10)),
    ("log1p", |m, args| real(m, args, "log1p", f64::ln_1p)),
    ("sin", |m, args| real(m, args, "sin", f64::sin)),
    ("cos", |m, args| real(m, args, "cos", f64::cos)),
    ("tan", |m, args| real(m, args, "tan", f64::tan)),
    ("sinpi", |m, args| real(m, args, "sinpi", sinpi)),
    ("cospi", |m, args| real(m, args, "cospi", cospi)),
    ("asin", |m, args| real(m, args, "asin", f64::asin)),
    ("acos", |m, args| real(m, args, "acos", f64::acos)),
    ("atan", atan),
    ("sinh", |m, args| real(m, args, "sinh", f64::sinh)),
    ("cosh", |m, args| real(m, args, "cosh", f64::cosh)),
    ("tanh", |m, args| real(m, args, "tanh", f64::tanh)),
    ("asinh", |m, args| real(m, args, "asinh", f64::asinh)),
    ("acosh", |m, args| real(m, args, "acosh", f64::acosh)),
    ("atanh", |m, args| real(m, args, "atanh", f64::atanh)),
    ("deg2rad", |m, args| {
        real(m, args, "deg2rad", f64::to_radians)
    }),
    ("rad2deg", |m, args| {
        real(m, args, "rad2deg", f64::to_degrees)
    }),
    ("sincos", sincos),
    ("hypot", hypot),
];

/// Why a function has no real result there; `None` if NaN is the answer.
fn out_of_domain(name: &str, x: f64) -> Option<String> {
    Some(match name {
        "sqrt" | "log" | "log1p" if x < if name == "log1p" { -1.0 } else { 0.0 } => {
            format!("{name} will only return a complex result if called with a complex argument. Try {name}(Complex(x)).")
        }
        "log2" | "log10" if x < 0.0 => "NaN result for non-NaN input.".to_string(),
        "sin" | "cos" | "tan" | "sincos" | "sinpi" | "cospi" if x.is_infinite() => {
            format!("{name}(x) is only defined for finite x.")
        }
        "asin" if x.abs() > 1.0 => "asin(x) is not defined for |x|>1.".to_string(),
        "acos" if x.abs() > 1.0 => "acos(x) not defined for |x| > 1".to_string(),
        "acosh" if x < 1.0 => "acosh(x) is only defined for x ≥ 1.".to_string(),
        "atanh" if x.abs() > 1.0 => "atanh(x) is only defined for |x| ≤ 1.".to_string(),
        _ => return None,
    })
}

fn real(m: &mut dyn Machine, args: &[Value], name: &'static str, f: fn(f64) -> f64) -> Outcome {
    let [arg] = args else {
        return Err(method_error(m, name, args));
    };
    let number = match arg {
        Value::Float64(x) => Num::F64(*x),
        Value::Missing => return Ok(Value::Missing),
        other => match Num::of(other) {
            Some(number) => number.float(),
            None if super::super::sequence::is_array(other) => {
                return super::super::linalg::matrix_function(m, name, other)
            }
            None => return Err(method_error(m, name, args)),
        },
    };
    let x = number.to_f64();
    if let Some(message) = out_of_domain(name, x) {
        return Err(domain_error(m, number.value(), message));
    }
    Ok(match number {
        Num::F32(_) => Value::Float32(f(x) as f32),
        _ => Value::Float64(f(x)),
    })
}

/// Exact at multiples of one half.
fn sinpi(x: f64) -> f64 {
    let r = x % 2.0;
    match r.abs() {
        0.0 | 1.0 => 0f64.copysign(x),
        0.5 => 1f64.copysign(r),
        1.5 => -1f64.copysign(r),
        _ => (r * std::f64::consts::PI).sin(),
    }
}

fn cospi(x: f64) -> f64 {
    match (x % 2.0).abs() {
        0.0 => 1.0,
        0.5 | 1.5 => 0.0,
        1.0 => -1.0,
        r => (r * std::f64::consts::PI).cos(),
    }
}

fn log(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [base, x] if Num::of(base).is_some() && Num::of(x).is_some() => {
            let x = real(m, std::slice::from_ref(x), "log", f64::ln)?;
            let base = real(m, std::slice::from_ref(base), "log", f64::ln)?;
            m.call_named("/", &[x, base])
        }
        // The logarithm of the constant ℯ is one.
        [x] if matches!(Num::of(x), Some(Num::Irrational(e)) if e == std::f64::consts::E) => {
            Ok(Value::Int64(1))
        }
        _ => real(m, args, "log", f64::ln),
    }
}

fn atan(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [y, x] = args else {
        return real(m, args, "atan", f64::atan);
    };
    let (Some(y), Some(x)) = (Num::of(y), Num::of(x)) else {
        return Err(method_error(m, "atan", args));
    };
    Ok(match promote(y.float(), x.float()) {
        Promoted::F32(y, x) => Value::Float32((y as f64).atan2(x as f64) as f32),
        _ => Value::Float64(y.to_f64().atan2(x.to_f64())),
    })
}

fn sincos(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let sin = real(m, args, "sincos", f64::sin)?;
    Ok(Value::tuple([sin, real(m, args, "sincos", f64::cos)?]))
}

fn hypot(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut total: Option<Num> = None;
    for arg in args {
        let Some(next) = Num::of(arg) else {
            return Err(method_error(m, "hypot", args));
        };
        let next = next.float();
        total = Some(match total.map(|so_far| promote(so_far, next)) {
            None => next,
            Some(Promoted::F32(a, b)) => Num::F32((a as f64).hypot(b as f64) as f32),
            Some(Promoted::F64(a, b)) => Num::F64(a.hypot(b)),
            Some(_) => next,
        });
    }
    match total {
        Some(total) => m.call_named("abs", &[total.value()]),
        None => Err(method_error(m, "hypot", args)),
    }
}
