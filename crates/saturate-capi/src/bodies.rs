//! What a call may do, from the code of the method that it runs.
//!
//! Where the session knows nothing of a call, its method is fetched, and the effects of its statements are joined, calls
//! in it by the same question, to a bounded depth. A method that is being looked at already, is too deep, or is one too
//! many may do anything: the answer is an upper bound, and the same for the same question. The session is told what was
//! found, so that it need not be found again.
//!
//! ```text
//! translate(p, dx, dy) = p + [dx, dy]        vect: alloc,  +: reads alloc throws    =>   reads alloc throws
//! ```

use crate::constants::use_constants;
use crate::decode::decode;
use crate::host::SessionHost;
use crate::narrow::narrow_parameters;
use crate::verbatim::{keep_verbatim, Doubt};
use crate::wire::{self, ask};
use rustc_hash::FxHashMap;
use saturate::effects::{analysis, Effects};
use saturate::host::{Body, Host, Known};
use saturate::ir::infer::Inferred;
use saturate::ir::{ssa, verify, Const, Function, InstKind, Type, Value};
use std::rc::Rc;

/// Methods are followed this many calls deep.
pub const MAX_DEPTH: u32 = 6;

/// Methods that are looked into for one question.
pub const MAX_BODIES: usize = 100;

/// The methods that were looked into.
#[derive(Default)]
pub struct Bodies {
    /// Effects by the words of the question; `None` while they are being found out.
    known: FxHashMap<Box<[i32]>, Option<Effects>>,
    /// How many calls deep the method at hand is, and how many methods were looked into to get there and beside it.
    depth: u32,
    count: usize,
}

impl SessionHost<'_> {
    /// The effects of the method that a call runs; `words` is the question of [`ask::CALL`].
    pub(crate) fn effects_of_body(&mut self, words: &[i32]) -> Effects {
        // The method is chosen by types: values of arguments would only make more questions of one.
        let mut words = words.to_vec();
        for value in words.iter_mut().skip(3).step_by(2) {
            *value = wire::NONE;
        }
        let words = &words[..];
        if let Some(&effects) = self.bodies.known.get(words) {
            return effects.unwrap_or(Effects::UNKNOWN);
        }
        let outermost = self.bodies.depth == 0;
        if outermost {
            self.bodies.count = 0;
        }
        if self.bodies.depth >= MAX_DEPTH || self.bodies.count >= MAX_BODIES {
            return Effects::UNKNOWN;
        }
        self.bodies.known.insert(words.into(), None);
        self.bodies.depth += 1;
        self.bodies.count += 1;
        let effects = self.look_into(words).unwrap_or(Effects::UNKNOWN);
        self.bodies.depth -= 1;
        if outermost {
            // What limits have cut short further in is no answer to the same question asked on its own.
            self.bodies.known.clear();
            let question = [words, &[i32::from(effects.bits())]].concat();
            self.ask(ask::BODY_EFFECTS, &question, &[]);
        }
        self.bodies.known.insert(words.into(), Some(effects));
        effects
    }

    /// What the calls may do that a call makes of functions it was given: function, number of arguments, types, again and
    /// again. What they return is not what the call returns.
    pub(crate) fn effects_of_calls(&mut self, mut words: &[i32]) -> Effects {
        if words.is_empty() {
            return Effects::PURE;
        }
        if self.bodies.depth >= MAX_DEPTH {
            return Effects::UNKNOWN;
        }
        self.bodies.depth += 1;
        let mut effects = Effects::PURE;
        while let [function, count, rest @ ..] = words {
            let count = usize::try_from(*count).unwrap_or(usize::MAX);
            let (Ok(function), Some(types)) = (u32::try_from(*function), rest.get(..count)) else {
                effects = Effects::UNKNOWN;
                break;
            };
            let function = Const::from_u32(function);
            let args: Option<Vec<Known>> = types
                .iter()
                .map(|&word| {
                    let ty = Type::from_u32(u32::try_from(word).ok()?);
                    Some(Known { ty, constant: None })
                })
                .collect();
            let callee = Known {
                ty: self.type_of(function),
                constant: Some(function),
            };
            effects |= args
                .and_then(|args| self.call(callee, &args))
                .map_or(Effects::UNKNOWN, |info| info.effects);
            words = &rest[count..];
        }
        self.bodies.depth -= 1;
        effects.difference(Effects::ALLOCATES | Effects::ALIASES)
    }

    /// The code of a callee that is to stand in place of a call, from the words and names of a request.
    pub(crate) fn callee(&mut self, words: &[i32], names: &[u8]) -> Result<Body, String> {
        let request = decode(words, names).map_err(|error| error.to_string())?;
        let (code, types, statics) = (
            &request.code,
            &request.argument_types,
            &request.static_params,
        );
        let built = ssa::construct(code, types, statics, self);
        let mut function = built.map_err(|error| error.to_string())?;
        function.ret = request.ret;
        narrow_parameters(&mut function, self);
        use_constants(&mut function, self);
        keep_verbatim(&mut function, self, Doubt::Contradictions);
        verify::verify(&function).map_err(|error| error.to_string())?;
        let inferred = analysis::of_statements(&function, self);
        Ok(Body {
            function: Rc::new(function),
            inferred: Rc::new(inferred),
        })
    }

    fn look_into(&mut self, words: &[i32]) -> Option<Effects> {
        let (words, names) = self.ask(ask::METHOD_BODY, words, &[])?;
        let request = decode(&words, &names).ok()?;
        let mut function = ssa::construct(
            &request.code,
            &request.argument_types,
            &request.static_params,
            self,
        )
        .ok()?;
        narrow_parameters(&mut function, self);
        // What a form may do is asked without looking further: where that is anything, the rest does not matter.
        if forms(&function, self).contains(&Effects::UNKNOWN) {
            return None;
        }
        let inferred = statements(&function, self)?;
        Some(analysis::of_function(&function, &inferred, self))
    }
}

fn known(function: &Function, value: Value) -> Known {
    Known {
        ty: function.values[value].ty,
        constant: function.values[value].constant,
    }
}

fn forms(function: &Function, host: &mut dyn Host) -> Vec<Effects> {
    let mut found = Vec::new();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            if let InstKind::Opaque { head, payload, .. } = function.insts[inst].kind {
                let operands: Vec<Known> = function
                    .operands(inst)
                    .map(|value| known(function, value))
                    .collect();
                found.push(host.opaque(head, &operands, payload).effects);
            }
        }
    }
    found
}

/// The effects of all statements; `None` as soon as one may do anything.
fn statements(function: &Function, host: &mut dyn Host) -> Option<Inferred> {
    let mut inferred = Inferred::default();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let effects = analysis::asked(function, inst, host);
            if effects == Some(Effects::UNKNOWN) {
                return None;
            }
            inferred.effects[inst] = effects;
        }
    }
    Some(inferred)
}
