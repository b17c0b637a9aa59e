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
    let is_colored = std::io::stderr().is_terminal();
    match drawn(diagnostic, kind, color, is_colored) {
        Some(text) => tell(text.trim_end_matches('\n')),
        None => tell(format_args!("{kind}: {diagnostic}")),
    }
}

/// The message over the line that it points at, where it points at one.
fn drawn(
    diagnostic: &Diagnostic,
    kind: ReportKind,
    color: Color,
    is_colored: bool,
) -> Option<String> {
    let (source, span) = diagnostic.at.as_ref()?;
    // A line of a megabyte helps nobody; the position is enough.
    let line = source.text().lines().map(str::len).max().unwrap_or(0);
    if line > 10_000 {
        return None;
    }
    let name = source.name();
    let (start, end) = (span.start as usize, span.end.max(span.start) as usize);
    // Of several lines, the first: ariadne draws nothing of a label over more than one that has no text of its own.
    let lines = source.text().get(start..end).unwrap_or_default();
    let range = start..start + lines.find('\n').unwrap_or(end - start);
    let config = Config::default()
        .with_index_type(IndexType::Byte)
        .with_color(is_colored);
    let mut report = Report::build(kind, (name, range.clone()))
        .with_config(config)
        .with_message(&diagnostic.message)
        .with_label(Label::new((name, range)).with_color(color));
    if let Some(help) = &diagnostic.help {
        report = report.with_help(help);
    }
    let cache = (name, ariadne::Source::from(source.text()));
    let mut text = Vec::new();
    report.finish().write(cache, &mut text).ok()?;
    String::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use saturate::diag::{Source, Span};

    fn shown(text: &str, start: u32, end: u32) -> String {
        let source = Source::new("f.jl", text);
        let diagnostic = Diagnostic::at(&source, Span { start, end }, "what is wrong");
        drawn(&diagnostic, ReportKind::Error, Color::Red, false).unwrap()
    }

    #[test]
    fn what_spans_several_lines_shows_the_first() {
        let text = shown("x = 1\nfunction f(a)\n    a +\nend\n", 6, 31);
        assert!(text.contains("function f(a)"), "{text}");
    }

    #[test]
    fn one_line_is_shown_whole() {
        let text = shown("x = 1 + y\n", 4, 9);
        assert!(text.contains("x = 1 + y"), "{text}");
    }
}
