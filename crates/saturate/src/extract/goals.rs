//! P compiled to the plain AND-OR problem of [`dag`](super::dag), and the way back.
//!
//! A *goal* is (item, place, clean or not): "this item is available here". It is met by running an instance
//! here, whose operands are goals of the same place; or for nothing, by the same goal at a place above. So sharing,
//! dominance, hoisting and the choice of member types all become the one question which goals to meet how, and
//! the cost of a choice is the sum over the instances that run, each weighted by the place where it runs.
//!
//! ```text
//! b0: eig = eigen(A)              goals at b1: tr(A)  ◄── tr(A) at b1                          cost 10
//! b1: return (eig, tr(A))                             ◄── sum(getproperty(eigen(A), :values))  cost 2
//!                                 eigen(A) at b1      ◄── eigen(A) at b0                       cost 0: it ran already
//! ```
//!
//! **Which places.** A run can always be moved down to the closest place above its users, or, if that is in a loop, to
//! the last place before the loop, or to the lowest place in between where it may stand; it then costs no more. So these
//! are the only places at which an item needs goals: those where it is wanted, their common places above, the places before
//! the loops around them, and for an instance that may not stand everywhere the closest place above where it may.
//!
//! **Clean and not.** A goal that is met through a coercion within an epoch is not clean; goals that are not clean
//! are passed on only within the epoch, and to operands only.

use super::dag::{self, ClassId, ExtractError, NodeId, ProblemBuilder, Solution};
use super::place::Place;
use super::problem::{
    Answer, Effort, Instance, Item, Join, Kind, Origin, Owner, Problem, Run, Source, Statement,
    UseId,
};
use cranelift_entity::{entity_impl, EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Goal(u32);
entity_impl!(Goal, "goal");

/// What a goal asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct GoalData {
    item: Item,
    place: Place,
    /// Whether the value must outlast the epoch.
    clean: bool,
}

/// How a class of the compiled problem can be met.
#[derive(Clone, Debug)]
enum Way {
    /// A goal, by the same value at a place above, or in a stricter form.
    Inherit(Goal),
    /// A goal, by an instance that needs no code.
    Free(Instance),
    /// A goal, by another item.
    Coerce(Instance, Goal),
    /// A goal, by a run.
    Run(Instance, SmallVec<[Goal; 4]>),
    /// A use, by a goal.
    Meet(Goal),
    /// A parameter, by its arguments.
    Arguments,
    /// A statement, by one of its alternatives.
    Alternative(u32),
}

/// The compiled problem, with the way back.
pub struct Goals<'p> {
    source: &'p Problem,
    /// The AND-OR problem.
    pub problem: dag::Problem,
    goals: PrimaryMap<Goal, GoalData>,
    /// The way that each node of it is.
    ways: Vec<Way>,
    classes: SecondaryMap<Goal, ClassId>,
    uses: SecondaryMap<UseId, Option<ClassId>>,
    statements: SecondaryMap<Statement, Option<ClassId>>,
    /// Cost of statements that have one alternative only.
    fixed_cost: f64,
}

/// Compiles a problem.
pub fn compile(problem: &Problem) -> Result<Goals<'_>, dag::ProblemError> {
    let mut wanted = Wanted::new(problem);
    wanted.spread();
    let mut compiler = Compiler {
        source: problem,
        wanted,
        builder: ProblemBuilder::new(),
        goals: PrimaryMap::new(),
        classes: SecondaryMap::with_default(ClassId::new(0)),
        index: FxHashMap::default(),
        work: Vec::new(),
        ways: Vec::new(),
        uses: SecondaryMap::new(),
        joins: SecondaryMap::new(),
        statements: SecondaryMap::new(),
        fixed_cost: 0.0,
    };
    compiler.roots();
    while let Some(goal) = compiler.work.pop() {
        compiler.expand(goal);
    }
    Ok(Goals {
        source: problem,
        problem: compiler.builder.build()?,
        goals: compiler.goals,
        ways: compiler.ways,
        classes: compiler.classes,
        uses: compiler.uses,
        statements: compiler.statements,
        fixed_cost: compiler.fixed_cost,
    })
}

/// At which places each item needs goals.
struct Wanted<'p> {
    problem: &'p Problem,
    /// By item: the places by the time at which a walk over the tree comes to them.
    places: SecondaryMap<Item, BTreeMap<u32, Place>>,
    joins: SecondaryMap<Join, bool>,
    work: Vec<(Item, Place)>,
}

impl<'p> Wanted<'p> {
    fn new(problem: &'p Problem) -> Wanted<'p> {
        Wanted {
            problem,
            places: SecondaryMap::new(),
            joins: SecondaryMap::new(),
            work: Vec::new(),
        }
    }

    fn spread(&mut self) {
        for data in self.problem.uses.values() {
            if !matches!(data.owner, Owner::Join(_)) {
                for &item in &data.items {
                    self.want(item, data.place);
                }
            }
        }
        while let Some((item, place)) = self.work.pop() {
            if let Some(before) = self.problem.places.before_loop(place) {
                self.want(item, before);
            }
            for &instance in &self.problem.items[item].instances {
                self.instance(item, instance, place);
            }
        }
    }

    fn instance(&mut self, item: Item, instance: Instance, place: Place) {
        let data = &self.problem.instances[instance];
        match &data.kind {
            Kind::Free(_) | Kind::Lent => {}
            &Kind::Param(join) => {
                if !std::mem::replace(&mut self.joins[join], true) {
                    for &id in &self.problem.joins[join].uses {
                        let argument = &self.problem.uses[id];
                        for &item in &argument.items {
                            self.want(item, argument.place);
                        }
                    }
                }
            }
            &Kind::Coerce(within) => {
                let here = self.problem.places.places[place].epoch;
                if within.is_none_or(|epoch| epoch == here) {
                    self.want(data.operands[0].item, place);
                }
            }
            Kind::Run { region, .. } => {
                if self.problem.may_stand(region, place) {
                    for operand in &data.operands {
                        self.want(operand.item, place);
                    }
                } else {
                    let mut above = self.problem.places.up_from(place);
                    if let Some(there) = above.find(|&at| self.problem.may_stand(region, at)) {
                        self.want(item, there);
                    }
                }
            }
        }
    }

    /// Adds a place, and the common places that it has with others.
    fn want(&mut self, item: Item, place: Place) {
        let tree = &self.problem.places;
        let wanted = &mut self.places[item];
        let time = tree.time(place);
        if wanted.insert(time, place).is_some() {
            return;
        }
        // The set is closed, so that neighbours in the walk tell all common places.
        let before = wanted.range(..time).next_back().map(|(_, &at)| at);
        let after = wanted.range(time + 1..).next().map(|(_, &at)| at);
        self.work.push((item, place));
        for other in before.into_iter().chain(after) {
            let common = tree.common(place, other);
            self.want(item, common);
        }
    }

    /// The closest place above a place at which the item has goals.
    fn above(&self, item: Item, place: Place) -> Option<Place> {
        let tree = &self.problem.places;
        let mut earlier = self.places[item].range(..tree.time(place));
        let (_, &before) = earlier.next_back()?;
        // Not above: in a subtree beside. The common place with it is the closest above, for the set is closed.
        Some(tree.common(before, place))
    }
}

struct Compiler<'p> {
    source: &'p Problem,
    wanted: Wanted<'p>,
    builder: ProblemBuilder,
    goals: PrimaryMap<Goal, GoalData>,
    classes: SecondaryMap<Goal, ClassId>,
    index: FxHashMap<GoalData, Goal>,
    work: Vec<Goal>,
    ways: Vec<Way>,
    uses: SecondaryMap<UseId, Option<ClassId>>,
    joins: SecondaryMap<Join, Option<ClassId>>,
    statements: SecondaryMap<Statement, Option<ClassId>>,
    fixed_cost: f64,
}

impl Compiler<'_> {
    fn roots(&mut self) {
        for (id, data) in self.source.uses.iter() {
            if data.owner == Owner::Always {
                let class = self.meet(id);
                self.builder.root(class);
            }
        }
        for (statement, data) in self.source.statements.iter() {
            let weight = self.source.places.places[data.place].weight;
            if let [only] = &data.alternatives[..] {
                self.fixed_cost += weight * only.cost;
                for &id in &only.uses {
                    let class = self.meet(id);
                    self.builder.root(class);
                }
                continue;
            }
            let class = self.builder.class();
            self.statements[statement] = Some(class);
            self.builder.root(class);
            for (number, alternative) in data.alternatives.iter().enumerate() {
                let children: Vec<ClassId> =
                    alternative.uses.iter().map(|&id| self.meet(id)).collect();
                self.builder
                    .node(class, weight * alternative.cost, &children);
                self.ways.push(Way::Alternative(number as u32));
            }
        }
    }

    /// The class of a use: a clean goal of any of its items.
    fn meet(&mut self, id: UseId) -> ClassId {
        let class = self.builder.class();
        self.uses[id] = Some(class);
        let data = &self.source.uses[id];
        for &item in &data.items {
            let goal = self.goal(GoalData {
                item,
                place: data.place,
                clean: true,
            });
            let child = self.classes[goal];
            self.builder.node(class, 0.0, &[child]);
            self.ways.push(Way::Meet(goal));
        }
        class
    }

    /// The class of a parameter: all its arguments.
    fn join(&mut self, join: Join) -> ClassId {
        if let Some(class) = self.joins[join] {
            return class;
        }
        let class = self.builder.class();
        self.joins[join] = Some(class);
        let children: Vec<ClassId> = self.source.joins[join]
            .uses
            .iter()
            .map(|&id| self.meet(id))
            .collect();
        self.builder.node(class, 0.0, &children);
        self.ways.push(Way::Arguments);
        class
    }

    fn goal(&mut self, data: GoalData) -> Goal {
        if let Some(&goal) = self.index.get(&data) {
            return goal;
        }
        let goal = self.goals.push(data);
        self.classes[goal] = self.builder.class();
        self.index.insert(data, goal);
        self.work.push(goal);
        goal
    }

    fn way(&mut self, goal: Goal, cost: f64, children: &[Goal], way: Way) {
        let children: SmallVec<[ClassId; 4]> =
            children.iter().map(|&child| self.classes[child]).collect();
        self.builder.node(self.classes[goal], cost, &children);
        self.ways.push(way);
    }

    fn expand(&mut self, goal: Goal) {
        let data = self.goals[goal];
        let source = self.source;
        if !data.clean {
            // What outlasts the epoch is good enough here.
            let strict = self.goal(GoalData {
                clean: true,
                ..data
            });
            self.way(goal, 0.0, &[strict], Way::Inherit(strict));
        }
        if let Some(above) = self.wanted.above(data.item, data.place) {
            let places = &source.places.places;
            if data.clean || places[above].epoch == places[data.place].epoch {
                let above = self.goal(GoalData {
                    place: above,
                    ..data
                });
                self.way(goal, 0.0, &[above], Way::Inherit(above));
            }
        }
        for &instance in &source.items[data.item].instances {
            self.instance(goal, data, instance);
        }
    }

    fn instance(&mut self, goal: Goal, data: GoalData, instance: Instance) {
        let source = self.source;
        let of = &source.instances[instance];
        let available =
            |home: Option<Place>| home.is_none_or(|home| source.places.dominates(home, data.place));
        match &of.kind {
            &Kind::Free(home) => {
                if data.clean && available(home) {
                    self.way(goal, 0.0, &[], Way::Free(instance));
                }
            }
            Kind::Lent => {
                if !data.clean {
                    self.way(goal, 0.0, &[], Way::Free(instance));
                }
            }
            &Kind::Param(join) => {
                if data.clean && available(Some(source.joins[join].place)) {
                    let class = self.join(join);
                    self.builder.node(self.classes[goal], 0.0, &[class]);
                    self.ways.push(Way::Free(instance));
                }
            }
            &Kind::Coerce(within) => {
                let here = source.places.places[data.place].epoch;
                if within.is_none_or(|epoch| !data.clean && epoch == here) {
                    let inner = self.goal(GoalData {
                        item: of.operands[0].item,
                        ..data
                    });
                    self.way(goal, 0.0, &[inner], Way::Coerce(instance, inner));
                }
            }
            Kind::Run {
                cost,
                region,
                aliases,
            } => {
                // A run that makes something clean of everything is one of the clean goal, and of no other: what is
                // made once is never made twice.
                let passes_on = *aliases && of.operands.iter().any(|operand| operand.carries);
                if !data.clean && (!passes_on || region.only.is_some()) {
                    return;
                }
                if !source.may_stand(region, data.place) {
                    return;
                }
                let goals: SmallVec<[Goal; 4]> = of
                    .operands
                    .iter()
                    .map(|operand| {
                        self.goal(GoalData {
                            item: operand.item,
                            place: data.place,
                            clean: !operand.carries || *aliases && data.clean,
                        })
                    })
                    .collect();
                let cost = source.places.places[data.place].weight * cost;
                self.way(goal, cost, &goals, Way::Run(instance, goals.clone()));
            }
        }
    }
}

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

/// An extractor of the core problem, as one of P.
pub struct Through<E>(pub E);

impl<E: dag::Extractor> super::problem::Extractor for Through<E> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn extract(&self, problem: &Problem, limits: &dag::Limits) -> Result<Answer, ExtractError> {
        let start = std::time::Instant::now();
        let goals = compile(problem).map_err(|error| ExtractError::Problem(error.to_string()))?;
        let constructed = start.elapsed();
        let solution = self.0.extract(&goals.problem, limits)?;
        debug_assert_eq!(dag::check(&goals.problem, &solution), Ok(()));
        let effort = Effort {
            variables: goals.problem.node_count(),
            constraints: goals.problem.class_count(),
            construct_us: constructed.as_micros() as u64,
            solve_us: (start.elapsed() - constructed).as_micros() as u64,
        };
        Ok(goals.answer(&solution, effort))
    }
}
