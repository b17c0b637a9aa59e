//! Calls: keywords, splats, literal powers, `do`, tuples and named tuples, array literals, comparisons, `ccall`.
//!
//! ```text
//! f(a; k = 1)        Core.kwfunc(f)(NamedTuple{(:k,)}((1,)), f, a)
//! f(a, xs...)        Core._apply_iterate(iterate, f, (a,), xs)
//! x^2                literal_pow(^, x, Val{2}())
//! a < b < c          a < b ? b < c : false
//! [a b; c d]         hvcat((2, 2), a, b, c, d)
//! ```

use super::{query, Expander, Nodes, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::conventions::{KeywordCall, APPLY, KEYWORD_CALL};
use crate::syntax::lower::core::{Core, CoreId};

impl Expander<'_> {
    pub(super) fn expand_call(&mut self, callee: NodeId, args: &[NodeId]) -> Result<CoreId> {
        let name = match *self.ast.node(callee) {
            Node::Symbol(name) | Node::GlobalRef(_, name) => Some(name),
            _ => None,
        };
        if let Some(name) = name {
            if !args.is_empty() && query::undotted(name).is_some() {
                return self.expand_dot_call(callee, args);
            }
            match name.as_str() {
                "ccall" => return self.expand_ccall(args),
                "new" if self.new_context.is_some() => return self.expand_new(None, args),
                _ => {}
            }
        }
        if let Some(curly) = self.args_of(callee, s::CURLY) {
            if self.new_context.is_some() && self.ast.as_symbol(curly[0]) == Some(Sym::new("new")) {
                return self.expand_new(Some(&curly[1..]), args);
            }
        }
        if args.iter().any(|&arg| self.is_keyword(arg)) {
            return self.expand_keyword_call(callee, args);
        }
        if let Some(parameters) = args
            .first()
            .and_then(|&arg| self.args_of(arg, s::PARAMETERS))
        {
            return if parameters.is_empty() {
                self.expand_call(callee, &args[1..])
            } else {
                self.expand_keyword_call(callee, args)
            };
        }
        if args.iter().any(|&arg| self.is_splat(arg)) {
            return self.expand_splat_call(callee, args);
        }
        if name == Some(s::POWER) && args.len() == 2 && self.is_integer(args[1]) {
            let exponent = self.n_literal_exponent(args[1]);
            return self.call_top("literal_pow", &[callee, args[0], exponent]);
        }
        let mut parts = Vec::with_capacity(args.len() + 1);
        parts.push(self.expand(callee)?);
        for &arg in args {
            parts.push(self.expand(arg)?);
        }
        Ok(self.add_call(&parts))
    }

    /// `Val{n}()`.
    pub(super) fn n_literal_exponent(&mut self, exponent: NodeId) -> NodeId {
        let apply = self.n_core("apply_type");
        let val = self.n_top("Val");
        let ty = self.n_call(apply, &[val, exponent]);
        self.n_call(ty, &[])
    }

    fn expand_splat_call(&mut self, callee: NodeId, args: &[NodeId]) -> Result<CoreId> {
        let (module, name) = *APPLY;
        let mut parts = vec![self.add(Core::Global(Some(module), name))];
        parts.push(self.top("iterate"));
        parts.push(self.expand(callee)?);
        let mut run: Vec<NodeId> = Vec::new();
        for &arg in args {
            match self.args_of(arg, s::SPLAT) {
                Some(inner) => {
                    if !run.is_empty() {
                        parts.push(self.call_core("tuple", &run)?);
                        run.clear();
                    }
                    parts.push(self.expand(inner[0])?);
                }
                None => run.push(arg),
            }
        }
        if !run.is_empty() {
            parts.push(self.call_core("tuple", &run)?);
        }
        Ok(self.add_call(&parts))
    }

    fn expand_keyword_call(&mut self, callee: NodeId, args: &[NodeId]) -> Result<CoreId> {
        let (parameters, args) = match args
            .first()
            .and_then(|&arg| self.args_of(arg, s::PARAMETERS))
        {
            Some(parameters) => (parameters, &args[1..]),
            None => (Nodes::new(), args),
        };
        let mut stmts = Vec::new();
        let callee = self.argument_without_effects(callee, &mut stmts)?;
        let (mut keywords, mut positional) = (Nodes::new(), Nodes::new());
        for &arg in args {
            let arg = self.argument_without_effects(arg, &mut stmts)?;
            if self.is_keyword(arg) {
                keywords.push(arg);
            } else {
                positional.push(arg);
            }
        }
        keywords.extend(parameters);
        let callee = if self.is_path(callee) {
            callee
        } else {
            let value = self.expand(callee)?;
            self.bind(value, &mut stmts)
        };
        let container = self.expand_named_tuple(&keywords)?;
        let container = self.bind(container, &mut stmts);
        let result = self.keyword_call(callee, container, &positional)?;
        if keywords.iter().all(|&keyword| self.is_splat(keyword)) {
            let test = self.call_top("isempty", &[container])?;
            let plain = self.expand_call(callee, &positional)?;
            stmts.push(self.add(Core::If(test, plain, Some(result))));
        } else {
            stmts.push(result);
        }
        Ok(self.block(stmts))
    }

    /// The one place that knows how keywords are passed.
    fn keyword_call(
        &mut self,
        callee: NodeId,
        container: NodeId,
        positional: &[NodeId],
    ) -> Result<CoreId> {
        let mut args = Nodes::new();
        args.push(container);
        args.push(callee);
        args.extend_from_slice(positional);
        match KEYWORD_CALL {
            KeywordCall::Kwfunc => {
                let kwfunc = self.n_core("kwfunc");
                let sorter = self.n_call(kwfunc, &[callee]);
                self.expand_call(sorter, &args)
            }
            KeywordCall::Kwcall => self.call_core("kwcall", &args),
        }
    }

    pub(super) fn expand_do(&mut self, call: NodeId, function: NodeId) -> Result<CoreId> {
        let Some((head @ (s::CALL | s::MACROCALL), parts)) = self.expr(call) else {
            return self.fail("a `do` block on this expression");
        };
        if head == s::MACROCALL {
            return self.fail("a `do` block on a macro call");
        }
        let mut args = Nodes::new();
        let mut rest = &parts[1..];
        if let Some(&first) = rest
            .first()
            .filter(|&&first| self.has_head(first, s::PARAMETERS))
        {
            args.push(first);
            rest = &rest[1..];
        }
        args.push(function);
        args.extend_from_slice(rest);
        self.expand_call(parts[0], &args)
    }

    pub(super) fn expand_tuple(&mut self, args: &[NodeId]) -> Result<CoreId> {
        if let Some(parameters) = args
            .first()
            .and_then(|&arg| self.args_of(arg, s::PARAMETERS))
        {
            return match args {
                [_] => self.expand_named_tuple(&parameters),
                _ => self.invalid("`;` in a tuple"),
            };
        }
        if args.iter().any(|&arg| self.has_head(arg, s::ASSIGN)) {
            return self.expand_named_tuple(args);
        }
        self.call_core("tuple", args)
    }

    /// `NamedTuple{(:a,)}((x,))`, merged with what is splatted into it.
    fn expand_named_tuple(&mut self, elements: &[NodeId]) -> Result<CoreId> {
        let mut merged: Option<NodeId> = None;
        let (mut names, mut values) = (Nodes::new(), Nodes::new());
        for &element in elements {
            match self.expr(element) {
                None => match self.ast.as_symbol(element) {
                    Some(name) => {
                        names.push(self.n_quoted(name));
                        values.push(element);
                    }
                    None => return self.invalid("a named tuple needs names"),
                },
                Some((s::ASSIGN | s::KW, parts)) if parts.len() == 2 => {
                    let Some(name) = self.ast.as_symbol(parts[0]) else {
                        return self
                            .invalid("the name of a keyword argument must be an identifier");
                    };
                    names.push(self.n_quoted(name));
                    values.push(parts[1]);
                }
                Some((s::DOT, parts))
                    if parts.len() == 2 && self.ast.quoted_symbol(parts[1]).is_some() =>
                {
                    names.push(parts[1]);
                    values.push(element);
                }
                Some((s::CALL, parts))
                    if parts.len() == 3 && self.ast.as_symbol(parts[0]) == Some(s::PAIR) =>
                {
                    let before = self.take_named_tuple(&mut names, &mut values);
                    merged = self.merge_named(merged, before);
                    let pair = self.n_named_tuple(&[parts[1]], &[parts[2]]);
                    merged = self.merge_named(merged, Some(pair));
                }
                Some((s::SPLAT, parts)) if parts.len() == 1 => {
                    let before = self.take_named_tuple(&mut names, &mut values);
                    merged = self.merge_named(merged, before);
                    let base = match merged {
                        Some(base) => base,
                        None => {
                            let empty = self.n_top("NamedTuple");
                            self.n_call(empty, &[])
                        }
                    };
                    let merge = self.n_top("merge");
                    merged = Some(self.n_call(merge, &[base, parts[0]]));
                }
                Some((head, _)) => {
                    return self.invalid(format!(
                        "`{head}` in a named tuple or among keyword arguments"
                    ));
                }
            }
        }
        let last = self.take_named_tuple(&mut names, &mut values);
        match self.merge_named(merged, last) {
            Some(tuple) => self.expand(tuple),
            None => self.call_core("NamedTuple", &[]),
        }
    }

    fn take_named_tuple(&mut self, names: &mut Nodes, values: &mut Nodes) -> Option<NodeId> {
        if names.is_empty() {
            return None;
        }
        let tuple = self.n_named_tuple(names, values);
        names.clear();
        values.clear();
        Some(tuple)
    }

    fn merge_named(&mut self, old: Option<NodeId>, new: Option<NodeId>) -> Option<NodeId> {
        match (old, new) {
            (Some(old), Some(new)) => {
                let merge = self.n_top("merge");
                Some(self.n_call(merge, &[old, new]))
            }
            (old, new) => old.or(new),
        }
    }

    fn n_named_tuple(&mut self, names: &[NodeId], values: &[NodeId]) -> NodeId {
        let tuple = self.n_core("tuple");
        let names = self.n_call(tuple, names);
        let base = self.n_core("NamedTuple");
        let apply = self.n_core("apply_type");
        let ty = self.n_call(apply, &[base, names]);
        let tuple = self.n_core("tuple");
        let values = self.n_call(tuple, values);
        self.n_call(ty, &[values])
    }

    pub(super) fn expand_array(&mut self, head: Sym, args: &[NodeId]) -> Result<CoreId> {
        if args.iter().any(|&arg| self.has_head(arg, s::PARAMETERS)) {
            return self.invalid("`;` in an array");
        }
        if args.iter().any(|&arg| self.has_head(arg, s::ASSIGN)) {
            return self.invalid("an assignment in an array");
        }
        let (element, rows) = match head {
            s::TYPED_VCAT | s::TYPED_HCAT => (args.first().copied(), &args[1..]),
            _ => (None, args),
        };
        let by_rows = matches!(head, s::VCAT | s::TYPED_VCAT)
            && rows.iter().any(|&row| self.has_head(row, s::ROW));
        if !by_rows {
            return self.call_top(head.as_str(), args);
        }
        let mut lengths = Nodes::new();
        let mut elements = Nodes::new();
        for &row in rows {
            match self.args_of(row, s::ROW) {
                Some(row) => {
                    lengths.push(self.n_int(row.len() as i64));
                    elements.extend(row);
                }
                None => {
                    lengths.push(self.n_int(1));
                    elements.push(row);
                }
            }
        }
        let mut parts = Nodes::new();
        parts.extend(element);
        parts.push(self.n_expr(s::TUPLE, &lengths));
        parts.extend(elements);
        let callee = if element.is_some() {
            "typed_hvcat"
        } else {
            "hvcat"
        };
        self.call_top(callee, &parts)
    }

    /// A chain of comparisons: the middle terms are evaluated once; scalar ones stop at the first that fails, dotted
    /// ones are joined by `.&` and fuse with it.
    pub(super) fn expand_comparison(&mut self, args: &[NodeId]) -> Result<CoreId> {
        let mut terms: Vec<NodeId> = args.to_vec();
        let mut result: Option<NodeId> = None;
        let mut at = 0;
        while at + 2 < terms.len() {
            let mut part = self.compare_one(&mut terms, at);
            let dotted = self.is_dotted(terms[at + 1]);
            at += 2;
            while !dotted && at + 2 < terms.len() && !self.is_dotted(terms[at + 1]) {
                let next = self.compare_one(&mut terms, at);
                part = self.n_expr(s::ANDAND, &[part, next]);
                at += 2;
            }
            result = Some(match result {
                None => part,
                Some(before) => {
                    let and = self.n_symbol(Sym::new(".&"));
                    self.n_call(and, &[before, part])
                }
            });
        }
        match result {
            Some(result) => self.expand(result),
            None => self.invalid("a comparison needs two sides"),
        }
    }

    /// `left op right`, with `right` in a temporary if it is compared again.
    fn compare_one(&mut self, terms: &mut [NodeId], at: usize) -> NodeId {
        let mut stmts = Nodes::new();
        let again = at + 3 < terms.len();
        if again && !self.is_atom(terms[at + 2]) {
            let (_, temp) = self.n_temp();
            stmts.push(self.n_expr(s::ASSIGN, &[temp, terms[at + 2]]));
            terms[at + 2] = temp;
        }
        // A dotted comparison does not short-circuit, so its other side must be computed even if this one is false.
        if !self.is_dotted(terms[at + 1])
            && terms
                .get(at + 5)
                .is_some_and(|&operator| self.is_dotted(operator))
            && !self.is_atom(terms[at + 4])
        {
            let (_, temp) = self.n_temp();
            stmts.push(self.n_expr(s::ASSIGN, &[temp, terms[at + 4]]));
            terms[at + 4] = temp;
        }
        let comparison = self.n_call(terms[at + 1], &[terms[at], terms[at + 2]]);
        if stmts.is_empty() {
            return comparison;
        }
        stmts.push(comparison);
        self.n_expr(s::BLOCK, &stmts)
    }

    fn is_dotted(&self, operator: NodeId) -> bool {
        self.ast
            .as_symbol(operator)
            .is_some_and(|name| query::undotted(name).is_some())
    }

    /// `ccall(f, R, (A,), a)`: the arguments are converted as Julia does, the call itself stays opaque.
    fn expand_ccall(&mut self, args: &[NodeId]) -> Result<CoreId> {
        if args.len() < 3 {
            return self.invalid("too few arguments to `ccall`");
        }
        let convention = self.ast.as_symbol(args[1]).filter(|name| {
            matches!(
                name.as_str(),
                "cdecl" | "stdcall" | "fastcall" | "thiscall" | "llvmcall"
            )
        });
        let rest = if convention.is_some() {
            &args[2..]
        } else {
            &args[1..]
        };
        let [_result, types, actuals @ ..] = rest else {
            return self.invalid("too few arguments to `ccall`");
        };
        let Some(types) = self.args_of(*types, s::TUPLE) else {
            return self.invalid("the argument types of `ccall` must be a tuple");
        };
        let mut stmts = Vec::new();
        let mut converted = Vec::new();
        for (at, &actual) in actuals.iter().enumerate() {
            let Some(&ty) = types.get(at).or(types.last()) else {
                return self.invalid("more arguments than types in `ccall`");
            };
            let ty = self.args_of(ty, s::SPLAT).map_or(ty, |inner| inner[0]);
            if self.ast.as_symbol(ty) == Some(Sym::new("Any")) {
                converted.push(actual);
                continue;
            }
            let value = self.call_top("cconvert", &[ty, actual])?;
            let root = self.bind(value, &mut stmts);
            let convert = self.n_top("unsafe_convert");
            converted.push(self.n_call(convert, &[ty, root]));
        }
        let mut operands = Vec::new();
        let named = self.is_quoted(args[0]) || self.has_head(args[0], s::TUPLE);
        if !named && !matches!(self.ast.node(args[0]), Node::Str(_)) {
            operands.push(self.expand(args[0])?);
        }
        for node in converted {
            operands.push(self.expand(node)?);
        }
        stmts.push(self.opaque(Sym::new("foreigncall"), &operands));
        Ok(self.block(stmts))
    }

    /// `new(args...)` in an inner constructor: fields are converted to their types.
    fn expand_new(&mut self, braces: Option<&[NodeId]>, args: &[NodeId]) -> Result<CoreId> {
        let context = self.new_context.clone().expect("inside a constructor");
        let arguments = braces.map_or(context.arguments.clone(), <[NodeId]>::to_vec);
        if arguments.len() != context.params.len() {
            return self.invalid("`new` needs as many type parameters as the type has");
        }
        if args
            .iter()
            .any(|&arg| self.is_keyword(arg) || self.has_head(arg, s::PARAMETERS))
        {
            return self.invalid("`new` does not take keyword arguments");
        }
        let mut stmts = Vec::new();
        let name = self.add(Core::Global(None, context.type_name));
        let ty = if arguments.is_empty() {
            name
        } else {
            let mut parts = vec![self.core("apply_type"), name];
            for &argument in &arguments {
                parts.push(self.expand(argument)?);
            }
            self.add_call(&parts)
        };
        let splats = args.iter().filter(|&&arg| self.is_splat(arg)).count();
        if args.len() - splats > context.field_types.len() {
            return self.invalid(format!(
                "`new` with more arguments than `{}` has fields",
                context.type_name
            ));
        }
        if splats > 0 {
            if context.field_types.iter().any(Option::is_some) {
                return self.fail("`new` with a splat for typed fields");
            }
            let tuple = self.call_core("tuple", args)?;
            return Ok(self.opaque(Sym::new("splatnew"), &[ty, tuple]));
        }
        let ty = self.bind(ty, &mut stmts);
        let same_params = arguments
            .iter()
            .zip(&context.params)
            .all(|(&argument, &param)| self.ast.as_symbol(argument) == Some(param));
        let mut parts = vec![self.expand(ty)?];
        for (at, &arg) in args.iter().enumerate() {
            let Some(field) = context.field_types[at] else {
                parts.push(self.expand(arg)?);
                continue;
            };
            let simple = same_params
                && self.ast.as_symbol(field).is_some_and(|name| {
                    context.params.contains(&name) && context.static_params.contains(&name)
                });
            let field = if simple {
                field
            } else {
                let fieldtype = self.n_core("fieldtype");
                let position = self.n_int(at as i64 + 1);
                self.n_call(fieldtype, &[ty, position])
            };
            parts.push(self.call_top("convert", &[field, arg])?);
        }
        stmts.push(self.add_new(&parts));
        Ok(self.block(stmts))
    }
}
