//! Phase times of the examples' entry points, cold and warm.
//!
//!     cargo bench --bench use_cases [-- FUNCTION]
//!
//! *Cold* is the first optimisation on a host that has inferred the function, but nothing that rules may ask for beyond
//! it; *warm* is the fastest of many on the same host, as for the next function of a session that uses the same callees.
//!
//! With the cargo feature `highs`, a second table compares the extractors on the same problems: the paper's formulation and the
//! compact one, both on HiGHS, and our own.

// Shared with tests, which use the rest of it.
#[allow(dead_code)]
#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::entries::{examples, for_each_entry};
use saturate::pipeline::{Options, Outcome, Strategy};
use std::time::Duration;

/// Optimisations on one host.
const ROUNDS: usize = 200;
/// Hosts.
const HOSTS: usize = 5;

fn main() {
    // `cargo test --benches` runs this, too: nothing to test here.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    phases(wanted.as_deref());
    if cfg!(feature = "highs") {
        extractors(wanted.as_deref());
    }
}

/// Seconds that an ILP may take.
const SOLVE: Duration = Duration::from_secs(60);

fn extractors(wanted: Option<&str>) {
    println!("\n| function | extractor | classes | e-nodes | variables | constraints | construct, µs | solve, µs | cost | proved |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|---|");
    for file in examples() {
        for_each_entry(&file, |host, job| {
            let name = job.name;
            if wanted.is_some_and(|wanted| wanted != name.to_string()) {
                return;
            }
            for (label, strategy) in [
                ("paper", Strategy::Paper(SOLVE)),
                ("ilp", Strategy::Ilp(SOLVE)),
                ("exact", Strategy::Exact),
            ] {
                let options = Options {
                    strategy,
                    ..Options::default()
                };
                let Ok(done) = job.optimize(host, &options) else {
                    return;
                };
                let outcome = done.optimized.outcome;
                let (effort, saturation) = (outcome.effort, &outcome.saturation);
                println!(
                    "| {name} | {label} | {} | {} | {} | {} | {} | {} | {} | {} |",
                    saturation.classes,
                    saturation.nodes,
                    effort.variables,
                    effort.constraints,
                    effort.construct_us,
                    effort.solve_us,
                    outcome.cost_after,
                    match &outcome.kept {
                        Some(why) => why.to_string(),
                        None if outcome.optimal => "yes".into(),
                        None => "no".into(),
                    }
                );
            }
        });
    }
}

fn phases(wanted: Option<&str>) {
    println!("| function | e-nodes | | build, µs | saturate, µs | extract, µs | elaborate, µs |");
    println!("|---|--:|---|--:|--:|--:|--:|");
    for file in examples() {
        let mut best: Vec<(String, [Option<Outcome>; 2])> = Vec::new();
        for _ in 0..HOSTS {
            let mut number = 0;
            for_each_entry(&file, |host, job| {
                let name = job.name;
                if wanted
                    .as_ref()
                    .is_some_and(|wanted| *wanted != name.to_string())
                {
                    return;
                }
                if best.len() == number {
                    best.push((name.to_string(), [None, None]));
                }
                let row = &mut best[number].1;
                number += 1;
                let mut spent = 0;
                // What the host learns within a job it forgets at its end.
                job.within(host, |host| {
                    for round in 0..ROUNDS {
                        let Ok(done) = job.optimize(host, &Options::default()) else {
                            return;
                        };
                        let outcome = done.optimized.outcome;
                        spent += total(&outcome);
                        let kept = &mut row[usize::from(round > 0)];
                        if kept
                            .as_ref()
                            .is_none_or(|kept| total(&outcome) < total(kept))
                        {
                            *kept = Some(outcome);
                        }
                        // The larger ones need no repetition to be measured.
                        if spent > 1_000_000 && round > 0 {
                            break;
                        }
                    }
                });
            });
        }
        for (name, outcomes) in best {
            for (label, outcome) in ["cold", "warm"].into_iter().zip(outcomes) {
                let Some(outcome) = outcome else { continue };
                let times = outcome.times;
                println!(
                    "| {name} | {} | {label} | {} | {} | {} | {} |",
                    outcome.saturation.nodes,
                    times.build,
                    times.saturate,
                    times.extract,
                    times.elaborate
                );
            }
        }
    }
}

fn total(outcome: &Outcome) -> u64 {
    let times = outcome.times;
    times.build + times.saturate + times.extract + times.elaborate
}
