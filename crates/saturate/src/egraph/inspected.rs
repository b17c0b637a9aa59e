//! The types of values that the program looks at.
//!
//! A rule may make a value equal to one of another type: `sin(x)^2 + cos(x)^2`, a `Float64`, to the integer `1`. Who asks for the type of such a value is told the
//! one of the source: a call of the language that looks at types (`isa`, `===`), and any function of the program's own, which may look at them inside, or have
//! other methods for other types. What a closure captures, and any other new object holds, is of the types of the source as well.
//!
//! ```text
//! is_one(x) = x === 1.0
//! b(x) = is_one(sin(x)^2 + cos(x)^2)      noted: the class of sin(x)^2 + cos(x)^2, as a Float64, by is_one
//!                                         is_one(1): not for it.   is_one(1.0), which equals it: true
//! ```
//!
//! Where the rules say that all methods of a function mean the same (`@generic name`), its calls are given values of any type that the line covers.
//!
//! What is noted of a class is noted of what it becomes one with. Operands of all calls are noted, calls of the same function with the same types once; whether a function is the program's own is asked only
//! where a class has values of several types.

use super::cache::HostCache;
use super::EGraph;
use crate::host::Known;
use crate::ir::Type;
use crate::rules::rule::Signature;
use egg::Id;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum By {
    /// A call of the language that is known for it.
    Language,
    /// A call of the source, by its number, at this place among its arguments.
    Call(u32, u32),
}

/// A call of the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Call {
    /// What is called, or the type of what is made.
    callee: Known,
    /// The types of the arguments.
    types: SmallVec<[Type; 4]>,
    /// Whether it makes a new object.
    is_new: bool,
}

/// What is called, if it is not a call of the language, and a place among its arguments.
type Place = (Option<Known>, u32);

/// What is looked at, by whom.
#[derive(Clone, Debug, Default)]
pub struct Inspected {
    calls: Vec<Call>,
    numbers: FxHashMap<Call, u32>,
    /// Calls of functions whose methods all mean the same.
    generic: Vec<Signature>,
    /// Whether a call runs a method of the program's own, once that was asked.
    own: FxHashMap<u32, bool>,
    /// What was noted, and not yet put to its class.
    noted: Vec<(Id, By, Type)>,
    /// Sorted, without repetition.
    classes: FxHashMap<Id, Vec<(By, Type)>>,
}

impl Inspected {
    /// The methods of these calls mean the same: `@generic`.
    pub fn set_generic(&mut self, calls: &[Signature]) {
        self.generic = calls.to_vec();
    }

    /// A call of the language looks at the type of a value of this class, which is this.
    pub fn note(&mut self, class: Id, ty: Type) {
        self.noted.push((class, By::Language, ty));
    }

    /// A call of the source, or what makes a new object: what is called, or its type, then the arguments, with the classes of those.
    pub fn note_call(&mut self, callee: Known, args: &[Known], classes: &[Id], is_new: bool) {
        let call = Call {
            callee,
            types: args.iter().map(|known| known.ty).collect(),
            is_new,
        };
        let next = self.calls.len() as u32;
        let number = match self.numbers.get(&call) {
            Some(&number) => number,
            None => {
                self.calls.push(call.clone());
                self.numbers.insert(call, next);
                next
            }
        };
        for (place, (known, &class)) in (0..).zip(args.iter().zip(classes)) {
            self.noted.push((class, By::Call(number, place), known.ty));
        }
    }

    /// Two classes, by their canonical numbers, become one: under which of the two is not known yet.
    pub fn unite(&mut self, a: Id, b: Id) {
        if a == b || self.classes.is_empty() {
            return;
        }
        let of = |class: Id| self.classes.get(&class).into_iter().flatten().copied();
        let mut both: Vec<(By, Type)> = of(a).chain(of(b)).collect();
        if !both.is_empty() {
            both.sort_unstable();
            both.dedup();
            self.classes.insert(a, both.clone());
            self.classes.insert(b, both);
        }
    }

    fn settle(&mut self, egraph: &EGraph<'_>) {
        if self.noted.is_empty() {
            return;
        }
        for (class, by, ty) in self.noted.drain(..) {
            let of = self.classes.entry(egraph.find(class)).or_default();
            of.push((by, ty));
        }
        for of in self.classes.values_mut() {
            of.sort_unstable();
            of.dedup();
        }
    }

    fn is_own(&mut self, call: u32, cache: &mut HostCache<'_>) -> bool {
        let Call {
            callee,
            types,
            is_new,
        } = &self.calls[call as usize];
        *self.own.entry(call).or_insert_with(|| {
            let known = |&ty: &Type| Known { ty, constant: None };
            let args: SmallVec<[Known; 4]> = types.iter().map(known).collect();
            *is_new || cache.host.may_run_own(*callee, &args)
        })
    }

    /// The types that an argument of a call may have, by the lines that say of this call that the methods for them mean the same.
    fn generic_types(
        &self,
        call: u32,
        place: u32,
        cache: &mut HostCache<'_>,
    ) -> SmallVec<[Type; 2]> {
        let Call {
            callee,
            types,
            is_new,
        } = &self.calls[call as usize];
        let mut found = SmallVec::new();
        let Some(function) = callee.constant.filter(|_| !is_new) else {
            return found;
        };
        for of in &self.generic {
            let types = types.iter().copied();
            if of.covers(function, types, &mut |ty, of| cache.subtype(ty, of)) {
                found.push(match &of.args {
                    Some(types) => types[place as usize],
                    None => cache.host.any(),
                });
            }
        }
        found
    }

    /// The types of a class that calls of the language look at.
    pub fn by_language(&mut self, egraph: &EGraph<'_>, class: Id) -> SmallVec<[Type; 2]> {
        self.settle(egraph);
        let entries = self.classes.get(&egraph.find(class)).into_iter().flatten();
        let by_language = entries.filter(|(by, _)| *by == By::Language);
        by_language.map(|&(_, ty)| ty).collect()
    }

    /// The types of a class under which the program gives it to a function of its own, or to a new object of this type, at a place among the arguments.
    pub fn by_function(
        &mut self,
        egraph: &EGraph<'_>,
        class: Id,
        (callee, place): (Known, usize),
        cache: &mut HostCache<'_>,
    ) -> SmallVec<[Type; 2]> {
        self.settle(egraph);
        let mut calls: SmallVec<[(u32, Type); 4]> = SmallVec::new();
        for &(by, ty) in self.classes.get(&egraph.find(class)).into_iter().flatten() {
            let By::Call(call, at) = by else { continue };
            if at as usize == place && self.calls[call as usize].callee == callee {
                calls.push((call, ty));
            }
        }
        let mut found = SmallVec::new();
        for (call, ty) in calls {
            let mut types = self.generic_types(call, place as u32, cache);
            types.push(ty);
            types.retain(|ty| !found.contains(ty));
            if !types.is_empty() && self.is_own(call, cache) {
                found.extend(types);
            }
        }
        found
    }

    /// Whether rules have made two values equal, each of a type of its own that the same function looks at, at the same place: there is then no saying whose type a call sees.
    pub fn is_confused(&mut self, egraph: &EGraph<'_>, cache: &mut HostCache<'_>) -> bool {
        // What has one type is no matter, and that is nearly everything.
        let is_mixed = |class: &Id| egraph[*class].data.members().len() > 1;
        let mut classes: Vec<Id> = egraph.classes().map(|class| class.id).collect();
        classes.retain(is_mixed);
        if classes.is_empty() {
            return false;
        }
        self.settle(egraph);
        classes.sort_unstable();
        classes.into_iter().any(|class| {
            let mut by_place: FxHashMap<Place, Vec<(By, Type)>> = FxHashMap::default();
            for &(by, ty) in self.classes.get(&class).into_iter().flatten() {
                let key = match by {
                    By::Language => (None, 0),
                    By::Call(call, place) => (Some(self.calls[call as usize].callee), place),
                };
                by_place.entry(key).or_default().push((by, ty));
            }
            (by_place.into_values()).any(|of| self.are_at_odds(&of, cache))
        })
    }

    /// Whether two of those who look see types neither of which is the other's.
    fn are_at_odds(&mut self, looking: &[(By, Type)], cache: &mut HostCache<'_>) -> bool {
        let mut seen: SmallVec<[Type; 2]> = SmallVec::new();
        for &(by, ty) in looking {
            let is_new = !seen.contains(&ty)
                && match by {
                    By::Language => true,
                    By::Call(call, place) => {
                        self.generic_types(call, place, cache).is_empty()
                            && self.is_own(call, cache)
                    }
                };
            if is_new {
                let mut seen_by_others = seen.iter();
                if seen_by_others.any(|&of| !cache.subtype(ty, of) && !cache.subtype(of, ty)) {
                    return true;
                }
                seen.push(ty);
            }
        }
        false
    }
}
