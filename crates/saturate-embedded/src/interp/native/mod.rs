//! Functions implemented in Rust, by the name of the Julia function.
//!
//! A native serves every method of its name that the prelude declares with `@stub`, and dispatches on the run-time
//! values itself. Three conventions:
//!
//! - a constructor is registered under the name of its type (`"Array"`, `"Float64"`) and gets the type that is called
//!   as its first argument;
//! - keyword calls of natives arrive as `kwcall(names_and_values, f, args...)`; [`keyword`] lists who takes which;
//! - a native never recurses on the depth of a value without [`super::egal::deep`], and burns fuel for each element.

use super::machine::Native;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

pub mod arith;
pub mod bits;
pub mod broadcast;
pub mod build;
pub mod collection;
pub mod compare;
pub mod control;
pub mod convert;
pub mod dict;
pub mod fold;
pub mod index;
pub mod iterate;
pub mod keyword;
pub mod linear;
pub mod math;
pub mod mutate;
pub mod object;
pub mod own;
pub mod print;
pub mod random;
pub mod range;
pub mod sort;
pub mod string;
pub mod wrapper;

const TABLES: &[&[(&str, Native)]] = &[
    arith::NATIVES,
    bits::NATIVES,
    broadcast::NATIVES,
    build::NATIVES,
    collection::NATIVES,
    compare::NATIVES,
    control::NATIVES,
    convert::NATIVES,
    dict::NATIVES,
    fold::NATIVES,
    index::NATIVES,
    iterate::NATIVES,
    keyword::NATIVES,
    linear::NATIVES,
    math::NATIVES,
    mutate::NATIVES,
    object::NATIVES,
    print::NATIVES,
    random::NATIVES,
    range::NATIVES,
    sort::NATIVES,
    string::NATIVES,
    wrapper::NATIVES,
];

static BY_NAME: LazyLock<FxHashMap<&'static str, Native>> = LazyLock::new(|| table().collect());

/// Every native with the name of the function it implements.
pub fn table() -> impl Iterator<Item = (&'static str, Native)> {
    TABLES.iter().flat_map(|table| table.iter().copied())
}

/// The native of a function.
pub fn lookup(name: &str) -> Option<Native> {
    BY_NAME.get(name).copied()
}
