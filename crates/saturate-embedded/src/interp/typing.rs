//! What run-time values ask of the type table, in one place.
//!
//! Natives name the prelude's structs as they are written there (`"UnitRange"`). A struct the table does not know is
//! a defect of the prelude; such an object gets the type `Any`, and the debug build says so.

use super::kind::Kind;
use super::value::Value;
use crate::ir::Type;
use crate::sym::Sym;
use crate::types::{self as lattice, family, ty, TypeData};

pub use crate::types::TypeTable;

/// A parameter of a type: a type or a constant.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Param {
    /// A type.
    Type(Type),
    /// An `Int64`.
    Int(i64),
    /// A `Bool`.
    Bool(bool),
    /// A `Symbol`.
    Symbol(Sym),
}

fn handle(types: &TypeTable, param: &Param) -> Type {
    match param {
        Param::Type(of) => *of,
        Param::Int(n) => types.int(*n),
        Param::Bool(flag) => types.value(lattice::Value::Bool(*flag)),
        Param::Symbol(name) => types.value(lattice::Value::Sym(*name)),
    }
}

/// `name{params...}`.
pub fn apply(types: &TypeTable, name: &str, params: &[Param]) -> Type {
    let Some(family) = types.family_named(Sym::new(name)) else {
        debug_assert!(false, "the prelude does not define `{name}`");
        return ty::any();
    };
    if params.is_empty() {
        return types.wrapper(family);
    }
    let params: lattice::List = params.iter().map(|param| handle(types, param)).collect();
    let made = types.apply(family, &params);
    debug_assert!(
        matches!(made, Ok(_) | Err(lattice::TypeError::TooDeep)),
        "`{name}` with unfit parameters"
    );
    made.unwrap_or(ty::any())
}

/// `Array{eltype, ndims}`.
pub fn array_type(types: &TypeTable, eltype: Type, ndims: usize) -> Type {
    let params = [eltype, types.int(ndims as i64)];
    types.apply(family::array(), &params).unwrap_or(ty::any())
}

/// `typeof` of a type: `DataType`, `UnionAll` or `Union`.
pub fn type_of_type(types: &TypeTable, of: Type) -> Type {
    types.wrapper(match types.data(of) {
        TypeData::UnionAll { .. } => family::union_all(),
        TypeData::Union(_) => family::union_(),
        _ => family::data_type(),
    })
}

/// The name of the family of a nominal type.
pub fn family_name(types: &TypeTable, of: Type) -> Option<Sym> {
    types.family_of(of).map(|family| types.family_name(family))
}

/// Parameter `at` of a nominal type, if it is a type. Of `Array{Float64}`, whose rank is open, the first is known.
pub fn type_param(types: &TypeTable, of: Type, at: usize) -> Option<Type> {
    match types.parameter(types.unwrap_where(of).0, at) {
        Some(lattice::Param::Type(param)) => Some(param),
        _ => None,
    }
}

/// Parameter `at` of a nominal type as a value: a type, a number, a symbol.
pub fn value_param(types: &TypeTable, of: Type, at: usize) -> Option<Value> {
    Some(match types.parameter(types.unwrap_where(of).0, at)? {
        lattice::Param::Type(param) => Value::Type(param),
        lattice::Param::Value(value) => constant(&value)?,
    })
}

/// A constant parameter as a run-time value.
pub fn constant(value: &lattice::Value) -> Option<Value> {
    Some(match value {
        lattice::Value::Int(n) => Value::Int64(*n),
        lattice::Value::Bool(flag) => Value::Bool(*flag),
        lattice::Value::Sym(name) => Value::Symbol(*name),
        lattice::Value::Char(c) => Value::Char(*c),
        lattice::Value::Bits(name, bits) => match name.as_str() {
            "Float64" => Value::Float64(f64::from_bits(*bits as u64)),
            "Float32" => Value::Float32(f32::from_bits(*bits as u32)),
            "Nothing" => Value::Nothing,
            name => {
                let kind = super::value::INT_KINDS
                    .into_iter()
                    .find(|kind| kind.name() == name)?;
                Value::int(kind, *bits as i128)
            }
        },
        lattice::Value::Tuple(items) => {
            let items: Option<Vec<Value>> = items.iter().map(constant).collect();
            Value::tuple(items?)
        }
    })
}

/// A run-time value as a type parameter; `None` if it cannot be one.
pub fn as_param(types: &TypeTable, value: &Value) -> Option<Type> {
    Some(match value {
        Value::Type(of) => *of,
        // A variable, until `UnionAll` binds it.
        Value::Object(object) if object.ty == ty::type_var() => match object.field(0)? {
            Value::Symbol(name) => types.variable(name),
            _ => return None,
        },
        value => types.value(as_constant(value)?),
    })
}

fn as_constant(value: &Value) -> Option<lattice::Value> {
    let bits = |kind: &str, bits: u128| lattice::Value::Bits(Sym::new(kind), bits);
    Some(match value {
        Value::Int64(n) => lattice::Value::Int(*n),
        Value::Bool(flag) => lattice::Value::Bool(*flag),
        Value::Symbol(name) => lattice::Value::Sym(*name),
        Value::Char(c) => lattice::Value::Char(*c),
        Value::Float64(x) => bits("Float64", x.to_bits() as u128),
        Value::Float32(x) => bits("Float32", x.to_bits() as u128),
        Value::Nothing => bits("Nothing", 0),
        Value::Int(kind, n) => bits(kind.name(), *n as u128),
        Value::Wide(wide) => bits(wide.0.name(), wide.1 as u128),
        Value::Tuple(items) => {
            let items: Option<Vec<_>> = items.iter().map(as_constant).collect();
            lattice::Value::Tuple(items?)
        }
        _ => return None,
    })
}

/// The parameter of a `Val{x}()`.
pub fn val_parameter(types: &TypeTable, value: &Value) -> Option<Value> {
    let object = value.as_kind(Kind::Val)?;
    value_param(types, object.ty, 0)
}

/// Names of the fields of a struct.
pub fn field_names(types: &TypeTable, of: Type) -> Vec<Sym> {
    let fields = types.fields(of).unwrap_or_default();
    fields.into_iter().map(|(name, _)| name).collect()
}

/// The join that `collect` and broadcasting use: a union with `nothing` or `missing` stays a union.
pub fn promote_typejoin(types: &TypeTable, a: Type, b: Type) -> Type {
    let small = |of: Type| {
        let parts = types.union_types(of);
        let (small, rest): (Vec<Type>, Vec<Type>) = parts
            .into_iter()
            .partition(|&part| part == ty::nothing() || part == ty::missing());
        (small, types.union(&rest))
    };
    let ((mut parts, a), (more, b)) = (small(a), small(b));
    parts.extend(more);
    parts.push(types.typejoin(a, b));
    types.union(&parts)
}

/// Whether a value is an instance of a type; `isa`.
pub fn is_instance(types: &TypeTable, value: &Value, of: Type) -> bool {
    if of == ty::any() {
        return true;
    }
    if let Value::Type(inner) = value {
        return types.subtype(types.type_of_type(*inner), of)
            || types.subtype(type_of_type(types, *inner), of);
    }
    let actual = value.type_of(types);
    actual == of || types.subtype(actual, of)
}
