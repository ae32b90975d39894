//! The figures of merit of one chain, side by side.

use super::{Chain, Modulus, asymptotic_variance, second_modulus, stationary_law};
use crate::numbers::Rational;

/// How good a chain is for averaging a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merit {
    /// Mean acceptance under the target.
    pub acceptance: Rational,
    /// Probability of moving under the target.
    pub moves: Rational,
    /// Asymptotic variance of the function under the chain's own stationary
    /// law; nothing if that is not unique or takes too long to solve for.
    pub asymptotic_variance: Option<Rational>,
    /// |λ₂|; nothing if it takes too long to enclose.
    pub second_modulus: Option<Modulus>,
    /// Expected auxiliary draws in a step, under the target.
    pub draws_per_step: Rational,
    /// One over variance times draws; nothing if that is not positive.
    pub efficiency: Option<Rational>,
}

/// The figures of merit for a function with one value for each state.
pub fn merit(chain: &Chain, function: &[Rational]) -> Merit {
    let quick = chain.variance_is_quick();
    let law = if quick { stationary_law(chain) } else { None };
    let variance = law.map(|law| asymptotic_variance(chain, &law, function));
    let draws_per_step = chain.draws_per_step();
    Merit {
        acceptance: chain.acceptance(),
        moves: chain.moves(),
        second_modulus: second_modulus(chain),
        efficiency: variance
            .as_ref()
            .and_then(|variance| efficiency(variance, &draws_per_step)),
        asymptotic_variance: variance,
        draws_per_step,
    }
}

/// 1 / (asymptotic variance × draws per step): what an auxiliary draw buys.
pub fn efficiency(variance: &Rational, draws_per_step: &Rational) -> Option<Rational> {
    (variance * draws_per_step).reciprocal()
}
