//! Checked runs: typed code with what is claimed of it ([`crate::interp::checked`]).
//!
//! A checked run builds each method for the types it is called with, as inference does, and runs that form: what the
//! optimiser believes of each statement is compared with what the statement does. Code that runs while inference is at work runs
//! without claims, since the types of what calls itself are not final then; its accesses to memory are watched all the same.

use super::specialize::Specialization;
use super::{Binding, Embedded};
use crate::effects::analysis::only_written;
use crate::effects::Effects;
use crate::host::{CallInfo, Host, Known};
use crate::interp::checked::{watch, Claim, Claims, Subject};
use crate::interp::code::{compile_traced, Code};
use crate::interp::machine::{Outcome, Thrown};
use crate::interp::{checked, exec, Value};
use crate::ir::{Function, Inst, InstKind, Type, ValueDef};
use crate::methods::MethodId;
use crate::types::ty;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What checked runs need.
#[derive(Default)]
pub(super) struct Checking {
    /// Whether runs are checked.
    pub on: bool,
    /// The generation that the code is of.
    generation: u64,
    code: FxHashMap<(MethodId, Type), Option<Rc<Code>>>,
    /// Claims that failed while something was evaluated at compile time.
    failures: Vec<String>,
}

impl Checking {
    /// All code, to be taken apart.
    pub fn all_code(&self) -> impl Iterator<Item = &Rc<Code>> {
        self.code.values().flatten()
    }
}

impl Embedded {
    /// Whether runs are checked from now on.
    pub fn set_checked(&mut self, on: bool) {
        self.checking.on = on;
        if on {
            self.mark_globals();
        }
    }

    /// The claims that have failed at compile time since the last call.
    pub fn take_failed_claims(&mut self) -> Vec<String> {
        std::mem::take(&mut self.checking.failures)
    }

    /// Code with claims for a method on these types, the function object's first; `None` where it is to run without.
    pub(super) fn checked_code(&mut self, method: MethodId, types: &[Type]) -> Option<Rc<Code>> {
        if !self.checking.on || self.is_inferring() {
            return None;
        }
        if self.checking.generation != self.generation {
            self.checking.generation = self.generation;
            for code in self.checking.code.drain().filter_map(|(_, code)| code) {
                code.sites.borrow_mut().fill(None);
            }
        }
        let key = (method, self.types.tuple(types));
        if let Some(known) = self.checking.code.get(&key) {
            return known.clone();
        }
        let code = match self.specialize(method, types) {
            Ok(special) => Some(self.with_claims(&special)),
            Err(_) => None,
        };
        self.checking.code.insert(key, code.clone());
        code
    }

    fn with_claims(&mut self, special: &Specialization) -> Rc<Code> {
        let inferred = &special.inferred;
        let effects = |_: &mut Embedded, inst: Inst| inferred.effects[inst];
        let mut code = self.code_with_claims(&special.function, special.effects, effects);
        if let Some(claims) = &mut code.claims {
            claims.result.constant = special
                .result
                .constant
                .map(|constant| self.constants.get(constant).clone());
        }
        Rc::new(code)
    }

    /// Code of a function that is no method, such as an optimised one: the effects of its calls are asked for anew.
    pub(super) fn function_with_claims(&mut self, function: &Function) -> Code {
        self.code_with_claims(function, Effects::UNKNOWN, |host, inst| {
            host.effects_of_statement(function, inst)
        })
    }

    fn effects_of_statement(&mut self, function: &Function, inst: Inst) -> Option<Effects> {
        let known = |value: crate::ir::Value| Known {
            ty: function.values[value].ty,
            constant: function.known_constant(value),
        };
        let InstKind::Call { callee, args } = &function.insts[inst].kind else {
            return None;
        };
        let args: Vec<Known> = function.slice(args).iter().map(|&arg| known(arg)).collect();
        Some(match self.call(known(*callee), &args) {
            Some(info) => info.effects,
            None => Effects::THROWS,
        })
    }

    fn code_with_claims(
        &mut self,
        function: &Function,
        effects: Effects,
        of_statement: impl Fn(&mut Embedded, Inst) -> Option<Effects>,
    ) -> Code {
        let (mut code, produced) =
            compile_traced(function, |constant| self.constants.get(constant).clone());
        let mut steps = Vec::with_capacity(produced.len());
        for value in produced {
            steps.push(value.map(|value| {
                let data = &function.values[value];
                let effects = match data.def {
                    ValueDef::Result(inst) => of_statement(self, inst),
                    _ => None,
                };
                let constant = data
                    .constant
                    .map(|constant| self.constants.get(constant).clone());
                let effects = effects.unwrap_or(Effects::UNKNOWN);
                let mutable = self.may_be_mutable(data.ty);
                let mut claim = Claim::new(Some(value), data.ty, constant, effects, mutable);
                claim.only_first = match data.def {
                    ValueDef::Result(inst) => self.writes_to_first(function, inst, effects),
                    _ => false,
                };
                claim
            }));
        }
        let mutable = self.may_be_mutable(function.ret);
        code.claims = Some(Box::new(Claims {
            result: Claim::new(None, function.ret, None, effects, mutable),
            function: function.clone(),
            effects,
            steps,
        }));
        code
    }

    /// Whether the optimiser takes a call to write to its first argument only.
    fn writes_to_first(&mut self, function: &Function, inst: Inst, effects: Effects) -> bool {
        let is_call = matches!(function.insts[inst].kind, InstKind::Call { .. });
        is_call
            && effects.contains(Effects::WRITES)
            && !effects.intersects(Effects::GLOBAL | Effects::OTHER)
            && only_written(function, self, inst).is_some()
    }

    /// Tells the watch which memory is global.
    fn mark_globals(&self) {
        for binding in self.globals.values().chain(self.prelude_globals.values()) {
            let (Binding::Constant(value) | Binding::Variable(value)) = binding;
            if matches!(value, Value::Array(_) | Value::Object(_) | Value::Tuple(_)) {
                watch::mark_global(value);
            }
        }
    }

    /// Runs something that is no part of the run at hand.
    pub(super) fn apart<R>(&mut self, run: impl FnOnce(&mut Embedded) -> R) -> R {
        if !self.checking.on {
            return run(self);
        }
        let outer = watch::suspend();
        self.mark_globals();
        let result = run(self);
        watch::resume(outer);
        result
    }

    /// Calls a value from outside, and checks what inference says of the call.
    pub(super) fn checked_call(&mut self, callee: &Value, args: &[Value]) -> Outcome {
        let known = |host: &mut Embedded, value: &Value| Known {
            ty: host.dispatch_type_of(value),
            constant: None,
        };
        let function = Known {
            constant: Some(self.constants.intern(callee)),
            ..known(self, callee)
        };
        let types: Vec<Known> = args.iter().map(|arg| known(self, arg)).collect();
        let info = self.infer_call(function, &types).unwrap_or(CallInfo {
            result: Known {
                ty: ty::bottom(),
                constant: None,
            },
            effects: Effects::THROWS,
        });
        let mutable = self.may_be_mutable(info.result.ty);
        let subject = Subject::Call(callee.clone(), args.into());
        let outer = watch::suspend();
        self.mark_globals();
        watch::enter(info.effects, subject.clone(), self.run.fuel, None, || {
            watch::roots(std::iter::once(callee).chain(args))
        });
        let outcome = exec::call(self, callee, args);
        watch::leave_until(1);
        let since = watch::leave();
        let outcome = checked::judge(self, info.effects, mutable, since, outcome, || {
            subject.clone()
        });
        watch::resume(outer);
        let value = outcome?;
        let constant = info
            .result
            .constant
            .map(|known| self.constants.get(known).clone());
        let claim = Claim::new(None, info.result.ty, constant, info.effects, mutable);
        match claim.check(&self.types, &value) {
            Ok(()) => Ok(value),
            Err(wrong) => {
                let subject = checked::claims::describe(&self.types, &subject);
                Err(Thrown::Claim(format!("{subject} {wrong}")))
            }
        }
    }

    /// Evaluates a call at compile time: a fold, a right side, a guard.
    pub(super) fn checked_fold(
        &mut self,
        callee: &Value,
        args: &[Value],
        effects: Effects,
    ) -> Outcome {
        let outer = watch::suspend();
        let subject = Subject::Fold(callee.clone(), args.into());
        watch::enter(effects, subject, self.run.fuel, None, || {
            watch::roots(std::iter::once(callee).chain(args))
        });
        let outcome = exec::call(self, callee, args);
        watch::leave_until(0);
        let failed = watch::take_failure();
        watch::resume(outer);
        let outcome = match failed {
            Some(failure) => Err(checked::broken(self, &failure)),
            None => outcome,
        };
        if let Err(Thrown::Claim(message)) = &outcome {
            self.checking.failures.push(message.clone());
        }
        outcome
    }
}
