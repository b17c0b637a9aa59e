//! Terms over sizes: what a dimension or a cost is, in terms of what can be known when a function is entered.
//!
//! A term is a number, a [symbol](Symbol), or arithmetic on two terms. Equal terms have equal numbers (hash-consing), so that
//! what several costs share is computed once. A symbol is one size of an argument, the value of an integer argument, or unknown.
//!
//! ```text
//! f(A, B, x) = A * B * x      symbols  size(A, 1)  size(A, 2) = size(B, 1)  size(B, 2) = size(x, 1)
//!                             A * B    2 * size(A, 1) * size(A, 2) * size(B, 2)
//! ```
//!
//! Symbols that must be equal are one ([`Terms::equate`]); an unknown may turn out to be a term. Nothing is concluded from that but
//! costs, so a wrong guess makes a choice worse and never wrong.

use crate::rules::cost::{Arithmetic, NOMINAL};
use cranelift_entity::{entity_impl, EntityRef, PrimaryMap};
use rustc_hash::FxHashMap;
use std::fmt;

/// A term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);
entity_impl!(Term, "term");

/// A symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);
entity_impl!(Symbol, "symbol");

/// What a term is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A number, by its bits.
    Number(u64),
    /// A symbol.
    Symbol(Symbol),
    /// Arithmetic.
    Binary(Arithmetic, Term, Term),
}

/// Where a symbol comes from. Parameters count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// `size(A, k)` of a parameter, with `k` from 1.
    Size(u32, u32),
    /// A parameter that is an integer.
    Value(u32),
    /// Nothing that is known at entry.
    Unknown,
}

/// Terms and symbols.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: PrimaryMap<Term, Node>,
    index: FxHashMap<Node, Term>,
    symbols: PrimaryMap<Symbol, Origin>,
    /// What a symbol was found to be: another symbol, or for an unknown any term that does not contain it.
    is: FxHashMap<Symbol, Term>,
}

impl Terms {
    /// The term of a node.
    fn add(&mut self, node: Node) -> Term {
        if let Some(&term) = self.index.get(&node) {
            return term;
        }
        let term = self.nodes.push(node);
        self.index.insert(node, term);
        term
    }

    /// A number.
    pub fn number(&mut self, number: f64) -> Term {
        self.add(Node::Number(number.to_bits()))
    }

    /// A new symbol.
    pub fn symbol(&mut self, origin: Origin) -> Term {
        let symbol = self.symbols.push(origin);
        self.add(Node::Symbol(symbol))
    }

    /// The symbols, in the order in which they were made.
    pub fn symbols(&self) -> impl Iterator<Item = (Symbol, Origin)> + '_ {
        self.symbols
            .iter()
            .map(|(symbol, &origin)| (symbol, origin))
    }

    /// What a term is.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term]
    }

    /// How many terms there are; each comes after its operands.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number, if the term is one.
    pub fn as_number(&self, term: Term) -> Option<f64> {
        match self.nodes[term] {
            Node::Number(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Arithmetic, simplified where an operand is a number that makes that trivial.
    pub fn binary(&mut self, op: Arithmetic, a: Term, b: Term) -> Term {
        let (a, b) = (self.find(a), self.find(b));
        if let (Some(x), Some(y)) = (self.as_number(a), self.as_number(b)) {
            return self.number(op.apply(x, y));
        }
        let (x, y) = (self.as_number(a), self.as_number(b));
        match (op, x, y) {
            (Arithmetic::Add, Some(0.0), _) | (Arithmetic::Multiply, Some(1.0), _) => return b,
            (Arithmetic::Add | Arithmetic::Subtract, _, Some(0.0))
            | (Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Power, _, Some(1.0)) => {
                return a
            }
            (Arithmetic::Min | Arithmetic::Max, ..) if a == b => return a,
            _ => {}
        }
        if op == Arithmetic::Multiply {
            return self.sorted_product(a, b);
        }
        let commutes = matches!(op, Arithmetic::Add | Arithmetic::Min | Arithmetic::Max);
        let (a, b) = match commutes && (x.is_none(), a) > (y.is_none(), b) {
            true => (b, a),
            false => (a, b),
        };
        self.add(Node::Binary(op, a, b))
    }

    /// A product as one number and factors in order, `((2 * a) * b) * c`: equal products meet, and those that begin alike share
    /// what they begin with.
    fn sorted_product(&mut self, a: Term, b: Term) -> Term {
        let (mut number, mut factors) = (1.0, Vec::new());
        let mut work = vec![a, b];
        while let Some(term) = work.pop() {
            match self.nodes[term] {
                Node::Binary(Arithmetic::Multiply, a, b) => work.extend([a, b]),
                Node::Number(bits) => number *= f64::from_bits(bits),
                _ => factors.push(term),
            }
        }
        // A sum comes behind plain sizes.
        let is_sum = |term: Term| matches!(self.nodes[term], Node::Binary(..));
        factors.sort_unstable_by_key(|&term| (is_sum(term), term));
        let mut product = (number != 1.0).then(|| self.number(number));
        for factor in factors {
            product = Some(match product {
                Some(product) => self.add(Node::Binary(Arithmetic::Multiply, product, factor)),
                None => factor,
            });
        }
        product.unwrap_or_else(|| self.number(number))
    }

    /// The product.
    pub fn product(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let one = self.number(1.0);
        let mut product = one;
        for term in terms {
            product = self.binary(Arithmetic::Multiply, product, term);
        }
        product
    }

    /// What a term is by now, as far as its top goes.
    pub fn find(&self, mut term: Term) -> Term {
        while let Node::Symbol(symbol) = self.nodes[term] {
            match self.is.get(&symbol) {
                Some(&next) => term = next,
                None => break,
            }
        }
        term
    }

    /// Two terms are equal. An argument's symbol takes the place of an unknown, an earlier one that of a later; what does not
    /// fit is left alone: `false` if two numbers differ.
    pub fn equate(&mut self, a: Term, b: Term) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return true;
        }
        let rank = |symbol: Symbol| (self.symbols[symbol] == Origin::Unknown, symbol);
        match (self.nodes[a], self.nodes[b]) {
            (Node::Symbol(x), Node::Symbol(y)) => {
                let (keep, goes) = if rank(x) <= rank(y) { (a, y) } else { (b, x) };
                self.is.insert(goes, keep);
            }
            (Node::Symbol(x), _) if self.may_be(x, b) => {
                self.is.insert(x, b);
            }
            (_, Node::Symbol(y)) if self.may_be(y, a) => {
                self.is.insert(y, a);
            }
            (Node::Number(_), Node::Number(_)) => return false,
            _ => {}
        }
        true
    }

    /// Whether a symbol can stand for a term: any symbol for a number, an unknown for what does not contain it.
    fn may_be(&self, symbol: Symbol, term: Term) -> bool {
        if matches!(self.nodes[term], Node::Number(_)) {
            return true;
        }
        if self.symbols[symbol] != Origin::Unknown {
            return false;
        }
        let mut work = vec![term];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(term) = work.pop() {
            let term = self.find(term);
            if !seen.insert(term) {
                continue;
            }
            match self.nodes[term] {
                Node::Symbol(of) if of == symbol => return false,
                Node::Binary(_, a, b) => work.extend([a, b]),
                _ => {}
            }
        }
        true
    }

    /// The term with every symbol as it is by now. `done` remembers what was resolved.
    pub fn resolve(&mut self, term: Term, done: &mut FxHashMap<Term, Term>) -> Term {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let found = self.find(top);
            if let Node::Binary(_, a, b) = self.nodes[found] {
                let before = stack.len();
                stack.extend([a, b].iter().filter(|&part| !done.contains_key(part)));
                if stack.len() > before {
                    continue;
                }
            }
            let resolved = match self.nodes[found] {
                Node::Binary(op, a, b) => {
                    let (a, b) = (done[&a], done[&b]);
                    self.binary(op, a, b)
                }
                _ => found,
            };
            done.insert(top, resolved);
            stack.pop();
        }
        done[&term]
    }

    /// The symbols that terms contain, in order.
    pub fn symbols_of(&self, terms: impl IntoIterator<Item = Term>) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        self.walk(terms, |node| {
            if let Node::Symbol(symbol) = node {
                symbols.push(symbol);
            }
        });
        symbols.sort_unstable();
        symbols
    }

    /// Whether a term contains an operation.
    pub fn contains(&self, term: Term, op: Arithmetic) -> bool {
        let mut contains = false;
        self.walk([term], |node| {
            contains |= matches!(node, Node::Binary(of, ..) if of == op);
        });
        contains
    }

    /// Visits what terms are made of, each once.
    fn walk(&self, terms: impl IntoIterator<Item = Term>, mut visit: impl FnMut(Node)) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work: Vec<Term> = terms.into_iter().collect();
        while let Some(term) = work.pop() {
            let term = self.find(term);
            if seen.insert(term) {
                let node = self.nodes[term];
                if let Node::Binary(_, a, b) = node {
                    work.extend([a, b]);
                }
                visit(node);
            }
        }
    }

    /// Where a symbol comes from.
    pub fn origin(&self, symbol: Symbol) -> Origin {
        self.symbols[symbol]
    }

    /// The symbol that a symbol is by now; none if it is something else.
    pub fn settled(&self, symbol: Symbol) -> Option<Symbol> {
        let term = self.index.get(&Node::Symbol(symbol))?;
        match self.nodes[self.find(*term)] {
            Node::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The values of all terms, where `sizes` gives those of some symbols; others have the nominal size.
    pub fn evaluate(&self, sizes: &FxHashMap<Symbol, f64>) -> Values {
        let mut values: PrimaryMap<Term, f64> = PrimaryMap::with_capacity(self.nodes.len());
        for node in self.nodes.values() {
            values.push(match *node {
                Node::Number(bits) => f64::from_bits(bits),
                Node::Symbol(symbol) => sizes.get(&symbol).copied().unwrap_or(NOMINAL),
                Node::Binary(op, a, b) => op.apply(values[a], values[b]),
            });
        }
        Values(values)
    }

    /// The values of all terms at many vectors of sizes; `position` says where in a vector a symbol's is. Goes over the vectors for each term, which is
    /// several numbers at a time, and not over the terms for each vector.
    pub(super) fn evaluate_all(
        &self,
        vectors: &[Vec<f64>],
        position: impl Fn(Symbol) -> Option<usize>,
    ) -> Vec<Values> {
        let count = vectors.len();
        let mut all: Vec<f64> = vec![0.0; self.nodes.len() * count];
        for (term, node) in self.nodes.iter() {
            let start = term.index() * count;
            let (earlier, rest) = all.split_at_mut(start);
            let values = &mut rest[..count];
            let of = |term: Term| &earlier[term.index() * count..][..count];
            match *node {
                Node::Number(bits) => values.fill(f64::from_bits(bits)),
                Node::Symbol(symbol) => match position(symbol) {
                    Some(at) => {
                        for (value, sizes) in values.iter_mut().zip(vectors) {
                            *value = sizes[at];
                        }
                    }
                    None => values.fill(NOMINAL),
                },
                Node::Binary(op, a, b) => {
                    let operands = of(a).iter().zip(of(b));
                    for (value, (&a, &b)) in values.iter_mut().zip(operands) {
                        *value = op.apply(a, b);
                    }
                }
            }
        }
        let at = |vector: usize| {
            let values = (0..self.nodes.len()).map(|term| all[term * count + vector]);
            Values(values.collect())
        };
        (0..count).map(at).collect()
    }

    /// A term as Julia source, where `name` writes symbols. What is no sum or product at its top is not broken up.
    pub fn show(&self, term: Term, name: &dyn Fn(Origin) -> String) -> String {
        let mut texts: FxHashMap<Term, (String, bool)> = FxHashMap::default();
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if texts.contains_key(&top) {
                stack.pop();
                continue;
            }
            let text = match self.nodes[top] {
                Node::Number(bits) => (fmt_number(f64::from_bits(bits)), false),
                Node::Symbol(symbol) => (name(self.symbols[symbol]), false),
                Node::Binary(op, a, b) => match (texts.get(&a), texts.get(&b)) {
                    (Some(a), Some(b)) => written(op, a, b),
                    _ => {
                        stack.extend([a, b]);
                        continue;
                    }
                },
            };
            texts.insert(top, text);
            stack.pop();
        }
        texts
            .remove(&term)
            .map_or_else(String::new, |(text, _)| text)
    }
}

/// The values of terms at some sizes.
pub struct Values(PrimaryMap<Term, f64>);

impl Values {
    /// The value of a resolved term.
    pub fn of(&self, term: Term) -> f64 {
        self.0[term]
    }
}

/// `2` for 2.0, `0.25` for 0.25.
pub(super) fn fmt_number(number: f64) -> String {
    number.to_string()
}

/// Two operands with their operator; the flag says that the text is arithmetic, which may need parentheses as an operand.
fn written(op: Arithmetic, a: &(String, bool), b: &(String, bool)) -> (String, bool) {
    let inner = |part: &(String, bool)| match part.1 {
        true => format!("({})", part.0),
        false => part.0.clone(),
    };
    // A product begins with a product, and has none behind its first factor.
    let first = |part: &(String, bool)| match part.0.contains(" + ") || part.0.contains(" - ") {
        true => inner(part),
        false => part.0.clone(),
    };
    match op {
        Arithmetic::Add => (format!("{} + {}", a.0, b.0), true),
        Arithmetic::Subtract => (format!("{} - {}", a.0, inner(b)), true),
        Arithmetic::Multiply => (format!("{} * {}", first(a), inner(b)), true),
        Arithmetic::Divide => (format!("{} / {}", first(a), inner(b)), true),
        Arithmetic::Power => (format!("{}^{}", inner(a), inner(b)), false),
        Arithmetic::Min | Arithmetic::Max => (format!("{}({}, {})", op.name(), a.0, b.0), false),
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Size(param, dimension) => write!(f, "size(argument {param}, {dimension})"),
            Origin::Value(param) => write!(f, "argument {param}"),
            Origin::Unknown => write!(f, "?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_vectors_at_once_have_the_values_of_each() {
        let mut terms = Terms::default();
        let [rows, columns, unknown] =
            [Origin::Size(0, 1), Origin::Size(0, 2), Origin::Unknown].map(|of| terms.symbol(of));
        let two = terms.number(2.0);
        let product = terms.product([two, rows, columns]);
        let power = terms.binary(Arithmetic::Power, rows, two);
        let sum = terms.binary(Arithmetic::Add, product, unknown);
        let all = [
            product,
            power,
            sum,
            terms.binary(Arithmetic::Min, sum, power),
        ];
        let symbols: Vec<Symbol> = terms.symbols().map(|(symbol, _)| symbol).collect();
        let vectors: Vec<Vec<f64>> = (1..40).map(|n| vec![f64::from(n), 7.5]).collect();
        let position = |symbol: Symbol| symbols[..2].iter().position(|&of| of == symbol);
        let at_once = terms.evaluate_all(&vectors, position);
        assert_eq!(at_once.len(), vectors.len());
        for (values, sizes) in at_once.iter().zip(&vectors) {
            let known = symbols.iter().copied().zip(sizes.iter().copied()).collect();
            let alone = terms.evaluate(&known);
            assert!(all.iter().all(|&term| values.of(term) == alone.of(term)));
        }
    }
}
