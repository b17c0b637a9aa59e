//! The tree as an S-expression on one line: what `scripts/parse-oracle.jl` prints for Julia's own parser.
//!
//! `f(x) = 2x` is `(= (call f x) (block (line 1) (call * 2 x)))`. Names print bare if they consist of harmless
//! characters and as `|name|` with escapes otherwise; floats print by their bits, so that two trees are the same
//! exactly if their texts are.

use super::ast::{Ast, Node, NodeId};
use std::fmt::Write;

/// The S-expression of `root`.
pub fn to_string(ast: &Ast, root: NodeId) -> String {
    let mut out = String::new();
    write(ast, root, true, &mut out);
    out
}

/// The S-expression of `root`, line-number nodes left out.
pub fn without_lines(ast: &Ast, root: NodeId) -> String {
    let mut out = String::new();
    write(ast, root, false, &mut out);
    out
}

/// Uses a stack of its own, so depth does not matter.
fn write(ast: &Ast, root: NodeId, lines: bool, out: &mut String) {
    enum Step {
        Node(NodeId),
        Close,
    }
    let mut steps = vec![Step::Node(root)];
    let mut open = false;
    while let Some(step) = steps.pop() {
        let id = match step {
            Step::Close => {
                out.push(')');
                open = true;
                continue;
            }
            Step::Node(id) => id,
        };
        if !lines && matches!(ast.node(id), Node::Line(_)) {
            continue;
        }
        if open {
            out.push(' ');
        }
        open = true;
        match ast.node(id) {
            Node::Expr(head, args) => {
                out.push('(');
                name(head.as_str(), out);
                steps.push(Step::Close);
                steps.extend(ast.args(*args).iter().rev().map(|&arg| Step::Node(arg)));
            }
            Node::Quote(inner) => {
                out.push_str("(quotenode");
                steps.push(Step::Close);
                steps.push(Step::Node(*inner));
            }
            leaf => self::leaf(leaf, out),
        }
    }
}

fn leaf(node: &Node, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match node {
        Node::Symbol(symbol) => {
            name(symbol.as_str(), out);
            Ok(())
        }
        Node::Line(line) => write!(out, "(line {line})"),
        Node::Bool(value) => write!(out, "{value}!"),
        Node::Int(value) => write!(out, "{value}"),
        Node::UInt(width, value) => write!(out, "u{width}:{value}"),
        Node::Float64(value) => write!(out, "f64:{:016x}", value.to_bits()),
        Node::Float32(value) => write!(out, "f32:{:08x}", value.to_bits()),
        Node::Char(code) => write!(out, "char:{code}"),
        Node::Str(bytes) => {
            out.push('"');
            escaped(bytes, out);
            out.push('"');
            Ok(())
        }
        Node::GlobalRef(module, symbol) => {
            out.push_str("(globalref ");
            name(module.as_str(), out);
            out.push(' ');
            name(symbol.as_str(), out);
            out.push(')');
            Ok(())
        }
        Node::Nothing => {
            out.push_str("nothing!");
            Ok(())
        }
        Node::Expr(..) | Node::Quote(_) => Ok(()),
    };
}

fn name(text: &str, out: &mut String) {
    let harmless =
        |b: u8| b.is_ascii_alphanumeric() || b"_!@#$%&*+-/\\<=>?^~:.".contains(&b) || b >= 0x80;
    let plain =
        !text.is_empty() && !text.as_bytes()[0].is_ascii_digit() && text.bytes().all(harmless);
    if plain {
        out.push_str(text);
    } else {
        out.push('|');
        escaped(text.as_bytes(), out);
        out.push('|');
    }
}

/// Printable ASCII and valid UTF-8 as they are; the rest, quotes, bars and backslashes as `\xx`.
fn escaped(bytes: &[u8], out: &mut String) {
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c < ' ' || matches!(c, '"' | '|' | '\\' | '\x7f') {
                let _ = write!(out, "\\{:02x}", c as u32);
            } else {
                out.push(c);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\{byte:02x}");
        }
    }
}
