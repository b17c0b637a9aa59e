//! The e-graph as data for a picture: classes as boxes, nodes inside.
//!
//! ```text
//! c4  Float64  cheapest 10           a class, its member types, the cost of its cheapest term
//!   ● real(c9)     linalg.12  i1     a node: chosen, made by this rule in iteration 1
//!     tr(A)        %3                a node of the source: the value of statement %3
//! ```
//!
//! Classes and rules are named by their index in the picture. Classes are those of the e-graph at the end, whatever the
//! iteration; a node says in which iteration it was added first. A term costs what its nodes cost, each place of use on
//! its own: shared code counts as often as it is used, so the costs of classes do not add up to that of the program.
//!
//! Invariant: what is chosen and what the source has is never left out. Of the rest, the classes closest to it are kept,
//! up to [`MAX_NODES`] nodes, and [`Picture::left_out`] says how many nodes are missing.

pub mod flow;

use crate::egraph::canonical;
use crate::egraph::language::{ENode, Op};
use crate::egraph::skeleton::LeafDef;
use crate::elaborate::{Elaborated, Made};
use crate::extract::problem::{Answer, Instance, Kind, Origin};
use crate::ir::print::{show_name, Numbering};
use crate::ir::{Function, Value, ValueDef};
use crate::prepare::Prepared;
use crate::rules::rule::RuleSet;
use egg::{Id, Language};
use flow::{Artisan, Flow};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many nodes are drawn, besides those that are chosen or come from the source.
pub const MAX_NODES: usize = 5_000;
/// How much of an operator's text is kept, in characters: constants may be long.
const MAX_TEXT: usize = 200;

/// A node.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    /// The operator, in words.
    pub op: String,
    /// Whether it has no operands and is a constant or a value that rules cannot look into.
    pub leaf: bool,
    /// Its operands: indices of classes; `None` for one that is left out.
    pub children: Vec<Option<u32>>,
    /// The cost of running it once, at its cheapest; none if no program may run it.
    pub cost: Option<f64>,
    /// Whether the result uses it.
    pub chosen: bool,
    /// The blocks of the source in which it runs in the result.
    pub blocks: Vec<String>,
    /// The rule that added it; none if it was there before.
    pub rule: Option<u32>,
    /// The iteration that added it, from 1; 0 if it was there before.
    pub born: u32,
    /// The statement of the source whose value it is.
    pub value: Option<u32>,
    /// The epoch of memory that it reads in.
    pub epoch: Option<String>,
    /// Where the object that it makes is made, if that has an identity of its own.
    pub site: Option<u32>,
    /// Whether `@inbounds` covers it.
    pub inbounds: bool,
}

/// A class.
#[derive(Clone, Debug, Serialize)]
pub struct Class {
    /// Its number in the e-graph.
    pub id: u32,
    /// Its member types.
    pub ty: String,
    /// The cost of its cheapest term; none if no program may compute it.
    pub cost: Option<f64>,
    /// Its nodes.
    pub nodes: Vec<Node>,
}

/// A rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleLine {
    /// Its name.
    pub name: String,
    /// As it was written, on one line.
    pub text: String,
    /// Where it was written.
    pub at: Option<String>,
}

/// The e-graph.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// The classes.
    pub classes: Vec<Class>,
    /// The rules, by their numbers.
    pub rules: Vec<RuleLine>,
    /// The blocks and statements of the source, and where the statements of the result stand.
    pub flow: Flow,
    /// The source that numbers of values and blocks belong to: the function that was given, with bodies in place of calls and calls in place of loops.
    #[serde(skip)]
    pub function: Function,
    /// How many nodes are not drawn.
    pub left_out: usize,
}

/// The nodes that an answer uses, and the blocks in which they run, by their numbers.
pub(super) type Chosen = FxHashMap<ENode, BTreeSet<u32>>;

impl Picture {
    /// Draws a saturated e-graph, and what was chosen of it.
    pub fn new(
        prepared: &Prepared<'_>,
        chosen: Option<(&Answer, &Elaborated)>,
        rules: &RuleSet,
    ) -> Picture {
        let artist = Artist {
            prepared,
            numbering: Numbering::new(&prepared.skeleton.function),
        };
        artist.draw(chosen, rules)
    }
}

struct Artist<'a, 'h> {
    prepared: &'a Prepared<'h>,
    numbering: Numbering,
}

impl Artist<'_, '_> {
    fn draw(&self, answer: Option<(&Answer, &Elaborated)>, rules: &RuleSet) -> Picture {
        let egraph = &self.prepared.egraph;
        let chosen = answer.map(|(answer, result)| self.chosen(answer, result));
        let values = self.values();
        let nodes: BTreeMap<Id, Vec<ENode>> = egraph
            .classes()
            .map(|class| {
                let nodes = class.nodes.iter().map(|node| self.canonical(node));
                (class.id, nodes.collect())
            })
            .collect();
        let is_marked = |node: &ENode| {
            values.contains_key(node) || chosen.as_ref().is_some_and(|c| c.contains_key(node))
        };
        let (order, left_out) = select(&nodes, is_marked, MAX_NODES);
        let index: FxHashMap<Id, u32> = order.iter().copied().zip(0..).collect();
        let costs = self.costs();
        let cheapest = cheapest(&nodes, &costs);
        let none = Chosen::default();
        let classes = order.iter().map(|class| Class {
            id: usize::from(*class) as u32,
            ty: self.types(*class),
            cost: cheapest.get(class).copied(),
            nodes: nodes[class]
                .iter()
                .map(|node| {
                    let id = self.prepared.provenance.id(node);
                    let runs = chosen.as_ref().unwrap_or(&none).get(node);
                    let rule = id.and_then(|id| self.prepared.provenance.origin(id));
                    let children = node.children().iter();
                    Node {
                        op: self.operator(node),
                        leaf: matches!(node.op(), Op::Const(_) | Op::Leaf(_)),
                        children: children.map(|child| index.get(child).copied()).collect(),
                        cost: costs.get(node).copied(),
                        chosen: runs.is_some(),
                        blocks: runs
                            .into_iter()
                            .flatten()
                            .map(|block| format!("b{block}"))
                            .collect(),
                        rule: rule.map(|(_, application)| application.rule.as_u32()),
                        born: id.map_or(0, |id| self.born(id)),
                        value: values.get(node).copied(),
                        epoch: node.tag().epoch().map(|epoch| epoch.to_string()),
                        site: node.tag().site().map(|site| site.as_u32()),
                        inbounds: node.tag().inbounds(),
                    }
                })
                .collect(),
        });
        let flow = Artisan {
            prepared: self.prepared,
            numbering: &self.numbering,
            nodes: &nodes,
            index: &index,
        };
        Picture {
            function: self.prepared.skeleton.function.clone(),
            classes: classes.collect(),
            rules: rules
                .iter()
                .map(|(_, rule)| RuleLine {
                    name: rule.name.clone(),
                    text: one_line(rule.text()),
                    at: rule.at.as_ref().map(|(source, span)| {
                        let (line, column) = source.line_column(span.start);
                        format!("{}:{line}:{column}", source.name())
                    }),
                })
                .collect(),
            flow: flow.draw(answer.zip(chosen.as_ref())),
            left_out,
        }
    }

    fn canonical(&self, node: &ENode) -> ENode {
        canonical(&self.prepared.egraph, node)
    }

    /// The first statement of the source that a node stands for.
    fn values(&self) -> FxHashMap<ENode, u32> {
        let mut values = FxHashMap::default();
        let function = &self.prepared.skeleton.function;
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                if let Some(statement) = self.prepared.skeleton.statement(inst) {
                    let value = self.numbering.values[function.insts[inst].result];
                    let node = self.canonical(&statement.node);
                    values.entry(node).or_insert(value);
                }
            }
        }
        values
    }

    fn chosen(&self, answer: &Answer, result: &Elaborated) -> Chosen {
        let built = &self.prepared.built;
        let problem = &built.problem;
        let mut chosen = Chosen::default();
        let node = |instance: Instance| &built.nodes[problem.instances[instance].node as usize];
        for written in &result.written {
            if let Made::Run(number) = written.made {
                let run = &answer.runs[number as usize];
                let node = self.canonical(node(run.instance));
                let blocks = chosen.entry(node).or_default();
                blocks.insert(self.numbering.blocks[written.block]);
            }
        }
        let uses = answer.uses.values().flatten();
        let operands = answer.runs.iter().flat_map(|run| &run.operands);
        for source in uses.chain(operands) {
            for &instance in &source.coercions {
                chosen.entry(self.canonical(node(instance))).or_default();
            }
            if let Origin::Instance(instance) = source.origin {
                chosen.entry(self.canonical(node(instance))).or_default();
            }
        }
        for (statement, &taken) in answer.alternatives.iter() {
            let (inst, nodes) = &built.statements[statement];
            let own = self.prepared.skeleton.statement(*inst);
            let node = match taken.checked_sub(1) {
                Some(number) => Some(&nodes[number as usize]),
                None => own.map(|own| &own.node),
            };
            if let Some(node) = node {
                let block = problem.places.places[problem.statements[statement].place].block;
                let runs = chosen.entry(self.canonical(node)).or_default();
                runs.insert(self.numbering.blocks[block]);
            }
        }
        chosen
    }

    /// The costs of the nodes that a program may use.
    fn costs(&self) -> FxHashMap<ENode, f64> {
        let built = &self.prepared.built;
        let mut costs = FxHashMap::default();
        for data in built.problem.instances.values() {
            let cost = match data.kind {
                Kind::Run { cost, .. } => cost,
                _ => 0.0,
            };
            let node = self.canonical(&built.nodes[data.node as usize]);
            let known = costs.entry(node).or_insert(cost);
            *known = cost.min(*known);
        }
        for (statement, (inst, nodes)) in built.statements.iter() {
            let own = self.prepared.skeleton.statement(*inst);
            let own = own.map(|own| &own.node);
            let alternatives = &built.problem.statements[statement].alternatives;
            for (node, alternative) in own.into_iter().chain(nodes).zip(alternatives) {
                costs
                    .entry(self.canonical(node))
                    .or_insert(alternative.cost);
            }
        }
        costs
    }

    fn types(&self, class: Id) -> String {
        let egraph = &self.prepared.egraph;
        let mut cache = egraph.analysis.cache();
        let members = egraph[class].data.members().iter();
        let types: Vec<String> = members
            .map(|known| cache.host.show_type(known.ty))
            .collect();
        types.join(" | ")
    }

    /// The iteration that added a node.
    fn born(&self, id: Id) -> u32 {
        let iterations = &self.prepared.saturation.iterations;
        let is_rule = self.prepared.provenance.origin(id).is_some();
        let before = iterations.partition_point(|iteration| iteration.ids <= usize::from(id));
        match before {
            0 => u32::from(is_rule),
            _ => before.min(iterations.len().saturating_sub(1)) as u32 + 1,
        }
    }

    fn value(&self, value: Value) -> String {
        let data = &self.prepared.skeleton.function.values[value];
        match (data.def, data.name) {
            (ValueDef::Const(constant), _) => {
                let host = &mut self.prepared.egraph.analysis.cache().host;
                host.show_constant(constant)
            }
            (_, Some(name)) => show_name(name),
            _ => format!("%{}", self.numbering.values[value]),
        }
    }

    /// What a node does, in words.
    fn operator(&self, node: &ENode) -> String {
        let skeleton = &self.prepared.skeleton;
        let constant = |constant| {
            let host = &mut self.prepared.egraph.analysis.cache().host;
            host.show_constant(constant)
        };
        let text = match node.op() {
            Op::Const(value) => constant(value),
            Op::Leaf(leaf) => match skeleton.leaves[leaf] {
                LeafDef::Value(value) => self.value(value),
                LeafDef::Result(inst) => self.value(skeleton.function.insts[inst].result),
            },
            Op::Call { callee, .. } => constant(callee),
            Op::Apply { .. } => "call".into(),
            Op::New { .. } => "new".into(),
            Op::While(epoch, _) => format!("while {epoch}"),
            Op::Share => "share".into(),
        };
        match text.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

/// Text without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The classes to draw, those with marked nodes first, then by their distance from them; and how many nodes are left
/// out.
fn select(
    nodes: &BTreeMap<Id, Vec<ENode>>,
    is_marked: impl Fn(&ENode) -> bool,
    max: usize,
) -> (Vec<Id>, usize) {
    let mut users: FxHashMap<Id, Vec<Id>> = FxHashMap::default();
    for (&class, members) in nodes {
        for &child in members.iter().flat_map(|node| node.children()) {
            users.entry(child).or_default().push(class);
        }
    }
    let marked = nodes
        .iter()
        .filter(|(_, members)| members.iter().any(&is_marked))
        .map(|(&class, _)| class);
    let mut order: Vec<Id> = marked.collect();
    let mut seen: FxHashSet<Id> = order.iter().copied().collect();
    let mut queue: VecDeque<Id> = order.iter().copied().collect();
    let mut size: usize = order.iter().map(|class| nodes[class].len()).sum();
    // Last, whatever is connected with nothing of this.
    queue.extend(nodes.keys().copied().filter(|class| !seen.contains(class)));
    let mut left_out = 0;
    while let Some(class) = queue.pop_front() {
        let children = nodes[&class].iter().flat_map(|node| node.children());
        let around: Vec<Id> = children
            .chain(users.get(&class).into_iter().flatten())
            .chain([&class])
            .copied()
            .filter(|near| nodes.contains_key(near))
            .collect();
        for near in around {
            if seen.insert(near) {
                if size + nodes[&near].len() > max {
                    left_out += nodes[&near].len();
                } else {
                    size += nodes[&near].len();
                    order.push(near);
                    queue.push_back(near);
                }
            }
        }
    }
    (order, left_out)
}

/// The cost of the cheapest term of each class that has one.
fn cheapest(nodes: &BTreeMap<Id, Vec<ENode>>, costs: &FxHashMap<ENode, f64>) -> FxHashMap<Id, f64> {
    let mut best: FxHashMap<Id, f64> = FxHashMap::default();
    let mut changed = true;
    while changed {
        changed = false;
        for (&class, members) in nodes {
            for node in members {
                let children = node.children().iter();
                let terms = children.map(|child| best.get(child).copied());
                let Some(below) = terms.sum::<Option<f64>>() else {
                    continue;
                };
                let Some(own) = costs.get(node) else { continue };
                // Rounding must not keep a cycle of free nodes going.
                if best.get(&class).is_none_or(|&old| own + below < old - 1e-9) {
                    best.insert(class, own + below);
                    changed = true;
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(child: usize) -> ENode {
        ENode::new(Op::Share, &[Id::from(child)])
    }

    /// 0 → 1 → 2 → … → 9 → 0.
    fn ring() -> BTreeMap<Id, Vec<ENode>> {
        (0..10)
            .map(|class| (Id::from(class), vec![share((class + 1) % 10)]))
            .collect()
    }

    #[test]
    fn all_of_a_small_graph_is_drawn() {
        let (order, left_out) = select(&ring(), |_| false, 10);
        assert_eq!((order.len(), left_out), (10, 0));
    }

    #[test]
    fn what_is_close_to_marked_nodes_is_drawn_first_and_the_rest_counted() {
        let (order, left_out) = select(&ring(), |node| *node == share(5), 3);
        let order: Vec<usize> = order.into_iter().map(usize::from).collect();
        assert_eq!((order, left_out), (vec![4, 5, 3], 7));
    }

    #[test]
    fn what_is_marked_is_drawn_whatever_the_limit() {
        let (order, left_out) = select(&ring(), |_| true, 3);
        assert_eq!((order.len(), left_out), (10, 0));
    }

    #[test]
    fn a_cycle_without_a_way_out_has_no_cost() {
        let mut nodes = ring();
        let costs: FxHashMap<ENode, f64> = (0..10).map(|child| (share(child), 1.0)).collect();
        assert!(cheapest(&nodes, &costs).is_empty());
        let leaf = ENode::new(Op::Leaf(crate::egraph::language::Leaf::from_u32(0)), &[]);
        nodes.get_mut(&Id::from(3)).unwrap().push(leaf.clone());
        let costs: FxHashMap<ENode, f64> = costs.into_iter().chain([(leaf, 5.0)]).collect();
        let cheapest = cheapest(&nodes, &costs);
        assert_eq!(cheapest[&Id::from(3)], 5.0);
        assert_eq!(cheapest[&Id::from(4)], 14.0);
    }
}
