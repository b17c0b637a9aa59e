//! Bad input, through the real binary: a clear error with a position, exit code 1, no panic, no stack overflow.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn saturate<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_saturate"))
        .args(args)
        .output()
        .expect("the binary runs")
}

/// A file of this name and content in a folder of the test's own.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Neither a panic nor a signal; gives the exit code and what was written to standard error.
fn ends_well(args: &[&str]) -> (i32, String) {
    let output = saturate(args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let start: String = error.chars().take(2_000).collect();
    let code = output.status.code();
    assert!(
        code.is_some(),
        "{args:?} was ended by a signal: {:?}\n{start}",
        output.status
    );
    assert!(!error.contains("panicked"), "{args:?} panicked:\n{start}");
    (code.unwrap_or(-1), error)
}

/// Exit code 1 and a message that contains all of `parts`.
fn fails(args: &[&str], parts: &[&str]) {
    let (code, error) = ends_well(args);
    assert_eq!(code, 1, "{args:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "{args:?}: no {part:?} in\n{error}");
    }
}

/// `lower`, `run` and `test` of a source file all fail with the same message and position.
fn all_fail(name: &str, content: impl AsRef<[u8]>, message: &str, position: &str) {
    let path = file(name, content);
    let path = path.to_str().unwrap();
    let place = format!("{name}:{position}");
    fails(&["lower", path], &[message, &place]);
    fails(&["run", path, "--entry", "absent"], &[message, &place]);
    // No test commands: `test` fails for want of them, or because the file cannot be read at all.
    fails(&["test", path], &[]);
}

/// No command crashes; the outcome is success or an error.
fn all_end_well(name: &str, content: &str) {
    let path = file(name, content);
    let path = path.to_str().unwrap();
    for args in [
        &["lower", path][..],
        &["lower", path, "--entry", "f", "--sig", "Int64"],
        &["run", path, "--entry", "f", "1"],
        &["test", path],
    ] {
        let (code, _) = ends_well(args);
        assert!(code == 0 || code == 1, "{args:?} ended with {code}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let missing = ["lower", "no/such/file.jl"];
    fails(&missing, &["cannot read no/such/file.jl"]);
    fails(
        &["run", "no/such/file.jl", "--entry", "f"],
        &["cannot read no/such/file.jl"],
    );
    fails(
        &["test", "no/such/file.jl"],
        &["cannot read no/such/file.jl"],
    );
    fails(
        &["lower", "no/such/file.ir"],
        &["cannot read no/such/file.ir"],
    );
    let folder = env!("CARGO_MANIFEST_DIR");
    fails(&["lower", folder], &["cannot read", "directory"]);
    fails(
        &["run", folder, "--entry", "f"],
        &["cannot read", "directory"],
    );
}

#[test]
fn truncated_files() {
    for (number, (text, message, position)) in [
        ("f(x) = (x + ", "expected an expression", "1:13"),
        ("function f(x)\n    x + 1\n", "`end`", "2:11"),
        ("f(x) = \"abc", "string", "1:8"),
        ("f(x) = [1, 2", "closing bracket", "1:13"),
        ("#= never closed\nf(", "comment", "1:1"),
        ("f(x) = if x", "`end`", "1:12"),
    ]
    .into_iter()
    .enumerate()
    {
        all_fail(&format!("truncated{number}.jl"), text, message, position);
    }
}

/// Every prefix of a real program is read without a crash.
#[test]
fn prefixes_of_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("examples/forward.jl")).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prefixes");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for end in (0..text.len())
        .filter(|&end| text.is_char_boundary(end))
        .step_by(37)
    {
        let command = "\n#! lower\n#! run --entry relu 1\n";
        std::fs::write(
            folder.join(format!("{end:05}.jl")),
            format!("{}{command}", &text[..end]),
        )
        .unwrap();
    }
    let (code, _) = ends_well(&["test", folder.to_str().unwrap()]);
    assert_eq!(code, 1);
}

#[test]
fn bytes_that_are_not_text() {
    all_fail(
        "nul.jl",
        b"f(x) = x\0 + 1\n",
        "invisible character U+0000",
        "1:9",
    );
    all_fail(
        "utf8.jl",
        b"g(x) = x\nf(x) = \"\xff\xfe\"\n",
        "UTF-8",
        "2:9",
    );
    all_fail(
        "binary.jl",
        [0x7f, b'E', b'L', b'F', 0, 1, 2, 0xff, 0, 0],
        "UTF-8",
        "1:8",
    );
}

#[test]
fn a_line_of_a_megabyte() {
    let sum = vec!["x"; 300_000].join(" + ");
    all_end_well("long_sum.jl", &format!("f(x) = {sum}\n"));
    all_end_well("long_name.jl", &format!("f(x) = {}\n", "a".repeat(1 << 20)));
    all_end_well(
        "long_string.jl",
        &format!("f(x) = \"{}\"\n", "a".repeat(1 << 20)),
    );
    all_end_well(
        "long_number.jl",
        &format!("f(x) = {}\n", "1".repeat(1 << 20)),
    );
    all_end_well(
        "long_comment.jl",
        &format!("# {}\nf(x) = (\n", "a".repeat(1 << 20)),
    );
}

#[test]
fn deep_nesting() {
    const DEPTH: usize = 10_000;
    let wrap = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(DEPTH), close.repeat(DEPTH))
    };
    for (name, body) in [
        ("parens", wrap("(", "x", ")")),
        ("open_parens", "(".repeat(DEPTH)),
        ("tuples", wrap("(", "x", ",)")),
        ("arrays", wrap("[", "x", "]")),
        ("calls", wrap("f(", "x", ")")),
        ("indices", wrap("x[", "1", "]")),
        ("types", wrap("Vector{", "Int", "}")),
        ("negations", wrap("!", "x", "")),
        ("minus", wrap("- ", "x", "")),
        ("left_chain", format!("x{}", " - x".repeat(DEPTH))),
        ("right_chain", wrap("x ^ ", "x", "")),
        ("fields", format!("x{}", ".a".repeat(DEPTH))),
        ("adjoints", format!("x{}", "'".repeat(DEPTH))),
        ("ternaries", wrap("x > 0 ? ", "x", " : 0")),
        ("else_ternaries", wrap("x > 0 ? 0 : ", "x", "")),
        ("ands", format!("true{}", " && true".repeat(DEPTH))),
        ("comparisons", format!("x{}", " < x".repeat(DEPTH))),
        ("lambdas", wrap("y -> ", "y", "")),
        ("broadcasts", wrap("sin.(", "x", ")")),
        ("comprehensions", wrap("[", "x", " for i in 1:1]")),
        ("interpolations", wrap("\"$(", "x", ")\"")),
        ("quotes", wrap(":(", "x", ")")),
        ("assignments", wrap("y = ", "x", "")),
        ("macros", wrap("@inbounds ", "x", "")),
        ("strings", wrap("string(\"a\", ", "x", ")")),
    ] {
        all_end_well(&format!("deep_{name}.jl"), &format!("f(x) = {body}\n"));
    }
    for (name, open, close) in [
        ("if", "if x > 0\n", "end\n"),
        ("else", "if x > 0\nelse\n", "end\n"),
        ("while", "while x > 0\n", "break\nend\n"),
        ("for", "for i in 1:1\n", "end\n"),
        ("begin", "begin\n", "end\n"),
        ("let", "let y = x\n", "end\n"),
        ("try", "try\n", "catch\nend\n"),
        ("finally", "try\n", "finally\nx\nend\n"),
        ("function", "function g(y)\n", "end\n"),
        ("do", "map([x]) do y\n", "end\n"),
    ] {
        let body = wrap(open, "x\n", close);
        all_end_well(
            &format!("deep_{name}.jl"),
            &format!("function f(x)\n{body}x\nend\n"),
        );
    }
    all_end_well(
        "deep_modules.jl",
        &wrap("module A\n", "f(x) = x\n", "end\n"),
    );
    all_end_well(
        "deep_elseif.jl",
        &format!(
            "function f(x)\nif x < 0\n{}end\nend\n",
            "elseif x > 0\n".repeat(DEPTH)
        ),
    );
}

#[test]
fn command_lines() {
    let path = file("entry.jl", "f(x::Int64) = x + 1\n");
    let path = path.to_str().unwrap();
    fails(
        &["lower", path, "--entry", "g"],
        &["there is no function `g`", "f"],
    );
    fails(
        &["run", path, "--entry", "g"],
        &["there is no function `g`"],
    );
    fails(
        &["lower", path, "--entry", "f", "--sig", "Intt64"],
        &["unknown type `Intt64`", "--sig:1:2"],
    );
    fails(
        &["lower", path, "--entry", "f", "--sig", "Int64, Int64"],
        &["no method of `f` takes (Int64, Int64)"],
    );
    fails(
        &["lower", path, "--entry", "f", "--sig", "Vector{"],
        &["--sig:1:9"],
    );
    fails(
        &["lower", path, "--entry", "f", "--sig", "1 + 1"],
        &["--sig:1:2"],
    );
    fails(
        &[
            "lower",
            path,
            "--entry",
            "f",
            "--sig",
            "Array{Int64, 1, 2, 3}",
        ],
        &["--sig:1:2"],
    );
    fails(
        &["run", path, "--entry", "f", "1", "2"],
        &["MethodError: no method matching f(::Int64, ::Int64)"],
    );
    fails(&["run", path, "--entry", "f", "1 +"], &["expression:1:4"]);
    fails(
        &["run", path, "--entry", "f", "undefined"],
        &["UndefVarError: `undefined` not defined"],
    );
    let deep = "(".repeat(10_000);
    fails(&["run", path, "--entry", "f", &deep], &["expression:1:"]);
    fails(
        &["lower", path, "--entry", "f", "--sig", &deep],
        &["--sig:1:"],
    );
    let nested = format!("{}Int64{}", "Vector{".repeat(10_000), "}".repeat(10_000));
    fails(
        &["lower", path, "--entry", "f", "--sig", &nested],
        &["--sig:1:"],
    );
    let output = saturate(&["run", path, "--entry", "f", "--", "-3"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-2\n");
}

#[test]
fn text_ir_that_is_not_valid() {
    for (number, (text, parts)) in [
        ("", &["has no functions"][..]),
        ("nonsense", &["expected `function `", ":1:1"]),
        (
            "function f()::Int64\nb0:\n    return %1\nend\n",
            &["%1 is not defined", ":3:12"],
        ),
        (
            "function f()::Int64\nb0:\n    return 1.5\nend\n",
            &["it returns a Float64", ":3:5"],
        ),
        (
            "function f()::Int64\nb0:\n    goto b0\nend\n",
            &["it jumps to the entry", ":3:5"],
        ),
        (
            "function f()::Int64\nb0:\n    %1 = while(true)::Any\n",
            &["expected", ":3:"],
        ),
        ("function f()::Int64\nb0:\n    return \"\n", &["", ":3:12"]),
    ]
    .into_iter()
    .enumerate()
    {
        let path = file(&format!("invalid{number}.ir"), text);
        fails(&["lower", path.to_str().unwrap()], parts);
        fails(&["run", path.to_str().unwrap(), "--entry", "f"], parts);
    }
    let path = file("bytes.ir", b"function f()::Int64\n\xff\n");
    fails(&["lower", path.to_str().unwrap()], &["UTF-8", ":2:1"]);
    let deep = format!(
        "function f()::Any\nb0:\n    return {}\nend\n",
        "(".repeat(100_000)
    );
    let path = file("deep.ir", deep);
    fails(&["lower", path.to_str().unwrap()], &[":3:12"]);
    let path = file(
        "long.ir",
        format!(
            "function f()::Any\nb0:\n    return {}\nend\n",
            "1".repeat(1 << 20)
        ),
    );
    ends_well(&["lower", path.to_str().unwrap()]);
    let path = file(
        "fine.ir",
        "function f(%1 x::Int64)::Int64\nb0:\n    return %1\nend\n",
    );
    let path = path.to_str().unwrap();
    fails(
        &["run", path, "--entry", "f", "1.5"],
        &["argument 1 of `f` is a Float64, it takes a Int64"],
    );
    fails(
        &["run", path, "--entry", "f"],
        &["`f` takes 1 arguments, 0 are given"],
    );
    fails(
        &["run", path, "--entry", "g"],
        &["there is no function `g`"],
    );
    fails(
        &["lower", path, "--entry", "f", "--sig", "Int64"],
        &["--sig does not apply"],
    );
}

#[test]
fn programs_that_misbehave() {
    let path = file(
        "run.jl",
        "forever() = while true end\n\
         recurse(n) = recurse(n + 1) + 1\n\
         nested(n) = map(x -> nested(n + 1), [1])\n\
         mutable struct Node\n    next\nend\n\
         function list(n)\n    l = nothing\n    for i in 1:n\n        l = Node(l)\n    end\n    n\nend\n\
         function chain(n)\n    t = ()\n    for i in 1:n\n        t = (t,)\n    end\n    n\nend\n\
         function boxes(n)\n    t = Any[]\n    for i in 1:n\n        t = Any[t]\n    end\n    n\nend\n",
    );
    let path = path.to_str().unwrap();
    fails(
        &["run", path, "--entry", "forever", "--fuel", "100000"],
        &["fuel"],
    );
    fails(
        &["run", path, "--entry", "recurse", "1"],
        &["StackOverflowError"],
    );
    fails(
        &["run", path, "--entry", "nested", "1"],
        &["StackOverflowError"],
    );
    for entry in ["list", "chain", "boxes"] {
        ends_well(&["run", path, "--entry", entry, "300000"]);
    }
}
