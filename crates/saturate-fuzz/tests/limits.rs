//! Nothing hangs and nothing overflows: explosive rules, large functions, deep expressions.

use saturate::diag::Source;
use saturate::egraph::{Limits, StopReason};
use saturate::host::Host;
use saturate::ir::verify::verify;
use saturate::pipeline::{optimize, Optimized, Options};
use saturate::rules::rule::RuleSet;
use saturate::sym::Sym;
use saturate_driver::Job;
use saturate_embedded::interp::machine::Thrown;
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};
use std::time::{Duration, Instant};

fn host(text: &str) -> Embedded {
    let mut host = Embedded::new();
    let problems = host.load(Source::new("limits.jl", text));
    assert!(problems.is_empty(), "{problems:?}");
    host
}

fn rules(text: &str, host: &mut Embedded) -> RuleSet {
    saturate::rules::read(Source::new("rules.jl", text), host).expect("the rules are right")
}

fn run(host: &mut Embedded, signature: &str, rules: &RuleSet, options: &Options) -> Optimized {
    let types = host
        .signature_from_text(signature)
        .expect("the types exist");
    let job = Job {
        name: Sym::new("f"),
        types,
        rules: rules.clone(),
    };
    let optimized = job
        .optimize(host, options)
        .expect("f is a function")
        .optimized;
    assert_eq!(verify(&optimized.function), Ok(()));
    optimized
}

const EXPLOSIVE: &str = "(~a::Int64 + ~b::Int64) + ~c::Int64 == ~a + (~b + ~c)\n\
                         ~a::Int64 + ~b::Int64 == ~b + ~a\n\
                         ~a::Int64 + ~b::Int64 --> (~a + ~b) + (~b - ~b)";

/// The sum of 20 different terms.
fn sum_of_twenty() -> String {
    let params: Vec<String> = (0..20).map(|n| format!("x{n}::Int64")).collect();
    let terms: Vec<String> = (0..20).map(|n| format!("x{n}")).collect();
    let sum = terms
        .iter()
        .skip(1)
        .fold(terms[0].clone(), |sum, term| format!("({sum} + {term})"));
    format!("f({}) = {sum}", params.join(", "))
}

/// Time that this thread has run. Time in which it waits for a core does not count, so a busy machine makes it less, never
/// more; where the system does not tell, time passed.
fn running(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.map_or(start.elapsed(), Duration::from_nanos)
}

/// Whether the second of two measured times is less than so many times the first, at one of three attempts: caches and a busy machine account for more
/// once, a square for as much every time. The clock of a thread has steps: what takes less is not told apart.
fn grows_less_than(most: f64, name: &str, mut measure: impl FnMut() -> [Duration; 2]) {
    let step = Duration::from_millis(10);
    let mut measured = Vec::new();
    let is_less = (0..3).any(|_| {
        let times = measure();
        measured.push(times);
        times[1].as_secs_f64() / times[0].max(step).as_secs_f64() < most
    });
    assert!(is_less, "{name}: {measured:?}");
}

#[test]
fn an_explosive_rule_set_ends_in_time() {
    for lines in [2, 3] {
        let mut host = host(&sum_of_twenty());
        let text: Vec<&str> = EXPLOSIVE.lines().take(lines).collect();
        let rules = rules(&text.join("\n"), &mut host);
        let limit = Duration::from_secs(1);
        let options = Options {
            limits: Limits {
                iterations: usize::MAX,
                nodes: usize::MAX,
                work: u64::MAX,
                time: Some(limit),
                ..Limits::default()
            },
            ..Options::default()
        };
        let mut measured = Vec::new();
        // All of it, with the choice and the new function, ten percent over. A busy machine accounts for more once.
        let is_in_time = (0..3).any(|_| {
            let clock = Instant::now();
            let start = running(clock);
            let optimized = run(&mut host, &["Int64"; 20].join(", "), &rules, &options);
            let passed = running(clock) - start;
            assert_eq!(optimized.outcome.saturation.stop, StopReason::Time);
            assert_eq!(optimized.outcome.kept, None);
            measured.push((passed, optimized.outcome.times));
            passed < limit.mul_f64(1.1)
        });
        assert!(is_in_time, "{measured:?}");
    }
}

#[test]
fn limits_on_nodes_and_work_are_counters() {
    for (nodes, work, stop) in [
        (500, u64::MAX, StopReason::Nodes),
        (usize::MAX, 5_000, StopReason::Work),
    ] {
        let mut host = host(&sum_of_twenty());
        let rules = rules(
            &EXPLOSIVE.lines().take(2).collect::<Vec<_>>().join("\n"),
            &mut host,
        );
        let options = Options {
            limits: Limits {
                iterations: usize::MAX,
                nodes,
                work,
                time: None,
                ..Limits::default()
            },
            ..Options::default()
        };
        let optimized = run(&mut host, &["Int64"; 20].join(", "), &rules, &options);
        assert_eq!(optimized.outcome.saturation.stop, stop);
    }
}

fn nested_sum(depth: usize) -> String {
    let (open, close) = ("(1 + ".repeat(depth), ")".repeat(depth));
    format!("f(x::Int64) = {open}x{close}")
}

#[test]
fn deeper_expressions_than_the_reader_takes_are_an_error() {
    let problems = Embedded::new().load(Source::new("limits.jl", nested_sum(10_001)));
    assert!(
        problems[0].message.contains("nested more than"),
        "{problems:?}"
    );
}

#[test]
fn deep_expressions_do_not_overflow_the_stack() {
    // A parenthesis and a sum are two levels each; the reader takes 20,000.
    let depth = 9_990;
    let mut host = host(&nested_sum(depth));
    let rules = rules("~a::Int64 + ~b::Int64 --> ~b + ~a", &mut host);
    let options = Options::default();
    let optimized = run(&mut host, "Int64", &rules, &options);
    host.run = Run::new(Output::Captured(String::new()), 1_000_000);
    let value = host.run_function(&optimized.function, &[Value::Int64(5)]);
    assert!(matches!(value, Ok(Value::Int64(sum)) if sum == 5 + depth as i64));
}

/// Functions of about `count` statements, by what there is much of.
fn long_function(kind: &str, count: usize) -> String {
    let mut text = String::from("function f(v::Vector{Int64}, x::Int64)\n");
    let (lines, body): (usize, fn(usize) -> String) = match kind {
        "writes" => (2, |n| format!("x = x + {}\nv[1] = x\n", n % 7)),
        "reads" => (2, |n| format!("x = x + v[{}]\nv[1] = x\n", n % 5 + 1)),
        "equal values" => (2, |n| format!("v[1] = x * 3\nv[2] = x * {n}\n")),
        "output" => (2, |n| format!("x = x + {}\nprintln(x)\n", n % 7)),
        "branches" => (4, |n| format!("if x > {n}\nx = x + {}\nend\n", n % 7)),
        "values in branches" => (4, |n| {
            format!("if x > {n}\nprintln(x * 3 + {})\nend\n", n % 3)
        }),
        "writes in branches" => (4, |n| {
            format!("if x > {n}\nv[1] = x + {}\nend\nx = x + v[2]\n", n % 7)
        }),
        "divisions in branches" => (4, |n| {
            format!("if x > {n}\nx = x + div(x, v[{}])\nend\n", n % 5 + 1)
        }),
        "loops" => (8, |n| {
            format!(
                "i = 0\nwhile i < x\ni = i + 1\nx = x + x * {}\nend\n",
                n % 7
            )
        }),
        "writes in loops" => (8, |n| {
            format!(
                "i = 0\nwhile i < x\ni = i + 1\nv[i] = v[i] + x * {}\nend\n",
                n % 7
            )
        }),
        other => panic!("no such kind: {other}"),
    };
    for number in 0..count / lines {
        text.push_str(&body(number));
    }
    text.push_str("return x\nend\n");
    text
}

/// How long the optimiser takes for a function, without reading it.
fn time_of_long_function(kind: &str, count: usize) -> Duration {
    let mut host = host(&long_function(kind, count));
    let types = host
        .signature_from_text("Vector{Int64}, Int64")
        .expect("types");
    let special = host.typed(Sym::new("f"), &types).expect("f is a function");
    let rules = RuleSet::new("none");
    let clock = Instant::now();
    let start = running(clock);
    let optimized = optimize(
        &special.function,
        &special.inferred,
        &rules,
        &mut host,
        &Options::default(),
    );
    let passed = running(clock) - start;
    assert_eq!(optimized.outcome.kept, None, "{kind}");
    assert!(optimized.outcome.optimal, "{kind}");
    passed
}

#[test]
fn long_functions_take_linear_time() {
    for kind in [
        "writes",
        "reads",
        "equal values",
        "output",
        "branches",
        "values in branches",
        "writes in branches",
        "divisions in branches",
        "loops",
        "writes in loops",
    ] {
        // Ten times the statements. A square would be a hundred.
        grows_less_than(40.0, kind, || {
            [4_000, 40_000].map(|count| time_of_long_function(kind, count))
        });
    }
}

/// How long inference takes for a function that calls one function with as many methods as there are types.
fn time_of_many_methods(count: usize) -> Duration {
    let mut text = String::new();
    for n in 0..count {
        text += &format!("struct S{n}\nx::Int64\nend\ng(s::S{n}) = s.x + {n}\n");
    }
    let calls: Vec<String> = (0..count).map(|n| format!("g(S{n}(x))")).collect();
    text += &format!("f(x::Int64) = tuple({})\n", calls.join(", "));
    let mut host = host(&text);
    let types = host.signature_from_text("Int64").expect("types");
    let start = Instant::now();
    let before = running(start);
    host.typed(Sym::new("f"), &types).expect("f is a function");
    running(start).saturating_sub(before)
}

#[test]
fn methods_of_many_types_are_told_apart_at_a_glance() {
    // Eight times the methods and the calls: each call has a look at every method.
    grows_less_than(40.0, "methods", || [100, 800].map(time_of_many_methods));
}

#[test]
fn a_hundred_thousand_statements_take_linear_time() {
    grows_less_than(30.0, "writes", || {
        [10_000, 100_000].map(|count| time_of_long_function("writes", count))
    });
}

/// Functions that call the next one, the last one the first.
fn ring(count: usize) -> String {
    let next = |n: usize| (n + 1) % count;
    let function = |n: usize| format!("f{n}(x) = x == 0 ? {n} : f{}(x - 1)\n", next(n));
    (0..count).map(function).collect()
}

/// Functions that all call each other.
fn clique(count: usize) -> String {
    let calls: Vec<String> = (0..count).map(|n| format!("f{n}(x - {n})")).collect();
    let function = |n: usize| format!("f{n}(x) = x == 0 ? {n} : {}\n", calls.join(" + "));
    (0..count).map(function).collect()
}

#[test]
fn functions_that_call_each_other_have_one_fixed_point() {
    for text in [ring(12), ring(150), clique(12), clique(50)] {
        let mut host = host(&text);
        let types = host.signature_from_text("Int64").expect("types");
        let special = host
            .typed(Sym::new("f0"), &types)
            .expect("f0 is a function");
        let result = host.show_type(special.result.ty);
        assert_eq!(result, "Int64");
    }
}

#[test]
fn types_that_are_permuted_in_all_ways_are_not_all_inferred() {
    let text = "f(n, a, b, c, d, e, g, h, i) = n == 0 ? a :
                    (f(n - 1, b, a, c, d, e, g, h, i), f(n - 1, b, c, d, e, g, h, i, a))";
    let mut host = host(text);
    let types = host
        .signature_from_text("Int64, Int64, Float64, String, Bool, Int8, Int16, Int32, Float32")
        .expect("types");
    assert!(host.typed(Sym::new("f"), &types).is_ok());
}

/// Many objects in a function, each with what is done with it.
fn many_objects(count: usize, lines: fn(usize) -> String, all: bool) -> String {
    let body: String = (0..count).map(lines).collect();
    let made: Vec<String> = (0..count).map(|n| format!("a{n}")).collect();
    let result = if all { made.join(", ") } else { "s, s".into() };
    format!("function f(v)\ns = 0\n{body}return ({result})\nend\n")
}

const OBJECTS: &str = "mutable struct Tray\nv::Vector{Int64}\nend\n\
                       tray_of_copy(v::Vector{Int64}) = Tray(copy(v))\n\
                       flipped_product(a::Matrix{Int64}, b::Matrix{Int64}) = transpose(a * b)\n";

const RULES_OF_OBJECTS: &str = "copy(~v::Vector{Int64}) --> ~v\n\
    @relaxed materialize(broadcasted(*, ~v::Vector{Int64}, 1)) --> copy(~v)\n\
    tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))\n\
    getproperty(Tray(~v::Vector{Int64}), :v) --> ~v\n\
    flipped_product(~A::Matrix{Int64}, ~B::Matrix{Int64}) == transpose(~A * ~B)\n\
    parent(transpose(~A::Matrix{Int64})) --> ~A\n\
    @cost getproperty 100\n@cost Tray 100";

/// Name, whether all objects are returned, the rules, and the program of a size.
type ObjectShape = (&'static str, bool, &'static str, fn(usize) -> String);

#[test]
fn many_objects_take_linear_time() {
    let shapes: [ObjectShape; 8] = [
        ("copies of a written array", false, "Vector{Int64}", |n| {
            format!("a{n} = copy(v)\nv[1] = {n}\ns += sum(a{n})\n")
        }),
        (
            "copies read before and after",
            false,
            "Vector{Int64}",
            |n| {
                format!(
                    "a{n} = copy(v)\ns += a{n}[{}]\nv[1] = {n}\ns += a{n}[1]\n",
                    n % 3 + 1
                )
            },
        ),
        ("written copies", true, "Vector{Int64}", |n| {
            format!("a{n} = copy(v)\na{n}[1] = s\ns += sum(a{n})\n")
        }),
        ("written broadcasts", true, "Vector{Int64}", |n| {
            format!("a{n} = v .* 1\na{n}[1] = s\ns += sum(a{n} .* 1)\n")
        }),
        ("written insides", true, "Vector{Int64}", |n| {
            format!("a{n} = Tray(copy(v))\ns += a{n}.v[1]\na{n}.v[2] = s\n")
        }),
        ("objects made in two ways", true, "Vector{Int64}", |n| {
            format!("a{n} = tray_of_copy(v)\ns += a{n}.v[1]\n")
        }),
        ("copies in a Ref", true, "Vector{Int64}", |n| {
            format!("a{n} = Ref(copy(v))\na{n}[][1] = {n}\n")
        }),
        ("wrappers made in two ways", false, "Matrix{Int64}", |n| {
            format!("a{n} = flipped_product(v, v)\ns += sum(parent(a{n}))\n")
        }),
    ];
    for (name, all, signature, lines) in shapes {
        grows_less_than(40.0, name, || {
            [80, 800].map(|count| {
                let text = format!("{OBJECTS}{}", many_objects(count, lines, all));
                let mut host = host(&text);
                let rules = rules(RULES_OF_OBJECTS, &mut host);
                let clock = Instant::now();
                let start = running(clock);
                let optimized = run(&mut host, signature, &rules, &Options::default());
                assert_eq!(optimized.outcome.kept, None, "{name}");
                running(clock) - start
            })
        });
    }
}

#[test]
fn out_of_fuel_is_an_error() {
    let mut host = host("function f(x::Int64)\nwhile x > 0\nx = x + 0\nend\nreturn x\nend");
    let options = Options::default();
    let optimized = run(&mut host, "Int64", &RuleSet::new("none"), &options);
    host.run = Run::new(Output::Captured(String::new()), 10_000);
    let outcome = host.run_function(&optimized.function, &[Value::Int64(1)]);
    assert!(matches!(outcome, Err(Thrown::OutOfFuel)));
}
