//! How far a kernel gets, as shares of the kernels that a rule is measured by:
//! the Bayes rule, the best valid rule over draws, and Metropolis–Hastings.
//!
//! Shares are of *moves*, Σ π(θ) q(θ, θ') r(θ, θ') over θ' ≠ θ: the flows of all
//! pairs added up under the target. Acceptance would also count proposals
//! θ' = θ, which move nothing, which neither Peskun's order nor the certificate of
//! the best rule over draws is about. At every pair, valid arms are at most
//! the Bayes rule, that at most the best rule over draws, and that at most M-H;
//! so the shares of a valid rule that draws afresh are at most 1. A rule that
//! is not valid can have a share above 1.

use crate::chains::Chain;
use crate::numbers::Rational;

/// The moves that others are measured by, where they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yardsticks {
    /// Of the best of all rules D: Θ×Θ → {1, …, n}.
    pub bayes: Option<Rational>,
    /// Of the best valid rule over the draws that accept.
    pub best_over_draws: Option<Rational>,
    /// Of Metropolis–Hastings.
    pub mh: Option<Rational>,
}

/// The moves of a kernel over those of each yardstick; nothing where that
/// never moves, or is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    /// Of the Bayes rule's.
    pub of_bayes: Option<Rational>,
    /// Of the best rule over draws.
    pub of_best_over_draws: Option<Rational>,
    /// Of Metropolis–Hastings.
    pub of_mh: Option<Rational>,
}

impl Yardsticks {
    /// The moves of three chains; one that is undecided has none.
    pub fn new(bayes: Option<&Chain>, best_over_draws: Option<&Chain>, mh: Option<&Chain>) -> Self {
        Yardsticks {
            bayes: bayes.map(Chain::moves),
            best_over_draws: best_over_draws.map(Chain::moves),
            mh: mh.map(Chain::moves),
        }
    }

    /// What a chain's moves are of theirs.
    pub fn shares(&self, chain: &Chain) -> Shares {
        let moves = chain.moves();
        let share = |of: &Option<Rational>| Some(&moves * of.as_ref()?.reciprocal()?);
        Shares {
            of_bayes: share(&self.bayes),
            of_best_over_draws: share(&self.best_over_draws),
            of_mh: share(&self.mh),
        }
    }
}
