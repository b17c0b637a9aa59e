//! `struct` definitions: fields, and constructors as methods.
//!
//! ```text
//! struct P{T}            P{T}(x) where T = new(convert(T, x))      inner, default
//!     x::T               P(x::T) where T = P{T}(x)                 outer, default
//! end
//! ```
//!
//! With a constructor inside the definition there are no default ones. `new` is rewritten where it stands: it makes
//! an object of the type with its fields converted.

use super::expand::NewContext;
use super::item::{Item, Parameter, Struct, TypeExpr, TypeHead};
use super::toplevel::Lowering;
use crate::diag::Span;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};

impl Lowering<'_> {
    pub(super) fn structure(
        &mut self,
        mutable: bool,
        signature: NodeId,
        body: NodeId,
        span: Span,
        out: &mut Vec<Item>,
    ) {
        let Some(head) = self.type_head(signature, span) else {
            return;
        };
        let mut fields = Vec::new();
        let mut definitions = Vec::new();
        let mut pending: Vec<NodeId> = vec![body];
        while let Some(node) = pending.pop() {
            match self.ast.as_expr(node) {
                Some((s::BLOCK, args)) => pending.extend(args.iter().rev()),
                Some((s::CONST, &[field])) => pending.push(field),
                Some((s::TYPED, &[name, ty])) if self.ast.as_symbol(name).is_some() => {
                    fields.extend(self.ast.as_symbol(name).map(|name| Parameter {
                        name,
                        ty: TypeExpr::Syntax(ty),
                    }));
                }
                Some((s::MACROCALL, args)) if self.documented(args).is_some() => {
                    pending.extend(self.documented(args));
                }
                Some(_) => definitions.push(node),
                None => fields.extend(self.ast.as_symbol(node).map(|name| Parameter {
                    name,
                    ty: TypeExpr::Any,
                })),
            }
        }
        let fewest = definitions
            .iter()
            .filter_map(|&definition| self.fewest_arguments(definition))
            .min()
            .unwrap_or(fields.len());
        out.push(Item::Struct(Struct {
            head: head.clone(),
            mutable,
            fields: fields.clone(),
            min_initialized: fewest.min(fields.len()) as u32,
            default_constructors: definitions.is_empty(),
        }));
        let field_types: Vec<Option<NodeId>> = fields
            .iter()
            .map(|field| match field.ty {
                TypeExpr::Syntax(ty) => Some(ty),
                _ => None,
            })
            .collect();
        let context = NewContext {
            type_name: head.name,
            params: head.params.iter().map(|param| param.name).collect(),
            arguments: Vec::new(),
            static_params: Vec::new(),
            field_types,
        };
        if definitions.is_empty() {
            self.default_constructors(&head, signature, &fields, &context, out);
        }
        for definition in definitions {
            self.constructor(definition, &context, out);
        }
    }

    /// `@doc "…" field`.
    fn documented(&self, args: &[NodeId]) -> Option<NodeId> {
        match (self.ast.node(args[0]), args.last()) {
            (Node::GlobalRef(_, name) | Node::Symbol(name), Some(&last))
                if name.as_str() == "@doc" =>
            {
                Some(last)
            }
            _ => None,
        }
    }

    fn constructor(&mut self, definition: NodeId, context: &NewContext, out: &mut Vec<Item>) {
        let mut context = context.clone();
        let (callee, static_params) = self.constructor_head(definition);
        context.static_params = static_params;
        if let Some(&[name, ref args @ ..]) =
            callee.and_then(|callee| self.ast.with_head(callee, s::CURLY))
        {
            if self.ast.as_symbol(name) == Some(context.type_name) {
                context.arguments = args.to_vec();
            }
        }
        let span = self.ast.span(definition);
        let lowered = self.lower(span, out, |expander| {
            expander.new_context = Some(context);
            expander.expand(definition)
        });
        if let Some((code, true)) = lowered {
            out.push(Item::Thunk(Box::new(super::item::Thunk { code, span })));
        }
    }

    /// What a constructor's signature calls, and its static parameters.
    fn constructor_head(&self, definition: NodeId) -> (Option<NodeId>, Vec<Sym>) {
        let mut params = Vec::new();
        let mut node = definition;
        loop {
            match self.ast.as_expr(node) {
                Some((s::MACROCALL, args)) => match args.last() {
                    Some(&last) => node = last,
                    None => return (None, params),
                },
                Some((s::WHERE, args)) => {
                    for &var in &args[1..] {
                        let name = match self.ast.as_expr(var) {
                            Some((s::COMPARISON, parts)) => parts.get(2).copied(),
                            Some((_, parts)) => parts.first().copied(),
                            None => Some(var),
                        };
                        params.extend(name.and_then(|name| self.ast.as_symbol(name)));
                    }
                    node = args[0];
                }
                Some((s::FUNCTION | s::ASSIGN | s::TYPED | s::GLOBAL, args))
                    if !args.is_empty() =>
                {
                    node = args[0]
                }
                Some((s::CALL, args)) => return (args.first().copied(), params),
                _ => return (None, params),
            }
        }
    }

    /// The fewest arguments of any `new` in a definition.
    fn fewest_arguments(&self, definition: NodeId) -> Option<usize> {
        let new = Sym::new("new");
        let mut fewest: Option<usize> = None;
        let mut pending = vec![definition];
        while let Some(node) = pending.pop() {
            let Some((head, args)) = self.ast.as_expr(node) else {
                continue;
            };
            pending.extend(args);
            if let (s::CALL, &[callee, ref args @ ..]) = (head, args) {
                let callee = match self.ast.with_head(callee, s::CURLY) {
                    Some(curly) => curly[0],
                    None => callee,
                };
                if self.ast.as_symbol(callee) == Some(new) {
                    fewest = Some(fewest.map_or(args.len(), |fewest| fewest.min(args.len())));
                }
            }
        }
        fewest
    }

    fn default_constructors(
        &mut self,
        head: &TypeHead,
        signature: NodeId,
        fields: &[Parameter],
        context: &NewContext,
        out: &mut Vec<Item>,
    ) {
        let span = head.span;
        let mut name_node = signature;
        if let Some(&[inner, _]) = self.ast.with_head(name_node, s::SUBTYPE) {
            name_node = inner;
        }
        let wheres: Vec<NodeId> = self
            .ast
            .with_head(name_node, s::CURLY)
            .map_or(Vec::new(), |args| args[1..].to_vec());
        let mut leaf = |node| self.ast.leaf(node, span);
        let name = leaf(Node::Symbol(head.name));
        let new = leaf(Node::Symbol(Sym::new("new")));
        let params: Vec<NodeId> = head
            .params
            .iter()
            .map(|param| leaf(Node::Symbol(param.name)))
            .collect();
        let names = self.field_names(fields, span);
        let typed: Vec<NodeId> = fields
            .iter()
            .zip(&names)
            .map(|(field, &name)| match field.ty {
                TypeExpr::Syntax(ty) => self.ast.expr(s::TYPED, &[name, ty], span),
                _ => name,
            })
            .collect();
        let call = |this: &mut Self, callee: NodeId, args: &[NodeId]| {
            let mut parts = vec![callee];
            parts.extend_from_slice(args);
            this.ast.expr(s::CALL, &parts, span)
        };
        let constructor = |this: &mut Self, signature: NodeId, body: NodeId| {
            let signature = if wheres.is_empty() {
                signature
            } else {
                let mut parts = vec![signature];
                parts.extend_from_slice(&wheres);
                this.ast.expr(s::WHERE, &parts, span)
            };
            this.ast.expr(s::FUNCTION, &[signature, body], span)
        };
        let applied = if params.is_empty() {
            name
        } else {
            let mut parts = vec![name];
            parts.extend_from_slice(&params);
            self.ast.expr(s::CURLY, &parts, span)
        };
        if params.is_empty() && fields.iter().any(|field| field.ty != TypeExpr::Any) {
            let signature = call(self, name, &typed);
            let mut parts = vec![name];
            parts.extend_from_slice(&names);
            let body = self.ast.expr(s::NEW_OBJECT, &parts, span);
            let definition = constructor(self, signature, body);
            self.constructor(definition, context, out);
        }
        let signature = call(self, applied, &names);
        let body = call(self, new, &names);
        let definition = constructor(self, signature, body);
        self.constructor(definition, context, out);
        if !params.is_empty() && self.determined(head, fields) {
            let signature = call(self, name, &typed);
            let body = call(self, applied, &names);
            let definition = constructor(self, signature, body);
            self.constructor(definition, context, out);
        }
    }

    /// Names for the arguments: the fields', unless one of them occurs in a field's type.
    fn field_names(&mut self, fields: &[Parameter], span: Span) -> Vec<NodeId> {
        let clash = fields.iter().any(|field| {
            fields.iter().any(|other| match other.ty {
                TypeExpr::Syntax(ty) => self.occurs(field.name, ty),
                _ => false,
            })
        });
        fields
            .iter()
            .enumerate()
            .map(|(at, field)| {
                let name = if clash || field.name == s::UNDERSCORE {
                    Sym::new(&format!("#field{}", at + 1))
                } else {
                    field.name
                };
                self.ast.leaf(Node::Symbol(name), span)
            })
            .collect()
    }

    /// Whether the field types, or bounds of later parameters, mention every parameter.
    fn determined(&self, head: &TypeHead, fields: &[Parameter]) -> bool {
        let mut roots: Vec<NodeId> = fields
            .iter()
            .filter_map(|field| match field.ty {
                TypeExpr::Syntax(ty) => Some(ty),
                _ => None,
            })
            .collect();
        for param in head.params.iter().rev() {
            if !roots.iter().any(|&root| self.occurs(param.name, root)) {
                return false;
            }
            roots.extend(param.lower);
            roots.extend(param.upper);
        }
        true
    }

    fn occurs(&self, name: Sym, node: NodeId) -> bool {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match *self.ast.node(node) {
                Node::Symbol(found) if found == name => return true,
                Node::Expr(_, args) => pending.extend(self.ast.args(args)),
                _ => {}
            }
        }
        false
    }
}
