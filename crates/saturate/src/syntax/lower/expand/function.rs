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
//! A static parameter is kept on those of the methods whose arguments mention it.

use super::{query, Expander, Nodes, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::conventions::UNUSED;
use crate::syntax::lower::core::{Core, CoreId, LambdaData, MethodDef, MethodTarget};
use crate::syntax::lower::item::{FunctionName, Parameter, TypeExpr, TypeVariable};

/// An argument as written.
#[derive(Clone)]
struct Arg {
    name: Sym,
    ty: TypeExpr,
    default: Option<NodeId>,
    splat: bool,
}

impl Arg {
    fn plain(name: Sym, ty: TypeExpr) -> Arg {
        Arg {
            name,
            ty,
            default: None,
            splat: false,
        }
    }

    fn required(&self) -> Arg {
        Arg {
            default: None,
            ..self.clone()
        }
    }
}

/// What the methods of one definition share.
struct Definition {
    target: MethodTarget,
    type_vars: Vec<TypeVariable>,
    return_type: Option<NodeId>,
    /// `(a, b)` arguments, to be taken apart at the start of the body.
    patterns: Vec<(NodeId, Sym)>,
}

/// A method's part in the definition.
#[derive(Clone, Copy, PartialEq)]
enum Role {
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
            names.push(self.quoted_symbol(field)?);
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
    fn argument(
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
                self.argument(parts[2], named, patterns)
            }
            Some((s::MACROCALL, parts)) => {
                let name = self.macro_name(parts[0]);
                self.fail(format!("the macro `{name}` in a signature"))
            }
            Some((head, _)) => self.fail(format!("`{head}` as an argument")),
        }
    }

    /// Methods that fill in defaults: `f(x) = f(x, 2)`.
    fn define_defaults(
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

    fn used_type_vars(&self, vars: &[TypeVariable], args: &[Arg]) -> Vec<TypeVariable> {
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

    fn define_keywords(
        &mut self,
        definition: &Definition,
        args: &[Arg],
        keywords: &[NodeId],
        body: NodeId,
        annotations: Vec<Sym>,
        stmts: &mut Vec<CoreId>,
    ) -> Result<()> {
        let mut names = Vec::new();
        let mut rest = None;
        for (at, &node) in keywords.iter().enumerate() {
            let mut patterns = Vec::new();
            let arg = self.argument(node, true, &mut patterns)?;
            if arg.splat {
                if at + 1 < keywords.len() {
                    return self.invalid("`...` before the last keyword argument");
                }
                rest = Some(arg);
                continue;
            }
            let default = match arg.default {
                Some(default) => default,
                None => {
                    let error = self.n_core("UndefKeywordError");
                    let quoted = self.n_quoted(arg.name);
                    let error = self.n_call(error, &[quoted]);
                    let throw = self.n_core("throw");
                    self.n_call(throw, &[error])
                }
            };
            names.push((arg.required(), default));
        }
        let function = match &definition.target {
            MethodTarget::Name(name) => FunctionName::Plain(*name),
            MethodTarget::Other(name) => name.clone(),
        };
        let base = match &function {
            FunctionName::Plain(name) | FunctionName::Qualified(_, name) => name.as_str(),
            _ => "_",
        };
        let hash = if base.starts_with('#') { "" } else { "#" };
        let number = self.next_number();
        let mangled = Sym::new(&format!("{hash}{base}#{number}"));
        let positional: Vec<Arg> = args.iter().map(Arg::required).collect();
        let function_arg = Arg::plain(args[0].name, TypeExpr::Function(function.clone()));

        // The body: keywords, the function, then the positional arguments.
        let mut body_args = vec![Arg::plain(Sym::new("#body#"), TypeExpr::Any)];
        body_args.extend(names.iter().map(|(arg, _)| arg.clone()));
        body_args.extend(
            rest.as_ref()
                .map(|rest| Arg::plain(rest.name, TypeExpr::Any)),
        );
        body_args.push(function_arg.clone());
        body_args.extend_from_slice(&positional[1..]);
        let inner = Definition {
            target: MethodTarget::Name(mangled),
            type_vars: definition.type_vars.clone(),
            return_type: definition.return_type,
            patterns: definition.patterns.clone(),
        };
        self.annotations = annotations.clone();
        let method = self.method(&inner, &body_args, Role::Body, |this| this.expand(body))?;
        stmts.push(method);

        let type_vars = self.used_type_vars(&definition.type_vars, args);
        let keyword_vars: Vec<Sym> = definition
            .type_vars
            .iter()
            .map(|var| var.name)
            .filter(|&name| !type_vars.iter().any(|var| var.name == name))
            .collect();
        let outer = Definition {
            target: definition.target.clone(),
            type_vars,
            return_type: None,
            patterns: Vec::new(),
        };
        let ordered = names.iter().any(|(arg, _)| {
            names.iter().any(|&(_, value)| {
                self.contains(
                    value,
                    |node| matches!(node, Node::Symbol(name) if *name == arg.name),
                )
            })
        });
        let mangled = self.n_symbol(mangled);

        // Without keywords.
        let values: Nodes = names
            .iter()
            .map(|(arg, value)| {
                if ordered {
                    self.n_symbol(arg.name)
                } else {
                    *value
                }
            })
            .collect();
        let no_rest = rest.is_some().then(|| {
            let empty = self.n_core("NamedTuple");
            let empty = self.n_call(empty, &[]);
            let pairs = self.n_top("pairs");
            self.n_call(pairs, &[empty])
        });
        let call = self.n_body_call(mangled, &values, no_rest, &positional);
        let plain = if ordered {
            let bindings: Vec<(Sym, NodeId)> = names
                .iter()
                .map(|(arg, value)| (arg.name, *value))
                .collect();
            self.n_nested_let(&bindings, call)
        } else {
            call
        };
        self.define_defaults(&outer, args, Role::Forward, &annotations, stmts)?;
        self.annotations = annotations;
        let method = self.method(&outer, &positional, Role::Forward, |this| {
            this.expand(plain)
        })?;
        stmts.push(method);

        // The sorter.
        let container = self.gensym();
        let optional = args.iter().any(|arg| arg.default.is_some());
        let sorter_name = if optional { self.gensym() } else { *UNUSED };
        let mut sorter_args = vec![
            Arg::plain(sorter_name, args[0].ty.clone()),
            Arg::plain(container, TypeExpr::Any),
            function_arg,
        ];
        sorter_args.extend_from_slice(&args[1..]);
        let sorter = self.n_sorter(
            container,
            &names,
            rest.as_ref(),
            mangled,
            &positional,
            &keyword_vars,
        );
        self.define_defaults(&outer, &sorter_args, Role::Sorter, &[], stmts)?;
        let sorter_args: Vec<Arg> = sorter_args.iter().map(Arg::required).collect();
        self.annotations = Vec::new();
        let method = self.method(&outer, &sorter_args, Role::Sorter, |this| {
            this.expand(sorter)
        })?;
        stmts.push(method);
        Ok(())
    }

    /// `return mangled(keywords..., rest, function, positional...)`.
    fn n_body_call(
        &mut self,
        mangled: NodeId,
        keywords: &[NodeId],
        rest: Option<NodeId>,
        positional: &[Arg],
    ) -> NodeId {
        let mut args = Nodes::from(keywords);
        args.extend(rest);
        args.extend(self.n_pass_on(positional));
        let call = self.n_call(mangled, &args);
        self.n_expr(s::RETURN, &[call])
    }

    /// The arguments as a call passes them on.
    fn n_pass_on(&mut self, args: &[Arg]) -> Nodes {
        let mut nodes = Nodes::new();
        for arg in args {
            let name = self.n_symbol(arg.name);
            nodes.push(if self.collects(arg) {
                self.n_expr(s::SPLAT, &[name])
            } else {
                name
            });
        }
        nodes
    }

    fn n_nested_let(&mut self, bindings: &[(Sym, NodeId)], body: NodeId) -> NodeId {
        let mut node = body;
        for &(name, value) in bindings.iter().rev() {
            let name = self.n_symbol(name);
            let binding = self.n_expr(s::ASSIGN, &[name, value]);
            let inner = self.n_expr(s::BLOCK, &[node]);
            node = self.n_expr(s::LET, &[binding, inner]);
        }
        node
    }

    fn n_sorter(
        &mut self,
        container: Sym,
        keywords: &[(Arg, NodeId)],
        rest: Option<&Arg>,
        mangled: NodeId,
        positional: &[Arg],
        keyword_vars: &[Sym],
    ) -> NodeId {
        let container = self.n_symbol(container);
        let mut bindings = Vec::new();
        for (arg, default) in keywords {
            let quoted = self.n_quoted(arg.name);
            let getindex = self.n_top("getindex");
            let mut value = self.n_call(getindex, &[container, quoted]);
            if let TypeExpr::Syntax(ty) = arg.ty {
                if !keyword_vars.iter().any(|&var| self.mentions(ty, var)) {
                    value = self.n_checked_keyword(value, arg.name, ty);
                }
            }
            let haskey = self.n_top("haskey");
            let test = self.n_call(haskey, &[container, quoted]);
            bindings.push((arg.name, self.n_expr(s::IF, &[test, value, *default])));
        }
        let mut stmts = Nodes::new();
        let left = if keywords.is_empty() {
            container
        } else {
            let names: Nodes = keywords
                .iter()
                .map(|(arg, _)| self.n_quoted(arg.name))
                .collect();
            let names = self.n_expr(s::TUPLE, &names);
            let base = self.n_core("NamedTuple");
            let ty = self.n_expr(s::CURLY, &[base, names]);
            let diff = self.n_top("structdiff");
            self.n_call(diff, &[container, ty])
        };
        let pairs = self.n_top("pairs");
        let left = self.n_call(pairs, &[left]);
        let remaining = match rest {
            Some(rest) => {
                let name = Sym::new(&format!("{}...", rest.name));
                self.n_symbol(name)
            }
            None => self.n_temp().1,
        };
        stmts.push(self.n_expr(s::ASSIGN, &[remaining, left]));
        if rest.is_none() {
            let isempty = self.n_top("isempty");
            let test = self.n_call(isempty, &[remaining]);
            let kwerr = self.n_top("kwerr");
            let mut args = Nodes::new();
            args.push(container);
            args.extend(self.n_pass_on(positional));
            let error = self.n_call(kwerr, &args);
            let nothing = self.n_nothing();
            stmts.push(self.n_expr(s::IF, &[test, nothing, error]));
        }
        let values: Nodes = keywords
            .iter()
            .map(|(arg, _)| self.n_symbol(arg.name))
            .collect();
        let passed = rest.is_some().then_some(remaining);
        stmts.push(self.n_body_call(mangled, &values, passed, positional));
        let inner = self.n_expr(s::BLOCK, &stmts);
        self.n_nested_let(&bindings, inner)
    }

    /// `t = value; t isa T ? nothing : throw(TypeError(…)); t`.
    fn n_checked_keyword(&mut self, value: NodeId, name: Sym, ty: NodeId) -> NodeId {
        let (_, temp) = self.n_temp();
        let set = self.n_expr(s::ASSIGN, &[temp, value]);
        let isa = self.n_core("isa");
        let test = self.n_call(isa, &[temp, ty]);
        let error = self.n_core("TypeError");
        let what = self.n_quoted(Sym::new("keyword argument"));
        let name = self.n_quoted(name);
        let error = self.n_expr(s::NEW_OBJECT, &[error, what, name, ty, temp]);
        let throw = self.n_core("throw");
        let throw = self.n_call(throw, &[error]);
        let nothing = self.n_nothing();
        let check = self.n_expr(s::IF, &[test, nothing, throw]);
        self.n_expr(s::BLOCK, &[set, check, temp])
    }

    /// `xs...` or `xs::Vararg{T,N}`.
    fn collects(&self, arg: &Arg) -> bool {
        arg.splat
            || matches!(arg.ty, TypeExpr::Syntax(ty)
                if self.function_name(ty) == Some(Sym::new("Vararg")))
    }

    /// One method: its lambda, and the definition of it.
    fn method(
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
