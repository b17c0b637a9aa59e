//! The e-class analysis: member types and constants, by the host's inference.
//!
//! A new node is inferred once per tuple of its children's members; what the host answers are the members of its
//! class. When the members of a class change, its parents are inferred again, until nothing changes; that ends because
//! [`Facts`] only grow. A tuple without a method contributes nothing: it is never an error.
//!
//! ```text
//! class of x: {Int64, Float64}        sin(x): sin(Int64) = Float64, sin(Float64) = Float64      => {Float64}
//! class of A: {Matrix, Symmetric}     det(A): det(Matrix) = Float64, det(Symmetric): no method  => {Float64}
//! ```
//!
//! A class that has a value gets the constant's node. A value that inference finds and that is mutable is not taken:
//! folding it would share an object that the program makes anew each time. A coercion has the types of its child, but
//! not its values.
//!
//! The analysis also hears of everything that happens to the e-graph. It keeps the two logs that follow from that: which
//! classes were touched (the matcher looks only there), and which unions were made for what reason
//! ([`provenance`](super::provenance)).

use super::cache::{pack, HostCache};
use super::facts::Facts;
use super::inspected::{Inspected, CALLEE};
use super::language::{ENode, Leaf, Op, Site};
use super::provenance::{Cause, Log};
use super::regions::{Reach, Regions};
use super::EGraph;
use crate::effects::{CallKind, Effects};
use crate::host::{CallInfo, Host, Known};
use crate::ir::{Const, Type};
use cranelift_entity::SecondaryMap;
use egg::{Analysis, DidMerge, Id, Justification, Language};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell, RefMut};

/// How many tuples of argument members of one node are inferred; the rest is left out and counted.
pub const MAX_TUPLES: usize = 64;

/// Inference, and the logs.
pub struct Inference<'h> {
    cache: RefCell<HostCache<'h>>,
    /// The type of every value, where the host has no other.
    untyped: Option<Known>,
    bottom: Type,
    leaves: SecondaryMap<Leaf, Option<Known>>,
    /// By class: its only member in one word, 0 if it has not just one. Inference of most nodes needs nothing else.
    singles: Vec<u64>,
    /// The new entry of the class that `modify` is about to hear of.
    single: u64,
    /// Whether the class that `modify` is about to hear of has a value, if that is known: it saves a look-up.
    has_constant: Option<bool>,
    /// Whether a coercion was ever added: the matcher need not look for them otherwise.
    coercions: bool,
    /// Classes that are new, or have new members or nodes, since the log was last taken.
    touched: Vec<Id>,
    /// Values whose type the program looks at.
    inspected: RefCell<Inspected>,
    /// The types of objects that are written or compared, by site: nothing immutable can stand for one.
    objects: SecondaryMap<Site, Option<Type>>,
    /// Objects that right sides name (`sum(TABLE)`): the program's own, and so none whose contents are known.
    shared: FxHashSet<Const>,
    /// Which memory the classes lead to.
    pub reach: Reach,
    /// Whether a literal that a rule states for values of another type is one of its own.
    pub literals_apart: bool,
    /// Whether the union that is about to be made is one of a literal of the program with values of another type.
    opens: Cell<bool>,
    /// Whether a literal of the program has become a value of another type, because both are made by the same call of what rules have made equal.
    confused: Cell<bool>,
    /// Nodes and unions with their causes.
    pub(super) log: RefCell<Log>,
}

impl<'h> Inference<'h> {
    /// An analysis that asks `host`.
    pub fn new(host: &'h mut dyn Host) -> Inference<'h> {
        let any = host.any();
        Inference {
            untyped: host.is_untyped().then_some(Known {
                ty: any,
                constant: None,
            }),
            bottom: host.bottom(),
            cache: RefCell::new(HostCache::new(host)),
            leaves: SecondaryMap::new(),
            singles: Vec::new(),
            single: 0,
            has_constant: None,
            coercions: false,
            touched: Vec::new(),
            inspected: RefCell::default(),
            objects: SecondaryMap::new(),
            shared: FxHashSet::default(),
            reach: Reach::default(),
            literals_apart: true,
            opens: Cell::new(false),
            confused: Cell::new(false),
            log: RefCell::new(Log::default()),
        }
    }

    /// Says what is known of one leaf, before it is added.
    pub fn set_leaf(&mut self, leaf: Leaf, known: Known) {
        self.leaves[leaf] = Some(known);
    }

    /// The host with its memory. Not to be held across changes of the e-graph.
    pub fn cache(&self) -> RefMut<'_, HostCache<'h>> {
        self.cache.borrow_mut()
    }

    /// Says that the object of a site is written or compared, and what type it has.
    pub fn set_object(&mut self, site: Site, ty: Type) {
        self.objects[site] = Some(ty);
    }

    /// Says that a site is another one of an object.
    pub fn set_twin(&mut self, twin: Site, first: Site) {
        self.objects[twin] = self.objects[first];
        let reach = self.reach.of_site(first);
        self.reach.set_site(twin, reach);
    }

    /// Says that a constant is named by a right side, before it is added.
    pub fn set_named(&mut self, constant: Const) {
        let known = self.cache.get_mut().constant(constant);
        if self.cache.get_mut().may_be_mutable(known.ty) {
            self.shared.insert(constant);
        }
    }

    /// Whether a constant is an object of the program, and not a snapshot or something that rules have computed.
    pub fn is_shared(&self, constant: Const) -> bool {
        self.shared.contains(&constant)
    }

    /// The type of the object that a node makes, if it is written or compared.
    pub fn object(&self, node: &ENode) -> Option<Type> {
        let site = node.tag().site()?;
        self.objects.get(site).copied().flatten()
    }

    /// The types that the program looks at, to add to them.
    pub fn inspected_mut(&mut self) -> &mut Inspected {
        self.inspected.get_mut()
    }

    /// What is known of every value, if the host has no types.
    pub fn untyped(&self) -> Option<Known> {
        self.untyped
    }

    /// Whether the host has no types.
    pub fn is_untyped(&self) -> bool {
        self.untyped.is_some()
    }

    /// Whether a class has a member; `class` is canonical.
    pub(super) fn has_type(&self, egraph: &EGraph<'_>, class: Id) -> bool {
        self.singles[usize::from(class)] != 0 || !egraph[class].data.members().is_empty()
    }

    /// `Union{}`.
    pub fn bottom(&self) -> Type {
        self.bottom
    }

    /// Whether there may be nodes that are coercions.
    pub fn has_coercions(&self) -> bool {
        self.coercions
    }

    /// The classes touched since the last time; ids need not be canonical and may repeat.
    pub fn take_touched(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.touched)
    }
}

/// A tuple of members, and what the host says of a call on it.
type Asked = (SmallVec<[Known; 8]>, Option<CallInfo>);

/// Calls `visit` with each tuple of members of a node's children, and what the host says of it.
///
/// The tuple has one member per child: the callee of a computed call and the type of an object come first. Only calls
/// and objects have instances. Stops after [`MAX_TUPLES`].
///
/// A call on a union that has methods for a part of it only throws for the rest. Where equal operands have a type without
/// that rest, the call is not for the union: the program has the other one, and rules have made the union.
pub fn instances(
    egraph: &EGraph<'_>,
    node: &ENode,
    mut visit: impl FnMut(&[Known], Option<CallInfo>),
) {
    all_instances(egraph, node, |tuple, answer, is_for_it| {
        visit(tuple, answer.filter(|_| is_for_it));
    });
}

/// The same, with the calls on unions that are not for them: the last argument is false for those.
pub fn all_instances(
    egraph: &EGraph<'_>,
    node: &ENode,
    visit: impl FnMut(&[Known], Option<CallInfo>, bool),
) {
    let children = node.children().iter();
    let choices: SmallVec<[&[Known]; 8]> = children
        .map(|&child| egraph[child].data.members())
        .collect();
    let object = egraph.analysis.object(node);
    let class = |position: usize| node.children().get(position).copied();
    all_instances_of(egraph, node.op(), class, object, &choices, visit);
}

/// The same for what need not be in the e-graph: the members of its operands are `choices`. Operands may be classes, by their positions; `object` is the
/// type of the object that is made, if that is written or compared.
pub fn all_instances_of(
    egraph: &EGraph<'_>,
    op: Op,
    class: impl Fn(usize) -> Option<Id>,
    object: Option<Type>,
    choices: &[&[Known]],
    mut visit: impl FnMut(&[Known], Option<CallInfo>, bool),
) {
    if !matches!(op, Op::Call { .. } | Op::Apply { .. } | Op::New { .. }) {
        return;
    }
    let mut cache = egraph.analysis.cache();
    let looks = looks(egraph, op, class, choices, &mut cache);
    let mut ask = |tuple: &[Known]| {
        let looks = looks.as_ref();
        let answer = match op {
            _ if !looks.is_none_or(|of| of.fit(egraph, choices, tuple, &mut cache)) => None,
            Op::Call { callee, .. } => cache.call_known(callee, tuple),
            Op::Apply { .. } => cache.call(tuple),
            _ => Some(cache.new_object(tuple)),
        };
        // What a call makes of equal operands of another type may be no object: `collect(1:2) .+ 0`, but `(1:2) .+ 0`.
        answer.filter(|info| {
            let found = info.result.ty;
            object.is_none_or(|ty| cache.subtype(found, ty) || cache.may_be_mutable(found))
        })
    };
    let mut tuple: SmallVec<[Known; 8]> = SmallVec::new();
    let mut several = false;
    for members in choices {
        let Some(&first) = members.first() else {
            return;
        };
        several |= members.len() > 1;
        tuple.push(first);
    }
    if !several {
        visit(&tuple, ask(&tuple), true);
        return;
    }
    let mut answers: SmallVec<[Asked; 4]> = SmallVec::new();
    let mut counters: SmallVec<[u8; 8]> = SmallVec::from_elem(0, choices.len());
    'tuples: loop {
        answers.push((tuple.clone(), ask(&tuple)));
        if answers.len() == MAX_TUPLES {
            let count =
                (choices.iter()).fold(1, |all: usize, members| all.saturating_mul(members.len()));
            cache.truncations += u64::from(count > MAX_TUPLES);
            break;
        }
        // The next tuple, as an odometer counts: the last position fastest.
        let mut position = choices.len();
        loop {
            if position == 0 {
                break 'tuples;
            }
            position -= 1;
            counters[position] += 1;
            let at = counters[position] as usize;
            if let Some(&member) = choices[position].get(at) {
                tuple[position] = member;
                break;
            }
            counters[position] = 0;
            tuple[position] = choices[position][0];
        }
    }
    let uncovered: SmallVec<[Parts; 4]> = (answers.iter())
        .map(|(tuple, answer)| match answer {
            Some(_) => uncovered(op, tuple, &mut cache),
            None => Parts::new(),
        })
        .collect();
    drop(cache);
    let is_new = |parts: &Parts| {
        let others = answers.iter().zip(&uncovered);
        let mut others = others.filter(|((_, answer), _)| answer.is_some());
        others.any(|(_, other)| parts.iter().any(|part| !other.contains(part)))
    };
    for ((tuple, answer), parts) in answers.iter().zip(&uncovered) {
        visit(tuple, *answer, !is_new(parts));
    }
}

/// Positions of arguments, each with a part of its type.
type Parts = SmallVec<[(usize, Type); 2]>;

/// For which parts of its arguments' types a call has no method, as far as unions tell.
fn uncovered(op: Op, tuple: &[Known], cache: &mut HostCache<'_>) -> Parts {
    let mut found = Parts::new();
    let mut part: SmallVec<[Known; 8]> = SmallVec::from_slice(tuple);
    for (position, known) in tuple.iter().enumerate() {
        let members = cache.host.union_types(known.ty);
        if members.len() < 2 {
            continue;
        }
        for ty in members {
            part[position] = Known { ty, constant: None };
            let answer = match op {
                Op::Call { callee, .. } => cache.call_known(callee, &part),
                Op::Apply { .. } => cache.call(&part),
                _ => return found,
            };
            if answer.is_none() {
                found.push((position, ty));
            }
        }
        part[position] = *known;
    }
    found
}

/// What keeps a call from equal operands of other types than the program gives it.
struct Looks {
    /// Positions at which the language looks, with the types there.
    language: SmallVec<[(usize, SmallVec<[Type; 2]>); 2]>,
    /// Calls of the source that this is; the other positions with several types, as places of those calls.
    calls: SmallVec<[u32; 4]>,
    places: SmallVec<[(u32, usize); 4]>,
}

/// Where a call looks at the types of its arguments, and which calls of the source it is. Positions at which there is one type are left out.
fn looks(
    egraph: &EGraph<'_>,
    op: Op,
    class: impl Fn(usize) -> Option<Id>,
    choices: &[&[Known]],
    cache: &mut HostCache<'_>,
) -> Option<Looks> {
    let is_mixed = |members: &&[Known]| members.len() > 1;
    if !choices.iter().any(is_mixed) {
        return None;
    }
    // What is called, if that is known, and the first position of an argument.
    let (callee, first) = match (op, choices) {
        (Op::Call { callee, .. }, _) => (Some(cache.constant(callee).ty), 0),
        (Op::Apply { .. } | Op::New { .. }, [[callee], ..]) => (Some(callee.ty), 1),
        _ => (None, 1),
    };
    let known = choices.iter().filter_map(|members| match *members {
        [member] => member.constant,
        _ => None,
    });
    let count = match op {
        Op::Call { callee, .. } => cache.looks_at_types(callee, known),
        _ => 0,
    };
    let mut inspected = egraph.analysis.inspected.borrow_mut();
    let mut looks = Looks {
        language: SmallVec::new(),
        calls: SmallVec::new(),
        places: SmallVec::new(),
    };
    let mut classes: SmallVec<[(u32, Id); 4]> = SmallVec::new();
    for (position, members) in choices.iter().enumerate() {
        let Some(class) = class(position).filter(|_| is_mixed(members)) else {
            continue;
        };
        if position < count {
            let types = inspected.by_language(egraph, class);
            let looked_at = (!types.is_empty()).then_some((position, types));
            looks.language.extend(looked_at);
        } else {
            let place = position.checked_sub(first).map_or(CALLEE, |at| at as u32);
            classes.push((place, class));
            looks.places.push((place, position));
        }
    }
    if count == 0 && inspected.has_calls() {
        looks.calls = inspected.calls_at(egraph, callee, &classes);
        // The same function may be given a value of the class together with others, by another call.
        let alone =
            (choices.iter().enumerate().skip(first)).filter(|(_, members)| !is_mixed(members));
        let mut is_this = |&call: &u32| {
            let count = first + inspected.count_of(call);
            count == choices.len()
                && alone.clone().all(|(position, members)| {
                    let ty = inspected.type_at(call, (position - first) as u32);
                    (members.first()).is_none_or(|known| cache.subtype(known.ty, ty))
                })
        };
        if looks.calls.iter().any(&mut is_this) {
            looks.calls.retain(|call| is_this(call));
        }
    } else {
        looks.places.clear();
    }
    Some(looks)
}

impl Looks {
    /// Whether the call is for these operands, if it gives that.
    fn fit(
        &self,
        egraph: &EGraph<'_>,
        choices: &[&[Known]],
        tuple: &[Known],
        cache: &mut HostCache<'_>,
    ) -> bool {
        let is_there = |position: usize, ty: Type| choices[position].iter().any(|of| of.ty == ty);
        // A narrower type may be what inference has found for the same value, or what a rule has made of it: where the type itself is there, only that.
        let mut fits = |position: usize, ty: Type| {
            let found = tuple[position].ty;
            found == ty || !is_there(position, ty) && cache.subtype(found, ty)
        };
        let mut language = self.language.iter();
        if !language.all(|(position, types)| types.iter().any(|&ty| fits(*position, ty))) {
            return false;
        }
        if self.calls.is_empty() {
            return true;
        }
        let mut inspected = egraph.analysis.inspected.borrow_mut();
        let types = |place: u32| {
            let position = self.places.iter().find(|(at, _)| *at == place);
            position.map(|&(_, position)| tuple[position].ty)
        };
        self.calls.iter().any(|&call| {
            let own = inspected.types_of(call);
            let types = |place: u32| match types(place) {
                Some(ty) => ty,
                None => own
                    .get(place as usize)
                    .copied()
                    .unwrap_or(egraph.analysis.bottom),
            };
            let places: SmallVec<[(u32, bool); 4]> = (self.places.iter())
                .map(|&(place, position)| {
                    (place, is_there(position, inspected.type_at(call, place)))
                })
                .collect();
            inspected.takes(call, &places, &types, cache)
        })
    }
}

/// The classes whose values' types calls of the source mind.
pub fn minded(egraph: &EGraph<'_>) -> Vec<Id> {
    let mut inspected = egraph.analysis.inspected.borrow_mut();
    inspected.minded(egraph, &mut egraph.analysis.cache())
}

/// The only type under which the program gives a value of a class to anybody.
pub fn only_type(egraph: &EGraph<'_>, class: Id) -> Option<Type> {
    egraph
        .analysis
        .inspected
        .borrow_mut()
        .only_type(egraph, class)
}

/// Whether rules have made two values equal, each of a type of its own that the program looks at: there is then no saying
/// whose type a call sees.
pub fn is_confused(egraph: &EGraph<'_>) -> bool {
    if egraph.analysis.confused.get() || has_mistaken_literal(egraph) {
        return true;
    }
    let mut inspected = egraph.analysis.inspected.borrow_mut();
    inspected.is_confused(egraph, &mut egraph.analysis.cache())
}

/// Whether a literal of the program has become a value of another type, though no rule states one for it: by whatever way, should there be one, and by a host that says now this, now
/// that. A parameter to which every way passes it is of the type that it was declared with.
fn has_mistaken_literal(egraph: &EGraph<'_>) -> bool {
    let is_literal = |node: &ENode| match node.op() {
        Op::Const(constant) => !egraph.analysis.is_shared(constant),
        _ => false,
    };
    let is_another = |node: &ENode| node.is_stated() || matches!(node.op(), Op::Leaf(_));
    let mut mixed = (egraph.classes()).filter(|class| class.data.members().len() > 1);
    egraph.analysis.literals_apart
        && mixed
            .any(|class| class.nodes.iter().any(is_literal) && !class.nodes.iter().any(is_another))
}

/// Whether a constant is one of several values: a rule states it for values of another type, or it is what a call makes of an operand that is.
fn is_of_one_type_only(egraph: &EGraph<'_>, class: Id) -> bool {
    let is_mixed = |child: &Id| egraph[*child].data.members().len() > 1;
    let mut nodes = egraph[class].nodes.iter();
    let apart = egraph.analysis.literals_apart;
    apart && nodes.any(|node| node.is_stated() || node.children().iter().any(is_mixed))
}

/// What a node with a call or `new` may do, whatever the members of its children; `None` if no tuple has a method.
pub fn effects(egraph: &EGraph<'_>, node: &ENode) -> Option<Effects> {
    if egraph.analysis.is_untyped() {
        return Some(Effects::PURE);
    }
    let mut joined = None;
    instances(egraph, node, |_, answer| {
        if let Some(info) = answer {
            joined = Some(joined.unwrap_or(Effects::PURE) | info.effects);
        }
    });
    joined
}

/// What a node may do that no statement has, in whatever program has it: instances with effects have no place to run at, so that it is one of the
/// others, where there are such.
pub fn effects_without_place(egraph: &EGraph<'_>, node: &ENode) -> Option<Effects> {
    if egraph.analysis.is_untyped() {
        return Some(Effects::PURE);
    }
    let (mut acting, mut others) = (None, None);
    instances(egraph, node, |_, answer| {
        if let Some(info) = answer {
            let joined = match info.effects.kind() {
                CallKind::Effectful => &mut acting,
                _ => &mut others,
            };
            *joined = Some(joined.unwrap_or(Effects::PURE) | info.effects);
        }
    });
    others.or(acting)
}

/// The memory that what a node makes leads to, as far as something writes it.
///
/// A coercion leads to nothing of its own: what takes its child by it runs where the child is good.
fn reach(egraph: &EGraph<'_>, node: &ENode) -> Regions {
    let analysis = &egraph.analysis;
    match node.op() {
        Op::Leaf(leaf) => analysis.reach.of_leaf(leaf),
        Op::Const(constant) if analysis.is_shared(constant) => analysis.reach.world(),
        Op::Const(_) | Op::While(..) | Op::Share => Regions::empty(),
        Op::Call { tag, .. } | Op::Apply { tag } | Op::New { tag } => {
            let mut reach = tag
                .site()
                .map_or(Regions::empty(), |site| analysis.reach.of_site(site));
            let effects = effects(egraph, node).unwrap_or(Effects::PURE);
            if !effects.is_fresh() {
                reach |= operands_reach(egraph, node.children());
                if effects.intersects(Effects::GLOBAL | Effects::OTHER) {
                    reach |= analysis.reach.world();
                }
            }
            reach
        }
    }
}

/// The memory that operands lead to, as far as something writes it.
pub fn operands_reach(egraph: &EGraph<'_>, operands: &[Id]) -> Regions {
    let reach = &egraph.analysis.reach;
    let classes = operands.iter().map(|&operand| egraph.find(operand));
    classes.map(|class| reach.of(class)).collect()
}

/// Replaces what is known of a class. `make` and `merge` leave word for the `modify` that follows them; here none of them comes before.
pub fn set_facts(egraph: &mut EGraph<'_>, class: Id, facts: Facts) {
    egraph.analysis.has_constant = None;
    egraph.set_analysis_data(class, facts);
}

/// The only member of a class in one word; 0 if it has not just one.
fn single(facts: &Facts) -> u64 {
    match facts.members() {
        &[member] => pack(member),
        _ => 0,
    }
}

/// What the host said of this call before, if each child has one member.
#[inline]
fn recall(egraph: &mut EGraph<'_>, node: &ENode) -> Option<Option<CallInfo>> {
    let callee = node.key().callee()?;
    if egraph.analysis.object(node).is_some() {
        return None;
    }
    let mut words: SmallVec<[u64; 8]> = SmallVec::new();
    for &child in node.children() {
        let word = egraph.analysis.singles[usize::from(egraph.find(child))];
        if word == 0 {
            return None;
        }
        words.push(word);
    }
    let cache = egraph.analysis.cache.get_mut();
    cache.recall(callee, words.into_iter())
}

fn infer(egraph: &mut EGraph<'_>, node: &ENode) -> Facts {
    let mut results: SmallVec<[Known; 4]> = SmallVec::new();
    match recall(egraph, node) {
        Some(answer) => results.extend(answer.map(|info| info.result)),
        None => instances(egraph, node, |_, answer| {
            if let Some(info) = answer {
                if !results.contains(&info.result) {
                    results.push(info.result);
                }
            }
        }),
    }
    Facts::of_results(results, egraph.analysis.cache.get_mut())
}

impl<'h> Analysis<ENode> for Inference<'h> {
    type Data = Facts;

    fn make(egraph: &mut EGraph<'h>, node: &ENode, id: Id) -> Facts {
        let facts = match node.op() {
            Op::Const(constant) => {
                let mut known = egraph.analysis.cache.get_mut().constant(constant);
                if egraph.analysis.is_shared(constant) {
                    known.constant = None;
                }
                if egraph.analysis.literals_apart && !node.is_stated() && known.constant.is_some() {
                    Facts::Literal(known)
                } else {
                    Facts::One(known)
                }
            }
            Op::Leaf(leaf) => match egraph.analysis.untyped.or(egraph.analysis.leaves[leaf]) {
                Some(known) => Facts::One(known),
                None => Facts::default(),
            },
            Op::While(..) | Op::Share => {
                egraph.analysis.coercions = true;
                egraph[node.children()[0]].data.without_constants()
            }
            Op::Call { .. } | Op::Apply { .. } | Op::New { .. } => match egraph.analysis.untyped {
                Some(any) => Facts::One(any),
                None => infer(egraph, node),
            },
        };
        if egraph.analysis.reach.is_kept() {
            let reach = reach(egraph, node);
            egraph.analysis.reach.push(id, reach);
        }
        let analysis = &mut egraph.analysis;
        analysis.has_constant = Some(facts.constant().is_some());
        // A new class has the next number; for a known one the merge that follows has the last word.
        if usize::from(id) == analysis.singles.len() {
            analysis.single = single(&facts);
            analysis.singles.push(analysis.single);
        }
        facts
    }

    fn merge(&mut self, to: &mut Facts, from: Facts) -> DidMerge {
        if self.opens.take() {
            to.open();
        }
        let did = to.merge(from, self.cache.get_mut());
        self.has_constant = Some(to.constant().is_some());
        self.single = single(to);
        did
    }

    fn pre_union(egraph: &EGraph<'h>, a: Id, b: Id, justification: &Option<Justification>) {
        egraph.analysis.reach.unite(egraph.find(a), egraph.find(b));
        if egraph.find(a) != egraph.find(b) && egraph[a].data.are_apart(&egraph[b].data) {
            egraph.analysis.opens.set(true);
            if matches!(justification, Some(Justification::Congruence)) {
                egraph.analysis.confused.set(true);
            }
        }
        let mut inspected = egraph.analysis.inspected.borrow_mut();
        inspected.unite(egraph.find(a), egraph.find(b));
        // Unions that rules ask for are logged where they are made; the e-graph's own are only seen here.
        if matches!(justification, Some(Justification::Congruence))
            && egraph.find(a) != egraph.find(b)
        {
            egraph
                .analysis
                .log
                .borrow_mut()
                .union(a, b, Cause::Congruence);
        }
    }

    fn modify(egraph: &mut EGraph<'h>, id: Id) {
        egraph.analysis.touched.push(id);
        let hint = egraph.analysis.has_constant.take();
        egraph.analysis.singles[usize::from(id)] = match hint {
            Some(_) => egraph.analysis.single,
            None => single(&egraph[id].data),
        };
        debug_assert_eq!(
            egraph.analysis.singles[usize::from(id)],
            single(&egraph[id].data),
            "what is remembered of {id} is of another class"
        );
        if !hint.unwrap_or_else(|| egraph[id].data.constant().is_some()) {
            return;
        }
        // Where rules have made values of several types equal, a constant is what one of them is: another class with the same
        // constant need not be equal to the others.
        if egraph[id].data.members().len() > 1 {
            return;
        }
        let mut constants: SmallVec<[_; 2]> = egraph[id].data.constants().collect();
        // A class that grows by one node at a time has its constant already: nothing is to be looked through.
        constants.retain(|constant| {
            let known = egraph.lookup(ENode::constant(*constant));
            known.is_none_or(|known| egraph.find(known) != egraph.find(id))
        });
        if constants.is_empty() || is_of_one_type_only(egraph, id) {
            return;
        }
        for constant in constants {
            let node = egraph.add(ENode::constant(constant));
            // The constant comes first, so that its class stays: one that grows by one node at a time must not move each
            // time, or looking it up takes ever longer.
            super::unite(egraph, node, id, Cause::Constant);
        }
    }
}
