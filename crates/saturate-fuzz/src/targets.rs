//! The bodies of the fuzz targets: one input each. `tests/readers.rs` runs them on damaged texts of this repository with fixed
//! seeds, `fuzz/` under libFuzzer (`cargo fuzz run julia_reader`).
//!
//! An error is fine; a panic, an overflow of the stack or a hang is not.

use crate::case::Case;
use crate::config::Config;
use crate::filetest;
use crate::random::Random;
use crate::reduce::reduce;
use crate::session::{Session, Verdict};
use saturate::diag::Source;
use saturate::ir::verify::verify_types;
use saturate::syntax::{parse, print, sexpr};
use saturate_embedded::{Embedded, Output, Run};

/// Inputs after which a host is given up: it never forgets a definition, and what fails must not need too many of them.
const RENEW: usize = 500;

/// A host for many inputs: to load the prelude takes longer than most of them.
#[derive(Default)]
pub struct Reused {
    host: Embedded,
    used: usize,
}

impl Reused {
    /// The host for the next input.
    pub fn host(&mut self) -> &mut Embedded {
        if self.used == RENEW {
            *self = Reused::default();
        }
        self.used += 1;
        &mut self.host
    }
}

/// The Julia reader, and the printer: what was read without an error is printed, and that reads as the same tree.
pub fn julia_reader(text: &str) {
    let parsed = parse(Source::new("damaged.jl", text));
    assert!(parsed.diagnostics.len() <= text.len() + 1);
    if !parsed.diagnostics.is_empty() {
        return;
    }
    for &root in &parsed.toplevel {
        let printed = print::to_string(&parsed.ast, root);
        let again = parse(Source::new("printed.jl", printed.as_str()));
        let tree = sexpr::without_lines(&parsed.ast, root);
        let trees: Vec<String> = (again.toplevel.iter())
            .map(|&root| sexpr::without_lines(&again.ast, root))
            .collect();
        assert!(
            again.diagnostics.is_empty() && trees == [tree.as_str()],
            "{tree}\nprints as\n{printed}\nwhich reads as {trees:?} {:?}",
            again.diagnostics
        );
    }
}

/// Everything behind the reader: definitions take effect and code at top level runs, though not for long.
pub fn loading(host: &mut Embedded, text: &str) {
    host.run = Run::new(Output::Captured(String::new()), 20_000);
    host.load(Source::new("damaged.jl", text));
}

/// The reader of the text form, and its printer; how many functions the text still has.
pub fn text_ir(host: &mut Embedded, text: &str) -> usize {
    let Ok(functions) = saturate::ir::parse::parse(&Source::new("damaged.ir", text), host) else {
        return 0;
    };
    for function in &functions {
        // Whatever is accepted prints; what the verifier lets through reads back as the same text.
        let is_valid = verify_types(function, host).is_ok();
        let printed = saturate::ir::print::print(function, host);
        if is_valid {
            let again = saturate::ir::parse::parse(&Source::new("printed.ir", &printed), host);
            let again: Vec<String> = (again.iter().flatten())
                .map(|function| saturate::ir::print::print(function, host))
                .collect();
            assert!(again == [printed.as_str()], "{printed}\nreads as {again:?}");
        }
    }
    functions.len()
}

/// The reader of rules.
pub fn rules(host: &mut Embedded, text: &str) {
    let _ = saturate::rules::read(Source::new("damaged.jl", text), host);
}

/// The reader of extraction problems; whether the text still is one.
pub fn egraph_json(text: &str) -> bool {
    let Ok(named) = dag_extract::serialize::read(text) else {
        return false;
    };
    let _ = dag_extract::greedy(&named.problem, None);
    true
}

/// Bytes of one case.
const CASE: usize = 256;

/// Cases of the differential fuzzer that the bytes make up: one of its decisions is one of them. Several cases, because loading
/// takes much longer than running.
pub fn differential(session: &mut Session, choices: &[u8]) {
    if session.is_used_up() {
        *session = Session::new(&Config::default());
    }
    let config = session.config.clone();
    let cases: Vec<Case> = (choices.chunks(CASE).zip(0..))
        .map(|(choices, number)| {
            let mut random = Random::of_choices(choices);
            Case::of_choices(number, &mut random, &config, &session.library)
        })
        .collect();
    let mut failed = None;
    session.run(&cases, |case, verdict| {
        if let Verdict::Failed(failure) = verdict {
            failed.get_or_insert((case.clone(), failure));
        }
    });
    if let Some((case, failure)) = failed {
        let case = reduce(&case, failure.kind, session);
        let test = filetest::write(&case, &failure, 0, session);
        // The first line says which case of which campaign it is.
        let test = test.split_once('\n').map_or("", |(_, test)| test);
        panic!("{}\n{test}", failure.details);
    }
}
