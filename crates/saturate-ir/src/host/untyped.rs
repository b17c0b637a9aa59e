//! A host without types: every name is a function or an unknown, every value is an `Any`, every call is pure.
//!
//! For rule sets over terms that are no Julia (`and(~a, or(~b, ~c))`), for tests of the engine, and as the cheapest
//! host there is: the engine asks it nothing while it saturates.

use super::{Builtin, CallInfo, Evaluator, Global, Host, Known};
use crate::effects::Effects;
use crate::ir::slots::Literal;
use crate::ir::{Const, Narrowing, Type};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, NodeId};
use cranelift_entity::EntityRef;
use indexmap::IndexSet;

const BOTTOM: usize = 0;
const ANY: usize = 1;
const BOOL: usize = 2;

/// Names and literals, numbered as they come.
#[derive(Default)]
pub struct Untyped {
    /// A constant's number is its place; its text is its identity (`"a"` the string and `a` the name differ).
    constants: IndexSet<String>,
    /// Whether any name is a type, which everything may have, and any code compiles (and cannot run).
    trusting: bool,
}

impl Untyped {
    /// A host that knows no name yet.
    pub fn new() -> Untyped {
        Untyped::default()
    }

    /// A host that reads every rule: types are read and then count as `Any`; code of guards and right sides is read but
    /// cannot run. For matching left sides without knowing any type.
    pub fn trusting() -> Untyped {
        Untyped {
            trusting: true,
            ..Untyped::default()
        }
    }

    /// Whether a constant was written as a literal, and is not a name.
    pub fn is_literal(&self, constant: Const) -> bool {
        let text = &self.constants[constant.index()];
        let first = text.trim_start_matches('-').chars().next();
        first.is_some_and(|c| c.is_ascii_digit() || matches!(c, '"' | '\'' | ':') && text.len() > 1)
            || matches!(text.as_str(), "true" | "false" | "nothing" | "NaN" | "inf")
    }

    /// The constant for a name.
    pub fn name(&mut self, name: &str) -> Const {
        self.intern(name.to_owned())
    }

    fn intern(&mut self, text: String) -> Const {
        Const::new(self.constants.insert_full(text).0)
    }
}

/// A literal as source.
fn show(literal: &Literal) -> String {
    match literal {
        Literal::Nothing => "nothing".into(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::UInt(bits, value) => format!("{value:#0width$x}", width = 2 + *bits as usize / 4),
        Literal::Int128(value) => value.to_string(),
        Literal::Float64(value) => format!("{value:?}"),
        Literal::Float32(value) => format!("{value:?}f0"),
        Literal::Char(code) => format!("'\\u{{{code:x}}}'"),
        Literal::Str(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        Literal::Symbol(name) => format!(":{name}"),
    }
}

impl Host for Untyped {
    fn any(&mut self) -> Type {
        Type::new(ANY)
    }

    fn bottom(&mut self) -> Type {
        Type::new(BOTTOM)
    }

    fn bool(&mut self) -> Type {
        Type::new(BOOL)
    }

    fn subtype(&mut self, a: Type, b: Type) -> bool {
        a == b || a.index() == BOTTOM || b.index() == ANY
    }

    fn join(&mut self, a: Type, b: Type) -> Type {
        self.typejoin(a, b)
    }

    fn typejoin(&mut self, a: Type, b: Type) -> Type {
        match (a.index(), b.index()) {
            (BOTTOM, _) => b,
            (_, BOTTOM) => a,
            _ if a == b => a,
            _ => self.any(),
        }
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

    fn may_be_mutable(&mut self, _ty: Type) -> bool {
        false
    }

    fn type_of(&mut self, _constant: Const) -> Type {
        self.any()
    }

    fn as_type(&mut self, _constant: Const) -> Option<Type> {
        None
    }

    fn as_bool(&mut self, constant: Const) -> Option<bool> {
        match self.constants[constant.index()].as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    fn literal(&mut self, literal: &Literal) -> Const {
        self.intern(show(literal))
    }

    fn global(&mut self, module: Option<Sym>, name: Sym) -> Global {
        Global::Constant(match module {
            Some(module) if module != s::BASE && module != s::CORE => {
                self.intern(format!("{module}.{name}"))
            }
            _ => self.name(name.as_str()),
        })
    }

    fn builtin(&mut self, _constant: Const) -> Option<Builtin> {
        None
    }

    fn call(&mut self, _callee: Known, _args: &[Known]) -> Option<CallInfo> {
        Some(self.anything())
    }

    fn new_object(&mut self, _ty: Known, _args: &[Known]) -> CallInfo {
        self.anything()
    }

    fn opaque(&mut self, _head: Sym, _args: &[Known], _payload: Option<Const>) -> CallInfo {
        self.anything()
    }

    fn compile(&mut self, _ast: &Ast, _body: NodeId, _params: &[Sym]) -> Result<Evaluator, String> {
        if self.trusting {
            Ok(Evaluator::from_u32(0))
        } else {
            Err("this host cannot evaluate code".into())
        }
    }

    fn is_untyped(&self) -> bool {
        true
    }

    fn show_type(&mut self, ty: Type) -> String {
        match ty.index() {
            BOTTOM => "Union{}",
            BOOL => "Bool",
            _ => "Any",
        }
        .into()
    }

    fn show_constant(&mut self, constant: Const) -> String {
        self.constants[constant.index()].clone()
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, String> {
        match text.trim() {
            "Any" => Ok(self.any()),
            "Bool" => Ok(self.bool()),
            "Union{}" => Ok(self.bottom()),
            _ if self.trusting => Ok(self.any()),
            other => Err(format!("unknown type `{other}`")),
        }
    }

    fn parse_constant(&mut self, text: &str) -> Result<Const, String> {
        Ok(self.name(text))
    }
}

impl Untyped {
    fn anything(&mut self) -> CallInfo {
        CallInfo {
            result: Known {
                ty: self.any(),
                constant: None,
            },
            effects: Effects::PURE,
        }
    }
}
