//! Indexing: `getindex`, `setindex!`, bounds.
//!
//! Indices are integers, ranges, integer or `Bool` arrays, `:` and `CartesianIndex`. A scalar index drops its
//! dimension, every other keeps it.

use super::super::array::{Array, Dims, Storage};
use super::super::exception::{
    self, argument_error, bounds_error, dimension_mismatch, method_error,
};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::Num;
use super::super::sequence;
use super::super::typing;
use super::super::value::{Object, Value};
use super::{convert, own, range, string, wrapper};
use crate::types::ty;
use smallvec::{smallvec, SmallVec};

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("getindex", getindex),
    ("setindex!", setindex),
    ("checkbounds", checkbounds),
    ("checkindex", checkindex),
];

/// `:` as a value.
pub fn colon(m: &mut dyn Machine) -> Value {
    let ty = typing::apply(m.types(), "Colon", &[]);
    Object::create(m.types(), ty, [])
}

fn is_colon(index: &Value) -> bool {
    match index {
        Value::Function(name) => name.as_str() == ":",
        other => other.kind() == Kind::Colon,
    }
}

/// Indices with each `CartesianIndex` spread out.
pub fn expand_cartesian(indices: &[Value]) -> SmallVec<[Value; 3]> {
    let mut expanded = SmallVec::new();
    for index in indices {
        match index
            .as_kind(Kind::CartesianIndex)
            .and_then(|index| index.field(0))
        {
            Some(Value::Tuple(parts)) => expanded.extend(parts.iter().cloned()),
            _ => expanded.push(index.clone()),
        }
    }
    expanded
}

/// An index as an integer or an array of integers, for a dimension of this length.
pub fn resolve(m: &mut dyn Machine, index: &Value, len: usize) -> Outcome {
    if is_colon(index) {
        return Ok(range::one_to(m, len));
    }
    match index {
        Value::Int64(_) => Ok(index.clone()),
        Value::Array(array) => {
            if array.eltype() == ty::bool() {
                if array.len() != len {
                    // Out of bounds whatever it holds; the caller's check sees the last position.
                    return Ok(Value::from(len + 1));
                }
                let chosen: Vec<Value> = match &*array.storage() {
                    Storage::Bool(data) => (1..)
                        .zip(data)
                        .filter(|(_, &on)| on)
                        .map(|(at, _)| Value::Int64(at))
                        .collect(),
                    _ => Vec::new(),
                };
                return Ok(Array::vector(m.types(), ty::int64(), chosen));
            }
            Ok(index.clone())
        }
        Value::Bool(flag) => Err(argument_error(
            m,
            format!("invalid index: {flag} of type Bool"),
        )),
        _ if index.as_int().is_some() => match index.as_i64() {
            Some(n) => Ok(Value::Int64(n)),
            None => Ok(Value::Int64(i64::MAX)),
        },
        _ if sequence::is_array(index) => Ok(index.clone()),
        _ => {
            let (text, of) = (
                super::super::show::plain(m, index),
                index.type_of(m.types()),
            );
            let of = m.types().show(of);
            Err(argument_error(
                m,
                format!("invalid index: {text} of type {of}"),
            ))
        }
    }
}

/// Whether all positions of a resolved index lie in `1..=len`.
pub fn in_bounds(m: &mut dyn Machine, index: &Value, len: usize) -> Result<bool, Thrown> {
    let fits = |n: i64| n >= 1 && n as u64 <= len as u64;
    if let Value::Int64(n) = index {
        return Ok(fits(*n));
    }
    let count = sequence::dims(m, index)?.iter().product::<usize>();
    if count == 0 {
        return Ok(true);
    }
    if index.kind().is_range() {
        let ends = [range::element(index, 0), range::element(index, count - 1)];
        return Ok(ends.iter().all(|end| end.as_i64().is_some_and(fits)));
    }
    let positions = sequence::values(m, index)?;
    Ok(positions.iter().all(|at| at.as_i64().is_some_and(fits)))
}

/// Resolved indices of an array, checked, with their positions.
struct Selection {
    /// Positions along each index, from 0.
    positions: Vec<Vec<usize>>,
    /// Strides of the array along each index.
    strides: Vec<usize>,
    /// The shape of the result; scalar indices have no part in it.
    shape: Dims,
    scalar: bool,
}

impl Selection {
    fn new(m: &mut dyn Machine, array: &Value, indices: &[Value]) -> Result<Selection, Thrown> {
        let dims = sequence::dims(m, array)?;
        let indices = expand_cartesian(indices);
        // One mask for a whole matrix.
        if let ([Value::Array(mask)], true) = (&indices[..], dims.len() > 1) {
            if mask.eltype() == ty::bool() && mask.dims() != dims {
                return Err(bounds_error(m, array, &indices));
            }
        }
        let mut selection = Selection {
            positions: Vec::new(),
            strides: Vec::new(),
            shape: Dims::new(),
            scalar: true,
        };
        let mut stride = 1;
        for (k, index) in indices.iter().enumerate() {
            // The last index covers all remaining dimensions only when it is the only one.
            let len = if indices.len() == 1 {
                dims.iter().product()
            } else {
                dims.get(k).copied().unwrap_or(1)
            };
            let resolved = resolve(m, index, len)?;
            if !in_bounds(m, &resolved, len)? {
                return Err(bounds_error(m, array, &indices));
            }
            if let Value::Int64(at) = resolved {
                selection.positions.push(vec![at as usize - 1]);
            } else {
                selection.scalar = false;
                selection.shape.extend(sequence::dims(m, &resolved)?);
                let list = sequence::values(m, &resolved)?;
                selection.positions.push(
                    list.iter()
                        .map(|at| at.as_i64().unwrap_or(1) as usize - 1)
                        .collect(),
                );
            }
            selection.strides.push(stride);
            stride *= len;
        }
        // Fewer indices than dimensions are valid only where the missing ones have length one.
        let rest: usize = dims.iter().skip(indices.len().max(1)).product();
        if indices.len() > 1 && rest != 1
            || indices.is_empty() && dims.iter().product::<usize>() != 1
        {
            return Err(bounds_error(m, array, &indices));
        }
        Ok(selection)
    }

    fn len(&self) -> usize {
        self.positions.iter().map(Vec::len).product()
    }

    /// Positions in the array, in the order of the result.
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).map(|at| {
            let mut rest = at;
            let mut position = 0;
            for (list, stride) in self.positions.iter().zip(&self.strides) {
                position += list[rest % list.len()] * stride;
                rest /= list.len();
            }
            position
        })
    }
}

fn getindex(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array), Value::Int64(at)] => {
            if *at < 1 || *at as usize > array.len() {
                return Err(bounds_error(m, &args[0], &args[1..]));
            }
            match array.get(*at as usize - 1) {
                Some(value) => Ok(value),
                None => Err(exception::undef_ref_error(m)),
            }
        }
        [Value::Array(array), Value::Int64(i), Value::Int64(j)] => {
            let dims = array.dims();
            if let [rows, columns] = dims[..] {
                if *i >= 1 && *j >= 1 && *i as usize <= rows && *j as usize <= columns {
                    return match array.get(*i as usize - 1 + (*j as usize - 1) * rows) {
                        Some(value) => Ok(value),
                        None => Err(exception::undef_ref_error(m)),
                    };
                }
            }
            get_slice(m, &args[0], &args[1..])
        }
        [Value::Tuple(items), index] => get_tuple(m, &args[0], items, index),
        [Value::Str(_), index] => string::get(m, &args[0], index),
        [Value::Type(eltype), items @ ..] => {
            let mut storage = Storage::zeroed(*eltype, 0);
            for item in items {
                storage.push(convert::store_as(m, *eltype, item)?);
            }
            Ok(Value::Array(Array::new(
                m.types(),
                *eltype,
                smallvec![items.len()],
                storage,
            )))
        }
        [Value::Object(object), indices @ ..] => get_object(m, &args[0], object, indices),
        [array @ Value::Array(_), indices @ ..] => get_slice(m, array, indices),
        // A number is a collection of itself.
        [x, indices @ ..] if Num::of(x).is_some() => {
            if indices.iter().all(|index| index.as_i64() == Some(1)) {
                Ok(x.clone())
            } else {
                Err(bounds_error(m, x, indices))
            }
        }
        _ => Err(method_error(m, "getindex", args)),
    }
}

fn get_tuple(m: &mut dyn Machine, tuple: &Value, items: &[Value], index: &Value) -> Outcome {
    if is_colon(index) {
        return Ok(tuple.clone());
    }
    if let Some(at) = index.as_i64() {
        return match items.get(at.wrapping_sub(1) as usize) {
            Some(item) if at >= 1 => Ok(item.clone()),
            _ => Err(bounds_error(m, tuple, std::slice::from_ref(index))),
        };
    }
    let index = resolve(m, index, items.len())?;
    if !in_bounds(m, &index, items.len())? {
        return Err(bounds_error(m, tuple, &[index]));
    }
    let chosen = sequence::values(m, &index)?;
    Ok(Value::tuple(chosen.iter().map(|at| {
        items[at.as_i64().unwrap_or(1) as usize - 1].clone()
    })))
}

fn get_object(m: &mut dyn Machine, value: &Value, object: &Object, indices: &[Value]) -> Outcome {
    match object.kind {
        kind if kind.is_range() => {
            let len = range::len(value);
            match indices {
                [Value::Int64(at)] if *at >= 1 && *at as usize <= len => {
                    Ok(range::element(value, *at as usize - 1))
                }
                [index] if index.kind().is_range() && index.kind() != Kind::StepRangeLen => {
                    if !in_bounds(m, index, len)? {
                        return Err(bounds_error(m, value, indices));
                    }
                    let count = range::len(index);
                    let from = range::element(index, 0).as_i64().unwrap_or(1);
                    Ok(range::slice(
                        m,
                        value,
                        from,
                        range::step_of(index).as_i64().unwrap_or(1),
                        count,
                    ))
                }
                [index] if is_colon(index) => Ok(value.clone()),
                _ => get_slice(m, value, indices),
            }
        }
        kind if kind.is_array() => get_slice(m, value, indices),
        Kind::Dict => super::dict::get_or_throw(m, object, indices),
        Kind::RefValue => match object.field(0) {
            Some(value) => Ok(value),
            None => Err(exception::undef_ref_error(m)),
        },
        Kind::Some => Ok(object.field(0).unwrap_or(Value::Nothing)),
        Kind::NamedTuple => match indices {
            [Value::Symbol(_)] | [Value::Int64(_)] => {
                m.call_named("getfield", &[value.clone(), indices[0].clone()])
            }
            _ => Err(method_error(
                m,
                "getindex",
                &[std::slice::from_ref(value), indices].concat(),
            )),
        },
        Kind::Pair => match indices {
            [Value::Int64(at)] => match object.field(at.wrapping_sub(1) as usize) {
                Some(part) => Ok(part),
                None => Err(bounds_error(m, value, indices)),
            },
            _ => Err(method_error(
                m,
                "getindex",
                &[std::slice::from_ref(value), indices].concat(),
            )),
        },
        Kind::CartesianIndex => {
            let parts = object.field(0).unwrap_or(Value::Nothing);
            match indices {
                [index, ..] => get_tuple(m, value, parts.as_tuple().unwrap_or(&[]), index),
                [] => Err(method_error(m, "getindex", std::slice::from_ref(value))),
            }
        }
        Kind::Pairs => m.call_named(
            "getindex",
            &[&[object.field(0).unwrap_or(Value::Nothing)], indices].concat(),
        ),
        Kind::Broadcasted => {
            let array = m.call_named("materialize", std::slice::from_ref(value))?;
            getindex(m, &[&[array], indices].concat())
        }
        _ => Err(method_error(
            m,
            "getindex",
            &[std::slice::from_ref(value), indices].concat(),
        )),
    }
}

fn get_slice(m: &mut dyn Machine, array: &Value, indices: &[Value]) -> Outcome {
    let selection = Selection::new(m, array, indices)?;
    if selection.scalar {
        let at = selection.iter().next().unwrap_or(0);
        return sequence::element(m, array, at);
    }
    m.burn(selection.len() as u64)?;
    if let Value::Array(dense) = array {
        let storage = dense.storage().gather(selection.iter());
        return Ok(Value::Array(Array::new(
            m.types(),
            dense.eltype(),
            selection.shape,
            storage,
        )));
    }
    let eltype = sequence::eltype(m, array);
    let mut storage = Storage::zeroed(eltype, 0);
    for at in selection.iter() {
        let item = sequence::element(m, array, at)?;
        storage.push(convert::store_as(m, eltype, &item)?);
    }
    Ok(Value::Array(Array::new(
        m.types(),
        eltype,
        selection.shape,
        storage,
    )))
}

fn setindex(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array), value, Value::Int64(at)] => {
            if *at < 1 || *at as usize > array.len() {
                return Err(bounds_error(m, &args[0], &args[2..]));
            }
            let value = convert::store_as(m, array.eltype(), value)?;
            array.set(*at as usize - 1, value);
            Ok(args[0].clone())
        }
        [Value::Object(object), value, indices @ ..] => match object.kind {
            Kind::Dict => super::dict::set(m, object, value, indices).map(|()| args[0].clone()),
            Kind::RefValue => {
                let of = typing::type_param(m.types(), object.ty, 0).unwrap_or(ty::any());
                let value = convert::store_as(m, of, value)?;
                m.call_named("setfield!", &[args[0].clone(), Value::symbol("x"), value])
                    .map(|_| args[0].clone())
            }
            Kind::SubArray
            | Kind::Transpose
            | Kind::Adjoint
            | Kind::Diagonal
            | Kind::UpperTriangular
            | Kind::LowerTriangular
            | Kind::Own => set_slice(m, &args[0], value, indices),
            kind if kind.is_range() => {
                let of = m.types().show(object.ty);
                Err(exception::raise(
                    m,
                    "CanonicalIndexError",
                    [Value::string("setindex!"), Value::string(of)],
                ))
            }
            _ => Err(method_error(m, "setindex!", args)),
        },
        [array @ Value::Array(_), value, indices @ ..] => set_slice(m, array, value, indices),
        _ => Err(method_error(m, "setindex!", args)),
    }
}

/// Writes element `at` of an array or of what a wrapper shows.
pub fn set_element(
    m: &mut dyn Machine,
    array: &Value,
    at: usize,
    value: &Value,
) -> Result<(), Thrown> {
    match array {
        Value::Array(dense) => {
            let value = convert::store_as(m, dense.eltype(), value)?;
            // What a wrapper shows may have become shorter behind its back.
            if at >= dense.len() {
                return Err(exception::bounds_error(
                    m,
                    array,
                    &[Value::Int64(at as i64 + 1)],
                ));
            }
            dense.set(at, value);
            Ok(())
        }
        Value::Object(object) if object.kind == Kind::Own => own::set_element(m, array, at, value),
        Value::Object(object) => {
            let inner = object.field(0).unwrap_or(Value::Nothing);
            let dims = sequence::dims(m, array)?;
            let rows = dims.first().copied().unwrap_or(1).max(1);
            let (row, column) = (at % rows, at / rows);
            match object.kind {
                Kind::SubArray => {
                    let position = wrapper::view_position(m, object, at)?;
                    set_element(m, &inner, position, value)
                }
                Kind::Transpose | Kind::Adjoint => {
                    let value = if object.kind == Kind::Adjoint && Num::of(value).is_none() {
                        m.call_named("adjoint", std::slice::from_ref(value))?
                    } else {
                        value.clone()
                    };
                    set_element(
                        m,
                        &inner,
                        column + row * dims.get(1).copied().unwrap_or(1),
                        &value,
                    )
                }
                Kind::Diagonal if row == column => set_element(m, &inner, row, value),
                Kind::UpperTriangular if row <= column => set_element(m, &inner, at, value),
                Kind::LowerTriangular if row >= column => set_element(m, &inner, at, value),
                _ => {
                    let (i, j) = (row + 1, column + 1);
                    Err(argument_error(
                        m,
                        format!(
                            "cannot set index ({i}, {j}) of a {} matrix",
                            object.kind.name()
                        ),
                    ))
                }
            }
        }
        _ => Err(method_error(
            m,
            "setindex!",
            &[array.clone(), value.clone(), Value::from(at + 1)],
        )),
    }
}

fn set_slice(m: &mut dyn Machine, array: &Value, value: &Value, indices: &[Value]) -> Outcome {
    let selection = Selection::new(m, array, indices)?;
    if selection.scalar {
        let at = selection.iter().next().unwrap_or(0);
        set_element(m, array, at, value)?;
        return Ok(array.clone());
    }
    if !sequence::is_array(value) {
        let message =
            "indexed assignment with a single value to possibly many locations is not supported; \
                       perhaps use broadcasting `.=` instead?";
        return Err(argument_error(m, message));
    }
    let source = sequence::values(m, value)?;
    let count = selection.len();
    if source.len() != count {
        return Err(dimension_mismatch(
            m,
            format!(
                "tried to assign {} elements to {count} destinations",
                source.len()
            ),
        ));
    }
    m.burn(count as u64)?;
    let positions: Vec<usize> = selection.iter().collect();
    for (at, item) in positions.into_iter().zip(&source) {
        set_element(m, array, at, item)?;
    }
    Ok(array.clone())
}

fn checkbounds(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(_), array, indices @ ..] if sequence::is_array(array) => {
            let fits = Selection::new(m, array, indices);
            match fits {
                Ok(_) => Ok(Value::Bool(true)),
                Err(Thrown::Exception(error)) if error.kind() == Kind::BoundsError => {
                    Ok(Value::Bool(false))
                }
                Err(other) => Err(other),
            }
        }
        [array, indices @ ..] if sequence::is_array(array) => {
            Selection::new(m, array, indices).map(|_| Value::Nothing)
        }
        _ => Err(method_error(m, "checkbounds", args)),
    }
}

fn checkindex(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(_), axis, index] if axis.kind().is_range() => {
            let (len, first) = (
                range::len(axis),
                range::element(axis, 0).as_i64().unwrap_or(1),
            );
            let index = resolve(m, index, len)?;
            let fits = match index {
                Value::Int64(at) => at >= first && at < first + len as i64,
                ref other => in_bounds(m, other, len)?,
            };
            Ok(Value::Bool(fits))
        }
        _ => Err(method_error(m, "checkindex", args)),
    }
}
