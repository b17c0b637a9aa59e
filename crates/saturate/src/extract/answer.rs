//! Answers of [P](super::problem): what runs where.

use super::place::Place;
use super::problem::{Instance, Item, Kind, Owner, Problem, Statement, UseId};
use crate::egraph::language::Epoch;
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;
use serde::Serialize;
use smallvec::SmallVec;
use std::fmt;

/// What a value comes from, behind coercions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A run, by its number in the answer.
    Run(u32),
    /// An instance without code: free, or a parameter.
    Instance(Instance),
}

/// What meets an operand or a use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Instances that coerce, from the item that is wanted down to the one that the origin makes.
    pub coercions: SmallVec<[Instance; 1]>,
    /// What makes it.
    pub origin: Origin,
}

impl Source {
    /// Takes the run that `same` names for the one it has.
    fn redirect(&mut self, same: &[u32]) {
        if let Origin::Run(number) = &mut self.origin {
            *number = same[*number as usize];
        }
    }
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What runs.
    pub instance: Instance,
    /// Where.
    pub place: Place,
    /// What meets its operands.
    pub operands: SmallVec<[Source; 4]>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What runs, operands before users.
    pub runs: Vec<Run>,
    /// What meets each use; nothing, where it is not needed.
    pub uses: PrimaryMap<UseId, Option<Source>>,
    /// The alternative taken of each statement.
    pub alternatives: PrimaryMap<Statement, u32>,
    /// What it costs.
    pub cost: f64,
    /// No answer costs less than this.
    pub bound: f64,
    /// Whether the cost is proved to be the least.
    pub optimal: bool,
    /// How hard it was.
    pub effort: Effort,
}

impl Answer {
    /// Lets runs that make the same value be one, where one serves for the others: a choice that does not look at costs
    /// has some.
    pub(super) fn share_runs(&mut self, problem: &Problem) {
        loop {
            let dirty = self.dirty(problem);
            let mut by_item: FxHashMap<Item, SmallVec<[u32; 2]>> = FxHashMap::default();
            for (number, run) in self.runs.iter().enumerate() {
                let item = problem.instances[run.instance].item;
                by_item.entry(item).or_default().push(number as u32);
            }
            let places = &problem.places;
            let mut same: Vec<u32> = (0..self.runs.len() as u32).collect();
            // Runs around the current one, from the top down.
            let mut around: Vec<u32> = Vec::new();
            let place = |run: u32| self.runs[run as usize].place;
            for runs in by_item.values_mut().filter(|runs| runs.len() > 1) {
                runs.sort_unstable_by_key(|&run| (places.time(place(run)), run));
                around.clear();
                for &run in runs.iter() {
                    while (around.last())
                        .is_some_and(|&at| !places.dominates(place(at), place(run)))
                    {
                        around.pop();
                    }
                    let dirt = dirty[run as usize];
                    // At one place, what comes first depends on nothing that comes later.
                    let serves = |&other: &u32| match dirty[other as usize] {
                        None => dirt.is_none() || place(other) != place(run),
                        of => of == dirt,
                    };
                    if let Some(best) = around.iter().copied().find(serves) {
                        same[run as usize] = best;
                    }
                    around.push(run);
                }
            }
            if same.iter().enumerate().all(|(n, &other)| n as u32 == other) {
                return;
            }
            for run in &mut self.runs {
                for source in &mut run.operands {
                    source.redirect(&same);
                }
            }
            for source in self.uses.values_mut().flatten() {
                source.redirect(&same);
            }
            self.only_needed(problem);
        }
    }

    /// The epoch that each run is good in, where it is not clean.
    fn dirty(&self, problem: &Problem) -> Vec<Option<Epoch>> {
        let mut dirty: Vec<Option<Epoch>> = Vec::with_capacity(self.runs.len());
        for run in &self.runs {
            let here = problem.places.places[run.place].epoch;
            let aliases = matches!(
                problem.instances[run.instance].kind,
                Kind::Run { aliases: true, .. }
            );
            let is_dirty = run.operands.iter().any(|source| {
                let coercions = source.coercions.iter();
                let mut kinds = coercions.map(|&instance| &problem.instances[instance].kind);
                kinds.any(|kind| matches!(kind, Kind::Coerce(Some(_))))
                    || match source.origin {
                        Origin::Run(of) => dirty[of as usize].is_some(),
                        Origin::Instance(instance) => {
                            problem.instances[instance].kind == Kind::Lent
                        }
                    }
            });
            dirty.push((aliases && is_dirty).then_some(here));
        }
        dirty
    }

    /// Drops what no use needs: arguments of parameters that nothing uses, and runs for them. Puts operands before
    /// users.
    pub(super) fn only_needed(&mut self, problem: &Problem) {
        let mut position: Vec<Option<u32>> = vec![None; self.runs.len()];
        let mut order: Vec<u32> = Vec::new();
        let mut uses: PrimaryMap<UseId, bool> = problem.uses.keys().map(|_| false).collect();
        let mut work: Vec<UseId> = problem
            .uses
            .iter()
            .filter(|(_, data)| match data.owner {
                Owner::Always => true,
                Owner::Join(_) => false,
                Owner::Alternative(statement, number) => self.alternatives[statement] == number,
            })
            .map(|(id, _)| id)
            .collect();
        work.reverse();
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut uses[id], true) {
                continue;
            }
            let Some(source) = &self.uses[id] else {
                continue;
            };
            // Runs with their next operand.
            let mut stack: Vec<(&Source, usize)> = vec![(source, 0)];
            while let Some((source, next)) = stack.pop() {
                match source.origin {
                    Origin::Run(number) => {
                        if position[number as usize].is_some() {
                            continue;
                        }
                        match self.runs[number as usize].operands.get(next) {
                            Some(operand) => {
                                stack.push((source, next + 1));
                                stack.push((operand, 0));
                            }
                            None => {
                                position[number as usize] = Some(order.len() as u32);
                                order.push(number);
                            }
                        }
                    }
                    Origin::Instance(instance) => {
                        if let Kind::Param(join) = problem.instances[instance].kind {
                            work.extend(problem.joins[join].uses.iter().rev());
                        }
                    }
                }
            }
        }
        let runs = order
            .iter()
            .map(|&number| self.runs[number as usize].clone());
        self.runs = runs.collect();
        // What is not needed is not named either.
        let position: Vec<u32> = position.iter().map(|at| at.unwrap_or(u32::MAX)).collect();
        for run in &mut self.runs {
            for source in &mut run.operands {
                source.redirect(&position);
            }
        }
        for (id, source) in self.uses.iter_mut() {
            match source {
                Some(source) if uses[id] => source.redirect(&position),
                _ => *source = None,
            }
        }
    }

    /// The cost, added up.
    pub(crate) fn price(&self, problem: &Problem) -> f64 {
        let mut total = 0.0;
        for run in &self.runs {
            if let Kind::Run { cost, .. } = problem.instances[run.instance].kind {
                total += problem.places.places[run.place].weight * cost;
            }
        }
        for (statement, &taken) in self.alternatives.iter() {
            let data = &problem.statements[statement];
            total +=
                problem.places.places[data.place].weight * data.alternatives[taken as usize].cost;
        }
        total
    }
}

/// The size of the problem that was solved, and the time it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Variables of the formulation.
    pub variables: usize,
    /// Its constraints.
    pub constraints: usize,
    /// Microseconds to construct it.
    pub construct_us: u64,
    /// Microseconds to solve it.
    pub solve_us: u64,
    /// Whether a solver had no answer in its time, and a greedy choice stands in for it.
    pub fell_back: bool,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} variables, {} constraints, {} µs to construct, {} µs to solve",
            self.variables, self.constraints, self.construct_us, self.solve_us
        )
    }
}
