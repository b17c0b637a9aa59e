//! Extraction on the public extraction-gym problems, against the reference results that come with them.
//!
//! Reads `$SATURATE_GYM`, or `shared/data/extraction-gym` beside the repository; says so and stops where there is none.
//! Prints, per data set: how many problems, how many proved within a second, cumulative cost and time against the
//! reference's greedy and ILP; then what was not proved, with its gap, every disagreement with the reference, and what the
//! hungriest problem took of memory and of its budget: more than [`MEMORY_LIMIT`] or [`OVERRUN_LIMIT`] is an error.
//!
//! Memory is the peak of the whole process during one extraction, the solver and all problems read before included.
//!
//! ```text
//! cargo bench --bench extraction
//! cargo bench --bench extraction --features highs      # `exact` followed by `ilp`, and `ilp` alone, too
//! ```

use saturate::dag::serialize::{read, Named};
use saturate::dag::{check, greedy, Exact, Extractor, Limits, Solution, COST_TOLERANCE};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A proof that takes longer than this does not count.
const PROOF_LIMIT: Duration = Duration::from_secs(1);

/// No extraction may make the process larger than this, in bytes.
const MEMORY_LIMIT: u64 = 1 << 30;

/// No extraction may spend more than its budget by this factor.
const OVERRUN_LIMIT: f64 = 1.1;

/// Seconds that the solver may take.
#[cfg(feature = "highs")]
const SOLVER_SECONDS: f64 = 10.0;

/// Work that is less than what the unproved problems want: the budget must hold there, too.
const SHORT_WORK: u64 = Limits::DEFAULT_WORK / 10;

/// One row of `reference.csv`.
struct Reference {
    dataset: String,
    file: String,
    greedy: f64,
    greedy_time: Duration,
    ilp: Option<f64>,
    ilp_time: Option<Duration>,
    proved: bool,
}

fn main() {
    // `cargo test --benches` runs this, too: nothing to test here.
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    let root = std::env::var_os("SATURATE_GYM")
        .map(PathBuf::from)
        .unwrap_or_else(|| {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../../shared/data/extraction-gym"
            ))
        });
    let Ok(csv) = std::fs::read_to_string(root.join("reference.csv")) else {
        println!("no extraction-gym data; set SATURATE_GYM to a directory that has reference.csv");
        return;
    };
    let rows: Vec<Reference> = csv.lines().skip(1).filter_map(parse).collect();
    let problems: Vec<Named> = rows
        .iter()
        .map(|r| {
            let path = root.join(&r.dataset).join(&r.file);
            let json = std::fs::read_to_string(&path)
                .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            read(&json).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        })
        .collect();
    let work: &Spent = &|limits, answer| answer.stats.work as f64 / limits.work as f64;
    run(&Exact, "exact", &Limits::default(), work, &rows, &problems);
    let short = Limits::of_work(SHORT_WORK);
    run(
        &Exact,
        "exact, a tenth of the work",
        &short,
        work,
        &rows,
        &problems,
    );
    #[cfg(feature = "highs")]
    {
        use saturate::dag::ilp::Ilp;
        // What `exact` takes before is limited by work.
        let spent: &Spent = &|_, answer| answer.stats.solver_us as f64 / 1e6 / SOLVER_SECONDS;
        for (name, after_exact) in [("exact, then ilp", true), ("ilp alone", false)] {
            let ilp = Ilp {
                seconds: SOLVER_SECONDS,
                after_exact,
            };
            run(&ilp, name, &Limits::default(), spent, &rows, &problems);
        }
    }
}

/// Peak memory of this process, in bytes, since the last call; nothing where the system does not say.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    // Sets the peak to what is in use now.
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    Some(kib << 10)
}

/// The largest number seen, and where.
#[derive(Default)]
struct Most(f64, String);

impl Most {
    fn see(&mut self, value: f64, name: &str) {
        if value > self.0 {
            *self = Most(value, name.to_owned());
        }
    }
}

fn parse(line: &str) -> Option<Reference> {
    let fields: Vec<&str> = line.split(',').collect();
    let micros = |s: &str| s.parse().ok().map(Duration::from_micros);
    let [dataset, file, _, _, _, greedy, greedy_us, ilp, ilp_us, proved] = fields[..] else {
        return None;
    };
    Some(Reference {
        dataset: dataset.to_owned(),
        file: file.to_owned(),
        greedy: greedy.parse().ok()?,
        greedy_time: micros(greedy_us)?,
        ilp: ilp.parse().ok(),
        ilp_time: micros(ilp_us),
        proved: proved == "1",
    })
}

/// Sums over one data set.
#[derive(Default)]
struct Sums {
    problems: usize,
    proved: usize,
    reference_proved: usize,
    cost: f64,
    greedy_cost: f64,
    reference_greedy: f64,
    reference_ilp: f64,
    time: Duration,
    greedy_time: Duration,
    reference_greedy_time: Duration,
    reference_ilp_time: Duration,
}

/// The part of its budget that an extraction has spent.
type Spent = dyn Fn(&Limits, &Solution) -> f64;

fn run(
    extractor: &dyn Extractor,
    title: &str,
    limits: &Limits,
    spent: &Spent,
    rows: &[Reference],
    problems: &[Named],
) {
    println!("\n## {title}\n");
    let mut sums: BTreeMap<&str, Sums> = BTreeMap::new();
    let mut notes = Vec::new();
    let (mut memory, mut overrun, mut slowest) = <(Most, Most, Most)>::default();
    for (row, named) in rows.iter().zip(problems) {
        let (fast, greedy_time) = timed(|| greedy(&named.problem, None));
        peak_memory();
        let (answer, time) = timed(|| extractor.extract(&named.problem, limits));
        let peak = peak_memory();
        let name = format!("{}/{}", row.dataset, row.file);
        let (Ok(answer), Ok(fast)) = (answer, fast) else {
            notes.push(format!("{name}: no solution"));
            continue;
        };
        if let Err(violation) = check(&named.problem, &answer).and(check(&named.problem, &fast)) {
            notes.push(format!("{name}: INVALID: {violation}"));
        }
        if fast.cost > row.greedy + COST_TOLERANCE * row.greedy.abs().max(1.0) {
            notes.push(format!(
                "{name}: greedy is {}, the reference's {}",
                fast.cost, row.greedy
            ));
        }
        slowest.see(time.as_secs_f64(), &name);
        overrun.see(spent(limits, &answer), &name);
        if let Some(peak) = peak {
            memory.see(peak as f64, &name);
        }
        notes.extend(compare(row, &answer).map(|n| format!("{name}: {n}")));
        let proved = answer.optimal && time <= PROOF_LIMIT;
        if !proved {
            let gap = (answer.cost - answer.bound) / answer.cost.abs();
            notes.push(format!(
                "{name}: {} within {:.0} %, bound {} ({time:.2?}; {})",
                answer.cost,
                100.0 * gap,
                answer.bound,
                answer.stats
            ));
        }
        for key in [row.dataset.as_str(), "total"] {
            // Totals leave out what the reference's ILP cannot treat.
            if key == "total" && row.ilp.is_none() {
                continue;
            }
            let s = sums.entry(key).or_default();
            s.problems += 1;
            s.proved += usize::from(proved);
            s.reference_proved += usize::from(row.proved);
            s.cost += answer.cost;
            s.greedy_cost += fast.cost;
            s.reference_greedy += row.greedy;
            s.reference_ilp += row.ilp.unwrap_or(f64::NAN);
            s.time += time;
            s.greedy_time += greedy_time;
            s.reference_greedy_time += row.greedy_time;
            s.reference_ilp_time += row.ilp_time.unwrap_or_default();
        }
    }
    print_table(&sums);
    for note in notes {
        println!("- {note}");
    }
    let error = |bad: bool| if bad { "ERROR: " } else { "" };
    println!("- slowest: {:.2} s ({})", slowest.0, slowest.1);
    println!(
        "- {}largest part of its budget: {:.0} % ({})",
        error(overrun.0 > OVERRUN_LIMIT),
        100.0 * overrun.0,
        overrun.1
    );
    println!(
        "- {}most memory: {:.0} MiB ({})",
        error(memory.0 > MEMORY_LIMIT as f64),
        memory.0 / f64::from(1 << 20),
        memory.1
    );
}

fn timed<T>(f: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = f();
    (value, start.elapsed())
}

/// What a reader of the reference would want to know.
fn compare(row: &Reference, answer: &Solution) -> Option<String> {
    let slack = COST_TOLERANCE * answer.cost.abs().max(1.0);
    match row.ilp {
        _ if answer.cost > row.greedy + slack => Some(format!(
            "WORSE than greedy: {} > {}",
            answer.cost, row.greedy
        )),
        Some(ilp) if row.proved && (answer.cost - ilp).abs() > slack => Some(format!(
            "DIFFERS from the proved optimum: {} and {ilp}",
            answer.cost
        )),
        Some(ilp) if answer.cost < ilp - slack => Some(format!(
            "better than the reference: {} < {ilp}",
            answer.cost
        )),
        _ => None,
    }
}

fn print_table(sums: &BTreeMap<&str, Sums>) {
    println!("| data set | problems | proved in 1 s | (ref.) | cost | greedy | (ref. greedy) | (ref. ILP) | time | greedy | (ref. greedy) | (ref. ILP) |");
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (name, s) in sums {
        println!(
            "| {name} | {} | {} | {} | {:.6} | {:.6} | {:.6} | {:.6} | {:.1?} | {:.1?} | {:.1?} | {:.1?} |",
            s.problems,
            s.proved,
            s.reference_proved,
            s.cost,
            s.greedy_cost,
            s.reference_greedy,
            s.reference_ilp,
            s.time,
            s.greedy_time,
            s.reference_greedy_time,
            s.reference_ilp_time
        );
    }
    println!();
}
