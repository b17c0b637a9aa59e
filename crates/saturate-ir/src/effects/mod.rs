//! What a call may do besides computing its value.
//!
//! [`Effects`] is a set of *possible* behaviours; the empty set is a pure call and the full set is "anything". An
//! unknown call has the full set. Joining the effects of two calls is set union, so every analysis here only ever
//! adds behaviours, and starting from the worst is always sound.
//!
//! The words are the ones authors write in `@effects f reads alloc` and `@stub reads alloc f(x::T)::R`.

pub mod analysis;

use bitflags::bitflags;
use std::fmt;

bitflags! {
    /// A set of possible behaviours of a call.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub struct Effects: u16 {
        /// Same inputs and same memory need not give the same result (`rand()`).
        const INCONSISTENT = 1 << 0;
        /// It may throw.
        const THROWS = 1 << 1;
        /// It may not terminate.
        const DIVERGES = 1 << 2;
        /// The result depends on mutable memory: contents of an array, a field of a mutable object, a global.
        const READS = 1 << 3;
        /// The result may be, or contain, a newly made mutable object.
        const ALLOCATES = 1 << 4;
        /// It writes mutable memory that existed before the call.
        const WRITES = 1 << 5;
        /// Output, input, task switches, unknown code: anything not listed.
        const OTHER = 1 << 6;
        /// The result may share mutable memory with the arguments or with anything older: it is not fresh. No effect
        /// of its own; it says what `ALLOCATES` does not promise once two answers are joined.
        const ALIASES = 1 << 7;
        /// The result depends on which object an argument is, not only on its contents (`===`, `objectid`). No effect of
        /// its own; it says that objects given to the call must not be replaced by equal ones.
        const IDENTITY = 1 << 8;
        /// The memory that it reads, writes or returns may be memory to which no argument leads: a global variable, a
        /// constant array. No effect of its own; without it, `READS` and `WRITES` are about the arguments alone.
        const GLOBAL = 1 << 9;
        /// What it throws, by `throw`, may be or hold an argument, or lead to one. No effect of its own beside `THROWS`; it
        /// says that an object given to the call may outlive it. The array inside a `BoundsError` that indexing raises does
        /// not count: whoever looks for it finds an equal one.
        const LEAKS = 1 << 10;
    }
}

/// Where a call may run, from its effects (DESIGN: pure, optional, effectful).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// Runs anywhere its operands are available, any number of times.
    Pure,
    /// Runs at its place in the skeleton, or later in the same epoch, or not at all where its value is not needed.
    Optional,
    /// Runs exactly once, at its place, in order.
    Effectful,
}

impl Effects {
    /// A call that only computes.
    pub const PURE: Effects = Effects::empty();

    /// Nothing is known.
    pub const UNKNOWN: Effects = Effects::all();

    /// What these effects allow.
    ///
    /// An inconsistent call is never optional *and* shareable, but it may still be dropped; it is classified as
    /// optional and kept from being hash-consed by [`Effects::is_consistent`].
    pub fn kind(self) -> CallKind {
        if self
            .difference(Effects::ALIASES | Effects::IDENTITY | Effects::GLOBAL)
            .is_empty()
        {
            CallKind::Pure
        } else if self.intersects(Effects::WRITES | Effects::OTHER) {
            CallKind::Effectful
        } else {
            CallKind::Optional
        }
    }

    /// Same inputs, same memory: same result.
    pub fn is_consistent(self) -> bool {
        !self.contains(Effects::INCONSISTENT)
    }

    /// Whether it may throw, or not terminate.
    pub fn may_not_return(self) -> bool {
        self.intersects(Effects::THROWS | Effects::DIVERGES)
    }

    /// The result shares no mutable memory with anything older.
    pub fn is_fresh(self) -> bool {
        !self.contains(Effects::ALIASES)
    }

    /// The set that a word of `@effects` or `@stub` names; `None` if there is no such word.
    ///
    /// `unknown` names everything; the other words name one behaviour each.
    pub fn from_word(word: &str) -> Option<Effects> {
        WORDS
            .iter()
            .find(|&&(known, _)| known == word)
            .map(|&(_, effects)| effects)
    }

    /// All words, for error messages.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|&(word, _)| word)
    }
}

const WORDS: [(&str, Effects); 13] = [
    ("pure", Effects::PURE),
    ("inconsistent", Effects::INCONSISTENT),
    ("throws", Effects::THROWS),
    ("diverges", Effects::DIVERGES),
    ("reads", Effects::READS),
    ("alloc", Effects::ALLOCATES),
    ("writes", Effects::WRITES),
    ("other", Effects::OTHER),
    ("aliases", Effects::ALIASES),
    ("identity", Effects::IDENTITY),
    ("global", Effects::GLOBAL),
    ("leaks", Effects::LEAKS),
    ("unknown", Effects::UNKNOWN),
];

impl fmt::Display for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|&&(_, effects)| effects == *self);
        if let Some((word, _)) = word {
            return f.write_str(word);
        }
        let mut separator = "";
        for &(word, effects) in &WORDS[1..WORDS.len() - 1] {
            if self.contains(effects) {
                write!(f, "{separator}{word}")?;
                separator = " ";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_print_and_read_back() {
        let effects = Effects::READS | Effects::ALLOCATES;
        assert_eq!(effects.to_string(), "reads alloc");
        assert_eq!(Effects::PURE.to_string(), "pure");
        assert_eq!(Effects::UNKNOWN.to_string(), "unknown");
        assert_eq!(Effects::from_word("writes"), Some(Effects::WRITES));
        assert_eq!(Effects::from_word("write"), None);
    }

    #[test]
    fn kinds() {
        assert_eq!(Effects::PURE.kind(), CallKind::Pure);
        assert_eq!(
            (Effects::READS | Effects::THROWS).kind(),
            CallKind::Optional
        );
        assert_eq!(Effects::WRITES.kind(), CallKind::Effectful);
        assert_eq!(Effects::UNKNOWN.kind(), CallKind::Effectful);
    }
}
