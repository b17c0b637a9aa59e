//! E-nodes per second: our engine and egg's own, on egg's public rule sets, in one process.
//!
//! The two rule sets (symbolic mathematics, propositional logic) are written in our syntax and in egg's. Two rules of egg's
//! mathematics, `?a => (+ ?a 0)` and `?a => (* ?a 1)`, have a bare variable on the left, which is an error in our language;
//! they are left out on both sides. Folding of constants is part of both; neither side prunes folded classes.
//!
//! Two comparisons:
//! - *lockstep*: no rule is held back, so that both engines must have the same e-graph after each iteration (checked:
//!   same number of classes and nodes). The time for the same work.
//! - *to size*: both with their backoff schedulers. egg looks at its limit on nodes only after a rule's matches are all applied,
//!   so it overshoots; our run ends at the size that egg's run reached. Nodes per second.
//!
//! Each measurement is the best of several runs, alternating. Arguments name the rule sets (`math`, `prop`) and the
//! comparisons (`lockstep`, `size`) to run; `--ours` runs our
//! side in both places, for profilers.

mod egg_side;
mod our_side;

use std::time::{Duration, Instant};

/// What one run took and made.
pub struct Outcome {
    time: Duration,
    nodes: usize,
    classes: usize,
    /// Entries of the hash-cons table: what limits on nodes count.
    size: usize,
    /// Seconds spent on searching, applying, rebuilding.
    phases: [f64; 3],
}

/// When a run ends.
#[derive(Clone, Copy)]
pub struct Until {
    iterations: usize,
    nodes: usize,
    backoff: bool,
}

/// A rule set and start expressions, in both syntaxes.
pub struct Case {
    name: &'static str,
    ours: &'static str,
    /// The type of the symbols in our start expressions.
    symbols: &'static str,
    starts: &'static [(&'static str, &'static str)],
    egg: fn(&str, Until) -> Outcome,
}

/// Measures a run. Other programs disturb long runs, so that those are given in processor time, which the system tells
/// in steps of some milliseconds; of short ones some will not be disturbed.
pub struct Stopwatch {
    start: Instant,
    processor: Option<Duration>,
}

const LONG: Duration = Duration::from_millis(50);

impl Stopwatch {
    /// Begins to measure.
    pub fn start() -> Stopwatch {
        Stopwatch {
            processor: Stopwatch::processor(),
            start: Instant::now(),
        }
    }

    /// Ends, and says how long it took.
    pub fn stop(self) -> Duration {
        let elapsed = self.start.elapsed();
        let processor = Stopwatch::processor().zip(self.processor);
        match processor.map(|(end, start)| end - start) {
            Some(time) if time >= LONG => time,
            _ => elapsed,
        }
    }

    fn processor() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        text.split(' ')
            .next()?
            .parse()
            .ok()
            .map(Duration::from_nanos)
    }
}

const REPEATS: usize = 9;

/// Start expressions of egg's own benchmark: ours, then egg's.
const MATH: &[(&str, &str)] = &[
    ("i(ln(:x), :x)", "(i (ln x) x)"),
    ("i(:x + cos(:x), :x)", "(i (+ x (cos x)) x)"),
    ("i(cos(:x) * :x, :x)", "(i (* (cos x) x) x)"),
    ("d(:x, 1.0 + 2.0 * :x)", "(d x (+ 1 (* 2 x)))"),
    (
        "d(:x, pow(:x, 3.0) - 7.0 * pow(:x, 2.0))",
        "(d x (- (pow x 3) (* 7 (pow x 2))))",
    ),
    (
        ":y * (:x + :y) + ((:x + 2.0) - (:x + :x))",
        "(+ (* y (+ x y)) (- (+ x 2) (+ x x)))",
    ),
    (
        "1.0 / ((1.0 + sqrt(:five)) / 2.0 - (1.0 - sqrt(:five)) / 2.0)",
        "(/ 1 (- (/ (+ 1 (sqrt five)) 2) (/ (- 1 (sqrt five)) 2)))",
    ),
];

const PROP: &[(&str, &str)] = &[
    (
        "and(implies(:x, :y), implies(:y, :z))",
        "(& (-> x y) (-> y z))",
    ),
    (
        "implies(and(:a, or(:b, :c)), or(and(:a, :b), and(:a, :c)))",
        "(-> (& a (| b c)) (| (& a b) (& a c)))",
    ),
    (
        "and(implies(:a, :b), and(implies(:b, :c), and(implies(:c, :d), implies(:d, :e))))",
        "(& (-> a b) (& (-> b c) (& (-> c d) (-> d e))))",
    ),
];

fn best(mut run: impl FnMut() -> Outcome, other: &mut Option<Outcome>) {
    let outcome = run();
    if other.as_ref().is_none_or(|best| outcome.time < best.time) {
        *other = Some(outcome);
    }
}

/// Whether the arguments ask for this: those of `names` that are given, or all if none is.
fn is_wanted(names: &[&str], name: &str) -> bool {
    let given: Vec<String> = std::env::args().collect();
    let asked = |name: &str| given.iter().any(|arg| arg == name);
    asked(name) || !names.iter().any(|name| asked(name))
}

fn compare(case: &Case, until: Until, label: &str) {
    let kinds = ["lockstep", "size"];
    if !is_wanted(&kinds, kinds[until.backoff as usize]) {
        return;
    }
    let mut totals = [(0usize, 0.0f64); 2];
    let mut phases = [[0.0f64; 3]; 2];
    let mut same = true;
    for (ours, theirs) in case.starts {
        let (mut our_best, mut egg_best): (Option<Outcome>, Option<Outcome>) = (None, None);
        for _ in 0..REPEATS {
            let long = Duration::from_millis(500);
            if egg_best.as_ref().is_some_and(|egg| egg.time > long) {
                break;
            }
            if std::env::args().any(|arg| arg == "--ours") {
                best(|| our_side::run(case, ours, until), &mut egg_best);
            } else {
                best(|| (case.egg)(theirs, until), &mut egg_best);
            }
            let nodes = match &egg_best {
                Some(egg) if until.backoff => egg.size,
                _ => until.nodes,
            };
            let until = Until { nodes, ..until };
            best(|| our_side::run(case, ours, until), &mut our_best);
        }
        let pair = [our_best, egg_best].map(|best| best.expect("at least one run"));
        same &= pair[0].nodes == pair[1].nodes && pair[0].classes == pair[1].classes;
        for (total, outcome) in totals.iter_mut().zip(&pair) {
            total.0 += outcome.nodes;
            total.1 += outcome.time.as_secs_f64();
        }
        for (sum, outcome) in phases.iter_mut().zip(&pair) {
            for (sum, phase) in sum.iter_mut().zip(outcome.phases) {
                *sum += phase * 1e3;
            }
        }
    }
    let rate = totals.map(|(nodes, time)| nodes as f64 / time);
    println!(
        "{:<6} {label:<22} ours {:>9} nodes {:>8.1} ms {:>9.0} nodes/s | egg {:>9} nodes {:>8.1} ms {:>9.0} nodes/s | ratio {:.2}{}",
        case.name,
        totals[0].0,
        totals[0].1 * 1e3,
        rate[0],
        totals[1].0,
        totals[1].1 * 1e3,
        rate[1],
        rate[0] / rate[1],
        if until.backoff {
            ""
        } else if same {
            " (same e-graphs)"
        } else {
            " (E-GRAPHS DIFFER)"
        },
    );
    let show = |[search, apply, rebuild]: [f64; 3]| {
        format!("search {search:.1}, apply {apply:.1}, rebuild {rebuild:.1} ms")
    };
    println!(
        "{:29} ours {} | egg {}",
        "",
        show(phases[0]),
        show(phases[1])
    );
}

fn main() {
    let cases = [
        Case {
            name: "math",
            ours: include_str!("math.jl"),
            symbols: "Symbol",
            starts: MATH,
            egg: egg_side::math,
        },
        Case {
            name: "prop",
            ours: include_str!("prop.jl"),
            symbols: "Bool",
            starts: PROP,
            egg: egg_side::prop,
        },
    ];
    let names = cases.each_ref().map(|case| case.name);
    for case in &cases {
        if !is_wanted(&names, case.name) {
            continue;
        }
        for iterations in [5, 6] {
            let until = Until {
                iterations,
                nodes: usize::MAX,
                backoff: false,
            };
            compare(case, until, &format!("lockstep {iterations}"));
        }
        for nodes in [1_000, 10_000, 30_000] {
            let until = Until {
                iterations: 200,
                nodes,
                backoff: true,
            };
            compare(case, until, &format!("to size {nodes}"));
        }
    }
}
