//! What a native function may ask of the interpreter.
//!
//! Natives see the interpreter only through [`Machine`], so they can be tested with a machine of a few lines and know
//! nothing of code, dispatch or the optimiser.

use super::typing::TypeTable;
use super::value::Value;
use crate::ir::Type;
use crate::sym::Sym;
use crate::types::ty;

/// A function implemented in Rust. It dispatches on the run-time values itself, and raises a `MethodError` for values
/// it does not handle.
pub type Native = fn(&mut dyn Machine, &[Value]) -> Result<Value, Thrown>;

/// Why a call did not return.
#[derive(Clone, Debug)]
pub enum Thrown {
    /// A Julia exception; `catch` sees it.
    Exception(Value),
    /// The fuel is spent: an error of the run, which no `catch` sees.
    OutOfFuel,
    /// Something the interpreter does not do, by name; no `catch` sees it.
    Unsupported(String),
    /// A claim of the optimiser's does not hold, in a checked run; no `catch` sees it.
    Claim(String),
}

/// What a native call returns.
pub type Outcome = Result<Value, Thrown>;

/// The interpreter, as natives see it.
pub trait Machine {
    /// The type table.
    fn types(&self) -> &TypeTable;

    /// Calls any callable value, with Julia's dispatch.
    fn call(&mut self, f: &Value, args: &[Value]) -> Outcome;

    /// The exception that the innermost `catch` or `finally` is handling.
    fn current_exception(&mut self) -> Option<Value> {
        None
    }

    /// Whether a method other than a native's stub applies to these arguments: the user's own `show`, `length`, ….
    /// Natives ask before they treat an object by its structure.
    fn has_own_method(&mut self, f: Sym, args: &[Value]) -> bool;

    /// Whether any method applies (`applicable`).
    fn applicable(&mut self, f: &Value, args: &[Value]) -> bool;

    /// Writes to the program's output; `error` selects `stderr`.
    fn write_output(&mut self, text: &str, error: bool);

    /// Accounts for work, one unit per element or step. Fails when the fuel is spent.
    fn burn(&mut self, units: u64) -> Result<(), Thrown>;

    /// How many units are left.
    fn fuel_left(&self) -> u64 {
        u64::MAX
    }

    /// The next number of the program's generator, which is deterministic and seeded.
    fn random(&mut self) -> &mut super::native::random::Generator;

    /// The value of a global, for `Module.name` that is read at run time.
    fn global(&mut self, module: Sym, name: Sym) -> Outcome {
        Err(Thrown::Unsupported(format!(
            "reading the global `{module}.{name}` at run time"
        )))
    }

    /// The inferred result type of a call, for an empty collection of its results; `Any` if it is not known.
    fn result_type(&mut self, _f: &Value, _args: &[Type]) -> Type {
        ty::any()
    }

    /// Calls a named function.
    fn call_named(&mut self, name: &str, args: &[Value]) -> Outcome {
        self.call(&Value::function(name), args)
    }
}
