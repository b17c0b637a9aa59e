//! Epochs: stretches of the program in which some memory does not change (memory SSA, one for each set of regions).
//!
//! Every program point has an epoch for each [`View`], a set of [regions](super::regions) that some call reads. A statement that writes one of them
//! starts a new one; where paths with different epochs meet, a new one starts, as a phi node would; a handler starts one, since
//! anything in its region may have written.
//!
//! ```text
//!                              of A      of B                                          of A      of B
//! b0: %3 = A[1]                e0        e5       b1: (from b0, and from b2)           e0        e6 starts here
//!     B[1] = 0                 e0        e5 → e7      %5 = A[1]: the same as %3        e0        e6
//!     %4 = A[1]: as %3         e0        e7       b2: push!(B, 1)                      e0        e6 → e8
//! ```
//!
//! A reading call is identified with its epoch, so two equal reads around a write are two nodes. An epoch is *last* if no
//! other of its view can follow it: there, what is equal now is equal for good. What nothing writes has no epoch.
//!
//! The *state* of a match is a [`Point`] at which all epochs that its left side reads in are current. There is one if the point where
//! the latest of them starts is in all of them; any other call, over any regions, has an epoch there.

use super::language::Epoch;
use super::regions::Regions;
use crate::ir::cfg::Cfg;
use crate::ir::dominance::Dominators;
use crate::ir::{Block, Function, Inst, Terminator};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{entity_impl, EntitySet, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;

/// Regions that some call reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct View(u32);
entity_impl!(View, "view");

/// The view of all memory: every write ends its epochs.
pub const WHOLE: View = View(0);

/// How many views there are at most; what would need another one is in the view of all memory. Each costs a pass over the function.
const MAX_VIEWS: usize = 48;

/// A point of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// At the start of a block.
    Start(Block),
    /// Before a statement.
    Before(Inst),
    /// After a statement.
    After(Inst),
}

/// The epochs of one view.
#[derive(Default)]
struct Timeline {
    regions: Regions,
    start: SecondaryMap<Block, PackedOption<Epoch>>,
    end: SecondaryMap<Block, PackedOption<Epoch>>,
    /// Epoch before each statement.
    before: SecondaryMap<Inst, PackedOption<Epoch>>,
    /// The epoch that a statement starts.
    written: SecondaryMap<Inst, PackedOption<Epoch>>,
}

struct EpochData {
    view: View,
    start: Point,
    followed: bool,
}

/// The epochs of a function.
pub struct Epochs {
    /// What each statement writes; all of it together, whether or not that is in a region.
    writes: SecondaryMap<Inst, Option<Regions>>,
    handlers: EntitySet<Block>,
    /// Reachable blocks with their immediate dominators, these first.
    tree: Vec<(Block, Option<Block>)>,
    frontiers: SecondaryMap<Block, Vec<Block>>,
    views: PrimaryMap<View, Timeline>,
    by_regions: FxHashMap<Regions, View>,
    epochs: PrimaryMap<Epoch, EpochData>,
}

impl Epochs {
    /// Computes the epochs of all memory; `writes` says what a statement writes, if it writes.
    pub fn new(
        function: &Function,
        cfg: &Cfg,
        dominators: &Dominators,
        writes: impl Fn(Inst) -> Option<Regions>,
    ) -> Epochs {
        let blocks = dominators.preorder().iter();
        let mut epochs = Epochs {
            writes: SecondaryMap::new(),
            handlers: EntitySet::new(),
            tree: blocks
                .map(|&block| (block, dominators.idom(block)))
                .collect(),
            frontiers: dominators.frontiers(cfg),
            views: PrimaryMap::new(),
            by_regions: FxHashMap::default(),
            epochs: PrimaryMap::new(),
        };
        for &block in &cfg.order {
            for &inst in &function.blocks[block].insts {
                epochs.writes[inst] = writes(inst);
            }
            if let Terminator::Enter { handler, .. } = &function.blocks[block].term {
                epochs.handlers.insert(handler.block);
            }
        }
        epochs.add_view(function, cfg, Regions::all());
        epochs
    }

    /// The view of some regions.
    pub fn view(&mut self, function: &Function, cfg: &Cfg, regions: Regions) -> View {
        if let Some(&view) = self.by_regions.get(&regions) {
            return view;
        }
        if self.views.len() >= MAX_VIEWS {
            return WHOLE;
        }
        self.add_view(function, cfg, regions)
    }

    fn add_view(&mut self, function: &Function, cfg: &Cfg, regions: Regions) -> View {
        let view = self.views.next_key();
        let mut line = Timeline {
            regions,
            ..Timeline::default()
        };
        let mut last: SecondaryMap<Block, PackedOption<Epoch>> = SecondaryMap::new();
        for &block in &cfg.order {
            for &inst in &function.blocks[block].insts {
                let ends = |written: Regions| view == WHOLE || written.intersects(regions);
                if self.writes[inst].is_some_and(ends) {
                    let epoch = self.start(view, Point::After(inst));
                    line.written[inst] = epoch.into();
                    last[block] = epoch.into();
                }
            }
        }
        self.solve(view, &mut line, &last);
        for &block in &cfg.order {
            let mut epoch = line.start[block];
            for &inst in &function.blocks[block].insts {
                line.before[inst] = epoch;
                if line.written[inst].is_some() {
                    self.follow(epoch);
                    epoch = line.written[inst];
                }
            }
            for target in function.blocks[block].term.targets() {
                if line.start[target.block] != line.end[block] {
                    self.follow(line.end[block]);
                }
            }
        }
        self.by_regions.insert(regions, view);
        self.views.push(line)
    }

    fn start(&mut self, view: View, start: Point) -> Epoch {
        self.epochs.push(EpochData {
            view,
            start,
            followed: false,
        })
    }

    fn follow(&mut self, epoch: PackedOption<Epoch>) {
        if let Some(epoch) = epoch.expand() {
            self.epochs[epoch].followed = true;
        }
    }

    /// An epoch starts at the entry, at handlers, and, as a phi node would, at the iterated dominance frontier of all blocks in which one starts; any other
    /// block goes on with that at the end of its immediate dominator.
    fn solve(
        &mut self,
        view: View,
        line: &mut Timeline,
        last: &SecondaryMap<Block, PackedOption<Epoch>>,
    ) {
        let mut own: SecondaryMap<Block, PackedOption<Epoch>> = SecondaryMap::new();
        let mut work: Vec<Block> = Vec::new();
        for at in 0..self.tree.len() {
            let (block, above) = self.tree[at];
            let is_own = above.is_none() || self.handlers.contains(block);
            if is_own {
                own[block] = self.start(view, Point::Start(block)).into();
            }
            if is_own || last[block].is_some() {
                work.push(block);
            }
        }
        while let Some(block) = work.pop() {
            for at in 0..self.frontiers[block].len() {
                let join = self.frontiers[block][at];
                if own[join].is_none() {
                    own[join] = self.start(view, Point::Start(join)).into();
                    work.push(join);
                }
            }
        }
        for &(block, above) in &self.tree {
            let inherited = above.and_then(|above| line.end[above].expand());
            let start = own[block].expand().or(inherited);
            line.start[block] = start.into();
            line.end[block] = last[block].expand().or(start).into();
        }
    }

    /// The epoch of a view at the start of a reachable block.
    pub fn at_start(&self, view: View, block: Block) -> Epoch {
        self.views[view].start[block].expect("every reachable block has an epoch")
    }

    /// The epoch of a view at the end of a reachable block, where its terminator runs.
    pub fn at_end(&self, view: View, block: Block) -> Epoch {
        self.views[view].end[block].expect("every reachable block has an epoch")
    }

    /// The epoch of a view in which a statement of a reachable block runs.
    pub fn before(&self, view: View, inst: Inst) -> Epoch {
        self.views[view].before[inst].expect("every statement of a reachable block has an epoch")
    }

    /// The epoch of a view at a point.
    pub fn at(&self, view: View, point: Point) -> Epoch {
        match point {
            Point::Start(block) => self.at_start(view, block),
            Point::Before(inst) => self.before(view, inst),
            Point::After(inst) => {
                let written = self.views[view].written[inst].expand();
                written.unwrap_or_else(|| self.before(view, inst))
            }
        }
    }

    /// A point at which all of some epochs are current, writes of `detached` statements aside; none if there is none.
    pub fn common(&self, epochs: &[Epoch], detached: &[Inst]) -> Option<Point> {
        let mut points = epochs.iter().map(|&epoch| self.epochs[epoch].start);
        points.find(|&point| {
            let mut epochs = epochs.iter();
            epochs.all(|&epoch| self.reaches(epoch, point, detached))
        })
    }

    /// Whether only writes of `detached` lie between an epoch and a point.
    fn reaches(&self, epoch: Epoch, point: Point, detached: &[Inst]) -> bool {
        let view = self.view_of(epoch);
        let mut at = self.at(view, point);
        while at != epoch {
            match self.epochs[at].start {
                Point::After(inst) if detached.contains(&inst) => at = self.before(view, inst),
                _ => return false,
            }
        }
        true
    }

    /// The regions of some epochs together.
    pub fn regions(&self, epochs: &[Epoch]) -> Regions {
        let views = epochs.iter().map(|&epoch| self.view_of(epoch));
        views.map(|view| self.views[view].regions).collect()
    }

    /// The view of an epoch.
    pub fn view_of(&self, epoch: Epoch) -> View {
        self.epochs[epoch].view
    }

    /// All views.
    pub fn views(&self) -> impl Iterator<Item = View> {
        self.views.keys()
    }

    /// Whether no other epoch of its view can follow: this memory does not change any more.
    pub fn is_last(&self, epoch: Epoch) -> bool {
        !self.epochs[epoch].followed
    }

    /// One more than the largest epoch.
    pub fn count(&self) -> u32 {
        self.epochs.len() as u32
    }
}
