//! The library of true rules, and random subsets of it.
//!
//! `rules.jl` holds them, in classes that differ in what may be compared afterwards.

use crate::random::Random;
use crate::seeds::{seeds, Seed};
use saturate::diag::Source;
use saturate::host::Host;
use saturate::ir::Const;
use saturate::rules::cost::Cost;
use saturate::rules::library;
use saturate::rules::loops::LoopRule;
use saturate::rules::rule::{CostRule, Rule, RuleSet, Signature};
use saturate::sym::Sym;
use saturate_driver::Errors;
use saturate_embedded::Embedded;
use std::sync::Arc;

/// The text of the rules.
pub const RULES: &str = include_str!("rules.jl");

/// How many rules of a case are looked at for another one that makes what they match.
const PARTNERS: usize = 3;

/// Functions with several results.
const SEVERAL: [&str; 9] = [
    "sum_and_product",
    "quotient_and_rest",
    "sum_and_length",
    "copy_and_sum",
    "reversed_and_sorted",
    "sum_and_difference",
    "two_sums",
    "three_copies",
    "two_elements",
];

/// What makes objects in pairs. In a case with rules about that, these may get a cost as well.
const IN_PAIRS: [&str; 10] = [
    "two_copies",
    "and_copy",
    "swapped_copies",
    "two_copied",
    "one_copied",
    "two_cells",
    "and_cell",
    "tuple",
    "Duo",
    "Cell",
];

/// What a rule does to things that can be observed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Nothing.
    Exact,
    /// An exception may vanish.
    Dropping,
    /// Objects that were two may become one.
    Aliasing,
    /// Values may be of another type, with the same contents; some of them without an identity.
    Retyping,
    /// Calls may lose their place.
    Relaxed,
    /// Calls of functions for every element may change their order.
    Fusion,
    /// Something is assumed of the arguments.
    Assumed,
    /// The same, and values may be of another type, or an alias.
    Offered,
    /// A literal of another type stands for a number.
    Stated,
    /// Several objects of one kind are made. Nothing that can be observed changes.
    Paired,
    /// Of the library, exact: types may change, exceptions may vanish, calls for every element may change their order.
    Law,
    /// Of the library, up to rounding, or for finite values alone.
    Rounding,
}

impl Class {
    /// Whether the rule is one of the library.
    pub fn is_of_library(self) -> bool {
        matches!(self, Class::Law | Class::Rounding)
    }

    /// Whether the rule asks for what is assumed.
    pub fn asks(self) -> bool {
        matches!(self, Class::Assumed | Class::Offered)
    }
}

const CLASSES: [(&str, Class); 11] = [
    ("exact", Class::Exact),
    ("wrapping", Class::Exact),
    ("dropping", Class::Dropping),
    ("aliasing", Class::Aliasing),
    ("retyping", Class::Retyping),
    ("relaxed", Class::Relaxed),
    ("fusion", Class::Fusion),
    ("assumed", Class::Assumed),
    ("offered", Class::Offered),
    ("stated", Class::Stated),
    ("paired", Class::Paired),
];

/// A function whose methods mean the same. Wherever a rule states numbers of other types, the rules say so.
pub const GENERIC: &str = "weight_of";

/// The set of rules about loops.
const RAISED: &str = "raised";

/// How far a law of the library holds: the comment above it says so.
fn grade(rule: &Rule) -> Class {
    let Some((source, span)) = &rule.at else {
        return Class::Rounding;
    };
    let above = &source.text()[..span.start as usize];
    let comment = (above.lines().rev()).find(|line| {
        let line = line.trim_start();
        let grades = ["(exact", "(up to rounding", "(finite values"];
        line.starts_with('#') && grades.iter().any(|grade| line.contains(grade))
    });
    match comment {
        // The sign of a zero is no bit of a float that is compared.
        Some(line) if line.contains("(exact)") => Class::Law,
        _ => Class::Rounding,
    }
}

/// The rules, read by a host.
pub struct Library {
    rules: Vec<(Class, Arc<Rule>)>,
    /// Rules about loops.
    loops: Vec<LoopRule>,
    /// Functions with several results.
    several: Vec<Const>,
    /// Functions that may get a random cost.
    priced: Vec<Signature>,
    /// How many of them are [`IN_PAIRS`]; they are the last.
    in_pairs: usize,
    /// Costs by size.
    sized: Vec<CostRule>,
    /// Calls of [`GENERIC`].
    generic: Option<Signature>,
    /// Left sides.
    seeds: &'static [Seed],
}

/// Costs by size. They cross at sizes below ten, where inputs at the boundaries of guards are small.
const SIZED: &str = "
@cost *(A::AbstractMatrix, B::AbstractMatrix) 200 * size(A, 1) * size(A, 2) * size(B, 2)
@cost *(A::AbstractMatrix, v::AbstractVector) 100 * length(A)
@cost +(a::AbstractArray, b::AbstractArray) 50 * length(a)
@cost -(a::AbstractArray, b::AbstractArray) 9000 / (1 + length(b))
@cost copy(a::AbstractArray) 20000 / (1 + length(a))
@cost reverse(a::AbstractVector) 100 * length(a)
@cost sum(a::AbstractArray) 40 * max(length(a) - 2, 1)
@cost sort(a::AbstractVector) 30 * length(a)^2
@cost getindex(a::AbstractArray, i) 6000 / max(size(a, 1), 1)
@cost length(a::AbstractArray) 20 * size(a, 1)
@cost permutedims(a::AbstractMatrix) 300 * min(size(a, 1), size(a, 2))
@cost tr(A::AbstractMatrix) 70 * size(A, 1)
@cost transpose(A::AbstractArray) 10 * sizeof(eltype(A)) * ndims(A)
@cost materialize(x) 10000 / (1 + length(x))
";

impl Library {
    /// Reads the rules; the host has loaded the support file and [`RULES`].
    pub fn read(host: &mut Embedded) -> Result<Library, Errors> {
        let (mut rules, mut loops) = (Vec::new(), Vec::new());
        for source in host.rules.clone() {
            let name = source.name.to_string();
            if name == RAISED {
                let set = saturate_driver::rules::read(&source, host)?;
                loops.extend(set.loops().cloned());
                continue;
            }
            let class = CLASSES.iter().find(|&&(known, _)| known == name);
            let class = class.map(|&(_, class)| class);
            if class.is_none() && !library::names().any(|known| known == name) {
                continue;
            }
            let set = saturate_driver::rules::read(&source, host)?;
            rules.extend(set.iter().map(|(_, rule)| {
                let class = class.unwrap_or_else(|| grade(rule));
                (class, Arc::new(rule.clone()))
            }));
        }
        let mut priced = Vec::new();
        let mut several = Vec::new();
        for name in SEVERAL {
            if let Some(function) = host.function(Sym::new(name)) {
                several.push(host.intern(&function));
            }
        }
        for name in [
            "+",
            "*",
            "-",
            "copy",
            "reverse",
            "sum",
            "getindex",
            "length",
            "vect",
            "sort",
            "Tray",
            "tray_of_copy",
            "ref_of_copy",
            "held_copy",
            "permutedims",
            "tr",
            "getproperty",
            "parent",
            "transpose",
            "flipped_product",
            "Ref",
            "ref_of",
        ]
        .iter()
        .chain(&SEVERAL)
        {
            if let Some(function) = host.function(Sym::new(name)) {
                priced.push(Signature {
                    function: host.intern(&function),
                    args: None,
                });
            }
        }
        let usual = priced.len();
        for name in IN_PAIRS {
            if let Some(function) = host.function(Sym::new(name)) {
                priced.push(Signature {
                    function: host.intern(&function),
                    args: None,
                });
            }
        }
        let sized = saturate::rules::read(Source::new("sized.jl", SIZED), host).map_err(Errors)?;
        let generic = host.function(Sym::new(GENERIC)).map(|function| Signature {
            function: host.intern(&function),
            args: None,
        });
        let mut library = Library {
            generic,
            rules,
            loops,
            several,
            in_pairs: priced.len() - usual,
            priced,
            sized: sized.costs().cloned().collect(),
            seeds: &[],
        };
        library.seeds = seeds(&library, host);
        Ok(library)
    }

    /// The left sides of these rules, which are in order.
    pub fn seeds(&self, rules: &[usize]) -> Vec<&'static Seed> {
        let of_case = |seed: &&Seed| rules.binary_search(&seed.rule).is_ok();
        self.seeds.iter().filter(of_case).collect()
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// A rule with its class.
    pub fn rule(&self, number: usize) -> (Class, &Rule) {
        let (class, rule) = &self.rules[number];
        (*class, rule)
    }

    /// Rules about loops.
    pub fn loops(&self) -> &[LoopRule] {
        &self.loops
    }

    /// The rule set of these rules and costs, perhaps with those about loops; numbers beyond those of functions are costs by size.
    pub fn set(&self, rules: &[usize], costs: &[(usize, u32)], raised: bool) -> RuleSet {
        let mut set = RuleSet::new("case");
        for rule in self.loops.iter().filter(|_| raised) {
            set.push_loop(rule.clone());
        }
        for &number in rules {
            set.push_shared(self.rules[number].1.clone());
        }
        let mut classes = rules.iter().map(|&number| self.rules[number].0);
        if classes.any(|class| class == Class::Stated) {
            self.generic
                .iter()
                .for_each(|calls| set.push_generic(calls.clone()));
        }
        for &(number, cost) in costs {
            let Some(calls) = self.priced.get(number) else {
                set.push_cost(self.sized[number - self.priced.len()].clone());
                continue;
            };
            set.push_cost(CostRule {
                calls: calls.clone(),
                cost: Cost::Number(f64::from(cost)),
                at: None,
            });
        }
        set
    }

    /// Random costs: number of the function, cost. Of 100 cases, `sized` have costs that depend on sizes.
    pub fn costs(&self, sized: u32, random: &mut Random) -> Vec<(usize, u32)> {
        let mut costs = Vec::new();
        for number in 0..self.priced.len() - self.in_pairs {
            // What has several results is worth it only where it costs less than they do.
            let is_several = self.several.contains(&self.priced[number].function);
            if random.percent(if is_several { 70 } else { 15 }) {
                costs.push((number, [0, 1, 5, 100][random.below(4)]));
            }
        }
        if random.percent(sized) {
            let sized = self.priced.len()..self.priced.len() + self.sized.len();
            costs.extend(
                sized
                    .filter(|_| random.percent(40))
                    .map(|number| (number, 0)),
            );
        }
        costs
    }

    /// Random costs of what makes objects in pairs.
    pub fn costs_of_pairs(&self, random: &mut Random) -> Vec<(usize, u32)> {
        let all = self.priced.len() - self.in_pairs..self.priced.len();
        all.filter_map(|number| {
            let cost = [0, 1, 5, 100][random.below(4)];
            random.percent(40).then_some((number, cost))
        })
        .collect()
    }

    /// `@cost` as it is written.
    pub fn cost_text(&self, host: &mut Embedded, (number, cost): (usize, u32)) -> String {
        if let Some(sized) = number.checked_sub(self.priced.len()) {
            let at = self.sized[sized].at.as_ref();
            let text = at.map(|(source, span)| {
                source.text()[span.start as usize..span.end as usize].to_owned()
            });
            return text.unwrap_or_default();
        }
        let shown = host.show_constant(self.priced[number].function);
        let is_name = shown
            .chars()
            .all(|c| c.is_alphanumeric() || "_.!".contains(c));
        let (open, close) = if is_name { ("", "") } else { ("(", ")") };
        format!("@cost {open}{shown}{close} {cost}")
    }

    /// The condition around a rule as it is written; empty if there is none.
    pub fn guard(&self, number: usize) -> String {
        let Some((source, span)) = &self.rules[number].1.at else {
            return String::new();
        };
        // Conditions of this library stand alone on the closest line before the rule that is indented less.
        let text = &source.text()[..span.start as usize];
        let start = text.rfind('\n').map_or(0, |at| at + 1);
        if !text[start..].starts_with("        ") {
            return String::new();
        }
        let above = text[..start].trim_end();
        let opening = above.rfind("\n    if ").map(|at| at + "\n    if ".len());
        opening.map_or(String::new(), |at| {
            let line = above[at..].lines().next().unwrap_or_default();
            line.to_owned()
        })
    }

    /// A random subset, in order.
    pub fn choose(
        &self,
        most: usize,
        allow: impl Fn(Class) -> bool,
        random: &mut Random,
    ) -> Vec<usize> {
        let allowed: Vec<usize> = (0..self.rules.len())
            .filter(|&number| allow(self.rules[number].0))
            .collect();
        // Sometimes everything at once.
        if random.percent(15) {
            return allowed;
        }
        let count = 1 + random.below(most);
        let mut chosen: Vec<usize> = (0..count)
            .filter_map(|_| random.pick(&allowed).copied())
            .collect();
        // Some of them with another one that makes what they match.
        chosen.sort_unstable();
        let seeds = self.seeds(&chosen);
        for _ in 0..PARTNERS {
            let seed = random.pick(&seeds);
            let partner = seed.and_then(|seed| random.pick(&seed.partners));
            chosen.extend(partner.filter(|&&partner| allow(self.rules[partner].0)));
        }
        // The rules of one line belong together.
        let lines: Vec<usize> = (chosen.iter().copied())
            .filter(|&number| self.rules[number].1.pattern.is_beside())
            .collect();
        for number in lines {
            let line = |other: &usize| self.rules[*other].1.text() == self.rules[number].1.text();
            chosen.extend((0..self.rules.len()).filter(line));
        }
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }
}
