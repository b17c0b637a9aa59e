//! What an extractor answers: the choice, its cost, and what is proved about it.

use super::budget::Budget;
use super::{ClassId, NodeId, Problem};
use cranelift_entity::EntityRef;
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// A choice of nodes, with its cost and what is proved about it.
///
/// Invariants, re-proved by [`check`](super::check()): only classes that the roots need are covered; `cost` is
/// the sum of the chosen nodes' costs; `bound <= cost`, up to rounding; `optimal` implies `bound == cost`.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The chosen node of each class; `None` where the class is not needed.
    pub choices: Vec<Option<NodeId>>,
    /// Sum of the chosen nodes' costs.
    pub cost: f64,
    /// No solution costs less than this; `-∞` where nothing is known.
    pub bound: f64,
    /// Whether `cost` is proved to be the least.
    pub optimal: bool,
    /// What the extractor did.
    pub stats: Stats,
}

impl Solution {
    /// The node chosen for `class`, if the roots need it.
    pub fn choice(&self, class: ClassId) -> Option<NodeId> {
        self.choices[class.index()]
    }

    /// The chosen nodes, by class.
    pub fn chosen(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.choices.iter().flatten().copied()
    }

    /// Keeps of `choices` what the roots need, and adds up its cost; nothing is claimed about optimality.
    ///
    /// Every class that the roots need through `choices` must have a choice.
    pub(crate) fn from_choices(problem: &Problem, choices: &[Option<NodeId>]) -> Self {
        let mut needed = vec![None; choices.len()];
        let mut stack: Vec<ClassId> = problem.roots().to_vec();
        while let Some(class) = stack.pop() {
            if needed[class.index()].is_none() {
                let node = choices[class.index()].expect("a needed class has a choice");
                needed[class.index()] = Some(node);
                stack.extend_from_slice(problem.children(node));
            }
        }
        // Added up by class, so that two ways to find one choice report one cost.
        let cost = needed.iter().flatten().map(|&n| problem.cost(n)).sum();
        Self {
            choices: needed,
            cost,
            bound: f64::NEG_INFINITY,
            optimal: false,
            stats: Stats::default(),
        }
    }
}

/// Counters of one extraction. All but the times are the same in every run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Nodes left after preprocessing.
    pub kernel_nodes: u64,
    /// Classes left after preprocessing.
    pub kernel_classes: u64,
    /// Independent components of what was left.
    pub components: u64,
    /// Landmarks found: the steps of the lower bound.
    pub landmarks: u64,
    /// Frontiers evaluated.
    pub states: u64,
    /// Nodes of the search tree.
    pub branches: u64,
    /// Units of work done; compare [`Limits::work`].
    pub work: u64,
    /// Whether a limit, on work or on time, stopped the search.
    pub out_of_work: bool,
    /// Microseconds in the ILP solver, its models included.
    pub solver_us: u64,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "kernel {} nodes in {} classes, {} components; {} landmarks, {} frontiers, {} branches, {} work{}",
            self.kernel_nodes,
            self.kernel_classes,
            self.components,
            self.landmarks,
            self.states,
            self.branches,
            self.work,
            if self.out_of_work { " (limit)" } else { "" }
        )
    }
}

/// What an extraction may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Units of work, each about one edge looked at; where time is not up before, the answer depends on this number and on
    /// nothing else.
    ///
    /// Preprocessing and a first solution are always made, whatever the limit: a few visits per edge.
    pub work: u64,
    /// When to stop, also within preprocessing; a first solution is made all the same.
    pub until: Option<Instant>,
}

impl Limits {
    /// The default limit of work, in edges looked at: one to two seconds of one core.
    pub const DEFAULT_WORK: u64 = 200_000_000;

    /// This limit on work, and none on time.
    pub fn of_work(work: u64) -> Self {
        Self { work, until: None }
    }

    /// The work that is left where `done` is done; none once time is up.
    pub(crate) fn left(&self, done: u64) -> u64 {
        match self.until {
            Some(until) if Instant::now() >= until => 0,
            _ => self.work.saturating_sub(done),
        }
    }

    /// What a method may spend that begins behind `done`, and gets one part in `parts` of what is left.
    pub(crate) fn budget(&self, done: u64, parts: u64) -> Budget {
        Budget::new(self.left(done) / parts, self.until)
    }

    /// Whether nothing is left.
    pub(crate) fn are_reached(&self, done: u64) -> bool {
        self.left(done) == 0
    }

    /// The limits for the next of `parts` that share the work that is left.
    pub(crate) fn share(self, done: u64, parts: usize) -> Self {
        let work = done + self.work.saturating_sub(done) / parts.max(1) as u64;
        Self { work, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::of_work(Self::DEFAULT_WORK)
    }
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExtractError {
    /// This root has no acyclic derivation of finite cost.
    Infeasible(ClassId),
    /// The problem is not well formed, or not one that this extractor treats.
    Problem(String),
    /// The ILP solver failed; its status.
    Solver(String),
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Problem(what) => f.write_str(what),
            Self::Solver(status) => write!(f, "the ILP solver gave no answer: {status}"),
            Self::Infeasible(root) => {
                write!(f, "root {root} cannot be extracted: each of its nodes is unusable or needs the root itself")
            }
        }
    }
}

impl std::error::Error for ExtractError {}
