//! The embedded host's type lattice.

pub mod known;

pub use known::{family, ty, TypeName};
