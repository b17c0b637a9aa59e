//! The form that the prompt shows: a header and aligned columns.
//!
//! ```text
//! 2×2 Matrix{Float64}:
//!    1.0  2.5
//!  NaN    1.0e10
//! ```
//!
//! Numbers are aligned at their point, everything else at its start. A matrix shows six significant digits.

use super::array::Storage;
use super::kind::Kind;
use super::machine::{Machine, Thrown};
use super::native::string;
use super::number::Num;
use super::sequence;
use super::show::{self, Context};
use super::value::{Fields, Object, Value};
use crate::types::plain_name;

/// What the prompt shows for a value: `show(io, MIME("text/plain"), value)`.
pub fn display(m: &mut dyn Machine, value: &Value) -> Result<String, Thrown> {
    match value {
        Value::Char(c) => {
            let shown = show::repr(m, value)?;
            let kind = if *c < 0x80 {
                "ASCII/Unicode"
            } else {
                "Unicode"
            };
            Ok(format!(
                "{shown}: {kind} U+{c:04X} (category {})",
                category(string::to_char(*c))
            ))
        }
        Value::Function(name) => Ok(format!("{} (generic function)", plain_name(*name))),
        Value::Object(object) => match object.kind {
            kind if kind.is_range() => show::repr(m, value),
            kind if kind.is_array() => display_array(m, value),
            Kind::Dict | Kind::Set => display_table(m, object),
            Kind::Eigen => display_eigen(m, object),
            Kind::UniformScaling => {
                let scale = show::repr(m, &object.field(0).unwrap_or(Value::Nothing))?;
                Ok(format!("{}\n{scale}*I", m.types().show(object.ty)))
            }
            Kind::Irrational => {
                let name = show::repr(m, value)?;
                let digits = Num::of(value).map_or(0.0, Num::to_f64);
                Ok(format!("{name} = {digits:.13}..."))
            }
            _ => show::repr(m, value),
        },
        Value::Array(_) => display_array(m, value),
        _ => show::repr(m, value),
    }
}

/// The general category of a character, for the commonest ones.
fn category(c: char) -> &'static str {
    if c.is_lowercase() {
        "Ll: Letter, lowercase"
    } else if c.is_uppercase() {
        "Lu: Letter, uppercase"
    } else if c.is_numeric() {
        "Nd: Number, decimal digit"
    } else if c == ' ' {
        "Zs: Separator, space"
    } else if c.is_control() {
        "Cc: Other, control"
    } else if "+<=>|~×÷∀∈".contains(c) {
        "Sm: Symbol, math"
    } else if c == '_' {
        "Pc: Punctuation, connector"
    } else if c == '-' {
        "Pd: Punctuation, dash"
    } else if "([{".contains(c) {
        "Ps: Punctuation, open"
    } else if ")]}".contains(c) {
        "Pe: Punctuation, close"
    } else if c == '$' {
        "Sc: Symbol, currency"
    } else if c == '^' || c == '`' {
        "Sk: Symbol, modifier"
    } else if c.is_alphabetic() {
        "Lo: Letter, other"
    } else {
        "Po: Punctuation, other"
    }
}

/// `3-element Vector{Int64}`: what `summary` gives.
pub fn summary(m: &mut dyn Machine, value: &Value) -> Result<String, Thrown> {
    if !sequence::is_array(value) {
        let of = value.type_of(m.types());
        return Ok(m.types().show(of));
    }
    let dims = sequence::dims(m, value)?;
    let size = match dims[..] {
        [] => "0-dimensional".to_string(),
        [n] => format!("{n}-element"),
        _ => dims
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join("×"),
    };
    let of = value.type_of(m.types());
    let mut name = m.types().show(of);
    if let Value::Object(object) = value {
        let parent = object.field(0).unwrap_or(Value::Nothing);
        let eltype = sequence::eltype(m, value);
        let argument = {
            let of = parent.type_of(m.types());
            m.types().show(of)
        };
        let eltype = m.types().show(eltype);
        match object.kind {
            Kind::Transpose => name = format!("transpose(::{argument}) with eltype {eltype}"),
            Kind::Adjoint => name = format!("adjoint(::{argument}) with eltype {eltype}"),
            Kind::SubArray => {
                let mut indices = Vec::new();
                for index in object
                    .field(1)
                    .unwrap_or(Value::Nothing)
                    .as_tuple()
                    .unwrap_or(&[])
                {
                    indices.push(if index.kind() == Kind::OneTo {
                        ":".to_string()
                    } else {
                        show::repr(m, index)?
                    });
                }
                name = format!(
                    "view(::{argument}, {}) with eltype {eltype}",
                    indices.join(", ")
                );
            }
            _ => {}
        }
    }
    Ok(format!("{size} {name}"))
}

fn display_array(m: &mut dyn Machine, value: &Value) -> Result<String, Thrown> {
    let dims = sequence::dims(m, value)?;
    let len: usize = dims.iter().product();
    if len == 0 && dims.len() == 1 {
        return show::repr(m, value);
    }
    let header = summary(m, value)?;
    if len == 0 {
        return Ok(header);
    }
    if dims.is_empty() {
        let item = sequence::element(m, value, 0)?;
        return Ok(format!("{header}:\n{}", show::repr(m, &item)?));
    }
    let rows = dims[0];
    let columns = dims.get(1).copied().unwrap_or(1);
    let eltype = sequence::eltype(m, value);
    let context = Context {
        typeinfo: Some(eltype),
        compact: columns > 1,
    };
    let mut out = format!("{header}:");
    let pages = len / (rows * columns);
    for page in 0..pages {
        if dims.len() > 2 {
            let mut rest = page;
            let index: Vec<String> = dims[2..]
                .iter()
                .map(|&n| {
                    let at = rest % n;
                    rest /= n;
                    (at + 1).to_string()
                })
                .collect();
            out.push_str(&format!("\n[:, :, {}] =", index.join(", ")));
        }
        out.push_str(&page_text(m, value, page, rows, columns, context)?);
        if page + 1 < pages {
            out.push('\n');
        }
    }
    Ok(out)
}

/// One element: its text and where its columns split.
struct Cell {
    text: String,
    left: usize,
    right: usize,
}

fn page_text(
    m: &mut dyn Machine,
    value: &Value,
    page: usize,
    rows: usize,
    columns: usize,
    context: Context,
) -> Result<String, Thrown> {
    let mut cells = Vec::with_capacity(rows * columns);
    for at in 0..rows * columns {
        let position = page * rows * columns + at;
        cells.push(cell(m, value, position, at % rows, at / rows, context)?);
    }
    let widths: Vec<(usize, usize)> = cells
        .chunks(rows)
        .map(|column| {
            let left = column.iter().map(|cell| cell.left).max().unwrap_or(0);
            (
                left,
                column.iter().map(|cell| cell.right).max().unwrap_or(0),
            )
        })
        .collect();
    let mut out = String::new();
    for row in 0..rows {
        out.push_str("\n ");
        for (column, &(left, right)) in widths.iter().enumerate() {
            let cell = &cells[row + column * rows];
            out.push_str(&" ".repeat(left - cell.left));
            out.push_str(&cell.text);
            if column + 1 < columns {
                out.push_str(&" ".repeat(right - cell.right + 2));
            }
        }
    }
    Ok(out)
}

fn cell(
    m: &mut dyn Machine,
    value: &Value,
    position: usize,
    row: usize,
    column: usize,
    context: Context,
) -> Result<Cell, Thrown> {
    if let Value::Array(array) = value {
        if matches!(&*array.storage(), Storage::Values(data) if data[position].is_none()) {
            return Ok(Cell {
                text: "#undef".into(),
                left: 0,
                right: 6,
            });
        }
    }
    let item = sequence::element(m, value, position)?;
    let mut text = String::new();
    show::write(m, &item, context, &mut text)?;
    let width = text.chars().count();
    // Where the text splits: at the point of a float, the sign of a complex number's imaginary part.
    let left = match &item {
        Value::Float64(_) | Value::Float32(_) => text.find(['.', 'e', 'f']).unwrap_or(width),
        Value::Object(object) if object.kind == Kind::Complex => {
            text.rfind([' ']).map_or(width, |at| at)
        }
        Value::Object(object) if object.kind == Kind::Pair => text
            .find(" => ")
            .map_or(0, |at| text[..at].chars().count() + 1),
        item if Num::of(item).is_some() && item.kind() != Kind::Irrational => width,
        _ => 0,
    };
    // Structural zeros are dots.
    let hidden = match value.kind() {
        Kind::Diagonal => row != column,
        Kind::UpperTriangular => row > column,
        Kind::LowerTriangular => row < column,
        _ => false,
    };
    if hidden {
        let before = (width - 1) / 2;
        text = format!("{}⋅{}", " ".repeat(before), " ".repeat(width - 1 - before));
    }
    Ok(Cell {
        text,
        left,
        right: width - left,
    })
}

fn display_table(m: &mut dyn Machine, object: &Object) -> Result<String, Thrown> {
    let Fields::Table(table) = &object.fields else {
        return Ok(String::new());
    };
    let entries = table.borrow().entries();
    let name = m.types().show(object.ty);
    if entries.is_empty() {
        return Ok(format!("{name}()"));
    }
    let dict = object.kind == Kind::Dict;
    let noun = match (dict, entries.len()) {
        (true, 1) => "entry",
        (true, _) => "entries",
        (false, 1) => "element",
        (false, _) => "elements",
    };
    let mut out = format!("{name} with {} {noun}:", entries.len());
    let mut keys = Vec::new();
    for (key, _) in &entries {
        keys.push(show::repr(m, key)?);
    }
    let width = keys
        .iter()
        .map(|key| key.chars().count())
        .max()
        .unwrap_or(0);
    for (key, (_, value)) in keys.iter().zip(&entries) {
        if dict {
            let value = show::repr(m, value)?;
            out.push_str(&format!("\n  {key:width$} => {value}"));
        } else {
            out.push_str(&format!("\n  {key}"));
        }
    }
    Ok(out)
}

fn display_eigen(m: &mut dyn Machine, object: &Object) -> Result<String, Thrown> {
    let (values, vectors) = (
        object.field(0).unwrap_or(Value::Nothing),
        object.field(1).unwrap_or(Value::Nothing),
    );
    let name = m.types().show(object.ty);
    let (values, vectors) = (display(m, &values)?, display(m, &vectors)?);
    Ok(format!("{name}\nvalues:\n{values}\nvectors:\n{vectors}"))
}
