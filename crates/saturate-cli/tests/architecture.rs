//! The list of crates in ARCHITECTURE.md is what the manifests say.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// For each crate, the crates of this workspace that it uses. Tests may use any.
type Graph = BTreeMap<String, Vec<String>>;

fn of_manifests(root: &Path) -> Graph {
    let mut graph = Graph::new();
    for folder in fs::read_dir(root.join("crates"))
        .expect("crates/")
        .flatten()
    {
        let text = fs::read_to_string(folder.path().join("Cargo.toml")).expect("a manifest");
        let mut section = "";
        let mut used = Vec::new();
        for line in text.lines() {
            if line.starts_with('[') {
                section = line;
            } else if section == "[dependencies]" && line.contains("path = \"../") {
                used.extend(line.split([' ', '=']).next().map(str::to_owned));
            }
        }
        used.sort();
        graph.insert(folder.file_name().to_string_lossy().into_owned(), used);
    }
    graph
}

fn of_document(root: &Path) -> Graph {
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let (_, list) = text.split_once("```crates\n").expect("the list of crates");
    let (list, _) = list.split_once("```").expect("the end of the list");
    let line = |line: &str| {
        let (name, used) = line.split_once(':').expect("name: crates");
        let used = used.split_whitespace().map(str::to_owned).collect();
        (name.to_owned(), used)
    };
    list.lines().map(line).collect()
}

#[test]
fn the_floors_are_as_drawn() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert_eq!(of_document(&root), of_manifests(&root));
}
