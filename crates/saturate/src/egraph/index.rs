//! The e-graph as one iteration of search sees it.
//!
//! While rules are searched the e-graph does not change, so classes can be found by their number instead of by a hash
//! table: one array of slices, made anew for each iteration in one walk over the classes.
//!
//! The index also knows what is *fresh*. A class is of level 0 if it was touched since the last iteration, of level 1 if a
//! child was, and so on: a pattern of reach `n` can only have new matches at roots of level `n` or less. And there, only at a
//! node that was added since, or that has a child of level `n - 1` or less: all else was found before, and what was
//! found was made equal to the class, whatever that has been merged with. (Below the root nodes are not told apart: a merge makes
//! old nodes visible from parents that did not see them.)

use super::facts::Facts;
use super::language::ENode;
use super::{canonical, EGraph};
use crate::ir::Const;
use crate::opkey::OpKey;
use egg::{Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};

/// What happened since the last iteration.
#[derive(Clone, Copy)]
pub struct Changes<'c> {
    /// Classes that were touched.
    pub touched: &'c [Id],
    /// How many nodes there were.
    pub nodes: usize,
}

/// The level of a class that has not changed within any reach.
const STALE: u8 = u8::MAX;

/// Classes by number.
pub struct Index<'a, 'h> {
    egraph: &'a EGraph<'h>,
    nodes: Vec<&'a [ENode]>,
    facts: Vec<Option<&'a Facts>>,
    levels: Vec<u8>,
    /// Nodes added since the last iteration, in canonical form.
    added: FxHashSet<ENode>,
    /// Classes of constants: what a head variable binds to at a call of a known function.
    constants: FxHashMap<Const, Id>,
    /// Whether some class contains a coercion.
    pub coercions: bool,
    /// Whether the root of a match may be below one.
    pub coerced_roots: bool,
    /// The sizes by which roots are [ordered](super::order), if they are.
    pub sizes: Option<Vec<u32>>,
}

impl<'a, 'h> Index<'a, 'h> {
    /// Indexes a rebuilt e-graph. Without `changes` everything is fresh; levels are computed up to `reach`. The classes of constants are only listed if `constants` are wanted.
    pub fn new(
        egraph: &'a EGraph<'h>,
        changes: Option<Changes<'_>>,
        reach: u32,
        constants: bool,
    ) -> Index<'a, 'h> {
        let count = egraph.nodes().len();
        let mut nodes: Vec<&[ENode]> = vec![&[]; count];
        let mut facts = vec![None; count];
        for class in egraph.classes() {
            nodes[usize::from(class.id)] = &class.nodes;
            facts[usize::from(class.id)] = Some(&class.data);
        }
        let mut by_constant = FxHashMap::default();
        if constants {
            for id in egraph.classes_for_op(&OpKey::CONST).into_iter().flatten() {
                for node in nodes[usize::from(id)] {
                    if let Some(constant) = node.as_const() {
                        by_constant.insert(constant, id);
                    }
                }
            }
        }
        Index {
            egraph,
            nodes,
            facts,
            levels: match changes {
                None => vec![0; count],
                Some(changes) => levels(egraph, changes.touched, reach),
            },
            added: changes.map_or_else(FxHashSet::default, |changes| {
                egraph.nodes()[changes.nodes..]
                    .iter()
                    .map(|node| canonical(egraph, node))
                    .collect()
            }),
            constants: by_constant,
            coercions: egraph.analysis.has_coercions(),
            coerced_roots: true,
            sizes: None,
        }
    }

    /// The e-graph.
    pub fn egraph(&self) -> &'a EGraph<'h> {
        self.egraph
    }

    /// The nodes of a class, sorted.
    #[inline(always)]
    pub fn nodes(&self, class: Id) -> &'a [ENode] {
        self.nodes[usize::from(class)]
    }

    /// What is known of a class.
    pub fn facts(&self, class: Id) -> &'a Facts {
        match self.facts[usize::from(class)] {
            Some(facts) => facts,
            None => &self.egraph[class].data,
        }
    }

    /// The class of a constant's node, if there is one.
    pub fn constant(&self, constant: Const) -> Option<Id> {
        self.constants.get(&constant).copied()
    }

    /// Whether a pattern of this reach may have a new match at a class.
    #[inline(always)]
    pub fn is_fresh(&self, class: Id, reach: u32) -> bool {
        u32::from(self.levels[usize::from(class)]) <= reach
    }

    /// Whether a pattern of this reach may have a new match whose root is this node.
    #[inline]
    pub fn is_fresh_root(&self, node: &ENode, reach: u32) -> bool {
        let below = |child: &Id| self.is_fresh(*child, reach - 1);
        reach > 0 && node.children().iter().any(below) || self.added.contains(node)
    }
}

/// Walks from the touched classes to their parents, one level at a time.
fn levels(egraph: &EGraph<'_>, fresh: &[Id], reach: u32) -> Vec<u8> {
    let mut levels = vec![STALE; egraph.nodes().len()];
    let mut frontier = Vec::new();
    for &id in fresh {
        let class = egraph.find(id);
        if std::mem::replace(&mut levels[usize::from(class)], 0) == STALE {
            frontier.push(class);
        }
    }
    for level in 1..=reach.min(u32::from(STALE) - 1) {
        let mut next = Vec::new();
        for class in frontier {
            for parent in egraph[class].parents() {
                let parent = egraph.find(parent);
                let known = &mut levels[usize::from(parent)];
                if *known == STALE {
                    *known = level as u8;
                    next.push(parent);
                }
            }
        }
        frontier = next;
    }
    levels
}
