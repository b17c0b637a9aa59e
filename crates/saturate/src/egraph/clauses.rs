//! The clauses of the contract, as switches, so that tests can show that each of them matters.
//!
//! A clause whose removal nothing notices is not tested. The fuzzer switches them off one at a time and must find
//! a program that goes wrong. Nothing else does: everything is on by default.
//!
//! A *freedom* is the other way round: what the contract allows beyond the simplest model of memory. Without it the result is right, and seldom
//! as good. A freedom that changes no program is not tested either; the fuzzer counts.

use bitflags::bitflags;

bitflags! {
    /// Clauses that are on. `docs/semantics.md` states them.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Clauses: u64 {
        /// 5.1 Calls with effects run exactly once, at their place.
        const EFFECTS = 1 << 0;
        /// 5.1 An optional call runs only below where the original ran it.
        const ANCHORS = 1 << 1;
        /// 5.2 A call whose value the source never used is there for its exception.
        const UNUSED = 1 << 2;
        /// 5.2 With `strict`, a call that may throw stays unless a rule covers it.
        const PINNED = 1 << 3;
        /// 5.3 Only a relaxed rule matches calls with effects.
        const RELAXED = 1 << 4;
        /// 5.3 A detached call that is kept runs at its own place.
        const DETACHED = 1 << 5;
        /// 5.4 Only consistent calls can be one node.
        const CONSISTENT = 1 << 6;
        /// 5.4 A reading call's node is identified with its epoch.
        const EPOCHS = 1 << 7;
        /// 5.4 All reads of a match lie in one epoch.
        const ONE_EPOCH = 1 << 8;
        /// 5.4 An object that is written later has the contents a rule speaks of only until then.
        const CONTENTS = 1 << 9;
        /// 5.4 What aliases holds only while memory stays.
        const WHILE = 1 << 10;
        /// 5.4 What is equal for a while is not passed on to a later epoch.
        const CLEAN = 1 << 11;
        /// 5.4 A value that may be written is not replaced by an alias.
        const WRITTEN = 1 << 12;
        /// 5.4 Objects that are written, compared or handed out have an identity.
        const SITES = 1 << 13;
        /// 5.4 An object with an identity is made once.
        const MADE_ONCE = 1 << 14;
        /// 5.4 A match through a reader of an object is not about the object.
        const READERS = 1 << 15;
        /// 5.4 A mutable constant is not a compile-time constant.
        const CONSTANTS = 1 << 16;
        /// 5.5 A leaf is used only where it is available.
        const AVAILABLE = 1 << 17;
        /// 5.6 Of the members of a class, only those that fit the use.
        const MEMBERS = 1 << 18;
        /// Calls that may throw stay inside their handler's region.
        const HANDLERS = 1 << 19;
        /// 5.2 With `strict`, a call that may throw is not replaced by an equal one further down.
        const IN_TIME = 1 << 20;
        /// 5.6 A call that looks at a type sees the one that the source gave it.
        const LOOKED_AT = 1 << 21;
        /// 5.2 With `strict`, a use that a decided branch cuts off lets no call go.
        const CUT_USES = 1 << 22;
        /// 5.4 An object that the left side finds in another one, and that is written, is not replaced by a new one.
        const FOUND = 1 << 23;
        /// 5.4 An object and what is inside it are made in one way, as often as in the source.
        const INSIDE = 1 << 24;
        /// 5.4 What is thrown is handed out.
        const THROWN = 1 << 25;
        /// 5.4 What is stored or captured does not become an alias.
        const KEPT = 1 << 26;
        /// 5.4 An argument whose value is known may be the same object as another one.
        const ARGUMENTS = 1 << 27;
        /// 5.1 A call may reach memory that none of its arguments leads to.
        const GLOBAL = 1 << 28;
        /// 5.4 A new object that somebody else may know is one that any call may write.
        const EXPOSED = 1 << 29;
        /// 5.4 What is no plain array may lead to every array of the world.
        const OVERLAP = 1 << 30;
        /// 5.1 A call leaves a loop only where it runs in any case, before anything with effects.
        const HOISTED = 1 << 31;
        /// 5.1 A field that may be undefined is read where the source reads it. The host sees to it.
        const DEFINED = 1 << 32;
        /// 5.4 An object that a call always returns is not the value of the call. The host sees to it.
        const RETURNED = 1 << 33;
        /// The sizes of what a call returns are those that its function gives, not those of its first argument. (Costs rest on it, and nothing else.)
        const SIZES = 1 << 34;
        /// 5.4 Two objects that are handed out are two.
        const HANDED_OUT = 1 << 43;
        /// 5.6 A statement takes operands of other types only where a rule has named them.
        const RETYPED = 1 << 35;
        /// 5.4 What equals a new value does not equal what it is an alias of, as that was before.
        const SINCE = 1 << 36;
        /// 5.4 An object inside another one is found through what is equal to it for a while.
        const BEHIND = 1 << 37;
        /// 5.1 A call runs before a branch only where every way behind it runs the call.
        const EVERY_WAY = 1 << 38;
        /// 5.4 Callers of a version go on with the objects that it returns.
        const CALLERS = 1 << 39;
        /// 5.1 A call that a rule may have made runs the original: the code that it stands in may be that of a version of it.
        const INTRODUCED = 1 << 40;
        /// 5.1 What computes several values at once stands for one of them only where the program computes the others.
        const BESIDE = 1 << 41;
        /// 5.4 An object that is made together with others is reached through its own class alone.
        const TOGETHER = 1 << 42;
        /// 5.4 Of objects that are made together, each is always the one at the same place.
        const PLACES = 1 << 44;
        /// 4.10 What is known of the contents of an object ends with a write.
        const ASSUMED = 1 << 45;
        /// 4.10 A property says nothing of what is equal beyond it: of a lazy value, of an alias.
        const PROPERTIES = 1 << 46;
        /// 6.4 Only a literal that a rule states is given another type, not what is computed from one.
        const STATED = 1 << 47;
        /// 6.5 A literal that a rule states for values of another type is equal to these, not to the program's own literals.
        const LITERALS = 1 << 48;
        /// 6.5 An object that is written is made of numbers of the types that the source has.
        const MADE_OF = 1 << 49;
        /// 7.5 A loop that a rule speaks of does nothing that the rule does not say.
        const WHOLE_BODY = 1 << 50;
        /// 7.5 A variable of such a rule stands for one value.
        const ONE_VALUE = 1 << 51;
        /// 7.5 What such a loop leaves behind is computed by what takes its place.
        const CARRIED = 1 << 52;
        /// 6.6 What is passed to a join of several types is of the type that the source passes.
        const PASSED = 1 << 53;
        /// 4.6 A new object stands for no older one that is written, compared or handed out.
        const OLDER = 1 << 54;
        /// 6.7 A call that a rule makes is for values that it certainly has a method for, where its operand is one.
        const COVERED = 1 << 55;
        /// 6.3 A function of the program's own is given values of the types that the source gives it.
        const TAKEN = 1 << 56;
        /// 4.6 Two terms of a left side that make objects are two objects of the program.
        const TWO_TERMS = 1 << 57;
        /// 4.6 Two objects that a right side makes are two.
        const TWO_MADE = 1 << 58;
    }
}

bitflags! {
    /// Freedoms that are taken.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Freedoms: u8 {
        /// A write ends the epochs of the [regions](super::regions) that it may reach, and no others.
        const REGIONS = 1 << 0;
        /// A call that is the same in every round [leaves its loop](crate::extract::hoist).
        const LOOPS = 1 << 1;
        /// Equal objects are one where only one of them is handed out.
        const ONE_OBJECT = 1 << 2;
        /// A call on [every way](crate::extract::ways) behind a branch is made once.
        const WAYS = 1 << 3;
        /// What computes [several values](super::soundness) at once is taken.
        const SEVERAL = 1 << 4;
        /// What is [assumed](crate::assume) of arguments is taken.
        const ASSUMPTIONS = 1 << 5;
        /// Calls take the place of [loops](crate::raise).
        const RAISED = 1 << 6;
    }
}

impl Default for Freedoms {
    fn default() -> Freedoms {
        Freedoms::all()
    }
}

/// What tests can switch off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    /// Clauses that are kept.
    pub clauses: Clauses,
    /// Freedoms that are taken.
    pub freedoms: Freedoms,
}

impl Default for Clauses {
    fn default() -> Clauses {
        Clauses::all()
    }
}
