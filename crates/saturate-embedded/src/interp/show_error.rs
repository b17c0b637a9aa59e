//! Exceptions as `showerror` writes them, and as the command line reports them.

use super::kind::Kind;
use super::machine::{Machine, Thrown};
use super::show::{self, plain};
use super::show_array;
use super::typing;
use super::value::{Object, Value};
use crate::sym::Sym;

/// What stopped a run, in words.
pub fn describe(m: &mut dyn Machine, thrown: &Thrown) -> String {
    match thrown {
        Thrown::Exception(value) => message(m, value),
        Thrown::OutOfFuel => {
            "out of fuel: the program did not finish within its limit of steps".to_string()
        }
        Thrown::Unsupported(what) => format!("not supported by the embedded interpreter: {what}"),
        Thrown::Claim(what) => what.clone(),
    }
}

/// The text of `showerror(io, exception)`.
pub fn message(m: &mut dyn Machine, exception: &Value) -> String {
    let Value::Object(object) = exception else {
        return plain(m, exception);
    };
    let io = show::buffer(m);
    let args = [io.clone(), exception.clone()];
    if m.has_own_method(Sym::new("showerror"), &args) && m.call_named("showerror", &args).is_ok() {
        if let Value::Object(io) = &io {
            if let super::value::Fields::Buffer(bytes) = &io.fields {
                return String::from_utf8_lossy(&bytes.borrow()).into_owned();
            }
        }
    }
    built_in(m, exception, object)
}

fn built_in(m: &mut dyn Machine, exception: &Value, object: &Object) -> String {
    let field = |at: usize| object.field(at).unwrap_or(Value::Nothing);
    let text = |at: usize| match field(at) {
        Value::Symbol(name) => name.to_string(),
        other => other.as_text().unwrap_or_default().into_owned(),
    };
    match object.kind {
        Kind::ErrorException => text(0),
        Kind::DomainError => {
            let value = plain(m, &field(0));
            match object.field(1) {
                Some(Value::Str(_)) if !text(1).is_empty() => {
                    format!("DomainError with {value}:\n{}", text(1))
                }
                _ => format!("DomainError with {value}:"),
            }
        }
        Kind::BoundsError => bounds(m, &field(0), object.field(1)),
        Kind::DimensionMismatch => format!("DimensionMismatch: {}", text(0)),
        Kind::ArgumentError => format!("ArgumentError: {}", text(0)),
        Kind::AssertionError => format!("AssertionError: {}", text(0)),
        Kind::OverflowError => format!("OverflowError: {}", text(0)),
        Kind::DivideError => "DivideError: integer division error".to_string(),
        Kind::StackOverflowError => "StackOverflowError:".to_string(),
        Kind::UndefRefError => "UndefRefError: access to undefined reference".to_string(),
        Kind::UndefVarError => match field(0) {
            Value::Symbol(name) => format!("UndefVarError: `{name}` not defined"),
            other => format!("UndefVarError: {} not defined", plain(m, &other)),
        },
        Kind::UndefKeywordError => match field(0) {
            Value::Symbol(name) => {
                format!("UndefKeywordError: keyword argument `{name}` not assigned")
            }
            _ => "UndefKeywordError".to_string(),
        },
        Kind::KeyError => format!("KeyError: key {} not found", plain(m, &field(0))),
        Kind::InexactError => {
            let function = match field(0) {
                Value::Symbol(name) => name.to_string(),
                other => plain(m, &other),
            };
            let (to, value) = (plain(m, &field(1)), plain(m, &field(2)));
            if function == to {
                format!("InexactError: {function}({value})")
            } else {
                format!("InexactError: {function}({to}, {value})")
            }
        }
        Kind::TypeError => type_error(m, &field(0), &text(1), &field(2), &field(3)),
        Kind::MethodError => method_error(m, &field(0), &field(1)),
        _ => plain(m, exception),
    }
}

fn bounds(m: &mut dyn Machine, array: &Value, index: Option<Value>) -> String {
    let mut out = "BoundsError".to_string();
    if matches!(array, Value::Nothing) {
        return out;
    }
    out.push_str(": attempt to access ");
    match array {
        Value::Str(bytes) => out.push_str(&format!("{}-codeunit String", bytes.len())),
        value => out.push_str(&show_array::summary(m, value).unwrap_or_default()),
    }
    if let Some(index) = index {
        let parts = match &index {
            Value::Tuple(parts) => parts.to_vec(),
            other => vec![other.clone()],
        };
        let parts: Vec<String> = parts.iter().map(|part| plain(m, part)).collect();
        out.push_str(&format!(" at index [{}]", parts.join(", ")));
    }
    out
}

fn type_error(
    m: &mut dyn Machine,
    function: &Value,
    context: &str,
    expected: &Value,
    got: &Value,
) -> String {
    let function = match function {
        Value::Symbol(name) => name.to_string(),
        other => plain(m, other),
    };
    let of = got.type_of(m.types());
    let of = m.types().show(of);
    let expected = plain(m, expected);
    if expected == "Bool" && context == "if" || function == "if" {
        return format!("TypeError: non-boolean ({of}) used in boolean context");
    }
    let place = if context.is_empty() {
        function
    } else if function == "keyword argument" {
        format!("{function} {context}")
    } else {
        format!("{function}, in {context}")
    };
    format!("TypeError: in {place}, expected {expected}, got a value of type {of}")
}

fn method_error(m: &mut dyn Machine, function: &Value, args: &Value) -> String {
    let args = args.as_tuple().unwrap_or(&[]).to_vec();
    let is_convert = matches!(function, Value::Function(name) if name.as_str() == "convert");
    if let (true, [Value::Type(to), value]) = (is_convert, &args[..]) {
        let of = value.type_of(m.types());
        return format!(
            "MethodError: Cannot `convert` an object of type {} to an object of type {}",
            m.types().show(of),
            m.types().show(*to)
        );
    }
    // A call with keywords that no method takes: the sorter was called with (keywords, function, arguments...).
    let (keywords, function, args) = match (function, &args[..]) {
        (Value::Function(name), [keywords, inner, rest @ ..])
            if name.as_str().ends_with("##kw") =>
        {
            let shown: Vec<String> = match super::native::object::entries(m, keywords) {
                Ok(entries) => entries
                    .iter()
                    .map(|(name, value)| format!("{name}={}", plain(m, value)))
                    .collect(),
                Err(_) => Vec::new(),
            };
            (
                format!("; {}", shown.join(", ")),
                inner.clone(),
                rest.to_vec(),
            )
        }
        _ => (String::new(), function.clone(), args),
    };
    let function = &function;
    let types: Vec<String> = args
        .iter()
        .map(|arg| match arg {
            Value::Type(of) => format!("::Type{{{}}}", m.types().show(*of)),
            arg => {
                let of = arg.type_of(m.types());
                format!("::{}", m.types().show(of))
            }
        })
        .collect();
    let callable = match function {
        Value::Function(_) | Value::Type(_) => true,
        Value::Object(object) => {
            let of = object.ty;
            m.types().subtype(of, crate::types::ty::function())
        }
        _ => false,
    };
    if !callable {
        let of = function.type_of(m.types());
        return format!(
            "MethodError: objects of type {} are not callable",
            m.types().show(of)
        );
    }
    let name = match function {
        Value::Object(object) => match typing::family_name(m.types(), object.ty) {
            Some(name) => format!("(::{})", crate::types::plain_name(name)),
            None => plain(m, function),
        },
        other => plain(m, other),
    };
    format!(
        "MethodError: no method matching {name}({}{keywords})",
        types.join(", ")
    )
}
