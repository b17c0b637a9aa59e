//! Reads rule sets from Julia syntax.
//!
//! ```julia
//! @rules trig begin
//!     sin(~x::Number)^2 + cos(~x)^2 --> 1
//!     ~a::Comptime{Integer} + ~b::Comptime{Integer} => ~a + ~b
//!     @relaxed broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)
//!     if one_use(~x)
//!         double(halve(~x)) == ~x + zero(~x)
//!     end
//!     for ~i in ~r
//!         (~y)[~i] = twice((~x)[~i])
//!     end --> twice!(~y, ~x, ~r)
//!     @arg(layer, 2) => W             # or layer.arg[2] ⇒ W
//!     @cost sin 10
//!     @cost *(A::Matrix, B::Matrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)
//!     @shape outer(x, y) (length(x), length(y))
//!     @effects draw reads alloc
//!     @opaque parse_file              # calls of it are never looked into
//!     @transparent half               # its body always stands in place of a call
//!     @generic area(::Shape)          # its methods mean the same: equal values of other types may be given to it
//! end
//! ```
//!
//! A file is either such blocks or plain statements, which then are one set with the name of the file. Whatever is wrong is
//! said at definition with its position; the other statements are still read, so that all errors come at once.

use super::condition::Condition;
use super::cost::{self, Cost};
use super::loops;
use super::lower::{global, lower};
use super::pattern::{Constraint, PatternError};
use super::rule::{
    ArgRule, CostRule, EffectsRule, Rhs, Rule, RuleSet, RuleText, ShapeRule, Signature, VarDecl,
    View,
};
use super::several::{self, Beside};
use super::term::{Term, Var};
use super::tilde::Variables;
use crate::diag::{Diagnostic, Source, Span};
use crate::effects::Effects;
use crate::host::Host;
use crate::ir::slots::Literal;
use crate::ir::Type;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use crate::syntax::known_argument::{known_argument, value_name, KnownArgument};
use cranelift_entity::PrimaryMap;
use indexmap::IndexMap;

/// The largest cost of a call: sums over a program, loops included, stay far from where they lose digits or overflow.
pub const MAX_COST: f64 = 1e12;

/// Reads the rules of a text: one set per `@rules` block, and one for what stands outside.
pub fn read(source: Source, host: &mut dyn Host) -> Result<RuleSet, Vec<Diagnostic>> {
    let parsed = crate::syntax::parse(source.clone());
    let mut errors = parsed.diagnostics;
    let name = stem(source.name());
    let mut union: Option<RuleSet> = None;
    let mut plain = Reader::new(&parsed.ast, &name, host);
    for &statement in &parsed.toplevel {
        match block(&parsed.ast, statement) {
            Some((name, body)) => {
                let span = parsed.ast.span(statement);
                match read_block(&parsed.ast, name, body, span, plain.host) {
                    Ok(set) => union = Some(union.map_or(set.clone(), |union| union.union(&set))),
                    Err(more) => errors.extend(more),
                }
            }
            None => plain.statement(statement, &mut Vec::new(), false),
        }
    }
    errors.append(&mut plain.errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut rules = plain.rules;
    if rules.is_empty() {
        return Ok(union.unwrap_or_else(|| RuleSet::new(name)));
    }
    rules.push_text(RuleText {
        name,
        span: Span::new(0, source.text().len() as u32),
        source,
    });
    Ok(union.map_or(rules.clone(), |union| union.union(&rules)))
}

/// Reads the body of one `@rules` block; `span` is the whole block.
pub fn read_block(
    ast: &Ast,
    name: Sym,
    body: NodeId,
    span: Span,
    host: &mut dyn Host,
) -> Result<RuleSet, Vec<Diagnostic>> {
    let mut reader = Reader::new(ast, name.as_str(), host);
    reader.statement(body, &mut Vec::new(), false);
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    reader.rules.push_text(RuleText {
        name: name.to_string(),
        source: ast.source.clone(),
        span,
    });
    Ok(reader.rules)
}

/// Name and body of `@rules name begin … end`.
fn block(ast: &Ast, id: NodeId) -> Option<(Sym, NodeId)> {
    let args = macro_args(ast, id, s::RULES)?;
    match args[..] {
        [name, body] => Some((ast.as_symbol(name)?, body)),
        _ => None,
    }
}

/// The arguments of a macro call, if it is one of this macro.
fn macro_args(ast: &Ast, id: NodeId, name: Sym) -> Option<Vec<NodeId>> {
    let args = ast.with_head(id, s::MACROCALL)?;
    (ast.as_symbol(args[0])? == name).then(|| {
        args[1..]
            .iter()
            .copied()
            .filter(|&arg| !matches!(ast.node(arg), Node::Line(_) | Node::Nothing))
            .collect()
    })
}

/// `rules/trig.jl` is named `trig`.
fn stem(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".jl").unwrap_or(file).to_owned()
}

struct Reader<'a, 'h> {
    ast: &'a Ast,
    host: &'h mut dyn Host,
    rules: RuleSet,
    errors: Vec<Diagnostic>,
    /// How many rewriting lines were read: they are numbered from 1.
    lines: u32,
    /// How many values behind `$` were read.
    values: usize,
}

/// The arrows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrow {
    Forward,
    Both,
    Dynamic,
}

/// The variables of a rule.
struct Declared {
    on_left: Variables,
    on_right: Variables,
    vars: PrimaryMap<Var, VarDecl>,
    names: IndexMap<Sym, Var>,
}

impl<'a, 'h> Reader<'a, 'h> {
    fn new(ast: &'a Ast, name: &str, host: &'h mut dyn Host) -> Reader<'a, 'h> {
        Reader {
            ast,
            host,
            rules: RuleSet::new(name),
            errors: Vec::new(),
            lines: 0,
            values: 0,
        }
    }

    fn fail(&mut self, at: NodeId, message: impl Into<String>) {
        let diagnostic = Diagnostic::at(&self.ast.source, self.ast.span(at), message);
        self.errors.push(diagnostic);
    }

    /// Reads a statement under these conditions.
    ///
    /// Recursion follows the nesting of `if` and `@relaxed`, which the parser has bounded.
    fn statement(&mut self, id: NodeId, conditions: &mut Vec<NodeId>, relaxed: bool) {
        let ast = self.ast;
        if matches!(ast.node(id), Node::Line(_) | Node::Nothing) {
            return;
        }
        if let Some(args) = macro_args(ast, id, s::RELAXED) {
            match args[..] {
                [rule] => self.statement(rule, conditions, true),
                _ => self.fail(
                    id,
                    "`@relaxed` stands before one rule, or one `begin` … `end`",
                ),
            }
            return;
        }
        if let Some(args) = macro_args(ast, id, s::COST) {
            return self.cost(id, &args);
        }
        if let Some(args) = macro_args(ast, id, s::SHAPE) {
            return self.shape(id, &args);
        }
        if let Some(args) = macro_args(ast, id, s::EFFECTS) {
            return self.effects(id, &args);
        }
        if let Some(args) = macro_args(ast, id, s::OPAQUE_CALLS) {
            return self.view(id, &args, View::Opaque);
        }
        if let Some(args) = macro_args(ast, id, s::TRANSPARENT) {
            return self.view(id, &args, View::Transparent);
        }
        if let Some(args) = macro_args(ast, id, s::GENERIC) {
            return self.generic(id, &args);
        }
        match ast.as_expr(id) {
            Some((s::BLOCK, statements)) => {
                for &statement in statements {
                    self.statement(statement, conditions, relaxed);
                }
            }
            Some((s::IF, &[_, body, ..])) if ast.with_head(body, s::BLOCK).is_none() => {
                let message = "`?` takes the arrow into its condition";
                let diagnostic = Diagnostic::at(&ast.source, ast.span(id), message);
                self.errors
                    .push(diagnostic.help("put the right side into parentheses"));
            }
            Some((s::IF, &[condition, body])) => {
                conditions.push(condition);
                self.statement(body, conditions, relaxed);
                conditions.pop();
            }
            Some((s::IF, _)) => self.fail(id, "`if` around rules has no `else`"),
            Some((s::LONG_ARROW, &[left, right])) => {
                self.rule(id, Arrow::Forward, left, right, conditions, relaxed);
            }
            Some((s::CALL, &[arrow, left, right])) => match ast.as_symbol(arrow) {
                Some(s::LONG_ARROW | s::RIGHT_ARROW) => {
                    self.rule(id, Arrow::Forward, left, right, conditions, relaxed);
                }
                Some(s::EQ) => self.rule(id, Arrow::Both, left, right, conditions, relaxed),
                Some(s::PAIR | s::DOUBLE_ARROW) => match known_argument(ast, id) {
                    Some(line) => self.arg(id, &line),
                    None => self.rule(id, Arrow::Dynamic, left, right, conditions, relaxed),
                },
                _ => self.fail(id, NO_RULE),
            },
            _ => self.fail(id, NO_RULE),
        }
    }

    fn rule(
        &mut self,
        id: NodeId,
        arrow: Arrow,
        left: NodeId,
        right: NodeId,
        conditions: &[NodeId],
        relaxed: bool,
    ) {
        self.lines += 1;
        if loops::is_loop(self.ast, left) {
            return self.loop_rule(id, arrow, (left, right), conditions, relaxed);
        }
        match self.try_rule(id, arrow, left, right, conditions) {
            Ok(rules) if relaxed && rules.iter().any(|rule| rule.pattern.is_beside()) => {
                self.fail(
                    id,
                    "`@relaxed` is no word for a left side of several parts: they have no effects",
                );
            }
            Ok(rules) => {
                for mut rule in rules {
                    rule.relaxed = relaxed;
                    self.rules.push(rule);
                }
            }
            Err(diagnostic) => self.errors.push(diagnostic),
        }
    }

    /// A rule whose left side is a [loop](loops).
    fn loop_rule(
        &mut self,
        id: NodeId,
        arrow: Arrow,
        (left, right): (NodeId, NodeId),
        conditions: &[NodeId],
        relaxed: bool,
    ) {
        if arrow != Arrow::Forward || relaxed || !conditions.is_empty() {
            return self.fail(left, LOOP);
        }
        let read = self.variables(left, right, arrow).and_then(|declared| {
            let Declared {
                on_left,
                on_right,
                vars,
                names,
            } = declared;
            let variables = (&on_left, &on_right);
            loops::read(self.ast, (left, right), variables, vars, &names, self.host)
        });
        match read {
            Ok(mut rule) => {
                rule.name = format!("{}.{}", self.rules.name(), self.lines);
                rule.at = Some((self.ast.source.clone(), self.ast.span(id)));
                self.rules.push_loop(rule);
            }
            Err(diagnostic) => self.errors.push(diagnostic),
        }
    }

    /// The variables of both sides: those on the right are on the left, too.
    fn variables(
        &mut self,
        left: NodeId,
        right: NodeId,
        arrow: Arrow,
    ) -> Result<Declared, Diagnostic> {
        let ast = self.ast;
        let on_left = Variables::find(ast, left)?;
        let on_right = Variables::find(ast, right)?;
        for (name, &(span, _)) in &on_right.names {
            if !on_left.names.contains_key(name) {
                let message = format!("unbound variable `~{name}` on the right side");
                return Err(Diagnostic::at(&ast.source, span, message));
            }
        }
        for (name, &(span, splat)) in &on_right.names {
            if on_left.names[name].1 != splat {
                let message = format!("`~{name}` is followed by `...` on one side only");
                return Err(Diagnostic::at(&ast.source, span, message));
            }
        }
        let mut vars: PrimaryMap<Var, VarDecl> = PrimaryMap::new();
        let mut names: IndexMap<Sym, Var> = IndexMap::new();
        for &name in on_left.names.keys() {
            let constraint = None;
            names.insert(name, vars.push(VarDecl { name, constraint }));
        }
        let mut annotations = on_left.annotations.clone();
        if arrow != Arrow::Dynamic {
            annotations.extend_from_slice(&on_right.annotations);
        }
        for annotation in annotations {
            let constraint = self.constraint(annotation.ty)?;
            let earlier = &mut vars[names[&annotation.name]].constraint;
            if earlier.is_some_and(|known| known != constraint) {
                let message = format!("`~{}` has two different types", annotation.name);
                let span = ast.span(annotation.ty);
                return Err(Diagnostic::at(&ast.source, span, message));
            }
            *earlier = Some(constraint);
        }
        Ok(Declared {
            on_left,
            on_right,
            vars,
            names,
        })
    }

    fn try_rule(
        &mut self,
        id: NodeId,
        arrow: Arrow,
        left: NodeId,
        right: NodeId,
        conditions: &[NodeId],
    ) -> Result<Vec<Rule>, Diagnostic> {
        let ast = self.ast;
        let fail = |at: NodeId, message: String| Diagnostic::at(&ast.source, ast.span(at), message);
        let Declared {
            on_left,
            on_right,
            vars,
            names,
        } = self.variables(left, right, arrow)?;
        let bare = on_left.name(ast, left);
        let no_predicate = || {
            let message = if conditions.is_empty() {
                BARE
            } else {
                NO_PREDICATE
            };
            fail(left, message.into())
        };
        if bare.is_some() && (arrow != Arrow::Forward || conditions.is_empty()) {
            return Err(no_predicate());
        }
        let lhs = lower(ast, left, &on_left, &names, self.host)?;
        let name = format!("{}.{}", self.rules.name(), self.lines);
        let at = Some((ast.source.clone(), ast.span(id)));
        let guards = |lhs: &Term, host: &mut dyn Host| {
            let read = |&condition: &NodeId| {
                Condition::new(ast, condition, &names, lhs, host)?.read(condition)
            };
            conditions.iter().map(read).collect::<Result<Vec<_>, _>>()
        };
        let make = |name: String, lhs: Term, beside: Beside, rhs: Rhs, guards, side: NodeId| {
            let mut rule = Rule::beside(name, vars.clone(), lhs, beside, rhs, guards)
                .map_err(|error| fail(side, explain(error).into()))?;
            rule.at = at.clone();
            Ok(rule)
        };
        let alone = Beside::default();
        let is_tuple = ast.with_head(left, s::TUPLE).is_some();
        if let Some(parts) = several::parts(&lhs).filter(|_| is_tuple) {
            if arrow != Arrow::Forward {
                return Err(fail(left, SEVERAL.into()));
            }
            let all = lower(ast, right, &on_right, &names, self.host)?;
            let mut rules = Vec::with_capacity(parts.len());
            for before in 0..parts.len() {
                let (lhs, others) = several::beside(&lhs, parts, before);
                let rhs = several::result(&all, before, self.host)
                    .map_err(|message| fail(right, message))?;
                let guards = guards(&lhs, self.host)?;
                let name = format!("{name}[{}]", before + 1);
                let beside = Beside {
                    others: &others,
                    before,
                };
                rules.push(make(name, lhs, beside, Rhs::Term(rhs), guards, left)?);
            }
            return Ok(rules);
        }
        let guards = guards(&lhs, self.host)?;
        if let Some(var) = bare.map(|name| names[&name]) {
            let implied = guards.iter().find_map(|guard| guard.implied(var));
            let lhs = implied.ok_or_else(no_predicate)?.clone();
            let rhs = Rhs::Term(lower(ast, right, &on_right, &names, self.host)?);
            let rule = make(name, lhs, alone, rhs, guards, left)?;
            return Ok(vec![rule.about(var)]);
        }
        match arrow {
            Arrow::Dynamic => {
                let (code, used) = self.dynamic(left, right, &on_right, &vars, &names)?;
                let rhs = Rhs::Dynamic(code, used);
                Ok(vec![make(name, lhs, alone, rhs, guards, left)?])
            }
            Arrow::Forward => {
                let rhs = Rhs::Term(lower(ast, right, &on_right, &names, self.host)?);
                Ok(vec![make(name, lhs, alone, rhs, guards, left)?])
            }
            Arrow::Both => {
                for (name, &(span, _)) in &on_left.names {
                    if !on_right.names.contains_key(name) {
                        let message = format!(
                            "`~{name}` is only on the left side: `==` goes both ways, write `-->`"
                        );
                        return Err(Diagnostic::at(&ast.source, span, message));
                    }
                }
                let rhs = lower(ast, right, &on_right, &names, self.host)?;
                let back = format!("{name}'");
                let there = Rhs::Term(rhs.clone());
                let there = make(name, lhs.clone(), alone, there, guards.clone(), left)?;
                let back = make(back, rhs, alone, Rhs::Term(lhs), guards, right)?;
                Ok(vec![there, back])
            }
        }
    }

    /// Compiles a dynamic right side.
    fn dynamic(
        &mut self,
        left: NodeId,
        right: NodeId,
        on_right: &Variables,
        vars: &PrimaryMap<Var, VarDecl>,
        names: &IndexMap<Sym, Var>,
    ) -> Result<(crate::host::Evaluator, Vec<Var>), Diagnostic> {
        let ast = self.ast;
        let is_constant = |var: Var| matches!(vars[var].constraint, Some(Constraint::Comptime(_)));
        if !vars.keys().any(is_constant) {
            let message = "a dynamic rule needs a compile-time constant on its left side";
            return Err(Diagnostic::at(&ast.source, ast.span(left), message)
                .help("write `~x::Comptime{T}`"));
        }
        for (name, &(span, _)) in &on_right.names {
            if !is_constant(names[name]) {
                let message = format!("`~{name}` has no value when the rule is applied");
                return Err(Diagnostic::at(&ast.source, span, message)
                    .help(format!("write `~{name}::Comptime{{T}}` on the left side")));
            }
        }
        let params: Vec<Sym> = on_right.names.keys().copied().collect();
        let mut copy = Ast::new(ast.source.clone());
        let body = on_right.copy(ast, right, self.host, |name| name, &mut copy);
        let code = self
            .host
            .compile(&copy, body, &params)
            .map_err(|message| Diagnostic::at(&ast.source, ast.span(right), message))?;
        Ok((code, params.iter().map(|name| names[name]).collect()))
    }

    /// `T`, `Comptime`, `Comptime{T}`.
    fn constraint(&mut self, id: NodeId) -> Result<Constraint, Diagnostic> {
        let ast = self.ast;
        if ast.as_symbol(id) == Some(s::COMPTIME) {
            return Ok(Constraint::Comptime(self.host.any()));
        }
        match ast.with_head(id, s::CURLY) {
            Some(&[head, ty]) if ast.as_symbol(head) == Some(s::COMPTIME) => {
                Ok(Constraint::Comptime(self.ty(ty)?))
            }
            _ => Ok(Constraint::Type(self.ty(id)?)),
        }
    }

    fn ty(&mut self, id: NodeId) -> Result<Type, Diagnostic> {
        parse_type(self.ast, id, self.host)
    }

    fn arg(&mut self, id: NodeId, line: &KnownArgument) {
        let (ast, value) = (self.ast, line.value);
        let &[function, index] = &line.parts[..] else {
            return self.fail(id, "`@arg` takes a function and the number of an argument");
        };
        let index = match ast.node(index) {
            Node::Int(index @ 1..=0xffff) => *index as u32,
            _ => return self.fail(index, "the number of an argument counts from 1"),
        };
        let named = function;
        let Some(function) = self.function(function) else {
            return;
        };
        if let Some(most) = self.host.most_arguments(function) {
            if index as usize > most {
                let name = self.host.show_constant(function);
                let plural = if most == 1 { "" } else { "s" };
                let message =
                    format!("`{name}` has {most} argument{plural}, and no number {index}");
                return self.fail(named, message);
            }
        }
        let found = match line.interpolated(ast) {
            Some(_) => {
                let name = value_name(Sym::new(self.rules.name()), self.values);
                self.values += 1;
                global(self.host, &ast.source, None, name)
                    .map_err(|_| "the value behind `$` could not be computed".into())
            }
            None => self.value(value),
        };
        let value = match found.and_then(|it| self.host.snapshot(it)) {
            Ok(value) => value,
            Err(message) => return self.fail(value, message),
        };
        self.rules.push_arg(ArgRule {
            function,
            index,
            value,
            at: Some((ast.source.clone(), ast.span(id))),
        });
    }

    /// The value of an expression without variables.
    fn value(&mut self, id: NodeId) -> Result<crate::ir::Const, String> {
        if let Some(name) = self.ast.as_symbol(id) {
            return global(self.host, &self.ast.source, None, name);
        }
        let literal = match self.ast.node(id) {
            Node::Int(value) => Literal::Int(*value),
            Node::Float64(value) => Literal::Float64(*value),
            Node::Bool(value) => Literal::Bool(*value),
            _ => {
                let code = self.host.compile(self.ast, id, &[])?;
                return self
                    .host
                    .evaluate(code, &[])?
                    .ok_or_else(|| "the value is `nothing`".into());
            }
        };
        Ok(self.host.literal(&literal))
    }

    /// The function that a name stands for; reports if there is none.
    fn function(&mut self, id: NodeId) -> Option<crate::ir::Const> {
        let ast = self.ast;
        let name = match ast.as_expr(id) {
            Some((s::DOT, &[module, name])) => match ast.node(name) {
                Node::Quote(name) => ast.as_symbol(module).map(Some).zip(ast.as_symbol(*name)),
                _ => None,
            },
            _ => ast.as_symbol(id).map(|name| (None, name)),
        };
        let Some((module, name)) = name else {
            self.fail(id, "expected the name of a function");
            return None;
        };
        match global(self.host, &ast.source, module, name) {
            Ok(function) => Some(function),
            Err(message) => {
                self.fail(id, message);
                None
            }
        }
    }

    /// `f`, `f(::T, ::U)` or `f(A::T, B)`, with the names of the arguments.
    fn signature(&mut self, id: NodeId) -> Option<(Signature, Vec<Option<Sym>>)> {
        let ast = self.ast;
        let Some(parts) = ast.with_head(id, s::CALL) else {
            let function = self.function(id)?;
            return Some((
                Signature {
                    function,
                    args: None,
                },
                Vec::new(),
            ));
        };
        let function = self.function(parts[0])?;
        let (mut args, mut names) = (Vec::new(), Vec::new());
        for &arg in &parts[1..] {
            let (name, ty) = match (ast.with_head(arg, s::TYPED), ast.as_symbol(arg)) {
                (Some(&[ty]), _) => (None, Some(ty)),
                (Some(&[name, ty]), _) => (ast.as_symbol(name), Some(ty)),
                (None, Some(name)) => (Some(name), None),
                _ => {
                    self.fail(arg, "expected `::T`, `A::T` or a name");
                    return None;
                }
            };
            if name.is_some() && names.contains(&name) {
                self.fail(arg, "two arguments have this name");
                return None;
            }
            names.push(name);
            match ty.map(|ty| self.ty(ty)) {
                Some(Ok(ty)) => args.push(ty),
                Some(Err(diagnostic)) => {
                    self.errors.push(diagnostic);
                    return None;
                }
                None => args.push(self.host.any()),
            }
        }
        let args = Some(args);
        Some((Signature { function, args }, names))
    }

    fn cost(&mut self, id: NodeId, args: &[NodeId]) {
        let ast = self.ast;
        let &[calls, cost] = args else {
            let message = "`@cost` takes a function or signature, and a number or an expression";
            return self.fail(id, message);
        };
        let number = match ast.node(cost) {
            Node::Int(number) => Some(*number as f64),
            Node::Float64(number) => Some(*number),
            Node::Expr(s::CALL, _) | Node::Symbol(_) => None,
            _ => Some(f64::NAN),
        };
        if number.is_some_and(|number| !(0.0..=MAX_COST).contains(&number)) {
            let message = format!("a cost is a number from 0 to {MAX_COST:e}");
            return self.fail(cost, message);
        }
        let Some((calls, names)) = self.signature(calls) else {
            return;
        };
        let cost = match number {
            Some(number) => Cost::Number(number),
            None => match cost::Reader::cost(ast, cost, &names) {
                Ok(expr) => Cost::Sized(expr),
                Err(diagnostic) => return self.errors.push(diagnostic),
            },
        };
        self.rules.push_cost(CostRule {
            calls,
            cost,
            at: Some((ast.source.clone(), ast.span(id))),
        });
    }

    /// `@shape f(A, B) (size(A, 1), size(B, 2))`; one size without parentheses is that of a vector.
    fn shape(&mut self, id: NodeId, args: &[NodeId]) {
        let ast = self.ast;
        let &[calls, shape] = args else {
            return self.fail(id, "`@shape` takes a signature, and a tuple of sizes");
        };
        let Some((calls, names)) = self.signature(calls) else {
            return;
        };
        let dimensions = match ast.with_head(shape, s::TUPLE) {
            Some(dimensions) => dimensions,
            None => std::slice::from_ref(&shape),
        };
        let mut sizes = Vec::with_capacity(dimensions.len());
        for &dimension in dimensions {
            match cost::Reader::cost(ast, dimension, &names) {
                Ok(expr) => sizes.push(expr),
                Err(diagnostic) => return self.errors.push(diagnostic),
            }
        }
        self.rules.push_shape(ShapeRule {
            calls,
            sizes,
            at: Some((ast.source.clone(), ast.span(id))),
        });
    }

    /// `@opaque f`, `@transparent f`.
    fn view(&mut self, id: NodeId, args: &[NodeId], view: View) {
        let &[function] = args else {
            return self.fail(id, "`@opaque` and `@transparent` take a function");
        };
        let Some((calls, _)) = self.signature(function) else {
            return;
        };
        match calls.args {
            None => self.rules.push_view(calls.function, view),
            Some(_) => self.fail(id, "`@opaque` and `@transparent` are for all calls of a function: write its name alone"),
        }
    }

    /// `@generic f`, `@generic f(::T, ::U)`.
    fn generic(&mut self, id: NodeId, args: &[NodeId]) {
        let &[calls] = args else {
            return self.fail(id, "`@generic` takes a function or signature");
        };
        if let Some((calls, _)) = self.signature(calls) {
            self.rules.push_generic(calls);
        }
    }

    fn effects(&mut self, id: NodeId, args: &[NodeId]) {
        let ast = self.ast;
        let Some((&calls, words)) = args.split_first().filter(|(_, words)| !words.is_empty())
        else {
            return self.fail(id, "`@effects` takes a function or signature, and words");
        };
        let mut effects = Effects::PURE;
        for &word in words {
            let text = ast.as_symbol(word).map_or("", Sym::as_str);
            match Effects::from_word(text) {
                Some(more) => effects |= more,
                None => {
                    let known: Vec<&str> = Effects::words().collect();
                    let message = format!("unknown effect `{}`", slice(ast, word));
                    let diagnostic = Diagnostic::at(&ast.source, ast.span(word), message);
                    self.errors
                        .push(diagnostic.help(format!("known are {}", known.join(", "))));
                    return;
                }
            }
        }
        // An author says what a function does, not to which memory.
        if effects.intersects(Effects::READS | Effects::WRITES | Effects::ALIASES) {
            effects |= Effects::GLOBAL;
        }
        if let Some((calls, _)) = self.signature(calls) {
            // Of a type: of its constructor, and of every call that is given its values.
            let given = match calls.args {
                None => self.host.as_type(calls.function),
                Some(_) => None,
            };
            self.rules.push_effects(EffectsRule {
                calls,
                given,
                effects,
                at: Some((ast.source.clone(), ast.span(id))),
            });
        }
    }
}

/// The text of a node.
pub(super) fn slice(ast: &Ast, id: NodeId) -> &str {
    let span = ast.span(id);
    &ast.source.text()[span.start as usize..span.end as usize]
}

/// The type that an expression of the text names.
pub(super) fn parse_type(ast: &Ast, id: NodeId, host: &mut dyn Host) -> Result<Type, Diagnostic> {
    host.parse_type(slice(ast, id))
        .map_err(|message| Diagnostic::at(&ast.source, ast.span(id), message))
}

const NO_RULE: &str =
    "not a rule: expected `-->` (or `→`), `==`, `=>` (or `⇒`), `if`, `@relaxed`, `@arg`, `@cost`, `@shape`, `@effects`, `@opaque`, `@transparent` or `@generic`";
const BARE: &str = "the left side is a bare variable: it would match everything";
const NO_PREDICATE: &str = "a rule about a bare variable takes `-->`, and a condition that is a predicate of it: `if p(~x) ~x --> … end`";
const SEVERAL: &str = "a left side of several parts takes `-->`; for a tuple that the program makes, write `tuple(…)`";

const LOOP: &str = "a rule whose left side is a loop takes `-->`, no condition and no `@relaxed`: say by types what it is about, and let the function on the right ask the rest";

fn explain(error: PatternError) -> &'static str {
    match error {
        PatternError::Empty => "the left side is empty",
        PatternError::BareVariable => BARE,
        PatternError::BareConstant => "the left side is a constant: there is nothing to match",
        PatternError::TooDeep => "the left side is nested too deeply",
        PatternError::Unrelated => {
            "a part of the left side shares no variable with the others: nothing says which belong together"
        }
        PatternError::MisplacedSplat => {
            "a variable with `...` can only stand among the arguments of a call"
        }
    }
}
