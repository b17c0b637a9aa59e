//! Any array-like value as dense data, any iterable as a list.
//!
//! Natives work on dense arrays; ranges, transposes, views and other lazy wrappers are turned into one first
//! ([`dense`]), which costs a copy and keeps each native short. Element access ([`element`]) and shapes ([`dims`]) do
//! not copy.

use super::array::{Array, Dims, Storage};
use super::exception::{self, dimension_mismatch, method_error};
use super::kind::Kind;
use super::machine::{Machine, Outcome, Thrown};
use super::native::{convert, iterate, own, range, wrapper};
use super::number::Num;
use super::typing;
use super::value::Value;
use crate::ir::Type;
use crate::types::ty;
use smallvec::smallvec;
use std::rc::Rc;

/// The largest array that may be made, in elements. More is an `OutOfMemoryError`.
pub const MAX_ELEMENTS: usize = 1 << 28;

/// Whether natives can index the value as an array.
pub fn is_array(value: &Value) -> bool {
    match value {
        Value::Array(_) => true,
        Value::Object(object) => object.kind.is_array(),
        _ => false,
    }
}

/// Lengths along each dimension of an array-like value.
pub fn dims(m: &mut dyn Machine, value: &Value) -> Result<Dims, Thrown> {
    match value {
        Value::Array(array) => Ok(array.dims()),
        Value::Object(object) if object.kind.is_range() => {
            Ok(smallvec![range::checked_len(m, value)?])
        }
        Value::Object(object) if object.kind == Kind::Own => own::dims(m, value),
        Value::Object(object) if object.kind.is_array() => wrapper::dims(m, object),
        _ => Err(method_error(m, "size", std::slice::from_ref(value))),
    }
}

/// The element type of an array-like value.
pub fn eltype(m: &mut dyn Machine, value: &Value) -> Type {
    match value {
        Value::Array(array) => array.eltype(),
        Value::Object(object) if object.kind == Kind::CartesianIndices => {
            let rank = object
                .field(0)
                .and_then(|axes| axes.as_tuple().map(<[_]>::len))
                .unwrap_or(0);
            typing::apply(
                m.types(),
                "CartesianIndex",
                &[typing::Param::Int(rank as i64)],
            )
        }
        Value::Object(object) if object.kind == Kind::Own => m.types().eltype(object.ty),
        Value::Object(object) => typing::type_param(m.types(), object.ty, 0).unwrap_or(ty::any()),
        _ => ty::any(),
    }
}

/// Element `at` in column-major order, from 0, of an array-like value. The caller has checked bounds; a function that
/// it has called since may have shortened the array.
pub fn element(m: &mut dyn Machine, value: &Value, at: usize) -> Outcome {
    match value {
        Value::Array(array) if at >= array.len() => {
            Err(exception::bounds_error(m, value, &[Value::from(at + 1)]))
        }
        Value::Array(array) => match array.get(at) {
            Some(value) => Ok(value),
            None => Err(exception::undef_ref_error(m)),
        },
        Value::Object(object) if object.kind.is_range() => Ok(range::element(value, at)),
        Value::Object(object) if object.kind == Kind::Own => own::element(m, value, at),
        Value::Object(object) => wrapper::element(m, object, at),
        _ => Err(method_error(
            m,
            "getindex",
            &[value.clone(), Value::from(at + 1)],
        )),
    }
}

/// The elements as a dense array: the array itself, or a copy of what a lazy wrapper shows.
pub fn dense(m: &mut dyn Machine, value: &Value) -> Result<Rc<Array>, Thrown> {
    match value {
        Value::Array(array) => return Ok(array.clone()),
        Value::Object(object) if object.kind == Kind::Transpose || object.kind == Kind::Adjoint => {
            if let Some(array) = wrapper::dense_transpose(m, object)? {
                return Ok(array);
            }
        }
        _ => {}
    }
    let dims = dims(m, value)?;
    check_size(m, &dims)?;
    let len: usize = dims.iter().product();
    m.burn(len as u64)?;
    let eltype = eltype(m, value);
    let mut storage = Storage::zeroed(eltype, 0);
    for at in 0..len {
        let item = element(m, value, at)?;
        // The program may give what is not of the type that it declares.
        let item = match value.kind() {
            Kind::Own => convert::store_as(m, eltype, &item)?,
            _ => item,
        };
        storage.push(item);
    }
    Ok(Array::new(m.types(), eltype, dims, storage))
}

/// The elements of an array-like value, in column-major order.
pub fn values(m: &mut dyn Machine, value: &Value) -> Result<Vec<Value>, Thrown> {
    let array = dense(m, value)?;
    m.burn(array.len() as u64)?;
    let values: Option<Vec<Value>> = array.storage().iter().collect();
    match values {
        Some(values) => Ok(values),
        None => Err(exception::undef_ref_error(m)),
    }
}

/// Everything an iterable gives.
pub fn collect(m: &mut dyn Machine, value: &Value) -> Result<Vec<Value>, Thrown> {
    match value {
        Value::Tuple(items) => Ok(items.to_vec()),
        _ if is_array(value) => values(m, value),
        _ if Num::of(value).is_some() => Ok(vec![value.clone()]),
        _ => {
            let mut items = Vec::new();
            let mut cursor = iterate::Cursor::new(value);
            while let Some(item) = cursor.next(m)? {
                items.push(item);
            }
            Ok(items)
        }
    }
}

/// Dimensions given as integers or as one tuple of integers or axes; negative ones count as zero.
pub fn dims_of(args: &[Value]) -> Option<Dims> {
    let args = match args {
        [Value::Tuple(items)] => items,
        args => args,
    };
    args.iter()
        .map(|arg| match arg {
            Value::Object(object) if object.kind.is_range() => Some(range::len(arg)),
            arg => arg.as_i64().map(|n| n.max(0) as usize),
        })
        .collect()
}

/// Refuses an array that would not fit in memory.
pub fn check_size(m: &mut dyn Machine, dims: &[usize]) -> Result<usize, Thrown> {
    let len = dims
        .iter()
        .try_fold(1usize, |len, &dim| len.checked_mul(dim));
    match len {
        Some(len) if len <= MAX_ELEMENTS => Ok(len),
        _ => Err(exception::raise(m, "OutOfMemoryError", [])),
    }
}

/// An array of values whose element type is the join of their types.
pub fn array_of(m: &mut dyn Machine, dims: Dims, values: Vec<Value>) -> Value {
    let eltype = join_types(m, &values);
    let storage = Storage::from_values(eltype, values.into_iter());
    Value::Array(Array::new(m.types(), eltype, dims, storage))
}

/// The element type that `collect` and broadcasting give: unions with `nothing` and `missing` stay small, other types
/// are joined.
pub fn join_types(m: &mut dyn Machine, values: &[Value]) -> Type {
    let mut join: Option<Type> = None;
    for value in values {
        let of = value.type_of(m.types());
        join = Some(match join {
            None => of,
            Some(join) if join == of => join,
            Some(join) => typing::promote_typejoin(m.types(), join, of),
        });
    }
    join.unwrap_or(ty::bottom())
}

/// Calls a function on the corresponding elements of arrays of one shape.
pub fn map_elements(m: &mut dyn Machine, name: &str, arrays: &[Value]) -> Outcome {
    let mut lists = Vec::with_capacity(arrays.len());
    let shape = dims(m, &arrays[0])?;
    for array in arrays {
        let other = dims(m, array)?;
        if other != shape {
            return Err(shape_mismatch(m, &shape, &other));
        }
        lists.push(dense(m, array)?);
    }
    if let Some(done) = map_floats(m, name, &lists) {
        return Ok(done);
    }
    let f = Value::function(name);
    let len = lists[0].len();
    m.burn(len as u64)?;
    let mut results = Vec::with_capacity(len);
    for at in 0..len {
        let mut args = Vec::with_capacity(lists.len());
        for list in &lists {
            args.push(element(m, &Value::Array(list.clone()), at)?);
        }
        results.push(m.call(&f, &args)?);
    }
    if results.is_empty() {
        let eltype = lists
            .iter()
            .map(|list| list.eltype())
            .reduce(|a, b| convert::promote_types(m.types(), a, b));
        return Ok(Value::Array(Array::new(
            m.types(),
            eltype.unwrap_or(ty::any()),
            shape,
            Storage::zeroed(eltype.unwrap_or(ty::any()), 0),
        )));
    }
    Ok(array_of(m, shape, results))
}

/// The commonest case at the speed of the machine: `+`, `-` of `Float64` arrays.
fn map_floats(m: &mut dyn Machine, name: &str, lists: &[Rc<Array>]) -> Option<Value> {
    let result: Vec<f64> = match (name, lists) {
        ("+" | "-", [a, b]) => match (&*a.storage(), &*b.storage()) {
            (Storage::F64(a), Storage::F64(b)) if name == "+" => {
                a.iter().zip(b).map(|(a, b)| a + b).collect()
            }
            (Storage::F64(a), Storage::F64(b)) => a.iter().zip(b).map(|(a, b)| a - b).collect(),
            _ => return None,
        },
        ("-", [a]) => match &*a.storage() {
            Storage::F64(a) => a.iter().map(|a| -a).collect(),
            _ => return None,
        },
        _ => return None,
    };
    Some(Array::of_f64(m.types(), lists[0].dims(), result))
}

fn shape_mismatch(m: &mut dyn Machine, a: &[usize], b: &[usize]) -> Thrown {
    let axes = |dims: &[usize]| {
        let axes: Vec<_> = dims.iter().map(|n| format!("Base.OneTo({n})")).collect();
        format!(
            "({}{})",
            axes.join(", "),
            if axes.len() == 1 { "," } else { "" }
        )
    };
    let at = a
        .iter()
        .zip(b)
        .position(|(a, b)| a != b)
        .unwrap_or(a.len().min(b.len()))
        + 1;
    dimension_mismatch(
        m,
        format!(
            "dimensions must match: a has dims {}, b has dims {}, mismatch at {at}",
            axes(a),
            axes(b)
        ),
    )
}
