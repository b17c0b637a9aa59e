//! The words that cross the boundary.
//!
//! Everything is 32-bit signed words, so that the Julia side needs nothing but `Vector{Int32}`. Names travel beside
//! them as one UTF-8 text in which each name ends with a NUL byte (a Julia symbol cannot contain one); a *name* below is
//! an index into that list. A *type* or *constant* is a handle: an index from 0 into a table that the session keeps.
//! `-1` stands for "none" wherever that is possible. `julia/Saturate/src/wire.jl` is made from
//! this file, and `tests/boundary.rs` compares it, the C header and the structs of all three sides.
//!
//! # Request: a method body as slot code
//!
//! ```text
//! magic version  names types constants        how many of each, so that handles can be checked
//! name flags nargs slots statics statements return-type
//! type × nargs                                 slot 0 is the function object
//! constant? × statics                          values of the static parameters
//! (name type?) × slots
//! (size kind type? constant? flags body…) × statements      size counts all words of the statement
//! ```
//!
//! | kind | body |
//! |---|---|
//! | [`stmt::ASSIGN`] | slot operand |
//! | [`stmt::VALUE`] | operand |
//! | [`stmt::CALL`], [`stmt::NEW`] | callee-or-type operand, count, operands |
//! | [`stmt::OPAQUE`] | name of the head, payload constant?, count, operands |
//! | [`stmt::GOTO`], [`stmt::ENTER`] | statement |
//! | [`stmt::GOTO_IF_NOT`] | operand, statement |
//! | [`stmt::RETURN`], [`stmt::POP_EXCEPTION`] | operand |
//! | [`stmt::UNREACHABLE`] | |
//! | [`stmt::LEAVE`] | count |
//!
//! Control enters a handler still inside the region: its first statement is a `LEAVE`.
//! An operand is a tag and its words: [`operand::STMT`] statement, [`operand::SLOT`] slot, [`operand::CONST`] constant,
//! [`operand::STATIC`] number, [`operand::GLOBAL`] module-name? name.
//!
//! # Response: an SSA function
//!
//! ```text
//! magic version flags return-type memory-slots blocks values
//! (name type) × memory-slots
//! block × blocks:
//!     count, (value type constant? name?) × count      parameters; those of the first block are the arguments
//!     count, (kind value type constant? flags name? body…) × count
//!     terminator
//! ```
//!
//! | kind | body |
//! |---|---|
//! | [`inst::CALL`], [`inst::NEW`] | callee or type, count, arguments |
//! | [`inst::PI`] | value, 1 if it is of the type and 0 if it is not, type |
//! | [`inst::OPAQUE`] | name of the head, payload constant?, count, arguments |
//! | [`inst::GET_GLOBAL`] | module-name?, name |
//! | [`inst::GET_SLOT`], [`inst::IS_DEFINED`] | memory slot |
//! | [`inst::SET_SLOT`] | memory slot, value |
//! | [`inst::LEAVE`] | count |
//! | [`inst::POP_EXCEPTION`] | value |
//!
//! Terminators: [`term::JUMP`] target; [`term::BRANCH`] value, target, target; [`term::RETURN`] value;
//! [`term::UNREACHABLE`]; [`term::ENTER`] body target, handler target. A target is a block, a count and arguments.
//! A value in a body is its number, from 0 in the order of the text, or `-1 - c` for the constant with handle `c`.
//!
//! # Questions to the session
//!
//! The library asks through one callback, see [`crate::host`]: [`ask`] lists the numbers.

/// First word of every buffer: `SAT1`.
pub const MAGIC: i32 = 0x5341_5431;

/// Number of this format and of the functions in [`crate::abi`]. It changes with either.
pub const VERSION: i32 = 10;

/// "None" where a handle or name may be missing.
pub const NONE: i32 = -1;
/// In place of a number of arguments: effects are declared of all calls that are given values of a type.
pub const GIVEN: i32 = -2;

/// Flags of a function: the last argument collects the rest.
pub const FUNCTION_VARARG: i32 = 1;
/// Flags of a function: its first parameter is the function object.
pub const FUNCTION_HAS_SELF: i32 = 2;
/// Beside the effects of a call: nobody knows better, but [`ask::METHOD_BODY`] can be asked, and its code looked at.
pub const EFFECTS_OF_BODY: i32 = 1 << 16;
/// Beside the effects of a call: the calls it is said to make happen when its result is evaluated, as for a lazy broadcast. Such a
/// result is one value only if they always give the same.
pub const CALLS_LATER: i32 = 1 << 17;
/// Flags of a statement: `@inbounds` covers it.
pub const STATEMENT_INBOUNDS: i32 = 1;
/// Flags of a statement, from this bit on: its line in the source of [`ask::SOURCE`], or 0.
pub const STATEMENT_LINE: u32 = 8;

macro_rules! numbers {
    ($(#[$doc:meta])* $module:ident: $($(#[$item_doc:meta])* $name:ident = $value:literal;)*) => {
        $(#[$doc])*
        pub mod $module {
            $($(#[$item_doc])* pub const $name: i32 = $value;)*
            /// All of them with their names, in order: what the other side must have.
            pub const ALL: &[(&str, i32)] = &[$((stringify!($name), $value)),*];
        }
    };
}

numbers! {
    /// Kinds of statements in a request.
    stmt:
    /// `slot = operand`.
    ASSIGN = 0;
    /// An operand on its own.
    VALUE = 1;
    /// A call.
    CALL = 2;
    /// An object without a constructor call.
    NEW = 3;
    /// A form kept verbatim.
    OPAQUE = 4;
    /// A jump.
    GOTO = 5;
    /// A jump where the condition is `false`.
    GOTO_IF_NOT = 6;
    /// The end of the function.
    RETURN = 7;
    /// Control never comes here.
    UNREACHABLE = 8;
    /// Opens a protected region.
    ENTER = 9;
    /// Closes protected regions.
    LEAVE = 10;
    /// Ends a handler.
    POP_EXCEPTION = 11;
}

numbers! {
    /// Tags of operands in a request.
    operand:
    /// The value of an earlier statement.
    STMT = 0;
    /// The current value of a variable.
    SLOT = 1;
    /// A constant.
    CONST = 2;
    /// A static parameter.
    STATIC = 3;
    /// A global variable.
    GLOBAL = 4;
}

numbers! {
    /// Kinds of statements in a response.
    inst:
    /// A call.
    CALL = 0;
    /// An object without a constructor call.
    NEW = 1;
    /// A value narrowed by a test.
    PI = 2;
    /// A form kept verbatim.
    OPAQUE = 3;
    /// Reads a global variable.
    GET_GLOBAL = 4;
    /// Reads a variable in memory.
    GET_SLOT = 5;
    /// Writes a variable in memory.
    SET_SLOT = 6;
    /// Whether a variable in memory has a value.
    IS_DEFINED = 7;
    /// Closes protected regions.
    LEAVE = 8;
    /// Ends a handler.
    POP_EXCEPTION = 9;
}

numbers! {
    /// Kinds of terminators in a response.
    term:
    /// Goes on at the target.
    JUMP = 0;
    /// Goes to one of two targets.
    BRANCH = 1;
    /// Leaves the function.
    RETURN = 2;
    /// Control does not come here.
    UNREACHABLE = 3;
    /// Opens a protected region.
    ENTER = 4;
}

numbers! {
    /// Questions to the session. Words and text go in, words and text come out; `known` is a type and a constant?.
    ask:
    /// type, type → 0 or 1: is the one a subtype of the other?
    SUBTYPE = 0;
    /// type, type → type: a type above both, their union while it is small.
    JOIN = 1;
    /// type, type → type: `typejoin`.
    TYPEJOIN = 2;
    /// type → types: those of a union.
    UNION_TYPES = 3;
    /// type, 1 or 0, type → type: what is left of a type that is (or is not) under another.
    NARROW = 4;
    /// type → constant, or none: its only instance.
    SINGLETON = 5;
    /// type → 0 or 1: may a value reach mutable memory?
    MAY_BE_MUTABLE = 6;
    /// constant → type.
    TYPE_OF = 7;
    /// constant → type, or none: the type that it is.
    AS_TYPE = 8;
    /// constant → 0 or 1, or none: the truth value that it is.
    AS_BOOL = 9;
    /// kind and the literal's source as text → constant.
    LITERAL = 10;
    /// text `module NUL name` (the module may be empty: the function's own) → kind, handle: see [`super::global`].
    GLOBAL = 11;
    /// constant → [`super::builtin`], or none.
    BUILTIN = 12;
    /// known callee, known arguments → known result, effects, perhaps with [`super::EFFECTS_OF_BODY`] or [`super::CALLS_LATER`], and for each call that this
    /// one makes of a function it was given: function, number of arguments, their types. Or none: no method for some of the
    /// possible arguments.
    CALL = 13;
    /// known type, known fields → known result, effects.
    NEW_OBJECT = 14;
    /// payload constant?, known arguments, and the head as text → known result, effects.
    OPAQUE = 15;
    /// type → text.
    SHOW_TYPE = 16;
    /// constant → text.
    SHOW_CONSTANT = 17;
    /// text → type.
    PARSE_TYPE = 18;
    /// text → constant.
    PARSE_CONSTANT = 19;
    /// type → type, or none: the elements of arrays that share memory only with arrays of the same elements.
    PLAIN_ELEMENTS = 20;
    /// type → number, or none: how many dimensions a value has when it is broadcast.
    NDIMS = 21;
    /// text: the parameters' names, a NUL behind each, then the source of an expression over them → code; or no words and
    /// the reason as text.
    COMPILE = 22;
    /// code, then for each argument `-1 constant` or, for a tuple, its length and constants → constant, or none for `nothing`; or
    /// no words and the exception as text.
    EVALUATE = 23;
    /// function, number of argument types or none for all calls, types, effects: what a rule set declares.
    DECLARE_EFFECTS = 24;
    /// text: the parameters' names, a NUL behind each, then the source of an expression over them → its code as the words
    /// of a request, the names as text; or no words and the reason as text.
    LOWER = 25;
    /// known callee, known arguments → the method that the call runs as the words of a request, the names as text.
    METHOD_BODY = 26;
    /// constant → constant: one that nobody else can write; or no words and the reason as text.
    SNAPSHOT = 27;
    /// known callee, known arguments, effects: what looking into a method that was asked for has found, worth remembering.
    BODY_EFFECTS = 28;
    /// function, types of all arguments → 0 or 1: do its calls with arguments of these types write only to the first?
    WRITES_FIRST_ONLY = 29;
    /// nothing → text: the name of the file that the request's function is written in, a NUL, and the text of that file.
    SOURCE = 30;
    /// function → number, or none: how many arguments a call can have at most, where its methods limit it.
    MOST_ARGUMENTS = 31;
    /// known callee, known arguments → the one method that the call certainly runs as the words of a request, the names as text; or no words
    /// and the reason as text.
    CALLEE = 32;
    /// type, constant → number, or none: the field of an immutable type that a name or a number stands for, from 0.
    FIELD = 33;
    /// known function, types → constant, or none: a new function that stands for calls with arguments of these types, as yet without code; of a function that
    /// is known by its type only, one that is called with it and returns such a function.
    DECLARE = 34;
    /// constant that was declared, the words of a response, its names as text: its code.
    DEFINE = 35;
    /// known callee, known arguments → for each argument through which the call only runs functions: its place, from 0; 0 for a function that is called, 1 for one
    /// that the result holds, 2 for a value that holds functions and is run, 3 for one that the result holds; how many types a function is called
    /// with, and these.
    HANDED_OVER = 36;
    /// constant, type → constant, or none: the number of that type that is equal to a number, if converting it back gives the number itself.
    CONVERTED = 37;
    /// nothing → three constants, or none: a new place where a function keeps which of its variants is the cheapest, the function that asks for that, and
    /// the one that keeps it.
    MEMO = 38;
    /// known callee, known arguments → 0 or 1: is there a method whatever values of these types the arguments are?
    COVERS = 39;
    /// known callee, known arguments → 0 or 1: may it run a method that is none of Julia's own?
    MAY_RUN_OWN = 40;
    /// type → 0 or 1: is everything that it names Julia's own?
    IS_OF_LIBRARY = 41;
    /// type → 0 or 1: does it say all of what is in its values?
    SAYS_ALL = 42;
}

numbers! {
    /// Answers to [`ask::GLOBAL`].
    global:
    /// A constant follows.
    CONSTANT = 0;
    /// The type of a variable follows.
    VARIABLE = 1;
    /// There is no such name.
    UNDEFINED = 2;
}

numbers! {
    /// Answers to [`ask::BUILTIN`].
    builtin:
    /// `isa`.
    ISA = 0;
    /// `===`.
    EGAL = 1;
    /// `!` on `Bool`.
    NOT = 2;
    /// `Saturate.assume`.
    ASSUME = 3;
}

numbers! {
    /// Kinds of literals in [`ask::LITERAL`]; the text is the value in decimal, the bytes of a string, or the name.
    literal:
    /// `nothing`; no text.
    NOTHING = 0;
    /// `0` or `1`.
    BOOL = 1;
    /// An `Int64`.
    INT = 2;
    /// Width in bits, a colon, the value.
    UINT = 3;
    /// An `Int128`.
    INT128 = 4;
    /// The bits of a `Float64`, as an unsigned number.
    FLOAT64 = 5;
    /// The bits of a `Float32`, as an unsigned number.
    FLOAT32 = 6;
    /// A code point.
    CHAR = 7;
    /// The bytes of a `String`.
    STRING = 8;
    /// A `Symbol`.
    SYMBOL = 9;
}

numbers! {
    /// Status words: of the library to its caller, and of the callback to the library.
    status:
    /// Done.
    OK = 0;
    /// The callback has no answer (no method, no singleton, not a type).
    NO_ANSWER = 1;
    /// The callback failed; its text says why.
    FAILED = 2;
    /// The request is malformed.
    BAD_REQUEST = 3;
    /// The code has no SSA form, or the result did not pass the verifier.
    BAD_CODE = 4;
    /// A defect in the library; the message has the details.
    INTERNAL = 5;
    /// The rules have errors; the message lists them, one on each line.
    BAD_RULES = 6;
}
