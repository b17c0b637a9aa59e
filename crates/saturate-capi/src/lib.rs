//! The C interface of Saturate: the shared library that the Julia package loads.
//!
//! | file | what |
//! |---|---|
//! | [`abi`] | the exported functions: version, optimise, free; the only `unsafe` code |
//! | [`wire`] | the words that cross the boundary, and what they mean |
//! | [`decode`] | words to slot code, checking everything |
//! | [`encode`] | an SSA function to words |
//! | [`host`] | the running session as a [`saturate::host::Host`], through one callback |
//! | [`narrow`], [`constants`], [`verbatim`] | types of block parameters; known values at their uses; calls to leave alone |
//! | [`bodies`] | what calls may do, from the methods that they run |
//! | [`rules`] | reading rule sets |
//! | [`pipeline`] | what one request does |
//! | [`report`] | what the optimiser did, as text |
//!
//! Contract: no panic and no exception crosses the boundary; malformed input is an error with a message; there is no
//! state between calls (interned names and the rule sets that the caller holds aside), so calls may be concurrent and
//! nested; what the library allocates, the library frees.
#![deny(missing_docs)]

pub mod abi;
pub mod bodies;
pub mod constants;
pub mod decode;
pub mod encode;
pub mod host;
pub mod narrow;
pub mod pipeline;
pub mod report;
pub mod rules;
pub mod verbatim;
pub mod wire;
mod words;
