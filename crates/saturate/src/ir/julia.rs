//! A function as Julia source.
//!
//! Each value is a local, each block a label; parameters are assigned before the jump, all at once. The result is plain Julia
//! that can be read, saved and loaded.
//!
//! ```text
//! function pow(%1 x::Int64, %2 n::Int64)      function pow(x::Int64, n::Int64)
//! b0:                                             (n_3, r) = (n, 1)
//!     goto b1(%2, 1)                              @label b1
//! b1(%3 n::Int64, %4 r::Int64):                   v5 = >(n_3, 0)
//!     %5 = >(%3, 0)::Bool                         if v5
//!     goto b2 if %5 else b3                           @goto b2
//!                                                 else
//!                                                     @goto b3
//!                                                 end
//! ```
//!
//! What has no source form (objects made without a constructor, forms kept verbatim, protected regions, constants that
//! are known by their number only) is an error that names it.

use super::entities::{Block, Value};
use super::function::{Function, InstKind, Target, Terminator};
use super::print::{show_name, Numbering};
use super::ValueDef;
use crate::host::Host;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Functions that Julia does not export, with the modules that have them.
const HIDDEN: [(&str, &str); 8] = [
    ("broadcasted", "Base"),
    ("materialize", "Base"),
    ("materialize!", "Base"),
    ("literal_pow", "Base"),
    ("indexed_iterate", "Base"),
    ("not_int", "Core.Intrinsics"),
    ("apply_type", "Core"),
    ("_apply_iterate", "Core"),
];

/// The source of a function, or what in it has none.
pub fn source(function: &Function, host: &mut dyn Host) -> Result<String, String> {
    let numbering = Numbering::new(function);
    let mut writer = Writer {
        names: names(function, &numbering),
        numbering,
        function,
        host,
        out: String::new(),
    };
    writer.function()?;
    Ok(writer.out)
}

/// A name for every value: its own where that is free, else with its number.
fn names(function: &Function, numbering: &Numbering) -> SecondaryMap<Value, String> {
    let mut names: SecondaryMap<Value, String> = SecondaryMap::new();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for (value, data) in function.values.iter() {
        let number = numbering.values[value];
        if number == 0 {
            continue;
        }
        let plain = data.name.map(show_name).filter(|name| is_plain(name));
        let name = match plain {
            Some(name) if !taken.contains(&name) => name,
            Some(name) => format!("{name}_{number}"),
            None => format!("v{number}"),
        };
        taken.insert(name.clone());
        names[value] = name;
    }
    names
}

fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '!'))
}

struct Writer<'a> {
    function: &'a Function,
    host: &'a mut dyn Host,
    numbering: Numbering,
    names: SecondaryMap<Value, String>,
    out: String,
}

impl Writer<'_> {
    fn function(&mut self) -> Result<(), String> {
        let entry = self.function.entry();
        let params = self.function.params(entry).to_vec();
        let params = if self.function.has_self {
            &params[1..]
        } else {
            &params[..]
        };
        let mut list = Vec::new();
        for (at, &param) in params.iter().enumerate() {
            let name = &self.names[param];
            if self.function.is_va && at + 1 == params.len() {
                list.push(format!("{name}..."));
            } else {
                let ty = self.host.show_type(self.function.values[param].ty);
                list.push(format!("{name}::{ty}"));
            }
        }
        let name = show_name(self.function.name);
        let _ = writeln!(self.out, "function {name}({})", list.join(", "));
        for &block in &self.function.layout {
            if block != entry {
                let _ = writeln!(self.out, "    @label {}", self.label(block));
            }
            for &inst in &self.function.blocks[block].insts {
                let line = self.statement(&self.function.insts[inst].kind.clone(), inst)?;
                let _ = writeln!(self.out, "    {line}");
            }
            self.terminator(block)?;
        }
        self.out.push_str("end\n");
        Ok(())
    }

    fn label(&self, block: Block) -> String {
        format!("b{}", self.numbering.blocks[block])
    }

    fn value(&mut self, value: Value) -> Result<String, String> {
        let ValueDef::Const(constant) = self.function.values[value].def else {
            return Ok(self.names[value].clone());
        };
        let text = self.host.show_constant(constant);
        if text.starts_with("constant#") {
            return Err("a constant without a literal has no source".into());
        }
        let hidden = HIDDEN.iter().find(|(name, _)| *name == text);
        Ok(match hidden {
            Some((name, module)) => format!("{module}.{name}"),
            None => text,
        })
    }

    fn values(&mut self, values: &[Value]) -> Result<Vec<String>, String> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    fn statement(&mut self, kind: &InstKind, inst: super::Inst) -> Result<String, String> {
        let data = &self.function.insts[inst];
        let result = self.names[data.result].clone();
        let code = match kind {
            InstKind::Call { callee, args } => {
                let callee = self.value(*callee)?;
                let args = self.values(self.function.slice(args))?;
                let call = format!("{callee}({})", args.join(", "));
                if data.inbounds {
                    format!("@inbounds({call})")
                } else {
                    call
                }
            }
            InstKind::Pi { value, .. } => {
                let ty = self.host.show_type(self.function.values[data.result].ty);
                format!("{}::{ty}", self.value(*value)?)
            }
            InstKind::GetGlobal { module, name } => match module {
                Some(module) => format!("{module}.{}", show_name(*name)),
                None => show_name(*name),
            },
            InstKind::GetSlot(slot) => self.slot(*slot),
            InstKind::SetSlot(slot, value) => {
                return Ok(format!("{} = {}", self.slot(*slot), self.value(*value)?))
            }
            InstKind::IsDefined(slot) => format!("@isdefined({})", self.slot(*slot)),
            InstKind::New { .. } => {
                return Err("an object made without a constructor has no source".into())
            }
            InstKind::Opaque { head, .. } => return Err(format!("`{head}` has no source")),
            InstKind::Leave(_) | InstKind::PopException(_) => {
                return Err("a protected region has no source in this form".into())
            }
        };
        Ok(format!("{result} = {code}"))
    }

    fn slot(&self, slot: super::Slot) -> String {
        format!("slot{}", slot.as_u32())
    }

    fn jump(&mut self, target: &Target, indent: &str) -> Result<(), String> {
        let params = self.function.params(target.block).to_vec();
        let args = self.values(self.function.slice(&target.args))?;
        let names: Vec<String> = params.iter().map(|&it| self.names[it].clone()).collect();
        match (&names[..], &args[..]) {
            ([], _) => {}
            ([name], [arg]) => {
                let _ = writeln!(self.out, "{indent}{name} = {arg}");
            }
            _ => {
                let _ = writeln!(
                    self.out,
                    "{indent}({}) = ({})",
                    names.join(", "),
                    args.join(", ")
                );
            }
        }
        let _ = writeln!(self.out, "{indent}@goto {}", self.label(target.block));
        Ok(())
    }

    fn terminator(&mut self, block: Block) -> Result<(), String> {
        match &self.function.blocks[block].term {
            Terminator::Jump(target) => self.jump(target, "    ")?,
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.value(*cond)?;
                let _ = writeln!(self.out, "    if {cond}");
                self.jump(then, "        ")?;
                self.out.push_str("    else\n");
                self.jump(otherwise, "        ")?;
                self.out.push_str("    end\n");
            }
            Terminator::Return(value) => {
                let value = self.value(*value)?;
                let _ = writeln!(self.out, "    return {value}");
            }
            Terminator::Unreachable => {}
            Terminator::Enter { .. } => {
                return Err("a protected region has no source in this form".into())
            }
        }
        Ok(())
    }
}
