//! Which captured variables need a box.
//!
//! A closure copies the variables it captures. That is right for a variable that is assigned once, before any closure
//! over it is made; every other captured variable lives in a `Core.Box` that all functions share.
//!
//! ```text
//! x = 1; f = () -> x             x is copied
//! x = 1; f = () -> x; x = 2      x is boxed: assigned twice
//! if c; x = 1; end; f = () -> x  x is boxed: may be undefined
//! ```
//!
//! The test for "assigned before" is Julia's, because it can be observed (in types, and in `UndefVarError`): within
//! straight-line code, in the order of the text, where a branch or loop forgets what was assigned inside it.

use super::core::{Core, CoreId, LambdaId, Tree, VarId};
use super::expand::with_stack;
use rustc_hash::FxHashSet;

/// Decides for the variables of every function.
pub fn analyse(tree: &mut Tree) {
    for lambda in tree.lambdas.keys() {
        let never_undefined = Analysis::run(tree, lambda);
        for var in never_undefined {
            tree.vars[var].never_undefined = true;
        }
        for at in 0..tree.lambdas[lambda].vars.len() {
            let var = tree.lambdas[lambda].vars[at];
            let data = &mut tree.vars[var];
            let assigned = !data.is_arg || data.assignments > 0;
            let once = data.assignments == 1 && data.never_undefined;
            data.boxed = data.captured && assigned && !once;
        }
    }
}

struct Analysis<'a> {
    tree: &'a Tree,
    /// Candidates that nothing has read yet.
    unused: FxHashSet<VarId>,
    /// Candidates that are set in the current straight-line piece.
    live: FxHashSet<VarId>,
    /// Candidates whose assignment was seen.
    seen: FxHashSet<VarId>,
}

impl<'a> Analysis<'a> {
    fn run(tree: &'a Tree, lambda: LambdaId) -> Vec<VarId> {
        let candidates: FxHashSet<VarId> = tree.lambdas[lambda]
            .vars
            .iter()
            .copied()
            .filter(|&var| tree.vars[var].captured && tree.vars[var].assignments == 1)
            .collect();
        if candidates.is_empty() {
            return Vec::new();
        }
        let mut analysis = Analysis {
            tree,
            unused: candidates,
            live: FxHashSet::default(),
            seen: FxHashSet::default(),
        };
        analysis.visit(tree.lambdas[lambda].body);
        let Analysis {
            unused, live, seen, ..
        } = analysis;
        live.union(&unused)
            .filter(|var| seen.contains(var))
            .copied()
            .collect()
    }

    /// Forgets what was set since `old`.
    fn restore(&mut self, old: FxHashSet<VarId>) {
        self.unused.extend(self.live.difference(&old));
        self.live = old;
    }

    fn kill(&mut self) {
        self.restore(FxHashSet::default());
    }

    fn assign(&mut self, var: VarId) {
        if self.unused.remove(&var) {
            self.live.insert(var);
            self.seen.insert(var);
        }
    }

    /// Visits in order; says whether a `@label` was inside.
    fn visit(&mut self, id: CoreId) -> bool {
        with_stack(|| self.visit_node(id))
    }

    fn visit_all(&mut self, ids: &[CoreId]) -> bool {
        ids.iter().fold(false, |label, &id| self.visit(id) | label)
    }

    fn visit_node(&mut self, id: CoreId) -> bool {
        match self.tree.nodes[id].core {
            Core::Local(var) => {
                self.unused.remove(&var);
                false
            }
            Core::Call(ids) | Core::New(ids) | Core::Opaque(_, ids) | Core::Block(ids) => {
                let tree: &'a Tree = self.tree;
                self.visit_all(tree.get(ids))
            }
            Core::SetTemp(_, a)
            | Core::BreakBlock(_, a)
            | Core::Scope(_, a)
            | Core::Inbounds(a) => self.visit(a),
            Core::DoWhile(a, b) => self.visit_all(&[a, b]),
            Core::Return(a) => {
                let label = self.visit(a);
                self.kill();
                label
            }
            Core::Break(_) | Core::Goto(_) => {
                self.kill();
                false
            }
            Core::Label(_) => {
                self.kill();
                true
            }
            Core::If(a, b, c) => {
                let parts = [Some(a), Some(b), c];
                self.branches(parts.into_iter().flatten())
            }
            Core::While(a, b) | Core::TryCatch(a, b) | Core::TryFinally(a, b) => {
                self.branches([a, b].into_iter())
            }
            Core::Assign(target, value) => {
                let label = self.visit(value);
                if let Core::Local(var) = self.tree.nodes[target].core {
                    self.assign(var);
                }
                label
            }
            Core::Method(method) => {
                let tree: &'a Tree = self.tree;
                let method = &tree.methods[method];
                let all = method.local.and_then(|var| tree.functions.get(&var));
                let own = [method.lambda];
                for &lambda in all.map_or(&own[..], |all| &all[..]) {
                    for var in &tree.lambdas[lambda].captures {
                        self.unused.remove(var);
                    }
                }
                if let Some(var) = method.local {
                    self.assign(var);
                }
                false
            }
            Core::Literal(_)
            | Core::Name(_)
            | Core::StaticParam(_)
            | Core::Global(..)
            | Core::Temp(_)
            | Core::Unnecessary(_)
            | Core::Decl(..)
            | Core::IsDefined(_)
            | Core::RequireLocal(_) => false,
        }
    }

    fn branches(&mut self, parts: impl Iterator<Item = CoreId>) -> bool {
        let before = self.live.clone();
        let mut label = false;
        for part in parts {
            label |= self.visit(part);
            self.kill();
        }
        if label {
            self.kill();
        } else {
            self.restore(before);
        }
        label
    }
}
