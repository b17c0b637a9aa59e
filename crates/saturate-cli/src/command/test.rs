//! `saturate test`: text tests.
//!
//! A test is a Julia file, or one of text IR. A line `#! lower --entry f --sig "Int64"` is a command that runs on the file itself; the
//! lines `#> …` behind it are what it must print. Errors are part of the output: `error: file:line:column: message`.
//!
//! ```julia
//! f(x) = x + 1
//!
//! #! run --entry f 41
//! #> 42
//! ```
//!
//! A file with the line `#! requires highs` is skipped where the program was built without that cargo feature.
//!
//! `--bless` writes the expectations anew, again where the lines that they name have moved by that. Files are visited in sorted order; each file shows once as passed or with
//! a difference, line by line.

use super::{execute as execute_command, Context, Failure, Outcome};
use crate::args::{Cli, TestArgs};
use clap::Parser;
use saturate::diag::Diagnostic;
use std::path::{Path, PathBuf};

/// The line of files that need an ILP solver.
const REQUIRES_HIGHS: &str = "#! requires highs";

/// Runs the tests of all files.
pub fn execute(args: &TestArgs, context: &mut Context) -> Outcome {
    let mut files = Vec::new();
    for path in &args.paths {
        find(path, &mut files)?;
    }
    let (mut passed, mut failed, mut blessed, mut skipped) = (0, 0, 0, 0);
    let mut failures = Vec::new();
    for file in &files {
        let status = match args.bless {
            true => bless_file(file),
            false => run_file(file, false),
        };
        match status {
            Ok(Status::Passed(commands)) => passed += commands,
            Ok(Status::Blessed) => blessed += 1,
            Ok(Status::Skipped) => skipped += 1,
            Ok(Status::Differs(difference)) => {
                failed += 1;
                writeln!(context.out, "{}:\n{difference}", file.display())?;
            }
            Err(Failure(diagnostics)) => {
                failed += 1;
                failures.extend(diagnostics);
            }
        }
    }
    if blessed > 0 {
        writeln!(context.out, "{blessed} files blessed")?;
    }
    if skipped > 0 {
        writeln!(
            context.out,
            "{skipped} files skipped: they need --features highs"
        )?;
    }
    writeln!(context.out, "{passed} passed, {failed} failed")?;
    if failed > 0 {
        let help = "run with --bless to accept the new output";
        failures.push(Diagnostic::new(format!("{failed} test files failed")).help(help));
        return Err(Failure(failures));
    }
    Ok(Vec::new())
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let error =
        |error: std::io::Error| Diagnostic::new(format!("cannot read {}: {error}", path.display()));
    if path.is_dir() {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(path).map_err(error)? {
            entries.push(entry.map_err(error)?.path());
        }
        entries.sort();
        for entry in entries {
            let ending = entry.extension().and_then(|ending| ending.to_str());
            if entry.is_dir() || matches!(ending, Some("jl" | "ir")) {
                find(&entry, files)?;
            }
        }
    } else {
        path.metadata().map_err(error)?;
        files.push(path.to_path_buf());
    }
    Ok(())
}

enum Status {
    Passed(usize),
    Blessed,
    Skipped,
    Differs(String),
}

/// How often a file is blessed before its output is taken to change with every run.
const BLESSINGS: usize = 4;

/// Writes the expectations of a file until they stand still: what a command prints may name lines of the file, which move when the
/// expectations above them grow.
fn bless_file(path: &Path) -> Result<Status, Failure> {
    let first = run_file(path, true)?;
    if !matches!(first, Status::Blessed) {
        return Ok(first);
    }
    for _ in 1..BLESSINGS {
        if !matches!(run_file(path, true)?, Status::Blessed) {
            return Ok(first);
        }
    }
    Err(Diagnostic::new(format!(
        "{}: the output differs from run to run",
        path.display()
    ))
    .help("a text test is for output that is the same every time")
    .into())
}

fn run_file(path: &Path, bless: bool) -> Result<Status, Failure> {
    let source = saturate_driver::read_source(path)?;
    let required = source.text().lines().any(|line| line == REQUIRES_HIGHS);
    if required && !cfg!(feature = "highs") {
        return Ok(Status::Skipped);
    }
    let mut actual = String::new();
    let mut commands = 0;
    let mut lines = source.text().lines().peekable();
    while let Some(line) = lines.next() {
        actual.push_str(line);
        actual.push('\n');
        let Some(command) = line.strip_prefix("#! ").filter(|_| line != REQUIRES_HIGHS) else {
            continue;
        };
        commands += 1;
        while lines.next_if(|line| line.starts_with("#>")).is_some() {}
        for line in run_command(path, command).lines() {
            let line = format!("#> {line}");
            actual.push_str(line.trim_end());
            actual.push('\n');
        }
    }
    if commands == 0 {
        return Err(Diagnostic::new(format!(
            "{} has no test command (a line `#! …`)",
            path.display()
        ))
        .into());
    }
    if actual == source.text() {
        return Ok(Status::Passed(commands));
    }
    if bless {
        std::fs::write(path, actual).map_err(|error| {
            Diagnostic::new(format!("cannot write {}: {error}", path.display()))
        })?;
        return Ok(Status::Blessed);
    }
    Ok(Status::Differs(difference(source.text(), &actual)))
}

/// What a command prints, errors included.
fn run_command(path: &Path, command: &str) -> String {
    let words = match split_words(command) {
        Ok(words) => words,
        Err(message) => return format!("error: {message}\n"),
    };
    let file = path.display().to_string();
    let (name, rest) = match words.split_first() {
        Some(split) => split,
        None => return "error: an empty command\n".into(),
    };
    let line = ["saturate", name, &file]
        .into_iter()
        .chain(rest.iter().map(String::as_str));
    let cli = match Cli::try_parse_from(line) {
        Ok(cli) => cli,
        Err(error) => return error.to_string(),
    };
    let mut out = Vec::new();
    let mut context = Context {
        out: &mut out,
        capture: true,
        checked: true,
    };
    let (word, diagnostics) = match execute_command(&cli.command, &mut context) {
        Ok(notes) => ("warning", notes),
        Err(Failure(errors)) => ("error", errors),
    };
    let mut text = String::from_utf8_lossy(&out).into_owned();
    for diagnostic in diagnostics {
        // The file's own name is left out, so that the test does not depend on where it is run.
        let shown = diagnostic.to_string();
        let shown = shown.replace(&format!("{file}:"), "");
        text.push_str(&format!("{word}: {shown}\n"));
    }
    text
}

/// Splits a command line into words; quotes keep spaces.
fn split_words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

/// The lines that differ, expected and actual, with their numbers.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<&str>, Vec<&str>) =
        (expected.lines().collect(), actual.lines().collect());
    let mut start = 0;
    while start < expected.len() && start < actual.len() && expected[start] == actual[start] {
        start += 1;
    }
    let mut end = 0;
    while end < expected.len() - start
        && end < actual.len() - start
        && expected[expected.len() - 1 - end] == actual[actual.len() - 1 - end]
    {
        end += 1;
    }
    let mut text = String::new();
    for line in &expected[start..expected.len() - end] {
        text.push_str(&format!("  {}: - {line}\n", start + 1));
    }
    for line in &actual[start..actual.len() - end] {
        text.push_str(&format!("  {}: + {line}\n", start + 1));
    }
    text
}
