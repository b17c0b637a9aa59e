//! Which uses of a value can run in the same run of the program: what `one_use` asks.
//!
//! Fusing a computation into its consumer pays if the value is not needed for anything else. Uses count as they stand in
//! the original program, so that the answer does not depend on what other rules have added. A use that lies on no
//! common path does not count; a use in a loop that the value was made outside of counts many times:
//!
//! ```text
//! y = f.(x)                                   y = f.(x)
//! if c                                        for i in 1:n
//!     return g.(y)     one use: the other         s += sum(y .* i)     not one use
//! else                 is on the other path   end
//!     return h.(y)     one use
//! end
//! ```
//!
//! Two uses lie on a common path if one's block is the other's, or reaches it without passing where the value is made anew.

use super::convert::Skeleton;
use super::EGraph;
use crate::ir::{Block, Value};
use cranelift_entity::EntitySet;
use egg::Id;

/// Whether no use of `class` can run together with its uses by values of `users`. Where the original has no such use (a rule
/// has made the user), one use is allowed in all.
pub fn is_used_once(skeleton: &Skeleton, egraph: &EGraph<'_>, class: Id, users: &[Id]) -> bool {
    let function = &skeleton.function;
    let class_of = |value: Value| skeleton.classes[value].map(|of| egraph.find(of));
    let class = egraph.find(class);
    let is_it = |value: Value| class_of(value) == Some(class);
    let mut own: Vec<Block> = Vec::new();
    let mut others: Vec<Block> = Vec::new();
    let mut made: EntitySet<Block> = EntitySet::new();
    for &block in &skeleton.cfg.order {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            let result = function.insts[inst].result;
            if is_it(result) {
                made.insert(block);
            }
            // An operand that occurs twice is two uses: what is fused into it runs for each.
            for _ in function.operands(inst).filter(|&value| is_it(value)) {
                match class_of(result) {
                    Some(user) if users.contains(&user) => own.push(block),
                    _ => others.push(block),
                }
            }
        }
        let arguments = data.term.targets().flat_map(|to| function.slice(&to.args));
        if data
            .term
            .operand()
            .into_iter()
            .chain(arguments.copied())
            .any(is_it)
        {
            others.push(block);
        }
    }
    if own.is_empty() {
        return others.len() <= 1;
    }
    let repeated = own.iter().any(|&block| {
        let header = skeleton.loops.header(block);
        header.is_some_and(|header| {
            !made
                .keys()
                .any(|made| skeleton.loops.contains(header, made))
        })
    });
    // Equal users are one class, but what is fused into a lazy one runs for each of them.
    let apart = |one: Block, other: Block| {
        !reach(skeleton, one, &made).contains(other) && !reach(skeleton, other, &made).contains(one)
    };
    !repeated
        && own.iter().enumerate().all(|(number, &one)| {
            let rest = own[number + 1..].iter().chain(&others);
            rest.copied().all(|other| apart(one, other))
        })
}

/// The blocks that `from` reaches, itself included, without entering one of `barrier`.
fn reach(skeleton: &Skeleton, from: Block, barrier: &EntitySet<Block>) -> EntitySet<Block> {
    let mut seen = EntitySet::new();
    let mut todo = vec![from];
    while let Some(block) = todo.pop() {
        if seen.insert(block) {
            let targets = skeleton.function.blocks[block].term.targets();
            todo.extend(
                targets
                    .map(|to| to.block)
                    .filter(|&to| !barrier.contains(to)),
            );
        }
    }
    seen
}
