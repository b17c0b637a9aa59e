//! The entry points of the examples, with their rules.

use saturate_driver::{Job, Program};
use saturate_embedded::Embedded;
use std::path::{Path, PathBuf};

/// The files of the examples, sorted.
pub fn examples() -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(super::root().join("examples"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jl"))
        .collect();
    files.sort();
    files
}

/// Calls `visit` with the host and every entry point of a file.
pub fn for_each_entry(file: &Path, mut visit: impl FnMut(&mut Embedded, &Job)) {
    let mut program = match Program::open(file, &[]) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    };
    let entries = program.entries(None).expect("the examples are right");
    for job in &entries {
        visit(&mut program.host, job);
    }
}
