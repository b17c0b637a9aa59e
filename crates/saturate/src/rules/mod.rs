//! Rules: the language in which experts say what may be rewritten.
//!
//! ```
//! use saturate::{diag::Source, host::untyped::Untyped, rules};
//!
//! let text = "and(~a, ~b) --> and(~b, ~a)\nand(~a, not(~a)) --> false";
//! let logic = rules::read(Source::new("logic.jl", text), &mut Untyped::new()).unwrap();
//! let written: Vec<&str> = logic.iter().map(|(_, rule)| rule.text()).collect();
//! assert_eq!(written, ["and(~a, ~b) --> and(~b, ~a)", "and(~a, not(~a)) --> false"]);
//!
//! let errors = rules::read(Source::new("wrong.jl", "f(~x) --> g(~y)"), &mut Untyped::new());
//! assert_eq!(
//!     errors.unwrap_err()[0].to_string(),
//!     "wrong.jl:1:14: unbound variable `~y` on the right side"
//! );
//! ```
//!
//! | file | what |
//! |---|---|
//! | [`term`] | the sides of a rule |
//! | [`pattern`] | left sides, compiled |
//! | [`guard`] | conditions |
//! | [`cost`] | costs and shapes: expressions over sizes |
//! | [`rule`] | rules and rule sets |
//! | [`syntax`] | reads them from Julia syntax; `condition` reads guards |
//! | [`several`] | left sides of several parts |
//! | [`loops`] | left sides that are loops |
//! | [`tilde`] | which names are variables |
//! | [`library`] | the rule sets that come with the program |
//! | [`lower`](mod@lower) | from syntax to terms, as source is lowered |

mod condition;
pub mod cost;
pub(crate) mod guard;
pub mod library;
pub mod loops;
pub(crate) mod lower;
pub mod pattern;
pub mod rule;
pub mod several;
pub mod syntax;
pub mod term;
#[cfg(test)]
mod tests;
pub(crate) mod tilde;

pub use guard::Guard;
pub use pattern::{Constraint, Pattern};
pub use rule::{Rhs, Rule, RuleId, RuleSet};
pub use syntax::{read, read_block};
pub use term::{Term, TermId, TermNode, Var};
