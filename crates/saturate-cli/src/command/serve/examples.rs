//! The bundled programs: the files of `examples/`, each split into program and rules.
//!
//! In the repository a file has both, and the expectations of its text test. In the explorer they are apart: `@rules` blocks, with the
//! comments right above them, go to the editor of rules, `#!` and `#>` lines go.

use saturate::diag::Source;
use serde::Serialize;

macro_rules! examples {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../../../../examples/", $name, ".jl")))),*]
    };
}

/// Name and text of each.
const EXAMPLES: &[(&str, &str)] = examples!(
    "eigen_reuse" "transforms2d" "forward" "gemm" "symmetric" "broadcasts" "control_flow" "partial_evaluation"
);

/// A program and its rules.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Project {
    /// The program.
    pub source: String,
    /// The rules.
    pub rules: String,
}

/// The names.
pub fn names() -> impl Iterator<Item = &'static str> {
    EXAMPLES.iter().map(|(name, _)| *name)
}

/// An example.
pub fn example(name: &str) -> Option<Project> {
    let (_, text) = EXAMPLES.iter().find(|(known, _)| *known == name)?;
    Some(split(text))
}

/// Program and rules of a text that has both.
pub fn split(text: &str) -> Project {
    let mut text: String = text
        .lines()
        .filter(|line| !line.starts_with("#!") && !line.starts_with("#>"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let parsed = saturate::syntax::parse(Source::new("example", text.as_str()));
    let mut blocks = Vec::new();
    for &node in &parsed.toplevel {
        let span = parsed.ast.span(node);
        let (start, end) = (span.start as usize, span.end as usize);
        if text[start..end].starts_with("@rules ") {
            blocks.push(comment_above(&text, start)..end);
        }
    }
    let rules: Vec<&str> = blocks.iter().map(|block| &text[block.clone()]).collect();
    let rules = match &rules[..] {
        [] => String::new(),
        rules => rules.join("\n\n") + "\n",
    };
    for block in blocks.into_iter().rev() {
        let blank = text[block.end..].chars().take_while(|&c| c == '\n').count();
        text.replace_range(block.start..block.end + blank, "");
    }
    Project {
        source: text.trim_end().to_owned() + "\n",
        rules,
    }
}

/// The start of the comment lines that end right before a line.
fn comment_above(text: &str, mut start: usize) -> usize {
    while let Some(above) = text[..start].strip_suffix('\n') {
        let line = above.rfind('\n').map_or(0, |at| at + 1);
        if !above[line..].starts_with('#') {
            break;
        }
        start = line;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_program_are_taken_apart() {
        let text = "# f\nf(x) = x + 0\n\n# the law\n@rules r begin\n    ~x + 0 --> ~x\nend\n\n@saturate r f(::Int64)\n\n#! opt\n#> …\n";
        let apart = split(text);
        assert_eq!(
            apart.rules,
            "# the law\n@rules r begin\n    ~x + 0 --> ~x\nend\n"
        );
        assert_eq!(
            apart.source,
            "# f\nf(x) = x + 0\n\n@saturate r f(::Int64)\n"
        );
    }

    #[test]
    fn a_program_without_rules_stays_whole() {
        let apart = split("f(x) = x\n");
        assert_eq!((&*apart.source, &*apart.rules), ("f(x) = x\n", ""));
    }
}
