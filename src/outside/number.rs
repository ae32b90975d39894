//! Numbers as programs and files write them: exact, or marked as doubles.
//!
//! `7`, `-3/10`, `0.25` and `1e-3` are exact. `~0.1` is the double next to 0.1,
//! and `0x1.8p-1` is a double in C's hexadecimal notation; both stand for their
//! exact binary value.

use crate::numbers::{Integer, LONGEST_NUMBER, Natural, Rational, excerpt};

/// The most characters an exact number may have. The matrices of lattices have
/// entries of some ten thousand digits; reducing a fraction of this length takes
/// a tenth of a second.
pub(crate) const LONGEST_WORD: usize = 250_000;

/// What to write in place of decimals that were rounded.
#[cfg(feature = "files")]
pub const DECIMALS_ARE_EXACT: &str = "decimals are read exactly: write fractions like 1/3, or in a program or a file ~0.333333333333 for rounded numbers";

/// The largest power of two, up or down, that a double can have, with some room.
const LARGEST_EXPONENT: i64 = 1_100;

/// The number that a word spells, and whether it is a double; or a sentence.
pub(crate) fn read_number(word: &str) -> Result<(Rational, bool), String> {
    let word = word.trim();
    if let Some(rounded) = word.strip_prefix('~') {
        return double(word, rounded).map(|number| (number, true));
    }
    if is_hexadecimal(word) {
        return hexadecimal(word).map(|number| (number, true));
    }
    match Rational::read_long(word, LONGEST_WORD) {
        Ok(number) => Ok((number, false)),
        Err(error) => Err(error.to_string()),
    }
}

/// Is a number written as a decimal, which is read exactly and which a program may
/// have rounded?
#[cfg(feature = "programs")]
pub(crate) fn is_decimal(word: &str) -> bool {
    let word = word.trim();
    let is_double = word.starts_with('~') || is_hexadecimal(word);
    !is_double && word.contains(['.', 'e', 'E'])
}

/// What stands behind `~`.
fn double(word: &str, rounded: &str) -> Result<Rational, String> {
    if rounded.len() > LONGEST_NUMBER {
        return Err(format!(
            "`{}` is too long for a double: at most {LONGEST_NUMBER} characters are read",
            excerpt(word)
        ));
    }
    if is_hexadecimal(rounded) {
        return hexadecimal(rounded);
    }
    let value = match rounded.parse::<Rational>() {
        // The nearest double to a decimal, as every language reads it.
        Ok(exact) => rounded.parse().unwrap_or_else(|_| exact.to_f64()),
        Err(_) => rounded
            .parse()
            .map_err(|_| format!("`{}` is not a double like ~0.1", excerpt(word)))?,
    };
    match f64::is_finite(value) {
        true => Ok(Rational::exactly(value)),
        false => Err(format!(
            "`{}` is not a finite number, or too large for a double",
            excerpt(word)
        )),
    }
}

fn is_hexadecimal(word: &str) -> bool {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    unsigned.starts_with("0x") || unsigned.starts_with("0X")
}

/// A double in C's notation: hexadecimal digits times a power of two.
fn hexadecimal(word: &str) -> Result<Rational, String> {
    let wrong = || {
        format!(
            "`{}` is not a double in hexadecimal notation like 0x1.8p-1",
            excerpt(word)
        )
    };
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    let digits = unsigned.get(2..).ok_or_else(wrong)?;
    let (mantissa, exponent) = digits.split_once(['p', 'P']).ok_or_else(wrong)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let is_number = |text: &str, digit: fn(&u8) -> bool| {
        !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| digit(&byte))
    };
    let power = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    if !is_number(&digits, u8::is_ascii_hexdigit) || !is_number(power, u8::is_ascii_digit) {
        return Err(wrong());
    }
    let power: i64 = power.parse().unwrap_or(i64::MAX);
    if power > LARGEST_EXPONENT {
        return Err(format!("`{}` is too large for a double", excerpt(word)));
    }
    let power = if exponent.starts_with('-') {
        -power
    } else {
        power
    };
    let magnitude = Natural::from_str_radix(&digits, 16).map_err(|_| wrong())?;
    let magnitude = Integer::from(magnitude);
    let numerator = if word.starts_with('-') {
        -magnitude
    } else {
        magnitude
    };
    let shift = power - 4 * fraction.len() as i64;
    let scale = Natural::ONE << shift.unsigned_abs() as usize;
    let value = match shift < 0 {
        true => Rational::from_parts(numerator, scale),
        false => Rational::from(numerator * Integer::from(scale)),
    };
    let nearest = value.to_f64();
    match nearest.is_finite() && Rational::exactly(nearest) == value {
        true => Ok(value),
        false => Err(format!("`{}` is not the value of a double", excerpt(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_numbers_and_doubles() {
        let tenth = Rational::exactly(0.1);
        let cases = [
            ("3/10", Rational::new(3, 10), false),
            (" 0.1 ", Rational::new(1, 10), false),
            ("1E-3", Rational::new(1, 1000), false),
            ("~0.1", tenth.clone(), true),
            ("~1/10", tenth.clone(), true),
            ("0x1.999999999999ap-4", tenth.clone(), true),
            ("~0x1.999999999999ap-4", tenth, true),
            ("~-.5", Rational::new(-1, 2), true),
            ("-0X1P+3", Rational::from(-8), true),
            ("0x0.0p+0", Rational::ZERO, true),
            ("0x.8p0", Rational::new(1, 2), true),
            ("~5e-324", Rational::new(1, 2).power(1074), true),
            (
                "0x0.0000000000001p-1022",
                Rational::new(1, 2).power(1074),
                true,
            ),
        ];
        for (word, number, double) in cases {
            assert_eq!(read_number(word), Ok((number, double)), "{word}");
        }
    }

    /// No other double is nearer to a decimal, and each comes back from its digits.
    #[test]
    fn decimals_are_read_as_the_nearest_double() {
        let mut word = 1u64;
        for _ in 0..5_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let decimal = format!("{}.{}e{}", word >> 60, word >> 3, (word >> 20) % 400 % 37);
            let exact: Rational = decimal.parse().expect("a decimal");
            let (found, _) = read_number(&format!("~{decimal}")).expect("a double");
            let double = found.to_f64();
            assert_eq!(Rational::exactly(double), found);
            let distance = |double: f64| (Rational::exactly(double) - &exact).abs();
            assert!(distance(double) <= distance(double.next_up()), "{decimal}");
            assert!(
                distance(double) <= distance(double.next_down()),
                "{decimal}"
            );
            let (again, _) = read_number(&format!("~{double:e}")).expect("a double");
            assert_eq!(again, found);
        }
    }

    #[test]
    fn words_that_are_no_numbers() {
        let cases = [
            ("", "not a number"),
            ("nan", "not a number"),
            ("-inf", "not a number"),
            ("~nan", "not a finite number"),
            ("~inf", "not a finite number"),
            ("~1e999", "too large for a double"),
            ("~", "not a double"),
            ("~~1", "not a double"),
            ("~1/0", "not a double"),
            ("0x10", "hexadecimal"),
            ("0x", "hexadecimal"),
            ("0xp3", "hexadecimal"),
            ("0x1.8p", "hexadecimal"),
            ("0x1p99999999999999999999999", "too large"),
            ("0x1.8é", "hexadecimal"),
            ("0x1p1024", "not the value of a double"),
            ("0x1p-1075", "not the value of a double"),
            ("0x1.00000000000001p0", "not the value of a double"),
            ("1e999999999", "too large"),
        ];
        for (word, sentence) in cases {
            let error = read_number(word).expect_err(word);
            assert!(error.contains(sentence), "{word}: {error}");
        }
        let long = format!("~{}", "1".repeat(2_000));
        assert!(read_number(&long).is_err_and(|error| error.contains("too long")));
        let long = "1".repeat(LONGEST_WORD + 1);
        assert!(read_number(&long).is_err_and(|error| error.contains("too large")));
    }
}
