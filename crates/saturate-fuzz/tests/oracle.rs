//! Whether the oracle notices each rule of soundness that is switched off, on cases that are known to show it.
//!
//! `saturate fuzz --mutations --cases 100000 --seed 1` finds such cases; run it again when the generator or the library of
//! rules has changed, and write the numbers here and into `docs/trust.md`.

use saturate::egraph::Guards;
use saturate_fuzz::config::Config;
use saturate_fuzz::mutation::{without, Search};

/// A case of seed 1 that behaves otherwise without the guard.
const NOTICED: &[(&str, u64)] = &[
    ("EFFECTS", 96),
    ("ANCHORS", 4541),
    ("UNUSED", 131),
    ("PINNED", 634),
    ("RELAXED", 130),
    ("DETACHED", 6234),
    ("CONSISTENT", 277),
    ("EPOCHS", 4),
    ("ONE_EPOCH", 144),
    ("CONTENTS", 173),
    ("WHILE", 1088),
    ("CLEAN", 1088),
    ("WRITTEN", 273),
    ("SITES", 80),
    ("MADE_ONCE", 1889),
    ("READERS", 7590),
    ("CONSTANTS", 349),
    ("AVAILABLE", 2855),
    ("MEMBERS", 2),
    ("HANDLERS", 6062),
    ("IN_TIME", 5925),
    ("LOOKED_AT", 18098),
];

#[test]
fn every_missing_rule_is_noticed() {
    let mut missed = Vec::new();
    for (guard, flag) in Guards::all().iter_names() {
        let known = NOTICED.iter().find(|&&(name, _)| name == guard);
        let Some(&(_, number)) = known else {
            panic!("no case is known that shows the absence of {guard}");
        };
        // That a constant is out of date shows once an earlier case has changed it.
        let first = if guard == "CONSTANTS" { 0 } else { number };
        let search = Search {
            seed: 1,
            first,
            cases: number + 1 - first,
            threads: 1,
            config: Config::default(),
        };
        if without(&search, guard, flag).noticed.is_none() {
            missed.push(guard);
        }
    }
    assert!(missed.is_empty(), "not noticed: {missed:?}");
}
