//! Runs cases on one host, which many cases share.
//!
//! Loading the prelude takes as long as many cases, and a definition makes the host forget what it has inferred; so
//! cases are loaded in batches, one text per batch.

use crate::aimed::{at_boundaries, size};
use crate::case::{Case, Datum, Input};
use crate::compare::{Stop, Uncompared};
use crate::config::Config;
use crate::filetest::{defined_name, mentions, pieces};
use crate::observe::{Identity, Seen};
use crate::ops::Ty;
use crate::random::Random;
use crate::rules::{Library, RULES};
use crate::scramble::scramble;
use saturate::calls::{self, Through};
use saturate::diag::Source;
use saturate::effects::Effects;
use saturate::egraph::{Clauses, Freedoms};
use saturate::host::{Declared, Host};
use saturate::ir::infer::Inferred;
use saturate::ir::print::print;
use saturate::ir::verify::verify;
use saturate::ir::{Const, Function, Type};
use saturate::pipeline::{optimize, Kept, Options};
use saturate::rules::library;
use saturate::rules::rule::{ArgRule, RuleSet};
use saturate::sizes::claims::SizeClaims;
use saturate::sym::Sym;
use saturate_driver::program::load_library;
use saturate_embedded::interp::checked;
use saturate_embedded::interp::Value;
use saturate_embedded::{Beliefs, Embedded, Specialization};
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::OnceLock;

/// What programs may use besides Base.
pub const SUPPORT: &str = include_str!("support.jl");

/// Cases after which a host is to be given up.
const RENEW: usize = 4_096;

/// Inputs at the boundaries of guards that a case is run on, at most.
const MOST_AIMED: usize = 12;

/// Functions of the support file that are said to do more than they do.
pub const HIDDEN: [(&str, Effects); 5] = [
    ("hidden_copy", Effects::UNKNOWN),
    ("hidden_cell", Effects::OTHER.union(Effects::ALLOCATES)),
    ("hidden_tray", Effects::UNKNOWN),
    ("hidden_product", Effects::UNKNOWN),
    ("hidden_positive", Effects::OTHER.union(Effects::THROWS)),
];

/// Functions that the rules of another entry claim to be pure. They are not, and this entry must not hear of it.
const CLAIMED: [&str; 5] = ["note", "poke_table", "bump_table", "tick", "poke"];

/// How a case ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// The same.
    Same {
        /// Whether the optimised function differs from the original.
        changed: bool,
        /// How many inputs were compared.
        compared: u32,
    },
    /// Nothing can be said, and why.
    Skipped(String),
    /// A defect.
    Failed(Failure),
}

/// What is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// In one word.
    pub kind: Kind,
    /// On which input, if that matters.
    pub input: Option<Input>,
    /// At length.
    pub details: String,
}

/// Kinds of failures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Another value.
    Value,
    /// Other output.
    Output,
    /// Another exception, or one where there was none, or none where there was one.
    Exception,
    /// Other contents of memory.
    Memory,
    /// Another object in place of one that was there before.
    Identity,
    /// The optimised function does not end.
    Fuel,
    /// The optimiser fell over.
    Panic,
    /// The optimiser returned the original because its own result was not valid.
    Invalid,
    /// Something was claimed of a type, a constant or a call that does not hold.
    Claim,
}

/// A host with the support file and the rules.
pub struct Session {
    /// The host.
    pub host: Embedded,
    /// Programs that would be others without a freedom, by its name.
    pub freedoms: BTreeMap<&'static str, u64>,
    /// Cases with a guard.
    pub guarded: u64,
    /// Inputs that were aimed at the boundaries of guards.
    pub aimed: u64,
    /// Runs whose values were compared with the sizes that they are claimed to have.
    pub sized: u64,
    /// The rules.
    pub library: Library,
    /// How programs are made and run.
    pub config: Config,
    pub(crate) cell: Type,
    pub(crate) holder: Type,
    pub(crate) duo: Type,
    /// What rules declare of the functions of the support file.
    hidden: Vec<Declared>,
    /// The same, with claims that are false.
    claimed: Vec<Declared>,
    /// A copy of `TABLE` as it is when a run begins.
    table: Const,
    pub(crate) ranges: [Type; 2],
    /// Types of parameters.
    params: Vec<(Ty, Type)>,
    /// Cases loaded so far.
    loaded: usize,
    /// Whether each of the cases loaded last uses globals.
    with_globals: Vec<bool>,
    /// Whether the case at hand does: they then are set anew before each run.
    pub(crate) uses_globals: bool,
}

/// Names of the support file that lead to globals: they themselves, and functions that use them, directly or through others.
fn names_of_globals() -> &'static [&'static str] {
    static NAMES: OnceLock<Vec<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let pieces = pieces(SUPPORT);
        let mut names = listed(SUPPORT, "all_globals() = (", ")");
        loop {
            let found = (pieces.iter())
                .map(|piece| (defined_name(piece), *piece))
                .find(|(name, piece)| {
                    !names.contains(name) && names.iter().any(|known| mentions(piece, known))
                });
            match found {
                Some((name, _)) => names.push(name),
                None => return names,
            }
        }
    })
}

/// What stands in a list between two marks.
fn listed(text: &'static str, open: &str, close: &str) -> Vec<&'static str> {
    let list = text
        .split_once(open)
        .and_then(|(_, rest)| rest.split_once(close));
    let list = list.map_or("", |(list, _)| list);
    list.split(", ").collect()
}

/// Whether a program may read or write globals: conservative and cheap, by their names.
fn uses_globals(text: &str) -> bool {
    names_of_globals().iter().any(|name| text.contains(name))
}

/// The name of a case's function.
fn name_of(at: usize) -> String {
    format!("case_{at}")
}

/// What the host is made to believe where a clause is off that it sees to.
pub fn beliefs(clauses: Clauses) -> Beliefs {
    Beliefs {
        fields_are_defined: !clauses.contains(Clauses::DEFINED),
        objects_are_values: !clauses.contains(Clauses::RETURNED),
    }
}

impl Session {
    /// A new host. The support file and the rules are part of this crate: that they load is tested.
    pub fn new(config: &Config) -> Session {
        let mut host = Embedded::new();
        host.believe(beliefs(config.switches.clauses));
        for (name, text) in [("support.jl", SUPPORT), ("rules.jl", RULES)] {
            let diagnostics = host.load(Source::new(name, text));
            assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
        }
        load_library(library::names(), &mut host);
        let mut hidden = Vec::new();
        for (name, effects) in HIDDEN {
            if let Some(function) = host.function(Sym::new(name)) {
                hidden.push(Declared {
                    function: host.intern(&function),
                    args: None,
                    given: None,
                    effects,
                });
            }
        }
        let mut claimed = hidden.clone();
        for name in CLAIMED {
            if let Some(function) = host.function(Sym::new(name)) {
                claimed.push(Declared {
                    function: host.intern(&function),
                    args: None,
                    given: None,
                    effects: Effects::empty(),
                });
            }
        }
        host.declare_effects(&hidden);
        host.set_checked(config.checked);
        let library = match Library::read(&mut host) {
            Ok(library) => library,
            Err(errors) => panic!("rules.jl: {errors:?}"),
        };
        let types = host
            .signature_from_text("Cell, Holder, Duo, UnitRange{Int64}, StepRange{Int64, Int64}");
        let Ok(&[cell, holder, duo, unit, step]) = types.as_deref() else {
            panic!("support.jl does not define its types")
        };
        let table = (host.function(Sym::new("TABLE")))
            .map(|table| host.intern(&table))
            .and_then(|table| host.snapshot(table).ok());
        let Some(table) = table else {
            panic!("support.jl does not define its globals")
        };
        Session {
            host,
            hidden,
            claimed,
            table,
            library,
            config: config.clone(),
            cell,
            holder,
            duo,
            ranges: [unit, step],
            params: Vec::new(),
            loaded: 0,
            with_globals: Vec::new(),
            uses_globals: true,
            freedoms: BTreeMap::new(),
            guarded: 0,
            aimed: 0,
            sized: 0,
        }
    }

    /// Whether this host has seen enough cases: it never forgets a type or a constant.
    pub fn is_used_up(&self) -> bool {
        self.loaded >= RENEW
    }

    /// Runs cases, one after the other.
    pub fn run(&mut self, cases: &[Case], mut each: impl FnMut(&Case, Verdict)) {
        let mut first = self.loaded;
        self.load(cases);
        for (at, case) in cases.iter().enumerate() {
            let name = name_of(first + at);
            self.uses_globals = self.with_globals[at];
            let verdict = catch_unwind(AssertUnwindSafe(|| self.judge(case, &name)));
            let verdict = verdict.unwrap_or_else(|panic| {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).into()));
                Verdict::Failed(Failure {
                    kind: Kind::Panic,
                    input: None,
                    details: text.unwrap_or_default(),
                })
            });
            if matches!(&verdict, Verdict::Failed(failure) if failure.kind == Kind::Panic) {
                // What the panic left behind is not to be trusted.
                checked::reset();
                *self = Session::new(&self.config);
                first = 0;
                self.load(cases);
            }
            each(case, verdict);
        }
    }

    fn load(&mut self, cases: &[Case]) {
        let mut text = String::new();
        self.with_globals.clear();
        for (at, case) in cases.iter().enumerate() {
            let start = text.len();
            case.program.append(&mut text, &name_of(self.loaded + at));
            let passed = |datum: &Datum| matches!(datum, Datum::Global(_));
            let uses = uses_globals(&text[start..]) || case.inputs.iter().flatten().any(passed);
            self.with_globals.push(uses);
        }
        self.host.load(Source::new("cases.jl", &text));
        self.loaded += cases.len();
    }

    /// Runs one case.
    pub fn run_one(&mut self, case: &Case) -> Verdict {
        let mut verdict = Verdict::Skipped("not run".into());
        self.run(std::slice::from_ref(case), |_, found| verdict = found);
        verdict
    }

    fn types(&mut self, case: &Case) -> Vec<Type> {
        let params = case.program.params.iter();
        params.map(|&(_, ty)| self.type_of(ty)).collect()
    }

    /// The type of a parameter; its annotation is read once.
    fn type_of(&mut self, ty: Ty) -> Type {
        if let Some(&(_, known)) = self.params.iter().find(|&&(of, _)| of == ty) {
            return known;
        }
        let read = self.host.signature_from_text(ty.annotation());
        let known = match read.as_deref() {
            Ok(&[known]) => known,
            _ => self.host.any(),
        };
        self.params.push((ty, known));
        known
    }

    /// Another entry, the same function with rules that make false claims, is optimised first.
    fn declare_otherwise(&mut self, name: &str, types: &[Type], options: &Options) {
        self.host.declare_effects(&self.claimed);
        if let Ok(other) = self.host.typed(Sym::new(name), types) {
            let none = RuleSet::new("claims");
            optimize(
                &other.function,
                &other.inferred,
                &none,
                &mut self.host,
                options,
            );
        }
        // What was evaluated by the false claims is no finding.
        self.host.take_failed_claims();
        self.host.declare_effects(&self.hidden);
        // What that entry was told to believe is not this one's claim.
        self.host.take_failed_claims();
    }

    fn judge(&mut self, case: &Case, name: &str) -> Verdict {
        let types = self.types(case);
        let options = case.options(&self.config);
        if case.claims && self.uses_globals {
            self.declare_otherwise(name, &types, &options);
        }
        let special: Rc<Specialization> = match self.host.typed(Sym::new(name), &types) {
            Ok(special) => special,
            Err(diagnostic) => return Verdict::Skipped(format!("does not load: {diagnostic}")),
        };
        let mut rules = self.library.set(&case.rules, &case.costs, case.raised);
        if let Some(known) = case.known {
            let function = self.host.intern(&Value::function(name));
            rules.push_arg(ArgRule {
                function,
                index: known as u32 + 1,
                value: self.table,
                at: None,
            });
        }
        let scrambled = (case.scramble)
            .map(|seed| scramble(&special.function, &mut Random::new(seed), &mut self.host));
        let (function, inferred) = match &scrambled {
            Some((function, inferred)) => (function, inferred),
            None => (&*special.function, &*special.inferred),
        };
        if let (true, Err(error)) = (scrambled.is_some(), verify(function)) {
            return Verdict::Failed(Failure {
                kind: Kind::Invalid,
                input: None,
                details: format!("scrambled: {}", error.diagnostic(function)),
            });
        }
        let entry = self.host.intern(&Value::function(name));
        let host = &mut self.host;
        let optimized = calls::optimize(function, inferred, Some(entry), &rules, host, &options);
        if let Some(why) = &optimized.outcome.kept {
            if !matches!(why, Kept::NoCheaper | Kept::Confused) {
                let shape = scrambled.as_ref().map(|(shape, _)| shape);
                return Verdict::Failed(Failure {
                    kind: Kind::Invalid,
                    input: None,
                    details: self.with_shape(why.to_string(), shape),
                });
            }
        }
        if let Some(claim) = self.host.take_failed_claims().into_iter().next() {
            return Verdict::Failed(failed_claim(None, claim));
        }
        let changed = optimized.outcome.kept.is_none();
        if self.config.counted {
            self.count_calls(&optimized.through);
            self.count_freedoms(function, inferred, &rules, &options);
        }
        let mut compared = 0;
        let mut skipped = None;
        // Every variant is right at all sizes, whichever the guard picks.
        let results = std::iter::once(&optimized.function).chain(&optimized.programs);
        let mut inputs = case.inputs.clone();
        if let Some(guard) = &optimized.guard {
            let own = u32::from(function.has_self);
            let aimed = case.inputs.iter();
            let aimed = aimed.flat_map(|input| at_boundaries(input, own, guard));
            inputs.extend(aimed.take(MOST_AIMED));
            self.guarded += 1;
            self.aimed += (inputs.len() - case.inputs.len()) as u64;
        }
        if let Err(failure) = self.check_sizes((function, inferred), &rules, &options, &inputs) {
            return Verdict::Failed(failure);
        }
        let runs = inputs.iter();
        let runs = runs.flat_map(|input| results.clone().map(move |result| (input, result)));
        for (input, result) in runs {
            match self.compare(case, name, result, input) {
                Ok(()) => compared += 1,
                Err(Uncompared::Skip(why)) => skipped = Some(why),
                Err(Uncompared::Claim(claim)) => {
                    let code = print(result, &mut self.host);
                    let details = format!("{claim}\n{code}");
                    return Verdict::Failed(failed_claim(Some(input.clone()), details));
                }
                Err(Uncompared::Different(kind, details)) => {
                    let code = print(result, &mut self.host);
                    let shape = scrambled.as_ref().map(|(shape, _)| shape);
                    let details = format!("{details}\n{code}");
                    return Verdict::Failed(Failure {
                        kind,
                        input: Some(input.clone()),
                        details: self.with_shape(details, shape),
                    });
                }
            }
        }
        match skipped {
            Some(why) if compared == 0 => Verdict::Skipped(why),
            _ => Verdict::Same { changed, compared },
        }
    }

    /// What failed, with the function in the shape that no source has, if it had one.
    fn with_shape(&mut self, details: String, shape: Option<&Function>) -> String {
        match shape {
            Some(shape) => {
                let shape = print(shape, &mut self.host);
                format!("{details}\nfrom this shape:\n{shape}")
            }
            None => details,
        }
    }

    /// Counts what became of the calls of a program.
    fn count_calls(&mut self, through: &Through) {
        let counts = [
            ("SPLICED", !through.spliced.is_empty()),
            ("SPLICED_TWICE", through.spliced.len() > 1),
            ("VERSIONS", !through.versions.is_empty()),
            ("HANDED", through.handed.called > 0),
            ("HELD", through.handed.held > 0),
            ("MADE", through.handed.made > 0),
            ("LOOPS_RAISED", !through.raised.is_empty()),
        ];
        for (name, happened) in counts {
            *self.freedoms.entry(name).or_default() += u64::from(happened);
        }
    }

    /// Compares the sizes that values are claimed to have with what they are, in checked sessions where costs depend on sizes.
    fn check_sizes(
        &mut self,
        (function, inferred): (&Function, &Inferred),
        rules: &RuleSet,
        options: &Options,
        inputs: &[Input],
    ) -> Result<(), Failure> {
        if !self.config.checked || !rules.has_sizes() {
            return Ok(());
        }
        let claims = SizeClaims::new(function, inferred, rules, &mut self.host, options);
        self.host.take_failed_claims();
        let Some(claims) = claims.filter(|claims| !claims.is_empty()) else {
            return Ok(());
        };
        let own = u32::from(function.has_self);
        let seen = Seen {
            identity: Identity::None,
            ranges: None,
            plain: false,
            stated: false,
        };
        for input in inputs {
            let sizes = claims.at(|origin| size(input, own, origin));
            let plain = self.observe(input, seen, self.config.fuel, |host, args| {
                host.run_function(function, args)
            });
            // What throws has not needed all of its sizes.
            if !plain.is_ok_and(|seen| seen.result.is_ok()) {
                continue;
            }
            self.sized += 1;
            let checked = self.observe(input, seen, self.config.fuel, |host, args| {
                host.run_with_sizes(function, args, &sizes)
            });
            if let Err(Stop::Claim(claim)) = checked {
                let code = print(function, &mut self.host);
                let details = format!("{claim}\n{code}");
                return Err(failed_claim(Some(input.clone()), details));
            }
        }
        Ok(())
    }

    /// Counts the freedoms without which this program would be another one.
    fn count_freedoms(
        &mut self,
        function: &Function,
        inferred: &Inferred,
        rules: &RuleSet,
        options: &Options,
    ) {
        let with_all = optimize(function, inferred, rules, &mut self.host, options);
        let with_all = print(&with_all.function, &mut self.host);
        for (name, freedom) in Freedoms::all().iter_names() {
            let mut less = options.clone();
            less.switches.freedoms.remove(freedom);
            let without = optimize(function, inferred, rules, &mut self.host, &less);
            if print(&without.function, &mut self.host) != with_all {
                *self.freedoms.entry(name).or_default() += 1;
            }
        }
    }
}

fn failed_claim(input: Option<Input>, details: String) -> Failure {
    Failure {
        kind: Kind::Claim,
        input,
        details,
    }
}
