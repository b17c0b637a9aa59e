//! Assignment: names, fields, elements, tuples, chains, method definitions in short form.
//!
//! ```text
//! a.b = x            setproperty!(a, :b, x)
//! A[i] = x           setindex!(A, x, i)
//! a, b = b, a        t1 = b; t2 = a; a = t1; b = t2          (no tuple)
//! a, b = x           indexed_iterate(x, 1) …, indexed_iterate(x, 2, state) …
//! a, b... = x        … then b = Base.rest(x, state)
//! ```
//!
//! The value of an assignment is its right side, whatever was done to store it.

use super::{query, Expander, Result};
use crate::slots::Literal;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::core::{Core, CoreId};

impl Expander<'_> {
    pub(super) fn expand_assign(&mut self, lhs: NodeId, rhs: NodeId) -> Result<CoreId> {
        if self.defines_function(lhs) {
            return self.expand_function(lhs, Some(rhs));
        }
        if let Some(args) = self.args_of(lhs, s::CURLY) {
            return self.expand_type_alias(&args, rhs);
        }
        if self.has_head(rhs, s::ASSIGN) {
            return self.expand_chain(lhs, rhs);
        }
        match *self.ast.node(lhs) {
            Node::Symbol(name) => {
                let value = self.expand(rhs)?;
                Ok(self.assign_name(name, value))
            }
            Node::GlobalRef(..) => {
                let value = self.expand(rhs)?;
                let target = self.expand(lhs)?;
                Ok(self.add(Core::Assign(target, value)))
            }
            Node::Expr(head, args) => {
                let args: super::Nodes = self.ast.args(args).into();
                match (head, &args[..]) {
                    (s::TEMP, _) => self.assign_temp(lhs, rhs),
                    (s::DOT, &[object, field]) => self.assign_field(object, field, rhs),
                    (s::TUPLE, lhss) => self.assign_tuple(lhss, rhs),
                    (s::REF, &[array, ref indices @ ..]) => {
                        self.assign_element(array, indices, rhs)
                    }
                    (s::TYPED, &[var, ty]) => self.assign_typed(var, ty, rhs),
                    (s::TYPED_HCAT, _) => {
                        self.invalid("invalid spacing in the left side of an indexed assignment")
                    }
                    (s::VCAT | s::TYPED_VCAT, _) => {
                        self.invalid("use `(a, b) = …` to assign several values")
                    }
                    _ => self.invalid(format!("`{head}` is not a place to assign to")),
                }
            }
            _ => self.invalid("the left side of the assignment is not a place to assign to"),
        }
    }

    fn assign_temp(&mut self, lhs: NodeId, rhs: NodeId) -> Result<CoreId> {
        let value = self.expand(rhs)?;
        let target = self.expand(lhs)?;
        match self.tree.nodes[target].core {
            Core::Temp(temp) => Ok(self.add(Core::SetTemp(temp, value))),
            _ => self.fail("a malformed temporary"),
        }
    }

    /// `a = b = c` is `t = c; b = t; a = t`.
    fn expand_chain(&mut self, lhs: NodeId, rhs: NodeId) -> Result<CoreId> {
        let mut targets = vec![lhs];
        let mut rhs = rhs;
        while let Some(&[inner, value]) = self.ast.with_head(rhs, s::ASSIGN) {
            if self.defines_function(inner) {
                break;
            }
            targets.push(inner);
            rhs = value;
        }
        let mut stmts = Vec::new();
        let value = if self.is_symbol_like(rhs) {
            rhs
        } else {
            let value = self.expand(rhs)?;
            self.bind(value, &mut stmts)
        };
        for &target in targets.iter().rev() {
            stmts.push(self.expand_assign(target, value)?);
        }
        let value = self.expand(value)?;
        stmts.push(self.add(Core::Unnecessary(value)));
        Ok(self.block(stmts))
    }

    fn assign_field(&mut self, object: NodeId, field: NodeId, rhs: NodeId) -> Result<CoreId> {
        if self.has_head(field, s::TUPLE) {
            return self.invalid("`f.(x) = …` is not a place to assign to");
        }
        let mut stmts = Vec::new();
        let object = if self.is_symbol_like(object) {
            object
        } else {
            let object = self.expand(object)?;
            self.bind(object, &mut stmts)
        };
        let field = if self.is_atom(field) || self.is_quoted(field) {
            field
        } else {
            let field = self.expand(field)?;
            self.bind(field, &mut stmts)
        };
        let value = if self.is_symbol_like(rhs) || self.is_atom(rhs) {
            rhs
        } else {
            let value = self.expand(rhs)?;
            self.bind(value, &mut stmts)
        };
        stmts.push(self.call_top("setproperty!", &[object, field, value])?);
        let value = self.expand(value)?;
        stmts.push(self.add(Core::Unnecessary(value)));
        Ok(self.block(stmts))
    }

    fn assign_element(&mut self, array: NodeId, indices: &[NodeId], rhs: NodeId) -> Result<CoreId> {
        let mut stmts = Vec::new();
        let array = self.reusable_array(array, indices, &mut stmts)?;
        let indices = self.process_indices(array, indices, &mut stmts)?;
        let value = if self.is_atom(rhs) || self.is_quoted(rhs) || self.has_head(rhs, s::TEMP) {
            rhs
        } else {
            let value = self.expand(rhs)?;
            self.bind(value, &mut stmts)
        };
        stmts.push(self.call_indexed("setindex!", array, Some(value), &indices)?);
        let value = self.expand(value)?;
        stmts.push(self.add(Core::Unnecessary(value)));
        Ok(self.block(stmts))
    }

    /// `x::T = v` declares the variable's type; on any other place it asserts.
    fn assign_typed(&mut self, var: NodeId, ty: NodeId, rhs: NodeId) -> Result<CoreId> {
        let mut stmts = Vec::new();
        let var = self.without_effects(var, &mut stmts)?;
        stmts.push(self.declare_type(var, ty)?);
        stmts.push(self.expand_assign(var, rhs)?);
        Ok(self.block(stmts))
    }

    pub(super) fn declare_type(&mut self, var: NodeId, ty: NodeId) -> Result<CoreId> {
        if self.ast.as_symbol(var).is_some() {
            let var = self.expand(var)?;
            let ty = self.expand(ty)?;
            Ok(self.add(Core::Decl(var, ty)))
        } else {
            self.call_core("typeassert", &[var, ty])
        }
    }

    fn assign_tuple(&mut self, lhss: &[NodeId], rhs: NodeId) -> Result<CoreId> {
        if let &[only] = lhss {
            if let Some(names) = self.args_of(only, s::PARAMETERS) {
                return self.assign_properties(&names, rhs);
            }
        }
        let slurp = lhss.iter().position(|&lhs| self.is_splat(lhs));
        if let Some(values) = self.args_of(rhs, s::TUPLE) {
            let named = values.iter().any(|&value| {
                self.has_head(value, s::ASSIGN) || self.has_head(value, s::PARAMETERS)
            });
            if slurp.is_none() && !named && !lhss.is_empty() && self.sides_match(lhss, &values) {
                return self.assign_pairwise(lhss, &values);
            }
        }
        match slurp {
            Some(at) if at + 1 < lhss.len() => {
                self.fail("`...` before the end of the left side of an assignment")
            }
            slurp => self.assign_iterated(lhss, slurp, rhs),
        }
    }

    /// `(; a, b) = x` reads the properties of `x`.
    fn assign_properties(&mut self, names: &[NodeId], rhs: NodeId) -> Result<CoreId> {
        let mut stmts = Vec::new();
        let value = self.expand(rhs)?;
        let value = self.bind(value, &mut stmts);
        for &target in names {
            let var = match self.ast.with_head(target, s::TYPED) {
                Some(&[var, _]) => var,
                _ => target,
            };
            let Some(name) = self.ast.as_symbol(var) else {
                return self.invalid("destructuring by property needs names");
            };
            let getproperty = self.n_top("getproperty");
            let field = self.n_quoted(name);
            let property = self.n_call(getproperty, &[value, field]);
            stmts.push(self.expand_assign(target, property)?);
        }
        let value = self.expand(value)?;
        stmts.push(self.add(Core::Unnecessary(value)));
        Ok(self.block(stmts))
    }

    /// As many on the right as on the left, or fewer and then a splat.
    fn sides_match(&self, lhss: &[NodeId], values: &[NodeId]) -> bool {
        match values.iter().position(|&value| self.is_splat(value)) {
            Some(at) => at + 1 == values.len() && at < lhss.len(),
            None => lhss.len() == values.len(),
        }
    }

    /// `(a, b) = (x, y)` without making a tuple. A variable is set at once if nothing later reads or sets it.
    fn assign_pairwise(&mut self, lhss: &[NodeId], values: &[NodeId]) -> Result<CoreId> {
        let (mut stmts, mut after, mut elements) = (Vec::new(), Vec::new(), Vec::new());
        for (at, (&lhs, &value)) in lhss.iter().zip(values).enumerate() {
            let name = self.ast.as_symbol(lhs);
            let simple = self.is_atom(value)
                || self.is_quoted(value)
                || matches!(self.ast.node(value), Node::Nothing);
            let immediate = name.is_some_and(|name| {
                simple
                    && !values[at + 1..]
                        .iter()
                        .any(|&later| self.mentions(later, name))
                    && !self
                        .ast
                        .as_symbol(value)
                        .is_some_and(|value| lhss.iter().any(|&lhs| self.mentions(lhs, value)))
            });
            if immediate {
                stmts.push(self.expand_assign(lhs, value)?);
                elements.push(value);
            } else if self.is_splat(value) {
                let inner = self.args_of(value, s::SPLAT).expect("a splat")[0];
                let inner = self.expand(inner)?;
                let rest = self.bind(inner, &mut stmts);
                stmts.append(&mut after);
                let lhs = self.n_expr(s::TUPLE, &lhss[at..]);
                stmts.push(self.expand_assign(lhs, rest)?);
                elements.push(self.n_expr(s::SPLAT, &[rest]));
                break;
            } else {
                let value = self.expand(value)?;
                let temp = self.bind(value, &mut stmts);
                after.push(self.expand_assign(lhs, temp)?);
                elements.push(temp);
            }
        }
        stmts.append(&mut after);
        let tuple = self.call_core("tuple", &elements)?;
        stmts.push(self.add(Core::Unnecessary(tuple)));
        Ok(self.block(stmts))
    }

    /// `(a, b) = x` by the iteration protocol; a last `b...` takes what is left.
    fn assign_iterated(
        &mut self,
        lhss: &[NodeId],
        slurp: Option<usize>,
        rhs: NodeId,
    ) -> Result<CoreId> {
        let mut stmts = Vec::new();
        let state = self.gensym();
        self.declare_local(state);
        let state = self.n_symbol(state);
        let reuse = self.has_head(rhs, s::TEMP)
            || self.ast.as_symbol(rhs).is_some_and(|name| {
                !lhss
                    .iter()
                    .any(|&lhs| self.ast.as_symbol(lhs) == Some(name))
            });
        let source = if reuse {
            rhs
        } else {
            let value = self.expand(rhs)?;
            self.bind(value, &mut stmts)
        };
        for (at, &lhs) in lhss.iter().enumerate() {
            let position = self.n_int(at as i64 + 1);
            if slurp == Some(at) {
                let target = self.args_of(lhs, s::SPLAT).expect("a splat")[0];
                let rest = self.n_top("rest");
                let args = if at == 0 {
                    vec![source]
                } else {
                    vec![source, state]
                };
                let rest = self.n_call(rest, &args);
                stmts.push(self.expand_assign(target, rest)?);
                continue;
            }
            let step = self.n_top("indexed_iterate");
            let step = if at == 0 {
                self.n_call(step, &[source, position])
            } else {
                self.n_call(step, &[source, position, state])
            };
            let step = self.expand(step)?;
            let last = at + 1 == lhss.len();
            self.assign_fields(&[lhs, state][..if last { 1 } else { 2 }], step, &mut stmts)?;
        }
        let value = self.expand(source)?;
        stmts.push(self.add(Core::Unnecessary(value)));
        Ok(self.block(stmts))
    }

    /// `lhss[i] = getfield(tuple, i)` for each.
    pub(super) fn assign_fields(
        &mut self,
        lhss: &[NodeId],
        tuple: CoreId,
        stmts: &mut Vec<CoreId>,
    ) -> Result<()> {
        let tuple = self.bind(tuple, stmts);
        for (at, &lhs) in lhss.iter().enumerate() {
            let getfield = self.n_core("getfield");
            let position = self.n_int(at as i64 + 1);
            let field = self.n_call(getfield, &[tuple, position]);
            stmts.push(self.expand_assign(lhs, field)?);
        }
        Ok(())
    }

    /// Replaces the arguments of `node` that have effects by temporaries, so that it can be evaluated twice.
    pub(super) fn without_effects(
        &mut self,
        node: NodeId,
        stmts: &mut Vec<CoreId>,
    ) -> Result<NodeId> {
        let Some((head, args)) = self.expr(node) else {
            return Ok(node);
        };
        if head == s::TEMP {
            return Ok(node);
        }
        let mut plain = super::Nodes::new();
        for arg in args {
            plain.push(self.argument_without_effects(arg, stmts)?);
        }
        Ok(self.n_expr(head, &plain))
    }

    pub(super) fn argument_without_effects(
        &mut self,
        arg: NodeId,
        stmts: &mut Vec<CoreId>,
    ) -> Result<NodeId> {
        if self.is_effect_free(arg) {
            return Ok(arg);
        }
        match self.expr(arg) {
            Some((head @ (s::SPLAT | s::AMP), args)) if args.len() == 1 => {
                let inner = self.argument_without_effects(args[0], stmts)?;
                Ok(self.n_expr(head, &[inner]))
            }
            Some((head @ (s::KW | s::ASSIGN), args)) if args.len() == 2 => {
                let value = self.argument_without_effects(args[1], stmts)?;
                Ok(self.n_expr(head, &[args[0], value]))
            }
            Some((head @ (s::PARAMETERS | s::TUPLE), args)) => {
                let mut plain = super::Nodes::new();
                for arg in args {
                    plain.push(self.argument_without_effects(arg, stmts)?);
                }
                Ok(self.n_expr(head, &plain))
            }
            _ => {
                let value = self.expand(arg)?;
                Ok(self.bind(value, stmts))
            }
        }
    }

    /// `Foo{T} = …`: an alias with parameters.
    fn expand_type_alias(&mut self, curly: &[NodeId], rhs: NodeId) -> Result<CoreId> {
        let (Some(name), params) = (self.ast.as_symbol(curly[0]), &curly[1..]) else {
            return self.invalid("the left side of a type alias must be a name with parameters");
        };
        let value = self.expand_where(rhs, params)?;
        Ok(self.assign_name(name, value))
    }

    /// `local x`, `global x = 1`, `const x = 1`, with several at once.
    pub(super) fn expand_declaration(&mut self, head: Sym, args: &[NodeId]) -> Result<CoreId> {
        if head == s::CONST {
            if let Some((inner @ (s::GLOBAL | s::LOCAL), inner_args)) =
                args.first().and_then(|&arg| self.expr(arg))
            {
                if self.in_function() {
                    return self.invalid("`const` inside a function");
                }
                return self.expand_declaration(inner, &inner_args);
            }
            if self.in_function() {
                return self.invalid("`const` on a local variable");
            }
        }
        let mut stmts = Vec::new();
        for &arg in args {
            let mut names = Vec::new();
            match self.expr(arg) {
                Some((s::TYPED, typed)) if typed.len() == 2 && !self.is_signature(arg) => {
                    self.assigned_vars(arg, &mut names);
                    self.declare(head, &names);
                    if head == s::GLOBAL {
                        return self.fail("a type declaration of a global variable");
                    }
                    stmts.push(self.declare_type(typed[0], typed[1])?);
                }
                Some((s::FUNCTION, definition)) if !definition.is_empty() => {
                    names.extend(self.function_name(definition[0]));
                    self.declare(head, &names);
                    stmts.push(self.expand(arg)?);
                }
                Some((inner, parts))
                    if parts.len() == 2
                        && (inner == s::ASSIGN || query::update_operator(inner).is_some()) =>
                {
                    if self.defines_function(parts[0]) {
                        names.extend(self.function_name(parts[0]));
                    } else {
                        self.assigned_vars(parts[0], &mut names);
                    }
                    self.declare(head, &names);
                    if head == s::CONST {
                        for &name in &names {
                            let name = self.literal(Literal::Symbol(name));
                            stmts.push(self.opaque(s::CONST, &[name]));
                        }
                    }
                    stmts.push(self.expand(arg)?);
                }
                Some((s::TUPLE, _)) => {
                    self.assigned_vars(arg, &mut names);
                    self.declare(head, &names);
                }
                Some((s::MACROCALL, _)) => {
                    stmts.push(self.expand(arg)?);
                }
                Some((inner, _)) => {
                    return self.invalid(format!("`{inner}` in a `{head}` declaration"));
                }
                None => {
                    names.extend(self.ast.as_symbol(arg));
                    self.declare(head, &names);
                }
            }
        }
        if stmts.is_empty() {
            stmts.push(self.literal(Literal::Nothing));
        }
        Ok(self.block(stmts))
    }

    fn declare(&mut self, head: Sym, names: &[Sym]) {
        for &name in names {
            match head {
                s::LOCAL => self.declare_local(name),
                s::GLOBAL => self.current_scope().globals.push(name),
                _ => {}
            }
        }
    }

    /// The name that a definition with this signature sets, if it is a plain one.
    pub(super) fn function_name(&self, mut signature: NodeId) -> Option<Sym> {
        loop {
            match self.ast.as_expr(signature) {
                Some((s::CALL | s::WHERE | s::TYPED | s::CURLY, args)) if !args.is_empty() => {
                    signature = args[0];
                }
                Some(_) => return None,
                None => return self.ast.as_symbol(signature),
            }
        }
    }

    fn in_function(&self) -> bool {
        self.depth > 0
    }
}
