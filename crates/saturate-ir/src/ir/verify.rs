//! What must hold of a function after every stage.
//!
//! Structure: the layout names each block once and every block in it is reachable; the entry has no predecessor;
//! targets are in the layout and pass one argument per parameter; each statement stands in one block; a value's
//! definition agrees with the place that claims it; every use is dominated by its definition.
//! Types ([`verify_types`]): an argument's type is under its parameter's, a returned value's under the function's, a
//! known constant's under its value's; a condition may be a `Bool`.
//!
//! The verifier shares no code with the stages it checks beyond the CFG and dominator tree. Blocks and values are named
//! as the text names them.

use super::cfg::Cfg;
use super::dominance::Dominators;
use super::entities::{Block, Inst, Value};
use super::function::{Function, InstKind, Terminator, ValueDef};
use super::print::Numbering;
use crate::diag::{Diagnostic, Span};
use crate::host::Host;
use cranelift_entity::{EntitySet, SecondaryMap};
use std::fmt;

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierError {
    /// The function.
    pub function: String,
    /// The block, if one is to blame, by its number in the text.
    pub block: Option<u32>,
    /// The statement or terminator to blame, in the source of the function.
    pub span: Option<Span>,
    /// What is wrong.
    pub message: String,
}

impl VerifierError {
    /// As a diagnostic, with a position where the function has one.
    pub fn diagnostic(&self, function: &Function) -> Diagnostic {
        match (&function.source, self.span) {
            (Some(source), Some(span)) => Diagnostic::at(source, span, self.to_string()),
            _ => Diagnostic::new(self.to_string()),
        }
    }
}

impl fmt::Display for VerifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid IR in `{}`", self.function)?;
        if let Some(block) = self.block {
            write!(f, ", b{block}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for VerifierError {}

/// What an error points at.
#[derive(Clone, Copy)]
enum Culprit {
    Function,
    Block(Block),
    Inst(Block, Inst),
    Term(Block),
}

fn error(function: &Function, culprit: Culprit, message: impl Into<String>) -> VerifierError {
    let (block, span) = match culprit {
        Culprit::Function => (None, None),
        Culprit::Inst(block, inst) => (Some(block), Some(function.insts[inst].span)),
        Culprit::Term(block) => (Some(block), Some(function.blocks[block].term_span)),
        Culprit::Block(block) => {
            let data = &function.blocks[block];
            let first = data.insts.first().map(|&inst| function.insts[inst].span);
            (Some(block), Some(first.unwrap_or(data.term_span)))
        }
    };
    VerifierError {
        function: function.name.to_string(),
        block: block.and_then(|block| number_of(function, block)),
        span,
        message: message.into(),
    }
}

/// The number of a block in the text.
fn number_of(function: &Function, block: Block) -> Option<u32> {
    let position = function.layout.iter().position(|&other| other == block);
    position.map(|position| position as u32)
}

fn block_name(function: &Function, block: Block) -> String {
    match number_of(function, block) {
        Some(number) => format!("b{number}"),
        None => "a block outside the layout".into(),
    }
}

fn value_name(function: &Function, value: Value) -> String {
    if !function.values.is_valid(value) {
        return "a value that does not exist".into();
    }
    match Numbering::new(function).values[value] {
        0 => "a value that no block defines".into(),
        number => format!("%{number}"),
    }
}

/// Checks the structure.
pub fn verify(function: &Function) -> Result<(), VerifierError> {
    if function.layout.is_empty() {
        return Err(error(function, Culprit::Function, "there are no blocks"));
    }
    let in_layout = verify_layout(function)?;
    let positions = verify_definitions(function)?;
    verify_jumps(function, &in_layout)?;
    let cfg = Cfg::new(function);
    if let Some(&block) = function
        .layout
        .iter()
        .find(|&&block| !cfg.is_reachable(block))
    {
        return Err(error(function, Culprit::Block(block), "it is unreachable"));
    }
    verify_uses(function, &cfg, &positions)
}

fn verify_layout(function: &Function) -> Result<EntitySet<Block>, VerifierError> {
    let mut in_layout = EntitySet::new();
    for &block in &function.layout {
        let problem = if !function.blocks.is_valid(block) {
            "the layout names a block that does not exist"
        } else if !in_layout.insert(block) {
            "the layout names a block twice"
        } else {
            continue;
        };
        return Err(error(function, Culprit::Function, problem));
    }
    Ok(in_layout)
}

/// Where each statement stands; blocks, statements and values agree on what defines what.
fn verify_definitions(function: &Function) -> Result<Positions, VerifierError> {
    let mut positions: Positions = SecondaryMap::new();
    for &block in &function.layout {
        for (number, &param) in function.params(block).iter().enumerate() {
            if !function.values.is_valid(param)
                || function.values[param].def != ValueDef::Param(block, number as u32)
            {
                let message = format!("parameter {} is not defined here", number + 1);
                return Err(error(function, Culprit::Block(block), message));
            }
        }
        for (number, &inst) in function.blocks[block].insts.iter().enumerate() {
            if !function.insts.is_valid(inst) {
                let message = format!("{inst} does not exist");
                return Err(error(function, Culprit::Term(block), message));
            }
            let at = Culprit::Inst(block, inst);
            if positions[inst].is_some() {
                return Err(error(function, at, format!("{inst} stands in two places")));
            }
            positions[inst] = Some((block, number as u32));
            let data = &function.insts[inst];
            if !function.values.is_valid(data.result)
                || function.values[data.result].def != ValueDef::Result(inst)
            {
                let message = format!("the result of {inst} is defined elsewhere");
                return Err(error(function, at, message));
            }
            if let InstKind::GetSlot(slot)
            | InstKind::SetSlot(slot, _)
            | InstKind::IsDefined(slot) = data.kind
            {
                if !function.memory.is_valid(slot) {
                    return Err(error(function, at, format!("there is no variable {slot}")));
                }
            }
        }
    }
    Ok(positions)
}

/// Block of each statement, and its position there.
type Positions = SecondaryMap<Inst, Option<(Block, u32)>>;

fn verify_jumps(function: &Function, in_layout: &EntitySet<Block>) -> Result<(), VerifierError> {
    for &block in &function.layout {
        let at = Culprit::Term(block);
        for target in function.blocks[block].term.targets() {
            if !in_layout.contains(target.block) {
                let message = "it jumps to a block outside the layout";
                return Err(error(function, at, message));
            }
            if target.block == function.entry() {
                return Err(error(function, at, "it jumps to the entry"));
            }
            let (given, taken) = (
                target.args.len(&function.pool),
                function.params(target.block).len(),
            );
            if given != taken {
                let target = block_name(function, target.block);
                let message =
                    format!("it passes {given} arguments to {target}, which takes {taken}");
                return Err(error(function, at, message));
            }
        }
    }
    Ok(())
}

/// Every use is dominated by its definition.
fn verify_uses(function: &Function, cfg: &Cfg, positions: &Positions) -> Result<(), VerifierError> {
    let dominators = Dominators::new(function, cfg);
    // Position `u32::MAX` is the terminator.
    let available = |value: Value, block: Block, position: u32| {
        if !function.values.is_valid(value) {
            return false;
        }
        match function.values[value].def {
            ValueDef::Const(_) => true,
            ValueDef::Param(home, number) => {
                cfg.is_reachable(home)
                    && dominators.dominates(home, block)
                    && function.params(home).get(number as usize) == Some(&value)
            }
            ValueDef::Result(inst) => match positions[inst] {
                None => false,
                Some((home, number)) if home == block => number < position,
                Some((home, _)) => dominators.dominates(home, block),
            },
        }
    };
    for &block in &function.layout {
        let data = &function.blocks[block];
        for (number, &inst) in data.insts.iter().enumerate() {
            for value in function.operands(inst) {
                if !available(value, block, number as u32) {
                    let (result, value) = (
                        value_name(function, function.insts[inst].result),
                        value_name(function, value),
                    );
                    let message = format!("{result} uses {value}, which is not available there");
                    return Err(error(function, Culprit::Inst(block, inst), message));
                }
            }
        }
        let arguments = data
            .term
            .targets()
            .flat_map(|target| function.slice(&target.args));
        for value in data.term.operand().into_iter().chain(arguments.copied()) {
            if !available(value, block, u32::MAX) {
                let value = value_name(function, value);
                let message = format!("the terminator uses {value}, which is not available there");
                return Err(error(function, Culprit::Term(block), message));
            }
        }
    }
    Ok(())
}

/// Checks structure and types.
pub fn verify_types(function: &Function, host: &mut dyn Host) -> Result<(), VerifierError> {
    verify(function)?;
    let bool = host.bool();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let result = &function.values[function.insts[inst].result];
            let Some(constant) = result.constant else {
                continue;
            };
            let of = host.type_of(constant);
            if !host.subtype(of, result.ty) {
                let (known, declared) = (host.show_constant(constant), host.show_type(result.ty));
                let message = format!("a value of type {declared} is said to be {known}");
                return Err(error(function, Culprit::Inst(block, inst), message));
            }
        }
        let at = Culprit::Term(block);
        let term = &function.blocks[block].term;
        match term {
            Terminator::Branch { cond, .. } => {
                let ty = function.values[*cond].ty;
                let bottom = host.bottom();
                if ty != bottom && !host.subtype(bool, ty) {
                    let shown = host.show_type(ty);
                    let message = format!("the condition is of type {shown}, never a Bool");
                    return Err(error(function, at, message));
                }
            }
            Terminator::Return(value) => {
                let ty = function.values[*value].ty;
                if !host.subtype(ty, function.ret) {
                    let (given, declared) = (host.show_type(ty), host.show_type(function.ret));
                    let message =
                        format!("it returns a {given}, but the function returns {declared}");
                    return Err(error(function, at, message));
                }
            }
            _ => {}
        }
        for target in term.targets() {
            for (&argument, &param) in function
                .slice(&target.args)
                .iter()
                .zip(function.params(target.block))
            {
                let (given, taken) = (function.values[argument].ty, function.values[param].ty);
                if !host.subtype(given, taken) {
                    let (given, taken) = (host.show_type(given), host.show_type(taken));
                    let target = block_name(function, target.block);
                    let message = format!("it passes a {given} to {target}, which takes a {taken}");
                    return Err(error(function, at, message));
                }
            }
        }
    }
    Ok(())
}

/// What text cannot say wrong; the rest is tested on text.
#[cfg(test)]
mod tests {
    use super::super::entities::{Const, Type};
    use super::*;
    use crate::sym::Sym;

    fn valid() -> Function {
        let ty = Type::from_u32(0);
        let mut function = Function::new(Sym::new("f"), ty);
        let entry = function.add_block();
        let value = function.constant(Const::from_u32(0), ty);
        let args = function.list(&[value]);
        let callee = value;
        let kind = InstKind::Call { callee, args };
        let result = function.append(entry, kind, ty, Span::default());
        function.blocks[entry].term = Terminator::Return(result);
        function
    }

    fn message(change: impl FnOnce(&mut Function)) -> String {
        let mut function = valid();
        verify(&function).expect("valid before the change");
        change(&mut function);
        let error = verify(&function).expect_err("invalid after the change");
        error.to_string().replace("invalid IR in `f`", "")
    }

    #[test]
    fn structures_that_disagree_are_refused() {
        let block = Block::from_u32;
        assert_eq!(message(|f| f.layout.clear()), ": there are no blocks");
        assert_eq!(
            message(|f| f.layout.push(block(0))),
            ": the layout names a block twice"
        );
        assert_eq!(
            message(|f| f.layout.push(block(9))),
            ": the layout names a block that does not exist"
        );
        assert_eq!(
            message(|f| {
                let inst = f.blocks[block(0)].insts[0];
                f.blocks[block(0)].insts.push(inst);
            }),
            ", b0: inst0 stands in two places"
        );
        assert_eq!(
            message(|f| f.blocks[block(0)].insts.push(Inst::from_u32(9))),
            ", b0: inst9 does not exist"
        );
        assert_eq!(
            message(|f| {
                let result = f.insts[Inst::from_u32(0)].result;
                f.values[result].def = ValueDef::Param(block(0), 0);
            }),
            ", b0: the result of inst0 is defined elsewhere"
        );
        assert_eq!(
            message(|f| {
                let param = f.add_param(block(0), Type::from_u32(0), None);
                f.values[param].def = ValueDef::Param(block(0), 7);
            }),
            ", b0: parameter 1 is not defined here"
        );
        assert_eq!(
            message(|f| {
                let gone = f.add_block();
                f.layout.pop();
                let target = f.target(gone, &[]);
                f.blocks[block(0)].term = Terminator::Jump(target);
            }),
            ", b0: it jumps to a block outside the layout"
        );
        assert_eq!(
            message(|f| {
                f.blocks[block(0)].insts.clear();
            }),
            ", b0: the terminator uses a value that no block defines, which is not available there"
        );
        assert_eq!(
            message(|f| {
                let slot = super::super::entities::Slot::from_u32(3);
                let ty = Type::from_u32(0);
                f.append(block(0), InstKind::GetSlot(slot), ty, Span::default());
            }),
            ", b0: there is no variable _3"
        );
    }
}
