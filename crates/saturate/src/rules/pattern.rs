//! Patterns: left sides compiled to a small program.
//!
//! The program runs over registers that hold e-classes. `bind` walks over the nodes of a class and puts the children of
//! each fitting one into registers; every other step is a test. A step that fails goes back to the last `bind`.
//!
//! ```text
//! ~x::Number * (~x + 0)        r1, r2 = bind r0 *
//!                              type r1 Number
//!                              r3, r4 = bind r2 +
//!                              same r1 r3
//!                              constant r4 0
//!                              done
//! ```
//!
//! Tests stand directly behind the `bind` that fills their register, cheap ones first, so that a hopeless candidate is
//! left early. Segments (`~xs...`) are slices of a node's children.
//!
//! A left side of [several parts](super::several) is one of them, the root, and the others beside it. A `beside` step finds candidates for the
//! next one: from a variable that both have it climbs to the calls that take it.
//!
//! ```text
//! ~A * ~x beside ~A * ~y       r1, r2 = bind r0 *
//!                              r3 = beside r1 *           what multiplies ~A by something
//!                              apart r0 r3
//!                              r4, r5 = bind r3 *
//!                              same r1 r4
//!                              done
//! ```
//!
//! The *reach* of a pattern says how far below its root it looks: 0 if only the nodes of the root class matter. A
//! match can only be new if some class within reach of the root was touched, which is what the engine searches.

use super::several::{can_be_exchanged, Beside};
use super::term::{Term, TermId, TermNode, Var};
use crate::ir::{Const, Type};
use crate::opkey::OpKey;
use cranelift_entity::{entity_impl, PrimaryMap};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// How deep a pattern may be nested.
pub const MAX_DEPTH: u32 = 128;

/// A register: the class of one position of the pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(u32);
entity_impl!(Reg, "r");

/// A list of classes that `~xs...` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment(u32);
entity_impl!(Segment, "xs");

/// What a variable may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// `~x::T`: a class with a member under `T`.
    Type(Type),
    /// `~x::Comptime{T}`: a class with a member under `T` whose value is known.
    Comptime(Type),
}

/// What a call of the pattern calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// This function.
    Known(Const),
    /// Whatever the callee's register says; the first register behind the `bind` holds the callee.
    Computed,
    /// `%new`; the first register holds the type.
    New,
}

/// What an argument of the pattern, or a variable, is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// One class.
    One(Reg),
    /// Any number of classes.
    Many(Segment),
}

/// A call of the pattern, for reading the matched node back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// What is called.
    pub head: Head,
    /// The class the call was found in.
    pub class: Reg,
    /// The children, the callee of a computed call and the type of a `new` first.
    pub bindings: SmallVec<[Binding; 4]>,
}

/// A step of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Tries every node of `from` with this operator and number of children.
    Bind {
        from: Reg,
        key: OpKey,
        call: u32,
        arity: u32,
        out: Reg,
    },
    /// Tries every call in `from`, whatever the callee.
    BindAny { from: Reg, call: u32 },
    /// Tries every node of `from` with this operator, and every way to distribute its children over the bindings.
    BindSplit { from: Reg, key: OpKey, call: u32 },
    /// Tries every class that `from` is below, along these calls (`None`: any call).
    Beside {
        from: Reg,
        path: Box<[Option<OpKey>]>,
        out: Reg,
    },
    /// Two parts are different classes; in this order, where exchanging them gives the same match again.
    Apart {
        first: Reg,
        second: Reg,
        ordered: bool,
    },
    /// Two positions are one class.
    Same(Reg, Reg),
    /// Two segments are the same classes.
    SameSegment(Segment, Segment),
    /// The class has a value that is equal to the literal.
    Constant(Reg, Const),
    /// The class has a fitting member, which becomes the variable's.
    Member(Reg, Var, Constraint),
    /// Every class of the segment has a fitting member.
    Members(Segment, Constraint),
    /// A match.
    Done,
}

/// A compiled left side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    pub(crate) steps: Vec<Step>,
    pub(crate) registers: u32,
    pub(crate) segments: u32,
    /// The calls in order of evaluation; the root is the last.
    calls: Vec<Shape>,
    /// How many of them are those of the other parts: they come first.
    before: usize,
    /// Which of them are the roots of the other parts.
    others: Vec<u32>,
    /// How many of the other parts are written before the root.
    place: usize,
    /// Where each variable is bound; `None` for one that only the right side has.
    variables: PrimaryMap<Var, Option<Binding>>,
    reach: u32,
    /// The variable that the rule is about, if it is not about the root.
    target: Option<Var>,
    members: usize,
}

/// Why a term is no pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternError {
    /// No node at all.
    Empty,
    /// The root is a variable: the rule would match everything.
    BareVariable,
    /// The root is a constant.
    BareConstant,
    /// Deeper than [`MAX_DEPTH`].
    TooDeep,
    /// `~xs...` where a single value is needed, or `~x` and `~x...` in one rule.
    MisplacedSplat,
    /// A part shares no variable with the others.
    Unrelated,
}

impl Pattern {
    /// Compiles a left side whose variables have these constraints. `watched` variables are looked into beyond what
    /// the pattern says (a guard or a dynamic right side needs their values), so they count for the reach. The root must be found
    /// `beside` other parts, which stand before it in the term.
    pub fn compile(
        term: &Term,
        beside: Beside<'_>,
        constraints: &PrimaryMap<Var, Option<Constraint>>,
        watched: &[Var],
    ) -> Result<Pattern, PatternError> {
        let root = term.root().ok_or(PatternError::Empty)?;
        match term.node(root) {
            TermNode::Var(_) | TermNode::Splat(_) => return Err(PatternError::BareVariable),
            TermNode::Const(_) => return Err(PatternError::BareConstant),
            _ => {}
        }
        let mut compiler = Compiler {
            term,
            constraints,
            watched,
            pattern: Pattern {
                steps: Vec::new(),
                registers: 1,
                segments: 0,
                calls: Vec::new(),
                before: 0,
                others: Vec::new(),
                place: beside.before,
                variables: constraints.values().map(|_| None).collect(),
                reach: 0,
                target: None,
                members: 0,
            },
            shapes: Vec::new(),
        };
        compiler.run(root, Reg::from_u32(0))?;
        let own = compiler.shapes.len();
        compiler.others(root, beside)?;
        let Compiler {
            mut pattern,
            mut shapes,
            ..
        } = compiler;
        // Term order is evaluation order; the program meets calls from the root down.
        shapes.sort_by_key(|&(id, _)| id);
        let mut order = vec![0; shapes.len()];
        for (position, (_, found)) in shapes.iter().enumerate() {
            order[found.1] = position as u32;
        }
        pattern.before = shapes.len() - own;
        pattern.others = (beside.others.iter())
            .filter_map(|root| shapes.iter().position(|(id, _)| id == root))
            .map(|position| position as u32)
            .collect();
        pattern.calls = shapes.into_iter().map(|(_, (shape, _))| shape).collect();
        for step in &mut pattern.steps {
            match step {
                Step::Bind { call, .. }
                | Step::BindAny { call, .. }
                | Step::BindSplit { call, .. } => *call = order[*call as usize],
                _ => {}
            }
        }
        pattern.steps.push(Step::Done);
        Ok(pattern)
    }

    /// The calls of the left side in order of evaluation; the last is the root.
    pub fn calls(&self) -> &[Shape] {
        &self.calls
    }

    /// How many of the calls are those of other parts, which the root is beside.
    pub fn calls_before(&self) -> usize {
        self.before
    }

    /// Whether the root must be found beside other parts.
    pub fn is_beside(&self) -> bool {
        !self.others.is_empty()
    }

    /// The variable that the right side is equal to, where that is not the root: the root is then a predicate of it.
    pub fn target(&self) -> Option<Var> {
        self.target
    }

    /// The same pattern, for a rule about one of its variables.
    pub(super) fn about(mut self, var: Var) -> Pattern {
        self.target = Some(var);
        self
    }

    /// The number of the root among the parts, in the order in which they are written.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The places of the other parts' roots among the calls.
    pub fn others(&self) -> &[u32] {
        &self.others
    }

    /// Where a variable of the left side is bound.
    pub fn binding(&self, var: Var) -> Option<Binding> {
        self.variables.get(var).copied().flatten()
    }

    /// What candidates for the root are indexed by; `None` if any call may be one.
    pub fn root_key(&self) -> Option<OpKey> {
        match self.steps[0] {
            Step::Bind { key, .. } | Step::BindSplit { key, .. } => Some(key),
            _ => None,
        }
    }

    /// How many levels below the root decide whether there is a match.
    pub fn reach(&self) -> u32 {
        self.reach
    }

    /// Whether a call of the pattern has a computed callee.
    pub fn has_computed_head(&self) -> bool {
        self.calls.iter().any(|call| call.head == Head::Computed)
    }

    /// How many variables, from the first one on, may select members: those up to the last one with a type.
    pub fn members(&self) -> usize {
        self.members
    }
}

struct Compiler<'a> {
    term: &'a Term,
    constraints: &'a PrimaryMap<Var, Option<Constraint>>,
    watched: &'a [Var],
    pattern: Pattern,
    /// Calls as found: their place in the term, their shape, and their number so far.
    shapes: Vec<(TermId, (Shape, usize))>,
}

impl Compiler<'_> {
    /// Compiles the other parts, each when a variable of it is bound.
    fn others(&mut self, root: TermId, beside: Beside<'_>) -> Result<(), PatternError> {
        let mut done: SmallVec<[(TermId, Reg); 4]> = SmallVec::new();
        done.push((root, Reg::from_u32(0)));
        let mut left: Vec<TermId> = beside.others.to_vec();
        while !left.is_empty() {
            let mut ways = left.iter().enumerate();
            let next = ways.find_map(|(at, &part)| Some((at, self.way_up(part)?)));
            let (at, (from, path)) = next.ok_or(PatternError::Unrelated)?;
            let part = left.remove(at);
            let out = self.register();
            self.pattern.steps.push(Step::Beside { from, path, out });
            for &(other, class) in &done {
                let rest = beside.others.iter().chain([&root]).copied();
                let rest = rest.filter(|&third| third != part && third != other);
                let ordered = can_be_exchanged(
                    self.term,
                    (part, other),
                    rest,
                    self.constraints,
                    self.watched,
                );
                let (mut first, mut second) = (class, out);
                if beside.number(part) < beside.number(other) {
                    (first, second) = (second, first);
                }
                self.pattern.steps.push(Step::Apart {
                    first,
                    second,
                    ordered,
                });
            }
            self.run(part, out)?;
            done.push((part, out));
        }
        Ok(())
    }

    /// How to come from a variable that is bound to the calls that may be this part: the variable that is closest below it, and the calls on the
    /// way.
    fn way_up(&self, part: TermId) -> Option<(Reg, Box<[Option<OpKey>]>)> {
        let mut todo: VecDeque<(TermId, Vec<Option<OpKey>>)> = VecDeque::new();
        todo.push_back((part, Vec::new()));
        while let Some((id, mut path)) = todo.pop_front() {
            let (head, children) = self.call(id);
            path.push(match head {
                Head::Known(function) => Some(OpKey::call(function)),
                Head::New => Some(OpKey::NEW),
                Head::Computed => None,
            });
            // What a call of a known function calls is no child of its node.
            let callee = usize::from(head == Head::Computed);
            for &child in &children[callee..] {
                match *self.term.node(child) {
                    TermNode::Var(var) => {
                        if let Some(Binding::One(reg)) = self.pattern.variables[var] {
                            path.reverse();
                            return Some((reg, path.into()));
                        }
                    }
                    TermNode::Call(..) | TermNode::New(..) => todo.push_back((child, path.clone())),
                    _ => {}
                }
            }
        }
        None
    }

    fn run(&mut self, root: TermId, class: Reg) -> Result<(), PatternError> {
        let mut todo = vec![(root, class, 0)];
        while let Some((id, class, depth)) = todo.pop() {
            if depth > MAX_DEPTH {
                return Err(PatternError::TooDeep);
            }
            let (head, children) = self.call(id);
            self.pattern.reach = self.pattern.reach.max(depth);
            let bindings: SmallVec<[Binding; 4]> = children
                .iter()
                .map(|&child| match self.term.node(child) {
                    TermNode::Splat(_) => Binding::Many(self.segment()),
                    _ => Binding::One(self.register()),
                })
                .collect();
            self.bind(class, head, &bindings);
            let mut calls: SmallVec<[_; 4]> = SmallVec::new();
            let mut typed: SmallVec<[Step; 4]> = SmallVec::new();
            for (&child, &binding) in children.iter().zip(&bindings) {
                match (self.term.node(child), binding) {
                    (&TermNode::Const(constant), Binding::One(reg)) => {
                        self.pattern.reach = self.pattern.reach.max(depth + 1);
                        self.pattern.steps.push(Step::Constant(reg, constant));
                    }
                    (&TermNode::Var(var) | &TermNode::Splat(var), _) => {
                        self.variable(var, binding, depth, &mut typed)?;
                    }
                    (_, Binding::One(reg)) => calls.push((child, reg, depth + 1)),
                    _ => return Err(PatternError::MisplacedSplat),
                }
            }
            self.pattern.steps.extend(typed);
            todo.extend(calls.into_iter().rev());
            self.shapes.push((
                id,
                (
                    Shape {
                        head,
                        class,
                        bindings,
                    },
                    self.shapes.len(),
                ),
            ));
        }
        Ok(())
    }

    /// Head of the call at `id`, and the children it needs registers for.
    fn call(&self, id: TermId) -> (Head, SmallVec<[TermId; 4]>) {
        let with = |first: TermId, rest: &[TermId]| {
            std::iter::once(first).chain(rest.iter().copied()).collect()
        };
        match self.term.node(id) {
            TermNode::Call(callee, args) => {
                let args = self.term.args(args);
                match *self.term.node(*callee) {
                    TermNode::Const(function) => (Head::Known(function), args.into()),
                    _ => (Head::Computed, with(*callee, args)),
                }
            }
            TermNode::New(ty, fields) => (Head::New, with(*ty, self.term.args(fields))),
            _ => unreachable!("only calls are put on the list"),
        }
    }

    fn register(&mut self) -> Reg {
        self.pattern.registers += 1;
        Reg::from_u32(self.pattern.registers - 1)
    }

    fn segment(&mut self) -> Segment {
        self.pattern.segments += 1;
        Segment::from_u32(self.pattern.segments - 1)
    }

    fn bind(&mut self, from: Reg, head: Head, bindings: &[Binding]) {
        let call = self.shapes.len() as u32;
        let key = match head {
            Head::Known(function) => OpKey::call(function),
            Head::New => OpKey::NEW,
            Head::Computed => {
                self.pattern.steps.push(Step::BindAny { from, call });
                return;
            }
        };
        let variadic = bindings
            .iter()
            .any(|binding| matches!(binding, Binding::Many(_)));
        self.pattern.steps.push(if variadic {
            Step::BindSplit { from, key, call }
        } else {
            Step::Bind {
                from,
                key,
                call,
                arity: bindings.len() as u32,
                out: Reg::from_u32(self.pattern.registers - bindings.len() as u32),
            }
        });
    }

    fn variable(
        &mut self,
        var: Var,
        binding: Binding,
        depth: u32,
        typed: &mut SmallVec<[Step; 4]>,
    ) -> Result<(), PatternError> {
        let below = depth + 1;
        match (self.pattern.variables[var], binding) {
            (None, _) => {
                self.pattern.variables[var] = Some(binding);
                if let Some(constraint) = self.constraints[var] {
                    let at = var.as_u32() as usize;
                    self.pattern.members = self.pattern.members.max(at + 1);
                    self.pattern.reach = self.pattern.reach.max(below);
                    typed.push(match binding {
                        Binding::One(reg) => Step::Member(reg, var, constraint),
                        Binding::Many(segment) => Step::Members(segment, constraint),
                    });
                }
                if self.watched.contains(&var) {
                    self.pattern.reach = self.pattern.reach.max(below);
                }
            }
            (Some(Binding::One(first)), Binding::One(reg)) => {
                self.pattern.reach = self.pattern.reach.max(below);
                self.pattern.steps.push(Step::Same(first, reg));
            }
            (Some(Binding::Many(first)), Binding::Many(segment)) => {
                self.pattern.reach = self.pattern.reach.max(below);
                self.pattern.steps.push(Step::SameSegment(first, segment));
            }
            _ => return Err(PatternError::MisplacedSplat),
        }
        Ok(())
    }
}
