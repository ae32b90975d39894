//! Numbers as programs write them: exact ones, and doubles at their exact value.
//!
//! `7`, `3/10` and `0.3` are exact. `~0.3` is the double nearest to 3/10, and
//! `0x1.8p-1` is the double that C, Python and R write so.

use super::error::quoted;
use crate::numbers::{Integer, Natural, Rational, bit_length};

/// A number and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Its exact value.
    pub(super) value: Rational,
    /// Was it written as a double?
    pub(super) is_double: bool,
}

/// The number that a word denotes, or what is wrong with it.
pub(super) fn number(word: &str) -> Result<Number, String> {
    let (negative, unsigned) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let double = |value: Rational| Number {
        value,
        is_double: true,
    };
    if let Some(decimal) = word.strip_prefix('~') {
        let value: Option<f64> = decimal.parse().ok();
        return match value.filter(|value| value.is_finite()) {
            Some(value) => Ok(double(Rational::exactly(value))),
            None => Err(format!("{} is not a finite double", quoted(word))),
        };
    }
    if let Some(digits) = unsigned.strip_prefix("0x") {
        let value = hexadecimal(digits).ok_or_else(|| {
            let word = quoted(word);
            format!("{word} is not a double in hexadecimal digits like 0x1.8p-1")
        })?;
        return Ok(double(if negative { -value } else { value }));
    }
    let value = word.parse().map_err(|error| format!("{error}"))?;
    Ok(Number {
        value,
        is_double: false,
    })
}

/// The most hexadecimal digits of a double, and the largest power of two.
const LONGEST: usize = 64;
const LARGEST_POWER: i32 = 1_100;

/// The value of `1.8p-1`, which must be that of a double.
fn hexadecimal(text: &str) -> Option<Rational> {
    let (digits, power) = match text.split_once(['p', 'P']) {
        Some((digits, power)) => (digits, power.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fractional) = digits.split_once('.').unwrap_or((digits, ""));
    let length = whole.len() + fractional.len();
    if whole.is_empty() || length > LONGEST || power.saturating_abs() > LARGEST_POWER {
        return None;
    }
    let mut mantissa = Natural::ZERO;
    for digit in whole.chars().chain(fractional.chars()) {
        mantissa = (mantissa << 4) + Natural::from(digit.to_digit(16)?);
    }
    let power = power - 4 * i32::try_from(fractional.len()).ok()?;
    let scale = Natural::ONE << usize::try_from(power.unsigned_abs()).ok()?;
    let value = match power < 0 {
        true => Rational::from_parts(Integer::from(mantissa), scale),
        false => Rational::from(Integer::from(mantissa * scale)),
    };
    let nearest = value.to_f64();
    (nearest.is_finite() && Rational::exactly(nearest) == value).then_some(value)
}

/// The most bits that weights may have together over their common denominator:
/// 16 megabytes.
const LONGEST_TOGETHER: usize = 1 << 27;

/// Can these be brought over a common denominator? A line of fractions with
/// different prime denominators would otherwise fill the memory.
pub(super) fn fit_together(weights: &[Rational]) -> Result<(), String> {
    let mut common = Natural::ONE;
    for weight in weights {
        let denominator = weight.denominator();
        if (&common % denominator).is_zero() {
            continue;
        }
        let ratio = Rational::from_parts(Integer::from(common.clone()), denominator.clone());
        common *= ratio.denominator();
        if bit_length(&common).saturating_mul(weights.len()) > LONGEST_TOGETHER {
            return Err("the common denominator of the weights is too long".into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_and_doubles() {
        let half = Rational::new(1, 2);
        let cases = [
            ("1/2", half.clone(), false),
            ("0.5", half.clone(), false),
            ("~0.5", half.clone(), true),
            ("0x1p-1", half.clone(), true),
            ("0x1.0000000000000p-1", half.clone(), true),
            ("-0x8P-4", -half, true),
            ("0x0.0p+0", Rational::ZERO, true),
            ("0x1.8p+1", Rational::from(3), true),
            ("~0.1", Rational::exactly(0.1), true),
            ("~-1e-3", Rational::exactly(-1e-3), true),
            ("0x1.999999999999ap-4", Rational::exactly(0.1), true),
            ("0x0.0000000000001p-1022", Rational::exactly(5e-324), true),
            ("0x1.fffffffffffffp+1023", Rational::exactly(f64::MAX), true),
        ];
        for (word, value, is_double) in cases {
            assert_eq!(number(word), Ok(Number { value, is_double }), "{word}");
        }
    }

    #[test]
    fn what_is_no_number() {
        let none = [
            "",
            "x",
            "nan",
            "inf",
            "~nan",
            "~inf",
            "~-infinity",
            "~1e400",
            "~",
            "~1/2",
            "0x",
            "0x.8p1",
            "0x1p",
            "0x1p1024",
            "0x1p-1075",
            "0x1p99999999999",
            "0x1.00000000000001p0",
            "0xg",
            "0x1.8.8p0",
            "1/0",
        ];
        for word in none {
            assert!(number(word).is_err(), "{word}");
        }
        let long = format!("0x{}p0", "f".repeat(10_000));
        assert!(number(&long).is_err());
    }

    #[test]
    fn denominators_without_a_common_factor_have_a_limit() {
        let halves = vec![Rational::new(1, 2); 10_000];
        assert_eq!(fit_together(&halves), Ok(()));
        let coprime: Vec<Rational> = (1..20_000).map(|n| Rational::new(1, 2 * n + 1)).collect();
        assert!(fit_together(&coprime).is_err());
    }
}
