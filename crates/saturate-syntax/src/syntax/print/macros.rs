//! Macro calls: string macros, commands, large numbers, docstrings.
//!
//! A macro call that ends its line has white space between its arguments (`@inline f(x) = x`); inside an expression
//! it has an argument list (`@m(x) + 1`). Both read as the same tree.

use super::literal::{is_identifier, is_operator_name};
use super::*;
use crate::syntax::lexer::{word, Word};

impl<'a> Printer<'a> {
    /// The text of a number that only a macro can read.
    pub(super) fn large_number(&self, args: &[NodeId]) -> Option<&'a str> {
        let (&name, &text) = (args.first()?, args.get(2)?);
        match (self.ast.node(name), self.ast.node(text)) {
            (Node::GlobalRef(_, name), Node::Str(text)) if name.as_str().ends_with("_str") => {
                std::str::from_utf8(text).ok()
            }
            _ => None,
        }
    }

    /// A macro call inside an expression: with an argument list.
    pub(super) fn macro_call(&mut self, args: &[NodeId]) {
        let [name, _, rest @ ..] = args else {
            self.unknown(s::MACROCALL, args);
            return;
        };
        if let Some(text) = self.large_number(args) {
            self.put(text);
            return;
        }
        if self.string_macro(*name, rest) || self.large_field(*name, rest) {
            return;
        }
        // A colon with an argument list would quote that.
        if rest.is_empty() && self.ast.as_symbol(*name).map(Sym::as_str) == Some("@:") {
            self.put("(@:)");
            return;
        }
        self.macro_name(*name);
        self.enclosed("(", ")", |p| p.arguments(rest));
    }

    /// `x. 99999999999999999999`: a number that only a macro can read, as a field. False if it is something else.
    fn large_field(&mut self, name: NodeId, args: &[NodeId]) -> bool {
        let Some((s::DOT, &[module, field])) = self.ast.as_expr(name) else {
            return false;
        };
        let (Node::Quote(inner), [text]) = (self.ast.node(field), args) else {
            return false;
        };
        let Some(text) = self.large_number(&[*inner, *inner, *text]) else {
            return false;
        };
        self.node(module, Tightness::PRIMARY);
        self.put(". ");
        self.put(text);
        true
    }

    /// `x"…"`, `` `…` ``. False if it cannot be written so.
    fn string_macro(&mut self, name: NodeId, args: &[NodeId]) -> bool {
        let text = |p: &Self, id: NodeId| match p.ast.node(id) {
            Node::Str(bytes) => std::str::from_utf8(bytes)
                .ok()
                .filter(|text| !text.contains('\r'))
                .map(String::from),
            _ => None,
        };
        let Some(content) = args.first().and_then(|&arg| text(self, arg)) else {
            return false;
        };
        if let Node::GlobalRef(_, command) = self.ast.node(name) {
            if command.as_str() == "@cmd" && args.len() == 1 {
                self.raw_string(&content, '`');
                return true;
            }
        }
        let (module, symbol) = match self.ast.as_expr(name) {
            Some((s::DOT, &[module, field])) => match self.ast.node(field) {
                Node::Quote(inner) => (Some(module), self.ast.as_symbol(*inner)),
                _ => (None, None),
            },
            _ => (None, self.ast.as_symbol(name)),
        };
        let Some(symbol) = symbol else { return false };
        let stem = |suffix: &str| {
            let stem = symbol.as_str().strip_prefix('@')?.strip_suffix(suffix)?;
            (is_identifier(stem) && stem != "var" && word(Sym::new(stem)) == Word::Plain)
                .then_some(stem)
        };
        let (stem, delimiter) = match (stem("_str"), stem("_cmd")) {
            (Some(stem), _) => (stem, '"'),
            (None, Some(stem)) => (stem, '`'),
            _ => return false,
        };
        let flags = match args.get(1) {
            None => String::new(),
            Some(&flags) => match text(self, flags).filter(|flags| is_identifier(flags)) {
                Some(flags) if args.len() == 2 => flags,
                _ => return false,
            },
        };
        if let Some(module) = module {
            self.node(module, Tightness::PRIMARY);
            self.put(".");
        }
        self.put(stem);
        self.raw_string(&content, delimiter);
        self.put(&flags);
        true
    }

    /// A macro call that ends its line: with white space between its arguments.
    pub(super) fn macro_statement(&mut self, args: &[NodeId], documented: bool) {
        let [name, _, rest @ ..] = args else {
            self.macro_call(args);
            return;
        };
        if let (Node::GlobalRef(_, doc), &[text, target]) = (self.ast.node(*name), rest) {
            if doc.as_str() == "@doc" && documented {
                self.documentation(text);
                self.newline();
                self.statement(target, false);
                return;
            }
        }
        if self.string_macro(*name, rest) || self.large_field(*name, rest) {
            return;
        }
        // `parameters` need an argument list; without one, `@doc "…"` would take the next line for its object.
        let parameters = rest
            .first()
            .is_some_and(|&arg| self.head(arg) == Some(s::PARAMETERS));
        let lone_doc = rest.len() == 1 && self.is_doc(*name);
        if parameters || lone_doc || matches!(self.ast.node(*name), Node::GlobalRef(..)) {
            self.macro_call(args);
            return;
        }
        if self
            .ast
            .as_symbol(*name)
            .is_some_and(|name| name.as_str() == "@__dot__")
        {
            self.put("@.");
        } else {
            self.macro_name(*name);
        }
        for (number, &arg) in rest.iter().enumerate() {
            self.put(" ");
            let last = number + 1 == rest.len();
            let tight = self.tightness(arg);
            // White space must not join an argument to the one before it.
            let prefix = matches!(self.head(arg), Some(s::TYPED | s::SUBTYPE | s::SUPERTYPE))
                && self.args(arg).len() == 1;
            let joins = number > 0 && (prefix || self.begins_with_operator(arg));
            let nested = self.head(arg) == Some(s::MACROCALL);
            if last && !joins && (nested || tight == Tightness::OPEN) {
                self.statement(arg, false);
            } else if last && !joins && tight != Tightness::UNARY {
                self.node(arg, Tightness::ARGUMENT);
            } else {
                let block =
                    tight == Tightness::DECLARED && !joins && self.head(arg) != Some(s::TYPED);
                self.node(
                    arg,
                    match () {
                        _ if joins => Tightness(u8::MAX),
                        _ if block => Tightness::DECLARED,
                        _ => Tightness::PRIMARY,
                    },
                );
            }
        }
    }

    fn is_doc(&self, mut name: NodeId) -> bool {
        loop {
            match self.ast.node(name) {
                Node::Symbol(name) => return name.as_str() == "@doc",
                Node::Quote(inner) => name = *inner,
                Node::Expr(s::DOT, args) => match self.ast.args(*args) {
                    &[_, field] => name = field,
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    fn macro_name(&mut self, name: NodeId) {
        match self.ast.as_expr(name) {
            Some((s::DOT, &[module, field])) => {
                self.node(module, Tightness::PRIMARY);
                self.put(".");
                match self.ast.node(field) {
                    Node::Quote(inner) => self.guarded(|p| p.macro_name(*inner)),
                    _ => self.node(field, Tightness::PRIMARY),
                }
            }
            _ => match self.ast.as_symbol(name) {
                Some(symbol) => self.macro_symbol(symbol.as_str().trim_start_matches('@')),
                None => self.node(name, Tightness::PRIMARY),
            },
        }
    }

    /// `@name`.
    pub(super) fn macro_symbol(&mut self, name: &str) {
        self.put("@");
        let symbol = Sym::new(name);
        if is_operator_name(symbol) {
            self.put(name);
        } else {
            self.free_name(symbol);
        }
    }
}
