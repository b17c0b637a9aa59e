//! Julia source: reading it, printing it back, lowering it.

pub mod ast;
pub mod lower;
