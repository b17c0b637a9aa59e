//! `Dict` and `Set`: insertion-ordered hash tables.
//!
//! Julia iterates in the order of its hash slots; here the order is that of insertion, which programs must not rely
//! on either way. A deleted entry leaves a hole, so that iteration states stay valid.

use super::super::array::Array;
use super::super::checked::Memory;
use super::super::exception::{self, argument_error, key_error, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::order;
use super::super::sequence;
use super::super::typing::{self, Param};
use super::super::value::{Fields, Object, Value};
use super::convert;
use crate::ir::Type;
use crate::types::ty;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("Dict", construct_dict),
    ("Set", construct_set),
    ("haskey", haskey),
    ("get", get),
    ("get!", get_or_insert),
    ("getkey", getkey),
    ("delete!", delete),
    ("keys", keys),
    ("values", values),
    ("pairs", pairs),
    ("union", |m, args| combine(m, args, "union")),
    ("intersect", |m, args| combine(m, args, "intersect")),
    ("setdiff", |m, args| combine(m, args, "setdiff")),
    ("union!", union_into),
    ("unique", unique),
    ("issubset", issubset),
];

/// An insertion-ordered hash table.
#[derive(Default, Debug)]
pub struct Table {
    entries: Vec<Option<(Value, Value)>>,
    by_hash: FxHashMap<u64, SmallVec<[u32; 1]>>,
    len: usize,
}

impl Table {
    /// How many entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All entries in order.
    pub fn entries(&self) -> Vec<(Value, Value)> {
        self.entries.iter().flatten().cloned().collect()
    }

    /// The first entry at or after a position, with its position.
    pub fn next_from(&self, at: usize) -> Option<(usize, Value, Value)> {
        (at..self.entries.len()).find_map(|at| {
            self.entries[at]
                .clone()
                .map(|(key, value)| (at, key, value))
        })
    }

    /// The value of an entry.
    pub fn value_at(&self, at: usize) -> Value {
        self.entries[at]
            .as_ref()
            .map_or(Value::Nothing, |(_, value)| value.clone())
    }

    fn insert(&mut self, hash: u64, key: Value, value: Value) {
        self.by_hash
            .entry(hash)
            .or_default()
            .push(self.entries.len() as u32);
        self.entries.push(Some((key, value)));
        self.len += 1;
    }

    fn remove(&mut self, hash: u64, at: usize) -> Option<(Value, Value)> {
        if let Some(list) = self.by_hash.get_mut(&hash) {
            list.retain(|&mut entry| entry as usize != at);
        }
        self.len -= 1;
        self.entries[at].take()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        *self = Table::default();
    }
}

/// The position of a key.
pub fn find(
    m: &mut dyn Machine,
    table: &Memory<Table>,
    key: &Value,
) -> Result<Option<usize>, Thrown> {
    let hash = order::key_hash(m, key)?;
    find_hashed(m, table, hash, key)
}

fn find_hashed(
    m: &mut dyn Machine,
    table: &Memory<Table>,
    hash: u64,
    key: &Value,
) -> Result<Option<usize>, Thrown> {
    let candidates = table
        .borrow()
        .by_hash
        .get(&hash)
        .cloned()
        .unwrap_or_default();
    for at in candidates {
        let other = table.borrow().entries[at as usize]
            .as_ref()
            .map(|(key, _)| key.clone());
        if let Some(other) = other {
            if order::is_equal(m, &other, key)? {
                return Ok(Some(at as usize));
            }
        }
    }
    Ok(None)
}

fn table(object: &Object) -> Option<&Memory<Table>> {
    match &object.fields {
        Fields::Table(table) => Some(table),
        _ => None,
    }
}

/// Sets `key` to `value`.
fn put(m: &mut dyn Machine, table: &Memory<Table>, key: Value, value: Value) -> Result<(), Thrown> {
    let hash = order::key_hash(m, &key)?;
    match find_hashed(m, table, hash, &key)? {
        Some(at) => table.borrow_mut().entries[at] = Some((key, value)),
        None => table.borrow_mut().insert(hash, key, value),
    }
    Ok(())
}

/// A new `Dict{K,V}`, or `Set{K}` where `value` is `None`.
fn create(m: &mut dyn Machine, key: Type, value: Option<Type>) -> Rc<Object> {
    let (ty, kind) = match value {
        Some(value) => (
            typing::apply(m.types(), "Dict", &[Param::Type(key), Param::Type(value)]),
            Kind::Dict,
        ),
        None => (
            typing::apply(m.types(), "Set", &[Param::Type(key)]),
            Kind::Set,
        ),
    };
    Rc::new(Object {
        ty,
        kind,
        fields: Fields::Table(Memory::default()),
    })
}

fn entry_types(m: &mut dyn Machine, object: &Object) -> (Type, Type) {
    let param = |at| typing::type_param(m.types(), object.ty, at).unwrap_or(ty::any());
    (param(0), param(1))
}

/// A `Pair{K,V}` as a dictionary's iteration gives it.
pub fn typed_pair(m: &mut dyn Machine, object: &Object, key: Value, value: Value) -> Value {
    let (k, v) = entry_types(m, object);
    let ty = typing::apply(m.types(), "Pair", &[Param::Type(k), Param::Type(v)]);
    Object::create(m.types(), ty, [key, value])
}

/// `d[key] = value`.
pub fn set(
    m: &mut dyn Machine,
    object: &Object,
    value: &Value,
    indices: &[Value],
) -> Result<(), Thrown> {
    let Some(table) = table(object) else {
        return Ok(());
    };
    let key = match indices {
        [key] => key.clone(),
        several => Value::tuple(several.iter().cloned()),
    };
    let (k, v) = entry_types(m, object);
    let key = convert::store_as(m, k, &key)?;
    let value = convert::store_as(m, v, value)?;
    put(m, table, key, value)
}

/// `d[key]`.
pub fn get_or_throw(m: &mut dyn Machine, object: &Object, indices: &[Value]) -> Outcome {
    let key = match indices {
        [key] => key.clone(),
        several => Value::tuple(several.iter().cloned()),
    };
    match lookup(m, object, &key)? {
        Some(value) => Ok(value),
        None => Err(key_error(m, key)),
    }
}

fn lookup(m: &mut dyn Machine, object: &Object, key: &Value) -> Result<Option<Value>, Thrown> {
    let Some(table) = table(object) else {
        return Ok(None);
    };
    Ok(find(m, table, key)?.map(|at| table.borrow().value_at(at)))
}

/// Whether a dictionary or set has a key.
pub fn contains(m: &mut dyn Machine, object: &Object, key: &Value) -> Result<bool, Thrown> {
    match table(object) {
        Some(table) => Ok(find(m, table, key)?.is_some()),
        None => Ok(false),
    }
}

/// Key and value of a pair or a two-element tuple.
fn entry(item: &Value) -> Option<(Value, Value)> {
    match item {
        Value::Object(object) if object.kind == Kind::Pair => {
            Some((object.field(0)?, object.field(1)?))
        }
        Value::Tuple(items) if items.len() == 2 => Some((items[0].clone(), items[1].clone())),
        _ => None,
    }
}

fn construct_dict(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(of), args @ ..] = args else {
        return Err(method_error(m, "Dict", args));
    };
    let items = match args {
        [] => Vec::new(),
        [one] if one.kind() == Kind::Pair => vec![one.clone()],
        [one] => sequence::collect(m, one)?,
        several => several.to_vec(),
    };
    let mut entries = Vec::with_capacity(items.len());
    for item in &items {
        match entry(item) {
            Some(entry) => entries.push(entry),
            None => {
                return Err(argument_error(
                    m,
                    "Dict(kv): kv needs to be an iterator of tuples or pairs",
                ))
            }
        }
    }
    let declared = (
        typing::type_param(m.types(), *of, 0),
        typing::type_param(m.types(), *of, 1),
    );
    let (k, v) = match declared {
        (Some(k), Some(v)) if m.types().is_closed(*of) && m.types().is_concrete(*of) => (k, v),
        _ if entries.is_empty() => (ty::any(), ty::any()),
        _ => {
            let keys: Vec<Value> = entries.iter().map(|(key, _)| key.clone()).collect();
            let values: Vec<Value> = entries.iter().map(|(_, value)| value.clone()).collect();
            (
                sequence::join_types(m, &keys),
                sequence::join_types(m, &values),
            )
        }
    };
    let object = create(m, k, Some(v));
    for (key, value) in entries {
        set(m, &object, &value, &[key])?;
    }
    Ok(Value::Object(object))
}

fn construct_set(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(of), args @ ..] = args else {
        return Err(method_error(m, "Set", args));
    };
    let items = match args {
        [] => Vec::new(),
        [one] => sequence::collect(m, one)?,
        _ => return Err(method_error(m, "Set", args)),
    };
    let eltype = match typing::type_param(m.types(), *of, 0) {
        Some(eltype) if m.types().is_concrete(*of) => eltype,
        _ if items.is_empty() => match args {
            [array] if sequence::is_array(array) => sequence::eltype(m, array),
            _ => ty::any(),
        },
        _ => sequence::join_types(m, &items),
    };
    new_set(m, eltype, items)
}

fn new_set(m: &mut dyn Machine, eltype: Type, items: Vec<Value>) -> Outcome {
    let object = create(m, eltype, None);
    for item in items {
        insert_key(m, &object, &item)?;
    }
    Ok(Value::Object(object))
}

/// Adds an element to a set, or a pair to a dictionary: `push!`.
pub fn insert_key(m: &mut dyn Machine, object: &Object, item: &Value) -> Result<(), Thrown> {
    if object.kind == Kind::Dict {
        return match entry(item) {
            Some((key, value)) => set(m, object, &value, &[key]),
            None => Err(method_error(m, "push!", std::slice::from_ref(item))),
        };
    }
    let Some(table) = table(object) else {
        return Ok(());
    };
    let (eltype, _) = entry_types(m, object);
    let item = convert::store_as(m, eltype, item)?;
    let hash = order::key_hash(m, &item)?;
    if find_hashed(m, table, hash, &item)?.is_none() {
        table.borrow_mut().insert(hash, item, Value::Nothing);
    }
    Ok(())
}

/// Removes a key, or any entry where `key` is `None`.
pub fn take(
    m: &mut dyn Machine,
    object: &Object,
    key: Option<&Value>,
) -> Result<Option<(Value, Value)>, Thrown> {
    let Some(table) = table(object) else {
        return Ok(None);
    };
    let key = match key {
        Some(key) => key.clone(),
        None => match table.borrow().next_from(0) {
            Some((_, key, _)) => key,
            None => return Ok(None),
        },
    };
    let hash = order::key_hash(m, &key)?;
    let found = find_hashed(m, table, hash, &key)?;
    Ok(found.and_then(|at| table.borrow_mut().remove(hash, at)))
}

fn haskey(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object), key] if object.kind == Kind::Dict => {
            contains(m, object, key).map(Value::Bool)
        }
        [Value::Object(object), Value::Symbol(name)] if object.kind == Kind::NamedTuple => Ok(
            Value::Bool(typing::field_names(m.types(), object.ty).contains(name)),
        ),
        [Value::Object(object), key] if object.kind == Kind::Pairs => {
            haskey(m, &[object.field(0).unwrap_or(Value::Nothing), key.clone()])
        }
        [Value::Array(array), key] => Ok(Value::Bool(
            key.as_i64()
                .is_some_and(|at| at >= 1 && at as usize <= array.len()),
        )),
        [Value::Tuple(items), key] => Ok(Value::Bool(
            key.as_i64()
                .is_some_and(|at| at >= 1 && at as usize <= items.len()),
        )),
        _ => Err(method_error(m, "haskey", args)),
    }
}

/// `get(d, key, default)` and `get(f, d, key)`.
fn get(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object), key, default] if object.kind == Kind::Dict => {
            Ok(lookup(m, object, key)?.unwrap_or(default.clone()))
        }
        [f, Value::Object(object), key] if object.kind == Kind::Dict => {
            match lookup(m, object, key)? {
                Some(value) => Ok(value),
                None => m.call(f, &[]),
            }
        }
        [collection, key, default] => match haskey(m, &[collection.clone(), key.clone()])? {
            Value::Bool(true) => m.call_named("getindex", &[collection.clone(), key.clone()]),
            _ => Ok(default.clone()),
        },
        _ => Err(method_error(m, "get", args)),
    }
}

fn get_or_insert(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (object, key) = match args {
        [Value::Object(object), key, _] if object.kind == Kind::Dict => (object, key),
        [_, Value::Object(object), key] if object.kind == Kind::Dict => (object, key),
        _ => return Err(method_error(m, "get!", args)),
    };
    if let Some(value) = lookup(m, object, key)? {
        return Ok(value);
    }
    let value = match args {
        [Value::Object(first), _, default] if first.kind == Kind::Dict => default.clone(),
        [f, ..] => m.call(f, &[])?,
        [] => Value::Nothing,
    };
    set(m, object, &value, std::slice::from_ref(key))?;
    get_or_throw(m, object, std::slice::from_ref(key))
}

fn getkey(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object), key, default] if object.kind == Kind::Dict => {
            Ok(if contains(m, object, key)? {
                key.clone()
            } else {
                default.clone()
            })
        }
        _ => Err(method_error(m, "getkey", args)),
    }
}

fn delete(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object), key] if matches!(object.kind, Kind::Dict | Kind::Set) => {
            take(m, object, Some(key))?;
            Ok(args[0].clone())
        }
        _ => Err(method_error(m, "delete!", args)),
    }
}

fn keys(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object)] => match object.kind {
            Kind::Dict => {
                let (k, _) = entry_types(m, object);
                let ty = typing::apply(
                    m.types(),
                    "KeySet",
                    &[Param::Type(k), Param::Type(object.ty)],
                );
                Ok(Object::create(m.types(), ty, [args[0].clone()]))
            }
            Kind::NamedTuple => {
                let names = typing::field_names(m.types(), object.ty);
                Ok(Value::tuple(names.into_iter().map(Value::Symbol)))
            }
            Kind::Pairs => Ok(object.field(1).unwrap_or(Value::Nothing)),
            kind if kind.is_array() => m.call_named("eachindex", args),
            _ => Err(method_error(m, "keys", args)),
        },
        [Value::Array(array)] if array.ndims() != 1 => {
            let dims = array.dims();
            let axes = Value::tuple(dims.iter().map(|&n| Value::from(n)));
            let of = typing::apply(m.types(), "CartesianIndices", &[]);
            m.call(&Value::Type(of), &[axes])
        }
        [Value::Array(array)] => Ok(super::range::one_to(m, array.len())),
        [Value::Tuple(items)] => Ok(super::range::one_to(m, items.len())),
        _ => Err(method_error(m, "keys", args)),
    }
}

fn values(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object)] if object.kind == Kind::Dict => {
            let ty = typing::apply(m.types(), "ValueIterator", &[Param::Type(object.ty)]);
            Ok(Object::create(m.types(), ty, [args[0].clone()]))
        }
        [Value::Object(object)] if object.kind == Kind::NamedTuple => {
            Ok(Value::tuple(object.fixed().iter().cloned()))
        }
        [Value::Object(object)] if object.kind == Kind::Pairs => {
            values(m, &[object.field(0).unwrap_or(Value::Nothing)])
        }
        [collection] => Ok(collection.clone()),
        _ => Err(method_error(m, "values", args)),
    }
}

/// `pairs(x)`: a dictionary is its own; everything else is `Pairs(x, keys(x))`.
fn pairs(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [data] = args else {
        return Err(method_error(m, "pairs", args));
    };
    if data.kind() == Kind::Dict {
        return Ok(data.clone());
    }
    let keys = keys(m, args)?;
    let (mut k, mut v) = (ty::int64(), ty::any());
    match data {
        Value::Object(object) if object.kind == Kind::NamedTuple => {
            k = ty::symbol();
            v = sequence::join_types(m, object.fixed());
        }
        array if sequence::is_array(array) => v = sequence::eltype(m, array),
        _ => {}
    }
    if keys.kind() == Kind::CartesianIndices {
        k = sequence::eltype(m, &keys);
    }
    let (i, a) = (keys.type_of(m.types()), data.type_of(m.types()));
    let ty = typing::apply(m.types(), "Pairs", &[k, v, i, a].map(Param::Type));
    Ok(Object::create(m.types(), ty, [data.clone(), keys]))
}

/// Set operations; the result is a `Set` if the first operand is one, else a vector.
fn combine(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let [first, rest @ ..] = args else {
        return Err(method_error(m, name, args));
    };
    let items = sequence::collect(m, first)?;
    let mut eltype = element_type(m, first, &items);
    let result = new_set(m, ty::any(), Vec::new())?;
    let Value::Object(object) = &result else {
        return Ok(result);
    };
    for item in &items {
        insert_key(m, object, item)?;
    }
    for other in rest {
        let others = sequence::collect(m, other)?;
        if name == "union" {
            let more = element_type(m, other, &others);
            eltype = convert::promote_types(m.types(), eltype, more);
            for item in &others {
                insert_key(m, object, item)?;
            }
            continue;
        }
        let other = new_set(m, ty::any(), others)?;
        let Value::Object(other) = &other else {
            continue;
        };
        for item in &items {
            if contains(m, other, item)? != (name == "intersect") {
                take(m, object, Some(item))?;
            }
        }
    }
    let kept: Vec<Value> = table(object)
        .map(|table| table.borrow().entries())
        .unwrap_or_default()
        .into_iter()
        .map(|(key, _)| key)
        .collect();
    if first.kind() == Kind::Set {
        return new_set(m, eltype, kept);
    }
    let mut converted = Vec::with_capacity(kept.len());
    for item in &kept {
        converted.push(convert::store_as(m, eltype, item)?);
    }
    Ok(Array::vector(m.types(), eltype, converted))
}

fn element_type(m: &mut dyn Machine, collection: &Value, items: &[Value]) -> Type {
    match collection {
        array if sequence::is_array(array) => sequence::eltype(m, array),
        Value::Object(object) if object.kind == Kind::Set => entry_types(m, object).0,
        _ => sequence::join_types(m, items),
    }
}

fn union_into(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object), others @ ..] if object.kind == Kind::Set => {
            for other in others {
                for item in sequence::collect(m, other)? {
                    insert_key(m, object, &item)?;
                }
            }
            Ok(args[0].clone())
        }
        _ => Err(method_error(m, "union!", args)),
    }
}

fn unique(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [one] => {
            combine(m, std::slice::from_ref(one), "union").and_then(|result| match result.kind() {
                Kind::Set => m.call_named("collect", &[result]),
                _ => Ok(result),
            })
        }
        _ => Err(method_error(m, "unique", args)),
    }
}

fn issubset(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [a, b] = args else {
        return Err(method_error(m, "issubset", args));
    };
    for item in sequence::collect(m, a)? {
        if !matches!(m.call_named("in", &[item, b.clone()])?, Value::Bool(true)) {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}

/// `KeyError` or the missing key's absence, for `pop!`.
pub fn pop(
    m: &mut dyn Machine,
    object: &Object,
    key: Option<&Value>,
    default: Option<&Value>,
) -> Outcome {
    match (take(m, object, key)?, key, default) {
        (Some((key, value)), asked, _) => Ok(match (object.kind, asked) {
            (Kind::Set, _) => key,
            (_, Some(_)) => value,
            (_, None) => typed_pair(m, object, key, value),
        }),
        (None, _, Some(default)) => Ok(default.clone()),
        (None, Some(key), None) => Err(key_error(m, key.clone())),
        (None, None, None) => Err(exception::argument_error(m, "collection must be non-empty")),
    }
}
