//! What `opt --emit julia` writes, loaded by a real Julia behind the program that it comes from, and called.
//!
//! Every example and every text test with entry points is written, with its rules and without any. Each text must load. Where
//! arguments of an entry's types are easy to make, the original and what is written without rules must return equal values and
//! leave equal arguments behind.
//!
//! Needs a Julia (`SATURATE_JULIA`, then `julia` on the path, then `target/julia`); skipped with a message without one.

#[path = "../../saturate/tests/oracle/process.rs"]
mod process;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Entry points that return something else, and why.
const KNOWN: &[(&str, &str)] = &[(
    "captured",
    "it returns a closure, whose type has another name",
)];

/// Files that Julia does not load as they are, and why.
const UNLOADABLE: &[(&str, &str)] = &[(
    "emit_rest_of_a_tuple",
    "`a, b... = t` came with Julia 1.6, after the oldest Julia that the tests run on",
)];

const SCRIPT: &str = include_str!("emit_oracle.jl");

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jl"))
        .collect();
    files.sort();
    files
}

/// What the program writes, whatever it cannot write.
fn written(file: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_saturate"))
        .args(["opt", "--emit", "julia"])
        .arg(file)
        .output()
        .expect("the program runs");
    String::from_utf8(output.stdout).expect("the source is text")
}

/// The program with an empty set of rules for each entry point: rules of text tests may be no laws, and `@arg` says what an
/// argument is.
fn without_rules(text: &str) -> String {
    let mut out = String::from("@rules no_rules begin\nend\n");
    for line in text.lines() {
        match line.strip_prefix("@saturate ") {
            Some(rest) => {
                let mut words: Vec<&str> = rest.split(' ').collect();
                while words.get(1) == Some(&"∪") {
                    words.drain(..2);
                }
                let _ = writeln!(out, "@saturate no_rules {}", words[1..].join(" "));
            }
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

#[test]
fn julia_loads_and_runs_what_is_written() {
    let Some(julia) = process::julia() else {
        println!("skipped: there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emit_oracle");
    std::fs::create_dir_all(&folder).unwrap();
    let mut script = String::from(SCRIPT);
    let mut unwritten = 0;
    for part in ["examples", "filetests/opt", "filetests/rules"] {
        for file in files(&root.join(part)) {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            if UNLOADABLE.iter().any(|&(known, _)| known == name) {
                continue;
            }
            let place =
                |what: &str| folder.join(format!("{}-{name}-{what}.jl", part.replace('/', "-")));
            let (optimised, plain, written_plain) =
                (place("optimised"), place("plain"), place("written"));
            let text = written(&file);
            unwritten += text.matches("cannot be written").count();
            std::fs::write(&optimised, text).unwrap();
            let text = without_rules(&std::fs::read_to_string(&file).unwrap());
            std::fs::write(&plain, text).unwrap();
            std::fs::write(&written_plain, written(&plain)).unwrap();
            let file = file.canonicalize().unwrap();
            let _ = writeln!(script, "compare({name:?}, {file:?}, {optimised:?}, false)");
            let _ = writeln!(
                script,
                "compare({name:?}, {file:?}, {written_plain:?}, true)"
            );
        }
    }
    script.push_str("finish()\n");
    let path = folder.join("script.jl");
    std::fs::write(&path, script).unwrap();
    let printed = process::ask(&julia, &path, &[], "").expect("Julia answers");
    let mut differences = String::new();
    for line in printed.lines() {
        let Some(line) = line.strip_prefix("@@@ ") else {
            continue;
        };
        let entry = line.split(' ').nth(1).unwrap_or_default();
        if !KNOWN.iter().any(|&(known, _)| known == entry) {
            let _ = writeln!(differences, "{line}");
        }
    }
    let counts = printed.lines().last().unwrap_or_default();
    println!("{counts}; {unwritten} entry points cannot be written");
    assert!(counts.starts_with("compared"), "{printed}");
    assert!(differences.is_empty(), "{differences}");
}
