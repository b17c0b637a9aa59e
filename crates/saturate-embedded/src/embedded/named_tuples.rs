//! Named tuples of a known type: what their names decide.
//!
//! A call with keyword arguments makes a named tuple, and the method that sorts them asks which names it has. The type knows:
//!
//! ```text
//! kw = NamedTuple{(:by,)}((2.0,))         NamedTuple{(:by,), Tuple{Float64}}
//! haskey(kw, :by)                         true
//! kw[:by]                                 a Float64
//! isempty(pairs(structdiff(kw, NamedTuple{(:by,)})))      true: no keyword that is not known
//! ```

use super::Embedded;
use crate::effects::Effects;
use crate::host::{CallInfo, Host, Known};
use crate::interp::kind::Kind;
use crate::interp::{typing, Value};
use crate::ir::Type;
use crate::sym::Sym;
use crate::types::{family, ty};

impl Embedded {
    /// The answer for a function of named tuples; `None` if it is another one, or a method of the user takes the call, or the names are not known.
    pub(super) fn named_tuple_call(&mut self, name: Sym, args: &[Known]) -> Option<CallInfo> {
        let first = args.first()?.ty;
        let names = self.names_of(first);
        let fields = names.as_ref().and_then(|_| self.types.fields(first));
        let found = match (name.as_str(), args, names, fields) {
            ("haskey", &[_, key], Some(names), _) => {
                let &Value::Symbol(key) = self.constants.get(key.constant?) else {
                    return None;
                };
                self.constant_answer(&Value::Bool(names.contains(&key)))
            }
            ("getindex", &[x, key], Some(names), _) => match self.constants.get(key.constant?) {
                Value::Symbol(key) if names.contains(key) => self.builtin_getfield(x, args[1]),
                _ => return None,
            },
            ("structdiff", &[_, other], Some(names), Some(fields)) => {
                let taken = match *self.constants.get(other.constant?) {
                    Value::Type(of) => self.names_of(of)?,
                    _ => return None,
                };
                let kept = |at: &usize| !taken.contains(&names[*at]);
                let kept: Vec<usize> = (0..names.len()).filter(kept).collect();
                let names: Vec<Sym> = kept.iter().map(|&at| names[at]).collect();
                let types: Vec<Type> = kept.iter().map(|&at| fields[at].1).collect();
                let ty = self.types.named_tuple(&names, &types);
                self.pure_answer(ty)
            }
            ("pairs", &[_], Some(names), Some(fields)) if fields.is_empty() => {
                let keys = self.types.tuple(&[]);
                let params = [ty::symbol(), ty::bottom(), keys, first].map(typing::Param::Type);
                debug_assert!(names.is_empty());
                let ty = typing::apply(&self.types, "Pairs", &params);
                self.pure_answer(ty)
            }
            ("isempty", &[_], None, _) if Kind::of(&self.types, first) == Kind::Pairs => {
                let of = typing::type_param(&self.types, first, 3)?;
                let names = self.names_of(of)?;
                self.constant_answer(&Value::Bool(names.is_empty()))
            }
            _ => return None,
        };
        (!self.has_user_method(name, args)).then_some(found)
    }

    /// A value of a type and nothing else: the type's only one, where it has one.
    fn pure_answer(&mut self, ty: Type) -> CallInfo {
        match self.singleton(ty) {
            Some(only) => CallInfo {
                result: Known {
                    ty,
                    constant: Some(only),
                },
                effects: Effects::PURE,
            },
            None => self.answer(ty, Effects::PURE),
        }
    }

    /// The names of a type of named tuples, with or without the types of its fields.
    fn names_of(&self, ty: Type) -> Option<Vec<Sym>> {
        let is_named = self.types.family_of(ty) == Some(family::named_tuple());
        match is_named.then(|| typing::value_param(&self.types, ty, 0))?? {
            Value::Tuple(names) => {
                let symbols = names.iter().map(|name| match name {
                    Value::Symbol(name) => Some(*name),
                    _ => None,
                });
                symbols.collect()
            }
            _ => None,
        }
    }
}
