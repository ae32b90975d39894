//! What an algorithm computes its acceptance ratio with.
//!
//! Exact rationals when a step is enumerated or sampled on a finite model;
//! products of powers, as exact, where rationals are too long. The steps ask
//! for nothing more than this, so that other numbers can serve where parameters
//! are real.

use std::fmt::Debug;

use super::exact::Rational;
use super::logarithm::Logarithm;

/// A nonnegative number that densities and acceptance ratios are made of.
pub trait Number: Clone + Ord + Debug + Send + Sync + 'static {
    /// One.
    fn one() -> Self;
    /// Zero.
    fn zero() -> Self;
    /// Is this zero?
    fn vanishes(&self) -> bool;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The quotient; `other` is not zero.
    fn over(&self, other: &Self) -> Self;
    /// The product of some numbers over the product of others, none of which is
    /// zero. There is at least one of each.
    fn quotient(above: &[&Self], below: &[&Self]) -> Self {
        let product = |factors: &[&Self]| {
            let (first, others) = (factors[0].clone(), &factors[1..]);
            others
                .iter()
                .fold(first, |product, factor| product.times(factor))
        };
        product(above).over(&product(below))
    }
    /// This divided by a positive whole number.
    fn shared_by(&self, count: usize) -> Self;
    /// The number itself.
    fn exact(&self) -> Rational;

    /// This number, at most 1, as the exact probability of a coin.
    fn as_probability(&self) -> Rational {
        self.exact().min(Rational::ONE)
    }

    /// Where its logarithm lies, if that is known and the number itself takes
    /// long to compute.
    fn logarithm(&self) -> Option<Logarithm> {
        None
    }
}

impl Number for Rational {
    fn one() -> Self {
        Rational::ONE
    }

    fn zero() -> Self {
        Rational::ZERO
    }

    fn vanishes(&self) -> bool {
        self.is_zero()
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }

    fn quotient(above: &[&Self], below: &[&Self]) -> Self {
        Rational::quotient(above, below)
    }

    fn shared_by(&self, count: usize) -> Self {
        self / Rational::from(count)
    }

    fn exact(&self) -> Rational {
        self.clone()
    }
}
