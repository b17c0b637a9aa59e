//! Lowers Julia's own `base` and `stdlib`, and compares what is called with Julia's own lowering.
//!
//!     cargo bench --bench lower [-- --differences N --diagnostics N --only PART-OF-PATH]
//!
//! Prints how many function definitions lower, why the others do not, which opaque forms are used, for how many of
//! those that lower the sequence of calls in every method body equals Julia's, and the cost per statement.

// Shared with the reader's tests, which use the rest of it.
#[allow(dead_code)]
#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::lowering::{ask_julia, lower_definitions, Answers, Definition};
use saturate::diag::Source;
use saturate::syntax::lower::{lower_file, Item};
use saturate::syntax::parse;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Source statements lowered for each point of the curve, at least.
const CURVE_STATEMENTS: usize = 200_000;

#[derive(Default)]
struct Count {
    definitions: usize,
    lowered: usize,
    compared: usize,
    identical: usize,
}

fn option(name: &str, default: usize) -> usize {
    std::env::args()
        .skip_while(|arg| arg != name)
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(default)
}

fn main() {
    cost_curve();
    let Some(julia) = oracle::julia() else {
        println!("lower: comparison skipped, there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let Some(tree) = oracle::source_tree(&julia) else {
        println!("lower: skipped, Julia's sources were not found (set SATURATE_JULIA_SRC)");
        return;
    };
    let mut paths = oracle::files(&tree);
    if let Some(part) = std::env::args().skip_while(|arg| arg != "--only").nth(1) {
        paths.retain(|path| path.to_string_lossy().contains(&part));
    }
    let start = Instant::now();
    let files: Vec<Vec<Definition>> = paths.iter().map(|path| lower_definitions(path)).collect();
    let seconds = start.elapsed().as_secs_f64();
    let theirs = ask_julia(&julia, &paths);
    report(&files, &theirs, seconds);
}

fn report(files: &[Vec<Definition>], answers: &Answers, seconds: f64) {
    let (differences, diagnostics) = (option("--differences", 0), option("--diagnostics", 25));
    let (mut functions, mut structures) = (Count::default(), Count::default());
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut opaque: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut refused, mut misaligned, mut shown) = (0, 0, 0);
    for file in files {
        let theirs = file.first().and_then(|first| {
            let (path, _) = first.place.rsplit_once(':')?;
            answers.get(Path::new(path))
        });
        if theirs.is_some_and(|theirs| theirs.len() != file.len()) {
            misaligned += 1;
        }
        let theirs = theirs.filter(|theirs| theirs.len() == file.len());
        for (number, definition) in file.iter().enumerate() {
            let count = if definition.structure {
                &mut structures
            } else {
                &mut functions
            };
            count.definitions += 1;
            let ours = match &definition.outcome {
                Ok(bodies) => bodies,
                Err(diagnostic) => {
                    *reasons.entry(diagnostic.message.clone()).or_insert(0) += 1;
                    continue;
                }
            };
            count.lowered += 1;
            for (head, number) in &ours.opaque {
                *opaque.entry(head).or_insert(0) += number;
            }
            if let Some(malformed) = &ours.malformed {
                println!("malformed: {}: {malformed}", definition.place);
            }
            let ours = &ours.bodies;
            match theirs.and_then(|theirs| theirs.get(number)) {
                Some(Ok(theirs)) => {
                    count.compared += 1;
                    if ours == theirs {
                        count.identical += 1;
                    } else if shown < differences {
                        shown += 1;
                        show_difference(definition, ours, theirs);
                    }
                }
                Some(Err(_)) => refused += 1,
                None => {}
            }
        }
    }
    println!("files                    {} ({misaligned} without comparison: definitions differ in number)", files.len());
    println!("seconds                  {seconds:.3}");
    for (name, count) in [("functions", &functions), ("structs", &structures)] {
        println!("{name}");
        println!("  definitions            {}", count.definitions);
        println!(
            "  lowered                {} ({:.2} %)",
            count.lowered,
            percent(count.lowered, count.definitions)
        );
        println!("  compared with Julia    {}", count.compared);
        println!(
            "  same sequence of calls {} ({:.2} %)",
            count.identical,
            percent(count.identical, count.compared)
        );
    }
    println!("lowered, but not by Julia (bodies that are computed, macros of modules that are not loaded): {refused}");
    println!("opaque forms");
    for (head, count) in &opaque {
        println!("  {count:6} {head}");
    }
    println!("not lowered, by reason");
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for (reason, count) in reasons.iter().take(diagnostics) {
        println!("  {count:6} {reason}");
    }
    let rest: usize = reasons
        .iter()
        .skip(diagnostics)
        .map(|(_, count)| count)
        .sum();
    println!(
        "  {rest:6} for {} other reasons",
        reasons.len().saturating_sub(diagnostics)
    );
}

fn show_difference(definition: &Definition, ours: &[String], theirs: &[String]) {
    println!("    {}", definition.place);
    let only = |left: &[String], right: &[String]| -> Vec<String> {
        left.iter()
            .filter(|body| !right.contains(body))
            .cloned()
            .collect()
    };
    for (who, bodies) in [("ours ", only(ours, theirs)), ("julia", only(theirs, ours))] {
        for body in bodies {
            println!("      {who} {body}");
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Seconds this thread has run, where the system says so: a loaded machine must not bend the curve.
fn thread_seconds(start: Instant) -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = ran.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    ran.map_or_else(
        || start.elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds * 1e-9,
    )
}

/// Nanoseconds per statement, for functions of 10 to 100,000 statements.
fn cost_curve() {
    let begin = Instant::now();
    println!("source statements   slot statements   ns per source statement");
    for exponent in 1..=5 {
        let count = 10_usize.pow(exponent);
        let mut text = String::from("function f(x, A)\n    s = 0\n");
        for number in 0..count / 5 {
            text.push_str(&format!(
                "    a{number} = s + x * {number}\n    if a{number} > 3\n        s += A[{number}]\n    end\n    A[end] = s .+ a{number}\n"
            ));
        }
        text.push_str("    return s\nend\n");
        // The system counts in ticks, so small functions are lowered many times over.
        let mut copies: Vec<_> = (0..CURVE_STATEMENTS.div_ceil(count))
            .map(|_| parse(Source::new("curve.jl", text.as_str())))
            .collect();
        let mut statements = 0;
        let before = thread_seconds(begin);
        for parsed in &mut copies {
            let lowered = lower_file(&mut parsed.ast, &parsed.toplevel);
            if let [Item::Method(method)] = &lowered.items[..] {
                statements = method.code.stmts.len();
            }
        }
        let seconds = (thread_seconds(begin) - before) / copies.len() as f64;
        println!(
            "{count:17}   {statements:15}   {:10.0}",
            seconds * 1e9 / count as f64
        );
    }
}
