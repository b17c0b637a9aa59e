//! Keyword calls of natives: `sum(A; dims = 1)` calls `sum##kw((; dims = 1), sum, A)`.
//!
//! | functions | keywords |
//! |---|---|
//! | `sum prod maximum minimum any all count mean` | `dims`, `init` |
//! | `reduce foldl mapreduce` | `init` |
//! | `cumsum cumprod reverse` | `dims` |
//! | `sort sort! sortperm` | `lt`, `by`, `rev` |
//! | `round floor ceil trunc` | `digits`, `sigdigits` |
//! | `range` | `start`, `stop`, `step`, `length` |
//! | `isapprox` | `rtol`, `atol` |
//! | `split` | `limit`, `keepempty` |
//! | `digits parse string` | `base`, `pad` |

use super::super::array::Dims;
use super::super::exception::{argument_error, method_error};
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::Num;
use super::super::sequence;
use super::super::value::Value;
use super::{compare, convert, fold, object, range, sort};
use crate::sym::Sym;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("sum##kw", kwcall),
    ("prod##kw", kwcall),
    ("maximum##kw", kwcall),
    ("minimum##kw", kwcall),
    ("any##kw", kwcall),
    ("all##kw", kwcall),
    ("count##kw", kwcall),
    ("mean##kw", kwcall),
    ("extrema##kw", kwcall),
    ("reduce##kw", kwcall),
    ("foldl##kw", kwcall),
    ("mapreduce##kw", kwcall),
    ("mapfoldl##kw", kwcall),
    ("cumsum##kw", kwcall),
    ("cumprod##kw", kwcall),
    ("reverse##kw", kwcall),
    ("sort##kw", kwcall),
    ("sort!##kw", kwcall),
    ("sortperm##kw", kwcall),
    ("round##kw", kwcall),
    ("floor##kw", kwcall),
    ("ceil##kw", kwcall),
    ("trunc##kw", kwcall),
    ("range##kw", kwcall),
    ("isapprox##kw", kwcall),
    ("split##kw", kwcall),
    ("digits##kw", kwcall),
    ("parse##kw", kwcall),
    ("string##kw", kwcall),
    ("repr##kw", kwcall),
    ("show##kw", kwcall),
    ("print##kw", kwcall),
    ("sprint##kw", kwcall),
];

struct Keywords(Vec<(Sym, Value)>);

impl Keywords {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0
            .iter()
            .find(|(known, _)| known.as_str() == name)
            .map(|(_, value)| value)
    }

    fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(Value::Bool(true)))
    }

    /// The first keyword that is not listed.
    fn unknown(&self, known: &[&str]) -> Option<Sym> {
        self.0
            .iter()
            .map(|(name, _)| *name)
            .find(|name| !known.contains(&name.as_str()))
    }
}

const REDUCTIONS: &[&str] = &[
    "sum", "prod", "maximum", "minimum", "any", "all", "count", "mean", "extrema",
];

fn kwcall(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [keywords, f, rest @ ..] = args else {
        return Err(method_error(m, "kwcall", args));
    };
    let keywords = Keywords(object::entries(m, keywords)?);
    if keywords.0.is_empty() {
        return m.call(f, rest);
    }
    let Value::Function(name) = f else {
        return Err(method_error(m, "kwcall", args));
    };
    let name = name.as_str();
    let known: &[&str] = match name {
        _ if REDUCTIONS.contains(&name) => &["dims", "init"],
        "reduce" | "foldl" | "mapreduce" | "mapfoldl" => &["init", "dims"],
        "cumsum" | "cumprod" | "reverse" => &["dims"],
        "sort" | "sort!" | "sortperm" => &["lt", "by", "rev", "alg"],
        "round" | "floor" | "ceil" | "trunc" => &["digits", "sigdigits"],
        "range" => &["start", "stop", "step", "length"],
        "isapprox" | "≈" => &["rtol", "atol"],
        "split" => &["limit", "keepempty"],
        "digits" | "parse" | "string" => &["base", "pad"],
        "repr" | "show" | "print" | "sprint" => &["context"],
        _ => &[],
    };
    if let Some(unknown) = keywords.unknown(known) {
        return Err(argument_error(
            m,
            format!("`{name}` got unsupported keyword argument `{unknown}`"),
        ));
    }
    match name {
        "cumsum" | "cumprod" | "reverse" => along(m, name, rest, keywords.get("dims")),
        "reduce" | "foldl" | "mapreduce" | "mapfoldl" => match (rest, keywords.get("dims")) {
            (_, Some(_)) => Err(Thrown::Unsupported(format!("{name} along a dimension"))),
            ([op, items], None) => fold::fold_with(m, None, op, items, keywords.get("init")),
            ([f, op, items], None) => fold::fold_with(m, Some(f), op, items, keywords.get("init")),
            _ => Err(method_error(m, name, rest)),
        },
        _ if REDUCTIONS.contains(&name) => match keywords.get("dims") {
            Some(dims) => reduce_dims(m, name, rest, dims),
            None => {
                let op = Value::function(match name {
                    "sum" => "+",
                    "prod" => "*",
                    "maximum" => "max",
                    "minimum" => "min",
                    _ => return Err(Thrown::Unsupported(format!("{name} with init"))),
                });
                match rest {
                    [items] => fold::fold_with(m, None, &op, items, keywords.get("init")),
                    [f, items] => fold::fold_with(m, Some(f), &op, items, keywords.get("init")),
                    _ => Err(method_error(m, name, rest)),
                }
            }
        },
        "sort" | "sort!" | "sortperm" => {
            let order = sort::Order {
                lt: keywords.get("lt").cloned(),
                by: keywords.get("by").cloned(),
                rev: keywords.flag("rev"),
            };
            match name {
                "sort" => sort::sort(m, rest, &order),
                "sort!" => sort::sort_in_place(m, rest, &order),
                _ => sort::sortperm(m, rest, &order),
            }
        }
        "round" | "floor" | "ceil" | "trunc" => round_digits(m, name, rest, &keywords),
        "range" => {
            let start = rest
                .first()
                .cloned()
                .or(keywords.get("start").cloned())
                .unwrap_or(Value::Int64(1));
            let stop = rest.get(1).or(keywords.get("stop"));
            let length = keywords.get("length").and_then(Value::as_i64);
            range::range_with(m, &start, stop, keywords.get("step"), length)
        }
        "isapprox" | "≈" => {
            let number = |name| keywords.get(name).and_then(Num::of).map(Num::to_f64);
            match rest {
                [a, b] => {
                    compare::approximately(m, a, b, number("rtol"), number("atol").unwrap_or(0.0))
                        .map(Value::Bool)
                }
                _ => Err(method_error(m, name, rest)),
            }
        }
        "split" => split(m, rest, &keywords),
        "digits" => {
            let base = keywords.get("base").and_then(Value::as_i64).unwrap_or(10);
            super::string::digits(m, rest, base)
        }
        "parse" => {
            let mut args = rest.to_vec();
            args.extend(keywords.get("base").cloned());
            super::string::parse(m, &args, false)
        }
        "string" => string_base(m, rest, &keywords),
        _ => m.call(f, rest),
    }
}

/// A reduction along dimensions; they stay, with length one.
fn reduce_dims(m: &mut dyn Machine, name: &str, args: &[Value], dims: &Value) -> Outcome {
    let Some((array, before)) = args.split_last() else {
        return Err(method_error(m, name, args));
    };
    let shape = sequence::dims(m, array)?;
    let chosen: Vec<usize> = match dims {
        Value::Tuple(dims) => dims
            .iter()
            .filter_map(Value::as_i64)
            .map(|k| k as usize)
            .collect(),
        k => k.as_i64().map(|k| k as usize).into_iter().collect(),
    };
    if chosen.is_empty() || chosen.contains(&0) {
        return Err(argument_error(m, "region dimension(s) must be ≥ 1"));
    }
    let items = sequence::values(m, array)?;
    let eltype = sequence::eltype(m, array);
    let result: Dims = shape
        .iter()
        .enumerate()
        .map(|(k, &n)| if chosen.contains(&(k + 1)) { 1 } else { n })
        .collect();
    let len: usize = result.iter().product();
    let mut groups: Vec<Vec<Value>> = vec![Vec::new(); len];
    for (at, item) in items.into_iter().enumerate() {
        let (mut rest, mut stride, mut target) = (at, 1, 0);
        for (k, &n) in shape.iter().enumerate() {
            let index = rest % n;
            rest /= n;
            if !chosen.contains(&(k + 1)) {
                target += index * stride;
            }
            stride *= result[k];
        }
        groups[target].push(item);
    }
    let f = Value::function(name);
    let mut results = Vec::with_capacity(len);
    for group in groups {
        let group = super::super::array::Array::vector(m.types(), eltype, group);
        results.push(m.call(&f, &[before, &[group]].concat())?);
    }
    Ok(sequence::array_of(m, result, results))
}

/// `cumsum(A; dims)` and `reverse(A; dims)` of a vector or matrix, column by column or row by row.
fn along(m: &mut dyn Machine, name: &str, args: &[Value], dims: Option<&Value>) -> Outcome {
    let [array] = args else {
        return Err(method_error(m, name, args));
    };
    let shape = sequence::dims(m, array)?;
    let along = dims.and_then(Value::as_i64).unwrap_or(1);
    if shape.len() > 2 || !(1..=2).contains(&along) {
        return Err(Thrown::Unsupported(format!(
            "{name} along dimension {along}"
        )));
    }
    let (rows, columns) = (shape[0], shape.get(1).copied().unwrap_or(1));
    let items = sequence::values(m, array)?;
    let eltype = sequence::eltype(m, array);
    let mut results = vec![Value::Nothing; items.len()];
    let (lines, length) = if along == 1 {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let at = |line: usize, k: usize| {
        if along == 1 {
            k + line * rows
        } else {
            line + k * rows
        }
    };
    for line in 0..lines {
        let values = (0..length).map(|k| items[at(line, k)].clone()).collect();
        let vector = super::super::array::Array::vector(m.types(), eltype, values);
        let mapped = m.call_named(name, &[vector])?;
        for (k, value) in sequence::values(m, &mapped)?.into_iter().enumerate() {
            results[at(line, k)] = value;
        }
    }
    Ok(sequence::array_of(m, shape, results))
}

fn round_digits(m: &mut dyn Machine, name: &str, args: &[Value], keywords: &Keywords) -> Outcome {
    let [x] = args else {
        return Err(method_error(m, name, args));
    };
    let Some(number) = Num::of(x) else {
        return Err(method_error(m, name, args));
    };
    let value = number.to_f64();
    let digits = match (
        keywords.get("digits").and_then(Value::as_i64),
        keywords.get("sigdigits").and_then(Value::as_i64),
    ) {
        (Some(digits), _) => digits,
        (None, Some(significant)) if value != 0.0 && value.is_finite() => {
            significant - 1 - value.abs().log10().floor() as i64
        }
        _ => 0,
    };
    let power = 10f64.powi(digits.unsigned_abs().min(400) as i32);
    let rounded = if !value.is_finite() {
        value
    } else if digits >= 0 {
        let scaled = convert::round_float(name, value * power) / power;
        if scaled.is_finite() {
            scaled
        } else {
            value
        }
    } else {
        convert::round_float(name, value / power) * power
    };
    match number {
        Num::F32(_) => Ok(Value::Float32(rounded as f32)),
        Num::Int(..) if digits >= 0 => Ok(x.clone()),
        _ => Ok(Value::Float64(rounded)),
    }
}

fn split(m: &mut dyn Machine, args: &[Value], keywords: &Keywords) -> Outcome {
    let parts = m.call_named("split", args)?;
    let mut items = sequence::collect(m, &parts)?;
    let keep = !matches!(keywords.get("keepempty"), Some(Value::Bool(false)));
    if !keep {
        items.retain(|item| !matches!(item, Value::Str(bytes) if bytes.is_empty()));
    }
    let limit = keywords.get("limit").and_then(Value::as_i64).unwrap_or(0);
    if limit > 0 && items.len() > limit as usize {
        let delim = args.get(1).cloned().unwrap_or(Value::from(" "));
        let tail = items.split_off(limit as usize - 1);
        let len = tail.len();
        let tail = sequence::array_of(m, smallvec::smallvec![len], tail);
        items.push(m.call_named("join", &[tail, delim])?);
    }
    Ok(super::super::array::Array::vector(
        m.types(),
        crate::types::ty::string(),
        items,
    ))
}

fn string_base(m: &mut dyn Machine, args: &[Value], keywords: &Keywords) -> Outcome {
    let Some(n) = args.first().and_then(Value::as_i64) else {
        return Err(method_error(m, "string", args));
    };
    let base = keywords.get("base").and_then(Value::as_i64).unwrap_or(10);
    let pad = keywords
        .get("pad")
        .and_then(Value::as_i64)
        .unwrap_or(1)
        .clamp(1, 4096) as usize;
    if !(2..=36).contains(&base) {
        return Err(argument_error(
            m,
            format!("base must be between 2 and 36, got {base}"),
        ));
    }
    let mut rest = n.unsigned_abs();
    let mut digits = Vec::new();
    while rest > 0 || digits.len() < pad {
        let digit = (rest % base as u64) as u32;
        digits.push(char::from_digit(digit, 36).unwrap_or('0'));
        rest /= base as u64;
    }
    if n < 0 {
        digits.push('-');
    }
    Ok(Value::string(digits.iter().rev().collect::<String>()))
}
