//! Objects are made in one way.
//!
//! The nodes with one site make one object of the source, each in a way of its own; what they make inside it is part of it and has
//! the site, too. A choice that takes the object from one way and its inside from another one has two objects where the source has
//! one:
//!
//! ```text
//! t = held(v)         held(~v) == Tray(copy(~v))      t:    held(v) #s | Tray(x)
//! return t, t.v       Tray(~x).v --> ~x               t.v:  x | t.v                  x:  copy(v) #s
//!
//! held(v), copy(v)    two arrays: the caller that writes the one does not see it in the other
//! ```
//!
//! All of it is equal, so the e-graph cannot tell; and it takes the whole graph to know what is used, so no match can be refused
//! for it. Two classes with nodes of one site are safe if one of them *dominates* the other, which is then needed by nothing but the
//! ways to make the first: the choice there decides. It must be one choice, so not one per member type. Where that does not hold,
//! the object is made as the source makes it: in the class of the source's own statement, and nothing of it elsewhere.

use super::{Builder, Built};
use crate::egraph::convert::{Role, Skeleton};
use crate::egraph::language::{ENode, Op};
use crate::egraph::{EGraph, Guards};
use crate::extract::problem::{
    Instance, InstanceData, Item, Kind, Operand, Owner, Problem, Region, UseData,
};
use crate::ir::domtree::DomTree;
use crate::ir::{Inst, Type};
use egg::{Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// How many items of one object are compared with each other.
const MAX_ITEMS: usize = 16;
/// How many classes a search looks at.
const MAX_STEPS: usize = 1000;

/// A node that makes an object, or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Maker {
    /// The statement of the source that makes it.
    pub site: Inst,
    /// What is made.
    pub item: Item,
    /// The number of the node.
    pub node: u32,
}

impl Builder<'_, '_> {
    /// The nodes without which every object is made in one way.
    pub(super) fn mixed(&mut self) -> FxHashSet<ENode> {
        let mut mixed = FxHashSet::default();
        if self.is_off(Guards::INSIDE) {
            return mixed;
        }
        let mut makers = std::mem::take(&mut self.makers);
        makers.sort_unstable();
        makers.dedup();
        let mut needs = None;
        for of in makers.chunk_by(|a, b| a.site == b.site) {
            if of.iter().all(|maker| maker.item == of[0].item) {
                continue;
            }
            let statement = self.context.skeleton.statements[of[0].site].as_ref();
            let home = statement.map(|statement| self.egraph.find(statement.class));
            let needs = needs.get_or_insert_with(|| Needs::new(&self.built.problem));
            if needs.are_mixed(&self.built.problem, of, home) {
                let class = |maker: &&Maker| self.built.problem.items[maker.item].class;
                let elsewhere = of.iter().filter(|maker| Some(class(maker)) != home);
                mixed.extend(elsewhere.map(|maker| node(&self.built, maker.node)));
            }
        }
        mixed
    }

    /// Where a rule makes a new object inside that of a site, and the source makes an equal one elsewhere that nothing writes:
    /// that one. It is taken at one place, the first where both could be there, so that there is one object for all uses.
    pub(super) fn shared(&mut self, class: Id, site: Inst, node: &ENode, item: Item, ty: Type) {
        let (skeleton, places) = (self.context.skeleton, self.context.places);
        let is_shareable = node
            .tag()
            .site()
            .is_some_and(|of| skeleton.shareable.contains(of));
        let is_home = (skeleton.statements[site].as_ref())
            .is_some_and(|statement| self.egraph.find(statement.class) == class);
        if !is_shareable || is_home {
            return;
        }
        let Some(twin) = self.egraph.lookup(node.without_site()) else {
            return;
        };
        let readers = self.egraph[self.egraph.find(twin)].nodes.iter();
        let objects: SmallVec<[Id; 1]> = (readers.filter(|node| node.op() == Op::Share))
            .map(|node| self.egraph.find(node.children()[0]))
            .collect();
        for object in objects {
            let Some(maker) = self.maker_of(object) else {
                continue;
            };
            let role = skeleton.statements[maker].as_ref().map(|of| of.role);
            let there = match role {
                Some(Role::Effect) => places.after(maker),
                _ => places.of(maker),
            };
            let here = places.of(site);
            let place = if places.dominates(there, here) {
                here
            } else if places.dominates(here, there) {
                there
            } else {
                continue;
            };
            let are_as_often =
                (skeleton.loops).run_as_often(skeleton.block_of(site), skeleton.block_of(maker));
            let is_known = self.egraph[object].data.member(ty).is_some();
            if object == class || maker == site || !are_as_often || !is_known {
                continue;
            }
            let operand = Operand {
                item: self.item(object, ty),
                carries: true,
            };
            self.built.nodes.push(ENode::new(Op::Share, &[object]));
            self.built.problem.add_instance(InstanceData {
                item,
                node: self.built.nodes.len() as u32 - 1,
                ty,
                kind: Kind::Run {
                    cost: 0.0,
                    region: Region {
                        only: Some(place),
                        ..Region::default()
                    },
                    aliases: true,
                },
                operands: SmallVec::from_slice(&[operand]),
            });
        }
    }

    /// The one statement of the source that makes the object of a class.
    fn maker_of(&self, class: Id) -> Option<Inst> {
        let skeleton = self.context.skeleton;
        let sites = self.egraph[class].nodes.iter().filter_map(|node| {
            let inst = skeleton.sites[node.tag().site()?];
            let statement = skeleton.statements[inst].as_ref()?;
            (self.egraph.find(statement.class) == class).then_some(inst)
        });
        let mut sites: SmallVec<[Inst; 2]> = sites.collect();
        sites.sort_unstable();
        sites.dedup();
        match sites[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// The objects that nodes make besides the one of their own site, by the node as it is now.
pub(super) fn also(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
) -> FxHashMap<ENode, SmallVec<[Inst; 1]>> {
    let mut also: FxHashMap<ENode, SmallVec<[Inst; 1]>> = FxHashMap::default();
    let canonical = |node: &ENode| node.clone().map_children(|child| egraph.find(child));
    for (own, known) in &skeleton.also {
        let statement = skeleton.statements[skeleton.sites[*own]].as_ref();
        let source = statement.map(|statement| canonical(&statement.node));
        for (node, site) in known {
            let node = canonical(node);
            // What the source itself does makes nothing but its own.
            if Some(&node) != source.as_ref() {
                also.entry(node).or_default().push(skeleton.sites[*site]);
            }
        }
    }
    also
}

fn node(built: &Built, number: u32) -> ENode {
    built.nodes[number as usize].clone()
}

/// Stands for what is needed in any case.
const ROOT: u32 = 0;

/// Some classes, as vertices.
type Vertices = SmallVec<[u32; 8]>;

/// Who needs whom, by class.
struct Needs {
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
    fn new(problem: &Problem) -> Needs {
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

    /// Whether one choice can have nodes of two of these items that do not belong together.
    fn are_mixed(&self, problem: &Problem, makers: &[Maker], home: Option<Id>) -> bool {
        let mut items: SmallVec<[Item; 4]> = makers.iter().map(|maker| maker.item).collect();
        items.dedup();
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
                let decides = |a: u32, b: u32| self.tree.dominates(a, b) && self.is_chosen_once(a);
                // Two parts of one object, neither of them in the other, are both there.
                let are_nested = || {
                    is_home(one)
                        || is_home(other)
                        || self.may_need(&[a], b, ROOT)
                        || self.may_need(&[b], a, ROOT)
                };
                !decides(a, b) && !decides(b, a) && !self.exclude(problem, a, b) && are_nested()
            })
        })
    }

    /// Whether a choice that is made above both classes takes at most one of them.
    fn exclude(&self, problem: &Problem, a: u32, b: u32) -> bool {
        let Some(above) = self
            .tree
            .common(a, b, MAX_STEPS)
            .filter(|&above| above != ROOT)
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
