//! Lowering: from syntax to slot code, as Julia does it.
//!
//! ```text
//! syntax ─► expand ─► core tree ─► resolve ─► boxes ─► linearize ─► slot code, methods, closure types
//! ```
//!
//! | file | what |
//! |---|---|
//! | `item` | the result: methods, closures, types, globals, thunks |
//! | `toplevel`, `structs` | a file's expressions to items |
//! | `expand/` | surface syntax to about thirty core forms |
//! | `core` | those forms |
//! | `resolve` | names to variables, captures |
//! | `boxes` | which captured variables are shared by reference |
//! | `linearize/` | core forms to slot code; closures; protected regions |
//! | `conventions` | where versions of Julia differ |
//!
//! Each top-level expression is lowered on its own, in time linear in its size; what is not supported stops that
//! expression with a diagnostic that names the construct.

mod boxes;
pub mod conventions;
mod core;
mod expand;
pub mod item;
mod linearize;
mod resolve;
mod structs;
mod toplevel;

pub use expand::{is_known_macro, with_stack};
pub use item::{Item, Lowered};
pub use toplevel::{lower_file, lower_file_from};
