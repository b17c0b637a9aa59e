//! What the rules of the library are about, besides numbers: functions of floats and matrices of floats.

use super::Feature::Laws;
use super::Ty::{Bool, FMat, FTrans, FVec, Float, Int, Unit};
use super::{op, Op};

/// Expressions.
pub(super) static EXPRESSIONS: &[Op] = &[
    op("sin($0)", &[Float], Float, 2, Laws),
    op("cos($0)", &[Float], Float, 2, Laws),
    op("($0)^2", &[Float], Float, 2, Laws),
    op("max($0, $1)", &[Float, Float], Float, 1, Laws),
    op("tr($0)", &[FMat], Float, 1, Laws),
    op("$0[1, 2]", &[FMat], Float, 2, Laws),
    op("$0[2, 1]", &[FTrans], Float, 1, Laws),
    op("dot($0, $1)", &[FVec, FVec], Float, 1, Laws),
    op("size($0, 1)", &[FMat], Int, 1, Laws),
    op("($0 + $1)", &[FVec, FVec], FVec, 1, Laws),
    op("($0 * $1)", &[FMat, FVec], FVec, 2, Laws),
    op("($0 .+ $1)", &[FVec, FVec], FVec, 1, Laws),
    op("$0[:, 1]", &[FMat], FVec, 1, Laws),
    op(
        "[$0 $1; $2 $3]",
        &[Float, Float, Float, Float],
        FMat,
        2,
        Laws,
    ),
    op("copy($0)", &[FMat], FMat, 3, Laws),
    op("($0 + $1)", &[FMat, FMat], FMat, 3, Laws),
    op("($0 * $1)", &[FMat, FMat], FMat, 3, Laws),
    op("($0 * $1)", &[Float, FMat], FMat, 2, Laws),
    op("abs.($0)", &[FMat], FMat, 1, Laws),
    op("($0 .+ $1)", &[FMat, FVec], FMat, 1, Laws),
    op("($0 ? $1 : $2)", &[Bool, FMat, FMat], FMat, 1, Laws),
    op("transpose($0)", &[FMat], FTrans, 3, Laws),
    op("adjoint($0)", &[FMat], FTrans, 1, Laws),
];

/// Statements.
pub(super) static STATEMENTS: &[Op] = &[
    op("$0[1, 2] = $1", &[FMat, Float], Unit, 4, Laws),
    op("$0 .= $0 .* $1", &[FMat, Float], Unit, 2, Laws),
    op("$0 .= $1 * $2", &[FMat, FMat, FMat], Unit, 1, Laws),
    op(
        "$0 .= abs.($1 * $2 + $0)",
        &[FMat, FMat, FMat],
        Unit,
        1,
        Laws,
    ),
    op("mul!($0, $1, $2)", &[FMat, FMat, FMat], Unit, 1, Laws),
];
