//! The front page: README and `lib.rs` show the same example, and the crate has few public items.

use std::fs;
use std::path::{Path, PathBuf};

/// More than this, and nobody finds the main ones.
const MOST: usize = 300;

/// What begins a public item.
const ITEMS: [&str; 8] = [
    "pub fn ",
    "pub const ",
    "pub struct ",
    "pub enum ",
    "pub trait ",
    "pub type ",
    "pub static ",
    "pub mod ",
];

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The file of a module.
fn file_of(folder: &Path, module: &str) -> PathBuf {
    let plain = folder.join(format!("{module}.rs"));
    match plain.exists() {
        true => plain,
        false => folder.join(module).join("mod.rs"),
    }
}

/// The names in `pub use path::{a, b as c};`, and the module that they are from.
fn export(line: &str) -> Option<(&str, Vec<&str>)> {
    let path = line.strip_prefix("pub use ")?.trim_end_matches(';');
    let path = path.strip_prefix("crate::").unwrap_or(path);
    let (module, names) = path.split_once("::")?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = names.split(|c| !is_name(c)).filter(|name| !name.is_empty());
    Some((module, names.collect()))
}

/// The files whose items can be named from outside. One from which a single item is exported counts wholly.
fn public_files() -> Vec<PathBuf> {
    let root = manifest().join("src");
    let mut found = Vec::new();
    // Of a private module, only the names that are exported from it.
    let mut todo = vec![(root.join("lib.rs"), root.clone(), None::<Vec<String>>)];
    while let Some((file, folder, wanted)) = todo.pop() {
        let text = text(&file);
        let mut is_for_tests = false;
        let mut passed_on = Vec::new();
        for line in text.lines() {
            let folder = match line.starts_with("pub use crate::") {
                true => &root,
                false => &folder,
            };
            let module = line.strip_prefix("pub mod ");
            if let (Some(module), None, false) = (module, &wanted, is_for_tests) {
                let module = module.trim_end_matches(';');
                todo.push((file_of(folder, module), folder.join(module), None));
            }
            if let (Some((module, mut names)), false) = (export(line), is_for_tests) {
                let is_wanted = |name: &&str| {
                    let mut wanted = wanted.iter().flatten();
                    wanted.any(|wanted| wanted == name)
                };
                names.retain(|name| wanted.is_none() || is_wanted(name));
                let next = file_of(folder, module);
                if !names.is_empty() && next.exists() {
                    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
                    passed_on.extend(names.clone());
                    todo.push((next, folder.join(module), Some(names)));
                }
            }
            is_for_tests = line.contains("feature = \"testing\"") && !line.contains("not(")
                || line.contains("cfg(test)");
        }
        let is_own = |name: &String| !passed_on.contains(name);
        let is_public = wanted.is_none_or(|names| names.iter().any(is_own));
        if is_public && !found.contains(&file) {
            found.push(file);
        }
    }
    found
}

#[test]
fn few_items_are_public() {
    let mut counts: Vec<(usize, String)> = public_files()
        .iter()
        .map(|file| {
            let text = text(file);
            let lines = text.lines().map(str::trim_start);
            let is_item = |line: &&str| ITEMS.iter().any(|item| line.starts_with(item));
            (lines.filter(is_item).count(), file.display().to_string())
        })
        .collect();
    counts.sort();
    let sum: usize = counts.iter().map(|&(count, _)| count).sum();
    assert!(sum > 50, "nothing was counted: {counts:#?}");
    assert!(sum < MOST, "{sum} public items: {counts:#?}");
}

#[test]
fn the_front_pages_show_one_example() {
    let lib = text(&manifest().join("src/lib.rs"));
    let example: String = lib
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .skip_while(|line| *line != "```")
        .skip(1)
        .take_while(|line| *line != "```")
        .filter(|line| !line.starts_with("# "))
        .map(|line| format!("{line}\n"))
        .collect();
    let readme = text(&manifest().join("../../README.md"));
    assert!(
        readme.contains(&format!("```rust\n{example}```")),
        "{example}"
    );
}
