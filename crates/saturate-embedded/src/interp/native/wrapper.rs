//! Lazy wrappers of arrays: transposes, symmetric and triangular matrices, diagonals, views, index grids.
//!
//! A wrapper is an object whose first field is the wrapped array; it shows other elements of it and owns none.

use super::super::array::{Array, Dims, Storage};
use super::super::exception::{bounds_error, dimension_mismatch, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::Num;
use super::super::sequence;
use super::super::typing::{self, Param};
use super::super::value::{Object, Value};
use super::range;
use smallvec::smallvec;
use std::rc::Rc;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("transpose", |m, args| flip(m, args, "Transpose")),
    ("adjoint", |m, args| flip(m, args, "Adjoint")),
    ("Symmetric", |m, args| square_wrapper(m, args, "Symmetric")),
    ("Hermitian", |m, args| square_wrapper(m, args, "Hermitian")),
    ("UpperTriangular", |m, args| {
        square_wrapper(m, args, "UpperTriangular")
    }),
    ("LowerTriangular", |m, args| {
        square_wrapper(m, args, "LowerTriangular")
    }),
    ("Diagonal", diagonal),
    ("parent", parent),
    ("mightalias", might_alias),
    ("view", view),
    ("maybeview", view),
    ("CartesianIndices", cartesian_indices),
    ("CartesianIndex", cartesian_index),
];

fn field(object: &Object, at: usize) -> Value {
    object.field(at).unwrap_or(Value::Nothing)
}

/// Lengths along each dimension.
pub fn dims(m: &mut dyn Machine, object: &Object) -> Result<Dims, Thrown> {
    let wrapped = field(object, 0);
    Ok(match object.kind {
        Kind::Transpose | Kind::Adjoint => {
            let inner = sequence::dims(m, &wrapped)?;
            match inner[..] {
                [n] => smallvec![1, n],
                [rows, columns] => smallvec![columns, rows],
                _ => inner,
            }
        }
        Kind::Diagonal => {
            let n = sequence::dims(m, &wrapped)?[0];
            smallvec![n, n]
        }
        Kind::SubArray => {
            let indices = field(object, 1);
            let mut dims = Dims::new();
            for index in indices.as_tuple().unwrap_or(&[]) {
                if sequence::is_array(index) {
                    dims.push(sequence::dims(m, index)?.iter().product());
                }
            }
            dims
        }
        Kind::CartesianIndices => wrapped
            .as_tuple()
            .unwrap_or(&[])
            .iter()
            .map(range::len)
            .collect(),
        _ => sequence::dims(m, &wrapped)?,
    })
}

/// Element `at`, in column-major order.
pub fn element(m: &mut dyn Machine, object: &Object, at: usize) -> Outcome {
    let wrapped = field(object, 0);
    let shape = dims(m, object)?;
    let rows = shape.first().copied().unwrap_or(1).max(1);
    let (row, column) = (at % rows, at / rows);
    match object.kind {
        Kind::Transpose | Kind::Adjoint => {
            let columns = shape.get(1).copied().unwrap_or(1);
            let value = sequence::element(m, &wrapped, column + row * columns)?;
            flip_element(m, object.kind, value)
        }
        Kind::Symmetric | Kind::Hermitian => {
            let upper = !matches!(field(object, 1), Value::Char(c) if c == 'L' as u32);
            let stored = row == column || upper == (row < column);
            let (i, j) = if stored { (row, column) } else { (column, row) };
            let value = sequence::element(m, &wrapped, i + j * rows)?;
            let kind = if object.kind == Kind::Hermitian {
                Kind::Adjoint
            } else {
                Kind::Transpose
            };
            if stored {
                Ok(value)
            } else {
                flip_element(m, kind, value)
            }
        }
        Kind::Diagonal if row == column => sequence::element(m, &wrapped, row),
        Kind::UpperTriangular if row <= column => sequence::element(m, &wrapped, at),
        Kind::LowerTriangular if row >= column => sequence::element(m, &wrapped, at),
        Kind::Diagonal | Kind::UpperTriangular | Kind::LowerTriangular => {
            let eltype =
                typing::type_param(m.types(), object.ty, 0).unwrap_or(crate::types::ty::any());
            m.call_named("zero", &[Value::Type(eltype)])
        }
        Kind::SubArray => {
            let position = view_position(m, object, at)?;
            sequence::element(m, &wrapped, position)
        }
        Kind::CartesianIndices => {
            let mut rest = at;
            let mut index = Vec::new();
            for axis in wrapped.as_tuple().unwrap_or(&[]) {
                let len = range::len(axis).max(1);
                index.push(range::element(axis, rest % len));
                rest /= len;
            }
            Ok(make_cartesian(m, index))
        }
        _ => Err(method_error(m, "getindex", &[wrapped, Value::from(at + 1)])),
    }
}

/// An element as a transposed matrix shows it: a real number is its own transpose and adjoint.
fn flip_element(m: &mut dyn Machine, kind: Kind, value: Value) -> Outcome {
    if Num::of(&value).is_some() || value.kind() == Kind::Complex && kind == Kind::Transpose {
        return Ok(value);
    }
    m.call_named(
        if kind == Kind::Adjoint {
            "adjoint"
        } else {
            "transpose"
        },
        &[value],
    )
}

/// Where in its parent the element of a view lies.
pub fn view_position(m: &mut dyn Machine, object: &Object, at: usize) -> Result<usize, Thrown> {
    let (parent, indices) = (field(object, 0), field(object, 1));
    let shape = sequence::dims(m, &parent)?;
    let indices = indices.as_tuple().unwrap_or(&[]).to_vec();
    let (mut rest, mut stride, mut position) = (at, 1, 0);
    for (k, index) in indices.iter().enumerate() {
        let chosen = if sequence::is_array(index) {
            let len = sequence::dims(m, index)?.iter().product::<usize>().max(1);
            let chosen = sequence::element(m, index, rest % len)?;
            rest /= len;
            chosen
        } else {
            index.clone()
        };
        position += (chosen.as_i64().unwrap_or(1) - 1).max(0) as usize * stride;
        stride *= shape.get(k).copied().unwrap_or(1);
    }
    Ok(position)
}

/// A transposed dense matrix of bare numbers, copied in one go.
pub fn dense_transpose(m: &mut dyn Machine, object: &Object) -> Result<Option<Rc<Array>>, Thrown> {
    let Value::Array(inner) = field(object, 0) else {
        return Ok(None);
    };
    if matches!(&*inner.storage(), Storage::Values(_)) {
        return Ok(None);
    }
    let shape = dims(m, object)?;
    let (rows, columns) = (shape[0], shape[1]);
    m.burn(inner.len() as u64)?;
    let storage = inner
        .storage()
        .gather((0..rows * columns).map(|at| at / rows.max(1) + at % rows.max(1) * columns));
    Ok(Some(Array::new(m.types(), inner.eltype(), shape, storage)))
}

fn wrap(m: &mut dyn Machine, name: &str, inner: &Value, more: &[Value]) -> Value {
    let eltype = sequence::eltype(m, inner);
    let inner_type = inner.type_of(m.types());
    let ty = typing::apply(
        m.types(),
        name,
        &[Param::Type(eltype), Param::Type(inner_type)],
    );
    Object::create(
        m.types(),
        ty,
        std::iter::once(inner.clone()).chain(more.iter().cloned()),
    )
}

fn flip(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let function = if name == "Adjoint" {
        "adjoint"
    } else {
        "transpose"
    };
    match args {
        [x] if Num::of(x).is_some() || matches!(x, Value::Missing) => Ok(x.clone()),
        [Value::Object(object)] => match object.kind {
            // The other of the two is undone as well where elements are real.
            Kind::Transpose | Kind::Adjoint => {
                let real = typing::type_param(m.types(), object.ty, 0)
                    .is_some_and(|eltype| m.types().subtype(eltype, crate::types::ty::real()));
                if real || object.kind.name() == name {
                    Ok(field(object, 0))
                } else {
                    Ok(wrap(m, name, &args[0], &[]))
                }
            }
            Kind::Symmetric | Kind::Hermitian | Kind::Diagonal
                if typing::type_param(m.types(), object.ty, 0)
                    .is_some_and(|eltype| m.types().subtype(eltype, crate::types::ty::real())) =>
            {
                Ok(args[0].clone())
            }
            Kind::UpperTriangular | Kind::LowerTriangular => {
                let inner = flip(m, &[field(object, 0)], name)?;
                let other = if object.kind == Kind::UpperTriangular {
                    "LowerTriangular"
                } else {
                    "UpperTriangular"
                };
                Ok(wrap(m, other, &inner, &[]))
            }
            kind if kind.is_array() => Ok(wrap(m, name, &args[0], &[])),
            _ => Err(method_error(m, function, args)),
        },
        [Value::Array(array)] if array.ndims() <= 2 => Ok(wrap(m, name, &args[0], &[])),
        _ => Err(method_error(m, function, args)),
    }
}

fn square_wrapper(m: &mut dyn Machine, args: &[Value], name: &'static str) -> Outcome {
    let Some((_, args)) = args.split_first() else {
        return Err(method_error(m, name, args));
    };
    let [inner, rest @ ..] = args else {
        return Err(method_error(m, name, args));
    };
    if inner.kind().name() == name && rest.is_empty() {
        return Ok(inner.clone());
    }
    let symmetric = matches!(name, "Symmetric" | "Hermitian");
    let uplo = match rest {
        [] => 'U' as u32,
        [Value::Symbol(which)] if which.as_str() == "U" || which.as_str() == "L" => {
            which.as_str().as_bytes()[0] as u32
        }
        _ => return Err(method_error(m, name, args)),
    };
    if !sequence::is_array(inner) {
        return Err(method_error(m, name, args));
    }
    let shape = sequence::dims(m, inner)?;
    match shape[..] {
        [rows, columns] if rows == columns => Ok(wrap(
            m,
            name,
            inner,
            &[Value::Char(uplo)][..symmetric as usize],
        )),
        [rows, columns] => Err(dimension_mismatch(
            m,
            format!("matrix is not square: dimensions are ({rows}, {columns})"),
        )),
        _ => Err(method_error(m, name, args)),
    }
}

fn diagonal(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [_, inner] = args else {
        return Err(method_error(m, "Diagonal", args));
    };
    if !sequence::is_array(inner) {
        return Err(method_error(m, "Diagonal", &args[1..]));
    }
    // How many dimensions an array has is in its type: to wrap a vector reads no memory.
    let dimensions = match inner {
        Value::Array(array) => array.ndims(),
        _ => sequence::dims(m, inner)?.len(),
    };
    match dimensions {
        1 => Ok(wrap(m, "Diagonal", inner, &[])),
        2 => {
            let diagonal = m.call_named("diag", std::slice::from_ref(inner))?;
            Ok(wrap(m, "Diagonal", &diagonal, &[]))
        }
        _ => Err(method_error(m, "Diagonal", &args[1..])),
    }
}

fn parent(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object)]
            if object.kind.is_matrix_wrapper() || object.kind == Kind::SubArray =>
        {
            Ok(field(object, 0))
        }
        [array] if sequence::is_array(array) => Ok(array.clone()),
        _ => Err(method_error(m, "parent", args)),
    }
}

/// Whether two arrays lead to the same elements in memory: a reshaped array and a view do, to those of the array behind.
fn might_alias(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [a, b] = args else {
        return Err(method_error(m, "mightalias", args));
    };
    let (a, b) = (memory_of(a), memory_of(b));
    Ok(Value::Bool(a.iter().any(|at| b.contains(at))))
}

/// Addresses of the elements that an array shows. An array of the program is known by its own address alone, as in Julia.
fn memory_of(array: &Value) -> Vec<usize> {
    let mut found = Vec::new();
    let mut work = vec![array.clone()];
    while let Some(value) = work.pop() {
        match &value {
            Value::Array(array) => found.push(array.addresses()[1]),
            Value::Tuple(items) => work.extend(items.iter().cloned()),
            Value::Object(object) if object.kind == Kind::Own => {
                found.push(Rc::as_ptr(object) as usize);
            }
            Value::Object(object) if object.kind.is_range() => {}
            Value::Object(object) if object.kind.is_array() => {
                work.extend([field(object, 0), field(object, 1)]);
            }
            _ => {}
        }
    }
    found
}

/// `view(A, indices...)`: shares the data of `A`. Of a range, a range.
fn view(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [array, indices @ ..] = args else {
        return Err(method_error(m, "view", args));
    };
    if !sequence::is_array(array) {
        return m.call_named("getindex", args);
    }
    if array.kind().is_range() && indices.len() == 1 && indices[0].kind().is_range() {
        return m.call_named("getindex", args);
    }
    let shape = sequence::dims(m, array)?;
    let lens: Dims = if indices.len() == 1 {
        smallvec![shape.iter().product()]
    } else {
        shape.clone()
    };
    let indices = super::index::expand_cartesian(indices);
    if indices.len() != lens.len() {
        return Err(bounds_error(m, array, &indices));
    }
    let mut resolved = Vec::with_capacity(indices.len());
    for (index, &len) in indices.iter().zip(&lens) {
        let index = super::index::resolve(m, index, len)?;
        if !super::index::in_bounds(m, &index, len)? {
            return Err(bounds_error(m, array, &indices));
        }
        resolved.push(index);
    }
    let (array, resolved) = through_view(m, array, resolved)?;
    let array = &array;
    let rank = resolved
        .iter()
        .filter(|index| sequence::is_array(index))
        .count();
    let eltype = sequence::eltype(m, array);
    let indices = Value::tuple(resolved);
    // One index into a matrix addresses its elements in order.
    let (array, parent_type) = (array.clone(), array.type_of(m.types()));
    let index_type = indices.type_of(m.types());
    let params = [
        Param::Type(eltype),
        Param::Int(rank as i64),
        Param::Type(parent_type),
        Param::Type(index_type),
        Param::Bool(rank <= 1),
    ];
    let ty = typing::apply(m.types(), "SubArray", &params);
    Ok(Object::create(m.types(), ty, [array, indices]))
}

/// A view of a view is a view of the array behind: indices into the inner one become indices into that.
fn through_view(
    m: &mut dyn Machine,
    array: &Value,
    indices: Vec<Value>,
) -> Result<(Value, Vec<Value>), Thrown> {
    let Value::Object(object) = array else {
        return Ok((array.clone(), indices));
    };
    let (Kind::SubArray, Value::Tuple(inner)) = (object.kind, field(object, 1)) else {
        return Ok((array.clone(), indices));
    };
    // One index that counts the elements of several dimensions says nothing of either.
    let free = inner.iter().filter(|index| sequence::is_array(index));
    if free.count() != indices.len() {
        return Ok((array.clone(), indices));
    }
    let mut outer = indices.into_iter();
    let mut combined = Vec::with_capacity(inner.len());
    for index in inner.iter() {
        combined.push(match sequence::is_array(index) {
            true => {
                let at = outer.next().unwrap_or(Value::Nothing);
                m.call_named("getindex", &[index.clone(), at])?
            }
            false => index.clone(),
        });
    }
    Ok((field(object, 0), combined))
}

/// `CartesianIndex(i, j, …)`.
pub fn make_cartesian(m: &mut dyn Machine, index: Vec<Value>) -> Value {
    let ty = typing::apply(
        m.types(),
        "CartesianIndex",
        &[Param::Int(index.len() as i64)],
    );
    Object::create(m.types(), ty, [Value::tuple(index)])
}

fn cartesian_index(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_, Value::Tuple(index)] => Ok(make_cartesian(m, index.to_vec())),
        [_, index @ ..] if index.iter().all(|i| i.as_i64().is_some()) => {
            Ok(make_cartesian(m, index.to_vec()))
        }
        _ => Err(method_error(m, "CartesianIndex", args)),
    }
}

fn cartesian_indices(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let axes: Vec<Value> = match args {
        [_, Value::Tuple(axes)] => axes.to_vec(),
        [_, array] if sequence::is_array(array) => sequence::dims(m, array)?
            .iter()
            .map(|&n| Value::from(n))
            .collect(),
        _ => return Err(method_error(m, "CartesianIndices", args)),
    };
    let mut ranges = Vec::with_capacity(axes.len());
    for axis in axes {
        ranges.push(match axis.as_i64() {
            Some(n) => range::one_to(m, n.max(0) as usize),
            None => axis,
        });
    }
    let ranges = Value::tuple(ranges);
    let rank = ranges.as_tuple().map_or(0, <[_]>::len);
    let tuple = ranges.type_of(m.types());
    let ty = typing::apply(
        m.types(),
        "CartesianIndices",
        &[Param::Int(rank as i64), Param::Type(tuple)],
    );
    Ok(Object::create(m.types(), ty, [ranges]))
}
