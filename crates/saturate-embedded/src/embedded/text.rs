//! Types and constants as text: Julia source out, Julia source in.

use super::bodies::version_name;
use super::{Binding, Embedded, Output, Run};
use crate::diag::{Diagnostic, Source};
use crate::host::{Global, Host};
use crate::interp::egal::egal;
use crate::interp::kind::Kind;
use crate::interp::machine::Thrown;
use crate::interp::{show, show_array, show_error, Value};
use crate::ir::{Const, Type};
use crate::sym::Sym;
use crate::syntax;
use crate::syntax::ast::{Ast, NodeId};
use crate::types::{family, plain_name};

/// A constant without a literal form prints as this, and its number.
const HANDLE: &str = "constant#";

/// The largest constant array that prints with its contents.
const MAX_SHOWN: usize = 16;

/// Steps that the text of a constant may take to evaluate.
const CONSTANT_FUEL: u64 = 100_000;

impl Embedded {
    /// A constant as source that [`Embedded::constant_from_text`] reads back.
    pub(super) fn source_of(&mut self, value: &Value, handle: Const) -> String {
        match value {
            Value::Function(name) => self.function_source(*name),
            Value::Type(of) if self.types.is_closed(*of) => self.types.show(*of),
            // A variable that nothing binds yet has no name.
            Value::Type(_) => format!("{HANDLE}{}", handle.as_u32()),
            Value::Module(name) => name.to_string(),
            Value::Nothing
            | Value::Missing
            | Value::Bool(_)
            | Value::Int64(_)
            | Value::Float64(_)
            | Value::Float32(_)
            | Value::Char(_)
            | Value::Str(_)
            | Value::Symbol(_) => show::plain(self, value),
            // A literal of another width would be read as an `Int64`.
            Value::Int(..) | Value::Wide(_) => {
                let of = self.dispatch_type_of(value);
                let text = show::plain(self, value);
                if text.starts_with("0x") {
                    text
                } else {
                    format!("{}({text})", self.types.show(of))
                }
            }
            Value::Tuple(items) if items.iter().all(is_scalar) => show::plain(self, value),
            // Which of two equal arrays it is, the text does not say; what is in it, the reader wants to know.
            Value::Array(array)
                if (1..=MAX_SHOWN).contains(&array.len())
                    && array.dims().len() <= 2
                    && (0..array.len())
                        .all(|at| array.get(at).is_some_and(|item| is_number(&item))) =>
            {
                show::plain(self, value)
            }
            Value::Object(object)
                if object.kind == Kind::Complex && !self.is_hidden(Sym::new("Complex")) =>
            {
                let part = |at| object.field(at).unwrap_or(Value::Nothing);
                let parts = [part(0), part(1)].map(|part| show::plain(self, &part));
                format!("{}({}, {})", self.types.show(object.ty), parts[0], parts[1])
            }
            // Anything else with identity, or whose constructor may have been replaced, is known by the name that the program
            // or the prelude gives it, as `π`, or else by its number only.
            _ => {
                let of = self.dispatch_type_of(value);
                if let Some(name) = version_name(&self.types, of) {
                    name.to_string()
                } else if self.types.family_of(of) == Some(family::val()) {
                    format!("{}()", self.types.show(of))
                } else if let Some(name) = self.name_of(value) {
                    operator_safe(name)
                } else {
                    format!("{HANDLE}{}", handle.as_u32())
                }
            }
        }
    }

    /// A function by name; by its module, too, where the program means another one.
    fn function_source(&self, function: Sym) -> String {
        let name = Sym::new(plain_name(function));
        let hidden = name == function && self.is_hidden(name);
        let text = operator_safe(name);
        match hidden {
            true if text.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                format!("Base.{text}")
            }
            true => format!("Base.:{text}"),
            false => text,
        }
    }

    /// The shortest name of a global constant that has this very value.
    pub(super) fn name_of(&self, value: &Value) -> Option<Sym> {
        let names = self.seen_globals().filter_map(|(name, binding)| {
            let is_it = matches!(binding, Binding::Constant(known) if egal(known, value));
            (is_it && !name.as_str().contains('#')).then_some(name)
        });
        names.min_by_key(|name| (name.as_str().chars().count(), name.as_str()))
    }

    /// The constant that a text denotes: a handle, a name, or an expression over literals.
    pub(super) fn constant_from_text(&mut self, text: &str) -> Result<Const, String> {
        if let Some(number) = text.strip_prefix(HANDLE) {
            let handle = number.parse().ok().map(Const::from_u32);
            return handle
                .filter(|&handle| self.constants.contains(handle))
                .ok_or_else(|| format!("there is no constant `{text}`"));
        }
        if let Ok(number) = text.parse::<i64>() {
            return Ok(self.constants.intern(&Value::Int64(number)));
        }
        if let Global::Constant(constant) = self.global(None, Sym::new(text)) {
            return Ok(constant);
        }
        // The text of a constant has nothing to print and little to compute.
        let run = Run::new(Output::Captured(String::new()), CONSTANT_FUEL);
        let outer = std::mem::replace(&mut self.run, run);
        let value = self.eval(text);
        self.run = outer;
        Ok(self
            .constants
            .intern(&value.map_err(|error| error.message)?))
    }

    /// The type that a text names.
    pub fn type_from_text(&mut self, text: &str) -> Result<Type, Diagnostic> {
        let (ast, node) = syntax::parse_expression(Source::new("type", text))?;
        self.type_of_syntax(&ast, node)
    }

    /// The type that an expression names, globals of the program included.
    pub fn type_of_syntax(&self, ast: &Ast, node: NodeId) -> Result<Type, Diagnostic> {
        let is_program = self.home_of(&ast.source).is_none();
        self.types.eval_type(ast, node, &|name| {
            if let Some(own) = self.types.own_type(name).filter(|_| is_program) {
                return Some(own);
            }
            crate::interp::typing::as_param(&self.types, self.bound_value(name)?)
        })
    }

    /// The types of a signature, `Float64, Matrix{Float64}`.
    pub fn signature_from_text(&mut self, text: &str) -> Result<Vec<Type>, Diagnostic> {
        let inner = text.trim();
        if inner.is_empty() {
            return Ok(Vec::new());
        }
        let source = Source::new("--sig", format!("({inner},)"));
        let (ast, node) = syntax::parse_expression(source.clone())?;
        let Some(elements) = ast.with_head(node, crate::sym::s::TUPLE) else {
            return Err(Diagnostic::at(
                &source,
                ast.span(node),
                "expected types, separated by commas",
            ));
        };
        elements
            .iter()
            .map(|&element| {
                let element = match ast.with_head(element, crate::sym::s::TYPED) {
                    Some(&[of]) => of,
                    _ => element,
                };
                self.type_of_syntax(&ast, element)
            })
            .collect()
    }

    /// `typeof(value)`.
    pub fn type_of_value(&self, value: &Value) -> Type {
        value.type_of(&self.types)
    }

    /// A value as the REPL shows it.
    pub fn show(&mut self, value: &Value) -> String {
        show_array::display(self, value).unwrap_or_else(|_| show::plain(self, value))
    }

    /// Why a run ended, as Julia says it.
    pub fn describe_thrown(&mut self, thrown: &Thrown) -> String {
        show_error::describe(self, thrown)
    }
}

/// Whether the literal of a value has its type, so that an array of them reads back as it was.
fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int64(_) | Value::Float64(_))
}

fn is_scalar(value: &Value) -> bool {
    matches!(
        value,
        Value::Nothing
            | Value::Bool(_)
            | Value::Int64(_)
            | Value::Float64(_)
            | Value::Str(_)
            | Value::Symbol(_)
    )
}

/// A function's name so that it reads as an expression: `+` stands alone, `(:)` needs its parentheses.
fn operator_safe(name: Sym) -> String {
    let text = name.as_str();
    let first = text.chars().next().unwrap_or('_');
    if first.is_alphabetic() || first == '_' || first == '#' {
        return crate::ir::print::show_name(name);
    }
    let alone = syntax::parse_expression(Source::new("name", text));
    match alone {
        Ok((ast, node)) if ast.as_symbol(node) == Some(name) && first != ':' => text.to_string(),
        _ => format!("({text})"),
    }
}
