//! `saturate opt`: optimises functions with rewrite rules.

use super::{explain, report, Context, Failure, Outcome};
use crate::args::{EmitFormat, ExtractorName, HostName, HowArgs, OptArgs, StatsFormat};
use crate::progress::{self, Watch};
use crate::terminal::Style;
use saturate::calls::Calls;
use saturate::dag;
use saturate::diag::Diagnostic;
use saturate::ir::print::print;
use saturate::rules::library;
use saturate::rules::syntax;
use saturate::sym::Sym;
use saturate::{Limits, Optimized, Options, RuleSet, Strategy};
use saturate_driver::{read_source, rules, Job, Program};
use saturate_embedded::{Above, Embedded};
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

/// What is said of a file without `@saturate`.
pub const NO_ENTRY: &str = "the file has no entry point";

/// Optimises each entry point and shows the result.
pub fn execute(args: &OptArgs, context: &mut Context) -> Outcome {
    if args.host == HostName::Julia {
        return super::julia::optimise(args, context);
    }
    let start = Instant::now();
    let mut program = Program::open(&args.file, &args.how.rules)?;
    // What could not be loaded may be what is missing.
    let jobs = jobs(args, &mut program).map_err(|failure| failure.after(&program.diagnostics))?;
    let Program {
        mut host,
        diagnostics,
    } = program;
    if jobs.is_empty() {
        let help = "write `@saturate rules f(::T, …)` at top level, or pass --entry and --sig";
        let mut failures = diagnostics;
        failures.push(Diagnostic::new(NO_ENTRY).help(help));
        return Err(Failure(failures));
    }
    let read = start.elapsed().as_micros() as u64;
    let mut options = options(&args.how, args.explain || args.report.is_some())?;
    options.picture = report::is_wanted(args);
    options.limits.progress = Some(progress::note);
    let style = match context.capture {
        true => Style::PLAIN,
        false => Style::of_stdout(),
    };
    let mut lines = Vec::new();
    let mut drawn = Vec::new();
    let mut above = Above::new(library::is_library);
    let mut failures = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        if let Some(file) = &args.dump_egraph {
            dump_egraph(file, &jobs, &mut host, &options)?;
        }
        let watch = Watch::start(job.name.as_str(), &options.limits, !context.capture);
        let is_source_wanted = args.emit != EmitFormat::Ir || options.picture;
        let done = match is_source_wanted {
            true => job.optimize_as_source(&mut host, &options),
            false => job.optimize(&mut host, &options),
        };
        drop(watch);
        let mut done = done.map_err(|error| Failure::from(error).after(&diagnostics))?;
        let source = is_source_wanted.then(|| job.source(&done, &mut above, &mut host));
        let as_text = source.clone().and_then(Result::ok);
        let name = job.name.as_str();
        drawn.extend(report::entry(name, &mut done, as_text.clone(), &mut host));
        let mut optimized = done.optimized;
        if !args.explain {
            optimized.explanation = None;
        }
        if args.emit == EmitFormat::Json {
            let line = as_json(job, &optimized, as_text, read, &mut host);
            writeln!(context.out, "{line}")?;
            lines.push(stats(&optimized, read));
            continue;
        }
        if number > 0 {
            writeln!(context.out)?;
        }
        writeln!(context.out, "{}", summary(&optimized))?;
        for line in optimized.through.lines(&mut host) {
            writeln!(context.out, "# {line}")?;
        }
        write!(context.out, "{}", optimized.variants)?;
        match (args.emit, source) {
            (EmitFormat::Julia, Some(Ok(source))) => write!(context.out, "{source}")?,
            (EmitFormat::Julia, Some(Err(why))) => {
                let message = format!("`{}` cannot be written as Julia source: {why}", job.name);
                writeln!(context.out, "# {message}")?;
                failures.push(Diagnostic::new(message).help("use --emit ir"));
            }
            _ => {
                write!(context.out, "{}", print(&optimized.function, &mut host))?;
                for version in &optimized.through.versions {
                    write!(context.out, "\n{}", print(&version.function, &mut host))?;
                }
            }
        }
        if let Some(explanation) = &optimized.explanation {
            write!(context.out, "{}", explain::show(explanation, style))?;
        }
        lines.push(stats(&optimized, read));
    }
    report::write(args, read, drawn)?;
    if let Some(StatsFormat::Json) = args.stats {
        for line in lines {
            writeln!(context.out, "{line}")?;
        }
    }
    if !failures.is_empty() {
        return Err(Failure(failures));
    }
    Ok(diagnostics)
}

/// What an ILP solver may take.
pub fn solver_time(how: &HowArgs) -> Result<Duration, Diagnostic> {
    Duration::try_from_secs_f64(how.time_limit)
        .map_err(|_| Diagnostic::new("--time-limit must be a number of seconds, not negative"))
}

/// The options that the command line gives.
pub fn options(how: &HowArgs, explain: bool) -> Result<Options, Diagnostic> {
    let needs_solver = matches!(how.extract, ExtractorName::Ilp | ExtractorName::Paper);
    if needs_solver && !cfg!(feature = "highs") {
        let message = "this build has no ILP solver; build with --features highs";
        return Err(Diagnostic::new(message));
    }
    let time = solver_time(how)?;
    let (mut limits, mut extraction) = (Limits::default(), dag::Limits::default());
    let given = &how.limits;
    limits.iterations = given.iterations.unwrap_or(limits.iterations);
    limits.nodes = given.nodes.unwrap_or(limits.nodes);
    limits.work = given.work.unwrap_or(limits.work);
    limits.time = given.time_ms.map(Duration::from_millis).or(limits.time);
    extraction.work = given.extraction_work.unwrap_or(extraction.work);
    Ok(Options {
        limits,
        extraction,
        strategy: match how.extract {
            ExtractorName::Exact => Strategy::Exact,
            ExtractorName::Greedy => Strategy::Greedy,
            ExtractorName::Chaos => Strategy::Chaos(how.seed),
            ExtractorName::Ilp => Strategy::Ilp(time),
            ExtractorName::Paper => Strategy::Paper(time),
        },
        strict: how.strict,
        calls: Calls {
            depth: how.calls.unwrap_or(Calls::default().depth),
            ..Calls::default()
        },
        sizes: how.sizes.clone(),
        explain,
        ..Options::default()
    })
}

/// Writes the saturated e-graph of the only entry point.
fn dump_egraph(
    file: &Path,
    jobs: &[Job],
    host: &mut Embedded,
    options: &Options,
) -> Result<(), Failure> {
    let [job] = jobs else {
        let message = "--dump-egraph writes one e-graph, and the file has several entry points";
        let help = "choose one with --entry and --sig";
        return Err(Diagnostic::new(message).help(help).into());
    };
    let prepared = job.prepare(host, options)?;
    let json = prepared.dump();
    super::extract::write(file, &json.to_string())
        .map_err(|e| Diagnostic::new(format!("cannot write {}: {e}", file.display())).into())
}

fn summary(optimized: &Optimized) -> String {
    let outcome = &optimized.outcome;
    match &outcome.kept {
        Some(why) => format!("# cost {}: unchanged, {why}", outcome.cost_before),
        None => format!(
            "# cost {} → {}{}{}{}",
            outcome.cost_before,
            outcome.cost_after,
            if optimized.variants.list.is_empty() {
                ""
            } else {
                " where sizes are 100"
            },
            if outcome.optimal { ", optimal" } else { "" },
            if outcome.effort.fell_back {
                ", greedy: the solver had no answer in its time"
            } else {
                ""
            }
        ),
    }
}

/// Everything about one entry point.
fn as_json(
    job: &Job,
    optimized: &Optimized,
    source: Option<String>,
    read: u64,
    host: &mut Embedded,
) -> serde_json::Value {
    json!({
        "name": job.name.as_str(),
        "ir": print(&optimized.function, host),
        "julia": source,
        "kept": optimized.outcome.kept,
        "explanation": optimized.explanation,
        "variants": optimized.variants,
        "calls": optimized.through.lines(host),
        "stats": stats(optimized, read),
    })
}

fn stats(optimized: &Optimized, read: u64) -> serde_json::Value {
    let outcome = &optimized.outcome;
    let rules: serde_json::Map<String, serde_json::Value> = outcome
        .saturation
        .rules
        .iter()
        .map(|(name, rule)| {
            let refused: u64 = rule.refused.values().sum();
            let line = json!({"matches": rule.matches, "applied": rule.applied, "refused": refused, "reasons": rule.refused});
            (name.clone(), line)
        })
        .collect();
    json!({
        "cost_before": outcome.cost_before,
        "cost_after": outcome.cost_after,
        "optimal": outcome.optimal,
        "extraction": outcome.effort,
        "classes": outcome.saturation.classes,
        "nodes": outcome.saturation.nodes,
        "iterations": outcome.saturation.iterations.len(),
        "stop": outcome.saturation.stop.to_string(),
        "rules": rules,
        "times_us": {
            "read": read,
            "build": outcome.times.build,
            "saturate": outcome.times.saturate,
            "extract": outcome.times.extract,
            "elaborate": outcome.times.elaborate,
        },
    })
}

/// The rules and costs that the command line names.
pub fn given_rules(how: &HowArgs, host: &mut Embedded) -> Result<Option<RuleSet>, Failure> {
    let mut sets = Vec::new();
    for name in how.rules.iter().flat_map(|names| names.split(',')) {
        sets.push(rules::named(name, host)?);
    }
    for file in &how.cost {
        sets.push(syntax::read(read_source(file)?, host).map_err(Failure)?);
    }
    Ok(sets.into_iter().reduce(|all, next| all.union(&next)))
}

fn jobs(args: &OptArgs, program: &mut Program) -> Result<Vec<Job>, Failure> {
    let host = &mut program.host;
    let given = given_rules(&args.how, host)?;
    if let Some(entry) = &args.entry {
        let types = host.signature_from_text(args.sig.as_deref().unwrap_or(""))?;
        let rules = given.unwrap_or_default();
        return Ok(vec![Job {
            name: Sym::new(entry),
            types,
            rules,
        }]);
    }
    Ok(program.entries(given.as_ref())?)
}
