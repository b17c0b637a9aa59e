//! The egraph-serialize JSON format: reading problems, writing what was chosen.
//!
//! Children are named by node in that format; a node consumes the class of the node that it names. All root classes
//! are roots. Subsumed nodes are nodes like others: the flag is a hint for printing.

use crate::{ClassId, ExtractError, NodeId, Problem, ProblemBuilder, ProblemError, Solution};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A problem with the names that its file gives to nodes and classes.
#[derive(Debug)]
pub struct Named {
    /// The problem.
    pub problem: Problem,
    /// Name of each node.
    pub nodes: Vec<String>,
    /// Name of each class.
    pub classes: Vec<String>,
}

/// The file: what of it matters here.
#[derive(Deserialize)]
struct File {
    #[serde(deserialize_with = "distinct")]
    nodes: Vec<(String, Node)>,
    #[serde(default)]
    root_eclasses: Vec<String>,
}

#[derive(Deserialize)]
struct Node {
    eclass: String,
    #[serde(default)]
    children: Vec<String>,
    #[serde(default = "one")]
    cost: f64,
}

fn one() -> f64 {
    1.0
}

/// A JSON object as a list of its entries; a key that comes twice is an error, where a map would forget the first.
fn distinct<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<(String, Node)>, D::Error> {
    struct Entries;
    impl<'de> Visitor<'de> for Entries {
        type Value = Vec<(String, Node)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object of nodes by name")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
            let mut entries: Vec<(String, Node)> = Vec::new();
            let mut seen = rustc_hash::FxHashSet::default();
            while let Some((name, node)) = map.next_entry::<String, Node>()? {
                if !seen.insert(name.clone()) {
                    return Err(M::Error::custom(format!("node {name:?} is defined twice")));
                }
                entries.push((name, node));
            }
            Ok(entries)
        }
    }
    input.deserialize_map(Entries)
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
    Problem(ProblemError),
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
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a problem from JSON text.
pub fn read(json: &str) -> Result<Named, ReadError> {
    let file: File = serde_json::from_str(json).map_err(ReadError::Json)?;
    let mut builder = ProblemBuilder::with_capacity(file.nodes.len(), 2 * file.nodes.len());
    let mut number: FxHashMap<&str, ClassId> = FxHashMap::default();
    let mut class_of: FxHashMap<&str, ClassId> = FxHashMap::default();
    let mut classes = Vec::new();
    for (name, node) in &file.nodes {
        let class = *number.entry(&node.eclass).or_insert_with(|| {
            classes.push(node.eclass.clone());
            builder.class()
        });
        class_of.insert(name, class);
    }
    let mut children = Vec::new();
    for (name, node) in &file.nodes {
        children.clear();
        for child in &node.children {
            let Some(&class) = class_of.get(child.as_str()) else {
                return Err(ReadError::MissingChild {
                    node: name.clone(),
                    child: child.clone(),
                });
            };
            children.push(class);
        }
        builder.node(class_of[name.as_str()], node.cost, &children);
    }
    if file.root_eclasses.is_empty() {
        return Err(ReadError::NoRoots);
    }
    for root in &file.root_eclasses {
        match number.get(root.as_str()) {
            Some(&class) => builder.root(class),
            None => return Err(ReadError::MissingRoot(root.clone())),
        }
    }
    let problem = builder.build().map_err(ReadError::Problem)?;
    Ok(Named {
        problem,
        classes,
        nodes: file.nodes.into_iter().map(|(name, _)| name).collect(),
    })
}

impl Named {
    /// The name of a node.
    pub fn node_name(&self, node: NodeId) -> &str {
        &self.nodes[node.index()]
    }

    /// The name of a class.
    pub fn class_name(&self, class: ClassId) -> &str {
        &self.classes[class.index()]
    }

    /// The error, with the names of the file.
    pub fn explain(&self, error: &ExtractError) -> String {
        match error {
            ExtractError::Infeasible(root) => {
                let name = self.class_name(*root);
                format!("root class {name:?} cannot be extracted: each of its nodes is unusable or needs the root itself")
            }
            ExtractError::Solver(_) | ExtractError::Problem(_) => error.to_string(),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exact, Limits};

    fn error(json: &str) -> String {
        read(json).unwrap_err().to_string()
    }

    #[test]
    fn reads_solves_and_names_the_choice() {
        let named = read(
            r#"{"nodes": {
                "a0": {"op": "+", "eclass": "a", "cost": 5.0, "children": ["b0", "b0"]},
                "a1": {"op": "x", "eclass": "a", "cost": 2.0, "children": ["b1"]},
                "b0": {"op": "y", "eclass": "b", "cost": 9.0},
                "b1": {"op": "z", "eclass": "b", "children": []}
            }, "root_eclasses": ["a"]}"#,
        )
        .unwrap();
        let solution = exact(&named.problem, &Limits::default()).unwrap();
        assert_eq!(solution.cost, 3.0, "a missing cost is 1");
        assert_eq!(
            named.chosen_json(&solution).to_string(),
            r#"{"choices":{"a":"a1","b":"b1"}}"#
        );
    }

    #[test]
    fn errors_name_what_is_wrong() {
        assert!(error("{").starts_with("not an e-graph in egraph-serialize JSON: EOF"));
        assert_eq!(
            error(r#"{"nodes": {}}"#),
            "the e-graph has no root_eclasses, so there is nothing to extract"
        );
        assert_eq!(
            error(r#"{"nodes": {}, "root_eclasses": ["r"]}"#),
            r#"root class "r" has no nodes"#
        );
        assert_eq!(
            error(
                r#"{"nodes": {"n": {"op": "f", "eclass": "r", "children": ["m"]}}, "root_eclasses": ["r"]}"#
            ),
            r#"node "n" has child "m", which is not defined"#
        );
        let duplicate = r#"{"nodes": {"n": {"op": "f", "eclass": "r"}, "n": {"op": "g", "eclass": "r"}}, "root_eclasses": ["r"]}"#;
        assert!(error(duplicate).contains("node \"n\" is defined twice"));
        let cyclic = r#"{"nodes": {"n": {"op": "f", "eclass": "r", "children": ["n"]}}, "root_eclasses": ["r"]}"#;
        let named = read(cyclic).unwrap();
        let error = exact(&named.problem, &Limits::default()).unwrap_err();
        assert_eq!(
            named.explain(&error),
            r#"root class "r" cannot be extracted: each of its nodes is unusable or needs the root itself"#
        );
    }
}
