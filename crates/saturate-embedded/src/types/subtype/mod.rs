//! `a <: b`.
//!
//! Semantics (Zappa Nardelli et al., "Julia Subtyping: A Rational Reconstruction", 2018): a type is the set of its
//! instances, tuples are covariant, parameters of nominal types are invariant, a `where` is the union over its
//! variable. So a `where` or a `Union` on the left is a *for all*, on the right an *exists*:
//!
//! ```text
//! Tuple{Vector{Int64}, Int64}  <:  Tuple{Vector{T}, T} where T        T := Int64
//! Vector{Int64}                <:  Vector{Integer}                    no: Int64 == Integer fails
//! Tuple{Union{A,B}}            <:  Union{Tuple{A}, Tuple{B}}          the left splits before the right is chosen
//! Tuple{Int64, String}         <:  Tuple{T, T} where T                no: T is diagonal, so it must be concrete
//! ```
//!
//! The solver works on a list of goals `x <: y` and a list of variables. A variable opened on the right *exists*: it
//! collects a lower bound (the union of what went into it) and upper bounds, each new bound raising the goals that
//! keep them consistent. A variable opened on the left is *rigid*: only its declared bounds are known. Where there is
//! a choice (a union on the right), the state is copied and the alternatives wait on a stack; no recursion.
//! A goal without variables is a question of its own, and memoised.
//!
//! Invariants:
//! - variables are numbered in the order of opening, and a rigid variable never enters the bounds of an older
//!   existing one: it is out of scope there, so a lower bound is closed over it and an upper bound fails;
//! - the *diagonal rule* is checked when no goal is left: a variable that was met twice in covariant places and
//!   occurs in no invariant one must have a concrete lower bound;
//! - a query that takes more than [`WORK`] steps is answered "no" and counted in [`TypeTable::exhausted`].
//!
//! `search` holds the state and the search, `variables` the rules for variables, `shapes` those for nominal types and
//! tuples.

mod search;
mod shapes;
mod variables;

pub(super) use search::State;

use super::table::{TypeData, TypeTable};
use super::ty;
use crate::ir::Type;
use search::Goal;

/// Steps (goals looked at) that one query may take, nested questions included.
pub const WORK: u32 = 50_000;

impl TypeTable {
    /// Whether every instance of `a` is one of `b`.
    pub fn subtype(&self, a: Type, b: Type) -> bool {
        if a == b || b == ty::any() || a == ty::bottom() {
            return true;
        }
        if let Some(&known) = self.subtypes.borrow().get(&(a, b)) {
            return known;
        }
        let outermost = self.work.get() == WORK;
        let exhausted = self.exhausted.get();
        let mut state = State::default();
        state.goals.push(Goal {
            x: a,
            y: b,
            covariant: 1,
            equal: false,
            root: true,
        });
        let answer = self.search(state).is_some();
        if outermost {
            self.work.set(WORK);
        }
        // An answer cut short inside a larger question says nothing about the smaller one.
        if outermost || self.exhausted.get() == exhausted {
            self.subtypes.borrow_mut().insert((a, b), answer);
        }
        answer
    }

    /// Whether `a` and `b` have the same instances.
    pub fn type_equal(&self, a: Type, b: Type) -> bool {
        a == b || (self.subtype(a, b) && self.subtype(b, a))
    }

    /// What the `where` variables of a signature stand for when it is called with arguments of type `args`.
    ///
    /// `match_with_vars(Tuple{Vector{T}, Vararg{S}} where {T,S}, Tuple{Vector{Int64}})` is `[Some(Int64), None]`:
    /// outermost variable first, `None` where nothing determines it. `None` as a whole: the signature does not apply
    /// to all instances of `args`. For arguments that are not concrete, a variable stands for an upper bound.
    pub fn match_with_vars(&self, sig: Type, args: Type) -> Option<Vec<Option<Type>>> {
        let outermost = self.work.get() == WORK;
        let mut state = State::default();
        let mut body = sig;
        while let TypeData::UnionAll { .. } = self.data(body) {
            body = self.open_where(&mut state, body, true);
        }
        let count = state.variables.len();
        state.goals.push(Goal {
            x: args,
            y: body,
            covariant: 1,
            equal: false,
            root: true,
        });
        let found = self.search(state);
        if outermost {
            self.work.set(WORK);
        }
        match found {
            Some(state) => Some((0..count).map(|at| self.solution(&state, at)).collect()),
            // What has to be split first (`Tuple{Union{A,B}}` against a diagonal signature) applies without a
            // single answer for its variables.
            None => self.subtype(args, sig).then(|| vec![None; count]),
        }
    }

    /// The value of an existing variable, with variables it mentions replaced by theirs.
    fn solution(&self, state: &State, at: usize) -> Option<Type> {
        let mut value = state.variables[at].lower;
        if value == ty::bottom() {
            let closed = state.variables[at]
                .uppers
                .iter()
                .any(|&u| u == ty::bottom() || self.is_value(u));
            if !closed {
                return None;
            }
        }
        // Each round replaces at least the youngest variable; a cycle is no solution.
        for _ in 0..=state.variables.len() {
            if !self.flags(value).solver {
                return Some(value);
            }
            let pairs: Vec<(Type, Type)> = state
                .variables
                .iter()
                .enumerate()
                .map(|(at, variable)| (self.intern(TypeData::Solver(at as u32)), variable.lower))
                .collect();
            value = self.substitute(value, &pairs);
        }
        None
    }
}
