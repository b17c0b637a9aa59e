//! Substitution: opening a `where`, binding a variable, replacing parameters.
//!
//! ```text
//! open(Pair{T,S} where S where T, Int64)   =   Pair{Int64,S} where S
//! ```
//!
//! Everything here rebuilds bottom-up through the constructors of [`TypeTable`], so results are canonical; parts
//! that mention no variable are returned as they are. What is put in never has a dangling index, therefore it is
//! never shifted.

use super::table::{List, Tail, TypeData, TypeTable};
use crate::ir::Type;

impl TypeTable {
    /// Rebuilds `t`, replacing each variable for which `leaf(variable, binders above it)` has an answer.
    fn rebuild(
        &self,
        t: Type,
        binders: u32,
        leaf: &dyn Fn(&TypeData, u32) -> Option<Type>,
    ) -> Type {
        let flags = self.flags(t);
        if flags.closed() {
            return t;
        }
        let list = |parts: &List| -> List {
            parts
                .iter()
                .map(|&p| self.rebuild(p, binders, leaf))
                .collect()
        };
        match self.data(t) {
            data @ (TypeData::Bound(_) | TypeData::Free(_) | TypeData::Solver(_)) => {
                leaf(&data, binders).unwrap_or(t)
            }
            TypeData::Nominal(name, params) => self.nominal(name, &list(&params)),
            TypeData::Tuple(elements, tail) => {
                let tail = tail.map(|tail| Tail {
                    element: self.rebuild(tail.element, binders, leaf),
                    count: tail.count.map(|n| self.rebuild(n, binders, leaf)),
                });
                self.tuple_with(&list(&elements), tail)
            }
            TypeData::Union(members) => self.union(&list(&members)),
            TypeData::UnionAll { lower, upper, body } => {
                let made = self.union_all(
                    self.rebuild(lower, binders, leaf),
                    self.rebuild(upper, binders, leaf),
                    self.rebuild(body, binders + 1, leaf),
                );
                let hint = self.hints.borrow().get(&t).copied();
                if let Some(hint) = hint {
                    self.hints.borrow_mut().entry(made).or_insert(hint);
                }
                made
            }
            TypeData::Bottom | TypeData::Any | TypeData::Value(_) => t,
        }
    }

    /// The `where` over `body`, in which `Bound(0)` is the variable.
    pub(super) fn union_all(&self, lower: Type, upper: Type, body: Type) -> Type {
        if body == self.intern(TypeData::Bound(0)) {
            return upper;
        }
        if !self.mentions_bound(body, 0) {
            return self.shift_down(body);
        }
        self.intern(TypeData::UnionAll { lower, upper, body })
    }

    fn mentions_bound(&self, t: Type, index: u32) -> bool {
        if self.flags(t).dangling <= index {
            return false;
        }
        match self.data(t) {
            TypeData::Bound(found) => found == index,
            TypeData::Nominal(_, parts) | TypeData::Union(parts) => {
                parts.iter().any(|&p| self.mentions_bound(p, index))
            }
            TypeData::Tuple(elements, tail) => {
                elements.iter().any(|&e| self.mentions_bound(e, index))
                    || tail.is_some_and(|tail| {
                        self.mentions_bound(tail.element, index)
                            || tail.count.is_some_and(|n| self.mentions_bound(n, index))
                    })
            }
            TypeData::UnionAll { lower, upper, body } => {
                self.mentions_bound(lower, index)
                    || self.mentions_bound(upper, index)
                    || self.mentions_bound(body, index + 1)
            }
            _ => false,
        }
    }

    fn shift_down(&self, t: Type) -> Type {
        if self.flags(t).dangling == 0 {
            return t;
        }
        self.rebuild(t, 0, &|data, binders| match data {
            TypeData::Bound(index) if *index > binders => {
                Some(self.intern(TypeData::Bound(index - 1)))
            }
            _ => None,
        })
    }

    /// The body of a `where` with its variable replaced.
    pub(super) fn open(&self, body: Type, with: Type) -> Type {
        self.rebuild(body, 0, &|data, binders| match data {
            TypeData::Bound(index) if *index == binders => Some(with),
            TypeData::Bound(index) if *index > binders => {
                Some(self.intern(TypeData::Bound(index - 1)))
            }
            _ => None,
        })
    }

    /// `body` with a free or solver variable turned into `Bound(0)` of a `where` to come.
    pub(super) fn abstract_variable(&self, variable: Type, body: Type) -> Type {
        let wanted = self.data(variable);
        self.rebuild(body, 0, &|data, binders| {
            (*data == wanted).then(|| self.intern(TypeData::Bound(binders)))
        })
    }

    /// `t` with every listed variable replaced, all at once.
    pub fn substitute(&self, t: Type, variables: &[(Type, Type)]) -> Type {
        if variables.is_empty() || self.is_closed(t) {
            return t;
        }
        self.rebuild(t, 0, &|data, _| {
            variables
                .iter()
                .find(|&&(variable, _)| self.data(variable) == *data)
                .map(|&(_, with)| with)
        })
    }

    /// Whether the free or solver variable occurs in `t`.
    pub fn mentions(&self, t: Type, variable: Type) -> bool {
        if t == variable {
            return true;
        }
        if self.is_closed(t) {
            return false;
        }
        match self.data(t) {
            TypeData::Nominal(_, parts) | TypeData::Union(parts) => {
                parts.iter().any(|&p| self.mentions(p, variable))
            }
            TypeData::Tuple(elements, tail) => {
                elements.iter().any(|&e| self.mentions(e, variable))
                    || tail.is_some_and(|tail| {
                        self.mentions(tail.element, variable)
                            || tail.count.is_some_and(|n| self.mentions(n, variable))
                    })
            }
            TypeData::UnionAll { lower, upper, body } => [lower, upper, body]
                .iter()
                .any(|&p| self.mentions(p, variable)),
            _ => false,
        }
    }

    /// How often the variable occurs where a tuple is covariant in it (a `Vararg` counts twice), and whether it
    /// occurs anywhere else: inside a nominal type's parameters, a bound, or as a count.
    pub(super) fn occurrences(&self, t: Type, variable: Type) -> (u32, bool) {
        if t == variable {
            return (1, false);
        }
        if self.is_closed(t) {
            return (0, false);
        }
        match self.data(t) {
            TypeData::Nominal(_, params) => (0, params.iter().any(|&p| self.mentions(p, variable))),
            TypeData::Tuple(elements, tail) => {
                let mut total = (0, false);
                let mut add = |(covariant, invariant): (u32, bool), times: u32| {
                    total.0 += covariant * times;
                    total.1 |= invariant;
                };
                elements
                    .iter()
                    .for_each(|&e| add(self.occurrences(e, variable), 1));
                if let Some(tail) = tail {
                    add(self.occurrences(tail.element, variable), 2);
                    if tail.count == Some(variable) {
                        add((0, true), 1);
                    }
                }
                total
            }
            TypeData::Union(members) => members.iter().fold((0, false), |total, &m| {
                let (covariant, invariant) = self.occurrences(m, variable);
                (total.0.max(covariant), total.1 | invariant)
            }),
            TypeData::UnionAll { lower, upper, body } => {
                let (covariant, invariant) = self.occurrences(body, variable);
                let in_bounds = self.mentions(lower, variable) || self.mentions(upper, variable);
                (covariant, invariant || in_bounds)
            }
            _ => (0, false),
        }
    }

    /// Opens every leading `where`: the body with the given fresh free variables, and their bounds, outermost first.
    ///
    /// `Pair{A,B} where {A<:Real,B}` becomes `Pair{a,b}` and `[(a, Union{}, Real), (b, Union{}, Any)]`.
    pub fn unwrap_where(&self, t: Type) -> (Type, Vec<(Type, Type, Type)>) {
        self.unwrap_where_in(t, &[])
    }

    /// The same inside the scope of other variables, which come first in the answer.
    pub(super) fn unwrap_where_in(
        &self,
        t: Type,
        scope: &[(Type, Type, Type)],
    ) -> (Type, Vec<(Type, Type, Type)>) {
        let mut variables = scope.to_vec();
        let mut body = t;
        while let TypeData::UnionAll {
            lower,
            upper,
            body: inner,
        } = self.data(body)
        {
            let variable = self.fresh_variable(body, &variables);
            variables.push((variable, lower, upper));
            body = self.open(inner, variable);
        }
        (body, variables)
    }

    /// The reverse of [`TypeTable::unwrap_where`].
    pub fn rewrap_where(&self, body: Type, variables: &[(Type, Type, Type)]) -> Type {
        variables
            .iter()
            .rev()
            .fold(body, |body, &(variable, lower, upper)| {
                self.where_(variable, lower, upper, body)
            })
    }

    /// A free variable for the `where` `t`, named as it was first written, that `t` and `taken` do not mention.
    pub(super) fn fresh_variable(&self, t: Type, taken: &[(Type, Type, Type)]) -> Type {
        let hint = self.hints.borrow().get(&t).copied();
        let base = hint.map_or("T", |hint| hint.as_str());
        let stem = base.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut number = 0;
        let mut name = base.to_string();
        loop {
            let variable = self.variable(name.as_str().into());
            let clash = taken.iter().any(|&(other, _, _)| other == variable)
                || (self.flags(t).free && self.mentions(t, variable));
            if !clash {
                return variable;
            }
            number += 1;
            name = format!("{stem}{number}");
        }
    }
}
