//! Julia's own lowering as an oracle: what each method body of each definition calls, on both sides.

// Each test and bench that includes the oracle uses a part of it.
#![allow(dead_code)]

use super::{ask, root};
use saturate::diag::Diagnostic;
use saturate::ir::slots::{Literal, Operand, SlotCode, StmtKind};
use saturate::sym::{s, Sym};
use saturate::syntax::ast::{Ast, Node, NodeId};
use saturate::syntax::lower::{lower_file, Item};
use saturate::syntax::parse_bytes;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A definition, and what became of it.
pub struct Definition {
    /// File and line.
    pub place: String,
    /// Whether it is a `struct`.
    pub structure: bool,
    /// Its bodies, or why it did not lower.
    pub outcome: Result<Bodies, Diagnostic>,
}

/// The method bodies of a definition.
pub struct Bodies {
    /// The callees of each, sorted by body.
    pub bodies: Vec<String>,
    /// Opaque forms with their number.
    pub opaque: BTreeMap<&'static str, usize>,
    /// What is wrong with the code, if anything.
    pub malformed: Option<String>,
}

/// Julia's bodies for each definition of each file, or why it refuses.
pub type Answers = HashMap<PathBuf, Vec<Result<Vec<String>, String>>>;

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

/// Lowers each definition of a file on its own.
pub fn lower_definitions(path: &Path) -> Vec<Definition> {
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
                    None => Ok(bodies(&lowered.items)),
                },
            }
        })
        .collect()
}

fn bodies(items: &[Item]) -> Bodies {
    let mut result = Bodies {
        bodies: Vec::new(),
        opaque: BTreeMap::new(),
        malformed: None,
    };
    for item in items {
        let Item::Method(method) = item else {
            continue;
        };
        for stmt in method.code.stmts.values() {
            if let StmtKind::Opaque { head, .. } = stmt.kind {
                *result.opaque.entry(head.as_str()).or_insert(0) += 1;
            }
        }
        result.malformed = result.malformed.or(method.code.check().err());
        result.bodies.push(callees(&method.code));
    }
    result.bodies.sort();
    result
}

/// What a body calls, in order, as the oracle spells it.
fn callees(code: &SlotCode) -> String {
    let is_module = |name: Sym| matches!(name, s::BASE | s::CORE | s::MAIN);
    let mut paths = HashMap::new();
    let mut modules = HashSet::new();
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

/// Asks Julia about every definition of `paths`.
pub fn ask_julia(julia: &Path, paths: &[PathBuf]) -> Answers {
    let mut answers = Answers::new();
    let list: String = paths
        .iter()
        .map(|path| format!("{}\n", path.display()))
        .collect();
    let Ok(printed) = ask(julia, &root().join("scripts/lower-oracle.jl"), &[], &list) else {
        return answers;
    };
    let mut current: Option<&mut Vec<Result<Vec<String>, String>>> = None;
    for line in printed.lines() {
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
