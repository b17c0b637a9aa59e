//! Generated programs: a small typed tree that prints as Julia source.
//!
//! The tree is what the reducer works on: every edit of it is again a program, perhaps one that does not load.

use crate::ops::{Op, Predicate, Ty, PREDICATES};
use crate::random::Random;
use std::fmt;

/// A variable: its number is unique in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name(pub u32);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A literal, as Julia writes it.
    Literal(Ty, String),
    /// A variable.
    Var(Ty, Name),
    /// An operation on arguments.
    Op(&'static Op, Vec<Expr>),
    /// An anonymous function.
    Lambda(Box<Lambda>),
    /// A call of a helper.
    Call(Ty, Helper, Vec<Expr>),
    /// A helper as a value: a function from `Int64` to `Int64`.
    Function(Helper),
}

/// A helper of the program, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Helper(pub usize);

/// `x -> body`.
#[derive(Clone, PartialEq, Debug)]
pub struct Lambda {
    /// Its argument, an `Int64`.
    pub param: Name,
    /// Statements before the result.
    pub prints: bool,
    /// A captured variable that it adds its argument to.
    pub adds_to: Option<Name>,
    /// A statement that it makes, for its effect.
    pub does: Option<(&'static Op, Vec<Expr>)>,
    /// The result, an `Int64`.
    pub body: Expr,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// `x = e`.
    Assign(Name, Expr),
    /// An operation for its effect.
    Do(&'static Op, Vec<Expr>),
    /// `if … else … end`; without an `else` if that is empty.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for i in …`.
    For(Name, Range, Vec<Stmt>),
    /// `while` with a counter that ends it.
    While(Name, u32, Expr, Vec<Stmt>),
    /// A call for its effect.
    Eval(Expr),
    /// `try … catch … end`, with what was caught in a variable.
    Try(Vec<Stmt>, Option<Name>, Vec<Stmt>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Vec<Expr>),
}

/// What a `for` runs over.
#[derive(Clone, PartialEq, Debug)]
pub enum Range {
    /// `1:n`.
    To(u32),
    /// The elements of an array, as they were before the loop.
    Elements(Expr),
    /// The indices of an array.
    Indices(Expr),
}

/// A function that a program calls.
#[derive(Clone, PartialEq, Debug)]
pub struct HelperBody {
    /// Parameters.
    pub params: Vec<(Name, Ty)>,
    /// Statements; none of them returns.
    pub body: Vec<Stmt>,
    /// What is returned.
    pub result: Expr,
}

/// What is assumed of a parameter.
pub type Assumed = (&'static Predicate, Name);

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// Functions that it calls; each may call those before it.
    pub helpers: Vec<HelperBody>,
    /// Parameters.
    pub params: Vec<(Name, Ty)>,
    /// What it assumes of them.
    pub assumes: Vec<Assumed>,
    /// Statements.
    pub body: Vec<Stmt>,
    /// What is returned at the end.
    pub result: Vec<Expr>,
}

impl Expr {
    /// Its type.
    pub fn ty(&self) -> Ty {
        match self {
            Expr::Literal(ty, _) | Expr::Var(ty, _) | Expr::Call(ty, ..) => *ty,
            Expr::Op(op, _) => op.result,
            Expr::Lambda(_) | Expr::Function(_) => Ty::Fun,
        }
    }

    /// Writes the expression in the function of this name, after which helpers are named.
    fn write(&self, out: &mut dyn fmt::Write, of: &str) -> fmt::Result {
        match self {
            Expr::Literal(_, text) => out.write_str(text),
            Expr::Var(_, name) => write!(out, "{name}"),
            Expr::Op(op, args) => op.write(out, &mut |out, number| args[number].write(out, of)),
            Expr::Call(_, helper, args) => {
                write!(out, "{of}_h{}(", helper.0)?;
                for (number, arg) in args.iter().enumerate() {
                    out.write_str(if number == 0 { "" } else { ", " })?;
                    arg.write(out, of)?;
                }
                out.write_str(")")
            }
            Expr::Function(helper) => write!(out, "{of}_h{}", helper.0),
            Expr::Lambda(lambda) => {
                write!(out, "({} -> (", lambda.param)?;
                if lambda.prints {
                    write!(out, "println(\"fn \", {}); ", lambda.param)?;
                }
                if let Some(name) = lambda.adds_to {
                    write!(out, "{name} += {}; ", lambda.param)?;
                }
                if let Some((op, args)) = &lambda.does {
                    op.write(out, &mut |out, number| args[number].write(out, of))?;
                    out.write_str("; ")?;
                }
                lambda.body.write(out, of)?;
                out.write_str("))")
            }
        }
    }
}

fn write_result(out: &mut dyn fmt::Write, values: &[Expr], of: &str) -> fmt::Result {
    match values {
        [] => out.write_str("nothing"),
        [value] => value.write(out, of),
        values => {
            for (number, value) in values.iter().enumerate() {
                out.write_str(if number == 0 { "(" } else { ", " })?;
                value.write(out, of)?;
            }
            out.write_str(")")
        }
    }
}

fn write_block(out: &mut dyn fmt::Write, body: &[Stmt], depth: usize, of: &str) -> fmt::Result {
    for stmt in body {
        write!(out, "{:1$}", "", 4 * depth)?;
        match stmt {
            Stmt::Assign(name, value) => {
                write!(out, "{name} = ")?;
                value.write(out, of)?;
            }
            Stmt::Do(op, args) => op.write(out, &mut |out, number| args[number].write(out, of))?,
            Stmt::If(condition, then, other) => {
                out.write_str("if ")?;
                condition.write(out, of)?;
                out.write_str("\n")?;
                write_block(out, then, depth + 1, of)?;
                if !other.is_empty() {
                    writeln!(out, "{:1$}else", "", 4 * depth)?;
                    write_block(out, other, depth + 1, of)?;
                }
                write!(out, "{:1$}end", "", 4 * depth)?;
            }
            Stmt::For(name, range, body) => {
                match range {
                    Range::To(n) => write!(out, "for {name} in 1:{n}")?,
                    Range::Elements(array) => {
                        write!(out, "for {name} in copy(")?;
                        array.write(out, of)?;
                        out.write_str(")")?;
                    }
                    Range::Indices(array) => {
                        write!(out, "for {name} in eachindex(")?;
                        array.write(out, of)?;
                        out.write_str(")")?;
                    }
                }
                out.write_str("\n")?;
                write_block(out, body, depth + 1, of)?;
                write!(out, "{:1$}end", "", 4 * depth)?;
            }
            Stmt::While(counter, limit, condition, body) => {
                let indent = 4 * depth;
                write!(
                    out,
                    "{counter} = {limit}\n{:indent$}while {counter} > 0 && ",
                    ""
                )?;
                condition.write(out, of)?;
                write!(out, "\n{:1$}{counter} -= 1\n", "", indent + 4)?;
                write_block(out, body, depth + 1, of)?;
                write!(out, "{:indent$}end", "")?;
            }
            Stmt::Eval(call) => call.write(out, of)?,
            Stmt::Try(body, caught, handler) => {
                out.write_str("try\n")?;
                write_block(out, body, depth + 1, of)?;
                write!(out, "{:1$}catch", "", 4 * depth)?;
                if let Some(caught) = caught {
                    write!(out, " {caught}")?;
                }
                out.write_str("\n")?;
                write_block(out, handler, depth + 1, of)?;
                write!(out, "{:1$}end", "", 4 * depth)?;
            }
            Stmt::Break => out.write_str("break")?,
            Stmt::Continue => out.write_str("continue")?,
            Stmt::Return(values) => {
                out.write_str("return ")?;
                write_result(out, values, of)?;
            }
        }
        out.write_str("\n")?;
    }
    Ok(())
}

fn write_params(out: &mut dyn fmt::Write, params: &[(Name, Ty)]) -> fmt::Result {
    out.write_str("(")?;
    for (number, (param, ty)) in params.iter().enumerate() {
        let comma = if number == 0 { "" } else { ", " };
        write!(out, "{comma}{param}::{}", ty.annotation())?;
    }
    out.write_str(")\n")
}

impl Program {
    /// The program as the definition of a Julia function.
    pub fn source(&self, name: &str) -> String {
        let mut out = String::new();
        self.append(&mut out, name);
        out
    }

    /// Adds the definition to a text.
    pub fn append(&self, out: &mut String, name: &str) {
        // Writing to a string does not fail.
        let _ = self.write(out, name);
    }

    fn write(&self, out: &mut dyn fmt::Write, name: &str) -> fmt::Result {
        for (number, helper) in self.helpers.iter().enumerate() {
            write!(out, "function {name}_h{number}")?;
            write_params(out, &helper.params)?;
            write_block(out, &helper.body, 1, name)?;
            out.write_str("    return ")?;
            helper.result.write(out, name)?;
            out.write_str("\nend\n")?;
        }
        write!(out, "function {name}")?;
        write_params(out, &self.params)?;
        for (predicate, param) in &self.assumes {
            out.write_str("    @assume ")?;
            predicate
                .op
                .write(out, &mut |out, _| write!(out, "{param}"))?;
            out.write_str("\n")?;
        }
        write_block(out, &self.body, 1, name)?;
        out.write_str("    return ")?;
        write_result(out, &self.result, name)?;
        out.write_str("\nend\n")
    }

    /// Lets it assume something of one or two of its parameters, where they are of types that have predicates. Some programs ask
    /// at the end whether it still holds.
    pub fn assume(&mut self, random: &mut Random) {
        for _ in 0..1 + random.below(2) {
            let all: Vec<Assumed> = (PREDICATES.iter())
                .flat_map(|predicate| {
                    let fits = self
                        .params
                        .iter()
                        .filter(|(_, ty)| predicate.op.args == [*ty]);
                    fits.map(move |&(name, _)| (predicate, name))
                })
                .collect();
            let chosen = random.pick(&all).copied();
            let is_new = |of: &Assumed| !self.assumes.contains(of);
            self.assumes.extend(chosen.filter(is_new));
        }
        for &(predicate, name) in self.assumes.iter().filter(|_| random.percent(50)) {
            let of = Expr::Var(predicate.op.args[0], name);
            self.result.push(Expr::Op(&predicate.op, vec![of]));
        }
    }

    /// Whether it makes a view of an array.
    pub fn has_views(&self) -> bool {
        let source = self.source("f");
        source.contains("view(") || source.contains("window")
    }

    /// Its signature, as `@saturate` takes it.
    pub fn signature(&self) -> String {
        let types: Vec<String> = self
            .params
            .iter()
            .map(|(_, ty)| format!("::{}", ty.annotation()))
            .collect();
        types.join(", ")
    }
}
