//! Preprocessing: the [local](super::reduce) and the [global](super::closure) reductions, to a fixpoint.
//!
//! ```text
//! read      20244 nodes in 7315 classes            (tensat/bert)
//! local     17095 nodes in 4026 classes
//! global     5381 nodes in 1833 classes, 7 rounds
//! ```
//!
//! On most problems that come from rewriting programs, nothing is left.

use super::closure::{drop_settled_edges, use_landmarks};
use super::kernel::{Dead, Kernel};
use super::reduce::{reduce, Worklist};

/// Rounds of global reductions; each is linear and the later ones find little.
const ROUNDS: usize = 20;

/// Reduces what `list` names, and all that follows. `Err` if a required class cannot be covered.
pub(crate) fn preprocess(kernel: &mut Kernel, mut list: Worklist) -> Result<(), Dead> {
    for _ in 0..ROUNDS {
        reduce(kernel, &mut list)?;
        drop_settled_edges(kernel, &mut list);
        if list.is_empty() {
            use_landmarks(kernel, &mut list)?;
        }
        if list.is_empty() {
            return Ok(());
        }
    }
    reduce(kernel, &mut list)
}
