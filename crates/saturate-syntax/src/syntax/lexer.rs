//! The lexer: one token at a time, on demand.
//!
//! Julia's tokens depend on what the parser is doing (`'` ends an expression or begins a character, a string holds
//! expressions), so there is no token list: the parser asks for the next token and may read raw text in between.
//! `f(x) # c` is `Name` `OpenParen` `Name` `CloseParen`; a newline is a token, other white space and comments set
//! [`Token::space`] of the token that follows.
//!
//! Invariants: a token never spans lines; [`Lexer::line`] is the line of [`Lexer::at`]; text that is no token
//! becomes [`Kind::Invalid`] with the reason in [`Lexer::fault`], so that looking ahead never fails.

use super::chars;
use super::number;
use super::operators::{self, Operator};
use crate::diag::Span;
use crate::sym::{s, Sym};
use std::hash::Hasher;

/// A name's part in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A name like any other, though it may be an operator (`in`) or introduce a form (`mutable struct`) in its place.
    Plain,
    /// Begins a block or statement: `begin`, `if`, `return`.
    Opening,
    /// `end`, `else`, `elseif`, `catch`, `finally`.
    Closing,
    /// `true`, `false`.
    Value,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    End,
    Newline,
    Name(Sym, Word),
    Op(Operator),
    Number,
    Comma,
    Semicolon,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Quote,
    Backtick,
    At,
    Invalid,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
    /// Whether white space or a comment precedes it.
    pub space: bool,
}

impl Token {
    /// Whether it is the name or operator `name`.
    pub fn is(&self, name: Sym) -> bool {
        match self.kind {
            Kind::Name(found, _) => found == name,
            Kind::Op(op) => op.name == name,
            _ => false,
        }
    }
}

/// A position in a text.
pub struct Lexer<'a> {
    text: &'a str,
    /// The next byte to read.
    pub at: usize,
    /// The line of that byte, from 1.
    pub line: u32,
    /// Why the last token is [`Kind::Invalid`].
    pub fault: Option<String>,
    /// Whether a comment or string has run into the end of the text.
    pub unclosed: bool,
    /// Names met before, by hash: most names of a text repeat, and interning takes a lock.
    names: Box<[(&'static str, Sym); CACHED_NAMES]>,
}

/// Places in a lexer's cache of names; a power of two.
const CACHED_NAMES: usize = 512;

impl<'a> Lexer<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            line: 1,
            fault: None,
            unclosed: false,
            names: Box::new([("", s::UNDERSCORE); CACHED_NAMES]),
        }
    }

    /// The text that is left.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next byte, 0 at the end.
    pub fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// The next character.
    pub fn char(&self) -> Option<char> {
        let byte = self.byte();
        if byte.is_ascii() && self.at < self.text.len() {
            return Some(byte as char);
        }
        self.rest().chars().next()
    }

    /// Moves over one character and counts its line.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.char()?;
        self.at += c.len_utf8();
        self.line += (c == '\n') as u32;
        Some(c)
    }

    /// Whether white space, a newline or the end comes next.
    pub fn space_ahead(&self) -> bool {
        self.char().is_none_or(|c| c == '\n' || chars::is_space(c))
    }

    /// Reads the next token; with `newlines`, line breaks are white space.
    pub fn next(&mut self, newlines: bool) -> Token {
        let space = match self.skip_space(newlines) {
            Ok(space) => space,
            Err(start) => {
                self.unclosed = true;
                return self.invalid(
                    start,
                    "a comment that begins with `#=` is not closed by `=#`",
                );
            }
        };
        let start = self.at;
        let kind = self.scan();
        Token {
            kind,
            span: Span::new(start as u32, self.at as u32),
            space,
        }
    }

    /// Skips white space and comments. Fails with the start of a comment that does not end.
    fn skip_space(&mut self, newlines: bool) -> Result<bool, usize> {
        let start = self.at;
        loop {
            match self.byte() {
                b' ' | b'\t' | b'\r' | 0xb | 0xc => self.at += 1,
                b'\n' if newlines => {
                    self.at += 1;
                    self.line += 1;
                }
                b'#' => self.skip_comment()?,
                byte if !byte.is_ascii() && self.char().is_some_and(chars::is_space) => {
                    self.bump();
                }
                _ => return Ok(self.at > start),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), usize> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        self.at += 1;
        if self.byte() != b'=' {
            while self.at < bytes.len() && bytes[self.at] != b'\n' {
                self.at += 1;
            }
            return Ok(());
        }
        self.at += 1;
        let mut depth = 1;
        while depth > 0 {
            match (bytes.get(self.at), bytes.get(self.at + 1)) {
                (None, _) => return Err(start),
                (Some(b'='), Some(b'#')) => {
                    depth -= 1;
                    self.at += 1;
                }
                (Some(b'#'), Some(b'=')) => {
                    depth += 1;
                    self.at += 1;
                }
                (Some(b'\n'), _) => self.line += 1,
                _ => {}
            }
            self.at += 1;
        }
        Ok(())
    }

    fn invalid(&mut self, start: usize, why: impl Into<String>) -> Token {
        self.fault = Some(why.into());
        Token {
            kind: Kind::Invalid,
            span: Span::new(start as u32, self.at as u32),
            space: false,
        }
    }

    fn scan(&mut self) -> Kind {
        let punctuation = match self.byte() {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => return self.scan_name(),
            b'0'..=b'9' => return self.scan_number(),
            b'(' => Kind::OpenParen,
            b')' => Kind::CloseParen,
            b'[' => Kind::OpenBracket,
            b']' => Kind::CloseBracket,
            b'{' => Kind::OpenBrace,
            b'}' => Kind::CloseBrace,
            b',' => Kind::Comma,
            b';' => Kind::Semicolon,
            b'"' => Kind::Quote,
            b'`' => Kind::Backtick,
            b'@' => Kind::At,
            b'\n' => {
                self.line += 1;
                Kind::Newline
            }
            b'.' if self.digit_follows() => return self.scan_number(),
            _ => return self.scan_other(),
        };
        self.at += 1;
        punctuation
    }

    fn digit_follows(&self) -> bool {
        self.text
            .as_bytes()
            .get(self.at + 1)
            .is_some_and(u8::is_ascii_digit)
    }

    fn scan_other(&mut self) -> Kind {
        let Some(c) = self.char() else {
            return Kind::End;
        };
        if operators::starts_operator(c) {
            return self.scan_operator();
        }
        if chars::starts_name(c) {
            return self.scan_name();
        }
        self.at += c.len_utf8();
        self.fault = Some(if chars::is_invisible(c) {
            format!("invisible character U+{:04X}", c as u32)
        } else {
            format!("invalid character `{c}`")
        });
        Kind::Invalid
    }

    fn scan_operator(&mut self) -> Kind {
        let rest = self.rest();
        let fault = if rest.starts_with("**") {
            Some("`**` is not an operator: write `^` for powers and `...` for splatting")
        } else if rest.starts_with("--") && !rest.starts_with("-->") {
            Some("`--` is not an operator")
        } else if rest.starts_with(".'") {
            Some("`.'` is no longer an operator")
        } else {
            None
        };
        if let Some(fault) = fault {
            self.at += 2;
            self.fault = Some(fault.into());
            return Kind::Invalid;
        }
        match operators::longest(rest) {
            Some((operator, length)) => {
                self.at += length;
                Kind::Op(operator)
            }
            None => {
                self.bump();
                self.fault = Some("invalid operator".into());
                Kind::Invalid
            }
        }
    }

    /// Reads a number that begins here; its value is the parser's business.
    fn scan_number(&mut self) -> Kind {
        match number::scan(self.rest()) {
            Ok(length) => {
                self.at += length;
                Kind::Number
            }
            Err((length, why)) => {
                self.at += length;
                self.fault = Some(why);
                Kind::Invalid
            }
        }
    }

    fn scan_name(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut ascii = true;
        loop {
            match bytes.get(self.at) {
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9') => self.at += 1,
                // `a!=b` compares; `a!` is a name.
                Some(b'!') if bytes.get(self.at + 1) != Some(&b'=') => self.at += 1,
                Some(byte) if !byte.is_ascii() => match self.char() {
                    Some(c) if chars::continues_name(c) && !operators::starts_operator(c) => {
                        self.at += c.len_utf8();
                        ascii = false;
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        let text = &self.text[start..self.at];
        let name = if ascii {
            self.interned(text)
        } else {
            Sym::new(&chars::normalize(text))
        };
        Kind::Name(name, word(name))
    }

    fn interned(&mut self, text: &str) -> Sym {
        let mut hasher = rustc_hash::FxHasher::default();
        hasher.write(text.as_bytes());
        let place = &mut self.names[hasher.finish() as usize % CACHED_NAMES];
        if place.0 != text {
            let name = Sym::new(text);
            *place = (name.as_str(), name);
        }
        place.1
    }
}

/// The part a name plays.
pub fn word(name: Sym) -> Word {
    match name {
        s::BEGIN
        | s::WHILE
        | s::IF
        | s::FOR
        | s::TRY
        | s::RETURN
        | s::BREAK
        | s::CONTINUE
        | s::FUNCTION
        | s::MACRO
        | s::QUOTE
        | s::LET
        | s::LOCAL
        | s::GLOBAL
        | s::CONST
        | s::DO
        | s::STRUCT
        | s::MODULE
        | s::BAREMODULE
        | s::USING
        | s::IMPORT
        | s::EXPORT => Word::Opening,
        s::END | s::ELSE | s::ELSEIF | s::CATCH | s::FINALLY => Word::Closing,
        s::TRUE | s::FALSE => Word::Value,
        _ => Word::Plain,
    }
}
