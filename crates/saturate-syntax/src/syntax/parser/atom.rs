//! Atoms: names, literals, quoting with `:`, brackets, macro calls.

use super::*;
use crate::syntax::operators::Operator;

impl Parser<'_> {
    /// The smallest expression. Unless `checked`, reserved words and special operators are names: after `:` and `.`.
    pub(super) fn atom(&mut self, checked: bool) -> Parse<NodeId> {
        let token = self.token();
        let start = token.span.start;
        match token.kind {
            Kind::Name(name, word) => self.name(name, word, token, checked),
            Kind::Number => {
                self.take();
                self.number_node(token.span, false, start)
            }
            Kind::OpenParen => {
                self.take();
                let (inner, _) = self.parenthesized(checked)?;
                Ok(inner)
            }
            Kind::OpenBracket => {
                self.take();
                let outer_end = self.context.end_is_value;
                self.array(Kind::CloseBracket, outer_end, start)
            }
            Kind::OpenBrace => {
                self.take();
                self.braces(start)
            }
            Kind::Quote => {
                self.take();
                self.string_literal(start)
            }
            Kind::Backtick => {
                self.take();
                self.command(start)
            }
            Kind::At => {
                self.take();
                self.macro_call(start)
            }
            Kind::Op(op) => self.operator_atom(op, token, checked),
            _ => self.expected("an expression"),
        }
    }

    fn name(&mut self, name: Sym, word: Word, token: Token, checked: bool) -> Parse<NodeId> {
        if checked && self.closes(token) {
            return self.expected("an expression");
        }
        self.take();
        if name == s::VAR && self.lexer.byte() == b'"' {
            return self.quoted_name(token.span.start);
        }
        Ok(match (word, name) {
            (Word::Value, s::TRUE) => self.ast.leaf(Node::Bool(true), token.span),
            (Word::Value, _) => self.ast.leaf(Node::Bool(false), token.span),
            _ => self.symbol(name, token.span),
        })
    }

    fn operator_atom(&mut self, op: Operator, token: Token, checked: bool) -> Parse<NodeId> {
        match op.name {
            s::ADJOINT => {
                self.take();
                self.character(token.span.start)
            }
            s::COLON => {
                self.take();
                self.quote_colon(token)
            }
            s::ASSIGN if checked => self.expected("an expression"),
            _ if checked && (op.is_syntactic() || op.name == s::TERNARY) => {
                self.expected("an expression")
            }
            _ => {
                self.take();
                Ok(self.symbol(op.name, token.span))
            }
        }
    }

    /// After `:`: what it quotes, or the colon itself.
    fn quote_colon(&mut self, token: Token) -> Parse<NodeId> {
        let next = self.peek();
        let is_word = matches!(next.kind, Kind::Name(..));
        if self.closes(next) && (!is_word || next.space) {
            return Ok(self.symbol(s::COLON, token.span));
        }
        if next.space || next.kind == Kind::Newline {
            return self.fail(
                next.span,
                "white space is not allowed after a `:` that quotes",
            );
        }
        let context = Context {
            end_is_value: false,
            ..self.context
        };
        let inner = self.nested(|p| p.within(context, |p| p.atom(false)))?;
        Ok(self.quoted(inner, token.span.start))
    }

    /// After `'`: one character, or an escape.
    fn character(&mut self, start: u32) -> Parse<NodeId> {
        let from = self.lexer.at;
        if self.lexer.rest().starts_with('\'') && !self.lexer.rest().starts_with("''") {
            return self.fail(Span::new(start, start + 2), "a character literal is empty");
        }
        // The first character is the literal's even where it is `'`.
        let mut first = true;
        loop {
            match self.lexer.char() {
                Some('\'') if !first => break,
                Some('\\') => {
                    self.lexer.bump();
                    self.lexer.bump();
                }
                Some('\n') | None => {
                    let span = Span::new(start, start + 1);
                    return self.fail(span, "a character literal is not closed by `'`");
                }
                Some(_) => {
                    self.lexer.bump();
                }
            }
            first = false;
        }
        let text = &self.text[from..self.lexer.at];
        self.lexer.bump();
        self.end = self.lexer.at as u32;
        let span = Span::new(start, self.end);
        let mut bytes = Vec::new();
        if let Err((at, why)) = super::string::unescape(text.as_bytes(), &mut bytes) {
            let at = (from + at) as u32;
            return self.fail(Span::new(at, at + 1), why);
        }
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let mut characters = text.chars();
            if let (Some(c), None) = (characters.next(), characters.next()) {
                return Ok(self.ast.leaf(Node::Char(c as u32), span));
            }
            let why =
                "a character literal has more than one character: strings have `\"` around them";
            return self.fail(span, why);
        }
        // Escapes of surrogates: three bytes that are the code point, though no character.
        if let [a @ 0xed, b, c] = bytes[..] {
            let code = u32::from(a & 0xf) << 12 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f);
            return Ok(self.ast.leaf(Node::Char(code), span));
        }
        self.fail(span, "a character literal is not one code point")
    }
}
