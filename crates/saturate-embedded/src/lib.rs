//! Julia without Julia: a host that loads source, infers types and runs code.
//!
//! | module | what |
//! |---|---|
//! | [`embedded`] | the host: definitions, inference through calls, stubs, the prelude |
//! | [`types`], [`methods`] | Julia's type lattice; method tables and specificity |
//! | [`interp`] | values, register code, the interpreter loop, natives |
//!
//! Nothing in the optimiser depends on this crate: it is one of two hosts.
#![forbid(unsafe_code)]

pub mod embedded;
pub mod interp;
pub mod methods;
pub mod types;

pub use embedded::*;

use saturate_ir::{effects, host, ir};
use saturate_syntax::{diag, sym, syntax};
