//! What one method may spend: so much work, and until when.

use std::time::Instant;

/// Questions between two looks at the clock.
const QUESTIONS_PER_LOOK: u32 = 16;

/// So many units of work, until a time. Without a time, everything depends on the counter alone.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    work: u64,
    until: Option<Instant>,
    questions: u32,
}

impl Budget {
    /// Work without end.
    pub const UNLIMITED: Budget = Budget::new(u64::MAX, None);

    /// This much work, until then.
    pub const fn new(work: u64, until: Option<Instant>) -> Budget {
        Budget {
            work,
            until,
            questions: 0,
        }
    }

    /// Whether it is spent where `work` is done; once time is up, always.
    pub fn is_spent(&mut self, work: u64) -> bool {
        if let Some(until) = self.until {
            self.questions = self.questions.wrapping_add(1);
            if self.questions % QUESTIONS_PER_LOOK == 0 && Instant::now() >= until {
                self.work = 0;
            }
        }
        work >= self.work
    }
}
