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
    /// Lets runs that make the same value at the same place be one: a choice that does not look at costs has some.
    pub(super) fn share_runs(&mut self, problem: &Problem) {
        // By item, place and the epoch that it is good in.
        let mut first: FxHashMap<(Item, Place, Option<Epoch>), u32> = FxHashMap::default();
        let mut same: Vec<u32> = Vec::with_capacity(self.runs.len());
        let mut dirty: Vec<Option<Epoch>> = Vec::with_capacity(self.runs.len());
        for number in 0..self.runs.len() {
            let run = &mut self.runs[number];
            for source in &mut run.operands {
                source.redirect(&same);
            }
            let data = &problem.instances[run.instance];
            let aliases = matches!(data.kind, Kind::Run { aliases: true, .. });
            let epochs = run.operands.iter().filter_map(|source| {
                let mut within = source.coercions.iter();
                let within = within.find_map(|&instance| match problem.instances[instance].kind {
                    Kind::Coerce(within) => within,
                    _ => None,
                });
                within.or(match source.origin {
                    Origin::Run(of) => dirty[of as usize],
                    Origin::Instance(instance) => match problem.instances[instance].kind {
                        Kind::Lent => Some(problem.places.places[run.place].epoch),
                        _ => None,
                    },
                })
            });
            let dirt = epochs.last().filter(|_| aliases);
            dirty.push(dirt);
            let known = first.entry((data.item, run.place, dirt));
            // Operands come before users, so that an earlier run depends on no later one.
            same.push(*known.or_insert(number as u32));
        }
        for source in self.uses.values_mut().flatten() {
            source.redirect(&same);
        }
        if same
            .iter()
            .enumerate()
            .any(|(number, &first)| number as u32 != first)
        {
            self.only_needed(problem);
        }
    }

    /// Drops what no use needs: arguments of parameters that nothing uses, and runs for them.
    pub(super) fn only_needed(&mut self, problem: &Problem) {
        let mut runs = vec![false; self.runs.len()];
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
        let mut sources: Vec<&Source> = Vec::new();
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut uses[id], true) {
                continue;
            }
            sources.extend(&self.uses[id]);
            while let Some(source) = sources.pop() {
                match source.origin {
                    Origin::Run(number) => {
                        if !std::mem::replace(&mut runs[number as usize], true) {
                            sources.extend(&self.runs[number as usize].operands);
                        }
                    }
                    Origin::Instance(instance) => {
                        if let Kind::Param(join) = problem.instances[instance].kind {
                            work.extend(&problem.joins[join].uses);
                        }
                    }
                }
            }
        }
        let mut position = Vec::with_capacity(runs.len());
        let mut kept = 0;
        for &needed in &runs {
            position.push(kept);
            kept += u32::from(needed);
        }
        let mut number = 0;
        self.runs.retain(|_| {
            number += 1;
            runs[number - 1]
        });
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
    pub(super) fn price(&self, problem: &Problem) -> f64 {
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
