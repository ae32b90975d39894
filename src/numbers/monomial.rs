//! A product of powers, exactly, as its exponents.
//!
//! On a lattice likelihoods are powers t^T with T in the thousands; as reduced
//! fractions they cost more than everything else in a step. Here products and
//! quotients add exponents, and comparisons go by enclosed logarithms, with
//! the powers computed only where those leave it open.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use super::exact::Rational;
use super::logarithm::{Base, Logarithm, compare_product};
use super::number::Number;

/// Zero, or a product of powers of positive rationals.
///
/// Bases are shared: those that are the same object are recognized and cancel.
/// Others are compared as numbers.
///
/// ```
/// use std::sync::Arc;
/// use peskun::numbers::{Base, Monomial, Number, Rational};
/// let t = Arc::new(Base::new(Rational::new(6, 5)));
/// let high = Monomial::power(&t, 1_000);
/// assert!(high > Monomial::power(&t, 999));
/// assert_eq!(high.over(&Monomial::power(&t, 998)).exact(), Rational::new(36, 25));
/// ```
#[derive(Clone)]
pub struct Monomial {
    /// Distinct bases with exponents that are not zero; nothing for zero.
    powers: Option<Vec<(Arc<Base>, i64)>>,
}

impl Monomial {
    /// A power of a base.
    pub fn power(base: &Arc<Base>, exponent: i64) -> Self {
        Self::product([(base, exponent)])
    }

    /// A product of powers of distinct bases.
    pub fn product<const N: usize>(powers: [(&Arc<Base>, i64); N]) -> Self {
        let mut kept = Vec::with_capacity(N);
        for (base, exponent) in powers {
            if exponent != 0 && !base.is_one() {
                kept.push((Arc::clone(base), exponent));
            }
        }
        Monomial { powers: Some(kept) }
    }

    /// This times another with its exponents multiplied by 1 or −1.
    fn combined(&self, other: &Self, sign: i64) -> Self {
        let (Some(left), Some(right)) = (&self.powers, &other.powers) else {
            return Monomial { powers: None };
        };
        let mut powers = Vec::with_capacity(left.len() + right.len());
        powers.extend_from_slice(left);
        for (base, exponent) in right {
            match powers
                .iter()
                .position(|(known, _)| Arc::ptr_eq(known, base))
            {
                None => powers.push((Arc::clone(base), sign * exponent)),
                Some(place) => {
                    powers[place].1 += sign * exponent;
                    if powers[place].1 == 0 {
                        powers.swap_remove(place);
                    }
                }
            }
        }
        Monomial {
            powers: Some(powers),
        }
    }
}

impl From<Rational> for Monomial {
    /// # Panics
    /// If the number is negative.
    fn from(value: Rational) -> Self {
        match value.is_zero() {
            true => Monomial { powers: None },
            false => Monomial::power(&Arc::new(Base::new(value)), 1),
        }
    }
}

impl Number for Monomial {
    fn one() -> Self {
        Monomial {
            powers: Some(Vec::new()),
        }
    }

    fn zero() -> Self {
        Monomial { powers: None }
    }

    fn vanishes(&self) -> bool {
        self.powers.is_none()
    }

    fn times(&self, other: &Self) -> Self {
        self.combined(other, 1)
    }

    fn plus(&self, other: &Self) -> Self {
        match (self.vanishes(), other.vanishes()) {
            (_, true) => self.clone(),
            (true, _) => other.clone(),
            _ => Monomial::from(self.exact() + other.exact()),
        }
    }

    fn over(&self, other: &Self) -> Self {
        assert!(!other.vanishes(), "a quotient is by something positive");
        self.combined(other, -1)
    }

    fn shared_by(&self, count: usize) -> Self {
        self.over(&Monomial::from(Rational::from(count)))
    }

    fn exact(&self) -> Rational {
        let Some(powers) = &self.powers else {
            return Rational::ZERO;
        };
        let (mut above, mut below) = (Rational::ONE, Rational::ONE);
        for (base, exponent) in powers {
            let power = base.value().power(exponent.unsigned_abs() as usize);
            match *exponent > 0 {
                true => above *= power,
                false => below *= power,
            }
        }
        above / below
    }

    fn logarithm(&self) -> Option<Logarithm> {
        let powers = self.powers.as_ref().filter(|powers| !powers.is_empty())?;
        let powers = powers.iter().map(|(base, exponent)| (&**base, *exponent));
        Some(Logarithm::of_product(powers))
    }
}

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        let (Some(left), Some(right)) = (&self.powers, &other.powers) else {
            return self.powers.is_some().cmp(&other.powers.is_some());
        };
        let left = left.iter().map(|(base, exponent)| (&**base, *exponent));
        let right = right.iter().map(|(base, exponent)| (&**base, -exponent));
        let quotient = left.chain(right);
        Logarithm::of_product(quotient.clone())
            .compare_with_one()
            .unwrap_or_else(|| compare_product(&quotient.collect::<Vec<_>>()))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Monomial {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Monomial {}

impl fmt::Debug for Monomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(powers) = &self.powers else {
            return write!(formatter, "0");
        };
        let power = |(base, exponent): &(Arc<Base>, i64)| format!("({})^{exponent}", base.value());
        let powers: Vec<String> = powers.iter().map(power).collect();
        match powers.is_empty() {
            true => write!(formatter, "1"),
            false => write!(formatter, "{}", powers.join(" · ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The base stays the same object, and no power is computed.
    #[test]
    fn sums_with_zero_are_kept_as_powers() {
        let base = Arc::new(Base::new(Rational::new(6, 5)));
        let (long, zero) = (Monomial::power(&base, -9_000), Monomial::zero());
        for sum in [long.plus(&zero), zero.plus(&long)] {
            assert_eq!(format!("{sum:?}"), "(6/5)^-9000");
            assert!(sum.over(&long).logarithm().is_none());
        }
        assert!(zero.plus(&zero).vanishes());
        let sum = Monomial::power(&base, 1).plus(&Monomial::power(&base, -1));
        assert_eq!(sum.exact(), Rational::new(61, 30));
    }

    /// Such a number is tossed for without drawing anything.
    #[test]
    fn powers_that_are_one_are_left_out() {
        let [one, half] = [(1, 1), (1, 2)].map(|(n, d)| Arc::new(Base::new(Rational::new(n, d))));
        for powers in [[(&one, 5), (&half, 0)], [(&half, 0), (&one, 0)]] {
            let product = Monomial::product(powers);
            assert_eq!(format!("{product:?}"), "1");
            assert!(product.logarithm().is_none());
        }
        let product = Monomial::product([(&one, 5), (&half, 3)]);
        assert_eq!(format!("{product:?}"), "(1/2)^3");
        let product = product.times(&Monomial::from(Rational::from(7)));
        assert_eq!(format!("{product:?}"), "(1/2)^3 · (7)^1");
        assert_eq!(format!("{:?}", Monomial::zero()), "0");
    }
}
