//! Calls of which the session, asked by types and constants, knows less than its inference of the whole method knew.
//!
//! Inference follows values further than types tell: a constant that went through several calls, a field of a tuple. A call whose
//! result is then no longer of the type that its uses rely on cannot be part of the e-graph, and the program could not be
//! put together again. Such a call is *kept verbatim*: a form that may do anything and gives what inference said.
//!
//! ```text
//! %2 = code_lowered(%1, Tuple)::Vector{CodeInfo}      becomes    %2 = %opaque call(code_lowered, %1, Tuple)::Vector{CodeInfo}
//! ```
//!
//! Rules do not see it, and everything else is optimised around it. A call that has no method throws; it is kept, too.

use crate::host::SessionHost;
use saturate::host::{Host, Known};
use saturate::ir::{Function, Inst, InstKind, Value};
use saturate::sym::Sym;

/// The head of the form that a call kept verbatim is.
pub const CALL: &str = "call";

/// Which calls to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// Those of which session and inference contradict each other: neither type is under the other.
    Contradictions,
    /// Those whose type the session does not confirm.
    Unconfirmed,
}

/// Keeps calls verbatim; whether there were any.
pub fn keep_verbatim(function: &mut Function, host: &mut SessionHost<'_>, which: Doubt) -> bool {
    let mut kept: Vec<Inst> = Vec::new();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let InstKind::Call { .. } = function.insts[inst].kind else {
                continue;
            };
            let operands: Vec<Known> = function
                .operands(inst)
                .map(|value| Known {
                    ty: function.values[value].ty,
                    constant: function.values[value].constant,
                })
                .collect();
            let declared = function.values[function.insts[inst].result].ty;
            let fits = match host.call(operands[0], &operands[1..]) {
                None => false,
                Some(info) => {
                    host.subtype(info.result.ty, declared)
                        || which == Doubt::Contradictions && host.subtype(declared, info.result.ty)
                }
            };
            if !fits {
                kept.push(inst);
            }
        }
    }
    for &inst in &kept {
        let operands: Vec<Value> = function.operands(inst).collect();
        let args = function.list(&operands);
        function.insts[inst].kind = InstKind::Opaque {
            head: Sym::new(CALL),
            args,
            payload: None,
        };
    }
    !kept.is_empty()
}
