//! Loops that are raised: a call in place of a loop, by rules whose left sides are [loops](crate::rules::loops).
//!
//! ```text
//! R = copy(C)                                     R = copy(C)
//! for j in 1:size(R, 2)                           columns_of_product!(R, A, B, 1:size(R, 2))
//!     R[:, j] = A * B[:, j]               ─►      return R
//! end
//! return R                    by  for ~j in ~r (~R)[:, ~j] = ~A * (~B)[:, ~j] end --> columns_of_product!(~R, ~A, ~B, ~r)
//! ```
//!
//! The loop and the right side are two ways to do the same thing at the same place, so that nothing need be known of memory: what stands before the loop stands
//! before the call, and what stands behind it behind it. What must hold is that the loop is the left side and nothing more ([`fit`]):
//!
//! | | |
//! |---|---|
//! | it is a `for` ([`find`]) | `iterate` is asked once before it and once at the end of each round, and nobody else hears the answers |
//! | its body is the rule's | the same calls in the same order; whatever else stands there only computes |
//! | a variable is one value | from before the loop, or computed from such values by what only computes; or the element, or what is carried |
//! | nothing comes out of it | but what the rule says is carried |
//!
//! **Choice.** A function with loops that fit is optimised with them and without them, and the cheaper program wins; the loops on a tie. Of several loops those are taken
//! back without which the program is cheaper. The first rule that fits a loop counts. A loop that has become a call may complete the body of the loop around it.

mod find;
mod fit;

use crate::egraph::{Clauses, Freedoms};
use crate::explain::{Explanation, Statement};
use crate::host::{Host, Known};
use crate::ir::infer::Inferred;
use crate::ir::{cleanup, verify};
use crate::ir::{Block, Function, Inst, InstKind, Terminator, Value, ValueDef};
use crate::options::Options;
use crate::pipeline::Optimized;
use crate::rules::loops::LoopRule;
use crate::rules::rule::RuleSet;
use crate::rules::term::{TermId, TermNode};
use cranelift_entity::{EntitySet, SecondaryMap};
use find::{Edge, Finder, Loop, Words};
use fit::{Fit, Fitter};
use serde::Serialize;
use smallvec::SmallVec;

/// A difference in cost that is none.
const EPSILON: f64 = 1e-9;

/// How many programs with fewer raised loops are tried.
const TRIALS: usize = 8;

/// A loop that a call stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Raised {
    /// The rule.
    pub rule: String,
    /// The line of what was done in each round, where it is known.
    pub line: Option<u32>,
}

/// A function with calls in place of loops.
struct Attempt<'r> {
    function: Function,
    inferred: Inferred,
    items: Vec<Item<'r>>,
}

/// A call in place of a loop.
struct Item<'r> {
    /// The body of the loop.
    body: Block,
    rule: &'r LoopRule,
    /// What was done in each round, as it was then.
    round: Statement,
    /// What is done instead.
    call: Inst,
}

/// Optimises a function by `optimize`, with calls in place of its loops where that is cheaper.
pub(crate) fn with_loops(
    function: &Function,
    inferred: &Inferred,
    rules: &RuleSet,
    host: &mut dyn Host,
    options: &Options,
    optimize: &dyn Fn(&Function, &Inferred, &mut dyn Host, u32) -> Optimized,
) -> Optimized {
    let switches = options.switches();
    let mut refused: EntitySet<Block> = EntitySet::new();
    let attempt = |refused: &EntitySet<Block>, host: &mut dyn Host| {
        let is_wanted =
            rules.loops().next().is_some() && switches.freedoms.contains(Freedoms::RAISED);
        let words = Words::new(host).filter(|_| is_wanted)?;
        raise(
            function,
            inferred,
            rules,
            host,
            (switches.clauses, &words),
            refused,
        )
    };
    let Some(mut raised) = attempt(&refused, host) else {
        return optimize(function, inferred, host, 1);
    };
    let plain = optimize(function, inferred, host, 2);
    let mut best = optimize(&raised.function, &raised.inferred, host, 2);
    let bodies: Vec<Block> = raised.items.iter().map(|item| item.body).collect();
    for body in bodies.into_iter().take(TRIALS) {
        if raised.items.len() == 1 {
            break;
        }
        refused.insert(body);
        let fewer = attempt(&refused, host).map(|fewer| {
            let result = optimize(&fewer.function, &fewer.inferred, host, 2);
            (fewer, result)
        });
        match fewer {
            Some((fewer, result))
                if result.outcome.cost_after < best.outcome.cost_after - EPSILON =>
            {
                (raised, best) = (fewer, result);
            }
            _ => {
                refused.remove(body);
            }
        }
    }
    if best.outcome.cost_after >= plain.outcome.cost_after - EPSILON {
        return plain;
    }
    // Whatever became of the rest: the loops are gone.
    best.outcome.kept = None;
    best.outcome.cost_before = plain.outcome.cost_before;
    if options.explain {
        let explanation = best.explanation.get_or_insert_with(Explanation::default);
        for item in &raised.items {
            let call = (&raised.function, item.call);
            explanation.add_raised(&item.round, call, item.rule, host);
        }
    }
    best.through.raised = (raised.items.iter())
        .map(|item| Raised {
            rule: item.rule.name.clone(),
            line: item.round.at.as_ref().map(|at| at.line),
        })
        .collect();
    best
}

/// The function with calls in place of all loops that fit, but those that are refused; nothing if there are none.
fn raise<'r>(
    function: &Function,
    inferred: &Inferred,
    rules: &'r RuleSet,
    host: &mut dyn Host,
    (clauses, words): (Clauses, &Words),
    refused: &EntitySet<Block>,
) -> Option<Attempt<'r>> {
    let mut attempt = Attempt {
        function: function.clone(),
        inferred: inferred.clone(),
        items: Vec::new(),
    };
    loop {
        let finder = Finder::new(&attempt.function, words);
        // A loop inside another one comes later in the order of blocks.
        let mut bodies = attempt.function.layout.iter().rev();
        let made = bodies.find_map(|&body| {
            let is_refused = refused.contains(body);
            (!is_refused).then(|| raise_one(&attempt, &finder, body, rules, host, clauses))?
        });
        let Some(Made {
            item,
            function,
            inferred,
        }) = made
        else {
            break;
        };
        attempt.function = function;
        attempt.inferred = inferred;
        attempt.items.push(item);
    }
    // A call that was the body of a loop around it has gone with that.
    let mut calls: EntitySet<Inst> = EntitySet::new();
    for &block in &attempt.function.layout {
        for &inst in &attempt.function.blocks[block].insts {
            calls.insert(inst);
        }
    }
    attempt.items.retain(|item| calls.contains(item.call));
    // They were looked for from the last block on.
    attempt.items.reverse();
    (!attempt.items.is_empty()).then_some(attempt)
}

/// A function with one more call in place of a loop.
struct Made<'r> {
    item: Item<'r>,
    function: Function,
    inferred: Inferred,
}

/// Puts a call in place of the loop with this body, if there is one and some rule fits.
fn raise_one<'r>(
    attempt: &Attempt<'_>,
    finder: &Finder<'_>,
    body: Block,
    rules: &'r RuleSet,
    host: &mut dyn Host,
    clauses: Clauses,
) -> Option<Made<'r>> {
    let found = finder.find(body, host)?;
    let fitter = Fitter {
        finder,
        found: &found,
        inferred: &attempt.inferred,
        clauses,
    };
    for rule in rules.loops() {
        let Some(fit) = fitter.fit(rule, host) else {
            continue;
        };
        let round = Statement::new(&attempt.function, fit.root, host);
        let written = write(attempt, &found, rule, &fit, host, clauses);
        if let Some((function, inferred, call)) = written {
            let item = Item {
                body,
                rule,
                round,
                call,
            };
            return Some(Made {
                item,
                function,
                inferred,
            });
        }
    }
    None
}

/// The function with the right side of a rule in place of a loop; and the last statement of the right side.
fn write(
    attempt: &Attempt<'_>,
    found: &Loop,
    rule: &LoopRule,
    fit: &Fit,
    host: &mut dyn Host,
    clauses: Clauses,
) -> Option<(Function, Inferred, Inst)> {
    let mut function = attempt.function.clone();
    let mut inferred = attempt.inferred.clone();
    let before = found.before;
    let asks = |inst: &Inst| found.asks.contains(inst);
    function.blocks[before].insts.retain(|inst| !asks(inst));
    function.blocks[before].insts.extend(&fit.moved);
    let span = function.insts[fit.root].span;
    let mut values: SecondaryMap<TermId, Option<Value>> = SecondaryMap::new();
    let mut last = None;
    for (id, node) in rule.rhs.iter() {
        let value = match node {
            TermNode::Var(var) => fit.bound[*var]?,
            TermNode::Const(constant) => {
                let ty = host.type_of(*constant);
                function.constant(*constant, ty)
            }
            TermNode::Call(callee, args) => {
                let callee = values[*callee]?;
                let args = rule.rhs.args(args).iter();
                let args: Option<SmallVec<[Value; 4]>> = args.map(|arg| values[*arg]).collect();
                let args = args?;
                let known = |value: Value| Known {
                    ty: function.values[value].ty,
                    constant: function.values[value].constant,
                };
                let types: SmallVec<[Known; 4]> = args.iter().map(|&arg| known(arg)).collect();
                let info = host.call(known(callee), &types)?;
                let args = function.list(&args);
                let kind = InstKind::Call { callee, args };
                let inst = function.make_inst(kind, info.result.ty, span);
                function.blocks[before].insts.push(inst);
                inferred.effects[inst] = Some(info.effects);
                last = Some(inst);
                let result = function.insts[inst].result;
                function.values[result].constant = info.result.constant;
                result
            }
            TermNode::New(..) | TermNode::Splat(_) => return None,
        };
        values[id] = Some(value);
    }
    let computed = values[rule.rhs.root()?]?;
    if let (Some(_), &[(_, _, next)]) = (rule.carried, &found.carried[..]) {
        // What goes on behind the loop is typed, and is not typed anew.
        let types = [computed, next].map(|value| function.values[value].ty);
        if !host.subtype(types[0], types[1]) {
            return None;
        }
    }
    let exit = exit(&function, found, rule, computed, clauses)?;
    function.blocks[before].term = Terminator::Jump(function.target(exit.block, &exit.args));
    if let (Some(_), &[(_, _, next)]) = (rule.carried, &found.carried[..]) {
        // Behind a loop that is always entered, it need not be passed on to be known.
        function.map_uses(|value| if value == next { computed } else { value });
    }
    cleanup::remove_unreachable_blocks(&mut function);
    cleanup::merge_blocks(&mut function);
    let is_valid = verify::verify(&function).is_ok();
    is_valid.then_some(())?;
    Some((function, inferred, last?))
}

/// Where it goes on, with what: nothing of the loop but what the right side has computed.
fn exit(
    function: &Function,
    found: &Loop,
    rule: &LoopRule,
    computed: Value,
    clauses: Clauses,
) -> Option<Edge> {
    let (past, out) = &found.exits;
    if past.as_ref().is_some_and(|past| past.block != out.block) {
        return None;
    }
    let is_inside = |value: Value| match function.values[value].def {
        ValueDef::Param(block, _) => block == found.body,
        ValueDef::Result(inst) => function.blocks[found.body].insts.contains(&inst),
        ValueDef::Const(_) => false,
    };
    let carried = rule.carried.map(|_| found.carried[0]);
    let mut args = Vec::with_capacity(out.args.len());
    for (at, &arg) in out.args.iter().enumerate() {
        let earlier = past.as_ref().map(|past| past.args[at]);
        let is_carried = carried.is_some_and(|(_, first, next)| {
            arg == next && earlier.is_none_or(|earlier| earlier == first)
        });
        let is_fixed = !is_inside(arg) && earlier.is_none_or(|earlier| earlier == arg);
        args.push(match (is_carried, is_fixed, earlier) {
            (true, ..) => computed,
            (false, true, _) => arg,
            (false, false, Some(earlier)) if !clauses.contains(Clauses::CARRIED) => earlier,
            _ => return None,
        });
    }
    Some(Edge {
        block: out.block,
        args,
    })
}
