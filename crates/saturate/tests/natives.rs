//! Native functions and the prelude, against tables of expressions and what Julia answers.
//!
//! Each line of `natives/*.txt` is `expression ⇒ result`, the result as `repr` shows it, or the text of the exception
//! after `!!` (line breaks as `⏎`). The tables hold what Julia answers; where one is installed, they are compared with
//! it again, except for lines that start with `~`: there, versions of Julia differ, and ours is that of 1.6 and newer.

#[path = "oracle/process.rs"]
mod process;

use saturate::diag::Source;
use saturate::sym::Sym;
use saturate_embedded::interp::{show, typing};
use saturate_embedded::Embedded;

/// One line of a table.
struct Case {
    file: &'static str,
    expression: String,
    expected: String,
    /// Whether all versions of Julia agree.
    common: bool,
}

const TABLES: &[(&str, &str)] = &[
    ("numbers", include_str!("natives/numbers.txt")),
    ("collections", include_str!("natives/collections.txt")),
    ("linalg", include_str!("natives/linalg.txt")),
    ("printing", include_str!("natives/printing.txt")),
    ("exceptions", include_str!("natives/exceptions.txt")),
];

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &(file, text) in TABLES {
        for line in text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (expression, expected) = line
                .split_once(" ⇒ ")
                .unwrap_or_else(|| panic!("{file}: {line}"));
            let common = !expression.starts_with('~');
            let expression = expression.trim_start_matches("~ ").trim().to_string();
            cases.push(Case {
                file,
                expression,
                expected: expected.to_string(),
                common,
            });
        }
    }
    cases
}

/// Definitions before the last `; ` take effect first; the rest is the expression.
fn answer(host: &mut Embedded, expression: &str) -> String {
    let mut depth = 0;
    let mut split = 0;
    for (at, c) in expression.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ';' if depth == 0 && !expression.starts_with("if ") => split = at + 1,
            _ => {}
        }
    }
    let (before, last) = expression.split_at(split);
    let diagnostics = host.load(Source::new("definitions", before));
    if let Some(diagnostic) = diagnostics.first() {
        return format!("!! {}", diagnostic.message);
    }
    match host.eval(&format!("identity(begin {last} end)")) {
        Ok(value) => show::repr(host, &value).unwrap_or_else(|_| "?".into()),
        Err(diagnostic) => format!("!! {}", diagnostic.message.replace('\n', "⏎")),
    }
}

#[test]
fn natives_answer_as_julia_does() {
    let mut host = Embedded::new();
    let mut wrong = Vec::new();
    for case in cases() {
        let found = answer(&mut host, &case.expression);
        if found != case.expected {
            wrong.push(format!(
                "{}: {}\n    expected {}\n    found    {found}",
                case.file, case.expression, case.expected
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The optimiser believes the result types of the prelude: every value must be an instance of what was inferred.
#[test]
fn values_have_their_inferred_types() {
    let mut host = Embedded::new();
    let mut wrong = Vec::new();
    for (number, case) in cases().into_iter().enumerate() {
        if case.expression.contains(';') || case.expected.starts_with("!!") {
            continue;
        }
        let name = format!("case_{number}");
        let text = format!("{name}() = {}", case.expression);
        assert!(
            host.load(Source::new("case", text)).is_empty(),
            "{}",
            case.expression
        );
        let Ok(value) = host.eval(&format!("{name}()")) else {
            wrong.push(format!("{} fails inside a function", case.expression));
            continue;
        };
        match host.typed(Sym::new(&name), &[]) {
            Ok(typed) if typing::is_instance(host.type_table(), &value, typed.result.ty) => {}
            Ok(typed) => {
                let shown = host.type_table().show(typed.result.ty);
                wrong.push(format!(
                    "{} ⇒ {} is not a {shown}",
                    case.expression, case.expected
                ));
            }
            Err(diagnostic) => wrong.push(format!("{}: {diagnostic}", case.expression)),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_tables_are_what_julia_answers() {
    let Some(julia) = process::julia() else {
        println!("skipped: no Julia is installed");
        return;
    };
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.common).collect();
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/natives/check.jl");
    let input: String = cases
        .iter()
        .map(|case| format!("{}\n", case.expression))
        .collect();
    let answers = process::ask(&julia, &script, &[], &input).expect("Julia answers");
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), cases.len());
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(answers) {
        if case.expected != answer {
            wrong.push(format!(
                "{}: {}\n    table {}\n    Julia {answer}",
                case.file, case.expression, case.expected
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
