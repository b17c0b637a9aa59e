//! Loops that rules speak of, and loops that look like them.
//!
//! ```text
//! for i in eachindex(v)            is `copy_each!(v, w, eachindex(v))` by a rule of `rules.jl`
//!     v[i] = w[i]
//! end
//! for i in eachindex(v)            is not: it prints, or goes by another index, or leaves something behind
//!     v[i] = w[i]
//!     println(i)
//! end
//! ```
//!
//! They are added to programs that are complete without them, so that all other cases are what they were.

use crate::ops::{Feature, Op, Ty, SUM};
use crate::program::{Expr, Name, Program, Range, Stmt};
use crate::random::Random;

const fn statement(text: &'static str, args: &'static [Ty]) -> Op {
    Op {
        text,
        args,
        result: Ty::Unit,
        weight: 1,
        feature: Feature::Writes,
    }
}

static COPY: Op = statement("$0[$1] = $2[$1]", &[Ty::Vec, Ty::Int, Ty::Vec]);
static COPY_FROM: Op = statement("$0[$1] = $2[$3]", &[Ty::Vec, Ty::Int, Ty::Vec, Ty::Int]);
static RAISE: Op = statement("$0[$1] += $2", &[Ty::Vec, Ty::Int, Ty::Int]);
static PUSH: Op = statement("push!($0, $1)", &[Ty::Vec, Ty::Int]);
static PRINT: Op = statement("println(\"round \", $0)", &[Ty::Int]);
static ELEMENT: Op = Op {
    text: "$0[$1]",
    args: &[Ty::Vec, Ty::Int],
    result: Ty::Int,
    weight: 1,
    feature: Feature::Throws,
};

struct Maker<'a> {
    random: &'a mut Random,
    next: u32,
    arrays: Vec<Name>,
    numbers: Vec<Name>,
}

impl Maker<'_> {
    fn name(&mut self) -> Name {
        self.next += 1;
        Name(self.next)
    }

    fn array(&mut self) -> Expr {
        let name = self.random.pick(&self.arrays).copied();
        Expr::Var(Ty::Vec, name.unwrap_or(Name(0)))
    }

    fn number(&mut self) -> Expr {
        match self.random.pick(&self.numbers) {
            Some(&name) if self.random.percent(60) => Expr::Var(Ty::Int, name),
            _ => Expr::Literal(Ty::Int, (1 + self.random.below(3)).to_string()),
        }
    }

    fn range(&mut self) -> Range {
        match self.random.below(4) {
            0 => Range::To(self.random.below(4) as u32),
            1 => Range::Elements(self.array()),
            _ => Range::Indices(self.array()),
        }
    }

    /// A loop, with what stands before it.
    fn one(&mut self) -> Vec<Stmt> {
        let element = self.name();
        let index = Expr::Var(Ty::Int, element);
        let (v, w) = (self.array(), self.array());
        let mut before = Vec::new();
        let mut body = Vec::new();
        match self.random.below(6) {
            0 => body.push(Stmt::Do(&COPY, vec![v, index.clone(), w])),
            1 => {
                let other = self.number();
                body.push(Stmt::Do(&COPY_FROM, vec![v, index.clone(), w, other]));
            }
            2 => {
                let by = self.number();
                body.push(Stmt::Do(&RAISE, vec![v, index.clone(), by]));
            }
            3 => body.push(Stmt::Do(&PUSH, vec![v, index.clone()])),
            _ => {
                let sum = self.name();
                before.push(Stmt::Assign(sum, self.number()));
                let element = Expr::Op(&ELEMENT, vec![v, index.clone()]);
                let old = Expr::Var(Ty::Int, sum);
                body.push(Stmt::Assign(sum, Expr::Op(&SUM, vec![old, element])));
                self.numbers.push(sum);
            }
        }
        // What the rules do not say.
        match self.random.below(8) {
            0 => body.push(Stmt::Do(&PRINT, vec![index])),
            1 => {
                let (at, by) = (self.number(), self.number());
                let array = self.array();
                body.insert(0, Stmt::Do(&RAISE, vec![array, at, by]));
            }
            2 => {
                let last = self.name();
                before.push(Stmt::Assign(last, self.number()));
                body.push(Stmt::Assign(last, index));
                self.numbers.push(last);
            }
            3 => {
                let sum = self.name();
                before.push(Stmt::Assign(sum, self.number()));
                let old = Expr::Var(Ty::Int, sum);
                body.insert(0, Stmt::Assign(sum, Expr::Op(&SUM, vec![old, index])));
                self.numbers.push(sum);
            }
            _ => {}
        }
        let range = self.range();
        before.push(Stmt::For(element, range, body));
        before
    }
}

impl Program {
    /// Puts one to three such loops into the program; it also returns what they leave behind.
    pub fn add_loops(&mut self, random: &mut Random) {
        let of_type = |of: Ty| {
            let params = self.params.iter().filter(move |(_, ty)| *ty == of);
            params.map(|&(name, _)| name).collect::<Vec<_>>()
        };
        let mut maker = Maker {
            random,
            next: 900,
            arrays: of_type(Ty::Vec),
            numbers: of_type(Ty::Int),
        };
        let given = maker.numbers.len();
        let mut made = Vec::new();
        while maker.arrays.len() < 2 {
            let array = maker.name();
            let items = ["Int64[3, 1, 2]", "Int64[1, 2]", "Int64[2, 7, 1, 8]"];
            let items = items[maker.random.below(items.len())];
            made.push(Stmt::Assign(array, Expr::Literal(Ty::Vec, items.into())));
            maker.arrays.push(array);
        }
        for _ in 0..1 + maker.random.below(3) {
            let known = maker.numbers.len();
            let mut stmts = maker.one();
            let wrapped = match maker.random.below(8) {
                0 => Some(Stmt::For(
                    maker.name(),
                    Range::To(2),
                    std::mem::take(&mut stmts),
                )),
                1 => Some(Stmt::Try(std::mem::take(&mut stmts), None, Vec::new())),
                _ => None,
            };
            if wrapped.is_some() {
                // Nobody else sees what is assigned there first.
                maker.numbers.truncate(known);
            }
            made.extend(stmts);
            made.extend(wrapped);
        }
        let at = maker.random.below(self.body.len() + 1);
        let numbers = maker.numbers.split_off(given);
        self.body.splice(at..at, made);
        let left = numbers.into_iter().map(|name| Expr::Var(Ty::Int, name));
        self.result.extend(left);
    }
}
