//! Strings: interpolation, escapes, triple quotes, raw strings, commands.
//!
//! `"a $b"` is `(string "a " b)`, a string without interpolation is a literal. Between triple quotes, the
//! indentation that all lines share is removed, and so is a newline right after the opening quotes. Raw strings
//! (`raw"…"`, any string macro, commands) interpret only a backslash before a quote.
//!
//! Order matters: indentation is removed before escapes are interpreted, so `\n` never counts as a line break.

use super::*;

/// A part of a string: text, escapes not yet interpreted, with its position; or an interpolated expression.
enum Piece {
    Text(Vec<u8>, usize),
    Value(NodeId),
}

impl<'a> Parser<'a> {
    /// After `"`.
    pub(super) fn string_literal(&mut self, start: u32) -> Parse<NodeId> {
        let simple = self.simple_text();
        if let Some(text) = simple {
            let span = Span::new(start, self.end);
            return Ok(self.ast.leaf(Node::Str(text.as_bytes().into()), span));
        }
        let mut pieces = self.nested(|p| p.pieces(b'"', false, start))?;
        let only_text = pieces.len() == 1;
        let mut items = Nodes::new();
        for piece in pieces.drain(..) {
            match piece {
                Piece::Value(value) => items.push(value),
                Piece::Text(raw, at) => {
                    let mut text = Vec::with_capacity(raw.len());
                    if let Err((offset, why)) = unescape(&raw, &mut text) {
                        let at = (at + offset).min(self.text.len()) as u32;
                        return self.fail(Span::new(at, at + 1), why);
                    }
                    if only_text || !text.is_empty() {
                        let span = Span::new(at as u32, (at + raw.len()) as u32);
                        let span = if only_text {
                            Span::new(start, self.end)
                        } else {
                            span
                        };
                        items.push(self.ast.leaf(Node::Str(text.into()), span));
                    }
                }
            }
        }
        if only_text {
            return Ok(items[0]);
        }
        Ok(self.expr(s::STRING, &items, start))
    }

    /// The text of a string on one line that needs no interpretation; most are.
    fn simple_text(&mut self) -> Option<&'a str> {
        let rest = self.lexer.rest();
        let end = rest
            .bytes()
            .position(|b| matches!(b, b'"' | b'\\' | b'$' | b'\r' | b'\n'))?;
        if rest.as_bytes()[end] != b'"' || (end == 0 && rest.as_bytes().get(1) == Some(&b'"')) {
            return None;
        }
        self.lexer.at += end + 1;
        self.end = self.lexer.at as u32;
        Some(&rest[..end])
    }

    /// After the opening quote of a string macro or command: its text.
    pub(super) fn raw_text(&mut self, delimiter: u8, start: u32) -> Parse<Vec<u8>> {
        let mut pieces = self.pieces(delimiter, true, start)?;
        match pieces.pop() {
            Some(Piece::Text(text, _)) => Ok(text),
            _ => Ok(Vec::new()),
        }
    }

    /// After `` ` ``: a call of `@cmd`.
    pub(super) fn command(&mut self, start: u32) -> Parse<NodeId> {
        let span = Span::new(start, self.end);
        let name = self
            .ast
            .leaf(Node::GlobalRef(s::CORE, Sym::new("@cmd")), span);
        let line = self.line_node();
        let text = self.raw_text(b'`', start)?;
        let span = Span::new(start, self.end);
        let text = self.ast.leaf(Node::Str(text.into()), span);
        Ok(self.expr(s::MACROCALL, &[name, line, text], start))
    }

    /// `x"…"flags` calls `@x_str`, `` x`…` `` calls `@x_cmd`.
    pub(super) fn string_macro(&mut self, name: NodeId, quote: Token, start: u32) -> Parse<NodeId> {
        let line = self.line_node();
        self.take();
        let (delimiter, suffix) = match quote.kind {
            Kind::Backtick => (b'`', "_cmd"),
            _ => (b'"', "_str"),
        };
        let text = self.raw_text(delimiter, quote.span.start)?;
        let span = Span::new(quote.span.start, self.end);
        let text = self.ast.leaf(Node::Str(text.into()), span);
        let name = self.macro_name(name, suffix)?;
        let mut args = Nodes::from_slice(&[name, line, text]);
        let next = self.peek();
        if !next.space {
            match next.kind {
                Kind::Name(flags, _) => {
                    self.take();
                    let flags = flags.as_str().as_bytes().into();
                    args.push(self.ast.leaf(Node::Str(flags), next.span));
                }
                Kind::Number => {
                    self.take();
                    args.push(self.number_node(next.span, false, next.span.start)?);
                }
                _ => {}
            }
        }
        Ok(self.expr(s::MACROCALL, &args, start))
    }

    /// After `var`: `"any text"` as a name.
    pub(super) fn quoted_name(&mut self, start: u32) -> Parse<NodeId> {
        let quote = self.peek();
        self.take();
        let text = self.raw_text(b'"', quote.span.start)?;
        let span = Span::new(start, self.end);
        let next = self.peek();
        if !next.space && matches!(next.kind, Kind::Name(..) | Kind::Number) {
            return self.fail(next.span, "nothing may follow `var\"…\"` without a space");
        }
        match std::str::from_utf8(&text) {
            Ok(text) => Ok(self.symbol(Sym::new(text), span)),
            Err(_) => self.fail(span, "the name in `var\"…\"` is not UTF-8"),
        }
    }

    /// After the opening quote: everything up to the closing one, indentation removed.
    fn pieces(&mut self, delimiter: u8, raw: bool, start: u32) -> Parse<Vec<Piece>> {
        let triple = match self.lexer.rest().as_bytes() {
            [a, b, ..] if *a == delimiter && *b == delimiter => true,
            [a, ..] if *a == delimiter => {
                self.lexer.bump();
                self.end = self.lexer.at as u32;
                return Ok(vec![Piece::Text(Vec::new(), self.lexer.at - 1)]);
            }
            _ => false,
        };
        if triple {
            self.lexer.at += 2;
        }
        let mut pieces = Vec::new();
        let mut text = Vec::new();
        let mut text_at = self.lexer.at;
        loop {
            let byte = self.lexer.byte();
            if byte == delimiter {
                let rest = self.lexer.rest().as_bytes();
                if !triple || (rest.len() >= 3 && rest[1] == delimiter && rest[2] == delimiter) {
                    self.lexer.at += if triple { 3 } else { 1 };
                    break;
                }
                self.lexer.at += 1;
                text.push(delimiter);
                continue;
            }
            match byte {
                b'\\' if raw => self.raw_backslashes(delimiter, &mut text),
                b'\\' => {
                    text.push(b'\\');
                    self.lexer.at += 1;
                    // A carriage return is read as part of a line break, escaped or not.
                    if self.lexer.byte() != b'\r' {
                        self.copy_character(&mut text);
                    }
                }
                b'$' if !raw => {
                    let value = self.interpolation()?;
                    pieces.push(Piece::Text(std::mem::take(&mut text), text_at));
                    pieces.push(Piece::Value(value));
                    text_at = self.lexer.at;
                }
                b'\r' => {
                    self.lexer.at += 1;
                    if self.lexer.byte() != b'\n' {
                        text.push(b'\n');
                    }
                }
                0 if self.lexer.char().is_none() => {
                    self.lexer.unclosed = true;
                    let opening = if triple { 3 } else { 1 };
                    let what = if delimiter == b'"' {
                        "string"
                    } else {
                        "command"
                    };
                    let span = Span::new(start, start + opening);
                    return self.fail(span, format!("this {what} is not closed"));
                }
                _ => self.copy_character(&mut text),
            }
        }
        self.end = self.lexer.at as u32;
        pieces.push(Piece::Text(text, text_at));
        if triple {
            dedent(&mut pieces);
        }
        Ok(pieces)
    }

    fn copy_character(&mut self, text: &mut Vec<u8>) {
        let from = self.lexer.at;
        if self.lexer.bump().is_some() {
            text.extend_from_slice(&self.text.as_bytes()[from..self.lexer.at]);
        }
    }

    /// In a raw string, backslashes before a quote come in pairs, and an odd one keeps the quote.
    fn raw_backslashes(&mut self, delimiter: u8, text: &mut Vec<u8>) {
        let count = self
            .lexer
            .rest()
            .bytes()
            .take_while(|&b| b == b'\\')
            .count();
        self.lexer.at += count;
        if self.lexer.byte() == delimiter {
            text.extend(std::iter::repeat_n(b'\\', count / 2));
            if count % 2 == 1 {
                text.push(delimiter);
                self.lexer.at += 1;
            }
        } else {
            text.extend(std::iter::repeat_n(b'\\', count));
        }
    }

    /// At `$` in a string: `$name` or `$(expression)`.
    fn interpolation(&mut self) -> Parse<NodeId> {
        let dollar = self.lexer.at as u32;
        self.lexer.at += 1;
        match self.lexer.char() {
            Some('(') => {
                self.lexer.at += 1;
                self.end = self.lexer.at as u32;
                let context = Context {
                    range_colon: true,
                    space_separates: false,
                    where_allowed: true,
                    newline_is_space: true,
                    ..self.context
                };
                self.within(context, |p| {
                    let mut value = p.argument()?;
                    if p.token().is(s::FOR) {
                        value = p.generator(value)?;
                    }
                    if p.token().kind != Kind::CloseParen {
                        return p.expected("`)` after the interpolated expression");
                    }
                    p.take();
                    Ok(value)
                })
            }
            Some(c) if crate::syntax::chars::starts_name(c) => {
                let token = self.peek();
                self.take();
                match token.kind {
                    Kind::Name(name, _) => Ok(self.symbol(name, token.span)),
                    _ => self.fail(token.span, "expected a name after `$`"),
                }
            }
            _ => {
                let span = Span::new(dollar, dollar + 1);
                self.fail(
                    span,
                    "expected a name or `(` after `$` in a string: write `\\$` for a dollar sign",
                )
            }
        }
    }
}

/// Removes the indentation that all lines share, and a newline at the beginning. The text before the first newline
/// of a piece does not begin a line, and blank lines do not count, except the last.
fn dedent(pieces: &mut [Piece]) {
    let mut common: Option<Vec<u8>> = None;
    for piece in pieces.iter() {
        let Piece::Text(text, _) = piece else {
            continue;
        };
        let mut lines = text.split(|&b| b == b'\n').skip(1).peekable();
        while let Some(line) = lines.next() {
            let width = line
                .iter()
                .take_while(|&&b| b == b' ' || b == b'\t')
                .count();
            if width == line.len() && lines.peek().is_some() {
                continue;
            }
            let indentation = &line[..width];
            match &mut common {
                None => common = Some(indentation.to_vec()),
                Some(common) => {
                    let shared = common
                        .iter()
                        .zip(indentation)
                        .take_while(|(a, b)| a == b)
                        .count();
                    common.truncate(shared);
                }
            }
        }
    }
    let common = common.unwrap_or_default();
    let mut first = true;
    for piece in pieces {
        let Piece::Text(text, _) = piece else {
            continue;
        };
        if !common.is_empty() {
            let mut result = Vec::with_capacity(text.len());
            for (number, line) in text.split(|&b| b == b'\n').enumerate() {
                if number > 0 {
                    result.push(b'\n');
                }
                match line.strip_prefix(&common[..]) {
                    Some(rest) if number > 0 => result.extend_from_slice(rest),
                    _ => result.extend_from_slice(line),
                }
            }
            *text = result;
        }
        if std::mem::take(&mut first) && text.first() == Some(&b'\n') {
            text.remove(0);
        }
    }
}

/// Interprets escapes, appending to `out`. Fails with the offset of a bad one.
pub(super) fn unescape(text: &[u8], out: &mut Vec<u8>) -> Result<(), (usize, String)> {
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'\\' {
            let length = text[at..]
                .iter()
                .position(|&b| b == b'\\')
                .unwrap_or(text.len() - at);
            out.extend_from_slice(&text[at..at + length]);
            at += length;
            continue;
        }
        let escape = at;
        at += 1;
        let Some(&kind) = text.get(at) else {
            return Err((escape, "a backslash at the end of the text".into()));
        };
        at += 1;
        let mut digits = |most: usize, radix: u32| {
            let start = at;
            let mut value: u32 = 0;
            while at < text.len() && at - start < most {
                let Some(digit) = (text[at] as char).to_digit(radix) else {
                    break;
                };
                value = value * radix + digit;
                at += 1;
            }
            (at > start).then_some(value)
        };
        let value = match kind {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'e' => 27,
            b'f' => 12,
            b'v' => 11,
            b'\\' | b'\'' | b'"' | b'$' | b'`' => kind,
            b'\n' => {
                // A line break that is not one: the next line's indentation goes with it.
                while matches!(text.get(at), Some(b' ' | b'\t')) {
                    at += 1;
                }
                continue;
            }
            b'0'..=b'7' => {
                at -= 1;
                let start = at;
                let mut value = 0u32;
                while at < text.len() && at - start < 3 && (b'0'..=b'7').contains(&text[at]) {
                    value = value * 8 + u32::from(text[at] - b'0');
                    at += 1;
                }
                match u8::try_from(value) {
                    Ok(byte) => byte,
                    Err(_) => return Err((escape, "an octal escape is at most `\\377`".into())),
                }
            }
            b'x' => match digits(2, 16) {
                Some(value) => value as u8,
                None => return Err((escape, "expected hexadecimal digits after `\\x`".into())),
            },
            b'u' | b'U' => {
                let most = if kind == b'u' { 4 } else { 8 };
                match digits(most, 16) {
                    Some(code) if code <= 0x10_ffff => {
                        encode(code, out);
                        continue;
                    }
                    _ => {
                        let why = format!(
                            "expected the hexadecimal number of a character after `\\{}`",
                            kind as char
                        );
                        return Err((escape, why));
                    }
                }
            }
            _ => {
                let shown = String::from_utf8_lossy(&text[escape..]);
                let shown: String = shown.chars().take(2).collect();
                return Err((escape, format!("`{shown}` is not an escape sequence")));
            }
        };
        out.push(value);
    }
    Ok(())
}

/// UTF-8, for surrogates too.
fn encode(code: u32, out: &mut Vec<u8>) {
    match char::from_u32(code) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.extend_from_slice(&[
            0xe0 | (code >> 12) as u8,
            0x80 | (code >> 6 & 0x3f) as u8,
            0x80 | (code & 0x3f) as u8,
        ]),
    }
}
