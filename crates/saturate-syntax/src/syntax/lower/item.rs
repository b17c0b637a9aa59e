//! What a file lowers to: definitions and top-level code, in source order.
//!
//! Types stand as syntax ([`NodeId`]s of the file's tree), because evaluating them needs a host; bodies stand as
//! [`SlotCode`]. A definition of one function with default or keyword arguments is several methods, as in Julia.

use crate::diag::Span;
use crate::slots::SlotCode;
use crate::sym::Sym;
use crate::syntax::ast::NodeId;

/// One piece of a file.
#[derive(Clone, Debug)]
pub enum Item {
    /// A method of a function, a type, or a closure.
    Method(Box<Method>),
    /// The type of a closure. Its methods follow.
    Closure(Closure),
    /// A `struct` or `mutable struct`. Its constructors follow as methods.
    Struct(Struct),
    /// An `abstract type`.
    Abstract(TypeHead),
    /// A `primitive type`, and its size in bits.
    Primitive(TypeHead, NodeId),
    /// `x = …` or `const x = …` at top level; the thunk returns the value.
    Global(Global),
    /// `function f end`: a function without methods.
    Function(Sym, Span),
    /// `using` or `import`.
    Import(Import),
    /// `export`: the names.
    Export(Vec<Sym>, Span),
    /// `module` or `baremodule`.
    Module(Module),
    /// `if` at top level, with definitions in its branches.
    If(Box<Conditional>),
    /// `@rules name begin … end`.
    Rules(Rules),
    /// `@saturate name f(::T, …)`.
    Entry(Entry),
    /// `@stub effects… f(x::T, …)::R where {…}`.
    Stub(Stub),
    /// Any other expression: it runs when the file is loaded.
    Thunk(Box<Thunk>),
    /// A macro definition. Saturate does not run user macros; the name is kept so that a use can be explained.
    Macro(Sym, Span),
}

/// What a method is a method of.
#[derive(Clone, Debug, PartialEq)]
pub enum FunctionName {
    /// A function of the module, by name. A method of a type's constructor, too, where the type has no parameters
    /// in the definition.
    Plain(Sym),
    /// A function of another module: `Base.:+`. Module path, then name.
    Qualified(Vec<Sym>, Sym),
    /// A constructor with parameters: `Foo{T}(x) where T`. The type; the function itself has type `Type{Foo{T}}`.
    Type(NodeId),
    /// A callable object: `(f::T)(x)`; its type. The object is argument 0.
    Object(NodeId),
    /// A closure, by the name of its [`Closure`] item.
    Closure(Sym),
}

/// The type of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeExpr {
    /// Not annotated.
    Any,
    /// As written.
    Syntax(NodeId),
    /// The type of a function (the argument through which a keyword method gets the function itself).
    Function(FunctionName),
}

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name; empty if it has none.
    pub name: Sym,
    /// Its type. Of a collecting argument (`xs::T...`), the type of each element; of one written
    /// `xs::Vararg{T,N}`, that type itself.
    pub ty: TypeExpr,
}

/// A static parameter with its bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeVariable {
    /// Its name.
    pub name: Sym,
    /// `L` of `T>:L`.
    pub lower: Option<NodeId>,
    /// `U` of `T<:U`.
    pub upper: Option<NodeId>,
}

/// A method.
///
/// The slots of `code` are the function itself, then `params`. In a keyword sorter they are the sorter, the named
/// tuple of keywords, the function, then its positional arguments; all but the sorter are in `params`.
#[derive(Clone, Debug)]
pub struct Method {
    /// What it is a method of.
    pub function: FunctionName,
    /// Whether it sorts the keywords of `function`: a method of what `Core.kwfunc(function)` returns.
    pub sorter: bool,
    /// The arguments after the function itself.
    pub params: Vec<Parameter>,
    /// Whether the last argument collects the remaining ones.
    pub is_va: bool,
    /// The static parameters, in the order of `code.static_params`; those of an enclosing function that a closure
    /// uses come last, and are bound by the closure's type.
    pub type_vars: Vec<TypeVariable>,
    /// How many of `type_vars`, from the end, are parameters of the closure's type.
    pub closure_params: u32,
    /// The declared type of the result. The code converts to it.
    pub return_type: Option<NodeId>,
    /// `inline`, `noinline`, `propagate_inbounds`, `pure`, …, as `Expr(:meta, …)` has them.
    pub annotations: Vec<Sym>,
    /// The body.
    pub code: SlotCode,
    /// The definition.
    pub span: Span,
}

/// The type of a closure: `struct #f#1{T…} <: Function` with one field for each capture.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The type's name, unique in the file.
    pub name: Sym,
    /// Static parameters of the enclosing function that it uses: the type's leading parameters. Where there are
    /// any, the creation site applies the type to them.
    pub params: Vec<Sym>,
    /// The fields.
    pub captures: Vec<Capture>,
    /// The definition.
    pub span: Span,
}

/// A captured variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Capture {
    /// The field's name.
    pub name: Sym,
    /// Whether the field is a `Core.Box` with the value in `contents`, because the variable is assigned again.
    pub boxed: bool,
}

/// Name, parameters and supertype of a type definition.
#[derive(Clone, Debug)]
pub struct TypeHead {
    /// The name.
    pub name: Sym,
    /// The parameters.
    pub params: Vec<TypeVariable>,
    /// The supertype; `Any` if there is none.
    pub supertype: Option<NodeId>,
    /// The definition.
    pub span: Span,
}

/// A `struct`.
#[derive(Clone, Debug)]
pub struct Struct {
    /// Name, parameters and supertype.
    pub head: TypeHead,
    /// Whether it is `mutable`.
    pub mutable: bool,
    /// The fields.
    pub fields: Vec<Parameter>,
    /// How many leading fields every constructor sets.
    pub min_initialized: u32,
    /// Whether the constructors that follow are Julia's default ones. Of those of a type without parameters, the one
    /// with typed arguments is to be left out where all field types turn out to be `Any`.
    pub default_constructors: bool,
}

/// A global variable's definition.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name.
    pub name: Sym,
    /// Whether it is `const`.
    pub constant: bool,
    /// Computes the value.
    pub code: SlotCode,
    /// The definition.
    pub span: Span,
}

/// `using` or `import`.
#[derive(Clone, Debug)]
pub struct Import {
    /// Whether it is `using`.
    pub using: bool,
    /// The module before the colon of `using A: b, c`.
    pub from: Option<Vec<Sym>>,
    /// What is imported: paths, with leading `.` as names of their own.
    pub paths: Vec<Vec<Sym>>,
    /// The statement.
    pub span: Span,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name.
    pub name: Sym,
    /// Whether it is a `baremodule`.
    pub bare: bool,
    /// Its contents.
    pub items: Vec<Item>,
    /// The definition.
    pub span: Span,
}

/// `if` at top level.
#[derive(Clone, Debug)]
pub struct Conditional {
    /// Computes the condition.
    pub condition: SlotCode,
    /// What is defined if it holds.
    pub then_items: Vec<Item>,
    /// What is defined if not.
    pub else_items: Vec<Item>,
    /// The statement.
    pub span: Span,
}

/// A named rule set.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its name.
    pub name: Sym,
    /// The rules: a block.
    pub body: NodeId,
    /// How many values behind `$` it has: constants that are defined before it.
    pub values: usize,
    /// The statement.
    pub span: Span,
}

/// An entry point: what to optimise when no flags say so.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The rule set or expression of rule sets.
    pub rules: NodeId,
    /// The call with types for arguments, `f(::T, …)`.
    pub call: NodeId,
    /// The statement.
    pub span: Span,
}

/// A signature with effects and result type but no body.
#[derive(Clone, Debug)]
pub struct Stub {
    /// The effects, as written before the signature.
    pub effects: Vec<NodeId>,
    /// The function.
    pub function: NodeId,
    /// The arguments, as written.
    pub args: Vec<NodeId>,
    /// The result type.
    pub return_type: Option<NodeId>,
    /// The `where` variables.
    pub type_vars: Vec<TypeVariable>,
    /// The statement.
    pub span: Span,
}

/// Code that runs when the file is loaded.
#[derive(Clone, Debug)]
pub struct Thunk {
    /// The code.
    pub code: SlotCode,
    /// The expression.
    pub span: Span,
}

/// What a file lowers to, and what could not be lowered.
#[derive(Debug, Default)]
pub struct Lowered {
    /// The pieces, in source order.
    pub items: Vec<Item>,
    /// One for each definition or expression that was left out.
    pub diagnostics: Vec<crate::diag::Diagnostic>,
}
