//! The operations of generated programs, as a table: text with holes, argument types, result type.

use std::fmt;

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
    /// A function from `Int64` to `Int64`.
    Fun,
    /// Nothing of interest: the operation is a statement.
    Unit,
}

/// Types that variables and parameters may have, with their annotation in signatures.
pub const PARAM_TYPES: [(Ty, &str); 8] = [
    (Ty::Int, "Int64"),
    (Ty::Bool, "Bool"),
    (Ty::Float, "Float64"),
    (Ty::Vec, "Vector{Int64}"),
    (Ty::FVec, "Vector{Float64}"),
    (Ty::Cell, "Cell"),
    (Ty::Holder, "Holder"),
    (Ty::Mat, "Matrix{Int64}"),
];

/// Types that local variables may have.
pub const LOCAL_TYPES: [Ty; 24] = [
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

use Feature::{Dots, Globals, Identity, Plain, Prints, Throws, Writes};
use Ty::{
    Bool, Cell, FVec, Flip, Float, Fun, Holder, Int, Mat, Maybe, Nest, Num, Pair, Point, Range,
    Ref, Symm, Trans, Tray, Twin, Unit, Vec, VecPair, VecRef, View,
};

/// Expressions.
pub static EXPRESSIONS: &[Op] = &[
    // Integers.
    op("($0 + $1)", &[Int, Int], Int, 8, Plain),
    op("($0 - $1)", &[Int, Int], Int, 6, Plain),
    op("($0 * $1)", &[Int, Int], Int, 6, Plain),
    op("(-($0))", &[Int], Int, 2, Plain),
    op("abs($0)", &[Int], Int, 1, Plain),
    op("min($0, $1)", &[Int, Int], Int, 2, Plain),
    op("max($0, $1)", &[Int, Int], Int, 2, Plain),
    op("xor($0, $1)", &[Int, Int], Int, 1, Plain),
    op("($0 & $1)", &[Int, Int], Int, 1, Plain),
    op("($0 | $1)", &[Int, Int], Int, 1, Plain),
    op("($0 << 1)", &[Int], Int, 1, Plain),
    op("ifelse($0, $1, $2)", &[Bool, Int, Int], Int, 2, Plain),
    op("($0 ? $1 : $2)", &[Bool, Int, Int], Int, 3, Plain),
    op("div($0, $1)", &[Int, Int], Int, 2, Throws),
    op("rem($0, $1)", &[Int, Int], Int, 2, Throws),
    op("mod($0, 3)", &[Int], Int, 2, Plain),
    op("checked_add($0, $1)", &[Int, Int], Int, 1, Throws),
    op("checked_mul($0, $1)", &[Int, Int], Int, 1, Throws),
    op("positive($0)", &[Int], Int, 3, Throws),
    op("triangle($0)", &[Int], Int, 1, Plain),
    op("shout($0)", &[Int], Int, 2, Prints),
    op("note($0)", &[Int], Int, 2, Globals),
    op("total", &[], Int, 2, Globals),
    op("TABLE[2]", &[], Int, 1, Globals),
    op("TABLE[1]", &[], Int, 1, Globals),
    op("sum(TABLE)", &[], Int, 1, Globals),
    op("length($0)", &[Vec], Int, 2, Plain),
    op("sum($0)", &[Vec], Int, 3, Plain),
    op("maximum($0)", &[Vec], Int, 1, Throws),
    op("$0[$1]", &[Vec, Int], Int, 1, Throws),
    op("$0[wrap($1, $0)]", &[Vec, Int], Int, 4, Plain),
    op("$0[1]", &[Vec], Int, 4, Plain),
    op("$0[2]", &[Vec], Int, 2, Plain),
    op("$0[end]", &[Vec], Int, 1, Plain),
    op("at($0, $1)", &[Vec, Int], Int, 1, Throws),
    op("first($0)", &[Vec], Int, 1, Plain),
    op("$0.x", &[Cell], Int, 6, Plain),
    op("$0[]", &[Ref], Int, 6, Plain),
    op("$0.x", &[Point], Int, 2, Plain),
    op("$0.y", &[Point], Int, 2, Plain),
    op("$0.n", &[Holder], Int, 2, Plain),
    op("$0.v[1]", &[Holder], Int, 3, Plain),
    op("$0[1]", &[Pair], Int, 2, Plain),
    op("$0[2]", &[Pair], Int, 2, Plain),
    op("$0[2]", &[VecPair], Int, 2, Plain),
    op("$0($1)", &[Fun, Int], Int, 4, Plain),
    op("sum($0, $1)", &[Fun, Vec], Int, 1, Dots),
    op("sum($0)", &[Range], Int, 2, Plain),
    op("length($0)", &[Range], Int, 1, Plain),
    op("Int64($0)", &[Bool], Int, 1, Plain),
    op("hidden_positive($0)", &[Int], Int, 2, Throws),
    op("something($0, $1)", &[Maybe, Int], Int, 2, Plain),
    op("pop!($0)", &[Vec], Int, 1, Writes),
    op("($0 isa Int64 ? 1 : 2)", &[Num], Int, 1, Plain),
    op("$0[1]", &[Flip], Int, 2, Plain),
    op("sum($0)", &[Flip], Int, 1, Plain),
    op("$0[1]", &[View], Int, 2, Plain),
    op("sum($0)", &[View], Int, 1, Plain),
    op("length($0)", &[Nest], Int, 1, Plain),
    op("sum($0[])", &[VecRef], Int, 1, Plain),
    op("$0.v[1]", &[Tray], Int, 2, Plain),
    op("$0[1, 2]", &[Mat], Int, 3, Plain),
    op("$0[2, 2]", &[Mat], Int, 2, Plain),
    op("$0[$1, 1]", &[Mat, Int], Int, 1, Throws),
    op("sum($0)", &[Mat], Int, 2, Plain),
    op("tr($0)", &[Mat], Int, 2, Plain),
    op("$0[2, 1]", &[Trans], Int, 2, Plain),
    op("$0[2, 1]", &[Symm], Int, 2, Plain),
    op("dot($0, $1)", &[Vec, Vec], Int, 1, Throws),
    op("factorial_of($0)", &[Int], Int, 1, Plain),
    // Truth.
    op("($0 < $1)", &[Int, Int], Bool, 4, Plain),
    op("($0 <= $1)", &[Int, Int], Bool, 3, Plain),
    op("($0 > $1)", &[Int, Int], Bool, 3, Plain),
    op("($0 == $1)", &[Int, Int], Bool, 3, Plain),
    op("($0 != $1)", &[Int, Int], Bool, 2, Plain),
    op("($0 < $1)", &[Float, Float], Bool, 2, Plain),
    op("($0 == $1)", &[Num, Num], Bool, 1, Plain),
    op("(!$0)", &[Bool], Bool, 3, Plain),
    op("($0 & $1)", &[Bool, Bool], Bool, 3, Plain),
    op("($0 | $1)", &[Bool, Bool], Bool, 3, Plain),
    op("xor($0, $1)", &[Bool, Bool], Bool, 1, Plain),
    op("($0 && $1)", &[Bool, Bool], Bool, 3, Plain),
    op("($0 || $1)", &[Bool, Bool], Bool, 3, Plain),
    op("iseven($0)", &[Int], Bool, 2, Plain),
    op("isempty($0)", &[Vec], Bool, 1, Plain),
    op("($0 == $1)", &[Vec, Vec], Bool, 1, Plain),
    op("($0 === $1)", &[Vec, Vec], Bool, 1, Identity),
    op("($0 !== $1)", &[Vec, Vec], Bool, 1, Identity),
    op("($0 === $1)", &[Cell, Cell], Bool, 1, Identity),
    op("same($0, $1)", &[Vec, Vec], Bool, 1, Identity),
    op("same($0, $1)", &[Cell, Cell], Bool, 1, Identity),
    op("($0 === $1)", &[Holder, Holder], Bool, 1, Identity),
    op(
        "(objectid($0) == objectid($1))",
        &[Vec, Vec],
        Bool,
        1,
        Identity,
    ),
    op("($0 === $1)", &[Point, Point], Bool, 1, Plain),
    op("($0 === $1)", &[Tray, Tray], Bool, 1, Identity),
    op("($0.v === $1.v)", &[Tray, Tray], Bool, 1, Identity),
    op("($0[1] === $0[2])", &[Twin], Bool, 1, Identity),
    op("($0[1] === $0[2])", &[Nest], Bool, 1, Identity),
    op("($0 === $1)", &[Mat, Mat], Bool, 1, Identity),
    op("($0 == $1)", &[Mat, Mat], Bool, 1, Plain),
    op("(parent($0) === $1)", &[Trans, Mat], Bool, 1, Identity),
    op("($0 === nothing)", &[Maybe], Bool, 2, Plain),
    op("(rand() == rand())", &[], Bool, 1, Plain),
    op("in($0, $1)", &[Int, Vec], Bool, 1, Plain),
    op("any(x -> x > $0, $1)", &[Int, Vec], Bool, 1, Plain),
    // Floats.
    op("($0 + $1)", &[Float, Float], Float, 4, Plain),
    op("($0 - $1)", &[Float, Float], Float, 3, Plain),
    op("($0 * $1)", &[Float, Float], Float, 4, Plain),
    op("($0 / $1)", &[Float, Float], Float, 1, Plain),
    op("(-($0))", &[Float], Float, 2, Plain),
    op("abs($0)", &[Float], Float, 2, Plain),
    op("sqrt($0)", &[Float], Float, 1, Throws),
    op("Float64($0)", &[Int], Float, 3, Plain),
    op("($0 ? $1 : $2)", &[Bool, Float, Float], Float, 1, Plain),
    op("sum($0)", &[FVec], Float, 2, Plain),
    op("$0[1]", &[FVec], Float, 4, Plain),
    op("$0[2]", &[FVec], Float, 2, Plain),
    // Either.
    op("($0 ? $1 : $2)", &[Bool, Int, Float], Num, 4, Plain),
    op("($0 ? $1 : $2)", &[Bool, Num, Num], Num, 1, Plain),
    op("($0 + $1)", &[Num, Num], Num, 2, Plain),
    op("($0 * $1)", &[Num, Num], Num, 2, Plain),
    op("(-($0))", &[Num], Num, 1, Plain),
    op("($0 ? $1 : nothing)", &[Bool, Int], Maybe, 4, Plain),
    op("findfirst(==($0), $1)", &[Int, Vec], Maybe, 2, Plain),
    // Arrays.
    op("[$0, $1]", &[Int, Int], Vec, 3, Plain),
    op("[$0, $1, $2]", &[Int, Int, Int], Vec, 2, Plain),
    op("zeros(Int64, 2)", &[], Vec, 3, Plain),
    op("fill($0, 2)", &[Int], Vec, 3, Plain),
    op("Int64[]", &[], Vec, 1, Plain),
    op("copy($0)", &[Vec], Vec, 6, Plain),
    op("reverse($0)", &[Vec], Vec, 3, Plain),
    op("sort($0)", &[Vec], Vec, 1, Plain),
    op("vcat($0, $1)", &[Vec, Vec], Vec, 2, Plain),
    op("pushed($0, $1)", &[Vec, Int], Vec, 2, Plain),
    op("collect($0)", &[Range], Vec, 3, Plain),
    op("hidden_copy($0)", &[Vec], Vec, 4, Plain),
    op("alias($0)", &[Vec], Vec, 3, Plain),
    op("either($0, $1, $2)", &[Bool, Vec, Vec], Vec, 2, Plain),
    op("($0 ? $1 : $2)", &[Bool, Vec, Vec], Vec, 2, Plain),
    op("bump!($0)", &[Vec], Vec, 2, Writes),
    op("reverse!($0)", &[Vec], Vec, 1, Writes),
    op("poke_table($0)", &[Int], Vec, 1, Globals),
    op("TABLE", &[], Vec, 1, Globals),
    op("$0.v", &[Holder], Vec, 4, Plain),
    op("$0[1]", &[VecPair], Vec, 3, Plain),
    op("$0[]", &[VecRef], Vec, 3, Plain),
    op("$0[1]", &[Nest], Vec, 2, Plain),
    op("$0[2]", &[Nest], Vec, 1, Plain),
    op("$0[1]", &[Twin], Vec, 2, Plain),
    op("$0[2]", &[Twin], Vec, 2, Plain),
    op("parent($0)", &[Flip], Vec, 2, Plain),
    op("parent($0)", &[View], Vec, 1, Plain),
    op("$0.v", &[Tray], Vec, 3, Plain),
    op("($0 .+ $1)", &[Vec, Int], Vec, 4, Plain),
    op("($0 .* $1)", &[Vec, Int], Vec, 3, Plain),
    op("($0 .+ $1)", &[Vec, Vec], Vec, 1, Throws),
    op("abs.($0)", &[Vec], Vec, 3, Plain),
    op("$0.($1)", &[Fun, Vec], Vec, 3, Dots),
    op("map($0, $1)", &[Fun, Vec], Vec, 2, Dots),
    op("[$0(i) for i in 1:2]", &[Fun], Vec, 1, Dots),
    op("($0 + $0)", &[Vec], Vec, 2, Plain),
    op("($0 - $1)", &[Vec, Vec], Vec, 1, Throws),
    op("(-($0))", &[Vec], Vec, 2, Plain),
    op("view($0, 1:1)[1:1]", &[Vec], Vec, 1, Throws),
    op("vec($0)", &[Mat], Vec, 3, Plain),
    op("$0[:, 1]", &[Mat], Vec, 3, Plain),
    op("($0 * $1)", &[Mat, Vec], Vec, 2, Throws),
    op("[$0, $1]", &[Float, Float], FVec, 3, Plain),
    op("zeros(2)", &[], FVec, 2, Plain),
    op("copy($0)", &[FVec], FVec, 3, Plain),
    op("abs.($0)", &[FVec], FVec, 3, Plain),
    op("($0 .* $1)", &[FVec, Float], FVec, 2, Plain),
    op("(2.0 .* $0)", &[FVec], FVec, 2, Plain),
    op("reverse($0)", &[FVec], FVec, 1, Plain),
    // Objects.
    op("Cell($0)", &[Int], Cell, 6, Plain),
    op("make_cell($0)", &[Int], Cell, 2, Plain),
    op("hidden_cell($0)", &[Int], Cell, 2, Plain),
    op("alias($0)", &[Cell], Cell, 2, Plain),
    op("increment!($0)", &[Cell], Cell, 2, Writes),
    op("either($0, $1, $2)", &[Bool, Cell, Cell], Cell, 1, Plain),
    op("($0 ? $1 : $2)", &[Bool, Cell, Cell], Cell, 1, Plain),
    op("Ref($0)", &[Int], Ref, 6, Plain),
    op("alias($0)", &[Ref], Ref, 1, Plain),
    op("Point($0, $1)", &[Int, Int], Point, 6, Plain),
    op("($0 ? $1 : $2)", &[Bool, Point, Point], Point, 1, Plain),
    op("Holder($0, $1)", &[Vec, Int], Holder, 6, Plain),
    op("($0, $1)", &[Int, Int], Pair, 6, Plain),
    op("($0[2], $0[1])", &[Pair], Pair, 1, Plain),
    op("($0, $1)", &[Vec, Int], VecPair, 6, Plain),
    op("(1:mod($0, 4))", &[Int], Range, 4, Plain),
    op("(1:3)", &[], Range, 2, Plain),
    // Wrappers and containers: of what is there, of something new, of the same twice.
    op("Ref($0)", &[Vec], VecRef, 4, Plain),
    op("ref_of($0)", &[Vec], VecRef, 2, Plain),
    op("ref_of_copy($0)", &[Vec], VecRef, 3, Plain),
    op("alias($0)", &[VecRef], VecRef, 1, Plain),
    op("[$0, $1]", &[Vec, Vec], Nest, 4, Plain),
    op("nest($0)", &[Vec], Nest, 3, Plain),
    op("copy($0)", &[Nest], Nest, 2, Plain),
    op("($0, $1)", &[Vec, Vec], Twin, 3, Plain),
    op("both($0)", &[Vec], Twin, 3, Plain),
    op("doubled($0)", &[Vec], Twin, 3, Plain),
    op("($0[2], $0[1])", &[Twin], Twin, 1, Plain),
    op("transpose($0)", &[Vec], Flip, 4, Plain),
    op("flip($0)", &[Vec], Flip, 2, Plain),
    op("flip_of_sum($0)", &[Vec], Flip, 3, Plain),
    op("window($0)", &[Vec], View, 4, Plain),
    op("window_of_copy($0)", &[Vec], View, 3, Plain),
    op("view($0, 1:1)", &[Vec], View, 1, Throws),
    op("Tray($0)", &[Vec], Tray, 4, Plain),
    op("tray_of_copy($0)", &[Vec], Tray, 3, Plain),
    op("hidden_tray($0)", &[Vec], Tray, 2, Plain),
    op("alias($0)", &[Tray], Tray, 1, Plain),
    op("either($0, $1, $2)", &[Bool, Tray, Tray], Tray, 1, Plain),
    op("($0 ? $1 : $2)", &[Bool, Tray, Tray], Tray, 1, Plain),
    op("held_copy($0)", &[Holder], Holder, 2, Plain),
    // Matrices: of two rows and two columns, so that most operations do not throw.
    op("[$0 $1; $2 $3]", &[Int, Int, Int, Int], Mat, 3, Plain),
    op("zeros(Int64, 2, 2)", &[], Mat, 2, Plain),
    op("fill($0, 2, 2)", &[Int], Mat, 1, Plain),
    op("copy($0)", &[Mat], Mat, 5, Plain),
    op("($0 + $1)", &[Mat, Mat], Mat, 3, Plain),
    op("($0 * $1)", &[Mat, Mat], Mat, 5, Plain),
    op("(-($0))", &[Mat], Mat, 2, Plain),
    op("($0 * $1)", &[Int, Mat], Mat, 2, Plain),
    op("($0 * $1)", &[Trans, Mat], Mat, 2, Plain),
    op("($0 * $1)", &[Symm, Mat], Mat, 2, Plain),
    op("permutedims($0)", &[Mat], Mat, 2, Plain),
    op("parent($0)", &[Trans], Mat, 2, Plain),
    op("reshape(vec($0), 2, 2)", &[Mat], Mat, 1, Plain),
    op("alias($0)", &[Mat], Mat, 2, Plain),
    op("either($0, $1, $2)", &[Bool, Mat, Mat], Mat, 1, Plain),
    op("($0 ? $1 : $2)", &[Bool, Mat, Mat], Mat, 2, Plain),
    op("($0 .* $1)", &[Mat, Int], Mat, 2, Plain),
    op("($0 .+ $1)", &[Mat, Mat], Mat, 2, Plain),
    op("hidden_product($0, $1)", &[Mat, Mat], Mat, 2, Plain),
    op("mul!($0, $1, $2)", &[Mat, Mat, Mat], Mat, 1, Throws),
    op("transpose($0)", &[Mat], Trans, 4, Plain),
    op("flipped_product($0, $1)", &[Mat, Mat], Trans, 2, Plain),
    op("Symmetric($0)", &[Mat], Symm, 4, Plain),
];

/// Statements.
pub static STATEMENTS: &[Op] = &[
    op("println($0)", &[Int], Unit, 6, Prints),
    op("println($0)", &[Bool], Unit, 2, Prints),
    op("println($0)", &[Float], Unit, 2, Prints),
    op("println($0)", &[Num], Unit, 2, Prints),
    op("println($0)", &[Maybe], Unit, 1, Prints),
    op("println($0)", &[Vec], Unit, 4, Prints),
    op("println($0)", &[FVec], Unit, 1, Prints),
    op("println(\"at \", $0)", &[Int], Unit, 2, Prints),
    op("$0[1] = $1", &[Vec, Int], Unit, 10, Writes),
    op("$0[2] = $1", &[Vec, Int], Unit, 3, Writes),
    op("$0[wrap($1, $0)] = $2", &[Vec, Int, Int], Unit, 4, Writes),
    op("$0[$1] = $2", &[Vec, Int, Int], Unit, 1, Throws),
    op("push!($0, $1)", &[Vec, Int], Unit, 5, Writes),
    op("fill!($0, $1)", &[Vec, Int], Unit, 3, Writes),
    op("$0 .= $1", &[Vec, Int], Unit, 2, Writes),
    op("$0 .= $0 .+ $1", &[Vec, Int], Unit, 2, Writes),
    op("$0 .= $1", &[Vec, Vec], Unit, 1, Throws),
    op("copyto!($0, $1)", &[Vec, Vec], Unit, 1, Throws),
    op("sort!($0)", &[Vec], Unit, 2, Writes),
    op("swap!($0, $1)", &[Vec, Vec], Unit, 2, Writes),
    op("bump!($0)", &[Vec], Unit, 3, Writes),
    op("$0[1] = $1", &[FVec, Float], Unit, 4, Writes),
    op("$0 .= $0 .* 2.0", &[FVec], Unit, 1, Writes),
    op("$0.x = $1", &[Cell, Int], Unit, 8, Writes),
    op("increment!($0)", &[Cell], Unit, 3, Writes),
    op("$0[] = $1", &[Ref, Int], Unit, 8, Writes),
    op("$0.v[1] = $1", &[Holder, Int], Unit, 4, Writes),
    op("$0[] = $1", &[VecRef, Vec], Unit, 2, Writes),
    op("$0[][1] = $1", &[VecRef, Int], Unit, 3, Writes),
    op("$0[1] = $1", &[Nest, Vec], Unit, 2, Writes),
    op("$0[2][1] = $1", &[Nest, Int], Unit, 3, Writes),
    op("$0[1][1] = $1", &[Twin, Int], Unit, 2, Writes),
    op("$0[2][1] = $1", &[Twin, Int], Unit, 2, Writes),
    op("$0[1] = $1", &[Flip, Int], Unit, 4, Writes),
    op("$0[1] = $1", &[View, Int], Unit, 4, Writes),
    op("$0 .= $1", &[View, Int], Unit, 1, Writes),
    op("$0.v = $1", &[Tray, Vec], Unit, 2, Writes),
    op("$0.v[1] = $1", &[Tray, Int], Unit, 3, Writes),
    op("move!($0, $1)", &[Tray, Tray], Unit, 1, Writes),
    op("$0[1, 2] = $1", &[Mat, Int], Unit, 6, Writes),
    op("$0[1, 1] = $1", &[Mat, Int], Unit, 3, Writes),
    op("$0[:, 1] .= $1", &[Mat, Int], Unit, 1, Writes),
    op("$0 .= $0 .* $1", &[Mat, Int], Unit, 2, Writes),
    op("mul!($0, $1, $2)", &[Mat, Mat, Mat], Unit, 2, Throws),
    op("copyto!($0, $1)", &[Mat, Mat], Unit, 1, Writes),
    op("$0[1, 2] = $1", &[Trans, Int], Unit, 3, Writes),
    op("println($0)", &[Mat], Unit, 2, Prints),
    op("note($0)", &[Int], Unit, 2, Globals),
    op("poke_table($0)", &[Int], Unit, 2, Globals),
    op("TABLE[2] = $0", &[Int], Unit, 2, Globals),
    op("global total = $0", &[Int], Unit, 1, Globals),
    op("shout($0)", &[Int], Unit, 3, Prints),
    // Calls whose value nobody uses: they are there for their exception.
    op("positive($0)", &[Int], Unit, 4, Throws),
    op("$0[$1]", &[Vec, Int], Unit, 2, Throws),
    op("div($0, $1)", &[Int, Int], Unit, 2, Throws),
    op("error(\"stop\")", &[], Unit, 1, Throws),
];

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
        for op in EXPRESSIONS.iter().chain(STATEMENTS) {
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
