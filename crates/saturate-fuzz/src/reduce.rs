//! Shrinks a failing case: whatever can be left out, or made simpler, without the failure going away, is.
//!
//! Greedy and deterministic: rules and settings first, then one edit of the program after the other (a statement removed, a
//! block in place of its branch or loop, a literal or an operand in place of an expression), until no edit is left that
//! keeps the failure. Edits may break the program; one that does not load does not fail, so such an edit is not kept.

use crate::case::Case;
use crate::ops::Ty;
use crate::program::{Expr, Program, Range, Stmt};
use crate::session::{Kind, Session, Verdict};
use saturate::pipeline::Strategy;

/// Runs of cases that a reduction may take.
const MAX_RUNS: usize = 4_000;

/// The smallest failing case that was found, which may be the given one.
pub fn reduce(case: &Case, kind: Kind, session: &mut Session) -> Case {
    let mut reducer = Reducer {
        session,
        kind,
        runs: 0,
    };
    let mut best = case.clone();
    reducer.settings(&mut best);
    loop {
        let before = best.clone();
        reducer.rules(&mut best);
        reducer.program(&mut best);
        if best.program == before.program && best.rules == before.rules {
            return best;
        }
    }
}

struct Reducer<'s> {
    session: &'s mut Session,
    kind: Kind,
    runs: usize,
}

impl Reducer<'_> {
    fn fails(&mut self, case: &Case) -> bool {
        self.runs += 1;
        if self.runs > MAX_RUNS {
            return false;
        }
        matches!(self.session.run_one(case), Verdict::Failed(failure) if failure.kind == self.kind)
    }

    fn attempt(&mut self, best: &mut Case, change: impl FnOnce(&mut Case)) -> bool {
        let mut next = best.clone();
        change(&mut next);
        let better = self.fails(&next);
        if better {
            *best = next;
        }
        better
    }

    fn settings(&mut self, best: &mut Case) {
        for at in (0..best.inputs.len()).rev() {
            if best.inputs.len() > 1 {
                self.attempt(best, |case| drop(case.inputs.remove(at)));
            }
        }
        self.attempt(best, |case| case.scramble = None);
        self.attempt(best, |case| case.known = None);
        for at in (0..best.program.assumes.len()).rev() {
            self.attempt(best, |case| {
                case.program.assumes.remove(at);
            });
        }
        self.attempt(best, |case| case.claims = false);
        self.attempt(best, |case| case.iterations = None);
        self.attempt(best, |case| case.nodes = None);
        self.attempt(best, |case| case.work = None);
        self.attempt(best, |case| case.costs.clear());
        if best.strategy != Strategy::Exact
            && !self.attempt(best, |case| case.strategy = Strategy::Exact)
        {
            self.attempt(best, |case| case.strategy = Strategy::Greedy);
        }
        for at in (0..best.costs.len()).rev() {
            self.attempt(best, |case| {
                case.costs.remove(at);
            });
        }
    }

    /// Leaves rules out, many at once first.
    fn rules(&mut self, best: &mut Case) {
        let mut size = best.rules.len();
        while size > 0 {
            let mut at = 0;
            while at < best.rules.len() {
                let end = (at + size).min(best.rules.len());
                if !self.attempt(best, |case| drop(case.rules.drain(at..end))) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    fn program(&mut self, best: &mut Case) {
        let mut at = 0;
        loop {
            let mut next = best.clone();
            let mut editor = Editor {
                left: at,
                done: false,
            };
            editor.program(&mut next.program, &mut next.inputs, next.known);
            if !editor.done {
                return;
            }
            // An edit that keeps the failure is followed by the one that now has its number. Random choices may
            // need another seed after an edit.
            let mut better = self.fails(&next);
            if let (Strategy::Chaos(_), false) = (next.strategy, better) {
                for seed in 0..4 {
                    next.strategy = Strategy::Chaos(seed);
                    better = better || self.fails(&next);
                    if better {
                        break;
                    }
                }
            }
            if better {
                *best = next;
            } else {
                at += 1;
            }
        }
    }
}

/// Makes one edit of a program: that with number `left`.
struct Editor {
    left: usize,
    done: bool,
}

impl Editor {
    /// Whether it is this edit's turn.
    fn turn(&mut self) -> bool {
        if self.done {
            return false;
        }
        if self.left == 0 {
            self.done = true;
            return true;
        }
        self.left -= 1;
        false
    }

    fn program(
        &mut self,
        program: &mut Program,
        inputs: &mut [crate::case::Input],
        known: Option<usize>,
    ) {
        self.block(&mut program.body);
        for helper in &mut program.helpers {
            self.block(&mut helper.body);
            self.expr(&mut helper.result);
        }
        // The last one, once nothing calls it: others keep their numbers.
        if !program.helpers.is_empty() && self.turn() {
            program.helpers.pop();
            return;
        }
        if program.result.len() > 1 {
            for at in 0..program.result.len() {
                if self.turn() {
                    program.result.remove(at);
                    return;
                }
            }
        }
        for value in &mut program.result {
            self.expr(value);
        }
        for at in 0..program.params.len() {
            let shared = inputs.iter().flatten().any(|datum| {
                use crate::case::Datum::{HolderOf, SameAs};
                matches!(datum, SameAs(_) | HolderOf(..))
            });
            if !shared && known.is_none() && self.turn() {
                program.params.remove(at);
                for input in inputs {
                    input.remove(at);
                }
                return;
            }
        }
    }

    fn block(&mut self, body: &mut Vec<Stmt>) {
        // Large pieces first.
        let half = body.len() / 2;
        if half > 1 {
            if self.turn() {
                body.truncate(half);
                return;
            }
            if self.turn() {
                body.drain(..half);
                return;
            }
        }
        for at in 0..body.len() {
            if self.turn() {
                body.remove(at);
                return;
            }
            let parts: Vec<Vec<Stmt>> = match &body[at] {
                Stmt::If(_, then, other) => vec![then.clone(), other.clone()],
                Stmt::For(_, _, inner) | Stmt::While(_, _, _, inner) => vec![inner.clone()],
                Stmt::Try(attempt, _, handler) => vec![attempt.clone(), handler.clone()],
                _ => Vec::new(),
            };
            for part in parts {
                if !part.is_empty() && self.turn() {
                    body.splice(at..at + 1, part);
                    return;
                }
            }
            self.stmt(&mut body[at]);
            if self.done {
                return;
            }
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Assign(_, value) | Stmt::Eval(value) => self.expr(value),
            Stmt::Do(_, args) => args.iter_mut().for_each(|arg| self.expr(arg)),
            Stmt::If(condition, then, other) => {
                self.expr(condition);
                if !other.is_empty() && self.turn() {
                    other.clear();
                }
                self.block(then);
                self.block(other);
            }
            Stmt::For(_, range, body) => {
                match range {
                    Range::To(n) => {
                        if *n > 1 && self.turn() {
                            *n -= 1;
                        }
                    }
                    Range::Elements(of) | Range::Indices(of) => {
                        if self.turn() {
                            *range = Range::To(2);
                        } else {
                            self.expr(of);
                        }
                    }
                }
                self.block(body);
            }
            Stmt::While(_, limit, condition, body) => {
                if *limit > 1 && self.turn() {
                    *limit -= 1;
                }
                self.expr(condition);
                self.block(body);
            }
            Stmt::Try(attempt, _, handler) => {
                self.block(attempt);
                self.block(handler);
            }
            Stmt::Break | Stmt::Continue => {}
            Stmt::Return(values) => {
                if values.len() > 1 && self.turn() {
                    values.truncate(1);
                }
                values.iter_mut().for_each(|value| self.expr(value));
            }
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let ty = expr.ty();
        if let Some(text) = simplest(ty) {
            let literal = Expr::Literal(ty, text.into());
            let simple = matches!(expr, Expr::Literal(..));
            if !simple && *expr != literal && self.turn() {
                *expr = literal;
                return;
            }
        }
        match expr {
            Expr::Op(_, args) | Expr::Call(_, _, args) => {
                let simpler = args
                    .iter()
                    .find(|arg| arg.ty() == ty && self.turn())
                    .cloned();
                match simpler {
                    Some(arg) => *expr = arg,
                    None => args.iter_mut().for_each(|arg| self.expr(arg)),
                }
            }
            Expr::Lambda(lambda) => {
                if lambda.prints && self.turn() {
                    lambda.prints = false;
                }
                if lambda.adds_to.is_some() && self.turn() {
                    lambda.adds_to = None;
                }
                if lambda.does.is_some() && self.turn() {
                    lambda.does = None;
                }
                for arg in lambda.does.iter_mut().flat_map(|(_, args)| args) {
                    self.expr(arg);
                }
                self.expr(&mut lambda.body);
            }
            Expr::Literal(..) | Expr::Var(..) | Expr::Function(_) => {}
        }
    }
}

/// The smallest literal of a type; a value of no use has none.
pub(crate) fn simplest(ty: Ty) -> Option<&'static str> {
    Some(match ty {
        Ty::Int => "1",
        Ty::Bool => "true",
        Ty::Float | Ty::Num => "1.0",
        Ty::Maybe => "nothing",
        Ty::Vec => "[1, 2]",
        Ty::FVec => "[1.0, 2.5]",
        Ty::Cell => "Cell(1)",
        Ty::Ref => "Ref(1)",
        Ty::Point => "Point(1, 2)",
        Ty::Holder => "Holder([1, 2], 3)",
        Ty::Pair => "(1, 2)",
        Ty::VecPair => "([1, 2], 3)",
        Ty::Range => "(1:2)",
        Ty::VecRef => "Ref([1, 2])",
        Ty::Nest => "[[1, 2], [3, 4]]",
        Ty::Twin => "([1, 2], [3, 4])",
        Ty::Flip => "transpose([1, 2])",
        Ty::View => "view([1, 2], 1:2)",
        Ty::Tray => "Tray([1, 2])",
        Ty::Mat => "[1 2; 3 4]",
        Ty::Trans => "transpose([1 2; 3 4])",
        Ty::Symm => "Symmetric([1 2; 3 4])",
        Ty::Adder => "Adder(1)",
        Ty::Dict => "Dict(1 => 2)",
        Ty::Gap => "Gap([1, 2])",
        Ty::Duo => "Duo(Cell(1), Cell(1))",
        Ty::Small => "Int8(1)",
        Ty::Byte | Ty::Mixed => "0x02",
        Ty::Single => "1.5f0",
        Ty::Lost => "missing",
        Ty::Bytes => "[0x01, 0x02]",
        Ty::Odd => "Odd(Int8(1), 1.5f0, true)",
        Ty::Gauss => "Complex(1, 2)",
        Ty::Gausses => "[Complex(1, 2), Complex(3, 4)]",
        Ty::FMat => "[1.0 2.0; 3.0 4.0]",
        Ty::FTrans => "transpose([1.0 2.0; 3.0 4.0])",
        Ty::Fun => "abs",
        Ty::Caught | Ty::Unit => return None,
    })
}
