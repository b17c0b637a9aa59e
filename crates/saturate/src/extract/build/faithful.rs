//! Values of which the type does not say all, where somebody minds.
//!
//! `x + v[1]` over an array of anything is `Any`, whatever `x` is; when the program runs it is of one type if `x` is a `Float64`, and of another if `x` is the integer that a rule says it
//! equals. An item is a class and a type, and cannot tell the two apart. So where the type of such a value is *minded*, it is made of operands of the types of the source.
//!
//! ```text
//! float(~n::Int64) --> ~n        kind(float(n) + v[1])        kind looks at types: its argument is minded, and so is what that is made of
//!                                                             n + v[1]::Any is left out, float(n) + v[1]::Any stays
//!                                length([float(n), v[1]])     nobody minds
//! ```
//!
//! Minded are the values that calls of the source mind ([`minded`](crate::egraph::analysis::minded)), what statements that stay have as operands, what is passed to blocks, and what
//! a minded value is made of, as long as types do not say all.

use super::Builder;
use crate::egraph::analysis::{all_instances, minded, only_type};
use crate::egraph::language::{ENode, Op};
use crate::egraph::ledger::Role;
use crate::egraph::{canonical, Clauses};
use crate::host::Known;
use crate::ir::{Inst, Terminator, Type, Value};
use egg::{Id, Language};
use rustc_hash::FxHashSet;
use smallvec::{Array, SmallVec};

impl Builder<'_, '_> {
    /// The classes whose values are to be of the types of the source, since types do not say all of them.
    pub(super) fn find_minded(&mut self) {
        let egraph = self.egraph;
        let is_mixed = |members: &[Known]| members.len() > 1;
        if self.is_off(Clauses::TAKEN)
            || !egraph.classes().any(|class| is_mixed(class.data.members()))
        {
            return;
        }
        let mut found: FxHashSet<Id> = FxHashSet::default();
        let mut work: Vec<Id> = minded(egraph);
        let kept: Vec<Value> = self.kept_values();
        work.extend(
            kept.iter()
                .map(|&it| egraph.find(self.context.skeleton.class(it))),
        );
        while let Some(class) = work.pop() {
            if !self.is_open_class(class) || !found.insert(class) {
                continue;
            }
            for node in &egraph[class].nodes {
                let mut is_open = matches!(node.op(), Op::While(..) | Op::Share);
                let mut results: SmallVec<[Type; 4]> = SmallVec::new();
                all_instances(egraph, node, |_, answer, _| {
                    results.extend(answer.map(|info| info.result.ty));
                });
                is_open |= results.into_iter().any(|ty| self.is_open(ty));
                if is_open {
                    work.extend(node.children().iter().map(|&child| egraph.find(child)));
                }
            }
        }
        self.minded = found;
    }

    /// What statements that stay take, and what is passed on.
    fn kept_values(&self) -> Vec<Value> {
        let skeleton = self.context.skeleton;
        let function = &skeleton.function;
        let mut kept = Vec::new();
        for &block in skeleton.dominators.preorder() {
            if !skeleton.is_live(block) {
                continue;
            }
            for &inst in &function.blocks[block].insts {
                let role = skeleton.statement(inst).map(|of| of.role);
                if matches!(role, Some(Role::Effect | Role::Fixed)) {
                    kept.extend(function.operands(inst));
                }
            }
            for (_, target) in skeleton.live_targets(block) {
                kept.extend(function.slice(&target.args));
            }
            match function.blocks[block].term {
                Terminator::Return(value) if skeleton.contract.goes_on => kept.push(value),
                _ => {}
            }
        }
        kept
    }

    fn is_open(&self, ty: Type) -> bool {
        !self.egraph.analysis.cache().says_all(ty)
    }

    fn is_open_class(&self, class: Id) -> bool {
        let members = self.egraph[class].data.members().iter();
        let mut types = members.map(|known| known.ty);
        types.any(|ty| self.is_open(ty))
    }

    /// Leaves out what makes a minded value of operands of other types than those of the source.
    pub(super) fn keep_faithful<T, A: Array<Item = T>>(
        &mut self,
        class: Id,
        node: &ENode,
        found: &mut SmallVec<A>,
        of: impl Fn(&T) -> (&[Known], Type),
    ) {
        if !self.minded.contains(&class) || !found.iter().any(|it| self.is_open(of(it).1)) {
            return;
        }
        let egraph = self.egraph;
        let members = |position: usize| {
            egraph[egraph.find(node.children()[position])]
                .data
                .members()
        };
        let mixed: SmallVec<[usize; 4]> = (0..node.children().len())
            .filter(|&position| members(position).len() > 1)
            .collect();
        if mixed.is_empty() {
            return;
        }
        let of_source = self.operands_of_source(class, node, &mixed);
        let is_as = |of: &[Known], types: &[Type]| {
            mixed.iter().zip(types).all(|(&position, &ty)| {
                let found = of[position].ty;
                let is_there = members(position).iter().any(|known| known.ty == ty);
                found == ty || !is_there && egraph.analysis.cache().subtype(found, ty)
            })
        };
        // The same call twice, with types of which the one does not tell the other: there is no saying which it is.
        self.built.is_confused |= of_source.iter().enumerate().any(|(at, types)| {
            of_source[..at].iter().any(|others| {
                let mut pairs = mixed.iter().zip(types.iter().zip(others));
                pairs.any(|(&position, (&a, &b))| {
                    let is_there = |ty: Type| members(position).iter().any(|known| known.ty == ty);
                    a != b && is_there(a) && is_there(b)
                })
            })
        });
        let is_faithful = |of: &[Known]| match of_source.is_empty() {
            false => of_source.iter().any(|types| is_as(of, types)),
            true => mixed.iter().all(|&position| {
                only_type(egraph, node.children()[position]) == Some(of[position].ty)
            }),
        };
        if of_source.is_empty() || found.iter().any(|it| is_faithful(of(it).0)) {
            let says_all = |ty| egraph.analysis.cache().says_all(ty);
            found.retain(|it| says_all(of(it).1) || is_faithful(of(it).0));
        }
    }

    /// Whether a call has operands of the types that a statement of the source has, where those are there.
    pub(super) fn is_as_in_source(&self, inst: Inst, node: &ENode, members: &[Known]) -> bool {
        let egraph = self.egraph;
        let function = &self.context.skeleton.function;
        let operands: SmallVec<[Value; 8]> = function.operands(inst).collect();
        let Some(skipped) = operands.len().checked_sub(node.children().len()) else {
            return false;
        };
        let pairs = node.children().iter().zip(members);
        pairs
            .zip(&operands[skipped..])
            .all(|((&child, known), &operand)| {
                let own = function.values[operand].ty;
                known.ty == own || egraph[egraph.find(child)].data.member(own).is_none()
            })
    }

    /// The types of operands at these positions, for each statement of the source that a node is.
    fn operands_of_source(
        &mut self,
        class: Id,
        node: &ENode,
        positions: &[usize],
    ) -> Vec<SmallVec<[Type; 4]>> {
        let skeleton = self.context.skeleton;
        let function = &skeleton.function;
        let own = canonical(self.egraph, node).without_site();
        let mut found: Vec<SmallVec<[Type; 4]>> = Vec::new();
        for inst in self.statements_of(class) {
            let Some(statement) = skeleton.statement(inst) else {
                continue;
            };
            if canonical(self.egraph, &statement.node).without_site() != own {
                continue;
            }
            let operands: SmallVec<[Value; 8]> = function.operands(inst).collect();
            let Some(skipped) = operands.len().checked_sub(node.children().len()) else {
                continue;
            };
            let ty = |&position: &usize| function.values[operands[skipped + position]].ty;
            let types: SmallVec<[Type; 4]> = positions.iter().map(ty).collect();
            if !found.contains(&types) {
                found.push(types);
            }
        }
        found
    }
}
