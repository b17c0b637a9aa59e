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
//! Two uses lie on a common path if one's block is the other's, or reaches it without passing where the value is made anew. Uses on a
//! way that a decided branch does not take any more, and those for values which only such uses need, do not count.
//!
//! The index is made once. It follows the e-graph by its log of unions, so that a question costs what the class has of
//! uses, not a walk over the function.

use super::ledger::Role;
use super::skeleton::Skeleton;
use super::EGraph;
use crate::ir::{Block, Value, ValueDef};
use cranelift_entity::{EntitySet, SecondaryMap};
use egg::Id;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A use of a value.
#[derive(Clone, Copy)]
struct Use {
    block: Block,
    /// The result of the statement that uses it; `None` for the end of a block.
    user: Option<Value>,
}

/// The uses of all values, and which values are in which class.
pub struct Uses {
    of: SecondaryMap<Value, Vec<Use>>,
    /// Where results of statements are made.
    made: SecondaryMap<Value, Option<Block>>,
    /// The values of each class, under the id that `parents` leads to.
    values: FxHashMap<Id, Vec<Value>>,
    /// Ids that have been joined to another.
    parents: FxHashMap<Id, Id>,
    /// How many unions of the log are taken into account.
    seen: usize,
    /// Whether all jumps back go to headers of loops.
    reducible: bool,
    /// Values that something still needs since branches are decided, and how many were decided when that was found.
    needed: EntitySet<Value>,
    decided: u32,
}

impl Uses {
    /// The uses in a converted function.
    pub fn new(skeleton: &Skeleton, egraph: &EGraph<'_>) -> Uses {
        let function = &skeleton.function;
        let mut of: SecondaryMap<Value, Vec<Use>> = SecondaryMap::new();
        let mut made = SecondaryMap::new();
        for &block in &skeleton.cfg.order {
            let data = &function.blocks[block];
            for &inst in &data.insts {
                let result = function.insts[inst].result;
                made[result] = Some(block);
                // An operand that occurs twice is two uses: what is fused into it runs for each.
                for value in function.operands(inst) {
                    let user = Some(result);
                    of[value].push(Use { block, user });
                }
            }
            let arguments = data.term.targets().flat_map(|to| function.slice(&to.args));
            let mut last: SmallVec<[Value; 8]> = data.term.operand().into_iter().collect();
            last.extend(arguments.copied());
            last.sort_unstable();
            last.dedup();
            for value in last {
                of[value].push(Use { block, user: None });
            }
        }
        let mut values: FxHashMap<Id, Vec<Value>> = FxHashMap::default();
        for value in function.values.keys() {
            if let Some(class) = skeleton.classes[value] {
                values.entry(egraph.find(class)).or_default().push(value);
            }
        }
        Uses {
            of,
            made,
            values,
            parents: FxHashMap::default(),
            seen: egraph.analysis.log.borrow().unions().len(),
            reducible: skeleton.loops.are_all(),
            needed: EntitySet::new(),
            decided: 0,
        }
    }

    /// Finds the values that something still needs, where branches were decided since the last question.
    fn follow_control(&mut self, skeleton: &Skeleton) {
        if skeleton.ledger.decisions() == self.decided {
            return;
        }
        self.decided = skeleton.ledger.decisions();
        let function = &skeleton.function;
        let mut needed: EntitySet<Value> = EntitySet::new();
        let mut work: Vec<Value> = Vec::new();
        for &block in &skeleton.cfg.order {
            if !skeleton.is_live(block) {
                continue;
            }
            for &inst in &function.blocks[block].insts {
                let role = skeleton.statement(inst).map(|of| of.role);
                if !matches!(role, Some(Role::Floating | Role::Optional)) {
                    work.extend(function.operands(inst));
                }
            }
            if !skeleton.is_decided(block) {
                work.extend(function.blocks[block].term.operand());
            }
        }
        while let Some(value) = work.pop() {
            if !needed.insert(value) {
                continue;
            }
            match function.values[value].def {
                ValueDef::Result(inst) => work.extend(function.operands(inst)),
                ValueDef::Param(block, number) => {
                    for &pred in skeleton.cfg.preds(block) {
                        let targets = skeleton.live_targets(pred);
                        let here = targets.filter(|(_, target)| target.block == block);
                        work.extend(
                            here.map(|(_, target)| function.slice(&target.args)[number as usize]),
                        );
                    }
                }
                ValueDef::Const(_) => {}
            }
        }
        self.needed = needed;
    }

    /// Whether a use may still run.
    fn is_live(&self, skeleton: &Skeleton, value: Value, at: &Use) -> bool {
        if !skeleton.is_live(at.block) {
            return false;
        }
        if self.decided == 0 {
            return true;
        }
        if let Some(user) = at.user {
            return self.needed.contains(user);
        }
        let function = &skeleton.function;
        let term = &function.blocks[at.block].term;
        let is_operand = !skeleton.is_decided(at.block) && term.operand() == Some(value);
        is_operand
            || skeleton.live_targets(at.block).any(|(_, target)| {
                let params = function.params(target.block);
                let mut passed = function.slice(&target.args).iter().zip(params);
                passed.any(|(&argument, &param)| argument == value && self.needed.contains(param))
            })
    }

    fn root(&self, mut id: Id) -> Id {
        while let Some(&parent) = self.parents.get(&id) {
            id = parent;
        }
        id
    }

    /// Joins what has become equal since the last question. The class with fewer values joins the other, so that the
    /// paths to roots stay short.
    fn follow(&mut self, egraph: &EGraph<'_>) {
        let log = egraph.analysis.log.borrow();
        for &(a, b, _) in &log.unions()[self.seen..] {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            let size = |id: Id| self.values.get(&id).map_or(0, Vec::len);
            let (from, to) = if size(a) <= size(b) { (a, b) } else { (b, a) };
            self.parents.insert(from, to);
            if let Some(values) = self.values.remove(&from) {
                self.values.entry(to).or_default().extend(values);
            }
        }
        self.seen = log.unions().len();
    }

    /// The values of the source that are of this class by now.
    pub fn values(&mut self, egraph: &EGraph<'_>, class: Id) -> &[Value] {
        self.follow(egraph);
        let values = self.values.get(&self.root(class));
        values.map_or(&[], |values| values)
    }

    /// Whether no use of `class` can run together with its uses by values of `users`. Where the original has no such use
    /// (a rule has made the user), one use is allowed in all.
    pub fn is_used_once(
        &mut self,
        skeleton: &Skeleton,
        egraph: &EGraph<'_>,
        class: Id,
        users: &[Id],
    ) -> bool {
        self.follow(egraph);
        self.follow_control(skeleton);
        let values: &[Value] = self
            .values
            .get(&self.root(class))
            .map_or(&[], |values| values);
        let is_own = |user: Value| {
            let class = skeleton.classes[user].map(|of| egraph.find(of));
            class.is_some_and(|class| users.contains(&class))
        };
        let mut own: Vec<Block> = Vec::new();
        let mut others: Vec<Block> = Vec::new();
        let mut made: EntitySet<Block> = EntitySet::new();
        for &value in values {
            made.extend(self.made[value]);
            let uses = self.of[value].iter();
            for at in uses.filter(|at| self.is_live(skeleton, value, at)) {
                match at.user {
                    Some(user) if is_own(user) => own.push(at.block),
                    _ => others.push(at.block),
                }
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
            !self.reaches(skeleton, one, other, &made) && !self.reaches(skeleton, other, one, &made)
        };
        !repeated
            && own.iter().enumerate().all(|(number, &one)| {
                let rest = own[number + 1..].iter().chain(&others);
                rest.copied().all(|other| apart(one, other))
            })
    }

    /// Whether a block reaches another, or is it, without entering one of `barrier`.
    fn reaches(
        &self,
        skeleton: &Skeleton,
        from: Block,
        to: Block,
        barrier: &EntitySet<Block>,
    ) -> bool {
        let position = |block: Block| skeleton.cfg.position(block);
        // A path that begins outside of all loops needs no jump back: it lies between the two in the reverse post-order.
        let outside = self.reducible && skeleton.loops.header(from).is_none();
        let last = if outside { position(to) } else { u32::MAX };
        let mut seen = EntitySet::new();
        let mut todo = vec![from];
        while let Some(block) = todo.pop() {
            if block == to {
                return true;
            }
            if seen.insert(block) {
                let targets = skeleton.function.blocks[block].term.targets();
                todo.extend(
                    targets
                        .map(|to| to.block)
                        .filter(|&next| position(next) <= last && !barrier.contains(next)),
                );
            }
        }
        false
    }
}
