//! One independent component of the kernel, frozen for search: flat arrays, dense numbers.
//!
//! The search deletes nodes and pays costs in its own arrays; what is here does not change.

use super::cost::Fixed;
use super::kernel::{KClass, KNode, Kernel};
use cranelift_entity::EntityRef;

/// A component. Classes and nodes are numbered from 0, in the kernel's order.
pub(crate) struct Core {
    /// The kernel's names of classes and nodes.
    pub classes: Vec<KClass>,
    pub nodes: Vec<KNode>,
    pub class: Vec<u32>,
    pub cost: Vec<Fixed>,
    pub roots: Vec<u32>,
    pub negative: bool,
    children: Lists,
    members: Lists,
    users: Lists,
}

/// Lists of numbers, end to end.
struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn get(&self, i: u32) -> &[u32] {
        &self.items[self.start[i as usize] as usize..self.start[i as usize + 1] as usize]
    }

    /// For each of `count` keys, the list of `(key, item)` pairs' items, in order.
    fn group(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut start = vec![0u32; count + 1];
        for (key, _) in pairs.clone() {
            start[key as usize + 1] += 1;
        }
        for i in 0..count {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        let mut items = vec![0; start[count] as usize];
        for (key, item) in pairs {
            items[next[key as usize] as usize] = item;
            next[key as usize] += 1;
        }
        Self { start, items }
    }
}

impl Core {
    /// The classes that node `n` consumes.
    pub fn children(&self, n: u32) -> &[u32] {
        self.children.get(n)
    }

    /// The nodes of class `c`.
    pub fn nodes_of(&self, c: u32) -> &[u32] {
        self.members.get(c)
    }

    /// The nodes that consume class `c`.
    pub fn users(&self, c: u32) -> &[u32] {
        self.users.get(c)
    }

    /// Writes the kernel's names of `nodes`, one per class, into `picked`.
    pub fn name(&self, nodes: &[u32], picked: &mut [Option<KNode>]) {
        for (class, &n) in self.classes.iter().zip(nodes) {
            if let Some(&name) = self.nodes.get(n as usize) {
                picked[class.index()] = Some(name);
            }
        }
    }

    /// Number of edges plus nodes: what it costs to look at everything once.
    pub fn size(&self) -> u64 {
        (self.children.items.len() + self.nodes.len()) as u64
    }

    /// Splits the kernel into components that share no class, small ones first.
    pub fn split(kernel: &Kernel) -> Vec<Core> {
        let count = kernel.class_count();
        let mut parent: Vec<u32> = (0..count as u32).collect();
        fn find(parent: &mut [u32], mut x: u32) -> u32 {
            while parent[x as usize] != x {
                parent[x as usize] = parent[parent[x as usize] as usize];
                x = parent[x as usize];
            }
            x
        }
        for data in kernel.nodes.iter().filter(|d| !d.dead) {
            let mut a = find(&mut parent, data.class.as_u32());
            for c in &data.children {
                let b = find(&mut parent, c.as_u32());
                // The smaller number represents, so that components come in order of their first class.
                let (low, high) = (a.min(b), a.max(b));
                parent[high as usize] = low;
                a = low;
            }
        }
        let mut groups: Vec<Vec<KClass>> = Vec::new();
        let mut group_of = vec![u32::MAX; count];
        for c in kernel
            .classes()
            .filter(|c| !kernel.members[c.index()].is_empty())
        {
            let representative = find(&mut parent, c.as_u32()) as usize;
            if group_of[representative] == u32::MAX {
                group_of[representative] = groups.len() as u32;
                groups.push(Vec::new());
            }
            groups[group_of[representative] as usize].push(c);
        }
        let mut local = vec![u32::MAX; count];
        groups.sort_by_key(|g| g.len());
        groups
            .into_iter()
            .map(|classes| Core::new(kernel, classes, &mut local))
            .collect()
    }

    fn new(kernel: &Kernel, classes: Vec<KClass>, local: &mut [u32]) -> Self {
        for (i, c) in classes.iter().enumerate() {
            local[c.index()] = i as u32;
        }
        let nodes: Vec<KNode> = classes
            .iter()
            .flat_map(|c| kernel.members[c.index()].iter().copied())
            .collect();
        let class: Vec<u32> = nodes
            .iter()
            .map(|&n| local[kernel.node(n).class.index()])
            .collect();
        let edges = nodes.iter().enumerate().flat_map(|(i, &n)| {
            kernel
                .node(n)
                .children
                .iter()
                .map(|c| c.index())
                .map(move |c| (i as u32, c))
        });
        let edges = edges.map(|(i, c)| (i, local[c]));
        Self {
            roots: (0..classes.len() as u32)
                .filter(|&i| kernel.required[classes[i as usize].index()])
                .collect(),
            cost: nodes.iter().map(|&n| kernel.node(n).cost).collect(),
            negative: nodes.iter().any(|&n| kernel.node(n).cost < 0),
            children: Lists::group(nodes.len(), edges.clone()),
            users: Lists::group(classes.len(), edges.map(|(n, c)| (c, n))),
            members: Lists::group(
                classes.len(),
                class.iter().enumerate().map(|(n, &c)| (c, n as u32)),
            ),
            class,
            nodes,
            classes,
        }
    }
}
