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
use crate::ir::{Const, Function};
use crate::sym::Sym;
use crate::types::plain_name;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A version of a function.
struct Version {
    /// The function that it stands for.
    original: Const,
    /// Nothing while it is only declared.
    function: Option<Rc<Function>>,
    code: Option<Rc<Code>>,
    /// The same with claims, for checked runs.
    checked: Option<Rc<Code>>,
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

    /// A version of a function, without code.
    pub(super) fn declare_version(&mut self, callee: Const) -> Option<Const> {
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

    /// The code of a version, with claims where runs are checked.
    pub(super) fn version_code(&mut self, callee: &Value) -> Option<Rc<Code>> {
        let Value::Function(name) = callee else {
            return None;
        };
        let version = self.versions.by_name.get(name)?;
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
        let version = self.versions.by_name.get_mut(name)?;
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
