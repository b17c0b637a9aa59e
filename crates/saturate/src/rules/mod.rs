//! Rules: the language in which experts say what may be rewritten.
//!
//! | file | what |
//! |---|---|
//! | [`term`] | the sides of a rule |
//! | [`pattern`] | left sides, compiled |
//! | [`guard`] | conditions |
//! | [`rule`] | rules and rule sets |
//! | [`syntax`] | reads them from Julia syntax; `condition` reads guards |
//! | [`tilde`] | which names are variables |
//! | [`lower`](mod@lower) | from syntax to terms, as source is lowered |

mod condition;
pub mod guard;
pub mod lower;
pub mod pattern;
pub mod rule;
pub mod syntax;
pub mod term;
pub mod tilde;

pub use guard::Guard;
pub use pattern::{Constraint, Pattern};
pub use rule::{Rhs, Rule, RuleId, RuleSet};
pub use syntax::{read, read_block};
pub use term::{Term, TermId, TermNode, Var};
