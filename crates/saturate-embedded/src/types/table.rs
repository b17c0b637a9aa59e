//! The table of interned types: what a type is, and how one is made.
//!
//! A [`Type`] is a handle into a [`TypeTable`]; [`TypeData`] is what it stands for. Making a type looks it up first,
//! so that types of equal canonical form have equal handles:
//!
//! ```text
//! Union{Int64, Union{Nothing, Integer}}   →  Union{Nothing, Integer}     flattened, absorbed, sorted
//! Vector{S} where S                       →  the handle of  Vector{T} where T
//! Tuple{Vararg{Int64, 2}}                 →  the handle of  Tuple{Int64, Int64}
//! ```
//!
//! Parameters that are not types (the `2` of `Array{Float64,2}`, the `:x` of `Val{:x}`) have handles as well, so that a
//! type variable can stand for either and every parameter list is a list of handles; [`Param`] is the view that tells
//! them apart.
//!
//! Variables are *locally nameless*: one bound by an enclosing `where` is a de Bruijn index ([`TypeData::Bound`]), one
//! that is free is a name ([`TypeData::Free`], inside a definition or a signature that is being read) or a number of
//! the subtype solver ([`TypeData::Solver`]).
//!
//! Invariants:
//! - what the public functions return never has a dangling index: a `where` is opened before its body is looked at;
//! - no type is nested deeper than [`MAX_DEPTH`], so recursion over a type is bounded;
//! - nothing here is ever removed or changed, so every memoised answer stays right.
//!
//! Equal handles mean equal types. The converse holds for canonical forms only: `Tuple{Union{A,B}}` and
//! `Union{Tuple{A},Tuple{B}}` are two handles of equal types; [`TypeTable::type_equal`] knows.

use super::define::Families;
use super::known::TypeName;
use super::ty;
use crate::ir::Type;
use crate::sym::Sym;
use cranelift_entity::EntityRef;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};

/// Types nested deeper than this are refused by [`TypeTable::apply`] and widened to `Any` inside tuples.
pub const MAX_DEPTH: u16 = 200;

/// A tuple written `Vararg{T,N}` with a larger `N` keeps no element of its own: it is widened to `Vararg{T}`.
pub const MAX_VARARG: i64 = 4096;

/// A short list of handles.
pub type List = SmallVec<[Type; 4]>;

/// The rest of a tuple: `Vararg{element}`, or `Vararg{element,count}` with a variable `count`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tail {
    /// The type of each further element.
    pub element: Type,
    /// A type variable that counts them; a known count has been expanded into elements.
    pub count: Option<Type>,
}

/// What a handle stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// `Union{}`.
    Bottom,
    /// `Any`.
    Any,
    /// A family with all its parameters; `Type{T}` and `NamedTuple{names,T}` too.
    Nominal(TypeName, List),
    /// `Tuple{elements..., tail}`.
    Tuple(List, Option<Tail>),
    /// Two or more members, none a union, none under another, sorted.
    Union(List),
    /// `body where lower <: Bound(0) <: upper`; the bounds lie outside the binder.
    UnionAll {
        /// The lower bound, mostly `Union{}`.
        lower: Type,
        /// The upper bound, mostly `Any`.
        upper: Type,
        /// Where the variable is `Bound(0)`.
        body: Type,
    },
    /// The variable of the n-th enclosing `where`, from the inside.
    Bound(u32),
    /// A free variable of a definition or a signature, by its name.
    Free(Sym),
    /// A variable of the running subtype query.
    Solver(u32),
    /// A parameter that is not a type.
    Value(Value),
}

/// A parameter that is not a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Value {
    /// An `Int64`.
    Int(i64),
    /// `true` or `false`.
    Bool(bool),
    /// `:name`.
    Sym(Sym),
    /// A character, by code point.
    Char(u32),
    /// Any other primitive: its type's name and its bits.
    Bits(Sym, u128),
    /// A tuple of such, as the names of a `NamedTuple`.
    Tuple(Vec<Value>),
}

/// A type parameter as its user sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Param {
    /// A type.
    Type(Type),
    /// Anything else.
    Value(Value),
}

/// What is known of a type without walking it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    /// One more than the largest dangling index; 0 when none dangles.
    pub dangling: u32,
    /// Mentions a [`TypeData::Free`].
    pub free: bool,
    /// Mentions a [`TypeData::Solver`].
    pub solver: bool,
    /// Has direct instances: Julia's `isconcretetype`.
    pub concrete: bool,
    /// Longest chain of constructors.
    pub depth: u16,
}

impl Flags {
    /// Mentions no variable but those it binds itself.
    pub fn closed(self) -> bool {
        self.dangling == 0 && !self.free && !self.solver
    }
}

#[derive(Default)]
pub(super) struct Store {
    types: IndexSet<TypeData, FxBuildHasher>,
    flags: Vec<Flags>,
}

/// The types of one embedded host.
///
/// All operations take `&self`: the table grows behind a cell, as memo tables do. It can move between threads but
/// not be shared by them.
///
/// ```
/// use saturate_embedded::types::{family, ty, TypeTable, Value};
/// let types = TypeTable::new();
/// let two = types.value(Value::Int(2));
/// let matrix = types.apply(family::array(), &[ty::float64(), two]).unwrap();
/// assert_eq!(types.show(matrix), "Matrix{Float64}");
/// assert!(types.subtype(matrix, types.wrapper(family::abstract_array())));
/// assert_eq!(types.union(&[ty::int64(), ty::integer(), ty::nothing()]), types.union(&[ty::nothing(), ty::integer()]));
/// ```
pub struct TypeTable {
    pub(super) store: RefCell<Store>,
    pub(super) families: RefCell<Families>,
    /// The name first seen for the variable of a `where`; only printing looks.
    pub(super) hints: RefCell<FxHashMap<Type, Sym>>,
    pub(super) subtypes: RefCell<FxHashMap<(Type, Type), bool>>,
    pub(super) unions: RefCell<FxHashMap<Box<[Type]>, Type>>,
    pub(super) joins: RefCell<FxHashMap<(Type, Type), Type>>,
    pub(super) meets: RefCell<FxHashMap<(Type, Type), Type>>,
    /// Functions of the program that have the name of one of the prelude.
    own_functions: RefCell<FxHashSet<Sym>>,
    /// The types whose parts are being asked for: to order the members of a union, it is asked what they consist of, which may be that union.
    pub(super) asked: RefCell<Vec<Type>>,
    /// Steps left to the running query; full when none runs.
    pub(super) work: Cell<u32>,
    pub(super) exhausted: Cell<u64>,
}

impl Default for TypeTable {
    fn default() -> Self {
        TypeTable::new()
    }
}

impl TypeTable {
    /// The table with the types of [`known`](super::known).
    pub fn new() -> TypeTable {
        let table = TypeTable {
            store: RefCell::default(),
            families: RefCell::default(),
            hints: RefCell::default(),
            subtypes: RefCell::default(),
            unions: RefCell::default(),
            joins: RefCell::default(),
            meets: RefCell::default(),
            own_functions: RefCell::default(),
            asked: RefCell::default(),
            work: Cell::new(super::subtype::WORK),
            exhausted: Cell::new(0),
        };
        table.intern(TypeData::Bottom);
        table.intern(TypeData::Any);
        table.define_known();
        table
    }

    /// How many types there are; their handles are the numbers below.
    pub fn len(&self) -> usize {
        self.store.borrow().flags.len()
    }

    /// Never: `Union{}` and `Any` are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// How many queries ran out of steps and were answered on the safe side.
    pub fn exhausted(&self) -> u64 {
        self.exhausted.get()
    }

    /// What `t` stands for.
    pub fn data(&self, t: Type) -> TypeData {
        self.store.borrow().types[t.index()].clone()
    }

    pub(super) fn flags(&self, t: Type) -> Flags {
        self.store.borrow().flags[t.index()]
    }

    /// Mentions no free variable.
    pub fn is_closed(&self, t: Type) -> bool {
        self.flags(t).closed()
    }

    pub(super) fn intern(&self, data: TypeData) -> Type {
        if let Some(found) = self.store.borrow().types.get_index_of(&data) {
            return Type::new(found);
        }
        let flags = self.flags_of(&data);
        let mut store = self.store.borrow_mut();
        let (index, _) = store.types.insert_full(data);
        store.flags.push(flags);
        Type::new(index)
    }

    fn flags_of(&self, data: &TypeData) -> Flags {
        let mut flags = Flags {
            dangling: 0,
            free: false,
            solver: false,
            concrete: false,
            depth: 1,
        };
        let mut add = |part: Type, binders: u32| {
            let of = self.flags(part);
            flags.dangling = flags.dangling.max(of.dangling.saturating_sub(binders));
            flags.free |= of.free;
            flags.solver |= of.solver;
            flags.depth = flags.depth.max(of.depth + 1);
        };
        match data {
            TypeData::Nominal(name, params) => {
                params.iter().for_each(|&p| add(p, 0));
                // `Type{Int64}` has an instance, but `typeof` never answers it.
                flags.concrete = flags.closed()
                    && *name != super::family::type_()
                    && !self.families.borrow().is_abstract(*name);
            }
            TypeData::Tuple(elements, tail) => {
                elements.iter().for_each(|&e| add(e, 0));
                if let Some(tail) = tail {
                    add(tail.element, 0);
                    tail.count.into_iter().for_each(|n| add(n, 0));
                }
                flags.concrete = flags.closed()
                    && tail.is_none()
                    && elements.iter().all(|&e| self.flags(e).concrete);
            }
            TypeData::Union(members) => members.iter().for_each(|&m| add(m, 0)),
            TypeData::UnionAll { lower, upper, body } => {
                add(*lower, 0);
                add(*upper, 0);
                add(*body, 1);
            }
            TypeData::Bound(index) => flags.dangling = index + 1,
            TypeData::Free(_) => flags.free = true,
            TypeData::Solver(_) => flags.solver = true,
            TypeData::Bottom | TypeData::Any | TypeData::Value(_) => {}
        }
        flags
    }

    /// The handle of a parameter that is not a type.
    pub fn value(&self, value: Value) -> Type {
        self.intern(TypeData::Value(value))
    }

    /// The handle of an `Int64` parameter.
    pub fn int(&self, value: i64) -> Type {
        self.value(Value::Int(value))
    }

    /// The handle of any parameter.
    pub fn handle(&self, param: &Param) -> Type {
        match param {
            Param::Type(t) => *t,
            Param::Value(value) => self.value(value.clone()),
        }
    }

    /// The parameter behind a handle.
    pub fn param(&self, handle: Type) -> Param {
        match self.data(handle) {
            TypeData::Value(value) => Param::Value(value),
            _ => Param::Type(handle),
        }
    }

    /// The parameter behind a handle, if it is an `Int64`.
    pub fn as_int(&self, handle: Type) -> Option<i64> {
        match self.store.borrow().types[handle.index()] {
            TypeData::Value(Value::Int(value)) => Some(value),
            _ => None,
        }
    }

    pub(super) fn is_value(&self, handle: Type) -> bool {
        matches!(
            self.store.borrow().types[handle.index()],
            TypeData::Value(_)
        )
    }

    /// A free type variable, for definitions and signatures that are being read; [`TypeTable::where_`] binds it.
    pub fn variable(&self, name: Sym) -> Type {
        self.intern(TypeData::Free(name))
    }

    /// `Tuple{elements...}`.
    pub fn tuple(&self, elements: &[Type]) -> Type {
        self.tuple_with(elements, None)
    }

    /// `Tuple{elements..., tail}`; a tuple with an element of type `Union{}` has no instances and is `Union{}`.
    pub fn tuple_with(&self, elements: &[Type], tail: Option<Tail>) -> Type {
        if elements.contains(&ty::bottom()) {
            return ty::bottom();
        }
        let limit = |t: Type| {
            if self.flags(t).depth >= MAX_DEPTH {
                ty::any()
            } else {
                t
            }
        };
        let mut list: List = elements.iter().map(|&t| limit(t)).collect();
        let tail = match tail {
            Some(Tail { element, count }) => match count.and_then(|n| self.as_int(n)) {
                Some(n) if n <= MAX_VARARG => {
                    if n > 0 && element == ty::bottom() {
                        return ty::bottom();
                    }
                    let element = limit(element);
                    list.extend((0..n).map(|_| element));
                    None
                }
                Some(_) => Some(Tail {
                    element: limit(element),
                    count: None,
                }),
                None if element == ty::bottom() => None,
                None => Some(Tail {
                    element: limit(element),
                    count,
                }),
            },
            None => None,
        };
        self.intern(TypeData::Tuple(list, tail))
    }

    /// `Tuple{Vararg{element}}`.
    pub fn vararg_tuple(&self, element: Type) -> Type {
        self.tuple_with(
            &[],
            Some(Tail {
                element,
                count: None,
            }),
        )
    }

    /// `NamedTuple{names, Tuple{elements...}}`.
    pub fn named_tuple(&self, names: &[Sym], elements: &[Type]) -> Type {
        let names = self.value(Value::Tuple(names.iter().map(|&n| Value::Sym(n)).collect()));
        let elements = self.tuple(elements);
        self.nominal(super::family::named_tuple(), &[names, elements])
    }

    /// `Type{t}`, the type of `t` as a value.
    pub fn type_of_type(&self, t: Type) -> Type {
        self.nominal(super::family::type_(), &[t])
    }

    /// The symbol of the program's own function of this name, where the prelude has one of the same name. The program
    /// means its own; `typeof(name)` in a type does, too.
    pub fn own_function(&self, name: Sym) -> Option<Sym> {
        let own = self.own_functions.borrow();
        own.contains(&name).then(|| own_symbol(name))
    }

    /// From now on the program has a function of its own of this name, which the prelude has, too: its symbol.
    pub fn add_own_function(&self, name: Sym) -> Sym {
        self.own_functions.borrow_mut().insert(name);
        own_symbol(name)
    }

    /// The program's own type of this name, where the prelude has one of the same name that Julia does not export. The
    /// program means its own.
    pub fn own_type(&self, name: Sym) -> Option<Type> {
        self.named(own_symbol(name))
    }

    /// The symbol that such a type is declared under.
    pub fn own_type_symbol(&self, name: Sym) -> Sym {
        own_symbol(name)
    }

    /// `typeof(name)` of a named function.
    pub fn function_type(&self, name: Sym) -> Type {
        let name = self.value(Value::Sym(name));
        self.nominal(super::family::named_function(), &[name])
    }

    /// A family with parameters that are known to fit.
    pub(super) fn nominal(&self, name: TypeName, params: &[Type]) -> Type {
        self.intern(TypeData::Nominal(name, List::from_slice(params)))
    }

    /// `body where lower <: variable <: upper`, for a [`TypeTable::variable`].
    ///
    /// A variable that does not occur leaves the body as it is, and `T where T<:X` is `X`.
    pub fn where_(&self, variable: Type, lower: Type, upper: Type, body: Type) -> Type {
        let abstracted = self.abstract_variable(variable, body);
        let made = self.union_all(lower, upper, abstracted);
        if let (TypeData::Free(name), TypeData::UnionAll { .. }) =
            (self.data(variable), self.data(made))
        {
            // Joins number their variables `T#1`; the number is not for showing.
            let shown = name.as_str().split('#').next().unwrap_or_default();
            let shown = if shown.is_empty() { "T" } else { shown };
            self.hints
                .borrow_mut()
                .entry(made)
                .or_insert_with(|| shown.into());
        }
        made
    }
}

/// What the symbols of a program's own functions and types begin with, where the prelude has one of the same name. No
/// name in source has a dot, and everything that goes by the name of a function of the prelude does not mean these.
const OWN: &str = "Main.";

fn own_symbol(name: Sym) -> Sym {
    Sym::new(&format!("{OWN}{name}"))
}

/// The name of a function or a type as the program writes it.
pub fn plain_name(function: Sym) -> &'static str {
    let symbol = function.as_str();
    symbol.strip_prefix(OWN).unwrap_or(symbol)
}
