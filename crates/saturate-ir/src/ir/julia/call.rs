//! The forms of a call: `f(x)`, `x[i]`, `x.f`, `[x, y]`, `f.(x)`, `f(x; k = 1)`.
//!
//! A call with keyword arguments is, in lowered code, a call of the function's sorter with a named tuple that is made just
//! before. The three statements are one call again, since the sorter has no name in source:
//!
//! ```text
//! %2 = tuple(%1, 3)
//! %3 = NamedTuple{(:k, :l)}(%2)               v4 = addk(x; k = x, l = 3)
//! %4 = addk##kw(%3, addk, %1)
//! ```

use super::text::{self, Text};
use super::{is_identifier, quoted, Callee, Form, Writer};
use crate::ir::entities::{Inst, Value};
use crate::ir::function::InstKind;
use crate::ir::ValueDef;
use crate::sym::Sym;
use crate::syntax::operators::Level;

impl Writer<'_> {
    /// What kind of function a value is.
    pub(super) fn callee(&mut self, callee: Value) -> Callee {
        match self.function.values[callee].def {
            ValueDef::Const(constant) => self.words.callee(constant),
            ValueDef::Result(inst) => match self.called(inst) {
                Some((Callee::SorterOf, _)) => Callee::Sorter,
                _ => Callee::Ordinary,
            },
            ValueDef::Param(..) => Callee::Ordinary,
        }
    }

    /// The constant callee and the arguments of a statement that is a call.
    fn called(&mut self, inst: Inst) -> Option<(Callee, Vec<Value>)> {
        let InstKind::Call { callee, args } = &self.function.insts[inst].kind else {
            return None;
        };
        let ValueDef::Const(constant) = self.function.values[*callee].def else {
            return None;
        };
        let args = self.function.slice(args).to_vec();
        Some((self.words.callee(constant), args))
    }

    /// The statement that makes a value which is used once.
    fn only_use_of(&self, value: Value) -> Option<Inst> {
        match self.function.values[value].def {
            ValueDef::Result(inst) if self.uses[value] == 1 => Some(inst),
            _ => None,
        }
    }

    /// Finds the statements that become part of a call with keyword arguments.
    pub(super) fn find_inlined(&mut self) {
        for &block in &self.function.layout {
            for &inst in &self.function.blocks[block].insts {
                let InstKind::Call { callee, args } = &self.function.insts[inst].kind else {
                    continue;
                };
                if self.callee(*callee) != Callee::Sorter {
                    continue;
                }
                if let Some(finder) = self.only_use_of(*callee) {
                    self.inlined.insert(finder);
                }
                let Some(&named) = self.function.slice(args).first() else {
                    continue;
                };
                let Some(made) = self.only_use_of(named) else {
                    continue;
                };
                let Some((Callee::NamedTuple(_), args)) = self.called(made) else {
                    continue;
                };
                let &[items] = &args[..] else { continue };
                if let ValueDef::Const(constant) = self.function.values[items].def {
                    if self.words.elements(constant).is_some() {
                        self.inlined.insert(made);
                    }
                } else if let Some(items) = self.only_use_of(items) {
                    if matches!(self.called(items), Some((Callee::Tuple, _))) {
                        self.inlined.insert(made);
                        self.inlined.insert(items);
                    }
                }
            }
        }
    }

    pub(super) fn call(&mut self, callee: Value, args: &[Value]) -> Result<Text, String> {
        match (self.callee(callee), args) {
            (Callee::Sorter, [named, function, rest @ ..]) => {
                let keywords = self.keywords(*named)?;
                let (function, rest) = (self.value(*function)?, self.values(rest)?);
                let function = function.at(Level::Dot);
                let rest = text::list(&rest);
                Ok(Text::atom(format!("{function}({rest}; {keywords})")))
            }
            (Callee::Body(names), _) => self.body_call(&names, args),
            (Callee::SorterOf, _) => {
                Err("the sorter of keyword arguments is used as a value".into())
            }
            (Callee::Vect, _) => {
                let args = self.values(args)?;
                Ok(Text::atom(format!("[{}]", text::list(&args))))
            }
            (Callee::Tuple, _) => {
                let args = self.values(args)?;
                let comma = if args.len() == 1 { "," } else { "" };
                Ok(Text::atom(format!("({}{comma})", text::list(&args))))
            }
            (kind, _) => {
                let callee = self.value(callee)?;
                let args = self.values(args)?;
                let special = match kind {
                    Callee::Form(form) => special(form, &callee, &args),
                    _ => None,
                };
                Ok(special.unwrap_or_else(|| text::call(&callee, &args)))
            }
        }
    }

    /// `k = 1, l = x`, or `named...`.
    fn keywords(&mut self, named: Value) -> Result<String, String> {
        let mut parts = None;
        match self.function.values[named].def {
            ValueDef::Const(constant) => {
                let names = self.words.element_names(constant);
                let items = self.words.elements(constant);
                if let (Some(names), Some(items)) = (names, items) {
                    let mut texts = Vec::new();
                    for item in items {
                        texts.push(Text::constant(&self.words.constant(item)?));
                    }
                    parts = Some((names, texts));
                }
            }
            ValueDef::Result(made) if self.inlined.contains(made) => {
                if let Some((Callee::NamedTuple(names), args)) = self.called(made) {
                    let texts = match self.function.values[args[0]].def {
                        ValueDef::Const(items) => {
                            let mut texts = Vec::new();
                            for item in self.words.elements(items).unwrap_or_default() {
                                texts.push(Text::constant(&self.words.constant(item)?));
                            }
                            texts
                        }
                        ValueDef::Result(items) => {
                            let items = self.called(items).map_or(Vec::new(), |it| it.1);
                            self.values(&items)?
                        }
                        ValueDef::Param(..) => Vec::new(),
                    };
                    parts = Some((names, texts));
                }
            }
            _ => {}
        }
        match parts {
            Some((names, texts)) if names.len() == texts.len() => Ok(pairs(&names, &texts)),
            _ => Ok(format!("{}...", self.value(named)?.at(Level::Dot))),
        }
    }

    /// A call of the body of a function with keyword arguments. Without any, Julia would call the method that is being written.
    fn body_call(&mut self, names: &[Sym], args: &[Value]) -> Result<Text, String> {
        let (Some(given), Some(function), false) = (
            args.get(..names.len()),
            args.get(names.len()),
            names.is_empty(),
        ) else {
            return Err("the body of a function with keyword arguments is called".into());
        };
        let given = self.values(given)?;
        let function = self.value(*function)?.at(Level::Dot);
        let rest = text::list(&self.values(&args[names.len() + 1..])?);
        let keywords = pairs(names, &given);
        Ok(Text::atom(format!("{function}({rest}; {keywords})")))
    }
}

fn pairs(names: &[Sym], values: &[Text]) -> String {
    let parts = names.iter().zip(values);
    let parts: Vec<String> = parts
        .map(|(&name, value)| format!("{} = {}", quoted(name), value.argument()))
        .collect();
    parts.join(", ")
}

/// A call that syntax stands for, where its operands are such as the syntax takes.
fn special(form: Form, callee: &Text, args: &[Text]) -> Option<Text> {
    let field = |name: &Text| {
        let name = name.code.strip_prefix(':')?;
        is_identifier(name).then(|| name.to_string())
    };
    Some(match (form, args) {
        (Form::Index, [of, at @ ..]) => {
            Text::atom(format!("{}[{}]", of.at(Level::Dot), text::list(at)))
        }
        (Form::SetIndex, [of, value, at @ ..]) => {
            let (of, at) = (of.at(Level::Dot), text::list(at));
            assignment(format!("{of}[{at}]"), value)
        }
        (Form::Property, [of, name]) => {
            let name = field(name)?;
            Text::atom(format!("{}.{name}", of.at(Level::Dot)))
        }
        (Form::SetProperty, [of, name, value]) => {
            let name = field(name)?;
            assignment(format!("{}.{name}", of.at(Level::Dot)), value)
        }
        (Form::Broadcasted, _) => text::broadcast(&callee.code, args),
        (Form::Materialize, [lazy]) => lazy.materialized()?,
        (Form::MaterializeInto, [target, lazy]) => lazy.materialized_into(target)?,
        (Form::LiteralPower, _) => {
            let (base, exponent) = text::literal_power(&callee.code, args)?;
            text::infix("^", "^", &[base, exponent])?
        }
        (Form::Adjoint, [of]) => Text::atom(format!("{}'", of.at(Level::Dot))),
        (Form::Isa, [value, ty]) => text::is_a(value, ty),
        _ => return None,
    })
}

fn assignment(place: String, value: &Text) -> Text {
    Text::new(format!("{place} = {}", value.argument()), Level::Assignment)
}
