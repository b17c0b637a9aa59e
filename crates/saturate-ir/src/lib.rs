//! Typed code, what it may do, and whom to ask about it.
//!
//! The second floor: SSA with block parameters, its construction, inference, text form and verifier; the effects of calls; the trait
//! [`Host`](host::Host), through which everything above learns of types, calls and constants. It knows no rules and no values.
//!
//! | module | what |
//! |---|---|
//! | [`ir`] | SSA, from slot code to typed functions, the text form, the verifier, analyses of control flow |
//! | [`effects`] | what a call may do besides computing its value |
//! | [`host`] | the questions that the optimiser asks; [`host::untyped`] answers that everything is anything |
#![forbid(unsafe_code)]

pub mod effects;
pub mod host;
pub mod ir;

use saturate_syntax::{diag, sym, syntax};
