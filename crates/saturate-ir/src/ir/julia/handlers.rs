//! What is left of handlers once code is nested: the variable of a `catch`, and flags that nobody asks.
//!
//! ```text
//! catch exception                    catch e
//!     e = exception         becomes      showerror(stdout, e)
//!     showerror(stdout, e)           end
//! end
//! ```
//!
//! The variable of a `catch` is one of its own: it takes the name of the variable that gets it only where that one occurs nowhere else.

use super::flow::{Item, Line};
use super::Writer;
use rustc_hash::{FxHashMap, FxHashSet};

impl Writer<'_> {
    /// The same code; each `catch` has its variable, and flags that nobody asks are not set.
    pub(super) fn with_handlers(&self, items: Vec<Item>) -> Vec<Item> {
        let mut counts = FxHashMap::default();
        super::conditions::count(&items, &mut counts);
        let mut assigned: FxHashMap<String, usize> = FxHashMap::default();
        count_constants(&items, &mut assigned);
        let flags = self.regions.flags.iter().map(|&it| self.variables.of(it));
        let unread: FxHashSet<&str> = flags
            .map(|it| self.names[it].as_str())
            .filter(|name| assigned.get(*name) == counts.get(*name))
            .collect();
        self.handled(items, &counts, &unread)
    }

    fn handled(
        &self,
        items: Vec<Item>,
        counts: &FxHashMap<String, usize>,
        unread: &FxHashSet<&str>,
    ) -> Vec<Item> {
        let inside = |items| self.handled(items, counts, unread);
        let kept = items.into_iter().filter_map(|item| {
            Some(match item {
                Item::Line(line) if given_constant(&line).is_some_and(|it| unread.contains(it)) => {
                    return None
                }
                Item::If(condition, yes, no) => Item::If(condition, inside(yes), inside(no)),
                Item::While(condition, body) => Item::While(condition, inside(body)),
                Item::For(name, collection, body) => Item::For(name, collection, inside(body)),
                Item::Try(body, _, handler) => {
                    let (name, handler) = self.caught(inside(handler), counts);
                    Item::Try(inside(body), name, handler)
                }
                other => other,
            })
        });
        kept.collect()
    }

    /// The variable of a handler, and the code behind it.
    fn caught(
        &self,
        mut handler: Vec<Item>,
        counts: &FxHashMap<String, usize>,
    ) -> (Option<String>, Vec<Item>) {
        let mut here = FxHashMap::default();
        super::conditions::count(&handler, &mut here);
        let Some(&asked) = here.get(&self.exception) else {
            return (None, handler);
        };
        let first = match handler.first() {
            Some(Item::Line(Line {
                assigns,
                value: Some(value),
                ..
            })) if value.code == self.exception => assigns.first().cloned(),
            _ => None,
        };
        match first {
            Some(name) if asked == 1 && here.get(&name) == counts.get(&name) => {
                handler.remove(0);
                (Some(name), handler)
            }
            _ => (Some(self.exception.clone()), handler),
        }
    }
}

/// The variable that a line gives a number or what another variable has.
fn given_constant(line: &Line) -> Option<&str> {
    line.assigns
        .first()
        .filter(|_| line.is_plain())
        .map(String::as_str)
}

/// How often each variable is given such a value.
fn count_constants(items: &[Item], counts: &mut FxHashMap<String, usize>) {
    for item in items {
        match item {
            Item::Line(line) => {
                if let Some(name) = given_constant(line) {
                    *counts.entry(name.to_string()).or_default() += 1;
                }
            }
            Item::If(_, yes, no) | Item::Try(yes, _, no) => {
                count_constants(yes, counts);
                count_constants(no, counts);
            }
            Item::While(_, body) | Item::For(_, _, body) => count_constants(body, counts),
            _ => {}
        }
    }
}
