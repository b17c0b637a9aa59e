//! Differential fuzzing: is what the optimiser makes of a program still that program?
//!
//! A case is a random program with random inputs, a random set of true rules, random costs, limits and extractor, all
//! from one seed. The original and the optimised function are interpreted; value, output in order, exception and
//! the contents of everything mutable that the caller can reach must be the same.
//!
//! | file | what |
//! |---|---|
//! | [`config`] | every knob |
//! | [`ops`], [`program`], [`generate`] | programs: the table of operations, the tree, the generator |
//! | [`rules`] | the library of true rules, and subsets of it |
//! | [`case`](mod@case) | one case |
//! | [`observe`], [`session`] | the oracle: what a run shows; both runs compared |
//! | [`mod@reduce`], [`filetest`] | shrinks a failing case; writes it as a text test |
//! | [`campaign`] | many cases |
//! | [`mutation`] | whether the oracle notices each rule of soundness that is switched off |

pub mod campaign;
pub mod case;
pub mod config;
pub mod filetest;
pub mod generate;
pub mod mutation;
pub mod observe;
pub mod ops;
pub mod program;
pub mod reduce;
pub mod rules;
pub mod session;

pub use saturate::random;
