//! Reasons for a refusal, as `--explain` prints them.

/// The left side reads in more than one epoch.
pub const EPOCHS: &str = "the left side reads memory in different states";
/// The left side writes and the rule is not relaxed.
pub const WRITES: &str = "a call of the left side has effects and the rule is not @relaxed";
/// The value is written or compared, and the right side is not fresh.
pub const IDENTITY: &str = "the value may be written or compared by identity";
/// The value is stored in an object or captured, and the right side is not new.
pub const KEPT: &str = "the value is stored or captured, and the right side may be an alias";
/// The right side reads memory and nothing says in which state.
pub const STATE: &str = "the right side reads memory that may have changed";
/// The right side writes, and takes no statement's place.
pub const EFFECTS: &str =
    "the right side has effects and the left side's root is no statement with effects";
/// The order of the right side's effects is open.
pub const ORDER: &str =
    "the order of the right side's effects and reads does not follow from its data";
/// The right side cannot stand for the statement.
pub const TYPE: &str = "the right side's type is not that of the statement it would replace";
/// A call inside an alternative.
pub const INNER: &str = "a call of the left side belongs to an alternative for a statement";
/// A call whose result differs from run to run would run more often.
pub const REPEATED: &str =
    "a call of the left side is not consistent and its value is used more than once";
/// An object inside the left side's object is inside several.
pub const SHARED: &str =
    "an object inside the left side's is made in another loop, and the right side makes a new one each time";
/// An object inside the left side's is another one than in an equal call.
pub const INSIDE: &str =
    "the right side is known as an object that has other objects inside than the left side's";
/// Two terms of the left side are one object of the program.
pub const ONE_FOR_TWO: &str =
    "two terms of the left side that make objects are one and the same object here";
/// Two terms of the right side would be one object.
pub const TWO_AS_ONE: &str = "two objects that the right side makes would be one";
/// The program does not compute a part wherever it computes another one.
pub const PARTS: &str =
    "the parts of the left side are not computed together, with nothing but optional calls in between";
/// A property holds for a while only.
pub const PROPERTY: &str =
    "a property that the rule relies on ends with a write, and what the rule is about does not";
/// No method.
pub const NO_METHOD: &str = "no method for a call of the right side";
