//! Strongly connected components and topological order of classes.
//!
//! A class points to the children of its members. Tarjan's algorithm, on its own stack.

use super::core::Core;
use super::kernel::{KClass, Kernel};
use super::{ClassId, Problem};
use cranelift_entity::EntityRef;

/// A graph of classes, for [`Components::new`].
pub(crate) trait ClassGraph {
    /// How many classes there are.
    fn count(&self) -> usize;
    /// Child number `child` of member number `member` of `class`; `Err(true)` past the last child, `Err(false)` past
    /// the last member.
    fn edge(&self, class: u32, member: usize, child: usize) -> Result<u32, bool>;
}

impl ClassGraph for Kernel {
    fn count(&self) -> usize {
        self.class_count()
    }

    fn edge(&self, class: u32, member: usize, child: usize) -> Result<u32, bool> {
        let node = *self.members[class as usize].get(member).ok_or(false)?;
        self.node(node)
            .children
            .get(child)
            .map(|c: &KClass| c.index() as u32)
            .ok_or(true)
    }
}

impl ClassGraph for Core {
    fn count(&self) -> usize {
        self.classes.len()
    }

    fn edge(&self, class: u32, member: usize, child: usize) -> Result<u32, bool> {
        let node = *self.nodes_of(class).get(member).ok_or(false)?;
        self.children(node).get(child).copied().ok_or(true)
    }
}

impl ClassGraph for Problem {
    fn count(&self) -> usize {
        self.class_count()
    }

    fn edge(&self, class: u32, member: usize, child: usize) -> Result<u32, bool> {
        let node = *(self.nodes_of(ClassId::from_u32(class)).get(member)).ok_or(false)?;
        let child = self.children(node).get(child).ok_or(true)?;
        Ok(child.as_u32())
    }
}

/// Components of a graph of classes.
pub(crate) struct Components {
    /// The component of each class.
    pub of: Vec<u32>,
    /// How many components there are.
    pub count: u32,
    /// The classes, children before parents, and components together.
    pub bottom_up: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl Components {
    /// The components of `graph`, looking at the classes of `first` before the others.
    pub fn new(graph: &impl ClassGraph, first: &[u32]) -> Self {
        let classes = graph.count();
        let mut found = Self {
            of: vec![UNSEEN; classes],
            count: 0,
            bottom_up: Vec::with_capacity(classes),
        };
        let mut index = vec![UNSEEN; classes];
        let mut low = vec![0u32; classes];
        let mut open: Vec<u32> = Vec::new();
        // (class, member, child): the next edge to follow.
        let mut path: Vec<(u32, usize, usize)> = Vec::new();
        let mut next = 0;
        for root in first.iter().copied().chain(0..classes as u32) {
            if index[root as usize] != UNSEEN {
                continue;
            }
            let mut enter = Some(root);
            loop {
                if let Some(class) = enter.take() {
                    index[class as usize] = next;
                    low[class as usize] = next;
                    next += 1;
                    open.push(class);
                    path.push((class, 0, 0));
                }
                let Some((class, member, child)) = path.last_mut() else {
                    break;
                };
                let c = *class as usize;
                match graph.edge(*class, *member, *child) {
                    Ok(below) => {
                        *child += 1;
                        if index[below as usize] == UNSEEN {
                            enter = Some(below);
                        } else if found.of[below as usize] == UNSEEN {
                            low[c] = low[c].min(index[below as usize]);
                        }
                    }
                    Err(true) => {
                        *member += 1;
                        *child = 0;
                    }
                    Err(false) => {
                        path.pop();
                        if let Some(&(above, ..)) = path.last() {
                            low[above as usize] = low[above as usize].min(low[c]);
                        }
                        if low[c] == index[c] {
                            found.close(&mut open, c as u32);
                        }
                    }
                }
            }
        }
        found
    }

    /// The open classes down to `last` form a component.
    fn close(&mut self, open: &mut Vec<u32>, last: u32) {
        while let Some(class) = open.pop() {
            self.of[class as usize] = self.count;
            self.bottom_up.push(class);
            if class == last {
                break;
            }
        }
        self.count += 1;
    }
}

/// A topological order, parents first, that keeps the frontier small, and the largest frontier it meets. For graphs
/// without cycles.
///
/// Roots do not count: they are needed in any case, so they do not make frontiers differ. Greedy: of the
/// classes whose users are all placed, the next one is the one after which fewest classes are open; of several,
/// the one that has been ready longest. `work` grows by the edges looked at.
pub(crate) fn narrow(core: &Core, work: &mut u64) -> (Vec<u32>, usize) {
    let classes = core.classes.len();
    let mut children: Vec<Vec<u32>> = Vec::with_capacity(classes);
    let mut waits = vec![0u32; classes];
    for c in 0..classes as u32 {
        let mut list: Vec<u32> = core
            .nodes_of(c)
            .iter()
            .flat_map(|&n| core.children(n))
            .copied()
            .collect();
        list.sort_unstable();
        list.dedup();
        list.iter().for_each(|&k| waits[k as usize] += 1);
        children.push(list);
    }
    // Open, or a root.
    let mut counted = vec![false; classes];
    core.roots.iter().for_each(|&r| counted[r as usize] = true);
    let root = counted.clone();
    let mut ready: Vec<u32> = (0..classes as u32)
        .filter(|&c| waits[c as usize] == 0)
        .collect();
    let (mut order, mut open, mut width) = (Vec::with_capacity(classes), 0, 0);
    while !ready.is_empty() {
        let change = |c: u32| {
            let opens = children[c as usize]
                .iter()
                .filter(|&&k| !counted[k as usize])
                .count();
            opens + usize::from(root[c as usize])
        };
        *work += ready
            .iter()
            .map(|&c| 1 + children[c as usize].len() as u64)
            .sum::<u64>();
        let next = (0..ready.len())
            .min_by_key(|&i| change(ready[i]))
            .unwrap_or(0);
        let class = ready.remove(next);
        order.push(class);
        open += change(class);
        open -= 1;
        for &k in &children[class as usize] {
            counted[k as usize] = true;
            waits[k as usize] -= 1;
            if waits[k as usize] == 0 {
                ready.push(k);
            }
        }
        width = width.max(open);
    }
    (order, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Edges(Vec<Vec<u32>>);

    impl ClassGraph for Edges {
        fn count(&self) -> usize {
            self.0.len()
        }

        fn edge(&self, class: u32, member: usize, child: usize) -> Result<u32, bool> {
            if member > 0 {
                return Err(false);
            }
            self.0[class as usize].get(child).copied().ok_or(true)
        }
    }

    #[test]
    fn components_come_bottom_up() {
        // 0 -> 1 <-> 2 -> 3, 4 -> 1
        let found = Components::new(
            &Edges(vec![vec![1], vec![2], vec![1, 3], vec![], vec![1]]),
            &[4],
        );
        assert_eq!(found.count, 4);
        assert_eq!(found.of[1], found.of[2]);
        assert_eq!(found.bottom_up, [3, 2, 1, 4, 0]);
    }
}
