//! From the tree back to Julia source that reads as the same tree, line-number nodes aside.
//!
//! `(= (call f x) (block (line 1) (call + (call * 2 x) 1)))` is `f(x) = 2x + 1`. Parentheses stand only where the
//! tree needs them. Blocks are indented by four spaces. What the reader never makes (an unknown head, a float that
//! is not finite) prints as Julia would show it.
//!
//! | file | what |
//! |---|---|
//! | `expression` | operators, calls, brackets |
//! | `array` | rows and columns, generators |
//! | `macros` | macro calls, string macros, docstrings |
//! | `statement` | blocks and forms that begin with a reserved word |
//! | `literal` | names, numbers, strings |
//!
//! Invariant: every recursion passes through `Printer::guarded`, which grows the stack when needed.

mod array;
mod expression;
mod literal;
mod macros;
mod statement;

use super::ast::{Ast, Node, NodeId};
use crate::sym::{s, Sym};

/// Columns per level of indentation.
const INDENTATION: usize = 4;

/// Stack that must be left before a nested expression, and how much is added when it is not.
const STACK_RESERVE: usize = 128 * 1024;
const STACK_SEGMENT: usize = 4 * 1024 * 1024;

/// The source text of `root`, as a statement of a file.
pub fn to_string(ast: &Ast, root: NodeId) -> String {
    let mut printer = Printer::new(ast);
    printer.statement(root, true);
    printer.out
}

/// The source text of a whole file.
pub fn file(ast: &Ast, toplevel: &[NodeId]) -> String {
    let mut printer = Printer::new(ast);
    for &root in toplevel {
        printer.statement(root, true);
        // A string would document what follows it on the next line.
        let last = match ast.with_head(root, s::TOPLEVEL) {
            Some(&[.., last]) => last,
            _ => root,
        };
        let blank = if printer.is_text(last) { "\n\n" } else { "\n" };
        printer.out.push_str(blank);
    }
    printer.out
}

/// How tightly what is printed holds together; a looser node in a tighter place gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Tightness(u8);

impl Tightness {
    /// Extends to the right as far as it can: `return x`.
    const OPEN: Tightness = Tightness(0);
    /// An argument.
    const ARGUMENT: Tightness = Tightness::of(super::operators::Level::Assignment);
    /// Looser than a comparison: the variables of `where` may be one.
    const WHERE: Tightness = Tightness(65);
    const PRODUCT: Tightness = Tightness(144);
    const UNARY: Tightness = Tightness(146);
    /// A block up to its `end`, a declaration.
    const DECLARED: Tightness = Tightness::of(super::operators::Level::Declaration);
    /// May be called, indexed, and have fields.
    const PRIMARY: Tightness = Tightness(170);

    /// The tightness of a binary operator.
    const fn of(level: super::operators::Level) -> Tightness {
        Tightness(level as u8 * 10)
    }
}

struct Printer<'a> {
    ast: &'a Ast,
    out: String,
    indentation: usize,
    /// `end` and `begin` are values here: inside `a[…]`.
    end_is_value: bool,
    /// `begin` alone is: inside any brackets that follow a name, so a block has to be `(a; b)`.
    begin_is_value: bool,
    /// Between `?` and `:`, where a bare `a:b` would end too early.
    range_needs_parentheses: bool,
}

impl<'a> Printer<'a> {
    fn new(ast: &'a Ast) -> Printer<'a> {
        Printer {
            ast,
            out: String::new(),
            indentation: 0,
            end_is_value: false,
            begin_is_value: false,
            range_needs_parentheses: false,
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn newline(&mut self) {
        self.out.push('\n');
        self.out
            .extend(std::iter::repeat_n(' ', self.indentation * INDENTATION));
    }

    fn head(&self, id: NodeId) -> Option<Sym> {
        self.ast.as_expr(id).map(|(head, _)| head)
    }

    fn args(&self, id: NodeId) -> &'a [NodeId] {
        self.ast.as_expr(id).map_or(&[], |(_, args)| args)
    }

    fn is_line(&self, id: NodeId) -> bool {
        matches!(self.ast.node(id), Node::Line(_))
    }

    /// Whether it is a string, with interpolation or without.
    fn is_text(&self, id: NodeId) -> bool {
        matches!(self.ast.node(id), Node::Str(_)) || self.head(id) == Some(s::STRING)
    }

    /// The statements of a block, line-number nodes left out.
    fn statements(&self, block: NodeId) -> Vec<NodeId> {
        let items = self.args(block).iter().copied();
        items.filter(|&item| !self.is_line(item)).collect()
    }

    /// Prints `id` where at least `least` is wanted.
    fn node(&mut self, id: NodeId, least: Tightness) {
        self.guarded(|p| {
            if p.tightness(id) >= least {
                p.bare(id);
            } else {
                p.enclosed("(", ")", |p| p.bare(id));
            }
        });
    }

    /// Prints with enough stack left.
    fn guarded(&mut self, print: impl FnOnce(&mut Self)) {
        stacker::maybe_grow(STACK_RESERVE, STACK_SEGMENT, || print(self));
    }

    /// Prints between brackets, where the restrictions of the surroundings do not hold.
    fn enclosed(&mut self, open: &str, close: &str, print: impl FnOnce(&mut Self)) {
        let range = std::mem::replace(&mut self.range_needs_parentheses, false);
        self.put(open);
        print(self);
        self.put(close);
        self.range_needs_parentheses = range;
    }

    fn list(
        &mut self,
        items: &[NodeId],
        separator: &str,
        mut print: impl FnMut(&mut Self, NodeId),
    ) {
        for (number, &item) in items.iter().enumerate() {
            if number > 0 {
                self.put(separator);
            }
            print(self, item);
        }
    }

    /// Prints `id` without parentheses around it.
    fn bare(&mut self, id: NodeId) {
        match self.ast.node(id) {
            Node::Expr(head, args) => self.expression(*head, self.ast.args(*args), id),
            Node::Symbol(name) => self.symbol(*name),
            Node::Quote(inner) => self.quote(*inner),
            leaf => self.literal(leaf),
        }
    }
}
