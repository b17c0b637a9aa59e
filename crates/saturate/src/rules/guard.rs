//! Guards: conditions around rules.
//!
//! ```julia
//! if ~n isa Integer && (!known(~n) || ~n > 0)
//!     f(~x, ~n) --> g(~x, ~n)
//! end
//! ```
//!
//! A guard is a tree of `&&`, `||` and `!` over tests. A test is true, false, or *undecided*, because it is about a
//! value that is not known; the connectives follow Kleene, and only a guard that is true lets a match through. The
//! example reads: unless `n` is known to be zero or negative.
//!
//! | test | true if |
//! |---|---|
//! | `one_use(~x)`, `one_use(f(~x))` | no other use of the value lies on a path with this one; a call must stand on the left side |
//! | `spans(~x, ~y, ~zs...)` | none of the others has more dimensions than the first, by their types |
//! | `known(~x)` | the value is a compile-time constant |
//! | `~x isa T` | the selected member, or the first, is under `T` |
//! | `ndims(~x) == n` | the type says so |
//! | anything else | the host infers `true` from the members of the variables; or all their values are known and the host evaluates it to `true` |
//! | `p(~x)`, `p(~x, 2)` | as before; or the call is equal to `true` in the e-graph, in the state of memory that the match is about: it was [assumed](crate::assume), or a rule says so |

use super::term::{Term, TermNode, Var};
use crate::host::Evaluator;
use crate::ir::{Const, Type};

/// An argument of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    /// A variable.
    Var(Var),
    /// A constant.
    Const(Const),
}

/// The value that a test is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A variable.
    Var(Var),
    /// A call of the left side, by its place in [`Pattern::calls`](super::Pattern::calls).
    Call(u32),
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Guard {
    /// Both hold.
    And(Box<Guard>, Box<Guard>),
    /// One holds.
    Or(Box<Guard>, Box<Guard>),
    /// It does not hold.
    Not(Box<Guard>),
    /// No other use of the value lies on a path with this one.
    OneUse(Subject),
    /// None of the others has more dimensions than the first, by their types.
    Spans(Var, Vec<Var>),
    /// The value is a compile-time constant.
    Known(Var),
    /// The member is under the type.
    IsA(Var, Type),
    /// The number of dimensions, by type.
    Ndims(Var, u32),
    /// The host says so.
    Test {
        /// The condition as a term, for inference.
        term: Option<Term>,
        /// The condition as code, and the variables it needs, for evaluation.
        code: Option<(Evaluator, Vec<Var>)>,
    },
}

impl Guard {
    /// The variables it is about, with repetitions.
    pub fn vars(&self) -> Vec<Var> {
        let mut vars = Vec::new();
        let mut todo = vec![self];
        while let Some(guard) = todo.pop() {
            match guard {
                Guard::And(a, b) | Guard::Or(a, b) => todo.extend([&**b, &**a]),
                Guard::Not(guard) => todo.push(guard),
                Guard::OneUse(Subject::Call(_)) => {}
                Guard::OneUse(Subject::Var(var))
                | Guard::Known(var)
                | Guard::IsA(var, _)
                | Guard::Ndims(var, _) => vars.push(*var),
                Guard::Spans(var, others) => {
                    vars.push(*var);
                    vars.extend(others);
                }
                Guard::Test { term, code } => {
                    vars.extend(term.iter().flat_map(Term::vars));
                    vars.extend(code.iter().flat_map(|(_, vars)| vars));
                }
            }
        }
        vars
    }

    /// The predicate of variables and constants that a test is.
    pub fn fact(&self) -> Option<(Const, Vec<Arg>)> {
        let Guard::Test {
            term: Some(term), ..
        } = self
        else {
            return None;
        };
        let TermNode::Call(callee, args) = term.node(term.root()?) else {
            return None;
        };
        let &TermNode::Const(callee) = term.node(*callee) else {
            return None;
        };
        let arg = |id: &_| match term.node(*id) {
            TermNode::Var(var) => Some(Arg::Var(*var)),
            TermNode::Const(constant) => Some(Arg::Const(*constant)),
            _ => None,
        };
        let args = term.args(args).iter().map(arg).collect::<Option<_>>()?;
        Some((callee, args))
    }

    /// The predicate of `var` that holds wherever the guard does, as a term.
    pub fn implied(&self, var: Var) -> Option<&Term> {
        let mut todo = vec![self];
        while let Some(guard) = todo.pop() {
            match guard {
                Guard::And(a, b) => todo.extend([&**b, &**a]),
                Guard::Test { term, .. } => {
                    let is_about = guard
                        .fact()
                        .is_some_and(|(_, args)| args.contains(&Arg::Var(var)));
                    if is_about {
                        return term.as_ref();
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether the answer may change although nothing within the pattern's reach did: uses come and go elsewhere, and so do answers to
    /// questions.
    pub fn is_global(&self) -> bool {
        let mut todo = vec![self];
        while let Some(guard) = todo.pop() {
            match guard {
                Guard::And(a, b) | Guard::Or(a, b) => todo.extend([&**b, &**a]),
                Guard::Not(guard) => todo.push(guard),
                Guard::OneUse(_) => return true,
                Guard::Test { .. } if guard.fact().is_some() => return true,
                _ => {}
            }
        }
        false
    }
}
