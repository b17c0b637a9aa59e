//! The dual bound: prices on landmarks, improved together.
//!
//! [Landmark cuts](super::bound) subtract each landmark greedily, so where landmarks overlap (ten roots that share five
//! providers), the first ones take everything. Here the landmarks found are kept as rows of a covering problem:
//! every solution picks at least one node of each row. Its Lagrangian dual,
//!
//! ```text
//! L(y) = Σ y_i + Σ_n min(0, cost(n) - Σ over rows i with n of y_i)        y >= 0
//! ```
//!
//! is a lower bound for every `y`, and subgradient steps raise it towards the bound of the linear relaxation.
//! The best `y` is then made feasible (no node is charged more than it costs), what remains of the costs goes back to the
//! landmark cuts, which find new rows, and so on while it pays.
//!
//! Prices are finer than costs: costs are multiplied by `2^shift`. Since solutions cost whole units, a bound just above
//! `n` units proves `n + 1`.

use super::bound::Bound;
use super::core::Core;
use super::cost::Fixed;

/// Rounds of "improve prices, cut again".
const ROUNDS: usize = 30;
/// Subgradient steps per round.
const STEPS: usize = 120;
/// Steps without improvement after which the step length is halved.
const PATIENCE: usize = 8;
/// Rounds without progress after which it ends.
const IDLE_ROUNDS: usize = 3;
/// A round must raise the bound by one part in this many of the gap to count as progress.
const PROGRESS: Fixed = 64;
/// Largest shift: enough for prices to be fractions with six digits.
const MAX_SHIFT: u32 = 20;
/// Scaled costs stay below this power of two in sum.
const SUM_BITS: u32 = 60;

/// A bound with the costs that it leaves.
pub(crate) struct Dual {
    /// Scaled costs minus what the bound has used.
    pub residual: Vec<Fixed>,
    /// The bound, scaled.
    pub bound: Fixed,
    /// Costs and bound are multiplied by 2 to this power.
    pub shift: u32,
    /// Sum of all costs, which no solution exceeds.
    sum: Fixed,
}

impl Dual {
    /// The scaled costs, nothing used yet.
    pub fn new(core: &Core) -> Self {
        let sum: Fixed = core.cost.iter().map(|c| c.abs()).sum();
        let bits = Fixed::BITS - sum.leading_zeros();
        let shift = SUM_BITS.saturating_sub(bits).min(MAX_SHIFT);
        Self {
            residual: core.cost.iter().map(|&c| c.max(0) << shift).collect(),
            bound: 0,
            shift,
            sum,
        }
    }

    /// The least scaled bound that proves that nothing costs less than `upper`.
    pub fn enough(&self, upper: Fixed) -> Fixed {
        ((upper.min(self.sum + 1) - 1) << self.shift) + 1
    }

    /// The bound in units of cost.
    pub fn units(&self) -> Fixed {
        (self.bound + (1 << self.shift) - 1) >> self.shift
    }

    /// Improves the prices of the landmarks that `h` has recorded. Expects `h` after its first
    /// [`raise`](Bound::raise); returns early once `upper` is proved or work is up.
    pub fn improve(&mut self, core: &Core, h: &mut Bound, upper: Fixed) {
        let alive = vec![true; core.nodes.len()];
        let costs: Vec<f64> = core.cost.iter().map(|&c| c.max(0) as f64).collect();
        let mut prices: Vec<f64> = Vec::new();
        let mut idle = 0;
        for _ in 0..ROUNDS {
            if self.bound >= self.enough(upper) {
                return;
            }
            let size: usize = h.recorded().iter().map(Vec::len).sum();
            // A round is many steps: one that would take more than is left is not begun.
            let work = (STEPS * (size + costs.len())) as u64;
            if h.limit.is_spent(h.work + work) {
                break;
            }
            let rows = h.recorded();
            prices.resize(rows.len(), 0.0);
            subgradient(rows, &costs, &mut prices, upper as f64);
            let (residual, bound) = self.feasible(core, rows, &prices);
            // New rows, none of whose nodes the present prices make free.
            let mut unpaid = self.unpaid(core, rows, &prices);
            h.work += work;
            h.explore(core, &alive, &unpaid);
            if h.raise(
                core,
                &alive,
                &mut unpaid,
                &core.roots,
                Fixed::MAX,
                |_, _| {},
            )
            .is_none()
            {
                return;
            }
            let mut residual = residual;
            h.explore(core, &alive, &residual);
            let enough = self.enough(upper) - bound;
            let Some(raised) = h.raise(core, &alive, &mut residual, &core.roots, enough, |_, _| {})
            else {
                return;
            };
            let gain = bound + raised - self.bound;
            if gain > 0 {
                self.bound += gain;
                self.residual = residual;
            }
            if gain < (self.enough(upper) - self.bound) / PROGRESS {
                idle += 1;
                if idle == IDLE_ROUNDS {
                    break;
                }
            }
        }
        // Leave `h` in step with the residuals.
        h.explore(core, &alive, &self.residual);
    }

    /// Scaled costs minus prices, where prices may charge a node too much; never negative.
    fn unpaid(&self, core: &Core, rows: &[Vec<u32>], prices: &[f64]) -> Vec<Fixed> {
        let mut unpaid: Vec<f64> = core.cost.iter().map(|&c| c.max(0) as f64).collect();
        for (row, price) in rows.iter().zip(prices) {
            row.iter().for_each(|&n| unpaid[n as usize] -= price);
        }
        let scale = (1u64 << self.shift) as f64;
        unpaid
            .iter()
            .map(|&u| (u.max(0.0) * scale) as Fixed)
            .collect()
    }

    /// Whole scaled prices that charge no node more than it costs: the residuals, and the sum of the prices.
    fn feasible(&self, core: &Core, rows: &[Vec<u32>], prices: &[f64]) -> (Vec<Fixed>, Fixed) {
        let mut residual: Vec<Fixed> = core.cost.iter().map(|&c| c.max(0) << self.shift).collect();
        let scale = (1u64 << self.shift) as f64;
        let mut load = vec![0.0; residual.len()];
        for (row, price) in rows.iter().zip(prices) {
            row.iter().for_each(|&n| load[n as usize] += price);
        }
        let mut bound = 0;
        let mut charge = |row: &[u32], residual: &mut Vec<Fixed>, price: Fixed| {
            let price = row
                .iter()
                .map(|&n| residual[n as usize])
                .min()
                .unwrap_or(0)
                .min(price);
            row.iter().for_each(|&n| residual[n as usize] -= price);
            bound += price;
        };
        for (row, &price) in rows.iter().zip(prices) {
            let share = row
                .iter()
                .map(|&n| core.cost[n as usize].max(0) as f64 / load[n as usize].max(1e-300))
                .fold(1.0, f64::min);
            charge(row, &mut residual, (price * share * scale) as Fixed);
        }
        for row in rows {
            charge(row, &mut residual, Fixed::MAX);
        }
        (residual, bound)
    }
}

/// Subgradient ascent on `L(y)`; leaves the best prices found in `prices`.
fn subgradient(rows: &[Vec<u32>], costs: &[f64], prices: &mut [f64], upper: f64) {
    let mut y = prices.to_vec();
    let mut best = f64::NEG_INFINITY;
    let (mut step, mut idle) = (1.0, 0);
    let mut reduced = costs.to_vec();
    for _ in 0..STEPS {
        reduced.copy_from_slice(costs);
        for (row, price) in rows.iter().zip(&y) {
            row.iter().for_each(|&n| reduced[n as usize] -= price);
        }
        let value = y.iter().sum::<f64>() + reduced.iter().filter(|r| **r < 0.0).sum::<f64>();
        if value > best {
            best = value;
            prices.copy_from_slice(&y);
            idle = 0;
        } else {
            idle += 1;
            if idle == PATIENCE {
                step *= 0.5;
                idle = 0;
            }
        }
        // One less than the number of picked nodes in the row.
        let lack =
            |row: &[u32]| 1.0 - row.iter().filter(|&&n| reduced[n as usize] < 0.0).count() as f64;
        let length: f64 = rows.iter().map(|row| lack(row) * lack(row)).sum();
        if length == 0.0 {
            return;
        }
        let stride = step * (upper - value).max(0.0) / length;
        for (row, price) in rows.iter().zip(&mut y) {
            *price = (*price + stride * lack(row)).max(0.0);
        }
    }
}
