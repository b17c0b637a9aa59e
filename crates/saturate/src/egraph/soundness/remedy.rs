//! Whose effects stand in the way of a match, and what its author could say of them.
//!
//! ```text
//! refused: fuse.1 at layer.jl:9:12  relu.(y)
//!     the value may be written or compared by identity: what `materialize(::Lazy)` does is not known; if it does not write, say `@effects materialize reads alloc`
//! ```
//!
//! Only looked for where refusals are shown. Names are those of functions of the program and of right sides; a call of something that is
//! not known by name has no remedy.

use super::{reason, MemoryPolicy};
use crate::effects::Effects;
use crate::egraph::matches::Match;
use crate::egraph::sketch::Actor;
use crate::egraph::EGraph;
use crate::ir::{Inst, InstKind, Value};
use smallvec::SmallVec;

/// How many functions are named at most.
const MOST_NAMES: usize = 3;

impl MemoryPolicy<'_> {
    /// What could be said of effects so that a match that was refused for this reason goes through.
    pub(super) fn remedy_for(
        &self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
        why: &str,
    ) -> Option<String> {
        let mut calls: SmallVec<[Actor; MOST_NAMES]> = SmallVec::new();
        match why {
            reason::WRITES => {
                let covered = found.nodes().filter_map(|(_, node)| node.tag().site());
                let statements: Vec<Inst> = covered.map(|site| self.skeleton.maker(site)).collect();
                calls.extend(statements.into_iter().filter_map(|inst| self.actor(inst)));
            }
            reason::IDENTITY => {
                let site = (found.nodes().next_back()).and_then(|(_, node)| node.tag().site())?;
                let function = &self.skeleton.function;
                let object = function.insts[self.skeleton.maker(site)].result;
                calls.extend(self.writers_of(object));
            }
            reason::EPOCHS => {
                // Which of several stands in between is not asked.
                let mut all = self.statements().filter_map(|inst| self.actor(inst));
                let first = all.next()?;
                if all.all(|other| other.function == first.function) {
                    calls.push(first);
                }
            }
            reason::EFFECTS => calls.extend(self.sketch.actor.clone()),
            _ => {}
        }
        let mut named: Vec<Named> = Vec::new();
        for call in calls {
            let mut cache = egraph.analysis.cache();
            let host = &mut cache.host;
            let name = host.show_constant(call.function);
            // By convention such a function writes.
            if name.ends_with('!') || named.iter().any(|other| other.name == name) {
                continue;
            }
            let types: Vec<String> = (call.types.iter())
                .map(|&ty| format!("::{}", host.show_type(ty)))
                .collect();
            let shown = format!("`{name}({})`", types.join(", "));
            if !call.effects.contains(Effects::OTHER) {
                return Some(format!("{shown} writes"));
            }
            named.push(Named { name, shown });
        }
        said(&named)
    }

    /// The call of a statement, if nobody knows what it does. One that is known to write, writes.
    fn actor(&self, inst: Inst) -> Option<Actor> {
        let statement = self.skeleton.statement(inst)?;
        let function = &self.skeleton.function;
        match &function.insts[inst].kind {
            InstKind::Call { callee, args } if statement.effects.contains(Effects::OTHER) => {
                let types = function.slice(args).iter();
                Some(Actor {
                    function: function.as_constant(*callee)?,
                    types: types.map(|&value| function.values[value].ty).collect(),
                    effects: statement.effects,
                })
            }
            _ => None,
        }
    }

    /// All statements of the source.
    fn statements(&self) -> impl Iterator<Item = Inst> + '_ {
        let function = &self.skeleton.function;
        let blocks = function.layout.iter();
        blocks.flat_map(|&block| function.blocks[block].insts.iter().copied())
    }

    /// The functions that may write an object because they are given it.
    fn writers_of(&self, object: Value) -> impl Iterator<Item = Actor> + '_ {
        let function = &self.skeleton.function;
        let set = self.skeleton.aliases.set(object);
        self.statements()
            .filter(move |&inst| {
                let mut operands = function.operands(inst);
                operands.any(|operand| self.skeleton.aliases.set(operand) == set)
            })
            .filter_map(|inst| self.actor(inst))
    }
}

/// A call, in words.
struct Named {
    /// Its function.
    name: String,
    /// With the types of its arguments.
    shown: String,
}

/// The advice, for these calls.
fn said(calls: &[Named]) -> Option<String> {
    let in_rules = |name: &str| match name.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        true => format!("@effects {name} reads alloc"),
        false => format!("@effects ({name}) reads alloc"),
    };
    match calls {
        [] => None,
        [call] => Some(format!(
            "what {} does is not known; if it does not write, say `{}`",
            call.shown,
            in_rules(&call.name)
        )),
        [first, ..] => {
            let calls = calls.iter().take(MOST_NAMES);
            let shown: Vec<&str> = calls.map(|call| call.shown.as_str()).collect();
            Some(format!(
                "what {} do is not known; if they do not write, say `{}` and so on, or `@effects T reads alloc` for the type `T` of what they are given",
                shown.join(", "),
                in_rules(&first.name)
            ))
        }
    }
}
