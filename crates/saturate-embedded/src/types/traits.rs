//! What can be said of a type's instances: concrete, singleton, mutable, bits; and its fields.
//!
//! ```text
//!                    concrete   singleton   mutable   bits   may contain mutable
//! Int64              yes                              yes
//! Nothing, Val{2}    yes        yes                   yes
//! String             yes
//! Vector{Int64}      yes                    yes              yes
//! Tuple{Int64,Ref}                                           yes
//! Real                                                       yes (a subtype may be defined so)
//! ```

use super::known::{family, Layout, TypeName};
use super::table::{List, Param, TypeData, TypeTable, Value};
use super::ty;
use crate::ir::Type;
use crate::sym::Sym;
use rustc_hash::FxHashSet;

/// How deep types may be nested in each other; `A{T}` with a field `A{A{T}}` has no end.
const MAX_NESTING: usize = 100;
/// How many types an instance may consist of before it is taken to reach mutable memory.
const MAX_PARTS: usize = 1000;

impl TypeTable {
    /// Has direct instances, that is, can be the answer of `typeof`.
    pub fn is_concrete(&self, t: Type) -> bool {
        self.flags(t).concrete
    }

    /// Concrete, and so is everything that it names: `Vector{Float64}`, not `Vector{Any}`. What `Type{T}` names may be abstract.
    pub fn is_concrete_throughout(&self, t: Type) -> bool {
        let mut work = vec![t];
        while let Some(t) = work.pop() {
            match self.data(t) {
                TypeData::Nominal(name, _) if name == family::type_() => {}
                TypeData::Value(_) => {}
                TypeData::Nominal(_, params) if self.is_concrete(t) => work.extend(params.iter()),
                TypeData::Tuple(elements, None) => work.extend(elements.iter()),
                _ => return false,
            }
        }
        true
    }

    /// Concrete, or the `Type{T}` of one type: what an argument's type is when it is known exactly.
    pub fn is_dispatch_leaf(&self, t: Type) -> bool {
        let flags = self.flags(t);
        flags.concrete
            || (flags.closed()
                && match self.data(t) {
                    TypeData::Nominal(name, _) => name == family::type_(),
                    TypeData::Tuple(elements, None) => {
                        elements.iter().all(|&e| self.is_dispatch_leaf(e))
                    }
                    _ => false,
                })
    }

    /// Has exactly one instance, known from the type: `Nothing`, `Val{2}`, `typeof(sin)`, a `struct` without fields.
    pub fn is_singleton(&self, t: Type) -> bool {
        self.consists_of_structs(t, false)
    }

    /// Instances are mutable memory themselves. Strings, symbols, types and modules never change once made, though
    /// Julia lays them out as mutable.
    pub fn is_mutable(&self, t: Type) -> bool {
        match self.data(t) {
            TypeData::Nominal(name, _) => {
                self.layout(name) == Layout::MutableStruct && !is_constant_family(name, t)
            }
            _ => false,
        }
    }

    /// Plain bits: concrete, immutable, without references.
    pub fn is_bits(&self, t: Type) -> bool {
        self.consists_of_structs(t, true)
    }

    /// Concrete, and made of immutable structs and tuples down to those without fields, or to primitive types where they are
    /// allowed. One that contains itself is stored by reference.
    fn consists_of_structs(&self, t: Type, primitives: bool) -> bool {
        let is_known = {
            let asked = self.asked.borrow();
            asked.contains(&t) || asked.len() >= MAX_NESTING
        };
        if is_known || !self.is_concrete(t) {
            return false;
        }
        self.asked.borrow_mut().push(t);
        let parts: Option<Vec<Type>> = match self.data(t) {
            TypeData::Nominal(name, _) => match self.layout(name) {
                Layout::Struct => self.fields(t).map(|fields| {
                    let types = fields.into_iter().map(|(_, field)| field);
                    types.collect()
                }),
                _ => None,
            },
            TypeData::Tuple(elements, _) => Some(elements.to_vec()),
            _ => None,
        };
        let all = match parts {
            Some(parts) => (parts.iter()).all(|&part| self.consists_of_structs(part, primitives)),
            None => primitives && self.is_primitive(t),
        };
        self.asked.borrow_mut().pop();
        all
    }

    pub(crate) fn is_primitive(&self, t: Type) -> bool {
        match self.data(t) {
            TypeData::Nominal(name, _) => self.layout(name) == Layout::Primitive,
            _ => false,
        }
    }

    /// Whether an instance may reach mutable memory. A type with unknown subtypes may.
    pub fn may_contain_mutable(&self, t: Type) -> bool {
        self.reaches_mutable(t, &mut FxHashSet::default())
    }

    fn reaches_mutable(&self, t: Type, seen: &mut FxHashSet<Type>) -> bool {
        // A type that contains itself contains what it otherwise contains.
        if !seen.insert(t) {
            return false;
        }
        if seen.len() > MAX_PARTS {
            return true;
        }
        match self.data(t) {
            TypeData::Bottom | TypeData::Value(_) => false,
            TypeData::Any | TypeData::Bound(_) | TypeData::Free(_) | TypeData::Solver(_) => true,
            TypeData::Union(members) => members.iter().any(|&m| self.reaches_mutable(m, seen)),
            TypeData::Tuple(elements, tail) => {
                elements.iter().any(|&e| self.reaches_mutable(e, seen))
                    || tail.is_some_and(|tail| self.reaches_mutable(tail.element, seen))
            }
            TypeData::Nominal(..) | TypeData::UnionAll { .. } => {
                let Some(name) = self.family_of(t) else {
                    return true;
                };
                if name == family::type_() || is_constant_family(name, t) {
                    return false;
                }
                match self.layout(name) {
                    Layout::Primitive => false,
                    Layout::Abstract | Layout::MutableStruct => true,
                    Layout::Struct => match self.fields(t) {
                        Some(fields) => fields
                            .iter()
                            .any(|&(_, field)| self.reaches_mutable(field, seen)),
                        None => true,
                    },
                }
            }
        }
    }

    /// Names and types of the fields, the parameters put in. For a `where` type, field types are closed over its
    /// variables: the field `x::T` of `Foo{T} where T<:Real` is a `Real`. Tuples have fields `1`, `2`, …
    ///
    /// `None`: abstract, a union, a tuple of unknown length.
    pub fn fields(&self, t: Type) -> Option<Vec<(Sym, Type)>> {
        match self.data(t) {
            TypeData::Nominal(name, params) if name == family::named_tuple() => {
                let Param::Value(Value::Tuple(names)) = self.param(params[0]) else {
                    return None;
                };
                let TypeData::Tuple(elements, None) = self.data(params[1]) else {
                    return None;
                };
                let names = names.iter().map(|name| match name {
                    Value::Sym(name) => *name,
                    _ => "".into(),
                });
                Some(names.zip(elements).collect())
            }
            TypeData::Nominal(name, params) => {
                let definition = self.definition(name);
                if definition.layout == Layout::Abstract {
                    return None;
                }
                let names: Vec<Sym> = definition.params.iter().map(|p| p.name).collect();
                let field = |&(name, field): &(Sym, Type)| {
                    (name, self.substitute_params(field, &names, &params))
                };
                Some(definition.fields.iter().map(field).collect())
            }
            TypeData::Tuple(elements, None) => Some(
                elements
                    .iter()
                    .enumerate()
                    .map(|(at, &element)| (Sym::new(&(at + 1).to_string()), element))
                    .collect(),
            ),
            TypeData::UnionAll { .. } => {
                let (body, variables) = self.unwrap_where(t);
                let fields = self.fields(body)?;
                let close = |(name, field)| (name, self.rewrap_where(field, &variables));
                Some(fields.into_iter().map(close).collect())
            }
            _ => None,
        }
    }

    /// The position of a field, from 0.
    pub fn field_index(&self, t: Type, name: Sym) -> Option<usize> {
        self.fields(t)?.iter().position(|&(field, _)| field == name)
    }

    /// The type of the field at a position, from 0.
    pub fn field_type(&self, t: Type, at: usize) -> Option<Type> {
        self.fields(t)?.get(at).map(|&(_, field)| field)
    }

    /// The parameters of a nominal type, or the elements of a tuple of known length.
    pub fn parameters(&self, t: Type) -> List {
        match self.data(t) {
            TypeData::Nominal(_, params) => params,
            TypeData::Tuple(elements, None) => elements,
            _ => List::new(),
        }
    }

    /// The parameter at a position, from 0.
    pub fn parameter(&self, t: Type, at: usize) -> Option<Param> {
        self.parameters(t).get(at).map(|&p| self.param(p))
    }

    /// The parameter `at` of the supertype of `t` that belongs to `family`: with `AbstractArray` and 0, the element
    /// type of any array. A variable parameter is its upper bound: `Real` for `Vector{<:Real}`. Unions are taken
    /// member by member.
    pub fn parameter_as(&self, t: Type, family: TypeName, at: usize) -> Option<Type> {
        match self.data(t) {
            TypeData::Union(members) => {
                let each: Option<List> = members
                    .iter()
                    .map(|&m| self.parameter_as(m, family, at))
                    .collect();
                Some(self.union(&each?))
            }
            TypeData::UnionAll { .. } => {
                let (body, variables) = self.unwrap_where(t);
                let param = self.parameter_as(body, family, at)?;
                Some(self.rewrap_where(param, &variables))
            }
            TypeData::Nominal(name, params) => {
                if name == family {
                    return params.get(at).copied();
                }
                if !self.is_under(name, family) {
                    return None;
                }
                self.parameter_as(self.supertype(t), family, at)
            }
            _ => None,
        }
    }

    /// The type of the elements of an array or a tuple; `Any` where it is not known.
    pub fn eltype(&self, t: Type) -> Type {
        match self.data(t) {
            TypeData::Bottom => ty::bottom(),
            TypeData::Tuple(mut elements, tail) => {
                elements.extend(tail.map(|tail| tail.element));
                self.union(&elements)
            }
            TypeData::Union(members) => {
                let each: List = members.iter().map(|&m| self.eltype(m)).collect();
                self.union(&each)
            }
            _ => self
                .parameter_as(t, family::abstract_array(), 0)
                .filter(|&param| !self.is_value(param))
                .unwrap_or(ty::any()),
        }
    }
}

/// Families whose instances never change although Julia lays them out as mutable.
fn is_constant_family(name: TypeName, t: Type) -> bool {
    [ty::string(), ty::symbol(), ty::module(), ty::type_var()].contains(&t)
        || [family::data_type(), family::union_all(), family::union_()].contains(&name)
}
