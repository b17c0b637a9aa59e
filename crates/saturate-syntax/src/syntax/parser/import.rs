//! `using`, `import`, `export`, `public`.
//!
//! `import A.B: c, @d as e` is `(import (: (. A B) (. c) (as (. @d) e)))`; each leading dot of a relative path is a
//! name `.` of its own.

use super::*;

impl Parser<'_> {
    /// After `using` or `import`.
    pub(super) fn imports(&mut self, word: Sym, start: u32) -> Parse<NodeId> {
        let first = self.import(word, false)?;
        let next = self.peek();
        let from = next.is(s::COLON) && !next.space;
        let mut items = Nodes::from_slice(&[first]);
        if from || next.kind == Kind::Comma {
            self.take();
            loop {
                items.push(self.import(word, from)?);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            let next = self.peek();
            if next.is(s::COLON) {
                return self.fail(
                    next.span,
                    format!("`:` in `{word}` follows a single module: write one line for each"),
                );
            }
        }
        if from {
            let list = self.expr(s::COLON, &items, start);
            return Ok(self.expr(word, &[list], start));
        }
        Ok(self.expr(word, &items, start))
    }

    fn import(&mut self, word: Sym, from: bool) -> Parse<NodeId> {
        let path = self.import_path(word)?;
        let token = self.peek();
        if !token.is(s::AS) {
            return Ok(path);
        }
        if !from && word == s::USING {
            return self.fail(
                token.span,
                "`using` a whole module cannot rename it: write `import … as …`",
            );
        }
        self.take();
        let name = self.name_or_macro()?;
        let start = self.start_of(path);
        Ok(self.expr(s::AS, &[path, name], start))
    }

    fn import_path(&mut self, word: Sym) -> Parse<NodeId> {
        let start = self.token().span.start;
        let mut path = Nodes::new();
        loop {
            let token = self.token();
            let dots = match token.kind {
                Kind::Op(op) => match op.name {
                    s::DOT => 1,
                    s::RANGE => 2,
                    s::SPLAT => 3,
                    _ => 0,
                },
                _ => 0,
            };
            if dots == 0 {
                break;
            }
            self.take();
            for _ in 0..dots {
                path.push(self.symbol(s::DOT, token.span));
            }
        }
        let first = self.name_or_macro()?;
        path.push(self.importable(first, word)?);
        loop {
            let token = self.peek();
            let Kind::Op(op) = token.kind else { break };
            if op.name == s::DOT {
                if token.space {
                    return self.fail(token.span, "a space is not allowed before `.` here");
                }
                self.take();
                let name = self.name_or_macro()?;
                path.push(self.importable(name, word)?);
            } else if op.is_dotted() {
                // `import Base.+`.
                self.take();
                let name = Sym::new(op.name.as_str().trim_start_matches('.'));
                path.push(self.symbol(name, token.span));
            } else {
                break;
            }
        }
        Ok(self.expr(s::DOT, &path, start))
    }

    /// The name that `id` is, `:+` included.
    fn importable(&mut self, id: NodeId, word: Sym) -> Parse<NodeId> {
        let name = match *self.ast.node(id) {
            Node::Quote(inner) => inner,
            _ => id,
        };
        if self.is_exportable(name) {
            return Ok(name);
        }
        let span = self.ast.span(id);
        self.fail(span, format!("expected a name after `{word}`"))
    }

    /// A name or an interpolation.
    pub(super) fn is_exportable(&self, id: NodeId) -> bool {
        self.ast.as_symbol(id).is_some() || self.head(id) == Some(s::INTERPOLATE)
    }

    /// After `export` or `public`.
    pub(super) fn exports(&mut self, word: Sym, start: u32) -> Parse<NodeId> {
        let mut names = Nodes::new();
        loop {
            let name = self.name_or_macro()?;
            if !self.is_exportable(name) {
                let span = self.ast.span(name);
                return self.fail(span, format!("expected a name after `{word}`"));
            }
            names.push(name);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        Ok(self.expr(word, &names, start))
    }
}
