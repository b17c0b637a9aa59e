//! What is claimed of each step of a function.

use super::super::code::Code;
use super::super::egal::egal;
use super::super::kind::Kind;
use super::super::typing::{self, TypeTable};
use super::super::value::Value;
use super::{watch, Subject};
use crate::effects::Effects;
use crate::ir::{Function, InstKind, Type, ValueDef};
use crate::types::plain_name;
use std::cell::Cell;

/// What is claimed of a value, and of the call that gives it.
pub struct Claim {
    /// The value.
    pub value: Option<crate::ir::Value>,
    /// Its inferred type.
    pub ty: Type,
    /// What it is said to be.
    pub constant: Option<Value>,
    /// What the call may do; everything, if it is no call.
    pub effects: Effects,
    /// Whether the type may lead to mutable memory.
    pub mutable: bool,
    /// Whether the call is said to write to its first argument only, and to return it.
    pub only_first: bool,
    /// The sizes that the value is said to have: of an array, an integer, or a tuple of them.
    pub sizes: Option<Box<[f64]>>,
    /// The type that the last value had, which fits.
    fits: Cell<Option<Type>>,
}

impl Claim {
    /// A claim of a value.
    pub fn new(
        value: Option<crate::ir::Value>,
        ty: Type,
        constant: Option<Value>,
        effects: Effects,
        mutable: bool,
    ) -> Claim {
        Claim {
            value,
            ty,
            constant,
            effects,
            mutable,
            only_first: false,
            sizes: None,
            fits: Cell::new(None),
        }
    }

    /// Whether a value is as claimed; else, what is wrong.
    pub fn check(&self, types: &TypeTable, value: &Value) -> Result<(), String> {
        let actual = value.immediate_type();
        if actual != Some(self.ty) && (actual.is_none() || actual != self.fits.get()) {
            if !typing::is_instance(types, value, self.ty) {
                return Err(format!(
                    "is claimed to be of type `{}` and is of type `{}`",
                    types.show(self.ty),
                    types.show(value.type_of(types))
                ));
            }
            self.fits.set(actual);
        }
        // Sizes are computed as floating-point numbers: integers that those do not hold are the sizes of nothing.
        let is_size = |size: &f64| size.abs() < LARGEST_SIZE;
        if let Some(claimed) = self
            .sizes
            .as_ref()
            .filter(|sizes| sizes.iter().all(is_size))
        {
            // To ask is no access of the program.
            let outer = watch::suspend();
            let actual = sizes(value);
            watch::resume(outer);
            if let Some(actual) = actual.filter(|actual| claimed[..] != actual[..]) {
                return Err(format!(
                    "is claimed to have sizes {claimed:?} and has {actual:?}"
                ));
            }
        }
        match &self.constant {
            Some(constant) if !egal(constant, value) => {
                Err("is claimed to be a constant that it is not".into())
            }
            _ => Ok(()),
        }
    }
}

/// All integers below this are floating-point numbers.
const LARGEST_SIZE: f64 = 9_007_199_254_740_992.0;

/// The sizes of an array, an integer, a tuple of integers.
fn sizes(value: &Value) -> Option<Vec<f64>> {
    let of_inner = |value: &Value| match value {
        Value::Array(array) => Some(array.dims().iter().map(|&size| size as f64).collect()),
        _ => None,
    };
    match value {
        Value::Int64(number) => Some(vec![*number as f64]),
        Value::Tuple(items) => items
            .iter()
            .map(|item| item.as_i64().map(|number| number as f64))
            .collect(),
        Value::Object(object) => {
            let mut sizes: Vec<f64> = of_inner(&object.field(0)?)?;
            match object.kind {
                Kind::Transpose | Kind::Adjoint => {
                    sizes.resize(2, 1.0);
                    sizes.reverse();
                    Some(sizes)
                }
                Kind::Symmetric | Kind::UpperTriangular | Kind::LowerTriangular => Some(sizes),
                _ => None,
            }
        }
        array => of_inner(array),
    }
}

/// What is claimed of a function.
pub struct Claims {
    /// Its typed form.
    pub function: Function,
    /// What calling it may do.
    pub effects: Effects,
    /// What it returns.
    pub result: Claim,
    /// By step: what is claimed of the value that it produces.
    pub steps: Vec<Option<Claim>>,
}

/// "the call `wrap(::Int64)` of `f` (t.jl:3:5)".
pub fn describe(types: &TypeTable, subject: &Subject) -> String {
    match subject {
        Subject::Call(callee, args) | Subject::Fold(callee, args) => {
            let args: Vec<String> = args
                .iter()
                .map(|arg| format!("::{}", types.show(arg.type_of(types))))
                .collect();
            let callee = match callee {
                Value::Function(name) => plain_name(*name).to_string(),
                other => types.show(other.type_of(types)),
            };
            let args = args.join(", ");
            let when = match subject {
                Subject::Fold(..) => ", evaluated at compile time,",
                _ => "",
            };
            format!("the call `{callee}({args})`{when}")
        }
        Subject::Whole(code) => match &code.claims {
            Some(claims) => format!("the function {}", signature(types, claims)),
            None => format!("the function `{}`", code.name),
        },
        Subject::Step(code, step) => match (&code.claims, code.claim(*step)) {
            (Some(claims), Some(claim)) => describe_step(types, code, claims, claim),
            _ => format!("a step of `{}`", code.name),
        },
    }
}

fn signature(types: &TypeTable, claims: &Claims) -> String {
    let function = &claims.function;
    let params = function.params(function.entry());
    let params: Vec<String> = params
        .iter()
        .skip(usize::from(function.has_self))
        .map(|&param| format!("::{}", types.show(function.values[param].ty)))
        .collect();
    format!("`{}({})`", function.name, params.join(", "))
}

fn describe_step(types: &TypeTable, code: &Code, claims: &Claims, claim: &Claim) -> String {
    let function = &claims.function;
    let Some(value) = claim.value else {
        return format!("a value of `{}`", code.name);
    };
    let name = function.values[value].name;
    let (what, span) = match function.values[value].def {
        ValueDef::Result(inst) => {
            let data = &function.insts[inst];
            let what = match &data.kind {
                InstKind::Call { callee, args } => {
                    let args: Vec<String> = function
                        .slice(args)
                        .iter()
                        .map(|&arg| operand(types, code, function, arg))
                        .collect();
                    let callee = operand(types, code, function, *callee);
                    format!("the call `{callee}({})`", args.join(", "))
                }
                InstKind::New { .. } => "the new object".into(),
                InstKind::Pi { .. } => match name {
                    Some(name) => format!("the narrowed `{name}`"),
                    None => "a narrowed value".into(),
                },
                _ => "a statement".into(),
            };
            (what, Some(data.span))
        }
        _ => match name {
            Some(name) => (format!("the variable `{name}`"), None),
            None => ("a variable".into(), None),
        },
    };
    let at = match (&function.source, span) {
        (Some(source), Some(span)) if span.start < span.end => {
            let (line, column) = source.line_column(span.start);
            format!(" ({}:{line}:{column})", source.name())
        }
        _ => String::new(),
    };
    format!("{what} of {}{at}", signature(types, claims))
}

/// The constant that an operand is: code has the constants of a function in the order of its values.
fn constant<'a>(code: &'a Code, function: &Function, of: crate::ir::Value) -> Option<&'a Value> {
    let is_constant =
        |value: crate::ir::Value| matches!(function.values[value].def, ValueDef::Const(_));
    if !is_constant(of) {
        return None;
    }
    let before = function.values.keys().take_while(|&value| value != of);
    code.constants
        .get(before.filter(|&value| is_constant(value)).count())
}

/// An operand: a constant as itself where it is short, anything else by its type.
fn operand(types: &TypeTable, code: &Code, function: &Function, value: crate::ir::Value) -> String {
    match constant(code, function, value) {
        Some(Value::Function(name)) => plain_name(*name).to_string(),
        Some(Value::Type(of)) => types.show(*of),
        Some(Value::Int64(x)) => x.to_string(),
        Some(Value::Bool(x)) => x.to_string(),
        _ => format!("::{}", types.show(function.values[value].ty)),
    }
}
