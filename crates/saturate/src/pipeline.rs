//! The optimiser: from a typed function and rules to a better function.
//!
//! ```text
//! function ─► e-graph + skeleton ─► saturate ─► goals ─► extract ─► elaborate ─► verify ─► function
//! ```
//!
//! Whatever goes wrong on the way, and whenever the result would cost more than the original, the caller gets the
//! original function back, with the reason.

use crate::effects;
use crate::egraph::analysis::is_confused;
use crate::egraph::control;
use crate::egraph::convert::{convert, widen_params, Role, Skeleton};
use crate::egraph::language::{ENode, Op};
use crate::egraph::provenance::{Application, Cause, Provenance};
use crate::egraph::soundness::MemoryPolicy;
use crate::egraph::{canonical, saturate, unite, Clauses, EGraph, Limits, Progress, Report};
use crate::elaborate::elaborate;
use crate::explain::{self, Explanation};
use crate::extract::build::{build, Anchors, Built, Context, CostModel};
use crate::extract::check::{check, Violation};
use crate::extract::dag;
use crate::extract::goals::Through;
use crate::extract::hoist::Hoists;
use crate::extract::licence;
use crate::extract::place::{Place, Places};
use crate::extract::problem::{self, Effort};
use crate::host::{Global, Host, Known};
use crate::ir::infer::Inferred;
use crate::ir::{verify, Function, InstKind, Type};
use crate::picture::Picture;
use crate::rules::rule::RuleSet;
use egg::Language;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use smallvec::SmallVec;
use std::fmt;
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
    pub fn make(self) -> Result<Box<dyn problem::FunctionExtractor>, dag::ExtractError> {
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
            }),
            #[cfg(not(feature = "highs"))]
            Strategy::Ilp(_) | Strategy::Paper(_) => {
                let what = "this build has no ILP solver; build with --features highs";
                return Err(dag::ExtractError::Problem(what.into()));
            }
        })
    }

    /// Whether it keeps every optional call that no relaxed rule has matched.
    fn keeps_optional_calls(self) -> bool {
        matches!(self, Strategy::Paper(_))
    }
}

/// The part of a limit on time that saturation may take: what it has made must still be looked at and chosen from, which
/// takes about a tenth as long.
const SATURATION_SHARE: f64 = 0.8;

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
    /// Rules of soundness to apply: all of them, but for tests of the tests.
    pub clauses: Clauses,
    /// Whether to say why the result is what it is.
    pub explain: bool,
    /// Whether to draw the e-graph.
    pub picture: bool,
}

/// Microseconds per phase.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Times {
    /// Conversion to the e-graph.
    pub build: u64,
    /// Saturation.
    pub saturate: u64,
    /// Compiling and solving the extraction problem.
    pub extract: u64,
    /// Writing the function.
    pub elaborate: u64,
}

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

/// A saturated function and its extraction problem.
pub struct Prepared<'h> {
    /// The e-graph.
    pub egraph: EGraph<'h>,
    /// The rest of the function.
    pub skeleton: Skeleton,
    /// Where its nodes come from.
    pub provenance: Provenance,
    /// The problem.
    pub built: Built,
    /// The cost of the original, in its terms.
    pub cost_before: f64,
    /// What saturation did.
    pub saturation: Report,
    /// How long it took so far.
    pub times: Times,
}

/// Measures phases.
struct Clock(Instant);

impl Clock {
    fn lap(&mut self) -> u64 {
        let passed = self.0.elapsed().as_micros() as u64;
        self.0 = Instant::now();
        passed
    }
}

/// The first half of [`optimize`]: everything up to the choice. `inferred` is what inference found for the function on
/// this host.
pub fn prepare<'h>(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &'h mut dyn Host,
    options: &Options,
) -> Prepared<'h> {
    let mut times = Times::default();
    let mut clock = Clock(Instant::now());
    let (mut egraph, mut skeleton) = convert(
        function.clone(),
        inferred,
        host,
        options.strict,
        options.clauses,
    );
    known_arguments(&mut egraph, &mut skeleton, inferred, rules);
    times.build = clock.lap();
    // What a match has matched tells where the code that replaces it may stand.
    let limits = Limits {
        explain: true,
        refusals: options.explain,
        time: options
            .limits
            .time
            .map(|time| time.mul_f64(SATURATION_SHARE)),
        ..options.limits
    };
    let saturation = {
        let mut policy = MemoryPolicy::new(&mut skeleton);
        saturate::saturate(&mut egraph, rules, &mut policy, &limits)
    };
    widen_params(&mut egraph, &skeleton);
    times.saturate = clock.lap();

    let provenance = Provenance::new(&mut egraph);
    let costs = RuleCosts { rules };
    let places = Arc::new(Places::new(&skeleton));
    let cost_before = cost_of(&egraph, &skeleton, &places, &costs);
    let anchors = anchors(&egraph, &skeleton, &places, &provenance);
    licence::grant(&egraph, &mut skeleton, &provenance, &anchors, &places);
    let relaxed = relaxed_nodes(rules, &provenance);
    let context = Context {
        skeleton: &skeleton,
        places: &places,
        anchors: &anchors,
        relaxed: &relaxed,
        costs: &costs,
    };
    let built = build(&egraph, &context, options.strategy.keeps_optional_calls());
    times.extract = clock.lap();
    Prepared {
        egraph,
        skeleton,
        provenance,
        built,
        cost_before,
        saturation,
        times,
    }
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

/// Makes the parameters whose values the rules know equal to them. One of another type cannot have the value. An object that
/// the function, or what it calls, may write has its contents only until then, and any write to memory that is older than the call may be
/// one: another argument may be the same object. An object whose identity matters is not the snapshot.
fn known_arguments(
    egraph: &mut EGraph<'_>,
    skeleton: &mut Skeleton,
    inferred: &Inferred,
    rules: &RuleSet,
) {
    if rules.args().next().is_none() {
        return;
    }
    let function = &skeleton.function;
    let is_on = skeleton.clauses.contains(Clauses::ARGUMENTS);
    let writes = is_on
        && effects::analysis::writes_older_memory(function, inferred, egraph.analysis.cache().host);
    let name = egraph.analysis.cache().host.global(None, function.name);
    let params = function.params(function.entry());
    let params = if function.has_self {
        &params[1..]
    } else {
        params
    };
    let mut changed = false;
    for arg in rules.args() {
        let Some(&param) = params.get(arg.index as usize - 1) else {
            continue;
        };
        let known = egraph.analysis.cache().constant(arg.value);
        let ty = function.values[param].ty;
        let fate = skeleton.aliases.fate(param);
        let is_object = egraph.analysis.cache().may_be_mutable(known.ty);
        if name == Global::Constant(arg.function)
            && egraph.analysis.cache().subtype(known.ty, ty)
            && !(is_object && (writes || fate.written || is_on && fate.compared))
        {
            let class = egraph.add(ENode::constant(arg.value));
            changed |= unite(egraph, skeleton.class(param), class, Cause::Given);
        }
    }
    if changed {
        egraph.rebuild();
        control::update(egraph, skeleton);
        egraph.rebuild();
    }
}

/// The nodes that relaxed rules have matched.
fn relaxed_nodes(rules: &RuleSet, provenance: &Provenance) -> FxHashSet<ENode> {
    let log = provenance.log();
    let relaxed = log
        .applications()
        .iter()
        .filter(|application| rules.rule(application.rule).relaxed);
    relaxed
        .flat_map(|application| log.premises(application).iter().cloned())
        .collect()
}

/// Costs by rule declarations: the last one that covers a call; 1 where none does.
struct RuleCosts<'r> {
    rules: &'r RuleSet,
}

impl CostModel for RuleCosts<'_> {
    fn cost(&self, call: &[Known], subtype: &mut dyn FnMut(Type, Type) -> bool) -> f64 {
        let Some(callee) = call.first().and_then(|callee| callee.constant) else {
            return 1.0;
        };
        let mut cost = 1.0;
        for rule in self
            .rules
            .costs()
            .filter(|rule| rule.calls.function == callee)
        {
            let covers = rule.calls.args.as_ref().is_none_or(|types| {
                types.len() == call.len() - 1
                    && types
                        .iter()
                        .zip(&call[1..])
                        .all(|(&ty, known)| subtype(known.ty, ty))
            });
            if covers {
                cost = rule.cost;
            }
        }
        cost
    }
}

/// The cost of the original program in the terms of extraction.
fn cost_of(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    places: &Places,
    costs: &dyn CostModel,
) -> f64 {
    let mut cache = egraph.analysis.cache();
    let function = &skeleton.function;
    let mut total = 0.0;
    for &block in skeleton.dominators.preorder() {
        for &inst in &function.blocks[block].insts {
            let is_call = matches!(
                function.insts[inst].kind,
                InstKind::Call { .. } | InstKind::New { .. }
            );
            let is_constant = skeleton.statements[inst].as_ref().is_some_and(|statement| {
                statement.role == Role::Floating && statement.node.as_const().is_some()
            });
            if is_call && !is_constant {
                let known: SmallVec<[Known; 8]> = function
                    .operands(inst)
                    .map(|value| Known {
                        ty: function.values[value].ty,
                        constant: function.values[value].constant,
                    })
                    .collect();
                total += places.places[places.of(inst)].weight
                    * costs.cost(&known, &mut |a, b| cache.subtype(a, b));
            }
        }
    }
    total
}

/// Places where the original program ran a node, or the statement that a rule has replaced by it.
fn anchors(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    places: &Places,
    provenance: &Provenance,
) -> Anchors {
    let mut anchors = Anchors::default();
    let add = |anchors: &mut Anchors, node: ENode, place: Place| {
        let list = anchors.entry(node).or_default();
        let covered = list.iter().any(|&other| {
            places.dominates(other, place)
                && places.places[other].block == places.places[place].block
        });
        if !covered {
            list.push(place);
        }
        !covered
    };
    let hoists = Hoists::new(skeleton, places);
    for &block in skeleton.dominators.preorder() {
        for &inst in &skeleton.function.blocks[block].insts {
            let statement: Option<&_> = skeleton.statements[inst].as_ref();
            if let Some(statement) = statement {
                let node = canonical(egraph, &statement.node);
                let mut here: SmallVec<[Place; 2]> = SmallVec::from_slice(hoists.of(inst));
                here.push(places.of(inst));
                // A reader of an equal object runs where the object is made.
                if let (Op::Call { callee, tag }, true) =
                    (node.op(), node.tag().site().is_some() && !skeleton.strict)
                {
                    let plain =
                        crate::egraph::language::Tag::new(tag.epoch(), None, tag.inbounds());
                    let reader = ENode::call(callee, plain, node.children());
                    for &place in &here {
                        add(&mut anchors, reader.clone(), place);
                    }
                }
                for place in here {
                    add(&mut anchors, node.clone(), place);
                }
            }
        }
    }
    // A rule's nodes stand where its root stood; roots may be nodes of rules themselves.
    let log = provenance.log();
    let mut by_root: FxHashMap<&ENode, Vec<&Application>> = FxHashMap::default();
    for application in log.applications() {
        if let Some(root) = log.premises(application).last() {
            by_root.entry(root).or_default().push(application);
        }
    }
    let mut todo: Vec<(&ENode, Place)> = by_root
        .keys()
        .flat_map(|&root| {
            let places = anchors.get(root).into_iter().flatten();
            places.map(move |&place| (root, place))
        })
        .collect();
    todo.sort_unstable();
    while let Some((root, place)) = todo.pop() {
        for application in by_root.get(root).into_iter().flatten() {
            for number in log.made(application) {
                let node = canonical(egraph, provenance.node(egg::Id::from(number as usize)));
                if add(&mut anchors, node.clone(), place) {
                    if let Some((&root, _)) = by_root.get_key_value(&node) {
                        todo.push((root, place));
                    }
                }
            }
        }
    }
    anchors
}
