//! Random straight-line programs over arrays, at sizes around the boundaries of their guards.
//!
//! General random programs seldom have two forms that are better at different sizes. These have: products and sums of integer matrices and
//! vectors with laws that hold exactly, transposes, slices, concatenations and reductions, and random costs by size that cross below ten.
//!
//! ```text
//! f(a1, a2, a3) = hcat(a1 * a2 * a3, a1 * a2)[:, 1]
//! ```
//!
//! For each program: the guarded function and every variant are compared with the original on inputs before and behind the
//! boundaries ([`aimed`](crate::aimed)), and the sizes of all values with what the shape analysis claims.

use crate::aimed::{at_boundaries, pick, size};
use crate::case::{Datum, Input};
use crate::random::Random;
use saturate::diag::Source;
use saturate::egraph::Switches;
use saturate::pipeline::Options;
use saturate::sizes::claims::SizeClaims;
use saturate_driver::Program;
use saturate_embedded::interp::array::{Array, Dims, Storage};
use saturate_embedded::interp::machine::Thrown;
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};
use smallvec::smallvec;
use std::fmt;

/// Laws that hold exactly for integers, which wrap around.
const LAWS: &str = "
    (~A::Matrix{Int64} * ~B::Matrix{Int64}) * ~C::Matrix{Int64} == ~A * (~B * ~C)
    (~A::Matrix{Int64} * ~B::Matrix{Int64}) * ~x::Vector{Int64} == ~A * (~B * ~x)
    ~A::Matrix{Int64} * ~C::Matrix{Int64} + ~B::Matrix{Int64} * ~C == (~A + ~B) * ~C
    ~A::Matrix{Int64} * ~x::Vector{Int64} + ~A * ~y::Vector{Int64} == ~A * (~x + ~y)
    permutedims(~A::Matrix{Int64} * ~B::Matrix{Int64}) == permutedims(~B) * permutedims(~A)
    permutedims(permutedims(~A::Matrix{Int64})) --> copy(~A)
    reverse(reverse(~v::Vector{Int64})) --> copy(~v)
    reverse(vcat(~v::Vector{Int64}, ~w::Vector{Int64})) == vcat(reverse(~w), reverse(~v))
    sum(~A::Matrix{Int64} + ~B::Matrix{Int64}) --> sum(~A) + sum(~B)
    sum(permutedims(~A::Matrix{Int64})) --> sum(~A)
    hcat(~A::Matrix{Int64} * ~B::Matrix{Int64}, ~A * ~C::Matrix{Int64}) == ~A * hcat(~B, ~C)
    vcat(~A::Matrix{Int64} * ~C::Matrix{Int64}, ~B::Matrix{Int64} * ~C) == vcat(~A, ~B) * ~C
    (~A::Matrix{Int64} * ~B::Matrix{Int64})[:, ~j::Int64] == ~A * ~B[:, ~j]
";

/// Functions and what their costs may depend on.
const PRICED: [(&str, &[&str]); 10] = [
    (
        "*(A::Matrix, B::Matrix)",
        &[
            "size(A, 1) * size(A, 2) * size(B, 2)",
            "length(A)",
            "length(B)",
        ],
    ),
    ("*(A::Matrix, x::Vector)", &["length(A)", "length(x)"]),
    ("+(A::Array, B::Array)", &["length(A)", "size(B, 1)"]),
    ("permutedims(A::Matrix)", &["length(A)", "size(A, 2)"]),
    ("copy(A::Array)", &["length(A)"]),
    ("reverse(v::Vector)", &["length(v)"]),
    ("sum(A::Array)", &["length(A)"]),
    ("hcat(A::Matrix, B::Matrix)", &["length(A)", "size(B, 2)"]),
    ("vcat(A::Array, B::Array)", &["length(A)", "length(B)"]),
    ("getindex(A::Matrix, i, j)", &["size(A, 1)", "length(A)"]),
];

/// What an expression is: its sizes by number; equal numbers are equal sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Matrix(usize, usize),
    Vector(usize),
    Number,
}

/// How many different sizes a program has, at most.
const SIZES: usize = 4;

/// Writes random expressions.
struct Writer<'r> {
    random: &'r mut Random,
    params: Vec<Kind>,
}

impl Writer<'_> {
    fn size(&mut self) -> usize {
        self.random.below(SIZES)
    }

    /// A parameter of this kind: one that is there, or a new one.
    fn param(&mut self, kind: Kind) -> String {
        let known = self.params.iter().position(|&of| of == kind);
        let at = match known.filter(|_| self.random.percent(60)) {
            Some(at) => at,
            None => {
                self.params.push(kind);
                self.params.len() - 1
            }
        };
        format!("a{}", at + 1)
    }

    /// An expression of this kind. `depth` is small, so that it ends.
    fn expression(&mut self, kind: Kind, depth: usize) -> String {
        let next = depth.saturating_sub(1);
        match kind {
            Kind::Matrix(..) | Kind::Vector(_) if depth == 0 => self.param(kind),
            Kind::Matrix(m, n) => match self.random.below(7) {
                0..=2 => {
                    let k = self.size();
                    let left = self.expression(Kind::Matrix(m, k), next);
                    let right = self.expression(Kind::Matrix(k, n), next);
                    format!("({left} * {right})")
                }
                3 => {
                    let left = self.expression(kind, next);
                    let right = self.expression(kind, next);
                    format!("({left} + {right})")
                }
                4 => format!("permutedims({})", self.expression(Kind::Matrix(n, m), next)),
                5 => {
                    // The sum of two sizes is a size of its own: a slice leaves the first.
                    let both = self.random.percent(50);
                    let left = self.expression(kind, next);
                    let right = self.expression(kind, next);
                    match both {
                        true => format!("hcat({left}, {right})[:, 1:size({left}, 2)]"),
                        false => format!("vcat({left}, {right})[1:size({left}, 1), :]"),
                    }
                }
                _ => self.param(kind),
            },
            Kind::Vector(n) => match self.random.below(7) {
                0..=1 => {
                    let k = self.size();
                    let left = self.expression(Kind::Matrix(n, k), next);
                    let right = self.expression(Kind::Vector(k), next);
                    format!("({left} * {right})")
                }
                2 => {
                    let left = self.expression(kind, next);
                    let right = self.expression(kind, next);
                    format!("({left} + {right})")
                }
                3 => format!("reverse({})", self.expression(kind, next)),
                4 => {
                    let k = self.size();
                    format!("{}[:, 1]", self.expression(Kind::Matrix(n, k), next))
                }
                5 => {
                    let k = self.size();
                    let inner = self.expression(Kind::Matrix(n, k), next);
                    format!("vec(sum({inner}, dims = 2))")
                }
                _ => self.param(kind),
            },
            Kind::Number => {
                let (m, n) = (self.size(), self.size());
                match self.random.below(2) {
                    0 => format!("sum({})", self.expression(Kind::Matrix(m, n), next)),
                    _ => format!("length({})", self.expression(Kind::Vector(n), next)),
                }
            }
        }
    }
}

/// A random program with its rules, and the kinds of its parameters.
fn program(also: &str, random: &mut Random) -> (String, Vec<Kind>) {
    let mut writer = Writer {
        random,
        params: Vec::new(),
    };
    let (m, n) = (writer.size(), writer.size());
    let kind = match writer.random.below(5) {
        0..=2 => Kind::Matrix(m, n),
        3 => Kind::Vector(n),
        _ => Kind::Number,
    };
    let body = writer.expression(kind, 3);
    let params = writer.params;
    let names: Vec<String> = (1..=params.len()).map(|at| format!("a{at}")).collect();
    let types = params.iter().map(|kind| match kind {
        Kind::Vector(_) => "::Vector{Int64}",
        _ => "::Matrix{Int64}",
    });
    let types: Vec<&str> = types.collect();
    let mut costs = String::new();
    for (signature, measures) in PRICED {
        let measure = measures[random.below(measures.len())];
        let factor = 1 + random.below(40);
        let cost = match random.below(3) {
            0 => format!("{factor} * {measure}"),
            1 => format!("{} + {factor} * {measure}", random.below(3000)),
            _ => format!("{} / (1 + {measure})", 1000 * factor),
        };
        costs.push_str(&format!("    @cost {signature} {cost}\n"));
    }
    let text = format!(
        "f({}) = {body}\n@rules laws begin{LAWS}{also}\n{costs}end\n@saturate laws f({})\n",
        names.join(", "),
        types.join(", ")
    );
    (text, params)
}

/// Arguments of these kinds, with these sizes.
fn input(params: &[Kind], sizes: [usize; SIZES], random: &mut Random) -> Input {
    let mut numbers = |count: usize| (0..count).map(|_| random.below(7) as f64 - 3.0).collect();
    let arguments = params.iter().map(|kind| match *kind {
        Kind::Matrix(m, n) => Datum::FMat([sizes[m], sizes[n]], numbers(sizes[m] * sizes[n])),
        Kind::Vector(n) => Datum::FVec(numbers(sizes[n])),
        Kind::Number => Datum::Int(0),
    });
    arguments.collect()
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Programs.
    pub programs: usize,
    /// Of these, with a guard.
    pub guarded: usize,
    /// Variants, of all of them.
    pub variants: usize,
    /// Inputs at boundaries.
    pub aimed: usize,
    /// Runs that were compared with the original.
    pub compared: usize,
    /// Runs whose values had the sizes that were claimed.
    pub sized: usize,
    /// Programs whose optimised form does something else, with what.
    pub different: Vec<String>,
    /// Programs with a value that does not have the sizes that were claimed.
    pub claims: Vec<String>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs, {} with a guard, {} variants, {} inputs at boundaries, {} runs compared, {} with sizes, {} failures",
            self.programs,
            self.guarded,
            self.variants,
            self.aimed,
            self.compared,
            self.sized,
            self.different.len() + self.claims.len()
        )
    }
}

/// Runs so many programs. `also` are more rules: one that is no law must be noticed.
pub fn run(seed: u64, programs: usize, switches: Switches, also: &str) -> Found {
    let mut found = Found::default();
    for number in 0..programs {
        let mut random = Random::of_case(seed, number as u64);
        let (text, params) = program(also, &mut random);
        found.programs += 1;
        if let Err(message) = one(&text, &params, &mut random, switches, &mut found) {
            found.different.push(format!("{message}\n{text}"));
        }
    }
    found
}

/// Runs one program; the error is what the optimiser said.
fn one(
    text: &str,
    params: &[Kind],
    random: &mut Random,
    switches: Switches,
    found: &mut Found,
) -> Result<(), String> {
    let mut program = Program::load(Source::new("sized.jl", text), &[]);
    if !program.diagnostics.is_empty() {
        return Err(format!("{:?}", program.diagnostics));
    }
    let jobs = program
        .entries(None)
        .map_err(|errors| format!("{errors:?}"))?;
    let options = Options {
        switches,
        ..Options::default()
    };
    let host = &mut program.host;
    host.set_checked(true);
    let done = jobs[0]
        .optimize(host, &options)
        .map_err(|error| error.to_string())?;
    let (source, inferred) = (&done.typed.special.function, &done.typed.special.inferred);
    let rules = &jobs[0].rules;
    let claims = jobs[0].within(host, |host| {
        SizeClaims::new(source, inferred, rules, host, &options)
    });
    let own = u32::from(source.has_self);
    let mut inputs: Vec<Input> = (0..3)
        .map(|_| input(params, std::array::from_fn(|_| random.below(6)), random))
        .collect();
    if let Some(guard) = &done.optimized.guard {
        found.guarded += 1;
        found.variants += done.optimized.programs.len();
        let aimed = inputs.iter();
        let aimed: Vec<Input> =
            (aimed.flat_map(|input| at_boundaries(input, own, guard))).collect();
        found.aimed += aimed.len();
        inputs.extend(aimed);
    }
    let mut run = |function: &saturate::ir::Function, input: &Input, sizes: Option<_>| {
        host.run = Run::new(Output::Captured(String::new()), 1_000_000);
        let args = arguments(input, host);
        let outcome = match sizes {
            Some(sizes) => host.run_with_sizes(function, &args, &sizes),
            None => host.run_function(function, &args),
        };
        outcome.map(|value| host.show(&value))
    };
    for input in &inputs {
        let Ok(original) = run(source, input, None) else {
            continue;
        };
        if let Some(claims) = &claims {
            let sizes = claims.at(|origin| size(input, own, origin));
            match run(source, input, Some(sizes)) {
                Err(Thrown::Claim(claim)) => {
                    found.claims.push(format!("{claim} with {input:?}\n{text}"));
                    return Ok(());
                }
                _ => found.sized += 1,
            }
        }
        let all = std::iter::once(&done.optimized.function).chain(&done.optimized.programs);
        for function in all {
            found.compared += 1;
            let result = run(function, input, None);
            if !matches!(&result, Ok(result) if *result == original) {
                let picked = done
                    .optimized
                    .guard
                    .as_ref()
                    .map(|guard| pick(input, own, guard));
                return Err(format!(
                    "{original} is {result:?} with {input:?}, where variant {picked:?} is picked"
                ));
            }
        }
    }
    Ok(())
}

/// The arguments, as integers.
fn arguments(input: &Input, host: &Embedded) -> Vec<Value> {
    let array = |dims: Dims, items: &[f64]| {
        let items = items.iter().map(|&item| item as i64);
        let int = saturate_embedded::types::ty::int64();
        let storage = Storage::I64(items.collect());
        Value::Array(Array::new(host.type_table(), int, dims, storage))
    };
    (input.iter())
        .map(|datum| match datum {
            Datum::FMat([rows, columns], items) => array(smallvec![*rows, *columns], items),
            Datum::FVec(items) => array(smallvec![items.len()], items),
            _ => Value::Int64(0),
        })
        .collect()
}
