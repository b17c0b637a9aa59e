//! Reads Julia's own `base` and `stdlib`, and compares with Julia's own parser.
//!
//!     cargo bench --bench parse [-- --differences N]

// Shared with tests, which use the rest of it.
#[allow(dead_code)]
#[path = "../tests/oracle/mod.rs"]
mod oracle;

use saturate::syntax::{parse_bytes, sexpr, Parsed};
use std::time::Instant;

/// Repetitions for timing.
const REPETITIONS: usize = 5;

fn main() {
    let shown = std::env::args()
        .skip_while(|arg| arg != "--differences")
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(10);
    let Some(julia) = oracle::julia() else {
        println!("parse: skipped, there is no Julia (set SATURATE_JULIA)");
        return;
    };
    let Some(tree) = oracle::source_tree(&julia) else {
        println!("parse: skipped, Julia's sources were not found (set SATURATE_JULIA_SRC)");
        return;
    };
    let paths = oracle::files(&tree);
    let texts: Vec<(String, Vec<u8>)> = paths
        .iter()
        .filter_map(|path| Some((path.display().to_string(), std::fs::read(path).ok()?)))
        .collect();
    let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();

    // Of each file the fastest run counts: other work on the machine only ever adds.
    let mut fastest = vec![f64::INFINITY; texts.len()];
    let mut parsed: Vec<Parsed> = Vec::new();
    for _ in 0..REPETITIONS {
        parsed.clear();
        for ((name, text), best) in texts.iter().zip(&mut fastest) {
            let start = Instant::now();
            let file = parse_bytes(name, text);
            *best = best.min(start.elapsed().as_secs_f64());
            parsed.push(file);
        }
    }
    let fastest: f64 = fastest.iter().sum();
    let megabytes = bytes as f64 / 1e6;
    let expressions: usize = parsed.iter().map(|file| file.toplevel.len()).sum();
    let diagnostics: usize = parsed.iter().map(|file| file.diagnostics.len()).sum();
    println!("files                  {}", texts.len());
    println!("megabytes              {megabytes:.2}");
    println!("seconds                {fastest:.3}");
    println!("megabytes per second   {:.1}", megabytes / fastest);
    println!("top-level expressions  {expressions}");
    println!("diagnostics            {diagnostics}");
    for diagnostic in parsed.iter().flat_map(|file| &file.diagnostics).take(shown) {
        println!("    {diagnostic}");
    }

    let (mut kept, mut lost) = (0, 0);
    for file in &parsed {
        for &root in &file.toplevel {
            match oracle::round_trip(&file.ast, root) {
                None => kept += 1,
                Some(difference) => {
                    lost += 1;
                    if lost <= shown {
                        let (line, _) = file.ast.source.line_column(file.ast.span(root).start);
                        println!(
                            "    {}:{line}: printed and read back",
                            file.ast.source.name()
                        );
                        println!("{difference}");
                    }
                }
            }
        }
    }
    println!(
        "printed and read back  {kept} ({:.3} %)",
        percent(kept, kept + lost)
    );

    let dumps = match oracle::dump(&julia, &paths) {
        Ok(dumps) => dumps,
        Err(error) => {
            println!("parse: Julia did not answer: {error}");
            return;
        }
    };
    let (mut total, mut identical, mut differences) = (0, 0, 0);
    for (file, dump) in parsed.iter().zip(&dumps) {
        total += dump.expressions.len().max(file.toplevel.len());
        if let Some(error) = &dump.error {
            println!("    {}: Julia says: {error}", dump.path.display());
        }
        for (number, theirs) in dump.expressions.iter().enumerate() {
            let ours = file
                .toplevel
                .get(number)
                .map(|&root| sexpr::to_string(&file.ast, root));
            let ours = ours.unwrap_or_default();
            if ours == *theirs {
                identical += 1;
                continue;
            }
            differences += 1;
            if differences <= shown {
                println!("    {}: expression {}", dump.path.display(), number + 1);
                println!("{}", oracle::difference(&ours, theirs));
            }
        }
    }
    println!("compared               {total}");
    println!(
        "identical              {identical} ({:.3} %)",
        percent(identical, total)
    );
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
