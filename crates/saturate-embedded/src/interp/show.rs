//! Values as Julia's `show` and `print` write them.
//!
//! `show` writes what reads back (`"a"`, `1.5f0`, `Bool[1, 0]`), `print` what a person wants (`a`, `1.5`). The form
//! with a header that the prompt shows is in [`super::show_array`]. A user's own `show` method is called for objects.
//!
//! Inside an array whose header names the element type, elements leave it out: `Float32[1.0, 2.0]`.

use super::array::Storage;
use super::checked::Memory;
use super::egal::deep;
use super::float_text::{double, single, Style};
use super::kind::Kind;
use super::machine::{Machine, Thrown};
use super::native::{range, string};
use super::sequence;
use super::typing;
use super::value::{Fields, IntKind, Object, Value};
use crate::ir::Type;
use crate::sym::Sym;
use crate::types::{family, plain_name, ty};
use std::rc::Rc;

/// What surrounds the value that is being written.
#[derive(Clone, Copy, Default)]
pub struct Context {
    /// The type that the surroundings already say.
    pub typeinfo: Option<Type>,
    /// Floats with six digits.
    pub compact: bool,
}

/// `repr(value)`.
pub fn repr(m: &mut dyn Machine, value: &Value) -> Result<String, Thrown> {
    let mut out = String::new();
    write(m, value, Context::default(), &mut out)?;
    Ok(out)
}

/// `repr` for messages: what cannot be shown is left out.
pub fn plain(m: &mut dyn Machine, value: &Value) -> String {
    repr(m, value).unwrap_or_else(|_| "?".to_string())
}

/// What `print` writes; the bytes of a string are passed through.
pub fn print_bytes(m: &mut dyn Machine, value: &Value) -> Result<Vec<u8>, Thrown> {
    match value {
        Value::Str(bytes) => Ok(bytes.to_vec()),
        Value::Char(c) => Ok(string::to_char(*c).to_string().into_bytes()),
        Value::Symbol(name) => Ok(name.as_str().as_bytes().to_vec()),
        Value::Float32(x) => Ok(single(*x, Style::Print).into_bytes()),
        Value::Object(_) => {
            if let Some(text) = own_method(m, "print", value)? {
                return Ok(text);
            }
            repr(m, value).map(String::into_bytes)
        }
        // Unsigned numbers print as numbers and show as bits.
        _ => match value.as_int() {
            Some((IntKind::U128, bits)) => Ok((bits as u128).to_string().into_bytes()),
            Some((_, bits)) => Ok(bits.to_string().into_bytes()),
            None => repr(m, value).map(String::into_bytes),
        },
    }
}

/// A new `IOBuffer`.
pub fn buffer(m: &mut dyn Machine) -> Value {
    let ty = typing::apply(m.types(), "IOBuffer", &[]);
    Value::Object(Rc::new(Object {
        ty,
        kind: Kind::IOBuffer,
        fields: Fields::Buffer(Memory::default()),
    }))
}

/// The text that a user's method `name(io, value)` writes, if there is one.
fn own_method(m: &mut dyn Machine, name: &str, value: &Value) -> Result<Option<Vec<u8>>, Thrown> {
    let io = buffer(m);
    let args = [io.clone(), value.clone()];
    if !m.has_own_method(Sym::new(name), &args) {
        return Ok(None);
    }
    m.call_named(name, &args)?;
    match &io {
        Value::Object(object) => match &object.fields {
            Fields::Buffer(bytes) => Ok(Some(bytes.borrow().clone())),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Writes a value as `show` does.
pub fn write(
    m: &mut dyn Machine,
    value: &Value,
    context: Context,
    out: &mut String,
) -> Result<(), Thrown> {
    m.burn(1)?;
    let style = if context.compact {
        Style::Compact
    } else {
        Style::Show
    };
    match value {
        Value::Nothing => out.push_str("nothing"),
        Value::Missing => out.push_str("missing"),
        Value::Bool(x) if context.typeinfo == Some(ty::bool()) => {
            out.push(if *x { '1' } else { '0' })
        }
        Value::Bool(x) => out.push_str(if *x { "true" } else { "false" }),
        Value::Int64(x) => out.push_str(&x.to_string()),
        Value::Float64(x) => out.push_str(&double(*x, style)),
        Value::Float32(x) if context.typeinfo == Some(ty::float32()) && !context.compact => {
            out.push_str(&single(*x, Style::Print))
        }
        Value::Float32(x) => out.push_str(&single(*x, style)),
        Value::Int(..) | Value::Wide(_) => write_int(value, out),
        Value::Char(c) => write_char(*c, out),
        Value::Str(bytes) => write_string(bytes, out),
        Value::Symbol(name) => write_symbol(*name, out),
        Value::Function(name) => out.push_str(plain_name(*name)),
        Value::Module(name) => out.push_str(name.as_str()),
        Value::Type(of) => out.push_str(&m.types().show(*of)),
        Value::Tuple(items) => write_tuple(m, items, context, out)?,
        Value::Array(_) => deep(|| write_array(m, value, context, out))?,
        Value::Object(object) => deep(|| write_object(m, value, object, context, out))?,
    }
    Ok(())
}

fn write_int(value: &Value, out: &mut String) {
    match value.as_int() {
        Some((IntKind::U128, bits)) => out.push_str(&format!("0x{:032x}", bits as u128)),
        Some((kind, bits)) if !kind.signed() => out.push_str(&format!(
            "0x{bits:0width$x}",
            width = kind.bits() as usize / 4
        )),
        Some((_, bits)) => out.push_str(&bits.to_string()),
        None => {}
    }
}

fn escape(c: char, quote: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\0' => out.push_str("\\0"),
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\x0b' => out.push_str("\\v"),
        '\x0c' => out.push_str("\\f"),
        '\x1b' => out.push_str("\\e"),
        '\\' => out.push_str("\\\\"),
        '$' if quote == '"' => out.push_str("\\$"),
        c if c == quote => {
            out.push('\\');
            out.push(c);
        }
        c if (c as u32) < 0x20 || c as u32 == 0x7f => out.push_str(&format!("\\x{:02x}", c as u32)),
        // Invisible characters would not read back.
        c if matches!(c as u32, 0x80..=0xa0 | 0xad | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff) => {
            out.push_str(&format!("\\u{:x}", c as u32))
        }
        c => out.push(c),
    }
}

fn write_char(code: u32, out: &mut String) {
    out.push('\'');
    match char::from_u32(code) {
        Some(c) => escape(c, '\'', out),
        None => out.push_str(&format!("\\u{code:x}")),
    }
    out.push('\'');
}

fn write_string(bytes: &[u8], out: &mut String) {
    out.push('"');
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| escape(c, '"', out));
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out.push('"');
}

fn write_symbol(name: Sym, out: &mut String) {
    let text = name.as_str();
    let mut chars = text.chars();
    let identifier = chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '∇' || c == '#')
        && !text.starts_with('#')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '!' || c == '′');
    let operator = !text.is_empty()
        && text
            .chars()
            .all(|c| "+-*/\\^%&|<>=!~÷×⋅∘≤≥≠≈∈∉⊻:√".contains(c));
    if identifier || operator {
        out.push(':');
        out.push_str(text);
    } else {
        out.push_str("Symbol(");
        write_string(text.as_bytes(), out);
        out.push(')');
    }
}

fn write_tuple(
    m: &mut dyn Machine,
    items: &[Value],
    context: Context,
    out: &mut String,
) -> Result<(), Thrown> {
    let known: Vec<Option<Type>> = match context.typeinfo.map(|of| m.types().data(of)) {
        Some(crate::types::TypeData::Tuple(types, None)) if types.len() == items.len() => {
            types.into_iter().map(Some).collect()
        }
        _ => vec![None; items.len()],
    };
    out.push('(');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        deep(|| {
            write(
                m,
                item,
                Context {
                    typeinfo: known[at],
                    ..context
                },
                out,
            )
        })?;
    }
    out.push_str(if items.len() == 1 { ",)" } else { ")" });
    Ok(())
}

/// Whether an array literal of this element type reads back without naming it.
pub fn implicit(m: &mut dyn Machine, of: Type) -> bool {
    if of == ty::float64()
        || of == ty::int64()
        || of == ty::char()
        || of == ty::string()
        || of == ty::symbol()
    {
        return true;
    }
    if of == ty::nothing() || of == ty::missing() {
        return true;
    }
    match m.types().family_of(of) {
        Some(name)
            if name == family::array() || name == family::pair() || name == family::tuple() =>
        {
            if !m.types().is_concrete(of) {
                return false;
            }
            let parts = match m.types().data(of) {
                crate::types::TypeData::Tuple(parts, None) => parts.to_vec(),
                _ if name == family::array() => {
                    typing::type_param(m.types(), of, 0).into_iter().collect()
                }
                _ => [0, 1]
                    .into_iter()
                    .filter_map(|at| typing::type_param(m.types(), of, at))
                    .collect(),
            };
            parts.into_iter().all(|part| implicit(m, part))
        }
        _ => false,
    }
}

fn write_array(
    m: &mut dyn Machine,
    value: &Value,
    context: Context,
    out: &mut String,
) -> Result<(), Thrown> {
    let dims = sequence::dims(m, value)?;
    let eltype = sequence::eltype(m, value);
    let len: usize = dims.iter().product();
    if dims.is_empty() {
        out.push_str("fill(");
        let item = sequence::element(m, value, 0)?;
        write(m, &item, context, out)?;
        out.push(')');
        return Ok(());
    }
    if len == 0 && dims.len() > 1 {
        let array = typing::array_type(m.types(), eltype, dims.len());
        let sizes: Vec<String> = dims.iter().map(usize::to_string).collect();
        out.push_str(&format!(
            "{}(undef, {})",
            m.types().show(array),
            sizes.join(", ")
        ));
        return Ok(());
    }
    let of = value.type_of(m.types());
    let said = context.typeinfo.is_some_and(|known| {
        known == of || typing::type_param(m.types(), known, 0) == Some(eltype)
    });
    if (len == 0 || !implicit(m, eltype)) && !said {
        out.push_str(&m.types().show(eltype));
    }
    let inner = Context {
        typeinfo: Some(eltype),
        ..context
    };
    out.push('[');
    let rows = dims[0];
    let columns = dims.get(1).copied().unwrap_or(1);
    for at in 0..len {
        if at > 0 {
            out.push_str(if dims.len() == 1 {
                ", "
            } else if at % (rows * columns) == 0 {
                ";;; "
            } else if at % columns == 0 {
                "; "
            } else {
                " "
            });
        }
        // Row by row within each page.
        let page = at / (rows * columns);
        let (row, column) = (at % (rows * columns) / columns, at % columns);
        let position = if dims.len() == 1 {
            at
        } else {
            row + column * rows + page * rows * columns
        };
        let defined = !matches!(value, Value::Array(array) if matches!(&*array.storage(), Storage::Values(data) if data[position].is_none()));
        if defined {
            let item = sequence::element(m, value, position)?;
            write(m, &item, inner, out)?;
        } else {
            out.push_str("#undef");
        }
    }
    out.push(']');
    Ok(())
}

fn write_range(
    m: &mut dyn Machine,
    value: &Value,
    object: &Object,
    context: Context,
    out: &mut String,
) -> Result<(), Thrown> {
    if object.kind == Kind::OneTo {
        out.push_str(&format!("Base.OneTo({})", range::len(value)));
        return Ok(());
    }
    let len = range::len(value);
    let field = |at| object.field(at).unwrap_or(Value::Nothing);
    let (first, last) = match object.kind {
        Kind::UnitRange => (field(0), field(1)),
        Kind::StepRange => (field(0), field(2)),
        _ => (
            range::element(value, 0),
            range::element(value, len.saturating_sub(1)),
        ),
    };
    write(m, &first, context, out)?;
    if object.kind != Kind::UnitRange {
        out.push(':');
        write(m, &range::step_of(value), context, out)?;
    }
    out.push(':');
    if len == 0 && object.kind == Kind::StepRangeLen {
        let before = m.call_named("-", &[first, range::step_of(value)])?;
        return write(m, &before, context, out);
    }
    write(m, &last, context, out)
}

fn write_object(
    m: &mut dyn Machine,
    value: &Value,
    object: &Object,
    context: Context,
    out: &mut String,
) -> Result<(), Thrown> {
    let field = |at: usize| object.field(at).unwrap_or(Value::Nothing);
    if object.kind == Kind::Plain {
        if let Some(text) = own_method(m, "show", value)? {
            out.push_str(&String::from_utf8_lossy(&text));
            return Ok(());
        }
    }
    match object.kind {
        kind if kind.is_range() => return write_range(m, value, object, context, out),
        kind if kind.is_array() => return write_array(m, value, context, out),
        Kind::Complex => {
            let (re, im) = (field(0), field(1));
            if let (Value::Bool(re), Value::Bool(im)) = (&re, &im) {
                match (re, im) {
                    (false, true) => out.push_str("im"),
                    _ => out.push_str(&format!("Complex({re},{im})")),
                }
                return Ok(());
            }
            write(m, &re, context, out)?;
            let negative = match &im {
                Value::Float64(x) => x.is_sign_negative() && !x.is_nan(),
                Value::Float32(x) => x.is_sign_negative() && !x.is_nan(),
                im => im.as_int().is_some_and(|(kind, n)| kind.signed() && n < 0),
            };
            out.push_str(if negative { " - " } else { " + " });
            let magnitude = if negative {
                m.call_named("-", &[im])?
            } else {
                im
            };
            write(m, &magnitude, context, out)?;
            // `NaN` and `Inf` would run into `im`.
            let is_number = match &magnitude {
                Value::Float64(x) => x.is_finite(),
                Value::Float32(x) => x.is_finite(),
                other => other.as_int().is_some(),
            };
            if !is_number {
                out.push('*');
            }
            out.push_str("im");
        }
        Kind::Irrational => {
            let name = typing::value_param(m.types(), object.ty, 0);
            if let Some(Value::Symbol(name)) = name {
                out.push_str(name.as_str());
            }
        }
        Kind::Pair => {
            let known = |at| {
                context
                    .typeinfo
                    .and_then(|of| typing::type_param(m.types(), of, at))
            };
            let (left, right) = (known(0), known(1));
            let nested = |value: &Value| value.kind() == Kind::Pair;
            for (at, (part, typeinfo)) in [(field(0), left), (field(1), right)]
                .into_iter()
                .enumerate()
            {
                if at == 1 {
                    out.push_str(" => ");
                }
                let wrap = at == 0 && nested(&part);
                out.push_str(if wrap { "(" } else { "" });
                write(
                    m,
                    &part,
                    Context {
                        typeinfo,
                        ..context
                    },
                    out,
                )?;
                out.push_str(if wrap { ")" } else { "" });
            }
        }
        Kind::NamedTuple => {
            let names = typing::field_names(m.types(), object.ty);
            if names.is_empty() {
                out.push_str("NamedTuple()");
                return Ok(());
            }
            out.push('(');
            for (at, (name, item)) in names.iter().zip(object.fixed()).enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(&format!("{name} = "));
                write(
                    m,
                    item,
                    Context {
                        typeinfo: None,
                        ..context
                    },
                    out,
                )?;
            }
            out.push_str(if names.len() == 1 { ",)" } else { ")" });
        }
        Kind::Dict | Kind::Set => write_table(m, object, context, out)?,
        Kind::KeySet => write_items(m, "KeySet(", value, out)?,
        Kind::ValueIterator => write_items(m, "ValueIterator(", value, out)?,
        Kind::Pairs => write_items(m, "pairs(", &field(0), out)?,
        Kind::Zip => {
            out.push_str("zip(");
            for (at, part) in field(0).as_tuple().unwrap_or(&[]).iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write(m, part, Context::default(), out)?;
            }
            out.push(')');
        }
        Kind::Enumerate => {
            out.push_str("enumerate(");
            write(m, &field(0), Context::default(), out)?;
            out.push(')');
        }
        Kind::CartesianIndex => {
            out.push_str("CartesianIndex");
            write_tuple(
                m,
                field(0).as_tuple().unwrap_or(&[]),
                Context::default(),
                out,
            )?;
            if out.ends_with(",)") {
                out.truncate(out.len() - 2);
                out.push(')');
            }
        }
        Kind::Colon => out.push(':'),
        Kind::Some => {
            out.push_str("Some(");
            write(m, &field(0), context, out)?;
            out.push(')');
        }
        Kind::Stdout => out.push_str("stdout"),
        Kind::Stderr => out.push_str("stderr"),
        Kind::IOBuffer => out.push_str("IOBuffer()"),
        _ => write_struct(m, value, object, out)?,
    }
    Ok(())
}

fn write_items(
    m: &mut dyn Machine,
    head: &str,
    value: &Value,
    out: &mut String,
) -> Result<(), Thrown> {
    out.push_str(head);
    match value.kind() {
        Kind::KeySet | Kind::ValueIterator => {
            let items = sequence::collect(m, value)?;
            let len = items.len();
            let list = sequence::array_of(m, smallvec::smallvec![len], items);
            write(m, &list, Context::default(), out)?;
        }
        _ => write(m, value, Context::default(), out)?,
    }
    out.push(')');
    Ok(())
}

fn write_table(
    m: &mut dyn Machine,
    object: &Object,
    context: Context,
    out: &mut String,
) -> Result<(), Thrown> {
    let Fields::Table(table) = &object.fields else {
        return Ok(());
    };
    let entries = table.borrow().entries();
    let param = |at| typing::type_param(m.types(), object.ty, at).unwrap_or(ty::any());
    let (key, value) = (param(0), param(1));
    if entries.is_empty() {
        out.push_str(&format!("{}()", m.types().show(object.ty)));
        return Ok(());
    }
    let dict = object.kind == Kind::Dict;
    let said = implicit(m, key) && (!dict || implicit(m, value));
    match (dict, said) {
        (true, true) => out.push_str("Dict("),
        (true, false) => out.push_str(&format!("{}(", m.types().show(object.ty))),
        (false, true) => out.push_str("Set(["),
        (false, false) => out.push_str(&format!("Set({}[", m.types().show(key))),
    }
    for (at, (k, v)) in entries.iter().enumerate() {
        out.push_str(if at > 0 { ", " } else { "" });
        write(
            m,
            k,
            Context {
                typeinfo: Some(key),
                ..context
            },
            out,
        )?;
        if dict {
            out.push_str(" => ");
            write(
                m,
                v,
                Context {
                    typeinfo: Some(value),
                    ..context
                },
                out,
            )?;
        }
    }
    out.push_str(if dict { ")" } else { "])" });
    Ok(())
}

/// The default: `Point(1, 2)`, with the type's parameters.
fn write_struct(
    m: &mut dyn Machine,
    value: &Value,
    object: &Object,
    out: &mut String,
) -> Result<(), Thrown> {
    let mut name = m.types().show(object.ty);
    // This one lives in Base and is not exported.
    if object.kind == Kind::Generator && !name.starts_with("Base.") {
        out.push_str("Base.");
    }
    if object.kind == Kind::Broadcasted {
        name = "Base.Broadcast.Broadcasted".to_string();
    }
    out.push_str(&name);
    out.push('(');
    let of = value.type_of(m.types());
    let count = typing::field_names(m.types(), of)
        .len()
        .min(if object.kind == Kind::Broadcasted {
            2
        } else {
            usize::MAX
        });
    for at in 0..count {
        out.push_str(if at > 0 { ", " } else { "" });
        match object.field(at) {
            Some(field) => deep(|| write(m, &field, Context::default(), out))?,
            None => out.push_str("#undef"),
        }
    }
    out.push(')');
    Ok(())
}
