//! Structured code as lines, and where its variables are declared.
//!
//! The body of a loop is a scope of its own, and so are both parts of a `try`: a variable that is assigned there first, and read behind it, must be declared outside.
//!
//! ```text
//! local y                          y is assigned in the loop only
//! while true
//!     y = f(y)
//!     y > 1 && break
//! end
//! return y
//! ```

use super::flow::{Item, Line};
use super::Writer;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Where a variable occurs: the innermost scope around all of it, as a path of numbers, and the scopes that assign it.
#[derive(Default)]
struct Occurrences {
    around: Option<Vec<usize>>,
    assigned: Vec<Vec<usize>>,
}

impl Occurrences {
    fn add(&mut self, scope: &[usize], assigns: bool) {
        let around = self.around.get_or_insert_with(|| scope.to_vec());
        let common = around.iter().zip(scope).take_while(|(a, b)| a == b).count();
        around.truncate(common);
        if assigns && self.assigned.last().is_none_or(|last| last != scope) {
            self.assigned.push(scope.to_vec());
        }
    }

    /// Whether the innermost scope around all occurrences does not assign the variable, so that each scope inside would have one of its own.
    fn needs_declaration(&self) -> bool {
        let around = self.around.as_deref().unwrap_or_default();
        !self.assigned.iter().any(|scope| scope == around)
    }
}

impl Writer<'_> {
    /// Writes the body and the end of a function.
    pub(super) fn lines(&mut self, items: &[Item]) {
        let declared = self.declared(items);
        if !declared.is_empty() {
            let _ = writeln!(self.out, "    local {}", declared.join(", "));
        }
        write(items, 1, &declared, &mut self.out);
        self.out.push_str("end\n");
    }

    /// Variables that a loop or a `try` would have for itself, in the order in which they occur.
    fn declared(&self, items: &[Item]) -> Vec<String> {
        let mut found: FxHashMap<&str, (usize, Occurrences)> = FxHashMap::default();
        let entry = self.function.entry();
        let params = self.function.params(entry).iter();
        let arguments: Vec<&str> = params.map(|&it| self.names[it].as_str()).collect();
        let locals = self.names.values().chain(&self.slots);
        for (number, name) in locals.filter(|name| !name.is_empty()).enumerate() {
            if !arguments.contains(&name.as_str()) {
                found.insert(name, (number, Occurrences::default()));
            }
        }
        let mut scopes = 0;
        let mut work: Vec<(&[Item], Vec<usize>)> = vec![(items, Vec::new())];
        let mut note = |text: &str, assigns: &[String], scope: &[usize]| {
            for word in super::names::words(text) {
                if let Some((_, occurrences)) = found.get_mut(word) {
                    occurrences.add(scope, assigns.iter().any(|name| name == word));
                }
            }
        };
        while let Some((items, scope)) = work.pop() {
            for item in items {
                match item {
                    Item::Line(line) => note(&line.code, &line.assigns, &scope),
                    Item::If(condition, yes, no) => {
                        note(&condition.code(), &[], &scope);
                        work.extend([(&yes[..], scope.clone()), (&no[..], scope.clone())]);
                    }
                    Item::While(condition, body) => {
                        if let Some(condition) = condition {
                            note(&condition.code(), &[], &scope);
                        }
                        scopes += 1;
                        work.push((body, [&scope[..], &[scopes]].concat()));
                    }
                    Item::For(name, collection, body) => {
                        note(collection, &[], &scope);
                        scopes += 1;
                        let inside = [&scope[..], &[scopes]].concat();
                        note(name, std::slice::from_ref(name), &inside);
                        work.push((body, inside));
                    }
                    Item::Try(body, name, handler) => {
                        scopes += 2;
                        let of = |number: usize| [&scope[..], &[number]].concat();
                        if let Some(name) = name {
                            note(name, std::slice::from_ref(name), &of(scopes));
                        }
                        work.extend([(&body[..], of(scopes - 1)), (&handler[..], of(scopes))]);
                    }
                    Item::Label(_) | Item::Goto(_) | Item::Break | Item::Continue => {}
                }
            }
        }
        let is_slot = |name: &str| self.slots.iter().any(|slot| slot == name);
        let mut declared: Vec<(usize, String)> = found
            .into_iter()
            .filter(|(name, (_, it))| match &it.around {
                // A variable in memory keeps its value from one round to the next.
                Some(around) if is_slot(name) => !around.is_empty() || it.needs_declaration(),
                Some(_) => it.needs_declaration(),
                None => false,
            })
            .map(|(name, (number, _))| (number, name.to_string()))
            .collect();
        declared.sort();
        declared.into_iter().map(|(_, name)| name).collect()
    }
}

/// Writes items, indented. The element of a `for` that is one of the `declared` variables is read behind the loop: without `outer`, the loop has one of its own.
fn write(items: &[Item], depth: usize, declared: &[String], out: &mut String) {
    let indent = "    ".repeat(depth);
    for item in items {
        let _ = match item {
            Item::Line(Line { code, .. }) => writeln!(out, "{indent}{code}"),
            Item::Label(block) => writeln!(out, "{indent}@label b{block}"),
            Item::Goto(block) => writeln!(out, "{indent}@goto b{block}"),
            Item::Break => writeln!(out, "{indent}break"),
            Item::Continue => writeln!(out, "{indent}continue"),
            Item::While(condition, body) => {
                let condition = condition.as_ref().map_or("true".into(), |it| it.code());
                block(&format!("while {condition}"), body, depth, declared, out);
                writeln!(out, "{indent}end")
            }
            Item::For(name, collection, body) => {
                let outer = if declared.contains(name) {
                    "outer "
                } else {
                    ""
                };
                let head = format!("for {outer}{name} in {collection}");
                block(&head, body, depth, declared, out);
                writeln!(out, "{indent}end")
            }
            Item::Try(body, name, handler) => {
                block("try", body, depth, declared, out);
                let name = name.as_ref().map_or(String::new(), |it| format!(" {it}"));
                block(&format!("catch{name}"), handler, depth, declared, out);
                writeln!(out, "{indent}end")
            }
            Item::If(condition, yes, no) => {
                let (mut word, mut condition, mut yes, mut no) = ("if", condition, yes, no);
                loop {
                    let head = format!("{word} {}", condition.code());
                    block(&head, yes, depth, declared, out);
                    match &no[..] {
                        [Item::If(next, next_yes, next_no)] => {
                            (word, condition, yes, no) = ("elseif", next, next_yes, next_no);
                        }
                        _ => break,
                    }
                }
                if !no.is_empty() {
                    block("else", no, depth, declared, out);
                }
                writeln!(out, "{indent}end")
            }
        };
    }
}

fn block(head: &str, items: &[Item], depth: usize, declared: &[String], out: &mut String) {
    let _ = writeln!(out, "{}{head}", "    ".repeat(depth));
    write(items, depth + 1, declared, out);
}
