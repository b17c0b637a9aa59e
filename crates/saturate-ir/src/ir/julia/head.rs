//! The first line of a function.

use super::names::quoted;
use super::Writer;
use crate::ir::entities::{Inst, Value};
use crate::ir::function::Function;
use crate::ir::ValueDef;
use crate::sym::Sym;
use rustc_hash::FxHashMap;
use std::fmt::Write;

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

impl Writer<'_> {
    /// The first line, and what stands for parameters that are not in it.
    pub(super) fn head(&mut self, head: &Head) -> Result<(), String> {
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
}
