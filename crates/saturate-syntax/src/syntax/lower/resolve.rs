//! Resolution: which variable each name means, and which variables inner functions capture.
//!
//! A name that is assigned anywhere in a scope is a local variable of that scope, unless an enclosing scope already
//! has it or it is declared `global`; at top level only names inside `let`, loops and functions are local.
//!
//! ```text
//! function f(x)          x: argument of f
//!     y = 0              y: variable of f, captured
//!     g() = (y += x)     both are captures of g; y is assigned twice, so it is boxed
//! end
//! ```
//!
//! The tree is changed in place: no `Name` is left afterwards.

use super::core::{
    Core, CoreId, CoreNode, LambdaData, LambdaId, MethodDef, MethodId, MethodTarget, ScopeId, Tree,
    VarData, VarId,
};
use super::expand::{with_stack, Result};
use super::item::{FunctionName, TypeExpr};
use crate::diag::{Diagnostic, Span};
use crate::sym::Sym;
use crate::syntax::ast::{Ast, Node, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name stands for.
#[derive(Clone, Copy)]
enum Binding {
    Var(VarId),
    Global,
    Param(LambdaId),
}

/// Resolves the names of `lambda`, a top-level thunk, and of all functions in it.
pub fn resolve(ast: &Ast, tree: &mut Tree, lambda: LambdaId) -> Result<()> {
    let mut resolver = Resolver {
        ast,
        tree,
        bindings: FxHashMap::default(),
        lambda,
        captured: FxHashSet::default(),
        fields: FxHashMap::default(),
        depth: 0,
    };
    resolver.lambda(lambda, None)?;
    resolver.capture_declared_types();
    Ok(())
}

struct Resolver<'a> {
    ast: &'a Ast,
    tree: &'a mut Tree,
    /// For each name, what it stands for, innermost last.
    bindings: FxHashMap<Sym, Vec<Binding>>,
    /// The function at hand.
    lambda: LambdaId,
    captured: FxHashSet<(LambdaId, VarId)>,
    /// How many captured variables have each name: fields of closures need different ones.
    fields: FxHashMap<Sym, u32>,
    /// How many scopes are open in the thunk; the first one makes globals.
    depth: u32,
}

impl Resolver<'_> {
    fn lambda(&mut self, id: LambdaId, parent: Option<LambdaId>) -> Result<()> {
        let outer = std::mem::replace(&mut self.lambda, id);
        let LambdaData {
            args,
            static_params,
            body,
            return_type,
            ..
        } = self.tree.lambdas[id].clone();
        self.tree.lambdas[id].parent = parent;
        for &param in &static_params {
            self.bind(param, Binding::Param(id));
        }
        let mut bound = static_params;
        for name in args {
            let var = self.variable(name, true);
            self.tree.lambdas[id].arg_vars.push(var);
            if name != *super::conventions::UNUSED {
                self.bind(name, Binding::Var(var));
                bound.push(name);
            }
        }
        let result = match return_type {
            Some(ty) => self.node(ty).and_then(|()| self.node(body)),
            None => self.node(body),
        };
        self.unbind(&bound);
        self.lambda = outer;
        result
    }

    fn node(&mut self, id: CoreId) -> Result<()> {
        with_stack(|| self.node_inner(id))
    }

    fn node_inner(&mut self, id: CoreId) -> Result<()> {
        let CoreNode { core, span, .. } = self.tree.nodes[id];
        match core {
            Core::Name(name) => {
                self.tree.nodes[id].core = self.lookup(name);
                Ok(())
            }
            core => self.children(core, span),
        }
    }

    fn children(&mut self, core: Core, span: Span) -> Result<()> {
        match core {
            Core::Call(ids) | Core::New(ids) | Core::Opaque(_, ids) | Core::Block(ids) => {
                for at in 0..self.tree.get(ids).len() {
                    self.node(self.tree.get(ids)[at])?;
                }
                Ok(())
            }
            Core::Assign(target, value) => {
                self.node(value)?;
                self.node(target)?;
                match self.tree.nodes[target].core {
                    Core::Local(var) => self.tree.vars[var].assignments += 1,
                    Core::StaticParam(name) => {
                        return self
                            .error(span, format!("assignment to the static parameter `{name}`"));
                    }
                    _ => {}
                }
                Ok(())
            }
            Core::Decl(target, ty) => {
                self.node(target)?;
                self.node(ty)?;
                match self.tree.nodes[target].core {
                    Core::Local(var) if self.tree.vars[var].owner != self.lambda => {
                        self.error(span, "the type of a variable declared in an inner function")
                    }
                    Core::Local(var) if self.tree.vars[var].ty.is_some() => {
                        let name = self.tree.vars[var].name;
                        self.error(span, format!("two type declarations for `{name}`"))
                    }
                    Core::Local(var) => {
                        self.tree.vars[var].ty = Some(ty);
                        Ok(())
                    }
                    _ => self.error(
                        span,
                        "a type declaration of a global variable is not supported",
                    ),
                }
            }
            Core::SetTemp(_, a)
            | Core::BreakBlock(_, a)
            | Core::Return(a)
            | Core::Unnecessary(a)
            | Core::IsDefined(a)
            | Core::Inbounds(a) => self.node(a),
            Core::If(a, b, c) => {
                self.node(a)?;
                self.node(b)?;
                c.map_or(Ok(()), |c| self.node(c))
            }
            Core::While(a, b)
            | Core::DoWhile(a, b)
            | Core::TryCatch(a, b)
            | Core::TryFinally(a, b) => {
                self.node(a)?;
                self.node(b)
            }
            Core::Scope(scope, body) => self.scope(scope, body, span),
            Core::RequireLocal(name) => {
                match self.bindings.get(&name).and_then(|stack| stack.last()) {
                    Some(_) => Ok(()),
                    None => self.error(
                        span,
                        format!("no outer local variable `{name}` for `for outer`"),
                    ),
                }
            }
            Core::Method(method) => self.method(method, span),
            Core::Literal(_)
            | Core::Name(_)
            | Core::Local(_)
            | Core::StaticParam(_)
            | Core::Global(..)
            | Core::Temp(_)
            | Core::Break(_)
            | Core::Label(_)
            | Core::Goto(_) => Ok(()),
        }
    }

    fn scope(&mut self, scope: ScopeId, body: CoreId, span: Span) -> Result<()> {
        let data = &mut self.tree.scopes[scope];
        let (assigned, locals) = (
            std::mem::take(&mut data.assigned),
            std::mem::take(&mut data.locals),
        );
        let (defined, globals) = (
            std::mem::take(&mut data.defined_locals),
            std::mem::take(&mut data.globals),
        );
        let top_level = self.depth == 0 && self.tree.lambdas[self.lambda].parent.is_none();
        let mut bound: Vec<Sym> = Vec::new();
        let mut here: FxHashSet<Sym> = FxHashSet::default();
        let global: FxHashSet<Sym> = globals.iter().copied().collect();
        let function_scope = self.tree.lambdas[self.lambda].body_scope(self.tree) == Some(scope);
        for &name in locals.iter().chain(&defined) {
            if global.contains(&name) {
                return self.error(span, format!("`{name}` is declared both local and global"));
            }
            if function_scope && locals.contains(&name) && self.is_own_argument(name) {
                return self.error(
                    span,
                    format!("the local variable `{name}` has the name of an argument"),
                );
            }
        }
        // A name that is already known keeps its meaning, except where it is declared anew.
        let implicit: Vec<Sym> = assigned
            .iter()
            .copied()
            .filter(|name| !global.contains(name))
            .filter(|&name| {
                if top_level {
                    is_generated(name)
                } else {
                    self.is_new(name)
                }
            })
            .collect();
        for name in global.iter().copied() {
            bound.push(name);
            self.bind(name, Binding::Global);
        }
        let mut vars = Vec::new();
        for (names, is_defined) in [(&locals, false), (&implicit, false), (&defined, true)] {
            for &name in names {
                if !here.insert(name) {
                    continue;
                }
                if let Some(Binding::Param(lambda)) = self.binding(name) {
                    if lambda == self.lambda {
                        return self.error(
                            span,
                            format!(
                                "the local variable `{name}` has the name of a static parameter"
                            ),
                        );
                    }
                }
                let var = self.variable(name, false);
                self.tree.vars[var].never_undefined = is_defined;
                vars.push(var);
                bound.push(name);
                self.bind(name, Binding::Var(var));
            }
        }
        self.tree.scopes[scope].vars = vars;
        self.depth += 1;
        let result = self.node(body);
        self.depth -= 1;
        self.unbind(&bound);
        result
    }

    fn is_own_argument(&self, name: Sym) -> bool {
        match self.binding(name) {
            Some(Binding::Var(var)) => {
                let var = &self.tree.vars[var];
                var.is_arg && var.owner == self.lambda
            }
            _ => false,
        }
    }

    /// Whether assigning the name makes a variable.
    fn is_new(&self, name: Sym) -> bool {
        matches!(self.binding(name), None | Some(Binding::Param(_)))
    }

    fn binding(&self, name: Sym) -> Option<Binding> {
        self.bindings
            .get(&name)
            .and_then(|stack| stack.last())
            .copied()
    }

    fn lookup(&mut self, name: Sym) -> Core {
        match self.binding(name) {
            Some(Binding::Var(var)) => {
                self.capture(var);
                Core::Local(var)
            }
            Some(Binding::Param(owner)) => {
                self.capture_param(owner, name);
                Core::StaticParam(name)
            }
            Some(Binding::Global) | None => Core::Global(None, name),
        }
    }

    /// Records a use of `var` in the function at hand, and in those between it and the variable's own.
    fn capture(&mut self, var: VarId) {
        let owner = self.tree.vars[var].owner;
        let mut lambda = self.lambda;
        while lambda != owner {
            if self.captured.insert((lambda, var)) {
                self.tree.lambdas[lambda].captures.push(var);
            }
            match self.tree.lambdas[lambda].parent {
                Some(parent) => lambda = parent,
                None => break,
            }
        }
        if self.lambda != owner && !self.tree.vars[var].captured {
            let data = &mut self.tree.vars[var];
            data.captured = true;
            let count = self.fields.entry(data.name).or_insert(0);
            *count += 1;
            if *count > 1 {
                data.name = Sym::new(&format!("{}#{count}", data.name));
            }
        }
    }

    fn capture_param(&mut self, owner: LambdaId, name: Sym) {
        let mut lambda = self.lambda;
        while lambda != owner {
            let params = &mut self.tree.lambdas[lambda].captured_params;
            if !params.contains(&name) {
                params.push(name);
            }
            match self.tree.lambdas[lambda].parent {
                Some(parent) => lambda = parent,
                None => break,
            }
        }
    }

    /// A function that captures a variable with a declared type needs what the type mentions, to convert to it.
    fn capture_declared_types(&mut self) {
        for lambda in self.tree.lambdas.keys().collect::<Vec<_>>() {
            let captures = self.tree.lambdas[lambda].captures.clone();
            let mut pending: Vec<CoreId> = captures
                .iter()
                .filter_map(|&var| self.tree.vars[var].ty)
                .collect();
            self.lambda = lambda;
            while let Some(id) = pending.pop() {
                match self.tree.nodes[id].core {
                    Core::Local(var) => self.capture(var),
                    Core::StaticParam(name) => {
                        if let Some(owner) = self.owner_of_param(lambda, name) {
                            self.capture_param(owner, name);
                        }
                    }
                    Core::Call(ids) | Core::Block(ids) => {
                        pending.extend_from_slice(self.tree.get(ids));
                    }
                    Core::Assign(_, inner) | Core::SetTemp(_, inner) | Core::Scope(_, inner) => {
                        pending.push(inner);
                    }
                    _ => {}
                }
            }
        }
    }

    fn owner_of_param(&self, lambda: LambdaId, name: Sym) -> Option<LambdaId> {
        let mut lambda = Some(lambda);
        while let Some(id) = lambda {
            let data = &self.tree.lambdas[id];
            if data.static_params.contains(&name) {
                return Some(id);
            }
            lambda = data.parent;
        }
        None
    }

    fn method(&mut self, id: MethodId, span: Span) -> Result<()> {
        let mut method = self.tree.methods[id].clone();
        let result = self.method_parts(&mut method, span);
        self.tree.methods[id] = method;
        result
    }

    fn method_parts(&mut self, method: &mut MethodDef, span: Span) -> Result<()> {
        if let MethodTarget::Name(name) = method.target {
            if let Some(Binding::Var(var)) = self.binding(name) {
                let data = &mut self.tree.vars[var];
                if data.is_arg {
                    return self.error(span, format!("a method added to the argument `{name}`"));
                }
                data.assignments += 1;
                if data.owner != self.lambda {
                    return self.error(
                        span,
                        format!("a method added to the function `{name}` of an enclosing function is not supported"),
                    );
                }
                method.local = Some(var);
                self.tree
                    .functions
                    .entry(var)
                    .or_default()
                    .push(method.lambda);
            }
        }
        for param in &method.params {
            if let TypeExpr::Function(FunctionName::Plain(name)) = param.ty {
                if let Some(Binding::Var(var)) = self.binding(name) {
                    method.passed_function = Some(var);
                }
            }
        }
        let own: Vec<Sym> = method.type_vars.iter().map(|var| var.name).collect();
        self.tree.lambdas[method.lambda].parent = Some(self.lambda);
        let outer = std::mem::replace(&mut self.lambda, method.lambda);
        let types = method.params.iter().filter_map(|param| match param.ty {
            TypeExpr::Syntax(ty) => Some(ty),
            _ => None,
        });
        let bounds = method
            .type_vars
            .iter()
            .flat_map(|var| [var.lower, var.upper])
            .flatten();
        let all: Vec<NodeId> = types.chain(bounds).collect();
        let result = all
            .into_iter()
            .try_for_each(|ty| self.signature_type(ty, &own));
        self.lambda = outer;
        result?;
        self.lambda(method.lambda, Some(self.lambda))
    }

    /// The types of a signature may use static parameters of enclosing functions, but not their variables.
    fn signature_type(&mut self, ty: NodeId, own: &[Sym]) -> Result<()> {
        let mut pending = vec![ty];
        while let Some(id) = pending.pop() {
            match *self.ast.node(id) {
                Node::Symbol(name) if !own.contains(&name) => match self.binding(name) {
                    Some(Binding::Param(owner)) => self.capture_param(owner, name),
                    Some(Binding::Var(var)) if !self.tree.functions.contains_key(&var) => {
                        let span = self.ast.span(id);
                        return self.error(span, format!("the local variable `{name}` in the signature of a method is not supported"));
                    }
                    _ => {}
                },
                Node::Expr(_, args) => pending.extend(self.ast.args(args)),
                _ => {}
            }
        }
        Ok(())
    }

    fn variable(&mut self, name: Sym, is_arg: bool) -> VarId {
        let var = self.tree.vars.push(VarData {
            name,
            owner: self.lambda,
            is_arg,
            captured: false,
            assignments: 0,
            never_undefined: false,
            boxed: false,
            ty: None,
        });
        self.tree.lambdas[self.lambda].vars.push(var);
        var
    }

    fn bind(&mut self, name: Sym, binding: Binding) {
        self.bindings.entry(name).or_default().push(binding);
    }

    fn unbind(&mut self, names: &[Sym]) {
        for name in names {
            if let Some(stack) = self.bindings.get_mut(name) {
                stack.pop();
            }
        }
    }

    fn error<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        Err(Box::new(Diagnostic::at(&self.ast.source, span, message)))
    }
}

impl LambdaData {
    /// The scope of the body.
    fn body_scope(&self, tree: &Tree) -> Option<ScopeId> {
        match tree.nodes[self.body].core {
            Core::Scope(scope, _) => Some(scope),
            _ => None,
        }
    }
}

/// Whether expansion made the name.
pub fn is_generated(name: Sym) -> bool {
    name.as_str()
        .strip_prefix("#s")
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}
