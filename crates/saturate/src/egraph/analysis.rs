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

use super::facts::Facts;
use super::language::{ENode, Leaf, Op};
use super::oracle::Oracle;
use super::provenance::{Cause, Log};
use super::EGraph;
use crate::effects::Effects;
use crate::host::{CallInfo, Host, Known};
use crate::ir::Type;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use egg::{Analysis, DidMerge, Id, Justification, Language};
use smallvec::SmallVec;
use std::cell::{RefCell, RefMut};

/// How many tuples of argument members of one node are inferred; the rest is left out and counted.
pub const MAX_TUPLES: usize = 64;

/// Inference, and the logs.
pub struct Inference<'h> {
    oracle: RefCell<Oracle<'h>>,
    /// The type of every value, where the host has no other.
    untyped: Option<Known>,
    bottom: Type,
    leaves: SecondaryMap<Leaf, Option<Known>>,
    /// Whether a coercion was ever added: the matcher need not look for them otherwise.
    coercions: bool,
    /// Classes that are new, or have new members or nodes, since the log was last taken.
    touched: Vec<Id>,
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
            oracle: RefCell::new(Oracle::new(host)),
            leaves: SecondaryMap::new(),
            coercions: false,
            touched: Vec::new(),
            log: RefCell::new(Log::default()),
        }
    }

    /// Says what is known of the leaves. A leaf without an entry has no type.
    pub fn set_leaves(&mut self, leaves: &PrimaryMap<Leaf, Known>) {
        for (leaf, &known) in leaves {
            self.leaves[leaf] = Some(known);
        }
    }

    /// Says what is known of one leaf, before it is added.
    pub fn set_leaf(&mut self, leaf: Leaf, known: Known) {
        self.leaves[leaf] = Some(known);
    }

    /// The host with its memory. Not to be held across changes of the e-graph.
    pub fn oracle(&self) -> RefMut<'_, Oracle<'h>> {
        self.oracle.borrow_mut()
    }

    /// Whether the host has no types.
    pub fn is_untyped(&self) -> bool {
        self.untyped.is_some()
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

/// Calls `visit` with each tuple of members of `children`, behind the fixed `prefix`, and what the host says of it.
///
/// For a call the tuple is the callee, then the arguments; for an object its type, then the fields. Stops after
/// [`MAX_TUPLES`].
pub fn instances(
    egraph: &EGraph<'_>,
    node: &ENode,
    mut visit: impl FnMut(&[Known], Option<CallInfo>),
) {
    let inference = &egraph.analysis;
    let mut oracle = inference.oracle();
    let mut tuple: SmallVec<[Known; 8]> = SmallVec::new();
    let is_new = match node.op() {
        Op::Call { callee, .. } => {
            tuple.push(oracle.constant(callee));
            false
        }
        Op::Apply { .. } => false,
        Op::New { .. } => true,
        _ => return,
    };
    let fixed = tuple.len();
    let mut choices: SmallVec<[&[Known]; 8]> = SmallVec::new();
    for &child in node.children() {
        let members = egraph[child].data.members();
        let Some(&first) = members.first() else {
            return;
        };
        choices.push(members);
        tuple.push(first);
    }
    if tuple.is_empty() {
        return;
    }
    let mut counters: SmallVec<[u8; 8]> = SmallVec::from_elem(0, choices.len());
    for _ in 0..MAX_TUPLES {
        let answer = if is_new {
            Some(oracle.new_object(&tuple))
        } else {
            oracle.call(&tuple)
        };
        visit(&tuple, answer);
        // The next tuple, as an odometer counts: the last position fastest.
        let mut position = choices.len();
        loop {
            if position == 0 {
                return;
            }
            position -= 1;
            counters[position] += 1;
            let at = counters[position] as usize;
            if let Some(&member) = choices[position].get(at) {
                tuple[fixed + position] = member;
                break;
            }
            counters[position] = 0;
            tuple[fixed + position] = choices[position][0];
        }
    }
    oracle.truncations += 1;
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

fn infer(egraph: &EGraph<'_>, node: &ENode) -> Facts {
    let mut results: SmallVec<[Known; 4]> = SmallVec::new();
    instances(egraph, node, |_, answer| {
        if let Some(info) = answer {
            if !results.contains(&info.result) {
                results.push(info.result);
            }
        }
    });
    let mut oracle = egraph.analysis.oracle();
    let mut facts = Facts::default();
    for mut known in results {
        if known.constant.is_some() && oracle.may_be_mutable(known.ty) {
            known.constant = None;
        }
        facts.insert(known, &mut oracle);
    }
    facts
}

impl<'h> Analysis<ENode> for Inference<'h> {
    type Data = Facts;

    fn make(egraph: &mut EGraph<'h>, node: &ENode, _id: Id) -> Facts {
        match node.op() {
            Op::Const(constant) => Facts::one(egraph.analysis.oracle.get_mut().constant(constant)),
            Op::Leaf(leaf) => match egraph.analysis.untyped.or(egraph.analysis.leaves[leaf]) {
                Some(known) => Facts::one(known),
                None => Facts::default(),
            },
            Op::While(_) | Op::Share => {
                egraph.analysis.coercions = true;
                egraph[node.children()[0]].data.without_constants()
            }
            Op::Call { .. } | Op::Apply { .. } | Op::New { .. } => match egraph.analysis.untyped {
                Some(any) => Facts::one(any),
                None => infer(egraph, node),
            },
        }
    }

    fn merge(&mut self, to: &mut Facts, from: Facts) -> DidMerge {
        to.merge(from, self.oracle.get_mut())
    }

    fn pre_union(egraph: &EGraph<'h>, a: Id, b: Id, justification: &Option<Justification>) {
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
        if egraph[id].data.constant().is_none() {
            return;
        }
        let constants: SmallVec<[_; 2]> = egraph[id].data.constants().collect();
        for constant in constants {
            let node = egraph.add(ENode::constant(constant));
            super::unite(egraph, id, node, Cause::Constant);
        }
    }
}
