//! Strings and characters.
//!
//! Strings are bytes, indexed by byte as in Julia; an index inside a character is a `StringIndexError`.

use super::super::array::Array;
use super::super::exception::{self, argument_error, bounds_error, inexact_error, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::sequence;
use super::super::show;
use super::super::value::{IntKind, Value};
use crate::types::ty;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("string", string),
    ("String", |m, args| to_string(m, &args[1..])),
    ("repr", repr),
    ("uppercase", |m, args| {
        text_map(m, args, "uppercase", str::to_uppercase)
    }),
    ("lowercase", |m, args| {
        text_map(m, args, "lowercase", str::to_lowercase)
    }),
    ("uppercasefirst", |m, args| {
        text_map(m, args, "uppercasefirst", uppercase_first)
    }),
    ("strip", |m, args| {
        text_map(m, args, "strip", |s| s.trim().to_string())
    }),
    ("lstrip", |m, args| {
        text_map(m, args, "lstrip", |s| s.trim_start().to_string())
    }),
    ("rstrip", |m, args| {
        text_map(m, args, "rstrip", |s| s.trim_end().to_string())
    }),
    ("chomp", |m, args| {
        text_map(m, args, "chomp", |s| {
            s.strip_suffix('\n').unwrap_or(s).to_string()
        })
    }),
    ("split", split),
    ("join", join),
    ("occursin", |m, args| {
        text_test(m, args, "occursin", |needle, text| text.contains(needle))
    }),
    ("contains", |m, args| {
        text_test(m, args, "contains", |text, needle| text.contains(needle))
    }),
    ("startswith", |m, args| {
        text_test(m, args, "startswith", |text, start| text.starts_with(start))
    }),
    ("endswith", |m, args| {
        text_test(m, args, "endswith", |text, end| text.ends_with(end))
    }),
    ("replace", replace),
    ("parse", |m, args| parse(m, args, false)),
    ("tryparse", |m, args| parse(m, args, true)),
    ("lpad", |m, args| pad(m, args, "lpad")),
    ("rpad", |m, args| pad(m, args, "rpad")),
    ("repeat", |m, args| repeat_native(m, args)),
    ("ncodeunits", |m, args| byte_count(m, args)),
    ("codeunit", codeunit),
    ("codepoint", |m, args| codepoint(m, args)),
    ("nextind", nextind),
    ("prevind", prevind),
    ("isvalid", |m, args| isvalid_index(m, args)),
    ("isdigit", |m, args| {
        char_test(m, args, "isdigit", |c| c.is_ascii_digit())
    }),
    ("isletter", |m, args| {
        char_test(m, args, "isletter", char::is_alphabetic)
    }),
    ("isspace", |m, args| {
        char_test(m, args, "isspace", char::is_whitespace)
    }),
    ("isuppercase", |m, args| {
        char_test(m, args, "isuppercase", char::is_uppercase)
    }),
    ("islowercase", |m, args| {
        char_test(m, args, "islowercase", char::is_lowercase)
    }),
    ("isascii", |m, args| {
        char_test(m, args, "isascii", |c| c.is_ascii())
    }),
    ("ispunct", |m, args| {
        char_test(m, args, "ispunct", |c| c.is_ascii_punctuation())
    }),
    ("digits", |m, args| digits(m, args, 10)),
    ("bitstring", bitstring),
];

/// The first character and its width in bytes; an invalid byte is a character of its own.
pub fn decode(bytes: &[u8]) -> (u32, usize) {
    let width = match bytes[0] {
        0x00..=0x7f => 1,
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => return (char::REPLACEMENT_CHARACTER as u32, 1),
    };
    match bytes
        .get(..width)
        .and_then(|head| std::str::from_utf8(head).ok())
    {
        Some(head) => (head.chars().next().map_or(0, |c| c as u32), width),
        None => (char::REPLACEMENT_CHARACTER as u32, 1),
    }
}

/// The character of a code point; invalid ones are replaced.
pub fn to_char(code: u32) -> char {
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// `'a' + n`.
pub fn shift_char(m: &mut dyn Machine, code: u32, by: i64) -> Outcome {
    match u32::try_from((code as i64).saturating_add(by)) {
        Ok(code) if code <= 0x10ffff => Ok(Value::Char(code)),
        _ => Err(inexact_error(
            m,
            "convert",
            Value::Type(ty::uint32()),
            Value::Int64((code as i64).saturating_add(by)),
        )),
    }
}

fn bytes_of(value: &Value, out: &mut Vec<u8>) -> bool {
    match value {
        Value::Str(bytes) => out.extend_from_slice(bytes),
        Value::Char(c) => out.extend_from_slice(to_char(*c).encode_utf8(&mut [0; 4]).as_bytes()),
        Value::Symbol(name) => out.extend_from_slice(name.as_str().as_bytes()),
        _ => return false,
    }
    true
}

/// `*` of strings and characters.
pub fn concat(m: &mut dyn Machine, parts: &[Value]) -> Outcome {
    let mut out = Vec::new();
    for part in parts {
        if matches!(part, Value::Symbol(_)) || !bytes_of(part, &mut out) {
            return Err(method_error(m, "*", parts));
        }
    }
    Ok(Value::string(out))
}

/// `s^n`.
pub fn repeat(m: &mut dyn Machine, text: &Value, count: &Value) -> Outcome {
    let mut once = Vec::new();
    let count = count.as_i64().unwrap_or(0);
    if count < 0 {
        return Err(argument_error(
            m,
            format!("can't repeat a string {count} times"),
        ));
    }
    if !bytes_of(text, &mut once)
        || once.len().saturating_mul(count as usize) > sequence::MAX_ELEMENTS
    {
        return Err(exception::raise(m, "OutOfMemoryError", []));
    }
    m.burn(once.len() as u64 * count as u64)?;
    Ok(Value::string(once.repeat(count as usize)))
}

fn repeat_native(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [text @ (Value::Str(_) | Value::Char(_)), count] if count.as_i64().is_some() => {
            repeat(m, text, count)
        }
        [array, counts @ ..] if sequence::is_array(array) => {
            super::build::repeat_array(m, array, counts)
        }
        _ => Err(method_error(m, "repeat", args)),
    }
}

/// `s[i]` and `s[a:b]`.
pub fn get(m: &mut dyn Machine, text: &Value, index: &Value) -> Outcome {
    let Value::Str(bytes) = text else {
        return Err(method_error(m, "getindex", &[text.clone(), index.clone()]));
    };
    let start_of =
        |at: i64| at >= 1 && at as usize <= bytes.len() && bytes[at as usize - 1] & 0xc0 != 0x80;
    if let Some(at) = index.as_i64() {
        if at < 1 || at as usize > bytes.len() {
            return Err(bounds_error(m, text, std::slice::from_ref(index)));
        }
        if !start_of(at) {
            return Err(exception::raise(
                m,
                "StringIndexError",
                [text.clone(), Value::Int64(at)],
            ));
        }
        return Ok(Value::Char(decode(&bytes[at as usize - 1..]).0));
    }
    if index.kind() == Kind::Colon || matches!(index, Value::Function(name) if name.as_str() == ":")
    {
        return Ok(text.clone());
    }
    if !sequence::is_array(index) {
        return Err(method_error(m, "getindex", &[text.clone(), index.clone()]));
    }
    let positions = sequence::values(m, index)?;
    let mut out = Vec::new();
    let contiguous = index.kind() == Kind::UnitRange;
    if let (true, Some(first), Some(last)) = (contiguous, positions.first(), positions.last()) {
        let (first, last) = (first.as_i64().unwrap_or(0), last.as_i64().unwrap_or(0));
        if first < 1 || last as usize > bytes.len() {
            return Err(bounds_error(m, text, std::slice::from_ref(index)));
        }
        for at in [first, last] {
            if !start_of(at) {
                return Err(exception::raise(
                    m,
                    "StringIndexError",
                    [text.clone(), Value::Int64(at)],
                ));
            }
        }
        let width = decode(&bytes[last as usize - 1..]).1;
        return Ok(Value::string(
            &bytes[first as usize - 1..last as usize - 1 + width],
        ));
    }
    for at in positions {
        let c = get(m, text, &at)?;
        bytes_of(&c, &mut out);
    }
    Ok(Value::string(out))
}

fn string(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut out = Vec::new();
    for arg in args {
        if !bytes_of(arg, &mut out) {
            out.extend_from_slice(&show::print_bytes(m, arg)?);
        }
    }
    Ok(Value::string(out))
}

fn to_string(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [text @ Value::Str(_)] => Ok(text.clone()),
        [Value::Symbol(name)] => Ok(Value::string(name.as_str())),
        [array] if sequence::is_array(array) => {
            let mut out = Vec::new();
            for item in sequence::values(m, array)? {
                match item.as_int() {
                    Some((IntKind::U8, byte)) => out.push(byte as u8),
                    _ if bytes_of(&item, &mut out) => {}
                    _ => return Err(method_error(m, "String", args)),
                }
            }
            Ok(Value::string(out))
        }
        _ => Err(method_error(m, "String", args)),
    }
}

fn repr(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => show::repr(m, x).map(Value::string),
        _ => Err(method_error(m, "repr", args)),
    }
}

fn text_map(m: &mut dyn Machine, args: &[Value], name: &str, f: fn(&str) -> String) -> Outcome {
    match args {
        [text @ Value::Str(_)] => Ok(Value::string(f(&text.as_text().unwrap_or_default()))),
        [Value::Char(c)] => match f(&to_char(*c).to_string()).chars().next() {
            Some(c) => Ok(Value::Char(c as u32)),
            None => Ok(args[0].clone()),
        },
        [text @ Value::Str(_), Value::Char(c)] => {
            let (text, c) = (text.as_text().unwrap_or_default(), to_char(*c));
            Ok(Value::string(match name {
                "strip" => text.trim_matches(c),
                "lstrip" => text.trim_start_matches(c),
                "rstrip" => text.trim_end_matches(c),
                _ => return Err(method_error(m, name, args)),
            }))
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn uppercase_first(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A pattern: a string, or one of several characters.
fn pattern(m: &mut dyn Machine, value: &Value) -> Result<Vec<String>, Thrown> {
    match value {
        Value::Str(_) => Ok(vec![value.as_text().unwrap_or_default().into_owned()]),
        Value::Char(c) => Ok(vec![to_char(*c).to_string()]),
        Value::Array(_) | Value::Tuple(_) => {
            let mut all = Vec::new();
            for item in sequence::collect(m, value)? {
                all.extend(pattern(m, &item)?);
            }
            Ok(all)
        }
        other => {
            let of = other.type_of(m.types());
            let of = m.types().show(of);
            Err(Thrown::Unsupported(format!("a text pattern of type {of}")))
        }
    }
}

fn split(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let text = match args.first() {
        Some(text @ Value::Str(_)) => text.as_text().unwrap_or_default().into_owned(),
        _ => return Err(method_error(m, "split", args)),
    };
    let parts: Vec<Value> = match args {
        [_] => text.split_whitespace().map(Value::from).collect(),
        [_, by] => {
            let seps = pattern(m, by)?;
            if seps.iter().all(String::is_empty) {
                text.chars().map(|c| Value::from(c.to_string())).collect()
            } else {
                split_at(&text, &seps)
                    .into_iter()
                    .map(Value::from)
                    .collect()
            }
        }
        _ => return Err(method_error(m, "split", args)),
    };
    Ok(Array::vector(m.types(), ty::string(), parts))
}

fn split_at<'t>(text: &'t str, seps: &[String]) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let next = seps
            .iter()
            .filter_map(|sep| rest.find(sep.as_str()).map(|at| (at, sep.len())))
            .min();
        match next {
            Some((at, width)) => {
                parts.push(&rest[..at]);
                rest = &rest[at + width..];
            }
            None => {
                parts.push(rest);
                return parts;
            }
        }
    }
}

/// `join(items, delim, last)`.
fn join(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (items, delim, last) = match args {
        [items] => (items, Value::from(""), None),
        [items, delim] => (items, delim.clone(), None),
        [items, delim, last] => (items, delim.clone(), Some(last.clone())),
        _ => return Err(method_error(m, "join", args)),
    };
    let items = sequence::collect(m, items)?;
    let mut parts = Vec::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            parts.push(match &last {
                Some(last) if at + 1 == items.len() => last.clone(),
                _ => delim.clone(),
            });
        }
        parts.push(item.clone());
    }
    string(m, &parts)
}

fn text_test(
    m: &mut dyn Machine,
    args: &[Value],
    name: &str,
    f: fn(&str, &str) -> bool,
) -> Outcome {
    let [a, b] = args else {
        return match args {
            [b] => super::object::fix2(m, name, b),
            _ => Err(method_error(m, name, args)),
        };
    };
    let (mut x, mut y) = (Vec::new(), Vec::new());
    if !bytes_of(a, &mut x) || !bytes_of(b, &mut y) {
        return Err(method_error(m, name, args));
    }
    Ok(f(&String::from_utf8_lossy(&x), &String::from_utf8_lossy(&y)).into())
}

/// `replace(s, old => new, …)`; of a collection, equal elements are replaced.
fn replace(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [subject, rules @ ..] = args else {
        return Err(method_error(m, "replace", args));
    };
    let mut parts = Vec::new();
    for rule in rules {
        match rule
            .as_kind(Kind::Pair)
            .map(|pair| (pair.field(0), pair.field(1)))
        {
            Some((Some(old), Some(new))) => parts.push((old, new)),
            _ => return Err(method_error(m, "replace", args)),
        }
    }
    if !matches!(subject, Value::Str(_)) {
        let mut items = sequence::collect(m, subject)?;
        for item in &mut items {
            for (old, new) in &parts {
                if super::super::order::is_equal(m, item, old)? {
                    *item = new.clone();
                    break;
                }
            }
        }
        let dims = sequence::dims(m, subject)?;
        return Ok(sequence::array_of(m, dims, items));
    }
    let text = subject.as_text().unwrap_or_default().into_owned();
    let mut patterns = Vec::new();
    for (old, new) in &parts {
        for old in pattern(m, old)? {
            patterns.push((old, new.clone()));
        }
    }
    let (mut out, mut rest) = (String::new(), &text[..]);
    loop {
        let next = patterns
            .iter()
            .enumerate()
            .filter(|(_, (old, _))| !old.is_empty())
            .filter_map(|(k, (old, _))| rest.find(old.as_str()).map(|at| (at, k)))
            .min();
        let Some((at, k)) = next else {
            out.push_str(rest);
            return Ok(Value::string(out));
        };
        let (old, new) = &patterns[k];
        out.push_str(&rest[..at]);
        let new = match new {
            Value::Function(_) | Value::Object(_) => m.call(new, &[Value::string(old)])?,
            new => new.clone(),
        };
        let new = string(m, &[new])?;
        out.push_str(&new.as_text().unwrap_or_default());
        rest = &rest[at + old.len()..];
    }
}

/// `parse(T, text, [base])`; `quiet` gives `nothing` for what cannot be parsed.
pub fn parse(m: &mut dyn Machine, args: &[Value], quiet: bool) -> Outcome {
    let (Some(Value::Type(to)), Some(source @ (Value::Str(_) | Value::Char(_)))) =
        (args.first(), args.get(1))
    else {
        return Err(method_error(m, "parse", args));
    };
    let mut bytes = Vec::new();
    bytes_of(source, &mut bytes);
    let source = String::from_utf8_lossy(&bytes).into_owned();
    let text = source.trim();
    let result = if *to == ty::float64() || *to == ty::float32() {
        let valid = text
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+-.eEfF".contains(&b))
            || ["NaN", "Inf", "-Inf", "+Inf"].contains(&text);
        let parsed = text.replace(['f', 'F'], "e").parse::<f64>();
        match (
            valid,
            parsed,
            ["NaN", "Inf", "-Inf", "+Inf"].contains(&text),
        ) {
            (true, Ok(x), false) => Ok(x),
            (true, _, true) => Ok(match text {
                "NaN" => f64::NAN,
                "-Inf" => f64::NEG_INFINITY,
                _ => f64::INFINITY,
            }),
            _ => Err(format!(
                "cannot parse {:?} as {}",
                source,
                if *to == ty::float64() {
                    "Float64"
                } else {
                    "Float32"
                }
            )),
        }
        .map(|x| {
            if *to == ty::float64() {
                Value::Float64(x)
            } else {
                Value::Float32(x as f32)
            }
        })
    } else if *to == ty::bool() {
        match text {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(format!("invalid Bool representation: {source:?}")),
        }
    } else if let Some(kind) = if *to == ty::integer() {
        Some(IntKind::I64)
    } else {
        IntKind::from_type(*to)
    } {
        let base = args.get(2).and_then(Value::as_i64);
        parse_int(kind, text, &source, base)
    } else {
        return Err(method_error(m, "parse", args));
    };
    match result {
        Ok(value) => Ok(value),
        Err(_) if quiet => Ok(Value::Nothing),
        Err(message) => Err(argument_error(m, message)),
    }
}

fn parse_int(kind: IntKind, text: &str, source: &str, base: Option<i64>) -> Result<Value, String> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (base, digits) = match base {
        Some(base) => (base as u32, digits),
        None => match digits.get(..2) {
            Some("0x") => (16, &digits[2..]),
            Some("0b") => (2, &digits[2..]),
            Some("0o") => (8, &digits[2..]),
            _ => (10, digits),
        },
    };
    if digits.is_empty() {
        return Err(if source.is_empty() {
            "input string is empty or only contains whitespace".into()
        } else {
            format!("premature end of integer: {source:?}")
        });
    }
    let mut total: i128 = 0;
    for c in digits.chars() {
        let Some(digit) = c.to_digit(base.clamp(2, 36)) else {
            return Err(format!("invalid base {base} digit {c:?} in {source:?}"));
        };
        total = total
            .checked_mul(base as i128)
            .and_then(|total| total.checked_add(digit as i128))
            .filter(|&total| {
                kind == IntKind::U128 || total <= kind.max().saturating_add(negative as i128)
            })
            .ok_or_else(|| format!("overflow: {source:?}"))?;
    }
    Ok(Value::int(kind, if negative { -total } else { total }))
}

fn pad(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let (Some(subject), Some(width)) = (args.first(), args.get(1).and_then(Value::as_i64)) else {
        return Err(method_error(m, name, args));
    };
    let text = string(m, std::slice::from_ref(subject))?
        .as_text()
        .unwrap_or_default()
        .into_owned();
    let fill = match args.get(2) {
        Some(fill) => string(m, std::slice::from_ref(fill))?
            .as_text()
            .unwrap_or_default()
            .into_owned(),
        None => " ".to_string(),
    };
    let missing = width.saturating_sub(text.chars().count() as i64).max(0) as usize;
    if missing > sequence::MAX_ELEMENTS {
        return Err(exception::raise(m, "OutOfMemoryError", []));
    }
    let padding: String = fill
        .chars()
        .cycle()
        .take(if fill.is_empty() { 0 } else { missing })
        .collect();
    Ok(Value::string(if name == "lpad" {
        padding + &text
    } else {
        text + &padding
    }))
}

fn byte_count(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Str(bytes)] => Ok(bytes.len().into()),
        [Value::Char(c)] => Ok(to_char(*c).len_utf8().into()),
        _ => Err(method_error(m, "ncodeunits", args)),
    }
}

fn codeunit(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Str(bytes), at] => match at
            .as_i64()
            .and_then(|at| bytes.get(at.saturating_sub(1).max(0) as usize))
        {
            Some(&byte) => Ok(Value::int(IntKind::U8, byte as i128)),
            None => Err(bounds_error(m, &args[0], &args[1..])),
        },
        _ => Err(method_error(m, "codeunit", args)),
    }
}

fn codepoint(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Char(c)] => Ok(Value::int(IntKind::U32, *c as i128)),
        _ => Err(method_error(m, "codepoint", args)),
    }
}

fn nextind(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Str(bytes), at] if at.as_i64().is_some() => {
            let mut at = at.as_i64().unwrap_or(0).max(0) as usize;
            at += 1;
            while at <= bytes.len() && bytes[at - 1] & 0xc0 == 0x80 {
                at += 1;
            }
            Ok(at.into())
        }
        [array, at] if sequence::is_array(array) => {
            m.call_named("+", &[at.clone(), Value::Int64(1)])
        }
        _ => Err(method_error(m, "nextind", args)),
    }
}

fn prevind(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Str(bytes), at] if at.as_i64().is_some() => {
            let before = at.as_i64().unwrap_or(1).saturating_sub(1);
            let mut at = before.clamp(0, bytes.len() as i64) as usize;
            while at > 1 && bytes[at - 1] & 0xc0 == 0x80 {
                at -= 1;
            }
            Ok(at.into())
        }
        _ => Err(method_error(m, "prevind", args)),
    }
}

fn isvalid_index(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Str(bytes), at] => {
            let at = at.as_i64().unwrap_or(0);
            Ok(
                (at >= 1 && at as usize <= bytes.len() && bytes[at as usize - 1] & 0xc0 != 0x80)
                    .into(),
            )
        }
        [Value::Str(bytes)] => Ok(std::str::from_utf8(bytes).is_ok().into()),
        _ => Err(method_error(m, "isvalid", args)),
    }
}

fn char_test(m: &mut dyn Machine, args: &[Value], name: &str, f: fn(char) -> bool) -> Outcome {
    match args {
        [Value::Char(c)] => Ok(f(to_char(*c)).into()),
        [text @ Value::Str(_)] if name == "isascii" => {
            Ok(text.as_text().unwrap_or_default().is_ascii().into())
        }
        _ => Err(method_error(m, name, args)),
    }
}

/// Digits of an integer in a base, least significant first.
pub fn digits(m: &mut dyn Machine, args: &[Value], base: i64) -> Outcome {
    let Some(n) = args.first().and_then(Value::as_i64) else {
        return Err(method_error(m, "digits", args));
    };
    if base < 2 {
        return Err(argument_error(m, format!("base must be ≥ 2, got {base}")));
    }
    let mut rest = n;
    let mut digits = Vec::new();
    while rest != 0 || digits.is_empty() {
        digits.push(Value::Int64(rest % base));
        rest /= base;
    }
    Ok(Array::vector(m.types(), ty::int64(), digits))
}

fn bitstring(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Float64(x)] => Ok(Value::string(format!("{:064b}", x.to_bits()))),
        [Value::Float32(x)] => Ok(Value::string(format!("{:032b}", x.to_bits()))),
        [Value::Bool(x)] => Ok(Value::string(format!("{:08b}", *x as u8))),
        [x] => match x.as_int() {
            Some((kind, bits)) => {
                let text = format!("{:0128b}", bits as u128);
                Ok(Value::string(&text[128 - kind.bits() as usize..]))
            }
            None => Err(method_error(m, "bitstring", args)),
        },
        _ => Err(method_error(m, "bitstring", args)),
    }
}
