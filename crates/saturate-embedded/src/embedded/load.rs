//! Loading a file: definitions take effect in source order, top-level code runs.
//!
//! Modules are flattened: the embedded host has two namespaces, that of the prelude, in which `Base.sin` and
//! `LinearAlgebra.tr` are `sin` and `tr`, and that of the program ([`super::names`]). A file that is included is loaded at its place ([`super::include`]). What cannot be defined is a diagnostic; the rest of the file is loaded.

use super::include::{self, Part};
use super::stubs::StubInfo;
use super::{Binding, Embedded, Entry, Loading, Method, MethodBody, RuleSource};
use crate::diag::{Diagnostic, Source, Span};
use crate::host::Host;
use crate::interp::machine::Thrown;
use crate::interp::Value;
use crate::ir::Type;
use crate::sym::{s, Sym};
use crate::syntax;
use crate::syntax::ast::{Ast, Node, NodeId};
use crate::syntax::known_argument::value_name;
use crate::syntax::lower::item::{self as lower, FunctionName, Item, TypeExpr, TypeVariable};
use crate::syntax::lower::lower_file_from;
use crate::types::{family, ty, Definition, FamilyParam, Layout, Tail, TypeName};
use std::rc::Rc;

/// A `where` variable while a signature is read: name, variable, bounds.
type Variables = Vec<(Sym, Type, Type, Type)>;

impl Embedded {
    /// Loads a source text and says what was wrong with it.
    pub fn load(&mut self, source: Source) -> Vec<Diagnostic> {
        let mut parsed = syntax::parse(source);
        let mut diagnostics = parsed.diagnostics;
        let mut parts = Vec::new();
        for part in include::split(&parsed.ast, &parsed.toplevel) {
            parts.push(match part {
                Part::Code(nodes) => {
                    let lowered = lower_file_from(&mut parsed.ast, nodes, &mut self.name_counter);
                    diagnostics.extend(lowered.diagnostics);
                    Ok(lowered.items)
                }
                Part::Include(node, path) => Err((node, path)),
            });
        }
        let ast = Rc::new(parsed.ast);
        for part in parts {
            match part {
                Ok(items) => {
                    self.load_items(&ast, items, &mut diagnostics);
                }
                Err((node, path)) => match self.included(&ast, node, &path) {
                    Ok(source) => {
                        diagnostics.extend(self.load(source));
                        self.including.pop();
                    }
                    Err(diagnostic) => diagnostics.push(diagnostic),
                },
            }
        }
        diagnostics
    }

    /// Evaluates a Julia expression; what it defines stays defined.
    pub fn eval(&mut self, text: &str) -> Result<Value, Diagnostic> {
        let source = Source::new("expression", text);
        let (mut ast, mut node) = syntax::parse_expression(source)?;
        if ast.as_expr(node).is_none() {
            // A literal alone is no code at top level; as an argument it is.
            let span = ast.span(node);
            let identity = ast.leaf(Node::Symbol(Sym::new("identity")), span);
            node = ast.expr(s::CALL, &[identity, node], span);
        }
        let lowered = lower_file_from(&mut ast, &[node], &mut self.name_counter);
        let ast = Rc::new(ast);
        let mut diagnostics = lowered.diagnostics;
        let value = self.load_items(&ast, lowered.items, &mut diagnostics);
        match diagnostics.into_iter().next() {
            Some(diagnostic) => Err(diagnostic),
            None => Ok(value),
        }
    }

    /// Loads definitions and runs code; the value of the last piece of code.
    fn load_items(
        &mut self,
        ast: &Rc<Ast>,
        items: Vec<Item>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Value {
        let mut last = Value::Nothing;
        for item in items {
            match self.load_item(ast, item, diagnostics) {
                Ok(value) => last = value,
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        last
    }

    /// Values behind `$` are those at the definition of their rule set, whatever is written later.
    fn keep_values(&mut self, rules: &lower::Rules) {
        for number in 0..rules.values {
            let name = value_name(rules.name, number);
            let Some(Binding::Constant(value)) = self.globals.get(&name) else {
                continue;
            };
            let constant = self.constants.intern(&value.clone());
            match self.snapshot(constant) {
                Ok(copy) => {
                    let copy = self.constants.get(copy).clone();
                    self.globals.insert(name, Binding::Constant(copy));
                }
                // The reader of the rules says it, at the line.
                Err(_) => {
                    self.globals.remove(&name);
                }
            }
        }
    }

    fn load_item(
        &mut self,
        ast: &Rc<Ast>,
        mut item: Item,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Value, Diagnostic> {
        self.settle_names(&mut item);
        match item {
            Item::Method(method) => self.define_method(ast, *method)?,
            Item::Closure(closure) => self.define_closure(ast, &closure)?,
            Item::Struct(item) => self.define_struct(ast, &item)?,
            Item::Abstract(head) => {
                self.define_type(ast, &head, Layout::Abstract, Vec::new())?;
            }
            Item::Primitive(head, _) => {
                self.define_type(ast, &head, Layout::Primitive, Vec::new())?;
            }
            Item::Global(global) => {
                let value = self
                    .run_thunk(&global.code)
                    .map_err(|thrown| self.thrown_diagnostic(ast, global.span, thrown))?;
                self.generation += 1;
                if let (true, Value::Type(of)) = (global.constant, &value) {
                    self.types.define_alias(global.name, *of);
                }
                let binding = if global.constant {
                    Binding::Constant(value.clone())
                } else {
                    Binding::Variable(value.clone())
                };
                self.globals.insert(global.name, binding);
                return Ok(value);
            }
            Item::Function(name, span) => {
                self.symbol_to_define(None, name)
                    .map_err(|message| Diagnostic::at(&ast.source, span, message))?;
                self.generation += 1;
            }
            Item::Module(module) => {
                self.modules.insert(module.name);
                if self.loading == Loading::Program {
                    self.own_modules.insert(module.name);
                }
                self.load_items(ast, module.items, diagnostics);
            }
            Item::If(conditional) => {
                let condition = self
                    .run_thunk(&conditional.condition)
                    .map_err(|thrown| self.thrown_diagnostic(ast, conditional.span, thrown))?;
                let items = match condition {
                    Value::Bool(true) => conditional.then_items,
                    _ => conditional.else_items,
                };
                return Ok(self.load_items(ast, items, diagnostics));
            }
            Item::Import(import) => self.import(&import),
            Item::Rules(rules) => {
                self.keep_values(&rules);
                self.rules.push(RuleSource {
                    name: rules.name,
                    ast: ast.clone(),
                    body: rules.body,
                    span: rules.span,
                });
            }
            Item::Entry(entry) => self.entries.push(Entry {
                ast: ast.clone(),
                rules: entry.rules,
                call: entry.call,
                span: entry.span,
            }),
            Item::Stub(stub) => self.define_stub(ast, &stub)?,
            Item::Thunk(thunk) => {
                return self
                    .run_thunk(&thunk.code)
                    .map_err(|thrown| self.thrown_diagnostic(ast, thunk.span, thrown))
            }
            Item::Export(..) | Item::Macro(..) => {}
        }
        Ok(Value::Nothing)
    }

    /// An exception at top level, as a diagnostic.
    fn thrown_diagnostic(&mut self, ast: &Ast, span: Span, thrown: Thrown) -> Diagnostic {
        let message = self.describe_thrown(&thrown);
        Diagnostic::at(&ast.source, span, message)
    }

    /// Variables of a `where`, each visible in the bounds of those behind it.
    fn variables(&mut self, ast: &Ast, list: &[TypeVariable]) -> Result<Variables, Diagnostic> {
        let mut variables: Variables = Vec::with_capacity(list.len());
        for var in list {
            let lower = match var.lower {
                Some(node) => self.eval_type(ast, node, &variables)?,
                None => ty::bottom(),
            };
            let upper = match var.upper {
                Some(node) => self.eval_type(ast, node, &variables)?,
                None => ty::any(),
            };
            variables.push((var.name, self.types.variable(var.name), lower, upper));
        }
        Ok(variables)
    }

    fn eval_type(
        &self,
        ast: &Ast,
        node: NodeId,
        variables: &Variables,
    ) -> Result<Type, Diagnostic> {
        let lookup = |name: Sym| {
            if let Some(&(_, variable, ..)) =
                variables.iter().rev().find(|&&(known, ..)| known == name)
            {
                return Some(variable);
            }
            if self.loading == Loading::Program {
                if let Some(own) = self.types.own_type(name) {
                    return Some(own);
                }
            }
            crate::interp::typing::as_param(&self.types, self.bound_value(name)?)
        };
        self.types.eval_type(ast, node, &lookup)
    }

    fn define_type(
        &mut self,
        ast: &Ast,
        head: &lower::TypeHead,
        layout: Layout,
        fields: Vec<(Sym, TypeExpr)>,
    ) -> Result<TypeName, Diagnostic> {
        let error = |message: String| Diagnostic::at(&ast.source, head.span, message);
        let variables = self.variables(ast, &head.params)?;
        let supertype = match head.supertype {
            Some(node) => self.eval_type(ast, node, &variables)?,
            None => ty::any(),
        };
        let params = variables
            .iter()
            .map(|&(name, _, lower, upper)| FamilyParam { name, lower, upper })
            .collect();
        let name = self
            .types
            .declare(Definition {
                name: self.type_to_define(head.name),
                params,
                supertype,
                layout,
                fields: Vec::new(),
            })
            .map_err(|problem| error(problem.to_string()))?;
        let mut typed = Vec::with_capacity(fields.len());
        for (field, expr) in fields {
            let of = match expr {
                TypeExpr::Syntax(node) => self.eval_type(ast, node, &variables)?,
                _ => ty::any(),
            };
            typed.push((field, of));
        }
        self.types
            .set_fields(name, typed)
            .map_err(|problem| error(problem.to_string()))?;
        let arrays = self.types.wrapper(family::abstract_array());
        if self.loading != Loading::Prelude && self.types.subtype(supertype, arrays) {
            self.user_arrays.push(name);
        }
        if self.types.subtype(supertype, ty::number()) {
            self.load_promotion();
        }
        self.generation += 1;
        Ok(name)
    }

    fn define_struct(&mut self, ast: &Ast, item: &lower::Struct) -> Result<(), Diagnostic> {
        let layout = if item.mutable {
            Layout::MutableStruct
        } else {
            Layout::Struct
        };
        let fields = item
            .fields
            .iter()
            .map(|field| (field.name, field.ty.clone()))
            .collect();
        let name = self.define_type(ast, &item.head, layout, fields)?;
        let set = item.min_initialized as usize;
        if set < item.fields.len() {
            self.incomplete.insert(name, set);
        }
        Ok(())
    }

    /// `struct #f#1{T…, C1…} <: Function`: a parameter for each capture, so that a closure's type knows its contents.
    fn define_closure(&mut self, ast: &Ast, closure: &lower::Closure) -> Result<(), Diagnostic> {
        let mut params = Vec::new();
        for &name in &closure.params {
            params.push(FamilyParam {
                name,
                lower: ty::bottom(),
                upper: ty::any(),
            });
        }
        let mut fields = Vec::new();
        for capture in &closure.captures {
            let param = Sym::new(&format!("typeof({})", capture.name));
            params.push(FamilyParam {
                name: param,
                lower: ty::bottom(),
                upper: ty::any(),
            });
            fields.push((capture.name, self.types.variable(param)));
        }
        self.types
            .define(Definition {
                name: closure.name,
                params,
                supertype: ty::function(),
                layout: Layout::Struct,
                fields,
            })
            .map_err(|problem| Diagnostic::at(&ast.source, closure.span, problem.to_string()))?;
        Ok(())
    }

    /// The type of the function object of a method.
    fn function_type(
        &mut self,
        ast: &Ast,
        function: &FunctionName,
        variables: &Variables,
        span: Span,
    ) -> Result<(Sym, Type), Diagnostic> {
        Ok(match function {
            FunctionName::Plain(name) | FunctionName::Qualified(_, name) => {
                let module = match function {
                    FunctionName::Qualified(path, _) => path.last().copied(),
                    _ => None,
                };
                match self.type_named(module, *name) {
                    Some(of) => {
                        let is_own = self.types.own_type(*name) == Some(of);
                        let symbol = match is_own {
                            true => self.types.own_type_symbol(*name),
                            false => *name,
                        };
                        (symbol, self.types.type_of_type(of))
                    }
                    None => {
                        let symbol = self
                            .symbol_to_define(module, *name)
                            .map_err(|message| Diagnostic::at(&ast.source, span, message))?;
                        (symbol, self.types.function_type(symbol))
                    }
                }
            }
            FunctionName::Type(node) => {
                let of = self.eval_type(ast, *node, variables)?;
                let name = match self.types.family_of(of) {
                    Some(family) => self.types.family_name(family),
                    None => Sym::new(&self.types.show(of)),
                };
                (name, self.types.type_of_type(of))
            }
            FunctionName::Object(node) => {
                let of = self.eval_type(ast, *node, variables)?;
                (Sym::new(&self.types.show(of)), of)
            }
            FunctionName::Closure(name) => {
                let family = self
                    .types
                    .family_named(*name)
                    .ok_or_else(|| Diagnostic::new(format!("the closure `{name}` has no type")))?;
                let wrapper = self.types.wrapper(family);
                // Static parameters of the enclosing function are the type's leading parameters.
                let shared: Vec<Type> = self
                    .types
                    .definition(family)
                    .params
                    .iter()
                    .filter_map(|param| {
                        variables
                            .iter()
                            .find(|&&(name, ..)| name == param.name)
                            .map(|&(_, variable, ..)| variable)
                    })
                    .collect();
                let of = self.types.instantiate(wrapper, &shared).unwrap_or(wrapper);
                (*name, of)
            }
        })
    }

    fn define_method(&mut self, ast: &Rc<Ast>, method: lower::Method) -> Result<(), Diagnostic> {
        let variables = self.variables(ast, &method.type_vars)?;
        let (mut name, mut callee) =
            self.function_type(ast, &method.function, &variables, method.span)?;
        if method.sorter {
            name = Sym::new(&format!("{name}##kw"));
            self.functions.insert(name);
            callee = self.types.function_type(name);
        }
        if name.as_str() == "promote_rule" {
            self.load_promotion();
        }
        let mut elements = vec![callee];
        let mut tail = None;
        let mut body_of = None;
        for (number, param) in method.params.iter().enumerate() {
            let of = match &param.ty {
                TypeExpr::Any => ty::any(),
                TypeExpr::Syntax(node) => self.eval_type(ast, *node, &variables)?,
                TypeExpr::Function(function) => {
                    let (name, of) = self.function_type(ast, function, &variables, method.span)?;
                    body_of = Some(name).filter(|_| !method.sorter);
                    of
                }
            };
            if method.is_va && number + 1 == method.params.len() {
                tail = Some(Tail {
                    element: of,
                    count: None,
                });
            } else {
                elements.push(of);
            }
        }
        self.add_method(
            ast,
            name,
            &elements,
            tail,
            &variables,
            MethodBody::Code(Rc::new(method.code)),
            body_of,
            method.annotations,
            method.span,
        );
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn add_method(
        &mut self,
        ast: &Ast,
        name: Sym,
        elements: &[Type],
        tail: Option<Tail>,
        variables: &Variables,
        body: MethodBody,
        body_of: Option<Sym>,
        annotations: Vec<Sym>,
        span: Span,
    ) {
        let mut sig = self.types.tuple_with(elements, tail);
        let mut type_vars = Vec::new();
        for &(var, variable, lower, upper) in variables.iter().rev() {
            let wrapped = self.types.where_(variable, lower, upper, sig);
            // A variable that the signature does not mention is not bound by it.
            if wrapped != sig {
                type_vars.push(var);
            }
            sig = wrapped;
        }
        type_vars.reverse();
        let method = Method {
            name,
            is_va: tail.is_some(),
            type_vars,
            body,
            body_of,
            annotations,
            source: ast.source.clone(),
            span,
            prelude: self.loading == Loading::Prelude,
        };
        let is_own = !method.prelude;
        let (id, _) = self.methods.add(&self.types, sig, method);
        if is_own {
            self.user_methods.entry(name).or_default().push(id);
        }
        self.generation += 1;
    }

    fn define_stub(&mut self, ast: &Rc<Ast>, stub: &lower::Stub) -> Result<(), Diagnostic> {
        let variables = self.variables(ast, &stub.type_vars)?;
        let mut elements = Vec::new();
        let mut tail = None;
        let mut names = Vec::new();
        for &arg in &stub.args {
            let (arg, splat) = match ast.with_head(arg, s::SPLAT) {
                Some(&[inner]) => (inner, true),
                _ => (arg, false),
            };
            let (name, of) = match ast.with_head(arg, s::TYPED) {
                Some(&[name, of]) => (ast.as_symbol(name), self.eval_type(ast, of, &variables)?),
                Some(&[of]) => (None, self.eval_type(ast, of, &variables)?),
                _ => (ast.as_symbol(arg), ty::any()),
            };
            names.push(name.unwrap_or(s::UNDERSCORE));
            if splat {
                tail = Some(Tail {
                    element: of,
                    count: None,
                });
            } else {
                elements.push(of);
            }
        }
        let words = self.stub_effects(ast, &stub.effects, &names)?;
        let function = match ast.as_symbol(stub.function) {
            Some(name) => FunctionName::Plain(name),
            None => match ast.as_expr(stub.function) {
                Some((s::DOT, &[_, field])) => match ast.node(field) {
                    Node::Quote(name) => {
                        FunctionName::Plain(ast.as_symbol(*name).unwrap_or(s::UNDERSCORE))
                    }
                    _ => FunctionName::Type(stub.function),
                },
                Some((s::TYPED, &[.., of])) => FunctionName::Object(of),
                _ => FunctionName::Type(stub.function),
            },
        };
        let (name, callee) = self.function_type(ast, &function, &variables, stub.span)?;
        elements.insert(0, callee);
        let info = StubInfo {
            ast: ast.clone(),
            result: stub.return_type,
            of_program: self.loading == Loading::Program,
            effects: words.effects,
            fresh: words.fresh,
            calls: words.calls,
            args: names,
        };
        let body = MethodBody::Stub(Rc::new(info));
        self.add_method(
            ast,
            name,
            &elements,
            tail,
            &variables,
            body,
            None,
            Vec::new(),
            stub.span,
        );
        Ok(())
    }
}
