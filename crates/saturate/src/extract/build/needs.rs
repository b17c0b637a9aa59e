//! Which class needs which: what one choice can have together.
//!
//! The graph has an edge from a class to each class that a node of it takes; a parameter takes the arguments of the jumps. It does not
//! know of places, and so errs on the safe side: two classes that are needed on different paths count as needed together.

use crate::extract::problem::{Instance, InstanceData, Item, Kind, Owner, Problem, UseData};
use crate::ir::domtree::DomTree;
use egg::Id;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// How many items of one object are compared with each other.
const MAX_ITEMS: usize = 16;
/// How many classes a search looks at.
const MAX_STEPS: usize = 1000;

/// Stands for what is needed in any case.
const ROOT: u32 = 0;

/// Some classes, as vertices.
type Vertices = SmallVec<[u32; 8]>;

/// Who needs whom, by class.
pub(super) struct Needs {
    /// The vertex of each class.
    vertices: FxHashMap<Id, u32>,
    /// For each vertex, where its edges begin in `targets`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    tree: DomTree,
    users: Vec<User>,
    /// The items of each class, like the edges.
    firsts: Vec<u32>,
    items: Vec<u32>,
}

/// What uses a class besides itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    Nothing,
    /// One use, or nodes of one class, each of them once.
    Only(u32),
    Several,
}

impl User {
    fn and(self, user: u32) -> User {
        match self {
            User::Nothing => User::Only(user),
            User::Only(other) if other == user && user != ROOT => self,
            _ => User::Several,
        }
    }
}

impl Needs {
    pub fn new(problem: &Problem) -> Needs {
        let mut vertices: FxHashMap<Id, u32> = FxHashMap::default();
        for data in problem.items.values() {
            let next = vertices.len() as u32 + 1;
            vertices.entry(data.class).or_insert(next);
        }
        let count = vertices.len() + 1;
        let vertex = |item: Item| vertices[&problem.items[item].class];
        let made = (problem.items.iter()).filter(|(_, data)| !data.instances.is_empty());
        let made = made.map(|(item, data)| (vertices[&data.class], item.as_u32()));
        let (firsts, items) = compressed(count, &made.collect::<Vec<_>>());
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut users = vec![User::Nothing; count];
        let mut use_all = |user: u32, mut used: Vertices| {
            used.sort_unstable();
            for same in used.chunk_by(|a, b| a == b) {
                let of = &mut users[same[0] as usize];
                edges.push((user, same[0]));
                *of = match same.len() {
                    1 if user == same[0] => *of,
                    1 => of.and(user),
                    _ => User::Several,
                };
            }
        };
        for data in problem.uses.values() {
            if !matches!(data.owner, Owner::Join(_)) {
                use_all(ROOT, used_by(problem, &vertices, data));
            }
        }
        for data in problem.instances.values() {
            use_all(vertex(data.item), operands(problem, &vertices, data));
        }
        let (starts, targets) = compressed(count, &edges);
        for (from, to) in &mut edges {
            std::mem::swap(from, to);
        }
        let (above, sources) = compressed(count, &edges);
        let tree = DomTree::new(
            count,
            ROOT,
            |at| listed(&starts, &targets, at).iter().copied(),
            |at| listed(&above, &sources, at).iter().copied(),
            0..count as u32,
        );
        Needs {
            vertices,
            starts,
            targets,
            tree,
            users,
            firsts,
            items,
        }
    }

    /// The items of a class that something makes.
    fn items_of(&self, class: u32) -> &[u32] {
        listed(&self.firsts, &self.items, class)
    }

    /// Whether one choice can have nodes of two of these items, all of one object, that do not belong together. `home` is the class
    /// of the source's own statement for it, `makes` says of an item and the number of a node whether it is one of these nodes.
    pub fn are_mixed(
        &self,
        problem: &Problem,
        items: &[Item],
        home: Option<Id>,
        makes: impl Fn(Item, u32) -> bool,
    ) -> bool {
        let mut items: SmallVec<[Item; 4]> = items.into();
        let class = |item: Item| problem.items[item].class;
        let vertex = |item: Item| self.vertices[&class(item)];
        items.retain(|item| self.tree.reaches(vertex(*item)));
        if items.len() > MAX_ITEMS {
            return true;
        }
        let is_home = |item: Item| Some(class(item)) == home;
        items.iter().enumerate().any(|(number, &one)| {
            items[number + 1..].iter().any(|&other| {
                let (a, b) = (vertex(one), vertex(other));
                // What makes the object and takes it as well has two.
                let takes = |user: Item, b: u32| {
                    let a = vertex(user);
                    (problem.items[user].instances.iter()).any(|&instance| {
                        let data = &problem.instances[instance];
                        makes(user, data.node)
                            && self.may_need(&operands(problem, &self.vertices, data), b, a)
                    })
                };
                let decides = |user: Item, of: Item| {
                    let (a, b) = (vertex(user), vertex(of));
                    self.tree.dominates(a, b)
                        && self.is_chosen_once(a)
                        && !(is_home(of) && takes(user, b))
                };
                // Two parts of one object, neither of them in the other, are both there.
                let are_nested = || {
                    is_home(one)
                        || is_home(other)
                        || self.may_need(&[a], b, ROOT)
                        || self.may_need(&[b], a, ROOT)
                };
                !decides(one, other)
                    && !decides(other, one)
                    && !self.exclude(problem, a, b)
                    && are_nested()
            })
        })
    }

    /// Whether a choice that is made above both classes takes at most one of them.
    fn exclude(&self, problem: &Problem, a: u32, b: u32) -> bool {
        let Some(above) = self
            .tree
            .common(a, b, MAX_STEPS)
            .filter(|&above| ![ROOT, a, b].contains(&above))
        else {
            return false;
        };
        let takes_one = |instance: Instance| {
            let below = operands(problem, &self.vertices, &problem.instances[instance]);
            !(self.may_need(&below, a, above) && self.may_need(&below, b, above))
        };
        self.is_chosen_once(above)
            && self.items_of(above).iter().all(|&item| {
                let mut instances = problem.items[Item::from_u32(item)].instances.iter();
                instances.all(|&instance| takes_one(instance))
            })
    }

    /// Whether every choice has at most one item of a class: it has no other, or one user that takes one, once.
    fn is_chosen_once(&self, mut class: u32) -> bool {
        for _ in 0..MAX_STEPS {
            if self.items_of(class).len() <= 1 {
                return true;
            }
            match self.users[class as usize] {
                User::Only(ROOT) => return true,
                User::Only(user) => class = user,
                User::Nothing | User::Several => return false,
            }
        }
        false
    }

    /// Whether one of these classes may be made from another one, without `but`. Searches that take long say yes.
    fn may_need(&self, users: &[u32], used: u32, but: u32) -> bool {
        let mut seen: FxHashSet<u32> = FxHashSet::from_iter([but]);
        let mut todo = users.to_vec();
        while let Some(at) = todo.pop() {
            if at == used || seen.len() > MAX_STEPS {
                return true;
            }
            if seen.insert(at) {
                todo.extend_from_slice(listed(&self.starts, &self.targets, at));
            }
        }
        false
    }
}

/// The classes of which one meets a use.
fn used_by(problem: &Problem, vertices: &FxHashMap<Id, u32>, data: &UseData) -> Vertices {
    let classes = data.items.iter().map(|&item| problem.items[item].class);
    let mut classes: Vertices = classes.map(|class| vertices[&class]).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The classes of what an instance is made of, the arguments of a parameter among them.
fn operands(problem: &Problem, vertices: &FxHashMap<Id, u32>, data: &InstanceData) -> Vertices {
    let classes = data.operands.iter();
    let classes = classes.map(|operand| problem.items[operand.item].class);
    let mut found: Vertices = classes.map(|class| vertices[&class]).collect();
    if let Kind::Param(join) = data.kind {
        for &argument in &problem.joins[join].uses {
            found.extend(used_by(problem, vertices, &problem.uses[argument]));
        }
    }
    found
}

/// The edges by the vertex that they start from.
fn compressed(count: usize, edges: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; count + 1];
    for &(from, _) in edges {
        starts[from as usize + 1] += 1;
    }
    for vertex in 0..count {
        starts[vertex + 1] += starts[vertex];
    }
    let mut next = starts.clone();
    let mut targets = vec![0; starts[count] as usize];
    for &(from, to) in edges {
        targets[next[from as usize] as usize] = to;
        next[from as usize] += 1;
    }
    (starts, targets)
}

fn listed<'a>(starts: &[u32], targets: &'a [u32], vertex: u32) -> &'a [u32] {
    let vertex = vertex as usize;
    &targets[starts[vertex] as usize..starts[vertex + 1] as usize]
}
