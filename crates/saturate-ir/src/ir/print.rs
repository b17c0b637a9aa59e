//! The textual form of a function.
//!
//! ```text
//! function pow(%1 x::Int64, %2 n::Int64)::Int64
//! b0:
//!     goto b1(%2, 1)
//! b1(%3 n::Int64, %4 r::Int64):
//!     %5 = >(%3, 0)::Bool
//!     goto b2 if %5 else b3
//! b2:
//!     %6 = -(%3, 1)::Int64
//!     %7 = *(%4, %1)::Int64
//!     goto b1(%6, %7)
//! b3:
//!     return %4
//! end
//! ```
//!
//! Blocks and values are numbered in the order of the text, so that printing, [parsing](super::parse) and printing
//! again gives the same text. Source positions are not part of it. Statements other than calls start with `%word`;
//! `::T = c` after a statement says that its value is known to be `c`.

use super::entities::{Block, Slot, Value};
use super::function::{Function, InstKind, Narrowing, Target, Terminator};
use crate::host::Host;
use crate::sym::{s, Sym};
use cranelift_entity::SecondaryMap;
use std::fmt::Write;

/// The text of a function.
pub fn print(function: &Function, host: &mut dyn Host) -> String {
    let Numbering { blocks, values } = Numbering::new(function);
    let mut printer = Printer {
        function,
        host,
        out: String::new(),
        blocks,
        values,
    };
    printer.function();
    printer.out
}

/// The numbers that blocks and values have in the text.
pub struct Numbering {
    /// From 0, in layout order.
    pub blocks: SecondaryMap<Block, u32>,
    /// From 1, in the order of their definitions; 0 for constants and for values that no block defines.
    pub values: SecondaryMap<Value, u32>,
}

impl Numbering {
    /// Numbers a function whose layout names existing blocks and statements.
    pub fn new(function: &Function) -> Numbering {
        let mut numbering = Numbering {
            blocks: SecondaryMap::new(),
            values: SecondaryMap::new(),
        };
        let mut next = 1;
        for (number, &block) in function.layout.iter().enumerate() {
            numbering.blocks[block] = number as u32;
            let results = function.blocks[block]
                .insts
                .iter()
                .map(|&inst| function.insts[inst].result);
            for value in function.params(block).iter().copied().chain(results) {
                numbering.values[value] = next;
                next += 1;
            }
        }
        numbering
    }
}

/// A name as the text form writes it: as it is where that reads back, else `var"…"`.
pub fn show_name(name: Sym) -> String {
    let text = name.as_str();
    let mut chars = text.chars();
    let plain = chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '#')
        && chars.all(|c| c.is_alphanumeric() || "_!#′".contains(c));
    if plain {
        text.to_string()
    } else {
        // JSON's escapes are what `parse` undoes.
        format!("var{}", serde_json::Value::from(text))
    }
}

struct Printer<'a> {
    function: &'a Function,
    host: &'a mut dyn Host,
    out: String,
    blocks: SecondaryMap<Block, u32>,
    values: SecondaryMap<Value, u32>,
}

impl Printer<'_> {
    fn function(&mut self) {
        let function = self.function;
        let entry = function.entry();
        let _ = write!(self.out, "function {}(", show_name(function.name));
        self.params(entry);
        let ret = self.host.show_type(function.ret);
        let _ = writeln!(self.out, ")::{ret}");
        for slot in self.memory_slots() {
            let data = &function.memory[slot];
            let ty = self.host.show_type(data.ty);
            let _ = writeln!(
                self.out,
                "    %memory {slot} {}::{ty}",
                show_name(data.name)
            );
        }
        for &block in &function.layout {
            let _ = write!(self.out, "b{}", self.blocks[block]);
            if block != entry && !function.params(block).is_empty() {
                self.out.push('(');
                self.params(block);
                self.out.push(')');
            }
            self.out.push_str(":\n");
            for &inst in &function.blocks[block].insts {
                self.inst(inst);
            }
            self.terminator(block);
        }
        self.out.push_str("end\n");
    }

    /// Slots that some statement names; numbers of the slot code are kept.
    fn memory_slots(&self) -> Vec<Slot> {
        let mut slots: Vec<Slot> = self
            .function
            .layout
            .iter()
            .flat_map(|&block| &self.function.blocks[block].insts)
            .filter_map(|&inst| match self.function.insts[inst].kind {
                InstKind::GetSlot(slot)
                | InstKind::SetSlot(slot, _)
                | InstKind::IsDefined(slot) => Some(slot),
                _ => None,
            })
            .collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    fn params(&mut self, block: Block) {
        let params = self.function.params(block);
        for (number, &param) in params.iter().enumerate() {
            if number > 0 {
                self.out.push_str(", ");
            }
            let _ = write!(self.out, "%{}", self.values[param]);
            let data = &self.function.values[param];
            if let Some(name) = data.name {
                let _ = write!(self.out, " {}", show_name(name));
            } else if number == 0 && block == self.function.entry() && self.function.has_self {
                let _ = write!(self.out, " {}", s::SELF);
            }
            let last = number + 1 == params.len();
            if last && block == self.function.entry() && self.function.is_va {
                self.out.push_str("...");
            }
            self.known(param);
        }
    }

    /// `::T`, and `= c` for a known value.
    fn known(&mut self, value: Value) {
        let data = &self.function.values[value];
        let ty = self.host.show_type(data.ty);
        let _ = write!(self.out, "::{ty}");
        // A type with one instance says it all.
        if let Some(constant) = data
            .constant
            .filter(|_| self.host.singleton(data.ty).is_none())
        {
            let shown = self.host.show_constant(constant);
            let _ = write!(self.out, " = {shown}");
        }
    }

    fn operand(&mut self, value: Value) {
        match self.function.as_constant(value) {
            Some(constant) => {
                let shown = self.host.show_constant(constant);
                self.out.push_str(&shown);
            }
            None => {
                let _ = write!(self.out, "%{}", self.values[value]);
            }
        }
    }

    fn operands(&mut self, values: &[Value]) {
        self.out.push('(');
        for (number, &value) in values.iter().enumerate() {
            if number > 0 {
                self.out.push_str(", ");
            }
            self.operand(value);
        }
        self.out.push(')');
    }

    fn inst(&mut self, inst: super::Inst) {
        let function = self.function;
        let data = &function.insts[inst];
        let _ = write!(self.out, "    %{} = ", self.values[data.result]);
        if data.inbounds {
            self.out.push_str("%inbounds ");
        }
        match &data.kind {
            InstKind::Call { callee, args } => {
                self.operand(*callee);
                self.operands(function.slice(args));
            }
            InstKind::New { ty, args } => {
                self.out.push_str("%new ");
                self.operand(*ty);
                self.operands(function.slice(args));
            }
            InstKind::Pi { value, narrowing } => {
                self.out.push_str("π(");
                self.operand(*value);
                let (sign, ty) = match *narrowing {
                    Narrowing::Is(ty) => ("", ty),
                    Narrowing::IsNot(ty) => ("!", ty),
                };
                let ty = self.host.show_type(ty);
                let _ = write!(self.out, ", {sign}{ty})");
            }
            InstKind::Opaque {
                head,
                args,
                payload,
            } => {
                let _ = write!(self.out, "%opaque {}", show_name(*head));
                self.operands(function.slice(args));
                if let Some(payload) = payload {
                    let shown = self.host.show_constant(*payload);
                    let _ = write!(self.out, " with {shown}");
                }
            }
            InstKind::GetGlobal { module, name } => {
                self.out.push_str("%global ");
                if let Some(module) = module {
                    let _ = write!(self.out, "{}.", show_name(*module));
                }
                self.out.push_str(&show_name(*name));
            }
            InstKind::GetSlot(slot) => {
                let _ = write!(self.out, "%load {slot}");
            }
            InstKind::SetSlot(slot, value) => {
                let _ = write!(self.out, "%store {slot} ");
                self.operand(*value);
            }
            InstKind::IsDefined(slot) => {
                let _ = write!(self.out, "%isdefined {slot}");
            }
            InstKind::Leave(count) => {
                let _ = write!(self.out, "%leave {count}");
            }
            InstKind::PopException(value) => {
                self.out.push_str("%pop_exception ");
                self.operand(*value);
            }
        }
        self.known(data.result);
        self.out.push('\n');
    }

    fn target(&mut self, target: &Target) {
        let _ = write!(self.out, "b{}", self.blocks[target.block]);
        let args = self.function.slice(&target.args);
        if !args.is_empty() {
            self.operands(args);
        }
    }

    fn terminator(&mut self, block: Block) {
        self.out.push_str("    ");
        let function = self.function;
        match &function.blocks[block].term {
            Terminator::Jump(target) => {
                self.out.push_str("goto ");
                self.target(target);
            }
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                self.out.push_str("goto ");
                self.target(then);
                self.out.push_str(" if ");
                self.operand(*cond);
                self.out.push_str(" else ");
                self.target(otherwise);
            }
            Terminator::Return(value) => {
                self.out.push_str("return ");
                self.operand(*value);
            }
            Terminator::Unreachable => self.out.push_str("unreachable"),
            Terminator::Enter { body, handler } => {
                self.out.push_str("try ");
                self.target(body);
                self.out.push_str(" catch ");
                self.target(handler);
            }
        }
        self.out.push('\n');
    }
}
