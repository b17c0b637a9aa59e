//! The choice of variants: a few programs that together are nearly as good as the best one at every size.
//!
//! The problem is solved at [`SAMPLES`] vectors of sizes. Answers with the same price are one candidate, and the source is one. Candidates
//! are compared at [`TRIALS`] vectors: the *regret* of a set at a vector is how much dearer its cheapest member is than the cheapest of all.
//! The set grows by the candidate that takes most regret away, then members are exchanged while that helps. It stops growing when hardly
//! any regret is left, or at [`MAX_VARIANTS`]; for a chain of n factors at n + 1, since for each size there is one program that begins
//! at it, and these together are hardly ever much dearer than the best.
//!
//! ```text
//! A * B * C    64 answers, 2 prices: (A B) C, A (B C).   Either alone: regret up to 500.   Both: 0.
//! A * B * x    64 answers, 1 price:  A (B x).            Alone: 0, so there is no guard.
//! ```
//!
//! *Never slower.* The source is among the candidates, and is taken in where it is missed: where it is cheaper than all that are chosen.
//! Where one program is cheaper than the source at some sizes and dearer at others, it is taken only where what it does otherwise costs
//! less by more than [`MARGIN`], the error of predictions. What all candidates contain is no part of that: it is the same calls. A
//! program that is at no size dearer than the source stands in for it.

use super::priced::{Price, Priced};
use super::quick::{Found, Quick};
use super::terms::{Symbol, Values};
use crate::extract::check::{check, Violation};
use crate::extract::dag;
use crate::extract::problem::{Answer, Problem};
use crate::options::{Options, Strategy};
use crate::rules::cost::NOMINAL;
use cranelift_entity::SecondaryMap;
use dag_extract::random::Random;
use rustc_hash::FxHashMap;

/// At how many vectors of sizes the problem is solved.
pub const SAMPLES: usize = 64;

/// At how many vectors of sizes candidates are compared, besides those.
pub const TRIALS: usize = 192;

/// The most exchanges of a variant for another candidate, each time that a variant was added.
const MOST_EXCHANGES: usize = 100;

/// The most variants, if the function is no chain.
pub const MAX_VARIANTS: usize = 8;

/// The most variants of a chain: beyond eleven factors the guard is felt.
pub const MAX_CHAIN_VARIANTS: usize = 12;

/// A set is good enough where its regret is at most this at all but one in a hundred vectors...
const REGRET: f64 = 0.01;

/// ... and nowhere more than this.
const WORST_REGRET: f64 = 0.05;

/// What a set is chosen for: that it is this much dearer than necessary at as few sizes as possible.
const FELT: f64 = 0.15;

/// Another program than the source is taken where it is predicted to cost less by more than this, if it is dearer elsewhere. Of pairs of programs that were
/// timed (`julia/Saturate/eval/sizes.jl`), predictions of a greater gain are hardly ever wrong; docs/sizes.md has the numbers.
pub const MARGIN: f64 = 0.05;

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
    /// By how much its cost is less when it is compared: that of the source by [`MARGIN`].
    pub doubt: f64,
    /// The part of the tried sizes for which it is picked.
    pub share: f64,
    /// For each symbol the smallest and the largest size at which it was picked, leaving a tenth out on each side.
    pub ranges: Vec<(f64, f64)>,
    /// The number of the symbol that makes the difference, and whether it is picked mostly where that is small.
    pub decided_by: Option<(usize, bool)>,
}

/// What was chosen.
pub struct Choice {
    /// The variants, in the order in which the guard tries them; one of them is enough for all sizes if it is the only one.
    pub variants: Vec<Variant>,
    /// What the guard compares.
    pub compared: Compared,
    /// The one for nominal sizes.
    pub main: usize,
    /// The cost of the source there.
    pub cost_before: f64,
    /// Its cost there.
    pub cost_after: f64,
    /// How many different programs there were to choose from.
    pub candidates: usize,
}

/// What the guard compares: for each variant its price without what all of them contain, and what that is multiplied with.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared(pub Vec<(Price, f64)>);

impl Compared {
    fn new(variants: &[Variant]) -> Compared {
        let common = Price::common(variants.iter().map(|variant| &variant.price));
        let own = |variant: &Variant| (variant.price.without(&common), variant.doubt);
        Compared(variants.iter().map(own).collect())
    }

    /// The variant that the guard picks at some sizes: the first of those that cost least.
    pub fn pick(&self, values: &Values) -> usize {
        let mut picked = (0, f64::INFINITY);
        for (number, (price, doubt)) in self.0.iter().enumerate() {
            let cost = doubt * price.at(values);
            if cost < picked.1 {
                picked = (number, cost);
            }
        }
        picked.0
    }
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
    /// The solution there, if it is known.
    solution: Option<dag::Solution>,
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
    let at_nominal = priced.terms.evaluate(&nominal);
    let tried = Tried::new(priced);
    let quick = match known.is_some() || priced.symbols.is_empty() {
        true => None,
        false => Quick::new(priced, problem, options)?,
    };
    let mut candidates = 2;
    let variants = match quick {
        None => {
            let answer = solve(priced, problem, &at_nominal, options)?;
            let variant = for_one_size(priced, problem, answer, &at_nominal, &tried);
            vec![variant]
        }
        Some(mut quick) => {
            let most = most.unwrap_or_else(|| most_variants(priced));
            let mut variants = for_all_sizes(priced, &mut quick, &tried, most, &mut candidates)?;
            drop(quick);
            for (variant, at) in &mut variants {
                if let (Some(answer), Some(at)) = (&mut variant.answer, *at) {
                    priced.set(problem, &tried.values[at]);
                    answer.cost = answer.price(problem);
                    answer.bound = answer.bound.min(answer.cost);
                    checked(problem, answer, options)?;
                }
            }
            let variants = variants.into_iter().map(|(variant, _)| variant);
            variants.collect()
        }
    };
    priced.set(problem, &at_nominal);
    let compared = Compared::new(&variants);
    let main = compared.pick(&at_nominal);
    Ok(Choice {
        compared,
        main,
        cost_before: priced.source.at(&at_nominal),
        cost_after: variants[main].price.at(&at_nominal),
        variants,
        candidates,
    })
}

/// The sizes at which programs are compared.
struct Tried {
    /// Sizes in the order of the symbols.
    vectors: Vec<Vec<f64>>,
    values: Vec<Values>,
    /// For each symbol a size that is as often exceeded as not.
    middles: Vec<f64>,
}

impl Tried {
    fn new(priced: &Priced) -> Tried {
        let mut random = Random::new(SEED);
        let vectors: Vec<Vec<f64>> = (0..SAMPLES + TRIALS)
            .map(|number| sizes(priced, number, &mut random))
            .collect();
        let mut positions: SecondaryMap<Symbol, Option<usize>> = SecondaryMap::new();
        for (position, &symbol) in priced.symbols.iter().enumerate() {
            positions[symbol] = Some(position);
        }
        let values = (priced.terms).evaluate_all(&vectors, |symbol| positions[symbol]);
        let middle = |position: usize| {
            let mut sizes: Vec<f64> = vectors.iter().map(|sizes| sizes[position]).collect();
            let middle = sizes.len() / 2;
            *sizes.select_nth_unstable_by(middle, f64::total_cmp).1
        };
        Tried {
            middles: (0..priced.symbols.len()).map(middle).collect(),
            values,
            vectors,
        }
    }
}

/// The answer, or the source if that is not dearer by enough.
fn for_one_size(
    priced: &Priced,
    problem: &Problem,
    answer: Answer,
    at: &Values,
    tried: &Tried,
) -> Variant {
    let price = priced.of_answer(problem, &answer);
    let common = Price::common([&price, &priced.source].into_iter());
    let compared = |price: &Price| {
        let mut tried = tried.values.iter();
        let doubt = doubt(tried.any(|at| is_dearer(price.at(at), priced.source.at(at))));
        (doubt * price.without(&common).at(at), doubt)
    };
    let (cost, doubt) = compared(&price);
    let (cost_of_source, doubt_of_source) = compared(&priced.source);
    let is_taken = cost <= cost_of_source;
    Variant {
        doubt: if is_taken { doubt } else { doubt_of_source },
        price: if is_taken {
            price
        } else {
            priced.source.clone()
        },
        answer: is_taken.then_some(answer),
        share: 1.0,
        ranges: Vec::new(),
        decided_by: None,
    }
}

/// The variants, each with the number of the vector that it was solved at; `count` tells how many candidates there were.
fn for_all_sizes(
    priced: &Priced,
    quick: &mut Quick<'_>,
    tried: &Tried,
    most: usize,
    count: &mut usize,
) -> Result<Vec<(Variant, Option<usize>)>, Failed> {
    let values = &tried.values;
    let mut candidates = vec![Candidate {
        price: priced.source.clone(),
        at: None,
        solution: None,
    }];
    for (at, values) in values.iter().enumerate().take(SAMPLES) {
        if quick.is_enough(at) {
            break;
        }
        // An answer that costs what the source costs is the better one, so that the source is not among what is known.
        let known = candidates.iter().filter(|of| of.at.is_some());
        let known = known
            .map(|of| of.price.at(values))
            .fold(f64::INFINITY, f64::min);
        let Some(Found { price, solution }) = quick.price(values, known)? else {
            continue;
        };
        if !(candidates.iter()).any(|of| of.at.is_some() && of.price == price) {
            let at = Some(at);
            candidates.push(Candidate {
                price,
                at,
                solution,
            });
        }
    }
    let common = Price::common(candidates.iter().map(|candidate| &candidate.price));
    let commons = common.at_all(values);
    let source = priced.source.at_all(values);
    let mut doubts: Vec<f64> = Vec::with_capacity(candidates.len());
    let costs: Vec<Vec<f64>> = (candidates.iter())
        .map(|candidate| {
            let own = candidate.price.without(&common).at_all(values);
            let with_common = || own.iter().zip(&commons);
            let is_dearer = with_common()
                .zip(&source)
                .any(|((own, common), &source)| is_dearer(own + common, source));
            let doubt = doubt(is_dearer);
            doubts.push(doubt);
            let costs = with_common().map(|(own, common)| common + doubt * own);
            costs.collect()
        })
        .collect();
    let mut chosen = Chooser::new(&costs, source).choose(most);
    // The source first, then by their numbers: ties go to what is closest to the source.
    chosen.sort_unstable();
    let picked = picked(&costs, &chosen);
    let mut variants = Vec::with_capacity(chosen.len());
    for &number in &chosen {
        let at = candidates[number].at;
        let (answer, price) = match at {
            None => (None, candidates[number].price.clone()),
            Some(at) => {
                let known = candidates[number].solution.take();
                let (answer, price) = quick.answer(&values[at], known)?;
                (Some(answer), price)
            }
        };
        let here: Vec<usize> = (0..values.len())
            .filter(|&at| picked[at] == number)
            .collect();
        let variant = Variant {
            answer,
            doubt: doubts[number],
            price,
            share: here.len() as f64 / values.len() as f64,
            ranges: ranges(priced.symbols.len(), &tried.vectors, &here),
            decided_by: decided_by(tried, &here),
        };
        variants.push((variant, at));
    }
    *count = candidates.len();
    Ok(variants)
}

fn most_variants(priced: &Priced) -> usize {
    match (priced.symbols.len(), priced.factors) {
        (0, _) => 1,
        (_, Some(factors)) => (factors + 1).min(MAX_CHAIN_VARIANTS),
        (_, None) => MAX_VARIANTS,
    }
}

/// What the cost of a program is multiplied with when it is compared: less than 1 for the source, and for what is nowhere dearer.
fn doubt(is_dearer: bool) -> f64 {
    match is_dearer {
        true => 1.0,
        false => 1.0 / (1.0 + MARGIN),
    }
}

/// Whether a program costs more than the source, not by rounding.
fn is_dearer(cost: f64, source: f64) -> bool {
    cost > source * (1.0 + 1e-9)
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
    checked(problem, &answer, options)?;
    Ok(answer)
}

fn checked(problem: &Problem, answer: &Answer, options: &Options) -> Result<(), Failed> {
    match check(problem, answer) {
        Ok(()) => Ok(()),
        Err(Violation::Wasteful(..))
            if matches!(options.strategy, Strategy::Chaos(_) | Strategy::Greedy) =>
        {
            Ok(())
        }
        Err(violation) => Err(Failed::Invalid(violation)),
    }
}

/// A vector of sizes. First one small size among large ones, for each symbol: the best program there begins at that size, and is
/// never bad by much where that size is the smallest. Then of every two vectors, one has sizes of all magnitudes, the other most of them of the same.
fn sizes(priced: &Priced, number: usize, random: &mut Random) -> Vec<f64> {
    let mut unit = || (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
    (0..priced.symbols.len())
        .map(|position| {
            let part = unit();
            let size = match number {
                _ if number == position => SMALLEST,
                // None of them alike: ties would go one way or the other by chance.
                _ if number < priced.symbols.len() => LARGEST / 4.0 + part,
                _ if number % 2 == 0 => SMALLEST * (LARGEST / SMALLEST).powf(part),
                _ => SMALLEST + part * (LARGEST / 4.0 - SMALLEST),
            };
            size.round()
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

/// The symbol that is small, or large, most often where a variant is picked; none if none is so two times out of three.
fn decided_by(tried: &Tried, here: &[usize]) -> Option<(usize, bool)> {
    let mut most: Option<(usize, bool)> = None;
    let mut count = here.len() * 2 / 3;
    for (position, &middle) in tried.middles.iter().enumerate() {
        let is_small = |&&at: &&usize| tried.vectors[at][position] < middle;
        let small = here.iter().filter(is_small).count();
        for (is_small, often) in [(true, small), (false, here.len() - small)] {
            if often > count {
                (most, count) = (Some((position, is_small)), often);
            }
        }
    }
    most
}

fn ranges(symbols: usize, vectors: &[Vec<f64>], here: &[usize]) -> Vec<(f64, f64)> {
    let ranges = (0..symbols).map(|position| {
        let mut sizes: Vec<f64> = here.iter().map(|&at| vectors[at][position]).collect();
        let cut = sizes.len() / 10;
        let mut nth = |at: usize| *sizes.select_nth_unstable_by(at, f64::total_cmp).1;
        match here.len().checked_sub(cut + 1) {
            Some(last) => (nth(cut), nth(last)),
            None => (0.0, 0.0),
        }
    });
    ranges.collect()
}

/// Chooses numbers of candidates by regret.
struct Chooser {
    /// How much dearer each candidate is than the best, at each vector.
    regrets: Vec<Vec<f64>>,
    /// What the source costs at each vector, over the best.
    source: Vec<f64>,
    /// How bad that is; more regret is never less bad, so that the least at a vector is that of the candidate which the guard picks.
    weights: Vec<Vec<i16>>,
}

impl Chooser {
    fn new(costs: &[Vec<f64>], source: Vec<f64>) -> Chooser {
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
        let source = source.iter().zip(&best);
        Chooser {
            source: source.map(|(&cost, &best)| regret(cost, best)).collect(),
            weights: weights.collect(),
            regrets,
        }
    }

    /// The least weight at each vector.
    fn together(&self, chosen: impl Iterator<Item = usize>) -> Vec<i16> {
        let mut least = vec![WORST; self.weights[0].len()];
        for number in chosen {
            for (least, &weight) in least.iter_mut().zip(&self.weights[number]) {
                *least = weight.min(*least);
            }
        }
        least
    }

    fn is_enough(&self, chosen: &[usize]) -> bool {
        let least = |at: usize| {
            let regrets = chosen.iter().map(|&number| self.regrets[number][at]);
            regrets.fold(f64::INFINITY, f64::min)
        };
        let count = self.regrets[0].len();
        let may_be_more = count - 1 - (count - 1) * 99 / 100;
        let mut more = 0;
        (0..count).map(least).all(|regret| {
            more += usize::from(regret > REGRET);
            regret <= WORST_REGRET && more <= may_be_more
        })
    }

    /// The best candidate beside those that are there, and the weight of all together; the last of equals, since the source is the
    /// first and is no better than an equal answer.
    fn next(&self, together: &[i16]) -> (usize, i32) {
        let mut best = (0, i32::MAX);
        // To multiply small integers and add the products in pairs is one instruction; to make them larger and add them is several.
        let one = std::hint::black_box(1_i16);
        for (number, weights) in self.weights.iter().enumerate() {
            let both = weights.iter().zip(together);
            let weighed = both.map(|(&a, &b)| i32::from(a.min(b)) * i32::from(one));
            let total: i32 = weighed.sum();
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
        let mut total = sum(&self.together(chosen.iter().copied()));
        let mut unchanged = 0;
        // Each exchange makes the total less, so it ends; the limit is for the time.
        for at in (0..chosen.len()).cycle().take(MOST_EXCHANGES) {
            let position = |(other, &number): (usize, &usize)| (other != at).then_some(number);
            let others = chosen.iter().enumerate().filter_map(position);
            let (number, new) = self.next(&self.together(others));
            if new < total && !chosen.contains(&number) {
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

    /// Takes the source in where it is cheaper than all that are chosen, whether or not by as much as [`MARGIN`].
    fn keep_source(&self, chosen: &mut Vec<usize>, most: usize) {
        let is_missed = |at: usize| {
            let regrets = chosen.iter().map(|&number| self.regrets[number][at]);
            self.source[at] + REGRET < regrets.fold(f64::INFINITY, f64::min)
        };
        let missed = (0..self.source.len()).any(is_missed);
        if chosen.contains(&0) || !missed {
            return;
        }
        if chosen.len() < most.max(2) {
            return chosen.push(0);
        }
        // In the place of the one that is missed least.
        let without = |at: usize| {
            let others = (0..chosen.len()).map(|of| if of == at { 0 } else { chosen[of] });
            sum(&self.together(others))
        };
        let least = (0..chosen.len()).min_by_key(|&at| without(at));
        if let Some(at) = least {
            chosen[at] = 0;
        }
    }
}

/// How bad it is to be that much dearer than necessary: to be beyond [`FELT`] is what matters, then how close one comes to it, then
/// how much it is, up to ten times. A small integer, since sums of these are what takes time.
fn weight(regret: f64) -> i16 {
    let felt = if regret > FELT { 1.0 } else { 0.0 };
    let close = ((regret - REGRET) / (FELT - REGRET)).clamp(0.0, 1.0);
    (10_000.0 * (felt + 0.2 * close + 0.01 * regret.min(10.0))) as i16
}

/// More than any weight; so many vectors of it are still a number.
const WORST: i16 = i16::MAX;

fn sum(weights: &[i16]) -> i32 {
    weights.iter().map(|&weight| i32::from(weight)).sum()
}
