//! The choice of variants: a few programs that together are nearly as good as the best one at every size.
//!
//! The problem is solved at [`SAMPLES`] vectors of sizes. Answers with the same price are one candidate, and the source is one. Candidates
//! are compared at [`TRIALS`] vectors: the *regret* of a set at a vector is how much dearer its cheapest member is than the cheapest of all.
//! The set grows by the candidate that takes most regret away, then members are exchanged while that helps. It stops growing when hardly
//! any regret is left, or at as many variants as there are sizes that matter (for a chain of n factors: n + 1), at most [`MAX_VARIANTS`].
//!
//! ```text
//! A * B * C    64 answers, 2 prices: (A B) C, A (B C).   Either alone: regret up to 500.   Both: 0.
//! A * B * x    64 answers, 1 price:  A (B x).            Alone: 0, so there is no guard.
//! ```
//!
//! The source is never beaten by prediction: where no chosen variant is as good as the source at some vector, the source is one of them.

use super::priced::{Price, Priced};
use super::terms::{Symbol, Values};
use crate::extract::check::{check, Violation};
use crate::extract::dag;
use crate::extract::problem::{Answer, Problem};
use crate::options::{Options, Strategy};
use crate::rules::cost::NOMINAL;
use dag_extract::random::Random;
use rustc_hash::FxHashMap;

/// At how many vectors of sizes the problem is solved.
pub const SAMPLES: usize = 64;

/// At how many vectors of sizes candidates are compared, besides those.
pub const TRIALS: usize = 448;

/// The most variants.
pub const MAX_VARIANTS: usize = 8;

/// A set is good enough where its regret is at most this at all but one in a hundred vectors...
const REGRET: f64 = 0.01;

/// ... and nowhere more than this.
const WORST_REGRET: f64 = 0.05;

/// Where the sequence of sizes starts.
const SEED: u64 = 20;

/// The smallest size that is tried: at size 1 nearly everything is as good as everything else, and no guard is worth it.
const SMALLEST: f64 = 2.0;

/// The largest size that is tried.
const LARGEST: f64 = 4000.0;

/// A program for some sizes.
pub struct Variant {
    /// What is chosen of the problem; nothing is the source.
    pub answer: Option<Answer>,
    /// What it costs.
    pub price: Price,
    /// The part of the tried sizes for which it is picked.
    pub share: f64,
    /// For each symbol the smallest and the largest size at which it was picked, leaving a tenth out on each side.
    pub ranges: Vec<(f64, f64)>,
}

/// What was chosen.
pub struct Choice {
    /// The variants, in the order in which the guard tries them; one of them is enough for all sizes if it is the only one.
    pub variants: Vec<Variant>,
    /// The one for nominal sizes.
    pub main: usize,
    /// The cost of the source there.
    pub cost_before: f64,
    /// Its cost there.
    pub cost_after: f64,
    /// How many different programs there were to choose from.
    pub candidates: usize,
}

/// Why there is no choice.
pub enum Failed {
    /// No answer.
    NoAnswer(dag::ExtractError),
    /// An answer that is none.
    Invalid(Violation),
}

/// Sizes for symbols.
type Sizes = FxHashMap<Symbol, f64>;

struct Candidate {
    price: Price,
    answer: Option<Answer>,
}

/// Chooses; `known` are sizes that the caller knows, for all symbols.
pub fn choose(
    priced: &Priced,
    problem: &mut Problem,
    options: &Options,
    known: Option<&Sizes>,
) -> Result<Choice, Failed> {
    let nominal = match known {
        Some(sizes) => sizes.clone(),
        None => (priced.symbols.iter().map(|&symbol| (symbol, NOMINAL))).collect(),
    };
    // Solvers that take seconds are asked once.
    let is_quick = matches!(options.strategy, Strategy::Exact | Strategy::Greedy);
    let is_one = known.is_some() || priced.symbols.is_empty() || !is_quick;
    let mut random = Random::new(SEED);
    let vectors: Vec<Sizes> = match is_one {
        true => vec![nominal.clone()],
        false => (0..SAMPLES + TRIALS)
            .map(|number| sizes(priced, number, &mut random))
            .collect(),
    };
    let values: Vec<Values> = (vectors.iter())
        .map(|sizes| priced.terms.evaluate(sizes))
        .collect();
    let mut candidates = vec![Candidate {
        price: priced.source.clone(),
        answer: None,
    }];
    for values in values.iter().take(SAMPLES) {
        let answer = solve(priced, problem, values, options)?;
        let price = priced.of_answer(problem, &answer);
        // An answer that costs what the source costs is the better one: what depends on no size may be cheaper.
        if !(candidates.iter()).any(|of| of.answer.is_some() && of.price == price) {
            candidates.push(Candidate {
                price,
                answer: Some(answer),
            });
        }
    }
    let costs: Vec<Vec<f64>> = (candidates.iter())
        .map(|candidate| values.iter().map(|at| candidate.price.at(at)).collect())
        .collect();
    let most = priced.symbols.len().clamp(1, MAX_VARIANTS);
    let mut chosen = Chooser::new(&costs).choose(most);
    // The source first, then by their numbers: ties go to what is closest to the source.
    chosen.sort_unstable();
    let picked = picked(&costs, &chosen);
    let at_nominal = priced.terms.evaluate(&nominal);
    let total = values.len() as f64;
    let mut main = 0;
    let mut variants: Vec<Variant> = Vec::new();
    let mut taken: FxHashMap<usize, Candidate> = candidates
        .into_iter()
        .enumerate()
        .filter(|(number, _)| chosen.contains(number))
        .collect();
    let count = costs.len();
    for &number in &chosen {
        let Some(Candidate { price, answer }) = taken.remove(&number) else {
            continue;
        };
        let here: Vec<usize> = (0..values.len())
            .filter(|&at| picked[at] == number)
            .collect();
        variants.push(Variant {
            answer,
            price,
            share: here.len() as f64 / total,
            ranges: ranges(priced, &vectors, &here),
        });
    }
    for (number, variant) in variants.iter().enumerate() {
        if variant.price.at(&at_nominal) < variants[main].price.at(&at_nominal) {
            main = number;
        }
    }
    let cost_after = variants[main].price.at(&at_nominal);
    priced.set(problem, &at_nominal);
    Ok(Choice {
        variants,
        main,
        cost_before: priced.source.at(&at_nominal),
        cost_after,
        candidates: count,
    })
}

/// A proved answer at some sizes.
fn solve(
    priced: &Priced,
    problem: &mut Problem,
    values: &Values,
    options: &Options,
) -> Result<Answer, Failed> {
    priced.set(problem, values);
    let extractor = options.strategy.make().map_err(Failed::NoAnswer)?;
    let answer = extractor
        .extract(problem, &options.extraction)
        .map_err(Failed::NoAnswer)?;
    match check(problem, &answer) {
        Ok(()) => Ok(answer),
        Err(Violation::Wasteful(..))
            if matches!(options.strategy, Strategy::Chaos(_) | Strategy::Greedy) =>
        {
            Ok(answer)
        }
        Err(violation) => Err(Failed::Invalid(violation)),
    }
}

/// A vector of sizes: of every two, one has sizes of all magnitudes, the other most of them of the same.
fn sizes(priced: &Priced, number: usize, random: &mut Random) -> Sizes {
    let mut unit = || (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
    let of = |part: f64| match number % 2 {
        0 => (SMALLEST * (LARGEST / SMALLEST).powf(part)).round(),
        _ => (SMALLEST + part * (1000.0 - SMALLEST)).round(),
    };
    (priced.symbols.iter())
        .map(|&symbol| (symbol, of(unit())))
        .collect()
}

/// The number of the cheapest of the chosen at each vector; the first of equals.
fn picked(costs: &[Vec<f64>], chosen: &[usize]) -> Vec<usize> {
    (0..costs[0].len())
        .map(|at| {
            let mut best = chosen[0];
            for &number in &chosen[1..] {
                if costs[number][at] < costs[best][at] {
                    best = number;
                }
            }
            best
        })
        .collect()
}

fn ranges(priced: &Priced, vectors: &[Sizes], here: &[usize]) -> Vec<(f64, f64)> {
    let ranges = priced.symbols.iter().map(|symbol| {
        let mut sizes: Vec<f64> = (here.iter())
            .filter_map(|&at| vectors[at].get(symbol).copied())
            .collect();
        sizes.sort_by(f64::total_cmp);
        let cut = sizes.len() / 10;
        match (sizes.get(cut), sizes.len().checked_sub(cut + 1)) {
            (Some(&least), Some(last)) => (least, sizes[last]),
            _ => (0.0, 0.0),
        }
    });
    ranges.collect()
}

/// Chooses numbers of candidates by regret.
struct Chooser<'c> {
    costs: &'c [Vec<f64>],
    best: Vec<f64>,
}

impl Chooser<'_> {
    fn new(costs: &[Vec<f64>]) -> Chooser<'_> {
        let best = (0..costs[0].len())
            .map(|at| costs.iter().map(|of| of[at]).fold(f64::INFINITY, f64::min))
            .collect();
        Chooser { costs, best }
    }

    /// The regret of a cost at a vector.
    fn regret(&self, cost: f64, at: usize) -> f64 {
        match self.best[at] > 0.0 {
            true => cost / self.best[at] - 1.0,
            false => cost,
        }
    }

    /// How bad it is to be that much dearer than necessary: what is hardly felt counts little, and what is ten times dearer no
    /// more than ten times.
    fn weight(regret: f64) -> f64 {
        regret.min(10.0) * (regret / 0.05).clamp(0.1, 1.0)
    }

    fn total(&self, costs: &[f64]) -> f64 {
        let each = costs.iter().enumerate();
        each.map(|(at, &cost)| Self::weight(self.regret(cost, at)))
            .sum()
    }

    /// The cheapest cost at each vector.
    fn together(&self, chosen: &[usize]) -> Vec<f64> {
        let vectors = 0..self.best.len();
        vectors
            .map(|at| {
                let costs = chosen.iter().map(|&number| self.costs[number][at]);
                costs.fold(f64::INFINITY, f64::min)
            })
            .collect()
    }

    fn is_enough(&self, costs: &[f64]) -> bool {
        let mut regrets: Vec<f64> = (costs.iter().enumerate())
            .map(|(at, &cost)| self.regret(cost, at))
            .collect();
        regrets.sort_by(f64::total_cmp);
        let last = regrets.len() - 1;
        regrets[last] <= WORST_REGRET && regrets[last * 99 / 100] <= REGRET
    }

    /// The best candidate beside those that are there, and the costs of all together; the last of equals, since the source is the
    /// first and is no better than an equal answer.
    fn next(&self, together: &[f64]) -> (usize, Vec<f64>) {
        let mut best: Option<(f64, usize, Vec<f64>)> = None;
        for (number, costs) in self.costs.iter().enumerate() {
            let costs: Vec<f64> = (costs.iter().zip(together))
                .map(|(&a, &b)| a.min(b))
                .collect();
            let total = self.total(&costs);
            if best.as_ref().is_none_or(|(least, ..)| total <= *least) {
                best = Some((total, number, costs));
            }
        }
        best.map_or((0, together.to_vec()), |(_, number, costs)| (number, costs))
    }

    fn choose(&self, most: usize) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::new();
        let mut together = vec![f64::INFINITY; self.best.len()];
        while chosen.len() < most && !(!chosen.is_empty() && self.is_enough(&together)) {
            let (number, costs) = self.next(&together);
            if chosen.contains(&number) {
                break;
            }
            chosen.push(number);
            together = costs;
            self.exchange(&mut chosen, &mut together);
        }
        self.keep_source(&mut chosen, most);
        chosen
    }

    /// Exchanges members while that takes regret away.
    fn exchange(&self, chosen: &mut [usize], together: &mut Vec<f64>) {
        if chosen.len() < 2 {
            return;
        }
        let mut total = self.total(together);
        for at in (0..chosen.len()).cycle().take(2 * chosen.len()) {
            let others: Vec<usize> = (chosen.iter().enumerate())
                .filter(|&(position, _)| position != at)
                .map(|(_, &number)| number)
                .collect();
            let (number, costs) = self.next(&self.together(&others));
            let new = self.total(&costs);
            if new < total * (1.0 - 1e-9) && !chosen.contains(&number) {
                chosen[at] = number;
                *together = costs;
                total = new;
            }
        }
    }

    /// Takes the source in where it is cheaper than all that are chosen.
    fn keep_source(&self, chosen: &mut Vec<usize>, most: usize) {
        let together = self.together(chosen);
        let source = &self.costs[0];
        let is_cheaper = |at: usize| source[at] < together[at] * (1.0 - WORST_REGRET);
        if chosen.contains(&0) || !(0..source.len()).any(is_cheaper) {
            return;
        }
        if chosen.len() < most.max(2) {
            return chosen.push(0);
        }
        // In the place of the one that is missed least.
        let without = |at: usize| {
            let mut others = chosen.clone();
            others[at] = 0;
            self.total(&self.together(&others))
        };
        let least = (0..chosen.len()).min_by(|&a, &b| without(a).total_cmp(&without(b)));
        if let Some(at) = least {
            chosen[at] = 0;
        }
    }
}
