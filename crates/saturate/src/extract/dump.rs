//! A saturated e-graph in egraph-serialize JSON: the classes that the function can reach, for other tools and for
//! `saturate extract`.
//!
//! ```text
//! {"nodes": {"12.0": {"op": "tr", "children": ["3.0"], "eclass": "12", "cost": 10.0, "subsumed": false}, …},
//!  "root_eclasses": ["12", …],
//!  "class_data": {"12": {"type": "Float64", "blocks": ["b1"]}, …}}
//! ```
//!
//! A child is named by the first node of its class, as the format has it. A node costs what its cheapest instance costs,
//! wherever it runs: places, epochs and member types are not part of the format. `type` lists the member types of a
//! class, `blocks` the blocks that use it.

use super::build::Built;
use super::problem::Kind;
use crate::egraph::language::{ENode, Op};
use crate::egraph::skeleton::{LeafDef, Skeleton};
use crate::egraph::EGraph;
use egg::{Id, Language};
use serde_json::{json, Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The e-graph as JSON.
pub fn dump(egraph: &EGraph<'_>, skeleton: &Skeleton, built: &Built) -> Value {
    let problem = &built.problem;
    // Nodes by class, in the order in which the problem has them, with their costs.
    let mut nodes: BTreeMap<Id, Vec<(u32, f64)>> = BTreeMap::new();
    let mut types: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    let mut blocks: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    for data in problem.instances.values() {
        let item = &problem.items[data.item];
        let cost = match data.kind {
            Kind::Run { cost, .. } => cost,
            _ => 0.0,
        };
        let of_class = nodes.entry(item.class).or_default();
        match of_class.iter_mut().find(|(node, _)| *node == data.node) {
            Some((_, known)) => *known = known.min(cost),
            None => of_class.push((data.node, cost)),
        }
        let name = egraph.analysis.cache().host.show_type(item.member);
        types.entry(item.class).or_default().insert(name);
    }
    let mut roots = BTreeSet::new();
    for data in problem.uses.values() {
        let block = problem.places.places[data.place].block;
        for &item in &data.items {
            let class = problem.items[item].class;
            blocks.entry(class).or_default().insert(block.to_string());
            if nodes.contains_key(&class) {
                roots.insert(class);
            }
        }
    }
    let mut all = Map::new();
    for (class, members) in &nodes {
        for (position, &(number, cost)) in members.iter().enumerate() {
            let node = &built.nodes[number as usize];
            let children = node.children().iter().map(|&child| egraph.find(child));
            let children: Vec<Value> = children.map(|child| json!(format!("{child}.0"))).collect();
            // A node whose operand has no instance at all cannot be named, nor be chosen.
            let known = node
                .children()
                .iter()
                .all(|&child| nodes.contains_key(&egraph.find(child)));
            let cost = if known { json!(cost) } else { json!(1e300) };
            let children = if known { children } else { Vec::new() };
            all.insert(
                format!("{class}.{position}"),
                json!({
                    "op": operator(egraph, skeleton, node),
                    "children": children,
                    "eclass": class.to_string(),
                    "cost": cost,
                    "subsumed": false,
                }),
            );
        }
    }
    let class_data: Map<String, Value> = nodes
        .keys()
        .map(|class| {
            let types: Vec<&str> = types[class].iter().map(String::as_str).collect();
            let data = json!({
                "type": types.join(" | "),
                "blocks": blocks.get(class),
            });
            (class.to_string(), data)
        })
        .collect();
    let roots: Vec<String> = roots.iter().map(Id::to_string).collect();
    json!({"nodes": all, "root_eclasses": roots, "class_data": class_data})
}

/// What a node does, in words.
fn operator(egraph: &EGraph<'_>, skeleton: &Skeleton, node: &ENode) -> String {
    let host = &mut egraph.analysis.cache().host;
    match node.op() {
        Op::Const(constant) => host.show_constant(constant),
        Op::Leaf(leaf) => match skeleton.leaves[leaf] {
            LeafDef::Value(value) => value.to_string(),
            LeafDef::Result(inst) => skeleton.function.insts[inst].result.to_string(),
        },
        Op::Call { callee, tag } => format!("{}{tag:?}", host.show_constant(callee)),
        Op::Apply { tag } => format!("call{tag:?}"),
        Op::New { tag } => format!("new{tag:?}"),
        Op::While(epoch, _) => format!("while {epoch}"),
        Op::Share => "share".into(),
    }
}
