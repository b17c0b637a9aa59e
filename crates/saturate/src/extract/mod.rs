//! Extraction: choosing, from an e-graph, what to compute.
//!
//! | module | what |
//! |---|---|
//! | [`place`], [`goals`] | the problem of a function: where code may stand, what may run there; compiled to the core problem |
//! | [`dag`] | the core problem: one choice per class, acyclic, every chosen node paid once; exact, greedy and chaos extractors, checker, brute force |
//! | `ilp` | the same problem on HiGHS (cargo feature `highs`) |
//! | [`serialize`] | the egraph-serialize JSON format |
//!
//! `docs/extraction.md` explains the algorithms and has the measurements.

pub mod dag;
pub mod goals;
#[cfg(feature = "highs")]
pub mod ilp;
pub mod place;
pub mod serialize;
