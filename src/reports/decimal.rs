//! Rationals as decimals, correctly rounded to as many digits as are asked for.

use crate::numbers::{Integer, Natural, Rational};

/// Decimal digits that are shown unless more or fewer are asked for.
pub(super) const DIGITS: usize = 12;

/// So many decimals behind the point, the last one rounded; of a number that
/// would vanish in them, so many digits and a power of ten.
pub(super) fn decimal(value: &Rational, digits: usize) -> String {
    let small = Rational::new(1, 10).power((digits / 2).max(1));
    if value.is_zero() || value.abs() >= small {
        return fixed(value, digits);
    }
    let exponent = exponent(value);
    let scaled = value.abs() * Rational::from(10).power(exponent);
    let mantissa = fixed(&scaled, digits.saturating_sub(1));
    // Rounding can carry: 9.99… becomes 10.
    let (mantissa, exponent) = match mantissa.starts_with("10") {
        true => (
            fixed(&Rational::ONE, digits.saturating_sub(1)),
            exponent - 1,
        ),
        false => (mantissa, exponent),
    };
    let sign = if value.is_negative() { "-" } else { "" };
    format!("{sign}{mantissa}e-{exponent}")
}

/// A number of one digit that is not below a positive one of magnitude below 1,
/// with its power of ten: for the width of an enclosure.
pub(super) fn at_most(value: &Rational) -> String {
    let exponent = exponent(value);
    let scaled = value * Rational::from(10).power(exponent);
    match u8::try_from(whole(&scaled) + Integer::ONE) {
        Ok(up @ ..=9) => format!("{up}e-{exponent}"),
        _ => format!("1e-{}", exponent.saturating_sub(1)),
    }
}

/// The smallest power of ten that takes a number of magnitude below 1 to 1 or
/// above.
fn exponent(value: &Rational) -> usize {
    let ratio = Rational::from_parts(
        Integer::from(value.denominator().clone()),
        crate::numbers::magnitude(value.numerator()),
    );
    let digits = whole(&ratio).to_string().len();
    let reaches = |power: usize| value.abs() * Rational::from(10).power(power) >= Rational::ONE;
    (digits.saturating_sub(2)..)
        .find(|&power| reaches(power))
        .unwrap_or(digits)
}

/// The whole part of a nonnegative number.
fn whole(value: &Rational) -> Integer {
    value.numerator() / Integer::from(value.denominator().clone())
}

/// So many decimals, the last one rounded to the nearest.
fn fixed(value: &Rational, digits: usize) -> String {
    let scale = Natural::from(10u8).pow(digits);
    let half = Rational::new(1, 2);
    let scaled = value.abs() * Rational::from(Integer::from(scale)) + half;
    let mut text = whole(&scaled).to_string();
    if text.len() <= digits {
        text = format!("{}{text}", "0".repeat(digits + 1 - text.len()));
    }
    let point = text.len() - digits;
    let sign = match value.is_negative() && text.bytes().any(|byte| byte != b'0') {
        true => "-",
        false => "",
    };
    match digits {
        0 => format!("{sign}{text}"),
        _ => format!("{sign}{}.{}", &text[..point], &text[point..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_to_the_nearest() {
        let cases = [
            ((1, 3), 4, "0.3333"),
            ((2, 3), 4, "0.6667"),
            ((-2, 3), 4, "-0.6667"),
            ((1, 1), 3, "1.000"),
            ((0, 1), 2, "0.00"),
            ((123_456, 1), 2, "123456.00"),
            ((19_999, 10_000), 3, "2.000"),
            ((1, 3_000_000), 4, "3.333e-7"),
            ((-1, 3_000_000), 4, "-3.333e-7"),
            ((99_999_999, 1_000_000_000_000_000), 4, "1.000e-7"),
            ((7, 2), 0, "4"),
            ((7, 9), 1, "0.8"),
        ];
        for ((numerator, denominator), digits, expected) in cases {
            let value = Rational::new(numerator, denominator);
            assert_eq!(decimal(&value, digits), expected);
        }
    }

    #[test]
    fn widths_are_rounded_up() {
        assert_eq!(at_most(&Rational::new(1, 1_000)), "2e-3");
        assert_eq!(at_most(&Rational::new(123, 100_000)), "2e-3");
        assert_eq!(at_most(&Rational::new(1, 3)), "4e-1");
        assert_eq!(at_most(&Rational::new(99, 1_000)), "1e-1");
    }
}
