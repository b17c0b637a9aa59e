//! What is learned of a function while it is converted, while rules run, and when calls that may throw are licensed.
//!
//! Everything here grows, and nothing is taken back: a statement that is detached stays detached, a dead block dead, a site is of the same
//! statement for good. So whoever has looked sees what it saw, and perhaps more.
//!
//! ```text
//! r = copy(v)      copy(~v) --> ~v  (relaxed)     the statement of copy is *detached*; its site may be *shared* with what makes v
//! if 1 < 2 …       folded to true                 the branch is *decided*, the other side is *dead*
//! ```

use super::control::Side;
use super::language::{ENode, Site};
use super::memory::Epochs;
use crate::effects::Effects;
use crate::ir::{Block, Const, Inst};
use crate::opkey::OpKey;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};
use egg::Id;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::Serialize;
use smallvec::SmallVec;

/// How a statement of the original program takes part in the optimised one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A pure node: it has left the skeleton.
    Floating,
    /// Runs at its place or later in its epoch, or not at all.
    Optional,
    /// Runs exactly once, at its place.
    Effect,
    /// An effect that a relaxed rule has detached: runs at its place, or not at all.
    Detached,
    /// Stays as it is, with its operands replaced.
    Fixed,
}

/// A statement of the original program.
#[derive(Clone, Debug)]
pub struct Statement {
    /// How it takes part.
    pub role: Role,
    /// What it may do.
    pub effects: Effects,
    /// The class of its result.
    pub class: Id,
    /// Its node as it was added.
    pub node: ENode,
    /// Whether the source uses its value. An optional call whose value the source never used is there for its exception.
    pub used: bool,
}

/// What right sides have made with one site, where it makes other objects of the source as well. There may be very many.
#[derive(Default)]
pub struct Also {
    entries: IndexSet<(ENode, Site), FxBuildHasher>,
    /// The operators of the nodes.
    keys: SmallVec<[OpKey; 2]>,
}

impl Also {
    fn insert(&mut self, node: ENode, other: Site) {
        let key = node.key();
        if self.entries.insert((node, other)) && !self.keys.contains(&key) {
            self.keys.push(key);
        }
    }

    /// The nodes, each with the site of another object that it makes.
    pub fn iter(&self) -> impl Iterator<Item = &(ENode, Site)> {
        self.entries.iter()
    }

    /// The same, if there are nodes with this operator.
    pub fn with_key(&self, key: OpKey) -> impl Iterator<Item = &(ENode, Site)> {
        let is_there = self.keys.contains(&key);
        let all = is_there.then(|| self.entries.iter());
        all.into_iter()
            .flatten()
            .filter(move |(node, _)| node.key() == key)
    }
}

/// An object that has others inside which right sides make.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whole {
    /// The object of a site.
    Site(Site),
    /// The value of a statement that has no site.
    Value(Inst),
}

/// Where a right side puts an object that it makes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PartPlace {
    /// From the root down: what is called, and the number of the argument.
    pub path: SmallVec<[(Option<Const>, u32); 2]>,
    /// How often something else was there.
    pub again: u32,
    /// What makes it, with how many arguments.
    pub made_by: (Option<Const>, u32),
}

/// What is learned.
pub struct Ledger {
    /// The epochs of the parts of memory. Those of a set of parts are made when they are first asked for.
    pub epochs: Epochs,
    statements: SecondaryMap<Inst, Option<Statement>>,
    /// Where objects with an identity are made.
    sites: PrimaryMap<Site, Inst>,
    /// The site of the calls inside an alternative for a statement; all its alternatives share one, since one of them runs.
    inner: SecondaryMap<Inst, PackedOption<Site>>,
    /// Other sites of objects, with the first of each.
    twins: FxHashMap<Site, Site>,
    /// The sites of other objects that are made inside the object of a site, and inside the value of a statement that has none.
    parts: FxHashMap<(Whole, u32), Site>,
    /// Where they are in it, in the order in which rules have put them there.
    places: FxHashMap<Whole, IndexSet<PartPlace, FxBuildHasher>>,
    /// For a site that is another one of such an object, the one that it is another one of.
    wholes: FxHashMap<Site, Site>,
    also: FxHashMap<Site, Also>,
    together: IndexSet<ENode, FxBuildHasher>,
    shareable: EntitySet<Site>,
    /// The first sites of objects that are made together with others, at places of one whole.
    beside: EntitySet<Site>,
    sequences: EntitySet<Inst>,
    retyped: EntitySet<Inst>,
    decided: SecondaryMap<Block, PackedOption<Side>>,
    decisions: u32,
    dead: EntitySet<Block>,
}

/// Statements.
impl Ledger {
    pub(super) fn new(epochs: Epochs) -> Ledger {
        Ledger {
            epochs,
            statements: SecondaryMap::new(),
            sites: PrimaryMap::new(),
            inner: SecondaryMap::new(),
            twins: FxHashMap::default(),
            parts: FxHashMap::default(),
            places: FxHashMap::default(),
            wholes: FxHashMap::default(),
            also: FxHashMap::default(),
            together: IndexSet::default(),
            shareable: EntitySet::new(),
            beside: EntitySet::new(),
            sequences: EntitySet::new(),
            retyped: EntitySet::new(),
            decided: SecondaryMap::new(),
            decisions: 0,
            dead: EntitySet::new(),
        }
    }

    pub(super) fn add_statement(&mut self, inst: Inst, statement: Statement) {
        self.statements[inst] = Some(statement);
    }

    /// What is known of a statement of reachable code.
    pub fn statement(&self, inst: Inst) -> Option<&Statement> {
        self.statements[inst].as_ref()
    }

    /// A rule, or what is known of the program, lets a statement go: it runs at its place, or not at all.
    pub fn detach(&mut self, inst: Inst) {
        if let Some(statement) = &mut self.statements[inst] {
            statement.role = Role::Detached;
        }
    }

    /// A statement has an alternative that has effects inside.
    pub fn note_sequence(&mut self, inst: Inst) {
        self.sequences.insert(inst);
    }

    /// Statements with an alternative that has effects inside.
    pub fn sequences(&self) -> impl Iterator<Item = Inst> + '_ {
        self.sequences.keys()
    }

    /// A rule has matched a statement and given it back with operands that are equal by now: it may take those of other types.
    /// Whether that is new.
    pub fn note_retyped(&mut self, inst: Inst) -> bool {
        self.retyped.insert(inst)
    }

    /// Whether a statement may take operands of other types.
    pub fn is_retyped(&self, inst: Inst) -> bool {
        self.retyped.contains(inst)
    }
}

/// Sites of objects.
impl Ledger {
    pub(super) fn add_site(&mut self, inst: Inst) -> Site {
        self.sites.push(inst)
    }

    /// The statement that a site is of.
    pub fn maker(&self, site: Site) -> Inst {
        self.sites[site]
    }

    /// All sites, with the statements that they are of.
    pub fn sites(&self) -> impl Iterator<Item = (Site, Inst)> + '_ {
        self.sites.iter().map(|(site, &inst)| (site, inst))
    }

    /// The site of the calls with effects inside a statement's alternatives.
    pub fn inner_site(&mut self, inst: Inst) -> Site {
        match self.inner[inst].expand() {
            Some(site) => site,
            None => {
                let site = self.sites.push(inst);
                self.inner[inst] = site.into();
                site
            }
        }
    }

    /// Whether a site is that of calls inside an alternative.
    pub fn is_inner(&self, site: Site) -> bool {
        self.inner[self.sites[site]] == site.into()
    }

    /// Another site of a statement's object, which no other node has.
    pub fn twin_site(&mut self, site: Site) -> Site {
        let twin = self.sites.push(self.sites[site]);
        self.twins.insert(twin, self.first_site(site));
        self.wholes.insert(twin, self.own_site(site));
        twin
    }

    /// The first site of the very object that a site is of: as [`Ledger::first_site`], but of a part that of the part.
    pub fn own_site(&self, site: Site) -> Site {
        self.wholes.get(&site).copied().unwrap_or(site)
    }

    /// The number of a place inside an object, and how many places before it hold what calls that look the same make.
    ///
    /// What is at one place of an object is one object, whichever rule has put it there, and what is at another place is another one.
    pub fn part_number(&mut self, whole: Whole, place: PartPlace) -> (u32, usize) {
        let places = self.places.entry(whole).or_default();
        let made_by = place.made_by;
        let (number, _) = places.insert_full(place);
        let before = places.iter().take(number);
        (
            number as u32,
            before.filter(|of| of.made_by == made_by).count(),
        )
    }

    /// The site of one of several objects that a right side makes inside another.
    pub fn part_site(&mut self, whole: Whole, number: u32) -> Site {
        if let Some(&part) = self.parts.get(&(whole, number)) {
            return part;
        }
        let part = match whole {
            Whole::Site(site) => {
                let part = self.sites.push(self.sites[site]);
                self.twins.insert(part, self.first_site(site));
                part
            }
            Whole::Value(inst) => self.sites.push(inst),
        };
        self.parts.insert((whole, number), part);
        self.beside.insert(self.first_site(part));
        part
    }

    /// The first site of the object that a site is of.
    pub fn first_site(&self, site: Site) -> Site {
        self.twins.get(&site).copied().unwrap_or(site)
    }

    /// A node with one site makes the object of another, too.
    pub fn note_also(&mut self, own: Site, node: ENode, other: Site) {
        self.also.entry(own).or_default().insert(node, other);
    }

    /// What right sides have made with a site that makes other objects of the source as well.
    pub fn also(&self, site: Site) -> Option<&Also> {
        self.also.get(&site)
    }

    /// The same of all sites.
    pub fn all_also(&self) -> impl Iterator<Item = (Site, &Also)> {
        self.also.iter().map(|(&site, known)| (site, known))
    }

    /// Nodes make objects of several statements at once, for a rule with several results.
    pub fn note_together(&mut self, nodes: impl IntoIterator<Item = ENode>) {
        self.together.extend(nodes);
    }

    /// Nodes that make objects of several statements at once.
    pub fn together(&self) -> impl ExactSizeIterator<Item = &ENode> {
        self.together.iter()
    }

    /// The object of a site may be, or be inside, one that the source makes elsewhere.
    pub fn note_shareable(&mut self, site: Site) {
        self.shareable.insert(site);
    }

    /// Whether the object of a site may be one that the source makes elsewhere. Of several that a rule has put side by side, none is: each would be that one.
    pub fn is_shareable(&self, site: Site) -> bool {
        self.shareable.contains(site) && !self.beside.contains(self.first_site(site))
    }
}

/// Control flow.
impl Ledger {
    /// A branch goes to one of its targets, since rules have made its condition a constant.
    pub(super) fn decide(&mut self, block: Block, side: Side) {
        self.decided[block] = side.into();
        self.decisions += 1;
    }

    /// The one target that a branch goes to, where it is decided.
    pub(super) fn decided(&self, block: Block) -> Option<Side> {
        self.decided[block].expand()
    }

    /// How many branches are decided.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// Control does not come to a block any more.
    pub(super) fn kill(&mut self, block: Block) {
        self.dead.insert(block);
    }

    /// Whether control may come to a block.
    pub fn is_live(&self, block: Block) -> bool {
        !self.dead.contains(block)
    }
}
