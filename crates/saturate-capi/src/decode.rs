//! From the words of a request to slot code.
//!
//! The words may be anything: every index is checked against its table, every count against what is left, before it is
//! used. What this file lets through satisfies the preconditions of [`saturate::ir::ssa::construct`], which itself
//! checks jumps, dominance and regions.

use crate::wire;
use cranelift_entity::PrimaryMap;
use saturate::diag::Span;
use saturate::ir::slots::{Operand, SlotCode, SlotData, StmtData, StmtKind};
use saturate::ir::{Const, Slot, Stmt, Type};
use saturate::sym::Sym;
use std::fmt;

/// A request, decoded.
#[derive(Debug)]
pub struct Request {
    /// The body.
    pub code: SlotCode,
    /// Types of the arguments, the function object first.
    pub argument_types: Vec<Type>,
    /// Values of the static parameters, where the signature determines them.
    pub static_params: Vec<Option<Const>>,
    /// What the session inferred as the type of the result.
    pub ret: Type,
    /// The line of each statement, 0 where it is not known.
    pub lines: Vec<u32>,
}

/// What is wrong with a request, and at which word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// Position in the buffer.
    pub at: usize,
    /// What was expected there.
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "malformed request at word {}: {}", self.at, self.message)
    }
}

impl std::error::Error for DecodeError {}

type Result<T> = std::result::Result<T, DecodeError>;

/// Decodes a request. `names` is the text with a NUL after each name.
pub fn decode(words: &[i32], names: &[u8]) -> Result<Request> {
    let mut reader = Reader {
        words,
        at: 0,
        names: Vec::new(),
        types: 0,
        constants: 0,
        slots: 0,
        statements: 0,
    };
    reader.header(names)?;
    reader.body()
}

struct Reader<'a> {
    words: &'a [i32],
    at: usize,
    names: Vec<Sym>,
    types: u32,
    constants: u32,
    slots: u32,
    statements: u32,
}

impl Reader<'_> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(DecodeError {
            at: self.at.saturating_sub(1),
            message: message.into(),
        })
    }

    fn word(&mut self) -> Result<i32> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        match word {
            Some(word) => Ok(word),
            None => self.error("the buffer ends too early"),
        }
    }

    fn expect(&mut self, wanted: i32, what: &str) -> Result<()> {
        let word = self.word()?;
        if word == wanted {
            Ok(())
        } else {
            self.error(format!("{what} is {word}, not {wanted}"))
        }
    }

    /// A count of things that take at least one word each, so that no count makes us allocate more than was sent.
    fn count(&mut self, what: &str) -> Result<u32> {
        let word = self.word()?;
        let left = self.words.len().saturating_sub(self.at);
        match u32::try_from(word) {
            Ok(count) if count as usize <= left => Ok(count),
            _ => self.error(format!("{word} is no possible number of {what}")),
        }
    }

    fn size(&mut self, what: &str) -> Result<u32> {
        let word = self.word()?;
        match u32::try_from(word) {
            Ok(count) => Ok(count),
            Err(_) => self.error(format!("{word} is no possible number of {what}")),
        }
    }

    fn index(&mut self, limit: u32, what: &str) -> Result<u32> {
        let word = self.word()?;
        match u32::try_from(word) {
            Ok(index) if index < limit => Ok(index),
            _ => self.error(format!("there is no {what} {word}")),
        }
    }

    fn optional_index(&mut self, limit: u32, what: &str) -> Result<Option<u32>> {
        if self.words.get(self.at) == Some(&wire::NONE) {
            self.at += 1;
            return Ok(None);
        }
        self.index(limit, what).map(Some)
    }

    fn flags(&mut self, known: i32) -> Result<i32> {
        let word = self.word()?;
        if word & !known == 0 {
            Ok(word)
        } else {
            self.error(format!("unknown flags {word:#x}"))
        }
    }

    fn name(&mut self) -> Result<Sym> {
        let index = self.index(self.names.len() as u32, "name")?;
        Ok(self.names[index as usize])
    }

    fn optional_name(&mut self) -> Result<Option<Sym>> {
        let index = self.optional_index(self.names.len() as u32, "name")?;
        Ok(index.map(|index| self.names[index as usize]))
    }

    fn ty(&mut self) -> Result<Type> {
        self.index(self.types, "type").map(Type::from_u32)
    }

    fn constant(&mut self) -> Result<Const> {
        self.index(self.constants, "constant").map(Const::from_u32)
    }

    fn slot(&mut self) -> Result<Slot> {
        self.index(self.slots, "slot").map(Slot::from_u32)
    }

    fn statement(&mut self) -> Result<Stmt> {
        self.index(self.statements, "statement").map(Stmt::from_u32)
    }

    fn header(&mut self, names: &[u8]) -> Result<()> {
        self.expect(wire::MAGIC, "the first word")?;
        self.expect(wire::VERSION, "the version")?;
        let count = self.size("names")?;
        let Ok(text) = std::str::from_utf8(names) else {
            return self.error("the names are not UTF-8");
        };
        let Some(list) = text.strip_suffix('\0').or(text.is_empty().then_some("")) else {
            return self.error("the last name does not end with a NUL");
        };
        if !text.is_empty() {
            self.names = list.split('\0').map(Sym::new).collect();
        }
        if self.names.len() != count as usize {
            return self.error(format!(
                "{count} names announced, {} sent",
                self.names.len()
            ));
        }
        self.types = self.size("types")?;
        self.constants = self.size("constants")?;
        Ok(())
    }

    fn body(&mut self) -> Result<Request> {
        let name = self.name()?;
        let flags = self.flags(wire::FUNCTION_VARARG)?;
        let nargs = self.count("arguments")?;
        self.slots = self.count("slots")?;
        let statics = self.count("static parameters")?;
        self.statements = self.count("statements")?;
        if nargs == 0 || nargs > self.slots {
            return self.error(format!("{nargs} arguments in {} slots", self.slots));
        }
        let ret = self.ty()?;
        let mut code = SlotCode {
            name,
            nargs,
            is_va: flags & wire::FUNCTION_VARARG != 0,
            static_params: Vec::new(),
            slots: PrimaryMap::new(),
            stmts: PrimaryMap::new(),
        };
        let argument_types = (0..nargs).map(|_| self.ty()).collect::<Result<_>>()?;
        let static_params = (0..statics)
            .map(|_| {
                let constant = self.optional_index(self.constants, "constant")?;
                Ok(constant.map(Const::from_u32))
            })
            .collect::<Result<_>>()?;
        for _ in 0..self.slots {
            let name = self.name()?;
            let ty = self.optional_index(self.types, "type")?;
            code.slots.push(SlotData {
                name,
                ty: ty.map(Type::from_u32),
            });
        }
        let mut lines = Vec::new();
        for _ in 0..self.statements {
            let (data, line) = self.statement_data(statics)?;
            code.stmts.push(data);
            lines.push(line);
        }
        if self.at != self.words.len() {
            self.at += 1;
            return self.error("the buffer goes on behind the last statement");
        }
        Ok(Request {
            code,
            argument_types,
            static_params,
            ret,
            lines,
        })
    }

    fn statement_data(&mut self, statics: u32) -> Result<(StmtData, u32)> {
        let start = self.at;
        let size = self.size("words")?;
        let kind = self.word()?;
        let ty = self.optional_index(self.types, "type")?;
        let constant = self.optional_index(self.constants, "constant")?;
        let lines = i32::MAX >> wire::STATEMENT_LINE << wire::STATEMENT_LINE;
        let flags = self.flags(wire::STATEMENT_INBOUNDS | lines)?;
        let kind = self.kind(kind, statics)?;
        if self.at - start != size as usize {
            return self.error(format!(
                "a statement of {} words says that it has {size}",
                self.at - start
            ));
        }
        let data = StmtData {
            kind,
            ty: ty.map(Type::from_u32),
            constant: constant.map(Const::from_u32),
            inbounds: flags & wire::STATEMENT_INBOUNDS != 0,
            span: Span::default(),
        };
        Ok((data, flags as u32 >> wire::STATEMENT_LINE))
    }

    fn kind(&mut self, kind: i32, statics: u32) -> Result<StmtKind> {
        use wire::stmt;
        Ok(match kind {
            stmt::ASSIGN => StmtKind::Assign(self.slot()?, self.operand(statics)?),
            stmt::VALUE => StmtKind::Value(self.operand(statics)?),
            stmt::CALL => StmtKind::Call {
                callee: self.operand(statics)?,
                args: self.operands(statics)?,
            },
            stmt::NEW => StmtKind::New {
                ty: self.operand(statics)?,
                args: self.operands(statics)?,
            },
            stmt::OPAQUE => StmtKind::Opaque {
                head: self.name()?,
                payload: self
                    .optional_index(self.constants, "constant")?
                    .map(Const::from_u32),
                args: self.operands(statics)?,
            },
            stmt::GOTO => StmtKind::Goto(self.statement()?),
            stmt::GOTO_IF_NOT => StmtKind::GotoIfNot(self.operand(statics)?, self.statement()?),
            stmt::RETURN => StmtKind::Return(self.operand(statics)?),
            stmt::UNREACHABLE => StmtKind::Unreachable,
            stmt::ENTER => StmtKind::Enter(self.statement()?),
            stmt::LEAVE => StmtKind::Leave(self.size("regions")?),
            stmt::POP_EXCEPTION => StmtKind::PopException {
                token: self.operand(statics)?,
                handlers: 1,
            },
            _ => return self.error(format!("there is no kind {kind} of statements")),
        })
    }

    fn operand(&mut self, statics: u32) -> Result<Operand> {
        use wire::operand;
        let tag = self.word()?;
        Ok(match tag {
            operand::STMT => Operand::Stmt(self.statement()?),
            operand::SLOT => Operand::Slot(self.slot()?),
            operand::CONST => Operand::Const(self.constant()?),
            operand::STATIC => Operand::StaticParam(self.index(statics, "static parameter")?),
            operand::GLOBAL => Operand::Global(self.optional_name()?, self.name()?),
            _ => return self.error(format!("there is no kind {tag} of operands")),
        })
    }

    fn operands(&mut self, statics: u32) -> Result<Vec<Operand>> {
        let count = self.count("operands")?;
        (0..count).map(|_| self.operand(statics)).collect()
    }
}
