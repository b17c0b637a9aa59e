//! Variables that functions share, and the functions themselves.
//!
//! ```text
//! f(x) = y -> x + y      f:      s0: new #1#2(x)              captures become fields
//!                                s1: return s0
//!                        #1#2:   s0: call getfield(#self#, :x)
//!                                s1: call +(s0, y)
//!                                s2: return s1
//! ```
//!
//! A boxed variable's slot holds the `Core.Box`; reading it tests `isdefined(box, :contents)` first, so that an
//! undefined variable throws `UndefVarError` with its own name.

use super::Linearizer;
use crate::entities::Slot;
use crate::slots::{Literal, Operand, StmtKind};
use crate::sym::Sym;
use crate::syntax::lower::core::{Core, CoreId, MethodDef, MethodTarget, VarId};
use crate::syntax::lower::expand::Result;
use crate::syntax::lower::item::{
    Capture, Closure, FunctionName, Item, Method, TypeExpr, TypeVariable,
};
use crate::syntax::lower::resolve::is_generated;
use cranelift_entity::EntityRef;

/// The type made for a local function.
#[derive(Clone)]
pub(super) struct ClosureType {
    name: Sym,
    captures: Vec<VarId>,
    params: Vec<Sym>,
}

impl Linearizer<'_, '_> {
    /// The slot of a variable of this function.
    pub(super) fn slot(&mut self, var: VarId) -> Slot {
        if let Some(&slot) = self.slots.get(&var) {
            return slot;
        }
        let name = self.tree.vars[var].name;
        let slot = self.code.add_slot(if is_generated(name) {
            Sym::new("")
        } else {
            name
        });
        self.slots.insert(var, slot);
        slot
    }

    fn is_own(&self, var: VarId) -> bool {
        self.tree.vars[var].owner == self.lambda
    }

    /// The variable's value, or its box.
    fn raw(&mut self, var: VarId) -> Operand {
        if self.is_own(var) {
            return Operand::Slot(self.slot(var));
        }
        let this = Slot::new(self.tree.lambdas[self.lambda].self_arg);
        let field = Operand::Literal(Literal::Symbol(self.tree.vars[var].name));
        self.call_core("getfield", vec![Operand::Slot(this), field])
    }

    pub(super) fn read(&mut self, var: VarId) -> Operand {
        let raw = self.raw(var);
        if !self.tree.vars[var].boxed {
            return raw;
        }
        let contents = Operand::Literal(Literal::Symbol(Sym::new("contents")));
        let test = self.call_core("isdefined", vec![raw.clone(), contents.clone()]);
        let (undefined, end) = (self.new_label(), self.new_label());
        self.goto_if_not(test, undefined);
        self.goto(end);
        self.mark(undefined);
        // A slot that nothing assigns: reading it throws.
        let name = self.tree.vars[var].name;
        let slot = self.code.add_slot(name);
        self.push(StmtKind::Value(Operand::Slot(slot)));
        self.mark(end);
        let value = self.call_core("getfield", vec![raw, contents]);
        match self.tree.vars[var].ty {
            Some(ty) => match self.value(ty) {
                Ok(ty) => self.call_core("typeassert", vec![value, ty]),
                Err(_) => value,
            },
            None => value,
        }
    }

    pub(super) fn assign(&mut self, target: CoreId, value: Operand) -> Result<()> {
        match self.tree.nodes[target].core {
            Core::Local(var) => self.assign_var(var, value),
            Core::Global(module, name) => {
                let mut args = vec![Operand::Literal(Literal::Symbol(name)), value];
                if let Some(module) = module {
                    args.push(Operand::Literal(Literal::Symbol(module)));
                }
                self.push(StmtKind::Opaque {
                    head: Sym::new("globalset"),
                    args,
                    payload: None,
                });
                Ok(())
            }
            _ => self.error("this is not a place to assign to"),
        }
    }

    fn assign_var(&mut self, var: VarId, value: Operand) -> Result<()> {
        let boxed = self.tree.vars[var].boxed;
        let value = if boxed { self.stable(value) } else { value };
        let target = boxed.then(|| self.raw(var));
        let value = match self.tree.vars[var].ty {
            Some(ty) => {
                let value = self.stable(value);
                let ty = self.value(ty)?;
                self.convert(value, ty)
            }
            None => value,
        };
        if let Some(target) = target {
            let contents = Operand::Literal(Literal::Symbol(Sym::new("contents")));
            self.call_core("setfield!", vec![target, contents, value]);
        } else if self.is_own(var) {
            let slot = self.slot(var);
            self.push(StmtKind::Assign(slot, value));
        } else {
            return self.error("an assignment to a captured variable without a box");
        }
        Ok(())
    }

    pub(super) fn static_param(&mut self, name: Sym) -> Operand {
        let params = &mut self.code.static_params;
        let at = params
            .iter()
            .position(|&param| param == name)
            .unwrap_or_else(|| {
                params.push(name);
                params.len() - 1
            });
        Operand::StaticParam(at as u32)
    }

    pub(super) fn is_defined(&mut self, variable: CoreId) -> Operand {
        let operand = match self.tree.nodes[variable].core {
            Core::Local(var) if self.tree.vars[var].boxed => {
                let raw = self.raw(var);
                let contents = Operand::Literal(Literal::Symbol(Sym::new("contents")));
                return self.call_core("isdefined", vec![raw, contents]);
            }
            Core::Local(var) if !self.is_own(var) => return Operand::Literal(Literal::Bool(true)),
            Core::Local(var) => Operand::Slot(self.slot(var)),
            Core::StaticParam(name) => self.static_param(name),
            Core::Global(module, name) => Operand::Global(module, name),
            _ => return Operand::Literal(Literal::Bool(true)),
        };
        self.push(StmtKind::Opaque {
            head: Sym::new("isdefined"),
            args: vec![operand],
            payload: None,
        })
    }

    /// Adds the method to the items; a local function's value is made at its first method.
    pub(super) fn define_method(&mut self, method: &MethodDef) -> Result<()> {
        let Some(var) = method.local else {
            return self.define_global(method);
        };
        let first = self.defined.insert(var);
        let closure = self.closure_type(var);
        if first {
            let mut ty = Operand::Global(None, closure.name);
            let mut args: Vec<Operand> =
                closure.captures.iter().map(|&var| self.raw(var)).collect();
            if !closure.params.is_empty() {
                let mut applied = vec![ty];
                applied.extend(closure.params.iter().map(|&param| self.static_param(param)));
                ty = self.call_core("apply_type", applied);
            }
            if args.iter().any(|arg| matches!(arg, Operand::Slot(_))) {
                args = args.into_iter().map(|arg| self.stable(arg)).collect();
            }
            let value = self.push(StmtKind::New { ty, args });
            self.assign_var(var, value)?;
        }
        self.emit_method(method, FunctionName::Closure(closure.name), &closure.params)
    }

    fn define_global(&mut self, method: &MethodDef) -> Result<()> {
        if !self.top_level {
            return self.error("a method of a global function defined inside a function");
        }
        let data = &self.tree.lambdas[method.lambda];
        if let Some(&var) = data.captures.first() {
            let name = self.tree.vars[var].name;
            return self.error(format!(
                "a global method that captures the local variable `{name}` is not supported"
            ));
        }
        let function = match &method.target {
            MethodTarget::Name(name) => FunctionName::Plain(*name),
            MethodTarget::Other(name) => name.clone(),
        };
        self.emit_method(method, function, &[])
    }

    /// The type of the local function that `var` names, made once.
    fn closure_type(&mut self, var: VarId) -> ClosureType {
        if let Some(closure) = self.shared.closures.get(&var) {
            return closure.clone();
        }
        let (mut captures, mut params) = (Vec::new(), Vec::new());
        for &lambda in &self.tree.functions[&var] {
            let data = &self.tree.lambdas[lambda];
            for &capture in &data.captures {
                if !captures.contains(&capture) {
                    captures.push(capture);
                }
            }
            for &param in &data.captured_params {
                if !params.contains(&param) {
                    params.push(param);
                }
            }
        }
        let base = self.tree.vars[var].name;
        let hash = if base.as_str().starts_with('#') {
            ""
        } else {
            "#"
        };
        *self.shared.counter += 1;
        let name = Sym::new(&format!("{hash}{base}#{}", self.shared.counter));
        let closure = ClosureType {
            name,
            captures,
            params,
        };
        self.shared.closures.insert(var, closure.clone());
        self.shared.items.push(Item::Closure(Closure {
            name,
            params: closure.params.clone(),
            captures: closure
                .captures
                .iter()
                .map(|&var| Capture {
                    name: self.tree.vars[var].name,
                    boxed: self.tree.vars[var].boxed,
                })
                .collect(),
            span: self.span,
        }));
        closure
    }

    fn emit_method(
        &mut self,
        method: &MethodDef,
        function: FunctionName,
        closure_params: &[Sym],
    ) -> Result<()> {
        let mut params = method.params.clone();
        if let Some(var) = method.passed_function {
            let closure = FunctionName::Closure(self.closure_type(var).name);
            for param in &mut params {
                if matches!(param.ty, TypeExpr::Function(_)) {
                    param.ty = TypeExpr::Function(closure.clone());
                }
            }
        }
        let mut inner = Linearizer::new(self.shared, method.lambda);
        inner.code.static_params.extend_from_slice(closure_params);
        inner.run()?;
        let Linearizer { code, .. } = inner;
        let data = &self.tree.lambdas[method.lambda];
        let mut type_vars = method.type_vars.clone();
        type_vars.extend(closure_params.iter().map(|&name| TypeVariable {
            name,
            lower: None,
            upper: None,
        }));
        self.shared.items.push(Item::Method(Box::new(Method {
            function,
            sorter: method.sorter,
            params,
            is_va: data.is_va,
            type_vars,
            closure_params: closure_params.len() as u32,
            return_type: method.return_type,
            annotations: data.annotations.clone(),
            code,
            span: data.span,
        })));
        Ok(())
    }
}
