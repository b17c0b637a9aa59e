//! What is shown depends on who reads: colours, line breaks and bars on a terminal, plain text anywhere else.
//!
//! The terminal is one that util-linux's `script` makes; without it the tests say that they are skipped.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

const ARGS: [&str; 3] = ["opt", "../../examples/forward.jl", "--explain"];

fn saturate(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saturate"));
    command.args(args);
    command
}

/// Runs a command of the shell on a terminal of 60 columns.
fn on_terminal(line: &str, env: &[(&str, &str)]) -> Option<String> {
    if !Path::new("/usr/bin/script").exists() {
        eprintln!("skipped: there is no `script`");
        return None;
    }
    let output: Output = Command::new("/usr/bin/script")
        .args([
            "-q",
            "-e",
            "-c",
            &format!("stty cols 60 rows 40; {line}"),
            "/dev/null",
        ])
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .envs(env.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("script runs");
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"))
}

fn shell(args: &[&str]) -> String {
    format!("{} {}", env!("CARGO_BIN_EXE_saturate"), args.join(" "))
}

/// The part behind the code.
fn explanation(text: &str) -> &str {
    text.split_once("\nend\n").expect("there is code").1
}

#[test]
fn a_pipe_gets_plain_text() {
    let output = saturate(&ARGS).output().unwrap();
    assert!(!output.stdout.contains(&0x1b));
    assert!(output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    let longest = explanation(&text)
        .lines()
        .map(|line| line.chars().count())
        .max();
    assert!(longest > Some(80), "not broken into lines");
}

#[test]
fn a_terminal_gets_colours_and_lines_that_fit() {
    let Some(text) = on_terminal(&shell(&ARGS), &[]) else {
        return;
    };
    assert!(
        text.contains("\x1b[32m") && text.contains("\x1b[35m"),
        "{text}"
    );
    let Some(plain) = on_terminal(&shell(&ARGS), &[("NO_COLOR", "1")]) else {
        return;
    };
    assert!(!explanation(&plain).contains('\x1b'), "{plain}");
    for line in explanation(&plain).lines() {
        assert!(line.chars().count() <= 60, "{line}");
    }
    let Some(empty) = on_terminal(&shell(&ARGS), &[("NO_COLOR", "")]) else {
        return;
    };
    assert!(empty.contains("\x1b[32m"));
    let Some(dumb) = on_terminal(&shell(&ARGS), &[("TERM", "dumb")]) else {
        return;
    };
    assert!(!explanation(&dumb).contains('\x1b'));
}

#[test]
fn bars_are_drawn_on_a_terminal_only() {
    let fuzz = ["fuzz", "--cases", "300", "--seed", "1"];
    let survey = ["survey", "../../examples", "--rules", "multiline"];
    for args in [&fuzz[..], &survey] {
        let output = saturate(args).output().unwrap();
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{args:?}"
        );
        let Some(shown) = on_terminal(&shell(args), &[]) else {
            return;
        };
        // On a fast machine the only bar is a full one.
        assert!(shown.contains(['░', '█']), "{args:?}: {shown}");
        // The line is gone at the end, and the rest is what a pipe gets.
        let rest = shown.rsplit("\x1b[2K").next().unwrap();
        // A terminal without a width has lines of no length.
        let rest = rest.trim_start_matches("\x1b[1A");
        assert_eq!(rest, String::from_utf8_lossy(&output.stdout), "{args:?}");
    }
}

#[test]
fn a_long_run_of_the_optimiser_shows_how_far_it_is() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal");
    std::fs::create_dir_all(&folder).unwrap();
    let names: Vec<String> = (0..16).map(|number| format!("x{number}")).collect();
    let types = vec!["::Int64"; names.len()].join(", ");
    // A sum without parentheses is one call.
    let sum = "(".repeat(names.len()) + &names.join(") + ") + ")";
    let source = format!(
        "f({}) = {sum}\n@rules r begin\n    ~x::Int64 + ~y::Int64 --> ~y + ~x\n    (~x::Int64 + ~y::Int64) + ~z::Int64 == ~x + (~y + ~z)\nend\n@saturate r f({types})\n",
        names.join(", "),
    );
    let file = folder.join("long.jl");
    std::fs::write(&file, source).unwrap();
    let args = [
        "opt",
        file.to_str().unwrap(),
        "--nodes",
        "10000000",
        "--time-ms",
        "3000",
        "--extract",
        "greedy",
    ];
    let output = saturate(&args).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    let Some(shown) = on_terminal(&shell(&args), &[]) else {
        return;
    };
    assert!(
        shown.contains("f: ") && shown.contains("e-nodes"),
        "{shown}"
    );
    let rest = shown.rsplit("\x1b[2K").next().unwrap();
    assert!(rest.starts_with("# cost"), "{rest}");
    // A short one does not.
    let Some(shown) = on_terminal(
        &shell(&[
            "opt",
            "../../examples/pow.jl",
            "--entry",
            "pow",
            "--sig",
            "Int64,Int64",
        ]),
        &[],
    ) else {
        return;
    };
    assert!(!shown.contains("\x1b[2K"), "{shown}");
}
