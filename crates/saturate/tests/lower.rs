//! Lowering: one case per construct, source in, items and slot code out.

use saturate::diag::Source;
use saturate::syntax;
use saturate::syntax::lower::item::FunctionName;
use saturate::syntax::lower::{lower_file, Item, Lowered};
use std::fmt::Write;

fn lower(text: &str) -> Lowered {
    let mut parsed = syntax::parse(Source::new("test.jl", text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    lower_file(&mut parsed.ast, &parsed.toplevel)
}

fn show(items: &[Item], out: &mut String) {
    for item in items {
        match item {
            Item::Method(method) => {
                let kind = match (&method.function, method.sorter) {
                    (_, true) => "sorter ",
                    (FunctionName::Closure(_), _) => "closure ",
                    _ => "",
                };
                write!(out, "{kind}{}", method.code).unwrap();
            }
            Item::Closure(closure) => {
                write!(out, "type {}", closure.name).unwrap();
                for param in &closure.params {
                    write!(out, " {{{param}}}").unwrap();
                }
                for capture in &closure.captures {
                    let boxed = if capture.boxed { "::Box" } else { "" };
                    write!(out, " {}{boxed}", capture.name).unwrap();
                }
                out.push('\n');
            }
            Item::Thunk(thunk) => write!(out, "{}", thunk.code).unwrap(),
            Item::Global(global) => {
                let constant = if global.constant { "const " } else { "" };
                write!(out, "{constant}{} = {}", global.name, global.code).unwrap();
            }
            Item::Module(module) => {
                writeln!(out, "module {}", module.name).unwrap();
                show(&module.items, out);
            }
            Item::Struct(item) => {
                let mutable = if item.mutable { "mutable " } else { "" };
                write!(out, "{mutable}struct {}", item.head.name).unwrap();
                for field in &item.fields {
                    write!(out, " {}", field.name).unwrap();
                }
                out.push('\n');
            }
            other => writeln!(
                out,
                "{}",
                format!("{other:?}").split(['(', ' ']).next().unwrap()
            )
            .unwrap(),
        }
    }
}

/// Everything a text lowers to, then its diagnostics.
fn shown(text: &str) -> String {
    let lowered = lower(text);
    let mut out = String::new();
    show(&lowered.items, &mut out);
    for diagnostic in &lowered.diagnostics {
        writeln!(out, "{diagnostic}").unwrap();
    }
    out
}

#[test]
fn probe() {
    if let Ok(path) = std::env::var("LOWER_PROBE") {
        println!("{}", shown(&std::fs::read_to_string(path).unwrap()));
    }
}
