//! `&&` and `||` in place of branches that make a `Bool`.
//!
//! ```text
//! t = b === nothing
//! if !t                             if b === nothing || v > b
//!     t = v > b           becomes       b = v
//! end                               end
//! if t
//!     b = v
//! end
//! ```

use super::flow::{Condition, Item, Line};
use super::names::words;
use super::text::Text;
use crate::syntax::operators::Level;
use rustc_hash::FxHashMap;

/// A condition of more characters stays several lines.
pub(super) const MAX_CONDITION: usize = 120;

/// A value of more characters is returned by the name of its variable.
const MAX_RETURN: usize = 80;

/// The same code with fewer branches.
pub(super) fn joined(items: Vec<Item>) -> Vec<Item> {
    let items = with_operators(items);
    let mut counts = FxHashMap::default();
    count(&items, &mut counts);
    with_tests(items, &counts)
}

/// What `wanted` makes of each list of items, the innermost first.
fn inside(items: Vec<Item>, wanted: &impl Fn(Vec<Item>) -> Vec<Item>) -> Vec<Item> {
    let each = items.into_iter().map(|item| match item {
        Item::If(condition, yes, no) => Item::If(condition, wanted(yes), wanted(no)),
        Item::While(condition, body) => Item::While(condition, wanted(body)),
        Item::For(name, collection, body) => Item::For(name, collection, wanted(body)),
        Item::Try(body, name, handler) => Item::Try(wanted(body), name, wanted(handler)),
        other => other,
    });
    each.collect()
}

/// The only line of an arm, where it gives a variable a value.
fn given(arm: &[Item]) -> Option<(&str, &Text)> {
    match arm {
        [Item::Line(Line {
            assigns,
            value: Some(value),
            ..
        })] => Some((assigns.first()?, value)),
        _ => None,
    }
}

/// `first && second` or `first || second`, where it is not too long.
fn both(first: &Condition, second: &Text, is_and: bool) -> Option<Text> {
    let (sign, level) = if is_and {
        ("&&", Level::And)
    } else {
        ("||", Level::Or)
    };
    let code = format!("{} {sign} {}", first.at(level.tighter()), second.at(level));
    (code.len() <= MAX_CONDITION).then(|| Text::new(code, level))
}

/// Branches whose arms give one variable a value, of which one is `true` or `false`, or what it has.
fn with_operators(items: Vec<Item>) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    for item in inside(items, &with_operators) {
        let mut found = None;
        if let Item::If(condition, yes, no) = &item {
            found = match (given(yes), given(no)) {
                (Some((name, value)), Some((other, last))) if name == other => {
                    match (value.code.as_str(), last.code.as_str()) {
                        (_, "false") => both(condition, value, true),
                        ("true", _) => both(condition, last, false),
                        ("false", _) => both(&condition.clone().negated(), last, true),
                        (_, "true") => both(&condition.clone().negated(), value, false),
                        _ => None,
                    }
                    .map(|text| (name.to_string(), text))
                }
                // `t = a; if t; t = b; end`, where `b` is not made of the `t` that goes
                (Some((name, value)), None)
                    if no.is_empty()
                        && condition.text.code == name
                        && words(&value.code).all(|word| word != name) =>
                {
                    let before = out.last().map(std::slice::from_ref).and_then(given);
                    let first = before.filter(|it| it.0 == name).map(|it| Condition {
                        text: it.1.clone(),
                        is_negated: false,
                    });
                    let joined = first.and_then(|it| both(&it, value, !condition.is_negated));
                    if joined.is_some() {
                        out.pop();
                    }
                    joined.map(|text| (name.to_string(), text))
                }
                _ => None,
            };
        }
        out.push(match found {
            Some((name, text)) => Item::Line(super::assignment(name, text)),
            None => item,
        });
    }
    out
}

/// How often each word occurs.
pub(super) fn count(items: &[Item], counts: &mut FxHashMap<String, usize>) {
    for item in items {
        let text = match item {
            Item::Line(line) => line.code.clone(),
            Item::If(condition, ..) | Item::While(Some(condition), _) => condition.code(),
            Item::For(name, collection, _) => format!("{name} {collection}"),
            _ => String::new(),
        };
        for word in words(&text) {
            *counts.entry(word.to_string()).or_default() += 1;
        }
        match item {
            Item::If(_, yes, no) => {
                count(yes, counts);
                count(no, counts);
            }
            Item::While(_, body) | Item::For(_, _, body) => count(body, counts),
            Item::Try(body, _, handler) => {
                count(body, counts);
                count(handler, counts);
            }
            _ => {}
        }
    }
}

/// Variables that only the branch or the `return` right behind them reads: it has their value instead.
fn with_tests(items: Vec<Item>, counts: &FxHashMap<String, usize>) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    for item in inside(items, &|items| with_tests(items, counts)) {
        let before = out.last().map(std::slice::from_ref).and_then(given);
        let tested = match (&item, before) {
            (Item::If(condition, ..), Some((name, value)))
                if condition.text.code == name && counts.get(name) == Some(&2) =>
            {
                Some(value.clone())
            }
            _ => None,
        };
        if let (Item::Line(line), Some((name, value))) = (&item, before) {
            let is_returned = line.code.strip_prefix("return ") == Some(name);
            if is_returned && counts.get(name) == Some(&2) && value.code.len() <= MAX_RETURN {
                let code = format!("return {}", value.code);
                out.pop();
                out.push(Item::Line(super::line(Vec::new(), code, true)));
                continue;
            }
        }
        match (item, tested) {
            (Item::If(condition, yes, no), Some(text)) => {
                out.pop();
                let is_negated = condition.is_negated;
                out.push(Item::If(Condition { text, is_negated }, yes, no));
            }
            (item, _) => out.push(item),
        }
    }
    out
}
