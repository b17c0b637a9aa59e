//! `saturate opt --report`, `--dot`, `--svg`: what was done, as a page or a drawing.

use super::Failure;
use crate::args::OptArgs;
use saturate::diag::Diagnostic;
use saturate::ir::print::print;
use saturate_driver::{read_source, Done};
use saturate_embedded::Embedded;
use saturate_report::dot::dot;
use saturate_report::svg::svg;
use saturate_report::{Entry, Page};
use std::path::Path;

/// Whether the command line asks for a page or a drawing.
pub fn is_wanted(args: &OptArgs) -> bool {
    args.report.is_some() || args.dot.is_some() || args.svg.is_some()
}

/// What is to be shown of one entry point, if it was drawn; `source` is the result as Julia source. Takes the picture.
pub fn entry(
    name: &str,
    done: &mut Done,
    source: Option<String>,
    host: &mut Embedded,
) -> Option<Entry> {
    let optimized = &mut done.optimized;
    let picture = optimized.picture.take()?;
    Some(Entry {
        name: name.to_owned(),
        before: print(&picture.function, host),
        through: optimized.through.lines(host),
        picture,
        after: print(&optimized.function, host),
        julia: source,
        outcome: optimized.outcome.clone(),
        explanation: optimized.explanation.clone(),
        variants: optimized.variants.clone(),
    })
}

/// Writes the files that the command line asks for.
pub fn write(args: &OptArgs, read: u64, entries: Vec<Entry>) -> Result<(), Failure> {
    if let Some(file) = &args.dot {
        write_file(file, &dot(&only(&entries, "--dot")?.picture))?;
    }
    if let Some(file) = &args.svg {
        write_file(file, &svg(&only(&entries, "--svg")?.picture))?;
    }
    if let Some(file) = &args.report {
        let source = read_source(&args.file)?;
        let page = Page {
            file: source.name(),
            source: source.text(),
            read,
            entries,
        };
        let html = page
            .html()
            .map_err(|error| Diagnostic::new(format!("cannot write the report: {error}")))?;
        write_file(file, &html)?;
    }
    Ok(())
}

fn only<'e>(entries: &'e [Entry], option: &str) -> Result<&'e Entry, Diagnostic> {
    match entries {
        [entry] => Ok(entry),
        _ => {
            let message =
                format!("{option} draws one e-graph, and the file has several entry points");
            Err(Diagnostic::new(message).help("choose one with --entry and --sig"))
        }
    }
}

fn write_file(file: &Path, text: &str) -> Result<(), Diagnostic> {
    super::extract::write(file, text)
        .map_err(|error| Diagnostic::new(format!("cannot write {}: {error}", file.display())))
}
