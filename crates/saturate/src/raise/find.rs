//! Loops over collections that are one block: the calls of `iterate` that a `for` stands for.
//!
//! ```text
//! b0: …                                              before
//!     %7 = iterate(%6)                               asks for the first element
//!     goto b1(%7, %s) if !(%7 === nothing) else b3   …
//! b1(%11, %t):                                       the body, with what it carries
//!     %12 = getfield(%11, 1)                         the element
//!     %13 = getfield(%11, 2)
//!     …                                              what a round does
//!     %17 = iterate(%6, %13)                         asks for the next one
//!     goto b1(%17, %u) if !(%17 === nothing) else b3
//! ```
//!
//! Blocks that only narrow what `iterate` returned are part of a loop. Of a constant collection, the first answer may be known: then the block before the loop
//! jumps into it, or branches by what is known.

use crate::effects::CallKind;
use crate::host::{Builtin, Global, Host, Known};
use crate::ir::cfg::Cfg;
use crate::ir::slots::Literal;
use crate::ir::{Block, Const, Function, Inst, InstKind, Target, Terminator, Value};
use crate::sym::{s, Sym};
use cranelift_entity::SecondaryMap;

/// What a loop is made of.
pub(super) struct Words {
    iterate: Const,
    getfield: Const,
    nothing: Const,
    first: Const,
    second: Const,
    yes: Const,
    no: Const,
}

impl Words {
    pub fn new(host: &mut dyn Host) -> Option<Words> {
        let mut named = |module, name| match host.global(Some(module), Sym::new(name)) {
            Global::Constant(constant) => Some(constant),
            _ => None,
        };
        let iterate = named(s::BASE, "iterate")?;
        let getfield = named(s::CORE, "getfield")?;
        let nothing = named(s::CORE, "nothing").or_else(|| named(s::BASE, "nothing"))?;
        Some(Words {
            iterate,
            getfield,
            nothing,
            first: host.literal(&Literal::Int(1)),
            second: host.literal(&Literal::Int(2)),
            yes: host.literal(&Literal::Bool(true)),
            no: host.literal(&Literal::Bool(false)),
        })
    }
}

/// A jump, behind blocks that only narrow.
#[derive(Clone)]
pub(super) struct Edge {
    pub block: Block,
    /// What it passes, as it was before it was narrowed.
    pub args: Vec<Value>,
}

/// A loop over a collection whose body is one block.
pub(super) struct Loop {
    /// The block that asks for the first element.
    pub before: Block,
    /// The statements that do.
    pub asks: Vec<Inst>,
    /// The body.
    pub body: Block,
    /// What is gone through.
    pub collection: Value,
    /// The element, where somebody looks at it.
    pub element: Option<Value>,
    /// The statements of the body that the `for` stands for.
    pub parts: Vec<Inst>,
    /// What is carried from round to round: the parameter, what it is at first, and what a round makes of it.
    pub carried: Vec<(Value, Value, Value)>,
    /// Where it goes on, from before and from the body. Where it is known before that there is an element, only from the body.
    pub exits: (Option<Edge>, Edge),
}

/// A question for an element, at the end of a block.
struct Asked {
    /// What `iterate` was given: the collection, and a state.
    args: Vec<Value>,
    found: Value,
    parts: Vec<Inst>,
    some: Edge,
    none: Edge,
}

pub(super) struct Finder<'a> {
    pub function: &'a Function,
    pub words: &'a Words,
    cfg: Cfg,
    uses: SecondaryMap<Value, u32>,
}

impl<'a> Finder<'a> {
    pub fn new(function: &'a Function, words: &'a Words) -> Finder<'a> {
        let mut uses: SecondaryMap<Value, u32> = SecondaryMap::new();
        crate::ir::cleanup::for_each_use(function, |value| uses[value] += 1);
        Finder {
            function,
            words,
            cfg: Cfg::new(function),
            uses,
        }
    }

    /// The loop whose body is this block.
    pub fn find(&self, body: Block, host: &mut dyn Host) -> Option<Loop> {
        let function = self.function;
        let next = self.asked(body, host)?;
        let &[collection, state] = &next.args[..] else {
            return None;
        };
        if next.some.block != body || next.none.block == body {
            return None;
        }
        let mut preds = self.cfg.preds(body).iter();
        let preds: Vec<Block> = preds
            .by_ref()
            .map(|&pred| self.behind_narrowing(pred))
            .collect();
        let before = match preds[..] {
            [before, latch] | [latch, before] if latch == body && before != body => before,
            _ => return None,
        };
        let pair = next.some.args.iter().position(|&arg| arg == next.found)?;
        let (asks, into, exit) = self.first_asked(before, body, collection, host)?;
        let params = function.params(body);
        let (element, fields) = self.taken_apart(body, params[pair], state)?;
        let mut parts = next.parts;
        parts.extend(fields);
        let carried = (0..params.len()).filter(|&at| at != pair);
        let carried = carried.map(|at| (params[at], into.args[at], next.some.args[at]));
        let is_first = self.is_first(into.args[pair], &asks, collection, host);
        is_first.then(|| Loop {
            before,
            asks,
            body,
            collection,
            element,
            parts,
            carried: carried.collect(),
            exits: (exit, next.none),
        })
    }

    /// The question for the first element, and where it leads: its statements, the way in, the way past.
    fn first_asked(
        &self,
        before: Block,
        body: Block,
        collection: Value,
        host: &mut dyn Host,
    ) -> Option<(Vec<Inst>, Edge, Option<Edge>)> {
        if let Some(first) = self.asked(before, host) {
            let is_same = first.args == [collection] && first.some.block == body;
            return is_same.then_some((first.parts, first.some, Some(first.none)));
        }
        let (into, past) = match &self.function.blocks[before].term {
            Terminator::Jump(target) => (target, None),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => match self.function.known_constant(*cond) {
                known if known == Some(self.words.yes) => (then, Some(otherwise)),
                known if known == Some(self.words.no) => (otherwise, Some(then)),
                _ => return None,
            },
            _ => return None,
        };
        let (into, past) = (self.follow(into), past.map(|past| self.follow(past)));
        (into.block == body).then_some((Vec::new(), into, past))
    }

    /// Whether a value is the answer to the question for the first element.
    fn is_first(
        &self,
        value: Value,
        asks: &[Inst],
        collection: Value,
        host: &mut dyn Host,
    ) -> bool {
        if !asks.is_empty() {
            let mut results = asks.iter().map(|&inst| self.function.insts[inst].result);
            return results.any(|result| result == value);
        }
        // The answer is known, and nothing happens when the question is asked.
        let given = self.function.known_constant(value);
        let known = |constant, host: &mut dyn Host| Known {
            ty: host.type_of(constant),
            constant: Some(constant),
        };
        let Some(collection) = self.function.known_constant(collection) else {
            return false;
        };
        let (iterate, collection) = (known(self.words.iterate, host), known(collection, host));
        let answer = host.call(iterate, &[collection]);
        given.is_some()
            && answer.is_some_and(|info| {
                info.result.constant == given && info.effects.kind() == CallKind::Pure
            })
    }

    /// `%2 = iterate(…); goto b1 if !(%2 === nothing) else b3` at the end of a block.
    fn asked(&self, block: Block, host: &mut dyn Host) -> Option<Asked> {
        let function = self.function;
        let data = &function.blocks[block];
        let Terminator::Branch {
            cond,
            then,
            otherwise,
        } = &data.term
        else {
            return None;
        };
        let (mut some, mut none) = (otherwise, then);
        let mut parts = Vec::new();
        let (mut callee, mut args, mut inst) = self.call(*cond)?;
        if host.builtin(callee) == Some(Builtin::Not) {
            parts.push(inst);
            std::mem::swap(&mut some, &mut none);
            (callee, args, inst) = self.call(*args.first()?)?;
        }
        let (Some(Builtin::Egal), &[found, nothing]) = (host.builtin(callee), args) else {
            return None;
        };
        parts.push(inst);
        if function.as_constant(nothing) != Some(self.words.nothing) {
            return None;
        }
        let (iterate, args, inst) = self.call(found)?;
        parts.push(inst);
        let last = data.insts.len().checked_sub(parts.len())?;
        // The question is the last thing that the block does, and nobody else hears the answer.
        let is_last = data.insts[last..].iter().all(|inst| parts.contains(inst));
        let is_own = parts.iter().all(|&inst| {
            let result = function.insts[inst].result;
            result == found || self.uses[result] == 1
        });
        let args = args.iter().map(|&arg| self.root(arg)).collect();
        (iterate == self.words.iterate && is_last && is_own && self.uses[found] == 2).then(|| {
            Asked {
                args,
                found,
                parts,
                some: self.follow(some),
                none: self.follow(none),
            }
        })
    }

    /// What takes apart the pair that `iterate` returned: the element, and the statements that do it. Nobody else looks at the pair or at the state.
    fn taken_apart(
        &self,
        body: Block,
        pair: Value,
        state: Value,
    ) -> Option<(Option<Value>, Vec<Inst>)> {
        let function = self.function;
        let (mut element, mut parts) = (None, Vec::new());
        let mut has_state = false;
        for &inst in &function.blocks[body].insts {
            let result = function.insts[inst].result;
            let Some((callee, &[of, field], _)) = self.call(result) else {
                continue;
            };
            if callee != self.words.getfield || of != pair {
                continue;
            }
            let field = function.as_constant(field)?;
            if field == self.words.first && element.is_none() {
                element = Some(result);
            } else if field == self.words.second && result == state && self.uses[result] == 1 {
                has_state = true;
            } else {
                return None;
            }
            parts.push(inst);
        }
        (has_state && self.uses[pair] as usize == parts.len()).then_some((element, parts))
    }

    /// The call that a value is the result of.
    pub fn call(&self, value: Value) -> Option<(Const, &'a [Value], Inst)> {
        let function = self.function;
        let inst = function.def_inst(value)?;
        match &function.insts[inst].kind {
            InstKind::Call { callee, args } => {
                Some((function.as_constant(*callee)?, function.slice(args), inst))
            }
            _ => None,
        }
    }

    /// A value before it was narrowed.
    pub fn root(&self, mut value: Value) -> Value {
        while let Some(inst) = self.function.def_inst(value) {
            match self.function.insts[inst].kind {
                InstKind::Pi { value: of, .. } => value = of,
                _ => break,
            }
        }
        value
    }

    /// Whether a block is nothing but a jump, narrowing aside.
    fn only_narrows(&self, block: Block) -> bool {
        let data = &self.function.blocks[block];
        let is_pi = |&inst: &Inst| matches!(self.function.insts[inst].kind, InstKind::Pi { .. });
        self.function.params(block).is_empty()
            && matches!(data.term, Terminator::Jump(_))
            && data.insts.iter().all(is_pi)
    }

    /// The block that a block which only narrows is reached from.
    fn behind_narrowing(&self, block: Block) -> Block {
        match self.cfg.preds(block) {
            &[pred] if self.only_narrows(block) => pred,
            _ => block,
        }
    }

    /// Where a jump leads: past one block that only narrows.
    fn follow(&self, target: &Target) -> Edge {
        let target = match &self.function.blocks[target.block].term {
            Terminator::Jump(next)
                if self.only_narrows(target.block) && next.block != target.block =>
            {
                next
            }
            _ => target,
        };
        let args = self.function.slice(&target.args).iter();
        Edge {
            block: target.block,
            args: args.map(|&arg| self.root(arg)).collect(),
        }
    }
}
