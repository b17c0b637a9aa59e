//! The `iterate` protocol of built-in collections.
//!
//! A state is the position of the next element: an `Int64` for arrays, tuples, strings (a byte offset) and ranges of
//! anything but integers, the current element for integer ranges as in Julia, and the inner iterator's state for
//! adaptors. [`Cursor`] walks any iterable from Rust without making a tuple for each element.

use super::super::exception::{self, bounds_error, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::Num;
use super::super::sequence;
use super::super::value::{Fields, Object, Value};
use super::{range, string};

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] =
    &[("iterate", iterate), ("indexed_iterate", indexed_iterate)];

/// A walk over an iterable.
pub struct Cursor {
    over: Value,
    state: State,
}

enum State {
    Start,
    At(usize),
    Other(Value),
}

impl Cursor {
    /// A walk from the start.
    pub fn new(over: &Value) -> Cursor {
        Cursor {
            over: over.clone(),
            state: State::Start,
        }
    }

    /// The next element.
    pub fn next(&mut self, m: &mut dyn Machine) -> Result<Option<Value>, Thrown> {
        m.burn(1)?;
        let direct = match &self.over {
            Value::Tuple(_) => true,
            other => sequence::is_array(other),
        };
        if direct {
            let at = match self.state {
                State::At(at) => at,
                _ => 0,
            };
            self.state = State::At(at + 1);
            return match &self.over {
                Value::Tuple(items) => Ok(items.get(at).cloned()),
                Value::Array(array) if at >= array.len() => Ok(None),
                Value::Array(_) => sequence::element(m, &self.over, at).map(Some),
                other => {
                    if at < elements(m, other)? {
                        sequence::element(m, other, at).map(Some)
                    } else {
                        Ok(None)
                    }
                }
            };
        }
        let step = match std::mem::replace(&mut self.state, State::Start) {
            State::Other(state) => m.call_named("iterate", &[self.over.clone(), state])?,
            _ => m.call_named("iterate", std::slice::from_ref(&self.over))?,
        };
        match step.as_tuple() {
            Some([item, state]) => {
                self.state = State::Other(state.clone());
                Ok(Some(item.clone()))
            }
            _ => Ok(None),
        }
    }
}

fn step(item: Value, state: Value) -> Outcome {
    Ok(Value::tuple([item, state]))
}

fn iterate(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (over, state) = match args {
        [over] => (over, None),
        [over, state] => (over, Some(state)),
        _ => return Err(method_error(m, "iterate", args)),
    };
    match over {
        Value::Object(object) => match object.kind {
            Kind::UnitRange | Kind::OneTo | Kind::StepRange => {
                integer_range(m, over, object, state)
            }
            kind if kind.is_array() => indexed(m, over, state),
            _ => adaptor(m, object, state, args),
        },
        Value::Array(array) => {
            let at = position(state);
            if at > array.len() {
                return Ok(Value::Nothing);
            }
            match array.get(at - 1) {
                Some(item) => step(item, Value::from(at + 1)),
                None => Err(exception::undef_ref_error(m)),
            }
        }
        Value::Tuple(items) => match items.get(position(state) - 1) {
            Some(item) => step(item.clone(), Value::from(position(state) + 1)),
            None => Ok(Value::Nothing),
        },
        Value::Str(bytes) => {
            let at = position(state) - 1;
            if at >= bytes.len() {
                return Ok(Value::Nothing);
            }
            let (c, width) = string::decode(&bytes[at..]);
            step(Value::Char(c), Value::from(at + width + 1))
        }
        // A number and a character iterate over themselves.
        Value::Char(_) => once(over, state),
        _ if Num::of(over).is_some() => once(over, state),
        _ => Err(method_error(m, "iterate", args)),
    }
}

fn once(over: &Value, state: Option<&Value>) -> Outcome {
    match state {
        None => step(over.clone(), Value::Nothing),
        Some(_) => Ok(Value::Nothing),
    }
}

/// How many elements something with dimensions has; a range may have more than a length can say.
fn elements(m: &mut dyn Machine, over: &Value) -> Result<usize, Thrown> {
    match over.kind().is_range() {
        true => Ok(range::len(over)),
        false => Ok(sequence::dims(m, over)?.iter().product()),
    }
}

fn position(state: Option<&Value>) -> usize {
    state
        .and_then(Value::as_i64)
        .map_or(1, |at| at.max(1) as usize)
}

fn indexed(m: &mut dyn Machine, over: &Value, state: Option<&Value>) -> Outcome {
    let at = position(state);
    if at > elements(m, over)? {
        return Ok(Value::Nothing);
    }
    step(sequence::element(m, over, at - 1)?, Value::from(at + 1))
}

/// The state is the element itself, so that the loop variable and the state are one value.
fn integer_range(
    m: &mut dyn Machine,
    over: &Value,
    object: &Object,
    state: Option<&Value>,
) -> Outcome {
    match (object.kind, object.fixed(), state) {
        (Kind::UnitRange, [Value::Int64(_), Value::Int64(stop)], Some(Value::Int64(at))) => {
            return if at == stop {
                Ok(Value::Nothing)
            } else {
                {
                    let next = at.wrapping_add(1);
                    step(Value::Int64(next), Value::Int64(next))
                }
            };
        }
        (Kind::UnitRange, [Value::Int64(start), Value::Int64(stop)], None) => {
            return if start > stop {
                Ok(Value::Nothing)
            } else {
                step(Value::Int64(*start), Value::Int64(*start))
            };
        }
        _ => {}
    }
    let len = range::len(over);
    let Some(state) = state else {
        if len == 0 {
            return Ok(Value::Nothing);
        }
        let first = range::element(over, 0);
        return step(first.clone(), first);
    };
    if super::super::egal::egal(state, &range::element(over, len.saturating_sub(1))) {
        return Ok(Value::Nothing);
    }
    let next = m.call_named("+", &[state.clone(), range::step_of(over)])?;
    let next = match (state.as_int(), next.as_int()) {
        (Some((kind, _)), Some((_, bits))) => Value::int(kind, bits),
        _ => next,
    };
    step(next.clone(), next)
}

/// Calls `iterate` of an inner iterator.
fn inner(
    m: &mut dyn Machine,
    over: &Value,
    state: Option<Value>,
) -> Result<Option<(Value, Value)>, Thrown> {
    let step = match state {
        Some(state) => m.call_named("iterate", &[over.clone(), state])?,
        None => m.call_named("iterate", std::slice::from_ref(over))?,
    };
    match step.as_tuple() {
        Some([item, state]) => Ok(Some((item.clone(), state.clone()))),
        _ => Ok(None),
    }
}

fn adaptor(m: &mut dyn Machine, object: &Object, state: Option<&Value>, args: &[Value]) -> Outcome {
    let field = |at: usize| object.field(at).unwrap_or(Value::Nothing);
    match object.kind {
        Kind::Generator => match inner(m, &field(1), state.cloned())? {
            Some((item, state)) => {
                let result = m.call(&field(0), &[item])?;
                step(result, state)
            }
            None => Ok(Value::Nothing),
        },
        Kind::Filter => {
            let mut state = state.cloned();
            loop {
                m.burn(1)?;
                let Some((item, next)) = inner(m, &field(1), state)? else {
                    return Ok(Value::Nothing);
                };
                if let Value::Bool(true) = m.call(&field(0), std::slice::from_ref(&item))? {
                    return step(item, next);
                }
                state = Some(next);
            }
        }
        Kind::Flatten => {
            // The state is the outer state, the current inner collection and its state.
            let (mut outer, mut current) = match state.and_then(Value::as_tuple) {
                Some([outer, items, state]) => (Some(outer.clone()), Some((items.clone(), Some(state.clone())))),
                _ => (None, None),
            };
            loop {
                m.burn(1)?;
                if let Some((items, state)) = current {
                    if let Some((item, state)) = inner(m, &items, state)? {
                        let outer = outer.unwrap_or(Value::Nothing);
                        return step(item, Value::tuple([outer, items, state]));
                    }
                }
                let Some((items, next)) = inner(m, &field(0), outer)? else {
                    return Ok(Value::Nothing);
                };
                outer = Some(next);
                current = Some((items, None));
            }
        }
        Kind::Enumerate => {
            let (count, state) = match state.and_then(Value::as_tuple) {
                Some([count, state]) => (count.as_i64().unwrap_or(1), Some(state.clone())),
                _ => (1, None),
            };
            match inner(m, &field(0), state)? {
                Some((item, state)) => step(
                    Value::tuple([Value::Int64(count), item]),
                    Value::tuple([Value::Int64(count + 1), state]),
                ),
                None => Ok(Value::Nothing),
            }
        }
        Kind::Zip => {
            let parts = field(0);
            let parts = parts.as_tuple().unwrap_or(&[]);
            let states = state.and_then(Value::as_tuple);
            let (mut items, mut next) = (Vec::new(), Vec::new());
            for (at, part) in parts.iter().enumerate() {
                let state = states.and_then(|states| states.get(at)).cloned();
                let Some((item, state)) = inner(m, part, state)? else {
                    return Ok(Value::Nothing);
                };
                items.push(item);
                next.push(state);
            }
            if parts.is_empty() {
                return Ok(Value::Nothing);
            }
            step(Value::tuple(items), Value::tuple(next))
        }
        Kind::Reverse => {
            let items = field(0);
            let len = m.call_named("length", std::slice::from_ref(&items))?.as_i64().unwrap_or(0);
            let at = state.and_then(Value::as_i64).unwrap_or(len);
            if at < 1 {
                return Ok(Value::Nothing);
            }
            let item = m.call_named("getindex", &[items, Value::Int64(at)])?;
            step(item, Value::Int64(at - 1))
        }
        Kind::Take => {
            let (left, state) = match state.and_then(Value::as_tuple) {
                Some([left, state]) => (left.as_i64().unwrap_or(0), Some(state.clone())),
                _ => (field(1).as_i64().unwrap_or(0), None),
            };
            if left <= 0 {
                return Ok(Value::Nothing);
            }
            match inner(m, &field(0), state)? {
                Some((item, state)) => step(item, Value::tuple([Value::Int64(left - 1), state])),
                None => Ok(Value::Nothing),
            }
        }
        Kind::Drop => {
            let mut state = state.cloned();
            if state.is_none() {
                for _ in 0..field(1).as_i64().unwrap_or(0) {
                    match inner(m, &field(0), state)? {
                        Some((_, next)) => state = Some(next),
                        None => return Ok(Value::Nothing),
                    }
                }
            }
            match inner(m, &field(0), state)? {
                Some((item, state)) => step(item, state),
                None => Ok(Value::Nothing),
            }
        }
        Kind::ProductIterator => {
            // The parts are collected once; the state counts combinations, the first part fastest.
            let parts = field(0);
            let (lists, at) = match state.and_then(Value::as_tuple) {
                Some([lists, at]) => (lists.clone(), at.as_i64().unwrap_or(0) as usize),
                _ => {
                    let mut lists = Vec::new();
                    for part in parts.as_tuple().unwrap_or(&[]) {
                        lists.push(Value::tuple(sequence::collect(m, part)?));
                    }
                    (Value::tuple(lists), 0)
                }
            };
            let mut rest = at;
            let mut items = Vec::new();
            for list in lists.as_tuple().unwrap_or(&[]) {
                let list = list.as_tuple().unwrap_or(&[]);
                if list.is_empty() {
                    return Ok(Value::Nothing);
                }
                items.push(list[rest % list.len()].clone());
                rest /= list.len();
            }
            if rest > 0 {
                return Ok(Value::Nothing);
            }
            step(Value::tuple(items), Value::tuple([lists, Value::from(at + 1)]))
        }
        Kind::EachCol | Kind::EachRow => {
            let matrix = field(0);
            let dims = sequence::dims(m, &matrix)?;
            let (along, at) = (if object.kind == Kind::EachCol { 1 } else { 0 }, position(state));
            if at > dims.get(along).copied().unwrap_or(1) {
                return Ok(Value::Nothing);
            }
            let colon = super::index::colon(m);
            let index = if along == 1 { [colon, Value::from(at)] } else { [Value::from(at), colon] };
            let [i, j] = index;
            let slice = m.call_named("view", &[matrix, i, j])?;
            step(slice, Value::from(at + 1))
        }
        Kind::Dict | Kind::Set => {
            let at = position(state) - 1;
            let Fields::Table(table) = &object.fields else {
                return Ok(Value::Nothing);
            };
            let Some((at, key, value)) = table.borrow().next_from(at) else {
                return Ok(Value::Nothing);
            };
            let item = if object.kind == Kind::Dict { super::dict::typed_pair(m, object, key, value) } else { key };
            step(item, Value::from(at + 2))
        }
        Kind::KeySet | Kind::ValueIterator => {
            let Some((pair, state)) = inner(m, &field(0), state.cloned())? else {
                return Ok(Value::Nothing);
            };
            let at = (object.kind == Kind::ValueIterator) as usize;
            let item = match &pair {
                Value::Object(pair) => pair.field(at).unwrap_or(Value::Nothing),
                _ => Value::Nothing,
            };
            step(item, state)
        }
        Kind::Pair => {
            let at = position(state);
            match object.field(at - 1) {
                Some(item) => step(item, Value::from(at + 1)),
                None => Ok(Value::Nothing),
            }
        }
        Kind::NamedTuple => {
            let at = position(state);
            match object.field(at - 1) {
                Some(item) => step(item, Value::from(at + 1)),
                None => Ok(Value::Nothing),
            }
        }
        Kind::Pairs => {
            let (data, keys) = (field(0), field(1));
            let Some((key, state)) = inner(m, &keys, state.cloned())? else {
                return Ok(Value::Nothing);
            };
            let value = m.call_named("getindex", &[data, key.clone()])?;
            step(exception::pair(m, key, value), state)
        }
        Kind::RefValue => match state {
            None => step(field(0), Value::Nothing),
            Some(_) => Ok(Value::Nothing),
        },
        Kind::CartesianIndex => Err(exception::error(
            m,
            "iteration is deliberately unsupported for CartesianIndex. Use `I` rather than `I...`, or use `Tuple(I)...`",
        )),
        _ => Err(method_error(m, "iterate", args)),
    }
}

/// `indexed_iterate(x, i, state)`, what destructuring `(a, b) = x` calls: too few elements are a `BoundsError`.
fn indexed_iterate(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (over, at, state) = match args {
        [over, at] => (over, at, None),
        [over, at, state] => (over, at, Some(state)),
        _ => return Err(method_error(m, "indexed_iterate", args)),
    };
    let index = at.as_i64().unwrap_or(1);
    match over {
        Value::Tuple(items) => match items.get((index - 1).max(0) as usize) {
            Some(item) => step(item.clone(), Value::Int64(index + 1)),
            None => Err(bounds_error(m, over, std::slice::from_ref(at))),
        },
        Value::Array(array) => {
            if index < 1 || index as usize > array.len() {
                return Err(bounds_error(m, over, std::slice::from_ref(at)));
            }
            let item = sequence::element(m, over, index as usize - 1)?;
            step(item, Value::Int64(index + 1))
        }
        _ => {
            let next = match state {
                Some(state) => m.call_named("iterate", &[over.clone(), state.clone()])?,
                None => m.call_named("iterate", std::slice::from_ref(over))?,
            };
            match next {
                Value::Nothing => Err(bounds_error(m, over, std::slice::from_ref(at))),
                next => Ok(next),
            }
        }
    }
}
