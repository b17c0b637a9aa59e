//! Type expressions of the syntax tree, evaluated.
//!
//! ```text
//! Vector{<:Real}                      Array{T,1} where T<:Real
//! Tuple{Int, Vararg{T}} where T       Int is an alias of Int64; T is bound by the where
//! typeof(sin), Type{Int}, Val{:x}     functions, types and symbols as parameters
//! Vector{Flot64}                      error at `Flot64`: unknown type (did you mean `Float64`?)
//! ```
//!
//! Names are looked up in the caller's scope first (type parameters, local aliases), then among the table's global
//! names. Variables bound by a `where` inside the expression shadow both.

use super::define::TypeError;
use super::table::{Tail, TypeTable, Value, MAX_DEPTH};
use super::ty;
use crate::diag::Diagnostic;
use crate::ir::Type;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};

/// What a name of the caller's scope stands for: a type, a variable, or the handle of another parameter.
pub type Scope<'a> = &'a dyn Fn(Sym) -> Option<Type>;

/// A `where` variable with its lower and upper bound.
pub type Bounded = (Type, Type, Type);

struct Evaluator<'a> {
    types: &'a TypeTable,
    ast: &'a Ast,
    scope: Scope<'a>,
    /// Variables of the `where`s around the current node, innermost last.
    bound: Vec<Sym>,
    depth: u16,
}

impl TypeTable {
    /// The type that an expression stands for.
    pub fn eval_type(&self, ast: &Ast, node: NodeId, scope: Scope<'_>) -> Result<Type, Diagnostic> {
        let handle = self.eval_param(ast, node, scope)?;
        if self.is_value(handle) {
            let message = format!("expected a type, found the value `{}`", self.show(handle));
            return Err(Diagnostic::at(&ast.source, ast.span(node), message));
        }
        Ok(handle)
    }

    /// The type or other parameter that an expression stands for, by its handle.
    pub fn eval_param(
        &self,
        ast: &Ast,
        node: NodeId,
        scope: Scope<'_>,
    ) -> Result<Type, Diagnostic> {
        self.evaluator(ast, scope).eval(node)
    }

    fn evaluator<'a>(&'a self, ast: &'a Ast, scope: Scope<'a>) -> Evaluator<'a> {
        Evaluator {
            types: self,
            ast,
            scope,
            bound: Vec::new(),
            depth: 0,
        }
    }
}

impl Evaluator<'_> {
    fn error<T>(&self, node: NodeId, message: impl Into<String>) -> Result<T, Diagnostic> {
        let span = self.ast.span(node);
        Err(Diagnostic::at(&self.ast.source, span, message))
    }

    fn made(&self, node: NodeId, made: Result<Type, TypeError>) -> Result<Type, Diagnostic> {
        made.or_else(|why| self.error(node, why.to_string()))
    }

    fn eval(&mut self, node: NodeId) -> Result<Type, Diagnostic> {
        if self.depth >= MAX_DEPTH {
            return self.error(node, TypeError::TooDeep.to_string());
        }
        self.depth += 1;
        let handle = self.eval_inner(node);
        self.depth -= 1;
        handle
    }

    fn eval_inner(&mut self, node: NodeId) -> Result<Type, Diagnostic> {
        let types = self.types;
        if let Some(value) = self.literal(node)? {
            return Ok(types.value(value));
        }
        if let Some(name) = self.ast.as_symbol(node) {
            return self.named(node, name);
        }
        let Some((head, args)) = self.ast.as_expr(node) else {
            return self.error(node, "this is not a type");
        };
        let args = args.to_vec();
        match (head, &args[..]) {
            (s::CURLY, [name, params @ ..]) => self.curly(node, *name, params),
            (s::WHERE, [body, variables @ ..]) => {
                let outer = self.bound.len();
                let variables = self.variables(variables)?;
                let body = self.eval(*body);
                self.bound.truncate(outer);
                Ok(types.rewrap_where(body?, &variables))
            }
            (s::CALL, [callee, of]) if self.is_name(*callee, "typeof") => self.type_of(*of),
            (s::DOT, [module, field]) => match self.ast.quoted_symbol(*field) {
                Some(name) if name.as_str() == "Box" && self.is_name(*module, "Core") => {
                    Ok(ty::boxed())
                }
                // The prelude's, whatever the program calls by that name.
                Some(name) if self.is_name(*module, "Base") && types.own_type(name).is_some() => {
                    types.named(name).map_or_else(|| self.named(node, name), Ok)
                }
                Some(name) => self.named(node, name),
                None => self.error(node, "this is not a type"),
            },
            (s::MACROCALL, [name, .., fields]) if self.is_name(*name, "@NamedTuple") => {
                self.named_tuple(*fields)
            }
            (s::SUBTYPE | s::SUPERTYPE, [_]) => self.error(
                node,
                "a bound without a variable stands only among the parameters of a type",
            ),
            _ => self.error(node, format!("`{head}` is not supported in a type")),
        }
    }

    fn is_name(&self, node: NodeId, name: &str) -> bool {
        self.ast.as_symbol(node).is_some_and(|s| s.as_str() == name)
    }

    fn named(&self, node: NodeId, name: Sym) -> Result<Type, Diagnostic> {
        if self.bound.contains(&name) {
            return Ok(self.types.variable(name));
        }
        if let Some(found) = (self.scope)(name).or_else(|| self.types.named(name)) {
            return Ok(found);
        }
        let unknown = self.error(node, format!("unknown type `{name}`"));
        let near = closest(name.as_str(), &self.types.names());
        unknown.map_err(|d: Diagnostic| match near {
            Some(near) => d.help(format!("did you mean `{near}`?")),
            None => d,
        })
    }

    fn literal(&self, node: NodeId) -> Result<Option<Value>, Diagnostic> {
        Ok(Some(match self.ast.node(node) {
            Node::Int(value) => Value::Int(*value),
            Node::Bool(value) => Value::Bool(*value),
            Node::Char(code) => Value::Char(*code),
            Node::UInt(width, bits) => Value::Bits(Sym::new(&format!("UInt{width}")), *bits),
            Node::Float64(value) => Value::Bits("Float64".into(), u128::from(value.to_bits())),
            Node::Float32(value) => Value::Bits("Float32".into(), u128::from(value.to_bits())),
            Node::Quote(inner) => match self.ast.as_symbol(*inner) {
                Some(name) => Value::Sym(name),
                None => return self.error(node, "only a symbol can be quoted in a type"),
            },
            Node::Expr(s::TUPLE, args) => {
                let mut values = Vec::new();
                for &arg in self.ast.args(*args) {
                    match self.literal(arg)? {
                        Some(value) => values.push(value),
                        None => return self.error(arg, "a tuple in a type holds literals only"),
                    }
                }
                Value::Tuple(values)
            }
            _ => return Ok(None),
        }))
    }

    fn curly(&mut self, node: NodeId, name: NodeId, params: &[NodeId]) -> Result<Type, Diagnostic> {
        let types = self.types;
        let shadowed =
            |this: &Self, sym: Sym| this.bound.contains(&sym) || (this.scope)(sym).is_some();
        let special = self
            .ast
            .as_symbol(name)
            .filter(|&sym| !shadowed(self, sym))
            .map_or("", |sym| sym.as_str());
        match special {
            "Union" => {
                let mut members = Vec::new();
                for &param in params {
                    members.push(self.type_param(param)?);
                }
                Ok(types.union(&members))
            }
            "Tuple" => self.tuple(params),
            "Vararg" => self.error(node, "`Vararg` stands only at the end of a `Tuple`"),
            _ => {
                let base = self.eval(name)?;
                let mut handles = Vec::new();
                let mut variables = Vec::new();
                for &param in params {
                    handles.push(self.bounded_param(param, &mut variables)?);
                }
                let made = self.made(node, types.instantiate(base, &handles))?;
                Ok(types.rewrap_where(made, &variables))
            }
        }
    }

    fn type_param(&mut self, node: NodeId) -> Result<Type, Diagnostic> {
        let handle = self.eval(node)?;
        if self.types.is_value(handle) {
            return self.error(node, "a value cannot stand here, only a type");
        }
        Ok(handle)
    }

    /// A parameter, or `<:B` and `>:B`, which stand for a variable around the type.
    fn bounded_param(
        &mut self,
        node: NodeId,
        variables: &mut Vec<Bounded>,
    ) -> Result<Type, Diagnostic> {
        let (lower, upper) = match self.ast.as_expr(node) {
            Some((s::SUBTYPE, &[bound])) => (ty::bottom(), self.type_param(bound)?),
            Some((s::SUPERTYPE, &[bound])) => (self.type_param(bound)?, ty::any()),
            _ => return self.eval(node),
        };
        // The name cannot be written, so nothing is captured.
        let name = format!("T#{}", variables.len());
        let variable = self.types.variable(name.as_str().into());
        variables.push((variable, lower, upper));
        Ok(variable)
    }

    fn tuple(&mut self, params: &[NodeId]) -> Result<Type, Diagnostic> {
        let mut elements = Vec::new();
        let mut variables = Vec::new();
        let mut tail = None;
        for (at, &param) in params.iter().enumerate() {
            let vararg: Option<Vec<NodeId>> = if self.is_name(param, "Vararg") {
                Some(Vec::new())
            } else {
                let curly = self.ast.with_head(param, s::CURLY);
                curly
                    .filter(|args| self.is_name(args[0], "Vararg"))
                    .map(|args| args[1..].to_vec())
            };
            let Some(vararg) = vararg else {
                elements.push(self.bounded_param(param, &mut variables)?);
                continue;
            };
            if at + 1 != params.len() {
                return self.error(param, "`Vararg` stands only at the end of a `Tuple`");
            }
            let element = match vararg.first() {
                Some(&element) => self.bounded_param(element, &mut variables)?,
                None => ty::any(),
            };
            let count = match vararg.get(1) {
                Some(&count) => Some(self.eval(count)?),
                None => None,
            };
            if count.is_some_and(|n| self.types.as_int(n).is_some_and(|n| n < 0)) {
                return self.error(param, "a `Vararg` has no negative length");
            }
            tail = Some(Tail { element, count });
        }
        let made = self.types.tuple_with(&elements, tail);
        Ok(self.types.rewrap_where(made, &variables))
    }

    fn type_of(&mut self, of: NodeId) -> Result<Type, Diagnostic> {
        let (module, name) = match self.ast.as_expr(of) {
            Some((s::DOT, &[module, field])) => match self.ast.node(field) {
                Node::Quote(name) => (self.ast.as_symbol(module), self.ast.as_symbol(*name)),
                _ => (None, None),
            },
            _ => (None, self.ast.as_symbol(of)),
        };
        let own = name.and_then(|name| self.types.own_function(name));
        match name {
            Some(name) if name == s::NOTHING => Ok(ty::nothing()),
            Some(name) if name.as_str() == "missing" => Ok(ty::missing()),
            Some(name) if module.is_none_or(|module| module == s::MAIN) => {
                Ok(self.types.function_type(own.unwrap_or(name)))
            }
            Some(name) => Ok(self.types.function_type(name)),
            None => self.error(of, "`typeof` in a type takes the name of a function"),
        }
    }

    fn named_tuple(&mut self, fields: NodeId) -> Result<Type, Diagnostic> {
        let Some(fields) = self.ast.with_head(fields, s::BRACES) else {
            return self.error(fields, "`@NamedTuple` takes its fields in braces");
        };
        let (mut names, mut elements) = (Vec::new(), Vec::new());
        for &field in fields {
            let (name, element) = match self.ast.with_head(field, s::TYPED) {
                Some(&[name, element]) => (name, self.type_param(element)?),
                _ => (field, ty::any()),
            };
            match self.ast.as_symbol(name) {
                Some(name) => names.push(name),
                None => return self.error(name, "a field of `@NamedTuple` is a name"),
            }
            elements.push(element);
        }
        Ok(self.types.named_tuple(&names, &elements))
    }

    /// Bounds are read in the scope of the variables before; all variables are in scope afterwards.
    fn variables(&mut self, nodes: &[NodeId]) -> Result<Vec<Bounded>, Diagnostic> {
        let mut variables = Vec::new();
        for &node in nodes {
            let (name, lower, upper) = match self.ast.as_expr(node) {
                None => (node, None, None),
                Some((s::SUBTYPE, &[name, upper])) => (name, None, Some(upper)),
                Some((s::SUPERTYPE, &[name, lower])) => (name, Some(lower), None),
                Some((s::COMPARISON, &[lower, first, name, second, upper]))
                    if self.ast.as_symbol(first) == Some(s::SUBTYPE)
                        && self.ast.as_symbol(second) == Some(s::SUBTYPE) =>
                {
                    (name, Some(lower), Some(upper))
                }
                _ => return self.error(node, "expected a type variable with its bounds"),
            };
            let Some(name) = self.ast.as_symbol(name) else {
                return self.error(name, "expected the name of a type variable");
            };
            let lower = match lower {
                Some(lower) => self.type_param(lower)?,
                None => ty::bottom(),
            };
            let upper = match upper {
                Some(upper) => self.type_param(upper)?,
                None => ty::any(),
            };
            self.bound.push(name);
            variables.push((self.types.variable(name), lower, upper));
        }
        Ok(variables)
    }
}

/// The candidate that differs least from `name`, if it differs little.
fn closest(name: &str, candidates: &[Sym]) -> Option<Sym> {
    let limit = if name.len() < 4 { 1 } else { 2 };
    candidates
        .iter()
        .map(|&candidate| (distance(name, candidate.as_str()), candidate))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// How many characters must be inserted, removed or replaced; case alone counts one in all.
fn distance(a: &str, b: &str) -> usize {
    if a.to_lowercase() == b.to_lowercase() {
        return 1;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Source;
    use crate::syntax::parse_expression;

    fn eval(types: &TypeTable, text: &str) -> Result<Type, Diagnostic> {
        let (ast, node) = parse_expression(Source::new("type", text))?;
        types.eval_type(&ast, node, &|_| None)
    }

    #[test]
    fn what_is_shown_reads_back() {
        let types = TypeTable::new();
        for (text, shown) in [
            ("Int", "Int64"),
            ("Array{Float64,1}", "Vector{Float64}"),
            ("Array{T,2} where T", "Matrix"),
            ("Array{T,N} where {T<:Real,N}", "Array{<:Real}"),
            ("Array{Float64}", "Array{Float64}"),
            ("AbstractVector{<:Integer}", "AbstractVector{<:Integer}"),
            ("Vector{>:Int}", "Vector{>:Int64}"),
            ("Pair{T,T} where T", "Pair{T, T} where T"),
            ("Pair{T,Int} where T", "Pair{<:Any, Int64}"),
            ("Pair{A,B} where {B,A}", "Pair{<:Any, B} where B"),
            (
                "Pair{T,S} where {T, S<:Vector{T}}",
                "Pair{T, <:Vector{T}} where T",
            ),
            (
                "Tuple{S,T} where {S, Int<:T<:Real}",
                "Tuple{S, T} where {S, Int64<:T<:Real}",
            ),
            ("Union{Int,Nothing}", "Union{Nothing, Int64}"),
            ("Union{}", "Union{}"),
            ("Union{Int}", "Int64"),
            ("Tuple{Int,Vararg{Any}}", "Tuple{Int64, Vararg{Any}}"),
            ("Tuple{Vararg{Int,2}}", "Tuple{Int64, Int64}"),
            ("NTuple{4,Int}", "NTuple{4, Int64}"),
            ("NTuple{N,Int} where N", "NTuple{N, Int64} where N"),
            (
                "Tuple{String,Int,Int,Int,Int}",
                "Tuple{String, Vararg{Int64, 4}}",
            ),
            ("Tuple{}", "Tuple{}"),
            ("Tuple", "Tuple"),
            ("typeof(sin)", "typeof(sin)"),
            ("typeof(+)", "typeof(+)"),
            ("typeof(nothing)", "Nothing"),
            ("Type{Int}", "Type{Int64}"),
            ("Type{<:Real}", "Type{<:Real}"),
            ("Type", "Type"),
            ("Val{:x}", "Val{:x}"),
            ("Val{(:a, 1, true)}", "Val{(:a, 1, true)}"),
            ("Val{0x02}", "Val{0x02}"),
            ("Base.RefValue{Int}", "Base.RefValue{Int64}"),
            (
                "NamedTuple{(:a,:b),Tuple{Int,Any}}",
                "@NamedTuple{a::Int64, b}",
            ),
            ("@NamedTuple{a::Int}", "@NamedTuple{a::Int64}"),
            (
                "VecOrMat{Float64}",
                "Union{Vector{Float64}, Matrix{Float64}}",
            ),
            (
                "Vector{T} where T<:(Vector{S} where S<:Real)",
                "Vector{<:Vector{<:Real}}",
            ),
        ] {
            let made = eval(&types, text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(types.show(made), shown, "{text}");
            assert_eq!(eval(&types, shown).unwrap(), made, "{shown}");
        }
    }

    #[test]
    fn errors_have_a_place_and_a_hint() {
        let types = TypeTable::new();
        for (text, message) in [
            (
                "Vector{Flot64}",
                "type:1:8: unknown type `Flot64` (did you mean `Float64`?)",
            ),
            (
                "int64",
                "type:1:1: unknown type `int64` (did you mean `Int64`?)",
            ),
            ("Zebra", "type:1:1: unknown type `Zebra`"),
            ("Int64{2}", "type:1:1: the type `Int64` takes no parameters"),
            (
                "Complex{String}",
                "type:1:1: in `Complex`, expected T<:Real, got `String`",
            ),
            ("3", "type:1:1: expected a type, found the value `3`"),
            (
                "Union{Int,3}",
                "type:1:11: a value cannot stand here, only a type",
            ),
            (
                "Tuple{Vararg{Int},Int}",
                "type:1:7: `Vararg` stands only at the end of a `Tuple`",
            ),
            (
                "Vector{T} where f(T)",
                "type:1:17: expected a type variable with its bounds",
            ),
            ("x -> x", "type:1:1: `->` is not supported in a type"),
        ] {
            assert_eq!(
                eval(&types, text).unwrap_err().to_string(),
                message,
                "{text}"
            );
        }
        let deep = format!("{}Int{}", "Ref{".repeat(5000), "}".repeat(5000));
        assert!(eval(&types, &deep).is_err());
    }

    #[test]
    fn the_scope_comes_before_global_names() {
        let types = TypeTable::new();
        let (ast, node) = parse_expression(Source::new("type", "Vector{Int}")).unwrap();
        let scope = |name: Sym| (name.as_str() == "Int").then(ty::string);
        let made = types.eval_type(&ast, node, &scope).unwrap();
        assert_eq!(types.show(made), "Vector{String}");
    }
}
