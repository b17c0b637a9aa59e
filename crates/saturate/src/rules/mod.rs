//! Rules: the language in which experts say what may be rewritten.
//!
//! ```
//! use saturate::diag::Source;
//! use saturate::egraph::{AllowAll, EGraph, ENode, Inference, Limits, Tag};
//! use saturate::host::untyped::Untyped;
//! use saturate::rules;
//!
//! let mut host = Untyped::new();
//! let text = "and(~a, ~b) --> and(~b, ~a)\nand(~a, not(~a)) --> false";
//! let logic = rules::read(Source::new("logic.jl", text), &mut host).unwrap();
//!
//! let [and, not, x, no] = ["and", "not", "x", "false"].map(|name| host.name(name));
//! let mut egraph = EGraph::new(Inference::new(&mut host));
//! let x = egraph.add(ENode::constant(x));
//! let not_x = egraph.add(ENode::call(not, Tag::NONE, &[x]));
//! let both = egraph.add(ENode::call(and, Tag::NONE, &[not_x, x]));
//! let report = saturate::egraph::saturate(&mut egraph, &logic, &mut AllowAll, &Limits::default());
//!
//! let no = egraph.add(ENode::constant(no));
//! assert_eq!(egraph.find(both), egraph.find(no));
//! assert_eq!(report.rules["logic.2"].applied, 1);
//! ```
//!
//! | file | what |
//! |---|---|
//! | [`term`] | the sides of a rule |
//! | [`pattern`] | left sides, compiled |
//! | [`guard`] | conditions |
//! | [`rule`] | rules and rule sets |
//! | [`syntax`] | reads them from Julia syntax; `condition` reads guards |
//! | [`tilde`] | which names are variables |
//! | [`library`] | the rule sets that come with the program |
//! | [`lower`](mod@lower) | from syntax to terms, as source is lowered |

mod condition;
pub mod guard;
pub mod library;
pub mod lower;
pub mod pattern;
pub mod rule;
pub mod syntax;
pub mod term;
#[cfg(test)]
mod tests;
pub mod tilde;

pub use guard::Guard;
pub use pattern::{Constraint, Pattern};
pub use rule::{Rhs, Rule, RuleId, RuleSet};
pub use syntax::{read, read_block};
pub use term::{Term, TermId, TermNode, Var};
