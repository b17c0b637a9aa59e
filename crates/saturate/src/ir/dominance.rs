//! The dominator tree, and the loop nest on top of it.
//!
//! Lengauer and Tarjan's algorithm, almost linear. Cooper, Harvey and Kennedy's iteration was tried first: it is shorter,
//! but climbs the tree at every join, and ten thousand `if`s nested in each other's `else` took seconds. Queries are
//! constant time through a pre- and post-numbering of the tree.

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
        let idom = immediate_dominators(function, cfg);
        let mut children: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in &cfg.order[1..] {
            if let Some(parent) = idom[block].expand() {
                children[parent].push(block);
            }
        }

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

/// Lengauer and Tarjan's algorithm with path compression. Vertices are numbered by a depth-first search; `0` is the
/// entry.
fn immediate_dominators(
    function: &Function,
    cfg: &Cfg,
) -> SecondaryMap<Block, PackedOption<Block>> {
    let mut number: SecondaryMap<Block, u32> = SecondaryMap::with_default(u32::MAX);
    let mut vertex: Vec<Block> = Vec::with_capacity(cfg.order.len());
    let mut parent: Vec<u32> = Vec::with_capacity(cfg.order.len());
    let mut stack = vec![(function.entry(), 0)];
    while let Some((block, above)) = stack.pop() {
        if number[block] != u32::MAX {
            continue;
        }
        let own = vertex.len() as u32;
        number[block] = own;
        vertex.push(block);
        parent.push(above);
        stack.extend(
            function.blocks[block]
                .term
                .targets()
                .map(|target| (target.block, own)),
        );
    }
    let count = vertex.len();
    let mut forest = Forest {
        ancestor: vec![u32::MAX; count],
        label: (0..count as u32).collect(),
        semi: (0..count as u32).collect(),
        path: Vec::new(),
    };
    let mut idom: Vec<u32> = vec![0; count];
    // Vertices whose semidominator is the index, as linked lists.
    let (mut bucket, mut next) = (vec![u32::MAX; count], vec![u32::MAX; count]);
    for own in (1..count as u32).rev() {
        for &pred in cfg.preds(vertex[own as usize]) {
            let lowest = forest.lowest(number[pred]);
            let reached = forest.semi[lowest as usize];
            let semi = &mut forest.semi[own as usize];
            *semi = (*semi).min(reached);
        }
        let semi = forest.semi[own as usize] as usize;
        next[own as usize] = std::mem::replace(&mut bucket[semi], own);
        let above = parent[own as usize];
        forest.ancestor[own as usize] = above;
        let mut waiting = std::mem::replace(&mut bucket[above as usize], u32::MAX);
        while waiting != u32::MAX {
            let lowest = forest.lowest(waiting);
            let lower = forest.semi[lowest as usize] < forest.semi[waiting as usize];
            // Where a lower one is on the way, its dominator is ours, too; it is known in the second pass.
            idom[waiting as usize] = if lower { lowest } else { above };
            waiting = next[waiting as usize];
        }
    }
    let mut found: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
    for own in 1..count {
        if idom[own] != forest.semi[own] {
            idom[own] = idom[idom[own] as usize];
        }
        found[vertex[own]] = vertex[idom[own] as usize].into();
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
        if self.ancestor[vertex as usize] == u32::MAX {
            return vertex;
        }
        let mut at = vertex;
        while self.ancestor[self.ancestor[at as usize] as usize] != u32::MAX {
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
