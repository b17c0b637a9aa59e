//! The operations of generated programs, as a table: text with holes, argument types, result type.
//!
//! | file | what |
//! |---|---|
//! | `values` | expressions of numbers, arrays, objects, matrices |
//! | `statements` | what stands for its effect |
//! | `memory` | globals, calls that lead to them, callable objects, dictionaries, thrown objects, undefined fields |
//! | `laws` | what the library's rules are about: matrices of floats, functions of floats |
//! | `numbers` | numbers of several types, and `missing` |
//! | `pairs` | objects of one kind that are made in pairs |
//! | `gauss` | complex integers, which a literal of a rule may stand for |

mod gauss;
mod laws;
mod memory;
mod numbers;
mod pairs;
mod statements;
mod values;

use crate::case::Datum;
use std::fmt;
use std::sync::OnceLock;

/// The types of generated values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// `Int64`.
    Int,
    /// `Bool`.
    Bool,
    /// `Float64`.
    Float,
    /// `Int64` or `Float64`, by what ran: a type-unstable value.
    Num,
    /// `Int64` or `nothing`.
    Maybe,
    /// `Vector{Int64}`.
    Vec,
    /// `Vector{Float64}`.
    FVec,
    /// A mutable struct.
    Cell,
    /// `Ref` of an `Int64`.
    Ref,
    /// An immutable struct.
    Point,
    /// An immutable struct that holds an array.
    Holder,
    /// `Tuple{Int64, Int64}`.
    Pair,
    /// A tuple of an array and a number.
    VecPair,
    /// `UnitRange{Int64}`: immutable, and equal to an array of another type.
    Range,
    /// `Ref` of an array: mutable, and leads to mutable memory.
    VecRef,
    /// An array of arrays.
    Nest,
    /// A tuple of two arrays, perhaps the same.
    Twin,
    /// The transpose of an array: a wrapper that shares its memory.
    Flip,
    /// A view of an array.
    View,
    /// A mutable struct that holds an array.
    Tray,
    /// `Matrix{Int64}`, of two rows and two columns.
    Mat,
    /// The transpose of a matrix.
    Trans,
    /// A `Symmetric` matrix: shares memory, and ignores half of it.
    Symm,
    /// A mutable struct that can be called, and is changed by it.
    Adder,
    /// `Dict{Int64, Int64}`.
    Dict,
    /// An immutable struct whose only field, an array, may be undefined.
    Gap,
    /// An immutable struct of two cells, as it is thrown.
    Duo,
    /// What a handler has caught.
    Caught,
    /// `Int8`.
    Small,
    /// `UInt8`.
    Byte,
    /// `Float32`.
    Single,
    /// `Int64` or `missing`.
    Lost,
    /// A number of any of the types.
    Mixed,
    /// `Vector{UInt8}`.
    Bytes,
    /// An immutable struct of an `Int8`, a `Float32` and a `Bool`.
    Odd,
    /// `Complex{Int64}`: what a literal of a rule may stand for, since no operation here tells the two apart.
    Gauss,
    /// `Vector{Complex{Int64}}`.
    Gausses,
    /// `Matrix{Float64}`.
    FMat,
    /// Its transpose, or its adjoint.
    FTrans,
    /// A function from `Int64` to `Int64`.
    Fun,
    /// Nothing of interest: the operation is a statement.
    Unit,
}

/// Types that parameters may have, with their annotation in signatures.
pub const PARAM_TYPES: [(Ty, &str); 17] = [
    (Ty::Int, "Int64"),
    (Ty::Bool, "Bool"),
    (Ty::Float, "Float64"),
    (Ty::Vec, "Vector{Int64}"),
    (Ty::FVec, "Vector{Float64}"),
    (Ty::Cell, "Cell"),
    (Ty::Holder, "Holder"),
    (Ty::Mat, "Matrix{Int64}"),
    (Ty::Small, "Int8"),
    (Ty::Byte, "UInt8"),
    (Ty::Single, "Float32"),
    (Ty::Bytes, "Vector{UInt8}"),
    (Ty::Lost, "Union{Int64, Missing}"),
    (Ty::Adder, "Adder"),
    (Ty::Dict, "Dict{Int64, Int64}"),
    (Ty::Gap, "Gap"),
    (Ty::FMat, "Matrix{Float64}"),
];

/// Types that local variables may have; functions last.
pub const LOCAL_TYPES: [Ty; 39] = [
    Ty::Int,
    Ty::Bool,
    Ty::Float,
    Ty::Num,
    Ty::Maybe,
    Ty::Vec,
    Ty::FVec,
    Ty::Cell,
    Ty::Ref,
    Ty::Point,
    Ty::Holder,
    Ty::Pair,
    Ty::VecPair,
    Ty::Range,
    Ty::VecRef,
    Ty::Nest,
    Ty::Twin,
    Ty::Flip,
    Ty::View,
    Ty::Tray,
    Ty::Mat,
    Ty::Trans,
    Ty::Symm,
    Ty::Adder,
    Ty::Dict,
    Ty::Gap,
    Ty::Duo,
    Ty::Small,
    Ty::Byte,
    Ty::Single,
    Ty::Lost,
    Ty::Mixed,
    Ty::Bytes,
    Ty::Odd,
    Ty::Gauss,
    Ty::Gausses,
    Ty::FMat,
    Ty::FTrans,
    Ty::Fun,
];

impl Ty {
    /// The annotation of a parameter of this type.
    pub fn annotation(self) -> &'static str {
        PARAM_TYPES
            .iter()
            .find(|&&(ty, _)| ty == self)
            .map_or("Any", |&(_, text)| text)
    }

    /// What a program must be allowed to have for values of this type.
    pub fn feature(self) -> Feature {
        match self {
            Ty::Adder => Feature::Functors,
            Ty::Dict => Feature::Dicts,
            Ty::Gap => Feature::Undefined,
            Ty::Duo | Ty::Caught => Feature::Thrown,
            Ty::Small | Ty::Byte | Ty::Single | Ty::Lost | Ty::Mixed | Ty::Bytes | Ty::Odd => {
                Feature::Mixed
            }
            Ty::Gauss | Ty::Gausses => Feature::Stated,
            Ty::FMat | Ty::FTrans => Feature::Laws,
            _ => Feature::Plain,
        }
    }

    /// Whether a value leads to memory that a statement can write.
    pub fn is_mutable(self) -> bool {
        matches!(
            self,
            Ty::Vec
                | Ty::FVec
                | Ty::Cell
                | Ty::Ref
                | Ty::Holder
                | Ty::VecPair
                | Ty::VecRef
                | Ty::Mat
                | Ty::Trans
                | Ty::Nest
                | Ty::Twin
                | Ty::Flip
                | Ty::View
                | Ty::Tray
                | Ty::Adder
                | Ty::Dict
                | Ty::Gap
                | Ty::Duo
                | Ty::Bytes
                | Ty::Gausses
                | Ty::FMat
        )
    }
}

/// What an operation may do that a configuration can rule out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Nothing special.
    Plain,
    /// It may throw.
    Throws,
    /// It prints.
    Prints,
    /// It writes memory.
    Writes,
    /// It uses globals.
    Globals,
    /// It looks at the identity of objects.
    Identity,
    /// It calls a function for every element, which prints if the function does.
    Dots,
    /// It uses globals of other kinds: references, dictionaries, objects, variables that are assigned.
    State,
    /// It calls something that reads or writes globals, and no argument leads to them.
    Deep,
    /// It gives a constant that can be written.
    Returned,
    /// It has objects that can be called.
    Functors,
    /// It calls a function with effects for every element.
    Pokes,
    /// It throws objects, or looks at them.
    Thrown,
    /// It has objects with undefined fields.
    Undefined,
    /// It has numbers of several types.
    Mixed,
    /// It converts numbers to a type that may not have them.
    Inexact,
    /// It has dictionaries.
    Dicts,
    /// It sums a range that is short only behind a condition.
    Guarded,
    /// The library has laws about it: matrices of floats, functions of floats.
    Laws,
    /// It depends on the last bit of a float.
    Exactly,
    /// It has numbers that a literal of another type stands for.
    Stated,
    /// It makes two objects of one kind, or takes them apart.
    Paired,
}

/// An operation: `$0`, `$1`, … stand for its arguments.
#[derive(PartialEq, Debug)]
pub struct Op {
    /// Julia text with holes.
    pub text: &'static str,
    /// Types of the arguments.
    pub args: &'static [Ty],
    /// Type of the result.
    pub result: Ty,
    /// How often it is chosen among operations of its result type.
    pub weight: u32,
    /// What it may do.
    pub feature: Feature,
}

const fn op(
    text: &'static str,
    args: &'static [Ty],
    result: Ty,
    weight: u32,
    feature: Feature,
) -> Op {
    Op {
        text,
        args,
        result,
        weight,
        feature,
    }
}

/// The sum of two numbers.
pub static SUM: Op = op("($0 + $1)", &[Ty::Int, Ty::Int], Ty::Int, 1, Feature::Plain);

/// What a program may assume of a parameter.
#[derive(Debug)]
pub struct Predicate {
    /// The call.
    pub op: Op,
    /// Makes it true of an argument, where that is one that can be changed.
    pub fulfil: fn(&mut Datum),
}

const fn predicate(text: &'static str, args: &'static [Ty], fulfil: fn(&mut Datum)) -> Predicate {
    Predicate {
        op: op(text, args, Ty::Bool, 1, Feature::Plain),
        fulfil,
    }
}

impl PartialEq for Predicate {
    fn eq(&self, other: &Predicate) -> bool {
        self.op.text == other.op.text
    }
}

/// All of them.
pub static PREDICATES: [Predicate; 5] = [
    predicate("$0 > 0", &[Ty::Int], |datum| {
        if let Datum::Int(n) = datum {
            *n = n.saturating_abs().max(1);
        }
    }),
    predicate("iseven($0)", &[Ty::Int], |datum| {
        if let Datum::Int(n) = datum {
            *n &= !1;
        }
    }),
    predicate("issorted($0)", &[Ty::Vec], |datum| {
        if let Datum::Vec(items) = datum {
            items.sort_unstable();
        }
    }),
    predicate("isempty($0)", &[Ty::Vec], |datum| {
        if let Datum::Vec(items) = datum {
            items.clear();
        }
    }),
    predicate("issymmetric($0)", &[Ty::Mat], |datum| {
        if let Datum::Mat(items) = datum {
            items[2] = items[1];
        }
    }),
];

/// The expressions of a type.
pub fn expressions(ty: Ty) -> &'static [&'static Op] {
    static BY_TYPE: OnceLock<Vec<Vec<&'static Op>>> = OnceLock::new();
    let by_type = BY_TYPE.get_or_init(|| {
        let mut by_type = vec![Vec::new(); Ty::Unit as usize + 1];
        for table in [
            values::EXPRESSIONS,
            memory::EXPRESSIONS,
            laws::EXPRESSIONS,
            numbers::EXPRESSIONS,
            gauss::EXPRESSIONS,
            pairs::EXPRESSIONS,
        ] {
            for op in table {
                by_type[op.result as usize].push(op);
            }
        }
        by_type
    });
    &by_type[ty as usize]
}

/// The statements.
pub fn statements() -> &'static [&'static Op] {
    static ALL: OnceLock<Vec<&'static Op>> = OnceLock::new();
    ALL.get_or_init(|| {
        let tables = [
            statements::STATEMENTS,
            memory::STATEMENTS,
            laws::STATEMENTS,
            numbers::STATEMENTS,
            gauss::STATEMENTS,
        ];
        tables.into_iter().flatten().collect()
    })
}

/// The statement with this text.
pub fn statement(text: &str) -> Option<&'static Op> {
    statements().iter().copied().find(|op| op.text == text)
}

impl Op {
    /// Whether an argument is written more than once.
    pub fn repeats(&self, number: usize) -> bool {
        let digit = b'0' + number as u8;
        let pairs = self.text.as_bytes().windows(2);
        pairs.filter(|pair| **pair == [b'$', digit]).count() > 1
    }

    /// Writes the operation with its arguments.
    pub fn write(
        &self,
        out: &mut dyn fmt::Write,
        arg: &mut dyn FnMut(&mut dyn fmt::Write, usize) -> fmt::Result,
    ) -> fmt::Result {
        let mut rest = self.text;
        while let Some(at) = rest.find('$') {
            out.write_str(&rest[..at])?;
            let digit = rest.as_bytes()[at + 1] - b'0';
            arg(out, digit as usize)?;
            rest = &rest[at + 2..];
        }
        out.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hole_has_an_argument() {
        let types = LOCAL_TYPES.iter().chain(&[Ty::Caught]);
        let all = types.flat_map(|&ty| expressions(ty)).chain(statements());
        for op in all {
            for at in op.text.match_indices('$').map(|(at, _)| at) {
                let digit = (op.text.as_bytes()[at + 1] - b'0') as usize;
                assert!(digit < op.args.len(), "{}", op.text);
            }
            for number in 0..op.args.len() {
                assert!(op.text.contains(&format!("${number}")), "{}", op.text);
            }
        }
    }
}
