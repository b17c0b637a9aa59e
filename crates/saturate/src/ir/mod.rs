//! The intermediate representations.

pub mod entities;
pub mod slots;

pub use entities::{Block, Const, Inst, Slot, Stmt, Type, Value};
