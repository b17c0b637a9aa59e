//! Matches that say what is known, told apart while they are found.
//!
//! Of the 4.6 million matches of associativity over a product of eighty matrices, two in three have a right side that is in the class of the root when
//! they are found. Seeing that is two look-ups; what takes the time is to write the match down, to come back to it, and to look
//! up in the e-graph's own table, which has whole nodes for keys. (Others become known before their turn, by what is applied; those are seen then.)
//!
//! ```text
//! (~a * ~b) * ~c --> ~a * (~b * ~c)      r1, r2 = bind r0 *;  r3, r4 = bind r1 *
//!                                        k0 = * of (r4, r2)      in the table of `*`: two numbers for a key
//!                                        k1 = * of (r3, k0)      k1 is r0: known, and not written down
//! ```
//!
//! A *recipe* says how to look a right side up; only rules without guards whose right side is made of calls with one or two operands have one. The table of an operator
//! has its nodes without tags, as of the search; it is made when a search has found so many matches that it pays.
//! A match that is known stays known, whatever is applied before its turn: so nothing is lost.

use super::index::Index;
use super::language::Tag;
use super::matcher::with_key;
use crate::opkey::OpKey;
use crate::rules::pattern::Binding;
use crate::rules::rule::{Rhs, Rule};
use crate::rules::term::TermNode;
use egg::{Id, Language};
use rustc_hash::FxHashMap;

/// The fewest matches of one search for which tables are made.
const LEAST: usize = 256;

/// Tables are made once there is a match for every so many nodes of the e-graph: making them walks over the nodes of an operator.
const NODES_PER_MATCH: usize = 8;

/// No operand: the second one of a call that has one.
const NOTHING: u32 = u32::MAX;

/// Where an operand of a look-up comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operand {
    /// A register of the match.
    Register(u32),
    /// What an earlier look-up has found.
    Found(u32),
    /// There is none.
    None,
}

/// One look-up.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LookUp {
    /// The number of its table.
    table: u32,
    operands: [Operand; 2],
}

/// How to look the right side of a rule up.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Recipe {
    steps: Vec<LookUp>,
    /// The operators, by the number of their table.
    keys: Vec<OpKey>,
}

impl Recipe {
    /// The recipe of a rule, if it can have one.
    fn of(rule: &Rule) -> Option<Recipe> {
        let Rhs::Term(term) = &rule.rhs else {
            return None;
        };
        let pattern = &rule.pattern;
        if !rule.guards.is_empty() || pattern.is_beside() || pattern.target().is_some() {
            return None;
        }
        let mut recipe = Recipe {
            steps: Vec::new(),
            keys: Vec::new(),
        };
        let mut operands = Vec::with_capacity(term.len());
        for (id, node) in term.iter() {
            operands.push(match node {
                TermNode::Var(var) => match pattern.binding(*var)? {
                    Binding::One(reg) => Operand::Register(reg.as_u32()),
                    Binding::Many(_) => return None,
                },
                TermNode::Const(_) if term.is_only_callee(id) => Operand::None,
                TermNode::Call(head, args) => {
                    let &TermNode::Const(callee) = term.node(*head) else {
                        return None;
                    };
                    let of = |at: usize| {
                        let arg = term.args(args).get(at);
                        arg.map_or(Operand::None, |arg| operands[arg.as_u32() as usize])
                    };
                    if !(1..=2).contains(&args.len()) {
                        return None;
                    }
                    let operands = [of(0), of(1)];
                    recipe.add(OpKey::call(callee), operands)
                }
                TermNode::Splat(_) | TermNode::Const(_) | TermNode::New(..) => return None,
            });
        }
        matches!(operands.last(), Some(Operand::Found(_))).then_some(recipe)
    }

    fn add(&mut self, key: OpKey, operands: [Operand; 2]) -> Operand {
        let known = self.keys.iter().position(|&known| known == key);
        let table = known.unwrap_or_else(|| {
            self.keys.push(key);
            self.keys.len() - 1
        });
        self.steps.push(LookUp {
            table: table as u32,
            operands,
        });
        Operand::Found(self.steps.len() as u32 - 1)
    }
}

/// Tells known matches of one rule from the others, in one search.
pub enum Sieve<'r> {
    /// So many matches must be found before it is worth while.
    Waiting(&'r Rule, usize),
    /// Nothing is held back.
    Open,
    /// Looks right sides up.
    Ready(Ready),
}

/// A recipe with its tables.
pub struct Ready {
    recipe: Recipe,
    /// By operator of the recipe: the class of a node, by its children.
    tables: Vec<FxHashMap<u64, Id>>,
    found: Vec<Id>,
}

impl<'r> Sieve<'r> {
    /// A sieve for the matches of a rule.
    pub fn new(rule: &'r Rule, index: &Index<'_, '_>) -> Sieve<'r> {
        let nodes = index.egraph().nodes().len();
        Sieve::Waiting(rule, LEAST.max(nodes / NODES_PER_MATCH))
    }

    /// Whether the right side is known to be in the class of the root, the first register; `count` matches have been found. Says no as long as those are few.
    #[inline]
    pub fn is_known(&mut self, index: &Index<'_, '_>, registers: &[Id], count: usize) -> bool {
        match self {
            Sieve::Open => false,
            Sieve::Waiting(_, wait) if count < *wait => false,
            Sieve::Waiting(rule, _) => {
                *self = match Recipe::of(rule) {
                    Some(recipe) => Sieve::Ready(Ready::new(recipe, index)),
                    None => Sieve::Open,
                };
                false
            }
            Sieve::Ready(ready) => ready.is_known(registers),
        }
    }
}

impl Ready {
    fn new(recipe: Recipe, index: &Index<'_, '_>) -> Ready {
        let keys = recipe.keys.iter();
        Ready {
            tables: keys.map(|&key| table(index, key)).collect(),
            found: Vec::with_capacity(recipe.steps.len()),
            recipe,
        }
    }

    fn is_known(&mut self, registers: &[Id]) -> bool {
        self.found.clear();
        for step in &self.recipe.steps {
            let found = &self.found;
            let [first, second] = step.operands.map(|operand| match operand {
                Operand::Register(at) => number(registers[at as usize]),
                Operand::Found(at) => number(found[at as usize]),
                Operand::None => NOTHING,
            });
            match self.tables[step.table as usize].get(&key_of(first, second)) {
                Some(&class) => self.found.push(class),
                None => return false,
            }
        }
        self.found.last() == Some(&registers[0])
    }
}

fn key_of(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

fn number(id: Id) -> u32 {
    usize::from(id) as u32
}

/// The nodes of an operator that have no tag, and one or two children.
fn table(index: &Index<'_, '_>, key: OpKey) -> FxHashMap<u64, Id> {
    let mut table = FxHashMap::default();
    for class in index.egraph().classes_for_op(&key).into_iter().flatten() {
        for node in with_key(index.nodes(class), key) {
            if node.tag() != Tag::NONE {
                continue;
            }
            let key = match *node.children() {
                [only] => key_of(number(only), NOTHING),
                [first, second] => key_of(number(first), number(second)),
                _ => continue,
            };
            table.insert(key, class);
        }
    }
    table
}
