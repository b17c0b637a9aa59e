//! Protected regions: which code stands inside which `try`, and which inside which `catch`.
//!
//! SSA form has edges where Julia's syntax has nesting. Blocks are cut behind each `leave` and `pop_exception`, and each piece gets the
//! stack of regions around it, by following the edges from the entry:
//!
//! ```text
//! b0: try b1 catch b2            b0 ()          try
//! b1: %2 = sqrt(%1); leave 1     b1 (try b0)        y = sqrt(x)
//!     goto b3(%2)                   ()          catch
//! b2: leave 1; pop_exception     b2 (catch b0)      y = 0.0
//!     goto b3(0.0)                  ()          end
//! b3(%3 y): return %3            b3 ()          return y
//! ```
//!
//! A piece that is reached with two different stacks is written once for each: the code of a `finally` runs both ways, and then asks a flag which way it was. A flag is a
//! parameter that only constants are passed to. What a flag may be at each place is followed along with the places (Wegman and Zadeck, 1991), so that a branch on it goes
//! only where it can: without that, everything behind the `finally`, perhaps the loop around it, would be written twice. Where copying does not end even so, the function
//! has no source.

use crate::ir::entities::{Block, Const, Inst, Value};
use crate::ir::function::{Function, InstKind, Terminator};
use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

/// Part of a block.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The block.
    pub block: Block,
    /// Its statements, by position in the block.
    pub statements: std::ops::Range<usize>,
    /// The `leave` or `pop_exception` behind them; nothing where the block ends.
    pub exit: Option<Inst>,
}

/// A region around a piece, with the piece that enters it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Frame {
    /// Its protected code.
    Try(usize),
    /// Its handler.
    Catch(usize),
}

/// A piece in its place among the regions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Place {
    /// The piece.
    pub piece: usize,
    /// The regions around it, the outermost first.
    pub frames: Vec<Frame>,
}

/// A branch that compares a flag with a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlagTest {
    /// The flag.
    pub flag: Value,
    /// What it is compared with.
    pub constant: Const,
}

/// What flags may be where control is.
type Flags = FxHashMap<Value, Vec<Const>>;

/// Where all code of a function stands.
#[derive(Default)]
pub(super) struct Regions {
    /// The parts of blocks, in the order of the layout.
    pub pieces: Vec<Piece>,
    /// Where code stands that control reaches, in the order of the pieces.
    pub places: Vec<Place>,
    /// Of each place, the positions of the targets that control may go on to.
    pub taken: Vec<Vec<usize>>,
    /// Flags.
    pub flags: FxHashSet<Value>,
    first_piece: SecondaryMap<Block, usize>,
    numbers: FxHashMap<Place, usize>,
}

/// More places than this per piece: copying does not end.
const MAX_PLACES_PER_PIECE: usize = 4;

impl Regions {
    /// Finds the places of all code. `tests` has the branches that compare a parameter with a constant.
    pub fn new(
        function: &Function,
        tests: &SecondaryMap<Block, Option<FlagTest>>,
    ) -> Result<Regions, String> {
        let mut regions = Regions::cut(function);
        if !regions.has_try(function) {
            // Nothing is copied, and nothing left out.
            for number in 0..regions.pieces.len() {
                let term = &function.blocks[regions.pieces[number].block].term;
                regions.taken.push((0..term.targets().count()).collect());
                regions.places.push(Place {
                    piece: number,
                    frames: Vec::new(),
                });
            }
            regions.number();
            return Ok(regions);
        }
        regions.flags = flags(function);
        let start = Place {
            piece: regions.first_piece[function.entry()],
            frames: Vec::new(),
        };
        let mut known: FxHashMap<Place, Flags> = FxHashMap::default();
        known.insert(start.clone(), Flags::default());
        let mut work = vec![start];
        let limit = 16 + MAX_PLACES_PER_PIECE * regions.pieces.len();
        while let Some(place) = work.pop() {
            for (next, flags) in regions.edges(function, tests, &place, &known[&place])? {
                let has_changed = match known.get_mut(&next) {
                    Some(there) => join(there, &flags),
                    None => {
                        known.insert(next.clone(), flags);
                        true
                    }
                };
                if has_changed {
                    work.push(next);
                }
            }
            if known.len() > limit {
                return Err("its `try` regions cannot be written as nested code".into());
            }
        }
        regions.places = known.keys().cloned().collect();
        regions.places.sort();
        regions.number();
        for place in &regions.places {
            let taken = regions.taken(function, tests, place, &known[place]);
            regions.taken.push(taken);
        }
        Ok(regions)
    }

    /// Cuts blocks behind each statement that leaves a region.
    fn cut(function: &Function) -> Regions {
        let mut regions = Regions::default();
        let mut handlers = FxHashSet::default();
        for &block in &function.layout {
            if let Terminator::Enter { handler, .. } = &function.blocks[block].term {
                handlers.insert(handler.block);
            }
        }
        for &block in &function.layout {
            regions.first_piece[block] = regions.pieces.len();
            let insts = &function.blocks[block].insts;
            let mut first = 0;
            // A handler leaves its own region first of all; in syntax, a `catch` is outside of it anyway.
            let mut is_own = handlers.contains(&block);
            for (at, &inst) in insts.iter().enumerate() {
                match function.insts[inst].kind {
                    InstKind::Leave(1) if is_own => is_own = false,
                    InstKind::Leave(_) | InstKind::PopException(_) => {
                        regions.pieces.push(Piece {
                            block,
                            statements: first..at,
                            exit: Some(inst),
                        });
                        first = at + 1;
                    }
                    _ => {}
                }
            }
            regions.pieces.push(Piece {
                block,
                statements: first..insts.len(),
                exit: None,
            });
        }
        regions
    }

    fn has_try(&self, function: &Function) -> bool {
        let mut blocks = self
            .pieces
            .iter()
            .map(|piece| &function.blocks[piece.block]);
        blocks.any(|block| matches!(block.term, Terminator::Enter { .. }))
    }

    fn number(&mut self) {
        let places = self.places.iter().cloned().enumerate();
        self.numbers = places.map(|(number, place)| (place, number)).collect();
    }

    /// The number of a block's beginning among these regions.
    pub fn start(&self, block: Block, frames: &[Frame]) -> Option<usize> {
        let piece = self.first_piece[block];
        let frames = frames.to_vec();
        self.numbers.get(&Place { piece, frames }).copied()
    }

    /// The number of the place behind one whose piece ends in a `leave` or `pop_exception`.
    pub fn behind(&self, function: &Function, place: &Place) -> Result<usize, String> {
        let behind = self.place_behind(function, place)?;
        Ok(self.numbers[&behind])
    }

    /// The places of a block's end.
    pub fn ends(&self, block: Block) -> Vec<usize> {
        let ends_block = |place: &Place| {
            let piece = &self.pieces[place.piece];
            piece.block == block && piece.exit.is_none()
        };
        let numbers = 0..self.places.len();
        numbers.filter(|&it| ends_block(&self.places[it])).collect()
    }

    /// The blocks that enter a region which protects part of a block.
    pub fn protectors(&self) -> FxHashMap<Block, Vec<Block>> {
        let mut found: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for place in &self.places {
            let enters = found.entry(self.pieces[place.piece].block).or_default();
            for frame in &place.frames {
                if let Frame::Try(piece) = frame {
                    let enter = self.pieces[*piece].block;
                    if !enters.contains(&enter) {
                        enters.push(enter);
                    }
                }
            }
        }
        found
    }

    /// The places where control goes from a place, and what flags may be there.
    fn edges(
        &self,
        function: &Function,
        tests: &SecondaryMap<Block, Option<FlagTest>>,
        place: &Place,
        flags: &Flags,
    ) -> Result<Vec<(Place, Flags)>, String> {
        let piece = &self.pieces[place.piece];
        if piece.exit.is_some() {
            return Ok(vec![(self.place_behind(function, place)?, flags.clone())]);
        }
        let term = &function.blocks[piece.block].term;
        let mut found = Vec::new();
        for at in self.taken(function, tests, place, flags) {
            let Some(target) = term.targets().nth(at) else {
                continue;
            };
            let mut frames = place.frames.clone();
            if let Terminator::Enter { .. } = term {
                frames.push(match at {
                    0 => Frame::Try(place.piece),
                    _ => Frame::Catch(place.piece),
                });
            }
            let mut flags = flags.clone();
            if let (Some(test), Terminator::Branch { .. }) = (tests[piece.block], term) {
                if let Some(may_be) = flags.get_mut(&test.flag) {
                    may_be.retain(|&it| (it == test.constant) == (at == 0));
                }
            }
            let params = function.params(target.block);
            for (&param, &arg) in params.iter().zip(function.slice(&target.args)) {
                if let (true, Some(constant)) =
                    (self.flags.contains(&param), function.as_constant(arg))
                {
                    flags.insert(param, vec![constant]);
                }
            }
            let piece = self.first_piece[target.block];
            found.push((Place { piece, frames }, flags));
        }
        Ok(found)
    }

    /// The positions of the targets that control may go on to.
    fn taken(
        &self,
        function: &Function,
        tests: &SecondaryMap<Block, Option<FlagTest>>,
        place: &Place,
        flags: &Flags,
    ) -> Vec<usize> {
        let piece = &self.pieces[place.piece];
        if piece.exit.is_some() {
            return Vec::new();
        }
        let all: Vec<usize> = (0..function.blocks[piece.block].term.targets().count()).collect();
        let Some(test) = tests[piece.block] else {
            return all;
        };
        let Some(may_be) = flags.get(&test.flag) else {
            return all;
        };
        let is_there = may_be.contains(&test.constant);
        let is_other = may_be.iter().any(|&it| it != test.constant);
        let ways = all.into_iter();
        ways.filter(|at| if *at == 0 { is_there } else { is_other })
            .collect()
    }

    /// The place behind a `leave` or `pop_exception`. Several may follow each other, and only behind the last of them need the regions be nested properly: a `return` in a
    /// `catch` first leaves the `try` around it, then ends the handler.
    fn place_behind(&self, function: &Function, place: &Place) -> Result<Place, String> {
        let (mut piece, mut frames) = (place.piece, place.frames.clone());
        while let Some(exit) = self.pieces[piece].exit {
            leave(&function.insts[exit].kind, &mut frames)?;
            piece += 1;
            if !self.pieces[piece].statements.is_empty() {
                break;
            }
        }
        let next = &self.pieces[piece];
        let is_return = matches!(function.blocks[next.block].term, Terminator::Return(_));
        if next.exit.is_none() && next.statements.is_empty() && is_return {
            // A `return` leaves all regions by itself.
            frames.clone_from(&place.frames);
        }
        if !place.frames.starts_with(&frames) {
            return Err(
                "it leaves a `try` from inside a `catch` in a way that has no source".into(),
            );
        }
        Ok(Place { piece, frames })
    }
}

/// The regions around the code behind one `leave` or `pop_exception`.
fn leave(kind: &InstKind, frames: &mut Vec<Frame>) -> Result<(), String> {
    let count = match kind {
        InstKind::Leave(count) => *count,
        _ => 1,
    };
    for _ in 0..count {
        let is_wanted = |frame: &Frame| match kind {
            InstKind::Leave(_) => matches!(frame, Frame::Try(_)),
            _ => matches!(frame, Frame::Catch(_)),
        };
        match frames.iter().rposition(is_wanted) {
            Some(at) => frames.remove(at),
            None => return Err("it leaves a region that it is not in".into()),
        };
    }
    Ok(())
}

/// Parameters that every jump passes a constant to.
fn flags(function: &Function) -> FxHashSet<Value> {
    let mut found: FxHashSet<Value> = FxHashSet::default();
    let mut varies: FxHashSet<Value> = FxHashSet::default();
    for &block in &function.layout {
        for target in function.blocks[block].term.targets() {
            let params = function.params(target.block);
            for (&param, &arg) in params.iter().zip(function.slice(&target.args)) {
                match function.as_constant(arg) {
                    Some(_) => found.insert(param),
                    None => varies.insert(param),
                };
            }
        }
    }
    found.retain(|param| !varies.contains(param));
    found
}

/// Adds what flags may be on one more way; whether that is more than before.
fn join(there: &mut Flags, more: &Flags) -> bool {
    let mut has_changed = false;
    for (&flag, constants) in more {
        let known = there.entry(flag).or_default();
        for &constant in constants {
            if !known.contains(&constant) {
                known.push(constant);
                has_changed = true;
            }
        }
    }
    has_changed
}
