//! From a file to optimised functions: what the command line, the explorer, tests and benches have in common.
//!
//! ```
//! use saturate_driver::{saturate::diag::Source, saturate::ir::print::print, saturate::Options, Program};
//!
//! let mut program = Program::load(
//!     Source::new("f.jl", "
//!         @rules algebra begin
//!             ~x::Int64 * 2 --> ~x << 1
//!             ~x::Int64 + 0 --> ~x
//!             @cost *(::Int64, ::Int64) 3
//!         end
//!         twice(x) = (x + 0) * 2
//!         @saturate algebra twice(::Int64)
//!     "),
//!     &[],
//! );
//! let entries = program.entries(None)?;
//! let done = entries[0].optimize(&mut program.host, &Options::default())?;
//! assert_eq!(done.outcome().cost_after, 1.0);
//! assert_eq!(print(&done.optimized.function, &mut program.host), "\
//! function twice(%1 x::Int64)::Int64
//! b0:
//!     %2 = <<(%1, 1)::Int64
//!     return %2
//! end
//! ");
//! # Ok::<(), saturate_driver::Errors>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`program`] | a program and the library files that it names |
//! | [`rules`] | rule sets by name, in a text, in a file |
//! | [`job`] | entry points; the typed code of one, its optimisation, its result as Julia source |
#![forbid(unsafe_code)]

pub mod job;
pub mod program;
pub mod rules;

pub use job::{Done, Job, Typed};
pub use program::{read_source, Program};
pub use saturate;

use saturate::diag::Diagnostic;

/// Why something could not be done: one or more diagnostics.
#[derive(Clone, Debug)]
pub struct Errors(pub Vec<Diagnostic>);

impl From<Diagnostic> for Errors {
    fn from(diagnostic: Diagnostic) -> Errors {
        Errors(vec![diagnostic])
    }
}
