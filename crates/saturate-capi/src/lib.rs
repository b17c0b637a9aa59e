//! The C interface of Saturate: the shared library that the Julia package loads.
//!
//! | file | what |
//! |---|---|
//! | [`abi`] | the exported functions: version, optimise, free; the only `unsafe` code |
//! | [`wire`] | the words that cross the boundary, and what they mean |
//! | [`decode`] | words to slot code, checking everything |
//! | [`encode`] | an SSA function to words |
//! | [`host`] | the running session as a [`saturate::host::Host`], through one callback |
//! | [`pipeline`] | what one request does |
//!
//! Contract: no panic and no exception crosses the boundary; malformed input is an error with a message; there is no
//! state between calls (interned names aside), so calls may be concurrent and nested; what the library allocates, the
//! library frees.
#![deny(missing_docs)]

pub mod abi;
pub mod decode;
pub mod encode;
pub mod host;
pub mod pipeline;
pub mod wire;
