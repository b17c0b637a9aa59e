//! Parentheses: a value, a tuple, a block, a generator, an operator as a name.
//!
//! `(x)` is `x`; `(x,)` and `(x, y)` are tuples; `(x; y)` is a block; `(x, y; k = 1)` and `(; a, b)` are tuples with
//! `parameters`; `(+)` is the name `+`.

use super::postfix::Sections;
use super::*;

impl Parser<'_> {
    /// After `(`: the expression up to `)`, and whether it could be the argument list of a unary operator.
    /// `checked` is false after a quoting `:`, where `(=)` and `(::)` are names.
    pub(super) fn parenthesized(&mut self, checked: bool) -> Parse<(NodeId, bool)> {
        let context = Context {
            range_colon: true,
            space_separates: false,
            where_allowed: true,
            newline_is_space: true,
            ..self.context
        };
        self.within(context, |p| p.parenthesized_here(checked))
    }

    fn parenthesized_here(&mut self, checked: bool) -> Parse<(NodeId, bool)> {
        let start = self.end.saturating_sub(1);
        let token = self.token();
        match token.kind {
            Kind::CloseParen => {
                self.take();
                return Ok((self.expr(s::TUPLE, &[], start), true));
            }
            Kind::Semicolon => {
                let sections = self.sections(Kind::CloseParen)?;
                return Ok(self.after_leading_semicolon(sections, start));
            }
            Kind::Op(op)
                if op.is_syntactic()
                    || (!checked && op.name == s::TYPED && self.parenthesis_follows()) =>
            {
                self.take();
                if self.token().kind != Kind::CloseParen {
                    return self.expected(&format!("`)` after the operator `{}`", op.name));
                }
                if checked {
                    return self.fail(token.span, format!("`{}` is not a name", op.name));
                }
                self.take();
                return Ok((self.symbol(op.name, token.span), false));
            }
            _ => {}
        }
        let first = self.argument()?;
        let next = self.token();
        let splat = self.head(first) == Some(s::SPLAT);
        match next.kind {
            Kind::CloseParen => {
                self.take();
                Ok((first, splat))
            }
            Kind::Comma => {
                self.take();
                let mut sections = self.sections(Kind::CloseParen)?;
                sections[0].items.insert(0, first);
                Ok((self.tuple(sections, start), true))
            }
            Kind::Semicolon => {
                let mut sections = self.sections(Kind::CloseParen)?;
                if !splat && sections.iter().all(|section| section.items.len() <= 1) {
                    return Ok((
                        self.statements_in_parentheses(first, sections, start),
                        false,
                    ));
                }
                sections[0].items.insert(0, first);
                Ok((self.tuple(sections, start), splat))
            }
            Kind::Name(s::FOR, _) => {
                let generator = self.generator(first)?;
                if self.token().kind != Kind::CloseParen {
                    return self.expected("`)` after the generator");
                }
                self.take();
                Ok((generator, false))
            }
            _ => self.expected("`)` or `,`"),
        }
    }

    /// Whether `)` follows the token just looked at.
    fn parenthesis_follows(&self) -> bool {
        self.lexer.rest().trim_start().starts_with(')')
    }

    /// A tuple; in its `parameters`, `k = v` is a keyword argument.
    fn tuple(&mut self, mut sections: Sections, start: u32) -> NodeId {
        let first = sections.remove(0).items;
        let mut items = Nodes::new();
        if !sections.is_empty() {
            let parameters = self.joined(sections, true, start);
            items.push(self.expr(s::PARAMETERS, &parameters, start));
        }
        items.extend_from_slice(&first);
        self.expr(s::TUPLE, &items, start)
    }

    /// `(; a, b)`, `(;)`, `(;;)`. The first section is empty.
    fn after_leading_semicolon(&mut self, sections: Sections, start: u32) -> (NodeId, bool) {
        let empty = sections.iter().all(|section| section.items.is_empty());
        if empty && sections.len() > 2 {
            return (self.expr(s::BLOCK, &[], start), false);
        }
        (self.tuple(sections, start), true)
    }

    /// `(a; b; c)` is a block.
    fn statements_in_parentheses(
        &mut self,
        first: NodeId,
        mut sections: Sections,
        start: u32,
    ) -> NodeId {
        while sections
            .last()
            .is_some_and(|section| section.items.is_empty())
        {
            sections.pop();
        }
        let mut items = Nodes::from_slice(&[first]);
        for section in sections.into_iter().skip(1) {
            items.push(self.line_node_at(section.line));
            items.extend_from_slice(&section.items);
        }
        self.expr(s::BLOCK, &items, start)
    }
}
