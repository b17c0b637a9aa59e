//! Brute force for small problems P: the oracle of the other extractors.
//!
//! Every demand, for an item at a place, is met in every way that the definition allows: by an instance that needs no code,
//! by a run there is already, or by a new run at any place above, all of them. Nothing is ordered by cost and no
//! place is left out for a reason; only what costs as much as the best answer so far is not followed further, so costs must
//! not be negative. What it shares, it shares with the checker.

use super::check::{is_above, stands_well};
use super::place::Place;
use super::problem::{
    Answer, Effort, Instance, Item, Kind, Origin, Owner, Problem, Run, Source, UseId,
};
use cranelift_entity::PrimaryMap;
use smallvec::SmallVec;

/// The cheapest answer, `None` if there is none; an error if more than `limit` steps would be needed.
pub fn brute(problem: &Problem, limit: u64) -> Result<Option<Answer>, LimitReached> {
    let mut search = Search {
        problem,
        best: None,
        steps: limit,
        dirt: problem
            .instances
            .values()
            .any(|data| matches!(data.kind, Kind::Coerce(Some(_)) | Kind::Lent)),
    };
    let mut choices: Vec<Vec<u32>> = vec![Vec::new()];
    for data in problem.statements.values() {
        let ways = 0..data.alternatives.len() as u32;
        choices = choices
            .into_iter()
            .flat_map(|chosen| ways.clone().map(move |way| [&chosen[..], &[way]].concat()))
            .collect();
    }
    for chosen in choices {
        let alternatives: PrimaryMap<_, u32> = chosen.into_iter().collect();
        let mut state = State {
            runs: Vec::new(),
            uses: problem.uses.keys().map(|_| None).collect(),
            joins: vec![false; problem.joins.len()],
            demands: Vec::new(),
            cost: 0.0,
        };
        for (statement, data) in problem.statements.iter() {
            let taken = &data.alternatives[alternatives[statement] as usize];
            state.cost += problem.places.places[data.place].weight * taken.cost;
            state
                .demands
                .extend(taken.uses.iter().map(|&id| Demand::Use(id)));
        }
        let always = problem.uses.iter();
        let always = always.filter(|(_, data)| data.owner == Owner::Always);
        state.demands.extend(always.map(|(id, _)| Demand::Use(id)));
        search.explore(state, &alternatives)?;
    }
    Ok(search.best)
}

/// The problem is too large for brute force.
#[derive(Debug)]
pub struct LimitReached;

/// Something to be met.
#[derive(Clone, Copy)]
enum Demand {
    Use(UseId),
    Operand(u32, usize),
}

#[derive(Clone)]
struct State {
    runs: Vec<Draft>,
    uses: PrimaryMap<UseId, Option<Source>>,
    joins: Vec<bool>,
    demands: Vec<Demand>,
    cost: f64,
}

/// A run whose operands are not all met yet.
#[derive(Clone)]
struct Draft {
    instance: Instance,
    place: Place,
    operands: SmallVec<[Option<Source>; 4]>,
}

struct Search<'p> {
    problem: &'p Problem,
    best: Option<Answer>,
    steps: u64,
    /// Whether there are values that are good in one epoch only.
    dirt: bool,
}

impl Search<'_> {
    fn explore(
        &mut self,
        start: State,
        alternatives: &PrimaryMap<super::problem::Statement, u32>,
    ) -> Result<(), LimitReached> {
        let mut stack = vec![start];
        while let Some(mut state) = stack.pop() {
            self.steps = self.steps.checked_sub(1).ok_or(LimitReached)?;
            if self
                .best
                .as_ref()
                .is_some_and(|best| state.cost >= best.cost)
            {
                continue;
            }
            let Some(demand) = state.demands.pop() else {
                self.finish(&state, alternatives);
                continue;
            };
            let (items, place) = match demand {
                Demand::Use(id) => {
                    let data = &self.problem.uses[id];
                    (data.items.clone(), data.place)
                }
                Demand::Operand(run, number) => {
                    let draft = &state.runs[run as usize];
                    let data = &self.problem.instances[draft.instance];
                    (vec![data.operands[number].item], draft.place)
                }
            };
            for item in items {
                let mut path = Vec::new();
                self.meet(&state, demand, item, place, &mut path, &mut stack);
            }
        }
        Ok(())
    }

    /// Pushes every state in which a demand is met by an item, through any coercions.
    fn meet(
        &self,
        state: &State,
        demand: Demand,
        item: Item,
        place: Place,
        path: &mut Vec<Instance>,
        stack: &mut Vec<State>,
    ) {
        for (number, run) in state.runs.iter().enumerate() {
            let circular =
                matches!(demand, Demand::Operand(by, _) if depends(&state.runs, number as u32, by));
            if self.problem.instances[run.instance].item == item
                && is_above(self.problem, run.place, place)
                && !circular
            {
                let origin = Origin::Run(number as u32);
                stack.push(settle(state.clone(), demand, path, origin));
            }
        }
        for &instance in &self.problem.items[item].instances {
            let data = &self.problem.instances[instance];
            match &data.kind {
                Kind::Lent => {
                    let origin = Origin::Instance(instance);
                    stack.push(settle(state.clone(), demand, path, origin));
                }
                &Kind::Free(home) => {
                    if home.is_some_and(|home| !is_above(self.problem, home, place)) {
                        continue;
                    }
                    let origin = Origin::Instance(instance);
                    stack.push(settle(state.clone(), demand, path, origin));
                }
                &Kind::Param(join) => {
                    let origin = Origin::Instance(instance);
                    let mut next = settle(state.clone(), demand, path, origin);
                    let known = &mut next.joins[join.as_u32() as usize];
                    if !std::mem::replace(known, true) {
                        let arguments = self.problem.joins[join].uses.iter();
                        next.demands.extend(arguments.map(|&id| Demand::Use(id)));
                    }
                    stack.push(next);
                }
                Kind::Coerce(_) => {
                    // Coercions are few and do not lead in circles in problems that are brute-forced.
                    if !path.contains(&instance) {
                        path.push(instance);
                        self.meet(state, demand, data.operands[0].item, place, path, stack);
                        path.pop();
                    }
                }
                Kind::Run { cost, .. } => {
                    for above in self.problem.places.up_from(place) {
                        let found = stands_well(self.problem, instance, above, |a, b| {
                            is_above(self.problem, a, b)
                        });
                        if found != Ok(true) {
                            continue;
                        }
                        // One clean run, and one that is not.
                        let known = state.runs.iter().filter(|run| {
                            run.place == above && self.problem.instances[run.instance].item == item
                        });
                        if known.count() >= if self.dirt { 2 } else { 1 } {
                            continue;
                        }
                        let mut next = state.clone();
                        let number = next.runs.len() as u32;
                        next.runs.push(Draft {
                            instance,
                            place: above,
                            operands: data.operands.iter().map(|_| None).collect(),
                        });
                        next.cost += cost * self.problem.places.places[above].weight;
                        let mut next = settle(next, demand, path, Origin::Run(number));
                        let operands = 0..data.operands.len();
                        next.demands
                            .extend(operands.map(|n| Demand::Operand(number, n)));
                        stack.push(next);
                    }
                }
            }
        }
    }

    /// Keeps a complete state if it is an answer; the checker knows.
    fn finish(&mut self, state: &State, alternatives: &PrimaryMap<super::problem::Statement, u32>) {
        let Some(runs) = sorted(&state.runs) else {
            return;
        };
        let renumber = |source: &Source| {
            let mut source = source.clone();
            if let Origin::Run(number) = &mut source.origin {
                *number = runs.position[*number as usize];
            }
            source
        };
        let answer = Answer {
            runs: runs
                .order
                .iter()
                .map(|&number| {
                    let draft = &state.runs[number];
                    Run {
                        instance: draft.instance,
                        place: draft.place,
                        operands: draft.operands.iter().flatten().map(renumber).collect(),
                    }
                })
                .collect(),
            uses: state
                .uses
                .values()
                .map(|source| source.as_ref().map(renumber))
                .collect(),
            alternatives: alternatives.clone(),
            cost: state.cost,
            bound: state.cost,
            optimal: true,
            effort: Effort::default(),
        };
        if super::check::check(self.problem, &answer).is_ok() {
            self.best = Some(answer);
        }
    }
}

/// Whether a run depends on another one, or is it.
fn depends(runs: &[Draft], run: u32, on: u32) -> bool {
    let mut seen = vec![false; runs.len()];
    let mut stack = vec![run];
    while let Some(run) = stack.pop() {
        if run == on {
            return true;
        }
        if !std::mem::replace(&mut seen[run as usize], true) {
            let sources = runs[run as usize].operands.iter().flatten();
            stack.extend(sources.filter_map(|source| match source.origin {
                Origin::Run(of) => Some(of),
                Origin::Instance(_) => None,
            }));
        }
    }
    false
}

fn settle(mut state: State, demand: Demand, path: &[Instance], origin: Origin) -> State {
    let source = Source {
        coercions: path.iter().copied().collect(),
        origin,
    };
    match demand {
        Demand::Use(id) => state.uses[id] = Some(source),
        Demand::Operand(run, number) => {
            state.runs[run as usize].operands[number] = Some(source);
        }
    }
    state
}

struct Sorted {
    order: Vec<usize>,
    position: Vec<u32>,
}

/// The runs with operands before users; nothing, if they are cyclic.
fn sorted(runs: &[Draft]) -> Option<Sorted> {
    let mut sorted = Sorted {
        order: Vec::new(),
        position: vec![u32::MAX; runs.len()],
    };
    while sorted.order.len() < runs.len() {
        let ready = runs.iter().enumerate().find(|(number, run)| {
            sorted.position[*number] == u32::MAX
                && run
                    .operands
                    .iter()
                    .flatten()
                    .all(|source| match source.origin {
                        Origin::Run(of) => sorted.position[of as usize] != u32::MAX,
                        Origin::Instance(_) => true,
                    })
        });
        let (number, _) = ready?;
        sorted.position[number] = sorted.order.len() as u32;
        sorted.order.push(number);
    }
    Some(sorted)
}
