//! The first half of the optimiser: a saturated e-graph, and the choice that it leaves as a problem.
//!
//! ```text
//! function ─► e-graph + skeleton ─► known arguments ─► saturate ─► what may go (`strict`) ─► problem P
//! ```

use crate::assume::{suppose, Assumption};
use crate::calls::CallCosts;
use crate::effects;
use crate::egraph::control;
use crate::egraph::convert::{convert, widen_params, Manner};
use crate::egraph::language::{ENode, Op};
use crate::egraph::ledger::Role;
use crate::egraph::provenance::{Application, Cause, Provenance};
use crate::egraph::skeleton::Skeleton;
use crate::egraph::soundness::MemoryPolicy;
use crate::egraph::{canonical, saturate, unite, Clauses, EGraph, Limits, Report};
use crate::extract::build::{build, leaf_place, Anchors, Built, Context, CostModel};
use crate::extract::dump::dump;
use crate::extract::hoist::Hoists;
use crate::extract::licence;
use crate::extract::place::{Place, Places};
use crate::extract::ways::on_every_way;
use crate::host::{Global, Host, Known};
use crate::ir::infer::Inferred;
use crate::ir::{Function, InstKind, Type, Value};
use crate::options::Options;
use crate::rules::rule::RuleSet;
use crate::sizes::{self, priced::Priced};
use egg::Language;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use smallvec::SmallVec;
use std::sync::Arc;
use std::time::Instant;

/// The part of a limit on time that saturation may take, with [what is reserved](RESERVE).
const SATURATION_SHARE: f64 = 0.85;

/// What saturation has made must still be looked at and chosen from: up to twice as long as adding it took.
const RESERVE: f64 = 2.0;

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
    /// What its parts cost at all sizes, where costs depend on them.
    pub sizes: Option<Priced>,
    /// The cost of the original, in its terms.
    pub cost_before: f64,
    /// The same where calls go to versions of what they call.
    pub cost_kept: f64,
    /// What saturation did.
    pub saturation: Report,
    /// How long it took so far.
    pub times: Times,
}

impl Prepared<'_> {
    /// The e-graph with its costs and roots, as a JSON value in the format of `egraph-serialize`.
    pub fn dump(&self) -> serde_json::Value {
        dump(&self.egraph, &self.skeleton, &self.built)
    }
}

/// Measures phases.
pub(crate) struct Clock(pub(crate) Instant);

impl Clock {
    pub(crate) fn lap(&mut self) -> u64 {
        let passed = self.0.elapsed().as_micros() as u64;
        self.0 = Instant::now();
        passed
    }
}

/// The first half of [`optimize`](crate::optimize): everything up to the choice. `inferred` is what inference found for the function on
/// this host.
pub fn prepare<'h>(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &'h mut dyn Host,
    options: &Options,
) -> Prepared<'h> {
    prepare_under(function, inferred, rules, host, options, &[], false)
}

/// The same where something is known of the arguments, and with [every call](Context::every_call) or not.
pub(crate) fn prepare_under<'h>(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &'h mut dyn Host,
    options: &Options,
    assumptions: &[Assumption],
    every_call: bool,
) -> Prepared<'h> {
    let mut times = Times::default();
    let mut clock = Clock(Instant::now());
    let (mut egraph, mut skeleton) = convert(
        function.clone(),
        inferred,
        host,
        Manner {
            strict: options.strict,
            goes_on: options.goes_on,
        },
        options.switches(),
    );
    let inspected = egraph.analysis.inspected_mut();
    inspected.set_generic(rules.generic());
    // What is known of arguments is known of those that the function is asked for with; below another one, it is called with what stands there.
    if !options.goes_on {
        known_arguments(&mut egraph, &mut skeleton, inferred, rules);
    }
    if !assumptions.is_empty() {
        suppose(&mut egraph, &mut skeleton, assumptions);
    }
    // What is equal on every way to a join is equal behind it, and may decide another branch.
    while control::update(&mut egraph, &mut skeleton) {
        egraph.rebuild();
    }
    times.build = clock.lap();
    // What a match has matched tells where the code that replaces it may stand.
    let limits = Limits {
        explain: true,
        refusals: options.explain,
        time: options
            .limits
            .time
            .map(|time| time.mul_f64(SATURATION_SHARE)),
        reserve: RESERVE,
        ..options.limits
    };
    let saturation = {
        let mut policy = MemoryPolicy::new(&mut skeleton);
        saturate::saturate(&mut egraph, rules, &mut policy, &limits)
    };
    widen_params(&mut egraph, &skeleton);
    times.saturate = clock.lap();

    let provenance = Provenance::new(&mut egraph);
    let costs = RuleCosts {
        rules,
        calls: &options.call_costs,
        is_source: false,
    };
    let places = Arc::new(Places::new(&skeleton));
    let cost_kept = cost_of(&egraph, &skeleton, &places, &costs);
    let source = RuleCosts {
        is_source: true,
        ..costs
    };
    let cost_before = cost_of(&egraph, &skeleton, &places, &source);
    let anchors = anchors(&egraph, &skeleton, &places, &provenance, rules);
    licence::grant(&egraph, &mut skeleton, &provenance, &anchors, &places);
    let relaxed = relaxed_nodes(rules, &provenance);
    let context = Context {
        skeleton: &skeleton,
        places: &places,
        anchors: &anchors,
        relaxed: &relaxed,
        costs: &costs,
        every_call,
    };
    let built = build(&egraph, &context, options.strategy.keeps_optional_calls());
    let sizes = match rules.has_sizes() {
        true => Priced::new(&egraph, &skeleton, &places, &built, rules, &costs),
        false => None,
    };
    times.extract = clock.lap();
    Prepared {
        egraph,
        skeleton,
        provenance,
        built,
        sizes,
        cost_before,
        cost_kept,
        saturation,
        times,
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
    let is_on = skeleton.contract.clauses.contains(Clauses::ARGUMENTS);
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

/// Costs by rule declarations: the narrowest one that covers a call; what its code costs where none does; 1 where that is not known.
#[derive(Clone, Copy)]
struct RuleCosts<'r> {
    rules: &'r RuleSet,
    calls: &'r CallCosts,
    /// Whether calls cost what they cost in the source.
    is_source: bool,
}

impl CostModel for RuleCosts<'_> {
    fn cost(&self, call: &[Known], subtype: &mut dyn FnMut(Type, Type) -> bool) -> f64 {
        let covering = sizes::covering(self.rules, call, subtype);
        if let Some(rule) = covering {
            return rule.cost.nominal();
        }
        match self.calls.of(call) {
            Some((before, _)) if self.is_source => before,
            Some((_, after)) => after,
            None => 1.0,
        }
    }
}

/// The calls of the original program that cost something: the weights of their places, and their operands.
pub(crate) fn source_calls<'a>(
    skeleton: &'a Skeleton,
    places: &'a Places,
) -> impl Iterator<Item = (f64, SmallVec<[Value; 8]>)> + 'a {
    let function = &skeleton.function;
    let blocks = skeleton.dominators.preorder().iter();
    let insts = blocks.flat_map(|&block| function.blocks[block].insts.iter().copied());
    let paid = insts.filter(|&inst| {
        let is_call = matches!(
            function.insts[inst].kind,
            InstKind::Call { .. } | InstKind::New { .. }
        );
        let is_constant = skeleton.statement(inst).is_some_and(|statement| {
            statement.role == Role::Floating && statement.node.as_const().is_some()
        });
        is_call && !is_constant
    });
    paid.map(|inst| {
        let weight = places.places[places.of(inst)].weight;
        (weight, function.operands(inst).collect())
    })
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
    for (weight, values) in source_calls(skeleton, places) {
        let known: SmallVec<[Known; 8]> = (values.iter())
            .map(|&value| Known {
                ty: function.values[value].ty,
                constant: function.values[value].constant,
            })
            .collect();
        total += weight * costs.cost(&known, &mut |a, b| cache.subtype(a, b));
    }
    total
}

/// Places where the original program ran a node, or the statement that a rule has replaced by it.
fn anchors(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    places: &Places,
    provenance: &Provenance,
    rules: &RuleSet,
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
    // With `strict`, a statement does not give its place to an equal call, but to what a rule makes of one.
    let mut pinned: FxHashMap<ENode, SmallVec<[Place; 2]>> = FxHashMap::default();
    for &block in skeleton.dominators.preorder() {
        for &inst in &skeleton.function.blocks[block].insts {
            let statement: Option<&_> = skeleton.statement(inst);
            if let Some(statement) = statement {
                let node = canonical(egraph, &statement.node);
                let mut here: SmallVec<[Place; 2]> = SmallVec::from_slice(hoists.of(inst));
                here.push(places.of(inst));
                // A reader of an equal object runs where the object is made.
                if let (Op::Call { callee, tag }, true) = (
                    node.op(),
                    node.tag().site().is_some() && !skeleton.contract.strict,
                ) {
                    let plain =
                        crate::egraph::language::Tag::new(tag.epoch(), None, tag.inbounds());
                    let reader = ENode::call(callee, plain, node.children());
                    for &place in &here {
                        add(&mut anchors, reader.clone(), place);
                    }
                }
                if skeleton.pinned.contains(inst) {
                    let places = pinned.entry(node.without_site()).or_default();
                    places.extend_from_slice(&here);
                }
                for place in here {
                    add(&mut anchors, node.clone(), place);
                }
            }
        }
    }
    for (node, place) in on_every_way(egraph, skeleton, places) {
        add(&mut anchors, node, place);
    }
    // A rule's nodes stand where its root stood; roots may be nodes of rules themselves.
    let log = provenance.log();
    let mut by_root: FxHashMap<&ENode, Vec<&Application>> = FxHashMap::default();
    for application in log.applications() {
        if rules.rule(application.rule).pattern.target().is_some() {
            // It is about a value, whatever makes that: its nodes stand where the value is there.
            for node in &egraph[egraph.find(application.root)].nodes {
                if let Op::Leaf(leaf) = node.op() {
                    if let (Some(place), _) = leaf_place(skeleton, places, skeleton.leaves[leaf]) {
                        add(&mut anchors, node.clone(), place);
                    }
                }
                by_root.entry(node).or_default().push(application);
            }
        } else if let Some(root) = log.premises(application).last() {
            by_root.entry(root).or_default().push(application);
        }
    }
    let mut todo: Vec<(&ENode, Place)> = by_root
        .keys()
        .flat_map(|&root| {
            let own = anchors.get(root).into_iter().flatten();
            let pinned = pinned.get(root).into_iter().flatten();
            own.chain(pinned).map(move |&place| (root, place))
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
