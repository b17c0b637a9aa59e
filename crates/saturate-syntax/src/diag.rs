//! Positions in source text, and diagnostics that carry them.
//!
//! The library returns diagnostics as data; only the command line draws them with the source line.

use std::fmt;
use std::sync::Arc;

/// A half-open range of bytes in one source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// One source text: a file, a prelude, an argument of the command line. Cheap to clone.
#[derive(Clone)]
pub struct Source(Arc<SourceData>);

struct SourceData {
    name: String,
    text: String,
    /// Byte offset of the first byte of each line.
    lines: Vec<u32>,
    /// Whether spans in it are whole lines.
    by_lines: bool,
}

impl Source {
    /// A text and the name to show for it.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source::make(name.into(), text.into(), false)
    }

    /// A text of whose statements only the lines are known: spans in it are whole lines.
    pub fn by_lines(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source::make(name.into(), text.into(), true)
    }

    fn make(name: String, text: String, by_lines: bool) -> Source {
        let lines = std::iter::once(0)
            .chain(
                text.bytes()
                    .enumerate()
                    .filter(|&(_, byte)| byte == b'\n')
                    .map(|(at, _)| at as u32 + 1),
            )
            .collect();
        Source(Arc::new(SourceData {
            name,
            text,
            lines,
            by_lines,
        }))
    }

    /// Whether spans in it are whole lines.
    pub fn is_by_lines(&self) -> bool {
        self.0.by_lines
    }

    /// The span of a line, counted from 1, without the blanks around it; `None` if the text has no such line, or a blank one.
    pub fn line(&self, number: u32) -> Option<Span> {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.0.lines.get(at)? as usize;
        let end = self
            .0
            .lines
            .get(at + 1)
            .map_or(self.0.text.len(), |&next| next as usize);
        let line = &self.0.text[start..end];
        let inner = line.trim();
        let start = start + (line.len() - line.trim_start().len());
        (!inner.is_empty()).then(|| Span::new(start as u32, (start + inner.len()) as u32))
    }

    /// The name to show.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The part of the text that a span covers.
    pub fn text_at(&self, span: Span) -> &str {
        let (start, end) = (span.start as usize, span.end as usize);
        self.text().get(start..end).unwrap_or_default()
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Whether two are the same text under the same name.
    pub fn is_same(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.name == other.0.name && self.0.text == other.0.text
    }

    /// Line and column of a byte, both from 1; columns count characters.
    pub fn line_column(&self, byte: u32) -> (u32, u32) {
        let line = self.0.lines.partition_point(|&start| start <= byte).max(1) - 1;
        let start = self.0.lines[line] as usize;
        let mut end = (byte as usize).clamp(start, self.0.text.len());
        while !self.0.text.is_char_boundary(end) {
            end -= 1;
        }
        let column = self.0.text[start..end].chars().count() as u32;
        (line as u32 + 1, column + 1)
    }
}

impl PartialEq for Source {
    /// Whether it is the same text, not only one like it.
    fn eq(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?})", self.0.name)
    }
}

/// What went wrong, where, and what to do about it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// One sentence without a full stop, naming the construct, rule or function.
    pub message: String,
    /// Where, if it came from a text.
    pub at: Option<(Source, Span)>,
    /// What to do, if there is something to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a position.
    pub fn new(message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            at: None,
            help: None,
        }
    }

    /// A diagnostic at a place in a text.
    pub fn at(source: &Source, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            at: Some((source.clone(), span)),
            help: None,
        }
    }

    /// The same, with advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// `file:line:column: message`, the form tests and editors read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((source, span)) = &self.at {
            let (line, column) = source.line_column(span.start);
            write!(f, "{}:{line}:{column}: ", source.name())?;
        }
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_spans_without_blanks() {
        let source = Source::by_lines("f.jl", "a = 1\n\n  größer(x) \t\nend");
        let text = |number| {
            source
                .line(number)
                .map(|span| &source.text()[span.start as usize..span.end as usize])
        };
        assert_eq!(text(1), Some("a = 1"));
        assert_eq!(text(3), Some("größer(x)"));
        assert_eq!(text(4), Some("end"));
        for missing in [0, 2, 5, u32::MAX] {
            assert_eq!(text(missing), None);
        }
    }
}
