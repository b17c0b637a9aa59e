//! The entry points of the examples, with their rules.

use saturate::diag::Source;
use saturate::ir::Type;
use saturate::rules::library;
use saturate::rules::rule::RuleSet;
use saturate::rules::syntax::read_block;
use saturate::sym::{s, Sym};
use saturate::syntax::ast::{Ast, NodeId};
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

/// Calls `visit` with the host, and the name, types and rules of every entry point of a file.
pub fn for_each_entry(file: &Path, mut visit: impl FnMut(&mut Embedded, Sym, &[Type], &RuleSet)) {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let source = Source::new(file.to_string_lossy(), text);
    let mut host = Embedded::new();
    // The whole library comes first, so that the file's own functions and rule sets hide those of the same name.
    let mut files: Vec<Source> = library::names().filter_map(library::source).collect();
    files.dedup_by(|a, b| a.name() == b.name());
    for file in files {
        host.load(file);
    }
    host.load(source);
    for entry in host.entries.clone() {
        let ast = &entry.ast;
        let mut rules = RuleSet::default();
        for name in rule_names(ast, entry.rules) {
            let sets = host.rules.iter().rev();
            let Some(set) = sets.into_iter().find(|set| set.name == name).cloned() else {
                continue;
            };
            let set = read_block(&set.ast, set.name, set.body, set.span, &mut host);
            rules = rules.union(&set.unwrap_or_default());
        }
        declare_effects(&mut host, &rules);
        let Some([callee, args @ ..]) = ast.with_head(entry.call, s::CALL) else {
            continue;
        };
        let types: Vec<Type> = args
            .iter()
            .filter_map(|&arg| match ast.with_head(arg, s::TYPED) {
                Some(&[.., of]) => host.type_of_syntax(ast, of).ok(),
                _ => None,
            })
            .collect();
        if let Some(name) = ast.as_symbol(*callee) {
            visit(&mut host, name, &types, &rules);
        }
    }
}

/// Tells the host what the rules say of effects.
pub fn declare_effects(host: &mut Embedded, rules: &RuleSet) {
    rules.declare(host);
}

/// The names in an expression `a ∪ b ∪ c`.
fn rule_names(ast: &Ast, node: NodeId) -> Vec<Sym> {
    let mut names = Vec::new();
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if let Some(name) = ast.as_symbol(node) {
            names.push(name);
        } else if let Some([_, sets @ ..]) = ast.with_head(node, s::CALL) {
            todo.extend(sets.iter().rev());
        }
    }
    names
}
