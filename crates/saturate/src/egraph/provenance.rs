//! Where nodes and equalities come from.
//!
//! While rules run, every application that changes something leaves one record: the rule, the root of the match, the
//! result, the nodes it made, and (where explanations are wanted) the nodes it matched. Every union leaves its two ids
//! and its cause, the e-graph's own congruence unions included. Ids are stored as they were; canonical forms
//! are computed once, when the first question is asked.
//!
//! The union log is a forest over node ids whose trees are the e-classes: a union is only logged where it joins two
//! classes. The path between two nodes of a class is therefore a proof of their equality, read edge by edge: a rule; or
//! congruence, explained by the paths between the children; or a constant that inference found. The *chain* of two nodes is
//! that proof as a list of applications, in the order in which they happened, with those that made the matched nodes
//! in front.

use super::language::ENode;
use super::EGraph;
use crate::rules::rule::RuleId;
use egg::{Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ops::Range;

/// The longest chain that is computed; a longer one is cut.
pub const MAX_CHAIN: usize = 1000;

/// The number of an application in the order in which they happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ApplicationId(u32);

impl ApplicationId {
    pub(crate) fn new(number: usize) -> ApplicationId {
        ApplicationId(number as u32)
    }
}

/// Why two classes are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A rule said so.
    Rule(ApplicationId),
    /// Same operator, equal children.
    Congruence,
    /// Inference found the value.
    Constant,
    /// The program itself says so: a block parameter with one incoming value, a computed callee that is known.
    Given,
}

/// One application of a rule that changed the e-graph.
#[derive(Clone, Debug)]
pub struct Application {
    /// The rule.
    pub rule: RuleId,
    /// The class it matched at, as it was then.
    pub root: Id,
    /// The class of the right side, as it was then.
    pub result: Id,
    /// Ids of the nodes it made.
    nodes: Range<u32>,
    /// Its matched nodes in [`Log::premises`].
    premises: Range<u32>,
}

/// What happened, as it happened.
#[derive(Default)]
pub struct Log {
    applications: Vec<Application>,
    unions: Vec<(Id, Id, Cause)>,
    premises: Vec<ENode>,
    refusals: Vec<(RuleId, Id, String)>,
}

/// How many refused matches are kept.
const MAX_REFUSALS: usize = 10_000;

impl Log {
    pub(super) fn refusal(&mut self, rule: RuleId, root: Id, reason: &str) {
        if self.refusals.len() < MAX_REFUSALS {
            self.refusals.push((rule, root, reason.to_owned()));
        }
    }

    /// Refused matches: rule, root and reason; none unless explanations were asked for. A match that is found again is
    /// refused again.
    pub fn refusals(&self) -> &[(RuleId, Id, String)] {
        &self.refusals
    }

    pub(super) fn union(&mut self, a: Id, b: Id, cause: Cause) {
        self.unions.push((a, b, cause));
    }

    /// The number the next application will have.
    pub(super) fn next(&self) -> ApplicationId {
        ApplicationId(self.applications.len() as u32)
    }

    pub(super) fn application(
        &mut self,
        rule: RuleId,
        root: Id,
        result: Id,
        nodes: Range<usize>,
        premises: impl IntoIterator<Item = ENode>,
    ) {
        let start = self.premises.len() as u32;
        self.premises.extend(premises);
        self.applications.push(Application {
            rule,
            root,
            result,
            nodes: nodes.start as u32..nodes.end as u32,
            premises: start..self.premises.len() as u32,
        });
    }

    /// All applications that changed something, in order.
    pub fn applications(&self) -> &[Application] {
        &self.applications
    }

    /// All unions, with the ids as they were, in order.
    pub fn unions(&self) -> &[(Id, Id, Cause)] {
        &self.unions
    }

    /// Ids of the nodes that an application made.
    pub fn made(&self, application: &Application) -> Range<u32> {
        application.nodes.clone()
    }

    /// The nodes that an application matched, the root last; none unless explanations were asked for.
    pub fn premises(&self, application: &Application) -> &[ENode] {
        &self.premises[application.premises.start as usize..application.premises.end as usize]
    }
}

/// The log, ready for questions.
pub struct Provenance {
    log: Log,
    nodes: Vec<ENode>,
    /// The class of each node, by its id.
    classes: Vec<Id>,
    /// Made for the first question that needs it.
    index: OnceCell<Index>,
}

/// What is looked up.
struct Index {
    /// The first id under which a node, in canonical form, was added.
    ids: FxHashMap<ENode, Id>,
    /// The constants in each class.
    constants: FxHashMap<Id, Vec<Id>>,
    /// Neighbours in the union forest.
    edges: FxHashMap<Id, Vec<(Id, Cause)>>,
}

impl Provenance {
    /// Takes the log out of the e-graph.
    pub fn new(egraph: &mut EGraph<'_>) -> Provenance {
        let mut log = std::mem::take(egraph.analysis.log.get_mut());
        for premise in &mut log.premises {
            premise.update_children(|child| egraph.find(child));
        }
        let nodes = egraph.nodes().to_vec();
        let classes = (0..nodes.len())
            .map(|number| egraph.find(Id::from(number)))
            .collect();
        Provenance {
            log,
            nodes,
            classes,
            index: OnceCell::new(),
        }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let class = |id: Id| self.classes[usize::from(id)];
            let mut ids = FxHashMap::default();
            let mut constants: FxHashMap<Id, Vec<Id>> = FxHashMap::default();
            for (number, node) in self.nodes.iter().enumerate() {
                let id = Id::from(number);
                ids.entry(node.clone().map_children(class)).or_insert(id);
                if node.as_const().is_some() {
                    constants.entry(class(id)).or_default().push(id);
                }
            }
            let mut edges: FxHashMap<Id, Vec<(Id, Cause)>> = FxHashMap::default();
            for &(a, b, cause) in &self.log.unions {
                edges.entry(a).or_default().push((b, cause));
                edges.entry(b).or_default().push((a, cause));
            }
            Index {
                ids,
                constants,
                edges,
            }
        })
    }

    /// The id under which a node of the e-graph was first added. Its children must be canonical.
    pub fn id(&self, node: &ENode) -> Option<Id> {
        self.index().ids.get(node).copied()
    }

    /// The application that made a node; `None` if it was there before any rule ran.
    pub fn origin(&self, node: Id) -> Option<(ApplicationId, &Application)> {
        let number = usize::from(node) as u32;
        let after = self
            .log
            .applications
            .partition_point(|application| application.nodes.start <= number);
        // Applications that made nothing have empty ranges and may share a start: walk back over them.
        self.log.applications[..after]
            .iter()
            .enumerate()
            .rev()
            .take_while(|(_, application)| {
                application.nodes.is_empty() || application.nodes.contains(&number)
            })
            .find(|(_, application)| application.nodes.contains(&number))
            .map(|(at, application)| (ApplicationId(at as u32), application))
    }

    /// What happened, as it happened.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The node that was added under an id.
    pub fn node(&self, id: Id) -> &ENode {
        &self.nodes[usize::from(id)]
    }

    /// An application by its number.
    pub fn application(&self, id: ApplicationId) -> &Application {
        &self.log.applications[id.0 as usize]
    }

    /// How many applications changed something.
    pub fn len(&self) -> usize {
        self.log.applications.len()
    }

    /// Whether no rule changed anything.
    pub fn is_empty(&self) -> bool {
        self.log.applications.is_empty()
    }

    /// The applications that lead from one node of a class to another, in the order in which they happened; empty if
    /// none was needed, `None` if the two are not equal. Ids are those of nodes, not of classes: [`Provenance::id`].
    pub fn chain(&self, from: Id, to: Id) -> Option<Vec<ApplicationId>> {
        let mut chain: FxHashSet<ApplicationId> = FxHashSet::default();
        let mut asked: FxHashSet<(Id, Id)> = FxHashSet::default();
        let mut todo = vec![(from, to)];
        let mut connected = true;
        while let Some((a, b)) = todo.pop() {
            if a == b || !asked.insert((a, b)) || chain.len() >= MAX_CHAIN {
                continue;
            }
            let Some(path) = self.path(a, b) else {
                connected &= (a, b) != (from, to);
                continue;
            };
            for (left, right, cause) in path {
                match cause {
                    Cause::Rule(application) => {
                        for application in self.derive(application, &mut chain) {
                            todo.extend(self.equalities(application));
                        }
                    }
                    Cause::Congruence => {
                        let (left, right) = (self.node(left), self.node(right));
                        todo.extend(
                            left.children()
                                .iter()
                                .copied()
                                .zip(right.children().iter().copied()),
                        );
                    }
                    // Inferred from the values of its operands.
                    Cause::Constant => {
                        for side in [left, right] {
                            for &child in self.node(side).children() {
                                let class = self.classes[usize::from(child)];
                                let values =
                                    self.index().constants.get(&class).into_iter().flatten();
                                todo.extend(values.map(|&value| (child, value)));
                            }
                        }
                    }
                    Cause::Given => {}
                }
            }
        }
        let mut chain: Vec<_> = chain.into_iter().collect();
        chain.sort_unstable();
        connected.then_some(chain)
    }

    /// Adds an application and all those that made what it matched; those that are new.
    fn derive(
        &self,
        application: ApplicationId,
        chain: &mut FxHashSet<ApplicationId>,
    ) -> Vec<ApplicationId> {
        let mut todo = vec![application];
        let mut new = Vec::new();
        while let Some(id) = todo.pop() {
            if chain.len() >= MAX_CHAIN || !chain.insert(id) {
                continue;
            }
            new.push(id);
            let premises = self.application(id).premises.clone();
            for premise in &self.log.premises[premises.start as usize..premises.end as usize] {
                if let Some((origin, _)) = self.id(premise).and_then(|node| self.origin(node)) {
                    todo.push(origin);
                }
            }
        }
        new
    }

    /// What an application took for equal: an operand and the matched node in its class, its value, and another operand of
    /// its class, if that was known when it happened.
    fn equalities(&self, id: ApplicationId) -> Vec<(Id, Id)> {
        let premises: Vec<Id> = self
            .log
            .premises(self.application(id))
            .iter()
            .filter_map(|premise| self.id(premise))
            .collect();
        let mut pairs = Vec::new();
        let mut operands: Vec<Id> = Vec::new();
        for &premise in &premises {
            operands.extend_from_slice(self.node(premise).children());
        }
        let class = |id: Id| self.classes[usize::from(id)];
        for (number, &operand) in operands.iter().enumerate() {
            let constants = self
                .index()
                .constants
                .get(&class(operand))
                .into_iter()
                .flatten();
            let others = premises.iter().chain(&operands[..number]).chain(constants);
            for &other in others.filter(|&&other| other != operand) {
                if class(other) == class(operand) && self.was_known(operand, other, id) {
                    pairs.push((operand, other));
                }
            }
        }
        pairs
    }

    /// Whether two nodes were equal before an application.
    fn was_known(&self, a: Id, b: Id, before: ApplicationId) -> bool {
        self.path(a, b).is_some_and(|path| {
            path.iter()
                .all(|&(_, _, cause)| !matches!(cause, Cause::Rule(id) if id >= before))
        })
    }

    /// The edges between two ids of one tree, from `a` to `b`.
    fn path(&self, a: Id, b: Id) -> Option<Vec<(Id, Id, Cause)>> {
        let mut previous: FxHashMap<Id, (Id, Cause)> = FxHashMap::default();
        let mut queue = VecDeque::from([a]);
        while let Some(at) = queue.pop_front() {
            if at == b {
                let mut path = Vec::new();
                let mut at = b;
                while at != a {
                    let (before, cause) = previous[&at];
                    path.push((before, at, cause));
                    at = before;
                }
                path.reverse();
                return Some(path);
            }
            for &(next, cause) in self.index().edges.get(&at).into_iter().flatten() {
                if next != a && !previous.contains_key(&next) {
                    previous.insert(next, (at, cause));
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
