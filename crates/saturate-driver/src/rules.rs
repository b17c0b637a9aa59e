//! Rule sets by name: of the program, of the library, of another file.
//!
//! `--rules broadcast,mine.jl` and `@saturate broadcast ∪ mine f(::T)` both end here.

use crate::program::read_source;
use crate::Errors;
use saturate::diag::{Diagnostic, Source};
use saturate::rules::rule::RuleSet;
use saturate::rules::{library, syntax};
use saturate::sym::{s, Sym};
use saturate::syntax::ast::{Ast, NodeId};
use saturate_embedded::{Embedded, RuleSource};
use std::path::Path;

/// The names in an expression `a ∪ b ∪ c`.
pub(crate) fn names_in(ast: &Ast, node: NodeId, names: &mut Vec<String>) {
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if let Some(name) = ast.as_symbol(node) {
            names.push(name.to_string());
        } else if let Some([_, sets @ ..]) = ast.with_head(node, s::CALL) {
            todo.extend(sets);
        }
    }
}

/// The set that an expression `a ∪ b ∪ c` stands for.
pub fn of_expression(ast: &Ast, node: NodeId, host: &mut Embedded) -> Result<RuleSet, Errors> {
    if let Some(name) = ast.as_symbol(node) {
        return loaded(name, host).unwrap_or_else(|| {
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
            Ok(of_expression(ast, a, host)?.union(&of_expression(ast, b, host)?))
        }
        _ => {
            let message = "expected the name of a rule set, or a ∪ b";
            Err(Diagnostic::at(&ast.source, ast.span(node), message).into())
        }
    }
}

/// Whether a text has a block of this name, though it may not be one that can be read.
fn is_written(source: &Source, name: Sym) -> bool {
    source.text().lines().any(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some(s::RULES.as_str()) && words.next() == Some(name.as_str())
    })
}

/// Reads a set of a loaded file.
pub fn read(set: &RuleSource, host: &mut Embedded) -> Result<RuleSet, Errors> {
    syntax::read_block(&set.ast, set.name, set.body, set.span, host).map_err(Errors)
}

/// A set that a loaded file defines; of several with one name, the last.
fn loaded(name: Sym, host: &mut Embedded) -> Option<Result<RuleSet, Errors>> {
    let mut sets = host.rules.iter().rev();
    let source = sets.find(|rules| rules.name == name)?.clone();
    Some(read(&source, host))
}

/// A set by name, or all sets of a file together. The functions that the file defines are loaded as well.
pub fn named(name: &str, host: &mut Embedded) -> Result<RuleSet, Errors> {
    if let Some(rules) = loaded(Sym::new(name), host) {
        return rules;
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|ending| ending != "jl") {
        return Err(Diagnostic::new(format!("there is no rule set `{name}`"))
            .help(what_there_is(host))
            .into());
    }
    of_text(read_source(path)?, host)
}

/// All sets of a text together. The functions that it defines are loaded as well.
pub fn of_text(source: Source, host: &mut Embedded) -> Result<RuleSet, Errors> {
    let before = host.rules.len();
    let diagnostics = host.load(source.clone());
    if host.rules.len() == before {
        // Rules without a block around them: the file is one set.
        return syntax::read(source, host).map_err(Errors);
    }
    if !diagnostics.is_empty() {
        return Err(Errors(diagnostics));
    }
    let mut all = RuleSet::default();
    let sets = host.rules[before..].to_vec();
    for set in sets {
        all = all.union(&read(&set, host)?);
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
