//! Expansion: surface syntax to the core tree.
//!
//! One function per form; what a form means is Julia's definition of it (`julia-syntax.scm`), so that the sequence of
//! calls comes out the same. Where a form is explained by others, the explanation is built as syntax and expanded in
//! turn; a value computed on the way is a node `#temp`.
//!
//! ```text
//! A[end] += f(x)     #temp1 = lastindex(A); A[#temp1] = A[#temp1] + f(x)
//! ```
//!
//! Invariant: a piece of syntax is expanded in the scope it belongs to, and anew for each place where it is used, so
//! that no core node is shared. Recursion is guarded: depth is limited by memory, not by the thread's stack.

mod assign;
mod broadcast;
mod call;
mod comprehension;
mod function;
mod index;
mod keywords;
mod loops;
mod macros;
mod query;
mod quote;
mod scope;
mod types;
mod update;
mod views;

pub use macros::is_known_macro;

use super::core::{Core, CoreId, ScopeData, ScopeId, Temp, Tree};
use crate::diag::{Diagnostic, Span};
use crate::slots::Literal;
use crate::sym::{s, Sym};
use crate::syntax::ast::{Ast, Node, NodeId};
use smallvec::SmallVec;

/// A failure names the construct and its place.
pub type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Children of a node.
pub type Nodes = SmallVec<[NodeId; 6]>;

/// Stack kept free before a recursive step, and how much to add when it is not: bytes.
const STACK_MARGIN: usize = 64 * 1024;
const STACK_CHUNK: usize = 2 * 1024 * 1024;

/// Runs a recursive step with enough stack.
pub fn with_stack<T>(step: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_MARGIN, STACK_CHUNK, step)
}

/// What `begin` and `end` mean inside an index.
#[derive(Clone)]
struct IndexContext {
    /// The array: a name or a temporary.
    array: NodeId,
    /// Which index, from 1.
    position: usize,
    /// Splatted indices before it.
    splats: Vec<NodeId>,
    /// Whether it is the last one.
    last: bool,
}

/// What `new` means inside an inner constructor.
#[derive(Clone)]
pub struct NewContext {
    /// The type.
    pub type_name: Sym,
    /// Its parameters' names.
    pub params: Vec<Sym>,
    /// What `new` without braces applies the type to.
    pub arguments: Vec<NodeId>,
    /// The constructor's static parameters.
    pub static_params: Vec<Sym>,
    /// The fields' declared types.
    pub field_types: Vec<Option<NodeId>>,
}

/// Expands the expressions of one file.
pub struct Expander<'a> {
    /// The file's tree; expansion adds nodes to it.
    pub ast: &'a mut Ast,
    /// The result.
    pub tree: Tree,
    /// Numbers for names of closures and keyword bodies, unique in the file.
    pub counter: &'a mut u32,
    /// Set inside inner constructors.
    pub new_context: Option<NewContext>,
    scopes: Vec<ScopeId>,
    index: Vec<IndexContext>,
    gensyms: u32,
    /// How many functions are around the expression at hand.
    depth: u32,
    /// How many `try` blocks are around it.
    protected: u32,
    span: Span,
    /// What the definition at hand carries: `inline` and the like.
    annotations: Vec<Sym>,
}

impl<'a> Expander<'a> {
    /// An expander with an empty core tree.
    pub fn new(ast: &'a mut Ast, counter: &'a mut u32) -> Expander<'a> {
        Expander {
            ast,
            tree: Tree::default(),
            counter,
            new_context: None,
            scopes: Vec::new(),
            index: Vec::new(),
            gensyms: 0,
            depth: 0,
            protected: 0,
            span: Span::default(),
            annotations: Vec::new(),
        }
    }

    /// The core tree of `id`.
    pub fn expand(&mut self, id: NodeId) -> Result<CoreId> {
        let outer = self.span;
        self.span = self.span_of(id);
        let result = with_stack(|| self.expand_node(id));
        self.span = outer;
        result
    }

    fn expand_node(&mut self, id: NodeId) -> Result<CoreId> {
        let literal = match self.ast.node(id) {
            &Node::Expr(head, args) => {
                let args: Nodes = self.ast.args(args).into();
                return self.expand_expr(id, head, &args);
            }
            &Node::Symbol(name) => return self.expand_symbol(name),
            &Node::Quote(inner) => return self.expand_quote_node(inner),
            &Node::GlobalRef(module, name) => {
                return Ok(self.add(Core::Global(Some(module), name)));
            }
            Node::Line(_) | Node::Nothing => Literal::Nothing,
            &Node::Bool(value) => Literal::Bool(value),
            &Node::Int(value) => Literal::Int(value),
            &Node::UInt(width, value) => Literal::UInt(width, value),
            &Node::Float64(value) => Literal::Float64(value),
            &Node::Float32(value) => Literal::Float32(value),
            &Node::Char(value) => Literal::Char(value),
            Node::Str(bytes) => Literal::Str(bytes.clone()),
        };
        Ok(self.literal(literal))
    }

    fn expand_symbol(&mut self, name: Sym) -> Result<CoreId> {
        if (name == s::END || name == s::BEGIN) && !self.index.is_empty() {
            return self.expand_index_bound(name);
        }
        if query::is_underscore(name) {
            return self.invalid("the name `_` has no value");
        }
        Ok(self.add(Core::Name(name)))
    }

    fn expand_expr(&mut self, id: NodeId, head: Sym, args: &[NodeId]) -> Result<CoreId> {
        match (head, args) {
            (s::TEMP, &[number]) => match *self.ast.node(number) {
                Node::Int(number) => Ok(self.add(Core::Temp(Temp::from_u32(number as u32)))),
                _ => self.fail("a malformed temporary"),
            },
            (s::BLOCK, args) => self.expand_block(args),
            (s::CALL, &[callee, ref args @ ..]) => self.expand_call(callee, args),
            (s::DOT | s::DOT_ASSIGN, &[_, _]) => self.expand_dot(head, id, args),
            (s::ASSIGN, &[lhs, rhs]) => self.expand_assign(lhs, rhs),
            (s::REF, &[array, ref indices @ ..]) => self.expand_ref(array, indices),
            (s::MAYBEVIEW, &[array, ref indices @ ..]) => {
                self.expand_ref_as("maybeview", array, indices)
            }
            (s::IF | s::ELSEIF, &[test, then]) => {
                let test = self.expand(test)?;
                let then = self.expand(then)?;
                Ok(self.add(Core::If(test, then, None)))
            }
            (s::IF | s::ELSEIF, &[test, then, other]) => {
                let test = self.expand(test)?;
                let then = self.expand(then)?;
                let other = self.expand(other)?;
                Ok(self.add(Core::If(test, then, Some(other))))
            }
            (s::ANDAND | s::OROR, args) => self.expand_short_circuit(head, args),
            (s::COMPARISON, args) => self.expand_comparison(args),
            (s::WHILE, &[test, body]) => self.expand_while(test, body),
            (s::FOR, &[ranges, body]) => self.expand_for(ranges, body),
            (s::BREAK, []) => Ok(self.add(Core::Break(super::core::BreakKind::Exit))),
            (s::CONTINUE, []) => Ok(self.add(Core::Break(super::core::BreakKind::Continue))),
            (s::RETURN, args) => {
                let value = match args {
                    [] => self.nothing(),
                    [value, ..] => self.expand(*value)?,
                };
                Ok(self.add(Core::Return(value)))
            }
            (s::FUNCTION, &[signature, ref body @ ..]) => {
                self.expand_function(signature, body.first().copied())
            }
            (s::ARROW, &[args, body]) => self.expand_arrow(args, body),
            (s::DO, &[call, function]) => self.expand_do(call, function),
            (s::LET, &[bindings, body]) => self.expand_let(bindings, body),
            (s::TRY, args) => self.expand_try(args),
            (s::TUPLE, args) => self.expand_tuple(args),
            (s::STRING, args) => self.call_top("string", args),
            (s::TYPED, &[value, ty]) => self.call_core("typeassert", &[value, ty]),
            (s::SUBTYPE | s::SUPERTYPE, args) => {
                let callee = self.n_symbol(head);
                self.expand_call(callee, args)
            }
            (s::ADJOINT, args @ &[_]) => self.call_top("adjoint", args),
            (s::VECT | s::HCAT | s::VCAT | s::TYPED_HCAT | s::TYPED_VCAT, args) => {
                self.expand_array(head, args)
            }
            (s::COMPREHENSION, args) => self.expand_comprehension(args),
            (s::TYPED_COMPREHENSION, &[ty, generator]) => {
                self.expand_typed_comprehension(ty, generator)
            }
            (s::GENERATOR, _) => self.expand_generator(id, false, &[]),
            (s::FLATTEN, &[generator]) => self.expand_generator(generator, true, &[]),
            (s::CURLY, &[ty, ref params @ ..]) => self.expand_curly(ty, params),
            (s::WHERE, &[body, ref vars @ ..]) => self.expand_where(body, vars),
            (s::LOCAL | s::GLOBAL | s::CONST, args) => self.expand_declaration(head, args),
            (s::MACROCALL, args) => self.expand_macro(id, args),
            (s::QUOTE, &[body]) => self.expand_quasiquote(body),
            (s::INERT, &[body]) => self.expand_quote_node(body),
            (s::META, args) => self.expand_meta(args),
            (s::INBOUNDS, &[body]) => {
                let body = self.expand(body)?;
                Ok(self.add(Core::Inbounds(body)))
            }
            (s::NEW_OBJECT, args) => {
                let mut parts = Vec::with_capacity(args.len());
                for &arg in args {
                    parts.push(self.expand(arg)?);
                }
                Ok(self.add_new(&parts))
            }
            (s::SPLAT, _) => self.fail("`...` outside a call"),
            (s::INTERPOLATE, _) => self.fail("`$` outside a quote"),
            (s::PARAMETERS, _) => self.fail("`;` in this place"),
            (s::BRACES | s::BRACESCAT, _) => self.fail("`{ }` as an array"),
            (s::STRUCT | s::ABSTRACT | s::PRIMITIVE, _) => {
                self.fail(format!("`{head}` definition inside a function"))
            }
            (s::MODULE | s::USING | s::IMPORT | s::EXPORT | s::TOPLEVEL, _) => {
                self.fail(format!("`{head}` inside a function"))
            }
            (s::MACRO, _) => self.fail("`macro` definition inside a function"),
            (s::ERROR | s::INCOMPLETE, _) => self.fail("a syntax error"),
            _ => self.expand_other(head, args),
        }
    }

    /// Heads that form families: updating assignments, and what only macros produce.
    fn expand_other(&mut self, head: Sym, args: &[NodeId]) -> Result<CoreId> {
        if let (Some(operator), &[lhs, rhs]) = (query::update_operator(head), args) {
            return self.expand_update(operator, lhs, rhs);
        }
        self.fail(format!("the expression `{head}`"))
    }

    /// Statements one after another; line numbers are dropped, nodes have spans.
    pub fn expand_block(&mut self, args: &[NodeId]) -> Result<CoreId> {
        let mut stmts = Vec::with_capacity(args.len() / 2 + 1);
        for &arg in args {
            if !matches!(self.ast.node(arg), Node::Line(_)) {
                stmts.push(self.expand(arg)?);
            }
        }
        Ok(self.block(stmts))
    }

    /// `a && b && c` is `if a (if b c else false) else false`; `a || b` keeps the value of `a`.
    fn expand_short_circuit(&mut self, head: Sym, args: &[NodeId]) -> Result<CoreId> {
        let mut operands = Vec::new();
        self.flatten(head, args, &mut operands);
        let Some((&last, init)) = operands.split_last() else {
            return Ok(self.literal(Literal::Bool(head == s::ANDAND)));
        };
        // Made inside out, but expanded left to right, so that scopes see assignments in order.
        let mut tests = Vec::with_capacity(init.len());
        for &operand in init {
            tests.push((operand, self.expand(operand)?));
        }
        let mut result = self.expand(last)?;
        for (operand, test) in tests.into_iter().rev() {
            result = if head == s::ANDAND {
                let no = self.literal(Literal::Bool(false));
                self.add(Core::If(test, result, Some(no)))
            } else if self.ast.as_symbol(operand).is_some() {
                let again = self.expand(operand)?;
                self.add(Core::If(test, again, Some(result)))
            } else {
                let temp = self.tree.temp();
                let set = self.add(Core::SetTemp(temp, test));
                let (test, value) = (self.add(Core::Temp(temp)), self.add(Core::Temp(temp)));
                let branch = self.add(Core::If(test, value, Some(result)));
                self.block(vec![set, branch])
            };
        }
        Ok(result)
    }

    /// The operands of nested uses of one operator, in order; without recursion on the depth.
    fn flatten(&self, head: Sym, args: &[NodeId], out: &mut Vec<NodeId>) {
        let mut pending: Vec<NodeId> = args.iter().rev().copied().collect();
        while let Some(node) = pending.pop() {
            match self.ast.with_head(node, head) {
                Some(inner) => pending.extend(inner.iter().rev()),
                None => out.push(node),
            }
        }
    }

    // Making core nodes.

    /// Adds a core node at the current place.
    pub fn add(&mut self, core: Core) -> CoreId {
        self.tree.add(core, self.span)
    }

    fn literal(&mut self, literal: Literal) -> CoreId {
        let literal = self.tree.literals.push(literal);
        self.add(Core::Literal(literal))
    }

    fn nothing(&mut self) -> CoreId {
        self.literal(Literal::Nothing)
    }

    fn block(&mut self, mut stmts: Vec<CoreId>) -> CoreId {
        match stmts.len() {
            0 => self.nothing(),
            1 => stmts.remove(0),
            _ => {
                let stmts = self.tree.list(&stmts);
                self.add(Core::Block(stmts))
            }
        }
    }

    /// A call: the callee, then its arguments.
    fn add_call(&mut self, parts: &[CoreId]) -> CoreId {
        let parts = self.tree.list(parts);
        self.add(Core::Call(parts))
    }

    /// `%new`: the type, then the fields.
    fn add_new(&mut self, parts: &[CoreId]) -> CoreId {
        let parts = self.tree.list(parts);
        self.add(Core::New(parts))
    }

    fn opaque(&mut self, head: Sym, parts: &[CoreId]) -> CoreId {
        let parts = self.tree.list(parts);
        self.add(Core::Opaque(head, parts))
    }

    fn top(&mut self, name: &str) -> CoreId {
        self.add(Core::Global(Some(s::BASE), Sym::new(name)))
    }

    fn core(&mut self, name: &str) -> CoreId {
        self.add(Core::Global(Some(s::CORE), Sym::new(name)))
    }

    fn call(&mut self, callee: CoreId, args: &[CoreId]) -> CoreId {
        let mut all = Vec::with_capacity(args.len() + 1);
        all.push(callee);
        all.extend_from_slice(args);
        self.add_call(&all)
    }

    /// `Base.name(args...)`, arguments as syntax; splats allowed.
    fn call_top(&mut self, name: &str, args: &[NodeId]) -> Result<CoreId> {
        let callee = self.n_top(name);
        self.expand_call(callee, args)
    }

    /// `Core.name(args...)`.
    fn call_core(&mut self, name: &str, args: &[NodeId]) -> Result<CoreId> {
        let callee = self.n_core(name);
        self.expand_call(callee, args)
    }

    /// Sets a fresh temporary to `value`, and gives a node that reads it.
    fn bind(&mut self, value: CoreId, stmts: &mut Vec<CoreId>) -> NodeId {
        let (temp, node) = self.n_temp();
        stmts.push(self.add(Core::SetTemp(temp, value)));
        node
    }

    // Making syntax.

    fn n_symbol(&mut self, name: Sym) -> NodeId {
        self.ast.leaf(Node::Symbol(name), self.span)
    }

    fn n_int(&mut self, value: i64) -> NodeId {
        self.ast.leaf(Node::Int(value), self.span)
    }

    fn n_quoted(&mut self, name: Sym) -> NodeId {
        let name = self.n_symbol(name);
        self.ast.leaf(Node::Quote(name), self.span)
    }

    fn n_nothing(&mut self) -> NodeId {
        self.ast.leaf(Node::Nothing, self.span)
    }

    fn n_top(&mut self, name: &str) -> NodeId {
        self.ast
            .leaf(Node::GlobalRef(s::BASE, Sym::new(name)), self.span)
    }

    fn n_core(&mut self, name: &str) -> NodeId {
        self.ast
            .leaf(Node::GlobalRef(s::CORE, Sym::new(name)), self.span)
    }

    fn n_expr(&mut self, head: Sym, args: &[NodeId]) -> NodeId {
        self.ast.expr(head, args, self.span)
    }

    fn n_call(&mut self, callee: NodeId, args: &[NodeId]) -> NodeId {
        let mut all: Nodes = SmallVec::with_capacity(args.len() + 1);
        all.push(callee);
        all.extend_from_slice(args);
        self.n_expr(s::CALL, &all)
    }

    fn n_temp(&mut self) -> (Temp, NodeId) {
        let temp = self.tree.temp();
        let number = self.n_int(i64::from(temp.as_u32()));
        (temp, self.n_expr(s::TEMP, &[number]))
    }

    /// A name that no program can contain.
    fn gensym(&mut self) -> Sym {
        self.gensyms += 1;
        Sym::new(&format!("#s{}", self.gensyms))
    }

    fn next_number(&mut self) -> u32 {
        *self.counter += 1;
        *self.counter
    }

    // Places and failures.

    /// Where `id` stands; nodes that expansion made stand where their origin does.
    fn span_of(&self, id: NodeId) -> Span {
        self.ast.span(id)
    }

    /// Stops the definition at hand, naming what it cannot lower.
    pub fn fail<T>(&self, construct: impl std::fmt::Display) -> Result<T> {
        Err(Box::new(Diagnostic::at(
            &self.ast.source,
            self.span,
            format!("{construct} is not supported"),
        )))
    }

    /// Stops the definition at hand: the program is wrong.
    pub fn invalid<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Box::new(Diagnostic::at(
            &self.ast.source,
            self.span,
            message,
        )))
    }

    // Scopes.

    /// Runs `body` in a new scope.
    pub fn scope(&mut self, body: impl FnOnce(&mut Self) -> Result<CoreId>) -> Result<CoreId> {
        let scope = self.tree.scopes.push(ScopeData::default());
        self.scopes.push(scope);
        let result = body(self);
        self.scopes.pop();
        let body = result?;
        Ok(self.add(Core::Scope(scope, body)))
    }

    fn current_scope(&mut self) -> &mut ScopeData {
        let scope = self.scopes.last().expect("expansion runs inside a scope");
        &mut self.tree.scopes[*scope]
    }

    /// Declares a local variable of the current scope.
    fn declare_local(&mut self, name: Sym) {
        if !query::is_underscore(name) {
            self.current_scope().locals.push(name);
        }
    }

    /// Declares a local variable that is set at once.
    fn declare_defined(&mut self, name: Sym) {
        if !query::is_underscore(name) {
            self.current_scope().defined_locals.push(name);
        }
    }

    /// `name = value`; a name of underscores only is not a variable.
    fn assign_name(&mut self, name: Sym, value: CoreId) -> CoreId {
        if query::is_underscore(name) {
            return value;
        }
        self.current_scope().assigned.push(name);
        let target = self.add(Core::Name(name));
        self.add(Core::Assign(target, value))
    }
}
