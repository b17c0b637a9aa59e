//! Keyword arguments of a definition: the body, the method without keywords, the sorter.
//!
//! ```text
//! f(x; k::Int = 1) = e     #f#1(k::Int, f, x) = e
//!                          f(x) = #f#1(1, f, x)
//!                          kwfunc(f)(kws, f, x) = begin
//!                              k = haskey(kws, :k) ? kws[:k] : 1            with a check of its type
//!                              isempty(pairs(structdiff(kws, NamedTuple{(:k,)}))) || kwerr(kws, f, x)
//!                              #f#1(k, f, x)
//!                          end
//! ```
//!
//! A default that mentions another keyword is evaluated after it. A keyword without a default throws
//! `UndefKeywordError` when it is missing.

use super::function::{Arg, Definition, Role};
use super::{Expander, Nodes, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::conventions::UNUSED;
use crate::syntax::lower::core::{CoreId, MethodTarget};
use crate::syntax::lower::item::{FunctionName, TypeExpr};

impl Expander<'_> {
    pub(super) fn define_keywords(
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
}
