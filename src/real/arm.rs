//! A normal arm: the logarithm of its ratio is N(L − v/2, v) for a move and
//! N(−L − v/2, v) for the move back.

use super::acceptance::TAIL;
use crate::statistics::{Quadrature, normal_density as density, normal_upper_tail as upper};

/// An arm at one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct NormalArm {
    /// L, the logarithm of the true ratio.
    pub(super) log_ratio: f64,
    /// √v.
    deviation: f64,
}

/// e^a times a probability: small where the exponential is large.
fn weighted(logarithm: f64, probability: f64) -> f64 {
    match probability > 0.0 {
        true => (logarithm + probability.ln()).exp(),
        false => 0.0,
    }
}

/// P(a < N(0, 1) < b) for a < b, without cancellation in either tail.
fn within(a: f64, b: f64) -> f64 {
    match a + b > 0.0 {
        true => upper(a) - upper(b),
        false => upper(-b) - upper(-a),
    }
}

/// E min{â, 1}.
pub(super) fn mean_acceptance(arm: NormalArm) -> f64 {
    let (forth, back) = arm.standardized(0.0);
    upper(forth) + weighted(arm.log_ratio, upper(back))
}

impl NormalArm {
    pub(super) fn new(log_ratio: f64, variance: f64) -> Self {
        NormalArm {
            log_ratio,
            deviation: variance.sqrt(),
        }
    }

    /// Standardized distance of t to the centers of both directions.
    fn standardized(self, t: f64) -> (f64, f64) {
        let shifted = t / self.deviation + self.deviation / 2.0;
        let tilt = self.log_ratio / self.deviation;
        (shifted - tilt, shifted + tilt)
    }

    /// With M the smaller of log min{â, 1} both ways: P(M > t) for t < 0, and
    /// P(M = 0) at 0.
    fn survival(self, t: f64) -> f64 {
        let (forth, back) = self.standardized(t);
        upper(forth) * upper(back)
    }

    /// The density of M at t < 0.
    fn density(self, t: f64) -> f64 {
        let (forth, back) = self.standardized(t);
        (density(forth) * upper(back) + upper(forth) * density(back)) / self.deviation
    }

    /// E[min{â, 1}; â ≥ e^t] for t ≤ 0.
    fn accepts_above(self, t: f64) -> f64 {
        let (at_zero, _) = self.standardized(0.0);
        let (at, _) = self.standardized(t);
        // Weighted with â the logarithm is N(L + v/2, v).
        let (low, high) = (at - self.deviation, at_zero - self.deviation);
        upper(at_zero) + weighted(self.log_ratio, within(low, high))
    }

    /// E[min{â, 1}; M ≥ t] for t ≤ 0.
    fn accepts_beyond(self, t: f64) -> f64 {
        let (_, back) = self.standardized(t);
        self.accepts_above(t) * upper(back)
    }

    /// How fast that falls with t.
    fn accepts_at(self, t: f64) -> f64 {
        let (forth, back) = self.standardized(t);
        let going = t.exp() * density(forth) * upper(back);
        (going + self.accepts_above(t) * density(back)) / self.deviation
    }

    /// An integral over the t < 0 that M is at.
    fn integrate(self, rule: &Quadrature, value: impl Fn(f64) -> f64) -> f64 {
        let variance = self.deviation * self.deviation;
        let lower = -self.log_ratio.abs() - variance / 2.0;
        let reach = TAIL * self.deviation;
        let high = (lower + reach).min(0.0);
        match high > lower - reach {
            true => rule.integrate(lower - reach, high, value),
            false => 0.0,
        }
    }

    /// P(M < M of the other): the probability to lose, this one being below 0.
    fn loses_to(self, other: NormalArm, rule: &Quadrature) -> f64 {
        self.integrate(rule, |t| other.survival(t) * self.density(t))
    }
}

/// The probability that Algorithm 5 chooses the first arm, to which ties go.
pub(super) fn chooses_first(first: NormalArm, second: NormalArm, rule: &Quadrature) -> f64 {
    // Integrate over the arm that varies less; the other is smooth on its scale.
    if second.deviation <= first.deviation {
        second.loses_to(first, rule) + first.survival(0.0) * second.survival(0.0)
    } else {
        1.0 - first.loses_to(second, rule)
    }
}

/// E[min{â, 1}; this arm is chosen], accepting with the draws that decide.
pub(super) fn accepts(arm: NormalArm, other: NormalArm, wins_ties: bool, rule: &Quadrature) -> f64 {
    let at_one = arm.accepts_beyond(0.0);
    let tie = f64::from(u8::from(wins_ties)) * other.survival(0.0) * at_one;
    tie + if other.deviation <= arm.deviation {
        other.integrate(rule, |t| other.density(t) * arm.accepts_beyond(t))
    } else {
        let losing = |t: f64| 1.0 - other.survival(t);
        arm.integrate(rule, |t| losing(t) * arm.accepts_at(t)) + losing(0.0) * at_one
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// Simpson's rule over the normal law, written differently.
    #[test]
    fn the_closed_form_is_the_mean() {
        for (log_ratio, variance) in [(-1.0f64, 0.5f64), (0.3, 2.0), (-3.0, 4.0), (2.0, 0.1)] {
            let steps = 20_000;
            let width = 24.0 / f64::from(steps);
            let term = |i: i32| {
                let z = -12.0 + width * f64::from(i);
                let weight = if i == 0 || i == steps {
                    1.0
                } else if i % 2 == 1 {
                    4.0
                } else {
                    2.0
                };
                let value = (log_ratio - variance / 2.0 + variance.sqrt() * z)
                    .exp()
                    .min(1.0);
                weight * value * density(z)
            };
            let sum: f64 = (0..=steps).map(term).sum::<f64>() * width / 3.0;
            let arm = NormalArm::new(log_ratio, variance);
            assert_relative_eq!(mean_acceptance(arm), sum, max_relative = 1e-6);
        }
    }

    /// E min{â, 1} is what the ratio there and back have in common: that of the way
    /// back times the true ratio is the same.
    #[test]
    fn both_ways_accept_alike() {
        for number in 0..2_000 {
            let log_ratio = f64::from(number % 97) / 8.0 - 6.0;
            let variance = 10f64.powf(f64::from(number % 61) / 12.0 - 3.0);
            let [forth, back] = [log_ratio, -log_ratio].map(|log| NormalArm::new(log, variance));
            let there = mean_acceptance(forth);
            assert!(there > 0.0 && there <= log_ratio.exp().min(1.0) * (1.0 + 1e-12));
            let turned = log_ratio.exp() * mean_acceptance(back);
            assert_relative_eq!(there, turned, max_relative = 1e-12);
        }
    }

    /// The law of the smaller one has mass 1, and two equal arms tie fairly.
    #[test]
    fn decisions_have_mass_one() {
        let rule = Quadrature::gauss_legendre(40);
        for (log_ratio, first, second) in [(-0.4, 0.5, 0.9), (1.5, 2.0, 0.3), (-6.0, 1.0, 1.0)] {
            let (one, two) = (
                NormalArm::new(log_ratio, first),
                NormalArm::new(log_ratio, second),
            );
            let loses = one.loses_to(two, &rule);
            let wins = two.loses_to(one, &rule);
            let tie = one.survival(0.0) * two.survival(0.0);
            assert_relative_eq!(loses + wins + tie, 1.0, epsilon = 1e-9);
        }
    }

    /// Both ways of integrating what the reused draws accept, and all of it if
    /// the other arm always loses.
    #[test]
    fn reused_draws_accept_alike_both_ways() {
        let rule = Quadrature::gauss_legendre(60);
        for (log_ratio, first, second) in [(-0.4, 0.5, 0.9), (1.5, 1.0, 1.0), (-3.0, 2.0, 1.9)] {
            let (one, two) = (
                NormalArm::new(log_ratio, first),
                NormalArm::new(log_ratio, second),
            );
            for (arm, other) in [(one, two), (two, one)] {
                let over_other =
                    other.integrate(&rule, |t| other.density(t) * arm.accepts_beyond(t));
                let losing = |t: f64| 1.0 - other.survival(t);
                let over_arm = arm.integrate(&rule, |t| losing(t) * arm.accepts_at(t))
                    + losing(0.0) * arm.accepts_beyond(0.0);
                assert_relative_eq!(over_other, over_arm, epsilon = 1e-9);
            }
            let everything = one.accepts_beyond(-TAIL * 4.0);
            assert_relative_eq!(everything, mean_acceptance(one), epsilon = 1e-9);
        }
    }
}
