//! Nobody reads any more (`saturate opt FILE | head -1`): every command ends quietly, with the exit code that a shell shows for other tools.
#![cfg(unix)]

use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Of a program that SIGPIPE has ended.
const CLOSED_PIPE: i32 = 128 + 13;
const LIMIT: Duration = Duration::from_secs(120);

/// Something to write to whose reader has gone before the first byte.
fn closed() -> Stdio {
    let (ours, theirs) = UnixStream::pair().expect("there are sockets");
    drop(ours);
    OwnedFd::from(theirs).into()
}

fn saturate(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saturate"));
    command.args(args).stdin(Stdio::null());
    command
}

fn end(mut child: Child, args: &[&str]) -> Output {
    let start = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if start.elapsed() > LIMIT {
            child.kill().expect("it can be ended");
            panic!("{args:?} runs on");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("its errors can be read")
}

/// A file with this content in a folder of the test's own.
fn file(name: &str, content: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("closed_pipe");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("the file can be written");
    path
}

fn ends_quietly(args: &[&str]) {
    let child = saturate(args)
        .stdout(closed())
        .stderr(Stdio::piped())
        .spawn();
    let output = end(child.expect("the binary runs"), args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "", "{args:?}");
    assert_eq!(output.status.code(), Some(CLOSED_PIPE), "{args:?}");
}

#[test]
fn every_command_ends_quietly() {
    let program = file(
        "noisy.jl",
        "function noisy(n)\n    for i in 1:n\n        println(i)\n    end\n    return n\nend\nquiet(n) = n",
    );
    let problem = file(
        "problem.json",
        r#"{"nodes":{"a":{"op":"x","children":[],"eclass":"0","cost":1.0}},"root_eclasses":["0"]}"#,
    );
    let (program, problem) = (program.to_str().unwrap(), problem.to_str().unwrap());
    let example = "../../examples/forward.jl";
    for args in [
        &["opt", example][..],
        &["opt", example, "--emit", "ir", "--explain"],
        &["opt", example, "--stats", "json"],
        &["run", program, "--entry", "noisy", "1000"],
        &["run", program, "--entry", "quiet", "1"],
        &["lower", example],
        &["extract", problem],
        &["survey", "../../examples", "--rules", "multiline"],
        &["test", "../../filetests/extract"],
        &["fuzz", "--cases", "10", "--seed", "1"],
    ] {
        ends_quietly(args);
    }
    #[cfg(feature = "serve")]
    ends_quietly(&["serve", "--port", "0"]);
}

/// What a program writes to `stderr` likewise; and where an error has nobody to go to, the exit code still says that there was one.
#[test]
fn closed_standard_error() {
    let program = file(
        "complains.jl",
        "complains(n) = (for i in 1:n; println(stderr, i); end; n)\nfails(n) = sqrt(-n)",
    );
    let program = program.to_str().unwrap();
    for (entry, code) in [("complains", CLOSED_PIPE), ("fails", 1), ("absent", 1)] {
        let args = ["run", program, "--entry", entry, "1.0"];
        let child = saturate(&args)
            .stdout(Stdio::piped())
            .stderr(closed())
            .spawn();
        let output = end(child.expect("the binary runs"), &args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

/// A full disk is an error, at the end of the output as well.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let program = file("prints.jl", "prints(n) = (print(n); nothing)");
    let program = program.to_str().unwrap();
    for args in [
        &["opt", "../../examples/forward.jl"][..],
        &["run", program, "--entry", "prints", "1"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let full = full.expect("Linux has /dev/full");
        let child = saturate(args).stdout(full).stderr(Stdio::piped()).spawn();
        let output = end(child.expect("the binary runs"), args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(
            said.contains("cannot write the output"),
            "{args:?}: {said:?}"
        );
    }
}
