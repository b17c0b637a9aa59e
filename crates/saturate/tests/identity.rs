//! Without rules, a function goes through the e-graph and comes back as it was, up to the numbering of its values.

// Shared with other tests, which use the rest of it.
#[allow(dead_code)]
mod oracle;

use oracle::corpus::for_each_function;
use oracle::skeleton::skeleton;
use saturate::ir::infer::infer;
use saturate::ir::print::print;
use saturate::pipeline::{optimize, Options};
use saturate::rules::rule::RuleSet;
use std::path::PathBuf;

/// One file in so many of Julia's sources is looked at; the bench `conversion` looks at all of them.
const ONE_IN: usize = 24;

fn check(files: &[PathBuf]) -> usize {
    let mut functions = 0;
    for strict in [false, true] {
        let options = Options {
            strict,
            ..Options::default()
        };
        for_each_function(files, |file, name, special, host| {
            let optimized = optimize(
                &special.function,
                &special.inferred,
                &RuleSet::default(),
                host,
                &options,
            );
            assert_eq!(optimized.outcome.kept, None, "{}: {name}", file.display());
            // Both are inferred anew: what is known of recursive callees may have become better meanwhile.
            let mut original = saturate::ir::Function::clone(&special.function);
            let known = infer(&mut original, host);
            let before = skeleton(&original, &known, host);
            let mut result = optimized.function.clone();
            let inferred = infer(&mut result, host);
            let after = skeleton(&result, &inferred, host);
            assert!(
                before == after,
                "{}: {name}\n{}\n{}",
                file.display(),
                print(&special.function, host),
                print(&optimized.function, host),
            );
            functions += 1;
        });
    }
    functions
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(oracle::root().join(folder))
        .expect("the folder is part of the repository")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jl"))
        .collect();
    files.sort();
    files
}

#[test]
fn examples_and_text_tests_come_back() {
    let mut files = files_in("examples");
    for folder in ["filetests/opt", "filetests/run", "filetests/lower"] {
        files.extend(files_in(folder));
    }
    let functions = check(&files);
    assert!(functions > 300, "only {functions} functions were looked at");
}

#[test]
fn functions_of_julia_come_back() {
    let Some(tree) = oracle::julia().and_then(|julia| oracle::source_tree(&julia)) else {
        eprintln!("skipped: no Julia, or no sources (set SATURATE_JULIA, SATURATE_JULIA_SRC)");
        return;
    };
    let files: Vec<PathBuf> = oracle::files(&tree).into_iter().step_by(ONE_IN).collect();
    let functions = check(&files);
    assert!(functions > 300, "only {functions} functions were looked at");
}
