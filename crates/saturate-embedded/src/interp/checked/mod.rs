//! Claims that are checked while code runs.
//!
//! The optimiser rests on claims: the inferred type of every value, constants that inference found, the effects of every call. A
//! checked run runs the *typed* form of each function and compares what happens with what was claimed:
//!
//! ```text
//! wrap(x) = bump() + x          bump() is claimed to be `pure`, and writes an array that is older than the call
//!
//! the call `bump()` of `wrap` (t.jl:3:11) is claimed to be `pure` and writes memory that is older than it
//! ```
//!
//! | claim | how it is checked |
//! |---|---|
//! | type of a value | where it is produced: calls, block parameters, π, `new`, what a function returns |
//! | constant | egal to the value |
//! | sizes of an array, where a caller has them from the shape analysis | those of the value |
//! | no `reads`, `writes` | no access to [`Memory`] that is older than the call; a global variable is older than everything |
//! | no `alloc` | what it returns leads to no mutable object that is younger than the call |
//! | no `aliases` | what it returns leads to no mutable object that is older than the call |
//! | no `throws` | no exception leaves it (`StackOverflowError` and `OutOfMemoryError` apart: they may leave any call) |
//! | no `identity` | no `===`, `objectid` of two objects that are older than the call and not global |
//! | no `other` | no output, no random number |
//! | no `global` | it accesses no memory that a global variable or constant leads to and no argument does; what becomes global
//! during a run counts from the next one |
//! | no `leaks` | what `throw` throws in it leads to no mutable object that is older than the call and not global |
//! | no `inconsistent` | no random number |
//! | writes to its first argument only (`mul!`) | no other memory that is older than the call is written; it returns that argument |
//! | a fold at compile time | a call with the claim that let it be folded, on memory that is older than the fold |
//! | `pure` as a whole | it ends within 100,000 steps: a call that runs anywhere must not be felt |
//!
//! What it cannot see: that a call always ends (`diverges`), and that two calls give the same result (`inconsistent`) except by the
//! generator of random numbers; of what is returned, more than a few hundred objects. A native is watched like any code, since all
//! memory is in cells that report ([`Memory`]); that it reads what its result does not depend on counts as a read.
//!
//! | file | what |
//! |---|---|
//! | `memory` | cells that know when they were made |
//! | `watch` | the calls that run, and what they must not do |
//! | `claims` | what is claimed of each step of a function |

pub mod claims;
pub mod memory;
pub mod watch;

pub use claims::{Claim, Claims};
pub use memory::Memory;
pub use watch::{reset, Event};

use super::code::Code;
use super::egal::egal;
use super::machine::{Machine, Outcome, Thrown};
use super::value::Value;
use crate::effects::{CallKind, Effects};
use std::rc::Rc;
use watch::Failure;

/// Of what something is claimed.
#[derive(Clone)]
pub enum Subject {
    /// The call at a step of a function.
    Step(Rc<Code>, u32),
    /// A function as a whole.
    Whole(Rc<Code>),
    /// A call from outside of code.
    Call(Value, Rc<[Value]>),
    /// A call that is evaluated at compile time.
    Fold(Value, Rc<[Value]>),
}

/// Starts to watch the call at a step; whether there is anything to watch.
pub fn enter_step(
    m: &dyn Machine,
    code: &Rc<Code>,
    step: u32,
    callee: &Value,
    args: &[Value],
) -> bool {
    let Some(claim) = code.claim(step) else {
        return false;
    };
    if claim.effects == Effects::UNKNOWN {
        return false;
    }
    let subject = Subject::Step(code.clone(), step);
    let first = args.first().filter(|_| claim.only_first).cloned();
    watch::enter(claim.effects, subject, m.fuel_left(), first, || {
        watch::roots(std::iter::once(callee).chain(args))
    });
    true
}

/// Starts to watch a function that is called from outside of checked code.
pub fn enter_whole(m: &dyn Machine, code: &Rc<Code>, callee: &Value, args: &[Value]) -> bool {
    let Some(claims) = &code.claims else {
        return false;
    };
    if claims.effects == Effects::UNKNOWN {
        return false;
    }
    let subject = Subject::Whole(code.clone());
    watch::enter(claims.effects, subject, m.fuel_left(), None, || {
        watch::roots(std::iter::once(callee).chain(args))
    });
    true
}

/// Ends what [`enter_step`] began, and judges how the call came out.
pub fn leave_step(m: &dyn Machine, code: &Rc<Code>, step: u32, outcome: Outcome) -> Outcome {
    let first = watch::first();
    let since = watch::leave();
    let Some(claim) = code.claim(step) else {
        return outcome;
    };
    let subject = || Subject::Step(code.clone(), step);
    let outcome = judge(m, claim.effects, claim.mutable, since, outcome, subject);
    if let (Some(first), Ok(result)) = (first, &outcome) {
        if !egal(&first, result) {
            let failure = Failure {
                subject: subject(),
                effects: claim.effects,
                did: "returns something else than its first argument".into(),
            };
            return Err(broken(m, &failure));
        }
    }
    outcome
}

/// Ends what [`enter_whole`] began, and judges how the function came out.
pub fn leave_whole(m: &dyn Machine, code: &Rc<Code>, outcome: Outcome) -> Outcome {
    let since = watch::leave();
    let Some(claims) = &code.claims else {
        return outcome;
    };
    let subject = || Subject::Whole(code.clone());
    judge(
        m,
        claims.effects,
        claims.result.mutable,
        since,
        outcome,
        subject,
    )
}

/// Steps that a call may take if it may run anywhere: more, and hoisting it is felt.
const SOON: u64 = 100_000;

/// Compares how a call came out with its claim; `since` is what [`watch::leave`] has said of it.
pub fn judge(
    m: &dyn Machine,
    effects: Effects,
    mutable: bool,
    since: (u64, u64),
    outcome: Outcome,
    subject: impl Fn() -> Subject,
) -> Outcome {
    let (start, fuel) = since;
    if watch::has_failed() {
        return Err(raise(m));
    }
    let fail = |did: String| {
        let subject = subject();
        Err(broken(
            m,
            &Failure {
                subject,
                effects,
                did,
            },
        ))
    };
    if effects.kind() == CallKind::Pure && fuel.saturating_sub(m.fuel_left()) > SOON {
        return fail("takes long".into());
    }
    match &outcome {
        Ok(value) if mutable && !effects.contains(Effects::ALLOCATES | Effects::ALIASES) => {
            let leads = watch::leads_to(value, start);
            if leads.new && !effects.contains(Effects::ALLOCATES) {
                return fail("returns an object that it has made".into());
            }
            if leads.old && !effects.contains(Effects::ALIASES) {
                return fail("returns an object that is older than it".into());
            }
        }
        Err(Thrown::Exception(thrown)) if !effects.contains(Effects::THROWS) => {
            let ty = m.types().show(thrown.type_of(m.types()));
            if !matches!(ty.as_str(), "StackOverflowError" | "OutOfMemoryError") {
                return fail(format!("throws `{ty}`"));
            }
        }
        Err(Thrown::Exception(thrown))
            if !effects.contains(Effects::LEAKS)
                && watch::was_thrown(thrown)
                && watch::leads_to(thrown, start).given =>
        {
            return fail("throws an object that is older than it".into());
        }
        _ => {}
    }
    outcome
}

/// The error of the claim that has failed.
pub fn raise(m: &dyn Machine) -> Thrown {
    match watch::take_failure() {
        Some(failure) => broken(m, &failure),
        None => Thrown::Claim("a claim has failed".into()),
    }
}

/// The error of a claim.
pub fn broken(m: &dyn Machine, failure: &Failure) -> Thrown {
    let subject = claims::describe(m.types(), &failure.subject);
    Thrown::Claim(format!(
        "{subject} is claimed to be `{}` and {}",
        failure.effects, failure.did
    ))
}

/// Checks the value that a step has produced.
pub fn check_step(
    m: &dyn Machine,
    code: &Rc<Code>,
    step: u32,
    value: &Value,
) -> Result<(), Thrown> {
    let Some(claim) = code.claim(step) else {
        return Ok(());
    };
    claim.check(m.types(), value).map_err(|wrong| {
        let subject = claims::describe(m.types(), &Subject::Step(code.clone(), step));
        Thrown::Claim(format!("{subject} {wrong}"))
    })
}

/// Checks the value that a function returns.
pub fn check_result(m: &dyn Machine, code: &Rc<Code>, value: &Value) -> Result<(), Thrown> {
    let Some(claims) = &code.claims else {
        return Ok(());
    };
    claims.result.check(m.types(), value).map_err(|wrong| {
        let subject = claims::describe(m.types(), &Subject::Whole(code.clone()));
        Thrown::Claim(format!("{subject} {wrong}"))
    })
}
