//! Regions: parts of memory that a write can reach, or not.
//!
//! Memory is not one thing. A write to an array that the function has just made does not change the arrays it was given, and a
//! write to an array of integers does not change one of floats:
//!
//! ```text
//! function f(A::Matrix{Float64}, n::Vector{Int64})      regions
//!     r = copy(A)                                       r: of its own, as long as nobody else knows it
//!     s = sum(A)                                        A: arrays of Float64 that are older than the call, or known elsewhere
//!     r[1] = 2.0                                        ends the epochs of r
//!     n[1] = 3                                          n: arrays of Int64: ends theirs
//!     return s + sum(A), r                              the second sum is the first one
//! end
//! ```
//!
//! The *world* is what existed before the call, and whatever of the function's own objects somebody else may know: kept by a call
//! with unknown effects, thrown, put into a variable in memory. It is one region, less the arrays that are told apart by what they hold: two
//! `Array`s with different concrete element types without references never overlap, whatever their dimensions (`reshape`
//! shares memory). A wrapper, a view, a structure, an array of anything else may lead to every region of the world.
//!
//! An [alias set](super::alias) of new objects that never becomes part of the world is a region of its own. Being returned does not count: that
//! comes last.
//!
//! Invariant: memory that a statement may read or write is in [`Map::reads`] and [`Map::writes`] of it. A region that nothing
//! writes is in neither: reading it is like computing.

use super::alias::Aliases;
use super::language::{Leaf, Site};
use super::{Clauses, Freedoms, Switches};
use crate::effects::analysis::only_written;
use crate::effects::Effects;
use crate::host::Host;
use crate::ir::{Function, Inst, InstKind, Type, Value};
use bitflags::bitflags;
use cranelift_entity::SecondaryMap;
use egg::Id;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

bitflags! {
    /// A set of regions.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
    pub struct Regions: u64 {
        /// What is in no other region of the world.
        const REST = 1;
        /// The objects of the function for which there is no region left.
        const CROWD = 1 << 63;
        // The others are numbered as they come.
        const _ = !0;
    }
}

/// How many kinds of arrays of the world have a region of their own.
const MAX_KINDS: u32 = 15;

/// The regions of a function.
pub struct Map {
    /// All of the world.
    world: Regions,
    /// By element type, the arrays of the world.
    kinds: FxHashMap<Type, Regions>,
    /// What a value may lead to.
    reach: SecondaryMap<Value, Regions>,
    writes: SecondaryMap<Inst, Regions>,
    /// What some statement writes.
    written: Regions,
}

impl Map {
    /// Looks at every value and statement once.
    pub fn new(
        function: &Function,
        host: &mut dyn Host,
        aliases: &Aliases,
        effects: impl Fn(Inst) -> Effects,
        switches: Switches,
    ) -> Map {
        let mut map = Map {
            world: Regions::REST,
            kinds: FxHashMap::default(),
            reach: SecondaryMap::new(),
            writes: SecondaryMap::new(),
            written: Regions::empty(),
        };
        let mut mutable: SecondaryMap<Value, bool> = SecondaryMap::new();
        for (value, data) in function.values.iter() {
            mutable[value] = host.may_be_mutable(data.ty);
        }
        let Switches { clauses, freedoms } = switches;
        let has_regions = freedoms.contains(Freedoms::REGIONS);
        let is_of_world = |value: Value| !has_regions || !aliases.is_private(value);
        if has_regions {
            map.find_kinds(function, host, clauses, |value| {
                mutable[value] && is_of_world(value)
            });
        }
        let mut private: FxHashMap<Value, Regions> = FxHashMap::default();
        let mut next = 1 + MAX_KINDS;
        for value in function.values.keys().filter(|&value| mutable[value]) {
            map.reach[value] = if is_of_world(value) {
                map.of_type(function.values[value].ty, host)
            } else {
                *private.entry(aliases.set(value)).or_insert_with(|| {
                    // What nobody writes needs no region, and there are not many.
                    if !aliases.fate(value).written {
                        return Regions::empty();
                    }
                    let region = Regions::from_bits_retain(1 << next);
                    next = (next + 1).min(63);
                    region
                })
            };
        }
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                if effects(inst).contains(Effects::WRITES) {
                    let regions = map.written_by(function, host, inst, effects(inst));
                    map.writes[inst] = regions;
                    map.written |= regions;
                }
            }
        }
        map
    }

    fn find_kinds(
        &mut self,
        function: &Function,
        host: &mut dyn Host,
        clauses: Clauses,
        is_of_world: impl Fn(Value) -> bool,
    ) {
        let mut next = 1;
        for (value, data) in function.values.iter() {
            if next > MAX_KINDS || !is_of_world(value) {
                continue;
            }
            if let Some(element) = host.plain_elements(data.ty) {
                self.kinds.entry(element).or_insert_with(|| {
                    let region = Regions::from_bits_retain(1 << next);
                    next += 1;
                    region
                });
            }
        }
        if clauses.contains(Clauses::OVERLAP) {
            let kinds: Regions = self.kinds.values().copied().collect();
            self.world |= kinds;
        }
    }

    /// What a value of this type leads to, if it is of the world.
    pub fn of_type(&self, ty: Type, host: &mut dyn Host) -> Regions {
        let kind = host.plain_elements(ty);
        let kind = kind.and_then(|element| self.kinds.get(&element).copied());
        kind.unwrap_or(self.world)
    }

    fn written_by(
        &self,
        function: &Function,
        host: &mut dyn Host,
        inst: Inst,
        effects: Effects,
    ) -> Regions {
        let is_call = matches!(function.insts[inst].kind, InstKind::Call { .. });
        if !is_call || effects.intersects(Effects::GLOBAL | Effects::OTHER) {
            return self.world | self.of_operands(function, inst);
        }
        match only_written(function, host, inst) {
            Some(first) => self.reach[first],
            None => self.of_operands(function, inst),
        }
    }

    fn of_operands(&self, function: &Function, inst: Inst) -> Regions {
        let operands = function.operands(inst);
        operands.map(|value| self.reach[value]).collect()
    }

    /// What a value leads to, as far as something writes it.
    pub fn reach(&self, value: Value) -> Regions {
        self.reach[value] & self.written
    }

    /// All of the world, as far as something writes it.
    pub fn world(&self) -> Regions {
        self.world & self.written
    }

    /// What a statement may write.
    pub fn writes(&self, inst: Inst) -> Regions {
        self.writes[inst]
    }

    /// What a statement may read, as far as something writes it.
    pub fn reads(&self, function: &Function, inst: Inst, effects: Effects) -> Regions {
        self.reads_from(effects, self.of_operands(function, inst))
    }

    /// What a call may read whose operands lead to `operands`.
    pub fn reads_from(&self, effects: Effects, operands: Regions) -> Regions {
        if !effects.contains(Effects::READS) {
            return Regions::empty();
        }
        let is_anywhere = effects.intersects(Effects::GLOBAL | Effects::OTHER);
        let world = if is_anywhere {
            self.world
        } else {
            Regions::empty()
        };
        (operands | world) & self.written
    }

    /// Whether nothing writes anything.
    pub fn is_quiet(&self) -> bool {
        self.written.is_empty()
    }
}

/// What the classes of an e-graph lead to, as far as something writes it. Known where something is written at all.
///
/// Rules make calls that read. What such a call reads is what its operands lead to when it is made; that an operand comes to be equal to something
/// else later does not change what it stands for.
#[derive(Default)]
pub struct Reach {
    /// All of the world; none where nothing is written.
    world: Regions,
    leaves: SecondaryMap<Leaf, Regions>,
    sites: SecondaryMap<Site, Regions>,
    classes: RefCell<Vec<Regions>>,
    is_kept: bool,
}

impl Reach {
    /// For a function that writes: what of the world it writes.
    pub fn new(world: Regions) -> Reach {
        Reach {
            world,
            is_kept: true,
            ..Reach::default()
        }
    }

    /// Whether anything is written.
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// All of the world.
    pub fn world(&self) -> Regions {
        self.world
    }

    /// Says what a leaf leads to.
    pub fn set_leaf(&mut self, leaf: Leaf, regions: Regions) {
        self.leaves[leaf] = regions;
    }

    /// Says what the object of a site leads to.
    pub fn set_site(&mut self, site: Site, regions: Regions) {
        self.sites[site] = regions;
    }

    /// What a leaf leads to.
    pub fn of_leaf(&self, leaf: Leaf) -> Regions {
        self.leaves[leaf]
    }

    /// What the object of a site leads to.
    pub fn of_site(&self, site: Site) -> Regions {
        self.sites[site]
    }

    /// What a class leads to; `class` is canonical.
    pub fn of(&self, class: Id) -> Regions {
        let classes = self.classes.borrow();
        classes.get(usize::from(class)).copied().unwrap_or_default()
    }

    /// Notes a new class.
    pub fn push(&mut self, id: Id, regions: Regions) {
        let classes = self.classes.get_mut();
        if usize::from(id) == classes.len() {
            classes.push(regions);
        }
    }

    /// Two classes become one.
    pub fn unite(&self, a: Id, b: Id) {
        if self.is_kept {
            let mut classes = self.classes.borrow_mut();
            let (a, b) = (usize::from(a), usize::from(b));
            let both = classes[a] | classes[b];
            classes[a] = both;
            classes[b] = both;
        }
    }
}
