//! Rules see through calls: a function is optimised together with what it calls.
//!
//! ```text
//! trace_plus(A) = tr(A) + 1.0           the body of trace_plus stands in driver, so that a rule
//! driver(A) = (eigen(A), trace_plus(A)) `tr(~A) --> sum(eigen(~A).values)` can share the decomposition
//! ```
//!
//! A call that rules could do something with has three ways:
//!
//! | | |
//! |---|---|
//! | it *stays* | as it is |
//! | it is *spliced* ([`ir::splice`](crate::ir::splice)) | the body stands in its place, with its branches, loops, handlers and writes: an ordinary part of the caller, in which every law of the memory model holds as elsewhere |
//! | it goes to a *version* ([`Host::declare`]) | the callee is optimised by itself, once for its argument types, and the caller calls that |
//!
//! **Demand** ([`graph`]). A call is looked into only if the code behind it, calls in it included, calls a function that is in the left side of
//! some rule. A function that rules mention itself stays a call, since that is what they match.
//!
//! **Choice.** A call costs what its version costs, unless a rule set says otherwise, so that splicing alone gains nothing and loses
//! nothing. Hence the program with *all* calls spliced is as cheap as any, as far as rules go, and what remains is to undo what was in vain: beginning with all
//! of them, each is taken back if that costs nothing. So two callees of which only both together give something are found, and code grows only
//! where a rule has fired across the border. A program without splices wins a tie, and whatever else comes out.
//!
//! **Recursion.** A function is never spliced into itself, nor along a chain of calls that comes back to it; its calls go to its version, also those of the function
//! that was asked for: what that returns is its caller's, who knows the rules, and what a version returns is not. Versions are
//! declared before they are defined. One that differs from its original in nothing is not made.
//!
//! **Calls that rules make.** With `g(~x) == ~x + ~x`, the body of `g` is equal to a call of `g`. So a call that a rule may have made goes to the
//! original, never to a version, and costs no less than the code behind it: otherwise a version could consist of a call of itself.
//!
//! **Functions that are handed over** ([`handed`]). `map(h, v)` does nothing with `h` but call it ([`Host::handed_over`]): it is given the version of `h` for the elements of `v`,
//! which runs the original for arguments of other types. So is `h.(v)`, where a lazy broadcast holds `h` until it is run.
//!
//! **Limits** ([`Calls`]): how deep, how many statements, how many versions. What lies beyond stays a call. A callee has a quarter of the function's e-nodes; all callees together have a sixteenth of its work, and the function with bodies in place of calls another; nothing further is tried once these runs have had as many e-nodes as the function may have.

mod fields;
mod graph;
mod handed;
mod link;

use crate::effects::{analysis, CallKind};
use crate::egraph::Clauses;
use crate::host::{Global, Host, Known};
use crate::ir::infer::Inferred;
use crate::ir::splice::{splice, Body};
use crate::ir::{Const, Function, Inst, Terminator, Type};
use crate::options::Options;
use crate::pipeline::{self, Optimized, Outcome};
use crate::raise::Raised;
use crate::rules::rule::RuleSet;
use crate::sym::Sym;
pub use graph::leads_to;
use graph::{Graph, Key};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;

/// A difference in cost that is none.
const EPSILON: f64 = 1e-9;

/// A callee gets one in so many of the nodes that the function gets: there may be many, and what explodes in one does so in its callers, too.
const NODES_OF_A_CALLEE: usize = 4;

/// All callees together get this part of the work, and so do the runs of the function with bodies in place of calls: there is one more for every body that
/// may be in vain. An extraction gets this part of its own.
const WORK_OF_MANY: u64 = 16;

/// What one of them gets when the others have left nothing: enough for what does not explode.
const WORK_OF_ONE: u64 = 256;

/// How many programs with fewer splices are tried.
const TRIALS: usize = 8;

/// How far calls are looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calls {
    /// Calls of calls, this deep; 0 looks into none.
    pub depth: u32,
    /// Statements that one function may grow to.
    pub statements: usize,
    /// Functions that are optimised beside the one that was asked for.
    pub versions: usize,
}

impl Calls {
    /// No call is looked into.
    pub const NONE: Calls = Calls {
        depth: 0,
        statements: 0,
        versions: 0,
    };
}

impl Default for Calls {
    fn default() -> Calls {
        Calls {
            depth: 4,
            statements: 400,
            versions: 32,
        }
    }
}

/// What calls of functions cost whose code is known: by the type of the function and those of its arguments, the original's cost and its
/// version's.
#[derive(Clone, Debug, Default)]
pub struct CallCosts {
    by_function: FxHashMap<Type, Vec<(Vec<Type>, f64, f64)>>,
}

impl CallCosts {
    /// What a call costs as the source has it, and as it will be made.
    pub(crate) fn of(&self, call: &[Known]) -> Option<(f64, f64)> {
        let costs = self.by_function.get(&call.first()?.ty)?;
        let types = || call[1..].iter().map(|known| known.ty);
        let found = costs
            .iter()
            .find(|(args, ..)| args.iter().copied().eq(types()))?;
        Some((found.1, found.2))
    }
}

/// A call whose body stands in the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spliced {
    /// The functions, the outermost call's first.
    pub through: Vec<String>,
    /// The line of the outermost call, where it is known.
    pub line: Option<u32>,
}

/// A function that was optimised beside the one that was asked for.
#[derive(Clone, Debug)]
pub struct Version {
    /// The function that it stands for; of a closure with variables, its type.
    pub original: Known,
    /// The types of its arguments.
    pub types: Vec<Type>,
    /// The function that was made.
    pub declared: Const,
    /// Its code.
    pub function: Function,
    /// What was done to it.
    pub outcome: Outcome,
}

/// How many functions are handed over as versions of themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandedOver {
    /// To a call that calls them.
    pub called: usize,
    /// To a value that holds them until it is run.
    pub held: usize,
    /// Of these, closures that are known only at run time.
    pub made: usize,
}

/// What became of the calls, and of loops.
#[derive(Clone, Debug, Default)]
pub struct Through {
    /// Calls whose bodies stand in the result.
    pub spliced: Vec<Spliced>,
    /// Loops that calls stand for in the result.
    pub raised: Vec<Raised>,
    /// Functions that the result calls in place of their originals, and those that these call.
    pub versions: Vec<Version>,
    /// Functions that the result hands over as versions.
    pub handed: HandedOver,
    /// Functions that were not looked into, though it might have helped, and why.
    pub stayed: Vec<(Sym, String)>,
}

impl Through {
    /// What became of calls, a line each.
    pub fn lines(&self, host: &mut dyn Host) -> Vec<String> {
        let spliced = self.spliced.iter().map(|spliced| {
            let through = spliced.through.join(", ");
            match spliced.line {
                Some(line) => format!("in place of a call: {through} (line {line})"),
                None => format!("in place of a call: {through}"),
            }
        });
        let mut lines: Vec<String> = spliced.collect();
        lines.extend(self.raised.iter().map(|raised| match raised.line {
            Some(line) => format!("in place of a loop: {} (line {line})", raised.rule),
            None => format!("in place of a loop: {}", raised.rule),
        }));
        for version in &self.versions {
            let types: Vec<String> = (version.types.iter())
                .map(|&ty| format!("::{}", host.show_type(ty)))
                .collect();
            lines.push(format!(
                "{} stands for {}({}): cost {} → {}",
                host.show_constant(version.declared),
                match version.original.constant {
                    Some(function) => host.show_constant(function),
                    None => host.show_type(version.original.ty),
                },
                types.join(", "),
                version.outcome.cost_before,
                version.outcome.cost_after,
            ));
        }
        let stayed = self.stayed.iter();
        lines.extend(stayed.map(|(name, why)| format!("{name} stays a call: {why}")));
        lines
    }
}

/// Optimises a function and what it calls. `entry` is the function as a callee, where it has a name; `inferred` is what inference found
/// for it on this host.
pub fn optimize(
    function: &Function,
    inferred: &Inferred,
    entry: Option<Const>,
    rules: &RuleSet,
    host: &mut dyn Host,
    options: &Options,
) -> Optimized {
    if options.calls.depth == 0 {
        return pipeline::optimize(function, inferred, rules, host, options);
    }
    let mut program = Program {
        graph: Graph::new(rules, options.switches().clauses, host),
        rules,
        options,
        done: Vec::new(),
        active: Vec::new(),
        is_watched: false,
        spent: [0; 2],
        nodes: 0,
    };
    let key = entry.map(|entry| program.key_of_entry(entry, function, host));
    let mut all = program.optimize(function, inferred, key.as_ref(), options.calls.depth, host);
    program.link(&mut all, host);
    all
}

/// A function that was optimised beside the one that was asked for, before it has a name.
struct Below {
    key: Key,
    /// Whether somebody above it catches exceptions, and sees whether they came: then it is as with `strict`.
    is_watched: bool,
    function: Function,
    outcome: Outcome,
    is_changed: bool,
    /// Whether it returns values of the original's type, no narrower one: the elements of `map(h, v)` are of that type, also where there are none.
    is_of_same_type: bool,
}

struct Program<'a> {
    graph: Graph<'a>,
    rules: &'a RuleSet,
    options: &'a Options,
    done: Vec<Below>,
    /// What functions cost that are being optimised, and that rules may call.
    active: Vec<(Key, f64)>,
    /// Whether a function on the way to the one that is optimised catches exceptions.
    is_watched: bool,
    /// Work done on the function with bodies in place of calls, and on its callees.
    spent: [u64; 2],
    /// E-nodes of all these runs.
    nodes: usize,
}

/// The calls that lead to a statement: of the function, of the body behind the first, and so on.
type Path = Vec<Inst>;

/// A function with bodies in place of calls.
struct Together {
    function: Function,
    inferred: Inferred,
    /// What was spliced, in order.
    items: Vec<Item>,
}

/// A body in place of a call.
struct Item {
    path: Path,
    spliced: Spliced,
    /// Whether it stays, though it may be in vain.
    is_transparent: bool,
}

impl Program<'_> {
    fn key_of_entry(&mut self, entry: Const, function: &Function, host: &mut dyn Host) -> Key {
        let params = function.params(function.entry());
        let own = usize::from(function.has_self);
        let args = params[own.min(params.len())..].iter();
        Key {
            callee: Known {
                ty: host.type_of(entry),
                constant: Some(entry),
            },
            args: args.map(|&param| function.values[param].ty).collect(),
        }
    }

    fn single(
        &mut self,
        function: &Function,
        inferred: &Inferred,
        host: &mut dyn Host,
    ) -> Optimized {
        self.within(self.graph.is_below(), function, inferred, host)
    }

    /// The function with bodies in place of calls.
    fn whole(&mut self, together: &Together, host: &mut dyn Host) -> Optimized {
        self.within(true, &together.function, &together.inferred, host)
    }

    /// Whether the functions below, and the runs with bodies in place of calls, have had as many e-nodes as the function itself may have.
    fn has_enough(&self) -> bool {
        self.nodes >= self.options.limits.nodes
    }

    fn within(
        &mut self,
        is_one_of_many: bool,
        function: &Function,
        inferred: &Inferred,
        host: &mut dyn Host,
    ) -> Optimized {
        let is_watched = self.watches(function, self.is_watched);
        let is_below = self.graph.is_below();
        let (mut limits, mut extraction) = (self.options.limits, self.options.extraction);
        if is_one_of_many {
            let left =
                (limits.work / WORK_OF_MANY).saturating_sub(self.spent[usize::from(is_below)]);
            limits.work = left.max(limits.work / WORK_OF_ONE);
            extraction.work /= WORK_OF_MANY;
        }
        if is_below {
            limits.nodes /= NODES_OF_A_CALLEE;
        }
        let options = Options {
            limits,
            extraction,
            // All but the function that was asked for, unless that is its own caller.
            goes_on: self.options.goes_on || is_below,
            strict: self.options.strict || self.is_watched,
            call_costs: Arc::new(self.costs(is_watched)),
            ..self.options.clone()
        };
        let result = pipeline::optimize(function, inferred, self.rules, host, &options);
        if is_one_of_many {
            self.spent[usize::from(is_below)] += result.outcome.saturation.work;
            self.nodes += result.outcome.saturation.nodes;
        }
        result
    }

    /// What calls cost in a function whose exceptions are caught, or not.
    fn costs(&self, is_watched: bool) -> CallCosts {
        let mut costs = CallCosts::default();
        let done = self.done.iter();
        let done = done.filter(|below| below.is_watched == is_watched);
        let done = done.map(|below| {
            let before = below.outcome.cost_before;
            match self.graph.is_introduced(&below.key) {
                true => (&below.key, before, before),
                false => (&below.key, before, below.outcome.cost_after),
            }
        });
        let active = (self.active.iter()).map(|(key, cost)| (key, *cost, *cost));
        for (key, before, after) in done.chain(active) {
            let of = costs.by_function.entry(key.callee.ty).or_default();
            // Only a function that is known can be replaced by its version.
            let after = match key.callee.constant {
                Some(_) => after,
                None => before,
            };
            of.push((key.args.clone(), before, after));
        }
        costs
    }

    /// Optimises a function, with what it calls in it and below it.
    fn optimize(
        &mut self,
        function: &Function,
        inferred: &Inferred,
        own: Option<&Key>,
        depth: u32,
        host: &mut dyn Host,
    ) -> Optimized {
        let is_watched = self.is_watched;
        self.is_watched = self.watches(function, is_watched);
        let own_cost = own.filter(|own| self.graph.is_introduced(own));
        if let Some(own) = own_cost {
            let cost = self.single(function, inferred, host).outcome.cost_before;
            self.active.push((own.clone(), cost));
        }
        let result = self.with_calls(function, inferred, own, depth, host);
        if own_cost.is_some() {
            self.active.pop();
        }
        self.is_watched = is_watched;
        result
    }

    /// Whether exceptions in what a function calls are caught, by it or by a caller of it.
    fn watches(&self, function: &Function, is_watched: bool) -> bool {
        let mut blocks = function.layout.iter();
        let clauses = self.options.switches().clauses;
        // With `strict` all are alike.
        !self.options.strict
            && clauses.contains(Clauses::HANDLERS)
            && (is_watched
                || blocks
                    .any(|&block| matches!(function.blocks[block].term, Terminator::Enter { .. })))
    }

    fn with_calls(
        &mut self,
        function: &Function,
        inferred: &Inferred,
        own: Option<&Key>,
        depth: u32,
        host: &mut dyn Host,
    ) -> Optimized {
        let sites = self.graph.sites(function, host);
        if depth > 1 {
            for handed in handed::all(function, host) {
                self.below(&handed.key, depth - 1, host);
            }
        }
        if sites.is_empty() {
            return self.single(function, inferred, host);
        }
        if depth > 1 {
            for (_, key) in &sites {
                self.below(key, depth - 1, host);
            }
        }
        let base = self.single(function, inferred, host);
        let mut refused: FxHashSet<Path> = FxHashSet::default();
        let mut together = self.together(function, inferred, own, depth, &refused, host);
        if together.items.is_empty() {
            return base;
        }
        let mut best = self.whole(&together, host);
        // On a tie the calls stay, unless a rule set wants the bodies.
        let is_wanted = together.items.iter().any(|item| item.is_transparent);
        let margin = if is_wanted { EPSILON } else { -EPSILON };
        if best.outcome.kept.is_some()
            || best.outcome.cost_after >= base.outcome.cost_after + margin
        {
            return base;
        }
        let mut trials = 0;
        let mut at = 0;
        while let Some(item) = together.items.get(at) {
            let path = &item.path;
            // Without any, it was the base.
            let is_last = together
                .items
                .iter()
                .all(|other| other.path.starts_with(path));
            if is_last || item.is_transparent || trials == TRIALS || self.has_enough() {
                at += 1;
                continue;
            }
            trials += 1;
            refused.insert(path.clone());
            let fewer = self.together(function, inferred, own, depth, &refused, host);
            let result = self.whole(&fewer, host);
            let is_as_good = result.outcome.kept.is_none()
                && result.outcome.cost_after <= best.outcome.cost_after + EPSILON;
            if is_as_good {
                (together, best) = (fewer, result);
            } else {
                refused.remove(path);
                at += 1;
            }
        }
        best.outcome.cost_before = base.outcome.cost_before;
        best.function.name = function.name;
        best.through.spliced = together
            .items
            .into_iter()
            .map(|item| item.spliced)
            .collect();
        best
    }

    fn getfield(&self, host: &mut dyn Host) -> Option<Const> {
        match host.global(Some(Sym::new("Core")), Sym::new("getfield")) {
            Global::Constant(getfield) => Some(getfield),
            _ => None,
        }
    }

    /// Optimises a callee by itself, once.
    fn below(&mut self, key: &Key, depth: u32, host: &mut dyn Host) {
        let mut done = self.done.iter();
        let is_known = done.any(|of| of.key == *key && of.is_watched == self.is_watched);
        let is_enough = self.done.len() >= self.options.calls.versions || self.has_enough();
        if is_known || is_enough || self.graph.is_active(key) {
            return;
        }
        let Some(body) = self.graph.body(key, host) else {
            return;
        };
        self.graph.enter(key);
        let result = self.optimize(&body.function, &body.inferred, Some(key), depth, host);
        self.graph.leave();
        let mut outcome = result.outcome;
        let mut is_changed =
            outcome.kept.is_none() && outcome.cost_after < outcome.cost_before - EPSILON;
        let mut function = result.function;
        // Also of one that is no cheaper: it is called where it calls a version itself.
        if outcome.kept.is_none() && !keeps_promises(&function, key, body.function.ret, host) {
            (function, is_changed) = (Function::clone(&body.function), false);
            outcome.cost_after = outcome.cost_before;
        }
        self.done.push(Below {
            key: key.clone(),
            is_watched: self.is_watched,
            is_changed,
            is_of_same_type: function.ret == body.function.ret,
            function,
            outcome,
        });
    }

    /// The function with the bodies of all calls that are in demand, but those that are refused.
    fn together(
        &mut self,
        function: &Function,
        inferred: &Inferred,
        own: Option<&Key>,
        depth: u32,
        refused: &FxHashSet<Path>,
        host: &mut dyn Host,
    ) -> Together {
        let mut together = Together {
            function: function.clone(),
            inferred: inferred.clone(),
            items: Vec::new(),
        };
        struct Call {
            inst: Inst,
            key: Key,
            path: Path,
            /// The functions on the way, each with its number of arguments: other methods may take other numbers.
            chain: Vec<(Known, usize)>,
            through: Vec<String>,
        }
        let mut size = size_of(function);
        let first: Vec<_> = own.map(Key::method).into_iter().collect();
        let sites = self.graph.sites(function, host).into_iter();
        let mut todo: VecDeque<Call> = sites
            .map(|(inst, key)| Call {
                inst,
                key,
                path: vec![inst],
                chain: first.clone(),
                through: Vec::new(),
            })
            .collect();
        while let Some(call) = todo.pop_front() {
            if refused.contains(&call.path)
                || call.path.len() > depth as usize
                || call.chain.contains(&call.key.method())
            {
                continue;
            }
            let result = together.function.insts[call.inst].result;
            // Nothing is left of a pure call whose value is known.
            let effects = together.inferred.effects[call.inst];
            if together.function.values[result].constant.is_some()
                && effects.is_some_and(|effects| effects.kind() == CallKind::Pure)
            {
                continue;
            }
            let Some(body) = self.graph.body(&call.key, host) else {
                continue;
            };
            let more = size_of(&body.function);
            if size + more > self.options.calls.statements {
                self.graph
                    .stays(&call.key, "the function would become too long");
                continue;
            }
            if !host.subtype(body.function.ret, together.function.values[result].ty) {
                self.graph
                    .stays(&call.key, "less is known of its result inside than outside");
                continue;
            }
            let span = together.function.insts[call.inst].span;
            let line = together.function.source.as_ref();
            let line = line.map(|source| source.line_column(span.start).0);
            let of = Body {
                function: &body.function,
                inferred: &body.inferred,
            };
            let made = match splice(
                &mut together.function,
                &mut together.inferred,
                call.inst,
                of,
            ) {
                Ok(made) => made,
                Err(why) => {
                    self.graph.stays(&call.key, &why.to_string());
                    continue;
                }
            };
            size += more;
            let mut through = call.through.clone();
            through.push(body.function.name.to_string());
            let copies: FxHashMap<Inst, Inst> = made.into_iter().collect();
            for (inner, key) in self.graph.sites(&body.function, host) {
                let mut path = call.path.clone();
                path.push(inner);
                let mut chain = call.chain.clone();
                chain.push(call.key.method());
                todo.push_back(Call {
                    inst: copies[&inner],
                    key,
                    path,
                    chain,
                    through: through.clone(),
                });
            }
            together.items.push(Item {
                path: call.path,
                spliced: Spliced { through, line },
                is_transparent: self.graph.is_transparent(&call.key),
            });
        }
        if let Some(getfield) = self.getfield(host) {
            fields::forward(&mut together.function, &together.inferred, getfield, host);
        }
        together
    }
}

/// Whether a function does nothing, and returns nothing, that callers do not expect of the callee that it is to stand for.
///
/// ```text
/// copied(v) = copy(v)          with `copy(~v) --> ~v` it would return the array that it was given; callers count on a new one
/// ```
fn keeps_promises(function: &Function, key: &Key, ret: Type, host: &mut dyn Host) -> bool {
    let args: Vec<Known> = (key.args.iter())
        .map(|&ty| Known { ty, constant: None })
        .collect();
    let Some(expected) = host.call(key.callee, &args) else {
        return false;
    };
    let inferred = analysis::of_statements(function, host);
    let effects = analysis::of_function(function, &inferred, host);
    expected.effects.contains(effects) && host.subtype(function.ret, ret)
}

/// How many statements a function has.
fn size_of(function: &Function) -> usize {
    let blocks = function.layout.iter();
    blocks
        .map(|&block| function.blocks[block].insts.len())
        .sum()
}
