//! The method table against Julia's own: which of several generated methods a call runs.
//!
//! Runs where a Julia is found; elsewhere it says so and passes.

#[allow(dead_code)]
mod oracle;
#[allow(dead_code)]
mod type_samples;

use saturate::ir::Type;
use saturate_embedded::methods::{Dispatch, MethodTable};
use saturate_embedded::types::{family, ty, Bounded, TypeTable};
use std::fmt::Write;
use std::path::Path;
use type_samples::{generate, leaf, Random};

const FUNCTIONS: usize = 400;
const METHODS: usize = 6;
const CALLS: usize = 30;

/// A concrete type, as an argument has it.
fn concrete(t: &TypeTable, random: &mut Random, depth: usize) -> Type {
    let simple = [
        ty::int64(),
        ty::int8(),
        ty::float64(),
        ty::string(),
        ty::nothing(),
        ty::bool(),
    ];
    if depth == 0 || random.below(3) == 0 {
        return random.pick(&simple);
    }
    let inner = match random.below(3) {
        0 => leaf(random),
        _ => concrete(t, random, depth - 1),
    };
    match random.below(5) {
        0 => t.tuple(&[
            concrete(t, random, depth - 1),
            concrete(t, random, depth - 1),
        ]),
        1 => t.apply(family::ref_value(), &[inner]).expect("fits"),
        2 => t
            .apply(family::pair(), &[inner, concrete(t, random, 0)])
            .expect("fits"),
        rank => t
            .apply(family::array(), &[inner, t.int(rank as i64 - 2)])
            .expect("fits"),
    }
}

/// A signature's arguments, drawn near the calls: an argument is a call's argument widened, or a random type.
fn signature(t: &TypeTable, random: &mut Random, call: &[Type]) -> (Vec<Type>, Vec<Bounded>) {
    let mut scope = Vec::new();
    let mut variables = Vec::new();
    for name in ["P", "Q"].iter().take(random.below(3)) {
        let upper = match random.below(3) {
            0 => leaf(random),
            _ => ty::any(),
        };
        let variable = t.variable((*name).into());
        scope.push(variable);
        variables.push((variable, ty::bottom(), upper));
    }
    let arguments: Vec<Type> = call
        .iter()
        .map(|&argument| match random.below(4) {
            0 if !scope.is_empty() => random.pick(&scope),
            0 => t.supertype(argument),
            1 => type_samples::widen(t, random, argument),
            2 => argument,
            _ => generate(t, random, 2, &mut scope),
        })
        .collect();
    variables.retain(|&(variable, _, _)| arguments.iter().any(|&a| t.mentions(a, variable)));
    (arguments, variables)
}

#[test]
fn runs_the_method_that_julia_runs() {
    let Some(julia) = oracle::julia() else {
        eprintln!(
            "no Julia found: dispatch was not compared (scripts/install-julia.sh unpacks one)"
        );
        return;
    };
    let t = TypeTable::new();
    let mut random = Random(7);
    let mut methods: MethodTable<usize> = MethodTable::new();
    let mut text = String::new();
    let mut questions = Vec::new();
    let mut number = 0;
    for function in 0..FUNCTIONS {
        let name = format!("f{function}");
        let callee = t.function_type(name.as_str().into());
        let arity = 1 + random.below(3);
        let calls: Vec<Vec<Type>> = (0..CALLS)
            .map(|_| (0..arity).map(|_| concrete(&t, &mut random, 2)).collect())
            .collect();
        for at in 0..METHODS {
            let (arguments, variables) = signature(&t, &mut random, &calls[at % 3]);
            let shown: Vec<String> = arguments
                .iter()
                .map(|&a| format!("::({})", t.show(a)))
                .collect();
            let bounds: Vec<String> = variables
                .iter()
                .map(|&(variable, _, upper)| format!("{}<:({})", t.show(variable), t.show(upper)))
                .collect();
            number += 1;
            let head = format!(
                "{name}({}) where {{{}}}",
                shown.join(", "),
                bounds.join(", ")
            );
            let head = if bounds.is_empty() {
                format!("{name}({})", shown.join(", "))
            } else {
                head
            };
            _ = writeln!(text, "def {number} ({head} = {number}; {name})");
            let mut full = vec![callee];
            full.extend(arguments);
            methods.add(&t, t.rewrap_where(t.tuple(&full), &variables), number);
        }
        for call in calls {
            _ = writeln!(text, "call {name} {}", t.show(t.tuple(&call)));
            let mut full = vec![callee];
            full.extend(call);
            questions.push(full);
        }
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dispatch-oracle.txt");
    std::fs::write(&file, text).expect("the target folder is writable");
    let script = oracle::root().join("scripts/dispatch-oracle.jl");
    let answers = oracle::ask(&julia, &script, &[&file], "").expect("Julia answers");
    assert_eq!(answers.lines().count(), questions.len());
    let (mut agree, mut found) = (0, 0);
    for (answer, args) in answers.lines().zip(&questions) {
        let theirs: usize = answer.parse().expect("a number");
        let dispatch = methods.lookup(&t, args);
        let ours = match &dispatch {
            Dispatch::Unique(id, _) => methods.method(*id).payload,
            Dispatch::Ambiguous(_) | Dispatch::None => 0,
        };
        found += usize::from(theirs != 0);
        agree += usize::from(ours == theirs);
        if ours != theirs {
            let of = |wanted: usize| {
                let ids = methods.of(&t, args[0]).into_iter();
                let mut sigs = ids.filter(|&id| methods.method(id).payload == wanted);
                sigs.next()
                    .map_or("none".into(), |id| t.show(methods.method(id).sig))
            };
            println!(
                "{}: ours {}, Julia's {}",
                t.show(t.tuple(args)),
                of(ours),
                of(theirs)
            );
            if let Dispatch::Ambiguous(ids) = dispatch {
                let sigs: Vec<String> = ids
                    .iter()
                    .map(|&id| t.show(methods.method(id).sig))
                    .collect();
                println!("    ambiguous: {}", sigs.join("  and  "));
            }
        }
    }
    let share = 100.0 * agree as f64 / questions.len() as f64;
    println!(
        "{agree} of {} calls, {share:.2} %; {found} run a method",
        questions.len()
    );
    assert!(share >= 99.9);
}
