//! Sorting: stable, by `isless` or a given order.

use super::super::array::Array;
use super::super::exception::method_error;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::order;
use super::super::sequence;
use super::super::value::Value;
use super::index;
use crate::types::ty;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("sort", |m, args| sort(m, args, &Order::default())),
    ("sort!", |m, args| sort_in_place(m, args, &Order::default())),
    ("sortperm", |m, args| sortperm(m, args, &Order::default())),
    ("issorted", issorted),
    ("searchsortedfirst", |m, args| {
        search(m, args, "searchsortedfirst")
    }),
    ("searchsortedlast", |m, args| {
        search(m, args, "searchsortedlast")
    }),
];

/// The keyword arguments of a sort.
#[derive(Default)]
pub struct Order {
    /// Compares instead of `isless`.
    pub lt: Option<Value>,
    /// Gives the key to compare.
    pub by: Option<Value>,
    /// Largest first.
    pub rev: bool,
}

/// Positions of the items in sorted order: a merge sort, because comparing may throw.
fn permutation(m: &mut dyn Machine, items: &[Value], order: &Order) -> Result<Vec<usize>, Thrown> {
    let mut keys = Vec::with_capacity(items.len());
    for item in items {
        keys.push(match &order.by {
            Some(by) => m.call(by, std::slice::from_ref(item))?,
            None => item.clone(),
        });
    }
    let mut runs: Vec<Vec<usize>> = (0..items.len()).map(|at| vec![at]).collect();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pairs = runs.into_iter();
        while let Some(a) = pairs.next() {
            match pairs.next() {
                Some(b) => merged.push(merge(m, &keys, &a, &b, order)?),
                None => merged.push(a),
            }
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}

fn precedes(m: &mut dyn Machine, a: &Value, b: &Value, order: &Order) -> Result<bool, Thrown> {
    let (a, b) = if order.rev { (b, a) } else { (a, b) };
    match &order.lt {
        Some(lt) => Ok(matches!(
            m.call(lt, &[a.clone(), b.clone()])?,
            Value::Bool(true)
        )),
        None => order::less(m, a, b),
    }
}

fn merge(
    m: &mut dyn Machine,
    keys: &[Value],
    a: &[usize],
    b: &[usize],
    order: &Order,
) -> Result<Vec<usize>, Thrown> {
    m.burn((a.len() + b.len()) as u64)?;
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        // Equal keys keep their order.
        if precedes(m, &keys[b[j]], &keys[a[i]], order)? {
            out.push(b[j]);
            j += 1;
        } else {
            out.push(a[i]);
            i += 1;
        }
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    Ok(out)
}

/// `sort(v; lt, by, rev)`.
pub fn sort(m: &mut dyn Machine, args: &[Value], order: &Order) -> Outcome {
    match args {
        [array] if sequence::is_array(array) => {
            let dense = sequence::dense(m, array)?;
            let items = sequence::values(m, array)?;
            let positions = permutation(m, &items, order)?;
            let storage = dense.storage().gather(positions.into_iter());
            Ok(Value::Array(Array::new(
                m.types(),
                dense.eltype(),
                dense.dims(),
                storage,
            )))
        }
        _ => Err(method_error(m, "sort", args)),
    }
}

/// `sort!(v; lt, by, rev)`.
pub fn sort_in_place(m: &mut dyn Machine, args: &[Value], order: &Order) -> Outcome {
    match args {
        [array] if sequence::is_array(array) && !array.kind().is_range() => {
            let items = sequence::values(m, array)?;
            let positions = permutation(m, &items, order)?;
            for (at, from) in positions.into_iter().enumerate() {
                index::set_element(m, array, at, &items[from])?;
            }
            Ok(array.clone())
        }
        _ => Err(method_error(m, "sort!", args)),
    }
}

/// `sortperm(v; lt, by, rev)`.
pub fn sortperm(m: &mut dyn Machine, args: &[Value], order: &Order) -> Outcome {
    match args {
        [array] if sequence::is_array(array) => {
            let items = sequence::values(m, array)?;
            let positions = permutation(m, &items, order)?;
            let positions = positions
                .into_iter()
                .map(|at| Value::from(at + 1))
                .collect();
            Ok(Array::vector(m.types(), ty::int64(), positions))
        }
        _ => Err(method_error(m, "sortperm", args)),
    }
}

fn issorted(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [collection] = args else {
        return Err(method_error(m, "issorted", args));
    };
    for pair in sequence::collect(m, collection)?.windows(2) {
        if order::less(m, &pair[1], &pair[0])? {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}

fn search(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let [array, x] = args else {
        return Err(method_error(m, name, args));
    };
    let (mut low, mut high) = (0, super::collection::count(m, array)?);
    while low < high {
        let middle = (low + high) / 2;
        let item = m.call_named("getindex", &[array.clone(), Value::from(middle + 1)])?;
        let right = if name == "searchsortedfirst" {
            order::less(m, &item, x)?
        } else {
            !order::less(m, x, &item)?
        };
        if right {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(if name == "searchsortedfirst" {
        low + 1
    } else {
        low
    }
    .into())
}
