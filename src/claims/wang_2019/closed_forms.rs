//! Section 5.1 in closed form, for every σ².
//!
//! Put s² = σ²/(1+σ²), the variance of the posterior; u = θ − E(θ|x) ~ N(0, s²)
//! and d = θ' − θ ~ N(0, 1) are independent.
//!
//! **Half of the work is symmetry.** Let z be all that a step draws besides θ',
//! with density h(z|θ,θ'), and let accepting with probability min{â, 1} mean
//! â = w(θ',θ,z)/w(θ,θ',z) with w = π(θ)q(θ,θ')h, after z is relabeled for the
//! way back: true of M-H, of SVE (z = y' ~ p_θ') and of MPMC (z = (y, y'), which change
//! places). The average acceptance is ∫ min{w, w'}, and w, w' have the same law
//! both ways, so it is 2·P(â ≥ 1).
//!
//! **M-H.** â ≥ 1 iff |u + d| ≤ |u| iff d/u lies in [−2, 0]. With u = s·z the ratio d/z
//! is a Cauchy variable, so P(−2s ≤ d/z ≤ 0) = arctan(2s)/π, and the average is
//! (2/π)·arctan(2s).
//!
//! **SVE.** With y' = θ' + σw, log â = −d(2u + d)/(2s²) − d(d + 2σw)/(2σ²) is not
//! negative iff d·(2A + τd) ≤ 0, where A = u/s² + w/σ ~ N(0, τ) and
//! τ = 1/s² + 1/σ² = (2+σ²)/σ². With A = √τ·z, that is −2/√τ ≤ d/z ≤ 0, and the average is
//! (2/π)·arctan(2√(σ²/(2+σ²))): that of M-H at σ²/2.
//!
//! **MPMC.** Given d, log â is normal with variance V = d²/s² + 2/(9σ²) and mean
//! −V/2, so that the average is 2·E Φ(−√V/2): one integral over d instead of a closed
//! form. √V falls as σ² grows, so the average rises for every σ², as those of M-H and
//! SVE do.

use std::f64::consts::FRAC_2_PI;

use crate::statistics::{Quadrature, normal_density, normal_upper_tail};

/// The average acceptance of Algorithm 1.
pub(super) fn metropolis(variance: f64) -> f64 {
    FRAC_2_PI * (2.0 * (variance / (1.0 + variance)).sqrt()).atan()
}

/// The average acceptance of Algorithm 4.
pub(super) fn sve(variance: f64) -> f64 {
    FRAC_2_PI * (2.0 * (variance / (2.0 + variance)).sqrt()).atan()
}

/// The average acceptance of Algorithm 3, as one integral.
pub(super) fn mpmc(variance: f64) -> f64 {
    let spread = variance / (1.0 + variance);
    let rule = Quadrature::gauss_legendre(20);
    let ends: Vec<f64> = (0..=18).map(|half| f64::from(half) / 2.0).collect();
    // d and −d are alike.
    4.0 * rule.over_panels(&ends, |d| {
        let total = d * d / spread + 2.0 / (9.0 * variance);
        normal_density(d) * normal_upper_tail(total.sqrt() / 2.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::NormalCurve;
    use approx::assert_relative_eq;

    /// Each against the average over the plane, which knows nothing of the symmetry.
    #[test]
    fn closed_forms_are_the_quadratures() {
        for variance in [0.1, 0.3, 1.0, 4.0] {
            let pairs = [
                (NormalCurve::Metropolis, metropolis(variance)),
                (NormalCurve::Sve, sve(variance)),
                (NormalCurve::Mpmc, mpmc(variance)),
            ];
            for (curve, value) in pairs {
                let (expected, error) = curve.acceptance(variance);
                assert!((value - expected).abs() < 10.0 * error + 1e-9, "{curve:?}");
            }
            assert_relative_eq!(
                sve(variance),
                metropolis(variance / 2.0),
                max_relative = 1e-15
            );
            // The printed forms differ from each other, so one taken for another is seen.
            assert!(metropolis(variance) - sve(variance) > 1e-2);
        }
    }
}
