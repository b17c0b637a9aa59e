//! Goals between two nominal types, or two tuples.
//!
//! ```text
//! Vector{X} <: AbstractArray{Y,N}        X == Y and 1 == N, after walking up to the family on the right
//! Tuple{A,B} <: Tuple{C,Vararg{D}}       A <: C and B <: D
//! ```

use super::search::{Goal, State, Step};
use crate::ir::Type;
use crate::types::known::{family, TypeName};
use crate::types::table::{List, Tail, TypeData, TypeTable, MAX_VARARG};
use crate::types::ty;
use smallvec::SmallVec;

impl TypeTable {
    pub(super) fn nominal_below(&self, state: &mut State, goal: Goal) -> Step {
        let (TypeData::Nominal(xn, xs), TypeData::Nominal(yn, ys)) =
            (self.data(goal.x), self.data(goal.y))
        else {
            return Step::Fail;
        };
        if xn == yn {
            for (&x, &y) in xs.iter().zip(&ys).rev() {
                state.equal(x, y);
            }
            return Step::Continue;
        }
        // `Type{Int64} <: DataType`: the only instance of the left is `Int64`, whose type the right is.
        if xn == family::type_() {
            return if self.kind(xs[0]) == Some(yn) {
                Step::Continue
            } else {
                Step::Fail
            };
        }
        if !self.is_under(xn, yn) {
            return Step::Fail;
        }
        if ys.is_empty() {
            return Step::Continue;
        }
        // `DataType <: Type`: instances have all kinds of `T` in `Type{T}`, so nothing may be asked of it.
        if yn == family::type_() {
            let anything = matches!(self.data(ys[0]), TypeData::Solver(at)
                if state.variables[at as usize].exists
                    && state.variables[at as usize].lower == ty::bottom()
                    && state.variables[at as usize].uppers[..] == [ty::any()]);
            return if anything { Step::Continue } else { Step::Fail };
        }
        let mut x = goal.x;
        while !matches!(self.data(x), TypeData::Nominal(name, _) if name == yn) {
            let above = self.supertype(x);
            if above == x || above == ty::any() {
                return Step::Fail;
            }
            x = above;
        }
        state.goals.push(Goal {
            x,
            root: true,
            ..goal
        });
        Step::Continue
    }

    /// The family of `t` as a value: `DataType`, `UnionAll` or `Union`; `None` where it depends on a variable.
    pub(in crate::types) fn kind(&self, t: Type) -> Option<TypeName> {
        match self.data(t) {
            TypeData::Any | TypeData::Nominal(..) | TypeData::Tuple(..) => {
                Some(family::data_type())
            }
            TypeData::Union(_) => Some(family::union_()),
            TypeData::UnionAll { .. } => Some(family::union_all()),
            _ => None,
        }
    }

    pub(super) fn tuple_below(
        &self,
        state: &mut State,
        goal: Goal,
        (xs, xt): (&[Type], Option<Tail>),
        (ys, yt): (&[Type], Option<Tail>),
    ) -> Step {
        let (xs, xt) = self.expand_count(state, xs, xt);
        let (ys, yt) = self.expand_count(state, ys, yt);
        let covariant = goal.covariant;
        let mut pairs: SmallVec<[(Type, Type, u8); 8]> = SmallVec::new();
        match (xt, yt) {
            (None, None) if xs.len() != ys.len() => return Step::Fail,
            (None, None) => {}
            (None, Some(tail)) => {
                let Some(extra) = xs.len().checked_sub(ys.len()) else {
                    return Step::Fail;
                };
                if let Some(count) = tail.count {
                    state.equal(self.int(extra as i64), count);
                }
                for &x in &xs[ys.len()..] {
                    pairs.push((x, tail.element, covariant));
                }
            }
            (Some(tail), None) => {
                // Only an existing count can adapt; any other tail has instances of other lengths.
                let adapts = tail.count.is_some_and(|n| {
                    matches!(self.data(n), TypeData::Solver(at) if state.variables[at as usize].exists)
                });
                let (Some(extra), true) = (ys.len().checked_sub(xs.len()), adapts) else {
                    return Step::Fail;
                };
                if let Some(count) = tail.count {
                    state.equal(count, self.int(extra as i64));
                }
                for &y in &ys[xs.len()..] {
                    pairs.push((tail.element, y, covariant));
                }
            }
            (Some(xt), Some(yt)) => {
                if xs.len() < ys.len() {
                    return Step::Fail;
                }
                match (xt.count, yt.count) {
                    (_, None) => {}
                    (Some(n), Some(m)) if xs.len() == ys.len() => state.equal(n, m),
                    _ => return Step::Fail,
                }
                for &x in &xs[ys.len()..] {
                    pairs.push((x, yt.element, covariant));
                }
                pairs.push((xt.element, yt.element, covariant.saturating_mul(2)));
            }
        }
        for &(x, y, covariant) in pairs.iter().rev() {
            state.goal(x, y, covariant);
        }
        for (&x, &y) in xs.iter().zip(&ys).rev() {
            state.goal(x, y, covariant);
        }
        Step::Continue
    }

    /// A tail whose count has been found out is so many elements.
    fn expand_count(
        &self,
        state: &State,
        elements: &[Type],
        tail: Option<Tail>,
    ) -> (List, Option<Tail>) {
        let mut elements = List::from_slice(elements);
        if let Some(Tail {
            element,
            count: Some(count),
        }) = tail
        {
            if let TypeData::Solver(at) = self.data(count) {
                if let Some(n) = self.as_int(state.variables[at as usize].lower) {
                    elements.extend((0..n.clamp(0, MAX_VARARG)).map(|_| element));
                    return (elements, None);
                }
            }
        }
        (elements, tail)
    }
}
