//! The extraction problem, to be solved at many sizes.
//!
//! Compiling takes as long as solving, and depends on no cost, so it is done once. Most of the time even solving is not needed: where nothing
//! is shared, the best program is the one that is best for each class by itself, and that is found by going over the nodes a few times:
//!
//! ```text
//! least(class) = least over its nodes of  cost + Σ least(child)
//! ```
//!
//! Where no class depends on itself, going over the nodes once is enough, each behind those of its children.
//!
//! Where nothing can be shared at all, whatever nodes cost, that is a proof ([`dag::Trees`]). Elsewhere, whether it holds is seen at the first sizes, where both are done.
//! A large problem is solved by the greedy extractor where that was as good at the first sizes, and at fewer sizes where it was not. Where it must be solved exactly, it is asked for something better than what is known by then: most of the time there is
//! nothing, and that is quickly proved. Whatever was found this way is a candidate, no more: the program that is taken is solved for exactly.

use super::choose::Failed;
use super::priced::{cost, Price, Priced};
use super::terms::{Term, Values};
use crate::extract::dag;
use crate::extract::goals::{compile, Goals};
use crate::extract::problem::{Answer, Effort, Problem};
use crate::options::Options;
use crate::pipeline::Strategy;
use cranelift_entity::EntityRef;
use std::time::Instant;

/// At how many sizes both ways must agree.
const COMPARED: usize = 4;

/// A problem with more nodes than this is large: solving it exactly takes milliseconds.
const LARGE: usize = 400;

/// At how many sizes a large problem is solved that must be solved exactly.
const FEWER_SAMPLES: usize = 20;

/// A program is a new candidate where it costs less by this part than those that are known: less is not felt.
const GAIN: f64 = 0.01;

/// The most times that the nodes are gone over, where they depend on each other in circles.
const MOST_PASSES: usize = 32;

/// A program for some sizes.
pub(super) struct Found {
    /// What it costs.
    pub price: Price,
    /// The solution, if it is one of the extractor that was asked for.
    pub solution: Option<dag::Solution>,
}

impl Found {
    fn unproved(price: Price) -> Found {
        Found {
            price,
            solution: None,
        }
    }
}

/// The compiled problem.
pub(super) struct Quick<'p> {
    goals: Goals<'p>,
    /// The nodes whose cost depends on sizes, with the weights of their places.
    sized: Vec<Option<(Term, f64)>>,
    /// What statements without a choice cost.
    always: Price,
    /// Where nothing can be shared, and the best is asked for.
    trees: Option<dag::Trees>,
    extractor: Box<dyn dag::Extractor>,
    limits: dag::Limits,
    /// At how many sizes both ways were compared, and whether they agreed.
    compared: usize,
    agreed: bool,
    /// Whether the greedy extractor was as good at these sizes, for a large problem.
    is_greedy_good: bool,
    /// The nodes, those of a class behind those of the classes that they need, if there is such an order.
    order: Option<Vec<dag::NodeId>>,
    least: Vec<f64>,
    choices: Vec<Option<dag::NodeId>>,
    seen: Vec<bool>,
}

impl<'p> Quick<'p> {
    /// None for strategies that take seconds, or are not about costs: those are asked once.
    pub fn new(
        priced: &Priced,
        problem: &'p Problem,
        options: &Options,
    ) -> Result<Option<Quick<'p>>, Failed> {
        let Some(extractor) = options.strategy.quick() else {
            return Ok(None);
        };
        let goals = compile(problem)
            .map_err(|error| Failed::NoAnswer(dag::ExtractError::Problem(error.to_string())))?;
        let mut sized = vec![None; goals.problem.node_count()];
        for (node, what, weight) in goals.paid() {
            sized[node.index()] = priced.of(what).map(|term| (term, weight));
        }
        let classes = goals.problem.class_count();
        let is_large = goals.problem.node_count() > LARGE;
        Ok(Some(Quick {
            is_greedy_good: is_large,
            order: order(&goals.problem),
            sized,
            always: priced.of_single_alternatives(problem),
            trees: match options.strategy {
                Strategy::Exact => dag::Trees::new(&goals.problem),
                _ => None,
            },
            goals,
            extractor,
            limits: options.extraction,
            compared: 0,
            agreed: true,
            least: vec![f64::INFINITY; classes],
            choices: vec![None; classes],
            seen: vec![false; classes],
        }))
    }

    /// The price of the best program at these sizes, or of a good one; none if those that are known, which cost at least `known` here, are as good.
    pub fn price(&mut self, values: &Values, known: f64) -> Result<Option<Found>, Failed> {
        self.set(values);
        if let Some(solution) = self.solve_trees() {
            return Ok(Some(Found {
                price: self.of_nodes(solution.chosen()),
                solution: Some(solution),
            }));
        }
        let simple = match self.agreed {
            true => self.each_class_by_itself(),
            false => None,
        };
        if let (Some(price), true) = (&simple, self.compared >= COMPARED) {
            return Ok(Some(Found::unproved(price.clone())));
        }
        let greedy = match self.is_greedy_good {
            true => Some(self.solve_by(&dag::Greedy)?),
            false => None,
        };
        if let (Some(greedy), true) = (&greedy, self.compared >= COMPARED) {
            return Ok(Some(Found::unproved(self.of_nodes(greedy.chosen()))));
        }
        let is_comparing = self.compared < COMPARED;
        let gain = if is_comparing { 0.0 } else { GAIN };
        let upper = known * (1.0 - gain) - self.always.at(values);
        let better = (self.extractor)
            .extract_below(&self.goals.problem, upper, &self.limits)
            .map_err(Failed::NoAnswer)?;
        let found = better.map(|solution| Found {
            price: self.of_nodes(solution.chosen()),
            solution: Some(solution),
        });
        if is_comparing {
            let best = found.as_ref().map_or(known, |found| found.price.at(values));
            let is_best = |price: &Price| price.at(values) <= best * 1.0001;
            self.compared += 1;
            self.agreed &= simple.as_ref().is_some_and(is_best);
            self.is_greedy_good &=
                greedy.is_some_and(|greedy| is_best(&self.of_nodes(greedy.chosen())));
        }
        Ok(found)
    }

    /// Whether so many sizes are enough; one is, once time is up.
    pub fn is_enough(&self, samples: usize) -> bool {
        let is_late = |until: Instant| Instant::now() >= until;
        if samples > 0 && self.limits.until.is_some_and(is_late) {
            return true;
        }
        let is_quick = self.agreed || self.is_greedy_good;
        !is_quick && samples >= FEWER_SAMPLES && self.goals.problem.node_count() > LARGE
    }

    /// The best program at these sizes, which may be known. Its cost is that at the sizes of the problem.
    pub fn answer(
        &mut self,
        values: &Values,
        known: Option<dag::Solution>,
    ) -> Result<(Answer, Price), Failed> {
        self.set(values);
        let start = Instant::now();
        let solution = match known {
            Some(solution) => solution,
            None => self.solve()?,
        };
        let effort = Effort {
            variables: self.goals.problem.node_count(),
            constraints: self.goals.problem.class_count(),
            construct_us: 0,
            solve_us: start.elapsed().as_micros() as u64,
            fell_back: false,
        };
        let mut answer = self.goals.answer(&solution, effort);
        if answer.bound.is_finite() {
            answer.bound = solution.bound + self.always.at(values);
        }
        Ok((answer, self.of_nodes(solution.chosen())))
    }

    fn set(&mut self, values: &Values) {
        for at in 0..self.sized.len() {
            if let Some((term, weight)) = self.sized[at] {
                let node = dag::NodeId::new(at);
                self.goals
                    .problem
                    .set_cost(node, weight * cost(values, term));
            }
        }
    }

    fn solve_trees(&self) -> Option<dag::Solution> {
        self.trees.as_ref()?.solve(&self.goals.problem)
    }

    fn solve(&self) -> Result<dag::Solution, Failed> {
        self.solve_by(&*self.extractor)
    }

    fn solve_by(&self, extractor: &dyn dag::Extractor) -> Result<dag::Solution, Failed> {
        let solution = extractor.extract(&self.goals.problem, &self.limits);
        solution.map_err(Failed::NoAnswer)
    }

    fn of_nodes(&self, nodes: impl Iterator<Item = dag::NodeId>) -> Price {
        let mut price = self.always.clone();
        for node in nodes {
            match self.sized[node.index()] {
                Some((term, weight)) => price.add(term, weight),
                None => price.fixed += self.goals.problem.cost(node),
            }
        }
        price
    }

    /// The price of the program that is the best of each class by itself; none if that does not come to an end.
    fn each_class_by_itself(&mut self) -> Option<Price> {
        let problem = &self.goals.problem;
        self.least.fill(f64::INFINITY);
        self.choices.fill(None);
        let (least, choices) = (&mut self.least, &mut self.choices);
        let mut visit = |node: dag::NodeId| {
            let mut total = problem.cost(node);
            for &child in problem.children(node) {
                total += least[child.index()];
            }
            let class = problem.class(node).index();
            let is_less = total < least[class];
            if is_less {
                least[class] = total;
                choices[class] = Some(node);
            }
            is_less
        };
        match &self.order {
            Some(order) => {
                for &node in order {
                    visit(node);
                }
            }
            None => {
                let mut changed = true;
                let mut passes = 0;
                while changed {
                    passes += 1;
                    if passes > MOST_PASSES {
                        return None;
                    }
                    // What a node needs was found behind it, so backwards is nearly the order in which they depend on each other.
                    let nodes = (0..problem.node_count()).rev().map(dag::NodeId::new);
                    changed = nodes.fold(false, |changed, node| visit(node) | changed);
                }
            }
        }
        self.seen.fill(false);
        let mut chosen = Vec::new();
        let mut work: Vec<dag::ClassId> = problem.roots().to_vec();
        while let Some(class) = work.pop() {
            if !std::mem::replace(&mut self.seen[class.index()], true) {
                let node = self.choices[class.index()]?;
                chosen.push(node);
                work.extend_from_slice(problem.children(node));
            }
        }
        Some(self.of_nodes(chosen.into_iter()))
    }
}

/// The nodes in an order in which those of a class come behind those of all classes that they need; of the nodes of one class, the last first. None where a class
/// needs itself.
fn order(problem: &dag::Problem) -> Option<Vec<dag::NodeId>> {
    let mut parents: Vec<Vec<u32>> = vec![Vec::new(); problem.class_count()];
    let mut nodes: Vec<Vec<dag::NodeId>> = vec![Vec::new(); problem.class_count()];
    // How many children of the nodes of a class are not in order yet.
    let mut open = vec![0_u32; problem.class_count()];
    for at in (0..problem.node_count()).rev() {
        let node = dag::NodeId::new(at);
        let class = problem.class(node).index();
        nodes[class].push(node);
        for &child in problem.children(node) {
            parents[child.index()].push(class as u32);
            open[class] += 1;
        }
    }
    let mut ready: Vec<usize> = (0..open.len()).filter(|&class| open[class] == 0).collect();
    let mut order = Vec::with_capacity(problem.node_count());
    while let Some(class) = ready.pop() {
        order.append(&mut nodes[class]);
        for &parent in &parents[class] {
            let parent = parent as usize;
            open[parent] -= 1;
            if open[parent] == 0 {
                ready.push(parent);
            }
        }
    }
    (order.len() == problem.node_count()).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_behind_what_they_need() {
        let mut builder = dag::ProblemBuilder::new();
        let [root, middle, leaf] = [(); 3].map(|()| builder.class());
        let nodes = [
            builder.node(middle, 1.0, &[leaf]),
            builder.node(root, 1.0, &[middle, leaf, middle]),
            builder.node(leaf, 1.0, &[]),
            builder.node(middle, 2.0, &[]),
        ];
        builder.root(root);
        let problem = builder.build().expect("a problem");
        // Of the nodes of one class the last comes first.
        let expected = [2, 3, 0, 1].map(|at: usize| nodes[at]);
        assert_eq!(order(&problem).as_deref(), Some(&expected[..]));
    }

    #[test]
    fn what_needs_itself_has_no_order() {
        let mut builder = dag::ProblemBuilder::new();
        let [root, other] = [(); 2].map(|()| builder.class());
        builder.node(root, 1.0, &[other]);
        builder.node(other, 1.0, &[root]);
        builder.node(other, 1.0, &[]);
        builder.root(root);
        let problem = builder.build().expect("a problem");
        assert_eq!(order(&problem), None);
    }
}
