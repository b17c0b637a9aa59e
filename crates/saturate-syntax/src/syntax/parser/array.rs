//! Arrays: `[a, b]`, `[a b; c d]`, `[a;; b]`, comprehensions; also in braces.
//!
//! Elements with commas make a `vect`. Otherwise white space and semicolons separate: elements are gathered with the
//! strength of the separator before each (0 for white space, n for n semicolons, a newline counts as one), and the
//! tree follows from splitting at the strongest separator first:
//!
//! `[a b; c d]` is `(vcat (row a b) (row c d))`, `[a; b;; c; d]` is `(ncat 2 (nrow 1 a b) (nrow 1 c d))`.

use super::*;

/// Elements, each with the strength of the separator before it.
type Separated = SmallVec<[(u32, NodeId); 8]>;

impl Parser<'_> {
    /// After `[` or `{`: the elements up to `closer`. An empty one is `vect`. The elements after the first of a
    /// matrix do not see `end` as a value unless they do outside (`outer_end`).
    pub(super) fn array(&mut self, closer: Kind, outer_end: bool, start: u32) -> Parse<NodeId> {
        let context = Context {
            range_colon: true,
            space_separates: true,
            for_generates: true,
            newline_is_space: false,
            where_allowed: true,
            ..self.context
        };
        self.within(context, |p| p.array_here(closer, outer_end, start))
    }

    fn array_here(&mut self, closer: Kind, outer_end: bool, start: u32) -> Parse<NodeId> {
        let token = self.token();
        if token.kind == closer {
            self.take();
            return Ok(self.expr(s::VECT, &[], start));
        }
        if token.kind == Kind::Semicolon {
            return self.empty_array(closer, start);
        }
        let first = self.argument()?;
        let next = self.peek();
        if next.kind == Kind::Newline {
            self.take();
            let after = self.peek();
            if after.kind == Kind::Comma || after.kind == closer {
                return self.vector(first, closer, start);
            }
            let inner = Context {
                end_is_value: outer_end,
                ..self.context
            };
            return self.within(inner, |p| p.matrix(first, closer, true, start));
        }
        if next.kind == Kind::Comma || next.kind == closer {
            return self.vector(first, closer, start);
        }
        if next.is(s::FOR) {
            return self.comprehension(first, closer, start);
        }
        let inner = Context {
            end_is_value: outer_end,
            ..self.context
        };
        self.within(inner, |p| p.matrix(first, closer, false, start))
    }

    /// `[;;]`.
    fn empty_array(&mut self, closer: Kind, start: u32) -> Parse<NodeId> {
        let mut dimensions = 0;
        while self.token().kind == Kind::Semicolon {
            self.take();
            dimensions += 1;
        }
        if self.token().kind != closer {
            return self.expected("the closing bracket of an empty array");
        }
        self.take();
        let span = Span::new(start, self.end);
        let dimensions = self.ast.leaf(Node::Int(dimensions), span);
        Ok(self.expr(s::NCAT, &[dimensions], start))
    }

    /// `first, b, c; parameters`.
    fn vector(&mut self, first: NodeId, closer: Kind, start: u32) -> Parse<NodeId> {
        let mut items = Nodes::from_slice(&[first]);
        loop {
            let token = self.token();
            if token.kind == closer {
                self.take();
                return Ok(self.expr(s::VECT, &items, start));
            }
            if token.kind == Kind::Comma {
                self.take();
                let next = self.token();
                if next.kind == closer || next.kind == Kind::Semicolon {
                    continue;
                }
                items.push(self.argument()?);
            } else if token.kind == Kind::Semicolon {
                let mut sections = self.sections(closer)?;
                sections.remove(0);
                let parameters = self.joined(sections, false, token.span.start);
                let parameters = self.expr(s::PARAMETERS, &parameters, token.span.start);
                items.insert(0, parameters);
                return Ok(self.expr(s::VECT, &items, start));
            } else {
                return self.expected("`,` or the closing bracket of the array");
            }
        }
    }

    /// `first for i in a`.
    fn comprehension(&mut self, first: NodeId, closer: Kind, start: u32) -> Parse<NodeId> {
        let context = Context {
            newline_is_space: true,
            space_separates: false,
            ..self.context
        };
        self.within(context, |p| {
            let generator = p.generator(first)?;
            if p.token().kind != closer {
                return p.expected("the closing bracket of the comprehension");
            }
            p.take();
            Ok(p.expr(s::COMPREHENSION, &[generator], start))
        })
    }

    fn matrix(
        &mut self,
        first: NodeId,
        closer: Kind,
        mut newline: bool,
        start: u32,
    ) -> Parse<NodeId> {
        let mut elements: Separated = SmallVec::from_slice(&[(0, first)]);
        let mut strongest = 0;
        loop {
            let mut semicolons = 0;
            let mut separated = newline;
            loop {
                let token = self.peek();
                match token.kind {
                    Kind::Newline => newline = true,
                    Kind::Semicolon => {
                        // `[a;\n;b]`: the break starts counting anew.
                        semicolons = if newline && semicolons > 0 {
                            1
                        } else {
                            semicolons + 1
                        };
                        newline = false;
                    }
                    _ => {
                        separated |= token.space;
                        break;
                    }
                }
                separated = true;
                self.take();
            }
            let token = self.token();
            if token.kind == closer {
                self.take();
                strongest = strongest.max(semicolons);
                return Ok(self.concatenation(&elements, strongest, start));
            }
            if token.is(s::FOR) && elements.len() == 1 && semicolons == 0 {
                return self.comprehension(first, closer, start);
            }
            if self.closes(token) || token.is(s::FOR) {
                return self.expected("an element or the closing bracket of the array");
            }
            if !separated {
                return self.expected("white space, `;` or the closing bracket of the array");
            }
            let rows = elements.iter().skip(1).any(|&(strength, _)| strength == 0);
            let strength = match (semicolons, newline) {
                // At the end of a line of a matrix with rows, `;;` goes on with the row.
                (2, true) if rows => 0,
                (2, _) if rows => {
                    let why = "`;;` does not mix with white space between elements, except to go on with a row on the next line";
                    return self.fail(token.span, why);
                }
                (0, true) => 1,
                (count, _) => count,
            };
            newline = false;
            strongest = strongest.max(strength);
            elements.push((strength, self.argument()?));
        }
    }

    fn concatenation(&mut self, elements: &[(u32, NodeId)], strongest: u32, start: u32) -> NodeId {
        if strongest == 0 {
            let items: Nodes = elements.iter().map(|&(_, element)| element).collect();
            let head = if items.len() == 1 { s::VECT } else { s::HCAT };
            return self.expr(head, &items, start);
        }
        let parts = self.split(elements, strongest);
        if strongest == 1 {
            return self.expr(s::VCAT, &parts, start);
        }
        let span = Span::new(start, self.end);
        let mut items = Nodes::from_slice(&[self.ast.leaf(Node::Int(i64::from(strongest)), span)]);
        items.extend_from_slice(&parts);
        self.expr(s::NCAT, &items, start)
    }

    /// The parts between separators of one strength, each built from weaker ones.
    fn split(&mut self, elements: &[(u32, NodeId)], strength: u32) -> Nodes {
        let mut parts = Nodes::new();
        let mut rest = elements;
        while let [_, tail @ ..] = rest {
            let length = 1 + tail.iter().take_while(|&&(s, _)| s < strength).count();
            let (part, after) = rest.split_at(length);
            parts.push(self.part(part, strength - 1));
            rest = after;
        }
        parts
    }

    fn part(&mut self, elements: &[(u32, NodeId)], strength: u32) -> NodeId {
        // Only strengths that occur make a level, so the depth is bounded by what was written.
        let Some(strength) = elements[1..]
            .iter()
            .map(|&(s, _)| s)
            .max()
            .filter(|&s| s <= strength)
        else {
            return elements[0].1;
        };
        let start = self.start_of(elements[0].1);
        let end = self.ast.span(elements[elements.len() - 1].1).end;
        let span = Span::new(start, end);
        if strength == 0 {
            let items: Nodes = elements.iter().map(|&(_, element)| element).collect();
            return self.ast.expr(s::ROW, &items, span);
        }
        let parts = stacker::maybe_grow(STACK_RESERVE, STACK_SEGMENT, || {
            self.split(elements, strength)
        });
        let mut items = Nodes::from_slice(&[self.ast.leaf(Node::Int(i64::from(strength)), span)]);
        items.extend_from_slice(&parts);
        self.ast.expr(s::NROW, &items, span)
    }

    /// After `{` on its own: like an array, under other heads.
    pub(super) fn braces(&mut self, start: u32) -> Parse<NodeId> {
        let outer_end = self.context.end_is_value;
        let inner = self.array(Kind::CloseBrace, outer_end, start)?;
        let (head, items) = match self.ast.as_expr(inner) {
            Some((head, items)) => (head, Nodes::from_slice(items)),
            None => return Ok(inner),
        };
        Ok(match head {
            s::VECT | s::COMPREHENSION => self.expr(s::BRACES, &items, start),
            s::HCAT => {
                let row = self.expr(s::ROW, &items, start);
                self.expr(s::BRACESCAT, &[row], start)
            }
            _ => self.expr(s::BRACESCAT, &items, start),
        })
    }
}
