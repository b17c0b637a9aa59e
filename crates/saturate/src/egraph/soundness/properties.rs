//! Rules that rely on properties: `if issorted(~v) sort(~v) --> copy(~v) end`.
//!
//! A property is a fact about contents: the call of a predicate, in the state of memory that the match reads in, that is equal to `true`. What
//! the rule says holds no longer than that.
//!
//! ```text
//! @assume issorted(v);  a = sort(v);  v[1] = 9;  b = sort(v)        a is copy(v); of b nothing is known
//! @assume issymmetric(A);  t = transpose(A);  A[1, 2] = 9;  t[2, 1]  t is not A: it is read when A is no longer symmetric
//! @assume issymmetric(A);  Wrap(transpose(A))                        nor here: whoever has the result may write to A
//! ```

use super::{clock, reason, Clauses, MemoryPolicy, Skeleton};
use crate::effects::Effects;
use crate::egraph::analysis::{effects, operands_reach};
use crate::egraph::language::{ENode, Epoch, Op, Tag};
use crate::egraph::matches::Match;
use crate::egraph::sketch::acts;
use crate::egraph::EGraph;
use crate::ir::Const;
use egg::{Id, Language};

/// The call of a predicate in a state of memory.
pub(crate) fn fact_in(
    skeleton: &Skeleton,
    predicate: Const,
    epoch: Option<Epoch>,
    children: &[Id],
) -> ENode {
    let epoch = epoch.filter(|_| skeleton.contract.clauses.contains(Clauses::ASSUMED));
    ENode::call(predicate, Tag::new(epoch, None, false), children)
}

impl MemoryPolicy<'_> {
    /// The class of a predicate's call in the state that the match reads in; `ask` adds it where there is none.
    pub(super) fn known(
        &mut self,
        egraph: &mut EGraph<'_>,
        found: &Match<'_>,
        call: &ENode,
        ask: bool,
    ) -> Option<Id> {
        let Op::Call { callee, .. } = call.op() else {
            return None;
        };
        let mut of = effects(egraph, call)?;
        let mut ask = ask;
        if acts(of) || of.contains(Effects::INCONSISTENT) {
            // For a type that was found since the question was asked, the predicate may be anything; the answer stands.
            of = Effects::READS;
            ask = false;
        }
        let epochs = self.epochs(egraph, found).ok()?;
        let state = self.state(&epochs, &[]).ok()?;
        let reach = operands_reach(egraph, call.children());
        let epoch = clock(self.skeleton, state).epoch_over(of, reach).ok()?;
        self.relied.extend(epoch);
        self.relies |= of.contains(Effects::READS);
        let fact = fact_in(self.skeleton, callee, epoch, call.children());
        match ask {
            true => Some(egraph.add(fact)),
            false => egraph.lookup(fact),
        }
    }

    /// Whether a property that the rule relies on is one of what the left side has read. A lazy value (`transpose(A)`) has other contents once memory
    /// changes, and so has the value that a rule about a variable is about: of those a property holds for a while, and the types that it
    /// offers would be there for good.
    pub(super) fn judge_properties(
        &self,
        found: &Match<'_>,
        epochs: &[Epoch],
    ) -> Result<(), &'static str> {
        let is_for_a_while = found.rule.pattern.target().is_some() && !epochs.is_empty();
        let all = &self.skeleton.ledger.epochs;
        let is_read = all.regions(epochs).contains(all.regions(&self.relied));
        if (is_for_a_while || !is_read) && !self.is_off(Clauses::PROPERTIES) {
            return Err(reason::PROPERTY);
        }
        Ok(())
    }

    /// Whether a value that has other contents once memory changes, and which somebody has when the function is done, would rest on a
    /// property: of what happens then nothing is known.
    pub(super) fn judge_outcome(
        &mut self,
        egraph: &EGraph<'_>,
        found: &Match<'_>,
    ) -> Result<(), &'static str> {
        let is_about_a_call = found.rule.pattern.target().is_none();
        if self.relies
            && is_about_a_call
            && !self.is_lasting(egraph)
            && !self.is_off(Clauses::PROPERTIES)
            && self.outlives(egraph, found)
        {
            return Err(reason::PROPERTY);
        }
        Ok(())
    }

    /// Whether what holds `within` an epoch, or for good, may rest on the properties that the rule relies on.
    pub(super) fn judge_duration(&self, within: Option<Epoch>) -> Result<(), &'static str> {
        if within.is_some() && !self.relied.is_empty() && !self.is_off(Clauses::PROPERTIES) {
            return Err(reason::PROPERTY);
        }
        Ok(())
    }
}
