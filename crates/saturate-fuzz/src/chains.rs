//! How good are the variants? Random chains of matrices, each at many sizes, against dynamic programming.
//!
//! A chain has three to eight factors: general matrices, transposed, symmetric, triangular, and inverses. The rules regroup products and take
//! `inv(A) * B` for `A \ B`; costs count floating-point operations. The function is optimised once, without knowing sizes. At each vector of sizes the
//! variant that the guard picks is priced, and compared with the cheapest of all ways to compute the chain at just these sizes.
//!
//! ```text
//! A₀ * inv(A₁) * transpose(A₂)     sizes 12 × 700, 700 × 700, 3 × 700     picked 6.86e8, best 6.86e8: 0 % above
//! ```

use crate::random::Random;
use saturate::diag::Source;
use saturate::pipeline::Options;
use saturate::sizes::choose::choose_at_most;
use saturate::sizes::terms::{Origin, Symbol};
use saturate_driver::Program;
use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, Instant};

/// What a factor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Factor {
    General,
    Transposed,
    Symmetric,
    Triangular,
    Inverse,
}

const RULES: &str = "
    (~A::AbstractMatrix{Float64} * ~B::AbstractMatrix{Float64}) * ~C::AbstractMatrix{Float64} == ~A * (~B * ~C)
    inv(~A::Matrix{Float64}) * ~B::AbstractMatrix{Float64} --> ~A \\ ~B
    (~A::Matrix{Float64} \\ ~B::AbstractMatrix{Float64}) * ~C::AbstractMatrix{Float64} == ~A \\ (~B * ~C)
";

/// Floating-point operations. What is triangular has half of its elements, and a product with it half of the operations.
const COSTS: &str = "
    @cost *(A::AbstractMatrix, B::AbstractMatrix) 2 * size(A, 1) * size(A, 2) * size(B, 2)
    @cost *(A::UpperTriangular, B::AbstractMatrix) size(A, 1) * size(A, 2) * size(B, 2)
    @cost *(A::AbstractMatrix, B::UpperTriangular) size(A, 1) * size(A, 2) * size(B, 2)
    @cost \\(A::AbstractMatrix, B::AbstractMatrix) 2 / 3 * size(A, 1)^3 + 2 * size(A, 1)^2 * size(B, 2)
    @cost inv(A::AbstractMatrix) 2 * size(A, 1)^3
    @cost transpose 0
";

/// The same at one size, as numbers.
const NUMBERS: &str = "
    @cost *(A::AbstractMatrix, B::AbstractMatrix) 2000000
    @cost \\(A::AbstractMatrix, B::AbstractMatrix) 2666666
    @cost inv 2000000
    @cost transpose 0
";

/// How the sizes of the trials are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// Evenly from 2 to 1,000.
    Even,
    /// Of all magnitudes from 2 to 1,000.
    Magnitudes,
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Spread::Even => "evenly from 2 to 1,000",
            Spread::Magnitudes => "of all magnitudes from 2 to 1,000",
        })
    }
}

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The seed that all chains derive from.
    pub seed: u64,
    /// Chains for each number of factors.
    pub chains: usize,
    /// Vectors of sizes for each chain.
    pub vectors: usize,
    /// The most variants; none means what the optimiser takes.
    pub variants: Option<usize>,
    /// How sizes are drawn.
    pub spread: Spread,
}

/// How much dearer than the best, over all chains and sizes.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    /// Of each pair of chain and sizes: the cost over that of dynamic programming, less 1; sorted.
    pub above: Vec<f64>,
    /// The same of the source.
    pub source: Vec<f64>,
    /// How many chains have how many variants.
    pub variants: Vec<usize>,
    /// Time to choose, of all chains together.
    pub choosing: Duration,
    /// Time of all else.
    pub preparing: Duration,
}

impl Distribution {
    /// The pairs of another one as well.
    fn add(&mut self, other: Distribution) {
        self.above.extend(other.above);
        self.source.extend(other.source);
        self.variants.extend(other.variants);
        self.choosing += other.choosing;
        self.preparing += other.preparing;
        self.above.sort_by(f64::total_cmp);
        self.source.sort_by(f64::total_cmp);
    }

    /// The regret that this part of the pairs does not exceed.
    pub fn quantile(of: &[f64], part: f64) -> f64 {
        let at = ((of.len() as f64 * part).ceil() as usize).saturating_sub(1);
        of.get(at).copied().unwrap_or(0.0)
    }

    /// The part of the pairs that exceed the best by at most this.
    pub fn within(&self, above: f64) -> f64 {
        let count = self.above.iter().filter(|&&of| of <= above).count();
        count as f64 / self.above.len().max(1) as f64
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |of: &[f64], part: f64| 100.0 * Distribution::quantile(of, part);
        write!(f, "| {} |", self.above.len())?;
        for part in [0.5, 0.9, 0.95, 0.99, 1.0] {
            write!(f, " {:.2} % |", percent(&self.above, part))?;
        }
        write!(
            f,
            " {:.1} % | {:.1} % |",
            100.0 * self.within(0.05),
            100.0 * self.within(0.15)
        )?;
        write!(f, " {:.0} % |", percent(&self.source, 0.5))?;
        let chains = self.variants.len().max(1) as f64;
        let average = self.variants.iter().sum::<usize>() as f64 / chains;
        let choosing = self.choosing.as_secs_f64() * 1e3 / chains;
        let preparing = self.preparing.as_secs_f64() * 1e3 / chains;
        write!(f, " {average:.1} | {preparing:.2} ms | {choosing:.2} ms |")
    }
}

/// The heading of a table of [`Distribution`]s.
pub const HEADING: &str = "| factors | pairs | median | 90 % | 95 % | 99 % | most | within 5 % | within 15 % | source, median | variants | saturate | choose |
|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// Measures chains of this many factors. The error is what the optimiser said.
pub fn measure(factors: usize, measure: &Measure) -> Result<Distribution, String> {
    let mut all = Distribution::default();
    for number in 0..measure.chains {
        let mut random = Random::of_case(measure.seed, (factors * 1000 + number) as u64);
        let chain = Chain::random(factors, &mut random);
        chain.measure(measure, &mut random, &mut all)?;
    }
    all.above.sort_by(f64::total_cmp);
    all.source.sort_by(f64::total_cmp);
    Ok(all)
}

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// Time to optimise chains of this many factors, with costs by size over with numbers: of each chain, sorted.
pub fn times(factors: usize, measure: &Measure) -> Result<Vec<f64>, String> {
    let mut ratios = Vec::with_capacity(measure.chains);
    for number in 0..measure.chains {
        let mut random = Random::of_case(measure.seed, (factors * 1000 + number) as u64);
        let chain = Chain::random(factors, &mut random);
        let with = chain.optimizing(COSTS)?;
        ratios.push(with as f64 / chain.optimizing(NUMBERS)?.max(1) as f64);
    }
    ratios.sort_by(f64::total_cmp);
    Ok(ratios)
}

/// Measures chains of all lengths, with as many variants as the optimiser takes and with four, and writes tables.
pub fn report(seed: u64, chains: usize, out: &mut dyn std::io::Write) -> Result<(), Stopped> {
    for variants in [None, Some(4)] {
        for spread in [Spread::Even, Spread::Magnitudes] {
            let most = variants.map_or("n + 1".to_owned(), |most: usize| most.to_string());
            writeln!(
                out,
                "At most {most} variants for n factors, sizes {spread}.\n\n{HEADING}"
            )?;
            let mut all = Distribution::default();
            for factors in LENGTHS {
                let what = Measure {
                    seed,
                    chains,
                    vectors: 1000,
                    variants,
                    spread,
                };
                let distribution = measure(factors, &what)?;
                writeln!(out, "| {factors} {distribution}")?;
                all.add(distribution);
            }
            writeln!(out, "| all {all}\n")?;
        }
    }
    writeln!(out, "Time to optimise with costs by size over with numbers.\n\n| factors | median | most |\n|--:|--:|--:|")?;
    for factors in LENGTHS {
        let what = Measure {
            seed,
            chains: chains.min(10),
            vectors: 0,
            variants: None,
            spread: Spread::Even,
        };
        let ratios = times(factors, &what)?;
        let (median, most) = (
            Distribution::quantile(&ratios, 0.5),
            Distribution::quantile(&ratios, 1.0),
        );
        writeln!(out, "| {factors} | {median:.2} | {most:.2} |")?;
    }
    Ok(())
}

/// Why a report ends early.
#[derive(Debug)]
pub enum Stopped {
    /// What the optimiser said.
    Optimizer(String),
    /// It cannot be written.
    Output(std::io::Error),
}

impl From<String> for Stopped {
    fn from(message: String) -> Stopped {
        Stopped::Optimizer(message)
    }
}

impl From<std::io::Error> for Stopped {
    fn from(error: std::io::Error) -> Stopped {
        Stopped::Output(error)
    }
}

/// How many factors chains have.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 3..=8;

struct Chain {
    factors: Vec<Factor>,
    /// For each boundary between factors, the number of its size: square factors have one size.
    sizes: Vec<usize>,
}

impl Chain {
    fn random(count: usize, random: &mut Random) -> Chain {
        let mut factors: Vec<Factor> = (0..count)
            .map(|at| match random.below(10) {
                0..=5 => Factor::General,
                6 => Factor::Transposed,
                7 => Factor::Symmetric,
                // Behind the last inverse there is something to solve for.
                8 if at + 1 < count => Factor::Inverse,
                9 => Factor::Triangular,
                _ => Factor::General,
            })
            .collect();
        // The host knows products of triangular and plain matrices.
        for at in 0..count {
            let beside = [at.checked_sub(1), Some(at + 1)];
            let mut beside = beside
                .into_iter()
                .flatten()
                .filter_map(|at| factors.get(at));
            if factors[at] == Factor::Triangular && !beside.all(|&of| of == Factor::General) {
                factors[at] = Factor::General;
            }
        }
        let mut sizes = vec![0];
        for factor in &factors {
            let last = sizes[sizes.len() - 1];
            sizes.push(match factor {
                Factor::Symmetric | Factor::Triangular | Factor::Inverse => last,
                Factor::General | Factor::Transposed => last + 1,
            });
        }
        Chain { factors, sizes }
    }

    /// The program, with these costs.
    fn source(&self, costs: &str) -> String {
        let names: Vec<String> = (0..self.factors.len()).map(|at| format!("A{at}")).collect();
        let parts = self.factors.iter().zip(&names);
        let parts = parts.map(|(factor, name)| match factor {
            Factor::General | Factor::Symmetric | Factor::Triangular => name.clone(),
            Factor::Transposed => format!("transpose({name})"),
            Factor::Inverse => format!("inv({name})"),
        });
        let product = parts.reduce(|product, part| format!("({product} * {part})"));
        let types = self.factors.iter().map(|factor| match factor {
            Factor::Symmetric => "::Symmetric{Float64, Matrix{Float64}}",
            Factor::Triangular => "::UpperTriangular{Float64, Matrix{Float64}}",
            _ => "::Matrix{Float64}",
        });
        let types: Vec<&str> = types.collect();
        format!(
            "chain({}) = {}\n@rules chains begin{RULES}{costs}end\n@saturate chains chain({})\n",
            names.join(", "),
            product.unwrap_or_default(),
            types.join(", ")
        )
    }

    fn measure(
        &self,
        measure: &Measure,
        random: &mut Random,
        all: &mut Distribution,
    ) -> Result<(), String> {
        let text = self.source(COSTS);
        let fail = |what: &dyn fmt::Debug| format!("{what:?} in\n{text}");
        let mut program = Program::load(Source::new("chain.jl", &text), &[]);
        if !program.diagnostics.is_empty() {
            return Err(fail(&program.diagnostics));
        }
        let jobs = program.entries(None).map_err(|errors| fail(&errors))?;
        let start = Instant::now();
        let options = Options::default();
        let mut prepared = jobs[0]
            .prepare(&mut program.host, &options)
            .map_err(|error| fail(&error))?;
        all.preparing += start.elapsed();
        let Some(priced) = prepared.sizes.take() else {
            return Err(fail(&"no sizes"));
        };
        let start = Instant::now();
        let problem = &mut prepared.built.problem;
        let choice = choose_at_most(&priced, problem, &options, None, measure.variants)
            .map_err(|_| fail(&"no answer"))?;
        all.choosing += start.elapsed();
        all.variants.push(choice.variants.len());
        let own = usize::from(prepared.skeleton.function.has_self);
        for _ in 0..measure.vectors {
            let count = self.sizes[self.sizes.len() - 1] + 1;
            let drawn: Vec<f64> = (0..count).map(|_| size(measure.spread, random)).collect();
            let sizes: Vec<f64> = self.sizes.iter().map(|&at| drawn[at]).collect();
            let known: rustc_hash::FxHashMap<Symbol, f64> = (priced.symbols.iter())
                .map(|&symbol| {
                    (
                        symbol,
                        self.of_symbol(priced.terms.origin(symbol), own, &sizes),
                    )
                })
                .collect();
            let values = priced.terms.evaluate(&known);
            let picked = choice.variants[choice.compared.pick(&values)]
                .price
                .at(&values);
            let best = self.best(&sizes);
            all.above.push(picked / best - 1.0);
            all.source.push(priced.source.at(&values) / best - 1.0);
        }
        Ok(())
    }

    /// Microseconds to optimise with these costs: the fastest of several runs, each on a new host.
    fn optimizing(&self, costs: &str) -> Result<u64, String> {
        let text = self.source(costs);
        let fail = |what: &dyn fmt::Debug| format!("{what:?} in\n{text}");
        let mut fastest = u64::MAX;
        for _ in 0..RUNS {
            let mut program = Program::load(Source::new("chain.jl", &text), &[]);
            let jobs = program.entries(None).map_err(|errors| fail(&errors))?;
            let done = jobs[0].optimize(&mut program.host, &Options::default());
            let times = done.map_err(|error| fail(&error))?.outcome().times;
            fastest = fastest.min(times.build + times.saturate + times.extract + times.elaborate);
        }
        Ok(fastest)
    }

    /// The size that a symbol stands for.
    fn of_symbol(&self, origin: Origin, own: usize, sizes: &[f64]) -> f64 {
        let Origin::Size(param, dimension) = origin else {
            return saturate::rules::cost::NOMINAL;
        };
        let factor = param as usize - own;
        let is_first = (dimension == 1) != (self.factors[factor] == Factor::Transposed);
        sizes[if is_first { factor } else { factor + 1 }]
    }

    /// The least number of operations: by dynamic programming over what stands between two boundaries.
    ///
    /// What stands there is a matrix, whose least cost is found from shorter ones: a product of two, or a solve with the inverse in
    /// front. One factor costs nothing, an inverse alone what inverting takes.
    fn best(&self, of: &[f64]) -> f64 {
        let count = self.factors.len();
        let mut known: HashMap<(usize, usize), f64> = HashMap::new();
        for (at, factor) in self.factors.iter().enumerate() {
            let alone = match factor {
                Factor::Inverse => 2.0 * of[at].powi(3),
                _ => 0.0,
            };
            known.insert((at, at + 1), alone);
        }
        for length in 2..=count {
            for from in 0..=count - length {
                let to = from + length;
                let mut least = f64::INFINITY;
                for split in from + 1..to {
                    let is_half = [(from, split), (split, to)]
                        .iter()
                        .any(|&(a, b)| b - a == 1 && self.factors[a] == Factor::Triangular);
                    let each = if is_half { 1.0 } else { 2.0 };
                    let product = each * of[from] * of[split] * of[to];
                    least = least.min(known[&(from, split)] + known[&(split, to)] + product);
                }
                // The host solves for plain matrices.
                let is_plain = length > 2
                    || matches!(self.factors[from + 1], Factor::General | Factor::Inverse);
                if self.factors[from] == Factor::Inverse && is_plain {
                    let (n, p) = (of[from], of[to]);
                    let solve = 2.0 / 3.0 * n.powi(3) + 2.0 * n * n * p;
                    least = least.min(known[&(from + 1, to)] + solve);
                }
                known.insert((from, to), least);
            }
        }
        known[&(0, count)]
    }
}

fn size(spread: Spread, random: &mut Random) -> f64 {
    let unit = (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
    match spread {
        Spread::Even => 2.0 + (unit * 999.0).floor(),
        Spread::Magnitudes => (2.0 * 500f64.powf(unit)).round(),
    }
}
