//! Polynomials with integer coefficients, lowest degree first.

use super::exact::{
    Integer, Natural, Rational, greatest_common_divisor, magnitude, over_common_denominator, signum,
};

/// A polynomial in one variable over the integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// No trailing zeros; empty for the zero polynomial.
    coefficients: Vec<Integer>,
}

impl Polynomial {
    /// The polynomial with these coefficients, lowest degree first.
    pub fn new(mut coefficients: Vec<Integer>) -> Self {
        while coefficients.last().is_some_and(Integer::is_zero) {
            coefficients.pop();
        }
        Polynomial { coefficients }
    }

    /// A positive multiple of the polynomial with these rational coefficients,
    /// without common factors: the same roots and the same signs.
    pub fn from_rationals(coefficients: &[Rational]) -> Self {
        Self::new(over_common_denominator(coefficients).0).primitive()
    }

    /// The coefficients, lowest degree first.
    pub fn coefficients(&self) -> &[Integer] {
        &self.coefficients
    }

    /// The degree, or nothing for zero.
    pub fn degree(&self) -> Option<usize> {
        self.coefficients.len().checked_sub(1)
    }

    /// The coefficient of the highest power.
    fn leading(&self) -> Option<&Integer> {
        self.coefficients.last()
    }

    /// The sign of the value at a rational point: -1, 0 or 1.
    pub fn sign_at(&self, point: &Rational) -> i8 {
        let denominator = Integer::from(point.denominator().clone());
        let mut power = Integer::ONE;
        let mut value = Integer::ZERO;
        for coefficient in self.coefficients.iter().rev() {
            value = value * point.numerator() + coefficient * &power;
            power *= &denominator;
        }
        signum(&value)
    }

    /// The sign far to the right.
    pub(crate) fn sign_at_infinity(&self) -> i8 {
        self.leading().map_or(0, signum)
    }

    /// The sign far to the left.
    pub(crate) fn sign_at_minus_infinity(&self) -> i8 {
        let odd = self.degree().is_some_and(|degree| degree % 2 == 1);
        if odd {
            -self.sign_at_infinity()
        } else {
            self.sign_at_infinity()
        }
    }

    /// The derivative.
    pub fn derivative(&self) -> Self {
        let terms = self.coefficients.iter().enumerate().skip(1);
        Self::new(terms.map(|(power, c)| c * Integer::from(power)).collect())
    }

    /// The polynomial divided by the greatest common divisor of its
    /// coefficients; signs stay.
    pub fn primitive(self) -> Self {
        let magnitudes: Vec<Natural> = self.coefficients.iter().map(magnitude).collect();
        let divisor = greatest_common_divisor(&magnitudes);
        if divisor.is_one() {
            return self;
        }
        // It is zero for the zero polynomial only, which has nothing to divide.
        let divisor = Integer::from(divisor);
        Self::new(
            self.coefficients
                .into_iter()
                .map(|c| c / &divisor)
                .collect(),
        )
    }

    /// A positive multiple of quotient and remainder of the division.
    ///
    /// # Panics
    /// If the divisor is zero.
    fn divide(&self, divisor: &Self) -> (Self, Self) {
        let leading = divisor.leading().expect("no division by zero");
        let sign = Integer::from(signum(leading));
        let scale = Integer::from(magnitude(leading));
        let width = divisor.coefficients.len();
        let steps = (self.coefficients.len() + 1).saturating_sub(width);
        let mut quotient = vec![Integer::ZERO; steps];
        let mut rest = self.coefficients.clone();
        for shift in (0..steps).rev() {
            let top = rest[shift + width - 1].clone() * &sign;
            for coefficient in rest.iter_mut().chain(&mut quotient) {
                *coefficient *= &scale;
            }
            for (offset, coefficient) in divisor.coefficients.iter().enumerate() {
                rest[shift + offset] -= &top * coefficient;
            }
            quotient[shift] = top;
        }
        (Self::new(quotient).primitive(), Self::new(rest).primitive())
    }

    /// A positive multiple of the remainder.
    ///
    /// # Panics
    /// If the divisor is zero.
    pub fn remainder(&self, divisor: &Self) -> Self {
        self.divide(divisor).1
    }

    /// A positive multiple of the quotient.
    ///
    /// # Panics
    /// If the divisor is zero.
    pub fn quotient(&self, divisor: &Self) -> Self {
        self.divide(divisor).0
    }

    /// The greatest common divisor, primitive and with a positive leading
    /// coefficient.
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while b.degree().is_some() {
            let rest = a.remainder(&b);
            a = b;
            b = rest;
        }
        let common = a.primitive();
        if common.sign_at_infinity() < 0 {
            common.negated()
        } else {
            common
        }
    }

    /// The polynomial with the same roots, each once.
    pub fn square_free(&self) -> Self {
        match self.degree() {
            None | Some(0) => self.clone(),
            Some(_) => self.quotient(&self.gcd(&self.derivative())),
        }
    }

    /// The polynomial with all signs turned.
    pub fn negated(self) -> Self {
        Polynomial {
            coefficients: self.coefficients.into_iter().map(|c| -c).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| Integer::from(c)).collect())
    }

    #[test]
    fn division_keeps_signs() {
        // x³ − 1 = (x² + x + 1)(x − 1), and the same through a negative divisor.
        let cube = polynomial(&[-1, 0, 0, 1]);
        assert_eq!(cube.quotient(&polynomial(&[-1, 1])), polynomial(&[1, 1, 1]));
        assert_eq!(
            cube.quotient(&polynomial(&[1, -1])),
            polynomial(&[-1, -1, -1])
        );
        // x² = (−2x + 1)(−x/2 − 1/4) + 1/4
        assert_eq!(
            polynomial(&[0, 0, 1]).remainder(&polynomial(&[1, -2])),
            polynomial(&[1])
        );
    }

    #[test]
    fn square_free_part() {
        // (x − 1)²(x + 2)
        let doubled = polynomial(&[2, -3, 0, 1]);
        let simple = doubled.square_free();
        assert_eq!(simple.degree(), Some(2));
        assert_eq!(simple.sign_at(&Rational::ONE), 0);
        assert_eq!(simple.sign_at(&Rational::from(-2)), 0);
        assert_eq!(simple.sign_at(&Rational::new(3, 2)), 1);
    }

    #[test]
    fn signs_far_out() {
        for (coefficients, left, right) in [
            (vec![], 0, 0),
            (vec![-2], -1, -1),
            (vec![5, 3], -1, 1),
            (vec![5, -3], 1, -1),
            (vec![-7, 0, 1], 1, 1),
            (vec![0, 9, -1], -1, -1),
            (vec![-1, 0, 0, 1], -1, 1),
        ] {
            let polynomial = polynomial(&coefficients);
            let found = (
                polynomial.sign_at_minus_infinity(),
                polynomial.sign_at_infinity(),
            );
            assert_eq!(found, (left, right), "{coefficients:?}");
        }
    }

    #[test]
    fn common_factors_and_divisors() {
        let zero = polynomial(&[]);
        assert_eq!(zero.clone().primitive(), zero);
        assert_eq!(zero.gcd(&zero), zero);
        let even = polynomial(&[4, 0, -6]);
        assert_eq!(even.clone().primitive(), polynomial(&[2, 0, -3]));
        // The leading coefficient of a common divisor is positive.
        assert_eq!(even.gcd(&zero), polynomial(&[-2, 0, 3]));
        assert_eq!(
            polynomial(&[2, -2]).gcd(&polynomial(&[1, 0, -1])),
            polynomial(&[-1, 1])
        );
    }
}
