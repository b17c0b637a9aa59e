//! Operators, by precedence: from assignment down to `^` and `::`.
//!
//! `a = b + c * d^2 => e` is `a = ((b + (c * (d ^ 2))) => e)`. One loop ([`Parser::binary`]) serves all levels from
//! `=>` to `<<`; assignment is outside it because a comma binds tighter than `=` in a statement and looser in an
//! argument; what binds tighter than every binary operator (`where`, `2x`, unary operators, `^`, `::`, `->`) has a
//! function each, in order.
//!
//! Invariant of the loop: after an operator of some level, only operators of that level or looser may follow; this
//! matters after postfix `...` and after ranges, whose right side is not read by the loop's own recursion.

use super::*;
use crate::syntax::number::Number;
use crate::syntax::operators::{Level, Operator};

impl Parser<'_> {
    /// An expression as a statement, where `a, b = c` assigns to a tuple.
    pub(super) fn expression(&mut self) -> Parse<NodeId> {
        self.assignment(true)
    }

    /// An expression as an argument, where a comma ends it.
    pub(super) fn argument(&mut self) -> Parse<NodeId> {
        // Most arguments are one name; it is read without walking through all the levels.
        let token = self.peek();
        if let Kind::Name(name, Word::Plain) = token.kind {
            if matches!(self.lexer.byte(), b',' | b')' | b']' | b'}') {
                self.take();
                return Ok(self.symbol(name, token.span));
            }
        }
        self.assignment(false)
    }

    fn assignment(&mut self, commas: bool) -> Parse<NodeId> {
        let first = self.assignment_side(commas)?;
        let Some(operator) = self.assignment_operator() else {
            return Ok(first);
        };
        // `a = b = c` groups to the right: read all sides, then build from the last.
        let mut sides: SmallVec<[(NodeId, Operator, u32, Span); 2]> = SmallVec::new();
        let (mut left, mut operator) = (first, operator);
        let mut value = loop {
            let span = self.peek().span;
            self.take();
            sides.push((left, operator, self.line(), span));
            left = self.assignment_side(commas)?;
            match self.assignment_operator() {
                Some(next) => operator = next,
                None => break left,
            }
        };
        while let Some((target, operator, line, span)) = sides.pop() {
            let start = self.start_of(target);
            value = if operator.name == s::ASSIGN {
                if self.is_signature(target) {
                    value = self.with_line(value, line);
                }
                self.expr(s::ASSIGN, &[target, value], start)
            } else if !operator.is_ambiguous() {
                self.expr(operator.name, &[target, value], start)
            } else {
                let name = self.symbol(operator.name, span);
                self.call_node(&[name, target, value], start)
            };
        }
        Ok(value)
    }

    fn assignment_side(&mut self, commas: bool) -> Parse<NodeId> {
        let first = self.binary(Level::Pair)?;
        if !commas || self.peek().kind != Kind::Comma {
            return Ok(first);
        }
        let start = self.start_of(first);
        let mut items = Nodes::from_slice(&[first]);
        while self.eat(Kind::Comma) {
            // `x, = iterator` takes the first element.
            if self.peek().is(s::ASSIGN) {
                break;
            }
            items.push(self.binary(Level::Pair)?);
        }
        Ok(self.expr(s::TUPLE, &items, start))
    }

    fn assignment_operator(&mut self) -> Option<Operator> {
        let token = self.peek();
        match token.kind {
            Kind::Op(op) if op.level == Level::Assignment => {
                // `~` alone among them is also unary, and a call.
                (!op.is_ambiguous() || !self.begins_next_part(token)).then_some(op)
            }
            _ => None,
        }
    }

    /// Whether white space makes `token` begin another part: `-b` in `[a -b]`.
    fn begins_next_part(&self, token: Token) -> bool {
        self.context.space_separates && token.space && !self.space_after()
    }

    /// Whether assigning to `target` defines a function.
    fn is_signature(&self, mut target: NodeId) -> bool {
        loop {
            match self.ast.as_expr(target) {
                Some((s::CALL, _)) => return true,
                Some((s::WHERE | s::TYPED, args)) if !args.is_empty() => target = args[0],
                _ => return false,
            }
        }
    }

    /// A function body with the line of its definition in front.
    pub(super) fn with_line(&mut self, body: NodeId, line: u32) -> NodeId {
        let line = self.line_node_at(line);
        let mut items = Nodes::from_slice(&[line]);
        match self.ast.with_head(body, s::BLOCK) {
            Some(statements) => items.extend_from_slice(statements),
            None => items.push(body),
        }
        let span = self.ast.span(body);
        self.ast.expr(s::BLOCK, &items, span)
    }

    /// Operators of `loosest` level and tighter.
    pub(super) fn binary(&mut self, loosest: Level) -> Parse<NodeId> {
        self.nested(|p| p.binary_unguarded(loosest))
    }

    fn binary_unguarded(&mut self, loosest: Level) -> Parse<NodeId> {
        let mut left = self.operand()?;
        let mut tightest = Level::Dot;
        loop {
            let token = self.peek();
            let Some((name, level, chains)) = self.operator_between(token) else {
                return Ok(left);
            };
            if level < loosest || level > tightest {
                return Ok(left);
            }
            let start = self.start_of(left);
            match level {
                Level::Conditional => {
                    left = self.conditional(left)?;
                    tightest = Level::Pair;
                }
                Level::Comparison => {
                    left = self.comparison(left)?;
                    tightest = Level::And;
                }
                Level::Colon => {
                    let Some(range) = self.range(left)? else {
                        return Ok(left);
                    };
                    left = range;
                    tightest = Level::PipeRight;
                }
                Level::Or | Level::And => {
                    self.take();
                    let right = self.binary(level)?;
                    left = self.expr(name, &[left, right], start);
                    tightest = level;
                }
                _ => {
                    self.take();
                    let operator = self.symbol(name, token.span);
                    let mut args = Nodes::from_slice(&[operator, left]);
                    let next = if level.is_right_associative() {
                        level
                    } else {
                        level.tighter()
                    };
                    args.push(self.binary(next)?);
                    if chains {
                        loop {
                            let token = self.peek();
                            if !token.is(name) || self.operator_between(token).is_none() {
                                break;
                            }
                            self.take();
                            args.push(self.binary(next)?);
                        }
                    }
                    left = if name == s::LONG_ARROW {
                        self.expr(name, &args[1..], start)
                    } else {
                        self.call_node(&args, start)
                    };
                    tightest = level;
                }
            }
        }
    }

    /// The binary operator that `token` is here: name, level, whether `a + b + c` is one call.
    fn operator_between(&self, token: Token) -> Option<(Sym, Level, bool)> {
        match token.kind {
            Kind::Op(op) => {
                let level = if op.name == s::SPLAT {
                    Level::Colon
                } else {
                    op.level
                };
                let splits = matches!(level, Level::Plus | Level::Times) && op.is_ambiguous();
                if matches!(
                    level,
                    Level::None
                        | Level::Assignment
                        | Level::Power
                        | Level::Declaration
                        | Level::Dot
                ) || (splits && self.begins_next_part(token))
                {
                    return None;
                }
                Some((op.name, level, op.chains()))
            }
            Kind::Name(name @ (s::IN | s::ISA), _) => Some((name, Level::Comparison, false)),
            _ => None,
        }
    }

    /// `condition ? a : b`.
    fn conditional(&mut self, condition: NodeId) -> Parse<NodeId> {
        let mark = self.peek();
        if !mark.space {
            return self.fail(mark.span, "expected a space before `?`");
        }
        self.take();
        let then = self.branch(
            "?",
            Context {
                range_colon: false,
                ..self.context
            },
        )?;
        let colon = self.peek();
        if !colon.is(s::COLON) {
            return self.expected("`:` of the conditional expression");
        }
        if !colon.space {
            return self.fail(
                colon.span,
                "expected a space before the `:` of a conditional expression",
            );
        }
        self.take();
        let otherwise = self.branch(":", self.context)?;
        let start = self.start_of(condition);
        Ok(self.expr(s::IF, &[condition, then, otherwise], start))
    }

    fn branch(&mut self, mark: &str, context: Context) -> Parse<NodeId> {
        let spaced = Context {
            newline_is_space: true,
            ..context
        };
        let token = self.within(spaced, |p| Ok(p.token()))?;
        if !token.space {
            return self.fail(
                token.span,
                format!("expected a space after the `{mark}` of a conditional expression"),
            );
        }
        self.within(context, Self::argument)
    }

    /// `a < b` is a call, `a <: b` its own head, `a < b < c` a comparison.
    fn comparison(&mut self, first: NodeId) -> Parse<NodeId> {
        let start = self.start_of(first);
        let mut chain = Nodes::from_slice(&[first]);
        loop {
            let token = self.peek();
            match self.operator_between(token) {
                Some((name, Level::Comparison, _)) => {
                    self.take();
                    chain.push(self.symbol(name, token.span));
                    chain.push(self.binary(Level::PipeLeft)?);
                }
                _ => break,
            }
        }
        if chain.len() > 3 {
            return Ok(self.expr(s::COMPARISON, &chain, start));
        }
        match self.ast.as_symbol(chain[1]) {
            Some(name @ (s::SUBTYPE | s::SUPERTYPE)) => {
                Ok(self.expr(name, &[chain[0], chain[2]], start))
            }
            _ => Ok(self.call_node(&[chain[1], chain[0], chain[2]], start)),
        }
    }

    /// `a:b`, `a:b:c`, `a..b`, `a...`. Nothing if the `:` belongs to something around.
    fn range(&mut self, first: NodeId) -> Parse<Option<NodeId>> {
        let start = self.start_of(first);
        let mut left = first;
        // The arguments of a range that a second `:` may still extend.
        let mut open: Option<[NodeId; 3]> = None;
        let mut changed = false;
        loop {
            let token = self.peek();
            let Kind::Op(op) = token.kind else { break };
            if op.name == s::SPLAT {
                self.take();
                return Ok(Some(self.expr(s::SPLAT, &[left], start)));
            }
            if op.level != Level::Colon {
                break;
            }
            if op.name != s::COLON {
                if open.is_some() {
                    break;
                }
                self.take();
                let operator = self.symbol(op.name, token.span);
                let right = self.binary(Level::Plus)?;
                return Ok(Some(self.call_node(&[operator, left, right], start)));
            }
            if !self.context.range_colon || self.begins_next_part(token) {
                break;
            }
            self.take();
            let next = self.peek();
            if self.closes(next) || next.kind == Kind::Newline {
                return self.expected("the last part of the range after `:`");
            }
            let operator = self.symbol(op.name, token.span);
            let right = self.binary(Level::Plus)?;
            (left, open) = match open {
                None => {
                    let args = [operator, left, right];
                    (self.call_node(&args, start), Some(args))
                }
                Some([operator, a, b]) => (self.call_node(&[operator, a, b, right], start), None),
            };
            changed = true;
        }
        Ok(changed.then_some(left))
    }

    /// What binary operators stand between: `<: T`, or something with `where` after it.
    fn operand(&mut self) -> Parse<NodeId> {
        let token = self.token();
        let Kind::Op(op) = token.kind else {
            return self.juxtaposed_where();
        };
        if !matches!(op.name, s::SUBTYPE | s::SUPERTYPE) {
            return self.juxtaposed_where();
        }
        self.take();
        let next = self.peek();
        if self.leaves_operator_alone(next) {
            return Ok(self.symbol(op.name, token.span));
        }
        if matches!(next.kind, Kind::OpenBrace | Kind::OpenParen) {
            let first = self.unary_operand(op, token)?;
            let product = self.juxtaposed(first)?;
            return self.maybe_where(product);
        }
        let arg = self.juxtaposed_where()?;
        let args = match self.ast.with_head(arg, s::TUPLE) {
            Some(items) => Nodes::from_slice(items),
            None => Nodes::from_slice(&[arg]),
        };
        Ok(self.expr(op.name, &args, token.span.start))
    }

    fn juxtaposed_where(&mut self) -> Parse<NodeId> {
        let first = self.unary()?;
        let product = self.juxtaposed(first)?;
        self.maybe_where(product)
    }

    pub(super) fn maybe_where(&mut self, left: NodeId) -> Parse<NodeId> {
        if self.context.where_allowed && self.peek().is(s::WHERE) {
            return self.wheres(left);
        }
        Ok(left)
    }

    /// `left where T where {S, U}`.
    pub(super) fn wheres(&mut self, left: NodeId) -> Parse<NodeId> {
        let start = self.start_of(left);
        let context = Context {
            where_allowed: false,
            ..self.context
        };
        self.within(context, |p| {
            let mut left = left;
            while p.peek().is(s::WHERE) {
                p.take();
                let variables = p.binary(Level::Comparison)?;
                let mut args = Nodes::from_slice(&[left]);
                match p.ast.with_head(variables, s::BRACES) {
                    Some(list) => args.extend_from_slice(list),
                    None => args.push(variables),
                }
                left = p.expr(s::WHERE, &args, start);
            }
            Ok(left)
        })
    }

    /// `2x`, `2(x + 1)`, `(a)b`: multiplication without a sign.
    fn juxtaposed(&mut self, first: NodeId) -> Parse<NodeId> {
        let start = self.start_of(first);
        let mut args = Nodes::new();
        let mut last = first;
        while self.is_juxtaposed(last, !args.is_empty())? {
            if args.is_empty() {
                let span = Span::new(self.end, self.end);
                args.push(self.symbol(s::TIMES, span));
                args.push(first);
            }
            let radical = matches!(self.peek().kind, Kind::Op(_));
            last = if radical {
                self.unary()?
            } else {
                self.factor()?
            };
            args.push(last);
        }
        if args.is_empty() {
            return Ok(first);
        }
        Ok(self.call_node(&args, start))
    }

    fn is_juxtaposed(&mut self, left: NodeId, product: bool) -> Parse<bool> {
        let next = self.peek();
        if next.space || self.closes(next) {
            return Ok(false);
        }
        let number = !product && self.is_number(left);
        match next.kind {
            Kind::Newline | Kind::Invalid => return Ok(false),
            Kind::Op(op) if !op.is_radical() => return Ok(false),
            Kind::Name(name, word) if self.opens(name, word) => return Ok(false),
            Kind::Number | Kind::At if !number => return Ok(false),
            _ => {}
        }
        if !number && !product {
            if let Some(head) = self.head(left) {
                let block = matches!(
                    head,
                    s::BLOCK
                        | s::QUOTE
                        | s::IF
                        | s::FOR
                        | s::WHILE
                        | s::LET
                        | s::FUNCTION
                        | s::MACRO
                        | s::ABSTRACT
                        | s::PRIMITIVE
                        | s::STRUCT
                        | s::TRY
                        | s::MODULE
                        | s::INTERPOLATE
                        | s::AMP
                        | s::TYPED
                ) || self.opens(head, crate::syntax::lexer::word(head));
                if block {
                    return Ok(false);
                }
            }
        }
        if next.kind == Kind::Quote || matches!(self.ast.node(left), Node::Str(_)) {
            return self.fail(
                next.span,
                "a string cannot be multiplied by writing it next to something",
            );
        }
        Ok(true)
    }

    /// Whether `id` is a numeric literal, one too large for the machine included.
    pub(super) fn is_number(&self, id: NodeId) -> bool {
        match self.ast.node(id) {
            Node::Int(_) | Node::UInt(..) | Node::Float64(_) | Node::Float32(_) => true,
            Node::Expr(s::MACROCALL, args) => {
                let name = self.ast.args(*args)[0];
                match self.ast.node(name) {
                    Node::GlobalRef(_, name) => {
                        matches!(name.as_str(), "@int128_str" | "@uint128_str" | "@big_str")
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// `-x`, `!x`, `√x`, or what binds tighter.
    fn unary(&mut self) -> Parse<NodeId> {
        let token = self.token();
        let Kind::Op(op) = token.kind else {
            return self.factor();
        };
        let prefix = op.is_syntactic()
            || matches!(
                op.name,
                s::COLON | s::ADJOINT | s::TERNARY | s::INTERPOLATE | s::AMP | s::TYPED
            );
        if prefix {
            return self.factor();
        }
        self.take();
        let signed = matches!(op.name, s::PLUS | s::MINUS);
        let digit = match self.lexer.rest().as_bytes() {
            [b'.', digit, ..] => digit.is_ascii_digit(),
            [digit, ..] => digit.is_ascii_digit(),
            [] => false,
        };
        if signed && digit {
            return self.signed_number(op, token);
        }
        self.unary_operand(op, token)
    }

    /// `-2` is a number, but `-2^x` is the negative of a power.
    fn signed_number(&mut self, op: Operator, token: Token) -> Parse<NodeId> {
        let literal = self.peek();
        if literal.kind != Kind::Number {
            return self.expected("a number");
        }
        self.take();
        let next = self.peek();
        let tighter = match next.kind {
            Kind::OpenBracket | Kind::OpenBrace => true,
            Kind::Op(op) => {
                matches!(op.level, Level::Power | Level::Declaration)
                    || (op.name == s::ADJOINT && !next.space)
            }
            _ => false,
        };
        if tighter {
            let number = self.number_node(literal.span, false, literal.span.start)?;
            let operand = self.factor_from(number)?;
            let operator = self.symbol(op.name, token.span);
            return Ok(self.call_node(&[operator, operand], token.span.start));
        }
        self.number_node(literal.span, op.name == s::MINUS, token.span.start)
    }

    /// The node of a literal; a large one is a call of the macro that reads it.
    pub(super) fn number_node(
        &mut self,
        literal: Span,
        negative: bool,
        start: u32,
    ) -> Parse<NodeId> {
        let text = &self.text[literal.start as usize..literal.end as usize];
        let value = match crate::syntax::number::value(text, negative) {
            Ok(value) => value,
            Err(why) => return self.fail(literal, why),
        };
        let span = Span::new(start, literal.end);
        let unsigned = matches!(value, Number::UInt(..) | Number::Large("@uint128_str", _));
        let node = match value {
            Number::Int(value) => self.ast.leaf(Node::Int(value), span),
            Number::UInt(width, value) => self.ast.leaf(Node::UInt(width, value), span),
            Number::Float64(value) => self.ast.leaf(Node::Float64(value), span),
            Number::Float32(value) => self.ast.leaf(Node::Float32(value), span),
            Number::Large(name, text) => {
                let name = self
                    .ast
                    .leaf(Node::GlobalRef(s::CORE, Sym::new(name)), span);
                let nothing = self.ast.leaf(Node::Nothing, span);
                let text = self.ast.leaf(Node::Str(text.into_bytes().into()), span);
                self.ast.expr(s::MACROCALL, &[name, nothing, text], span)
            }
        };
        if negative && unsigned {
            let minus = self.symbol(s::MINUS, Span::new(start, start + 1));
            return Ok(self.ast.expr(s::CALL, &[minus, node], span));
        }
        Ok(node)
    }

    /// After a prefix operator: its operand, its argument list, or nothing (`(+)`).
    fn unary_operand(&mut self, op: Operator, token: Token) -> Parse<NodeId> {
        let start = token.span.start;
        let operator = self.symbol(op.name, token.span);
        let next = self.peek();
        if self.leaves_operator_alone(next) {
            return Ok(operator);
        }
        let parenthesis = next.kind == Kind::OpenParen;
        if next.kind == Kind::OpenBrace || (!op.is_unary() && parenthesis) {
            return self.factor_from(operator);
        }
        if !op.is_unary() {
            return self.fail(token.span, format!("`{}` is not a unary operator", op.name));
        }
        let head = matches!(op.name, s::SUBTYPE | s::SUPERTYPE).then_some(op.name);
        if !parenthesis {
            let operand = self.nested(Self::unary)?;
            return Ok(self.apply_unary(head, operator, &[operand], start));
        }
        self.take();
        let (inner, is_list) = self.parenthesized(true)?;
        if !is_list {
            let operand = self.factor_from(inner)?;
            return Ok(self.apply_unary(head, operator, &[operand], start));
        }
        if next.space {
            return self.fail(
                next.span,
                format!(
                    "a space is not allowed between `{}` and its arguments",
                    op.name
                ),
            );
        }
        let args: Nodes = match self.ast.with_head(inner, s::TUPLE) {
            Some(items) => Nodes::from_slice(items),
            None => Nodes::from_slice(&[inner]),
        };
        let args: Nodes = args
            .into_iter()
            .map(|arg| self.keyword_argument(arg))
            .collect();
        let call = self.apply_unary(head, operator, &args, start);
        self.factor_from(call)
    }

    fn apply_unary(
        &mut self,
        head: Option<Sym>,
        operator: NodeId,
        args: &[NodeId],
        start: u32,
    ) -> NodeId {
        match head {
            Some(head) => self.expr(head, args, start),
            None => {
                let mut all = Nodes::from_slice(&[operator]);
                all.extend_from_slice(args);
                self.call_node(&all, start)
            }
        }
    }

    /// A call chain with its `::`, `->` and `^`.
    fn factor(&mut self) -> Parse<NodeId> {
        let chain = self.chain()?;
        self.after_chain(chain)
    }

    fn factor_from(&mut self, first: NodeId) -> Parse<NodeId> {
        let chain = self.chain_from(first, false)?;
        self.after_chain(chain)
    }

    fn after_chain(&mut self, chain: NodeId) -> Parse<NodeId> {
        let left = self.declarations(chain)?;
        self.power(left)
    }

    /// `a^b`, where the exponent may have a sign and groups to the right.
    fn power(&mut self, base: NodeId) -> Parse<NodeId> {
        let token = self.peek();
        match token.kind {
            Kind::Op(op) if op.level == Level::Power => {
                self.take();
                let operator = self.symbol(op.name, token.span);
                let exponent = self.nested(|p| {
                    let first = p.unary()?;
                    let product = p.juxtaposed(first)?;
                    p.power(product)
                })?;
                let start = self.start_of(base);
                Ok(self.call_node(&[operator, base, exponent], start))
            }
            _ => Ok(base),
        }
    }

    /// `x::T`, and `x -> y`, which binds tightly on its left and loosely on its right.
    fn declarations(&mut self, first: NodeId) -> Parse<NodeId> {
        let start = self.start_of(first);
        let mut left = first;
        loop {
            let token = self.peek();
            if token.is(s::TYPED) {
                self.take();
                let of = self.chain()?;
                let of = self.maybe_where(of)?;
                left = self.expr(s::TYPED, &[left, of], start);
            } else if token.is(s::ARROW) {
                self.take();
                let line = self.line();
                let body = self.argument()?;
                let body = self.with_line(body, line);
                return Ok(self.expr(s::ARROW, &[left, body], start));
            } else {
                return Ok(left);
            }
        }
    }

    /// `$x`, `&x`, `::T`, or an atom.
    pub(super) fn prefixed(&mut self) -> Parse<NodeId> {
        let token = self.peek();
        let name = match token.kind {
            Kind::Op(op) if matches!(op.name, s::INTERPOLATE | s::AMP | s::TYPED) => op.name,
            _ => return self.atom(true),
        };
        self.take();
        let next = self.peek();
        if name != s::TYPED && (self.closes(next) || next.kind == Kind::Newline) {
            return Ok(self.symbol(name, token.span));
        }
        let inner = self.nested(|p| {
            if name == s::INTERPOLATE {
                return p.prefixed();
            }
            let chain = p.chain()?;
            p.maybe_where(chain)
        })?;
        Ok(self.expr(name, &[inner], token.span.start))
    }
}
