//! Lowering: one case per construct, source in, items and slot code out.
//!
//! The cases are in `tests/lower/*.jl`: source text, then what it lowers to behind `#>`. Comments before a case say
//! what it is about. `SATURATE_BLESS=1` rewrites the expectations.

// The benches use the rest of it.
#[allow(dead_code)]
mod oracle;

use saturate::diag::Source;
use saturate::syntax;
use saturate::syntax::lower::item::{FunctionName, TypeExpr};
use saturate::syntax::lower::{lower_file, Item, Lowered};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn lower(text: &str) -> Lowered {
    let mut parsed = syntax::parse(Source::new("test.jl", text));
    let mut lowered = lower_file(&mut parsed.ast, &parsed.toplevel);
    lowered.diagnostics.splice(0..0, parsed.diagnostics);
    lowered
}

fn show(items: &[Item], out: &mut String) -> std::fmt::Result {
    for item in items {
        match item {
            Item::Method(method) => {
                method.code.check().expect("well-formed code");
                match &method.function {
                    FunctionName::Closure(name) => write!(out, "[{name}] ")?,
                    FunctionName::Type(_) => write!(out, "[Type] ")?,
                    FunctionName::Object(_) => write!(out, "[object] ")?,
                    FunctionName::Qualified(path, _) => write!(out, "{path:?} ")?,
                    FunctionName::Plain(_) => {}
                }
                if method.sorter {
                    write!(out, "sorter ")?;
                }
                for annotation in &method.annotations {
                    write!(out, "{annotation} ")?;
                }
                let typed = method
                    .params
                    .iter()
                    .filter(|param| param.ty != TypeExpr::Any)
                    .count();
                if !method.type_vars.is_empty() || typed > 0 {
                    let names: Vec<String> = method
                        .type_vars
                        .iter()
                        .map(|var| var.name.to_string())
                        .collect();
                    write!(out, "({typed} typed, where {}) ", names.join(", "))?;
                }
                write!(out, "{}", method.code)?;
            }
            Item::Closure(closure) => {
                write!(out, "closure {}", closure.name)?;
                for param in &closure.params {
                    write!(out, " {{{param}}}")?;
                }
                for capture in &closure.captures {
                    let boxed = if capture.boxed { "::Box" } else { "" };
                    write!(out, " {}{boxed}", capture.name)?;
                }
                writeln!(out)?;
            }
            Item::Thunk(thunk) => {
                thunk.code.check().expect("well-formed code");
                write!(out, "{}", thunk.code)?;
            }
            Item::Global(global) => {
                global.code.check().expect("well-formed code");
                let constant = if global.constant { "const " } else { "" };
                write!(out, "{constant}{} = {}", global.name, global.code)?;
            }
            Item::Module(module) => {
                writeln!(out, "module {}", module.name)?;
                show(&module.items, out)?;
                writeln!(out, "end")?;
            }
            Item::If(conditional) => {
                write!(out, "if {}", conditional.condition)?;
                show(&conditional.then_items, out)?;
                writeln!(out, "else")?;
                show(&conditional.else_items, out)?;
                writeln!(out, "end")?;
            }
            Item::Struct(item) => {
                let mutable = if item.mutable { "mutable " } else { "" };
                write!(out, "{mutable}struct {}", item.head.name)?;
                for param in &item.head.params {
                    write!(out, " {{{}}}", param.name)?;
                }
                for field in &item.fields {
                    write!(out, " {}", field.name)?;
                }
                writeln!(out, ", at least {}", item.min_initialized)?;
            }
            Item::Abstract(head) => writeln!(out, "abstract {}", head.name)?,
            Item::Primitive(head, _) => writeln!(out, "primitive {}", head.name)?,
            Item::Function(name, _) => writeln!(out, "function {name}")?,
            Item::Import(import) => writeln!(
                out,
                "{} {:?} {:?}",
                if import.using { "using" } else { "import" },
                import.from,
                import.paths
            )?,
            Item::Export(names, _) => writeln!(out, "export {names:?}")?,
            Item::Rules(rules) => writeln!(out, "rules {}", rules.name)?,
            Item::Entry(_) => writeln!(out, "entry")?,
            Item::Stub(stub) => writeln!(out, "stub of {} arguments", stub.args.len())?,
            Item::Macro(name, _) => writeln!(out, "macro {name}")?,
        }
    }
    Ok(())
}

/// Everything a text lowers to, then its diagnostics.
fn shown(text: &str) -> String {
    let lowered = lower(text);
    let mut out = String::new();
    show(&lowered.items, &mut out).expect("writing to a string");
    for diagnostic in &lowered.diagnostics {
        writeln!(out, "{diagnostic}").expect("writing to a string");
    }
    out
}

/// The fixture with the expectations that hold now. A case ends where its expectations do, or at an empty line
/// that no definition spans.
fn blessed(text: &str) -> String {
    let mut out = String::new();
    let mut case = String::new();
    let finish = |case: &mut String, out: &mut String| {
        if case.trim().is_empty() {
            return;
        }
        let source = case.trim_end().to_string();
        out.push_str(&source);
        out.push('\n');
        for line in shown(&source).lines() {
            out.push_str(format!("#> {line}").trim_end());
            out.push('\n');
        }
        out.push('\n');
        case.clear();
    };
    for line in text.lines().filter(|line| !line.starts_with("#>")) {
        if line.is_empty() {
            finish(&mut case, &mut out);
        } else {
            case.push_str(line);
            case.push('\n');
        }
    }
    finish(&mut case, &mut out);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn fixtures() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("the fixtures' directory")
        .map(|entry| entry.expect("a directory entry").path())
        .collect();
    paths.sort();
    paths
}

#[test]
fn fixtures_hold() {
    let bless = std::env::var_os("SATURATE_BLESS").is_some();
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).expect("a fixture");
        let now = blessed(&text);
        if bless {
            std::fs::write(&path, &now).expect("writing a fixture");
            continue;
        }
        for (number, (expected, found)) in text.lines().zip(now.lines()).enumerate() {
            assert_eq!(expected, found, "{}:{}", path.display(), number + 1);
        }
        assert_eq!(
            text.lines().count(),
            now.lines().count(),
            "{}",
            path.display()
        );
    }
}

/// Julia's own lowering of the fixtures calls the same functions in the same order.
#[test]
fn fixtures_call_what_julia_calls() {
    let Some(julia) = oracle::julia() else {
        println!("skipped: there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let paths = fixtures();
    let theirs = oracle::lowering::ask_julia(&julia, &paths);
    for path in paths {
        let ours = oracle::lowering::lower_definitions(&path);
        let theirs = &theirs[&path];
        assert_eq!(ours.len(), theirs.len(), "{}", path.display());
        for (definition, theirs) in ours.iter().zip(theirs) {
            if let (Ok(ours), Ok(theirs)) = (&definition.outcome, theirs) {
                assert_eq!(&ours.bodies, theirs, "{}", definition.place);
            }
        }
    }
}

#[test]
fn depth_is_limited_by_memory_only() {
    let depth = 10_000;
    for (open, close) in [
        ("(", ")"),
        ("f(", ")"),
        ("[", "]"),
        ("begin ", " end"),
        ("x -> (", ")"),
    ] {
        let text = format!("g(x) = {}x{}", open.repeat(depth), close.repeat(depth));
        let lowered = lower(&text);
        assert!(
            lowered.diagnostics.is_empty(),
            "{open}: {:?}",
            lowered.diagnostics.first()
        );
    }
    for (operator, depth) in [
        (" - ", 100_000),
        (".a + ", 100_000),
        (" .+ ", 100_000),
        (" < ", 100_000),
        (" && ", depth),
    ] {
        let text = format!("g(x) = {}x", format!("x{operator}").repeat(depth));
        let lowered = lower(&text);
        assert!(
            lowered.diagnostics.is_empty(),
            "{operator}: {:?}",
            lowered.diagnostics.first()
        );
    }
}

#[test]
fn a_function_of_many_statements() {
    let text = format!("function f(x)\n{}end\n", "x += g(x)\n".repeat(100_000));
    let lowered = lower(&text);
    let [Item::Method(method)] = &lowered.items[..] else {
        panic!("one method");
    };
    assert_eq!(method.code.stmts.len(), 3 * 100_000 + 1);
    assert_eq!(method.code.check(), Ok(()));
}

/// Text with a piece missing may be refused, but lowering comes back.
#[test]
fn broken_text_is_refused_not_a_crash() {
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).expect("a fixture");
        let text: String = text
            .lines()
            .filter(|line| !line.starts_with("#>"))
            .map(|line| format!("{line}\n"))
            .collect();
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (number, &at) in places.iter().enumerate().step_by(3) {
            let length = 1 + number % 7;
            let end = places.get(number + length).copied().unwrap_or(text.len());
            show(
                &lower(&format!("{}{}", &text[..at], &text[end..])).items,
                &mut String::new(),
            )
            .expect("writing to a string");
            if number % 12 == 0 {
                show(&lower(&text[..at]).items, &mut String::new()).expect("writing to a string");
            }
        }
    }
}
