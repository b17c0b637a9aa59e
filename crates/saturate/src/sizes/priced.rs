//! Prices: what the parts of an extraction problem cost, as [terms](super::terms) over sizes.
//!
//! Most calls have a number for a cost, and that is in the problem already. The others are listed here, so that [`Priced::set`] writes
//! the costs of all of them at given sizes into the problem, and [`Priced::of_answer`] says what an answer costs at any.

use super::covering;
use super::shapes::Shapes;
use super::terms::{Origin, Symbol, Term, Terms, Values};
use crate::egraph::language::Op;
use crate::egraph::skeleton::Skeleton;
use crate::egraph::EGraph;
use crate::extract::build::{Built, CostModel};
use crate::extract::goals::Paid;
use crate::extract::place::Places;
use crate::extract::problem::{Answer, Instance, Kind, Problem, Statement};
use crate::host::Known;
use crate::ir::{Function, Type, Value};
use crate::prepare::source_calls;
use crate::rules::cost::Cost;
use crate::rules::rule::RuleSet;
use crate::rules::syntax::MAX_COST;
use egg::{Id, Language};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

/// A cost as a function of sizes: a number, and terms with their factors.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Price {
    /// What does not depend on sizes.
    pub fixed: f64,
    /// What does: each term once, with its factor.
    pub terms: BTreeMap<Term, f64>,
}

impl Price {
    /// Adds a term.
    pub(super) fn add(&mut self, term: Term, factor: f64) {
        *self.terms.entry(term).or_insert(0.0) += factor;
    }

    /// What all of them contain.
    pub(crate) fn common<'p>(mut prices: impl Iterator<Item = &'p Price>) -> Price {
        let mut common = prices.next().cloned().unwrap_or_default();
        for price in prices {
            common.fixed = common.fixed.min(price.fixed);
            common.terms.retain(|term, factor| {
                *factor = price.terms.get(term).map_or(0.0, |of| of.min(*factor));
                *factor > 0.0
            });
        }
        common
    }

    /// What is left without a part of it.
    pub(crate) fn without(&self, part: &Price) -> Price {
        let left = self.terms.iter().map(|(&term, factor)| {
            let less = part.terms.get(&term).copied().unwrap_or(0.0);
            (term, factor - less)
        });
        Price {
            fixed: self.fixed - part.fixed,
            terms: left.filter(|&(_, factor)| factor != 0.0).collect(),
        }
    }

    /// The cost at each of some sizes.
    pub(super) fn at_all(&self, values: &[Values]) -> Vec<f64> {
        let terms: Vec<(Term, f64)> = self.terms.iter().map(|(&term, &of)| (term, of)).collect();
        let at = |values: &Values| {
            let sized = terms.iter();
            let sized = sized.map(|&(term, factor)| factor * cost(values, term));
            self.fixed + sized.sum::<f64>()
        };
        values.iter().map(at).collect()
    }

    /// The cost at some sizes.
    pub fn at(&self, values: &Values) -> f64 {
        let sized = self.terms.iter();
        self.fixed
            + sized
                .map(|(&term, factor)| factor * cost(values, term))
                .sum::<f64>()
    }
}

/// The cost that a term gives; one that is no cost (0 / 0 at size 0) counts as none.
pub(super) fn cost(values: &Values, term: Term) -> f64 {
    let value = values.of(term);
    match value.is_nan() {
        true => 0.0,
        false => value.clamp(0.0, MAX_COST),
    }
}

/// The prices of a problem.
pub struct Priced {
    /// The terms.
    pub terms: Terms,
    instances: FxHashMap<Instance, Term>,
    alternatives: FxHashMap<(Statement, u32), Term>,
    /// What the source costs.
    pub source: Price,
    /// The symbols of arguments on which some price depends, in order.
    pub symbols: Vec<Symbol>,
    /// The sizes of array arguments in order, each with the symbol that it is by now; no symbol, if it is a number.
    pub arguments: Vec<(Origin, Option<Symbol>)>,
    /// How many arrays are multiplied, if the function is a chain: each array argument is used once.
    pub factors: Option<usize>,
    /// How often two sizes that must be equal are different numbers.
    pub contradictions: u32,
}

/// A call as the rules see it.
struct Call<'c> {
    known: &'c [Known],
    args: &'c [Id],
}

impl Priced {
    /// The prices, if some call is priced by size.
    pub fn new(
        egraph: &EGraph<'_>,
        skeleton: &Skeleton,
        places: &Places,
        built: &Built,
        rules: &RuleSet,
        costs: &dyn CostModel,
    ) -> Option<Priced> {
        if !has_sized_calls(egraph, rules) {
            return None;
        }
        let mut pricer = Pricer {
            egraph,
            rules,
            shapes: Shapes::new(egraph, skeleton, rules),
        };
        let instances = pricer.instances(built);
        let alternatives = pricer.alternatives(skeleton, built);
        let source = pricer.source(skeleton, places, costs);
        let Shapes {
            mut terms,
            contradictions,
            ..
        } = pricer.shapes;
        // What the symbols are is settled now.
        let mut done = FxHashMap::default();
        let mut resolve = |term: Term| terms.resolve(term, &mut done);
        let instances: FxHashMap<_, _> = (instances.into_iter())
            .map(|(instance, term)| (instance, resolve(term)))
            .collect();
        let alternatives: FxHashMap<_, _> = (alternatives.into_iter())
            .map(|(which, term)| (which, resolve(term)))
            .collect();
        let mut resolved = Price {
            fixed: source.fixed,
            ..Price::default()
        };
        for (term, factor) in source.terms {
            resolved.add(resolve(term), factor);
        }
        let used = (instances.values().copied())
            .chain(alternatives.values().copied())
            .chain(resolved.terms.keys().copied());
        let mut symbols = terms.symbols_of(used);
        symbols.retain(|&symbol| terms.origin(symbol) != Origin::Unknown);
        let arguments = arguments(&mut terms);
        Some(Priced {
            terms,
            instances,
            alternatives,
            source: resolved,
            symbols,
            factors: factors(&arguments, &skeleton.function),
            arguments,
            contradictions,
        })
    }

    /// The sizes that a user gives, by symbol: those of all array arguments one after another; those that must equal an earlier one
    /// may be left out. The error lists what was expected.
    pub fn given(
        &self,
        sizes: &[u64],
        function: &Function,
    ) -> Result<FxHashMap<Symbol, f64>, String> {
        let mut different: Vec<(Origin, Symbol)> = Vec::new();
        for &(origin, symbol) in &self.arguments {
            let symbol = symbol.filter(|&symbol| different.iter().all(|of| of.1 != symbol));
            different.extend(symbol.map(|symbol| (origin, symbol)));
        }
        let sizes = sizes.iter().map(|&size| size as f64);
        if sizes.len() == different.len() {
            let symbols = different.iter().map(|&(_, symbol)| symbol);
            return Ok(symbols.zip(sizes).collect());
        }
        if sizes.len() == self.arguments.len() {
            let symbols = self.arguments.iter().map(|&(_, symbol)| symbol);
            let known = symbols.zip(sizes);
            return Ok(known
                .filter_map(|(symbol, size)| Some((symbol?, size)))
                .collect());
        }
        let names: Vec<String> = (different.iter())
            .map(|&(origin, _)| super::show::name(origin, function))
            .collect();
        Err(format!(
            "{} sizes were given, and the arguments have {}: {}",
            sizes.len(),
            different.len(),
            names.join(", ")
        ))
    }

    /// Writes the costs at some sizes into the problem.
    pub fn set(&self, problem: &mut Problem, values: &Values) {
        for (&instance, &term) in &self.instances {
            if let Kind::Run { cost: of, .. } = &mut problem.instances[instance].kind {
                *of = cost(values, term);
            }
        }
        for (&(statement, number), &term) in &self.alternatives {
            problem.statements[statement].alternatives[number as usize].cost = cost(values, term);
        }
    }

    /// The price of a part of the problem, if it depends on sizes.
    pub fn of(&self, paid: Paid) -> Option<Term> {
        match paid {
            Paid::Run(instance) => self.instances.get(&instance).copied(),
            Paid::Alternative(statement, number) => {
                self.alternatives.get(&(statement, number)).copied()
            }
        }
    }

    /// What the statements cost that have one alternative only.
    pub(super) fn of_single_alternatives(&self, problem: &Problem) -> Price {
        let mut price = Price::default();
        for (statement, data) in problem.statements.iter() {
            if let [only] = &data.alternatives[..] {
                let weight = problem.places.places[data.place].weight;
                match self.alternatives.get(&(statement, 0)) {
                    Some(&term) => price.add(term, weight),
                    None => price.fixed += weight * only.cost,
                }
            }
        }
        price
    }

    /// What an answer costs.
    pub fn of_answer(&self, problem: &Problem, answer: &Answer) -> Price {
        let mut price = Price::default();
        let places = &problem.places.places;
        for run in &answer.runs {
            let weight = places[run.place].weight;
            match (
                self.instances.get(&run.instance),
                &problem.instances[run.instance].kind,
            ) {
                (Some(&term), _) => price.add(term, weight),
                (None, Kind::Run { cost, .. }) => price.fixed += weight * cost,
                _ => {}
            }
        }
        for (statement, &taken) in answer.alternatives.iter() {
            let data = &problem.statements[statement];
            let weight = places[data.place].weight;
            match self.alternatives.get(&(statement, taken)) {
                Some(&term) => price.add(term, weight),
                None => price.fixed += weight * data.alternatives[taken as usize].cost,
            }
        }
        price
    }
}

/// The sizes of array arguments, in order.
fn arguments(terms: &mut Terms) -> Vec<(Origin, Option<Symbol>)> {
    let all: Vec<_> = terms.symbols().collect();
    let mut arguments = Vec::new();
    for (symbol, origin) in all {
        if let Origin::Size(..) = origin {
            arguments.push((origin, terms.settled(symbol)));
        }
    }
    arguments.sort_unstable();
    arguments
}

/// How many array arguments there are, if each is used once.
fn factors(arguments: &[(Origin, Option<Symbol>)], function: &Function) -> Option<usize> {
    let arrays: BTreeSet<u32> = (arguments.iter())
        .filter_map(|(origin, _)| match origin {
            Origin::Size(param, _) => Some(*param),
            _ => None,
        })
        .collect();
    let params = function.params(function.entry());
    let mut uses: FxHashMap<Value, u32> = (arrays.iter())
        .map(|&param| (params[param as usize], 0))
        .collect();
    let insts = (function.layout.iter()).flat_map(|&block| &function.blocks[block].insts);
    for value in insts.flat_map(|&inst| function.operands(inst)) {
        if let Some(count) = uses.get_mut(&value) {
            *count += 1;
        }
    }
    let is_chain = uses.values().all(|&count| count == 1);
    is_chain.then_some(arrays.len())
}

/// Whether some call of the e-graph is of a function that rules price by size.
fn has_sized_calls(egraph: &EGraph<'_>, rules: &RuleSet) -> bool {
    let functions: SmallVec<[_; 8]> = (rules.costs())
        .filter(|rule| matches!(rule.cost, Cost::Sized(_)))
        .map(|rule| rule.calls.function)
        .collect();
    !functions.is_empty()
        && egraph.classes().any(|class| {
            class.nodes.iter().any(|node| match node.op() {
                Op::Call { callee, .. } => functions.contains(&callee),
                _ => false,
            })
        })
}

struct Pricer<'a, 'h> {
    egraph: &'a EGraph<'h>,
    rules: &'a RuleSet,
    shapes: Shapes<'a, 'h>,
}

impl Pricer<'_, '_> {
    /// The price of a call, if it depends on sizes.
    fn call(&mut self, call: &Call<'_>) -> Option<Term> {
        let rule = {
            let mut cache = self.egraph.analysis.cache();
            covering(self.rules, call.known, &mut |a, b| cache.subtype(a, b))?
        };
        let Cost::Sized(expr) = &rule.cost else {
            return None;
        };
        let types: SmallVec<[Type; 8]> = call.known[1..].iter().map(|known| known.ty).collect();
        Some(self.shapes.term(expr, call.args, &types))
    }

    fn instances(&mut self, built: &Built) -> Vec<(Instance, Term)> {
        let mut priced = Vec::new();
        let problem = &built.problem;
        for (instance, data) in problem.instances.iter() {
            let Op::Call { callee, .. } = built.nodes[data.node as usize].op() else {
                continue;
            };
            if !matches!(data.kind, Kind::Run { .. }) {
                continue;
            }
            let items = data
                .operands
                .iter()
                .map(|operand| &problem.items[operand.item]);
            let args: SmallVec<[Id; 8]> = items.clone().map(|item| item.class).collect();
            let known: SmallVec<[Known; 8]> = std::iter::once(self.callee(callee))
                .chain(items.map(|item| of_type(item.member)))
                .collect();
            let call = Call {
                known: &known,
                args: &args,
            };
            priced.extend(self.call(&call).map(|term| (instance, term)));
        }
        priced
    }

    fn callee(&self, callee: crate::ir::Const) -> Known {
        self.egraph.analysis.cache().constant(callee)
    }

    fn alternatives(
        &mut self,
        skeleton: &Skeleton,
        built: &Built,
    ) -> Vec<((Statement, u32), Term)> {
        let mut priced = Vec::new();
        let problem = &built.problem;
        for (statement, (inst, nodes)) in built.statements.iter() {
            let values: SmallVec<[Value; 8]> = skeleton.function.operands(*inst).collect();
            if let Some(term) = self.statement(skeleton, &values) {
                let is_paid = problem.statements[statement].alternatives[0].cost > 0.0;
                priced.extend(is_paid.then_some(((statement, 0), term)));
            }
            for (position, node) in nodes.iter().enumerate() {
                let number = position as u32 + 1;
                let Op::Call { callee, .. } = node.op() else {
                    continue;
                };
                let uses = &problem.statements[statement].alternatives[number as usize].uses;
                let members = (uses.iter()).filter_map(|&id| {
                    let item = *problem.uses[id].items.first()?;
                    Some(of_type(problem.items[item].member))
                });
                let known: SmallVec<[Known; 8]> = std::iter::once(self.callee(callee))
                    .chain(members)
                    .collect();
                let call = Call {
                    known: &known,
                    args: node.children(),
                };
                let term = self.call(&call);
                priced.extend(term.map(|term| ((statement, number), term)));
            }
        }
        priced
    }

    /// The price of a statement of the source: its operands, the callee first.
    fn statement(&mut self, skeleton: &Skeleton, values: &[Value]) -> Option<Term> {
        let function = &skeleton.function;
        let known: SmallVec<[Known; 8]> = (values.iter())
            .map(|&value| Known {
                ty: function.values[value].ty,
                constant: function.values[value].constant,
            })
            .collect();
        let classes = values.iter().skip(1).map(|&value| skeleton.classes[value]);
        let args: Option<SmallVec<[Id; 8]>> = classes.collect();
        self.call(&Call {
            known: &known,
            args: &args?,
        })
    }

    /// The price of the source: what does not depend on sizes costs what it costs in an answer.
    fn source(&mut self, skeleton: &Skeleton, places: &Places, costs: &dyn CostModel) -> Price {
        let mut price = Price::default();
        for (weight, values) in source_calls(skeleton, places) {
            if let Some(term) = self.statement(skeleton, &values) {
                price.add(term, weight);
                continue;
            }
            let function = &skeleton.function;
            let known: SmallVec<[Known; 8]> = (values.iter())
                .map(|&value| Known {
                    ty: function.values[value].ty,
                    constant: function.values[value].constant,
                })
                .collect();
            let mut cache = self.egraph.analysis.cache();
            price.fixed += weight * costs.cost(&known, &mut |a, b| cache.subtype(a, b));
        }
        price
    }
}

fn of_type(ty: Type) -> Known {
    Known { ty, constant: None }
}
