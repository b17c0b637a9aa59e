//! A function as Julia source.
//!
//! Each value is a local, each block a label; parameters are assigned before the jump, all at once. The result is plain Julia
//! that can be read, saved and loaded behind the program that it comes from, on any Julia since 1.5.
//!
//! ```text
//! function pow(%1 x::Int64, %2 n::Int64)      function pow(x::Int64, n::Int64)
//! b0:                                             (n_3, r) = (n, 1)
//!     goto b1(%2, 1)                              @label b1
//! b1(%3 n::Int64, %4 r::Int64):                   v5 = n_3 > 0
//!     %5 = >(%3, 0)::Bool                         if v5
//!     goto b2 if %5 else b3                           @goto b2
//!                                                 else
//!                                                     @goto b3
//!                                                 end
//! ```
//!
//! | file | what |
//! |---|---|
//! | `names` | a name for every local, none of which hides what the code means |
//! | `call` | the forms of a call: operators, keyword arguments |
//!
//! What types and constants are called in the program, a [`Vocabulary`] says. What has no source form (protected
//! regions, forms kept verbatim) is an error that names it.

mod call;
mod names;

use super::entities::{Block, Const, Inst, Type, Value};
use super::function::{Function, InstKind, Target, Terminator};
use super::print::Numbering;
use super::ValueDef;
use crate::sym::Sym;
use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use std::fmt::Write;

pub use names::{is_identifier, quoted};

/// What a function that is called by its value is to the writer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function like any other.
    Ordinary,
    /// The sorter of keyword arguments: `sorter((k = 1,), f, x)` is `f(x; k = 1)`.
    Sorter,
    /// What finds the sorter of a function.
    SorterOf,
    /// The body of a function with keyword arguments, which have these names: `body(1, f, x)` is `f(x; k = 1)`.
    Body(Vec<Sym>),
    /// The constructor `NamedTuple{names}`.
    NamedTuple(Vec<Sym>),
    /// `tuple`.
    Tuple,
    /// What `[a, b]` calls.
    Vect,
    /// The type of a closure: its objects are made by calling it.
    Closure,
}

/// The words of the program that a function belongs to, in the module where its source is loaded.
pub trait Vocabulary {
    /// An expression whose value is this very constant, or why there is none.
    fn constant(&mut self, constant: Const) -> Result<String, String>;

    /// A type, or why it has no name.
    fn ty(&mut self, ty: Type) -> Result<String, String>;

    /// The elements of a constant tuple, a named one or not.
    fn elements(&mut self, constant: Const) -> Option<Vec<Const>>;

    /// The names of a constant named tuple.
    fn element_names(&mut self, constant: Const) -> Option<Vec<Sym>>;

    /// The element types of a tuple type of known length.
    fn element_types(&mut self, ty: Type) -> Option<Vec<Type>>;

    /// What kind of function a constant is.
    fn callee(&mut self, constant: Const) -> Callee;
}

/// The head under which the source of a function stands.
pub struct Head<'a> {
    /// The function's name there.
    pub name: Sym,
    /// The type of the objects that it is a method of.
    pub object: Option<String>,
    /// Where the function is the body of one with keyword arguments: the method without them, which passes their defaults
    /// on in its only call.
    pub passes: Option<(&'a Function, Inst)>,
}

/// The source of a function, or what in it has none.
pub fn source(
    function: &Function,
    head: &Head,
    words: &mut dyn Vocabulary,
) -> Result<String, String> {
    let mut constants = FxHashMap::default();
    for value in names::used_values(function) {
        if let ValueDef::Const(constant) = function.values[value].def {
            if matches!(
                words.callee(constant),
                Callee::Ordinary | Callee::Tuple | Callee::Closure
            ) {
                constants.insert(constant, words.constant(constant)?);
            }
        }
    }
    let mut types = FxHashMap::default();
    for ty in names::used_types(function) {
        types.insert(ty, words.ty(ty));
    }
    let mut texts: Vec<&str> = constants.values().map(String::as_str).collect();
    texts.extend(types.values().flatten().map(String::as_str));
    let numbering = Numbering::new(function);
    let names = names::locals(function, &numbering, head.name, &texts);
    let mut writer = Writer {
        uses: names::use_counts(function),
        inlined: EntitySet::new(),
        has_new: false,
        slots: names.slots,
        names: names.values,
        spare: names.spare,
        numbering,
        function,
        words,
        constants,
        types,
        out: String::new(),
    };
    writer.find_inlined();
    writer.function(head)?;
    Ok(match writer.has_new {
        // `$(Expr(:new, …))` stands for a form that has no syntax.
        true => format!("@eval {}", writer.out),
        false => writer.out,
    })
}

struct Writer<'a> {
    function: &'a Function,
    words: &'a mut dyn Vocabulary,
    constants: FxHashMap<Const, String>,
    types: FxHashMap<Type, Result<String, String>>,
    numbering: Numbering,
    names: SecondaryMap<Value, String>,
    slots: Vec<String>,
    /// A name that nothing else has, to begin new ones with.
    spare: String,
    uses: SecondaryMap<Value, u32>,
    /// Statements that are written inside the call that they are an operand of.
    inlined: EntitySet<Inst>,
    /// Whether an object is made without a constructor.
    has_new: bool,
    out: String,
}

impl Writer<'_> {
    fn function(&mut self, head: &Head) -> Result<(), String> {
        self.head(head)?;
        let entry = self.function.entry();
        for &block in &self.function.layout {
            if block != entry {
                let _ = writeln!(self.out, "    @label {}", self.label(block));
            }
            for &inst in &self.function.blocks[block].insts {
                if self.inlined.contains(inst) {
                    continue;
                }
                let line = self.statement(inst)?;
                let _ = writeln!(self.out, "    {line}");
            }
            self.terminator(block)?;
        }
        self.out.push_str("end\n");
        Ok(())
    }

    /// The first line, and what stands for parameters that are not in it.
    fn head(&mut self, head: &Head) -> Result<(), String> {
        let function = self.function;
        let params = function.params(function.entry()).to_vec();
        let mut first = Vec::new();
        let mut list = Vec::new();
        let mut name = match &head.object {
            Some(ty) => format!("(::{ty})"),
            None => quoted(head.name),
        };
        match head.passes {
            Some((outer, call)) => {
                let given: Vec<Value> = outer.operands(call).skip(1).collect();
                let outside = outer.params(outer.entry());
                let mut written: FxHashMap<Value, String> = FxHashMap::default();
                for (&param, &given) in params.iter().zip(&given) {
                    let is_constant = matches!(outer.values[given].def, ValueDef::Const(_));
                    if is_constant && self.uses[param] == 0 {
                        continue;
                    }
                    if let ValueDef::Const(constant) = outer.values[given].def {
                        let text = self.words.constant(constant)?;
                        first.push(format!("{} = {text}", self.names[param]));
                    } else if let Some(other) = written.get(&given) {
                        first.push(format!("{} = {other}", self.names[param]));
                    } else {
                        written.insert(given, self.names[param].clone());
                    }
                }
                for (at, &param) in outside.iter().enumerate() {
                    if outer.has_self && at == 0 {
                        continue;
                    }
                    if outer.is_va && at + 1 == outside.len() {
                        return Err(
                            "keyword arguments behind a variable number of arguments".into()
                        );
                    }
                    let ty = self.words.ty(outer.values[param].ty)?;
                    let name = written.get(&param).map_or("", String::as_str);
                    list.push(format!("{name}::{ty}"));
                }
            }
            None => {
                let mut params = &params[..];
                if let (true, [this, rest @ ..]) = (function.has_self, params) {
                    params = rest;
                    let ty = match &head.object {
                        Some(ty) => Ok(ty.clone()),
                        None => self.ty(function.values[*this].ty),
                    };
                    if self.uses[*this] > 0 {
                        let ty = ty?;
                        name = format!("({}::{ty})", self.names[*this]);
                    }
                }
                for (at, &param) in params.iter().enumerate() {
                    let (ty, name) = (function.values[param].ty, self.names[param].clone());
                    if !function.is_va || at + 1 < params.len() {
                        list.push(format!("{name}::{}", self.ty(ty)?));
                        continue;
                    }
                    let Some(types) = self.words.element_types(ty) else {
                        return Err("a variable number of arguments of unknown length".into());
                    };
                    let parts: Vec<String> = (1..=types.len())
                        .map(|number| format!("{}{number}", self.spare))
                        .collect();
                    for (part, ty) in parts.iter().zip(types) {
                        list.push(format!("{part}::{}", self.words.ty(ty)?));
                    }
                    let comma = if parts.len() == 1 { "," } else { "" };
                    first.push(format!("{name} = ({}{comma})", parts.join(", ")));
                }
            }
        }
        let _ = writeln!(self.out, "function {name}({})", list.join(", "));
        for line in first {
            let _ = writeln!(self.out, "    {line}");
        }
        Ok(())
    }

    fn label(&self, block: Block) -> String {
        format!("b{}", self.numbering.blocks[block])
    }

    fn ty(&self, ty: Type) -> Result<String, String> {
        match self.types.get(&ty) {
            Some(text) => text.clone(),
            None => Err("a type that the function does not mention".into()),
        }
    }

    fn value(&mut self, value: Value) -> Result<String, String> {
        match self.function.values[value].def {
            ValueDef::Const(constant) => match self.constants.get(&constant) {
                Some(text) => Ok(text.clone()),
                None => self.words.constant(constant),
            },
            _ => Ok(self.names[value].clone()),
        }
    }

    fn values(&mut self, values: &[Value]) -> Result<Vec<String>, String> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    fn statement(&mut self, inst: Inst) -> Result<String, String> {
        let function = self.function;
        let data = &function.insts[inst];
        let result = self.names[data.result].clone();
        let code = match &data.kind {
            InstKind::Call { callee, args } => {
                let call = self.call(*callee, function.slice(args))?;
                if data.inbounds {
                    format!("@inbounds({call})")
                } else {
                    call
                }
            }
            InstKind::Pi { value, .. } => {
                let value = self.value(*value)?;
                // What a test has proved holds without being said.
                match self.ty(function.values[data.result].ty) {
                    Ok(ty) => format!("{value}::{ty}"),
                    Err(_) => value,
                }
            }
            InstKind::GetGlobal { module, name } => match module {
                Some(module) => format!("{module}.{}", quoted(*name)),
                None => quoted(*name),
            },
            InstKind::GetSlot(slot) => self.slots[slot.as_u32() as usize].clone(),
            InstKind::SetSlot(slot, value) => {
                let value = self.value(*value)?;
                return Ok(format!("{} = {value}", self.slots[slot.as_u32() as usize]));
            }
            InstKind::IsDefined(slot) => {
                format!("@isdefined({})", self.slots[slot.as_u32() as usize])
            }
            InstKind::New { ty, args } if self.callee(*ty) == Callee::Closure => {
                let ty = self.value(*ty)?;
                let args = self.values(function.slice(args))?;
                format!("{ty}({})", args.join(", "))
            }
            InstKind::New { ty, args } => {
                self.has_new = true;
                let mut parts = vec![self.value(*ty)?];
                parts.extend(self.values(function.slice(args))?);
                let parts: Vec<String> = parts.iter().map(|part| format!(":({part})")).collect();
                format!("$(Expr(:new, {}))", parts.join(", "))
            }
            InstKind::Opaque { head, .. } => return Err(format!("`{head}` has no source")),
            InstKind::Leave(_) | InstKind::PopException(_) => {
                return Err("a protected region has no source in this form".into())
            }
        };
        Ok(format!("{result} = {code}"))
    }

    fn jump(&mut self, target: &Target, indent: &str) -> Result<(), String> {
        let params = self.function.params(target.block).to_vec();
        let args = self.values(self.function.slice(&target.args))?;
        let names: Vec<String> = params.iter().map(|&it| self.names[it].clone()).collect();
        match (&names[..], &args[..]) {
            ([], _) => {}
            ([name], [arg]) => {
                let _ = writeln!(self.out, "{indent}{name} = {arg}");
            }
            _ => {
                let _ = writeln!(
                    self.out,
                    "{indent}({}) = ({})",
                    names.join(", "),
                    args.join(", ")
                );
            }
        }
        let _ = writeln!(self.out, "{indent}@goto {}", self.label(target.block));
        Ok(())
    }

    fn terminator(&mut self, block: Block) -> Result<(), String> {
        match &self.function.blocks[block].term {
            Terminator::Jump(target) => self.jump(target, "    ")?,
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.value(*cond)?;
                let _ = writeln!(self.out, "    if {cond}");
                self.jump(then, "        ")?;
                self.out.push_str("    else\n");
                self.jump(otherwise, "        ")?;
                self.out.push_str("    end\n");
            }
            Terminator::Return(value) => {
                let value = self.value(*value)?;
                let _ = writeln!(self.out, "    return {value}");
            }
            // The statement before does not come back; Julia would go on below.
            Terminator::Unreachable => self
                .out
                .push_str("    Base.error(\"this place is never reached\")\n"),
            Terminator::Enter { .. } => {
                return Err("a protected region has no source in this form".into())
            }
        }
        Ok(())
    }
}
