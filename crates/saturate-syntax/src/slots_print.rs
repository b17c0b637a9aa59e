//! Slot code as text, close to what Julia shows of a `CodeInfo`.
//!
//! ```text
//! pow(x, n)
//!   s0: _3 = 1
//!   s1: call Base.>(n, 0)
//!   s2: gotoifnot s1 s8
//! ```
//!
//! Variables are shown by name where it is unique in the function, else as `name_3`; temporaries as `_3`. Statements
//! under `@inbounds` carry a `!`.

use super::slots::{Literal, Operand, SlotCode, StmtKind};
use crate::entities::Slot;
use crate::sym::Sym;
use rustc_hash::FxHashMap;
use std::fmt::{self, Display, Formatter};

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Nothing => f.write_str("nothing"),
            Literal::Bool(value) => write!(f, "{value}"),
            Literal::Int(value) => write!(f, "{value}"),
            Literal::UInt(width, value) => {
                write!(f, "0x{value:0digits$x}", digits = *width as usize / 4)
            }
            Literal::Int128(value) => write!(f, "int128\"{value}\""),
            Literal::Float64(value) => write!(f, "{value:?}"),
            Literal::Float32(value) => write!(f, "{value:?}f0"),
            Literal::Char(value) => match char::from_u32(*value) {
                Some(value) => write!(f, "{value:?}"),
                None => write!(f, "'\\U{value:x}'"),
            },
            Literal::Str(bytes) => write!(f, "{:?}", String::from_utf8_lossy(bytes)),
            Literal::Symbol(name) => write!(f, ":{name}"),
        }
    }
}

/// Names of slots, for printing.
struct Names<'a> {
    code: &'a SlotCode,
    count: FxHashMap<Sym, u32>,
}

impl Names<'_> {
    fn slot(&self, f: &mut Formatter<'_>, slot: Slot) -> fmt::Result {
        let name = self.code.slots[slot].name;
        if name.as_str().is_empty() {
            write!(f, "{slot}")
        } else if self.count[&name] > 1 {
            write!(f, "{name}{slot}")
        } else {
            write!(f, "{name}")
        }
    }

    fn operand(&self, f: &mut Formatter<'_>, operand: &Operand) -> fmt::Result {
        match operand {
            Operand::Stmt(stmt) => write!(f, "{stmt}"),
            Operand::Slot(slot) => self.slot(f, *slot),
            Operand::Const(constant) => write!(f, "{constant}"),
            Operand::Literal(literal) => write!(f, "{literal}"),
            Operand::Global(Some(module), name) => write!(f, "{module}.{name}"),
            Operand::Global(None, name) => write!(f, "{name}"),
            Operand::StaticParam(at) => match self.code.static_params.get(*at as usize) {
                Some(name) => write!(f, "${name}"),
                None => write!(f, "${at}"),
            },
        }
    }

    fn list(&self, f: &mut Formatter<'_>, operands: &[Operand]) -> fmt::Result {
        f.write_str("(")?;
        for (at, operand) in operands.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            self.operand(f, operand)?;
        }
        f.write_str(")")
    }

    fn kind(&self, f: &mut Formatter<'_>, kind: &StmtKind) -> fmt::Result {
        match kind {
            StmtKind::Assign(slot, value) => {
                self.slot(f, *slot)?;
                f.write_str(" = ")?;
                self.operand(f, value)
            }
            StmtKind::Value(value) => self.operand(f, value),
            StmtKind::Call { callee, args } => {
                f.write_str("call ")?;
                self.operand(f, callee)?;
                self.list(f, args)
            }
            StmtKind::New { ty, args } => {
                f.write_str("new ")?;
                self.operand(f, ty)?;
                self.list(f, args)
            }
            StmtKind::Opaque { head, args, .. } => {
                write!(f, "${head}")?;
                self.list(f, args)
            }
            StmtKind::Goto(target) => write!(f, "goto {target}"),
            StmtKind::GotoIfNot(test, target) => {
                f.write_str("gotoifnot ")?;
                self.operand(f, test)?;
                write!(f, " {target}")
            }
            StmtKind::Return(value) => {
                f.write_str("return ")?;
                self.operand(f, value)
            }
            StmtKind::Unreachable => f.write_str("unreachable"),
            StmtKind::Enter(target) => write!(f, "enter {target}"),
            StmtKind::Leave(count) => write!(f, "leave {count}"),
            StmtKind::PopException { token, .. } => {
                f.write_str("pop_exception ")?;
                self.operand(f, token)
            }
        }
    }
}

impl Display for SlotCode {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut names = Names {
            code: self,
            count: FxHashMap::default(),
        };
        for slot in self.slots.values() {
            *names.count.entry(slot.name).or_insert(0) += 1;
        }
        write!(f, "{}(", self.name)?;
        for at in 1..self.nargs {
            if at > 1 {
                f.write_str(", ")?;
            }
            names.slot(f, Slot::from_u32(at))?;
        }
        writeln!(f, "{})", if self.is_va { "..." } else { "" })?;
        for (stmt, data) in &self.stmts {
            write!(f, "  {stmt}:{} ", if data.inbounds { "!" } else { "" })?;
            names.kind(f, &data.kind)?;
            writeln!(f)?;
        }
        Ok(())
    }
}
