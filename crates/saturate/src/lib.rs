//! Equality saturation for typed Julia code with control flow and side effects.
//!
//! A host loads Julia source, a method is built for argument types, and what comes out is SSA with block parameters
//! that can be printed, verified, run, and turned into an e-graph:
//!
//! ```
//! use saturate::diag::Source;
//! use saturate_embedded::Embedded;
//! use saturate::ir::{print::print, verify::verify_types};
//! use saturate::sym::Sym;
//!
//! let mut host = Embedded::new();
//! let problems = host.load(Source::new("f.jl", "f(x, y) = x > 0 ? 2x : y"));
//! assert!(problems.is_empty());
//!
//! let types = host.signature_from_text("Int64, Int64")?;
//! let special = host.typed(Sym::new("f"), &types)?;
//! assert_eq!(verify_types(&special.function, &mut host), Ok(()));
//! assert_eq!(print(&special.function, &mut host), "\
//! function f(%1 x::Int64, %2 y::Int64)::Int64
//! b0:
//!     %3 = >(%1, 0)::Bool
//!     goto b1 if %3 else b2
//! b1:
//!     %4 = *(2, %1)::Int64
//!     return %4
//! b2:
//!     return %2
//! end
//! ");
//!
//! let value = host.eval("f(21, 0)")?;
//! assert_eq!(host.show(&value), "42");
//! # Ok::<(), saturate::diag::Diagnostic>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`syntax`] | Julia source to a tree and back; lowering to slot code |
//! | [`ir`] | slot code, SSA, the text form, the verifier, analyses of control flow |
//! | [`host`] | the questions that the optimiser asks; [`host::embedded`] answers them without Julia |
//! | [`interp`] | values and the interpreter |
//! | [`effects`] | what a call may do besides computing its value |
//! | [`rules`] | rewrite rules in Julia syntax |
//! | [`egraph`] | from SSA to an e-graph; matching and saturation |
//! | [`extract`] | choosing the best program of an e-graph |
//! | [`report`] | one run as a page to look at, or as a drawing |
//! | [`survey`] | how often rules match in a body of code |
//! | [`diag`], [`sym`] | positions and diagnostics; interned names |
//!
//! The library never prints and does not panic on bad input: problems are [`diag::Diagnostic`]s with a position.
#![forbid(unsafe_code)]

pub mod egraph;
pub mod elaborate;
pub mod explain;
pub mod extract;
mod opkey;
pub mod picture;
pub mod pipeline;
pub mod rules;
pub mod survey;

pub use pipeline::{optimize, prepare, Kept, Optimized, Options, Outcome, Prepared, Strategy};
pub use rules::rule::RuleSet;

pub use dag_extract::random;
pub use saturate_ir::{effects, host, ir};
pub use saturate_syntax::{diag, sym, syntax};
