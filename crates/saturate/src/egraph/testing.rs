//! A small typed host for tests of the engine.
//!
//! Types: `Any > Number > Int, Float`, `Any > Array > Matrix, Symmetric`, `Any > Sym`, with `Union{}` below all. Names of one letter
//! in capitals are matrices; functions are whatever is in [`FUNCTIONS`]. `+`, `*`, `-` fold integers.

use crate::effects::Effects;
use crate::host::{Argument, Builtin, CallInfo, Evaluator, Global, Host, Known};
use crate::ir::slots::Literal;
use crate::ir::{Const, Narrowing, Type};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, NodeId};
use indexmap::IndexSet;

/// Name and supertype.
const TYPES: [(&str, u32); 10] = [
    ("Union{}", 1),
    ("Any", 1),
    ("Number", 1),
    ("Int", 2),
    ("Float", 2),
    ("Array", 1),
    ("Matrix", 5),
    ("Symmetric", 5),
    ("Bool", 1),
    ("Function", 1),
];

/// Functions and the types of their results: by argument, the first row that fits. An unlisted combination has no method.
const FUNCTIONS: &[(&str, &[&str], &str, Effects)] = &[
    ("+", &["Int", "Int"], "Int", Effects::PURE),
    ("+", &["Number", "Number"], "Float", Effects::PURE),
    ("*", &["Int", "Int"], "Int", Effects::PURE),
    ("*", &["Number", "Number"], "Float", Effects::PURE),
    ("*", &["Matrix", "Matrix"], "Matrix", Effects::PURE),
    ("-", &["Int", "Int"], "Int", Effects::PURE),
    ("-", &["Number", "Number"], "Float", Effects::PURE),
    ("f", &["Any"], "Any", Effects::PURE),
    ("g", &["Any"], "Any", Effects::PURE),
    ("h", &["Any", "Any"], "Any", Effects::PURE),
    ("many", &[], "Any", Effects::PURE),
    ("many", &["Any"], "Any", Effects::PURE),
    ("many", &["Any", "Any"], "Any", Effects::PURE),
    ("many", &["Any", "Any", "Any"], "Any", Effects::PURE),
    ("many", &["Any", "Any", "Any", "Any"], "Any", Effects::PURE),
    ("sym", &["Matrix"], "Symmetric", Effects::PURE),
    ("det", &["Matrix"], "Float", Effects::PURE),
    ("read", &["Matrix"], "Float", Effects::READS),
    ("copy", &["Matrix"], "Matrix", Effects::ALLOCATES),
    ("<", &["Int", "Int"], "Bool", Effects::PURE),
    ("toint", &["Any"], "Int", Effects::PURE),
    ("tofloat", &["Any"], "Float", Effects::PURE),
];

/// The host.
#[derive(Default)]
pub struct Toy {
    constants: IndexSet<String>,
    codes: Vec<String>,
}

impl Toy {
    /// The constant with this text: a number or a function.
    pub fn constant(&mut self, text: &str) -> Const {
        Const::from_u32(self.constants.insert_full(text.to_owned()).0 as u32)
    }

    /// The type with this name.
    pub fn ty(&self, name: &str) -> Type {
        let at = TYPES.iter().position(|&(known, _)| known == name);
        Type::from_u32(at.expect("a type of the toy host") as u32)
    }

    fn text(&self, constant: Const) -> &str {
        &self.constants[constant.as_u32() as usize]
    }

    fn int(&self, constant: Const) -> Option<i64> {
        self.text(constant).parse().ok()
    }

    fn fold(&mut self, name: &str, args: &[Known]) -> Option<Const> {
        let values: Option<Vec<i64>> = args
            .iter()
            .map(|arg| arg.constant.and_then(|constant| self.int(constant)))
            .collect();
        let text = match (name, values?[..].as_ref()) {
            ("+", [a, b]) => (a + b).to_string(),
            ("*", [a, b]) => (a * b).to_string(),
            ("-", [a, b]) => (a - b).to_string(),
            ("<", [a, b]) => (a < b).to_string(),
            _ => return None,
        };
        Some(self.constant(&text))
    }
}

impl Host for Toy {
    fn any(&mut self) -> Type {
        self.ty("Any")
    }

    fn bottom(&mut self) -> Type {
        self.ty("Union{}")
    }

    fn bool(&mut self) -> Type {
        self.ty("Bool")
    }

    fn subtype(&mut self, a: Type, b: Type) -> bool {
        let mut at = a.as_u32();
        at == 0
            || loop {
                if at == b.as_u32() {
                    break true;
                }
                if at == 1 {
                    break false;
                }
                at = TYPES[at as usize].1;
            }
    }

    fn join(&mut self, a: Type, b: Type) -> Type {
        self.typejoin(a, b)
    }

    fn typejoin(&mut self, a: Type, b: Type) -> Type {
        let mut at = a;
        while !self.subtype(b, at) {
            at = Type::from_u32(TYPES[at.as_u32() as usize].1);
        }
        at
    }

    fn union_types(&mut self, ty: Type) -> Vec<Type> {
        vec![ty]
    }

    fn narrow(&mut self, ty: Type, _narrowing: Narrowing) -> Type {
        ty
    }

    fn singleton(&mut self, _ty: Type) -> Option<Const> {
        None
    }

    fn may_be_mutable(&mut self, ty: Type) -> bool {
        let array = self.ty("Array");
        self.subtype(ty, array)
    }

    fn type_of(&mut self, constant: Const) -> Type {
        let text = self.text(constant);
        self.ty(if text.parse::<i64>().is_ok() {
            "Int"
        } else if text.parse::<f64>().is_ok() {
            "Float"
        } else if matches!(text, "true" | "false") {
            "Bool"
        } else {
            "Function"
        })
    }

    fn as_type(&mut self, _constant: Const) -> Option<Type> {
        None
    }

    fn as_bool(&mut self, constant: Const) -> Option<bool> {
        self.text(constant).parse().ok()
    }

    fn literal(&mut self, literal: &Literal) -> Const {
        let text = match literal {
            Literal::Int(value) => value.to_string(),
            Literal::Float64(value) => format!("{value:?}"),
            other => format!("{other:?}"),
        };
        self.constant(&text)
    }

    fn global(&mut self, module: Option<Sym>, name: Sym) -> Global {
        if name.as_str() == "counter" {
            return Global::Variable(self.any());
        }
        let known = FUNCTIONS.iter().any(|row| row.0 == name.as_str())
            || (module == Some(s::CORE) && matches!(name.as_str(), "tuple" | "apply_type"));
        if known {
            Global::Constant(self.constant(name.as_str()))
        } else {
            Global::Undefined
        }
    }

    fn builtin(&mut self, _constant: Const) -> Option<Builtin> {
        None
    }

    fn call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        let name = self.text(callee.constant?).to_owned();
        let row = FUNCTIONS.iter().find(|row| {
            row.0 == name
                && row.1.len() == args.len()
                && row.1.iter().zip(args).all(|(ty, arg)| {
                    let ty = self.ty(ty);
                    self.subtype(arg.ty, ty)
                })
        })?;
        Some(CallInfo {
            result: Known {
                ty: self.ty(row.2),
                constant: self.fold(&name, args),
            },
            effects: row.3,
        })
    }

    fn new_object(&mut self, ty: Known, _args: &[Known]) -> CallInfo {
        CallInfo {
            result: Known {
                ty: ty.ty,
                constant: None,
            },
            effects: Effects::PURE,
        }
    }

    fn opaque(&mut self, _head: Sym, _args: &[Known], _payload: Option<Const>) -> CallInfo {
        CallInfo {
            result: Known {
                ty: self.any(),
                constant: None,
            },
            effects: Effects::UNKNOWN,
        }
    }

    fn ndims(&mut self, ty: Type) -> Option<u32> {
        let array = self.ty("Array");
        self.subtype(ty, array).then_some(2)
    }

    /// Code is kept as text: `a + b` over integers, `nothing`, or `throw`.
    fn compile(&mut self, ast: &Ast, body: NodeId, _params: &[Sym]) -> Result<Evaluator, String> {
        let text = crate::syntax::sexpr::to_string(ast, body);
        if text.contains("nonsense") {
            return Err("`nonsense` is not defined".into());
        }
        self.codes.push(text);
        Ok(Evaluator::from_u32(self.codes.len() as u32 - 1))
    }

    fn evaluate(&mut self, code: Evaluator, args: &[Argument]) -> Result<Option<Const>, String> {
        let text = self.codes[code.as_u32() as usize].clone();
        if text.contains("throw") {
            return Err("DomainError".into());
        }
        if text.contains("nothing") {
            return Ok(None);
        }
        let sum = args
            .iter()
            .flat_map(|arg| match arg {
                Argument::One(constant) => vec![*constant],
                Argument::Many(constants) => constants.clone(),
            })
            .filter_map(|constant| self.int(constant))
            .sum::<i64>();
        Ok(Some(self.constant(&sum.to_string())))
    }

    fn show_type(&mut self, ty: Type) -> String {
        TYPES[ty.as_u32() as usize].0.into()
    }

    fn show_constant(&mut self, constant: Const) -> String {
        self.text(constant).into()
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, String> {
        TYPES
            .iter()
            .position(|&(name, _)| name == text)
            .map(|at| Type::from_u32(at as u32))
            .ok_or_else(|| format!("unknown type `{text}`"))
    }

    fn parse_constant(&mut self, text: &str) -> Result<Const, String> {
        Ok(self.constant(text))
    }
}
