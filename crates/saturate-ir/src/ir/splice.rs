//! Splicing: the body of a callee in place of a call.
//!
//! ```text
//! trace_plus(A) = tr(A) + 1.0          b0(%1 A):                       b0(%1 A):
//! f(A) = (println(); trace_plus(A))      %2 = println()                  %2 = println()
//!                                        %3 = trace_plus(%1)             %4 = tr(%1)
//!                                        return %3                       %5 = +(%4, 1.0)
//!                                                                        return %5
//! ```
//!
//! The statements of the body stand where the call stood, with its arguments in place of the parameters. A body with
//! several blocks splits the block of the call: what came behind the call becomes a block whose parameter is the result,
//! and every `return` jumps to it. Constants are shared, variables in memory are new ones.
//!
//! Invariants: the result verifies if both functions did; the order of everything that happens is that of the call; effects of
//! the body's statements are those that inference found for the body.
//!
//! Not every body can stand in another function: [`Unfit`] says why.

use super::cfg::Cfg;
use super::entities::{Block, Inst, Slot, Value};
use super::function::{Frame, Function, InstKind, Target, Terminator, ValueDef, Values};
use super::infer::Inferred;
use crate::diag::Span;
use cranelift_entity::SecondaryMap;
use std::fmt;
use std::sync::Arc;

/// Why a body cannot stand in place of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It collects arguments in a tuple.
    Varargs,
    /// It has a form that means something in its own function only.
    Form,
    /// It never returns.
    NoReturn,
    /// A variable that may be undefined would keep its value from one iteration to the next.
    Variables,
    /// More or fewer arguments than parameters.
    Arguments,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Varargs => "it collects arguments in a tuple",
            Unfit::Form => "it has a form that only its own function can have",
            Unfit::NoReturn => "it never returns",
            Unfit::Variables => "it has variables that may be undefined, and is called in a loop",
            Unfit::Arguments => "it takes another number of arguments",
        })
    }
}

/// Forms that mean the same in any function.
const PORTABLE: [&str; 2] = ["enter", "the_exception"];

/// What to splice.
#[derive(Clone, Copy)]
pub struct Body<'a> {
    /// The callee, typed for the arguments of the call.
    pub function: &'a Function,
    /// Effects of its statements.
    pub inferred: &'a Inferred,
}

/// Puts a body in place of a call; the body's statements, each with its copy. The caller is as it was where the body does not fit.
pub fn splice(
    function: &mut Function,
    inferred: &mut Inferred,
    call: Inst,
    body: Body<'_>,
) -> Result<Vec<(Inst, Inst)>, Unfit> {
    let of = body.function;
    let InstKind::Call { callee, args } = function.insts[call].kind.clone() else {
        return Err(Unfit::Form);
    };
    let mut arguments = Vec::new();
    if of.has_self {
        arguments.push(callee);
    }
    arguments.extend_from_slice(function.slice(&args));
    let block = (function.layout.iter().copied())
        .find(|&block| function.blocks[block].insts.contains(&call))
        .ok_or(Unfit::Form)?;
    fits(of, arguments.len())?;
    if !of.memory.is_empty() && is_in_loop(function, block) {
        return Err(Unfit::Variables);
    }
    let mut copy = Copy {
        span: function.insts[call].span,
        frame: function.frames.get(&call).cloned(),
        function,
        inferred,
        of,
        values: SecondaryMap::new(),
        blocks: SecondaryMap::new(),
        slots: SecondaryMap::new(),
        made: Vec::new(),
    };
    copy.run(block, call, &arguments, body.inferred);
    Ok(copy.made)
}

/// Whether a body can stand in place of a call with so many arguments, the function object included where it is a parameter.
fn fits(of: &Function, arguments: usize) -> Result<(), Unfit> {
    if of.is_va {
        return Err(Unfit::Varargs);
    }
    if of.params(of.entry()).len() != arguments {
        return Err(Unfit::Arguments);
    }
    let blocks = || of.layout.iter().map(|&block| &of.blocks[block]);
    let mut terms = blocks().map(|data| &data.term);
    if !terms.any(|term| matches!(term, Terminator::Return(_))) {
        return Err(Unfit::NoReturn);
    }
    let mut insts = blocks().flat_map(|data| &data.insts);
    let is_portable = |&inst: &Inst| match of.insts[inst].kind {
        InstKind::Opaque { head, .. } => PORTABLE.contains(&head.as_str()),
        _ => true,
    };
    match insts.all(is_portable) {
        true => Ok(()),
        false => Err(Unfit::Form),
    }
}

/// Whether control can come back to a block.
fn is_in_loop(function: &Function, block: Block) -> bool {
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut todo = vec![block];
    while let Some(at) = todo.pop() {
        for target in function.blocks[at].term.targets() {
            if target.block == block {
                return true;
            }
            if !std::mem::replace(&mut seen[target.block], true) {
                todo.push(target.block);
            }
        }
    }
    false
}

struct Copy<'f> {
    span: Span,
    /// Where the call comes from.
    frame: Option<Arc<Frame>>,
    function: &'f mut Function,
    inferred: &'f mut Inferred,
    of: &'f Function,
    values: SecondaryMap<Value, Option<Value>>,
    blocks: SecondaryMap<Block, Option<Block>>,
    slots: SecondaryMap<Slot, Option<Slot>>,
    made: Vec<(Inst, Inst)>,
}

impl Copy<'_> {
    fn run(&mut self, block: Block, call: Inst, arguments: &[Value], of_body: &Inferred) {
        let of = self.of;
        for (slot, data) in of.memory.iter() {
            self.slots[slot] = Some(self.function.memory.push(data.clone()));
        }
        for (&param, &argument) in of.params(of.entry()).iter().zip(arguments) {
            self.values[param] = Some(argument);
        }
        let at = (self.function.blocks[block].insts.iter())
            .position(|&inst| inst == call)
            .unwrap_or_default();
        let behind = self.function.blocks[block].insts.split_off(at);
        let behind = behind[1..].to_vec();
        let result = self.function.insts[call].result;
        let place = self.function.layout.iter().position(|&b| b == block);
        let place = place.unwrap_or_default();

        // Blocks first: jumps may go to any of them. The first one goes on in the block of the call.
        let count = self.function.layout.len();
        self.blocks[of.entry()] = Some(block);
        for &inner in &of.layout[1..] {
            let new = self.function.add_block();
            self.blocks[inner] = Some(new);
            for &param in of.params(inner) {
                let data = &of.values[param];
                let value = self.function.add_param(new, data.ty, data.name);
                self.function.values[value].constant = data.constant;
                self.values[param] = Some(value);
            }
        }
        let is_straight = of.layout.len() == 1;
        let term = self.function.blocks[block].term.clone();
        let term_span = self.function.blocks[block].term_span;
        let (rest, given) = if is_straight {
            (block, None)
        } else {
            let rest = self.function.add_block();
            let data = &self.function.values[result];
            let (name, constant) = (data.name, data.constant);
            let param = self.function.add_param(rest, of.ret, name);
            self.function.values[param].constant = constant;
            (rest, Some(param))
        };
        // New blocks stand where the call stood.
        let new = self.function.layout.split_off(count);
        self.function.layout.splice(place + 1..place + 1, new);

        let mut returned = given;
        // In this order, definitions come before their uses.
        for inner in Cfg::new(of).order {
            let to = self.block(inner);
            for &inst in &of.blocks[inner].insts {
                self.statement(to, inst, of_body);
            }
            let ends = match of.blocks[inner].term.clone() {
                Terminator::Return(value) if is_straight => {
                    returned = Some(self.value(value));
                    term.clone()
                }
                Terminator::Return(value) => {
                    let value = self.value(value);
                    Terminator::Jump(self.function.target(rest, &[value]))
                }
                Terminator::Jump(target) => Terminator::Jump(self.target(&target)),
                Terminator::Branch {
                    cond,
                    then,
                    otherwise,
                } => Terminator::Branch {
                    cond: self.value(cond),
                    then: self.target(&then),
                    otherwise: self.target(&otherwise),
                },
                Terminator::Enter { body, handler } => Terminator::Enter {
                    body: self.target(&body),
                    handler: self.target(&handler),
                },
                Terminator::Unreachable => Terminator::Unreachable,
            };
            self.function.blocks[to].term = ends;
            self.function.blocks[to].term_span = self.span;
        }
        self.function.blocks[rest].insts.extend(behind);
        self.function.blocks[rest].term = term;
        self.function.blocks[rest].term_span = term_span;
        if let Some(returned) = returned {
            (self.function).map_uses(|value| if value == result { returned } else { value });
        }
    }

    fn block(&self, block: Block) -> Block {
        self.blocks[block].expect("every block of the layout has a copy")
    }

    fn value(&mut self, value: Value) -> Value {
        if let Some(known) = self.values[value] {
            return known;
        }
        let data = &self.of.values[value];
        let ValueDef::Const(constant) = data.def else {
            unreachable!("every use is dominated by its definition, and blocks are copied in an order that has it first");
        };
        let new = self.function.constant(constant, data.ty);
        self.values[value] = Some(new);
        new
    }

    fn list(&mut self, values: &Values) -> Values {
        let of = self.of;
        let new: Vec<Value> = (of.slice(values).iter())
            .map(|&value| self.value(value))
            .collect();
        self.function.list(&new)
    }

    fn target(&mut self, target: &Target) -> Target {
        Target {
            block: self.block(target.block),
            args: self.list(&target.args),
        }
    }

    fn slot(&self, slot: Slot) -> Slot {
        self.slots[slot].expect("every variable has a copy")
    }

    fn statement(&mut self, block: Block, inst: Inst, of_body: &Inferred) {
        let data = &self.of.insts[inst];
        let kind = match data.kind.clone() {
            InstKind::Call { callee, args } => InstKind::Call {
                callee: self.value(callee),
                args: self.list(&args),
            },
            InstKind::New { ty, args } => InstKind::New {
                ty: self.value(ty),
                args: self.list(&args),
            },
            InstKind::Pi { value, narrowing } => InstKind::Pi {
                value: self.value(value),
                narrowing,
            },
            InstKind::Opaque {
                head,
                args,
                payload,
            } => InstKind::Opaque {
                head,
                args: self.list(&args),
                payload,
            },
            InstKind::GetGlobal { module, name } => InstKind::GetGlobal { module, name },
            InstKind::GetSlot(slot) => InstKind::GetSlot(self.slot(slot)),
            InstKind::SetSlot(slot, value) => InstKind::SetSlot(self.slot(slot), self.value(value)),
            InstKind::IsDefined(slot) => InstKind::IsDefined(self.slot(slot)),
            InstKind::Leave(count) => InstKind::Leave(count),
            InstKind::PopException(value) => InstKind::PopException(self.value(value)),
        };
        let of = &self.of.values[data.result];
        let (ty, constant, name) = (of.ty, of.constant, of.name);
        let new = self.function.make_inst(kind, ty, self.span);
        self.function.insts[new].inbounds = data.inbounds;
        let frame = Frame {
            function: self.of.name,
            source: self.of.source.clone(),
            span: data.span,
            caller: self.frame.clone(),
        };
        self.function.frames.insert(new, Arc::new(frame));
        let result = self.function.insts[new].result;
        self.function.values[result].constant = constant;
        self.function.values[result].name = name;
        self.values[data.result] = Some(result);
        self.function.blocks[block].insts.push(new);
        self.inferred.effects[new] = of_body.effects[inst];
        if of_body.no_method.contains(&inst) {
            self.inferred.no_method.push(new);
        }
        self.made.push((inst, new));
    }
}
