//! Branch and bound on one component.
//!
//! A state of the search is a set of living nodes, a set of required classes, and residual costs with the bound
//! that they belong to. Propagation, until nothing changes:
//!
//! - a required class with one living member is decided: its residual is paid, its children are required;
//! - what all living members of a required class consume is required;
//! - nodes without a derivation are deleted;
//! - the [bound](super::bound) is raised, starting from the residuals that the parent state left;
//! - nodes whose cost, with the bound, reaches the best cost known are deleted.
//!
//! Then the search branches on the members of a required class that has several: one child state per member,
//! in which the others are deleted. A state in which every required class is decided is a solution, and acyclic: every
//! required class has a derivation from living nodes, and these are the decided ones.
//!
//! Changes are undone from a trail; the stack is explicit.
//!
//! Negative costs: `h` and the landmarks see them as 0, and the bound is lowered by what the classes that can still
//! be needed might earn, each the most negative of its living members.

use super::bound::Bound;
use super::budget::Budget;
use super::core::Core;
use super::cost::Fixed;
use super::dual::Dual;
use super::greedy::{greedy, price, Pick, NONE};

/// What is to be put back.
enum Undo {
    Delete(u32),
    Residual(u32, Fixed),
}

/// A state on the path from the root of the search, and the members of its branching class still to try.
struct Frame {
    trail: usize,
    goals: usize,
    bound: Fixed,
    class: u32,
    /// Members to try, the next one last.
    untried: Vec<u32>,
}

/// How a search ended.
pub(crate) struct Outcome {
    /// The best choice found.
    pub best: Pick,
    /// No choice costs less.
    pub bound: Fixed,
    /// Landmarks, states and work.
    pub landmarks: u64,
    pub branches: u64,
    pub work: u64,
}

struct Search<'a> {
    core: &'a Core,
    alive: Vec<bool>,
    residual: Vec<Fixed>,
    required: Vec<bool>,
    /// The required classes, in order of discovery.
    goals: Vec<u32>,
    /// Scaled, as the residuals are.
    bound: Fixed,
    shift: u32,
    h: Bound,
    trail: Vec<Undo>,
    best: Pick,
    work: u64,
}

/// A state without a solution better than the best.
struct Hopeless;

/// Finds the best choice for `core`, looking at no more edges than about the budget; `None` if it has none at all.
pub(crate) fn search(core: &Core, best: Pick, dual: Dual, mut budget: Budget) -> Outcome {
    let alive = vec![true; core.nodes.len()];
    let work = 0;
    let mut search = Search {
        core,
        alive,
        residual: dual.residual,
        shift: dual.shift,
        required: vec![false; core.classes.len()],
        goals: Vec::new(),
        bound: dual.bound,
        h: Bound::new(core),
        trail: Vec::new(),
        best,
        work,
    };
    search.h.limit = budget;
    for &root in &core.roots {
        search.require(root);
    }
    let mut frames: Vec<Frame> = Vec::new();
    let mut branches = 1;
    let mut at_root = true;
    let mut root_bound = Fixed::MIN;
    loop {
        let state = search.propagate(at_root);
        if at_root {
            root_bound = if state.is_ok() {
                search.lower_bound()
            } else {
                search.best.cost
            };
            at_root = false;
        }
        if state.is_ok() {
            match search.branching_class() {
                None => search.record(),
                Some(class) => {
                    let untried = search.order(class);
                    frames.push(Frame {
                        trail: search.trail.len(),
                        goals: search.goals.len(),
                        bound: search.bound,
                        class,
                        untried,
                    });
                }
            }
        }
        let out_of_work = budget.is_spent(search.work + search.h.work);
        // Back to the deepest state with a member left to try.
        let next = loop {
            match frames.last_mut() {
                None => break None,
                Some(frame) => match frame.untried.pop() {
                    Some(node) if !out_of_work => break Some((frame, node)),
                    Some(node) => {
                        frame.untried.push(node);
                        break None;
                    }
                    None => _ = frames.pop(),
                },
            }
        };
        let Some((frame, node)) = next else { break };
        let (trail, goals, class) = (frame.trail, frame.goals, frame.class);
        search.bound = frame.bound;
        search.undo(trail, goals);
        for &n in core.nodes_of(class) {
            if n != node {
                search.delete(n);
            }
        }
        branches += 1;
    }
    let bound = if frames.is_empty() {
        search.best.cost
    } else {
        root_bound.min(search.best.cost)
    };
    Outcome {
        best: search.best,
        bound,
        landmarks: search.h.landmarks,
        branches,
        work: search.work + search.h.work,
    }
}

impl Search<'_> {
    fn delete(&mut self, n: u32) {
        if std::mem::replace(&mut self.alive[n as usize], false) {
            self.trail.push(Undo::Delete(n));
        }
    }

    fn require(&mut self, c: u32) {
        if !std::mem::replace(&mut self.required[c as usize], true) {
            self.goals.push(c);
        }
    }

    fn undo(&mut self, trail: usize, goals: usize) {
        for change in self.trail.drain(trail..).rev() {
            match change {
                Undo::Delete(n) => self.alive[n as usize] = true,
                Undo::Residual(n, old) => self.residual[n as usize] = old,
            }
        }
        for c in self.goals.drain(goals..) {
            self.required[c as usize] = false;
        }
    }

    /// The members of `class` that are alive.
    fn living(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        self.core
            .nodes_of(class)
            .iter()
            .copied()
            .filter(|&n| self.alive[n as usize])
    }

    /// Requires what follows from the required classes, and pays for what is decided.
    fn settle(&mut self) -> Result<(), Hopeless> {
        let mut next = 0;
        while next < self.goals.len() {
            let class = self.goals[next];
            next += 1;
            let mut living = self
                .core
                .nodes_of(class)
                .iter()
                .copied()
                .filter(|&n| self.alive[n as usize]);
            let first = living.next().ok_or(Hopeless)?;
            let second = living.next();
            self.work += 1 + self.core.children(first).len() as u64;
            match second {
                None => {
                    let paid = std::mem::take(&mut self.residual[first as usize]);
                    if paid > 0 {
                        self.trail.push(Undo::Residual(first, paid));
                        self.bound += paid;
                    }
                    for &k in self.core.children(first) {
                        self.require(k);
                    }
                }
                Some(second) => {
                    for &k in self.core.children(first) {
                        let common = !self.required[k as usize]
                            && self.core.children(second).contains(&k)
                            && self
                                .living(class)
                                .all(|n| self.core.children(n).contains(&k));
                        if common {
                            self.require(k);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The most that classes which may still be needed can earn, as a negative number.
    fn earnings(&mut self) -> Fixed {
        if !self.core.negative {
            return 0;
        }
        let mut seen = vec![false; self.core.classes.len()];
        let mut stack = self.goals.clone();
        for &c in &stack {
            seen[c as usize] = true;
        }
        let mut sum = 0;
        while let Some(c) = stack.pop() {
            let mut least = 0;
            for &n in self.core.nodes_of(c) {
                if self.alive[n as usize] {
                    least = least.min(self.core.cost[n as usize]);
                    for &k in self.core.children(n) {
                        if !std::mem::replace(&mut seen[k as usize], true) {
                            stack.push(k);
                        }
                    }
                }
            }
            sum += least;
        }
        self.work += self.core.size();
        sum
    }

    /// The bound in units of cost.
    fn lower_bound(&mut self) -> Fixed {
        let earnings = self.earnings();
        ((self.bound + (1 << self.shift) - 1) >> self.shift) + earnings
    }

    /// How far the scaled bound is from proving that nothing here is better than the best.
    fn slack(&self, earnings: Fixed) -> Fixed {
        ((self.best.cost - earnings - 1) << self.shift) + 1 - self.bound
    }

    fn propagate(&mut self, at_root: bool) -> Result<(), Hopeless> {
        loop {
            self.settle()?;
            self.h.explore(self.core, &self.alive, &self.residual);
            let earnings = self.earnings();
            let enough = self.slack(earnings);
            if enough <= 0 {
                return Err(Hopeless);
            }
            let trail = &mut self.trail;
            let raised = self
                .h
                .raise(
                    self.core,
                    &self.alive,
                    &mut self.residual,
                    &self.goals,
                    enough,
                    |n, old| {
                        trail.push(Undo::Residual(n, old));
                    },
                )
                .ok_or(Hopeless)?;
            self.bound += raised;
            if raised >= enough {
                return Err(Hopeless);
            }
            if at_root {
                self.complete();
            }
            let slack = self.slack(earnings);
            if slack <= 0 {
                return Err(Hopeless);
            }
            if !self.delete_expensive(slack) {
                return Ok(());
            }
        }
    }

    /// Looks for a solution among the nodes whose residual is 0: if there is one, it is often the best.
    fn complete(&mut self) {
        let free: Vec<bool> = self
            .alive
            .iter()
            .zip(&self.residual)
            .map(|(&alive, &r)| alive && r == 0)
            .collect();
        if let Some(pick) = greedy(self.core, &free, &self.core.cost, &mut self.work) {
            if pick.cost < self.best.cost {
                self.best = pick;
            }
        }
    }

    /// Deletes nodes that cost `slack` or more, or cannot be derived; says whether a required class lost one.
    fn delete_expensive(&mut self, slack: Fixed) -> bool {
        let mut progress = false;
        self.work += self.core.size();
        for n in 0..self.core.nodes.len() as u32 {
            if !self.alive[n as usize] {
                continue;
            }
            if self.increase(n) >= slack {
                self.delete(n);
                progress |= self.required[self.core.class[n as usize] as usize];
            }
        }
        progress
    }

    /// What picking `n` adds to the bound at least.
    fn increase(&self, n: u32) -> Fixed {
        let deepest = self
            .core
            .children(n)
            .iter()
            .map(|&k| self.h.h[k as usize])
            .max()
            .unwrap_or(0);
        deepest + self.residual[n as usize]
    }

    /// The required class to branch on: the one whose second-best member raises the bound most; of several, the
    /// one with fewest members.
    fn branching_class(&mut self) -> Option<u32> {
        let mut best: Option<((Fixed, i64), u32)> = None;
        for &class in &self.goals {
            let (mut first, mut second, mut count) = (Fixed::MAX, Fixed::MAX, 0);
            for n in self.living(class) {
                let s = self.increase(n);
                count += 1;
                if s < first {
                    (first, second) = (s, first);
                } else if s < second {
                    second = s;
                }
            }
            self.work += count as u64;
            if count >= 2 && best.is_none_or(|(key, _)| (second, -count) > key) {
                best = Some(((second, -count), class));
            }
        }
        best.map(|(_, class)| class)
    }

    /// The living members of `class`, the most promising last.
    fn order(&self, class: u32) -> Vec<u32> {
        let mut members: Vec<u32> = self.living(class).collect();
        let known = self.best.node[class as usize];
        members.sort_by_key(|&n| {
            (
                std::cmp::Reverse(self.increase(n)),
                n == known,
                std::cmp::Reverse(n),
            )
        });
        members
    }

    /// Every required class is decided: a solution.
    fn record(&mut self) {
        let mut node = vec![NONE; self.core.classes.len()];
        for &c in &self.goals {
            node[c as usize] = self.living(c).next().unwrap_or(NONE);
        }
        self.work += self.goals.len() as u64;
        match price(self.core, &node) {
            Some(cost) if cost < self.best.cost => self.best = Pick { node, cost },
            _ => {}
        }
    }
}
