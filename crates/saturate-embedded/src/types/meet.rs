//! `typeintersect`: a type of all common instances.
//!
//! ```text
//! intersect(Vector{T} where T<:Real, AbstractArray{Int64})   =  Vector{Int64}
//! intersect(Tuple{T,T} where T, Tuple{Int64,Any})            =  Tuple{Int64, Int64}
//! intersect(Union{Nothing,Int64}, Integer)                   =  Int64
//! intersect(Int64, String)                                   =  Union{}
//! ```
//!
//! Every common instance is in the result; the result may have others, where two sets of variables are entangled.
//! So `Union{}` is a proof that nothing is common, and anything else may still be empty.
//!
//! The variables of both sides are opened as *existing* ones. Walking the two types side by side gives a candidate
//! from the covariant places, and equations from the invariant ones, which the subtype solver solves. A variable
//! that came out determined is put in, and the walk starts again with one variable less.

use super::known::family;
use super::subtype::{State, WORK};
use super::table::{List, Tail, TypeData, TypeTable};
use super::ty;
use crate::ir::Type;

impl TypeTable {
    /// A type of all common instances of `a` and `b`.
    pub fn intersect(&self, a: Type, b: Type) -> Type {
        if a == b || b == ty::any() {
            return a;
        }
        if a == ty::any() {
            return b;
        }
        if let Some(&known) = self.meets.borrow().get(&(a, b)) {
            return known;
        }
        let outermost = self.work.get() == WORK;
        let met = self.intersect_new(a, b);
        if outermost {
            self.work.set(WORK);
        }
        self.meets.borrow_mut().insert((a, b), met);
        met
    }

    /// Whether it is certain that `a` and `b` have no common instance.
    pub fn intersect_is_empty(&self, a: Type, b: Type) -> bool {
        self.intersect(a, b) == ty::bottom()
    }

    fn intersect_new(&self, a: Type, b: Type) -> Type {
        if self.subtype(a, b) {
            return a;
        }
        if self.subtype(b, a) {
            return b;
        }
        if let Some(members) = self.alternatives(a) {
            let parts: List = members.iter().map(|&m| self.intersect(m, b)).collect();
            return self.union(&parts);
        }
        if let Some(members) = self.alternatives(b) {
            let parts: List = members.iter().map(|&m| self.intersect(a, m)).collect();
            return self.union(&parts);
        }
        let mut state = State::default();
        let x = self.open_all(&mut state, a);
        let y = self.open_all(&mut state, b);
        let exhausted = self.exhausted.get();
        let candidate = self.meet(&mut state, x, y);
        let solved = candidate.and_then(|met| Some((met, self.solve(state)?)));
        let Some((candidate, state)) = solved else {
            // Out of steps is not a proof; either side is an answer that is always right.
            return if self.exhausted.get() == exhausted {
                ty::bottom()
            } else {
                a
            };
        };
        let determined: Vec<(Type, Type)> = (0..state.variables.len())
            .filter_map(|at| {
                let value = self.determined(&state, at)?;
                Some((self.intern(TypeData::Solver(at as u32)), value))
            })
            .collect();
        if determined.is_empty() {
            return self.close(&state, candidate);
        }
        let x = self.close(&state, self.substitute(x, &determined));
        let y = self.close(&state, self.substitute(y, &determined));
        self.intersect(x, y)
    }

    /// The members of a union, under the `where`s around it: `Union{A,B} where T` is `A where T` or `B where T`.
    fn alternatives(&self, t: Type) -> Option<List> {
        let (body, variables) = self.unwrap_where(t);
        match self.data(body) {
            TypeData::Union(members) => Some(
                members
                    .iter()
                    .map(|&member| self.rewrap_where(member, &variables))
                    .collect(),
            ),
            _ => None,
        }
    }

    fn open_all(&self, state: &mut State, t: Type) -> Type {
        let mut body = t;
        while let TypeData::UnionAll { .. } = self.data(body) {
            body = self.open_where(state, body, true);
        }
        body
    }

    /// The state with its equations solved; `None` if they have no solution.
    fn solve(&self, state: State) -> Option<State> {
        let solved = self.search(state)?;
        // A diagonal variable stands for the type of some instance.
        let impossible = (0..solved.variables.len()).any(|at| {
            solved.variables[at].diagonal() && self.upper_bound(&solved, at) == ty::bottom()
        });
        (!impossible).then_some(solved)
    }

    /// The value that the equations leave no choice about; it mentions no variable.
    fn determined(&self, state: &State, at: usize) -> Option<Type> {
        let variable = &state.variables[at];
        let lower = variable.lower;
        let closed = !self.flags(lower).solver;
        let is_lower = |&&upper: &&Type| {
            upper == lower || (!self.flags(upper).solver && self.subtype(upper, lower))
        };
        (closed && variable.uppers.iter().find(is_lower).is_some()).then_some(lower)
    }

    /// `t` with the variables that are left quantified again.
    fn close(&self, state: &State, t: Type) -> Type {
        let mut closed = t;
        for at in (0..state.variables.len()).rev() {
            let solver = self.intern(TypeData::Solver(at as u32));
            if !self.flags(closed).solver {
                break;
            }
            let lower = state.variables[at].lower;
            let lower = if self.flags(lower).solver {
                ty::bottom()
            } else {
                lower
            };
            let upper = self.upper_bound(state, at);
            closed = if let Some(value) = self.determined(state, at) {
                self.substitute(closed, &[(solver, value)])
            } else if upper == ty::bottom() {
                self.substitute(closed, &[(solver, upper)])
            } else {
                self.where_(solver, lower, upper, closed)
            };
        }
        closed
    }

    /// All upper bounds of a variable as one type, those of variables it lies under included.
    fn upper_bound(&self, state: &State, at: usize) -> Type {
        let mut upper = ty::any();
        let mut reached = vec![at];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for &bound in &state.variables[at].uppers {
                match self.data(bound) {
                    TypeData::Solver(other) if !reached.contains(&(other as usize)) => {
                        reached.push(other as usize);
                    }
                    TypeData::Value(_) => {}
                    _ if !self.flags(bound).solver => upper = self.intersect(upper, bound),
                    _ => {}
                }
            }
        }
        upper
    }

    /// The common part of `x` and `y` in a covariant place, equations added to the state; `None` if it is empty.
    fn meet(&self, state: &mut State, x: Type, y: Type) -> Option<Type> {
        if x == y || y == ty::any() {
            return Some(x);
        }
        if x == ty::any() {
            return Some(y);
        }
        if !self.flags(x).solver && !self.flags(y).solver && state.depth > 0 {
            return Some(self.intersect(x, y)).filter(|&met| met != ty::bottom());
        }
        state.depth += 1;
        match (self.data(x), self.data(y)) {
            (TypeData::Solver(at), _) => self.meet_variable(state, at, y),
            (_, TypeData::Solver(at)) => self.meet_variable(state, at, x),
            (TypeData::Union(members), _) => self.meet_members(state, &members, y),
            (_, TypeData::Union(members)) => self.meet_members(state, &members, x),
            (TypeData::UnionAll { .. }, _) | (_, TypeData::UnionAll { .. }) => {
                let x = self.open_all(state, x);
                let y = self.open_all(state, y);
                self.meet(state, x, y)
            }
            (TypeData::Tuple(xs, xt), TypeData::Tuple(ys, yt)) => {
                self.meet_tuples(state, (&xs, xt), (&ys, yt))
            }
            (TypeData::Nominal(..), TypeData::Nominal(..)) => self
                .meet_nominal(state, x, y)
                .or_else(|| self.meet_nominal(state, y, x)),
            _ => None,
        }
    }

    fn meet_variable(&self, state: &mut State, at: u32, other: Type) -> Option<Type> {
        let variable = self.intern(TypeData::Solver(at));
        if state.variables[at as usize].diagonal() && self.is_concrete(other) {
            state.equal(variable, other);
            return Some(other);
        }
        let upper = state.variables[at as usize].uppers[0];
        if state.variables[at as usize].diagonal() && !self.flags(other).solver {
            state.below(variable, other);
            // A bound that names another variable is left to the equations.
            let possible = self.flags(upper).solver || !self.intersect_is_empty(upper, other);
            return possible.then_some(variable);
        }
        // An instance of the variable is one of its upper bound; what else the variable must be is found out by
        // the equations, and then there is no variable here any more.
        match (self.flags(upper).solver, self.data(other)) {
            (_, TypeData::Solver(_)) => Some(variable),
            (true, _) => Some(other),
            _ => self.meet(state, upper, other),
        }
    }

    fn meet_members(&self, state: &mut State, members: &[Type], other: Type) -> Option<Type> {
        let mut found: Vec<(Type, State)> = members
            .iter()
            .filter_map(|&member| {
                let mut state = state.clone();
                let met = self.meet(&mut state, member, other)?;
                self.solve(state.clone()).map(|_| (met, state))
            })
            .collect();
        // Equations count only if there is one way to go.
        if found.len() == 1 {
            let (met, after) = found.pop()?;
            *state = after;
            return Some(met);
        }
        if found.is_empty() {
            return None;
        }
        // The alternatives opened variables of their own, each from the same number on: whole members, then.
        Some(other)
    }

    fn meet_nominal(&self, state: &mut State, x: Type, y: Type) -> Option<Type> {
        let (TypeData::Nominal(xn, xs), TypeData::Nominal(yn, ys)) = (self.data(x), self.data(y))
        else {
            return None;
        };
        if xn == family::type_() && self.is_under(yn, xn) && xn != yn {
            // `Type{T}` and `DataType`: the types that are data types.
            let possible = match self.kind(xs[0]) {
                Some(kind) => kind == yn,
                None => matches!(self.data(xs[0]), TypeData::Solver(_)),
            };
            return possible.then_some(x);
        }
        let by_kind = yn == family::type_() && xn != yn;
        if by_kind || (xn != yn && !self.is_under(xn, yn)) {
            return None;
        }
        let above = self.ancestor_in(x, yn)?;
        if let TypeData::Nominal(_, above) = self.data(above) {
            for (&a, &b) in above.iter().zip(&ys) {
                state.equal(a, b);
            }
        }
        Some(x)
    }

    fn meet_tuples(
        &self,
        state: &mut State,
        (xs, xt): (&[Type], Option<Tail>),
        (ys, yt): (&[Type], Option<Tail>),
    ) -> Option<Type> {
        if xs.len() > ys.len() {
            return self.meet_tuples(state, (ys, yt), (xs, xt));
        }
        let missing = ys.len() - xs.len();
        let x_rest = match xt {
            None if missing > 0 => return None,
            tail => tail.map(|tail| tail.element),
        };
        let mut elements = List::new();
        for (at, &y) in ys.iter().enumerate() {
            let x = xs.get(at).copied().or(x_rest)?;
            elements.push(self.meet(state, x, y)?);
        }
        let fix = |state: &mut State, tail: Option<Tail>, length: usize| {
            if let Some(count) = tail.and_then(|tail| tail.count) {
                state.equal(count, self.int(length as i64));
            }
        };
        let (Some(x_tail), Some(y_tail)) = (xt, yt) else {
            fix(state, xt, missing);
            fix(state, yt, 0);
            return Some(self.tuple(&elements));
        };
        let count = match (x_tail.count, y_tail.count) {
            (Some(n), Some(m)) if missing == 0 => {
                state.equal(n, m);
                Some(n)
            }
            (Some(n), None) if missing == 0 => Some(n),
            (None, Some(m)) => Some(m),
            _ => None,
        };
        // There may be no further element, so what they would demand of a variable does not count; and where they
        // demand too much, what is left are the tuples that have none.
        let mut further = state.clone();
        let tail = self
            .meet(&mut further, x_tail.element, y_tail.element)
            .and_then(|element| Some(self.close(&self.solve(further)?, element)));
        if tail.is_none() {
            fix(state, xt, missing);
            fix(state, yt, 0);
        }
        let tail = tail.map(|element| Tail { element, count });
        Some(self.tuple_with(&elements, tail))
    }
}
