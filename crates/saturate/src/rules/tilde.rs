//! Variables in the syntax of rules.
//!
//! Julia parses `~x^2` as `~(x^2)`, and `~A'`, `~x[1]`, `~a.b`, `~f.(~x)`, `~x::T` likewise. In a rule, `~` belongs to
//! the name directly behind it. [`Variables`] finds these names once per rule; [`Variables::copy`] makes an ordinary
//! expression of a side, in which `~x` is a name of its own and annotations are gone:
//!
//! ```text
//! ~(x::Number^2) + f(~x)      a name `~x`, and   (call + (call ^ ~x 2) (call f ~x))
//! ```
//!
//! The copy is what gets lowered: variables are to it what arguments are to a function.

use crate::diag::{Diagnostic, Span};
use crate::host::{Global, Host};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// An occurrence of a variable with an annotation: `~x::T`.
#[derive(Clone, Copy, Debug)]
pub struct Annotation {
    /// The variable.
    pub name: Sym,
    /// The type, as syntax.
    pub ty: NodeId,
}

/// The variables of an expression.
#[derive(Default, Debug)]
pub struct Variables {
    /// Leaves that are variables, by node.
    marks: FxHashMap<NodeId, Sym>,
    /// Names in order of first occurrence in the text, with the place and whether `...` follows.
    pub names: IndexMap<Sym, (Span, bool)>,
    /// Annotations in order.
    pub annotations: Vec<Annotation>,
}

/// The arguments of an expression or the inside of a quote.
fn children(ast: &Ast, id: NodeId) -> &[NodeId] {
    match ast.node(id) {
        Node::Expr(_, args) => ast.args(*args),
        _ => &[],
    }
}

/// The operand, if `id` is a use of unary `~`.
fn tilde(ast: &Ast, id: NodeId) -> Option<NodeId> {
    match ast.with_head(id, s::CALL)? {
        &[callee, operand] if ast.as_symbol(callee) == Some(s::TILDE) => Some(operand),
        _ => None,
    }
}

/// All nodes at and below `root`; children come before their parents in the result.
fn subtree(ast: &Ast, root: NodeId) -> Vec<NodeId> {
    let mut all = vec![root];
    let mut at = 0;
    while let Some(&id) = all.get(at) {
        all.extend_from_slice(children(ast, id));
        if let Node::Quote(inner) = ast.node(id) {
            all.push(*inner);
        }
        at += 1;
    }
    // The arena is in that order already; a node that occurs twice is one node.
    all.sort_unstable();
    all.dedup();
    all
}

impl Variables {
    /// Finds the variables at and below `root`.
    pub fn find(ast: &Ast, root: NodeId) -> Result<Variables, Diagnostic> {
        let all = subtree(ast, root);
        let mut variables = Variables::default();
        for &id in &all {
            let Some(operand) = tilde(ast, id) else {
                let binary = ast.with_head(id, s::CALL).is_some_and(|args| {
                    args.len() == 3 && ast.as_symbol(args[0]) == Some(s::TILDE)
                });
                if binary {
                    let message = "`a ~ b` is no product: write `a * ~b`";
                    return Err(Diagnostic::at(&ast.source, ast.span(id), message));
                }
                continue;
            };
            let name = subtree(ast, operand)
                .into_iter()
                .filter_map(|leaf| Some((ast.span(leaf), leaf, ast.as_symbol(leaf)?)))
                .min_by_key(|&(span, ..)| span.start)
                .filter(|(span, ..)| span.start == ast.span(id).start + 1);
            let Some((span, leaf, name)) = name else {
                let message = "`~` must stand directly before a name";
                return Err(Diagnostic::at(&ast.source, ast.span(id), message));
            };
            variables.marks.insert(leaf, name);
            variables.names.entry(name).or_insert((span, false));
        }
        variables
            .names
            .sort_by(|_, (a, _), _, (b, _)| a.start.cmp(&b.start));
        for &id in &all {
            match ast.as_expr(id) {
                Some((s::TYPED, &[value, ty])) => {
                    if let Some(name) = variables.name(ast, value) {
                        variables.annotations.push(Annotation { name, ty });
                    }
                }
                Some((s::SPLAT, &[value])) => {
                    if let Some(name) = variables.name(ast, value) {
                        variables.names[&name].1 = true;
                    }
                }
                _ => {}
            }
        }
        variables
            .annotations
            .sort_by_key(|annotation| ast.span(annotation.ty).start);
        Ok(variables)
    }

    /// The variable that an expression is, with or without `~` and annotation.
    pub fn name(&self, ast: &Ast, mut id: NodeId) -> Option<Sym> {
        loop {
            if let Some(&name) = self.marks.get(&id) {
                return Some(name);
            }
            id = match tilde(ast, id) {
                Some(operand) => operand,
                None => match ast.with_head(id, s::TYPED)? {
                    &[value, _] => value,
                    _ => return None,
                },
            };
        }
    }

    /// The name that stands for a variable in a copy; no name of Julia begins with `~`.
    pub fn symbol(name: Sym) -> Sym {
        Sym::new(&format!("~{name}"))
    }

    /// Copies an expression into `to`, with `rename` for the names of variables. Names qualified by a module that the host
    /// knows become references to globals.
    pub fn copy(
        &self,
        ast: &Ast,
        root: NodeId,
        host: &mut dyn Host,
        rename: impl Fn(Sym) -> Sym,
        to: &mut Ast,
    ) -> NodeId {
        let mut copies: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for id in subtree(ast, root) {
            let span = ast.span(id);
            let copy = if let Some(&name) = self.marks.get(&id) {
                to.leaf(Node::Symbol(rename(name)), span)
            } else if let Some(operand) = tilde(ast, id) {
                copies[&operand]
            } else if self.name(ast, id).is_some() {
                // An annotation: `x::T` is `x`.
                copies[&children(ast, id)[0]]
            } else if let Some((module, name)) = self.qualified(ast, id, host) {
                to.leaf(Node::GlobalRef(module, name), span)
            } else {
                match ast.node(id) {
                    Node::Expr(head, args) => {
                        let args: Vec<NodeId> =
                            ast.args(*args).iter().map(|arg| copies[arg]).collect();
                        to.expr(*head, &args, span)
                    }
                    Node::Quote(inner) => {
                        let inner = copies[inner];
                        to.leaf(Node::Quote(inner), span)
                    }
                    leaf => to.leaf(leaf.clone(), span),
                }
            };
            copies.insert(id, copy);
        }
        copies[&root]
    }

    /// `Module.name`, if the host knows such a constant.
    fn qualified(&self, ast: &Ast, id: NodeId, host: &mut dyn Host) -> Option<(Sym, Sym)> {
        let &[module, name] = ast.with_head(id, s::DOT)? else {
            return None;
        };
        let Node::Quote(name) = ast.node(name) else {
            return None;
        };
        if self.marks.contains_key(&module) {
            return None;
        }
        let (module, name) = (ast.as_symbol(module)?, ast.as_symbol(*name)?);
        matches!(host.global(Some(module), name), Global::Constant(_)).then_some((module, name))
    }
}
