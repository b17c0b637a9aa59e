//! Local reductions: a worklist of classes, each looked at with its members and users only.
//!
//! | rule | before | after |
//! |---|---|---|
//! | unneeded | class without users, not required | its nodes are deleted |
//! | uncoverable | class without members | its users are deleted |
//! | dominated | two members, one with a subset of the other's children and no higher cost | the other is deleted |
//! | implied | a required class, and a child common to all its members | the child is required |
//! | paid | a required class with one member | its cost moves to `base` |
//! | contract | a class whose only member is free | users consume the member's children instead |
//! | fold | a class with one member, all of whose users are in one class | users pay the member and consume its children |
//! | inline | a class whose users are all in one class, few by few | one fused node per pair of user and member |
//!
//! Each rule keeps at least one optimal solution, and every solution that remains is one of the problem, at the same
//! cost. Contracting keeps cycles: a path through the class becomes a shorter path, and a class that comes to
//! consume itself loses that node.
//!
//! With negative costs, a superset of children may be cheaper, since the extra ones may earn something: then
//! only equal children are compared.

use super::cost::Fixed;
use super::kernel::{Classes, Dead, KClass, KNode, Kernel, Nodes};
use cranelift_entity::EntityRef;

/// Contraction may add this many edges to the kernel, for it removes a class: more makes dense graphs denser.
const CONTRACT_GROWTH: usize = 32;
/// Inlining may add this many nodes.
const INLINE_GROWTH: usize = 0;
/// No node gets more children than this by fusion.
const FUSED_CHILDREN: usize = 64;
/// Classes with more members than this are searched for dominated nodes only among neighbours in cost order.
const DOMINANCE_WINDOW: usize = 256;
/// Visits between two looks at the clock.
const VISITS_PER_LOOK: usize = 256;

/// Classes whose neighbourhood changed.
pub(crate) struct Worklist {
    queue: std::collections::VecDeque<KClass>,
    queued: Vec<bool>,
}

impl Worklist {
    /// All classes of the kernel.
    pub fn all(kernel: &Kernel) -> Self {
        Self {
            queue: kernel.classes().collect(),
            queued: vec![true; kernel.class_count()],
        }
    }

    /// The required classes.
    fn required(kernel: &Kernel) -> Self {
        let required = |c: &KClass| kernel.required[c.index()];
        Self {
            queue: kernel.classes().filter(required).collect(),
            queued: kernel.required.clone(),
        }
    }

    /// Looks at `class` again.
    pub fn push(&mut self, class: KClass) {
        if !std::mem::replace(&mut self.queued[class.index()], true) {
            self.queue.push_back(class);
        }
    }

    /// Whether nothing is to be done.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    fn pop(&mut self) -> Option<KClass> {
        let class = self.queue.pop_front()?;
        self.queued[class.index()] = false;
        Some(class)
    }
}

/// Deletes `node` and looks again at all it touched.
pub(crate) fn delete(kernel: &mut Kernel, list: &mut Worklist, node: KNode) {
    kernel.delete(node);
    list.push(kernel.node(node).class);
    for i in 0..kernel.node(node).children.len() {
        list.push(kernel.node(node).children[i]);
    }
}

/// Requires what required classes imply. Linear, and worth a pass of its own: most classes of a long program are required,
/// and [settled edges](super::closure::drop_settled_edges) go at once, while contraction follows a chain link by link and
/// carries along what hangs from it.
pub(crate) fn require_implied(kernel: &mut Kernel) {
    let mut list = Worklist::required(kernel);
    while let Some(class) = list.pop() {
        if !kernel.members[class.index()].is_empty() {
            require_common_children(kernel, &mut list, class);
        }
    }
}

/// Applies the rules until none fires, or until it is `late`; then it answers `Ok(false)`.
pub(crate) fn reduce(
    kernel: &mut Kernel,
    list: &mut Worklist,
    late: &dyn Fn() -> bool,
) -> Result<bool, Dead> {
    let mut visits = 0;
    while let Some(class) = list.pop() {
        if visits % VISITS_PER_LOOK == 0 && late() {
            return Ok(false);
        }
        visits += 1;
        visit(kernel, list, class)?;
    }
    Ok(true)
}

fn visit(kernel: &mut Kernel, list: &mut Worklist, class: KClass) -> Result<(), Dead> {
    let c = class.index();
    if kernel.fixed[c].is_some() {
        return Ok(());
    }
    kernel.clean_users(class);
    if !kernel.required[c] && kernel.users[c].is_empty() {
        for node in std::mem::take(&mut kernel.members[c]) {
            delete(kernel, list, node);
        }
        return Ok(());
    }
    if kernel.members[c].is_empty() {
        if kernel.required[c] {
            return Err(Dead);
        }
        for node in std::mem::take(&mut kernel.users[c]) {
            delete(kernel, list, node);
        }
        return Ok(());
    }
    remove_dominated(kernel, list, class);
    if kernel.required[c] {
        require_common_children(kernel, list, class);
    }
    match kernel.members[c][..] {
        [only] => {
            if kernel.required[c] {
                kernel.base += std::mem::take(&mut kernel.nodes[only.index()].cost);
            }
            let (uses, children) = (kernel.users[c].len(), kernel.node(only).children.len());
            let cost = kernel.node(only).cost;
            if cost == 0 && uses * children <= uses + children + CONTRACT_GROWTH
                || cost != 0 && one_user_class(kernel, class).is_some()
            {
                contract(kernel, list, class, only, cost);
            }
        }
        _ => {
            let (uses, members) = (kernel.users[c].len(), kernel.members[c].len());
            if !kernel.required[c]
                && uses * members <= uses + members + INLINE_GROWTH
                && one_user_class(kernel, class).is_some()
            {
                inline(kernel, list, class);
            }
        }
    }
    Ok(())
}

/// The class of all users of `class`, if they agree.
fn one_user_class(kernel: &Kernel, class: KClass) -> Option<KClass> {
    let mut users = kernel.users[class.index()]
        .iter()
        .map(|&n| kernel.node(n).class);
    let first = users.next()?;
    users.all(|c| c == first).then_some(first)
}

/// Whether sorted `a` is a subset of sorted `b`.
pub(crate) fn subset(a: &[KClass], b: &[KClass]) -> bool {
    let mut rest = b.iter();
    a.len() <= b.len() && a.iter().all(|x| rest.by_ref().find(|y| *y >= x) == Some(x))
}

fn remove_dominated(kernel: &mut Kernel, list: &mut Worklist, class: KClass) {
    if kernel.members[class.index()].len() < 2 {
        return;
    }
    let mut members = kernel.members[class.index()].clone();
    // A dominating node comes before the nodes it dominates; older nodes win ties.
    members.sort_unstable_by_key(|&n| (kernel.node(n).cost, kernel.node(n).children.len(), n));
    let mut kept = Nodes::new();
    'next: for node in members {
        let window = kept.len().saturating_sub(DOMINANCE_WINDOW);
        for &better in &kept[window..] {
            kernel.work += 1;
            let data = kernel.node(node);
            let other = kernel.node(better);
            let dominated = if kernel.negative {
                other.children == data.children
            } else {
                subset(&other.children, &data.children)
            };
            if dominated {
                delete(kernel, list, node);
                continue 'next;
            }
        }
        kept.push(node);
    }
}

fn require_common_children(kernel: &mut Kernel, list: &mut Worklist, class: KClass) {
    let members = &kernel.members[class.index()];
    let mut common: Classes = kernel.node(members[0]).children.clone();
    for &n in &members[1..] {
        let children = &kernel.node(n).children;
        common.retain(|c| children.binary_search(c).is_ok());
    }
    for c in common {
        require(kernel, list, c);
    }
}

/// Notes that every remaining solution needs `class`.
pub(crate) fn require(kernel: &mut Kernel, list: &mut Worklist, class: KClass) {
    if !std::mem::replace(&mut kernel.required[class.index()], true) {
        list.push(class);
    }
}

/// `children` without `gone`, with `new`.
fn replaced(children: &[KClass], gone: KClass, new: &[KClass]) -> Classes {
    let mut out: Classes = children.iter().copied().filter(|c| *c != gone).collect();
    out.extend_from_slice(new);
    out.sort_unstable();
    out.dedup();
    out
}

/// Eliminates a class with one member: its users pay `cost` and consume the member's children.
fn contract(kernel: &mut Kernel, list: &mut Worklist, class: KClass, only: KNode, cost: Fixed) {
    let c = class.index();
    let below = kernel.node(only).children.clone();
    for user in std::mem::take(&mut kernel.users[c]) {
        let children = replaced(&kernel.node(user).children, class, &below);
        kernel.work += children.len() as u64;
        let data = &mut kernel.nodes[user.index()];
        let own = data.class;
        data.children = children;
        data.cost += cost;
        if data.children.binary_search(&own).is_ok() {
            delete(kernel, list, user);
            continue;
        }
        for child in &below {
            kernel.users[child.index()].push(user);
        }
        list.push(own);
    }
    kernel.fixed[c] = Some(only);
    if kernel.required[c] {
        for &child in &below {
            require(kernel, list, child);
        }
    }
    kernel.delete(only);
    for child in below {
        list.push(child);
    }
}

/// Eliminates a class all of whose users are in one other class: one fused node per user and member.
fn inline(kernel: &mut Kernel, list: &mut Worklist, class: KClass) {
    let c = class.index();
    let users = kernel.users[c].clone();
    let members = kernel.members[c].clone();
    let mut fused: Vec<(KNode, KNode, Classes)> = Vec::with_capacity(users.len() * members.len());
    for &upper in &users {
        for &lower in &members {
            let children = replaced(
                &kernel.node(upper).children,
                class,
                &kernel.node(lower).children,
            );
            kernel.work += children.len() as u64;
            if children.len() > FUSED_CHILDREN {
                return;
            }
            if children.binary_search(&kernel.node(upper).class).is_err() {
                fused.push((upper, lower, children));
            }
        }
    }
    for (upper, lower, children) in fused {
        for &child in &children {
            list.push(child);
        }
        kernel.fuse(upper, lower, children);
    }
    for node in users.into_iter().chain(members) {
        delete(kernel, list, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subset_of_sorted_lists() {
        let list = |xs: &[usize]| xs.iter().map(|&x| KClass::new(x)).collect::<Classes>();
        assert!(subset(&list(&[]), &list(&[])));
        assert!(subset(&list(&[1, 4]), &list(&[0, 1, 3, 4])));
        assert!(!subset(&list(&[1, 2]), &list(&[1, 3, 4])));
        assert!(!subset(&list(&[5]), &list(&[1, 3, 4])));
    }
}
