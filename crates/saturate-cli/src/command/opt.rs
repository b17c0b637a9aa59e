//! `saturate opt`: optimises functions with rewrite rules.

use super::rules::{load_with_library, named_rules, rules_of};
use super::{explain, read_source, report, Context, Failure, Outcome};
use crate::args::{EmitFormat, ExtractorName, HostName, HowArgs, OptArgs, StatsFormat};
use crate::progress::{self, Watch};
use crate::terminal::Style;
use saturate::diag::Diagnostic;
use saturate::egraph::Limits;
use saturate::extract::dag;
use saturate::extract::dump::dump;
use saturate::host::Host;
use saturate::ir::julia;
use saturate::ir::print::print;
use saturate::ir::{Inst, InstKind, Type};
use saturate::pipeline::{optimize, prepare, Optimized, Options, Strategy};
use saturate::rules::library;
use saturate::rules::rule::RuleSet;
use saturate::rules::syntax;
use saturate::sym::{s, Sym};
use saturate::syntax::ast::NodeId;
use saturate_embedded::{Above, Embedded, Entry, Specialization, Words};
use serde_json::json;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What is said of a file without `@saturate`.
pub const NO_ENTRY: &str = "the file has no entry point";

/// What to optimise, with what.
pub struct Job {
    /// The function.
    pub name: Sym,
    /// The types of its arguments.
    pub types: Vec<Type>,
    /// The rules.
    pub rules: RuleSet,
}

/// Optimises each entry point and shows the result.
pub fn execute(args: &OptArgs, context: &mut Context) -> Outcome {
    if args.host == HostName::Julia {
        return super::julia::optimise(args, context);
    }
    let start = Instant::now();
    let (mut host, diagnostics) = load_with_library(&args.file, &args.how.rules)?;
    // What could not be loaded may be what is missing.
    let jobs = jobs(args, &mut host).map_err(|failure| failure.after(&diagnostics))?;
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
        let (special, outer) = body_and_caller(job, &mut host)
            .map_err(|failure| Failure::from(failure).after(&diagnostics))?;
        if let Some(file) = &args.dump_egraph {
            dump_egraph(file, &jobs, &special, &mut host, &options)?;
        }
        let watch = Watch::start(job.name.as_str(), &options.limits, !context.capture);
        let mut optimized = optimize(
            &special.function,
            &special.inferred,
            &job.rules,
            &mut host,
            &options,
        );
        drop(watch);
        let (name, before) = (job.name.as_str(), &special.function);
        let is_source_wanted = args.emit != EmitFormat::Ir || optimized.picture.is_some();
        let source =
            is_source_wanted.then(|| written(job, &optimized, &outer, &mut above, &mut host));
        let as_text = source.clone().and_then(Result::ok);
        drawn.extend(report::entry(
            name,
            before,
            &mut optimized,
            as_text.clone(),
            &mut host,
        ));
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
        match (args.emit, source) {
            (EmitFormat::Julia, Some(Ok(source))) => write!(context.out, "{source}")?,
            (EmitFormat::Julia, Some(Err(why))) => {
                let message = format!("`{}` cannot be written as Julia source: {why}", job.name);
                writeln!(context.out, "# {message}")?;
                failures.push(Diagnostic::new(message).help("use --emit ir"));
            }
            _ => write!(context.out, "{}", print(&optimized.function, &mut host))?,
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

/// The result as Julia source, behind the definitions that it needs.
pub fn written(
    job: &Job,
    optimized: &Optimized,
    outer: &Option<Caller>,
    above: &mut Above,
    host: &mut Embedded,
) -> Result<String, String> {
    // What a function that cannot be written would have needed, nobody needs.
    let mut trial = above.clone();
    let head = julia::Head {
        name: job.name,
        object: None,
        passes: outer
            .as_ref()
            .map(|caller| (&caller.special.function, caller.call)),
    };
    let mut words = Words::new(host, &mut trial, job.name);
    let source = julia::source(&optimized.function, &head, &mut words)?;
    let mut lines = trial.take();
    *above = trial;
    lines.push(source);
    Ok(lines.join("\n"))
}

/// The options that the command line gives.
pub fn options(how: &HowArgs, explain: bool) -> Result<Options, Diagnostic> {
    let needs_solver = matches!(how.extract, ExtractorName::Ilp | ExtractorName::Paper);
    if needs_solver && !cfg!(feature = "highs") {
        let message = "this build has no ILP solver; build with --features highs";
        return Err(Diagnostic::new(message));
    }
    let time = Duration::try_from_secs_f64(how.time_limit)
        .map_err(|_| Diagnostic::new("--time-limit must be a number of seconds, not negative"))?;
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
        explain,
        ..Options::default()
    })
}

/// Writes the saturated e-graph of the only entry point.
fn dump_egraph(
    file: &Path,
    jobs: &[Job],
    special: &Specialization,
    host: &mut Embedded,
    options: &Options,
) -> Result<(), Failure> {
    let [job] = jobs else {
        let message = "--dump-egraph writes one e-graph, and the file has several entry points";
        let help = "choose one with --entry and --sig";
        return Err(Diagnostic::new(message).help(help).into());
    };
    let prepared = prepare(
        &special.function,
        &special.inferred,
        &job.rules,
        host,
        options,
    );
    let json = dump(&prepared.egraph, &prepared.skeleton, &prepared.built);
    super::extract::write(file, &json.to_string())
        .map_err(|e| Diagnostic::new(format!("cannot write {}: {e}", file.display())).into())
}

/// A method that only passes defaults of keyword arguments on.
pub struct Caller {
    special: Rc<Specialization>,
    /// Its call of the body.
    call: Inst,
}

/// The typed code of a job: that of the method, or, where this only passes defaults of keyword arguments on, of the method
/// that has the body; and then the one that passes them on. From here on, calls have the effects that the rules of this job
/// declare.
pub fn body_and_caller(
    job: &Job,
    host: &mut Embedded,
) -> Result<(Rc<Specialization>, Option<Caller>), Diagnostic> {
    job.rules.declare(host);
    let special = host.typed(job.name, &job.types)?;
    let function = &special.function;
    let is_single_call = function.layout.len() == 1
        && matches!(function.blocks[function.entry()].insts[..], [inst]
            if matches!(function.insts[inst].kind, InstKind::Call { .. }));
    if !is_single_call {
        return Ok((special, None));
    }
    let inst = function.blocks[function.entry()].insts[0];
    let operands: Vec<_> = function.operands(inst).collect();
    let callee = function.values[operands[0]].constant;
    let name = callee.map(|callee| host.show_constant(callee));
    match name.filter(|name| {
        name.trim_start_matches("var\"")
            .starts_with(&format!("#{}#", job.name))
    }) {
        Some(name) => {
            let types: Vec<Type> = operands[1..]
                .iter()
                .map(|&value| function.values[value].ty)
                .collect();
            let name = name.trim_start_matches("var\"").trim_end_matches('"');
            let body = host.typed(Sym::new(name), &types)?;
            let call = inst;
            Ok((body, Some(Caller { special, call })))
        }
        None => Ok((special, None)),
    }
}

fn summary(optimized: &Optimized) -> String {
    let outcome = &optimized.outcome;
    match &outcome.kept {
        Some(why) => format!("# cost {}: unchanged, {why}", outcome.cost_before),
        None => format!(
            "# cost {} → {}{}",
            outcome.cost_before,
            outcome.cost_after,
            if outcome.optimal { ", optimal" } else { "" }
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
        sets.push(named_rules(name, host)?);
    }
    for file in &how.cost {
        sets.push(syntax::read(read_source(file)?, host).map_err(Failure)?);
    }
    Ok(sets.into_iter().reduce(|all, next| all.union(&next)))
}

/// The rules of the first entry point of this name, and those that are given.
pub fn rules_for(
    name: Sym,
    how: &HowArgs,
    host: &mut Embedded,
) -> Result<Option<RuleSet>, Failure> {
    let given = given_rules(how, host)?;
    let entry = host.entries.iter().find(|entry| {
        let call = entry.ast.with_head(entry.call, s::CALL);
        call.is_some_and(|call| entry.ast.as_symbol(call[0]) == Some(name))
    });
    let own = match entry.cloned() {
        Some(entry) => Some(rules_of(&entry.ast, entry.rules, host)?),
        None => None,
    };
    let all = own.into_iter().chain(given);
    let rules = all.reduce(|all, next| all.union(&next));
    if let Some(rules) = &rules {
        rules.declare(host);
    }
    Ok(rules)
}

fn jobs(args: &OptArgs, host: &mut Embedded) -> Result<Vec<Job>, Failure> {
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
    entry_points(given.as_ref(), host)
}

/// The entry points of the program, each with its rules and those that are given.
pub fn entry_points(given: Option<&RuleSet>, host: &mut Embedded) -> Result<Vec<Job>, Failure> {
    let mut jobs = Vec::new();
    for entry in host.entries.clone() {
        jobs.push(job(&entry, given, host)?);
    }
    Ok(jobs)
}

fn job(entry: &Entry, given: Option<&RuleSet>, host: &mut Embedded) -> Result<Job, Failure> {
    let ast = &entry.ast;
    let error = |node: NodeId, message: &str| Diagnostic::at(&ast.source, ast.span(node), message);
    let mut rules = rules_of(ast, entry.rules, host)?;
    if let Some(given) = given {
        rules = rules.union(given);
    }
    let Some([callee, args @ ..]) = ast.with_head(entry.call, s::CALL) else {
        return Err(error(entry.call, "expected a call with types, f(::T, …)").into());
    };
    let name = ast
        .as_symbol(*callee)
        .ok_or_else(|| error(*callee, "expected the name of a function"))?;
    let mut types = Vec::new();
    for &arg in args {
        match ast.with_head(arg, s::TYPED) {
            Some(&[.., of]) => types.push(host.type_of_syntax(ast, of)?),
            _ => return Err(error(arg, "expected a type, ::T").into()),
        }
    }
    Ok(Job { name, types, rules })
}
