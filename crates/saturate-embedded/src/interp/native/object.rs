//! Fields, types and reflection; small function objects.

use super::super::exception::{self, argument_error, bounds_error, method_error, type_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::sequence;
use super::super::typing::{self, Param};
use super::super::value::{Fields, Object, Value};
use super::convert;
use crate::ir::Type;
use crate::sym::Sym;
use crate::types::{family, plain_name, ty, TypeTable};

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("typeof", |m, args| {
        one(m, args, "typeof", |m, x| {
            Ok(Value::Type(x.type_of(m.types())))
        })
    }),
    ("isa", isa),
    ("typeassert", typeassert),
    ("<:", subtype),
    (">:", |m, args| {
        subtype(m, &args.iter().rev().cloned().collect::<Vec<_>>())
    }),
    ("supertype", |m, args| {
        of_type(m, args, "supertype", |m, of| {
            Value::Type(m.types().supertype(of))
        })
    }),
    ("typejoin", typejoin),
    ("isconcretetype", |m, args| {
        of_type(m, args, "isconcretetype", |m, of| {
            m.types().is_concrete(of).into()
        })
    }),
    ("isabstracttype", |m, args| {
        of_type(m, args, "isabstracttype", |m, of| is_abstract(m, of).into())
    }),
    ("isbitstype", |m, args| {
        of_type(m, args, "isbitstype", |m, of| m.types().is_bits(of).into())
    }),
    ("ismutable", |m, args| {
        one(m, args, "ismutable", |m, x| Ok(is_mutable(m, x).into()))
    }),
    ("isbits", |m, args| {
        one(m, args, "isbits", |m, x| {
            let of = x.type_of(m.types());
            Ok(m.types().is_bits(of).into())
        })
    }),
    ("nameof", nameof),
    ("fieldnames", |m, args| {
        of_type(m, args, "fieldnames", |m, of| {
            Value::tuple(
                typing::field_names(m.types(), of)
                    .into_iter()
                    .map(Value::Symbol),
            )
        })
    }),
    ("fieldcount", |m, args| {
        of_type(m, args, "fieldcount", |m, of| {
            typing::field_names(m.types(), of).len().into()
        })
    }),
    ("fieldtype", fieldtype),
    ("nfields", |m, args| {
        one(m, args, "nfields", |m, x| Ok(field_count(m, x).into()))
    }),
    ("propertynames", |m, args| {
        one(m, args, "propertynames", |m, x| {
            let of = x.type_of(m.types());
            Ok(Value::tuple(
                typing::field_names(m.types(), of)
                    .into_iter()
                    .map(Value::Symbol),
            ))
        })
    }),
    ("getfield", |m, args| getfield(m, args, "getfield")),
    ("getproperty", |m, args| getfield(m, args, "getproperty")),
    ("setfield!", setfield),
    ("setproperty!", setproperty),
    ("isdefined", isdefined),
    ("hasfield", hasfield),
    ("hasproperty", hasproperty),
    ("tuple", |_, args| Ok(Value::tuple(args.iter().cloned()))),
    ("svec", |_, args| Ok(Value::tuple(args.iter().cloned()))),
    ("apply_type", apply_type),
    ("TypeVar", type_var),
    ("UnionAll", union_all),
    ("Nothing", |_, _| Ok(Value::Nothing)),
    ("Missing", |_, _| Ok(Value::Missing)),
    ("Val", |m, args| val(m, args)),
    ("Ref", reference),
    ("RefValue", reference),
    ("=>", |m, args| pair(m, args)),
    ("Pair", |m, args| pair(m, &args[1..])),
    ("NamedTuple", named_tuple),
    ("Tuple", |m, args| tuple_constructor(m, args)),
    ("merge", merge),
    ("structdiff", structdiff),
    ("Symbol", symbol),
    ("something", something),
    ("isnothing", |m, args| {
        one(m, args, "isnothing", |_, x| {
            Ok(matches!(x, Value::Nothing).into())
        })
    }),
    ("ismissing", |m, args| {
        one(m, args, "ismissing", |_, x| {
            Ok(matches!(x, Value::Missing).into())
        })
    }),
    ("coalesce", |_, args| {
        Ok(args
            .iter()
            .find(|x| !matches!(x, Value::Missing))
            .cloned()
            .unwrap_or(Value::Missing))
    }),
    ("∘", compose),
    ("Some", |m, args| some(m, &args[1..])),
    ("applicable", applicable),
];

fn one(
    m: &mut dyn Machine,
    args: &[Value],
    name: &str,
    f: impl Fn(&mut dyn Machine, &Value) -> Outcome,
) -> Outcome {
    match args {
        [x] => f(m, x),
        _ => Err(method_error(m, name, args)),
    }
}

fn of_type(
    m: &mut dyn Machine,
    args: &[Value],
    name: &str,
    f: impl Fn(&mut dyn Machine, Type) -> Value,
) -> Outcome {
    match args {
        [Value::Type(of)] => Ok(f(m, *of)),
        _ => Err(method_error(m, name, args)),
    }
}

fn is_abstract(m: &mut dyn Machine, of: Type) -> bool {
    m.types()
        .family_of(of)
        .is_some_and(|family| m.types().layout(family) == crate::types::Layout::Abstract)
        || of == ty::any()
}

fn is_mutable(m: &mut dyn Machine, value: &Value) -> bool {
    let of = value.type_of(m.types());
    m.types().is_mutable(of)
}

fn isa(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x, Value::Type(of)] => Ok(typing::is_instance(m.types(), x, *of).into()),
        [Value::Type(_)] => fix2(m, "isa", &args[0]),
        _ => Err(method_error(m, "isa", args)),
    }
}

fn typeassert(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x, Value::Type(of)] if typing::is_instance(m.types(), x, *of) => Ok(x.clone()),
        [x, expected] => Err(type_error(m, "typeassert", "", expected.clone(), x.clone())),
        _ => Err(method_error(m, "typeassert", args)),
    }
}

fn subtype(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(a), Value::Type(b)] => Ok(m.types().subtype(*a, *b).into()),
        [Value::Type(_)] => fix2(m, "<:", &args[0]),
        _ => Err(method_error(m, "<:", args)),
    }
}

fn typejoin(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut join = ty::bottom();
    for arg in args {
        match arg {
            Value::Type(of) => join = m.types().typejoin(join, *of),
            _ => return Err(method_error(m, "typejoin", args)),
        }
    }
    Ok(Value::Type(join))
}

fn nameof(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Function(name)] => Ok(Value::symbol(plain_name(*name))),
        [Value::Module(name)] => Ok(Value::Symbol(*name)),
        [Value::Type(of)] => match typing::family_name(m.types(), *of) {
            Some(name) => Ok(Value::symbol(plain_name(name))),
            None => Ok(Value::symbol(if *of == ty::any() {
                "Any"
            } else {
                "Union"
            })),
        },
        _ => Err(method_error(m, "nameof", args)),
    }
}

fn field_count(m: &mut dyn Machine, value: &Value) -> usize {
    match value {
        Value::Tuple(items) => items.len(),
        other => {
            let of = other.type_of(m.types());
            typing::field_names(m.types(), of).len()
        }
    }
}

fn fieldtype(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(of), which] = args else {
        return Err(method_error(m, "fieldtype", args));
    };
    let at = match which {
        Value::Symbol(name) => m.types().field_index(*of, *name),
        which => which
            .as_i64()
            .and_then(|at| usize::try_from(at.saturating_sub(1)).ok()),
    };
    match at.and_then(|at| m.types().field_type(*of, at)) {
        Some(of) => Ok(Value::Type(of)),
        None => Err(argument_error(m, "no such field")),
    }
}

/// The position of a field given by name or number, from 0.
fn position(m: &mut dyn Machine, of: Type, which: &Value) -> Option<usize> {
    match which {
        Value::Symbol(name) => m.types().field_index(of, *name),
        which => which
            .as_i64()
            .filter(|&at| at >= 1)
            .map(|at| at as usize - 1),
    }
}

fn no_field(m: &mut dyn Machine, of: Type, which: &Value) -> Thrown {
    let family = typing::family_name(m.types(), of)
        .map_or_else(|| m.types().show(of), |name| plain_name(name).to_string());
    match which {
        Value::Symbol(name) => exception::error(m, format!("type {family} has no field {name}")),
        which => bounds_error(m, &Value::Type(of), std::slice::from_ref(which)),
    }
}

fn getfield(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let [value, which, ..] = args else {
        return Err(method_error(m, name, args));
    };
    if !matches!(which, Value::Symbol(_) | Value::Int64(_)) {
        return Err(match name {
            "getfield" => type_error(m, name, "", Value::Type(ty::symbol()), which.clone()),
            _ => method_error(m, name, args),
        });
    }
    match value {
        Value::Object(object) => {
            // Properties that are not fields.
            if let (Kind::Eigen, Value::Symbol(field), true) =
                (object.kind, which, name == "getproperty")
            {
                match field.as_str() {
                    "values" => return Ok(object.field(0).unwrap_or(Value::Nothing)),
                    "vectors" => return Ok(object.field(1).unwrap_or(Value::Nothing)),
                    _ => {}
                }
            }
            let declared = field_count(m, value);
            let Some(at) = position(m, object.ty, which).filter(|&at| at < declared) else {
                return Err(match which {
                    Value::Symbol(_) => no_field(m, object.ty, which),
                    _ => bounds_error(m, value, std::slice::from_ref(which)),
                });
            };
            match object.field(at) {
                Some(field) => Ok(field),
                None => Err(exception::undef_ref_error(m)),
            }
        }
        Value::Tuple(items) => match which.as_i64() {
            Some(at) => match items.get((at - 1) as usize) {
                Some(item) if at >= 1 => Ok(item.clone()),
                _ => Err(bounds_error(m, value, std::slice::from_ref(which))),
            },
            None => {
                let of = value.type_of(m.types());
                Err(no_field(m, of, which))
            }
        },
        Value::Module(module) => match which {
            Value::Symbol(name) => m.global(*module, *name),
            _ => Err(method_error(m, name, args)),
        },
        other => {
            let of = other.type_of(m.types());
            Err(no_field(m, of, which))
        }
    }
}

fn setfield(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Object(object), which, value] = args else {
        return Err(match args {
            [value, which, _] => {
                let of = value.type_of(m.types());
                no_field(m, of, which)
            }
            _ => method_error(m, "setfield!", args),
        });
    };
    let Some(at) = position(m, object.ty, which) else {
        return Err(no_field(m, object.ty, which));
    };
    let Fields::Mutable(fields) = &object.fields else {
        let of = m.types().show(object.ty);
        let family = typing::family_name(m.types(), object.ty)
            .map_or(of, |name| plain_name(name).to_string());
        return Err(exception::error(
            m,
            format!("setfield!: immutable struct of type {family} cannot be changed"),
        ));
    };
    let declared = m.types().field_type(object.ty, at).unwrap_or(ty::any());
    if !typing::is_instance(m.types(), value, declared) {
        return Err(type_error(
            m,
            "setfield!",
            "",
            Value::Type(declared),
            value.clone(),
        ));
    }
    match fields.borrow_mut().get_mut(at) {
        Some(field) => *field = Some(value.clone()),
        None => return Err(no_field(m, object.ty, which)),
    }
    Ok(value.clone())
}

/// `x.f = v` converts to the field's type first.
fn setproperty(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [object, which, value] = args else {
        return Err(method_error(m, "setproperty!", args));
    };
    let of = object.type_of(m.types());
    let converted = match position(m, of, which).and_then(|at| m.types().field_type(of, at)) {
        Some(declared) => convert::store_as(m, declared, value)?,
        None => value.clone(),
    };
    setfield(m, &[object.clone(), which.clone(), converted])
}

fn isdefined(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [value @ Value::Object(object), which] => {
            let declared = field_count(m, value);
            let at = position(m, object.ty, which).filter(|&at| at < declared);
            Ok(at.is_some_and(|at| object.field(at).is_some()).into())
        }
        [Value::Tuple(items), which] => Ok(which
            .as_i64()
            .is_some_and(|at| at >= 1 && at as usize <= items.len())
            .into()),
        _ => Err(method_error(m, "isdefined", args)),
    }
}

fn hasfield(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(of), Value::Symbol(name)] => {
            Ok(m.types().field_index(*of, *name).is_some().into())
        }
        _ => Err(method_error(m, "hasfield", args)),
    }
}

fn hasproperty(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [value, Value::Symbol(name)] => {
            let of = value.type_of(m.types());
            Ok(m.types().field_index(of, *name).is_some().into())
        }
        _ => Err(method_error(m, "hasproperty", args)),
    }
}

/// `T{params...}`; `Union{...}` and `Tuple{...}` too.
fn apply_type(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(of), params @ ..] = args else {
        return Err(method_error(m, "apply_type", args));
    };
    let mut handles = Vec::with_capacity(params.len());
    for param in params {
        match typing::as_param(m.types(), param) {
            Some(handle) => handles.push(handle),
            None => {
                return Err(type_error(
                    m,
                    "Type",
                    "parameter",
                    Value::Type(ty::any()),
                    param.clone(),
                ))
            }
        }
    }
    if m.types().family_of(*of) == Some(family::union_()) {
        return Ok(Value::Type(m.types().union(&handles)));
    }
    let made = match m.types().family_of(*of) {
        Some(name) if *of == m.types().wrapper(name) => m.types().apply(name, &handles),
        _ => m.types().instantiate(*of, &handles),
    };
    match made {
        Ok(made) => Ok(Value::Type(made)),
        Err(problem) => Err(argument_error(m, problem.to_string())),
    }
}

/// `TypeVar(:T)`, `TypeVar(:T, upper)`, `TypeVar(:T, lower, upper)`: two of one name and bounds are the same here.
fn type_var(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (name, lower, upper) = match args {
        [_, name] => (name, Value::Type(ty::bottom()), Value::Type(ty::any())),
        [_, name, upper] => (name, Value::Type(ty::bottom()), upper.clone()),
        [_, name, lower, upper] => (name, lower.clone(), upper.clone()),
        _ => return Err(method_error(m, "TypeVar", args)),
    };
    let is_bound = |value: &Value| type_or_variable(m.types(), value).is_some();
    if !matches!(name, Value::Symbol(_)) || !is_bound(&lower) || !is_bound(&upper) {
        return Err(method_error(m, "TypeVar", &args[1..]));
    }
    let fields = [name.clone(), lower, upper];
    Ok(Object::create(m.types(), ty::type_var(), fields))
}

/// What a type, or a variable for one, stands for.
fn type_or_variable(types: &TypeTable, value: &Value) -> Option<Type> {
    match value {
        Value::Type(_) | Value::Object(_) => typing::as_param(types, value),
        _ => None,
    }
}

/// `UnionAll(T, body)`: `body where T`.
fn union_all(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let made = || {
        let [_, Value::Object(variable), body] = args else {
            return None;
        };
        if variable.ty != ty::type_var() {
            return None;
        }
        let part = |at: usize| type_or_variable(m.types(), &variable.field(at)?);
        let (lower, upper) = (part(1)?, part(2)?);
        let of = type_or_variable(m.types(), &args[1])?;
        let body = type_or_variable(m.types(), body)?;
        Some(m.types().where_(of, lower, upper, body))
    };
    match made() {
        Some(made) => Ok(Value::Type(made)),
        None => Err(method_error(
            m,
            "UnionAll",
            args.get(1..).unwrap_or_default(),
        )),
    }
}

fn val(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(_), x] => match typing::as_param(m.types(), x) {
            Some(param) => {
                let of = m
                    .types()
                    .apply(family::val(), &[param])
                    .unwrap_or(ty::any());
                Ok(Object::create(m.types(), of, []))
            }
            None => Err(method_error(m, "Val", &args[1..])),
        },
        [Value::Type(of)] => Ok(Object::create(m.types(), *of, [])),
        _ => Err(method_error(m, "Val", args)),
    }
}

/// `Ref(x)`, `Ref{T}(x)`, `Ref{T}()`.
fn reference(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(called), rest @ ..] = args else {
        return Err(method_error(m, "Ref", args));
    };
    let declared = typing::type_param(m.types(), *called, 0).filter(|&of| m.types().is_closed(of));
    match rest {
        [] => {
            let of = typing::apply(
                m.types(),
                "RefValue",
                &[Param::Type(declared.unwrap_or(ty::any()))],
            );
            Ok(Object::create(m.types(), of, []))
        }
        [x] => {
            let (inner, value) = match declared {
                Some(inner) => (inner, convert::store_as(m, inner, x)?),
                None => (x.type_of(m.types()), x.clone()),
            };
            let of = typing::apply(m.types(), "RefValue", &[Param::Type(inner)]);
            Ok(Object::create(m.types(), of, [value]))
        }
        _ => Err(method_error(m, "Ref", rest)),
    }
}

fn pair(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [a, b] => Ok(exception::pair(m, a.clone(), b.clone())),
        _ => Err(method_error(m, "=>", args)),
    }
}

fn some(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => {
            let inner = x.type_of(m.types());
            let of = typing::apply(m.types(), "Some", &[Param::Type(inner)]);
            Ok(Object::create(m.types(), of, [x.clone()]))
        }
        _ => Err(method_error(m, "Some", args)),
    }
}

/// A named tuple from names and values.
pub fn make_named_tuple(m: &mut dyn Machine, names: &[Sym], values: Vec<Value>) -> Value {
    let types: Vec<Type> = values
        .iter()
        .map(|value| value.type_of(m.types()))
        .collect();
    let of = m.types().named_tuple(names, &types);
    Object::create(m.types(), of, values)
}

/// `NamedTuple{names}(tuple)` and `NamedTuple()`.
fn named_tuple(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(of), rest @ ..] = args else {
        return Err(method_error(m, "NamedTuple", args));
    };
    let names: Vec<Sym> = match typing::value_param(m.types(), *of, 0) {
        Some(Value::Tuple(names)) => names
            .iter()
            .filter_map(|name| match name {
                Value::Symbol(name) => Some(*name),
                _ => None,
            })
            .collect(),
        _ => {
            let mut names = Vec::new();
            let mut values = Vec::new();
            if let [items] = rest {
                for (name, value) in entries(m, items)? {
                    names.push(name);
                    values.push(value);
                }
            }
            return Ok(make_named_tuple(m, &names, values));
        }
    };
    let values = match rest {
        [] => Vec::new(),
        [Value::Object(source)] if source.kind == Kind::NamedTuple => {
            let mut values = Vec::new();
            for name in &names {
                values.push(getfield(
                    m,
                    &[rest[0].clone(), Value::Symbol(*name)],
                    "getfield",
                )?);
            }
            values
        }
        [items] => sequence::collect(m, items)?,
        _ => return Err(method_error(m, "NamedTuple", rest)),
    };
    if values.len() != names.len() {
        return Err(argument_error(
            m,
            "Wrong number of arguments to named tuple constructor.",
        ));
    }
    Ok(make_named_tuple(m, &names, values))
}

/// Names and values of a named tuple, or of an iterable of `:name => value`.
pub fn entries(m: &mut dyn Machine, value: &Value) -> Result<Vec<(Sym, Value)>, Thrown> {
    if let Value::Object(object) = value {
        if object.kind == Kind::NamedTuple {
            let names = typing::field_names(m.types(), object.ty);
            return Ok(names
                .into_iter()
                .zip(object.fixed().iter().cloned())
                .collect());
        }
        if object.kind == Kind::Pairs {
            return entries(m, &object.field(0).unwrap_or(Value::Nothing));
        }
    }
    let mut list = Vec::new();
    for item in sequence::collect(m, value)? {
        let parts = sequence::collect(m, &item)?;
        match &parts[..] {
            [Value::Symbol(name), value] => list.push((*name, value.clone())),
            _ => {
                return Err(argument_error(
                    m,
                    "a named tuple is made of pairs of a symbol and a value",
                ))
            }
        }
    }
    Ok(list)
}

fn tuple_constructor(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [_, x] if x.kind() == Kind::CartesianIndex => match x {
            Value::Object(index) => Ok(index.field(0).unwrap_or(Value::Nothing)),
            _ => Ok(Value::Nothing),
        },
        [_, items] => Ok(Value::tuple(sequence::collect(m, items)?)),
        [_] => Ok(Value::tuple([])),
        _ => Err(method_error(m, "Tuple", args)),
    }
}

/// `merge` of named tuples and of dictionaries; later entries win.
fn merge(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [first, rest @ ..] if first.kind() == Kind::NamedTuple => {
            let mut list = entries(m, first)?;
            for other in rest {
                for (name, value) in entries(m, other)? {
                    match list.iter_mut().find(|(known, _)| *known == name) {
                        Some(entry) => entry.1 = value,
                        None => list.push((name, value)),
                    }
                }
            }
            let (names, values): (Vec<Sym>, Vec<Value>) = list.into_iter().unzip();
            Ok(make_named_tuple(m, &names, values))
        }
        [first, ..] if first.kind() == Kind::Dict => {
            let mut items = Vec::new();
            for dict in args {
                items.extend(sequence::collect(m, dict)?);
            }
            let of = typing::apply(m.types(), "Dict", &[]);
            m.call(&Value::Type(of), &items)
        }
        _ => Err(method_error(m, "merge", args)),
    }
}

/// The entries of the first named tuple whose names the second (a named tuple or its type) does not have.
fn structdiff(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [first, second] = args else {
        return Err(method_error(m, "structdiff", args));
    };
    let taken = match second {
        Value::Type(of) => match typing::value_param(m.types(), *of, 0) {
            Some(Value::Tuple(names)) => names.to_vec(),
            _ => Vec::new(),
        },
        other => entries(m, other)?
            .into_iter()
            .map(|(name, _)| Value::Symbol(name))
            .collect(),
    };
    let kept = entries(m, first)?.into_iter().filter(|(name, _)| {
        !taken
            .iter()
            .any(|other| matches!(other, Value::Symbol(other) if other == name))
    });
    let (names, values): (Vec<Sym>, Vec<Value>) = kept.unzip();
    Ok(make_named_tuple(m, &names, values))
}

fn symbol(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let text = m.call_named("string", &args[1..])?;
    match text.as_text() {
        Some(text) => Ok(Value::symbol(&text)),
        None => Err(method_error(m, "Symbol", &args[1..])),
    }
}

fn something(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args.iter().find(|x| !matches!(x, Value::Nothing)) {
        Some(Value::Object(object)) if object.kind == Kind::Some => {
            Ok(object.field(0).unwrap_or(Value::Nothing))
        }
        Some(x) => Ok(x.clone()),
        None => Err(argument_error(m, "No value arguments present")),
    }
}

fn applicable(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [f, rest @ ..] => Ok(m.applicable(f, rest).into()),
        _ => Err(method_error(m, "applicable", args)),
    }
}

/// `Base.Fix2(f, x)`, what `==(x)` returns.
pub fn fix2(m: &mut dyn Machine, f: &str, x: &Value) -> Outcome {
    let (function, of) = (m.types().function_type(Sym::new(f)), x.type_of(m.types()));
    let ty = typing::apply(m.types(), "Fix2", &[Param::Type(function), Param::Type(of)]);
    Ok(Object::create(
        m.types(),
        ty,
        [Value::function(f), x.clone()],
    ))
}

/// `f ∘ g`.
pub fn compose(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [f] => Ok(f.clone()),
        [f, g] => {
            let (a, b) = (f.type_of(m.types()), g.type_of(m.types()));
            let ty = typing::apply(
                m.types(),
                "ComposedFunction",
                &[Param::Type(a), Param::Type(b)],
            );
            Ok(Object::create(m.types(), ty, [f.clone(), g.clone()]))
        }
        [f, rest @ ..] => {
            let inner = compose(m, rest)?;
            compose(m, &[f.clone(), inner])
        }
        [] => Err(method_error(m, "∘", args)),
    }
}
