//! The normal example of Section 5.1: average acceptance by quadrature.
//!
//! With p_θ = N(θ, σ²), prior N(0, 1), data 1, proposal N(θ, 1) and auxiliary
//! law N(θ + 1/3, σ²), the logarithm of every ratio is normal: its mean is
//! L − v/2 and its variance v, where L is the logarithm of the true ratio,
//! v = (θ − θ')²/σ² for SVE and v = 2(1/3)²/σ² for MPMC. So the means r are
//! closed forms, the probability of a decision is one integral, and an average
//! over u = θ − E(θ|x) and d = θ' − θ is two more.

use crate::statistics::{Quadrature, normal_density as density, normal_upper_tail as upper};

/// Normal tails beyond this many standard deviations are left out: less than
/// 10⁻¹⁶ of the mass.
const TAIL: f64 = 8.3;

/// Average acceptance probabilities at one σ².
#[derive(Clone, Copy, Debug)]
pub(super) struct Acceptance {
    pub(super) mpmc: f64,
    pub(super) sve: f64,
    pub(super) mabmc: f64,
}

/// E min{exp N(L − v/2, v), 1}.
fn mean_acceptance(log_ratio: f64, variance: f64) -> f64 {
    let deviation = variance.sqrt();
    let above = upper(deviation / 2.0 - log_ratio / deviation);
    // e^L·P(N > …): the product is small where the exponential is large.
    let below = upper(deviation / 2.0 + log_ratio / deviation);
    above
        + if below > 0.0 {
            (log_ratio + below.ln()).exp()
        } else {
            0.0
        }
}

/// The smaller of log r̂ forward and back, of one arm.
#[derive(Clone, Copy)]
struct Smaller {
    log_ratio: f64,
    deviation: f64,
}

impl Smaller {
    fn new(log_ratio: f64, variance: f64) -> Self {
        Smaller {
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

    /// P(min > t) for t < 0, and P(min = 0) at 0.
    fn survival(self, t: f64) -> f64 {
        let (forth, back) = self.standardized(t);
        upper(forth) * upper(back)
    }

    /// The density at t < 0.
    fn density(self, t: f64) -> f64 {
        let (forth, back) = self.standardized(t);
        (density(forth) * upper(back) + upper(forth) * density(back)) / self.deviation
    }

    /// ∫ P(other > t) dP(min ≤ t) over t < 0: the probability that the other
    /// is larger, this one being below 0.
    fn loses_to(self, other: Smaller, rule: &Quadrature) -> f64 {
        let lower = -self.log_ratio.abs() - self.deviation * self.deviation / 2.0;
        let reach = TAIL * self.deviation;
        let high = (lower + reach).min(0.0);
        if high <= lower - reach {
            return 0.0;
        }
        rule.integrate(lower - reach, high, |t| other.survival(t) * self.density(t))
    }
}

/// The probability that Algorithm 5 chooses MPMC, ties to the first arm.
fn chooses_mpmc(mpmc: Smaller, sve: Smaller, rule: &Quadrature) -> f64 {
    // Integrate over the arm that varies less; the other is smooth on its scale.
    if sve.deviation <= mpmc.deviation {
        sve.loses_to(mpmc, rule) + mpmc.survival(0.0) * sve.survival(0.0)
    } else {
        1.0 - mpmc.loses_to(sve, rule)
    }
}

/// The three averages, with so many nodes on each panel.
pub(super) fn acceptance(variance: f64, nodes: usize) -> Acceptance {
    let rule = Quadrature::gauss_legendre(nodes);
    let inner = Quadrature::gauss_legendre(2 * nodes);
    let spread = (variance / (1.0 + variance)).sqrt();
    let mpmc_variance = 2.0 / 9.0 / variance;
    let ends =
        |ends: &[f64], scale: f64| -> Vec<f64> { ends.iter().map(|end| end * scale).collect() };
    let along = ends(&[-TAIL, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, TAIL], spread);
    // (u, d) and (−u, −d) are alike: half of the plane is enough.
    let across = [0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, TAIL];
    let average = |value: &dyn Fn(f64, f64) -> f64| {
        rule.over_panels(&across, |d| {
            let log_ratio = |u: f64| -(2.0 * u + d) * d / (2.0 * spread * spread);
            let line = rule.over_panels(&along, |u| {
                density(u / spread) / spread * value(log_ratio(u), d * d / variance)
            });
            2.0 * density(d) * line
        })
    };
    let mpmc = |log_ratio: f64, _: f64| mean_acceptance(log_ratio, mpmc_variance);
    let sve = |log_ratio: f64, variance: f64| mean_acceptance(log_ratio, variance);
    let mabmc = |log_ratio: f64, variance: f64| {
        let share = chooses_mpmc(
            Smaller::new(log_ratio, mpmc_variance),
            Smaller::new(log_ratio, variance),
            &inner,
        );
        share * mpmc(log_ratio, variance) + (1.0 - share) * sve(log_ratio, variance)
    };
    Acceptance {
        mpmc: average(&mpmc),
        sve: average(&sve),
        mabmc: average(&mabmc),
    }
}

/// The averages, and the largest difference to a coarser rule.
pub(super) fn acceptance_with_error(variance: f64) -> (Acceptance, f64) {
    let (fine, coarse) = (acceptance(variance, 14), acceptance(variance, 10));
    let differences = [
        fine.mpmc - coarse.mpmc,
        fine.sve - coarse.sve,
        fine.mabmc - coarse.mabmc,
    ];
    (
        fine,
        differences
            .iter()
            .fold(0.0, |largest: f64, d| largest.max(d.abs())),
    )
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
            assert_relative_eq!(
                mean_acceptance(log_ratio, variance),
                sum,
                max_relative = 1e-6
            );
        }
    }

    /// The law of the smaller one has mass 1, and two equal arms tie fairly.
    #[test]
    fn decisions_have_mass_one() {
        let rule = Quadrature::gauss_legendre(40);
        for (log_ratio, first, second) in [(-0.4, 0.5, 0.9), (1.5, 2.0, 0.3), (-6.0, 1.0, 1.0)] {
            let (one, two) = (
                Smaller::new(log_ratio, first),
                Smaller::new(log_ratio, second),
            );
            let loses = one.loses_to(two, &rule);
            let wins = two.loses_to(one, &rule);
            let tie = one.survival(0.0) * two.survival(0.0);
            assert_relative_eq!(loses + wins + tie, 1.0, epsilon = 1e-9);
        }
    }
}
