//! Exceptions, splatting and what else lowered code calls.

use super::super::checked::watch;
use super::super::exception::{self, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::sequence;
use super::super::typing;
use super::super::value::Value;
use crate::types::ty;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("throw", throw),
    ("rethrow", rethrow),
    ("error", error),
    ("_apply_iterate", apply_iterate),
    ("_apply", |m, args| match args {
        [f, rest @ ..] => splat(m, f, rest),
        _ => Err(method_error(m, "_apply", args)),
    }),
    ("kwfunc", kwfunc),
    ("kwerr", kwerr),
    ("_assert", assert),
    ("time", |_, _| now()),
    ("time_ns", |_, _| {
        now().map(|seconds| match seconds {
            Value::Float64(x) => Value::int(super::super::value::IntKind::U64, (x * 1e9) as i128),
            other => other,
        })
    }),
    ("inferencebarrier", |m, args| match args {
        [x] => Ok(x.clone()),
        _ => Err(method_error(m, "inferencebarrier", args)),
    }),
    ("invokelatest", |m, args| match args {
        [f, rest @ ..] => m.call(f, rest),
        _ => Err(method_error(m, "invokelatest", args)),
    }),
];

fn throw(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    if let [thrown] = args {
        watch::threw(thrown);
    }
    match args {
        [exception] => Err(Thrown::Exception(exception.clone())),
        _ => Err(method_error(m, "throw", args)),
    }
}

/// `rethrow()` throws what is being handled, `rethrow(e)` something else in its place.
fn rethrow(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [] => match m.current_exception() {
            Some(exception) => Err(Thrown::Exception(exception)),
            None => Err(super::super::exception::error(
                m,
                "rethrow() not allowed outside a catch block".to_string(),
            )),
        },
        _ => throw(m, args),
    }
}

fn error(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let text = m.call_named("string", args)?;
    Err(exception::raise(m, "ErrorException", [text]))
}

fn assert(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Bool(true), ..] => Ok(Value::Nothing),
        [Value::Bool(false), message @ ..] => {
            let text = m.call_named("string", message)?;
            Err(exception::raise(m, "AssertionError", [text]))
        }
        [other, ..] => non_boolean(m, std::slice::from_ref(other)),
        [] => Err(method_error(m, "@assert", args)),
    }
}

/// The error of a condition that is not a `Bool`.
fn non_boolean(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let got = args.first().cloned().unwrap_or(Value::Nothing);
    Err(exception::type_error(
        m,
        "if",
        "if",
        Value::Type(ty::bool()),
        got,
    ))
}

/// `f(xs..., ys...)`: every argument is iterated.
fn splat(m: &mut dyn Machine, f: &Value, parts: &[Value]) -> Outcome {
    let mut args = Vec::new();
    for part in parts {
        match part {
            Value::Tuple(items) => args.extend(items.iter().cloned()),
            Value::Object(object) if object.kind == Kind::NamedTuple => {
                args.extend(object.fixed().iter().cloned())
            }
            other => args.extend(sequence::collect(m, other)?),
        }
    }
    m.call(f, &args)
}

fn apply_iterate(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_, f, parts @ ..] => splat(m, f, parts),
        _ => Err(method_error(m, "_apply_iterate", args)),
    }
}

/// `kwfunc(f)`: the function `f##kw` that takes the keywords as a named tuple, `f`, and the positional arguments.
fn kwfunc(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let name = match args {
        [Value::Function(name)] => Some(*name),
        [Value::Type(of)] => typing::family_name(m.types(), *of),
        [Value::Object(object)] => typing::family_name(m.types(), object.ty),
        _ => None,
    };
    match name {
        Some(name) => Ok(Value::function(&format!("{name}##kw"))),
        None => Err(method_error(m, "kwfunc", args)),
    }
}

/// A keyword that the function does not have.
fn kwerr(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_, f, ..] => {
            let sorter = kwfunc(m, std::slice::from_ref(f))?;
            Err(super::super::exception::no_method(m, &sorter, args))
        }
        _ => Err(method_error(m, "kwerr", args)),
    }
}

fn now() -> Outcome {
    let elapsed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Ok(Value::Float64(
        elapsed.map_or(0.0, |elapsed| elapsed.as_secs_f64()),
    ))
}
