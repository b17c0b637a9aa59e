//! Rules: the language in which experts say what may be rewritten.
//!
//! | file | what |
//! |---|---|
//! | [`term`] | the sides of a rule |
//! | [`pattern`] | left sides, compiled |
//! | [`guard`] | conditions |
//! | [`rule`] | rules and rule sets |

pub mod guard;
pub mod pattern;
pub mod rule;
pub mod term;

pub use guard::Guard;
pub use pattern::{Constraint, Pattern};
pub use rule::{Rhs, Rule, RuleId, RuleSet};
pub use term::{Term, TermId, TermNode, Var};
