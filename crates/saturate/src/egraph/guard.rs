//! Evaluates guards at matches, in three-valued logic.

use super::language::{ENode, Tag};
use super::matches::Match;
use super::policy::Policy;
use super::EGraph;
use crate::host::{Argument, Evaluator, Known};
use crate::ir::Const;
use crate::opkey::OpKey;
use crate::rules::guard::{Arg, Guard, Subject};
use crate::rules::term::{Term, TermNode, Var};
use egg::{Id, Language};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// `None` is undecided; an error is the message of an exception in the guard's code.
pub type Verdict = Result<Option<bool>, String>;

/// Whether a guard holds at a match. `answered` are the calls that some rule is about.
///
/// Recursion follows the guard as it was written, which the reader has bounded.
pub fn holds(
    egraph: &mut EGraph<'_>,
    policy: &mut dyn Policy,
    guard: &Guard,
    found: &Match<'_>,
    answered: &FxHashSet<OpKey>,
) -> Verdict {
    Ok(match guard {
        Guard::And(a, b) => match holds(egraph, policy, a, found, answered)? {
            Some(false) => Some(false),
            left => match holds(egraph, policy, b, found, answered)? {
                Some(true) => left,
                Some(false) => Some(false),
                None => None,
            },
        },
        Guard::Or(a, b) => match holds(egraph, policy, a, found, answered)? {
            Some(true) => Some(true),
            left => match holds(egraph, policy, b, found, answered)? {
                Some(false) => left,
                Some(true) => Some(true),
                None => None,
            },
        },
        Guard::Not(guard) => {
            let value = holds(egraph, policy, guard, found, answered)?;
            value.map(|value| !value)
        }
        Guard::OneUse(subject) => {
            let class = match *subject {
                Subject::Var(var) => found.class(var),
                Subject::Call(number) => found.all_nodes().nth(number as usize).map(|call| call.0),
            };
            class.map(|class| is_used_once(egraph, policy, class, found))
        }
        Guard::Spans(var, others) => spans(egraph, found, *var, others),
        Guard::Known(var) => Some(value(egraph, found, *var).is_some()),
        Guard::IsA(var, ty) => member(egraph, found, *var)
            .map(|member| egraph.analysis.cache().subtype(member.ty, *ty)),
        Guard::Ndims(var, n) => member(egraph, found, *var)
            .and_then(|member| egraph.analysis.cache().host.ndims(member.ty))
            .map(|found| found == *n),
        Guard::Test { term, code } => {
            let inferred = term.as_ref().and_then(|term| infer(egraph, term, found));
            let value = match (inferred, code) {
                (Some(value), _) => Some(value),
                (None, Some((code, vars))) => evaluate(egraph, *code, vars, found)?.flatten(),
                (None, None) => None,
            };
            let asked = || {
                guard
                    .fact()
                    .and_then(|fact| ask(egraph, policy, fact, found, answered))
            };
            let value = value.or_else(asked);
            value.and_then(|value| egraph.analysis.cache().host.as_bool(value))
        }
    })
}

/// The value of a predicate of the match's variables, where the e-graph has it in the state of memory that the match is about: it was
/// [assumed](crate::assume), it follows from a type, or a rule says so. A question that nobody has asked becomes a node if there is who could answer it.
fn ask(
    egraph: &mut EGraph<'_>,
    policy: &mut dyn Policy,
    (callee, args): (Const, Vec<Arg>),
    found: &Match<'_>,
    answered: &FxHashSet<OpKey>,
) -> Option<Const> {
    let mut children: SmallVec<[Id; 4]> = SmallVec::new();
    let mut has_members = false;
    for arg in args {
        let class = match arg {
            Arg::Var(var) => egraph.find(found.class(var)?),
            Arg::Const(constant) => egraph.add(ENode::constant(constant)),
        };
        has_members |= egraph[class].data.members().len() > 1;
        children.push(class);
    }
    let call = ENode::call(callee, Tag::NONE, &children);
    let is_answered = has_members || answered.contains(&call.key());
    let class = policy.fact(egraph, found, &call, is_answered)?;
    egraph[egraph.find(class)].data.constant()
}

/// Whether no use of a class but that of the match can run in the same run of the program. What the policy knows of the
/// program decides; without one, the parent classes count.
fn is_used_once(
    egraph: &EGraph<'_>,
    policy: &mut dyn Policy,
    class: Id,
    found: &Match<'_>,
) -> bool {
    let class = egraph.find(class);
    let users: SmallVec<[Id; 2]> = found
        .all_nodes()
        .filter(|(_, node)| {
            let mut children = node.children().iter();
            children.any(|&child| egraph.find(child) == class)
        })
        .map(|(user, _)| egraph.find(user))
        .collect();
    policy
        .is_used_once(egraph, class, &users)
        .unwrap_or_else(|| {
            let parents: FxHashSet<Id> = egraph[class]
                .parents()
                .map(|parent| egraph.find(parent))
                .collect();
            parents.len() <= 1
        })
}

/// Whether no value of `others` has more dimensions than `var`; undecided where a type does not say.
fn spans(egraph: &EGraph<'_>, found: &Match<'_>, var: Var, others: &[Var]) -> Option<bool> {
    let mut cache = egraph.analysis.cache();
    let mut of = |class: Id| -> Option<(u32, u32)> {
        let mut range = (u32::MAX, 0);
        for member in egraph[class].data.members() {
            let n = cache.host.ndims(member.ty)?;
            range = (range.0.min(n), range.1.max(n));
        }
        (range.0 <= range.1).then_some(range)
    };
    let (least, _) = of(found.class(var)?)?;
    let mut all = true;
    for &class in others.iter().flat_map(|&other| found.classes(other)) {
        all &= of(class)?.1 <= least;
    }
    Some(all)
}

/// The member that the rule selected, or the first with a value, or the first.
pub(super) fn member(egraph: &EGraph<'_>, found: &Match<'_>, var: Var) -> Option<Known> {
    found.member(var).or_else(|| {
        let members = egraph[found.class(var)?].data.members();
        members
            .iter()
            .find(|member| member.constant.is_some())
            .or(members.first())
            .copied()
    })
}

fn value(egraph: &EGraph<'_>, found: &Match<'_>, var: Var) -> Option<Const> {
    member(egraph, found, var)?.constant
}

/// The value of a condition, if the host infers one from what is known of its variables.
fn infer(egraph: &EGraph<'_>, term: &Term, found: &Match<'_>) -> Option<Const> {
    let mut cache = egraph.analysis.cache();
    let mut known: Vec<Option<Known>> = Vec::with_capacity(term.len());
    for (_, node) in term.iter() {
        let value = match node {
            TermNode::Var(var) => member(egraph, found, *var),
            TermNode::Const(constant) => Some(cache.constant(*constant)),
            TermNode::Call(callee, args) => std::iter::once(callee)
                .chain(term.args(args))
                .map(|id| known[id.as_u32() as usize])
                .collect::<Option<SmallVec<[Known; 4]>>>()
                .and_then(|call| cache.call(&call))
                .map(|info| info.result),
            TermNode::Splat(_) | TermNode::New(..) => None,
        };
        known.push(value);
    }
    known.last().copied().flatten()?.constant
}

/// Runs code on the values of its variables: `Ok(None)` if one is not known, else the value (`None` is `nothing`).
pub(super) fn evaluate(
    egraph: &EGraph<'_>,
    code: Evaluator,
    vars: &[Var],
    found: &Match<'_>,
) -> Result<Option<Option<Const>>, String> {
    let args: Option<Vec<Argument>> = vars
        .iter()
        .map(|&var| match found.class(var) {
            Some(_) => value(egraph, found, var).map(Argument::One),
            None => found
                .classes(var)
                .iter()
                .map(|&class| egraph[class].data.constant())
                .collect::<Option<Vec<Const>>>()
                .map(Argument::Many),
        })
        .collect();
    match args {
        None => Ok(None),
        Some(args) => egraph.analysis.cache().evaluate(code, args).map(Some),
    }
}
