//! Lines of a rule set that say what an argument is.
//!
//! ```julia
//! @arg(layer, 2) => W          # the second argument of `layer` is the constant `W`
//! layer.arg[2] ⇒ W             # the same, as the paper writes it
//! @arg(layer, 2) => $weights   # what the variable `weights` holds where the rules are defined
//! ```
//!
//! A value behind `$` belongs to the place of the definition, not to the rules: whoever loads the file computes it there
//! and keeps it under [`value_name`], where the reader of rules finds it.

use super::ast::{Ast, Node, NodeId};
use crate::sym::{s, Sym};

/// A line `@arg(f, n) => value`, taken apart.
#[derive(Clone, Debug)]
pub struct KnownArgument {
    /// What stands in the parentheses of `@arg`: a function and a number, if it is right.
    pub parts: Vec<NodeId>,
    /// The value.
    pub value: NodeId,
}

impl KnownArgument {
    /// The expression behind `$`, if the value is one.
    pub fn interpolated(&self, ast: &Ast) -> Option<NodeId> {
        match ast.with_head(self.value, s::INTERPOLATE) {
            Some(&[inner]) => Some(inner),
            _ => None,
        }
    }
}

/// Takes a line apart that says what an argument is, in either spelling.
pub fn known_argument(ast: &Ast, line: NodeId) -> Option<KnownArgument> {
    let &[arrow, left, value] = ast.with_head(line, s::CALL)? else {
        return None;
    };
    if !matches!(ast.as_symbol(arrow)?, s::PAIR | s::DOUBLE_ARROW) {
        return None;
    }
    let parts = match ast.as_expr(left)? {
        (s::MACROCALL, args) if ast.as_symbol(args[0]) == Some(s::ARG) => args[1..]
            .iter()
            .copied()
            .filter(|&arg| !matches!(ast.node(arg), Node::Line(_) | Node::Nothing))
            .collect(),
        (s::REF, &[place, number]) => {
            let &[function, field] = ast.with_head(place, s::DOT)? else {
                return None;
            };
            match ast.node(field) {
                Node::Quote(name) if ast.as_symbol(*name)?.as_str() == "arg" => {}
                _ => return None,
            }
            vec![function, number]
        }
        _ => return None,
    };
    Some(KnownArgument { parts, value })
}

/// The expressions behind `$` in the known arguments of a block of rules, in the order of the text.
pub fn interpolated_values(ast: &Ast, block: NodeId) -> Vec<NodeId> {
    let mut values = Vec::new();
    let mut todo = vec![block];
    while let Some(node) = todo.pop() {
        if let Some(line) = known_argument(ast, node) {
            values.extend(line.interpolated(ast));
        } else if let Some((s::BLOCK | s::IF | s::MACROCALL, args)) = ast.as_expr(node) {
            todo.extend(args.iter().rev());
        }
    }
    values
}

/// The name under which the `number`th value behind `$` of a rule set is kept; no program can write it.
pub fn value_name(set: Sym, number: usize) -> Sym {
    Sym::new(&format!("${set}#{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Source;
    use crate::syntax::{parse, print};

    #[test]
    fn values_come_in_the_order_of_the_text() {
        let text = "@rules r begin\n f.arg[1] ⇒ $a\n if c\n @arg(g, 2) => $(b + 1)\n end\n f(~x) => :(g($x))\n @arg(h, 1) => 3\nend";
        let parsed = parse(Source::new("r.jl", text));
        let block = parsed.toplevel[0];
        let shown: Vec<String> = interpolated_values(&parsed.ast, block)
            .into_iter()
            .map(|value| print::to_string(&parsed.ast, value))
            .collect();
        assert_eq!(shown, ["a", "b + 1"]);
    }
}
