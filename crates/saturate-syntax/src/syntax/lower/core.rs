//! The core tree: what surface syntax is expanded to, before names are resolved and control flow is flattened.
//!
//! ```text
//! x += 1           Assign(x, Call(+, x, 1))
//! a && b           If(a, b, false)
//! while c; body    BreakBlock(Exit, While(c, BreakBlock(Continue, Scope(body))))
//! ```
//!
//! About thirty forms in place of Julia's ninety heads. Nodes live in an arena ([`Tree`]) and refer to each other by
//! index, so that a tree of any depth is dropped without recursion.
//!
//! Invariants: a node has one parent, except for the declared type of a variable, which is compiled at each
//! assignment; a [`Temp`] is set before it is read, and stands for one value.
//! Expansion makes `Name`; resolution replaces each of them, in place, by `Local`, `StaticParam` or `Global`.

use crate::diag::Span;
use crate::slots::Literal;
use crate::sym::Sym;
use cranelift_entity::{entity_impl, PrimaryMap};
use rustc_hash::FxHashMap;

use super::item::{FunctionName, Parameter, TypeVariable};

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CoreId(u32);
entity_impl!(CoreId, "core");

/// A value that the expansion names without making a variable of it (Julia's `SSAValue`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Temp(u32);
entity_impl!(Temp, "temp");

/// A block of declarations, with what is declared and assigned in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScopeId(u32);
entity_impl!(ScopeId, "scope");

/// A function body with arguments: a method, a closure's method, or a top-level thunk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LambdaId(u32);
entity_impl!(LambdaId, "lambda");

/// A local variable or argument, after resolution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(u32);
entity_impl!(VarId, "var");

/// A literal of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LiteralId(u32);
entity_impl!(LiteralId, "literal");

/// A method definition of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(u32);
entity_impl!(MethodId, "method");

/// Children of a node: a range of the tree's pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    start: u32,
    len: u32,
}

/// Where a jump out of nested blocks goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakKind {
    /// Behind the loop: `break`.
    Exit,
    /// To the end of the loop's body: `continue`.
    Continue,
}

/// What a core node is. Small and without ownership: a large function has millions of them.
#[derive(Clone, Copy, Debug)]
pub enum Core {
    /// A literal value.
    Literal(LiteralId),
    /// A name, not yet resolved.
    Name(Sym),
    /// A variable.
    Local(VarId),
    /// A static parameter (`T` of a `where`).
    StaticParam(Sym),
    /// A global, by module (`None`: the one being lowered) and name.
    Global(Option<Sym>, Sym),
    /// A value set before.
    Temp(Temp),
    /// A call: the callee, then its arguments.
    Call(List),
    /// `%new`: the type, then the fields.
    New(List),
    /// A form kept verbatim, and its operands.
    Opaque(Sym, List),
    /// Writes a variable or global; its value is the right side.
    Assign(CoreId, CoreId),
    /// Gives a temporary its value.
    SetTemp(Temp, CoreId),
    /// Statements; the value is that of the last.
    Block(List),
    /// A conditional; without an `else` its value may be `nothing`.
    If(CoreId, CoreId, Option<CoreId>),
    /// A loop with the test first.
    While(CoreId, CoreId),
    /// A loop with the test last: the body, then the condition.
    DoWhile(CoreId, CoreId),
    /// What a [`Core::Break`] of the same kind leaves.
    BreakBlock(BreakKind, CoreId),
    /// Leaves the innermost such block.
    Break(BreakKind),
    /// Leaves the function.
    Return(CoreId),
    /// A value that need not be computed where it is not used.
    Unnecessary(CoreId),
    /// A block of declarations.
    Scope(ScopeId, CoreId),
    /// Declares the type of a local variable (`x::T = …`).
    Decl(CoreId, CoreId),
    /// `@isdefined x`.
    IsDefined(CoreId),
    /// `for outer i`: an error unless the name is a local variable.
    RequireLocal(Sym),
    /// The protected block, and the handler.
    TryCatch(CoreId, CoreId),
    /// The protected block, and what runs in any case.
    TryFinally(CoreId, CoreId),
    /// `@label`.
    Label(Sym),
    /// `@goto`.
    Goto(Sym),
    /// A definition of a method: its value is the function.
    Method(MethodId),
    /// A body under `@inbounds`.
    Inbounds(CoreId),
}

/// What a method is added to.
#[derive(Clone, Debug)]
pub enum MethodTarget {
    /// A function known by a plain name: a global, or a local variable (then it is a closure).
    Name(Sym),
    /// Anything else: a qualified name, a type, a callable object.
    Other(FunctionName),
}

/// A definition of one method, after defaults and keywords have been taken apart.
#[derive(Clone, Debug)]
pub struct MethodDef {
    /// What it is a method of. For a keyword sorter, of which function.
    pub target: MethodTarget,
    /// The variable that `target` names, if resolution found it to be local.
    pub local: Option<VarId>,
    /// The local function that an argument is declared to be, in the methods for keywords.
    pub passed_function: Option<VarId>,
    /// Whether the method sorts keywords for `target`.
    pub sorter: bool,
    /// The body.
    pub lambda: LambdaId,
    /// Types of the arguments, without the function itself.
    pub params: Vec<Parameter>,
    /// Static parameters.
    pub type_vars: Vec<TypeVariable>,
    /// The declared type of the result.
    pub return_type: Option<crate::syntax::ast::NodeId>,
}

/// What is declared and assigned directly in a scope, in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct ScopeData {
    /// Assigned names, function definitions included.
    pub assigned: Vec<Sym>,
    /// `local x`.
    pub locals: Vec<Sym>,
    /// Locals that are set where they are declared (`let x = …`): never undefined.
    pub defined_locals: Vec<Sym>,
    /// `global x`.
    pub globals: Vec<Sym>,
    /// The variables of the scope, after resolution, in the order their boxes are made.
    pub vars: Vec<VarId>,
}

/// A function body.
#[derive(Clone, Debug)]
pub struct LambdaData {
    /// The name to show.
    pub name: Sym,
    /// The arguments' names, the function itself first; nameless ones are the empty symbol.
    pub args: Vec<Sym>,
    /// Whether the last argument collects the remaining ones.
    pub is_va: bool,
    /// The static parameters' names: the method's own.
    pub static_params: Vec<Sym>,
    /// The argument that holds the captures of a closure: the function itself, except in keyword sorters.
    pub self_arg: usize,
    /// The declared type of the result.
    pub return_type: Option<CoreId>,
    /// `inline`, `noinline`, `propagate_inbounds` and the like.
    pub annotations: Vec<Sym>,
    /// The body, a scope.
    pub body: CoreId,
    /// Where it stands.
    pub span: Span,
    /// After resolution: the function in which it is defined.
    pub parent: Option<LambdaId>,
    /// After resolution: the arguments' variables.
    pub arg_vars: Vec<VarId>,
    /// After resolution: variables of enclosing functions that it uses, in order of first use.
    pub captures: Vec<VarId>,
    /// After resolution: static parameters of enclosing functions that it uses.
    pub captured_params: Vec<Sym>,
    /// After resolution: all variables that belong to it.
    pub vars: Vec<VarId>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct VarData {
    /// Its name.
    pub name: Sym,
    /// The function it belongs to.
    pub owner: LambdaId,
    /// Whether it is an argument.
    pub is_arg: bool,
    /// Whether an inner function uses it.
    pub captured: bool,
    /// How many assignments stand in the text.
    pub assignments: u32,
    /// Whether every use is known to come after an assignment.
    pub never_undefined: bool,
    /// Whether it lives in a `Core.Box`; final once its function has been analysed.
    pub boxed: bool,
    /// Its declared type.
    pub ty: Option<CoreId>,
}

/// The arena of one top-level expression.
#[derive(Default)]
pub struct Tree {
    /// The nodes, each with its place and whether anything in it assigns a variable of the same function (then
    /// operands evaluated before it must be read before it).
    pub nodes: PrimaryMap<CoreId, CoreNode>,
    /// Their children.
    pool: Vec<CoreId>,
    /// Literals.
    pub literals: PrimaryMap<LiteralId, Literal>,
    /// Method definitions.
    pub methods: PrimaryMap<MethodId, MethodDef>,
    /// The scopes.
    pub scopes: PrimaryMap<ScopeId, ScopeData>,
    /// The functions.
    pub lambdas: PrimaryMap<LambdaId, LambdaData>,
    /// The variables.
    pub vars: PrimaryMap<VarId, VarData>,
    /// How many temporaries there are.
    pub temps: u32,
    /// The parts of the local function that each variable names.
    pub functions: FxHashMap<VarId, Vec<LambdaId>>,
}

/// A core node with its surroundings.
#[derive(Clone, Copy, Debug)]
pub struct CoreNode {
    /// What it is.
    pub core: Core,
    /// Where it comes from.
    pub span: Span,
    /// Whether it, or a node below it outside inner functions, writes a variable.
    pub assigns: bool,
}

impl Tree {
    /// Adds a node.
    pub fn add(&mut self, core: Core, span: Span) -> CoreId {
        let any = |ids: &[CoreId]| ids.iter().any(|&id| self.nodes[id].assigns);
        let assigns = match &core {
            Core::Assign(..) | Core::Method(_) => true,
            Core::Call(ids) | Core::New(ids) | Core::Opaque(_, ids) | Core::Block(ids) => {
                any(self.get(*ids))
            }
            Core::SetTemp(_, a)
            | Core::BreakBlock(_, a)
            | Core::Return(a)
            | Core::Unnecessary(a)
            | Core::Scope(_, a)
            | Core::Inbounds(a) => any(&[*a]),
            Core::If(a, b, c) => any(&[*a, *b]) || c.is_some_and(|c| any(&[c])),
            Core::While(a, b)
            | Core::DoWhile(a, b)
            | Core::TryCatch(a, b)
            | Core::TryFinally(a, b) => any(&[*a, *b]),
            _ => false,
        };
        self.nodes.push(CoreNode {
            core,
            span,
            assigns,
        })
    }

    /// Puts children into the pool.
    pub fn list(&mut self, ids: &[CoreId]) -> List {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(ids);
        List {
            start,
            len: ids.len() as u32,
        }
    }

    /// The children in a list.
    pub fn get(&self, list: List) -> &[CoreId] {
        &self.pool[list.start as usize..(list.start + list.len) as usize]
    }

    /// A fresh temporary.
    pub fn temp(&mut self) -> Temp {
        self.temps += 1;
        Temp(self.temps - 1)
    }
}
