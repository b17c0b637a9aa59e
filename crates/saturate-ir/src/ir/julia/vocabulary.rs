//! What the writer asks of the program that a function belongs to: names of types and constants, and which functions syntax stands for.

use crate::ir::entities::{Const, Type};
use crate::sym::Sym;

/// What a function that is called by its value is to the writer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function like any other.
    Ordinary,
    /// The sorter of keyword arguments: `sorter((k = 1,), f, x)` is `f(x; k = 1)`.
    Sorter,
    /// What finds the sorter of a function.
    SorterOf,
    /// The body of a function with keyword arguments, which have these names: `body(1, f, x)` is `f(x; k = 1)`.
    Body(Vec<Sym>),
    /// The constructor `NamedTuple{names}`.
    NamedTuple(Vec<Sym>),
    /// `tuple`.
    Tuple,
    /// What `[a, b]` calls.
    Vect,
    /// The type of a closure: its objects are made by calling it.
    Closure,
    /// A function of Julia's own that syntax stands for.
    Form(Form),
}

/// Functions of Julia's own that syntax stands for, or that the writer must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `x[i]`.
    Index,
    /// `x[i] = y`.
    SetIndex,
    /// `x.f`.
    Property,
    /// `x.f = y`.
    SetProperty,
    /// `f.(x)`, not yet materialised.
    Broadcasted,
    /// `f.(x)`.
    Materialize,
    /// `y .= f.(x)`.
    MaterializeInto,
    /// `x^2`.
    LiteralPower,
    /// `x'`.
    Adjoint,
    /// `x isa T`.
    Isa,
    /// `x === y`.
    Egal,
    /// The opposite of a `Bool`, as lowering makes it.
    Not,
    /// `for`.
    Iterate,
    /// `getfield`.
    GetField,
    /// `throw`, `rethrow`, `error`: control does not come behind it.
    Throw,
}

impl Form {
    /// The form of a function of Base or Core.
    pub fn named(name: &str) -> Option<Form> {
        Some(match name {
            "getindex" => Form::Index,
            "setindex!" => Form::SetIndex,
            "getproperty" => Form::Property,
            "setproperty!" => Form::SetProperty,
            "broadcasted" => Form::Broadcasted,
            "materialize" => Form::Materialize,
            "materialize!" => Form::MaterializeInto,
            "literal_pow" => Form::LiteralPower,
            "adjoint" => Form::Adjoint,
            "isa" => Form::Isa,
            "===" => Form::Egal,
            "not_int" => Form::Not,
            "iterate" => Form::Iterate,
            "getfield" => Form::GetField,
            "throw" | "rethrow" | "error" => Form::Throw,
            _ => return None,
        })
    }
}

/// The words of the program that a function belongs to, in the module where its source is loaded.
pub trait Vocabulary {
    /// An expression whose value is this very constant, or why there is none.
    fn constant(&mut self, constant: Const) -> Result<String, String>;

    /// A type, or why it has no name.
    fn ty(&mut self, ty: Type) -> Result<String, String>;

    /// The elements of a constant tuple, a named one or not.
    fn elements(&mut self, constant: Const) -> Option<Vec<Const>>;

    /// The names of a constant named tuple.
    fn element_names(&mut self, constant: Const) -> Option<Vec<Sym>>;

    /// The element types of a tuple type of known length.
    fn element_types(&mut self, ty: Type) -> Option<Vec<Type>>;

    /// What a function returns for a constant, where that is known.
    fn applied(&mut self, _function: Const, _to: Const) -> Option<Const> {
        None
    }

    /// What kind of function a constant is.
    fn callee(&mut self, constant: Const) -> Callee;
}
