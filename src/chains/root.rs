//! Roots of numbers that are rounded down, or up.

use crate::numbers::{Integer, Natural, Precision, bit_length, square_root};

/// A nonnegative number: so many units, each 2 to this power.
#[derive(Clone, Debug)]
pub(super) struct Size {
    pub(super) units: Natural,
    pub(super) exponent: Integer,
}

impl Size {
    /// The root of order 2ʲ, in units of the precision: rounded down, or up.
    pub(super) fn root(self, times: u32, up: bool, precision: Precision) -> Natural {
        let Size {
            mut units,
            mut exponent,
        } = self;
        for _ in 0..times {
            // Enough digits for the root to have as many as the precision.
            let wanted = 2 * precision.0 + 2;
            let mut shift = wanted.saturating_sub(bit_length(&units));
            let odd = (&exponent - Integer::from(shift)) % Integer::from(2) != Integer::ZERO;
            shift += usize::from(odd);
            let widened = &units << shift;
            let down = square_root(&widened);
            let exact = &down * &down == widened;
            units = match up && !exact {
                true => down + Natural::ONE,
                false => down,
            };
            exponent = (exponent - Integer::from(shift)) / Integer::from(2);
        }
        let shift = exponent + Integer::from(precision.0);
        match usize::try_from(shift.clone()) {
            Ok(left) => units << left,
            Err(_) => {
                let right = usize::try_from(-shift).unwrap_or(usize::MAX);
                let lost = right >= bit_length(&units);
                let down = if lost { Natural::ZERO } else { &units >> right };
                let exact = !lost && (&down << right) == units || units.is_zero();
                match up && !exact {
                    true => down + Natural::ONE,
                    false => down,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Rational;

    /// Roots of numbers up to 2, held to their powers.
    #[test]
    fn roots_from_both_sides() {
        let precision = Precision(9);
        let power = |root: &Natural, times: u32| {
            let root = Rational::from_parts(Integer::from(root.clone()), Natural::ONE << 9usize);
            root.power(1 << times)
        };
        for units in (0..40u64).chain([511, 512, 513, 1_000, 1_023, 1_024]) {
            for exponent in -12..=0i64 {
                let half = Rational::new(1, 2).power((9 - exponent) as usize);
                let value = Rational::from(units as i64) * half;
                for times in 0..4 {
                    let root = |up| {
                        let size = Size {
                            units: Natural::from(units),
                            exponent: Integer::from(exponent - 9),
                        };
                        size.root(times, up, precision)
                    };
                    let (down, up) = (root(false), root(true));
                    let named = format!("{units} {exponent} {times}");
                    assert!(power(&down, times) <= value, "{named}");
                    assert!(value <= power(&up, times), "{named}");
                    assert!(down <= up, "{named}");
                    // As narrow as the units allow: exact where the root is a whole
                    // number of them, and otherwise a few of them wide.
                    if times == 0 {
                        assert!(value < power(&(&down + Natural::ONE), 0), "{named}");
                        let above = &up - Natural::from(u8::from(!up.is_zero()));
                        assert!(up.is_zero() || power(&above, 0) < value, "{named}");
                    }
                    assert!(&up - &down <= Natural::from(3u8), "{named}: {down} {up}");
                    let exact = power(&down, times) == value;
                    assert!(!exact || down == up, "{named}");
                }
            }
        }
    }

    /// Numbers with more digits than a root needs, and those above the point.
    #[test]
    fn roots_of_long_numbers() {
        let root = |units: u64, exponent: i64, times: u32, up: bool| {
            let size = Size {
                units: Natural::from(units),
                exponent: Integer::from(exponent - 4),
            };
            size.root(times, up, Precision(4))
        };
        // In sixteenths: 12 itself; √9 is 48, by an even and an odd power of 2 …
        for up in [false, true] {
            assert_eq!(root(3, 2, 0, up), Natural::from(12u8));
            assert_eq!(root(9 << 8, 4 - 8, 1, up), Natural::from(48u8));
            assert_eq!(root(9 << 9, 4 - 9, 1, up), Natural::from(48u8));
        }
        // … and √(9/2) is 33.9.
        assert_eq!(root(9 << 8, 4 - 9, 1, false), Natural::from(33u8));
        assert_eq!(root(9 << 8, 4 - 9, 1, true), Natural::from(34u8));
    }
}
