//! Function definitions, taken apart into methods without defaults and keywords.
//!
//! ```text
//! f(x, y = 2) = e          f(x) = f(x, 2)
//!                          f(x, y) = e
//! f(x; k = 1) = e          #f#1(k, f, x) = e                         the body
//!                          f(x) = #f#1(1, f, x)                      without keywords
//!                          kwfunc(f)(kws, f, x) = …; #f#1(k, f, x)   the sorter: keywords from a named tuple
//! x -> e                   a local function without a name of its own
//! ```
//!
//! Keywords are in `keywords`.
//!
//! A static parameter is kept on those of the methods whose arguments mention it.

use super::{query, Expander, Nodes, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::conventions::UNUSED;
use crate::syntax::lower::core::{Core, CoreId, LambdaData, MethodDef, MethodTarget};
use crate::syntax::lower::item::{FunctionName, Parameter, TypeExpr, TypeVariable};

/// An argument as written.
#[derive(Clone)]
pub(super) struct Arg {
    pub(super) name: Sym,
    pub(super) ty: TypeExpr,
    pub(super) default: Option<NodeId>,
    pub(super) splat: bool,
}

impl Arg {
    pub(super) fn plain(name: Sym, ty: TypeExpr) -> Arg {
        Arg {
            name,
            ty,
            default: None,
            splat: false,
        }
    }

    pub(super) fn required(&self) -> Arg {
        Arg {
            default: None,
            ..self.clone()
        }
    }
}

/// What the methods of one definition share.
pub(super) struct Definition {
    pub(super) target: MethodTarget,
    pub(super) type_vars: Vec<TypeVariable>,
    pub(super) return_type: Option<NodeId>,
    /// `(a, b)` arguments, to be taken apart at the start of the body.
    pub(super) patterns: Vec<(NodeId, Sym)>,
}

/// A method's part in the definition.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// The code as written.
    Body,
    /// Calls another method with more arguments.
    Forward,
    /// Sorts keywords.
    Sorter,
}

impl Expander<'_> {
    /// `function signature body end` or `signature = body`.
    pub(super) fn expand_function(
        &mut self,
        signature: NodeId,
        body: Option<NodeId>,
    ) -> Result<CoreId> {
        let mut type_vars = Vec::new();
        let mut inner = signature;
        while let Some(args) = self.args_of(inner, s::WHERE) {
            for &var in &args[1..] {
                type_vars.push(self.type_variable(var)?);
            }
            inner = args[0];
        }
        let Some(body) = body else {
            return self.fail("a function without methods inside a function");
        };
        if matches!(self.expr(inner), Some((s::TUPLE | s::BLOCK | s::SPLAT, _))) {
            return self.expand_arrow(signature, body);
        }
        let mut return_type = None;
        if let Some(&[call, ty]) = self.ast.with_head(inner, s::TYPED) {
            if self.is_signature(call) {
                return_type = Some(ty);
                inner = call;
            } else {
                return self.expand_arrow(signature, body);
            }
        }
        while let Some(args) = self.args_of(inner, s::WHERE) {
            for &var in &args[1..] {
                type_vars.push(self.type_variable(var)?);
            }
            inner = args[0];
        }
        let Some(parts) = self
            .args_of(inner, s::CALL)
            .filter(|parts| !parts.is_empty())
        else {
            return self.invalid("this is not the signature of a function");
        };
        let (target, self_arg) = self.method_target(parts[0])?;
        let definition = Definition {
            target,
            type_vars,
            return_type,
            patterns: Vec::new(),
        };
        self.define(definition, self_arg, &parts[1..], body)
    }

    /// `args -> body`.
    pub(super) fn expand_arrow(&mut self, args: NodeId, body: NodeId) -> Result<CoreId> {
        let mut type_vars = Vec::new();
        let mut inner = args;
        while let Some(parts) = self.args_of(inner, s::WHERE) {
            for &var in &parts[1..] {
                type_vars.push(self.type_variable(var)?);
            }
            inner = parts[0];
        }
        let mut return_type = None;
        if let Some(&[tuple, ty]) = self.ast.with_head(inner, s::TYPED) {
            if self.has_head(tuple, s::TUPLE) {
                return_type = Some(ty);
                inner = tuple;
            }
        }
        let args = match self.expr(inner) {
            Some((s::TUPLE, parts)) => self.arrow_arguments(&parts),
            // `(a; b = 1) -> …` reads as a block: what follows the semicolon is keywords.
            Some((s::BLOCK, parts)) => {
                let parts: Nodes = parts
                    .into_iter()
                    .filter(|&part| !self.is_line(part))
                    .collect();
                let (positional, keywords) = parts.split_at(parts.len().min(1));
                let keywords = self.arrow_arguments(keywords);
                let mut args = Nodes::new();
                args.push(self.n_expr(s::PARAMETERS, &keywords));
                args.extend(self.arrow_arguments(positional));
                args
            }
            _ => Nodes::from(&[inner][..]),
        };
        let number = self.next_number();
        let name = Sym::new(&format!("#{number}"));
        self.declare_local(name);
        let definition = Definition {
            target: MethodTarget::Name(name),
            type_vars,
            return_type,
            patterns: Vec::new(),
        };
        self.define(definition, Arg::plain(s::SELF, TypeExpr::Any), &args, body)
    }

    /// `y = 1` in a tuple of arguments is a default.
    fn arrow_arguments(&mut self, parts: &[NodeId]) -> Nodes {
        let mut args = Nodes::new();
        for &part in parts {
            args.push(match self.args_of(part, s::ASSIGN) {
                Some(pair) => self.n_expr(s::KW, &pair),
                None => part,
            });
        }
        args
    }

    /// What the definition adds a method to, and the argument that is the function itself.
    fn method_target(&mut self, head: NodeId) -> Result<(MethodTarget, Arg)> {
        let this = |ty| Arg::plain(s::SELF, ty);
        match self.expr(head) {
            None => match *self.ast.node(head) {
                Node::Symbol(name) => {
                    if query::undotted(name).is_some() {
                        return self.invalid(format!("invalid function name `{name}`"));
                    }
                    Ok((MethodTarget::Name(name), this(TypeExpr::Any)))
                }
                Node::GlobalRef(module, name) => Ok((
                    MethodTarget::Other(FunctionName::Qualified(vec![module], name)),
                    this(TypeExpr::Any),
                )),
                _ => self.invalid("this is not the name of a function"),
            },
            Some((s::DOT, _)) => match self.path(head) {
                Some((path, name)) => Ok((
                    MethodTarget::Other(FunctionName::Qualified(path, name)),
                    this(TypeExpr::Any),
                )),
                None => self.fail("this function name"),
            },
            Some((s::CURLY, _)) => Ok((
                MethodTarget::Other(FunctionName::Type(head)),
                this(TypeExpr::Syntax(head)),
            )),
            Some((s::TYPED, parts)) => {
                let (name, ty) = match parts[..] {
                    [ty] => (s::SELF, ty),
                    [name, ty] => match self.ast.as_symbol(name) {
                        Some(name) => (name, ty),
                        None => return self.fail("this callable object"),
                    },
                    _ => return self.fail("this callable object"),
                };
                let arg = Arg::plain(name, TypeExpr::Syntax(ty));
                Ok((MethodTarget::Other(FunctionName::Object(ty)), arg))
            }
            Some((s::INTERPOLATE, _)) => self.fail("`$` in a function name outside `@eval`"),
            Some((head, _)) => self.fail(format!("`{head}` as the name of a function")),
        }
    }

    /// `A.B.f` as path and name.
    fn path(&self, mut id: NodeId) -> Option<(Vec<Sym>, Sym)> {
        let mut names = Vec::new();
        while let Some(&[base, field]) = self.ast.with_head(id, s::DOT) {
            names.push(self.ast.quoted_symbol(field)?);
            id = base;
        }
        names.push(self.ast.as_symbol(id)?);
        names.reverse();
        let name = names.pop()?;
        Some((names, name))
    }

    fn define(
        &mut self,
        mut definition: Definition,
        self_arg: Arg,
        nodes: &[NodeId],
        body: NodeId,
    ) -> Result<CoreId> {
        let (mut keywords, mut positional) = (Nodes::new(), nodes);
        if let Some(parameters) = nodes
            .first()
            .and_then(|&arg| self.args_of(arg, s::PARAMETERS))
        {
            keywords = parameters;
            positional = &nodes[1..];
        }
        let named = !keywords.is_empty() || positional.iter().any(|&arg| self.is_keyword(arg));
        let mut args = vec![self_arg];
        for &node in positional {
            let arg = self.argument(node, named, &mut definition.patterns)?;
            args.push(arg);
        }
        if let Some(arg) = args[..args.len() - 1].iter().find(|arg| arg.splat) {
            return self.invalid(format!("`{}...` is not the last argument", arg.name));
        }
        let annotations = std::mem::take(&mut self.annotations);
        let mut stmts = Vec::new();
        if keywords.is_empty() {
            self.annotations = annotations;
            let annotations = self.annotations.clone();
            let forward =
                self.define_defaults(&definition, &args, Role::Forward, &annotations, &mut stmts);
            forward?;
            let args: Vec<Arg> = args.iter().map(Arg::required).collect();
            self.annotations = annotations;
            let method = self.method(&definition, &args, Role::Body, |this| this.expand(body))?;
            stmts.push(method);
        } else {
            self.define_keywords(&definition, &args, &keywords, body, annotations, &mut stmts)?;
        }
        if let MethodTarget::Name(name) = definition.target {
            let value = self.add(Core::Name(name));
            stmts.push(self.add(Core::Unnecessary(value)));
        } else {
            stmts.push(self.nothing());
        }
        Ok(self.block(stmts))
    }

    /// One argument of a signature. `named`: give a name to those without, because they will be passed on.
    pub(super) fn argument(
        &mut self,
        node: NodeId,
        named: bool,
        patterns: &mut Vec<(NodeId, Sym)>,
    ) -> Result<Arg> {
        let nameless = |this: &mut Self| if named { this.gensym() } else { *UNUSED };
        match self.expr(node) {
            None => match self.ast.as_symbol(node) {
                Some(name) if query::is_underscore(name) => {
                    Ok(Arg::plain(nameless(self), TypeExpr::Any))
                }
                Some(name) => Ok(Arg::plain(name, TypeExpr::Any)),
                None => self.invalid("this is not an argument"),
            },
            Some((s::TYPED, parts)) => match parts[..] {
                [ty] => Ok(Arg::plain(nameless(self), TypeExpr::Syntax(ty))),
                [inner, ty] => Ok(Arg {
                    ty: TypeExpr::Syntax(ty),
                    ..self.argument(inner, named, patterns)?
                }),
                _ => self.invalid("this is not an argument"),
            },
            Some((s::KW | s::ASSIGN, parts)) if parts.len() == 2 => Ok(Arg {
                default: Some(parts[1]),
                ..self.argument(parts[0], named, patterns)?
            }),
            Some((s::SPLAT, parts)) if parts.len() == 1 => Ok(Arg {
                splat: true,
                ..self.argument(parts[0], named, patterns)?
            }),
            Some((s::TUPLE, _)) => {
                let name = self.gensym();
                patterns.push((node, name));
                Ok(Arg::plain(name, TypeExpr::Any))
            }
            Some((s::MACROCALL, parts)) if self.is_nospecialize(parts[0]) && parts.len() == 3 => {
                let name = self.ast.macro_name(parts[0]);
                self.annotate(&name.as_str()[1..]);
                self.argument(parts[2], named, patterns)
            }
            Some((s::MACROCALL, parts)) => {
                let name = self.ast.macro_name(parts[0]);
                self.fail(format!("the macro `{name}` in a signature"))
            }
            Some((head, _)) => self.fail(format!("`{head}` as an argument")),
        }
    }

    /// Methods that fill in defaults: `f(x) = f(x, 2)`.
    pub(super) fn define_defaults(
        &mut self,
        definition: &Definition,
        args: &[Arg],
        role: Role,
        annotations: &[Sym],
        stmts: &mut Vec<CoreId>,
    ) -> Result<()> {
        let Some(first) = args.iter().position(|arg| arg.default.is_some()) else {
            return Ok(());
        };
        let optional: Vec<&Arg> = args[first..].iter().filter(|arg| !arg.splat).collect();
        if let Some(arg) = optional.iter().find(|arg| arg.default.is_none()) {
            return self.invalid(format!(
                "the argument `{}` without a default follows one with a default",
                arg.name
            ));
        }
        for given in 0..optional.len() {
            let mut passed: Vec<Arg> = args[..first].to_vec();
            passed.extend(optional[..given].iter().map(|arg| arg.required()));
            let absent = &optional[given..];
            let values: Vec<NodeId> = absent.iter().filter_map(|arg| arg.default).collect();
            // A default that mentions a missing argument needs the others one at a time.
            let dependent = values
                .iter()
                .any(|&value| absent.iter().any(|arg| self.mentions_anywhere(value, arg)));
            let values = if dependent { &values[..1] } else { &values[..] };
            let type_vars = self.used_type_vars(&definition.type_vars, &passed);
            let part = Definition {
                target: definition.target.clone(),
                type_vars,
                return_type: None,
                patterns: Vec::new(),
            };
            let callee = self.n_symbol(passed[0].name);
            let mut call = Nodes::new();
            for arg in &passed[1..] {
                call.push(self.n_symbol(arg.name));
            }
            call.extend_from_slice(values);
            let call = self.n_call(callee, &call);
            self.annotations = if role == Role::Sorter {
                Vec::new()
            } else {
                annotations.to_vec()
            };
            let method = self.method(&part, &passed, role, |this| this.expand(call))?;
            stmts.push(method);
        }
        Ok(())
    }

    /// Whether a default shares a name, or even a head, with an absent argument or its type: Julia's own test.
    fn mentions_anywhere(&self, value: NodeId, arg: &Arg) -> bool {
        let mut names = vec![arg.name];
        if let TypeExpr::Syntax(ty) = arg.ty {
            names.push(s::TYPED);
            self.contains(ty, |node| {
                if let Node::Symbol(name) | Node::Expr(name, _) = node {
                    names.push(*name);
                }
                false
            });
        }
        self.contains(
            value,
            |node| matches!(node, Node::Symbol(name) | Node::Expr(name, _) if names.contains(name)),
        )
    }

    pub(super) fn used_type_vars(&self, vars: &[TypeVariable], args: &[Arg]) -> Vec<TypeVariable> {
        let in_args = |name: Sym| {
            args.iter().any(|arg| {
                arg.name == name
                    || matches!(arg.ty, TypeExpr::Syntax(ty) if self.mentions(ty, name))
                    || arg
                        .default
                        .is_some_and(|default| self.mentions(default, name))
            })
        };
        let in_bounds = |at: usize, name: Sym| {
            vars[at + 1..].iter().any(|var| {
                [var.lower, var.upper]
                    .into_iter()
                    .flatten()
                    .any(|bound| self.mentions(bound, name))
            })
        };
        vars.iter()
            .enumerate()
            .filter(|&(at, var)| in_args(var.name) || in_bounds(at, var.name))
            .map(|(_, var)| var.clone())
            .collect()
    }

    /// `xs...` or `xs::Vararg{T,N}`.
    pub(super) fn collects(&self, arg: &Arg) -> bool {
        arg.splat
            || matches!(arg.ty, TypeExpr::Syntax(ty)
                if self.function_name(ty) == Some(Sym::new("Vararg")))
    }

    /// One method: its lambda, and the definition of it.
    pub(super) fn method(
        &mut self,
        definition: &Definition,
        args: &[Arg],
        role: Role,
        body: impl FnOnce(&mut Self) -> Result<CoreId>,
    ) -> Result<CoreId> {
        let outer_annotations = std::mem::take(&mut self.annotations);
        self.annotations.clone_from(&outer_annotations);
        self.depth += 1;
        let patterns = if role == Role::Body {
            &definition.patterns[..]
        } else {
            &[]
        };
        let mut return_type = None;
        let scope = self.scope(|this| {
            let mut stmts = Vec::new();
            if role == Role::Body {
                if let Some(ty) = definition.return_type {
                    return_type = Some(this.expand(ty)?);
                }
            }
            for &(pattern, name) in patterns {
                let mut names = Vec::new();
                this.assigned_vars(pattern, &mut names);
                for name in names {
                    this.declare_local(name);
                }
                let value = this.n_symbol(name);
                stmts.push(this.expand_assign(pattern, value)?);
            }
            if !stmts.is_empty() {
                // An empty body returns `nothing`, not what the destructuring gave.
                stmts.push(this.nothing());
            }
            stmts.push(body(this)?);
            Ok(this.block(stmts))
        });
        self.depth -= 1;
        let annotations = std::mem::take(&mut self.annotations);
        let body = scope?;
        let name = match &definition.target {
            MethodTarget::Name(name) => *name,
            MethodTarget::Other(FunctionName::Qualified(_, name)) => *name,
            MethodTarget::Other(FunctionName::Type(ty)) => {
                self.function_name(*ty).unwrap_or(Sym::new("(type)"))
            }
            MethodTarget::Other(_) => Sym::new("(object)"),
        };
        let static_params: Vec<Sym> = definition.type_vars.iter().map(|var| var.name).collect();
        self.check_names(args, &static_params)?;
        let lambda = self.tree.lambdas.push(LambdaData {
            name,
            args: args.iter().map(|arg| arg.name).collect(),
            is_va: args.last().is_some_and(|arg| self.collects(arg)),
            static_params,
            self_arg: if role == Role::Sorter { 2 } else { 0 },
            return_type,
            annotations,
            body,
            span: self.span,
            parent: None,
            arg_vars: Vec::new(),
            captures: Vec::new(),
            captured_params: Vec::new(),
            vars: Vec::new(),
        });
        if let MethodTarget::Name(name) = definition.target {
            self.current_scope().assigned.push(name);
        }
        let method = MethodDef {
            target: definition.target.clone(),
            local: None,
            passed_function: None,
            sorter: role == Role::Sorter,
            lambda,
            params: args[1..]
                .iter()
                .map(|arg| Parameter {
                    name: arg.name,
                    ty: arg.ty.clone(),
                })
                .collect(),
            type_vars: definition.type_vars.clone(),
            return_type: if role == Role::Body {
                definition.return_type
            } else {
                None
            },
        };
        let method = self.tree.methods.push(method);
        Ok(self.add(Core::Method(method)))
    }

    fn check_names(&self, args: &[Arg], static_params: &[Sym]) -> Result<()> {
        let mut seen = rustc_hash::FxHashSet::default();
        for name in args
            .iter()
            .map(|arg| arg.name)
            .filter(|&name| name != *UNUSED)
        {
            if !seen.insert(name) {
                return self.invalid(format!("the argument name `{name}` is not unique"));
            }
        }
        for &name in static_params {
            if !seen.insert(name) {
                return self.invalid(format!("the static parameter `{name}` is not unique"));
            }
        }
        Ok(())
    }
}
