//! The formulation of Merckx, Besard and De Sutter (*Equality Saturation for Optimizing High-Level Julia IR*), equations 1 to 7 as printed, on
//! HiGHS (cargo feature `highs`).
//!
//! It is the baseline of speed claims, and an oracle where P reduces to it. Over e-nodes `n` in e-classes `c`, and the statements
//! `i` of the skeleton with the statements `d(i)` that dominate them and the classes `r(i)` that they need:
//!
//! ```text
//! minimise  Σ over i, n of M(n) w(n,i)        subject to, for every i:
//! Σ over n' in c of (w(n',i) + Σ over j in d(i) of w(n',j)) >= w(n,i)        every n and child class c of n      (1)
//! w(n,i) <= Σ over parents n' of c of w(n',i)                                every c not in r(i), n in c         (2)
//! Σ over n in c of (w(n,i) + Σ over j in d(i) of w(n,j)) >= 1                every c in r(i)                     (3)
//! (1 - v(Ψ,c,i)) + (1 - w(n,i)) >= 1                                         every class cycle Ψ, c, n of c in Ψ (4)
//! v(Ψ,c,i) + Σ over n of c in Ψ of w(n,i) >= 1                               every Ψ and c of it                 (5)
//! Σ over c of Ψ of v(Ψ,c,i) >= 1                                             every Ψ                             (6)
//! w, v binary                                                                                                    (7)
//! ```
//!
//! **What it knows of P.** E-nodes and classes without member types: the types of what was chosen follow from the choice,
//! and an answer for which there are none is an error. Every statement that stays, every terminator, and every optional call
//! that no relaxed rule has matched is an `i`; it runs in any case, as it is. Arguments of jumps are needed always. Placements
//! that availability, epochs or anchors forbid are fixed to 0, as are values that are good in one epoch only. There are no
//! weights, no hoisting to where nothing needs a value, no alternatives. Nodes and classes that no `r(i)` reaches
//! are left out, as the authors evidently do. Class cycles are those of all reachable classes, by Johnson's algorithm, up to a limit.
//!
//! **Where time runs out.** The best solution that the solver has by then is the answer. Where it has none, the authors "fall back to a
//! greedy extraction algorithm"; so does [`Paper::or_greedy`], and [`Effort::fell_back`] says that it did. A bench that compares
//! formulations wants neither: without it, whatever is not proved is an error.

mod graph;
mod read;

use super::cycles::elementary_cycles;
use super::dag::{ExtractError, Greedy, Limits};
use super::goals::Through;
use super::problem::{Answer, Effort, FunctionExtractor, Problem};
use graph::Graph;
use highs::{Col, HighsModelStatus, HighsSolutionStatus, RowProblem, Sense};
use read::Reader;
use std::time::Instant;

/// Class cycles that are enumerated at most. Beyond, the solution may be cyclic, and then there is no answer.
pub const MAX_CYCLES: usize = 10_000;

/// The paper's extractor.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Seconds that the solver may take.
    pub seconds: f64,
    /// Whether a solution that is not proved, or a greedy one where there is none, is better than an error.
    pub or_greedy: bool,
}

impl FunctionExtractor for Paper {
    fn name(&self) -> &'static str {
        "paper"
    }

    fn extract(&self, problem: &Problem, limits: &Limits) -> Result<Answer, ExtractError> {
        let graph = Graph::new(problem);
        let (effort, solved) = self.solve(problem, &graph);
        if solved.is_ok() || !self.or_greedy {
            return solved;
        }
        let mut answer = Through(Greedy).extract(problem, limits)?;
        answer.effort = Effort {
            fell_back: true,
            ..effort
        };
        Ok(answer)
    }
}

impl Paper {
    /// What the solver finds, and how hard it was whatever that is.
    fn solve(
        &self,
        problem: &Problem,
        graph: &Graph<'_>,
    ) -> (Effort, Result<Answer, ExtractError>) {
        let start = Instant::now();
        let (formulation, columns) = formulate(graph);
        let mut effort = Effort {
            variables: formulation.num_cols(),
            constraints: formulation.num_rows(),
            ..Effort::default()
        };
        let failed = |error: &dyn std::fmt::Debug| ExtractError::Solver(format!("{error:?}"));
        let answer = (|| {
            let model = formulation.try_optimise(Sense::Minimise);
            let mut model = model.map_err(|error| failed(&error))?;
            let set = |model: &mut highs::Model| {
                model.try_set_option("output_flag", false)?;
                model.try_set_option("threads", 1)?;
                model.try_set_option("time_limit", self.seconds.max(0.0))?;
                model.try_set_option("mip_rel_gap", 0.0)
            };
            set(&mut model).map_err(|error| failed(&error))?;
            let constructed = start.elapsed();
            effort.construct_us = constructed.as_micros() as u64;
            let solved = model.try_solve().map_err(|error| failed(&error))?;
            effort.solve_us = (start.elapsed() - constructed).as_micros() as u64;
            let proved = solved.status() == HighsModelStatus::Optimal;
            let found = solved.primal_solution_status() == HighsSolutionStatus::Feasible;
            if !found || !(proved || self.or_greedy) {
                return Err(failed(&solved.status()));
            }
            let values = solved.get_solution();
            let chosen = |statement: usize, node: usize| {
                columns[statement][node].is_some_and(|column: Col| values[column] > 0.5)
            };
            let mut answer = Reader::new(graph, &chosen).read()?;
            answer.cost = answer.price(problem);
            // A proof of the formulation says nothing about P.
            answer.bound = f64::NEG_INFINITY;
            answer.optimal = false;
            Ok(answer)
        })();
        let answer = answer.map(|answer| Answer { effort, ..answer });
        (effort, answer)
    }
}

/// Builds the rows. Columns by statement and node; nothing, where the placement is forbidden.
fn formulate(graph: &Graph<'_>) -> (RowProblem, Vec<Vec<Option<Col>>>) {
    let mut rows = RowProblem::new();
    let columns: Vec<Vec<Option<Col>>> = graph
        .statements
        .iter()
        .map(|statement| {
            let nodes = graph.nodes.iter();
            nodes
                .map(|node| {
                    // A variable that is fixed to 0 is no variable.
                    let allowed = graph.may_stand(node, statement.place);
                    allowed.then(|| rows.add_integer_column(node.cost, 0..=1))
                })
                .collect()
        })
        .collect();
    let mut parents: Vec<Vec<u32>> = vec![Vec::new(); graph.classes.len()];
    let mut edges: Vec<Vec<u32>> = vec![Vec::new(); graph.classes.len()];
    for (number, node) in graph.nodes.iter().enumerate() {
        for &child in &node.children {
            parents[child as usize].push(number as u32);
            if !edges[node.class as usize].contains(&child) {
                edges[node.class as usize].push(child);
            }
        }
    }
    let (cycles, _) = elementary_cycles(&edges, MAX_CYCLES);
    for (i, statement) in graph.statements.iter().enumerate() {
        let column = |node: u32, at: usize| columns[at][node as usize];
        // Members of a class at this statement and at those above it.
        let members: Vec<Vec<(Col, f64)>> = graph
            .classes
            .iter()
            .map(|nodes| {
                let above = statement.dominators.iter().map(|&j| j as usize);
                let at: Vec<usize> = above.chain([i]).collect();
                let pairs = nodes.iter().flat_map(|&n| at.iter().map(move |&j| (n, j)));
                pairs
                    .filter_map(|(n, j)| column(n, j).map(|col| (col, 1.0)))
                    .collect()
            })
            .collect();
        for (n, node) in graph.nodes.iter().enumerate() {
            let Some(own) = column(n as u32, i) else {
                continue;
            };
            for &child in &node.children {
                let mut row = members[child as usize].clone();
                add(&mut row, own, -1.0);
                rows.add_row(0.., row);
            }
            if !statement.needs.contains(&node.class) {
                let users = parents[node.class as usize].iter();
                let mut row: Vec<(Col, f64)> = users
                    .filter_map(|&user| column(user, i).map(|col| (col, 1.0)))
                    .collect();
                add(&mut row, own, -1.0);
                rows.add_row(0.., row);
            }
        }
        for &class in &statement.needs {
            rows.add_row(1.., members[class as usize].clone());
        }
        for cycle in &cycles {
            let mut some_class = Vec::new();
            for (k, &class) in cycle.iter().enumerate() {
                let next = cycle[(k + 1) % cycle.len()];
                let v = rows.add_integer_column(0.0, 0..=1);
                some_class.push((v, 1.0));
                let inside = graph.classes[class as usize].iter();
                let inside = inside.filter(|&&n| graph.nodes[n as usize].children.contains(&next));
                let inside: Vec<Col> = inside.filter_map(|&n| column(n, i)).collect();
                for &w in &inside {
                    rows.add_row(..=1, [(v, 1.0), (w, 1.0)]);
                }
                let own = inside.iter().map(|&w| (w, 1.0)).chain([(v, 1.0)]);
                rows.add_row(1.., own.collect::<Vec<_>>());
            }
            rows.add_row(1.., some_class);
        }
    }
    (rows, columns)
}

/// Adds a coefficient to a row that may have the column already.
fn add(row: &mut Vec<(Col, f64)>, column: Col, factor: f64) {
    match row.iter_mut().find(|(other, _)| *other == column) {
        Some((_, known)) => *known += factor,
        None => row.push((column, factor)),
    }
}
