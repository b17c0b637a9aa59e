//! An explanation on a terminal: with colours, broken into lines that fit.

use crate::terminal::{line, Paint, Style};
use saturate::explain::Explanation;

/// The text of an explanation. Without a terminal it is the explanation's own.
pub fn show(explanation: &Explanation, style: Style) -> String {
    if style == Style::PLAIN {
        return explanation.to_string();
    }
    let mut out = String::new();
    for change in &explanation.changes {
        let at = match &change.at {
            Some(at) => at.to_string(),
            None => format!("%{}", change.value),
        };
        let head = [
            (Paint::Dim, &*at),
            (Paint::Plain, "  "),
            (Paint::Strong, &*change.before),
        ];
        out += &line(style, 8, &head);
        let now = match &change.after {
            None => vec![(Paint::Bad, "    is not needed any more")],
            Some(after) => vec![(Paint::Plain, "    is now  "), (Paint::Good, &**after)],
        };
        out += &line(style, 12, &now);
        for step in &change.steps {
            let by = [
                (Paint::Plain, "    by      "),
                (Paint::Rule, &*step.rule),
                (Paint::Plain, "  "),
                (Paint::Dim, &*step.text),
            ];
            out += &line(style, 12, &by);
        }
        if change.more > 0 {
            let more = format!("    and {} more steps", change.more);
            out += &line(style, 8, &[(Paint::Plain, &more)]);
        }
    }
    for refusal in &explanation.refused {
        let at = refusal.at.as_ref().map(ToString::to_string);
        let mut head = vec![
            (Paint::Bad, "refused: "),
            (Paint::Rule, &*refusal.rule.rule),
        ];
        if let (Some(shown), Some(at)) = (&at, &refusal.at) {
            head.extend([
                (Paint::Plain, " at "),
                (Paint::Dim, &**shown),
                (Paint::Plain, "  "),
                (Paint::Strong, &*at.text),
            ]);
        }
        out += &line(style, 8, &head);
        let reason = format!("    {}", refusal.reason);
        out += &line(style, 4, &[(Paint::Plain, &reason)]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use saturate::explain::{Change, Position, Refusal, Step};

    fn explanation() -> Explanation {
        let at = |text: &str| Position {
            file: "layer.jl".into(),
            line: 4,
            column: 12,
            text: text.into(),
            within: Vec::new(),
        };
        let step = Step {
            rule: "dense.1".into(),
            text: "@relaxed materialize(broadcasted(~f, ~W * ~x)) --> fused_dense(~f, ~W, ~x, ~b)"
                .into(),
            at: None,
        };
        let change = |after: Option<&str>| Change {
            value: 3,
            at: Some(at("σ.(logits)")),
            before: "σ.(logits)".into(),
            after: after.map(Into::into),
            steps: vec![step.clone()],
            more: 2,
        };
        Explanation {
            changes: vec![change(Some("fused_dense(σ, W, x, b)")), change(None)],
            refused: vec![Refusal {
                rule: step.clone(),
                reason: "the left side reads memory in different states".into(),
                at: Some(at("y .+ 1")),
            }],
        }
    }

    /// Without escapes.
    fn bare(text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('\x1b') {
            out += before;
            rest = after.split_once('m').map_or("", |(_, rest)| rest);
        }
        out + rest
    }

    #[test]
    fn colours_and_lines_say_the_same_as_plain_text() {
        let explanation = explanation();
        let plain = explanation.to_string();
        assert_eq!(show(&explanation, Style::PLAIN), plain);
        let color = Style {
            color: true,
            width: None,
        };
        let colored = show(&explanation, color);
        assert_ne!(colored, plain);
        assert_eq!(bare(&colored), plain);
        let narrow = show(
            &explanation,
            Style {
                color: false,
                width: Some(40),
            },
        );
        assert!(
            narrow.lines().all(|line| line.chars().count() <= 40),
            "{narrow}"
        );
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&narrow), words(&plain));
    }
}
