//! Making arrays: constructors, literals, concatenation, copies, other shapes.

use super::super::array::{self, Array, Dims, Storage};
use super::super::checked::Memory;
use super::super::exception::{argument_error, dimension_mismatch, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::sequence;
use super::super::typing;
use super::super::value::{Fields, Object, Value};
use super::collection::{adaptor, shape_of};
use super::convert;
use crate::ir::Type;
use crate::types::ty;
use smallvec::smallvec;
use std::rc::Rc;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("Array", |m, args| construct(m, args)),
    ("Matrix", construct),
    ("Vector", construct),
    ("BitArray", bit_array),
    ("zeros", |m, args| filled(m, args, "zero")),
    ("ones", |m, args| filled(m, args, "one")),
    ("falses", |m, args| bits(m, args, false)),
    ("trues", |m, args| bits(m, args, true)),
    ("fill", fill),
    ("similar", similar),
    ("similar_to", similar_to),
    ("rest", rest),
    ("Flatten", |m, args| {
        lazy(m, &args[args.len().min(1)..], "Flatten")
    }),
    ("vect", vect),
    ("vcat", |m, args| concatenate(m, args, None, 0)),
    ("hcat", |m, args| concatenate(m, args, None, 1)),
    ("hvcat", |m, args| hvcat(m, args, None)),
    ("typed_vcat", |m, args| typed(m, args, "vcat")),
    ("typed_hcat", |m, args| typed(m, args, "hcat")),
    ("typed_hvcat", |m, args| typed(m, args, "hvcat")),
    ("collect", collect),
    ("copy", copy),
    ("deepcopy", |m, args| deepcopy_native(m, args)),
    ("reshape", reshape),
    ("vec", vec),
    ("permutedims", permutedims),
    ("zip", |m, args| {
        Ok(adaptor(
            m,
            "Zip",
            &[&Value::tuple(args.iter().cloned())],
            vec![Value::tuple(args.iter().cloned())],
        ))
    }),
    ("enumerate", |m, args| lazy(m, args, "Enumerate")),
    ("Generator", |m, args| generator(m, &args[1..], "Generator")),
    ("eachcol", |m, args| lazy(m, args, "EachCol")),
    ("eachrow", |m, args| lazy(m, args, "EachRow")),
    ("product", |m, args| {
        Ok(adaptor(
            m,
            "ProductIterator",
            &[&Value::tuple(args.iter().cloned())],
            vec![Value::tuple(args.iter().cloned())],
        ))
    }),
    ("take", |m, args| counted(m, args, "Take")),
    ("drop", |m, args| counted(m, args, "Drop")),
    ("Filter", |m, args| {
        generator(m, &args[args.len().min(1)..], "Filter")
    }),
    ("Reverse", |m, args| {
        lazy(m, &args[args.len().min(1)..], "Reverse")
    }),
];

fn lazy(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [inner] => Ok(adaptor(m, name, &[inner], vec![inner.clone()])),
        _ => Err(method_error(m, &name.to_lowercase(), args)),
    }
}

/// A function and what it runs over; parameters in the order of Julia's structs.
fn generator(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [f, inner] if name == "Generator" => {
            // A type that is called is known by its parameter: `Generator{I, Type{Int64}}`.
            let of_f = match f {
                Value::Type(of) => m.types().type_of_type(*of),
                f => f.type_of(m.types()),
            };
            let of_inner = inner.type_of(m.types());
            let params = [typing::Param::Type(of_inner), typing::Param::Type(of_f)];
            let ty = typing::apply(m.types(), name, &params);
            Ok(Object::create(m.types(), ty, [f.clone(), inner.clone()]))
        }
        [f, inner] => Ok(adaptor(
            m,
            name,
            &[f, inner],
            vec![f.clone(), inner.clone()],
        )),
        [f, several @ ..] if several.len() > 1 => {
            // Several iterables: a comprehension over their product.
            let product = m.call_named("product", several)?;
            generator(m, &[f.clone(), product], name)
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn counted(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [inner, n] if n.as_i64().is_some() => {
            Ok(adaptor(m, name, &[inner], vec![inner.clone(), n.clone()]))
        }
        _ => Err(method_error(m, &name.to_lowercase(), args)),
    }
}

/// `Array{T,N}(undef, dims...)`, `Vector{T}()`, `Array{T}(A)`, `Matrix(A)`.
fn construct(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(of), args @ ..] = args else {
        return Err(method_error(m, "Array", args));
    };
    let declared =
        typing::type_param(m.types(), *of, 0).filter(|&eltype| m.types().is_closed(eltype));
    let rank = typing::value_param(m.types(), *of, 1).and_then(|rank| rank.as_i64());
    match args {
        [] => {
            let eltype = declared.unwrap_or(ty::any());
            Ok(Value::Array(array::zeroed(m.types(), eltype, smallvec![0])))
        }
        [undef, dims @ ..] if undef.kind() == Kind::UndefInitializer => {
            let Some(dims) = sequence::dims_of(dims) else {
                return Err(convert::type_call_error(
                    m,
                    *of,
                    &[&[Value::Type(*of)], args].concat(),
                ));
            };
            if rank.is_some_and(|rank| rank as usize != dims.len()) {
                return Err(convert::type_call_error(
                    m,
                    *of,
                    &[&[Value::Type(*of)], args].concat(),
                ));
            }
            let len = sequence::check_size(m, &dims)?;
            m.burn(len as u64 / 8)?;
            Ok(Value::Array(array::zeroed(
                m.types(),
                declared.unwrap_or(ty::any()),
                dims,
            )))
        }
        // Old code: a size without `undef` is an error in Julia, too.
        [source] if sequence::is_array(source) => {
            let dense = sequence::dense(m, source)?;
            let eltype = declared.unwrap_or(dense.eltype());
            convert::convert_array(m, &dense, eltype)
        }
        [scaling, n @ ..] if scaling.kind() == Kind::UniformScaling => {
            let Some(dims) = sequence::dims_of(n) else {
                return Err(method_error(m, "Matrix", args));
            };
            let by = match scaling {
                Value::Object(object) => object.field(0).unwrap_or(Value::Nothing),
                _ => Value::Nothing,
            };
            let of = by.type_of(m.types());
            let eltype = declared.unwrap_or(of);
            let result = array::zeroed(m.types(), eltype, dims.clone());
            let by = convert::store_as(m, eltype, &by)?;
            for k in 0..dims.iter().copied().min().unwrap_or(0) {
                result.set(k + k * dims[0], by.clone());
            }
            Ok(Value::Array(result))
        }
        [source] => {
            let collected = collect(m, std::slice::from_ref(source))?;
            match (&collected, declared) {
                (Value::Array(dense), Some(eltype)) => convert::convert_array(m, dense, eltype),
                _ => Ok(collected),
            }
        }
        _ => Err(convert::type_call_error(
            m,
            *of,
            &[&[Value::Type(*of)], args].concat(),
        )),
    }
}

/// An array of `Bool` with the type of a `BitArray`.
pub fn make_bits(m: &mut dyn Machine, dims: Dims, data: Vec<bool>) -> Value {
    let of = typing::apply(
        m.types(),
        "BitArray",
        &[typing::Param::Int(dims.len() as i64)],
    );
    Value::Array(Array::with_type(of, ty::bool(), dims, Storage::Bool(data)))
}

fn bit_array(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let args = &args[args.len().min(1)..];
    match args {
        [undef, dims @ ..] if undef.kind() == Kind::UndefInitializer => bits(m, dims, false),
        [source] if sequence::is_array(source) => {
            let dense = sequence::dense(m, source)?;
            let Value::Array(bools) = convert::convert_array(m, &dense, ty::bool())? else {
                return Err(method_error(m, "BitArray", args));
            };
            let data = match &*bools.storage() {
                Storage::Bool(data) => data.clone(),
                _ => Vec::new(),
            };
            Ok(make_bits(m, dense.dims(), data))
        }
        _ => Err(method_error(m, "BitArray", args)),
    }
}

fn bits(m: &mut dyn Machine, args: &[Value], value: bool) -> Outcome {
    let Some(dims) = sequence::dims_of(args) else {
        return Err(method_error(
            m,
            if value { "trues" } else { "falses" },
            args,
        ));
    };
    let len = sequence::check_size(m, &dims)?;
    Ok(make_bits(m, dims, vec![value; len]))
}

fn filled(m: &mut dyn Machine, args: &[Value], unit: &str) -> Outcome {
    let name = if unit == "zero" { "zeros" } else { "ones" };
    let (eltype, dims) = match args {
        [Value::Type(eltype), dims @ ..] => (*eltype, dims),
        dims => (ty::float64(), dims),
    };
    let Some(dims) = sequence::dims_of(dims) else {
        return Err(method_error(m, name, args));
    };
    sequence::check_size(m, &dims)?;
    let value = m.call_named(unit, &[Value::Type(eltype)])?;
    fill_with(m, eltype, dims, &value)
}

fn fill_with(m: &mut dyn Machine, eltype: Type, dims: Dims, value: &Value) -> Outcome {
    let len = sequence::check_size(m, &dims)?;
    m.burn(len as u64 / 8)?;
    let storage = match value {
        Value::Float64(x) => Storage::F64(vec![*x; len]),
        Value::Float32(x) => Storage::F32(vec![*x; len]),
        Value::Int64(x) => Storage::I64(vec![*x; len]),
        Value::Bool(x) => Storage::Bool(vec![*x; len]),
        value => Storage::Values(vec![Some(value.clone()); len]),
    };
    Ok(Value::Array(Array::new(m.types(), eltype, dims, storage)))
}

fn fill(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [value, dims @ ..] => {
            let Some(dims) = sequence::dims_of(dims) else {
                return Err(method_error(m, "fill", args));
            };
            let eltype = value.type_of(m.types());
            fill_with(m, eltype, dims, value)
        }
        [] => Err(method_error(m, "fill", args)),
    }
}

/// `similar(A, [T], [dims...])`.
fn similar(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [source, rest @ ..] = args else {
        return Err(method_error(m, "similar", args));
    };
    if !sequence::is_array(source) {
        return Err(method_error(m, "similar", args));
    }
    let (eltype, dims) = match rest {
        [Value::Type(eltype), dims @ ..] => (*eltype, dims),
        dims => (sequence::eltype(m, source), dims),
    };
    let dims = if dims.is_empty() {
        Some(sequence::dims(m, source)?)
    } else {
        sequence::dims_of(dims)
    };
    match dims {
        Some(dims) => {
            sequence::check_size(m, &dims)?;
            Ok(Value::Array(array::zeroed(m.types(), eltype, dims)))
        }
        None => Err(method_error(m, "similar", args)),
    }
}

/// An array of the given element type with a place for each element of a collection: a typed comprehension fills it.
fn similar_to(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(eltype), source] = args else {
        return Err(method_error(m, "similar_to", args));
    };
    let dims = match shape_of(m, source)? {
        Some(dims) => dims,
        None => smallvec![super::collection::count(m, source)?],
    };
    sequence::check_size(m, &dims)?;
    Ok(Value::Array(array::zeroed(m.types(), *eltype, dims)))
}

/// `rest(x, state)`, what `a, b... = x` gives to `b`.
fn rest(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (source, from) = match args {
        [source] => (source, 1),
        [source, state] => (source, state.as_i64().unwrap_or(1)),
        _ => return Err(method_error(m, "rest", args)),
    };
    let items = sequence::collect(m, source)?;
    let items = items
        .into_iter()
        .skip(from.saturating_sub(1).max(0) as usize);
    match source {
        Value::Tuple(_) => Ok(Value::tuple(items)),
        Value::Array(array) => Ok(Array::vector(m.types(), array.eltype(), items.collect())),
        Value::Str(_) => m.call_named("string", &items.collect::<Vec<_>>()),
        _ => Err(method_error(m, "rest", args)),
    }
}

/// `[a, b, c]`: elements promoted to one type.
fn vect(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let floats: Option<Vec<f64>> = args
        .iter()
        .map(|arg| match arg {
            Value::Float64(x) => Some(*x),
            _ => None,
        })
        .collect();
    match floats {
        Some(data) if !data.is_empty() => Ok(Array::of_f64(m.types(), smallvec![data.len()], data)),
        _ => {
            let eltype = if args.is_empty() {
                ty::any()
            } else {
                convert::promoted_type(m, args)?
            };
            array_as(m, eltype, smallvec![args.len()], args)
        }
    }
}

fn array_as(m: &mut dyn Machine, eltype: Type, dims: Dims, values: &[Value]) -> Outcome {
    let mut storage = Storage::zeroed(eltype, 0);
    for value in values {
        storage.push(convert::store_as(m, eltype, value)?);
    }
    Ok(Value::Array(Array::new(m.types(), eltype, dims, storage)))
}

fn typed(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [Value::Type(eltype), rest @ ..] => match name {
            "vcat" => concatenate(m, rest, Some(*eltype), 0),
            "hcat" => concatenate(m, rest, Some(*eltype), 1),
            _ => hvcat(m, rest, Some(*eltype)),
        },
        _ => Err(method_error(m, name, args)),
    }
}

/// A part of a concatenation: its shape and elements; scalars have none.
struct Block {
    rows: usize,
    columns: usize,
    rank: usize,
    values: Vec<Value>,
    eltype: Type,
}

fn block(m: &mut dyn Machine, value: &Value) -> Result<Block, Thrown> {
    if !sequence::is_array(value) {
        let eltype = value.type_of(m.types());
        return Ok(Block {
            rows: 1,
            columns: 1,
            rank: 0,
            values: vec![value.clone()],
            eltype,
        });
    }
    let dims = sequence::dims(m, value)?;
    if dims.len() > 2 {
        return Err(Thrown::Unsupported(
            "concatenation of arrays with more than two dimensions".into(),
        ));
    }
    Ok(Block {
        rows: dims.first().copied().unwrap_or(1),
        columns: dims.get(1).copied().unwrap_or(1),
        rank: dims.len(),
        values: sequence::values(m, value)?,
        eltype: sequence::eltype(m, value),
    })
}

/// `vcat` (`along` 0) and `hcat` (`along` 1).
fn concatenate(m: &mut dyn Machine, args: &[Value], eltype: Option<Type>, along: usize) -> Outcome {
    let mut blocks = Vec::with_capacity(args.len());
    for arg in args {
        blocks.push(block(m, arg)?);
    }
    let eltype = match eltype {
        Some(eltype) => eltype,
        None if blocks.is_empty() => ty::any(),
        None => blocks.iter().fold(ty::bottom(), |to, block| {
            convert::promote_types(m.types(), to, block.eltype)
        }),
    };
    if along == 0 {
        let columns = blocks.iter().map(|block| block.columns).max().unwrap_or(1);
        if blocks.iter().any(|block| block.columns != columns) {
            let found: Vec<String> = blocks
                .iter()
                .map(|block| block.columns.to_string())
                .collect();
            let message = format!(
                "number of columns of each array must match (got ({}))",
                found.join(", ")
            );
            return Err(argument_error(m, message));
        }
        let rows = blocks.iter().map(|block| block.rows).sum();
        let mut values = Vec::with_capacity(rows * columns);
        for column in 0..columns {
            for block in &blocks {
                values.extend_from_slice(
                    &block.values[column * block.rows..(column + 1) * block.rows],
                );
            }
        }
        let matrix = blocks.iter().any(|block| block.rank == 2);
        let dims = if matrix {
            smallvec![rows, columns]
        } else {
            smallvec![rows]
        };
        m.burn(values.len() as u64)?;
        return array_as(m, eltype, dims, &values);
    }
    let rows = blocks.first().map_or(0, |block| block.rows);
    if blocks.iter().any(|block| block.rows != rows) {
        let vectors = blocks.iter().all(|block| block.rank == 1);
        return Err(if vectors {
            dimension_mismatch(m, "vectors must have same lengths")
        } else {
            let found: Vec<String> = blocks.iter().map(|block| block.rows.to_string()).collect();
            argument_error(
                m,
                format!(
                    "number of rows of each array must match (got ({}))",
                    found.join(", ")
                ),
            )
        });
    }
    let columns = blocks.iter().map(|block| block.columns).sum();
    let values: Vec<Value> = blocks.into_iter().flat_map(|block| block.values).collect();
    m.burn(values.len() as u64)?;
    array_as(m, eltype, smallvec![rows, columns], &values)
}

/// `hvcat((2, 2), a, b, c, d)` and `hvcat(2, …)`.
fn hvcat(m: &mut dyn Machine, args: &[Value], eltype: Option<Type>) -> Outcome {
    let [rows, items @ ..] = args else {
        return Err(method_error(m, "hvcat", args));
    };
    let counts: Vec<usize> = match rows {
        Value::Tuple(rows) => rows
            .iter()
            .map(|n| n.as_i64().unwrap_or(0).max(0) as usize)
            .collect(),
        n => {
            let n = n.as_i64().unwrap_or(1).max(1) as usize;
            vec![n; items.len() / n]
        }
    };
    if counts.iter().sum::<usize>() != items.len() {
        return Err(argument_error(
            m,
            "mismatch between argument count and row lengths",
        ));
    }
    // Only scalars: the literal of a matrix.
    if items.iter().all(|item| !sequence::is_array(item)) {
        let columns = counts.first().copied().unwrap_or(0);
        if counts.iter().any(|&count| count != columns) {
            let row = counts
                .iter()
                .position(|&count| count != columns)
                .unwrap_or(0)
                + 1;
            let message = format!(
                "row {row} has mismatched number of columns (expected {columns}, got {})",
                counts[row - 1]
            );
            return Err(argument_error(m, message));
        }
        let rows = counts.len();
        let eltype = match eltype {
            Some(eltype) => eltype,
            None => convert::promoted_type(m, items)?,
        };
        let values: Vec<Value> = (0..rows * columns)
            .map(|at| items[at % rows * columns + at / rows].clone())
            .collect();
        return array_as(m, eltype, smallvec![rows, columns], &values);
    }
    let mut rest = items;
    let mut bands = Vec::with_capacity(counts.len());
    for count in counts {
        let (row, more) = rest.split_at(count);
        bands.push(concatenate(m, row, eltype, 1)?);
        rest = more;
    }
    concatenate(m, &bands, eltype, 0)
}

/// The element type of what an empty collection would give.
fn empty_eltype(m: &mut dyn Machine, source: &Value) -> Type {
    match source {
        Value::Str(_) => ty::char(),
        Value::Object(object) if object.kind == Kind::Generator => {
            let (f, inner) = (object.field(0), object.field(1));
            let (f, inner) = (f.unwrap_or(Value::Nothing), inner.unwrap_or(Value::Nothing));
            let argument = empty_eltype(m, &inner);
            m.result_type(&f, &[argument])
        }
        Value::Object(object) if object.kind == Kind::Filter => {
            let inner = object.field(1).unwrap_or(Value::Nothing);
            empty_eltype(m, &inner)
        }
        source => {
            let of = source.type_of(m.types());
            m.types().eltype(of)
        }
    }
}

/// `collect(itr)` and `collect(T, itr)`.
fn collect(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(eltype), source] => {
            let values = sequence::collect(m, source)?;
            let dims = shape_of(m, source)?.unwrap_or(smallvec![values.len()]);
            array_as(m, *eltype, dims, &values)
        }
        [source] if sequence::is_array(source) => {
            let dense = sequence::dense(m, source)?;
            Ok(Value::Array(match source {
                Value::Array(array) => array.copy(),
                _ => dense,
            }))
        }
        [source] => {
            let values = sequence::collect(m, source)?;
            let mut dims = shape_of(m, source)?.unwrap_or(smallvec![values.len()]);
            // An infinite or filtered inner iterator has no shape of its own.
            if dims.iter().product::<usize>() != values.len() {
                dims = smallvec![values.len()];
            }
            if values.is_empty() {
                let eltype = empty_eltype(m, source);
                return Ok(Value::Array(array::zeroed(m.types(), eltype, dims)));
            }
            Ok(match source {
                // A dictionary's pairs keep its types.
                Value::Object(object) if object.kind == Kind::Dict || object.kind == Kind::Set => {
                    let eltype = match object.kind {
                        Kind::Set => {
                            typing::type_param(m.types(), object.ty, 0).unwrap_or(ty::any())
                        }
                        _ => values[0].type_of(m.types()),
                    };
                    Array::vector(m.types(), eltype, values)
                }
                _ => sequence::array_of(m, dims, values),
            })
        }
        _ => Err(method_error(m, "collect", args)),
    }
}

fn copy(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array)] => {
            m.burn(array.len() as u64 / 8)?;
            Ok(Value::Array(array.copy()))
        }
        [Value::Object(object)] => match object.kind {
            kind if kind.is_range() => Ok(args[0].clone()),
            Kind::Transpose | Kind::Adjoint | Kind::SubArray | Kind::Own => {
                Ok(Value::Array(sequence::dense(m, &args[0])?))
            }
            kind if kind.is_matrix_wrapper() => {
                let inner = copy(m, &[object.field(0).unwrap_or(Value::Nothing)])?;
                let fields: Vec<Value> = std::iter::once(inner)
                    .chain(object.fixed().iter().skip(1).cloned())
                    .collect();
                Ok(Object::create(m.types(), object.ty, fields))
            }
            Kind::Dict | Kind::Set => {
                let items = sequence::collect(m, &args[0])?;
                let fresh = Rc::new(Object {
                    ty: object.ty,
                    kind: object.kind,
                    fields: Fields::Table(Memory::default()),
                });
                for item in &items {
                    super::dict::insert_key(m, &fresh, item)?;
                }
                Ok(Value::Object(fresh))
            }
            Kind::Broadcasted => m.call_named("materialize", args),
            Kind::RefValue => {
                let field = object.field(0);
                Ok(Object::create(m.types(), object.ty, field))
            }
            _ => Err(method_error(m, "copy", args)),
        },
        [x] => Ok(x.clone()),
        _ => Err(method_error(m, "copy", args)),
    }
}

fn deepcopy_native(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => {
            let mut seen = Vec::new();
            deepcopy(m, x, &mut seen)
        }
        _ => Err(method_error(m, "deepcopy", args)),
    }
}

/// Copies what is mutable; `seen` keeps shared and circular references as they are.
fn deepcopy(m: &mut dyn Machine, value: &Value, seen: &mut Vec<(Value, Value)>) -> Outcome {
    super::super::egal::deep(|| {
        m.burn(1)?;
        if let Some((_, copied)) = seen
            .iter()
            .find(|(original, _)| super::super::egal::egal(original, value))
        {
            return Ok(copied.clone());
        }
        match value {
            Value::Array(array) => {
                let copied = array.copy();
                seen.push((value.clone(), Value::Array(copied.clone())));
                let nested = matches!(&*copied.storage(), Storage::Values(_));
                if nested {
                    for at in 0..copied.len() {
                        if let Some(item) = copied.get(at) {
                            let item = deepcopy(m, &item, seen)?;
                            copied.set(at, item);
                        }
                    }
                }
                Ok(Value::Array(copied))
            }
            Value::Tuple(items) => {
                let mut copied = Vec::with_capacity(items.len());
                for item in items.iter() {
                    copied.push(deepcopy(m, item, seen)?);
                }
                Ok(Value::tuple(copied))
            }
            Value::Object(object) => match &object.fields {
                Fields::Fixed(fields) => {
                    let mut copied = Vec::with_capacity(fields.len());
                    for field in fields {
                        copied.push(deepcopy(m, field, seen)?);
                    }
                    Ok(Object::create(m.types(), object.ty, copied))
                }
                Fields::Mutable(fields) => {
                    let shell = Object::create(m.types(), object.ty, []);
                    seen.push((value.clone(), shell.clone()));
                    let originals = fields.borrow().clone();
                    let mut copied = Vec::with_capacity(originals.len());
                    for field in originals {
                        copied.push(match field {
                            Some(field) => Some(deepcopy(m, &field, seen)?),
                            None => None,
                        });
                    }
                    if let Value::Object(shell) = &shell {
                        if let Fields::Mutable(fields) = &shell.fields {
                            *fields.borrow_mut() = copied;
                        }
                    }
                    Ok(shell)
                }
                _ => copy(m, std::slice::from_ref(value)),
            },
            _ => Ok(value.clone()),
        }
    })
}

/// `reshape(A, dims...)`, one of them `:`; shares the data of a dense array.
fn reshape(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [source, dims @ ..] = args else {
        return Err(method_error(m, "reshape", args));
    };
    if !sequence::is_array(source) {
        return Err(method_error(m, "reshape", args));
    }
    let dense = sequence::dense(m, source)?;
    let dims: &[Value] = match dims {
        [Value::Tuple(dims)] => dims,
        dims => dims,
    };
    let open = |dim: &Value| {
        dim.kind() == Kind::Colon || matches!(dim, Value::Function(name) if name.as_str() == ":")
    };
    let known: usize = dims
        .iter()
        .filter_map(Value::as_i64)
        .map(|n| n.max(0) as usize)
        .product();
    let mut shape = Dims::new();
    for dim in dims {
        match dim.as_i64() {
            Some(n) => shape.push(n.max(0) as usize),
            None if open(dim) && known > 0 && dense.len() % known == 0 => {
                shape.push(dense.len() / known)
            }
            None if open(dim) => {
                let message = format!(
                    "array size {} must be divisible by the product of the new dimensions",
                    dense.len()
                );
                return Err(dimension_mismatch(m, message));
            }
            None => return Err(method_error(m, "reshape", args)),
        }
    }
    if shape.iter().product::<usize>() != dense.len() {
        let shown: Vec<String> = shape.iter().map(usize::to_string).collect();
        let comma = if shown.len() == 1 { "," } else { "" };
        let message = format!(
            "new dimensions ({}{comma}) must be consistent with array size {}",
            shown.join(", "),
            dense.len()
        );
        return Err(dimension_mismatch(m, message));
    }
    Ok(Value::Array(dense.reshaped(m.types(), shape)))
}

fn vec(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array)] if array.ndims() == 1 => Ok(args[0].clone()),
        [source] if source.kind().is_range() => Ok(source.clone()),
        [source] if sequence::is_array(source) => {
            let dense = sequence::dense(m, source)?;
            Ok(Value::Array(
                dense.reshaped(m.types(), smallvec![dense.len()]),
            ))
        }
        _ => Err(method_error(m, "vec", args)),
    }
}

fn permutedims(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        // A row over the same memory.
        [Value::Array(vector)] if vector.ndims() == 1 => Ok(Value::Array(
            vector.reshaped(m.types(), smallvec![1, vector.len()]),
        )),
        [source] | [source, Value::Tuple(_)] if sequence::is_array(source) => {
            let flipped = m.call_named("transpose", std::slice::from_ref(source))?;
            let identity = matches!(args.get(1).and_then(Value::as_tuple), Some([first, _]) if first.as_i64() == Some(1));
            if args
                .get(1)
                .is_some_and(|order| order.as_tuple().map_or(0, <[_]>::len) != 2)
            {
                return Err(Thrown::Unsupported(
                    "permutedims of more than two dimensions".into(),
                ));
            }
            let source = if identity { source } else { &flipped };
            let dense = sequence::dense(m, source)?;
            copy(m, &[Value::Array(dense)])
        }
        _ => Err(method_error(m, "permutedims", args)),
    }
}

/// `repeat(A, rows, columns)`.
pub fn repeat_array(m: &mut dyn Machine, array: &Value, counts: &[Value]) -> Outcome {
    let dense = sequence::dense(m, array)?;
    let dims = dense.dims();
    let times = |k: usize| counts.get(k).and_then(Value::as_i64).unwrap_or(1).max(0) as usize;
    let (rows, columns) = (
        dims.first().copied().unwrap_or(1),
        dims.get(1).copied().unwrap_or(1),
    );
    let (tall, wide) = (
        rows.saturating_mul(times(0)),
        columns.saturating_mul(times(1)),
    );
    sequence::check_size(m, &[tall, wide])?;
    m.burn((tall * wide) as u64)?;
    let storage = dense
        .storage()
        .gather((0..tall * wide).map(|at| at % tall % rows + at / tall % columns * rows));
    let dims = if dims.len() == 1 && counts.len() <= 1 {
        smallvec![tall]
    } else {
        smallvec![tall, wide]
    };
    Ok(Value::Array(Array::new(
        m.types(),
        dense.eltype(),
        dims,
        storage,
    )))
}
