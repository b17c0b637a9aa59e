//! The intermediate representations.

pub mod entities;
pub mod slots;
mod slots_check;
mod slots_print;

pub use entities::{Block, Const, Inst, Slot, Stmt, Type, Value};
