//! Cases as a file for real Julia: programs, inputs, rules and settings, in one module.
//!
//! `julia/Saturate/test/fuzz.jl` loads such a file, optimises each function and compares original and callable on every
//! input. Output goes to a buffer: the module has its own `println`. Reading a set of rules takes Julia longer than a case, so
//! neighbours share one.

use crate::case::{Case, Datum};
use crate::config::Config;
use crate::filetest::rules;
use crate::random::Random;
use crate::rules::Class;
use crate::session::{Session, SUPPORT};
use saturate::pipeline::Strategy;
use std::fmt::Write;

/// Cases that share a set of rules.
const SHARED: u64 = 16;

const OPENING: &str = "\
using Saturate
using Base.Broadcast: broadcasted, materialize
using Base.Checked: checked_add, checked_mul
using Base: vect
const OUT = IOBuffer()
println(xs...) = Base.println(OUT, xs...)
const CASES = Any[]
";

/// Cases `first`, `first + 1`, … of the campaign with this seed, as Julia source. They are not those of
/// [`Case::generate`]: rules come from the number of the group.
pub fn write(seed: u64, first: u64, count: u64, config: &Config) -> String {
    let mut session = Session::new(config);
    let mut text = format!("# `saturate fuzz --julia`, seed {seed}.\n{OPENING}");
    text.push_str(SUPPORT);
    let mut number = first;
    while number < first + count {
        let group = number / SHARED;
        let mut random = Random::of_case(seed, group);
        let strict = random.percent(config.strict);
        let [dropping, aliasing, fusion] = [50, 35, 35].map(|percent| random.percent(percent));
        let mut apart = Random::of_case(seed, !group);
        let assuming = apart.percent(config.assuming);
        let stating = apart.percent(config.stating);
        let pairing = apart.percent(config.pairing);
        let chosen = session.library.choose(
            config.rules,
            |class| match class {
                Class::Assumed => assuming,
                Class::Stated => stating,
                Class::Paired => pairing,
                Class::Exact | Class::Relaxed => true,
                Class::Dropping => dropping && !strict,
                Class::Aliasing => aliasing,
                Class::Fusion => fusion && !strict,
                // Which type a value has is the caller's business there.
                Class::Retyping | Class::Offered | Class::Law | Class::Rounding => false,
            },
            &mut random,
        );
        let end = ((group + 1) * SHARED).min(first + count);
        let cases: Vec<Case> = (number..end)
            .map(|number| {
                let mut random = Random::of_case(seed, number);
                let library = &session.library;
                let mut case =
                    Case::with_rules(number, chosen.clone(), strict, config, library, &mut random);
                if let Strategy::Ilp(_) = case.strategy {
                    case.strategy = Strategy::Exact;
                }
                case
            })
            .collect();
        let programs: String = (cases.iter())
            .map(|case| case.program.source(&format!("case_{}", case.number)))
            .collect();
        let shared = Case {
            costs: Vec::new(),
            raised: cases.iter().any(|case| case.raised),
            ..cases[0].clone()
        };
        let lines = rules(&shared, &programs, &mut session);
        let _ = write!(text, "@rules rules_{group} begin\n{lines}end\n{programs}");
        for case in &cases {
            write_case(&mut text, case, group, &session);
        }
        number = end;
    }
    text
}

fn write_case(text: &mut String, case: &Case, group: u64, session: &Session) {
    let number = case.number;
    let types: Vec<&str> = (case.program.params.iter())
        .map(|(_, ty)| ty.annotation())
        .collect();
    let inputs: Vec<String> = (case.inputs.iter())
        .map(|input| {
            let mut body = String::new();
            let mut values = String::new();
            for (at, datum) in input.iter().enumerate() {
                let source = match datum {
                    Datum::SameAs(of) => format!("a{of}"),
                    datum => datum.source(),
                };
                let _ = write!(body, "a{at} = {source}; ");
                let _ = write!(values, "a{at}, ");
            }
            format!("() -> ({body}({values}))")
        })
        .collect();
    let mut options = match case.strategy {
        Strategy::Chaos(seed) => format!("extractor=:chaos, seed={}", seed >> 1),
        Strategy::Greedy => "extractor=:greedy".into(),
        _ => "extractor=:exact".into(),
    };
    if let Some(iterations) = case.iterations {
        let _ = write!(options, ", iterations={iterations}");
    }
    if let Some(nodes) = case.nodes {
        let _ = write!(options, ", nodes={nodes}");
    }
    if let Some(work) = case.work {
        let _ = write!(options, ", work={work}");
    }
    let mut rules = format!("rules_{group}");
    if let Some(known) = case.known {
        let known = known + 1;
        let _ = writeln!(
            text,
            "@rules known_{number} begin\n    @arg(case_{number}, {known}) => TABLE\nend"
        );
        rules = format!("union({rules}, known_{number})");
    }
    let _ = writeln!(
        text,
        "push!(CASES, (number={number}, f=case_{number}, types=Tuple{{{}}}, rules={rules}, inputs=Any[{}], \
         strict={}, identity={}, older={}, stated={}, options=(strict={}, {options})))",
        types.join(", "),
        inputs.join(", "),
        case.strict,
        case.identity(&session.library).name(),
        case.keeps_older_objects(&session.library),
        case.has(Class::Stated, &session.library),
        case.strict,
    );
}
