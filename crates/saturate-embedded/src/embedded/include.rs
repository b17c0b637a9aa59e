//! `include("other.jl")` at top level: the file is loaded at that place, relative to the file that includes it.
//!
//! ```text
//! twice(x) = 2x                    items
//! include("helpers.jl")            the items of helpers.jl, with positions in it
//! f(x) = helper(twice(x))          items
//! ```
//!
//! A file that includes itself, too many files inside each other, and a file that cannot be read are errors at the `include`.

use super::Embedded;
use crate::diag::{Diagnostic, Source};
use crate::sym::s;
use crate::syntax;
use crate::syntax::ast::{Ast, Node, NodeId};
use std::path::Path;

/// Files that may be inside each other.
const MAX_DEPTH: usize = 64;

/// A part of a file.
pub(super) enum Part<'a> {
    /// Statements.
    Code(&'a [NodeId]),
    /// `include("path")`.
    Include(NodeId, String),
}

/// The parts of a file, in order.
pub(super) fn split<'a>(ast: &Ast, toplevel: &'a [NodeId]) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut rest = toplevel;
    while let Some(at) = rest.iter().position(|&node| path_of(ast, node).is_some()) {
        parts.push(Part::Code(&rest[..at]));
        let node = rest[at];
        parts.push(Part::Include(node, path_of(ast, node).unwrap_or_default()));
        rest = &rest[at + 1..];
    }
    parts.push(Part::Code(rest));
    parts
}

/// The path in `include("path")`.
fn path_of(ast: &Ast, node: NodeId) -> Option<String> {
    let &[callee, path] = ast.with_head(node, s::CALL)? else {
        return None;
    };
    let name = ast.as_symbol(callee)?;
    match ast.node(path) {
        Node::Str(path) if name.as_str() == "include" => {
            Some(String::from_utf8_lossy(path).into_owned())
        }
        _ => None,
    }
}

impl Embedded {
    /// The text of an included file, which is open from now on.
    pub(super) fn included(
        &mut self,
        ast: &Ast,
        node: NodeId,
        path: &str,
    ) -> Result<Source, Diagnostic> {
        let error = |message: String| Diagnostic::at(&ast.source, ast.span(node), message);
        if !self.follows_includes {
            return Err(error("`include` reads no files here".into()));
        }
        let here = Path::new(ast.source.name());
        let file = here.parent().unwrap_or(Path::new("")).join(path);
        let shown = file.display().to_string();
        let read =
            |file: &Path| Ok::<_, std::io::Error>((file.canonicalize()?, std::fs::read(file)?));
        let (full, bytes) =
            read(&file).map_err(|why| error(format!("cannot read {shown}: {why}")))?;
        let outermost = here.canonicalize().ok();
        if outermost.as_ref() == Some(&full) || self.including.contains(&full) {
            return Err(error(format!("{shown} includes itself")));
        }
        if self.including.len() >= MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} files include each other");
            return Err(error(message));
        }
        let source = syntax::decode(&shown, bytes)?;
        self.including.push(full);
        Ok(source)
    }
}
