//! Functions that a program calls, and the same call twice.
//!
//! What a call does to memory that none of its arguments leads to is easily overlooked: helpers read and write globals, call each other,
//! and are called several times with the same arguments, or with constants.
//!
//! ```text
//! function f_h0(x1)                  x3 = f_h1(2)
//!     TABLE[2] = x1                  x4 = f_h1(2)          the second call is not the first one's value
//!     return sum(TABLE)              return x3, x4, TABLE[2]
//! end
//! f_h1(x2) = f_h0(x2) + TABLE[1]
//! ```
//!
//! Other statements of this kind: an object is thrown and its handler looks at it; a field that may be undefined is read where a
//! condition says that it is not.

use crate::generate::Generator;
use crate::ops::{expressions, statements, Feature, Op, Ty, LOCAL_TYPES};
use crate::program::{Expr, Helper, HelperBody, Name, Range, Stmt};

/// Helpers of a program, at most.
const HELPERS: usize = 3;

/// What makes a call worth making twice.
const TWICE: [Feature; 6] = [
    Feature::Deep,
    Feature::Returned,
    Feature::Functors,
    Feature::Pokes,
    Feature::State,
    Feature::Thrown,
];

/// What a function may do to memory.
const EFFECTS: [Feature; 5] = [
    Feature::Writes,
    Feature::Globals,
    Feature::State,
    Feature::Deep,
    Feature::Returned,
];

/// Statements that random choice alone would rarely line up.
#[derive(Clone, Copy)]
enum Special {
    Twice,
    Thrown,
    Undefined,
}

/// A constant of this type that can be written, and what a program must have for it.
fn global(ty: Ty) -> Option<(&'static str, Feature)> {
    Some(match ty {
        Ty::Vec => ("TABLE", Feature::Globals),
        Ty::Cell => ("SPOT", Feature::State),
        Ty::Ref => ("COUNT", Feature::State),
        Ty::Holder => ("SHELF", Feature::State),
        Ty::Dict => ("BOOK", Feature::State),
        _ => return None,
    })
}

impl Generator<'_> {
    /// In place of an object that is not at hand, a global one.
    pub(crate) fn global_leaf(&mut self, ty: Ty) -> Option<Expr> {
        let (name, feature) = global(ty)?;
        let percent = self.config.percent(feature);
        let percent = if self.in_helper && percent > 0 {
            70
        } else {
            percent
        };
        (self.random.percent(percent)).then(|| Expr::Literal(ty, name.into()))
    }

    /// Writes helpers: each may call those before it.
    pub(crate) fn make_helpers(&mut self) {
        for _ in 0..1 + self.random.below(HELPERS) {
            let helper = self.helper();
            self.helpers.push(helper);
        }
        self.frozen.clear();
        self.reassigned.clear();
        self.witnesses.clear();
    }

    fn helper(&mut self) -> HelperBody {
        const PARAMS: [Ty; 8] = [
            Ty::Int,
            Ty::Int,
            Ty::Int,
            Ty::Vec,
            Ty::Vec,
            Ty::Cell,
            Ty::Bool,
            Ty::Holder,
        ];
        const RESULTS: [Ty; 8] = [
            Ty::Int,
            Ty::Int,
            Ty::Int,
            Ty::Int,
            Ty::Vec,
            Ty::Vec,
            Ty::Bool,
            Ty::Cell,
        ];
        self.in_helper = true;
        // Mostly without rules: what a rule is about often has every effect.
        let seeds = self.seeds;
        if self.random.percent(70) {
            self.seeds = &[];
        }
        let params: Vec<(Name, Ty)> = (0..self.random.below(3))
            .map(|_| (self.name(), PARAMS[self.random.below(PARAMS.len())]))
            .collect();
        self.scope.clone_from(&params);
        let mut body = Vec::new();
        if self.random.percent(60) {
            if let Some((op, args)) = self.effect() {
                body.push(Stmt::Do(op, args));
            }
        }
        for _ in 0..self.random.below(3).min(self.random.below(3)) {
            self.statements = 2;
            self.stmt(1, &mut body);
        }
        let result = RESULTS[self.random.below(RESULTS.len())];
        let result = self.expr(result, 2);
        self.scope.clear();
        self.seeds = seeds;
        self.in_helper = false;
        HelperBody {
            params,
            body,
            result,
        }
    }

    /// A call of a helper, of this type if one is given.
    pub(crate) fn call(&mut self, ty: Option<Ty>) -> Option<Expr> {
        let fits: Vec<usize> = (0..self.helpers.len())
            .filter(|&at| ty.is_none() || ty == Some(self.helpers[at].result.ty()))
            .collect();
        let at = *self.random.pick(&fits)?;
        let params = self.helpers[at].params.clone();
        let args = params
            .into_iter()
            .map(|(_, ty)| match self.random.below(4) {
                0 => self.literal(ty),
                1 => self.expr(ty, 1),
                _ => self.leaf(ty),
            })
            .collect();
        Some(Expr::Call(self.helpers[at].result.ty(), Helper(at), args))
    }

    /// A function that does something: a helper, or one of the support file.
    pub(crate) fn function_with_effects(&mut self, depth: usize) -> Option<Expr> {
        let fits: Vec<usize> = (0..self.helpers.len())
            .filter(|&at| {
                let helper = &self.helpers[at];
                helper.result.ty() == Ty::Int && matches!(helper.params[..], [(_, Ty::Int)])
            })
            .collect();
        match self.random.pick(&fits) {
            Some(&at) if self.random.percent(60) => Some(Expr::Function(Helper(at))),
            _ => {
                let op = self.choose(expressions(Ty::Fun))?;
                let args = self.args(op, depth.saturating_sub(1), false);
                Some(Expr::Op(op, args))
            }
        }
    }

    /// A statement that changes memory: an object at hand, or a global.
    pub(crate) fn effect(&mut self) -> Option<(&'static Op, Vec<Expr>)> {
        let fits: Vec<&'static Op> = (statements().iter().copied())
            .filter(|op| EFFECTS.contains(&op.feature))
            .filter(|op| {
                let is_there = |ty: Ty| !self.variables(ty).is_empty() || global(ty).is_some();
                op.args.iter().all(|&ty| !ty.is_mutable() || is_there(ty))
            })
            .collect();
        let op = self.choose(&fits)?;
        let args = op.args.iter().map(|&ty| self.leaf(ty)).collect();
        Some((op, args))
    }

    /// Adds one of the statements of this file; whether there is one.
    pub(crate) fn special(&mut self, nesting: usize, body: &mut Vec<Stmt>) -> bool {
        let mut kinds = Vec::new();
        if !self.helpers.is_empty()
            || TWICE
                .iter()
                .any(|&feature| self.config.percent(feature) > 0)
        {
            kinds.extend([Special::Twice; 3]);
        }
        if nesting > 0 && self.config.thrown > 0 && self.config.handlers > 0 {
            kinds.push(Special::Thrown);
        }
        if nesting > 0 && self.config.undefined > 0 {
            kinds.push(Special::Undefined);
        }
        match self.random.pick(&kinds) {
            Some(Special::Twice) => self.twice(body),
            Some(Special::Thrown) => self.thrown(body),
            Some(Special::Undefined) => self.undefined(body),
            None => false,
        }
    }

    fn assign_new(&mut self, value: Expr, body: &mut Vec<Stmt>) -> (Name, Ty) {
        let (name, ty) = (self.name(), value.ty());
        self.scope.push((name, ty));
        body.push(Stmt::Assign(name, value));
        (name, ty)
    }

    /// The same call twice, with something in between.
    fn twice(&mut self, body: &mut Vec<Stmt>) -> bool {
        let value = if !self.helpers.is_empty() && self.random.percent(60) {
            self.call(None)
        } else {
            let ops: Vec<&'static Op> = (LOCAL_TYPES.iter())
                .flat_map(|&ty| expressions(ty).iter().copied())
                .filter(|op| TWICE.contains(&op.feature) && op.result != Ty::Fun)
                .collect();
            self.choose(&ops).map(|op| {
                let args = (op.args.iter())
                    .map(|&ty| {
                        if self.random.percent(60) {
                            self.leaf(ty)
                        } else {
                            self.literal(ty)
                        }
                    })
                    .collect();
                Expr::Op(op, args)
            })
        };
        let Some(value) = value else {
            return false;
        };
        let mut objects: Vec<(Name, Ty)> = self.objects_of(&value);
        for round in 0..2 {
            if round == 1 && self.random.percent(15) {
                body.push(Stmt::Eval(value.clone()));
                continue;
            }
            let kept = self.assign_new(value.clone(), body);
            if kept.1.is_mutable() {
                objects.push(kept);
                self.witnesses.push(kept);
            }
            if self.random.percent(35) {
                let written = self.random.pick(&objects).copied();
                let op = written.and_then(|(_, ty)| self.writer(ty));
                match (op, written) {
                    (Some(op), Some((name, ty))) if self.random.percent(60) => {
                        let mut args = self.args(op, 1, true);
                        args[0] = Expr::Var(ty, name);
                        body.push(Stmt::Do(op, args));
                    }
                    _ => body.extend(self.effect().map(|(op, args)| Stmt::Do(op, args))),
                }
            }
        }
        true
    }

    fn objects_of(&self, value: &Expr) -> Vec<(Name, Ty)> {
        let (Expr::Op(_, args) | Expr::Call(_, _, args)) = value else {
            return Vec::new();
        };
        (args.iter())
            .filter_map(|arg| match arg {
                Expr::Var(ty, name) if ty.is_mutable() => Some((*name, *ty)),
                _ => None,
            })
            .collect()
    }

    /// An operation that has an operand of this type.
    fn about(&mut self, ty: Ty, ops: &[&'static Op]) -> Option<&'static Op> {
        let fits: Vec<&'static Op> = (ops.iter().copied())
            .filter(|op| op.args.contains(&ty))
            .collect();
        self.choose(&fits)
    }

    /// Something is thrown; the handler looks at it, writes through it, or hands it on.
    fn thrown(&mut self, body: &mut Vec<Stmt>) -> bool {
        let throwing: Vec<&'static Op> = (statements().iter().copied())
            .filter(|op| op.feature == Feature::Thrown && op.text.contains("throw("))
            .collect();
        let Some(op) = self.choose(&throwing) else {
            return false;
        };
        let outer = self.scope.len();
        let mut attempt = Vec::new();
        if self.random.percent(50) {
            let ty = [Ty::Vec, Ty::Cell, Ty::Duo][self.random.below(3)];
            let value = self.expr(ty, 2);
            self.assign_new(value, &mut attempt);
        }
        let args = self.args(op, 1, true);
        attempt.push(Stmt::Do(op, args));
        self.scope.truncate(outer);
        let caught = self.name();
        self.scope.push((caught, Ty::Caught));
        let mut handler = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let looks: Vec<&'static Op> = ([Ty::Bool, Ty::Int].into_iter())
                .flat_map(|ty| expressions(ty).iter().copied())
                .collect();
            if self.random.percent(50) {
                if let Some(op) = self.about(Ty::Caught, statements()) {
                    let args = self.args(op, 1, true);
                    handler.push(Stmt::Do(op, args));
                }
            } else if let Some(op) = self.about(Ty::Caught, &looks) {
                let args = self.args(op, 1, false);
                let (name, ty) = self.assign_new(Expr::Op(op, args), &mut handler);
                handler.extend(self.seen(name, ty));
            }
        }
        if !self.in_helper && self.random.percent(30) {
            let handed: Option<&'static Op> = expressions(Ty::Caught).first().copied();
            let value = handed.map(|op| Expr::Op(op, vec![Expr::Var(Ty::Caught, caught)]));
            handler.push(Stmt::Return(value.into_iter().collect()));
        }
        self.scope.truncate(outer);
        body.push(Stmt::Try(attempt, Some(caught), handler));
        true
    }

    /// A field that is defined if a condition holds, read behind that condition.
    fn undefined(&mut self, body: &mut Vec<Stmt>) -> bool {
        let make = expressions(Ty::Gap)
            .iter()
            .find(|op| op.text.starts_with("gap_if"));
        let read = expressions(Ty::Vec)
            .iter()
            .find(|op| op.text == "$0.v" && op.args == [Ty::Gap]);
        let (Some(make), Some(read)) = (make, read) else {
            return false;
        };
        let condition = self.expr(Ty::Bool, 1);
        let (condition, _) = self.assign_new(condition, body);
        self.reassigned.push(condition);
        let array = self.leaf(Ty::Vec);
        let test = Expr::Var(Ty::Bool, condition);
        let (gap, _) = self.assign_new(Expr::Op(make, vec![test.clone(), array]), body);
        let outer = self.scope.len();
        let mut inner = Vec::new();
        let field = Expr::Op(read, vec![Expr::Var(Ty::Gap, gap)]);
        let value = match self.about(Ty::Vec, expressions(Ty::Int)) {
            Some(op) => {
                let mut args = self.args(op, 1, false);
                let at = op.args.iter().position(|&ty| ty == Ty::Vec);
                if let Some(at) = at {
                    args[at] = field;
                }
                Expr::Op(op, args)
            }
            None => field,
        };
        let (name, ty) = self.assign_new(value, &mut inner);
        inner.extend(self.seen(name, ty));
        self.scope.truncate(outer);
        let guarded = Stmt::If(test, inner, Vec::new());
        body.push(if self.random.percent(30) {
            let counter = self.name();
            Stmt::For(counter, Range::To(2), vec![guarded])
        } else {
            guarded
        });
        true
    }
}
