//! Arrays that the program defines: a subtype of `AbstractArray` with its own `size` and `getindex`.
//!
//! ```julia
//! struct Squares <: AbstractVector{Int64}
//!     n::Int64
//! end
//! Base.size(s::Squares) = (s.n,)
//! Base.getindex(s::Squares, i::Int64) = i * i      # now length(s), sum(s), s[2:3], for x in s, s .+ 1 work
//! ```
//!
//! Natives ask such an array for its shape and its elements by calling these methods. An element is asked for by one index where
//! `IndexStyle` says `IndexLinear`, else by as many as there are dimensions, as in Julia.

use super::super::array::Dims;
use super::super::exception::{error, method_error};
use super::super::machine::{Machine, Outcome, Thrown};
use super::super::typing;
use super::super::value::Value;
use crate::sym::Sym;
use smallvec::SmallVec;

/// Lengths along each dimension: what the program's `size` says.
pub fn dims(m: &mut dyn Machine, array: &Value) -> Result<Dims, Thrown> {
    let args = std::slice::from_ref(array);
    if !m.has_own_method(Sym::new("size"), args) {
        return Err(method_error(m, "size", args));
    }
    let size = m.call_named("size", args)?;
    let dims: Option<Dims> = size.as_tuple().and_then(|dims| {
        let lengths = dims.iter().map(Value::as_i64);
        lengths.map(|n| usize::try_from(n?).ok()).collect()
    });
    match dims {
        Some(dims) => Ok(dims),
        None => {
            let of = array.type_of(m.types());
            let message = format!(
                "the `size` of a {} is no tuple of lengths",
                m.types().show(of)
            );
            Err(error(m, message))
        }
    }
}

/// Element `at` in column-major order, from 0: what the program's `getindex` says.
pub fn element(m: &mut dyn Machine, array: &Value, at: usize) -> Outcome {
    let mut args: SmallVec<[Value; 4]> = SmallVec::new();
    args.push(array.clone());
    args.extend(indices(m, array, at)?);
    call_own(m, "getindex", &args)
}

/// Stores an element with the program's `setindex!`.
pub fn set_element(
    m: &mut dyn Machine,
    array: &Value,
    at: usize,
    value: &Value,
) -> Result<(), Thrown> {
    let mut args: SmallVec<[Value; 4]> = SmallVec::new();
    args.extend([array.clone(), value.clone()]);
    args.extend(indices(m, array, at)?);
    call_own(m, "setindex!", &args).map(|_| ())
}

/// Calls a method of the program. The native of the same name would come back to this one.
fn call_own(m: &mut dyn Machine, name: &str, args: &[Value]) -> Outcome {
    if m.has_own_method(Sym::new(name), args) {
        return m.call_named(name, args);
    }
    let of = args[0].type_of(m.types());
    let message = format!("{name} not defined for {}", m.types().show(of));
    Err(error(m, message))
}

/// The indices by which the program is asked for an element.
fn indices(m: &mut dyn Machine, array: &Value, at: usize) -> Result<SmallVec<[Value; 3]>, Thrown> {
    let dims = dims(m, array)?;
    if dims.len() == 1 || is_linear(m, array)? {
        return Ok(SmallVec::from_iter([Value::from(at + 1)]));
    }
    let mut rest = at;
    let indices = dims.iter().map(|&len| {
        let index = Value::from(rest % len.max(1) + 1);
        rest /= len.max(1);
        index
    });
    Ok(indices.collect())
}

/// Whether the program takes one index for an element, however many dimensions there are.
pub fn is_linear(m: &mut dyn Machine, array: &Value) -> Result<bool, Thrown> {
    let style = Value::Type(typing::apply(m.types(), "IndexStyle", &[]));
    let of = Value::Type(array.type_of(m.types()));
    let answer = m.call(&style, &[of])?;
    let of = answer.type_of(m.types());
    Ok(typing::family_name(m.types(), of).is_some_and(|name| name.as_str() == "IndexLinear"))
}
