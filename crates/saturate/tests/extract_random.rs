//! Random cross-check: every extractor against brute force, every answer against the checker.

use saturate::extract::dag::{brute, check, exact, random_problem, Limits, Random, Shape};

/// Steps of brute force; larger problems are skipped.
const BRUTE_STEPS: u64 = 200_000;

fn cross_check(shape: Shape, seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let mut solved = 0;
    for case in 0..count {
        let problem = random_problem(shape, &mut random);
        let Some(best) = brute(&problem, BRUTE_STEPS) else { continue };
        let name = format!("seed {seed} case {case} {shape:?}");
        let answer = exact(&problem, &Limits::default());
        match (best, answer) {
            (Err(_), Err(_)) => {}
            (Ok(best), Ok(answer)) => {
                solved += 1;
                check(&problem, &answer).unwrap_or_else(|e| panic!("{name}: {e}"));
                assert!(answer.optimal, "{name}: not proved");
                assert!((answer.cost - best.cost).abs() < 1e-9, "{name}: {} is not {}", answer.cost, best.cost);
            }
            (best, answer) => panic!("{name}: {best:?} but {answer:?}"),
        }
    }
    assert!(solved * 2 > count, "only {solved} of {count} problems have a solution");
}

#[test]
fn acyclic() {
    cross_check(Shape { classes: 12, members: 3, cycles: false, negative: false }, 1, 4000);
}

#[test]
fn cyclic() {
    cross_check(Shape { classes: 10, members: 4, cycles: true, negative: false }, 2, 4000);
}

#[test]
fn negative() {
    cross_check(Shape { classes: 10, members: 3, cycles: false, negative: true }, 3, 2000);
}

#[test]
fn negative_and_cyclic() {
    cross_check(Shape { classes: 9, members: 3, cycles: true, negative: true }, 4, 2000);
}
