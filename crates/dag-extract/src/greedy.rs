//! The greedy extractor: cost sets, bottom up, sharing counted.
//!
//! For each class, the cheapest derivation found so far is kept as a *set* of choices, so that the union of the children's sets
//! is priced with everything shared counted once. A class whose set gets cheaper wakes its users, until
//! nothing changes. Greedy, because a class keeps one set, its own cheapest, although another one might share more with
//! the rest of the program.
//!
//! The sets never contain the class they belong to, so each is acyclic when made; but a member may choose anew later, and the
//! choices of all classes together may then close a cycle. In that rare case, or where the sets get
//! too large, the cheapest *trees* are taken
//! instead, whose choices cannot: every class costs more than what it consumes, or was settled later.

use super::core::Core;
use super::cost::{Fixed, INFINITE};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// No node chosen.
pub(crate) const NONE: u32 = u32::MAX;

/// How often, on average, the set of a node may be computed anew before the sets found so far must do: with negative
/// costs, sets can improve for a long time.
const MERGES_PER_NODE: u64 = 50;

/// Entries of all cost sets together, 8 bytes each; beyond, trees must do.
const SET_ENTRIES: usize = 1 << 24;

/// Work on cost sets, in units of eight entries; beyond, trees must do, too.
const SET_WORK: u64 = 1 << 22;

/// One choice per class of a core, and what it costs.
#[derive(Clone, Debug)]
pub(crate) struct Pick {
    pub node: Vec<u32>,
    pub cost: Fixed,
}

/// Cost of `node` below the roots of `core`; `None` if something needed has no choice or consumes itself.
pub(crate) fn price(core: &Core, node: &[u32]) -> Option<Fixed> {
    let mut state = vec![0u8; core.classes.len()];
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut cost = 0;
    for &root in &core.roots {
        if state[root as usize] == 0 {
            state[root as usize] = 1;
            path.push((root, 0));
        }
        while let Some((class, next)) = path.last_mut() {
            let n = node[*class as usize];
            if n == NONE {
                return None;
            }
            let Some(&child) = core.children(n).get(*next) else {
                cost += core.cost[n as usize];
                state[*class as usize] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            match state[child as usize] {
                0 => {
                    state[child as usize] = 1;
                    path.push((child, 0));
                }
                1 => return None,
                _ => {}
            }
        }
    }
    Some(cost)
}

/// The greedy choice among the nodes that are `alive`, at the prices `cost`; `None` if a root has no derivation.
pub(crate) fn greedy(core: &Core, alive: &[bool], cost: &[Fixed], work: &mut u64) -> Option<Pick> {
    let node = by_sets(core, alive, cost, work);
    if let Some(cost) = price(core, &node) {
        return Some(Pick { node, cost });
    }
    let node = by_trees(core, alive, cost);
    *work += core.size();
    price(core, &node).map(|cost| Pick { node, cost })
}

/// A derivation: its choices by class, sorted, and their cost.
#[derive(Default)]
struct CostSet {
    choices: Vec<(u32, u32)>,
    total: Fixed,
}

fn by_sets(core: &Core, alive: &[bool], cost: &[Fixed], work: &mut u64) -> Vec<u32> {
    let classes = core.classes.len();
    let mut sets: Vec<Option<CostSet>> = Vec::new();
    sets.resize_with(classes, || None);
    let mut choice = vec![NONE; classes];
    let mut queue: VecDeque<u32> = VecDeque::new();
    let mut queued = vec![false; core.nodes.len()];
    for n in 0..core.nodes.len() as u32 {
        if alive[n as usize] && core.children(n).is_empty() {
            queue.push_back(n);
            queued[n as usize] = true;
        }
    }
    let mut entries = 0;
    let end = *work + SET_WORK;
    let mut merges = MERGES_PER_NODE * core.nodes.len() as u64;
    while let Some(n) = queue.pop_front() {
        let i = n as usize;
        queued[i] = false;
        let class = core.class[i];
        let best = sets[class as usize].as_ref().map_or(INFINITE, |s| s.total);
        if merges == 0 || *work > end {
            break;
        }
        merges -= 1;
        let Some(set) = merge(core, n, cost, &sets, best, work) else {
            continue;
        };
        entries += set.choices.len();
        if let Some(old) = sets[class as usize].replace(set) {
            entries -= old.choices.len();
        }
        if entries > SET_ENTRIES {
            break;
        }
        choice[class as usize] = n;
        for &user in core.users(class) {
            let u = user as usize;
            if alive[u]
                && !queued[u]
                && core
                    .children(user)
                    .iter()
                    .all(|&k| sets[k as usize].is_some())
            {
                queued[u] = true;
                queue.push_back(user);
            }
        }
    }
    choice
}

/// The union of the sets of the children of `n`, with `n`, if it is cheaper than `best` and does not contain its class.
fn merge(
    core: &Core,
    n: u32,
    cost: &[Fixed],
    sets: &[Option<CostSet>],
    best: Fixed,
    work: &mut u64,
) -> Option<CostSet> {
    let (class, own) = (core.class[n as usize], cost[n as usize]);
    let mut union = CostSet {
        choices: Vec::new(),
        total: own,
    };
    for (i, &k) in core.children(n).iter().enumerate() {
        let set = sets[k as usize].as_ref()?;
        if !core.negative && set.total + own >= best {
            return None;
        }
        *work += 1 + (set.choices.len() / 8) as u64;
        if i == 0 {
            union.choices.extend_from_slice(&set.choices);
            union.total += set.total;
        } else {
            add(&mut union, set, cost);
        }
        if !core.negative && union.total >= best {
            return None;
        }
    }
    if union.total >= best {
        return None;
    }
    match union.choices.binary_search_by_key(&class, |e| e.0) {
        Ok(_) => None,
        Err(at) => {
            union.choices.insert(at, (class, n));
            Some(union)
        }
    }
}

/// Adds to `union` the choices of `set` for classes that it has none for.
fn add(union: &mut CostSet, set: &CostSet, cost: &[Fixed]) {
    let old = std::mem::take(&mut union.choices);
    union.choices.reserve(old.len() + set.choices.len());
    let mut new = set.choices.iter().copied().peekable();
    for entry in old {
        while let Some(&(c, n)) = new.peek().filter(|e| e.0 < entry.0) {
            union.total += cost[n as usize];
            union.choices.push((c, n));
            new.next();
        }
        new.next_if(|e| e.0 == entry.0);
        union.choices.push(entry);
    }
    for (c, n) in new {
        union.total += cost[n as usize];
        union.choices.push((c, n));
    }
}

/// The cheapest tree of each class (negative costs count as 0).
pub(crate) fn by_trees(core: &Core, alive: &[bool], cost: &[Fixed]) -> Vec<u32> {
    let mut choice = vec![NONE; core.classes.len()];
    let mut waits: Vec<u32> = (0..core.nodes.len() as u32)
        .map(|n| core.children(n).len() as u32)
        .collect();
    let mut sum: Vec<Fixed> = cost.iter().map(|&c| c.max(0)).collect();
    let mut heap = BinaryHeap::new();
    for n in 0..core.nodes.len() as u32 {
        if alive[n as usize] && waits[n as usize] == 0 {
            heap.push(Reverse((sum[n as usize], n)));
        }
    }
    while let Some(Reverse((total, n))) = heap.pop() {
        let class = core.class[n as usize];
        if choice[class as usize] != NONE {
            continue;
        }
        choice[class as usize] = n;
        for &user in core.users(class) {
            let u = user as usize;
            sum[u] = sum[u].saturating_add(total).min(INFINITE);
            waits[u] -= 1;
            if waits[u] == 0 && alive[u] {
                heap.push(Reverse((sum[u], user)));
            }
        }
    }
    choice
}
