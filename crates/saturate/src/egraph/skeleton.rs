//! The original function, and how its values and statements stand in the e-graph.
//!
//! In three parts, by who writes them:
//!
//! | part | what | written |
//! |---|---|---|
//! | [`Shape`] | the function, its control flow, what happens to its objects, the parts of its memory; the class of each value | by [conversion](super::convert), never after: the skeleton shows it and lends it to nobody for writing |
//! | [`Contract`] | which promises are kept, which freedoms are taken | by who asks for the optimisation |
//! | [`Ledger`] | what saturation learns: sites of objects, detached statements, decided branches, epochs that somebody asked for | by its methods, each named after what is learned |

use super::alias::Aliases;
use super::language::{Leaf, Site};
use super::ledger::{Ledger, Statement};
use super::{regions, Clauses, Freedoms};
use crate::ir::cfg::Cfg;
use crate::ir::dominance::{Dominators, Loops};
use crate::ir::{Block, Function, Inst, Terminator, Value};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};
use egg::Id;
use std::ops::Deref;

/// What a leaf stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafDef {
    /// A block parameter, or a mutable constant.
    Value(Value),
    /// The result of a statement that rules cannot look into.
    Result(Inst),
}

/// What does not change while rules run.
pub struct Shape {
    /// The function that was converted.
    pub function: Function,
    /// Its control-flow graph.
    pub cfg: Cfg,
    /// Its dominator tree.
    pub dominators: Dominators,
    /// Its loops.
    pub loops: Loops,
    /// What may happen to its objects.
    pub aliases: Aliases,
    /// The parts of its memory.
    pub regions: regions::Map,
    /// The class of each value; `None` for values of unreachable code.
    pub classes: SecondaryMap<Value, Option<Id>>,
    /// The leaves.
    pub leaves: PrimaryMap<Leaf, LeafDef>,
    /// Whether at most one new object is handed out, by being returned: then nothing tells it from an equal one.
    pub returns_one: bool,
    /// Statements at their place only because they may throw, which would be optional without `strict`.
    pub pinned: EntitySet<Inst>,
    pub(super) blocks: SecondaryMap<Inst, PackedOption<Block>>,
    pub(super) handlers: EntitySet<Block>,
}

impl Shape {
    /// The class of a value of reachable code.
    pub fn class(&self, value: Value) -> Id {
        self.classes[value].expect("every value of reachable code has a class")
    }

    /// The block of a statement.
    pub fn block_of(&self, inst: Inst) -> Block {
        self.blocks[inst].expect("every statement is in a block")
    }

    /// Whether exceptions come to a block.
    pub fn is_handler(&self, block: Block) -> bool {
        self.handlers.contains(block)
    }

    /// Whether only forward jumps reach a block, so that its parameters may change their type with their arguments.
    pub fn is_join(&self, block: Block) -> bool {
        let position = self.cfg.position(block);
        let preds = self.cfg.preds(block);
        !preds.is_empty()
            && preds.iter().all(|&pred| {
                self.cfg.position(pred) < position
                    && !matches!(self.function.blocks[pred].term, Terminator::Enter { .. })
            })
    }
}

/// What is promised of the result.
#[derive(Clone, Copy, Debug)]
pub struct Contract {
    /// Whether calls that may throw are pinned: by an option, or because the function has handlers.
    pub strict: bool,
    /// Whether callers go on with what is returned.
    pub goes_on: bool,
    /// Which rules of soundness are on.
    pub clauses: Clauses,
    /// Freedoms that are taken.
    pub freedoms: Freedoms,
}

/// The original function, and how its values and statements stand in the e-graph.
pub struct Skeleton {
    shape: Shape,
    /// What is promised.
    pub contract: Contract,
    /// What was learned.
    pub ledger: Ledger,
}

impl Skeleton {
    pub(super) fn new(shape: Shape, contract: Contract, ledger: Ledger) -> Skeleton {
        Skeleton {
            shape,
            contract,
            ledger,
        }
    }

    /// What does not change, and what is learned of it, to be written.
    pub fn learn(&mut self) -> (&Shape, &mut Ledger) {
        (&self.shape, &mut self.ledger)
    }

    /// What is known of a statement of reachable code.
    pub fn statement(&self, inst: Inst) -> Option<&Statement> {
        self.ledger.statement(inst)
    }

    /// The statement that a site is of.
    pub fn maker(&self, site: Site) -> Inst {
        self.ledger.maker(site)
    }
}

/// A skeleton is read as its shape.
impl Deref for Skeleton {
    type Target = Shape;

    fn deref(&self) -> &Shape {
        &self.shape
    }
}
