//! Argument types that grow along a chain of calls of one method are widened, so that the chain ends.
//!
//! ```text
//! f(n, t) = n == 0 ? t : f(n - 1, (t, n))
//!
//! f(::Int64, ::Int64)
//! └ f(::Int64, ::Tuple{Int64, Int64})
//!   └ f(::Int64, ::Tuple{Tuple{Int64, Int64}, Int64})
//!     └ f(::Int64, ::Tuple)              grown for the third time: the family without parameters
//!       └ f(::Int64, ::Tuple)            Tuple{Tuple, Int64} is larger than Tuple: again, and the chain is closed
//! ```
//!
//! A method that is inferred for wider types than it is called with gives a wider answer, never a wrong one.
//!
//! Types are compared by their *size*, the number of type constructors in them; a number `N` in `Val{N}` counts its distance
//! from zero. Arguments that shrink together are left alone: `f(first(t), tail(t)...)` and `f(Val(N - 1))` end on their
//! own. Those that only change, as when they are permuted, are left alone for a while.

use super::Embedded;
use crate::ir::Type;
use crate::methods::MethodId;
use crate::types::{ty, TypeData, Value};

/// Calls of a method inside itself whose types may grow.
const MAX_GROWING: usize = 3;

/// Calls of a method inside itself whose types may change without shrinking.
const MAX_CHANGING: usize = 16;

/// Types for which a method is inferred while a call of it for others is; then those that it declares must do.
const MAX_VARIANTS: usize = 64;

/// No type is larger.
const MAX_SIZE: u64 = 1 << 32;

impl Embedded {
    /// The types for which a call of a method inside itself is inferred in place of its own. `Some(None)` if it is not looked
    /// into, `None` if its own types will do.
    #[allow(clippy::option_option)]
    pub(super) fn widened(
        &mut self,
        method: MethodId,
        types: &[Type],
    ) -> Option<Option<Vec<Type>>> {
        let mut chain = self.inference.specializations.chain(method).rev();
        let outer = chain.next()?;
        // As often as this it may happen; longer chains need not be counted.
        let length = 1 + chain.take(MAX_CHANGING).count();
        if length < MAX_GROWING || outer == types {
            return None;
        }
        let outer = outer.to_vec();
        if self.inference.specializations.variants(method) > MAX_VARIANTS {
            let declared = self.declared_types(method);
            return Some(Some(declared).filter(|declared| declared.len() == types.len()));
        }
        let (old, new) = (self.size_of_all(&outer), self.size_of_all(types));
        if new < old || new == old && length < MAX_CHANGING {
            return None;
        }
        if outer.len() != types.len() {
            return Some(None);
        }
        let declared = self.declared_types(method);
        let mut widened = types.to_vec();
        for (at, of) in widened.iter_mut().enumerate() {
            let limit = self.type_size(outer[at]);
            if *of != outer[at] && (new == old || self.type_size(*of) > limit) {
                let declared = declared.get(at).copied().unwrap_or(ty::any());
                *of = self.wider(*of, declared, outer[at]);
            }
        }
        Some(Some(widened))
    }

    /// A wider type, not larger than the one that it had in the call around: its family, what the method declares, or `Any`.
    fn wider(&mut self, of: Type, declared: Type, outer: Type) -> Type {
        let limit = self.type_size(outer);
        let family = self
            .types
            .family_of(of)
            .map(|name| self.types.wrapper(name));
        for candidate in family.into_iter().chain([declared]) {
            // A family that takes turns with another one would not end the chain.
            let turns = self.types.family_of(outer) != self.types.family_of(candidate);
            if self.types.subtype(of, candidate)
                && self.type_size(candidate) <= limit
                && !(turns && self.is_family(outer))
            {
                return candidate;
            }
        }
        ty::any()
    }

    /// Whether a type is a family without parameters.
    fn is_family(&self, of: Type) -> bool {
        let family = self.types.family_of(of);
        family.is_some_and(|name| self.types.wrapper(name) == of)
    }

    fn size_of_all(&mut self, types: &[Type]) -> u64 {
        types.iter().map(|&of| self.type_size(of)).sum()
    }

    /// How many type constructors a type has. Types share parts, so that its tree may be large; each part is counted once
    /// and remembered.
    pub(super) fn type_size(&mut self, of: Type) -> u64 {
        if let Some(&known) = self.type_sizes.get(&of) {
            return known;
        }
        // Types are nested to a limited depth.
        let parts: Vec<Type> = match self.types.data(of) {
            TypeData::Nominal(_, params) => params.to_vec(),
            TypeData::Tuple(elements, tail) => {
                let tail = tail.map(|tail| tail.element);
                elements.iter().copied().chain(tail).collect()
            }
            TypeData::Union(members) => members.to_vec(),
            TypeData::UnionAll { lower, upper, body } => vec![lower, upper, body],
            _ => Vec::new(),
        };
        let own = match self.types.data(of) {
            TypeData::Value(Value::Int(number)) => 1 + number.unsigned_abs(),
            TypeData::Bottom | TypeData::Any | TypeData::Bound(_) | TypeData::UnionAll { .. } => 0,
            _ => 1,
        };
        let size = parts
            .into_iter()
            .fold(own, |sum, part| sum.saturating_add(self.type_size(part)))
            .min(MAX_SIZE);
        self.type_sizes.insert(of, size);
        size
    }
}
