//! `saturate survey`: how often do rules match in a body of Julia code.
//!
//! ```text
//! $ saturate survey packages/ --rules multiline
//! rule         matches  packages  pattern
//! multiline.1       12         7  broadcasted(~f, materialize(~x))
//! …
//! 4 rules, 31 packages, 588 files, 15532 functions, 541 parts skipped
//! ```
//!
//! A package is a folder directly below one of the given folders. Files are shared out to threads as these become free, counts are added up in
//! the order of the files: the output does not depend on the threads. A file that cannot be read is reported at the end,
//! and the exit code says so.

use super::{Context, Failure, Outcome};
use crate::args::{SurveyArgs, SurveyFormat};
use crate::progress::Bar;
use saturate::diag::{Diagnostic, Source};
use saturate::host::untyped::Untyped;
use saturate::rules::rule::RuleSet;
use saturate::rules::{library, read};
use saturate::survey::{survey, FileCount};
use saturate_driver::read_source;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// A file, and the package it belongs to.
struct File {
    path: PathBuf,
    package: String,
}

/// What came of one file.
type Counted = Result<FileCount, Vec<Diagnostic>>;

/// What a rule came to.
#[derive(Default)]
struct RuleCount {
    matches: u64,
    packages: BTreeSet<String>,
}

/// Counts and prints.
pub fn execute(args: &SurveyArgs, context: &mut Context) -> Outcome {
    let sources = rule_sources(&args.rules)?;
    // Read once here, so that an error in a rule is said before the work begins.
    let rules = read_rules(&sources, &mut Untyped::trusting())?;
    let mut files = Vec::new();
    let mut problems = Vec::new();
    for root in &args.dirs {
        find(root, &mut files, &mut problems);
    }
    let counts = count(
        &files,
        &sources,
        args.threads,
        !context.capture,
        &mut problems,
    );
    let mut total = FileCount::default();
    let mut per_rule: Vec<RuleCount> = rules.iter().map(|_| RuleCount::default()).collect();
    let mut packages = BTreeSet::new();
    for (file, count) in files.iter().zip(&counts) {
        total.functions += count.functions;
        total.skipped += count.skipped;
        packages.insert(&file.package);
        for (rule, &matches) in per_rule.iter_mut().zip(&count.matches) {
            rule.matches += matches;
            if matches > 0 {
                rule.packages.insert(file.package.clone());
            }
        }
    }
    let summary = Summary {
        packages: packages.len(),
        files: files.len(),
        functions: total.functions,
        skipped: total.skipped,
    };
    match args.format {
        SurveyFormat::Table => table(context, &rules, &per_rule, &summary)?,
        SurveyFormat::Json => writeln!(context.out, "{}", as_json(&rules, &per_rule, &summary))?,
    }
    if problems.is_empty() {
        Ok(Vec::new())
    } else {
        Err(Failure(problems))
    }
}

struct Summary {
    packages: usize,
    files: usize,
    functions: u64,
    skipped: u64,
}

/// The texts of the rules: sets of the library by name, files by path; the whole library without either.
fn rule_sources(names: &[String]) -> Result<Vec<(Option<String>, Source)>, Failure> {
    let given: Vec<&str> = names.iter().flat_map(|names| names.split(',')).collect();
    let wanted: Vec<&str> = if given.is_empty() {
        library::names().collect()
    } else {
        given
    };
    let mut sources = Vec::new();
    for name in wanted {
        if let Some(source) = library::source(name) {
            sources.push((Some(name.to_owned()), source));
        } else if Path::new(name)
            .extension()
            .is_some_and(|ending| ending == "jl")
        {
            sources.push((None, read_source(Path::new(name))?));
        } else {
            let known: Vec<&str> = library::names().collect();
            let help = format!(
                "the library has {}; or name a .jl file of rules",
                known.join(", ")
            );
            return Err(Diagnostic::new(format!("there is no rule set `{name}`"))
                .help(help)
                .into());
        }
    }
    Ok(sources)
}

fn read_rules(
    sources: &[(Option<String>, Source)],
    host: &mut Untyped,
) -> Result<RuleSet, Failure> {
    let mut all = RuleSet::default();
    for (set, source) in sources {
        let rules = read(blocks_only(source, set.as_deref()), host).map_err(Failure)?;
        all = all.union(&rules);
    }
    Ok(all)
}

/// The rule blocks of a file without the functions around them; the one block of this name, if there is one.
fn blocks_only(source: &Source, set: Option<&str>) -> Source {
    let parsed = saturate::syntax::parse(source.clone());
    let is_block = |&&node: &&saturate::syntax::ast::NodeId| {
        let text = &source.text()[parsed.ast.span(node).start as usize..];
        match set {
            Some(set) => text.starts_with(&format!("@rules {set} ")),
            None => text.starts_with("@rules "),
        }
    };
    let blocks: Vec<_> = parsed.toplevel.iter().filter(is_block).collect();
    if blocks.is_empty() {
        return source.clone();
    }
    // Everything else becomes blank, so that positions stay.
    let mut text: Vec<u8> = source
        .text()
        .bytes()
        .map(|byte| if byte == b'\n' { byte } else { b' ' })
        .collect();
    for &&block in &blocks {
        let span = parsed.ast.span(block);
        let range = span.start as usize..span.end as usize;
        text[range.clone()].copy_from_slice(&source.text().as_bytes()[range]);
    }
    Source::new(source.name(), String::from_utf8_lossy(&text).into_owned())
}

/// The Julia files at and below a path, sorted. Links to folders are not followed.
fn find(root: &Path, files: &mut Vec<File>, problems: &mut Vec<Diagnostic>) {
    let name_of = |path: &Path| {
        let name = path.file_name().unwrap_or(path.as_os_str());
        name.to_string_lossy().into_owned()
    };
    let own = root
        .canonicalize()
        .map_or_else(|_| name_of(root), |path| name_of(&path));
    let mut todo = vec![(root.to_path_buf(), own, 0)];
    while let Some((path, package, depth)) = todo.pop() {
        let is_folder = match path.symlink_metadata() {
            Ok(found) if found.is_symlink() && depth > 0 => path.is_file().then_some(false),
            Ok(_) => Some(path.is_dir()),
            Err(error) => {
                problems.push(Diagnostic::new(format!(
                    "cannot read {}: {error}",
                    path.display()
                )));
                None
            }
        };
        match is_folder {
            Some(true) => {}
            Some(false) => {
                if path.extension().is_some_and(|ending| ending == "jl") {
                    files.push(File { path, package });
                }
                continue;
            }
            None => continue,
        }
        let entries =
            std::fs::read_dir(&path).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
        match entries {
            Ok(entries) => {
                let mut paths: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).collect();
                paths.sort();
                for below in paths.into_iter().rev() {
                    let package = if depth == 0 && below.is_dir() {
                        name_of(&below)
                    } else {
                        package.clone()
                    };
                    todo.push((below, package, depth + 1));
                }
            }
            Err(error) => problems.push(Diagnostic::new(format!(
                "cannot read {}: {error}",
                path.display()
            ))),
        }
    }
}

/// Counts in all files on several threads.
fn count(
    files: &[File],
    sources: &[(Option<String>, Source)],
    threads: Option<usize>,
    may_draw: bool,
    problems: &mut Vec<Diagnostic>,
) -> Vec<FileCount> {
    let threads = threads
        .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
        .unwrap_or(1)
        .clamp(1, files.len().max(1));
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Counted>>> = Mutex::new(files.iter().map(|_| None).collect());
    let bar = Bar::new(files.len() as u64, "files", may_draw);
    let work = || {
        let mut host = Untyped::trusting();
        let Ok(rules) = read_rules(sources, &mut host) else {
            return;
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(number) else {
                return;
            };
            let result = read_source(&file.path)
                .map(|source| survey(source, &rules, &mut host))
                .map_err(|error| vec![error]);
            if let Ok(mut results) = results.lock() {
                results[number] = Some(result);
            }
            bar.show(number as u64 + 1, String::new);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    drop(bar);
    let results = results
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    results
        .into_iter()
        .map(|result| match result {
            Some(Ok(count)) => count,
            Some(Err(errors)) => {
                problems.extend(errors);
                FileCount::default()
            }
            None => FileCount::default(),
        })
        .collect()
}

/// The left side of a rule, as it was written.
fn pattern(rule: &saturate::rules::Rule) -> String {
    let text = rule.text();
    let arrows = ["-->", " =>", " =="];
    let found = arrows
        .iter()
        .filter_map(|arrow| Some((text.find(arrow)?, arrow.len())))
        .min();
    let side = match (found, rule.name.ends_with('\'')) {
        (Some((at, _)), false) => &text[..at],
        (Some((at, length)), true) => &text[at + length..],
        (None, _) => text,
    };
    let mut side = side.split_whitespace().collect::<Vec<_>>().join(" ");
    // A rule begins at its first name, behind parentheses.
    let (opened, closed) = (side.matches('(').count(), side.matches(')').count());
    side.insert_str(0, &"(".repeat(closed.saturating_sub(opened)));
    side
}

fn table(
    context: &mut Context,
    rules: &RuleSet,
    counts: &[RuleCount],
    summary: &Summary,
) -> std::io::Result<()> {
    let width = rules
        .iter()
        .map(|(_, rule)| rule.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(4);
    writeln!(context.out, "{:width$}  matches  packages  pattern", "rule")?;
    for ((_, rule), count) in rules.iter().zip(counts) {
        let (name, matches, packages) = (&rule.name, count.matches, count.packages.len());
        writeln!(
            context.out,
            "{name:width$}  {matches:7}  {packages:8}  {}",
            pattern(rule)
        )?;
    }
    let Summary {
        packages,
        files,
        functions,
        skipped,
    } = summary;
    writeln!(
        context.out,
        "{} rules, {packages} packages, {files} files, {functions} functions, {skipped} parts skipped",
        rules.len()
    )
}

fn as_json(rules: &RuleSet, counts: &[RuleCount], summary: &Summary) -> serde_json::Value {
    let rows: Vec<serde_json::Value> = rules
        .iter()
        .zip(counts)
        .map(|((_, rule), count)| {
            json!({
                "rule": rule.name,
                "pattern": pattern(rule),
                "matches": count.matches,
                "packages": count.packages.len(),
            })
        })
        .collect();
    json!({
        "rules": rows,
        "packages": summary.packages,
        "files": summary.files,
        "functions": summary.functions,
        "skipped": summary.skipped,
    })
}
