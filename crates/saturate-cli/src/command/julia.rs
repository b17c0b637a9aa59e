//! `--host julia`: the same file, through the Julia package.
//!
//! The command looks for a Julia (`SATURATE_JULIA`, then the path) and for the package (`SATURATE_PACKAGE`, then
//! `julia/Saturate` beside or above the current directory and the program itself), and hands its arguments on.

use super::{Context, Failure, Outcome};
use crate::args::{EmitFormat, ExtractorName, OptArgs};
use saturate::diag::Diagnostic;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Optimises a file on an installed Julia and shows what comes of it.
pub fn optimise(args: &OptArgs, context: &mut Context) -> Outcome {
    let julia = std::env::var_os("SATURATE_JULIA")
        .filter(|name| !name.is_empty())
        .map_or_else(|| PathBuf::from("julia"), PathBuf::from);
    let package = package().ok_or_else(|| {
        Diagnostic::new("cannot find the Julia package")
            .help("set SATURATE_PACKAGE to the folder `julia/Saturate` of a checkout")
    })?;
    let mut command = Command::new(&julia);
    command
        .arg("--startup-file=no")
        .arg(format!("--project={}", package.display()))
        .args(["-e", "using Saturate; exit(Saturate.opt_command(ARGS))"])
        .arg(&args.file);
    for (name, value) in [("--entry", &args.entry), ("--sig", &args.sig)] {
        if let Some(value) = value {
            command.args([name, value]);
        }
    }
    for rules in &args.how.rules {
        command.args(["--rules", rules]);
    }
    // A file of costs is a file of rules.
    for costs in &args.how.cost {
        command.arg("--rules").arg(costs);
    }
    match args.emit {
        EmitFormat::Ir => &mut command,
        EmitFormat::Julia => command.args(["--emit", "julia"]),
        EmitFormat::Json => {
            let message = "--emit json is not available with --host julia";
            return Err(Diagnostic::new(message)
                .help("use --stats json for the numbers")
                .into());
        }
    };
    match args.how.extract {
        ExtractorName::Exact => &mut command,
        ExtractorName::Greedy => command.args(["--extract", "greedy"]),
        ExtractorName::Chaos => command
            .args(["--extract", "chaos", "--seed"])
            .arg(args.how.seed.to_string()),
        // Whether the library has a solver is known there.
        ExtractorName::Ilp => command.args(["--extract", "ilp"]),
        ExtractorName::Paper => command.args(["--extract", "paper"]),
    };
    if matches!(args.how.extract, ExtractorName::Ilp | ExtractorName::Paper) {
        let time = super::opt::solver_time(&args.how)?;
        command.args(["--solver_ms", &time.as_millis().to_string()]);
    }
    for (name, wanted) in [
        ("--dump-egraph", args.dump_egraph.is_some()),
        ("--dot", args.dot.is_some()),
        ("--svg", args.svg.is_some()),
    ] {
        if wanted {
            let message = format!("{name} is not available with --host julia");
            return Err(Diagnostic::new(message).into());
        }
    }
    let limits = &args.how.limits;
    for (name, limit) in [
        ("--iterations", limits.iterations.map(|n| n as u64)),
        ("--nodes", limits.nodes.map(|n| n as u64)),
        ("--work", limits.work),
        ("--time_ms", limits.time_ms),
        ("--extraction_work", limits.extraction_work),
    ] {
        if let Some(limit) = limit {
            command.arg(name).arg(limit.to_string());
        }
    }
    if let Some(depth) = args.how.calls {
        command.arg("--calls").arg(depth.to_string());
    }
    if let Some(file) = &args.report {
        command.arg("--report").arg(file);
    }
    for (name, wanted) in [
        ("--strict", args.how.strict),
        ("--explain", args.explain),
        ("--stats", args.stats.is_some()),
    ] {
        if wanted {
            command.arg(name);
        }
    }
    let output = command.output().map_err(|error| {
        Diagnostic::new(format!("cannot run {}: {error}", julia.display()))
            .help("set SATURATE_JULIA to a Julia, or put one on the path")
    })?;
    context.out.write_all(&output.stdout)?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    if message.contains("syntax: ") {
        // Julia knows the expression, our own reader the place in it.
        let errors = saturate::syntax::parse(saturate_driver::read_source(&args.file)?).diagnostics;
        if !errors.is_empty() {
            return Err(Failure(errors));
        }
    }
    Err(Failure(vec![Diagnostic::new(message.trim().to_owned())]))
}

/// The folder of the Julia package.
fn package() -> Option<PathBuf> {
    let is_package = |folder: &Path| folder.join("src/Saturate.jl").is_file();
    if let Some(given) = std::env::var_os("SATURATE_PACKAGE") {
        return Some(PathBuf::from(given)).filter(|folder| is_package(folder));
    }
    let starts = [std::env::current_dir(), std::env::current_exe()];
    starts
        .into_iter()
        .flatten()
        .flat_map(|start| {
            start
                .ancestors()
                .map(|folder| folder.join("julia/Saturate"))
                .collect::<Vec<_>>()
        })
        .find(|folder| is_package(folder))
}
