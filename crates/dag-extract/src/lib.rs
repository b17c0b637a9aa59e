#![doc = include_str!("../README.md")]
//!
//! # Files
//!
//! | file | what |
//! |---|---|
//! | [`problem`] | the problem as data, and its builder |
//! | [`solution`] | what extractors answer, limits, errors |
//! | `check` | the independent [`check`](check())er |
//! | `extractor` | the trait [`Extractor`] and its implementations |
//! | `exact` | [`exact`](exact()) and [`greedy`](greedy()): the pipeline |
//! | `forced` | what needs no weighing |
//! | `import`, `kernel`, `preprocess`, `reduce`, `closure` | reductions that keep an optimum, and the way back |
//! | `core`, `component` | what is left, split into components, and the order in which methods are tried on one |
//! | `trees` | components in which nothing can be shared |
//! | `greedy` | cost sets: a first solution |
//! | `improve` | local search: a better one |
//! | `bound`, `dual` | lower bounds: landmark cuts, and prices on landmarks |
//! | `frontier` | dynamic programming over frontiers, for components without cycles |
//! | `search` | branch and bound, for the rest |
//! | `cost`, `order` | fixed-point costs; topological order |
//! | `brute`, `generate`, `chaos` | oracle, random problems, random solutions |
//!
//! `docs/extraction.md` explains the algorithms and has the measurements.
#![forbid(unsafe_code)]

mod bound;
mod brute;
mod budget;
mod chaos;
mod check;
mod closure;
mod component;
mod core;
mod cost;
mod dual;
mod exact;
mod extractor;
mod forced;
mod frontier;
mod generate;
mod greedy;
#[cfg(feature = "highs")]
pub mod ilp;
mod import;
mod improve;
mod kernel;
mod order;
mod preprocess;
pub mod problem;
pub mod random;
mod reduce;
mod search;
pub mod serialize;
pub mod solution;
mod trees;

pub use brute::brute;
pub use chaos::chaos;
pub use check::{check, Violation, COST_TOLERANCE};
pub use exact::{exact, exact_below, greedy};
pub use extractor::{Chaos, Exact, Extractor, Greedy};
pub use generate::{random_problem, Shape};
pub use problem::{ClassId, NodeId, Problem, ProblemBuilder, ProblemError};
pub use solution::{ExtractError, Limits, Solution, Stats};
pub use trees::Trees;
