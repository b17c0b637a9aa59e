//! Which calls are worth looking into: bodies by demand, and what they call.
//!
//! A body is asked for once for each callee and argument types. It is in demand if a function that some left side mentions is called
//! in it or, over calls whose code is known, below it:
//!
//! ```text
//! rules: tr(~A) --> …       f(A) = g(A) + h(A)      g(A) = k(A)      k(A) = tr(A)      h(A) = sum(A)
//!                           g is in demand (through k), h is not
//! ```
//!
//! Everything is a breadth-first walk over at most [`MAX_REACH`] bodies: code that calls itself needs no care.

use crate::egraph::Clauses;
use crate::host::{Body, Host, Known, NoBody};
use crate::ir::{Const, Function, Inst, InstKind, Type};
use crate::rules::rule::{Rhs, RuleSet, View};
use crate::rules::term::{Term, TermNode};
use crate::sym::Sym;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::rc::Rc;

/// Bodies that are looked at to find out whether one is in demand.
const MAX_REACH: usize = 48;

/// Calls that are looked at to find out whether a function leads back to itself.
const MAX_CALLS: usize = 2_000;

/// A callee on argument types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    pub callee: Known,
    pub args: Vec<Type>,
}

impl Key {
    /// The function and the number of its arguments: what calls itself does so with other types and values.
    pub fn method(&self) -> (Known, usize) {
        (self.callee, self.args.len())
    }

    /// The callee and argument types of a statement, if it is a call.
    pub fn of_call(function: &Function, inst: Inst, host: &mut dyn Host) -> Option<Key> {
        let InstKind::Call { callee, args } = &function.insts[inst].kind else {
            return None;
        };
        let of = &function.values[*callee];
        let constant = match of.constant {
            Some(constant) => Some(constant),
            None => host.singleton(of.ty),
        };
        let args = function.slice(args).iter();
        Some(Key {
            callee: Known {
                ty: of.ty,
                constant,
            },
            args: args.map(|&arg| function.values[arg].ty).collect(),
        })
    }
}

/// What is known of a callee.
struct Callee {
    body: Result<Rc<Body>, NoBody>,
    /// Whether the rules mention something that is called in it.
    mentions: bool,
    /// The calls in it.
    calls: Vec<(Inst, Key)>,
    in_demand: Option<bool>,
}

/// The calls of a program, as far as they were looked into.
pub(super) struct Graph<'a> {
    /// The functions in left sides.
    heads: FxHashSet<Const>,
    /// The functions in right sides, and whether some right side calls what it was given.
    introduced: FxHashSet<Const>,
    /// The types of these.
    introduced_types: FxHashSet<Type>,
    introduces_any: bool,
    rules: &'a RuleSet,
    callees: IndexMap<Key, Callee, FxBuildHasher>,
    active: Vec<Key>,
    stayed: IndexMap<Sym, String, FxBuildHasher>,
}

impl<'a> Graph<'a> {
    pub fn new(rules: &'a RuleSet, clauses: Clauses, host: &mut dyn Host) -> Graph<'a> {
        let mut heads = FxHashSet::default();
        let mut introduced = FxHashSet::default();
        let mut introduces_any = false;
        let mut right_sides = Vec::new();
        for (_, rule) in rules.iter() {
            heads.extend(callees(&rule.lhs).flatten());
            right_sides.extend(match &rule.rhs {
                Rhs::Term(term) => Some(term),
                Rhs::Dynamic(..) => None,
            });
        }
        for rule in rules.loops() {
            heads.extend(callees(&rule.body).flatten());
            right_sides.push(&rule.rhs);
        }
        for term in right_sides {
            if clauses.contains(Clauses::INTRODUCED) {
                introduced.extend(callees(term).flatten());
                introduces_any |= callees(term).any(|callee| callee.is_none());
            }
        }
        Graph {
            heads,
            introduced_types: introduced
                .iter()
                .map(|&known| host.type_of(known))
                .collect(),
            introduced,
            introduces_any,
            rules,
            callees: IndexMap::default(),
            active: Vec::new(),
            stayed: IndexMap::default(),
        }
    }

    /// The body of a callee.
    pub fn body(&mut self, key: &Key, host: &mut dyn Host) -> Option<Rc<Body>> {
        let at = self.callee(key, host);
        self.callees[at].body.clone().ok()
    }

    /// The calls of a function that are in demand.
    pub fn sites(&mut self, function: &Function, host: &mut dyn Host) -> Vec<(Inst, Key)> {
        let mut sites = calls_of(function, host);
        sites.retain(|(_, key)| self.is_in_demand(key, host));
        sites
    }

    /// Whether a rule may have made a call of this function. Such a call may stand in what the rule was applied to, the function
    /// itself: it must not lead back there.
    pub fn is_introduced(&self, key: &Key) -> bool {
        self.introduces_any
            || match key.callee.constant {
                Some(function) => self.introduced.contains(&function),
                None => self.introduced_types.contains(&key.callee.ty),
            }
    }

    /// Whether the body of a function always stands in place of a call.
    pub fn is_transparent(&self, key: &Key) -> bool {
        let function = key.callee.constant;
        function.and_then(|function| self.rules.view(function)) == Some(View::Transparent)
    }

    pub fn is_active(&self, key: &Key) -> bool {
        self.active.contains(key)
    }

    /// Whether a callee is being optimised by itself.
    pub fn is_below(&self) -> bool {
        !self.active.is_empty()
    }

    pub fn enter(&mut self, key: &Key) {
        self.active.push(key.clone());
    }

    pub fn leave(&mut self) {
        self.active.pop();
    }

    /// Notes that a call stays, and why.
    pub fn stays(&mut self, key: &Key, why: &str) {
        let body = self
            .callees
            .get(key)
            .and_then(|callee| callee.body.as_ref().ok());
        if let Some(body) = body {
            self.stayed.entry(body.function.name).or_insert(why.into());
        }
    }

    /// Functions whose calls stay, and why.
    pub fn take_stayed(&mut self) -> Vec<(Sym, String)> {
        std::mem::take(&mut self.stayed).into_iter().collect()
    }

    fn callee(&mut self, key: &Key, host: &mut dyn Host) -> usize {
        if let Some(at) = self.callees.get_index_of(key) {
            return at;
        }
        let args: Vec<Known> = (key.args.iter())
            .map(|&ty| Known { ty, constant: None })
            .collect();
        let is_mentioned = key.callee.constant.is_some_and(|function| {
            self.heads.contains(&function) || self.rules.view(function) == Some(View::Opaque)
        });
        let body = match is_mentioned {
            true => Err(NoBody::BuiltIn),
            false => host.body(key.callee, &args).map(Rc::new),
        };
        if let Err(why @ (NoBody::NotInlined | NoBody::Unreadable(_))) = &body {
            let name = match key.callee.constant {
                Some(function) => host.show_constant(function),
                None => host.show_type(key.callee.ty),
            };
            (self.stayed.entry(Sym::new(&name))).or_insert_with(|| why.to_string());
        }
        let calls = match &body {
            Ok(body) => calls_of(&body.function, host),
            Err(_) => Vec::new(),
        };
        let mut functions = calls.iter().filter_map(|(_, key)| key.callee.constant);
        let mentions = functions.any(|function| self.heads.contains(&function));
        let callee = Callee {
            body,
            mentions,
            calls,
            in_demand: None,
        };
        self.callees.insert_full(key.clone(), callee).0
    }

    /// Whether rules mention what is called in a callee or below it.
    fn is_in_demand(&mut self, key: &Key, host: &mut dyn Host) -> bool {
        let first = self.callee(key, host);
        if let Some(known) = self.callees[first].in_demand {
            return known;
        }
        let is_there = self.callees[first].body.is_ok();
        if is_there && self.is_transparent(key) {
            self.callees[first].in_demand = Some(true);
            return true;
        }
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut todo = std::collections::VecDeque::from([first]);
        seen.insert(first);
        let mut found = false;
        while let (Some(at), true) = (todo.pop_front(), is_there) {
            if self.callees[at].mentions {
                found = true;
                break;
            }
            for number in 0..self.callees[at].calls.len() {
                let key = self.callees[at].calls[number].1.clone();
                if seen.len() < MAX_REACH {
                    let next = self.callee(&key, host);
                    if seen.insert(next) {
                        todo.push_back(next);
                    }
                }
            }
        }
        self.callees[first].in_demand = Some(found);
        found
    }
}

/// Whether code calls one of some functions, or hands one on, or something that it calls does. Where there is too much to look at, it may.
///
/// ```text
/// f(x) = g(x) + 1      g(x) = x > 0 ? f(x - 1) : 0      f leads to f, through g
/// ```
pub fn leads_to(code: Vec<Rc<Function>>, targets: &[Const], host: &mut dyn Host) -> bool {
    let mut seen: FxHashSet<Key> = FxHashSet::default();
    let mut todo = code;
    while let Some(function) = todo.pop() {
        let mut is_found = false;
        crate::ir::cleanup::for_each_use(&function, |value| {
            let constant = function.values[value].constant;
            is_found |= constant.is_some_and(|constant| targets.contains(&constant));
        });
        if is_found {
            return true;
        }
        let calls = calls_of(&function, host).into_iter().map(|(_, key)| key);
        let handed = super::handed::all(&function, host).into_iter();
        let keys: Vec<Key> = calls.chain(handed.map(|handed| handed.key)).collect();
        for key in keys {
            let args: Vec<Known> = (key.args.iter())
                .map(|&ty| Known { ty, constant: None })
                .collect();
            let callee = key.callee;
            if !seen.insert(key) {
                continue;
            }
            if let Ok(body) = host.body(callee, &args) {
                if seen.len() > MAX_CALLS {
                    return true;
                }
                todo.push(body.function);
            }
        }
    }
    false
}

/// The functions that a side calls; nothing for one that it was given.
fn callees(term: &Term) -> impl Iterator<Item = Option<Const>> + '_ {
    term.iter().filter_map(|(_, node)| match node {
        TermNode::Call(callee, _) => Some(match term.node(*callee) {
            TermNode::Const(function) => Some(*function),
            _ => None,
        }),
        _ => None,
    })
}

fn calls_of(function: &Function, host: &mut dyn Host) -> Vec<(Inst, Key)> {
    let mut calls = Vec::new();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            calls.extend(Key::of_call(function, inst, host).map(|key| (inst, key)));
        }
    }
    calls
}
