//! Methods built for argument types, recursive ones included.
//!
//! Functions that call each other are one *component*; it has one fixed point. The first function of it that is asked
//! for is its *head*. A function asked for while it is being built answers with its estimate, which starts at `Union{}`. One
//! that has rested on an estimate from further out is *unsettled*, in that one's component: it is inferred once in each
//! round of the head, and never iterated on its own. The head repeats the round until no estimate that was used has
//! risen; then what the last round found is final, of the whole component.
//!
//! ```text
//! f(n) = n == 0 ? 0 : g(n - 1)         f, round 1   g: h: f is Union{}        h, g: Float64, f: Union{Int64, Float64}
//! g(n) = h(n - 1)                      f, round 2   g: h: f is the union      h, g, f: Union{Int64, Float64}; nothing rises
//! h(n) = n == 0 ? 1.0 : f(n - 1)
//! ```
//!
//! So twelve functions that all call each other take a few rounds of twelve bodies, whatever the order. (Iterating each one to
//! its end inside each round of the others takes the product of all rounds.)
//!
//! **Which component an unsettled one is in.** As in Tarjan's algorithm, they stand in the order in which they were finished, and an
//! active function remembers how many there were when it began. One that was finished since has reached it, or one further
//! out; whoever asks for it reaches that one as well.
//!
//! **Limits.** After [`MAX_ROUNDS`] rounds an estimate that rises is `Any`, after twice as many nothing is known of the component.
//! Argument types that grow along a chain are widened ([`widen`](super::widen)). One question may look at [`MAX_WORK`]
//! statements; calls are then not looked into.

use super::infer::unknown;
use super::{Embedded, MethodBody};
use crate::effects::{analysis, Effects};
use crate::host::{Body, CallInfo, Host, Known};
use crate::ir::infer::{infer, Inferred};
use crate::ir::{ssa, verify, Function, Type};
use crate::methods::MethodId;
use crate::types::ty;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Calls nested deeper than this in inference are not looked into.
const MAX_DEPTH: usize = 200;

/// How often the estimates of recursive functions are improved before those that still rise become `Any`.
const MAX_ROUNDS: u32 = 6;

/// The largest type that an estimate may have: of functions that call each other, each may put what the others return into a
/// new tuple.
const MAX_ESTIMATE: u64 = 100;

/// Statements of methods that one question may infer, those of each round counted.
const MAX_WORK: u64 = 400_000;

/// What a method counts beyond its statements.
const WORK_OF_METHOD: u64 = 20;

/// A method built for argument types.
pub struct Specialization {
    /// Its typed SSA form.
    pub function: Rc<Function>,
    /// Effects of its statements, and calls without a method.
    pub inferred: Rc<Inferred>,
    /// Its result.
    pub result: Known,
    /// Its effects as a whole.
    pub effects: Effects,
}

impl Specialization {
    /// Its code.
    pub fn body(&self) -> Body {
        Body {
            function: self.function.clone(),
            inferred: self.inferred.clone(),
        }
    }
}

type Outcome = Result<Rc<Specialization>, String>;

/// Method and tuple of argument types, the function object included.
type Key = (MethodId, Type);

/// A method that is being built.
struct Active {
    key: Key,
    types: Vec<Type>,
    estimate: CallInfo,
    /// Whether the estimate was used in this round.
    used: bool,
    /// The outermost active one that it has reached in this round.
    reaches: Option<usize>,
    /// How many unsettled ones there were when it began.
    first: usize,
    /// When this round began.
    since: u64,
    /// Rounds so far, its own or those of the one around it.
    round: u32,
}

/// A method that was built with the estimate of an active one.
struct Unsettled {
    position: usize,
    estimate: CallInfo,
    /// When it was finished.
    at: u64,
    outcome: Outcome,
}

/// What is known of specialisations, finished and not.
#[derive(Default)]
pub(super) struct Specializations {
    done: FxHashMap<Key, Outcome>,
    /// Being built, outermost first.
    active: Vec<Active>,
    index: FxHashMap<Key, usize>,
    /// By method: which of the active ones are its own, outermost first.
    chains: FxHashMap<MethodId, Vec<usize>>,
    /// Finished, but not final.
    unsettled: FxHashMap<Key, Unsettled>,
    order: Vec<Key>,
    /// By method: for how many types it is being built or unsettled.
    variants: FxHashMap<MethodId, usize>,
    /// Counts rounds.
    clock: u64,
    /// How often an estimate has risen that was used before.
    risen: u64,
    /// How often an estimate was the answer.
    pub provisional: u64,
    work: u64,
}

impl Specializations {
    /// Whether nothing is being built.
    pub fn idle(&self) -> bool {
        self.active.is_empty()
    }

    /// The argument types for which a method is being built, outermost first.
    pub fn chain(&self, method: MethodId) -> impl DoubleEndedIterator<Item = &[Type]> + '_ {
        let chain = self.chains.get(&method).map_or(&[][..], |chain| chain);
        chain.iter().map(|&at| &self.active[at].types[..])
    }

    /// For how many types a method is being built or has been built with estimates.
    pub fn variants(&self, method: MethodId) -> usize {
        self.variants.get(&method).copied().unwrap_or(0)
    }

    /// The innermost active one below which an unsettled one was finished.
    fn owner(&self, position: usize) -> usize {
        let after = |active: &Active| active.first <= position;
        self.active.partition_point(after) - 1
    }

    /// What is being built rests on an active one.
    fn reach(&mut self, at: usize) {
        self.provisional += 1;
        if let Some(top) = self.active.last_mut() {
            top.reaches = Some(top.reaches.map_or(at, |known| known.min(at)));
        }
    }

    /// What is known of a call of a method: for good, or in this round. `None` if it has to be built.
    fn known(&mut self, key: Key) -> Option<CallInfo> {
        if let Some(outcome) = self.done.get(&key) {
            return Some(answer(outcome));
        }
        let (at, estimate) = if let Some(&at) = self.index.get(&key) {
            self.active[at].used = true;
            (at, self.active[at].estimate)
        } else {
            let found = self.unsettled.get(&key)?;
            let at = self.owner(found.position);
            if found.at < self.active[at].since {
                return None;
            }
            (at, found.estimate)
        };
        self.reach(at);
        Some(CallInfo {
            effects: estimate.effects | Effects::DIVERGES,
            ..estimate
        })
    }

    /// Begins a method. What is unsettled stays so.
    fn enter(&mut self, key: Key, types: &[Type]) {
        let round = self.active.last().map_or(0, |outer| outer.round);
        let (estimate, reaches) = match self.unsettled.get(&key) {
            Some(found) => (found.estimate, Some(self.owner(found.position))),
            None if round > 2 * MAX_ROUNDS => (unknown(), None),
            None => (nothing_yet(), None),
        };
        if !self.unsettled.contains_key(&key) {
            *self.variants.entry(key.0).or_default() += 1;
        }
        let at = self.active.len();
        self.index.insert(key, at);
        self.chains.entry(key.0).or_default().push(at);
        self.active.push(Active {
            key,
            types: types.to_vec(),
            estimate,
            used: false,
            reaches,
            first: self.order.len(),
            since: 0,
            round,
        });
    }

    /// Ends the innermost method, unsettled, in another one's component.
    fn leave_unsettled(&mut self, outcome: Outcome) {
        let Some(active) = self.leave() else { return };
        if let Some(at) = active.reaches {
            self.reach(at);
        }
        let position = match self.unsettled.get(&active.key) {
            Some(found) => found.position,
            None => {
                self.order.push(active.key);
                self.order.len() - 1
            }
        };
        let found = Unsettled {
            position,
            estimate: active.estimate,
            at: self.clock,
            outcome,
        };
        self.unsettled.insert(active.key, found);
    }

    /// Ends the innermost method: what this round has found is final, its own and that of its component.
    fn leave_as_head(&mut self, outcome: Outcome) {
        let Some(active) = self.leave() else { return };
        self.done.insert(active.key, outcome);
        self.forget_variant(active.key);
        for key in self.order.split_off(active.first) {
            self.forget_variant(key);
            if let Some(found) = self.unsettled.remove(&key) {
                if found.at >= active.since {
                    self.done.insert(key, found.outcome);
                }
            }
        }
    }

    fn forget_variant(&mut self, key: Key) {
        if let Some(count) = self.variants.get_mut(&key.0) {
            *count -= 1;
        }
    }

    fn leave(&mut self) -> Option<Active> {
        let active = self.active.pop()?;
        self.index.remove(&active.key);
        if let Some(chain) = self.chains.get_mut(&active.key.0) {
            chain.pop();
        }
        Some(active)
    }

    /// Nothing is known of the innermost method and its component.
    fn give_up(&mut self) {
        let Some(active) = self.active.last_mut() else {
            return;
        };
        active.estimate = unknown();
        for key in &self.order[active.first..] {
            if let Some(found) = self.unsettled.get_mut(key) {
                found.estimate = unknown();
            }
        }
    }
}

impl Embedded {
    /// Result and effects of a method with a body, for argument types, the function object's first.
    pub(super) fn infer_body(&mut self, method: MethodId, types: &[Type]) -> CallInfo {
        let key = (method, self.types.tuple(types));
        if let Some(known) = self.inference.specializations.known(key) {
            return known;
        }
        let widened = self.widened(method, types);
        let types = match &widened {
            Some(Some(types)) => types,
            Some(None) => return unknown(),
            None => types,
        };
        let key = (method, self.types.tuple(types));
        if let Some(known) = self.inference.specializations.known(key) {
            return known;
        }
        answer(&self.specialize(method, types))
    }

    /// Builds and infers a method for argument types, the function object's first. Inside inference the answer may rest on
    /// estimates, which [`Specializations::provisional`] tells.
    pub fn specialize(&mut self, method: MethodId, types: &[Type]) -> Outcome {
        self.refresh();
        let key = (method, self.types.tuple(types));
        let state = &mut self.inference.specializations;
        if let Some(known) = state.done.get(&key) {
            return known.clone();
        }
        let depth = state.active.len();
        if depth == 0 {
            state.work = 0;
        }
        if depth >= MAX_DEPTH {
            return Err("inference is nested too deeply".into());
        }
        if state.work >= MAX_WORK {
            return Err("inference takes too much work".into());
        }
        let risen = state.risen;
        state.enter(key, types);
        loop {
            let state = &mut self.inference.specializations;
            state.clock += 1;
            let before = state.risen;
            let active = &mut state.active[depth];
            active.since = state.clock;
            active.used = false;
            let outcome = self.build(method, types).map(Rc::new);
            let rose = self.raise(depth, &outcome);
            let state = &mut self.inference.specializations;
            let active = &mut state.active[depth];
            if rose && active.used {
                state.risen += 1;
            }
            if active.reaches.is_some_and(|at| at < depth) {
                state.leave_unsettled(outcome.clone());
                return outcome;
            }
            if state.risen == before {
                // What rose inside this component is no matter of those around it.
                state.risen = risen;
                state.leave_as_head(outcome.clone());
                return outcome;
            }
            active.reaches = None;
            active.round += 1;
            if active.round > 2 * MAX_ROUNDS {
                state.give_up();
            }
        }
    }

    /// Joins what a round has found to an estimate; whether that has risen.
    fn raise(&mut self, depth: usize, outcome: &Outcome) -> bool {
        let active = &self.inference.specializations.active[depth];
        let (old, round) = (active.estimate, active.round);
        let recursive = active.reaches.is_some();
        let found = answer(outcome);
        let mut new = CallInfo {
            result: match old.result.ty == ty::bottom() {
                true => found.result,
                false => self.join_known(old.result, found.result),
            },
            effects: old.effects | found.effects,
        };
        let large = recursive && self.type_size(new.result.ty) > MAX_ESTIMATE;
        if new.result != old.result && (large || round >= MAX_ROUNDS) {
            new.result = unknown().result;
        }
        self.inference.specializations.active[depth].estimate = new;
        new != old
    }

    fn build(&mut self, method: MethodId, types: &[Type]) -> Result<Specialization, String> {
        let body = self.method(method);
        let MethodBody::Code(code) = &body.body else {
            return Err(format!("`{}` has no body", body.name));
        };
        let code = code.clone();
        self.inference.specializations.work += WORK_OF_METHOD + code.stmts.len() as u64;
        let statics = self.static_params(method, types);
        let arguments = self.argument_types(method, types);
        let mut function =
            ssa::construct(&code, &arguments, &statics, self).map_err(|error| error.to_string())?;
        function.source = Some(self.method(method).source.clone());
        debug_assert_eq!(verify::verify(&function), Ok(()));
        let inferred = infer(&mut function, self);
        debug_assert_eq!(verify::verify(&function), Ok(()));
        let effects = analysis::of_function(&function, &inferred, self);
        // Which object it is may be known, but it is no value that could stand for the call: it can be written.
        let is_value = self.beliefs.objects_are_values || !self.may_be_mutable(function.ret);
        let result = Known {
            ty: function.ret,
            constant: returned_constant(&function).filter(|_| is_value),
        };
        Ok(Specialization {
            function: Rc::new(function),
            inferred: Rc::new(inferred),
            result,
            effects,
        })
    }

    /// The types of the argument slots: the last one of a variadic method is a tuple of the rest.
    fn argument_types(&self, method: MethodId, types: &[Type]) -> Vec<Type> {
        let MethodBody::Code(code) = &self.method(method).body else {
            return types.to_vec();
        };
        let fixed = code.nargs as usize - usize::from(code.is_va);
        let mut slots: Vec<Type> = types[..fixed].to_vec();
        if code.is_va {
            slots.push(self.types.tuple(&types[fixed..]));
        }
        slots
    }
}

/// What a call of it gives.
fn answer(outcome: &Outcome) -> CallInfo {
    outcome.as_ref().map_or(unknown(), |special| CallInfo {
        result: special.result,
        effects: special.effects,
    })
}

/// The first estimate: it never returns.
fn nothing_yet() -> CallInfo {
    CallInfo {
        result: Known {
            ty: ty::bottom(),
            constant: None,
        },
        effects: Effects::PURE,
    }
}

/// The constant that every path returns.
fn returned_constant(function: &Function) -> Option<crate::ir::Const> {
    let mut only = None;
    for &block in &function.layout {
        if let crate::ir::Terminator::Return(value) = function.blocks[block].term {
            let constant = function.known_constant(value)?;
            if only.is_some_and(|other| other != constant) {
                return None;
            }
            only = Some(constant);
        }
    }
    only
}
