//! Why the result is what it is: which rules led from each statement of the source to the code that was chosen for it,
//! and which matches were refused.
//!
//! ```text
//! layer.jl:4:12  σ.(logits)
//!     is now  fused_dense(σ, W, x, b)
//!     by      dense.1  @relaxed materialize(broadcasted(~f, …)) --> fused_dense(~f, ~W, ~x, ~b)
//! layer.jl:2:14  W * x .+ b
//!     is not needed any more
//! refused: fusion.2 at layer.jl:9:5: the left side reads memory in different states
//! ```
//!
//! A statement is *changed* if its class is needed but met by another node than its own (beside its own, where a rule makes
//! something of its value, as `Symmetric` does); the chain of applications
//! between the two is read off the [union forest](crate::egraph::provenance). It is *dropped* if no choice needs its
//! class. Everything is data; [`Explanation`] prints itself, without colours, for a terminal of any width.

use crate::diag::{Source, Span};
use crate::egraph::language::{ENode, Op};
use crate::egraph::ledger::Role;
use crate::egraph::provenance::{ApplicationId, Provenance};
use crate::egraph::skeleton::{LeafDef, Skeleton};
use crate::egraph::{canonical, EGraph};
use crate::extract::build::{Built, Use};
use crate::extract::problem::{Answer, Instance, Origin, Source as Meeting};
use crate::host::Host;
use crate::ir::print::Numbering;
use crate::ir::{Function, Inst, Value, ValueDef};
use crate::rules::loops::LoopRule;
use crate::rules::rule::{Rule, RuleSet};
use cranelift_entity::SecondaryMap;
use egg::{Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::fmt;

/// How deep a chosen term is written out.
const MAX_DEPTH: usize = 6;

/// How many steps of one chain are listed; the rest is counted.
pub const MAX_STEPS: usize = 24;

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Position {
    /// The file, or whatever the text came from.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// The code there, on one line.
    pub text: String,
    /// The functions that it is in, if it stands in place of a call: the one that was called first, and so on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
}

impl Position {
    fn new(source: &Source, span: Span) -> Position {
        let (line, column) = source.line_column(span.start);
        let text = &source.text()[span.start as usize..span.end as usize];
        Position {
            file: source.name().to_owned(),
            line,
            column,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            within: Vec::new(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)?;
        match self.within.is_empty() {
            true => Ok(()),
            false => write!(f, " in {}", self.within.join(", ")),
        }
    }
}

/// One application of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// The rule's name.
    pub rule: String,
    /// The rule as it was written.
    pub text: String,
    /// Where it was written.
    pub at: Option<Position>,
}

impl Step {
    fn new(rule: &Rule) -> Step {
        Step {
            rule: rule.name.clone(),
            text: rule.text().split_whitespace().collect::<Vec<_>>().join(" "),
            at: rule
                .at
                .as_ref()
                .map(|(source, span)| Position::new(source, *span)),
        }
    }
}

/// What became of a statement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The statement's number in the text of the original function, as in `%7`.
    pub value: u32,
    /// Where it was written, if that is known.
    pub at: Option<Position>,
    /// The statement.
    pub before: String,
    /// The code that was chosen for its value; `None` if nothing needs it any more.
    pub after: Option<String>,
    /// The rules that lead from the one to the other, in the order in which they were applied.
    pub steps: Vec<Step>,
    /// How many more steps there are.
    pub more: usize,
}

/// A match that was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The rule.
    pub rule: Step,
    /// Why.
    pub reason: String,
    /// The statement at the root of the match, if the source has one.
    pub at: Option<Position>,
}

/// Why the result is what it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Explanation {
    /// Statements that were changed or dropped, in the order of the source.
    pub changes: Vec<Change>,
    /// Matches that were refused, each once.
    pub refused: Vec<Refusal>,
}

impl Explanation {
    /// Adds the assumptions of the source that were not taken, with the reasons.
    pub(crate) fn add_untaken(&mut self, function: &Function, untaken: Vec<(Inst, &'static str)>) {
        let refusals = untaken.into_iter().map(|(inst, reason)| Refusal {
            rule: Step {
                rule: "@assume".into(),
                text: String::new(),
                at: None,
            },
            reason: reason.into(),
            at: position(function, inst),
        });
        self.refused.extend(refusals);
    }

    /// Adds a loop that a call stands for: what was done in each round, the call, and the rule. Numbers are those of the function with the call.
    pub(crate) fn add_raised(
        &mut self,
        round: &Statement,
        (raised, call): (&Function, Inst),
        rule: &LoopRule,
        host: &mut dyn Host,
    ) {
        self.changes.push(Change {
            value: Numbering::new(raised).values[raised.insts[call].result],
            at: round.at.clone(),
            before: format!("for … {}", round.text),
            after: Some(call_text(raised, call, host)),
            steps: vec![Step {
                rule: rule.name.clone(),
                text: rule.text(),
                at: (rule.at.as_ref()).map(|(source, span)| Position::new(source, *span)),
            }],
            more: 0,
        });
        self.changes.sort_by_key(|change| change.value);
    }
}

/// A statement of a function that is not there any more.
pub(crate) struct Statement {
    /// Where it was written.
    pub at: Option<Position>,
    text: String,
}

impl Statement {
    pub fn new(function: &Function, inst: Inst, host: &mut dyn Host) -> Statement {
        let at = position(function, inst);
        let exact = (function.source.as_ref()).is_some_and(|source| !source.is_by_lines());
        let text = match &at {
            Some(position) if exact => position.text.clone(),
            _ => call_text(function, inst, host),
        };
        Statement { at, text }
    }
}

/// A call, with the names or numbers of its operands.
fn call_text(function: &Function, inst: Inst, host: &mut dyn Host) -> String {
    let numbers = Numbering::new(function).values;
    let mut operands = function.operands(inst).map(|value| {
        let data = &function.values[value];
        match (data.def, data.name) {
            (ValueDef::Const(constant), _) => host.show_constant(constant),
            (_, Some(name)) => name.to_string(),
            _ => format!("%{}", numbers[value]),
        }
    });
    let callee = operands.next().unwrap_or_default();
    format!("{callee}({})", operands.collect::<Vec<_>>().join(", "))
}

/// Where a statement was written.
fn position(function: &Function, inst: Inst) -> Option<Position> {
    let at = |source: Option<&Source>, span: Span| {
        let source = source.filter(|_| span.end > span.start);
        source.map(|source| Position::new(source, span))
    };
    let frame = function.frames.get(&inst);
    let inner = frame.and_then(|frame| at(frame.source.as_ref(), frame.span));
    let outer = || at(function.source.as_ref(), function.insts[inst].span);
    let mut position = inner.or_else(outer)?;
    let mut next = frame;
    while let Some(frame) = next {
        position.within.insert(0, frame.function.to_string());
        next = frame.caller.as_ref();
    }
    Some(position)
}

/// Explains a choice.
pub fn explain(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    provenance: &Provenance,
    built: &Built,
    answer: &Answer,
    rules: &RuleSet,
) -> Explanation {
    let explainer = Explainer {
        egraph,
        skeleton,
        provenance,
        built,
        answer,
        rules,
        numbers: Numbering::new(&skeleton.function).values,
    };
    Explanation {
        changes: explainer.changes(),
        refused: explainer.refused(),
    }
}

struct Explainer<'a, 'h> {
    egraph: &'a EGraph<'h>,
    skeleton: &'a Skeleton,
    provenance: &'a Provenance,
    built: &'a Built,
    answer: &'a Answer,
    rules: &'a RuleSet,
    numbers: SecondaryMap<Value, u32>,
}

/// How a value of a class is met.
struct Met {
    source: Meeting,
    /// The node of the class.
    node: ENode,
}

impl Explainer<'_, '_> {
    fn node(&self, instance: Instance) -> &ENode {
        &self.built.nodes[self.built.problem.instances[instance].node as usize]
    }

    /// By class, the nodes that meet what is needed of it.
    fn met(&self) -> FxHashMap<Id, Vec<Met>> {
        let mut met: FxHashMap<Id, Vec<Met>> = FxHashMap::default();
        let problem = &self.built.problem;
        let uses = self.answer.uses.values().flatten();
        let operands = self.answer.runs.iter().rev().flat_map(|run| &run.operands);
        for source in uses.chain(operands) {
            let made = match source.origin {
                Origin::Run(number) => self.answer.runs[number as usize].instance,
                Origin::Instance(instance) => instance,
            };
            // Through each coercion, the class in front of it is met as well.
            for (number, instance) in source.coercions.iter().copied().chain([made]).enumerate() {
                let class = problem.items[problem.instances[instance].item].class;
                let entry = met.entry(class).or_default();
                let node = self.node(instance);
                if entry.iter().all(|known| known.node != *node) {
                    entry.push(Met {
                        source: Meeting {
                            coercions: source.coercions[number..].into(),
                            origin: source.origin,
                        },
                        node: node.clone(),
                    });
                }
            }
        }
        met
    }

    /// What runs instead of a statement, as an expression.
    fn instead(&self) -> FxHashMap<Inst, (&ENode, String)> {
        let mut instead = FxHashMap::default();
        let mut sources: FxHashMap<Use, &Meeting> = FxHashMap::default();
        for (id, source) in self.answer.uses.iter() {
            sources.extend(source.iter().map(|source| (self.built.uses[id], source)));
        }
        for (statement, &taken) in self.answer.alternatives.iter() {
            let (inst, nodes) = &self.built.statements[statement];
            let Some(number) = taken.checked_sub(1) else {
                continue;
            };
            let node = &nodes[number as usize];
            let operands: Vec<&Meeting> = (0..node.children().len() as u32)
                .filter_map(|position| sources.get(&Use::Alternative(*inst, taken, position)))
                .copied()
                .collect();
            instead.insert(*inst, (node, self.call(node, &operands, 0)));
        }
        instead
    }

    fn changes(&self) -> Vec<Change> {
        let met = self.met();
        let instead = self.instead();
        let function = &self.skeleton.function;
        let mut changes = Vec::new();
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                let Some(statement) = self.skeleton.statement(inst) else {
                    continue;
                };
                let own = canonical(self.egraph, &statement.node);
                let class = self.egraph.find(statement.class);
                let (to, after) = match statement.role {
                    Role::Effect => match instead.get(&inst) {
                        Some((node, text)) => (Some((*node).clone()), Some(text.clone())),
                        None => continue,
                    },
                    Role::Fixed => continue,
                    _ if own.as_const().is_some() => continue,
                    _ => match met.get(&class).map(|met| &met[..]) {
                        None | Some([]) => (None, None),
                        Some(all) if all.iter().any(|met| same_call(&met.node, &own)) => {
                            // It is still needed, and so may be what a rule made of it.
                            match all.iter().find(|met| self.is_derived(&own, &met.node)) {
                                Some(other) => (
                                    Some(other.node.clone()),
                                    Some(self.expression(&other.source, 0)),
                                ),
                                None => continue,
                            }
                        }
                        Some([first, ..]) => (
                            Some(first.node.clone()),
                            Some(self.expression(&first.source, 0)),
                        ),
                    },
                };
                let to = to.map(|to| self.stated_as(class, to));
                let chain = to.map(|to| self.chain(&own, &to)).unwrap_or_default();
                changes.push(Change {
                    value: self.numbers[function.insts[inst].result],
                    at: self.position(inst),
                    before: self.statement(inst),
                    after,
                    steps: self.steps(&chain),
                    more: chain.len().saturating_sub(MAX_STEPS),
                });
            }
        }
        changes
    }

    /// The literal that a rule states, where a number of the source's type stands in its place.
    fn stated_as(&self, class: Id, node: ENode) -> ENode {
        let mut literals = self.egraph[class].nodes.iter();
        match literals.find(|other| other.is_stated()) {
            Some(literal) if self.provenance.id(&node).is_none() => literal.clone(),
            _ => node,
        }
    }

    /// The applications that lead from one node to another.
    fn chain(&self, from: &ENode, to: &ENode) -> Vec<ApplicationId> {
        let ends = self.provenance.id(from).zip(self.provenance.id(to));
        let chain = ends.and_then(|(from, to)| self.provenance.chain(from, to));
        chain.unwrap_or_default()
    }

    /// Whether a call is another one, and rules lead to it.
    fn is_derived(&self, from: &ENode, to: &ENode) -> bool {
        let is_call = matches!(to.op(), Op::Call { .. } | Op::Apply { .. } | Op::New { .. });
        is_call && !same_call(from, to) && !self.chain(from, to).is_empty()
    }

    fn steps(&self, chain: &[ApplicationId]) -> Vec<Step> {
        chain
            .iter()
            .take(MAX_STEPS)
            .map(|&id| Step::new(self.rules.rule(self.provenance.application(id).rule)))
            .collect()
    }

    fn refused(&self) -> Vec<Refusal> {
        let mut homes: FxHashMap<Id, Inst> = FxHashMap::default();
        let function = &self.skeleton.function;
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                if let Some(statement) = self.skeleton.statement(inst) {
                    let class = self.egraph.find(statement.class);
                    homes.entry(class).or_insert(inst);
                }
            }
        }
        let mut seen = FxHashSet::default();
        let mut refused = Vec::new();
        for (rule, root, reason) in self.provenance.log().refusals() {
            let home = homes.get(&self.egraph.find(*root)).copied();
            if !seen.insert((*rule, home, reason)) {
                continue;
            }
            refused.push(Refusal {
                rule: Step::new(self.rules.rule(*rule)),
                reason: reason.clone(),
                at: home.and_then(|inst| self.position(inst)),
            });
        }
        refused
    }

    /// Where a statement was written: in the function that a call has led to, or, where its text is not at hand, where that call is.
    fn position(&self, inst: Inst) -> Option<Position> {
        position(&self.skeleton.function, inst)
    }

    /// A statement of the original, over the names of its operands.
    fn statement(&self, inst: Inst) -> String {
        let function = &self.skeleton.function;
        let source = match function.frames.get(&inst) {
            Some(frame) => frame.source.as_ref(),
            None => function.source.as_ref(),
        };
        let exact = source.is_some_and(|source| !source.is_by_lines());
        if let (true, Some(position)) = (exact, self.position(inst)) {
            return position.text;
        }
        let operands: Vec<String> = function
            .operands(inst)
            .map(|value| self.value(value))
            .collect();
        match operands.split_first() {
            Some((callee, args)) => format!("{callee}({})", args.join(", ")),
            None => format!("%{}", self.numbers[function.insts[inst].result]),
        }
    }

    fn value(&self, value: Value) -> String {
        let data = &self.skeleton.function.values[value];
        match (data.def, data.name) {
            (ValueDef::Const(constant), _) => self.constant(constant),
            (_, Some(name)) => name.to_string(),
            _ => format!("%{}", self.numbers[value]),
        }
    }

    fn constant(&self, constant: crate::ir::Const) -> String {
        let mut cache = self.egraph.analysis.cache();
        cache.host.show_constant(constant)
    }

    /// What meets something, as an expression. Recursion is bounded by [`MAX_DEPTH`].
    fn expression(&self, source: &Meeting, depth: usize) -> String {
        match source.origin {
            Origin::Run(number) => {
                let run = &self.answer.runs[number as usize];
                let node = self.node(run.instance);
                if node.op() == Op::Share {
                    return self.expression(&run.operands[0], depth);
                }
                let operands: Vec<&Meeting> = run.operands.iter().collect();
                self.call(node, &operands, depth)
            }
            Origin::Instance(instance) => self.free(self.node(instance)),
        }
    }

    fn call(&self, node: &ENode, operands: &[&Meeting], depth: usize) -> String {
        if depth == MAX_DEPTH {
            return "…".into();
        }
        let mut args: Vec<String> = operands
            .iter()
            .map(|operand| self.expression(operand, depth + 1))
            .collect();
        let callee = match node.op() {
            Op::Call { callee, .. } => self.constant(callee),
            Op::Apply { .. } => args.remove(0),
            _ => format!("new:{}", args.remove(0)),
        };
        let is_operator = callee
            .chars()
            .all(|c| !c.is_alphanumeric() && !matches!(c, '_' | '(' | ')' | '#' | '.' | ':'));
        match &args[..] {
            [a, b] if is_operator => {
                let inner = format!("{a} {callee} {b}");
                if depth == 0 {
                    inner
                } else {
                    format!("({inner})")
                }
            }
            _ => format!("{callee}({})", args.join(", ")),
        }
    }

    fn free(&self, node: &ENode) -> String {
        let function = &self.skeleton.function;
        match node.op() {
            Op::Const(constant) => self.constant(constant),
            Op::Leaf(leaf) => match self.skeleton.leaves[leaf] {
                LeafDef::Value(value) => self.value(value),
                LeafDef::Result(inst) => self.value(function.insts[inst].result),
            },
            _ => match node.tag().site() {
                Some(site) => self.value(function.insts[self.skeleton.maker(site)].result),
                None => "…".into(),
            },
        }
    }
}

/// Whether two nodes are the same call, wherever it is made.
fn same_call(a: &ENode, b: &ENode) -> bool {
    a.key() == b.key() && a.children() == b.children()
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for change in &self.changes {
            match &change.at {
                Some(at) => writeln!(f, "{at}  {}", change.before)?,
                None => writeln!(f, "%{}  {}", change.value, change.before)?,
            }
            match &change.after {
                None => writeln!(f, "    is not needed any more")?,
                Some(after) => writeln!(f, "    is now  {after}")?,
            }
            for step in &change.steps {
                writeln!(f, "    by      {}  {}", step.rule, step.text)?;
            }
            if change.more > 0 {
                writeln!(f, "    and {} more steps", change.more)?;
            }
        }
        for refusal in &self.refused {
            write!(f, "refused: {}", refusal.rule.rule)?;
            if let Some(at) = &refusal.at {
                write!(f, " at {at}  {}", at.text)?;
            }
            writeln!(f, "\n    {}", refusal.reason)?;
        }
        Ok(())
    }
}
