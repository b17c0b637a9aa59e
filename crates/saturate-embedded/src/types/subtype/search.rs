//! The search: goals, variables, and the alternatives still to try.
//!
//! A state is one branch. A step takes its last goal and fails, goes on, or offers alternatives, which wait on a
//! stack as copies of the state; the first state without goals is the answer.

use crate::ir::Type;
use crate::types::table::{List, Tail, TypeData, TypeTable};
use crate::types::ty;
use smallvec::{smallvec, SmallVec};

/// `x <: y` is to be shown, or `x == y`.
#[derive(Clone, Copy)]
pub(in crate::types) struct Goal {
    pub x: Type,
    pub y: Type,
    /// How many covariant meetings with a variable this goal stands for: 0 below an invariant place.
    pub covariant: u8,
    /// Both directions at once: taken apart level by level, as two goals per level would double each time.
    pub equal: bool,
    /// The question itself, or a part of it that is not smaller: not to be asked again through the memo.
    pub root: bool,
}

#[derive(Clone)]
pub(in crate::types) struct Variable {
    /// Opened on the right; otherwise rigid.
    pub exists: bool,
    pub lower: Type,
    /// The declared upper bound first.
    pub uppers: SmallVec<[Type; 2]>,
    /// Covariant meetings so far.
    pub met: u32,
    /// Covariant occurrences as written.
    pub covariant: u32,
    /// Occurs where a parameter is invariant, so the diagonal rule does not apply.
    pub invariant: bool,
}

impl Variable {
    /// Stands for a concrete type, by the way it is written.
    pub fn diagonal(&self) -> bool {
        self.covariant > 1 && !self.invariant
    }
}

/// One branch of the search.
#[derive(Clone, Default)]
pub(in crate::types) struct State {
    pub variables: Vec<Variable>,
    pub goals: Vec<Goal>,
    /// Levels that the walk of an intersection has gone down.
    pub depth: u32,
}

impl State {
    pub fn goal(&mut self, x: Type, y: Type, covariant: u8) {
        self.goals.push(Goal {
            x,
            y,
            covariant,
            equal: false,
            root: false,
        });
    }

    /// `x <: y`, counting for no diagonal.
    pub fn below(&mut self, x: Type, y: Type) {
        self.goal(x, y, 0);
    }

    /// `x == y`, below an invariant place.
    pub fn equal(&mut self, x: Type, y: Type) {
        if x != y {
            self.goals.push(Goal {
                x,
                y,
                covariant: 0,
                equal: true,
                root: false,
            });
        }
    }
}

/// What one step did.
pub(super) enum Step {
    Fail,
    Continue,
    Choose(Vec<State>),
}

impl TypeTable {
    /// Depth-first search over the alternatives; the state that has no goal left.
    pub(in crate::types) fn search(&self, first: State) -> Option<State> {
        let mut waiting: Vec<State> = vec![first];
        while let Some(mut state) = waiting.pop() {
            loop {
                let Some(goal) = state.goals.pop() else {
                    if self.diagonals_hold(&state) {
                        return Some(state);
                    }
                    break;
                };
                let work = self.work.get();
                if work == 0 {
                    self.exhausted.set(self.exhausted.get() + 1);
                    return None;
                }
                self.work.set(work - 1);
                match self.step(&mut state, goal) {
                    Step::Continue => {}
                    Step::Fail => break,
                    Step::Choose(alternatives) => {
                        waiting.extend(alternatives.into_iter().rev());
                        break;
                    }
                }
            }
        }
        None
    }

    fn step(&self, state: &mut State, goal: Goal) -> Step {
        let Goal { x, y, .. } = goal;
        if goal.equal {
            return self.equal_step(state, x, y);
        }
        if x == y || y == ty::any() || x == ty::bottom() {
            // `T <: T` and `T <: Any` teach nothing, but still count as a meeting.
            if let TypeData::Solver(at) = self.data(y) {
                state.variables[at as usize].met += u32::from(goal.covariant);
            }
            return Step::Continue;
        }
        if !goal.root && !self.flags(x).solver && !self.flags(y).solver {
            return if self.subtype(x, y) {
                Step::Continue
            } else {
                Step::Fail
            };
        }
        match (self.data(x), self.data(y)) {
            (TypeData::Solver(at), _) if !state.variables[at as usize].exists => {
                self.rigid_below(state, goal, at)
            }
            // Two existing variables are ordered by an upper bound; a lower bound would make cycles of them.
            (TypeData::Solver(a), TypeData::Solver(b)) if state.variables[b as usize].exists => {
                state.variables[b as usize].met += u32::from(goal.covariant);
                self.add_upper(state, goal, a)
            }
            (_, TypeData::Solver(at)) if state.variables[at as usize].exists => {
                self.add_lower(state, goal, at)
            }
            (TypeData::Solver(at), _) => self.add_upper(state, goal, at),
            (TypeData::Union(members), _) => {
                for &member in members.iter().rev() {
                    state.goals.push(Goal { x: member, ..goal });
                }
                Step::Continue
            }
            (TypeData::UnionAll { .. }, _) => {
                let x = self.open_where(state, x, false);
                state.goals.push(Goal { x, ..goal });
                Step::Continue
            }
            (_, TypeData::Solver(at)) => {
                let lower = state.variables[at as usize].lower;
                state.goals.push(Goal { y: lower, ..goal });
                Step::Continue
            }
            (_, TypeData::Union(members)) => self.choose_member(state, goal, &members),
            (_, TypeData::UnionAll { .. }) => self.open_right(state, goal),
            (TypeData::Nominal(..), TypeData::Nominal(..)) => self.nominal_below(state, goal),
            (TypeData::Tuple(xs, xt), TypeData::Tuple(ys, yt)) => {
                self.tuple_below(state, goal, (&xs, xt), (&ys, yt))
            }
            _ => Step::Fail,
        }
    }

    fn equal_step(&self, state: &mut State, x: Type, y: Type) -> Step {
        if !self.flags(x).solver && !self.flags(y).solver {
            return if self.type_equal(x, y) {
                Step::Continue
            } else {
                Step::Fail
            };
        }
        match (self.data(x), self.data(y)) {
            (TypeData::Nominal(n, xs), TypeData::Nominal(m, ys)) if n == m => {
                for (&x, &y) in xs.iter().zip(&ys).rev() {
                    state.equal(x, y);
                }
            }
            (TypeData::Tuple(xs, None), TypeData::Tuple(ys, None)) if xs.len() == ys.len() => {
                for (&x, &y) in xs.iter().zip(&ys).rev() {
                    state.equal(x, y);
                }
            }
            (TypeData::Nominal(..), TypeData::Nominal(..))
            | (TypeData::Tuple(_, None), TypeData::Tuple(_, None)) => return Step::Fail,
            _ => {
                state.goal(y, x, 0);
                state.goal(x, y, 0);
            }
        }
        Step::Continue
    }

    pub(super) fn either(&self, state: &State, goals: &[Goal]) -> Step {
        Step::Choose(
            goals
                .iter()
                .map(|&goal| {
                    let mut state = state.clone();
                    state.goals.push(goal);
                    state
                })
                .collect(),
        )
    }

    /// `x <: Union{...}`: some member takes all of `x`, or `x` splits and each part finds its own.
    fn choose_member(&self, state: &State, goal: Goal, members: &[Type]) -> Step {
        // Members without variables first: they constrain nothing.
        let (open, closed): (List, List) =
            members.iter().copied().partition(|&m| self.flags(m).solver);
        let mut alternatives: Vec<State> = closed
            .iter()
            .chain(&open)
            .map(|&member| {
                let mut state = state.clone();
                state.goals.push(Goal { y: member, ..goal });
                state
            })
            .collect();
        alternatives.extend(self.split_left(state, goal));
        Step::Choose(alternatives)
    }

    /// `x <: body where T`: some `T` does for all of `x`, or `x` splits and each part finds its own.
    pub(super) fn open_right(&self, state: &State, goal: Goal) -> Step {
        let mut whole = state.clone();
        // `Tuple{Vararg{X}}` is `Tuple{Vararg{X,N}} where N`: the count is rigid, and older than `T`.
        let x = match self.data(goal.x) {
            TypeData::Tuple(
                elements,
                Some(Tail {
                    element,
                    count: None,
                }),
            ) => {
                let count = self.intern(TypeData::Solver(whole.variables.len() as u32));
                whole.variables.push(Variable {
                    exists: false,
                    lower: ty::bottom(),
                    uppers: smallvec![ty::any()],
                    met: 0,
                    covariant: 0,
                    invariant: true,
                });
                let tail = Tail {
                    element,
                    count: Some(count),
                };
                self.tuple_with(&elements, Some(tail))
            }
            _ => goal.x,
        };
        let y = self.open_where(&mut whole, goal.y, true);
        whole.goals.push(Goal { x, y, ..goal });
        match self.split_left(state, goal) {
            None => Step::Choose(vec![whole]),
            Some(split) => Step::Choose(vec![whole, split]),
        }
    }

    /// The first union or `where` in a covariant place of a tuple, taken apart:
    /// `Tuple{Union{A,B},C} <: y` becomes `Tuple{A,C} <: y` and `Tuple{B,C} <: y`.
    fn split_left(&self, state: &State, goal: Goal) -> Option<State> {
        let mut state = state.clone();
        let parts = self.split_tuple(&mut state, goal.x)?;
        for &x in parts.iter().rev() {
            state.goals.push(Goal { x, ..goal });
        }
        Some(state)
    }

    fn split_tuple(&self, state: &mut State, t: Type) -> Option<List> {
        let TypeData::Tuple(elements, tail) = self.data(t) else {
            return None;
        };
        for (at, &element) in elements.iter().enumerate() {
            let parts = match self.data(element) {
                TypeData::Union(members) => members,
                TypeData::UnionAll { .. } => {
                    smallvec![self.open_where(state, element, false)]
                }
                _ => match self.split_tuple(state, element) {
                    Some(parts) => parts,
                    None => continue,
                },
            };
            let rebuilt = parts.iter().map(|&part| {
                let mut elements = elements.clone();
                elements[at] = part;
                self.tuple_with(&elements, tail)
            });
            return Some(rebuilt.collect());
        }
        None
    }
}
