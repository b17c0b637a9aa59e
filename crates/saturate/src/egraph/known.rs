//! Matches that say what is known, or what another match says, told apart while they are found.
//!
//! Of the 4.6 million matches of associativity over a product of eighty matrices, two in three have a right side that is in the class of the root when
//! they are found, and of the others one in four has one that an earlier match has at the same root. Seeing that is two look-ups; what takes the time is to
//! come back to the match, and to look up in the e-graph's own table, which has whole nodes for keys. (Others become known before their turn, by what is
//! applied; those are seen then.)
//!
//! ```text
//! (~a * ~b) * ~c --> ~a * (~b * ~c)      r1, r2 = bind r0 *;  r3, r4 = bind r1 *
//!                                        k0 = * of (r4, r2)      in the table of `*`
//!                                        is * of (r3, k0) in r0?     among the nodes of the root: known
//!                                                                    among what was found at the root: said before
//! ```
//!
//! A *recipe* says how to look a right side up; only rules without guards whose right side is made of calls with one or two operands have one. The table of an operator
//! has its nodes without tags, as of the search; it is made when a search has found so many matches that it pays. It is made for locality: the nodes
//! with one and the same operand are neighbours, that operand being the one that the search binds first and so changes last.
//!
//! A match that is known stays known, whatever is applied before its turn: so nothing is lost. One that says what another says is applied if that
//! one is refused, which may be for a reason that lies in its left side.

use super::index::Index;
use super::language::Tag;
use super::matcher::with_key;
use crate::opkey::OpKey;
use crate::rules::pattern::Binding;
use crate::rules::rule::{Rhs, Rule};
use crate::rules::term::TermNode;
use egg::{Id, Language};

/// The fewest matches of one search for which tables are made.
const LEAST: usize = 256;

/// Tables are made once there is a match for every so many nodes of the e-graph: making them walks over the nodes of an operator.
const NODES_PER_MATCH: usize = 8;

/// No operand: the second one of a call that has one.
const NOTHING: u32 = u32::MAX - 1;

/// No entry.
const EMPTY: u32 = u32::MAX;

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
    /// The number of its table; that of the root needs none.
    table: u32,
    operands: [Operand; 2],
}

/// How to look the right side of a rule up.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Recipe {
    /// The calls below the root.
    steps: Vec<LookUp>,
    /// The tables: an operator, and the operand by which its nodes are grouped.
    tables: Vec<(OpKey, usize)>,
    /// The operator and the operands of the root.
    root: (OpKey, [Operand; 2]),
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
            tables: Vec::new(),
            root: (OpKey::APPLY, [Operand::None; 2]),
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
                    let (key, operands) = (OpKey::call(callee), [of(0), of(1)]);
                    if Some(id) == term.root() {
                        recipe.root = (key, operands);
                        return Some(recipe);
                    }
                    recipe.add(key, operands)
                }
                TermNode::Splat(_) | TermNode::Const(_) | TermNode::New(..) => return None,
            });
        }
        None
    }

    fn add(&mut self, key: OpKey, operands: [Operand; 2]) -> Operand {
        let [first, second] = operands;
        let by = usize::from(second != Operand::None && first.changes_after(second));
        let known = self.tables.iter().position(|&known| known == (key, by));
        let table = known.unwrap_or_else(|| {
            self.tables.push((key, by));
            self.tables.len() - 1
        });
        self.steps.push(LookUp {
            table: table as u32,
            operands,
        });
        Operand::Found(self.steps.len() as u32 - 1)
    }
}

impl Operand {
    /// Whether this changes more often than another during a search: registers are bound in the order of their numbers, depth first.
    fn changes_after(self, other: Operand) -> bool {
        match (self, other) {
            (Operand::Register(this), Operand::Register(other)) => this > other,
            (Operand::Found(_), _) => true,
            _ => false,
        }
    }
}

/// What is known of a match when it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sifted {
    /// Nothing.
    New,
    /// Its right side is in the class of the root.
    Known,
    /// Its right side is that of an earlier match at the same root, with this number.
    Like(u32),
}

/// Tells matches of one rule that say nothing new from the others, in one search.
pub enum Sieve<'r> {
    /// So many matches must be found before it is worth while.
    Waiting(&'r Rule, usize),
    /// Nothing is held back.
    Open,
    /// Looks right sides up.
    Ready(Box<Ready>),
}

/// A recipe with its tables.
pub struct Ready {
    recipe: Recipe,
    tables: Vec<Table>,
    /// What the steps have found.
    found: Vec<u32>,
    /// The root whose right sides `own` has.
    root: Option<Id>,
    own: Pairs,
}

impl<'r> Sieve<'r> {
    /// A sieve for the matches of a rule.
    pub fn new(rule: &'r Rule, index: &Index<'_, '_>) -> Sieve<'r> {
        let nodes = index.egraph().nodes().len();
        Sieve::Waiting(rule, LEAST.max(nodes / NODES_PER_MATCH))
    }

    /// What is known of the match with these registers, the first of which is the root; `count` matches have been found, and it gets number `next` if it is written
    /// down. Knows nothing as long as those are few.
    #[inline]
    pub fn sift(
        &mut self,
        index: &Index<'_, '_>,
        registers: &[Id],
        count: usize,
        next: usize,
    ) -> Sifted {
        match self {
            Sieve::Open => Sifted::New,
            Sieve::Waiting(_, wait) if count < *wait => Sifted::New,
            Sieve::Waiting(rule, _) => {
                *self = match Recipe::of(rule) {
                    Some(recipe) => Sieve::Ready(Box::new(Ready::new(recipe, index))),
                    None => Sieve::Open,
                };
                Sifted::New
            }
            Sieve::Ready(ready) => ready.sift(index, registers, next as u32),
        }
    }
}

impl Ready {
    fn new(recipe: Recipe, index: &Index<'_, '_>) -> Ready {
        let tables = recipe.tables.iter();
        Ready {
            tables: tables
                .map(|&(key, by)| Table::new(index, key, by))
                .collect(),
            found: Vec::with_capacity(recipe.steps.len()),
            recipe,
            root: None,
            own: Pairs::default(),
        }
    }

    fn sift(&mut self, index: &Index<'_, '_>, registers: &[Id], next: u32) -> Sifted {
        self.found.clear();
        for step in &self.recipe.steps {
            let table = &self.tables[step.table as usize];
            let [first, second] = values(step.operands, registers, &self.found);
            match table.get(first, second) {
                Some(class) => self.found.push(class),
                None => return Sifted::New,
            }
        }
        let root = registers[0];
        let (key, operands) = self.recipe.root;
        if self.root != Some(root) {
            self.root = Some(root);
            self.own.clear();
            for [first, second] in plain(index, root, key) {
                self.own.insert(first, second, EMPTY);
            }
        }
        let [first, second] = values(operands, registers, &self.found);
        match self.own.insert(first, second, next) {
            None => Sifted::New,
            Some(EMPTY) => Sifted::Known,
            Some(number) => Sifted::Like(number),
        }
    }
}

#[inline]
fn values(operands: [Operand; 2], registers: &[Id], found: &[u32]) -> [u32; 2] {
    operands.map(|operand| match operand {
        Operand::Register(at) => number(registers[at as usize]),
        Operand::Found(at) => found[at as usize],
        Operand::None => NOTHING,
    })
}

fn number(id: Id) -> u32 {
    usize::from(id) as u32
}

/// The operands of the nodes of an operator in a class that have no tag, and one or two children.
fn plain<'i>(
    index: &'i Index<'_, '_>,
    class: Id,
    key: OpKey,
) -> impl Iterator<Item = [u32; 2]> + 'i {
    let nodes = with_key(index.nodes(class), key).filter(|node| node.tag() == Tag::NONE);
    nodes.filter_map(|node| match *node.children() {
        [only] => Some([number(only), NOTHING]),
        [first, second] => Some([number(first), number(second)]),
        _ => None,
    })
}

/// The nodes of one operator: a hash table for each value of the operand that they are grouped by.
struct Table {
    by: usize,
    /// By that operand: where its table begins, and its length less one, which is a power of two less one.
    groups: Vec<(u32, u32)>,
    /// The other operand, and the class of the node. No table is full.
    entries: Vec<(u32, u32)>,
}

impl Table {
    fn new(index: &Index<'_, '_>, key: OpKey, by: usize) -> Table {
        let roots = || index.egraph().classes_for_op(&key).into_iter().flatten();
        let mut groups = vec![(0, 0_u32); index.egraph().nodes().len()];
        for class in roots() {
            for operands in plain(index, class, key) {
                groups[operands[by] as usize].1 += 1;
            }
        }
        // What has no node shares the first entry, which stays empty.
        let mut length = 1;
        for (begin, count) in &mut groups {
            if *count > 0 {
                let size = (*count + *count / 2 + 1).next_power_of_two();
                (*begin, *count) = (length, size - 1);
                length += size;
            }
        }
        let mut table = Table {
            by,
            groups,
            entries: vec![(EMPTY, EMPTY); length as usize],
        };
        for class in roots() {
            for operands in plain(index, class, key) {
                let other = operands[1 - by];
                let at = table.place(operands[by], other);
                table.entries[at] = (other, number(class));
            }
        }
        table
    }

    /// The place of an operand in the table of another one: where it is, or where it would be.
    #[inline]
    fn place(&self, group: u32, other: u32) -> usize {
        let (begin, mask) = self.groups[group as usize];
        let mut at = spread(other);
        loop {
            let place = (begin + (at & mask)) as usize;
            let there = self.entries[place].0;
            if there == other || there == EMPTY {
                return place;
            }
            at = at.wrapping_add(1);
        }
    }

    #[inline]
    fn get(&self, first: u32, second: u32) -> Option<u32> {
        let operands = [first, second];
        let class = self.entries[self.place(operands[self.by], operands[1 - self.by])].1;
        (class != EMPTY).then_some(class)
    }
}

/// Pairs of operands, each with a number. Often cleared: that takes as long as the fewest entries do, however many there were.
struct Pairs {
    entries: Vec<(u32, u32, u32)>,
    /// How many of the entries are in use, a power of two less one. At most half of them have a pair.
    mask: u32,
    count: u32,
}

impl Default for Pairs {
    fn default() -> Pairs {
        Pairs {
            entries: vec![Pairs::NONE; Pairs::FEWEST],
            mask: Pairs::FEWEST as u32 - 1,
            count: 0,
        }
    }
}

impl Pairs {
    const FEWEST: usize = 16;
    const NONE: (u32, u32, u32) = (EMPTY, EMPTY, EMPTY);

    fn clear(&mut self) {
        self.resize(Pairs::FEWEST);
    }

    /// Uses this many entries, all of which are empty.
    fn resize(&mut self, length: usize) {
        self.entries
            .resize(self.entries.len().max(length), Pairs::NONE);
        self.entries[..length].fill(Pairs::NONE);
        self.mask = length as u32 - 1;
        self.count = 0;
    }

    /// Adds a pair, unless it is there: then its number.
    fn insert(&mut self, first: u32, second: u32, number: u32) -> Option<u32> {
        if self.count * 2 > self.mask {
            self.grow();
        }
        let mut at = spread(first ^ spread(second));
        loop {
            let entry = &mut self.entries[(at & self.mask) as usize];
            if entry.0 == EMPTY {
                *entry = (first, second, number);
                self.count += 1;
                return None;
            }
            if (entry.0, entry.1) == (first, second) {
                return Some(entry.2);
            }
            at = at.wrapping_add(1);
        }
    }

    fn grow(&mut self) {
        let length = self.mask as usize + 1;
        let old = self.entries[..length].to_vec();
        self.resize(length * 2);
        for (first, second, number) in old {
            if first != EMPTY {
                self.insert(first, second, number);
            }
        }
    }
}

/// Makes the low bits of a number depend on all of it.
#[inline]
fn spread(number: u32) -> u32 {
    let product = number.wrapping_mul(0x9E37_79B9);
    product ^ product >> 15
}
