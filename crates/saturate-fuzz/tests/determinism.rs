//! The same input gives the same output: code, cost and statistics, over 100 hosts.
//!
//! Nothing in the optimiser hashes with a seed; what varies from session to session is the numbers of types and constants, and
//! with them the order of every table. So each host has made up other types and constants before the cases come.

use saturate::diag::Source;
use saturate::ir::print::print;
use saturate::pipeline::{optimize, Times};
use saturate::sym::Sym;
use saturate_fuzz::case::Case;
use saturate_fuzz::config::Config;
use saturate_fuzz::session::Session;

/// Code and statistics of some cases on a new host, times left out.
fn outcomes(config: &Config, others: usize) -> String {
    let mut session = Session::new(config);
    let mut text = String::new();
    for number in 0..others {
        text.push_str(&format!(
            "struct Other{number}\n x::Int64\nend\nother{number}() = (Other{number}(1), :other{number}, {number}.25)\n"
        ));
    }
    session.host.load(Source::new("others.jl", &text));
    for number in 0..others {
        let special = session.host.typed(Sym::new(&format!("other{number}")), &[]);
        assert!(special.is_ok());
    }
    let mut text = String::new();
    for number in 0..12 {
        let case = Case::generate(11, number, config, &session.library);
        let name = format!("case_{number}");
        let source = Source::new("case.jl", case.program.source(&name));
        session.host.load(source);
        let types: Vec<&str> = (case.program.params.iter())
            .map(|(_, ty)| ty.annotation())
            .collect();
        let types = session.host.signature_from_text(&types.join(", "));
        let special = session.host.typed(Sym::new(&name), &types.expect("types"));
        let Ok(special) = special else {
            continue;
        };
        let rules = session.library.set(&case.rules, &case.costs, case.raised);
        let options = case.options(config);
        let host = &mut session.host;
        let mut result = optimize(&special.function, &special.inferred, &rules, host, &options);
        result.outcome.times = Times::default();
        result.outcome.saturation.times_us = [0; 3];
        result.outcome.effort.construct_us = 0;
        result.outcome.effort.solve_us = 0;
        text.push_str(&print(&result.function, &mut session.host));
        text.push_str(&format!("{:#?}\n", result.outcome));
    }
    // A constant that has no literal is shown by its number.
    let mut pieces = text.split("constant#");
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        shown.push_str("constant#");
        shown.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    shown
}

#[test]
fn a_hundred_runs_are_one() {
    let config = Config::default();
    let first = outcomes(&config, 0);
    assert!(first.contains("function case_0"));
    for run in 1..100 {
        let again = outcomes(&config, run % 10);
        let differs = again.lines().zip(first.lines()).find(|(a, b)| a != b);
        assert!(
            again == first,
            "run {run} differs from the first: {differs:?}"
        );
    }
}
