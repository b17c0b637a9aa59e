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

pub(crate) mod guard;
mod plan;
mod write;

use crate::egraph::skeleton::Skeleton;
use crate::egraph::EGraph;
use crate::extract::build::Built;
use crate::extract::problem::Answer;
use crate::ir::{cleanup, Block, Function, Inst, Terminator};
use plan::Plan;
use write::Builder;

/// What a statement of the result stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// A run of the answer, by its number.
    Run(u32),
    /// A statement of the original that stays, or an alternative for it.
    Statement(Inst),
}

/// A statement of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The statement.
    pub inst: Inst,
    /// The block of the original in which it stands; blocks may have been merged since.
    pub block: Block,
    /// What it stands for.
    pub made: Made,
}

/// A function, and where it comes from.
pub struct Elaborated {
    /// The function.
    pub function: Function,
    /// Its statements, some of which may be in blocks that are gone.
    pub written: Vec<Written>,
}

/// Builds the function that an answer describes.
pub fn elaborate(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    built: &Built,
    answer: &Answer,
) -> Elaborated {
    let mut plan = Plan::new(egraph, skeleton, built, answer);
    plan.restore();
    plan.settle();
    let mut builder = Builder::new(&plan);
    builder.run();
    let (mut function, written) = (builder.function, builder.written);
    let mut ret = None;
    for &block in &function.layout {
        if let Terminator::Return(value) = function.blocks[block].term {
            let ty = function.values[value].ty;
            let host = &mut egraph.analysis.cache().host;
            ret = Some(ret.map_or(ty, |other| host.join(other, ty)));
        }
    }
    function.ret = ret.unwrap_or(function.ret);
    cleanup::remove_unreachable_blocks(&mut function);
    cleanup::remove_trivial_params(&mut function);
    cleanup::remove_forwarders(&mut function);
    cleanup::merge_blocks(&mut function);
    Elaborated { function, written }
}
