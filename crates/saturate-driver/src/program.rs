//! A program, loaded after the files of the rule library that it names.
//!
//! A set of the program's own file hides one of the library with the same name. A library file is loaded before the program, so that
//! the program's own functions win over helpers of the library that have the same name.

use crate::job::{self, Job};
use crate::rules;
use crate::Errors;
use saturate::diag::{Diagnostic, Source};
use saturate::rules::library;
use saturate::rules::rule::RuleSet;
use saturate_embedded::Embedded;
use std::path::Path;

/// A loaded program.
pub struct Program {
    /// Its host.
    pub host: Embedded,
    /// What was wrong with definitions. The others are there.
    pub diagnostics: Vec<Diagnostic>,
}

/// A host whose programs may include files.
pub fn reading_host() -> Embedded {
    let mut host = Embedded::new();
    host.follows_includes = true;
    host
}

/// Reads a source file.
pub fn read_source(path: &Path) -> Result<Source, Diagnostic> {
    let shown = path.display();
    let bytes = std::fs::read(path)
        .map_err(|error| Diagnostic::new(format!("cannot read {shown}: {error}")))?;
    saturate::syntax::decode(&shown.to_string(), bytes)
}

/// Loads files of the rule library, each once.
pub fn load_library(sets: impl IntoIterator<Item = &'static str>, host: &mut Embedded) {
    let mut files: Vec<Source> = sets.into_iter().filter_map(library::source).collect();
    // Two sets may be in one file.
    files.sort_by(|a, b| a.name().cmp(b.name()));
    files.dedup_by(|a, b| a.name() == b.name());
    for file in files {
        let problems = host.load_library(file);
        debug_assert!(
            problems.is_empty(),
            "the library does not load: {problems:?}"
        );
    }
}

impl Program {
    /// Loads a file, which may include others, after the library files that it or `names` name.
    pub fn open(path: &Path, names: &[String]) -> Result<Program, Diagnostic> {
        Ok(Program::load_into(reading_host, read_source(path)?, names))
    }

    /// Loads a text, after the library files that it or `names` name.
    pub fn load(source: Source, names: &[String]) -> Program {
        Program::load_into(Embedded::new, source, names)
    }

    /// Loads a text into a host that `make` makes, after the library files that it or `names` name.
    pub fn load_into(make: impl Fn() -> Embedded, source: Source, names: &[String]) -> Program {
        let mut host = make();
        let mut diagnostics = host.load(source.clone());
        let mut wanted: Vec<String> = names
            .iter()
            .flat_map(|names| names.split(','))
            .map(str::to_owned)
            .collect();
        for entry in &host.entries {
            rules::names_in(&entry.ast, entry.rules, &mut wanted);
        }
        let own = |name: &str| host.rules.iter().any(|set| set.name.as_str() == name);
        let sets: Vec<&'static str> = library::names()
            .filter(|&name| wanted.iter().any(|wanted| wanted == name) && !own(name))
            .collect();
        if !sets.is_empty() {
            host = make();
            load_library(sets, &mut host);
            diagnostics = host.load(source);
        }
        Program { host, diagnostics }
    }

    /// The entry points, each with its rules and those that are given.
    pub fn entries(&mut self, given: Option<&RuleSet>) -> Result<Vec<Job>, Errors> {
        job::entry_points(given, &mut self.host)
    }
}
