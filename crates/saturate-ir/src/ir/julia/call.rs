//! The forms of a call: `f(x)`, `x + y`, `[x, y]`, `f(x; k = 1)`.
//!
//! A call with keyword arguments is, in lowered code, a call of the function's sorter with a named tuple that is made just
//! before. The three statements are one call again, since the sorter has no name in source:
//!
//! ```text
//! %2 = tuple(%1, 3)
//! %3 = NamedTuple{(:k, :l)}(%2)               v4 = addk(x; k = x, l = 3)
//! %4 = addk##kw(%3, addk, %1)
//! ```

use super::{Callee, Writer};
use crate::ir::entities::{Inst, Value};
use crate::ir::function::InstKind;
use crate::ir::julia::quoted;
use crate::ir::ValueDef;
use crate::sym::Sym;
use crate::syntax::operators;

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

    pub(super) fn call(&mut self, callee: Value, args: &[Value]) -> Result<String, String> {
        match (self.callee(callee), args) {
            (Callee::Sorter, [named, function, rest @ ..]) => {
                let keywords = self.keywords(*named)?;
                let (function, rest) = (self.value(*function)?, self.values(rest)?);
                Ok(format!("{function}({}; {keywords})", rest.join(", ")))
            }
            (Callee::Body(names), _) => self.body_call(&names, args),
            (Callee::SorterOf, _) => {
                Err("the sorter of keyword arguments is used as a value".into())
            }
            (Callee::Vect, _) => {
                let args = self.values(args)?;
                Ok(format!("[{}]", args.join(", ")))
            }
            _ => {
                let callee = self.value(callee)?;
                let args = self.values(args)?;
                Ok(ordinary(&callee, &args))
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
                        texts.push(self.words.constant(item)?);
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
                                texts.push(self.words.constant(item)?);
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
            _ => Ok(format!("{}...", self.value(named)?)),
        }
    }

    /// A call of the body of a function with keyword arguments. Without any, Julia would call the method that is being written.
    fn body_call(&mut self, names: &[Sym], args: &[Value]) -> Result<String, String> {
        let (Some(given), Some(function), false) = (
            args.get(..names.len()),
            args.get(names.len()),
            names.is_empty(),
        ) else {
            return Err("the body of a function with keyword arguments is called".into());
        };
        let given = self.values(given)?;
        let function = self.value(*function)?;
        let rest = self.values(&args[names.len() + 1..])?;
        let keywords = pairs(names, &given);
        Ok(format!("{function}({}; {keywords})", rest.join(", ")))
    }
}

fn pairs(names: &[Sym], values: &[String]) -> String {
    let parts = names.iter().zip(values);
    let parts: Vec<String> = parts
        .map(|(&name, value)| format!("{} = {value}", quoted(name)))
        .collect();
    parts.join(", ")
}

/// `f(a, b)`, or `a + b` where the function is an operator.
fn ordinary(callee: &str, args: &[String]) -> String {
    let name = callee
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let operator = name.and_then(operators::lookup);
    match (operator, args) {
        (Some(operator), [a, b]) if !operator.is_syntactic() => {
            // `x ^ 2` with a literal means something else: `literal_pow`.
            let is_literal = b
                .trim_start_matches(['-', '('])
                .starts_with(|c: char| c.is_ascii_digit());
            let b = match operator.name.as_str() {
                "^" if is_literal => format!("identity({b})"),
                _ => operand(b),
            };
            format!("{} {} {b}", operand(a), operator.name)
        }
        (Some(operator), [a]) if operator.is_unary() => format!("{}({a})", operator.name),
        _ => format!("{callee}({})", args.join(", ")),
    }
}

/// A negative literal needs parentheses beside an operator.
fn operand(text: &str) -> String {
    if text.starts_with(['-', '+', '!', '~', ':', '√']) {
        format!("({text})")
    } else {
        text.to_string()
    }
}
