//! Rules that cost nothing: they look at θ, θ' and an estimate, and draw
//! nothing to decide. All are symmetric in θ and θ', hence valid (Theorem 2).
//!
//! In a one-parameter exponential family with MPMC's auxiliary law p_φ, MPMC
//! accepts at least as often as SVE if φ lies between θ and θ', and at most as
//! often if it does not: *straddle* is then the Bayes rule. For normal laws
//! (Section 5.1) the Bayes rule is a threshold on the distance.

use super::{Look, Rule, Sight};
use crate::chance::Interrupted;
use crate::models::Model;
use crate::numbers::{Law, Rational};

/// The first arm if the estimate lies between θ and θ', the ends included;
/// otherwise the second.
#[derive(Clone, Debug)]
pub struct Straddle {
    /// θ as a number, for every parameter.
    pub values: Vec<Rational>,
    /// φ.
    pub estimate: Rational,
}

impl<M: Model<Parameter = usize>> Rule<M> for Straddle {
    fn sight(&self) -> Sight {
        Sight::Blind
    }

    fn decide(
        &self,
        &from: &usize,
        &to: &usize,
        _: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        let (here, there) = (&self.values[from], &self.values[to]);
        let between = here.min(there) <= &self.estimate && &self.estimate <= here.max(there);
        Ok(Law::point(usize::from(!between)))
    }
}

/// The second arm if θ and θ' are closer than a threshold; otherwise the first.
#[derive(Clone, Debug)]
pub struct Distance {
    /// θ as a number, for every parameter.
    pub values: Vec<Rational>,
    /// The threshold.
    pub threshold: Rational,
}

impl<M: Model<Parameter = usize>> Rule<M> for Distance {
    fn sight(&self) -> Sight {
        Sight::Blind
    }

    fn decide(
        &self,
        &from: &usize,
        &to: &usize,
        _: &[Look<M::Number>],
    ) -> Result<Law<usize>, Interrupted> {
        let distance = (&self.values[from] - &self.values[to]).abs();
        Ok(Law::point(usize::from(distance < self.threshold)))
    }
}
