//! Top level: a file's expressions to items.
//!
//! Definitions become items; `begin` blocks and documentation are looked through; `if` keeps its branches as items;
//! everything else is a thunk. What cannot be lowered is a diagnostic, and the rest of the file goes on.

use super::boxes;
use super::core::{LambdaData, Tree};
use super::expand::{Expander, Result};
use super::item::{
    Conditional, Entry, Global, Import, Item, Lowered, Module, Rules, Stub, Thunk, TypeHead,
};
use super::linearize::{thunk, Shared};
use super::resolve::resolve;
use crate::diag::{Diagnostic, Span};
use crate::slots::SlotCode;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use crate::syntax::known_argument::{interpolated_values, value_name};

/// Lowers a file's top-level expressions, in order.
///
/// Nodes that macros expand to are added to `ast`; the items refer to it for types and rules.
pub fn lower_file(ast: &mut Ast, toplevel: &[NodeId]) -> Lowered {
    lower_file_from(ast, toplevel, &mut 0)
}

/// The same, with numbers for generated names from `counter` on, so that the names of several files differ.
pub fn lower_file_from(ast: &mut Ast, toplevel: &[NodeId], counter: &mut u32) -> Lowered {
    let mut lowering = Lowering {
        ast,
        counter: *counter,
        diagnostics: Vec::new(),
        nesting: 0,
    };
    let mut items = Vec::new();
    lowering.items(toplevel, &mut items);
    *counter = lowering.counter;
    Lowered {
        items,
        diagnostics: lowering.diagnostics,
    }
}

/// What lowering a file carries along.
pub(super) struct Lowering<'a> {
    pub(super) ast: &'a mut Ast,
    pub(super) counter: u32,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Modules and conditionals around the item at hand.
    nesting: u32,
}

/// Items inside items are a tree that hosts walk and drop by recursion: this deep at most.
const MAX_NESTED_ITEMS: u32 = 200;

impl Lowering<'_> {
    fn items(&mut self, nodes: &[NodeId], out: &mut Vec<Item>) {
        for &node in nodes {
            super::expand::with_stack(|| self.item(node, out));
        }
    }

    /// The items inside a module or a conditional at top level.
    fn inner_items(&mut self, nodes: &[NodeId], span: Span, out: &mut Vec<Item>) {
        if self.nesting == MAX_NESTED_ITEMS {
            let message = format!(
                "modules and conditionals are nested more than {MAX_NESTED_ITEMS} deep here"
            );
            return self.report(span, message);
        }
        self.nesting += 1;
        self.items(nodes, out);
        self.nesting -= 1;
    }

    fn args(&self, node: NodeId) -> Vec<NodeId> {
        self.ast
            .as_expr(node)
            .map_or(Vec::new(), |(_, args)| args.to_vec())
    }

    fn item(&mut self, node: NodeId, out: &mut Vec<Item>) {
        let span = self.ast.span(node);
        let Some((head, args)) = self.ast.as_expr(node) else {
            if matches!(self.ast.node(node), Node::Symbol(_)) {
                self.expression(node, out);
            }
            return;
        };
        let args = args.to_vec();
        match (head, &args[..]) {
            (s::TOPLEVEL | s::BLOCK, args) => self.items(args, out),
            (s::ERROR | s::INCOMPLETE, _) => {}
            (s::MODULE, &[standard, name, body]) => {
                let Some(name) = self.ast.as_symbol(name) else {
                    return self.report(span, "a module without a name");
                };
                let mut items = Vec::new();
                let body = self.args(body);
                self.inner_items(&body, span, &mut items);
                out.push(Item::Module(Module {
                    name,
                    bare: matches!(self.ast.node(standard), Node::Bool(false)),
                    items,
                    span,
                }));
            }
            (s::USING | s::IMPORT, args) => self.import(head == s::USING, args, span, out),
            (s::EXPORT | s::PUBLIC, args) => {
                let names = args
                    .iter()
                    .filter_map(|&arg| self.ast.as_symbol(arg))
                    .collect();
                if head == s::EXPORT {
                    out.push(Item::Export(names, span));
                }
            }
            (s::STRUCT, &[mutable, signature, body]) => {
                let mutable = matches!(self.ast.node(mutable), Node::Bool(true));
                self.structure(mutable, signature, body, span, out);
            }
            (s::ABSTRACT, &[signature]) => {
                if let Some(head) = self.type_head(signature, span) {
                    out.push(Item::Abstract(head));
                }
            }
            (s::PRIMITIVE, &[signature, bits]) => {
                if let Some(head) = self.type_head(signature, span) {
                    out.push(Item::Primitive(head, bits));
                }
            }
            (s::MACRO, &[signature, ..]) => {
                let callee = self.args(signature).first().copied().unwrap_or(signature);
                if let Some(name) = self.ast.as_symbol(callee) {
                    out.push(Item::Macro(Sym::new(&format!("@{name}")), span));
                }
            }
            (s::FUNCTION, &[name]) => match self.ast.as_symbol(name) {
                Some(name) => out.push(Item::Function(name, span)),
                None => self.report(
                    span,
                    "a function without methods and without a plain name is not supported",
                ),
            },
            (s::IF | s::ELSEIF, args) => self.conditional(args, span, out),
            (s::CONST, &[inner]) | (s::GLOBAL, &[inner]) => {
                self.declaration(head == s::CONST, node, inner, out);
            }
            (s::ASSIGN, &[lhs, rhs]) => {
                if !self.global(lhs, rhs, false, span, out) {
                    self.expression(node, out);
                }
            }
            (s::MACROCALL, args) => self.macro_call(node, args, span, out),
            _ => self.expression(node, out),
        }
    }

    fn macro_call(&mut self, node: NodeId, parts: &[NodeId], span: Span, out: &mut Vec<Item>) {
        let name = self.ast.macro_name(parts[0]);
        let args: Vec<NodeId> = parts[1..]
            .iter()
            .copied()
            .filter(|&arg| !matches!(self.ast.node(arg), Node::Line(_)))
            .collect();
        match (name, &args[..]) {
            (s::RULES, &[name, body]) => match self.ast.as_symbol(name) {
                Some(name) => {
                    let values = interpolated_values(self.ast, body);
                    for (number, &value) in values.iter().enumerate() {
                        let at = self.ast.span(value);
                        let name = self.ast.leaf(Node::Symbol(value_name(name, number)), at);
                        self.global(name, value, true, at, out);
                    }
                    let values = values.len();
                    out.push(Item::Rules(Rules {
                        name,
                        body,
                        values,
                        span,
                    }));
                }
                None => self.report(span, "`@rules` needs a name and a block"),
            },
            (s::SATURATE, &[rules, call]) => out.push(Item::Entry(Entry { rules, call, span })),
            (s::STUB, &[ref effects @ .., signature]) => {
                if let Some(stub) = self.stub(effects, signature, span) {
                    out.push(Item::Stub(stub));
                }
            }
            (s::RULES | s::SATURATE | s::STUB, _) => {
                self.report(span, format!("`{name}` with these arguments"));
            }
            (_, args) => match (name.as_str(), args) {
                // A documented name without a definition documents what is defined elsewhere.
                ("@doc", &[_, documented]) => {
                    if matches!(self.ast.as_expr(documented), Some((head, _)) if head != s::CALL && head != s::DOT)
                    {
                        self.item(documented, out);
                    }
                }
                ("@doc", _) => {}
                ("@static", &[inner]) if self.ast.with_head(inner, s::IF).is_some() => {
                    self.item(inner, out);
                }
                _ => self.expression(node, out),
            },
        }
    }

    fn conditional(&mut self, args: &[NodeId], span: Span, out: &mut Vec<Item>) {
        let Some((condition, _)) = self.lower(span, out, |expander| expander.expand(args[0]))
        else {
            return;
        };
        let (mut then_items, mut else_items) = (Vec::new(), Vec::new());
        self.inner_items(&args[1..2], span, &mut then_items);
        self.inner_items(&args[2..], span, &mut else_items);
        out.push(Item::If(Box::new(Conditional {
            condition,
            then_items,
            else_items,
            span,
        })));
    }

    fn declaration(&mut self, constant: bool, node: NodeId, inner: NodeId, out: &mut Vec<Item>) {
        if constant {
            if let Some(&[inner]) = self.ast.with_head(inner, s::GLOBAL) {
                return self.declaration(true, node, inner, out);
            }
        }
        let span = self.ast.span(node);
        let assignment = self.ast.with_head(inner, s::ASSIGN).map(<[NodeId]>::to_vec);
        match assignment.as_deref() {
            Some(&[lhs, rhs]) if self.global(lhs, rhs, constant, span, out) => {}
            // `global f(x) = …`: at top level the declaration says nothing new.
            Some(_) if !constant => self.expression(inner, out),
            _ if self.ast.as_symbol(inner).is_some() => {}
            _ => self.expression(node, out),
        }
    }

    /// `name = value` or `Name{T} = value`; false if the left side is anything else.
    fn global(
        &mut self,
        lhs: NodeId,
        rhs: NodeId,
        constant: bool,
        span: Span,
        out: &mut Vec<Item>,
    ) -> bool {
        let (name, constant, value) = if let Some(name) = self.ast.as_symbol(lhs) {
            (name, constant, rhs)
        } else if let Some(&[name, ref params @ ..]) = self.ast.with_head(lhs, s::CURLY) {
            let Some(name) = self.ast.as_symbol(name) else {
                return false;
            };
            let mut parts = vec![rhs];
            parts.extend_from_slice(params);
            let value = self.ast.expr(s::WHERE, &parts, span);
            (name, true, value)
        } else {
            return false;
        };
        if let Some((code, _)) = self.lower(span, out, |expander| expander.expand(value)) {
            out.push(Item::Global(Global {
                name,
                constant,
                code,
                span,
            }));
        }
        true
    }

    fn expression(&mut self, node: NodeId, out: &mut Vec<Item>) {
        let span = self.ast.span(node);
        if let Some((code, true)) = self.lower(span, out, |expander| expander.expand(node)) {
            out.push(Item::Thunk(Box::new(Thunk { code, span })));
        }
    }

    /// Lowers what `build` expands. Methods go to `out`; the code is the thunk's, with whether it does anything.
    pub(super) fn lower(
        &mut self,
        span: Span,
        out: &mut Vec<Item>,
        build: impl FnOnce(&mut Expander<'_>) -> Result<super::core::CoreId>,
    ) -> Option<(SlotCode, bool)> {
        match self.try_lower(span, build) {
            Ok((items, code, useful)) => {
                out.extend(items);
                Some((code, useful))
            }
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                None
            }
        }
    }

    fn try_lower(
        &mut self,
        span: Span,
        build: impl FnOnce(&mut Expander<'_>) -> Result<super::core::CoreId>,
    ) -> Result<(Vec<Item>, SlotCode, bool)> {
        let mut expander = Expander::new(self.ast, &mut self.counter);
        let body = expander.scope(build)?;
        let mut tree: Tree = expander.tree;
        let lambda = tree.lambdas.push(LambdaData {
            name: s::TOPLEVEL,
            args: Vec::new(),
            is_va: false,
            static_params: Vec::new(),
            self_arg: 0,
            return_type: None,
            annotations: Vec::new(),
            body,
            span,
            parent: None,
            arg_vars: Vec::new(),
            captures: Vec::new(),
            captured_params: Vec::new(),
            vars: Vec::new(),
        });
        resolve(self.ast, &mut tree, lambda)?;
        boxes::analyse(&mut tree);
        let mut shared = Shared::new(&tree, &self.ast.source, &mut self.counter);
        let (code, useful) = thunk(&mut shared, lambda)?;
        Ok((shared.items, code, useful))
    }

    fn import(&mut self, using: bool, args: &[NodeId], span: Span, out: &mut Vec<Item>) {
        let (mut from, mut paths) = (None, Vec::new());
        for &arg in args {
            match self.ast.as_expr(arg) {
                Some((s::COLON, parts)) => {
                    from = parts.first().map(|&module| self.import_path(module));
                    paths.extend(parts[1..].iter().map(|&part| self.import_path(part)));
                }
                _ => paths.push(self.import_path(arg)),
            }
        }
        out.push(Item::Import(Import {
            using,
            from,
            paths,
            span,
        }));
    }

    fn import_path(&self, node: NodeId) -> Vec<Sym> {
        match self.ast.as_expr(node) {
            Some((s::AS, args)) if !args.is_empty() => self.import_path(args[0]),
            Some((_, args)) => args
                .iter()
                .filter_map(|&arg| self.ast.as_symbol(arg))
                .collect(),
            None => self.ast.as_symbol(node).into_iter().collect(),
        }
    }

    fn stub(&mut self, effects: &[NodeId], signature: NodeId, span: Span) -> Option<Stub> {
        let mut type_vars = Vec::new();
        let mut inner = signature;
        let mut return_type = None;
        loop {
            match self.ast.as_expr(inner) {
                Some((s::WHERE, args)) => {
                    let args = args.to_vec();
                    for &var in &args[1..] {
                        type_vars.push(self.type_variable(var)?);
                    }
                    inner = args[0];
                }
                Some((s::TYPED, &[call, mut ty])) => {
                    // Outside of a definition, `f(x)::R where T` reads as `f(x)::(R where T)`.
                    while let Some(args) = self.ast.with_head(ty, s::WHERE) {
                        let args = args.to_vec();
                        for &var in &args[1..] {
                            type_vars.push(self.type_variable(var)?);
                        }
                        ty = args[0];
                    }
                    return_type = Some(ty);
                    inner = call;
                }
                Some((s::CALL, &[function, ref args @ ..])) => {
                    return Some(Stub {
                        effects: effects.to_vec(),
                        function,
                        args: args.to_vec(),
                        return_type,
                        type_vars,
                        span,
                    });
                }
                _ => {
                    self.report(span, "`@stub` needs a signature, such as `f(x::T)::R`");
                    return None;
                }
            }
        }
    }

    /// A variable of a `where` or a type definition; reports what is wrong with it.
    pub(super) fn type_variable(&mut self, var: NodeId) -> Option<super::item::TypeVariable> {
        let mut counter = 0;
        match Expander::new(self.ast, &mut counter).type_variable(var) {
            Ok(var) => Some(var),
            Err(mut diagnostic) => {
                diagnostic.at = Some((self.ast.source.clone(), self.ast.span(var)));
                self.diagnostics.push(*diagnostic);
                None
            }
        }
    }

    /// `Name{T<:U} <: Super`.
    pub(super) fn type_head(&mut self, signature: NodeId, span: Span) -> Option<TypeHead> {
        let (mut inner, mut supertype) = (signature, None);
        if let Some(&[name, above]) = self.ast.with_head(inner, s::SUBTYPE) {
            inner = name;
            supertype = Some(above);
        }
        let mut params = Vec::new();
        if let Some(args) = self.ast.with_head(inner, s::CURLY) {
            let args = args.to_vec();
            for &param in &args[1..] {
                params.push(self.type_variable(param)?);
            }
            inner = args[0];
        }
        match self.ast.as_symbol(inner) {
            Some(name) => Some(TypeHead {
                name,
                params,
                supertype,
                span,
            }),
            None => {
                self.report(span, "this is not the head of a type definition");
                None
            }
        }
    }

    pub(super) fn report(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics
            .push(Diagnostic::at(&self.ast.source, span, message));
    }
}
