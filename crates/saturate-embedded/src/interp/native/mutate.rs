//! Changing collections in place.

use super::super::array::{Array, Storage};
use super::super::exception::{
    argument_error, bounds_error, dimension_mismatch, error, method_error,
};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::sequence;
use super::super::value::{Fields, Value};
use super::{convert, index};
use std::rc::Rc;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("push!", push),
    ("pushfirst!", pushfirst),
    ("pop!", pop),
    ("popfirst!", popfirst),
    ("append!", |m, args| append(m, args)),
    ("prepend!", prepend),
    ("insert!", insert),
    ("deleteat!", deleteat),
    ("splice!", splice),
    ("resize!", resize),
    ("empty!", empty),
    ("sizehint!", |m, args| {
        args.first()
            .cloned()
            .ok_or(())
            .map_err(|()| method_error(m, "sizehint!", args))
    }),
    ("copyto!", copyto),
    ("copy!", copyto),
    ("fill!", fill),
    ("reverse!", reverse),
    ("filter!", filter),
    ("map!", map_into),
];

/// A vector that may be resized.
fn resizable<'a>(
    m: &mut dyn Machine,
    name: &str,
    args: &'a [Value],
) -> Result<&'a Rc<Array>, Thrown> {
    match args.first() {
        Some(Value::Array(array)) if array.ndims() == 1 => {
            if !array.may_resize() {
                return Err(error(m, "cannot resize array with shared data"));
            }
            Ok(array)
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn push(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    if let [Value::Object(object), items @ ..] = args {
        if matches!(object.kind, Kind::Set | Kind::Dict) {
            for item in items {
                super::dict::insert_key(m, object, item)?;
            }
            return Ok(args[0].clone());
        }
    }
    let array = resizable(m, "push!", args)?;
    for item in &args[1..] {
        let item = convert::store_as(m, array.eltype(), item)?;
        array.edit(|data| data.push(item));
    }
    Ok(args[0].clone())
}

fn pushfirst(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let array = resizable(m, "pushfirst!", args)?;
    for item in args[1..].iter().rev() {
        let item = convert::store_as(m, array.eltype(), item)?;
        array.edit(|data| data.insert(0, item));
    }
    Ok(args[0].clone())
}

fn pop(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    if let [Value::Object(object), rest @ ..] = args {
        if matches!(object.kind, Kind::Set | Kind::Dict) {
            return super::dict::pop(m, object, rest.first(), rest.get(1));
        }
    }
    let array = resizable(m, "pop!", args)?;
    let Some(last) = array.len().checked_sub(1) else {
        return Err(argument_error(m, "array must be non-empty"));
    };
    let item = sequence::element(m, &args[0], last)?;
    array.edit(|data| data.remove(last));
    Ok(item)
}

fn popfirst(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let array = resizable(m, "popfirst!", args)?;
    if array.is_empty() {
        return Err(argument_error(m, "array must be non-empty"));
    }
    let item = sequence::element(m, &args[0], 0)?;
    array.edit(|data| data.remove(0));
    Ok(item)
}

fn append(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut items = vec![args.first().cloned().unwrap_or(Value::Nothing)];
    for more in args.iter().skip(1) {
        items.extend(sequence::collect(m, more)?);
    }
    push(m, &items)
}

fn prepend(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut items = vec![args.first().cloned().unwrap_or(Value::Nothing)];
    for more in args.iter().skip(1) {
        items.extend(sequence::collect(m, more)?);
    }
    pushfirst(m, &items)
}

fn insert(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let array = resizable(m, "insert!", args)?;
    let [_, at, item] = args else {
        return Err(method_error(m, "insert!", args));
    };
    match at.as_i64() {
        Some(k) if k >= 1 && k as usize <= array.len() + 1 => {
            let item = convert::store_as(m, array.eltype(), item)?;
            array.edit(|data| data.insert(k as usize - 1, item));
            Ok(args[0].clone())
        }
        _ => Err(bounds_error(m, &args[0], std::slice::from_ref(at))),
    }
}

fn deleteat(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let array = resizable(m, "deleteat!", args)?;
    let [_, which] = args else {
        return Err(method_error(m, "deleteat!", args));
    };
    let resolved = index::resolve(m, which, array.len())?;
    if !index::in_bounds(m, &resolved, array.len())? {
        return Err(bounds_error(m, &args[0], std::slice::from_ref(which)));
    }
    let mut positions: Vec<i64> = sequence::collect(m, &resolved)?
        .iter()
        .filter_map(Value::as_i64)
        .collect();
    positions.sort_unstable();
    positions.dedup();
    for at in positions.into_iter().rev() {
        array.edit(|data| data.remove(at as usize - 1));
    }
    Ok(args[0].clone())
}

fn splice(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [_, which] = args else {
        return Err(Thrown::Unsupported("splice! with a replacement".into()));
    };
    let removed = m.call_named("getindex", &[args[0].clone(), which.clone()])?;
    deleteat(m, args)?;
    Ok(removed)
}

fn resize(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let array = resizable(m, "resize!", args)?;
    match args.get(1).and_then(Value::as_i64) {
        Some(n) if n >= 0 => {
            sequence::check_size(m, &[n as usize])?;
            array.edit(|data| data.resize(n as usize));
            Ok(args[0].clone())
        }
        _ => Err(argument_error(m, "new length must be ≥ 0")),
    }
}

fn empty(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object)] => match &object.fields {
            Fields::Table(table) => {
                table.borrow_mut().clear();
                Ok(args[0].clone())
            }
            _ => Err(method_error(m, "empty!", args)),
        },
        _ => {
            let array = resizable(m, "empty!", args)?;
            array.edit(|data| data.resize(0));
            Ok(args[0].clone())
        }
    }
}

/// `copyto!(dest, src)` and `copyto!(dest, at, src, from, n)`.
fn copyto(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [dest, source] if sequence::is_array(dest) => {
            if source.kind() == Kind::Broadcasted {
                return m.call_named("materialize!", args);
            }
            let values = sequence::collect(m, source)?;
            let room: usize = sequence::dims(m, dest)?.iter().product();
            if values.len() > room {
                return Err(bounds_error(m, dest, &[Value::from(values.len())]));
            }
            copy_values(m, dest, 0, &values)
        }
        [dest, at, source, from, n] if sequence::is_array(dest) => {
            let [at, from, n] = [at, from, n].map(|x| x.as_i64().unwrap_or(0));
            let values = sequence::collect(m, source)?;
            let room: usize = sequence::dims(m, dest)?.iter().product();
            if n < 0 {
                return Err(argument_error(
                    m,
                    format!("tried to copy n={n} elements, but n should be nonnegative"),
                ));
            }
            if at < 1 || (at - 1 + n) as usize > room {
                return Err(bounds_error(m, dest, &[Value::Int64(at + n - 1)]));
            }
            if from < 1 || (from - 1 + n) as usize > values.len() {
                return Err(bounds_error(m, source, &[Value::Int64(from + n - 1)]));
            }
            copy_values(
                m,
                dest,
                at as usize - 1,
                &values[from as usize - 1..(from - 1 + n) as usize],
            )
        }
        _ => Err(method_error(m, "copyto!", args)),
    }
}

fn copy_values(m: &mut dyn Machine, dest: &Value, at: usize, values: &[Value]) -> Outcome {
    m.burn(values.len() as u64)?;
    for (k, value) in values.iter().enumerate() {
        index::set_element(m, dest, at + k, value)?;
    }
    Ok(dest.clone())
}

fn fill(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array), value] => {
            let value = convert::store_as(m, array.eltype(), value)?;
            m.burn(array.len() as u64)?;
            for at in 0..array.len() {
                array.set(at, value.clone());
            }
            Ok(args[0].clone())
        }
        [view, value] if matches!(view.kind(), Kind::SubArray | Kind::Own) => {
            let len: usize = sequence::dims(m, view)?.iter().product();
            let eltype = sequence::eltype(m, view);
            let value = convert::store_as(m, eltype, value)?;
            copy_values(m, view, 0, &vec![value; len])
        }
        _ => Err(method_error(m, "fill!", args)),
    }
}

fn reverse(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Array(array)] if array.ndims() == 1 => {
            array.storage_mut().reverse();
            Ok(args[0].clone())
        }
        _ => Err(method_error(m, "reverse!", args)),
    }
}

fn filter(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, collection] = args else {
        return Err(method_error(m, "filter!", args));
    };
    let target = std::slice::from_ref(collection);
    let array = resizable(m, "filter!", target)?;
    let mut kept = Vec::new();
    for at in 0..array.len() {
        let item = sequence::element(m, collection, at)?;
        if matches!(m.call(f, std::slice::from_ref(&item))?, Value::Bool(true)) {
            kept.push(at);
        }
    }
    array.edit(|data: &mut Storage| *data = data.gather(kept.into_iter()));
    Ok(collection.clone())
}

/// `map!(f, dest, sources...)`.
fn map_into(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, dest, sources @ ..] = args else {
        return Err(method_error(m, "map!", args));
    };
    if !sequence::is_array(dest) || sources.is_empty() {
        return Err(method_error(m, "map!", args));
    }
    let mut lists = Vec::new();
    for source in sources {
        lists.push(sequence::collect(m, source)?);
    }
    let len = lists.iter().map(Vec::len).min().unwrap_or(0);
    let room: usize = sequence::dims(m, dest)?.iter().product();
    if len > room {
        return Err(dimension_mismatch(
            m,
            format!("map!: {len} results do not fit in {room} elements"),
        ));
    }
    for at in 0..len {
        m.burn(1)?;
        let items: Vec<Value> = lists.iter().map(|list| list[at].clone()).collect();
        let value = m.call(f, &items)?;
        index::set_element(m, dest, at, &value)?;
    }
    Ok(dest.clone())
}
