//! Is the oracle any good? Each rule of soundness is switched off in turn; some case must then behave otherwise.
//!
//! A case counts only if it passes with all rules on. What the optimiser's own checks refuse (the checker of extraction, the
//! verifier) is counted as well, but apart: there the rule has a second line of defence, and behaviour may never change.

use crate::campaign::BATCH;
use crate::case::Case;
use crate::config::{Config, Shape};
use crate::session::{Kind, Session, Verdict};
use saturate::egraph::{Clauses, Switches};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// What came of switching one clause off.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// The clause's name.
    pub clause: &'static str,
    /// The first case that behaves otherwise without it, and how.
    pub noticed: Option<(u64, Kind)>,
    /// The first case whose result the optimiser's own checks refuse, and their words.
    pub refused: Option<(u64, String)>,
    /// Cases that ran.
    pub cases: u64,
}

impl Mutation {
    /// Whether something came of it.
    pub fn is_noticed(&self) -> bool {
        self.noticed.is_some() || self.refused.is_some()
    }
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| `{}` | ", self.clause)?;
        match &self.noticed {
            Some((case, kind)) => write!(f, "case {case}: another {kind:?}")?,
            None => write!(f, "not in {} cases", self.cases)?,
        }
        match &self.refused {
            Some((case, why)) => write!(f, " | case {case}: {why} |"),
            None => f.write_str(" | |"),
        }
    }
}

/// Which cases to try.
#[derive(Clone, Debug)]
pub struct Search {
    /// The seed that all cases derive from.
    pub seed: u64,
    /// Number of the first case.
    pub first: u64,
    /// How many cases, at most, for each clause.
    pub cases: u64,
    /// Threads: each takes one clause after the other.
    pub threads: usize,
    /// How programs are made and run.
    pub config: Config,
}

/// Switches the clauses off one by one; in the order of the clauses.
pub fn mutations(search: &Search) -> Vec<Mutation> {
    let clauses: Vec<(&'static str, Clauses)> = Clauses::all().iter_names().collect();
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Mutation)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..search.threads.max(1) {
            let work = || loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(name, flag)) = clauses.get(at) else {
                    return;
                };
                let mutation = without(search, name, flag);
                if let Ok(mut found) = found.lock() {
                    found.push((at, mutation));
                }
            };
            let builder = std::thread::Builder::new().stack_size(16 << 20);
            if let Err(error) = builder.spawn_scoped(scope, work) {
                panic!("cannot start a thread: {error}");
            }
        }
    });
    let mut found = found
        .into_inner()
        .unwrap_or_else(|error| error.into_inner());
    found.sort_by_key(|&(at, _)| at);
    found.into_iter().map(|(_, mutation)| mutation).collect()
}

/// Programs in which a clause matters more often than in others.
fn shaped(config: &Config, flag: Clauses) -> Config {
    match flag {
        Clauses::IN_TIME => config.of_shape(Shape::Late),
        Clauses::CUT_USES => config.of_shape(Shape::InVain),
        Clauses::FOUND => config.of_shape(Shape::Mirrored),
        Clauses::INSIDE => config.of_shape(Shape::Nested),
        Clauses::ASSUMED | Clauses::PROPERTIES => Config {
            assuming: 100,
            ..config.clone()
        },
        Clauses::WHOLE_BODY | Clauses::ONE_VALUE | Clauses::CARRIED => Config {
            raising: 100,
            ..config.clone()
        },
        Clauses::ARGUMENTS => Config {
            known: 60,
            ..config.clone()
        },
        _ => config.clone(),
    }
}

/// Runs cases without one clause until one behaves otherwise.
pub fn without(search: &Search, clause: &'static str, flag: Clauses) -> Mutation {
    let search = Search {
        config: shaped(&search.config, flag),
        ..search.clone()
    };
    let off = Config {
        switches: Switches {
            clauses: search.config.switches.clauses.difference(flag),
            ..search.config.switches
        },
        ..search.config.clone()
    };
    let mut mutation = Mutation {
        clause,
        noticed: None,
        refused: None,
        cases: 0,
    };
    let mut sound: Option<Session> = None;
    let batch = BATCH.min(search.cases).max(1);
    let mut session = Session::new(&off);
    while mutation.cases < search.cases && mutation.noticed.is_none() {
        if session.is_used_up() {
            session = Session::new(&off);
        }
        let first = search.first + mutation.cases;
        let size = batch.min(search.cases - mutation.cases);
        let cases: Vec<Case> = (first..first + size)
            .map(|number| Case::generate(search.seed, number, &off, &session.library))
            .collect();
        let mut failed: Vec<(Case, Kind, String)> = Vec::new();
        session.run(&cases, |case, verdict| {
            if let Verdict::Failed(failure) = verdict {
                failed.push((case.clone(), failure.kind, failure.details));
            }
        });
        for (case, kind, details) in failed {
            let known = match kind {
                Kind::Invalid => mutation.refused.is_some(),
                _ => mutation.noticed.is_some(),
            };
            let session = sound.get_or_insert_with(|| Session::new(&search.config));
            if known || matches!(session.run_one(&case), Verdict::Failed(_)) {
                continue;
            }
            match kind {
                Kind::Invalid => mutation.refused = Some((case.number, details)),
                _ => mutation.noticed = Some((case.number, kind)),
            }
        }
        mutation.cases += size;
    }
    mutation
}
