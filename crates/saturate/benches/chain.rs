//! Products of many matrices: associativity, saturated, and the best order proved.
//!
//!     cargo bench --bench chain [-- FACTORS...]
//!
//! A chain of n factors has (n³ − n) / 6 products in all its orders. Each run converts the function, saturates with `(a * b) * c == a * (b * c)`,
//! builds the extraction problem and solves it exactly, with the costs of fixed dimensions; the cost is compared with that of dynamic
//! programming, and the numbers of classes and nodes with those of the formula. The same for a chain of numbers, which has no objects, and for the powers of one
//! matrix, whose products depend on their length alone.
//!
//! DialEgg reports 14.4, 41.3, 296 and 4,939 ms for chains of 10, 20, 40 and 80 matrices (on other hardware).

use saturate::diag::Source;
use saturate::egraph::language::Op;
use saturate::extract::problem::Kind;
use saturate::pipeline::{Options, Strategy};
use saturate_driver::Program;
use std::collections::HashMap;
use std::time::Instant;

/// Runs of each chain; the fastest counts.
const ROUNDS: usize = 5;

fn main() {
    // `cargo test --benches` runs this, too: nothing to test here.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let mut sizes: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|arg| arg.parse().ok())
        .collect();
    if sizes.is_empty() {
        sizes = vec![10, 20, 40, 80];
    }
    println!("| factors | of | classes | nodes | matches | saturate, ms | extract, ms | whole, ms | cost |");
    println!("|--:|---|--:|--:|--:|--:|--:|--:|--:|");
    for &count in &sizes {
        run(count, "Matrix{Float64}", false);
        run(count, "Float64", false);
        run(count, "Matrix{Float64}", true);
    }
}

/// The source of a chain. All factors are one, if it is a power.
fn source(count: usize, ty: &str, is_power: bool) -> String {
    let names: Vec<String> = (0..count)
        .map(|number| format!("A{}", if is_power { 0 } else { number }))
        .collect();
    let product = names[1..].iter().fold(names[0].clone(), |product, name| {
        format!("({product} * {name})")
    });
    let params = if is_power { &names[..1] } else { &names[..] };
    let types = vec![format!("::{ty}"); params.len()].join(", ");
    format!(
        "chain({}) = {product}\n@rules associative begin\n    (~a::{ty} * ~b::{ty}) * ~c::{ty} == ~a * (~b * ~c)\nend\n@saturate associative chain({types})\n",
        params.join(", ")
    )
}

/// The dimensions of the factors: the same on every machine, none of them alike.
fn dimensions(count: usize) -> Vec<f64> {
    let mut state = 12345_u32;
    let mut next = || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        f64::from(5 + (state >> 16) % 96)
    };
    (0..=count).map(|_| next()).collect()
}

/// The cheapest order, by dynamic programming.
fn best(of: &[f64]) -> f64 {
    let count = of.len() - 1;
    let mut cost = vec![vec![0.0; count + 1]; count + 1];
    for length in 2..=count {
        for from in 0..=count - length {
            let to = from + length;
            let splits =
                (from + 1..to).map(|at| cost[from][at] + cost[at][to] + of[from] * of[at] * of[to]);
            cost[from][to] = splits.fold(f64::INFINITY, f64::min);
        }
    }
    cost[0][count]
}

fn run(count: usize, ty: &str, is_power: bool) {
    let source = Source::new("chain.jl", source(count, ty, is_power));
    let mut program = Program::load(source, &[]);
    let jobs = program.entries(None).expect("the program is right");
    let mut options = Options::default();
    options.limits.iterations = 1_000;
    options.limits.nodes = 1_000_000;
    options.limits.work = u64::MAX;
    options.limits.time = None;
    let of = if is_power {
        vec![10.0; count + 1]
    } else {
        dimensions(count)
    };
    let mut fastest: Option<(f64, String)> = None;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut prepared = jobs[0]
            .prepare(&mut program.host, &options)
            .expect("the function has types");
        let saturated = start.elapsed().as_secs_f64() * 1e3;
        price(&mut prepared, &of, is_power);
        let extractor = Strategy::Exact.make().expect("always there");
        let answer = extractor
            .extract(&prepared.built.problem, &options.extraction)
            .expect("every chain has a product");
        let whole = start.elapsed().as_secs_f64() * 1e3;
        let report = &prepared.saturation;
        let expected = if is_power {
            // One product for each pair of lengths, and the matrix.
            (count * count / 4 + 1, count)
        } else {
            ((count.pow(3) - count) / 6 + count, count * (count + 1) / 2)
        };
        // The function itself is a constant of the e-graph, too.
        let (nodes, classes) = (report.nodes, report.classes);
        assert!(
            is_power || (nodes, classes) == (expected.0 + 2, expected.1 + 2),
            "{nodes} nodes and {classes} classes, not {expected:?}"
        );
        assert!(answer.optimal, "not proved");
        let wanted = best(&of);
        assert!(
            is_power || (answer.cost - wanted).abs() <= 1e-9 * wanted,
            "{} is not the best, which is {wanted}",
            answer.cost
        );
        let matches: u64 = report.rules.values().map(|rule| rule.matches).sum();
        let line = format!(
            "| {count} | {} | {classes} | {nodes} | {matches} | {saturated:.1} | {:.1} | {whole:.1} | {} |",
            if is_power { "one matrix" } else { ty },
            whole - saturated,
            answer.cost
        );
        if fastest.as_ref().is_none_or(|&(time, _)| whole < time) {
            fastest = Some((whole, line));
        }
    }
    if let Some((_, line)) = fastest {
        println!("{line}");
    }
}

/// Gives each product the cost of its dimensions: which factors a class is the product of follows from its nodes.
fn price(prepared: &mut saturate::pipeline::Prepared<'_>, of: &[f64], is_power: bool) {
    let egraph = &prepared.egraph;
    let function = &prepared.skeleton.function;
    let mut spans: HashMap<egg::Id, (usize, usize)> = HashMap::new();
    for (number, &param) in function.params(function.entry()).iter().enumerate() {
        spans.insert(
            egraph.find(prepared.skeleton.class(param)),
            (number, number + 1),
        );
    }
    let mut changed = true;
    while changed && !is_power {
        changed = false;
        for class in egraph.classes() {
            if spans.contains_key(&class.id) {
                continue;
            }
            let found = class.nodes.iter().find_map(|node| {
                let (Op::Call { .. }, &[a, b]) = (node.op(), egg::Language::children(node)) else {
                    return None;
                };
                let (left, right) = (spans.get(&egraph.find(a))?, spans.get(&egraph.find(b))?);
                Some((left.0, right.1))
            });
            if let Some(span) = found {
                spans.insert(class.id, span);
                changed = true;
            }
        }
    }
    let problem = &mut prepared.built.problem;
    for data in problem.instances.values_mut() {
        let Kind::Run { cost, .. } = &mut data.kind else {
            continue;
        };
        let span = |number: usize| {
            let class = problem.items[data.operands[number].item].class;
            spans.get(&egraph.find(class)).copied()
        };
        *cost = match (span(0), span(1)) {
            (Some(left), Some(right)) => of[left.0] * of[left.1] * of[right.1],
            _ => 1000.0,
        };
    }
}
