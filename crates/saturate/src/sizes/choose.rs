//! The choice of variants: a few programs that together are nearly as good as the best one at every size.
//!
//! The problem is solved at [`SAMPLES`] vectors of sizes. Answers with the same price are one candidate, and the source is one. Candidates
//! are compared at [`TRIALS`] vectors: the *regret* of a set at a vector is how much dearer its cheapest member is than the cheapest of all.
//! The set grows by the candidate that takes most regret away, then members are exchanged while that helps. It stops growing when hardly
//! any regret is left, or at as many variants as there are sizes that matter or one more than arrays (for a chain of n factors: n + 1), at most [`MAX_VARIANTS`].
//!
//! ```text
//! A * B * C    64 answers, 2 prices: (A B) C, A (B C).   Either alone: regret up to 500.   Both: 0.
//! A * B * x    64 answers, 1 price:  A (B x).            Alone: 0, so there is no guard.
//! ```
//!
//! The source is among the candidates, and is taken in where it is missed: where it is cheaper than all that are chosen.

use super::priced::{cost, Price, Priced};
use super::terms::{Origin, Symbol, Term, Values};
use crate::extract::check::{check, Violation};
use crate::extract::dag;
use crate::extract::goals::compile;
use crate::extract::problem::{Answer, Problem};
use crate::options::{Options, Strategy};
use crate::rules::cost::NOMINAL;
use dag_extract::random::Random;
use rustc_hash::FxHashMap;

/// At how many vectors of sizes the problem is solved.
pub const SAMPLES: usize = 64;

/// At how many vectors of sizes candidates are compared, besides those.
pub const TRIALS: usize = 448;

/// The most exchanges of a variant for another candidate, each time that a variant was added.
const MOST_EXCHANGES: usize = 100;

/// The most variants.
pub const MAX_VARIANTS: usize = 8;

/// A set is good enough where its regret is at most this at all but one in a hundred vectors...
const REGRET: f64 = 0.01;

/// ... and nowhere more than this.
const WORST_REGRET: f64 = 0.05;

/// Added to costs before they are compared: what a guard and a few calls cost, so that no guard is written for programs that are all
/// cheaper than that.
const FLOOR: f64 = 10.0;

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
    /// The vector at which it is the best; none for the source.
    at: Option<usize>,
}

/// Chooses; `known` are sizes that the caller knows, for all symbols.
pub fn choose(
    priced: &Priced,
    problem: &mut Problem,
    options: &Options,
    known: Option<&Sizes>,
) -> Result<Choice, Failed> {
    choose_at_most(priced, problem, options, known, None)
}

/// Chooses no more than so many variants.
pub fn choose_at_most(
    priced: &Priced,
    problem: &mut Problem,
    options: &Options,
    known: Option<&Sizes>,
    most: Option<usize>,
) -> Result<Choice, Failed> {
    let nominal = match known {
        Some(sizes) => sizes.clone(),
        None => (priced.symbols.iter().map(|&symbol| (symbol, NOMINAL))).collect(),
    };
    let mut quick = match known.is_some() || priced.symbols.is_empty() {
        true => None,
        false => Quick::new(priced, problem, options)?,
    };
    let mut random = Random::new(SEED);
    let vectors: Vec<Sizes> = match quick.is_none() {
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
        at: None,
    }];
    for (at, values) in values.iter().enumerate().take(SAMPLES) {
        let price = match &mut quick {
            Some(quick) => quick.price(values)?,
            None => {
                let answer = solve(priced, problem, values, options)?;
                priced.of_answer(problem, &answer)
            }
        };
        // An answer that costs what the source costs is the better one: what depends on no size may be cheaper.
        if !(candidates.iter()).any(|of| of.at.is_some() && of.price == price) {
            candidates.push(Candidate {
                price,
                at: Some(at),
            });
        }
    }
    let costs: Vec<Vec<f64>> = (candidates.iter())
        .map(|candidate| values.iter().map(|at| candidate.price.at(at)).collect())
        .collect();
    let most = most.unwrap_or_else(|| most_variants(priced));
    let mut chosen = Chooser::new(&costs).choose(most);
    // The source first, then by their numbers: ties go to what is closest to the source.
    chosen.sort_unstable();
    let picked = picked(&costs, &chosen);
    let at_nominal = priced.terms.evaluate(&nominal);
    let total = values.len() as f64;
    let mut main = 0;
    let mut variants: Vec<Variant> = Vec::new();
    for &number in &chosen {
        let (price, answer) = match candidates[number].at {
            None => (candidates[number].price.clone(), None),
            Some(at) => {
                let answer = solve(priced, problem, &values[at], options)?;
                (priced.of_answer(problem, &answer), Some(answer))
            }
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
        candidates: candidates.len(),
    })
}

/// The compiled problem, to be solved at many sizes: compiling takes as long as solving, and depends on no cost. It says what the best
/// program costs; whoever wants it as an answer solves the whole problem.
struct Quick {
    problem: dag::Problem,
    /// The nodes whose cost depends on sizes, with the weights of their places.
    sized: FxHashMap<dag::NodeId, (Term, f64)>,
    /// What statements without a choice cost.
    always: Price,
    extractor: Box<dyn dag::Extractor>,
    limits: dag::Limits,
}

impl Quick {
    /// None for strategies that take seconds, or are not about costs: those are asked once.
    fn new(priced: &Priced, problem: &Problem, options: &Options) -> Result<Option<Quick>, Failed> {
        let Some(extractor) = options.strategy.quick() else {
            return Ok(None);
        };
        let goals = compile(problem)
            .map_err(|error| Failed::NoAnswer(dag::ExtractError::Problem(error.to_string())))?;
        let paid = goals.paid().into_iter();
        let sized =
            paid.filter_map(|(node, what, weight)| Some((node, (priced.of(what)?, weight))));
        Ok(Some(Quick {
            sized: sized.collect(),
            always: priced.of_single_alternatives(problem),
            problem: goals.problem,
            extractor,
            limits: options.extraction.clone(),
        }))
    }

    /// The price of the best program at these sizes.
    fn price(&mut self, values: &Values) -> Result<Price, Failed> {
        for (&node, &(term, weight)) in &self.sized {
            self.problem.set_cost(node, weight * cost(values, term));
        }
        let solution = self
            .extractor
            .extract(&self.problem, &self.limits)
            .map_err(Failed::NoAnswer)?;
        let mut price = self.always.clone();
        for node in solution.chosen() {
            match self.sized.get(&node) {
                Some(&(term, weight)) => price.add(term, weight),
                None => price.fixed += self.problem.cost(node),
            }
        }
        Ok(price)
    }
}

/// As many as there are sizes that matter, and one more than there are arrays: for a chain of n factors n + 1, also if some of them
/// are square.
fn most_variants(priced: &Priced) -> usize {
    let mut arrays: Vec<u32> = (priced.arguments.iter())
        .filter_map(|(origin, _)| match origin {
            Origin::Size(param, _) => Some(*param),
            _ => None,
        })
        .collect();
    arrays.dedup();
    match priced.symbols.len() {
        0 => 1,
        symbols => symbols.max(arrays.len() + 1).min(MAX_VARIANTS),
    }
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

/// A vector of sizes. First one small size among large ones, for each symbol: the best program there begins at that size, and is
/// never bad by much where that size is the smallest. Then of every two vectors, one has sizes of all magnitudes, the other most of them of the same.
fn sizes(priced: &Priced, number: usize, random: &mut Random) -> Sizes {
    let mut unit = || (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
    let symbols = priced.symbols.iter().enumerate();
    symbols
        .map(|(position, &symbol)| {
            let part = unit();
            let size = match number {
                _ if number == position => SMALLEST,
                // None of them alike: ties would go one way or the other by chance.
                _ if number < priced.symbols.len() => LARGEST / 4.0 + part,
                _ if number % 2 == 0 => SMALLEST * (LARGEST / SMALLEST).powf(part),
                _ => SMALLEST + part * (LARGEST / 4.0 - SMALLEST),
            };
            (symbol, size.round())
        })
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
struct Chooser {
    /// How much dearer each candidate is than the best, at each vector.
    regrets: Vec<Vec<f64>>,
    /// How bad that is; more regret is never less bad, so that the least at a vector is that of the candidate which the guard picks.
    weights: Vec<Vec<f32>>,
}

impl Chooser {
    fn new(costs: &[Vec<f64>]) -> Chooser {
        let vectors = costs[0].len();
        let best = |at: usize| costs.iter().map(|of| of[at]).fold(f64::INFINITY, f64::min);
        let best: Vec<f64> = (0..vectors).map(best).collect();
        let regret = |cost: f64, best: f64| (cost + FLOOR) / (best + FLOOR) - 1.0;
        let regrets: Vec<Vec<f64>> = (costs.iter())
            .map(|of| {
                of.iter()
                    .zip(&best)
                    .map(|(&cost, &best)| regret(cost, best))
                    .collect()
            })
            .collect();
        let weights = regrets
            .iter()
            .map(|of| of.iter().map(|&of| weight(of)).collect());
        Chooser {
            weights: weights.collect(),
            regrets,
        }
    }

    /// The least weight at each vector.
    fn together(&self, chosen: impl Iterator<Item = usize>) -> Vec<f32> {
        let mut least = vec![f32::INFINITY; self.weights[0].len()];
        for number in chosen {
            for (least, &weight) in least.iter_mut().zip(&self.weights[number]) {
                *least = least.min(weight);
            }
        }
        least
    }

    fn is_enough(&self, chosen: &[usize]) -> bool {
        let least = |at: usize| {
            let regrets = chosen.iter().map(|&number| self.regrets[number][at]);
            regrets.fold(f64::INFINITY, f64::min)
        };
        let mut regrets: Vec<f64> = (0..self.regrets[0].len()).map(least).collect();
        regrets.sort_by(f64::total_cmp);
        let last = regrets.len() - 1;
        regrets[last] <= WORST_REGRET && regrets[last * 99 / 100] <= REGRET
    }

    /// The best candidate beside those that are there, and the weight of all together; the last of equals, since the source is the
    /// first and is no better than an equal answer.
    fn next(&self, together: &[f32]) -> (usize, f32) {
        let mut best = (0, f32::INFINITY);
        for (number, weights) in self.weights.iter().enumerate() {
            let both = weights.iter().zip(together).map(|(&a, &b)| a.min(b));
            let total: f32 = both.sum();
            if total <= best.1 {
                best = (number, total);
            }
        }
        best
    }

    fn choose(&self, most: usize) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < most && (chosen.is_empty() || !self.is_enough(&chosen)) {
            let (number, _) = self.next(&self.together(chosen.iter().copied()));
            if chosen.contains(&number) {
                break;
            }
            chosen.push(number);
            self.exchange(&mut chosen);
        }
        self.keep_source(&mut chosen, most);
        chosen
    }

    /// Exchanges members while that takes regret away.
    fn exchange(&self, chosen: &mut [usize]) {
        if chosen.len() < 2 {
            return;
        }
        let mut total: f32 = self.together(chosen.iter().copied()).iter().sum();
        let mut unchanged = 0;
        // Each exchange makes the total less, so it ends; the limit is for the time.
        for at in (0..chosen.len()).cycle().take(MOST_EXCHANGES) {
            let position = |(other, &number): (usize, &usize)| (other != at).then_some(number);
            let others = chosen.iter().enumerate().filter_map(position);
            let (number, new) = self.next(&self.together(others));
            if new < total * 0.9999 && !chosen.contains(&number) {
                chosen[at] = number;
                total = new;
                unchanged = 0;
            } else {
                unchanged += 1;
            }
            if unchanged == chosen.len() {
                return;
            }
        }
    }

    /// Takes the source in where it is cheaper than all that are chosen, at more than one in a hundred vectors.
    fn keep_source(&self, chosen: &mut Vec<usize>, most: usize) {
        let is_missed = |at: usize| {
            let regrets = chosen.iter().map(|&number| self.regrets[number][at]);
            self.regrets[0][at] + WORST_REGRET < regrets.fold(f64::INFINITY, f64::min)
        };
        let missed = (0..self.regrets[0].len())
            .filter(|&at| is_missed(at))
            .count();
        if chosen.contains(&0) || missed * 100 <= self.regrets[0].len() {
            return;
        }
        if chosen.len() < most.max(2) {
            return chosen.push(0);
        }
        // In the place of the one that is missed least.
        let without = |at: usize| -> f32 {
            let others = (0..chosen.len()).map(|of| if of == at { 0 } else { chosen[of] });
            self.together(others).iter().sum()
        };
        let least = (0..chosen.len()).min_by(|&a, &b| without(a).total_cmp(&without(b)));
        if let Some(at) = least {
            chosen[at] = 0;
        }
    }
}

/// How bad it is to be that much dearer than necessary: what is hardly felt counts little, and what is ten times dearer no more than
/// ten times.
fn weight(regret: f64) -> f32 {
    (regret.min(10.0) * (regret / WORST_REGRET).clamp(0.1, 1.0)) as f32
}
