//! Random cross-check of P: every extractor against brute force, every answer against the independent checker.

use saturate::dag::random::Random;
use saturate::dag::{Chaos, Exact, Greedy, Limits};
use saturate::extract::brute::brute;
use saturate::extract::check::check;
use saturate::extract::goals::Through;
use saturate::extract::problem::{FunctionExtractor, Problem};
use saturate::extract::random::{random_problem, Shape};

/// Steps of brute force; larger problems are skipped.
const BRUTE_STEPS: u64 = 5_000;

fn shape(number: usize) -> Shape {
    Shape {
        places: 2 + number % 4,
        items: 3 + number % 4,
        instances: 1 + number % 3,
        plain: number % 5 == 0,
    }
}

#[cfg(feature = "highs")]
fn ilp() -> Through<saturate::dag::ilp::Ilp> {
    Through(saturate::dag::ilp::Ilp {
        seconds: 10.0,
        after_exact: false,
    })
}

/// Compares one problem; whether it has an answer, nothing if it is too large for brute force.
fn compare(problem: &Problem, seed: u64, name: &str) -> Option<bool> {
    let Ok(best) = brute(problem, BRUTE_STEPS) else {
        return None;
    };
    let limits = Limits::default();
    let Some(best) = best else {
        for extractor in [&Through(Exact) as &dyn FunctionExtractor, &Through(Greedy)] {
            let result = extractor.extract(problem, &limits);
            assert!(result.is_err(), "{name}: brute force finds nothing");
        }
        #[cfg(feature = "highs")]
        assert!(
            ilp().extract(problem, &limits).is_err(),
            "{name}: brute force finds nothing"
        );
        return Some(false);
    };
    let answer = Through(Exact)
        .extract(problem, &limits)
        .unwrap_or_else(|e| panic!("{name}: {e}; brute force finds {}", best.cost));
    check(problem, &answer).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(answer.optimal, "{name}: not proved");
    assert!(
        (answer.cost - best.cost).abs() < 1e-9,
        "{name}: exact {} is not {}",
        answer.cost,
        best.cost
    );
    let others: [Box<dyn FunctionExtractor>; 3] = [
        Box::new(Through(Greedy)),
        Box::new(Through(Chaos(seed))),
        Box::new(Through(Chaos(seed + 1))),
    ];
    for extractor in others {
        let other = extractor
            .extract(problem, &limits)
            .unwrap_or_else(|e| panic!("{name}: {}: {e}", extractor.name()));
        check(problem, &other).unwrap_or_else(|e| panic!("{name}: {}: {e}", extractor.name()));
        assert!(
            other.cost > best.cost - 1e-9,
            "{name}: {} is better than the best",
            extractor.name()
        );
    }
    #[cfg(feature = "highs")]
    {
        let other = ilp()
            .extract(problem, &limits)
            .unwrap_or_else(|e| panic!("{name}: ilp: {e}"));
        check(problem, &other).unwrap_or_else(|e| panic!("{name}: ilp: {e}"));
        assert!(
            other.optimal && (other.cost - best.cost).abs() < 1e-6,
            "{name}: ilp {} is not {}",
            other.cost,
            best.cost
        );
    }
    Some(true)
}

fn cross_check(seeds: std::ops::Range<u64>) {
    let (mut solved, mut infeasible, mut skipped) = (0, 0, 0);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let shape = shape(seed as usize);
        let problem = random_problem(shape, &mut Random::new(seed));
        match compare(&problem, seed, &format!("seed {seed} {shape:?}")) {
            Some(true) => solved += 1,
            Some(false) => infeasible += 1,
            None => skipped += 1,
        }
    }
    assert!(
        solved * 4 > count,
        "{solved} solved, {infeasible} without an answer, {skipped} too large"
    );
}

#[test]
fn extractors_agree_with_brute_force() {
    cross_check(0..4_000);
}

/// The same at length; minutes.
#[test]
#[ignore = "slow: 100,000 problems"]
fn extractors_agree_with_brute_force_at_length() {
    cross_check(1_000_000..1_100_000);
}
