//! The egraph-serialize JSON format: reading problems, writing what was chosen.
//!
//! Children are named by node in that format; a node consumes the class of the node that it names. All root classes
//! are roots. Subsumed nodes are nodes like others: the flag is a hint for printing.

use super::dag::{ClassId, NodeId, Problem, ProblemBuilder, ProblemError, Solution};
use cranelift_entity::EntityRef;
use egraph_serialize::EGraph;
use rustc_hash::FxHashMap;
use std::fmt;

/// A problem with the names that its file gives to nodes and classes.
#[derive(Debug)]
pub struct Named {
    /// The problem.
    pub problem: Problem,
    /// Name of each node.
    pub nodes: Vec<egraph_serialize::NodeId>,
    /// Name of each class.
    pub classes: Vec<egraph_serialize::ClassId>,
}

/// Why a file is not a problem.
#[derive(Debug)]
pub enum ReadError {
    /// Not JSON, or not this format.
    Json(serde_json::Error),
    /// The file names no root class, so there is nothing to extract.
    NoRoots,
    /// A node names a child that the file does not define.
    MissingChild {
        /// The node.
        node: String,
        /// The child it names.
        child: String,
    },
    /// No node belongs to this root class.
    MissingRoot(String),
    /// A cost that cannot be minimised, or another defect of the problem itself.
    Problem {
        /// The node.
        node: String,
        /// What is wrong with it.
        error: ProblemError,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(e) => write!(f, "not an e-graph in egraph-serialize JSON: {e}"),
            Self::NoRoots => write!(
                f,
                "the e-graph has no root_eclasses, so there is nothing to extract"
            ),
            Self::MissingChild { node, child } => {
                write!(f, "node {node:?} has child {child:?}, which is not defined")
            }
            Self::MissingRoot(class) => write!(f, "root class {class:?} has no nodes"),
            Self::Problem { node, error } => write!(f, "node {node:?}: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a problem from JSON text.
pub fn read(json: &str) -> Result<Named, ReadError> {
    from_egraph(&serde_json::from_str(json).map_err(ReadError::Json)?)
}

/// The problem that an e-graph stands for.
pub fn from_egraph(egraph: &EGraph) -> Result<Named, ReadError> {
    let mut builder = ProblemBuilder::with_capacity(egraph.nodes.len(), 2 * egraph.nodes.len());
    let mut number: FxHashMap<&str, ClassId> = FxHashMap::default();
    let mut classes = Vec::new();
    for node in egraph.nodes.values() {
        number.entry(node.eclass.as_ref()).or_insert_with(|| {
            classes.push(node.eclass.clone());
            builder.class()
        });
    }
    let mut children = Vec::new();
    for (id, node) in &egraph.nodes {
        children.clear();
        for child in &node.children {
            let Some(child) = egraph.nodes.get(child) else {
                return Err(ReadError::MissingChild {
                    node: id.to_string(),
                    child: child.to_string(),
                });
            };
            children.push(number[child.eclass.as_ref()]);
        }
        builder.node(
            number[node.eclass.as_ref()],
            node.cost.into_inner(),
            &children,
        );
    }
    if egraph.root_eclasses.is_empty() {
        return Err(ReadError::NoRoots);
    }
    for root in &egraph.root_eclasses {
        match number.get(root.as_ref()) {
            Some(&class) => builder.root(class),
            None => return Err(ReadError::MissingRoot(root.to_string())),
        }
    }
    let nodes: Vec<_> = egraph.nodes.keys().cloned().collect();
    let problem = builder.build().map_err(|error| {
        let node = match error {
            ProblemError::BadCost { node, .. }
            | ProblemError::MissingClass { node, .. }
            | ProblemError::MissingChild { node, .. } => nodes[node.index()].to_string(),
            ProblemError::MissingRoot(class) => class.to_string(),
        };
        ReadError::Problem { node, error }
    })?;
    Ok(Named {
        problem,
        nodes,
        classes,
    })
}

impl Named {
    /// The name of a node.
    pub fn node_name(&self, node: NodeId) -> &str {
        self.nodes[node.index()].as_ref()
    }

    /// The name of a class.
    pub fn class_name(&self, class: ClassId) -> &str {
        self.classes[class.index()].as_ref()
    }

    /// The choice as JSON: the chosen node of each needed class, by name.
    pub fn chosen_json(&self, solution: &Solution) -> serde_json::Value {
        let choices: serde_json::Map<String, serde_json::Value> = solution
            .chosen()
            .map(|n| {
                (
                    self.class_name(self.problem.class(n)).to_owned(),
                    self.node_name(n).into(),
                )
            })
            .collect();
        serde_json::json!({ "choices": choices })
    }
}
