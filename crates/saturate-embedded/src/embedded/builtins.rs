//! Calls whose result type depends on the *values* of their arguments, so that no stub can say it.
//!
//! `getfield(x, :a)` has the type of that field, `isa(x, T)` is often known, `tuple` makes a tuple of just these types.
//! Everything else is in the prelude.

use super::infer::unknown;
use super::names::Found;
use super::Embedded;
use crate::effects::Effects;
use crate::host::{CallInfo, Host, Known};
use crate::interp::{typing, Value};
use crate::ir::{Const, Type};
use crate::sym::Sym;
use crate::types::{family, ty};

impl Embedded {
    /// The answer for a builtin function; `None` if the callee is not one or a method of the user takes it.
    pub(super) fn builtin_call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        let &Value::Function(name) = self.constants.get(callee.constant?) else {
            return None;
        };
        if let Some(found) = self.named_tuple_call(name, args) {
            return Some(found);
        }
        match (name.as_str(), args) {
            ("tuple", _) => Some(self.builtin_tuple(args)),
            ("===", &[a, b]) => Some(self.builtin_egal(a, b)),
            ("typeof", &[x]) => Some(self.builtin_typeof(x)),
            ("isa", &[x, t]) => Some(self.builtin_isa(x, t)),
            ("<:", &[a, b]) => Some(self.builtin_subtype(a, b)),
            ("typeassert", &[x, t]) => Some(self.builtin_typeassert(x, t)),
            ("ifelse", &[c, a, b]) => Some(self.builtin_ifelse(c, a, b)),
            ("getfield", &[x, field]) | ("getfield", &[x, field, _])
                if self.may_name_field(field) =>
            {
                Some(self.builtin_getfield(x, field))
            }
            ("getproperty", &[x, field])
                if self.may_name_field(field) && !self.has_user_method(name, args) =>
            {
                Some(self.builtin_getfield(x, field))
            }
            ("setproperty!", &[x, field, value]) if !self.has_user_method(name, args) => {
                self.builtin_setproperty(x, field, value)
            }
            ("getindex", &[x, index]) => self.builtin_tuple_index(x, index),
            ("size", &[x, dimension]) if !self.has_user_method(name, args) => {
                self.builtin_size(x, dimension)
            }
            ("indexed_iterate", &[x, index]) | ("indexed_iterate", &[x, index, _]) => {
                self.builtin_indexed_iterate(x, index)
            }
            ("apply_type", &[_, ..]) => self.builtin_apply_type(args),
            ("kwfunc", &[f]) => self.builtin_kwfunc(f),
            ("_apply_iterate", &[_, f, ref rest @ ..]) => self.builtin_apply(f, rest),
            ("_apply", &[f, ref rest @ ..]) => self.builtin_apply(f, rest),
            _ => None,
        }
    }

    pub(super) fn has_user_method(&mut self, name: Sym, args: &[Known]) -> bool {
        let mut types = vec![self.types.function_type(name)];
        types.extend(args.iter().map(|arg| arg.ty));
        let found = self.methods.matching(&self.types, &types);
        found
            .methods
            .iter()
            .any(|found| !self.method(found.method).prelude)
    }

    pub(super) fn answer(&mut self, ty: Type, effects: Effects) -> CallInfo {
        let aliases = if self.may_be_mutable(ty) {
            Effects::ALIASES
        } else {
            Effects::PURE
        };
        CallInfo {
            result: Known { ty, constant: None },
            effects: effects | aliases,
        }
    }

    pub(super) fn constant_answer(&mut self, value: &Value) -> CallInfo {
        let constant = self.constants.intern(value);
        CallInfo {
            result: Known {
                ty: self.type_of(constant),
                constant: Some(constant),
            },
            effects: Effects::PURE,
        }
    }

    fn value(&self, constant: Option<Const>) -> Option<&Value> {
        constant.map(|constant| self.constants.get(constant))
    }

    fn type_value(&self, known: Known) -> Option<Type> {
        match self.value(known.constant) {
            Some(&Value::Type(t)) => Some(t),
            _ => None,
        }
    }

    fn builtin_tuple(&mut self, args: &[Known]) -> CallInfo {
        let types: Vec<Type> = args.iter().map(|arg| self.instance_type(arg.ty)).collect();
        let ty = self.types.tuple(&types);
        self.answer(ty, Effects::PURE)
    }

    /// The type that a value of `Type{T}` has inside a tuple or a field: `DataType`, as `typeof` says.
    pub(super) fn instance_type(&self, t: Type) -> Type {
        if self.types.family_of(t) == Some(family::type_()) {
            match self.types.parameters(t).first() {
                Some(&inner) if self.types.is_closed(inner) => {
                    typing::type_of_type(&self.types, inner)
                }
                _ => t,
            }
        } else {
            t
        }
    }

    fn builtin_egal(&mut self, a: Known, b: Known) -> CallInfo {
        let same = match (a.constant, b.constant) {
            (Some(a), Some(b)) => Some(a == b),
            _ if self.types.intersect_is_empty(a.ty, b.ty) => Some(false),
            _ => None,
        };
        // Where both may be mutable, it tells objects apart.
        let mut effects = Effects::PURE;
        if self.may_be_mutable(a.ty) && self.may_be_mutable(b.ty) {
            effects = Effects::IDENTITY;
        }
        match same {
            Some(same) => CallInfo {
                effects,
                ..self.constant_answer(&Value::Bool(same))
            },
            None => self.answer(ty::bool(), effects),
        }
    }

    fn builtin_typeof(&mut self, x: Known) -> CallInfo {
        if let Some(value) = self.value(x.constant).cloned() {
            let t = value.type_of(&self.types);
            return self.constant_answer(&Value::Type(t));
        }
        if self.types.is_concrete(x.ty) {
            return self.constant_answer(&Value::Type(x.ty));
        }
        self.answer(self.types.wrapper(family::type_()), Effects::PURE)
    }

    fn builtin_isa(&mut self, x: Known, t: Known) -> CallInfo {
        let Some(t) = self.type_value(t) else {
            return self.answer(ty::bool(), Effects::THROWS);
        };
        if self.types.subtype(x.ty, t) {
            self.constant_answer(&Value::Bool(true))
        } else if self.types.intersect_is_empty(x.ty, t) {
            self.constant_answer(&Value::Bool(false))
        } else {
            self.answer(ty::bool(), Effects::PURE)
        }
    }

    fn builtin_subtype(&mut self, a: Known, b: Known) -> CallInfo {
        match (self.type_value(a), self.type_value(b)) {
            (Some(a), Some(b)) => {
                let answer = self.types.subtype(a, b);
                self.constant_answer(&Value::Bool(answer))
            }
            _ => self.answer(ty::bool(), Effects::THROWS),
        }
    }

    fn builtin_typeassert(&mut self, x: Known, t: Known) -> CallInfo {
        match self.type_value(t) {
            Some(t) if self.types.subtype(x.ty, t) => CallInfo {
                result: x,
                ..self.answer(x.ty, Effects::PURE)
            },
            Some(t) => {
                let narrowed = self.types.intersect(x.ty, t);
                self.answer(narrowed, Effects::THROWS)
            }
            None => self.answer(x.ty, Effects::THROWS),
        }
    }

    fn builtin_ifelse(&mut self, cond: Known, a: Known, b: Known) -> CallInfo {
        match self.value(cond.constant) {
            Some(Value::Bool(taken)) => {
                let result = if *taken { a } else { b };
                CallInfo {
                    result,
                    ..self.answer(result.ty, Effects::PURE)
                }
            }
            _ => {
                let effects = if cond.ty == ty::bool() {
                    Effects::PURE
                } else {
                    Effects::THROWS
                };
                let joined = self.join(a.ty, b.ty);
                self.answer(joined, effects)
            }
        }
    }

    /// A write to a field of a known object; `None` where the value may have to be converted by the program, or it may be no such field.
    fn builtin_setproperty(&mut self, x: Known, field: Known, value: Known) -> Option<CallInfo> {
        if !self.types.is_concrete(x.ty) || !self.types.is_mutable(x.ty) {
            return None;
        }
        let Some(&Value::Symbol(name)) = self.value(field.constant) else {
            return None;
        };
        let fields = self.types.fields(x.ty)?;
        let &(_, declared) = fields.iter().find(|(field, _)| *field == name)?;
        if self.types.subtype(value.ty, declared) {
            return Some(self.answer(value.ty, Effects::WRITES));
        }
        let numbers = self.types.named(Sym::new("BitReal"))?;
        let is_number = |host: &Embedded, of: Type| host.types.subtype(of, numbers);
        let is_by_number = is_number(self, value.ty) && is_number(self, declared);
        is_by_number.then(|| self.answer(declared, Effects::WRITES | Effects::THROWS))
    }

    /// Whether something may say which field: a name or a number, and no number of another type.
    fn may_name_field(&mut self, field: Known) -> bool {
        let is_none = |ty| self.types.intersect_is_empty(field.ty, ty);
        ![ty::symbol(), ty::int64()].into_iter().all(is_none)
    }

    pub(super) fn builtin_getfield(&mut self, x: Known, field: Known) -> CallInfo {
        let members = self.types.union_types(x.ty);
        let name = self.value(field.constant).cloned();
        if x.ty == ty::module() {
            let global = match (self.value(x.constant), name) {
                (Some(&Value::Module(module)), Some(Value::Symbol(name))) => {
                    match self.look_up(Some(module), name) {
                        Some(Found::Constant(value)) => Some(value),
                        _ => None,
                    }
                }
                _ => None,
            };
            return match global {
                Some(value) => self.constant_answer(&value),
                None => self.answer(ty::any(), Effects::READS | Effects::THROWS),
            };
        }
        let mut result = ty::bottom();
        let mut effects = Effects::PURE;
        for &member in members.iter() {
            let Some(fields) = self.types.fields(member) else {
                return self.answer(ty::any(), Effects::READS | Effects::THROWS);
            };
            if self.types.is_mutable(member) {
                effects |= Effects::READS | Effects::THROWS;
            }
            let at = match &name {
                Some(Value::Symbol(name)) => fields.iter().position(|(known, _)| known == name),
                Some(Value::Int64(number)) => usize::try_from(*number - 1)
                    .ok()
                    .filter(|&at| at < fields.len()),
                _ => {
                    // Any field: the join of them all.
                    effects |= Effects::THROWS;
                    for &(_, ty) in &fields {
                        result = self.join(result, ty);
                    }
                    continue;
                }
            };
            match at {
                Some(at) => {
                    if !self.is_always_defined(member, at) {
                        effects |= Effects::THROWS;
                    }
                    result = self.join(result, fields[at].1);
                }
                None => effects |= Effects::THROWS,
            }
        }
        self.answer(result, effects)
    }

    /// Whether every constructor sets a field. Reading one that is not set throws, or gives whatever is there.
    fn is_always_defined(&self, of: Type, field: usize) -> bool {
        let name = self.types.family_of(of);
        let set = name.and_then(|name| self.incomplete.get(&name));
        set.is_none_or(|&set| field < set) || self.beliefs.fields_are_defined
    }

    /// `t[2]` of a tuple with a constant index; other indexing is in the prelude.
    fn builtin_tuple_index(&mut self, x: Known, index: Known) -> Option<CallInfo> {
        let is_tuple = self.types.is_concrete(x.ty)
            && (self.is_tuple(x.ty) || self.types.family_of(x.ty) == Some(family::named_tuple()));
        let by_position = matches!(self.value(index.constant), Some(Value::Int64(_)));
        let by_name = matches!(self.value(index.constant), Some(Value::Symbol(_)));
        (is_tuple && (by_position || by_name)).then(|| self.builtin_getfield(x, index))
    }

    /// `size(A, 2)` of a matrix: there are all dimensions from 1 on, and no matrix ever changes its size.
    fn builtin_size(&mut self, x: Known, dimension: Known) -> Option<CallInfo> {
        let is_there = matches!(self.value(dimension.constant), Some(Value::Int64(1..)));
        let is_array = self.types.family_of(x.ty) == Some(family::array());
        let rank = self.types.parameters(x.ty).get(1).copied();
        let is_matrix = is_array && rank.and_then(|rank| self.types.as_int(rank)) == Some(2);
        (is_there && is_matrix).then(|| self.answer(ty::int64(), Effects::PURE))
    }

    /// `indexed_iterate(t, i)` of a tuple: `(t[i], i + 1)`.
    fn builtin_indexed_iterate(&mut self, x: Known, index: Known) -> Option<CallInfo> {
        if !self.is_tuple(x.ty) {
            return None;
        }
        let element = self.builtin_getfield(x, index);
        let ty = self.types.tuple(&[element.result.ty, ty::int64()]);
        if element.result.ty == ty::bottom() {
            return Some(element);
        }
        Some(self.answer(ty, element.effects))
    }

    fn builtin_apply_type(&mut self, args: &[Known]) -> Option<CallInfo> {
        let values: Option<Vec<Value>> = args
            .iter()
            .map(|arg| self.value(arg.constant).cloned())
            .collect();
        let Some(values) = values else {
            return Some(self.answer(self.types.wrapper(family::type_()), Effects::THROWS));
        };
        let callee = Value::function("apply_type");
        match self.call_limited(&callee, &values, 1_000, Effects::THROWS) {
            Ok(value) => Some(self.constant_answer(&value)),
            Err(_) => Some(self.answer(ty::bottom(), Effects::THROWS)),
        }
    }

    fn builtin_kwfunc(&mut self, f: Known) -> Option<CallInfo> {
        let value = self.value(f.constant)?.clone();
        let sorter = super::machine::keyword_sorter(&self.types, &value)?;
        Some(self.constant_answer(&sorter))
    }

    /// `f(xs...)`: known where every splatted value is a tuple of known length.
    fn builtin_apply(&mut self, f: Known, rest: &[Known]) -> Option<CallInfo> {
        let mut args = Vec::new();
        for container in rest {
            if !self.is_tuple(container.ty) {
                return Some(unknown());
            }
            let Some(fields) = self.types.fields(container.ty) else {
                return Some(unknown());
            };
            let values = match self.value(container.constant) {
                Some(Value::Tuple(items)) => Some(items.clone()),
                _ => None,
            };
            for (at, &(_, ty)) in fields.iter().enumerate() {
                let constant = values
                    .as_ref()
                    .map(|items| self.constants.intern(&items[at]));
                let constant = constant.or_else(|| self.singleton(ty));
                args.push(Known { ty, constant });
            }
        }
        let info = self.infer_call(f, &args);
        Some(info.unwrap_or(CallInfo {
            result: Known {
                ty: ty::bottom(),
                constant: None,
            },
            effects: Effects::THROWS,
        }))
    }
}
