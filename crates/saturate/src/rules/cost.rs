//! Costs and shapes as rule files write them: expressions over the sizes of a call's arguments.
//!
//! ```julia
//! @cost sin 10                                                                         # a number
//! @cost *(A::Matrix, B::Matrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)               # an expression
//! @cost scan(v::Vector) 100 + length(v) * sizeof(eltype(v)) / 8
//! @shape outer(x, y) (length(x), length(y))                                            # what sizes a result has
//! ```
//!
//! | in an expression | means |
//! |---|---|
//! | `size(A, 2)` | the second size of the argument `A`; 1 beyond its dimensions |
//! | `length(A)`, `ndims(A)` | the product of its sizes; how many there are |
//! | `sizeof(eltype(A))` | bytes of an element, 8 where that is not known |
//! | `n` | the value of an argument that is an integer |
//! | `2`, `1.5e3`, `+ - * / ^ min max` | numbers, and arithmetic in `Float64` |
//!
//! An expression is a list of operations, operands first, so that nothing here recurses. What an expression gives at some sizes
//! is tried when it is read: one that is negative or no number anywhere there is an error with its position.

use super::syntax::slice;
use crate::diag::Diagnostic;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};

/// An operation of an [`Expr`]. Operands are numbers of earlier operations, arguments count from 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Op {
    /// A number.
    Number(f64),
    /// `size(A, k)`, with `k` from 1.
    Size(u32, u32),
    /// `length(A)`.
    Length(u32),
    /// `ndims(A)`.
    Ndims(u32),
    /// `sizeof(eltype(A))`.
    ElementBytes(u32),
    /// An argument that is an integer.
    Value(u32),
    /// Arithmetic.
    Binary(Arithmetic, u32, u32),
}

/// Arithmetic on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `^`
    Power,
    /// `min`
    Min,
    /// `max`
    Max,
}

impl Arithmetic {
    const ALL: [(Arithmetic, &'static str); 7] = [
        (Arithmetic::Add, "+"),
        (Arithmetic::Subtract, "-"),
        (Arithmetic::Multiply, "*"),
        (Arithmetic::Divide, "/"),
        (Arithmetic::Power, "^"),
        (Arithmetic::Min, "min"),
        (Arithmetic::Max, "max"),
    ];

    /// Its name in Julia.
    pub fn name(self) -> &'static str {
        let mut all = Arithmetic::ALL.iter();
        all.find(|(op, _)| *op == self).map_or("", |(_, name)| name)
    }

    fn of_name(name: &str) -> Option<Arithmetic> {
        let mut all = Arithmetic::ALL.iter();
        all.find(|(_, of)| *of == name).map(|&(op, _)| op)
    }

    /// Whether three and more operands are taken from left to right.
    fn chains(self) -> bool {
        !matches!(
            self,
            Arithmetic::Subtract | Arithmetic::Divide | Arithmetic::Power
        )
    }

    /// The result.
    pub fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            Arithmetic::Add => a + b,
            Arithmetic::Subtract => a - b,
            Arithmetic::Multiply => a * b,
            Arithmetic::Divide => a / b,
            Arithmetic::Power => a.powf(b),
            Arithmetic::Min => a.min(b),
            Arithmetic::Max => a.max(b),
        }
    }
}

/// An expression: its value is that of the last operation.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// The operations, operands first; never none.
    pub ops: Vec<Op>,
}

impl Expr {
    /// Its value, where `of` gives that of what it asks of arguments.
    pub fn evaluate(&self, mut of: impl FnMut(Op) -> f64) -> f64 {
        let mut values: Vec<f64> = Vec::with_capacity(self.ops.len());
        for &op in &self.ops {
            values.push(match op {
                Op::Number(number) => number,
                Op::Binary(op, a, b) => op.apply(values[a as usize], values[b as usize]),
                other => of(other),
            });
        }
        values.last().copied().unwrap_or(f64::NAN)
    }
}

/// What a call costs.
#[derive(Clone, PartialEq, Debug)]
pub enum Cost {
    /// The same, always.
    Number(f64),
    /// It depends on sizes.
    Sized(Expr),
}

/// The size that everything has where nothing is known of it.
pub const NOMINAL: f64 = 100.0;

impl Cost {
    /// The cost where all sizes are [`NOMINAL`].
    pub fn nominal(&self) -> f64 {
        match self {
            Cost::Number(number) => *number,
            Cost::Sized(expr) => expr
                .evaluate(|op| at_size(op, NOMINAL))
                .clamp(0.0, super::syntax::MAX_COST),
        }
    }
}

/// What an operation on arguments gives where all sizes are this; of matrices, as far as `length` and `ndims` go.
fn at_size(op: Op, size: f64) -> f64 {
    match op {
        Op::Length(_) => size * size,
        Op::Ndims(_) => 2.0,
        Op::ElementBytes(_) => 8.0,
        _ => size,
    }
}

/// Sizes at which an expression is tried when it is read.
const TRIED: [f64; 6] = [1.0, 2.0, 3.0, 10.0, 100.0, 1000.0];

/// The most operations of an expression, and its deepest nesting.
const MOST_OPERATIONS: usize = 1000;

/// Reads an expression over these arguments.
pub(super) struct Reader<'a> {
    ast: &'a Ast,
    arguments: &'a [Option<Sym>],
    ops: Vec<Op>,
}

impl<'a> Reader<'a> {
    /// Reads a cost; `arguments` are the names in its signature.
    pub(super) fn cost(
        ast: &'a Ast,
        id: NodeId,
        arguments: &'a [Option<Sym>],
    ) -> Result<Expr, Diagnostic> {
        let expr = Reader::expr(ast, id, arguments)?;
        for size in TRIED {
            let value = expr.evaluate(|op| at_size(op, size));
            if !(value >= 0.0 && value.is_finite()) {
                let what = match value {
                    value if value < 0.0 => "negative",
                    _ => "not a number",
                };
                let message = format!("the cost is {what} ({value}) where all sizes are {size}");
                return Err(Diagnostic::at(&ast.source, ast.span(id), message));
            }
        }
        Ok(expr)
    }

    /// Reads an expression.
    pub(super) fn expr(
        ast: &'a Ast,
        id: NodeId,
        arguments: &'a [Option<Sym>],
    ) -> Result<Expr, Diagnostic> {
        let mut reader = Reader {
            ast,
            arguments,
            ops: Vec::new(),
        };
        reader.read(id, 0)?;
        Ok(Expr { ops: reader.ops })
    }

    fn error(&self, at: NodeId, message: impl Into<String>) -> Diagnostic {
        Diagnostic::at(&self.ast.source, self.ast.span(at), message)
    }

    /// Reads a part; the number of its operation. Recursion ends at [`MOST_OPERATIONS`].
    fn read(&mut self, id: NodeId, depth: usize) -> Result<u32, Diagnostic> {
        if depth > MOST_OPERATIONS / 10 || self.ops.len() > MOST_OPERATIONS {
            return Err(self.error(id, "the expression is too large"));
        }
        let op = match self.ast.node(id) {
            Node::Int(number) => Op::Number(*number as f64),
            Node::Float64(number) => Op::Number(*number),
            Node::Symbol(name) => Op::Value(self.argument(id, *name)?),
            Node::Expr(s::CALL, parts) => return self.call(id, self.ast.args(*parts), depth),
            _ => {
                let message = format!("`{}` is no part of a cost", slice(self.ast, id));
                return Err(self.error(id, message).help(KNOWN));
            }
        };
        Ok(self.push(op))
    }

    fn push(&mut self, op: Op) -> u32 {
        self.ops.push(op);
        self.ops.len() as u32 - 1
    }

    fn argument(&self, at: NodeId, name: Sym) -> Result<u32, Diagnostic> {
        let position = self.arguments.iter().position(|&of| of == Some(name));
        position.map(|position| position as u32).ok_or_else(|| {
            let names: Vec<String> = (self.arguments.iter().flatten())
                .map(|name| format!("`{name}`"))
                .collect();
            let known = match names.is_empty() {
                true => "the arguments have no names: write `f(A::T, …)`".to_owned(),
                false => format!("the arguments are {}", names.join(", ")),
            };
            self.error(at, format!("`{name}` is no argument of the call"))
                .help(known)
        })
    }

    fn call(&mut self, id: NodeId, parts: &[NodeId], depth: usize) -> Result<u32, Diagnostic> {
        let ast = self.ast;
        let name = ast.as_symbol(parts[0]).map_or("", Sym::as_str);
        let args = &parts[1..];
        if let Some(op) = Arithmetic::of_name(name) {
            return self.arithmetic(id, op, args, depth);
        }
        let op = match (name, args) {
            ("size", &[array, dimension]) => {
                let array = self.named(array)?;
                match ast.node(dimension) {
                    Node::Int(dimension @ 1..=16) => Op::Size(array, *dimension as u32),
                    _ => {
                        let message = "dimensions are counted from 1, and given as a number";
                        return Err(self.error(dimension, message));
                    }
                }
            }
            ("length", &[array]) => Op::Length(self.named(array)?),
            ("ndims", &[array]) => Op::Ndims(self.named(array)?),
            ("sizeof", &[of]) => match ast.with_head(of, s::CALL) {
                Some(&[eltype, array])
                    if ast.as_symbol(eltype).map(Sym::as_str) == Some("eltype") =>
                {
                    Op::ElementBytes(self.named(array)?)
                }
                _ => return Err(self.error(of, "expected `eltype` of an argument")),
            },
            _ => {
                let message = format!("`{}` is not known in a cost", slice(ast, id));
                return Err(self.error(id, message).help(KNOWN));
            }
        };
        Ok(self.push(op))
    }

    fn arithmetic(
        &mut self,
        id: NodeId,
        op: Arithmetic,
        args: &[NodeId],
        depth: usize,
    ) -> Result<u32, Diagnostic> {
        if let (Arithmetic::Subtract, &[of]) = (op, args) {
            let zero = self.push(Op::Number(0.0));
            let of = self.read(of, depth + 1)?;
            return Ok(self.push(Op::Binary(op, zero, of)));
        }
        if args.len() < 2 || args.len() > 2 && !op.chains() {
            let message = format!("`{}` takes two numbers here", op.name());
            return Err(self.error(id, message));
        }
        let mut total = self.read(args[0], depth + 1)?;
        for &arg in &args[1..] {
            let next = self.read(arg, depth + 1)?;
            total = self.push(Op::Binary(op, total, next));
        }
        Ok(total)
    }

    /// The argument that a name stands for.
    fn named(&self, id: NodeId) -> Result<u32, Diagnostic> {
        match self.ast.as_symbol(id) {
            Some(name) => self.argument(id, name),
            None => Err(self.error(id, "expected the name of an argument")),
        }
    }
}

const KNOWN: &str = "known are numbers, `size(A, k)`, `length(A)`, `ndims(A)`, `sizeof(eltype(A))` of arguments, and `+ - * / ^ min max`";
