//! At which places each item needs goals.

use crate::extract::place::Place;
use crate::extract::problem::{Instance, Item, Join, Kind, Owner, Problem};
use cranelift_entity::SecondaryMap;
use std::collections::BTreeMap;

/// At which places each item needs goals.
pub(super) struct Wanted<'p> {
    problem: &'p Problem,
    /// By item: the places by the time at which a walk over the tree comes to them.
    places: SecondaryMap<Item, BTreeMap<u32, Place>>,
    joins: SecondaryMap<Join, bool>,
    work: Vec<(Item, Place)>,
}

impl<'p> Wanted<'p> {
    pub fn new(problem: &'p Problem) -> Wanted<'p> {
        Wanted {
            problem,
            places: SecondaryMap::new(),
            joins: SecondaryMap::new(),
            work: Vec::new(),
        }
    }

    pub fn spread(&mut self) {
        for data in self.problem.uses.values() {
            if !matches!(data.owner, Owner::Join(_)) {
                for &item in &data.items {
                    self.want(item, data.place);
                }
            }
        }
        while let Some((item, place)) = self.work.pop() {
            if let Some(before) = self.problem.places.before_loop(place) {
                self.want(item, before);
            }
            for &instance in &self.problem.items[item].instances {
                self.instance(item, instance, place);
            }
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
                let here = self.problem.places.places[place].epoch;
                if within.is_none_or(|epoch| epoch == here) {
                    self.want(data.operands[0].item, place);
                }
            }
            Kind::Run { region, .. } => {
                if self.problem.may_stand(region, place) {
                    for operand in &data.operands {
                        self.want(operand.item, place);
                    }
                } else {
                    let mut above = self.problem.places.up_from(place);
                    if let Some(there) = above.find(|&at| self.problem.may_stand(region, at)) {
                        self.want(item, there);
                    }
                }
            }
        }
    }

    /// Adds a place, and the common places that it has with others.
    fn want(&mut self, item: Item, place: Place) {
        let tree = &self.problem.places;
        let wanted = &mut self.places[item];
        let time = tree.time(place);
        if wanted.insert(time, place).is_some() {
            return;
        }
        // The set is closed, so that neighbours in the walk tell all common places.
        let before = wanted.range(..time).next_back().map(|(_, &at)| at);
        let after = wanted.range(time + 1..).next().map(|(_, &at)| at);
        self.work.push((item, place));
        for other in before.into_iter().chain(after) {
            let common = tree.common(place, other);
            self.want(item, common);
        }
    }

    /// The closest place above a place at which the item has goals.
    pub fn above(&self, item: Item, place: Place) -> Option<Place> {
        let tree = &self.problem.places;
        let mut earlier = self.places[item].range(..tree.time(place));
        let (_, &before) = earlier.next_back()?;
        // Not above: in a subtree beside. The common place with it is the closest above, for the set is closed.
        Some(tree.common(before, place))
    }
}
