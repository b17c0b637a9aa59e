//! Complex integers. The rules of `stated` give some of them as literals: `1` in place of `1 + 0im`. Sums, differences and products of the two are equal, so that only a
//! place that needs the type of the source tells them apart: an element of an array, a field, a printed line, a method for complex numbers alone, a function that looks at types. `weight_of`
//! is generic ([`GENERIC`](crate::rules::GENERIC)) and may be given either.

use super::Feature::Stated as S;
use super::Ty::{Bool, Gauss, Gausses, Int, Unit};
use super::{op, Op};

/// Expressions.
pub(super) static EXPRESSIONS: &[Op] = &[
    op("Complex($0, $1)", &[Int, Int], Gauss, 8, S),
    op("unit_of($0)", &[Int], Gauss, 4, S),
    op("seven_of($0)", &[Gauss], Gauss, 3, S),
    op("($0 + $1)", &[Gauss, Gauss], Gauss, 3, S),
    op("($0 - $1)", &[Gauss, Gauss], Gauss, 3, S),
    op("($0 * $1)", &[Gauss, Gauss], Gauss, 2, S),
    op("(-($0))", &[Gauss], Gauss, 1, S),
    op("conj($0)", &[Gauss], Gauss, 1, S),
    op("turned($0)", &[Gauss], Gauss, 2, S),
    op("($0 ? $1 : $2)", &[Bool, Gauss, Gauss], Gauss, 2, S),
    op("$0[1]", &[Gausses], Gauss, 3, S),
    op("real($0)", &[Gauss], Int, 2, S),
    op("imag($0)", &[Gauss], Int, 2, S),
    op("real(sum($0))", &[Gausses], Int, 2, S),
    op("length($0)", &[Gausses], Int, 1, S),
    op("($0 == $1)", &[Gauss, Gauss], Bool, 2, S),
    op("($0 === $1)", &[Gauss, Gauss], Bool, 1, S),
    op("is_complex($0)", &[Gauss], Bool, 2, S),
    op("kind_of($0)", &[Gauss], Int, 2, S),
    op("kind_of($0)", &[Gausses], Int, 1, S),
    // Somebody else calls the function, or the type does not tell what the value is.
    op("sum(map(kind_of, $0))", &[Gausses], Int, 1, S),
    op("sum(kind_of.($0))", &[Gausses], Int, 1, S),
    op(
        "sum(map(z -> z isa Int64 ? 1 : 2, $0))",
        &[Gausses],
        Int,
        1,
        S,
    ),
    op("kind_of(($0,)...)", &[Gauss], Int, 1, S),
    op("kind_of($0 ? $1 : $2)", &[Bool, Gauss, Int], Int, 2, S),
    op(
        "kind_of(ifelse($0, $1, $2))",
        &[Bool, Gauss, Int],
        Int,
        2,
        S,
    ),
    op("kind_of(Ref{Any}($0)[])", &[Gauss], Int, 1, S),
    op("kind_of(Any[$0, $1][1])", &[Gauss, Int], Int, 1, S),
    op("weight_of($0)", &[Gauss], Int, 2, S),
    op("[$0, $1]", &[Gauss, Gauss], Gausses, 3, S),
    op("Complex{Int64}[$0, $1]", &[Gauss, Gauss], Gausses, 2, S),
    op("fill($0, 2)", &[Gauss], Gausses, 1, S),
    op("copy($0)", &[Gausses], Gausses, 2, S),
];

/// Statements.
pub(super) static STATEMENTS: &[Op] = &[
    op("println($0)", &[Gauss], Unit, 12, S),
    op("println($0 ? $1 : $2)", &[Bool, Gauss, Int], Unit, 4, S),
    op(
        "println(ifelse($0, $1, $2))",
        &[Bool, Gauss, Int],
        Unit,
        3,
        S,
    ),
    op("$0[1] = $1", &[Gausses, Gauss], Unit, 25, S),
    op("push!($0, $1)", &[Gausses, Gauss], Unit, 12, S),
    op("fill!($0, $1)", &[Gausses, Gauss], Unit, 1, S),
];
