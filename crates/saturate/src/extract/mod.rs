//! Extraction: choosing, from an e-graph, what to compute.
//!
//! | module | what |
//! |---|---|
//! | [`place`] | where code may stand |
//! | [`problem`], [`answer`], [`check`] | the problem P of a function as data, its answers, the independent checker |
//! | [`build`] | from an e-graph to P |
//! | [`goals`] | P compiled to the core problem, and answers from its solutions |
//! | [`hoist`], [`ways`], [`licence`] | which calls may leave a loop; which every way behind a branch makes; which may go although they throw |
//! | [`brute`], [`random`] | brute force and random problems, for tests |
//! | [`dag`] | the core problem: one choice per class, acyclic, every chosen node paid once; exact, greedy and chaos extractors, checker, brute force |
//! | `ilp` | the core problem on HiGHS (cargo feature `highs`) |
//! | `paper`, `cycles` | the paper's formulation on HiGHS, the baseline; Johnson's algorithm |
//! | [`serialize`], [`dump`] | the egraph-serialize JSON format: problems from it, e-graphs to it |
//!
//! `docs/extraction.md` explains the algorithms and has the measurements.

pub mod answer;
#[cfg(any(test, feature = "testing"))]
pub mod brute;
pub mod build;
pub mod check;
#[cfg(feature = "highs")]
pub mod cycles;
pub mod dump;
pub mod goals;
pub mod hoist;
pub mod licence;
#[cfg(feature = "highs")]
pub mod paper;
pub mod place;
pub mod problem;
#[cfg(any(test, feature = "testing"))]
pub mod random;
pub mod ways;

pub use dag_extract as dag;
#[cfg(feature = "highs")]
pub use dag_extract::ilp;
