//! Real parameters: the two experiments of Section 5 as the paper has them,
//! with densities by their logarithms in floating point.
//!
//! The algorithms are the very ones that are enumerated; only the model and the
//! number it computes with are others. What can be said of them without
//! simulation is an integral, computed by quadrature with an error estimate,
//! and not a proof: verdicts rest on finite models.

mod acceptance;
mod algorithm;
mod arm;
mod catalog;
mod experiments;
mod ising;
mod normal;
mod posterior;
mod rule;
mod run;
mod source;
mod value;

pub use acceptance::NormalCurve;
pub use algorithm::{RealVisitor, visit_real};
pub use catalog::{AnyReal, REAL_MODELS};
pub use experiments::{STEPS_OF_AN_EXPERIMENT, crossings};
pub use ising::{RealIsing, RealIsingParts};
pub use normal::NormalModel;
pub use rule::RealRule;
pub use run::{RealChains, RealSummary};
pub use value::{LogDensity, Real};

use crate::chance::{Chance, Interrupted};
use crate::models::Normalized;

/// A model with a real parameter whose posterior is known, for checks.
pub trait RealModel: Normalized<Parameter = Real, Number = LogDensity> {
    /// What it is called.
    fn name(&self) -> String;

    /// The best of all rules between MPMC and SVE that look at θ and θ' only.
    fn bayes(&self) -> RealRule;

    /// The estimate that a rule may look at, if there is one.
    fn estimate(&self) -> Option<f64>;

    /// A draw from the posterior.
    fn draw_posterior<C: Chance>(&self, chance: &mut C) -> Result<Real, Interrupted>;

    /// Mean and standard deviation of the posterior.
    fn moments(&self) -> (f64, f64);

    /// The posterior probability of at most a value.
    fn mass_below(&self, value: f64) -> f64;
}
