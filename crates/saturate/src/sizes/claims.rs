//! What the shape analysis says of the values of a function, to be compared with what they are in a run.
//!
//! ```text
//! f(A, B) = transpose(A * B)      called with 2 × 3 and 3 × 4:      A * B is 2 × 4,   transpose(A * B) is 4 × 2
//! ```
//!
//! Shapes take for granted that every call of the function returns, and know nothing of arrays that grow. So a function has claims only
//! if it is straight-line and writes nothing, and they hold in runs that return.

use super::shapes::{Shape, Shapes};
use super::terms::{Node, Origin, Term, Terms};
use crate::effects::Effects;
use crate::host::Host;
use crate::ir::infer::Inferred;
use crate::ir::{Function, Value};
use crate::options::Options;
use crate::prepare::prepare;
use crate::rules::cost::Arithmetic;
use crate::rules::rule::RuleSet;
use rustc_hash::FxHashMap;

/// All integers below this are floating-point numbers.
const LARGEST_SIZE: f64 = 9_007_199_254_740_992.0;

/// The sizes of the values of a function, over those of its arguments.
pub struct SizeClaims {
    terms: Terms,
    of: Vec<(Value, Vec<Term>)>,
}

impl SizeClaims {
    /// What is claimed, after saturation by these rules; none if nothing can be.
    pub fn new(
        function: &Function,
        inferred: &Inferred,
        rules: &RuleSet,
        host: &mut dyn Host,
        options: &Options,
    ) -> Option<SizeClaims> {
        let &[block] = &function.layout[..] else {
            return None;
        };
        let insts = &function.blocks[block].insts;
        let writes = insts.iter().any(|&inst| {
            let effects = inferred.effects[inst];
            effects.is_some_and(|effects| effects.intersects(Effects::WRITES | Effects::OTHER))
        });
        if writes {
            return None;
        }
        let prepared = prepare(function, inferred, rules, host, options);
        let shapes = Shapes::new(&prepared.egraph, &prepared.skeleton, rules);
        let mut of = Vec::new();
        for &inst in insts {
            let value = function.insts[inst].result;
            let class = prepared.skeleton.classes[value];
            let sizes = match class.and_then(|class| shapes.of(class)) {
                Some(Shape::Array(sizes) | Shape::Tuple(sizes)) => sizes.to_vec(),
                Some(Shape::Number(size)) => vec![*size],
                None => continue,
            };
            of.push((value, sizes));
        }
        let mut terms = shapes.terms;
        let mut done = FxHashMap::default();
        for size in of.iter_mut().flat_map(|(_, sizes)| sizes) {
            *size = terms.resolve(*size, &mut done);
        }
        // Of what is unknown nothing is claimed.
        of.retain(|(_, sizes)| {
            let symbols = terms.symbols_of(sizes.iter().copied());
            (symbols.iter()).all(|&symbol| terms.origin(symbol) != Origin::Unknown)
        });
        Some(SizeClaims { terms, of })
    }

    /// The sizes of values in a run, where `size` says what is asked of its arguments. Of integers that floating-point numbers do not hold nothing is
    /// claimed: they are the sizes of nothing. Nor is anything of the greater of two sizes where one of them is 0: a broadcast over one element and none has none, and
    /// what it costs does not matter.
    pub fn at(&self, size: impl Fn(Origin) -> Option<f64>) -> FxHashMap<Value, Vec<f64>> {
        let symbols = self.terms.symbols();
        let known = symbols.filter_map(|(symbol, origin)| Some((symbol, size(origin)?)));
        let known: FxHashMap<_, _> = known
            .filter(|(_, size)| size.abs() < LARGEST_SIZE)
            .collect();
        let values = self.terms.evaluate(&known);
        let is_known = |term: Term| {
            let symbols = self.terms.symbols_of([term]);
            let mut sizes = symbols.iter().map(|symbol| known.get(symbol).copied());
            match self.terms.contains(term, Arithmetic::Max) {
                true => sizes.all(|size| size.is_some_and(|size| size != 0.0)),
                false => sizes.all(|size| size.is_some()),
            }
        };
        let of = self.of.iter();
        let of = of.filter(|(_, sizes)| sizes.iter().all(|&term| is_known(term)));
        of.map(|(value, sizes)| (*value, sizes.iter().map(|&term| values.of(term)).collect()))
            .collect()
    }

    /// Whether something is claimed that is more than a number.
    pub fn is_empty(&self) -> bool {
        let is_number = |term: &Term| matches!(self.terms.node(*term), Node::Number(_));
        self.of.iter().all(|(_, sizes)| sizes.iter().all(is_number))
    }
}
