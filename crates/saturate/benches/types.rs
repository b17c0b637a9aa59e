//! What a question to the type lattice and the method table costs, in nanoseconds.
//!
//! `cargo bench -p saturate --bench types`

use saturate::diag::Source;
use saturate::ir::Type;
use saturate::syntax::parse_expression;
use saturate_embedded::methods::MethodTable;
use saturate_embedded::types::{ty, TypeTable};
use std::hint::black_box;
use std::time::Instant;

fn read(types: &TypeTable, text: &str) -> Type {
    let (ast, node) = parse_expression(Source::new("type", text)).expect("parses");
    types.eval_type(&ast, node, &|_| None).expect("a type")
}

fn measure(what: &str, repeat: u32, mut question: impl FnMut()) {
    question();
    let start = Instant::now();
    for _ in 0..repeat {
        question();
    }
    let nanoseconds = start.elapsed().as_nanos() as f64 / f64::from(repeat);
    println!("{what:50} {nanoseconds:10.1} ns");
}

fn main() {
    let types = TypeTable::new();
    measure("Int64 <: Number", 10_000_000, || {
        black_box(types.subtype(black_box(ty::int64()), black_box(ty::number())));
    });
    let matrix = read(&types, "Matrix{Float64}");
    let abstract_matrix = read(&types, "AbstractMatrix{<:Real}");
    measure(
        "Matrix{Float64} <: AbstractMatrix{<:Real}",
        10_000_000,
        || {
            black_box(types.subtype(black_box(matrix), black_box(abstract_matrix)));
        },
    );
    measure("typejoin(Int64, Float64)", 10_000_000, || {
        black_box(types.typejoin(black_box(ty::int64()), black_box(ty::float64())));
    });
    measure("Union{Nothing, Int64} (interned)", 1_000_000, || {
        black_box(types.union(black_box(&[ty::int64(), ty::nothing()])));
    });
    measure("Tuple{Int64, Float64} (interned)", 1_000_000, || {
        black_box(types.tuple(black_box(&[ty::int64(), ty::float64()])));
    });
    let texts = [
        (
            "Tuple{Matrix{Float64},Float64}",
            "Tuple{AbstractArray{T},T} where T",
        ),
        (
            "Tuple{Int,Int,Int,Int,Int,Int}",
            "Tuple{Vararg{T}} where T<:Integer",
        ),
        (
            "Tuple{Union{Int,Nothing},Union{Int,Nothing}}",
            "Tuple{Union{T,Nothing},Union{T,Nothing}} where T",
        ),
    ];
    for (a, b) in texts {
        let repeat = 2_000;
        let tables: Vec<(TypeTable, Type, Type)> = (0..repeat)
            .map(|_| {
                let types = TypeTable::new();
                let (a, b) = (read(&types, a), read(&types, b));
                (types, a, b)
            })
            .collect();
        let mut next = tables.iter().cycle();
        measure(&format!("first time: {a} <: {b}"), repeat - 1, || {
            if let Some((types, a, b)) = next.next() {
                black_box(types.subtype(*a, *b));
            }
        });
    }

    let mut methods = MethodTable::new();
    let f = types.function_type("f".into());
    for name in types.names() {
        if let Some(argument) = types.named(name) {
            methods.add(&types, types.tuple(&[f, argument, argument]), ());
        }
    }
    measure("dispatch among 60 methods, seen before", 5_000_000, || {
        black_box(methods.lookup(&types, black_box(&[f, ty::int64(), ty::int64()])));
    });
    measure("dispatch among 60 methods, first time", 1, || {
        methods.add(&types, types.tuple(&[f, f]), ());
        black_box(methods.lookup(&types, black_box(&[f, ty::int64(), ty::int64()])));
    });
}
