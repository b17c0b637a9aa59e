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
//! the loops around them, and for an instance that may not stand everywhere the closest place above where it may; if it
//! consumes what is good in one epoch only, the last places above in other epochs as well.
//!
//! **Clean and not.** A goal that is met through a coercion within an epoch is not clean; goals that are not clean
//! are passed on only within the epoch, and to operands only.

mod place_set;
mod read;
mod wanted;

use super::dag::{self, ClassId, ExtractError, ProblemBuilder};
use super::place::Place;
use super::problem::{
    Answer, Effort, Instance, Item, Join, Kind, Owner, Problem, Statement, UseId,
};
use cranelift_entity::{entity_impl, EntityRef, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use wanted::Wanted;

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
    /// Whether some goals were left out: the answer may not be the cheapest.
    limited: bool,
}

/// What a node of the compiled problem is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paid {
    /// A run of an instance.
    Run(Instance),
    /// An alternative of a statement.
    Alternative(Statement, u32),
}

impl Goals<'_> {
    /// The nodes that are paid for, and the weights of their places. Only costs depend on costs: with others, the compiled problem is
    /// the same but for these nodes.
    pub fn paid(&self) -> Vec<(dag::NodeId, Paid, f64)> {
        let places = &self.source.places.places;
        let mut goals: FxHashMap<ClassId, Goal> = FxHashMap::default();
        goals.extend(self.goals.keys().map(|goal| (self.classes[goal], goal)));
        let mut statements: FxHashMap<ClassId, Statement> = FxHashMap::default();
        for statement in self.source.statements.keys() {
            statements.extend(self.statements[statement].map(|class| (class, statement)));
        }
        let nodes = self.problem.nodes().zip(&self.ways);
        let paid = nodes.filter_map(|(node, way)| {
            let class = self.problem.class(node);
            Some(match way {
                Way::Run(instance, _) => {
                    let place = self.goals[*goals.get(&class)?].place;
                    (node, Paid::Run(*instance), places[place].weight)
                }
                Way::Alternative(number) => {
                    let statement = *statements.get(&class)?;
                    let weight = places[self.source.statements[statement].place].weight;
                    (node, Paid::Alternative(statement, *number), weight)
                }
                _ => return None,
            })
        });
        paid.collect()
    }
}

/// Compiles a problem.
pub fn compile(problem: &Problem) -> Result<Goals<'_>, dag::ProblemError> {
    let mut wanted = Wanted::new(problem);
    wanted.spread();
    // About one goal per item and one way per instance, and one of each per use.
    let goals = problem.items.len() + problem.uses.len();
    let ways = problem.instances.len() + problem.uses.len();
    let mut index = FxHashMap::default();
    index.reserve(problem.items.len());
    let mut compiler = Compiler {
        source: problem,
        wanted,
        builder: ProblemBuilder::with_capacity(ways, 2 * ways),
        goals: PrimaryMap::with_capacity(goals),
        classes: SecondaryMap::with_default(ClassId::new(0)),
        index,
        work: Vec::new(),
        ways: Vec::with_capacity(ways),
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
        limited: compiler.wanted.limited,
    })
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

    fn goal(&mut self, mut data: GoalData) -> Goal {
        if let Some(place) = self.wanted.provider(data.item, data.place) {
            // Where it is made, the clean value may be made of the one that is not.
            data.clean |= place != data.place;
            data.place = place;
        }
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
        if let Some((instance, _)) = self.wanted.free(data.item, data.place) {
            self.way(goal, 0.0, &[], Way::Free(instance));
            return;
        }
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
                let is_here = |epoch| source.places.is_in(data.place, epoch);
                if within.is_none_or(|epoch| !data.clean && is_here(epoch)) {
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

/// An extractor of the core problem, as one of P.
pub struct Through<E>(pub E);

impl<E: dag::Extractor> super::problem::FunctionExtractor for Through<E> {
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
            fell_back: false,
        };
        Ok(goals.answer(&solution, effort))
    }
}
