//! `saturate survey`: how often do rules match in a body of Julia code.
//!
//! ```text
//! $ saturate survey packages/ --rules multiline
//! rule         matches  packages  pattern
//! multiline.1       12         7  broadcasted(~f, materialize(~x))
//! …
//! 4 rules, 31 packages, 588 files, 15532 functions
//! unknown macros around definitions, taken as these: 12 (@kernel 10, @adjoint 2)
//! parts skipped: 541 (…)
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
use saturate::survey::{survey, FileCount, Tally};
use saturate_driver::read_source;
use serde_json::json;
use std::collections::BTreeMap;
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
    let mut total = FileCount {
        matches: vec![0; rules.len()],
        ..FileCount::default()
    };
    let mut packages: BTreeMap<&str, Package> = BTreeMap::new();
    for (file, count) in files.iter().zip(&counts) {
        total.add(count);
        let package = packages.entry(&file.package).or_default();
        package.files += 1;
        package.count.add(count);
    }
    let found = Found {
        rules: &rules,
        files: files.len(),
        total,
        packages,
    };
    match args.format {
        SurveyFormat::Table => table(context, &found)?,
        SurveyFormat::Json => writeln!(context.out, "{}", as_json(&found))?,
    }
    if problems.is_empty() {
        Ok(Vec::new())
    } else {
        Err(Failure(problems))
    }
}

/// What was found in a package.
#[derive(Default)]
struct Package {
    files: usize,
    count: FileCount,
}

/// What was found in all.
struct Found<'a> {
    rules: &'a RuleSet,
    files: usize,
    total: FileCount,
    packages: BTreeMap<&'a str, Package>,
}

impl Found<'_> {
    /// In how many packages the rule of this number matches.
    fn packages_with(&self, rule: usize) -> usize {
        let with = |package: &&Package| package.count.matches.get(rule).is_some_and(|&n| n > 0);
        self.packages.values().filter(with).count()
    }
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

/// How many names the table shows of what became of macros and of what was skipped.
const SHOWN: usize = 8;

fn table(context: &mut Context, found: &Found) -> std::io::Result<()> {
    let rules = found.rules;
    let width = rules
        .iter()
        .map(|(_, rule)| rule.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(4);
    writeln!(context.out, "{:width$}  matches  packages  pattern", "rule")?;
    for (number, (_, rule)) in rules.iter().enumerate() {
        writeln!(
            context.out,
            "{:width$}  {:7}  {:8}  {}",
            rule.name,
            found.total.matches[number],
            found.packages_with(number),
            pattern(rule)
        )?;
    }
    writeln!(
        context.out,
        "{} rules, {} packages, {} files, {} functions",
        rules.len(),
        found.packages.len(),
        found.files,
        found.total.functions,
    )?;
    for (what, tally) in tallies(&found.total) {
        if !tally.is_empty() {
            writeln!(context.out, "{what}: {}", most(tally))?;
        }
    }
    Ok(())
}

/// What became of macros and what was skipped, in words.
fn tallies(count: &FileCount) -> [(&'static str, &Tally); 5] {
    let macros = &count.macros;
    [
        ("macros expanded", &macros.expanded),
        (
            "unknown macros around definitions, taken as these",
            &macros.definitions,
        ),
        (
            "unknown macros in expressions, taken as unknown values",
            &macros.values,
        ),
        ("macros left out at top level", &macros.left_out),
        ("parts skipped", &count.skipped),
    ]
}

/// The sum, and the names that occur most.
fn most(tally: &Tally) -> String {
    let mut names: Vec<(&String, &u64)> = tally.iter().collect();
    names.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let sum: u64 = tally.values().sum();
    let mut shown: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    if names.len() > SHOWN {
        shown.push("…".to_owned());
    }
    format!("{sum} ({})", shown.join(", "))
}

fn as_json(found: &Found) -> serde_json::Value {
    let rows: Vec<serde_json::Value> = found
        .rules
        .iter()
        .enumerate()
        .map(|(number, (_, rule))| {
            json!({
                "rule": rule.name,
                "pattern": pattern(rule),
                "matches": found.total.matches[number],
                "packages": found.packages_with(number),
            })
        })
        .collect();
    let packages: Vec<serde_json::Value> = found
        .packages
        .iter()
        .map(|(name, package)| {
            let matches: BTreeMap<&str, u64> = found
                .rules
                .iter()
                .zip(&package.count.matches)
                .filter(|(_, &matches)| matches > 0)
                .map(|((_, rule), &matches)| (rule.name.as_str(), matches))
                .collect();
            json!({
                "package": name,
                "files": package.files,
                "functions": package.count.functions,
                "skipped": package.count.skipped.values().sum::<u64>(),
                "matches": matches,
            })
        })
        .collect();
    let macros = &found.total.macros;
    json!({
        "rules": rows,
        "packages": packages,
        "files": found.files,
        "functions": found.total.functions,
        "macros": {
            "expanded": macros.expanded,
            "definitions": macros.definitions,
            "values": macros.values,
            "left_out": macros.left_out,
        },
        "skipped": found.total.skipped,
    })
}
