//! Straight code: the statements of each place as lines, and the ways to leave it.
//!
//! ```text
//! b1(%3 n, %4 r):                        lines   —
//!     %5 = >(%3, 0)             becomes  choice  if n > 0
//!     goto b2 if %5 else b3(%4)          ways    b2; y = r, then b3
//! ```

use super::flow::{Choice, Condition, Line, Straight};
use super::loops::ForLoop;
use super::regions::Frame;
use super::{assignment, line, text, Callee, Form, Writer};
use crate::ir::entities::Value;
use crate::ir::function::{InstKind, Target, Terminator};
use crate::ir::ValueDef;

impl Writer<'_> {
    /// The code of each place as text.
    pub(super) fn blocks(&mut self) -> Result<Vec<Straight>, String> {
        let function = self.function;
        let mut straight = Vec::new();
        for number in 0..self.regions.places.len() {
            let piece = &self.regions.pieces[self.regions.places[number].piece];
            let insts = &function.blocks[piece.block].insts[piece.statements.clone()];
            let mut lines = Vec::new();
            for &inst in insts {
                let is_unused = self.uses[function.insts[inst].result] == 0;
                // What is left of regions here is a handler's `leave` of its own.
                let is_silent = match function.insts[inst].kind {
                    InstKind::Leave(_) => true,
                    _ => is_unused && self.is_exception(inst),
                };
                if !is_silent && !self.is_left_out(inst) && !self.nested.contains(inst) {
                    lines.push(self.statement(inst)?);
                }
            }
            straight.push(self.end_of(number, lines)?);
        }
        for it in self.loops.clone() {
            let name = match it.element {
                Some(element) if self.uses[element] > 0 => self.names[element].clone(),
                _ => "_".to_string(),
            };
            let collection = self.value(it.collection)?;
            let number = straight.len();
            let Some([before, latch, header, exit]) = self.places_of(&it) else {
                continue;
            };
            straight.push(Straight {
                lines: Vec::new(),
                choice: Some(Choice::For(name, bare(collection.code))),
                ways: vec![(Vec::new(), header), (Vec::new(), exit)],
                frames: self.regions.places[header].frames.clone(),
            });
            let moves = self.loop_moves(&it).unwrap_or_default();
            for (from, moves) in [before, latch].into_iter().zip(moves) {
                let end = &mut straight[from];
                end.choice = None;
                end.ways = vec![(self.move_lines(moves)?, number)];
            }
        }
        Ok(straight)
    }

    /// Where a loop over a collection stands: the place before it, its latch, its header and what follows it. Nothing where it is not one loop among the same regions.
    pub(super) fn places_of(&self, it: &ForLoop) -> Option<[usize; 4]> {
        let regions = &self.regions;
        let (before, latch) = (regions.ends(it.before), regions.ends(it.latch));
        let (&[before], &[latch]) = (&before[..], &latch[..]) else {
            return None;
        };
        let frames = &regions.places[before].frames;
        let header = regions.start(it.header, frames)?;
        let exit = regions.start(it.exit, frames)?;
        (regions.places[latch].frames == *frames).then_some([before, latch, header, exit])
    }

    /// Straight code with its end.
    fn end_of(&mut self, number: usize, mut lines: Vec<Line>) -> Result<Straight, String> {
        let place = self.regions.places[number].clone();
        let piece = &self.regions.pieces[place.piece];
        let (block, is_cut) = (piece.block, piece.exit.is_some());
        let frames = place.frames.clone();
        if is_cut {
            let next = self.regions.behind(self.function, &place)?;
            return Ok(Straight {
                lines,
                choice: None,
                ways: vec![(Vec::new(), next)],
                frames,
            });
        }
        let (mut choice, mut ways) = (None, Vec::new());
        let targets: Vec<Target> = match &self.function.blocks[block].term {
            Terminator::Jump(target) => vec![target.clone()],
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let asks = |it: &ForLoop| it.before == block || it.latch == block;
                if !self.loops.iter().any(asks) {
                    choice = Some(Choice::If(self.condition(*cond)?));
                }
                vec![then.clone(), otherwise.clone()]
            }
            Terminator::Return(value) => {
                let value = self.value(self.root(*value))?;
                lines.push(line(Vec::new(), format!("return {}", value.code), true));
                Vec::new()
            }
            // The statement before does not come back; Julia would go on below.
            Terminator::Unreachable => {
                if !lines.last().is_some_and(|line| line.leaves) {
                    let code = "Base.error(\"this place is never reached\")".to_string();
                    lines.push(line(Vec::new(), code, true));
                }
                Vec::new()
            }
            Terminator::Enter { body, handler } => {
                choice = Some(Choice::Try);
                vec![body.clone(), handler.clone()]
            }
        };
        if !matches!(
            self.function.blocks[block].term,
            Terminator::Return(_) | Terminator::Unreachable
        ) {
            // A function of this name may come back.
            lines.iter_mut().for_each(|line| line.leaves = false);
        }
        let taken = self.regions.taken[number].clone();
        for (at, target) in targets.iter().enumerate() {
            if !taken.contains(&at) {
                choice = None;
                continue;
            }
            let mut inside = frames.clone();
            let target = match choice {
                Some(Choice::Try) => {
                    let enter = place.piece;
                    inside.push([Frame::Try(enter), Frame::Catch(enter)][at]);
                    target.clone()
                }
                _ => self.through_narrowing(target),
            };
            let next = self.regions.start(target.block, &inside);
            let next = next.ok_or("a jump to code that is not reached")?;
            let moves = self.moves(&target, None);
            ways.push((self.move_lines(moves)?, next));
        }
        if let (Some(Choice::If(_)), [one, other]) = (&choice, &ways[..]) {
            // A flag that decides nothing is not asked.
            let is_flag = self
                .flag_test(block)
                .is_some_and(|test| self.regions.flags.contains(&test.flag));
            if is_flag && one == other {
                choice = None;
                ways.truncate(1);
            }
        }
        Ok(Straight {
            lines,
            choice,
            ways,
            frames,
        })
    }

    /// A condition; what lowering has turned round is turned back.
    fn condition(&mut self, value: Value) -> Result<Condition, String> {
        let value = self.root(value);
        if let ValueDef::Result(inst) = self.function.values[value].def {
            if let (true, InstKind::Call { callee, args }) =
                (self.nested.contains(inst), &self.function.insts[inst].kind)
            {
                let args = self.function.slice(args);
                if let (Callee::Form(Form::Not), &[inner]) = (self.callee(*callee), args) {
                    return Ok(Condition {
                        text: self.value(self.root(inner))?,
                        is_negated: true,
                    });
                }
            }
        }
        Ok(Condition {
            text: self.value(value)?,
            is_negated: false,
        })
    }

    /// Assignments that happen at once, one after the other where that is the same.
    fn move_lines(&mut self, mut moves: Vec<(String, Value)>) -> Result<Vec<Line>, String> {
        let mut lines = Vec::new();
        while !moves.is_empty() {
            let is_free = |at: &usize| {
                let name = &moves[*at].0;
                let mut others = moves.iter().enumerate();
                others.all(|(other, (_, from))| other == *at || self.names[*from] != *name)
            };
            let Some(at) = (0..moves.len()).find(is_free) else {
                let mut texts = Vec::new();
                for (_, from) in &moves {
                    texts.push(self.value(*from)?);
                }
                let names: Vec<String> = moves.iter().map(|it| it.0.clone()).collect();
                let code = format!("{} = {}", names.join(", "), text::list(&texts));
                lines.push(line(names, code, false));
                break;
            };
            let (name, from) = moves.remove(at);
            lines.push(assignment(name, self.value(from)?));
        }
        Ok(lines)
    }
}

/// A range without the brackets that it has as an operand.
fn bare(code: String) -> String {
    let inner = code.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    match inner.filter(|it| it.contains(':') && !it.contains(['(', ')', ','])) {
        Some(inner) => inner.to_string(),
        None => code,
    }
}
