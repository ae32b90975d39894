//! A figure of a chain: exact where it is short, enclosed where it is long.

use crate::numbers::Rational;

/// A number that is known exactly, or proven to lie between two others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Exactly this.
    Exact(Rational),
    /// Between these.
    Enclosed {
        /// At least this.
        low: Rational,
        /// At most this.
        high: Rational,
    },
}

impl Figure {
    /// A number between two others, which may be equal.
    pub fn between(low: Rational, high: Rational) -> Self {
        match low == high {
            true => Figure::Exact(low),
            false => Figure::Enclosed { low, high },
        }
    }

    /// A number that is not above it.
    pub fn low(&self) -> &Rational {
        match self {
            Figure::Exact(value) => value,
            Figure::Enclosed { low, .. } => low,
        }
    }

    /// A number that is not below it.
    pub fn high(&self) -> &Rational {
        match self {
            Figure::Exact(value) => value,
            Figure::Enclosed { high, .. } => high,
        }
    }

    /// The number, if it is known exactly.
    pub fn exact(&self) -> Option<&Rational> {
        match self {
            Figure::Exact(value) => Some(value),
            Figure::Enclosed { .. } => None,
        }
    }

    /// The distance of the ends.
    pub fn width(&self) -> Rational {
        self.high() - self.low()
    }

    /// Does the number lie within?
    pub fn contains(&self, value: &Rational) -> bool {
        self.low() <= value && value <= self.high()
    }

    /// The product of two numbers that are not negative.
    pub fn times(&self, factor: &Figure) -> Self {
        Figure::between(self.low() * factor.low(), self.high() * factor.high())
    }

    /// One over this number, or nothing unless it is surely positive.
    pub fn reciprocal(&self) -> Option<Self> {
        if !self.low().is_positive() {
            return None;
        }
        Some(Figure::between(
            self.high().reciprocal()?,
            self.low().reciprocal()?,
        ))
    }
}
