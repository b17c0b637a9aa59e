//! Operators, calls, brackets, macro calls.

use super::literal::{is_identifier, is_operator_name};
use super::*;
use crate::syntax::operators::{self, Level};

/// How a call of an operator is written.
enum Infix {
    /// `a + b`, at this level; chains have more operands.
    Binary(Level),
    /// `2x`.
    Product,
    /// `-x`.
    Unary,
    /// `x'ᵀ`.
    Postfix,
}

/// Whether a name behind something else is an operator between the two.
fn reads_as_operator(name: Sym) -> bool {
    is_operator_name(name) || matches!(name, s::IN | s::ISA)
}

impl<'a> Printer<'a> {
    /// How tightly `id` holds together when printed bare.
    pub(super) fn tightness(&self, id: NodeId) -> Tightness {
        let (head, args) = match self.ast.node(id) {
            Node::Expr(head, args) => (*head, self.ast.args(*args)),
            Node::Symbol(s::COLON) => return Tightness::PRIMARY,
            Node::Symbol(name) if is_operator_name(*name) => return Tightness::OPEN,
            Node::Int(value) if *value < 0 => return Tightness::UNARY,
            Node::Float64(value) if value.is_sign_negative() => return Tightness::UNARY,
            Node::Float32(value) if value.is_sign_negative() => return Tightness::UNARY,
            _ => return Tightness::PRIMARY,
        };
        if let Some(op) = operators::lookup(head.as_str()) {
            match (op.level, args.len()) {
                (Level::Assignment | Level::Or | Level::And, 2) => return Tightness::of(op.level),
                (Level::Comparison | Level::Arrow, 2) => return Tightness::of(op.level),
                (Level::Comparison, 1) => return Tightness::UNARY,
                _ => {}
            }
        }
        match head {
            s::CALL => match self.infix(args) {
                Some(Infix::Binary(level)) => Tightness::of(level),
                Some(Infix::Product) => Tightness::PRODUCT,
                Some(Infix::Unary) => Tightness::UNARY,
                Some(Infix::Postfix) | None => Tightness::PRIMARY,
            },
            s::KW => Tightness::ARGUMENT,
            s::COMPARISON => Tightness::of(Level::Comparison),
            s::IF if self.is_ternary(args) => Tightness::of(Level::Conditional),
            s::SPLAT => Tightness::of(Level::Colon),
            s::WHERE => Tightness::WHERE,
            s::ARROW => Tightness::ARGUMENT,
            s::TYPED | s::AMP => Tightness::DECLARED,
            s::BLOCK
            | s::IF
            | s::WHILE
            | s::FOR
            | s::LET
            | s::FUNCTION
            | s::MACRO
            | s::STRUCT
            | s::ABSTRACT
            | s::PRIMITIVE
            | s::TRY
            | s::MODULE => Tightness::DECLARED,
            s::QUOTE if self.is_quote_block(args) => Tightness::DECLARED,
            s::RETURN
            | s::BREAK
            | s::CONTINUE
            | s::CONST
            | s::GLOBAL
            | s::LOCAL
            | s::EXPORT
            | s::PUBLIC
            | s::IMPORT
            | s::USING
            | s::TOPLEVEL => Tightness::OPEN,
            s::MACROCALL => match self.large_number(args) {
                Some(text) if text.starts_with('-') => Tightness::UNARY,
                _ => Tightness::PRIMARY,
            },
            s::DO => Tightness::PRIMARY,
            _ => Tightness::PRIMARY,
        }
    }

    /// One step tighter than `id`, for the operand that must not be like it.
    pub(super) fn tighter_than(&self, id: NodeId) -> Tightness {
        Tightness(self.tightness(id).0 + 1)
    }

    fn is_ternary(&self, args: &[NodeId]) -> bool {
        args.len() == 3
            && args[1..]
                .iter()
                .any(|&arg| !matches!(self.head(arg), Some(s::BLOCK | s::ELSEIF)))
    }

    fn is_quote_block(&self, args: &[NodeId]) -> bool {
        args.len() == 1 && self.head(args[0]) == Some(s::BLOCK)
    }

    /// Whether a call is of an operator and written as one.
    fn infix(&self, args: &[NodeId]) -> Option<Infix> {
        let [callee, operands @ ..] = args else {
            return None;
        };
        let name = self.ast.as_symbol(*callee)?;
        let special = |&operand: &NodeId| {
            matches!(self.head(operand), Some(s::KW | s::PARAMETERS | s::SPLAT))
        };
        if operands.iter().any(special) {
            return None;
        }
        if matches!(name, s::IN | s::ISA) {
            return (operands.len() == 2).then_some(Infix::Binary(Level::Comparison));
        }
        if name.as_str().starts_with('\'') && name != s::ADJOINT && operands.len() == 1 {
            return Some(Infix::Postfix);
        }
        let op = operators::lookup(name.as_str()).filter(|_| is_operator_name(name))?;
        match operands.len() {
            1 if op.is_unary() && !matches!(name, s::SUBTYPE | s::SUPERTYPE) => Some(Infix::Unary),
            2 if name == s::TIMES && self.is_product(operands[0], operands[1]) => {
                Some(Infix::Product)
            }
            // `<:` as a call is not what the operator makes.
            2 if !matches!(op.level, Level::None)
                && !matches!(name, s::SUBTYPE | s::SUPERTYPE | s::LONG_ARROW) =>
            {
                Some(Infix::Binary(op.level))
            }
            count if count > 2 && op.chains() => Some(Infix::Binary(op.level)),
            3 if name == s::COLON => Some(Infix::Binary(Level::Colon)),
            _ => None,
        }
    }

    /// Whether `a * b` reads well, and the same, as `ab`: a plain number before a name.
    fn is_product(&self, number: NodeId, name: NodeId) -> bool {
        let text = match self.ast.node(number) {
            Node::Int(value) if *value >= 0 => value.to_string(),
            Node::Float64(value) if *value >= 0.0 => format!("{value:?}"),
            _ => return false,
        };
        let Some(name) = self.ast.as_symbol(name) else {
            return false;
        };
        let name = name.as_str();
        let zero = text == "0" && name.starts_with(['x', 'o', 'b']);
        let exponent = name.starts_with(['e', 'E', 'f'])
            && !name[1..].starts_with(|c: char| c.is_ascii_alphabetic());
        text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
            && is_identifier(name)
            && crate::syntax::lexer::word(Sym::new(name)) == crate::syntax::lexer::Word::Plain
            && !matches!(name, "in" | "isa" | "where")
            && !name.starts_with('_')
            && !zero
            && !exponent
    }

    pub(super) fn expression(&mut self, head: Sym, args: &[NodeId], id: NodeId) {
        if let Some(op) = operators::lookup(head.as_str()) {
            if self.operator_head(op, head, args) {
                return;
            }
        }
        match (head, args) {
            (s::CALL, [callee, rest @ ..]) => match self.infix(args) {
                Some(kind) => self.infix_call(kind, *callee, rest),
                None => self.prefix_call(*callee, rest),
            },
            (s::KW, &[name, value]) => self.assign(s::ASSIGN, name, value),
            (s::COMPARISON, _) => {
                let side = Tightness::of(Level::PipeLeft);
                self.list(args, " ", |p, item| match p.ast.as_symbol(item) {
                    Some(name) if reads_as_operator(name) => p.put(name.as_str()),
                    _ => p.node(item, side),
                });
            }
            (s::IF, &[condition, then, otherwise]) if self.is_ternary(args) => {
                self.node(condition, Tightness::of(Level::Arrow));
                self.put(" ? ");
                let range = std::mem::replace(&mut self.range_needs_parentheses, true);
                self.node(then, Tightness::ARGUMENT);
                self.range_needs_parentheses = range;
                self.put(" : ");
                self.node(otherwise, Tightness::ARGUMENT);
            }
            (s::SPLAT, &[inner]) => {
                self.node(inner, Tightness::of(Level::Plus));
                self.put("...");
            }
            (s::WHERE, [inner, variables @ ..]) => {
                let chained = self.head(*inner) == Some(s::WHERE);
                self.node(
                    *inner,
                    if chained {
                        Tightness::WHERE
                    } else {
                        Tightness::PRIMARY
                    },
                );
                self.where_variables(variables);
            }
            (s::ARROW, &[arguments, body]) => {
                self.node(arguments, Tightness::PRIMARY);
                self.put(" -> ");
                self.definition_body(body);
            }
            (s::TYPED, &[left, of]) => {
                self.node(left, Tightness::PRIMARY);
                self.put("::");
                self.type_of(of);
            }
            (s::TYPED, &[of]) => {
                self.put("::");
                self.type_of(of);
            }
            (s::AMP, &[inner]) => {
                self.put("&");
                self.node(inner, Tightness::PRIMARY);
            }
            (s::INTERPOLATE, &[inner]) => self.interpolate(inner),
            (s::ADJOINT, &[inner]) => {
                self.node(inner, Tightness::PRIMARY);
                self.put("'");
            }
            (s::DOT, &[left, field]) => self.field(left, field),
            (s::REF, [array, indices @ ..]) => {
                self.node(*array, Tightness::PRIMARY);
                self.indices(indices);
            }
            (s::CURLY, [of, parameters @ ..]) => {
                self.node(*of, Tightness::PRIMARY);
                self.enclosed("{", "}", |p| p.arguments(parameters));
            }
            (s::TUPLE, _) => self.tuple(args),
            (s::VECT, _) => self.enclosed("[", "]", |p| p.elements(args)),
            (s::BRACES, _) => self.enclosed("{", "}", |p| p.elements(args)),
            (s::BRACESCAT, _) => {
                // Rows of one element need the semicolon to differ from `braces`.
                let last = if args.len() == 1 && self.head(args[0]) != Some(s::ROW) {
                    ";}"
                } else {
                    "}"
                };
                self.enclosed("{", last, |p| p.rows(args));
            }
            (s::HCAT, _) => self.enclosed("[", "]", |p| p.row(args)),
            (s::VCAT, _) => self.vcat(args),
            (s::NCAT, _) => self.ncat(args),
            (s::TYPED_HCAT | s::TYPED_VCAT | s::TYPED_NCAT, [of, items @ ..]) => {
                self.node(*of, Tightness::PRIMARY);
                self.after_name(|p| match head {
                    s::TYPED_HCAT => p.enclosed("[", "]", |p| p.row(items)),
                    s::TYPED_VCAT => p.vcat(items),
                    _ => p.ncat(items),
                });
            }
            (s::COMPREHENSION, &[inner]) => self.enclosed("[", "]", |p| p.generator(inner)),
            (s::TYPED_COMPREHENSION, &[of, inner]) => {
                self.node(of, Tightness::PRIMARY);
                self.after_name(|p| p.enclosed("[", "]", |p| p.generator(inner)));
            }
            (s::GENERATOR | s::FLATTEN, _) => self.enclosed("(", ")", |p| p.generator(id)),
            (s::DO, &[call, lambda]) => self.do_block(call, lambda),
            (s::STRING, _) => self.interpolated(args),
            (s::QUOTE, &[inner]) if self.head(inner) == Some(s::BLOCK) => {
                self.put("quote");
                self.body(inner, true);
                self.put("end");
            }
            (s::QUOTE, &[inner]) => self.enclosed(":(", ")", |p| p.node(inner, Tightness::OPEN)),
            (s::MACROCALL, _) => self.macro_call(args),
            (s::PARAMETERS, _) => self.enclosed("(; ", ")", |p| p.arguments(args)),
            _ => {
                if !self.keyword(head, args, id) {
                    self.unknown(head, args);
                }
            }
        }
    }

    /// A head that no syntax makes, as Julia shows it.
    pub(super) fn unknown(&mut self, head: Sym, args: &[NodeId]) {
        self.put("$(Expr(");
        self.quote_name(head);
        for &arg in args {
            self.put(", ");
            match self.ast.node(arg) {
                Node::Symbol(_) => self.quote(arg),
                Node::Expr(..) => self.enclosed(":(", ")", |p| p.node(arg, Tightness::OPEN)),
                _ => self.node(arg, Tightness::ARGUMENT),
            }
        }
        self.put("))");
    }

    fn quote_name(&mut self, name: Sym) {
        self.put(":");
        self.free_name(name);
    }

    /// Heads that are operators: assignments, `&&`, `-->`, `<:`. False if it is another form.
    fn operator_head(&mut self, op: operators::Operator, head: Sym, args: &[NodeId]) -> bool {
        match (op.level, args) {
            (Level::Assignment, &[left, right]) => self.assign(head, left, right),
            (Level::Or | Level::And | Level::Arrow, &[left, right]) => {
                self.node(left, Tightness(Tightness::of(op.level).0 + 1));
                self.put(" ");
                self.put(head.as_str());
                self.put(" ");
                self.node(right, Tightness::of(op.level));
            }
            (Level::Comparison, &[left, right]) => {
                let side = Tightness::of(Level::PipeLeft);
                self.node(left, side);
                // A type variable is written without spaces: `T<:Real`.
                let simple = self.ast.as_symbol(left).is_some()
                    && self.tightness(right) == Tightness::PRIMARY;
                self.put(if simple { "" } else { " " });
                self.put(head.as_str());
                self.put(if simple { "" } else { " " });
                self.node(right, side);
            }
            (Level::Comparison, &[operand]) => {
                self.put(head.as_str());
                self.unary_operand(operand);
            }
            (Level::Comparison, _) => {
                self.put(head.as_str());
                self.enclosed("(", ")", |p| p.arguments(args));
            }
            _ => return false,
        }
        true
    }

    fn assign(&mut self, head: Sym, left: NodeId, right: NodeId) {
        let definition = head == s::ASSIGN && self.is_signature(left);
        match self.head(left) {
            Some(s::WHERE | s::CALL) if definition => self.short_signature(left),
            // A conditional would take the assignment for its last branch.
            _ => self.node(left, Tightness::of(Level::Arrow)),
        }
        self.put(" ");
        self.put(head.as_str());
        self.put(" ");
        if definition {
            self.definition_body(right);
        } else {
            self.node(right, Tightness::ARGUMENT);
        }
    }

    fn is_signature(&self, mut left: NodeId) -> bool {
        loop {
            match self.ast.as_expr(left) {
                Some((s::CALL, _)) => return true,
                Some((s::WHERE | s::TYPED, args)) if !args.is_empty() => left = args[0],
                _ => return false,
            }
        }
    }

    fn infix_call(&mut self, kind: Infix, callee: NodeId, operands: &[NodeId]) {
        let name = self.ast.as_symbol(callee).unwrap_or(s::UNDERSCORE);
        match kind {
            Infix::Postfix => {
                self.node(operands[0], Tightness::PRIMARY);
                self.put(name.as_str());
            }
            Infix::Unary => {
                self.put(name.as_str());
                self.unary_operand(operands[0]);
            }
            Infix::Product => self.list(operands, "", |p, item| p.node(item, Tightness::PRIMARY)),
            Infix::Binary(Level::Colon) if name == s::COLON => {
                let range = |p: &mut Self| {
                    for (number, &item) in operands.iter().enumerate() {
                        p.put(if number > 0 { ":" } else { "" });
                        // A quote would join its colon to the range's.
                        let quoted = p.begins_with_quote(item);
                        let least = if quoted {
                            Tightness(u8::MAX)
                        } else {
                            Tightness::of(Level::Plus)
                        };
                        p.node(item, least);
                    }
                };
                if self.range_needs_parentheses {
                    self.enclosed("(", ")", range);
                } else {
                    range(self);
                }
            }
            Infix::Binary(level) => self.binary(level, name, operands),
        }
    }

    fn binary(&mut self, level: Level, name: Sym, operands: &[NodeId]) {
        let own = Tightness::of(level);
        let tighter = Tightness(own.0 + 1);
        let spaced = !matches!(name.as_str(), "^" | "//");
        let chains = operators::lookup(name.as_str()).is_some_and(|op| op.chains());
        for (number, &item) in operands.iter().enumerate() {
            if number > 0 {
                self.put(if spaced { " " } else { "" });
                self.put(name.as_str());
                self.put(if spaced { " " } else { "" });
            }
            let same = self.head(item) == Some(s::CALL)
                && self.ast.as_symbol(self.args(item)[0]) == Some(name)
                && matches!(self.infix(self.args(item)), Some(Infix::Binary(_)));
            let least = match level {
                // The base of a power is tighter than a sign, the exponent is not.
                Level::Power if number == 0 => Tightness::PRIMARY,
                Level::Power => Tightness::UNARY,
                // A conditional would take `=>` for its last branch.
                Level::Pair if number == 0 => Tightness::of(Level::Arrow),
                Level::Comparison => Tightness::of(Level::PipeLeft),
                Level::Colon => Tightness::of(Level::Plus),
                _ if number == 0 && chains && same => tighter,
                _ if (number == 0) == level.is_right_associative() => tighter,
                _ => own,
            };
            // `1 / 2x` is read as `1 / (2x)`, but not by people.
            let product =
                number > 0 && self.tightness(item) == Tightness::PRODUCT && level >= Level::Times;
            self.node(item, if product { Tightness::PRIMARY } else { least });
        }
    }

    /// After a prefix operator: bare if it is a name, a call or the like; otherwise in parentheses.
    fn unary_operand(&mut self, operand: NodeId) {
        let simple = match self.ast.node(operand) {
            Node::Symbol(name) => !is_operator_name(*name),
            Node::Expr(s::CALL, args) => match self.infix(self.ast.args(*args)) {
                // `-x^2` is the negative of the power.
                Some(Infix::Binary(Level::Power)) => self.begins_with_name(self.ast.args(*args)[1]),
                Some(_) => false,
                None => self.begins_with_name(self.ast.args(*args)[0]),
            },
            Node::Expr(s::REF | s::CURLY | s::DOT | s::ADJOINT, args) => {
                self.begins_with_name(self.ast.args(*args)[0])
            }
            Node::Expr(s::INTERPOLATE | s::VECT | s::STRING, _) | Node::Bool(_) | Node::Char(_) => {
                true
            }
            _ => false,
        };
        if simple {
            self.node(operand, Tightness::UNARY);
        } else {
            self.enclosed("(", ")", |p| p.node(operand, Tightness::ARGUMENT));
        }
    }

    /// Whether the printed form of `id` begins with a letter, so that a prefix operator can stand before it.
    fn begins_with_name(&self, mut id: NodeId) -> bool {
        loop {
            match self.ast.node(id) {
                Node::Symbol(name) => return !is_operator_name(*name),
                Node::Expr(s::CALL, args) if self.infix(self.ast.args(*args)).is_none() => {
                    id = self.ast.args(*args)[0];
                }
                Node::Expr(s::REF | s::CURLY | s::DOT | s::ADJOINT, args) => {
                    id = self.ast.args(*args)[0]
                }
                _ => return false,
            }
        }
    }

    /// Whether the printed form of `id` begins with an operator that white space could make binary.
    pub(super) fn begins_with_operator(&self, mut id: NodeId) -> bool {
        let mut definition = false;
        loop {
            let (head, args) = match self.ast.node(id) {
                Node::Symbol(name) => return reads_as_operator(*name),
                Node::Expr(head, args) => (*head, self.ast.args(*args)),
                _ => return false,
            };
            let Some(&first) = args.first() else {
                return false;
            };
            let is_binary = args.len() == 2 && operators::lookup(head.as_str()).is_some();
            id = match head {
                // A definition begins with the name of its function, operator or not.
                s::ASSIGN if self.is_signature(first) => {
                    definition = true;
                    first
                }
                s::CALL if definition => first,
                s::CALL => match self.infix(args) {
                    None => first,
                    Some(Infix::Binary(_) | Infix::Postfix) => args[1],
                    Some(Infix::Unary | Infix::Product) => return false,
                },
                s::REF | s::CURLY | s::DOT | s::ADJOINT | s::WHERE | s::SPLAT | s::DO => first,
                s::COMPARISON => first,
                s::IF if self.is_ternary(args) => first,
                _ if is_binary => first,
                _ => return false,
            };
        }
    }

    /// `[a, b, ; c = 1]`: without the last comma, the semicolon would separate rows.
    fn elements(&mut self, args: &[NodeId]) {
        match self.split_parameters(args) {
            (Some(_), [_, ..]) => self.arguments_with_comma(args),
            _ => self.arguments(args),
        }
    }

    /// Whether the printed form of `id` begins with `:`.
    fn begins_with_quote(&self, mut id: NodeId) -> bool {
        loop {
            match self.ast.node(id) {
                Node::Quote(_) | Node::Expr(s::QUOTE, _) => return true,
                Node::Expr(s::TYPED, args) if self.ast.args(*args).len() == 1 => return true,
                Node::Expr(s::CALL, args) => {
                    let args = self.ast.args(*args);
                    id = match self.infix(args) {
                        Some(Infix::Unary) => return false,
                        Some(_) => args[1],
                        None => args[0],
                    };
                }
                Node::Expr(head, args) if !self.ast.args(*args).is_empty() => {
                    let leads = matches!(
                        *head,
                        s::REF
                            | s::CURLY
                            | s::DOT
                            | s::ADJOINT
                            | s::WHERE
                            | s::TYPED
                            | s::SPLAT
                            | s::TYPED_HCAT
                            | s::TYPED_VCAT
                            | s::TYPED_NCAT
                            | s::TYPED_COMPREHENSION
                            | s::COMPARISON
                            | s::DO
                    );
                    if !leads {
                        return false;
                    }
                    id = self.ast.args(*args)[0];
                }
                _ => return false,
            }
        }
    }

    /// `f(args)`.
    pub(super) fn prefix_call(&mut self, callee: NodeId, args: &[NodeId]) {
        let mut unary = false;
        match self.ast.as_symbol(callee) {
            Some(name) if is_operator_name(name) => {
                let op = operators::lookup(name.as_str());
                unary = op.is_some_and(|op| op.is_unary());
                let bare = !matches!(
                    name,
                    s::COLON | s::INTERPOLATE | s::AMP | s::RANGE | s::SUBTYPE | s::SUPERTYPE
                );
                self.put(if bare { "" } else { "(" });
                self.put(name.as_str());
                self.put(if bare { "" } else { ")" });
            }
            _ => self.node(callee, Tightness::PRIMARY),
        }
        if let &[only] = args {
            if matches!(self.head(only), Some(s::GENERATOR | s::FLATTEN)) && !unary {
                self.enclosed("(", ")", |p| p.generator(only));
                return;
            }
        }
        // A unary operator reads `(a; b)` as a block, and `(a, ; b)` as arguments.
        let parameters = args
            .first()
            .is_some_and(|&arg| self.head(arg) == Some(s::PARAMETERS));
        if unary && parameters && args.len() > 1 {
            self.enclosed("(", ")", |p| p.arguments_with_comma(args));
        } else {
            self.enclosed("(", ")", |p| p.arguments(args));
        }
    }

    /// `a, b; c = 1`. The `parameters` come first in the tree and last in the text.
    pub(super) fn arguments(&mut self, args: &[NodeId]) {
        let (parameters, rest) = self.split_parameters(args);
        self.list(rest, ", ", |p, item| match p.ast.as_symbol(item) {
            Some(s::COLON) => p.put(":"),
            Some(name) => p.symbol(name),
            None => p.node(item, Tightness::ARGUMENT),
        });
        if let Some(parameters) = parameters {
            self.put(if parameters.is_empty() { ";" } else { "; " });
            self.guarded(|p| p.arguments(parameters));
        }
    }

    fn arguments_with_comma(&mut self, args: &[NodeId]) {
        let (parameters, rest) = self.split_parameters(args);
        for &item in rest {
            self.node(item, Tightness::ARGUMENT);
            self.put(", ");
        }
        self.put("; ");
        self.arguments(parameters.unwrap_or(&[]));
    }

    /// The arguments after `;`, if there are any, and those before it.
    fn split_parameters<'b>(&self, args: &'b [NodeId]) -> (Option<&'a [NodeId]>, &'b [NodeId]) {
        match args {
            [first, rest @ ..] => match self.ast.with_head(*first, s::PARAMETERS) {
                Some(parameters) => (Some(parameters), rest),
                None => (None, args),
            },
            [] => (None, args),
        }
    }

    fn tuple(&mut self, args: &[NodeId]) {
        match *args {
            [only] if self.head(only) == Some(s::PARAMETERS) => {
                self.enclosed("(; ", ")", |p| p.arguments(p.args(only)));
            }
            [only] => self.enclosed("(", ",)", |p| p.node(only, Tightness::ARGUMENT)),
            [first, ..] if self.head(first) == Some(s::PARAMETERS) => {
                self.enclosed("(", ")", |p| p.arguments_with_comma(args));
            }
            _ => self.enclosed("(", ")", |p| p.arguments(args)),
        }
    }

    pub(super) fn where_variables(&mut self, variables: &[NodeId]) {
        self.put(" where ");
        match variables {
            &[only]
                if self
                    .ast
                    .as_symbol(only)
                    .is_some_and(|name| is_identifier(name.as_str())) =>
            {
                self.node(only, Tightness::PRIMARY);
            }
            _ => self.enclosed("{", "}", |p| p.arguments(variables)),
        }
    }

    /// What follows `::`; a quote would join its colon.
    fn type_of(&mut self, of: NodeId) {
        let quoted = self.begins_with_quote(of);
        self.node(
            of,
            if quoted {
                Tightness(u8::MAX)
            } else {
                Tightness::PRIMARY
            },
        );
    }

    fn interpolate(&mut self, inner: NodeId) {
        match self.ast.as_symbol(inner) {
            Some(name) if is_identifier(name.as_str()) => {
                self.put("$");
                self.symbol(name);
            }
            _ => self.enclosed("$(", ")", |p| p.node(inner, Tightness::ARGUMENT)),
        }
    }

    /// `a.b`, `f.(x)`, `a.:+`, `a.$b`.
    fn field(&mut self, left: NodeId, field: NodeId) {
        let number = matches!(
            self.ast.node(left),
            Node::Int(_) | Node::UInt(..) | Node::Float64(_) | Node::Float32(_)
        );
        self.node(
            left,
            if number {
                Tightness(u8::MAX)
            } else {
                Tightness::PRIMARY
            },
        );
        self.put(".");
        match self.ast.node(field) {
            Node::Expr(s::TUPLE, args) => {
                let args = self.ast.args(*args);
                match args {
                    &[only] if matches!(self.head(only), Some(s::GENERATOR | s::FLATTEN)) => {
                        self.enclosed("(", ")", |p| p.generator(only));
                    }
                    _ => self.enclosed("(", ")", |p| p.arguments(args)),
                }
            }
            Node::Quote(inner) => match self.ast.node(*inner) {
                Node::Symbol(name) if operators::lookup(name.as_str()).is_some() => {
                    self.quote(*inner)
                }
                Node::Symbol(name) => self.free_name(*name),
                Node::Expr(s::INTERPOLATE, args) => self.interpolate(self.ast.args(*args)[0]),
                _ => self.quote(*inner),
            },
            _ => self.node(field, Tightness::PRIMARY),
        }
    }

    fn indices(&mut self, indices: &[NodeId]) {
        let end = std::mem::replace(&mut self.end_is_value, true);
        self.after_name(|p| p.enclosed("[", "]", |p| p.elements(indices)));
        self.end_is_value = end;
    }

    /// Prints brackets that follow a name.
    fn after_name(&mut self, print: impl FnOnce(&mut Self)) {
        let begin = std::mem::replace(&mut self.begin_is_value, true);
        print(self);
        self.begin_is_value = begin;
    }

    fn do_block(&mut self, call: NodeId, lambda: NodeId) {
        match self.ast.as_expr(call) {
            Some((s::CALL, [callee, args @ ..])) => match self.ast.as_symbol(*callee) {
                // After the argument list of a prefix operator, `do` is not looked for.
                Some(name) if is_operator_name(name) => {
                    self.enclosed("(", ")", |p| p.put(name.as_str()));
                    self.enclosed("(", ")", |p| p.arguments(args));
                }
                _ => self.prefix_call(*callee, args),
            },
            _ => self.node(call, Tightness::PRIMARY),
        }
        self.put(" do");
        if let &[arguments, body] = self.args(lambda) {
            let arguments = self.args(arguments);
            self.put(if arguments.is_empty() { "" } else { " " });
            let end = std::mem::replace(&mut self.end_is_value, false);
            self.list(arguments, ", ", |p, item| {
                p.node(item, Tightness::of(Level::Colon))
            });
            self.end_is_value = end;
            self.body(body, false);
        }
        self.put("end");
    }
}
