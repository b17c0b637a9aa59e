//! The `run` commands of `filetests/run`, answered by a real Julia: what the files expect is what Julia prints.
//!
//! Needs a Julia (`SATURATE_JULIA`, then `julia` on the path, then `target/julia`); skipped with a message without one.
//! Compared exactly, after these differences between versions are evened out: `Array{T,1}` is `Vector{T}` and
//! `Array{T,2}` is `Matrix{T}`, spaces after commas in type parameters, backticks around names, the module in front of a
//! name, parentheses around the message of a `DimensionMismatch`, and everything behind the first line of an error. [`KNOWN`] lists what differs beyond that.

#[path = "../../saturate/tests/oracle/process.rs"]
mod process;

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Entry points whose output differs, and why.
const KNOWN: &[(&str, &str)] = &[
    (
        "powers",
        "a string to a negative power: Julia looks for `inv` of a string",
    ),
    (
        "splitting",
        "`split` gives strings; there is no `SubString`",
    ),
    (
        "bound",
        "Julia 1.5 raises a `TypeError` for a type parameter outside its bound",
    ),
    ("frozen", "Julia 1.5 leaves out a colon"),
    (
        "shrinking",
        "Julia reads behind the end of an array that a broadcast shortens, without a check",
    ),
    (
        "shortened",
        "Julia writes behind the end of an array through a view, without a check",
    ),
    ("read_behind", "the same, reading"),
    (
        "break_limit",
        "Julia 1.5 only warns where a constant is given another value",
    ),
    (
        "ambiguous",
        "the candidates of an ambiguous call are on the same line",
    ),
];

struct Case {
    file: PathBuf,
    entry: String,
    args: Vec<String>,
    expected: String,
}

/// Splits a command line as `saturate test` does.
fn split_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote): (Option<String>, _) = (None, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn cases(folder: &Path) -> Vec<Case> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jl"))
        .collect();
    files.sort();
    let mut cases: Vec<Case> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut open = false;
        for line in text.lines() {
            if let Some(command) = line.strip_prefix("#! ") {
                let words = split_words(command);
                open = words[0] == "run" && !words.iter().any(|word| word == "--fuel");
                if open {
                    let at = words
                        .iter()
                        .position(|word| word == "--entry")
                        .expect("an entry");
                    let args = words[at + 2..].iter().filter(|word| *word != "--");
                    cases.push(Case {
                        file: file.clone(),
                        entry: words[at + 1].clone(),
                        args: args.cloned().collect(),
                        expected: String::new(),
                    });
                }
            } else if let (Some(line), true) = (line.strip_prefix("#>"), open) {
                let case = cases.last_mut().expect("a command comes first");
                let _ = writeln!(case.expected, "{}", line.strip_prefix(' ').unwrap_or(line));
            } else {
                open = false;
            }
        }
    }
    cases
}

const SCRIPT: &str = r#"
function load(file)
    m = Module(:FileTest)
    Core.eval(m, :(using Base; eval(x) = Core.eval($m, x)))
    Core.eval(m, :(include(path) = Base.include($m, path)))
    task_local_storage()[:SOURCE_PATH] = file
    text = read(file, String)
    at = 1
    while at <= ncodeunits(text)
        expr, at = try
            Meta.parse(text, at; raise = false)
        catch
            break
        end
        expr === nothing && continue
        try
            Core.eval(m, expr)
        catch
        end
    end
    m
end
function answer(number, m, entry, args)
    println("@@@ ", number)
    if !isdefined(m, entry)
        println("@@@ undefined")
        return
    end
    try
        f = Core.eval(m, entry)
        values = [Core.eval(m, Meta.parse(arg)) for arg in args]
        value = Base.invokelatest(f, values...)
        if value !== nothing
            io = IOContext(stdout, :limit => true, :displaysize => (24, 80), :module => m)
            Base.invokelatest(show, io, MIME("text/plain"), value)
            println()
        end
    catch e
        println("error: ", first(split(Base.invokelatest(sprint, showerror, e), '\n')))
    end
end
"#;

/// A text without what differs between versions.
fn canonical(text: &str) -> String {
    let mut text = text
        .replace('`', "")
        .replace("LinearAlgebra.", "")
        .replace("Main.FileTest.", "")
        .replace("DimensionMismatch(\"", "DimensionMismatch: ")
        .replace("\")\n", "\n");
    // Innermost type parameters first.
    loop {
        let mut next = text.clone();
        for (old, new) in [("1", "Vector"), ("2", "Matrix")] {
            while let Some((start, end)) = innermost_array(&next, old) {
                let inner = next[start + 6..end - 3].trim_end().to_string();
                next.replace_range(start..end, &format!("{new}{{{inner}}}"));
            }
        }
        if next == text {
            break;
        }
        text = next;
    }
    let mut out = String::new();
    let mut depth = 0usize;
    let mut chars = text
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
        .chars()
        .collect::<Vec<_>>()
        .into_iter()
        .peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        out.push(c);
        if c == ',' && depth > 0 {
            while chars.next_if_eq(&' ').is_some() {}
        }
    }
    out
}

/// The place of an `Array{T,N}` whose `T` may hold brackets, for a given `N`.
fn innermost_array(text: &str, dims: &str) -> Option<(usize, usize)> {
    text.match_indices("Array{").find_map(|(start, _)| {
        let mut depth = 0;
        let end = text[start..].char_indices().find_map(|(at, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            (c == '}' && depth == 0).then_some(start + at + 1)
        })?;
        let before = text[..start].chars().last();
        let whole = !before.is_some_and(|c| c.is_alphanumeric());
        let fits = text[start..end].ends_with(&format!(",{dims}}}"));
        (whole && fits).then_some((start, end))
    })
}

/// Only the first line of an error.
fn first_line_of_errors(text: &str) -> String {
    match text.find("error: ") {
        Some(at) => {
            let end = text[at..].find('\n').map_or(text.len(), |found| at + found);
            format!("{}\n", &text[..end])
        }
        None => text.to_string(),
    }
}

#[test]
fn julia_prints_the_same() {
    let Some(julia) = process::julia() else {
        println!("skipped: there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cases = cases(&root.join("filetests/run"));
    let mut script = String::from(SCRIPT);
    let mut last: Option<&Path> = None;
    for (number, case) in cases.iter().enumerate() {
        if last != Some(&case.file) {
            let _ = writeln!(script, "m = load({:?})", case.file.canonicalize().unwrap());
            last = Some(&case.file);
        }
        let args: Vec<String> = case
            .args
            .iter()
            .map(|arg| format!("{arg:?}").replace('$', "\\$"))
            .collect();
        let _ = writeln!(
            script,
            "answer({number}, m, Symbol({:?}), String[{}])",
            case.entry,
            args.join(", ")
        );
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run_oracle.jl");
    std::fs::write(&path, script).unwrap();
    let printed = process::ask(&julia, &path, &[], "").expect("Julia answers");

    let mut differences = String::new();
    let (mut compared, mut skipped) = (0, 0);
    for part in printed.split("@@@ ").skip(1) {
        let Some((number, theirs)) = part.split_once('\n') else {
            continue;
        };
        let Ok(number) = number.parse::<usize>() else {
            skipped += 1;
            continue;
        };
        let case = &cases[number];
        // The next part says so.
        if printed.contains(&format!("@@@ {number}\n@@@ undefined")) {
            continue;
        }
        let (ours, theirs) = (
            canonical(&first_line_of_errors(&case.expected)),
            canonical(&first_line_of_errors(theirs)),
        );
        let known = KNOWN.iter().any(|&(entry, _)| entry == case.entry);
        if ours.trim_end() != theirs.trim_end() && !known {
            let file = case.file.file_name().unwrap_or_default().to_string_lossy();
            let _ = writeln!(
                differences,
                "{file}: {} {:?}\n  ours:   {}\n  Julia:  {}",
                case.entry,
                case.args,
                ours.trim_end().replace('\n', "\n          "),
                theirs.trim_end().replace('\n', "\n          ")
            );
        }
        compared += 1;
    }
    println!("{compared} answers compared, {skipped} not defined in this Julia");
    assert!(compared > 100, "only {compared} answers came back");
    assert!(differences.is_empty(), "{differences}");
}
