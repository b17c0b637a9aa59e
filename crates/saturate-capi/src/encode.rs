//! From an SSA function to the words of a response.
//!
//! Blocks and values are renumbered in the order of the layout, so that the reader can use plain arrays.

use crate::wire;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use saturate::ir::{
    Block, Const, Function, Inst, InstKind, Narrowing, Slot, Target, Terminator, Value,
};
use saturate::sym::Sym;

/// A response: words, and the names they refer to, a NUL after each.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The words.
    pub words: Vec<i32>,
    /// The names.
    pub names: Vec<u8>,
}

/// Encodes a function that the verifier has accepted.
pub fn encode(function: &Function) -> Response {
    let mut writer = Writer {
        function,
        response: Response::default(),
        name_numbers: FxHashMap::default(),
        blocks: SecondaryMap::new(),
        values: SecondaryMap::new(),
        count: 0,
    };
    writer.number();
    writer.function();
    writer.response
}

struct Writer<'a> {
    function: &'a Function,
    response: Response,
    name_numbers: FxHashMap<Sym, i32>,
    blocks: SecondaryMap<Block, i32>,
    values: SecondaryMap<Value, i32>,
    count: i32,
}

impl Writer<'_> {
    fn number(&mut self) {
        let function = self.function;
        for (number, &block) in function.layout.iter().enumerate() {
            self.blocks[block] = number as i32;
            let results = function.blocks[block]
                .insts
                .iter()
                .map(|&inst| function.insts[inst].result);
            for value in function.params(block).iter().copied().chain(results) {
                self.values[value] = self.count;
                self.count += 1;
            }
        }
    }

    fn word(&mut self, word: i32) {
        self.response.words.push(word);
    }

    fn words(&mut self, words: &[i32]) {
        self.response.words.extend_from_slice(words);
    }

    fn name(&mut self, name: Sym) {
        let next = self.name_numbers.len() as i32;
        let number = *self.name_numbers.entry(name).or_insert_with(|| {
            self.response
                .names
                .extend_from_slice(name.as_str().as_bytes());
            self.response.names.push(0);
            next
        });
        self.word(number);
    }

    fn optional_name(&mut self, name: Option<Sym>) {
        match name {
            Some(name) => self.name(name),
            None => self.word(wire::NONE),
        }
    }

    fn optional_constant(&mut self, constant: Option<Const>) {
        self.word(constant.map_or(wire::NONE, |constant| constant.as_u32() as i32));
    }

    fn value(&mut self, value: Value) {
        let word = match self.function.as_constant(value) {
            Some(constant) => -1 - constant.as_u32() as i32,
            None => self.values[value],
        };
        self.word(word);
    }

    fn list(&mut self, values: &[Value]) {
        self.word(values.len() as i32);
        for &value in values {
            self.value(value);
        }
    }

    fn slot(&mut self, slot: Slot) {
        self.word(slot.as_u32() as i32);
    }

    fn function(&mut self) {
        let function = self.function;
        let mut flags = 0;
        if function.is_va {
            flags |= wire::FUNCTION_VARARG;
        }
        if function.has_self {
            flags |= wire::FUNCTION_HAS_SELF;
        }
        self.words(&[
            wire::MAGIC,
            wire::VERSION,
            flags,
            function.ret.as_u32() as i32,
            function.memory.len() as i32,
            function.layout.len() as i32,
            self.count,
        ]);
        for slot in function.memory.values() {
            self.name(slot.name);
            self.word(slot.ty.as_u32() as i32);
        }
        for &block in &function.layout {
            self.block(block);
        }
    }

    fn block(&mut self, block: Block) {
        let function = self.function;
        let params = function.params(block);
        self.word(params.len() as i32);
        for &param in params {
            let data = &function.values[param];
            self.words(&[self.values[param], data.ty.as_u32() as i32]);
            self.optional_constant(data.constant);
            self.optional_name(data.name);
        }
        let insts = &function.blocks[block].insts;
        self.word(insts.len() as i32);
        for &inst in insts {
            self.inst(inst);
        }
        self.terminator(&function.blocks[block].term);
    }

    fn inst(&mut self, inst: Inst) {
        use wire::inst;
        let function = self.function;
        let data = &function.insts[inst];
        let kind = match data.kind {
            InstKind::Call { .. } => inst::CALL,
            InstKind::New { .. } => inst::NEW,
            InstKind::Pi { .. } => inst::PI,
            InstKind::Opaque { .. } => inst::OPAQUE,
            InstKind::GetGlobal { .. } => inst::GET_GLOBAL,
            InstKind::GetSlot(_) => inst::GET_SLOT,
            InstKind::SetSlot(..) => inst::SET_SLOT,
            InstKind::IsDefined(_) => inst::IS_DEFINED,
            InstKind::Leave(_) => inst::LEAVE,
            InstKind::PopException(_) => inst::POP_EXCEPTION,
        };
        let result = &function.values[data.result];
        self.words(&[kind, self.values[data.result], result.ty.as_u32() as i32]);
        self.optional_constant(result.constant);
        self.word(if data.inbounds {
            wire::STATEMENT_INBOUNDS
        } else {
            0
        });
        self.optional_name(result.name);
        match &data.kind {
            InstKind::Call { callee: head, args } | InstKind::New { ty: head, args } => {
                self.value(*head);
                self.list(function.slice(args));
            }
            InstKind::Pi { value, narrowing } => {
                self.value(*value);
                let (is, ty) = match narrowing {
                    Narrowing::Is(ty) => (1, ty),
                    Narrowing::IsNot(ty) => (0, ty),
                };
                self.words(&[is, ty.as_u32() as i32]);
            }
            InstKind::Opaque {
                head,
                args,
                payload,
            } => {
                self.name(*head);
                self.optional_constant(*payload);
                self.list(function.slice(args));
            }
            InstKind::GetGlobal { module, name } => {
                self.optional_name(*module);
                self.name(*name);
            }
            InstKind::GetSlot(slot) | InstKind::IsDefined(slot) => self.slot(*slot),
            InstKind::SetSlot(slot, value) => {
                self.slot(*slot);
                self.value(*value);
            }
            InstKind::Leave(count) => self.word(*count as i32),
            InstKind::PopException(value) => self.value(*value),
        }
    }

    fn target(&mut self, target: &Target) {
        self.word(self.blocks[target.block]);
        self.list(self.function.slice(&target.args));
    }

    fn terminator(&mut self, term: &Terminator) {
        use wire::term;
        match term {
            Terminator::Jump(target) => {
                self.word(term::JUMP);
                self.target(target);
            }
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                self.word(term::BRANCH);
                self.value(*cond);
                self.target(then);
                self.target(otherwise);
            }
            Terminator::Return(value) => {
                self.word(term::RETURN);
                self.value(*value);
            }
            Terminator::Unreachable => self.word(term::UNREACHABLE),
            Terminator::Enter { body, handler } => {
                self.word(term::ENTER);
                self.target(body);
                self.target(handler);
            }
        }
    }
}
