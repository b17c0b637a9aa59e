//! How to optimise: limits, the way to choose, what is asked for besides the function.

use crate::calls::{CallCosts, Calls};
use crate::egraph::{Limits, Switches};
use crate::extract::dag;
use crate::extract::goals::Through;
use crate::extract::problem::FunctionExtractor;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// The proven optimum, within a budget of work.
    #[default]
    Exact,
    /// A good choice, quickly.
    Greedy,
    /// A random valid choice, for tests.
    Chaos(u64),
    /// The proven optimum by an ILP on HiGHS, within this time (cargo feature `highs`).
    Ilp(Duration),
    /// The paper's formulation on HiGHS, within this time (cargo feature `highs`).
    Paper(Duration),
}

impl Strategy {
    /// The extractor; an error where this build does not have it.
    pub fn make(self) -> Result<Box<dyn FunctionExtractor>, dag::ExtractError> {
        Ok(match self {
            Strategy::Exact => Box::new(Through(dag::Exact)),
            Strategy::Greedy => Box::new(Through(dag::Greedy)),
            Strategy::Chaos(seed) => Box::new(Through(dag::Chaos(seed))),
            #[cfg(feature = "highs")]
            Strategy::Ilp(time) => Box::new(Through(crate::extract::ilp::Ilp {
                seconds: time.as_secs_f64(),
                after_exact: false,
            })),
            #[cfg(feature = "highs")]
            Strategy::Paper(time) => Box::new(crate::extract::paper::Paper {
                seconds: time.as_secs_f64(),
                or_greedy: true,
            }),
            #[cfg(not(feature = "highs"))]
            Strategy::Ilp(_) | Strategy::Paper(_) => {
                let what = "this build has no ILP solver; build with --features highs";
                return Err(dag::ExtractError::Problem(what.into()));
            }
        })
    }

    /// The extractor of plain problems behind it, where that is quick enough to be asked many times.
    pub(crate) fn quick(self) -> Option<Box<dyn dag::Extractor>> {
        match self {
            Strategy::Exact => Some(Box::new(dag::Exact)),
            Strategy::Greedy => Some(Box::new(dag::Greedy)),
            _ => None,
        }
    }

    /// Whether it keeps every optional call that no relaxed rule has matched.
    pub(crate) fn keeps_optional_calls(self) -> bool {
        matches!(self, Strategy::Paper(_))
    }
}

/// The part of a limit on time after which extraction looks for nothing better: a choice must still be made of what there is, and
/// written.
const EXTRACTION_SHARE: f64 = 0.85;

/// How to optimise.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Limits of saturation; that on time is for the whole.
    pub limits: Limits,
    /// Limits of extraction.
    pub extraction: dag::Limits,
    /// Which extractor.
    pub strategy: Strategy,
    /// Whether a call that may throw is dropped only where a rule covers it.
    pub strict: bool,
    /// Whether callers that were made for the original go on with what is returned: then it is of the original's type, and its objects are
    /// made anew where the original makes them.
    pub goes_on: bool,
    /// Clauses of the contract to keep and freedoms to take: all of them, but for tests of the tests.
    #[cfg(feature = "testing")]
    pub switches: Switches,
    /// How far calls are looked into ([`crate::calls::optimize`]).
    pub calls: Calls,
    /// What calls cost whose code is known.
    pub call_costs: Arc<CallCosts>,
    /// The sizes of the array arguments, where the caller knows them: one program for those.
    pub sizes: Option<Vec<u64>>,
    /// Whether to say why the result is what it is.
    pub explain: bool,
    /// Whether to draw the e-graph.
    pub picture: bool,
}

impl Options {
    /// The same for one of `parts` that are optimised one after the other and share the limit on time; its clock begins to run.
    pub(crate) fn begin(&self, parts: u32) -> Options {
        let mut begun = self.clone();
        begun.limits.time = self.limits.time.map(|time| time / parts);
        let share = |time: Duration| Instant::now() + time.mul_f64(EXTRACTION_SHARE);
        begun.extraction.until = begun.limits.time.map(share);
        begun
    }

    /// The same with what is left of the limit on time.
    pub(crate) fn resume(&self) -> Options {
        let mut resumed = self.clone();
        if let (Some(time), Some(until)) = (self.limits.time, self.extraction.until) {
            let left = until.saturating_duration_since(Instant::now());
            resumed.limits.time = Some(left.min(time));
        }
        resumed
    }

    /// The clauses of the contract to keep, and the freedoms to take.
    pub(crate) fn switches(&self) -> Switches {
        #[cfg(feature = "testing")]
        return self.switches;
        #[cfg(not(feature = "testing"))]
        Switches::default()
    }
}
