//! Costs as fixed-point integers, so that sums, bounds and ties are exact.
//!
//! The solvers add and subtract the same costs in many orders and stop when a bound *equals* a cost. In
//! `f64` that needs a tolerance everywhere; in integers it needs none. [`Scale::fit`] picks the power of two
//! by which costs are multiplied:
//!
//! - where all costs are integers, or dyadic fractions of moderate length, nothing is rounded, and the greatest
//!   common divisor is taken out: with unit costs a bound of 11.2 is a bound of 12;
//! - otherwise each cost is rounded to a multiple of `2^-61` of the sum of all costs, less than what
//!   one addition of `f64` loses.
//!
//! Prohibitive costs (`1e30` as "do not take this") would make the others vanish in rounding. So where costs must be
//! rounded, nodes that cost more than a known solution are left out first; see
//! [`import`](super::import).

/// A cost in fixed point.
pub(crate) type Fixed = i64;

/// "No derivation": larger than any sum of costs, and twice of it still fits.
pub(crate) const INFINITE: Fixed = i64::MAX / 4;

/// Sums of all costs stay below this power of two.
const SUM_BITS: i32 = 60;

/// How costs become integers and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// Multiply by this power of two, round, ...
    power: i32,
    /// ... and divide by this.
    divisor: Fixed,
}

impl Scale {
    /// The scale for these finite costs, and whether it keeps them exactly.
    pub fn fit(costs: impl Iterator<Item = f64> + Clone) -> (Self, bool) {
        let mut sum = 0.0f64;
        let mut lowest_bit = i32::MAX;
        for cost in costs.clone().filter(|&c| c != 0.0) {
            sum += cost.abs();
            lowest_bit = lowest_bit.min(lowest_set_bit(cost));
        }
        if lowest_bit == i32::MAX {
            return (
                Self {
                    power: 0,
                    divisor: 1,
                },
                true,
            );
        }
        // The largest power that keeps the sum small, but no larger than exactness needs.
        let room = SUM_BITS - exponent(sum) - 1;
        let power = room.min(-lowest_bit);
        let scale = Self { power, divisor: 1 };
        let divisor = costs
            .fold(0, |g, c| gcd(g, scale.fixed(c).unsigned_abs()))
            .max(1);
        (
            Self {
                power,
                divisor: divisor as Fixed,
            },
            power == -lowest_bit,
        )
    }

    /// The cost as an integer.
    pub fn fixed(&self, cost: f64) -> Fixed {
        times_power(cost, self.power).round() as Fixed / self.divisor
    }

    /// The integer as a cost.
    pub fn float(&self, fixed: Fixed) -> f64 {
        times_power(fixed as f64 * self.divisor as f64, -self.power)
    }
}

/// `x * 2^power`, in two steps because `2^power` alone may overflow.
fn times_power(x: f64, power: i32) -> f64 {
    let half = power / 2;
    x * 2f64.powi(half) * 2f64.powi(power - half)
}

/// Exponent of the leading bit of `x > 0`, or one less where `x` is subnormal.
fn exponent(x: f64) -> i32 {
    ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// Exponent of the last bit that is set in `x != 0`.
fn lowest_set_bit(x: f64) -> i32 {
    let mantissa = x.to_bits() & ((1 << 52) - 1);
    let biased = ((x.to_bits() >> 52) & 0x7ff) as i32;
    if biased == 0 {
        -1074 + mantissa.trailing_zeros() as i32
    } else {
        biased - 1075 + (mantissa | 1 << 52).trailing_zeros() as i32
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(costs: &[f64]) -> (Scale, Vec<Fixed>) {
        let (scale, _) = Scale::fit(costs.iter().copied());
        (scale, costs.iter().map(|&c| scale.fixed(c)).collect())
    }

    #[test]
    fn integers_lose_their_common_divisor() {
        assert_eq!(round_trip(&[0.0, 900.0, -600.0]).1, [0, 3, -2]);
        assert_eq!(round_trip(&[1.0, 1000.0]).1, [1, 1000]);
        assert_eq!(round_trip(&[0.5, 0.75]).1, [2, 3]);
        assert_eq!(round_trip(&[0.0, 0.0]).1, [0, 0]);
    }

    #[test]
    fn fractions_survive_to_the_last_digit() {
        let costs = [0.1, 98.12107067189143, 1e-7, 3.0];
        let (scale, fixed) = round_trip(&costs);
        for (c, f) in costs.iter().zip(fixed) {
            assert!((scale.float(f) - c).abs() <= 1e-15 * 100.0);
        }
    }

    #[test]
    fn extreme_costs_do_not_overflow() {
        for costs in [
            &[1e300, 1.0][..],
            &[5e-324, 5e-324],
            &[f64::MAX / 4.0, -f64::MAX / 4.0],
            &[1e-310, 2e-300],
        ] {
            let (scale, fixed) = round_trip(costs);
            assert!(fixed.iter().map(|f| f.unsigned_abs()).sum::<u64>() < 1 << 61);
            let largest = costs.iter().fold(0.0f64, |a, b| a.max(b.abs()));
            for (c, &f) in costs.iter().zip(&fixed) {
                assert!((scale.float(f) - c).abs() <= largest * 1e-15, "{c} {f}");
            }
        }
    }
}
