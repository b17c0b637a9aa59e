//! Sets of places, by the time at which a walk over the tree comes to them.
//!
//! Most items are wanted at one or two places, and some at thousands. A few entries stand in a sorted array without an
//! allocation; more make it a tree, so that no insertion is ever linear in a large set.

use crate::extract::place::Place;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// So many entries are kept in the array.
const FEW: usize = 4;

/// A set of places.
#[derive(Clone)]
pub(super) enum PlaceSet {
    Few(SmallVec<[(u32, Place); FEW]>),
    Many(BTreeMap<u32, Place>),
}

impl Default for PlaceSet {
    fn default() -> PlaceSet {
        PlaceSet::Few(SmallVec::new())
    }
}

impl PlaceSet {
    /// Adds a place; whether it is new.
    pub fn insert(&mut self, time: u32, place: Place) -> bool {
        match self {
            PlaceSet::Many(all) => all.insert(time, place).is_none(),
            PlaceSet::Few(all) => {
                let at = all.partition_point(|&(other, _)| other < time);
                if all.get(at).is_some_and(|&(other, _)| other == time) {
                    return false;
                }
                if all.len() == FEW {
                    let mut many: BTreeMap<u32, Place> = all.iter().copied().collect();
                    many.insert(time, place);
                    *self = PlaceSet::Many(many);
                } else {
                    all.insert(at, (time, place));
                }
                true
            }
        }
    }

    /// Takes out the places of these times.
    pub fn remove(&mut self, times: RangeInclusive<u32>) {
        match self {
            PlaceSet::Few(all) => all.retain(|(time, _)| !times.contains(time)),
            PlaceSet::Many(all) => {
                let found: SmallVec<[u32; 4]> = all.range(times).map(|(&time, _)| time).collect();
                for time in found {
                    all.remove(&time);
                }
            }
        }
    }

    /// The first place.
    pub fn first(&self) -> Option<(u32, Place)> {
        match self {
            PlaceSet::Few(all) => all.first().copied(),
            PlaceSet::Many(all) => all.first_key_value().map(|(&time, &place)| (time, place)),
        }
    }

    /// The last place before a time.
    pub fn before(&self, time: u32) -> Option<Place> {
        match self {
            PlaceSet::Few(all) => {
                let mut earlier = all.iter().rev().filter(|(other, _)| *other < time);
                earlier.next().map(|&(_, place)| place)
            }
            PlaceSet::Many(all) => all.range(..time).next_back().map(|(_, &place)| place),
        }
    }

    /// The first place after a time.
    pub fn after(&self, time: u32) -> Option<Place> {
        match self {
            PlaceSet::Few(all) => {
                let mut later = all.iter().filter(|(other, _)| *other > time);
                later.next().map(|&(_, place)| place)
            }
            PlaceSet::Many(all) => all.range(time + 1..).next().map(|(_, &place)| place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_answer_alike() {
        let place = Place::from_u32;
        for count in [3, 40] {
            let mut set = PlaceSet::default();
            for number in (0..count).rev() {
                assert!(set.insert(10 * number + 5, place(number)));
                assert!(!set.insert(10 * number + 5, place(number)));
            }
            assert_eq!(matches!(set, PlaceSet::Many(_)), count > FEW as u32);
            assert_eq!(set.first(), Some((5, place(0))));
            assert_eq!(set.before(5), None);
            assert_eq!(set.before(15), Some(place(0)));
            assert_eq!(set.before(16), Some(place(1)));
            assert_eq!(set.after(5), Some(place(1)));
            assert_eq!(set.after(10 * count), None);
            set.remove(5..=15);
            assert_eq!(set.first(), Some((25, place(2))));
        }
    }
}
