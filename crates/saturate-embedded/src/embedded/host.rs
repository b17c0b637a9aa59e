//! The embedded host's answers to the optimiser.

use super::names::Found;
use super::Embedded;
use crate::diag::Source;
use crate::effects::Effects;
use crate::host::{
    Argument, Body, Builtin, CallInfo, Declared, Evaluator, Global, Host, Known, NoBody, Takes,
};
use crate::interp::{typing, Machine, Value};
use crate::ir::slots::Literal;
use crate::ir::{Const, Function, Narrowing, Type};
use crate::sym::Sym;
use crate::syntax::ast::{Ast, NodeId};
use crate::types::{family, ty, TypeData};
use rustc_hash::FxHashMap;

/// Steps that a dynamic right side or a guard may take.
const EVALUATION_FUEL: u64 = 10_000_000;

/// What a dynamic right side or a guard may do: it runs when the optimiser likes, and as often.
const EVALUATION_EFFECTS: Effects = Effects::UNKNOWN
    .difference(Effects::WRITES)
    .difference(Effects::OTHER)
    .difference(Effects::GLOBAL)
    .difference(Effects::INCONSISTENT);

/// Functions of the prelude that write to their first argument and to nothing else.
const WRITERS: &[&str] = &["setindex!", "materialize!", "mul!", "copyto!", "fill!"];

/// A join of more different types than this is their `typejoin`.
const MAX_UNION: usize = 4;

impl Host for Embedded {
    fn any(&mut self) -> Type {
        ty::any()
    }

    fn bottom(&mut self) -> Type {
        ty::bottom()
    }

    fn bool(&mut self) -> Type {
        ty::bool()
    }

    fn subtype(&mut self, a: Type, b: Type) -> bool {
        self.types.subtype(a, b)
    }

    fn join(&mut self, a: Type, b: Type) -> Type {
        if a == b || b == ty::bottom() {
            return a;
        }
        if a == ty::bottom() {
            return b;
        }
        let union = self.types.union(&[a, b]);
        if self.types.union_types(union).len() <= MAX_UNION {
            union
        } else {
            let members = self.types.union_types(union);
            self.types.typejoin_all(&members)
        }
    }

    fn typejoin(&mut self, a: Type, b: Type) -> Type {
        self.types.typejoin(a, b)
    }

    fn union_types(&mut self, ty: Type) -> Vec<Type> {
        self.types.union_types(ty).to_vec()
    }

    fn narrow(&mut self, ty: Type, narrowing: Narrowing) -> Type {
        match narrowing {
            Narrowing::Is(test) => {
                let met = self.types.intersect(ty, test);
                // An intersection may be computed too wide; the narrower side is always right.
                if self.types.subtype(met, ty) {
                    met
                } else {
                    ty
                }
            }
            Narrowing::IsNot(test) => self.types.subtract(ty, test),
        }
    }

    fn singleton(&mut self, ty: Type) -> Option<Const> {
        if let Some(known) = self.singletons.get(&ty) {
            return *known;
        }
        let value = self.singleton_value(ty);
        let constant = value.map(|value| self.constants.intern(&value));
        self.singletons.insert(ty, constant);
        constant
    }

    fn may_be_mutable(&mut self, ty: Type) -> bool {
        // A definition may complete a type that another one mentions.
        if self.mutable.0 != self.generation {
            self.mutable = (self.generation, FxHashMap::default());
        }
        if let Some(&known) = self.mutable.1.get(&ty) {
            return known;
        }
        let mutable = self.types.may_contain_mutable(ty);
        self.mutable.1.insert(ty, mutable);
        mutable
    }

    fn type_of(&mut self, constant: Const) -> Type {
        if let Some(&known) = self.constant_types.get(&constant) {
            return known;
        }
        let value = self.constants.get(constant).clone();
        let ty = match value {
            // `Type{Vector{T}}` is no type before something binds `T`.
            Value::Type(of) if !self.types.is_closed(of) => self.types.wrapper(family::type_()),
            value => self.dispatch_type_of(&value),
        };
        self.constant_types.insert(constant, ty);
        ty
    }

    fn as_type(&mut self, constant: Const) -> Option<Type> {
        match self.constants.get(constant) {
            Value::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    fn as_bool(&mut self, constant: Const) -> Option<bool> {
        match self.constants.get(constant) {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn literal(&mut self, literal: &Literal) -> Const {
        let value = super::machine::literal_value(literal);
        self.constants.intern(&value)
    }

    fn global(&mut self, module: Option<Sym>, name: Sym) -> Global {
        match self.look_up(module, name) {
            Some(Found::Constant(value)) => Global::Constant(self.constants.intern(&value)),
            Some(Found::Variable(_)) => Global::Variable(ty::any()),
            None => Global::Undefined,
        }
    }

    fn home(&self, source: &Source) -> Option<Sym> {
        self.home_of(source)
    }

    fn builtin(&mut self, constant: Const) -> Option<Builtin> {
        match self.constants.get(constant) {
            Value::Function(name) => match name.as_str() {
                "isa" => Some(Builtin::Isa),
                "===" => Some(Builtin::Egal),
                "!" | "not_int" => Some(Builtin::Not),
                "assume" => Some(Builtin::Assume),
                _ => None,
            },
            _ => None,
        }
    }

    fn call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        self.infer_call(callee, args)
    }

    fn covers(&mut self, callee: Known, args: &[Known]) -> bool {
        self.has_all_methods(callee, args)
    }

    fn may_run_own(&mut self, callee: Known, args: &[Known]) -> bool {
        self.may_run_user_method(callee, args)
    }

    fn is_of_library(&mut self, ty: Type) -> bool {
        self.is_of_prelude(ty)
    }

    fn says_all(&mut self, ty: Type) -> bool {
        self.types.is_concrete_throughout(ty)
    }

    fn most_arguments(&mut self, function: Const) -> Option<usize> {
        let callee = self.type_of(function);
        let mut most = None;
        for id in self.methods.of(&self.types, callee) {
            if self.method(id).is_va {
                return None;
            }
            most = most.max(Some(self.declared_types(id).len().saturating_sub(1)));
        }
        most
    }

    fn new_object(&mut self, of: Known, args: &[Known]) -> CallInfo {
        let made = match self.constants_type(of) {
            Some(made) => made,
            None => {
                return CallInfo {
                    result: Known {
                        ty: ty::any(),
                        constant: None,
                    },
                    effects: Effects::ALLOCATES | Effects::THROWS | Effects::ALIASES,
                }
            }
        };
        let ty = self.applied_to_fields(made, args);
        let mut effects = Effects::PURE;
        if self.types.is_mutable(ty) {
            effects |= Effects::ALLOCATES;
        }
        if args
            .iter()
            .any(|arg| self.types.may_contain_mutable(arg.ty))
        {
            effects |= Effects::ALIASES;
        }
        let constant = self.singleton(ty);
        CallInfo {
            result: Known { ty, constant },
            effects,
        }
    }

    fn opaque(&mut self, head: Sym, _args: &[Known], _payload: Option<Const>) -> CallInfo {
        let (ty, effects) = match head.as_str() {
            "the_exception" => (ty::any(), Effects::READS | Effects::ALIASES),
            "boundscheck" | "isdefined" => (ty::bool(), Effects::PURE),
            "copyast" => (ty::any(), Effects::ALLOCATES),
            "loopinfo" | "gc_preserve_end" => (ty::nothing(), Effects::OTHER),
            _ => (ty::any(), Effects::UNKNOWN),
        };
        CallInfo {
            result: Known { ty, constant: None },
            effects,
        }
    }

    fn writes_first_only(&mut self, callee: Known, args: &[Known]) -> bool {
        let (Some(callee), [first, rest @ ..]) = (callee.constant, args) else {
            return false;
        };
        let Value::Function(name) = *self.constants.get(callee) else {
            return false;
        };
        let first = first.ty;
        WRITERS.contains(&name.as_str())
            && self.user_methods(name).is_empty()
            && self.types.family_of(first) == Some(family::array())
            && !self.types.may_contain_mutable(self.types.eltype(first))
            && rest.iter().all(|arg| self.broadcast_writes_nothing(arg.ty))
    }

    fn body(&mut self, callee: Known, args: &[Known]) -> Result<Body, NoBody> {
        self.body_of(callee, args)
    }

    fn handed_over(&mut self, callee: Known, args: &[Known]) -> Vec<(usize, Takes)> {
        self.handed_to_prelude(callee, args).unwrap_or_default()
    }

    fn declare(&mut self, callee: Known, args: &[Type]) -> Option<Const> {
        self.declare_version(callee, args)
    }

    fn define(&mut self, declared: Const, function: &Function) {
        self.define_version(declared, function);
    }

    fn converted(&mut self, constant: Const, ty: Type) -> Option<Const> {
        let Global::Constant(convert) =
            Host::global(self, Some(crate::sym::s::BASE), Sym::new("convert"))
        else {
            return None;
        };
        let of = self.type_of(constant);
        // Only the numbers that every program has: what a conversion of others means is their author's.
        let is_plain = |ty: Type| {
            let complex = self.types.family_of(ty) == Some(family::complex());
            let part = match complex {
                true => self.types.parameters(ty).first().copied(),
                false => Some(ty),
            };
            part.is_some_and(|part| {
                self.types.is_primitive(part) && self.types.subtype(part, ty::real())
            })
        };
        if !is_plain(of) || !is_plain(ty) {
            return None;
        }
        let mut converted = |to: Type, value: Const| {
            let to = self.constants.intern(&Value::Type(to));
            let known = |host: &mut Embedded, constant| Known {
                ty: host.type_of(constant),
                constant: Some(constant),
            };
            let (callee, to, value) = (known(self, convert), known(self, to), known(self, value));
            Host::call(self, callee, &[to, value])?.result.constant
        };
        let there = converted(ty, constant)?;
        (converted(of, there)? == constant).then_some(there)
    }

    fn field(&mut self, ty: Type, name: Const) -> Option<u32> {
        if self.types.is_mutable(ty) || !self.types.is_concrete(ty) {
            return None;
        }
        let fields = self.types.fields(ty)?;
        let number = match self.constants.get(name) {
            Value::Symbol(name) => fields.iter().position(|(field, _)| field == name)?,
            Value::Int64(number) => usize::try_from(*number).ok()?.checked_sub(1)?,
            _ => return None,
        };
        u32::try_from(number).ok()
    }

    fn plain_elements(&mut self, ty: Type) -> Option<Type> {
        let is_array = self.types.family_of(ty) == Some(family::array());
        let element = is_array.then(|| self.types.eltype(ty))?;
        self.types.is_bits(element).then_some(element)
    }

    fn ndims(&mut self, ty: Type) -> Option<u32> {
        // A lazy broadcast has as many dimensions as its widest argument.
        let lazy = self.types.family_named(Sym::new("Broadcasted"));
        let mut most = 0;
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            if self.is_broadcast_as_one(ty) {
                continue;
            }
            match self.types.data(ty) {
                TypeData::Nominal(name, params) if Some(name) == lazy => {
                    match self.types.data(*params.get(3)?) {
                        TypeData::Tuple(args, None) => todo.extend(args.iter().copied()),
                        _ => return None,
                    }
                }
                _ => {
                    let count = self.types.parameter_as(ty, family::abstract_array(), 1)?;
                    let count = self.types.as_int(count)?;
                    most = most.max(u32::try_from(count).ok()?);
                }
            }
        }
        Some(most)
    }

    fn compile(&mut self, ast: &Ast, body: NodeId, params: &[Sym]) -> Result<Evaluator, String> {
        let params: Vec<&str> = params.iter().map(|name| name.as_str()).collect();
        let body = crate::syntax::print::to_string(ast, body);
        let text = format!("({},) -> begin\n{body}\nend", params.join(", "));
        let text = if params.is_empty() {
            text.replacen("(,)", "()", 1)
        } else {
            text
        };
        let function = self.at_home(ast, |host| host.eval(&text));
        let function = function.map_err(|error| error.message)?;
        self.evaluators.push(function);
        Ok(Evaluator::from_u32(self.evaluators.len() as u32 - 1))
    }

    fn evaluate(&mut self, code: Evaluator, args: &[Argument]) -> Result<Option<Const>, String> {
        let function = self.evaluators[code.as_u32() as usize].clone();
        let args: Vec<Value> = args
            .iter()
            .map(|arg| match arg {
                Argument::One(value) => self.constants.get(*value).clone(),
                Argument::Many(values) => Value::tuple(
                    values
                        .iter()
                        .map(|&value| self.constants.get(value).clone()),
                ),
            })
            .collect();
        match self.call_limited(&function, &args, EVALUATION_FUEL, EVALUATION_EFFECTS) {
            Ok(Value::Nothing) => Ok(None),
            Ok(value) => Ok(Some(self.constants.intern(&value))),
            Err(thrown) => Err(self.describe_thrown(&thrown)),
        }
    }

    fn snapshot(&mut self, constant: Const) -> Result<Const, String> {
        let value = self.constants.get(constant).clone();
        match Machine::call_named(self, "deepcopy", &[value]) {
            Ok(copied) => Ok(self.constants.intern(&copied)),
            Err(thrown) => Err(self.describe_thrown(&thrown)),
        }
    }

    fn declare_effects(&mut self, declared: &[Declared]) {
        if self.declared != declared {
            self.declared = declared.to_vec();
            self.generation += 1;
        }
    }

    fn show_type(&mut self, ty: Type) -> String {
        self.types.show(ty)
    }

    fn show_constant(&mut self, constant: Const) -> String {
        let value = self.constants.get(constant).clone();
        self.source_of(&value, constant)
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, String> {
        self.type_from_text(text).map_err(|error| match error.help {
            Some(help) => format!("{} ({help})", error.message),
            None => error.message,
        })
    }

    fn parse_constant(&mut self, text: &str) -> Result<Const, String> {
        self.constant_from_text(text)
    }
}

impl Embedded {
    /// Whether a broadcast takes a value of this type as a whole: numbers, functions, `Ref`s and the like.
    pub(super) fn is_broadcast_as_one(&self, ty: Type) -> bool {
        let wholes = [
            ty::number(),
            ty::function(),
            ty::abstract_string(),
            ty::abstract_char(),
            ty::symbol(),
        ];
        let families = [family::val(), family::type_(), family::ref_value()];
        wholes.iter().any(|&whole| self.types.subtype(ty, whole))
            || self
                .types
                .family_of(ty)
                .is_some_and(|family| families.contains(&family))
    }

    /// The only instance of a type, if it is known how to make it.
    fn singleton_value(&mut self, of: Type) -> Option<Value> {
        if of == ty::nothing() {
            return Some(Value::Nothing);
        }
        if of == ty::missing() {
            return Some(Value::Missing);
        }
        if let Some(name) = self.function_name(of) {
            return Some(Value::Function(name));
        }
        // `Type{T}` has the one instance `T`.
        if self.types.family_of(of) == Some(family::type_()) {
            let inner = *self.types.parameters(of).first()?;
            return self.types.is_closed(inner).then_some(Value::Type(inner));
        }
        if !self.types.is_singleton(of) {
            return None;
        }
        // An irrational knows its value beyond what its type says.
        if self.types.family_of(of) == Some(family::irrational()) {
            let make = crate::interp::native::lookup("Irrational")?;
            return make(self, &[Value::Type(of)]).ok();
        }
        let mut fields = Vec::new();
        for (_, field) in self.types.fields(of).unwrap_or_default() {
            fields.push(self.singleton_value(field)?);
        }
        if self.is_tuple(of) {
            return Some(Value::tuple(fields));
        }
        Some(crate::interp::Object::create(&self.types, of, fields))
    }

    /// The type that an operand is known to *be*.
    fn constants_type(&mut self, known: Known) -> Option<Type> {
        match known.constant.map(|constant| self.constants.get(constant)) {
            Some(Value::Type(ty)) => Some(*ty),
            _ => None,
        }
    }

    /// A type with parameters left open (`#f#1`, a closure's) applied to the types of its fields.
    pub(super) fn applied_to_fields(&mut self, made: Type, args: &[Known]) -> Type {
        if self.types.is_concrete(made) {
            return made;
        }
        let types: Vec<Type> = args
            .iter()
            .map(|arg| {
                match arg
                    .constant
                    .map(|constant| self.constants.get(constant).clone())
                {
                    Some(Value::Type(inner)) => typing::type_of_type(&self.types, inner),
                    _ => arg.ty,
                }
            })
            .collect();
        // A field of an unknown type gives the parameter the type that its value has.
        if !types.iter().all(|&of| self.types.is_dispatch_leaf(of)) {
            return made;
        }
        self.types.instantiate(made, &types).unwrap_or(made)
    }
}
