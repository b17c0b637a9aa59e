//! The exact extractor: preprocess, split, search each component.

use super::component::solve;
use super::core::Core;
use super::cost::INFINITE;
use super::kernel::Kernel;
use super::preprocess::preprocess;
use super::reduce::Worklist;
use super::{ExtractError, Limits, NodeId, Problem, Solution, Stats};
use cranelift_entity::EntityRef;

/// The cheapest solution of `problem`; proved so, unless `limits` stopped it.
pub fn exact(problem: &Problem, limits: &Limits) -> Result<Solution, ExtractError> {
    let (mut kernel, scale) = Kernel::from_problem(problem)?;
    let list = Worklist::all(&kernel);
    let infeasible = || ExtractError::Infeasible(problem.roots()[0]);
    preprocess(&mut kernel, list).map_err(|_| infeasible())?;
    let cores = Core::split(&kernel);
    let (nodes, classes) = kernel.size();
    let mut stats = Stats {
        kernel_nodes: nodes as u64,
        kernel_classes: classes as u64,
        components: cores.len() as u64,
        work: kernel.work,
        ..Stats::default()
    };
    let mut picked = vec![None; kernel.class_count()];
    let mut bound = kernel.base;
    let mut optimal = true;
    for core in &cores {
        if let Ok(d) = std::env::var("DUMP") {
            let mut o = format!("{:?}\n", core.roots);
            for n in 0..core.nodes.len() { o += &format!("{} {} {:?}\n", core.class[n], core.cost[n], core.children(n as u32)); }
            std::fs::write(d, o).unwrap();
        }
        let solved = solve(core, INFINITE, limits.work, &mut stats, 0);
        let best = solved.best.ok_or_else(infeasible)?;
        bound += solved.bound;
        optimal &= solved.bound >= best.cost;
        for (c, &n) in best.node.iter().enumerate() {
            if let Some(&n) = core.nodes.get(n as usize) {
                picked[core.classes[c].index()] = Some(n);
            }
        }
    }
    let mut choices = vec![None; problem.class_count()];
    kernel.originals(&picked, |n| {
        let node = NodeId::from_u32(n);
        choices[problem.class(node).index()] = Some(node);
    });
    let mut solution = Solution::from_choices(problem, &choices);
    solution.optimal = optimal;
    solution.bound = if optimal { solution.cost } else { scale.float(bound).min(solution.cost) };
    solution.stats = stats;
    Ok(solution)
}
