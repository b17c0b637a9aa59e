//! The e-graph and the skeleton, as the paper sees them: no member types, statements that all run.

use crate::extract::place::Place;
use crate::extract::problem::{Instance, Item, Kind, Operand, Owner, Problem};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// The e-graph and the skeleton, as the paper sees them.
pub(super) struct Graph<'p> {
    pub problem: &'p Problem,
    pub nodes: Vec<Node>,
    /// Nodes of each class.
    pub classes: Vec<Vec<u32>>,
    /// Class of each item; nothing, where it is not reachable.
    pub class_of: Vec<Option<u32>>,
    pub statements: Vec<Statement>,
}

/// An e-node: the instances that it has for tuples of member types.
pub(super) struct Node {
    pub class: u32,
    pub instances: Vec<Instance>,
    pub children: Vec<u32>,
    pub cost: f64,
}

/// A statement of the skeleton.
pub(super) struct Statement {
    pub place: Place,
    /// Classes that it needs, without repetition.
    pub needs: Vec<u32>,
    /// Statements that dominate it.
    pub dominators: Vec<u32>,
}

impl<'p> Graph<'p> {
    pub fn new(problem: &'p Problem) -> Graph<'p> {
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
    pub fn may_stand(&self, node: &Node, place: Place) -> bool {
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
pub(super) fn roots(problem: &Problem) -> Vec<(Place, u8, Vec<Item>)> {
    let mut roots: Vec<(Place, u8, Vec<Item>)> = Vec::new();
    for call in problem.optional_calls.iter().filter(|call| !call.detached) {
        let items = call.items.first().copied().into_iter().collect();
        roots.push((call.place, 0, items));
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
