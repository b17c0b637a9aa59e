//! Dropping values that nest deeply.
//!
//! A list of a million nodes is an `Rc` in an `Rc` in an `Rc` …; dropping the first would recurse a million times. The
//! containers of this crate hand the parts that they alone own to a queue instead, and the outermost drop empties it.

use super::value::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

thread_local! {
    static QUEUE: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
    static DRAINING: Cell<bool> = const { Cell::new(false) };
}

/// Whether dropping the value drops other values.
fn owns_parts(value: &Value) -> bool {
    match value {
        Value::Tuple(items) => Rc::strong_count(items) == 1,
        Value::Object(object) => Rc::strong_count(object) == 1,
        Value::Array(array) => Rc::strong_count(array) == 1,
        _ => false,
    }
}

/// Takes the parts of a container that is about to be dropped and drops them without recursion.
pub(super) fn dismantle<'a>(parts: impl Iterator<Item = &'a mut Value>) {
    let mut any = false;
    for part in parts.filter(|part| owns_parts(part)) {
        let part = std::mem::replace(part, Value::Nothing);
        // While the thread ends there is no queue any more; the part is dropped where it is.
        any |= QUEUE
            .try_with(|queue| queue.borrow_mut().push(part))
            .is_ok();
    }
    if !any || DRAINING.replace(true) {
        return;
    }
    while let Some(part) = QUEUE.with(|queue| queue.borrow_mut().pop()) {
        drop(part);
    }
    DRAINING.set(false);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_tuples_in_each_other() {
        let mut value = Value::Nothing;
        for _ in 0..1_000_000 {
            value = Value::tuple([value]);
        }
        let shared = value.clone();
        drop(value);
        assert_eq!(shared.as_tuple().map(<[_]>::len), Some(1));
        drop(shared);
    }
}
