//! The skeleton as data: the blocks of the source, what became of their statements, and where those of the result stand.
//!
//! ```text
//! b0 ──► b1   %3 = eigen(A)   fixed, stays           + %4 = getproperty(%3, :values)   new, for b1 and b2
//!    └─► b2   %5 = det(A)     optional, replaced     + %7 = prod(%4)                   new
//! ```
//!
//! Texts are those of the printed functions; here are only numbers: `%5` is value 5 of the text before, a line of the result
//! has the number that it has in the text after. Blocks of the result are named by the block of the source that they
//! come from, even where two have been merged.

use super::Chosen;
use crate::egraph::canonical;
use crate::egraph::language::ENode;
use crate::egraph::ledger::{Role, Statement};
use crate::elaborate::{Elaborated, Made};
use crate::extract::problem::Answer;
use crate::ir::print::Numbering;
use crate::ir::{Block, Inst};
use crate::prepare::Prepared;
use egg::Id;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::BTreeMap;

/// An edge between blocks.
#[derive(Clone, Debug, Serialize)]
pub struct Edge {
    /// The number of the target.
    pub to: u32,
    /// Whether control may take it; rules may have decided the branch.
    pub live: bool,
    /// Whether it closes a loop.
    pub back: bool,
    /// Whether it stands for exceptions.
    pub exception: bool,
}

/// A block of the source.
#[derive(Clone, Debug, Serialize)]
pub struct BlockBox {
    /// How many loops are around it.
    pub depth: u32,
    /// Whether control may come here.
    pub live: bool,
    /// Where it goes on.
    pub edges: Vec<Edge>,
}

/// A statement of the source.
#[derive(Clone, Debug, Serialize)]
pub struct Fate {
    /// Its number in the text of the original function, as in `%7`.
    pub value: u32,
    /// The number of its block.
    pub block: u32,
    /// How it takes part.
    pub role: Role,
    /// The class of its value, if it is drawn.
    pub class: Option<u32>,
    /// What became of it; none where nothing was chosen.
    pub fate: Option<String>,
}

/// A statement of the result.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Its number in the text of the result.
    pub value: u32,
    /// The number of the block of the source in which it stands.
    pub block: u32,
    /// The class and the number of its node in it, if they are drawn.
    pub node: Option<(u32, u32)>,
    /// The statement of the source that it is.
    pub from: Option<u32>,
    /// How it got here; none if it stays where it was.
    pub how: Option<String>,
}

/// The skeleton.
#[derive(Clone, Debug, Serialize)]
pub struct Flow {
    /// The blocks of the source, by their numbers.
    pub blocks: Vec<BlockBox>,
    /// Its statements, in order.
    pub statements: Vec<Fate>,
    /// The statements of the result, in order; empty where nothing was chosen.
    pub result: Vec<Line>,
}

/// What a skeleton is drawn from.
pub(super) struct Artisan<'a, 'h> {
    pub prepared: &'a Prepared<'h>,
    pub numbering: &'a Numbering,
    /// The nodes of each class.
    pub nodes: &'a BTreeMap<Id, Vec<ENode>>,
    /// The classes that are drawn.
    pub index: &'a FxHashMap<Id, u32>,
}

impl Artisan<'_, '_> {
    pub fn draw(&self, chosen: Option<((&Answer, &Elaborated), &Chosen)>) -> Flow {
        let statements = self.own_statements();
        Flow {
            blocks: self.blocks(),
            statements: statements
                .iter()
                .map(|&(block, inst, statement)| {
                    let class = self.prepared.egraph.find(statement.class);
                    Fate {
                        value: self.value(inst),
                        block: self.numbering.blocks[block],
                        role: statement.role,
                        class: self.index.get(&class).copied(),
                        fate: chosen.map(|(_, chosen)| self.fate(block, statement, class, chosen)),
                    }
                })
                .collect(),
            result: match chosen {
                Some(((answer, result), _)) => self.result(&statements, answer, result),
                None => Vec::new(),
            },
        }
    }

    fn own_statements(&self) -> Vec<(Block, Inst, &Statement)> {
        let skeleton = &self.prepared.skeleton;
        let function = &skeleton.function;
        let mut all = Vec::new();
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                if let Some(statement) = skeleton.statement(inst) {
                    all.push((block, inst, statement));
                }
            }
        }
        all
    }

    fn value(&self, inst: Inst) -> u32 {
        self.numbering.values[self.prepared.skeleton.function.insts[inst].result]
    }

    fn blocks(&self) -> Vec<BlockBox> {
        let skeleton = &self.prepared.skeleton;
        let function = &skeleton.function;
        let boxes = function.layout.iter().map(|&block| {
            let live: Vec<usize> = skeleton.live_targets(block).map(|(side, _)| side).collect();
            let targets = function.blocks[block].term.targets().enumerate();
            BlockBox {
                depth: skeleton.loops.depth(block),
                live: skeleton.is_live(block),
                edges: targets
                    .map(|(side, target)| Edge {
                        to: self.numbering.blocks[target.block],
                        live: skeleton.is_live(block) && live.contains(&side),
                        back: skeleton.dominators.dominates(target.block, block),
                        exception: skeleton.is_handler(target.block),
                    })
                    .collect(),
            }
        });
        boxes.collect()
    }

    fn fate(&self, block: Block, statement: &Statement, class: Id, chosen: &Chosen) -> String {
        let own = canonical(&self.prepared.egraph, &statement.node);
        let here = self.numbering.blocks[block];
        match chosen.get(&own) {
            _ if statement.role == Role::Fixed => "stays".into(),
            Some(blocks) if blocks.is_empty() => "costs nothing".into(),
            Some(blocks) if blocks.contains(&here) => "stays".into(),
            Some(blocks) => {
                let names: Vec<String> = blocks.iter().map(|block| format!("b{block}")).collect();
                let up = blocks.iter().all(|&to| self.is_above(to, here));
                let how = if up { "hoisted" } else { "moved" };
                format!("{how} to {}", names.join(", "))
            }
            None => {
                let nodes = self.nodes.get(&class).into_iter().flatten();
                let is_met = nodes.into_iter().any(|node| chosen.contains_key(node));
                if is_met { "replaced" } else { "dropped" }.into()
            }
        }
    }

    /// Whether a block dominates another one, by their numbers.
    fn is_above(&self, above: u32, below: u32) -> bool {
        let skeleton = &self.prepared.skeleton;
        let layout = &skeleton.function.layout;
        let (above, below) = (layout[above as usize], layout[below as usize]);
        above != below && skeleton.dominators.dominates(above, below)
    }

    fn result(
        &self,
        statements: &[(Block, Inst, &Statement)],
        answer: &Answer,
        result: &Elaborated,
    ) -> Vec<Line> {
        let egraph = &self.prepared.egraph;
        let built = &self.prepared.built;
        let mut origins: FxHashMap<ENode, Vec<(Block, Inst)>> = FxHashMap::default();
        for &(block, inst, statement) in statements {
            let own = canonical(egraph, &statement.node);
            origins.entry(own).or_default().push((block, inst));
        }
        let mut instead: FxHashMap<Inst, &ENode> = FxHashMap::default();
        for (statement, &taken) in answer.alternatives.iter() {
            let (inst, nodes) = &built.statements[statement];
            let alternative = taken.checked_sub(1).map(|number| &nodes[number as usize]);
            instead.extend(alternative.map(|node| (*inst, node)));
        }
        let numbering = Numbering::new(&result.function);
        let mut lines = Vec::new();
        for written in &result.written {
            let value = numbering.values[result.function.insts[written.inst].result];
            if value == 0 {
                continue;
            }
            let block = self.numbering.blocks[written.block];
            let (node, from, how) = match written.made {
                Made::Statement(inst) => {
                    let own = self.prepared.skeleton.statement(inst);
                    let other = instead.get(&inst).copied();
                    let node = other.or(own.map(|own| &own.node));
                    let how = other.map(|_| format!("replaces %{}", self.value(inst)));
                    (node.map(|node| canonical(egraph, node)), Some(inst), how)
                }
                Made::Run(number) => {
                    let instance = answer.runs[number as usize].instance;
                    let node = &built.nodes[built.problem.instances[instance].node as usize];
                    let node = canonical(egraph, node);
                    let origin = origins.get(&node).map_or(&[][..], |origin| origin);
                    let same = origin.iter().find(|(block, _)| *block == written.block);
                    let (from, how) = match (same, origin) {
                        (Some((_, inst)), _) => (Some(*inst), None),
                        (None, [(home, inst), ..]) => {
                            let home = self.numbering.blocks[*home];
                            let up = self.is_above(block, home);
                            let how = if up { "hoisted" } else { "moved" };
                            (Some(*inst), Some(format!("{how} from b{home}")))
                        }
                        (None, []) => (None, Some("new".into())),
                    };
                    (Some(node), from, how)
                }
            };
            lines.push(Line {
                value,
                block,
                node: node.and_then(|node| self.find(&node)),
                from: from.map(|inst| self.value(inst)),
                how,
            });
        }
        lines.sort_by_key(|line| line.value);
        lines
    }

    /// The class of a node that is drawn, and its number in it.
    fn find(&self, node: &ENode) -> Option<(u32, u32)> {
        let class = self.prepared.egraph.lookup(&mut node.clone())?;
        let class = self.prepared.egraph.find(class);
        let number = self.nodes.get(&class)?.iter().position(|n| n == node)?;
        Some((*self.index.get(&class)?, number as u32))
    }
}
