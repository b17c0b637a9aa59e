//! Arithmetic and comparison on this program's model of Julia and on a real one: 143,838 calls over all pairs of number types and
//! special values, compared by value, type and exception.
//!
//! `numbers_oracle.jl` is run by both. Needs a Julia (`SATURATE_JULIA`, then `julia` on the path, then `target/julia`); skipped with
//! a message without one. Floating-point results may differ in their last digits, as those of two libraries do. [`KNOWN`]
//! lists what differs beyond that.

#[path = "../../saturate/tests/oracle/process.rs"]
mod process;

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// A function, the beginning of a type that one of its arguments has, and why such calls differ.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "cld",
        "Float",
        "the zero of a rounded quotient has another sign from version to version",
    ),
    (
        "isapprox",
        "Int",
        "Julia 1.5 subtracts integers before it compares them, and overflows",
    ),
    ("isodd", "Float", "newer versions have a method"),
    ("iseven", "Float", "newer versions have a method"),
    ("widen", "", "there is no `BigFloat`"),
    (
        "^",
        "Float32",
        "Julia 1.5 rounds a large integer exponent to a `Float32`",
    ),
    (
        "^",
        "UInt",
        "the largest unsigned number counts as -1 for a negative power",
    ),
    (
        "promote",
        "Missing",
        "Julia refuses to promote what stays as it is",
    ),
];

/// A number as Julia shows it, and its type.
fn number(text: &str) -> Option<(f64, &str)> {
    let (value, ty) = text.rsplit_once("::")?;
    if !ty.starts_with("Float") {
        return None;
    }
    let value = value.replace("Inf32", "Inf").replace("NaN32", "NaN");
    let value = match value.contains("Inf") {
        true => value,
        false => value.replace('f', "e"),
    };
    Some((value.parse().ok()?, ty))
}

/// Whether two outcomes are the same up to the last digits of a float.
fn agree(ours: &str, theirs: &str) -> bool {
    if ours == theirs {
        return true;
    }
    match (number(ours), number(theirs)) {
        (Some((a, ty)), Some((b, other))) if ty == other && a.is_finite() && b.is_finite() => {
            let tolerance = if ty == "Float32" { 1e-6 } else { 1e-13 };
            a != 0.0 && b != 0.0 && (a - b).abs() <= tolerance * a.abs().max(b.abs())
        }
        _ => false,
    }
}

#[test]
fn numbers_are_those_of_julia() {
    let Some(julia) = process::julia() else {
        println!("skipped: there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/numbers_oracle.jl");
    let output = Command::new(env!("CARGO_BIN_EXE_saturate"))
        .arg("run")
        .arg(&program)
        .args(["--entry", "main"])
        .output()
        .expect("the program runs");
    let ours = String::from_utf8(output.stdout).expect("the output is text");
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("numbers_oracle.jl");
    std::fs::write(&script, format!("include({program:?})\nmain()\n")).unwrap();
    let theirs = process::ask(&julia, &script, &[], "").expect("Julia answers");
    assert_eq!(ours.lines().count(), theirs.lines().count());

    let mut differences = String::new();
    let (mut count, mut known) = (0, 0);
    for (ours, theirs) in ours.lines().zip(theirs.lines()) {
        let (Some((call, ours)), Some((_, theirs))) =
            (ours.split_once(" = "), theirs.split_once(" = "))
        else {
            continue;
        };
        if agree(ours, theirs) {
            continue;
        }
        let words: Vec<&str> = call.split(' ').collect();
        let is_known = KNOWN.iter().any(|&(function, ty, _)| {
            words[0] == function
                && words[1..]
                    .iter()
                    .step_by(2)
                    .any(|word| word.starts_with(ty))
        });
        if is_known {
            known += 1;
            continue;
        }
        count += 1;
        if count <= 50 {
            let _ = writeln!(differences, "{call} is {ours}, in Julia {theirs}");
        }
    }
    println!(
        "{} calls compared, {known} differ as known",
        ours.lines().count()
    );
    assert!(count == 0, "{count} calls differ\n{differences}");
}
