//! The dominator tree, and the loop nest on top of it.
//!
//! Cooper, Harvey and Kennedy's iteration over a reverse post-order: simple, and linear in practice for the CFGs that
//! structured source gives. Queries are constant time through a pre- and post-numbering of the tree.

use super::cfg::Cfg;
use super::entities::Block;
use super::Function;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::SecondaryMap;

/// Who dominates whom.
pub struct Dominators {
    idom: SecondaryMap<Block, PackedOption<Block>>,
    /// Entry and exit times of a walk over the tree.
    times: SecondaryMap<Block, (u32, u32)>,
    /// Blocks so that each comes after its immediate dominator.
    preorder: Vec<Block>,
    depth: SecondaryMap<Block, u32>,
}

impl Dominators {
    /// Computes the tree of the reachable blocks.
    pub fn new(function: &Function, cfg: &Cfg) -> Dominators {
        let entry = function.entry();
        let mut idom: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
        idom[entry] = entry.into();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &cfg.order[1..] {
                let mut common: Option<Block> = None;
                for &pred in cfg.preds(block) {
                    if idom[pred].is_none() {
                        continue;
                    }
                    common = Some(match common {
                        None => pred,
                        Some(other) => nearest_common(cfg, &idom, other, pred),
                    });
                }
                if idom[block] != common.into() {
                    idom[block] = common.into();
                    changed = true;
                }
            }
        }
        let mut children: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in &cfg.order[1..] {
            if let Some(parent) = idom[block].expand() {
                children[parent].push(block);
            }
        }
        idom[entry] = None.into();

        let mut times: SecondaryMap<Block, (u32, u32)> = SecondaryMap::new();
        let mut depth: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut preorder = Vec::with_capacity(cfg.order.len());
        let mut clock = 0;
        let mut stack = vec![(entry, 0)];
        while let Some((block, next)) = stack.pop() {
            clock += 1;
            if next == 0 {
                times[block].0 = clock;
                preorder.push(block);
            }
            match children[block].get(next) {
                Some(&child) => {
                    depth[child] = depth[block] + 1;
                    stack.push((block, next + 1));
                    stack.push((child, 0));
                }
                None => times[block].1 = clock,
            }
        }
        Dominators {
            idom,
            times,
            preorder,
            depth,
        }
    }

    /// The closest block that every path to `block` goes through, if it is not the entry.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idom[block].expand()
    }

    /// Whether every path to `b` goes through `a`; a block dominates itself. Both must be reachable.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.times[a].0 <= self.times[b].0 && self.times[b].1 <= self.times[a].1
    }

    /// Reachable blocks, each after its immediate dominator.
    pub fn preorder(&self) -> &[Block] {
        &self.preorder
    }

    /// Steps from the entry down to `block` in the tree.
    pub fn depth(&self, block: Block) -> u32 {
        self.depth[block]
    }
}

fn nearest_common(
    cfg: &Cfg,
    idom: &SecondaryMap<Block, PackedOption<Block>>,
    mut a: Block,
    mut b: Block,
) -> Block {
    while a != b {
        while cfg.position(a) > cfg.position(b) {
            a = idom[a].expect("a processed block has a dominator");
        }
        while cfg.position(b) > cfg.position(a) {
            b = idom[b].expect("a processed block has a dominator");
        }
    }
    a
}

/// The loop nest: natural loops by header, irreducible cycles left out.
pub struct Loops {
    /// The innermost loop around a block, by header.
    header: SecondaryMap<Block, PackedOption<Block>>,
    /// How many loops are around a block.
    depth: SecondaryMap<Block, u32>,
    /// The header of the loop around a loop, by its header.
    parent: SecondaryMap<Block, PackedOption<Block>>,
}

impl Loops {
    /// Finds the loops: a back edge goes to a block that dominates its source.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let mut header: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
        let mut parent: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
        // Inner headers come later in the reverse post-order, so they claim their blocks first, and a walk from an
        // outer loop climbs over whole inner loops instead of through their blocks.
        for &candidate in cfg.order.iter().rev() {
            let mut work: Vec<Block> = cfg
                .preds(candidate)
                .iter()
                .copied()
                .filter(|&pred| dominators.dominates(candidate, pred))
                .collect();
            if work.is_empty() {
                continue;
            }
            let inner = header[candidate];
            debug_assert!(inner.is_none(), "a header is claimed by an outer loop only");
            header[candidate] = candidate.into();
            while let Some(block) = work.pop() {
                let mut outermost = block;
                while let Some(up) = loop_above(&header, &parent, outermost) {
                    if up == outermost {
                        break;
                    }
                    outermost = up;
                }
                if outermost == candidate {
                    continue;
                }
                if header[outermost].expand() == Some(outermost) {
                    parent[outermost] = candidate.into();
                } else {
                    header[outermost] = candidate.into();
                }
                work.extend(
                    cfg.preds(outermost)
                        .iter()
                        .copied()
                        .filter(|&pred| dominators.dominates(candidate, pred)),
                );
            }
        }
        let mut depth: SecondaryMap<Block, u32> = SecondaryMap::new();
        for &block in dominators.preorder() {
            depth[block] = match header[block].expand() {
                None => 0,
                Some(own) if own == block => {
                    1 + parent[block].expand().map_or(0, |outer| depth[outer])
                }
                Some(inner) => depth[inner],
            };
        }
        Loops {
            header,
            depth,
            parent,
        }
    }

    /// The header of the innermost loop around a block (a header is inside its own loop).
    pub fn header(&self, block: Block) -> Option<Block> {
        self.header[block].expand()
    }

    /// The header of the loop that directly contains the loop of `header`.
    pub fn parent(&self, header: Block) -> Option<Block> {
        self.parent[header].expand()
    }

    /// How many loops are around a block.
    pub fn depth(&self, block: Block) -> u32 {
        self.depth[block]
    }

    /// Whether `block` is in the loop of `header`.
    pub fn contains(&self, header: Block, block: Block) -> bool {
        let mut at = self.header(block);
        while let Some(current) = at {
            if current == header {
                return true;
            }
            at = self.parent(current);
        }
        false
    }
}

/// One step up: from a block to its loop's header, from a header to the header around it, or to itself at the top.
fn loop_above(
    header: &SecondaryMap<Block, PackedOption<Block>>,
    parent: &SecondaryMap<Block, PackedOption<Block>>,
    block: Block,
) -> Option<Block> {
    let own = header[block].expand()?;
    if own == block {
        Some(parent[own].expand().unwrap_or(own))
    } else {
        Some(own)
    }
}
