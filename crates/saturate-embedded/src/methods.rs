//! Method tables: which method a call runs, and which it may run.
//!
//! A method's signature is the tuple of the callee's type and the arguments' types, as in Julia, so that functions,
//! constructors (`Type{Point}`) and callable objects are found the same way:
//!
//! ```text
//! f(x::Integer, y) = …                         Tuple{typeof(f), Integer, Any}
//! f(x::Vector{T}, y::T) where T = …            Tuple{typeof(f), Vector{T}, T} where T
//! Point(x::Int) = …                            Tuple{Type{Point}, Int64}
//! ```
//!
//! Of the methods that apply to a call, the most specific one runs; where there is none that is more specific than
//! all others, the call is ambiguous. [`MethodTable::lookup`] answers for a call whose argument types are known,
//! [`MethodTable::matching`] for one that may turn out to be any of several.
//!
//! Invariants: a method with a signature equal to an older one's takes its place; every change raises
//! [`MethodTable::generation`] and empties the caches; answers depend on the order of definition only where
//! specificity says nothing.

use super::types::{family, ty, Layout, List, TypeData, TypeName, TypeTable};
use crate::ir::Type;
use cranelift_entity::{entity_impl, PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::sync::Arc;

/// A method of a [`MethodTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(u32);
entity_impl!(MethodId, "method");

/// A signature, and what its owner keeps with it.
#[derive(Clone, Debug)]
pub struct Method<M> {
    /// `Tuple{callee, arguments...}`, possibly under `where`.
    pub sig: Type,
    /// What the method does.
    pub payload: M,
}

/// What the `where` variables of a signature stand for, outermost first; `None` where a call leaves it open.
pub type StaticParams = Arc<[Option<Type>]>;

/// The answer of [`MethodTable::lookup`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dispatch {
    /// This method runs.
    Unique(MethodId, StaticParams),
    /// These apply, and none is more specific than all others; in order of definition.
    Ambiguous(Vec<MethodId>),
    /// No method applies.
    None,
}

/// One method that a call may run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The method.
    pub method: MethodId,
    /// The part of the call's argument types that it may be run for, as a tuple.
    pub args: Type,
    /// Its static parameters, if it applies whatever the arguments turn out to be.
    pub covering: Option<StaticParams>,
}

/// The answer of [`MethodTable::matching`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Matches {
    /// Most specific first.
    pub methods: Vec<Match>,
    /// Whatever the arguments turn out to be, some method applies.
    pub covers: bool,
}

/// Where a signature is filed: what its callee looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Bucket {
    /// One function: `typeof(f)`.
    Function(Type),
    /// A constructor: `Type{T}` for `T` of this family.
    Constructor(TypeName),
    /// Objects of this family: closures and callable structs.
    Object(TypeName),
    /// A callee of many families: looked at for every call.
    Any,
}

/// What can be seen of a signature without a search: enough to tell most signatures apart.
#[derive(Clone, Default)]
struct Outline {
    /// The family of each argument, where it has one: equal types are of one family.
    families: SmallVec<[Option<TypeName>; 4]>,
    /// Whether more arguments may follow.
    open: bool,
}

impl Outline {
    fn new(types: &TypeTable, sig: Type) -> Outline {
        let (body, _) = types.unwrap_where(sig);
        let TypeData::Tuple(elements, tail) = types.data(body) else {
            return Outline {
                open: true,
                ..Outline::default()
            };
        };
        let family = |&element: &Type| match types.data(types.unwrap_where(element).0) {
            // `Type` without a parameter is a union of others.
            TypeData::Nominal(name, _) if name != family::type_() => Some(name),
            _ => None,
        };
        Outline {
            families: elements.iter().map(family).collect(),
            open: tail.is_some(),
        }
    }

    /// `false` only if the types differ.
    fn may_equal(&self, other: &Outline) -> bool {
        let pairs = self.families.iter().zip(&other.families);
        let alike =
            |(a, b): (&Option<TypeName>, &Option<TypeName>)| a.is_none() || b.is_none() || a == b;
        (self.open || other.open || self.families.len() == other.families.len())
            && pairs.into_iter().all(alike)
    }

    /// `false` only if no arguments are of both types: a search finds the same, but takes a hundred times as long, and a
    /// function may have hundreds of methods.
    fn may_meet(&self, other: &Outline, types: &TypeTable) -> bool {
        let (own, its) = (&self.families, &other.families);
        let enough =
            |open: bool, length: usize, wanted: usize| length == wanted || open && length < wanted;
        let meet = |a: TypeName, b: TypeName| types.is_under(a, b) || types.is_under(b, a);
        (enough(self.open, own.len(), its.len()) || enough(other.open, its.len(), own.len()))
            && own.iter().zip(its).all(|pair| match pair {
                (&Some(a), &Some(b)) => a == b || meet(a, b),
                _ => true,
            })
    }
}

/// The methods of all functions of a host, each with a payload.
///
/// ```
/// use saturate_embedded::methods::{Dispatch, MethodTable};
/// use saturate_embedded::types::{ty, TypeTable};
/// let types = TypeTable::new();
/// let f = types.function_type("f".into());
/// let mut methods = MethodTable::new();
/// methods.add(&types, types.tuple(&[f, ty::integer()]), "integers");
/// methods.add(&types, types.tuple(&[f, ty::any()]), "anything");
/// let Dispatch::Unique(found, _) = methods.lookup(&types, &[f, ty::int64()]) else { panic!() };
/// assert_eq!(methods.method(found).payload, "integers");
/// ```
pub struct MethodTable<M> {
    methods: PrimaryMap<MethodId, Method<M>>,
    outlines: SecondaryMap<MethodId, Outline>,
    buckets: FxHashMap<Bucket, Vec<MethodId>>,
    generation: u64,
    calls: RefCell<FxHashMap<Box<[Type]>, Dispatch>>,
    matches: RefCell<FxHashMap<Box<[Type]>, Arc<Matches>>>,
}

impl<M> Default for MethodTable<M> {
    fn default() -> Self {
        MethodTable::new()
    }
}

impl<M> MethodTable<M> {
    /// No methods.
    pub fn new() -> MethodTable<M> {
        MethodTable {
            methods: PrimaryMap::new(),
            outlines: SecondaryMap::new(),
            buckets: FxHashMap::default(),
            generation: 0,
            calls: RefCell::default(),
            matches: RefCell::default(),
        }
    }

    /// Adds a method; one of the same signature is replaced, and its id, which stays valid, returned as the second.
    pub fn add(
        &mut self,
        types: &TypeTable,
        sig: Type,
        payload: M,
    ) -> (MethodId, Option<MethodId>) {
        let id = self.methods.push(Method { sig, payload });
        self.outlines[id] = Outline::new(types, sig);
        let (methods, outlines) = (&self.methods, &self.outlines);
        let filed = self.buckets.entry(bucket(types, sig)).or_default();
        let same = filed.iter().position(|&other| {
            outlines[other].may_equal(&outlines[id]) && types.type_equal(methods[other].sig, sig)
        });
        let replaced = same.map(|at| std::mem::replace(&mut filed[at], id));
        if replaced.is_none() {
            filed.push(id);
        }
        self.generation += 1;
        self.calls.get_mut().clear();
        self.matches.get_mut().clear();
        (id, replaced)
    }

    /// All methods in order of definition, replaced ones included.
    pub fn iter(&self) -> impl Iterator<Item = (MethodId, &Method<M>)> {
        self.methods.iter()
    }

    /// The method behind an id.
    pub fn method(&self, id: MethodId) -> &Method<M> {
        &self.methods[id]
    }

    /// Raised by every change; an answer derived from an older generation may be out of date.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The methods in force whose callee has this type, in order of definition.
    pub fn of(&self, types: &TypeTable, callee: Type) -> Vec<MethodId> {
        let mut ids = self.candidates(types, callee);
        ids.sort();
        ids
    }

    /// Which method a call with these types runs: the callee's first, a type `T` as an argument being of `Type{T}`.
    ///
    /// For types that are not concrete: the method that runs whatever the arguments turn out to be, as far as the
    /// methods that always apply say.
    pub fn lookup(&self, types: &TypeTable, args: &[Type]) -> Dispatch {
        if let Some(known) = self.calls.borrow().get(args) {
            return known.clone();
        }
        let found = self.lookup_new(types, args);
        self.calls.borrow_mut().insert(args.into(), found.clone());
        found
    }

    fn lookup_new(&self, types: &TypeTable, args: &[Type]) -> Dispatch {
        let Some(&callee) = args.first() else {
            return Dispatch::None;
        };
        let tuple = types.tuple(args);
        let outline = Outline::new(types, tuple);
        let mut applicable: Vec<(MethodId, StaticParams)> = self
            .candidates(types, callee)
            .into_iter()
            .filter(|&id| self.outlines[id].may_meet(&outline, types))
            .filter_map(|id| {
                let bound = types.match_with_vars(self.methods[id].sig, tuple)?;
                Some((id, bound.into()))
            })
            .collect();
        applicable.sort_by_key(|&(id, _)| id);
        let before = |a: MethodId, b: MethodId| {
            a == b || types.morespecific(self.methods[a].sig, self.methods[b].sig)
        };
        let best = applicable
            .iter()
            .position(|&(id, _)| applicable.iter().all(|&(other, _)| before(id, other)));
        match best {
            Some(at) => {
                let (id, params) = applicable.swap_remove(at);
                Dispatch::Unique(id, params)
            }
            None if applicable.is_empty() => Dispatch::None,
            None => {
                let beaten = |id: MethodId| {
                    applicable
                        .iter()
                        .any(|&(other, _)| other != id && before(other, id))
                };
                let left = applicable.iter().map(|&(id, _)| id);
                Dispatch::Ambiguous(left.filter(|&id| !beaten(id)).collect())
            }
        }
    }

    /// All methods that a call with arguments of these types may run.
    ///
    /// A method is left out when one that always applies is more specific: it can never run.
    pub fn matching(&self, types: &TypeTable, args: &[Type]) -> Arc<Matches> {
        if let Some(known) = self.matches.borrow().get(args) {
            return known.clone();
        }
        let found = Arc::new(self.matching_new(types, args));
        self.matches.borrow_mut().insert(args.into(), found.clone());
        found
    }

    fn matching_new(&self, types: &TypeTable, args: &[Type]) -> Matches {
        let Some(&callee) = args.first() else {
            return Matches::default();
        };
        let tuple = types.tuple(args);
        let outline = Outline::new(types, tuple);
        let mut possible: Vec<Match> = Vec::new();
        for method in self.candidates(types, callee) {
            if !self.outlines[method].may_meet(&outline, types) {
                continue;
            }
            let sig = self.methods[method].sig;
            let args = types.intersect(tuple, sig);
            if args == ty::bottom() {
                continue;
            }
            let covering = types.match_with_vars(sig, tuple).map(StaticParams::from);
            possible.push(Match {
                method,
                args,
                covering,
            });
        }
        possible.sort_by_key(|found| found.method);
        let before = |a: &Match, b: &Match| {
            types.morespecific(self.methods[a.method].sig, self.methods[b.method].sig)
        };
        let shadowed = |at: usize| {
            possible
                .iter()
                .any(|other| other.covering.is_some() && before(other, &possible[at]))
        };
        let mut left: Vec<Match> = (0..possible.len())
            .filter(|&at| !shadowed(at))
            .map(|at| possible[at].clone())
            .collect();
        // Specificity is a partial order: repeatedly take the first that nothing left goes before.
        let mut methods = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let first = (0..left.len())
                .find(|&at| !left.iter().any(|other| before(other, &left[at])))
                .unwrap_or(0);
            methods.push(left.remove(first));
        }
        let covers = methods.iter().any(|found| found.covering.is_some()) || {
            let sigs: Vec<Type> = methods
                .iter()
                .map(|found| self.methods[found.method].sig)
                .collect();
            types.subtype(tuple, types.union(&sigs))
        };
        Matches { methods, covers }
    }

    /// Methods that may have this callee. One whose type has subtypes may be any function under it.
    fn candidates(&self, types: &TypeTable, callee: Type) -> Vec<MethodId> {
        let of = |key: Bucket| self.buckets.get(&key).into_iter().flatten().copied();
        match bucket_of_callee(types, callee) {
            // Hash order does not show: callers sort.
            Bucket::Any => self.buckets.values().flatten().copied().collect(),
            key => of(key).chain(of(Bucket::Any)).collect(),
        }
    }
}

fn bucket(types: &TypeTable, sig: Type) -> Bucket {
    let (body, _) = types.unwrap_where(sig);
    let callee = match types.data(body) {
        TypeData::Tuple(elements, _) => elements.first().copied(),
        _ => None,
    };
    callee.map_or(Bucket::Any, |callee| bucket_of_callee(types, callee))
}

fn bucket_of_callee(types: &TypeTable, callee: Type) -> Bucket {
    let (body, _) = types.unwrap_where(callee);
    match types.data(body) {
        TypeData::Nominal(name, params) if name == family::named_function() => {
            if types.is_closed(params[0]) {
                Bucket::Function(body)
            } else {
                Bucket::Any
            }
        }
        TypeData::Nominal(name, params) if name == family::type_() => {
            constructor_bucket(types, &params)
        }
        TypeData::Nominal(name, _) if types.layout(name) != Layout::Abstract => {
            Bucket::Object(name)
        }
        _ => Bucket::Any,
    }
}

/// `Type{Point}` and `Type{Point{T}}` are filed together; `Type{T} where T<:Real` with what has any callee.
fn constructor_bucket(types: &TypeTable, params: &List) -> Bucket {
    let (of, _) = types.unwrap_where(params[0]);
    match types.family_of(of) {
        Some(name) => Bucket::Constructor(name),
        None => Bucket::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Source;
    use crate::syntax::parse_expression;

    struct Fixture {
        types: TypeTable,
        methods: MethodTable<&'static str>,
    }

    fn read(types: &TypeTable, text: &str) -> Type {
        let (ast, node) = parse_expression(Source::new("sig", text)).unwrap();
        types.eval_type(&ast, node, &|_| None).unwrap()
    }

    /// A table with one method per signature, named by it.
    fn fixture(signatures: &[&'static str]) -> Fixture {
        let types = TypeTable::new();
        let mut methods = MethodTable::new();
        for &text in signatures {
            methods.add(&types, read(&types, text), text);
        }
        Fixture { types, methods }
    }

    impl Fixture {
        fn args(&self, text: &str) -> Vec<Type> {
            let tuple = read(&self.types, text);
            self.types.parameters(tuple).to_vec()
        }

        fn lookup(&self, text: &str) -> String {
            let name = |id: MethodId| self.methods.method(id).payload.to_string();
            match self.methods.lookup(&self.types, &self.args(text)) {
                Dispatch::Unique(id, params) => {
                    let params = params.iter().flatten().map(|&p| self.types.show(p));
                    let params: Vec<String> = params.collect();
                    format!("{} [{}]", name(id), params.join(", "))
                }
                Dispatch::Ambiguous(ids) => {
                    let names: Vec<String> = ids.into_iter().map(name).collect();
                    format!("ambiguous: {}", names.join(" | "))
                }
                Dispatch::None => "none".into(),
            }
        }
    }

    #[test]
    fn the_most_specific_method_runs() {
        let f = fixture(&[
            "Tuple{typeof(f), Any}",
            "Tuple{typeof(f), Number}",
            "Tuple{typeof(f), T} where T<:Integer",
            "Tuple{typeof(f), Vector{T}, T} where T",
            "Tuple{typeof(f), Any, Vararg{Any}}",
            "Tuple{typeof(f), T, T} where T",
            "Tuple{typeof(g), Any}",
        ]);
        for (call, runs) in [
            ("String", "Tuple{typeof(f), Any} []"),
            ("Float64", "Tuple{typeof(f), Number} []"),
            ("Int", "Tuple{typeof(f), T} where T<:Integer [Int64]"),
            (
                "Vector{Int}, Int",
                "Tuple{typeof(f), Vector{T}, T} where T [Int64]",
            ),
            (
                "Vector{Int}, String",
                "Tuple{typeof(f), Any, Vararg{Any}} []",
            ),
            ("Int, Int", "Tuple{typeof(f), T, T} where T [Int64]"),
            ("Int, Int, Int", "Tuple{typeof(f), Any, Vararg{Any}} []"),
        ] {
            assert_eq!(
                f.lookup(&format!("Tuple{{typeof(f), {call}}}")),
                runs,
                "{call}"
            );
        }
        assert_eq!(f.lookup("Tuple{typeof(f)}"), "none");
        assert_eq!(f.lookup("Tuple{typeof(h), Int}"), "none");
    }

    #[test]
    fn methods_without_an_order_are_ambiguous() {
        let mut f = fixture(&[
            "Tuple{typeof(f), Int, Any}",
            "Tuple{typeof(f), Any, Int}",
            "Tuple{typeof(f), Any, Any}",
        ]);
        assert_eq!(
            f.lookup("Tuple{typeof(f), Int, Int}"),
            "ambiguous: Tuple{typeof(f), Int, Any} | Tuple{typeof(f), Any, Int}"
        );
        assert_eq!(
            f.lookup("Tuple{typeof(f), Int, String}"),
            "Tuple{typeof(f), Int, Any} []"
        );
        // The method that resolves it.
        let generation = f.methods.generation();
        let sig = read(&f.types, "Tuple{typeof(f), Int, Int}");
        f.methods.add(&f.types, sig, "both");
        assert!(f.methods.generation() > generation);
        assert_eq!(f.lookup("Tuple{typeof(f), Int, Int}"), "both []");
    }

    #[test]
    fn an_equal_signature_replaces() {
        let mut f = fixture(&["Tuple{typeof(f), Vector{T}} where T"]);
        let sig = read(&f.types, "Tuple{typeof(f), Vector{S}} where S");
        let (_, replaced) = f.methods.add(&f.types, sig, "new");
        assert!(replaced.is_some());
        assert_eq!(f.lookup("Tuple{typeof(f), Vector{Int}}"), "new [Int64]");
        assert_eq!(
            f.methods
                .of(&f.types, f.types.function_type("f".into()))
                .len(),
            1
        );
    }

    #[test]
    fn constructors_and_callable_objects_are_methods_too() {
        let f = fixture(&[
            "Tuple{Type{Int}, Float64}",
            "Tuple{Type{T}, Any} where T<:Number",
            "Tuple{Type{Vector{T}}, Int} where T",
            "Tuple{Base.RefValue{T}, Int} where T",
        ]);
        for (call, runs) in [
            ("Tuple{Type{Int}, Float64}", "Tuple{Type{Int}, Float64} []"),
            (
                "Tuple{Type{Int8}, Float64}",
                "Tuple{Type{T}, Any} where T<:Number [Int8]",
            ),
            (
                "Tuple{Type{Vector{Bool}}, Int}",
                "Tuple{Type{Vector{T}}, Int} where T [Bool]",
            ),
            (
                "Tuple{Base.RefValue{Bool}, Int}",
                "Tuple{Base.RefValue{T}, Int} where T [Bool]",
            ),
            ("Tuple{Type{String}, Int}", "none"),
        ] {
            assert_eq!(f.lookup(call), runs, "{call}");
        }
    }

    #[test]
    fn abstract_arguments_match_several_methods() {
        let f = fixture(&[
            "Tuple{typeof(f), Any}",
            "Tuple{typeof(f), Integer}",
            "Tuple{typeof(f), Real}",
            "Tuple{typeof(f), String}",
            "Tuple{typeof(g), Int}",
            "Tuple{typeof(g), Nothing}",
        ]);
        let matching = |text: &str| {
            let found = f.methods.matching(&f.types, &f.args(text));
            let names = found
                .methods
                .iter()
                .map(|m| f.methods.method(m.method).payload);
            (names.collect::<Vec<_>>(), found.covers)
        };
        assert_eq!(
            matching("Tuple{typeof(f), Real}"),
            (
                vec!["Tuple{typeof(f), Integer}", "Tuple{typeof(f), Real}"],
                true
            )
        );
        assert_eq!(
            matching("Tuple{typeof(f), Int}"),
            (vec!["Tuple{typeof(f), Integer}"], true)
        );
        assert_eq!(
            matching("Tuple{typeof(g), Union{Int,Nothing}}"),
            (
                vec!["Tuple{typeof(g), Int}", "Tuple{typeof(g), Nothing}"],
                true
            )
        );
        assert_eq!(
            matching("Tuple{typeof(g), Union{Int,String}}"),
            (vec!["Tuple{typeof(g), Int}"], false)
        );
        let found = f
            .methods
            .matching(&f.types, &f.args("Tuple{typeof(g), Any}"));
        assert_eq!(
            f.types.show(found.methods[0].args),
            "Tuple{typeof(g), Int64}"
        );
    }
}
