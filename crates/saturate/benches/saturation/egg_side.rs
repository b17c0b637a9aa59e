//! egg's own machinery on its own rule sets: language by `define_language!`, folding as an analysis, conditions as
//! closures, as its users write them. Folding keeps a number per class and no text, which is faster than egg's test suite.

use super::{Outcome, Stopwatch, Until};
use egg::{
    define_language, rewrite as rw, Analysis, BackoffScheduler, DidMerge, EGraph, FromOp, Id,
    Language, RecExpr, Rewrite, Runner, SimpleScheduler, Subst, Symbol, Var,
};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::time::Duration;

/// A number that is never NaN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number(f64);

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Number {
    type Err = std::num::ParseFloatError;

    fn from_str(text: &str) -> Result<Number, Self::Err> {
        text.parse().map(Number)
    }
}

define_language! {
    enum Math {
        "d" = Diff([Id; 2]),
        "i" = Integral([Id; 2]),
        "+" = Add([Id; 2]),
        "-" = Sub([Id; 2]),
        "*" = Mul([Id; 2]),
        "/" = Div([Id; 2]),
        "pow" = Pow([Id; 2]),
        "ln" = Ln(Id),
        "sqrt" = Sqrt(Id),
        "sin" = Sin(Id),
        "cos" = Cos(Id),
        Constant(Number),
        Symbol(Symbol),
    }
}

#[derive(Default)]
struct FoldMath;

impl Analysis<Math> for FoldMath {
    type Data = Option<Number>;

    fn make(egraph: &mut EGraph<Math, Self>, node: &Math, _id: Id) -> Option<Number> {
        let value = |id: &Id| egraph[*id].data.map(|number| number.0);
        Some(Number(match node {
            Math::Constant(number) => number.0,
            Math::Add([a, b]) => value(a)? + value(b)?,
            Math::Sub([a, b]) => value(a)? - value(b)?,
            Math::Mul([a, b]) => value(a)? * value(b)?,
            Math::Div([a, b]) if value(b) != Some(0.0) => value(a)? / value(b)?,
            _ => return None,
        }))
    }

    fn merge(&mut self, to: &mut Option<Number>, from: Option<Number>) -> DidMerge {
        egg::merge_option(to, from, |_, _| DidMerge(false, false))
    }

    fn modify(egraph: &mut EGraph<Math, Self>, id: Id) {
        if let Some(number) = egraph[id].data {
            let added = egraph.add(Math::Constant(number));
            egraph.union(id, added);
        }
    }
}

type MathGraph = EGraph<Math, FoldMath>;

fn var(name: &str) -> Var {
    name.parse().expect("a variable")
}

fn is_symbol(egraph: &MathGraph, id: Id) -> bool {
    egraph[id]
        .nodes
        .iter()
        .any(|node| matches!(node, Math::Symbol(_)))
}

fn not_zero(name: &str) -> impl Fn(&mut MathGraph, Id, &Subst) -> bool {
    let var = var(name);
    move |egraph, _, subst| egraph[subst[var]].data != Some(Number(0.0))
}

fn is_const(name: &str) -> impl Fn(&mut MathGraph, Id, &Subst) -> bool {
    let var = var(name);
    move |egraph, _, subst| egraph[subst[var]].data.is_some()
}

fn is_sym(name: &str) -> impl Fn(&mut MathGraph, Id, &Subst) -> bool {
    let var = var(name);
    move |egraph, _, subst| is_symbol(egraph, subst[var])
}

fn const_or_distinct(c: &str, x: &str) -> impl Fn(&mut MathGraph, Id, &Subst) -> bool {
    let (c, x) = (var(c), var(x));
    move |egraph, _, subst| {
        egraph.find(subst[c]) != egraph.find(subst[x])
            && (egraph[subst[c]].data.is_some() || is_symbol(egraph, subst[c]))
    }
}

#[rustfmt::skip]
fn math_rules() -> Vec<Rewrite<Math, FoldMath>> { vec![
    rw!("comm-add";  "(+ ?a ?b)"        => "(+ ?b ?a)"),
    rw!("comm-mul";  "(* ?a ?b)"        => "(* ?b ?a)"),
    rw!("assoc-add"; "(+ ?a (+ ?b ?c))" => "(+ (+ ?a ?b) ?c)"),
    rw!("assoc-mul"; "(* ?a (* ?b ?c))" => "(* (* ?a ?b) ?c)"),
    rw!("sub-canon"; "(- ?a ?b)" => "(+ ?a (* -1 ?b))"),
    rw!("div-canon"; "(/ ?a ?b)" => "(* ?a (pow ?b -1))" if not_zero("?b")),
    rw!("zero-add"; "(+ ?a 0)" => "?a"),
    rw!("zero-mul"; "(* ?a 0)" => "0"),
    rw!("one-mul";  "(* ?a 1)" => "?a"),
    rw!("cancel-sub"; "(- ?a ?a)" => "0"),
    rw!("cancel-div"; "(/ ?a ?a)" => "1" if not_zero("?a")),
    rw!("distribute"; "(* ?a (+ ?b ?c))"        => "(+ (* ?a ?b) (* ?a ?c))"),
    rw!("factor"    ; "(+ (* ?a ?b) (* ?a ?c))" => "(* ?a (+ ?b ?c))"),
    rw!("pow-mul"; "(* (pow ?a ?b) (pow ?a ?c))" => "(pow ?a (+ ?b ?c))"),
    rw!("pow0"; "(pow ?x 0)" => "1" if not_zero("?x")),
    rw!("pow1"; "(pow ?x 1)" => "?x"),
    rw!("pow2"; "(pow ?x 2)" => "(* ?x ?x)"),
    rw!("pow-recip"; "(pow ?x -1)" => "(/ 1 ?x)" if not_zero("?x")),
    rw!("recip-mul-div"; "(* ?x (/ 1 ?x))" => "1" if not_zero("?x")),
    rw!("d-variable"; "(d ?x ?x)" => "1" if is_sym("?x")),
    rw!("d-constant"; "(d ?x ?c)" => "0" if is_sym("?x") if const_or_distinct("?c", "?x")),
    rw!("d-add"; "(d ?x (+ ?a ?b))" => "(+ (d ?x ?a) (d ?x ?b))"),
    rw!("d-mul"; "(d ?x (* ?a ?b))" => "(+ (* ?a (d ?x ?b)) (* ?b (d ?x ?a)))"),
    rw!("d-sin"; "(d ?x (sin ?x))" => "(cos ?x)"),
    rw!("d-cos"; "(d ?x (cos ?x))" => "(* -1 (sin ?x))"),
    rw!("d-ln"; "(d ?x (ln ?x))" => "(/ 1 ?x)" if not_zero("?x")),
    rw!("d-power"; "(d ?x (pow ?f ?g))" =>
        "(* (pow ?f ?g) (+ (* (d ?x ?f) (/ ?g ?f)) (* (d ?x ?g) (ln ?f))))"
        if not_zero("?f") if not_zero("?g")),
    rw!("i-one"; "(i 1 ?x)" => "?x"),
    rw!("i-power-const"; "(i (pow ?x ?c) ?x)" => "(/ (pow ?x (+ ?c 1)) (+ ?c 1))" if is_const("?c")),
    rw!("i-cos"; "(i (cos ?x) ?x)" => "(sin ?x)"),
    rw!("i-sin"; "(i (sin ?x) ?x)" => "(* -1 (cos ?x))"),
    rw!("i-sum"; "(i (+ ?f ?g) ?x)" => "(+ (i ?f ?x) (i ?g ?x))"),
    rw!("i-dif"; "(i (- ?f ?g) ?x)" => "(- (i ?f ?x) (i ?g ?x))"),
    rw!("i-parts"; "(i (* ?a ?b) ?x)" => "(- (* ?a (i ?b ?x)) (i (* (d ?x ?a) (i ?b ?x)) ?x))"),
]}

define_language! {
    enum Prop {
        Bool(bool),
        "&" = And([Id; 2]),
        "~" = Not(Id),
        "|" = Or([Id; 2]),
        "->" = Implies([Id; 2]),
        Symbol(Symbol),
    }
}

#[derive(Default)]
struct FoldProp;

impl Analysis<Prop> for FoldProp {
    type Data = Option<bool>;

    fn make(egraph: &mut EGraph<Prop, Self>, node: &Prop, _id: Id) -> Option<bool> {
        let value = |id: &Id| egraph[*id].data;
        Some(match node {
            Prop::Bool(value) => *value,
            Prop::Symbol(_) => return None,
            Prop::And([a, b]) => value(a)? && value(b)?,
            Prop::Not(a) => !value(a)?,
            Prop::Or([a, b]) => value(a)? || value(b)?,
            Prop::Implies([a, b]) => !value(a)? || value(b)?,
        })
    }

    fn merge(&mut self, to: &mut Option<bool>, from: Option<bool>) -> DidMerge {
        egg::merge_option(to, from, |_, _| DidMerge(false, false))
    }

    fn modify(egraph: &mut EGraph<Prop, Self>, id: Id) {
        if let Some(value) = egraph[id].data {
            let added = egraph.add(Prop::Bool(value));
            egraph.union(id, added);
        }
    }
}

#[rustfmt::skip]
fn prop_rules() -> Vec<Rewrite<Prop, FoldProp>> { vec![
    rw!("def-imply";      "(-> ?a ?b)"       => "(| (~ ?a) ?b)"),
    rw!("def-imply-flip"; "(| (~ ?a) ?b)"    => "(-> ?a ?b)"),
    rw!("double-neg";     "(~ (~ ?a))"       => "?a"),
    rw!("assoc-or";       "(| ?a (| ?b ?c))" => "(| (| ?a ?b) ?c)"),
    rw!("dist-and-or";    "(& ?a (| ?b ?c))" => "(| (& ?a ?b) (& ?a ?c))"),
    rw!("dist-or-and";    "(| ?a (& ?b ?c))" => "(& (| ?a ?b) (| ?a ?c))"),
    rw!("comm-or";        "(| ?a ?b)"        => "(| ?b ?a)"),
    rw!("comm-and";       "(& ?a ?b)"        => "(& ?b ?a)"),
    rw!("lem";            "(| ?a (~ ?a))"    => "true"),
    rw!("or-true";        "(| ?a true)"      => "true"),
    rw!("and-true";       "(& ?a true)"      => "?a"),
    rw!("contrapositive"; "(-> ?a ?b)"       => "(-> (~ ?b) (~ ?a))"),
]}

fn run<L, N>(rules: &[Rewrite<L, N>], start: &str, until: Until) -> Outcome
where
    L: Language + FromOp + fmt::Display + 'static,
    N: Analysis<L> + Default + 'static,
{
    let start: RecExpr<L> = start.parse().unwrap_or_else(|error| panic!("{error:?}"));
    let runner = Runner::<L, N>::new(N::default())
        .with_expr(&start)
        .with_iter_limit(until.iterations)
        .with_node_limit(until.nodes)
        .with_time_limit(Duration::from_secs(600));
    let runner = if until.backoff {
        runner.with_scheduler(BackoffScheduler::default())
    } else {
        runner.with_scheduler(SimpleScheduler)
    };
    let watch = Stopwatch::start();
    let runner = runner.run(rules);
    let time = watch.stop();
    let report = runner.report();
    Outcome {
        time,
        size: runner.egraph.total_size(),
        phases: [report.search_time, report.apply_time, report.rebuild_time],
        nodes: runner.egraph.total_number_of_nodes(),
        classes: runner.egraph.number_of_classes(),
    }
}

pub fn math(start: &str, until: Until) -> Outcome {
    run(&math_rules(), start, until)
}

pub fn prop(start: &str, until: Until) -> Outcome {
    run(&prop_rules(), start, until)
}
