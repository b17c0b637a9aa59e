//! What must hold of a function after every stage.
//!
//! Structure: the layout names each block once and every block in it is reachable; the entry has no predecessor;
//! targets are in the layout and pass one argument per parameter; each statement stands in one block; a value's
//! definition agrees with the place that claims it; every use is dominated by its definition.
//! Types ([`verify_types`]): an argument's type is under its parameter's, a returned value's under the function's, a
//! condition may be a `Bool`.
//!
//! The verifier shares no code with the stages it checks beyond the CFG and dominator tree.

use super::cfg::Cfg;
use super::dominance::Dominators;
use super::entities::{Block, Inst, Value};
use super::function::{Function, Terminator, ValueDef};
use crate::host::Host;
use cranelift_entity::{EntitySet, SecondaryMap};
use std::fmt;

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierError {
    /// The function.
    pub function: String,
    /// The block, if one is to blame.
    pub block: Option<Block>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for VerifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid IR in `{}`", self.function)?;
        if let Some(block) = self.block {
            write!(f, ", {block}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for VerifierError {}

/// Checks the structure.
pub fn verify(function: &Function) -> Result<(), VerifierError> {
    let error = |block: Option<Block>, message: String| VerifierError {
        function: function.name.to_string(),
        block,
        message,
    };
    if function.layout.is_empty() {
        return Err(error(None, "there are no blocks".into()));
    }
    let mut in_layout = EntitySet::new();
    for &block in &function.layout {
        if !function.blocks.is_valid(block) || !in_layout.insert(block) {
            return Err(error(
                Some(block),
                "the layout names it twice or it does not exist".into(),
            ));
        }
    }
    // Where each statement stands.
    let mut place: SecondaryMap<Inst, Option<(Block, u32)>> = SecondaryMap::new();
    for &block in &function.layout {
        let at = Some(block);
        let data = &function.blocks[block];
        for (number, &param) in function.params(block).iter().enumerate() {
            if !function.values.is_valid(param)
                || function.values[param].def != ValueDef::Param(block, number as u32)
            {
                return Err(error(at, format!("parameter {number} is not defined here")));
            }
        }
        for (number, &inst) in data.insts.iter().enumerate() {
            if !function.insts.is_valid(inst) || place[inst].is_some() {
                return Err(error(at, format!("{inst} does not exist or stands twice")));
            }
            place[inst] = Some((block, number as u32));
            let result = function.insts[inst].result;
            if function.values[result].def != ValueDef::Result(inst) {
                return Err(error(at, format!("{result} is not the result of {inst}")));
            }
        }
        for target in data.term.targets() {
            if !in_layout.contains(target.block) {
                return Err(error(
                    at,
                    format!("it jumps to {}, which is not in the layout", target.block),
                ));
            }
            if target.block == function.entry() {
                return Err(error(at, "it jumps to the entry".into()));
            }
            let (given, taken) = (
                target.args.len(&function.pool),
                function.params(target.block).len(),
            );
            if given != taken {
                return Err(error(
                    at,
                    format!(
                        "it passes {given} arguments to {}, which takes {taken}",
                        target.block
                    ),
                ));
            }
        }
    }
    let cfg = Cfg::new(function);
    if let Some(&block) = function
        .layout
        .iter()
        .find(|&&block| !cfg.is_reachable(block))
    {
        return Err(error(Some(block), "it is unreachable".into()));
    }
    let dominators = Dominators::new(function, &cfg);
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
            ValueDef::Result(inst) => match place[inst] {
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
                    return Err(error(
                        Some(block),
                        format!("statement {number} uses {value}, which is not available"),
                    ));
                }
            }
        }
        let arguments = data
            .term
            .targets()
            .flat_map(|target| function.slice(&target.args));
        for value in data.term.operand().into_iter().chain(arguments.copied()) {
            if !available(value, block, u32::MAX) {
                return Err(error(
                    Some(block),
                    format!("the terminator uses {value}, which is not available"),
                ));
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
        let error = |message: String| VerifierError {
            function: function.name.to_string(),
            block: Some(block),
            message,
        };
        let term = &function.blocks[block].term;
        match term {
            Terminator::Branch { cond, .. } => {
                let ty = function.values[*cond].ty;
                let bottom = host.bottom();
                if ty != bottom && !host.subtype(bool, ty) {
                    let shown = host.show_type(ty);
                    return Err(error(format!(
                        "the condition {cond} is of type {shown}, never a Bool"
                    )));
                }
            }
            Terminator::Return(value) => {
                let ty = function.values[*value].ty;
                if !host.subtype(ty, function.ret) {
                    let (given, declared) = (host.show_type(ty), host.show_type(function.ret));
                    return Err(error(format!(
                        "it returns a {given}, but the function returns {declared}"
                    )));
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
                    return Err(error(format!(
                        "it passes a {given} to {}, which takes a {taken}",
                        target.block
                    )));
                }
            }
        }
    }
    Ok(())
}
