//! The interpreter loop.
//!
//! Calls between interpreted functions push a frame on an explicit stack, so deep Julia recursion does not recurse
//! here; only a native that calls back (`map(f, xs)`) does. Each call has an inline cache: the callee and argument
//! types it last saw, and what they dispatched to.
//!
//! Frames share one stack of registers. Every step burns one unit of fuel, paid at the end of a block; natives burn for
//! the elements they visit. When the fuel is spent the run ends
//! with [`Thrown::OutOfFuel`], which no `catch` sees, so a loop that never ends is an error and not a hang.

use super::checked;
use super::code::{Code, Op, Operand};
use super::exception;
use super::kind::Kind;
use super::machine::{Machine, Native, Outcome, Thrown};
use super::value::Value;
use crate::ir::{Const, Type};
use crate::sym::Sym;
use smallvec::SmallVec;
use std::rc::Rc;

/// More frames than this is a `StackOverflowError`.
pub const MAX_FRAMES: usize = 20_000;

/// More registers than this in all frames is a `StackOverflowError`, too: 256 MiB.
pub const MAX_REGISTERS: usize = 16 << 20;

/// More natives than this inside one another is a `StackOverflowError`.
pub const MAX_NATIVE_DEPTH: u32 = 1_000;

/// What a call dispatches to.
#[derive(Clone)]
pub enum Callable {
    /// Rust.
    Native(Native),
    /// A constructor implemented in Rust, which takes the type that was called as its first argument.
    Constructor(Native),
    /// Interpreted code.
    Code(Rc<Code>),
}

/// An inline cache.
#[derive(Clone)]
pub struct CallSite {
    generation: u64,
    callee: Value,
    types: SmallVec<[Type; 4]>,
    target: Callable,
}

/// What the loop needs of the host beyond what natives need.
pub trait Linker: Machine {
    /// What a call dispatches to; a `MethodError` if there is no method, an ambiguity error if there are two.
    fn link(&mut self, callee: &Value, args: &[Value], types: &[Type]) -> Result<Callable, Thrown>;

    /// The type that an argument dispatches on: `Type{T}` for a type, else its own.
    fn dispatch_type(&mut self, value: &Value) -> Type;

    /// Changes whenever a method is defined, so that caches are dropped.
    fn generation(&self) -> u64;

    /// Reads a global.
    fn get_global(&mut self, module: Option<Sym>, name: Sym) -> Outcome;

    /// `%new(ty, fields...)`.
    fn make(&mut self, ty: &Value, fields: &[Value]) -> Outcome;

    /// A form that is kept verbatim.
    fn opaque(&mut self, head: Sym, args: &[Value], payload: Option<Const>) -> Outcome;

    /// Exceptions that are being handled, innermost last.
    fn exceptions(&mut self) -> &mut Vec<Value>;

    /// How many frames and natives are active.
    fn depth(&mut self) -> &mut Depth;
}

/// How deep the run is.
#[derive(Default, Debug)]
pub struct Depth {
    /// Interpreted frames.
    pub frames: usize,
    /// Natives that have called back.
    pub natives: u32,
}

type Args = SmallVec<[Value; 6]>;

struct Handler {
    step: u32,
    /// Exceptions being handled when the region was opened.
    exceptions: usize,
}

struct Frame {
    code: Rc<Code>,
    step: u32,
    /// Register of the caller that takes the result.
    result: u32,
    /// Where its registers start.
    base: usize,
    slots: Vec<Option<Value>>,
    handlers: Vec<Handler>,
    /// Whether the caller's claim about this call is watched.
    watched: bool,
}

/// The frames of one run, and their registers.
#[derive(Default)]
struct Stack {
    frames: Vec<Frame>,
    registers: Vec<Value>,
}

impl Stack {
    /// Ends the innermost frame.
    fn pop(&mut self, machine: &mut dyn Linker) {
        if let Some(frame) = self.frames.pop() {
            self.registers.truncate(frame.base);
            machine.depth().frames -= 1;
        }
    }
}

fn get<'a>(registers: &'a [Value], code: &'a Code, operand: Operand) -> &'a Value {
    match operand {
        Operand::Register(number) => &registers[number as usize],
        Operand::Constant(number) => &code.constants[number as usize],
    }
}

/// Calls any value.
pub fn call(machine: &mut dyn Linker, callee: &Value, args: &[Value]) -> Outcome {
    let types: SmallVec<[Type; 4]> = args.iter().map(|arg| machine.dispatch_type(arg)).collect();
    let target = machine.link(callee, args, &types)?;
    let callee = &own(callee.clone());
    match target {
        Callable::Native(native) => native_call(machine, native, args),
        Callable::Constructor(native) => {
            let args: Args = std::iter::once(callee).chain(args).cloned().collect();
            native_call(machine, native, &args)
        }
        Callable::Code(code) => {
            let depth = machine.depth();
            depth.natives += 1;
            if depth.natives > MAX_NATIVE_DEPTH {
                machine.depth().natives -= 1;
                return Err(exception::raise(upcast(machine), "StackOverflowError", []));
            }
            let outcome = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || {
                run(machine, code, callee, args)
            });
            machine.depth().natives -= 1;
            outcome
        }
    }
}

/// What a callee finds in itself: a version of a closure runs as the closure.
fn own(callee: Value) -> Value {
    let closure = match &callee {
        Value::Object(object) if object.kind == Kind::SaturatedVersion => object.field(0),
        _ => None,
    };
    closure.unwrap_or(callee)
}

fn upcast(machine: &mut dyn Linker) -> &mut dyn Machine {
    machine
}

fn native_call(machine: &mut dyn Linker, native: Native, args: &[Value]) -> Outcome {
    native(upcast(machine), args)
}

/// Runs code to its end.
pub fn run(machine: &mut dyn Linker, code: Rc<Code>, callee: &Value, args: &[Value]) -> Outcome {
    let mut stack = Stack::default();
    let base = machine.depth().frames;
    push_frame(machine, &mut stack, code.clone(), callee, args, 0)?;
    if code.claims.is_none() {
        let outcome = run_stack(machine, &mut stack);
        machine.depth().frames = base;
        return outcome;
    }
    let watched = checked::watch::depth();
    let is_watched = checked::enter_whole(upcast(machine), &code, callee, args);
    let outcome = run_stack(machine, &mut stack);
    machine.depth().frames = base;
    // An error that no `catch` sees leaves calls behind that have not ended.
    checked::watch::leave_until(watched + usize::from(is_watched));
    if is_watched {
        checked::leave_whole(upcast(machine), &code, outcome)
    } else {
        outcome
    }
}

fn push_frame(
    machine: &mut dyn Linker,
    stack: &mut Stack,
    code: Rc<Code>,
    callee: &Value,
    args: &[Value],
    result: u32,
) -> Result<(), Thrown> {
    let base = stack.registers.len();
    if machine.depth().frames >= MAX_FRAMES || base + code.registers as usize > MAX_REGISTERS {
        return Err(exception::raise(upcast(machine), "StackOverflowError", []));
    }
    machine.depth().frames += 1;
    let registers = &mut stack.registers;
    if code.has_self {
        registers.push(callee.clone());
    }
    let fixed = (code.params as usize + base - registers.len()) - usize::from(code.is_va);
    registers.extend(args.iter().take(fixed).cloned());
    if code.is_va {
        registers.push(Value::tuple(args.iter().skip(fixed).cloned()));
    }
    registers.resize(base + code.registers as usize, Value::Nothing);
    stack.frames.push(Frame {
        step: 0,
        result,
        base,
        slots: vec![None; code.slots as usize],
        handlers: Vec::new(),
        watched: false,
        code,
    });
    Ok(())
}

fn run_stack(machine: &mut dyn Linker, stack: &mut Stack) -> Outcome {
    loop {
        let is_checked = stack
            .frames
            .last()
            .is_some_and(|frame| frame.code.claims.is_some());
        let stepped = if is_checked {
            step_frame::<true>(machine, stack)
        } else {
            step_frame::<false>(machine, stack)
        };
        match stepped {
            Ok(Some(value)) => return Ok(value),
            Ok(None) => {}
            Err(Thrown::Exception(thrown)) => unwind(machine, stack, thrown)?,
            Err(other) => return Err(other),
        }
    }
}

/// Goes to the innermost handler, or out of the run.
fn unwind(machine: &mut dyn Linker, stack: &mut Stack, thrown: Value) -> Result<(), Thrown> {
    while let Some(frame) = stack.frames.last_mut() {
        // The region stays open until the handler's own first statement leaves it, as in Julia.
        if let Some(handler) = frame.handlers.last() {
            frame.step = handler.step;
            let exceptions = machine.exceptions();
            exceptions.truncate(handler.exceptions);
            exceptions.push(thrown);
            return Ok(());
        }
        let watched = frame.watched;
        stack.pop(machine);
        if let (true, Some(caller)) = (watched, stack.frames.last()) {
            let (code, step) = (caller.code.clone(), caller.step - 1);
            let outcome = Err(Thrown::Exception(thrown.clone()));
            match checked::leave_step(upcast(machine), &code, step, outcome) {
                Err(Thrown::Exception(_)) | Ok(_) => {}
                Err(other) => return Err(other),
            }
        }
    }
    Err(Thrown::Exception(thrown))
}

/// Runs the innermost frame until it calls, returns or throws. A value is the result of the outermost frame.
///
/// With `CHECKED`, the frame's code has claims.
fn step_frame<const CHECKED: bool>(
    machine: &mut dyn Linker,
    stack: &mut Stack,
) -> Result<Option<Value>, Thrown> {
    let Some(frame) = stack.frames.last_mut() else {
        return Ok(Some(Value::Nothing));
    };
    let code = frame.code.clone();
    let registers = &mut stack.registers[frame.base..];
    // Steps since fuel was last paid.
    let mut steps = 0;
    loop {
        steps += 1;
        let step = frame.step;
        let op = &code.ops[step as usize];
        frame.step += 1;
        let produced = match op {
            Op::Move { result, from } => {
                let value = get(registers, &code, *from).clone();
                registers[*result as usize] = value;
                *result
            }
            Op::Jump(target) => {
                machine.burn(std::mem::take(&mut steps))?;
                frame.step = *target;
                continue;
            }
            Op::Branch {
                cond,
                then,
                otherwise,
            } => {
                machine.burn(std::mem::take(&mut steps))?;
                match get(registers, &code, *cond) {
                    Value::Bool(true) => frame.step = *then,
                    Value::Bool(false) => frame.step = *otherwise,
                    other => {
                        let got = other.clone();
                        let expected = Value::Type(crate::types::ty::bool());
                        return Err(exception::type_error(
                            upcast(machine),
                            "if",
                            "",
                            expected,
                            got,
                        ));
                    }
                }
                continue;
            }
            Op::Call {
                result,
                callee,
                args,
                site,
            } => {
                let args: Args = code
                    .list(*args)
                    .iter()
                    .map(|&operand| get(registers, &code, operand).clone())
                    .collect();
                let callee = get(registers, &code, *callee).clone();
                let target = link(machine, &code, *site, &callee, &args);
                let watched =
                    CHECKED && checked::enter_step(upcast(machine), &code, step, &callee, &args);
                let callee = own(callee);
                let leave = |machine: &mut dyn Linker, outcome| match watched {
                    true => checked::leave_step(upcast(machine), &code, step, outcome),
                    false => outcome,
                };
                let outcome = match target {
                    Ok(Callable::Native(native)) => native_call(machine, native, &args),
                    Ok(Callable::Constructor(native)) => {
                        let args: Args = std::iter::once(callee).chain(args).collect();
                        native_call(machine, native, &args)
                    }
                    Ok(Callable::Code(target)) => {
                        let pushed = machine.burn(steps).and_then(|()| {
                            push_frame(machine, stack, target, &callee, &args, *result)
                        });
                        if let Err(thrown) = pushed {
                            leave(machine, Err(thrown))?;
                        } else if let Some(frame) = stack.frames.last_mut() {
                            frame.watched = watched;
                        }
                        return Ok(None);
                    }
                    Err(thrown) => Err(thrown),
                };
                registers[*result as usize] = leave(machine, outcome)?;
                *result
            }
            Op::Return(from) => {
                let value = get(registers, &code, *from).clone();
                let result = frame.result as usize;
                let watched = frame.watched;
                machine.burn(steps)?;
                if CHECKED {
                    checked::check_result(upcast(machine), &code, &value)?;
                }
                stack.pop(machine);
                let Some(caller) = stack.frames.last() else {
                    return Ok(Some(value));
                };
                let step = caller.step - 1;
                let value = if watched {
                    checked::leave_step(upcast(machine), &caller.code, step, Ok(value))?
                } else {
                    value
                };
                if caller.code.claims.is_some() {
                    checked::check_step(upcast(machine), &caller.code, step, &value)?;
                }
                stack.registers[caller.base + result] = value;
                return Ok(None);
            }
            Op::New { result, ty, args } => {
                let fields: Args = code
                    .list(*args)
                    .iter()
                    .map(|&operand| get(registers, &code, operand).clone())
                    .collect();
                let ty = get(registers, &code, *ty).clone();
                registers[*result as usize] = machine.make(&ty, &fields)?;
                *result
            }
            Op::Opaque {
                result,
                head,
                args,
                payload,
            } => {
                let args: Args = code
                    .list(*args)
                    .iter()
                    .map(|&operand| get(registers, &code, operand).clone())
                    .collect();
                registers[*result as usize] = machine.opaque(*head, &args, *payload)?;
                *result
            }
            Op::GetGlobal {
                result,
                module,
                name,
            } => {
                registers[*result as usize] = machine.get_global(*module, *name)?;
                *result
            }
            Op::GetSlot { result, slot } => match &frame.slots[slot.as_u32() as usize] {
                Some(value) => {
                    registers[*result as usize] = value.clone();
                    *result
                }
                None => {
                    let name = code.slot_names[slot.as_u32() as usize];
                    return Err(exception::undef_var_error(upcast(machine), name));
                }
            },
            Op::SetSlot { slot, from } => {
                let value = get(registers, &code, *from).clone();
                frame.slots[slot.as_u32() as usize] = Some(value);
                continue;
            }
            Op::IsDefined { result, slot } => {
                let defined = frame.slots[slot.as_u32() as usize].is_some();
                registers[*result as usize] = Value::Bool(defined);
                *result
            }
            Op::Enter(handler) => {
                frame.handlers.push(Handler {
                    step: *handler,
                    exceptions: machine.exceptions().len(),
                });
                continue;
            }
            Op::Leave(count) => {
                let left = frame.handlers.len().saturating_sub(*count as usize);
                frame.handlers.truncate(left);
                continue;
            }
            Op::PopException => {
                machine.exceptions().pop();
                continue;
            }
            Op::Unreachable => {
                return Err(Thrown::Unsupported(format!(
                    "`{}` came to code that cannot be reached",
                    code.name
                )))
            }
        };
        if CHECKED {
            checked::check_step(upcast(machine), &code, step, &registers[produced as usize])?;
        }
    }
}

/// Whether two callees dispatch alike.
fn same_callee(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Function(a), Value::Function(b)) => a == b,
        (Value::Type(a), Value::Type(b)) => a == b,
        (Value::Object(a), Value::Object(b)) => a.ty == b.ty,
        _ => false,
    }
}

/// Whether what a site remembers is about this call.
fn is_hit(machine: &mut dyn Linker, site: &CallSite, callee: &Value, args: &[Value]) -> bool {
    site.generation == machine.generation()
        && site.types.len() == args.len()
        && same_callee(&site.callee, callee)
        && args.iter().zip(&site.types).all(|(arg, &expected)| {
            let ty = arg.immediate_type();
            ty.unwrap_or_else(|| machine.dispatch_type(arg)) == expected
        })
}

fn link(
    machine: &mut dyn Linker,
    code: &Code,
    site: u32,
    callee: &Value,
    args: &[Value],
) -> Result<Callable, Thrown> {
    if let Some(cached) = &code.sites.borrow()[site as usize] {
        if is_hit(machine, cached, callee, args) {
            return Ok(cached.target.clone());
        }
    }
    let types: SmallVec<[Type; 4]> = args.iter().map(|arg| machine.dispatch_type(arg)).collect();
    let generation = machine.generation();
    let target = machine.link(callee, args, &types)?;
    code.sites.borrow_mut()[site as usize] = Some(CallSite {
        generation,
        callee: callee.clone(),
        types,
        target: target.clone(),
    });
    Ok(target)
}
