//! Left sides of rules as seeds of expressions, so that the rules of a case have something to match.
//!
//! `sum(copy(~v::Vector{Int64})) --> sum(~v)` gives a tree of two operations, `sum($0)` of `copy($0)`, with one hole, an
//! array. The generator fills the holes and may take the tree apart: `y = copy(v)`, something in between, `sum(y)`.
//!
//! A node of the left side is an operation of its own if its type is one of generated values; what is lazy in
//! between becomes part of the text of the operation around it. A left side whose holes or result have types that no
//! generated value has is no seed. The right side is read in the same way: a program that has both is one in which the
//! rule finds what somebody else has computed.

use crate::ops::{Feature, Op, Ty, LOCAL_TYPES};
use crate::rules::{Class, Library};
use saturate::diag::Source;
use saturate::host::Host;
use saturate::rules::pattern::Constraint;
use saturate::rules::rule::{Rhs, Rule};
use saturate::rules::term::{Term, TermId, TermNode};
use saturate::sym::Sym;
use saturate_embedded::Embedded;
use std::fmt::Write;
use std::sync::OnceLock;

/// A left side.
#[derive(Debug)]
pub struct Seed {
    /// The number of the rule in the library.
    pub rule: usize,
    /// The class of the rule.
    pub class: Class,
    /// Types of its holes, one per variable of the rule.
    pub holes: Vec<Hole>,
    /// The tree.
    pub root: Piece,
    /// The right side over the same holes, where that is a call of generated values as well.
    pub other: Option<Piece>,
    /// Whether `other` is a part that the left side is beside, and not the right side.
    pub beside: bool,
    /// Whether the rule says that the left side is always true, or always false.
    pub decided: bool,
    /// Rules whose right side is a call that this left side has.
    pub partners: Vec<usize>,
}

/// What to put for a variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Hole {
    /// A value of this type.
    Any(Ty),
    /// A literal of this type.
    Literal(Ty),
    /// This text.
    Fixed(Ty, String),
}

/// A node of the tree.
#[derive(Debug)]
pub enum Piece {
    /// The value in this hole.
    Hole(usize),
    /// An operation.
    Op(&'static Op, Vec<Piece>),
}

impl Seed {
    /// The type of the whole.
    pub fn ty(&self) -> Ty {
        match &self.root {
            Piece::Op(op, _) => op.result,
            Piece::Hole(hole) => self.holes[*hole].ty(),
        }
    }

    /// Whether the rule's right side is a call of this operation.
    pub fn gives(&self, op: &Op) -> bool {
        let given = |other: &Piece| matches!(other, Piece::Op(given, _) if given.text == op.text && given.args == op.args);
        !self.beside && self.other.as_ref().is_some_and(given)
    }

    /// How often a hole occurs.
    pub fn occurrences(&self, hole: usize) -> usize {
        fn count(piece: &Piece, hole: usize) -> usize {
            match piece {
                Piece::Hole(found) => usize::from(*found == hole),
                Piece::Op(op, args) => (args.iter().enumerate())
                    .map(|(at, arg)| count(arg, hole) * (1 + usize::from(op.repeats(at))))
                    .sum(),
            }
        }
        count(&self.root, hole)
    }
}

impl Hole {
    /// Its type.
    pub fn ty(&self) -> Ty {
        match self {
            Hole::Any(ty) | Hole::Literal(ty) | Hole::Fixed(ty, _) => *ty,
        }
    }
}

/// The seeds of the library; the same for every host, so they are made once.
pub fn seeds(library: &Library, host: &mut Embedded) -> &'static [Seed] {
    static SEEDS: OnceLock<Vec<Seed>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let mut all = Vec::new();
        for number in 0..library.len() {
            let (class, rule) = library.rule(number);
            // A variable without a type stands for numbers and for arrays; of a law, each variable for each type that it admits.
            let untyped = rule.vars.values().any(|var| var.constraint.is_none());
            let variants = match class {
                class if class.is_of_library() => VARIANTS,
                _ if untyped => 2,
                _ => 1,
            };
            let mut shapes: Vec<Vec<Hole>> = Vec::new();
            for variant in 0..variants {
                let guard = library.guard(number);
                let mut reader = Reader {
                    rule,
                    side: &rule.lhs,
                    host,
                    guard: &guard,
                    variant,
                    is_law: class.is_of_library(),
                };
                let Some(holes) = reader.holes() else {
                    continue;
                };
                if !shapes.contains(&holes) {
                    shapes.push(holes.clone());
                    all.extend(reader.read(number, class, holes));
                }
            }
        }
        for at in 0..all.len() {
            all[at].partners = partners(&all, &all[at]);
        }
        all
    })
}

/// Rules that ask for what is assumed are partners of such rules only.
fn partners(all: &[Seed], seed: &Seed) -> Vec<usize> {
    let mut ops: Vec<&'static Op> = Vec::new();
    let mut todo = vec![&seed.root];
    while let Some(piece) = todo.pop() {
        if let Piece::Op(op, args) = piece {
            ops.push(op);
            todo.extend(args);
        }
    }
    let mut partners: Vec<usize> = (all.iter())
        .filter(|other| other.rule != seed.rule && other.class.asks() <= seed.class.asks())
        .filter(|other| ops.iter().any(|op| other.gives(op)))
        .map(|other| other.rule)
        .collect();
    partners.dedup();
    partners
}

struct Reader<'a> {
    rule: &'a Rule,
    /// The side of the rule that is being read.
    side: &'a Term,
    host: &'a mut Embedded,
    guard: &'a str,
    /// Which of the types that a variable admits is taken.
    variant: usize,
    /// Whether the rule is one of the library.
    is_law: bool,
}

/// Combinations of types that a law is tried with, at most.
const VARIANTS: usize = 5;

/// Types of generated values that a variable of a law admits.
fn admitted(shown: &str) -> &'static [Ty] {
    match shown {
        "Number" | "Real" => &[Ty::Float, Ty::Int, Ty::Bool, Ty::Byte, Ty::Small],
        "Integer" => &[Ty::Int, Ty::Byte, Ty::Bool, Ty::Small],
        "AbstractFloat" => &[Ty::Float, Ty::Single],
        "AbstractMatrix" | "Matrix" => &[Ty::FMat, Ty::Mat, Ty::FTrans],
        "AbstractVector" | "Vector" => &[Ty::FVec, Ty::Vec],
        "AbstractArray" | "Array" => &[Ty::FVec, Ty::FMat, Ty::Vec, Ty::Mat],
        "Union{Vector{Float64}, Matrix{Float64}}" | "Union{Matrix{Float64}, Vector{Float64}}" => {
            &[Ty::FVec, Ty::FMat]
        }
        shown if shown.starts_with("Union{") && shown.contains("Float64") => &[Ty::Float, Ty::Int],
        shown if shown.starts_with("Union{") => &[Ty::Int, Ty::Single],
        _ => &[],
    }
}

/// Julia's names of the types of generated values, as the host shows them.
const SHOWN: [(&str, Ty); 34] = [
    ("Int64", Ty::Int),
    ("Bool", Ty::Bool),
    ("Float64", Ty::Float),
    ("Number", Ty::Num),
    ("Vector{Int64}", Ty::Vec),
    ("Array{Int64, 1}", Ty::Vec),
    ("Vector{Float64}", Ty::FVec),
    ("Array{Float64, 1}", Ty::FVec),
    ("Cell", Ty::Cell),
    ("Point", Ty::Point),
    ("Holder", Ty::Holder),
    ("Base.RefValue{Int64}", Ty::Ref),
    ("RefValue{Int64}", Ty::Ref),
    ("UnitRange{Int64}", Ty::Range),
    ("Tray", Ty::Tray),
    ("Base.RefValue{Vector{Int64}}", Ty::VecRef),
    ("Vector{Vector{Int64}}", Ty::Nest),
    ("Matrix{Int64}", Ty::Mat),
    ("Transpose{Int64, Matrix{Int64}}", Ty::Trans),
    ("Symmetric{Int64, Matrix{Int64}}", Ty::Symm),
    ("Int8", Ty::Small),
    ("UInt8", Ty::Byte),
    ("Float32", Ty::Single),
    ("Vector{UInt8}", Ty::Bytes),
    ("Odd", Ty::Odd),
    ("Complex{Int64}", Ty::Gauss),
    ("Vector{Complex{Int64}}", Ty::Gausses),
    ("Adder", Ty::Adder),
    ("Gap", Ty::Gap),
    ("Duo", Ty::Duo),
    ("Dict{Int64, Int64}", Ty::Dict),
    ("Matrix{Float64}", Ty::FMat),
    ("Transpose{Float64, Matrix{Float64}}", Ty::FTrans),
    ("Adjoint{Float64, Matrix{Float64}}", Ty::FTrans),
];

fn known_type(shown: &str) -> Option<Ty> {
    let found = SHOWN.iter().find(|(name, _)| *name == shown);
    match shown {
        "Tuple{Int64, Int64}" => Some(Ty::Pair),
        "Tuple{Vector{Int64}, Vector{Int64}}" => Some(Ty::Twin),
        "Transpose{Int64, Vector{Int64}}" => Some(Ty::Flip),
        "Tuple{Vector{Int64}, Int64}" | "Tuple{Array{Int64, 1}, Int64}" => Some(Ty::VecPair),
        _ => found.map(|&(_, ty)| ty),
    }
}

impl Reader<'_> {
    /// The type of a variable, if generated values have one like it.
    fn admits(&mut self, at: usize, shown: &str) -> Option<Ty> {
        let admitted = if self.is_law { admitted(shown) } else { &[] };
        if admitted.is_empty() {
            return known_type(shown);
        }
        // All alike first, then each of another type.
        let shift = if self.variant < admitted.len() { 0 } else { at };
        Some(admitted[(self.variant + shift) % admitted.len()])
    }

    /// What to put for each variable.
    fn holes(&mut self) -> Option<Vec<Hole>> {
        let mut holes = Vec::new();
        for (at, var) in self.rule.vars.values().enumerate() {
            let is_function = ["f", "g", "σ"].contains(&var.name.as_str());
            let hole = match var.constraint {
                // A function of floats that no generated one is.
                None if is_function && self.is_law => Hole::Fixed(Ty::Fun, "abs".into()),
                None if is_function => Hole::Any(Ty::Fun),
                None if self.is_law => {
                    Hole::Any([Ty::FVec, Ty::FMat, Ty::Vec, Ty::Float][self.variant % 4])
                }
                None => Hole::Any([Ty::Int, Ty::Vec][self.variant % 2]),
                Some(Constraint::Type(ty)) => {
                    let shown = self.host.show_type(ty);
                    Hole::Any(self.admits(at, &shown)?)
                }
                Some(Constraint::Comptime(ty)) => {
                    let shown = self.host.show_type(ty);
                    let ty = self.admits(at, &shown)?;
                    let given = self.guard.strip_prefix(&format!("~{} === ", var.name));
                    let calls = |name: &str| self.guard == format!("{name}(~{})", var.name);
                    match given {
                        Some(text) => Hole::Fixed(ty, text.to_owned()),
                        None if calls("iszero") => Hole::Fixed(ty, zero(ty).into()),
                        None if calls("isone") => Hole::Fixed(ty, one(ty).into()),
                        None if ty == Ty::Vec => Hole::Fixed(ty, "TABLE".into()),
                        None => Hole::Literal(ty),
                    }
                }
            };
            holes.push(hole);
        }
        Some(holes)
    }

    fn read(&mut self, number: usize, class: Class, holes: Vec<Hole>) -> Option<Seed> {
        let root = self.piece(self.side.root()?, &holes)?;
        let Piece::Op(op, _) = root else {
            return None;
        };
        let (mut other, mut decided) = (None, false);
        let beside = self.rule.pattern.others().first().and_then(|&number| {
            let calls = self
                .side
                .iter()
                .filter(|(_, node)| matches!(node, TermNode::Call(..)));
            calls.map(|(id, _)| id).nth(number as usize)
        });
        if let Some(part) = beside {
            other = self.piece(part, &holes);
        } else if let Rhs::Term(term) = &self.rule.rhs {
            self.side = term;
            let last = term.root()?;
            decided = op.result == Ty::Bool && matches!(term.node(last), TermNode::Const(_));
            let piece = self.piece(last, &holes);
            other = piece.filter(|piece| matches!(piece, Piece::Op(..)));
        }
        Some(Seed {
            rule: number,
            class,
            holes,
            root,
            other,
            beside: beside.is_some(),
            decided,
            partners: Vec::new(),
        })
    }

    /// The node as a tree of operations; `None` if its type is not that of a generated value.
    fn piece(&mut self, id: TermId, holes: &[Hole]) -> Option<Piece> {
        let side = self.side;
        match side.node(id) {
            TermNode::Var(var) => Some(Piece::Hole(var.as_u32() as usize)),
            TermNode::Call(..) => {
                let result = self.type_of(id, holes)?;
                let mut args = Vec::new();
                let text = self.text(id, holes, &mut args, true)?;
                let types: Vec<Ty> = (args.iter())
                    .map(|arg| match arg {
                        Piece::Hole(hole) => holes[*hole].ty(),
                        Piece::Op(op, _) => op.result,
                    })
                    .collect();
                // Once per process, for as long as it runs.
                let op = Box::leak(Box::new(Op {
                    text: String::leak(text),
                    args: Vec::leak(types),
                    result,
                    weight: 1,
                    feature: Feature::Plain,
                }));
                Some(Piece::Op(op, args))
            }
            _ => None,
        }
    }

    /// The text of a call; what stands for itself is added to `args` and gets a number.
    fn text(
        &mut self,
        id: TermId,
        holes: &[Hole],
        args: &mut Vec<Piece>,
        outermost: bool,
    ) -> Option<String> {
        let side = self.side;
        match side.node(id) {
            TermNode::Const(constant) => {
                let shown = self.host.show_constant(*constant);
                let is_name = |c: char| c.is_alphanumeric() || "_!.:{}".contains(c);
                Some(if shown.chars().all(is_name) {
                    shown
                } else {
                    format!("({shown})")
                })
            }
            TermNode::Call(callee, range) => {
                if !outermost {
                    if let Some(piece) = self.piece(id, holes) {
                        args.push(piece);
                        return Some(format!("${}", args.len() - 1));
                    }
                }
                let mut text = self.text(*callee, holes, args, false)?;
                text.push('(');
                for (at, &arg) in side.args(range).iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    let _ = write!(text, "{comma}{}", self.text(arg, holes, args, false)?);
                }
                text.push(')');
                Some(text)
            }
            TermNode::Var(var) => {
                let hole = var.as_u32() as usize;
                let known = (args.iter())
                    .position(|arg| matches!(arg, Piece::Hole(found) if *found == hole));
                let at = known.unwrap_or(args.len());
                if known.is_none() {
                    args.push(Piece::Hole(hole));
                }
                Some(format!("${at}"))
            }
            TermNode::Splat(_) | TermNode::New(..) => None,
        }
    }

    /// The type of a node, as the host infers it for typical values in the holes.
    fn type_of(&mut self, id: TermId, holes: &[Hole]) -> Option<Ty> {
        let text = self.plain(id, holes)?;
        let params: Vec<String> = (holes.iter().enumerate())
            .map(|(at, hole)| format!("h{at}::{}", parameter(hole.ty())))
            .collect();
        let types: Vec<&str> = holes.iter().map(|hole| parameter(hole.ty())).collect();
        let name = format!("seed_{}", self.host.user_functions().len());
        let source = format!("{name}({}) = {text}", params.join(", "));
        let problems = self.host.load(Source::new("seed.jl", source));
        let types = self.host.signature_from_text(&types.join(", ")).ok()?;
        let special = self.host.typed(Sym::new(&name), &types).ok()?;
        let ty = known_type(&self.host.show_type(special.function.ret))?;
        (problems.is_empty() && (LOCAL_TYPES.contains(&ty) || ty == Ty::Range)).then_some(ty)
    }

    fn plain(&mut self, id: TermId, holes: &[Hole]) -> Option<String> {
        let side = self.side;
        Some(match side.node(id) {
            TermNode::Var(var) => match &holes[var.as_u32() as usize] {
                Hole::Any(Ty::Fun) | Hole::Fixed(Ty::Fun, _) => "abs".into(),
                _ => format!("h{}", var.as_u32()),
            },
            TermNode::Const(_) => self.text(id, holes, &mut Vec::new(), false)?,
            TermNode::Call(callee, range) => {
                let mut text = self.plain(*callee, holes)?;
                text.push('(');
                for (at, &arg) in side.args(range).iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    let _ = write!(text, "{comma}{}", self.plain(arg, holes)?);
                }
                text.push(')');
                text
            }
            TermNode::Splat(_) | TermNode::New(..) => return None,
        })
    }
}

fn zero(ty: Ty) -> &'static str {
    match ty {
        Ty::Float => "0.0",
        Ty::Single => "0.0f0",
        _ => "0",
    }
}

fn one(ty: Ty) -> &'static str {
    match ty {
        Ty::Float => "1.0",
        Ty::Single => "1.0f0",
        _ => "1",
    }
}

/// A concrete type for inference.
fn parameter(ty: Ty) -> &'static str {
    match ty {
        Ty::Num => "Int64",
        Ty::Ref => "Base.RefValue{Int64}",
        Ty::Fun => "typeof(abs)",
        Ty::Pair => "Tuple{Int64, Int64}",
        Ty::Range => "UnitRange{Int64}",
        Ty::VecRef => "Base.RefValue{Vector{Int64}}",
        Ty::Nest => "Vector{Vector{Int64}}",
        Ty::Twin => "Tuple{Vector{Int64}, Vector{Int64}}",
        Ty::Flip => "Transpose{Int64, Vector{Int64}}",
        Ty::Tray => "Tray",
        Ty::Trans => "Transpose{Int64, Matrix{Int64}}",
        Ty::Symm => "Symmetric{Int64, Matrix{Int64}}",
        Ty::FTrans => "Transpose{Float64, Matrix{Float64}}",
        ty => ty.annotation(),
    }
}
