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
//! | [`seeds`], [`scene`] | left sides of rules as expressions, and as statements with something in between |
//! | [`helpers`] | functions that a program calls; the same call twice |
//! | [`mod@scramble`] | the function in a shape that no source has |
//! | [`rules`] | the library of true rules, and subsets of it |
//! | [`case`](mod@case) | one case |
//! | [`observe`], [`session`] | the oracle: what a run shows; both runs compared |
//! | [`aimed`] | inputs on both sides of the boundaries at which a guard picks another variant |
//! | [`mod@reduce`], [`filetest`] | shrinks a failing case; writes it as a text test |
//! | [`campaign`] | many cases |
//! | [`julia`] | cases as a file that real Julia runs |
//! | [`sized`] | straight-line programs over arrays, at sizes around the boundaries of their guards |
//! | [`chains`] | chains of matrices at many sizes: variants against dynamic programming |
//! | [`targets`] | what else is fed with random input |
//! | [`mutation`] | whether the oracle notices each rule of soundness that is switched off |

#![forbid(unsafe_code)]

pub mod aimed;
mod arguments;
pub mod campaign;
pub mod case;
pub mod chains;
pub mod claims;
mod compare;
pub mod config;
pub mod filetest;
pub mod generate;
pub mod helpers;
pub mod julia;
pub mod loops;
pub mod mutation;
mod nudge;
pub mod observe;
pub mod ops;
pub mod program;
pub mod reduce;
pub mod rules;
pub mod scene;
pub mod scramble;
pub mod seeds;
pub mod session;
pub mod sized;
pub mod targets;

pub use dag_extract::random;
