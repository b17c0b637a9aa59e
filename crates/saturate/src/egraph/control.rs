//! What equalities tell of control flow.
//!
//! - A branch whose condition has become a constant has one live target; blocks that no live edge reaches are *dead*:
//!   nothing in them is needed, and nothing flows out of them.
//! - A block parameter whose live arguments are all of one class is that class.
//!
//! ```text
//! if x - x == 0          ~x - ~x --> 0         y = f(x)
//!     y = f(x)                                 return y
//! else
//!     y = g(x)                                 (g is gone, y is no parameter any more)
//! end
//! return y
//! ```
//!
//! The second holds at joins of forward jumps as it stands: what is equal on every way in is equal behind. At the header
//! of a loop, an argument is a value of the turn before, so the class must be one that does not change in the
//! loop: it must have a term over constants and values that are there before the loop begins, and that reads no memory.
//! Arguments that are the parameter itself say nothing. Arguments of several types, or of one that does not say all, leave it a parameter: who looks at its type
//! sees which way control came.
//!
//! Invariant: dead blocks stay dead, since constants stay constants.

use super::language::{ENode, Op};
use super::ledger::Role;
use super::provenance::Cause;
use super::skeleton::{LeafDef, Skeleton};
use super::{unite, Clauses, EGraph};
use crate::ir::{Block, Target, Terminator, Value, ValueDef};
use cranelift_entity::EntitySet;
use egg::{Id, Language};
use rustc_hash::FxHashSet;

impl Skeleton {
    /// The targets of a block that control may still go to, with their numbers.
    pub fn live_targets(&self, block: Block) -> impl Iterator<Item = (usize, &Target)> {
        let term = &self.function.blocks[block].term;
        let only = self.ledger.decided(block);
        term.targets()
            .enumerate()
            .filter(move |(side, _)| only.is_none_or(|taken| taken.index() == *side))
    }

    /// Whether a branch has only one target left.
    pub fn is_decided(&self, block: Block) -> bool {
        self.ledger.decided(block).is_some()
    }

    /// Whether control may come to a block.
    pub fn is_live(&self, block: Block) -> bool {
        self.ledger.is_live(block)
    }
}

/// A target of a block, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(u32);
cranelift_entity::entity_impl!(Side);

impl Side {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Finds constant conditions and parameters with one incoming class; whether the e-graph changed.
pub fn update(egraph: &mut EGraph<'_>, skeleton: &mut Skeleton) -> bool {
    decide(egraph, skeleton);
    unite_params(egraph, skeleton)
}

/// Notes which branches are decided and which blocks are dead.
fn decide(egraph: &EGraph<'_>, skeleton: &mut Skeleton) {
    let mut changed = false;
    let (shape, ledger) = skeleton.learn();
    for &block in &shape.cfg.order {
        let Terminator::Branch { cond, .. } = shape.function.blocks[block].term else {
            continue;
        };
        if ledger.decided(block).is_some() || !ledger.is_live(block) {
            continue;
        }
        let class = egraph.find(shape.class(cond));
        let Some(constant) = egraph[class].data.constant() else {
            continue;
        };
        let value = egraph.analysis.cache().host.as_bool(constant);
        if let Some(value) = value {
            ledger.decide(block, Side(u32::from(!value)));
            changed = true;
        }
    }
    if !changed {
        return;
    }
    let mut live = EntitySet::new();
    let mut stack = vec![skeleton.function.entry()];
    while let Some(block) = stack.pop() {
        if live.insert(block) {
            stack.extend(skeleton.live_targets(block).map(|(_, target)| target.block));
        }
    }
    let (shape, ledger) = skeleton.learn();
    for &block in &shape.cfg.order {
        if !live.contains(block) {
            ledger.kill(block);
        }
    }
}

/// Makes parameters equal to the one class that all live jumps pass for them.
fn unite_params(egraph: &mut EGraph<'_>, skeleton: &Skeleton) -> bool {
    let function = &skeleton.function;
    let mut changed = false;
    for &block in &skeleton.cfg.order[1..] {
        let params = function.params(block);
        if params.is_empty() || !skeleton.is_live(block) || skeleton.is_handler(block) {
            continue;
        }
        for (number, &param) in params.iter().enumerate() {
            let own = egraph.find(skeleton.class(param));
            let mut only = None;
            let mut several = false;
            let mut passed = None;
            for &pred in skeleton.cfg.preds(block) {
                if !skeleton.is_live(pred) {
                    continue;
                }
                // What a loop hands itself does not change. At a join, a class of the parameter says nothing of the other ways: one that never runs may pass
                // anything.
                let is_back = skeleton.dominators.dominates(block, pred);
                let targets = skeleton.live_targets(pred);
                for (_, target) in targets.filter(|(_, target)| target.block == block) {
                    let argument = function.slice(&target.args)[number];
                    let class = egraph.find(skeleton.class(argument));
                    if class != own || !is_back {
                        several |= only.is_some_and(|other| other != class);
                        only = Some(class);
                    }
                    // Of which type the parameter is, only the way there may tell.
                    let other = *passed.get_or_insert(argument);
                    let of = |value: Value| function.values[value].ty;
                    several |= argument != other
                        && argument != param
                        && !(of(argument) == of(other)
                            && egraph.analysis.cache().says_all(of(other)))
                        && skeleton.contract.clauses.contains(Clauses::PASSED);
                }
            }
            let Some(class) = only.filter(|&class| !several && class != own) else {
                continue;
            };
            // What is known of the parameter alone holds where it is: what a call returns, for the last round of the loop that computes it.
            let constant = egraph[own].data.constant();
            if constant.is_some_and(|known| egraph[class].data.constants().all(|of| of != known)) {
                continue;
            }
            if skeleton.is_join(block) || is_invariant(egraph, skeleton, class, block) {
                changed |= unite(egraph, own, class, Cause::Given);
            }
        }
    }
    changed
}

/// Whether a class has a term over what is there before control first comes to the header of a loop.
///
/// Repeats passes over the classes below `class` until no more of them are found to have one: each pass but the last
/// finds one, so the work is bounded by their number times the height of the term.
fn is_invariant(egraph: &EGraph<'_>, skeleton: &Skeleton, class: Id, header: Block) -> bool {
    let mut below: Vec<Id> = vec![class];
    let mut seen: FxHashSet<Id> = FxHashSet::from_iter([class]);
    let mut next = 0;
    while let Some(&at) = below.get(next) {
        next += 1;
        for node in &egraph[at].nodes {
            for &child in node.children() {
                let child = egraph.find(child);
                if seen.insert(child) {
                    below.push(child);
                }
            }
        }
    }
    let mut found: FxHashSet<Id> = FxHashSet::default();
    let mut changed = true;
    while changed && !found.contains(&class) {
        changed = false;
        for &at in below.iter().rev() {
            let holds = !found.contains(&at)
                && egraph[at]
                    .nodes
                    .iter()
                    .any(|node| is_invariant_node(egraph, skeleton, node, header, &found));
            if holds {
                found.insert(at);
                changed = true;
            }
        }
    }
    found.contains(&class)
}

fn is_invariant_node(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    node: &ENode,
    header: Block,
    found: &FxHashSet<Id>,
) -> bool {
    let dominates = |block: Block| block != header && skeleton.dominators.dominates(block, header);
    match node.op() {
        Op::Const(_) => true,
        Op::Leaf(leaf) => match skeleton.leaves[leaf] {
            LeafDef::Value(value) => match skeleton.function.values[value].def {
                ValueDef::Param(block, _) => dominates(block),
                _ => true,
            },
            LeafDef::Result(inst) => dominates(skeleton.block_of(inst)),
        },
        Op::Call { .. } | Op::Apply { .. } | Op::New { .. } => match node.tag().site() {
            // The result of a statement that runs once, before the loop.
            Some(site) => {
                let inst = skeleton.maker(site);
                let role = skeleton.statement(inst).map(|statement| statement.role);
                role == Some(Role::Effect)
                    && !skeleton.ledger.is_inner(site)
                    && dominates(skeleton.block_of(inst))
            }
            None => {
                node.tag().epoch().is_none()
                    && node
                        .children()
                        .iter()
                        .all(|&child| found.contains(&egraph.find(child)))
            }
        },
        Op::While(..) | Op::Share => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::convert::{convert, Manner};
    use super::super::testing::Toy;
    use super::super::Switches;
    use super::*;
    use crate::diag::Source;
    use crate::host::Host;
    use crate::ir::infer::Inferred;
    use crate::ir::slots::Literal;

    /// Converts a function of one condition and two numbers, in which the first parameter of the last block is known to be `constant`; calls `see`.
    fn with(body: &str, constant: Option<i64>, see: impl FnOnce(&mut EGraph<'_>, &mut Skeleton)) {
        let mut host = Toy::default();
        let text = format!("function f(%1 c::Bool, %2 a::Int, %3 b::Int)::Int\n{body}end\n");
        let source = Source::new("t", text);
        let mut functions = crate::ir::parse::parse(&source, &mut host).unwrap();
        let mut function = functions.remove(0);
        let last = *function.layout.last().unwrap();
        let result = function.params(last)[0];
        let constant = constant.map(|number| host.literal(&Literal::Int(number)));
        function.values[result].constant = constant;
        let (mut egraph, mut skeleton) = convert(
            function,
            &Inferred::default(),
            &mut host,
            Manner::default(),
            Switches::default(),
        );
        see(&mut egraph, &mut skeleton);
    }

    fn finish(egraph: &mut EGraph<'_>, skeleton: &mut Skeleton) {
        while update(egraph, skeleton) {
            egraph.rebuild();
        }
    }

    /// The class of the first parameter of a block.
    fn param(egraph: &EGraph<'_>, skeleton: &Skeleton, block: usize) -> Id {
        let function = &skeleton.function;
        egraph.find(skeleton.class(function.params(function.layout[block])[0]))
    }

    fn number(egraph: &EGraph<'_>, number: i64) -> Id {
        let constant = (egraph.analysis.cache().host).literal(&Literal::Int(number));
        egraph.find(egraph.lookup(ENode::constant(constant)).unwrap())
    }

    #[test]
    fn a_way_that_never_runs_may_pass_anything() {
        let body = "b0:\n    goto b1(%2) if %1 else b1(%3)\nb1(%4::Int):\n    return %4\n";
        with(body, None, |egraph, skeleton| {
            let function = &skeleton.function;
            let entry = function.params(function.entry());
            let [a, b] = [entry[1], entry[2]].map(|value| skeleton.class(value));
            egraph.union(a, param(egraph, skeleton, 1));
            egraph.rebuild();
            finish(egraph, skeleton);
            assert_ne!(egraph.find(a), egraph.find(b));
        });
    }

    #[test]
    fn what_is_known_of_a_join_is_not_known_of_what_is_passed() {
        let body = "b0:\n    goto b1(1) if %1 else b1(2)\nb1(%4::Int):\n    return %4\n";
        with(body, Some(1), |egraph, skeleton| {
            finish(egraph, skeleton);
            assert_eq!(param(egraph, skeleton, 1), number(egraph, 1));
            assert_ne!(number(egraph, 1), number(egraph, 2));
        });
    }

    #[test]
    fn what_is_known_behind_a_loop_is_not_known_in_it() {
        let body = "b0:\n    goto b1(2)\nb1(%4::Int):\n    goto b1(1) if %1 else b2(%4)\nb2(%5::Int):\n    return %5\n";
        with(body, Some(1), |egraph, skeleton| {
            finish(egraph, skeleton);
            assert_eq!(param(egraph, skeleton, 2), number(egraph, 1));
            assert_ne!(param(egraph, skeleton, 1), number(egraph, 1));
            assert_ne!(number(egraph, 1), number(egraph, 2));
        });
    }
}
