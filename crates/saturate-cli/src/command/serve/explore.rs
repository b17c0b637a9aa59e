//! `saturate explore`: one computation of the explorer, from JSON on standard input to JSON on standard output.
//!
//! ```text
//! {"source": "f(x) = x + 0 …", "rules": "~x + 0 --> ~x", "strict": false}
//!   ─► {"page": …, "errors": [], "warnings": [{"file": "rules.jl", "line": 1, …}]}
//! ```
//!
//! It means what `saturate opt source.jl --rules rules.jl --report …` means.

use crate::command::opt::NO_ENTRY;
use crate::command::report;
use crate::command::{Context, Failure, Outcome};
use saturate::diag::{Diagnostic, Source};
use saturate::pipeline::Options;
use saturate::rules::library;
use saturate_driver::{rules, Program};
use saturate_embedded::{Above, Embedded, Output, Run};
use saturate_report::Page;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::time::Instant;

/// Steps that loading the program may take: a few seconds.
const FUEL: u64 = 100_000_000;

/// The name of the program in diagnostics.
pub const SOURCE: &str = "source.jl";
/// The name of the rules in diagnostics.
pub const RULES: &str = "rules.jl";

/// What to compute.
#[derive(Deserialize)]
pub struct Request {
    /// The program.
    pub source: String,
    /// More rules, for all of its entry points.
    pub rules: String,
    /// Whether calls that may throw are kept.
    #[serde(default)]
    pub strict: bool,
}

/// A diagnostic, with positions as an editor counts them.
#[derive(Debug, Serialize)]
pub struct Note {
    /// The text it is about.
    pub file: Option<String>,
    /// Line and column of the start, from 1.
    pub start: Option<(u32, u32)>,
    /// Line and column behind the end.
    pub end: Option<(u32, u32)>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl From<&Diagnostic> for Note {
    fn from(diagnostic: &Diagnostic) -> Note {
        let at = diagnostic.at.as_ref();
        Note {
            file: at.map(|(source, _)| source.name().to_owned()),
            start: at.map(|(source, span)| source.line_column(span.start)),
            end: at.map(|(source, span)| source.line_column(span.end)),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
        }
    }
}

#[derive(Serialize)]
struct Answer<'p> {
    page: Option<Page<'p>>,
    errors: Vec<Note>,
    warnings: Vec<Note>,
}

/// Reads a request and writes its answer.
pub fn execute(context: &mut Context) -> Outcome {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Diagnostic::new(format!("cannot read the request: {error}")))?;
    let request: Request = serde_json::from_str(&text)
        .map_err(|error| Diagnostic::new(format!("the request is not valid: {error}")))?;
    let source = Source::new(SOURCE, request.source.as_str());
    let answer = match explore(&source, &request) {
        Ok((page, warnings)) => Answer {
            page: Some(page),
            errors: Vec::new(),
            warnings: warnings.iter().map(Note::from).collect(),
        },
        Err(Failure(errors)) => Answer {
            page: None,
            errors: errors.iter().map(Note::from).collect(),
            warnings: Vec::new(),
        },
    };
    serde_json::to_writer(&mut *context.out, &answer)
        .map_err(|error| Diagnostic::new(format!("cannot write the answer: {error}")))?;
    Ok(Vec::new())
}

/// A host that keeps to itself what the program prints while it is loaded: the output is the answer's.
fn host() -> Embedded {
    let mut host = Embedded::new();
    host.run = Run::new(Output::Captured(String::new()), FUEL);
    host
}

/// The report, and what did not stop it.
fn explore<'s>(
    source: &'s Source,
    request: &Request,
) -> Result<(Page<'s>, Vec<Diagnostic>), Failure> {
    let start = Instant::now();
    let mut program = Program::load_into(host, source.clone(), &[]);
    let given = match request.rules.trim() {
        "" => None,
        _ => Some(rules::of_text(
            Source::new(RULES, request.rules.as_str()),
            &mut program.host,
        )?),
    };
    let jobs = program.entries(given.as_ref())?;
    let Program {
        mut host,
        diagnostics,
    } = program;
    if jobs.is_empty() {
        let mut failures = diagnostics;
        let help = "write `@saturate rules f(::T, …)` at top level";
        failures.push(Diagnostic::new(NO_ENTRY).help(help));
        return Err(Failure(failures));
    }
    let read = start.elapsed().as_micros() as u64;
    let options = Options {
        strict: request.strict,
        explain: true,
        picture: true,
        ..Options::default()
    };
    let mut entries = Vec::new();
    let mut above = Above::new(library::is_library);
    for job in &jobs {
        let mut done = job.optimize_as_source(&mut host, &options)?;
        let source = job.source(&done, &mut above, &mut host).ok();
        let name = job.name.as_str();
        entries.extend(report::entry(name, &mut done, source, &mut host));
    }
    let page = Page {
        file: source.name(),
        source: source.text(),
        read,
        entries,
    };
    Ok((page, diagnostics))
}
