//! Predecessors and a reverse post-order of a function's blocks.

use super::entities::Block;
use super::Function;
use cranelift_entity::{EntitySet, SecondaryMap};

/// The control-flow graph of the blocks that the entry reaches.
pub struct Cfg {
    /// Reachable blocks, every block before its successors except along back edges.
    pub order: Vec<Block>,
    /// Position in `order`; `u32::MAX` for unreachable blocks.
    position: SecondaryMap<Block, u32>,
    preds: SecondaryMap<Block, Vec<Block>>,
}

impl Cfg {
    /// Walks the function once.
    pub fn new(function: &Function) -> Cfg {
        let mut post_order = Vec::with_capacity(function.layout.len());
        let mut preds: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        let mut seen = EntitySet::new();
        let entry = function.entry();
        seen.insert(entry);
        let mut stack = vec![(entry, 0)];
        while let Some((block, next)) = stack.pop() {
            match function.blocks[block].term.targets().nth(next) {
                Some(target) => {
                    stack.push((block, next + 1));
                    preds[target.block].push(block);
                    if seen.insert(target.block) {
                        stack.push((target.block, 0));
                    }
                }
                None => post_order.push(block),
            }
        }
        post_order.reverse();
        let mut position = SecondaryMap::with_default(u32::MAX);
        for (number, &block) in post_order.iter().enumerate() {
            position[block] = number as u32;
        }
        Cfg {
            order: post_order,
            position,
            preds,
        }
    }

    /// Blocks that jump to `block`; twice if a branch does so on both sides.
    pub fn preds(&self, block: Block) -> &[Block] {
        &self.preds[block]
    }

    /// Whether the entry reaches it.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position[block] != u32::MAX
    }

    /// The place of a reachable block in the reverse post-order.
    pub fn position(&self, block: Block) -> u32 {
        self.position[block]
    }
}
