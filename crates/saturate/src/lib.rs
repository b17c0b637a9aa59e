//! Equality saturation for typed Julia code.
#![forbid(unsafe_code)]

pub mod diag;
pub mod effects;
pub mod egraph;
pub mod elaborate;
pub mod extract;
pub mod host;
pub mod interp;
pub mod ir;
pub mod pipeline;
pub mod rules;
pub mod sym;
pub mod syntax;
