//! What e-matching finds, stored flat.
//!
//! A saturating rule set finds millions of matches, most of which say nothing new. So a match is a run of class ids in
//! one array, one per register of its pattern, and a run of selected members in another, one per variable; only what is out of
//! the ordinary (tags, segments, coercions) has a record of its own. Matched nodes are not copied: operator, tag and registers determine
//! them, and [`Match::nodes`] reads them back.

use super::language::{ENode, Epoch, Op, Tag};
use super::{canonical, EGraph};
use crate::host::Known;
use crate::rules::pattern::{Binding, Head, Pattern};
use crate::rules::rule::{Rule, RuleId};
use crate::rules::term::Var;
use egg::Id;
use smallvec::SmallVec;

/// What not every match has.
#[derive(Clone, Default)]
pub(super) struct Extra {
    /// Tags of the matched nodes, in the order of [`Pattern::calls`]; empty if none has one.
    pub tags: SmallVec<[Tag; 4]>,
    /// Classes the matched nodes were found in, where a coercion led away from the register's; empty if none did.
    pub classes: SmallVec<[Id; 4]>,
    /// The callees of computed calls that were found as calls of a known function.
    pub known_callee: SmallVec<[bool; 4]>,
    /// Segments by number.
    pub segments: SmallVec<[SmallVec<[Id; 4]>; 1]>,
    /// Epochs of the coercions that were passed.
    pub epochs: SmallVec<[Epoch; 2]>,
}

/// All matches of one rule in one iteration.
pub struct Matches {
    registers: usize,
    ids: Vec<Id>,
    variables: usize,
    /// Selected members by variable; none if the pattern has no types.
    members: Vec<Option<Known>>,
    extras: Vec<Extra>,
    /// For each match its place in `extras`; empty as long as no match has an extra.
    extra_of: Vec<u32>,
    count: usize,
    /// The matches that say what an earlier one says, with the number of that one; sorted.
    repeats: Vec<(u32, u32)>,
    /// How many were found and not written down, since they say what is known.
    passed: usize,
}

/// No extra.
const PLAIN: u32 = u32::MAX;

impl Matches {
    pub(super) fn new(pattern: &Pattern) -> Matches {
        Matches {
            registers: pattern.registers as usize,
            ids: Vec::new(),
            variables: pattern.members(),
            members: Vec::new(),
            extras: Vec::new(),
            extra_of: Vec::new(),
            count: 0,
            repeats: Vec::new(),
            passed: 0,
        }
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        registers: &[Id],
        members: &[Option<Known>],
        extra: Option<Extra>,
    ) {
        self.ids.extend_from_slice(registers);
        self.members.extend_from_slice(members);
        if let Some(extra) = extra {
            self.extra_of.resize(self.count, PLAIN);
            self.extra_of.push(self.extras.len() as u32);
            self.extras.push(extra);
        }
        self.count += 1;
    }

    /// Notes that the match that is written down next says what an earlier one says.
    #[inline]
    pub(super) fn repeat(&mut self, first: u32) {
        self.repeats.push((self.count as u32, first));
    }

    /// The matches that say what an earlier one says, with the number of that one, in their order.
    pub fn repeats(&self) -> &[(u32, u32)] {
        &self.repeats
    }

    /// How many are written down.
    pub(super) fn written(&self) -> usize {
        self.count
    }

    /// Counts a match that says what is known.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.passed += 1;
    }

    /// How many were found.
    pub(super) fn len(&self) -> usize {
        self.count + self.passed
    }

    /// The matches, as matches of `rule`.
    pub fn iter<'a>(
        &'a self,
        id: RuleId,
        rule: &'a Rule,
    ) -> impl ExactSizeIterator<Item = Match<'a>> {
        (0..self.count).map(move |at| {
            let extra = self.extra_of.get(at).copied().unwrap_or(PLAIN);
            Match {
                id,
                rule,
                registers: &self.ids[at * self.registers..(at + 1) * self.registers],
                members: &self.members[at * self.variables..(at + 1) * self.variables],
                extra: (extra != PLAIN).then(|| &self.extras[extra as usize]),
            }
        })
    }
}

/// A place in the e-graph where a left side was found. Ids are those of the search: `find` them before use.
#[derive(Clone, Copy)]
pub struct Match<'a> {
    /// The rule's number.
    pub id: RuleId,
    /// The rule.
    pub rule: &'a Rule,
    registers: &'a [Id],
    members: &'a [Option<Known>],
    extra: Option<&'a Extra>,
}

impl<'a> Match<'a> {
    /// The class that the right side is equal to: the one that the left side was found in.
    #[inline]
    pub fn root(&self) -> Id {
        let target = self.rule.pattern.target().and_then(|var| self.class(var));
        target.unwrap_or(self.registers[0])
    }

    /// The class that `~x` stands for; `None` for a segment, or a variable that the left side does not have.
    #[inline]
    pub fn class(&self, var: Var) -> Option<Id> {
        match self.rule.pattern.binding(var)? {
            Binding::One(reg) => Some(self.registers[reg.as_u32() as usize]),
            Binding::Many(_) => None,
        }
    }

    /// The classes that `~x` (one) or `~xs...` (any number) stands for.
    pub fn classes(&self, var: Var) -> &'a [Id] {
        match self.rule.pattern.binding(var) {
            Some(Binding::One(reg)) => {
                let at = reg.as_u32() as usize;
                &self.registers[at..at + 1]
            }
            Some(Binding::Many(segment)) => self.segment(segment.as_u32() as usize),
            None => &[],
        }
    }

    fn segment(&self, number: usize) -> &'a [Id] {
        self.extra.map_or(&[], |extra| &extra.segments[number])
    }

    /// The member that `~x::T` selected.
    pub fn member(&self, var: Var) -> Option<Known> {
        self.members.get(var.as_u32() as usize).copied().flatten()
    }

    /// Whether the matched nodes read nothing that changes, do nothing and make no object with an identity: they are values.
    pub fn is_of_values(&self) -> bool {
        self.extra.is_none_or(|extra| {
            extra.epochs.is_empty() && extra.tags.iter().all(|tag| tag.is_none())
        })
    }

    /// The matched nodes and the classes they are in, in order of evaluation: the root is the last. Those of the other parts, which the root is
    /// beside, are not among them. Children are those of the search; make them canonical before looking a node up.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (Id, ENode)> + 'a {
        self.all_nodes().skip(self.rule.pattern.calls_before())
    }

    /// The root of each of the other parts, with its class.
    pub fn others(&self) -> impl Iterator<Item = (Id, ENode)> + 'a {
        let found = *self;
        let others = found.rule.pattern.others().iter();
        others.filter_map(move |&number| found.all_nodes().nth(number as usize))
    }

    /// The nodes of all parts, those of the root's part last.
    pub fn all_nodes(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Id, ENode)> + ExactSizeIterator + 'a {
        let found = *self;
        let calls = found.rule.pattern.calls();
        calls.iter().enumerate().map(move |(number, shape)| {
            let part =
                |list: Option<&SmallVec<[Id; 4]>>| list.and_then(|list| list.get(number)).copied();
            let class = part(found.extra.map(|extra| &extra.classes))
                .unwrap_or(found.registers[shape.class.as_u32() as usize]);
            let mut children: SmallVec<[Id; 8]> = SmallVec::new();
            for binding in &shape.bindings {
                match binding {
                    Binding::One(reg) => children.push(found.registers[reg.as_u32() as usize]),
                    Binding::Many(segment) => {
                        children.extend_from_slice(found.segment(segment.as_u32() as usize))
                    }
                }
            }
            let tag = found
                .extra
                .and_then(|extra| extra.tags.get(number))
                .copied()
                .unwrap_or(Tag::NONE);
            let op = match shape.head {
                Head::Known(callee) => Op::Call { callee, tag },
                Head::Computed => Op::Apply { tag },
                Head::New => Op::New { tag },
            };
            (class, ENode::new(op, &children))
        })
    }

    /// Whether the call with this place in [`Match::all_nodes`] has a computed callee in the rule, but was found as a
    /// call of a known function: then the node is that call, and its first child here is the function's class.
    pub fn is_known_callee(&self, number: usize) -> bool {
        self.extra
            .is_some_and(|extra| extra.known_callee.get(number).copied().unwrap_or(false))
    }

    /// The epochs that the matched nodes read in, and those of the coercions passed; sorted.
    pub fn epochs(&self) -> SmallVec<[Epoch; 2]> {
        let Some(extra) = self.extra else {
            return SmallVec::new();
        };
        let mut epochs = extra.epochs.clone();
        epochs.extend(extra.tags.iter().filter_map(|tag| tag.epoch()));
        epochs.sort_unstable();
        epochs.dedup();
        epochs
    }

    /// Whether a matched node has a site: it has effects, or makes an object with an identity.
    pub fn has_site(&self) -> bool {
        self.extra
            .is_some_and(|extra| extra.tags.iter().any(|tag| tag.site().is_some()))
    }

    /// The nodes as they stand in the e-graph, with canonical children: what provenance records.
    pub(super) fn premises(&self, egraph: &EGraph<'_>) -> Vec<ENode> {
        self.all_nodes()
            .enumerate()
            .skip(self.rule.pattern.calls_before())
            .map(|(number, (_, node))| {
                let node = if self.is_known_callee(number) {
                    resolve_callee(egraph, &node)
                } else {
                    node
                };
                canonical(egraph, &node)
            })
            .collect()
    }
}

/// `Apply(f, args...)` as the call of the constant that `f` is.
fn resolve_callee(egraph: &EGraph<'_>, node: &ENode) -> ENode {
    use egg::Language;
    let (callee, args) = match node.children().split_first() {
        Some((&callee, args)) => (callee, args),
        None => return node.clone(),
    };
    match egraph[callee].data.constant() {
        Some(callee) => ENode::call(callee, node.tag(), args),
        None => node.clone(),
    }
}
