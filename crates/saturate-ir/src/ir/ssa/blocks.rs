//! Blocks of the slot code, and their edges.

use super::super::entities::{Block, Stmt, Value};
use super::super::function::{Function, Terminator};
use super::super::slots::{SlotCode, StmtKind};
use super::SsaError;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

/// Where blocks start in the slot code.
pub(super) struct Leaders {
    /// The block that starts at a statement.
    pub(super) block_at: SecondaryMap<Stmt, PackedOption<Block>>,
    /// First and one past the last statement of a block.
    pub(super) range: SecondaryMap<Block, (u32, u32)>,
}

impl Leaders {
    pub(super) fn stmts(&self, block: Block) -> impl Iterator<Item = Stmt> {
        let (start, end) = self.range[block];
        (start..end).map(Stmt::from_u32)
    }
}

/// Cuts the code into blocks and gives them terminators without arguments. Block 0 is empty: arguments come in
/// there, and the code may jump back to its first statement.
pub(super) fn split_blocks(code: &SlotCode, function: &mut Function) -> Result<Leaders, SsaError> {
    let count = code.stmts.len() as u32;
    let check = |from: Stmt, to: Stmt| {
        if to.as_u32() < count {
            Ok(())
        } else {
            Err(SsaError::BadJump(from))
        }
    };
    let mut starts = vec![false; count as usize + 1];
    starts[0] = true;
    for (stmt, data) in code.stmts.iter() {
        let after = stmt.index() + 1;
        match data.kind {
            StmtKind::Goto(to) => {
                check(stmt, to)?;
                starts[to.index()] = true;
                starts[after] = true;
            }
            StmtKind::GotoIfNot(_, to) | StmtKind::Enter(to) => {
                check(stmt, to)?;
                check(stmt, Stmt::new(after))?;
                starts[to.index()] = true;
                starts[after] = true;
            }
            StmtKind::Return(_) | StmtKind::Unreachable => starts[after] = true,
            _ if after as u32 == count => return Err(SsaError::BadJump(stmt)),
            _ => {}
        }
    }
    if count == 0 {
        return Err(SsaError::BadJump(Stmt::from_u32(0)));
    }
    let mut leaders = Leaders {
        block_at: SecondaryMap::new(),
        range: SecondaryMap::new(),
    };
    let entry = function.add_block();
    let mut blocks = Vec::new();
    for at in 0..count {
        if starts[at as usize] {
            let block = function.add_block();
            leaders.block_at[Stmt::from_u32(at)] = block.into();
            leaders.range[block] = (at, at);
            blocks.push(block);
        }
        let block = *blocks.last().expect("the first statement starts a block");
        leaders.range[block].1 = at + 1;
    }
    let block_at = |leaders: &Leaders, at: usize| {
        leaders.block_at[Stmt::new(at)].expect("every target starts a block")
    };
    let first = function.target(blocks[0], &[]);
    function.blocks[entry].term = Terminator::Jump(first);
    for &block in &blocks {
        let last = Stmt::from_u32(leaders.range[block].1 - 1);
        let after = last.index() + 1;
        let term = match &code.stmts[last].kind {
            StmtKind::Goto(to) => {
                Terminator::Jump(function.target(block_at(&leaders, to.index()), &[]))
            }
            StmtKind::GotoIfNot(_, to) => Terminator::Branch {
                // The condition is filled in by the walk.
                cond: unknown_condition(),
                then: function.target(block_at(&leaders, after), &[]),
                otherwise: function.target(block_at(&leaders, to.index()), &[]),
            },
            StmtKind::Enter(to) => Terminator::Enter {
                body: function.target(block_at(&leaders, after), &[]),
                handler: function.target(block_at(&leaders, to.index()), &[]),
            },
            StmtKind::Return(_) | StmtKind::Unreachable => Terminator::Unreachable,
            _ => Terminator::Jump(function.target(block_at(&leaders, after), &[])),
        };
        function.blocks[block].term = term;
        function.blocks[block].term_span = code.stmts[last].span;
    }
    split_critical_edges(function);
    Ok(leaders)
}

/// Gives every side of a branch into a join a block of its own, where a π can stand; the empty ones go later.
pub(super) fn split_critical_edges(function: &mut Function) {
    let mut preds: SecondaryMap<Block, u32> = SecondaryMap::new();
    for data in function.blocks.values() {
        for target in data.term.targets() {
            preds[target.block] += 1;
        }
    }
    for block in std::mem::take(&mut function.layout) {
        function.layout.push(block);
        let mut term = std::mem::replace(&mut function.blocks[block].term, Terminator::Unreachable);
        if let Terminator::Branch {
            then, otherwise, ..
        } = &mut term
        {
            for target in [then, otherwise] {
                if preds[target.block] > 1 {
                    let middle = function.add_block();
                    function.blocks[middle].term = Terminator::Jump(target.clone());
                    function.blocks[middle].term_span = function.blocks[block].term_span;
                    *target = function.target(middle, &[]);
                }
            }
        }
        function.blocks[block].term = term;
    }
}

/// Stands for a condition that is not known yet.
fn unknown_condition() -> Value {
    Value::from_u32(u32::MAX - 1)
}
