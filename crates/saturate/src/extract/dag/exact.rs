//! The exact extractor: preprocess, split, search each component.

use super::core::Core;
use super::kernel::Kernel;
use super::preprocess::preprocess;
use super::reduce::Worklist;
use super::search::search;
use super::{ExtractError, Limits, Problem, Solution};
use cranelift_entity::EntityRef;

/// The cheapest solution of `problem`; proved so, unless `limits` stopped it.
pub fn exact(problem: &Problem, limits: &Limits) -> Result<Solution, ExtractError> {
    let mut kernel = Kernel::new(problem)?;
    let list = Worklist::all(&kernel);
    let infeasible = || ExtractError::Infeasible(problem.roots()[0]);
    preprocess(&mut kernel, list).map_err(|_| infeasible())?;
    let mut picked = vec![None; kernel.class_count()];
    let cores = Core::split(&kernel);
    let mut bound = kernel.base;
    let mut optimal = true;
    let mut stats = super::Stats::default();
    let (nodes, classes) = kernel.size();
    stats.kernel_nodes = nodes as u64;
    stats.kernel_classes = classes as u64;
    stats.components = cores.len() as u64;
    stats.work = kernel.work;
    for core in &cores {
        let out = search(core, limits.work.saturating_sub(stats.work)).ok_or_else(infeasible)?;
        bound += out.bound;
        optimal &= out.bound >= out.best.cost;
        stats.landmarks += out.landmarks;
        stats.branches += out.branches;
        stats.work += out.work;
        for (c, &n) in out.best.node.iter().enumerate() {
            if let Some(&n) = core.nodes.get(n as usize) {
                picked[core.classes[c].index()] = Some(n);
            }
        }
    }
    stats.out_of_work = !optimal;
    let mut solution = Solution::from_choices(problem, &kernel.choices(problem, &picked));
    solution.optimal = optimal;
    solution.bound = if optimal {
        solution.cost
    } else {
        kernel.scale.float(bound).min(solution.cost)
    };
    solution.stats = stats;
    Ok(solution)
}
