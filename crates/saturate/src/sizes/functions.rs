//! The functions whose results have sizes that follow from those of their arguments.
//!
//! A function is known by its name in `Base` or `LinearAlgebra`, and only if the name there still stands for it: a program's own function of the
//! same name is another one. `@shape` declares the sizes of others, and wins.

/// What a function makes of the sizes of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    /// `*`: matrix products, scalars aside; of integers, their product.
    Product,
    /// `+`: all arrays are of one shape; of integers, their sum.
    Sum,
    /// `-`, the same.
    Difference,
    /// `/` by a number or a matrix.
    Divide,
    /// `\`.
    Solve,
    /// `transpose`, `adjoint`.
    Transpose,
    /// The shape of the first argument that is an array.
    Same,
    /// The shape of the first argument.
    First,
    /// `broadcasted`.
    Broadcast,
    /// `hcat`, `vcat`: the sizes along this dimension add up.
    Concatenate(u32),
    /// `vec`.
    Vec,
    /// `diag`.
    Diagonal,
    /// `Diagonal`, `diagm`: a square matrix of a vector.
    Square,
    /// `getindex`, `view`: a size for each index that is no number.
    Index,
    /// `zeros`, `ones`, `rand`, …: sizes by number, behind a type.
    Fill,
    /// `fill`: sizes by number behind a value.
    FillWith,
    /// `reshape`: sizes by number behind the array.
    Reshape,
    /// `kron`.
    Kronecker,
    /// `size`.
    Size,
    /// `length`.
    Length,
    /// `axes`, `eachindex`.
    Axes,
    /// `a:b`.
    Range,
    /// `min`, `max` of integers.
    Min,
    /// See there.
    Max,
    /// `tuple`.
    Tuple,
    /// `getproperty`: parts of factorisations.
    Property,
    /// `sum`, `maximum`, …: with `dims`, the shape with that size 1.
    Reduce,
}

/// By name; the flag says whether it is one of `LinearAlgebra`.
#[rustfmt::skip]
const KNOWN: &[(Function, bool, &[&str])] = &[
    (Function::Product, false, &["*"]),
    (Function::Sum, false, &["+"]),
    (Function::Difference, false, &["-"]),
    (Function::Divide, false, &["/"]),
    (Function::Solve, false, &["\\"]),
    (Function::Transpose, false, &["transpose", "adjoint", "permutedims"]),
    (Function::Transpose, true, &["Transpose", "Adjoint"]),
    (Function::Same, false, &["copy", "deepcopy", "similar", "collect", "float", "real", "imag", "conj", "identity", "zero",
        "one", "inv", "exp", "sqrt", "sort", "reverse", "cumsum", "cumprod", "abs", "materialize", "Array", "Matrix", "Vector", "convert", "map",
        "fill!", "rotl90", "circshift", "accumulate"]),
    (Function::Same, true, &["Symmetric", "Hermitian", "UpperTriangular", "LowerTriangular", "UnitUpperTriangular", "UnitLowerTriangular",
        "triu", "tril", "lu", "qr", "cholesky", "ldlt", "bunchkaufman", "factorize", "eigen", "svd", "schur", "hessenberg", "normalize", "pinv"]),
    (Function::First, false, &["copyto!", "materialize!", "map!", "sort!", "reverse!", "copy!"]),
    (Function::First, true, &["mul!", "rmul!", "axpy!", "axpby!"]),
    (Function::Broadcast, false, &["broadcasted", "broadcast"]),
    (Function::Concatenate(1), false, &["vcat"]),
    (Function::Concatenate(2), false, &["hcat"]),
    (Function::Vec, false, &["vec"]),
    (Function::Diagonal, true, &["diag"]),
    (Function::Square, true, &["Diagonal", "diagm"]),
    (Function::Index, false, &["getindex", "view", "dotview", "maybeview"]),
    (Function::Fill, false, &["zeros", "ones", "trues", "falses", "rand", "randn"]),
    (Function::FillWith, false, &["fill"]),
    (Function::Reshape, false, &["reshape"]),
    (Function::Kronecker, false, &["kron"]),
    (Function::Size, false, &["size"]),
    (Function::Length, false, &["length"]),
    (Function::Axes, false, &["axes", "eachindex"]),
    (Function::Range, false, &[":"]),
    (Function::Min, false, &["min"]),
    (Function::Max, false, &["max"]),
    (Function::Tuple, false, &["tuple"]),
    (Function::Property, false, &["getproperty", "getfield"]),
    (Function::Reduce, false, &["sum", "prod", "maximum", "minimum", "any", "all"]),
];

/// Functions that take square matrices only; by name, the flag as above.
const SQUARE: &[(bool, &[&str])] = &[
    (false, &["inv", "exp", "sqrt"]),
    (
        true,
        &[
            "tr",
            "det",
            "eigen",
            "eigvals",
            "eigvecs",
            "cholesky",
            "Symmetric",
            "Hermitian",
            "UpperTriangular",
            "LowerTriangular",
            "logdet",
        ],
    ),
];

/// Whether a function takes square matrices only, and the module that has it.
pub(super) fn takes_square(name: &str) -> Option<&'static str> {
    let &(linear, _) = SQUARE.iter().find(|(_, names)| names.contains(&name))?;
    Some(if linear { "LinearAlgebra" } else { "Base" })
}

impl Function {
    /// The function of this name, and the module that has it.
    pub(super) fn named(name: &str) -> Option<(Function, &'static str)> {
        let mut known = KNOWN.iter();
        let &(function, linear, _) = known.find(|(_, _, names)| names.contains(&name))?;
        let module = match (linear, function) {
            (true, _) => "LinearAlgebra",
            (false, Function::Tuple) => "Core",
            _ => "Base",
        };
        Some((function, module))
    }
}
