//! The code behind calls: bodies of callees for the optimiser, and versions of functions that it has made.
//!
//! A *version* is a function without methods: `g′1` stands for `g` on certain argument types, and runs optimised code. Inference
//! answers for it as for the function that it stands for, so that everything that is known of `g(x)` is known of
//! `g′1(x)`.
//!
//! ```text
//! f(x) = g(x) + 1      body of g(::Float64)  ──► the optimiser ──► declare g(::Float64): g′1, define g′1
//!                                                                 f(x) = g′1(x) + 1
//! ```
//!
//! A version of a closure or of an object that is called is a `SaturatedVersion{:g′1}(closure)`: its code is the version's, what it finds in itself is the closure's. Where the
//! closure is known only at run time, `g′1` is the function that makes it.

use super::stubs::Called;
use super::{Embedded, MethodBody};
use crate::effects::Effects;
use crate::host::{Body, CallInfo, Known, NoBody, Takes};
use crate::interp::code::{compile, Code};
use crate::interp::kind::Kind;
use crate::interp::machine::{Machine, Outcome};
use crate::interp::value::Object;
use crate::interp::{exception, typing, Value};
use crate::ir::julia::is_identifier;
use crate::ir::{Const, Function, Type};
use crate::sym::Sym;
use crate::types::{family, plain_name, TypeData};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A version of a function.
struct Version {
    /// The function that it stands for; of a closure with variables, its type.
    original: Known,
    /// The argument types that it is for.
    types: Vec<Type>,
    /// Nothing while it is only declared.
    function: Option<Rc<Function>>,
    code: Option<Rc<Code>>,
    /// The same with claims, for checked runs.
    checked: Option<Rc<Code>>,
}

/// Functions of the prelude that do nothing with their first argument but call it with elements of the others, and from which argument on those are.
const RECEIVERS: &[(&str, usize)] = &[
    ("map", 1),
    ("map!", 2),
    ("foreach", 1),
    ("any", 1),
    ("all", 1),
    ("count", 1),
    ("filter", 1),
    ("sum", 1),
    ("prod", 1),
    ("maximum", 1),
    ("minimum", 1),
    ("mapreduce", 2),
];

/// Functions of the prelude that do nothing with a generator, their only argument, but run it.
const RUNNERS: &[&str] = &[
    "collect", "sum", "prod", "maximum", "minimum", "any", "all", "count",
];

/// What a call of a version runs.
pub(super) enum Runs {
    /// Its code.
    Code(Rc<Code>),
    /// The function that it stands for.
    Original(Value),
    /// It makes the version of a closure.
    Maker,
}

/// The versions of a host, by name.
#[derive(Default)]
pub(super) struct Versions {
    by_name: FxHashMap<Sym, Version>,
}

impl Versions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// All code, to be taken apart.
    pub fn all_code(&self) -> impl Iterator<Item = &Rc<Code>> {
        let versions = self.by_name.values();
        versions.flat_map(|version| version.code.iter().chain(&version.checked))
    }
}

impl Embedded {
    /// The code of the one method that a call runs.
    pub(super) fn body_of(&mut self, callee: Known, args: &[Known]) -> Result<Body, NoBody> {
        if !self.types.is_dispatch_leaf(callee.ty) {
            return Err(NoBody::SeveralMethods);
        }
        let mut types = vec![callee.ty];
        types.extend(args.iter().map(|arg| arg.ty));
        let found = self.methods.matching(&self.types, &types);
        let [only] = &found.methods[..] else {
            return Err(match found.methods.is_empty() {
                true => NoBody::BuiltIn,
                false => NoBody::SeveralMethods,
            });
        };
        if !found.covers {
            return Err(NoBody::SeveralMethods);
        }
        let (id, method) = (only.method, self.method(only.method));
        match method.body {
            MethodBody::Stub(_) => return Err(NoBody::BuiltIn),
            MethodBody::Code(_) if method.prelude => return Err(NoBody::Library),
            MethodBody::Code(_) => {}
        }
        for annotation in &method.annotations {
            let why = match annotation.as_str() {
                "noinline" => return Err(NoBody::NotInlined),
                "nospecialize" => "it is not specialised for its arguments",
                "propagate_inbounds" => "what it checks depends on where it is called",
                _ => continue,
            };
            return Err(NoBody::Unreadable(why.into()));
        }
        let special = self.specialize(id, &types).map_err(NoBody::Unreadable)?;
        Ok(special.body())
    }

    /// Whether one of the methods that a call may run is code of the program. What is called may be anything where only an abstract type of it is known.
    pub(super) fn may_run_user_method(&mut self, callee: Known, args: &[Known]) -> bool {
        if !self.types.is_dispatch_leaf(callee.ty) {
            return true;
        }
        let mut types = vec![callee.ty];
        types.extend(args.iter().map(|arg| arg.ty));
        let found = self.methods.matching(&self.types, &types);
        found.methods.iter().any(|found| {
            let method = self.method(found.method);
            !method.prelude && matches!(method.body, MethodBody::Code(_))
        })
    }

    /// Whether a type mentions no type and no function of the program.
    pub(super) fn is_of_prelude(&self, ty: Type) -> bool {
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            match self.types.data(ty) {
                TypeData::Nominal(family, params) => {
                    if family.as_u32() >= self.prelude_types {
                        return false;
                    }
                    if family == family::named_function() {
                        let name = typing::value_param(&self.types, ty, 0);
                        let is_known = |name| self.prelude_functions.contains(&name);
                        if !matches!(name, Some(Value::Symbol(name)) if is_known(name)) {
                            return false;
                        }
                    }
                    work.extend(params.iter());
                }
                TypeData::Tuple(elements, tail) => {
                    work.extend(elements.iter());
                    work.extend(tail.map(|tail| tail.element));
                }
                TypeData::Union(members) => work.extend(members.iter()),
                TypeData::UnionAll { upper, body, .. } => work.extend([upper, body]),
                _ => {}
            }
        }
        true
    }

    /// What a call of the prelude does with functions that it is given, and with values that hold some.
    pub(super) fn handed_to_prelude(
        &mut self,
        callee: Known,
        args: &[Known],
    ) -> Option<Vec<(usize, Takes)>> {
        let name = match *self.constants.get(callee.constant?) {
            Value::Function(name) => name,
            Value::Type(of) => typing::family_name(&self.types, of)?,
            _ => return None,
        };
        if !self.user_methods(name).is_empty() {
            return None;
        }
        let holds = |host: &Embedded, arg: &Known, kind| Kind::of(&host.types, arg.ty) == kind;
        let found = match (name.as_str(), args) {
            ("broadcasted", [_, rest @ ..]) => {
                let mut found = Vec::new();
                for (at, arg) in rest.iter().enumerate() {
                    if holds(self, arg, Kind::Broadcasted) {
                        found.push((at + 1, Takes::Passes));
                    }
                }
                let elements = rest.iter().map(|arg| self.element_of_broadcast(arg.ty));
                let elements: Option<Vec<Type>> = elements.collect();
                found.extend(elements.map(|types| (0, Takes::Holds(types))));
                found
            }
            ("materialize", [lazy]) if holds(self, lazy, Kind::Broadcasted) => {
                vec![(0, Takes::Runs)]
            }
            ("materialize!", [_, lazy]) if holds(self, lazy, Kind::Broadcasted) => {
                vec![(1, Takes::Runs)]
            }
            ("Generator", [_, over]) => {
                let element = self.element_of_plain(over.ty)?;
                vec![(0, Takes::Holds(vec![element]))]
            }
            (runner, [lazy]) if RUNNERS.contains(&runner) && holds(self, lazy, Kind::Generator) => {
                vec![(0, Takes::Runs)]
            }
            (receiver, _) => {
                let &(_, first) = RECEIVERS.iter().find(|(of, _)| *of == receiver)?;
                let collections = args.get(first..).filter(|args| !args.is_empty())?;
                let elements = collections.iter().map(|arg| self.element_of_plain(arg.ty));
                vec![(0, Takes::Calls(elements.collect::<Option<_>>()?))]
            }
        };
        Some(found)
    }

    /// The type of the elements of an array or a range of the prelude.
    fn element_of_plain(&self, ty: Type) -> Option<Type> {
        let is_plain = self.types.family_of(ty) == Some(family::array())
            || self.types.is_concrete(ty) && Kind::of(&self.types, ty).is_range();
        is_plain.then(|| self.types.eltype(ty))
    }

    /// The type of what a lazy broadcast calls its function with for an argument.
    fn element_of_broadcast(&mut self, ty: Type) -> Option<Type> {
        let (element, _) = self.broadcast_element(&mut Called::default(), ty, 0).ok()?;
        self.types.is_concrete(element).then_some(element)
    }

    /// A version of a function, without code; of a closure with variables, what makes one.
    pub(super) fn declare_version(&mut self, callee: Known, types: &[Type]) -> Option<Const> {
        let own = match callee.constant {
            Some(callee) => Some(self.constants.get(callee).clone()),
            None => None,
        };
        let plain = match &own {
            Some(Value::Function(name)) => plain_name(*name),
            Some(Value::Object(_)) | None => "closure",
            Some(_) => return None,
        };
        let plain = if is_identifier(plain) {
            plain
        } else {
            "version"
        };
        let number = self.versions.by_name.len() + 1;
        let name = Sym::new(&format!("{plain}′{number}"));
        let version = Version {
            original: callee,
            types: types.to_vec(),
            function: None,
            code: None,
            checked: None,
        };
        self.versions.by_name.insert(name, version);
        let declared = match own {
            Some(object @ Value::Object(_)) => {
                let ty = version_type(&self.types, name, callee.ty);
                Object::create(&self.types, ty, [object])
            }
            _ => Value::Function(name),
        };
        Some(self.constants.intern(&declared))
    }

    /// Gives a version its code.
    pub(super) fn define_version(&mut self, declared: Const, function: &Function) {
        let name = match self.constants.get(declared) {
            Value::Function(name) => Some(*name),
            object => version_name(&self.types, object.type_of(&self.types)),
        };
        let version = name.and_then(|name| self.versions.by_name.get_mut(&name));
        if let Some(version) = version {
            version.function = Some(Rc::new(function.clone()));
        }
    }

    /// What runs where a version is called with arguments of these types: its code, with claims where runs are checked, or the original, where it is
    /// not for these.
    pub(super) fn version_of(&mut self, callee: &Value, types: &[Type]) -> Option<Runs> {
        if self.versions.is_empty() {
            return None;
        }
        let (name, own) = match callee {
            Value::Function(name) => (*name, None),
            Value::Object(object) if object.kind == Kind::SaturatedVersion => (
                version_name(&self.types, callee.type_of(&self.types))?,
                object.field(0),
            ),
            _ => return None,
        };
        let version = self.versions.by_name.get(&name)?;
        if own.is_none() && version.original.constant.is_none() {
            return Some(Runs::Maker);
        }
        let fits = version.types.len() == types.len()
            && (types.iter().zip(&version.types)).all(|(&of, &ty)| self.types.subtype(of, ty));
        if !fits {
            let original = match (own, version.original.constant) {
                (Some(own), _) => own,
                (None, known) => self.constants.get(known?).clone(),
            };
            return Some(Runs::Original(original));
        }
        self.version_code(name).map(Runs::Code)
    }

    fn version_code(&mut self, name: Sym) -> Option<Rc<Code>> {
        let version = self.versions.by_name.get(&name)?;
        let is_checked = self.checking.on && !self.is_inferring();
        let known = if is_checked {
            &version.checked
        } else {
            &version.code
        };
        if let Some(code) = known {
            return Some(code.clone());
        }
        let function = version.function.clone()?;
        let code = Rc::new(if is_checked {
            self.function_with_claims(&function)
        } else {
            compile(&function, |constant| self.constants.get(constant).clone())
        });
        let version = self.versions.by_name.get_mut(&name)?;
        let known = if is_checked {
            &mut version.checked
        } else {
            &mut version.code
        };
        *known = Some(code.clone());
        Some(code)
    }

    /// A callee as inference sees it: a version is the function that it stands for.
    pub(super) fn without_version(&mut self, callee: Known) -> Known {
        if self.versions.is_empty() {
            return callee;
        }
        if let Some(name) = version_name(&self.types, callee.ty) {
            let version = self.versions.by_name.get(&name);
            return version.map_or(callee, |version| version.original);
        }
        match self.version_named(callee) {
            Some(version) if version.original.constant.is_some() => version.original,
            _ => callee,
        }
    }

    /// Whether a function makes versions of closures.
    pub(super) fn makes_versions(&self, name: Sym) -> bool {
        let version = self.versions.by_name.get(&name);
        version.is_some_and(|version| version.original.constant.is_none())
    }

    /// Whether the code of a version is called with the function that it stands for.
    pub(super) fn is_of_object(&self, name: Sym) -> bool {
        let version = self.versions.by_name.get(&name);
        let function = version.and_then(|version| version.function.as_ref());
        function.is_some_and(|function| function.has_self)
    }

    /// What a call returns that makes a version of a closure.
    pub(super) fn made_version(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        let Value::Function(name) = *self.constants.get(callee.constant?) else {
            return None;
        };
        let version = self.version_named(callee)?;
        let is_maker = version.original.constant.is_none();
        let [closure] = args else { return None };
        if !is_maker {
            return None;
        }
        let ty = version_type(&self.types, name, closure.ty);
        Some(self.answer(ty, Effects::PURE))
    }

    fn version_named(&self, callee: Known) -> Option<&Version> {
        if self.versions.is_empty() {
            return None;
        }
        match self.constants.get(callee.constant?) {
            Value::Function(name) => self.versions.by_name.get(name),
            _ => None,
        }
    }
}

/// The type of what stands for a closure.
fn version_type(types: &typing::TypeTable, name: Sym, closure: Type) -> Type {
    let params = [typing::Param::Symbol(name), typing::Param::Type(closure)];
    typing::apply(types, "SaturatedVersion", &params)
}

/// The name of the version that a type is of.
pub(super) fn version_name(types: &typing::TypeTable, ty: Type) -> Option<Sym> {
    if Kind::of(types, ty) != Kind::SaturatedVersion {
        return None;
    }
    match typing::value_param(types, ty, 0)? {
        Value::Symbol(name) => Some(name),
        _ => None,
    }
}

/// `g′1(closure)`: what stands for a closure.
pub(super) fn make_version(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [Value::Function(name), closure] = args else {
        return Err(exception::error(m, "a version is made of one closure"));
    };
    let ty = version_type(m.types(), *name, closure.type_of(m.types()));
    Ok(Object::create(m.types(), ty, [closure.clone()]))
}
