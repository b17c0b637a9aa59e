//! Random cross-check: every extractor against brute force, every answer against the checker.

use saturate::dag::random::Random;
use saturate::dag::{
    brute, chaos, check, exact, exact_below, greedy, random_problem, Limits, Shape,
};
use std::time::Instant;

/// Steps of brute force; larger problems are skipped.
const BRUTE_STEPS: u64 = 100_000;

fn cross_check(shape: Shape, seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let solved = (0..count)
        .filter(|&case| {
            let name = format!("seed {seed} case {case} {shape:?}");
            compare(shape, &mut random, case, &name)
        })
        .count();
    assert!(
        solved * 2 > count,
        "only {solved} of {count} problems have a solution"
    );
}

/// Checks all extractors on one problem; whether it has a solution. The fuzz target `extraction` runs this, too.
pub fn compare(shape: Shape, random: &mut Random, case: usize, name: &str) -> bool {
    let problem = random_problem(shape, random);
    let Some(best) = brute(&problem, BRUTE_STEPS) else {
        return false;
    };
    let Ok(best) = best else {
        assert!(
            exact(&problem, &Limits::default()).is_err(),
            "{name}: brute force finds nothing"
        );
        assert!(
            greedy(&problem, None).is_err() && chaos(&problem, 0).is_err(),
            "{name}"
        );
        return false;
    };
    let answer = exact(&problem, &Limits::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    check(&problem, &answer).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(answer.optimal, "{name}: not proved");
    assert!(
        (answer.cost - best.cost).abs() < 1e-9,
        "{name}: {} is not {}",
        answer.cost,
        best.cost
    );
    // What costs less than something dearer is the best; nothing costs less than the best.
    let above = best.cost + 0.5 * best.cost.abs() + 1.0;
    let found = exact_below(&problem, above, &Limits::default());
    let found = found.unwrap_or_else(|e| panic!("{name}: {e}"));
    let found = found.unwrap_or_else(|| panic!("{name}: nothing below {above}"));
    check(&problem, &found).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(
        found.optimal && (found.cost - best.cost).abs() < 1e-9,
        "{name}: {} below {above} is not {}",
        found.cost,
        best.cost
    );
    for below in [best.cost - 1e-6, best.cost - 1.0, best.cost / 2.0 - 1.0] {
        let found = exact_below(&problem, below.min(best.cost), &Limits::default());
        assert!(
            matches!(found, Ok(None)),
            "{name}: something below {below}, and the best is {}",
            best.cost
        );
    }
    // Without work, or without time, there is still an answer, and an honest one.
    let hasty = exact(&problem, &Limits::of_work(0));
    let late = Limits {
        until: Some(Instant::now()),
        ..Limits::default()
    };
    let late = exact(&problem, &late);
    for other in [
        greedy(&problem, None),
        chaos(&problem, case as u64),
        hasty,
        late,
    ] {
        let other = other.unwrap_or_else(|e| panic!("{name}: {e}"));
        check(&problem, &other).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(
            other.cost > best.cost - 1e-9,
            "{name}: better than the best"
        );
        assert!(
            other.bound < best.cost + 1e-9,
            "{name}: bound {} above {}",
            other.bound,
            best.cost
        );
        assert!(
            !other.optimal || other.cost < best.cost + 1e-9,
            "{name}: wrongly optimal"
        );
    }
    #[cfg(feature = "highs")]
    {
        use saturate::dag::{ilp::Ilp, Extractor};
        let ilp = Ilp {
            seconds: 10.0,
            after_exact: false,
        };
        let other = ilp
            .extract(&problem, &Limits::default())
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        check(&problem, &other).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(
            other.optimal && (other.cost - best.cost).abs() < 1e-6,
            "{name}: ilp {} bound {} best {}",
            other.cost,
            other.bound,
            best.cost
        );
    }
    true
}

#[test]
fn acyclic() {
    cross_check(
        Shape {
            classes: 12,
            members: 3,
            cycles: false,
            negative: false,
        },
        1,
        2000,
    );
}

#[test]
fn cyclic() {
    cross_check(
        Shape {
            classes: 10,
            members: 4,
            cycles: true,
            negative: false,
        },
        2,
        2000,
    );
}

#[test]
fn negative() {
    cross_check(
        Shape {
            classes: 10,
            members: 3,
            cycles: false,
            negative: true,
        },
        3,
        1000,
    );
}

#[test]
fn negative_and_cyclic() {
    cross_check(
        Shape {
            classes: 9,
            members: 3,
            cycles: true,
            negative: true,
        },
        4,
        1000,
    );
}

/// The same with ten times as many problems and other seeds; minutes.
#[test]
#[ignore = "slow: 100,000 problems"]
fn all_shapes_at_length() {
    for seed in 100..125 {
        for (cycles, negative) in [(false, false), (true, false), (false, true), (true, true)] {
            cross_check(
                Shape {
                    classes: 10,
                    members: 3,
                    cycles,
                    negative,
                },
                seed,
                1000,
            );
        }
    }
}
