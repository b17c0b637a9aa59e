//! Functions that are handed over: given to a call that does nothing with them but call them.
//!
//! ```text
//! map(h, v)                                   map calls h with elements of v
//! materialize(broadcasted(+, broadcasted(h, v), w))
//!                      │           └ the result holds h: it is called with elements of v by whoever runs it
//!                      └ passes it on                              (`Takes`)
//! ```
//!
//! A function that a value holds may be replaced only if all that happens to the value is known: every use of it runs it, or passes it on to a value of
//! which the same is true. Such values have the function in their types, so these change with it; what comes out of a run does not.

use super::graph::Key;
use crate::host::{Host, Known, Takes};
use crate::ir::cfg::Cfg;
use crate::ir::{Const, Function, Inst, InstKind, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function that is given to a call which only calls it.
pub(super) struct Handed {
    pub call: Inst,
    /// Its place among the arguments.
    pub argument: usize,
    pub key: Key,
    /// The calls whose results hold it, in order: this one, and those that pass it on; none where it is called at once.
    holders: Vec<Inst>,
}

/// The functions that are handed over in a function.
pub(super) fn all(function: &Function, host: &mut dyn Host) -> Vec<Handed> {
    let mut taken: FxHashMap<Inst, Vec<(usize, Takes)>> = FxHashMap::default();
    let mut calls = Vec::new();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let InstKind::Call { callee, .. } = &function.insts[inst].kind else {
                continue;
            };
            if function.as_constant(*callee).is_none() {
                continue;
            }
            let operands = operands(function, inst, &FxHashMap::default());
            let takes = host.handed_over(operands[0], &operands[1..]);
            if !takes.is_empty() {
                taken.insert(inst, takes);
                calls.push(inst);
            }
        }
    }
    if calls.is_empty() {
        return Vec::new();
    }
    let uses = Uses::new(function);
    let mut found = Vec::new();
    for &call in &calls {
        for (argument, takes) in &taken[&call] {
            let (types, holders) = match takes {
                Takes::Calls(types) => (types, Some(Vec::new())),
                Takes::Holds(types) => (types, uses.run(function, call, &taken)),
                Takes::Runs | Takes::Passes => continue,
            };
            let (Some(holders), Some(handed)) = (holders, argument_of(function, call, *argument))
            else {
                continue;
            };
            let of = &function.values[handed];
            let constant = of.constant.or_else(|| host.singleton(of.ty));
            let callee = Known {
                ty: of.ty,
                constant,
            };
            found.push(Handed {
                call,
                argument: *argument,
                key: Key {
                    callee,
                    args: types.clone(),
                },
                holders,
            });
        }
    }
    found
}

impl Handed {
    /// Whether a value holds it until that is run.
    pub fn is_held(&self) -> bool {
        !self.holders.is_empty()
    }

    /// Gives another function in its place; whether that can be done. `declared` stands for it, or makes what does, where it is known by its type only.
    pub fn replace(&self, function: &mut Function, declared: Const, host: &mut dyn Host) -> bool {
        let is_known = self.key.callee.constant.is_some();
        let ty = host.type_of(declared);
        let declared_as = Known {
            ty,
            constant: Some(declared),
        };
        let new = match is_known {
            true => Some(declared_as),
            false => (host.call(declared_as, &[self.key.callee])).map(|info| info.result),
        };
        let types = new.and_then(|new| self.types_of_holders(function, new, host));
        let Some(types) = types else {
            return false;
        };
        for (value, ty) in types {
            function.values[value].ty = ty;
            // What was known of it was known of one that holds the original.
            function.values[value].constant = None;
        }
        let mut new_value = function.constant(declared, ty);
        if let (false, Some(new), Some(handed)) = (
            is_known,
            new,
            argument_of(function, self.call, self.argument),
        ) {
            new_value = make(function, self.call, new_value, handed, new.ty);
        }
        let InstKind::Call { callee, args } = function.insts[self.call].kind.clone() else {
            return false;
        };
        let mut args = function.slice(&args).to_vec();
        args[self.argument] = new_value;
        let args = function.list(&args);
        function.insts[self.call].kind = InstKind::Call { callee, args };
        true
    }

    /// The types of the values that hold the function, with another one in its place. What runs them is not asked: it calls a function that returns the same type, and that
    /// has no code as yet.
    fn types_of_holders(
        &self,
        function: &Function,
        new: Known,
        host: &mut dyn Host,
    ) -> Option<FxHashMap<Value, Type>> {
        let mut types: FxHashMap<Value, Type> = FxHashMap::default();
        for &call in &self.holders {
            let mut operands = operands(function, call, &types);
            if call == self.call {
                operands[self.argument + 1] = new;
            }
            let ty = host.call(operands[0], &operands[1..])?.result.ty;
            types.insert(function.insts[call].result, ty);
        }
        Some(types)
    }
}

/// Adds `maker(handed)` before a call, for its value.
fn make(function: &mut Function, call: Inst, maker: Value, handed: Value, ty: Type) -> Value {
    let args = function.list(&[handed]);
    let kind = InstKind::Call {
        callee: maker,
        args,
    };
    let span = function.insts[call].span;
    let inst = function.make_inst(kind, ty, span);
    let layout = function.layout.iter().copied();
    for block in layout.collect::<Vec<_>>() {
        let insts = &mut function.blocks[block].insts;
        if let Some(at) = insts.iter().position(|&other| other == call) {
            insts.insert(at, inst);
            break;
        }
    }
    function.insts[inst].result
}

fn argument_of(function: &Function, call: Inst, argument: usize) -> Option<Value> {
    function.operands(call).nth(argument + 1)
}

/// What is known of the callee and the arguments of a call, some of them with other types than they have.
fn operands(function: &Function, call: Inst, types: &FxHashMap<Value, Type>) -> Vec<Known> {
    let operands = function.operands(call);
    operands
        .map(|value| match types.get(&value) {
            Some(&ty) => Known { ty, constant: None },
            None => Known {
                ty: function.values[value].ty,
                constant: function.values[value].constant,
            },
        })
        .collect()
}

/// Where values are used: as arguments of calls, or otherwise.
struct Uses {
    as_arguments: FxHashMap<Value, Vec<(Inst, usize)>>,
    otherwise: FxHashMap<Value, usize>,
    /// A value is used behind where it is made.
    order: FxHashMap<Inst, usize>,
}

impl Uses {
    fn new(function: &Function) -> Uses {
        let mut as_arguments: FxHashMap<Value, Vec<(Inst, usize)>> = FxHashMap::default();
        let mut all: FxHashMap<Value, usize> = FxHashMap::default();
        crate::ir::cleanup::for_each_use(function, |value| *all.entry(value).or_default() += 1);
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                if let InstKind::Call { args, .. } = &function.insts[inst].kind {
                    for (at, &value) in function.slice(args).iter().enumerate() {
                        as_arguments.entry(value).or_default().push((inst, at));
                    }
                }
            }
        }
        let cfg = Cfg::new(function);
        let blocks = cfg.order.iter();
        let insts = blocks.flat_map(|&block| &function.blocks[block].insts);
        let order = insts.enumerate().map(|(at, &inst)| (inst, at)).collect();
        for (value, count) in &mut all {
            *count -= as_arguments.get(value).map_or(0, Vec::len);
        }
        Uses {
            as_arguments,
            otherwise: all,
            order,
        }
    }

    /// The calls whose results hold what the result of a call holds, itself first, each before those that use its result; if all that
    /// happens to these is that they are run.
    fn run(
        &self,
        function: &Function,
        call: Inst,
        taken: &FxHashMap<Inst, Vec<(usize, Takes)>>,
    ) -> Option<Vec<Inst>> {
        let mut found = FxHashSet::from_iter([call]);
        let mut todo = vec![function.insts[call].result];
        while let Some(value) = todo.pop() {
            if self.otherwise.get(&value).is_some_and(|&count| count > 0) {
                return None;
            }
            for (user, at) in self.as_arguments.get(&value).into_iter().flatten() {
                let (_, takes) = taken.get(user)?.iter().find(|(place, _)| place == at)?;
                let passes = match takes {
                    Takes::Runs => false,
                    Takes::Passes => true,
                    Takes::Calls(_) | Takes::Holds(_) => return None,
                };
                if passes && found.insert(*user) {
                    todo.push(function.insts[*user].result);
                }
            }
        }
        let mut found: Vec<Inst> = found.into_iter().collect();
        found.sort_by_key(|inst| self.order.get(inst));
        Some(found)
    }
}
