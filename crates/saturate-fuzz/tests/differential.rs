//! The fuzzer itself, at the size that every test run can afford, and that its parts do what they say.
//! `test.sh` runs 20,000 cases of another seed with the release binary.

use saturate::egraph::{Clauses, Switches};
use saturate_fuzz::campaign::{run, Campaign, Summary};
use saturate_fuzz::case::Case;
use saturate_fuzz::config::Config;
use saturate_fuzz::random::Random;
use saturate_fuzz::reduce::reduce;
use saturate_fuzz::session::{Session, Verdict};
use saturate_fuzz::targets;

/// Runs a campaign that must not fail.
fn passes(campaign: &Campaign) -> Summary {
    let summary = run(campaign, &|_| true);
    let found: Vec<&str> = (summary.failures.iter())
        .map(|found| found.filetest.as_str())
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(summary.cases, campaign.cases);
    summary
}

#[test]
fn optimised_programs_do_what_the_originals_do() {
    let summary = passes(&Campaign {
        seed: 2024,
        cases: 1_500,
        threads: 2,
        ..Campaign::default()
    });
    // A campaign that compares nothing proves nothing.
    assert!(summary.changed > 1_000, "{summary}");
    assert!(summary.compared > 2_000, "{summary}");
}

#[test]
fn optimised_scrambled_programs_do_what_the_originals_do() {
    let summary = passes(&Campaign {
        seed: 77,
        cases: 400,
        threads: 2,
        config: Config {
            scrambled: 100,
            ..Config::default()
        },
        ..Campaign::default()
    });
    assert!(summary.changed > 300, "{summary}");
}

/// The fuzz target of this name, without libFuzzer.
#[test]
fn cases_that_bytes_make_up() {
    let mut random = Random::new(7);
    let mut session = Session::new(&Config::default());
    for _ in 0..4 {
        let bytes: Vec<u8> = (0..4_096).map(|_| random.bits() as u8).collect();
        targets::differential(&mut session, &bytes);
    }
    // A byte is a decision: most changes of one leave most of the program as it is.
    let config = Config::default();
    let case = |bytes: &[u8]| {
        Case::of_choices(0, &mut Random::of_choices(bytes), &config, &session.library)
    };
    let mut bytes: Vec<u8> = (0..256).map(|_| random.bits() as u8).collect();
    let before = case(&bytes);
    bytes[255] ^= 1;
    let after = case(&bytes);
    assert_eq!((before.rules, before.strict), (after.rules, after.strict));
}

#[test]
fn a_case_is_a_function_of_its_seed() {
    let config = Config::default();
    let session = Session::new(&config);
    for number in 0..50 {
        let [a, b] = [0; 2].map(|_| Case::generate(3, number, &config, &session.library));
        assert_eq!(a.program, b.program);
        assert_eq!((a.inputs.len(), a.rules), (b.inputs.len(), b.rules));
    }
}

#[test]
fn a_missing_rule_of_soundness_is_noticed_and_the_case_shrinks() {
    let config = Config {
        switches: Switches {
            clauses: Clauses::all().difference(Clauses::EPOCHS),
            ..Switches::default()
        },
        ..Config::default()
    };
    let campaign = Campaign {
        seed: 1,
        cases: 5_000,
        most_failures: 1,
        reduce: false,
        config: config.clone(),
        ..Campaign::default()
    };
    let summary = run(&campaign, &|_| true);
    let found = summary
        .failures
        .first()
        .expect("reads across writes are noticed");
    let mut session = Session::new(&config);
    let small = reduce(&found.case, found.failure.kind, &mut session);
    let len = |case: &Case| case.program.source("f").len();
    assert!(len(&small) <= len(&found.case));
    assert!(matches!(session.run_one(&small), Verdict::Failed(_)));
    assert!(found.filetest.contains("#! run --opt"));
}
