//! Indexing, and `begin` and `end` inside an index.
//!
//! ```text
//! A[end]             getindex(A, lastindex(A))
//! A[1, end]          getindex(A, 1, lastindex(A, 2))
//! f(x)[begin, 1]     t = f(x); getindex(t, first(axes(t, 1)), 1)
//! A[I..., end]       getindex(A, I..., lastindex(A, 1 + length(I)))
//! ```
//!
//! The bounds belong to the innermost index around them; a context stack says which that is while its
//! expression is expanded.

use super::{Expander, IndexContext, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::conventions::APPLY;
use crate::syntax::lower::core::{Core, CoreId};

/// An index, and where it stands.
#[derive(Clone)]
pub(super) struct Index {
    node: NodeId,
    context: IndexContext,
}

impl Expander<'_> {
    pub(super) fn expand_ref(&mut self, array: NodeId, indices: &[NodeId]) -> Result<CoreId> {
        self.expand_ref_as("getindex", array, indices)
    }

    /// `callee(array, indices...)`, for `getindex` and the functions that make views.
    pub(super) fn expand_ref_as(
        &mut self,
        callee: &str,
        array: NodeId,
        indices: &[NodeId],
    ) -> Result<CoreId> {
        if indices
            .iter()
            .any(|&index| self.has_head(index, s::PARAMETERS))
        {
            return self.fail("`;` in an index");
        }
        let mut stmts = Vec::new();
        let array = self.reusable_array(array, indices, &mut stmts)?;
        let indices = self.process_indices(array, indices, &mut stmts)?;
        stmts.push(self.call_indexed(callee, array, None, &indices)?);
        Ok(self.block(stmts))
    }

    /// The array, in a temporary if `begin` or `end` will read it again.
    pub(super) fn reusable_array(
        &mut self,
        array: NodeId,
        indices: &[NodeId],
        stmts: &mut Vec<CoreId>,
    ) -> Result<NodeId> {
        let bounds = |node: &Node| matches!(*node, Node::Symbol(s::END | s::BEGIN));
        let reuse = !self.is_atom(array)
            && !self.has_head(array, s::TEMP)
            && indices.iter().any(|&index| self.contains(index, bounds));
        if !reuse {
            return Ok(array);
        }
        let value = self.expand(array)?;
        Ok(self.bind(value, stmts))
    }

    /// Pairs each index with its context. What is splatted before a bound is computed first.
    pub(super) fn process_indices(
        &mut self,
        array: NodeId,
        indices: &[NodeId],
        stmts: &mut Vec<CoreId>,
    ) -> Result<Vec<Index>> {
        let mut result = Vec::with_capacity(indices.len());
        let mut splats: Vec<NodeId> = Vec::new();
        for (at, &node) in indices.iter().enumerate() {
            let context = IndexContext {
                array,
                position: at + 1,
                splats: splats.clone(),
                last: at + 1 == indices.len(),
            };
            let mut node = node;
            if let Some(inner) = self.args_of(node, s::SPLAT) {
                if self.is_symbol_like(inner[0]) {
                    splats.push(inner[0]);
                } else {
                    let value = self.in_index(context.clone(), |this| this.expand(inner[0]))?;
                    let temp = self.bind(value, stmts);
                    splats.push(temp);
                    node = self.n_expr(s::SPLAT, &[temp]);
                }
            }
            result.push(Index { node, context });
        }
        Ok(result)
    }

    /// An index that may be evaluated twice: bounds and calls go to temporaries.
    pub(super) fn settle_index(&mut self, index: Index, stmts: &mut Vec<CoreId>) -> Result<NodeId> {
        if let Some(inner) = self.args_of(index.node, s::SPLAT) {
            let inner = self.settle_index(
                Index {
                    node: inner[0],
                    context: index.context,
                },
                stmts,
            )?;
            return Ok(self.n_expr(s::SPLAT, &[inner]));
        }
        if self.is_effect_free(index.node) && !self.is_bound(index.node) {
            return Ok(index.node);
        }
        let value = self.in_index(index.context, |this| this.expand(index.node))?;
        Ok(self.bind(value, stmts))
    }

    /// `callee(array, value?, indices...)`.
    pub(super) fn call_indexed(
        &mut self,
        callee: &str,
        array: NodeId,
        value: Option<NodeId>,
        indices: &[Index],
    ) -> Result<CoreId> {
        if indices.iter().any(|index| self.is_splat(index.node)) {
            return self.call_splat_indexed(callee, array, value, indices);
        }
        let callee = self.top(callee);
        let mut args = vec![self.expand(array)?];
        if let Some(value) = value {
            args.push(self.expand(value)?);
        }
        for index in indices {
            args.push(self.in_index(index.context.clone(), |this| this.expand(index.node))?);
        }
        Ok(self.call(callee, &args))
    }

    /// The same through `_apply_iterate`: runs of plain arguments become tuples.
    fn call_splat_indexed(
        &mut self,
        callee: &str,
        array: NodeId,
        value: Option<NodeId>,
        indices: &[Index],
    ) -> Result<CoreId> {
        let (module, name) = *APPLY;
        let mut parts = vec![self.add(Core::Global(Some(module), name))];
        parts.push(self.top("iterate"));
        parts.push(self.top(callee));
        let mut run = vec![self.expand(array)?];
        if let Some(value) = value {
            run.push(self.expand(value)?);
        }
        for index in indices {
            let splat = self.args_of(index.node, s::SPLAT);
            let node = splat.as_ref().map_or(index.node, |inner| inner[0]);
            let core = self.in_index(index.context.clone(), |this| this.expand(node))?;
            if splat.is_none() {
                run.push(core);
                continue;
            }
            self.end_run(&mut run, &mut parts);
            parts.push(core);
        }
        self.end_run(&mut run, &mut parts);
        Ok(self.add_call(&parts))
    }

    fn end_run(&mut self, run: &mut Vec<CoreId>, parts: &mut Vec<CoreId>) {
        if !run.is_empty() {
            let tuple = self.core("tuple");
            parts.push(self.call(tuple, run));
            run.clear();
        }
    }

    fn is_bound(&self, node: NodeId) -> bool {
        matches!(*self.ast.node(node), Node::Symbol(s::END | s::BEGIN))
    }

    fn in_index<T>(
        &mut self,
        context: IndexContext,
        body: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.index.push(context);
        let result = body(self);
        self.index.pop();
        result
    }

    /// `begin` or `end` of the innermost index.
    pub(super) fn expand_index_bound(&mut self, name: Sym) -> Result<CoreId> {
        let context = self.index.pop().expect("a bound inside an index");
        let result = self.index_bound(name, &context);
        self.index.push(context);
        result
    }

    fn index_bound(&mut self, name: Sym, context: &IndexContext) -> Result<CoreId> {
        let array = context.array;
        if context.splats.is_empty() && context.last && context.position == 1 {
            let callee = if name == s::END {
                "lastindex"
            } else {
                "firstindex"
            };
            return self.call_top(callee, &[array]);
        }
        let dimension = if context.splats.is_empty() {
            self.n_int(context.position as i64)
        } else {
            let mut terms = vec![self.n_int((context.position - context.splats.len()) as i64)];
            for &splat in &context.splats {
                let length = self.n_top("length");
                terms.push(self.n_call(length, &[splat]));
            }
            let plus = self.n_top("+");
            self.n_call(plus, &terms)
        };
        if name == s::END {
            self.call_top("lastindex", &[array, dimension])
        } else {
            let axes = self.n_top("axes");
            let axis = self.n_call(axes, &[array, dimension]);
            self.call_top("first", &[axis])
        }
    }
}
