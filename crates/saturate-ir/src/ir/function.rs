//! A function in SSA form with block parameters.
//!
//! There are no phi nodes: a jump passes arguments to the parameters of its target. `r = 1; while n > 0 … end` is
//!
//! ```text
//! b0(%1 x::Int64, %2 n::Int64):
//!     goto b1(%2, 1)
//! b1(%3 n::Int64, %4 r::Int64):
//!     %5 = >(%3, 0)::Bool
//!     goto b2 if %5 else b3
//! ```
//!
//! A [`Value`] is a block parameter, the result of a statement, or a constant. Constants are values without a place:
//! they are available everywhere, each appears once per function, and they print as themselves.
//!
//! Storage is arenas and pools; lists of values live in one pool, so that a statement is a few words and dropping a
//! function is linear and flat. Invariants that need more than one look are those of [`super::verify`].

use super::entities::{Block, Const, Inst, Slot, Type, Value};
use crate::diag::{Source, Span};
use crate::sym::Sym;
use cranelift_entity::{EntityList, ListPool, PrimaryMap};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A list of values in the function's pool.
pub type Values = EntityList<Value>;

/// What a statement does. Every statement has a result, though it may be `nothing`.
#[derive(Clone, Debug)]
pub enum InstKind {
    /// `callee(args...)`.
    Call {
        /// What is called.
        callee: Value,
        /// Its arguments.
        args: Values,
    },
    /// `%new(ty, args...)`: an object without a constructor call.
    New {
        /// The type to make.
        ty: Value,
        /// Its fields.
        args: Values,
    },
    /// `π(value, T)`: the value, narrowed to what a test has proved where this statement stands.
    Pi {
        /// The value that was tested.
        value: Value,
        /// What the test proved.
        narrowing: Narrowing,
    },
    /// A form kept verbatim.
    Opaque {
        /// Its head.
        head: Sym,
        /// Operands that are values.
        args: Values,
        /// What is not a value, kept by the host.
        payload: Option<Const>,
    },
    /// Reads a global that is not constant: reads memory, may throw.
    GetGlobal {
        /// Module, or the function's own.
        module: Option<Sym>,
        /// Name.
        name: Sym,
    },
    /// Reads a variable that stayed in memory (possibly undefined, or live into a handler): may throw.
    GetSlot(Slot),
    /// Writes such a variable.
    SetSlot(Slot, Value),
    /// Whether such a variable has a value.
    IsDefined(Slot),
    /// Closes the innermost `n` protected regions.
    Leave(u32),
    /// Ends a handler.
    PopException(Value),
}

/// What a test proves of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Narrowing {
    /// It is of this type.
    Is(Type),
    /// It is not of this type.
    IsNot(Type),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct InstData {
    /// What it does.
    pub kind: InstKind,
    /// Its result.
    pub result: Value,
    /// Whether `@inbounds` covers it.
    pub inbounds: bool,
    /// Where it comes from.
    pub span: Span,
}

/// Where a jump goes, and with what.
#[derive(Clone, Debug)]
pub struct Target {
    /// The block.
    pub block: Block,
    /// One argument per parameter of the block.
    pub args: Values,
}

/// How a block ends.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// Goes on at the target.
    Jump(Target),
    /// Goes to `then` if the condition is `true`, to `otherwise` if it is `false`; anything else throws.
    Branch {
        /// A `Bool`.
        cond: Value,
        /// Where `true` goes.
        then: Target,
        /// Where `false` goes.
        otherwise: Target,
    },
    /// Leaves the function.
    Return(Value),
    /// Control does not come here.
    Unreachable,
    /// Opens a protected region that starts at `body`. The edge to `handler` stands for every exception in it.
    Enter {
        /// The protected code.
        body: Target,
        /// Where exceptions go.
        handler: Target,
    },
}

impl Terminator {
    /// The targets, in order.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let (first, second) = match self {
            Terminator::Jump(target) => (Some(target), None),
            Terminator::Branch {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            Terminator::Enter { body, handler } => (Some(body), Some(handler)),
            Terminator::Return(_) | Terminator::Unreachable => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The targets, to change.
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut Target> {
        let (first, second) = match self {
            Terminator::Jump(target) => (Some(target), None),
            Terminator::Branch {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            Terminator::Enter { body, handler } => (Some(body), Some(handler)),
            Terminator::Return(_) | Terminator::Unreachable => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The value it uses besides the arguments of its targets.
    pub fn operand(&self) -> Option<Value> {
        match *self {
            Terminator::Branch { cond: value, .. } | Terminator::Return(value) => Some(value),
            _ => None,
        }
    }
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct BlockData {
    /// Values that jumps to this block give.
    pub params: Values,
    /// Statements in order.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub term: Terminator,
    /// Where the terminator comes from.
    pub term_span: Span,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The `n`-th parameter of a block.
    Param(Block, u32),
    /// The result of a statement.
    Result(Inst),
    /// A constant.
    Const(Const),
}

/// A value.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// Where it comes from.
    pub def: ValueDef,
    /// Its type.
    pub ty: Type,
    /// What it is known to be, though it is computed at run time (the call may have effects).
    pub constant: Option<Const>,
    /// Its name in the source, if it has one.
    pub name: Option<Sym>,
}

/// A variable that SSA construction could not promote.
#[derive(Clone, Debug)]
pub struct MemorySlot {
    /// Its name in the source.
    pub name: Sym,
    /// Its type over the whole function.
    pub ty: Type,
}

/// Where a statement comes from that stands in place of a call ([`splice`](super::splice)).
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function that it was written in.
    pub function: Sym,
    /// The text that its span points into.
    pub source: Option<Source>,
    /// Where it was written there.
    pub span: Span,
    /// Where the call comes from, if that stands in place of a call, too.
    pub caller: Option<Arc<Frame>>,
}

/// A function in SSA form.
#[derive(Clone, Debug)]
pub struct Function {
    /// The function's name.
    pub name: Sym,
    /// Whether the first parameter of the entry block is the function object (closures, callable objects).
    pub has_self: bool,
    /// Whether the last parameter collects the remaining arguments into a tuple.
    pub is_va: bool,
    /// The type of what it returns.
    pub ret: Type,
    /// The text that spans point into.
    pub source: Option<Source>,
    /// Where statements come from that stand in place of a call; their spans are that call's.
    pub frames: FxHashMap<Inst, Arc<Frame>>,
    /// Blocks; unreachable ones are not in the layout.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Statements; removed ones are in no block.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Values.
    pub values: PrimaryMap<Value, ValueData>,
    /// Blocks in order; the first is the entry.
    pub layout: Vec<Block>,
    /// Variables in memory.
    pub memory: PrimaryMap<Slot, MemorySlot>,
    /// The lists of values.
    pub pool: ListPool<Value>,
    constants: FxHashMap<Const, Value>,
}

impl Function {
    /// A function without blocks.
    pub fn new(name: Sym, ret: Type) -> Function {
        Function {
            name,
            has_self: false,
            is_va: false,
            ret,
            source: None,
            frames: FxHashMap::default(),
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            values: PrimaryMap::new(),
            layout: Vec::new(),
            memory: PrimaryMap::new(),
            pool: ListPool::new(),
            constants: FxHashMap::default(),
        }
    }

    /// The first block.
    pub fn entry(&self) -> Block {
        self.layout[0]
    }

    /// Adds a block at the end of the layout; it ends in `unreachable` until told otherwise.
    pub fn add_block(&mut self) -> Block {
        let block = self.blocks.push(BlockData {
            params: Values::new(),
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_span: Span::default(),
        });
        self.layout.push(block);
        block
    }

    /// Adds a parameter to a block.
    pub fn add_param(&mut self, block: Block, ty: Type, name: Option<Sym>) -> Value {
        let number = self.blocks[block].params.len(&self.pool) as u32;
        let value = self.values.push(ValueData {
            def: ValueDef::Param(block, number),
            ty,
            constant: None,
            name,
        });
        self.blocks[block].params.push(value, &mut self.pool);
        value
    }

    /// The value of a constant of type `ty`.
    pub fn constant(&mut self, constant: Const, ty: Type) -> Value {
        if let Some(&value) = self.constants.get(&constant) {
            return value;
        }
        let value = self.values.push(ValueData {
            def: ValueDef::Const(constant),
            ty,
            constant: Some(constant),
            name: None,
        });
        self.constants.insert(constant, value);
        value
    }

    /// Makes a statement that stands nowhere yet.
    pub fn make_inst(&mut self, kind: InstKind, ty: Type, span: Span) -> Inst {
        let inst = self.insts.next_key();
        let result = self.values.push(ValueData {
            def: ValueDef::Result(inst),
            ty,
            constant: None,
            name: None,
        });
        self.insts.push(InstData {
            kind,
            result,
            inbounds: false,
            span,
        })
    }

    /// Appends a statement to a block and gives its result.
    pub fn append(&mut self, block: Block, kind: InstKind, ty: Type, span: Span) -> Value {
        let inst = self.make_inst(kind, ty, span);
        self.blocks[block].insts.push(inst);
        self.insts[inst].result
    }

    /// A list of values in this function's pool.
    pub fn list(&mut self, values: &[Value]) -> Values {
        Values::from_slice(values, &mut self.pool)
    }

    /// A target in this function's pool.
    pub fn target(&mut self, block: Block, args: &[Value]) -> Target {
        Target {
            block,
            args: self.list(args),
        }
    }

    /// The values of a list.
    pub fn slice<'a>(&'a self, values: &'a Values) -> &'a [Value] {
        values.as_slice(&self.pool)
    }

    /// The parameters of a block.
    pub fn params(&self, block: Block) -> &[Value] {
        self.blocks[block].params.as_slice(&self.pool)
    }

    /// The constant that a value is known to be, whether or not it is computed.
    pub fn known_constant(&self, value: Value) -> Option<Const> {
        self.values[value].constant
    }

    /// The constant, if the value *is* one.
    pub fn as_constant(&self, value: Value) -> Option<Const> {
        match self.values[value].def {
            ValueDef::Const(constant) => Some(constant),
            _ => None,
        }
    }

    /// The statement that computes a value.
    pub fn def_inst(&self, value: Value) -> Option<Inst> {
        match self.values[value].def {
            ValueDef::Result(inst) => Some(inst),
            _ => None,
        }
    }

    /// Every value that a statement uses, in order.
    pub fn operands(&self, inst: Inst) -> impl Iterator<Item = Value> + '_ {
        let (first, rest): (Option<Value>, &[Value]) = match &self.insts[inst].kind {
            InstKind::Call { callee: head, args } | InstKind::New { ty: head, args } => {
                (Some(*head), self.slice(args))
            }
            InstKind::Pi { value, .. }
            | InstKind::SetSlot(_, value)
            | InstKind::PopException(value) => (Some(*value), &[]),
            InstKind::Opaque { args, .. } => (None, self.slice(args)),
            InstKind::GetGlobal { .. }
            | InstKind::GetSlot(_)
            | InstKind::IsDefined(_)
            | InstKind::Leave(_) => (None, &[]),
        };
        first.into_iter().chain(rest.iter().copied())
    }

    /// Replaces every use of a value by what `replacement` says.
    pub fn map_uses(&mut self, mut replacement: impl FnMut(Value) -> Value) {
        let pool = &mut self.pool;
        let mut map_list = |list: &mut Values, pool: &mut ListPool<Value>| {
            for value in list.as_mut_slice(pool) {
                *value = replacement(*value);
            }
        };
        for data in self.insts.values_mut() {
            if let InstKind::Call { args, .. }
            | InstKind::New { args, .. }
            | InstKind::Opaque { args, .. } = &mut data.kind
            {
                map_list(args, pool);
            }
        }
        for block in self.blocks.values_mut() {
            for target in block.term.targets_mut() {
                map_list(&mut target.args, pool);
            }
        }
        for data in self.insts.values_mut() {
            match &mut data.kind {
                InstKind::Call { callee: value, .. }
                | InstKind::New { ty: value, .. }
                | InstKind::Pi { value, .. }
                | InstKind::SetSlot(_, value)
                | InstKind::PopException(value) => *value = replacement(*value),
                _ => {}
            }
        }
        for block in self.blocks.values_mut() {
            if let Terminator::Branch { cond: value, .. } | Terminator::Return(value) =
                &mut block.term
            {
                *value = replacement(*value);
            }
        }
    }
}
