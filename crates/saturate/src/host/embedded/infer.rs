//! Inference through calls: result type, constant and effects of a call on arguments of known types.
//!
//! A call asks the method table for every method that may apply. A stub answers from its signature; a method with a
//! body is built for these argument types ([`Specialization`]) and inferred in turn. Where several methods may apply,
//! the answers are joined; where none covers some arguments, the call may raise a `MethodError`.
//!
//! Constants: a call of a constant function on constants, without effects other than throwing or not terminating, is
//! run by the interpreter with little fuel; what it returns is its constant.
//!
//! Recursion: a specialisation that is asked for while it is being built answers with its current estimate, which
//! starts at `Union{}` and is iterated until it stands. What was found with the help of an estimate is not remembered
//! until the estimate is final.

use super::{Embedded, MethodBody};
use crate::effects::{analysis, Effects};
use crate::host::methods::MethodId;
use crate::host::types::ty;
use crate::host::{CallInfo, Host, Known};
use crate::interp::Value;
use crate::ir::infer::{infer, Inferred};
use crate::ir::{ssa, verify, Function, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Calls nested deeper than this in inference are not looked into.
const MAX_INFERENCE_DEPTH: usize = 40;

/// A call that more methods than this may take is not looked into.
const MAX_METHODS: usize = 4;

/// A call with more arguments than this is not looked into: comparing tuple types takes quadratic time.
const MAX_ARGUMENTS: usize = 1_000;

/// Combinations of union members that are inferred one by one.
const MAX_SPLIT: usize = 4;

/// How often the estimate of a recursive function is improved before it becomes `Any`.
const MAX_ROUNDS: u32 = 6;

/// Steps that the evaluation of a call on constants may take.
const FOLDING_FUEL: u64 = 10_000;

/// A method built for argument types.
pub struct Specialization {
    /// Its typed SSA form.
    pub function: Function,
    /// Effects of its statements, and calls without a method.
    pub inferred: Inferred,
    /// Its result.
    pub result: Known,
    /// Its effects as a whole.
    pub effects: Effects,
}

/// Method and tuple of argument types, the function object included.
type Key = (MethodId, Type);
type CallKey = (Known, SmallVec<[Known; 4]>);

/// What inference remembers.
#[derive(Default)]
pub struct Cache {
    generation: u64,
    calls: FxHashMap<CallKey, Option<CallInfo>>,
    specializations: FxHashMap<Key, Result<Rc<Specialization>, String>>,
    /// Specialisations being built, outermost first, with their estimates.
    active: Vec<(Key, Known, Effects)>,
    /// The outermost active one whose estimate has been used.
    provisional: usize,
    hits: u64,
}

impl Embedded {
    /// Result and effects of a call; `None` if no method applies to any of the possible arguments.
    pub(super) fn infer_call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        if args.len() > MAX_ARGUMENTS {
            return Some(unknown());
        }
        self.refresh();
        let key: CallKey = (callee, args.into());
        if let Some(&known) = self.inference.calls.get(&key) {
            return known;
        }
        let hits = self.inference.hits;
        let mut info = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            self.infer_call_anew(callee, args)
        });
        if let (Some(info), Some(effects)) = (&mut info, self.declared_effects(callee, args)) {
            info.effects = effects;
        }
        if self.inference.hits == hits {
            self.inference.calls.insert(key, info);
        }
        info
    }

    /// What a rule set says of the effects of a call.
    fn declared_effects(&self, callee: Known, args: &[Known]) -> Option<Effects> {
        let declared = self.declared.iter().rev().find(|declared| {
            callee.constant == Some(declared.function)
                && declared.args.as_ref().is_none_or(|types| {
                    types.len() == args.len()
                        && types
                            .iter()
                            .zip(args)
                            .all(|(&ty, arg)| self.types.subtype(arg.ty, ty))
                })
        })?;
        Some(declared.effects)
    }

    /// Drops what was remembered before the last definition.
    fn refresh(&mut self) {
        if self.inference.generation != self.generation && self.inference.active.is_empty() {
            self.inference = Cache {
                generation: self.generation,
                ..Cache::default()
            };
        }
    }

    fn infer_call_anew(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        if args.iter().any(|arg| arg.ty == ty::bottom()) {
            return Some(CallInfo {
                result: Known {
                    ty: ty::bottom(),
                    constant: None,
                },
                effects: Effects::PURE,
            });
        }
        if let Some(info) = self.builtin_call(callee, args) {
            return Some(self.fold(callee, args, info));
        }
        if !self.types.is_dispatch_leaf(callee.ty) {
            return Some(unknown());
        }
        if let Some(split) = self.infer_split(callee, args) {
            return split;
        }
        let mut types: SmallVec<[Type; 6]> = SmallVec::new();
        types.push(callee.ty);
        types.extend(args.iter().map(|arg| arg.ty));
        let found = self.methods.matching(&self.types, &types);
        if found.methods.is_empty() {
            return self.default_construction(callee, args);
        }
        if found.methods.len() > MAX_METHODS {
            return Some(unknown());
        }
        let mut result: Option<Known> = None;
        let mut effects = if found.covers {
            Effects::PURE
        } else {
            Effects::THROWS
        };
        for found in &found.methods {
            let one = self.infer_method(found.method, callee, args);
            effects |= one.effects;
            result = Some(match result {
                None => one.result,
                Some(other) => self.join_known(other, one.result),
            });
        }
        let result = result?;
        Some(self.fold(callee, args, CallInfo { result, effects }))
    }

    /// A call with arguments of union type, member by member: `+(::Union{Int64, Float64}, ::Float64)` is a `Float64`.
    /// `None` if no argument is a union, or there are too many combinations.
    #[allow(clippy::option_option)]
    fn infer_split(&mut self, callee: Known, args: &[Known]) -> Option<Option<CallInfo>> {
        let mut count = 1;
        for arg in args {
            count *= self.types.members(arg.ty).len();
            if count > MAX_SPLIT {
                return None;
            }
        }
        if count < 2 {
            return None;
        }
        let mut combinations: Vec<SmallVec<[Known; 4]>> = vec![SmallVec::new()];
        for arg in args {
            let members = self.types.members(arg.ty);
            let known = |ty: Type| Known {
                ty,
                constant: arg.constant.filter(|_| members.len() < 2),
            };
            combinations = combinations
                .iter()
                .flat_map(|prefix| {
                    members.iter().map(|&member| {
                        let mut next = prefix.clone();
                        next.push(known(member));
                        next
                    })
                })
                .collect();
        }
        let mut joined: Option<CallInfo> = None;
        let mut missing = false;
        for combination in combinations {
            let Some(one) = self.infer_call(callee, &combination) else {
                missing = true;
                continue;
            };
            joined = Some(match joined {
                None => one,
                Some(other) => CallInfo {
                    result: self.join_known(other.result, one.result),
                    effects: other.effects | one.effects,
                },
            });
        }
        if let (true, Some(info)) = (missing, &mut joined) {
            info.effects |= Effects::THROWS;
        }
        Some(joined)
    }

    /// `Val{2}()` and `Core.Box(x)`: types that are called without having a method.
    fn default_construction(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        let made = callee
            .constant
            .and_then(|constant| self.as_type(constant))?;
        if made != ty::boxed() && !(args.is_empty() && self.types.is_singleton(made)) {
            return None;
        }
        let of = Known {
            ty: callee.ty,
            constant: callee.constant,
        };
        Some(self.new_object(of, args))
    }

    fn join_known(&mut self, a: Known, b: Known) -> Known {
        Known {
            ty: self.join(a.ty, b.ty),
            constant: a.constant.filter(|_| a.constant == b.constant),
        }
    }

    fn infer_method(&mut self, method: MethodId, callee: Known, args: &[Known]) -> CallInfo {
        if let MethodBody::Stub(_) = self.method(method).body {
            return self.infer_stub(method, callee, args);
        }
        let mut types: Vec<Type> = Vec::with_capacity(args.len() + 1);
        types.push(callee.ty);
        types.extend(args.iter().map(|arg| arg.ty));
        let tuple = self.types.tuple(&types);
        let key = (method, tuple);
        let active = self
            .inference
            .active
            .iter()
            .position(|&(other, ..)| other == key);
        if let Some(at) = active {
            let (_, result, effects) = self.inference.active[at];
            self.inference.provisional = self.inference.provisional.min(at);
            self.inference.hits += 1;
            return CallInfo {
                result,
                effects: effects | Effects::DIVERGES,
            };
        }
        match self.specialize(method, &types) {
            Ok(special) => CallInfo {
                result: special.result,
                effects: special.effects,
            },
            Err(_) => unknown(),
        }
    }

    /// Builds and infers a method for argument types, the function object's first.
    pub fn specialize(
        &mut self,
        method: MethodId,
        types: &[Type],
    ) -> Result<Rc<Specialization>, String> {
        self.refresh();
        let tuple = self.types.tuple(types);
        let key = (method, tuple);
        if let Some(known) = self.inference.specializations.get(&key) {
            return known.clone();
        }
        let depth = self.inference.active.len();
        if depth >= MAX_INFERENCE_DEPTH {
            return Err("inference is nested too deeply".into());
        }
        let nothing_yet = Known {
            ty: ty::bottom(),
            constant: None,
        };
        self.inference
            .active
            .push((key, nothing_yet, Effects::PURE));
        let outer = std::mem::replace(&mut self.inference.provisional, usize::MAX);
        let mut round = 0;
        let outcome = loop {
            let built = self.build(method, types);
            let (used, estimate, before) = {
                let (_, estimate, effects) = self.inference.active[depth];
                (self.inference.provisional <= depth, estimate, effects)
            };
            let special = match built {
                Ok(special) => special,
                Err(message) => break Err(message),
            };
            if !used || (special.result == estimate && special.effects == before) {
                break Ok(Rc::new(special));
            }
            round += 1;
            let result = if round < MAX_ROUNDS {
                self.join_known_estimate(estimate, special.result)
            } else {
                Known {
                    ty: ty::any(),
                    constant: None,
                }
            };
            if round > MAX_ROUNDS {
                break Ok(Rc::new(Specialization { result, ..special }));
            }
            self.inference.active[depth].1 = result;
            self.inference.active[depth].2 = before | special.effects;
        };
        self.inference.active.pop();
        let inner = self.inference.provisional;
        // What rests on the estimate of an outer function is asked again once that one is final.
        if inner >= depth {
            self.inference.specializations.insert(key, outcome.clone());
            self.inference.provisional = outer;
        } else {
            self.inference.provisional = outer.min(inner);
        }
        outcome
    }

    fn join_known_estimate(&mut self, estimate: Known, found: Known) -> Known {
        if estimate.ty == ty::bottom() {
            found
        } else {
            self.join_known(estimate, found)
        }
    }

    fn build(&mut self, method: MethodId, types: &[Type]) -> Result<Specialization, String> {
        let body = self.method(method);
        let MethodBody::Code(code) = &body.body else {
            return Err(format!("`{}` has no body", body.name));
        };
        let code = code.clone();
        let statics = self.static_params(method, types);
        let arguments = self.slot_types(method, types);
        let mut function =
            ssa::construct(&code, &arguments, &statics, self).map_err(|error| error.to_string())?;
        function.source = Some(self.method(method).source.clone());
        debug_assert_eq!(verify::verify(&function), Ok(()));
        let inferred = infer(&mut function, self);
        debug_assert_eq!(verify::verify(&function), Ok(()));
        let effects = analysis::of_function(&function, &inferred, self);
        let result = Known {
            ty: function.ret,
            // Which object it is may be known, but it is no value that could stand for the call: it can be written.
            constant: returned_constant(&function).filter(|_| !self.may_be_mutable(function.ret)),
        };
        Ok(Specialization {
            function,
            inferred,
            result,
            effects,
        })
    }

    /// The types of the argument slots: the last one of a variadic method is a tuple of the rest.
    fn slot_types(&self, method: MethodId, types: &[Type]) -> Vec<Type> {
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

    /// Evaluates a call on constants, where that cannot be noticed.
    fn fold(&mut self, callee: Known, args: &[Known], info: CallInfo) -> CallInfo {
        let harmless = Effects::THROWS | Effects::DIVERGES | Effects::ALIASES;
        if info.result.constant.is_some()
            || info.result.ty == ty::bottom()
            || !harmless.contains(info.effects)
            || self.may_be_mutable(info.result.ty)
        {
            return self.with_singleton(info);
        }
        let Some(callee) = callee.constant else {
            return self.with_singleton(info);
        };
        let Some(values) = args
            .iter()
            .map(|arg| arg.constant)
            .collect::<Option<Vec<_>>>()
        else {
            return self.with_singleton(info);
        };
        let callee = self.constants.get(callee).clone();
        let values: Vec<Value> = values
            .iter()
            .map(|&value| self.constants.get(value).clone())
            .collect();
        match self.call_limited(&callee, &values, FOLDING_FUEL) {
            Ok(value) => {
                let constant = self.constants.intern(&value);
                CallInfo {
                    result: Known {
                        ty: self.type_of(constant),
                        constant: Some(constant),
                    },
                    effects: Effects::PURE,
                }
            }
            Err(_) => info,
        }
    }

    /// A type with one instance is that constant.
    fn with_singleton(&mut self, mut info: CallInfo) -> CallInfo {
        if info.result.constant.is_none() {
            info.result.constant = self.singleton(info.result.ty);
        }
        info
    }
}

/// Nothing is known.
pub(super) fn unknown() -> CallInfo {
    CallInfo {
        result: Known {
            ty: ty::any(),
            constant: None,
        },
        effects: Effects::UNKNOWN,
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
