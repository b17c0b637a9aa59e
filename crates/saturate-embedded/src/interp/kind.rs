//! Which structs of the prelude the native functions know.
//!
//! A native asks an object for its [`Kind`] instead of comparing type names, so that recognising a range or a
//! transpose is one byte comparison. The kind is computed once, when the object is made.

use super::typing::{self, TypeTable};
use crate::ir::Type;
use crate::sym::Sym;
use crate::types::family;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

macro_rules! kinds {
    ($($id:ident)*) => {
        /// A struct that natives treat on its own; the name is the struct's. `Own` is an array that the program defines.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Kind { Plain, Own, $($id),* }
        static BY_NAME: LazyLock<FxHashMap<Sym, Kind>> =
            LazyLock::new(|| FxHashMap::from_iter([$((Sym::new(stringify!($id)), Kind::$id)),*]));
    };
}

kinds! {
    UnitRange OneTo StepRange StepRangeLen Colon CartesianIndex CartesianIndices
    Broadcasted Transpose Adjoint Symmetric Hermitian Diagonal UpperTriangular LowerTriangular UniformScaling
    SubArray Eigen Complex Irrational Pair NamedTuple RefValue Val Some UndefInitializer
    Generator Flatten Zip Enumerate Filter Reverse Take Drop ProductIterator EachCol EachRow
    SaturatedVersion
    Dict Set KeySet ValueIterator Pairs IOBuffer Stdout Stderr MersenneTwister
    DomainError BoundsError DimensionMismatch MethodError DivideError UndefVarError InexactError ArgumentError
    KeyError ErrorException OverflowError TypeError AssertionError StackOverflowError SingularException
    UndefRefError UndefKeywordError LoadError PosDefException
}

impl Kind {
    /// The kind of the instances of a type.
    pub fn of(types: &TypeTable, ty: Type) -> Kind {
        let known = typing::family_name(types, ty).and_then(|name| BY_NAME.get(&name).copied());
        known.unwrap_or_else(|| match types.subtype(ty, abstract_array(types)) {
            true => Kind::Own,
            false => Kind::Plain,
        })
    }

    /// The name of the struct.
    pub fn name(self) -> String {
        format!("{self:?}")
    }

    /// Ranges: arrays computed from their ends.
    pub fn is_range(self) -> bool {
        matches!(
            self,
            Kind::UnitRange | Kind::OneTo | Kind::StepRange | Kind::StepRangeLen
        )
    }

    /// Lazy wrappers of one matrix.
    pub fn is_matrix_wrapper(self) -> bool {
        matches!(
            self,
            Kind::Transpose
                | Kind::Adjoint
                | Kind::Symmetric
                | Kind::Hermitian
                | Kind::Diagonal
                | Kind::UpperTriangular
                | Kind::LowerTriangular
        )
    }

    /// Any array-like struct that natives can index.
    pub fn is_array(self) -> bool {
        self.is_range()
            || self.is_matrix_wrapper()
            || matches!(self, Kind::SubArray | Kind::CartesianIndices | Kind::Own)
    }
}

fn abstract_array(types: &TypeTable) -> Type {
    types.wrapper(family::abstract_array())
}
