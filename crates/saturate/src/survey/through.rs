//! Seeing through macros: a file as it would be without those that lowering does not know.
//!
//! No macro of a package is run. What is known of the usual ones, and what every macro must leave as it is, suffices for counting:
//!
//! ```text
//! @threads for i in r … end      for i in r … end              known to stand for its last argument
//! @test f(x) ≈ y atol=1e-3       f(x) ≈ y                      or its first
//! @unpack a, b = p               s = p; a = s.a; b = s.b
//! for f in (:sin, :cos)          f(x::T) = T(f(x.value))       defined once; `$f` is a name
//!     @eval $f(x::T) = T($f(x.value))
//! end
//! @kernel function g(x) … end    function g(x) … end           unknown, around a definition: the definition
//! y = @tensor A[i, j] * B[j, k]  y = unknown(7)                unknown, in an expression: a value that equals no other
//! @generated function h(x) …     nothing                       what it makes depends on types
//! ```
//!
//! Nothing is looked at inside an unknown value, so that no match is counted which the macro might have taken apart. What was done is counted by
//! the macro's name ([`Macros`]).

use crate::diag::Span;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use crate::syntax::lower::{is_known_macro, with_stack};
use std::collections::BTreeMap;

/// How often, by name.
pub type Tally = BTreeMap<String, u64>;

/// What became of the macros that lowering does not know, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Macros {
    /// Stand for one of their arguments, or for plain code.
    pub expanded: Tally,
    /// Unknown, around a definition or one of its arguments, which was taken as it is.
    pub definitions: Tally,
    /// Unknown, in an expression: an unknown value.
    pub values: Tally,
    /// Unknown, at top level, without a definition inside: left out. So are generated functions.
    pub left_out: Tally,
}

/// Stand for their last argument.
const LAST: &[&str] = &[
    "@allocated",
    "@allowscalar",
    "@avx",
    "@avxt",
    "@batch",
    "@closure",
    "@compile_workload",
    "@constinferred",
    "@distributed",
    "@elapsed",
    "@floop",
    "@ignore",
    "@ignore_derivatives",
    "@lock",
    "@lock_nofail",
    "@muladd",
    "@optionally_inline",
    "@progress",
    "@require",
    "@safetestset",
    "@setup_workload",
    "@showprogress",
    "@suppress",
    "@suppress_err",
    "@suppress_out",
    "@sync",
    "@task",
    "@test_deprecated",
    "@test_logs",
    "@test_nowarn",
    "@test_throws",
    "@test_warn",
    "@testitem",
    "@testmodule",
    "@testset",
    "@testsnippet",
    "@threaded",
    "@threads",
    "@time",
    "@timed",
    "@timeit",
    "@timeit_debug",
    "@timev",
    "@timing",
    "@trixi_timeit",
    "@tturbo",
    "@turbo",
];

/// The same, and `$x` in it stands for the value of `x` now.
const LAST_WITH_VALUES: &[&str] = &[
    "@async",
    "@ballocated",
    "@belapsed",
    "@benchmark",
    "@benchmarkable",
    "@btime",
    "@everywhere",
    "@fetch",
    "@fetchfrom",
    "@spawn",
    "@spawnat",
];

/// Stand for their first argument; what follows are keywords.
const FIRST: &[&str] = &["@inferred", "@test", "@test_broken", "@test_skip"];

/// Rewrites the macros of a file; the top-level expressions that are left, in order.
pub fn see_through(ast: &mut Ast, toplevel: &[NodeId], macros: &mut Macros) -> Vec<NodeId> {
    let mut through = Through {
        ast,
        macros,
        evaluated: Vec::new(),
    };
    let mut out = Vec::new();
    for &node in toplevel {
        through.top(node, &mut out);
    }
    out
}

struct Through<'a> {
    ast: &'a mut Ast,
    macros: &'a mut Macros,
    /// What `@eval` inside of the expression at hand defines at top level.
    evaluated: Vec<NodeId>,
}

impl Through<'_> {
    /// An expression at top level.
    fn top(&mut self, node: NodeId, out: &mut Vec<NodeId>) {
        with_stack(|| self.top_node(node, out));
    }

    fn top_node(&mut self, node: NodeId, out: &mut Vec<NodeId>) {
        let Some((head, args)) = self.expr(node) else {
            out.push(node);
            return;
        };
        match (head, &args[..]) {
            (s::TOPLEVEL | s::BLOCK, args) => {
                for &arg in args {
                    self.top(arg, out);
                }
            }
            (s::MODULE, &[standard, name, body]) => {
                let body = self.top_block(body);
                out.push(self.rebuilt(node, head, &[standard, name, body]));
            }
            (s::IF | s::ELSEIF, &[condition, ref branches @ ..]) => {
                let mut parts = vec![self.see(condition)];
                for &branch in branches {
                    parts.push(self.top_block(branch));
                }
                out.append(&mut self.evaluated);
                out.push(self.rebuilt(node, head, &parts));
            }
            (s::MACROCALL, _) => self.top_macro(node, out),
            _ => {
                let seen = self.see(node);
                out.append(&mut self.evaluated);
                out.push(seen);
            }
        }
    }

    /// The same as one expression.
    fn top_block(&mut self, node: NodeId) -> NodeId {
        let outer = std::mem::take(&mut self.evaluated);
        let mut items = Vec::new();
        self.top(node, &mut items);
        self.evaluated = outer;
        self.ast.expr(s::BLOCK, &items, self.ast.span(node))
    }

    fn top_macro(&mut self, node: NodeId, out: &mut Vec<NodeId>) {
        let (name, args) = self.macro_parts(node);
        match (name.as_str(), &args[..]) {
            // The documentation of a name has nothing to count; that of a definition is the definition.
            ("@doc", &[_, documented]) => {
                if matches!(self.ast.as_expr(documented), Some((head, _)) if head != s::CALL && head != s::DOT)
                {
                    self.top(documented, out);
                }
            }
            ("@doc", _) => {}
            ("@static", &[inner]) => self.top(inner, out),
            ("@eval", &[.., code]) => {
                count(&mut self.macros.expanded, name);
                self.eval(code);
                out.append(&mut self.evaluated);
            }
            (text, &[.., last]) if LAST.contains(&text) => {
                count(&mut self.macros.expanded, name);
                self.top(last, out);
            }
            (text, &[.., last]) if LAST_WITH_VALUES.contains(&text) => {
                count(&mut self.macros.expanded, name);
                let last = self.interpolated(last);
                self.top(last, out);
            }
            (text, args) if !is_known_macro(text) && !is_ours(text) && !is_expanded(text) => {
                match args.last() {
                    Some(&last) if self.is_definition(last) || self.defines_in_block(last) => {
                        count(&mut self.macros.definitions, name);
                        self.top(last, out);
                    }
                    _ => count(&mut self.macros.left_out, name),
                }
            }
            ("@generated", &[_, ..]) => count(&mut self.macros.left_out, name),
            _ => {
                let seen = self.see(node);
                out.append(&mut self.evaluated);
                out.push(seen);
            }
        }
    }

    /// Code that `@eval` defines at top level. Its `$` stand for names.
    fn eval(&mut self, code: NodeId) {
        let outer = std::mem::take(&mut self.evaluated);
        let code = self.interpolated(code);
        let mut items = Vec::new();
        self.top(code, &mut items);
        self.evaluated = outer;
        self.evaluated.extend(items);
    }

    /// `$f` as the name `f`; any other `$(…)` as a name of its own.
    fn interpolated(&mut self, node: NodeId) -> NodeId {
        with_stack(|| {
            let span = self.ast.span(node);
            if let &Node::Quote(inner) = self.ast.node(node) {
                let inner = self.interpolated(inner);
                return self.ast.leaf(Node::Quote(inner), span);
            }
            let Some((head, args)) = self.expr(node) else {
                return node;
            };
            if head == s::INTERPOLATE {
                let name = match args[..] {
                    [value] => self.ast.as_symbol(value),
                    _ => None,
                };
                let name = name.unwrap_or_else(|| Sym::new(&format!("#eval{}", span.start)));
                return self.ast.leaf(Node::Symbol(name), span);
            }
            let parts: Vec<NodeId> = args.iter().map(|&arg| self.interpolated(arg)).collect();
            // `Base.$f` is read as the field `$f`, and so is the name.
            if let (s::DOT, &[base, field]) = (head, &parts[..]) {
                if self.ast.as_symbol(field).is_some() {
                    let field = self.ast.leaf(Node::Quote(field), span);
                    return self.ast.expr(s::DOT, &[base, field], span);
                }
            }
            self.rebuilt(node, head, &parts)
        })
    }

    /// Any other expression.
    fn see(&mut self, node: NodeId) -> NodeId {
        with_stack(|| self.see_node(node))
    }

    fn see_node(&mut self, node: NodeId) -> NodeId {
        match self.expr(node) {
            None | Some((s::QUOTE | s::INERT, _)) => node,
            Some((s::MACROCALL, _)) => self.see_macro(node),
            Some((s::STRUCT, args)) if args.len() == 3 => {
                let body = self.see(args[2]);
                let body = self.without_defaults(body);
                self.rebuilt(node, s::STRUCT, &[args[0], args[1], body])
            }
            Some((head, args)) => {
                let mut parts: Vec<NodeId> = Vec::with_capacity(args.len());
                for (at, &arg) in args.iter().enumerate() {
                    let defines = match head {
                        s::FUNCTION | s::ARROW => true,
                        s::ASSIGN => self.is_signature(arg),
                        _ => false,
                    };
                    parts.push(if at == 0 && defines {
                        self.signature(arg)
                    } else {
                        self.see(arg)
                    });
                }
                self.rebuilt(node, head, &parts)
            }
        }
    }

    /// The head of a definition: a macro around an argument stands for the argument, as in `f(@Const(x))`.
    fn signature(&mut self, node: NodeId) -> NodeId {
        with_stack(|| match self.expr(node) {
            Some((s::MACROCALL, _)) => {
                let (name, args) = self.macro_parts(node);
                match args.last() {
                    Some(&last) if !is_known_macro(name.as_str()) => {
                        count(&mut self.macros.definitions, name);
                        self.signature(last)
                    }
                    _ => node,
                }
            }
            // Types and default values are expressions.
            Some((head @ (s::TYPED | s::KW), args)) if args.len() == 2 => {
                let parts = [self.signature(args[0]), self.see(args[1])];
                self.rebuilt(node, head, &parts)
            }
            Some((head @ (s::CALL | s::WHERE | s::TUPLE | s::PARAMETERS | s::SPLAT), args)) => {
                let parts: Vec<NodeId> = args.iter().map(|&arg| self.signature(arg)).collect();
                self.rebuilt(node, head, &parts)
            }
            _ => node,
        })
    }

    fn see_macro(&mut self, node: NodeId) -> NodeId {
        let (name, args) = self.macro_parts(node);
        let span = self.ast.span(node);
        let (head, all) = self.expr(node).unwrap_or((s::MACROCALL, Vec::new()));
        match (name.as_str(), &args[..]) {
            ("@generated", []) => {
                count(&mut self.macros.expanded, name);
                self.ast.leaf(Node::Bool(false), span)
            }
            ("@eval", &[.., code]) => {
                count(&mut self.macros.expanded, name);
                self.eval(code);
                self.unknown(name, span)
            }
            ("@unpack", &[assignment]) if self.ast.with_head(assignment, s::ASSIGN).is_some() => {
                count(&mut self.macros.expanded, name);
                self.unpack(assignment, span)
            }
            ("@..", &[.., last]) => {
                count(&mut self.macros.expanded, name);
                let last = self.see(last);
                let dots = self.ast.leaf(Node::Symbol(Sym::new("@__dot__")), span);
                let line = self.ast.leaf(Node::Nothing, span);
                let line = if all.len() > 1 { all[1] } else { line };
                self.ast.expr(s::MACROCALL, &[dots, line, last], span)
            }
            (text, &[first, ..]) if FIRST.contains(&text) => {
                count(&mut self.macros.expanded, name);
                self.see(first)
            }
            (text, &[.., last]) if LAST.contains(&text) => {
                count(&mut self.macros.expanded, name);
                self.see(last)
            }
            (text, &[.., last]) if LAST_WITH_VALUES.contains(&text) => {
                count(&mut self.macros.expanded, name);
                let last = self.interpolated(last);
                self.see(last)
            }
            (text, _) if is_known_macro(text) || is_ours(text) => {
                let parts: Vec<NodeId> = std::iter::once(all[0])
                    .chain(all[1..].iter().map(|&arg| self.see(arg)))
                    .collect();
                self.rebuilt(node, head, &parts)
            }
            ("@generated", _) => {
                count(&mut self.macros.left_out, name);
                self.unknown(name, span)
            }
            (_, &[.., last]) if self.is_definition(last) => {
                count(&mut self.macros.definitions, name);
                self.see(last)
            }
            _ => {
                count(&mut self.macros.values, name);
                self.unknown(name, span)
            }
        }
    }

    /// A value that equals no other: a call of the macro's name with its place.
    fn unknown(&mut self, name: Sym, span: Span) -> NodeId {
        let name = self.ast.leaf(Node::Symbol(name), span);
        let place = self.ast.leaf(Node::Int(i64::from(span.start)), span);
        self.ast.expr(s::CALL, &[name, place], span)
    }

    /// `a, b = p` as `s = p; a = s.a; b = s.b`.
    fn unpack(&mut self, assignment: NodeId, span: Span) -> NodeId {
        let (names, value) = match self.ast.with_head(assignment, s::ASSIGN) {
            Some(&[names, value]) => (names, value),
            _ => return assignment,
        };
        let names = match self.ast.with_head(names, s::TUPLE) {
            Some(names) => names.to_vec(),
            None => vec![names],
        };
        let value = self.see(value);
        let object = Sym::new(&format!("#unpacked{}", span.start));
        let object = self.ast.leaf(Node::Symbol(object), span);
        let mut parts = vec![self.ast.expr(s::ASSIGN, &[object, value], span)];
        for name in names {
            // `field = name` and types may stand here, too.
            let name = self.field_name(name);
            let field = self.ast.leaf(Node::Quote(name), span);
            let read = self.ast.expr(s::DOT, &[object, field], span);
            parts.push(self.ast.expr(s::ASSIGN, &[name, read], span));
        }
        parts.push(object);
        self.ast.expr(s::BLOCK, &parts, span)
    }

    fn field_name(&self, node: NodeId) -> NodeId {
        match self.ast.as_expr(node) {
            Some((s::TYPED | s::PARAMETERS, &[name, ..])) => name,
            _ => node,
        }
    }

    /// The body of a structure without the default values that some macros let fields have.
    fn without_defaults(&mut self, body: NodeId) -> NodeId {
        let Some(parts) = self.ast.with_head(body, s::BLOCK) else {
            return body;
        };
        let parts: Vec<NodeId> = parts
            .iter()
            .copied()
            .map(|part| match self.ast.with_head(part, s::ASSIGN) {
                Some(&[field, _])
                    if self.ast.as_symbol(field).is_some()
                        || self.ast.with_head(field, s::TYPED).is_some_and(|typed| {
                            typed
                                .first()
                                .is_some_and(|&name| self.ast.as_symbol(name).is_some())
                        }) =>
                {
                    field
                }
                _ => part,
            })
            .collect();
        self.rebuilt(body, s::BLOCK, &parts)
    }

    /// Whether it defines a function or a type, under any macros.
    fn is_definition(&self, mut node: NodeId) -> bool {
        loop {
            match self.ast.as_expr(node) {
                Some((s::FUNCTION | s::STRUCT, _)) => return true,
                Some((s::ASSIGN, &[left, _])) => return self.is_signature(left),
                Some((s::MACROCALL, &[.., last])) => node = last,
                _ => return false,
            }
        }
    }

    fn is_signature(&self, mut node: NodeId) -> bool {
        loop {
            match self.ast.as_expr(node) {
                Some((s::CALL, _)) => return true,
                Some((s::WHERE | s::TYPED, &[inner, ..])) => node = inner,
                _ => return false,
            }
        }
    }

    /// Whether a block has a definition in it.
    fn defines_in_block(&self, node: NodeId) -> bool {
        self.ast
            .with_head(node, s::BLOCK)
            .is_some_and(|parts| parts.iter().any(|&part| self.is_definition(part)))
    }

    /// The name of a macro without its module, and what it is applied to.
    fn macro_parts(&self, node: NodeId) -> (Sym, Vec<NodeId>) {
        let Some(&[callee, ref args @ ..]) = self.ast.with_head(node, s::MACROCALL) else {
            return (s::ERROR, Vec::new());
        };
        let is_line = |arg: &&NodeId| matches!(self.ast.node(**arg), Node::Line(_));
        let args = args.iter().filter(|arg| !is_line(arg)).copied();
        (self.ast.macro_name(callee), args.collect())
    }

    fn expr(&self, node: NodeId) -> Option<(Sym, Vec<NodeId>)> {
        self.ast
            .as_expr(node)
            .map(|(head, args)| (head, args.to_vec()))
    }

    /// `node` with other parts; itself if they are the same.
    fn rebuilt(&mut self, node: NodeId, head: Sym, parts: &[NodeId]) -> NodeId {
        if self.ast.as_expr(node) == Some((head, parts)) {
            return node;
        }
        self.ast.expr(head, parts, self.ast.span(node))
    }
}

fn count(tally: &mut Tally, name: Sym) {
    *tally.entry(name.as_str().to_owned()).or_default() += 1;
}

/// Declarations for Saturate itself.
fn is_ours(name: &str) -> bool {
    matches!(name, "@rules" | "@saturate" | "@stub")
}

fn is_expanded(name: &str) -> bool {
    matches!(name, "@generated" | "@unpack" | "@..") || FIRST.contains(&name)
}
