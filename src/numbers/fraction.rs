//! A fraction that is not reduced: for long numbers, reducing costs much more
//! than computing. Comparisons multiply crosswise.

use std::cmp::Ordering;

use super::exact::{Integer, Natural, Rational};

/// A nonnegative fraction over a positive denominator, in any terms.
#[derive(Clone, Debug)]
pub struct Fraction {
    /// Above the line.
    pub numerator: Natural,
    /// Below the line, positive.
    pub denominator: Natural,
}

impl Fraction {
    /// Zero or one.
    pub fn certain(holds: bool) -> Self {
        Fraction {
            numerator: Natural::from(usize::from(holds)),
            denominator: Natural::ONE,
        }
    }

    /// At most 1.
    pub fn capped(self) -> Self {
        match self.numerator > self.denominator {
            true => Self::certain(true),
            false => self,
        }
    }

    /// In lowest terms.
    pub fn reduced(&self) -> Rational {
        Rational::from_parts(
            Integer::from(self.numerator.clone()),
            self.denominator.clone(),
        )
    }

    /// Which is larger?
    pub fn compare(&self, other: &Self) -> Ordering {
        let left = &self.numerator * &other.denominator;
        left.cmp(&(&other.numerator * &self.denominator))
    }

    /// This weighted with a probability, and another with the rest.
    pub fn mixed(&self, share: &Fraction, other: &Self) -> Self {
        let rest = &share.denominator - &share.numerator;
        let (left, right) = (
            &share.numerator * &self.numerator * &other.denominator,
            rest * &other.numerator * &self.denominator,
        );
        Fraction {
            numerator: left + right,
            denominator: &share.denominator * &self.denominator * &other.denominator,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numerator: u64, denominator: u64) -> Fraction {
        Fraction {
            numerator: numerator.into(),
            denominator: denominator.into(),
        }
    }

    #[test]
    fn by_hand() {
        assert_eq!(of(2, 4).compare(&of(3, 6)), Ordering::Equal);
        assert_eq!(of(2, 4).compare(&of(2, 3)), Ordering::Less);
        assert_eq!(of(6, 4).capped().reduced(), Rational::ONE);
        // 1/3 of 1/2 and 2/3 of 1/4.
        let mixed = of(1, 2).mixed(&of(1, 3), &of(1, 4));
        assert_eq!(mixed.reduced(), Rational::new(1, 3));
    }
}
