//! DAG-cost extraction (temporary map).
mod bound;
mod check;
mod closure;
mod core;
mod cost;
mod exact;
mod greedy;
mod kernel;
mod preprocess;
pub mod problem;
mod reduce;
mod search;
pub mod solution;
pub use check::{check, Violation, COST_TOLERANCE};
pub use exact::exact;
pub use problem::{ClassId, NodeId, Problem, ProblemBuilder, ProblemError};
pub use solution::{ExtractError, Limits, Solution, Stats};
