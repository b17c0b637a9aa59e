//! Exceptions as Julia raises them.
//!
//! An exception is an object of one of the prelude's `… <: Exception` structs; these functions make one, ready to be
//! returned as the error of a native. Text for people is in [`super::show_error`].

use super::machine::{Machine, Thrown};
use super::typing::{self, Param};
use super::value::{Object, Value};
use crate::sym::Sym;

/// An exception of the named struct.
pub fn raise(m: &mut dyn Machine, name: &str, fields: impl IntoIterator<Item = Value>) -> Thrown {
    let ty = typing::apply(m.types(), name, &[]);
    Thrown::Exception(Object::create(m.types(), ty, fields))
}

/// `DomainError(value, message)`.
pub fn domain_error(m: &mut dyn Machine, value: Value, message: impl Into<String>) -> Thrown {
    raise(m, "DomainError", [value, message.into().into()])
}

/// `BoundsError(array, index)`; several indices become a tuple.
pub fn bounds_error(m: &mut dyn Machine, array: &Value, indices: &[Value]) -> Thrown {
    let index = match indices {
        [index] => index.clone(),
        _ => Value::tuple(indices.iter().cloned()),
    };
    raise(m, "BoundsError", [array.clone(), index])
}

/// `DimensionMismatch(message)`.
pub fn dimension_mismatch(m: &mut dyn Machine, message: impl Into<String>) -> Thrown {
    raise(m, "DimensionMismatch", [message.into().into()])
}

/// `ArgumentError(message)`.
pub fn argument_error(m: &mut dyn Machine, message: impl Into<String>) -> Thrown {
    raise(m, "ArgumentError", [message.into().into()])
}

/// `ErrorException(message)`, what `error(message)` throws.
pub fn error(m: &mut dyn Machine, message: impl Into<String>) -> Thrown {
    raise(m, "ErrorException", [message.into().into()])
}

/// `MethodError(f, args)`, for a native called with values it does not handle.
pub fn method_error(m: &mut dyn Machine, f: &str, args: &[Value]) -> Thrown {
    raise(
        m,
        "MethodError",
        [Value::function(f), Value::tuple(args.iter().cloned())],
    )
}

/// `MethodError(callee, args)`, for any value that was called.
pub fn no_method(m: &mut dyn Machine, callee: &Value, args: &[Value]) -> Thrown {
    raise(
        m,
        "MethodError",
        [callee.clone(), Value::tuple(args.iter().cloned())],
    )
}

/// `DivideError()`.
pub fn divide_error(m: &mut dyn Machine) -> Thrown {
    raise(m, "DivideError", [])
}

/// `UndefVarError(name)`.
pub fn undef_var_error(m: &mut dyn Machine, name: Sym) -> Thrown {
    raise(m, "UndefVarError", [Value::Symbol(name)])
}

/// `InexactError(f, T, value)`.
pub fn inexact_error(m: &mut dyn Machine, f: &str, to: Value, value: Value) -> Thrown {
    raise(m, "InexactError", [Value::symbol(f), to, value])
}

/// `OverflowError(message)`.
pub fn overflow_error(m: &mut dyn Machine, message: impl Into<String>) -> Thrown {
    raise(m, "OverflowError", [message.into().into()])
}

/// `KeyError(key)`.
pub fn key_error(m: &mut dyn Machine, key: Value) -> Thrown {
    raise(m, "KeyError", [key])
}

/// `TypeError(f, context, expected, got)`.
pub fn type_error(
    m: &mut dyn Machine,
    f: &str,
    context: &str,
    expected: Value,
    got: Value,
) -> Thrown {
    raise(
        m,
        "TypeError",
        [Value::symbol(f), context.into(), expected, got],
    )
}

/// `SingularException(k)`.
pub fn singular(m: &mut dyn Machine, column: usize) -> Thrown {
    raise(m, "SingularException", [Value::from(column)])
}

/// `UndefRefError()`.
pub fn undef_ref_error(m: &mut dyn Machine) -> Thrown {
    raise(m, "UndefRefError", [])
}

/// `a => b` as an object of the type its parts have.
pub fn pair(m: &mut dyn Machine, a: Value, b: Value) -> Value {
    let (ta, tb) = (a.type_of(m.types()), b.type_of(m.types()));
    let ty = typing::apply(m.types(), "Pair", &[Param::Type(ta), Param::Type(tb)]);
    Object::create(m.types(), ty, [a, b])
}
