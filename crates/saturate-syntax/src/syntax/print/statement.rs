//! Blocks, and forms that begin with a reserved word.

use super::*;
use crate::syntax::operators::Level;

impl Printer<'_> {
    /// Prints `id` where nothing follows it on its line. With `documented`, a docstring may stand before it.
    pub(super) fn statement(&mut self, id: NodeId, documented: bool) {
        stacker::maybe_grow(STACK_RESERVE, STACK_SEGMENT, || {
            match self.ast.as_expr(id) {
                Some((s::MACROCALL, args)) => self.macro_statement(args, documented),
                Some((s::OROR | s::ANDAND, &[left, right]))
                    if self.tightness(right) == Tightness::OPEN =>
                {
                    // `x || return y` needs no parentheses when it ends the line.
                    let head = self.head(id).unwrap_or(s::OROR);
                    self.node(left, self.tighter_than(id));
                    self.put(" ");
                    self.put(head.as_str());
                    self.put(" ");
                    self.statement(right, false);
                }
                Some((s::TOPLEVEL, args)) => {
                    self.list(args, "; ", |p, item| p.statement(item, true));
                    if args.len() < 2 {
                        self.put(";");
                    }
                }
                _ => self.node(id, Tightness::OPEN),
            }
        });
    }

    /// The statements of `block`, indented, and the newline before what closes it.
    pub(super) fn body(&mut self, block: NodeId, documented: bool) {
        let statements = match self.head(block) {
            Some(s::BLOCK) => self.statements(block),
            _ => vec![block],
        };
        self.indented(&statements, documented);
    }

    fn indented(&mut self, statements: &[NodeId], documented: bool) {
        let end_is_value = std::mem::replace(&mut self.end_is_value, false);
        let begin_is_value = std::mem::replace(&mut self.begin_is_value, false);
        let range = std::mem::replace(&mut self.range_needs_parentheses, false);
        self.indentation += 1;
        for (number, &statement) in statements.iter().enumerate() {
            if documented && number > 0 && self.is_text(statements[number - 1]) {
                self.out.push('\n');
            }
            self.newline();
            self.statement(statement, documented);
        }
        self.indentation -= 1;
        self.newline();
        self.end_is_value = end_is_value;
        self.begin_is_value = begin_is_value;
        self.range_needs_parentheses = range;
    }

    /// `begin … end`.
    pub(super) fn begin(&mut self, block: NodeId) {
        if self.begin_is_value {
            let statements = self.statements(block);
            self.enclosed("(", ")", |p| {
                p.list(&statements, "; ", |p, item| {
                    p.node(item, Tightness::ARGUMENT)
                });
                p.put(match statements.len() {
                    0 => ";;",
                    1 => ";",
                    _ => "",
                });
            });
            return;
        }
        self.put("begin");
        self.body(block, true);
        self.put("end");
    }

    /// What follows `=` or `->`: a body of one statement stands alone.
    pub(super) fn definition_body(&mut self, body: NodeId) {
        if self.head(body) == Some(s::BLOCK) {
            if let [only] = self.statements(body)[..] {
                if self.head(only) != Some(s::BLOCK) {
                    self.node(only, Tightness::ARGUMENT);
                    return;
                }
            }
        }
        self.node(body, Tightness::ARGUMENT);
    }

    /// A form that begins with a reserved word; false if `head` is none.
    pub(super) fn keyword(&mut self, head: Sym, args: &[NodeId], id: NodeId) -> bool {
        // Inside, `end` closes and `a:b` is a range again.
        let (end_is_value, begin_is_value) = (self.end_is_value, self.begin_is_value);
        let range = std::mem::replace(&mut self.range_needs_parentheses, false);
        if head != s::BLOCK {
            self.end_is_value = false;
            self.begin_is_value = false;
        }
        let known = self.keyword_here(head, args, id);
        self.end_is_value = end_is_value;
        self.begin_is_value = begin_is_value;
        self.range_needs_parentheses = range;
        known
    }

    fn keyword_here(&mut self, head: Sym, args: &[NodeId], id: NodeId) -> bool {
        match (head, args) {
            (s::BLOCK, _) => self.begin(id),
            (s::IF, &[condition, then, ref rest @ ..]) => self.if_block(condition, then, rest),
            (s::WHILE, &[condition, body]) => {
                self.put("while ");
                self.node(condition, Tightness::of(Level::Conditional));
                self.body(body, false);
                self.put("end");
            }
            (s::FOR, &[iterations, body]) => {
                self.put("for ");
                let list = match self.ast.with_head(iterations, s::BLOCK) {
                    Some(list) => list,
                    None => std::slice::from_ref(&args[0]),
                };
                self.list(list, ", ", Self::iteration);
                self.body(body, false);
                self.put("end");
            }
            (s::LET, &[bindings, body]) => {
                self.put("let");
                let list = match self.ast.with_head(bindings, s::BLOCK) {
                    Some(list) => list,
                    None => std::slice::from_ref(&args[0]),
                };
                self.put(if list.is_empty() { "" } else { " " });
                self.list(list, ", ", |p, item| p.node(item, Tightness::ARGUMENT));
                self.body(body, false);
                self.put("end");
            }
            (s::FUNCTION | s::MACRO, &[signature, ref body @ ..]) => {
                self.put(head.as_str());
                self.put(" ");
                self.signature(signature);
                match body.first() {
                    Some(&body) => self.body(body, false),
                    None => self.put(" "),
                }
                self.put("end");
            }
            (s::STRUCT, &[mutable, signature, body]) => {
                let mutable = matches!(self.ast.node(mutable), Node::Bool(true));
                self.put(if mutable {
                    "mutable struct "
                } else {
                    "struct "
                });
                self.type_signature(signature);
                self.body(body, false);
                self.put("end");
            }
            (s::ABSTRACT, &[signature]) => {
                self.put("abstract type ");
                self.type_signature(signature);
                self.put(" end");
            }
            (s::PRIMITIVE, &[signature, bits]) => {
                self.put("primitive type ");
                self.type_signature(signature);
                self.put(" ");
                self.node(bits, Tightness::PRIMARY);
                self.put(" end");
            }
            (s::TRY, &[body, variable, catch, ref rest @ ..]) => {
                self.try_block(body, variable, catch, rest)
            }
            (s::MODULE, &[standard, name, body]) => {
                let standard = matches!(self.ast.node(standard), Node::Bool(true));
                self.put(if standard { "module " } else { "baremodule " });
                self.node(name, Tightness::PRIMARY);
                self.body(body, true);
                self.put("end");
            }
            (s::RETURN, &[value]) => {
                self.put("return");
                if !matches!(self.ast.node(value), Node::Nothing) {
                    self.put(" ");
                    self.node(value, Tightness::ARGUMENT);
                }
            }
            (s::BREAK | s::CONTINUE, []) => self.put(head.as_str()),
            (s::CONST | s::GLOBAL | s::LOCAL, _) => {
                self.put(head.as_str());
                self.put(if args.is_empty() { " ()" } else { " " });
                self.list(args, ", ", |p, item| {
                    let declares = matches!(p.head(item), Some(s::GLOBAL | s::LOCAL));
                    p.node(
                        item,
                        if declares {
                            Tightness::OPEN
                        } else {
                            Tightness::ARGUMENT
                        },
                    );
                });
            }
            (s::EXPORT | s::PUBLIC, _) => {
                self.put(head.as_str());
                self.put(" ");
                self.list(args, ", ", Self::importable);
            }
            (s::IMPORT | s::USING, _) => {
                self.put(head.as_str());
                self.put(" ");
                let from = match args {
                    &[only] => self.ast.with_head(only, s::COLON),
                    _ => None,
                };
                match from {
                    Some([module, names @ ..]) => {
                        self.import(*module);
                        self.put(": ");
                        self.list(names, ", ", Self::import);
                    }
                    _ => self.list(args, ", ", Self::import),
                }
            }
            _ => return false,
        }
        true
    }

    fn if_block(&mut self, condition: NodeId, then: NodeId, rest: &[NodeId]) {
        let conditional = Tightness::of(Level::Conditional);
        self.put("if ");
        self.node(condition, conditional);
        self.body(then, false);
        let mut rest = rest.first().copied();
        while let Some(next) = rest {
            match self.ast.with_head(next, s::ELSEIF) {
                Some(&[condition, then, ref more @ ..]) => {
                    self.put("elseif ");
                    let inner = match self.ast.with_head(condition, s::BLOCK) {
                        Some([.., last]) => *last,
                        _ => condition,
                    };
                    self.node(inner, conditional);
                    self.body(then, false);
                    rest = more.first().copied();
                }
                _ => {
                    self.put("else");
                    self.body(next, false);
                    break;
                }
            }
        }
        self.put("end");
    }

    fn try_block(&mut self, body: NodeId, variable: NodeId, catch: NodeId, rest: &[NodeId]) {
        let is_false = |p: &Self, id: NodeId| matches!(p.ast.node(id), Node::Bool(false));
        self.put("try");
        self.body(body, false);
        if !is_false(self, catch) {
            self.put("catch");
            if !is_false(self, variable) {
                self.put(" ");
                self.node(variable, Tightness::PRIMARY);
            }
            self.body(catch, false);
        }
        if let Some(&otherwise) = rest.get(1) {
            self.put("else");
            self.body(otherwise, false);
        }
        if let Some(&finally) = rest.first() {
            if !is_false(self, finally) {
                self.put("finally");
                self.body(finally, false);
            }
        }
        self.put("end");
    }

    /// `i in values`.
    pub(super) fn iteration(&mut self, id: NodeId) {
        let side = Tightness::of(Level::PipeLeft);
        match self.ast.with_head(id, s::ASSIGN) {
            Some(&[variable, values]) => {
                match self.ast.with_head(variable, s::OUTER) {
                    Some(&[inner]) => {
                        self.put("outer ");
                        self.node(inner, side);
                    }
                    _ => self.node(variable, side),
                }
                self.put(" in ");
                self.node(values, side);
            }
            _ => self.node(id, side),
        }
    }

    /// The signature of a long-form definition: always a call with its name in front.
    fn signature(&mut self, id: NodeId) {
        match self.ast.as_expr(id) {
            Some((s::WHERE, [inner, variables @ ..])) => {
                self.guarded(|p| p.signature(*inner));
                self.where_variables(variables);
            }
            Some((s::TYPED, &[inner, of])) if self.head(inner) == Some(s::CALL) => {
                self.signature(inner);
                self.put("::");
                self.node(of, Tightness::PRIMARY);
            }
            Some((s::CALL, [callee, args @ ..])) => self.prefix_call(*callee, args),
            _ => match self.ast.as_symbol(id) {
                Some(name) => self.symbol(name),
                None => self.node(id, Tightness::PRIMARY),
            },
        }
    }

    /// The signature of a short definition, where a `::` would take the `where` for itself.
    pub(super) fn short_signature(&mut self, id: NodeId) {
        match self.ast.as_expr(id) {
            Some((s::WHERE, [inner, variables @ ..])) => {
                self.guarded(|p| p.short_signature(*inner));
                self.where_variables(variables);
            }
            Some((s::CALL, [callee, args @ ..])) => self.prefix_call(*callee, args),
            _ => self.node(id, Tightness::PRIMARY),
        }
    }

    /// The name of a type and what it is under, with spaces: `A{T} <: B`.
    fn type_signature(&mut self, id: NodeId) {
        match self.ast.with_head(id, s::SUBTYPE) {
            Some(&[name, above]) => {
                self.node(name, Tightness::PRIMARY);
                self.put(" <: ");
                self.node(above, Tightness::of(Level::PipeLeft));
            }
            _ => self.node(id, Tightness::of(Level::Comparison)),
        }
    }

    /// `A.B.c`, `..A`, `c as d`.
    fn import(&mut self, id: NodeId) {
        match self.ast.as_expr(id) {
            Some((s::AS, &[path, name])) => {
                self.guarded(|p| p.import(path));
                self.put(" as ");
                self.importable(name);
            }
            Some((s::DOT, path)) => {
                let mut after_name = false;
                for &part in path {
                    if self.ast.as_symbol(part) == Some(s::DOT) {
                        self.put(".");
                        continue;
                    }
                    if after_name {
                        self.put(".");
                        // `A.:+`, because `A.+` would begin a dotted operator.
                        if self
                            .ast
                            .as_symbol(part)
                            .is_some_and(super::literal::is_operator_name)
                        {
                            self.quote(part);
                            continue;
                        }
                    }
                    after_name = true;
                    self.importable(part);
                }
            }
            _ => self.importable(id),
        }
    }

    fn importable(&mut self, id: NodeId) {
        match self.ast.as_symbol(id) {
            Some(s::COLON) => self.put("(:)"),
            Some(name) => match name.as_str().strip_prefix('@') {
                Some(rest) if !rest.is_empty() => self.macro_symbol(rest),
                _ => self.symbol(name),
            },
            None => self.node(id, Tightness::PRIMARY),
        }
    }
}
