//! The extractors behind one trait.

use super::{ExtractError, Limits, Problem, Solution};

/// A way to solve extraction problems.
pub trait Extractor {
    /// The name by which users choose it.
    fn name(&self) -> &'static str;

    /// A solution of `problem`, within `limits`.
    fn extract(&self, problem: &Problem, limits: &Limits) -> Result<Solution, ExtractError>;

    /// The same, where only a solution that costs less than `upper` is of use.
    fn extract_below(
        &self,
        problem: &Problem,
        upper: f64,
        limits: &Limits,
    ) -> Result<Option<Solution>, ExtractError> {
        let solution = self.extract(problem, limits)?;
        Ok(Some(solution).filter(|solution| solution.cost < upper))
    }
}

/// [`exact`](super::exact()).
pub struct Exact;

/// [`greedy`](super::greedy()).
pub struct Greedy;

/// [`chaos`](super::chaos()) with its seed.
pub struct Chaos(pub u64);

impl Extractor for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn extract(&self, problem: &Problem, limits: &Limits) -> Result<Solution, ExtractError> {
        super::exact(problem, limits)
    }

    fn extract_below(
        &self,
        problem: &Problem,
        upper: f64,
        limits: &Limits,
    ) -> Result<Option<Solution>, ExtractError> {
        super::exact_below(problem, upper, limits)
    }
}

impl Extractor for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn extract(&self, problem: &Problem, limits: &Limits) -> Result<Solution, ExtractError> {
        super::greedy(problem, limits.until)
    }
}

impl Extractor for Chaos {
    fn name(&self) -> &'static str {
        "chaos"
    }

    fn extract(&self, problem: &Problem, _: &Limits) -> Result<Solution, ExtractError> {
        super::chaos(problem, self.0)
    }
}
