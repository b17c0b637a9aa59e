//! What the optimiser did, as text that is easy to take apart.
//!
//! One fact per line, its words separated by tabs:
//!
//! ```text
//! cost_before  12          kept  no cheaper program was found        (only where the original was returned)
//! cost_after   3           times build|saturate|extract|elaborate    microseconds, a line each
//! optimal      1           rule  trig.1  matches applied banned
//! nodes        40          refused  trig.1  count  reason
//! fell_back    0           (1: the ILP solver had no answer in its time, and the choice is a greedy one)
//! through  what became of a call
//! variant  source?  share  cost  name  from  to  name  from  to ...
//! ```

use saturate::host::Host;
use saturate::pipeline::Optimized;
use std::fmt::Write;

/// The lines of a report.
pub fn lines(optimized: &Optimized, host: &mut dyn Host) -> String {
    let outcome = &optimized.outcome;
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
    line("fell_back", &[&i32::from(outcome.effort.fell_back)]);
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
    for variant in &optimized.variants.list {
        let is_source = i32::from(variant.is_source);
        let mut words: Vec<&dyn std::fmt::Display> =
            vec![&is_source, &variant.share, &variant.cost];
        for (name, from, to) in &variant.ranges {
            words.extend([name as &dyn std::fmt::Display, from, to]);
        }
        line("variant", &words);
    }
    for what in optimized.through.lines(host) {
        line("through", &[&what]);
    }
    for (name, rule) in &saturation.rules {
        line("rule", &[name, &rule.matches, &rule.applied, &rule.banned]);
        for (reason, count) in &rule.refused {
            line("refused", &[name, count, reason]);
        }
    }
    text
}
