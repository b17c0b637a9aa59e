//! The paper's formulation, equations 1 to 7 as printed, on HiGHS (cargo feature `highs`).
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

use super::cycles::elementary_cycles;
use super::dag::{ExtractError, Limits};
use super::place::Place;
use super::problem::{
    Answer, Effort, Extractor, Instance, Item, Kind, Operand, Origin, Owner, Problem, Run, Source,
    UseId,
};
use cranelift_entity::EntityRef;
use highs::{Col, HighsModelStatus, HighsSolutionStatus, RowProblem, Sense};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::time::Instant;

/// Class cycles that are enumerated at most. Beyond, the solution may be cyclic, and then there is no answer.
pub const MAX_CYCLES: usize = 10_000;

/// The paper's extractor.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Seconds that the solver may take.
    pub seconds: f64,
}

impl Extractor for Paper {
    fn name(&self) -> &'static str {
        "paper"
    }

    fn extract(&self, problem: &Problem, _: &Limits) -> Result<Answer, ExtractError> {
        let start = Instant::now();
        let graph = Graph::new(problem);
        let (formulation, columns) = formulate(&graph);
        let (variables, constraints) = (formulation.num_cols(), formulation.num_rows());
        let failed = |error: &dyn std::fmt::Debug| ExtractError::Solver(format!("{error:?}"));
        let model = formulation.try_optimise(Sense::Minimise);
        let mut model = model.map_err(|error| failed(&error))?;
        let set = |model: &mut highs::Model| {
            model.try_set_option("output_flag", false)?;
            model.try_set_option("threads", 1)?;
            model.try_set_option("time_limit", self.seconds.max(0.01))?;
            model.try_set_option("mip_rel_gap", 0.0)
        };
        set(&mut model).map_err(|error| failed(&error))?;
        let constructed = start.elapsed();
        let solved = model.try_solve().map_err(|error| failed(&error))?;
        let solve_us = (start.elapsed() - constructed).as_micros() as u64;
        if solved.primal_solution_status() != HighsSolutionStatus::Feasible {
            return Err(failed(&solved.status()));
        }
        let optimal = solved.status() == HighsModelStatus::Optimal;
        let values = solved.get_solution();
        let chosen = |statement: usize, node: usize| {
            columns[statement][node].is_some_and(|column: Col| values[column] > 0.5)
        };
        let mut reader = Reader::new(&graph, &chosen);
        let mut answer = reader.read()?;
        answer.cost = answer.price(problem);
        // A proof of the formulation says nothing about P.
        answer.bound = f64::NEG_INFINITY;
        answer.optimal = false;
        answer.effort = Effort {
            variables,
            constraints,
            construct_us: constructed.as_micros() as u64,
            solve_us,
        };
        if optimal {
            Ok(answer)
        } else {
            Err(failed(&solved.status()))
        }
    }
}

/// The e-graph and the skeleton, as the paper sees them.
struct Graph<'p> {
    problem: &'p Problem,
    nodes: Vec<Node>,
    /// Nodes of each class.
    classes: Vec<Vec<u32>>,
    /// Class of each item; nothing, where it is not reachable.
    class_of: Vec<Option<u32>>,
    statements: Vec<Statement>,
}

/// An e-node: the instances that it has for tuples of member types.
struct Node {
    class: u32,
    instances: Vec<Instance>,
    children: Vec<u32>,
    cost: f64,
}

/// A statement of the skeleton.
struct Statement {
    place: Place,
    /// Classes that it needs, without repetition.
    needs: Vec<u32>,
    /// Statements that dominate it.
    dominators: Vec<u32>,
}

impl<'p> Graph<'p> {
    fn new(problem: &'p Problem) -> Graph<'p> {
        let mut graph = Graph {
            problem,
            nodes: Vec::new(),
            classes: Vec::new(),
            class_of: vec![None; problem.items.len()],
            statements: Vec::new(),
        };
        let roots = roots(problem);
        graph.reach(&roots);
        graph.skeleton(roots);
        graph
    }

    /// Numbers what is reachable from the roots.
    fn reach(&mut self, roots: &[(Place, u8, Vec<Item>)]) {
        let problem = self.problem;
        let mut by_class: FxHashMap<egg::Id, Vec<Item>> = FxHashMap::default();
        for (item, data) in problem.items.iter() {
            by_class.entry(data.class).or_default().push(item);
        }
        let mut work: Vec<Item> = roots
            .iter()
            .flat_map(|(.., items)| items)
            .copied()
            .collect();
        work.reverse();
        let mut pending: Vec<(u32, Vec<Item>)> = Vec::new();
        while let Some(item) = work.pop() {
            if self.class_of[item.index()].is_some() {
                continue;
            }
            let class = self.classes.len() as u32;
            self.classes.push(Vec::new());
            let members = &by_class[&problem.items[item].class];
            for &member in members {
                self.class_of[member.index()] = Some(class);
            }
            // Instances of one e-node are neighbours in no list: they are grouped by its number.
            let mut nodes: Vec<(u32, Vec<Instance>)> = Vec::new();
            for &member in members {
                for &instance in &problem.items[member].instances {
                    let data = &problem.instances[instance];
                    let copies = data.operands.iter().any(|operand| operand.item == member);
                    if matches!(data.kind, Kind::Coerce(Some(_)) | Kind::Lent) || copies {
                        continue;
                    }
                    match nodes.iter_mut().find(|(number, _)| *number == data.node) {
                        Some((_, instances)) => instances.push(instance),
                        None => nodes.push((data.node, vec![instance])),
                    }
                }
            }
            for (_, instances) in nodes {
                let children: Vec<Item> = problem.instances[instances[0]]
                    .operands
                    .iter()
                    .map(|operand: &Operand| operand.item)
                    .collect();
                work.extend(children.iter().rev());
                let cost = instances.iter().map(|&instance| cost_of(problem, instance));
                let cost = cost.fold(f64::INFINITY, f64::min);
                self.classes[class as usize].push(self.nodes.len() as u32);
                pending.push((self.nodes.len() as u32, children));
                self.nodes.push(Node {
                    class,
                    instances,
                    children: Vec::new(),
                    cost,
                });
            }
        }
        for (node, children) in pending {
            let mut classes: Vec<u32> = children
                .iter()
                .filter_map(|item| self.class_of[item.index()])
                .collect();
            classes.sort_unstable();
            classes.dedup();
            self.nodes[node as usize].children = classes;
        }
    }

    fn skeleton(&mut self, roots: Vec<(Place, u8, Vec<Item>)>) {
        for (place, _, items) in roots {
            let classes = items.iter().filter_map(|item| self.class_of[item.index()]);
            let mut needs: Vec<u32> = classes.collect();
            needs.sort_unstable();
            needs.dedup();
            let before = self.statements.iter().enumerate();
            let dominators = before
                .filter(|(_, other)| self.problem.places.dominates(other.place, place))
                .map(|(number, _)| number as u32)
                .collect();
            self.statements.push(Statement {
                place,
                needs,
                dominators,
            });
        }
    }

    /// Whether an e-node may run, or is available, at a place.
    fn may_stand(&self, node: &Node, place: Place) -> bool {
        let problem = self.problem;
        node.instances.iter().any(|&instance| {
            let home = match &problem.instances[instance].kind {
                Kind::Free(home) => *home,
                &Kind::Param(join) => Some(problem.joins[join].place),
                Kind::Lent => return false,
                Kind::Coerce(within) => return within.is_none(),
                Kind::Run { region, .. } => return problem.may_stand(region, place),
            };
            home.is_none_or(|home| problem.places.dominates(home, place))
        })
    }
}

fn cost_of(problem: &Problem, instance: Instance) -> f64 {
    match problem.instances[instance].kind {
        Kind::Run { cost, .. } => cost,
        _ => 0.0,
    }
}

/// The statements of the skeleton in order: place, rank at the place, and one item of each class that it needs.
fn roots(problem: &Problem) -> Vec<(Place, u8, Vec<Item>)> {
    let mut roots: Vec<(Place, u8, Vec<Item>)> = Vec::new();
    for slot in problem.slots.iter().filter(|slot| !slot.detached) {
        let items = slot.items.first().copied().into_iter().collect();
        roots.push((slot.place, 0, items));
    }
    for data in problem.statements.values() {
        let uses = data.alternatives[0].uses.iter();
        let items = uses.filter_map(|&id| problem.uses[id].items.first());
        roots.push((data.place, 1, items.copied().collect()));
    }
    // What is left belongs to terminators.
    let mut terminators: FxHashMap<Place, Vec<Item>> = FxHashMap::default();
    for data in problem.uses.values() {
        if !matches!(data.owner, Owner::Alternative(..)) {
            let items = terminators.entry(data.place).or_default();
            items.extend(data.items.first());
        }
    }
    roots.extend(
        terminators
            .into_iter()
            .map(|(place, items)| (place, 2, items)),
    );
    roots.sort_by_key(|&(place, rank, _)| (problem.places.time(place), rank));
    roots
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

/// Reads an answer of P from the chosen placements.
struct Reader<'a> {
    graph: &'a Graph<'a>,
    chosen: &'a dyn Fn(usize, usize) -> bool,
    answer: Answer,
    /// What a class is at a statement, once that is known; nothing while it is being found.
    known: FxHashMap<(u32, u32), Option<(Item, Source)>>,
    statement_of: FxHashMap<(Place, u8), u32>,
}

impl<'a> Reader<'a> {
    fn new(graph: &'a Graph<'a>, chosen: &'a dyn Fn(usize, usize) -> bool) -> Reader<'a> {
        let problem = graph.problem;
        Reader {
            graph,
            chosen,
            answer: Answer {
                runs: Vec::new(),
                uses: problem.uses.keys().map(|_| None).collect(),
                alternatives: problem.statements.keys().map(|_| 0).collect(),
                cost: 0.0,
                bound: f64::NEG_INFINITY,
                optimal: false,
                effort: Effort::default(),
            },
            known: FxHashMap::default(),
            statement_of: roots(problem)
                .iter()
                .enumerate()
                .filter(|(_, (_, rank, _))| *rank > 0)
                .map(|(number, &(place, rank, _))| ((place, rank), number as u32))
                .collect(),
        }
    }

    fn read(&mut self) -> Result<Answer, ExtractError> {
        let problem = self.graph.problem;
        // Parameters of blocks further up come first: arguments are met before they are used.
        let mut order: Vec<UseId> = problem.uses.keys().collect();
        order.sort_by_key(|&id| problem.uses[id].place);
        for id in order {
            let data = &problem.uses[id];
            let needed = match data.owner {
                Owner::Always => true,
                Owner::Alternative(_, number) => number == 0,
                Owner::Join(_) => false,
            };
            if needed {
                self.meet(id)?;
            }
        }
        let mut answer = self.answer.clone();
        answer.only_needed(problem);
        Ok(answer)
    }

    fn statement(&self, id: UseId) -> Result<u32, ExtractError> {
        let data = &self.graph.problem.uses[id];
        let rank = if matches!(data.owner, Owner::Alternative(..)) {
            1
        } else {
            2
        };
        let found = self.statement_of.get(&(data.place, rank)).copied();
        found.ok_or_else(|| invalid("a use belongs to no statement"))
    }

    fn meet(&mut self, id: UseId) -> Result<(), ExtractError> {
        if self.answer.uses[id].is_some() {
            return Ok(());
        }
        let data = &self.graph.problem.uses[id];
        let first = data
            .items
            .first()
            .ok_or_else(|| invalid("a use that nothing meets"))?;
        let class = self.graph.class_of[first.index()];
        let class = class.ok_or_else(|| invalid("a use of a class that is not reachable"))?;
        let (item, source) = self.find(class, self.statement(id)?)?;
        if !data.items.contains(&item) {
            return Err(invalid("what was chosen has no type that its use accepts"));
        }
        self.answer.uses[id] = Some(source);
        Ok(())
    }

    /// What a class is at a statement. Depth of the recursion: the height of the chosen term, on a stack that grows.
    fn find(&mut self, class: u32, statement: u32) -> Result<(Item, Source), ExtractError> {
        match self.known.get(&(class, statement)) {
            Some(Some(known)) => return Ok(known.clone()),
            Some(None) => return Err(invalid("the chosen nodes are cyclic")),
            None => {}
        }
        self.known.insert((class, statement), None);
        let found = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.make(class, statement))?;
        self.known.insert((class, statement), Some(found.clone()));
        Ok(found)
    }

    fn make(&mut self, class: u32, statement: u32) -> Result<(Item, Source), ExtractError> {
        let graph = self.graph;
        let members = &graph.classes[class as usize];
        let of = &graph.statements[statement as usize];
        // Where it was computed already, if it was.
        for &above in &of.dominators {
            if members
                .iter()
                .any(|&n| (self.chosen)(above as usize, n as usize))
            {
                return self.find(class, above);
            }
        }
        let here = members
            .iter()
            .find(|&&n| (self.chosen)(statement as usize, n as usize));
        let &node = here.ok_or_else(|| invalid("a class that is needed has no node"))?;
        self.instance(node, statement)
    }

    /// The instance of a node whose operands are what was chosen for its children.
    fn instance(&mut self, node: u32, statement: u32) -> Result<(Item, Source), ExtractError> {
        let graph = self.graph;
        let problem = graph.problem;
        let instances = &graph.nodes[node as usize].instances;
        let place = graph.statements[statement as usize].place;
        let operands = &problem.instances[instances[0]].operands;
        let mut items: SmallVec<[Item; 4]> = SmallVec::new();
        let mut sources: SmallVec<[Source; 4]> = SmallVec::new();
        for operand in operands {
            let class = graph.class_of[operand.item.index()];
            let class = class.ok_or_else(|| invalid("an operand that is not reachable"))?;
            let (item, source) = self.find(class, statement)?;
            items.push(item);
            sources.push(source);
        }
        for &instance in instances {
            let data = &problem.instances[instance];
            let fits = data.operands.iter().zip(&items);
            if !fits
                .into_iter()
                .all(|(operand, item)| operand.item == *item)
            {
                continue;
            }
            let origin = match &data.kind {
                Kind::Free(_) | Kind::Lent => Origin::Instance(instance),
                &Kind::Param(join) => {
                    let arguments = problem.joins[join].uses.clone();
                    if arguments.into_iter().any(|id| self.meet(id).is_err()) {
                        continue;
                    }
                    Origin::Instance(instance)
                }
                Kind::Coerce(_) => {
                    let mut source = sources[0].clone();
                    source.coercions.insert(0, instance);
                    return Ok((data.item, source));
                }
                Kind::Run { region, .. } => {
                    if !problem.may_stand(region, place) {
                        continue;
                    }
                    self.answer.runs.push(Run {
                        instance,
                        place,
                        operands: sources.clone(),
                    });
                    Origin::Run(self.answer.runs.len() as u32 - 1)
                }
            };
            let source = Source {
                coercions: SmallVec::new(),
                origin,
            };
            return Ok((data.item, source));
        }
        Err(invalid("the chosen nodes have no method together"))
    }
}

fn invalid(what: &str) -> ExtractError {
    ExtractError::Problem(format!("no answer from the paper's formulation: {what}"))
}
