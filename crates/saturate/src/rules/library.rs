//! The rule sets that come with the program: the files of `rules/` at the root of the repository.
//!
//! A file defines one or more sets, and the functions that their right sides call. They are ordinary source: a host
//! loads the file, and then has the sets and the functions.
//!
//! ```text
//! saturate opt layer.jl --rules broadcast,nn        @saturate broadcast ∪ nn forward(::Matrix{Float64}, …)
//! ```

use crate::diag::Source;

macro_rules! library {
    ($($name:literal in $file:literal)*) => {
        &[$(($name, concat!("rules/", $file, ".jl"), include_str!(concat!("../../../../rules/", $file, ".jl")))),*]
    };
}

/// Name of each set in alphabetical order, with the path and text of its file.
const SETS: &[(&str, &str, &str)] = library!(
    "arithmetic" in "arithmetic"
    "broadcast" in "broadcast"
    "constants" in "constants"
    "gemm" in "gemm"
    "linalg" in "linalg"
    "loops" in "linalg_loops"
    "multiline" in "broadcast"
    "nn" in "nn"
    "parts" in "linalg_parts"
    "properties" in "linalg_properties"
    "solves" in "linalg_solves"
    "structure" in "linalg_structure"
    "transforms2d" in "transforms2d"
    "trig" in "trig"
);

/// The names of the sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    SETS.iter().map(|set| set.0)
}

/// Whether a text is a file of the library.
pub fn is_library(source: &Source) -> bool {
    let of_name = SETS.iter().find(|set| set.1 == source.name());
    of_name.is_some_and(|set| set.2 == source.text())
}

/// The file that defines a set.
pub fn source(name: &str) -> Option<Source> {
    let (_, path, text) = SETS.iter().find(|set| set.0 == name)?;
    Some(Source::new(*path, *text))
}
