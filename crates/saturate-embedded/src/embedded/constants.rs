//! Constants of the embedded host: run-time values with handles, one handle per egal value.

use crate::interp::egal::{egal, egal_hash};
use crate::interp::Value;
use crate::ir::Const;
use cranelift_entity::PrimaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The table of constants.
#[derive(Default)]
pub struct Constants {
    values: PrimaryMap<Const, Value>,
    /// Handles by hash; egality decides among them.
    by_hash: FxHashMap<u64, SmallVec<[Const; 1]>>,
}

impl Constants {
    /// The handle of a value. Mutable values are identified by their identity.
    pub fn intern(&mut self, value: &Value) -> Const {
        let candidates = self.by_hash.entry(egal_hash(value)).or_default();
        if let Some(&found) = candidates
            .iter()
            .find(|&&candidate| egal(&self.values[candidate], value))
        {
            return found;
        }
        let handle = self.values.push(value.clone());
        candidates.push(handle);
        handle
    }

    /// The value behind a handle.
    pub fn get(&self, handle: Const) -> &Value {
        &self.values[handle]
    }

    /// Whether the handle is one of ours.
    pub fn contains(&self, handle: Const) -> bool {
        self.values.is_valid(handle)
    }
}
