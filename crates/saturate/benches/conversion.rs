//! Conversion to the e-graph and back, over every function of Julia's `base` and `stdlib` that lowers.
//!
//!     cargo bench --bench conversion [-- --one-in N] [--file NAME] [--rounds N]
//!
//! The fastest of some rounds counts.
//!
//! Without rules, each function must come back as it was up to value numbering; the times per statement of the two
//! ways are printed by size, and written as CSV and as a plot to `target/conversion.csv` and `target/conversion.svg`.

// Shared with tests, which use the rest of it.
#[allow(dead_code)]
#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::corpus::for_each_function;
use oracle::skeleton::skeleton;
use saturate::egraph::convert::{convert, Manner};
use saturate::ir::infer::infer;
use saturate::ir::print::print;
use saturate::ir::Function;
use saturate::pipeline::{optimize, Options};
use saturate::rules::rule::RuleSet;
use std::fmt::Write;
use std::time::Instant;

struct Point {
    statements: usize,
    /// Microseconds.
    there: f64,
    back: f64,
}

fn statements(function: &Function) -> usize {
    let blocks = function.layout.iter();
    let sizes = blocks.map(|&block| function.blocks[block].insts.len() + 1);
    sizes.sum()
}

fn main() {
    // `cargo test --benches` runs this, too: nothing to test here.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let Some(tree) = oracle::julia().and_then(|julia| oracle::source_tree(&julia)) else {
        println!("skipped: no Julia, or no sources (set SATURATE_JULIA, SATURATE_JULIA_SRC)");
        return;
    };
    let option = |name: &str| std::env::args().skip_while(|arg| arg != name).nth(1);
    let number = |name: &str, default: usize| {
        let given = option(name).and_then(|text| text.parse().ok());
        given.unwrap_or(default)
    };
    let (one_in, rounds) = (number("--one-in", 1), number("--rounds", 3));
    let mut files: Vec<_> = oracle::files(&tree).into_iter().step_by(one_in).collect();
    if let Some(only) = option("--file") {
        files.retain(|file| file.ends_with(&only));
    }
    let mut points = Vec::new();
    let mut different = 0;
    let options = Options::default();
    let rules = RuleSet::default();
    for_each_function(&files, |file, name, special, host| {
        let (function, inferred) = (&*special.function, &*special.inferred);
        let (mut there, mut back) = (f64::MAX, f64::MAX);
        for _ in 0..rounds {
            let copy = function.clone();
            let start = Instant::now();
            let converted = convert(
                copy,
                inferred,
                host,
                Manner::default(),
                saturate::egraph::Switches::default(),
            );
            there = there.min(start.elapsed().as_secs_f64() * 1e6);
            drop(converted);
            let times = optimize(function, inferred, &rules, host, &options)
                .outcome
                .times;
            back = back.min((times.extract + times.elaborate) as f64);
        }
        let optimized = optimize(function, inferred, &rules, host, &options);
        // Inferred anew, as the result is: what is known of recursive callees may have become better meanwhile.
        let mut original = function.clone();
        let known = infer(&mut original, host);
        let before = skeleton(&original, &known, host);
        let mut result = optimized.function;
        let again = infer(&mut result, host);
        if optimized.outcome.kept.is_some() || before != skeleton(&result, &again, host) {
            different += 1;
            println!("different: {} {name}", file.display());
            println!("{}", print(&original, host));
            println!("{}", print(&result, host));
        }
        points.push(Point {
            statements: statements(function),
            there,
            back,
        });
    });
    report(&mut points, different);
}

fn report(points: &mut [Point], different: usize) {
    println!("functions            {}", points.len());
    println!("different            {different}");
    let total: usize = points.iter().map(|point| point.statements).sum();
    let there: f64 = points.iter().map(|point| point.there).sum();
    let back: f64 = points.iter().map(|point| point.back).sum();
    println!("statements           {total}");
    println!("µs/statement there   {:.3}", there / total as f64);
    println!("µs/statement back    {:.3}", back / total as f64);
    println!("\n| statements | functions | there, µs/statement | back, µs/statement |");
    println!("|---|---|---|---|");
    points.sort_by_key(|point| point.statements);
    for (low, high) in [
        (1, 3),
        (4, 9),
        (10, 29),
        (30, 99),
        (100, 299),
        (300, usize::MAX),
    ] {
        let of: Vec<&Point> = points
            .iter()
            .filter(|point| (low..=high).contains(&point.statements))
            .collect();
        let count: usize = of.iter().map(|point| point.statements).sum();
        if count == 0 {
            continue;
        }
        let there: f64 = of.iter().map(|point| point.there).sum();
        let back: f64 = of.iter().map(|point| point.back).sum();
        let label = if high == usize::MAX {
            format!("{low}…")
        } else {
            format!("{low}–{high}")
        };
        println!(
            "| {label} | {} | {:.2} | {:.2} |",
            of.len(),
            there / count as f64,
            back / count as f64
        );
    }
    let folder = oracle::root().join("target");
    let mut csv = String::from("statements,there_us,back_us\n");
    for point in points.iter() {
        let _ = writeln!(
            csv,
            "{},{:.2},{:.2}",
            point.statements, point.there, point.back
        );
    }
    let written = std::fs::write(folder.join("conversion.csv"), csv)
        .and_then(|()| std::fs::write(folder.join("conversion.svg"), plot(points)));
    if let Err(error) = written {
        println!("cannot write the plot: {error}");
    }
}

/// A scatter plot on logarithmic axes.
fn plot(points: &[Point]) -> String {
    let x = |statements: usize| 60.0 + 130.0 * (statements as f64).log10();
    let y = |micros: f64| 330.0 - 70.0 * micros.max(0.1).log10() - 70.0;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\" height=\"380\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"560\" height=\"380\" fill=\"white\"/>\n",
    );
    for power in 0..4 {
        let at = x(10usize.pow(power));
        let _ = writeln!(svg, "<line x1=\"{at}\" y1=\"20\" x2=\"{at}\" y2=\"330\" stroke=\"#ddd\"/><text x=\"{at}\" y=\"348\" text-anchor=\"middle\">{}</text>", 10usize.pow(power));
    }
    for power in -1..4 {
        let at = y(10f64.powi(power));
        let _ = writeln!(svg, "<line x1=\"60\" y1=\"{at}\" x2=\"540\" y2=\"{at}\" stroke=\"#ddd\"/><text x=\"52\" y=\"{}\" text-anchor=\"end\">{} µs</text>", at + 4.0, 10f64.powi(power));
    }
    for point in points {
        let at = x(point.statements);
        let _ = writeln!(svg, "<circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"1.5\" fill=\"#1f77b4\" fill-opacity=\"0.4\"/><circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"1.5\" fill=\"#d62728\" fill-opacity=\"0.4\"/>", y(point.there), y(point.back));
    }
    svg += "<text x=\"300\" y=\"370\" text-anchor=\"middle\">statements</text>\n<text x=\"80\" y=\"34\" fill=\"#1f77b4\">to the e-graph</text><text x=\"80\" y=\"50\" fill=\"#d62728\">and back</text>\n</svg>\n";
    svg
}
