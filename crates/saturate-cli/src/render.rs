//! Diagnostics for people: the message, and the source line it points at.

use crate::output::tell;
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use saturate::diag::Diagnostic;
use std::io::IsTerminal;

/// Shows a diagnostic that stopped the command.
pub fn error(diagnostic: &Diagnostic) {
    render(diagnostic, ReportKind::Error, Color::Red);
}

/// Shows a diagnostic that did not.
pub fn warning(diagnostic: &Diagnostic) {
    render(diagnostic, ReportKind::Warning, Color::Yellow);
}

fn render(diagnostic: &Diagnostic, kind: ReportKind, color: Color) {
    let plain = || tell(format_args!("{kind}: {diagnostic}"));
    let Some((source, span)) = &diagnostic.at else {
        return plain();
    };
    // A line of a megabyte helps nobody; the position is enough.
    let line = source.text().lines().map(str::len).max().unwrap_or(0);
    if line > 10_000 {
        return plain();
    }
    let name = source.name();
    let range = span.start as usize..(span.end as usize).max(span.start as usize);
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_color(std::io::stderr().is_terminal());
    let mut report = Report::build(kind, (name, range.clone()))
        .with_config(config)
        .with_message(&diagnostic.message)
        .with_label(Label::new((name, range)).with_color(color));
    if let Some(help) = &diagnostic.help {
        report = report.with_help(help);
    }
    let cache = (name, ariadne::Source::from(source.text()));
    if report.finish().eprint(cache).is_err() {
        tell(format_args!("error: {diagnostic}"));
    }
}
