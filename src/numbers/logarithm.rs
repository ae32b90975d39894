//! Products of powers compared with 1, without computing the powers.
//!
//! Binary logarithms of the bases are enclosed once, as integers of 2⁻⁶⁰; the
//! logarithm of a product is then a sum of machine integers with a known
//! error. Only where that sum is within its error of zero, which is where the
//! product is 1 or as good as 1, are the powers computed and compared.

use std::cmp::Ordering;

use super::exact::{Natural, Rational, bit_length, magnitude};

/// Binary digits after the point of a logarithm.
const SCALE: u32 = 60;
/// Binary digits after the point that the computation of a logarithm carries.
const WORKING: usize = 127;

/// A positive rational that powers are taken of.
#[derive(Clone, Debug)]
pub struct Base {
    value: Rational,
    /// log₂ of the value lies between this and two more, in units of 2⁻⁶⁰.
    logarithm: i128,
}

impl Base {
    /// A base.
    ///
    /// # Panics
    /// If the value is not positive.
    pub fn new(value: Rational) -> Self {
        assert!(value.is_positive(), "a base of powers is positive");
        let logarithm = logarithm(&value);
        Base { value, logarithm }
    }

    /// The number itself.
    pub fn value(&self) -> &Rational {
        &self.value
    }
}

/// Compares the product of powers of bases with 1.
pub fn compare_product(powers: &[(&Base, i64)]) -> Ordering {
    let mut sum: i128 = 0;
    let mut error: i128 = 0;
    for (base, exponent) in powers {
        sum += base.logarithm * i128::from(*exponent);
        error += 2 * i128::from(exponent.unsigned_abs());
    }
    if sum > error {
        Ordering::Greater
    } else if sum < -error {
        Ordering::Less
    } else {
        compare_exactly(powers)
    }
}

/// The same by computing all powers, after powers of equal bases have met.
fn compare_exactly(powers: &[(&Base, i64)]) -> Ordering {
    let mut distinct: Vec<(&Base, i64)> = Vec::with_capacity(powers.len());
    for (base, exponent) in powers {
        match distinct
            .iter_mut()
            .find(|(other, _)| other.value == base.value)
        {
            Some((_, sum)) => *sum += exponent,
            None => distinct.push((base, *exponent)),
        }
    }
    distinct.retain(|(base, exponent)| *exponent != 0 && base.value != Rational::ONE);
    if distinct.is_empty() {
        return Ordering::Equal;
    }
    let (mut above, mut below) = (Natural::ONE, Natural::ONE);
    for (base, exponent) in &distinct {
        let (mut top, mut bottom) = (
            magnitude(base.value.numerator()),
            base.value.denominator().clone(),
        );
        if *exponent < 0 {
            std::mem::swap(&mut top, &mut bottom);
        }
        let exponent = exponent.unsigned_abs() as usize;
        above *= top.pow(exponent);
        below *= bottom.pow(exponent);
    }
    above.cmp(&below)
}

/// The integer below log₂(value)·2⁶⁰, by squaring: the square of a number
/// between 1 and 2 is above 2 exactly if the next digit of its logarithm is 1.
/// Each truncation makes the number smaller by a share of at most 2⁻¹²⁶, and
/// the squarings after it double that share: less than 2⁻⁶⁴ at the end. So the
/// logarithm is at most one unit, and a very little, above the result.
fn logarithm(value: &Rational) -> i128 {
    if *value == Rational::ONE {
        return 0;
    }
    let top = magnitude(value.numerator());
    let bottom = value.denominator();
    let mut exponent = bit_length(&top) as i128 - bit_length(bottom) as i128;
    let shift = WORKING as i128 - exponent;
    let shifted = |number: Natural, by: i128| number << usize::try_from(by).unwrap_or(0);
    let mut quotient = shifted(top, shift) / shifted(bottom.clone(), -shift);
    if bit_length(&quotient) <= WORKING {
        // The quotient of the leading digits was below 1.
        quotient <<= 1;
        exponent -= 1;
    }
    let mut mantissa = u128::try_from(quotient).expect("128 digits");
    let mut result = exponent;
    for _ in 0..SCALE {
        let (high, low) = square(mantissa);
        result *= 2;
        if high >> WORKING == 1 {
            mantissa = high;
            result += 1;
        } else {
            mantissa = high << 1 | low >> WORKING;
        }
    }
    result
}

/// The 256 binary digits of a square, in two halves.
fn square(number: u128) -> (u128, u128) {
    let (high, low) = (number >> 64, number & u128::from(u64::MAX));
    let cross = high * low;
    let (sum, carry) = (low * low).overflowing_add(cross << 65);
    (high * high + (cross >> 63) + u128::from(carry), sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_by_hand() {
        let log = |n: i64, d: i64| logarithm(&Rational::new(n, d));
        assert_eq!(log(1, 1), 0);
        assert_eq!(log(8, 1), 3 << SCALE);
        assert_eq!(log(1, 4), -(2 << SCALE));
        // log₂ 3 = 1.5849625007211561814537…
        let three = Rational::from_parts(log(3, 1).into(), Natural::ONE << SCALE as usize);
        let digits: Rational = "1.5849625007211561814537".parse().expect("a number");
        assert!((three - digits).abs() < Rational::new(1, 10).power(17));
        // Reciprocals: the two errors together are at most two units.
        for (n, d) in [(3, 1), (9, 8), (1_000_003, 1_000_000), (7, 1_000)] {
            let sum = log(n, d) + log(d, n);
            assert!((-2..=0).contains(&sum), "{n}/{d}: {sum}");
        }
    }

    #[test]
    fn squares_have_two_halves() {
        for number in [
            0,
            1,
            u128::MAX,
            1 << 127,
            0x1234_5678_9abc_def0_0fed_cba9_8765_4321,
        ] {
            let (high, low) = square(number);
            let halves = (Natural::from(high) << 128) + Natural::from(low);
            assert_eq!(halves, Natural::from(number) * Natural::from(number));
        }
    }

    #[test]
    fn long_numbers_have_logarithms_too() {
        let long = Rational::new(3, 2).power(1_000);
        let (once, often) = (logarithm(&Rational::new(3, 2)), logarithm(&long));
        assert!((often - 1_000 * once).abs() <= 2_000);
    }

    #[test]
    fn products_near_one_are_compared_exactly() {
        let base = |n, d| Base::new(Rational::new(n, d));
        let (two, three, six) = (base(2, 1), base(3, 1), base(6, 1));
        let equal = [(&two, 100), (&three, 100), (&six, -100)];
        assert_eq!(compare_product(&equal), Ordering::Equal);
        // Above 1 by 10⁻³⁰: below the error of the logarithms.
        let near = Base::new(Rational::ONE + Rational::new(1, 10).power(30));
        assert_eq!(compare_product(&[(&near, 1)]), Ordering::Greater);
        assert_eq!(compare_product(&[(&near, -1)]), Ordering::Less);
        assert_eq!(
            compare_product(&[(&two, 8), (&three, -5)]),
            Ordering::Greater
        );
        assert_eq!(compare_product(&[(&two, 7), (&three, -5)]), Ordering::Less);
    }
}
