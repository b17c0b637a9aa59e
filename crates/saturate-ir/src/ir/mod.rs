//! The intermediate representations.
//!
//! | file | what |
//! |---|---|
//! | [`slots`] | input: flat code over mutable variables |
//! | [`function`] | SSA with block parameters |
//! | [`ssa`] | from the one to the other, with π values below type tests |
//! | [`infer`] | types and constants of SSA values |
//! | [`print`], [`parse`] | the textual form |
//! | [`verify`] | what must hold after every stage |
//! | [`cleanup`] | what construction and elaboration leave behind |
//! | [`cfg`], [`dominance`] | predecessors, dominator tree, loop nest |

pub mod cfg;
pub mod cleanup;
pub mod dominance;
pub mod domtree;
pub mod function;
pub mod infer;
pub mod julia;
pub mod parse;
pub mod print;
pub mod splice;
pub mod ssa;
pub mod verify;

pub use entities::{Block, Const, Inst, Slot, Stmt, Type, Value};
pub use function::{
    BlockData, Frame, Function, InstData, InstKind, MemorySlot, Narrowing, Target, Terminator,
    ValueData, ValueDef, Values,
};
pub use saturate_syntax::{entities, slots};
