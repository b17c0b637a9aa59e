//! Elaboration: from an answer of extraction back to a function.
//!
//! The blocks and the statements that stay are those of the original; between them stands what was chosen to run,
//! each instance once, at the place where it runs or further down:
//!
//! - An instance that still serves all the uses of the statement it comes from stays where that statement was, so that
//!   without rules the function comes back as it was, up to value numbering.
//! - Where a rewrite took some uses away, and for code that only rules make, it moves down to the closest place above
//!   the uses that are left: into the one branch that still needs it, never into a loop or another epoch.
//!
//! `plan` decides where each run stands, `write` makes the function of it. All walks have explicit stacks.

mod plan;
mod write;

use crate::egraph::convert::Skeleton;
use crate::egraph::EGraph;
use crate::extract::build::Built;
use crate::extract::problem::Answer;
use crate::ir::{cleanup, Function, Terminator};
use plan::Plan;
use write::Builder;

/// Builds the function that an answer describes.
pub fn elaborate(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    built: &Built,
    answer: &Answer,
) -> Function {
    let mut plan = Plan::new(egraph, skeleton, built, answer);
    plan.restore();
    plan.settle();
    let mut builder = Builder::new(&plan);
    builder.run();
    let mut function = builder.function;
    let mut ret = None;
    for &block in &function.layout {
        if let Terminator::Return(value) = function.blocks[block].term {
            let ty = function.values[value].ty;
            let host = &mut egraph.analysis.oracle().host;
            ret = Some(ret.map_or(ty, |other| host.join(other, ty)));
        }
    }
    function.ret = ret.unwrap_or(function.ret);
    cleanup::remove_unreachable_blocks(&mut function);
    cleanup::remove_trivial_params(&mut function);
    cleanup::remove_forwarders(&mut function);
    cleanup::merge_blocks(&mut function);
    function
}
