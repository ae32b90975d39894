//! Doubles with an order: a real parameter, and a density by its logarithm.

use std::cmp::Ordering;

use crate::numbers::{Number, Rational};

/// A real number, as a double that is not NaN.
#[derive(Clone, Copy, Debug)]
pub struct Real(f64);

impl Real {
    /// The number.
    ///
    /// # Panics
    /// If it is not one.
    pub fn new(value: f64) -> Self {
        assert!(!value.is_nan(), "a number");
        // Two zeros would be told apart by the order of doubles.
        Real(value + 0.0)
    }

    /// As a double.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl PartialEq for Real {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Real {}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Real {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// A nonnegative number by its natural logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LogDensity(Real);

impl LogDensity {
    /// The number with this logarithm.
    pub fn new(logarithm: f64) -> Self {
        LogDensity(Real::new(logarithm))
    }

    /// Its logarithm.
    pub fn log(self) -> f64 {
        self.0.value()
    }
}

impl Number for LogDensity {
    fn one() -> Self {
        Self::new(0.0)
    }

    fn zero() -> Self {
        Self::new(f64::NEG_INFINITY)
    }

    fn vanishes(&self) -> bool {
        self.log() == f64::NEG_INFINITY
    }

    fn times(&self, other: &Self) -> Self {
        Self::new(self.log() + other.log())
    }

    fn plus(&self, other: &Self) -> Self {
        let (low, high) = (self.min(other), self.max(other));
        if low.vanishes() {
            return *high;
        }
        let above = (low.log() - high.log()).exp().ln_1p();
        Self::new(high.log() + above)
    }

    fn over(&self, other: &Self) -> Self {
        Self::new(self.log() - other.log())
    }

    fn shared_by(&self, count: usize) -> Self {
        Self::new(self.log() - (count as f64).ln())
    }

    /// The double next to it; the largest double for what is larger.
    fn exact(&self) -> Rational {
        Rational::exactly(self.log().exp().min(f64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn arithmetic_of_logarithms() {
        let number = |value: f64| LogDensity::new(value.ln());
        let (two, three) = (number(2.0), number(3.0));
        let near = |value: LogDensity, exact: f64| {
            assert_relative_eq!(value.log().exp(), exact, max_relative = 1e-14);
        };
        near(two.times(&three), 6.0);
        near(two.plus(&three), 5.0);
        near(two.over(&three), 2.0 / 3.0);
        near(three.shared_by(4), 0.75);
        near(LogDensity::zero().plus(&two), 2.0);
        assert!(LogDensity::zero().plus(&LogDensity::zero()).vanishes());
        assert_eq!(two.as_probability(), Rational::ONE);
        assert_eq!(LogDensity::zero().as_probability(), Rational::ZERO);
        assert_eq!(number(0.5).as_probability(), Rational::new(1, 2));
    }

    #[test]
    fn one_zero_and_an_order() {
        assert_eq!(Real::new(-0.0), Real::new(0.0));
        assert!(Real::new(-1.0) < Real::new(0.5));
        assert!(LogDensity::zero() < LogDensity::one());
    }
}
