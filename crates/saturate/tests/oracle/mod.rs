//! Julia's own parser as an oracle: finding a Julia, its source tree, and its trees for a list of files.

pub mod corpus;
pub mod entries;
pub mod lowering;
pub mod process;
pub mod skeleton;

use saturate::diag::Source;
use saturate::syntax::ast::{Ast, NodeId};
use saturate::syntax::{parse, print, sexpr};

// Each test and bench that includes the oracle uses a part of it.
#[allow(unused_imports)]
pub use process::{ask, julia};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The repository.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// The directory that holds Julia's `base` and `stdlib` sources: `SATURATE_JULIA_SRC`, or what Julia says.
pub fn source_tree(julia: &Path) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SATURATE_JULIA_SRC") {
        return Some(PathBuf::from(named));
    }
    let program = "print(joinpath(Sys.BINDIR, Base.DATAROOTDIR, \"julia\"))";
    let output = Command::new(julia)
        .args(["--startup-file=no", "-e", program])
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?);
    path.join("base").is_dir().then_some(path)
}

/// Every `.jl` file under `base` and `stdlib` of `tree`, sorted.
pub fn files(tree: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![tree.join("base"), tree.join("stdlib")];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "jl") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// What Julia made of one file.
pub struct Dump {
    /// The file.
    pub path: PathBuf,
    /// The S-expression of each top-level expression.
    pub expressions: Vec<String>,
    /// Why Julia could not read on, if it could not.
    pub error: Option<String>,
}

/// Julia's trees for `files`.
pub fn dump(julia: &Path, files: &[PathBuf]) -> io::Result<Vec<Dump>> {
    let list: String = files
        .iter()
        .map(|path| format!("{}\n", path.display()))
        .collect();
    let printed = ask(julia, &root().join("scripts/parse-oracle.jl"), &[], &list)?;
    let mut dumps: Vec<Dump> = Vec::new();
    for line in printed.lines() {
        if let Some(path) = line.strip_prefix("file ") {
            dumps.push(Dump {
                path: path.into(),
                expressions: Vec::new(),
                error: None,
            });
        } else if let Some(dump) = dumps.last_mut() {
            match line.strip_prefix("error ") {
                Some(error) => dump.error = Some(error.into()),
                None => dump.expressions.push(line.into()),
            }
        }
    }
    Ok(dumps)
}

/// The place where two S-expressions part, with some text around it.
pub fn difference(ours: &str, theirs: &str) -> String {
    let same = ours
        .bytes()
        .zip(theirs.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let show = |text: &str| {
        let mut start = same.saturating_sub(60).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        text[start..].chars().take(160).collect::<String>()
    };
    format!("    ours   …{}\n    julia  …{}", show(ours), show(theirs))
}

/// Prints an expression and reads it back: nothing if the trees agree, line-number nodes aside.
pub fn round_trip(ast: &Ast, root: NodeId) -> Option<String> {
    let before = sexpr::without_lines(ast, root);
    let text = print::to_string(ast, root);
    let read = parse(Source::new("printed", text.clone()));
    let after = match (&read.diagnostics[..], &read.toplevel[..]) {
        ([], &[only]) => sexpr::without_lines(&read.ast, only),
        ([], several) => format!("{} expressions", several.len()),
        ([diagnostic, ..], _) => {
            let line = diagnostic
                .at
                .as_ref()
                .map_or(1, |(source, span)| source.line_column(span.start).0);
            let shown = text.lines().nth(line as usize - 1).unwrap_or_default();
            return Some(format!("    {diagnostic}\n    {shown}"));
        }
    };
    (after != before).then(|| difference(&after, &before))
}
