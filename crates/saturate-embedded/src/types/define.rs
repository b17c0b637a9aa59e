//! Families of types: their definitions, and making types of them.
//!
//! ```text
//! struct Dense{T<:Real} <: AbstractArray{T,2}       name Dense, parameters [T<:Real], supertype AbstractArray{T,2},
//!     weights::Matrix{T}                            fields [weights: Matrix{T}], layout Struct
//! end
//! apply(Dense, [Float32])                           Dense{Float32}; apply(Dense, [String]) is a bound error
//! ```
//!
//! The supertype and the fields of a definition are written with free variables of the parameters' names, which
//! [`TypeTable::supertype`] and the field queries replace. [`TypeTable::declare`] comes before the fields are known,
//! because a field may mention the type itself.

use super::known::{family, Layout, TypeName, PARAMETERLESS, PARAMETRIC};
use super::table::{List, Tail, TypeData, TypeTable, MAX_DEPTH};
use super::ty;
use crate::ir::Type;
use crate::sym::Sym;
use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::FxHashMap;
use std::fmt;

/// One parameter of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FamilyParam {
    /// Its name; the free variable of that name stands for it in the supertype and the fields.
    pub name: Sym,
    /// The lower bound, mostly `Union{}`.
    pub lower: Type,
    /// The upper bound, mostly `Any`.
    pub upper: Type,
}

/// What a `struct`, `abstract type` or `primitive type` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name.
    pub name: Sym,
    /// The parameters, in order.
    pub params: Vec<FamilyParam>,
    /// The supertype, in terms of the parameters.
    pub supertype: Type,
    /// How instances look.
    pub layout: Layout,
    /// Field names and types, in terms of the parameters.
    pub fields: Vec<(Sym, Type)>,
}

struct Family {
    definition: Definition,
    /// Families from the root (below `Any`) down to this one: a subtype test of families is one comparison.
    ancestors: Vec<TypeName>,
    /// The family applied to no parameters: `Array{T,N} where {T,N}`.
    wrapper: Type,
}

/// All families of a table, and the global names of types.
#[derive(Default)]
pub(super) struct Families {
    list: PrimaryMap<TypeName, Family>,
    names: FxHashMap<Sym, Type>,
}

impl Families {
    pub fn is_abstract(&self, name: TypeName) -> bool {
        self.list[name].definition.layout == Layout::Abstract
    }
}

/// Why a type could not be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeError {
    /// `Complex{Float64,2}`.
    TooManyParameters {
        /// The type that was given parameters.
        name: String,
        /// How many it takes.
        takes: usize,
    },
    /// `Complex{String}`.
    Bound {
        /// The type that was given parameters.
        name: String,
        /// The parameter's name.
        parameter: String,
        /// What it must be under, or over.
        bound: String,
        /// What was given.
        given: String,
    },
    /// A name that is defined already, in another way.
    Redefinition(Sym),
    /// Nested deeper than [`MAX_DEPTH`].
    TooDeep,
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeError::TooManyParameters { name, takes: 0 } => {
                write!(f, "the type `{name}` takes no parameters")
            }
            TypeError::TooManyParameters { name, takes } => {
                write!(f, "the type `{name}` takes at most {takes} parameters")
            }
            TypeError::Bound {
                name,
                parameter,
                bound,
                given,
            } => write!(f, "in `{name}`, expected {parameter}{bound}, got `{given}`"),
            TypeError::Redefinition(name) => {
                write!(f, "the type `{name}` is defined already, in another way")
            }
            TypeError::TooDeep => write!(f, "a type nested more than {MAX_DEPTH} levels deep"),
        }
    }
}

impl std::error::Error for TypeError {}

impl TypeTable {
    /// Defines a family completely.
    ///
    /// The same definition again is the same family, as Julia accepts re-including a file.
    pub fn define(&self, definition: Definition) -> Result<TypeName, TypeError> {
        let fields = definition.fields.clone();
        let name = self.declare(Definition {
            fields: Vec::new(),
            ..definition
        })?;
        self.set_fields(name, fields)?;
        Ok(name)
    }

    /// Defines a family whose fields come later by [`TypeTable::set_fields`].
    pub fn declare(&self, definition: Definition) -> Result<TypeName, TypeError> {
        let sym = definition.name;
        if let Some(existing) = self.family_named(sym) {
            let same = Definition {
                fields: Vec::new(),
                ..self.definition(existing)
            } == Definition {
                fields: Vec::new(),
                ..definition
            };
            return if same {
                Ok(existing)
            } else {
                Err(TypeError::Redefinition(sym))
            };
        }
        let name = self.add_family(definition);
        self.finish_family(name);
        let wrapper = self.wrapper(name);
        self.families.borrow_mut().names.insert(sym, wrapper);
        Ok(name)
    }

    /// Gives a declared family its fields.
    pub fn set_fields(&self, name: TypeName, fields: Vec<(Sym, Type)>) -> Result<(), TypeError> {
        let mut families = self.families.borrow_mut();
        let definition = &mut families.list[name].definition;
        if !definition.fields.is_empty() && definition.fields != fields {
            return Err(TypeError::Redefinition(definition.name));
        }
        definition.fields = fields;
        Ok(())
    }

    /// Makes a global name stand for a type: `const V = Vector{Float64}`.
    pub fn define_alias(&self, name: Sym, t: Type) {
        self.families.borrow_mut().names.insert(name, t);
    }

    /// The type that a global name stands for; a family's name stands for its wrapper.
    pub fn named(&self, name: Sym) -> Option<Type> {
        self.families.borrow().names.get(&name).copied()
    }

    /// All global names of types, sorted.
    pub fn names(&self) -> Vec<Sym> {
        let mut names: Vec<Sym> = self.families.borrow().names.keys().copied().collect();
        names.sort();
        names
    }

    /// The family that a global name stands for.
    pub fn family_named(&self, name: Sym) -> Option<TypeName> {
        let family = self.family_of(self.named(name)?)?;
        (self.family_name(family) == name).then_some(family)
    }

    /// How many families there are.
    pub fn family_count(&self) -> u32 {
        self.families.borrow().list.len() as u32
    }

    fn add_family(&self, definition: Definition) -> TypeName {
        self.families.borrow_mut().list.push(Family {
            definition,
            ancestors: Vec::new(),
            wrapper: ty::any(),
        })
    }

    /// Fills in what follows from a definition.
    fn finish_family(&self, name: TypeName) {
        let definition = self.definition(name);
        let mut ancestors = match self.family_of(definition.supertype) {
            Some(parent) => self.families.borrow().list[parent].ancestors.clone(),
            None => Vec::new(),
        };
        ancestors.push(name);
        let variables: Vec<(Type, Type, Type)> = definition
            .params
            .iter()
            .map(|p| (self.variable(p.name), p.lower, p.upper))
            .collect();
        let params: List = variables.iter().map(|&(variable, _, _)| variable).collect();
        let wrapper = if name == family::tuple() {
            self.vararg_tuple(ty::any())
        } else {
            self.rewrap_where(self.nominal(name, &params), &variables)
        };
        let mut families = self.families.borrow_mut();
        families.list[name].ancestors = ancestors;
        families.list[name].wrapper = wrapper;
    }

    pub(super) fn define_known(&self) {
        let all = || PARAMETERLESS.iter().chain(PARAMETRIC);
        for known in all() {
            self.add_family(Definition {
                name: known.name.into(),
                params: Vec::new(),
                supertype: ty::any(),
                layout: known.layout,
                fields: Vec::new(),
            });
        }
        for row in 0..PARAMETERLESS.len() {
            let made = self.nominal(TypeName::new(row), &[]);
            debug_assert_eq!(made, Type::new(row + 2), "fixed handles come first");
        }
        for (row, known) in all().enumerate() {
            let name = TypeName::new(row);
            let wrapper_of = |wanted: &str| match wanted {
                "Any" => ty::any(),
                _ => {
                    let found = all().position(|known| known.name == wanted);
                    self.wrapper(TypeName::new(
                        found.expect("a known type's supertype is known"),
                    ))
                }
            };
            let mut params = Vec::new();
            for param in known.params {
                let (param, upper) = param.split_once("<:").unwrap_or((param, "Any"));
                params.push(FamilyParam {
                    name: param.into(),
                    lower: ty::bottom(),
                    upper: wrapper_of(upper),
                });
            }
            let mut supertype = wrapper_of(known.supertype);
            for param in known.supertype_params {
                let with = match param.parse() {
                    Ok(value) => self.int(value),
                    Err(_) => self.variable((*param).into()),
                };
                if let TypeData::UnionAll { body, .. } = self.data(supertype) {
                    supertype = self.open(body, with);
                }
            }
            {
                let mut families = self.families.borrow_mut();
                families.list[name].definition.params = params;
                families.list[name].definition.supertype = supertype;
            }
            self.finish_family(name);
            let wrapper = self.wrapper(name);
            self.families
                .borrow_mut()
                .names
                .insert(known.name.into(), wrapper);
        }
        let t = self.variable("T".into());
        for (alias, name, rank) in [
            ("Vector", family::array(), 1),
            ("Matrix", family::array(), 2),
            ("AbstractVector", family::abstract_array(), 1),
            ("AbstractMatrix", family::abstract_array(), 2),
            ("DenseVector", family::dense_array(), 1),
            ("DenseMatrix", family::dense_array(), 2),
        ] {
            let body = self.nominal(name, &[t, self.int(rank)]);
            self.define_alias(alias.into(), self.where_(t, ty::bottom(), ty::any(), body));
        }
        let (a, b) = (self.variable("A".into()), self.variable("B".into()));
        for (name, fields) in [
            (family::complex(), vec![("re", t), ("im", t)]),
            (family::pair(), vec![("first", a), ("second", b)]),
            (family::ref_value(), vec![("x", t)]),
            (
                self.family_named("Core.Box".into()).expect("known"),
                vec![("contents", ty::any())],
            ),
        ] {
            let fields = fields.into_iter().map(|(name, t)| (name.into(), t));
            self.families.borrow_mut().list[name].definition.fields = fields.collect();
        }
        let array = |rank| self.nominal(family::array(), &[t, self.int(rank)]);
        let either = self.union(&[array(1), array(2)]);
        let alias = self.where_(t, ty::bottom(), ty::any(), either);
        self.define_alias("VecOrMat".into(), alias);
        let n = self.variable("N".into());
        let repeated = self.tuple_with(
            &[],
            Some(Tail {
                element: t,
                count: Some(n),
            }),
        );
        let any = |variable, body| self.where_(variable, ty::bottom(), ty::any(), body);
        self.define_alias("NTuple".into(), any(n, any(t, repeated)));
        self.define_alias("Any".into(), ty::any());
        self.define_alias("Int".into(), ty::int64());
        self.define_alias("UInt".into(), ty::uint64());
    }

    /// The definition of a family.
    pub fn definition(&self, name: TypeName) -> Definition {
        self.families.borrow().list[name].definition.clone()
    }

    /// The name of a family.
    pub fn family_name(&self, name: TypeName) -> Sym {
        self.families.borrow().list[name].definition.name
    }

    /// How instances of a family look.
    pub fn layout(&self, name: TypeName) -> Layout {
        self.families.borrow().list[name].definition.layout
    }

    /// The family without parameters: `Array{T,N} where {T,N}`.
    pub fn wrapper(&self, name: TypeName) -> Type {
        self.families.borrow().list[name].wrapper
    }

    /// The family of a nominal type or tuple, with or without its parameters.
    pub fn family_of(&self, t: Type) -> Option<TypeName> {
        let mut t = t;
        loop {
            match self.data(t) {
                TypeData::Nominal(name, _) => return Some(name),
                TypeData::Tuple(..) => return Some(family::tuple()),
                TypeData::UnionAll { body, .. } => t = body,
                _ => return None,
            }
        }
    }

    /// Whether every type of family `name` has a supertype of family `ancestor`.
    pub fn is_under(&self, name: TypeName, ancestor: TypeName) -> bool {
        let families = self.families.borrow();
        let level = families.list[ancestor].ancestors.len() - 1;
        families.list[name].ancestors.get(level) == Some(&ancestor)
    }

    /// `name{params...}`; fewer parameters than declared leave the rest open: `Array{Float64}`.
    pub fn apply(&self, name: TypeName, params: &[Type]) -> Result<Type, TypeError> {
        if name == family::tuple() {
            return Ok(self.tuple(params));
        }
        self.instantiate(self.wrapper(name), params)
    }

    /// `t{params...}` for a `where` type: the outermost variables are replaced, in order, within their bounds.
    pub fn instantiate(&self, t: Type, params: &[Type]) -> Result<Type, TypeError> {
        let mut made = t;
        for (at, &param) in params.iter().enumerate() {
            let TypeData::UnionAll { lower, upper, body } = self.data(made) else {
                return Err(TypeError::TooManyParameters {
                    name: self.show(t),
                    takes: at,
                });
            };
            if self.flags(param).depth >= MAX_DEPTH {
                return Err(TypeError::TooDeep);
            }
            let bound_error = |bound: String| {
                let hint = self.hints.borrow().get(&made).copied();
                TypeError::Bound {
                    name: self.show(t),
                    parameter: hint.map_or("T".into(), |hint| hint.to_string()),
                    bound,
                    given: self.show(param),
                }
            };
            // A parameter with variables is checked when they are known: the signature's own `where` has bounds.
            let check = self.is_closed(param) && self.is_closed(lower) && self.is_closed(upper);
            if check && !self.subtype(param, upper) {
                return Err(bound_error(format!("<:{}", self.show(upper))));
            }
            if check && lower != ty::bottom() && !self.subtype(lower, param) {
                return Err(bound_error(format!(">:{}", self.show(lower))));
            }
            made = self.open(body, param);
        }
        Ok(made)
    }

    /// The declared supertype; `Any` for tuples, unions, values and `Any` itself.
    pub fn supertype(&self, t: Type) -> Type {
        match self.data(t) {
            TypeData::Nominal(name, params) => {
                let (supertype, variables) = {
                    let families = self.families.borrow();
                    let definition = &families.list[name].definition;
                    let variables: Vec<Sym> = definition.params.iter().map(|p| p.name).collect();
                    (definition.supertype, variables)
                };
                self.substitute_params(supertype, &variables, &params)
            }
            TypeData::UnionAll { .. } => {
                let (body, variables) = self.unwrap_where(t);
                self.rewrap_where(self.supertype(body), &variables)
            }
            _ => ty::any(),
        }
    }

    /// `t` of a definition, with the definition's parameters given.
    pub(super) fn substitute_params(&self, t: Type, names: &[Sym], params: &[Type]) -> Type {
        if self.is_closed(t) {
            return t;
        }
        let pairs: Vec<(Type, Type)> = names
            .iter()
            .zip(params)
            .map(|(&name, &param)| (self.variable(name), param))
            .collect();
        self.substitute(t, &pairs)
    }
}
