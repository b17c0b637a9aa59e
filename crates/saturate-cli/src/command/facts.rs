//! `saturate facts`: what the embedded host says of calls.
//!
//! One call a line, with the type of its result and what it may do:
//!
//! ```text
//! sum(::Vector{Float32})::Float32  reads
//! ```
//!
//! Without a signature a function is asked for each combination of the types below for which there is a method; of those of two and three
//! types, those of which the host knows what they do. `docs/hosts.md` compares
//! the answers for the whole prelude with a Julia session's.

use super::{load, Context, Outcome};
use crate::args::FactsArgs;
use saturate::diag::Diagnostic;
use saturate::effects::Effects;
use saturate::host::{Host, Known};
use saturate::ir::Type;
use saturate::sym::Sym;
use saturate_driver::program::reading_host;
use saturate_embedded::interp::Value;
use saturate_embedded::Embedded;
use std::collections::BTreeSet;

/// The types of the only argument of a call.
const ONE: &[&str] = &[
    "Int64",
    "Float64",
    "Float32",
    "Bool",
    "Int8",
    "UInt8",
    "UInt64",
    "Complex{Float64}",
    "Complex{Int64}",
    "Char",
    "String",
    "Symbol",
    "Vector{Int64}",
    "Vector{Float64}",
    "Vector{Float32}",
    "Vector{Bool}",
    "Vector{Int8}",
    "Vector{UInt8}",
    "Vector{Complex{Float64}}",
    "Matrix{Int64}",
    "Matrix{Float64}",
    "Matrix{Float32}",
    "BitVector",
    "UnitRange{Int64}",
    "OneTo{Int64}",
    "StepRange{Int64, Int64}",
    "StepRangeLen{Float64, TwicePrecision{Float64}, TwicePrecision{Float64}}",
    "Tuple{}",
    "Tuple{Int64, Int64}",
    "Tuple{Int64, Int64, Int64}",
    "Tuple{Float64, Float64}",
    "Tuple{Float32, Float32}",
    "Tuple{Bool, Bool}",
    "Tuple{Int8, Int8}",
    "Tuple{Int64, Float64}",
    "Type{Int64}",
    "Type{Float64}",
];

/// The types of two arguments.
const TWO: &[&str] = &[
    "Int64",
    "Float64",
    "Float32",
    "UInt8",
    "Complex{Float64}",
    "Vector{Float64}",
    "Matrix{Float64}",
    "typeof(abs)",
    "Type{Float64}",
];

/// The types of three.
const THREE: &[&str] = &["Int64", "Float64", "Vector{Float64}", "Matrix{Float64}"];

/// Shows the facts of one call, of one function, of the functions of a file, or of those of the prelude.
pub fn execute(args: &FactsArgs, context: &mut Context) -> Outcome {
    let (mut host, mut diagnostics) = match &args.file {
        Some(file) => load(file)?,
        None => (reading_host(), Vec::new()),
    };
    let names = match (&args.entry, &args.file) {
        (Some(entry), _) => vec![Sym::new(entry)],
        (None, Some(_)) => host.user_functions(),
        (None, None) => prelude_functions(&host),
    };
    let lists = match &args.sig {
        Some(sig) => vec![host.signature_from_text(sig)?],
        None => combinations(&mut host)?,
    };
    let mut found = false;
    for name in names {
        let Some(callee) = callee(&mut host, name, args.file.is_none()) else {
            continue;
        };
        for types in &lists {
            if let Some(line) = facts(&mut host, name, callee, types, args.sig.is_some()) {
                found = true;
                writeln!(context.out, "{line}")?;
            }
        }
    }
    if let (Some(entry), false) = (&args.entry, found) {
        let name = Sym::new(entry);
        diagnostics.push(match host.function(name) {
            Some(_) => Diagnostic::new(format!("`{entry}` has no method for these types")),
            None => host.unknown_function(name),
        });
        return Err(super::Failure(diagnostics));
    }
    Ok(diagnostics)
}

/// Names of the functions of the prelude, sorted. Those with `#` sort keyword arguments.
fn prelude_functions(host: &Embedded) -> Vec<Sym> {
    let methods = host.prelude_methods();
    let names = methods.iter().map(|&id| host.method(id).name);
    let names: BTreeSet<&str> = names.map(|name| name.as_str()).collect();
    let shown = names.into_iter().filter(|name| !name.contains('#'));
    shown.map(Sym::new).collect()
}

/// The function of a name; in the prelude, one that programs see as `Base.f` only, too.
fn callee(host: &mut Embedded, name: Sym, is_prelude: bool) -> Option<Known> {
    let value = host.function(name);
    let value = value.or_else(|| is_prelude.then_some(Value::Function(name)))?;
    let constant = host.intern(&value);
    let ty = host.type_of(constant);
    Some(Known {
        ty,
        constant: Some(constant),
    })
}

/// All lists of one, two and three types.
fn combinations(host: &mut Embedded) -> Result<Vec<Vec<Type>>, super::Failure> {
    let mut lists = Vec::new();
    for (count, texts) in [(1, ONE), (2, TWO), (3, THREE)] {
        let mut types = Vec::new();
        for text in texts {
            types.extend(host.signature_from_text(text)?);
        }
        let mut longer: Vec<Vec<Type>> = vec![Vec::new()];
        for _ in 0..count {
            longer = longer
                .iter()
                .flat_map(|list| types.iter().map(move |&ty| [&list[..], &[ty]].concat()))
                .collect();
        }
        lists.extend(longer);
    }
    Ok(lists)
}

/// The line of a call; `None` if it has no method, or if nothing is known of what it does and nobody asked for just this one.
fn facts(
    host: &mut Embedded,
    name: Sym,
    callee: Known,
    types: &[Type],
    is_asked: bool,
) -> Option<String> {
    let args: Vec<Known> = types.iter().map(|&ty| argument(host, ty)).collect();
    let info = host.call(callee, &args)?;
    // Functions that take anything take too many combinations of it.
    if info.effects == Effects::UNKNOWN && types.len() > 1 && !is_asked {
        return None;
    }
    let shown: Vec<String> = types
        .iter()
        .map(|&ty| format!("::{}", host.show_type(ty)))
        .collect();
    let result = host.show_type(info.result.ty);
    let effects = info.effects;
    Some(format!("{name}({})::{result}  {effects}", shown.join(", ")))
}

/// An argument of which the type is known, and the value where the type has only one.
fn argument(host: &mut Embedded, ty: Type) -> Known {
    let constant = host.singleton(ty);
    Known { ty, constant }
}
