//! What an object that is written is made of, where a rule states a literal of another type.
//!
//! ```text
//! v = fill(x - x, 2)          with ~x - ~x --> 0, and x a Float64
//! push!(v, 0.5)               v has Float64s, and not the integers of fill(0, 2)
//! ```
//!
//! Where inference knows the type of the object, another one is not made. Where it does not, the operands decide: those for which a rule has stated a literal are of the types that the source gives
//! them (semantics 6.5). What a rule makes of them in place of the object has no types of the source, and is left out.

use super::Builder;
use crate::egraph::language::ENode;
use crate::egraph::{canonical, Clauses};
use crate::host::Known;
use crate::ir::Value;
use egg::{Id, Language};
use smallvec::{Array, SmallVec};

impl Builder<'_, '_> {
    /// Keeps the instances of a call that makes its object of what the source does, where there are such.
    pub(super) fn keep_made_of<T, A: Array<Item = T>>(
        &self,
        node: &ENode,
        found: &mut SmallVec<A>,
        members: impl Fn(&T) -> &[Known],
    ) {
        if found.is_empty() || self.is_off(Clauses::MADE_OF) {
            return;
        }
        let (egraph, skeleton) = (self.egraph, self.context.skeleton);
        let is_stated = |child: Id| egraph[child].nodes.iter().any(ENode::is_stated);
        let Some(site) = node.tag().site() else {
            return;
        };
        if egraph.analysis.object(node).is_none()
            || !node.children().iter().any(|&it| is_stated(it))
        {
            return;
        }
        let inst = skeleton.maker(site);
        let statement = skeleton.statement(inst);
        if statement.is_none_or(|it| canonical(egraph, &it.node) != *node) {
            found.clear();
            return;
        }
        let function = &skeleton.function;
        let operands: SmallVec<[Value; 8]> = function.operands(inst).collect();
        let Some(skipped) = operands.len().checked_sub(node.children().len()) else {
            return;
        };
        let is_of_source = |of: &T| {
            let pairs = node.children().iter().zip(members(of));
            pairs.enumerate().all(|(position, (&child, known))| {
                let own = function.values[operands[skipped + position]].ty;
                !is_stated(child) || egraph.analysis.cache().subtype(known.ty, own)
            })
        };
        if found.iter().any(&is_of_source) {
            found.retain(|of| is_of_source(of));
        }
    }
}
