//! Places: the points of a function between which code may be moved.
//!
//! A block is cut where something becomes available or memory changes: after each statement that stays where it is
//! (an effect, a fixed form). Code inside a place has no order but that of its data.
//!
//! ```text
//! b2:  place 4        %7 = A[i]                 one place: may be reordered, dropped, shared
//!                     %8 = sin(%7)
//!      println(%8)    ── a fixed point ──
//!      place 5        %9 = A[i] + %8            its epoch may be another one
//! ```
//!
//! Places form a tree: the parent of a block's first place is the last place of its immediate dominator. What was
//! computed at a place is available at all places below it.

use crate::egraph::language::Epoch;
use crate::egraph::ledger::Role;
use crate::egraph::memory::{View, WHOLE};
use crate::egraph::skeleton::Skeleton;
use crate::ir::{Block, Inst};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{entity_impl, PrimaryMap, SecondaryMap};
use smallvec::SmallVec;

/// A place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(u32);
entity_impl!(Place, "place");

/// A loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop(u32);
entity_impl!(Loop, "loop");

/// One loop.
#[derive(Clone, Copy, Debug)]
pub struct LoopData {
    /// The first place of its header.
    pub header: Place,
    /// The loop around it.
    pub outer: PackedOption<Loop>,
    /// The closest place above it where code is cheaper: not always the one before it, for that may be in another loop.
    cheaper: PackedOption<Place>,
}

impl LoopData {
    /// A loop by its header and the loop around it.
    pub fn new(header: Place, outer: Option<Loop>) -> LoopData {
        LoopData {
            header,
            outer: outer.into(),
            cheaper: None.into(),
        }
    }
}

/// How much dearer code is for each loop around it.
pub const LOOP_WEIGHT: f64 = 10.0;
/// Loops around a loop nest of this depth are not weighed any more: the product must stay finite.
const MAX_WEIGHT_DEPTH: u32 = 100;

/// One place.
#[derive(Clone, Copy, Debug)]
pub struct PlaceData {
    /// The block.
    pub block: Block,
    /// The place whose results are available here, too.
    pub parent: PackedOption<Place>,
    /// The epoch of all memory.
    pub epoch: Epoch,
    /// What running a unit of cost here costs.
    pub weight: f64,
    /// The innermost loop around it.
    pub innermost: PackedOption<Loop>,
    /// Entry and exit times of a walk over the tree.
    times: (u32, u32),
    /// Steps from the root of the tree.
    pub depth: u32,
    /// A place further up, so that any place above is reached in logarithmically many steps (Myers 1983).
    jump: Place,
}

/// The epochs of one view of memory, by place.
#[derive(Clone, Debug, Default)]
struct Timeline {
    /// The epoch of each place; none inside alternatives, where it is not known.
    at: SecondaryMap<Place, PackedOption<Epoch>>,
    /// The closest place above that is in the same epoch.
    above: SecondaryMap<Place, PackedOption<Place>>,
}

/// All places of a function.
#[derive(Clone, Debug)]
pub struct Places {
    /// The places, parents before children; the first one is above all others.
    pub places: PrimaryMap<Place, PlaceData>,
    /// The loops, outer ones before inner ones.
    pub loops: PrimaryMap<Loop, LoopData>,
    first: SecondaryMap<Block, PackedOption<Place>>,
    last: SecondaryMap<Block, PackedOption<Place>>,
    /// The place in which a statement runs; the statement that ends a place still belongs to it.
    of: SecondaryMap<Inst, PackedOption<Place>>,
    /// The place of the calls inside a statement's alternatives.
    inside: SecondaryMap<Inst, PackedOption<Place>>,
    /// How many epochs the program has; those of places inside alternatives come after them.
    epochs: u32,
    /// The views of memory; the first one is that of all memory.
    lines: PrimaryMap<View, Timeline>,
    /// The view of each epoch; that of all memory for those inside alternatives.
    views: SecondaryMap<Epoch, PackedOption<View>>,
    /// The places of each epoch, in the order of the walk.
    by_epoch: SecondaryMap<Epoch, SmallVec<[Place; 4]>>,
}

impl Places {
    /// Cuts the blocks of a skeleton.
    pub fn new(skeleton: &Skeleton) -> Places {
        let mut all = Places {
            places: PrimaryMap::new(),
            loops: PrimaryMap::new(),
            first: SecondaryMap::new(),
            last: SecondaryMap::new(),
            of: SecondaryMap::new(),
            inside: SecondaryMap::new(),
            epochs: skeleton.ledger.epochs.count(),
            lines: PrimaryMap::new(),
            views: SecondaryMap::new(),
            by_epoch: SecondaryMap::new(),
        };
        for _ in skeleton.ledger.epochs.views() {
            all.lines.push(Timeline::default());
        }
        let mut loop_of: SecondaryMap<Block, PackedOption<Loop>> = SecondaryMap::new();
        // A header comes before the blocks of its loop, and the header of the loop around it comes earlier still.
        for &block in skeleton.dominators.preorder() {
            let depth = skeleton.loops.depth(block);
            let weight = LOOP_WEIGHT.powi(depth.min(MAX_WEIGHT_DEPTH) as i32);
            let header = skeleton.loops.header(block);
            if header == Some(block) {
                let outer = skeleton.loops.parent(block);
                let outer = outer.and_then(|outer| loop_of[outer].expand());
                let data = LoopData::new(all.places.next_key(), outer);
                loop_of[block] = all.loops.push(data).into();
            }
            let parent = skeleton
                .dominators
                .idom(block)
                .and_then(|above| all.last[above].expand());
            let depth = parent.map_or(0, |parent| all.places[parent].depth + 1);
            let data = PlaceData {
                block,
                parent: parent.into(),
                epoch: skeleton.ledger.epochs.at_start(WHOLE, block),
                weight,
                innermost: header.and_then(|header| loop_of[header].expand()).into(),
                times: (0, 0),
                depth,
                jump: Place(0),
            };
            let mut current = all.places.push(data);
            all.first[block] = current.into();
            all.note_epochs(current, |view| skeleton.ledger.epochs.at_start(view, block));
            for (number, &inst) in skeleton.function.blocks[block].insts.iter().enumerate() {
                all.of[inst] = current.into();
                let stays = skeleton.statement(inst).is_some_and(|statement| {
                    matches!(statement.role, Role::Effect | Role::Detached | Role::Fixed)
                });
                if stays {
                    let next = skeleton.function.blocks[block].insts.get(number + 1);
                    let epoch = |view: View| match next {
                        None => skeleton.ledger.epochs.at_end(view, block),
                        Some(&next) => skeleton.ledger.epochs.before(view, next),
                    };
                    current = all.places.push(PlaceData {
                        parent: current.into(),
                        epoch: epoch(WHOLE),
                        depth: all.places[current].depth + 1,
                        ..data
                    });
                    all.note_epochs(current, epoch);
                }
            }
            all.last[block] = current.into();
        }
        all.add_inside(skeleton);
        all.number();
        all
    }

    fn note_epochs(&mut self, place: Place, epoch: impl Fn(View) -> Epoch) {
        for (view, line) in self.lines.iter_mut() {
            let epoch = epoch(view);
            line.at[place] = epoch.into();
            self.views[epoch] = view.into();
        }
    }

    /// Between a place and the statement that ends it, one more for what is inside the statement's alternatives. Memory
    /// may have changed there; nothing is below it.
    fn add_inside(&mut self, skeleton: &Skeleton) {
        let mut epoch = skeleton.ledger.epochs.count();
        for inst in skeleton.ledger.sequences() {
            let Some(parent) = self.of[inst].expand() else {
                continue;
            };
            let above = self.places[parent];
            let place = self.places.push(PlaceData {
                parent: parent.into(),
                epoch: Epoch::from_u32(epoch),
                depth: above.depth + 1,
                ..above
            });
            self.lines[WHOLE].at[place] = Epoch::from_u32(epoch).into();
            self.inside[inst] = place.into();
            epoch += 1;
        }
    }

    /// Places that no function has: a tree with loops, for problems made by hand.
    ///
    /// A place is given by its parent, which comes before it, its epoch, its weight and its innermost loop.
    pub fn synthetic(
        tree: &[(Option<Place>, Epoch, f64, Option<Loop>)],
        loops: PrimaryMap<Loop, LoopData>,
    ) -> Places {
        let mut all = Places {
            places: PrimaryMap::new(),
            loops,
            first: SecondaryMap::new(),
            last: SecondaryMap::new(),
            of: SecondaryMap::new(),
            inside: SecondaryMap::new(),
            epochs: u32::MAX,
            lines: PrimaryMap::new(),
            views: SecondaryMap::new(),
            by_epoch: SecondaryMap::new(),
        };
        all.lines.push(Timeline::default());
        for (number, &(parent, epoch, weight, innermost)) in tree.iter().enumerate() {
            let place = all.places.push(PlaceData {
                block: Block::from_u32(number as u32),
                parent: parent.into(),
                epoch,
                weight,
                innermost: innermost.into(),
                times: (0, 0),
                depth: parent.map_or(0, |parent| all.places[parent].depth + 1),
                jump: Place(0),
            });
            all.lines[WHOLE].at[place] = epoch.into();
        }
        all.number();
        all
    }

    /// Walks over the tree: times, and the short cuts upwards.
    fn number(&mut self) {
        // Children as lists: the first one, and from each the next.
        let mut first: SecondaryMap<Place, PackedOption<Place>> = SecondaryMap::new();
        let mut next: SecondaryMap<Place, PackedOption<Place>> = SecondaryMap::new();
        first.resize(self.places.len());
        next.resize(self.places.len());
        for place in self.places.keys().rev() {
            if let Some(parent) = self.places[place].parent.expand() {
                next[place] = std::mem::replace(&mut first[parent], place.into());
            }
        }
        for place in self.places.keys() {
            // Parents come before their children.
            let Some(parent) = self.places[place].parent.expand() else {
                self.places[place].jump = place;
                continue;
            };
            let depth = |place: Place| self.places[place].depth;
            let once = self.places[parent].jump;
            let twice = self.places[once].jump;
            let even = depth(parent) - depth(once) == depth(once) - depth(twice);
            self.places[place].jump = if even { twice } else { parent };
        }
        let mut clock = 0;
        let mut at = self.places.keys().next();
        while let Some(mut place) = at {
            clock += 1;
            self.places[place].times.0 = clock;
            for line in self.lines.values() {
                if let Some(epoch) = line.at[place].expand() {
                    self.by_epoch[epoch].push(place);
                }
            }
            at = first[place].expand();
            // What has nothing more below it is left.
            while at.is_none() {
                clock += 1;
                self.places[place].times.1 = clock;
                let Some(parent) = self.places[place].parent.expand() else {
                    break;
                };
                at = next[place].expand();
                place = parent;
            }
        }
        // Places around the current one.
        let mut around: Vec<Place> = Vec::new();
        for epoch in self.by_epoch.keys().collect::<Vec<_>>() {
            let view = self.view_of(epoch);
            around.clear();
            for index in 0..self.by_epoch[epoch].len() {
                let place = self.by_epoch[epoch][index];
                while around
                    .last()
                    .is_some_and(|&above| !self.dominates(above, place))
                {
                    around.pop();
                }
                self.lines[view].above[place] = around.last().copied().into();
                around.push(place);
            }
        }
        self.find_cheaper();
    }

    fn find_cheaper(&mut self) {
        let mut loops: Vec<Loop> = self.loops.keys().collect();
        // What is above a loop comes first.
        loops.sort_by_key(|&of| self.places[self.loops[of].header].depth);
        for of in loops {
            let header = self.loops[of].header;
            let weight = self.places[header].weight;
            let mut at = self.places[header].parent.expand();
            while let Some(place) = at {
                let data = &self.places[place];
                if data.weight < weight {
                    break;
                }
                at = match data.innermost.expand() {
                    Some(around) => self.loops[around].cheaper.expand(),
                    None => data.parent.expand(),
                };
            }
            self.loops[of].cheaper = at.into();
        }
    }

    /// The place at the start of a block.
    pub fn at_start(&self, block: Block) -> Place {
        self.first[block].expect("every reachable block has a place")
    }

    /// The place of a block's terminator.
    pub fn at_end(&self, block: Block) -> Place {
        self.last[block].expect("every reachable block has a place")
    }

    /// The place in which a statement runs.
    pub fn of(&self, inst: Inst) -> Place {
        self.of[inst].expect("every statement of a reachable block has a place")
    }

    /// The place of what is inside a statement's alternatives, if any of them has effects inside.
    pub fn inside(&self, inst: Inst) -> Option<Place> {
        self.inside[inst].expand()
    }

    /// The place above one that is inside a statement's alternatives.
    pub fn inside_of(&self, place: Place) -> Option<Place> {
        let data = &self.places[place];
        data.parent
            .expand()
            .filter(|_| data.epoch.as_u32() >= self.epochs)
    }

    /// The place behind a statement that stays.
    pub fn after(&self, inst: Inst) -> Place {
        Place::from_u32(self.of(inst).as_u32() + 1)
    }

    /// Whether what is computed at `a` is available at `b`.
    pub fn dominates(&self, a: Place, b: Place) -> bool {
        let (a, b) = (self.places[a].times, self.places[b].times);
        a.0 <= b.0 && b.1 <= a.1
    }

    /// Whether every loop around `inner` is around `outer` as well: what runs at `outer` runs at least as often.
    pub fn in_same_loops(&self, outer: Place, inner: Place) -> bool {
        let Some(wanted) = self.places[inner].innermost.expand() else {
            return true;
        };
        let mut at = self.places[outer].innermost.expand();
        while let Some(current) = at {
            if current == wanted {
                return true;
            }
            at = self.loops[current].outer.expand();
        }
        false
    }

    /// The last place before the innermost loop around a place.
    pub fn before_loop(&self, place: Place) -> Option<Place> {
        let innermost = self.places[place].innermost.expand()?;
        self.places[self.loops[innermost].header].parent.expand()
    }

    /// The closest place above where code is cheaper.
    pub fn cheaper(&self, place: Place) -> Option<Place> {
        let innermost = self.places[place].innermost.expand()?;
        self.loops[innermost].cheaper.expand()
    }

    /// The places above a place, from itself up.
    pub fn up_from(&self, place: Place) -> impl Iterator<Item = Place> + '_ {
        std::iter::successors(Some(place), |&at| self.places[at].parent.expand())
    }

    /// When a walk over the tree comes to a place: an order in which neighbours have the lowest common places.
    pub fn time(&self, place: Place) -> u32 {
        self.places[place].times.0
    }

    /// When a walk over the tree comes to a place, and when it leaves what is below.
    pub fn times(&self, place: Place) -> (u32, u32) {
        self.places[place].times
    }

    /// The places of an epoch that are above a place, itself among them, from the closest up.
    pub fn in_epoch(&self, epoch: Epoch, place: Place) -> impl Iterator<Item = Place> + '_ {
        let all = &self.by_epoch[epoch];
        let until = all.partition_point(|&other| self.time(other) <= self.time(place));
        let before = until.checked_sub(1).map(|last| all[last]);
        let line = &self.lines[self.view_of(epoch)];
        std::iter::successors(before, |&at| line.above[at].expand())
            .filter(move |&at| self.dominates(at, place))
    }

    fn view_of(&self, epoch: Epoch) -> View {
        self.views[epoch].expand().unwrap_or(WHOLE)
    }

    /// Whether a place is in an epoch.
    pub fn is_in(&self, place: Place, epoch: Epoch) -> bool {
        self.lines[self.view_of(epoch)].at[place] == epoch.into()
    }

    /// The closest place above both.
    pub fn common(&self, mut a: Place, b: Place) -> Place {
        // A jump that is not yet above both is safe to take.
        while !self.dominates(a, b) {
            let data = &self.places[a];
            let Some(parent) = data.parent.expand() else {
                return a;
            };
            a = if self.dominates(data.jump, b) {
                parent
            } else {
                data.jump
            };
        }
        a
    }
}
