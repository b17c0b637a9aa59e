//! What the front end costs per statement, and how fast the interpreter runs.
//!
//!     cargo bench --bench frontend [-- --max STATEMENTS]
//!
//! Reading, lowering, SSA construction and inference of generated functions from 10 to 100,000 statements, in
//! nanoseconds per source statement: a flat row is linear. Then the interpreter, in nanoseconds per statement of the SSA
//! form that runs.

use saturate::diag::Source;
use saturate::sym::Sym;
use saturate::syntax;
use saturate::syntax::lower::lower_file;
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};
use std::fmt::Write;
use std::time::Instant;

/// Statements measured for each point of a curve, at least.
const STATEMENTS: usize = 20_000;

/// Rounds for each point, at most: each loads the prelude anew.
const MAX_ROUNDS: usize = 20;

type Generator = fn(usize) -> String;

/// `x = x * 2 + 1`, over and over.
fn straight(count: usize) -> String {
    format!(
        "function f(x)\n{}x\nend\n",
        "    x = x * 2 + 1\n".repeat(count)
    )
}

/// A join per statement.
fn ifs(count: usize) -> String {
    let mut text = String::from("function f(x)\n");
    for number in 0..count {
        let _ = writeln!(text, "    if x > {number}\n        x = x + 1\n    end");
    }
    text + "    x\nend\n"
}

/// As many variables as statements, each assigned on two paths and used once at the end.
fn variables(count: usize) -> String {
    let mut text = String::from("function f(x)\n    s = 0\n");
    for number in 0..count / 2 {
        let _ = writeln!(text, "    v{number} = x > {number} ? x : s");
    }
    for number in 0..count / 2 {
        let _ = writeln!(text, "    s = s + v{number}");
    }
    text + "    s\nend\n"
}

/// Calls inside calls: one expression.
fn nested(count: usize) -> String {
    // Deeper than this is refused by the reader.
    let (depth, lines) = (count.min(1_000), count.div_ceil(1_000));
    let line = format!("    x = {}x{}\n", "abs(".repeat(depth), ")".repeat(depth));
    format!("function f(x)\n{}x\nend\n", line.repeat(lines))
}

/// Loops one after another, each with a variable that changes.
fn loops(count: usize) -> String {
    let one = "    while x > 10\n        x = x - 3\n    end\n";
    format!("function f(x)\n{}x\nend\n", one.repeat(count / 2))
}

fn main() {
    let max = std::env::args()
        .skip_while(|arg| arg != "--max")
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(100_000);
    let sizes: Vec<usize> = (1..=5)
        .map(|power| 10usize.pow(power))
        .filter(|&size| size <= max)
        .collect();
    println!("ns per source statement: parse / lower / SSA and inference");
    print!("{:12}", "");
    sizes.iter().for_each(|size| print!("{size:>24}"));
    println!();
    let generators: [(&str, Generator); 5] = [
        ("straight", straight),
        ("ifs", ifs),
        ("variables", variables),
        ("nested", nested),
        ("loops", loops),
    ];
    for (name, generator) in generators {
        print!("{name:12}");
        for &size in &sizes {
            let [parse, lower, infer] = cost(&generator(size), size);
            print!("{:>24}", format!("{parse:.0} / {lower:.0} / {infer:.0}"));
        }
        println!();
    }
    interpreter();
}

/// Nanoseconds per statement of the three stages.
fn cost(text: &str, statements: usize) -> [f64; 3] {
    let rounds = STATEMENTS.div_ceil(statements).min(MAX_ROUNDS);
    let mut nanos = [0f64; 3];
    let int64 = Embedded::new()
        .signature_from_text("Int64")
        .expect("a type");
    for _ in 0..rounds {
        let mut host = Embedded::new();
        let start = Instant::now();
        let mut parsed = syntax::parse(Source::new("f.jl", text));
        nanos[0] += start.elapsed().as_nanos() as f64;
        let start = Instant::now();
        let lowered = lower_file(&mut parsed.ast, &parsed.toplevel);
        nanos[1] += start.elapsed().as_nanos() as f64;
        assert!(parsed.diagnostics.is_empty() && lowered.diagnostics.is_empty());
        host.load(Source::new("f.jl", text));
        // What a first call has to look up is not what a statement costs.
        let warm = "function warm(x)\n x = x * 2 + 1\n x = abs(x)\n x > 0 ? x - 3 : x + 1\nend";
        host.load(Source::new("warm.jl", warm));
        host.typed(Sym::new("warm"), &int64).expect("it lowers");
        let start = Instant::now();
        host.typed(Sym::new("f"), &int64).expect("it lowers");
        nanos[2] += start.elapsed().as_nanos() as f64;
    }
    nanos.map(|total| total / (rounds * statements) as f64)
}

/// Programs to run, with the number of IR statements (terminators included) that one round of their loop executes.
const PROGRAMS: [(&str, &str, i64, f64); 5] = [
    ("scalar loop", "function f(n)\n s = 0\n i = 0\n while i < n\n i += 1\n s += i * i\n end\n s\nend", 1_000_000, 6.0),
    ("float loop", "function f(n)\n s = 0.0\n i = 0\n while i < n\n i += 1\n s = s * 0.5 + 1.0\n end\n s\nend", 1_000_000, 6.0),
    ("for over range", "function f(n)\n s = 0\n for i in 1:n\n s += i\n end\n s\nend", 1_000_000, 8.0),
    ("calls", "g(x) = x + 1\nfunction f(n)\n s = 0\n while s < n\n s = g(s)\n end\n s\nend", 1_000_000, 6.0),
    ("array sum", "function f(n)\n a = [1.0, 2.0, 3.0]\n s = 0.0\n i = 0\n while i < n\n i += 1\n s += a[2]\n end\n s\nend", 1_000_000, 6.0),
];

fn interpreter() {
    println!("\ninterpreter, ns per IR statement");
    for (name, text, rounds, statements) in PROGRAMS {
        let mut host = Embedded::new();
        host.load(Source::new("f.jl", text));
        let f = host.function(Sym::new("f")).expect("it is defined");
        let mut best = f64::INFINITY;
        for _ in 0..3 {
            host.run = Run::new(Output::Captured(String::new()), u64::MAX);
            let start = Instant::now();
            let outcome = host.call_value(&f, &[Value::Int64(rounds)]);
            assert!(outcome.is_ok());
            best = best.min(start.elapsed().as_nanos() as f64);
        }
        println!("{name:16} {:>8.1}", best / (rounds as f64 * statements));
    }
}
