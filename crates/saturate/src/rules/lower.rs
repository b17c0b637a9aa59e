//! From the syntax of a side to its term, by the lowering that source goes through.
//!
//! A side is lowered as the body of a function whose arguments are the variables, by the host where it lowers source
//! itself ([`Host::lower`]); what comes out is slot code. Straight-line
//! code is a term. So `(~x)^2`, `(~A)'`, `f.(~x)`, `~a[1]`, `[~a ~b; ~c ~d]` become exactly the calls that
//! the same text becomes in a program. Control flow (`a && b`, `a < b < c`, `c ? a : b`) is no term.
//!
//! Three things are undone or done on the way. A splat of a variable is lowered to `_apply_iterate`, which here becomes
//! a call with the variable among its arguments. Names are resolved by the host; a name that the module does not have
//! is looked for in `Base` and `Core`, where lowering and rules find `broadcasted` and `literal_pow`. A call of constants
//! whose value the host infers is that value (`Val{2}()`), as it is in the e-graph.

use super::term::{Term, TermId, TermNode, Var};
use super::tilde::Variables;
use crate::diag::{Diagnostic, Source, Span};
use crate::effects::Effects;
use crate::host::{Global, Host, Known};
use crate::ir::slots::{Operand, SlotCode, StmtKind};
use crate::ir::{Const, Slot, Stmt};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use crate::syntax::lower::conventions::APPLY;
use crate::syntax::lower::{lower_file, Item};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Lowers the side `root` of a rule over these variables.
pub fn lower(
    ast: &Ast,
    root: NodeId,
    variables: &Variables,
    vars: &IndexMap<Sym, Var>,
    host: &mut dyn Host,
) -> Result<Term, Diagnostic> {
    lower_as(Side::Value, ast, root, variables, vars, host)
}

/// What of the code is the term.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What it returns.
    Value,
    /// The call that it makes last, whose value nobody looks at.
    Statement,
}

/// Lowers an expression or a statement over these variables.
pub fn lower_as(
    side: Side,
    ast: &Ast,
    root: NodeId,
    variables: &Variables,
    vars: &IndexMap<Sym, Var>,
    host: &mut dyn Host,
) -> Result<Term, Diagnostic> {
    let span = ast.span(root);
    let fail = |message: &str| Diagnostic::at(&ast.source, span, message);
    let mut copy = Ast::new(ast.source.clone());
    let mut body = variables.copy(ast, root, host, Variables::symbol, &mut copy);
    if side == Side::Statement {
        let nothing = copy.leaf(Node::Symbol(s::NOTHING), span);
        body = copy.expr(s::BLOCK, &[body, nothing], span);
    }
    let params: Vec<Sym> = vars.keys().map(|&name| Variables::symbol(name)).collect();
    let code = match host.lower(&copy, body, &params) {
        Some(code) => {
            let mut code = code.map_err(|message| fail(&message))?;
            for stmt in code.stmts.values_mut() {
                stmt.span = span;
            }
            code
        }
        None => own_code(&mut copy, body, &params, span)?,
    };
    let order: Vec<Var> = vars.values().copied().collect();
    Builder {
        ast,
        side,
        span,
        code: &code,
        vars: &order,
        host,
        term: Term::new(),
        values: FxHashMap::default(),
        locals: FxHashMap::default(),
        constants: FxHashMap::default(),
        parts: FxHashMap::default(),
        segments: variables,
        names: vars.keys().copied().collect(),
    }
    .run()
}

/// The code of `body` as the body of a function of `params`, by the library's own lowering.
fn own_code(
    ast: &mut Ast,
    body: NodeId,
    params: &[Sym],
    span: Span,
) -> Result<SlotCode, Diagnostic> {
    let mut signature = vec![ast.leaf(Node::Symbol(Sym::new("rule")), span)];
    for &name in params {
        signature.push(ast.leaf(Node::Symbol(name), span));
    }
    let signature = ast.expr(s::CALL, &signature, span);
    let body = ast.expr(s::BLOCK, &[body], span);
    let function = ast.expr(s::FUNCTION, &[signature, body], span);
    let mut lowered = lower_file(ast, &[function]);
    if !lowered.diagnostics.is_empty() {
        return Err(lowered.diagnostics.swap_remove(0));
    }
    match lowered.items.pop() {
        Some(Item::Method(method)) if lowered.items.is_empty() => Ok(method.code),
        _ => {
            let message = "a side of a rule defines nothing";
            Err(Diagnostic::at(&ast.source, span, message))
        }
    }
}

struct Builder<'a> {
    ast: &'a Ast,
    side: Side,
    span: Span,
    code: &'a SlotCode,
    vars: &'a [Var],
    names: Vec<Sym>,
    segments: &'a Variables,
    host: &'a mut dyn Host,
    term: Term,
    values: FxHashMap<Stmt, TermId>,
    locals: FxHashMap<Slot, TermId>,
    /// What is known of terms that are constants.
    constants: FxHashMap<TermId, Const>,
    /// Arguments of calls of `tuple`, for undoing splats.
    parts: FxHashMap<TermId, Vec<TermId>>,
}

impl Builder<'_> {
    fn run(mut self) -> Result<Term, Diagnostic> {
        for (id, stmt) in &self.code.stmts {
            let value = match &stmt.kind {
                StmtKind::Value(operand) => self.operand(operand, stmt.span)?,
                StmtKind::Assign(slot, operand) => {
                    let value = self.operand(operand, stmt.span)?;
                    self.locals.insert(*slot, value);
                    value
                }
                StmtKind::Call { callee, args } => self.call(callee, args, stmt.span)?,
                StmtKind::New { ty, args } => {
                    let ty = self.operand(ty, stmt.span)?;
                    let args = self.operands(args, stmt.span)?;
                    self.term.new_object(ty, &args)
                }
                StmtKind::Return(operand) => {
                    let root = match self.side {
                        Side::Value => self.operand(operand, stmt.span)?,
                        Side::Statement => self.last_call()?,
                    };
                    return Ok(self.finish(root));
                }
                StmtKind::Opaque { head, .. } => {
                    return Err(self.fail(stmt.span, format!("`{head}` is no part of a rule")));
                }
                _ => {
                    let message = "control flow is no part of a rule: `&&`, `||`, `? :` and chained comparisons";
                    return Err(self.fail(stmt.span, message));
                }
            };
            self.values.insert(id, value);
        }
        Err(self.fail(Span::default(), "the side has no value"))
    }

    /// The call that no other one uses.
    fn last_call(&self) -> Result<TermId, Diagnostic> {
        let mut unused: Vec<TermId> = Vec::new();
        for (id, node) in self.term.iter() {
            if let TermNode::Call(first, args) | TermNode::New(first, args) = node {
                let args = self.term.args(args);
                unused.retain(|other| other != first && !args.contains(other));
                unused.push(id);
            }
        }
        match unused[..] {
            [last] => Ok(last),
            _ => Err(self.fail(self.span, NO_STATEMENT)),
        }
    }

    fn fail(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(&self.ast.source, span, message)
    }

    fn operands(&mut self, operands: &[Operand], span: Span) -> Result<Vec<TermId>, Diagnostic> {
        operands
            .iter()
            .map(|operand| self.operand(operand, span))
            .collect()
    }

    fn operand(&mut self, operand: &Operand, span: Span) -> Result<TermId, Diagnostic> {
        Ok(match operand {
            Operand::Stmt(stmt) => self.values[stmt],
            Operand::Slot(slot) => match self.locals.get(slot) {
                Some(&value) => value,
                None => self.variable(*slot, span)?,
            },
            Operand::Const(constant) => self.constant(*constant),
            Operand::Literal(literal) => {
                let constant = self.host.literal(literal);
                self.constant(constant)
            }
            Operand::Global(module, name) => {
                let constant = global(self.host, &self.ast.source, *module, *name)
                    .map_err(|message| self.fail(span, message))?;
                self.constant(constant)
            }
            Operand::StaticParam(_) => return Err(self.fail(span, "a side has no type parameters")),
        })
    }

    fn variable(&mut self, slot: Slot, span: Span) -> Result<TermId, Diagnostic> {
        // Slot 0 is the function itself.
        let number = (slot.as_u32() as usize).wrapping_sub(1);
        let Some(&var) = self.vars.get(number) else {
            let name = self.code.slots[slot].name;
            return Err(self.fail(span, format!("`{name}` has no value")));
        };
        let is_segment = self
            .segments
            .names
            .get(&self.names[number])
            .is_some_and(|&(_, splat)| splat);
        Ok(self.term.leaf(if is_segment {
            TermNode::Splat(var)
        } else {
            TermNode::Var(var)
        }))
    }

    fn constant(&mut self, constant: Const) -> TermId {
        let id = self.term.leaf(TermNode::Const(constant));
        self.constants.insert(id, constant);
        id
    }

    fn call(
        &mut self,
        callee: &Operand,
        args: &[Operand],
        span: Span,
    ) -> Result<TermId, Diagnostic> {
        if is_global(callee, *APPLY) {
            return self.splat(args, span);
        }
        let function = self.operand(callee, span)?;
        let args = self.operands(args, span)?;
        if is_global(callee, (s::CORE, Sym::new("tuple"))) {
            let id = self.make(function, &args);
            self.parts.insert(id, args);
            return Ok(id);
        }
        if args
            .iter()
            .any(|&arg| matches!(self.term.node(arg), TermNode::Splat(_)))
        {
            let message = "a variable with `...` stands for any number of arguments: it is always followed by `...`";
            return Err(self.fail(span, message));
        }
        Ok(self.make(function, &args))
    }

    /// Undoes `_apply_iterate(iterate, f, (a, b), xs, (c,))`: it is `f(a, b, xs..., c)`.
    fn splat(&mut self, args: &[Operand], span: Span) -> Result<TermId, Diagnostic> {
        // The first argument is `iterate`, which the term does not mention.
        let args = self.operands(&args[1..], span)?;
        let mut flat = Vec::new();
        for &part in &args[1..] {
            match (self.parts.get(&part), self.term.node(part)) {
                (Some(parts), _) => flat.extend_from_slice(parts),
                (None, TermNode::Splat(_)) => flat.push(part),
                _ => {
                    let message = "only a variable can be followed by `...` in a rule";
                    return Err(self.fail(span, message));
                }
            }
        }
        Ok(self.make(args[0], &flat))
    }

    /// A call, or its value if the host infers one from constants alone.
    fn make(&mut self, callee: TermId, args: &[TermId]) -> TermId {
        let known: Option<SmallVec<[Known; 8]>> = std::iter::once(&callee)
            .chain(args)
            .map(|id| {
                let constant = *self.constants.get(id)?;
                let ty = self.host.type_of(constant);
                Some(Known {
                    ty,
                    constant: Some(constant),
                })
            })
            .collect();
        let value = known
            .and_then(|call| self.host.call(call[0], &call[1..]))
            .filter(|info| info.effects == Effects::PURE)
            .and_then(|info| info.result.constant);
        match value {
            Some(value) => self.constant(value),
            None => self.term.call(callee, args),
        }
    }

    /// The part of the term that the root needs, with the root last.
    fn finish(self, root: TermId) -> Term {
        let mut term = Term::new();
        self.term.append_to(root, &mut term);
        term
    }
}

const NO_STATEMENT: &str = "the body of a loop in a rule is one statement that calls something";

fn is_global(operand: &Operand, (module, name): (Sym, Sym)) -> bool {
    *operand == Operand::Global(Some(module), name)
}

/// The constant that a name stands for where the rule is written.
pub fn global(
    host: &mut dyn Host,
    text: &Source,
    module: Option<Sym>,
    name: Sym,
) -> Result<Const, String> {
    let home = module.or_else(|| host.home(text));
    let places = [home, Some(s::BASE), Some(s::CORE)];
    let places = if module.is_some() {
        &places[..1]
    } else {
        &places[..]
    };
    for &place in places {
        match host.global(place, name) {
            Global::Constant(constant) => return Ok(constant),
            Global::Variable(_) => {
                return Err(format!(
                    "`{name}` is a variable of the module: only constants can stand in a rule"
                ));
            }
            Global::Undefined => {}
        }
    }
    Err(match module {
        Some(module) => format!("unknown name `{module}.{name}`"),
        None => format!("unknown name `{name}`"),
    })
}
