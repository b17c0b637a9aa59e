//! The interpreter loop.
//!
//! Calls between interpreted functions push a frame on an explicit stack, so deep Julia recursion does not recurse
//! here; only a native that calls back (`map(f, xs)`) does. Each call has an inline cache: the callee and argument
//! types it last saw, and what they dispatched to.
//!
//! Frames share one stack of registers. Every step burns one unit of fuel, paid at the end of a block; natives burn for
//! the elements they visit. When the fuel is spent the run ends
//! with [`Thrown::OutOfFuel`], which no `catch` sees, so a loop that never ends is an error and not a hang.

use super::code::{Code, Op, Operand};
use super::exception;
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
    match machine.link(callee, args, &types)? {
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
    push_frame(machine, &mut stack, code, callee, args, 0)?;
    let outcome = run_stack(machine, &mut stack);
    machine.depth().frames = base;
    outcome
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
        code,
    });
    Ok(())
}

fn run_stack(machine: &mut dyn Linker, stack: &mut Stack) -> Outcome {
    loop {
        match step_frame(machine, stack) {
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
        stack.pop(machine);
    }
    Err(Thrown::Exception(thrown))
}

/// Runs the innermost frame until it calls, returns or throws. A value is the result of the outermost frame.
fn step_frame(machine: &mut dyn Linker, stack: &mut Stack) -> Result<Option<Value>, Thrown> {
    let Some(frame) = stack.frames.last_mut() else {
        return Ok(Some(Value::Nothing));
    };
    let code = frame.code.clone();
    let registers = &mut stack.registers[frame.base..];
    // Steps since fuel was last paid.
    let mut steps = 0;
    loop {
        steps += 1;
        let op = &code.ops[frame.step as usize];
        frame.step += 1;
        match op {
            Op::Move { result, from } => {
                let value = get(registers, &code, *from).clone();
                registers[*result as usize] = value;
            }
            Op::Jump(target) => {
                machine.burn(std::mem::take(&mut steps))?;
                frame.step = *target;
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
                        let expected = Value::Type(crate::host::types::ty::bool());
                        return Err(exception::type_error(
                            upcast(machine),
                            "if",
                            "",
                            expected,
                            got,
                        ));
                    }
                }
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
                match link(machine, &code, *site, &callee, &args)? {
                    Callable::Native(native) => {
                        registers[*result as usize] = native_call(machine, native, &args)?;
                    }
                    Callable::Constructor(native) => {
                        let args: Args = std::iter::once(callee).chain(args).collect();
                        registers[*result as usize] = native_call(machine, native, &args)?;
                    }
                    Callable::Code(target) => {
                        machine.burn(steps)?;
                        push_frame(machine, stack, target, &callee, &args, *result)?;
                        return Ok(None);
                    }
                }
            }
            Op::Return(from) => {
                let value = get(registers, &code, *from).clone();
                let result = frame.result as usize;
                machine.burn(steps)?;
                stack.pop(machine);
                return Ok(match stack.frames.last() {
                    Some(caller) => {
                        stack.registers[caller.base + result] = value;
                        None
                    }
                    None => Some(value),
                });
            }
            Op::New { result, ty, args } => {
                let fields: Args = code
                    .list(*args)
                    .iter()
                    .map(|&operand| get(registers, &code, operand).clone())
                    .collect();
                let ty = get(registers, &code, *ty).clone();
                registers[*result as usize] = machine.make(&ty, &fields)?;
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
            }
            Op::GetGlobal {
                result,
                module,
                name,
            } => {
                registers[*result as usize] = machine.get_global(*module, *name)?;
            }
            Op::GetSlot { result, slot } => match &frame.slots[slot.as_u32() as usize] {
                Some(value) => registers[*result as usize] = value.clone(),
                None => {
                    let name = code.slot_names[slot.as_u32() as usize];
                    return Err(exception::undef_var_error(upcast(machine), name));
                }
            },
            Op::SetSlot { slot, from } => {
                let value = get(registers, &code, *from).clone();
                frame.slots[slot.as_u32() as usize] = Some(value);
            }
            Op::IsDefined { result, slot } => {
                let defined = frame.slots[slot.as_u32() as usize].is_some();
                registers[*result as usize] = Value::Bool(defined);
            }
            Op::Enter(handler) => frame.handlers.push(Handler {
                step: *handler,
                exceptions: machine.exceptions().len(),
            }),
            Op::Leave(count) => {
                let left = frame.handlers.len().saturating_sub(*count as usize);
                frame.handlers.truncate(left);
            }
            Op::PopException => {
                machine.exceptions().pop();
            }
            Op::Unreachable => {
                return Err(Thrown::Unsupported(format!(
                    "`{}` came to code that cannot be reached",
                    code.name
                )))
            }
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
