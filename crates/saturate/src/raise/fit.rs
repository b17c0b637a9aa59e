//! Whether a loop is the left side of a rule.
//!
//! The body of the loop *is* the body of the rule: each call of the one is a call of the other, in the same order, and there is nothing else that has
//! effects. What variables stand for is the same in every round: a value from before the loop, the element, or what is carried. What only computes, from such
//! values, is such a value: it is moved out.

use super::find::{Finder, Loop};
use crate::effects::{CallKind, Effects};
use crate::egraph::Clauses;
use crate::host::Host;
use crate::ir::infer::Inferred;
use crate::ir::{Inst, InstKind, Value, ValueDef};
use crate::rules::loops::LoopRule;
use crate::rules::pattern::Constraint;
use crate::rules::term::{TermId, TermNode, Var};
use cranelift_entity::SecondaryMap;

/// What the variables of a rule stand for on its right side.
pub(super) type Bound = SecondaryMap<Var, Option<Value>>;

/// What a rule's left side was found to be.
pub(super) struct Fit {
    pub bound: Bound,
    /// Statements of the body that compute what variables stand for, in order.
    pub moved: Vec<Inst>,
    /// The statement of the body that is the root of the rule's.
    pub root: Inst,
}

pub(super) struct Fitter<'a, 'f> {
    pub finder: &'a Finder<'f>,
    pub found: &'a Loop,
    pub inferred: &'a Inferred,
    pub clauses: Clauses,
}

impl Fitter<'_, '_> {
    /// What the variables stand for, if the loop is the left side of the rule.
    pub fn fit(&self, rule: &LoopRule, host: &mut dyn Host) -> Option<Fit> {
        let (function, found) = (self.finder.function, self.found);
        let root = self.root_of(rule)?;
        let mut bound = Bound::new();
        bound[rule.collection] = Some(found.collection);
        bound[rule.element] = found.element;
        if let Some(carried) = rule.carried {
            bound[carried] = Some(found.carried[0].0);
        }
        // Statements for calls of the rule, the last one first.
        let mut covered: Vec<(TermId, Inst)> = Vec::new();
        let mut moved: Vec<Inst> = Vec::new();
        let mut todo = vec![(rule.body.root()?, root)];
        while let Some((id, value)) = todo.pop() {
            match rule.body.node(id) {
                &TermNode::Var(var) => {
                    let value = self.outside(value);
                    match bound[var] {
                        None => {
                            self.move_out(value, &mut moved)?;
                            bound[var] = Some(value);
                        }
                        Some(known) if known == value => {}
                        Some(_) if self.clauses.contains(Clauses::ONE_VALUE) => return None,
                        Some(_) => {}
                    }
                }
                &TermNode::Const(constant) => {
                    if function.known_constant(value) != Some(constant) {
                        return None;
                    }
                }
                TermNode::Call(callee, args) => {
                    let inst = function.def_inst(value)?;
                    let InstKind::Call {
                        callee: called,
                        args: given,
                    } = &function.insts[inst].kind
                    else {
                        return None;
                    };
                    let (args, given) = (rule.body.args(args), function.slice(given));
                    if args.len() != given.len() || !self.is_inside(value) {
                        return None;
                    }
                    covered.push((id, inst));
                    todo.push((*callee, *called));
                    todo.extend(args.iter().copied().zip(given.iter().copied()));
                }
                TermNode::New(..) | TermNode::Splat(_) => return None,
            }
        }
        let has_all = rule.vars.keys().all(|var| {
            let has_value = bound[var].is_some();
            // Nobody need look at the element.
            has_value || var == rule.element
        });
        let fits = has_all && self.is_all(covered) && self.admits(rule, &bound, host);
        if let (true, Some(carried)) = (fits, rule.carried) {
            bound[carried] = Some(found.carried[0].1);
        }
        let root = function.def_inst(root)?;
        let body = &function.blocks[found.body].insts;
        let moved = body.iter().copied().filter(|inst| moved.contains(inst));
        let moved = moved.collect();
        fits.then_some(Fit { bound, moved, root })
    }

    /// The value that the root of the rule's body is to be: what is carried, or the last statement with effects.
    fn root_of(&self, rule: &LoopRule) -> Option<Value> {
        match (rule.carried, &self.found.carried[..]) {
            (Some(_), &[(_, _, next)]) => Some(next),
            (None, []) => self.last_statement(),
            (None, _) if !self.clauses.contains(Clauses::CARRIED) => self.last_statement(),
            _ => None,
        }
    }

    /// What the last statement that does something gives.
    fn last_statement(&self) -> Option<Value> {
        let (function, found) = (self.finder.function, self.found);
        let mut insts = function.blocks[found.body].insts.iter().rev();
        let last = insts.find(|inst| !found.parts.contains(inst) && !self.is_nothing(**inst))?;
        Some(function.insts[*last].result)
    }

    /// Whether each call of the rule is a statement of its own, in the order of the body, and nothing else is done there.
    fn is_all(&self, mut covered: Vec<(TermId, Inst)>) -> bool {
        let (function, found) = (self.finder.function, self.found);
        covered.sort_unstable();
        let mut calls = covered.into_iter().map(|(_, inst)| inst).peekable();
        for &inst in &function.blocks[found.body].insts {
            let is_next = calls.next_if_eq(&inst).is_some();
            if is_next || found.parts.contains(&inst) || self.is_nothing(inst) {
                continue;
            }
            if self.clauses.contains(Clauses::WHOLE_BODY) {
                return false;
            }
        }
        calls.next().is_none()
    }

    /// Whether a statement does nothing but compute.
    fn is_nothing(&self, inst: Inst) -> bool {
        let computes = |effects: Effects| effects.kind() == CallKind::Pure;
        match self.finder.function.insts[inst].kind {
            InstKind::Pi { .. } => true,
            InstKind::Call { .. } | InstKind::New { .. } => {
                self.inferred.effects[inst].is_some_and(computes)
            }
            _ => false,
        }
    }

    /// Whether the variables stand for what they may.
    fn admits(&self, rule: &LoopRule, bound: &Bound, host: &mut dyn Host) -> bool {
        let function = self.finder.function;
        rule.vars.iter().all(|(var, declared)| {
            let (Some(constraint), Some(value)) = (declared.constraint, bound[var]) else {
                return declared.constraint.is_none();
            };
            let value = &function.values[value];
            match constraint {
                Constraint::Type(ty) => host.subtype(value.ty, ty),
                Constraint::Comptime(ty) => value.constant.is_some() && host.subtype(value.ty, ty),
            }
        })
    }

    /// Finds the statements that compute a value from what was there before the loop; nothing if there is more to it.
    fn move_out(&self, value: Value, moved: &mut Vec<Inst>) -> Option<()> {
        let function = self.finder.function;
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            if !self.is_inside(value) {
                continue;
            }
            let inst = function.def_inst(value)?;
            let is_call = matches!(function.insts[inst].kind, InstKind::Call { .. });
            if !is_call || !self.is_nothing(inst) || self.found.parts.contains(&inst) {
                return None;
            }
            if !moved.contains(&inst) {
                moved.push(inst);
                todo.extend(function.operands(inst));
            }
        }
        Some(())
    }

    /// A value before it was narrowed inside the loop.
    fn outside(&self, mut value: Value) -> Value {
        let function = self.finder.function;
        while let Some(inst) = function.def_inst(value).filter(|_| self.is_inside(value)) {
            match function.insts[inst].kind {
                InstKind::Pi { value: of, .. } => value = of,
                _ => break,
            }
        }
        value
    }

    fn is_inside(&self, value: Value) -> bool {
        let function = self.finder.function;
        match function.values[value].def {
            ValueDef::Param(block, _) => block == self.found.body,
            ValueDef::Result(inst) => function.blocks[self.found.body].insts.contains(&inst),
            ValueDef::Const(_) => false,
        }
    }
}
