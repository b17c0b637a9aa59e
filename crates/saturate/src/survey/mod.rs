//! How often left sides of rules occur in a body of code.
//!
//! A file is parsed and lowered, each function becomes an e-graph, and each rule's left side is matched once against it;
//! nothing is run and nothing is rewritten. Without running the program most types are not known, so types in patterns
//! count as fulfilled, and so do clauses: the numbers say how often the *shape* occurs. A compile-time constant must be a literal of
//! the source. No macro is run ([`through`]); what cannot be read or lowered is left out, and counted by its reason.
//!
//! ```text
//! y = f.(x)          broadcasted(~f, materialize(~x))    1 match, although on two lines
//! z = g.(y)
//! ```

mod through;

pub use through::{Macros, Tally};

use crate::diag::Source;
use crate::egraph::clauses::Switches;
use crate::egraph::convert::{convert, Manner};
use crate::egraph::index::Index;
use crate::egraph::known::Sieve;
use crate::egraph::matcher::{search, Budget};
use crate::host::untyped::Untyped;
use crate::host::Host;
use crate::ir::infer::infer;
use crate::ir::slots::SlotCode;
use crate::ir::ssa::{construct, SsaError};
use crate::rules::pattern::Constraint;
use crate::rules::rule::{Rule, RuleSet};
use crate::syntax::lower::{lower_file, Item};
use crate::syntax::parse;
use std::collections::BTreeSet;
use through::see_through;

/// Nodes that matching one rule in one function may look at.
const WORK: u64 = 1_000_000;

/// Matches of one rule in one function that are counted.
const MATCHES: usize = 10_000;

/// What was found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCount {
    /// Function definitions that were looked at.
    pub functions: u64,
    /// What became of macros.
    pub macros: Macros,
    /// Definitions and other statements that could not be read or lowered, by reason.
    pub skipped: Tally,
    /// Matches per rule.
    pub matches: Vec<u64>,
}

impl FileCount {
    /// Adds what was found in another file.
    pub fn add(&mut self, other: &FileCount) {
        self.functions += other.functions;
        self.matches
            .resize(self.matches.len().max(other.matches.len()), 0);
        for (sum, matches) in self.matches.iter_mut().zip(&other.matches) {
            *sum += matches;
        }
        let (ours, theirs) = (&mut self.macros, &other.macros);
        for (sums, counts) in [
            (&mut self.skipped, &other.skipped),
            (&mut ours.expanded, &theirs.expanded),
            (&mut ours.definitions, &theirs.definitions),
            (&mut ours.values, &theirs.values),
            (&mut ours.left_out, &theirs.left_out),
        ] {
            for (name, count) in counts {
                *sums.entry(name.clone()).or_default() += count;
            }
        }
    }

    fn skip(&mut self, reason: &str) {
        *self.skipped.entry(reason.to_owned()).or_default() += 1;
    }
}

/// Counts the matches of rules, which were read with this host, in a file.
pub fn survey(source: Source, rules: &RuleSet, host: &mut Untyped) -> FileCount {
    let mut count = FileCount {
        matches: vec![0; rules.len()],
        ..FileCount::default()
    };
    let mut parsed = parse(source);
    let toplevel = see_through(&mut parsed.ast, &parsed.toplevel, &mut count.macros);
    let lowered = lower_file(&mut parsed.ast, &toplevel);
    for diagnostic in &lowered.diagnostics {
        count.skip(&diagnostic.message);
    }
    for diagnostic in &parsed.diagnostics {
        count.skip(&format!("not read: {}", diagnostic.message));
    }
    let mut definitions = BTreeSet::new();
    let mut todo: Vec<Item> = lowered.items;
    while let Some(item) = todo.pop() {
        match item {
            Item::Method(method) => {
                // One definition with default or keyword arguments is several methods.
                definitions.insert((method.span.start, method.span.end));
                if let Err(reason) = survey_code(&method.code, rules, host, &mut count.matches) {
                    count.skip(&reason.to_string());
                }
            }
            Item::Module(module) => todo.extend(module.items),
            Item::If(conditional) => {
                todo.extend(conditional.then_items);
                todo.extend(conditional.else_items);
            }
            _ => {}
        }
    }
    count.functions = definitions.len() as u64;
    count
}

/// Counts in one body, or says why it has no SSA form.
fn survey_code(
    code: &SlotCode,
    rules: &RuleSet,
    host: &mut Untyped,
    matches: &mut [u64],
) -> Result<(), SsaError> {
    let arguments = vec![host.any(); code.nargs as usize];
    let static_params = vec![None; code.static_params.len()];
    let mut function = construct(code, &arguments, &static_params, host)?;
    let inferred = infer(&mut function, host);
    let mut found: Vec<(usize, Vec<crate::ir::Const>)> = Vec::new();
    {
        let (egraph, _) = convert(
            function,
            &inferred,
            host,
            Manner::default(),
            Switches::default(),
        );
        let computed = rules
            .iter()
            .any(|(_, rule)| rule.pattern.has_computed_head());
        let index = Index::new(&egraph, None, 0, computed);
        for (number, (id, rule)) in rules.iter().enumerate() {
            let mut budget = Budget {
                work: WORK,
                matches: MATCHES,
                deadline: None,
            };
            let (all, _) = search(&index, &rule.pattern, true, Sieve::Open, &mut budget);
            for one in all.iter(id, rule) {
                let constants = comptime(rule).filter_map(|var| one.member(var)?.constant);
                found.push((number, constants.collect()));
            }
        }
    }
    for (number, constants) in found {
        matches[number] += u64::from(constants.iter().all(|&constant| host.is_literal(constant)));
    }
    Ok(())
}

/// The variables of a rule that must be compile-time constants.
fn comptime(rule: &Rule) -> impl Iterator<Item = crate::rules::Var> + '_ {
    rule.vars
        .iter()
        .filter(|(_, var)| matches!(var.constraint, Some(Constraint::Comptime(_))))
        .map(|(var, _)| var)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::read;

    fn count(rules: &str, source: &str) -> FileCount {
        let mut host = Untyped::trusting();
        let rules = read(Source::new("rules.jl", rules), &mut host).unwrap();
        survey(Source::new("file.jl", source), &rules, &mut host)
    }

    #[test]
    fn patterns_are_found_over_lines_and_branches_and_in_modules() {
        let rule = "broadcasted(~f, materialize(~x)) --> broadcasted(~f, ~x)";
        let one = "module M\nfunction g(x, c)\n y = sqrt.(x)\n c ? abs.(y) : y\nend\nend";
        assert_eq!(count(rule, one).matches, [1]);
        assert_eq!(count(rule, "g(x) = abs.(sqrt.(x))").matches, [0]);
    }

    #[test]
    fn types_count_as_fulfilled_and_constants_must_be_literals() {
        assert_eq!(count("~x::Matrix - ~x --> 0", "g(a) = a - a").matches, [1]);
        let fold = "~a::Comptime{Int} + ~x --> ~x";
        assert_eq!(count(fold, "g(x) = 1 + x").matches, [1]);
        assert_eq!(count(fold, "g(x) = LIMIT + x").matches, [0]);
    }

    #[test]
    fn what_cannot_be_lowered_is_counted_and_does_not_stop_the_rest() {
        let source = "g(x) = @unknown_macro x\nh(x) = x - x\nm(x) = {x}\nk(x) = )\n";
        let found = count("~x - ~x --> 0", source);
        assert_eq!((found.functions, found.matches[0]), (2, 1));
        assert_eq!(found.macros.values["@unknown_macro"], 1);
        assert_eq!(found.skipped["`{ }` as an array is not supported"], 1);
        assert!(found.skipped.len() > 1);
    }
}
