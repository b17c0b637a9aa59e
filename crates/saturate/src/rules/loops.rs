//! Left sides that are loops.
//!
//! ```julia
//! for ~j in ~r                                    a loop that does one thing:
//!     (~R)[:, ~j] = ~A * (~B)[:, ~j]              R, A, B and r are the same in every round
//! end --> columns_of_product!(~R, ~A, ~B, ~r)
//!
//! for ~i in ~r                                    a loop that computes one thing:
//!     ~s += (~x)[~i] * (~y)[~i]                   s is what the round before left, at first what it was before the loop;
//! end --> sum_of_products(~s, ~x, ~y, ~r)         the right side is what it is behind the loop
//! ```
//!
//! The law of such a rule: wherever the loop is run, the right side may be run instead, also where the collection is empty and where something is
//! thrown on the way. A function that is not sure of its arguments runs the loop itself; a call that a rule has made goes to the function as it was written
//! ([`calls`](crate::calls)), so that it does not come back to itself.
//!
//! The collection is a variable, and so is the element, which has no value behind the loop. The body is one statement: a call, an assignment to an element or a
//! broadcast assignment, or an assignment to a variable of the rule that is carried from round to round. [`raise`](crate::raise) finds
//! such loops and puts right sides in their place.

use super::lower::{lower, lower_as, Side};
use super::rule::VarDecl;
use super::term::{Term, TermNode, Var};
use super::tilde::Variables;
use crate::diag::{Diagnostic, Source, Span};
use crate::host::Host;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use cranelift_entity::PrimaryMap;
use indexmap::IndexMap;

/// A rewrite of a loop.
#[derive(Clone, Debug)]
pub struct LoopRule {
    /// Name of the set, a dot, and the number of the line in it.
    pub name: String,
    /// The variables.
    pub vars: PrimaryMap<Var, VarDecl>,
    /// The element of a round.
    pub element: Var,
    /// What is gone through.
    pub collection: Var,
    /// What a round computes anew from what the round before left.
    pub carried: Option<Var>,
    /// What is done in each round; of a carried variable, its next value.
    pub body: Term,
    /// What may be done instead of the loop; of a carried variable, its last value.
    pub rhs: Term,
    /// Where it was written.
    pub at: Option<(Source, Span)>,
}

impl LoopRule {
    /// The rule as it was written, in one line; the name, if it was not.
    pub fn text(&self) -> String {
        match &self.at {
            Some((source, span)) => {
                let text = &source.text()[span.start as usize..span.end as usize];
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            None => self.name.clone(),
        }
    }
}

/// Whether a left side is a loop.
pub(super) fn is_loop(ast: &Ast, left: NodeId) -> bool {
    ast.with_head(left, s::FOR).is_some()
}

/// Reads a rule whose left side is a loop; `variables` are those of the left side, `vars` and `names` as they were declared.
pub(super) fn read(
    ast: &Ast,
    (left, right): (NodeId, NodeId),
    (on_left, on_right): (&Variables, &Variables),
    vars: PrimaryMap<Var, VarDecl>,
    names: &IndexMap<Sym, Var>,
    host: &mut dyn Host,
) -> Result<LoopRule, Diagnostic> {
    let fail = |at: NodeId, message: &str| Diagnostic::at(&ast.source, ast.span(at), message);
    let Some(&[range, body]) = ast.with_head(left, s::FOR) else {
        return Err(fail(left, NO_RANGE));
    };
    let ends = match ast.with_head(range, s::ASSIGN) {
        Some(&[element, collection]) => on_left
            .name(ast, element)
            .zip(on_left.name(ast, collection)),
        _ => None,
    };
    let Some((element, collection)) = ends.filter(|(element, collection)| element != collection)
    else {
        return Err(fail(range, NO_RANGE));
    };
    if let Some((span, _)) = on_right.names.get(&element) {
        let message = format!("`~{element}` has no value behind the loop");
        return Err(Diagnostic::at(&ast.source, *span, message));
    }
    if let Some((&name, &(span, _))) = on_left.names.iter().find(|(_, (_, splat))| *splat) {
        let message =
            format!("`~{name}...` is no part of a loop: it stands for any number of arguments");
        return Err(Diagnostic::at(&ast.source, span, message));
    }
    let body = only_statement(ast, body).ok_or_else(|| fail(body, ONE_STATEMENT))?;
    let assigned = carried(ast, body, on_left);
    let carried = match assigned {
        Some((name, _)) if name == element || name == collection => {
            return Err(fail(body, OWN_VARIABLE));
        }
        Some((name, _)) => Some(names[&name]),
        None => None,
    };
    let body = match assigned {
        Some((_, value)) => value.lower(ast, on_left, names, host)?,
        None => lower_as(Side::Statement, ast, body, on_left, names, host)?,
    };
    if !matches!(
        body.root().map(|root| body.node(root)),
        Some(TermNode::Call(..))
    ) {
        return Err(fail(left, ONE_STATEMENT));
    }
    Ok(LoopRule {
        name: String::new(),
        element: names[&element],
        collection: names[&collection],
        carried,
        body,
        rhs: lower(ast, right, on_right, names, host)?,
        vars,
        at: None,
    })
}

/// The statement of a block that has one.
fn only_statement(ast: &Ast, block: NodeId) -> Option<NodeId> {
    let statements = ast.with_head(block, s::BLOCK)?.iter().copied();
    let mut statements =
        statements.filter(|&id| !matches!(ast.node(id), Node::Line(_) | Node::Nothing));
    let only = statements.next()?;
    statements.next().is_none().then_some(only)
}

/// What is assigned to a carried variable.
enum Next {
    /// `~s = value`.
    Value(NodeId),
    /// `~s += value`, of the operator, the variable and the value.
    Updated(Sym, NodeId, NodeId),
}

/// The variable that a statement assigns to, and what.
fn carried(ast: &Ast, statement: NodeId, on_left: &Variables) -> Option<(Sym, Next)> {
    let (head, &[to, value]) = ast.as_expr(statement)? else {
        return None;
    };
    let name = on_left.name(ast, to)?;
    if head == s::ASSIGN {
        return Some((name, Next::Value(value)));
    }
    let operator = head.as_str().strip_suffix('=')?;
    let is_operator = !operator.is_empty() && !operator.starts_with(['.', '=', '<', '>', '!']);
    is_operator.then(|| (name, Next::Updated(Sym::new(operator), to, value)))
}

impl Next {
    fn lower(
        self,
        ast: &Ast,
        on_left: &Variables,
        names: &IndexMap<Sym, Var>,
        host: &mut dyn Host,
    ) -> Result<Term, Diagnostic> {
        match self {
            Next::Value(value) => lower(ast, value, on_left, names, host),
            Next::Updated(operator, to, value) => {
                let mut ast = ast.clone();
                let span = ast.span(to).to(ast.span(value));
                let operator = ast.leaf(Node::Symbol(operator), span);
                let call = ast.expr(s::CALL, &[operator, to, value], span);
                lower(&ast, call, on_left, names, host)
            }
        }
    }
}

const NO_RANGE: &str = "a loop in a rule goes through a variable: `for ~i in ~r`";
const ONE_STATEMENT: &str =
    "the body of a loop in a rule is one statement: a call, `(~y)[~i] = …`, `~y .= …` or `~s = …`";
const OWN_VARIABLE: &str = "a loop in a rule does not assign to its element or its collection";
