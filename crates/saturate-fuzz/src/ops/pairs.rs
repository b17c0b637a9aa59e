//! Objects of one kind in pairs: what makes two, what makes one beside another, what takes them apart. The rules of `paired` say how these make each other.

use super::Feature::Paired as P;
use super::Ty::{Bool, Cell, Duo, Int, Nest, Twin, Vec};
use super::{op, Op};

/// Expressions.
pub(super) static EXPRESSIONS: &[Op] = &[
    op("two_copies($0, $1)", &[Vec, Vec], Twin, 4, P),
    op("two_copies($0, $0)", &[Vec], Twin, 3, P),
    op("and_copy($0, $1)", &[Vec, Vec], Twin, 4, P),
    op("and_copy(copy($0), $0)", &[Vec], Twin, 3, P),
    op("swapped_copies($0, $1)", &[Vec, Vec], Twin, 3, P),
    op("(copy($0), copy($0))", &[Vec], Twin, 3, P),
    op("($0[1], $0[2])", &[Twin], Twin, 4, P),
    op("($0[1], $0[2])", &[Nest], Twin, 2, P),
    op("two_copied($0, $1)", &[Vec, Vec], Nest, 3, P),
    op("two_copied($0, $0)", &[Vec], Nest, 3, P),
    op("one_copied($0, $1)", &[Vec, Vec], Nest, 3, P),
    op("one_copied(copy($0), $0)", &[Vec], Nest, 2, P),
    op("[copy($0), copy($0)]", &[Vec], Nest, 3, P),
    op("[$0[1], $0[2]]", &[Twin], Nest, 3, P),
    op("[$0[1], $0[2]]", &[Nest], Nest, 3, P),
    op("two_cells($0, $1)", &[Int, Int], Duo, 3, P),
    op("two_cells($0, $0)", &[Int], Duo, 3, P),
    op("and_cell($0, $1)", &[Cell, Int], Duo, 3, P),
    op("and_cell(Cell($0), $0)", &[Int], Duo, 3, P),
    op("Duo($0.a, $0.b)", &[Duo], Duo, 3, P),
    op("(copy($0) === copy($1))", &[Vec, Vec], Bool, 2, P),
    op("($0 === $1)", &[Vec, Vec], Bool, 2, P),
];
