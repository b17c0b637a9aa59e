//! `saturate extract`: solve one extraction problem in egraph-serialize JSON.
//!
//! ```text
//! $ saturate extract bert.json
//! {"cost":0.7047199767839629,"optimal":true,"bound":0.7047199767839629,"micros":56112,"extractor":"exact","nodes":20244,"classes":7315}
//! ```
//!
//! Bad input is reported on standard error with exit code 1, and no output file is left behind: it is written under a
//! temporary name first.

use super::{Context, Outcome};
use clap::{Args, ValueEnum};
use saturate::dag::{self, serialize};
use saturate::diag::Diagnostic;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Solve one extraction problem (egraph-serialize JSON, DAG cost, all roots).
#[derive(Args, Debug)]
pub struct ExtractArgs {
    /// The e-graph.
    file: PathBuf,
    /// How to solve it.
    #[arg(long = "extract", value_enum, default_value_t = Method::Exact)]
    method: Method,
    /// Seconds that the ILP solver may take; the other extractors are limited by work.
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    time_limit: f64,
    /// Work that the exact extractor may do, in edges looked at.
    #[arg(long, default_value_t = dag::Limits::DEFAULT_WORK, value_name = "EDGES")]
    work: u64,
    /// Write the chosen nodes here, as JSON.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The extractors that can be asked for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Method {
    /// Preprocessing, bounds and search, all our own.
    Exact,
    /// Exact, and then an ILP on HiGHS for what it did not prove (needs the cargo feature `highs`).
    Ilp,
    /// Preprocessing and cost sets: fast, not always optimal.
    Greedy,
}

/// Runs the command; prints one line of JSON.
pub fn execute(args: &ExtractArgs, context: &mut Context) -> Outcome {
    let line = extract(args).map_err(Diagnostic::new)?;
    writeln!(context.out, "{line}")?;
    Ok(Vec::new())
}

fn extract(args: &ExtractArgs) -> Result<serde_json::Value, String> {
    let name = args.file.display();
    let json =
        std::fs::read_to_string(&args.file).map_err(|e| format!("cannot read {name}: {e}"))?;
    let named = serialize::read(&json).map_err(|e| format!("{name}: {e}"))?;
    let extractor = extractor(args)?;
    let limits = dag::Limits::of_work(args.work);
    let start = Instant::now();
    let solution = extractor
        .extract(&named.problem, &limits)
        .map_err(|e| format!("{name}: {}", named.explain(&e)))?;
    let micros = start.elapsed().as_micros() as u64;
    dag::check(&named.problem, &solution)
        .map_err(|e| format!("{name}: the answer failed its check, please report this: {e}"))?;
    if let Some(out) = &args.out {
        write(out, &named.chosen_json(&solution).to_string())
            .map_err(|e| format!("cannot write {}: {e}", out.display()))?;
    }
    Ok(serde_json::json!({
        "cost": solution.cost,
        "optimal": solution.optimal,
        "bound": solution.bound.is_finite().then_some(solution.bound),
        "micros": micros,
        "extractor": extractor.name(),
        "nodes": named.problem.node_count(),
        "classes": named.problem.class_count(),
    }))
}

fn extractor(args: &ExtractArgs) -> Result<Box<dyn dag::Extractor>, String> {
    match args.method {
        Method::Exact => Ok(Box::new(dag::Exact)),
        Method::Greedy => Ok(Box::new(dag::Greedy)),
        #[cfg(feature = "highs")]
        Method::Ilp if args.time_limit > 0.0 => Ok(Box::new(dag::ilp::Ilp {
            seconds: args.time_limit,
            after_exact: true,
        })),
        #[cfg(feature = "highs")]
        Method::Ilp => Err("--time-limit must be positive".into()),
        #[cfg(not(feature = "highs"))]
        Method::Ilp => Err("this build has no ILP solver; build with --features highs".into()),
    }
}

/// Writes a file completely or not at all.
pub fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The error to report is the first one.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
