//! From a solution of the compiled problem to an answer of P.

use super::{Goal, Goals, Way};
use crate::extract::dag::{ClassId, NodeId, Solution};
use crate::extract::problem::{
    Answer, Effort, Instance, Item, Kind, Origin, Owner, Run, Source, UseId,
};
use cranelift_entity::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

impl Goals<'_> {
    /// The answer that a solution of the compiled problem means.
    pub fn answer(&self, solution: &Solution, effort: Effort) -> Answer {
        let mut reader = Reader {
            goals: self,
            solution,
            run: SecondaryMap::new(),
            by_item: SecondaryMap::new(),
            answer: Answer {
                runs: Vec::new(),
                uses: self.source.uses.keys().map(|_| None).collect(),
                alternatives: self.source.statements.keys().map(|_| 0).collect(),
                cost: 0.0,
                bound: solution.bound + self.fixed_cost,
                optimal: solution.optimal,
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
    /// Runs of an item: goals.
    by_item: SecondaryMap<Item, SmallVec<[Goal; 2]>>,
    answer: Answer,
    work: Vec<UseId>,
}

impl Reader<'_> {
    fn chosen(&self, class: ClassId) -> &Way {
        let node: NodeId = self
            .solution
            .choice(class)
            .expect("a class that is needed is met");
        &self.goals.ways[node.index()]
    }

    fn read(&mut self) {
        self.list_runs();
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

    /// The goals that run, by item: a solution may run one where a run above would do.
    fn list_runs(&mut self) {
        for (goal, data) in self.goals.goals.iter() {
            let class = self.goals.classes[goal];
            let chosen = self.solution.choice(class);
            if let Some(Way::Run(..)) = chosen.map(|node| &self.goals.ways[node.index()]) {
                self.by_item[data.item].push(goal);
            }
        }
    }

    /// The goal that makes what this one asks for, and the coercions in between.
    fn resolve(&self, mut goal: Goal) -> (Goal, SmallVec<[Instance; 1]>) {
        let mut coercions = SmallVec::new();
        loop {
            match self.chosen(self.goals.classes[goal]) {
                &Way::Inherit(next) => goal = next,
                &Way::Coerce(instance, next) => {
                    coercions.push(instance);
                    goal = next;
                }
                Way::Run(..) => return (self.highest(goal), coercions),
                _ => return (goal, coercions),
            }
        }
    }

    /// The run of the same item that is furthest up and serves as well.
    fn highest(&self, goal: Goal) -> Goal {
        let data = self.goals.goals[goal];
        let places = &self.goals.source.places;
        // At one place, the clean value may be made of the one that is not.
        let serves = |other: &Goal| {
            let there = self.goals.goals[*other];
            let as_clean = there.clean
                || !data.clean
                    && places.places[there.place].epoch == places.places[data.place].epoch;
            as_clean && there.place != data.place && places.dominates(there.place, data.place)
        };
        let others = self.by_item[data.item].iter().copied().filter(serves);
        others
            .min_by_key(|&other| {
                let there = self.goals.goals[other];
                (places.places[there.place].depth, !there.clean)
            })
            .unwrap_or(goal)
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

    fn source(&self, goal: Goal) -> Source {
        let (goal, coercions) = self.resolve(goal);
        let origin = match (self.run[goal], self.chosen(self.goals.classes[goal])) {
            (Some(run), _) => Origin::Run(run),
            (None, &Way::Free(instance)) => Origin::Instance(instance),
            _ => unreachable!("what a goal comes from runs or needs no code"),
        };
        Source { coercions, origin }
    }
}
