//! Types as Julia 1.10 shows them.
//!
//! ```text
//! Array{Float64,1}                 Vector{Float64}
//! Array{T,1} where T               Vector
//! Array{T,N} where {T<:Real,N}     Array{<:Real}
//! Pair{T,T} where T                Pair{T, T} where T
//! Tuple{Int64,Vararg{Any}}         Tuple{Int64, Vararg{Any}}
//! Typeof{:sin}                     typeof(sin)
//! ```
//!
//! What is printed reads back as the same type. A variable is shown under the name it was first written with.

use super::known::family;
use super::table::{plain_name, Tail, TypeData, TypeTable, Value};
use super::{ty, TypeName};
use crate::ir::Type;
use crate::sym::Sym;
use std::fmt::Write;

/// A tuple that ends in more equal elements than this is shown as `NTuple` or with a `Vararg`.
const EQUAL_TAIL: usize = 3;

/// `where` variables shown inside the braces (`<:Real`) instead of after them.
type Elided = Vec<(Type, Type, Type)>;

impl TypeTable {
    /// The type in Julia syntax.
    pub fn show(&self, t: Type) -> String {
        let mut out = String::new();
        self.write(&mut out, t, &Elided::new());
        out
    }

    fn write(&self, out: &mut String, t: Type, elided: &Elided) {
        match self.data(t) {
            TypeData::Bottom => out.push_str("Union{}"),
            TypeData::Any => out.push_str("Any"),
            TypeData::Nominal(name, params) => self.write_nominal(out, name, &params, elided),
            TypeData::Tuple(elements, tail) => self.write_tuple(out, &elements, tail),
            TypeData::Union(members) => self.write_braces(out, "Union", &members),
            TypeData::UnionAll { .. } => self.write_where(out, t),
            TypeData::Bound(index) => _ = write!(out, "#{index}"),
            TypeData::Solver(index) => _ = write!(out, "?{index}"),
            TypeData::Free(name) => out.push_str(&identifier(name)),
            TypeData::Value(value) => write_value(out, &value),
        }
    }

    fn write_braces(&self, out: &mut String, name: &str, params: &[Type]) {
        out.push_str(name);
        out.push('{');
        for (at, &param) in params.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.write(out, param, &Elided::new());
        }
        out.push('}');
    }

    /// The name of a function; with its module where the program means another one by it.
    fn function_text(&self, function: Sym) -> String {
        let text = operator_or_identifier(Sym::new(plain_name(function)));
        match self.own_function(function) {
            Some(_) if is_operator(&text) => format!("Base.:{text}"),
            Some(_) => format!("Base.{text}"),
            None => text,
        }
    }

    fn write_nominal(&self, out: &mut String, name: TypeName, params: &[Type], elided: &Elided) {
        if name == family::named_function() {
            if let TypeData::Value(Value::Sym(function)) = self.data(params[0]) {
                _ = write!(out, "typeof({})", self.function_text(function));
                return;
            }
        }
        if name == family::named_tuple() && self.write_named_tuple(out, params) {
            return;
        }
        let rank = params.get(1).and_then(|&rank| self.as_int(rank));
        let short = match (self.family_name(name).as_str(), rank) {
            ("Array", Some(1)) => Some("Vector"),
            ("Array", Some(2)) => Some("Matrix"),
            ("AbstractArray", Some(1)) => Some("AbstractVector"),
            ("AbstractArray", Some(2)) => Some("AbstractMatrix"),
            ("DenseArray", Some(1)) => Some("DenseVector"),
            ("DenseArray", Some(2)) => Some("DenseMatrix"),
            _ => None,
        };
        let params = if short.is_some() {
            &params[..1]
        } else {
            params
        };
        match short {
            Some(short) => out.push_str(short),
            None if name == family::ref_value() => out.push_str("Base.RefValue"),
            None if self.nominal(name, &[]) == ty::boxed() => out.push_str("Core.Box"),
            None => {
                let symbol = self.family_name(name);
                if self.own_type(symbol).is_some() {
                    out.push_str("Base.");
                }
                out.push_str(&identifier(Sym::new(plain_name(symbol))));
            }
        }
        // Trailing parameters that say nothing more than the definition are left out.
        let definition = self.definition(name);
        let bounds = |param: Type| elided.iter().find(|&&(variable, _, _)| variable == param);
        let says_nothing = |at: usize| {
            bounds(params[at]).is_some_and(|&(_, lower, upper)| {
                lower == definition.params[at].lower && upper == definition.params[at].upper
            })
        };
        let mut shown = params.len();
        while shown > 0 && says_nothing(shown - 1) {
            shown -= 1;
        }
        if shown == 0 {
            return;
        }
        out.push('{');
        for (at, &param) in params[..shown].iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            match bounds(param) {
                Some(&(_, lower, upper)) if lower == ty::bottom() => {
                    out.push_str("<:");
                    self.write(out, upper, &Elided::new());
                }
                Some(&(_, lower, _)) => {
                    out.push_str(">:");
                    self.write(out, lower, &Elided::new());
                }
                None => self.write(out, param, &Elided::new()),
            }
        }
        out.push('}');
    }

    fn write_named_tuple(&self, out: &mut String, params: &[Type]) -> bool {
        let (TypeData::Value(Value::Tuple(names)), TypeData::Tuple(elements, None)) =
            (self.data(params[0]), self.data(params[1]))
        else {
            return false;
        };
        if names.len() != elements.len() {
            return false;
        }
        out.push_str("@NamedTuple{");
        for (at, (name, &element)) in names.iter().zip(&elements).enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            if let Value::Sym(name) = name {
                out.push_str(&identifier(*name));
            }
            if element != ty::any() {
                out.push_str("::");
                self.write(out, element, &Elided::new());
            }
        }
        out.push('}');
        true
    }

    fn write_tuple(&self, out: &mut String, elements: &[Type], tail: Option<Tail>) {
        if elements.is_empty()
            && tail
                == Some(Tail {
                    element: ty::any(),
                    count: None,
                })
        {
            out.push_str("Tuple");
            return;
        }
        if let (
            Some(Tail {
                element,
                count: Some(count),
            }),
            true,
        ) = (tail, elements.is_empty())
        {
            self.write_braces(out, "NTuple", &[count, element]);
            return;
        }
        let last = elements.last();
        let equal = elements
            .iter()
            .rev()
            .take_while(|&e| Some(e) == last)
            .count();
        let grouped = tail.is_none() && equal > EQUAL_TAIL;
        if let (true, Some(&last)) = (grouped && equal == elements.len(), last) {
            self.write_braces(out, "NTuple", &[self.int(equal as i64), last]);
            return;
        }
        let single = if grouped {
            elements.len() - equal
        } else {
            elements.len()
        };
        out.push_str("Tuple{");
        for (at, &element) in elements[..single].iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.write(out, element, &Elided::new());
        }
        let vararg = match (tail, last) {
            (Some(tail), _) => Some((tail.element, tail.count)),
            (None, Some(&last)) if grouped => Some((last, Some(self.int(equal as i64)))),
            _ => None,
        };
        if let Some((element, count)) = vararg {
            if single > 0 {
                out.push_str(", ");
            }
            let params: Vec<Type> = [Some(element), count].into_iter().flatten().collect();
            self.write_braces(out, "Vararg", &params);
        }
        out.push('}');
    }

    fn write_where(&self, out: &mut String, t: Type) {
        let (body, variables) = self.unwrap_where(t);
        // The innermost variables can move into the braces if they stand there alone and in the order of binding.
        let mut kept = variables.len();
        let mut position = usize::MAX;
        let params = match self.data(body) {
            TypeData::Nominal(_, params) => params,
            _ => super::List::new(),
        };
        while kept > 0 {
            let (variable, lower, upper) = variables[kept - 1];
            let places = params.iter().filter(|&&p| p == variable).count();
            let nested = params
                .iter()
                .any(|&p| p != variable && self.mentions(p, variable));
            let bounds = variables[kept..]
                .iter()
                .any(|&(_, l, u)| self.mentions(l, variable) || self.mentions(u, variable));
            let one_sided = lower == ty::bottom() || upper == ty::any();
            let at = params.iter().position(|&p| p == variable);
            match at {
                Some(at) if places == 1 && !nested && !bounds && one_sided && at < position => {
                    position = at;
                    kept -= 1;
                }
                _ => break,
            }
        }
        self.write(out, body, &variables[kept..].to_vec());
        if kept == 0 {
            return;
        }
        out.push_str(" where ");
        let braces = kept > 1;
        if braces {
            out.push('{');
        }
        for (at, &(variable, lower, upper)) in variables[..kept].iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            if lower != ty::bottom() && upper != ty::any() {
                self.write(out, lower, &Elided::new());
                out.push_str("<:");
            }
            self.write(out, variable, &Elided::new());
            if upper != ty::any() {
                out.push_str("<:");
                self.write_bound(out, upper);
            } else if lower != ty::bottom() {
                out.push_str(">:");
                self.write_bound(out, lower);
            }
        }
        if braces {
            out.push('}');
        }
    }

    /// A bound after which another `where` would be read as its own.
    fn write_bound(&self, out: &mut String, bound: Type) {
        let text = self.show(bound);
        if text.contains(" where ") {
            _ = write!(out, "({text})");
        } else {
            out.push_str(&text);
        }
    }
}

fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Int(value) => _ = write!(out, "{value}"),
        Value::Bool(value) => _ = write!(out, "{value}"),
        Value::Sym(name) if is_identifier(name.as_str()) || is_operator(name.as_str()) => {
            _ = write!(out, ":{name}");
        }
        Value::Sym(name) => _ = write!(out, ":var\"{name}\""),
        Value::Char(code) => match char::from_u32(*code) {
            Some(c) => _ = write!(out, "{c:?}"),
            None => _ = write!(out, "'\\u{code:x}'"),
        },
        Value::Bits(name, bits) => match name.as_str() {
            "UInt8" => _ = write!(out, "0x{bits:02x}"),
            "UInt16" => _ = write!(out, "0x{bits:04x}"),
            "UInt32" => _ = write!(out, "0x{bits:08x}"),
            "UInt64" => _ = write!(out, "0x{bits:016x}"),
            "UInt128" => _ = write!(out, "0x{bits:032x}"),
            "Float64" => _ = write!(out, "{:?}", f64::from_bits(*bits as u64)),
            "Float32" => _ = write!(out, "{:?}f0", f32::from_bits(*bits as u32)),
            _ => _ = write!(out, "reinterpret({name}, 0x{bits:x})"),
        },
        Value::Tuple(values) => {
            out.push('(');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                write_value(out, value);
            }
            out.push_str(if values.len() == 1 { ",)" } else { ")" });
        }
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || (c as u32) > 0x7f)
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '!' || (c as u32) > 0x7f)
}

fn is_operator(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| "+-*/\\^%<>=!&|~÷:".contains(c))
}

fn identifier(name: Sym) -> String {
    if is_identifier(name.as_str()) {
        name.to_string()
    } else {
        format!("var\"{name}\"")
    }
}

fn operator_or_identifier(name: Sym) -> String {
    if is_operator(name.as_str()) {
        name.to_string()
    } else {
        identifier(name)
    }
}
