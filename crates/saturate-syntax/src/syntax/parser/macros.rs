//! Macro calls: `@m a b`, `@m(a, b)`, `@A.m x`, `@. x`, `@doc "…" f`.
//!
//! A macro call carries the line of its name as second argument. With white space after the name, its arguments are
//! the expressions up to the end of the line, separated by white space; with an argument list, they are in it.

use super::*;

impl Parser<'_> {
    /// After `@`.
    pub(super) fn macro_call(&mut self, start: u32) -> Parse<NodeId> {
        let context = Context {
            space_separates: true,
            newline_is_space: false,
            ..self.context
        };
        self.no_space_after_at()?;
        self.nested(|p| {
            p.within(context, |p| {
                p.peek();
                let line = p.line();
                let name = p.macro_atom()?;
                if p.peek().space {
                    return p.macro_with_parts(name, line, start);
                }
                let call = p.chain_from(name, true)?;
                p.macro_from_call(call, line, start)
            })
        })
    }

    fn no_space_after_at(&mut self) -> Parse<()> {
        let next = self.peek();
        if next.space || next.kind == Kind::Newline {
            return self.fail(next.span, "expected the name of a macro right after `@`");
        }
        Ok(())
    }

    fn macro_atom(&mut self) -> Parse<NodeId> {
        let token = self.peek();
        if token.is(s::DOT) {
            self.take();
            return Ok(self.symbol(Sym::new("__dot__"), token.span));
        }
        self.atom(false)
    }

    /// `@name` without arguments, as in `import A: @name`, or something that is not a macro's name.
    pub(super) fn name_or_macro(&mut self) -> Parse<NodeId> {
        if self.token().kind != Kind::At {
            return self.prefixed();
        }
        self.take();
        self.no_space_after_at()?;
        let name = self.macro_atom()?;
        self.macro_name(name, "")
    }

    fn macro_from_call(&mut self, call: NodeId, line: u32, start: u32) -> Parse<NodeId> {
        match self.ast.as_expr(call) {
            Some((s::CALL, args)) => {
                let args = Nodes::from_slice(args);
                let name = self.macro_name(args[0], "")?;
                let line = self.line_node_at(line);
                let mut all = Nodes::from_slice(&[name, line]);
                all.extend_from_slice(&args[1..]);
                Ok(self.expr(s::MACROCALL, &all, start))
            }
            Some((s::DO, &[call, block])) => {
                let call = self.macro_from_call(call, line, start)?;
                Ok(self.expr(s::DO, &[call, block], start))
            }
            _ => self.macro_with_parts(call, line, start),
        }
    }

    /// Arguments separated by white space, to the end of the line.
    fn macro_with_parts(&mut self, name: NodeId, line: u32, start: u32) -> Parse<NodeId> {
        let name = self.macro_name(name, "")?;
        let line = self.line_node_at(line);
        let mut args = Nodes::from_slice(&[name, line]);
        loop {
            let token = self.peek();
            if self.closes(token)
                || token.kind == Kind::Newline
                || (self.context.for_generates && token.is(s::FOR))
            {
                break;
            }
            args.push(self.expression()?);
        }
        // The object that `@doc "…"` documents may stand on the next line.
        if args.len() == 3 && self.is_doc(name) && self.something_follows() {
            args.push(self.expression()?);
        }
        Ok(self.expr(s::MACROCALL, &args, start))
    }

    fn is_doc(&self, mut name: NodeId) -> bool {
        loop {
            match *self.ast.node(name) {
                Node::Symbol(name) => return name.as_str() == "@doc",
                Node::Quote(inner) => name = inner,
                Node::Expr(s::DOT, args) => name = self.ast.args(args)[1],
                _ => return false,
            }
        }
    }

    /// `m` as `@m`, `A.m` as `A.@m`, with the suffix of a string macro.
    pub(super) fn macro_name(&mut self, name: NodeId, suffix: &str) -> Parse<NodeId> {
        let span = self.ast.span(name);
        if let Some(symbol) = self.ast.as_symbol(name) {
            let symbol = Sym::new(&format!("@{symbol}{suffix}"));
            return Ok(self.symbol(symbol, span));
        }
        if self.is_qualified_name(name) {
            if let Some(&[module, field]) = self.ast.with_head(name, s::DOT) {
                if let Node::Quote(inner) = *self.ast.node(field) {
                    let inner = self.macro_name_leaf(inner, suffix);
                    let field = self.ast.leaf(Node::Quote(inner), self.ast.span(field));
                    return Ok(self.ast.expr(s::DOT, &[module, field], span));
                }
            }
        }
        self.fail(span, "this is not the name of a macro")
    }

    fn macro_name_leaf(&mut self, name: NodeId, suffix: &str) -> NodeId {
        let span = self.ast.span(name);
        match self.ast.as_symbol(name) {
            Some(symbol) => self.symbol(Sym::new(&format!("@{symbol}{suffix}")), span),
            None => name,
        }
    }
}
