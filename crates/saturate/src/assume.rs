//! `@assume p(x)`: what a function may take for granted of its arguments, checked when it is called.
//!
//! ```text
//! f(A, b):                                     f(A, b):
//!     @assume issymmetric(A)                       goto b1 if issymmetric(A) else b2
//!     A \ b                                    b1: what is best where it holds
//!                                              b2: what is best without it
//! ```
//!
//! In `b1` the call `issymmetric(A)`, in the state of memory at entry, is equal to `true`. Nothing else is assumed: guards of rules
//! find that equality ([`egraph::guard`](crate::egraph)), and a write to what `A` leads to begins another state, in which the
//! call is another one. So a property is a fact about contents, and ends with them.
//!
//! Only predicates of parameters and constants are taken, and only in the entry block with nothing before them that writes: there the
//! check at entry asks what the program says. A predicate that may write, print, or answer differently the next time is none. What
//! throws or does not end, does so at entry. Where it makes nothing cheaper, it is not checked.

use crate::effects::analysis::statement_effects;
use crate::effects::Effects;
use crate::egraph::analysis::{effects, operands_reach};
use crate::egraph::language::{ENode, Tag};
use crate::egraph::memory::Point;
use crate::egraph::provenance::Cause;
use crate::egraph::skeleton::Skeleton;
use crate::egraph::soundness::{clock, fact_in};
use crate::egraph::{unite, EGraph};
use crate::elaborate::guard::{append, like};
use crate::host::{Builtin, Host, Known};
use crate::ir::infer::Inferred;
use crate::ir::slots::Literal;
use crate::ir::{cleanup, Const, Function, Inst, InstKind, Terminator, Type, Value, ValueDef};
use cranelift_entity::EntitySet;
use egg::Id;
use indexmap::IndexSet;
use smallvec::SmallVec;

const NOT_AT_TOP: &str =
    "it does not stand at the top of the function, before anything that writes";
const NO_ARGUMENT: &str = "it is about something that is no argument of the function";
const NO_PREDICATE: &str = "it calls nothing that returns a `Bool` for these arguments";
const KNOWN: &str = "what it says is known";
const ACTS: &str =
    "its predicate may write, print, or answer differently the next time; `@effects` says if it does not";

/// An argument of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Argument {
    /// A parameter of the function, by its number.
    Param(u32),
    /// A constant of this type.
    Constant(Const, Type),
}

/// A predicate that holds when the function is called.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Assumption {
    predicate: Const,
    arguments: SmallVec<[Argument; 2]>,
}

/// Whether a statement is what `@assume` becomes.
fn is_assumption(function: &Function, inst: Inst, host: &mut dyn Host) -> bool {
    let InstKind::Call { callee, .. } = function.insts[inst].kind else {
        return false;
    };
    let callee = function.values[callee].constant;
    callee.and_then(|callee| host.builtin(callee)) == Some(Builtin::Assume)
}

/// The assumptions at the top of a function, before anything that writes.
fn at_top(function: &Function, inferred: &Inferred, host: &mut dyn Host) -> Vec<Inst> {
    let mut found = Vec::new();
    for &inst in &function.blocks[function.entry()].insts {
        let acts = Effects::WRITES | Effects::OTHER;
        if is_assumption(function, inst, host) {
            found.push(inst);
        } else if statement_effects(function, inferred, inst).intersects(acts) {
            break;
        }
    }
    found
}

/// The function without the assumptions that stand at its top, and these. `None` if there are none that say anything.
pub(crate) fn take(
    function: &Function,
    inferred: &Inferred,
    host: &mut dyn Host,
) -> Option<(Function, Vec<Assumption>)> {
    let mut gone = at_top(function, inferred, host);
    let read = |&inst: &Inst| read(function, inst, host).ok();
    let found: IndexSet<Assumption> = gone.iter().filter_map(read).collect();
    if found.is_empty() {
        return None;
    }
    let mut used: EntitySet<Value> = EntitySet::new();
    cleanup::for_each_use(function, |value| {
        used.insert(value);
    });
    gone.retain(|&inst| !used.contains(function.insts[inst].result));
    let mut rest = function.clone();
    // Both are in the order of the block.
    let mut next = gone.into_iter().peekable();
    let entry = &mut rest.blocks[function.entry()].insts;
    entry.retain(|inst| next.next_if_eq(inst).is_none());
    Some((rest, found.into_iter().collect()))
}

/// The assumptions that are not taken, and why.
pub(crate) fn untaken(
    function: &Function,
    inferred: &Inferred,
    host: &mut dyn Host,
) -> Vec<(Inst, &'static str)> {
    let top = at_top(function, inferred, host);
    let mut untaken = Vec::new();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            if !is_assumption(function, inst, host) {
                continue;
            }
            match top.contains(&inst) {
                true => untaken.extend(read(function, inst, host).err().map(|why| (inst, why))),
                false => untaken.push((inst, NOT_AT_TOP)),
            }
        }
    }
    untaken
}

/// What `assume(p, xs...)` says, if it can be checked at entry and is not known; else why it does not count.
fn read(function: &Function, inst: Inst, host: &mut dyn Host) -> Result<Assumption, &'static str> {
    let mut operands = function.operands(inst).skip(1);
    let predicate = operands.next().ok_or(NO_PREDICATE)?;
    let args: SmallVec<[Value; 2]> = operands.collect();
    let known = |value: Value| Known {
        ty: function.values[value].ty,
        constant: function.values[value].constant,
    };
    let entry = function.entry();
    let argument = |&value: &Value| match (function.values[value].def, known(value)) {
        (
            _,
            Known {
                ty,
                constant: Some(constant),
            },
        ) => Some(Argument::Constant(constant, ty)),
        (ValueDef::Param(block, number), _) if block == entry => Some(Argument::Param(number)),
        _ => None,
    };
    let arguments = args.iter().map(argument).collect::<Option<_>>();
    let arguments = arguments.ok_or(NO_ARGUMENT)?;
    let callee = known(predicate);
    let types: SmallVec<[Known; 2]> = args.iter().map(|&value| known(value)).collect();
    let info = host.call(callee, &types).ok_or(NO_PREDICATE)?;
    let acts = Effects::WRITES | Effects::OTHER | Effects::INCONSISTENT;
    if info.effects.intersects(acts) {
        return Err(ACTS);
    }
    if info.result.constant.is_some() {
        return Err(KNOWN);
    }
    match callee.constant {
        Some(predicate) if info.result.ty == host.bool() => Ok(Assumption {
            predicate,
            arguments,
        }),
        _ => Err(NO_PREDICATE),
    }
}

/// Makes what is assumed equal to `true`, in the state of memory at entry.
pub(crate) fn suppose(
    egraph: &mut EGraph<'_>,
    skeleton: &mut Skeleton,
    assumptions: &[Assumption],
) {
    let entry = skeleton.function.entry();
    for assumption in assumptions {
        let mut children: SmallVec<[Id; 2]> = SmallVec::new();
        for argument in &assumption.arguments {
            children.push(match *argument {
                Argument::Param(number) => {
                    let param = skeleton.function.params(entry)[number as usize];
                    skeleton.class(param)
                }
                Argument::Constant(constant, _) => egraph.add(ENode::constant(constant)),
            });
        }
        let plain = ENode::call(assumption.predicate, Tag::NONE, &children);
        let Some(effects) = effects(egraph, &plain) else {
            continue;
        };
        let reach = operands_reach(egraph, &children);
        let epoch = clock(skeleton, Some(Point::Start(entry))).epoch_over(effects, reach);
        let Ok(epoch) = epoch else {
            continue;
        };
        let fact = fact_in(skeleton, assumption.predicate, epoch, &children);
        let fact = egraph.add(fact);
        let holds = egraph.analysis.cache().host.literal(&Literal::Bool(true));
        let holds = egraph.add(ENode::constant(holds));
        unite(egraph, fact, holds, Cause::Given);
    }
    egraph.rebuild();
}

/// One function of two: `holding` where all of the assumptions hold, `otherwise` where one does not.
pub(crate) fn checked(
    original: &Function,
    assumptions: &[Assumption],
    holding: &Function,
    otherwise: &Function,
    host: &mut dyn Host,
) -> Function {
    let (mut function, entry) = like(original);
    let tests: Vec<_> = (1..assumptions.len())
        .map(|_| function.add_block())
        .collect();
    let then = append(&mut function, holding);
    let out = append(&mut function, otherwise);
    function.ret = host.join(holding.ret, otherwise.ret);
    let params = function.params(entry).to_vec();
    let bool = host.bool();
    let mut block = entry;
    for (number, assumption) in assumptions.iter().enumerate() {
        let ty = host.type_of(assumption.predicate);
        let callee = function.constant(assumption.predicate, ty);
        let args: SmallVec<[Value; 2]> = (assumption.arguments.iter())
            .map(|argument| match *argument {
                Argument::Param(number) => params[number as usize],
                Argument::Constant(constant, ty) => function.constant(constant, ty),
            })
            .collect();
        let args = function.list(&args);
        let kind = InstKind::Call { callee, args };
        let cond = function.append(block, kind, bool, Default::default());
        let next = *tests.get(number).unwrap_or(&then);
        function.blocks[block].term = Terminator::Branch {
            cond,
            then: function.target(next, &[]),
            otherwise: function.target(out, &[]),
        };
        block = next;
    }
    function
}
