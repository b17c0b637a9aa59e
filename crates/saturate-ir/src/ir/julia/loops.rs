//! Loops over collections: the calls of `iterate` that a `for` stands for.
//!
//! ```text
//! b0: %2 = iterate(%1)
//!     goto b1(0.0, %2) if !(%2 === nothing) else b3(0.0)         s = 0.0
//! b1(%6 s, %7): %8 = getfield(%7, 1)                             for x in v
//!     %9 = getfield(%7, 2)                             becomes       s = s + x
//!     %10 = +(%6, %8)                                            end
//!     %11 = iterate(%1, %9)                                      return s
//!     goto b1(%10, %11) if !(%11 === nothing) else b3(%10)
//! b3(%15 s): return %15
//! ```
//!
//! A `for` has one way in and one way on. What is passed to its body and what is passed to what follows it is assigned before it and at the end of its body; where one of
//! the two would spoil a variable that the other needs, the loop stays a `while`.

use super::{Callee, Form, Writer};
use crate::ir::entities::{Block, Const, Inst, Value};
use crate::ir::function::{InstKind, Target, Terminator};
use crate::ir::ValueDef;

/// The jumps to a header, and to what follows the loop.
type Edge = (Target, Option<Target>);

/// A loop over a collection.
#[derive(Clone, Debug)]
pub(super) struct ForLoop {
    /// The block that asks for the first element.
    pub before: Block,
    /// The block that an element comes to.
    pub header: Block,
    /// The block that asks for the next one.
    pub latch: Block,
    /// The block behind the last element.
    pub exit: Block,
    /// Which parameter of the header is what `iterate` returned.
    pub parameter: usize,
    /// What is gone through.
    pub collection: Value,
    /// The element; nothing where nobody looks at it.
    pub element: Option<Value>,
    /// Statements that the `for` stands for.
    pub parts: Vec<Inst>,
    /// The jumps to the header and to the exit, from before and from the latch. Of a constant collection, it may be known before that there is an element.
    pub edges: [Edge; 2],
}

/// A question for an element, at the end of a block.
struct Asked {
    /// `iterate`.
    iterate: Option<Const>,
    collection: Value,
    state: Option<Value>,
    found: Value,
    parts: Vec<Inst>,
    some: Target,
    none: Target,
}

impl Writer<'_> {
    /// The loops that may be written with `for`.
    pub(super) fn find_loops(&mut self) -> Vec<ForLoop> {
        let function = self.function;
        let mut found = Vec::new();
        for &latch in &function.layout {
            let Some(next) = self.asked(latch).filter(|it| it.state.is_some()) else {
                continue;
            };
            let header = next.some.block;
            let preds = self.cfg.preds(header).to_vec();
            let mut befores = preds.iter().map(|&pred| self.behind_narrowing(pred));
            let before = befores.find(|&pred| pred != latch);
            let (Some(before), 2) = (before, preds.len()) else {
                continue;
            };
            let args = function.slice(&next.some.args).to_vec();
            let Some(parameter) = args.iter().position(|&it| self.root(it) == next.found) else {
                continue;
            };
            let Some((first_parts, first_edge)) = self.first_asked(before, &next, parameter) else {
                continue;
            };
            if next.none.block == header {
                continue;
            }
            let pair = function.params(header)[parameter];
            let mut parts = [first_parts, next.parts].concat();
            let Some((element, fields)) = self.taken_apart(header, pair, next.state) else {
                continue;
            };
            parts.extend(fields);
            found.push(ForLoop {
                before,
                header,
                latch,
                exit: next.none.block,
                parameter,
                collection: next.collection,
                element,
                parts,
                edges: [first_edge, (next.some, Some(next.none))],
            });
        }
        found
    }

    /// The question for the first element, at the end of the block before a loop: the statements that ask it, and where it leads. Of a constant collection, the answer may
    /// stand in its place.
    fn first_asked(
        &mut self,
        before: Block,
        next: &Asked,
        parameter: usize,
    ) -> Option<(Vec<Inst>, Edge)> {
        let function = self.function;
        if let Some(first) = self.asked(before).filter(|it| it.state.is_none()) {
            let mut args = function.slice(&first.some.args).iter();
            let is_first = args
                .nth(parameter)
                .is_some_and(|&it| self.root(it) == first.found);
            let is_same = first.some.block == next.some.block
                && first.none.block == next.none.block
                && first.collection == next.collection
                && is_first;
            return is_same.then_some((first.parts, (first.some, Some(first.none))));
        }
        let Terminator::Jump(target) = &function.blocks[before].term else {
            return None;
        };
        let target = self.through_narrowing(target);
        let given = *function.slice(&target.args).get(parameter)?;
        let given = function.as_constant(given)?;
        let collection = function.as_constant(next.collection)?;
        let first = self.words.applied(next.iterate?, collection)?;
        (target.block == next.some.block && first == given).then_some((Vec::new(), (target, None)))
    }

    /// The block that a block which only narrows is reached from.
    fn behind_narrowing(&self, block: Block) -> Block {
        match self.cfg.preds(block) {
            &[pred] if self.only_narrows(block) => pred,
            _ => block,
        }
    }

    /// Whether a block is nothing but a jump, once tests are written where they narrow.
    fn only_narrows(&self, block: Block) -> bool {
        let data = &self.function.blocks[block];
        let is_narrowing = |&inst: &Inst| {
            let is_pi = matches!(self.function.insts[inst].kind, InstKind::Pi { .. });
            is_pi && self.root(self.function.insts[inst].result) != self.function.insts[inst].result
        };
        matches!(data.term, Terminator::Jump(_)) && data.insts.iter().all(is_narrowing)
    }

    /// The jump that a jump to a block which only narrows goes on with.
    pub(super) fn through_narrowing(&self, target: &Target) -> Target {
        let block = target.block;
        match &self.function.blocks[block].term {
            Terminator::Jump(next)
                if self.only_narrows(block) && self.function.params(block).is_empty() =>
            {
                next.clone()
            }
            _ => target.clone(),
        }
    }

    /// `%2 = iterate(…); goto b1 if !(%2 === nothing) else b3` at the end of a block.
    fn asked(&mut self, block: Block) -> Option<Asked> {
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
        let (mut form, mut args, mut inst) = self.form_of(*cond)?;
        if form == Form::Not {
            parts.push(inst);
            std::mem::swap(&mut some, &mut none);
            (form, args, inst) = self.form_of(args[0])?;
        }
        let (Form::Egal, &[found, nothing]) = (form, &args[..]) else {
            return None;
        };
        parts.push(inst);
        let (Form::Iterate, asked, inst) = self.form_of(found)? else {
            return None;
        };
        let iterate = match function.insts[inst].kind {
            InstKind::Call { callee, .. } => function.as_constant(callee),
            _ => None,
        };
        parts.push(inst);
        let found = self.root(found);
        let constant = function.as_constant(nothing)?;
        let is_nothing = self
            .words
            .constant(constant)
            .is_ok_and(|it| it == "nothing");
        // The question is the last thing that the block does.
        let count = parts.len();
        let last = data.insts.len().checked_sub(count)?;
        let is_last = data.insts[last..].iter().all(|inst| parts.contains(inst));
        let (collection, state) = match asked[..] {
            [collection] => (collection, None),
            [collection, state] => (collection, Some(self.root(state))),
            _ => return None,
        };
        let some = self.through_narrowing(some);
        let none = self.through_narrowing(none);
        // It is looked at by the test and by the loop.
        let is_own = self.uses[found] == 2
            && parts.iter().all(|inst| {
                let result = function.insts[*inst].result;
                result == found || self.uses[result] == 1
            });
        (is_nothing && is_last && is_own).then(|| Asked {
            iterate,
            collection: self.root(collection),
            state,
            found,
            parts,
            some,
            none,
        })
    }

    /// What takes apart the pair that `iterate` returned: the element, and the statements that do it. Nobody else looks at the pair or at the state.
    fn taken_apart(
        &mut self,
        header: Block,
        pair: Value,
        state: Option<Value>,
    ) -> Option<(Option<Value>, Vec<Inst>)> {
        let function = self.function;
        let (mut element, mut parts) = (None, Vec::new());
        for &inst in &function.blocks[header].insts {
            let result = function.insts[inst].result;
            let Some((Form::GetField, args, _)) = self.form_of(result) else {
                continue;
            };
            let &[of, field] = &args[..] else { continue };
            if self.root(of) != pair {
                continue;
            }
            let constant = function.as_constant(field)?;
            match self.words.constant(constant).ok()?.as_str() {
                "1" if element.is_none() => element = Some(result),
                "2" if Some(result) == state && self.uses[result] == 1 => {}
                _ => return None,
            }
            parts.push(inst);
        }
        let is_own = self.uses[pair] as usize == parts.len();
        let has_state = state.is_some_and(
            |it| matches!(function.values[it].def, ValueDef::Result(inst) if parts.contains(&inst)),
        );
        (is_own && has_state).then_some((element, parts))
    }

    /// The form that a value is made by, and its operands.
    fn form_of(&mut self, value: Value) -> Option<(Form, Vec<Value>, Inst)> {
        let function = self.function;
        let ValueDef::Result(inst) = function.values[self.root(value)].def else {
            return None;
        };
        let InstKind::Call { callee, args } = &function.insts[inst].kind else {
            return None;
        };
        match self.callee(*callee) {
            Callee::Form(form) => Some((form, function.slice(args).to_vec(), inst)),
            _ => None,
        }
    }

    /// The assignments before a loop and at the end of its body: those for the next element, and those for what follows. Nothing where they get in each other's way: one
    /// would spoil a variable that the other needs.
    pub(super) fn loop_moves(&self, it: &ForLoop) -> Option<[Vec<(String, Value)>; 2]> {
        let [first, next] = &it.edges;
        let both = |(into, out): &Edge| {
            let mut moves = self.moves(into, Some(it.parameter));
            let Some(out) = out else {
                return Some(moves);
            };
            let behind = self.moves(out, None);
            let is_spoiled = moves
                .iter()
                .any(|one| !behind.contains(one) && self.lives_at(it.exit, &one.0));
            for one in behind {
                if moves.contains(&one) {
                    continue;
                }
                if self.lives_at(it.header, &one.0) {
                    return None;
                }
                moves.push(one);
            }
            (!is_spoiled).then_some(moves)
        };
        Some([both(first)?, both(next)?])
    }
}
