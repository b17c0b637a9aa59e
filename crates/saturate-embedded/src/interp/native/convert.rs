//! Conversion, promotion, rounding, and the constants of numeric types.

use super::super::array::{Array, Storage};
use super::super::exception::{self, inexact_error, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::{promote_kinds, Num};
use super::super::sequence;
use super::super::typing::{self, TypeTable};
use super::super::value::{IntKind, Object, Value};
use crate::ir::Type;
use crate::types::{family, ty};

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("convert", convert),
    ("promote", promote),
    ("promote_type", promote_type),
    ("builtin_promote_type", promote_type),
    ("sametype_error", sametype_error),
    ("no_op_err", no_op_err),
    ("Int8", construct),
    ("Int16", construct),
    ("Int32", construct),
    ("Int64", construct),
    ("Int128", construct),
    ("UInt8", construct),
    ("UInt16", construct),
    ("UInt32", construct),
    ("UInt64", construct),
    ("UInt128", construct),
    ("Float32", construct),
    ("Float64", construct),
    ("Bool", construct),
    ("Char", construct),
    ("Integer", |m, args| to_integer(m, &args[1..])),
    ("Signed", |m, args| signedness(m, &args[1..], true)),
    ("Unsigned", |m, args| signedness(m, &args[1..], false)),
    ("signed", |m, args| signedness(m, args, true)),
    ("unsigned", |m, args| signedness(m, args, false)),
    ("Irrational", irrational),
    ("Complex", new_complex),
    ("float", float),
    ("widen", widen),
    ("zero", |m, args| unit(m, args, "zero")),
    ("one", |m, args| unit(m, args, "one")),
    ("oneunit", |m, args| unit(m, args, "oneunit")),
    ("typemax", |m, args| limit(m, args, "typemax")),
    ("typemin", |m, args| limit(m, args, "typemin")),
    ("eps", |m, args| limit(m, args, "eps")),
    ("floatmax", |m, args| limit(m, args, "floatmax")),
    ("floatmin", |m, args| limit(m, args, "floatmin")),
    ("sizeof", sizeof),
    ("round", |m, args| rounding(m, args, "round")),
    ("floor", |m, args| rounding(m, args, "floor")),
    ("ceil", |m, args| rounding(m, args, "ceil")),
    ("trunc", |m, args| rounding(m, args, "trunc")),
    ("unsafe_trunc", |m, args| unsafe_trunc(m, args)),
    ("real", |m, args| real_part(m, args, "real")),
    ("imag", |m, args| real_part(m, args, "imag")),
    ("conj", |m, args| real_part(m, args, "conj")),
];

/// The type of a value.
pub fn type_of(m: &mut dyn Machine, value: &Value) -> Type {
    value.type_of(m.types())
}

/// Julia's `promote_type` of two types.
pub fn promote_types(types: &TypeTable, a: Type, b: Type) -> Type {
    if a == b || b == ty::bottom() {
        return a;
    }
    if a == ty::bottom() {
        return b;
    }
    if let (Some(a), Some(b)) = (IntKind::from_type(a), IntKind::from_type(b)) {
        return promote_kinds(a, b).ty();
    }
    let rank = |of: Type| {
        if of == ty::bool() {
            Some(0)
        } else if IntKind::from_type(of).is_some() {
            Some(1)
        } else if types.family_of(of) == Some(family::irrational()) {
            Some(2)
        } else if of == ty::float32() {
            Some(3)
        } else if of == ty::float64() {
            Some(4)
        } else {
            None
        }
    };
    if let (Some(x), Some(y)) = (rank(a), rank(b)) {
        return match x.max(y) {
            // Two different irrationals, or one with an integer.
            2 => ty::float64(),
            _ if x > y => a,
            _ => b,
        };
    }
    let complex = |of: Type| {
        (types.family_of(of) == Some(family::complex()))
            .then(|| typing::type_param(types, of, 0))
            .flatten()
    };
    let parts = match (complex(a), complex(b)) {
        (Some(a), Some(b)) => Some((a, b)),
        (Some(a), None) if rank(b).is_some() => Some((a, b)),
        (None, Some(b)) if rank(a).is_some() => Some((a, b)),
        _ => None,
    };
    if let Some((a, b)) = parts {
        let part = promote_types(types, a, b);
        return types.apply(family::complex(), &[part]).unwrap_or(ty::any());
    }
    // Arrays of one rank promote element by element.
    let array = |of: Type| {
        (types.family_of(of) == Some(family::array()))
            .then(|| {
                Some((
                    typing::type_param(types, of, 0)?,
                    typing::value_param(types, of, 1)?.as_i64()?,
                ))
            })
            .flatten()
    };
    if let (Some((a, rank)), Some((b, other))) = (array(a), array(b)) {
        if rank == other {
            let eltype = promote_types(types, a, b);
            return typing::array_type(types, eltype, rank as usize);
        }
    }
    typing::promote_typejoin(types, a, b)
}

/// `convert(to, value)` for what the natives know; a user's `convert` is found by dispatch before this.
pub fn convert_to(m: &mut dyn Machine, to: Type, value: &Value) -> Outcome {
    let direct = match value {
        Value::Float64(_) => to == ty::float64(),
        Value::Int64(_) => to == ty::int64(),
        _ => false,
    };
    if direct || typing::is_instance(m.types(), value, to) {
        return Ok(value.clone());
    }
    if let Some(number) = Num::of(value) {
        if let Some(converted) = number_to(m, to, number, value)? {
            return Ok(converted);
        }
    }
    let types = m.types();
    let family = types.family_of(to);
    if family == Some(family::complex())
        && (Num::of(value).is_some() || value.kind() == Kind::Complex)
    {
        let Some(part) = typing::type_param(m.types(), to, 0) else {
            return m.call(&Value::Type(to), std::slice::from_ref(value));
        };
        let (re, im) = match value.as_kind(Kind::Complex).map(Object::fixed) {
            Some([re, im]) => (re.clone(), im.clone()),
            _ => (value.clone(), Value::Bool(false)),
        };
        let parts = [convert_to(m, part, &re)?, convert_to(m, part, &im)?];
        return Ok(Object::create(m.types(), to, parts));
    }
    if value.kind() == Kind::Complex
        && (IntKind::from_type(to).is_some() || to == ty::float64() || to == ty::float32())
    {
        if let Some([re, im]) = value.as_kind(Kind::Complex).map(Object::fixed) {
            if Num::of(im).is_some_and(|im| im.to_f64() == 0.0) {
                return convert_to(m, to, re);
            }
            let name = m.types().show(to);
            return Err(inexact_error(m, &name, Value::Type(to), value.clone()));
        }
    }
    if family == Some(family::array()) && sequence::is_array(value) {
        let source = sequence::dense(m, value)?;
        let eltype = typing::type_param(m.types(), to, 0).unwrap_or(source.eltype());
        let rank = typing::value_param(m.types(), to, 1).and_then(|rank| rank.as_i64());
        if rank.is_none_or(|rank| rank as usize == source.ndims()) {
            return convert_array(m, &source, eltype);
        }
    }
    if let (Value::Tuple(items), TypeItems(Some(types))) =
        (value, tuple_items(m.types(), to, value))
    {
        let mut converted = Vec::with_capacity(items.len());
        for (item, of) in items.iter().zip(types) {
            converted.push(store_as(m, of, item)?);
        }
        return Ok(Value::tuple(converted));
    }
    // A union takes the one member that is not `nothing` or `missing`, as Julia does.
    let members = m.types().union_types(to);
    if members.len() > 1 {
        let rest: Vec<Type> = members
            .into_iter()
            .filter(|&part| part != ty::nothing() && part != ty::missing())
            .collect();
        if let [only] = rest[..] {
            return convert_to(m, only, value);
        }
    }
    Err(method_error(
        m,
        "convert",
        &[Value::Type(to), value.clone()],
    ))
}

/// Element types of a tuple type that fits a tuple's length.
struct TypeItems(Option<Vec<Type>>);

fn tuple_items(types: &TypeTable, to: Type, value: &Value) -> TypeItems {
    let items = match (types.data(to), value) {
        (crate::types::TypeData::Tuple(items, None), Value::Tuple(values))
            if items.len() == values.len() =>
        {
            Some(items.to_vec())
        }
        _ => None,
    };
    TypeItems(items)
}

/// A copy of an array with another element type.
pub fn convert_array(m: &mut dyn Machine, source: &Array, eltype: Type) -> Outcome {
    let len = source.len();
    m.burn(len as u64)?;
    if eltype == ty::float64() {
        let floats: Option<Vec<f64>> = match &*source.storage() {
            Storage::I64(data) => Some(data.iter().map(|&x| x as f64).collect()),
            Storage::F32(data) => Some(data.iter().map(|&x| x as f64).collect()),
            Storage::F64(data) => Some(data.clone()),
            _ => None,
        };
        if let Some(floats) = floats {
            return Ok(Array::of_f64(m.types(), source.dims(), floats));
        }
    }
    let mut storage = Storage::zeroed(eltype, 0);
    for at in 0..len {
        let item = source.get(at);
        match item {
            Some(item) => storage.push(store_as(m, eltype, &item)?),
            None => return Err(exception::undef_ref_error(m)),
        }
    }
    Ok(Value::Array(Array::new(
        m.types(),
        eltype,
        source.dims(),
        storage,
    )))
}

/// A value as an array with this element type stores it. Dispatches to a user's `convert` where needed.
pub fn store_as(m: &mut dyn Machine, eltype: Type, value: &Value) -> Outcome {
    match value {
        Value::Float64(_) if eltype == ty::float64() => return Ok(value.clone()),
        Value::Int64(_) if eltype == ty::int64() => return Ok(value.clone()),
        _ if eltype == ty::any() => return Ok(value.clone()),
        _ => {}
    }
    if typing::is_instance(m.types(), value, eltype) {
        return Ok(value.clone());
    }
    // Numbers among themselves; what a program makes of one is its `convert`'s.
    let is_number =
        is_builtin_real(eltype) || m.types().family_of(eltype) == Some(family::complex());
    if is_number && Num::of(value).is_some() {
        return convert_to(m, eltype, value);
    }
    m.call_named("convert", &[Value::Type(eltype), value.clone()])
}

/// A number as another built-in type; `None` if `to` is not one.
fn number_to(
    m: &mut dyn Machine,
    to: Type,
    number: Num,
    value: &Value,
) -> Result<Option<Value>, Thrown> {
    if to == ty::float64() {
        return Ok(Some(Value::Float64(number.to_f64())));
    }
    if to == ty::float32() {
        return Ok(Some(Value::Float32(number.to_f32())));
    }
    if to == ty::bool() {
        return match number.to_f64() {
            0.0 => Ok(Some(Value::Bool(false))),
            1.0 => Ok(Some(Value::Bool(true))),
            _ => Err(inexact_error(m, "Bool", Value::Type(to), value.clone())),
        };
    }
    let Some(kind) = IntKind::from_type(to) else {
        return Ok(None);
    };
    match number {
        Num::Bool(x) => Ok(Some(Value::int(kind, x as i128))),
        Num::Int(from, x) => {
            let negative = from.signed() && x < 0;
            let huge = from == IntKind::U128 && x < 0;
            let fits = if kind == IntKind::U128 {
                !negative
            } else {
                !huge && kind.wrap(x) == x
            };
            if fits {
                return Ok(Some(Value::int(kind, x)));
            }
            let by = if kind.bits() >= from.bits() {
                "check_top_bit"
            } else {
                "trunc"
            };
            Err(inexact_error(m, by, Value::Type(to), value.clone()))
        }
        _ => {
            let x = number.to_f64();
            match float_to_int(kind, x) {
                Some(bits) if x.fract() == 0.0 => Ok(Some(Value::int(kind, bits))),
                _ => Err(inexact_error(
                    m,
                    kind.name(),
                    Value::Type(to),
                    number.value(),
                )),
            }
        }
    }
}

/// A whole float as an integer of this type, if it is in range.
fn float_to_int(kind: IntKind, x: f64) -> Option<i128> {
    if !x.is_finite() {
        return None;
    }
    if kind == IntKind::U128 {
        return (x > -1.0 && x < 2f64.powi(128)).then_some(x as u128 as i128);
    }
    if x.abs() >= 2f64.powi(127) {
        return None;
    }
    let bits = x as i128;
    (kind.wrap(bits) == bits).then_some(bits)
}

fn convert(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(to), value] => convert_to(m, *to, value),
        _ => Err(method_error(m, "convert", args)),
    }
}

/// `T(x)` for a built-in number type.
fn construct(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (to, value) = match args {
        [Value::Type(to), value] => (*to, value),
        _ => return Err(method_error(m, "convert", args)),
    };
    match value {
        Value::Char(c) if IntKind::from_type(to).is_some() => {
            number_to(m, to, Num::Int(IntKind::U32, *c as i128), value)
                .map(|converted| converted.unwrap_or(Value::Nothing))
        }
        Value::Char(_) if to == ty::char() => Ok(value.clone()),
        _ if to == ty::char() => match value.as_i64() {
            Some(code) if (0..=0x10ffff).contains(&code) => Ok(Value::Char(code as u32)),
            Some(_) => Err(inexact_error(
                m,
                "trunc",
                Value::Type(ty::uint32()),
                value.clone(),
            )),
            None => Err(type_call_error(m, to, args)),
        },
        _ if Num::of(value).is_some() || value.kind() == Kind::Complex => convert_to(m, to, value),
        _ => Err(type_call_error(m, to, args)),
    }
}

/// `MethodError` of a call of a type.
pub fn type_call_error(m: &mut dyn Machine, of: Type, args: &[Value]) -> Thrown {
    exception::raise(
        m,
        "MethodError",
        [Value::Type(of), Value::tuple(args[1..].iter().cloned())],
    )
}

/// `rem(x, T)`: `x` modulo the width of `T`.
pub fn wrap_to(m: &mut dyn Machine, value: &Value, to: Type) -> Outcome {
    match (Num::of(value), IntKind::from_type(to)) {
        (Some(Num::Int(_, x)), Some(kind)) => Ok(Value::int(kind, x)),
        (Some(Num::Bool(x)), Some(kind)) => Ok(Value::int(kind, x as i128)),
        (Some(Num::Int(_, x)), None) if to == ty::bool() => Ok(Value::Bool(x & 1 == 1)),
        _ => Err(method_error(m, "rem", &[value.clone(), Value::Type(to)])),
    }
}

fn promote(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut to = ty::bottom();
    for arg in args {
        let of = arg.type_of(m.types());
        to = promote_types(m.types(), to, of);
    }
    let mut converted = Vec::with_capacity(args.len());
    for arg in args {
        converted.push(convert_to(m, to, arg)?);
    }
    Ok(Value::tuple(converted))
}

fn promote_type(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut to = ty::bottom();
    for arg in args {
        let Value::Type(of) = arg else {
            return Err(method_error(m, "promote_type", args));
        };
        to = promote_types(m.types(), to, *of);
    }
    Ok(Value::Type(to))
}

/// What the arguments of a call promote to, by the program's rules where it has some.
pub fn promoted_type(m: &mut dyn Machine, values: &[Value]) -> Result<Type, Thrown> {
    let mut to = ty::bottom();
    for value in values {
        let of = value.type_of(m.types());
        if of == to {
            continue;
        }
        let pair = [Value::Type(to), Value::Type(of)];
        let is_number = |of: Type| is_builtin_real(of) || of == ty::bottom();
        to = if is_number(to) && is_number(of) {
            promote_types(m.types(), to, of)
        } else {
            match m.call_named("promote_type", &pair)? {
                Value::Type(to) => to,
                _ => return Err(method_error(m, "promote_type", &pair)),
            }
        };
    }
    Ok(to)
}

fn is_builtin_real(of: Type) -> bool {
    IntKind::from_type(of).is_some() || [ty::float64(), ty::float32(), ty::bool()].contains(&of)
}

/// Promotion changed nothing: the fallback that promotes would call itself.
fn sametype_error(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let names: Vec<String> = args
        .iter()
        .map(|arg| m.types().show(arg.type_of(m.types())))
        .collect();
    let listed = match &names[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    };
    let message = format!("promotion of types {listed} failed to change any arguments");
    Err(exception::error(m, message))
}

fn no_op_err(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Str(name), Value::Type(of)] => {
            let name = String::from_utf8_lossy(name);
            let message = format!("{name} not defined for {}", m.types().show(*of));
            Err(exception::error(m, message))
        }
        _ => Err(method_error(m, "no_op_err", args)),
    }
}

fn to_integer(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] if x.as_int().is_some() || matches!(x, Value::Bool(_)) => Ok(x.clone()),
        [x] => convert_to(m, ty::int64(), x),
        _ => Err(method_error(m, "Integer", args)),
    }
}

fn signedness(m: &mut dyn Machine, args: &[Value], signed: bool) -> Outcome {
    match args {
        [x] => match x.as_int() {
            Some((kind, bits)) if kind.signed() != signed => Ok(Value::int(kind.flip(), bits)),
            Some(_) => Ok(x.clone()),
            None => convert_to(m, if signed { ty::int64() } else { ty::uint64() }, x),
        },
        _ => Err(method_error(m, "signed", args)),
    }
}

/// `Irrational{:π}()`: its nearest `Float64` is kept in a field that the type does not declare.
fn irrational(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Type(of)] = args else {
        return Err(method_error(m, "Irrational", args));
    };
    let value = match typing::value_param(m.types(), *of, 0) {
        Some(Value::Symbol(name)) => match name.as_str() {
            "π" => Some(std::f64::consts::PI),
            "ℯ" => Some(std::f64::consts::E),
            "γ" => Some(0.577_215_664_901_532_9),
            "φ" => Some(1.618_033_988_749_895),
            _ => None,
        },
        _ => None,
    };
    match value {
        Some(value) => Ok(Object::create(m.types(), *of, [Value::Float64(value)])),
        None => Err(type_call_error(m, *of, args)),
    }
}

/// `Complex{T}(re::T, im::T)`.
fn new_complex(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(of), re, im] if m.types().is_concrete(*of) => {
            Ok(Object::create(m.types(), *of, [re.clone(), im.clone()]))
        }
        _ => Err(method_error(m, "Complex", &args[args.len().min(1)..])),
    }
}

fn float(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(of)] if *of == ty::float32() => Ok(Value::Type(*of)),
        [Value::Type(of)] if m.types().subtype(*of, ty::real()) => Ok(Value::Type(ty::float64())),
        [Value::Missing] => Ok(Value::Missing),
        [array] if sequence::is_array(array) => {
            let source = sequence::dense(m, array)?;
            if source.eltype() == ty::float32() || source.eltype() == ty::float64() {
                return Ok(array.clone());
            }
            convert_array(m, &source, ty::float64())
        }
        [x] => match Num::of(x) {
            Some(x) => Ok(x.float().value()),
            None if x.kind() == Kind::Complex => {
                let to = m
                    .types()
                    .apply(family::complex(), &[ty::float64()])
                    .unwrap_or(ty::any());
                convert_to(m, to, x)
            }
            None => Err(method_error(m, "float", args)),
        },
        _ => Err(method_error(m, "float", args)),
    }
}

fn widen(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let wider = |kind: IntKind| match kind {
        IntKind::I8 => IntKind::I16,
        IntKind::I16 => IntKind::I32,
        IntKind::I32 => IntKind::I64,
        IntKind::U8 => IntKind::U16,
        IntKind::U16 => IntKind::U32,
        IntKind::U32 => IntKind::U64,
        IntKind::U64 | IntKind::U128 => IntKind::U128,
        IntKind::I64 | IntKind::I128 => IntKind::I128,
    };
    match args {
        [Value::Type(of)] if *of == ty::float32() || *of == ty::float64() => {
            Ok(Value::Type(ty::float64()))
        }
        [Value::Type(of)] => match IntKind::from_type(*of) {
            Some(kind) => Ok(Value::Type(wider(kind).ty())),
            None => Err(method_error(m, "widen", args)),
        },
        [x] => match Num::of(x) {
            Some(Num::Int(kind, bits)) => Ok(Value::int(wider(kind), bits)),
            Some(Num::Bool(x)) => Ok(Value::Int64(x as i64)),
            Some(x) => Ok(Value::Float64(x.to_f64())),
            None => Err(method_error(m, "widen", args)),
        },
        _ => Err(method_error(m, "widen", args)),
    }
}

/// `zero` and `one`, of a value or a type.
fn unit(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let [arg] = args else {
        return Err(method_error(m, name, args));
    };
    if let (Value::Array(array), "zero") = (arg, name) {
        let zero = unit(m, &[Value::Type(array.eltype())], "zero")?;
        let values = vec![zero; array.len()];
        let storage = Storage::from_values(array.eltype(), values.into_iter());
        return Ok(Value::Array(Array::new(
            m.types(),
            array.eltype(),
            array.dims(),
            storage,
        )));
    }
    if sequence::is_array(arg) && name == "one" {
        return super::super::linalg::identity_like(m, arg);
    }
    let of = match arg {
        Value::Type(of) => *of,
        value => value.type_of(m.types()),
    };
    let number = (name != "zero") as i128;
    if of == ty::float64() {
        Ok(Value::Float64(number as f64))
    } else if of == ty::float32() {
        Ok(Value::Float32(number as f32))
    } else if of == ty::bool() {
        Ok(Value::Bool(number == 1))
    } else if let Some(kind) = IntKind::from_type(of) {
        Ok(Value::int(kind, number))
    } else if m.types().family_of(of) == Some(family::irrational()) {
        Ok(Value::Bool(number == 1))
    } else if m.types().family_of(of) == Some(family::complex()) {
        convert_to(m, of, &Value::int(IntKind::I64, number))
    } else if of == ty::missing() || matches!(arg, Value::Missing) {
        Ok(Value::Missing)
    } else if matches!(arg, Value::Type(_))
        && of != ty::any()
        && m.types().subtype(of, ty::number())
    {
        // The abstract numbers have the zero of `Int64`.
        Ok(Value::int(IntKind::I64, number))
    } else if of == ty::string() && name == "one" {
        Ok(Value::string(""))
    } else {
        Err(method_error(m, name, args))
    }
}

fn limit(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    let of = match args {
        [] if matches!(name, "eps" | "floatmax" | "floatmin") => ty::float64(),
        [Value::Type(of)] => *of,
        // The gap above a float.
        [Value::Float64(x)] if name == "eps" => {
            let x = x.abs();
            return Ok(Value::Float64(if x.is_finite() {
                f64::from_bits(x.to_bits() + 1) - x
            } else {
                f64::NAN
            }));
        }
        [Value::Float32(x)] if name == "eps" => {
            let x = x.abs();
            return Ok(Value::Float32(if x.is_finite() {
                f32::from_bits(x.to_bits() + 1) - x
            } else {
                f32::NAN
            }));
        }
        [value] => value.type_of(m.types()),
        _ => return Err(method_error(m, name, args)),
    };
    if let Some(kind) = IntKind::from_type(of) {
        match name {
            "typemax" => return Ok(Value::int(kind, kind.max())),
            "typemin" => return Ok(Value::int(kind, kind.min())),
            _ => {}
        }
    }
    let pick = |max: f64, min: f64| if name.ends_with("max") { max } else { min };
    match name {
        "typemax" | "typemin" if of == ty::float64() => {
            Ok(Value::Float64(pick(f64::INFINITY, f64::NEG_INFINITY)))
        }
        "typemax" | "typemin" if of == ty::float32() => {
            Ok(Value::Float32(pick(f64::INFINITY, f64::NEG_INFINITY) as f32))
        }
        "typemax" | "typemin" if of == ty::bool() => Ok(Value::Bool(name == "typemax")),
        "eps" if of == ty::float64() => Ok(Value::Float64(f64::EPSILON)),
        "eps" if of == ty::float32() => Ok(Value::Float32(f32::EPSILON)),
        "floatmax" | "floatmin" if of == ty::float64() => {
            Ok(Value::Float64(pick(f64::MAX, f64::MIN_POSITIVE)))
        }
        "floatmax" | "floatmin" if of == ty::float32() => Ok(Value::Float32(pick(
            f32::MAX as f64,
            f32::MIN_POSITIVE as f64,
        ) as f32)),
        _ => Err(method_error(m, name, args)),
    }
}

fn sizeof(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let of = match args {
        [Value::Type(of)] => *of,
        [Value::Str(bytes)] => return Ok(Value::from(bytes.len())),
        [Value::Array(array)] => {
            let size = sizeof(m, &[Value::Type(array.eltype())])?
                .as_i64()
                .unwrap_or(8);
            return Ok(Value::Int64(size * array.len() as i64));
        }
        [value] => value.type_of(m.types()),
        _ => return Err(method_error(m, "sizeof", args)),
    };
    let size = match IntKind::from_type(of) {
        Some(kind) => kind.bits() as i64 / 8,
        None if of == ty::float32() || of == ty::char() => 4,
        None if of == ty::bool() => 1,
        None if of == ty::nothing() || of == ty::missing() => 0,
        None if of == ty::float64() => 8,
        None => {
            let fields = m.types().fields(of).unwrap_or_default();
            let mut size = 0;
            for (_, field) in fields {
                size += if m.types().is_bits(field) {
                    sizeof(m, &[Value::Type(field)])?.as_i64().unwrap_or(8)
                } else {
                    8
                };
            }
            size
        }
    };
    Ok(Value::Int64(size))
}

/// The rounding that a name stands for.
pub fn round_float(name: &str, x: f64) -> f64 {
    match name {
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        "trunc" => x.trunc(),
        _ => x.round_ties_even(),
    }
}

fn rounding(m: &mut dyn Machine, args: &[Value], name: &'static str) -> Outcome {
    match args {
        [Value::Missing] | [Value::Type(_), Value::Missing] => Ok(Value::Missing),
        [x] => match Num::of(x) {
            Some(Num::F64(x)) => Ok(Value::Float64(round_float(name, x))),
            Some(Num::F32(x)) => Ok(Value::Float32(round_float(name, x as f64) as f32)),
            Some(Num::Irrational(x)) => Ok(Value::Float64(round_float(name, x))),
            Some(_) => Ok(x.clone()),
            None => Err(method_error(m, name, args)),
        },
        [Value::Type(to), x] => {
            let Some(number) = Num::of(x) else {
                return Err(method_error(m, name, args));
            };
            if let Num::Int(..) | Num::Bool(_) = number {
                return convert_to(m, *to, x);
            }
            let rounded = round_float(name, number.to_f64());
            let kind = if *to == ty::integer() {
                Some(IntKind::I64)
            } else {
                IntKind::from_type(*to)
            };
            match kind {
                Some(kind) => match float_to_int(kind, rounded) {
                    Some(bits) => Ok(Value::int(kind, bits)),
                    None => {
                        let rounded = match number {
                            Num::F32(_) => Value::Float32(rounded as f32),
                            _ => Value::Float64(rounded),
                        };
                        Err(inexact_error(m, "trunc", Value::Type(kind.ty()), rounded))
                    }
                },
                None => convert_to(m, *to, &Value::Float64(rounded)),
            }
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn unsafe_trunc(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Type(to), x] => match (IntKind::from_type(*to), Num::of(x)) {
            (Some(kind), Some(x)) => Ok(Value::int(kind, x.to_f64() as i128)),
            _ => Err(method_error(m, "unsafe_trunc", args)),
        },
        _ => Err(method_error(m, "unsafe_trunc", args)),
    }
}

/// Parts of a real number.
fn real_part(m: &mut dyn Machine, args: &[Value], name: &str) -> Outcome {
    match args {
        [x] if Num::of(x).is_some() => match name {
            "imag" => unit(m, args, "zero"),
            _ => Ok(x.clone()),
        },
        // What is real already is given back.
        [Value::Array(array)]
            if name != "imag" && m.types().subtype(array.eltype(), ty::real()) =>
        {
            Ok(args[0].clone())
        }
        [array] if sequence::is_array(array) => sequence::map_elements(m, name, args),
        [Value::Type(of)] if name == "real" => {
            let part = (m.types().family_of(*of) == Some(family::complex()))
                .then(|| typing::type_param(m.types(), *of, 0))
                .flatten();
            Ok(Value::Type(part.unwrap_or(*of)))
        }
        _ => Err(method_error(m, name, args)),
    }
}
