//! `typejoin`: the least common ancestor, as Julia computes it.
//!
//! ```text
//! typejoin(Int64, Float64)                  =  Real
//! typejoin(Vector{Int64}, Vector{Float64})  =  Vector{T} where T         parameters that differ are opened
//! typejoin(Tuple{Int64}, Tuple{Int64,Int8}) =  Tuple{Int64, Vararg{Int8}}
//! typejoin(Int64, String)                   =  Any
//! ```
//!
//! An upper bound of both, not the least one (that is the union): the point is that repeated joins stop growing.

use super::known::family;
use super::table::{Tail, TypeData, TypeTable};
use super::ty;
use crate::ir::Type;

/// Variables in scope with their bounds, as [`TypeTable::unwrap_where`] returns them.
type Scope<'a> = &'a [(Type, Type, Type)];

impl TypeTable {
    /// The least common ancestor of `a` and `b`.
    pub fn typejoin(&self, a: Type, b: Type) -> Type {
        if a == b {
            return a;
        }
        if let Some(&known) = self.joins.borrow().get(&(a, b)) {
            return known;
        }
        let joined = self.join_in(a, b, &[]);
        self.joins.borrow_mut().insert((a, b), joined);
        joined
    }

    /// The least common ancestor of all; `Union{}` of none.
    pub fn typejoin_all(&self, types: &[Type]) -> Type {
        types
            .iter()
            .fold(ty::bottom(), |joined, &t| self.typejoin(joined, t))
    }

    fn join_in(&self, a: Type, b: Type, scope: Scope<'_>) -> Type {
        if self.subtype(a, b) {
            return b;
        }
        if self.subtype(b, a) {
            return a;
        }
        let upper = |variable: Type| {
            let found = scope.iter().find(|&&(v, _, _)| v == variable);
            found.map_or(ty::any(), |&(_, _, upper)| upper)
        };
        match (self.data(a), self.data(b)) {
            (TypeData::UnionAll { .. }, _) => self.join_body(a, b, scope),
            (_, TypeData::UnionAll { .. }) => self.join_body(b, a, scope),
            (TypeData::Free(_), _) => self.join_in(upper(a), b, scope),
            (_, TypeData::Free(_)) => self.join_in(a, upper(b), scope),
            (TypeData::Union(members), _) => members
                .iter()
                .rev()
                .fold(b, |joined, &m| self.join_in(m, joined, scope)),
            (_, TypeData::Union(members)) => members
                .iter()
                .rev()
                .fold(a, |joined, &m| self.join_in(m, joined, scope)),
            (TypeData::Tuple(xs, xt), TypeData::Tuple(ys, yt)) => {
                self.join_tuples((&xs, xt), (&ys, yt), scope)
            }
            (TypeData::Nominal(..), TypeData::Nominal(..)) => self.join_nominal(a, b),
            _ => ty::any(),
        }
    }

    /// The join under the variables of `open`, which is a `where`.
    fn join_body(&self, open: Type, other: Type, scope: Scope<'_>) -> Type {
        let TypeData::UnionAll { lower, upper, body } = self.data(open) else {
            return ty::any();
        };
        // The name must be new to both sides and to the scope.
        let mut scope = scope.to_vec();
        let mut variable = self.fresh_variable(open, &scope);
        while self.mentions(other, variable) {
            scope.push((variable, ty::bottom(), ty::any()));
            variable = self.fresh_variable(open, &scope);
        }
        scope.push((variable, lower, upper));
        let joined = self.join_in(self.open(body, variable), other, &scope);
        // `Tuple{T, Vararg{T}} where T` would be diagonal, and below what is joined: only an invariant place needs
        // the variable, every other is as well served by its bound.
        let (_, invariant) = self.occurrences(joined, variable);
        if invariant {
            self.where_(variable, lower, upper, joined)
        } else {
            self.substitute(joined, &[(variable, upper)])
        }
    }

    fn join_tuples(
        &self,
        (xs, xt): (&[Type], Option<Tail>),
        (ys, yt): (&[Type], Option<Tail>),
        scope: Scope<'_>,
    ) -> Type {
        let join = |a: Type, b: Type| self.join_in(a, b, scope);
        let both = xs.len().min(ys.len());
        let elements: Vec<Type> = (0..both).map(|at| join(xs[at], ys[at])).collect();
        let rest = xs[both..].iter().chain(&ys[both..]).copied();
        let tails = xt.iter().chain(&yt).map(|tail| tail.element);
        let rest: Vec<Type> = rest.chain(tails).collect();
        let tail = (!rest.is_empty()).then(|| Tail {
            element: rest.iter().fold(ty::bottom(), |joined, &t| join(joined, t)),
            count: None,
        });
        self.tuple_with(&elements, tail)
    }

    fn join_nominal(&self, a: Type, b: Type) -> Type {
        let mut above = b;
        while let TypeData::Nominal(name, ys) = self.data(above) {
            let Some(below) = self.ancestor_in(a, name) else {
                above = self.supertype(above);
                continue;
            };
            let TypeData::Nominal(_, xs) = self.data(below) else {
                return below;
            };
            if name == family::type_() {
                return self.wrapper(name);
            }
            let definition = self.definition(name);
            let mut params = Vec::new();
            let mut opened = Vec::new();
            for (at, (&x, &y)) in xs.iter().zip(&ys).enumerate() {
                let types = !self.is_value(x) && !self.is_value(y);
                if x == y || (types && self.type_equal(x, y)) {
                    params.push(x);
                } else {
                    // A name of its own: the parameters kept may mention variables of the same name.
                    let param = definition.params[at];
                    let name = format!("{}#{at}", param.name);
                    let variable = self.variable(name.as_str().into());
                    params.push(variable);
                    opened.push((variable, param.lower, param.upper));
                }
            }
            return self.rewrap_where(self.nominal(name, &params), &opened);
        }
        // `DataType` and its like have the `where` type `Type` as their supertype.
        if let TypeData::UnionAll { .. } = self.data(above) {
            if self.subtype(a, above) {
                return above;
            }
        }
        ty::any()
    }

    /// The supertype of `t` that belongs to `family`, which may be `t` itself.
    pub fn ancestor_in(&self, t: Type, family: super::TypeName) -> Option<Type> {
        let mut at = t;
        loop {
            match self.data(at) {
                TypeData::Nominal(name, _) if name == family => return Some(at),
                TypeData::Nominal(name, _) if !self.is_under(name, family) => return None,
                TypeData::Nominal(..) => at = self.supertype(at),
                TypeData::UnionAll { .. } if self.family_of(at) == Some(family) => return Some(at),
                _ => return None,
            }
        }
    }
}
