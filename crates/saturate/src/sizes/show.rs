//! What is said of variants: their costs as formulas, and where each is picked.
//!
//! ```text
//! # variant 1, the source: 2 * size(A, 1) * size(A, 2) * size(B, 2) + …
//! #     for 52 % of the sizes tried, mostly where size(A, 1) is small: size(A, 1) 3 to 420, size(A, 2) 4 to 950
//! ```

use super::choose::{Choice, Variant};
use super::priced::{Price, Priced};
use super::terms::{fmt_number, Origin, Symbol, Term};
use crate::ir::Function;
use crate::rules::cost::NOMINAL;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::fmt;

/// The variants of a function.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Variants {
    /// Each of them, in the order in which the guard tries them.
    pub list: Vec<Shown>,
    /// How many different programs there were to choose from, the source among them.
    pub candidates: usize,
    /// What they are predicted to cost over all sizes at once, and over each of them; where they are to be drawn.
    pub curves: Vec<Curve>,
}

/// Predicted costs over one size, where all others are [`NOMINAL`], or over all of them, where they are equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// The size; none for all of them.
    pub size: Option<String>,
    /// Its values.
    pub at: Vec<f64>,
    /// For each variant, its costs there.
    pub costs: Vec<Vec<f64>>,
}

/// Curves go from 2 to 2 to the power of this.
const LARGEST: i32 = 12;

/// One variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// Whether it is the source.
    pub is_source: bool,
    /// Its cost as a formula.
    pub cost: String,
    /// The part of the tried sizes for which it is picked.
    pub share: f64,
    /// The sizes at which it is picked mostly: name, from, to.
    pub ranges: Vec<(String, f64, f64)>,
    /// The size that makes the difference: its name, and whether the variant is picked mostly where it is small.
    pub decided_by: Option<(String, bool)>,
}

impl Variants {
    /// What was chosen for a function, and whether it is to be drawn.
    pub(crate) fn new(
        choice: &Choice,
        priced: &Priced,
        function: &Function,
        drawn: bool,
    ) -> Variants {
        let named = |position: usize| name(priced.terms.origin(priced.symbols[position]), function);
        let mut texts: FxHashMap<Term, String> = FxHashMap::default();
        let mut show = |variant: &Variant| Shown {
            decided_by: (variant.decided_by).map(|(position, small)| (named(position), small)),
            is_source: variant.answer.is_none(),
            cost: formula(&variant.price, priced, function, &mut texts),
            share: variant.share,
            ranges: (priced.symbols.iter().zip(&variant.ranges))
                .map(|(&symbol, &(from, to))| {
                    (name(priced.terms.origin(symbol), function), from, to)
                })
                .collect(),
        };
        Variants {
            list: choice.variants.iter().map(&mut show).collect(),
            candidates: choice.candidates,
            curves: match choice.variants.len() > 1 && drawn {
                false => Vec::new(),
                true => (std::iter::once(None).chain((0..priced.symbols.len()).map(Some)))
                    .map(|position| Curve::new(choice, priced, position, position.map(named)))
                    .collect(),
            },
        }
    }
}

impl Curve {
    fn new(
        choice: &Choice,
        priced: &Priced,
        position: Option<usize>,
        size: Option<String>,
    ) -> Curve {
        let at: Vec<f64> = (1..=LARGEST).map(|power| 2f64.powi(power)).collect();
        let others = priced.symbols.iter().map(|&symbol| (symbol, NOMINAL));
        let mut sizes: FxHashMap<Symbol, f64> = others.collect();
        let mut costs = vec![Vec::with_capacity(at.len()); choice.variants.len()];
        for &value in &at {
            match position {
                Some(position) => drop(sizes.insert(priced.symbols[position], value)),
                None => sizes.values_mut().for_each(|size| *size = value),
            }
            let values = priced.terms.evaluate(&sizes);
            for (costs, variant) in costs.iter_mut().zip(&choice.variants) {
                costs.push(variant.price.at(&values));
            }
        }
        Curve { size, at, costs }
    }
}

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, variant) in self.list.iter().enumerate() {
            let source = if variant.is_source {
                ", the source"
            } else {
                ""
            };
            writeln!(f, "# variant {}{source}: {}", number + 1, variant.cost)?;
            let percent = (variant.share * 100.0).round();
            write!(f, "#     for {percent} % of the sizes tried")?;
            if let Some((name, is_small)) = &variant.decided_by {
                let how = if *is_small { "small" } else { "large" };
                write!(f, ", mostly where {name} is {how}")?;
            }
            for (position, (name, from, to)) in variant.ranges.iter().enumerate() {
                let between = if position == 0 { ":" } else { "," };
                write!(f, "{between} {name} {from} to {to}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A symbol as the function's author would write it.
pub(super) fn name(origin: Origin, function: &Function) -> String {
    let param = |number: u32| {
        let params = function.params(function.entry());
        let name = params
            .get(number as usize)
            .and_then(|&param| function.values[param].name);
        name.map_or_else(
            || format!("argument {}", number + 1),
            |name| name.to_string(),
        )
    };
    match origin {
        Origin::Size(number, dimension) => format!("size({}, {dimension})", param(number)),
        Origin::Value(number) => param(number),
        Origin::Unknown => fmt_number(NOMINAL),
    }
}

/// A price as a sum, with the texts of its terms, most of which other prices have as well.
fn formula(
    price: &Price,
    priced: &Priced,
    function: &Function,
    texts: &mut FxHashMap<Term, String>,
) -> String {
    let mut parts = Vec::new();
    for (&term, &factor) in &price.terms {
        let text = texts
            .entry(term)
            .or_insert_with(|| priced.terms.show(term, &|origin| name(origin, function)));
        parts.push(match factor == 1.0 {
            true => text.clone(),
            false => format!("{} * ({text})", fmt_number(factor)),
        });
    }
    if price.fixed != 0.0 || parts.is_empty() {
        parts.push(fmt_number(price.fixed));
    }
    parts.join(" + ")
}
