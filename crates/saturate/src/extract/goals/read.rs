//! From a solution of the compiled problem to an answer of P.

use super::{Goal, GoalData, Goals, Way};
use crate::extract::dag::{ClassId, NodeId, Solution};
use crate::extract::problem::{
    Answer, Effort, Instance, Item, Kind, Origin, Owner, Run, Source, UseId,
};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

impl Goals<'_> {
    /// The answer that a solution of the compiled problem means.
    pub fn answer(&self, solution: &Solution, effort: Effort) -> Answer {
        let mut reader = Reader {
            goals: self,
            solution,
            run: SecondaryMap::new(),
            highest: SecondaryMap::new(),
            inherited: SecondaryMap::new(),
            answer: Answer {
                runs: Vec::new(),
                uses: self.source.uses.keys().map(|_| None).collect(),
                alternatives: self.source.statements.keys().map(|_| 0).collect(),
                cost: 0.0,
                bound: if self.limited {
                    f64::NEG_INFINITY
                } else {
                    solution.bound + self.fixed_cost
                },
                optimal: solution.optimal && !self.limited,
                effort,
            },
            work: Vec::new(),
        };
        reader.read();
        let mut answer = reader.answer;
        answer.share_runs(self.source);
        answer.cost = answer.price(self.source);
        answer.bound = answer.bound.min(answer.cost);
        answer
    }
}

/// Reads a solution.
struct Reader<'a> {
    goals: &'a Goals<'a>,
    solution: &'a Solution,
    /// The run of a goal.
    run: SecondaryMap<Goal, Option<u32>>,
    /// Of a goal that runs: the run of the same item that is furthest up and serves as well.
    highest: SecondaryMap<Goal, PackedOption<Goal>>,
    /// Of a goal that inherits: the end of the chain, where that is known.
    inherited: SecondaryMap<Goal, PackedOption<Goal>>,
    answer: Answer,
    work: Vec<UseId>,
}

impl<'a> Reader<'a> {
    fn chosen(&self, class: ClassId) -> &'a Way {
        let node: NodeId = self
            .solution
            .choice(class)
            .expect("a class that is needed is met");
        &self.goals.ways[node.index()]
    }

    fn read(&mut self) {
        self.find_highest();
        let source = self.goals.source;
        for (id, data) in source.uses.iter() {
            if data.owner == Owner::Always {
                self.work.push(id);
            }
        }
        for (statement, data) in source.statements.iter() {
            let taken = match self.goals.statements[statement].map(|class| self.chosen(class)) {
                Some(&Way::Alternative(number)) => number,
                _ => 0,
            };
            self.answer.alternatives[statement] = taken;
            self.work.extend(&data.alternatives[taken as usize].uses);
        }
        self.work.reverse();
        while let Some(id) = self.work.pop() {
            if self.answer.uses[id].is_some() {
                continue;
            }
            let class = self.goals.uses[id].expect("a use that is needed has a class");
            let &Way::Meet(goal) = self.chosen(class) else {
                continue;
            };
            self.visit(goal);
            let source = self.source(goal);
            self.answer.uses[id] = Some(source);
        }
    }

    /// Finds, for each goal that runs, the one that runs in its place: a solution may run one where a run above would do.
    fn find_highest(&mut self) {
        let places = &self.goals.source.places;
        let mut by_item: SecondaryMap<Item, SmallVec<[Goal; 2]>> = SecondaryMap::new();
        for (goal, data) in self.goals.goals.iter() {
            let class = self.goals.classes[goal];
            let chosen = self.solution.choice(class);
            if let Some(Way::Run(..)) = chosen.map(|node| &self.goals.ways[node.index()]) {
                by_item[data.item].push(goal);
            }
        }
        // Runs around the current one, from the top down.
        let mut around: Vec<Goal> = Vec::new();
        for runs in by_item.values_mut() {
            let data = |goal: Goal| self.goals.goals[goal];
            runs.sort_unstable_by_key(|&goal| (places.time(data(goal).place), !data(goal).clean));
            around.clear();
            for &goal in runs.iter() {
                let here = data(goal);
                while around
                    .last()
                    .is_some_and(|&above| !places.dominates(data(above).place, here.place))
                {
                    around.pop();
                }
                let epoch = |goal: GoalData| places.places[goal.place].epoch;
                // At one place, the clean value may be made of the one that is not.
                let serves = |&above: &Goal| {
                    let there = data(above);
                    there.place != here.place
                        && (there.clean || !here.clean && epoch(there) == epoch(here))
                };
                let highest = around.iter().copied().find(serves);
                self.highest[goal] = highest.unwrap_or(goal).into();
                around.push(goal);
            }
        }
    }

    /// The goal that makes what this one asks for, and the coercions in between.
    fn resolve(&mut self, mut goal: Goal) -> (Goal, SmallVec<[Instance; 1]>) {
        let mut coercions = SmallVec::new();
        loop {
            goal = self.inherit(goal);
            match self.chosen(self.goals.classes[goal]) {
                &Way::Coerce(instance, next) => {
                    coercions.push(instance);
                    goal = next;
                }
                Way::Run(..) => return (self.highest[goal].expand().unwrap_or(goal), coercions),
                _ => return (goal, coercions),
            }
        }
    }

    /// The goal that this one inherits from in the end. Each step of a chain is taken twice, however often it is asked for.
    fn inherit(&mut self, goal: Goal) -> Goal {
        let mut end = goal;
        loop {
            if let Some(known) = self.inherited[end].expand() {
                end = known;
                break;
            }
            match self.chosen(self.goals.classes[end]) {
                &Way::Inherit(next) => end = next,
                _ => break,
            }
        }
        let mut at = goal;
        while at != end && self.inherited[at].is_none() {
            self.inherited[at] = end.into();
            match self.chosen(self.goals.classes[at]) {
                &Way::Inherit(next) => at = next,
                _ => break,
            }
        }
        end
    }

    /// Numbers the runs behind a goal, operands first.
    fn visit(&mut self, goal: Goal) {
        let mut stack = vec![(self.resolve(goal).0, 0)];
        while let Some((goal, next)) = stack.pop() {
            if self.run[goal].is_some() {
                continue;
            }
            match self.chosen(self.goals.classes[goal]).clone() {
                Way::Run(instance, operands) => match operands.get(next) {
                    Some(&operand) => {
                        stack.push((goal, next + 1));
                        stack.push((self.resolve(operand).0, 0));
                    }
                    None => {
                        let operands = operands
                            .iter()
                            .map(|&operand| self.source(operand))
                            .collect();
                        self.run[goal] = Some(self.answer.runs.len() as u32);
                        self.answer.runs.push(Run {
                            instance,
                            place: self.goals.goals[goal].place,
                            operands,
                        });
                    }
                },
                Way::Free(instance) => {
                    if let Kind::Param(join) = self.goals.source.instances[instance].kind {
                        let arguments = &self.goals.source.joins[join].uses;
                        self.work.extend(arguments.iter().rev());
                    }
                }
                _ => {}
            }
        }
    }

    fn source(&mut self, goal: Goal) -> Source {
        let (goal, coercions) = self.resolve(goal);
        let origin = match (self.run[goal], self.chosen(self.goals.classes[goal])) {
            (Some(run), _) => Origin::Run(run),
            (None, &Way::Free(instance)) => Origin::Instance(instance),
            _ => unreachable!("what a goal comes from runs or needs no code"),
        };
        Source { coercions, origin }
    }
}
