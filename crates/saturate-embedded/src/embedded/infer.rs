//! Inference through calls: result type, constant and effects of a call on arguments of known types.
//!
//! A call asks the method table for every method that may apply. A stub answers from its signature; a method with a
//! body is built for these argument types ([`specialize`](super::specialize)) and inferred in turn. Where several methods may apply,
//! the answers are joined; where none covers some arguments, the call may raise a `MethodError`.
//!
//! Constants: a call of a constant function on constants, without effects other than throwing or not terminating, is
//! run by the interpreter with little fuel; what it returns is its constant.
//!
//! What was found with the help of an estimate, inside a recursive function, is not remembered until the estimate is
//! final, and nothing is run on the strength of it.

use super::specialize::Specializations;
use super::{Embedded, MethodBody};
use crate::effects::Effects;
use crate::host::{CallInfo, Host, Known};
use crate::interp::Value;
use crate::ir::Type;
use crate::methods::{self, MethodId};
use crate::types::ty;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A call that more methods than this may take is not looked into.
const MAX_METHODS: usize = 4;

/// A call with more arguments than this is not looked into: comparing tuple types takes quadratic time.
const MAX_ARGUMENTS: usize = 1_000;

/// Combinations of union members that are inferred one by one.
const MAX_SPLIT: usize = 4;

/// How deep immutable values are looked into for values of a type of which effects are declared.
const GIVEN_DEPTH: u32 = 8;

/// Steps that the evaluation of a call on constants may take.
const FOLDING_FUEL: u64 = 10_000;

type CallKey = (Known, SmallVec<[Known; 4]>);

/// What inference remembers.
#[derive(Default)]
pub struct Cache {
    generation: u64,
    calls: FxHashMap<CallKey, Option<CallInfo>>,
    pub(super) specializations: Specializations,
}

impl Embedded {
    /// Result and effects of a call; `None` if no method applies to any of the possible arguments.
    pub(super) fn infer_call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        if args.len() > MAX_ARGUMENTS {
            return Some(unknown());
        }
        self.refresh();
        let callee = self.without_version(callee);
        if let Some(made) = self.made_version(callee, args) {
            return Some(made);
        }
        let key: CallKey = (callee, args.into());
        if let Some(&known) = self.inference.calls.get(&key) {
            return known;
        }
        let provisional = self.inference.specializations.provisional;
        let mut info = stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || {
            self.infer_call_anew(callee, args)
        });
        if let Some(info) = &mut info {
            if let Some(effects) = self.declared_effects(callee, args) {
                // What is declared is what the methods do. Whether there is one for every argument, they say themselves.
                let missing = match self.has_all_methods(callee, args) {
                    true => Effects::PURE,
                    false => info.effects & Effects::THROWS,
                };
                info.effects = effects | missing;
            } else if let Some(most) = self.effects_of_given(callee, args) {
                let missing = match self.has_all_methods(callee, args) {
                    true => Effects::PURE,
                    false => Effects::THROWS,
                };
                info.effects &= most | missing;
            }
        }
        if self.inference.specializations.provisional == provisional {
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

    /// Whether a call certainly runs one method, whatever its arguments turn out to be.
    pub(super) fn has_all_methods(&self, callee: Known, args: &[Known]) -> bool {
        let mut types: SmallVec<[Type; 6]> = SmallVec::new();
        types.push(callee.ty);
        types.extend(args.iter().map(|arg| arg.ty));
        self.methods.matching(&self.types, &types).covers
            && !matches!(
                self.methods.lookup(&self.types, &types),
                methods::Dispatch::Ambiguous(_)
            )
    }

    /// What a rule set says of all calls that are given values of a type: it covers those that are given one, in an argument or in
    /// an immutable value, and nothing else that could be written.
    fn effects_of_given(&mut self, callee: Known, args: &[Known]) -> Option<Effects> {
        self.declared.iter().find(|one| one.given.is_some())?;
        if let Some(function) = callee.constant {
            // By convention such a function writes into its argument.
            if self.show_constant(function).ends_with('!') {
                return None;
            }
        }
        let declared = self.declared.iter().rev();
        let mut given = declared.filter_map(|one| Some((one.given?, one.effects)));
        let found = given.find(|&(of, _)| {
            let mut is_there = false;
            let mut args = args.iter();
            args.all(|arg| self.is_given(arg.ty, of, GIVEN_DEPTH, &mut is_there)) && is_there
        });
        found.map(|(_, effects)| effects)
    }

    /// Whether a value is of the type, or leads to nothing but values of it and what cannot change; notes whether it leads to one.
    fn is_given(&self, ty: Type, of: Type, depth: u32, is_there: &mut bool) -> bool {
        if self.types.subtype(ty, of) {
            *is_there = true;
            return true;
        }
        if depth > 0 && !self.types.is_mutable(ty) {
            if let Some(fields) = self.types.fields(ty) {
                let mut fields = fields.into_iter();
                return fields.all(|(_, field)| self.is_given(field, of, depth - 1, is_there));
            }
        }
        !self.types.may_contain_mutable(ty)
    }

    /// Whether inference is at work: what it says of functions that call themselves is not final.
    pub(super) fn is_inferring(&self) -> bool {
        !self.inference.specializations.idle()
    }

    /// Drops what was remembered before the last definition.
    pub(super) fn refresh(&mut self) {
        let idle = self.inference.specializations.idle();
        if self.inference.generation != self.generation && idle {
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
        let provisional = self.inference.specializations.provisional;
        let mut result: Option<Known> = None;
        let is_ambiguous = found.methods.len() > 1
            && types.iter().all(|&of| self.types.is_dispatch_leaf(of))
            && matches!(
                self.methods.lookup(&self.types, &types),
                methods::Dispatch::Ambiguous(_)
            );
        let mut effects = if found.covers && !is_ambiguous {
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
        let info = CallInfo {
            result: result?,
            effects,
        };
        // An estimate may lack an effect that running it would have.
        if self.inference.specializations.provisional != provisional {
            return Some(self.with_singleton(info));
        }
        Some(self.fold(callee, args, info))
    }

    /// A call with arguments of union type, member by member: `+(::Union{Int64, Float64}, ::Float64)` is a `Float64`.
    /// `None` if no argument is a union, or there are too many combinations.
    #[allow(clippy::option_option)]
    fn infer_split(&mut self, callee: Known, args: &[Known]) -> Option<Option<CallInfo>> {
        let mut count = 1;
        for arg in args {
            count *= self.types.union_types(arg.ty).len();
            if count > MAX_SPLIT {
                return None;
            }
        }
        if count < 2 {
            return None;
        }
        let mut combinations: Vec<SmallVec<[Known; 4]>> = vec![SmallVec::new()];
        for arg in args {
            let members = self.types.union_types(arg.ty);
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

    pub(super) fn join_known(&mut self, a: Known, b: Known) -> Known {
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
        self.infer_body(method, &types)
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
        match self.call_limited(&callee, &values, FOLDING_FUEL, info.effects) {
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
