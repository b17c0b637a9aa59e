//! One input, two runs: what the original shows and what the optimised function shows.
//!
//! ```text
//! sin(exp(x) * exp(y))    with x = 4.0, y = 16.0:    0.40068229925770676
//! sin(exp(x + y))                                    0.40068235386849826
//! ```
//!
//! A law that holds up to rounding may change more than the last digits of a result: where the original itself, run on an
//! argument that differs in its last digits, or [with other last digits](crate::nudge) inside, shows something else by as much, the pair
//! says nothing.

use crate::case::{Case, Datum, Input};
use crate::nudge;
use crate::observe::{Observation, Seen, Snapshot};
use crate::rules::Class;
use crate::session::{Kind, Session};
use saturate::diag::Source;
use saturate::ir::Function;
use saturate_embedded::interp::machine::Thrown;
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};

impl Session {
    /// Compares what the original and an optimised function do with one input.
    pub(crate) fn compare(
        &mut self,
        case: &Case,
        name: &str,
        optimized: &Function,
        input: &Input,
    ) -> Result<(), Uncompared> {
        let rounded = case.has(Class::Rounding, &self.library);
        let of_library = rounded || case.has(Class::Law, &self.library);
        let offered = case.has(Class::Offered, &self.library);
        let stated = case.has(Class::Stated, &self.library);
        let retyped = of_library || offered || stated || case.has(Class::Retyping, &self.library);
        let seen = Seen {
            identity: case.identity(&self.library),
            ranges: retyped.then_some(self.ranges),
            plain: of_library || offered,
            stated,
        };
        let fuel = self.config.fuel;
        let callee = Value::function(name);
        let original = self
            .observe(input, seen, fuel, |host, args| {
                host.call_value(&callee, args)
            })
            .map_err(|stop| match stop {
                Stop::Other(why) => Uncompared::Skip(why),
                Stop::Claim(claim) => Uncompared::Claim(claim),
            })?;
        // Exceptions are only kept exactly on request.
        if original.result.is_err() && !case.strict {
            return Err(Uncompared::Skip("the original throws".into()));
        }
        let found = self
            .observe(input, seen, 4 * fuel, |host, args| {
                host.run_function(optimized, args)
            })
            .map_err(|stop| match stop {
                Stop::Other(why) => Uncompared::Different(Kind::Fuel, why),
                Stop::Claim(claim) => Uncompared::Claim(claim),
            })?;
        if rounded {
            if original.is_not_finite() || found.is_not_finite() {
                return Err(Uncompared::Skip(
                    "not finite, and a rule holds for what is".into(),
                ));
            }
            let source = case.program.source("f");
            let single = ["f0", "Float32"].iter().any(|text| source.contains(text));
            if original.is_close_to(&found, single) {
                return Ok(());
            }
            let nudged = self.load_nudged(case, name);
            for (callee, input) in [(&callee, &jittered(input)), (&nudged, input)] {
                let nearby = self.observe(input, seen, 4 * fuel, |host, args| {
                    host.call_value(callee, args)
                });
                if !nearby.is_ok_and(|nearby| original.is_close_to(&nearby, single)) {
                    return Err(Uncompared::Skip(
                        "last digits decide, and a rule holds up to rounding".into(),
                    ));
                }
            }
        }
        let kind = match (&original.result, &found.result) {
            (Ok(a), Ok(b)) if a != b => Kind::Value,
            (Ok(_), Ok(_)) => Kind::Memory,
            (Err(a), Err(b)) if a == b => Kind::Memory,
            _ => Kind::Exception,
        };
        if original.output != found.output && kind == Kind::Memory {
            return Err(different(Kind::Output, &original, &found));
        }
        if !original.shows_the_same_as(&found) {
            return Err(different(kind, &original, &found));
        }
        if case.keeps_older_objects(&self.library) && !original.has_its_objects_in(&found) {
            return Err(different(Kind::Identity, &original, &found));
        }
        Ok(())
    }

    /// The function of a case with other last digits ([`nudge`]).
    fn load_nudged(&mut self, case: &Case, name: &str) -> Value {
        let name = format!("{name}_nudged");
        let mut text = String::new();
        case.program.append(&mut text, &name);
        let text = format!("{}{}", nudge::DEFINITIONS, nudge::nudged(&text));
        self.host.load(Source::new("nudged.jl", text));
        Value::function(&name)
    }

    pub(crate) fn observe(
        &mut self,
        input: &Input,
        seen: Seen,
        fuel: u64,
        run: impl FnOnce(&mut Embedded, &[Value]) -> Result<Value, Thrown>,
    ) -> Result<Observation, Stop> {
        self.host.run = Run::new(Output::Captured(String::new()), fuel);
        let args = self.arguments(input).map_err(Stop::Other)?;
        if self.uses_globals {
            let reset = Value::function("reset_globals");
            self.host
                .call_value(&reset, &[])
                .map_err(|thrown| match thrown {
                    Thrown::Claim(claim) => Stop::Claim(claim),
                    thrown => Stop::Other(format!("reset: {thrown:?}")),
                })?;
        }
        let mut snapshot = Snapshot::new(seen);
        for arg in &args {
            snapshot.add(arg);
        }
        snapshot.start();
        let outcome = run(&mut self.host, &args);
        if let Some(claim) = self.host.take_failed_claims().into_iter().next() {
            return Err(Stop::Claim(claim));
        }
        let result = match outcome {
            Ok(mut value) => {
                for (name, is_wanted) in [("plain", seen.plain), ("real_number", seen.stated)] {
                    if is_wanted {
                        value = (self.host.call_value(&Value::function(name), &[value]))
                            .map_err(|thrown| Stop::Other(format!("{name}: {thrown:?}")))?;
                    }
                }
                snapshot.add(&value);
                Ok(snapshot.take())
            }
            Err(Thrown::Exception(value)) => {
                // An exception of Base says all that it knows; another object is looked at.
                let thrown = self.host.type_of_value(&value);
                if thrown == self.duo || matches!(value, Value::Array(_)) {
                    snapshot.add(&value);
                }
                let contents = snapshot.take();
                let described = self.host.describe_thrown(&Thrown::Exception(value));
                Err(format!("{described} {contents}"))
            }
            Err(Thrown::OutOfFuel) => return Err(Stop::Other("out of fuel".into())),
            Err(Thrown::Unsupported(what)) => {
                return Err(Stop::Other(format!("not supported: {what}")))
            }
            Err(Thrown::Claim(what)) => return Err(Stop::Claim(what)),
        };
        for arg in &args {
            snapshot.add(arg);
            snapshot.text(" ");
        }
        if self.uses_globals {
            let all = Value::function("all_globals");
            self.host.run.fuel = fuel;
            let all = (self.host.call_value(&all, &[]))
                .map_err(|thrown| Stop::Other(format!("globals: {thrown:?}")))?;
            snapshot.add(&all);
        }
        let output = match &mut self.host.run.output {
            Output::Captured(text) => std::mem::take(text),
            Output::Streams(_) => String::new(),
        };
        let memory = snapshot.take();
        Ok(Observation {
            result,
            output,
            memory,
            older: snapshot.older(),
        })
    }
}

/// Why a run cannot be looked at.
pub(crate) enum Stop {
    Claim(String),
    Other(String),
}

/// Why two runs say nothing, or what they say.
pub(crate) enum Uncompared {
    Skip(String),
    Claim(String),
    Different(Kind, String),
}

fn different(kind: Kind, original: &Observation, found: &Observation) -> Uncompared {
    let mut details = String::new();
    for (name, seen) in [("original", original), ("optimised", found)] {
        let result = match &seen.result {
            Ok(value) => value.clone(),
            Err(exception) => format!("throws {exception}"),
        };
        details.push_str(&format!(
            "{name}: {result}\n  memory: {}\n  output: {:?}\n",
            seen.memory, seen.output
        ));
    }
    Uncompared::Different(kind, details)
}

/// Units in the last place by which an argument is moved to see whether its last digits decide.
const JITTER: f64 = 16.0;

/// The same input, every float moved by a few units in the last place.
fn jittered(input: &Input) -> Input {
    let double = |x: &f64| x * (1.0 + JITTER * f64::EPSILON);
    let single = |x: &f32| x * (1.0 + JITTER as f32 * f32::EPSILON);
    let moved = |datum: &Datum| match datum {
        Datum::Float(x) => Datum::Float(double(x)),
        Datum::Single(x) => Datum::Single(single(x)),
        Datum::FVec(items) => Datum::FVec(items.iter().map(double).collect()),
        Datum::FMat(shape, items) => Datum::FMat(*shape, items.iter().map(double).collect()),
        other => other.clone(),
    };
    input.iter().map(moved).collect()
}
