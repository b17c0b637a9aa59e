//! Phase times of the examples' entry points, cold and warm.
//!
//!     cargo bench --bench use_cases [-- FUNCTION]
//!
//! *Cold* is the first optimisation on a host that has inferred the function, but nothing that rules may ask for beyond
//! it; *warm* is the fastest of many on the same host, as for the next function of a session that uses the same callees.

// Shared with tests, which use the rest of it.
#[allow(dead_code)]
#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::entries::{examples, for_each_entry};
use saturate::pipeline::{optimize, Options, Outcome};

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
    println!("| function | e-nodes | | build, µs | saturate, µs | extract, µs | elaborate, µs |");
    println!("|---|--:|---|--:|--:|--:|--:|");
    for file in examples() {
        let mut best: Vec<(String, [Option<Outcome>; 2])> = Vec::new();
        for _ in 0..HOSTS {
            let mut number = 0;
            for_each_entry(&file, |host, name, types, rules| {
                let Ok(special) = host.typed(name, types) else {
                    return;
                };
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
                for round in 0..ROUNDS {
                    let (function, inferred) = (&special.function, &special.inferred);
                    let options = Options::default();
                    let outcome = optimize(function, inferred, rules, host, &options).outcome;
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
