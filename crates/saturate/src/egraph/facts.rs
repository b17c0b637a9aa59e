//! What is known of an e-class: its member types, each with its value where that is known.
//!
//! A class holds equal values of possibly different types: `A + A'` and `Symmetric(A + A')`, or `0` and `0.0` once a
//! rule has equated them. [`Facts`] lists the types its nodes have. Up to [`MAX_MEMBERS`] are found by inference; a node
//! of one more type is there for matching, but no program contains it as that type. So what the original program
//! computes stays possible, whatever rules add: `broadcasted(f, broadcasted(f, …))` has a new type for every rewrite.
//!
//! Facts only grow (a member is added, a member's value becomes known, the list is widened), so that re-inference
//! ends. A value stays with its member: the class of `0` and `0.0` has the members `Int64` with `0` and `Float64` with
//! `0.0`. Members are sorted by type handle, hence independent of the order of discovery.
//!
//! A literal of the program is of its own type, whatever is found of what equals it ([`Facts::Literal`]): `2 * x` may be of a
//! type more once a rule has made `x` equal to something else, and where it was `2` before, that is not what `2` is.

use super::cache::HostCache;
use crate::host::Known;
use crate::ir::{Const, Type};
use egg::DidMerge;

/// How many member types inference finds for a class.
pub const MAX_MEMBERS: usize = 4;

/// How many members a class has after it was made equal to others.
pub const MAX_MERGED: usize = 8;

/// The members of a class.
///
/// Most classes have one; two words hold it, because classes are moved around a lot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Facts {
    /// Nothing is known: no call of the class has a method.
    #[default]
    None,
    /// One member.
    One(Known),
    /// A literal of the program and what equals it: nothing of another type becomes a member.
    Literal(Known),
    /// Several members.
    Many(Box<Members>),
}

/// More than one member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Members {
    /// Sorted by type, without repetition.
    members: Vec<Known>,
    /// Whether a type was left out.
    widened: bool,
}

impl Facts {
    /// The members, sorted by type.
    #[inline]
    pub fn members(&self) -> &[Known] {
        match self {
            Facts::None => &[],
            Facts::One(member) | Facts::Literal(member) => std::slice::from_ref(member),
            Facts::Many(many) => &many.members,
        }
    }

    /// Whether there were too many members to keep all.
    #[cfg(test)]
    pub(crate) fn is_widened(&self) -> bool {
        matches!(self, Facts::Many(many) if many.widened)
    }

    /// The value of the first member that has one.
    #[inline]
    pub fn constant(&self) -> Option<Const> {
        self.members().iter().find_map(|member| member.constant)
    }

    /// The values of the members.
    pub fn constants(&self) -> impl Iterator<Item = Const> + '_ {
        self.members().iter().filter_map(|member| member.constant)
    }

    /// The member with this type.
    pub fn member(&self, ty: Type) -> Option<Known> {
        self.members()
            .iter()
            .copied()
            .find(|member| member.ty == ty)
    }

    /// The same types, without values.
    pub fn without_constants(&self) -> Facts {
        let mut facts = self.clone();
        match &mut facts {
            Facts::None => {}
            &mut Facts::One(Known { ty, .. }) | &mut Facts::Literal(Known { ty, .. }) => {
                facts = Facts::One(Known { ty, constant: None });
            }
            Facts::Many(many) => {
                for member in &mut many.members {
                    member.constant = None;
                }
            }
        }
        facts
    }

    /// What a call gives whose answers are these. A mutable object that inference finds is not taken for a value: it is made
    /// anew each time.
    pub fn of_results(results: impl IntoIterator<Item = Known>, cache: &mut HostCache) -> Facts {
        let mut facts = Facts::default();
        for mut known in results {
            if known.constant.is_some() && cache.may_be_mutable(known.ty) {
                known.constant = None;
            }
            facts.insert(known, cache);
        }
        facts
    }

    /// Adds a member; whether that changed anything.
    pub fn insert(&mut self, known: Known, cache: &mut HostCache) -> bool {
        self.insert_within(known, MAX_MEMBERS, cache)
    }

    fn insert_within(&mut self, known: Known, most: usize, cache: &mut HostCache) -> bool {
        match self {
            Facts::None => {
                *self = Facts::One(known);
                true
            }
            Facts::One(member) | Facts::Literal(member) if member.ty == known.ty => {
                learn(member, known.constant, cache)
            }
            Facts::Literal(_) => false,
            Facts::One(member) => {
                let mut members = vec![*member, known];
                members.sort_unstable_by_key(|member| member.ty);
                *self = Facts::Many(Box::new(Members {
                    members,
                    widened: false,
                }));
                true
            }
            Facts::Many(many) => many.insert(known, most, cache),
        }
    }

    /// Whether one is a literal of the program and the other one has values of another type.
    pub fn are_apart(&self, other: &Facts) -> bool {
        let apart = |literal: &Facts, other: &Facts| match literal {
            Facts::Literal(literal) => {
                (other.members().iter()).any(|member| member.ty != literal.ty)
            }
            _ => false,
        };
        apart(self, other) || apart(other, self)
    }

    /// The same as what may have members of other types.
    pub fn open(&mut self) {
        if let Facts::Literal(member) = *self {
            *self = Facts::One(member);
        }
    }

    /// Adds all members of `other`; says whether the result differs from either.
    pub fn merge(&mut self, other: Facts, cache: &mut HostCache) -> DidMerge {
        if *self == other {
            return DidMerge(false, false);
        }
        let mut changed = false;
        for &member in other.members() {
            changed |= self.insert_within(member, MAX_MERGED, cache);
        }
        if let (Facts::One(member), Facts::Literal(_)) = (&*self, &other) {
            *self = Facts::Literal(*member);
            changed = true;
        }
        DidMerge(changed, *self != other)
    }
}

impl Members {
    fn insert(&mut self, known: Known, most: usize, cache: &mut HostCache) -> bool {
        match self
            .members
            .binary_search_by_key(&known.ty, |member| member.ty)
        {
            Ok(at) => learn(&mut self.members[at], known.constant, cache),
            Err(_) if self.members.len() >= most => {
                cache.widenings += 1;
                self.widened = true;
                false
            }
            Err(at) => {
                self.members.insert(at, known);
                true
            }
        }
    }
}

/// Adds the value of a member; whether that changed anything.
fn learn(member: &mut Known, constant: Option<Const>, cache: &mut HostCache) -> bool {
    match (member.constant, constant) {
        (None, Some(_)) => {
            member.constant = constant;
            true
        }
        (Some(old), Some(new)) if old != new => {
            // Only rules that contradict each other come here. The smaller handle wins, so that the outcome does not
            // depend on the order.
            cache.contradictions += 1;
            member.constant = Some(old.min(new));
            new < old
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_small() {
        assert_eq!(std::mem::size_of::<Facts>(), 16);
    }
}
