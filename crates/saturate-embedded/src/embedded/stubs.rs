//! Stubs: methods that are a signature, a result type and effects.
//!
//! ```julia
//! @stub reads alloc throws calls(f) map(f, A::Array{T,N})::Array{infer(f, T),N} where {T,N}
//! ```
//!
//! The result type is an expression over the `where` variables, the argument names and a few functions on types:
//!
//! | form | value |
//! |---|---|
//! | `promote_type(T, S...)` | what the numbers promote to; `promote_type(xs...)` those of the last argument |
//! | `eltype(T)` | the element type of a collection type |
//! | `typeof(x)` | the inferred type of an argument |
//! | `infer(f, T...)` | the inferred result of calling `f` on these types |
//! | `broadcast_type(bc)` | what `materialize(bc)` gives |
//! | `exact(T)` | `T` if it is concrete: the element type of an array of results is that of the results |
//! | `called(T)` | `T`, also where it is the type of a type: `Type{Int64}`, which elsewhere in braces is `DataType` |
//! | `prod_type(T)` | `sum_type(T)`; a product of `Bool`s is a `Bool` |
//! | `sum_type(T)` | what a sum or product of such numbers is: narrow integers become `Int64` |
//! | `typejoin(T, S, …)` | the closest common supertype |
//!
//! Effects: the words of [`Effects`], and `calls(f)`: also what calling the argument `f` may do; of a lazy broadcast,
//! what its functions may do. Where the result type
//! asks `infer(f, …)`, the effects of just those calls count; otherwise those of `f` on anything. `fresh`: the result holds nothing
//! that the call was given, though its type (`Vector`) would allow it.

use super::infer::unknown;
use super::promote::promote_type;
use super::Embedded;
use crate::diag::Diagnostic;
use crate::effects::Effects;
use crate::host::{CallInfo, Host, Known};
use crate::interp::kind::Kind;
use crate::ir::Type;
use crate::methods::MethodId;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use crate::types::{family, ty, Param, TypeData};
use std::rc::Rc;

/// Functions of the shape of an array alone.
const OF_SHAPE: &[&str] = &[
    "length",
    "size",
    "axes",
    "ndims",
    "isempty",
    "firstindex",
    "lastindex",
    "checkbounds",
];

/// What a stub says beyond its signature.
pub struct StubInfo {
    /// The tree that `result` is in.
    pub ast: Rc<Ast>,
    /// The result type; `Any` if there is none.
    pub result: Option<NodeId>,
    /// Whether the program says it: names of types are looked for there first.
    pub of_program: bool,
    /// Effects that do not depend on the arguments.
    pub effects: Effects,
    /// Whether it says that its result holds nothing that it was given, which the type of the result may leave open.
    pub fresh: bool,
    /// Arguments that are called, by position from 0.
    pub calls: Vec<usize>,
    /// Argument names, by position.
    pub args: Vec<Sym>,
}

/// What the words before a stub say.
pub(super) struct StubWords {
    pub effects: Effects,
    pub fresh: bool,
    pub calls: Vec<usize>,
}

/// What the evaluation of a result type can see.
struct Scope<'a> {
    stub: &'a StubInfo,
    vars: &'a [(Sym, Option<Type>)],
    /// Variables of which only an upper bound is known: the argument of `Ref(x::T)` may be of any type under `T`.
    open: Vec<Sym>,
    args: &'a [Known],
    is_va: bool,
    called: Called,
}

/// The calls of functions it was given that a stub makes, as far as the evaluation of its result has inferred them.
#[derive(Default)]
pub(super) struct Called {
    effects: Effects,
    any: bool,
}

/// A result type that cannot be evaluated for these arguments.
pub(super) struct Unknown;

impl Embedded {
    pub(super) fn infer_stub(
        &mut self,
        method: MethodId,
        callee: Known,
        args: &[Known],
    ) -> CallInfo {
        let body = self.method(method);
        let super::MethodBody::Stub(stub) = &body.body else {
            return unknown();
        };
        let stub = stub.clone();
        let is_va = body.is_va;
        let mut types = vec![callee.ty];
        types.extend(args.iter().map(|arg| arg.ty));
        let vars = self.where_bindings(method, &types);
        let open = self.open_variables(method, &vars);
        let mut scope = Scope {
            stub: &stub,
            vars: &vars,
            open,
            args,
            is_va,
            called: Called::default(),
        };
        let result = match stub.result {
            None => ty::any(),
            Some(node) => match self.eval_result(&mut scope, node) {
                Ok(found) => found,
                Err(Unknown) => ty::any(),
            },
        };
        let inferred = scope.called.any;
        let mut effects = stub.effects | scope.called.effects;
        let mut result = result;
        if let Some(as_array) = self.asks_user_array(method, args) {
            effects = Effects::UNKNOWN;
            // What its elements are is for the program's `getindex` to say, whatever type it declares.
            if as_array && !OF_SHAPE.contains(&self.method(method).name.as_str()) {
                result = ty::any();
            }
        }
        if self.stores_by_the_program(method, args) {
            effects = Effects::UNKNOWN;
        }
        for &at in &stub.calls {
            if args.get(at).is_some_and(|arg| self.is_broadcasted(arg.ty)) {
                effects |= self.effects_of_broadcast(args[at].ty);
            } else if args.get(at).is_some_and(|arg| self.is_generator(arg.ty)) {
                let mut called = Called::default();
                effects |= match self.generated(&mut called, args[at].ty) {
                    Ok(_) => called.effects,
                    Err(Unknown) => Effects::UNKNOWN,
                };
            } else if !inferred {
                effects |= self.effects_of_any_call(args.get(at).copied());
            }
        }
        // What `sum(f, xs)` returns is made by `f`, or is one of its results.
        if !stub.calls.is_empty()
            && !stub.effects.contains(Effects::ALLOCATES)
            && self.may_be_mutable(result)
        {
            effects |= Effects::ALLOCATES | Effects::ALIASES;
        }
        // Two lazy broadcasts of a function that gives other results each time, or that prints, are not one value.
        if self.is_broadcasted(result) {
            let deferred = self.effects_of_broadcast(result);
            if deferred.intersects(Effects::INCONSISTENT | Effects::WRITES | Effects::OTHER) {
                effects |= Effects::INCONSISTENT;
            }
        }
        let keeps = |host: &mut Embedded| {
            let given = args.iter().any(|arg| host.may_be_mutable(arg.ty));
            given && !stub.fresh && host.may_hold_objects(result)
        };
        if !self.may_be_mutable(result) {
            effects.remove(Effects::ALIASES);
        } else if !effects.contains(Effects::ALLOCATES) || keeps(self) {
            effects |= Effects::ALIASES;
        }
        CallInfo {
            result: Known {
                ty: result,
                constant: None,
            },
            effects,
        }
    }

    fn is_type_of_types(&self, of: Type) -> bool {
        let families = [family::data_type(), family::union_all(), family::union_()];
        let family = self.types.family_of(of);
        family.is_some_and(|family| families.contains(&family))
    }

    /// Whether a native may be given an array of the program's own: it then calls the program's `size` and `getindex`, which
    /// may do anything. If so, whether the stub takes it as an array.
    fn asks_user_array(&mut self, method: MethodId, args: &[Known]) -> Option<bool> {
        if self.user_arrays.is_empty() || !self.method(method).prelude {
            return None;
        }
        let arrays = self.types.wrapper(family::abstract_array());
        let declared = self.declared_types(method);
        let mut asked = None;
        for (at, arg) in args.iter().enumerate() {
            if self.may_be_user_array(arg.ty) {
                let declared = declared.get(at + 1).or(declared.last());
                let as_array =
                    declared.is_some_and(|&declared| self.types.subtype(declared, arrays));
                asked = Some(as_array || asked == Some(true));
            }
        }
        asked
    }

    /// Whether `dest .= …` may have to convert elements, and the program has conversions of its own.
    fn stores_by_the_program(&mut self, method: MethodId, args: &[Known]) -> bool {
        let (true, [dest, lazy]) = (self.method(method).name.as_str() == "materialize!", args)
        else {
            return false;
        };
        if self.user_methods(Sym::new("convert")).is_empty() {
            return false;
        }
        let Ok((given, _)) = self.broadcast_element(&mut Called::default(), lazy.ty, 0) else {
            return true;
        };
        let arrays = self.types.wrapper(family::abstract_array());
        let numbers = self.types.named(Sym::new("BitReal"));
        let is_known = self.types.is_concrete(dest.ty) && self.types.subtype(dest.ty, arrays);
        let taken = is_known.then(|| self.types.eltype(dest.ty));
        let is_number = |host: &Embedded, of: Type| {
            numbers.is_some_and(|numbers| host.types.subtype(of, numbers))
        };
        !taken.is_some_and(|taken| {
            self.types.subtype(given, taken) || is_number(self, given) && is_number(self, taken)
        })
    }

    fn may_be_user_array(&self, of: Type) -> bool {
        let arrays = self.types.wrapper(family::abstract_array());
        let mut work = vec![of];
        while let Some(of) = work.pop() {
            let TypeData::Nominal(family, params) = self.types.data(of) else {
                match self.types.data(of) {
                    TypeData::Union(members) => work.extend(members.iter()),
                    // A lazy broadcast has its arguments in a tuple.
                    TypeData::Tuple(members, rest) => {
                        work.extend(members.iter());
                        work.extend(rest.map(|tail| tail.element));
                    }
                    TypeData::Value(_) => {}
                    _ if self.types.is_concrete(of) => {}
                    _ if self.types.intersect_is_empty(of, arrays) => {}
                    _ => return true,
                }
                continue;
            };
            if self.user_arrays.contains(&family) {
                return true;
            }
            if !self.types.is_concrete(of) && !self.types.intersect_is_empty(of, arrays) {
                return true;
            }
            // What is inside a wrapper is asked as well; elements are not.
            if family != family::array() {
                work.extend(params.iter());
            }
        }
        false
    }

    /// The variables that are bound by the types of arguments alone, to a type that is not concrete. `Vector{T}` with an
    /// argument of type `Vector{Real}` says exactly what `T` is; `x::T` with an argument of type `Real` does not.
    fn open_variables(&mut self, method: MethodId, vars: &[(Sym, Option<Type>)]) -> Vec<Sym> {
        let is_open = |host: &Embedded, bound: Option<Type>| {
            bound.is_some_and(|bound| !host.types.is_dispatch_leaf(bound))
        };
        if !vars.iter().any(|&(_, bound)| is_open(self, bound)) {
            return Vec::new();
        }
        let (body, variables) = self.types.unwrap_where(self.methods.method(method).sig);
        let TypeData::Tuple(elements, _) = self.types.data(body) else {
            return Vec::new();
        };
        let mut open = Vec::new();
        for (&(name, bound), &(variable, ..)) in vars.iter().zip(variables.iter()) {
            let said_exactly = elements.iter().any(|&element| {
                element != variable
                    && self.types.substitute(element, &[(variable, ty::bottom())]) != element
            });
            if is_open(self, bound) && !said_exactly {
                open.push(name);
            }
        }
        open
    }

    /// Whether a new object of this type may hold objects that the call was given: a reference or an array of arrays.
    fn may_hold_objects(&mut self, of: Type) -> bool {
        let mut todo = vec![of];
        while let Some(of) = todo.pop() {
            if let TypeData::Union(members) = self.types.data(of) {
                todo.extend(members.iter());
                continue;
            }
            let Some(family) = self.types.family_of(of) else {
                return true;
            };
            let is_container = matches!(
                self.types.family_name(family).as_str(),
                "Array" | "RefValue"
            );
            let held = match self.types.parameter(of, 0) {
                Some(Param::Type(held)) => held,
                _ => ty::any(),
            };
            if is_container && self.may_be_mutable(held) {
                return true;
            }
        }
        false
    }

    fn is_broadcasted(&self, of: Type) -> bool {
        self.types
            .family_of(of)
            .is_some_and(|name| self.types.family_name(name).as_str() == "Broadcasted")
    }

    fn is_generator(&self, of: Type) -> bool {
        Kind::of(&self.types, of) == Kind::Generator
    }

    /// What evaluating the elements of a lazy broadcast may do.
    fn effects_of_broadcast(&mut self, of: Type) -> Effects {
        let mut called = Called::default();
        match self.broadcast_element(&mut called, of, 0) {
            Ok(_) => called.effects,
            Err(Unknown) => Effects::UNKNOWN,
        }
    }

    /// Whether a type is none of a lazy broadcast, or of one that calls nothing that writes.
    pub(super) fn broadcast_writes_nothing(&mut self, of: Type) -> bool {
        !self.is_broadcasted(of)
            || !(self.effects_of_broadcast(of)).intersects(Effects::WRITES | Effects::OTHER)
    }

    /// The effects of calling a function argument whose arguments are not known.
    fn effects_of_any_call(&mut self, f: Option<Known>) -> Effects {
        let Some(f) = f.filter(|f| self.types.is_dispatch_leaf(f.ty)) else {
            return Effects::UNKNOWN;
        };
        let constant = f.constant.or_else(|| self.singleton(f.ty));
        let f = self.without_version(Known { constant, ..f });
        let mut effects = Effects::PURE;
        for method in self.methods.of(&self.types, f.ty) {
            effects |= match &self.method(method).body {
                super::MethodBody::Stub(stub) if stub.calls.is_empty() => stub.effects,
                _ => Effects::UNKNOWN,
            };
        }
        effects | Effects::THROWS
    }

    fn eval_result(&mut self, scope: &mut Scope, node: NodeId) -> Result<Type, Unknown> {
        let ast = scope.stub.ast.clone();
        match ast.node(node) {
            Node::Symbol(name) => {
                if let Some(&(_, bound)) = scope.vars.iter().find(|(known, _)| known == name) {
                    return bound.ok_or(Unknown);
                }
                let own = self.types.own_type(*name);
                own.filter(|_| scope.stub.of_program)
                    .or_else(|| self.types.named(*name))
                    .ok_or(Unknown)
            }
            Node::Int(number) => Ok(self.types.int(*number)),
            Node::Expr(head, list) => {
                let list = ast.args(*list).to_vec();
                match *head {
                    s::CURLY => self.eval_curly(scope, &list),
                    s::CALL => self.eval_type_call(scope, &list),
                    // A `where` inside the result, an operator type: the type table's own reader knows.
                    _ => self.eval_plain(&ast, node, scope),
                }
            }
            _ => self.eval_plain(&ast, node, scope),
        }
    }

    fn eval_plain(&mut self, ast: &Ast, node: NodeId, scope: &Scope) -> Result<Type, Unknown> {
        let vars = scope.vars;
        let lookup = |name: Sym| match vars.iter().find(|&&(known, _)| known == name) {
            Some(&(_, bound)) => bound,
            None => {
                let own = self.types.own_type(name);
                own.filter(|_| scope.stub.of_program)
            }
        };
        self.types
            .eval_type(ast, node, &lookup)
            .map_err(|_| Unknown)
    }

    fn eval_curly(&mut self, scope: &mut Scope, list: &[NodeId]) -> Result<Type, Unknown> {
        let ast = scope.stub.ast.clone();
        let is_invariant = !matches!(
            ast.as_symbol(list[0]).map(|name| name.as_str()),
            Some("Tuple" | "Union")
        );
        let is_open = |node: NodeId| {
            ast.as_symbol(node)
                .is_some_and(|name| scope.open.contains(&name))
        };
        if is_invariant
            && list[1..]
                .iter()
                .any(|&param| mentions(&ast, param, &is_open))
        {
            return self.eval_result(scope, list[0]);
        }
        let mut params = Vec::with_capacity(list.len() - 1);
        for &param in &list[1..] {
            if ast.with_head(param, s::SUBTYPE).is_some() {
                return Err(Unknown);
            }
            let of = self.eval_result(scope, param)?;
            if is_called(&ast, param) {
                // Some type, and nobody knows which: the parameter is a `Type{T}` that is not known either.
                if self.is_type_of_types(of) {
                    return self.eval_result(scope, list[0]);
                }
                params.push(of);
                continue;
            }
            let of = match ast.as_symbol(param) {
                Some(_) => self.instance_type(of),
                None => of,
            };
            // Parameters are invariant: an upper bound of the element type is not the element type.
            let is_inferred = scope.stub.ast.with_head(param, s::CALL).is_some();
            if is_inferred && !self.types.is_concrete(of) {
                return Err(Unknown);
            }
            params.push(of);
        }
        match ast.as_symbol(list[0]).map(|name| name.as_str()) {
            Some("Tuple") => Ok(self.types.tuple(&params)),
            Some("Union") => Ok(self.types.union(&params)),
            Some("Type") => Ok(self.types.type_of_type(params[0])),
            _ => {
                let head = self.eval_result(scope, list[0])?;
                self.types.instantiate(head, &params).map_err(|_| Unknown)
            }
        }
    }

    fn eval_type_call(&mut self, scope: &mut Scope, list: &[NodeId]) -> Result<Type, Unknown> {
        let ast = scope.stub.ast.clone();
        let name = ast.as_symbol(list[0]).ok_or(Unknown)?;
        match name.as_str() {
            "typeof" => Ok(self.argument(scope, list[1])?.ty),
            "infer" => {
                let f = self.argument(scope, list[1])?;
                let mut types = Vec::new();
                for &node in &list[2..] {
                    types.push(self.eval_result(scope, node)?);
                }
                self.infer_inner(&mut scope.called, f, &types)
            }
            "broadcast_type" => {
                let bc = self.argument(scope, list[1])?;
                self.broadcast_type(&mut scope.called, bc.ty)
            }
            "generated" => {
                let generator = self.argument(scope, list[1])?;
                self.generated(&mut scope.called, generator.ty)
            }
            "exact" => {
                let of = self.eval_result(scope, list[1])?;
                if self.types.is_concrete(of) {
                    Ok(of)
                } else {
                    Err(Unknown)
                }
            }
            "called" => self.eval_result(scope, list[1]),
            "sum_type" | "prod_type" => {
                let of = self.eval_result(scope, list[1])?;
                if of == ty::bool() && name.as_str() == "prod_type" {
                    return Ok(of);
                }
                let narrow = [
                    ty::bool(),
                    ty::int8(),
                    ty::int16(),
                    ty::int32(),
                    ty::int64(),
                ];
                if narrow.contains(&of) {
                    Ok(ty::int64())
                } else if of == ty::float32() || of == ty::float64() {
                    Ok(of)
                } else {
                    Err(Unknown)
                }
            }
            "eltype" => {
                let of = self.eval_result(scope, list[1])?;
                Ok(self.types.eltype(of))
            }
            "promote_type" | "typejoin" => {
                let mut result = ty::bottom();
                let mut parts = Vec::new();
                for &node in &list[1..] {
                    match ast.with_head(node, s::SPLAT) {
                        Some(&[rest]) => {
                            let rest = self.argument(scope, rest)?.ty;
                            let fields = self.types.fields(rest).ok_or(Unknown)?;
                            parts.extend(fields.into_iter().map(|(_, of)| of));
                        }
                        _ => parts.push(self.eval_result(scope, node)?),
                    }
                }
                for next in parts {
                    result = match name.as_str() {
                        "promote_type" => promote_type(&self.types, result, next),
                        _ if result == ty::bottom() => next,
                        _ => self.types.typejoin(result, next),
                    };
                }
                Ok(result)
            }
            _ => Err(Unknown),
        }
    }

    fn argument(&mut self, scope: &Scope, node: NodeId) -> Result<Known, Unknown> {
        let name = scope.stub.ast.as_symbol(node).ok_or(Unknown)?;
        let at = scope
            .stub
            .args
            .iter()
            .position(|&known| known == name)
            .ok_or(Unknown)?;
        if scope.is_va && at + 1 == scope.stub.args.len() {
            let rest: Vec<Type> = scope.args[at.min(scope.args.len())..]
                .iter()
                .map(|arg| arg.ty)
                .collect();
            return Ok(Known {
                ty: self.types.tuple(&rest),
                constant: None,
            });
        }
        scope.args.get(at).copied().ok_or(Unknown)
    }

    /// The result of calling `f` inside the stub; its effects become the stub's.
    fn infer_inner(
        &mut self,
        called: &mut Called,
        f: Known,
        types: &[Type],
    ) -> Result<Type, Unknown> {
        called.any = true;
        let args: Vec<Known> = types
            .iter()
            .map(|&ty| Known {
                ty,
                constant: self.singleton(ty),
            })
            .collect();
        let f = Known {
            ty: f.ty,
            constant: f.constant.or_else(|| self.singleton(f.ty)),
        };
        match self.infer_call(f, &args) {
            Some(info) => {
                // What the function returned may be older than what holds it.
                called.effects |= info.effects.difference(Effects::ALLOCATES);
                Ok(info.result.ty)
            }
            None => {
                called.effects |= Effects::THROWS;
                Ok(ty::bottom())
            }
        }
    }

    /// What a generator over an array or a range gives for an element.
    fn generated(&mut self, called: &mut Called, generator: Type) -> Result<Type, Unknown> {
        let params = self.types.parameters(generator);
        let [over, f] = params[..] else {
            return Err(Unknown);
        };
        let element = self.types.eltype(over);
        let f = Known {
            ty: f,
            constant: self.singleton(f),
        };
        self.infer_inner(called, f, &[element])
    }

    /// What materialising a lazy broadcast gives: an array of the element function's results, or a scalar.
    fn broadcast_type(&mut self, called: &mut Called, bc: Type) -> Result<Type, Unknown> {
        let (element, ndims) = self.broadcast_element(called, bc, 0)?;
        match ndims {
            None => Err(Unknown),
            Some(0) => Ok(element),
            Some(ndims) => {
                if !self.types.is_concrete(element) {
                    return Err(Unknown);
                }
                let count = self.types.int(ndims);
                if element == ty::bool() {
                    let bits = self.types.family_named(Sym::new("BitArray"));
                    let bits = bits.ok_or(Unknown)?;
                    return self.types.apply(bits, &[count]).map_err(|_| Unknown);
                }
                self.types
                    .apply(family::array(), &[element, count])
                    .map_err(|_| Unknown)
            }
        }
    }

    /// Element type and number of dimensions of a broadcast argument.
    pub(super) fn broadcast_element(
        &mut self,
        called: &mut Called,
        of: Type,
        depth: u32,
    ) -> Result<(Type, Option<i64>), Unknown> {
        if depth > 64 {
            return Err(Unknown);
        }
        if self.is_broadcasted(of) {
            let params = self.types.parameters(of);
            let [.., f, args] = params[..] else {
                return Err(Unknown);
            };
            let fields = self.types.fields(args).ok_or(Unknown)?;
            let mut elements = Vec::new();
            let mut ndims = Some(0);
            for (_, arg) in fields {
                let (element, dims) = self.broadcast_element(called, arg, depth + 1)?;
                elements.push(element);
                ndims = match (ndims, dims) {
                    (Some(a), Some(b)) => Some(a.max(b)),
                    _ => None,
                };
            }
            let f = Known {
                ty: f,
                constant: self.singleton(f),
            };
            let element = self.infer_inner(called, f, &elements)?;
            return Ok((element, ndims));
        }
        if self
            .types
            .subtype(of, self.types.wrapper(family::abstract_array()))
        {
            let ndims = self
                .types
                .parameter_as(of, family::abstract_array(), 1)
                .and_then(|count| self.types.as_int(count));
            return Ok((self.types.eltype(of), ndims));
        }
        // Tuples alone give a tuple, beside an array they give an array: the shape is not known.
        if self.is_tuple(of) {
            return Ok((self.types.eltype(of), None));
        }
        if self.types.subtype(of, self.types.wrapper(family::ref_())) {
            let inner = self.types.parameter_as(of, family::ref_(), 0);
            return Ok((inner.unwrap_or(ty::any()), Some(0)));
        }
        // Anything else (a generator, an object of the program) is collected, or refused.
        let is_one = self.is_broadcast_as_one(of) || of == ty::nothing() || of == ty::missing();
        if is_one {
            Ok((of, Some(0)))
        } else {
            Err(Unknown)
        }
    }

    /// Reads the effects of a stub: words, and `calls(f)`.
    pub(super) fn stub_effects(
        &self,
        ast: &Ast,
        words: &[NodeId],
        args: &[Sym],
    ) -> Result<StubWords, Diagnostic> {
        let mut effects = Effects::PURE;
        let mut fresh = false;
        let mut calls = Vec::new();
        for &node in words {
            let error = |message: String| Diagnostic::at(&ast.source, ast.span(node), message);
            if let Some(word) = ast.as_symbol(node) {
                if word.as_str() == "fresh" {
                    fresh = true;
                    continue;
                }
                effects |= Effects::from_word(word.as_str()).ok_or_else(|| {
                    error(format!("`{word}` is not an effect")).help(format!(
                        "the effects are {}",
                        Effects::words().collect::<Vec<_>>().join(", ")
                    ))
                })?;
            } else if let Some([callee, names @ ..]) = ast.with_head(node, s::CALL) {
                if ast.as_symbol(*callee).map(|name| name.as_str()) != Some("calls") {
                    return Err(error("expected an effect or `calls(f)`".into()));
                }
                for &name in names {
                    let at = ast
                        .as_symbol(name)
                        .and_then(|name| args.iter().position(|&known| known == name))
                        .ok_or_else(|| error("`calls` names an argument of the stub".into()))?;
                    calls.push(at);
                }
            } else {
                return Err(error("expected an effect or `calls(f)`".into()));
            }
        }
        Ok(StubWords {
            effects,
            fresh,
            calls,
        })
    }
}

/// Whether a node or one below it is of some kind.
fn mentions(ast: &Ast, node: NodeId, is: &dyn Fn(NodeId) -> bool) -> bool {
    let mut work = vec![node];
    while let Some(node) = work.pop() {
        if is(node) {
            return true;
        }
        if let Node::Expr(_, list) = ast.node(node) {
            work.extend(ast.args(*list));
        }
    }
    false
}

/// Whether a node is `called(T)`.
fn is_called(ast: &Ast, node: NodeId) -> bool {
    let list = ast.with_head(node, s::CALL);
    let callee = list.and_then(|list| ast.as_symbol(*list.first()?));
    callee.is_some_and(|name| name.as_str() == "called")
}
