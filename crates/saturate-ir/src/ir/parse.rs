//! Reading the textual form of a function back.
//!
//! Line by line; the grammar is that of [`super::print`]. Types and constants are the host's: a reader of constants
//! that holds brackets or strings is needed only to find where one ends. Blocks may be used before they appear;
//! values, too, since a block may come before its dominator in the text. Errors carry the position; statements and
//! terminators keep that of their line.

use super::entities::{Block, Slot, Type, Value};
use super::function::{Function, InstKind, MemorySlot, Narrowing, Target, Terminator, ValueDef};
use crate::diag::{Diagnostic, Source, Span};
use crate::host::Host;
use crate::sym::{s, Sym};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

/// Reads one or more functions from a text. The result is not verified.
pub fn parse(source: &Source, host: &mut dyn Host) -> Result<Vec<Function>, Diagnostic> {
    let mut functions = Vec::new();
    let mut lines = Lines::new(source);
    while let Some(line) = lines.next_line() {
        functions.push(Parser::new(source, host).function(line, &mut lines)?);
    }
    Ok(functions)
}

/// Non-empty lines without comments, each with its offset.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lines<'a> {
    fn new(source: &'a Source) -> Lines<'a> {
        Lines {
            text: source.text(),
            at: 0,
        }
    }

    fn next_line(&mut self) -> Option<Cursor<'a>> {
        while self.at < self.text.len() {
            let start = self.at;
            let end = self.text[start..]
                .find('\n')
                .map_or(self.text.len(), |found| start + found);
            self.at = end + 1;
            let line = self.text[start..end].trim_end();
            let body = line.trim_start();
            if !body.is_empty() && !body.starts_with('#') {
                return Some(Cursor {
                    rest: body,
                    at: start + (line.len() - body.len()),
                });
            }
        }
        None
    }
}

/// What is left of a line.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.at += bytes;
        taken
    }

    /// The place of what is left.
    fn span(&self) -> Span {
        Span::new(self.at as u32, (self.at + self.rest.len()) as u32)
    }

    fn space(&mut self) {
        let trimmed = self.rest.trim_start();
        self.advance(self.rest.len() - trimmed.len());
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest.starts_with(token);
        if found {
            self.advance(token.len());
        }
        found
    }

    /// Takes text up to one of `stops` outside brackets, strings and characters (or to the end).
    fn balanced(&mut self, stops: &[&str]) -> (&'a str, Span) {
        self.space();
        let bytes = self.rest.as_bytes();
        let mut depth = 0usize;
        let mut i = 0;
        while i < bytes.len() {
            if depth == 0 && i > 0 && stops.iter().any(|stop| self.rest[i..].starts_with(stop)) {
                break;
            }
            match bytes[i] {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth == 0 => break,
                b')' | b']' | b'}' => depth -= 1,
                b'"' => i = skip_quoted(bytes, i, b'"'),
                // A character literal, as opposed to an adjoint: something closes it soon.
                b'\'' if char_literal_end(bytes, i).is_some() => {
                    i = char_literal_end(bytes, i).unwrap_or(i);
                }
                _ => {}
            }
            i += 1;
            while i < bytes.len() && !self.rest.is_char_boundary(i) {
                i += 1;
            }
        }
        let start = self.at;
        let taken = self.advance(i.min(bytes.len())).trim_end();
        (taken, Span::new(start as u32, (start + taken.len()) as u32))
    }

    /// A name: plain, or `var"…"`.
    fn name(&mut self) -> Option<Sym> {
        self.space();
        if self.rest.starts_with("var\"") {
            let end = skip_quoted(self.rest.as_bytes(), 3, b'"');
            let quoted = self.rest.get(3..=end)?;
            let text: String = serde_json::from_str(quoted).ok()?;
            self.advance(end + 1);
            return Some(Sym::new(&text));
        }
        let end = self
            .rest
            .find(|c: char| !(c.is_alphanumeric() || "_!#′".contains(c)))
            .unwrap_or(self.rest.len());
        (end > 0).then(|| Sym::new(self.advance(end)))
    }

    fn number(&mut self) -> Option<u32> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let number = self.rest[..end].parse().ok()?;
        self.advance(end);
        Some(number)
    }
}

/// Index of the closing quote of the string that opens at `start`.
fn skip_quoted(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut i = start + 1;
    while i < bytes.len() && bytes[i] != quote {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    i.min(bytes.len().saturating_sub(1))
}

fn char_literal_end(bytes: &[u8], start: usize) -> Option<usize> {
    // The longest escape is `'\U0010ffff'`.
    let mut i = start + 1;
    while i < bytes.len() && i - start <= 12 {
        match bytes[i] {
            b'\\' => i += 2,
            b'\'' if i > start + 1 => return Some(i),
            _ => i += 1,
        }
    }
    None
}

struct Parser<'a, 'h> {
    source: &'a Source,
    host: &'h mut dyn Host,
    function: Function,
    /// Blocks by number in the text, and whether they have appeared.
    blocks: FxHashMap<u32, (Block, bool)>,
    /// Values by number in the text, and whether they have been defined.
    values: FxHashMap<u32, (Value, bool)>,
    /// Where an undefined block or value was first used.
    uses: Vec<(Span, Undefined)>,
    /// Whether the first label has been read.
    started: bool,
}

#[derive(Clone, Copy)]
enum Undefined {
    Block(u32),
    Value(u32),
}

type Result<T, E = Diagnostic> = std::result::Result<T, E>;

impl<'a, 'h> Parser<'a, 'h> {
    fn new(source: &'a Source, host: &'h mut dyn Host) -> Parser<'a, 'h> {
        let any = host.any();
        Parser {
            source,
            host,
            function: Function::new(Sym::new(""), any),
            blocks: FxHashMap::default(),
            values: FxHashMap::default(),
            uses: Vec::new(),
            started: false,
        }
    }

    fn error<T>(&self, cursor: &Cursor, message: impl Into<String>) -> Result<T> {
        Err(Diagnostic::at(self.source, cursor.span(), message))
    }

    fn expect(&self, cursor: &mut Cursor, token: &str) -> Result<()> {
        if cursor.eat(token) {
            Ok(())
        } else {
            self.error(cursor, format!("expected `{token}`"))
        }
    }

    fn end_of_line(&self, cursor: &mut Cursor) -> Result<()> {
        cursor.space();
        if cursor.rest.is_empty() {
            Ok(())
        } else {
            self.error(cursor, "unexpected text at the end of the line")
        }
    }

    fn function(mut self, mut line: Cursor<'a>, lines: &mut Lines<'a>) -> Result<Function> {
        self.expect(&mut line, "function ")?;
        self.function.name = self.name(&mut line)?;
        self.function.source = Some(self.source.clone());
        let entry = self.function.add_block();
        self.expect(&mut line, "(")?;
        self.params(&mut line, entry, true)?;
        self.expect(&mut line, "::")?;
        self.function.ret = self.ty(&mut line, &[])?;
        self.end_of_line(&mut line)?;

        let mut current = None;
        loop {
            let Some(mut line) = lines.next_line() else {
                let end = Cursor {
                    rest: "",
                    at: self.source.text().len(),
                };
                return self.error(
                    &end,
                    format!("the function `{}` has no `end`", self.function.name),
                );
            };
            if line.rest == "end" {
                if !self.started {
                    let name = self.function.name;
                    return self.error(&line, format!("the function `{name}` has no blocks"));
                }
                break;
            }
            if line.eat("%memory ") {
                self.memory(&mut line)?;
                continue;
            }
            match (line.rest.as_bytes(), current) {
                ([b'b', b'0'..=b'9', ..], None) => current = Some(self.label(&mut line, entry)?),
                (_, None) => return self.error(&line, "expected a block label such as `b1:`"),
                ([b'%', ..], Some(block)) => {
                    self.inst(&mut line, block)?;
                }
                (_, Some(block)) => {
                    self.terminator(&mut line, block)?;
                    current = None;
                }
            }
            self.end_of_line(&mut line)?;
        }
        if let Some(block) = current {
            let end = Cursor {
                rest: "",
                at: lines.at.min(self.source.text().len()),
            };
            return self.error(
                &end,
                format!("{block} does not end in goto, return, try or unreachable"),
            );
        }
        self.all_defined()?;
        Ok(self.function)
    }

    fn all_defined(&self) -> Result<()> {
        for &(span, what) in &self.uses {
            let message = match what {
                Undefined::Block(number) if !self.blocks[&number].1 => {
                    format!("there is no block b{number}")
                }
                Undefined::Value(number) if !self.values[&number].1 => {
                    format!("%{number} is not defined")
                }
                _ => continue,
            };
            return Err(Diagnostic::at(self.source, span, message));
        }
        Ok(())
    }

    fn name(&self, cursor: &mut Cursor) -> Result<Sym> {
        match cursor.name() {
            Some(name) => Ok(name),
            None => self.error(cursor, "expected a name"),
        }
    }

    fn ty(&mut self, cursor: &mut Cursor, stops: &[&str]) -> Result<Type> {
        let (text, span) = cursor.balanced(stops);
        self.host
            .parse_type(text)
            .map_err(|message| Diagnostic::at(self.source, span, message))
    }

    /// `::T` or `::T = c` behind a value.
    fn known(&mut self, cursor: &mut Cursor, value: Value, stops: &[&str]) -> Result<()> {
        self.expect(cursor, "::")?;
        let mut type_stops = vec![" = "];
        type_stops.extend(stops);
        let ty = self.ty(cursor, &type_stops)?;
        self.function.values[value].ty = ty;
        self.function.values[value].constant = self.host.singleton(ty);
        if cursor.eat("=") {
            let (text, span) = cursor.balanced(stops);
            self.function.values[value].constant = Some(self.constant(text, span)?);
        }
        Ok(())
    }

    fn constant(&mut self, text: &str, span: Span) -> Result<super::Const> {
        self.host
            .parse_constant(text)
            .map_err(|message| Diagnostic::at(self.source, span, message))
    }

    /// Parameters up to the closing parenthesis.
    fn params(&mut self, cursor: &mut Cursor, block: Block, entry: bool) -> Result<()> {
        let mut first = true;
        while !cursor.eat(")") {
            if !first {
                self.expect(cursor, ",")?;
            }
            let value = self.define(cursor)?;
            let number = self.function.params(block).len() as u32;
            cursor.space();
            let name = if cursor.rest.starts_with("::") || cursor.rest.starts_with("...") {
                None
            } else {
                Some(self.name(cursor)?)
            };
            if entry && cursor.eat("...") {
                self.function.is_va = true;
            }
            if entry && first && name == Some(s::SELF) {
                self.function.has_self = true;
            }
            let data = &mut self.function.values[value];
            data.def = ValueDef::Param(block, number);
            data.name = name;
            self.function.blocks[block]
                .params
                .push(value, &mut self.function.pool);
            self.known(cursor, value, &[","])?;
            first = false;
        }
        Ok(())
    }

    fn memory(&mut self, line: &mut Cursor) -> Result<()> {
        let slot = self.slot(line)?;
        let name = self.name(line)?;
        self.expect(line, "::")?;
        let ty = self.ty(line, &[])?;
        let any = self.host.any();
        while self.function.memory.len() <= slot.index() {
            self.function.memory.push(MemorySlot {
                name: Sym::new(""),
                ty: any,
            });
        }
        self.function.memory[slot] = MemorySlot { name, ty };
        self.end_of_line(line)
    }

    fn slot(&self, cursor: &mut Cursor) -> Result<Slot> {
        self.expect(cursor, "_")?;
        match cursor.number() {
            Some(number) if number < 1 << 24 => Ok(Slot::from_u32(number)),
            _ => self.error(cursor, "expected a slot number"),
        }
    }

    fn label(&mut self, line: &mut Cursor, entry: Block) -> Result<Block> {
        let start = *line;
        line.eat("b");
        let Some(number) = line.number() else {
            return self.error(&start, "expected a block label such as `b1:`");
        };
        let first = !std::mem::replace(&mut self.started, true);
        let block = if first {
            self.blocks.insert(number, (entry, true));
            entry
        } else {
            self.block(number)
        };
        match self.blocks.get_mut(&number) {
            Some((_, defined)) if first || !*defined => *defined = true,
            _ => return self.error(&start, format!("b{number} appears twice")),
        }
        if !first {
            self.function.layout.push(block);
        }
        if line.eat("(") {
            if first {
                return self.error(
                    &start,
                    "the entry block takes its parameters from the function",
                );
            }
            self.params(line, block, false)?;
        }
        self.expect(line, ":")?;
        Ok(block)
    }

    fn block(&mut self, number: u32) -> Block {
        if let Some(&(block, _)) = self.blocks.get(&number) {
            return block;
        }
        let block = self.function.add_block();
        self.function.layout.pop();
        self.blocks.insert(number, (block, false));
        block
    }

    /// The value `%n`, wherever it is defined.
    fn value(&mut self, number: u32) -> Value {
        if let Some(&(value, _)) = self.values.get(&number) {
            return value;
        }
        let any = self.host.any();
        // The definition is filled in when it appears.
        let value = self.function.values.push(super::ValueData {
            def: ValueDef::Param(self.function.layout[0], u32::MAX),
            ty: any,
            constant: None,
            name: None,
        });
        self.values.insert(number, (value, false));
        value
    }

    fn define(&mut self, cursor: &mut Cursor) -> Result<Value> {
        let start = *cursor;
        self.expect(cursor, "%")?;
        let Some(number) = cursor.number() else {
            return self.error(&start, "expected a value such as `%1`");
        };
        let value = self.value(number);
        match self.values.get_mut(&number) {
            Some((_, defined)) if !*defined => *defined = true,
            _ => return self.error(&start, format!("%{number} is defined twice")),
        }
        Ok(value)
    }

    fn operand(&mut self, cursor: &mut Cursor, stops: &[&str]) -> Result<Value> {
        cursor.space();
        let start = *cursor;
        if let [b'%', b'0'..=b'9', ..] = cursor.rest.as_bytes() {
            cursor.advance(1);
            let Some(number) = cursor.number() else {
                return self.error(&start, "expected a value such as `%1`");
            };
            let span = Span::new(start.at as u32, cursor.at as u32);
            self.uses.push((span, Undefined::Value(number)));
            return Ok(self.value(number));
        }
        let (text, span) = cursor.balanced(stops);
        if text.is_empty() {
            return self.error(&start, "expected a value or a constant");
        }
        let constant = self.constant(text, span)?;
        let ty = self.host.type_of(constant);
        Ok(self.function.constant(constant, ty))
    }

    /// Operands up to the closing parenthesis.
    fn operands(&mut self, cursor: &mut Cursor) -> Result<Vec<Value>> {
        self.expect(cursor, "(")?;
        let mut values = Vec::new();
        while !cursor.eat(")") {
            if !values.is_empty() {
                self.expect(cursor, ",")?;
            }
            values.push(self.operand(cursor, &[","])?);
        }
        Ok(values)
    }

    fn inst(&mut self, line: &mut Cursor, block: Block) -> Result<()> {
        let span = line.span();
        let result = self.define(line)?;
        self.expect(line, "=")?;
        let inbounds = line.eat("%inbounds ");
        let kind = if line.eat("%new ") {
            let ty = self.operand(line, &["("])?;
            let args = self.operands(line)?;
            InstKind::New {
                ty,
                args: self.function.list(&args),
            }
        } else if line.eat("π(") {
            let value = self.operand(line, &[","])?;
            self.expect(line, ",")?;
            let negated = line.eat("!");
            let ty = self.ty(line, &[])?;
            self.expect(line, ")")?;
            InstKind::Pi {
                value,
                narrowing: if negated {
                    Narrowing::IsNot(ty)
                } else {
                    Narrowing::Is(ty)
                },
            }
        } else if line.eat("%opaque ") {
            let head = self.name(line)?;
            let args = self.operands(line)?;
            let payload = if line.eat("with ") {
                let (text, span) = line.balanced(&["::"]);
                Some(self.constant(text, span)?)
            } else {
                None
            };
            InstKind::Opaque {
                head,
                args: self.function.list(&args),
                payload,
            }
        } else if line.eat("%global ") {
            let first = self.name(line)?;
            let (module, name) = if line.eat(".") {
                (Some(first), self.name(line)?)
            } else {
                (None, first)
            };
            InstKind::GetGlobal { module, name }
        } else if line.eat("%load ") {
            InstKind::GetSlot(self.known_slot(line)?)
        } else if line.eat("%store ") {
            let slot = self.known_slot(line)?;
            InstKind::SetSlot(slot, self.operand(line, &["::"])?)
        } else if line.eat("%isdefined ") {
            InstKind::IsDefined(self.known_slot(line)?)
        } else if line.eat("%leave ") {
            match line.number() {
                Some(count) => InstKind::Leave(count),
                None => return self.error(line, "expected how many regions to leave"),
            }
        } else if line.eat("%pop_exception ") {
            InstKind::PopException(self.operand(line, &["::"])?)
        } else {
            let callee = self.operand(line, &["("])?;
            let args = self.operands(line)?;
            InstKind::Call {
                callee,
                args: self.function.list(&args),
            }
        };
        self.known(line, result, &[])?;
        let inst = self.function.insts.push(super::InstData {
            kind,
            result,
            inbounds,
            span,
        });
        self.function.values[result].def = ValueDef::Result(inst);
        self.function.blocks[block].insts.push(inst);
        Ok(())
    }

    fn known_slot(&mut self, line: &mut Cursor) -> Result<Slot> {
        let start = *line;
        let slot = self.slot(line)?;
        if self.function.memory.is_valid(slot) {
            Ok(slot)
        } else {
            self.error(&start, format!("there is no `%memory {slot}` line"))
        }
    }

    fn target(&mut self, cursor: &mut Cursor) -> Result<Target> {
        cursor.space();
        let start = *cursor;
        self.expect(cursor, "b")?;
        let Some(number) = cursor.number() else {
            return self.error(&start, "expected a block such as `b1`");
        };
        let span = Span::new(start.at as u32, cursor.at as u32);
        self.uses.push((span, Undefined::Block(number)));
        let block = self.block(number);
        let args = if cursor.rest.starts_with('(') {
            self.operands(cursor)?
        } else {
            Vec::new()
        };
        Ok(self.function.target(block, &args))
    }

    fn terminator(&mut self, line: &mut Cursor, block: Block) -> Result<()> {
        self.function.blocks[block].term_span = line.span();
        let term = if line.eat("goto ") {
            let then = self.target(line)?;
            if line.eat("if ") {
                let cond = self.operand(line, &[" else "])?;
                self.expect(line, "else ")?;
                Terminator::Branch {
                    cond,
                    then,
                    otherwise: self.target(line)?,
                }
            } else {
                Terminator::Jump(then)
            }
        } else if line.eat("return ") {
            Terminator::Return(self.operand(line, &[])?)
        } else if line.eat("unreachable") {
            Terminator::Unreachable
        } else if line.eat("try ") {
            let body = self.target(line)?;
            self.expect(line, "catch ")?;
            Terminator::Enter {
                body,
                handler: self.target(line)?,
            }
        } else {
            return self.error(
                line,
                "expected a statement, goto, return, try or unreachable",
            );
        };
        self.function.blocks[block].term = term;
        Ok(())
    }
}
