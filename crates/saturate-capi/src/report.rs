//! What the optimiser did, as text that is easy to take apart.
//!
//! One fact per line, its words separated by tabs:
//!
//! ```text
//! cost_before  12          kept  no cheaper program was found        (only where the original was returned)
//! cost_after   3           times build|saturate|extract|elaborate    microseconds, a line each
//! optimal      1           rule  trig.1  matches applied banned
//! nodes        40          refused  trig.1  count  reason
//! ```

use saturate::pipeline::Outcome;
use std::fmt::Write;

/// The lines of a report.
pub fn lines(outcome: &Outcome) -> String {
    let saturation = &outcome.saturation;
    let mut text = String::new();
    let mut line = |name: &str, words: &[&dyn std::fmt::Display]| {
        text.push_str(name);
        for word in words {
            let mut plain = String::new();
            // Writing to a string does not fail.
            let _ = write!(plain, "{word}");
            text.push('\t');
            text.push_str(&plain.replace(['\t', '\n'], " "));
        }
        text.push('\n');
    };
    line("cost_before", &[&outcome.cost_before]);
    line("cost_after", &[&outcome.cost_after]);
    line("optimal", &[&i32::from(outcome.optimal)]);
    line("classes", &[&saturation.classes]);
    line("nodes", &[&saturation.nodes]);
    line("iterations", &[&saturation.iterations.len()]);
    line("stop", &[&saturation.stop]);
    line("work", &[&saturation.work]);
    line("contradictions", &[&saturation.contradictions]);
    line("times", &[&"build", &outcome.times.build]);
    line("times", &[&"saturate", &outcome.times.saturate]);
    line("times", &[&"extract", &outcome.times.extract]);
    line("times", &[&"elaborate", &outcome.times.elaborate]);
    if let Some(why) = &outcome.kept {
        line("kept", &[why]);
    }
    for (name, rule) in &saturation.rules {
        line("rule", &[name, &rule.matches, &rule.applied, &rule.banned]);
        for (reason, count) in &rule.refused {
            line("refused", &[name, count, reason]);
        }
    }
    text
}
