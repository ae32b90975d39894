//! Exact reading of numbers as people write them: `7`, `-3/10`, `0.25`, `1e-3`.
//!
//! A decimal is read as the rational it denotes, never through a double.
//! Length and exponent are limited, so that `1e999999999` is refused at once
//! instead of filling the memory.

use std::fmt;
use std::str::FromStr;

use super::exact::{Integer, Natural, Rational};

/// The most characters a number may have, and the largest exponent.
pub const LONGEST_NUMBER: usize = 1_000;

/// Why a text is not an exact number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseRationalError {
    /// Not of the form `7`, `-3/10`, `0.25` or `1e-3`.
    NotANumber(String),
    /// The denominator is zero.
    ZeroDenominator(String),
    /// More characters than are read, or a larger exponent than
    /// [`LONGEST_NUMBER`].
    TooLong {
        /// Its beginning.
        text: String,
        /// The most characters that are read here.
        longest: usize,
    },
}

impl fmt::Display for ParseRationalError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(text) => write!(
                formatter,
                "`{text}` is not a number like 7, -3/10, 0.25 or 1e-3"
            ),
            Self::ZeroDenominator(text) => write!(formatter, "`{text}` divides by zero"),
            Self::TooLong { text, longest } => write!(
                formatter,
                "`{text}` is too large: at most {longest} digits and an exponent of at most {LONGEST_NUMBER} are read"
            ),
        }
    }
}

impl std::error::Error for ParseRationalError {}

impl FromStr for Rational {
    type Err = ParseRationalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Rational::read_long(text, LONGEST_NUMBER)
    }
}

impl Rational {
    /// Reads a number of at most `longest` characters, otherwise as `parse` does:
    /// for numbers that were computed and not typed. A fraction is reduced in a
    /// time that grows with the square of its length.
    ///
    /// ```
    /// use peskun::numbers::Rational;
    /// let long = "3".repeat(5_000);
    /// assert!(long.parse::<Rational>().is_err());
    /// let third = Rational::read_long(&format!("{long}/{}", "9".repeat(5_000)), 20_000);
    /// assert_eq!(third, Ok(Rational::new(1, 3)));
    /// ```
    pub fn read_long(text: &str, longest: usize) -> Result<Self, ParseRationalError> {
        let text = text.trim();
        if text.len() > longest {
            return Err(ParseRationalError::TooLong {
                text: excerpt(text),
                longest,
            });
        }
        match text.split_once('/') {
            Some((numerator, denominator)) => fraction(text, numerator, denominator),
            None => decimal(text, longest),
        }
    }
}

fn fraction(
    text: &str,
    numerator: &str,
    denominator: &str,
) -> Result<Rational, ParseRationalError> {
    let (negative, numerator) = split_sign(numerator.trim_end());
    let denominator = denominator.trim_start();
    if !is_digits(numerator) || !is_digits(denominator) {
        return Err(ParseRationalError::NotANumber(excerpt(text)));
    }
    let denominator = natural(denominator);
    if denominator.is_zero() {
        return Err(ParseRationalError::ZeroDenominator(excerpt(text)));
    }
    Ok(Rational::from_parts(
        signed(negative, natural(numerator)),
        denominator,
    ))
}

fn decimal(text: &str, longest: usize) -> Result<Rational, ParseRationalError> {
    let not_a_number = || ParseRationalError::NotANumber(excerpt(text));
    let (negative, unsigned) = split_sign(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fractional) = match mantissa.split_once('.') {
        Some((whole, fractional)) if !fractional.is_empty() => (whole, fractional),
        Some(_) => return Err(not_a_number()),
        None => (mantissa, ""),
    };
    if !is_digits(whole) || !(fractional.is_empty() || is_digits(fractional)) {
        return Err(not_a_number());
    }
    let exponent = match exponent {
        Some(exponent) => read_exponent(exponent).ok_or_else(not_a_number)?,
        None => 0,
    };
    if exponent.unsigned_abs() as usize > LONGEST_NUMBER {
        return Err(ParseRationalError::TooLong {
            text: excerpt(text),
            longest,
        });
    }
    let digits = natural(&format!("{whole}{fractional}"));
    let shift = exponent - fractional.len() as i64;
    let power = Natural::from(10u8).pow(shift.unsigned_abs() as usize);
    Ok(if shift >= 0 {
        Rational::from(signed(negative, digits * power))
    } else {
        Rational::from_parts(signed(negative, digits), power)
    })
}

/// The exponent, clamped far beyond the limit when it would not fit.
fn read_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = split_sign(text);
    if !is_digits(digits) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX / 2);
    Some(if negative { -size } else { size })
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn natural(digits: &str) -> Natural {
    Natural::from_str(digits).expect("only ASCII digits come here")
}

fn signed(negative: bool, magnitude: Natural) -> Integer {
    let value = Integer::from(magnitude);
    if negative { -value } else { value }
}

/// The beginning of a text, short enough for an error message and without
/// control characters.
pub(crate) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 40;
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = text.chars().take(SHOWN).map(printable).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        let cases = [
            ("7", (7, 1)),
            ("-3/10", (-3, 10)),
            (" 4 / 6 ", (2, 3)),
            ("0.25", (1, 4)),
            ("1e-3", (1, 1000)),
            ("+2.50E1", (25, 1)),
            ("12e2", (1_200, 1)),
            ("-1.25e4", (-12_500, 1)),
            ("-0.0", (0, 1)),
        ];
        for (text, (numerator, denominator)) in cases {
            assert_eq!(
                text.parse(),
                Ok(Rational::new(numerator, denominator)),
                "{text}"
            );
        }
    }

    #[test]
    fn texts_that_are_no_numbers() {
        let none = [
            "", "-", ".5", "1.", "1e", "e3", "1/", "/2", "1/-2", "0x10", "1_000", "nan", "inf",
            "½", "1/2/3", "1 2",
        ];
        for text in none {
            assert!(
                matches!(
                    text.parse::<Rational>(),
                    Err(ParseRationalError::NotANumber(_))
                ),
                "{text}"
            );
        }
        assert!(matches!(
            "1/0".parse::<Rational>(),
            Err(ParseRationalError::ZeroDenominator(_))
        ));
    }

    #[test]
    fn absurd_sizes_are_refused_without_being_built() {
        for text in [
            "1e999999999",
            "1e-1001",
            "1e99999999999999999999",
            &"9".repeat(20_000),
        ] {
            assert!(matches!(
                text.parse::<Rational>(),
                Err(ParseRationalError::TooLong { .. })
            ));
        }
        assert!("1e1000".parse::<Rational>().is_ok());
        let nines = |count| "9".repeat(count).parse::<Rational>();
        let largest = Rational::from(10).power(LONGEST_NUMBER) - Rational::ONE;
        assert_eq!(nines(LONGEST_NUMBER), Ok(largest));
        let refused = ParseRationalError::TooLong {
            text: format!("{}…", "9".repeat(40)),
            longest: LONGEST_NUMBER,
        };
        assert_eq!(nines(LONGEST_NUMBER + 1), Err(refused));
    }
}
