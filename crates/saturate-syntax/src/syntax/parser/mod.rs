//! The parser: recursive descent over Julia's forms, operator precedence for its operators.
//!
//! The result is exactly the tree that Julia's own parser returns, line-number nodes included, so the parser also
//! keeps Julia's notion of "the current line": that of the last token looked at. It therefore looks ahead exactly
//! as far as Julia does, one token, and only when it must.
//!
//! | file | what |
//! |---|---|
//! | `toplevel` | files, statements, blocks, docstrings, recovery after an error |
//! | `expression` | operators, by precedence |
//! | `postfix` | calls, indexing, fields, `do`, generators |
//! | `brackets`, `array` | parentheses and tuples; arrays and comprehensions |
//! | `atom`, `string`, `macros` | names, literals, quoting; strings; macro calls |
//! | `keyword`, `import` | forms that begin with a reserved word |
//!
//! Invariants: all recursion passes through [`Parser::nested`], which bounds its depth and grows the stack; an error
//! is recorded in `failure` and travels up as the empty [`Stop`], so that results stay small; recovery happens only
//! between the statements of a file or module.

mod array;
mod atom;
mod brackets;
mod expression;
mod import;
mod keyword;
mod macros;
mod postfix;
mod string;
mod toplevel;

use super::ast::{Ast, Node, NodeId};
use super::lexer::{Kind, Lexer, Token, Word};
use crate::diag::{Diagnostic, Source, Span};
use crate::sym::{s, Sym};
use smallvec::SmallVec;

/// How deep expressions may nest, in parentheses, blocks or operators that group to the right.
pub const MAX_NESTING: u32 = 20_000;

/// Stack that must be left before a nested expression, and how much is added when it is not.
const STACK_RESERVE: usize = 128 * 1024;
const STACK_SEGMENT: usize = 4 * 1024 * 1024;

/// A text read: what could be read, and what was wrong.
pub struct Parsed {
    /// The nodes.
    pub ast: Ast,
    /// The expressions of the file, in order; one that could not be read is missing.
    pub toplevel: Vec<NodeId>,
    /// One for each expression that could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a whole file.
pub fn parse(source: Source) -> Parsed {
    let text = source.clone();
    let mut parser = Parser::new(source, text.text());
    let toplevel = parser.file();
    Parsed {
        ast: parser.ast,
        toplevel,
        diagnostics: parser.diagnostics,
    }
}

/// Reads a whole file from bytes. Where they are not UTF-8, the text has U+FFFD and there is a diagnostic.
pub fn parse_bytes(name: &str, bytes: &[u8]) -> Parsed {
    if bytes.len() >= u32::MAX as usize {
        let why = format!("the file has {} bytes: files end at 4 GiB", bytes.len());
        return Parsed {
            ast: Ast::new(Source::new(name, "")),
            toplevel: Vec::new(),
            diagnostics: vec![Diagnostic::new(why)],
        };
    }
    let at = match std::str::from_utf8(bytes) {
        Ok(text) => return parse(Source::new(name, text)),
        Err(error) => error.valid_up_to(),
    };
    let source = Source::new(name, String::from_utf8_lossy(bytes));
    let mut parsed = parse(source.clone());
    let span = Span::new(at as u32, at as u32 + 3);
    let why = format!("invalid UTF-8: byte 0x{:02x}", bytes[at]);
    parsed
        .diagnostics
        .insert(0, Diagnostic::at(&source, span, why));
    parsed
}

/// The text of a file; the diagnostic names the first byte that is not UTF-8.
pub fn decode(name: &str, bytes: Vec<u8>) -> Result<Source, Diagnostic> {
    if bytes.len() >= u32::MAX as usize {
        let why = format!("{name} has {} bytes: files end at 4 GiB", bytes.len());
        return Err(Diagnostic::new(why));
    }
    String::from_utf8(bytes)
        .map(|text| Source::new(name, text))
        .map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            let source = Source::new(name, String::from_utf8_lossy(error.as_bytes()));
            let span = Span::new(at as u32, at as u32 + 3);
            Diagnostic::at(&source, span, format!("invalid UTF-8: byte 0x{byte:02x}"))
        })
}

/// Reads one expression, with nothing but white space and comments around it.
pub fn parse_expression(source: Source) -> Result<(Ast, NodeId), Diagnostic> {
    let end = source.text().len() as u32;
    let mut parsed = parse(source.clone());
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics.swap_remove(0));
    }
    match parsed.toplevel[..] {
        [only] => Ok((parsed.ast, only)),
        [] => {
            let span = Span::new(end, end);
            Err(Diagnostic::at(
                &source,
                span,
                "expected an expression, found nothing",
            ))
        }
        [_, second, ..] => {
            let span = parsed.ast.span(second);
            Err(Diagnostic::at(
                &source,
                span,
                "expected one expression, found another after it",
            ))
        }
    }
}

/// An error that is on its way up; what it was is in [`Parser::failure`].
struct Stop;
type Parse<T> = Result<T, Stop>;
type Nodes = SmallVec<[NodeId; 8]>;

/// What surrounds the expression being read, where that changes how it reads.
#[derive(Clone, Copy)]
struct Context {
    /// `a:b` is a range; not so between `?` and `:`.
    range_colon: bool,
    /// White space separates: `[a -b]` and `@m a -b` have two parts.
    space_separates: bool,
    /// `for` ends macro arguments, because it makes a generator.
    for_generates: bool,
    /// `end` and `begin` are values, as in `a[end]`.
    end_is_value: bool,
    /// A newline is white space.
    newline_is_space: bool,
    /// `where` may follow an operand.
    where_allowed: bool,
}

const NORMAL: Context = Context {
    range_colon: true,
    space_separates: false,
    for_generates: false,
    end_is_value: false,
    newline_is_space: false,
    where_allowed: true,
};

struct Parser<'a> {
    lexer: Lexer<'a>,
    text: &'a str,
    ast: Ast,
    /// The token looked at and not yet taken.
    ahead: Option<Token>,
    /// Where the last token taken ended.
    end: u32,
    context: Context,
    depth: u32,
    failure: Option<Diagnostic>,
    diagnostics: Vec<Diagnostic>,
    /// Bytes that recovery may still read twice; see `toplevel`.
    rereads: usize,
    /// Where recovery last found a definition to go on with.
    definition_ahead: usize,
}

impl<'a> Parser<'a> {
    fn new(source: Source, text: &'a str) -> Parser<'a> {
        Parser {
            lexer: Lexer::new(text),
            text,
            ast: Ast::new(source),
            ahead: None,
            end: 0,
            context: NORMAL,
            depth: 0,
            failure: None,
            diagnostics: Vec::new(),
            rereads: toplevel::rereads(text.len()),
            definition_ahead: 0,
        }
    }

    /// The next token, without taking it.
    #[inline]
    fn peek(&mut self) -> Token {
        match self.ahead {
            Some(token) => token,
            None => {
                let token = self.lexer.next(self.context.newline_is_space);
                self.ahead = Some(token);
                token
            }
        }
    }

    /// The next token that is not a newline.
    fn token(&mut self) -> Token {
        loop {
            let token = self.peek();
            if token.kind != Kind::Newline {
                return token;
            }
            self.ahead = None;
        }
    }

    /// Takes the token that [`Parser::peek`] returned.
    fn take(&mut self) {
        if let Some(token) = self.ahead.take() {
            self.end = token.span.end;
        }
    }

    /// Takes the next token if it is of this kind.
    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.peek().kind == kind;
        if found {
            self.take();
        }
        found
    }

    /// Whether white space, a newline or the end follows `token`, which has just been looked at.
    fn space_after(&self) -> bool {
        self.lexer.space_ahead()
    }

    /// Julia's current line.
    fn line(&self) -> u32 {
        self.lexer.line
    }

    fn line_node(&mut self) -> NodeId {
        let line = self.line();
        self.line_node_at(line)
    }

    fn line_node_at(&mut self, line: u32) -> NodeId {
        let span = Span::new(self.end, self.end);
        self.ast.leaf(Node::Line(line), span)
    }

    /// `Expr(head, args...)` from `start` to the last token taken.
    fn expr(&mut self, head: Sym, args: &[NodeId], start: u32) -> NodeId {
        let span = Span::new(start, self.end.max(start));
        self.ast.expr(head, args, span)
    }

    /// `Expr(:call, args...)`.
    fn call_node(&mut self, args: &[NodeId], start: u32) -> NodeId {
        self.expr(s::CALL, args, start)
    }

    fn symbol(&mut self, name: Sym, span: Span) -> NodeId {
        self.ast.leaf(Node::Symbol(name), span)
    }

    fn boolean(&mut self, value: bool) -> NodeId {
        let span = Span::new(self.end, self.end);
        self.ast.leaf(Node::Bool(value), span)
    }

    fn head(&self, id: NodeId) -> Option<Sym> {
        self.ast.as_expr(id).map(|(head, _)| head)
    }

    fn start_of(&self, id: NodeId) -> u32 {
        self.ast.span(id).start
    }

    /// `quote x end` for an expression, `QuoteNode(x)` for anything simpler.
    fn quoted(&mut self, inner: NodeId, start: u32) -> NodeId {
        match self.ast.node(inner) {
            // `true` and a quoted name are expressions to Julia's parser, so they are quoted like one.
            Node::Expr(..) | Node::Bool(_) | Node::Quote(_) => self.expr(s::QUOTE, &[inner], start),
            _ => {
                let span = Span::new(start, self.end.max(start));
                self.ast.leaf(Node::Quote(inner), span)
            }
        }
    }

    /// Runs `read` in another context.
    fn within<T>(
        &mut self,
        context: Context,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let saved = std::mem::replace(&mut self.context, context);
        let result = read(self);
        self.context = saved;
        result
    }

    /// Runs `read` one level deeper: every recursion goes through here.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            let span = self.peek().span;
            return self.fail(
                span,
                format!("expressions are nested more than {MAX_NESTING} deep here"),
            );
        }
        self.depth += 1;
        let result = stacker::maybe_grow(STACK_RESERVE, STACK_SEGMENT, || read(self));
        self.depth -= 1;
        result
    }

    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Parse<T> {
        // A token that is none fails wherever it is looked at; its own message says more.
        let diagnostic = match (self.ahead, &self.lexer.fault) {
            (Some(token), Some(fault)) if token.kind == Kind::Invalid => {
                Diagnostic::at(&self.ast.source, token.span, fault.clone())
            }
            _ => Diagnostic::at(&self.ast.source, span, message),
        };
        self.failure = Some(diagnostic);
        Err(Stop)
    }

    /// Fails at the next token.
    fn expected<T>(&mut self, what: &str) -> Parse<T> {
        let token = self.peek();
        let found = self.describe(token);
        self.fail(token.span, format!("expected {what}, found {found}"))
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            Kind::End => "the end of the input".into(),
            Kind::Newline => "a newline".into(),
            _ => format!(
                "`{}`",
                &self.text[token.span.start as usize..token.span.end as usize]
            ),
        }
    }

    /// Whether `token` cannot begin or continue an expression.
    fn closes(&self, token: Token) -> bool {
        match token.kind {
            Kind::End
            | Kind::Comma
            | Kind::Semicolon
            | Kind::CloseParen
            | Kind::CloseBracket
            | Kind::CloseBrace => true,
            Kind::Name(name, Word::Closing) => name != s::END || !self.context.end_is_value,
            _ => false,
        }
    }

    /// Whether `token` closes, ends the line, or assigns: an operator before it stands for itself, as in `(+)`.
    fn leaves_operator_alone(&self, token: Token) -> bool {
        self.closes(token) || token.kind == Kind::Newline || token.is(s::ASSIGN)
    }

    /// Whether a name begins a block or statement here.
    fn opens(&self, name: Sym, word: Word) -> bool {
        word == Word::Opening && !(name == s::BEGIN && self.context.end_is_value)
    }
}
