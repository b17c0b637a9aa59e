//! What the terminal can show: colours, and how wide it is.
//!
//! Colours and line breaks are for people: a pipe, a file or a text test gets plain text, one line per line. `NO_COLOR` (not empty) and
//! `TERM=dumb` switch colours off.

use console::Term;
use std::io::IsTerminal;
use unicode_width::UnicodeWidthStr;

/// The narrowest text that is still broken into lines; below it, the terminal does.
const NARROWEST: usize = 30;

/// How text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With colours.
    pub color: bool,
    /// Broken into lines of so many columns.
    pub width: Option<usize>,
}

impl Style {
    /// Neither colours nor line breaks.
    pub const PLAIN: Style = Style {
        color: false,
        width: None,
    };

    /// What standard output can show.
    pub fn of_stdout() -> Style {
        if !std::io::stdout().is_terminal() {
            return Style::PLAIN;
        }
        let width = Term::stdout().size_checked().map(|(_, width)| width.into());
        Style {
            color: wants_color(),
            width: width.filter(|&width| width >= NARROWEST),
        }
    }
}

fn wants_color() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !is_set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// As it is.
    Plain,
    /// Of less importance.
    Dim,
    /// What it is about.
    Strong,
    /// New or good.
    Good,
    /// Gone or refused.
    Bad,
    /// The name of a rule.
    Rule,
}

impl Paint {
    fn code(self) -> &'static str {
        match self {
            Paint::Plain => "",
            Paint::Dim => "\x1b[2m",
            Paint::Strong => "\x1b[1m",
            Paint::Good => "\x1b[32m",
            Paint::Bad => "\x1b[31m",
            Paint::Rule => "\x1b[35m",
        }
    }
}

/// A line of painted pieces, broken where it must be: at spaces, and what follows is indented by `hang`.
pub fn line(style: Style, hang: usize, pieces: &[(Paint, &str)]) -> String {
    let mut out = String::new();
    let (mut column, mut is_empty) = (0, true);
    let put = |out: &mut String, paint: Paint, text: &str| {
        let code = if style.color { paint.code() } else { "" };
        out.push_str(code);
        out.push_str(text);
        out.push_str(if code.is_empty() { "" } else { "\x1b[0m" });
    };
    for &(paint, text) in pieces {
        // A word, with the spaces before it.
        let mut rest = text;
        while !rest.is_empty() {
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            let end = rest[spaces..]
                .find(' ')
                .map_or(rest.len(), |at| spaces + at);
            let (mut word, after) = rest.split_at(end);
            rest = after;
            let fits = |column: usize, word: &str| {
                style
                    .width
                    .is_none_or(|width| column + word.width() <= width)
            };
            if !fits(column, word) && !is_empty && spaces > 0 {
                word = &word[spaces..];
                out.push('\n');
                out.push_str(&" ".repeat(hang));
                column = hang;
            }
            // Longer than a line: wherever it ends.
            while let Some(width) = style.width.filter(|_| !fits(column, word)) {
                let mut at = 0;
                let room = width.saturating_sub(column);
                for (start, c) in word.char_indices() {
                    let next = start + c.len_utf8();
                    if word[..next].width() > room {
                        break;
                    }
                    at = next;
                }
                if at == 0 && column <= hang {
                    break;
                }
                put(&mut out, paint, &word[..at]);
                word = &word[at..];
                out.push('\n');
                out.push_str(&" ".repeat(hang));
                column = hang;
            }
            put(&mut out, paint, word);
            column += word.width();
            is_empty = false;
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrow(width: usize) -> Style {
        Style {
            color: false,
            width: Some(width),
        }
    }

    #[test]
    fn plain_text_is_one_line() {
        let long = "a ".repeat(200);
        let text = line(Style::PLAIN, 4, &[(Paint::Good, &long), (Paint::Bad, "b")]);
        assert_eq!(text, format!("{long}b\n"));
    }

    #[test]
    fn words_that_do_not_fit_go_to_the_next_line() {
        let text = line(
            narrow(12),
            4,
            &[(Paint::Plain, "    by one two"), (Paint::Plain, " three")],
        );
        assert_eq!(text, "    by one\n    two\n    three\n");
    }

    #[test]
    fn a_word_longer_than_a_line_is_cut() {
        let text = line(narrow(10), 2, &[(Paint::Plain, "abcdefghijklmnop")]);
        assert_eq!(text, "abcdefghij\n  klmnop\n");
        let wide = line(narrow(5), 0, &[(Paint::Plain, "漢字漢字")]);
        assert_eq!(wide, "漢字\n漢字\n");
        // Less room than indentation: it ends all the same.
        assert!(line(narrow(3), 4, &[(Paint::Plain, "漢字漢字")]).ends_with('\n'));
    }

    #[test]
    fn colours_do_not_count_as_columns() {
        let style = Style {
            color: true,
            width: Some(7),
        };
        let text = line(style, 0, &[(Paint::Good, "one"), (Paint::Bad, " two six")]);
        assert_eq!(
            text.replace("\x1b[32m", "")
                .replace("\x1b[31m", "")
                .replace("\x1b[0m", ""),
            "one two\nsix\n"
        );
    }
}
