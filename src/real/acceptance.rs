//! The normal example of Section 5.1: average acceptance by quadrature.
//!
//! With p_θ = N(θ, σ²), prior N(0, 1), data 1, proposal N(θ, 1) and auxiliary
//! law N(θ + 1/3, σ²), the logarithm of every ratio is normal: its mean is
//! L − v/2 and its variance v, where L is the logarithm of the true ratio,
//! v = (θ − θ')²/σ² for SVE and v = 2(1/3)²/σ² for MPMC. So the means r are
//! closed forms, what a decision does is one integral, and an average over
//! u = θ − E(θ|x) and d = θ' − θ is two more.
//!
//! Where an arm varies little, its acceptance bends sharply at L = 0, that is at
//! u = −d/2. Panels end there and around, at multiples of how far the bend reaches,
//! so that on each panel the integrand is smooth and the difference to a coarser
//! rule is an error that the finer one no longer has.

use super::arm::{NormalArm, accepts, chooses_first, mean_acceptance};
use super::normal::SHIFT;
use crate::statistics::{Quadrature, normal_density as density};

/// Normal tails beyond this many standard deviations are left out: less than
/// 10⁻¹⁶ of the mass.
pub(super) const TAIL: f64 = 8.3;

/// More than rounding makes of an average of at most 1.
const ROUNDING: f64 = 1e-15;

/// Whose average acceptance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalCurve {
    /// Algorithm 1.
    Metropolis,
    /// Algorithm 3.
    Mpmc,
    /// Algorithm 4.
    Sve,
    /// Algorithm 5 with fresh draws, ties to MPMC.
    Mabmc,
    /// Algorithm 5 to the letter: the chosen algorithm proposes again.
    Repropose,
    /// Algorithm 5, accepting with the draws that decided.
    Reuse,
    /// The better arm at every pair.
    Bayes,
}

impl NormalCurve {
    /// All of them.
    pub const ALL: [NormalCurve; 7] = [
        NormalCurve::Metropolis,
        NormalCurve::Bayes,
        NormalCurve::Mabmc,
        NormalCurve::Repropose,
        NormalCurve::Reuse,
        NormalCurve::Mpmc,
        NormalCurve::Sve,
    ];

    /// The kernel's name on the command line.
    pub fn kernel(self) -> &'static str {
        match self {
            NormalCurve::Metropolis => "mh",
            NormalCurve::Mpmc => "mpmc",
            NormalCurve::Sve => "sve",
            NormalCurve::Mabmc => "mabmc",
            NormalCurve::Repropose => "mabmc:repropose",
            NormalCurve::Reuse => "mabmc:reuse",
            NormalCurve::Bayes => "rule:bayes",
        }
    }

    /// The average acceptance under the posterior and the proposal for a σ²,
    /// and an estimate of its error: the largest difference to two coarser rules,
    /// one of which could be near by chance, and what rounding can make.
    ///
    /// # Panics
    /// If σ² is not positive.
    pub fn acceptance(self, variance: f64) -> (f64, f64) {
        assert!(variance > 0.0, "a variance is positive");
        let average = |nodes| Plane::new(variance, nodes).average(self);
        let fine = average(14);
        let differences = [12, 10].map(|nodes| (fine - average(nodes)).abs());
        (fine, differences.into_iter().fold(0.0, f64::max) + ROUNDING)
    }
}

/// The plane of u and d, with a rule to integrate over it.
struct Plane {
    variance: f64,
    /// The standard deviation of the posterior.
    spread: f64,
    rule: Quadrature,
    inner: Quadrature,
    /// Ends of panels of d.
    across: Vec<f64>,
}

/// Ends of panels, in standard deviations.
const ALONG: [f64; 9] = [-TAIL, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, TAIL];
/// Ends of panels of d. The Bayes rule changes arms at √2/3, where both are
/// equal and their slopes are not.
const ACROSS: [f64; 11] = [
    0.0,
    0.25,
    std::f64::consts::SQRT_2 * SHIFT,
    0.7,
    1.0,
    1.5,
    2.0,
    3.0,
    4.0,
    6.0,
    TAIL,
];

impl Plane {
    fn new(variance: f64, nodes: usize) -> Self {
        let spread = (variance / (1.0 + variance)).sqrt();
        // What happens on the scale of the posterior, where that is small.
        let scaled = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0].map(|times| times * spread);
        let scaled = scaled.into_iter().filter(|end| *end < 0.25);
        Plane {
            across: merged(&ACROSS, scaled),
            variance,
            spread,
            rule: Quadrature::gauss_legendre(nodes),
            inner: Quadrature::gauss_legendre(3 * nodes),
        }
    }

    /// The two arms for a move.
    fn arms(&self, u: f64, d: f64) -> [NormalArm; 2] {
        let log_ratio = -(2.0 * u + d) * d / (2.0 * self.spread * self.spread);
        let deviations = self.deviations(d);
        deviations.map(|deviation| NormalArm::new(log_ratio, deviation * deviation))
    }

    /// The standard deviations of the logarithms of both arms' ratios.
    fn deviations(&self, d: f64) -> [f64; 2] {
        [std::f64::consts::SQRT_2 * SHIFT, d.abs()].map(|scale| scale / self.variance.sqrt())
    }

    fn average(&self, curve: NormalCurve) -> f64 {
        match curve {
            // Known in closed form: a normal random walk on a normal law.
            NormalCurve::Metropolis => (2.0 * self.spread).atan() * std::f64::consts::FRAC_2_PI,
            NormalCurve::Mpmc => self.over_moves(|[mpmc, _]| mean_acceptance(mpmc)),
            NormalCurve::Sve => self.over_moves(|[_, sve]| mean_acceptance(sve)),
            NormalCurve::Bayes => {
                self.over_moves(|arms| arms.map(mean_acceptance).into_iter().fold(0.0, f64::max))
            }
            NormalCurve::Mabmc => self.over_moves(|[mpmc, sve]| {
                let share = chooses_first(mpmc, sve, &self.inner);
                share * mean_acceptance(mpmc) + (1.0 - share) * mean_acceptance(sve)
            }),
            NormalCurve::Reuse => self.over_moves(|[mpmc, sve]| {
                accepts(mpmc, sve, true, &self.inner) + accepts(sve, mpmc, false, &self.inner)
            }),
            NormalCurve::Repropose => self.over_states(&ALONG, |u| {
                // The logarithm at d = −2u changes by u/s² per unit.
                let bend = 2.0 * u.abs();
                let slope = self.spread * self.spread / u.abs();
                let widths = self.deviations(bend).map(|deviation| deviation * slope);
                let across = with_bend(&self.across, bend, widths);
                let over = |value: &dyn Fn([NormalArm; 2]) -> f64| {
                    let both = |d| value(self.arms(u, d)) + value(self.arms(u, -d));
                    self.over_proposals(&across, both)
                };
                let share = over(&|[mpmc, sve]| chooses_first(mpmc, sve, &self.inner));
                let first = over(&|[mpmc, _]| mean_acceptance(mpmc));
                let second = over(&|[_, sve]| mean_acceptance(sve));
                share * first + (1.0 - share) * second
            }),
        }
    }

    /// (u, d) and (−u, −d) are alike: half of the plane is enough.
    fn over_moves(&self, value: impl Fn([NormalArm; 2]) -> f64) -> f64 {
        2.0 * self.over_proposals(&self.across, |d| {
            // In standard deviations of u, the logarithm changes by d/s per unit.
            let bend = -d / 2.0 / self.spread;
            let widths = self
                .deviations(d)
                .map(|deviation| deviation * self.spread / d);
            let along = with_bend(&ALONG, bend, widths);
            self.over_states(&along, |u| value(self.arms(u, d)))
        })
    }

    fn over_proposals(&self, ends: &[f64], value: impl Fn(f64) -> f64) -> f64 {
        self.rule.over_panels(ends, |d| density(d) * value(d))
    }

    fn over_states(&self, ends: &[f64], value: impl Fn(f64) -> f64) -> f64 {
        self.rule
            .over_panels(ends, |z| density(z) * value(z * self.spread))
    }
}

/// Ends of panels, and more of them around a bend of each of these widths that is
/// narrow.
fn with_bend(ends: &[f64], bend: f64, widths: [f64; 2]) -> Vec<f64> {
    const NARROW: f64 = 0.6;
    const AROUND: [f64; 5] = [-6.0, -2.5, 0.0, 2.5, 6.0];
    let narrow = widths.into_iter().filter(|width| *width < NARROW);
    let around = narrow.flat_map(|width| AROUND.map(|times| bend + times * width));
    merged(ends, around)
}

/// Ends of panels and others between them, in order.
fn merged(ends: &[f64], others: impl Iterator<Item = f64>) -> Vec<f64> {
    let (first, last) = (ends[0], ends[ends.len() - 1]);
    let inside = others.filter(|end| first < *end && *end < last);
    let mut all: Vec<f64> = ends.iter().copied().chain(inside).collect();
    all.sort_by(f64::total_cmp);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    /// The closed form of Algorithm 1 against the plane, with a panel's end
    /// where the ratio is 1.
    #[test]
    fn metropolis_on_the_plane() {
        for variance in [0.1, 0.4, 1.0, 3.0] {
            let plane = Plane::new(variance, 14);
            let average = 2.0
                * plane.over_proposals(&ACROSS, |d| {
                    let kink = (-d / 2.0 / plane.spread).max(-TAIL);
                    let mut ends: Vec<f64> = ALONG.into_iter().chain([kink]).collect();
                    ends.sort_by(f64::total_cmp);
                    plane.rule.over_panels(&ends, |z| {
                        let [arm, _] = plane.arms(z * plane.spread, d);
                        density(z) * arm.log_ratio.exp().min(1.0)
                    })
                });
            let (exact, _) = NormalCurve::Metropolis.acceptance(variance);
            assert_relative_eq!(average, exact, max_relative = 1e-7);
        }
    }

    /// The claimed errors of all curves against a rule with more nodes.
    #[test]
    fn finer_rules_agree_as_claimed() {
        let few = [NormalCurve::Mabmc, NormalCurve::Mpmc];
        for (variance, curves) in [
            (0.01, &few[..]),
            (0.35, &NormalCurve::ALL),
            (50.0, &few[1..]),
            (1_000.0, &few[..]),
        ] {
            for &curve in curves {
                let (value, claimed) = curve.acceptance(variance);
                let error = (value - Plane::new(variance, 20).average(curve)).abs();
                assert!(
                    error <= claimed,
                    "{curve:?} at {variance}: {error:e} {claimed:e}"
                );
            }
        }
    }

    /// What the theory says of the curves, and eight digits of each.
    #[test]
    fn curves_are_in_order() {
        let value = |curve: NormalCurve| {
            let (value, error) = curve.acceptance(0.3);
            assert!(error < 1e-8, "{curve:?}: {error}");
            value
        };
        let [metropolis, bayes, mabmc, .., mpmc, sve] = NormalCurve::ALL.map(value);
        assert!(metropolis > bayes && bayes > mabmc);
        assert!(bayes > mpmc && bayes > sve);
    }
}
