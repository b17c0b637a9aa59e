//! The dominator tree of a function, and the loop nest on top of it.

use super::cfg::Cfg;
use super::domtree::DomTree;
use super::entities::Block;
use super::Function;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::SecondaryMap;

/// Who dominates whom.
pub struct Dominators {
    tree: DomTree,
    /// Blocks so that each comes after its immediate dominator.
    preorder: Vec<Block>,
    depth: SecondaryMap<Block, u32>,
}

impl Dominators {
    /// Computes the tree of the reachable blocks.
    pub fn new(function: &Function, cfg: &Cfg) -> Dominators {
        let targets = |block: u32| {
            let term = &function.blocks[Block::from_u32(block)].term;
            term.targets().map(|target| target.block.as_u32())
        };
        let preds = |block: u32| {
            let preds = cfg.preds(Block::from_u32(block)).iter();
            preds.map(|pred| pred.as_u32())
        };
        let order = cfg.order.iter().map(|block| block.as_u32());
        let blocks = function.blocks.len();
        let tree = DomTree::new(blocks, function.entry().as_u32(), targets, preds, order);
        let preorder: Vec<Block> = tree.preorder().map(Block::from_u32).collect();
        let mut depth: SecondaryMap<Block, u32> = SecondaryMap::new();
        for &block in &preorder[1..] {
            if let Some(above) = tree.idom(block.as_u32()) {
                depth[block] = depth[Block::from_u32(above)] + 1;
            }
        }
        Dominators {
            tree,
            preorder,
            depth,
        }
    }

    /// The closest block that every path to `block` goes through, if it is not the entry.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.tree.idom(block.as_u32()).map(Block::from_u32)
    }

    /// Whether every path to `b` goes through `a`; a block dominates itself. Both must be reachable.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a.as_u32(), b.as_u32())
    }

    /// The dominance frontier of each block: the joins that it reaches and does not dominate, at which what it says meets what other
    /// ways say.
    pub fn frontiers(&self, cfg: &Cfg) -> SecondaryMap<Block, Vec<Block>> {
        let mut frontiers: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in &cfg.order {
            let preds = cfg.preds(block);
            if preds.len() < 2 {
                continue;
            }
            let stop = self.idom(block);
            for &pred in preds {
                let mut runner = Some(pred);
                while runner != stop {
                    let Some(at) = runner else { break };
                    // What another predecessor has climbed need not be climbed again.
                    if frontiers[at].last() == Some(&block) {
                        break;
                    }
                    frontiers[at].push(block);
                    runner = self.idom(at);
                }
            }
        }
        frontiers
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

/// The loop nest: natural loops by header, irreducible cycles left out.
pub struct Loops {
    /// The innermost loop around a block, by header.
    header: SecondaryMap<Block, PackedOption<Block>>,
    /// How many loops are around a block.
    depth: SecondaryMap<Block, u32>,
    /// The header of the loop around a loop, by its header.
    parent: SecondaryMap<Block, PackedOption<Block>>,
    /// Whether no cycle was left out.
    all: bool,
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
        // A jump back to a block that does not dominate where it comes from is in a cycle with several entries.
        let all = cfg.order.iter().all(|&block| {
            (cfg.preds(block).iter()).all(|&pred| {
                cfg.position(pred) < cfg.position(block) || dominators.dominates(block, pred)
            })
        });
        Loops {
            header,
            depth,
            parent,
            all,
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

    /// Whether every cycle is a loop: no cycle has several entries.
    pub fn are_all(&self) -> bool {
        self.all
    }

    /// Whether two blocks are in the same loops, and there are no cycles but those.
    pub fn run_as_often(&self, a: Block, b: Block) -> bool {
        a == b || self.all && self.header(a) == self.header(b)
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
