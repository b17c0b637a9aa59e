//! Damaged input to everything that reads text: an error is fine, a panic or a hang is not.
//!
//! Texts of this repository are cut, spliced, repeated and sprinkled with other characters; seeds are fixed.

use saturate_embedded::Embedded;
use saturate_fuzz::random::Random;
use saturate_fuzz::targets;
use std::path::Path;

/// Files of a folder of this repository with an ending, in order.
fn corpus(folder: &str, ending: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<_> = std::fs::read_dir(root.join(folder))
        .expect("the folder is part of the repository")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has no .{ending} file");
    files
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("the file is text"))
        .collect()
}

const PIECES: [&str; 28] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "end",
    "begin",
    "\"",
    "`",
    "'",
    "~",
    "~x",
    "::",
    "...",
    "=>",
    "-->",
    "==",
    "\n",
    "%1",
    "b0",
    "@",
    "$",
    "#=",
    "=#",
    "0x",
    "é",
    "9999999999999999999999",
];

/// A damaged version of one of the texts.
fn damage(texts: &[String], random: &mut Random) -> String {
    let whole: Vec<char> = texts[random.below(texts.len())].chars().collect();
    // A window, so that one case is quick.
    let start = random.below(whole.len());
    let len = 1 + random.below(400);
    let mut text: Vec<char> = whole[start..(start + len).min(whole.len())].to_vec();
    for _ in 0..random.below(6) {
        let at = random.below(text.len() + 1);
        match random.below(4) {
            0 => {
                let piece = PIECES[random.below(PIECES.len())];
                text.splice(at..at, piece.chars());
            }
            1 if at < text.len() => {
                text.remove(at);
            }
            2 => {
                let from = random.below(text.len() + 1).min(at);
                let copy: Vec<char> = text[from..at].to_vec();
                text.splice(at..at, copy);
            }
            _ => text.truncate(at),
        }
        if text.len() > 2_000 {
            text.truncate(2_000);
        }
    }
    text.into_iter().collect()
}

/// Runs `read` on damaged texts; a panic shows the text.
fn sprinkle(texts: &[String], seed: u64, cases: usize, mut read: impl FnMut(&str)) {
    let mut random = Random::new(seed);
    for case in 0..cases {
        let text = damage(texts, &mut random);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&text)));
        assert!(
            outcome.is_ok(),
            "case {case} of seed {seed} panics:\n{text}"
        );
    }
}

#[test]
fn julia_reader() {
    let mut texts = corpus("examples", "jl");
    texts.extend(corpus("filetests/run", "jl"));
    texts.extend(corpus("crates/saturate-embedded/prelude", "jl"));
    sprinkle(&texts, 1, 20_000, targets::julia_reader);
}

#[test]
fn loading() {
    let texts = corpus("filetests/run", "jl");
    let mut host = Embedded::new();
    sprinkle(&texts, 2, 1_500, |text| targets::loading(&mut host, text));
}

#[test]
fn text_ir_parser() {
    let texts = corpus("filetests/ir", "ir");
    let mut host = Embedded::new();
    let mut read = 0;
    sprinkle(&texts, 3, 10_000, |text| {
        read += targets::text_ir(&mut host, text)
    });
    assert!(read > 0, "some texts are still functions");
}

#[test]
fn rule_parser() {
    let mut texts = vec![saturate_fuzz::rules::RULES.to_owned()];
    texts.extend(corpus("filetests/opt", "jl"));
    let mut host = Embedded::new();
    sprinkle(&texts, 4, 10_000, |text| targets::rules(&mut host, text));
}

#[test]
fn egraph_json_reader() {
    let text = r#"{"nodes":{"a":{"op":"+","children":["b","c"],"eclass":"0","cost":1.0},
        "b":{"op":"x","children":[],"eclass":"1","cost":0.5},
        "c":{"op":"f","children":["b","b"],"eclass":"2","cost":2}},"root_eclasses":["0"],"class_data":{}}"#;
    let mut random = Random::new(5);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = b"{}[]\",:0123abc\\-.e"[random.below(18)],
                1 => {
                    bytes.remove(at);
                }
                _ => bytes.truncate(at.max(1)),
            }
        }
        let Ok(text) = String::from_utf8(bytes) else {
            continue;
        };
        read += usize::from(targets::egraph_json(&text));
    }
    assert!(read > 0, "some texts are still problems");
}
