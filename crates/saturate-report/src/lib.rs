//! One run of the optimiser as a page to look at.
//!
//! ```text
//! Page ── file, entries ── Entry ── source, before, after, outcome, explanation, picture
//!   └─► html(): one file with the data as JSON, and the style and the script that show it
//! ```
//!
//! The page stands alone: it loads nothing (its content policy forbids it), and opens from disk. All text reaches
//! it as JSON in a `<script>` element and leaves it through `textContent`, so that no program, however it is written, can be
//! taken for markup: in the JSON, `<`, `>` and `&` are written as escapes. [`picture`] is the e-graph as data, [`flow`] the skeleton; [`dot`] writes
//! it for Graphviz, [`svg`] draws it. Where the function picks by size, curves show what its variants are predicted to cost; the element `measured` is for who can run them.

pub mod dot;
pub mod svg;

use saturate::explain::Explanation;
use saturate::picture::Picture;
use saturate::pipeline::{Outcome, Variants};
use serde::Serialize;

/// What is shown of one entry point.
#[derive(Serialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The function as it was, with bodies in place of calls and calls in place of loops, as text.
    pub before: String,
    /// What became of calls and loops, a line each.
    pub through: Vec<String>,
    /// The function as it is now, as text.
    pub after: String,
    /// The same as Julia source, where it can be written so.
    pub julia: Option<String>,
    /// What was done, in numbers.
    pub outcome: Outcome,
    /// Why; none where the original was kept.
    pub explanation: Option<Explanation>,
    /// The programs among which the function picks by size, if there are several.
    pub variants: Variants,
    /// The e-graph.
    pub picture: Picture,
}

/// What is shown.
#[derive(Serialize)]
pub struct Page<'a> {
    /// The name of the source file.
    pub file: &'a str,
    /// Its text.
    pub source: &'a str,
    /// Microseconds that reading it took.
    pub read: u64,
    /// The entry points.
    pub entries: Vec<Entry>,
}

const TEMPLATE: &str = include_str!("page.html");
/// The style of the page.
pub const STYLE: &str = include_str!("page.css");
/// In the order in which the page runs them.
const SCRIPTS: [&str; 5] = [
    include_str!("layout.js"),
    include_str!("egraph.js"),
    include_str!("flow.js"),
    include_str!("sizes.js"),
    include_str!("page.js"),
];

/// The script of the page: `showReport(element, data)` shows the data of a [`Page`] in an element.
pub fn script() -> String {
    SCRIPTS.concat()
}

impl Page<'_> {
    /// The page as one HTML file.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let data = escape_json(&serde_json::to_string(self)?);
        let title = escape_text(self.file);
        let script = script();
        let mut out = String::with_capacity(data.len() + script.len() + STYLE.len() + 4096);
        // One pass: what is put in is not looked at again.
        let mut rest = TEMPLATE;
        while let Some((before, after)) = rest.split_once("{{") {
            out.push_str(before);
            let (name, after) = after.split_once("}}").unwrap_or((after, ""));
            out.push_str(match name {
                "title" => &title,
                "style" => STYLE,
                "data" => &data,
                _ => &script,
            });
            rest = after;
        }
        out.push_str(rest);
        Ok(out)
    }
}

/// JSON that no HTML parser takes for anything but text.
fn escape_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            _ => out.push(c),
        }
    }
    out
}

/// Text as HTML or XML.
pub(crate) fn escape_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write them.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
