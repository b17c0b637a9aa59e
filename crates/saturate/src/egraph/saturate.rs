//! The loop: search all rules, apply what the policy admits, rebuild, until nothing changes or a limit is reached.
//!
//! In each iteration every rule is searched on the same e-graph, then the matches are applied in the order of the rules.
//! A rule looks only where something changed since it was last searched ([`index`](super::index)), unless it was held back
//! or refused meanwhile ([`schedule`](super::schedule)): what was found and applied once need not be found again.
//!
//! Limits are counted inside the search and the application. Those on iterations, nodes and work are the same on every machine;
//! the one on time is not, and the report says when it was what ended the run.
//!
//! Before each search, calls of a computed function whose value has become known are made equal to calls of it,
//! so that `f(~x)` finds them.

use super::apply::{apply, Failure, Scratch};
use super::guard::holds;
use super::index::{Changes, Index};
use super::known::Sieve;
use super::language::{ENode, Op};
use super::matcher::{search, Budget, Exhausted, MAX_COERCIONS};
use super::matches::{Match, Matches};
use super::order::sizes;
use super::policy::{Decision, Policy};
use super::provenance::Cause;
use super::report::{Iteration, Report, RuleReport, RuleTurn, StopReason};
use super::schedule::{Backoff, Schedule, Turn};
use super::{unite, EGraph};
use crate::opkey::OpKey;
use crate::rules::guard::Guard;
use crate::rules::rule::{RuleId, RuleSet};
use egg::{Id, Language};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// So many iterations are done, and the e-graph has so many nodes.
    Saturating {
        /// Iterations.
        iteration: usize,
        /// E-nodes.
        nodes: usize,
    },
    /// Saturation is over; the program is being chosen.
    Choosing,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Iterations.
    pub iterations: usize,
    /// E-nodes beyond those of the program, so that a long function is optimised, too. Exceeded by at most what one
    /// application adds, and the rebuild joins.
    pub nodes: usize,
    /// Nodes that the search looks at.
    pub work: u64,
    /// Time from the start, if it is limited.
    pub time: Option<Duration>,
    /// How much of that time is left for what follows, as a multiple of the time in which the e-graph has grown: who looks at all of a large e-graph needs more.
    pub reserve: f64,
    /// How explosive rules are held back.
    pub backoff: Backoff,
    /// Whether a rule looks only where something changed. The result is the same without, only slower: for tests.
    pub incremental: bool,
    /// Whether applications remember what they matched, for complete explanations.
    pub explain: bool,
    /// Whether refused matches are kept, not only counted.
    pub refusals: bool,
    /// Who is told how far it has come. A plain function: it changes nothing of the run.
    pub progress: Option<fn(Progress)>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            iterations: 30,
            nodes: 10_000,
            work: 10_000_000,
            time: Some(Duration::from_secs(5)),
            reserve: 0.0,
            backoff: Backoff::default(),
            incremental: true,
            explain: false,
            refusals: false,
            progress: None,
        }
    }
}

/// Reasons for a refusal that the engine itself gives.
mod reason {
    pub use super::super::soundness::reason::{EFFECTS, NO_METHOD};
    pub const GUARD: &str = "guard is false";
    pub const UNDECIDED: &str = "guard is undecided";
    pub const NOTHING: &str = "right side is nothing";
    pub const UNKNOWN: &str = "value is not known";
}

/// Runs `rules` on an e-graph under a policy. The e-graph is rebuilt at the end.
pub fn saturate(
    egraph: &mut EGraph<'_>,
    rules: &RuleSet,
    policy: &mut dyn Policy,
    limits: &Limits,
) -> Report {
    let mut run = Run::new(egraph, rules, limits);
    let stop = run.run(policy);
    run.report(stop)
}

/// Why a match was not applied.
struct Refused {
    reason: Cow<'static, str>,
    /// Whether that may pass although nothing the match depends on changes.
    may_pass: bool,
}

impl Refused {
    fn for_good(reason: impl Into<Cow<'static, str>>) -> Refused {
        Refused {
            reason: reason.into(),
            may_pass: false,
        }
    }

    fn for_now(reason: impl Into<Cow<'static, str>>) -> Refused {
        Refused {
            reason: reason.into(),
            may_pass: true,
        }
    }
}

struct Run<'r, 'e, 'h> {
    egraph: &'e mut EGraph<'h>,
    rules: &'r RuleSet,
    limits: &'r Limits,
    schedule: Schedule,
    start: Instant,
    /// When the application of matches began that is under way.
    applying: Option<Instant>,
    /// The size that the e-graph may have.
    size: usize,
    work: u64,
    rule_reports: Vec<RuleReport>,
    iterations: Vec<Iteration>,
    /// What the rules did in this iteration.
    turns: Vec<RuleTurn>,
    times: [Duration; 3],
    scratch: Scratch,
    /// The furthest reach of a rule.
    reach: u32,
    /// Whether a rule has a variable in head position, which needs the callees of calls as classes.
    computed_heads: bool,
    /// Calls that rules with guards may ask for, because some rule says what they are.
    answered: FxHashSet<OpKey>,
}

impl<'r, 'e, 'h> Run<'r, 'e, 'h> {
    fn new(egraph: &'e mut EGraph<'h>, rules: &'r RuleSet, limits: &'r Limits) -> Self {
        let patterns = || rules.iter().map(|(_, rule)| &rule.pattern);
        Run {
            egraph,
            rules,
            limits,
            schedule: Schedule::new(limits.backoff, rules.len()),
            start: Instant::now(),
            applying: None,
            size: limits.nodes,
            work: limits.work,
            rule_reports: vec![RuleReport::default(); rules.len()],
            iterations: Vec::new(),
            turns: Vec::new(),
            times: [Duration::ZERO; 3],
            scratch: Scratch::default(),
            reach: patterns().map(|pattern| pattern.reach()).max().unwrap_or(0)
                + MAX_COERCIONS as u32,
            computed_heads: patterns().any(|pattern| pattern.has_computed_head()),
            answered: patterns()
                .filter(|pattern| pattern.target().is_none())
                .filter_map(|pattern| pattern.root_key())
                .collect(),
        }
    }

    fn run(&mut self, policy: &mut dyn Policy) -> StopReason {
        let start = Instant::now();
        self.egraph.rebuild();
        self.resolve_callees();
        self.egraph.analysis.take_touched();
        self.size = self.egraph.total_size().saturating_add(self.limits.nodes);
        self.times[2] += start.elapsed();
        let mut touched: Option<Vec<Id>> = None;
        let mut known = 0;
        loop {
            let iteration = self.iterations.len();
            if iteration == self.limits.iterations {
                return StopReason::Iterations;
            }
            if self.egraph.total_size() > self.size {
                return StopReason::Nodes;
            }
            let start = Instant::now();
            let size = (self.egraph.total_size(), self.egraph.number_of_classes());
            let changes = touched.as_deref().map(|touched| Changes {
                touched,
                nodes: known,
            });
            known = self.egraph.nodes().len();
            let (found, mut stop) = self.search(iteration, changes, policy);
            let searched = Instant::now();
            self.times[0] += searched - start;
            let matches = found.iter().map(|(_, found)| found.len() as u64).sum();
            let mut applied = 0;
            self.applying = Some(searched);
            // What an interrupted search has found is applied all the same, unless time is up: it is reproducible.
            if stop != Some(StopReason::Time) {
                for (id, found) in found {
                    let (count, reason) = match self.apply_all(iteration, id, &found, policy) {
                        Ok(count) => (count, None),
                        Err((count, reason)) => (count, Some(reason)),
                    };
                    applied += count;
                    let number = id.as_u32();
                    if let Ok(at) = self.turns.binary_search_by_key(&number, |turn| turn.rule) {
                        self.turns[at].applied = count;
                    }
                    if reason.is_some() {
                        stop = stop.or(reason);
                        break;
                    }
                }
            }
            let done = Instant::now();
            self.applying = None;
            self.times[1] += done - searched;
            self.egraph.rebuild();
            if applied > 0 && policy.conclude(self.egraph) {
                self.egraph.rebuild();
            }
            self.resolve_callees();
            touched = Some(self.egraph.analysis.take_touched());
            self.times[2] += done.elapsed();
            let new_size = (self.egraph.total_size(), self.egraph.number_of_classes());
            self.iterations.push(Iteration {
                ids: self.egraph.nodes().len(),
                rules: std::mem::take(&mut self.turns),
                nodes: new_size.0,
                classes: new_size.1,
                matches,
                applied,
            });
            if let Some(tell) = self.limits.progress {
                tell(Progress::Saturating {
                    iteration: self.iterations.len(),
                    nodes: new_size.0,
                });
            }
            if let Some(stop) = stop {
                return stop;
            }
            if applied == 0 && size == new_size && !self.schedule.release(iteration) {
                return StopReason::Saturated;
            }
            if self.is_late() {
                return StopReason::Time;
            }
        }
    }

    /// When to stop, as far as the e-graph has grown.
    fn deadline(&self) -> Option<Instant> {
        let time = self.limits.time?;
        let applying = self
            .applying
            .map_or(Duration::ZERO, |since| since.elapsed());
        let grown = self.times[1] + self.times[2] + applying;
        Some(self.start + time.saturating_sub(grown.mul_f64(self.limits.reserve)))
    }

    fn is_late(&self) -> bool {
        self.deadline()
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Searches all rules whose turn it is.
    fn search(
        &mut self,
        iteration: usize,
        changes: Option<Changes<'_>>,
        policy: &dyn Policy,
    ) -> (Vec<(RuleId, Matches)>, Option<StopReason>) {
        let mut index = Index::new(self.egraph, changes, self.reach, self.computed_heads);
        index.coerced_roots = policy.takes_coerced_roots();
        let mut turns = (self.rules.iter()).map(|(id, _)| self.schedule.turn(id, iteration));
        if self.schedule.has_banned() && turns.any(|turn| turn != Turn::Banned) {
            index.sizes = Some(sizes(self.egraph));
        }
        let passes_known = policy.passes_known();
        let deadline = self.deadline();
        let mut all = Vec::with_capacity(self.rules.len());
        for (id, rule) in self.rules.iter() {
            let turn = self.schedule.turn(id, iteration);
            let mut told = RuleTurn {
                rule: id.as_u32(),
                ..RuleTurn::default()
            };
            if turn == Turn::Banned {
                told.banned = true;
                self.turns.push(told);
                continue;
            }
            let report = &mut self.rule_reports[id.as_u32() as usize];
            let mut budget = Budget {
                work: self.work,
                matches: self.schedule.match_limit(id),
                deadline,
            };
            let everywhere = turn == Turn::Everywhere
                || !self.limits.incremental
                || rule.pattern.is_beside()
                || rule.guards.iter().any(Guard::is_global);
            let sieve = match passes_known {
                true => Sieve::new(rule, &index),
                false => Sieve::Open,
            };
            let (found, exhausted) = search(&index, &rule.pattern, everywhere, sieve, &mut budget);
            report.searched += 1;
            report.work += self.work - budget.work;
            self.work = budget.work;
            match exhausted {
                Some(Exhausted::Matches) => {
                    report.banned += 1;
                    self.schedule.ban(id, iteration);
                    told.banned = true;
                    self.turns.push(told);
                    continue;
                }
                Some(Exhausted::Work) => {
                    report.matches += found.len() as u64;
                    told.matches = found.len() as u64;
                    self.turns.push(told);
                    all.push((id, found));
                    return (all, Some(StopReason::Work));
                }
                Some(Exhausted::Time) => return (all, Some(StopReason::Time)),
                None => {}
            }
            report.matches += found.len() as u64;
            told.matches = found.len() as u64;
            if told.matches > 0 {
                self.turns.push(told);
            }
            all.push((id, found));
        }
        (all, None)
    }

    /// Applies the matches of one rule; how many changed something.
    fn apply_all(
        &mut self,
        iteration: usize,
        id: RuleId,
        found: &Matches,
        policy: &mut dyn Policy,
    ) -> Result<u64, (u64, StopReason)> {
        let rules = self.rules;
        let rule = rules.rule(id);
        let mut applied = 0;
        let mut final_answers = true;
        let mut repeats = found.repeats().iter().peekable();
        // What is refused for one left side may be granted for another.
        let mut refused = FxHashSet::default();
        for (number, found) in found.iter(id, rule).enumerate() {
            let repeat = repeats.next_if(|repeat| repeat.0 == number as u32);
            if repeat.is_some_and(|(_, first)| !refused.contains(first)) {
                continue;
            }
            match self.apply_one(&found, policy) {
                Ok(true) => applied += 1,
                Ok(false) => {}
                Err(passing) => {
                    final_answers &= !passing;
                    refused.insert(number as u32);
                }
            }
            if self.egraph.total_size() > self.size {
                self.rule_reports[id.as_u32() as usize].applied += applied;
                return Err((applied, StopReason::Nodes));
            }
            if number % 1024 == 1023 && self.is_late() {
                self.rule_reports[id.as_u32() as usize].applied += applied;
                return Err((applied, StopReason::Time));
            }
        }
        if final_answers {
            self.schedule.complete(id, iteration);
        }
        self.rule_reports[id.as_u32() as usize].applied += applied;
        Ok(applied)
    }

    /// Applies one match, unless it is refused: then says whether the refusal may pass although nothing the match depends on
    /// changes.
    fn apply_one(&mut self, found: &Match<'_>, policy: &mut dyn Policy) -> Result<bool, bool> {
        let refused = match self.try_apply(found, policy) {
            Ok(changed) => return Ok(changed),
            Err(refused) => refused,
        };
        self.rule_reports[found.id.as_u32() as usize].refuse(&refused.reason);
        if self.limits.refusals {
            let mut reason = refused.reason.into_owned();
            if let Some(remedy) = policy.remedy(self.egraph, found, &reason) {
                reason = format!("{reason}: {remedy}");
            }
            let log = self.egraph.analysis.log.get_mut();
            log.refusal(found.id, found.root(), &reason);
        }
        Err(refused.may_pass)
    }

    fn try_apply(&mut self, found: &Match<'_>, policy: &mut dyn Policy) -> Result<bool, Refused> {
        policy.forget();
        for guard in &found.rule.guards {
            match holds(self.egraph, policy, guard, found, &self.answered) {
                Ok(Some(true)) => {}
                Ok(Some(false)) => return Err(Refused::for_good(reason::GUARD)),
                Ok(None) => return Err(Refused::for_good(reason::UNDECIDED)),
                Err(message) => return Err(Refused::for_good(message)),
            }
        }
        let how = match policy.admit(self.egraph, found) {
            Decision::Apply(how) => how,
            Decision::Done(changed) => return Ok(changed),
            Decision::Refuse(reason) => return Err(Refused::for_now(reason)),
        };
        let outcome = apply(
            self.egraph,
            found,
            how,
            self.limits.explain,
            &mut self.scratch,
        );
        outcome.map_err(|failure| match failure {
            Failure::NoMethod => Refused::for_now(reason::NO_METHOD),
            Failure::Effects | Failure::Stateless | Failure::Unordered => {
                Refused::for_now(reason::EFFECTS)
            }
            Failure::Identity => Refused::for_now(super::soundness::reason::IDENTITY),
            Failure::Nothing => Refused::for_good(reason::NOTHING),
            Failure::Unknown => Refused::for_good(reason::UNKNOWN),
            Failure::Threw(message) => Refused::for_good(message),
        })
    }

    /// Makes calls of a computed function whose value is known equal to calls of it; and, where rules have variables in
    /// head position, gives every callee a class.
    fn resolve_callees(&mut self) {
        let mut changed = false;
        let computed: Vec<Id> = self
            .egraph
            .classes_for_op(&OpKey::APPLY)
            .into_iter()
            .flatten()
            .collect();
        for class in computed {
            let calls: Vec<ENode> = self.egraph[class]
                .nodes
                .iter()
                .filter(|node| node.key() == OpKey::APPLY)
                .filter_map(|node| {
                    let (&callee, args) = node.children().split_first()?;
                    let callee = self.egraph[callee].data.constant()?;
                    let tag = node.tag();
                    Some(ENode::new(Op::Call { callee, tag }, args))
                })
                .collect();
            for call in calls {
                let call = self.egraph.add(call);
                changed |= unite(self.egraph, class, call, Cause::Given);
            }
        }
        if self.computed_heads {
            let mut callees: Vec<_> = self
                .egraph
                .classes()
                .flat_map(|class| class.nodes.iter())
                .filter_map(|node| node.key().callee())
                .collect();
            callees.sort_unstable();
            callees.dedup();
            let before = self.egraph.nodes().len();
            for callee in callees {
                self.egraph.add(ENode::constant(callee));
            }
            changed |= self.egraph.nodes().len() != before;
        }
        if changed {
            self.egraph.rebuild();
        }
    }

    fn report(mut self, stop: StopReason) -> Report {
        for (id, _) in self.rules.iter() {
            let report = &mut self.rule_reports[id.as_u32() as usize];
            report.banned = u64::from(self.schedule.bans(id));
        }
        let cache = self.egraph.analysis.cache();
        Report {
            stop,
            nodes: self.egraph.total_number_of_nodes(),
            classes: self.egraph.number_of_classes(),
            work: self.limits.work - self.work,
            iterations: self.iterations,
            rules: self
                .rules
                .iter()
                .map(|(_, rule)| rule.name.clone())
                .zip(self.rule_reports)
                .collect(),
            inferences: cache.inferences,
            contradictions: cache.contradictions,
            widenings: cache.widenings,
            truncations: cache.truncations,
            times_us: self.times.map(|time| time.as_micros() as u64),
        }
    }
}
