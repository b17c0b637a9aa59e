//! The engine as a whole: rules in, e-graph out.

use super::apply::{conclude, instantiate, while_in, Scratch};
use super::known::Sieve;
use super::language::{Epoch, Leaf, Op, Tag};
use super::matcher::{search, Budget, Exhausted};
use super::matches::{Match, Matches};
use super::policy::{AllowAll, Decision, How, Policy};
use super::provenance::Provenance;
use super::schedule::Backoff;
use super::sketch::is_there;
use super::testing::Toy;
use super::*;
use crate::diag::Source;
use crate::host::untyped::Untyped;
use crate::host::{Host, Known};
use crate::ir::Type;
use crate::rules::rule::Rule;
use crate::rules::{self, Rhs, RuleSet};
use crate::syntax::ast::{Ast, Node, NodeId};
use egg::{Id, Language};
use rustc_hash::FxHashSet;
use std::time::Duration;

fn read(text: &str, host: &mut dyn Host) -> RuleSet {
    rules::read(Source::new("test.jl", text), host).unwrap_or_else(|errors| {
        let texts: Vec<String> = errors.iter().map(|error| error.to_string()).collect();
        panic!("{}", texts.join("\n"))
    })
}

/// Adds an expression over calls, integers and leaves: `x0`, `x1`, … are leaves with the types given.
fn add(egraph: &mut EGraph<'_>, text: &str) -> Id {
    let (ast, root) = crate::syntax::parse_expression(Source::new("term.jl", text)).unwrap();
    add_node(egraph, &ast, root)
}

fn add_node(egraph: &mut EGraph<'_>, ast: &Ast, id: NodeId) -> Id {
    let node = match ast.node(id) {
        Node::Int(value) => {
            let literal = crate::ir::slots::Literal::Int(*value);
            ENode::constant(egraph.analysis.cache().host.literal(&literal))
        }
        Node::Float64(value) => {
            let literal = crate::ir::slots::Literal::Float64(*value);
            ENode::constant(egraph.analysis.cache().host.literal(&literal))
        }
        Node::Symbol(name) => match name.as_str().strip_prefix('x') {
            Some(number) => ENode::leaf(Leaf::from_u32(number.parse().unwrap())),
            None => {
                let constant = egraph.analysis.cache().host.parse_constant(name.as_str());
                ENode::constant(constant.unwrap())
            }
        },
        _ => {
            let parts = ast.as_expr(id).unwrap().1;
            let callee = ast.as_symbol(parts[0]).unwrap();
            let args: Vec<Id> = parts[1..]
                .iter()
                .map(|&arg| add_node(egraph, ast, arg))
                .collect();
            let callee = egraph.analysis.cache().host.parse_constant(callee.as_str());
            ENode::call(callee.unwrap(), Tag::NONE, &args)
        }
    };
    egraph.add(node)
}

fn host_constant(egraph: &mut EGraph<'_>, text: &str) -> crate::ir::Const {
    egraph.analysis.cache().host.parse_constant(text).unwrap()
}

fn typed<'h>(host: &'h mut Toy, leaves: &[&str]) -> EGraph<'h> {
    let types: Vec<Type> = leaves.iter().map(|name| host.ty(name)).collect();
    let mut inference = Inference::new(host);
    for (number, ty) in types.into_iter().enumerate() {
        let known = Known { ty, constant: None };
        inference.set_leaf(Leaf::from_u32(number as u32), known);
    }
    EGraph::new(inference)
}

/// Saturates `start` under `rules`; says whether it became equal to `goal`, or whether the goal is the constant that it is as one of its types.
fn equal(leaves: &[&str], rules: &str, start: &str, goal: &str) -> bool {
    let mut host = Toy::default();
    let rules = read(rules, &mut host);
    let mut egraph = typed(&mut host, leaves);
    let start = add(&mut egraph, start);
    saturate(&mut egraph, &rules, &mut AllowAll, &Limits::default());
    let goal = add(&mut egraph, goal);
    egraph.rebuild();
    let literal = egraph[goal].nodes.iter().find_map(ENode::as_const);
    let mut constants = egraph[start].data.constants();
    egraph.find(start) == egraph.find(goal) || constants.any(|it| Some(it) == literal)
}

#[test]
fn a_literal_of_another_type_is_not_the_programs_own() {
    let mut host = Toy::default();
    let rules = read("g(~x) --> 1", &mut host);
    let mut egraph = typed(&mut host, &["Any"]);
    let (own, start) = (add(&mut egraph, "1"), add(&mut egraph, "g(x0)"));
    saturate(&mut egraph, &rules, &mut AllowAll, &Limits::default());
    assert!(egraph[start].nodes.iter().any(ENode::is_stated));
    assert_ne!(egraph.find(own), egraph.find(start));
}

#[test]
fn a_repeated_variable_is_one_class() {
    let rule = "~x - ~x --> 0";
    assert!(equal(&["Int"], rule, "f(x0) - f(x0)", "0"));
    assert!(!equal(&["Int", "Int"], rule, "f(x0) - f(x1)", "0"));
}

#[test]
fn a_type_selects_by_member() {
    let rule = "~x::Int + ~y --> ~y";
    assert!(equal(&["Int", "Float"], rule, "x0 + x1", "x1"));
    assert!(!equal(&["Float", "Float"], rule, "x0 + x1", "x1"));
}

#[test]
fn a_class_with_two_types_matches_both() {
    let rules =
        "f(~x) --> toint(~x)\nf(~x) --> tofloat(~x)\ng(~x::Int) --> 1\nh(~x::Float, ~y) --> 2";
    assert!(equal(&["Any"], rules, "g(f(x0))", "1"));
    assert!(equal(&["Any"], rules, "h(f(x0), 0)", "2"));
    assert!(!equal(&["Any"], "g(~x::Int) --> 1", "g(f(x0))", "1"));
}

#[test]
fn literals_match_what_is_egal() {
    assert!(equal(&["Int"], "~x * 1 --> ~x", "x0 * 1", "x0"));
    assert!(!equal(&["Int"], "~x * 1.0 --> ~x", "x0 * 1", "x0"));
    assert!(!equal(&["Int"], "~x * 1 --> ~x", "x0 * 2", "x0"));
}

#[test]
fn segments_take_any_number() {
    let rule = "many(~xs..., f(~y), ~zs...) --> many(~zs..., ~xs...)";
    let goal = "many(x2, x0)";
    assert!(equal(&["Any"; 3], rule, "many(x0, f(x1), x2)", goal));
    assert!(equal(&["Any"; 1], rule, "many(f(x0))", "many()"));
    assert!(!equal(&["Any"; 2], rule, "many(x0, x1)", "many()"));
    let same = "h(many(~xs...), many(~xs...)) --> 1";
    assert!(equal(
        &["Any"; 2],
        same,
        "h(many(x0, x1), many(x0, x1))",
        "1"
    ));
    assert!(!equal(
        &["Any"; 2],
        same,
        "h(many(x0, x1), many(x1, x0))",
        "1"
    ));
}

#[test]
fn a_head_variable_matches_any_call() {
    let rule = "h(~f, (~f)(~x)) --> ~x";
    assert!(equal(&["Any"; 1], rule, "h(g, g(x0))", "x0"));
    assert!(!equal(&["Any"; 1], rule, "h(f, g(x0))", "x0"));
    let back = "h(~f, ~x) --> (~f)(~x)";
    assert!(equal(&["Any"; 1], back, "h(g, x0)", "g(x0)"));
}

#[test]
fn inference_folds_constants() {
    assert!(equal(&["Any"], "f(~x) --> 2", "f(x0) * f(x0)", "4"));
}

#[test]
fn dynamic_rules_evaluate() {
    let rule = "h(~a::Comptime{Int}, ~b::Comptime{Int}) => ~a + ~b";
    assert!(equal(&[], rule, "h(2, 3)", "5"));
    assert!(!equal(&["Int"], rule, "h(x0, 3)", "5"));
    let nothing = "h(~a::Comptime{Int}, ~b::Comptime{Int}) => nothing";
    assert!(!equal(&[], nothing, "h(2, 3)", "5"));
}

#[test]
fn guards_are_three_valued() {
    let rule = |guard: &str| format!("if {guard}\nh(~x, ~y) --> ~x\nend");
    let start = "h(1, 2)";
    for guard in [
        "~x < ~y",
        "!(~y < ~x)",
        "~x isa Int && known(~y)",
        "~y < ~x || ~x < ~y",
    ] {
        assert!(equal(&[], &rule(guard), start, "1"), "{guard}");
    }
    for guard in ["~y < ~x", "~x isa Matrix", "!known(~x)"] {
        assert!(!equal(&[], &rule(guard), start, "1"), "{guard}");
    }
    // Unknown values decide nothing, unless the connective does not need them.
    let start = "h(x0, 2)";
    assert!(!equal(&["Int"], &rule("~x < ~y"), start, "x0"));
    assert!(!equal(&["Int"], &rule("!(~x < ~y)"), start, "x0"));
    assert!(equal(&["Int"], &rule("!known(~x) || ~x < ~y"), start, "x0"));
    assert!(equal(&["Matrix"], &rule("ndims(~x) == 2"), start, "x0"));
    assert!(!equal(&["Matrix"], &rule("ndims(~x) == 3"), start, "x0"));
}

#[test]
fn one_use_counts_parents() {
    let rule = "if one_use(~x)\nf(g(~x)) --> 1\nend";
    assert!(equal(&["Int"], rule, "f(g(x0))", "1"));
    assert!(!equal(&["Int"], rule, "h(f(g(x0)), x0)", "h(1, x0)"));
}

fn report(leaves: &[&str], rules: &str, start: &str, limits: &Limits) -> Report {
    let mut host = Toy::default();
    let rules = read(rules, &mut host);
    let mut egraph = typed(&mut host, leaves);
    add(&mut egraph, start);
    saturate(&mut egraph, &rules, &mut AllowAll, limits)
}

#[test]
fn a_right_side_without_a_method_is_refused() {
    let report = report(&["Any"], "f(~x) --> det(~x)", "f(x0)", &Limits::default());
    let rule = &report.rules["test.1"];
    assert_eq!(rule.applied, 0);
    assert!(rule.refused["no method for a call of the right side"] > 0);
    assert_eq!(report.stop, StopReason::Saturated);
}

#[test]
fn a_throwing_right_side_is_refused() {
    let rule = "f(~x::Comptime{Int}) => throw(~x)";
    let report = report(&[], rule, "f(1)", &Limits::default());
    assert_eq!(report.rules["test.1"].refused["DomainError"], 1);
}

const EXPLOSIVE: &str = "~a + ~b --> ~b + ~a\n~a + (~b + ~c) --> (~a + ~b) + ~c";
const SUM: &str = "x0 + (x1 + (x2 + (x3 + (x4 + (x5 + x6)))))";

fn sum(limits: &Limits) -> Report {
    sum_under(&mut AllowAll, limits)
}

fn sum_under(policy: &mut dyn Policy, limits: &Limits) -> Report {
    let mut host = Untyped::new();
    let rules = read(EXPLOSIVE, &mut host);
    let mut egraph = EGraph::new(Inference::new(&mut host));
    add(&mut egraph, SUM);
    saturate(&mut egraph, &rules, policy, limits)
}

fn unlimited() -> Limits {
    Limits {
        iterations: 100,
        nodes: usize::MAX,
        work: u64::MAX,
        time: None,
        reserve: 0.0,
        backoff: Backoff::NEVER,
        incremental: true,
        explain: false,
        refusals: false,
        progress: None,
    }
}

#[test]
fn sums_associate_to_the_known_number_of_classes() {
    let whole = sum(&unlimited());
    assert_eq!(whole.stop, StopReason::Saturated);
    // Every nonempty subset of seven terms.
    assert_eq!(whole.classes, 127);
    let backed_off = sum(&Limits {
        backoff: Backoff {
            match_limit: 20,
            ban_length: 1,
        },
        ..unlimited()
    });
    assert_eq!(backed_off.stop, StopReason::Saturated);
    assert_eq!(backed_off.classes, 127);
    assert!(backed_off.rules["test.2"].banned > 0);
}

#[test]
fn searching_only_where_something_changed_finds_everything() {
    let full = Limits {
        incremental: false,
        ..unlimited()
    };
    for iterations in 0..8 {
        let [a, b] = [full, unlimited()].map(|limits| {
            sum(&Limits {
                iterations,
                ..limits
            })
        });
        assert_eq!((a.nodes, a.classes), (b.nodes, b.classes));
        assert!(b.work <= a.work);
    }
}

#[test]
fn limits_end_the_run_and_are_reported() {
    let stop = |limits: Limits| sum(&limits).stop;
    let base = unlimited();
    assert_eq!(
        stop(Limits {
            iterations: 2,
            ..base
        }),
        StopReason::Iterations
    );
    assert_eq!(stop(Limits { nodes: 50, ..base }), StopReason::Nodes);
    assert_eq!(stop(Limits { work: 500, ..base }), StopReason::Work);
    let time = Some(Duration::ZERO);
    assert_eq!(stop(Limits { time, ..base }), StopReason::Time);
    let program = sum(&Limits {
        iterations: 0,
        ..base
    });
    let small = sum(&Limits { nodes: 50, ..base });
    let added = small.nodes - program.nodes;
    assert!((40..=55).contains(&added), "{added}");
}

#[test]
fn the_same_run_twice_is_the_same() {
    for limits in [
        Limits {
            work: 777,
            ..unlimited()
        },
        Limits {
            nodes: 99,
            ..unlimited()
        },
        Limits {
            time: None,
            ..Limits::default()
        },
    ] {
        let [a, b] = [sum(&limits), sum(&limits)];
        let show = |mut report: Report| {
            report.times_us = [0; 3];
            serde_json::to_string(&report).unwrap()
        };
        assert_eq!(show(a), show(b));
    }
}

/// Admits every match, and is told of those that say what is known.
#[derive(Default)]
struct Told(usize);

impl Policy for Told {
    fn admit(&mut self, _: &mut EGraph<'_>, _: &Match<'_>) -> Decision {
        self.0 += 1;
        Decision::Apply(How::default())
    }
}

#[test]
fn matches_that_say_what_is_known_are_counted_and_change_nothing() {
    let mut policy = Told::default();
    let told = sum_under(&mut policy, &unlimited());
    let matches = |report: &Report| -> u64 { report.rules.values().map(|rule| rule.matches).sum() };
    assert_eq!(matches(&told), policy.0 as u64);
    let passed = sum(&unlimited());
    // Not `applied`: before a rebuild, what is known may be written in a way that is not.
    let show = |report: &Report| {
        let sizes = (report.iterations.iter()).map(|one| (one.nodes, one.classes, one.matches));
        (report.stop, report.work, sizes.collect::<Vec<_>>())
    };
    assert_eq!(show(&told), show(&passed));
}

/// All matches of a rule.
fn find_all(index: &index::Index<'_, '_>, rule: &Rule, sieve: Sieve<'_>) -> Matches {
    let mut budget = Budget {
        work: u64::MAX,
        matches: usize::MAX,
        deadline: None,
    };
    search(index, &rule.pattern, true, sieve, &mut budget).0
}

#[test]
fn known_matches_are_told_apart() {
    let mut host = Untyped::new();
    let rules = read(EXPLOSIVE, &mut host);
    let mut egraph = EGraph::new(Inference::new(&mut host));
    add(&mut egraph, SUM);
    saturate(&mut egraph, &rules, &mut AllowAll, &unlimited());
    // Another sum: of its matches, most say something new.
    add(&mut egraph, "y0 + (y1 + y2)");
    egraph.rebuild();
    let index = index::Index::new(&egraph, None, 8, false);
    for (id, rule) in rules.iter() {
        let find = |sieve| find_all(&index, rule, sieve);
        let (all, some) = (find(Sieve::Open), find(Sieve::new(rule, &index)));
        assert_eq!(all.len(), some.len());
        let Rhs::Term(term) = &rule.rhs else {
            panic!("a term");
        };
        let is_known = |found: &Match<'_>| is_there(&egraph, term, found, None, &mut Vec::new());
        let known = all.iter(id, rule).filter(is_known).count();
        let left: Vec<bool> = some.iter(id, rule).map(|found| is_known(&found)).collect();
        let left_known = left.iter().filter(|known| **known).count();
        // All that say something new are there; of the others, only those found before it paid to look.
        assert_eq!(left.len() - left_known, all.len() - known);
        assert!(all.len() - known > 0 && left_known * 2 < known);
        assert!(!left.ends_with(&[true]));
    }
}

#[test]
fn repeated_matches_say_what_an_earlier_one_says() {
    let mut host = Untyped::new();
    let rules = read(EXPLOSIVE, &mut host);
    let mut egraph = EGraph::new(Inference::new(&mut host));
    add(&mut egraph, SUM);
    let limits = Limits {
        iterations: 4,
        ..unlimited()
    };
    saturate(&mut egraph, &rules, &mut AllowAll, &limits);
    let (id, rule) = rules.iter().nth(1).unwrap();
    let found = {
        let index = index::Index::new(&egraph, None, 8, false);
        find_all(&index, rule, Sieve::new(rule, &index))
    };
    assert!(!found.repeats().is_empty());
    let Rhs::Term(term) = &rule.rhs else {
        panic!("a term");
    };
    let all: Vec<Match<'_>> = found.iter(id, rule).collect();
    for &(number, first) in found.repeats() {
        assert!(first < number);
        let [repeat, first] = [number, first].map(|number| &all[number as usize]);
        let is_there = |egraph: &EGraph<'_>| is_there(egraph, term, repeat, None, &mut Vec::new());
        assert_eq!(first.root(), repeat.root());
        let mut scratch = apply::Scratch::default();
        let how = How::default();
        apply::apply(&mut egraph, first, how, false, &mut scratch).unwrap();
        assert!(is_there(&egraph), "not what the first says");
    }
}

/// Refuses the first of the matches that say the same at one root, and grants the second.
#[derive(Default)]
struct Choosy {
    passes_known: bool,
    refused: FxHashSet<(Id, Vec<Option<Id>>)>,
    granted: usize,
}

impl Policy for Choosy {
    fn admit(&mut self, egraph: &mut EGraph<'_>, found: &Match<'_>) -> Decision {
        let Rhs::Term(term) = &found.rule.rhs else {
            panic!("a term");
        };
        let mut right = Vec::new();
        if is_there(egraph, term, found, None, &mut right) {
            return Decision::Done(false);
        }
        // `~a + (~b + ~c)`: the operands of the inner sum come first.
        let nodes: Vec<ENode> = found.all_nodes().map(|(_, node)| node).collect();
        let args: Vec<Id> = nodes
            .iter()
            .flat_map(|node| node.children().to_vec())
            .collect();
        let (Some(callee), &[b, c, a, _]) = (nodes[0].key().callee(), &args[..]) else {
            return Decision::Apply(How::default());
        };
        let inner = egraph.lookup(ENode::call(callee, Tag::NONE, &[a, b]));
        let says = (egraph.find(found.root()), vec![inner, Some(egraph.find(c))]);
        if inner.is_some() && self.refused.insert(says) {
            return Decision::Refuse("the first");
        }
        self.granted += usize::from(inner.is_some());
        Decision::Apply(How::default())
    }

    fn passes_known(&self) -> bool {
        self.passes_known
    }
}

#[test]
fn what_is_refused_for_one_left_side_may_be_granted_for_another() {
    let run = |passes_known| {
        let mut policy = Choosy {
            passes_known,
            ..Choosy::default()
        };
        let report = sum_under(&mut policy, &unlimited());
        assert!(policy.granted > 0);
        // Not the nodes: which of the second ones are granted depends on what is known by then.
        let classes = report.iterations.iter().map(|one| one.classes);
        classes.collect::<Vec<_>>()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn sizes_are_those_of_the_smallest_terms() {
    let mut host = Untyped::new();
    let mut egraph = EGraph::new(Inference::new(&mut host));
    let [small, large, other] =
        ["x0 + x1", "(x0 + x1) + (x2 + x2)", "f(g(x0 + x1))"].map(|text| add(&mut egraph, text));
    let sizes = |egraph: &EGraph<'_>, class| order::sizes(egraph)[usize::from(egraph.find(class))];
    let of = |egraph: &EGraph<'_>| [small, large, other].map(|class| sizes(egraph, class));
    assert_eq!(of(&egraph), [3, 7, 5]);
    let all = order::sizes(&egraph);
    let in_order: Vec<_> = order::in_order([large, other, small].into_iter(), &all).collect();
    assert_eq!(in_order, [small, other, large]);
    unite(&mut egraph, large, other, Cause::Given);
    egraph.rebuild();
    assert_eq!(of(&egraph), [3, 5, 5]);
}

#[test]
fn an_exploding_chain_makes_few_classes_twice() {
    let mut host = Untyped::new();
    let text = "(~a * ~b) * ~c --> ~a * (~b * ~c)\n~a * (~b * ~c) --> (~a * ~b) * ~c";
    let rules = read(text, &mut host);
    let mut egraph = EGraph::new(Inference::new(&mut host));
    let names: Vec<String> = (0..24).map(|number| format!("x{number}")).collect();
    let product = names[1..].iter().fold(names[0].clone(), |product, name| {
        format!("({product} * {name})")
    });
    add(&mut egraph, &product);
    let limits = Limits {
        backoff: Backoff {
            match_limit: 100,
            ban_length: 5,
        },
        ..unlimited()
    };
    let report = saturate(&mut egraph, &rules, &mut AllowAll, &limits);
    let products = (24_usize.pow(3) - 24) / 6;
    assert_eq!(report.stop, StopReason::Saturated);
    assert_eq!((report.nodes, report.classes), (products + 24, 24 * 25 / 2));
    // In the order of the classes' numbers, there are three and a half times as many nodes as products.
    assert!(
        egraph.nodes().len() < 2 * products,
        "{}",
        egraph.nodes().len()
    );
}

#[test]
fn the_budget_is_spent_inside_a_search() {
    let mut host = Untyped::new();
    let rules = read(EXPLOSIVE, &mut host);
    let mut egraph = EGraph::new(Inference::new(&mut host));
    add(&mut egraph, SUM);
    egraph.rebuild();
    let index = index::Index::new(&egraph, None, 8, false);
    let pattern = &rules.iter().nth(1).unwrap().1.pattern;
    let mut budget = Budget {
        work: 3,
        matches: 100,
        deadline: None,
    };
    let (found, why) = search(&index, pattern, true, Sieve::Open, &mut budget);
    assert_eq!((why, budget.work), (Some(Exhausted::Work), 0));
    assert!(found.len() < 5);
    let mut budget = Budget {
        work: 1000,
        matches: 2,
        deadline: None,
    };
    let (found, why) = search(&index, pattern, true, Sieve::Open, &mut budget);
    assert_eq!((found.len(), why), (2, Some(Exhausted::Matches)));
}

/// Reads in one epoch and wraps the result.
struct Within(Epoch);

impl Policy for Within {
    fn admit(&mut self, egraph: &mut EGraph<'_>, found: &matches::Match<'_>) -> Decision {
        if found.epochs().iter().any(|&epoch| epoch != self.0) {
            return Decision::Refuse("reads in two epochs");
        }
        let Rhs::Term(term) = &found.rule.rhs else {
            return Decision::Refuse("a dynamic right side");
        };
        let how = How {
            epoch: Some(self.0),
            ..How::default()
        };
        let before = egraph.nodes().len();
        match instantiate(egraph, term, found, how, None, &mut Scratch::default()) {
            Ok(result) => {
                let result = egraph.add(while_in(egraph, self.0, found, result));
                Decision::Done(conclude(egraph, found, result, before, true))
            }
            Err(_) => Decision::Refuse("no right side"),
        }
    }
}

#[test]
fn policies_give_epochs_and_coercions() {
    let mut host = Toy::default();
    let rules = read("det(~a) --> read(~a)\nf(read(~a)) --> 1", &mut host);
    let read = host.constant("read");
    let mut egraph = typed(&mut host, &["Matrix"]);
    let leaf = add(&mut egraph, "x0");
    let start = add(&mut egraph, "f(det(x0))");
    let epoch = Epoch::from_u32(3);
    let report = saturate(&mut egraph, &rules, &mut Within(epoch), &Limits::default());
    let tag = Tag::new(Some(epoch), None, false);
    let reading = egraph.lookup(ENode::call(read, tag, &[leaf])).unwrap();
    let det = add(&mut egraph, "det(x0)");
    assert_ne!(
        egraph.find(reading),
        egraph.find(det),
        "only equal while in the epoch"
    );
    let wraps = |node: &ENode| {
        matches!(node.op(), Op::While(of, _) if of == epoch)
            && egraph.find(node.children()[0]) == egraph.find(reading)
    };
    assert!(egraph[det].nodes.iter().any(wraps));
    // The second rule matched through the coercion.
    assert_eq!(report.rules["test.2"].applied, 1);
    assert!(egraph[start].nodes.iter().any(|node| node.is_coercion()));
}

#[test]
fn matched_nodes_are_read_back_in_order_of_evaluation() {
    struct Spy(Vec<String>);
    impl Policy for Spy {
        fn admit(&mut self, egraph: &mut EGraph<'_>, found: &matches::Match<'_>) -> Decision {
            for (class, node) in found.nodes() {
                let known = egraph.lookup(node.clone()).map(|id| egraph.find(id));
                assert_eq!(known, Some(egraph.find(class)));
                let callee = node.key().callee().unwrap();
                self.0
                    .push(egraph.analysis.cache().host.show_constant(callee));
            }
            Decision::Refuse("only looking")
        }
    }
    let mut host = Toy::default();
    let rules = read("h(f(~x), many(~ys..., g(~z))) --> ~x", &mut host);
    let mut egraph = typed(&mut host, &["Any", "Any"]);
    add(&mut egraph, "h(f(x0), many(x0, x1, g(x1)))");
    let mut spy = Spy(Vec::new());
    let report = saturate(&mut egraph, &rules, &mut spy, &Limits::default());
    assert_eq!(spy.0, ["f", "g", "many", "h"]);
    assert_eq!(report.rules["test.1"].refused["only looking"], 1);
}

#[test]
fn chains_name_the_rules_between_two_nodes() {
    let mut host = Toy::default();
    let text = "f(~x) --> g(~x)\nh(g(~x), ~y) --> ~y\nmany(~x) --> toint(~x)";
    let rules = read(text, &mut host);
    let mut egraph = typed(&mut host, &["Any", "Int"]);
    let start = add(&mut egraph, "h(f(x0), x1)");
    let goal = add(&mut egraph, "x1");
    let other = add(&mut egraph, "many(x0)");
    let limits = Limits {
        explain: true,
        ..Limits::default()
    };
    saturate(&mut egraph, &rules, &mut AllowAll, &limits);
    let toint = host_constant(&mut egraph, "toint");
    let leaf = add(&mut egraph, "x0");
    let provenance = Provenance::new(&mut egraph);
    let integer = provenance
        .id(&ENode::call(toint, Tag::NONE, &[leaf]))
        .unwrap();
    let chain = |from, to| {
        provenance.chain(from, to).map(|chain| {
            let names = chain.iter().map(|&id| {
                let rule = provenance.application(id).rule;
                rules.rule(rule).name.clone()
            });
            names.collect::<Vec<_>>()
        })
    };
    assert_eq!(chain(start, goal).unwrap(), ["test.1", "test.2"]);
    assert_eq!(chain(other, integer).unwrap(), ["test.3"]);
    assert_eq!(chain(start, start).unwrap(), Vec::<String>::new());
    assert_eq!(chain(start, other), None);
}

#[test]
fn members_are_kept_apart() {
    let mut host = Toy::default();
    let rules = read(
        "f(~x) --> toint(~x)\nf(~x) --> tofloat(~x)\nf(~x) --> sym(copy(~x))\nf(~x) --> copy(~x)",
        &mut host,
    );
    let any = host.any();
    let mut egraph = typed(&mut host, &["Matrix"]);
    let start = add(&mut egraph, "f(x0)");
    let report = saturate(&mut egraph, &rules, &mut AllowAll, &Limits::default());
    let facts = &egraph[start].data;
    assert_eq!(facts.members().len(), 5);
    assert!(facts.member(any).is_some(), "the original's type stays");
    assert!(!facts.is_widened());
    assert_eq!(report.widenings, 0);
}

/// What is remembered of a class for fast answers is of that class, also where its facts are replaced and not merged.
#[test]
fn facts_that_are_replaced_are_not_those_of_another_class() {
    let mut host = Toy::default();
    let mut egraph = typed(&mut host, &["Int", "Int", "Any"]);
    let wide = add(&mut egraph, "x0");
    let sum = add(&mut egraph, "x0 + x0");
    assert_eq!(egraph[sum].data.members().len(), 1);
    // The last that happens here is that `toint` turns out to be of the type that it was.
    let (any, three) = (add(&mut egraph, "x2"), add(&mut egraph, "3"));
    add(&mut egraph, "toint(x2)");
    egraph.union(any, three);
    egraph.rebuild();
    let mut facts = egraph[wide].data.clone();
    let float = egraph.analysis.cache().host.parse_type("Float").unwrap();
    let known = Known {
        ty: float,
        constant: None,
    };
    assert!(facts.insert(known, &mut egraph.analysis.cache()));
    analysis::set_facts(&mut egraph, wide, facts);
    egraph.rebuild();
    assert_eq!(egraph[sum].data.members().len(), 2);
}

#[test]
fn contradictions_are_counted_and_do_not_panic() {
    let report = report(
        &["Any"],
        "f(~x) --> 1\nf(~x) --> 2",
        "f(x0)",
        &Limits::default(),
    );
    assert!(report.contradictions > 0);
    assert!(report.to_string().contains("contradicting"));
}
