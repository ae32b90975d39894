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
    is_one: bool,
}

impl Base {
    /// A base.
    ///
    /// # Panics
    /// If the value is not positive.
    pub fn new(value: Rational) -> Self {
        assert!(value.is_positive(), "a base of powers is positive");
        Base {
            logarithm: logarithm(&value),
            is_one: value == Rational::ONE,
            value,
        }
    }

    /// The number itself.
    pub fn value(&self) -> &Rational {
        &self.value
    }

    /// Is it 1, and so all of its powers?
    pub fn is_one(&self) -> bool {
        self.is_one
    }
}

/// Where the binary logarithm of a positive number lies.
#[derive(Clone, Copy, Debug)]
pub struct Logarithm {
    /// In units of 2⁻⁶⁰.
    near: i128,
    /// At most so many units away.
    error: i128,
}

impl Logarithm {
    /// The logarithm of a product of powers.
    #[inline]
    pub fn of_product<'b>(powers: impl IntoIterator<Item = (&'b Base, i64)>) -> Self {
        let (mut near, mut error) = (0, 0);
        for (base, exponent) in powers {
            near += base.logarithm * i128::from(exponent);
            // The logarithm of 1 is exact.
            let unit = if base.is_one { 0 } else { 2 };
            error += unit * i128::from(exponent.unsigned_abs());
        }
        Logarithm { near, error }
    }

    /// Is the number above 1, below, or 1? Nothing where that is left open.
    pub fn compare_with_one(self) -> Option<Ordering> {
        if self.near > self.error {
            Some(Ordering::Greater)
        } else if self.near < -self.error {
            Some(Ordering::Less)
        } else if self.error == 0 {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// Is the number above or below every number in [0, 1) whose first 64
    /// binary digits are these? Nothing where that is left open.
    ///
    /// The digits of the other logarithm are computed one by one until they
    /// tell the two apart: two of them on average.
    pub fn compare_digits(self, digits: u64) -> Option<Ordering> {
        // What comes after the 64 digits adds less than log₂(1 + 2⁻⁴⁰) < 2⁻³⁹,
        // if few of them are leading zeros.
        const SLACK: i128 = 1 << (SCALE - 39);
        if digits >> 40 == 0 {
            return None;
        }
        let leading = digits.leading_zeros();
        let mut mantissa = u128::from(digits) << (u64::BITS + leading);
        let mut result = -1 - i128::from(leading);
        for left in (SCALE - 39..=SCALE).rev() {
            let low = result << left;
            let high = ((result + 1) << left) + 1 + SLACK;
            if self.near - self.error > high {
                return Some(Ordering::Greater);
            }
            if self.near + self.error < low {
                return Some(Ordering::Less);
            }
            let digit;
            (mantissa, digit) = next_digit(mantissa);
            result = 2 * result + digit;
        }
        None
    }
}

/// Compares the product of powers of bases with 1.
pub fn compare_product(powers: &[(&Base, i64)]) -> Ordering {
    Logarithm::of_product(powers.iter().copied())
        .compare_with_one()
        .unwrap_or_else(|| compare_exactly(powers))
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
        let digit;
        (mantissa, digit) = next_digit(mantissa);
        result = 2 * result + digit;
    }
    result
}

/// The next digit of the logarithm of a number between 1 and 2, and the number
/// that has the digits after it.
fn next_digit(mantissa: u128) -> (u128, i128) {
    let (high, low) = square(mantissa);
    match high >> WORKING {
        1 => (high, 1),
        _ => (high << 1 | low >> WORKING, 0),
    }
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

    /// Both ends of what the digits leave open, compared exactly.
    #[test]
    fn digits_are_compared_as_the_numbers_are() {
        let unit = Rational::new(1, 2).power(64);
        for (n, d) in [(1, 2), (1, 3), (2, 3), (999, 1_000), (1, 1_000_000), (1, 1)] {
            let value = Rational::new(n, d);
            let base = Base::new(value.clone());
            let logarithm = Logarithm::of_product([(&base, 1)]);
            let edge = value.remainder(&Rational::ONE) * Rational::new(1 << 62, 1);
            let edge = (magnitude(edge.numerator()) / edge.denominator()) << 2;
            let edge = u64::try_from(&edge).expect("64 digits");
            let steps = (0..64).map(|bit| 1u64 << bit);
            let around = steps.flat_map(|step| [edge.wrapping_sub(step), edge.wrapping_add(step)]);
            let mut decided = 0;
            for digits in around {
                let low = Rational::from(digits) * &unit;
                let order = logarithm.compare_digits(digits);
                decided += usize::from(order.is_some());
                match order {
                    Some(Ordering::Greater) => assert!(value > low + &unit, "{value} {digits}"),
                    Some(_) => assert!(value < low, "{value} {digits}"),
                    None => {
                        let near = (low - &value).abs() < Rational::new(1, 1 << 30);
                        assert!(near || digits >> 40 == 0, "{value} {digits}");
                    }
                }
            }
            assert!(decided > 60, "{value}: {decided}");
        }
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

    /// Two units for every factor, but none for those that are 1.
    #[test]
    fn what_logarithms_leave_open() {
        let base = |n, d| Base::new(Rational::new(n, d));
        let (one, two, three) = (base(1, 1), base(2, 1), base(3, 1));
        assert!(one.is_one() && !two.is_one());
        let error = |powers: &[(&Base, i64)]| Logarithm::of_product(powers.iter().copied()).error;
        assert_eq!(error(&[(&three, 5)]), 10);
        assert_eq!(error(&[(&three, 5), (&one, 100), (&two, -7)]), 24);
        let compared = |powers: &[(&Base, i64)]| {
            let logarithm = Logarithm::of_product(powers.iter().copied());
            logarithm.compare_with_one()
        };
        assert_eq!(compared(&[(&one, 1 << 40)]), Some(Ordering::Equal));
        // No power is computed: these have 2⁶⁰ digits.
        assert_eq!(compared(&[(&two, 1 << 60)]), Some(Ordering::Greater));
        assert_eq!(compared(&[(&three, -(1 << 60))]), Some(Ordering::Less));
        assert_eq!(compared(&[(&two, 1), (&three, 1), (&base(6, 1), -1)]), None);
        let ends = [(-3, Ordering::Less), (3, Ordering::Greater)];
        for (near, order) in ends {
            let at = |error| Logarithm { near, error }.compare_with_one();
            assert_eq!([at(2), at(3)], [Some(order), None]);
        }
    }

    /// The number is 1/2 and at most 2⁻⁶⁴ more: all digits of its logarithm are
    /// zero, of which forty are computed.
    #[test]
    fn what_digits_of_logarithms_leave_open() {
        let half = -(1i128 << SCALE);
        // What further digits, rounding and what comes after 64 digits may add.
        let above = (1 << (SCALE - 39)) + 1 + (1 << (SCALE - 39));
        for error in [0, 1, 10, 1 << 30] {
            let compared = |near| Logarithm { near, error }.compare_digits(1 << 63);
            assert_eq!(compared(half - error - 1), Some(Ordering::Less));
            assert_eq!(compared(half - error), None);
            assert_eq!(compared(half + above + error), None);
            assert_eq!(compared(half + above + error + 1), Some(Ordering::Greater));
        }
    }

    /// The square, halved if it is 2 or more, and rounded down.
    #[test]
    fn the_next_digit_is_that_of_the_square() {
        let one = 1u128 << WORKING;
        let small = [0u128, 1, 3 << 62, 5 << 61, u128::from(u64::MAX)];
        let tails = small.into_iter().flat_map(|n| [n, n << 63, one - 1 - n]);
        for mantissa in tails.map(|tail| one + tail) {
            let square = (Natural::from(mantissa) * Natural::from(mantissa)) >> WORKING;
            let digit = bit_length(&square) - WORKING - 1;
            let (next, found) = next_digit(mantissa);
            assert_eq!(found, digit as i128, "{mantissa:#x}");
            assert_eq!(Natural::from(next), square >> digit, "{mantissa:#x}");
        }
    }
}
