//! What may follow an atom: calls, indexing, fields, type parameters, `'`, string macros; and argument lists,
//! `do` blocks and generators.
//!
//! `a.b[i]'(x; k = 1) do y … end` is read from left to right, each step wrapping what came before. In an argument
//! list `k = 1` is a keyword argument (`kw`), and what follows `;` is gathered in `parameters`, which comes first.

use super::toplevel::Body;
use super::*;
use crate::syntax::operators::{self, Level};

/// An argument list, split at its semicolons. The line is Julia's at the section's first token.
pub(super) struct Section {
    pub line: u32,
    pub items: Nodes,
}

/// Most lists have one section.
pub(super) type Sections = SmallVec<[Section; 1]>;

impl Parser<'_> {
    /// An atom, or a form that begins with a reserved word, and all that follows it without an operator.
    pub(super) fn chain(&mut self) -> Parse<NodeId> {
        let token = self.peek();
        if let Kind::Name(name, word) = token.kind {
            if self.opens(name, word) || matches!(name, s::MUTABLE | s::PRIMITIVE | s::ABSTRACT) {
                self.take();
                return self.keyword(name, token);
            }
        }
        let first = self.prefixed()?;
        self.chain_from(first, false)
    }

    /// What follows `first`. For the name of a macro, stops after its argument list.
    pub(super) fn chain_from(&mut self, first: NodeId, of_macro: bool) -> Parse<NodeId> {
        let start = self.start_of(first);
        let mut left = first;
        loop {
            let token = self.peek();
            let opening = matches!(
                token.kind,
                Kind::OpenParen
                    | Kind::OpenBracket
                    | Kind::OpenBrace
                    | Kind::Quote
                    | Kind::Backtick
            );
            if token.space && self.context.space_separates && (opening || token.is(s::ADJOINT)) {
                return Ok(left);
            }
            match token.kind {
                // `2(x)` multiplies.
                Kind::OpenParen if self.is_number(left) => return Ok(left),
                Kind::OpenParen => {
                    self.no_space_before(token)?;
                    self.take();
                    let call = self.call(left, start, of_macro)?;
                    if of_macro {
                        return Ok(call);
                    }
                    left = call;
                }
                Kind::OpenBracket => {
                    self.no_space_before(token)?;
                    self.take();
                    let outer = self.context.end_is_value;
                    let context = Context {
                        end_is_value: true,
                        ..self.context
                    };
                    let inner = self.within(context, |p| {
                        p.array(Kind::CloseBracket, outer, token.span.start)
                    })?;
                    if of_macro {
                        return Ok(self.call_node(&[left, inner], start));
                    }
                    left = self.indexed(left, inner, start);
                }
                Kind::OpenBrace => {
                    self.no_space_before(token)?;
                    self.take();
                    let mut args = self.arguments(Kind::CloseBrace)?;
                    if of_macro {
                        let braces = self.expr(s::BRACES, &args, token.span.start);
                        return Ok(self.call_node(&[left, braces], start));
                    }
                    args.insert(0, left);
                    left = self.expr(s::CURLY, &args, start);
                }
                Kind::Op(op) if op.name == s::DOT => {
                    self.no_space_before(token)?;
                    self.take();
                    left = self.field(left, start)?;
                }
                Kind::Op(op) if op.name == s::ADJOINT => {
                    if token.space {
                        return self.fail(token.span, "a space is not allowed before `'`");
                    }
                    self.take();
                    left = self.adjoint(left, token, start);
                }
                Kind::Quote | Kind::Backtick if !token.space && self.names_macro(left) => {
                    left = self.string_macro(left, token, start)?;
                }
                _ => return Ok(left),
            }
        }
    }

    fn no_space_before(&mut self, token: Token) -> Parse<()> {
        if token.space {
            let what = self.describe(token);
            return self.fail(
                token.span,
                format!("a space is not allowed before {what} here"),
            );
        }
        Ok(())
    }

    /// After `(`: the arguments of a call of `callee`, and its `do` block.
    fn call(&mut self, callee: NodeId, start: u32, of_macro: bool) -> Parse<NodeId> {
        let mut args = self.arguments(Kind::CloseParen)?;
        args.insert(0, callee);
        if self.peek().is(s::DO) {
            let keyword = self.peek();
            let call = self.call_node(&args, start);
            self.take();
            let block = self.nested(|p| p.do_block(keyword))?;
            return Ok(self.expr(s::DO, &[call, block], start));
        }
        if of_macro {
            // A macro sees an assignment where a function sees a keyword argument.
            args = args
                .into_iter()
                .map(|arg| match self.head(arg) {
                    Some(s::KW) => self.ast.reheaded(arg, s::ASSIGN),
                    _ => arg,
                })
                .collect();
        }
        Ok(self.call_node(&args, start))
    }

    /// `a[…]`, by what stands in the brackets.
    fn indexed(&mut self, left: NodeId, inner: NodeId, start: u32) -> NodeId {
        let (head, items) = match self.ast.as_expr(inner) {
            Some((head, items)) => (head, Nodes::from_slice(items)),
            None => (s::VECT, Nodes::new()),
        };
        let mut args = Nodes::from_slice(&[left]);
        let head = match head {
            s::HCAT => s::TYPED_HCAT,
            s::VCAT => s::TYPED_VCAT,
            s::NCAT => s::TYPED_NCAT,
            s::COMPREHENSION => s::TYPED_COMPREHENSION,
            _ => {
                args.extend(items.into_iter().map(|item| self.keyword_argument(item)));
                return self.expr(s::REF, &args, start);
            }
        };
        args.extend_from_slice(&items);
        self.expr(head, &args, start)
    }

    /// After `.`: a field, a broadcast call, a quoted operator, an interpolation, a macro of a module.
    fn field(&mut self, left: NodeId, start: u32) -> Parse<NodeId> {
        let token = self.peek();
        if token.kind == Kind::OpenParen {
            self.no_space_before(token)?;
            self.take();
            let args = self.arguments(Kind::CloseParen)?;
            let tuple = self.expr(s::TUPLE, &args, token.span.start);
            return Ok(self.expr(s::DOT, &[left, tuple], start));
        }
        if token.is(s::COLON) {
            self.take();
            let next = self.peek();
            if next.space || next.kind == Kind::Newline {
                return self.fail(
                    next.span,
                    "white space is not allowed after a `:` that quotes",
                );
            }
            let name = self.nested(|p| p.atom(false))?;
            let quoted = self.quoted(name, token.span.start);
            return Ok(self.expr(s::DOT, &[left, quoted], start));
        }
        if token.is(s::INTERPOLATE) {
            self.take();
            let inner = self.nested(|p| p.atom(true))?;
            let inner = self.expr(s::INTERPOLATE, &[inner], token.span.start);
            let span = self.ast.span(inner);
            let quoted = self.ast.leaf(Node::Quote(inner), span);
            return Ok(self.expr(s::DOT, &[left, quoted], start));
        }
        let name = self.nested(|p| p.atom(false))?;
        // `A.@m x` is `@A.m x`.
        match self.ast.as_expr(name) {
            Some((s::MACROCALL, args)) => {
                let args = Nodes::from_slice(args);
                Ok(self.qualified_macro(left, &args, start))
            }
            Some((s::DO, &[call, block])) if self.head(call) == Some(s::MACROCALL) => {
                let args = Nodes::from_slice(self.ast.with_head(call, s::MACROCALL).unwrap_or(&[]));
                let call = self.qualified_macro(left, &args, start);
                Ok(self.expr(s::DO, &[call, block], start))
            }
            _ => {
                let quoted = self.quoted(name, token.span.start);
                Ok(self.expr(s::DOT, &[left, quoted], start))
            }
        }
    }

    fn qualified_macro(&mut self, module: NodeId, args: &[NodeId], start: u32) -> NodeId {
        let name_start = self.start_of(args[0]);
        let quoted = self.quoted(args[0], name_start);
        let name = self.expr(s::DOT, &[module, quoted], start);
        let mut all = Nodes::from_slice(&[name]);
        all.extend_from_slice(&args[1..]);
        self.expr(s::MACROCALL, &all, start)
    }

    /// `x'`, or with a suffix (`x'ᵀ`) a call of the operator of that name.
    fn adjoint(&mut self, left: NodeId, token: Token, start: u32) -> NodeId {
        let rest = self.lexer.rest();
        let suffix: usize = rest
            .chars()
            .take_while(|&c| crate::syntax::chars::is_operator_suffix(c))
            .map(char::len_utf8)
            .sum();
        if suffix == 0 {
            return self.expr(s::ADJOINT, &[left], start);
        }
        self.lexer.at += suffix;
        self.end = self.lexer.at as u32;
        let span = Span::new(token.span.start, self.end);
        let name = crate::syntax::chars::normalize(&rest[..suffix]);
        let operator = self.symbol(Sym::new(&format!("'{name}")), span);
        self.call_node(&[operator, left], start)
    }

    /// Whether `x"…"` calls a macro: `x` is a name, possibly of a module, and no operator.
    fn names_macro(&self, left: NodeId) -> bool {
        match self.ast.as_symbol(left) {
            Some(name) => operators::lookup(name.as_str()).is_none(),
            None => self.is_qualified_name(left),
        }
    }

    /// Whether `id` is `A.B.c`.
    pub(super) fn is_qualified_name(&self, mut id: NodeId) -> bool {
        loop {
            match self.ast.with_head(id, s::DOT) {
                Some(&[left, field]) => {
                    let Node::Quote(name) = *self.ast.node(field) else {
                        return false;
                    };
                    if self.ast.as_symbol(name).is_none() {
                        return false;
                    }
                    id = left;
                    if self.ast.as_symbol(id).is_some() {
                        return true;
                    }
                }
                _ => return false,
            }
        }
    }

    /// `f(x) do a, b … end`: after `do`, a function of the arguments on its line.
    fn do_block(&mut self, keyword: Token) -> Parse<NodeId> {
        let line = self.line();
        self.within(NORMAL, |p| {
            let start = p.peek().span.start;
            let mut args = Nodes::new();
            if !matches!(p.peek().kind, Kind::Newline | Kind::Semicolon) {
                loop {
                    args.push(p.binary(Level::Colon)?);
                    if !p.eat(Kind::Comma) {
                        break;
                    }
                }
            }
            let tuple = p.expr(s::TUPLE, &args, start);
            let body = p.block(Body::Plain)?;
            p.expect_end("do", line)?;
            Ok(p.expr(s::ARROW, &[tuple, body], keyword.span.start))
        })
    }

    /// `k = v` as a keyword argument; anything else as it is.
    pub(super) fn keyword_argument(&mut self, arg: NodeId) -> NodeId {
        match self.head(arg) {
            Some(s::ASSIGN) => self.ast.reheaded(arg, s::KW),
            _ => arg,
        }
    }

    /// After an opening bracket: the arguments of a call or type, `parameters` first.
    fn arguments(&mut self, closer: Kind) -> Parse<Nodes> {
        let context = Context {
            for_generates: true,
            ..self.context
        };
        let start = self.end;
        let sections = self.within(context, |p| p.sections(closer))?;
        Ok(self.joined(sections, closer == Kind::CloseParen, start))
    }

    /// The arguments after a first section: each later one is `parameters` of the one before.
    pub(super) fn joined(&mut self, sections: Sections, keywords: bool, start: u32) -> Nodes {
        let mut inner: Option<Nodes> = None;
        for section in sections.into_iter().rev() {
            let mut items = Nodes::new();
            if let Some(parameters) = inner {
                items.push(self.expr(s::PARAMETERS, &parameters, start));
            }
            for item in section.items {
                items.push(if keywords {
                    self.keyword_argument(item)
                } else {
                    item
                });
            }
            inner = Some(items);
        }
        inner.unwrap_or_default()
    }

    /// Arguments up to and with `closer`, split at semicolons.
    pub(super) fn sections(&mut self, closer: Kind) -> Parse<Sections> {
        let context = Context {
            range_colon: true,
            space_separates: false,
            where_allowed: true,
            newline_is_space: true,
            ..self.context
        };
        self.within(context, |p| {
            let mut sections: Sections = smallvec::smallvec![Section {
                line: p.line(),
                items: Nodes::new(),
            }];
            loop {
                let token = p.token();
                if token.kind == closer {
                    p.take();
                    return Ok(sections);
                }
                if token.kind == Kind::Semicolon {
                    p.take();
                    p.token();
                    sections.push(Section {
                        line: p.line(),
                        items: Nodes::new(),
                    });
                    continue;
                }
                let mut item = p.argument()?;
                let next = p.token();
                match next.kind {
                    Kind::Comma => p.take(),
                    Kind::Semicolon => {}
                    kind if kind == closer => {}
                    Kind::Name(s::FOR, _) => item = p.generator(item)?,
                    _ => {
                        let close = match closer {
                            Kind::CloseParen => ")",
                            Kind::CloseBrace => "}",
                            _ => "]",
                        };
                        return p.expected(&format!("`,` or `{close}` in the argument list"));
                    }
                }
                if let Some(section) = sections.last_mut() {
                    section.items.push(item);
                }
            }
        })
    }

    /// At `for`: `first for i in a, j in b if c for k in d`.
    pub(super) fn generator(&mut self, first: NodeId) -> Parse<NodeId> {
        let start = self.start_of(first);
        let mut loops: SmallVec<[Nodes; 2]> = SmallVec::new();
        while self.peek().is(s::FOR) {
            let token = self.peek();
            if !token.space {
                return self.fail(token.span, "expected a space before `for`");
            }
            self.take();
            let mut iterations = self.iterations()?;
            if self.peek().is(s::IF) {
                let filter = self.peek();
                self.take();
                let condition = self.binary(Level::Conditional)?;
                iterations.insert(0, condition);
                iterations =
                    Nodes::from_slice(&[self.expr(s::FILTER, &iterations, filter.span.start)]);
            }
            loops.push(iterations);
        }
        let mut inner = first;
        let last = loops.len() - 1;
        for (depth, mut iterations) in loops.into_iter().enumerate().rev() {
            iterations.insert(0, inner);
            inner = self.expr(s::GENERATOR, &iterations, start);
            if depth < last {
                inner = self.expr(s::FLATTEN, &[inner], start);
            }
        }
        Ok(inner)
    }

    /// `i in a, j = b`.
    pub(super) fn iterations(&mut self) -> Parse<Nodes> {
        let mut iterations = Nodes::new();
        loop {
            let start = self.peek().span.start;
            let mut variable = self.binary(Level::PipeLeft)?;
            let outer = self.ast.as_symbol(variable) == Some(s::OUTER);
            let next = self.peek();
            if outer && !next.is(s::ASSIGN) && !next.is(s::IN) && !next.is(s::ELEMENT) {
                let inner = self.binary(Level::PipeLeft)?;
                variable = self.expr(s::OUTER, &[inner], start);
            }
            let next = self.peek();
            if !next.is(s::ASSIGN) && !next.is(s::IN) && !next.is(s::ELEMENT) {
                return self.expected("`=`, `in` or `∈` after the loop variable");
            }
            self.take();
            let values = self.binary(Level::PipeLeft)?;
            iterations.push(self.expr(s::ASSIGN, &[variable, values], start));
            if !self.eat(Kind::Comma) {
                return Ok(iterations);
            }
        }
    }
}
