//! Hosts: where types, constants, inference and method bodies come from.
//!
//! Nothing after the front ends knows which host it runs on. [`Host`] is the whole of what the optimiser asks: the
//! embedded host answers from a Julia-like type lattice, a method table and an interpreter in Rust; the Julia host
//! asks the running session. Types and constants are handles that the host numbers: equal types have equal handles,
//! and so have egal constants, so that the optimiser compares integers.
//!
//! Answers must be stable for the life of a host value: the optimiser remembers them.

pub mod untyped;

use crate::diag::Source;
use crate::effects::Effects;
use crate::ir::infer::Inferred;
use crate::ir::slots::{Literal, SlotCode};
use crate::ir::{Const, Function, Narrowing, Type};
use crate::sym::Sym;
use crate::syntax::ast::{Ast, NodeId};
use cranelift_entity::entity_impl;
use std::fmt;
use std::rc::Rc;

/// What is known of an operand: its type, and its value if that is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    /// A type that every possible value has.
    pub ty: Type,
    /// The value, if there is only one.
    pub constant: Option<Const>,
}

/// What the host knows of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallInfo {
    /// The result: `Union{}` as its type means that the call never returns.
    pub result: Known,
    /// What the call may do.
    pub effects: Effects,
}

/// The code of a callee for the argument types of a call.
#[derive(Clone)]
pub struct Body {
    /// Typed, not inlined.
    pub function: Rc<Function>,
    /// Effects of its statements.
    pub inferred: Rc<Inferred>,
}

/// Why the code of a callee is not to be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoBody {
    /// It is not known which method runs.
    SeveralMethods,
    /// It is built in: no code says what it does.
    BuiltIn,
    /// It belongs to the language or to its library, and what is optimised does not.
    Library,
    /// Its author wants calls of it to stay.
    NotInlined,
    /// Its code cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for NoBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoBody::SeveralMethods => "it is not known which method runs",
            NoBody::BuiltIn => "it is built in",
            NoBody::Library => "it is a function of the library",
            NoBody::NotInlined => "its author wants no copies of it",
            NoBody::Unreadable(why) => why,
        })
    }
}

/// What a call does with an argument through which it only runs functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A function that the call calls with arguments of these types: `map(f, v)`.
    Calls(Vec<Type>),
    /// A function that the result holds; who runs that calls it with arguments of these types: `broadcasted(f, v)`.
    Holds(Vec<Type>),
    /// A value that holds functions, which the call calls: `materialize(broadcasted(f, v))`.
    Runs,
    /// A value that holds functions, which the result holds as well: `broadcasted(+, broadcasted(f, v), w)`.
    Passes,
}

/// What a global name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Global {
    /// A constant global: a function, a type, a `const`.
    Constant(Const),
    /// A variable: reading it reads memory.
    Variable(Type),
    /// Not defined (yet): reading it throws.
    Undefined,
}

/// Functions that the IR itself understands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `isa(x, T)`.
    Isa,
    /// `x === y`.
    Egal,
    /// `!x` on `Bool`.
    Not,
    /// `assume(p, xs...)`: what `@assume p(xs...)` becomes. It does nothing.
    Assume,
}

/// Code that the host has compiled for a rule: a dynamic right side, or a guard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Evaluator(u32);
entity_impl!(Evaluator, "evaluator");

/// What a parameter of an [`Evaluator`] stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// A variable `~x`.
    One(Const),
    /// A variable `~xs...`: the code sees a tuple.
    Many(Vec<Const>),
}

/// What an author declares of the effects of calls; of several that cover a call, the last one counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The function.
    pub function: Const,
    /// Its calls whose argument types are under these; all of them if there are none.
    pub args: Option<Vec<Type>>,
    /// Where the function is a type: calls that are given values of it, and nothing else that can be written, do at most this. Functions whose
    /// names end in `!` are not meant.
    pub given: Option<Type>,
    /// What such a call may do.
    pub effects: Effects,
}

/// Where a function keeps which of its variants was the cheapest last, and for which sizes: two functions and what both are given first.
///
/// `recall(cell, sizes...)` is the number of that variant, from 1, or 0 if other sizes were the last ones; `remember(cell, number, sizes...)` keeps it, and
/// is `number`. All are `Int64`. Neither throws. Which variant runs is a matter of time alone, so that a forgotten or a mistaken number does no harm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memo {
    /// Where the number is kept; one for each function.
    pub cell: Const,
    /// The function that asks.
    pub recall: Const,
    /// The function that keeps.
    pub remember: Const,
}

/// The functions of Julia whose result depends on the types of their first arguments, not only on what those stand for, with the number of these: equal
/// values of different types are not interchangeable there. The states of an iteration are such: a range's are its elements, an
/// array's are positions.
pub const LOOK_AT_TYPES: [(&str, usize); 11] = [
    ("===", 2),
    ("!==", 2),
    ("iterate", 1),
    ("typeof", 1),
    ("isa", 1),
    ("typeassert", 1),
    ("eltype", 1),
    ("sizeof", 1),
    ("objectid", 1),
    ("getfield", 1),
    ("getproperty", 1),
];

/// The answers that the optimiser needs.
pub trait Host {
    /// `Any`.
    fn any(&mut self) -> Type;

    /// `Union{}`.
    fn bottom(&mut self) -> Type;

    /// `Bool`.
    fn bool(&mut self) -> Type;

    /// `a <: b`.
    fn subtype(&mut self, a: Type, b: Type) -> bool;

    /// A type above both: their union while it is small, else their `typejoin`.
    fn join(&mut self, a: Type, b: Type) -> Type;

    /// `typejoin`: the closest common supertype that is not a union.
    fn typejoin(&mut self, a: Type, b: Type) -> Type;

    /// The members of a union; a type that is none is its own only member.
    fn union_types(&mut self, ty: Type) -> Vec<Type>;

    /// What is left of `ty` once a test has proved `narrowing`; never wider than `ty`.
    fn narrow(&mut self, ty: Type, narrowing: Narrowing) -> Type;

    /// The only instance of a type, if it has only one (`Nothing`, `typeof(sin)`, `Val{2}`).
    fn singleton(&mut self, ty: Type) -> Option<Const>;

    /// Whether a value of this type may reach mutable memory.
    fn may_be_mutable(&mut self, ty: Type) -> bool;

    /// The number of a type that is equal to a number, if converting it back gives the number itself: `1.0` for `1`, and none for `2^53 + 1` as
    /// a `Float64` or `0.5` as an `Int64`.
    fn converted(&mut self, _constant: Const, _ty: Type) -> Option<Const> {
        None
    }

    /// `typeof(c)`.
    fn type_of(&mut self, constant: Const) -> Type;

    /// The type that a constant *is*, for `isa(x, T)` and `new`.
    fn as_type(&mut self, constant: Const) -> Option<Type>;

    /// The truth value of a constant, if it is a `Bool`.
    fn as_bool(&mut self, constant: Const) -> Option<bool>;

    /// The constant of a literal.
    fn literal(&mut self, literal: &Literal) -> Const;

    /// What a name stands for; `None` is the module of the function at hand.
    fn global(&mut self, module: Option<Sym>, name: Sym) -> Global;

    /// The module that names without one belong to in a text of rules; `None` is that of the function at hand.
    fn home(&self, _source: &Source) -> Option<Sym> {
        None
    }

    /// Which function of [`Builtin`] a constant is, if any.
    fn builtin(&mut self, constant: Const) -> Option<Builtin>;

    /// Result and effects of a call; `None` if there is no method for any of the possible arguments. Where there is one for some, the call may throw: see [`Host::covers`].
    fn call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo>;

    /// Whether a call has a method whatever values of these types its arguments are.
    fn covers(&mut self, _callee: Known, _args: &[Known]) -> bool {
        true
    }

    /// Whether a call may run a method that is neither the language's nor its library's: its author is the program's.
    fn may_run_own(&mut self, _callee: Known, _args: &[Known]) -> bool {
        true
    }

    /// Whether nothing in a type is the program's: neither a type nor a function. What an abstract type may stand for does not count.
    fn is_of_library(&mut self, _ty: Type) -> bool {
        false
    }

    /// Whether a type says all of what is in its values: it is concrete, and so are its parameters.
    fn says_all(&mut self, _ty: Type) -> bool {
        false
    }

    /// Result and effects of `%new(ty, args...)`.
    fn new_object(&mut self, ty: Known, args: &[Known]) -> CallInfo;

    /// Result and effects of a form kept verbatim.
    fn opaque(&mut self, head: Sym, args: &[Known], payload: Option<Const>) -> CallInfo;

    /// Whether a call writes to the memory of its first argument only, and stores nothing in it that may be mutable itself.
    /// A function that it calls (`o .= f.(v)`) writes nothing.
    fn writes_first_only(&mut self, _callee: Known, _args: &[Known]) -> bool {
        false
    }

    /// The code of the one method that a call certainly runs, typed for these arguments.
    fn body(&mut self, _callee: Known, _args: &[Known]) -> Result<Body, NoBody> {
        Err(NoBody::BuiltIn)
    }

    /// What a call does with those of its arguments that are functions which it does nothing with but call them (no dispatch on their types, no
    /// comparison, no keeping), or values that hold such functions. Each with its place among the arguments, from 0.
    fn handed_over(&mut self, _callee: Known, _args: &[Known]) -> Vec<(usize, Takes)> {
        Vec::new()
    }

    /// A new function that stands for a callee whose calls with arguments of these types run other code, which
    /// [`Host::define`] gives: code may call it before it has any. Where only the type of the callee is known (a closure with variables), it is a function that is called with
    /// the callee, and returns what stands for it. `None` where this host cannot make one.
    fn declare(&mut self, _callee: Known, _args: &[Type]) -> Option<Const> {
        None
    }

    /// Gives a declared function its code.
    fn define(&mut self, _declared: Const, _function: &Function) {}

    /// A new place where a function keeps which of its variants is the cheapest; `None` where code has no such places, and decides anew each time.
    fn memo(&mut self) -> Option<Memo> {
        None
    }

    /// Which field of a concrete immutable type a name or a number stands for, from 0.
    fn field(&mut self, _ty: Type, _name: Const) -> Option<u32> {
        None
    }

    /// The type of the elements, if every value of this type is an `Array` whose elements are of one concrete type without references: two
    /// such arrays with different element types share no memory.
    fn plain_elements(&mut self, _ty: Type) -> Option<Type> {
        None
    }

    /// How many dimensions a value of this type has when it is broadcast, where the type alone decides it: of an array, of a
    /// lazy broadcast; none of a number or a function.
    fn ndims(&mut self, _ty: Type) -> Option<u32> {
        None
    }

    /// Prepares an expression over the names `params` for [`Host::evaluate`], in the module of the function at hand.
    /// The error says what is wrong with it.
    fn compile(&mut self, _ast: &Ast, _body: NodeId, _params: &[Sym]) -> Result<Evaluator, String> {
        Err("this host cannot evaluate code".into())
    }

    /// The code of an expression over the names `params`, where the host lowers source itself: the function object is the
    /// first variable, `params` follow. `None` stands for the library's own lowering; the error says what is wrong.
    fn lower(
        &mut self,
        _ast: &Ast,
        _body: NodeId,
        _params: &[Sym],
    ) -> Option<Result<SlotCode, String>> {
        None
    }

    /// Runs prepared code. `None` is the value `nothing`: a dynamic rule does not apply. The error is the message of an
    /// exception.
    fn evaluate(&mut self, _code: Evaluator, _args: &[Argument]) -> Result<Option<Const>, String> {
        Err("this host cannot evaluate code".into())
    }

    /// The value as it is now: itself if it cannot change, else a copy of all that is mutable in it.
    fn snapshot(&mut self, constant: Const) -> Result<Const, String> {
        let ty = self.type_of(constant);
        if self.may_be_mutable(ty) {
            return Err("this host cannot copy the value".into());
        }
        Ok(constant)
    }

    /// What the rules at hand declare of the effects of calls (`@effects`), in place of what the host knows, and in place of
    /// what was declared before: another entry has other rules.
    fn declare_effects(&mut self, _declared: &[Declared]) {}

    /// How many arguments a call of this function can have at most, where that is known and limited.
    fn most_arguments(&mut self, _function: Const) -> Option<usize> {
        None
    }

    /// Whether every value has the type `Any` and every call is pure, so that no question of this kind need be asked.
    fn is_untyped(&self) -> bool {
        false
    }

    /// A type as Julia shows it, such that [`Host::parse_type`] reads it back.
    fn show_type(&mut self, ty: Type) -> String;

    /// A constant as Julia source, such that [`Host::parse_constant`] reads it back.
    fn show_constant(&mut self, constant: Const) -> String;

    /// The type that a text names.
    fn parse_type(&mut self, text: &str) -> Result<Type, String>;

    /// The constant that a text denotes.
    fn parse_constant(&mut self, text: &str) -> Result<Const, String>;
}
