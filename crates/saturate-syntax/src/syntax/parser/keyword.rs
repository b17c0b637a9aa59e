//! Forms that begin with a reserved word: blocks, loops, definitions, declarations.
//!
//! The arguments of each head are Julia's: `(function signature (block …))`, `(for (= i r) (block …))`,
//! `(struct mutable? signature (block fields…))`, `(try block variable-or-false catch-or-false finally? else?)`.

use super::toplevel::Body;
use super::*;
use crate::syntax::operators::Level;

impl Parser<'_> {
    /// After the reserved word `token`.
    pub(super) fn keyword(&mut self, word: Sym, token: Token) -> Parse<NodeId> {
        let start = token.span.start;
        self.within(NORMAL, |p| p.keyword_here(word, token, start))
    }

    fn keyword_here(&mut self, word: Sym, token: Token, start: u32) -> Parse<NodeId> {
        let line = self.line();
        match word {
            s::BEGIN | s::QUOTE => {
                let block = self.block(Body::Documented)?;
                self.expect_end(word.as_str(), line)?;
                if word == s::QUOTE {
                    return Ok(self.expr(s::QUOTE, &[block], start));
                }
                Ok(block)
            }
            s::WHILE => {
                let condition = self.binary(Level::Conditional)?;
                let body = self.block(Body::Plain)?;
                self.expect_end("while", line)?;
                Ok(self.expr(s::WHILE, &[condition, body], start))
            }
            s::FOR => {
                let first = self.peek().span.start;
                let iterations = self.iterations()?;
                let ranges = match iterations[..] {
                    [one] => one,
                    _ => self.expr(s::BLOCK, &iterations, first),
                };
                let body = self.block(Body::Plain)?;
                self.expect_end("for", line)?;
                Ok(self.expr(s::FOR, &[ranges, body], start))
            }
            s::LET => self.let_block(line, start),
            s::IF => self.if_block(line, start),
            s::GLOBAL | s::LOCAL => self.declaration(word, start),
            s::CONST => {
                let assignment = self.expression()?;
                if !matches!(
                    self.head(assignment),
                    Some(s::ASSIGN | s::GLOBAL | s::LOCAL)
                ) {
                    let span = self.ast.span(assignment);
                    return self.fail(span, "expected an assignment after `const`");
                }
                Ok(self.expr(s::CONST, &[assignment], start))
            }
            s::FUNCTION | s::MACRO => self.definition(word, line, start),
            s::STRUCT => self.structure(false, line, start),
            s::MUTABLE if self.peek().is(s::STRUCT) => {
                self.take();
                self.structure(true, line, start)
            }
            s::ABSTRACT if self.peek().is(s::TYPE) => {
                self.take();
                let signature = self.binary(Level::Comparison)?;
                self.skip_line_ends();
                self.expect_end("abstract type", line)?;
                Ok(self.expr(s::ABSTRACT, &[signature], start))
            }
            s::PRIMITIVE if self.peek().is(s::TYPE) => {
                self.take();
                let context = Context {
                    space_separates: true,
                    ..NORMAL
                };
                let signature = self.within(context, |p| p.binary(Level::Comparison))?;
                let bits = self.within(context, |p| p.binary(Level::Conditional))?;
                self.skip_line_ends();
                self.expect_end("primitive type", line)?;
                Ok(self.expr(s::PRIMITIVE, &[signature, bits], start))
            }
            s::MUTABLE | s::ABSTRACT | s::PRIMITIVE => {
                let name = self.symbol(word, token.span);
                self.chain_from(name, false)
            }
            s::TRY => self.try_block(line, start),
            s::RETURN => {
                let next = self.peek();
                let value = if next.kind == Kind::Newline || self.closes(next) {
                    let span = Span::new(self.end, self.end);
                    self.ast.leaf(Node::Nothing, span)
                } else {
                    self.expression()?
                };
                Ok(self.expr(s::RETURN, &[value], start))
            }
            s::BREAK | s::CONTINUE => {
                let next = self.peek();
                let ends = matches!(
                    next.kind,
                    Kind::Newline | Kind::End | Kind::Semicolon | Kind::CloseParen
                ) || next.is(s::END)
                    || next.is(s::COLON);
                if !ends {
                    return self.expected(&format!("a newline, `;` or `end` after `{word}`"));
                }
                Ok(self.expr(word, &[], start))
            }
            s::MODULE | s::BAREMODULE => self.module(word, line, start),
            s::EXPORT => self.exports(s::EXPORT, start),
            s::IMPORT | s::USING => self.imports(word, start),
            _ => self.fail(token.span, format!("`{word}` cannot begin an expression")),
        }
    }

    /// Takes the `end` of a form that began at `line`.
    pub(super) fn expect_end(&mut self, word: &str, line: u32) -> Parse<()> {
        if self.peek().is(s::END) {
            self.take();
            return Ok(());
        }
        self.expected(&format!("`end` to close the `{word}` at line {line}"))
    }

    fn skip_line_ends(&mut self) {
        while matches!(self.peek().kind, Kind::Newline | Kind::Semicolon) {
            self.take();
        }
    }

    fn empty_block(&mut self) -> NodeId {
        let here = self.end;
        self.expr(s::BLOCK, &[], here)
    }

    fn next_is_one_of(&mut self, words: &[Sym]) -> bool {
        let token = self.token();
        words.iter().any(|&word| token.is(word))
    }

    fn let_block(&mut self, line: u32, start: u32) -> Parse<NodeId> {
        let first = self.peek();
        let mut bindings = Nodes::new();
        if !matches!(first.kind, Kind::Newline | Kind::Semicolon) {
            loop {
                bindings.push(self.argument()?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        let next = self.peek();
        if !matches!(next.kind, Kind::Newline | Kind::Semicolon | Kind::End) && !next.is(s::END) {
            return self.expected("`;` or a newline after the variables of `let`");
        }
        let single = match bindings[..] {
            [one] => {
                let simple = self.ast.as_symbol(one).is_some()
                    || matches!(self.head(one), Some(s::ASSIGN | s::TYPED));
                simple.then_some(one)
            }
            _ => None,
        };
        let variables = match single {
            Some(one) => one,
            None => self.expr(s::BLOCK, &bindings, first.span.start),
        };
        let mut body = self.block(Body::Plain)?;
        self.expect_end("let", line)?;
        if self
            .ast
            .with_head(body, s::BLOCK)
            .is_some_and(|items| items.len() == 1)
        {
            body = self.empty_block();
        }
        Ok(self.expr(s::LET, &[variables, body], start))
    }

    /// `if … elseif … else … end`; an `elseif` is the last argument of what precedes it.
    fn if_block(&mut self, line: u32, start: u32) -> Parse<NodeId> {
        let mut clauses: SmallVec<[(NodeId, NodeId, u32); 4]> = SmallVec::new();
        let mut clause_start = start;
        let mut otherwise = None;
        loop {
            let word = if clauses.is_empty() { "if" } else { "elseif" };
            if self.peek().kind == Kind::Newline {
                return self.expected(&format!("a condition after `{word}`"));
            }
            let condition_line = self.line();
            let mut condition = self.binary(Level::Conditional)?;
            if !clauses.is_empty() {
                let node = self.line_node_at(condition_line);
                let span = self.ast.span(condition);
                condition = self.ast.expr(s::BLOCK, &[node, condition], span);
            }
            let then = if self.next_is_one_of(&[s::ELSE, s::ELSEIF]) {
                self.empty_block()
            } else {
                self.block(Body::Plain)?
            };
            clauses.push((condition, then, clause_start));
            self.skip_newlines();
            let next = self.peek();
            if next.is(s::ELSEIF) {
                self.take();
                clause_start = next.span.start;
                continue;
            }
            if next.is(s::ELSE) {
                self.take();
                let after = self.peek();
                if after.is(s::IF) {
                    return self.fail(
                        after.span,
                        "`else if` needs an `end` of its own: write `elseif`",
                    );
                }
                otherwise = Some(self.block(Body::Plain)?);
            }
            self.expect_end("if", line)?;
            break;
        }
        while let Some((condition, then, at)) = clauses.pop() {
            let head = if clauses.is_empty() { s::IF } else { s::ELSEIF };
            let mut args = Nodes::from_slice(&[condition, then]);
            args.extend(otherwise);
            otherwise = Some(self.expr(head, &args, at));
        }
        match otherwise {
            Some(node) => Ok(node),
            None => self.expected("a condition after `if`"),
        }
    }

    fn skip_newlines(&mut self) {
        while self.eat(Kind::Newline) {}
    }

    /// `global x, y = 1`, `local x`, `global const x = 1`.
    fn declaration(&mut self, word: Sym, start: u32) -> Parse<NodeId> {
        let constant = self.peek().is(s::CONST);
        if constant {
            self.take();
        }
        let declared = self.expression()?;
        let args = match self.ast.with_head(declared, s::TUPLE) {
            Some(items) => Nodes::from_slice(items),
            None => Nodes::from_slice(&[declared]),
        };
        let declaration = self.expr(word, &args, start);
        if constant {
            return Ok(self.expr(s::CONST, &[declaration], start));
        }
        Ok(declaration)
    }

    /// After `function` or `macro`.
    fn definition(&mut self, word: Sym, line: u32, start: u32) -> Parse<NodeId> {
        let anonymous = self.token().kind == Kind::OpenParen;
        let mut signature = self.signature(word)?;
        if !anonymous && self.is_exportable(signature) {
            if !self.token().is(s::END) {
                return self.expected(&format!("`(` or `end` after the name in the `{word}`"));
            }
            self.take();
            return Ok(self.expr(word, &[signature], start));
        }
        if anonymous {
            signature = self.anonymous_signature(signature);
        }
        if !self.is_definable(signature, anonymous) {
            let span = self.ast.span(signature);
            return self.fail(
                span,
                format!("expected a name and `(` in the signature of a `{word}`"),
            );
        }
        let body = self.block(Body::Plain)?;
        self.expect_end(word.as_str(), line)?;
        let body = self.with_line(body, line);
        Ok(self.expr(word, &[signature, body], start))
    }

    fn signature(&mut self, word: Sym) -> Parse<NodeId> {
        let token = self.peek();
        if matches!(token.kind, Kind::Name(_, Word::Opening)) {
            return self.expected(&format!("the name of the `{word}`"));
        }
        let first = self.prefixed()?;
        let mut signature = self.chain_from(first, false)?;
        if word == s::FUNCTION && self.peek().is(s::TYPED) {
            self.take();
            let returned = self.chain()?;
            let start = self.start_of(signature);
            signature = self.expr(s::TYPED, &[signature, returned], start);
        }
        if self.peek().is(s::WHERE) {
            return self.wheres(signature);
        }
        Ok(signature)
    }

    /// In `function (x) … end`, the parentheses are an argument list of one.
    fn anonymous_signature(&mut self, signature: NodeId) -> NodeId {
        let mut wheres: SmallVec<[NodeId; 2]> = SmallVec::new();
        let mut inner = signature;
        while let Some(args) = self.ast.with_head(inner, s::WHERE) {
            wheres.push(inner);
            inner = args[0];
        }
        let target = match self.ast.with_head(inner, s::ASSIGN) {
            Some(args) => args[0],
            None => inner,
        };
        let single = self.ast.as_symbol(target).is_some()
            || self
                .ast
                .with_head(target, s::TYPED)
                .is_some_and(|args| args.len() == 1 || self.ast.as_symbol(args[0]).is_some());
        if !single {
            return signature;
        }
        let span = self.ast.span(inner);
        let mut result = self.ast.expr(s::TUPLE, &[inner], span);
        while let Some(outer) = wheres.pop() {
            let mut args = Nodes::from_slice(self.ast.with_head(outer, s::WHERE).unwrap_or(&[]));
            args[0] = result;
            result = self.ast.expr(s::WHERE, &args, self.ast.span(outer));
        }
        result
    }

    fn is_definable(&self, mut signature: NodeId, anonymous: bool) -> bool {
        loop {
            match self.ast.as_expr(signature) {
                Some((s::CALL | s::TUPLE, _)) => return true,
                Some((s::BLOCK | s::SPLAT, _)) => return anonymous,
                Some((s::MACROCALL, _)) => return !anonymous,
                Some((s::TYPED, args)) => {
                    return matches!(self.head(args[0]), Some(s::CALL | s::MACROCALL))
                }
                Some((s::WHERE, args)) => signature = args[0],
                _ => return false,
            }
        }
    }

    /// After `struct`.
    fn structure(&mut self, mutable: bool, line: u32, start: u32) -> Parse<NodeId> {
        let token = self.peek();
        if matches!(
            token.kind,
            Kind::Name(_, Word::Opening | Word::Closing | Word::Value)
        ) {
            return self.expected("the name of the `struct`");
        }
        let signature = self.binary(Level::Comparison)?;
        let body = self.block(Body::Fields)?;
        self.expect_end("struct", line)?;
        let mutable = self.boolean(mutable);
        Ok(self.expr(s::STRUCT, &[mutable, signature, body], start))
    }

    fn try_block(&mut self, line: u32, start: u32) -> Parse<NodeId> {
        let body = if self.next_is_one_of(&[s::CATCH, s::FINALLY]) {
            self.empty_block()
        } else {
            self.block(Body::Plain)?
        };
        let mut variable = None;
        let (mut catch, mut finally, mut otherwise) = (None, None, None);
        loop {
            let token = self.peek();
            if token.kind == Kind::Newline {
                self.take();
            } else if token.is(s::END) && (catch.is_some() || finally.is_some()) {
                self.take();
                break;
            } else if token.is(s::CATCH) && catch.is_none() {
                self.take();
                let (name, block) = self.catch_block()?;
                variable = name;
                catch = Some(block);
            } else if token.is(s::FINALLY) && finally.is_none() {
                self.take();
                finally = Some(if self.next_is_one_of(&[s::CATCH, s::ELSE]) {
                    self.empty_block()
                } else {
                    self.block(Body::Plain)?
                });
            } else if token.is(s::ELSE)
                && catch.is_some()
                && finally.is_none()
                && otherwise.is_none()
            {
                self.take();
                otherwise = Some(if self.next_is_one_of(&[s::FINALLY]) {
                    self.empty_block()
                } else {
                    self.block(Body::Plain)?
                });
            } else if catch.is_none() && finally.is_none() {
                return self.expected(&format!("`catch` or `finally` in the `try` at line {line}"));
            } else {
                return self.expected(&format!("`end` to close the `try` at line {line}"));
            }
        }
        let mut args = Nodes::from_slice(&[body]);
        for part in [variable, catch] {
            args.push(match part {
                Some(node) => node,
                None => self.boolean(false),
            });
        }
        if finally.is_some() || otherwise.is_some() {
            args.push(match finally {
                Some(node) => node,
                None => self.boolean(false),
            });
            args.extend(otherwise);
        }
        Ok(self.expr(s::TRY, &args, start))
    }

    /// After `catch`: the variable on its line, and the block.
    fn catch_block(&mut self) -> Parse<(Option<NodeId>, NodeId)> {
        let next = self.peek();
        let no_variable = matches!(next.kind, Kind::Newline | Kind::Semicolon);
        if next.kind == Kind::Semicolon {
            self.take();
        }
        if self.next_is_one_of(&[s::END, s::FINALLY, s::ELSE]) {
            return Ok((None, self.empty_block()));
        }
        let variable = if no_variable {
            None
        } else {
            let variable = self.argument()?;
            if !self.is_exportable(variable) {
                let span = self.ast.span(variable);
                return self.fail(span, "expected a name or a newline after `catch`");
            }
            Some(variable)
        };
        if self.next_is_one_of(&[s::FINALLY, s::ELSE]) {
            let line = self.line_node();
            let here = self.end;
            return Ok((variable, self.expr(s::BLOCK, &[line], here)));
        }
        Ok((variable, self.block(Body::Plain)?))
    }

    /// After `module`.
    fn module(&mut self, word: Sym, line: u32, start: u32) -> Parse<NodeId> {
        let token = self.peek();
        if matches!(
            token.kind,
            Kind::Name(_, Word::Opening | Word::Closing | Word::Value)
        ) {
            return self.expected("the name of the module");
        }
        let name = self.prefixed()?;
        let name_line = self.line();
        let body = self.block(Body::Module)?;
        self.expect_end(word.as_str(), line)?;
        let body = self.with_line(body, name_line);
        let standard = self.boolean(word == s::MODULE);
        Ok(self.expr(s::MODULE, &[standard, name, body], start))
    }
}
