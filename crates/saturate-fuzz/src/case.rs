//! A case: a program, inputs, rules, costs, limits and an extractor, all from one seed.

use crate::config::{Config, Shape};
use crate::generate;
use crate::observe::Identity;
use crate::ops::Ty;
use crate::program::{Name, Program};
use crate::random::Random;
use crate::rules::{Class, Library};
use saturate::egraph::Limits;
use saturate::pipeline::{Options, Strategy};
use std::time::Duration;

/// An argument, apart from any host.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// An `Int64`.
    Int(i64),
    /// A `Bool`.
    Bool(bool),
    /// A `Float64`.
    Float(f64),
    /// A `Vector{Int64}`.
    Vec(Vec<i64>),
    /// A `Vector{Float64}`.
    FVec(Vec<f64>),
    /// A `Cell`.
    Cell(i64),
    /// A `Holder`.
    Holder(Vec<i64>, i64),
    /// A `Matrix{Int64}`, column by column.
    Mat([i64; 4]),
    /// A `Matrix{Float64}` of so many rows and columns, column by column.
    FMat([usize; 2], Vec<f64>),
    /// An `Int8`.
    Small(i8),
    /// A `UInt8`.
    Byte(u8),
    /// A `Float32`.
    Single(f32),
    /// A `Vector{UInt8}`.
    Bytes(Vec<u8>),
    /// `missing`.
    Missing,
    /// An `Adder`.
    Adder(i64),
    /// A `Dict{Int64, Int64}` of one entry.
    Dict(i64, i64),
    /// A `Gap`, perhaps without an array.
    Gap(Option<Vec<i64>>),
    /// A global constant itself.
    Global(&'static str),
    /// The same object as an argument before.
    SameAs(usize),
    /// A `Holder` of the array that an argument before is.
    HolderOf(usize, i64),
}

/// One set of arguments.
pub type Input = Vec<Datum>;

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number in the campaign.
    pub number: u64,
    /// The function.
    pub program: Program,
    /// What it is run on.
    pub inputs: Vec<Input>,
    /// Numbers of rules in the library.
    pub rules: Vec<usize>,
    /// Costs: number of the function in the library, cost.
    pub costs: Vec<(usize, u32)>,
    /// How to choose.
    pub strategy: Strategy,
    /// Iterations of saturation, where that is limited.
    pub iterations: Option<usize>,
    /// E-nodes of saturation, where that is limited.
    pub nodes: Option<usize>,
    /// Work of saturation, where that is limited.
    pub work: Option<u64>,
    /// Whether exceptions are compared as well.
    pub strict: bool,
    /// A parameter, an array, that the optimiser is told the contents of: those of `TABLE`.
    pub known: Option<usize>,
    /// Whether an entry with false claims about effects is optimised first.
    pub claims: bool,
    /// Whether rules about loops take part.
    pub raised: bool,
    /// Seed of the shape of the function, where that is another one.
    pub scramble: Option<u64>,
}

/// What `TABLE` holds when a run begins.
pub const TABLE: [i64; 5] = [3, 1, 4, 1, 5];

/// Where the choices begin that are about assumptions.
const ASSUMING: u64 = 0x5a;

/// Where the choices begin that are about literals of another type.
const STATING: u64 = 0x57;

/// Where the choices begin that are about objects made in pairs.
const PAIRING: u64 = 0x50;

/// Time that HiGHS has for a case: none of them needs a second.
const ILP_TIME: Duration = Duration::from_secs(60);

impl Case {
    /// Case `number` of the campaign with this seed.
    pub fn generate(seed: u64, number: u64, config: &Config, library: &Library) -> Case {
        Case::of_choices(number, &mut Random::of_case(seed, number), config, library)
    }

    /// The case that these choices make.
    pub fn of_choices(
        number: u64,
        random: &mut Random,
        config: &Config,
        library: &Library,
    ) -> Case {
        if random.percent(config.shaped) {
            if let Some(&shape) = random.pick(&Shape::ALL) {
                let config = config.of_shape(shape);
                return Case::of_choices(number, random, &config, library);
            }
        }
        if random.percent(config.library) {
            let own = random.percent(30);
            let allow = |class: Class| class.is_of_library() || own && class == Class::Exact;
            let rules = library.choose(config.rules, allow, random);
            return Case::with_rules(number, rules, false, config, library, random);
        }
        let strict = random.percent(config.strict);
        let fusion = !strict && random.percent(35);
        let dropping = !strict && random.percent(50);
        let aliasing = random.percent(35);
        let retyping = !strict && random.percent(15);
        let allow = |class: Class| match class {
            Class::Exact | Class::Relaxed => true,
            Class::Dropping => dropping,
            Class::Aliasing => aliasing,
            Class::Retyping => retyping,
            Class::Fusion => fusion,
            Class::Law | Class::Rounding => false,
            Class::Assumed | Class::Offered | Class::Stated | Class::Paired => false,
        };
        let mut rules = library.choose(config.rules, allow, random);
        // Apart from the other choices: a case without assumptions is what it was before there were any.
        let mut apart = Random::of_case(ASSUMING, number);
        if apart.percent(config.assuming) {
            let offered = !strict && apart.percent(30);
            let asks = |class: Class| class == Class::Assumed || offered && class == Class::Offered;
            rules.extend(library.choose(config.rules, asks, &mut apart));
            rules.sort_unstable();
        }
        let mut apart = Random::of_case(STATING, number);
        if apart.percent(config.stating) {
            let states = |class: Class| class == Class::Stated;
            rules.extend(library.choose(config.rules, states, &mut apart));
            rules.sort_unstable();
            rules.dedup();
        }
        let mut apart = Random::of_case(PAIRING, number);
        if apart.percent(config.pairing) {
            let pairs = |class: Class| class == Class::Paired;
            rules.extend(library.choose(config.rules, pairs, &mut apart));
            rules.sort_unstable();
            rules.dedup();
        }
        Case::with_rules(number, rules, strict, config, library, random)
    }

    /// A case with these rules.
    pub fn with_rules(
        number: u64,
        mut rules: Vec<usize>,
        strict: bool,
        config: &Config,
        library: &Library,
        random: &mut Random,
    ) -> Case {
        let seeds = library.seeds(&rules);
        // Where an exception may vanish, nobody must be there to catch it.
        let has = |class: Class| (rules.iter()).any(|&number| library.rule(number).0 == class);
        let of_library = has(Class::Law) || has(Class::Rounding);
        let has_pairs = has(Class::Paired);
        // A case that fuses loops must not print in them.
        let fuses = has(Class::Fusion) || of_library;
        let unless = |not: bool, percent: u32| if not { 0 } else { percent };
        let quiet = Config {
            noisy: unless(fuses, config.noisy),
            pokes: unless(fuses, config.pokes),
            writing: unless(fuses, config.writing),
            handlers: unless(
                has(Class::Dropping) || has(Class::Fusion) || of_library,
                config.handlers,
            ),
            laws: if of_library { 100 } else { config.laws },
            stated: if has(Class::Stated) {
                70
            } else {
                config.stated
            },
            paired: if has_pairs { 60 } else { config.paired },
            exactly: unless(has(Class::Rounding), config.exactly),
            extremes: config.extremes && !has(Class::Rounding),
            // Printed, a matrix tells its type.
            prints: unless(of_library, config.prints),
            mixed: if of_library {
                30.max(config.mixed)
            } else {
                config.mixed
            },
            ..config.clone()
        };
        let mut program = generate::program(&quiet, &seeds, random);
        let mut apart = Random::of_case(ASSUMING + 1, number);
        if has(Class::Assumed) || has(Class::Offered) {
            program.assume(&mut apart);
        }
        // A view of a range is a range: nothing could be compared.
        if has(Class::Retyping) && program.has_views() {
            rules.retain(|&number| library.rule(number).0 != Class::Retyping);
        }
        let arrays: Vec<usize> = (0..program.params.len())
            .filter(|&at| program.params[at].1 == Ty::Vec)
            .collect();
        let known = (random.percent(config.known) && !of_library)
            .then(|| random.pick(&arrays).copied())
            .flatten();
        let inputs = (0..config.inputs)
            .map(|_| {
                let mut input = input(&program.params, known, config, random);
                if !quiet.extremes {
                    input.iter_mut().for_each(Datum::tame);
                }
                if !program.assumes.is_empty() && apart.percent(50) {
                    program.fulfil(&mut input, known);
                }
                input
            })
            .collect();
        let mut costs = library.costs(config.sized, random);
        if has_pairs {
            costs.extend(library.costs_of_pairs(&mut Random::of_case(PAIRING + 1, number)));
        }
        let roll = random.below(100) as u32;
        let ilp = random.below(1_000) < config.ilp as usize;
        let strategy = if ilp && cfg!(feature = "highs") {
            Strategy::Ilp(ILP_TIME)
        } else if roll < config.chaos {
            Strategy::Chaos(random.bits())
        } else if roll < config.chaos + config.greedy {
            Strategy::Greedy
        } else {
            Strategy::Exact
        };
        let small = random.percent(config.small_limits);
        let iterations = (small && random.percent(50)).then(|| random.below(3));
        let nodes =
            (small && iterations.is_none() && random.percent(60)).then(|| 1 + random.below(60));
        let work = (small && iterations.is_none() && nodes.is_none())
            .then(|| 1 + random.below(2_000) as u64);
        let scramble = random.percent(config.scrambled).then(|| random.bits());
        let claims = random.percent(config.claims);
        // The last choice of all: a case without such loops is what it was before there were any.
        let raised = random.percent(config.raising);
        if raised {
            program.add_loops(random);
        }
        Case {
            number,
            program,
            inputs,
            rules,
            costs,
            strategy,
            iterations,
            nodes,
            work,
            strict,
            scramble,
            known,
            claims,
            raised,
        }
    }

    /// How it is optimised.
    pub fn options(&self, config: &Config) -> Options {
        let mut options = Options {
            strategy: self.strategy,
            strict: self.strict,
            switches: config.switches,
            limits: Limits {
                iterations: 6,
                nodes: 1_000,
                work: 100_000,
                // The result must not depend on the machine.
                time: None,
                ..Limits::default()
            },
            ..Options::default()
        };
        if let Some(iterations) = self.iterations {
            options.limits.iterations = iterations;
        }
        if let Some(nodes) = self.nodes {
            options.limits.nodes = nodes;
        }
        if let Some(work) = self.work {
            options.limits.work = work;
        }
        options
    }

    /// Of which objects the rules of the case leave alone whether they are one.
    pub fn identity(&self, library: &Library) -> Identity {
        let licensed = [
            Class::Aliasing,
            Class::Retyping,
            Class::Offered,
            Class::Stated,
            Class::Law,
            Class::Rounding,
        ];
        // A known array that is returned is a copy.
        if self.known.is_some() || licensed.iter().any(|&class| self.has(class, library)) {
            Identity::None
        } else {
            Identity::All
        }
    }

    /// Whether every object that was there before a run is found wherever the original shows it: whatever rules with aliases may do to new ones. Where types or
    /// the last digits of floats change, what is written of two runs need not be the same objects, and a known array that is returned is a copy.
    pub fn keeps_older_objects(&self, library: &Library) -> bool {
        let changing = [
            Class::Retyping,
            Class::Offered,
            Class::Stated,
            Class::Law,
            Class::Rounding,
        ];
        self.known.is_none() && !changing.iter().any(|&class| self.has(class, library))
    }

    /// Whether a rule of this class takes part.
    pub fn has(&self, class: Class, library: &Library) -> bool {
        self.rules
            .iter()
            .any(|&number| library.rule(number).0 == class)
    }
}

/// An argument before that is of this type.
fn same(input: &[Datum], ty: Ty, random: &mut Random) -> Option<usize> {
    let fits: Vec<usize> = (0..input.len())
        .filter(|&at| {
            matches!(
                (&input[at], ty),
                (Datum::Adder(_), Ty::Adder)
                    | (Datum::Dict(..), Ty::Dict)
                    | (Datum::Gap(_), Ty::Gap)
            )
        })
        .collect();
    random.pick(&fits).copied()
}

fn input(
    params: &[(Name, Ty)],
    known: Option<usize>,
    config: &Config,
    random: &mut Random,
) -> Input {
    let mut input: Input = Vec::new();
    for (number, &(_, ty)) in params.iter().enumerate() {
        if known == Some(number) {
            input.push(if random.percent(50) {
                Datum::Global("TABLE")
            } else {
                Datum::Vec(TABLE.to_vec())
            });
            continue;
        }
        let global = match ty {
            Ty::Vec => Some(["TABLE", "LOG"][random.below(2)]),
            Ty::Cell => Some("SPOT"),
            Ty::Holder => Some("SHELF"),
            Ty::Dict => Some("BOOK"),
            _ => None,
        };
        if let (Some(global), true) = (global, random.percent(config.passed)) {
            input.push(Datum::Global(global));
            continue;
        }
        let arrays: Vec<usize> = (0..input.len())
            .filter(|&at| matches!(input[at], Datum::Vec(_) | Datum::Global("TABLE" | "LOG")))
            .collect();
        let cells: Vec<usize> = (0..input.len())
            .filter(|&at| matches!(input[at], Datum::Cell(_)))
            .collect();
        let matrices: Vec<usize> = (0..input.len())
            .filter(|&at| matches!(input[at], Datum::Mat(_)))
            .collect();
        let share = random.percent(30);
        let datum = match ty {
            Ty::Int => Datum::Int(small(random)),
            Ty::Bool => Datum::Bool(random.percent(50)),
            Ty::Float => Datum::Float(float(random)),
            Ty::Vec => match random.pick(&arrays) {
                Some(&at) if share => Datum::SameAs(at),
                _ => Datum::Vec(ints(random)),
            },
            Ty::FVec => Datum::FVec((0..random.below(4)).map(|_| float(random)).collect()),
            Ty::Cell => match random.pick(&cells) {
                Some(&at) if share => Datum::SameAs(at),
                _ => Datum::Cell(small(random)),
            },
            Ty::Mat => match random.pick(&matrices) {
                Some(&at) if share => Datum::SameAs(at),
                _ => Datum::Mat([(); 4].map(|()| small(random))),
            },
            Ty::FMat => {
                let shape = match random.below(8) {
                    0 => [1, 2],
                    1 => [2, 1],
                    2 => [3, 2],
                    3 => [1, 1],
                    _ => [2, 2],
                };
                let items = (0..shape[0] * shape[1]).map(|_| float(random)).collect();
                Datum::FMat(shape, items)
            }
            Ty::Small => Datum::Small(random.bits() as i8),
            Ty::Byte => Datum::Byte(random.bits() as u8),
            Ty::Single => Datum::Single(float(random) as f32),
            Ty::Bytes => Datum::Bytes((0..random.below(4)).map(|_| random.bits() as u8).collect()),
            Ty::Lost if random.percent(40) => Datum::Missing,
            Ty::Lost => Datum::Int(small(random)),
            Ty::Adder | Ty::Dict | Ty::Gap => match same(&input, ty, random) {
                Some(at) if share => Datum::SameAs(at),
                _ => match ty {
                    Ty::Adder => Datum::Adder(small(random)),
                    Ty::Dict => Datum::Dict(small(random), small(random)),
                    _ => Datum::Gap(random.percent(60).then(|| ints(random))),
                },
            },
            _ => match random.pick(&arrays) {
                Some(&at) if share => Datum::HolderOf(at, small(random)),
                _ => Datum::Holder(ints(random), small(random)),
            },
        };
        input.push(datum);
    }
    input
}

impl Program {
    /// Makes what is assumed true of an input, but for the argument that is known: that one is as it is.
    fn fulfil(&self, input: &mut Input, known: Option<usize>) {
        for (predicate, name) in &self.assumes {
            let place = self.params.iter().position(|(param, _)| param == name);
            let place = place.filter(|_| place != known);
            if let Some(datum) = place.and_then(|at| input.get_mut(at)) {
                (predicate.fulfil)(datum);
            }
        }
    }
}

impl Datum {
    /// Takes numbers at the ends of their type back to small ones.
    fn tame(&mut self) {
        let tame = |n: &mut i64| {
            if n.unsigned_abs() > 1_000 {
                *n = n.signum() * 9;
            }
        };
        match self {
            Datum::Int(n) | Datum::Cell(n) | Datum::HolderOf(_, n) | Datum::Adder(n) => tame(n),
            Datum::Vec(items) | Datum::Gap(Some(items)) => items.iter_mut().for_each(tame),
            Datum::Mat(items) => items.iter_mut().for_each(tame),
            Datum::Holder(items, n) => {
                items.iter_mut().for_each(tame);
                tame(n);
            }
            Datum::Dict(a, b) => {
                tame(a);
                tame(b);
            }
            _ => {}
        }
    }
}

fn small(random: &mut Random) -> i64 {
    match random.below(20) {
        0 => i64::MAX,
        1 => i64::MIN,
        _ => random.below(9) as i64 - 3,
    }
}

fn float(random: &mut Random) -> f64 {
    match random.below(12) {
        0 => -0.0,
        1 => f64::INFINITY,
        2 => f64::NAN,
        _ => random.below(33) as f64 / 4.0 - 3.0,
    }
}

fn ints(random: &mut Random) -> Vec<i64> {
    let len = if random.percent(85) {
        2 + random.below(3)
    } else {
        random.below(2)
    };
    (0..len).map(|_| small(random)).collect()
}

impl Datum {
    /// The argument as Julia source; what is shared is named after the argument it is shared with.
    pub fn source(&self) -> String {
        fn list<T: std::fmt::Debug>(prefix: &str, items: &[T]) -> String {
            let items: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
            let text = format!("{prefix}[{}]", items.join(", "));
            text.replace("NaN", "(0.0 / 0.0)")
                .replace("inf", "(1.0 / 0.0)")
        }
        match self {
            Datum::Int(i64::MIN) => "typemin(Int64)".into(),
            Datum::Int(x) => x.to_string(),
            Datum::Bool(x) => x.to_string(),
            Datum::Float(x) => list("", &[x]).trim_matches(['[', ']']).to_owned(),
            Datum::Vec(items) => ints_source(items),
            Datum::FVec(items) => list("Float64", items),
            Datum::Cell(x) => format!("Cell({})", Datum::Int(*x).source()),
            Datum::Holder(items, n) => {
                format!(
                    "Holder({}, {})",
                    ints_source(items),
                    Datum::Int(*n).source()
                )
            }
            Datum::Mat(items) => {
                let [a, b, c, d] = items.map(|x| Datum::Int(x).source());
                format!("Int64[{a} {c}; {b} {d}]")
            }
            Datum::FMat([rows, columns], items) => {
                format!("reshape({}, {rows}, {columns})", list("Float64", items))
            }
            Datum::Small(x) => format!("Int8({x})"),
            Datum::Byte(x) => format!("0x{x:02x}"),
            Datum::Single(x) => format!("Float32({})", Datum::Float(f64::from(*x)).source()),
            Datum::Bytes(items) => list("UInt8", items),
            Datum::Missing => "missing".into(),
            Datum::Adder(n) => format!("Adder({})", Datum::Int(*n).source()),
            Datum::Dict(key, value) => format!(
                "Dict({} => {})",
                Datum::Int(*key).source(),
                Datum::Int(*value).source()
            ),
            Datum::Gap(None) => "Gap()".into(),
            Datum::Gap(Some(items)) => format!("Gap({})", ints_source(items)),
            Datum::Global(name) => (*name).into(),
            Datum::SameAs(at) => format!("a{at}"),
            Datum::HolderOf(at, n) => format!("Holder(a{at}, {})", Datum::Int(*n).source()),
        }
    }
}

fn ints_source(items: &[i64]) -> String {
    let items: Vec<String> = items.iter().map(|&x| Datum::Int(x).source()).collect();
    format!("Int64[{}]", items.join(", "))
}
