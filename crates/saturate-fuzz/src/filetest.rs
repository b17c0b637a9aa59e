//! Writes a case as a text test: the program with what it uses of the support file, the rules, and commands that run the
//! original and the optimised function on the same arguments.

use crate::case::{Case, Datum};
use crate::rules::{Class, GENERIC};
use crate::session::{Failure, Session, HIDDEN, SUPPORT};
use saturate::pipeline::Strategy;
use std::fmt::Write;

/// The text of the test. Its expectations are still to be written (`saturate test --bless`), once the defect is gone.
pub fn write(case: &Case, failure: &Failure, seed: u64, session: &mut Session) -> String {
    let program = case.program.source("f");
    let mut rules = rules(case, &program, session);
    if let Some(known) = case.known {
        let _ = writeln!(rules, "    @arg(f, {}) => TABLE", known + 1);
    }
    let mut text = format!(
        "# Found by `saturate fuzz --seed {seed} --first {} --cases 1`: another {:?}.\n",
        case.number, failure.kind
    );
    if case.claims {
        text.push_str(
            "# Only behind an entry whose rules claim that functions with effects are pure.\n",
        );
    }
    if let Some(shape) = case.scramble {
        let _ = writeln!(
            text,
            "# Only in another shape of the function, that of `scramble` with seed {shape}; without it, this file passes."
        );
    }
    let input = failure.input.as_ref();
    let mut arguments = String::new();
    let mut constants = String::new();
    for (at, datum) in input.into_iter().flatten().enumerate() {
        let shared = input
            .into_iter()
            .flatten()
            .any(|other| matches!(other, Datum::SameAs(of) | Datum::HolderOf(of, _) if *of == at));
        if shared {
            let _ = writeln!(constants, "const a{at} = {}", datum.source());
            let _ = write!(arguments, " \"a{at}\"");
        } else {
            let _ = write!(arguments, " \"{}\"", datum.source());
        }
    }
    text.push_str(&support(&format!("{rules}{program}{constants}{arguments}")));
    let _ = write!(text, "@rules case begin\n{rules}end\n{program}");
    let _ = writeln!(text, "@saturate case f({})", case.program.signature());
    text.push_str(&constants);
    let mut options = String::new();
    match case.strategy {
        Strategy::Chaos(seed) => {
            let _ = write!(options, " --extract chaos --seed {seed}");
        }
        Strategy::Greedy => options.push_str(" --extract greedy"),
        _ => {}
    }
    if case.strict {
        options.push_str(" --strict");
    }
    if let Some(iterations) = case.iterations {
        let _ = write!(options, " --iterations {iterations}");
    }
    if let Some(nodes) = case.nodes {
        let _ = write!(options, " --nodes {nodes}");
    }
    if let Some(work) = case.work {
        let _ = write!(options, " --work {work}");
    }
    let _ = write!(text, "\n#! run --entry f{arguments}\n");
    let _ = write!(text, "\n#! run --opt{options} --entry f{arguments}\n");
    let _ = write!(text, "\n#! opt{options}\n");
    text
}

/// The rules, costs and effects of a case, a line each, as they stand in a `@rules` block.
pub(crate) fn rules(case: &Case, program: &str, session: &mut Session) -> String {
    let mut rules = String::new();
    for &number in &case.rules {
        let (_, rule) = session.library.rule(number);
        let relaxed = if rule.relaxed { "@relaxed " } else { "" };
        let guard = session.library.guard(number);
        let line = format!("    {}\n", guarded(relaxed, rule.text(), &guard));
        if !rules.contains(&line) {
            rules.push_str(&line);
        }
    }
    for rule in session.library.loops().iter().filter(|_| case.raised) {
        if let Some((source, span)) = &rule.at {
            let text = &source.text()[span.start as usize..span.end as usize];
            let _ = writeln!(rules, "    {text}");
        }
    }
    for &cost in &case.costs {
        let line = session.library.cost_text(&mut session.host, cost);
        let _ = writeln!(rules, "    {line}");
    }
    let has_stated = case.has(Class::Stated, &session.library);
    if has_stated && mentions(&format!("{rules}{program}"), GENERIC) {
        let _ = writeln!(rules, "    @generic {GENERIC}");
    }
    for (name, effects) in HIDDEN {
        if mentions(&format!("{rules}{program}"), name) {
            let _ = writeln!(rules, "    @effects {name} {effects}");
        }
    }
    rules
}

/// A rule inside its guard.
fn guarded(relaxed: &str, rule: &str, guard: &str) -> String {
    // The span of a rule that starts with a parenthesis starts behind it.
    let count = |c: char| rule.matches(c).count();
    let rule = &format!(
        "{relaxed}{}{rule}",
        "(".repeat(count(')').saturating_sub(count('(')))
    );
    if guard.is_empty() {
        rule.clone()
    } else {
        format!("if {guard}\n        {rule}\n    end")
    }
}

/// The definitions of a text, one by one, without what is said about them.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut at, mut open) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let here = at;
        at += line.len();
        if !open && (line.starts_with('#') || line == "\n") {
            continue;
        }
        if !open {
            start = here;
        }
        let starts = ["function ", "struct ", "mutable struct "];
        open |= starts.iter().any(|start| line.starts_with(start));
        if !open || line == "end\n" {
            pieces.push(&text[start..at]);
            open = false;
        }
    }
    pieces
}

/// The definitions of the support file that a text uses, directly or through others.
fn support(text: &str) -> String {
    let pieces = pieces(SUPPORT);
    let mut wanted = text.to_owned();
    let mut used = vec![false; pieces.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, piece) in pieces.iter().enumerate() {
            let name = defined_name(piece);
            if !used[at] && mentions(&wanted, name) {
                used[at] = true;
                changed = true;
                wanted.push_str(piece);
            }
        }
    }
    let kept = pieces.iter().zip(used).filter(|(_, used)| *used);
    kept.map(|(piece, _)| *piece).collect()
}

/// What a definition defines: for `(a::Adder)(x) = …` the type.
pub(crate) fn defined_name(piece: &str) -> &str {
    let rest = piece
        .trim_start_matches("mutable ")
        .trim_start_matches("struct ")
        .trim_start_matches("function ")
        .trim_start_matches("const ");
    let rest = match rest.strip_prefix('(') {
        Some(callable) => callable.split_once("::").map_or(callable, |(_, ty)| ty),
        None => rest,
    };
    let end = rest.find(['(', ')', ' ', '\n']).unwrap_or(rest.len());
    &rest[..end]
}

pub(crate) fn mentions(text: &str, name: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '!';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(is_name)
            && !text[at + name.len()..].chars().next().is_some_and(is_name)
    })
}
