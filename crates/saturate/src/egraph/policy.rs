//! Who decides whether a match may be applied.
//!
//! Rules say what is equal; whether the equality holds *here*, in a program with memory, depends on effects, epochs and
//! uses, which the engine knows nothing of. It asks a [`Policy`] for each match whose guards hold.

use super::language::{ENode, Epoch, Site};
use super::matches::Match;
use super::EGraph;
use egg::Id;

/// What a policy says of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Add the right side.
    Apply(How),
    /// Do not; the reason is counted in the report.
    Refuse(&'static str),
    /// The policy has done itself what is to be done; whether that changed the e-graph.
    Done(bool),
}

/// In which way a right side is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct How {
    /// The epoch of those calls of the right side that read memory.
    pub epoch: Option<Epoch>,
    /// The site of the root of the right side, if that makes an object.
    pub site: Option<Site>,
    /// Whether objects that are made inside the right side are part of that object, and have its site.
    pub keeps: bool,
    /// The value is an object that is written or compared by identity: only a new object of that site can stand for it.
    pub told_apart: bool,
    /// The value may be handed out: in place of a constant that is mutable there is a copy of it, too.
    pub copied: bool,
    /// The right side takes the place of a statement with effects: the sites of its own.
    pub effects: Option<EffectSites>,
}

/// The sites of a right side that has effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectSites {
    /// Of its root: that of the statement.
    pub root: Site,
    /// Of the calls inside that have effects.
    pub inner: Site,
}

/// Decides over matches.
pub trait Policy {
    /// Whether and how a match may be applied.
    ///
    /// The e-graph may be changed, to look a class up or to apply the match by hand ([`Decision::Done`], with
    /// [`instantiate`](super::apply::instantiate) and [`unite`](super::unite)).
    fn admit(&mut self, egraph: &mut EGraph<'_>, found: &Match<'_>) -> Decision;

    /// What the author of the program could say so that a match that was refused for this reason goes through.
    fn remedy(&self, _egraph: &EGraph<'_>, _found: &Match<'_>, _why: &str) -> Option<String> {
        None
    }

    /// Whether a match whose root is below a coercion of its class is of any use. It is found at the class below as well.
    fn takes_coerced_roots(&self) -> bool {
        true
    }

    /// Whether nothing comes of a match of values whose right side is in the class of its root already, so that
    /// [it need not be told of](super::known).
    fn passes_known(&self) -> bool {
        false
    }

    /// The class of a call that reads memory as a match does; `None` where it is not there, or where nothing says in which state it
    /// reads. With `ask`, it is added.
    fn fact(
        &mut self,
        _egraph: &mut EGraph<'_>,
        _found: &Match<'_>,
        _call: &ENode,
        _ask: bool,
    ) -> Option<Id> {
        None
    }

    /// The guards of another match are looked at: what [`fact`](Policy::fact) was asked for so far is not about it.
    fn forget(&mut self) {}

    /// Draws conclusions of its own after rules have changed the e-graph, which is rebuilt; whether that changed it again.
    fn conclude(&mut self, _egraph: &mut EGraph<'_>) -> bool {
        false
    }

    /// Whether no use of `class` can run together with its uses in the classes `users`; `None` where there is no program to
    /// ask.
    fn is_used_once(&mut self, _egraph: &EGraph<'_>, _class: Id, _users: &[Id]) -> Option<bool> {
        None
    }
}

/// Admits every match: for terms without memory.
#[cfg(any(test, feature = "testing"))]
pub struct AllowAll;

#[cfg(any(test, feature = "testing"))]
impl Policy for AllowAll {
    fn admit(&mut self, _egraph: &mut EGraph<'_>, _found: &Match<'_>) -> Decision {
        Decision::Apply(How::default())
    }

    fn passes_known(&self) -> bool {
        true
    }
}
