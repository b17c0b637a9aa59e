//! What rules look for and e-nodes are indexed by: kinds of operations.
//!
//! A call of a known function is a kind of its own, so that a pattern finds the calls of `sin` without looking at others. Patterns are
//! compiled to these kinds ([`rules::pattern`](crate::rules::pattern)); nodes have them
//! ([`egraph::language`](crate::egraph::language)).

use crate::ir::Const;
use head::{APPLY, CALL, CONST, KIND, LEAF, NEW, SHARE, WHILE};
use std::fmt;

/// How a node's operator is packed: the kind above, the callee, constant, leaf or epoch in the lower half.
pub(crate) mod head {
    /// Calls are below every other operator.
    pub const CALL: u64 = 0;
    pub const APPLY: u64 = 1 << 32;
    pub const NEW: u64 = 2 << 32;
    pub const CONST: u64 = 3 << 32;
    pub const LEAF: u64 = 4 << 32;
    pub const WHILE: u64 = 5 << 32;
    pub const SHARE: u64 = 6 << 32;
    pub const KIND: u64 = 7 << 32;
}

/// What e-nodes are indexed by: the operator without its tag. The number inside has no meaning of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpKey(u64);

impl OpKey {
    /// The kind of a packed operator: of a call with its callee, of others without what is in the lower half.
    pub(crate) fn of_head(head: u64) -> OpKey {
        OpKey(head)
    }

    /// The kind as a packed operator.
    pub(crate) fn head(self) -> u64 {
        self.0
    }

    /// Calls of a computed function.
    pub const APPLY: OpKey = OpKey(APPLY);
    /// Objects made without a constructor.
    pub const NEW: OpKey = OpKey(NEW);
    /// Constants.
    pub const CONST: OpKey = OpKey(CONST);
    /// Opaque values.
    pub const LEAF: OpKey = OpKey(LEAF);
    /// Coercions by epoch.
    pub const WHILE: OpKey = OpKey(WHILE);
    /// Coercions of read-only uses.
    pub const SHARE: OpKey = OpKey(SHARE);

    /// Calls of this function.
    pub fn call(callee: Const) -> OpKey {
        OpKey(CALL | u64::from(callee.as_u32()))
    }

    /// The function, if these are calls of a known one.
    pub fn callee(self) -> Option<Const> {
        (self.0 & KIND == CALL).then(|| Const::from_u32(self.0 as u32))
    }
}

impl fmt::Debug for OpKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 & KIND {
            CALL => write!(f, "call {}", Const::from_u32(self.0 as u32)),
            APPLY => f.write_str("apply"),
            NEW => f.write_str("new"),
            CONST => f.write_str("const"),
            LEAF => f.write_str("leaf"),
            WHILE => f.write_str("while"),
            _ => f.write_str("share"),
        }
    }
}
