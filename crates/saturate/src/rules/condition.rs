//! Reads the condition of an `if` around rules into a [`Guard`].

use super::guard::{Guard, Subject};
use super::lower::lower;
use super::syntax::parse_type;
use super::term::{Term, TermId, TermNode, Var};
use super::tilde::Variables;
use crate::diag::Diagnostic;
use crate::host::Host;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use indexmap::IndexMap;

/// How deep a condition may be nested.
const MAX_DEPTH: u32 = 128;

/// The reader of one condition for one rule.
pub(super) struct Condition<'a> {
    ast: &'a Ast,
    variables: Variables,
    names: &'a IndexMap<Sym, Var>,
    left: &'a Term,
    host: &'a mut dyn Host,
    depth: u32,
}

impl<'a> Condition<'a> {
    /// Prepares to read `condition` for a rule with these variables and this left side.
    pub fn new(
        ast: &'a Ast,
        condition: NodeId,
        names: &'a IndexMap<Sym, Var>,
        left: &'a Term,
        host: &'a mut dyn Host,
    ) -> Result<Condition<'a>, Diagnostic> {
        let variables = Variables::find(ast, condition)?;
        for (name, &(span, _)) in &variables.names {
            if !names.contains_key(name) {
                let message = format!("`~{name}` of the guard is not on the left side of the rule");
                return Err(Diagnostic::at(&ast.source, span, message));
            }
        }
        if variables.names.is_empty() {
            let message = "the guard is about no variable of the rule";
            return Err(Diagnostic::at(&ast.source, ast.span(condition), message));
        }
        Ok(Condition {
            ast,
            variables,
            names,
            left,
            host,
            depth: 0,
        })
    }

    /// Reads a part of the condition.
    pub fn read(&mut self, id: NodeId) -> Result<Guard, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = "the guard is nested too deeply";
            return Err(Diagnostic::at(&self.ast.source, self.ast.span(id), message));
        }
        let guard = self.read_at(id);
        self.depth -= 1;
        guard
    }

    fn read_at(&mut self, id: NodeId) -> Result<Guard, Diagnostic> {
        let ast = self.ast;
        match ast.as_expr(id) {
            Some((s::ANDAND, &[a, b])) => {
                Ok(Guard::And(Box::new(self.read(a)?), Box::new(self.read(b)?)))
            }
            Some((s::OROR, &[a, b])) => {
                Ok(Guard::Or(Box::new(self.read(a)?), Box::new(self.read(b)?)))
            }
            Some((s::CALL, parts)) => match (ast.as_symbol(parts[0]), &parts[1..]) {
                (Some(s::NOT), &[inner]) => Ok(Guard::Not(Box::new(self.read(inner)?))),
                (Some(name), &[inner]) if name.as_str() == "one_use" => {
                    self.subject(inner).map(Guard::OneUse)
                }
                (Some(name), &[value, ref others @ ..]) if name.as_str() == "spans" => {
                    let value = self.variable(value)?;
                    let others: Result<_, _> = others
                        .iter()
                        .map(|&other| self.any_variable(other))
                        .collect();
                    Ok(Guard::Spans(value, others?))
                }
                (Some(name), &[inner]) if name.as_str() == "known" => {
                    self.variable(inner).map(Guard::Known)
                }
                (Some(s::ISA), &[value, ty]) if self.variables.name(ast, value).is_some() => {
                    let var = self.variable(value)?;
                    Ok(Guard::IsA(var, parse_type(ast, ty, self.host)?))
                }
                (Some(s::EQ), &[value, number]) => match self.ndims(value, number) {
                    Some(guard) => Ok(guard),
                    None => self.test(id),
                },
                _ => self.test(id),
            },
            _ => self.test(id),
        }
    }

    /// A variable, or a call that stands on the left side.
    fn subject(&mut self, id: NodeId) -> Result<Subject, Diagnostic> {
        if self.variables.name(self.ast, id).is_some() {
            return self.variable(id).map(Subject::Var);
        }
        let wanted = lower(self.ast, id, &self.variables, self.names, self.host)?;
        let is_call =
            |id: TermId| matches!(self.left.node(id), TermNode::Call(..) | TermNode::New(..));
        let place = wanted.root().and_then(|root| {
            self.left
                .iter()
                .map(|(id, _)| id)
                .filter(|&id| is_call(id))
                .position(|id| self.left.same(id, &wanted, root))
        });
        match place {
            Some(place) => Ok(Subject::Call(place as u32)),
            None => {
                let message = "expected a variable of the rule, or a call of its left side";
                Err(Diagnostic::at(&self.ast.source, self.ast.span(id), message))
            }
        }
    }

    /// `~x` or `~xs...`.
    fn any_variable(&self, id: NodeId) -> Result<Var, Diagnostic> {
        match self.ast.with_head(id, s::SPLAT) {
            Some(&[inner]) => self.variable(inner),
            _ => self.variable(id),
        }
    }

    fn variable(&self, id: NodeId) -> Result<Var, Diagnostic> {
        self.variables
            .name(self.ast, id)
            .map(|name| self.names[&name])
            .ok_or_else(|| {
                let message = "expected a variable of the rule";
                Diagnostic::at(&self.ast.source, self.ast.span(id), message)
            })
    }

    /// `ndims(~x) == n`.
    fn ndims(&self, value: NodeId, number: NodeId) -> Option<Guard> {
        let &Node::Int(n @ 0..=255) = self.ast.node(number) else {
            return None;
        };
        match *self.ast.with_head(value, s::CALL)? {
            [callee, inner] if self.ast.as_symbol(callee)?.as_str() == "ndims" => {
                let name = self.variables.name(self.ast, inner)?;
                Some(Guard::Ndims(self.names[&name], n as u32))
            }
            _ => None,
        }
    }

    /// Any other condition: a term to infer, code to evaluate, or both.
    fn test(&mut self, id: NodeId) -> Result<Guard, Diagnostic> {
        let ast = self.ast;
        let params: IndexMap<Sym, Var> = Variables::find(ast, id)?
            .names
            .keys()
            .map(|name| (*name, self.names[name]))
            .collect();
        let term = lower(ast, id, &self.variables, &params, self.host);
        let mut copy = Ast::new(ast.source.clone());
        let body = self
            .variables
            .copy(ast, id, self.host, |name| name, &mut copy);
        let names: Vec<Sym> = params.keys().copied().collect();
        let code = self.host.compile(&copy, body, &names);
        match (term, code) {
            (Err(diagnostic), Err(_)) => Err(diagnostic),
            (term, code) => Ok(Guard::Test {
                term: term.ok(),
                code: code
                    .ok()
                    .map(|code| (code, params.values().copied().collect())),
            }),
        }
    }
}
