//! From a file to optimised functions: what the command line, the explorer, tests and benches have in common.
//!
//! [`saturate`](saturate)'s front page shows it at work.
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
