//! Extraction.
pub mod dag;
pub mod serialize;
