//! Sizes, axes, ends and membership of collections.

use super::super::array::Dims;
use super::super::exception::{argument_error, bounds_error, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::Num;
use super::super::sequence;
use super::super::typing::{self, Param};
use super::super::value::{Fields, Object, Value};
use super::{iterate::Cursor, own, range};
use crate::ir::Type;
use crate::types::{family, ty};

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("length", length),
    ("size", size),
    ("axes", axes),
    ("ndims", ndims),
    ("eltype", eltype),
    ("keytype", |m, args| entry_type(m, args, 0)),
    ("valtype", |m, args| entry_type(m, args, 1)),
    ("isempty", isempty),
    ("eachindex", eachindex),
    ("LinearIndices", eachindex),
    ("firstindex", firstindex),
    ("lastindex", lastindex),
    ("first", first),
    ("last", last),
    ("only", only),
    ("in", contains),
    ("front", |m, args| part(m, args, "front")),
    ("tail", |m, args| part(m, args, "tail")),
    ("ntuple", ntuple),
    ("stride", |m, args| stride(m, args)),
];

/// How many elements a collection has.
pub fn count(m: &mut dyn Machine, value: &Value) -> Result<usize, Thrown> {
    match m
        .call_named("length", std::slice::from_ref(value))?
        .as_i64()
    {
        Some(n) => Ok(n.max(0) as usize),
        None => Err(method_error(m, "length", std::slice::from_ref(value))),
    }
}

fn length(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [value] = args else {
        return Err(method_error(m, "length", args));
    };
    let len = match value {
        Value::Array(array) => array.len(),
        Value::Tuple(items) => items.len(),
        Value::Str(bytes) => bytes
            .utf8_chunks()
            .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
            .sum(),
        Value::Char(_) => 1,
        Value::Object(object) => return object_length(m, value, object),
        _ if Num::of(value).is_some() => 1,
        _ => return Err(method_error(m, "length", args)),
    };
    Ok(len.into())
}

fn object_length(m: &mut dyn Machine, value: &Value, object: &Object) -> Outcome {
    let field = |at| object.field(at).unwrap_or(Value::Nothing);
    let len = match object.kind {
        kind if kind.is_array() => sequence::dims(m, value)?.iter().product(),
        Kind::NamedTuple => object.fixed().len(),
        Kind::Pair => 2,
        Kind::RefValue => 1,
        Kind::CartesianIndex => field(0).as_tuple().map_or(0, <[_]>::len),
        Kind::Dict | Kind::Set => match &object.fields {
            Fields::Table(table) => table.borrow().len(),
            _ => 0,
        },
        Kind::KeySet | Kind::ValueIterator | Kind::Enumerate | Kind::Reverse | Kind::Pairs => {
            count(m, &field(0))?
        }
        Kind::Generator => count(m, &field(1))?,
        Kind::Zip => {
            let mut shortest: Option<usize> = None;
            for part in field(0).as_tuple().unwrap_or(&[]) {
                let len = count(m, part)?;
                shortest = Some(shortest.map_or(len, |so_far| so_far.min(len)));
            }
            shortest.unwrap_or(0)
        }
        Kind::Take => count(m, &field(0))?.min(field(1).as_i64().unwrap_or(0).max(0) as usize),
        Kind::Drop => {
            count(m, &field(0))?.saturating_sub(field(1).as_i64().unwrap_or(0).max(0) as usize)
        }
        Kind::ProductIterator => {
            let mut product = 1;
            for part in field(0).as_tuple().unwrap_or(&[]) {
                product *= count(m, part)?;
            }
            product
        }
        Kind::EachCol | Kind::EachRow => {
            let dims = sequence::dims(m, &field(0))?;
            dims.get((object.kind == Kind::EachCol) as usize)
                .copied()
                .unwrap_or(1)
        }
        Kind::Broadcasted => super::broadcast::shape(m, value)?.iter().product(),
        _ => return Err(method_error(m, "length", std::slice::from_ref(value))),
    };
    Ok(len.into())
}

/// The shape of a collection: of an array its dimensions, of a generator those of what it runs over.
pub fn shape_of(m: &mut dyn Machine, value: &Value) -> Result<Option<Dims>, Thrown> {
    match value {
        _ if sequence::is_array(value) => sequence::dims(m, value).map(Some),
        Value::Object(object) => match object.kind {
            Kind::Generator => shape_of(m, &object.field(1).unwrap_or(Value::Nothing)),
            Kind::Enumerate => shape_of(m, &object.field(0).unwrap_or(Value::Nothing)),
            Kind::ProductIterator => {
                let mut dims = Dims::new();
                for part in object
                    .field(0)
                    .unwrap_or(Value::Nothing)
                    .as_tuple()
                    .unwrap_or(&[])
                {
                    dims.push(count(m, part)?);
                }
                Ok(Some(dims))
            }
            Kind::Broadcasted => super::broadcast::shape(m, value).map(Some),
            _ => Ok(None),
        },
        _ if Num::of(value).is_some() => Ok(Some(Dims::new())),
        _ => Ok(None),
    }
}

fn size(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let Some(value) = args.first() else {
        return Err(method_error(m, "size", args));
    };
    let Some(dims) = shape_of(m, value)? else {
        return match value {
            Value::Tuple(items) if args.len() == 2 && args[1].as_i64() == Some(1) => {
                Ok(items.len().into())
            }
            _ => Err(method_error(m, "size", args)),
        };
    };
    match args {
        [_] => Ok(Value::tuple(dims.iter().map(|&n| Value::from(n)))),
        [_, k] => match k.as_i64() {
            Some(k) if k >= 1 => Ok(dims.get(k as usize - 1).copied().unwrap_or(1).into()),
            Some(_) => Err(argument_error(m, "dimension out of range: must be ≥ 1")),
            None => Err(method_error(m, "size", args)),
        },
        _ => Err(method_error(m, "size", args)),
    }
}

fn axes(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let Some(value) = args.first() else {
        return Err(method_error(m, "axes", args));
    };
    let dims = match (shape_of(m, value)?, value) {
        (Some(dims), _) => dims,
        (None, Value::Tuple(items)) => smallvec::smallvec![items.len()],
        _ => return Err(method_error(m, "axes", args)),
    };
    match args {
        [_] => {
            let axes: Vec<Value> = dims.iter().map(|&n| range::one_to(m, n)).collect();
            Ok(Value::tuple(axes))
        }
        [_, k] if k.as_i64().is_some_and(|k| k >= 1) => {
            let n = dims
                .get(k.as_i64().unwrap_or(1) as usize - 1)
                .copied()
                .unwrap_or(1);
            Ok(range::one_to(m, n))
        }
        _ => Err(method_error(m, "axes", args)),
    }
}

fn ndims(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(of)] => match m
            .types()
            .parameter_as(*of, family::abstract_array(), 1)
            .and_then(|n| m.types().as_int(n))
        {
            Some(n) => Ok(Value::Int64(n)),
            None if m.types().subtype(*of, ty::number()) => Ok(Value::Int64(0)),
            None => Err(method_error(m, "ndims", args)),
        },
        [Value::Array(array)] => Ok(array.ndims().into()),
        [range] if range.kind().is_range() => Ok(Value::Int64(1)),
        [value] => match shape_of(m, value)? {
            Some(dims) => Ok(dims.len().into()),
            None => Err(method_error(m, "ndims", args)),
        },
        _ => Err(method_error(m, "ndims", args)),
    }
}

fn eltype(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let of = match args {
        [Value::Type(of)] => *of,
        [Value::Array(array)] => return Ok(Value::Type(array.eltype())),
        [value] => value.type_of(m.types()),
        _ => return Err(method_error(m, "eltype", args)),
    };
    Ok(Value::Type(eltype_of(m, of)))
}

fn eltype_of(m: &mut dyn Machine, of: Type) -> Type {
    if of == ty::string() {
        return ty::char();
    }
    if m.types().subtype(of, ty::number()) {
        return of;
    }
    m.types().eltype(of)
}

fn entry_type(m: &mut dyn Machine, args: &[Value], at: usize) -> Outcome {
    let of = match args {
        [Value::Type(of)] => *of,
        [value] => value.type_of(m.types()),
        _ => return Err(method_error(m, "keytype", args)),
    };
    match typing::type_param(m.types(), of, at) {
        Some(of) => Ok(Value::Type(of)),
        None => Err(method_error(
            m,
            if at == 0 { "keytype" } else { "valtype" },
            args,
        )),
    }
}

fn isempty(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [value] = args else {
        return Err(method_error(m, "isempty", args));
    };
    if value.kind().is_range() {
        return Ok(Value::Bool(range::len(value) == 0));
    }
    match value {
        Value::Array(array) => Ok(array.is_empty().into()),
        Value::Tuple(items) => Ok(items.is_empty().into()),
        Value::Str(bytes) => Ok(bytes.is_empty().into()),
        _ => match length(m, args) {
            Ok(Value::Int64(n)) => Ok((n == 0).into()),
            _ => Ok(Cursor::new(value).next(m)?.is_none().into()),
        },
    }
}

fn eachindex(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Tuple(items)] => Ok(range::one_to(m, items.len())),
        [Value::Str(bytes)] => {
            let starts: Vec<Value> = (0..bytes.len())
                .filter(|&at| bytes[at] & 0xc0 != 0x80)
                .map(|at| Value::from(at + 1))
                .collect();
            Ok(super::super::array::Array::vector(
                m.types(),
                ty::int64(),
                starts,
            ))
        }
        [first, ..] => {
            let Some(dims) = shape_of(m, first)? else {
                return Err(method_error(m, "eachindex", args));
            };
            if first.kind() == Kind::Own && dims.len() != 1 && !own::is_linear(m, first)? {
                let grid = Value::Type(typing::apply(m.types(), "CartesianIndices", &[]));
                return m.call(&grid, std::slice::from_ref(first));
            }
            for other in &args[1..] {
                if shape_of(m, other)?.as_ref() != Some(&dims) {
                    return Err(super::super::exception::dimension_mismatch(
                        m,
                        "all inputs to eachindex must have the same axes",
                    ));
                }
            }
            Ok(range::one_to(m, dims.iter().product()))
        }
        [] => Err(method_error(m, "eachindex", args)),
    }
}

fn firstindex(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_] | [_, _] => Ok(Value::Int64(1)),
        _ => Err(method_error(m, "firstindex", args)),
    }
}

fn lastindex(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array)] => Ok(array.len().into()),
        [Value::Str(bytes)] => {
            let last = (0..bytes.len()).rev().find(|&at| bytes[at] & 0xc0 != 0x80);
            Ok(last.map_or(0, |at| at + 1).into())
        }
        [_] => length(m, args),
        [value, k] => size(m, &[value.clone(), k.clone()]),
        _ => Err(method_error(m, "lastindex", args)),
    }
}

fn first(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [value]
            if sequence::is_array(value) || matches!(value, Value::Tuple(_) | Value::Str(_)) =>
        {
            // An empty range has a first and a last element as well.
            match value.kind() {
                Kind::OneTo => return Ok(Value::Int64(1)),
                Kind::UnitRange | Kind::StepRange => {
                    return m.call_named("getfield", &[value.clone(), Value::Int64(1)])
                }
                _ => {}
            }
            m.call_named("getindex", &[value.clone(), Value::Int64(1)])
        }
        [value] => match Cursor::new(value).next(m)? {
            Some(item) => Ok(item),
            None => Err(argument_error(m, "collection must be non-empty")),
        },
        [value, n] if n.as_i64().is_some() => {
            let len = count(m, value)? as i64;
            let upto = super::range::unit(
                m,
                super::super::value::IntKind::I64,
                1,
                n.as_i64().unwrap_or(0).min(len) as i128,
            );
            m.call_named("getindex", &[value.clone(), upto])
        }
        _ => Err(method_error(m, "first", args)),
    }
}

fn last(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [value] if value.kind() == Kind::OneTo => {
            m.call_named("getfield", &[value.clone(), Value::Int64(1)])
        }
        [value] if value.kind() == Kind::UnitRange => {
            m.call_named("getfield", &[value.clone(), Value::Int64(2)])
        }
        [value] if value.kind() == Kind::StepRange => {
            m.call_named("getfield", &[value.clone(), Value::Int64(3)])
        }
        [value] => {
            let at = lastindex(m, args)?;
            m.call_named("getindex", &[value.clone(), at])
        }
        [value, n] if n.as_i64().is_some() => {
            let len = count(m, value)? as i64;
            let n = n.as_i64().unwrap_or(0).max(0);
            let from = (len - n + 1).max(1);
            let span = super::range::unit(
                m,
                super::super::value::IntKind::I64,
                from as i128,
                len as i128,
            );
            m.call_named("getindex", &[value.clone(), span])
        }
        _ => Err(method_error(m, "last", args)),
    }
}

fn only(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [value] = args else {
        return Err(method_error(m, "only", args));
    };
    let mut cursor = Cursor::new(value);
    let Some(item) = cursor.next(m)? else {
        return Err(argument_error(
            m,
            "Collection is empty, must contain exactly 1 element",
        ));
    };
    match cursor.next(m)? {
        None => Ok(item),
        Some(_) => Err(argument_error(
            m,
            "Collection has multiple elements, must contain exactly 1 element",
        )),
    }
}

/// `x in collection`: `missing` if no element is equal and one comparison is unknown.
fn contains(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (item, collection) = match args {
        [item, collection] => (item, collection),
        [collection] => return super::object::fix2(m, "in", collection),
        _ => return Err(method_error(m, "in", args)),
    };
    if let Value::Object(object) = collection {
        match object.kind {
            Kind::Set => return super::dict::contains(m, object, item).map(Value::Bool),
            Kind::KeySet => {
                if let Some(Value::Object(dict)) = object.field(0) {
                    return super::dict::contains(m, &dict, item).map(Value::Bool);
                }
            }
            Kind::UnitRange | Kind::OneTo if item.as_i64().is_some() => {
                let len = range::len(collection);
                let (first, x) = (
                    range::element(collection, 0).as_i64().unwrap_or(1),
                    item.as_i64().unwrap_or(0),
                );
                // The longest range has more elements than an `Int64` counts.
                let is_in = x >= first && i128::from(x) - i128::from(first) < len as i128;
                return Ok(is_in.into());
            }
            _ => {}
        }
    }
    if let (Value::Str(text), Value::Char(c)) = (collection, item) {
        let text = String::from_utf8_lossy(text);
        return Ok(text.contains(super::string::to_char(*c)).into());
    }
    let mut unknown = false;
    let mut cursor = Cursor::new(collection);
    while let Some(other) = cursor.next(m)? {
        match m.call_named("==", &[other, item.clone()])? {
            Value::Bool(true) => return Ok(Value::Bool(true)),
            Value::Missing => unknown = true,
            _ => {}
        }
    }
    Ok(if unknown {
        Value::Missing
    } else {
        Value::Bool(false)
    })
}

fn part(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [Value::Tuple(items)] if !items.is_empty() => {
            let items = if name == "front" {
                &items[..items.len() - 1]
            } else {
                &items[1..]
            };
            Ok(Value::tuple(items.iter().cloned()))
        }
        [tuple @ Value::Tuple(_)] => Err(bounds_error(m, tuple, &[Value::Int64(1)])),
        _ => Err(method_error(m, name, args)),
    }
}

/// `ntuple(f, n)`, `n` an integer or a `Val`.
fn ntuple(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, n] = args else {
        return Err(method_error(m, "ntuple", args));
    };
    let n = match typing::val_parameter(m.types(), n) {
        Some(n) => n,
        None => n.clone(),
    };
    match n.as_i64() {
        Some(n) if n >= 0 => {
            let mut items = Vec::new();
            for at in 1..=n {
                m.burn(1)?;
                items.push(m.call(f, &[Value::Int64(at)])?);
            }
            Ok(Value::tuple(items))
        }
        _ => Err(argument_error(m, "tuple length should be ≥ 0")),
    }
}

fn stride(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array), k] if k.as_i64().is_some() => {
            let dims = array.dims();
            let k = k.as_i64().unwrap_or(1).saturating_sub(1).max(0) as usize;
            Ok(dims.iter().take(k).product::<usize>().into())
        }
        _ => Err(method_error(m, "stride", args)),
    }
}

/// A lazy adaptor object of the named struct with parameters for its parts.
pub fn adaptor(m: &mut dyn Machine, name: &str, params: &[&Value], fields: Vec<Value>) -> Value {
    let params: Vec<Param> = params
        .iter()
        .map(|value| Param::Type(value.type_of(m.types())))
        .collect();
    let ty = typing::apply(m.types(), name, &params);
    Object::create(m.types(), ty, fields)
}
