//! What saturation did, as data.

use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// Why saturation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// No rule has anything more to say.
    #[default]
    Saturated,
    /// The limit on iterations.
    Iterations,
    /// The limit on e-nodes.
    Nodes,
    /// The limit on nodes looked at.
    Work,
    /// The limit on time: the result may differ from run to run.
    Time,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Saturated => "saturated",
            StopReason::Iterations => "limit on iterations",
            StopReason::Nodes => "limit on e-nodes",
            StopReason::Work => "limit on work",
            StopReason::Time => "limit on time",
        })
    }
}

/// What became of one rule.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RuleReport {
    /// Iterations in which it was searched.
    pub searched: u64,
    /// Matches found. One that is found again in a later iteration counts again.
    pub matches: u64,
    /// Matches that made something equal that was not.
    pub applied: u64,
    /// Times the rule was held back for having too many matches.
    pub banned: u64,
    /// Refused matches, by reason, in order of first occurrence.
    pub refused: IndexMap<String, u64>,
    /// Work spent on searching it.
    pub work: u64,
}

impl RuleReport {
    /// Counts a refusal.
    pub fn refuse(&mut self, reason: &str) {
        match self.refused.get_mut(reason) {
            Some(count) => *count += 1,
            None => {
                self.refused.insert(reason.to_owned(), 1);
            }
        }
    }
}

/// One rule in one iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleTurn {
    /// Its number in the rule set.
    pub rule: u32,
    /// Matches found.
    pub matches: u64,
    /// Matches that changed something.
    pub applied: u64,
    /// Whether it was held back, or found too much and will be.
    pub banned: bool,
}

/// Sizes at the end of an iteration.
#[derive(Clone, Debug, Serialize)]
pub struct Iteration {
    /// Nodes ever added: what was made in this iteration has a smaller id, and none smaller than in the one before.
    pub ids: usize,
    /// The rules that found something or were held back, in order.
    pub rules: Vec<RuleTurn>,
    /// E-nodes.
    pub nodes: usize,
    /// E-classes.
    pub classes: usize,
    /// Matches found.
    pub matches: u64,
    /// Matches that changed something.
    pub applied: u64,
}

/// The whole story.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Why it ended.
    pub stop: StopReason,
    /// E-nodes at the end.
    pub nodes: usize,
    /// E-classes at the end.
    pub classes: usize,
    /// Nodes looked at.
    pub work: u64,
    /// Sizes per iteration.
    pub iterations: Vec<Iteration>,
    /// Per rule, by name, in the order of the rule set.
    pub rules: IndexMap<String, RuleReport>,
    /// Questions to the host about calls.
    pub inferences: u64,
    /// Times two different constants of one type met in a class: the rules contradict each other.
    pub contradictions: u64,
    /// Times a class had too many member types to keep apart.
    pub widenings: u64,
    /// Times a call had too many combinations of argument members.
    pub truncations: u64,
    /// Microseconds spent on searching, applying, rebuilding.
    #[serde(serialize_with = "times")]
    pub times_us: [u64; 3],
}

fn times<S: Serializer>(times: &[u64; 3], serializer: S) -> Result<S::Ok, S::Error> {
    let names = ["search", "apply", "rebuild"];
    serializer.collect_map(names.into_iter().zip(times))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: {} e-nodes in {} classes after {} iterations, {} units of work",
            self.stop,
            self.nodes,
            self.classes,
            self.iterations.len(),
            self.work,
        )?;
        for (name, rule) in &self.rules {
            if rule.matches == 0 && rule.banned == 0 {
                continue;
            }
            write!(
                f,
                "  {name}: {} matches, {} applied",
                rule.matches, rule.applied
            )?;
            if rule.banned > 0 {
                write!(f, ", held back {} times", rule.banned)?;
            }
            for (reason, count) in &rule.refused {
                write!(f, ", {count} refused: {reason}")?;
            }
            writeln!(f)?;
        }
        for (count, what) in [
            (self.contradictions, "contradicting constants"),
            (self.widenings, "classes with too many types"),
            (
                self.truncations,
                "calls with too many combinations of types",
            ),
        ] {
            if count > 0 {
                writeln!(f, "  {count} {what}")?;
            }
        }
        Ok(())
    }
}
