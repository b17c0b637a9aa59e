//! Whether each rule of soundness that is switched off is noticed, on cases that are known to show it.
//!
//! `saturate fuzz --mutations --cases 100000 --seed 1 --set guarded=0 --set inexact=0 --set library=0` finds such cases; run it again when the generator or the library of
//! rules has changed, and write the numbers here and into `docs/trust.md`. A rule that random programs show rarely
//! has a program of its own as well.

use saturate::diag::Source;
use saturate::egraph::Guards;
use saturate::pipeline::{optimize, Options};
use saturate::rules::syntax::read_block;
use saturate::sym::Sym;
use saturate_embedded::interp::machine::Thrown;
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};
use saturate_fuzz::config::Config;
use saturate_fuzz::mutation::{without, Search};
use saturate_fuzz::observe::{Identity, Seen, Snapshot};

/// A case of seed 1 that behaves otherwise without the guard.
const NOTICED: &[(&str, u64)] = &[
    ("EFFECTS", 190),
    ("ANCHORS", 5861),
    ("UNUSED", 371),
    ("PINNED", 1023),
    ("RELAXED", 190),
    ("DETACHED", 519),
    ("CONSISTENT", 143),
    ("EPOCHS", 314),
    ("ONE_EPOCH", 298),
    ("CONTENTS", 475),
    ("WHILE", 590),
    ("CLEAN", 590),
    ("WRITTEN", 2291),
    ("SITES", 28),
    ("MADE_ONCE", 11024),
    ("READERS", 764),
    ("CONSTANTS", 2640),
    ("AVAILABLE", 44),
    ("MEMBERS", 3766),
    ("HANDLERS", 32640),
    ("IN_TIME", 2146),
    ("LOOKED_AT", 16702),
    ("CUT_USES", 1539),
    ("FOUND", 8288),
    ("INSIDE", 4146),
];

/// The settings that the numbers above belong to: a knob that is turned on later makes other programs.
fn config() -> Config {
    Config {
        guarded: 0,
        inexact: 0,
        library: 0,
        ..Config::default()
    }
}

/// A program whose function `f` behaves otherwise without the guard.
const WRITTEN_FOR: &[(&str, &str)] = &[
    (
        "CUT_USES",
        "at(v::Vector{Int64}, i::Int64) = v[i]
        @rules r begin
            at(~v::Vector{Int64}, ~i::Int64) --> getindex(~v, ~i)
            ~a::Int64 == ~a --> true
        end
        function f()
            v = [1, 2]
            x = at(v, 7)
            y = length(v)
            if y == y
                return 1
            end
            return x
        end",
    ),
    (
        "FOUND",
        "mutable struct Tray
            v::Vector{Int64}
        end
        inner(t::Tray) = t.v
        @rules r begin
            getproperty(~t::Tray, :v) --> copy(inner(~t))
            @cost getproperty 50
        end
        function f()
            t = Tray([1, 2])
            p = t.v
            p[1] = 7
            return t.v[1], p[1]
        end",
    ),
    (
        "INSIDE",
        "mutable struct Tray
            v::Vector{Int64}
        end
        tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
        @rules r begin
            Tray(copy(~v::Vector{Int64})) --> tray_of_copy(~v)
            @cost Tray 50
        end
        function f()
            c = copy([1, 2])
            return Tray(c), c
        end",
    ),
];

/// What `f` of a program shows as it is written, and optimised with these guards.
fn observe(text: &str, guards: Guards, strict: bool) -> [String; 2] {
    let mut host = Embedded::new();
    let diagnostics = host.load(Source::new("f.jl", text));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let source = host.rules[0].clone();
    let rules = read_block(
        &source.ast,
        source.name,
        source.body,
        source.span,
        &mut host,
    );
    let rules = rules.unwrap_or_else(|errors| panic!("{errors:?}"));
    let special = host
        .typed(Sym::new("f"), &[])
        .unwrap_or_else(|error| panic!("{error}"));
    let options = Options {
        guards,
        strict,
        ..Options::default()
    };
    let optimized = optimize(
        &special.function,
        &special.inferred,
        &rules,
        &mut host,
        &options,
    );
    assert_eq!(optimized.outcome.kept, None);
    host.run = Run::new(Output::Captured(String::new()), 10_000);
    let original = host.call_value(&Value::function("f"), &[]);
    let found = host.run_function(&optimized.function, &[]);
    [original, found].map(|outcome| match outcome {
        Ok(value) => {
            let mut snapshot = Snapshot::new(Seen {
                identity: Identity::All,
                ranges: None,
                plain: false,
            });
            snapshot.add(&value);
            snapshot.take()
        }
        Err(thrown @ Thrown::Exception(_)) => host.describe_thrown(&thrown),
        Err(other) => panic!("{other:?}"),
    })
}

#[test]
fn programs_written_for_a_rule_show_its_absence() {
    for &(guard, text) in WRITTEN_FOR {
        let flag = Guards::from_name(guard).unwrap_or_else(|| panic!("no guard {guard}"));
        let strict = guard == "CUT_USES";
        let [original, optimized] = observe(text, Guards::all(), strict);
        assert_eq!(original, optimized, "{guard}");
        let [original, optimized] = observe(text, Guards::all().difference(flag), strict);
        assert_ne!(original, optimized, "{guard} is not noticed");
    }
}

#[test]
fn every_missing_rule_is_noticed() {
    let mut missed = Vec::new();
    for (guard, flag) in Guards::all().iter_names() {
        let known = NOTICED.iter().find(|&&(name, _)| name == guard);
        let Some(&(_, number)) = known else {
            panic!("no case is known that shows the absence of {guard}");
        };
        // That something is out of date shows once an earlier case has changed it.
        let first = match guard {
            "CONSTANTS" | "WRITTEN" => 0,
            _ => number,
        };
        let search = Search {
            seed: 1,
            first,
            cases: number + 1 - first,
            threads: 1,
            config: config(),
        };
        if without(&search, guard, flag).noticed.is_none() {
            missed.push(guard);
        }
    }
    assert!(missed.is_empty(), "not noticed: {missed:?}");
}
