//! `saturate fuzz`: random programs, optimised and compared with their originals.

use super::{Context, Failure, Outcome};
use crate::progress::Bar;
use clap::Args;
use saturate::diag::Diagnostic;
use saturate::egraph::Switches;
use saturate_fuzz::campaign::{run, Campaign, Summary};
use saturate_fuzz::chains;
use saturate_fuzz::config::Config;
use saturate_fuzz::mutation::{mutations, Search};
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `fuzz`.
#[derive(Args, Debug)]
pub struct FuzzArgs {
    /// How many cases
    #[arg(long, default_value_t = 10_000)]
    pub cases: u64,
    /// The seed that all cases derive from
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Number of the first case
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// Threads
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// Failures after which to stop
    #[arg(long, default_value_t = 10)]
    pub failures: usize,
    /// Leave failing cases as they are
    #[arg(long)]
    pub keep: bool,
    /// Test the test: switch off each rule of soundness in turn, and expect a failure within the cases
    #[arg(long)]
    pub mutations: bool,
    /// Call every method of the prelude on special values instead, and check what is claimed of it
    #[arg(long)]
    pub prelude: bool,
    /// Count the programs that would be others without each freedom of the memory model
    #[arg(long)]
    pub freedoms: bool,
    /// Compare the variants of so many random chains of each length from 3 to 8 factors with dynamic programming, at 1,000 sizes each
    #[arg(long, value_name = "CHAINS")]
    pub chains: Option<usize>,
    /// Run so many random programs over arrays whose costs depend on sizes, at sizes around the boundaries of their guards
    #[arg(long, value_name = "PROGRAMS")]
    pub sized: Option<usize>,
    /// Run without checking what is claimed of types and effects
    #[arg(long)]
    pub unchecked: bool,
    /// Write the cases to a file for real Julia (julia/Saturate/test/fuzz.jl runs it), and do nothing else
    #[arg(long, value_name = "FILE")]
    pub julia: Option<PathBuf>,
    /// Another percentage for a knob of the generator, as in `--set helpers=50`; `Config` has them all
    #[arg(long, value_name = "KNOB=PERCENT")]
    pub set: Vec<String>,
    /// A folder to write a text test of each failing case to
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// Runs a campaign. Fails if a case does; progress is shown on a terminal only.
pub fn execute(args: &FuzzArgs, context: &mut Context) -> Outcome {
    let campaign = Campaign {
        seed: args.seed,
        first: args.first,
        cases: args.cases,
        threads: args.jobs,
        most_failures: args.failures.max(1),
        reduce: !args.keep,
        config: config(args)?,
    };
    if let Some(chains) = args.chains {
        return chains_by_size(args, chains, context);
    }
    if let Some(programs) = args.sized {
        return around_guards(args, programs, context);
    }
    if args.prelude {
        return check_prelude(args, context);
    }
    if let Some(file) = &args.julia {
        let text = saturate_fuzz::julia::write(args.seed, args.first, args.cases, &campaign.config);
        std::fs::write(file, text)?;
        return Ok(Vec::new());
    }
    if args.mutations {
        return check_oracle(args, context);
    }
    let start = Instant::now();
    let bar = Bar::new(args.cases, "cases", !context.capture);
    let progress = |summary: &Summary| {
        bar.show(summary.cases, || {
            let rate = summary.cases as f64 / start.elapsed().as_secs_f64();
            let failures = summary.failures.len();
            format!(", {failures} failures, {rate:.0} per second")
        });
        true
    };
    let summary = run(&campaign, &progress);
    drop(bar);
    for found in &summary.failures {
        writeln!(context.out, "{}", found.filetest)?;
        for line in found.failure.details.lines() {
            writeln!(context.out, "# {line}")?;
        }
        writeln!(context.out)?;
        if let Some(folder) = &args.out {
            let name = format!("fuzz_{}_{}.jl", args.seed, found.case.number);
            std::fs::create_dir_all(folder)?;
            std::fs::write(folder.join(name), &found.filetest)?;
        }
    }
    writeln!(context.out, "{summary}")?;
    if summary.failures.is_empty() {
        return Ok(Vec::new());
    }
    let help = "each failing case is shown above as a text test; --out writes them to a folder";
    let message = format!("{} cases failed", summary.failures.len());
    Err(Failure(vec![Diagnostic::new(message).help(help)]))
}

/// How far the variants of random chains are above the best, as tables.
fn chains_by_size(args: &FuzzArgs, chains: usize, context: &mut Context) -> Outcome {
    match chains::report(args.seed, chains, &mut context.out) {
        Ok(()) => Ok(Vec::new()),
        Err(chains::Stopped::Optimizer(message)) => Err(Diagnostic::new(message).into()),
        Err(chains::Stopped::Output(error)) => Err(error.into()),
    }
}

/// Random programs over arrays, at sizes around the boundaries of their guards.
fn around_guards(args: &FuzzArgs, programs: usize, context: &mut Context) -> Outcome {
    let found = saturate_fuzz::sized::run(args.seed, programs, Switches::default(), "");
    for failure in found.different.iter().chain(&found.claims) {
        writeln!(context.out, "{failure}")?;
    }
    writeln!(context.out, "{found}")?;
    match found.different.len() + found.claims.len() {
        0 => Ok(Vec::new()),
        count => Err(Diagnostic::new(format!("{count} programs failed")).into()),
    }
}

/// Calls of each method of the prelude.
const PRELUDE_CALLS: usize = 150;

fn check_prelude(args: &FuzzArgs, context: &mut Context) -> Outcome {
    let findings = saturate_fuzz::claims::check_prelude(args.seed, PRELUDE_CALLS);
    writeln!(context.out, "{findings}")?;
    match findings.failures.len() {
        0 => Ok(Vec::new()),
        count => Err(Diagnostic::new(format!("{count} claims do not hold")).into()),
    }
}

/// The generator's settings, with those of the command line.
fn config(args: &FuzzArgs) -> Result<Config, Failure> {
    let mut config = Config {
        checked: !args.unchecked,
        counted: args.freedoms,
        ..Config::default()
    };
    for setting in &args.set {
        let (name, percent) = setting.split_once('=').unwrap_or((setting, ""));
        let Some(knob) = config.knob(name) else {
            return Err(Diagnostic::new(format!("the generator has no knob `{name}`")).into());
        };
        *knob = percent.parse().map_err(|_| {
            let message = format!("`{setting}`: expected a knob and a percentage");
            Failure::from(Diagnostic::new(message).help("as in `--set helpers=50`"))
        })?;
    }
    Ok(config)
}

/// Shows, for each rule of soundness, whether its absence is noticed: as a table for `docs/trust-log.md`.
fn check_oracle(args: &FuzzArgs, context: &mut Context) -> Outcome {
    let all = mutations(&Search {
        seed: args.seed,
        first: args.first,
        cases: args.cases,
        threads: args.jobs,
        config: config(args)?,
    });
    writeln!(
        context.out,
        "| switched off | behaviour | refused by own checks |"
    )?;
    writeln!(context.out, "|---|---|---|")?;
    for mutation in &all {
        writeln!(context.out, "{mutation}")?;
    }
    let missed = all.iter().filter(|mutation| !mutation.is_noticed());
    match missed.count() {
        0 => Ok(Vec::new()),
        count => Err(Diagnostic::new(format!("{count} missing rules were not noticed")).into()),
    }
}
