//! The exact rational number, always in lowest terms.
//!
//! This is the one file that names the big-number crate. `dashu` keeps small
//! values inline and is level with GMP on our sums without a C build;
//! `num-rational` stays the public exchange format (see `exchange.rs`).

use std::fmt;
use std::iter::Product;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

use dashu_base::{Abs, BitTest, DivRem, Gcd, Sign, SquareRoot, UnsignedAbs};
pub use dashu_int::{IBig as Integer, UBig as Natural};
use dashu_ratio::RBig;

/// An exact rational number in lowest terms.
///
/// ```
/// use peskun::numbers::Rational;
/// let sum = Rational::new(1, 3) + Rational::new(1, 6);
/// assert_eq!(sum, Rational::new(1, 2));
/// assert_eq!(sum.to_string(), "1/2");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rational(RBig);

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational(RBig::ZERO);
    /// One.
    pub const ONE: Rational = Rational(RBig::ONE);

    /// `numerator / denominator`.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        Rational(RBig::from_parts_signed(
            numerator.into(),
            denominator.into(),
        ))
    }

    /// `numerator / denominator`, reduced.
    ///
    /// # Panics
    /// If the denominator is zero.
    pub fn from_parts(numerator: Integer, denominator: Natural) -> Self {
        Rational(RBig::from_parts(numerator, denominator))
    }

    /// The numerator in lowest terms; it carries the sign.
    pub fn numerator(&self) -> &Integer {
        self.0.numerator()
    }

    /// The denominator in lowest terms.
    pub fn denominator(&self) -> &Natural {
        self.0.denominator()
    }

    /// Is this zero?
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Is this above zero?
    pub fn is_positive(&self) -> bool {
        !self.is_zero() && self.0.sign() == Sign::Positive
    }

    /// Is this below zero?
    pub fn is_negative(&self) -> bool {
        self.0.sign() == Sign::Negative
    }

    /// The absolute value.
    pub fn abs(&self) -> Self {
        Rational(self.0.clone().abs())
    }

    /// One over this, or nothing for zero.
    pub fn reciprocal(&self) -> Option<Self> {
        let denominator = self.numerator().clone().unsigned_abs();
        let magnitude = Integer::from(self.denominator().clone());
        let numerator = if self.is_negative() {
            -magnitude
        } else {
            magnitude
        };
        (!self.is_zero()).then(|| Rational::from_parts(numerator, denominator))
    }

    /// The product of some numbers over the product of others, reduced once.
    ///
    /// # Panics
    /// If one of the others is zero.
    pub fn quotient(above: &[&Rational], below: &[&Rational]) -> Self {
        let (mut numerator, mut denominator) = (Integer::ONE, Integer::ONE);
        for factor in above {
            numerator *= factor.numerator();
            denominator *= factor.denominator();
        }
        for factor in below {
            numerator *= factor.denominator();
            denominator *= factor.numerator();
        }
        Rational(RBig::from_parts_signed(numerator, denominator))
    }

    /// This number multiplied with itself `exponent` times.
    pub fn power(&self, exponent: usize) -> Self {
        Rational(self.0.pow(exponent as isize))
    }

    /// What is left of this after taking away whole multiples of another
    /// number: between 0 and its magnitude.
    ///
    /// # Panics
    /// If the other number is zero.
    pub fn remainder(&self, other: &Rational) -> Self {
        let quotient = &self.0 / &other.0;
        let magnitude = if other.is_negative() {
            quotient.ceil()
        } else {
            quotient.floor()
        };
        Rational(&self.0 - RBig::from(magnitude) * &other.0)
    }

    /// A finite double, which is a fraction over a power of 2.
    ///
    /// # Panics
    /// If the double is infinite or not a number.
    pub fn exactly(value: f64) -> Self {
        Rational(RBig::try_from(value).expect("a finite double"))
    }

    /// The nearest double. For sampling, statistics and rendering only.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.0.is_int() {
            self.numerator().to_string()
        } else {
            format!("{}/{}", self.numerator(), self.denominator())
        };
        formatter.pad(&text)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Default for Rational {
    fn default() -> Self {
        Rational::ZERO
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait<Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                Rational($trait::$method(self.0, other.0))
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                Rational($trait::$method(self.0, &other.0))
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                Rational($trait::$method(&self.0, other.0))
            }
        }
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                Rational($trait::$method(&self.0, &other.0))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

macro_rules! assignment {
    ($trait:ident, $method:ident) => {
        impl $trait<&Rational> for Rational {
            fn $method(&mut self, other: &Rational) {
                $trait::$method(&mut self.0, &other.0);
            }
        }
        impl $trait<Rational> for Rational {
            fn $method(&mut self, other: Rational) {
                $trait::$method(&mut self.0, other.0);
            }
        }
    };
}
assignment!(AddAssign, add_assign);
assignment!(SubAssign, sub_assign);
assignment!(MulAssign, mul_assign);

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(-self.0)
    }
}

macro_rules! from_primitive {
    ($($primitive:ty),*) => {$(
        impl From<$primitive> for Rational {
            fn from(value: $primitive) -> Self {
                Rational(RBig::from(value))
            }
        }
    )*};
}
from_primitive!(i32, i64, u32, u64, usize, Integer, Natural);

impl Product for Rational {
    fn product<I: Iterator<Item = Rational>>(factors: I) -> Self {
        factors.fold(Rational::ONE, |product, factor| product * factor)
    }
}

/// The values as integers over their least common denominator.
pub fn over_common_denominator<'a>(
    values: impl IntoIterator<Item = &'a Rational> + Clone,
) -> (Vec<Integer>, Natural) {
    let common = least_common_multiple(values.clone().into_iter().map(Rational::denominator));
    let numerators = values
        .into_iter()
        .map(|value| value.numerator() * Integer::from(&common / value.denominator()))
        .collect();
    (numerators, common)
}

/// The least common multiple of positive integers; 1 if there are none.
pub(crate) fn least_common_multiple<'a>(values: impl Iterator<Item = &'a Natural>) -> Natural {
    values.fold(Natural::ONE, |common, value| {
        if (&common % value).is_zero() {
            return common;
        }
        let shared = (&common).gcd(value);
        common / shared * value
    })
}

/// The rational with the smallest denominator strictly between two others.
pub fn simplest_between(low: &Rational, high: &Rational) -> Rational {
    Rational(RBig::simplest_in(low.0.clone(), high.0.clone()))
}

/// The greatest common divisor; zero only when all are zero.
pub(crate) fn greatest_common_divisor<'a>(
    values: impl IntoIterator<Item = &'a Natural>,
) -> Natural {
    let mut divisor = Natural::ZERO;
    for value in values {
        if divisor.is_zero() {
            divisor = value.clone();
        } else if !value.is_zero() {
            divisor = divisor.gcd(value);
        }
        if divisor.is_one() {
            break;
        }
    }
    divisor
}

/// The magnitude of an integer.
pub(crate) fn magnitude(value: &Integer) -> Natural {
    value.clone().unsigned_abs()
}

/// The sign of an integer: -1, 0 or 1.
pub(crate) fn signum(value: &Integer) -> i8 {
    match (value.is_zero(), value.sign()) {
        (true, _) => 0,
        (false, Sign::Positive) => 1,
        (false, Sign::Negative) => -1,
    }
}

/// A natural number by 64 bits, lowest first.
pub(crate) fn to_words(value: &Natural) -> Vec<u64> {
    let bytes = value.to_le_bytes();
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    bytes.chunks(8).map(word).collect()
}

/// The natural number with these words of 64 bits, lowest first.
pub(crate) fn from_words(words: &[u64]) -> Natural {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Natural::from_le_bytes(&bytes)
}

/// Quotient and remainder in one division.
pub(crate) fn divided(value: Natural, by: &Natural) -> (Natural, Natural) {
    value.div_rem(by)
}

/// The largest number whose square is not above this one.
pub(crate) fn square_root(value: &Natural) -> Natural {
    value.sqrt()
}

/// The number of binary digits.
pub(crate) fn bit_length(value: &Natural) -> usize {
    value.bit_len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_terms_and_signs() {
        assert_eq!(Rational::new(6, -4).to_string(), "-3/2");
        assert_eq!(Rational::new(0, 7).to_string(), "0");
        assert_eq!(Rational::new(8, 4).to_string(), "2");
        assert_eq!(
            Rational::new(-3, 2).reciprocal(),
            Some(Rational::new(-2, 3))
        );
        assert_eq!(Rational::ZERO.reciprocal(), None);
        assert!(Rational::new(-1, 9).is_negative() && !Rational::ZERO.is_negative());
        assert!(!Rational::ZERO.is_positive());
        assert_eq!(Rational::new(-2, 3).power(3), Rational::new(-8, 27));
        let (a, b, c) = (
            Rational::new(4, 9),
            Rational::new(-3, 5),
            Rational::new(-2, 7),
        );
        assert_eq!(Rational::quotient(&[&a, &b], &[&c]), &a * &b / &c);
    }

    #[test]
    fn common_denominator_is_the_least() {
        let values = [Rational::new(1, 6), Rational::new(-3, 4), Rational::from(2)];
        let (numerators, common) = over_common_denominator(&values);
        assert_eq!(common, Natural::from(12u8));
        assert_eq!(numerators, [2, -9, 24].map(Integer::from).to_vec());
    }

    #[test]
    fn debugging_shows_the_number_itself() {
        assert_eq!(format!("{:?}", Rational::new(-6, 4)), "-3/2");
        assert_eq!(format!("{:?}", [Rational::ONE, Rational::ZERO]), "[1, 0]");
    }
}
