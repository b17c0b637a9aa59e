//! SSA construction: from slot code to a [`Function`] with block parameters.
//!
//! ```text
//! s0: _1 = 1                         b0:            goto b1(1)
//! s1: call <(_1, 10)                 b1(%1):        %2 = <(%1, 10)
//! s2: gotoifnot s1 s6                               goto b2 if %2 else b3
//! s3: call +(_1, 1)            ->    b2:            %3 = +(%1, 1)
//! s4: _1 = s3                                       goto b1(%3)
//! s5: goto s1                        b3:            return %1
//! s6: return _1
//! ```
//!
//! Classic construction (Cytron et al.): parameters at the iterated dominance frontier of a variable's assignments,
//! where the variable is live; then one walk over the dominator tree that renames. It was chosen over Braun et al.
//! because a variable assigned once never makes a parameter, however many joins lie between, so that a function with
//! many variables and many branches stays linear.
//!
//! **π values.** A block that is entered only through a branch on `isa(x, T)` or `x === c` (possibly negated) starts
//! with `π(x, …)` for each variable that holds the tested value; the walk makes it the variable's current value.
//!
//! **Memory.** A variable stays in memory (`GetSlot`, `SetSlot`) if some read may see it undefined, or if it is
//! assigned in a protected region and live into the handler: an exception may arrive between any two statements.
//!
//! Statement results (`Operand::Stmt`) are used only where their statement dominates, or in code that never runs;
//! the verifier checks the result.

mod blocks;
mod build;
mod variables;

use super::cfg::Cfg;
use super::dominance::Dominators;
use super::entities::{Stmt, Type};
use super::function::{Function, Terminator};
use super::slots::SlotCode;
use crate::host::Host;
use blocks::split_blocks;
use build::Builder;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use std::fmt;
use variables::Variables;

/// Why slot code has no SSA form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SsaError {
    /// A jump leaves the code, or the code ends without ending control flow.
    BadJump(Stmt),
    /// A statement uses the result of one that need not have run.
    BadUse(Stmt),
    /// Protected regions are not properly nested.
    BadRegion(Stmt),
}

impl fmt::Display for SsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SsaError::BadJump(stmt) => write!(f, "{stmt} jumps outside the function"),
            SsaError::BadUse(stmt) => {
                write!(
                    f,
                    "{stmt} uses the result of a statement that need not have run"
                )
            }
            SsaError::BadRegion(stmt) => {
                write!(f, "{stmt} does not match the protected regions around it")
            }
        }
    }
}

impl std::error::Error for SsaError {}

/// Builds the SSA form. `argument_types` has one type per argument slot (slot 0 is the function object), and
/// `static_params` what each static parameter stands for, where the argument types determine it. Types of statements
/// are those of the slot code where it has them, else `Any` until inference runs.
pub fn construct(
    code: &SlotCode,
    argument_types: &[Type],
    static_params: &[Option<super::Const>],
    host: &mut dyn Host,
) -> Result<Function, SsaError> {
    assert_eq!(argument_types.len(), code.nargs as usize);
    let any = host.any();
    let mut function = Function::new(code.name, any);
    function.is_va = code.is_va;
    let leaders = split_blocks(code, &mut function)?;
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&function, &cfg);
    let mut variables = Variables::new(code, &leaders, &cfg);
    variables.find_live_into_handlers(code, &leaders, &function, &cfg)?;
    variables.find_maybe_undefined(code, &function, &cfg, &dominators);
    let placed = variables.insert_params(code, &function, &cfg, &dominators);

    let mut builder = Builder {
        code,
        host,
        cfg: &cfg,
        dominators: &dominators,
        leaders: &leaders,
        variables: &variables,
        placed: &placed,
        function,
        any,
        static_params,
        results: SecondaryMap::new(),
        tests: FxHashMap::default(),
        holders: FxHashMap::default(),
        current: SecondaryMap::new(),
        undo: Vec::new(),
    };
    builder.arguments(argument_types);
    builder.walk()?;
    let mut function = builder.function;
    function.layout.retain(|&block| cfg.is_reachable(block));
    for (block, data) in function.blocks.iter_mut() {
        if !cfg.is_reachable(block) {
            data.term = Terminator::Unreachable;
        }
    }
    super::cleanup::remove_dead_pis(&mut function);
    super::cleanup::remove_trivial_params(&mut function);
    super::cleanup::remove_forwarders(&mut function);
    super::cleanup::merge_blocks(&mut function);
    Ok(function)
}
