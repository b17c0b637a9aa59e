//! Hosts: where types, constants, inference and method bodies come from.

pub mod methods;
pub mod types;
