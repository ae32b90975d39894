//! The normal example of Section 5.1, with the paper's settings.

use super::source::standard_normal;
use super::{LogDensity, Real, RealModel, RealRule};
use crate::chance::{Chance, Interrupted};
use crate::models::{Model, Normalized};
use crate::statistics::normal_upper_tail;

/// p_θ = N(θ, σ²), prior N(0, 1), data 1, proposals N(θ, 1) and auxiliary law
/// N(θ + 1/3, σ²).
#[derive(Clone, Copy, Debug)]
pub struct NormalModel {
    variance: f64,
}

/// y in the paper.
const DATA: f64 = 1.0;
/// How far the auxiliary law is from p_θ.
pub(super) const SHIFT: f64 = 1.0 / 3.0;
/// What a step of the inner chain keeps of the distance to θ.
const KEPT: f64 = 0.5;

impl NormalModel {
    /// The example with this σ².
    ///
    /// # Panics
    /// If it is not positive and finite.
    pub fn new(variance: f64) -> Self {
        assert!(
            variance > 0.0 && variance.is_finite(),
            "a variance is positive"
        );
        NormalModel { variance }
    }

    /// σ².
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// Mean and standard deviation of the posterior.
    pub fn posterior(&self) -> (f64, f64) {
        let total = 1.0 + self.variance;
        (DATA / total, (self.variance / total).sqrt())
    }

    /// A draw from N(center, σ²).
    fn draw<C: Chance>(&self, center: f64, chance: &mut C) -> Result<Real, Interrupted> {
        Ok(Real::new(
            center + self.variance.sqrt() * standard_normal(chance)?,
        ))
    }

    /// The density of N(center, σ²) up to the constant that is taken to be
    /// unknown.
    fn density(&self, center: f64, point: Real) -> LogDensity {
        let distance = point.value() - center;
        LogDensity::new(-distance * distance / (2.0 * self.variance))
    }
}

fn middle(from: Real, to: Real) -> f64 {
    (from.value() + to.value()) / 2.0
}

impl Model for NormalModel {
    type Parameter = Real;
    type Point = Real;
    type Number = LogDensity;

    fn propose<C: Chance>(&self, from: &Real, chance: &mut C) -> Result<Real, Interrupted> {
        Ok(Real::new(from.value() + standard_normal(chance)?))
    }

    fn draw_point<C: Chance>(&self, at: &Real, chance: &mut C) -> Result<Real, Interrupted> {
        self.draw(at.value(), chance)
    }

    fn draw_auxiliary<C: Chance>(&self, at: &Real, chance: &mut C) -> Result<Real, Interrupted> {
        self.draw(at.value() + SHIFT, chance)
    }

    /// A step of an autoregression around θ.
    fn inner_step<C: Chance>(
        &self,
        at: &Real,
        point: &Real,
        chance: &mut C,
    ) -> Result<Real, Interrupted> {
        let kept = KEPT * (point.value() - at.value());
        let noise = ((1.0 - KEPT * KEPT) * self.variance).sqrt() * standard_normal(chance)?;
        Ok(Real::new(at.value() + kept + noise))
    }

    fn observed(&self) -> Real {
        Real::new(DATA)
    }

    fn prior(&self, at: &Real) -> LogDensity {
        LogDensity::new(-at.value() * at.value() / 2.0)
    }

    fn proposal(&self, from: &Real, to: &Real) -> LogDensity {
        let distance = to.value() - from.value();
        LogDensity::new(-distance * distance / 2.0)
    }

    fn likelihood(&self, at: &Real, point: &Real) -> LogDensity {
        self.density(at.value(), *point)
    }

    fn auxiliary(&self, at: &Real, point: &Real) -> LogDensity {
        self.density(at.value() + SHIFT, *point)
    }

    fn draw_between<C: Chance>(
        &self,
        from: &Real,
        to: &Real,
        chance: &mut C,
    ) -> Result<Real, Interrupted> {
        self.draw(middle(*from, *to), chance)
    }

    fn between(&self, from: &Real, to: &Real, point: &Real) -> LogDensity {
        self.density(middle(*from, *to), *point)
    }
}

impl Normalized for NormalModel {
    fn normalizing_constant(&self, _: &Real) -> LogDensity {
        LogDensity::new((std::f64::consts::TAU * self.variance).ln() / 2.0)
    }
}

impl RealModel for NormalModel {
    fn name(&self) -> String {
        format!("normal:{}", self.variance)
    }

    /// A ratio of smaller variance accepts more often: (θ − θ')²/σ² for SVE,
    /// 2(1/3)²/σ² for MPMC.
    fn bayes(&self) -> RealRule {
        RealRule::Distance(std::f64::consts::SQRT_2 * SHIFT)
    }

    fn estimate(&self) -> Option<f64> {
        None
    }

    fn draw_posterior<C: Chance>(&self, chance: &mut C) -> Result<Real, Interrupted> {
        let (mean, deviation) = self.posterior();
        Ok(Real::new(mean + deviation * standard_normal(chance)?))
    }

    fn moments(&self) -> (f64, f64) {
        self.posterior()
    }

    fn mass_below(&self, value: f64) -> f64 {
        let (mean, deviation) = self.posterior();
        normal_upper_tail((mean - value) / deviation)
    }
}
