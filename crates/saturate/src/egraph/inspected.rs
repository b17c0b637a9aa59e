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
//! What is noted of a class is noted of what it becomes one with. Operands of all calls are noted, which takes a few words; whether a function is the program's own is asked only
//! where a class has values of several types.

use super::cache::HostCache;
use super::EGraph;
use crate::host::{Known, NoBody};
use crate::ir::Type;
use egg::Id;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    /// A call of the language that is known for it.
    Language,
    /// The call of the source with this number, at this place among its arguments.
    Call(u32, u32),
}

/// A call of the source.
#[derive(Clone, Debug)]
struct Call {
    callee: Known,
    args: SmallVec<[Known; 4]>,
    /// Whether it runs a method of the program's own, once that was asked.
    is_own: Option<bool>,
}

/// What is looked at, by whom.
#[derive(Clone, Debug, Default)]
pub struct Inspected {
    calls: Vec<Call>,
    /// What was noted, and not yet put to its class.
    noted: Vec<(Id, By, Type)>,
    classes: FxHashMap<Id, SmallVec<[(By, Type); 2]>>,
}

impl Inspected {
    /// A call of the language looks at the type of a value of this class, which is this.
    pub fn note(&mut self, class: Id, ty: Type) {
        self.noted.push((class, By::Language, ty));
    }

    /// A call of the source, or what makes a new object: what is called, or its type, then the arguments, with the classes of those.
    pub fn note_call(&mut self, callee: Known, args: &[Known], classes: &[Id], is_new: bool) {
        let number = self.calls.len() as u32;
        for (place, (known, &class)) in (0..).zip(args.iter().zip(classes)) {
            self.noted.push((class, By::Call(number, place), known.ty));
        }
        self.calls.push(Call {
            callee,
            args: args.into(),
            is_own: is_new.then_some(true),
        });
    }

    /// Two classes, by their canonical numbers, become one: under which of the two is not known yet.
    pub fn unite(&mut self, a: Id, b: Id) {
        if a == b || self.classes.is_empty() {
            return;
        }
        let mut both = self.classes.get(&a).cloned().unwrap_or_default();
        for &entry in self.classes.get(&b).into_iter().flatten() {
            if !both.contains(&entry) {
                both.push(entry);
            }
        }
        if !both.is_empty() {
            self.classes.insert(a, both.clone());
            self.classes.insert(b, both);
        }
    }

    fn settle(&mut self, egraph: &EGraph<'_>) {
        for (class, by, ty) in self.noted.drain(..) {
            let of = self.classes.entry(egraph.find(class)).or_default();
            if !of.contains(&(by, ty)) {
                of.push((by, ty));
            }
        }
    }

    fn is_own(&mut self, call: u32, cache: &mut HostCache<'_>) -> bool {
        let call = &mut self.calls[call as usize];
        *call.is_own.get_or_insert_with(|| {
            let body = cache.host.body(call.callee, &call.args);
            !matches!(
                body,
                Err(NoBody::BuiltIn | NoBody::Library | NoBody::SeveralMethods)
            )
        })
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
        let entries = self.classes.get(&egraph.find(class));
        let mut found = SmallVec::new();
        for (by, ty) in entries.cloned().unwrap_or_default() {
            let By::Call(call, at) = by else { continue };
            let is_it = at as usize == place && self.calls[call as usize].callee == callee;
            if is_it && !found.contains(&ty) && self.is_own(call, cache) {
                found.push(ty);
            }
        }
        found
    }

    /// Whether rules have made two values equal, each of a type of its own that the same function looks at, at the same place: there is then no saying whose type a call sees.
    pub fn is_confused(&mut self, egraph: &EGraph<'_>, cache: &mut HostCache<'_>) -> bool {
        self.settle(egraph);
        let mut classes: Vec<Id> = self.classes.keys().copied().collect();
        classes.retain(|&class| egraph.find(class) == class);
        classes.sort_unstable();
        classes.into_iter().any(|class| {
            let entries = self.classes[&class].clone();
            (0..entries.len())
                .any(|at| (0..at).any(|other| self.are_at_odds(entries[at], entries[other], cache)))
        })
    }

    fn are_at_odds(
        &mut self,
        (a, left): (By, Type),
        (b, right): (By, Type),
        cache: &mut HostCache<'_>,
    ) -> bool {
        if left == right || cache.subtype(left, right) || cache.subtype(right, left) {
            return false;
        }
        match (a, b) {
            (By::Language, By::Language) => true,
            (By::Call(a, place), By::Call(b, other)) => {
                let callee = |call: u32| self.calls[call as usize].callee;
                place == other
                    && callee(a) == callee(b)
                    && self.is_own(a, cache)
                    && self.is_own(b, cache)
            }
            _ => false,
        }
    }
}
