//! Indices of the IR, and handles of the host.

use cranelift_entity::entity_impl;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    };
}

entity!(
    /// A basic block of a [`Function`](super::Function); printed `b3`.
    Block, "b"
);
entity!(
    /// An SSA value: a block parameter, the result of a statement, or a constant; printed `%3`.
    Value, "%"
);
entity!(
    /// A statement of a [`Function`](super::Function).
    Inst, "inst"
);
entity!(
    /// A local variable of [`SlotCode`](super::slots::SlotCode); the arguments come first.
    Slot, "_"
);
entity!(
    /// A statement of [`SlotCode`](super::slots::SlotCode).
    Stmt, "s"
);
entity!(
    /// A type, as the host numbers it. Equal types of one host have equal handles.
    Type, "type"
);
entity!(
    /// A constant, as the host numbers it. Egal constants of one host (`===`, hence same type) have equal handles.
    Const, "const"
);
