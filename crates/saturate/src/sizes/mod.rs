//! Costs that know sizes: from `@cost *(A::Matrix, B::Matrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)` to several
//! programs, and a guard at entry that picks one by the sizes that the arguments have.
//!
//! ```text
//! f(A, B, C) = A * B * C          (A * B) * C costs  2 m k n + 2 m n p        A is m × k, B is k × n, C is n × p
//!                                 A * (B * C)        2 k n p + 2 m k p
//!
//! f(A, B, C):  m = size(A, 1) …; if 2 m k n + 2 m n p <= 2 k n p + 2 m k p  (A * B) * C  else  A * (B * C)  end
//! ```
//!
//! 1. *Shapes* ([`shapes`]): after saturation, the sizes of each array class, as [terms](terms) over the sizes of arguments.
//! 2. *Prices* ([`priced`]): what each instance of the extraction problem costs, as a term.
//! 3. *Choice* ([`choose`]): the problem is solved at sampled sizes (`quick`). Each answer, and the source, is a candidate whose cost is a function of
//!    the sizes; a few candidates are kept that together are never much dearer than the best of all.
//! 4. *Guard* ([`crate::elaborate::guard`]): one function of the chosen programs, behind comparisons of their predicted costs.
//!
//! What shapes say of the values of a function can be compared with a run (`claims`, in builds with the feature `testing`).
//!
//! Invariants. Every variant is an answer that [`check`](crate::extract::check) has proved, or the source: whatever the guard picks is
//! right, and shapes, samples and costs decide only which is picked. The guard asks for sizes of arguments that are `Array`s, or wrappers of them, by their types;
//! it has no effect, does not throw and allocates nothing. Where one program is nearly as good as all, there is no guard. Same input, same
//! output: samples come from a fixed seed. Where no call that rules price by size is in the e-graph, nothing of this runs.

pub mod choose;
#[cfg(feature = "testing")]
pub mod claims;
mod functions;
pub mod priced;
mod quick;
pub mod shapes;
pub mod show;
pub mod terms;

use crate::host::Known;
use crate::ir::Type;
use crate::rules::rule::{CostRule, RuleSet};

/// The cost line of a call: of those that cover it the last one, unless an earlier one is about fewer calls. The callee comes first in `call`.
pub(crate) fn covering<'r>(
    rules: &'r RuleSet,
    call: &[Known],
    subtype: &mut dyn FnMut(Type, Type) -> bool,
) -> Option<&'r CostRule> {
    let callee = call.first()?.constant?;
    let types = || call[1..].iter().map(|known| known.ty);
    let mut best: Option<&CostRule> = None;
    for rule in rules.costs().filter(|rule| rule.calls.function == callee) {
        if rule.calls.covers(callee, types(), subtype)
            && !best.is_some_and(|best| best.calls.is_narrower(&rule.calls, subtype))
        {
            best = Some(rule);
        }
    }
    best
}
