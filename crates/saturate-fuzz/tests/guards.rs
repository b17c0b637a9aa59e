//! A guard picks the variant that is predicted to be the cheapest, at sizes right before and behind each of its boundaries.
//!
//! The variants here are functions that return their number (no rule may do that), in a way that nobody can compute before, so that the
//! result tells which one ran.

use saturate::diag::Source;
use saturate::egraph::{Clauses, Switches};
use saturate::pipeline::{Optimized, Options};
use saturate::sizes::claims::SizeClaims;
use saturate::sizes::terms::Origin;
use saturate_driver::Program;
use saturate_embedded::interp::Value;
use saturate_fuzz::aimed::{at_boundaries, pick};
use saturate_fuzz::case::{Datum, Input};
use saturate_fuzz::random::Random;
use saturate_fuzz::sized::run;

/// A cost of a few sizes, never negative.
fn cost(random: &mut Random) -> String {
    let sizes = ["size(A, 1)", "size(A, 2)", "length(v)"];
    let mut size = || sizes[random.below(3)];
    let (a, b, c) = (size(), size(), size());
    let (x, y) = (1 + random.below(9), 1 + random.below(60));
    match random.below(4) {
        0 => format!("{x} * {a} + {y}"),
        1 => format!("{x} * {a} * {b} + {y}"),
        2 => format!("max({x} * {a} * {b}, {y} * {c})"),
        _ => format!("{y} * 10 / (1 + {a}) + {b}"),
    }
}

/// A function of three variants, optimised.
fn guarded(random: &mut Random) -> (Program, Optimized) {
    let mut text = String::new();
    let mut rules = String::new();
    for number in 1..=3 {
        text.push_str(&format!(
            "variant{number}(A, v) = {number} + 0 * length(v)\n"
        ));
        rules.push_str(&format!(
            "    @cost variant{number}(A::Matrix, v::Vector) {}\n",
            cost(random)
        ));
        if number > 1 {
            rules.push_str(&format!(
                "    variant1(~A::Matrix{{Float64}}, ~v::Vector{{Float64}}) --> variant{number}(~A, ~v)\n"
            ));
        }
    }
    text.push_str(&format!(
        "f(A, v) = variant1(A, v)\n@rules variants begin\n{rules}end\n@saturate variants f(::Matrix{{Float64}}, ::Vector{{Float64}})\n"
    ));
    let mut program = Program::load(Source::new("guard.jl", &text), &[]);
    assert!(
        program.diagnostics.is_empty(),
        "{:?}\n{text}",
        program.diagnostics
    );
    let jobs = program.entries(None).expect("the rules are right");
    let done = jobs[0].optimize(&mut program.host, &Options::default());
    let optimized = done.expect("f is a function").optimized;
    (program, optimized)
}

/// The number that a function of these arguments returns.
fn number(program: &mut Program, function: &saturate::ir::Function, input: &Input) -> i64 {
    let [Datum::FMat([rows, columns], _), Datum::FVec(items)] = &input[..] else {
        panic!("a matrix and a vector")
    };
    let host = &mut program.host;
    let zeros = Value::function("zeros");
    let mut array = |sizes: &[usize]| {
        let sizes: Vec<Value> = sizes
            .iter()
            .map(|&size| Value::Int64(size as i64))
            .collect();
        host.call_value(&zeros, &sizes).expect("an array")
    };
    let args = [array(&[*rows, *columns]), array(&[items.len()])];
    match host.run_function(function, &args) {
        Ok(Value::Int64(number)) => number,
        _ => panic!("a variant returns its number"),
    }
}

#[test]
fn the_guard_picks_the_cheapest_at_its_boundaries() {
    let mut random = Random::new(20);
    let (mut boundaries, mut crossings) = (0, 0);
    for _ in 0..40 {
        let (mut program, optimized) = guarded(&mut random);
        let Some(guard) = &optimized.guard else {
            continue;
        };
        let own = u32::from(optimized.function.has_self);
        let mut size = || 1 + random.below(12);
        let (rows, columns, length) = (size(), size(), size());
        let input = vec![
            Datum::FMat([rows, columns], vec![0.0; rows * columns]),
            Datum::FVec(vec![0.0; length]),
        ];
        let mut last = None;
        for aimed in at_boundaries(&input, own, guard) {
            let ran = number(&mut program, &optimized.function, &aimed);
            let expected = &optimized.programs[pick(&aimed, own, guard)];
            let expected = number(&mut program, expected, &aimed);
            assert_eq!(ran, expected, "with {aimed:?}");
            crossings += usize::from(last.replace(ran).is_some_and(|last| last != ran));
            boundaries += 1;
        }
    }
    // A guard that always picked the same, or inputs that are all on one side, would have shown nothing.
    assert!(boundaries > 50, "{boundaries} inputs");
    assert!(
        crossings > 25,
        "{crossings} of {boundaries} inputs picked another than the one before"
    );
}

/// What the test above relies on: a guard that compares other prices does not pick the same.
#[test]
fn a_guard_of_other_prices_is_noticed() {
    let mut random = Random::new(20);
    let mut noticed = 0;
    for _ in 0..40 {
        let (_, optimized) = guarded(&mut random);
        let Some(guard) = optimized.guard else {
            continue;
        };
        let own = u32::from(optimized.function.has_self);
        let input = vec![
            Datum::FMat([3, 5], vec![0.0; 15]),
            Datum::FVec(vec![0.0; 7]),
        ];
        let mut wrong = guard.clone();
        let (price, _) = &mut wrong.1 .0[0];
        price.fixed += 1.0;
        price.terms.values_mut().for_each(|factor| *factor *= 1.5);
        let aimed = at_boundaries(&input, own, &guard);
        noticed += usize::from(
            aimed
                .iter()
                .any(|of| pick(of, own, &guard) != pick(of, own, &wrong)),
        );
    }
    assert!(noticed > 10, "noticed {noticed} of 40");
}

#[test]
fn programs_do_the_same_at_sizes_around_their_guards() {
    let found = run(1, 120, Switches::default(), "");
    let failures: Vec<&String> = found.different.iter().chain(&found.claims).collect();
    assert!(failures.is_empty(), "{failures:#?}");
    // Programs without guards would prove nothing.
    assert!(
        found.guarded > 30 && found.aimed > 60 && found.sized > 120,
        "{found}"
    );
}

#[test]
fn a_rule_that_is_no_law_is_noticed() {
    let found = run(
        1,
        40,
        Switches::default(),
        "permutedims(~A::Matrix{Int64}) --> copy(~A)",
    );
    assert!(!found.different.is_empty(), "{found}");
}

#[test]
fn a_wrong_shape_is_noticed() {
    let switches = Switches {
        clauses: Clauses::all().difference(Clauses::SIZES),
        ..Switches::default()
    };
    let found = run(1, 40, switches, "");
    assert!(!found.claims.is_empty(), "{found}");
}

#[test]
fn a_broadcast_over_nothing_has_no_claim() {
    let text = "f(v, A) = A .+ v\n@rules none begin\nend\n@saturate none f(::Vector{Float64}, ::Matrix{Float64})\n";
    let mut program = Program::load(Source::new("broadcast.jl", text), &[]);
    let jobs = program.entries(None).expect("the rules are right");
    let (options, host) = (Options::default(), &mut program.host);
    let done = jobs[0].optimize(host, &options).expect("f is a function");
    let (source, inferred) = (&done.typed.special.function, &done.typed.special.inferred);
    let claims = jobs[0].within(host, |host| {
        SizeClaims::new(source, inferred, &jobs[0].rules, host, &options)
    });
    let claims = claims.expect("f is straight-line code that writes nothing");
    let own = u32::from(source.has_self);
    let sizes = |v: f64, a: [f64; 2]| {
        let all = claims.at(|origin| match origin {
            Origin::Size(number, _) if number == own => Some(v),
            Origin::Size(_, dimension) => Some(a[dimension as usize - 1]),
            _ => None,
        });
        let mut all: Vec<Vec<f64>> = all.into_values().collect();
        all.dedup();
        all
    };
    assert_eq!(sizes(3.0, [3.0, 2.0]), [[3.0, 2.0]]);
    assert_eq!(sizes(3.0, [1.0, 2.0]), [[3.0, 2.0]]);
    assert!(sizes(0.0, [1.0, 1.0]).is_empty());
}
