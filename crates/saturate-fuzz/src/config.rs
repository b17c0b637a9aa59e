//! Every knob of the generator, in one place.

use crate::ops::{Feature, Op, Ty};
use saturate::egraph::Switches;

/// What generated programs look like and how they are run.
///
/// Programs end by construction: loops run over ranges of at most [`Config::trips`] steps, over copies of arrays, or have
/// a counter; nothing recurses. Nested loops over growing arrays can still take long, which is what the fuel is for.
#[derive(Clone, Debug)]
pub struct Config {
    /// Parameters of a function, at most.
    pub params: usize,
    /// Statements, at most, those of nested blocks included.
    pub statements: usize,
    /// Depth of nested blocks.
    pub nesting: usize,
    /// Depth of expressions.
    pub depth: usize,
    /// Rounds of a loop, at most.
    pub trips: u32,
    /// Expressions that are the left side of a rule of the case: percent.
    pub seeds: u32,
    /// Statements that are a left side taken apart, with something in between: percent.
    pub scenes: u32,
    /// Calls inside the left side of a scene that are a statement of their own: percent.
    pub splits: u32,
    /// Something that may disturb what a rule says, between the statements of a scene: percent.
    pub disturbances: u32,
    /// Scenes that are played twice: percent.
    pub again: u32,
    /// Scenes that have the right side of their rule as well: percent.
    pub mirrored: u32,
    /// Calls of a scene that are made as the left side of another rule, one that gives such a call: percent.
    pub chained: u32,
    /// Scenes that end with a look at what they have computed in a branch that a rule decides, where there is such a rule: percent.
    pub decided: u32,
    /// Results that are the mutable objects of a scene, where there are any: percent.
    pub witnesses: u32,
    /// Disturbances that write one of the objects at hand; the others are any statement: percent.
    pub writes_between: u32,
    /// Scenes whose end is inside a branch, a loop or a handler: percent.
    pub enclosed: u32,
    /// Operations that throw: percent of what would be chosen otherwise.
    pub throws: u32,
    /// Output, likewise.
    pub prints: u32,
    /// Writes, likewise.
    pub writes: u32,
    /// Global variables and mutable constants, likewise.
    pub globals: u32,
    /// Comparisons by identity, likewise.
    pub identity: u32,
    /// Anonymous functions and functions called for every element, likewise.
    pub closures: u32,
    /// Functions that print, given to functions that call them for every element: percent of anonymous functions.
    pub noisy: u32,
    /// `try`/`catch`: percent of statements.
    pub handlers: u32,
    /// Globals of other kinds than arrays and numbers, as above: percent of what would be chosen otherwise.
    pub state: u32,
    /// Calls that end in globals and whose arguments do not lead there, likewise.
    pub deep: u32,
    /// Calls that return a constant that can be written, likewise.
    pub returned: u32,
    /// Objects that are called and are changed by it, likewise.
    pub functors: u32,
    /// Functions with effects that are called for every element, likewise.
    pub pokes: u32,
    /// Objects that are thrown, and handlers that look at them, likewise.
    pub thrown: u32,
    /// Objects with undefined fields, likewise.
    pub undefined: u32,
    /// Numbers of several types, likewise.
    pub mixed: u32,
    /// Conversions between them that may throw, likewise.
    pub inexact: u32,
    /// Dictionaries, likewise.
    pub dicts: u32,
    /// Sums of ranges that are short only behind a condition, likewise.
    pub guarded: u32,
    /// Statements that make the same call twice, one that ends in globals or of a helper: percent.
    pub twice: u32,
    /// Anonymous functions that write what they capture, or globals: percent.
    pub writing: u32,
    /// Cases of 100 that have generated helpers, which call each other.
    pub helpers: u32,
    /// Arguments that are a global themselves: percent of arrays, cells and dictionaries.
    pub passed: u32,
    /// Cases of 100 that have the rules of the library (`rules/*.jl`).
    pub library: u32,
    /// Matrices of floats and functions of floats, which the library's rules are about: percent of what would be chosen otherwise.
    pub laws: u32,
    /// Complex integers, which literals of rules stand for, likewise.
    pub stated: u32,
    /// What depends on the last bit of a float, likewise: comparisons and quotients.
    pub exactly: u32,
    /// Whether integers at the ends of their type take part. A law that holds up to rounding does not for floats made of them.
    pub extremes: bool,
    /// Cases of 100, but for those of the library, that assume something of their arguments (`@assume`).
    pub assuming: u32,
    /// Cases of 100, but for those of the library, with rules that give numbers as literals of another type.
    pub stating: u32,
    /// What makes two objects of one kind, or takes them apart, likewise: percent of what would be chosen otherwise.
    pub paired: u32,
    /// Cases of 100, but for those of the library, with rules that make several objects of one kind.
    pub pairing: u32,
    /// Cases of 100 with rules about loops, and with loops that look like what they are about.
    pub raising: u32,
    /// Cases of 100 of which an argument is known to the optimiser (`@arg`).
    pub known: u32,
    /// Cases of 100 before which an entry is optimised whose rules make false claims about effects.
    pub claims: u32,
    /// Cases of 100 whose costs depend on sizes.
    pub sized: u32,
    /// Cases of 100 that are of one of the shapes.
    pub shaped: u32,
    /// Cases of 100 whose function is scrambled before it is optimised.
    pub scrambled: u32,
    /// Inputs that each program is run on.
    pub inputs: usize,
    /// Steps that a run of the original may take; a case that needs more is skipped.
    pub fuel: u64,
    /// Whether runs check what is claimed of types and effects.
    pub checked: bool,
    /// Rules of a case, at most.
    pub rules: usize,
    /// Cases of 100 whose saturation ends early by a small limit.
    pub small_limits: u32,
    /// Cases of 100 that take a random program in place of the best.
    pub chaos: u32,
    /// Cases of 100 in which exceptions are kept exactly.
    pub strict: u32,
    /// Cases of 100 that choose greedily.
    pub greedy: u32,
    /// Cases of 1,000 that choose by an ILP on HiGHS, in builds that have it; exactly or otherwise without.
    pub ilp: u32,
    /// Whether the freedoms without which a program would be another one are counted.
    pub counted: bool,
    /// Rules of soundness that the optimiser applies: all, but where the oracle itself is tested.
    pub switches: Switches,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            params: 5,
            statements: 8,
            nesting: 2,
            depth: 3,
            trips: 3,
            seeds: 25,
            scenes: 45,
            splits: 55,
            disturbances: 40,
            again: 25,
            mirrored: 15,
            chained: 25,
            decided: 10,
            witnesses: 30,
            writes_between: 75,
            enclosed: 30,
            throws: 40,
            prints: 60,
            writes: 100,
            globals: 30,
            identity: 50,
            closures: 60,
            noisy: 15,
            handlers: 2,
            state: 30,
            deep: 20,
            returned: 20,
            functors: 30,
            pokes: 20,
            thrown: 20,
            undefined: 20,
            mixed: 20,
            inexact: 20,
            dicts: 30,
            guarded: 10,
            twice: 10,
            writing: 20,
            helpers: 20,
            passed: 10,
            library: 10,
            laws: 0,
            stated: 0,
            exactly: 100,
            extremes: true,
            assuming: 8,
            stating: 5,
            paired: 0,
            pairing: 8,
            raising: 8,
            known: 5,
            claims: 1,
            sized: 25,
            shaped: 20,
            scrambled: 15,
            inputs: 2,
            fuel: 50_000,
            checked: true,
            rules: 40,
            small_limits: 10,
            chaos: 40,
            strict: 30,
            greedy: 10,
            ilp: 10,
            counted: false,
            switches: Switches::default(),
        }
    }
}

/// Programs in which something matters that is rare in others: the same generator, with other percentages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Equal calls that throw, with output between them, and exceptions kept exactly.
    Late,
    /// Values that are only looked at behind a branch that a rule decides, and exceptions kept exactly.
    InVain,
    /// Both sides of a rule, and a write to one of them.
    Mirrored,
    /// An object that one rule makes and another one takes apart, and what is inside it, both returned.
    Nested,
}

impl Shape {
    /// All of them.
    pub const ALL: [Shape; 4] = [Shape::Late, Shape::InVain, Shape::Mirrored, Shape::Nested];
}

impl Config {
    /// The knob of this name, if it is a percentage.
    pub fn knob(&mut self, name: &str) -> Option<&mut u32> {
        Some(match name {
            "seeds" => &mut self.seeds,
            "scenes" => &mut self.scenes,
            "throws" => &mut self.throws,
            "prints" => &mut self.prints,
            "writes" => &mut self.writes,
            "globals" => &mut self.globals,
            "identity" => &mut self.identity,
            "closures" => &mut self.closures,
            "noisy" => &mut self.noisy,
            "handlers" => &mut self.handlers,
            "state" => &mut self.state,
            "deep" => &mut self.deep,
            "returned" => &mut self.returned,
            "functors" => &mut self.functors,
            "pokes" => &mut self.pokes,
            "thrown" => &mut self.thrown,
            "undefined" => &mut self.undefined,
            "mixed" => &mut self.mixed,
            "inexact" => &mut self.inexact,
            "dicts" => &mut self.dicts,
            "guarded" => &mut self.guarded,
            "twice" => &mut self.twice,
            "writing" => &mut self.writing,
            "helpers" => &mut self.helpers,
            "passed" => &mut self.passed,
            "library" => &mut self.library,
            "assuming" => &mut self.assuming,
            "stating" => &mut self.stating,
            "pairing" => &mut self.pairing,
            "raising" => &mut self.raising,
            "known" => &mut self.known,
            "claims" => &mut self.claims,
            "sized" => &mut self.sized,
            "shaped" => &mut self.shaped,
            "scrambled" => &mut self.scrambled,
            "chaos" => &mut self.chaos,
            "strict" => &mut self.strict,
            "greedy" => &mut self.greedy,
            _ => return None,
        })
    }

    /// How often operations of this kind are taken: percent.
    pub fn percent(&self, feature: Feature) -> u32 {
        match feature {
            Feature::Plain => 100,
            Feature::Throws => self.throws,
            Feature::Prints => self.prints,
            Feature::Writes => self.writes,
            Feature::Globals => self.globals,
            Feature::Identity => self.identity,
            Feature::Dots => self.closures,
            Feature::State => self.state,
            Feature::Deep => self.deep,
            Feature::Returned => self.returned,
            Feature::Functors => self.functors,
            Feature::Pokes => self.pokes,
            Feature::Thrown => self.thrown,
            Feature::Undefined => self.undefined,
            Feature::Mixed => self.mixed,
            Feature::Inexact => self.inexact,
            Feature::Dicts => self.dicts,
            Feature::Guarded => self.guarded,
            Feature::Laws => self.laws,
            Feature::Exactly => self.exactly,
            Feature::Stated => self.stated,
            Feature::Paired => self.paired,
        }
    }

    /// Whether there are values of this type.
    pub fn has(&self, ty: Ty) -> bool {
        self.percent(ty.feature()) > 0
    }

    /// Whether there are operations like this one.
    pub fn allows(&self, op: &Op) -> bool {
        self.percent(op.feature) > 0
            && op.args.iter().all(|&ty| self.has(ty))
            && self.has(op.result)
    }

    /// These settings, for programs of one shape only.
    pub fn of_shape(&self, shape: Shape) -> Config {
        let plain = Config {
            shaped: 0,
            ..self.clone()
        };
        match shape {
            Shape::Late => Config {
                strict: 100,
                scenes: 90,
                again: 90,
                writes_between: 0,
                prints: 100,
                throws: 100,
                writes: 0,
                globals: 0,
                ..plain
            },
            Shape::InVain => Config {
                strict: 100,
                scenes: 80,
                decided: 70,
                enclosed: 0,
                throws: 100,
                ..plain
            },
            Shape::Mirrored => Config {
                strict: 0,
                scenes: 80,
                mirrored: 80,
                disturbances: 80,
                writes_between: 100,
                enclosed: 0,
                witnesses: 60,
                ..plain
            },
            Shape::Nested => Config {
                strict: 0,
                scenes: 90,
                splits: 80,
                chained: 70,
                disturbances: 10,
                enclosed: 10,
                witnesses: 90,
                ..plain
            },
        }
    }
}
