//! Equality saturation for typed Julia code with control flow and side effects.
//!
//! Rules say what is equal. A function's typed code becomes an e-graph and a skeleton of control flow; rules run until nothing is new; the
//! cheapest program of the e-graph is chosen and written as a function again:
//!
//! ```
//! use saturate::{diag::Source, ir::print::print, Options};
//! use saturate_driver::Program;
//!
//! let text = "
//!     @rules pythagoras begin
//!         sin(~x::Number)^2 + cos(~x)^2 --> 1
//!     end
//!     f(x) = 2x + (sin(x)^2 + cos(x)^2)
//!     @saturate pythagoras f(::Float64)
//! ";
//! let mut program = Program::load(Source::new("f.jl", text), &[]);
//! let entry = program.entries(None)?.remove(0);
//! let done = entry.optimize(&mut program.host, &Options::default())?;
//!
//! assert_eq!(print(&done.optimized.function, &mut program.host), "\
//! function f(%1 x::Float64)::Float64
//! b0:
//!     %2 = *(2, %1)::Float64
//!     %3 = +(%2, 1)::Float64
//!     return %3
//! end
//! ");
//! assert_eq!((done.outcome().cost_before, done.outcome().cost_after), (7.0, 2.0));
//! # Ok::<(), saturate_driver::Errors>(())
//! ```
//!
//! `saturate_driver` is the way in for programs without Julia. Who has a typed function of a host of their own calls [`optimize`].
//!
//! | item | what |
//! |---|---|
//! | [`optimize`], [`Options`], [`Strategy`], [`Limits`] | the optimiser, and how it is to work |
//! | [`Optimized`], [`Outcome`], [`Kept`], [`Report`] | what it returns: a function, what was done, why the original stayed |
//! | [`calls`] | the optimiser over calls: a function together with what it calls |
//! | [`prepare`], [`Prepared`] | its first half: a saturated e-graph and the choice that it leaves |
//! | [`rules`] | rewrite rules in Julia syntax: [`RuleSet`], how one is read, the library |
//! | [`explain`], [`picture`] | why the result is what it is; the e-graph to look at |
//! | [`survey`] | how often rules match in a body of code |
//! | [`host`], [`effects`] | the questions that the optimiser asks; what a call may do besides computing its value |
//! | [`ir`], [`syntax`], [`diag`], [`sym`] | typed SSA; Julia source as a tree and lowered; diagnostics with positions; interned names |
//! | [`dag`] | exact extraction of plain e-graphs |
//!
//! The library never prints and does not panic on bad input: problems are [`diag::Diagnostic`]s with a position. The cargo feature `testing`
//! opens the inside to tests, benches and the fuzzer.
#![forbid(unsafe_code)]

mod assume;
pub mod calls;
#[cfg(not(feature = "testing"))]
mod egraph;
#[cfg(feature = "testing")]
pub mod egraph;
mod elaborate;
pub mod explain;
#[cfg(not(feature = "testing"))]
mod extract;
#[cfg(feature = "testing")]
pub mod extract;
mod opkey;
mod options;
pub mod picture;
pub mod pipeline;
mod prepare;
mod raise;
pub mod rules;
#[cfg(not(feature = "testing"))]
mod sizes;
#[cfg(feature = "testing")]
pub mod sizes;
pub mod survey;

pub use dag_extract as dag;
pub use egraph::{Limits, Progress, Report, StopReason};
pub use pipeline::{optimize, prepare, Kept, Optimized, Options, Outcome, Prepared, Strategy};
pub use rules::{Rule, RuleSet};
pub use saturate_ir::{effects, host, ir};
pub use saturate_syntax::{diag, sym, syntax};
