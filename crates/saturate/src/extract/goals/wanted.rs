//! At which places each item needs goals.
//!
//! **What is there in any case.** Where a use accepts one item only, that item is available in every answer; so are, at
//! the same place, the operands that all its instances share, and so on. Below such a place nothing need be run again, and the
//! item needs no ways but the one from above. Without this, a chain of values with effects in between has a goal for every
//! value at every later place.
//!
//! **What may run anywhere.** An item that pure instances make of constants and arguments of the function, whichever are
//! chosen, is *rooted*. The highest place where it is wanted serves all others: runs of it, and of all that it is made of, can be
//! moved up there, and cost no more if no loop is around that place. Elaboration moves down again what has one user.

use super::place_set::PlaceSet;
use crate::egraph::language::Epoch;
use crate::extract::place::Place;
use crate::extract::problem::{Instance, Item, Join, Kind, Owner, Problem, Region};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// An item that may be had in more epochs than these is looked for in all.
const MAX_EPOCHS: usize = 8;

/// Places that may be looked at for items that may be had in many epochs; for each of them the item may need a goal.
const MAX_WALKED: u64 = 1_000_000;

/// Epochs in which an item may be had when it is not clean. What is lent is there in all of them, so that it keeps no run where
/// it is.
#[derive(Clone)]
enum Epochs {
    Few(SmallVec<[Epoch; 2]>),
    Many,
}

impl Default for Epochs {
    fn default() -> Epochs {
        Epochs::Few(SmallVec::new())
    }
}

/// At which places each item needs goals.
pub(super) struct Wanted<'p> {
    problem: &'p Problem,
    /// By item: the places by the time at which a walk over the tree comes to them.
    places: SecondaryMap<Item, PlaceSet>,
    joins: SecondaryMap<Join, bool>,
    work: Vec<(Item, Place)>,
    /// By item: places where every answer has it, clean, none below another, by time.
    given: SecondaryMap<Item, PlaceSet>,
    /// Whether some run earns something: then nothing may be left out only because it is not needed.
    earns: bool,
    /// Items that are clean in every answer.
    clean: SecondaryMap<Item, bool>,
    /// By item: the epochs in which it may be had when it is not clean.
    epochs: SecondaryMap<Item, Epochs>,
    /// All such epochs.
    coerced: FxHashSet<Epoch>,
    /// Places looked at for items that may be had in many epochs.
    walked: u64,
    /// Whether places were left out, because there are too many.
    pub limited: bool,
}

impl<'p> Wanted<'p> {
    pub fn new(problem: &'p Problem) -> Wanted<'p> {
        let earns =
            |kind: &Kind| matches!(kind, Kind::Run { cost, .. } if cost.is_nan() || *cost < 0.0);
        Wanted {
            problem,
            places: SecondaryMap::new(),
            joins: SecondaryMap::new(),
            work: Vec::new(),
            given: SecondaryMap::new(),
            earns: problem.instances.values().any(|data| earns(&data.kind)),
            clean: clean_items(problem),
            epochs: epochs_of_items(problem),
            coerced: problem
                .instances
                .values()
                .filter_map(|data| match data.kind {
                    Kind::Coerce(within) => within,
                    _ => None,
                })
                .collect(),
            walked: 0,
            limited: false,
        }
    }

    /// The instance that makes an item at a place without code, and the place from which on it does.
    pub fn free(&self, item: Item, place: Place) -> Option<(Instance, Place)> {
        if self.earns {
            return None;
        }
        let mut instances = self.problem.items[item].instances.iter();
        instances.find_map(|&instance| match self.problem.instances[instance].kind {
            Kind::Free(None) => Some((instance, Place::from_u32(0))),
            Kind::Free(Some(home)) => {
                let available = self.problem.places.dominates(home, place);
                available.then_some((instance, home))
            }
            _ => None,
        })
    }

    /// The place that an item comes from, clean, when it is wanted at a place: where it needs no code, or where every
    /// answer has it. No goal is needed in between.
    pub fn provider(&self, item: Item, place: Place) -> Option<Place> {
        if let Some((_, home)) = self.free(item, place) {
            return Some(home);
        }
        // None is below another: the last one before is the only one that may be above.
        let tree = &self.problem.places;
        let at = self.given[item].before(tree.time(place) + 1)?;
        tree.dominates(at, place).then_some(at)
    }

    /// Finds what is there in any case.
    fn give(&mut self) {
        let problem = self.problem;
        if self.earns {
            return;
        }
        let clean = self.clean.clone();
        let mut work: Vec<(Item, Place)> = Vec::new();
        for data in problem.uses.values() {
            let always = match data.owner {
                Owner::Always => true,
                Owner::Join(_) => false,
                Owner::Alternative(statement, _) => {
                    problem.statements[statement].alternatives.len() == 1
                }
            };
            if let ([item], true) = (&data.items[..], always) {
                work.push((*item, data.place));
            }
        }
        // Places further up come first, so that those below add nothing.
        work.sort_by_key(|&(_, place)| std::cmp::Reverse(problem.places.time(place)));
        while let Some((item, place)) = work.pop() {
            if self.provider(item, place).is_some() {
                continue;
            }
            let known = &mut self.given[item];
            let (enter, leave) = problem.places.times(place);
            known.remove(enter..=leave);
            known.insert(enter, place);
            // Operands that all instances have in common.
            let mut instances = problem.items[item].instances.iter();
            let Some(&first) = instances.next() else {
                continue;
            };
            let operands = problem.instances[first].operands.iter();
            let mut common: SmallVec<[Item; 4]> = operands.map(|operand| operand.item).collect();
            for &instance in instances {
                let operands = &problem.instances[instance].operands;
                common.retain(|item| operands.iter().any(|operand| operand.item == *item));
            }
            let common = common.into_iter().filter(|&operand| clean[operand]);
            work.extend(common.map(|operand| (operand, place)));
        }
    }

    /// Finds all places, and then what comes from the highest of them.
    pub fn spread(&mut self) {
        self.find_places();
        if self.earns {
            return;
        }
        let tree = &self.problem.places;
        let least = tree.places[Place::from_u32(0)].weight;
        for item in rooted_items(self.problem) {
            // The set is closed: its first place is above the others.
            if let Some((time, top)) = self.places[item].first() {
                if tree.places[top].weight <= least {
                    self.given[item] = PlaceSet::default();
                    self.given[item].insert(time, top);
                }
            }
        }
    }

    fn find_places(&mut self) {
        self.give();
        for data in self.problem.uses.values() {
            if !matches!(data.owner, Owner::Join(_)) {
                for &item in &data.items {
                    self.want(item, data.place);
                }
            }
        }
        while let Some((item, place)) = self.work.pop() {
            if let Some(above) = self.problem.places.cheaper(place) {
                self.want(item, above);
            }
            for &instance in &self.problem.items[item].instances {
                self.instance(item, instance, place);
                self.other_epochs(item, instance, place);
            }
        }
    }

    /// A run that consumes what is good in one epoch only cannot be moved down out of it: the last places above that are in
    /// such an epoch are wanted, too.
    fn other_epochs(&mut self, item: Item, instance: Instance, place: Place) {
        let data = &self.problem.instances[instance];
        if !matches!(data.kind, Kind::Run { .. }) {
            return;
        }
        let tree = &self.problem.places;
        let mut found: SmallVec<[Place; 4]> = SmallVec::new();
        for operand in data.operands.iter().filter(|operand| operand.carries) {
            let is_coerced_at = |above: Place| match &self.epochs[operand.item] {
                Epochs::Few(epochs) => epochs.iter().any(|&epoch| tree.is_in(above, epoch)),
                Epochs::Many => self.coerced.iter().any(|&epoch| tree.is_in(above, epoch)),
            };
            if matches!(&self.epochs[operand.item], Epochs::Few(epochs) if epochs.is_empty()) {
                continue;
            }
            // What is not clean is handed on inside an epoch of all memory, so the last place of each of them is wanted.
            let mut below = tree.places[place].epoch;
            for above in tree.up_from(place) {
                if self.walked >= MAX_WALKED {
                    self.limited = true;
                    break;
                }
                self.walked += 1;
                let epoch = tree.places[above].epoch;
                if epoch != below && is_coerced_at(above) {
                    found.push(above);
                }
                below = epoch;
            }
        }
        for above in found {
            self.want(item, above);
        }
    }

    fn instance(&mut self, item: Item, instance: Instance, place: Place) {
        let data = &self.problem.instances[instance];
        match &data.kind {
            Kind::Free(_) | Kind::Lent => {}
            &Kind::Param(join) => {
                if !std::mem::replace(&mut self.joins[join], true) {
                    for &id in &self.problem.joins[join].uses {
                        let argument = &self.problem.uses[id];
                        for &item in &argument.items {
                            self.want(item, argument.place);
                        }
                    }
                }
            }
            &Kind::Coerce(within) => {
                let is_here = |epoch| self.problem.places.is_in(place, epoch);
                if within.is_none_or(is_here) {
                    self.want(data.operands[0].item, place);
                }
            }
            Kind::Run { region, .. } => {
                if self.problem.may_stand(region, place) {
                    for operand in &data.operands {
                        self.want(operand.item, place);
                    }
                } else {
                    if let Some(there) = self.closest(region, place) {
                        self.want(item, there);
                    }
                }
            }
        }
    }

    /// The closest place above one where a run may not stand, where it may.
    fn closest(&self, region: &Region, place: Place) -> Option<Place> {
        let tree = &self.problem.places;
        let may_stand = |at: &Place| self.problem.may_stand(region, *at);
        let listed = |places: &[Place]| {
            let above = places.iter().copied();
            let above = above.filter(|&at| tree.dominates(at, place) && may_stand(&at));
            above.max_by_key(|&at| tree.places[at].depth)
        };
        match region {
            &Region {
                only: Some(only), ..
            } => listed(&[only]),
            Region {
                exactly: Some(places),
                ..
            } => listed(places),
            &Region {
                epoch: Some(epoch), ..
            } => tree.in_epoch(epoch, place).find(may_stand),
            // Below an anchor, in a loop that it is not in.
            _ => std::iter::successors(Some(place), |&at| tree.before_loop(at)).find(may_stand),
        }
    }

    /// Adds a place, and the common places that it has with others; or the place that the item comes from.
    fn want(&mut self, item: Item, place: Place) {
        if self.free(item, place).is_some() {
            return;
        }
        let tree = &self.problem.places;
        let place = self.provider(item, place).unwrap_or(place);
        let wanted = &mut self.places[item];
        let time = tree.time(place);
        if !wanted.insert(time, place) {
            return;
        }
        // The set is closed, so that neighbours in the walk tell all common places.
        let (before, after) = (wanted.before(time), wanted.after(time));
        self.work.push((item, place));
        for other in before.into_iter().chain(after) {
            let common = tree.common(place, other);
            self.want(item, common);
        }
    }

    /// The closest place above a place at which the item has goals.
    pub fn above(&self, item: Item, place: Place) -> Option<Place> {
        let tree = &self.problem.places;
        let before = self.places[item].before(tree.time(place))?;
        // Not above: in a subtree beside. The common place with it is the closest above, for the set is closed.
        Some(tree.common(before, place))
    }
}

/// Items that are made of constants and arguments of the function, by pure instances only.
fn rooted_items(problem: &Problem) -> impl Iterator<Item = Item> + '_ {
    let root = Place::from_u32(0);
    let mut rooted: SecondaryMap<Item, bool> = SecondaryMap::with_default(true);
    let mut users: SecondaryMap<Item, SmallVec<[Item; 4]>> = SecondaryMap::new();
    let mut work = Vec::new();
    for data in problem.instances.values() {
        let floats = match &data.kind {
            Kind::Free(home) => home.is_none_or(|home| home == root),
            Kind::Run { region, .. } => *region == Region::default(),
            Kind::Lent | Kind::Param(_) | Kind::Coerce(_) => false,
        };
        if !floats {
            work.push(data.item);
        }
        for operand in &data.operands {
            users[operand.item].push(data.item);
        }
    }
    while let Some(item) = work.pop() {
        if std::mem::replace(&mut rooted[item], false) {
            work.extend(users[item].iter().copied());
        }
    }
    problem.items.keys().filter(move |&item| rooted[item])
}

/// Items that are clean in every answer.
fn clean_items(problem: &Problem) -> SecondaryMap<Item, bool> {
    let mut clean: SecondaryMap<Item, bool> = SecondaryMap::with_default(true);
    let mut users: SecondaryMap<Item, SmallVec<[Item; 4]>> = SecondaryMap::new();
    let mut work = Vec::new();
    for data in problem.instances.values() {
        let passes_on = match data.kind {
            Kind::Lent | Kind::Coerce(Some(_)) => {
                work.push(data.item);
                false
            }
            Kind::Coerce(None) => true,
            Kind::Run { aliases, .. } => aliases,
            Kind::Free(_) | Kind::Param(_) => false,
        };
        for operand in data.operands.iter().filter(|_| passes_on) {
            users[operand.item].push(data.item);
        }
    }
    while let Some(item) = work.pop() {
        if std::mem::replace(&mut clean[item], false) {
            work.extend(users[item].iter().copied());
        }
    }
    clean
}

/// The epochs in which each item may be had when it is not clean: those of its coercions, and of the operands that it is one
/// with or leads to.
fn epochs_of_items(problem: &Problem) -> SecondaryMap<Item, Epochs> {
    let mut epochs: SecondaryMap<Item, Epochs> = SecondaryMap::new();
    let mut users: SecondaryMap<Item, SmallVec<[Item; 4]>> = SecondaryMap::new();
    let mut work: Vec<(Item, Option<Epoch>)> = Vec::new();
    for data in problem.instances.values() {
        let passes_on = match data.kind {
            Kind::Coerce(Some(epoch)) => {
                work.push((data.item, Some(epoch)));
                false
            }
            Kind::Coerce(None) => true,
            Kind::Run { aliases, .. } => aliases,
            Kind::Free(_) | Kind::Param(_) | Kind::Lent => false,
        };
        for operand in data.operands.iter().filter(|_| passes_on) {
            users[operand.item].push(data.item);
        }
    }
    // Each item is passed on once for each of a few epochs, and once more when there are too many.
    while let Some((item, epoch)) = work.pop() {
        let known = &mut epochs[item];
        let is_new = match (&mut *known, epoch) {
            (Epochs::Many, _) => false,
            (Epochs::Few(few), Some(epoch)) if few.contains(&epoch) => false,
            (Epochs::Few(few), Some(epoch)) if few.len() < MAX_EPOCHS => {
                few.push(epoch);
                true
            }
            _ => {
                *known = Epochs::Many;
                true
            }
        };
        if is_new {
            let epoch = epoch.filter(|_| matches!(known, Epochs::Few(_)));
            work.extend(users[item].iter().map(|&user| (user, epoch)));
        }
    }
    epochs
}
