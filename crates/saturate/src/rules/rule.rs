//! Rules and rule sets.
//!
//! A [`Rule`] is what one line says in one direction: `==` makes two. A [`RuleSet`] is a named list of rules and
//! declarations; sets are values, compose with [`RuleSet::union`], and print back as they were written.
//!
//! Numbers are stable: `a.union(&b)` keeps the numbers of `a` and appends what of `b` is not there yet.

use super::cost::{Cost, Expr};
use super::guard::Guard;
use super::loops::LoopRule;
use super::pattern::{Constraint, Pattern, PatternError};
use super::several::Beside;
use super::term::{Term, Var};
use crate::diag::{Source, Span};
use crate::effects::Effects;
use crate::host::{Declared, Evaluator, Host};
use crate::ir::{Const, Type};
use crate::sym::Sym;
use cranelift_entity::{entity_impl, PrimaryMap};
use std::fmt;
use std::sync::Arc;

/// The number of a rule in its set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(u32);
entity_impl!(RuleId, "rule");

/// A variable as it was declared.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// Its name without the `~`.
    pub name: Sym,
    /// What it may stand for.
    pub constraint: Option<Constraint>,
}

/// What a rule puts in place of its left side.
#[derive(Clone, Debug)]
pub enum Rhs {
    /// A term: `-->` and `==`.
    Term(Term),
    /// A value: `=>`. The code runs with the values of these variables.
    Dynamic(Evaluator, Vec<Var>),
}

/// One rewrite, in one direction.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Name of the set, a dot, and the number of the line in it; a second direction ends in `'`.
    pub name: String,
    /// The variables.
    pub vars: PrimaryMap<Var, VarDecl>,
    /// The left side. Of a part of a [tuple](super::several) the others come first.
    pub lhs: Term,
    /// The left side, compiled.
    pub pattern: Pattern,
    /// The right side.
    pub rhs: Rhs,
    /// Conditions that must all hold.
    pub guards: Vec<Guard>,
    /// Whether a match detaches the skeleton calls it covers.
    pub relaxed: bool,
    /// Where it was written, if it was.
    pub at: Option<(Source, Span)>,
}

/// Whether two rules were written at the same place of the same text.
fn is_same_place(one: &Option<(Source, Span)>, other: &Option<(Source, Span)>) -> bool {
    match (one, other) {
        (Some((source, span)), Some((other, at))) => span == at && source.is_same(other),
        _ => false,
    }
}

impl Rule {
    /// Whether two were written at the same place of the same text, in the same direction.
    fn is_same_line(self: &Arc<Rule>, other: &Arc<Rule>) -> bool {
        Arc::ptr_eq(self, other) || is_same_place(&self.at, &other.at) && self.name == other.name
    }

    /// A rule from its parts; compiles the left side.
    pub fn new(
        name: impl Into<String>,
        vars: PrimaryMap<Var, VarDecl>,
        lhs: Term,
        rhs: Rhs,
        guards: Vec<Guard>,
    ) -> Result<Rule, PatternError> {
        Rule::beside(name, vars, lhs, Beside::default(), rhs, guards)
    }

    /// The same for a left side that must be found beside others, which come before its root in the term.
    pub fn beside(
        name: impl Into<String>,
        vars: PrimaryMap<Var, VarDecl>,
        lhs: Term,
        beside: Beside<'_>,
        rhs: Rhs,
        guards: Vec<Guard>,
    ) -> Result<Rule, PatternError> {
        let constraints = vars.values().map(|var| var.constraint).collect();
        let mut watched: Vec<Var> = guards.iter().flat_map(Guard::vars).collect();
        if let Rhs::Dynamic(_, vars) = &rhs {
            watched.extend(vars);
        }
        let pattern = Pattern::compile(&lhs, beside, &constraints, &watched)?;
        Ok(Rule {
            name: name.into(),
            vars,
            lhs,
            pattern,
            rhs,
            guards,
            relaxed: false,
            at: None,
        })
    }

    /// The same rule, where its right side is equal to a variable of the left side, and that is a predicate of it.
    pub(super) fn about(mut self, var: Var) -> Rule {
        self.pattern = self.pattern.about(var);
        self
    }

    /// The line as it was written; the name, if it was not.
    pub fn text(&self) -> &str {
        match &self.at {
            Some((source, span)) => &source.text()[span.start as usize..span.end as usize],
            None => &self.name,
        }
    }
}

/// `@arg(f, 2) => W`: an argument that has this value.
#[derive(Clone, Debug)]
pub struct ArgRule {
    /// The function whose argument it is.
    pub function: Const,
    /// The argument, from 1.
    pub index: u32,
    /// Its value.
    pub value: Const,
    /// Where it was written.
    pub at: Option<(Source, Span)>,
}

/// A function, or those of its calls that have these argument types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The function.
    pub function: Const,
    /// Types of the arguments; `None` for all calls.
    pub args: Option<Vec<Type>>,
}

impl Signature {
    /// Whether a call is one of these: its callee, and the types of its arguments. `subtype` answers for the host.
    pub fn covers(
        &self,
        callee: Const,
        types: impl ExactSizeIterator<Item = Type>,
        subtype: &mut dyn FnMut(Type, Type) -> bool,
    ) -> bool {
        self.function == callee
            && self.args.as_ref().is_none_or(|args| {
                args.len() == types.len() && args.iter().zip(types).all(|(&of, ty)| subtype(ty, of))
            })
    }
}

impl Signature {
    /// Whether the calls of this one are some of another one's, and not all of them.
    pub fn is_narrower(
        &self,
        other: &Signature,
        subtype: &mut dyn FnMut(Type, Type) -> bool,
    ) -> bool {
        let (Some(own), Some(others)) = (&self.args, &other.args) else {
            return self.args.is_some();
        };
        let mut are_under = |own: &[Type], others: &[Type]| {
            let mut pairs = own.iter().zip(others);
            pairs.all(|(&own, &other)| own == other || subtype(own, other))
        };
        are_under(own, others) && !are_under(others, own)
    }
}

/// `@cost f 10`, `@cost f(A::Matrix) 2 * length(A)`.
#[derive(Clone, Debug)]
pub struct CostRule {
    /// Which calls.
    pub calls: Signature,
    /// What one costs.
    pub cost: Cost,
    /// Where it was written.
    pub at: Option<(Source, Span)>,
}

/// `@shape f(A, B) (size(A, 1), size(B, 2))`.
#[derive(Clone, Debug)]
pub struct ShapeRule {
    /// Which calls.
    pub calls: Signature,
    /// The sizes of the result.
    pub sizes: Vec<Expr>,
    /// Where it was written.
    pub at: Option<(Source, Span)>,
}

/// `@effects f reads alloc`.
#[derive(Clone, Debug)]
pub struct EffectsRule {
    /// Which calls.
    pub calls: Signature,
    /// The type, if it is about all calls that are given values of one.
    pub given: Option<Type>,
    /// What they may do.
    pub effects: Effects,
    /// Where it was written.
    pub at: Option<(Source, Span)>,
}

/// How calls of a function are looked into ([`crate::calls`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// `@opaque f`: never.
    Opaque,
    /// `@transparent f`: its body always stands in place of the call.
    Transparent,
}

/// The text of a set, as it was written.
#[derive(Clone, Debug)]
pub struct RuleText {
    /// The set's name.
    pub name: String,
    /// Where.
    pub source: Source,
    /// From `@rules` to `end`, or the whole file.
    pub span: Span,
}

/// Between the names of the parts of a union.
const AND: &str = " ∪ ";

/// Rules and declarations that are used together. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct RuleSet {
    name: String,
    rules: Vec<Arc<Rule>>,
    loops: Vec<Arc<LoopRule>>,
    args: Vec<Arc<ArgRule>>,
    costs: Vec<Arc<CostRule>>,
    shapes: Vec<Arc<ShapeRule>>,
    effects: Vec<Arc<EffectsRule>>,
    views: Vec<(Const, View)>,
    generic: Vec<Signature>,
    texts: Vec<Arc<RuleText>>,
}

impl RuleSet {
    /// A set without rules.
    pub fn new(name: impl Into<String>) -> RuleSet {
        RuleSet {
            name: name.into(),
            ..RuleSet::default()
        }
    }

    /// Its name; a union's is made of the names of its parts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Adds a rule.
    pub fn push(&mut self, rule: Rule) -> RuleId {
        self.rules.push(Arc::new(rule));
        RuleId::from_u32(self.rules.len() as u32 - 1)
    }

    /// Adds a rule that other sets may share.
    pub fn push_shared(&mut self, rule: Arc<Rule>) -> RuleId {
        self.rules.push(rule);
        RuleId::from_u32(self.rules.len() as u32 - 1)
    }

    /// Adds a rule about a loop.
    pub fn push_loop(&mut self, rule: LoopRule) {
        self.loops.push(Arc::new(rule));
    }

    /// Adds a known argument.
    pub fn push_arg(&mut self, arg: ArgRule) {
        self.args.push(Arc::new(arg));
    }

    /// Adds a cost.
    pub fn push_cost(&mut self, cost: CostRule) {
        self.costs.push(Arc::new(cost));
    }

    /// Adds the sizes of results.
    pub fn push_shape(&mut self, shape: ShapeRule) {
        self.shapes.push(Arc::new(shape));
    }

    /// Adds effects.
    pub fn push_effects(&mut self, effects: EffectsRule) {
        self.effects.push(Arc::new(effects));
    }

    /// Says how calls of a function are looked into.
    pub fn push_view(&mut self, function: Const, view: View) {
        self.views.push((function, view));
    }

    /// How calls of a function are looked into, where that was said; the last one counts.
    pub fn view(&self, function: Const) -> Option<View> {
        let mut views = self.views.iter().rev();
        views.find(|(of, _)| *of == function).map(|(_, view)| *view)
    }

    /// Says that the methods of these calls mean the same.
    pub fn push_generic(&mut self, calls: Signature) {
        self.generic.push(calls);
    }

    /// Calls of functions whose methods all give equal results for equal arguments: `@generic f`.
    pub fn generic(&self) -> &[Signature] {
        &self.generic
    }

    /// Remembers a text, for printing.
    pub fn push_text(&mut self, text: RuleText) {
        self.texts.push(Arc::new(text));
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are neither rules nor declarations.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
            && self.loops.is_empty()
            && self.args.is_empty()
            && self.costs.is_empty()
            && self.shapes.is_empty()
            && self.effects.is_empty()
            && self.views.is_empty()
            && self.generic.is_empty()
    }

    /// A rule by its number.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.as_u32() as usize]
    }

    /// The rules, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (RuleId, &Rule)> {
        self.rules
            .iter()
            .enumerate()
            .map(|(number, rule)| (RuleId::from_u32(number as u32), &**rule))
    }

    /// Tells the host what these rules, and no others, declare of effects.
    pub fn declare(&self, host: &mut dyn Host) {
        let declared = self.effects().map(|rule| Declared {
            function: rule.calls.function,
            args: rule.calls.args.clone(),
            given: rule.given,
            effects: rule.effects,
        });
        host.declare_effects(&declared.collect::<Vec<_>>());
    }

    /// Rules about [loops](super::loops), in order.
    pub fn loops(&self) -> impl Iterator<Item = &LoopRule> {
        self.loops.iter().map(|rule| &**rule)
    }

    /// Known arguments.
    pub fn args(&self) -> impl Iterator<Item = &ArgRule> {
        self.args.iter().map(|arg| &**arg)
    }

    /// Costs, in order; a later one of the same calls wins.
    pub fn costs(&self) -> impl Iterator<Item = &CostRule> {
        self.costs.iter().map(|cost| &**cost)
    }

    /// Sizes of results, in order; a later one of the same calls wins.
    pub fn shapes(&self) -> impl Iterator<Item = &ShapeRule> {
        self.shapes.iter().map(|shape| &**shape)
    }

    /// Whether some costs depend on sizes.
    pub fn has_sizes(&self) -> bool {
        self.costs().any(|rule| matches!(rule.cost, Cost::Sized(_)))
    }

    /// Effects, in order; a later one of the same calls wins.
    pub fn effects(&self) -> impl Iterator<Item = &EffectsRule> {
        self.effects.iter().map(|effects| &**effects)
    }

    /// Both sets. The numbers of the first stay; what both have is there once.
    #[must_use]
    pub fn union(&self, other: &RuleSet) -> RuleSet {
        fn append<T>(to: &mut Vec<Arc<T>>, from: &[Arc<T>]) {
            for item in from {
                if !to.iter().any(|known| Arc::ptr_eq(known, item)) {
                    to.push(item.clone());
                }
            }
        }
        let mut union = self.clone();
        // A text that was read twice gives the same rules twice.
        let is_new = |rule: &&Arc<Rule>| !self.rules.iter().any(|known| known.is_same_line(rule));
        union
            .rules
            .extend(other.rules.iter().filter(is_new).cloned());
        let is_new = |rule: &&Arc<LoopRule>| {
            let mut known = self.loops.iter();
            !known.any(|known| Arc::ptr_eq(known, rule) || is_same_place(&known.at, &rule.at))
        };
        union
            .loops
            .extend(other.loops.iter().filter(is_new).cloned());
        append(&mut union.args, &other.args);
        append(&mut union.costs, &other.costs);
        append(&mut union.shapes, &other.shapes);
        append(&mut union.effects, &other.effects);
        union.views.extend(&other.views);
        let is_new = |calls: &&Signature| !self.generic.contains(calls);
        union
            .generic
            .extend(other.generic.iter().filter(is_new).cloned());
        let is_new = |text: &&Arc<RuleText>| {
            let is_it = |known: &Arc<RuleText>| {
                known.span == text.span && known.source.is_same(&text.source)
            };
            !self.texts.iter().any(is_it)
        };
        union
            .texts
            .extend(other.texts.iter().filter(is_new).cloned());
        let mut names: Vec<&str> = Vec::new();
        for name in [self, other].map(|set| set.name.as_str()) {
            for part in name.split(AND).filter(|part| !part.is_empty()) {
                if !names.contains(&part) {
                    names.push(part);
                }
            }
        }
        union.name = names.join(AND);
        union
    }
}

impl fmt::Display for RuleSet {
    /// The texts of the set, as they were written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, text) in self.texts.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            let span = text.span.start as usize..text.span.end as usize;
            f.write_str(&text.source.text()[span])?;
        }
        Ok(())
    }
}
