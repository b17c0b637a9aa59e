//! Slot code: what both front ends produce, before SSA construction.
//!
//! A flat list of statements over mutable local variables (slots), with jumps to statement numbers: the shape of
//! Julia's unoptimised `CodeInfo`, with nested expressions flattened so that every statement does one thing.
//!
//! ```text
//! function pow(x, n)                 slots: _0 #self#, _1 x, _2 n, _3 r
//!     r = 1                          s0: _3 = 1
//!     while n > 0                    s1: call >(_2, 0)
//!         n -= 1                     s2: gotoifnot s1 s8
//!         println(n)                 s3: call -(_2, 1)
//!         r *= x                     s4: _2 = s3
//!     end                            s5: call println(_2)      … s6: call *(_3, _1)   s7: _3 = s6; goto s1
//!     r                              s8: return _3
//! end
//! ```
//!
//! Semantics: statements run in order; an operand `Slot` reads the variable *at that statement*, `Stmt` is the value
//! of an earlier statement, which must have run. Control may leave only through `Return` and `Unreachable`.
//! Types are present when the code comes from a host that has inferred it, absent when it comes from source.

use crate::diag::Span;
use crate::entities::{Const, Slot, Stmt, Type};
use crate::sym::Sym;
use cranelift_entity::PrimaryMap;

/// A use of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The result of an earlier statement.
    Stmt(Stmt),
    /// The current value of a variable.
    Slot(Slot),
    /// A constant of the host.
    Const(Const),
    /// A literal that no host has numbered yet.
    Literal(Literal),
    /// A global by module and name; `None` is the module of the function. It is resolved by the host: a constant
    /// global becomes a constant, any other read becomes an opaque statement that reads memory and may throw.
    Global(Option<Sym>, Sym),
    /// A static parameter (`T` of a `where`), by position.
    StaticParam(u32),
}

/// A literal as the reader saw it. Julia types follow from the variant.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `nothing`.
    Nothing,
    /// `true`, `false`.
    Bool(bool),
    /// `Int64`.
    Int(i64),
    /// An unsigned integer: width in bits and value.
    UInt(u8, u128),
    /// `Int128` (a decimal literal too large for `Int64`).
    Int128(i128),
    /// `Float64`.
    Float64(f64),
    /// `Float32`.
    Float32(f32),
    /// `Char`, by code point.
    Char(u32),
    /// `String`; bytes need not be UTF-8.
    Str(Box<[u8]>),
    /// `Symbol`.
    Symbol(Sym),
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// Writes a variable.
    Assign(Slot, Operand),
    /// The value itself: a constant, a copy of a variable at this point, a global read.
    Value(Operand),
    /// `callee(args...)`.
    Call {
        /// What is called.
        callee: Operand,
        /// Its arguments.
        args: Vec<Operand>,
    },
    /// `%new(type, fields...)`: makes an object without running a constructor. Closures are made this way, too.
    New {
        /// The type to make: a type constant, or an operand that computes it.
        ty: Operand,
        /// Field values.
        args: Vec<Operand>,
    },
    /// A form that is kept verbatim: `foreigncall`, `boundscheck`, `static_parameter`, `isdefined`, `copyast`, …
    /// Its effects are unknown unless the head is listed in [`super::opaque`].
    Opaque {
        /// The head of Julia's expression.
        head: Sym,
        /// Operands that are values.
        args: Vec<Operand>,
        /// What is not a value (a foreign call's signature, a label), kept by the host.
        payload: Option<Const>,
    },
    /// Jumps.
    Goto(Stmt),
    /// Jumps when the condition is `false`, else falls through.
    GotoIfNot(Operand, Stmt),
    /// Returns.
    Return(Operand),
    /// Control never comes here (inference proved that the previous statement throws).
    Unreachable,
    /// Opens a protected region whose handler starts at the label.
    Enter(Stmt),
    /// Closes the innermost `n` protected regions.
    Leave(u32),
    /// Ends a handler, and those inside it.
    PopException {
        /// What its `Enter` gave.
        token: Operand,
        /// How many handlers end, as the source nests them.
        handlers: u32,
    },
}

/// A statement and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StmtData {
    /// What it does.
    pub kind: StmtKind,
    /// The inferred type of its value, where inference has run.
    pub ty: Option<Type>,
    /// The inferred constant value, where there is one.
    pub constant: Option<Const>,
    /// Whether `@inbounds` covers it: part of a call's identity.
    pub inbounds: bool,
    /// Where it comes from.
    pub span: Span,
}

/// A local variable.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotData {
    /// Its name in the source; compiler temporaries have an empty one.
    pub name: Sym,
    /// Its type over the whole function, where inference has run.
    pub ty: Option<Type>,
}

/// A function body before SSA construction.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotCode {
    /// The function's name.
    pub name: Sym,
    /// How many of the first slots are arguments; slot 0 is the function object itself.
    pub nargs: u32,
    /// Whether the last argument collects the remaining ones into a tuple.
    pub is_va: bool,
    /// Names of the static parameters.
    pub static_params: Vec<Sym>,
    /// The variables.
    pub slots: PrimaryMap<Slot, SlotData>,
    /// The statements. The last one ends control flow.
    pub stmts: PrimaryMap<Stmt, StmtData>,
}

impl SlotCode {
    /// A body without statements, with the function object as its only argument.
    pub fn new(name: Sym) -> SlotCode {
        let mut code = SlotCode {
            name,
            nargs: 1,
            is_va: false,
            static_params: Vec::new(),
            slots: PrimaryMap::new(),
            stmts: PrimaryMap::new(),
        };
        code.add_slot(crate::sym::s::SELF);
        code
    }

    /// Adds a variable.
    pub fn add_slot(&mut self, name: Sym) -> Slot {
        self.slots.push(SlotData { name, ty: None })
    }

    /// Says of every name without a module that it is one of `module`.
    pub fn settle_names(&mut self, module: Sym) {
        let settle = |operand: &mut Operand| {
            if let Operand::Global(place @ None, _) = operand {
                *place = Some(module);
            }
        };
        for stmt in self.stmts.values_mut() {
            match &mut stmt.kind {
                StmtKind::Call {
                    callee: first,
                    args,
                }
                | StmtKind::New { ty: first, args } => {
                    settle(first);
                    args.iter_mut().for_each(settle);
                }
                StmtKind::Opaque { args, .. } => args.iter_mut().for_each(settle),
                StmtKind::Assign(_, operand)
                | StmtKind::Value(operand)
                | StmtKind::GotoIfNot(operand, _)
                | StmtKind::Return(operand)
                | StmtKind::PopException { token: operand, .. } => settle(operand),
                StmtKind::Goto(_)
                | StmtKind::Unreachable
                | StmtKind::Enter(_)
                | StmtKind::Leave(_) => {}
            }
        }
    }

    /// Appends a statement.
    pub fn push(&mut self, kind: StmtKind, span: Span) -> Stmt {
        self.stmts.push(StmtData {
            kind,
            ty: None,
            constant: None,
            inbounds: false,
            span,
        })
    }
}
