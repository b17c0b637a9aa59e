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
//! A function of the library is trusted to give equal values for equal ones, as far as it is the library that does so. What it is given may be the program's, a number of its own, whose
//! methods it goes on to call: then it minds the types as well. A function that it is handed is called with elements of a collection (`map(f, v)`, `f.(v)`): it is those that must be of the types
//! of the source, and a lazy broadcast may take the place of an array.
//!
//! Where the rules say that all methods of a function mean the same (`@generic name`), its calls are given values of any types that one line covers.
//!
//! What is noted of a class is noted of what it becomes one with. Operands of all calls are noted, calls of the same function with the same types once; how far a call is
//! free is asked only where a class has values of several types.

use super::cache::HostCache;
use super::EGraph;
use crate::host::{Known, Takes};
use crate::ir::Type;
use crate::rules::rule::Signature;
use egg::Id;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The place of what is called, where that is computed. Places of arguments are numbers from 0.
pub const CALLEE: u32 = u32::MAX;

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

impl Call {
    fn type_at(&self, place: u32) -> Type {
        match place {
            CALLEE => self.callee.ty,
            place => self.types[place as usize],
        }
    }
}

/// How far a call may be given equal values of other types.
#[derive(Clone, Debug)]
enum Freedom {
    /// Any.
    Free,
    /// Those for which it calls the functions that it is handed with the same types.
    Handing(Vec<(usize, Takes)>),
    /// None.
    Bound,
}

/// What is called, if it is not a call of the language, and a place among its arguments.
type Place = (Option<Type>, u32);

/// What is looked at, by whom.
#[derive(Clone, Debug, Default)]
pub struct Inspected {
    calls: Vec<Call>,
    numbers: FxHashMap<Call, u32>,
    /// Calls of functions whose methods all mean the same.
    generic: Rc<[Signature]>,
    /// How far calls are free, once that was asked.
    freedoms: FxHashMap<u32, Rc<Freedom>>,
    /// What is handed over by a call on other types than those of the source.
    handed: FxHashMap<(u32, SmallVec<[Type; 4]>), bool>,
    /// What was noted, and not yet put to its class.
    noted: Vec<(Id, By, Type)>,
    /// Sorted, without repetition.
    classes: FxHashMap<Id, Vec<(By, Type)>>,
}

impl Inspected {
    /// The methods of these calls mean the same: `@generic`.
    pub fn set_generic(&mut self, calls: &[Signature]) {
        self.generic = calls.into();
    }

    /// A call of the language looks at the type of a value of this class, which is this.
    pub fn note(&mut self, class: Id, ty: Type) {
        self.noted.push((class, By::Language, ty));
    }

    /// A call of the source, or what makes a new object: what is called, or its type, then the arguments, with the classes of both. What is called has none where it is a constant.
    pub fn note_call(
        &mut self,
        (callee, its_class): (Known, Option<Id>),
        args: &[Known],
        classes: &[Id],
        is_new: bool,
    ) {
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
        if let Some(class) = its_class {
            self.noted
                .push((class, By::Call(number, CALLEE), callee.ty));
        }
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

    /// Whether calls of the source are noted.
    pub fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// The types of the arguments of a call of the source.
    pub fn types_of(&self, call: u32) -> SmallVec<[Type; 4]> {
        self.calls[call as usize].types.clone()
    }

    /// The type of an argument of a call of the source, or of what it calls.
    pub fn type_at(&self, call: u32, place: u32) -> Type {
        self.calls[call as usize].type_at(place)
    }

    /// How many arguments a call of the source has.
    pub fn count_of(&self, call: u32) -> usize {
        self.calls[call as usize].types.len()
    }

    /// How far a call of the source is free.
    fn freedom(&mut self, number: u32, cache: &mut HostCache<'_>) -> Rc<Freedom> {
        if let Some(known) = self.freedoms.get(&number) {
            return known.clone();
        }
        let call = &self.calls[number as usize];
        let args = known_types(&call.types);
        let freedom = if call.is_new || cache.host.may_run_own(call.callee, &args) {
            Freedom::Bound
        } else {
            let mut types = call.types.iter();
            match types.all(|&ty| cache.is_of_library(ty)) {
                true => Freedom::Free,
                false => match cache.host.handed_over(call.callee, &args) {
                    handed if handed.is_empty() => Freedom::Bound,
                    handed => Freedom::Handing(handed),
                },
            }
        };
        let freedom = Rc::new(freedom);
        self.freedoms.insert(number, freedom.clone());
        freedom
    }

    /// The calls of the source that give values of these classes to a function, at these places.
    pub fn calls_at(
        &mut self,
        egraph: &EGraph<'_>,
        callee: Option<Type>,
        places: &[(u32, Id)],
    ) -> SmallVec<[u32; 4]> {
        self.settle(egraph);
        let mut found: Option<SmallVec<[u32; 4]>> = None;
        for &(place, class) in places {
            let entries = self.classes.get(&egraph.find(class)).into_iter().flatten();
            let here: SmallVec<[u32; 4]> = entries
                .filter_map(|&(by, _)| match by {
                    By::Call(call, at) if at == place => Some(call),
                    _ => None,
                })
                .filter(|&call| callee.is_none_or(|ty| self.calls[call as usize].callee.ty == ty))
                .collect();
            match &mut found {
                None => found = Some(here),
                Some(found) => found.retain(|call| here.contains(call)),
            }
        }
        found.unwrap_or_default()
    }

    /// The only type under which the program gives a value of this class to anybody.
    pub fn only_type(&mut self, egraph: &EGraph<'_>, class: Id) -> Option<Type> {
        self.settle(egraph);
        let entries = self.classes.get(&egraph.find(class))?;
        let &(_, first) = entries.first()?;
        entries.iter().all(|&(_, ty)| ty == first).then_some(first)
    }

    /// Whether a call of the source may be given arguments of these types instead. The places are those at which there are several, with whether the
    /// type of the source is one of them.
    pub fn takes(
        &mut self,
        number: u32,
        places: &[(u32, bool)],
        types: &dyn Fn(u32) -> Type,
        cache: &mut HostCache<'_>,
    ) -> bool {
        let call = self.calls[number as usize].clone();
        // A narrower type may be what inference has found for the same value, or what a rule has made of it: where the type itself is there, only that.
        let mut is_own = |&(place, is_there): &(u32, bool)| {
            let (found, own) = (types(place), call.type_at(place));
            found == own || !is_there && cache.subtype(found, own)
        };
        if places.iter().all(&mut is_own) {
            return true;
        }
        match &*self.freedom(number, cache) {
            Freedom::Free => true,
            Freedom::Handing(handed) => {
                let is_handed = |place: u32| {
                    let mut takes = handed.iter().filter(|(at, _)| *at as u32 == place);
                    takes.any(|(_, takes)| matches!(takes, Takes::Calls(_) | Takes::Holds(_)))
                };
                let mut changed = places
                    .iter()
                    .filter(|(place, _)| types(*place) != call.type_at(*place));
                if changed.any(|&(place, _)| place == CALLEE || is_handed(place)) {
                    return false;
                }
                let args: SmallVec<[Type; 4]> = (0..call.types.len() as u32).map(types).collect();
                let key = (number, args);
                if let Some(&known) = self.handed.get(&key) {
                    return known;
                }
                let same = cache.host.handed_over(call.callee, &known_types(&key.1)) == *handed;
                self.handed.insert(key, same);
                same
            }
            Freedom::Bound => {
                if places.iter().any(|&(place, _)| place == CALLEE) {
                    return false;
                }
                let lines = self.lines(&call, cache);
                lines.into_iter().any(|at| {
                    let args = self.generic[at].args.as_ref();
                    places.iter().all(|&(place, _)| {
                        args.is_none_or(|args| cache.subtype(types(place), args[place as usize]))
                    })
                })
            }
        }
    }

    /// The lines that say of a call that all methods for them mean the same.
    fn lines(&self, call: &Call, cache: &mut HostCache<'_>) -> SmallVec<[usize; 2]> {
        let Some(function) = call.callee.constant.filter(|_| !call.is_new) else {
            return SmallVec::new();
        };
        let mut covers = |of: &Signature| {
            let types = call.types.iter().copied();
            of.covers(function, types, &mut |ty, of| cache.subtype(ty, of))
        };
        let lines = self.generic.iter().enumerate();
        lines
            .filter(|(_, of)| covers(of))
            .map(|(at, _)| at)
            .collect()
    }

    /// The classes whose values' types somebody minds.
    pub fn minded(&mut self, egraph: &EGraph<'_>, cache: &mut HostCache<'_>) -> Vec<Id> {
        self.settle(egraph);
        let mut classes: Vec<Id> = Vec::new();
        let mut noted: Vec<(Id, By)> = Vec::new();
        for (&class, of) in &self.classes {
            // What is noted under a number that is none any more is noted under the other one, too.
            if egraph.find(class) == class {
                noted.extend(of.iter().map(|&(by, _)| (class, by)));
            }
        }
        noted.sort_unstable();
        for (class, by) in noted {
            if classes.last() == Some(&class) {
                continue;
            }
            let minds = match by {
                By::Language => true,
                By::Call(call, _) => matches!(&*self.freedom(call, cache), Freedom::Bound),
            };
            if minds {
                classes.push(class);
            }
        }
        classes
    }

    /// The types of a class that calls of the language look at.
    pub fn by_language(&mut self, egraph: &EGraph<'_>, class: Id) -> SmallVec<[Type; 2]> {
        self.settle(egraph);
        let entries = self.classes.get(&egraph.find(class)).into_iter().flatten();
        let by_language = entries.filter(|(by, _)| *by == By::Language);
        by_language.map(|&(_, ty)| ty).collect()
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
            if self.is_one_of_several(egraph, class, cache) {
                return true;
            }
            let mut by_place: FxHashMap<Place, Vec<(By, Type)>> = FxHashMap::default();
            for &(by, ty) in self.classes.get(&class).into_iter().flatten() {
                let key = match by {
                    By::Language => (None, 0),
                    By::Call(call, CALLEE) => {
                        (None, 1 + self.calls[call as usize].types.len() as u32)
                    }
                    By::Call(call, place) => (Some(self.calls[call as usize].callee.ty), place),
                };
                by_place.entry(key).or_default().push((by, ty));
            }
            let is_there = |ty: Type| egraph[class].data.member(ty).is_some();
            (by_place.into_values()).any(|of| self.are_at_odds(&of, &is_there, cache))
        })
    }

    /// Whether somebody minds the type of a value of which rules have found more than the source says, and more than one thing: each narrower type is that
    /// of an equal value.
    fn is_one_of_several(
        &mut self,
        egraph: &EGraph<'_>,
        class: Id,
        cache: &mut HostCache<'_>,
    ) -> bool {
        let members = egraph[class].data.members();
        let looking = self.classes.get(&class).cloned().unwrap_or_default();
        looking.into_iter().any(|(by, ty)| {
            let is_there = members.iter().any(|known| known.ty == ty);
            let mut narrower = 0;
            for known in members {
                narrower += u32::from(!is_there && cache.subtype(known.ty, ty));
            }
            narrower > 1
                && match by {
                    By::Language => true,
                    By::Call(call, _) => !matches!(&*self.freedom(call, cache), Freedom::Free),
                }
        })
    }

    /// Whether two of those who look see different types. Where the one is under the other, it may be what inference has found for the same value, if it alone is there.
    fn are_at_odds(
        &mut self,
        looking: &[(By, Type)],
        is_there: &dyn Fn(Type) -> bool,
        cache: &mut HostCache<'_>,
    ) -> bool {
        for (at, &(by, ty)) in looking.iter().enumerate() {
            for &(other, of) in &looking[..at] {
                let may_be_same = ty == of
                    || (!is_there(ty) || !is_there(of))
                        && (cache.subtype(ty, of) || cache.subtype(of, ty));
                if !may_be_same && self.mind(by, other, cache) && self.may_be_one(by, other) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether two calls are given values of the same classes: they are then one.
    fn may_be_one(&self, a: By, b: By) -> bool {
        let (By::Call(a, _), By::Call(b, _)) = (a, b) else {
            return true;
        };
        let (first, second) = (&self.calls[a as usize], &self.calls[b as usize]);
        if first.types.len() != second.types.len() {
            return false;
        }
        let mut places = 0..first.types.len() as u32;
        places.all(|place| {
            self.classes.values().any(|of| {
                let is = |by: By| of.iter().any(|entry| entry.0 == by);
                is(By::Call(a, place)) && is(By::Call(b, place))
            })
        })
    }

    /// Whether two that see different types at one place would see each other's.
    fn mind(&mut self, a: By, b: By, cache: &mut HostCache<'_>) -> bool {
        let (By::Call(a, place), By::Call(b, _)) = (a, b) else {
            return true;
        };
        if matches!(&*self.freedom(a, cache), Freedom::Free)
            && matches!(&*self.freedom(b, cache), Freedom::Free)
        {
            return false;
        }
        let (first, second) = (
            self.calls[a as usize].clone(),
            self.calls[b as usize].clone(),
        );
        if place == CALLEE {
            return true;
        }
        // As the other one with this type alone: the rest may be one class each, or not.
        let types = |at: u32| match at == place {
            true => second.types[at as usize],
            false => first.types[at as usize],
        };
        let takes = self.takes(a, &[(place, true)], &types, cache);
        let back = |at: u32| match at == place {
            true => first.types[at as usize],
            false => second.types[at as usize],
        };
        !(takes && self.takes(b, &[(place, true)], &back, cache))
    }
}

fn known_types(types: &[Type]) -> SmallVec<[Known; 4]> {
    let known = |&ty: &Type| Known { ty, constant: None };
    types.iter().map(known).collect()
}
