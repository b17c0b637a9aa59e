//! Names, numbers, characters, strings, quoting.

use super::*;
use crate::syntax::chars;
use crate::syntax::lexer::{word, Word};
use crate::syntax::operators;
use std::fmt::Write;

/// Whether `name` can be written as it is and read as a name.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(chars::starts_name)
        && characters.all(chars::continues_name)
        && !name
            .chars()
            .any(|c| !c.is_ascii() && operators::starts_operator(c))
        && chars::normalize(name) == name
}

/// Whether `name` is reserved, or an operator that is a word.
fn is_reserved(name: Sym) -> bool {
    word(name) != Word::Plain || name == s::WHERE
}

/// Whether `name` is an operator that is also the name of a function.
pub(super) fn is_operator_name(name: Sym) -> bool {
    operators::lookup(name.as_str())
        .is_some_and(|op| !op.is_syntactic() && !matches!(name, s::TYPED | s::TERNARY | s::ADJOINT))
}

impl Printer<'_> {
    /// A name in an expression; an operator as a bare value.
    pub(super) fn symbol(&mut self, name: Sym) {
        if name == s::COLON {
            // On its own it would quote what follows.
            self.put("(:)");
            return;
        }
        let value = self.end_is_value && matches!(name, s::END | s::BEGIN);
        if value || is_operator_name(name) || (is_identifier(name.as_str()) && !is_reserved(name)) {
            self.put(name.as_str());
        } else {
            self.quoted_name(name.as_str());
        }
    }

    /// `var"any text"`.
    fn quoted_name(&mut self, name: &str) {
        self.put("var");
        self.raw_string(name, '"');
    }

    /// A name after `.` or `:`, where reserved words are names.
    pub(super) fn free_name(&mut self, name: Sym) {
        if is_identifier(name.as_str()) && name != s::VAR && word(name) != Word::Value {
            self.put(name.as_str());
        } else {
            self.quoted_name(name.as_str());
        }
    }

    /// `:x`, or whatever the quoted value is after a colon.
    pub(super) fn quote(&mut self, inner: NodeId) {
        match self.ast.node(inner) {
            Node::Symbol(name) => {
                self.put(":");
                match operators::lookup(name.as_str()) {
                    // `:==` would begin with the operator `:=`.
                    Some(op)
                        if op.is_syntactic()
                            || *name == s::TERNARY
                            || name.as_str().starts_with(['=', ':']) =>
                    {
                        self.put("(");
                        self.put(name.as_str());
                        self.put(")");
                    }
                    Some(_) if *name != s::ADJOINT => self.put(name.as_str()),
                    _ => self.free_name(*name),
                }
            }
            Node::Expr(..) => self.enclosed(":(", ")", |p| p.node(inner, Tightness::OPEN)),
            _ => {
                self.put(":");
                self.node(inner, Tightness::PRIMARY);
            }
        }
    }

    pub(super) fn literal(&mut self, node: &Node) {
        // Writing to a string cannot fail.
        let _ = match node {
            Node::Bool(value) => write!(self.out, "{value}"),
            Node::Int(value) => write!(self.out, "{value}"),
            Node::UInt(width, value) => {
                let digits = usize::from(*width) / 4;
                write!(self.out, "0x{value:0digits$x}")
            }
            Node::Float64(value) if value.is_finite() => write!(self.out, "{value:?}"),
            Node::Float64(value) => {
                self.put(not_finite(*value, ""));
                Ok(())
            }
            Node::Float32(value) if value.is_finite() => {
                let mut text = format!("{value:?}");
                // Julia reads a `Float64` first, which can be halfway between two `Float32`.
                if text.parse::<f64>().is_ok_and(|wide| wide as f32 != *value) {
                    text = format!("{:?}", f64::from(*value));
                }
                match text.contains('e') {
                    true => write!(self.out, "{}", text.replace('e', "f")),
                    false => write!(self.out, "{text}f0"),
                }
            }
            Node::Float32(value) => {
                self.put(not_finite(f64::from(*value), "32"));
                Ok(())
            }
            Node::Char(code) => {
                self.put("'");
                match char::from_u32(*code) {
                    Some('\'') => self.put("\\'"),
                    Some('"') => self.put("\""),
                    Some('$') => self.put("$"),
                    Some(c) => self.escaped(c.encode_utf8(&mut [0; 4]).as_bytes()),
                    None => {
                        let _ = write!(self.out, "\\u{code:x}");
                    }
                }
                self.put("'");
                Ok(())
            }
            Node::Str(bytes) => {
                self.put("\"");
                self.escaped(bytes);
                self.put("\"");
                Ok(())
            }
            Node::GlobalRef(module, name) => write!(self.out, "{module}.{name}"),
            Node::Nothing => {
                self.put("nothing");
                Ok(())
            }
            Node::Line(line) => write!(self.out, "#= line {line} =#"),
            Node::Expr(..) | Node::Symbol(_) | Node::Quote(_) => Ok(()),
        };
    }

    /// The inside of a string literal.
    pub(super) fn escaped(&mut self, bytes: &[u8]) {
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '\\' => self.put("\\\\"),
                    '"' => self.put("\\\""),
                    '$' => self.put("\\$"),
                    '\n' => self.put("\\n"),
                    '\t' => self.put("\\t"),
                    '\r' => self.put("\\r"),
                    c if c.is_ascii_control() => {
                        let _ = write!(self.out, "\\x{:02x}", c as u32);
                    }
                    c => self.out.push(c),
                }
            }
            for byte in chunk.invalid() {
                let _ = write!(self.out, "\\x{byte:02x}");
            }
        }
    }

    /// A string with interpolation. Text next to text must have been interpolated, and so must empty text.
    pub(super) fn interpolated(&mut self, parts: &[NodeId]) {
        self.put("\"");
        let mut after_text = parts.len() == 1;
        for (number, &part) in parts.iter().enumerate() {
            match self.ast.node(part) {
                Node::Str(bytes) if !after_text && !bytes.is_empty() => {
                    self.escaped(bytes);
                    after_text = true;
                }
                Node::Symbol(name) if is_identifier(name.as_str()) && !is_reserved(*name) => {
                    let next = parts.get(number + 1).map(|&next| self.ast.node(next));
                    let safe = match next {
                        Some(Node::Str(bytes)) => bytes.first().is_some_and(|b| {
                            b.is_ascii() && *b != b'!' && !chars::continues_name(*b as char)
                        }),
                        _ => true,
                    };
                    self.put(if safe { "$" } else { "$(" });
                    self.put(name.as_str());
                    self.put(if safe { "" } else { ")" });
                    after_text = false;
                }
                _ => {
                    self.enclosed("$(", ")", |p| p.node(part, Tightness::ARGUMENT));
                    after_text = false;
                }
            }
        }
        self.put("\"");
    }

    /// Text between quotes in which only a backslash before a quote is special.
    pub(super) fn raw_string(&mut self, text: &str, delimiter: char) {
        self.out.push(delimiter);
        let mut backslashes = 0;
        for c in text.chars() {
            if c == delimiter {
                self.out.extend(std::iter::repeat_n('\\', backslashes + 1));
            }
            backslashes = if c == '\\' { backslashes + 1 } else { 0 };
            self.out.push(c);
        }
        self.out.extend(std::iter::repeat_n('\\', backslashes));
        self.out.push(delimiter);
    }

    /// A docstring; several lines go between triple quotes if that keeps them as they are.
    pub(super) fn documentation(&mut self, text: NodeId) {
        let Node::Str(bytes) = self.ast.node(text) else {
            self.node(text, Tightness::ARGUMENT);
            return;
        };
        // The closing quotes then stand at the beginning of a line, so no indentation is shared.
        let lines = std::str::from_utf8(bytes)
            .ok()
            .filter(|text| text.ends_with('\n') && !text.contains('\r'));
        let Some(lines) = lines else {
            self.node(text, Tightness::ARGUMENT);
            return;
        };
        self.put("\"\"\"\n");
        let mut quotes = 0;
        for c in lines.chars() {
            quotes = if c == '"' { quotes + 1 } else { 0 };
            match c {
                '\\' => self.put("\\\\"),
                '$' => self.put("\\$"),
                '"' if quotes % 3 == 0 => self.put("\\\""),
                '\n' | '\t' => self.out.push(c),
                c if c.is_ascii_control() => {
                    let _ = write!(self.out, "\\x{:02x}", c as u32);
                }
                c => self.out.push(c),
            }
        }
        self.put("\"\"\"");
    }
}

fn not_finite(value: f64, suffix: &str) -> &'static str {
    match (value.is_nan(), value < 0.0, suffix.is_empty()) {
        (true, _, true) => "NaN",
        (true, _, false) => "NaN32",
        (false, false, true) => "Inf",
        (false, false, false) => "Inf32",
        (false, true, true) => "-Inf",
        (false, true, false) => "-Inf32",
    }
}
