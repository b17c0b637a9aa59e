//! Running code on the embedded host: dispatch, globals, objects, output, fuel.

use super::bodies::{make_version, Runs};
use super::names::Found;
use super::{Binding, Embedded, MethodBody};
use crate::effects::Effects;
use crate::host::Known;
use crate::interp::checked::{watch, Event};
use crate::interp::code::{compile, Code};
use crate::interp::exec::{self, Callable, Depth, Linker};
use crate::interp::machine::{Machine, Outcome, Thrown};
use crate::interp::native::{self, random::Generator};
use crate::interp::{exception, typing, Object, Value};
use crate::ir::slots::Literal;
use crate::ir::{ssa, verify, Const, Function, Type};
use crate::methods::{self, MethodId};
use crate::sym::Sym;
use crate::types::{family, plain_name, ty, TypeTable};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Where the output of a program goes.
pub enum Output {
    /// Kept, in order, `stderr` included.
    Captured(String),
    /// Given to this function at once: the text, and whether it is for `stderr`.
    Streams(fn(&str, bool)),
}

/// What a run needs besides definitions.
pub struct Run {
    /// Where output goes.
    pub output: Output,
    /// Steps left.
    pub fuel: u64,
    random: Generator,
    exceptions: Vec<Value>,
    depth: Depth,
}

/// Steps that a run may take unless told otherwise.
pub const DEFAULT_FUEL: u64 = 1_000_000_000;

impl Default for Run {
    fn default() -> Run {
        Run {
            output: Output::Captured(String::new()),
            fuel: DEFAULT_FUEL,
            random: Generator::new(0),
            exceptions: Vec::new(),
            depth: Depth::default(),
        }
    }
}

impl Run {
    /// A run with this output and fuel.
    pub fn new(output: Output, fuel: u64) -> Run {
        Run {
            output,
            fuel,
            ..Run::default()
        }
    }
}

/// The value of a literal.
pub(super) fn literal_value(literal: &Literal) -> Value {
    use crate::interp::IntKind;
    match literal {
        Literal::Nothing => Value::Nothing,
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Int(value) => Value::Int64(*value),
        Literal::UInt(bits, value) => {
            let kind = match bits {
                8 => IntKind::U8,
                16 => IntKind::U16,
                32 => IntKind::U32,
                64 => IntKind::U64,
                _ => IntKind::U128,
            };
            Value::int(kind, *value as i128)
        }
        Literal::Int128(value) => Value::int(IntKind::I128, *value),
        Literal::Float64(value) => Value::Float64(*value),
        Literal::Float32(value) => Value::Float32(*value),
        Literal::Char(value) => Value::Char(*value),
        Literal::Str(bytes) => Value::string(bytes),
        Literal::Symbol(name) => Value::Symbol(*name),
    }
}

/// The function that sorts the keywords of `f`, as `Core.kwfunc` names it.
pub(super) fn keyword_sorter(types: &TypeTable, f: &Value) -> Option<Value> {
    let name = match f {
        Value::Function(name) => name.to_string(),
        Value::Type(of) => types.family_name(types.family_of(*of)?).to_string(),
        Value::Object(object) => types.family_name(types.family_of(object.ty)?).to_string(),
        _ => return None,
    };
    Some(Value::Function(Sym::new(&format!("{name}##kw"))))
}

impl Embedded {
    /// Calls a value with dispatch; output goes where [`Run::output`] says.
    pub fn call_value(&mut self, callee: &Value, args: &[Value]) -> Outcome {
        if self.checking.on {
            self.checked_call(callee, args)
        } else {
            exec::call(self, callee, args)
        }
    }

    /// Runs a typed function of this host, such as an optimised one.
    pub fn run_function(&mut self, function: &Function, args: &[Value]) -> Outcome {
        let code = if self.checking.on {
            self.function_with_claims(function)
        } else {
            compile(function, |constant| self.constants.get(constant).clone())
        };
        self.apart(|host| exec::run(host, Rc::new(code), &Value::Nothing, args))
    }

    /// Runs a typed function of this host, and checks the sizes that its values are claimed to have.
    pub fn run_with_sizes(
        &mut self,
        function: &Function,
        args: &[Value],
        sizes: &FxHashMap<crate::ir::Value, Vec<f64>>,
    ) -> Outcome {
        let mut code = self.function_with_claims(function);
        let steps = code.claims.iter_mut().flat_map(|claims| &mut claims.steps);
        for claim in steps.flatten() {
            let sizes = claim.value.and_then(|value| sizes.get(&value));
            claim.sizes = sizes.map(|sizes| sizes.clone().into());
        }
        self.apart(|host| exec::run(host, Rc::new(code), &Value::Nothing, args))
    }

    /// Evaluates a call at compile time with its own fuel, leaving the run's state as it was. It is claimed to have
    /// these effects at most.
    pub(super) fn call_limited(
        &mut self,
        callee: &Value,
        args: &[Value],
        fuel: u64,
        effects: Effects,
    ) -> Outcome {
        let run = Run {
            fuel,
            ..Run::default()
        };
        let outer = std::mem::replace(&mut self.run, run);
        let outcome = if self.checking.on {
            self.checked_fold(callee, args, effects)
        } else {
            exec::call(self, callee, args)
        };
        self.run = outer;
        outcome
    }

    /// The type that a value dispatches on: `Type{T}` for a type.
    pub(super) fn dispatch_type_of(&mut self, value: &Value) -> Type {
        match value {
            Value::Type(of) => self.types.type_of_type(*of),
            _ => value.type_of(&self.types),
        }
    }

    /// The method that a call dispatches to.
    fn dispatch(&mut self, callee: &Value, types: &[Type]) -> Dispatch {
        let mut all: smallvec::SmallVec<[Type; 6]> = smallvec::SmallVec::new();
        all.push(self.dispatch_type_of(callee));
        all.extend_from_slice(types);
        match self.methods.lookup(&self.types, &all) {
            methods::Dispatch::Unique(method, _) => Dispatch::Method(method),
            methods::Dispatch::None => Dispatch::None,
            methods::Dispatch::Ambiguous(methods) => Dispatch::Ambiguous(methods),
        }
    }

    /// Code of a method for argument types; one per binding of its static parameters.
    fn code_of(
        &mut self,
        method: MethodId,
        callee: &Value,
        types: &[Type],
    ) -> Result<Rc<Code>, Thrown> {
        let mut all = vec![self.dispatch_type_of(callee)];
        all.extend(types);
        if let Some(code) = self.checked_code(method, &all) {
            return Ok(code);
        }
        let statics = self.static_params(method, &all);
        let key = (method, statics);
        if let Some(code) = self.compiled.get(&key) {
            return Ok(code.clone());
        }
        let body = self.method(method);
        let MethodBody::Code(slots) = &body.body else {
            return Err(Thrown::Unsupported(format!(
                "`{}` has no body",
                plain_name(body.name)
            )));
        };
        let slots = slots.clone();
        // Types are not needed to run; only whether the function object is a parameter depends on its type.
        let mut arguments = vec![ty::any(); slots.nargs as usize];
        arguments[0] = all[0];
        let function = ssa::construct(&slots, &arguments, &key.1, self)
            .map_err(|error| Thrown::Unsupported(error.to_string()))?;
        verify::verify(&function).map_err(|error| Thrown::Unsupported(error.to_string()))?;
        let code = Rc::new(compile(&function, |constant| {
            self.constants.get(constant).clone()
        }));
        self.compiled.insert(key, code.clone());
        Ok(code)
    }

    /// Runs top-level code and gives its value.
    pub(super) fn run_thunk(&mut self, code: &crate::ir::slots::SlotCode) -> Outcome {
        let arguments = vec![ty::nothing(); code.nargs as usize];
        let function = ssa::construct(code, &arguments, &[], self)
            .map_err(|error| Thrown::Unsupported(error.to_string()))?;
        let code = compile(&function, |constant| self.constants.get(constant).clone());
        self.apart(|host| exec::run(host, Rc::new(code), &Value::Nothing, &[]))
    }
}

/// Makes an object of the first argument, with the others as its fields.
fn default_constructor(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(of), fields @ ..] => {
            Ok(Object::create(m.types(), *of, fields.iter().cloned()))
        }
        _ => Err(Thrown::Unsupported("a constructor without its type".into())),
    }
}

/// Call sites remember what they have called last: functions that call each other would hold each other for ever.
impl Drop for Embedded {
    fn drop(&mut self) {
        let code = self.compiled.values().chain(self.checking.all_code());
        for code in code.chain(self.versions.all_code()) {
            code.sites.borrow_mut().fill(None);
        }
    }
}

enum Dispatch {
    Method(MethodId),
    None,
    Ambiguous(Vec<MethodId>),
}

impl Machine for Embedded {
    fn types(&self) -> &TypeTable {
        &self.types
    }

    fn call(&mut self, f: &Value, args: &[Value]) -> Outcome {
        exec::call(self, f, args)
    }

    fn current_exception(&mut self) -> Option<Value> {
        self.run.exceptions.last().cloned()
    }

    fn has_own_method(&mut self, f: Sym, args: &[Value]) -> bool {
        let types: Vec<Type> = args.iter().map(|arg| self.dispatch_type_of(arg)).collect();
        match self.dispatch(&Value::Function(f), &types) {
            Dispatch::Method(method) => !matches!(self.method(method).body, MethodBody::Stub(_)),
            _ => false,
        }
    }

    fn applicable(&mut self, f: &Value, args: &[Value]) -> bool {
        let types: Vec<Type> = args.iter().map(|arg| self.dispatch_type_of(arg)).collect();
        !matches!(self.dispatch(f, &types), Dispatch::None)
    }

    fn write_output(&mut self, text: &str, error: bool) {
        watch::touch(Event::Output, watch::ALWAYS);
        match &mut self.run.output {
            Output::Captured(kept) => kept.push_str(text),
            Output::Streams(write) => write(text, error),
        }
    }

    fn burn(&mut self, units: u64) -> Result<(), Thrown> {
        match self.run.fuel.checked_sub(units) {
            Some(left) => {
                self.run.fuel = left;
                Ok(())
            }
            None => {
                self.run.fuel = 0;
                Err(Thrown::OutOfFuel)
            }
        }
    }

    fn fuel_left(&self) -> u64 {
        self.run.fuel
    }

    fn global(&mut self, module: Sym, name: Sym) -> Outcome {
        self.get_global(Some(module), name)
    }

    fn result_type(&mut self, f: &Value, args: &[Type]) -> Type {
        let constant = self.constants.intern(f);
        let f = Known {
            ty: self.dispatch_type_of(f),
            constant: Some(constant),
        };
        let args: Vec<Known> = args
            .iter()
            .map(|&ty| Known { ty, constant: None })
            .collect();
        let provisional = self.inference.specializations.provisional;
        let info = self.infer_call(f, &args);
        if self.inference.specializations.provisional != provisional {
            // Asked inside inference, of a recursive function that has only an estimate: this run ends without an answer.
            self.run.fuel = 0;
        }
        info.map_or(ty::any(), |info| info.result.ty)
    }

    fn random(&mut self) -> &mut Generator {
        watch::touch(Event::Random, watch::ALWAYS);
        watch::touch(Event::Draw, watch::ALWAYS);
        &mut self.run.random
    }
}

impl Linker for Embedded {
    fn link(&mut self, callee: &Value, args: &[Value], types: &[Type]) -> Result<Callable, Thrown> {
        match self.version_of(callee, types) {
            Some(Runs::Code(code)) => return Ok(Callable::Code(code)),
            Some(Runs::Original(original)) => return self.link(&original, args, types),
            Some(Runs::Maker) => return Ok(Callable::Constructor(make_version)),
            None => {}
        }
        match self.dispatch(callee, types) {
            Dispatch::Method(method) => match self.method(method).body {
                MethodBody::Code(_) => Ok(Callable::Code(self.code_of(method, callee, types)?)),
                MethodBody::Stub(_) => {
                    let name = self.method(method).name;
                    match native::lookup(name.as_str()) {
                        Some(native) if matches!(callee, Value::Type(_)) => {
                            Ok(Callable::Constructor(native))
                        }
                        Some(native) => Ok(Callable::Native(native)),
                        None => Err(Thrown::Unsupported(format!(
                            "`{name}` is declared by a stub and has no implementation here"
                        ))),
                    }
                }
            },
            Dispatch::Ambiguous(methods) => {
                let given: Vec<String> = types
                    .iter()
                    .map(|&of| format!("::{}", self.types.show(of)))
                    .collect();
                let shown: Vec<String> = methods
                    .iter()
                    .map(|&method| self.types.show(self.methods.method(method).sig))
                    .collect();
                let name = plain_name(self.method(methods[0]).name);
                let message = format!(
                    "MethodError: {name}({}) is ambiguous; candidates: {}",
                    given.join(", "),
                    shown.join(", ")
                );
                Err(exception::error(self, message))
            }
            // A native runs only where a stub declares it: inference must know every method that there is.
            Dispatch::None => match callee {
                Value::Type(of)
                    if *of == ty::boxed() || self.types.is_singleton(*of) && args.is_empty() =>
                {
                    Ok(Callable::Constructor(default_constructor))
                }
                callee => Err(exception::no_method(self, callee, args)),
            },
        }
    }

    fn dispatch_type(&mut self, value: &Value) -> Type {
        self.dispatch_type_of(value)
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn get_global(&mut self, module: Option<Sym>, name: Sym) -> Outcome {
        match self.look_up(module, name) {
            Some(Found::Constant(value)) => Ok(value),
            Some(Found::Variable(value)) => {
                watch::touch(Event::Read, watch::ALWAYS);
                watch::touch_global(watch::ALWAYS, 0);
                Ok(value)
            }
            None => Err(exception::undef_var_error(self, name)),
        }
    }

    fn make(&mut self, of: &Value, fields: &[Value]) -> Outcome {
        let Value::Type(of) = *of else {
            return Err(Thrown::Unsupported(
                "`new` of something that is not a type".into(),
            ));
        };
        let concrete = if self.types.is_concrete(of) {
            of
        } else {
            let types: Vec<Type> = fields
                .iter()
                .map(|field| field.type_of(&self.types))
                .collect();
            self.types.instantiate(of, &types).unwrap_or(of)
        };
        if concrete == ty::nothing() {
            return Ok(Value::Nothing);
        }
        Ok(Object::create(
            &self.types,
            concrete,
            fields.iter().cloned(),
        ))
    }

    fn opaque(&mut self, head: Sym, args: &[Value], _payload: Option<Const>) -> Outcome {
        match (head.as_str(), args) {
            ("the_exception", _) => Ok(self
                .run
                .exceptions
                .last()
                .cloned()
                .unwrap_or(Value::Nothing)),
            ("boundscheck", _) => Ok(Value::Bool(true)),
            ("loopinfo" | "gc_preserve_begin" | "gc_preserve_end", _) => Ok(Value::Nothing),
            ("copyast", [value]) => Ok(value.clone()),
            ("globalset", [Value::Symbol(name), value, ..]) => {
                if let Some(Binding::Constant(_)) = self.globals.get(name) {
                    let message = format!("invalid redefinition of constant {name}");
                    return Err(exception::error(self, message));
                }
                watch::touch(Event::Write, watch::ALWAYS);
                watch::touch_global(watch::ALWAYS, 0);
                self.globals.insert(*name, Binding::Variable(value.clone()));
                Ok(value.clone())
            }
            _ => Err(Thrown::Unsupported(format!("`{head}`"))),
        }
    }

    fn exceptions(&mut self) -> &mut Vec<Value> {
        &mut self.run.exceptions
    }

    fn depth(&mut self) -> &mut Depth {
        &mut self.run.depth
    }
}

impl Embedded {
    /// What the static parameters of a method are for argument types, the function object's first.
    ///
    /// One that abstract arguments leave open is not known.
    pub(super) fn static_params(&mut self, method: MethodId, types: &[Type]) -> Vec<Option<Const>> {
        let exact = types.iter().all(|&of| self.types.is_dispatch_leaf(of));
        self.where_bindings(method, types)
            .into_iter()
            .map(|(_, bound)| {
                let value = self.param_value(bound.filter(|_| exact)?);
                Some(self.constants.intern(&value))
            })
            .collect()
    }

    /// A type parameter as a value.
    pub(super) fn param_value(&self, param: Type) -> Value {
        match self.types.param(param) {
            crate::types::Param::Value(value) => {
                typing::constant(&value).unwrap_or(Value::Type(param))
            }
            crate::types::Param::Type(of) => Value::Type(of),
        }
    }

    /// The `where` variables of a method with what they stand for, in order.
    pub(super) fn where_bindings(
        &mut self,
        method: MethodId,
        types: &[Type],
    ) -> Vec<(Sym, Option<Type>)> {
        let body = self.method(method);
        if body.type_vars.is_empty() {
            return Vec::new();
        }
        let args = self.types.tuple(types);
        let bound = self
            .types
            .match_with_vars(self.methods.method(method).sig, args);
        let names = body.type_vars.clone();
        match bound {
            Some(bound) => names.into_iter().zip(bound).collect(),
            None => names.into_iter().map(|name| (name, None)).collect(),
        }
    }

    /// Whether a type is a tuple type.
    pub(super) fn is_tuple(&self, of: Type) -> bool {
        matches!(self.types.data(of), crate::types::TypeData::Tuple(..))
    }

    /// The name, if a type is the type of a named function.
    pub(super) fn function_name(&self, of: Type) -> Option<Sym> {
        if self.types.family_of(of)? != family::named_function() {
            return None;
        }
        match self.types.parameter(of, 0)? {
            crate::types::Param::Value(crate::types::Value::Sym(name)) => Some(name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Source;

    #[test]
    fn recursive_functions_go_with_their_host() {
        let mut host = Embedded::new();
        let text = "even(n) = n == 0 ? true : odd(n - 1)\nodd(n) = n == 0 ? false : even(n - 1)";
        assert!(host.load(Source::new("t.jl", text)).is_empty());
        let even = host.call_value(&Value::function("even"), &[Value::Int64(9)]);
        assert!(matches!(even, Ok(Value::Bool(false))));
        let code: Vec<_> = host.compiled.values().map(Rc::downgrade).collect();
        assert!(code.len() >= 2);
        drop(host);
        assert!(code.iter().all(|code| code.upgrade().is_none()));
    }
}
