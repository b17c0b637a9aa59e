//! The same input gives the same output: code, cost and statistics, over 100 hosts.

use saturate::ir::print::print;
use saturate::pipeline::optimize;
use saturate::sym::Sym;
use saturate_fuzz::case::Case;
use saturate_fuzz::config::Config;
use saturate_fuzz::session::Session;

/// Code and statistics of some cases on a new host, times left out.
fn outcomes(config: &Config) -> String {
    let mut session = Session::new(config);
    let mut text = String::new();
    for number in 0..12 {
        let case = Case::generate(11, number, config, &session.library);
        let name = format!("case_{number}");
        let source = saturate::diag::Source::new("case.jl", case.program.source(&name));
        session.host.load(source);
        let types: Vec<&str> = (case.program.params.iter())
            .map(|(_, ty)| ty.annotation())
            .collect();
        let types = session.host.signature_from_text(&types.join(", "));
        let special = session.host.typed(Sym::new(&name), &types.expect("types"));
        let Ok(special) = special else {
            continue;
        };
        let rules = session.library.set(&case.rules, &case.costs);
        let options = case.options(config);
        let host = &mut session.host;
        let result = optimize(&special.function, &special.inferred, &rules, host, &options);
        text.push_str(&print(&result.function, &mut session.host));
        let outcome = &result.outcome;
        text.push_str(&format!(
            "{} {} {} {:?}\n",
            outcome.cost_before, outcome.cost_after, outcome.optimal, outcome.kept
        ));
        let report = &outcome.saturation;
        text.push_str(&format!(
            "{} {} {}\n",
            report.nodes, report.classes, report.stop
        ));
        for (name, rule) in &report.rules {
            text.push_str(&format!(
                "{name} {} {} {:?}\n",
                rule.matches, rule.applied, rule.refused
            ));
        }
    }
    text
}

#[test]
fn a_hundred_runs_are_one() {
    let config = Config::default();
    let first = outcomes(&config);
    assert!(first.contains("function case_0"));
    for run in 1..100 {
        assert!(
            outcomes(&config) == first,
            "run {run} differs from the first"
        );
    }
}
