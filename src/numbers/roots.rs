//! Sturm's theorem: how many distinct real roots lie in an interval, exactly.

use super::exact::Rational;
use super::polynomial::Polynomial;

/// The Sturm sequence of a polynomial's square-free part.
#[derive(Clone, Debug)]
pub struct Sturm {
    sequence: Vec<Polynomial>,
}

impl Sturm {
    /// The sequence of a polynomial that is not zero.
    pub fn of(polynomial: &Polynomial) -> Self {
        let simple = polynomial.square_free();
        let mut sequence = vec![simple.clone(), simple.derivative().primitive()];
        while let [.., before, last] = sequence.as_slice() {
            if last.degree().is_none() {
                sequence.pop();
                break;
            }
            let next = before.remainder(last).negated();
            sequence.push(next);
        }
        Sturm { sequence }
    }

    /// The square-free part.
    pub fn polynomial(&self) -> &Polynomial {
        &self.sequence[0]
    }

    /// The number of distinct real roots in `(low, high]`.
    pub fn roots_between(&self, low: &Rational, high: &Rational) -> usize {
        self.changes(|p| p.sign_at(low)) - self.changes(|p| p.sign_at(high))
    }

    /// The number of distinct real roots above `low`.
    pub fn roots_above(&self, low: &Rational) -> usize {
        self.changes(|p| p.sign_at(low)) - self.changes(Polynomial::sign_at_infinity)
    }

    /// The number of distinct real roots.
    pub fn real_roots(&self) -> usize {
        self.changes(Polynomial::sign_at_minus_infinity)
            - self.changes(Polynomial::sign_at_infinity)
    }

    /// Are all roots, complex ones included, real?
    pub fn is_real_rooted(&self) -> bool {
        self.polynomial().degree() == Some(self.real_roots())
    }

    fn changes(&self, sign: impl Fn(&Polynomial) -> i8) -> usize {
        let signs: Vec<i8> = self.sequence.iter().map(sign).filter(|&s| s != 0).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Integer;

    fn sturm(coefficients: &[i64]) -> Sturm {
        Sturm::of(&Polynomial::new(
            coefficients.iter().map(|&c| Integer::from(c)).collect(),
        ))
    }

    #[test]
    fn counts_roots_of_known_polynomials() {
        // (x² − 2)(x − 1)²: roots ±√2 and 1.
        let known = sturm(&[-2, 4, -1, -2, 1]);
        assert_eq!(known.real_roots(), 3);
        assert!(known.is_real_rooted());
        assert_eq!(known.roots_between(&Rational::ZERO, &Rational::ONE), 1);
        assert_eq!(known.roots_between(&Rational::ONE, &Rational::from(2)), 1);
        assert_eq!(known.roots_above(&Rational::new(3, 2)), 0);
        let circle = sturm(&[1, 0, 1]);
        assert_eq!(circle.real_roots(), 0);
        assert!(!circle.is_real_rooted());
        assert_eq!(sturm(&[5]).real_roots(), 0);
    }
}
