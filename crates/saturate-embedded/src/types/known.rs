//! Types that the Rust code itself refers to, with fixed handles.
//!
//! Every other type of the embedded host comes from the prelude's `struct` and `abstract type` definitions. A
//! [`TypeName`] is a family (`Array`); a [`Type`] is one type (`Array{Float64,2}`, `Array`, `Union{Int64,Nothing}`).

use crate::ir::Type;
use cranelift_entity::{entity_impl, EntityRef};

/// A nominal family of types: what `struct`, `abstract type` and `primitive type` define.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeName(u32);
entity_impl!(TypeName, "name");

/// How the types of a family are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Has subtypes, no instances.
    Abstract,
    /// Bits without fields.
    Primitive,
    /// Immutable fields.
    Struct,
    /// Mutable fields.
    MutableStruct,
}

/// One row of [`PARAMETERLESS`] and [`PARAMETRIC`].
pub struct Known {
    /// The name in Julia.
    pub name: &'static str,
    /// The name of the supertype's family; `Any` for the root.
    pub supertype: &'static str,
    /// How instances look.
    pub layout: Layout,
    /// Type parameters by name, with an upper bound where there is one: `"T"`, `"T<:Real"`.
    pub params: &'static [&'static str],
    /// Parameters of the supertype, by name of a parameter here or of a parameterless type, or an integer.
    pub supertype_params: &'static [&'static str],
}

macro_rules! parameterless {
    ($($id:ident = $name:literal <: $super:literal $layout:ident;)*) => {
        #[allow(non_camel_case_types)]
        enum Number { $($id),* }
        /// Families without parameters. Row `i` is `TypeName` number `i` and `Type` number `i + 2`.
        pub const PARAMETERLESS: &[Known] = &[$(Known {
            name: $name, supertype: $super, layout: Layout::$layout, params: &[], supertype_params: &[],
        }),*];
        /// Types with fixed handles.
        #[allow(missing_docs)]
        pub mod ty {
            use super::*;
            /// `Union{}`, the type without instances.
            pub fn bottom() -> Type { Type::new(0) }
            /// `Any`.
            pub fn any() -> Type { Type::new(1) }
            parameterless!(@fns $($id)*);
        }
    };
    (@fns $($id:ident)*) => { $(pub fn $id() -> Type { Type::new(Number::$id as usize + 2) })* };
}

macro_rules! parametric {
    ($($id:ident = $name:literal {$($param:literal),*} <: $super:literal {$($sparam:literal),*} $layout:ident;)*) => {
        #[allow(non_camel_case_types)]
        enum Family { $($id),* }
        /// Families with parameters. Row `i` is `TypeName` number `PARAMETERLESS.len() + i`.
        pub const PARAMETRIC: &[Known] = &[$(Known {
            name: $name, supertype: $super, layout: Layout::$layout, params: &[$($param),*], supertype_params: &[$($sparam),*],
        }),*];
        /// Families with fixed handles.
        #[allow(missing_docs)]
        pub mod family {
            use super::*;
            parametric!(@fns $($id)*);
        }
    };
    (@fns $($id:ident)*) => {
        $(pub fn $id() -> TypeName { TypeName::new(PARAMETERLESS.len() + Family::$id as usize) })*
    };
}

parameterless! {
    number = "Number" <: "Any" Abstract;
    real = "Real" <: "Number" Abstract;
    integer = "Integer" <: "Real" Abstract;
    signed = "Signed" <: "Integer" Abstract;
    unsigned = "Unsigned" <: "Integer" Abstract;
    abstract_float = "AbstractFloat" <: "Real" Abstract;
    abstract_irrational = "AbstractIrrational" <: "Real" Abstract;
    abstract_string = "AbstractString" <: "Any" Abstract;
    abstract_char = "AbstractChar" <: "Any" Abstract;
    function = "Function" <: "Any" Abstract;
    exception = "Exception" <: "Any" Abstract;
    io = "IO" <: "Any" Abstract;
    bool = "Bool" <: "Integer" Primitive;
    int8 = "Int8" <: "Signed" Primitive;
    int16 = "Int16" <: "Signed" Primitive;
    int32 = "Int32" <: "Signed" Primitive;
    int64 = "Int64" <: "Signed" Primitive;
    int128 = "Int128" <: "Signed" Primitive;
    uint8 = "UInt8" <: "Unsigned" Primitive;
    uint16 = "UInt16" <: "Unsigned" Primitive;
    uint32 = "UInt32" <: "Unsigned" Primitive;
    uint64 = "UInt64" <: "Unsigned" Primitive;
    uint128 = "UInt128" <: "Unsigned" Primitive;
    float16 = "Float16" <: "AbstractFloat" Primitive;
    float32 = "Float32" <: "AbstractFloat" Primitive;
    float64 = "Float64" <: "AbstractFloat" Primitive;
    char = "Char" <: "AbstractChar" Primitive;
    string = "String" <: "AbstractString" MutableStruct;
    symbol = "Symbol" <: "Any" MutableStruct;
    nothing = "Nothing" <: "Any" Struct;
    missing = "Missing" <: "Any" Struct;
    module = "Module" <: "Any" MutableStruct;
    type_var = "TypeVar" <: "Any" MutableStruct;
    boxed = "Core.Box" <: "Any" MutableStruct;
}

// `Type{T}` is special: its instances are types. `typeof(f)` of a named function is `Typeof{:f}` here and prints so.
parametric! {
    type_ = "Type" {"T"} <: "Any" {} Abstract;
    data_type = "DataType" {} <: "Type" {} MutableStruct;
    union_all = "UnionAll" {} <: "Type" {} MutableStruct;
    union_ = "Union" {} <: "Type" {} MutableStruct;
    tuple = "Tuple" {} <: "Any" {} Struct;
    named_tuple = "NamedTuple" {"names", "T<:Tuple"} <: "Any" {} Struct;
    val = "Val" {"x"} <: "Any" {} Struct;
    abstract_array = "AbstractArray" {"T", "N"} <: "Any" {} Abstract;
    dense_array = "DenseArray" {"T", "N"} <: "AbstractArray" {"T", "N"} Abstract;
    array = "Array" {"T", "N"} <: "DenseArray" {"T", "N"} MutableStruct;
    abstract_range = "AbstractRange" {"T"} <: "AbstractArray" {"T", "1"} Abstract;
    pair = "Pair" {"A", "B"} <: "Any" {} Struct;
    irrational = "Irrational" {"sym"} <: "AbstractIrrational" {} Struct;
    named_function = "Typeof" {"name"} <: "Function" {} Struct;
    complex = "Complex" {"T<:Real"} <: "Number" {} Struct;
    ref_ = "Ref" {"T"} <: "Any" {} Abstract;
    ref_value = "RefValue" {"T"} <: "Ref" {"T"} MutableStruct;
}
