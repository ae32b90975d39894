//! |λ₂| of any chain, by repeated squaring in balls.
//!
//! With Q = P − 1π, whose eigenvalues are those of P with a zero in place of the
//! one that is 1, and k = 2ʲ,
//!
//! (|trace Qᵏ| / (n − 1))^(1/k) ≤ |λ₂| ≤ ‖Qᵏ‖^(1/k),
//!
//! and both ends close in on |λ₂| as j grows, except that the lower one waits
//! where the trace happens to vanish.

use super::{Accuracy, Figure};
use crate::numbers::{Ball, Integer, Natural, Precision, Rational, bit_length, square_root};

/// A matrix of balls times a power of 2.
struct Scaled {
    rows: Vec<Vec<Ball>>,
    exponent: Integer,
}

/// A nonnegative number: so many units times a power of 2.
struct Size {
    units: Natural,
    exponent: Integer,
}

impl Scaled {
    /// The same with entries of about 1, so that no digits are lost and none are
    /// carried that mean nothing.
    fn normalized(self, precision: Precision) -> Self {
        let entries = self.rows.iter().flatten();
        let sizes = entries.map(|entry| bit_length(&entry.largest_size()));
        let bits = sizes.max().unwrap_or(0);
        let scale = |entry: &Ball| match bits <= precision.0 {
            true => entry.shifted(precision.0 - bits),
            false => entry.shortened(bits - precision.0),
        };
        let row = |row: Vec<Ball>| row.iter().map(scale).collect();
        Scaled {
            rows: self.rows.into_iter().map(row).collect(),
            exponent: self.exponent + Integer::from(bits) - Integer::from(precision.0),
        }
    }

    fn squared(&self, precision: Precision) -> Self {
        let size = self.rows.len();
        let entry = |i: usize, j: usize| {
            (0..size).fold(Ball::ZERO, |sum, k| {
                sum.plus(&precision.times(&self.rows[i][k], &self.rows[k][j]))
            })
        };
        let row = |i: usize| (0..size).map(|j| entry(i, j)).collect();
        let squared = Scaled {
            rows: (0..size).map(row).collect(),
            exponent: &self.exponent * Integer::from(2),
        };
        squared.normalized(precision)
    }

    /// At least the norm: the largest sum of magnitudes in a row.
    fn norm(&self) -> Size {
        let sum = |row: &Vec<Ball>| {
            let magnitudes = row.iter().map(Ball::largest_size);
            magnitudes.fold(Natural::ZERO, |sum, size| sum + size)
        };
        Size {
            units: self.rows.iter().map(sum).max().unwrap_or(Natural::ZERO),
            exponent: self.exponent.clone(),
        }
    }

    /// At most the magnitude of the trace over n − 1.
    fn mean_trace(&self) -> Size {
        let diagonal = self.rows.iter().enumerate().map(|(i, row)| &row[i]);
        let trace = diagonal.fold(Ball::ZERO, |sum, entry| sum.plus(entry));
        Size {
            units: trace.smallest_size() / Natural::from(self.rows.len() - 1),
            exponent: self.exponent.clone(),
        }
    }
}

impl Size {
    /// The root of order 2ʲ, in units of the precision: rounded down, or up.
    fn root(self, times: u32, up: bool, precision: Precision) -> Natural {
        let Size {
            mut units,
            mut exponent,
        } = self;
        // From here on: value = units · 2^exponent with no precision implied.
        exponent -= Integer::from(precision.0);
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

/// Encloses the spectral radius, at most 1, of a matrix of balls with at least two
/// rows, as narrowly as this precision allows and accuracy asks for.
pub(super) fn spectral_radius(
    precision: Precision,
    rows: Vec<Vec<Ball>>,
    accuracy: Accuracy,
) -> Figure {
    let unit =
        |units: Natural| Rational::from_parts(Integer::from(units), Natural::ONE << precision.0);
    let start = Scaled {
        rows,
        exponent: Integer::ZERO,
    };
    let mut power = start.normalized(precision);
    let mut bracket = Figure::between(Rational::ZERO, Rational::ONE);
    for times in 0..=accuracy.squarings() {
        let high = unit(power.norm().root(times, true, precision));
        let low = unit(power.mean_trace().root(times, false, precision));
        bracket = Figure::between(
            low.max(bracket.low().clone()),
            high.min(bracket.high().clone()),
        );
        // Once the error has the size of the entries, squaring tells nothing new.
        let only_errors = power.rows.iter().flatten().all(Ball::may_be_zero);
        if only_errors || accuracy.allows(&bracket) {
            break;
        }
        power = power.squared(precision);
    }
    bracket
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(center: i64, precision: Precision) -> Ball {
        precision.enclose(&Rational::new(center, 1 << precision.0))
    }

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
                            exponent: Integer::from(exponent),
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
                exponent: Integer::from(exponent),
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

    #[test]
    fn norms_and_traces() {
        let precision = Precision(4);
        let entries = [[6, -3], [-9, 4]];
        let row = |row: [i64; 2]| row.map(|units| ball(units, precision)).to_vec();
        let scaled = Scaled {
            rows: entries.map(row).to_vec(),
            exponent: Integer::from(-2),
        };
        assert_eq!(scaled.norm().units, Natural::from(13u8));
        assert_eq!(scaled.mean_trace().units, Natural::from(10u8));
        let three = Scaled {
            rows: (0..3)
                .map(|_| {
                    row([8, 8])
                        .into_iter()
                        .chain([ball(8, precision)])
                        .collect()
                })
                .collect(),
            exponent: Integer::ZERO,
        };
        assert_eq!(three.mean_trace().units, Natural::from(12u8));
        // The largest entry gets as many digits as the precision has.
        let normalized = scaled.normalized(Precision(7));
        assert_eq!(normalized.rows[1][0], ball(-9 << 3, Precision(0)));
        assert_eq!(normalized.exponent, Integer::from(-2 + 4 - 7));
        // Or as few: 40 and 3 are 10 and 0 fours, of which one may be lost.
        let long = Scaled {
            rows: vec![vec![ball(40, Precision(0)), ball(3, Precision(0))]],
            exponent: Integer::ZERO,
        };
        let short = long.normalized(precision);
        let sizes = |ball: &Ball| [ball.smallest_size(), ball.largest_size()];
        let expected = |sizes: [u8; 2]| sizes.map(Natural::from);
        assert_eq!(sizes(&short.rows[0][0]), expected([9, 11]));
        assert_eq!(sizes(&short.rows[0][1]), expected([0, 1]));
        assert_eq!(short.exponent, Integer::from(2));
    }

    /// Rotations, whose powers have traces that vanish, and a diagonal; one eigenvalue
    /// is zero.
    #[test]
    fn known_radii() {
        let precision = Precision(160);
        let accuracy = Accuracy { digits: 6 };
        let zero = (0, 1);
        let radius = |rows: &[&[(i64, i64)]]| {
            let entry = |&(n, d): &(i64, i64)| precision.enclose(&Rational::new(n, d));
            let rows = rows.iter().map(|row| row.iter().map(entry).collect());
            spectral_radius(precision, rows.collect(), accuracy)
        };
        let diagonal = radius(&[&[(2, 3), zero, zero], &[zero, (-1, 7), zero], &[zero; 3]]);
        assert!(diagonal.contains(&Rational::new(2, 3)) && accuracy.allows(&diagonal));
        let turned = radius(&[&[zero, (1, 2), zero], &[(-1, 2), zero, zero], &[zero; 3]]);
        assert!(turned.contains(&Rational::new(1, 2)));
        assert!(turned.width() < Rational::new(1, 1_000));
        // Powers that vanish, the second and the third: what is left of the next one
        // are errors of about 2⁻¹⁶⁰, and of those the root is taken.
        let small = |bits: usize| Rational::new(1, 2).power(bits);
        let second = radius(&[&[zero, (1, 2)], &[zero; 2]]);
        let third = radius(&[&[zero, (1, 2), (1, 3)], &[zero, zero, (1, 2)], &[zero; 3]]);
        for (nothing, high) in [(second, small(160 / 2 - 2)), (third, small(160 / 4 - 2))] {
            assert_eq!(*nothing.low(), Rational::ZERO);
            assert!(*nothing.high() <= high, "{nothing:?}");
        }
    }
}
