//! The optimiser: from a typed function and rules to a better function.
//!
//! ```text
//! function ─► e-graph + skeleton ─► saturate ─► goals ─► extract ─► elaborate ─► verify ─► function
//! ```
//!
//! Whatever goes wrong on the way, and whenever the result would cost more than the original, the caller gets the
//! original function back, with the reason.

use crate::egraph::analysis::is_confused;
use crate::egraph::{Progress, Report};
use crate::elaborate::elaborate;
use crate::explain::{self, Explanation};
use crate::extract::check::{check, Violation};
use crate::extract::dag;
use crate::extract::problem::Effort;
use crate::host::Host;
use crate::ir::infer::Inferred;
use crate::ir::{verify, Function};
pub use crate::options::{Options, Strategy};
use crate::picture::Picture;
use crate::prepare::Clock;
pub use crate::prepare::{prepare, Prepared, Times};
use crate::rules::rule::RuleSet;
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// What was done, in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Cost of the original.
    pub cost_before: f64,
    /// Cost of the result.
    pub cost_after: f64,
    /// Whether the choice is proved to be the cheapest.
    pub optimal: bool,
    /// No choice costs less than this, in the e-graph as it is; 0 if nothing is proved.
    pub bound: f64,
    /// What saturation did.
    pub saturation: Report,
    /// How long it took.
    pub times: Times,
    /// The size of the extraction problem, as it was solved.
    pub effort: Effort,
    /// Why the original was returned, if it was.
    pub kept: Option<Kept>,
}

/// Why the original was returned.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// No program that was found costs less.
    NoCheaper,
    /// Rules have made values of different types equal, and the program looks at their types.
    Confused,
    /// The extractor has no answer.
    NoAnswer(dag::ExtractError),
    /// The answer did not stand the check: a defect.
    InvalidAnswer(Violation),
    /// The result did not stand the check: a defect.
    InvalidResult(verify::VerifierError),
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kept::NoCheaper => f.write_str("no cheaper program was found"),
            Kept::Confused => f.write_str(
                "rules have made values of different types equal, and the program looks at both types",
            ),
            Kept::NoAnswer(error) => error.fmt(f),
            Kept::InvalidAnswer(violation) => {
                write!(f, "the extraction is not valid: {violation}")
            }
            Kept::InvalidResult(error) => write!(f, "the result is not valid: {error}"),
        }
    }
}

impl Serialize for Kept {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The result.
pub struct Optimized {
    /// The function to use.
    pub function: Function,
    /// What was done.
    pub outcome: Outcome,
    /// Why, where that was asked for and a choice was made.
    pub explanation: Option<Explanation>,
    /// The e-graph, where that was asked for.
    pub picture: Option<Picture>,
}

/// Optimises a function. `inferred` is what inference found for it on this host.
pub fn optimize(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &mut dyn Host,
    options: &Options,
) -> Optimized {
    let mut prepared = prepare(function, inferred, rules, host, options);
    // Only a picture needs it a second time, and it has a name and numbers for every rule.
    let saturation = if options.picture {
        prepared.saturation.clone()
    } else {
        std::mem::take(&mut prepared.saturation)
    };
    let built = &prepared.built;
    let mut clock = Clock(Instant::now());
    let mut outcome = Outcome {
        cost_before: prepared.cost_before,
        cost_after: prepared.cost_before,
        optimal: false,
        bound: 0.0,
        saturation,
        times: prepared.times,
        effort: Effort::default(),
        kept: None,
    };
    let picture = |chosen| {
        options
            .picture
            .then(|| Picture::new(&prepared, chosen, rules))
    };
    let keep = |mut outcome: Outcome, why: Kept| {
        outcome.kept = Some(why);
        outcome.cost_after = outcome.cost_before;
        Optimized {
            function: function.clone(),
            outcome,
            explanation: None,
            picture: picture(None),
        }
    };
    if is_confused(&prepared.egraph) {
        return keep(outcome, Kept::Confused);
    }
    if let Some(tell) = options.limits.progress {
        tell(Progress::Choosing);
    }
    let answer = match options
        .strategy
        .make()
        .and_then(|extractor| extractor.extract(&built.problem, &options.extraction))
    {
        Ok(answer) => answer,
        Err(error) => return keep(outcome, Kept::NoAnswer(error)),
    };
    match check(&built.problem, &answer) {
        Ok(()) => {}
        // Only of the best choice is it a defect.
        Err(Violation::Wasteful(..))
            if matches!(options.strategy, Strategy::Chaos(_) | Strategy::Greedy) => {}
        Err(violation) => return keep(outcome, Kept::InvalidAnswer(violation)),
    }
    outcome.optimal = answer.optimal;
    outcome.bound = answer.bound;
    outcome.cost_after = answer.cost;
    outcome.effort = answer.effort;
    outcome.times.extract += clock.lap();
    let cheaper = outcome.cost_after <= outcome.cost_before + 1e-9;
    if !cheaper && !matches!(options.strategy, Strategy::Chaos(_)) {
        return keep(outcome, Kept::NoCheaper);
    }
    let result = elaborate(&prepared.egraph, &prepared.skeleton, built, &answer);
    outcome.times.elaborate = clock.lap();
    if let Err(error) = verify::verify(&result.function) {
        return keep(outcome, Kept::InvalidResult(error));
    }
    let explanation = options.explain.then(|| {
        let (egraph, skeleton) = (&prepared.egraph, &prepared.skeleton);
        explain::explain(
            egraph,
            skeleton,
            &prepared.provenance,
            built,
            &answer,
            rules,
        )
    });
    Optimized {
        picture: picture(Some((&answer, &result))),
        function: result.function,
        outcome,
        explanation,
    }
}
