//! Left sides of several parts.
//!
//! ```julia
//! (sin(~x), cos(~x)) --> sincos(~x)
//! (~A::Matrix{Float64} * ~x::Vector{Float64}, ~A * ~y::Vector{Float64}) --> two_products(~A, ~x, ~y)
//! ```
//!
//! A line whose left side is a tuple of calls says that its right side computes all of them at once: `rhs[1]` is equal to the first part, `rhs[2]`
//! to the second. It becomes one rule per part:
//!
//! ```text
//! set.1[1]    sin(~x)  beside cos(~x)  -->  sincos(~x)[1]
//! set.1[2]    cos(~x)  beside sin(~x)  -->  sincos(~x)[2]
//! ```
//!
//! Both hold wherever `sincos(~x)` does what `sin(~x)` and `cos(~x)` do; that the other part is *beside* the first one makes them worth it, and keeps
//! the right side from doing (and throwing) what the program does not. Extraction sees one call with two uses, and takes it where it is
//! cheaper than the parts.
//!
//! *Beside* means: whenever the program computes the one it computes the others, with nothing but optional calls in between
//! ([`several`](crate::egraph::soundness)). The parts are different values: `~A * ~x` is not beside itself. Where parts can be exchanged (`~x` and `~y`
//! above), a pair is found once.
//!
//! A tuple with a part that is no call (`(~a, f(~a))`) is a tuple of the program, and so is `tuple(f(~a), g(~a))`.

use super::pattern::Constraint;
use super::term::{Term, TermId, TermNode, Var};
use crate::host::{Global, Host};
use crate::ir::slots::Literal;
use crate::sym::{s, Sym};
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;

/// The parts that a left side stands beside: their places in its term, in the order in which they were written, and how many of them were written
/// before it.
#[derive(Clone, Copy, Default)]
pub struct Beside<'a> {
    /// The other parts.
    pub others: &'a [TermId],
    /// How many of them are written before the left side.
    pub before: usize,
}

impl Beside<'_> {
    /// The number of a part in the order in which they were written.
    pub(super) fn number(&self, part: TermId) -> usize {
        match self.others.iter().position(|&other| other == part) {
            Some(at) if at < self.before => at,
            Some(at) => at + 1,
            None => self.before,
        }
    }
}

/// The parts of a left side that is written as a tuple, if they are two or more calls.
pub(super) fn parts(side: &Term) -> Option<&[TermId]> {
    let TermNode::Call(_, args) = side.node(side.root()?) else {
        return None;
    };
    let parts = side.args(args);
    let is_call =
        |part: &TermId| matches!(side.node(*part), TermNode::Call(..) | TermNode::New(..));
    (parts.len() > 1 && parts.iter().all(is_call)).then_some(parts)
}

/// The left side of the rule for one part: the others, then the part. Where the others stand in it.
pub(super) fn beside(side: &Term, parts: &[TermId], part: usize) -> (Term, Vec<TermId>) {
    let mut term = Term::new();
    let others = (parts.iter().enumerate())
        .filter(|(number, _)| *number != part)
        .map(|(_, &other)| side.append_to(other, &mut term))
        .collect();
    side.append_to(parts[part], &mut term);
    (term, others)
}

/// The right side of the rule for one part: `right[part]`, counted from 1.
pub(super) fn result(right: &Term, part: usize, host: &mut dyn Host) -> Result<Term, String> {
    let getindex = match host.global(Some(s::BASE), Sym::new("getindex")) {
        Global::Constant(getindex) => getindex,
        _ => return Err("there is no `getindex` to take the parts of the right side with".into()),
    };
    let number = host.literal(&Literal::Int(part as i64 + 1));
    let mut term = Term::new();
    let getindex = term.leaf(TermNode::Const(getindex));
    let root = right.root().ok_or("the right side is empty")?;
    let all = right.append_to(root, &mut term);
    let number = term.leaf(TermNode::Const(number));
    term.call(getindex, &[all, number]);
    Ok(term)
}

/// Whether a pair of parts is the same pair the other way round: some variables exchanged, which the parts in `rest` do not have, and
/// which nothing else looks at.
pub(super) fn can_be_exchanged(
    term: &Term,
    (one, other): (TermId, TermId),
    rest: impl Iterator<Item = TermId>,
    constraints: &PrimaryMap<Var, Option<Constraint>>,
    watched: &[Var],
) -> bool {
    let Some(exchanged) = exchange(term, one, other, constraints) else {
        return false;
    };
    let is_fixed = |var: &Var| exchanged.get(var).is_none_or(|to| to == var);
    let mut rest = rest.into_iter();
    watched.iter().all(is_fixed)
        && rest.all(|part| {
            let mut alone = Term::new();
            term.append_to(part, &mut alone);
            let mut vars = alone.vars();
            vars.all(|var| is_fixed(&var))
        })
}

/// The exchange of variables that makes each of two parts the other.
fn exchange(
    term: &Term,
    one: TermId,
    other: TermId,
    constraints: &PrimaryMap<Var, Option<Constraint>>,
) -> Option<FxHashMap<Var, Var>> {
    let mut map: FxHashMap<Var, Var> = FxHashMap::default();
    let mut todo = vec![(one, other)];
    while let Some((a, b)) = todo.pop() {
        match (term.node(a), term.node(b)) {
            (&TermNode::Var(v), &TermNode::Var(w)) | (&TermNode::Splat(v), &TermNode::Splat(w)) => {
                let is_new = |from: Var, to: Var, map: &mut FxHashMap<Var, Var>| {
                    *map.entry(from).or_insert(to) == to
                };
                let fits = constraints[v] == constraints[w];
                if !fits || !is_new(v, w, &mut map) || !is_new(w, v, &mut map) {
                    return None;
                }
            }
            (TermNode::Call(f, xs), TermNode::Call(g, ys))
            | (TermNode::New(f, xs), TermNode::New(g, ys)) => {
                let (xs, ys) = (term.args(xs), term.args(ys));
                if xs.len() != ys.len() {
                    return None;
                }
                todo.push((*f, *g));
                todo.extend(xs.iter().copied().zip(ys.iter().copied()));
            }
            (a, b) if a == b => {}
            _ => return None,
        }
    }
    Some(map)
}
