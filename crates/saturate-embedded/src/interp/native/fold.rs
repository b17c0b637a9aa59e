//! Higher-order functions and reductions.
//!
//! Sums of arrays of floats add in blocks, pairwise above that, as Julia does to keep rounding small.

use super::super::array::{self, Array, Storage};
use super::super::exception::{argument_error, dimension_mismatch, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::Num;
use super::super::sequence;
use super::super::typing;
use super::super::value::{IntKind, Value};
use super::collection::shape_of;
use super::iterate::Cursor;
use crate::ir::Type;
use crate::types::ty;
use smallvec::smallvec;
use std::iter::Sum;
use std::ops::Add;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("map", map),
    ("foreach", foreach),
    ("filter", filter),
    ("reduce", |m, args| fold(m, args, "reduce")),
    ("foldl", |m, args| fold(m, args, "foldl")),
    ("foldr", foldr),
    ("mapreduce", |m, args| mapfold(m, args, "mapreduce")),
    ("mapfoldl", |m, args| mapfold(m, args, "mapfoldl")),
    ("sum", |m, args| sum_like(m, args, "sum")),
    ("prod", |m, args| sum_like(m, args, "prod")),
    ("maximum", |m, args| extreme(m, args, "maximum")),
    ("minimum", |m, args| extreme(m, args, "minimum")),
    ("extrema", |m, args| {
        let low = extreme(m, args, "minimum")?;
        Ok(Value::tuple([low, extreme(m, args, "maximum")?]))
    }),
    ("mean", mean),
    ("any", |m, args| quantifier(m, args, "any")),
    ("all", |m, args| quantifier(m, args, "all")),
    ("count", count),
    ("findfirst", |m, args| find(m, args, "findfirst")),
    ("findlast", |m, args| find(m, args, "findlast")),
    ("findnext", findnext),
    ("findall", findall),
    ("argmax", |m, args| best(m, args, "argmax")),
    ("argmin", |m, args| best(m, args, "argmin")),
    ("findmax", |m, args| best(m, args, "findmax")),
    ("findmin", |m, args| best(m, args, "findmin")),
    ("cumsum", |m, args| {
        cumulative(m, &[&[Value::function("+")], args].concat(), "cumsum")
    }),
    ("cumprod", |m, args| {
        cumulative(m, &[&[Value::function("*")], args].concat(), "cumprod")
    }),
    ("accumulate", |m, args| cumulative(m, args, "accumulate")),
    ("diff", diff),
    ("reverse", reverse),
];

/// Elements that are added one after the other before sums are halved.
const BLOCK: usize = 1024;

fn map(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, first, rest @ ..] = args else {
        return Err(method_error(m, "map", args));
    };
    if let (Value::Tuple(items), []) = (first, rest) {
        let mut results = Vec::with_capacity(items.len());
        for item in items.iter() {
            results.push(m.call(f, std::slice::from_ref(item))?);
        }
        return Ok(Value::tuple(results));
    }
    if let (Value::Str(_), []) = (first, rest) {
        let mut results = Vec::new();
        for item in sequence::collect(m, first)? {
            results.push(m.call(f, &[item])?);
        }
        return m.call_named("string", &results);
    }
    let mut lists = vec![sequence::collect(m, first)?];
    let mut shape = shape_of(m, first)?;
    for other in rest {
        lists.push(sequence::collect(m, other)?);
        let other = shape_of(m, other)?;
        if let (Some(a), Some(b)) = (&shape, &other) {
            if a != b && a.len() > 1 {
                return Err(dimension_mismatch(
                    m,
                    "map: arrays must have the same shape",
                ));
            }
        }
        shape = shape.or(other);
    }
    let len = lists.iter().map(Vec::len).min().unwrap_or(0);
    let mut results = Vec::with_capacity(len);
    for at in 0..len {
        m.burn(1)?;
        let items: Vec<Value> = lists.iter().map(|list| list[at].clone()).collect();
        results.push(m.call(f, &items)?);
    }
    if matches!(args[1..], [Value::Tuple(_), ..])
        && args[1..].iter().all(|arg| matches!(arg, Value::Tuple(_)))
    {
        return Ok(Value::tuple(results));
    }
    if results.is_empty() {
        let mut types = Vec::with_capacity(args.len());
        for collection in &args[1..] {
            let of = collection.type_of(m.types());
            types.push(m.types().eltype(of));
        }
        let eltype = m.result_type(f, &types);
        let dims = shape.unwrap_or(smallvec![0]);
        return Ok(Value::Array(array::zeroed(m.types(), eltype, dims)));
    }
    let dims = shape
        .filter(|dims| dims.iter().product::<usize>() == len)
        .unwrap_or(smallvec![len]);
    Ok(sequence::array_of(m, dims, results))
}

fn foreach(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, collections @ ..] = args else {
        return Err(method_error(m, "foreach", args));
    };
    let mut cursors: Vec<Cursor> = collections.iter().map(Cursor::new).collect();
    loop {
        let mut items = Vec::with_capacity(cursors.len());
        for cursor in &mut cursors {
            match cursor.next(m)? {
                Some(item) => items.push(item),
                None => return Ok(Value::Nothing),
            }
        }
        if items.is_empty() {
            return Ok(Value::Nothing);
        }
        m.call(f, &items)?;
    }
}

fn filter(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, collection] = args else {
        return Err(method_error(m, "filter", args));
    };
    let items = sequence::collect(m, collection)?;
    let mut kept = Vec::new();
    for item in items {
        if matches!(m.call(f, std::slice::from_ref(&item))?, Value::Bool(true)) {
            kept.push(item);
        }
    }
    match collection {
        Value::Tuple(_) => Ok(Value::tuple(kept)),
        Value::Str(_) => m.call_named("string", &kept),
        Value::Object(object) if matches!(object.kind, Kind::Dict | Kind::Set) => {
            let of = object.ty;
            m.call(&Value::Type(of), &[Value::tuple(kept)])
        }
        array if sequence::is_array(array) => {
            let eltype = sequence::eltype(m, array);
            Ok(Array::vector(m.types(), eltype, kept))
        }
        _ => Err(method_error(m, "filter", args)),
    }
}

/// The value of a reduction over nothing.
fn empty_reduction(m: &mut dyn Machine, op: &Value, collection: &Value) -> Outcome {
    let eltype = match collection {
        array if sequence::is_array(array) => sequence::eltype(m, array),
        _ => ty::bottom(),
    };
    let name = match op {
        Value::Function(name) => name.as_str(),
        _ => "",
    };
    match name {
        "+" | "add_sum" if eltype != ty::bottom() => {
            let zero = m.call_named("zero", &[Value::Type(eltype)])?;
            m.call_named("+", &[zero.clone(), zero])
        }
        "*" | "mul_prod" if eltype != ty::bottom() => m.call_named("one", &[Value::Type(eltype)]),
        "&" => Ok(Value::Bool(true)),
        "|" => Ok(Value::Bool(false)),
        _ => Err(argument_error(
            m,
            "reducing over an empty collection is not allowed",
        )),
    }
}

/// `op` over the elements from left to right, starting with `init` or the first element.
pub fn fold_with(
    m: &mut dyn Machine,
    map: Option<&Value>,
    op: &Value,
    collection: &Value,
    init: Option<&Value>,
) -> Outcome {
    let mut total = init.cloned();
    let mut cursor = Cursor::new(collection);
    while let Some(item) = cursor.next(m)? {
        let item = match map {
            Some(map) => m.call(map, &[item])?,
            None => item,
        };
        total = Some(match total {
            Some(total) => m.call(op, &[total, item])?,
            None => item,
        });
    }
    match total {
        Some(total) => Ok(total),
        None => empty_reduction(m, op, collection),
    }
}

fn fold(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [op, collection] => fold_with(m, None, op, collection, None),
        _ => Err(method_error(m, name, args)),
    }
}

fn foldr(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [op, collection] => {
            let mut items = sequence::collect(m, collection)?;
            let Some(mut total) = items.pop() else {
                return empty_reduction(m, op, collection);
            };
            while let Some(item) = items.pop() {
                m.burn(1)?;
                total = m.call(op, &[item, total])?;
            }
            Ok(total)
        }
        _ => Err(method_error(m, "foldr", args)),
    }
}

fn mapfold(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [f, op, collection] => fold_with(m, Some(f), op, collection, None),
        [f, op, several @ ..] if several.len() > 1 => {
            let mut mapped = vec![f.clone()];
            mapped.extend_from_slice(several);
            let mapped = map(m, &mapped)?;
            fold_with(m, None, op, &mapped, None)
        }
        _ => Err(method_error(m, name, args)),
    }
}

/// Pairwise over blocks.
fn pairwise<T: Copy + Sum + Add<Output = T> + Default>(data: &[T]) -> T {
    // The depth is logarithmic in the length.
    if data.len() <= BLOCK {
        return data.iter().copied().sum::<T>() + T::default();
    }
    let (a, b) = data.split_at(data.len() / 2);
    pairwise(a) + pairwise(b)
}

/// Narrow integers are summed as machine integers.
fn widened(value: Value) -> Value {
    match value.as_int() {
        Some((kind, n)) if kind.bits() < 64 => Value::int(
            if kind.signed() {
                IntKind::I64
            } else {
                IntKind::U64
            },
            n,
        ),
        _ => value,
    }
}

/// The type of [`widened`] values; a sum counts `Bool`s.
fn widened_type(of: Type, is_sum: bool) -> Type {
    if [ty::int8(), ty::int16(), ty::int32()].contains(&of) || is_sum && of == ty::bool() {
        ty::int64()
    } else if [ty::uint8(), ty::uint16(), ty::uint32()].contains(&of) {
        ty::uint64()
    } else {
        of
    }
}

/// Whether a function gives numbers of the type that it takes, and Julia knows it.
fn gives_its_type(f: &Value) -> bool {
    matches!(f, Value::Function(name) if matches!(name.as_str(), "identity" | "abs" | "abs2"))
}

fn sum_like(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let (f, collection) = match args {
        [collection] => (None, collection),
        [f, collection] => (Some(f), collection),
        _ => return Err(method_error(m, name, args)),
    };
    if let (None, "sum", Value::Array(array)) = (f, name, collection) {
        m.burn(array.len() as u64 / 8)?;
        match &*array.storage() {
            Storage::F64(data) => return Ok(Value::Float64(pairwise(data))),
            Storage::F32(data) => return Ok(Value::Float32(pairwise(data))),
            Storage::I64(data) => {
                return Ok(Value::Int64(
                    data.iter().fold(0, |total, &x| total.wrapping_add(x)),
                ))
            }
            Storage::Bool(data) => {
                return Ok(Value::Int64(data.iter().filter(|&&x| x).count() as i64))
            }
            _ => {}
        }
    }
    if let (None, "sum", Some(total)) = (f, name, sum_of_range(collection)) {
        super::range::checked_len(m, collection)?;
        return Ok(total);
    }
    let op = Value::function(if name == "sum" { "+" } else { "*" });
    let mut total: Option<Value> = None;
    let mut cursor = Cursor::new(collection);
    while let Some(item) = cursor.next(m)? {
        let item = match f {
            Some(f) => m.call(f, &[item])?,
            None => item,
        };
        let item = widened(item);
        total = Some(match total {
            Some(total) => m.call(&op, &[total, item])?,
            None => item,
        });
    }
    match total {
        // A single `Bool` counts as a number.
        Some(Value::Bool(x)) if name == "sum" => Ok(Value::Int64(x as i64)),
        Some(total) => Ok(total),
        // Of other functions nobody knows what they would give.
        None if f.is_some_and(|f| !gives_its_type(f)) => Err(argument_error(
            m,
            "reducing over an empty collection is not allowed",
        )),
        None => empty_reduction(m, &op, collection).map(widened),
    }
}

/// The sum of a range of `Int64`, however long, as Julia computes it: from its ends.
fn sum_of_range(collection: &Value) -> Option<Value> {
    let Value::Object(object) = collection else {
        return None;
    };
    let (start, step, stop) = match (object.kind, object.fixed()) {
        (Kind::UnitRange, &[Value::Int64(start), Value::Int64(stop)]) => (start, 1, stop),
        (Kind::OneTo, &[Value::Int64(stop)]) => (1, 1, stop),
        (Kind::StepRange, &[Value::Int64(start), Value::Int64(step), Value::Int64(stop)]) => {
            (start, step, stop)
        }
        _ => return None,
    };
    let (start, step, stop) = (start as i128, step as i128, stop as i128);
    let is_empty = if step > 0 { start > stop } else { start < stop };
    if step == 0 || is_empty {
        return Some(Value::Int64(0));
    }
    let len = (stop - start) / step + 1;
    // One of the two factors is even, and all wraps as 64-bit numbers do.
    let pairs = if len % 2 == 0 {
        (len / 2).wrapping_mul(len - 1)
    } else {
        len.wrapping_mul((len - 1) / 2)
    };
    let total = start
        .wrapping_mul(len)
        .wrapping_add(step.wrapping_mul(pairs));
    Some(Value::Int64(total as i64))
}

fn extreme(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let op = Value::function(if name == "maximum" { "max" } else { "min" });
    match args {
        // The extremes of a range are its ends, however long it is.
        [range] if range.kind().is_range() && super::range::len(range) > 0 => {
            let first = m.call_named("first", args)?;
            let last = m.call_named("last", args)?;
            m.call(&op, &[first, last])
        }
        [collection] => fold_with(m, None, &op, collection, None),
        [f, collection] => fold_with(m, Some(f), &op, collection, None),
        _ => Err(method_error(m, name, args)),
    }
}

fn mean(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let Some(collection) = args.last() else {
        return Err(method_error(m, "mean", args));
    };
    let total = sum_like(m, args, "sum")?;
    let count = super::collection::count(m, collection)?;
    m.call_named("/", &[total, count.into()])
}

fn truth(m: &mut dyn Machine, value: Value) -> Result<Option<bool>, Thrown> {
    match value {
        Value::Bool(x) => Ok(Some(x)),
        Value::Missing => Ok(None),
        other => Err(super::super::exception::type_error(
            m,
            "if",
            "if",
            Value::Type(ty::bool()),
            other,
        )),
    }
}

fn quantifier(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let (f, collection) = match args {
        [collection] => (None, collection),
        [f, collection] => (Some(f), collection),
        _ => return Err(method_error(m, name, args)),
    };
    let stop = name == "any";
    let mut unknown = false;
    let mut cursor = Cursor::new(collection);
    while let Some(item) = cursor.next(m)? {
        let answer = match f {
            Some(f) => m.call(f, &[item])?,
            None => item,
        };
        match truth(m, answer)? {
            Some(x) if x == stop => return Ok(Value::Bool(stop)),
            None => unknown = true,
            _ => {}
        }
    }
    Ok(if unknown {
        Value::Missing
    } else {
        Value::Bool(!stop)
    })
}

fn count(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (f, collection) = match args {
        [collection] => (None, collection),
        [f, collection] => (Some(f), collection),
        _ => return Err(method_error(m, "count", args)),
    };
    let mut count = 0i64;
    let mut cursor = Cursor::new(collection);
    while let Some(item) = cursor.next(m)? {
        let answer = match f {
            Some(f) => m.call(f, &[item])?,
            None => item,
        };
        count += truth(m, answer)?.unwrap_or(false) as i64;
    }
    Ok(Value::Int64(count))
}

/// The index of element `at`: a number, or a `CartesianIndex` in a matrix.
fn key(m: &mut dyn Machine, collection: &Value, at: usize) -> Outcome {
    match collection {
        Value::Str(bytes) => {
            let starts: Vec<usize> = (0..bytes.len())
                .filter(|&at| bytes[at] & 0xc0 != 0x80)
                .collect();
            Ok(starts.get(at).map_or(0, |at| at + 1).into())
        }
        Value::Object(object) if object.kind == Kind::Dict => {
            let keys = m.call_named("keys", std::slice::from_ref(collection))?;
            Ok(sequence::collect(m, &keys)?[at].clone())
        }
        Value::Object(object) if object.kind == Kind::NamedTuple => {
            Ok(Value::Symbol(typing::field_names(m.types(), object.ty)[at]))
        }
        array if sequence::is_array(array) => {
            let dims = sequence::dims(m, array)?;
            if dims.len() == 1 {
                return Ok((at + 1).into());
            }
            let mut rest = at;
            let index = dims
                .iter()
                .map(|&n| {
                    let k = rest % n;
                    rest /= n;
                    Value::from(k + 1)
                })
                .collect();
            Ok(super::wrapper::make_cartesian(m, index))
        }
        _ => Ok((at + 1).into()),
    }
}

fn elements(m: &mut dyn Machine, collection: &Value) -> Result<Vec<Value>, Thrown> {
    match collection {
        Value::Object(object) if object.kind == Kind::Dict => {
            let values = m.call_named("values", std::slice::from_ref(collection))?;
            sequence::collect(m, &values)
        }
        _ => sequence::collect(m, collection),
    }
}

fn find(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let (f, collection) = match args {
        [collection] => (None, collection),
        [f @ (Value::Str(_) | Value::Char(_)), text @ Value::Str(_)] => {
            return find_text(m, f, text, name)
        }
        [f, collection] => (Some(f), collection),
        _ => return Err(method_error(m, name, args)),
    };
    let items = elements(m, collection)?;
    let mut order: Vec<usize> = (0..items.len()).collect();
    if name == "findlast" {
        order.reverse();
    }
    for at in order {
        let answer = match f {
            Some(f) => m.call(f, &[items[at].clone()])?,
            None => items[at].clone(),
        };
        if matches!(answer, Value::Bool(true)) {
            return key(m, collection, at);
        }
    }
    Ok(Value::Nothing)
}

fn find_text(m: &mut dyn Machine, needle: &Value, text: &Value, name: &str) -> Outcome {
    let text = text.as_text().unwrap_or_default();
    let single = matches!(needle, Value::Char(_));
    let needle = match needle {
        Value::Char(c) => super::string::to_char(*c).to_string(),
        other => other.as_text().unwrap_or_default().into_owned(),
    };
    let at = if name == "findlast" {
        text.rfind(&needle)
    } else {
        text.find(&needle)
    };
    match at {
        Some(at) if single => Ok((at + 1).into()),
        Some(at) => {
            let last = at + needle.char_indices().last().map_or(0, |(at, _)| at) + 1;
            Ok(super::range::unit(
                m,
                IntKind::I64,
                at as i128 + 1,
                last as i128,
            ))
        }
        None => Ok(Value::Nothing),
    }
}

fn findnext(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, collection, from] = args else {
        return Err(method_error(m, "findnext", args));
    };
    let items = elements(m, collection)?;
    let from = from.as_i64().unwrap_or(1).max(1) as usize;
    for (at, item) in items.iter().enumerate().skip(from - 1) {
        if matches!(m.call(f, std::slice::from_ref(item))?, Value::Bool(true)) {
            return key(m, collection, at);
        }
    }
    Ok(Value::Nothing)
}

fn findall(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (f, collection) = match args {
        [collection] => (None, collection),
        [f, collection] => (Some(f), collection),
        _ => return Err(method_error(m, "findall", args)),
    };
    let items = elements(m, collection)?;
    let mut found = Vec::new();
    for (at, item) in items.into_iter().enumerate() {
        let answer = match f {
            Some(f) => m.call(f, &[item])?,
            None => item,
        };
        if matches!(answer, Value::Bool(true)) {
            found.push(key(m, collection, at)?);
        }
    }
    if found.is_empty() {
        return Ok(Array::vector(m.types(), ty::int64(), found));
    }
    let len = found.len();
    Ok(sequence::array_of(m, smallvec![len], found))
}

fn best(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let (f, collection) = match args {
        [collection] => (None, collection),
        [f, collection] => (Some(f), collection),
        _ => return Err(method_error(m, name, args)),
    };
    let items = elements(m, collection)?;
    let largest = name.ends_with("max");
    let mut best: Option<(usize, Value)> = None;
    for (at, item) in items.iter().enumerate() {
        let value = match f {
            Some(f) => m.call(f, std::slice::from_ref(item))?,
            None => item.clone(),
        };
        let better = match &best {
            None => true,
            // The first of equal ones; NaN is the extreme either way.
            Some((_, so_far)) => {
                let nan = |x: &Value| Num::of(x).is_some_and(|x| x.to_f64().is_nan());
                if nan(so_far) {
                    false
                } else if nan(&value) {
                    true
                } else if largest {
                    super::super::order::less(m, so_far, &value)?
                } else {
                    super::super::order::less(m, &value, so_far)?
                }
            }
        };
        if better {
            best = Some((at, value));
        }
    }
    let Some((at, value)) = best else {
        return Err(argument_error(m, "collection must be non-empty"));
    };
    let index = match (f, name) {
        // `argmax(f, xs)` is the element, not its index.
        (Some(_), "argmax" | "argmin") => return Ok(items[at].clone()),
        _ => key(m, collection, at)?,
    };
    Ok(if name.starts_with("arg") {
        index
    } else {
        Value::tuple([value, index])
    })
}

fn cumulative(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let [op, collection] = args else {
        return Err(method_error(m, name, &args[args.len().min(1)..]));
    };
    let items = sequence::collect(m, collection)?;
    let mut results: Vec<Value> = Vec::with_capacity(items.len());
    for item in items {
        m.burn(1)?;
        let item = if name == "accumulate" {
            item
        } else {
            widened(item)
        };
        let next = match results.last() {
            Some(total) => m.call(op, &[total.clone(), item])?,
            None => match item {
                Value::Bool(x) if name == "cumsum" => Value::Int64(x as i64),
                item => item,
            },
        };
        results.push(next);
    }
    if matches!(collection, Value::Tuple(_)) {
        return Ok(Value::tuple(results));
    }
    if results.is_empty() {
        let eltype = sequence::eltype(m, collection);
        let eltype = if name == "accumulate" {
            eltype
        } else {
            widened_type(eltype, name == "cumsum")
        };
        return Ok(Value::Array(array::zeroed(m.types(), eltype, smallvec![0])));
    }
    let dims = shape_of(m, collection)?.unwrap_or(smallvec![results.len()]);
    if dims.len() > 1 {
        return Err(argument_error(
            m,
            format!("{name} of a matrix needs the keyword argument `dims`"),
        ));
    }
    Ok(sequence::array_of(m, dims, results))
}

fn diff(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [array] if sequence::is_array(array) => {
            let items = sequence::values(m, array)?;
            let mut results = Vec::new();
            for pair in items.windows(2) {
                results.push(m.call_named("-", &[pair[1].clone(), pair[0].clone()])?);
            }
            if results.is_empty() {
                let eltype = sequence::eltype(m, array);
                return Ok(Value::Array(array::zeroed(m.types(), eltype, smallvec![0])));
            }
            let len = results.len();
            Ok(sequence::array_of(m, smallvec![len], results))
        }
        _ => Err(method_error(m, "diff", args)),
    }
}

fn reverse(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Tuple(items)] => Ok(Value::tuple(items.iter().rev().cloned())),
        [Value::Str(_)] => {
            let mut items = sequence::collect(m, &args[0])?;
            items.reverse();
            m.call_named("string", &items)
        }
        [range]
            if range.kind() == Kind::UnitRange
                || range.kind() == Kind::OneTo
                || range.kind() == Kind::StepRange =>
        {
            let (first, last) = (
                m.call_named("first", &args[..1])?,
                m.call_named("last", &args[..1])?,
            );
            let step = m.call_named("-", &[super::range::step_of(range)])?;
            m.call_named(":", &[last, step, first])
        }
        [array] if sequence::is_array(array) => {
            let copy = sequence::dense(m, array)?.copy();
            if copy.ndims() > 1 {
                return Err(Thrown::Unsupported("reverse of a matrix".into()));
            }
            copy.storage_mut().reverse();
            Ok(Value::Array(copy))
        }
        _ => Err(method_error(m, "reverse", args)),
    }
}
