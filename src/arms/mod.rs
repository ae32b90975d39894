//! Arms: randomized estimators of the acceptance ratio (Section 2.4).
//!
//! An arm draws auxiliary variables and returns an estimate â(θ, θ') of the
//! ratio by which a move from θ to θ' is accepted.

mod bridge;
mod catalog;
mod double_metropolis;
mod exchange;
mod mpmc;
mod noisy;
mod true_ratio;

pub use bridge::Bridge;
pub use catalog::{AnyArm, MOST_REPETITIONS};
pub use double_metropolis::DoubleMetropolis;
pub use exchange::Exchange;
pub use mpmc::ModifiedPseudoMarginal;
pub(crate) use mpmc::pseudo_marginal_ratio;
pub use noisy::NoisyExchange;
pub use true_ratio::TrueRatio;

use crate::chance::{Chance, Interrupted};
use crate::models::Model;
use crate::numbers::Ratio;

/// A drawn ratio, and how many auxiliary draws it took.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Estimate<N> {
    /// â(θ, θ').
    pub ratio: Ratio<N>,
    /// Auxiliary variables drawn.
    pub cost: usize,
}

/// A randomized estimator of the acceptance ratio.
pub trait Arm<M: Model>: Sync {
    /// Draws â(from, to).
    fn estimate<C: Chance>(
        &self,
        model: &M,
        from: &M::Parameter,
        to: &M::Parameter,
        chance: &mut C,
    ) -> Result<Estimate<M::Number>, Interrupted>;
}
