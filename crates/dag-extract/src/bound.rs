//! The lower bound: landmarks cut one after another out of the costs.
//!
//! Read a class as a fact, a node as an action that turns its children into its class, the roots as the goal:
//! extraction with costs that are not negative is *delete-free planning*, and acyclicity comes for free, since an action needs
//! its children before it gives its class. So the bounds of that field apply. This is the landmark-cut bound
//! (Helmert and Domshlak, 2009), made incremental along a search (Pommerening and Helmert, 2012):
//!
//! 1. `h(c)`: the cost of the most expensive path of a cheapest derivation,
//!    `h(c) = min over members n of residual(n) + max over children k of h(k)`. If `h` of the goal is 0, stop.
//! 2. Each node depends most on its *supporter*, the child of largest `h`. Take the graph of edges from supporter to class. The goal
//!    zone: classes from which the goal is reached through nodes of residual 0.
//! 3. The nodes whose supporter can be reached from the leaves without entering the zone, and whose class is in the zone, form
//!    a *landmark*: every solution picks at least one of them. Subtract their least residual from all of them, add it
//!    to the bound.
//!
//! ```text
//! root = f(x) | g(x), cost 3 and 2; x cost 5    h(root) = 7
//!   cut {f, g}: bound 2, residuals 1 and 0      h(root) = 5
//!   cut {x}:    bound 7, residual 0             h(root) = 0
//! ```
//!
//! What remains is a cost function under which the goal is free: any solution costs the bound plus its residuals. So picking
//! `n` costs at least `bound + residual(n) + max h(children)`, and where that reaches the best cost known,
//! `n` can be deleted ([reduced-cost fixing](super::search)).
//!
//! Negative costs count as 0 here; the search adds what they might earn.

use super::budget::Budget;
use super::core::Core;
use super::cost::{Fixed, INFINITE};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No supporter: the node is a leaf, or has not been reached.
const NONE: u32 = u32::MAX;

/// Scratch space of the bound, and its result: `h` and supporters under the residual costs.
pub(crate) struct Bound {
    /// `h` of each class; [`INFINITE`] where it has no derivation.
    pub h: Vec<Fixed>,
    /// The child of largest `h` of each node.
    supporter: Vec<u32>,
    /// `h` of the supporter, when the node was last looked at.
    support: Vec<Fixed>,
    waits: Vec<u32>,
    heap: BinaryHeap<Reverse<(Fixed, u32)>>,
    /// 0 unmarked, 1 goal zone, 2 before it.
    mark: Vec<u8>,
    stack: Vec<u32>,
    cut: Vec<u32>,
    /// The landmarks, if they are to be kept.
    record: Option<Vec<Vec<u32>>>,
    /// Landmarks found so far.
    pub landmarks: u64,
    /// Edges looked at so far.
    pub work: u64,
    /// No more landmarks are cut once `work` has spent it.
    pub limit: Budget,
}

impl Bound {
    /// Scratch space for `core`.
    pub fn new(core: &Core) -> Self {
        let (classes, nodes) = (core.classes.len(), core.nodes.len());
        Self {
            h: vec![INFINITE; classes],
            supporter: vec![NONE; nodes],
            support: vec![0; nodes],
            waits: vec![0; nodes],
            heap: BinaryHeap::new(),
            mark: vec![0; classes],
            stack: Vec::new(),
            cut: Vec::new(),
            record: None,
            landmarks: 0,
            work: 0,
            limit: Budget::UNLIMITED,
        }
    }

    /// Keeps the landmarks found from now on.
    pub fn recording(mut self) -> Self {
        self.record = Some(Vec::new());
        self
    }

    /// The landmarks kept.
    pub fn recorded(&self) -> &[Vec<u32>] {
        self.record.as_deref().unwrap_or(&[])
    }

    /// Computes `h` from nothing (Knuth's generalisation of Dijkstra's algorithm).
    pub fn explore(&mut self, core: &Core, alive: &[bool], residual: &[Fixed]) {
        self.h.fill(INFINITE);
        self.work += core.size();
        for n in 0..core.nodes.len() as u32 {
            let i = n as usize;
            self.supporter[i] = NONE;
            self.waits[i] = core.children(n).len() as u32;
            if self.waits[i] == 0 && alive[i] {
                self.support[i] = 0;
                self.reach(core.class[i], residual[i]);
            }
        }
        while let Some(Reverse((h, c))) = self.heap.pop() {
            if h > self.h[c as usize] {
                continue;
            }
            for &n in core.users(c) {
                let i = n as usize;
                self.waits[i] -= 1;
                // Classes are settled in order of `h`: the last child is the largest.
                if self.waits[i] == 0 && alive[i] {
                    self.supporter[i] = c;
                    self.support[i] = h;
                    self.reach(core.class[i], h + residual[i]);
                }
            }
        }
    }

    fn reach(&mut self, class: u32, h: Fixed) {
        if h < self.h[class as usize] {
            self.h[class as usize] = h;
            self.heap.push(Reverse((h, class)));
        }
    }

    /// Repairs `h` after the residuals of `self.cut` have fallen.
    fn repair(&mut self, core: &Core, alive: &[bool], residual: &[Fixed]) {
        for i in 0..self.cut.len() {
            let n = self.cut[i] as usize;
            self.reach(core.class[n], self.support[n] + residual[n]);
        }
        while let Some(Reverse((h, c))) = self.heap.pop() {
            if h > self.h[c as usize] {
                continue;
            }
            self.work += core.users(c).len() as u64;
            for &n in core.users(c) {
                let i = n as usize;
                if self.supporter[i] != c || !alive[i] || self.support[i] <= h {
                    continue;
                }
                let (mut support, mut supporter) = (h, c);
                for &k in core.children(n) {
                    if self.h[k as usize] > support {
                        (support, supporter) = (self.h[k as usize], k);
                    }
                }
                self.work += core.children(n).len() as u64;
                self.supporter[i] = supporter;
                if support < self.support[i] {
                    self.support[i] = support;
                    self.reach(core.class[i], support + residual[i]);
                }
            }
        }
    }

    /// The goal of largest `h`.
    fn hardest(&self, goals: &[u32]) -> Option<(u32, Fixed)> {
        let mut best: Option<(u32, Fixed)> = None;
        for &g in goals {
            let h = self.h[g as usize];
            if best.is_none_or(|(_, b)| h > b) {
                best = Some((g, h));
            }
        }
        best
    }

    /// Cuts landmarks until the goals are free, the bound has risen by `enough`, or work is up; `None` if a goal has no derivation.
    ///
    /// Expects `h` of the present costs ([`explore`](Self::explore)). `lower` is called with each node and its residual
    /// before it changes.
    pub fn raise(
        &mut self,
        core: &Core,
        alive: &[bool],
        residual: &mut [Fixed],
        goals: &[u32],
        enough: Fixed,
        mut lower: impl FnMut(u32, Fixed),
    ) -> Option<Fixed> {
        let mut raised = 0;
        while let Some((goal, h)) = self.hardest(goals) {
            if h >= INFINITE {
                return None;
            }
            if h == 0 || raised >= enough || self.limit.is_spent(self.work) {
                break;
            }
            self.find_cut(core, alive, residual, goal);
            let least = self
                .cut
                .iter()
                .map(|&n| residual[n as usize])
                .min()
                .unwrap_or(0);
            debug_assert!(least > 0, "a cut is not empty and has no free node");
            for &n in &self.cut {
                lower(n, residual[n as usize]);
                residual[n as usize] -= least;
            }
            raised += least;
            self.landmarks += 1;
            if let Some(record) = &mut self.record {
                record.push(self.cut.clone());
            }
            self.repair(core, alive, residual);
        }
        Some(raised)
    }

    /// Finds the landmark between the leaves and the zone of `goal`.
    fn find_cut(&mut self, core: &Core, alive: &[bool], residual: &[Fixed], goal: u32) {
        self.mark.fill(0);
        self.cut.clear();
        self.work += core.size();
        self.mark[goal as usize] = 1;
        self.stack.push(goal);
        while let Some(c) = self.stack.pop() {
            for &n in core.nodes_of(c) {
                let i = n as usize;
                if !alive[i] || residual[i] > 0 || self.supporter[i] == NONE {
                    continue;
                }
                let s = self.supporter[i];
                if self.mark[s as usize] == 0 {
                    self.mark[s as usize] = 1;
                    self.stack.push(s);
                }
            }
        }
        for n in 0..core.nodes.len() as u32 {
            if alive[n as usize] && core.children(n).is_empty() {
                self.enter(core, n);
            }
        }
        while let Some(c) = self.stack.pop() {
            for &n in core.users(c) {
                if alive[n as usize] && self.supporter[n as usize] == c {
                    self.enter(core, n);
                }
            }
        }
    }

    /// Node `n` is reached before the zone: it is in the cut, or its class is before the zone, too.
    fn enter(&mut self, core: &Core, n: u32) {
        let class = core.class[n as usize];
        match self.mark[class as usize] {
            0 => {
                self.mark[class as usize] = 2;
                self.stack.push(class);
            }
            1 => self.cut.push(n),
            _ => {}
        }
    }
}
