//! Bad and odd extraction problems: a clear error or a flagged best effort, never a panic, a hang or a wrong "optimal".

use saturate::dag::serialize::read;
use saturate::dag::{self, exact, greedy, Chaos, Exact, Greedy, Limits};
use saturate::egraph::language::Epoch;
use saturate::extract::check::check;
use saturate::extract::goals::Through;
use saturate::extract::place::{Place, Places};
use saturate::extract::problem::{
    FunctionExtractor, InstanceData, Item, Kind, Operand, Owner, Problem, Region, UseData,
};
use saturate::ir::Type;
use std::fmt::Write;
use std::time::{Duration, Instant};

fn error_of(json: &str) -> String {
    match read(json) {
        Err(error) => error.to_string(),
        Ok(named) => match exact(&named.problem, &Limits::default()) {
            Err(error) => named.explain(&error),
            Ok(solution) => panic!("no error, but cost {} for {json}", solution.cost),
        },
    }
}

/// The proven cost, after the checker has seen it and greedy was found to be no better.
fn cost_of(json: &str) -> f64 {
    let named = read(json).unwrap_or_else(|e| panic!("{e} for {json}"));
    let best = exact(&named.problem, &Limits::default()).expect("it has a solution");
    dag::check(&named.problem, &best).expect("it is valid");
    let quick = greedy(&named.problem, None).expect("it has a solution");
    dag::check(&named.problem, &quick).expect("it is valid");
    assert!(best.optimal && best.cost <= quick.cost);
    best.cost
}

fn graph(nodes: &[(&str, &str, &[&str], &str)], roots: &[&str]) -> String {
    let mut text = String::from("{\"nodes\":{");
    for (number, (name, class, children, cost)) in nodes.iter().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}\"{name}\":{{\"op\":\"{name}\",\"eclass\":\"{class}\",\"children\":{children:?},\"cost\":{cost}}}"
        );
    }
    let _ = write!(text, "}},\"root_eclasses\":{roots:?}}}");
    text
}

#[test]
fn roots_with_cyclic_nodes_only() {
    let one = graph(&[("a", "A", &["a"], "1")], &["A"]);
    assert!(
        error_of(&one).contains("root class \"A\" cannot be extracted"),
        "{}",
        error_of(&one)
    );
    let two = graph(
        &[("a", "A", &["b"], "0"), ("b", "B", &["a"], "-1")],
        &["B", "A"],
    );
    assert!(error_of(&two).contains("cannot be extracted"));
}

#[test]
fn odd_costs() {
    let with = |cost: &str| graph(&[("a", "A", &[], cost), ("b", "A", &[], "7")], &["A"]);
    assert_eq!(cost_of(&with("0")), 0.0);
    assert_eq!(cost_of(&with("-3.5")), -3.5);
    assert_eq!(cost_of(&with("1e-300")), 1e-300);
    // Not a number of JSON, or none that fits.
    for cost in ["NaN", "Infinity", "1e999", "null", "\"1\""] {
        let message = error_of(&with(cost));
        assert!(message.contains("egraph-serialize JSON"), "{message}");
    }
    // Nobody asks for what a negative cost would earn.
    let unasked = graph(&[("a", "A", &[], "1"), ("b", "B", &[], "-5")], &["A"]);
    assert_eq!(cost_of(&unasked), 1.0);
}

#[test]
fn infinite_and_nan_costs_in_memory() {
    let mut builder = dag::ProblemBuilder::new();
    let class = builder.class();
    builder.node(class, f64::INFINITY, &[]);
    builder.root(class);
    let problem = builder.build().expect("infinite means: never");
    let error = exact(&problem, &Limits::default()).expect_err("there is nothing to pick");
    assert_eq!(error, dag::ExtractError::Infeasible(class));
    let mut builder = dag::ProblemBuilder::new();
    let class = builder.class();
    builder.node(class, f64::NAN, &[]);
    assert!(builder.build().is_err());
}

#[test]
fn broken_graphs() {
    let missing = graph(&[("a", "A", &["ghost"], "1")], &["A"]);
    assert!(error_of(&missing).contains("\"ghost\", which is not defined"));
    let no_such_root = graph(&[("a", "A", &[], "1")], &["Z"]);
    assert!(error_of(&no_such_root).contains("root class \"Z\" has no nodes"));
    let twice =
        "{\"nodes\":{\"a\":{\"eclass\":\"A\"},\"a\":{\"eclass\":\"B\"}},\"root_eclasses\":[\"A\"]}";
    assert!(error_of(twice).contains("node \"a\" is defined twice"));
    assert!(error_of("{\"nodes\":{},\"root_eclasses\":[]}").contains("no root_eclasses"));
    assert!(error_of(&graph(&[("a", "A", &[], "1")], &[])).contains("no root_eclasses"));
    for text in ["", "{", "[]", "{}", "null", "{\"nodes\":3}"] {
        assert!(error_of(text).contains("egraph-serialize JSON"), "{text}");
    }
}

#[test]
fn a_hundred_thousand_nodes() {
    // A chain with two nodes a class, sharing everywhere, and a cycle back to the start.
    let mut builder = dag::ProblemBuilder::new();
    let count = 50_000;
    let first = builder.add_classes(count);
    let class = |number: usize| dag::ClassId::from_u32(first.as_u32() + number as u32);
    for number in 0..count {
        let next = if number + 1 < count {
            vec![class(number + 1), class(count - 1)]
        } else {
            Vec::new()
        };
        builder.node(class(number), 1.0, &next);
        builder.node(class(number), 0.5, &[class(0), class((number * 7) % count)]);
    }
    builder.root(class(0));
    let problem = builder.build().expect("it is well formed");
    let start = Instant::now();
    let limits = Limits::of_work(20_000_000);
    let solution = exact(&problem, &limits).expect("the chain is a solution");
    assert!(start.elapsed() < Duration::from_secs(60));
    dag::check(&problem, &solution).expect("it is valid");
    assert_eq!(solution.cost, count as f64);
}

/// A problem P with one place and one item.
fn small(kinds: &[(Kind, &[u32])], wanted: &[u32]) -> Problem {
    let tree = [(None, Epoch::from_u32(0), 1.0, None)];
    let mut problem = Problem::new(Places::synthetic(&tree, Default::default()));
    let item = problem.add_item(egg::Id::from(0), Type::from_u32(0));
    for (kind, operands) in kinds {
        problem.add_instance(InstanceData {
            item,
            node: 0,
            ty: Type::from_u32(0),
            kind: kind.clone(),
            operands: operands
                .iter()
                .map(|&operand| Operand {
                    item: Item::from_u32(operand),
                    carries: true,
                })
                .collect(),
        });
    }
    problem.uses.push(UseData {
        place: Place::from_u32(0),
        items: wanted.iter().map(|&item| Item::from_u32(item)).collect(),
        owner: Owner::Always,
    });
    problem
}

fn run(cost: f64) -> Kind {
    Kind::Run {
        cost,
        region: Region::default(),
        aliases: false,
    }
}

#[test]
fn problems_of_functions_without_an_answer() {
    let extractors: [Box<dyn FunctionExtractor>; 3] = [
        Box::new(Through(Exact)),
        Box::new(Through(Greedy)),
        Box::new(Through(Chaos(3))),
    ];
    let bad = [
        ("nothing meets the use", small(&[(run(1.0), &[])], &[])),
        ("no instance", small(&[], &[0])),
        ("only itself", small(&[(run(1.0), &[0])], &[0])),
        ("not a number", small(&[(run(f64::NAN), &[])], &[0])),
        ("infinite", small(&[(run(f64::INFINITY), &[])], &[0])),
    ];
    for extractor in &extractors {
        for (name, problem) in &bad {
            let result = extractor.extract(problem, &Limits::default());
            assert!(result.is_err(), "{}: {name}", extractor.name());
        }
        let free = small(&[(run(0.0), &[]), (run(2.0), &[0])], &[0]);
        let answer = extractor
            .extract(&free, &Limits::default())
            .expect("it has one");
        check(&free, &answer).expect("it is valid");
    }
}
