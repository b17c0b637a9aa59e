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

use super::known::family;
use super::table::{List, Tail, TypeData, TypeTable};
use super::ty;
use crate::ir::Type;
use smallvec::{smallvec, SmallVec};

/// Steps (goals looked at) that one query may take, nested questions included.
pub const WORK: u32 = 50_000;

/// `x <: y` is to be shown.
#[derive(Clone, Copy)]
struct Goal {
    x: Type,
    y: Type,
    /// How many covariant meetings with a variable this goal stands for: 0 below an invariant place.
    covariant: u8,
    /// The question itself, or a part of it that is not smaller: not to be asked again through the memo.
    root: bool,
}

#[derive(Clone)]
pub(super) struct Variable {
    /// Opened on the right; otherwise rigid.
    exists: bool,
    pub lower: Type,
    /// The declared upper bound first.
    pub uppers: SmallVec<[Type; 2]>,
    /// Covariant meetings so far.
    met: u32,
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
pub(super) struct State {
    pub variables: Vec<Variable>,
    goals: Vec<Goal>,
    /// Levels that the walk of an intersection has gone down.
    pub depth: u32,
}

impl State {
    fn goal(&mut self, x: Type, y: Type, covariant: u8) {
        self.goals.push(Goal {
            x,
            y,
            covariant,
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
            self.goal(y, x, 0);
            self.goal(x, y, 0);
        }
    }
}

/// What one step did.
enum Step {
    Fail,
    Continue,
    Choose(Vec<State>),
}

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

    /// Depth-first search over the alternatives; the state that has no goal left.
    pub(super) fn search(&self, first: State) -> Option<State> {
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

    /// Replaces the variable of a `where` by a new one of the state.
    pub(super) fn open_where(&self, state: &mut State, t: Type, exists: bool) -> Type {
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
    fn rigid_below(&self, state: &mut State, goal: Goal, at: u32) -> Step {
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
    fn add_lower(&self, state: &mut State, goal: Goal, at: u32) -> Step {
        let variable = &mut state.variables[at as usize];
        variable.met += u32::from(goal.covariant);
        let uppers = variable.uppers.clone();
        let x = self.close_over_younger(state, goal.x, at);
        let lower = state.variables[at as usize].lower;
        if self.mentions(x, goal.y) {
            return Step::Fail;
        }
        // What is in the lower bound already has raised its goals; this also ends `T <: S <: T`.
        if x == lower || self.members(lower).contains(&x) {
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
    fn add_upper(&self, state: &mut State, goal: Goal, at: u32) -> Step {
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

    fn either(&self, state: &State, goals: &[Goal]) -> Step {
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
    fn open_right(&self, state: &State, goal: Goal) -> Step {
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

    fn nominal_below(&self, state: &mut State, goal: Goal) -> Step {
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
    pub(super) fn kind(&self, t: Type) -> Option<super::TypeName> {
        match self.data(t) {
            TypeData::Any | TypeData::Nominal(..) | TypeData::Tuple(..) => {
                Some(family::data_type())
            }
            TypeData::Union(_) => Some(family::union_()),
            TypeData::UnionAll { .. } => Some(family::union_all()),
            _ => None,
        }
    }

    fn tuple_below(
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
                    elements.extend((0..n.clamp(0, super::table::MAX_VARARG)).map(|_| element));
                    return (elements, None);
                }
            }
        }
        (elements, tail)
    }

    fn diagonals_hold(&self, state: &State) -> bool {
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
                name == family::type_() || self.layout(name) != super::known::Layout::Abstract
            }
            TypeData::Tuple(elements, None) => elements.iter().all(|&e| self.is_leaf(state, e)),
            _ => false,
        }
    }
}
