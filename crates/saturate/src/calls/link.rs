//! Linking: calls go to versions that differ from their originals, and only those are made.
//!
//! ```text
//! f calls g, g calls h, only h has become cheaper        h′ is made, and g′, whose calls of h go there; f calls g′
//! ```

use super::graph::Key;
use super::{handed, HandedOver, Program, Version};
use crate::host::Host;
use crate::ir::{Const, Function, Inst, InstKind, Value};
use crate::pipeline::{Kept, Optimized};
use crate::sym::Sym;
use rustc_hash::FxHashMap;

impl Program<'_> {
    /// Lets calls go to versions that differ from their originals, and makes those.
    pub(super) fn link(&mut self, all: &mut Optimized, host: &mut dyn Host) {
        all.through.stayed = self.graph.take_stayed();
        let done = std::mem::take(&mut self.done);
        let mut made = Made::default();
        for (number, below) in done.iter().enumerate() {
            if !self.graph.is_introduced(&below.key) {
                made.0[usize::from(below.is_watched)].insert(below.key.clone(), number);
            }
        }
        let mut live: Vec<bool> = done.iter().map(|below| below.is_changed).collect();
        // One that calls a version is one: its calls must go there.
        let uses = |function: &Function, is_watched: bool, host: &mut dyn Host| {
            let keys = made.below(self.watches(function, is_watched));
            let mut found = handed_of(function, keys, host);
            found.retain(|&number| done[number].is_of_same_type);
            found.extend(called(function, keys, host));
            found
        };
        let calls: Vec<Vec<usize>> = (done.iter())
            .map(|below| uses(&below.function, below.is_watched, host))
            .collect();
        loop {
            let before = live.clone();
            for (number, calls) in calls.iter().enumerate() {
                live[number] |= calls.iter().any(|&callee| live[callee]);
            }
            if live == before {
                break;
            }
        }
        // Only what is called from the result is made.
        let mut wanted = vec![false; done.len()];
        let mut todo = uses(&all.function, false, host);
        for program in &all.programs {
            todo.extend(uses(program, false, host));
        }
        while let Some(number) = todo.pop() {
            if live[number] && !std::mem::replace(&mut wanted[number], true) {
                todo.extend(&calls[number]);
            }
        }
        let mut names: FxHashMap<usize, Name> = FxHashMap::default();
        for (number, below) in done
            .iter()
            .enumerate()
            .filter(|&(number, _)| wanted[number])
        {
            if let Some(declared) = host.declare(below.key.callee, &below.key.args) {
                let may_be_handed = below.is_of_same_type;
                names.insert(
                    number,
                    Name {
                        declared,
                        may_be_handed,
                    },
                );
            }
        }
        let handed = &mut all.through.handed;
        let keys = made.below(self.watches(&all.function, false));
        let is_redirected = redirect(&mut all.function, keys, &names, handed, host);
        for program in &mut all.programs {
            let keys = made.below(self.watches(program, false));
            redirect(program, keys, &names, handed, host);
        }
        if is_redirected && matches!(all.outcome.kept, Some(Kept::NoCheaper)) {
            all.outcome.kept = None;
        }
        for (number, mut below) in done.into_iter().enumerate() {
            let Some(&Name { declared, .. }) = names.get(&number) else {
                continue;
            };
            let handed = &mut all.through.handed;
            let keys = made.below(self.watches(&below.function, below.is_watched));
            redirect(&mut below.function, keys, &names, handed, host);
            below.function.name = Sym::new(&host.show_constant(declared));
            host.define(declared, &below.function);
            all.through.versions.push(Version {
                original: below.key.callee,
                types: below.key.args,
                declared,
                function: below.function,
                outcome: below.outcome,
            });
        }
    }
}

/// The numbers of the functions that were optimised, by what they stand for: where nobody catches what they throw, and where somebody does.
#[derive(Default)]
struct Made([FxHashMap<Key, usize>; 2]);

impl Made {
    /// Those for the calls of a function.
    fn below(&self, is_watched: bool) -> &FxHashMap<Key, usize> {
        &self.0[usize::from(is_watched)]
    }
}

/// A version that was declared.
#[derive(Clone, Copy)]
struct Name {
    declared: Const,
    /// Whether it may be handed over in place of the original.
    may_be_handed: bool,
}

/// Which of these functions a function calls.
fn called(function: &Function, keys: &FxHashMap<Key, usize>, host: &mut dyn Host) -> Vec<usize> {
    let mut found = Vec::new();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            found.extend(callee(function, inst, keys, host));
        }
    }
    found
}

/// Which of these functions a statement calls, if it is known which function that is: a closure with variables is spliced or stays.
fn callee(
    function: &Function,
    inst: Inst,
    keys: &FxHashMap<Key, usize>,
    host: &mut dyn Host,
) -> Option<usize> {
    let key = Key::of_call(function, inst, host)?;
    key.callee.constant?;
    keys.get(&key).copied()
}

/// Which of these functions a function hands over.
fn handed_of(function: &Function, keys: &FxHashMap<Key, usize>, host: &mut dyn Host) -> Vec<usize> {
    let handed = handed::all(function, host).into_iter();
    handed
        .filter_map(|handed| keys.get(&handed.key).copied())
        .collect()
}

/// Lets calls go to the functions that these names are of; whether any does.
fn redirect(
    function: &mut Function,
    keys: &FxHashMap<Key, usize>,
    names: &FxHashMap<usize, Name>,
    count: &mut HandedOver,
    host: &mut dyn Host,
) -> bool {
    let mut found: Vec<(Inst, Const)> = Vec::new();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let number = callee(function, inst, keys, host);
            let name = number.and_then(|number| names.get(&number));
            found.extend(name.map(|name| (inst, name.declared)));
        }
    }
    for &(inst, declared) in &found {
        let ty = host.type_of(declared);
        let value: Value = function.constant(declared, ty);
        if let InstKind::Call { callee, .. } = &mut function.insts[inst].kind {
            *callee = value;
        }
    }
    let mut is_any = !found.is_empty();
    for handed in handed::all(function, host) {
        let number = keys.get(&handed.key);
        let name = number.and_then(|number| names.get(number));
        let Some(&Name { declared, .. }) = name.filter(|name| name.may_be_handed) else {
            continue;
        };
        if handed.replace(function, declared, host) {
            is_any = true;
            count.called += usize::from(!handed.is_held());
            count.held += usize::from(handed.is_held());
            count.made += usize::from(handed.key.callee.constant.is_none());
        }
    }
    is_any
}
