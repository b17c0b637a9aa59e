//! Rule sets by name: of the file at hand, of the library, of another file.
//!
//! `--rules broadcast,mine.jl` and `@saturate broadcast ∪ mine f(::T)` both end here. A set of the program's own file hides one of
//! the library with the same name. A library file is loaded before the program, so that the program's own functions
//! win over helpers of the library that have the same name.

use super::{read_source, reading_host, Failure};
use saturate::diag::{Diagnostic, Source};
use saturate::rules::rule::RuleSet;
use saturate::rules::{library, syntax};
use saturate::sym::{s, Sym};
use saturate::syntax::ast::{Ast, NodeId};
use saturate_embedded::Embedded;
use std::path::Path;

/// Loads a program, after the library files that it or the command line name.
pub fn load_with_library(
    path: &Path,
    names: &[String],
) -> Result<(Embedded, Vec<Diagnostic>), Failure> {
    Ok(load_source(read_source(path)?, names, reading_host))
}

/// Loads the text of a program into a host that `make` makes, after the library files that it or `names` name.
pub fn load_source(
    source: Source,
    names: &[String],
    make: impl Fn() -> Embedded,
) -> (Embedded, Vec<Diagnostic>) {
    let mut host = make();
    let mut diagnostics = host.load(source.clone());
    let mut wanted: Vec<String> = names
        .iter()
        .flat_map(|names| names.split(','))
        .map(str::to_owned)
        .collect();
    for entry in &host.entries {
        names_of(&entry.ast, entry.rules, &mut wanted);
    }
    let mut files: Vec<Source> = library::names()
        .filter(|&name| wanted.iter().any(|wanted| wanted == name))
        .filter(|name| !host.rules.iter().any(|set| set.name.as_str() == *name))
        .filter_map(library::source)
        .collect();
    // Two sets may be in one file.
    files.sort_by(|a, b| a.name().cmp(b.name()));
    files.dedup_by(|a, b| a.name() == b.name());
    if !files.is_empty() {
        host = make();
        for file in files {
            let problems = host.load_library(file);
            debug_assert!(
                problems.is_empty(),
                "the library does not load: {problems:?}"
            );
        }
        diagnostics = host.load(source);
    }
    (host, diagnostics)
}

/// The names in an expression `a ∪ b ∪ c`.
fn names_of(ast: &Ast, node: NodeId, names: &mut Vec<String>) {
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if let Some(name) = ast.as_symbol(node) {
            names.push(name.to_string());
        } else if let Some([_, sets @ ..]) = ast.with_head(node, s::CALL) {
            todo.extend(sets);
        }
    }
}

/// A rule set by name, or `a ∪ b`.
pub fn rules_of(ast: &Ast, node: NodeId, host: &mut Embedded) -> Result<RuleSet, Failure> {
    if let Some(name) = ast.as_symbol(node) {
        return loaded_rules(name, host).unwrap_or_else(|| {
            let at = |message| Diagnostic::at(&ast.source, ast.span(node), message);
            if is_written(&ast.source, name) {
                return Err(at(format!("the rule set `{name}` could not be read")).into());
            }
            let missing = at(format!("there is no rule set `{name}`"));
            Err(missing.help(what_there_is(host)).into())
        });
    }
    match ast.with_head(node, s::CALL) {
        Some(&[operator, a, b])
            if ast
                .as_symbol(operator)
                .is_some_and(|name| name.as_str() == "∪") =>
        {
            Ok(rules_of(ast, a, host)?.union(&rules_of(ast, b, host)?))
        }
        _ => Err(Diagnostic::at(
            &ast.source,
            ast.span(node),
            "expected the name of a rule set, or a ∪ b",
        )
        .into()),
    }
}

/// Whether a text has a block of this name, though it may not be one that can be read.
fn is_written(source: &Source, name: Sym) -> bool {
    source.text().lines().any(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some(s::RULES.as_str()) && words.next() == Some(name.as_str())
    })
}

/// A set that a loaded file defines; of several with one name, the last.
fn loaded_rules(name: Sym, host: &mut Embedded) -> Option<Result<RuleSet, Failure>> {
    let mut sets = host.rules.iter().rev();
    let source = sets.find(|rules| rules.name == name)?.clone();
    Some(
        syntax::read_block(&source.ast, source.name, source.body, source.span, host)
            .map_err(Failure),
    )
}

/// A set by name, or all sets of a file together. The functions that the file defines are loaded as well.
pub fn named_rules(name: &str, host: &mut Embedded) -> Result<RuleSet, Failure> {
    if let Some(rules) = loaded_rules(Sym::new(name), host) {
        return rules;
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|ending| ending != "jl") {
        return Err(Diagnostic::new(format!("there is no rule set `{name}`"))
            .help(what_there_is(host))
            .into());
    }
    rules_of_source(read_source(path)?, host)
}

/// All sets of a text together. The functions that it defines are loaded as well.
pub fn rules_of_source(source: Source, host: &mut Embedded) -> Result<RuleSet, Failure> {
    let before = host.rules.len();
    let diagnostics = host.load(source.clone());
    if host.rules.len() == before {
        // Rules without a block around them: the file is one set.
        return syntax::read(source, host).map_err(Failure);
    }
    if !diagnostics.is_empty() {
        return Err(Failure(diagnostics));
    }
    let mut all = RuleSet::default();
    let sets = host.rules[before..].to_vec();
    for set in sets {
        let rules = syntax::read_block(&set.ast, set.name, set.body, set.span, host);
        all = all.union(&rules.map_err(Failure)?);
    }
    Ok(all)
}

fn what_there_is(host: &Embedded) -> String {
    let own: Vec<&str> = host.rules.iter().map(|rules| rules.name.as_str()).collect();
    let library: Vec<&str> = library::names().collect();
    let library = format!(
        "the library has {}; a .jl file of rules works, too",
        library.join(", ")
    );
    if own.is_empty() {
        library
    } else {
        format!("the file defines {}; {library}", own.join(", "))
    }
}
