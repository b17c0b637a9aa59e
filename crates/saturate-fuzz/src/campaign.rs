//! Many cases: batches, hosts that are renewed, threads, and a summary.

use crate::case::Case;
use crate::config::Config;
use crate::reduce::reduce;
use crate::session::{Failure, Session, Verdict};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

/// Cases that are loaded as one text.
pub const BATCH: u64 = 1024;

/// Which cases.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seed that all cases derive from.
    pub seed: u64,
    /// Number of the first case.
    pub first: u64,
    /// How many cases.
    pub cases: u64,
    /// Threads.
    pub threads: usize,
    /// Failures after which to stop.
    pub most_failures: usize,
    /// Whether failing cases are shrunk.
    pub reduce: bool,
    /// How programs are made and run.
    pub config: Config,
}

impl Default for Campaign {
    fn default() -> Campaign {
        Campaign {
            seed: 0,
            first: 0,
            cases: 1_000,
            threads: 1,
            most_failures: 10,
            reduce: true,
            config: Config::default(),
        }
    }
}

/// A failing case.
#[derive(Clone, Debug)]
pub struct Found {
    /// The case, shrunk if that was asked for.
    pub case: Case,
    /// What is wrong.
    pub failure: Failure,
    /// The case as a text test.
    pub filetest: String,
}

/// What a campaign has found.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Cases that ran.
    pub cases: u64,
    /// Cases in which the optimised function was not the original.
    pub changed: u64,
    /// Runs that were compared.
    pub compared: u64,
    /// Cases that say nothing, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Programs that would be others without a freedom, by its name; where that is asked for.
    pub freedoms: BTreeMap<&'static str, u64>,
    /// Cases with a guard.
    pub guarded: u64,
    /// Inputs that were aimed at the boundaries of guards.
    pub aimed: u64,
    /// Runs whose values were compared with the sizes that they are claimed to have.
    pub sized: u64,
    /// Failures, by number of the case.
    pub failures: Vec<Found>,
}

impl Summary {
    fn add(&mut self, verdict: &Verdict) {
        self.cases += 1;
        match verdict {
            Verdict::Same { changed, compared } => {
                self.changed += u64::from(*changed);
                self.compared += u64::from(*compared);
            }
            Verdict::Skipped(why) => {
                let why = why.split(':').next().unwrap_or(why).to_owned();
                *self.skipped.entry(why).or_default() += 1;
            }
            Verdict::Failed(_) => {}
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} cases, {} optimised, {} runs compared, {} failures",
            self.cases,
            self.changed,
            self.compared,
            self.failures.len()
        )?;
        write!(
            f,
            "\n  {} guards, {} inputs at their boundaries, {} runs with claims of sizes",
            self.guarded, self.aimed, self.sized
        )?;
        for (name, count) in &self.freedoms {
            write!(f, "\n  {name} changed {count}")?;
        }
        for (why, count) in &self.skipped {
            write!(f, "\n  skipped {count}: {why}")?;
        }
        Ok(())
    }
}

/// Runs a campaign. The summary does not depend on the number of threads, unless failures end it early. `progress` hears of every batch; it says
/// whether to go on.
pub fn run(campaign: &Campaign, progress: &(dyn Fn(&Summary) -> bool + Sync)) -> Summary {
    let next = AtomicU64::new(0);
    let summary = Mutex::new(Summary::default());
    std::thread::scope(|scope| {
        for _ in 0..campaign.threads.max(1) {
            // Values nest, and so do calls: the interpreter wants a stack like the main thread's.
            let builder = std::thread::Builder::new().stack_size(16 << 20);
            let worker = builder.spawn_scoped(scope, || work(campaign, &next, &summary, progress));
            if let Err(error) = worker {
                panic!("cannot start a thread: {error}");
            }
        }
    });
    let mut summary = summary
        .into_inner()
        .unwrap_or_else(|error| error.into_inner());
    summary
        .failures
        .sort_by_key(|found: &Found| found.case.number);
    summary
}

fn work(
    campaign: &Campaign,
    next: &AtomicU64,
    summary: &Mutex<Summary>,
    progress: &(dyn Fn(&Summary) -> bool + Sync),
) {
    let mut session = Session::new(&campaign.config);
    loop {
        let start = next.fetch_add(BATCH, Ordering::Relaxed);
        if start >= campaign.cases {
            return;
        }
        if session.is_used_up() {
            session = Session::new(&campaign.config);
        }
        let numbers = start..(start + BATCH).min(campaign.cases);
        let cases: Vec<Case> = numbers
            .map(|number| campaign.first + number)
            .map(|number| Case::generate(campaign.seed, number, &campaign.config, &session.library))
            .collect();
        let mut batch = Summary::default();
        let mut failed: Vec<(Case, Failure)> = Vec::new();
        session.run(&cases, |case, verdict| {
            batch.add(&verdict);
            if let Verdict::Failed(failure) = verdict {
                failed.push((case.clone(), failure));
            }
        });
        let found: Vec<Found> = failed
            .into_iter()
            .take(campaign.most_failures)
            .map(|(case, failure)| describe(campaign, case, failure))
            .collect();
        let Ok(mut all) = summary.lock() else {
            return;
        };
        all.cases += batch.cases;
        all.changed += batch.changed;
        all.compared += batch.compared;
        for (why, count) in batch.skipped {
            *all.skipped.entry(why).or_default() += count;
        }
        all.guarded += std::mem::take(&mut session.guarded);
        all.aimed += std::mem::take(&mut session.aimed);
        all.sized += std::mem::take(&mut session.sized);
        for (name, count) in std::mem::take(&mut session.freedoms) {
            *all.freedoms.entry(name).or_default() += count;
        }
        all.failures.extend(found);
        if !progress(&all) || all.failures.len() >= campaign.most_failures {
            next.store(campaign.cases, Ordering::Relaxed);
        }
    }
}

/// Shrinks a failing case and writes it down.
fn describe(campaign: &Campaign, case: Case, failure: Failure) -> Found {
    let mut session = Session::new(&campaign.config);
    let (case, failure) = if campaign.reduce {
        let small = reduce(&case, failure.kind, &mut session);
        match session.run_one(&small) {
            Verdict::Failed(failure) => (small, failure),
            _ => (case, failure),
        }
    } else {
        (case, failure)
    };
    let filetest = crate::filetest::write(&case, &failure, campaign.seed, &mut session);
    Found {
        case,
        failure,
        filetest,
    }
}
