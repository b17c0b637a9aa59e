//! Comparison with Julia's own parser, where a Julia is installed.

// Shared with other tests, which use the rest of it.
#[allow(dead_code)]
mod oracle;
mod syntax_cases;

use saturate::diag::Source;
use saturate::syntax::{parse, parse_bytes, sexpr};

/// Of Julia's own sources, one file in this many is read here; the bench reads them all.
const ONE_FILE_IN: usize = 6;
/// The least share of top-level expressions that must read as Julia reads them.
const LEAST_PERCENT: f64 = 99.5;

#[test]
fn julias_own_sources_read_as_julia_reads_them() {
    let Some(julia) = oracle::julia() else {
        println!("skipped: there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let Some(tree) = oracle::source_tree(&julia) else {
        println!("skipped: Julia's sources were not found (set SATURATE_JULIA_SRC)");
        return;
    };
    let files: Vec<_> = oracle::files(&tree)
        .into_iter()
        .step_by(ONE_FILE_IN)
        .collect();
    let dumps = oracle::dump(&julia, &files).expect("Julia runs the oracle");
    assert_eq!(dumps.len(), files.len());
    let (mut total, mut identical, mut differences) = (0, 0, Vec::new());
    for dump in dumps {
        let bytes = std::fs::read(&dump.path).expect("the file that Julia read");
        let parsed = parse_bytes(&dump.path.display().to_string(), &bytes);
        total += dump.expressions.len().max(parsed.toplevel.len());
        for (number, theirs) in dump.expressions.iter().enumerate() {
            let root = parsed.toplevel.get(number);
            let ours = root
                .map(|&root| sexpr::to_string(&parsed.ast, root))
                .unwrap_or_default();
            if ours == *theirs {
                identical += 1;
            } else {
                differences.push(format!(
                    "{}\n{}",
                    dump.path.display(),
                    oracle::difference(&ours, theirs)
                ));
            }
        }
        for &root in &parsed.toplevel {
            if let Some(difference) = oracle::round_trip(&parsed.ast, root) {
                panic!(
                    "{}: printed and read back:\n{difference}",
                    dump.path.display()
                );
            }
        }
    }
    let percent = 100.0 * identical as f64 / total.max(1) as f64;
    println!(
        "{} files, {total} expressions, {percent:.3} % identical",
        files.len()
    );
    assert!(
        percent >= LEAST_PERCENT,
        "{percent:.3} %:\n{}",
        differences.join("\n")
    );
}

#[test]
fn constructs_read_as_julia_reads_them() {
    let Some(julia) = oracle::julia() else {
        println!("skipped: there is no Julia (set SATURATE_JULIA)");
        return;
    };
    // One file for each construct, because Julia stops at its first error.
    let directory = std::env::temp_dir().join(format!("saturate-oracle-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let sources: Vec<&str> = syntax_cases::CASES
        .iter()
        .flat_map(|(_, cases)| cases.iter().map(|&(source, _)| source))
        .filter(|source| !syntax_cases::NEWER.contains(source))
        .collect();
    let files: Vec<_> = (0..sources.len())
        .map(|number| directory.join(format!("{number}.jl")))
        .collect();
    for (path, source) in files.iter().zip(&sources) {
        std::fs::write(path, source).expect("a temporary file");
    }
    let dumps = oracle::dump(&julia, &files);
    std::fs::remove_dir_all(&directory).expect("the temporary directory goes");
    let dumps = dumps.expect("Julia runs the oracle");
    assert_eq!(dumps.len(), sources.len());
    for (dump, source) in dumps.iter().zip(&sources) {
        let parsed = parse(Source::new("t.jl", *source));
        let roots = parsed.toplevel.iter();
        let ours: Vec<String> = roots
            .map(|&root| sexpr::to_string(&parsed.ast, root))
            .collect();
        assert_eq!(ours, dump.expressions, "{source}: {:?}", dump.error);
    }
}
