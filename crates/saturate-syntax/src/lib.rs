//! Julia source as a tree and back, and lowered to slot code.
//!
//! The lowest floor: it knows no types and no hosts.
//!
//! | module | what |
//! |---|---|
//! | [`syntax`] | lexer, parser, tree, printing back to Julia; [`syntax::lower`] goes on to slot code |
//! | [`slots`], [`entities`] | slot code: one thing per statement, over mutable variables; the indices of all code |
//! | [`diag`], [`sym`] | positions and diagnostics; interned names |
//!
//! ```
//! use saturate_syntax::diag::Source;
//! use saturate_syntax::syntax::{parse, print};
//!
//! let parsed = parse(Source::new("f.jl", "f(x) = 2x + 1"));
//! assert_eq!(print::to_string(&parsed.ast, parsed.toplevel[0]), "f(x) = 2x + 1");
//! ```
#![forbid(unsafe_code)]

pub mod diag;
pub mod entities;
pub mod slots;
mod slots_check;
mod slots_print;
pub mod sym;
pub mod syntax;
