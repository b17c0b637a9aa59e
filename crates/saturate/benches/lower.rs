//! Lowers Julia's own `base` and `stdlib`, and compares what is called with Julia's own lowering.
//!
//!     cargo bench --bench lower [-- --differences N --diagnostics N --only PART-OF-PATH]
//!
//! Prints how many function definitions lower, why the others do not, which opaque forms are used, for how many of
//! those that lower the sequence of calls in every method body equals Julia's, and the cost per statement.

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use saturate::diag::{Diagnostic, Source};
use saturate::ir::slots::{Literal, Operand, SlotCode, StmtKind};
use saturate::sym::{s, Sym};
use saturate::syntax::ast::{Ast, Node, NodeId};
use saturate::syntax::lower::{lower_file, Item};
use saturate::syntax::{parse, parse_bytes};
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// A definition that lowered, with its method bodies' callees, sorted.
struct Definition {
    place: String,
    structure: bool,
    outcome: Result<Vec<String>, Diagnostic>,
}

#[derive(Default)]
struct Count {
    definitions: usize,
    lowered: usize,
    compared: usize,
    identical: usize,
}

fn option(name: &str, default: usize) -> usize {
    std::env::args()
        .skip_while(|arg| arg != name)
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(default)
}

fn main() {
    cost_curve();
    let Some(julia) = oracle::julia() else {
        println!("lower: comparison skipped, there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let Some(tree) = oracle::source_tree(&julia) else {
        println!("lower: skipped, Julia's sources were not found (set SATURATE_JULIA_SRC)");
        return;
    };
    let mut paths = oracle::files(&tree);
    if let Some(part) = std::env::args().skip_while(|arg| arg != "--only").nth(1) {
        paths.retain(|path| path.to_string_lossy().contains(&part));
    }
    let mut opaque = BTreeMap::new();
    let start = Instant::now();
    let files: Vec<Vec<Definition>> = paths
        .iter()
        .map(|path| lower_definitions(path, &mut opaque))
        .collect();
    let seconds = start.elapsed().as_secs_f64();
    let theirs = ask_julia(&julia, &paths);
    report(&files, &theirs, &opaque, seconds);
}

/// Where each definition of a file stands; the same walk as in `scripts/lower-oracle.jl`.
fn definitions(ast: &Ast, node: NodeId, out: &mut Vec<NodeId>) {
    if is_definition(ast, node) {
        out.push(node);
        return;
    }
    let Some((head, args)) = ast.as_expr(node) else {
        return;
    };
    let inner: &[NodeId] = match head {
        s::MODULE => ast.as_expr(args[2]).map_or(&[], |(_, body)| body),
        s::TOPLEVEL | s::BLOCK => args,
        s::IF | s::ELSEIF => &args[1..],
        s::MACROCALL if matches!(macro_name(ast, args[0]), "@doc" | "@static") => {
            &args[args.len() - 1..]
        }
        _ => &[],
    };
    for &node in inner {
        definitions(ast, node, out);
    }
}

fn macro_name(ast: &Ast, callee: NodeId) -> &'static str {
    match *ast.node(callee) {
        Node::Symbol(name) | Node::GlobalRef(_, name) => name.as_str(),
        _ => match ast.with_head(callee, s::DOT) {
            Some(&[_, field]) => match *ast.node(field) {
                Node::Quote(name) => ast.as_symbol(name).map_or("", Sym::as_str),
                _ => "",
            },
            _ => "",
        },
    }
}

fn is_signature(ast: &Ast, node: NodeId) -> bool {
    match ast.as_expr(node) {
        Some((s::CALL, _)) => true,
        Some((s::WHERE | s::TYPED, args)) if !args.is_empty() => is_signature(ast, args[0]),
        _ => false,
    }
}

fn is_definition(ast: &Ast, node: NodeId) -> bool {
    match ast.as_expr(node) {
        Some((s::FUNCTION, args)) => args.len() == 2,
        Some((s::ASSIGN, &[lhs, _])) => is_signature(ast, lhs),
        Some((s::STRUCT, _)) => true,
        Some((s::MACROCALL, args)) => {
            macro_name(ast, args[0]) != "@doc"
                && args.len() > 2
                && is_definition(ast, args[args.len() - 1])
        }
        _ => false,
    }
}

fn lower_definitions(path: &Path, opaque: &mut BTreeMap<&'static str, usize>) -> Vec<Definition> {
    let Ok(bytes) = std::fs::read(path) else {
        return Vec::new();
    };
    let mut parsed = parse_bytes(&path.display().to_string(), &bytes);
    let mut nodes = Vec::new();
    for &node in &parsed.toplevel {
        definitions(&parsed.ast, node, &mut nodes);
    }
    let source = parsed.ast.source.clone();
    nodes
        .into_iter()
        .map(|node| {
            let (line, _) = source.line_column(parsed.ast.span(node).start);
            let lowered = lower_file(&mut parsed.ast, &[node]);
            Definition {
                place: format!("{}:{line}", path.display()),
                structure: parsed.ast.with_head(node, s::STRUCT).is_some(),
                outcome: match lowered.diagnostics.into_iter().next() {
                    Some(diagnostic) => Err(diagnostic),
                    None => Ok(bodies(&lowered.items, opaque)),
                },
            }
        })
        .collect()
}

fn bodies(items: &[Item], opaque: &mut BTreeMap<&'static str, usize>) -> Vec<String> {
    let mut bodies = Vec::new();
    for item in items {
        if let Item::Method(method) = item {
            for stmt in method.code.stmts.values() {
                if let StmtKind::Opaque { head, .. } = stmt.kind {
                    *opaque.entry(head.as_str()).or_insert(0) += 1;
                }
            }
            bodies.push(callees(&method.code));
        }
    }
    bodies.sort();
    bodies
}

/// What a body calls, in order, as the oracle spells it.
fn callees(code: &SlotCode) -> String {
    let is_module = |name: Sym| matches!(name, s::BASE | s::CORE | s::MAIN);
    let mut paths = HashMap::new();
    let mut modules = std::collections::HashSet::new();
    let mut names: Vec<String> = Vec::new();
    for (stmt, data) in &code.stmts {
        match &data.kind {
            StmtKind::New { .. } => names.push("%new".into()),
            StmtKind::Opaque { head, .. } if head.as_str() == "foreigncall" => {
                names.push("%foreigncall".into());
            }
            StmtKind::Call { callee, args } => {
                let name = match callee {
                    Operand::Global(_, name) => Some(name.as_str()),
                    Operand::Stmt(stmt) => paths.get(stmt).copied(),
                    _ => None,
                };
                let spells_module = name == Some("getproperty")
                    && match &args[..] {
                        [Operand::Global(None, module), Operand::Literal(Literal::Symbol(_))] => {
                            is_module(*module)
                        }
                        [Operand::Stmt(module), Operand::Literal(Literal::Symbol(_))] => {
                            modules.contains(module)
                        }
                        _ => false,
                    };
                if spells_module {
                    if let Operand::Literal(Literal::Symbol(field)) = &args[1] {
                        if is_module(*field) {
                            modules.insert(stmt);
                        } else {
                            paths.insert(stmt, field.as_str());
                        }
                    }
                    continue;
                }
                let closure_type = name == Some("apply_type")
                    && matches!(args.first(), Some(Operand::Global(None, ty)) if ty.as_str().starts_with('#'));
                if !closure_type {
                    names.push(spelled(name.unwrap_or("·")));
                }
            }
            _ => {}
        }
    }
    names.join(" ")
}

/// A name as the oracle writes it: numbers in generated names (`#f#12`) differ between the two sides.
fn spelled(name: &str) -> String {
    let name = name.replace(char::is_whitespace, "_");
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    if name.starts_with('#') && stem.len() > 1 && stem.ends_with('#') {
        return stem.to_string();
    }
    name
}

/// Julia's bodies for each definition of each file, or why it refuses.
type Answers = HashMap<PathBuf, Vec<Result<Vec<String>, String>>>;

fn ask_julia(julia: &Path, paths: &[PathBuf]) -> Answers {
    let mut answers = Answers::new();
    let child = Command::new(julia)
        .arg("--startup-file=no")
        .arg(oracle::root().join("scripts/lower-oracle.jl"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return answers;
    };
    let list: String = paths
        .iter()
        .map(|path| format!("{}\n", path.display()))
        .collect();
    let writer = child
        .stdin
        .take()
        .map(|mut stdin| std::thread::spawn(move || stdin.write_all(list.as_bytes())));
    let output = child.wait_with_output();
    if let Some(writer) = writer {
        let _ = writer.join();
    }
    let Ok(output) = output else {
        return answers;
    };
    let mut current: Option<&mut Vec<Result<Vec<String>, String>>> = None;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("file", path) => current = Some(answers.entry(path.into()).or_default()),
            ("def", _) => current
                .iter_mut()
                .for_each(|file| file.push(Ok(Vec::new()))),
            ("m", callees) => {
                if let Some(Ok(bodies)) = current.as_mut().and_then(|file| file.last_mut()) {
                    bodies.push(callees.to_string());
                }
            }
            ("error", message) => {
                if let Some(last) = current.as_mut().and_then(|file| file.last_mut()) {
                    *last = Err(message.to_string());
                }
            }
            _ => {}
        }
    }
    for bodies in answers.values_mut().flatten().flatten() {
        bodies.sort();
    }
    answers
}

fn report(
    files: &[Vec<Definition>],
    answers: &Answers,
    opaque: &BTreeMap<&'static str, usize>,
    seconds: f64,
) {
    let (differences, diagnostics) = (option("--differences", 0), option("--diagnostics", 25));
    let (mut functions, mut structures) = (Count::default(), Count::default());
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut refused, mut misaligned, mut shown) = (0, 0, 0);
    for file in files {
        let theirs = file.first().and_then(|first| {
            let (path, _) = first.place.rsplit_once(':')?;
            answers.get(Path::new(path))
        });
        if theirs.is_some_and(|theirs| theirs.len() != file.len()) {
            misaligned += 1;
        }
        let theirs = theirs.filter(|theirs| theirs.len() == file.len());
        for (number, definition) in file.iter().enumerate() {
            let count = if definition.structure {
                &mut structures
            } else {
                &mut functions
            };
            count.definitions += 1;
            let ours = match &definition.outcome {
                Ok(bodies) => bodies,
                Err(diagnostic) => {
                    *reasons.entry(diagnostic.message.clone()).or_insert(0) += 1;
                    continue;
                }
            };
            count.lowered += 1;
            match theirs.and_then(|theirs| theirs.get(number)) {
                Some(Ok(theirs)) => {
                    count.compared += 1;
                    if ours == theirs {
                        count.identical += 1;
                    } else if shown < differences {
                        shown += 1;
                        show_difference(definition, ours, theirs);
                    }
                }
                Some(Err(_)) => refused += 1,
                None => {}
            }
        }
    }
    println!("files                    {} ({misaligned} without comparison: definitions differ in number)", files.len());
    println!("seconds                  {seconds:.3}");
    for (name, count) in [("functions", &functions), ("structs", &structures)] {
        println!("{name}");
        println!("  definitions            {}", count.definitions);
        println!(
            "  lowered                {} ({:.2} %)",
            count.lowered,
            percent(count.lowered, count.definitions)
        );
        println!("  compared with Julia    {}", count.compared);
        println!(
            "  same sequence of calls {} ({:.2} %)",
            count.identical,
            percent(count.identical, count.compared)
        );
    }
    println!("lowered, but refused by Julia (macros of unloaded modules and the like): {refused}");
    println!("opaque forms");
    for (head, count) in opaque {
        println!("  {count:6} {head}");
    }
    println!("not lowered, by reason");
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    for (reason, count) in reasons.iter().take(diagnostics) {
        println!("  {count:6} {reason}");
    }
    let rest: usize = reasons
        .iter()
        .skip(diagnostics)
        .map(|(_, count)| count)
        .sum();
    println!(
        "  {rest:6} for {} other reasons",
        reasons.len().saturating_sub(diagnostics)
    );
}

fn show_difference(definition: &Definition, ours: &[String], theirs: &[String]) {
    println!("    {}", definition.place);
    let only = |left: &[String], right: &[String]| -> Vec<String> {
        left.iter()
            .filter(|body| !right.contains(body))
            .cloned()
            .collect()
    };
    for (who, bodies) in [("ours ", only(ours, theirs)), ("julia", only(theirs, ours))] {
        for body in bodies {
            println!("      {who} {body}");
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Nanoseconds per statement, for functions of 10 to 100,000 statements.
fn cost_curve() {
    println!("source statements   slot statements   ns per source statement");
    for exponent in 1..=5 {
        let count = 10_usize.pow(exponent);
        let mut text = String::from("function f(x, A)\n    s = 0\n");
        for number in 0..count / 5 {
            text.push_str(&format!(
                "    a{number} = s + x * {number}\n    if a{number} > 3\n        s += A[{number}]\n    end\n    A[end] = s .+ a{number}\n"
            ));
        }
        text.push_str("    return s\nend\n");
        let mut fastest = f64::INFINITY;
        let mut statements = 0;
        for _ in 0..5 {
            let mut parsed = parse(Source::new("curve.jl", text.as_str()));
            let start = Instant::now();
            let lowered = lower_file(&mut parsed.ast, &parsed.toplevel);
            fastest = fastest.min(start.elapsed().as_secs_f64());
            if let [Item::Method(method)] = &lowered.items[..] {
                statements = method.code.stmts.len();
            }
        }
        println!(
            "{count:17}   {statements:15}   {:10.0}",
            fastest * 1e9 / count as f64
        );
    }
}
