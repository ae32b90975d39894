//! An acceptance ratio: a number, or infinite where the move back has density
//! zero.
//!
//! The convention is Hastings' (1970): a ratio over zero accepts. It is needed
//! for reverse moves that are never proposed, which Algorithm 5 asks about.

use super::exact::Rational;
use super::number::Number;

/// The ratio that a proposal is accepted by, with probability min{ratio, 1}.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ratio<N> {
    /// A finite ratio.
    Finite(N),
    /// Anything over zero.
    Infinite,
}

impl<N: Number> Ratio<N> {
    /// `numerator / denominator`.
    pub fn of(numerator: &N, denominator: &N) -> Self {
        if denominator.vanishes() {
            Ratio::Infinite
        } else {
            Ratio::Finite(numerator.over(denominator))
        }
    }

    /// This ratio times a finite factor.
    pub fn times(&self, factor: &N) -> Self {
        match self {
            Ratio::Finite(value) => Ratio::Finite(value.times(factor)),
            Ratio::Infinite => Ratio::Infinite,
        }
    }

    /// The same as a rational, where it is finite.
    pub fn exact(&self) -> Ratio<Rational> {
        match self {
            Ratio::Finite(value) => Ratio::Finite(value.exact()),
            Ratio::Infinite => Ratio::Infinite,
        }
    }

    /// The acceptance probability min{ratio, 1}: r̂ in the paper.
    pub fn capped(&self) -> N {
        match self {
            Ratio::Finite(value) => value.clone().min(N::one()),
            Ratio::Infinite => N::one(),
        }
    }
}
