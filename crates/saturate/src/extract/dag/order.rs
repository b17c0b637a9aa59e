//! order
use super::core::Core;

/// Positions of classes.
pub(crate) struct Order {
    /// Classes, topmost first.
    pub classes: Vec<u32>,
    pub position: Vec<u32>,
    pub component: Vec<u32>,
    pub random: Vec<u128>,
    components: u32,
}

impl Order {
    pub fn new(core: &Core) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let count = core.classes.len();
        let mut index = vec![UNSEEN; count];
        let mut low = vec![0u32; count];
        let mut component = vec![UNSEEN; count];
        let mut position = vec![0u32; count];
        let mut open = Vec::new();
        let mut path: Vec<(u32, usize, usize)> = Vec::new();
        let (mut next_index, mut next_component, mut next_position) = (0, 0, count as u32);
        for root in core.roots.iter().copied().chain(0..count as u32) {
            if index[root as usize] != UNSEEN {
                continue;
            }
            path.push((root, 0, 0));
            index[root as usize] = next_index;
            low[root as usize] = next_index;
            next_index += 1;
            open.push(root);
            while let Some((class, member, child)) = path.last_mut() {
                let c = *class as usize;
                let Some(&node) = core.members(*class).get(*member) else {
                    if low[c] == index[c] {
                        while let Some(top) = open.pop() {
                            component[top as usize] = next_component;
                            next_position -= 1;
                            position[top as usize] = next_position;
                            if top as usize == c {
                                break;
                            }
                        }
                        next_component += 1;
                    }
                    path.pop();
                    if let Some((above, ..)) = path.last() {
                        low[*above as usize] = low[*above as usize].min(low[c]);
                    }
                    continue;
                };
                let Some(&below) = core.children(node).get(*child) else {
                    *member += 1;
                    *child = 0;
                    continue;
                };
                *child += 1;
                let b = below as usize;
                if index[b] == UNSEEN {
                    index[b] = next_index;
                    low[b] = next_index;
                    next_index += 1;
                    open.push(below);
                    path.push((below, 0, 0));
                } else if component[b] == UNSEEN {
                    low[c] = low[c].min(index[b]);
                }
            }
        }
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = seed;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let random = (0..count)
            .map(|_| (next() as u128) << 64 | next() as u128)
            .collect();
        let mut classes = vec![0; count];
        for (c, &p) in position.iter().enumerate() {
            classes[p as usize] = c as u32;
        }
        Self {
            classes,
            position,
            component,
            random,
            components: next_component,
        }
    }

    /// Whether no class can consume itself.
    pub fn acyclic(&self) -> bool {
        self.components as usize == self.classes.len()
    }
}
