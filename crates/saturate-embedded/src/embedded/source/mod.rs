//! Constants, types and functions as words of the program that they belong to: what `--emit julia` writes.
//!
//! An immutable value is written where it stands. A mutable one is *that object*: it goes by the name that the program gives it,
//! or by the way that leads from such a name to it; one that the optimiser has made gets a name and a definition above.
//!
//! ```text
//! const G = [1, 2]                     G
//! const T = ([1.0], 2)                 getfield(T, 1)
//! what @arg has folded                 const fit_constant1 = reshape(Float64[0.5, -0.125, 0.0, 0.25], 2, 2)
//! Point(1, 2), an immutable struct     const f_constant1 = Core.eval(@__MODULE__, Expr(:new, Point, 1, 2))
//! ```
//!
//! Closures are structs above ([`closures`]). Functions of the rule library are no part of the program: their source is written above as well.

mod closures;

use super::bodies::version_name;
use super::{Binding, Embedded, MethodBody};
use crate::diag::Source;
use crate::host::{Host, Known};
use crate::interp::egal::{deep, egal};
use crate::interp::kind::Kind;
use crate::interp::value::Fields;
use crate::interp::{show, typing, Object, Value};
use crate::ir::julia::{is_identifier, quoted, Callee, Form, Vocabulary};
use crate::ir::slots::{Literal, Operand, StmtKind};
use crate::ir::{Const, Type};
use crate::sym::Sym;
use crate::types::{family, plain_name, TypeData};
use rustc_hash::{FxHashMap, FxHashSet};

/// Names that a program does not see without saying where they come from.
const QUALIFIED: &[(&str, &[&str])] = &[
    (
        "Base",
        &[
            "Enumerate",
            "Filter",
            "Fix2",
            "Flatten",
            "Generator",
            "HasLength",
            "HasShape",
            "IteratorSize",
            "KeySet",
            "OneTo",
            "RefValue",
            "SizeUnknown",
            "TwicePrecision",
            "ValueIterator",
            "broadcastable",
            "broadcasted",
            "checked_add",
            "checked_mul",
            "checked_neg",
            "checked_sub",
            "dotview",
            "front",
            "indexed_iterate",
            "inferencebarrier",
            "invokelatest",
            "kwerr",
            "literal_pow",
            "materialize",
            "materialize!",
            "maybeview",
            "mightalias",
            "rest",
            "simd_index",
            "simd_inner_length",
            "simd_outer_range",
            "structdiff",
            "tail",
            "typed_hcat",
            "typed_hvcat",
            "typed_vcat",
            "vect",
        ],
    ),
    ("Base.Broadcast", &["Broadcasted", "instantiate"]),
    (
        "Base.Iterators",
        &[
            "Drop",
            "Pairs",
            "ProductIterator",
            "Reverse",
            "Take",
            "Zip",
            "drop",
            "product",
            "take",
        ],
    ),
    ("Core", &["_apply", "_apply_iterate", "apply_type", "svec"]),
    ("Core.Intrinsics", &["add_int", "not_int"]),
    (
        "LinearAlgebra",
        &[
            "Adjoint",
            "Diagonal",
            "Eigen",
            "Hermitian",
            "I",
            "LowerTriangular",
            "PosDefException",
            "SingularException",
            "Symmetric",
            "Transpose",
            "UniformScaling",
            "UpperTriangular",
            "cross",
            "det",
            "diag",
            "diagm",
            "dot",
            "eigen",
            "eigvals",
            "eigvecs",
            "isdiag",
            "ishermitian",
            "isposdef",
            "issymmetric",
            "istril",
            "istriu",
            "logdet",
            "mul!",
            "norm",
            "normalize",
            "tr",
            "tril",
            "triu",
        ],
    ),
    (
        "Random",
        &["MersenneTwister", "randperm", "seed!", "shuffle"],
    ),
    ("Statistics", &["mean"]),
];

/// The module of such a name.
fn module_of(name: &str) -> Option<&'static str> {
    QUALIFIED
        .iter()
        .find(|(_, names)| names.contains(&name))
        .map(|&(module, _)| module)
}

/// Whether a program sees this name of the prelude only with its module.
pub(super) fn is_qualified(name: &str) -> bool {
    module_of(name).is_some()
}

/// Functions of this host alone.
const OWN: &[&str] = &["_assert", "assume", "similar_to", "for_float"];

/// Values that are looked at on the way from the program's constants to an object.
const MAX_SEARCH: usize = 100_000;

/// What the written functions of one program share: definitions above them, each written once.
#[derive(Clone)]
pub struct Above {
    /// Whether a text comes with the optimiser and not with the program: its functions are written above.
    is_library: fn(&Source) -> bool,
    /// Lines that are not written yet.
    lines: Vec<String>,
    /// Objects that have a name by now.
    objects: Vec<(Value, String)>,
    /// Names of the closures' types.
    closures: FxHashMap<Sym, String>,
    /// Everything else that is there: modules, library functions, names.
    done: FxHashSet<String>,
}

impl Above {
    /// Nothing is written yet. `is_library` tells texts that come with the optimiser from the program's own.
    pub fn new(is_library: fn(&Source) -> bool) -> Above {
        Above {
            is_library,
            lines: Vec::new(),
            objects: Vec::new(),
            closures: FxHashMap::default(),
            done: FxHashSet::default(),
        }
    }

    /// The definitions that came up since the last time.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }
}

/// The words of a program, for one of its functions.
pub struct Words<'a> {
    host: &'a mut Embedded,
    above: &'a mut Above,
    /// The function that is written: definitions above are called after it.
    owner: Sym,
    /// Objects whose definition is being written.
    open: Vec<Value>,
}

impl<'a> Words<'a> {
    /// The words for a function of this name.
    pub fn new(host: &'a mut Embedded, above: &'a mut Above, owner: Sym) -> Words<'a> {
        Words {
            host,
            above,
            owner,
            open: Vec::new(),
        }
    }

    fn import(&mut self, module: &str) {
        let root = module.split('.').next().unwrap_or(module);
        if !matches!(root, "Base" | "Core") && self.above.done.insert(format!("import {root}")) {
            self.above.lines.push(format!("import {root}"));
        }
    }

    /// The module that has a name of the prelude, where a program does not see it.
    /// The name of a function.
    pub fn name(&self, function: Const) -> Sym {
        match self.host.constants.get(function) {
            Value::Function(name) => *name,
            object => version_name(&self.host.types, object.type_of(&self.host.types))
                .unwrap_or_else(|| Sym::new("version")),
        }
    }

    fn function(&mut self, name: Sym) -> Result<String, String> {
        // The version is a method of the closure.
        if self.host.makes_versions(name) {
            return Ok("identity".into());
        }
        let text = name.as_str();
        if text.starts_with('#') || text.contains("##") {
            return Err(format!("`{text}` is a function without a name in source"));
        }
        let own = self.host.user_methods(name);
        let plain = Sym::new(plain_name(name));
        if plain != name {
            return Ok(quoted(plain));
        }
        if own.is_empty() {
            if OWN.contains(&text) {
                return Err(format!("Julia has no function `{text}`"));
            }
            if let Some(module) = module_of(text) {
                self.import(module);
                return Ok(format!("{module}.{text}"));
            }
        }
        if self.host.is_hidden(name) {
            return Ok(match is_identifier(text) {
                true => format!("Base.{text}"),
                false => format!("Base.:{text}"),
            });
        }
        let library: Vec<_> = own
            .iter()
            .map(|&id| self.host.method(id))
            .filter(|method| (self.above.is_library)(&method.source))
            .map(|method| method.source.text_at(method.span).to_string())
            .collect();
        if !library.is_empty() && self.above.done.insert(format!("function {text}")) {
            if self.above.done.insert("using LinearAlgebra".to_string()) {
                self.above.lines.push("using LinearAlgebra".to_string());
            }
            self.above.lines.extend(library);
        }
        Ok(quoted(name))
    }

    fn value(&mut self, value: &Value) -> Result<String, String> {
        deep(|| self.value_inner(value))
    }

    fn values<'v>(
        &mut self,
        values: impl IntoIterator<Item = &'v Value>,
    ) -> Result<Vec<String>, String> {
        values.into_iter().map(|value| self.value(value)).collect()
    }

    fn value_inner(&mut self, value: &Value) -> Result<String, String> {
        let plain = |words: &mut Self| show::plain(words.host, value);
        Ok(match value {
            Value::Function(name) => self.function(*name)?,
            Value::Type(of) => self.type_text(*of)?,
            Value::Module(name) => {
                self.import(name.as_str());
                quoted(*name)
            }
            Value::Float64(x) if x.is_nan() && x.to_bits() != f64::NAN.to_bits() => {
                format!("reinterpret(Float64, 0x{:016x})", x.to_bits())
            }
            Value::Float32(x) if x.is_nan() && x.to_bits() != f32::NAN.to_bits() => {
                format!("reinterpret(Float32, 0x{:08x})", x.to_bits())
            }
            Value::Int(kind, _) if kind.signed() => format!("{}({})", kind.name(), plain(self)),
            Value::Wide(wide) if wide.0.signed() => {
                let (text, is_minimum) = (plain(self), wide.1 == i128::MIN);
                match is_minimum {
                    true => "typemin(Int128)".to_string(),
                    false => format!("Int128({text})"),
                }
            }
            Value::Int64(i64::MIN) => "typemin(Int64)".to_string(),
            Value::Char(code) if char::from_u32(*code).is_none() => {
                return Err("a character that is not valid has no literal".into())
            }
            Value::Nothing
            | Value::Missing
            | Value::Bool(_)
            | Value::Int64(_)
            | Value::Float64(_)
            | Value::Float32(_)
            | Value::Int(..)
            | Value::Wide(_)
            | Value::Char(_)
            | Value::Str(_)
            | Value::Symbol(_) => plain(self),
            Value::Tuple(items)
                if items.iter().any(Value::may_nest) && self.host.name_of(value).is_some() =>
            {
                quoted(self.host.name_of(value).unwrap_or(self.owner))
            }
            Value::Tuple(items) => {
                let items = self.values(items.iter())?;
                let comma = if items.len() == 1 { "," } else { "" };
                format!("({}{comma})", items.join(", "))
            }
            Value::Array(_) => self.object(value)?,
            Value::Object(object) if object.is_mutable() => self.object(value)?,
            Value::Object(object) => self.immutable(value, object)?,
        })
    }

    /// An object with identity: by its name, or by one that it gets.
    fn object(&mut self, value: &Value) -> Result<String, String> {
        if let Some((_, name)) = self
            .above
            .objects
            .iter()
            .find(|known| egal(&known.0, value))
        {
            return Ok(name.clone());
        }
        let text = match self.way_to(value)? {
            Some(way) => way,
            None => {
                if self.open.iter().any(|open| egal(open, value)) {
                    return Err("a constant that contains itself has no literal".into());
                }
                self.open.push(value.clone());
                let definition = self.definition(value);
                self.open.pop();
                self.define(&definition?)
            }
        };
        self.above.objects.push((value.clone(), text.clone()));
        Ok(text)
    }

    /// `const f_constant1 = …` above.
    fn define(&mut self, definition: &str) -> String {
        let name = self.free_name("constant");
        self.above
            .lines
            .push(format!("const {name} = {definition}"));
        name
    }

    /// A name that is made of the function's, and of nothing else in the program.
    fn free_name(&mut self, kind: &str) -> String {
        let base: String = self
            .owner
            .as_str()
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        let base = match is_identifier(&base) {
            true => base,
            false => "f".to_string(),
        };
        let name = (1..)
            .map(|number| format!("{base}_{kind}{number}"))
            .find(|name| {
                let known = Sym::new(name);
                !self.above.done.contains(name)
                    && self.host.bound_value(known).is_none()
                    && !self.host.functions.contains(&known)
            })
            .unwrap_or_default();
        self.above.done.insert(name.clone());
        name
    }

    /// The expression that leads from a constant of the program to an object.
    fn way_to(&mut self, wanted: &Value) -> Result<Option<String>, String> {
        let mut roots: Vec<(Sym, Value, bool)> = self
            .host
            .seen_globals()
            .map(|(name, binding)| match binding {
                Binding::Constant(value) => (name, value.clone(), true),
                Binding::Variable(value) => (name, value.clone(), false),
            })
            .filter(|(name, ..)| !name.as_str().contains('#'))
            .collect();
        roots.sort_by_key(|(name, ..)| (name.as_str().len(), name.as_str()));
        let mut todo: Vec<(String, Value, bool)> = roots
            .iter()
            .rev()
            .map(|(name, value, fixed)| (quoted(*name), value.clone(), *fixed))
            .collect();
        let mut seen: FxHashSet<*const ()> = FxHashSet::default();
        let mut behind_memory = false;
        let mut looked_at = 0;
        while let Some((way, value, fixed)) = todo.pop() {
            looked_at += 1;
            if looked_at > MAX_SEARCH {
                return Err("the program's constants are too large to be searched".into());
            }
            if egal(&value, wanted) {
                if fixed {
                    return Ok(Some(way));
                }
                behind_memory = true;
                continue;
            }
            let mut push = |at: usize, item: &Value, fixed: bool| {
                if item.may_nest() {
                    let way = match fixed {
                        true => format!("getfield({way}, {})", at + 1),
                        false => String::new(),
                    };
                    todo.push((way, item.clone(), fixed));
                }
            };
            match &value {
                Value::Tuple(items) => {
                    for (at, item) in items.iter().enumerate() {
                        push(at, item, fixed);
                    }
                }
                Value::Object(object) => match &object.fields {
                    Fields::Fixed(fields) => {
                        for (at, item) in fields.iter().enumerate() {
                            push(at, item, fixed);
                        }
                    }
                    Fields::Mutable(fields) if seen.insert(std::rc::Rc::as_ptr(object).cast()) => {
                        for item in fields.borrow().iter().flatten() {
                            push(0, item, false);
                        }
                    }
                    Fields::Table(_) | Fields::Mutable(_) | Fields::Buffer(_) => {}
                },
                Value::Array(array) if seen.insert(std::rc::Rc::as_ptr(array).cast()) => {
                    for item in array.storage().iter().flatten() {
                        push(0, &item, false);
                    }
                }
                _ => {}
            }
        }
        match behind_memory {
            true => Err("a constant that only the program's memory leads to".into()),
            false => Ok(None),
        }
    }

    /// The expression that makes an object like this one.
    fn definition(&mut self, value: &Value) -> Result<String, String> {
        match value {
            Value::Array(array) => {
                let mut items = Vec::with_capacity(array.len());
                for at in 0..array.len() {
                    match array.get(at) {
                        Some(item) => items.push(self.value(&item)?),
                        None => return Err("an array with undefined elements".into()),
                    }
                }
                let eltype = self.type_text(array.eltype())?;
                let flat = format!("{eltype}[{}]", items.join(", "));
                let dims = array.dims();
                if dims.len() == 1 {
                    return Ok(flat);
                }
                let dims: Vec<String> = dims.iter().map(|dim| dim.to_string()).collect();
                let comma = if dims.len() == 1 { "," } else { "" };
                Ok(format!("reshape({flat}, ({}{comma}))", dims.join(", ")))
            }
            Value::Object(object) => match &object.fields {
                Fields::Mutable(fields) if object.kind == Kind::RefValue => {
                    let (ty, item) = (self.type_text(object.ty)?, fields.borrow()[0].clone());
                    match item {
                        Some(item) => Ok(format!("{ty}({})", self.value(&item)?)),
                        None => Ok(format!("{ty}()")),
                    }
                }
                Fields::Mutable(fields) if self.is_of_the_program(object) => {
                    let fields = fields.borrow().clone();
                    self.new_object(object.ty, &fields)
                }
                _ => Err(self.no_source(object)),
            },
            _ => Err("a value without identity".into()),
        }
    }

    fn no_source(&self, object: &Object) -> String {
        let ty = self.host.types.show(object.ty);
        format!("a constant of type `{ty}` has no literal")
    }

    fn is_of_the_program(&self, object: &Object) -> bool {
        let family = self.host.types.family_of(object.ty);
        family.is_some_and(|family| family.as_u32() >= self.host.prelude_types)
    }

    /// `Expr(:new, T, …)`, evaluated: the constructor may do anything.
    fn new_object(&mut self, ty: Type, fields: &[Option<Value>]) -> Result<String, String> {
        let mut parts = vec![self.type_text(ty)?];
        let defined = fields.iter().take_while(|field| field.is_some()).count();
        if fields[defined..].iter().any(Option::is_some) {
            return Err("an object with undefined fields in the middle".into());
        }
        for field in fields[..defined].iter().flatten() {
            let text = self.value(field)?;
            // A symbol would be taken as a name.
            parts.push(match field {
                Value::Symbol(_) => format!("QuoteNode({text})"),
                _ => text,
            });
        }
        Ok(format!(
            "Core.eval(@__MODULE__, Expr(:new, {}))",
            parts.join(", ")
        ))
    }

    fn immutable(&mut self, value: &Value, object: &Object) -> Result<String, String> {
        let fields = object.fixed();
        let ty = object.ty;
        Ok(match object.kind {
            Kind::UnitRange => {
                let fields = self.values(fields)?;
                match &fields[..] {
                    [a, b] => format!("({a}:{b})"),
                    _ => return Err(self.no_source(object)),
                }
            }
            Kind::NamedTuple => {
                let items = self.values(fields)?;
                let comma = if items.len() == 1 { "," } else { "" };
                format!("{}(({}{comma}))", self.type_text(ty)?, items.join(", "))
            }
            Kind::CartesianIndex => {
                let Some(Value::Tuple(items)) = fields.first() else {
                    return Err(self.no_source(object));
                };
                format!("CartesianIndex({})", self.values(items.iter())?.join(", "))
            }
            Kind::Symmetric | Kind::Hermitian => {
                let (ty, [data, Value::Char(uplo)]) = (object.kind.name(), fields) else {
                    return Err(self.no_source(object));
                };
                self.import("LinearAlgebra");
                let uplo = char::from_u32(*uplo).unwrap_or('U');
                format!("LinearAlgebra.{ty}({}, :{uplo})", self.value(data)?)
            }
            Kind::SubArray => {
                let [parent, Value::Tuple(indices)] = fields else {
                    return Err(self.no_source(object));
                };
                let (parent, indices) = (self.value(parent)?, self.values(indices.iter())?);
                format!("view({parent}, {})", indices.join(", "))
            }
            Kind::Irrational | Kind::Colon | Kind::Stdout | Kind::Stderr => {
                match self.host.name_of(value) {
                    Some(name) => quoted(name),
                    None if object.kind == Kind::Colon => "Colon()".to_string(),
                    None => return Err(self.no_source(object)),
                }
            }
            // The exact ratios that a range of floats steps by, where it has such, or its first value and step as they are.
            Kind::StepRangeLen => {
                let of = match fields.first() {
                    Some(Value::Float32(_)) => "Float32",
                    _ => "Float64",
                };
                let texts = self.values(fields)?;
                let [first, step, len, _, numerator, increment, denominator] = &texts[..] else {
                    return Err(self.no_source(object));
                };
                match &denominator[..] {
                    "0" => format!("Base.steprangelen_hp({of}, {first}, {step}, 0, {len}, 1)"),
                    _ => format!(
                        "Base.floatrange({of}, {numerator}, {increment}, {len}, {denominator})"
                    ),
                }
            }
            Kind::OneTo
            | Kind::StepRange
            | Kind::Complex
            | Kind::Pair
            | Kind::Val
            | Kind::Some
            | Kind::UndefInitializer
            | Kind::Transpose
            | Kind::Adjoint
            | Kind::Diagonal
            | Kind::UpperTriangular
            | Kind::LowerTriangular
            | Kind::UniformScaling => {
                let fields = self.values(fields)?;
                format!("{}({})", self.type_text(ty)?, fields.join(", "))
            }
            // What is lazy and known, as the call that makes it.
            Kind::Broadcasted => {
                let [f, Value::Tuple(items), ..] = fields else {
                    return Err(self.no_source(object));
                };
                let (f, items) = (self.value(f)?, self.values(items.iter())?);
                format!("Base.broadcasted({f}, {})", items.join(", "))
            }
            Kind::Generator => format!("Base.Generator({})", self.values(fields)?.join(", ")),
            Kind::ProductIterator => {
                let Some(Value::Tuple(items)) = fields.first() else {
                    return Err(self.no_source(object));
                };
                let items = self.values(items.iter())?;
                format!("Base.Iterators.product({})", items.join(", "))
            }
            _ if family_name(self.host, ty) == "ComposedFunction" => {
                format!("({})", self.values(fields)?.join(" ∘ "))
            }
            Kind::SaturatedVersion => match version_name(&self.host.types, ty) {
                Some(name) if !self.host.is_of_object(name) => quoted(name),
                _ => self.values(fields)?.join(", "),
            },
            _ if Words::is_closure(&family_name(self.host, ty)) => {
                let name = self.closure(Sym::new(&family_name(self.host, ty)))?;
                format!("{name}({})", self.values(fields)?.join(", "))
            }
            _ if self.is_of_the_program(object) => {
                if let Some((_, name)) = self
                    .above
                    .objects
                    .iter()
                    .find(|known| egal(&known.0, value))
                {
                    return Ok(name.clone());
                }
                if let Some(name) = self.host.name_of(value) {
                    return Ok(quoted(name));
                }
                let count = self.host.types.fields(ty).map_or(0, |fields| fields.len());
                let mut fields: Vec<Option<Value>> = fields.iter().cloned().map(Some).collect();
                fields.resize(count.max(fields.len()), None);
                let definition = self.new_object(ty, &fields)?;
                let name = self.define(&definition);
                self.above.objects.push((value.clone(), name.clone()));
                name
            }
            _ => match (self.type_text(ty), fields) {
                // `Base.TwicePrecision{Float64}(1.0, 0.0)`, exceptions: their constructors take the fields.
                (Ok(ty), _)
                    if TAKES_FIELDS.contains(&family_name(self.host, object.ty).as_str()) =>
                {
                    let fields = self.values(fields)?;
                    format!("{ty}({})", fields.join(", "))
                }
                _ => return Err(self.no_source(object)),
            },
        })
    }

    /// A type whose names the program sees.
    fn type_text(&mut self, ty: Type) -> Result<String, String> {
        let text = self.host.types.show(ty);
        let mut out = String::with_capacity(text.len());
        let mut rest = &text[..];
        while !rest.is_empty() {
            let is_word = |c: char| c.is_alphanumeric() || "_!#′\"".contains(c);
            let end = rest
                .char_indices()
                .find(|&(_, c)| !is_word(c))
                .map_or(rest.len(), |(at, _)| at);
            let word = &rest[..end];
            if word.contains('#') {
                let inner = word.trim_start_matches("var").trim_matches('"');
                if Words::is_closure(inner) && !inner.contains("##") {
                    let name = self.closure(Sym::new(inner))?;
                    out.push_str(&name);
                    rest = &rest[end..];
                    continue;
                }
                return Err(format!("the type `{text}` has no name in source"));
            }
            // `Base.RefValue` says it already, and `:a` is a symbol.
            let is_name = !word.is_empty() && !out.ends_with(['.', ':', '"']);
            match module_of(word) {
                Some(module) if is_name && self.is_of_the_prelude(word) => {
                    self.import(module);
                    out.push_str(module);
                    out.push('.');
                    out.push_str(word);
                }
                _ => out.push_str(word),
            }
            rest = &rest[end..];
            if let Some(c) = rest.chars().next() {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
        Ok(out)
    }

    /// Whether a name in a type is the prelude's: of a type, or of a function in `typeof(f)`.
    fn is_of_the_prelude(&self, word: &str) -> bool {
        let name = Sym::new(word);
        match self.host.types.family_named(name) {
            Some(_) if self.host.types.own_type(name).is_some() => false,
            Some(family) => family.as_u32() < self.host.prelude_types,
            None => {
                let own = self.host.types.own_function(name);
                own.is_none() && self.host.user_methods(name).is_empty()
            }
        }
    }

    /// The keywords of a function whose body has this name; none if it collects the rest of them.
    fn body_names(&self, body: Sym) -> Option<Vec<Sym>> {
        let id = *self.host.user_methods(body).first()?;
        let function = self.host.method(id).body_of?;
        let code = |name: Sym| {
            let ids = self.host.user_methods(name);
            let bodies = ids.iter().map(|&id| &self.host.method(id).body);
            bodies
                .filter_map(|body| match body {
                    MethodBody::Code(code) => Some(code.clone()),
                    MethodBody::Stub(_) => None,
                })
                .collect::<Vec<_>>()
        };
        let [body] = &code(body)[..] else {
            return None;
        };
        let sorters = code(Sym::new(&format!("{function}##kw")));
        let is_keyword = |name: Sym| {
            let mut kinds = sorters.iter().flat_map(|code| code.stmts.values());
            kinds.any(|stmt| match &stmt.kind {
                StmtKind::Call { args, .. } => {
                    args.contains(&Operand::Literal(Literal::Symbol(name)))
                }
                _ => false,
            })
        };
        let names = body.slots.values().skip(1).map(|slot| slot.name);
        let names: Vec<Sym> = names
            .take_while(|name| is_identifier(name.as_str()))
            .collect();
        match names.iter().all(|&name| is_keyword(name)) {
            true => Some(names),
            false => Some(Vec::new()),
        }
    }
}

/// Structs of Base whose constructors take just their fields.
const TAKES_FIELDS: &[&str] = &[
    "TwicePrecision",
    "Fix2",
    "ErrorException",
    "ArgumentError",
    "AssertionError",
    "DimensionMismatch",
    "OverflowError",
    "DomainError",
    "BoundsError",
    "KeyError",
    "DivideError",
    "UndefVarError",
];

fn family_name(host: &Embedded, ty: Type) -> String {
    match host.types.family_of(ty) {
        Some(family) => host.types.family_name(family).to_string(),
        None => String::new(),
    }
}

impl Vocabulary for Words<'_> {
    fn constant(&mut self, constant: Const) -> Result<String, String> {
        let value = self.host.constants.get(constant).clone();
        self.value(&value)
    }

    fn ty(&mut self, ty: Type) -> Result<String, String> {
        self.type_text(ty)
    }

    fn elements(&mut self, constant: Const) -> Option<Vec<Const>> {
        let items: Vec<Value> = match self.host.constants.get(constant) {
            Value::Tuple(items) => items.to_vec(),
            Value::Object(object) if object.kind == Kind::NamedTuple => object.fixed().to_vec(),
            _ => return None,
        };
        Some(items.iter().map(|item| self.host.intern(item)).collect())
    }

    fn element_names(&mut self, constant: Const) -> Option<Vec<Sym>> {
        match self.host.constants.get(constant) {
            Value::Object(object) if object.kind == Kind::NamedTuple => {
                let fields = self.host.types.fields(object.ty)?;
                Some(fields.into_iter().map(|(name, _)| name).collect())
            }
            _ => None,
        }
    }

    fn element_types(&mut self, ty: Type) -> Option<Vec<Type>> {
        match self.host.types.data(ty) {
            TypeData::Tuple(elements, None) => Some(elements.to_vec()),
            _ => None,
        }
    }

    fn applied(&mut self, function: Const, to: Const) -> Option<Const> {
        let mut known = |constant: Const| Known {
            ty: self.host.type_of(constant),
            constant: Some(constant),
        };
        let (function, to) = (known(function), known(to));
        self.host.call(function, &[to])?.result.constant
    }

    fn callee(&mut self, constant: Const) -> Callee {
        match self.host.constants.get(constant) {
            Value::Function(name) => {
                let text = name.as_str();
                let is_own = !self.host.user_methods(*name).is_empty();
                match text {
                    "kwfunc" if !is_own => return Callee::SorterOf,
                    "tuple" if !is_own => return Callee::Tuple,
                    "vect" if !is_own => return Callee::Vect,
                    _ => {}
                }
                if text.ends_with("##kw") {
                    return Callee::Sorter;
                }
                // The program's own functions have other names, methods that it adds to Julia's have not.
                if let Some(form) = Form::named(text) {
                    return Callee::Form(form);
                }
                match self.body_names(*name) {
                    Some(names) => Callee::Body(names),
                    None => Callee::Ordinary,
                }
            }
            &Value::Type(of) => match self.names_of_named_tuple(of) {
                Some(names) => Callee::NamedTuple(names),
                None if Words::is_closure(&family_name(self.host, of)) => Callee::Closure,
                None => Callee::Ordinary,
            },
            _ => Callee::Ordinary,
        }
    }
}

impl Words<'_> {
    /// The names in `NamedTuple{(:a, :b)}`.
    fn names_of_named_tuple(&self, of: Type) -> Option<Vec<Sym>> {
        if self.host.types.family_of(of) != Some(family::named_tuple()) {
            return None;
        }
        let Some(Value::Tuple(names)) = typing::value_param(&self.host.types, of, 0) else {
            return None;
        };
        let names = names.iter().map(|name| match name {
            Value::Symbol(name) => Some(*name),
            _ => None,
        });
        names.collect()
    }
}
