//! The bodies of the fuzz targets: one input each. `tests/readers.rs` runs them on damaged texts of this repository with fixed
//! seeds, `fuzz/` under libFuzzer (`cargo fuzz run julia_reader`).
//!
//! An error is fine; a panic, an overflow of the stack or a hang is not.

use crate::case::Case;
use crate::config::Config;
use crate::session::{Session, Verdict};
use saturate::diag::Source;
use saturate::host::embedded::{Embedded, Output, Run};
use saturate::ir::verify::verify_types;

/// The Julia reader.
pub fn julia_reader(text: &str) {
    let parsed = saturate::syntax::parse(Source::new("damaged.jl", text));
    assert!(parsed.diagnostics.len() <= text.len() + 1);
}

/// Everything behind the reader: definitions take effect and code at top level runs, though not for long.
pub fn loading(host: &mut Embedded, text: &str) {
    host.run = Run::new(Output::Captured(String::new()), 20_000);
    host.load(Source::new("damaged.jl", text));
}

/// The reader of the text form; how many functions the text still has.
pub fn text_ir(host: &mut Embedded, text: &str) -> usize {
    let Ok(functions) = saturate::ir::parse::parse(&Source::new("damaged.ir", text), host) else {
        return 0;
    };
    for function in &functions {
        // Whatever is accepted prints; what the verifier says of it is its business.
        let _ = verify_types(function, host);
        saturate::ir::print::print(function, host);
    }
    functions.len()
}

/// The reader of rules.
pub fn rules(host: &mut Embedded, text: &str) {
    let _ = saturate::rules::read(Source::new("damaged.jl", text), host);
}

/// The reader of extraction problems; whether the text still is one.
pub fn egraph_json(text: &str) -> bool {
    let Ok(named) = saturate::extract::serialize::read(text) else {
        return false;
    };
    let _ = saturate::extract::dag::greedy(&named.problem);
    true
}

/// One case of the differential fuzzer.
pub fn differential(session: &mut Session, seed: u64, number: u64) {
    if session.is_used_up() {
        *session = Session::new(&Config::default());
    }
    let config = session.config.clone();
    let case = Case::generate(seed, number, &config, &session.library);
    if let Verdict::Failed(failure) = session.run_one(&case) {
        panic!(
            "`saturate fuzz --seed {seed} --first {number} --cases 1`: {}",
            failure.details
        );
    }
}
