//! One truth for the boundary: what Julia and C say of it is what Rust says.
//!
//! `julia/Saturate/src/wire.jl` is generated: `SATURATE_BLESS=1 cargo test -p saturate-capi --test boundary` writes it. The bits of effects,
//! the numbers of the C header and of its example, and the fields of every struct that crosses the boundary are compared.

use saturate::effects::Effects;
use saturate_capi::wire;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The modules of numbers, as Julia names them.
const MODULES: [(&str, &[(&str, i32)]); 9] = [
    ("Stmt", wire::stmt::ALL),
    ("Operand", wire::operand::ALL),
    ("Inst", wire::inst::ALL),
    ("Term", wire::term::ALL),
    ("Ask", wire::ask::ALL),
    ("Global", wire::global::ALL),
    ("Builtin", wire::builtin::ALL),
    ("Literal", wire::literal::ALL),
    ("Status", wire::status::ALL),
];

/// `wire.jl`, as it must be.
fn julia_numbers() -> String {
    let mut text = String::from(
        "# Numbers of the wire format, made from crates/saturate-capi/src/wire.rs, which describes them; tests/boundary.rs there writes this file.\n\
         \n\
         \"The words that cross the boundary to the shared library.\"\n\
         module Wire\n\n",
    );
    for (name, value) in [
        ("MAGIC", wire::MAGIC),
        ("VERSION", wire::VERSION),
        ("NONE", wire::NONE),
        ("GIVEN", wire::GIVEN),
        ("FUNCTION_VARARG", wire::FUNCTION_VARARG),
        ("FUNCTION_HAS_SELF", wire::FUNCTION_HAS_SELF),
        ("EFFECTS_OF_BODY", wire::EFFECTS_OF_BODY),
        ("CALLS_LATER", wire::CALLS_LATER),
        ("STATEMENT_INBOUNDS", wire::STATEMENT_INBOUNDS),
    ] {
        let _ = writeln!(text, "const {name} = Int32({value})");
    }
    let _ = writeln!(text, "const STATEMENT_LINE = {}", wire::STATEMENT_LINE);
    for (module, numbers) in MODULES {
        let _ = write!(text, "\nmodule {module}\n");
        for (name, value) in numbers {
            let _ = writeln!(text, "const {name} = Int32({value})");
        }
        text.push_str("end\n");
    }
    text.push_str("\nend # module Wire\n");
    text
}

#[test]
fn julia_has_the_same_numbers() {
    let path = "julia/Saturate/src/wire.jl";
    if std::env::var_os("SATURATE_BLESS").is_some() {
        fs::write(root().join(path), julia_numbers()).expect("wire.jl can be written");
    }
    assert_eq!(
        read(path),
        julia_numbers(),
        "run it with SATURATE_BLESS=1 to write {path}"
    );
}

#[test]
fn questions_are_numbered_without_gaps_and_all_are_answered() {
    for (module, numbers) in MODULES {
        for (at, &(name, value)) in numbers.iter().enumerate() {
            assert_eq!(value, at as i32, "{module}.{name}");
        }
    }
    let answers = read("julia/Saturate/src/facts.jl");
    let (_, list) = answers
        .split_once("const ANSWERS = Any[")
        .expect("the list of answers");
    let (list, _) = list.split_once(']').expect("its end");
    let listed: Vec<String> = list
        .split(',')
        .map(|name| name.trim().trim_start_matches("answer_").to_uppercase())
        .collect();
    let asked: Vec<&str> = wire::ask::ALL.iter().map(|&(name, _)| name).collect();
    assert_eq!(listed, asked);
}

#[test]
fn julia_has_the_same_effects() {
    let text = read("julia/Saturate/src/effects.jl");
    let line = text
        .lines()
        .find(|line| line.starts_with("const INCONSISTENT, "))
        .expect("the bits of effects");
    let (names, _) = line["const ".len()..]
        .split_once(" = ")
        .expect("an assignment");
    let ours: Vec<String> = Effects::all()
        .iter_names()
        .enumerate()
        .map(|(at, (name, bit))| {
            assert_eq!(bit.bits(), 1 << at, "{name}");
            name.to_owned()
        })
        .collect();
    assert_eq!(names.split(", ").collect::<Vec<_>>(), ours);
    let all = format!("const UNKNOWN = Int32({})", Effects::UNKNOWN.bits());
    assert!(text.contains(&all), "{all}");
}

/// `NAME = number` in a text of C, in order.
fn c_numbers(text: &str, prefix: &str) -> Vec<(String, i32)> {
    let mut found = Vec::new();
    for part in text.split([',', '{', '}', '\n']) {
        if let Some((name, value)) = part.split_once('=') {
            let name = name.trim();
            if let (Some(name), Ok(value)) = (name.strip_prefix(prefix), value.trim().parse()) {
                found.push((name.to_owned(), value));
            }
        }
    }
    found
}

#[test]
fn c_has_the_same_numbers() {
    let header = read("crates/saturate-capi/include/saturate.h");
    assert!(header.contains(&format!("#define SATURATE_VERSION {}\n", wire::VERSION)));
    assert!(header.contains(&format!("#define SATURATE_MAGIC {:#x}\n", wire::MAGIC)));
    let status: Vec<_> = wire::status::ALL
        .iter()
        .map(|&(name, value)| (name.to_owned(), value))
        .collect();
    assert_eq!(c_numbers(&header, "SATURATE_"), status);

    let harness = read("crates/saturate-capi/tests/harness.c");
    let (_, questions) = harness.split_once("enum {").expect("the questions");
    let (questions, _) = questions.split_once(';').expect("their end");
    for (name, value) in c_numbers(questions, "") {
        let known = wire::ask::ALL.iter().find(|(known, _)| *known == name);
        let expected = match name.as_str() {
            "QUESTIONS" => wire::ask::ALL.len() as i32,
            _ => {
                known
                    .unwrap_or_else(|| panic!("there is no question {name}"))
                    .1
            }
        };
        assert_eq!(value, expected, "{name}");
    }
}

/// The names of the fields of a struct in a text: what stands between its head and its end, comments left out.
fn fields(
    text: &str,
    head: &str,
    end: &str,
    field: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let (_, body) = text
        .split_once(head)
        .unwrap_or_else(|| panic!("there is no `{head}`"));
    let (body, _) = body.split_once(end).expect("the end of the struct");
    body.lines().filter_map(field).collect()
}

/// Buffers are two fields to Julia.
fn flat(name: &str, is_buffer: bool) -> Vec<String> {
    if is_buffer {
        vec![name.to_owned(), format!("{name}_len")]
    } else {
        vec![name.to_owned()]
    }
}

#[test]
fn structs_have_the_same_fields_on_all_sides() {
    let rust = read("crates/saturate-capi/src/abi.rs");
    let julia = read("julia/Saturate/src/library.jl");
    let c = read("crates/saturate-capi/include/saturate.h");
    for (in_rust, in_julia, in_c) in [
        ("COptions", "COptions", "saturate_options"),
        ("Request", "CRequest", "saturate_request"),
        ("RulesRequest", "CRulesRequest", "saturate_rules_request"),
        ("Answer", "CAnswer", "saturate_answer"),
        ("Callbacks", "CCallbacks", "saturate_callbacks"),
        ("Outcome", "COutcome", "saturate_result"),
    ] {
        let of_rust: Vec<String> =
            fields(&rust, &format!("pub struct {in_rust} {{"), "\n}", |line| {
                let (name, ty) = line.trim().strip_prefix("pub ")?.split_once(':')?;
                Some(flat(name, ty.contains("Buffer<")).join(" "))
            });
        let of_rust = of_rust.join(" ");
        let of_julia = fields(&julia, &format!("struct {in_julia}\n"), "\nend", |line| {
            let (name, _) = line.trim().split_once("::")?;
            Some(name.to_owned())
        });
        assert_eq!(of_julia.join(" "), of_rust, "{in_julia}");
        let (before, _) = c
            .split_once(&format!("}} {in_c};"))
            .unwrap_or_else(|| panic!("there is no `{in_c}`"));
        let (_, body) = before.rsplit_once("typedef struct {").expect("its start");
        let of_c: Vec<String> = body
            .lines()
            .filter_map(|line| {
                let (declared, _) = line.split_once(';')?;
                let (ty, name) = declared.trim().rsplit_once(' ')?;
                let is_buffer = matches!(ty, "saturate_words" | "saturate_bytes");
                Some(flat(name.trim_start_matches('*'), is_buffer).join(" "))
            })
            .collect();
        assert_eq!(of_c.join(" "), of_rust, "{in_c}");
    }
}
