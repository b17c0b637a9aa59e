//! Whose effects stand in the way of a match, and what its author could say of them.
//!
//! ```text
//! refused: fuse.1 at layer.jl:9:12  relu.(y)
//!     the value may be written or compared by identity: `materialize` may write; if it does not, say `@effects materialize reads alloc`
//! ```
//!
//! Only looked for where refusals are shown. Names are those of functions of the program and of right sides; a call of something that is
//! not known by name has no remedy.

use super::{reason, MemoryPolicy};
use crate::effects::Effects;
use crate::egraph::matches::Match;
use crate::egraph::EGraph;
use crate::ir::{Const, Inst, InstKind, Value};
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
        let mut functions: SmallVec<[Const; MOST_NAMES]> = SmallVec::new();
        match why {
            reason::WRITES => {
                let covered = found.nodes().filter_map(|(_, node)| node.tag().site());
                let statements: Vec<Inst> = covered.map(|site| self.skeleton.sites[site]).collect();
                functions.extend(statements.into_iter().filter_map(|inst| self.actor(inst)));
            }
            reason::IDENTITY => {
                let site = (found.nodes().next_back()).and_then(|(_, node)| node.tag().site())?;
                let function = &self.skeleton.function;
                let object = function.insts[self.skeleton.sites[site]].result;
                functions.extend(self.writers_of(object));
            }
            reason::EPOCHS => {
                // Which of several stands in between is not asked.
                let mut all = self.statements().filter_map(|inst| self.actor(inst));
                let first = all.next()?;
                functions.extend(all.all(|other| other == first).then_some(first));
            }
            reason::EFFECTS => functions.extend(self.sketch.actor),
            _ => {}
        }
        let mut names: Vec<String> = Vec::new();
        for function in functions {
            let mut cache = egraph.analysis.cache();
            let name = cache.host.show_constant(function);
            // By convention such a function writes.
            if !name.ends_with('!') && !names.contains(&name) {
                names.push(name);
            }
        }
        said(&names)
    }

    /// The function that a statement calls, if nobody knows what it does. One that is known to write, writes.
    fn actor(&self, inst: Inst) -> Option<Const> {
        let statement = self.skeleton.statements[inst].as_ref()?;
        match self.skeleton.function.insts[inst].kind {
            InstKind::Call { callee, .. } if statement.effects.contains(Effects::OTHER) => {
                self.skeleton.function.as_constant(callee)
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
    fn writers_of(&self, object: Value) -> impl Iterator<Item = Const> + '_ {
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

/// The advice, for these functions.
fn said(names: &[String]) -> Option<String> {
    let in_rules = |name: &String| match name.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    {
        true => format!("@effects {name} reads alloc"),
        false => format!("@effects ({name}) reads alloc"),
    };
    match names {
        [] => None,
        [name] => Some(format!(
            "`{name}` may write; if it does not, say `{}`",
            in_rules(name)
        )),
        [first, ..] => {
            let names = &names[..names.len().min(MOST_NAMES)];
            let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            Some(format!(
                "{} may write; if they do not, say `{}` and so on, or `@effects T reads alloc` for the type `T` of what they are given",
                quoted.join(", "),
                in_rules(first)
            ))
        }
    }
}
