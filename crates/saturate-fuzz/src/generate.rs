//! Random programs.
//!
//! Statements are generated in order with the variables that are certainly assigned at that point, so that a program
//! loads and runs; what it throws, it throws by its operations. A variable that a closure captures is mostly not
//! assigned again, as otherwise lowering keeps it in a box and nothing is left to optimise; one in ten is.

use crate::config::Config;
use crate::ops::{expressions, statements, Feature, Op, Ty, LOCAL_TYPES, PARAM_TYPES, SUM};
use crate::program::{Expr, HelperBody, Lambda, Name, Program, Range, Stmt};
use crate::random::Random;
use crate::reduce::simplest;
use crate::seeds::Seed;

/// How many expressions of a program are left sides, at most: their variables are expressions as well, without a depth that runs out.
const MAX_SEEDED: u32 = 200;

/// A random program. What it computes is, in part, left sides of rules: `seeds`.
pub fn program(config: &Config, seeds: &[&'static Seed], random: &mut Random) -> Program {
    // Mostly small: a defect needs few statements to show, and small programs are quick.
    let depth = if random.percent(70) {
        config.depth.min(2)
    } else {
        config.depth
    };
    let mut generator = Generator {
        config,
        random,
        seeds,
        depth,
        scope: Vec::new(),
        frozen: Vec::new(),
        reassigned: Vec::new(),
        witnesses: Vec::new(),
        names: 0,
        statements: config.statements,
        loops: 0,
        in_lambda: false,
        seeded: 0,
        in_helper: false,
        helpers: Vec::new(),
        // A case about complex integers has many of them.
        locals: ([Ty::Gauss, Ty::Gausses].repeat(20).into_iter())
            .chain(LOCAL_TYPES)
            .filter(|&ty| config.has(ty))
            .collect(),
    };
    if generator.random.percent(config.helpers) {
        generator.make_helpers();
    }
    let types: Vec<Ty> = (PARAM_TYPES.iter().map(|&(ty, _)| ty))
        .filter(|&ty| config.has(ty))
        .collect();
    let count = 1 + generator.random.below(config.params);
    let mut params = Vec::new();
    for _ in 0..count {
        let ty = types[generator.random.below(types.len())];
        let name = generator.name();
        params.push((name, ty));
        generator.scope.push((name, ty));
    }
    let most = config.statements.saturating_sub(1);
    let budget = 2 + generator
        .random
        .below(most)
        .min(generator.random.below(most));
    generator.statements = budget;
    let body = generator.block(config.nesting);
    let result = generator.result();
    Program {
        helpers: generator.helpers,
        params,
        assumes: Vec::new(),
        body,
        result,
    }
}

pub(crate) struct Generator<'a> {
    pub(crate) config: &'a Config,
    pub(crate) random: &'a mut Random,
    /// Depth of expressions.
    depth: usize,
    /// Left sides of the case's rules.
    pub(crate) seeds: &'a [&'static Seed],
    /// Variables that are certainly assigned, innermost last.
    pub(crate) scope: Vec<(Name, Ty)>,
    /// Variables that closures capture.
    pub(crate) frozen: Vec<Name>,
    /// Variables that are assigned more than once.
    pub(crate) reassigned: Vec<Name>,
    /// Mutable objects of scenes: who sees two of them sees whether they are one.
    pub(crate) witnesses: Vec<(Name, Ty)>,
    /// Functions to call.
    pub(crate) helpers: Vec<HelperBody>,
    /// Types that variables may have; functions last.
    locals: Vec<Ty>,
    names: u32,
    /// Statements left.
    pub(crate) statements: usize,
    /// Loops around.
    loops: usize,
    pub(crate) in_lambda: bool,
    /// Expressions that are left sides, so far.
    pub(crate) seeded: u32,
    /// Whether it is a helper that is being written: it returns one value, at its end.
    pub(crate) in_helper: bool,
}

impl Generator<'_> {
    pub(crate) fn name(&mut self) -> Name {
        self.names += 1;
        Name(self.names)
    }

    pub(crate) fn variables(&self, ty: Ty) -> Vec<Name> {
        self.scope
            .iter()
            .filter(|&&(name, of)| of == ty && !(self.in_lambda && self.reassigned.contains(&name)))
            .map(|&(name, _)| name)
            .collect()
    }

    pub(crate) fn allows(&mut self, feature: Feature) -> bool {
        feature == Feature::Plain || self.random.percent(self.config.percent(feature))
    }

    /// Whether an operation can be used here at all.
    pub(crate) fn fits(&self, op: &Op) -> bool {
        let takes = |ty: Ty| op.args.contains(&ty);
        let calls_in_a_call = self.in_lambda && takes(Ty::Fun);
        let lacks_an_exception = takes(Ty::Caught) && self.variables(Ty::Caught).is_empty();
        self.config.allows(op) && !calls_in_a_call && !lacks_an_exception
    }

    pub(crate) fn choose(&mut self, ops: &[&'static Op]) -> Option<&'static Op> {
        let fits: Vec<&'static Op> = (ops.iter().copied()).filter(|op| self.fits(op)).collect();
        let sum: u32 = fits.iter().map(|op| op.weight).sum();
        for _ in 0..8 {
            let mut at = self.random.below(sum as usize) as u32;
            for op in &fits {
                if at < op.weight {
                    if self.allows(op.feature) {
                        return Some(op);
                    }
                    break;
                }
                at -= op.weight;
            }
        }
        None
    }

    pub(crate) fn literal(&mut self, ty: Ty) -> Expr {
        const INTS: [&str; 9] = [
            "0",
            "1",
            "2",
            "3",
            "-1",
            "5",
            "7",
            "-3",
            "9223372036854775807",
        ];
        const FLOATS: [&str; 6] = ["0.0", "1.0", "2.0", "-1.5", "-0.0", "0.5"];
        let text = match ty {
            Ty::Int => match INTS[self.random.below(INTS.len())] {
                "9223372036854775807" if !self.config.extremes => "9",
                text => text,
            },
            Ty::Bool => ["true", "false"][self.random.below(2)],
            Ty::Float | Ty::Num => FLOATS[self.random.below(FLOATS.len())],
            Ty::Vec => ["[1, 2]", "[4, 5, 6]"][self.random.below(2)],
            Ty::Fun => ["abs", "(y -> y + 1)", "positive"][self.random.below(3)],
            Ty::Small => ["Int8(3)", "Int8(-1)", "Int8(100)", "Int8(0)"][self.random.below(4)],
            Ty::Byte => ["0x02", "0xff", "0x00", "0x01"][self.random.below(4)],
            Ty::Single => ["1.5f0", "-0.0f0", "2.0f0", "0.0f0"][self.random.below(4)],
            Ty::Lost => ["missing", "1"][self.random.below(2)],
            Ty::Mixed => ["0x03", "Int8(-2)", "true", "1.5f0", "2"][self.random.below(5)],
            other => simplest(other).unwrap_or("nothing"),
        };
        Expr::Literal(ty, text.into())
    }

    pub(crate) fn leaf(&mut self, ty: Ty) -> Expr {
        let variables = self.variables(ty);
        match self.random.pick(&variables) {
            Some(&name) => self.use_of(name, ty),
            None => match self.global_leaf(ty) {
                Some(global) => global,
                None => self.literal(ty),
            },
        }
    }

    fn use_of(&mut self, name: Name, ty: Ty) -> Expr {
        if self.in_lambda && !self.frozen.contains(&name) {
            self.frozen.push(name);
        }
        Expr::Var(ty, name)
    }

    pub(crate) fn expr(&mut self, ty: Ty, depth: usize) -> Expr {
        if depth == 0 || self.random.percent(25) {
            return if self.random.percent(92) {
                self.leaf(ty)
            } else {
                self.literal(ty)
            };
        }
        match ty {
            Ty::Num if self.random.percent(40) => {
                let ty = [Ty::Int, Ty::Float][self.random.below(2)];
                return self.expr(ty, depth);
            }
            Ty::Maybe | Ty::Lost if self.random.percent(30) => return self.expr(Ty::Int, depth),
            Ty::Mixed if self.random.percent(40) => {
                const EACH: [Ty; 6] = [
                    Ty::Int,
                    Ty::Bool,
                    Ty::Small,
                    Ty::Byte,
                    Ty::Single,
                    Ty::Float,
                ];
                let ty = EACH[self.random.below(EACH.len())];
                return self.expr(ty, depth);
            }
            Ty::Fun => {
                if self.config.pokes > 0 && self.random.percent(30) {
                    if let Some(function) = self.function_with_effects(depth) {
                        return function;
                    }
                }
                return if self.in_lambda || !self.random.percent(self.config.closures) {
                    self.leaf(Ty::Fun)
                } else {
                    self.lambda(depth)
                };
            }
            _ => {}
        }
        let is_seed = !self.in_lambda && self.random.percent(self.config.seeds);
        if is_seed && self.seeded < MAX_SEEDED {
            self.seeded += 1;
            if let Some(expr) = self.seeded(ty) {
                return expr;
            }
        }
        if !self.helpers.is_empty() && self.random.percent(20) {
            if let Some(call) = self.call(Some(ty)) {
                return call;
            }
        }
        match self.choose(expressions(ty)) {
            Some(op) => {
                let args = self.args(op, depth - 1, false);
                Expr::Op(op, args)
            }
            None => self.leaf(ty),
        }
    }

    pub(crate) fn args(&mut self, op: &'static Op, depth: usize, statement: bool) -> Vec<Expr> {
        (0..op.args.len())
            .map(|number| {
                let ty = op.args[number];
                // What is written should be seen by others; what is written twice must be short.
                let repeated = op.repeats(number);
                let target = (statement || op.feature == Feature::Writes)
                    && ty != Ty::VecPair
                    && ty.is_mutable()
                    && self.random.percent(90);
                if repeated || target {
                    self.leaf(ty)
                } else {
                    self.expr(ty, depth)
                }
            })
            .collect()
    }

    pub(crate) fn lambda(&mut self, depth: usize) -> Expr {
        let param = self.name();
        self.in_lambda = true;
        self.scope.push((param, Ty::Int));
        let mut body = self.expr(Ty::Int, depth.min(2));
        // The same twice: a version of the function computes it once.
        if self.random.percent(30) {
            body = Expr::Op(&SUM, vec![body.clone(), body]);
        }
        self.scope.pop();
        self.in_lambda = false;
        let prints = self.random.percent(self.config.noisy);
        let mut adds_to = None;
        if self.random.percent(5) {
            let ints: Vec<Name> = self
                .scope
                .iter()
                .filter(|&&(_, ty)| ty == Ty::Int)
                .map(|&(name, _)| name)
                .collect();
            adds_to = self.random.pick(&ints).copied();
        }
        let mut does = None;
        if self.random.percent(self.config.writing) {
            self.in_lambda = true;
            self.scope.push((param, Ty::Int));
            does = self.effect();
            self.scope.pop();
            self.in_lambda = false;
        }
        Expr::Lambda(Box::new(Lambda {
            param,
            prints,
            adds_to,
            does,
            body,
        }))
    }

    fn result(&mut self) -> Vec<Expr> {
        if self.random.percent(self.config.witnesses) {
            let visible = (self.witnesses.iter()).filter(|object| self.scope.contains(object));
            let seen: Vec<Expr> = visible.map(|&(name, ty)| Expr::Var(ty, name)).collect();
            // The last ones: the objects of one scene belong together.
            if !seen.is_empty() {
                return seen[seen.len().saturating_sub(3)..].to_vec();
            }
        }
        let count = 1 + self.random.below(3);
        let mut values = Vec::new();
        for _ in 0..count {
            // Mostly what the program has computed.
            let known: Vec<(Name, Ty)> = self
                .scope
                .iter()
                .copied()
                .filter(|&(_, ty)| ty != Ty::Fun)
                .collect();
            let value = match self.random.pick(&known) {
                Some(&(name, ty)) if self.random.percent(75) => Expr::Var(ty, name),
                _ => {
                    let ty = self.locals[self.random.below(self.locals.len() - 1)];
                    self.expr(ty, self.depth)
                }
            };
            values.push(value);
        }
        values
    }

    pub(crate) fn block(&mut self, nesting: usize) -> Vec<Stmt> {
        let outer = self.scope.len();
        let mut body = Vec::new();
        let count = if nesting == self.config.nesting {
            self.statements
        } else {
            1 + self.random.below(4)
        };
        for _ in 0..count {
            if self.statements == 0 {
                break;
            }
            self.statements -= 1;
            let last = self.stmt(nesting, &mut body);
            if last {
                break;
            }
        }
        // The function's own variables stay for the result.
        if nesting < self.config.nesting {
            self.scope.truncate(outer);
        }
        body
    }

    /// Adds a statement; whether nothing can come after it.
    pub(crate) fn stmt(&mut self, nesting: usize, body: &mut Vec<Stmt>) -> bool {
        let nested = nesting < self.config.nesting;
        if self.random.percent(self.config.scenes) && self.scene(nesting, body) {
            return false;
        }
        let twice = self.config.twice + if self.helpers.is_empty() { 0 } else { 20 };
        if self.random.percent(twice) && self.special(nesting, body) {
            return false;
        }
        let roll = self.random.below(100);
        match roll {
            0..=44 => self.assign(body),
            45..=69 => self.operation(body),
            70..=83 if nesting > 0 => self.branch(nesting, body),
            84..=93 if nesting > 0 => self.repeat(nesting, body),
            94..=95 if nesting > 0 && self.random.percent(self.config.handlers * 50) => {
                let attempt = self.block(nesting - 1);
                let mut caught = None;
                let outer = self.scope.len();
                if self.config.has(Ty::Caught) {
                    let name = self.name();
                    self.scope.push((name, Ty::Caught));
                    caught = Some(name);
                }
                let handler = self.block(nesting - 1);
                self.scope.truncate(outer);
                body.push(Stmt::Try(attempt, caught, handler));
            }
            96 if nested && !self.in_helper => {
                let result = self.result();
                body.push(Stmt::Return(result));
                return true;
            }
            97 if self.loops > 0 && nested => {
                body.push(Stmt::Break);
                return true;
            }
            98 if self.loops > 0 && nested => {
                body.push(Stmt::Continue);
                return true;
            }
            _ => self.assign(body),
        }
        false
    }

    fn assign(&mut self, body: &mut Vec<Stmt>) {
        let depth = self.depth;
        if self.random.percent(35) {
            let old: Vec<(Name, Ty)> = self
                .scope
                .iter()
                .copied()
                .filter(|&(name, ty)| {
                    !matches!(ty, Ty::Fun | Ty::Caught)
                        && (!self.frozen.contains(&name) || name.0 % 10 == 0)
                })
                .collect();
            if let Some(&(name, ty)) = self.random.pick(&old) {
                let value = self.expr(ty, depth);
                self.reassigned.push(name);
                body.push(Stmt::Assign(name, value));
                return;
            }
        }
        // Numbers and arrays more often than the rest.
        const OFTEN: [Ty; 6] = [Ty::Int, Ty::Vec, Ty::Int, Ty::Vec, Ty::Int, Ty::Vec];
        let count = self.locals.len();
        let at = self.random.below(count + OFTEN.len());
        let ty = (self.locals.get(at).copied()).unwrap_or_else(|| OFTEN[at - count]);
        let value = self.expr(ty, depth);
        let name = self.name();
        self.scope.push((name, ty));
        body.push(Stmt::Assign(name, value));
    }

    fn operation(&mut self, body: &mut Vec<Stmt>) {
        match self.choose(statements()) {
            Some(op) => {
                let args = self.args(op, self.depth - 1, true);
                body.push(Stmt::Do(op, args));
            }
            None => self.assign(body),
        }
    }

    fn branch(&mut self, nesting: usize, body: &mut Vec<Stmt>) {
        // A test that narrows a type, where there is something to narrow.
        let unstable: Vec<(usize, Name, Ty)> = self
            .scope
            .iter()
            .enumerate()
            .filter(|&(_, &(name, ty))| {
                matches!(ty, Ty::Num | Ty::Maybe | Ty::Lost) && !self.frozen.contains(&name)
            })
            .map(|(at, &(name, ty))| (at, name, ty))
            .collect();
        if let (Some(&(at, name, ty)), true) =
            (self.random.pick(&unstable), self.random.percent(50))
        {
            let (text, here, there) = match ty {
                Ty::Num => (format!("{name} isa Int64"), Ty::Int, Ty::Float),
                Ty::Lost => (format!("{name} !== missing"), Ty::Int, Ty::Lost),
                _ => (format!("{name} !== nothing"), Ty::Int, Ty::Maybe),
            };
            self.scope[at].1 = here;
            let then = self.block(nesting - 1);
            self.scope[at].1 = there;
            let other = if self.random.percent(50) {
                self.block(nesting - 1)
            } else {
                Vec::new()
            };
            self.scope[at].1 = ty;
            body.push(Stmt::If(Expr::Literal(Ty::Bool, text), then, other));
            return;
        }
        let condition = self.expr(Ty::Bool, self.depth);
        let then = self.block(nesting - 1);
        let other = if self.random.percent(50) {
            self.block(nesting - 1)
        } else {
            Vec::new()
        };
        body.push(Stmt::If(condition, then, other));
    }

    fn repeat(&mut self, nesting: usize, body: &mut Vec<Stmt>) {
        let trips = 1 + self.random.below(self.config.trips as usize) as u32;
        let counter = self.name();
        match self.random.below(4) {
            0 => {
                let condition = self.expr(Ty::Bool, self.depth - 1);
                self.loops += 1;
                let inner = self.block(nesting - 1);
                self.loops -= 1;
                body.push(Stmt::While(counter, trips, condition, inner));
            }
            kind => {
                let range = match kind {
                    1 | 2 => Range::To(trips),
                    _ => {
                        let of = self.leaf(Ty::Vec);
                        if self.random.percent(50) {
                            Range::Elements(of)
                        } else {
                            Range::Indices(of)
                        }
                    }
                };
                self.scope.push((counter, Ty::Int));
                self.loops += 1;
                let inner = self.block(nesting - 1);
                self.loops -= 1;
                self.scope.pop();
                body.push(Stmt::For(counter, range, inner));
            }
        }
    }
}
