//! Rows and columns of arrays, and generators.

use super::*;
use crate::syntax::operators::Level;

impl Printer<'_> {
    /// `a b c`. Elements are tight, so that white space separates them and nothing else.
    pub(super) fn row(&mut self, items: &[NodeId]) {
        self.list(items, " ", |p, item| {
            let negative = p.tightness(item) == Tightness::UNARY && p.head(item).is_none();
            p.node(
                item,
                match () {
                    _ if p.begins_with_operator(item) => Tightness(u8::MAX),
                    _ if negative => Tightness::UNARY,
                    _ => Tightness::PRIMARY,
                },
            );
        });
    }

    pub(super) fn rows(&mut self, items: &[NodeId]) {
        self.list(items, "; ", |p, item| match p.ast.with_head(item, s::ROW) {
            Some(row) => p.row(row),
            None => p.row(&[item]),
        });
    }

    pub(super) fn vcat(&mut self, items: &[NodeId]) {
        let close = if items.len() == 1 { ";]" } else { "]" };
        self.enclosed("[", close, |p| p.rows(items));
    }

    /// `[a;; b]`: the first argument is the number of semicolons.
    pub(super) fn ncat(&mut self, items: &[NodeId]) {
        self.enclosed("[", "]", |p| p.ncat_parts(items, true));
    }

    fn ncat_parts(&mut self, items: &[NodeId], outermost: bool) {
        let [dimension, parts @ ..] = items else {
            return;
        };
        let count = match self.ast.node(*dimension) {
            Node::Int(count) => usize::try_from(*count).unwrap_or(1),
            _ => 1,
        };
        let separator = ";".repeat(count);
        for (number, &part) in parts.iter().enumerate() {
            if number > 0 {
                self.put(&separator);
                self.put(" ");
            }
            match self.ast.as_expr(part) {
                Some((s::NROW, inner)) => self.guarded(|p| p.ncat_parts(inner, false)),
                Some((s::ROW, row)) => self.row(row),
                _ => self.row(&[part]),
            }
        }
        if outermost && parts.len() < 2 {
            self.put(&separator);
        }
    }

    /// `x for i in a, j in b if c`, without brackets.
    pub(super) fn generator(&mut self, id: NodeId) {
        let mut loops = Vec::new();
        let mut inner = id;
        loop {
            match self.ast.as_expr(inner) {
                Some((s::FLATTEN, &[generator])) => {
                    match self.ast.with_head(generator, s::GENERATOR) {
                        Some([body, iterations @ ..]) => {
                            loops.push(iterations);
                            inner = *body;
                        }
                        _ => break,
                    }
                }
                // The innermost loop; a generator inside it has brackets of its own.
                Some((s::GENERATOR, [body, iterations @ ..])) => {
                    loops.push(iterations);
                    inner = *body;
                    break;
                }
                _ => break,
            }
        }
        self.node(inner, Tightness::ARGUMENT);
        for iterations in loops {
            self.put(" for ");
            let filter = match iterations {
                &[only] => self.ast.with_head(only, s::FILTER),
                _ => None,
            };
            match filter {
                Some([condition, iterations @ ..]) => {
                    self.list(iterations, ", ", Self::iteration);
                    self.put(" if ");
                    self.node(*condition, Tightness::of(Level::Conditional));
                }
                _ => self.list(iterations, ", ", Self::iteration),
            }
        }
    }
}
