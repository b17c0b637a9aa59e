//! P: the extraction problem of a function, as data.
//!
//! An *item* is a value of a class, of one of its member types. It has *instances*, each a node with one tuple of
//! operand items; the cost belongs to the instance. An instance that makes code *runs* at [places](super::place); what
//! has run at a place can be used at all places below it.
//!
//! ```text
//! b0: eig = eigen(A)            uses:       return tuple(eig, x) in b3; x = tr(A) at the end of b1, det(A) of b2
//! b1: x = tr(A)                 items:      tr(A)::Float64, det(A)::Float64, eigen(A)::Eigen, eigen(A).values, …
//! b2: x = det(A)                instances:  tr(A)::Float64 = tr(A)                        10, below b1
//! b3: return (eig, x)                                      = sum(eigen(A).values)          1, below b1
//! ```
//!
//! An *answer* says which instances run where, and what meets each use. It is valid if
//!
//! 1. every use that is needed is met by an item that it accepts; a use is needed always, or with the parameter or the
//!    alternative that it belongs to; of the alternatives of a statement, one is taken;
//! 2. an operand is met by a run at the same place or above, or by an instance that needs no code; runs are acyclic;
//! 3. a run stands where it may: in the epoch that it reads in; if it is not pure, below one of its *anchors* and in no
//!    loop that the anchor is not in, or in strict mode at an anchor; at one place and once, if it has effects or its
//!    object has an identity;
//! 4. an instance without code is used only where it is available;
//! 5. *epochs*: [`Kind::Coerce`] within an epoch makes a value at places of that epoch only. It is not *clean*, nor is
//!    what an aliasing run makes of it. What is not clean meets operands at places with the same epoch of all memory, and no use. What is
//!    [lent](Kind::Lent) is not clean either, in any epoch. What runs once must be clean;
//! 6. no item runs at a place and again below, where the first run would serve as well.
//!
//! Its cost is the sum of weight × cost over the runs and over the alternatives taken. Whether an optional call of the
//! source is *kept* is no variable of its own: it is, if one of its instances runs.
//!
//! [`check`](super::check) proves an answer; extractors share the trait [`FunctionExtractor`].

pub use super::answer::{Answer, Effort, Origin, Run, Source};
use super::dag::{ExtractError, Limits};
use super::place::{Place, Places};
use crate::egraph::language::Epoch;
use crate::ir::Type;
use cranelift_entity::{entity_impl, EntitySet, PrimaryMap, SecondaryMap};
use egg::Id;
use smallvec::SmallVec;
use std::sync::Arc;

/// An item: a class and one of its member types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item(u32);
entity_impl!(Item, "item");

/// An instance of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instance(u32);
entity_impl!(Instance, "instance");

/// Something that must be met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UseId(u32);
entity_impl!(UseId, "use");

/// A block parameter at a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Join(u32);
entity_impl!(Join, "join");

/// A statement with alternatives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Statement(u32);
entity_impl!(Statement, "statement");

/// An item's data.
#[derive(Clone, Debug)]
pub struct ItemData {
    /// The class.
    pub class: Id,
    /// The member type.
    pub member: Type,
    /// Its instances.
    pub instances: SmallVec<[Instance; 2]>,
}

/// An operand of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// What is consumed.
    pub item: Item,
    /// Whether the value may reach mutable memory. If not, it must be clean.
    pub carries: bool,
}

/// Where a run may stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// Only in this epoch.
    pub epoch: Option<Epoch>,
    /// Only below one of these places, and in no loop that it is not in; anywhere, if there is no list.
    pub anchors: Option<SmallVec<[Place; 2]>>,
    /// Only at these places; anywhere, if there is no list.
    pub exactly: Option<SmallVec<[Place; 2]>>,
    /// Only there, and once.
    pub only: Option<Place>,
}

/// How an instance makes its item.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Without code, at this place and below; everywhere, if there is none.
    Free(Option<Place>),
    /// Without code, everywhere, as an object that all runs of the function share: not clean.
    Lent,
    /// As a block parameter, whose arguments are then needed.
    Param(Join),
    /// From its only operand, as it is: within an epoch, or for good.
    Coerce(Option<Epoch>),
    /// By a run.
    Run {
        /// The cost of one run at a place of weight 1.
        cost: f64,
        /// Where it may stand.
        region: Region,
        /// Whether the result may share memory with the operands that carry some.
        aliases: bool,
    },
}

/// An instance's data.
#[derive(Clone, Debug)]
pub struct InstanceData {
    /// What it makes.
    pub item: Item,
    /// The node, as the maker of the problem numbers them.
    pub node: u32,
    /// The type of what it makes: under the member type of the item.
    pub ty: Type,
    /// How.
    pub kind: Kind,
    /// Its operands.
    pub operands: SmallVec<[Operand; 4]>,
}

/// When a use is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// In any case.
    Always,
    /// If this parameter is.
    Join(Join),
    /// If this alternative is taken.
    Alternative(Statement, u32),
}

/// A use's data.
#[derive(Clone, Debug)]
pub struct UseData {
    /// Where.
    pub place: Place,
    /// What meets it; none of them if the list is empty.
    pub items: Vec<Item>,
    /// When it is needed.
    pub owner: Owner,
}

/// A block parameter at a type: one use per jump to the block.
#[derive(Clone, Debug)]
pub struct JoinData {
    /// The first place of its block.
    pub place: Place,
    /// Its arguments.
    pub uses: Vec<UseId>,
}

/// A statement that runs exactly once at its place, in one of several ways.
#[derive(Clone, Debug)]
pub struct StatementData {
    /// Where.
    pub place: Place,
    /// The ways, never none.
    pub alternatives: Vec<Alternative>,
}

/// One way to run a statement.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The cost at a place of weight 1.
    pub cost: f64,
    /// Its operands.
    pub uses: Vec<UseId>,
}

/// An optional call of the source.
#[derive(Clone, Debug)]
pub struct OptionalCall {
    /// Where it was.
    pub place: Place,
    /// What its value may be.
    pub items: Vec<Item>,
    /// Whether a relaxed rule has matched it: the paper takes it out of the skeleton then.
    pub detached: bool,
}

/// The problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The places.
    pub places: Arc<Places>,
    /// The items.
    pub items: PrimaryMap<Item, ItemData>,
    /// The instances.
    pub instances: PrimaryMap<Instance, InstanceData>,
    /// The uses.
    pub uses: PrimaryMap<UseId, UseData>,
    /// The parameters that may change their type.
    pub joins: PrimaryMap<Join, JoinData>,
    /// The statements that stay.
    pub statements: PrimaryMap<Statement, StatementData>,
    /// The optional calls of the source, for formulations that keep them all.
    pub optional_calls: Vec<OptionalCall>,
}

impl Problem {
    /// A problem without anything in it.
    pub fn new(places: impl Into<Arc<Places>>) -> Problem {
        Problem {
            places: places.into(),
            items: PrimaryMap::new(),
            instances: PrimaryMap::new(),
            uses: PrimaryMap::new(),
            joins: PrimaryMap::new(),
            statements: PrimaryMap::new(),
            optional_calls: Vec::new(),
        }
    }

    /// Adds an item without instances.
    pub fn add_item(&mut self, class: Id, member: Type) -> Item {
        self.items.push(ItemData {
            class,
            member,
            instances: SmallVec::new(),
        })
    }

    /// Adds an instance to its item.
    pub fn add_instance(&mut self, data: InstanceData) -> Instance {
        let item = data.item;
        let instance = self.instances.push(data);
        self.items[item].instances.push(instance);
        instance
    }

    /// The items that something can make, as far as operands and the arguments of jumps decide: each has an instance for which all of these can be made
    /// before it.
    pub fn makeable(&self) -> EntitySet<Item> {
        self.makeable_by(|_| true, |_, _| true)
    }

    /// Those of the makeable items that something can make clean, such that they can meet a use.
    pub fn makeable_clean(&self, made: &EntitySet<Item>) -> EntitySet<Item> {
        let is_clean = |data: &InstanceData| {
            !matches!(data.kind, Kind::Coerce(Some(_)) | Kind::Lent)
                && data.operands.iter().all(|of| made.contains(of.item))
        };
        let must_be_clean = |data: &InstanceData, operand: &Operand| {
            operand.carries && !matches!(data.kind, Kind::Run { aliases: false, .. })
        };
        self.makeable_by(is_clean, must_be_clean)
    }

    /// The items that instances which `may` be taken can make, from operands of which those that `needs` names are made in the same way.
    fn makeable_by(
        &self,
        may: impl Fn(&InstanceData) -> bool,
        needs: impl Fn(&InstanceData, &Operand) -> bool,
    ) -> EntitySet<Item> {
        let mut made = EntitySet::new();
        let mut users: SecondaryMap<Item, SmallVec<[Instance; 2]>> = SecondaryMap::new();
        let mut missing: SecondaryMap<Instance, usize> = SecondaryMap::new();
        let mut params: SecondaryMap<Join, SmallVec<[Item; 2]>> = SecondaryMap::new();
        let mut work = Vec::new();
        for (instance, data) in self.instances.iter().filter(|(_, data)| may(data)) {
            for operand in data.operands.iter().filter(|of| needs(data, of)) {
                missing[instance] += 1;
                users[operand.item].push(instance);
            }
            match data.kind {
                Kind::Param(join) => params[join].push(data.item),
                _ if missing[instance] == 0 => work.push(data.item),
                _ => {}
            }
        }
        // An argument can be any of several items: the first one counts.
        let mut arguments: SecondaryMap<Item, SmallVec<[(Join, UseId); 2]>> = SecondaryMap::new();
        let mut awaited: SecondaryMap<Join, usize> = SecondaryMap::new();
        for (join, data) in self.joins.iter() {
            awaited[join] = data.uses.len();
            if data.uses.is_empty() {
                work.extend(&params[join]);
            }
            for &of in &data.uses {
                for &item in &self.uses[of].items {
                    arguments[item].push((join, of));
                }
            }
        }
        let mut met: EntitySet<UseId> = EntitySet::new();
        while let Some(item) = work.pop() {
            if !made.insert(item) {
                continue;
            }
            for &user in &users[item] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    work.push(self.instances[user].item);
                }
            }
            for &(join, of) in &arguments[item] {
                if met.insert(of) {
                    awaited[join] -= 1;
                    if awaited[join] == 0 {
                        work.extend(&params[join]);
                    }
                }
            }
        }
        made
    }

    /// Whether a run may stand at a place, as far as the place alone decides.
    pub fn may_stand(&self, region: &Region, place: Place) -> bool {
        region.only.is_none_or(|only| only == place)
            && (region.exactly.as_ref()).is_none_or(|places| places.contains(&place))
            && region
                .epoch
                .is_none_or(|epoch| self.places.is_in(place, epoch))
            && region.anchors.as_ref().is_none_or(|anchors| {
                anchors.iter().any(|&anchor| {
                    self.places.dominates(anchor, place) && self.places.in_same_loops(anchor, place)
                })
            })
    }
}

/// A way to solve P: an extractor of functions, where [`dag_extract::Extractor`] is one of plain e-graphs.
pub trait FunctionExtractor {
    /// The name by which users choose it.
    fn name(&self) -> &'static str;

    /// An answer, within `limits`.
    fn extract(&self, problem: &Problem, limits: &Limits) -> Result<Answer, ExtractError>;
}
