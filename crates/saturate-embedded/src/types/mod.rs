//! The embedded host's type lattice.
//!
//! | file | concept |
//! |---|---|
//! | [`known`] | types the Rust code refers to, with fixed handles |
//! | [`table`] | what a type is; interning |
//! | [`define`] | families: definitions, applying parameters, supertypes |
//! | `subst` | opening and closing `where` |
//! | [`subtype`] | `a <: b`, and what a signature's variables stand for |
//! | `union` | unions in canonical form, subtraction |
//! | `join` | `typejoin` |
//! | `meet` | `typeintersect` |
//! | `specific` | which of two signatures goes first |
//! | `traits` | concrete, singleton, mutable; fields |
//! | `print` | types as Julia shows them |
//! | `eval` | type expressions of the syntax tree |

pub mod define;
mod eval;
mod join;
pub mod known;
mod meet;
mod print;
mod specific;
mod subst;
pub mod subtype;
pub mod table;
#[cfg(test)]
mod tests;
mod traits;
mod union;

pub use define::{Definition, FamilyParam, TypeError};
pub use eval::{Bounded, Scope};
pub use known::{family, ty, Layout, TypeName};
pub use table::{plain_name, List, Param, Tail, TypeData, TypeTable, Value};
