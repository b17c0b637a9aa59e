//! Unions: their canonical form, their members, and taking members away.
//!
//! ```text
//! union([Real, Union{Nothing,Int64}])            =  Union{Nothing, Real}
//! subtract(Union{Nothing,Int64,String}, Integer) =  Union{Nothing, String}
//! ```
//!
//! Members are sorted as Julia sorts them: singletons, then isbits types, then the rest, by name and then by
//! parameters. The order depends on the types alone, never on the order in which they were made.

use super::table::{List, Tail, TypeData, TypeTable};
use super::ty;
use crate::ir::Type;
use std::cmp::Ordering;

impl TypeTable {
    /// `Union{parts...}`.
    pub fn union(&self, parts: &[Type]) -> Type {
        if let &[one] = parts {
            return one;
        }
        if let Some(&known) = self.unions.borrow().get(parts) {
            return known;
        }
        let made = self.union_new(parts);
        // Solver variables are numbered anew in every query: their unions are not worth remembering.
        if parts.iter().all(|&part| !self.flags(part).solver) {
            self.unions.borrow_mut().insert(parts.into(), made);
        }
        made
    }

    fn union_new(&self, parts: &[Type]) -> Type {
        let mut members = List::new();
        for &part in parts {
            match self.data(part) {
                TypeData::Bottom => {}
                TypeData::Any => return ty::any(),
                TypeData::Union(inner) => members.extend(inner),
                _ => members.push(part),
            }
        }
        members.sort_by(|&a, &b| self.compare(a, b));
        members.dedup();
        // With a free variable in it, a member's place in the lattice is not known yet.
        let absorbed = |member: Type, kept: &List, at: usize| {
            self.is_closed(member)
                && kept.iter().enumerate().any(|(other_at, &other)| {
                    other_at != at
                        && self.is_closed(other)
                        && self.subtype(member, other)
                        && (other_at < at || !self.subtype(other, member))
                })
        };
        let kept: List = (0..members.len())
            .filter(|&at| !absorbed(members[at], &members, at))
            .map(|at| members[at])
            .collect();
        match kept.len() {
            0 => ty::bottom(),
            1 => kept[0],
            _ => self.intern(TypeData::Union(kept)),
        }
    }

    /// The members of a union; of any other type, that type alone; of `Union{}`, none.
    pub fn union_types(&self, t: Type) -> List {
        match self.data(t) {
            TypeData::Bottom => List::new(),
            TypeData::Union(members) => members,
            _ => List::from_slice(&[t]),
        }
    }

    /// A type of all instances of `a` that are not instances of `b`: what a failed `isa` leaves.
    ///
    /// Members of `a` under `b` go; a member that `b` only overlaps stays whole.
    pub fn subtract(&self, a: Type, b: Type) -> Type {
        let left: List = self
            .union_types(a)
            .into_iter()
            .filter(|&member| !self.subtype(member, b))
            .collect();
        self.union(&left)
    }

    /// A total order on types that depends on nothing but the types.
    pub fn compare(&self, a: Type, b: Type) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let rank = |t: Type| match () {
            () if self.is_singleton(t) => 0,
            () if self.is_bits(t) => 1,
            () => 2,
        };
        rank(a)
            .cmp(&rank(b))
            .then_with(|| self.compare_structure(a, b))
    }

    fn compare_structure(&self, a: Type, b: Type) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let name = |t: Type| self.family_of(t).map(|family| self.family_name(family));
        match (name(a), name(b)) {
            (Some(x), Some(y)) if x != y => return x.cmp(&y),
            _ => {}
        }
        let constructor = |data: &TypeData| match data {
            TypeData::Bottom => 0,
            TypeData::Any => 1,
            TypeData::Nominal(..) => 2,
            TypeData::Tuple(..) => 3,
            TypeData::UnionAll { .. } => 4,
            TypeData::Union(_) => 5,
            TypeData::Bound(_) => 6,
            TypeData::Free(_) => 7,
            TypeData::Solver(_) => 8,
            TypeData::Value(_) => 9,
        };
        let (x, y) = (self.data(a), self.data(b));
        match (&x, &y) {
            (TypeData::Nominal(n, xs), TypeData::Nominal(m, ys)) => {
                self.compare_lists(xs, ys).then(n.cmp(m))
            }
            (TypeData::Union(xs), TypeData::Union(ys)) => self.compare_lists(xs, ys),
            (TypeData::Tuple(xs, xt), TypeData::Tuple(ys, yt)) => {
                let tail = |tail: &Option<Tail>| -> List {
                    tail.iter()
                        .flat_map(|t| [Some(t.element), t.count])
                        .flatten()
                        .collect()
                };
                self.compare_lists(xs, ys)
                    .then_with(|| self.compare_lists(&tail(xt), &tail(yt)))
            }
            (
                TypeData::UnionAll { lower, upper, body },
                TypeData::UnionAll {
                    lower: l,
                    upper: u,
                    body: c,
                },
            ) => self.compare_lists(&[*body, *upper, *lower], &[*c, *u, *l]),
            (TypeData::Bound(n), TypeData::Bound(m)) => n.cmp(m),
            (TypeData::Solver(n), TypeData::Solver(m)) => n.cmp(m),
            (TypeData::Free(n), TypeData::Free(m)) => n.cmp(m),
            (TypeData::Value(n), TypeData::Value(m)) => n.cmp(m),
            _ => constructor(&x).cmp(&constructor(&y)),
        }
    }

    fn compare_lists(&self, xs: &[Type], ys: &[Type]) -> Ordering {
        xs.iter()
            .zip(ys)
            .map(|(&x, &y)| self.compare_structure(x, y))
            .find(|&order| order != Ordering::Equal)
            .unwrap_or_else(|| xs.len().cmp(&ys.len()))
    }
}
