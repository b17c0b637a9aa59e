//! Global reductions: strongly connected components, and what every derivation of a class contains.
//!
//! **Landmarks of a class.** `L(c)` is the set of classes that every acyclic derivation of `c` contains:
//! the greatest solution of `L(c) = {c} ∪ ⋂ over members n of ⋃ over children k of L(k)`. Write `L(n)` for the
//! inner union. Then
//!
//! - a node `n` with `class(n) ∈ L(n)` only ever consumes itself: deleted. This also finds the classes that
//!   have lost their last acyclic derivation;
//! - what is in `L(r)` of a required class `r` is required;
//! - a child that is in `L` of another child of the same node says nothing new: the edge is deleted. A cycle through
//!   the edge is also one through the other child;
//! - `m` dominates `n` in the same class if `cost(m) <= cost(n)` and the children of `m` are in `L(n)`;
//! - more generally if `cost(m)` plus the *separate* costs (as trees, nothing shared) of the children of `m` that are
//!   not in `L(n)` is less than `cost(n)`. Less, not equal: then that tree does not itself go through `n`.
//! - a class is *unprofitable* if all its users can be replaced by other members of their classes, which consume only what is
//!   in `L` of the user anyway, and if that costs no more in sum than the class itself. It is deleted with its users. This is
//!   what removes fused operations that do not pay.
//!
//! **Edges to required classes.** A required class is covered anyway; consuming it matters only
//! where it could close a cycle, that is inside one strongly connected component. Other such edges are deleted, which
//! is what makes the kernel fall apart into independent components.
//!
//! The rules about dominance and profit need costs that are not negative.

use super::cost::{Fixed, INFINITE};
use super::kernel::{Dead, KClass, KNode, Kernel};
use super::order::Components;
use super::reduce::{delete, require, Worklist};
use cranelift_entity::EntityRef;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// At most this many words are combined in computing them; what is not settled then counts as no landmark.
const LANDMARK_WORK: u64 = 1 << 26;
/// Classes between two looks at the clock.
const CLASSES_PER_LOOK: usize = 64;
/// Classes with more users than this are not tested for being unprofitable.
const UNPROFITABLE_USERS: usize = 8;
/// Pairs of members compared for dominance, per class.
const DOMINANCE_PAIRS: usize = 1 << 16;

/// Deletes edges to required classes that cannot close a cycle.
pub(crate) fn drop_settled_edges(kernel: &mut Kernel, list: &mut Worklist) {
    let component = Components::new(kernel, &[]).of;
    kernel.work += kernel.nodes.len() as u64;
    for n in 0..kernel.nodes.len() {
        let data = &mut kernel.nodes[n];
        if data.dead {
            continue;
        }
        let (class, required) = (data.class, &kernel.required);
        let settled =
            |c: &KClass| required[c.index()] && component[c.index()] != component[class.index()];
        if data.children.iter().any(settled) {
            for &c in data.children.iter().filter(|c| settled(c)) {
                list.push(c);
            }
            data.children.retain(|c| !settled(c));
            list.push(class);
        }
    }
}

/// Sets of classes, one row each.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn row(&self, class: KClass) -> &[u64] {
        &self.bits[class.index() * self.words..][..self.words]
    }
}

fn has(set: &[u64], class: KClass) -> bool {
    set[class.index() / 64] >> (class.index() % 64) & 1 == 1
}

fn insert(set: &mut [u64], class: KClass) {
    set[class.index() / 64] |= 1 << (class.index() % 64);
}

/// Applies the rules about landmarks once, unless their sets take more than `limit` words or it is `late`; then it answers
/// `Ok(false)`. `Err` if a required class has no derivation.
pub(crate) fn use_landmarks(
    kernel: &mut Kernel,
    list: &mut Worklist,
    limit: usize,
    late: &dyn Fn() -> bool,
) -> Result<bool, Dead> {
    // Rows are indexed by living classes only.
    let living: Vec<KClass> = kernel
        .classes()
        .filter(|c| !kernel.members[c.index()].is_empty())
        .collect();
    let words = living.len().div_ceil(64);
    if words * living.len() > limit {
        return Ok(false);
    }
    let mut dense = vec![KClass::new(0); kernel.class_count()];
    for (i, c) in living.iter().enumerate() {
        dense[c.index()] = KClass::new(i);
    }
    let Some(rows) = landmarks(kernel, &living, &dense, words, late)? else {
        return Ok(false);
    };
    let separate = separate_costs(kernel);

    let mut needed = vec![0u64; words];
    for &c in living.iter().filter(|c| kernel.required[c.index()]) {
        needed
            .iter_mut()
            .zip(rows.row(dense[c.index()]))
            .for_each(|(a, b)| *a |= b);
    }
    for (i, &c) in living.iter().enumerate() {
        if has(&needed, KClass::new(i)) {
            require(kernel, list, c);
        }
    }

    let mut below: Vec<u64> = Vec::new();
    for (i, &class) in living.iter().enumerate() {
        if i % CLASSES_PER_LOOK == 0 && late() {
            return Ok(false);
        }
        let members = kernel.members[class.index()].clone();
        // L(n) of each member, row by row.
        below.clear();
        below.resize(words * members.len(), 0);
        for (row, &node) in below.chunks_mut(words).zip(&members) {
            for &k in &kernel.node(node).children {
                row.iter_mut()
                    .zip(rows.row(dense[k.index()]))
                    .for_each(|(a, b)| *a |= b);
            }
            kernel.work += (words * kernel.node(node).children.len()) as u64 / 8 + 1;
        }
        for (i, &node) in members.iter().enumerate() {
            if has(&below[i * words..][..words], dense[class.index()])
                || dominated(kernel, &members, i, &below, &dense, &separate)
            {
                delete(kernel, list, node);
            } else {
                drop_implied_edges(kernel, list, node, &rows, &dense);
            }
        }
    }
    if !kernel.negative {
        delete_unprofitable(kernel, list, &living, &rows, &dense, &separate);
    }
    Ok(true)
}

/// Deletes the members of classes that every user can do without at no higher cost.
fn delete_unprofitable(
    kernel: &mut Kernel,
    list: &mut Worklist,
    living: &[KClass],
    rows: &Rows,
    dense: &[KClass],
    separate: &[Fixed],
) {
    let mut below = vec![0u64; rows.words];
    let mut work = 0;
    'classes: for &class in living {
        if kernel.required[class.index()] || kernel.users[class.index()].len() > UNPROFITABLE_USERS
        {
            continue;
        }
        let Some(saved) = kernel.members[class.index()]
            .iter()
            .map(|&n| kernel.node(n).cost)
            .min()
        else {
            continue;
        };
        // What replacing costs at most, by class of the user: only one member of each class is picked.
        let mut price: SmallVec<[(KClass, Fixed); 8]> = SmallVec::new();
        let mut exact = true;
        for &user in &kernel.users[class.index()] {
            let data = kernel.node(user);
            if data.dead || data.children.binary_search(&class).is_err() {
                continue;
            }
            below.fill(0);
            for &k in &data.children {
                below
                    .iter_mut()
                    .zip(rows.row(dense[k.index()]))
                    .for_each(|(a, b)| *a |= b);
            }
            let gone = dense[class.index()];
            below[gone.index() / 64] &= !(1 << (gone.index() % 64));
            let mut cheapest = INFINITE;
            let mut pure = true;
            for &other in &kernel.members[data.class.index()] {
                let alternative = kernel.node(other);
                if alternative.children.binary_search(&class).is_ok() {
                    continue;
                }
                work += 1;
                let mut cost = alternative.cost - data.cost;
                let mut extra = false;
                for &k in alternative
                    .children
                    .iter()
                    .filter(|k| !has(&below, dense[k.index()]))
                {
                    cost += separate[k.index()];
                    extra = true;
                }
                if cost < cheapest || cost == cheapest && !extra {
                    cheapest = cost;
                    pure = !extra;
                }
            }
            exact &= pure;
            let cheapest = cheapest.max(0);
            match price.iter_mut().find(|(c, _)| *c == data.class) {
                Some((_, p)) => *p = (*p).max(cheapest),
                None => price.push((data.class, cheapest)),
            }
            let total: Fixed = price.iter().map(|p| p.1).sum();
            if total > saved || total == saved && !exact {
                continue 'classes;
            }
        }
        // The users too, at once: none of them may serve as an alternative in turn.
        for node in kernel.members[class.index()]
            .clone()
            .into_iter()
            .chain(kernel.users[class.index()].clone())
        {
            if !kernel.node(node).dead
                && (kernel.node(node).class == class
                    || kernel.node(node).children.binary_search(&class).is_ok())
            {
                delete(kernel, list, node);
            }
        }
    }
    kernel.work += work;
}

/// Deletes the children of `node` that another child cannot do without.
fn drop_implied_edges(
    kernel: &mut Kernel,
    list: &mut Worklist,
    node: KNode,
    rows: &Rows,
    dense: &[KClass],
) {
    let children = &kernel.node(node).children;
    if children.len() < 2 {
        return;
    }
    let implied = |c: KClass| {
        children
            .iter()
            .any(|&k| k != c && has(rows.row(dense[k.index()]), dense[c.index()]))
    };
    let kept = children
        .iter()
        .copied()
        .filter(|&c| !implied(c))
        .collect::<super::kernel::Classes>();
    if kept.len() < children.len() {
        for &c in children {
            list.push(c);
        }
        list.push(kernel.node(node).class);
        kernel.nodes[node.index()].children = kept;
    }
}

/// Whether another living member of the class makes `members[i]` superfluous; `below` holds each `L(member)`.
fn dominated(
    kernel: &mut Kernel,
    members: &[KNode],
    i: usize,
    below: &[u64],
    dense: &[KClass],
    separate: &[Fixed],
) -> bool {
    if kernel.negative || members.len() * members.len() > DOMINANCE_PAIRS {
        return false;
    }
    kernel.work += members.len() as u64;
    let words = below.len() / members.len();
    let row = |m: usize| &below[m * words..][..words];
    let node = kernel.node(members[i]);
    (0..members.len()).any(|j| {
        let other = kernel.node(members[j]);
        if i == j || other.dead || other.cost > node.cost {
            return false;
        }
        let mut cost = other.cost;
        for &k in other
            .children
            .iter()
            .filter(|k| !has(row(i), dense[k.index()]))
        {
            cost += separate[k.index()];
            if cost >= node.cost {
                return false;
            }
        }
        // Of two nodes that dominate each other at equal cost, the first stays.
        cost < node.cost || j < i || !node.children.iter().all(|k| has(row(j), dense[k.index()]))
    })
}

/// `L(c)` for each living class, or `None` where that took too much work or it is `late`.
fn landmarks(
    kernel: &mut Kernel,
    living: &[KClass],
    dense: &[KClass],
    words: usize,
    late: &dyn Fn() -> bool,
) -> Result<Option<Rows>, Dead> {
    let mut rows = Rows {
        words,
        bits: vec![!0; words * living.len()],
    };
    let mut known = vec![false; living.len()];
    let mut queued = vec![false; living.len()];
    let mut queue = std::collections::VecDeque::new();
    for (i, c) in living.iter().enumerate() {
        if kernel.members[c.index()]
            .iter()
            .any(|&n| kernel.node(n).children.is_empty())
        {
            queue.push_back(i);
            queued[i] = true;
        }
    }
    let (mut meet, mut join) = (vec![0u64; words], vec![0u64; words]);
    let (mut work, mut visits) = (0u64, 0);
    while let Some(i) = queue.pop_front() {
        queued[i] = false;
        let class = living[i];
        meet.fill(!0);
        for &n in &kernel.members[class.index()] {
            let children = &kernel.node(n).children;
            if children.iter().any(|k| !known[dense[k.index()].index()]) {
                continue;
            }
            join.fill(0);
            for k in children {
                join.iter_mut()
                    .zip(rows.row(dense[k.index()]))
                    .for_each(|(a, b)| *a |= b);
            }
            // Through itself is no way to derive a class.
            if !has(&join, KClass::new(i)) {
                meet.iter_mut().zip(&join).for_each(|(a, b)| *a &= b);
            }
            work += (words * (children.len() + 1)) as u64;
        }
        insert(&mut meet, KClass::new(i));
        if known[i] && meet == rows.row(KClass::new(i)) {
            continue;
        }
        known[i] = true;
        rows.bits[i * words..][..words].copy_from_slice(&meet);
        for &user in &kernel.users[class.index()] {
            let data = kernel.node(user);
            let above = dense[data.class.index()].index();
            if !data.dead && !queued[above] {
                queued[above] = true;
                queue.push_back(above);
            }
        }
        visits += 1;
        if work > LANDMARK_WORK || visits % CLASSES_PER_LOOK == 0 && late() {
            kernel.work += work / 8;
            return Ok(None);
        }
    }
    kernel.work += work / 8;
    // A class without derivation keeps its row of ones, so its users consume themselves and are deleted.
    let stuck = |(i, c): (usize, &KClass)| !known[i] && kernel.required[c.index()];
    if living.iter().enumerate().any(stuck) {
        return Err(Dead);
    }
    Ok(Some(rows))
}

/// Cost of the cheapest derivation of each class as a tree; infinite where there is none.
pub(crate) fn separate_costs(kernel: &mut Kernel) -> Vec<Fixed> {
    let mut best = vec![INFINITE; kernel.class_count()];
    let mut waits: Vec<u32> = vec![0; kernel.nodes.len()];
    let mut sum: Vec<Fixed> = vec![0; kernel.nodes.len()];
    let mut heap = BinaryHeap::new();
    for (n, data) in kernel.nodes.iter().enumerate().filter(|(_, d)| !d.dead) {
        waits[n] = data.children.len() as u32;
        sum[n] = data.cost.max(0);
        if data.children.is_empty() {
            heap.push(Reverse((sum[n], data.class)));
        }
    }
    while let Some(Reverse((cost, class))) = heap.pop() {
        if best[class.index()] != INFINITE {
            continue;
        }
        best[class.index()] = cost;
        for &user in &kernel.users[class.index()] {
            let u = user.index();
            let data = &kernel.nodes[u];
            if data.dead || data.children.binary_search(&class).is_err() {
                continue;
            }
            sum[u] = sum[u].saturating_add(cost).min(INFINITE - 1);
            waits[u] -= 1;
            if waits[u] == 0 && best[data.class.index()] == INFINITE {
                heap.push(Reverse((sum[u], data.class)));
            }
        }
    }
    kernel.work += kernel.nodes.len() as u64;
    best
}
