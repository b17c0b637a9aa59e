//! Whether each rule of soundness that is switched off is noticed, on cases that are known to show it.
//!
//! `saturate fuzz --mutations --cases 6000 --seed 1`, with each knob of `config` below set to 0 by `--set`, finds such cases; run it again when the generator or the library of
//! rules has changed, and write the numbers here. A rule that random programs show rarely has a program of its own as well.

use saturate::diag::Source;
use saturate::egraph::{Clauses, Switches};
use saturate::pipeline::Options;
use saturate::sym::Sym;
use saturate_driver::{rules, Job};
use saturate_embedded::interp::machine::Thrown;
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};
use saturate_fuzz::config::Config;
use saturate_fuzz::mutation::{without, Search};
use saturate_fuzz::observe::{Identity, Seen, Snapshot};
use saturate_fuzz::session::beliefs;

/// A case of seed 1 that behaves otherwise without the clause.
const NOTICED: &[(&str, u64)] = &[
    ("EFFECTS", 8),
    ("ANCHORS", 399),
    ("UNUSED", 380),
    ("PINNED", 630),
    ("RELAXED", 32),
    ("EPOCHS", 44),
    ("ONE_EPOCH", 73),
    ("CONTENTS", 73),
    ("WHILE", 1935),
    ("CLEAN", 1935),
    ("WRITTEN", 171),
    ("SITES", 13),
    ("MADE_ONCE", 827),
    ("READERS", 397),
    ("CONSTANTS", 7),
    ("AVAILABLE", 4),
    ("MEMBERS", 9),
    ("CUT_USES", 2597),
    ("FOUND", 3557),
    ("INSIDE", 1013),
    ("THROWN", 442),
    ("GLOBAL", 44),
    ("OVERLAP", 3),
    ("HOISTED", 399),
    ("DEFINED", 670),
    ("RETURNED", 33),
    ("HANDED_OUT", 16),
    ("RETYPED", 9),
    ("INTRODUCED", 1204),
    ("ASSUMED", 1640),
    ("WHOLE_BODY", 9),
    ("ONE_VALUE", 44),
    ("CARRIED", 21),
];

/// Clauses that none of the first 5,000 cases shows. With earlier generators, case 865 showed `DETACHED` and case 1427 `IN_TIME`.
const SELDOM: &[&str] = &["DETACHED", "IN_TIME"];

/// Clauses that have tests of their own: `a_wrong_shape_is_noticed` in guards.rs.
const ELSEWHERE: &[&str] = &["SIZES"];

/// The settings that the numbers above belong to: a knob that is turned on later makes other programs.
fn config() -> Config {
    Config {
        guarded: 0,
        inexact: 0,
        library: 0,
        assuming: 0,
        stating: 0,
        pairing: 0,
        raising: 0,
        ..Config::default()
    }
}

/// A program whose function `f` behaves otherwise without the clause, or without several of which each would be enough.
const WRITTEN_FOR: &[(&str, &str)] = &[
    (
        "ASSUMED",
        "@rules r begin
            if issorted(~v)
                sort(~v::Vector{Int64}) --> copy(~v)
            end
            @cost sort 100
        end
        const W = [1, 2]
        reset() = (W[1] = 1)
        function f(v, w)
            @assume issorted(v)
            a = sort(v)
            w[1] = 9
            return (a, sort(v))
        end",
    ),
    (
        "PROPERTIES",
        "using LinearAlgebra
        @rules r begin
            if issymmetric(~A)
                ~A::Matrix{Int64} --> Symmetric(~A)
            end
            @cost issymmetric 100
            @cost sum(A::Matrix) 100
        end
        const W = [1 2; 2 1]
        reset() = (W[1, 2] = 2)
        function f(A, B)
            @assume issymmetric(A)
            s = sum(A)
            B[1, 2] = 9
            return (s, issymmetric(A))
        end",
    ),
    (
        "HANDLERS",
        "@rules r begin
            ~x::Float64 - ~x --> 0.0
        end
        function f()
            v = [-1.0]
            try
                y = sqrt(v[1])
                return y - y
            catch
                return 1.0
            end
        end",
    ),
    (
        "LOOKED_AT",
        "pick(n::Int64) = n > 0 ? n : 0.5
        keep(x) = x
        @rules r begin
            keep(~x::Union{Int64, Float64}) --> float(~x)
            @cost keep 10
        end
        f() = typeof(keep(pick(length([1, 2]))))",
    ),
    // In a version of what is called, too.
    (
        "HANDLERS",
        "@rules r begin
            if ~z === 0
                ~a::Int64 * ~z::Comptime{Int64} --> ~z
            end
        end
        log_of(v::Vector{Int64}, x::Int64) = push!(v, x)
        function inner(v::Vector{Int64})
            log_of(v, div(length(v), 0) * 0)
            return 1
        end
        function f()
            v = Int64[]
            try
                inner(v)
            catch
            end
            return v
        end",
    ),
    (
        "LOOKED_AT",
        "@rules r begin
            ~a::Int64 * 1.0 --> ~a
        end
        function f()
            b = length([1, 2]) * 1.0
            return b === b
        end",
    ),
    (
        "CONTENTS | OLDER",
        "@rules r begin
            -(-(~v::Vector{Int64})) --> copy(~v)
            -(-(~v::Vector{Int64})) --> ~v
        end
        function f()
            v = [1, 2]
            println(v)
            before = -(-v)
            fill!(v, 1)
            negated = -v
            println(-negated)
            return before
        end",
    ),
    (
        "BEHIND",
        "ref_of(v::Vector{Int64}) = Ref(v)
        ref_of_copy(v::Vector{Int64}) = Ref(copy(v))
        @rules r begin
            ref_of(~v::Vector{Int64}) == Ref(~v)
            ref_of_copy(~v::Vector{Int64}) == Ref(copy(~v))
            copy(copy(~v::Vector{Int64})) --> copy(~v)
            reverse(reverse(~v::Vector{Int64})) --> copy(~v)
            copy(~v::Vector{Int64}) --> ~v
            ref_of_copy(~v::Vector{Int64}) --> Ref(~v)
        end
        function f()
            v = reverse(reverse([1, 2]))
            r = ref_of_copy(v)
            v[2] = 1
            return (0, r)
        end",
    ),
    (
        "OLDER",
        "struct Holder
            v::Vector{Int64}
        end
        copied(h::Holder) = copy(h.v)
        @rules r begin
            copied(~h::Holder) --> getproperty(~h, :v)
            @cost copied 0.1
        end
        function f()
            v = [1, 2]
            h = Holder(v)
            w = copied(h)
            return (v === h.v, length(w))
        end",
    ),
    (
        "PASSED",
        "unit_of(x::Int64) = Complex(x - x + 1, 0)
        turned(z::Complex{Int64}) = Complex(-imag(z), real(z))
        other = Complex(2, 3)
        @rules r begin
            unit_of(~x::Int64) --> 1
        end
        function f()
            n = length([1, 2])
            return turned(n > 2 ? other : unit_of(n))
        end",
    ),
    (
        "COVERED",
        "at(v::Vector{Int64}, i::Int64) = v[i]
        unit_of(x::Int64) = Complex(x - x + 1, 0)
        @rules r begin
            at(~v::Vector{Int64}, ~i::Int64) == getindex(~v, ~i)
            unit_of(~x::Int64) --> 1
            @cost getindex 5
        end
        function f()
            y = unit_of(length([1, 2]))
            return [y, y][1]
        end",
    ),
    (
        "TAKEN",
        "@rules r begin
            ~a::Int64 * 1.0 --> ~a
        end
        kind(x::Float64, n) = n
        kind(x::Int64, n) = n + 1
        function f()
            n = length([1, 2])
            return kind(n * 1.0, n)
        end",
    ),
    // What is returned to callers is passed as well.
    (
        "PASSED",
        "@rules r begin
            ~a::Int64 * 1.0 --> ~a
        end
        countdown(x, n) = n == 0 ? x * 1.0 : n == 1 ? 2 : countdown(x, n - 2)
        function f()
            n = length([1, 2])
            return countdown(n, n) isa Float64
        end",
    ),
    (
        "LITERALS | TAKEN | PASSED",
        "one(x::Int64) = Complex(x - x + 1, 0)
        @rules r begin
            one(~x::Int64) --> 1
        end
        function f()
            v = [Complex(1, 2), Complex(3, 4)]
            return [one(length(v)), v[1]]
        end",
    ),
    (
        "MADE_OF | TAKEN",
        "one(x::Int64) = Complex(x - x + 1, 0)
        @rules r begin
            one(~x::Int64) --> 1
        end
        function f()
            v = fill(one(length([1, 2])), 2)
            push!(v, Complex(1, 2))
            return v
        end",
    ),
    (
        "STATED",
        "@rules r begin
            ~x::Float64 - ~x --> 0
        end
        function f()
            x = length([1, 2]) * 1.5
            v = [x]
            v[1] = (x - x) + typemax(Int64) + 1
            return v
        end",
    ),
    (
        "KEPT",
        "mutable struct Tray
            v::Vector{Int64}
        end
        @rules r begin
            copy(~v::Vector{Int64}) --> ~v
        end
        function f()
            v = [1, 2]
            t = Tray(copy(v))
            return (t, v)
        end",
    ),
    (
        "HANDED_OUT",
        "@rules r begin
            copy(copy(~v)) --> copy(~v)
        end
        f() = (v = [1, 2]; (copy(copy(v)), copy(copy(v))))",
    ),
    (
        "TWO_TERMS",
        "mutable struct Box2
            a::Vector{Int64}
            b::Vector{Int64}
        end
        pairc(v::Vector{Int64}, w::Vector{Int64}) = Box2(copy(v), copy(w))
        @rules r begin
            Box2(copy(~v::Vector{Int64}), copy(~w::Vector{Int64})) --> pairc(~v, ~w)
            @cost copy 50
            @cost pairc 1
        end
        function f()
            x = copy([1, 2])
            b = Box2(x, x)
            b.a[1] = 9
            return b.b[1]
        end",
    ),
    (
        "TWO_MADE",
        "twice(v::Vector{Int64}) = (copy(v), copy(v))
        @rules r begin
            twice(~v::Vector{Int64}) --> (copy(~v), copy(~v))
            @cost twice 100
        end
        f() = twice([1, 2])",
    ),
    // What makes the object takes it as well.
    (
        "TWO_TERMS | INSIDE",
        "mutable struct Box2
            a::Vector{Int64}
            b::Vector{Int64}
        end
        halfc(v::Vector{Int64}, w::Vector{Int64}) = Box2(copy(v), w)
        @rules r begin
            Box2(copy(~v::Vector{Int64}), ~w::Vector{Int64}) --> halfc(~v, ~w)
            @cost halfc 0
        end
        f() = (x = copy([1, 2]); Box2(x, x))",
    ),
    (
        "BESIDE",
        "both(a::Int64, b::Int64) = (a + 1, div(a, b))
        @rules r begin
            (~a::Int64 + 1, div(~a, ~b::Int64)) --> both(~a, ~b)
            @cost (+) 10
            @cost both 0
        end
        function f()
            v = [1, 0]
            y = v[1] + 1
            if v[2] > 0
                y = y + div(v[1], v[2])
            end
            return y
        end",
    ),
    (
        "TOGETHER",
        "pair(v::Vector{Int64}) = (copy(v), reverse(v))
        @rules r begin
            (copy(~v::Vector{Int64}), reverse(~v)) --> pair(~v)
            tuple(getindex(~t::Tuple{Vector{Int64}, Vector{Int64}}, 1), getindex(~t, 2)) --> ~t
            @cost reverse 50
            @cost getindex 90
        end
        function f()
            v = [1, 2]
            a = copy(v)
            b = reverse(v)
            return (a, (a, b))
        end",
    ),
    (
        "PLACES",
        "two_sums(v::Vector{Int64}, w::Vector{Int64}, u::Vector{Int64}) = (v + w, v + u)
        @rules r begin
            (~v::Vector{Int64} + ~w::Vector{Int64}, ~v + ~u::Vector{Int64}) --> two_sums(~v, ~w, ~u)
            materialize(broadcasted(+, ~v::Vector{Int64}, ~v)) == ~v + ~v
        end
        function f()
            v = [1, 2]
            x = v + v
            y = materialize(broadcasted(+, v, v))
            return (x, y)
        end",
    ),
    (
        "RETYPED",
        "@rules r begin
            float(~x::Int64) --> ~x
        end
        function f()
            kept = Any[]
            push!(kept, float(length([1, 2])))
            return kept[1]
        end",
    ),
    (
        "SINCE",
        "@rules r begin
            reverse(reverse(~v::Vector{Int64})) --> copy(~v)
            reverse(reverse(~v::Vector{Int64})) --> ~v
        end
        const W = [1, 2]
        reset() = (W[1] = 1)
        function f(v, w)
            before = reverse(reverse(v))
            w[1] = 7
            after = reverse(reverse(v))
            return (sum(before), sum(after))
        end",
    ),
    (
        "CALLERS",
        "both(v::Vector{Int64}) = (println(); (v, copy(v)))
        @rules r begin
            copy(~v::Vector{Int64}) --> ~v
        end
        function f()
            v = [1, 2]
            t = both(v)
            t[2][1] = 9
            return v[1]
        end",
    ),
    (
        "EVERY_WAY",
        "const G = [0]
        @rules r begin
        end
        function f()
            n = sum(G)
            c = n > 0
            if c
                y = div(10, n)
            else
                y = div(3, n - 1)
            end
            if c
                z = div(10, n)
            else
                z = div(4, n - 1)
            end
            return y + z
        end",
    ),
    (
        "BEHIND",
        "const TABLE = [3, 1, 4]
        mutable struct Tray
            v::Vector{Int64}
        end
        bump!(v::Vector{Int64}) = (v[1] = v[1] + 1; v)
        tray_of_copy(v::Vector{Int64}) = Tray(copy(v))
        @rules r begin
            Tray(~v::Vector{Int64}).v --> ~v
            tray_of_copy(~v::Vector{Int64}) == Tray(copy(~v))
            @cost tray_of_copy 0.5
        end
        function f()
            first = Tray(copy(TABLE))
            inside = first.v
            second = Tray(inside)
            found = second.v
            bump!(inside)
            return found
        end",
    ),
    (
        "CONSISTENT",
        "const COUNT = Ref(0)
        draw() = (COUNT[] += 1; COUNT[])
        @rules r begin
            @effects draw inconsistent
        end
        f() = draw() == draw()",
    ),
    (
        "ARGUMENTS",
        "const W = [1, 2]
        reset() = (W[1] = 1)
        @rules r begin
            sum(~a::Comptime{Vector{Int64}}) => sum(~a)
            @arg(f, 2) => W
        end
        f(x, V) = (x[1] = 9; sum(V))",
    ),
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
    (
        "DEFINED",
        "struct Gap
            v::Vector{Int64}
            Gap() = new()
        end
        @rules r begin
            ~a::Int64 - ~a --> 0
        end
        f() = (g = Gap(); g.v; 1)",
    ),
    (
        "RETURNED",
        "const G = [1, 2]
        the_constant(n) = G
        @rules r begin
            ~a::Int64 - ~a --> 0
            @cost length 50
        end
        function f()
            G[1] = 0
            n = length(G)
            a = the_constant(n - n)
            a[1] = 100
            return G[1]
        end",
    ),
    (
        "EXPOSED",
        "const KEPT = [[0, 0]]
        keep(v::Vector{Int64}) = (KEPT[1] = v; nothing)
        spoil() = (KEPT[1][1] = -1; nothing)
        @rules r begin
            ~a::Int64 - ~a --> 0
            @effects keep writes other
        end
        function f()
            r = copy([1, 2])
            keep(r)
            s = sum(r)
            spoil()
            return s - sum(r)
        end",
    ),
    (
        "OVERLAP",
        "mutable struct Tray
            v::Vector{Int64}
        end
        const G = [1, 2]
        const T = Tray(G)
        poke(t::Tray) = (t.v[1] = 7; nothing)
        @rules r begin
            ~a::Int64 - ~a --> 0
        end
        function f()
            G[1] = 1
            s = sum(G)
            poke(T)
            return s - sum(G)
        end",
    ),
    (
        "HOISTED",
        "const G = [1]
        @rules r begin
            ~a::Int64 - ~a --> 0
        end
        function f()
            n = sum(G)
            s = 0
            for i in 1:n
                if i > 5
                    s += div(n, n - 1)
                end
            end
            return s
        end",
    ),
];

/// What `f` of a program shows as it is written, and optimised with these clauses.
fn observe(text: &str, clauses: Clauses, strict: bool) -> [String; 2] {
    let mut host = Embedded::new();
    host.believe(beliefs(clauses));
    let diagnostics = host.load(Source::new("f.jl", text));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let set = host.rules[0].clone();
    let rules = rules::read(&set, &mut host).unwrap_or_else(|errors| panic!("{errors:?}"));
    // A program with a constant `W` gives it to `f`, twice.
    let args: Vec<Value> = match host.function(Sym::new("W")) {
        Some(value) => vec![value.clone(), value],
        None => Vec::new(),
    };
    let job = Job {
        name: Sym::new("f"),
        types: args.iter().map(|arg| host.type_of_value(arg)).collect(),
        rules,
    };
    let options = Options {
        switches: Switches {
            clauses,
            ..Switches::default()
        },
        strict,
        ..Options::default()
    };
    let done = job.optimize(&mut host, &options);
    let optimized = done.unwrap_or_else(|error| panic!("{error}")).optimized;
    assert_eq!(optimized.outcome.kept, None, "{text}");
    host.run = Run::new(Output::Captured(String::new()), 10_000);
    let original = host.call_value(&Value::function("f"), &args);
    if !args.is_empty() {
        let reset = host.call_value(&Value::function("reset"), &[]);
        assert!(reset.is_ok(), "{reset:?}");
    }
    let found = host.run_function(&optimized.function, &args);
    [original, found].map(|outcome| match outcome {
        Ok(value) => {
            let mut snapshot = Snapshot::new(Seen {
                identity: Identity::All,
                ranges: None,
                plain: false,
                stated: false,
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
    for &(clause, text) in WRITTEN_FOR {
        let flag: Clauses = (clause.split(" | "))
            .map(|name| Clauses::from_name(name).unwrap_or_else(|| panic!("no clause {name}")))
            .collect();
        let strict = clause == "CUT_USES";
        let [original, optimized] = observe(text, Clauses::all(), strict);
        assert_eq!(original, optimized, "{clause}");
        let [original, optimized] = observe(text, Clauses::all().difference(flag), strict);
        assert_ne!(original, optimized, "{clause} is not noticed");
    }
}

#[test]
fn every_missing_rule_is_noticed() {
    let mut missed = Vec::new();
    for (clause, flag) in Clauses::all().iter_names() {
        let known = NOTICED.iter().find(|&&(name, _)| name == clause);
        let Some(&(_, number)) = known else {
            // With another clause switched off as well, where that would be enough.
            let is_of = |names: &str| names.split(" | ").any(|name| name == clause);
            let has_program = WRITTEN_FOR.iter().any(|&(names, _)| is_of(names));
            assert!(
                has_program || SELDOM.contains(&clause) || ELSEWHERE.contains(&clause),
                "nothing is known that shows the absence of {clause}"
            );
            continue;
        };
        // That something is out of date shows once an earlier case has changed it.
        let first = match clause {
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
        if without(&search, clause, flag).noticed.is_none() {
            missed.push(clause);
        }
    }
    assert!(missed.is_empty(), "not noticed: {missed:?}");
}
