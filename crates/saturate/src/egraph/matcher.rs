//! E-matching: runs a [`Pattern`]'s program over an [`Index`].
//!
//! The search is depth first and in a fixed order: roots as the e-graph lists them, nodes as they are sorted. Each node
//! that is looked at costs one unit of [`Budget::work`], which makes the search stop at the same place on every
//! machine; the clock is read every [`CLOCK_EVERY`] units.
//! Where rules explode, roots come in the order of [their sizes](super::order).
//!
//! Where a class contains a coercion, the nodes of the class below it count as its own; the match then remembers the
//! epoch, and the [`Policy`](super::Policy) decides what it is worth.

use super::index::Index;
use super::known::{Sieve, Sifted};
use super::language::{ENode, Epoch, Op, Site, Tag};
use super::matches::{Extra, Matches};
use super::order::in_order;
use crate::host::Known;
use crate::opkey::OpKey;
use crate::rules::pattern::{Binding, Constraint, Pattern, Step};
use egg::{Id, Language};
use smallvec::SmallVec;
use std::time::Instant;

/// How many units of work pass between two looks at the clock.
pub const CLOCK_EVERY: u64 = 1 << 12;

/// How many coercions in a row are followed.
pub const MAX_COERCIONS: usize = 4;

/// A class with fewer nodes is walked through; a larger one is searched by halving.
const LINEAR: usize = 16;

/// What a search may still spend.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Nodes to look at.
    pub work: u64,
    /// Matches of this rule.
    pub matches: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
}

/// Why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// More matches than allowed: the rule explodes.
    Matches,
    /// No work left.
    Work,
    /// No time left.
    Time,
}

/// Finds all matches of a pattern at classes that are fresh within its reach, or at `all` classes.
///
/// Matches of values that the `sieve` knows are counted and left out. Takes what it spends from `budget`. When something is exhausted, the matches found so far are returned with it.
pub fn search(
    index: &Index<'_, '_>,
    pattern: &Pattern,
    all: bool,
    sieve: Sieve<'_>,
    budget: &mut Budget,
) -> (Matches, Option<Exhausted>) {
    let mut search = Search::new(index, pattern, sieve, *budget);
    // A coercion on the way is one more class to look into.
    let reach = pattern.reach()
        + if index.coercions {
            MAX_COERCIONS as u32
        } else {
            0
        };
    // Where coercions lead away from the root, its nodes are not all there is to look at.
    search.fresh = (!all && !index.coercions).then_some(reach);
    let outcome = match pattern.root_key() {
        Some(key) if !(index.coercions && index.coerced_roots) => {
            match (index.egraph().classes_for_op(&key), &index.sizes) {
                (Some(roots), None) => search.roots(roots, all, reach),
                (Some(roots), Some(sizes)) => search.roots(in_order(roots, sizes), all, reach),
                (None, _) => Ok(()),
            }
        }
        // A call may also be below a coercion of the root: every class is a candidate.
        _ => search.roots(index.egraph().classes().map(|class| class.id), all, reach),
    };
    budget.work = search.budget.work;
    (search.found, outcome.err())
}

struct Search<'a, 'h, 'p> {
    index: &'p Index<'a, 'h>,
    steps: &'p [Step],
    pattern: &'p Pattern,
    budget: Budget,
    /// The work left when the clock is read next.
    next_clock: u64,
    registers: Vec<Id>,
    segments: Vec<&'a [Id]>,
    members: SmallVec<[Option<Known>; 4]>,
    /// Per call of the pattern: the tag, the class it was found in, and whether its callee was computed but known.
    tags: SmallVec<[Tag; 4]>,
    classes: SmallVec<[Id; 4]>,
    known_callee: SmallVec<[bool; 4]>,
    /// The coercions on the way to the current position.
    epochs: SmallVec<[Epoch; 2]>,
    shares: u32,
    /// The site of the root.
    root_site: Option<Site>,
    /// The reach, if only fresh nodes of the root are looked at.
    fresh: Option<u32>,
    /// Whether every match needs an [`Extra`], because of the pattern.
    always_extra: bool,
    sieve: Sieve<'p>,
    found: Matches,
}

impl<'a, 'h, 'p> Search<'a, 'h, 'p> {
    fn new(
        index: &'p Index<'a, 'h>,
        pattern: &'p Pattern,
        sieve: Sieve<'p>,
        budget: Budget,
    ) -> Search<'a, 'h, 'p> {
        let calls = pattern.calls().len();
        Search {
            index,
            steps: &pattern.steps,
            pattern,
            next_clock: budget.work.saturating_sub(CLOCK_EVERY),
            budget,
            registers: vec![Id::from(0); pattern.registers as usize],
            segments: vec![&[]; pattern.segments as usize],
            members: SmallVec::from_elem(None, pattern.members()),
            tags: SmallVec::from_elem(Tag::NONE, calls),
            classes: SmallVec::from_elem(Id::from(0), calls),
            known_callee: SmallVec::from_elem(false, calls),
            epochs: SmallVec::new(),
            shares: 0,
            root_site: None,
            fresh: None,
            always_extra: pattern.segments > 0 || pattern.has_computed_head(),
            sieve,
            found: Matches::new(pattern),
        }
    }

    fn roots(
        &mut self,
        roots: impl Iterator<Item = Id>,
        all: bool,
        reach: u32,
    ) -> Result<(), Exhausted> {
        for root in roots {
            if all || self.index.is_fresh(root, reach) {
                self.registers[0] = root;
                self.run(0)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn pay(&mut self) -> Result<(), Exhausted> {
        if self.budget.work <= self.next_clock {
            return self.pay_and_look();
        }
        self.budget.work -= 1;
        Ok(())
    }

    #[cold]
    fn pay_and_look(&mut self) -> Result<(), Exhausted> {
        if self.budget.work == 0 {
            return Err(Exhausted::Work);
        }
        if self
            .budget
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Exhausted::Time);
        }
        self.next_clock = self.budget.work.saturating_sub(CLOCK_EVERY);
        self.budget.work -= 1;
        Ok(())
    }

    /// Runs the program from a step on. The depth of recursion is the number of calls in the pattern.
    fn run(&mut self, from: usize) -> Result<(), Exhausted> {
        let steps = self.steps;
        for (offset, step) in steps[from..].iter().enumerate() {
            let holds = match *step {
                Step::Bind {
                    from: class,
                    key,
                    call,
                    arity,
                    out,
                } => {
                    let next = from + offset + 1;
                    let class = self.registers[class.as_u32() as usize];
                    return self.bind(
                        next,
                        class,
                        key,
                        call as usize,
                        arity as usize,
                        out.as_u32() as usize,
                    );
                }
                Step::BindAny { from: class, call } => {
                    let next = from + offset + 1;
                    let class = self.registers[class.as_u32() as usize];
                    return self.bind_any(next, class, call as usize);
                }
                Step::BindSplit {
                    from: class,
                    key,
                    call,
                } => {
                    let next = from + offset + 1;
                    let class = self.registers[class.as_u32() as usize];
                    return self.bind_split(next, class, key, call as usize);
                }
                Step::Beside {
                    from: class,
                    ref path,
                    out,
                } => {
                    let next = from + offset + 1;
                    let class = self.registers[class.as_u32() as usize];
                    return self.beside(next, class, path, out.as_u32() as usize);
                }
                Step::Apart {
                    first,
                    second,
                    ordered,
                } => {
                    let first = self.registers[first.as_u32() as usize];
                    let second = self.registers[second.as_u32() as usize];
                    first != second && (!ordered || first < second)
                }
                Step::Same(a, b) => {
                    self.registers[a.as_u32() as usize] == self.registers[b.as_u32() as usize]
                }
                Step::SameSegment(a, b) => {
                    self.segments[a.as_u32() as usize] == self.segments[b.as_u32() as usize]
                }
                Step::Constant(reg, literal) => {
                    let class = self.registers[reg.as_u32() as usize];
                    let mut constants = self.index.facts(class).constants();
                    // Egal constants have one handle.
                    constants.any(|constant| constant == literal)
                }
                Step::Member(reg, var, constraint) => {
                    let class = self.registers[reg.as_u32() as usize];
                    match self.member(class, constraint) {
                        None => false,
                        member => {
                            self.members[var.as_u32() as usize] = member;
                            true
                        }
                    }
                }
                Step::Members(segment, constraint) => self.segments[segment.as_u32() as usize]
                    .iter()
                    .all(|&class| self.member(class, constraint).is_some()),
                Step::Done => return self.emit(),
            };
            if !holds {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The first member of a class that satisfies a constraint.
    fn member(&self, class: Id, constraint: Constraint) -> Option<Known> {
        let analysis = &self.index.egraph().analysis;
        let (ty, need_value) = match constraint {
            Constraint::Type(ty) => (ty, false),
            Constraint::Comptime(ty) => (ty, true),
        };
        let mut members = self.index.facts(class).members().iter();
        let found = members.find(|member| {
            member.ty != analysis.bottom()
                && (!need_value || member.constant.is_some())
                && (member.ty == ty || analysis.cache().subtype(member.ty, ty))
        });
        found.copied()
    }

    fn bind(
        &mut self,
        next: usize,
        class: Id,
        key: OpKey,
        call: usize,
        arity: usize,
        out: usize,
    ) -> Result<(), Exhausted> {
        let nodes = self.index.nodes(class);
        // The object of the root's own site is as good as an equal one of another site, of which there may be very many.
        let mut own: SmallVec<[&ENode; 2]> = SmallVec::new();
        if let Some(site) = self.root_site.filter(|_| next > 1) {
            let is_own = |node: &&ENode| node.tag().site() == Some(site);
            own.extend(with_key(nodes, key).filter(is_own));
        }
        for node in with_key(nodes, key) {
            self.pay()?;
            let children = node.children();
            if children.len() != arity || (next == 1 && !self.is_fresh_root(node)) {
                continue;
            }
            if next == 1 {
                self.root_site = node.tag().site();
            } else if own.iter().any(|own| is_sibling(own, node)) {
                continue;
            }
            self.registers[out..out + arity].copy_from_slice(children);
            self.tags[call] = node.tag();
            self.classes[call] = class;
            self.run(next)?;
        }
        if self.follows(next) {
            self.coercions(nodes, |search, below| {
                search.bind(next, below, key, call, arity, out)
            })?;
        }
        Ok(())
    }

    /// Whether a node of the root class may be the root of a new match. The first step binds the root.
    fn is_fresh_root(&self, node: &ENode) -> bool {
        self.fresh
            .is_none_or(|reach| self.index.is_fresh_root(node, reach))
    }

    /// Whether coercions of the class that is bound before step `next` are followed.
    fn follows(&self, next: usize) -> bool {
        self.index.coercions && (next > 1 || self.index.coerced_roots)
    }

    /// Tries every class that has a class below it along these calls, in the order of their numbers.
    fn beside(
        &mut self,
        next: usize,
        class: Id,
        path: &[Option<OpKey>],
        out: usize,
    ) -> Result<(), Exhausted> {
        let mut level = vec![class];
        for key in path {
            self.above_coercions(&mut level)?;
            let mut above = Vec::new();
            for class in level {
                for parent in self.index.egraph()[class].parents() {
                    self.pay()?;
                    let parent = self.index.egraph().find(parent);
                    let nodes = self.index.nodes(parent);
                    let fits = match *key {
                        Some(key) => with_key(nodes, key).next().is_some(),
                        None => nodes.first().is_some_and(|node| node.key() <= OpKey::APPLY),
                    };
                    if fits {
                        above.push(parent);
                    }
                }
            }
            above.sort_unstable();
            above.dedup();
            level = above;
        }
        for class in level {
            self.registers[out] = class;
            self.run(next)?;
        }
        Ok(())
    }

    /// Adds the classes that see these through coercions.
    fn above_coercions(&mut self, classes: &mut Vec<Id>) -> Result<(), Exhausted> {
        if !self.index.coercions {
            return Ok(());
        }
        let mut begin = 0;
        for _ in 0..MAX_COERCIONS {
            let end = classes.len();
            for at in begin..end {
                for parent in self.index.egraph()[classes[at]].parents() {
                    self.pay()?;
                    let parent = self.index.egraph().find(parent);
                    let last = self.index.nodes(parent).last();
                    if last.is_some_and(ENode::is_coercion) && !classes.contains(&parent) {
                        classes.push(parent);
                    }
                }
            }
            begin = end;
        }
        Ok(())
    }

    /// Calls `below` for each class that is below a coercion among `nodes`.
    fn coercions(
        &mut self,
        nodes: &'a [ENode],
        mut below: impl FnMut(&mut Self, Id) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        if self.epochs.len() + self.shares as usize >= MAX_COERCIONS {
            return Ok(());
        }
        // Coercions are sorted behind everything else.
        for node in nodes.iter().rev().take_while(|node| node.is_coercion()) {
            self.pay()?;
            let child = node.children()[0];
            match node.op() {
                Op::While(epoch, _) => {
                    self.epochs.push(epoch);
                    below(self, child)?;
                    self.epochs.pop();
                }
                _ => {
                    self.shares += 1;
                    below(self, child)?;
                    self.shares -= 1;
                }
            }
        }
        Ok(())
    }

    /// A call with a computed callee: fits calls of known functions, too, whose constant then is the callee.
    fn bind_any(&mut self, next: usize, class: Id, call: usize) -> Result<(), Exhausted> {
        let nodes = self.index.nodes(class);
        for node in nodes.iter().take_while(|node| node.key() <= OpKey::APPLY) {
            self.pay()?;
            let (callee, args) = match node.key().callee() {
                Some(function) => match self.index.constant(function) {
                    Some(callee) => (callee, node.children()),
                    None => continue,
                },
                None => match node.children().split_first() {
                    Some((&callee, args)) => (callee, args),
                    None => continue,
                },
            };
            self.tags[call] = node.tag();
            self.classes[call] = class;
            self.known_callee[call] = node.key().callee().is_some();
            let shape = &self.pattern.calls()[call];
            let Binding::One(reg) = shape.bindings[0] else {
                continue;
            };
            self.registers[reg.as_u32() as usize] = callee;
            self.split(next, call, 1, args)?;
        }
        if self.follows(next) {
            self.coercions(nodes, |search, below| search.bind_any(next, below, call))?;
        }
        Ok(())
    }

    fn bind_split(
        &mut self,
        next: usize,
        class: Id,
        key: OpKey,
        call: usize,
    ) -> Result<(), Exhausted> {
        let nodes = self.index.nodes(class);
        for node in with_key(nodes, key) {
            self.pay()?;
            if next == 1 && !self.is_fresh_root(node) {
                continue;
            }
            self.tags[call] = node.tag();
            self.classes[call] = class;
            self.split(next, call, 0, node.children())?;
        }
        if self.follows(next) {
            self.coercions(nodes, |search, below| {
                search.bind_split(next, below, key, call)
            })?;
        }
        Ok(())
    }

    /// Distributes `args` over the bindings of a call from number `binding` on, in every way that fits.
    fn split(
        &mut self,
        next: usize,
        call: usize,
        binding: usize,
        args: &'a [Id],
    ) -> Result<(), Exhausted> {
        let pattern = self.pattern;
        let bindings = &pattern.calls()[call].bindings[binding..];
        let singles = bindings
            .iter()
            .filter(|binding| matches!(binding, Binding::One(_)))
            .count();
        let segments = bindings.len() - singles;
        if args.len() < singles || (segments == 0 && args.len() != singles) {
            return Ok(());
        }
        match bindings.split_first() {
            None => self.run(next),
            Some((&Binding::One(reg), _)) => {
                self.registers[reg.as_u32() as usize] = args[0];
                self.split(next, call, binding + 1, &args[1..])
            }
            Some((&Binding::Many(segment), _)) => {
                let most = args.len() - singles;
                // The last segment takes all that is left.
                let least = if segments == 1 { most } else { 0 };
                for length in least..=most {
                    self.pay()?;
                    self.segments[segment.as_u32() as usize] = &args[..length];
                    self.split(next, call, binding + 1, &args[length..])?;
                }
                Ok(())
            }
        }
    }

    fn emit(&mut self) -> Result<(), Exhausted> {
        if self.found.len() == self.budget.matches {
            return Err(Exhausted::Matches);
        }
        let extra = (self.always_extra
            || !self.epochs.is_empty()
            || self.tags.iter().any(|tag| !tag.is_none())
            || self.index.coercions)
            .then(|| Extra {
                tags: self.tags.clone(),
                classes: self.classes.clone(),
                known_callee: self.known_callee.clone(),
                segments: self.segments.iter().map(|&ids| ids.into()).collect(),
                epochs: self.epochs.clone(),
            });
        if extra.is_none() {
            let (count, next) = (self.found.len(), self.found.written());
            match (self.sieve).sift(self.index, &self.registers, count, next) {
                Sifted::New => {}
                Sifted::Known => {
                    self.found.pass();
                    return Ok(());
                }
                Sifted::Like(first) => self.found.repeat(first),
            }
        }
        self.found.push(&self.registers, &self.members, extra);
        Ok(())
    }
}

/// The nodes with this operator, which is one that patterns can name.
#[inline(always)]
pub(super) fn with_key(nodes: &[ENode], key: OpKey) -> impl Iterator<Item = &ENode> {
    let start = if nodes.len() < LINEAR {
        nodes
            .iter()
            .position(|node| node.cmp_call(key).is_ge())
            .unwrap_or(nodes.len())
    } else {
        nodes.partition_point(|node| node.cmp_call(key).is_lt())
    };
    nodes[start..]
        .iter()
        .take_while(move |node| node.cmp_call(key).is_eq())
}

/// Whether a node makes, with another site, what `own` makes.
fn is_sibling(own: &ENode, node: &ENode) -> bool {
    let (site, other) = (own.tag().site(), node.tag().site());
    site != other
        && other.is_some()
        && own.tag().epoch() == node.tag().epoch()
        && own.children() == node.children()
}
