//! Conversions between our rational and `num-rational`'s, both ways and exact.
//!
//! Values travel as little-endian bytes, so neither side parses decimal text.

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;

use super::exact::{Integer, Natural, Rational, magnitude};

impl From<&Rational> for BigRational {
    fn from(value: &Rational) -> Self {
        let sign = if value.is_negative() {
            Sign::Minus
        } else {
            Sign::Plus
        };
        let numerator = BigUint::from_bytes_le(&magnitude(value.numerator()).to_le_bytes());
        let denominator = BigUint::from_bytes_le(&value.denominator().to_le_bytes());
        BigRational::new_raw(
            BigInt::from_biguint(sign, numerator),
            BigInt::from(denominator),
        )
    }
}

impl From<Rational> for BigRational {
    fn from(value: Rational) -> Self {
        BigRational::from(&value)
    }
}

impl From<&BigRational> for Rational {
    fn from(value: &BigRational) -> Self {
        let negative = value.numer().sign() != value.denom().sign();
        let numerator = Integer::from(Natural::from_le_bytes(
            &value.numer().magnitude().to_bytes_le(),
        ));
        let denominator = Natural::from_le_bytes(&value.denom().magnitude().to_bytes_le());
        Rational::from_parts(if negative { -numerator } else { numerator }, denominator)
    }
}

impl From<BigRational> for Rational {
    fn from(value: BigRational) -> Self {
        Rational::from(&value)
    }
}

impl From<&BigInt> for Rational {
    fn from(value: &BigInt) -> Self {
        Rational::from(&BigRational::from(value.clone()))
    }
}

impl From<&BigUint> for Rational {
    fn from(value: &BigUint) -> Self {
        Rational::from(Natural::from_le_bytes(&value.to_bytes_le()))
    }
}
