//! Register code: an SSA function in the form that runs.
//!
//! One register per SSA value, constants in a table, block parameters as moves on the edge. `goto b1(%2, %1)` into
//! `b1(%1, %2)` is a *parallel* assignment, so moves that overlap go through scratch registers.
//!
//! ```text
//! b0:                                0: move r3 <- r2
//!     goto b1(%2, 1)                 1: move r4 <- #0
//! b1(%3, %4):                        2: jump 3
//!     %5 = >(%3, 0)::Bool            3: call r5 <- #1(r3, #2)
//!     goto b2 if %5 else b3          4: branch r5 5 8
//! ```

use super::checked::{Claim, Claims};
use super::value::Value;
use crate::ir::{Block, Const, Function, InstKind, Slot, Target, Terminator, ValueDef};
use crate::sym::Sym;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use std::cell::RefCell;

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register of the frame.
    Register(u32),
    /// An entry of [`Code::constants`].
    Constant(u32),
}

/// Operands in [`Code::operands`].
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    start: u32,
    len: u32,
}

/// One step.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Op {
    /// Calls; `site` is the call's inline cache.
    Call {
        result: u32,
        callee: Operand,
        args: Operands,
        site: u32,
    },
    /// Makes an object.
    New {
        result: u32,
        ty: Operand,
        args: Operands,
    },
    Move {
        result: u32,
        from: Operand,
    },
    Opaque {
        result: u32,
        head: Sym,
        args: Operands,
        payload: Option<Const>,
    },
    GetGlobal {
        result: u32,
        module: Option<Sym>,
        name: Sym,
    },
    GetSlot {
        result: u32,
        slot: Slot,
    },
    SetSlot {
        slot: Slot,
        from: Operand,
    },
    IsDefined {
        result: u32,
        slot: Slot,
    },
    Jump(u32),
    Branch {
        cond: Operand,
        then: u32,
        otherwise: u32,
    },
    Return(Operand),
    Unreachable,
    /// Opens a protected region with its handler.
    Enter(u32),
    Leave(u32),
    PopException,
}

/// A function ready to run.
pub struct Code {
    /// The function's name.
    pub name: Sym,
    /// Whether register 0 takes the callee itself.
    pub has_self: bool,
    /// Whether the last parameter takes the remaining arguments as a tuple.
    pub is_va: bool,
    /// How many registers take arguments (the callee included).
    pub params: u32,
    /// How many registers a frame has.
    pub registers: u32,
    /// How many variables are in memory.
    pub slots: u32,
    /// Names of the variables in memory, for errors.
    pub slot_names: Vec<Sym>,
    /// Constant operands.
    pub constants: Vec<Value>,
    /// The steps.
    pub ops: Vec<Op>,
    operands: Vec<Operand>,
    /// Inline caches, one per call.
    pub sites: RefCell<Vec<Option<super::exec::CallSite>>>,
    /// What is claimed of its values and calls, where that is checked.
    pub claims: Option<Box<Claims>>,
}

impl Code {
    /// The operands of a list.
    pub fn list(&self, operands: Operands) -> &[Operand] {
        &self.operands[operands.start as usize..(operands.start + operands.len) as usize]
    }

    /// What is claimed of the value that a step produces.
    #[inline]
    pub fn claim(&self, step: u32) -> Option<&Claim> {
        self.claims.as_ref()?.steps[step as usize].as_ref()
    }
}

/// The SSA value that each step produces, if it produces one.
pub type Produced = Vec<Option<crate::ir::Value>>;

/// Translates a verified function; `constant` gives the values of its constants.
pub fn compile(function: &Function, constant: impl FnMut(Const) -> Value) -> Code {
    compile_traced(function, constant).0
}

/// [`compile`], with the value that each step produces.
pub fn compile_traced(
    function: &Function,
    mut constant: impl FnMut(Const) -> Value,
) -> (Code, Produced) {
    let mut compiler = Compiler {
        function,
        code: Code {
            name: function.name,
            has_self: function.has_self,
            is_va: function.is_va,
            params: function.params(function.entry()).len() as u32,
            registers: 0,
            slots: function.memory.len() as u32,
            slot_names: function.memory.values().map(|slot| slot.name).collect(),
            constants: Vec::new(),
            ops: Vec::new(),
            operands: Vec::new(),
            sites: RefCell::default(),
            claims: None,
        },
        places: SecondaryMap::with_default(Operand::Register(u32::MAX)),
        starts: SecondaryMap::with_default(u32::MAX),
        fixups: Vec::new(),
        edges: Vec::new(),
        sites: 0,
        produced: Vec::new(),
    };
    for (value, data) in function.values.iter() {
        if let ValueDef::Const(handle) = data.def {
            compiler.places[value] = Operand::Constant(compiler.code.constants.len() as u32);
            compiler.code.constants.push(constant(handle));
        }
    }
    for &block in &function.layout {
        for &param in function.params(block) {
            compiler.new_register(param);
        }
        for &inst in &function.blocks[block].insts {
            compiler.new_register(function.insts[inst].result);
        }
    }
    for &block in &function.layout {
        compiler.block(block);
    }
    compiler.finish()
}

struct Compiler<'a> {
    function: &'a Function,
    code: Code,
    places: SecondaryMap<crate::ir::Value, Operand>,
    /// First step of each block.
    starts: SecondaryMap<Block, u32>,
    /// Steps whose target is a block.
    fixups: Vec<(u32, Fixup)>,
    /// Edges of branches that pass arguments: they get steps of their own.
    edges: Vec<(u32, Side, Target)>,
    sites: u32,
    produced: Produced,
}

#[derive(Clone, Copy)]
enum Side {
    Then,
    Otherwise,
}

enum Fixup {
    Only(Block),
    Branch(Side, Block),
}

impl Compiler<'_> {
    fn new_register(&mut self, value: crate::ir::Value) {
        self.places[value] = Operand::Register(self.code.registers);
        self.code.registers += 1;
    }

    fn register(&self, value: crate::ir::Value) -> u32 {
        match self.places[value] {
            Operand::Register(number) => number,
            Operand::Constant(_) => unreachable!("a constant is not assigned"),
        }
    }

    fn operands(&mut self, values: &[crate::ir::Value]) -> Operands {
        let start = self.code.operands.len() as u32;
        self.code
            .operands
            .extend(values.iter().map(|&value| self.places[value]));
        Operands {
            start,
            len: values.len() as u32,
        }
    }

    fn at(&self) -> u32 {
        self.code.ops.len() as u32
    }

    fn block(&mut self, block: Block) {
        self.starts[block] = self.at();
        let function = self.function;
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            let result = self.register(data.result);
            let op = match &data.kind {
                InstKind::Call { callee, args } => {
                    self.sites += 1;
                    Op::Call {
                        result,
                        callee: self.places[*callee],
                        args: self.operands(function.slice(args)),
                        site: self.sites - 1,
                    }
                }
                InstKind::New { ty, args } => Op::New {
                    result,
                    ty: self.places[*ty],
                    args: self.operands(function.slice(args)),
                },
                InstKind::Pi { value, .. } => Op::Move {
                    result,
                    from: self.places[*value],
                },
                InstKind::Opaque {
                    head,
                    args,
                    payload,
                } => Op::Opaque {
                    result,
                    head: *head,
                    args: self.operands(function.slice(args)),
                    payload: *payload,
                },
                InstKind::GetGlobal { module, name } => Op::GetGlobal {
                    result,
                    module: *module,
                    name: *name,
                },
                InstKind::GetSlot(slot) => Op::GetSlot {
                    result,
                    slot: *slot,
                },
                InstKind::SetSlot(slot, value) => Op::SetSlot {
                    slot: *slot,
                    from: self.places[*value],
                },
                InstKind::IsDefined(slot) => Op::IsDefined {
                    result,
                    slot: *slot,
                },
                InstKind::Leave(count) => Op::Leave(*count),
                InstKind::PopException(_) => Op::PopException,
            };
            self.code.ops.push(op);
            self.produces(data.result);
        }
        match &function.blocks[block].term {
            Terminator::Jump(target) => self.jump(target),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let at = self.at();
                self.code.ops.push(Op::Branch {
                    cond: self.places[*cond],
                    then: 0,
                    otherwise: 0,
                });
                for (side, target) in [(Side::Then, then), (Side::Otherwise, otherwise)] {
                    if target.args.is_empty() {
                        self.fixups.push((at, Fixup::Branch(side, target.block)));
                    } else {
                        self.edges.push((at, side, target.clone()));
                    }
                }
                while let Some((at, side, target)) = self.edges.pop() {
                    let start = self.at();
                    self.set_branch(at, side, start);
                    self.jump(&target);
                }
            }
            Terminator::Return(value) => {
                let from = self.places[*value];
                self.code.ops.push(Op::Return(from));
            }
            Terminator::Unreachable => self.code.ops.push(Op::Unreachable),
            Terminator::Enter { body, handler } => {
                // The handler's arguments are known here and constant over the region, so they are moved first.
                self.moves(handler);
                self.fixups.push((self.at(), Fixup::Only(handler.block)));
                self.code.ops.push(Op::Enter(0));
                self.jump(body);
            }
        }
    }

    fn jump(&mut self, target: &Target) {
        self.moves(target);
        self.fixups.push((self.at(), Fixup::Only(target.block)));
        self.code.ops.push(Op::Jump(0));
    }

    /// Assigns the arguments to the parameters, all at once.
    fn moves(&mut self, target: &Target) {
        let params = self.function.params(target.block);
        let pairs: SmallVec<[(crate::ir::Value, Operand); 4]> = params
            .iter()
            .zip(self.function.slice(&target.args))
            .map(|(&param, &argument)| (param, self.places[argument]))
            .filter(|&(to, from)| from != self.places[to])
            .collect();
        let overlaps = pairs.iter().enumerate().any(|(number, &(to, _))| {
            pairs[number + 1..]
                .iter()
                .any(|&(_, from)| from == self.places[to])
        });
        let scratch = self.code.registers;
        if overlaps {
            self.code.registers += pairs.len() as u32;
            for (number, &(_, from)) in pairs.iter().enumerate() {
                let result = scratch + number as u32;
                self.code.ops.push(Op::Move { result, from });
            }
        }
        for (number, &(param, from)) in pairs.iter().enumerate() {
            let from = if overlaps {
                Operand::Register(scratch + number as u32)
            } else {
                from
            };
            let result = self.register(param);
            self.code.ops.push(Op::Move { result, from });
            self.produces(param);
        }
    }

    /// The last step gives this value.
    fn produces(&mut self, value: crate::ir::Value) {
        self.produced.resize(self.code.ops.len(), None);
        if let Some(last) = self.produced.last_mut() {
            *last = Some(value);
        }
    }

    fn set_branch(&mut self, at: u32, side: Side, target: u32) {
        if let Op::Branch {
            then, otherwise, ..
        } = &mut self.code.ops[at as usize]
        {
            match side {
                Side::Then => *then = target,
                Side::Otherwise => *otherwise = target,
            }
        }
    }

    fn finish(mut self) -> (Code, Produced) {
        for (at, fixup) in std::mem::take(&mut self.fixups) {
            match fixup {
                Fixup::Only(block) => {
                    let start = self.starts[block];
                    match &mut self.code.ops[at as usize] {
                        Op::Jump(target) | Op::Enter(target) => *target = start,
                        _ => {}
                    }
                }
                Fixup::Branch(side, block) => {
                    let start = self.starts[block];
                    self.set_branch(at, side, start);
                }
            }
        }
        self.code.sites = RefCell::new(vec![None; self.sites as usize]);
        self.produced.resize(self.code.ops.len(), None);
        (self.code, self.produced)
    }
}
