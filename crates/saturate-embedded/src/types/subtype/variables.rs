//! Goals with a variable on one side.
//!
//! ```text
//! x <: T   T exists        T's lower bound grows by x;  x <: each upper bound of T
//! T <: y   T exists        y joins T's upper bounds;    T's lower bound <: y
//! T <: y   T is rigid      T's declared upper bound <: y
//! x <: T   T is rigid      x <: T's declared lower bound
//! ```

use super::search::{Goal, State, Step, Variable};
use crate::ir::Type;
use crate::types::known::{family, Layout};
use crate::types::table::{TypeData, TypeTable};
use crate::types::ty;
use smallvec::{smallvec, SmallVec};

impl TypeTable {
    /// Replaces the variable of a `where` by a new one of the state.
    pub(in crate::types) fn open_where(&self, state: &mut State, t: Type, exists: bool) -> Type {
        let TypeData::UnionAll { lower, upper, body } = self.data(t) else {
            return t;
        };
        let variable = self.intern(TypeData::Solver(state.variables.len() as u32));
        let body = self.open(body, variable);
        let (covariant, invariant) = self.occurrences(body, variable);
        state.variables.push(Variable {
            exists,
            lower,
            uppers: smallvec![upper],
            met: 0,
            covariant,
            invariant,
        });
        body
    }

    /// `T <: y` for a rigid `T`: by its upper bound, unless `y` has a place for `T` itself.
    pub(super) fn rigid_below(&self, state: &mut State, goal: Goal, at: u32) -> Step {
        let upper = state.variables[at as usize].uppers[0];
        match self.data(goal.y) {
            TypeData::Solver(other) if state.variables[other as usize].exists => {
                self.add_lower(state, goal, other)
            }
            TypeData::Solver(other) => {
                let lower = state.variables[other as usize].lower;
                self.either(
                    state,
                    &[Goal { y: lower, ..goal }, Goal { x: upper, ..goal }],
                )
            }
            TypeData::Union(members) => {
                let mut goals: SmallVec<[Goal; 4]> =
                    members.iter().map(|&m| Goal { y: m, ..goal }).collect();
                goals.push(Goal { x: upper, ..goal });
                self.either(state, &goals)
            }
            // The bound first: opened after `y`, a `where` in it would be out of scope for the variable of `y`.
            TypeData::UnionAll { .. } => match self.open_right(state, goal) {
                Step::Choose(mut alternatives) => {
                    let mut by_bound = state.clone();
                    by_bound.goals.push(Goal { x: upper, ..goal });
                    alternatives.insert(0, by_bound);
                    Step::Choose(alternatives)
                }
                other => other,
            },
            _ => {
                state.goals.push(Goal { x: upper, ..goal });
                Step::Continue
            }
        }
    }

    /// `x <: T` for an existing `T`: `x` joins its lower bound and must fit under its upper bounds.
    pub(super) fn add_lower(&self, state: &mut State, goal: Goal, at: u32) -> Step {
        let variable = &mut state.variables[at as usize];
        variable.met += u32::from(goal.covariant);
        let uppers = variable.uppers.clone();
        let x = self.close_over_younger(state, goal.x, at);
        let lower = state.variables[at as usize].lower;
        if self.mentions(x, goal.y) {
            return Step::Fail;
        }
        // What is in the lower bound already has raised its goals; this also ends `T <: S <: T`.
        if x == lower || self.union_types(lower).contains(&x) {
            return Step::Continue;
        }
        state.variables[at as usize].lower = match (self.is_value(lower), self.is_value(x)) {
            _ if lower == ty::bottom() => x,
            (false, false) => self.union(&[lower, x]),
            _ => return Step::Fail,
        };
        for upper in uppers {
            state.goal(x, upper, 0);
        }
        Step::Continue
    }

    /// `T <: y` for an existing `T`: `y` joins its upper bounds.
    pub(super) fn add_upper(&self, state: &mut State, goal: Goal, at: u32) -> Step {
        let mut y = goal.y;
        if let TypeData::Solver(other) = self.data(y) {
            // A younger rigid variable is out of scope for `T`; its lower bound is what is left.
            if other > at && !state.variables[other as usize].exists {
                y = state.variables[other as usize].lower;
            }
        } else if self.mentions_younger(state, y, at) {
            return Step::Fail;
        }
        let variable = &mut state.variables[at as usize];
        let lower = variable.lower;
        if !variable.uppers.contains(&y) {
            variable.uppers.push(y);
        }
        state.goal(lower, y, 0);
        Step::Continue
    }

    fn mentions_younger(&self, state: &State, t: Type, at: u32) -> bool {
        self.flags(t).solver
            && (at + 1..state.variables.len() as u32).any(|other| {
                !state.variables[other as usize].exists
                    && self.mentions(t, self.intern(TypeData::Solver(other)))
            })
    }

    /// The least type above `t` that mentions no rigid variable younger than `at`.
    fn close_over_younger(&self, state: &State, t: Type, at: u32) -> Type {
        let mut closed = t;
        for other in (at + 1..state.variables.len() as u32).rev() {
            if !self.flags(closed).solver {
                break;
            }
            let variable = &state.variables[other as usize];
            if !variable.exists {
                let solver = self.intern(TypeData::Solver(other));
                closed = self.where_(solver, variable.lower, variable.uppers[0], closed);
            }
        }
        closed
    }

    pub(super) fn diagonals_hold(&self, state: &State) -> bool {
        state
            .variables
            .iter()
            .filter(|v| v.exists && v.met > 1 && !v.invariant)
            .all(|v| self.is_leaf(state, v.lower))
    }

    /// Whether the instances of `t` have one type.
    fn is_leaf(&self, state: &State, t: Type) -> bool {
        match self.data(t) {
            TypeData::Bottom | TypeData::Value(_) => true,
            TypeData::Solver(at) => {
                let variable = &state.variables[at as usize];
                (!variable.exists && variable.diagonal())
                    || (variable.exists && self.is_leaf(state, variable.lower))
            }
            TypeData::Nominal(name, _) => {
                name == family::type_() || self.layout(name) != Layout::Abstract
            }
            TypeData::Tuple(elements, None) => elements.iter().all(|&e| self.is_leaf(state, e)),
            _ => false,
        }
    }
}
