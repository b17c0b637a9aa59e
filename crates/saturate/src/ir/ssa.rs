//! SSA construction: from slot code to a [`Function`] with block parameters.
//!
//! ```text
//! s0: _1 = 1                         b0:            goto b1(1)
//! s1: call <(_1, 10)                 b1(%1):        %2 = <(%1, 10)
//! s2: gotoifnot s1 s6                               goto b2 if %2 else b3
//! s3: call +(_1, 1)            ->    b2:            %3 = +(%1, 1)
//! s4: _1 = s3                                       goto b1(%3)
//! s5: goto s1                        b3:            return %1
//! s6: return _1
//! ```
//!
//! Classic construction (Cytron et al.): parameters at the iterated dominance frontier of a variable's assignments,
//! where the variable is live; then one walk over the dominator tree that renames. It was chosen over Braun et al.
//! because a variable assigned once never makes a parameter, however many joins lie between, so that a function with
//! many variables and many branches stays linear.
//!
//! **π values.** A block that is entered only through a branch on `isa(x, T)` or `x === c` (possibly negated) starts
//! with `π(x, …)` for each variable that holds the tested value; the walk makes it the variable's current value.
//!
//! **Memory.** A variable stays in memory (`GetSlot`, `SetSlot`) if some read may see it undefined, or if it is
//! assigned in a protected region and live into the handler: an exception may arrive between any two statements.
//!
//! Statement results (`Operand::Stmt`) are used only where their statement dominates, or in code that never runs;
//! the verifier checks the result.

use super::cfg::Cfg;
use super::dominance::Dominators;
use super::entities::{Block, Inst, Slot, Stmt, Type, Value};
use super::function::{Function, InstKind, MemorySlot, Narrowing, Terminator};
use super::slots::{Literal, Operand, SlotCode, StmtKind};
use crate::diag::Span;
use crate::host::{Builtin, Global, Host};
use crate::sym::Sym;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use std::fmt;

/// Why slot code has no SSA form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SsaError {
    /// A jump leaves the code, or the code ends without ending control flow.
    BadJump(Stmt),
    /// A statement uses the result of one that need not have run.
    BadUse(Stmt),
    /// Protected regions are not properly nested.
    BadRegion(Stmt),
}

impl fmt::Display for SsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SsaError::BadJump(stmt) => write!(f, "{stmt} jumps outside the function"),
            SsaError::BadUse(stmt) => {
                write!(
                    f,
                    "{stmt} uses the result of a statement that need not have run"
                )
            }
            SsaError::BadRegion(stmt) => {
                write!(f, "{stmt} does not match the protected regions around it")
            }
        }
    }
}

impl std::error::Error for SsaError {}

/// Builds the SSA form. `argument_types` has one type per argument slot (slot 0 is the function object), and
/// `static_params` what each static parameter stands for, where the argument types determine it. Types of statements
/// are those of the slot code where it has them, else `Any` until inference runs.
pub fn construct(
    code: &SlotCode,
    argument_types: &[Type],
    static_params: &[Option<super::Const>],
    host: &mut dyn Host,
) -> Result<Function, SsaError> {
    assert_eq!(argument_types.len(), code.nargs as usize);
    let any = host.any();
    let mut function = Function::new(code.name, any);
    function.is_va = code.is_va;
    let leaders = split_blocks(code, &mut function)?;
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&function, &cfg);
    let mut variables = Variables::new(code, &leaders, &cfg);
    variables.find_live_into_handlers(code, &leaders, &function, &cfg)?;
    variables.find_maybe_undefined(code, &function, &cfg, &dominators);
    let placed = variables.place_params(code, &function, &cfg, &dominators);

    let mut builder = Builder {
        code,
        host,
        cfg: &cfg,
        dominators: &dominators,
        leaders: &leaders,
        variables: &variables,
        placed: &placed,
        function,
        any,
        static_params,
        results: SecondaryMap::new(),
        tests: FxHashMap::default(),
        holders: FxHashMap::default(),
        current: SecondaryMap::new(),
        undo: Vec::new(),
    };
    builder.arguments(argument_types);
    builder.walk()?;
    let mut function = builder.function;
    function.layout.retain(|&block| cfg.is_reachable(block));
    for (block, data) in function.blocks.iter_mut() {
        if !cfg.is_reachable(block) {
            data.term = Terminator::Unreachable;
        }
    }
    super::cleanup::remove_dead_pis(&mut function);
    super::cleanup::remove_trivial_params(&mut function);
    super::cleanup::remove_forwarders(&mut function);
    super::cleanup::merge_blocks(&mut function);
    Ok(function)
}

/// Where blocks start in the slot code.
struct Leaders {
    /// The block that starts at a statement.
    block_at: SecondaryMap<Stmt, PackedOption<Block>>,
    /// First and one past the last statement of a block.
    range: SecondaryMap<Block, (u32, u32)>,
}

impl Leaders {
    fn stmts(&self, block: Block) -> impl Iterator<Item = Stmt> {
        let (start, end) = self.range[block];
        (start..end).map(Stmt::from_u32)
    }
}

/// Cuts the code into blocks and gives them terminators without arguments. Block 0 is empty: arguments come in
/// there, and the code may jump back to its first statement.
fn split_blocks(code: &SlotCode, function: &mut Function) -> Result<Leaders, SsaError> {
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
                cond: Value::reserved_value_for_construction(),
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
fn split_critical_edges(function: &mut Function) {
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

impl Value {
    /// Stands for a condition that is not known yet.
    fn reserved_value_for_construction() -> Value {
        Value::from_u32(u32::MAX - 1)
    }
}

/// Where variables are assigned and read, and which of them stay in memory.
struct Variables {
    /// Blocks that assign a variable.
    def_blocks: SecondaryMap<Slot, Vec<Block>>,
    /// Blocks that read a variable before they assign it.
    exposed: SecondaryMap<Slot, Vec<Block>>,
    in_memory: EntitySet<Slot>,
    live: Marks,
    defines: Marks,
}

/// A set of blocks that is emptied in constant time: there is one question per variable.
#[derive(Default)]
struct Marks {
    stamps: SecondaryMap<Block, u32>,
    current: u32,
}

impl Marks {
    fn clear(&mut self) {
        self.current += 1;
    }

    fn contains(&self, block: Block) -> bool {
        self.current != 0 && self.stamps[block] == self.current
    }

    fn insert(&mut self, block: Block) -> bool {
        let new = self.stamps[block] != self.current;
        self.stamps[block] = self.current;
        new
    }
}

/// The slots that a statement reads, in order.
fn slot_reads(kind: &StmtKind, mut visit: impl FnMut(Slot)) {
    let mut operand = |operand: &Operand| {
        if let Operand::Slot(slot) = operand {
            visit(*slot);
        }
    };
    match kind {
        StmtKind::Assign(_, value)
        | StmtKind::Value(value)
        | StmtKind::GotoIfNot(value, _)
        | StmtKind::Return(value)
        | StmtKind::PopException(value) => operand(value),
        StmtKind::Call { callee: head, args } | StmtKind::New { ty: head, args } => {
            operand(head);
            args.iter().for_each(operand);
        }
        StmtKind::Opaque { args, .. } => args.iter().for_each(operand),
        StmtKind::Goto(_) | StmtKind::Unreachable | StmtKind::Enter(_) | StmtKind::Leave(_) => {}
    }
}

impl Variables {
    fn new(code: &SlotCode, leaders: &Leaders, cfg: &Cfg) -> Variables {
        let mut variables = Variables {
            def_blocks: SecondaryMap::new(),
            exposed: SecondaryMap::new(),
            in_memory: EntitySet::new(),
            live: Marks::default(),
            defines: Marks::default(),
        };
        let entry = cfg.order[0];
        for slot in code.slots.keys().take(code.nargs as usize) {
            variables.def_blocks[slot].push(entry);
        }
        for &block in &cfg.order[1..] {
            for stmt in leaders.stmts(block) {
                let kind = &code.stmts[stmt].kind;
                slot_reads(kind, |slot| {
                    if variables.def_blocks[slot].last() != Some(&block)
                        && variables.exposed[slot].last() != Some(&block)
                    {
                        variables.exposed[slot].push(block);
                    }
                });
                // `isdefined` asks about the variable itself, so the variable must exist.
                if let StmtKind::Opaque { head, args, .. } = kind {
                    if head.as_str() == "isdefined" {
                        if let [Operand::Slot(slot)] = args[..] {
                            variables.in_memory.insert(slot);
                        }
                    }
                }
                if let StmtKind::Assign(slot, _) = kind {
                    if variables.def_blocks[*slot].last() != Some(&block) {
                        variables.def_blocks[*slot].push(block);
                    }
                }
            }
        }
        variables
    }

    /// Marks the blocks at whose start the variable's value may still be read.
    fn find_live_in(&mut self, slot: Slot, cfg: &Cfg) -> &Marks {
        self.live.clear();
        self.defines.clear();
        for &block in &self.def_blocks[slot] {
            self.defines.insert(block);
        }
        let mut work: Vec<Block> = self.exposed[slot].clone();
        for &block in &work {
            self.live.insert(block);
        }
        while let Some(block) = work.pop() {
            for &pred in cfg.preds(block) {
                if !self.defines.contains(pred) && self.live.insert(pred) {
                    work.push(pred);
                }
            }
        }
        &self.live
    }

    /// A variable assigned in a protected region and live into its handler stays in memory.
    fn find_live_into_handlers(
        &mut self,
        code: &SlotCode,
        leaders: &Leaders,
        function: &Function,
        cfg: &Cfg,
    ) -> Result<(), SsaError> {
        // The handlers around the start of each block, innermost last.
        let mut around: SecondaryMap<Block, Option<Vec<Block>>> = SecondaryMap::new();
        around[cfg.order[0]] = Some(Vec::new());
        let mut handlers_seen = false;
        let mut assigned: FxHashMap<Slot, Vec<Block>> = FxHashMap::default();
        for &block in &cfg.order {
            let mut stack = match &around[block] {
                Some(stack) => stack.clone(),
                // Only an irreducible jump reaches a block before any predecessor; nothing surrounds it.
                None => Vec::new(),
            };
            for stmt in leaders.stmts(block) {
                match &code.stmts[stmt].kind {
                    StmtKind::Leave(count) => {
                        let left = stack
                            .len()
                            .checked_sub(*count as usize)
                            .ok_or(SsaError::BadRegion(stmt))?;
                        stack.truncate(left);
                    }
                    StmtKind::Assign(slot, _) if !stack.is_empty() => {
                        assigned.entry(*slot).or_default().extend(&stack);
                    }
                    _ => {}
                }
            }
            match &function.blocks[block].term {
                Terminator::Enter { body, handler } => {
                    handlers_seen = true;
                    // The handler's first statement leaves the region.
                    stack.push(handler.block);
                    around[handler.block].get_or_insert_with(|| stack.clone());
                    around[body.block].get_or_insert(stack);
                }
                term => {
                    for target in term.targets() {
                        around[target.block].get_or_insert_with(|| stack.clone());
                    }
                }
            }
        }
        if handlers_seen {
            let mut assigned: Vec<_> = assigned.into_iter().collect();
            assigned.sort_unstable_by_key(|&(slot, _)| slot);
            for (slot, handlers) in assigned {
                let live = self.find_live_in(slot, cfg);
                if handlers.iter().any(|&handler| live.contains(handler)) {
                    self.in_memory.insert(slot);
                }
            }
        }
        Ok(())
    }

    /// A variable that some read may see undefined stays in memory: one that is live into the entry.
    fn find_maybe_undefined(
        &mut self,
        code: &SlotCode,
        function: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
    ) {
        let entry = function.entry();
        for slot in code.slots.keys().skip(code.nargs as usize) {
            if self.in_memory.contains(slot) || self.exposed[slot].is_empty() {
                continue;
            }
            // The common case without a search: one assignment above every read.
            if let [single] = self.def_blocks[slot][..] {
                let above = |&read: &Block| read != single && dominators.dominates(single, read);
                if self.exposed[slot].iter().all(above) {
                    continue;
                }
            }
            if self.find_live_in(slot, cfg).contains(entry) {
                self.in_memory.insert(slot);
            }
        }
    }

    /// The variables that need a parameter at each block.
    fn place_params(
        &mut self,
        code: &SlotCode,
        function: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
    ) -> SecondaryMap<Block, Vec<Slot>> {
        let mut frontier: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in &cfg.order {
            let preds = cfg.preds(block);
            if preds.len() < 2 {
                continue;
            }
            let stop = dominators.idom(block);
            for &pred in preds {
                let mut runner = Some(pred);
                while runner != stop {
                    let Some(at) = runner else { break };
                    // What another predecessor has climbed need not be climbed again.
                    if frontier[at].last() == Some(&block) {
                        break;
                    }
                    frontier[at].push(block);
                    runner = dominators.idom(at);
                }
            }
        }
        let mut placed: SecondaryMap<Block, Vec<Slot>> = SecondaryMap::new();
        let mut has_param = Marks::default();
        for slot in code.slots.keys() {
            if self.in_memory.contains(slot) || self.exposed[slot].is_empty() {
                continue;
            }
            let defs = &self.def_blocks[slot];
            if defs.len() < 2 && defs.iter().all(|&block| frontier[block].is_empty()) {
                continue;
            }
            if let [single] = defs[..] {
                if single == function.entry() {
                    continue;
                }
            }
            let mut work = defs.clone();
            let live = self.find_live_in(slot, cfg);
            has_param.clear();
            while let Some(block) = work.pop() {
                for &join in &frontier[block] {
                    if live.contains(join) && has_param.insert(join) {
                        placed[join].push(slot);
                        work.push(join);
                    }
                }
            }
        }
        placed
    }
}

/// What a branch on a value proves of another: when it is true, and when it is false.
#[derive(Clone, Copy)]
struct Test {
    subject: Value,
    if_true: Option<Narrowing>,
    if_false: Option<Narrowing>,
}

struct Builder<'a> {
    code: &'a SlotCode,
    host: &'a mut dyn Host,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    leaders: &'a Leaders,
    variables: &'a Variables,
    placed: &'a SecondaryMap<Block, Vec<Slot>>,
    function: Function,
    any: Type,
    static_params: &'a [Option<super::Const>],
    /// Value of each statement, and the block where it is computed.
    results: SecondaryMap<Stmt, PackedOption<Value>>,
    /// Values that are the outcome of a test.
    tests: FxHashMap<Value, Test>,
    /// Variables that were given a value, so that a test of the value narrows them.
    holders: FxHashMap<Value, Vec<Slot>>,
    /// The value of each promoted variable at this point of the walk.
    current: SecondaryMap<Slot, PackedOption<Value>>,
    /// What to restore when the walk leaves a subtree.
    undo: Vec<(Slot, PackedOption<Value>)>,
}

impl Builder<'_> {
    /// Parameters of the entry block. A function object that is a singleton is a constant, not a parameter.
    fn arguments(&mut self, types: &[Type]) {
        let entry = self.function.entry();
        for (slot, &ty) in self.code.slots.keys().zip(types) {
            let name = self.code.slots[slot].name;
            let value = match self.host.singleton(ty) {
                Some(constant) if slot.index() == 0 => self.function.constant(constant, ty),
                _ => {
                    self.function.has_self |= slot.index() == 0;
                    self.function.add_param(entry, ty, Some(name))
                }
            };
            if self.variables.in_memory.contains(slot) {
                self.set_memory(entry, slot, value, Span::default());
            } else {
                self.write(slot, value);
            }
        }
    }

    /// Visits the dominator tree in preorder with an explicit stack.
    fn walk(&mut self) -> Result<(), SsaError> {
        enum Step {
            Enter(Block),
            Leave(usize),
        }
        let mut children: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in self.dominators.preorder() {
            if let Some(parent) = self.dominators.idom(block) {
                children[parent].push(block);
            }
        }
        // Parameters first: a jump may come before its target in the walk.
        for &block in &self.cfg.order {
            for &slot in &self.placed[block] {
                let name =
                    Some(self.code.slots[slot].name).filter(|name| !name.as_str().is_empty());
                let ty = self.code.slots[slot].ty.unwrap_or(self.any);
                self.function.add_param(block, ty, name);
            }
        }
        let mut stack = vec![Step::Enter(self.function.entry())];
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(mark) => {
                    while self.undo.len() > mark {
                        let (slot, value) = self.undo.pop().expect("longer than the mark");
                        self.current[slot] = value;
                    }
                }
                Step::Enter(block) => {
                    let mark = if block == self.function.entry() {
                        0
                    } else {
                        self.undo.len()
                    };
                    stack.push(Step::Leave(mark));
                    self.fill(block)?;
                    stack.extend(
                        children[block]
                            .iter()
                            .rev()
                            .map(|&child| Step::Enter(child)),
                    );
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, slot: Slot, value: Value) {
        self.undo.push((slot, self.current[slot]));
        self.current[slot] = value.into();
        self.holders.entry(value).or_default().push(slot);
        let data = &mut self.function.values[value];
        let name = self.code.slots[slot].name;
        if data.name.is_none() && !name.as_str().is_empty() {
            data.name = Some(name);
        }
    }

    fn fill(&mut self, block: Block) -> Result<(), SsaError> {
        for (number, &slot) in self.placed[block].iter().enumerate() {
            let param = self.function.params(block)[number];
            self.write(slot, param);
        }
        self.narrow_at_entry(block);
        for stmt in self.leaders.stmts(block) {
            self.statement(block, stmt)?;
        }
        self.pass_arguments(block);
        Ok(())
    }

    /// Inserts π values in a block that only one side of a branch enters.
    fn narrow_at_entry(&mut self, block: Block) {
        let [pred] = *self.cfg.preds(block) else {
            return;
        };
        let Terminator::Branch {
            cond,
            then,
            otherwise,
        } = &self.function.blocks[pred].term
        else {
            return;
        };
        let (cond, then, otherwise) = (*cond, then.block, otherwise.block);
        if then == otherwise {
            return;
        }
        let Some(&test) = self.tests.get(&cond) else {
            return;
        };
        let narrowing = if then == block {
            test.if_true
        } else {
            test.if_false
        };
        let Some(narrowing) = narrowing else { return };
        let mut holders = self.holders.get(&test.subject).cloned().unwrap_or_default();
        holders.retain(|&slot| self.current[slot].expand() == Some(test.subject));
        holders.sort_unstable();
        holders.dedup();
        if holders.is_empty() {
            return;
        }
        let ty = self
            .host
            .narrow(self.function.values[test.subject].ty, narrowing);
        let kind = InstKind::Pi {
            value: test.subject,
            narrowing,
        };
        let span = self.function.blocks[pred].term_span;
        let pi = self.function.append(block, kind, ty, span);
        for slot in holders {
            self.write(slot, pi);
        }
    }

    fn operand(&mut self, block: Block, stmt: Stmt, operand: &Operand) -> Result<Value, SsaError> {
        let span = self.code.stmts[stmt].span;
        Ok(match operand {
            Operand::Stmt(def) => self.results[*def].expand().ok_or(SsaError::BadUse(stmt))?,
            Operand::Slot(slot) if self.variables.in_memory.contains(*slot) => {
                self.ensure_memory(*slot);
                let ty = self.code.slots[*slot].ty.unwrap_or(self.any);
                self.function
                    .append(block, InstKind::GetSlot(*slot), ty, span)
            }
            Operand::Slot(slot) => self.current[*slot].expand().ok_or(SsaError::BadUse(stmt))?,
            Operand::Const(constant) => self.constant(*constant),
            Operand::Literal(literal) => {
                let constant = self.host.literal(literal);
                self.constant(constant)
            }
            Operand::Global(module, name) => match self.host.global(*module, *name) {
                Global::Constant(constant) => self.constant(constant),
                Global::Variable(ty) => self.get_global(block, *module, *name, ty, span),
                Global::Undefined => self.get_global(block, *module, *name, self.any, span),
            },
            Operand::StaticParam(number) => match self.static_params.get(*number as usize) {
                Some(&Some(constant)) => self.constant(constant),
                // Not determined by the argument types: it is known when the function runs.
                _ => {
                    let number = self.host.literal(&Literal::Int(i64::from(*number) + 1));
                    let number = self.constant(number);
                    let kind = InstKind::Opaque {
                        head: Sym::new("static_parameter"),
                        args: self.function.list(&[number]),
                        payload: None,
                    };
                    self.function.append(block, kind, self.any, span)
                }
            },
        })
    }

    fn constant(&mut self, constant: super::Const) -> Value {
        let ty = self.host.type_of(constant);
        self.function.constant(constant, ty)
    }

    fn get_global(
        &mut self,
        block: Block,
        module: Option<Sym>,
        name: Sym,
        ty: Type,
        span: Span,
    ) -> Value {
        let kind = InstKind::GetGlobal { module, name };
        self.function.append(block, kind, ty, span)
    }

    fn set_memory(&mut self, block: Block, slot: Slot, value: Value, span: Span) {
        self.ensure_memory(slot);
        let ty = self.function.values[value].ty;
        self.function
            .append(block, InstKind::SetSlot(slot, value), ty, span);
    }

    /// Memory slots keep their numbers from the slot code.
    fn ensure_memory(&mut self, slot: Slot) {
        while self.function.memory.len() <= slot.index() {
            let next = self.function.memory.next_key();
            self.function.memory.push(MemorySlot {
                name: self.code.slots[next].name,
                ty: self.code.slots[next].ty.unwrap_or(self.any),
            });
        }
    }

    fn operands(
        &mut self,
        block: Block,
        stmt: Stmt,
        operands: &[Operand],
    ) -> Result<Vec<Value>, SsaError> {
        operands
            .iter()
            .map(|operand| self.operand(block, stmt, operand))
            .collect()
    }

    fn statement(&mut self, block: Block, stmt: Stmt) -> Result<(), SsaError> {
        let code = self.code;
        let data = &code.stmts[stmt];
        let kind = match &data.kind {
            StmtKind::Assign(slot, operand) => {
                let value = self.operand(block, stmt, operand)?;
                if self.variables.in_memory.contains(*slot) {
                    self.set_memory(block, *slot, value, data.span);
                } else {
                    self.write(*slot, value);
                }
                self.results[stmt] = value.into();
                return Ok(());
            }
            StmtKind::Value(operand) => {
                let value = self.operand(block, stmt, operand)?;
                self.results[stmt] = value.into();
                return Ok(());
            }
            StmtKind::Goto(_) | StmtKind::Unreachable => return Ok(()),
            StmtKind::Enter(_) => {
                // Its value is the token that ends the handler; nothing but `PopException` looks at it.
                let token = self.host.literal(&Literal::Nothing);
                let token = self.constant(token);
                self.results[stmt] = token.into();
                return Ok(());
            }
            StmtKind::GotoIfNot(operand, _) => {
                let value = self.operand(block, stmt, operand)?;
                if let Terminator::Branch { cond, .. } = &mut self.function.blocks[block].term {
                    *cond = value;
                }
                return Ok(());
            }
            StmtKind::Return(operand) => {
                let value = self.operand(block, stmt, operand)?;
                self.function.blocks[block].term = Terminator::Return(value);
                return Ok(());
            }
            StmtKind::Call { callee, args } => {
                let callee = self.operand(block, stmt, callee)?;
                let args = self.operands(block, stmt, args)?;
                let test = self.as_test(callee, &args);
                let kind = InstKind::Call {
                    callee,
                    args: self.function.list(&args),
                };
                let inst = self.push(block, kind, stmt);
                if let Some(test) = test {
                    let result = self.function.insts[inst].result;
                    self.tests.insert(result, test);
                }
                return Ok(());
            }
            StmtKind::New { ty, args } => {
                let ty = self.operand(block, stmt, ty)?;
                let args = self.operands(block, stmt, args)?;
                InstKind::New {
                    ty,
                    args: self.function.list(&args),
                }
            }
            StmtKind::Opaque {
                head,
                args,
                payload,
            } => match (head.as_str(), &args[..]) {
                ("isdefined", [Operand::Slot(slot)]) => {
                    self.ensure_memory(*slot);
                    InstKind::IsDefined(*slot)
                }
                _ => {
                    let args = self.operands(block, stmt, args)?;
                    InstKind::Opaque {
                        head: *head,
                        args: self.function.list(&args),
                        payload: *payload,
                    }
                }
            },
            StmtKind::Leave(count) => InstKind::Leave(*count),
            StmtKind::PopException(operand) => {
                InstKind::PopException(self.operand(block, stmt, operand)?)
            }
        };
        self.push(block, kind, stmt);
        Ok(())
    }

    fn push(&mut self, block: Block, kind: InstKind, stmt: Stmt) -> Inst {
        let data = &self.code.stmts[stmt];
        let ty = data.ty.unwrap_or(self.any);
        let inst = self.function.make_inst(kind, ty, data.span);
        self.function.blocks[block].insts.push(inst);
        self.function.insts[inst].inbounds = data.inbounds;
        let result = self.function.insts[inst].result;
        self.function.values[result].constant = data.constant;
        self.results[stmt] = result.into();
        inst
    }

    /// What a call proves when it is branched on.
    fn as_test(&mut self, callee: Value, args: &[Value]) -> Option<Test> {
        let builtin = self.host.builtin(self.function.as_constant(callee)?)?;
        match (builtin, args) {
            (Builtin::Isa, &[subject, ty]) => {
                let ty = self.function.as_constant(ty)?;
                let ty = self.host.as_type(ty)?;
                Some(Test {
                    subject,
                    if_true: Some(Narrowing::Is(ty)),
                    if_false: Some(Narrowing::IsNot(ty)),
                })
            }
            (Builtin::Egal, &[a, b]) => {
                let (subject, constant) =
                    match (self.function.as_constant(a), self.function.as_constant(b)) {
                        (None, Some(constant)) => (a, constant),
                        (Some(constant), None) => (b, constant),
                        _ => return None,
                    };
                let ty = self.host.type_of(constant);
                // `x !== 1` says nothing of the type of `x`; `x !== nothing` does.
                let only = self.host.singleton(ty).is_some();
                Some(Test {
                    subject,
                    if_true: Some(Narrowing::Is(ty)),
                    if_false: only.then_some(Narrowing::IsNot(ty)),
                })
            }
            (Builtin::Not, &[inner]) => {
                let test = *self.tests.get(&inner)?;
                Some(Test {
                    subject: test.subject,
                    if_true: test.if_false,
                    if_false: test.if_true,
                })
            }
            _ => None,
        }
    }

    /// Gives the targets of a block the current values of the variables they take.
    fn pass_arguments(&mut self, block: Block) {
        let mut term = std::mem::replace(
            &mut self.function.blocks[block].term,
            Terminator::Unreachable,
        );
        for target in term.targets_mut() {
            for &slot in &self.placed[target.block] {
                let value = self.current[slot]
                    .expand()
                    .expect("a variable that may be undefined is in memory");
                target.args.push(value, &mut self.function.pool);
            }
        }
        self.function.blocks[block].term = term;
    }
}
