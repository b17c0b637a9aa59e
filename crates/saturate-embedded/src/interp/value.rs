//! Run-time values.
//!
//! A [`Value`] is 16 bytes and cheap to clone: scalars are stored in place, everything else behind an `Rc`. The
//! interpreter is single-threaded.
//!
//! Invariants:
//! - an integer has one representation: `Int64` for that type, `Wide` for the two 128-bit types, `Int` for the others,
//!   whose payload is the sign- or zero-extended number (a `UInt64` is stored by its bits);
//! - a [`Value::Object`] is an instance of any struct that has no variant of its own. Objects of an immutable struct
//!   have [`Fields::Fixed`], of a mutable one [`Fields::Mutable`];
//! - a `Char` is its code point; a string is bytes that need not be UTF-8.

use super::array::Array;
use super::checked::Memory;
use super::egal::deep;
use super::kind::Kind;
use super::native::dict::Table;
use super::typing::{self, TypeTable};
use crate::ir::Type;
use crate::sym::Sym;
use crate::types::ty;
use smallvec::SmallVec;
use std::cell::Cell;
use std::rc::Rc;

/// Elements of a tuple, fields of an immutable object. Most have at most three.
#[derive(Clone, Debug, Default)]
pub struct Items(SmallVec<[Value; 3]>);

impl std::ops::Deref for Items {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl FromIterator<Value> for Items {
    fn from_iter<I: IntoIterator<Item = Value>>(items: I) -> Items {
        Items(items.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Items {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

// A long linked list is a deep nest of values: dropping one must not overflow the stack.
impl Drop for Items {
    fn drop(&mut self) {
        if self.0.iter().any(Value::may_nest) {
            deep(|| self.0.clear());
        }
    }
}

/// The elements of a tuple. Its type is computed when it is first asked for: a table of types belongs to one host, and
/// values do not travel between hosts.
#[derive(Debug)]
pub struct Tuple {
    items: Items,
    ty: Cell<Option<Type>>,
}

impl Tuple {
    fn type_of(&self, types: &TypeTable) -> Type {
        if let Some(ty) = self.ty.get() {
            return ty;
        }
        let items: SmallVec<[Type; 4]> =
            deep(|| self.items.iter().map(|item| item.type_of(types)).collect());
        let ty = types.tuple(&items);
        self.ty.set(Some(ty));
        ty
    }
}

impl std::ops::Deref for Tuple {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.items
    }
}

/// A run-time value.
#[derive(Clone, Debug)]
pub enum Value {
    /// `nothing`.
    Nothing,
    /// `missing`.
    Missing,
    /// `Bool`.
    Bool(bool),
    /// `Int64`.
    Int64(i64),
    /// `Float64`.
    Float64(f64),
    /// `Float32`.
    Float32(f32),
    /// A fixed-width integer up to 64 bits that is not `Int64`.
    Int(IntKind, i64),
    /// `Int128` or `UInt128`, by bits.
    Wide(Rc<(IntKind, i128)>),
    /// `Char`, by code point.
    Char(u32),
    /// `String`.
    Str(Rc<Box<[u8]>>),
    /// `Symbol`.
    Symbol(Sym),
    /// A tuple.
    Tuple(Rc<Tuple>),
    /// An instance of a struct.
    Object(Rc<Object>),
    /// A dense array.
    Array(Rc<Array>),
    /// A named generic function.
    Function(Sym),
    /// A type.
    Type(Type),
    /// A module.
    Module(Sym),
}

/// The fixed-width integer types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntKind {
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
}

/// All integer types, signed ones first, each half from narrow to wide.
pub const INT_KINDS: [IntKind; 10] = [
    IntKind::I8,
    IntKind::I16,
    IntKind::I32,
    IntKind::I64,
    IntKind::I128,
    IntKind::U8,
    IntKind::U16,
    IntKind::U32,
    IntKind::U64,
    IntKind::U128,
];

impl IntKind {
    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            IntKind::I8 | IntKind::U8 => 8,
            IntKind::I16 | IntKind::U16 => 16,
            IntKind::I32 | IntKind::U32 => 32,
            IntKind::I64 | IntKind::U64 => 64,
            IntKind::I128 | IntKind::U128 => 128,
        }
    }

    /// Whether the type has negative numbers.
    pub fn signed(self) -> bool {
        matches!(
            self,
            IntKind::I8 | IntKind::I16 | IntKind::I32 | IntKind::I64 | IntKind::I128
        )
    }

    /// The type with the same width and the other signedness.
    pub fn flip(self) -> IntKind {
        let at = INT_KINDS.iter().position(|&kind| kind == self).unwrap_or(0);
        INT_KINDS[(at + 5) % 10]
    }

    /// The Julia type.
    pub fn ty(self) -> Type {
        match self {
            IntKind::I8 => ty::int8(),
            IntKind::I16 => ty::int16(),
            IntKind::I32 => ty::int32(),
            IntKind::I64 => ty::int64(),
            IntKind::I128 => ty::int128(),
            IntKind::U8 => ty::uint8(),
            IntKind::U16 => ty::uint16(),
            IntKind::U32 => ty::uint32(),
            IntKind::U64 => ty::uint64(),
            IntKind::U128 => ty::uint128(),
        }
    }

    /// The integer type that `of` is.
    pub fn from_type(of: Type) -> Option<IntKind> {
        INT_KINDS.into_iter().find(|kind| kind.ty() == of)
    }

    /// The name of the Julia type.
    pub fn name(self) -> &'static str {
        match self {
            IntKind::I8 => "Int8",
            IntKind::I16 => "Int16",
            IntKind::I32 => "Int32",
            IntKind::I64 => "Int64",
            IntKind::I128 => "Int128",
            IntKind::U8 => "UInt8",
            IntKind::U16 => "UInt16",
            IntKind::U32 => "UInt32",
            IntKind::U64 => "UInt64",
            IntKind::U128 => "UInt128",
        }
    }

    /// `bits` reduced to this width, sign- or zero-extended; a `UInt128` keeps its bits.
    pub fn wrap(self, bits: i128) -> i128 {
        match self {
            IntKind::I8 => bits as i8 as i128,
            IntKind::I16 => bits as i16 as i128,
            IntKind::I32 => bits as i32 as i128,
            IntKind::I64 => bits as i64 as i128,
            IntKind::I128 | IntKind::U128 => bits,
            IntKind::U8 => bits as u8 as i128,
            IntKind::U16 => bits as u16 as i128,
            IntKind::U32 => bits as u32 as i128,
            IntKind::U64 => bits as u64 as i128,
        }
    }

    /// The largest number, by bits.
    pub fn max(self) -> i128 {
        match self {
            IntKind::U128 => -1,
            IntKind::I128 => i128::MAX,
            kind if kind.signed() => (1i128 << (kind.bits() - 1)) - 1,
            kind => (1i128 << kind.bits()) - 1,
        }
    }

    /// The smallest number.
    pub fn min(self) -> i128 {
        match self {
            IntKind::I128 => i128::MIN,
            kind if kind.signed() => -(1i128 << (kind.bits() - 1)),
            _ => 0,
        }
    }
}

/// Fields of an [`Object`].
#[derive(Debug)]
pub enum Fields {
    /// An immutable struct; fields that `new` left undefined are missing at the end.
    Fixed(Items),
    /// A mutable struct; `None` is an undefined field.
    Mutable(Memory<Vec<Option<Value>>>),
    /// The hash table of a `Dict` or a `Set`.
    Table(Memory<Table>),
    /// The bytes of an `IOBuffer`.
    Buffer(Memory<Vec<u8>>),
}

/// An instance of a struct.
#[derive(Debug)]
pub struct Object {
    /// Its concrete type.
    pub ty: Type,
    /// Which struct of the prelude it is an instance of, if natives know it.
    pub kind: Kind,
    /// Its fields.
    pub fields: Fields,
}

impl Object {
    /// An instance of `ty` with these fields, as `new` makes it.
    pub fn create(types: &TypeTable, ty: Type, fields: impl IntoIterator<Item = Value>) -> Value {
        let kind = Kind::of(types, ty);
        let fields = if types.is_mutable(ty) {
            let mut fields: Vec<_> = fields.into_iter().map(Some).collect();
            let count = typing::field_names(types, ty).len();
            fields.resize_with(count.max(fields.len()), || None);
            Fields::Mutable(Memory::new(fields))
        } else {
            Fields::Fixed(fields.into_iter().collect())
        };
        Value::Object(Rc::new(Object { ty, kind, fields }))
    }

    /// Field `at`, from 0; `None` if it is undefined or there is no such field.
    pub fn field(&self, at: usize) -> Option<Value> {
        match &self.fields {
            Fields::Fixed(fields) => fields.get(at).cloned(),
            Fields::Mutable(fields) => fields.borrow().get(at).cloned().flatten(),
            Fields::Table(_) | Fields::Buffer(_) => None,
        }
    }

    /// Fields of an immutable object; none for a mutable one.
    pub fn fixed(&self) -> &[Value] {
        match &self.fields {
            Fields::Fixed(fields) => fields,
            _ => &[],
        }
    }

    /// Whether two such objects are told apart by identity.
    pub fn is_mutable(&self) -> bool {
        !matches!(self.fields, Fields::Fixed(_))
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        if let Fields::Mutable(fields) = &mut self.fields {
            let fields = fields.get_mut();
            if fields.iter().flatten().any(Value::may_nest) {
                deep(|| fields.clear());
            }
        }
    }
}

impl Value {
    /// Whether it holds other values.
    pub(crate) fn may_nest(&self) -> bool {
        matches!(self, Value::Tuple(_) | Value::Object(_) | Value::Array(_))
    }

    /// An integer of the given type, wrapped to its width.
    pub fn int(kind: IntKind, bits: i128) -> Value {
        match kind {
            IntKind::I64 => Value::Int64(bits as i64),
            IntKind::I128 | IntKind::U128 => Value::Wide(Rc::new((kind, bits))),
            _ => Value::Int(kind, kind.wrap(bits) as i64),
        }
    }

    /// A string.
    pub fn string(text: impl AsRef<[u8]>) -> Value {
        Value::Str(Rc::new(text.as_ref().into()))
    }

    /// A symbol.
    pub fn symbol(name: &str) -> Value {
        Value::Symbol(Sym::new(name))
    }

    /// The named generic function.
    pub fn function(name: &str) -> Value {
        Value::Function(Sym::new(name))
    }

    /// A tuple.
    pub fn tuple(items: impl IntoIterator<Item = Value>) -> Value {
        Value::Tuple(Rc::new(Tuple {
            items: items.into_iter().collect(),
            ty: Cell::new(None),
        }))
    }

    /// The integer and its type; `None` for what is not an integer, and for `Bool`.
    pub fn as_int(&self) -> Option<(IntKind, i128)> {
        match self {
            Value::Int64(x) => Some((IntKind::I64, *x as i128)),
            Value::Int(kind, x) => Some((*kind, kind.wrap(*x as i128))),
            Value::Wide(wide) => Some(**wide),
            _ => None,
        }
    }

    /// A number to index, count or size with: any integer that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Value::Int64(x) => Some(*x),
            Value::Bool(x) => Some(*x as i64),
            _ => {
                let (kind, bits) = self.as_int()?;
                if kind == IntKind::U128 && bits < 0 {
                    return None;
                }
                i64::try_from(bits).ok()
            }
        }
    }

    /// The object, if it is one of this kind.
    pub fn as_kind(&self, kind: Kind) -> Option<&Object> {
        match self {
            Value::Object(object) if object.kind == kind => Some(object),
            _ => None,
        }
    }

    /// The kind of an object; `Plain` for everything else.
    pub fn kind(&self) -> Kind {
        match self {
            Value::Object(object) => object.kind,
            _ => Kind::Plain,
        }
    }

    /// The text of a string, invalid bytes replaced.
    pub fn as_text(&self) -> Option<std::borrow::Cow<'_, str>> {
        match self {
            Value::Str(bytes) => Some(String::from_utf8_lossy(bytes)),
            _ => None,
        }
    }

    /// Elements of a tuple.
    pub fn as_tuple(&self) -> Option<&[Value]> {
        match self {
            Value::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// The concrete type, where no table is needed to know it. A type itself dispatches on `Type{T}`: not here.
    #[inline]
    pub fn immediate_type(&self) -> Option<Type> {
        Some(match self {
            Value::Int64(_) => ty::int64(),
            Value::Float64(_) => ty::float64(),
            Value::Object(object) => object.ty,
            Value::Array(array) => array.ty(),
            Value::Bool(_) => ty::bool(),
            Value::Nothing => ty::nothing(),
            Value::Missing => ty::missing(),
            Value::Float32(_) => ty::float32(),
            Value::Int(kind, _) => kind.ty(),
            Value::Wide(wide) => wide.0.ty(),
            Value::Char(_) => ty::char(),
            Value::Str(_) => ty::string(),
            Value::Symbol(_) => ty::symbol(),
            Value::Module(_) => ty::module(),
            Value::Tuple(tuple) => return tuple.ty.get(),
            Value::Function(_) | Value::Type(_) => return None,
        })
    }

    /// The concrete type. Tuples and types of functions are interned in the table.
    pub fn type_of(&self, types: &TypeTable) -> Type {
        match self {
            Value::Function(name) => types.function_type(*name),
            Value::Type(of) => typing::type_of_type(types, *of),
            Value::Tuple(tuple) => tuple.type_of(types),
            other => other.immediate_type().unwrap_or(ty::any()),
        }
    }
}

impl From<bool> for Value {
    fn from(x: bool) -> Value {
        Value::Bool(x)
    }
}

impl From<i64> for Value {
    fn from(x: i64) -> Value {
        Value::Int64(x)
    }
}

impl From<usize> for Value {
    fn from(x: usize) -> Value {
        Value::Int64(x as i64)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Value {
        Value::Float64(x)
    }
}

impl From<f32> for Value {
    fn from(x: f32) -> Value {
        Value::Float32(x)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::string(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::string(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_sixteen_bytes() {
        assert_eq!(std::mem::size_of::<Value>(), 16);
        assert_eq!(std::mem::size_of::<Option<Value>>(), 16);
    }

    #[test]
    fn integers_wrap_to_their_width() {
        assert_eq!(
            Value::int(IntKind::I8, 200).as_int(),
            Some((IntKind::I8, -56))
        );
        assert_eq!(
            Value::int(IntKind::U64, -1).as_int(),
            Some((IntKind::U64, u64::MAX as i128))
        );
        assert_eq!(Value::int(IntKind::U64, -1).as_i64(), None);
        assert_eq!(IntKind::U8.flip(), IntKind::I8);
    }
}
