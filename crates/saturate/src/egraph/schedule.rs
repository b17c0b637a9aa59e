//! Which rules are searched in an iteration.
//!
//! A rule that finds more matches than its limit is *banned* for some iterations, and limit and ban double each time,
//! so that one explosive rule cannot starve the others. Where nothing is left to do for the others, the ban ends, and the limit doubles once more: what was found up
//! to the limit is searched for anew. A rule that was searched to the end in the last iteration
//! is only searched where the e-graph has changed since; one that was banned, or of whose matches some were refused for reasons
//! that may pass, is searched everywhere.

use cranelift_entity::PrimaryMap;

use crate::rules::rule::RuleId;

/// How rules are held back.
#[derive(Clone, Copy, Debug)]
pub struct Backoff {
    /// Matches in one iteration that do not yet ban a rule.
    pub match_limit: usize,
    /// Iterations of the first ban.
    pub ban_length: usize,
}

impl Default for Backoff {
    fn default() -> Backoff {
        Backoff {
            match_limit: 1_000,
            ban_length: 5,
        }
    }
}

impl Backoff {
    /// No rule is ever held back.
    pub const NEVER: Backoff = Backoff {
        match_limit: usize::MAX,
        ban_length: 0,
    };
}

#[derive(Clone, Copy)]
struct State {
    banned_until: usize,
    bans: u32,
    /// How often the limit has doubled.
    doublings: u32,
    /// The iteration up to which all matches have been applied.
    complete: Option<usize>,
}

/// How a rule is to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Not in this iteration.
    Banned,
    /// Everywhere.
    Everywhere,
    /// Where the e-graph has changed since the last iteration.
    Fresh,
}

/// The state of all rules.
pub struct Schedule {
    backoff: Backoff,
    states: PrimaryMap<RuleId, State>,
}

impl Schedule {
    /// No rule has run yet.
    pub fn new(backoff: Backoff, rules: usize) -> Schedule {
        Schedule {
            backoff,
            states: (0..rules)
                .map(|_| State {
                    banned_until: 0,
                    bans: 0,
                    doublings: 0,
                    complete: None,
                })
                .collect(),
        }
    }

    /// How `rule` is to be searched in `iteration`.
    pub fn turn(&self, rule: RuleId, iteration: usize) -> Turn {
        let state = &self.states[rule];
        if iteration < state.banned_until {
            Turn::Banned
        } else if iteration > 0 && state.complete == Some(iteration - 1) {
            Turn::Fresh
        } else {
            Turn::Everywhere
        }
    }

    /// How many matches `rule` may have.
    pub fn match_limit(&self, rule: RuleId) -> usize {
        shifted(self.backoff.match_limit, self.states[rule].doublings)
    }

    /// Holds `rule` back: it has too many matches.
    pub fn ban(&mut self, rule: RuleId, iteration: usize) {
        let state = &mut self.states[rule];
        let length = shifted(self.backoff.ban_length, state.bans);
        state.banned_until = iteration.saturating_add(length).saturating_add(1);
        state.bans += 1;
        state.doublings += 1;
    }

    /// All matches of `rule` in `iteration` have been applied, or refused for good.
    pub fn complete(&mut self, rule: RuleId, iteration: usize) {
        self.states[rule].complete = Some(iteration);
    }

    /// How often `rule` was banned.
    pub fn bans(&self, rule: RuleId) -> u32 {
        self.states[rule].bans
    }

    /// Whether a rule was banned at any time: then rules explode.
    pub fn has_banned(&self) -> bool {
        self.states.values().any(|state| state.bans > 0)
    }

    /// Nothing is left to do but what banned rules would do: ends the shortest bans, in time for the next iteration.
    /// Whether there was one.
    pub fn release(&mut self, iteration: usize) -> bool {
        let banned = |state: &State| state.banned_until > iteration + 1;
        let waiting = |state: &State| state.banned_until > iteration;
        if !self.states.values().any(waiting) {
            return false;
        }
        let Some(first) = self
            .states
            .values()
            .filter(|state| banned(state))
            .map(|state| state.banned_until)
            .min()
        else {
            return true;
        };
        let early = first - (iteration + 1);
        for state in self.states.values_mut() {
            if banned(state) {
                state.banned_until -= early;
                state.doublings += u32::from(!banned(state));
            }
        }
        true
    }
}

fn shifted(value: usize, bans: u32) -> usize {
    if bans >= value.leading_zeros() {
        usize::MAX
    } else {
        value << bans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bans_double_and_are_released() {
        let rule = RuleId::from_u32(0);
        let mut schedule = Schedule::new(
            Backoff {
                match_limit: 10,
                ban_length: 2,
            },
            1,
        );
        assert_eq!(schedule.turn(rule, 0), Turn::Everywhere);
        schedule.ban(rule, 0);
        assert_eq!(schedule.turn(rule, 2), Turn::Banned);
        assert_eq!(schedule.turn(rule, 3), Turn::Everywhere);
        assert_eq!(schedule.match_limit(rule), 20);
        schedule.ban(rule, 3);
        assert_eq!(schedule.turn(rule, 7), Turn::Banned);
        assert!(schedule.release(3));
        assert_eq!(schedule.match_limit(rule), 80);
        assert_eq!(schedule.turn(rule, 4), Turn::Everywhere);
        schedule.complete(rule, 4);
        assert_eq!(schedule.turn(rule, 5), Turn::Fresh);
        assert_eq!(schedule.turn(rule, 6), Turn::Everywhere);
        assert!(!schedule.release(5));
    }
}
