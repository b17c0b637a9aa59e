//! Dynamic programming over frontiers, for components without cycles.
//!
//! Decide classes from the top down, in a topological order. What is still to be paid then depends only on the
//! *frontier*: the set `K` of classes that are needed and not yet decided. Call it `G(K)`. With `t` the first class of `K`,
//!
//! ```text
//! G({}) = 0
//! G(K)  = min over members n of t of cost(n) + G(K \ {t} ∪ children(n))
//! G(K)  = G(K1) + G(K2)      where nothing is below both K1 and K2
//! ```
//!
//! Values are kept in a table, as exact values or as lower bounds, and a subproblem is only solved up to the
//! `limit` at which it becomes useless. The lower bound is the sum of `G({k})` over classes `k` of `K` that share nothing below.
//! These are exact, because the classes are solved from the bottom up before the roots ("Russian dolls"), all with the
//! same table.
//!
//! Which order is best depends: depth first finishes one part before it begins the next; a [narrow](super::order::narrow)
//! order keeps frontiers small, and where it does, their number is small, too.
//!
//! The table is keyed by 128 random bits per class, added up by exclusive or. With 10^7 frontiers, the chance that
//! two of them collide is below 10^-24.
//!
//! Needs costs that are not negative.

use super::budget::Budget;
use super::core::Core;
use super::cost::{Fixed, INFINITE};
use super::greedy::NONE;
use crate::random::Random;
use rustc_hash::FxHashMap;

/// What is known about a frontier: its value, with the member to take for its first class, or (`NONE`) a lower bound.
#[derive(Clone, Copy)]
struct Entry {
    value: Fixed,
    node: u32,
    /// How often a limit was too low to find the value.
    failures: u32,
}

/// Largest number of table entries, of 32 bytes each with overhead.
const TABLE_ENTRIES: usize = 1 << 22;

/// Largest number of 64-bit words for what is below each class; larger components are left to the search.
const BELOW_WORDS: usize = 1 << 23;

/// A subproblem under way.
enum Frame {
    /// Trying the members of the first class.
    Or {
        set: Vec<u32>,
        key: u128,
        limit: Fixed,
        failures: u32,
        best: Fixed,
        node: u32,
        lower: Fixed,
        candidates: Vec<Candidate>,
    },
    /// Adding up independent parts; `sum` is what the parts done cost, `rest` a lower bound of the others.
    And {
        parts: Vec<(Fixed, Vec<u32>)>,
        limit: Fixed,
        sum: Fixed,
        rest: Fixed,
    },
}

/// A member to try, with the frontier that it leads to. The best comes last.
struct Candidate {
    bound: Fixed,
    node: u32,
    set: Vec<u32>,
}

/// The frontier search on one component.
pub(crate) struct Frontier<'a> {
    core: &'a Core,
    /// Classes, parents before children.
    top_down: Vec<u32>,
    /// Place of each class in that order.
    position: Vec<u32>,
    /// What each class adds to the key of a frontier.
    random: Vec<u128>,
    words: usize,
    /// What is below each class, itself included.
    below: Vec<u64>,
    /// A lower bound of `G({k})` for each class, exact where the class has been solved.
    single: Vec<Fixed>,
    /// How many classes, from the top, have not been solved alone.
    unsolved: usize,
    table: FxHashMap<u128, Entry>,
    /// Work done, in edges.
    pub work: u64,
    /// Frontiers looked at.
    pub states: u64,
    used: Vec<u64>,
}

/// A result: the value is exact, or a lower bound that reaches the limit.
type Value = (Fixed, bool);

impl<'a> Frontier<'a> {
    /// Prepares the search with this topological order, parents first; `None` if the component is too large.
    pub fn new(core: &'a Core, top_down: Vec<u32>) -> Option<Self> {
        debug_assert!(!core.negative);
        let mut position = vec![0; top_down.len()];
        for (i, &c) in top_down.iter().enumerate() {
            position[c as usize] = i as u32;
        }
        let mut random = Random::new(0);
        let mut bits = || random.bits() as u128;
        let words = core.classes.len().div_ceil(64);
        if words * core.classes.len() > BELOW_WORDS {
            return None;
        }
        let mut below = vec![0u64; words * core.classes.len()];
        for &c in top_down.iter().rev() {
            let c = c as usize;
            below[c * words + c / 64] |= 1 << (c % 64);
            for &n in core.nodes_of(c as u32) {
                for &k in core.children(n) {
                    for w in 0..words {
                        below[c * words + w] |= below[k as usize * words + w];
                    }
                }
            }
        }
        Some(Self {
            work: core.size() * words as u64 / 2,
            core,
            random: top_down.iter().map(|_| bits() << 64 | bits()).collect(),
            top_down,
            position,
            words,
            below,
            single: vec![0; core.classes.len()],
            unsolved: core.classes.len(),
            table: FxHashMap::default(),
            states: 0,
            used: vec![0; words],
        })
    }

    fn below(&self, class: u32) -> &[u64] {
        &self.below[class as usize * self.words..][..self.words]
    }

    fn key(&self, set: &[u32]) -> u128 {
        set.iter().fold(0, |key, &c| key ^ self.random[c as usize])
    }

    /// A lower bound of `G(set)`.
    fn bound(&mut self, set: &[u32]) -> Fixed {
        self.work += (set.len() * (4 + self.words)) as u64;
        match set {
            [] => 0,
            [c] => self.single[*c as usize],
            _ => {
                let mut by_cost: smallvec::SmallVec<[(Fixed, u32); 16]> =
                    set.iter().map(|&c| (-self.single[c as usize], c)).collect();
                by_cost.sort_unstable();
                let mut used = std::mem::take(&mut self.used);
                used.fill(0);
                let mut sum = 0;
                for (cost, c) in by_cost {
                    let below = self.below(c);
                    if used.iter().zip(below).all(|(a, b)| a & b == 0) {
                        used.iter_mut().zip(below).for_each(|(a, b)| *a |= b);
                        sum -= cost;
                    }
                }
                self.used = used;
                sum
            }
        }
    }

    /// Solves every class alone, from the bottom up, and then the roots: the choice and its cost. `None` once `work` has
    /// spent `budget`; called again, it goes on from there.
    pub fn solve(&mut self, mut budget: Budget) -> Option<(Vec<u32>, Fixed)> {
        let start = self.work;
        while self.unsolved > 0 {
            let class = self.top_down[self.unsolved - 1];
            let (value, _) = self.evaluate(vec![class], INFINITE, &mut budget, start)?;
            self.single[class as usize] = value;
            self.unsolved -= 1;
        }
        let mut roots = self.core.roots.clone();
        self.sort(&mut roots);
        let (value, _) = self.evaluate(roots.clone(), INFINITE, &mut budget, start)?;
        Some((self.choice(roots), value))
    }

    fn sort(&self, set: &mut Vec<u32>) {
        set.sort_unstable_by_key(|&c| self.position[c as usize]);
        set.dedup();
    }

    /// The frontier after `node` was taken for the first class of `set`.
    fn step(&self, set: &[u32], node: u32) -> Vec<u32> {
        let mut next = Vec::with_capacity(set.len() + self.core.children(node).len());
        next.extend_from_slice(&set[1..]);
        next.extend_from_slice(self.core.children(node));
        self.sort(&mut next);
        next
    }

    /// The parts of `set` that share nothing below, each in order as `set` is: the first class of a frontier is the one to decide.
    fn parts(&mut self, set: &[u32]) -> Vec<Vec<u32>> {
        let mut parts: Vec<(Vec<u64>, Vec<u32>)> = Vec::new();
        for &c in set {
            let mut own = (self.below(c).to_vec(), vec![c]);
            self.work += ((1 + parts.len()) * self.words) as u64;
            let mut i = 0;
            while i < parts.len() {
                if parts[i].0.iter().zip(&own.0).any(|(a, b)| a & b != 0) {
                    let (bits, mut classes) = parts.remove(i);
                    own.0.iter_mut().zip(&bits).for_each(|(a, b)| *a |= b);
                    classes.append(&mut own.1);
                    own.1 = classes;
                } else {
                    i += 1;
                }
            }
            parts.push(own);
        }
        let sorted = |(_, mut classes): (Vec<u64>, Vec<u32>)| {
            // A class that joins several parts puts them one behind the other.
            self.sort(&mut classes);
            classes
        };
        parts.into_iter().map(sorted).collect()
    }

    /// `G(set)` if it is less than `limit`; `None` when the budget for the work since `start` is spent.
    fn evaluate(
        &mut self,
        set: Vec<u32>,
        limit: Fixed,
        budget: &mut Budget,
        start: u64,
    ) -> Option<Value> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut result = self.enter(set, limit, &mut frames);
        loop {
            if budget.is_spent(self.work - start) || self.table.len() > TABLE_ENTRIES {
                return None;
            }
            // Hand a result to the frame above; a frame without result asks for its next part.
            let Some(frame) = frames.last_mut() else {
                return result;
            };
            match frame {
                Frame::Or {
                    set,
                    key,
                    limit,
                    failures,
                    best,
                    node,
                    lower,
                    candidates,
                } => {
                    if let Some((value, exact)) = result.take() {
                        let tried = candidates.pop().expect("a result belongs to a candidate");
                        let value = value + self.core.cost[tried.node as usize];
                        if exact && value < *best {
                            *best = value;
                            *node = tried.node;
                        }
                        *lower = (*lower).min(value);
                    }
                    match candidates.last_mut().filter(|c| c.bound < *best) {
                        Some(next) => {
                            let limit = *best - self.core.cost[next.node as usize];
                            let set = std::mem::take(&mut next.set);
                            result = self.enter(set, limit, &mut frames);
                        }
                        None => {
                            if let Some(c) = candidates.last() {
                                *lower = (*lower).min(c.bound);
                            }
                            let exact = *best < *limit;
                            let value = if exact { *best } else { *lower };
                            debug_assert!(!set.is_empty());
                            let entry = Entry {
                                value,
                                node: if exact { *node } else { NONE },
                                failures: *failures,
                            };
                            self.table.insert(*key, entry);
                            frames.pop();
                            result = Some((value, exact));
                        }
                    }
                }
                Frame::And {
                    parts,
                    limit,
                    sum,
                    rest,
                } => {
                    if let Some((value, exact)) = result.take() {
                        let (bound, _) = parts.pop().expect("a result belongs to a part");
                        *sum += value;
                        *rest -= bound;
                        if !exact {
                            result = Some((*sum + *rest, false));
                            frames.pop();
                            continue;
                        }
                    }
                    match parts.last_mut() {
                        None => {
                            result = Some((*sum, true));
                            frames.pop();
                        }
                        Some((bound, set)) => {
                            let limit = *limit - *sum - (*rest - *bound);
                            let set = std::mem::take(set);
                            result = self.enter(set, limit, &mut frames);
                        }
                    }
                }
            }
        }
    }

    /// Answers at once, or pushes the frame that will.
    fn enter(&mut self, set: Vec<u32>, mut limit: Fixed, frames: &mut Vec<Frame>) -> Option<Value> {
        if set.is_empty() {
            return Some((0, true));
        }
        let bound = self.bound(&set);
        if bound >= limit {
            return Some((bound, false));
        }
        let key = self.key(&set);
        let mut failures = 0;
        if let Some(entry) = self.table.get(&key) {
            if entry.node != NONE {
                return Some((entry.value, true));
            }
            if entry.value >= limit {
                return Some((entry.value, false));
            }
            // Each failure doubles the reach of the next try: otherwise limits that creep up would have the same
            // frontier evaluated once per unit of cost.
            failures = entry.failures + 1;
            let reach = (limit - bound).saturating_mul(1 << failures.min(40));
            limit = limit.saturating_add(reach).min(INFINITE);
        }
        self.states += 1;
        if set.len() > 1 {
            let parts = self.parts(&set);
            if parts.len() > 1 {
                let mut parts: Vec<_> = parts.into_iter().map(|p| (self.bound(&p), p)).collect();
                // Small parts first: they are on top of the stack.
                parts.sort_by_key(|(_, p)| std::cmp::Reverse(p.len()));
                let rest = parts.iter().map(|p| p.0).sum();
                frames.push(Frame::And {
                    parts,
                    limit,
                    sum: 0,
                    rest,
                });
                return None;
            }
        }
        let mut candidates = Vec::new();
        for &node in self.core.nodes_of(set[0]) {
            let next = self.step(&set, node);
            self.work += 8 + 4 * next.len() as u64;
            let bound = self.core.cost[node as usize] + self.bound(&next);
            candidates.push(Candidate {
                bound,
                node,
                set: next,
            });
        }
        candidates.sort_by_key(|c| std::cmp::Reverse(c.bound));
        frames.push(Frame::Or {
            set,
            key,
            limit,
            failures,
            best: limit,
            node: NONE,
            lower: INFINITE,
            candidates,
        });
        None
    }

    /// Follows the exact entries of the table from `set`.
    fn choice(&mut self, set: Vec<u32>) -> Vec<u32> {
        let mut choice = vec![NONE; self.core.classes.len()];
        let mut stack = vec![set];
        while let Some(set) = stack.pop() {
            if set.is_empty() {
                continue;
            }
            match self.table.get(&self.key(&set)) {
                Some(entry) if entry.node != NONE => {
                    debug_assert_eq!(self.core.class[entry.node as usize], set[0]);
                    choice[set[0] as usize] = entry.node;
                    stack.push(self.step(&set, entry.node));
                }
                _ => stack.extend(self.parts(&set)),
            }
        }
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::super::import::import;
    use super::super::order::Components;
    use super::super::ProblemBuilder;
    use super::*;

    /// `c` joins the parts of `a` and of `b`.
    #[test]
    fn parts_are_in_order() {
        let mut builder = ProblemBuilder::new();
        let [root, a, b, c, x, y] = std::array::from_fn(|_| builder.class());
        builder.node(root, 1.0, &[a, b, c]);
        for (class, children) in [(a, vec![x]), (b, vec![y]), (c, vec![x, y])] {
            builder.node(class, 1.0, &children);
        }
        for class in [x, y] {
            builder.node(class, 1.0, &[]);
        }
        builder.root(root);
        let problem = builder.build().unwrap();
        let (kernel, _) = import(&problem, &vec![None; problem.class_count()]).unwrap();
        let cores = Core::split(&kernel);
        let core = &cores[0];
        let mut order = Components::new(core, &core.roots).bottom_up;
        order.reverse();
        let mut frontier = Frontier::new(core, order.clone()).unwrap();
        let above = |class: &u32| {
            let mut members = core.nodes_of(*class).iter();
            members.any(|&node| matches!(core.children(node).len(), 1 | 2))
        };
        let mut set: Vec<u32> = order.into_iter().filter(above).collect();
        assert_eq!(set.len(), 3);
        // The class with two children last, as if it were below the others.
        set.sort_by_key(|&class| core.children(core.nodes_of(class)[0]).len());
        for (at, &class) in set.iter().enumerate() {
            frontier.position[class as usize] = at as u32;
        }
        assert_eq!(frontier.parts(&set), [set]);
    }
}
