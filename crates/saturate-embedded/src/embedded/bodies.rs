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

use super::{Embedded, MethodBody};
use crate::host::{Body, Host, Known, NoBody};
use crate::interp::code::{compile, Code};
use crate::interp::Value;
use crate::ir::julia::is_identifier;
use crate::ir::{Const, Function, Type};
use crate::sym::Sym;
use crate::types::{family, plain_name};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A version of a function.
struct Version {
    /// The function that it stands for.
    original: Const,
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
];

/// What a call of a version runs.
pub(super) enum Runs {
    /// Its code.
    Code(Rc<Code>),
    /// The function that it stands for.
    Original(Value),
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
        let special = self.specialize(id, &types).map_err(NoBody::Unreadable)?;
        Ok(special.body())
    }

    /// The function that a call of the prelude is given and only calls, with the types of what it calls it with.
    pub(super) fn handed_to_prelude(&self, callee: Known, args: &[Known]) -> Option<Vec<Type>> {
        let Value::Function(name) = *self.constants.get(callee.constant?) else {
            return None;
        };
        let &(_, first) = RECEIVERS.iter().find(|(of, _)| *of == name.as_str())?;
        let is_plain = |ty: Type| self.types.family_of(ty) == Some(family::array());
        let collections = args.get(first..).filter(|args| !args.is_empty())?;
        if !self.user_methods(name).is_empty() || !collections.iter().all(|arg| is_plain(arg.ty)) {
            return None;
        }
        Some(
            collections
                .iter()
                .map(|arg| self.types.eltype(arg.ty))
                .collect(),
        )
    }

    /// A version of a function, without code.
    pub(super) fn declare_version(&mut self, callee: Const, types: &[Type]) -> Option<Const> {
        let Value::Function(name) = *self.constants.get(callee) else {
            return None;
        };
        let number = self.versions.by_name.len() + 1;
        let plain = plain_name(name);
        let plain = if is_identifier(plain) {
            plain
        } else {
            "version"
        };
        let name = Sym::new(&format!("{plain}′{number}"));
        let version = Version {
            original: callee,
            types: types.to_vec(),
            function: None,
            code: None,
            checked: None,
        };
        self.versions.by_name.insert(name, version);
        Some(self.constants.intern(&Value::Function(name)))
    }

    /// Gives a version its code.
    pub(super) fn define_version(&mut self, declared: Const, function: &Function) {
        let Value::Function(name) = *self.constants.get(declared) else {
            return;
        };
        if let Some(version) = self.versions.by_name.get_mut(&name) {
            version.function = Some(Rc::new(function.clone()));
        }
    }

    /// The function that a version stands for.
    pub fn original_of(&self, function: Const) -> Option<Const> {
        if self.versions.is_empty() {
            return None;
        }
        let Value::Function(name) = self.constants.get(function) else {
            return None;
        };
        let version = self.versions.by_name.get(name)?;
        Some(version.original)
    }

    /// What runs where a version is called with arguments of these types: its code, with claims where runs are checked, or the original, where it is
    /// not for these.
    pub(super) fn version_of(&mut self, callee: &Value, types: &[Type]) -> Option<Runs> {
        let Value::Function(name) = callee else {
            return None;
        };
        let version = self.versions.by_name.get(name)?;
        let fits = version.types.len() == types.len()
            && (types.iter().zip(&version.types)).all(|(&of, &ty)| self.types.subtype(of, ty));
        if !fits {
            return Some(Runs::Original(self.constants.get(version.original).clone()));
        }
        self.version_code(*name).map(Runs::Code)
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
        match callee.constant.and_then(|known| self.original_of(known)) {
            Some(original) => Known {
                ty: self.type_of(original),
                constant: Some(original),
            },
            None => callee,
        }
    }
}
