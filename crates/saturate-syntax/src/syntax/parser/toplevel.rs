//! Files, modules, statements, blocks and docstrings; and going on after an error.
//!
//! A statement that cannot be read becomes a diagnostic, and reading goes on where the next one plausibly begins: at
//! a line that begins, without indentation, with a word that only begins definitions (`function`, `struct`,
//! `module`, ...) after the start of the bad statement, or with anything but a closing token after the place of the
//! error (after the start if the error is that the input ends). So a missing `end` costs the function that lacks it and no other:
//!
//! ```julia
//! function f(x      # diagnostic here
//! function g(x)     # read
//!     x
//! end
//! ```

use super::*;
use crate::syntax::chars;

/// Recovery may go back to before the place of an error, so text may be read twice. This bounds how often, in
/// multiples of the file's length, after which recovery only goes forward.
const REREAD_FACTOR: usize = 8;

pub(super) fn rereads(length: usize) -> usize {
    length.saturating_mul(REREAD_FACTOR)
}

/// What the statements of a block are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Body {
    /// Plain statements.
    Plain,
    /// A string before a statement documents it.
    Documented,
    /// The fields of a `struct`, which may be `const`.
    Fields,
    /// The body of a module: documented, `public`, and with recovery after errors.
    Module,
}

impl Parser<'_> {
    /// The expressions of the whole text.
    pub(super) fn file(&mut self) -> Vec<NodeId> {
        let mut expressions = Vec::new();
        loop {
            while self.eat(Kind::Newline) {}
            let token = self.peek();
            if token.kind == Kind::End {
                return expressions;
            }
            match self.statements() {
                Ok(expression) => expressions.push(expression),
                Err(Stop) => self.recover(token.span.start, false),
            }
        }
    }

    /// A line of the file: one expression, or several in a `toplevel` with `;` between them.
    fn statements(&mut self) -> Parse<NodeId> {
        let start = self.peek().span.start;
        let mut items = Nodes::new();
        let mut separated = false;
        let leading = self.peek().kind == Kind::Semicolon;
        loop {
            let token = self.peek();
            match token.kind {
                Kind::End | Kind::Newline => break,
                Kind::Semicolon => {
                    self.take();
                    separated = true;
                }
                _ if items.is_empty() || separated => {
                    items.push(self.statement(Body::Module)?);
                    separated = false;
                    if !matches!(
                        self.peek().kind,
                        Kind::End | Kind::Newline | Kind::Semicolon
                    ) {
                        return self.expected("a newline or `;` after the expression");
                    }
                    if items.len() == 1 && !leading && self.peek().kind != Kind::Semicolon {
                        return Ok(items[0]);
                    }
                }
                _ => return self.expected("a newline or `;` after the expression"),
            }
        }
        Ok(self.expr(s::TOPLEVEL, &items, start))
    }

    fn statement(&mut self, body: Body) -> Parse<NodeId> {
        match body {
            Body::Plain => self.expression(),
            Body::Documented => self.documented(),
            Body::Fields => {
                let token = self.peek();
                if token.is(s::CONST) {
                    self.take();
                    let field = self.expression()?;
                    return Ok(self.expr(s::CONST, &[field], token.span.start));
                }
                self.expression()
            }
            Body::Module => {
                if self.at_public() {
                    let start = self.peek().span.start;
                    self.take();
                    return self.exports(s::PUBLIC, start);
                }
                self.documented()
            }
        }
    }

    /// Whether `public` begins a statement here and is not a name.
    fn at_public(&mut self) -> bool {
        if !self.peek().is(s::PUBLIC) {
            return false;
        }
        let rest = self.lexer.rest();
        let next = rest.trim_start_matches([' ', '\t']);
        rest.len() != next.len()
            && next
                .chars()
                .next()
                .is_some_and(|c| c == '@' || chars::starts_name(c))
            && !["in ", "isa ", "where "]
                .iter()
                .any(|w| next.starts_with(w))
    }

    /// An expression, with the string before it as its documentation.
    fn documented(&mut self) -> Parse<NodeId> {
        let token = self.peek();
        let line = self.line();
        let text = self.expression()?;
        let is_text =
            matches!(self.ast.node(text), Node::Str(_)) || self.head(text) == Some(s::STRING);
        if !is_text || !self.something_follows() {
            return Ok(text);
        }
        let span = Span::new(token.span.start, token.span.start);
        let doc = self
            .ast
            .leaf(Node::GlobalRef(s::CORE, Sym::new("@doc")), span);
        let line = self.line_node_at(line);
        let target = self.expression()?;
        Ok(self.expr(s::MACROCALL, &[doc, line, text, target], token.span.start))
    }

    /// Whether an expression follows on this line or the next; takes the newline.
    pub(super) fn something_follows(&mut self) -> bool {
        let mut newlines = 0;
        loop {
            let token = self.peek();
            if self.closes(token) {
                return false;
            }
            if token.kind != Kind::Newline {
                return true;
            }
            if newlines == 1 {
                return false;
            }
            newlines += 1;
            self.take();
        }
    }

    /// The statements up to `end`, `else` and the like, which stay.
    pub(super) fn block(&mut self, body: Body) -> Parse<NodeId> {
        let token = self.token();
        let start = token.span.start;
        let mut items = Nodes::new();
        items.push(self.line_node());
        if token.kind == Kind::End || self.ends_block(token) {
            return Ok(self.expr(s::BLOCK, &items, start));
        }
        let mut after_line = true;
        if token.kind != Kind::Semicolon {
            self.block_statement(body, &mut items)?;
            after_line = false;
        }
        loop {
            let token = self.peek();
            if !matches!(token.kind, Kind::Newline | Kind::Semicolon) {
                if token.kind != Kind::End && !self.ends_block(token) {
                    let stopped: Parse<()> =
                        self.expected("a newline, `;` or `end` after the statement");
                    self.recover_in(body, token.span.start, stopped)?;
                    continue;
                }
                return Ok(self.expr(s::BLOCK, &items, start));
            }
            self.take();
            let token = self.peek();
            if token.kind == Kind::End
                || matches!(token.kind, Kind::Newline | Kind::Semicolon)
                || self.ends_block(token)
            {
                continue;
            }
            if !after_line {
                items.push(self.line_node());
            }
            self.block_statement(body, &mut items)?;
            after_line = false;
        }
    }

    fn block_statement(&mut self, body: Body, items: &mut Nodes) -> Parse<()> {
        let start = self.peek().span.start;
        let read = self.statement(body);
        match read {
            Ok(statement) => {
                items.push(statement);
                Ok(())
            }
            Err(stop) => self.recover_in(body, start, Err(stop)),
        }
    }

    /// In a module, goes on after an error; elsewhere passes it on.
    fn recover_in(&mut self, body: Body, start: u32, stopped: Parse<()>) -> Parse<()> {
        if body != Body::Module || stopped.is_ok() {
            return stopped;
        }
        let depth = self.depth;
        self.recover(start, true);
        self.depth = depth;
        Ok(())
    }

    fn ends_block(&self, token: Token) -> bool {
        matches!(token.kind, Kind::Name(_, Word::Closing))
    }

    /// Records the failure and moves to where the next statement may begin, given where the bad one did.
    fn recover(&mut self, start: u32, in_module: bool) {
        let failed_at = match &self.failure {
            Some(diagnostic) => diagnostic.at.as_ref().map_or(start, |(_, span)| span.start),
            None => start,
        };
        self.diagnostics.extend(self.failure.take());
        self.context = NORMAL;
        self.depth = 0;
        self.ahead = None;
        let mut from = start as usize;
        let failed_at = failed_at.max(start) as usize;
        if self.rereads < failed_at - from {
            from = failed_at;
        }
        let unclosed = std::mem::take(&mut self.lexer.unclosed);
        let target = match self.next_definition(from) {
            Some(target) if unclosed => target,
            definition => {
                let end = definition.unwrap_or(self.text.len());
                // At the end of the input, something was not closed: the statement may have ended anywhere.
                let at_end = failed_at >= self.text.trim_end().len();
                let after = if at_end { from } else { failed_at };
                let has_block = has_block(&self.text[start as usize..failed_at]);
                self.next_statement(after, end, in_module, has_block)
                    .unwrap_or(end)
            }
        };
        self.rereads = self
            .rereads
            .saturating_sub(self.lexer.at.saturating_sub(target));
        self.move_to(target);
    }

    /// The next line after `from` that begins a definition. Each search starts after the one before it, so its result
    /// holds until it is passed, and all searches together read the text once.
    fn next_definition(&mut self, from: usize) -> Option<usize> {
        if self.definition_ahead <= from {
            let found = self
                .lines_after(from)
                .find(|&at| begins_definition(&self.text[at..]));
            self.definition_ahead = found.unwrap_or(usize::MAX);
        }
        (self.definition_ahead != usize::MAX).then_some(self.definition_ahead)
    }

    /// The next line between `from` and `end` that may begin a statement. An `end` without indentation may be the bad
    /// statement's own or the module's: it is the former if that statement has blocks, and only once.
    fn next_statement(
        &self,
        from: usize,
        end: usize,
        in_module: bool,
        has_block: bool,
    ) -> Option<usize> {
        let mut own_end = !in_module || has_block;
        let mut lines = self.lines_after(from).take_while(|&at| at < end);
        lines.find(|&at| {
            let line = &self.text[at..];
            if begins_with_word(line, "end") && own_end {
                own_end = !in_module;
                return false;
            }
            begins_statement(line)
        })
    }

    /// Where lines begin, after `from`.
    fn lines_after(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        let newlines = self.text[from..].match_indices('\n');
        newlines.map(move |(at, _)| from + at + 1)
    }

    /// Goes on reading at the line that begins at `target`: its newline comes next.
    fn move_to(&mut self, target: usize) {
        let at_newline = target
            .checked_sub(1)
            .filter(|&b| self.text.as_bytes()[b] == b'\n');
        let at = at_newline.unwrap_or(target);
        let here = self.lexer.at;
        let count = |from: usize, to: usize| {
            self.text.as_bytes()[from..to]
                .iter()
                .filter(|&&b| b == b'\n')
                .count() as u32
        };
        if at >= here {
            self.lexer.line += count(here, at);
        } else {
            self.lexer.line -= count(at, here);
        }
        self.lexer.at = at;
    }
}

/// Whether a line begins, without indentation, with a word that only begins definitions.
fn begins_definition(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "function ",
        "struct ",
        "mutable struct ",
        "abstract type ",
        "primitive type ",
        "module ",
        "baremodule ",
        "macro ",
        "using ",
        "import ",
        "export ",
        "const ",
    ];
    WORDS.iter().any(|word| text.starts_with(word))
}

/// Whether a line begins, without indentation, with something that can begin a statement or end a module.
fn begins_statement(text: &str) -> bool {
    let Some(first) = text.chars().next() else {
        return false;
    };
    if first == '#' || first == '\n' || chars::is_space(first) {
        return false;
    }
    if matches!(
        first,
        '"' | '@' | '(' | '[' | ':' | '!' | '-' | '+' | '$' | '`'
    ) {
        return true;
    }
    chars::starts_name(first)
        && !["else", "elseif", "catch", "finally"]
            .iter()
            .any(|word| begins_with_word(text, word))
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word)
        .is_some_and(|rest| !rest.chars().next().is_some_and(chars::continues_name))
}

/// Whether a bad statement, up to the error, opened a block that needs an `end`.
fn has_block(text: &str) -> bool {
    text.split(|c: char| !chars::continues_name(c)).any(|word| {
        matches!(
            word,
            "function"
                | "macro"
                | "struct"
                | "type"
                | "if"
                | "for"
                | "while"
                | "let"
                | "begin"
                | "quote"
                | "try"
                | "do"
                | "module"
        )
    })
}
