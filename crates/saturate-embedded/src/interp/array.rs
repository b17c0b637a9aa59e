//! Dense column-major arrays.
//!
//! Elements of the four commonest types are stored bare; everything else as values. `reshape` and `vec` share the
//! data of their argument, as in Julia, so the data is behind its own `Rc`; a shared vector cannot be resized.
//!
//! Invariant: the storage's variant follows from the element type ([`Storage::zeroed`]), and the product of the
//! dimensions is its length.

use super::checked::Memory;
use super::typing::{self, TypeTable};
use super::value::{IntKind, Value};
use crate::ir::Type;
use crate::types::ty;
use smallvec::{smallvec, SmallVec};
use std::cell::{OnceCell, Ref, RefMut};
use std::rc::Rc;

/// Lengths along each dimension.
pub type Dims = SmallVec<[usize; 2]>;

/// Elements, in column-major order.
#[derive(Clone, Debug)]
pub enum Storage {
    /// `Float64`.
    F64(Vec<f64>),
    /// `Float32`.
    F32(Vec<f32>),
    /// `Int64`.
    I64(Vec<i64>),
    /// `Bool`.
    Bool(Vec<bool>),
    /// Any other element type; `None` is an undefined element.
    Values(Vec<Option<Value>>),
}

macro_rules! each {
    ($storage:expr, $data:ident => $body:expr) => {
        match $storage {
            Storage::F64($data) => $body,
            Storage::F32($data) => $body,
            Storage::I64($data) => $body,
            Storage::Bool($data) => $body,
            Storage::Values($data) => $body,
        }
    };
}

impl Storage {
    /// `len` elements of the type, zero where the type has a zero, undefined otherwise.
    pub fn zeroed(eltype: Type, len: usize) -> Storage {
        if eltype == ty::float64() {
            Storage::F64(vec![0.0; len])
        } else if eltype == ty::float32() {
            Storage::F32(vec![0.0; len])
        } else if eltype == ty::int64() {
            Storage::I64(vec![0; len])
        } else if eltype == ty::bool() {
            Storage::Bool(vec![false; len])
        } else {
            let zero = IntKind::from_type(eltype).map(|kind| Value::int(kind, 0));
            let zero = zero.or((eltype == ty::char()).then_some(Value::Char(0)));
            let zero = zero.or((eltype == ty::nothing()).then_some(Value::Nothing));
            Storage::Values(vec![zero; len])
        }
    }

    /// Values that are all of type `eltype`.
    pub fn from_values(eltype: Type, values: impl ExactSizeIterator<Item = Value>) -> Storage {
        let mut storage = Storage::zeroed(eltype, 0);
        storage.reserve(values.len());
        for value in values {
            storage.push(value);
        }
        storage
    }

    fn reserve(&mut self, more: usize) {
        each!(self, data => data.reserve(more))
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        each!(self, data => data.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Element `at`, from 0; `None` if it is undefined.
    pub fn get(&self, at: usize) -> Option<Value> {
        match self {
            Storage::F64(data) => Some(Value::Float64(data[at])),
            Storage::F32(data) => Some(Value::Float32(data[at])),
            Storage::I64(data) => Some(Value::Int64(data[at])),
            Storage::Bool(data) => Some(Value::Bool(data[at])),
            Storage::Values(data) => data[at].clone(),
        }
    }

    /// Replaces element `at`. The value must be of the element type.
    pub fn set(&mut self, at: usize, value: Value) {
        match (self, value) {
            (Storage::F64(data), Value::Float64(x)) => data[at] = x,
            (Storage::F32(data), Value::Float32(x)) => data[at] = x,
            (Storage::I64(data), Value::Int64(x)) => data[at] = x,
            (Storage::Bool(data), Value::Bool(x)) => data[at] = x,
            (Storage::Values(data), value) => data[at] = Some(value),
            (_, value) => debug_assert!(false, "{value:?} stored without conversion"),
        }
    }

    /// Appends. The value must be of the element type.
    pub fn push(&mut self, value: Value) {
        match (self, value) {
            (Storage::F64(data), Value::Float64(x)) => data.push(x),
            (Storage::F32(data), Value::Float32(x)) => data.push(x),
            (Storage::I64(data), Value::Int64(x)) => data.push(x),
            (Storage::Bool(data), Value::Bool(x)) => data.push(x),
            (Storage::Values(data), value) => data.push(Some(value)),
            (_, value) => debug_assert!(false, "{value:?} stored without conversion"),
        }
    }

    /// The elements at the given positions, in that order.
    pub fn gather(&self, at: impl Iterator<Item = usize>) -> Storage {
        match self {
            Storage::F64(data) => Storage::F64(at.map(|at| data[at]).collect()),
            Storage::F32(data) => Storage::F32(at.map(|at| data[at]).collect()),
            Storage::I64(data) => Storage::I64(at.map(|at| data[at]).collect()),
            Storage::Bool(data) => Storage::Bool(at.map(|at| data[at]).collect()),
            Storage::Values(data) => Storage::Values(at.map(|at| data[at].clone()).collect()),
        }
    }

    /// Removes element `at`.
    pub fn remove(&mut self, at: usize) {
        each!(self, data => drop(data.remove(at)))
    }

    /// Inserts before position `at`. The value must be of the element type.
    pub fn insert(&mut self, at: usize, value: Value) {
        self.push(value);
        each!(self, data => data[at..].rotate_right(1))
    }

    /// Reverses the order of elements `from..`.
    pub fn reverse(&mut self) {
        each!(self, data => data.reverse())
    }

    /// Shortens, or extends with zero or undefined elements.
    pub fn resize(&mut self, len: usize) {
        match self {
            Storage::F64(data) => data.resize(len, 0.0),
            Storage::F32(data) => data.resize(len, 0.0),
            Storage::I64(data) => data.resize(len, 0),
            Storage::Bool(data) => data.resize(len, false),
            Storage::Values(data) => data.resize(len, None),
        }
    }

    /// All elements; `None` for undefined ones.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Value>> + '_ {
        (0..self.len()).map(|at| self.get(at))
    }
}

/// A dense array; also a `BitArray`, which differs in type alone.
#[derive(Debug)]
pub struct Array {
    ty: Type,
    eltype: Type,
    dims: Memory<Dims>,
    data: Rc<Memory<Storage>>,
    /// Whether `data` is another array's.
    borrowed: bool,
    /// The array's own copy of borrowed data, from the first change of its length on.
    own: OnceCell<Rc<Memory<Storage>>>,
}

impl Array {
    /// An `Array{eltype, N}`. The storage must fit the element type and the dimensions.
    pub fn new(types: &TypeTable, eltype: Type, dims: Dims, storage: Storage) -> Rc<Array> {
        let ty = typing::array_type(types, eltype, dims.len());
        Array::with_type(ty, eltype, dims, storage)
    }

    /// An array of the given type (`Array{eltype, N}` or `BitArray{N}`).
    pub fn with_type(ty: Type, eltype: Type, dims: Dims, storage: Storage) -> Rc<Array> {
        debug_assert_eq!(dims.iter().product::<usize>(), storage.len());
        let (dims, data) = (Memory::new(dims), Rc::new(Memory::new(storage)));
        Rc::new(Array {
            ty,
            eltype,
            dims,
            data,
            borrowed: false,
            own: OnceCell::new(),
        })
    }

    #[inline]
    fn data(&self) -> &Rc<Memory<Storage>> {
        self.own.get().unwrap_or(&self.data)
    }

    /// A `Vector{Float64}`.
    pub fn of_f64(types: &TypeTable, dims: Dims, data: Vec<f64>) -> Value {
        Value::Array(Array::new(types, ty::float64(), dims, Storage::F64(data)))
    }

    /// A vector whose elements are all of type `eltype`.
    pub fn vector(types: &TypeTable, eltype: Type, values: Vec<Value>) -> Value {
        let len = values.len();
        let storage = Storage::from_values(eltype, values.into_iter());
        Value::Array(Array::new(types, eltype, smallvec![len], storage))
    }

    /// Its type.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// Its element type.
    pub fn eltype(&self) -> Type {
        self.eltype
    }

    /// Lengths along each dimension. Those of a vector may change, those of other arrays not.
    pub fn dims(&self) -> Dims {
        if self.ndims() == 1 {
            self.dims.borrow_for_length().clone()
        } else {
            self.dims.quietly().clone()
        }
    }

    /// How many dimensions.
    pub fn ndims(&self) -> usize {
        self.dims.quietly().len()
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        if self.ndims() == 1 {
            self.data().borrow_for_length().len()
        } else {
            self.data().quietly().len()
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Element `at` in column-major order, from 0; `None` if it is undefined. Panics out of bounds.
    pub fn get(&self, at: usize) -> Option<Value> {
        self.data().borrow().get(at)
    }

    /// Replaces element `at`. The value must be of the element type. Panics out of bounds.
    pub fn set(&self, at: usize, value: Value) {
        self.data().borrow_mut().set(at, value)
    }

    /// The elements.
    pub fn storage(&self) -> Ref<'_, Storage> {
        self.data().borrow()
    }

    /// The elements, to change in place; their number must stay.
    pub fn storage_mut(&self) -> RefMut<'_, Storage> {
        self.data().borrow_mut()
    }

    /// The elements, looked at by no part of the program; `None` while they are being written.
    pub fn peek(&self) -> Option<Ref<'_, Storage>> {
        self.data().peek()
    }

    /// Addresses of its two pieces of memory: shape and elements.
    pub fn addresses(&self) -> [usize; 2] {
        [self.dims.address(), self.data().address()]
    }

    /// Whether it is known that a global variable or constant leads to it.
    pub fn is_global(&self) -> bool {
        self.dims.is_global()
    }

    /// A global variable or constant leads to it.
    pub fn mark_global(&self) {
        self.dims.mark_global();
        self.data().mark_global();
    }

    /// When it was made.
    pub fn birth(&self) -> u64 {
        self.dims.birth()
    }

    /// When its elements were made: before the array itself, if it shares them.
    pub fn data_birth(&self) -> u64 {
        self.data().birth()
    }

    /// Before a vector's length changes. As in Julia, who has given data away never has it alone again, also when the
    /// other array is gone, and keeps its length; who has borrowed it takes a copy first.
    pub fn may_resize(&self) -> bool {
        if self.borrowed {
            self.own.get_or_init(|| {
                // Whoever writes may read: this is no read of its own.
                let own = Memory::new(self.data.quietly().clone());
                if self.is_global() {
                    own.mark_global();
                }
                Rc::new(own)
            });
        }
        !self.data().is_shared()
    }

    /// Whether two arrays share their data.
    pub fn same_data(&self, other: &Array) -> bool {
        Rc::ptr_eq(self.data(), other.data())
    }

    /// Changes a vector's elements and their number. The caller has checked that the data is not shared.
    pub fn edit<R>(&self, change: impl FnOnce(&mut Storage) -> R) -> R {
        let mut data = self.data().borrow_mut();
        let result = change(&mut data);
        self.dims.borrow_mut()[0] = data.len();
        result
    }

    /// The same data seen with other dimensions.
    pub fn reshaped(&self, types: &TypeTable, dims: Dims) -> Rc<Array> {
        let ty = typing::array_type(types, self.eltype, dims.len());
        self.data().mark_shared();
        let (dims, data) = (Memory::new(dims), self.data().clone());
        Rc::new(Array {
            ty,
            eltype: self.eltype,
            dims,
            data,
            borrowed: true,
            own: OnceCell::new(),
        })
    }

    /// An array that nobody else has, with other dimensions.
    pub fn into_shape(self: Rc<Array>, types: &TypeTable, dims: Dims) -> Rc<Array> {
        debug_assert_eq!(Rc::strong_count(&self), 1);
        Rc::new(Array {
            ty: typing::array_type(types, self.eltype, dims.len()),
            eltype: self.eltype,
            dims: Memory::new(dims),
            data: self.data().clone(),
            borrowed: false,
            own: OnceCell::new(),
        })
    }

    /// A copy with its own data.
    pub fn copy(&self) -> Rc<Array> {
        Array::with_type(self.ty, self.eltype, self.dims(), self.storage().clone())
    }
}

// See `Items`: arrays nest as well.
impl Drop for Array {
    fn drop(&mut self) {
        for data in [Some(&mut self.data), self.own.get_mut()]
            .into_iter()
            .flatten()
        {
            let Some(data) = Rc::get_mut(data) else {
                continue;
            };
            if let Storage::Values(values) = data.get_mut() {
                if values.iter().flatten().any(Value::may_nest) {
                    super::egal::deep(|| values.clear());
                }
            }
        }
    }
}

/// An array of zero or undefined elements.
pub fn zeroed(types: &TypeTable, eltype: Type, dims: Dims) -> Rc<Array> {
    let len = dims.iter().product();
    Array::new(types, eltype, dims, Storage::zeroed(eltype, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reshaped_array_shares_its_data() {
        let types = TypeTable::default();
        let a = Array::new(
            &types,
            ty::float64(),
            smallvec![4],
            Storage::F64(vec![1., 2., 3., 4.]),
        );
        let b = a.reshaped(&types, smallvec![2, 2]);
        b.set(3, Value::Float64(9.0));
        assert!(matches!(a.get(3), Some(Value::Float64(x)) if x == 9.0));
        assert!(a.same_data(&b) && !a.copy().same_data(&a));
        assert!(!a.may_resize() && a.same_data(&b));
        let c = b.reshaped(&types, smallvec![4]);
        assert!(c.may_resize() && !a.same_data(&c));
    }
}
