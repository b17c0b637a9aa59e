//! Is the oracle any good? Each rule of soundness is switched off in turn; a campaign must notice.

use crate::campaign::{run, Campaign};
use crate::config::Config;
use saturate::egraph::Guards;
use std::fmt;

/// What came of switching one guard off.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// The guard's name.
    pub guard: &'static str,
    /// The first case that goes wrong without it, and how; `None` if none did.
    pub noticed: Option<(u64, String)>,
    /// Cases that ran.
    pub cases: u64,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.noticed {
            Some((case, how)) => write!(f, "{:<12} noticed: case {case}, {how}", self.guard),
            None => write!(f, "{:<12} NOT NOTICED in {} cases", self.guard, self.cases),
        }
    }
}

/// Switches the guards off one by one.
pub fn mutations(campaign: &Campaign, mut each: impl FnMut(&Mutation)) -> Vec<Mutation> {
    let mut all = Vec::new();
    for (guard, flag) in Guards::all().iter_names() {
        let without = Campaign {
            most_failures: 1,
            reduce: false,
            config: Config {
                guards: Guards::all().difference(flag),
                ..campaign.config.clone()
            },
            ..campaign.clone()
        };
        let summary = run(&without, &|_| true);
        let mutation = Mutation {
            guard,
            noticed: summary
                .failures
                .first()
                .map(|found| (found.case.number, format!("{:?}", found.failure.kind))),
            cases: summary.cases,
        };
        each(&mutation);
        all.push(mutation);
    }
    all
}
