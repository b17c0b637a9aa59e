//! Macros that the lowering knows. User macros are not run: a use of any other is a diagnostic that names it.
//!
//! Annotations (`@inline`, `@nospecialize`, …) are recorded on the method; `@inbounds` marks statements; `@assert`,
//! `@simd`, `@views`, `@.`, `@show` and a few more are expanded as Base does; `@static if` is kept as a plain `if`,
//! `@fastmath` as its body, and literals such as `r"…"`, whose value Julia computes while it reads the file, are
//! opaque.

use super::{Expander, Nodes, Result};
use crate::slots::Literal;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::core::{Core, CoreId};

/// Names of the macros that are expanded, sorted: they are searched by bisection. [`Expander::expand_macro`] refuses what is not listed, so that no macro
/// that it expands is missing here.
const KNOWN: &[&str] = &[
    "@.",
    "@__DIR__",
    "@__FILE__",
    "@__LINE__",
    "@__MODULE__",
    "@__dot__",
    "@_gc_preserve_begin",
    "@_gc_preserve_end",
    "@_inline_meta",
    "@_noinline_meta",
    "@_propagate_inbounds_meta",
    "@_pure_meta",
    "@assert",
    "@assume",
    "@assume_effects",
    "@b_str",
    "@big_str",
    "@boundscheck",
    "@cfunction",
    "@constprop",
    "@doc",
    "@fastmath",
    "@goto",
    "@inbounds",
    "@inline",
    "@int128_str",
    "@isdefined",
    "@label",
    "@noinline",
    "@nospecialize",
    "@polly",
    "@preserve",
    "@propagate_inbounds",
    "@pure",
    "@r_str",
    "@raw_str",
    "@s_str",
    "@show",
    "@simd",
    "@specialize",
    "@static",
    "@uint128_str",
    "@v_str",
    "@view",
    "@views",
];

/// Whether the lowering expands a macro of this name, for the usual arguments.
pub fn is_known_macro(name: &str) -> bool {
    KNOWN.binary_search(&name).is_ok()
}

/// What `@assume` says of anything else.
const NO_PREDICATE: &str =
    "`@assume` takes a predicate of variables and literals: `@assume issymmetric(A)`";

impl Expander<'_> {
    pub(super) fn is_nospecialize(&self, callee: NodeId) -> bool {
        matches!(
            self.ast.macro_name(callee).as_str(),
            "@nospecialize" | "@specialize"
        )
    }

    pub(super) fn expand_macro(&mut self, id: NodeId, parts: &[NodeId]) -> Result<CoreId> {
        let name = self.ast.macro_name(parts[0]);
        let args: Nodes = parts[1..]
            .iter()
            .copied()
            .filter(|&arg| !self.is_line(arg))
            .collect();
        if !is_known_macro(name.as_str()) {
            return self.fail(format!("the macro `{name}`"));
        }
        match (name.as_str(), &args[..]) {
            ("@inbounds", &[body]) => {
                // Base stores the value in a variable, so that an assignment is one of a chain and keeps its tuple.
                let body = if self.has_head(body, s::ASSIGN) {
                    let (_, value) = self.n_temp();
                    self.expand_assign(value, body)?
                } else {
                    self.expand(body)?
                };
                Ok(self.add(Core::Inbounds(body)))
            }
            ("@boundscheck", &[body]) => {
                let test = self.opaque(Sym::new("boundscheck"), &[]);
                let body = self.expand(body)?;
                Ok(self.add(Core::If(test, body, None)))
            }
            ("@inline" | "@noinline" | "@propagate_inbounds" | "@pure", &[definition]) => {
                if self.is_definition(definition) {
                    self.annotate(&name.as_str()[1..]);
                }
                self.expand(definition)
            }
            ("@inline" | "@noinline", []) => Ok(self.annotate(&name.as_str()[1..])),
            ("@constprop" | "@assume_effects", &[.., definition]) => self.expand(definition),
            ("@_inline_meta", []) => Ok(self.annotate("inline")),
            ("@_noinline_meta", []) => Ok(self.annotate("noinline")),
            ("@_pure_meta", []) => Ok(self.annotate("pure")),
            ("@_propagate_inbounds_meta", []) => {
                self.annotate("inline");
                Ok(self.annotate("propagate_inbounds"))
            }
            ("@nospecialize" | "@specialize", _) => Ok(self.annotate(&name.as_str()[1..])),
            ("@polly", &[body]) => self.expand(body),
            ("@fastmath" | "@static", &[body]) => self.expand(body),
            ("@simd", &[body]) => self.expand_simd(body),
            ("@simd", &[_, body]) => self.expand_simd(body),
            ("@assert", &[test, ref message @ ..]) => {
                self.expand_assert(test, message.first().copied())
            }
            ("@assume", &[condition]) => self.expand_assume(condition),
            ("@views", &[body]) => {
                let body = self.with_views(body);
                self.expand(body)
            }
            ("@view", &[reference]) => match self.args_of(reference, s::REF) {
                Some(parts) => self.expand_ref_as("view", parts[0], &parts[1..]),
                None => self.invalid("`@view` needs an indexing expression"),
            },
            ("@__dot__" | "@.", &[body]) => {
                let body = self.with_dots(body);
                self.expand(body)
            }
            ("@show", args) => self.expand_show(args),
            ("@isdefined", &[variable]) => match self.ast.as_symbol(variable) {
                Some(variable) => {
                    let variable = self.add(Core::Name(variable));
                    Ok(self.add(Core::IsDefined(variable)))
                }
                None => self.invalid("`@isdefined` needs a name"),
            },
            ("@label", &[label]) => match self.ast.as_symbol(label) {
                Some(label) => Ok(self.add(Core::Label(label))),
                None => self.invalid("`@label` needs a name"),
            },
            ("@goto", &[label]) => match self.ast.as_symbol(label) {
                Some(label) => Ok(self.add(Core::Goto(label))),
                None => self.invalid("`@goto` needs a name"),
            },
            ("@doc", &[_, definition]) => self.expand(definition),
            ("@preserve", &[ref roots @ .., body]) => self.expand_preserve(roots, body),
            ("@_gc_preserve_begin", args) => self.expand_opaque("gc_preserve_begin", args),
            ("@_gc_preserve_end", args) => self.expand_opaque("gc_preserve_end", args),
            ("@cfunction", &[function, ..]) => match self.args_of(function, s::INTERPOLATE) {
                Some(computed) => self.expand_opaque("cfunction", &computed),
                None => self.expand_opaque("cfunction", &[]),
            },
            ("@__MODULE__", []) => self.expand_opaque("thismodule", &[]),
            ("@__FILE__", []) => {
                let file = self.ast.source.name().as_bytes().into();
                Ok(self.literal(Literal::Str(file)))
            }
            ("@__DIR__", []) => {
                let directory = std::path::Path::new(self.ast.source.name())
                    .parent()
                    .map_or(String::new(), |parent| parent.display().to_string());
                Ok(self.literal(Literal::Str(directory.into_bytes().into())))
            }
            ("@__LINE__", []) => {
                let (line, _) = self.ast.source.line_column(self.ast.span(id).start);
                Ok(self.literal(Literal::Int(i64::from(line))))
            }
            // A number has no line before its text.
            ("@int128_str", &[.., text]) => self.expand_int128(text),
            ("@raw_str", &[text]) => self.expand(text),
            ("@r_str" | "@v_str" | "@b_str" | "@s_str" | "@big_str" | "@uint128_str", args) => {
                let constructor = self.literal(Literal::Symbol(Sym::new(&name.as_str()[1..])));
                let mut parts = vec![constructor];
                for &arg in args {
                    parts.push(self.expand(arg)?);
                }
                Ok(self.opaque(Sym::new("literal"), &parts))
            }
            _ => self.fail(format!("the macro `{name}`")),
        }
    }

    /// `Expr(:meta, …)`, which only quoted code can contain.
    pub(super) fn expand_meta(&mut self, args: &[NodeId]) -> Result<CoreId> {
        for &arg in args {
            if let Some(name) = self.ast.as_symbol(arg) {
                self.annotate(name.as_str());
            }
        }
        Ok(self.nothing())
    }

    /// Records something about the method at hand.
    pub(super) fn annotate(&mut self, what: &str) -> CoreId {
        let what = Sym::new(what);
        if !self.annotations.contains(&what) {
            self.annotations.push(what);
        }
        self.nothing()
    }

    fn is_definition(&self, node: NodeId) -> bool {
        match self.ast.as_expr(node) {
            Some((s::FUNCTION | s::ARROW, _)) => true,
            Some((s::ASSIGN, &[lhs, _])) => self.defines_function(lhs),
            Some((s::MACROCALL, args)) => args.last().is_some_and(|&last| self.is_definition(last)),
            _ => false,
        }
    }

    fn expand_opaque(&mut self, head: &str, args: &[NodeId]) -> Result<CoreId> {
        let mut operands = Vec::with_capacity(args.len());
        for &arg in args {
            operands.push(self.expand(arg)?);
        }
        Ok(self.opaque(Sym::new(head), &operands))
    }

    /// `test ? nothing : throw(AssertionError(message))`.
    fn expand_assert(&mut self, test: NodeId, message: Option<NodeId>) -> Result<CoreId> {
        let condition = self.expand(test)?;
        let message = match message {
            None => {
                let span = self.ast.span(test);
                let text = &self.ast.source.text()[span.start as usize..span.end as usize];
                let text = text.as_bytes().into();
                self.literal(Literal::Str(text))
            }
            Some(message) if matches!(self.ast.node(message), Node::Str(_)) => {
                self.expand(message)?
            }
            Some(message) => self.call_top("string", &[message])?,
        };
        let error = self.core("AssertionError");
        let error = self.call(error, &[message]);
        let throw = self.core("throw");
        let throw = self.call(throw, &[error]);
        let nothing = self.nothing();
        Ok(self.add(Core::If(condition, nothing, Some(throw))))
    }

    /// `@assume p(x) && q(y, 1)` becomes `assume(p, x); assume(q, y, 1)`, which does nothing.
    fn expand_assume(&mut self, condition: NodeId) -> Result<CoreId> {
        let mut stmts = Vec::new();
        let mut todo = vec![condition];
        while let Some(test) = todo.pop() {
            if let Some(parts) = self.args_of(test, s::ANDAND) {
                todo.extend(parts.iter().rev());
                continue;
            }
            let Some(parts) = self.args_of(test, s::CALL) else {
                return self.invalid(NO_PREDICATE);
            };
            let is_simple = |&arg: &NodeId| !matches!(self.ast.node(arg), Node::Expr(..));
            if parts.len() < 2 || !parts[1..].iter().all(is_simple) {
                return self.invalid(NO_PREDICATE);
            }
            stmts.push(self.call_top("assume", &parts)?);
        }
        stmts.push(self.nothing());
        Ok(self.block(stmts))
    }

    /// Prints each expression and its value; the value is that of the last.
    fn expand_show(&mut self, args: &[NodeId]) -> Result<CoreId> {
        let mut stmts = Vec::new();
        let mut last = None;
        for &arg in args {
            let span = self.ast.span(arg);
            let text = &self.ast.source.text()[span.start as usize..span.end as usize];
            let text = format!("{text} = ").into_bytes().into();
            let text = self.literal(Literal::Str(text));
            let value = self.expand(arg)?;
            let temp = self.tree.temp();
            let set = self.add(Core::SetTemp(temp, value));
            let repr = self.top("repr");
            let shown = self.call(repr, &[set]);
            let println = self.top("println");
            stmts.push(self.call(println, &[text, shown]));
            last = Some(temp);
        }
        let value = match last {
            Some(temp) => self.add(Core::Temp(temp)),
            None => self.nothing(),
        };
        stmts.push(value);
        Ok(self.block(stmts))
    }

    fn expand_preserve(&mut self, roots: &[NodeId], body: NodeId) -> Result<CoreId> {
        let mut stmts = Vec::new();
        let token = self.expand_opaque("gc_preserve_begin", roots)?;
        let token = self.bind(token, &mut stmts);
        let value = self.expand(body)?;
        let value = self.bind(value, &mut stmts);
        stmts.push(self.expand_opaque("gc_preserve_end", &[token])?);
        stmts.push(self.expand(value)?);
        Ok(self.block(stmts))
    }

    fn expand_int128(&mut self, text: NodeId) -> Result<CoreId> {
        let value = match self.ast.node(text) {
            Node::Str(bytes) => std::str::from_utf8(bytes)
                .ok()
                .and_then(|text| text.replace('_', "").parse().ok()),
            _ => None,
        };
        match value {
            Some(value) => Ok(self.literal(Literal::Int128(value))),
            None => self.invalid("this is not an integer"),
        }
    }

    /// The loop nest that `@simd` makes: an outer range, and an inner counted loop.
    fn expand_simd(&mut self, body: NodeId) -> Result<CoreId> {
        let Some(&[range, body]) = self.ast.with_head(body, s::FOR) else {
            return self.invalid("`@simd` needs a `for` loop");
        };
        let Some(&[var, iterated]) = self.ast.with_head(range, s::ASSIGN) else {
            return self.invalid("`@simd` needs a loop over one range");
        };
        let [whole, outer, count, index] = [(); 4].map(|()| {
            let name = self.gensym();
            self.n_symbol(name)
        });
        let mut call = |name: &str, args: &[NodeId]| {
            let callee = self.n_top(name);
            self.n_call(callee, args)
        };
        let element = call("simd_index", &[whole, outer, index]);
        let outer_range = call("simd_outer_range", &[whole]);
        let length = call("simd_inner_length", &[whole, outer]);
        let zero = call("zero", &[count]);
        let nonempty = call("<", &[zero, count]);
        let start = call("zero", &[count]);
        let test = call("<", &[index, count]);
        let one = self.n_int(1);
        let plus = self.n_top("+");
        let next = self.n_call(plus, &[index, one]);

        let set = self.n_expr(s::ASSIGN, &[var, element]);
        let set = self.n_expr(s::LOCAL, &[set]);
        let advance = self.n_expr(s::ASSIGN, &[index, next]);
        let inside = self.n_expr(s::BLOCK, &[set, body, advance]);
        let inner = self.n_expr(s::WHILE, &[test, inside]);
        let binding = self.n_expr(s::ASSIGN, &[index, start]);
        let inner = self.n_expr(s::LET, &[binding, inner]);
        let guarded = self.n_expr(s::IF, &[nonempty, inner]);
        let binding = self.n_expr(s::ASSIGN, &[count, length]);
        let counted = self.n_expr(s::LET, &[binding, guarded]);
        let range = self.n_expr(s::ASSIGN, &[outer, outer_range]);
        let loops = self.n_expr(s::FOR, &[range, counted]);
        let binding = self.n_expr(s::ASSIGN, &[whole, iterated]);
        let all = self.n_expr(s::LET, &[binding, loops]);
        let nothing = self.n_nothing();
        let all = self.n_expr(s::BLOCK, &[all, nothing]);
        self.expand(all)
    }
}
