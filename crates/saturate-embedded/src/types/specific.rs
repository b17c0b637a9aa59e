//! Which of two signatures is more specific.
//!
//! A signature is more specific than another if it is a proper subtype. Where neither is a subtype, Julia compares
//! place by place, so that overlapping methods can still be ordered:
//!
//! ```text
//! Tuple{Int64, Any}                 before  Tuple{Integer, Vararg{Any}}      a proper subtype
//! Tuple{Union{Int64,String}, Any}   before  Tuple{Integer, Any}              some member is, and the other is not
//! Tuple{Int64, Any}, Tuple{Any, Int64}                                       neither: a call may be ambiguous
//! Tuple{T, T} where T<:Real         before  Tuple{Number, Number}
//! ```

use super::known::family;
use super::table::{List, Tail, TypeData, TypeTable};
use crate::ir::Type;

/// Variables in scope with their bounds, as [`TypeTable::unwrap_where`] returns them.
type Scope<'a> = &'a [(Type, Type, Type)];

impl TypeTable {
    /// Whether a method with signature `a` goes before one with signature `b`.
    pub fn morespecific(&self, a: Type, b: Type) -> bool {
        if a == b {
            return false;
        }
        if self.subtype(a, b) {
            return !self.subtype(b, a);
        }
        if self.subtype(b, a) {
            return false;
        }
        let (x, scope_a) = self.unwrap_where(a);
        let (y, scope_b) = self.unwrap_where(b);
        // Place by place, each may be ahead in its own way: no order, then.
        self.specific(x, y, &scope_a, &scope_b) && !self.specific(y, x, &scope_b, &scope_a)
    }

    fn specific(&self, a: Type, b: Type, sa: Scope<'_>, sb: Scope<'_>) -> bool {
        let bound = |t: Type, scope: Scope<'_>| {
            let found = scope.iter().find(|&&(variable, _, _)| variable == t);
            found.map_or(t, |&(_, _, upper)| upper)
        };
        let (closed_a, closed_b) = (self.rewrap_where(a, sa), self.rewrap_where(b, sb));
        if !self.is_value(a) && !self.is_value(b) && self.subtype(closed_a, closed_b) {
            return !self.subtype(closed_b, closed_a);
        }
        match (self.data(a), self.data(b)) {
            (TypeData::UnionAll { .. }, _) => {
                let (body, scope) = self.unwrap_where_in(a, sa);
                self.specific(body, b, &scope, sb)
            }
            (_, TypeData::UnionAll { .. }) => {
                let (body, scope) = self.unwrap_where_in(b, sb);
                self.specific(a, body, sa, &scope)
            }
            (TypeData::Free(_), TypeData::Free(_)) => self.morespecific(bound(a, sa), bound(b, sb)),
            (TypeData::Free(_), _) => self.specific(bound(a, sa), b, &[], sb),
            (_, TypeData::Free(_)) => self.specific(a, bound(b, sb), sa, &[]),
            (TypeData::Union(xs), TypeData::Union(ys)) => {
                // Member against member, equal ones aside: `Union{Nothing,Int64}` before `Union{Nothing,Real}`.
                let some = |xs: &[Type], ys: &[Type], sx: Scope<'_>, sy: Scope<'_>| {
                    let below_any = |&x: &Type| ys.iter().any(|&y| self.specific(x, y, sx, sy));
                    xs.iter().any(below_any)
                };
                some(&xs, &ys, sa, sb) && !some(&ys, &xs, sb, sa)
            }
            (TypeData::Union(members), _) => {
                !self.subtype(closed_b, closed_a)
                    && members.iter().any(|&m| self.specific(m, b, sa, sb))
                    && !members.iter().any(|&m| self.specific(b, m, sb, sa))
            }
            (_, TypeData::Union(members)) => {
                members.iter().any(|&m| {
                    self.type_equal(closed_a, self.rewrap_where(m, sb))
                        || self.specific(a, m, sa, sb)
                }) && !members.iter().any(|&m| self.specific(m, a, sb, sa))
            }
            (TypeData::Tuple(xs, xt), TypeData::Tuple(ys, yt)) => {
                self.specific_tuple((&xs, xt, sa), (&ys, yt, sb))
            }
            (TypeData::Nominal(..), TypeData::Nominal(name, ys)) => {
                let TypeData::Nominal(below, xs) = self.data(a) else {
                    return false;
                };
                // A proper subfamily is more specific whatever the parameters: `Matrix` goes before
                // `AbstractMatrix{Int64}`.
                if below != name {
                    return name != family::type_() && self.is_under(below, name);
                }
                self.specific_params(&xs, &ys, sa, sb)
            }
            _ => false,
        }
    }

    /// Parameters of one family are counted place by place: the side that says more goes first.
    fn specific_params(&self, xs: &[Type], ys: &[Type], sa: Scope<'_>, sb: Scope<'_>) -> bool {
        let (mut a, mut b, mut values) = (0, 0, 0);
        for (&x, &y) in xs.iter().zip(ys) {
            let (closed_x, closed_y) = (self.is_closed(x), self.is_closed(y));
            if x == y {
                continue;
            }
            if self.is_value(x) || self.is_value(y) {
                match (closed_x, closed_y) {
                    (true, true) => return false,
                    (true, false) => values += 1,
                    (false, true) => values -= 1,
                    (false, false) => {}
                }
                continue;
            }
            if closed_x && closed_y {
                if !self.type_equal(x, y) {
                    return false;
                }
            } else if self.specific(x, y, sa, sb) {
                a += 1;
            } else if self.specific(y, x, sb, sa) {
                b += 1;
            } else if closed_x {
                a += 1;
            } else if closed_y {
                b += 1;
            }
        }
        // A known dimension counts more than any element type.
        let repeats = |params: &[Type], scope: Scope<'_>| {
            scope
                .iter()
                .any(|&(variable, _, _)| params.iter().filter(|&&p| p == variable).count() > 1)
        };
        if repeats(ys, sb) && !repeats(xs, sa) {
            return false;
        }
        values > 0 || (values == 0 && a > b)
    }

    /// `None`: some position of `b` is not reached by `a`; otherwise whether some position is strictly more specific.
    fn specific_positions(
        &self,
        xs: &[Type],
        ys: &[Type],
        sa: Scope<'_>,
        sb: Scope<'_>,
    ) -> Option<bool> {
        // A variable in two positions stands for a concrete type: below any bound, and above nothing abstract.
        let diagonal = |t: Type, params: &[Type], scope: Scope<'_>| {
            scope.iter().any(|&(variable, _, _)| variable == t)
                && self.occurrences(self.tuple(params), t).0 > 1
                && !self.occurrences(self.tuple(params), t).1
        };
        let mut some = false;
        for (&x, &y) in xs.iter().zip(ys) {
            let (dx, dy) = (diagonal(x, xs, sa), diagonal(y, ys, sb));
            let specific = self.specific(x, y, sa, sb);
            // A position that is left to another variable says nothing either way.
            let open = matches!(self.data(x), TypeData::Free(_));
            if dy && !dx && !specific && !open && !self.is_concrete(x) {
                return None;
            }
            if specific || (dx && !dy && self.below(x, y, sa, sb)) {
                some = true;
            } else if !self.below(x, y, sa, sb) {
                return None;
            }
        }
        Some(some)
    }

    fn below(&self, x: Type, y: Type, sa: Scope<'_>, sb: Scope<'_>) -> bool {
        if self.is_value(x) || self.is_value(y) {
            return x == y || matches!(self.data(y), TypeData::Free(_));
        }
        self.subtype(self.rewrap_where(x, sa), self.rewrap_where(y, sb))
    }

    fn specific_tuple(
        &self,
        (xs, xt, sa): (&[Type], Option<Tail>, Scope<'_>),
        (ys, yt, sb): (&[Type], Option<Tail>, Scope<'_>),
    ) -> bool {
        let longest = xs.len().max(ys.len());
        let place = |fixed: &[Type], tail: Option<Tail>, at: usize| -> Option<Type> {
            fixed.get(at).copied().or(tail.map(|tail| tail.element))
        };
        let (mut px, mut py) = (List::new(), List::new());
        for at in 0..longest {
            match (place(xs, xt, at), place(ys, yt, at)) {
                (Some(x), Some(y)) => {
                    px.push(x);
                    py.push(y);
                }
                // The lengths cannot agree: the signatures never meet.
                _ => return false,
            }
        }
        if let (Some(x), Some(y)) = (xt, yt) {
            px.push(x.element);
            py.push(y.element);
        }
        match self.specific_positions(&px, &py, sa, sb) {
            None => false,
            Some(true) => true,
            // Equal positions: the one with fewer possible lengths.
            Some(false) => {
                let longer_prefix = xt.is_some() && yt.is_some() && xs.len() > ys.len();
                (xt.is_none() && yt.is_some()) || longer_prefix
            }
        }
    }
}
