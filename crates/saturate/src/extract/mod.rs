//! Extraction: choosing, from an e-graph, what to compute.
//!
//! | module | what |
//! |---|---|
//! | [`dag`] | the core problem: one choice per class, acyclic, every chosen node paid once; exact, greedy and chaos extractors, checker, brute force |
//! | `ilp` | the same problem on HiGHS (cargo feature `highs`) |
//! | [`serialize`] | the egraph-serialize JSON format |
//!
//! `docs/extraction.md` explains the algorithms and has the measurements.

pub mod dag;
#[cfg(feature = "highs")]
pub mod ilp;
pub mod serialize;
