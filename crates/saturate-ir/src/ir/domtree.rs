//! The dominator tree of any graph whose vertices are numbers.
//!
//! Lengauer and Tarjan's algorithm, almost linear. Cooper, Harvey and Kennedy's iteration was tried first: it is shorter,
//! but climbs the tree at every join, and ten thousand `if`s nested in each other's `else` took seconds. Queries are
//! constant time through a pre- and post-numbering of the tree.

/// Stands for no vertex.
const NONE: u32 = u32::MAX;

/// Who dominates whom among the vertices that the entry reaches.
pub struct DomTree {
    /// [`NONE`] for the entry and for what it does not reach.
    idom: Vec<u32>,
    /// Entry and exit times of a walk over the tree.
    times: Vec<(u32, u32)>,
    /// Vertices so that each comes after its immediate dominator.
    preorder: Vec<u32>,
}

impl DomTree {
    /// Computes the tree of a graph with `count` vertices. The walk over it visits siblings as they come in `order`, which
    /// has all vertices that the entry reaches.
    pub fn new<S, P>(
        count: usize,
        entry: u32,
        successors: impl Fn(u32) -> S,
        predecessors: impl Fn(u32) -> P,
        order: impl IntoIterator<Item = u32>,
    ) -> DomTree
    where
        S: Iterator<Item = u32>,
        P: Iterator<Item = u32>,
    {
        let idom = immediate_dominators(count, entry, successors, predecessors);
        // The children of each vertex, as linked lists.
        let (mut first, mut last) = (vec![NONE; count], vec![NONE; count]);
        let mut sibling = vec![NONE; count];
        for vertex in order {
            let above = idom[vertex as usize];
            if above == NONE {
                continue;
            }
            match std::mem::replace(&mut last[above as usize], vertex) {
                NONE => first[above as usize] = vertex,
                before => sibling[before as usize] = vertex,
            }
        }
        let mut times = vec![(0, 0); count];
        let mut preorder = Vec::new();
        let mut clock = 0;
        let mut stack = Vec::new();
        let mut at = entry;
        loop {
            // Down to the first child, or up to the next sibling.
            clock += 1;
            times[at as usize].0 = clock;
            preorder.push(at);
            stack.push(at);
            let mut next = first[at as usize];
            while next == NONE {
                let Some(done) = stack.pop() else {
                    break;
                };
                times[done as usize].1 = clock;
                next = sibling[done as usize];
            }
            if next == NONE {
                break;
            }
            at = next;
        }
        DomTree {
            idom,
            times,
            preorder,
        }
    }

    /// The closest vertex that every path to `vertex` goes through, if it is not the entry.
    pub fn idom(&self, vertex: u32) -> Option<u32> {
        Some(self.idom[vertex as usize]).filter(|&idom| idom != NONE)
    }

    /// Whether the entry reaches a vertex.
    pub fn reaches(&self, vertex: u32) -> bool {
        self.times[vertex as usize].0 != 0
    }

    /// Whether every path to `b` goes through `a`; a vertex dominates itself. Both must be reachable.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.times[a as usize], self.times[b as usize]);
        a.0 <= b.0 && b.1 <= a.1
    }

    /// The closest vertex that dominates both, if it is found within so many steps. Both must be reachable.
    pub fn common(&self, a: u32, b: u32, steps: usize) -> Option<u32> {
        let above = std::iter::successors(Some(a), |&at| self.idom(at));
        above.take(steps).find(|&at| self.dominates(at, b))
    }

    /// Reachable vertices, each after its immediate dominator.
    pub fn preorder(&self) -> impl Iterator<Item = u32> + '_ {
        self.preorder.iter().copied()
    }
}

/// Lengauer and Tarjan's algorithm with path compression. Inside, vertices are numbered by a depth-first search; `0` is
/// the entry.
fn immediate_dominators<S, P>(
    count: usize,
    entry: u32,
    successors: impl Fn(u32) -> S,
    predecessors: impl Fn(u32) -> P,
) -> Vec<u32>
where
    S: Iterator<Item = u32>,
    P: Iterator<Item = u32>,
{
    let mut number = vec![NONE; count];
    let mut vertex: Vec<u32> = Vec::with_capacity(count);
    let mut parent: Vec<u32> = Vec::with_capacity(count);
    let mut stack = vec![(entry, 0)];
    while let Some((at, above)) = stack.pop() {
        if number[at as usize] != NONE {
            continue;
        }
        let own = vertex.len() as u32;
        number[at as usize] = own;
        vertex.push(at);
        parent.push(above);
        stack.extend(successors(at).map(|next| (next, own)));
    }
    let mut found = vec![NONE; count];
    let count = vertex.len();
    let mut forest = Forest {
        ancestor: vec![NONE; count],
        label: (0..count as u32).collect(),
        semi: (0..count as u32).collect(),
        path: Vec::new(),
    };
    let mut idom: Vec<u32> = vec![0; count];
    // Vertices whose semidominator is the index, as linked lists.
    let (mut bucket, mut next) = (vec![NONE; count], vec![NONE; count]);
    for own in (1..count as u32).rev() {
        for pred in predecessors(vertex[own as usize]) {
            let pred = number[pred as usize];
            if pred == NONE {
                continue;
            }
            let lowest = forest.lowest(pred);
            let reached = forest.semi[lowest as usize];
            let semi = &mut forest.semi[own as usize];
            *semi = (*semi).min(reached);
        }
        let semi = forest.semi[own as usize] as usize;
        next[own as usize] = std::mem::replace(&mut bucket[semi], own);
        let above = parent[own as usize];
        forest.ancestor[own as usize] = above;
        let mut waiting = std::mem::replace(&mut bucket[above as usize], NONE);
        while waiting != NONE {
            let lowest = forest.lowest(waiting);
            let lower = forest.semi[lowest as usize] < forest.semi[waiting as usize];
            // Where a lower one is on the way, its dominator is ours, too; it is known in the second pass.
            idom[waiting as usize] = if lower { lowest } else { above };
            waiting = next[waiting as usize];
        }
    }
    for own in 1..count {
        if idom[own] != forest.semi[own] {
            idom[own] = idom[idom[own] as usize];
        }
        found[vertex[own] as usize] = vertex[idom[own] as usize];
    }
    found
}

/// The part of the depth-first tree that has been processed.
struct Forest {
    ancestor: Vec<u32>,
    /// The vertex with the lowest semidominator on the compressed path to the ancestor.
    label: Vec<u32>,
    semi: Vec<u32>,
    /// Scratch space of `lowest`.
    path: Vec<u32>,
}

impl Forest {
    /// The vertex with the lowest semidominator on the path from `vertex` up to, but without, the root of its tree.
    fn lowest(&mut self, vertex: u32) -> u32 {
        if self.ancestor[vertex as usize] == NONE {
            return vertex;
        }
        let mut at = vertex;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(below) = self.path.pop() {
            let above = self.ancestor[below as usize];
            let (high, low) = (self.label[above as usize], self.label[below as usize]);
            if self.semi[high as usize] < self.semi[low as usize] {
                self.label[below as usize] = high;
            }
            self.ancestor[below as usize] = self.ancestor[above as usize];
        }
        self.label[vertex as usize]
    }
}
