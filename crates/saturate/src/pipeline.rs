//! The optimiser: from a typed function and rules to a better function.
//!
//! ```text
//! function ─► e-graph + skeleton ─► saturate ─► goals ─► extract ─► elaborate ─► verify ─► function
//! ```
//!
//! Whatever goes wrong on the way, and whenever the result would cost more than the original, the caller gets the
//! original function back, with the reason.

use crate::assume::{self, Assumption};
use crate::calls::Through;
use crate::egraph::analysis::is_confused;
use crate::egraph::{Freedoms, Progress, Report};
use crate::elaborate::elaborate;
use crate::elaborate::guard::combine;
use crate::explain::{self, Explanation};
use crate::extract::check::{check, Violation};
use crate::extract::dag;
use crate::extract::problem::Effort;
use crate::host::Host;
use crate::ir::infer::Inferred;
use crate::ir::{verify, Function};
pub use crate::options::{Options, Strategy};
use crate::picture::Picture;
pub use crate::prepare::{prepare, Prepared, Times};
use crate::prepare::{prepare_under, Clock};
use crate::raise::with_loops;
use crate::rules::rule::RuleSet;
use crate::sizes::choose::{self, Compared};
use crate::sizes::priced::Priced;
pub use crate::sizes::show::{Curve, Shown, Variants};
use crate::sizes::terms::Terms;
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
    /// Rules have made values of different types equal, and the program looks at their types, or has a literal that would be of both.
    Confused,
    /// The extractor has no answer.
    NoAnswer(dag::ExtractError),
    /// The answer did not stand the check: a defect.
    InvalidAnswer(Violation),
    /// The result did not stand the check: a defect.
    InvalidResult(verify::VerifierError),
    /// The sizes that were given are not those of the arguments.
    WrongSizes(String),
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
            Kept::WrongSizes(what) => f.write_str(what),
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
    /// The programs among which the function picks by size; none if there is one program.
    pub variants: Variants,
    /// The programs themselves, in that order.
    pub programs: Vec<Function>,
    /// What became of calls that were looked into.
    pub through: Through,
    /// What picks among them.
    pub guard: Option<(Terms, Compared)>,
}

/// Optimises a function. `inferred` is what inference found for it on this host.
pub fn optimize(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &mut dyn Host,
    options: &Options,
) -> Optimized {
    let part = |function: &Function, inferred: &Inferred, host: &mut dyn Host, parts: u32| {
        with_assumptions(function, inferred, rules, host, options, parts)
    };
    let mut optimized = with_loops(function, inferred, rules, host, options, &part);
    if let Some(explanation) = &mut optimized.explanation {
        explanation.add_untaken(function, assume::untaken(function, inferred, host));
    }
    optimized
}

/// The same with the loops that there are, as one of `parts`; what is assumed is taken where that is better.
fn with_assumptions(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &mut dyn Host,
    options: &Options,
    parts: u32,
) -> Optimized {
    let Some((function, assumed)) = assume::take(function, inferred, host) else {
        return optimize_under(function, inferred, rules, host, &options.begin(parts), &[]);
    };
    let plain = optimize_under(
        &function,
        inferred,
        rules,
        host,
        &options.begin(2 * parts),
        &[],
    );
    if !options.switches().freedoms.contains(Freedoms::ASSUMPTIONS) {
        return plain;
    }
    let mut under = optimize_under(
        &function,
        inferred,
        rules,
        host,
        &options.begin(2 * parts),
        &assumed,
    );
    let is_better = under.outcome.cost_after < plain.outcome.cost_after - 1e-9;
    if under.outcome.kept.is_some() || !is_better {
        return plain;
    }
    let both = assume::checked(&function, &assumed, &under.function, &plain.function, host);
    if verify::verify(&both).is_err() {
        return plain;
    }
    under.function = both;
    // Behind the check, they are no programs for all arguments.
    under.programs.clear();
    under.guard = None;
    under
}

/// The same where something is known of the arguments.
fn optimize_under(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &mut dyn Host,
    options: &Options,
    assumed: &[Assumption],
) -> Optimized {
    let mut attempt = |options: &Options, every_call: bool| {
        attempt_under(
            function, inferred, rules, host, options, assumed, every_call,
        )
    };
    let first = attempt(options, false);
    match first.outcome.kept {
        Some(Kept::NoAnswer(dag::ExtractError::Infeasible(_))) => attempt(&options.resume(), true),
        _ => first,
    }
}

/// One attempt, with [every call](crate::extract::build::Context::every_call) or not.
fn attempt_under(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &mut dyn Host,
    options: &Options,
    assumed: &[Assumption],
    every_call: bool,
) -> Optimized {
    let mut prepared = prepare_under(
        function, inferred, rules, host, options, assumed, every_call,
    );
    // Only a picture needs it a second time, and it has a name and numbers for every rule.
    let saturation = if options.picture {
        prepared.saturation.clone()
    } else {
        std::mem::take(&mut prepared.saturation)
    };
    let sizes = prepared.sizes.take();
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
    let picture = |prepared: &Prepared<'_>, chosen| {
        options
            .picture
            .then(|| Picture::new(prepared, chosen, rules))
    };
    let keep = |prepared: &Prepared<'_>, mut outcome: Outcome, why: Kept| {
        outcome.kept = Some(why);
        outcome.cost_after = prepared.cost_kept;
        Optimized {
            function: function.clone(),
            outcome,
            explanation: None,
            picture: picture(prepared, None),
            variants: Variants::default(),
            programs: Vec::new(),
            through: Through::default(),
            guard: None,
        }
    };
    if prepared.built.is_confused || is_confused(&prepared.egraph) {
        return keep(&prepared, outcome, Kept::Confused);
    }
    if let Some(tell) = options.limits.progress {
        tell(Progress::Choosing);
    }
    if let Some(priced) = sizes {
        return match by_size(function, &mut prepared, &priced, rules, options, outcome) {
            Ok(optimized) => optimized,
            Err(kept) => {
                let (outcome, why) = *kept;
                keep(&prepared, outcome, why)
            }
        };
    }
    let built = &prepared.built;
    let answer = match options
        .strategy
        .make()
        .and_then(|extractor| extractor.extract(&built.problem, &options.extraction))
    {
        Ok(answer) => answer,
        Err(error) => return keep(&prepared, outcome, Kept::NoAnswer(error)),
    };
    match check(&built.problem, &answer) {
        Ok(()) => {}
        // Only of the best choice is it a defect.
        Err(Violation::Wasteful(..))
            if matches!(options.strategy, Strategy::Chaos(_) | Strategy::Greedy)
                || answer.effort.fell_back => {}
        Err(violation) => return keep(&prepared, outcome, Kept::InvalidAnswer(violation)),
    }
    outcome.optimal = answer.optimal;
    outcome.bound = answer.bound;
    outcome.cost_after = answer.cost;
    outcome.effort = answer.effort;
    outcome.times.extract += clock.lap();
    let cheaper = outcome.cost_after <= prepared.cost_kept + 1e-9;
    if !cheaper && !matches!(options.strategy, Strategy::Chaos(_)) {
        return keep(&prepared, outcome, Kept::NoCheaper);
    }
    let result = elaborate(&prepared.egraph, &prepared.skeleton, built, &answer);
    outcome.times.elaborate = clock.lap();
    if let Err(error) = verify::verify(&result.function) {
        return keep(&prepared, outcome, Kept::InvalidResult(error));
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
        picture: picture(&prepared, Some((&answer, &result))),
        function: result.function,
        outcome,
        explanation,
        variants: Variants::default(),
        programs: Vec::new(),
        through: Through::default(),
        guard: None,
    }
}

/// The second half where costs depend on sizes: one program, or several behind a guard. The error is why the original stays.
fn by_size(
    function: &Function,
    prepared: &mut Prepared<'_>,
    priced: &Priced,
    rules: &RuleSet,
    options: &Options,
    mut outcome: Outcome,
) -> Result<Optimized, Box<(Outcome, Kept)>> {
    let mut clock = Clock(Instant::now());
    let known = match &options.sizes {
        None => None,
        Some(sizes) => match priced.given(sizes, function) {
            Ok(known) => Some(known),
            Err(what) => return Err(Box::new((outcome, Kept::WrongSizes(what)))),
        },
    };
    let problem = &mut prepared.built.problem;
    let choice = match choose::choose(priced, problem, options, known.as_ref()) {
        Ok(choice) => choice,
        Err(choose::Failed::NoAnswer(error)) => {
            return Err(Box::new((outcome, Kept::NoAnswer(error))))
        }
        Err(choose::Failed::Invalid(why)) => {
            return Err(Box::new((outcome, Kept::InvalidAnswer(why))))
        }
    };
    // In the source, calls cost what they cost before their callees were optimised.
    outcome.cost_before = choice.cost_before + (prepared.cost_before - prepared.cost_kept);
    outcome.cost_after = choice.cost_after;
    outcome.times.extract += clock.lap();
    let main = &choice.variants[choice.main];
    if let Some(answer) = &main.answer {
        outcome.optimal = answer.optimal;
        outcome.bound = answer.bound;
        outcome.effort = answer.effort;
    }
    if main.answer.is_none() && choice.variants.len() == 1 {
        return Err(Box::new((outcome, Kept::NoCheaper)));
    }
    let mut elaborated = Vec::with_capacity(choice.variants.len());
    for variant in &choice.variants {
        let (egraph, skeleton, built) = (&prepared.egraph, &prepared.skeleton, &prepared.built);
        let result = variant
            .answer
            .as_ref()
            .map(|answer| elaborate(egraph, skeleton, built, answer));
        if let Some(Err(error)) = result.as_ref().map(|of| verify::verify(&of.function)) {
            return Err(Box::new((outcome, Kept::InvalidResult(error))));
        }
        elaborated.push(result);
    }
    let mut programs: Vec<Function> = (elaborated.iter())
        .map(|result| {
            (result.as_ref())
                .map_or(function, |result| &result.function)
                .clone()
        })
        .collect();
    let (mut variants, mut guard) = (Variants::default(), None);
    let mut written = programs[choice.main].clone();
    if programs.len() > 1 {
        let host = &mut *prepared.egraph.analysis.cache().host;
        if let Some(guarded) = combine(function, &programs, &choice.compared, &priced.terms, host) {
            written = guarded;
            variants = Variants::new(&choice, priced, function, options.picture);
            guard = Some((priced.terms.clone(), choice.compared.clone()));
        }
    }
    if guard.is_none() {
        programs.clear();
    }
    outcome.times.elaborate = clock.lap();
    if let Err(error) = verify::verify(&written) {
        return Err(Box::new((outcome, Kept::InvalidResult(error))));
    }
    let chosen = main.answer.as_ref().zip(elaborated[choice.main].as_ref());
    let explanation = chosen.filter(|_| options.explain).map(|(answer, _)| {
        let (egraph, skeleton) = (&prepared.egraph, &prepared.skeleton);
        let (provenance, built) = (&prepared.provenance, &prepared.built);
        explain::explain(egraph, skeleton, provenance, built, answer, rules)
    });
    Ok(Optimized {
        picture: (options.picture).then(|| Picture::new(prepared, chosen, rules)),
        function: written,
        outcome,
        explanation,
        variants,
        through: Through::default(),
        programs,
        guard,
    })
}
