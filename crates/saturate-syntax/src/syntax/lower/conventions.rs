//! Names that Julia's lowering calls behind the user's back, where versions of Julia differ.
//!
//! The lowering follows Julia 1.5.3, because that is the version its oracle runs. What later versions do otherwise:
//!
//! | what | here (1.5) | later |
//! |---|---|---|
//! | call with keywords | `Core.kwfunc(f)(kws, f, args...)` | 1.9: `Core.kwcall(kws, f, args...)` |
//! | splat | `Core._apply_iterate(iterate, f, tuples...)` | the same |
//! | destructuring | `indexed_iterate` for every element | 1.6: `rest` for a slurped tail (done here, too) |
//! | `a'` | `'(a)`, an alias of `adjoint` | 1.6: `adjoint(a)` (done here) |
//! | a type's fields in `new` | `convert(fieldtype(T, i), x)` | 1.8: only where `x` is not of the type |
//!
//! A host that follows a newer convention switches it here.

use crate::sym::{s, Sym};
use std::sync::LazyLock;

/// How a call with keywords is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordCall {
    /// `Core.kwfunc(f)(kws, f, args...)`.
    Kwfunc,
    /// `Core.kwcall(kws, f, args...)`.
    Kwcall,
}

/// The convention in force.
pub const KEYWORD_CALL: KeywordCall = KeywordCall::Kwfunc;

/// What a call with a splat goes through: `Core._apply_iterate(Base.iterate, f, tuples...)`.
pub static APPLY: LazyLock<(Sym, Sym)> = LazyLock::new(|| (s::CORE, Sym::new("_apply_iterate")));

/// The name of the function's own argument, and of those that have none.
pub static UNUSED: LazyLock<Sym> = LazyLock::new(|| Sym::new("#unused#"));
