//! Probabilities enclosed between two fixed-point numbers, rounded outward.
//!
//! A unit is 2⁻¹²⁷. Every operation rounds the lower end down and the upper
//! end up, so that the enclosed number never escapes.

use super::exact::{Integer, Natural, Rational, divided};

/// The fixed-point number 1.
const ONE: u128 = 1 << 127;

/// A number between 0 and 1 that is known to lie between two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    low: u128,
    high: u128,
}

impl Interval {
    /// Exactly zero.
    pub const ZERO: Interval = Interval { low: 0, high: 0 };

    /// Encloses `part / whole`.
    ///
    /// # Panics
    /// If the part is larger than the whole, or the whole is zero.
    pub fn of(part: &Natural, whole: &Natural) -> Self {
        assert!(part <= whole, "a part is at most the whole");
        let (low, rest) = divided(part.clone() << 127usize, whole);
        let low = u128::try_from(low).unwrap_or(ONE);
        Interval {
            low,
            high: if rest.is_zero() { low } else { low + 1 },
        }
    }

    /// The sum, at most 1.
    pub fn plus(self, other: Self) -> Self {
        Interval {
            low: (self.low + other.low).min(ONE),
            high: (self.high + other.high).min(ONE),
        }
    }

    /// The difference of a number and a smaller one.
    pub fn minus(self, other: Self) -> Self {
        Interval {
            low: self.low.saturating_sub(other.high),
            high: self.high.saturating_sub(other.low),
        }
    }

    /// The product.
    pub fn times(self, other: Self) -> Self {
        let (low, _) = product(self.low, other.low);
        let (high, inexact) = product(self.high, other.high);
        Interval {
            low,
            high: high + u128::from(inexact),
        }
    }

    /// The same with a lower end of zero: all that is known is a bound.
    pub fn at_most(self) -> Self {
        Interval { low: 0, ..self }
    }

    /// Is the number certainly so small that it may be dropped into the error?
    pub fn is_negligible(self) -> bool {
        self.high < 1 << 12
    }

    /// The lower end.
    pub fn low(self) -> Rational {
        Self::rational(self.low)
    }

    /// The upper end.
    pub fn high(self) -> Rational {
        Self::rational(self.high)
    }

    fn rational(units: u128) -> Rational {
        Rational::from_parts(Integer::from(units), Natural::from(ONE))
    }
}

/// The product of two fixed-point numbers of at most 1, rounded down, and
/// whether anything was lost.
fn product(a: u128, b: u128) -> (u128, bool) {
    const LOW: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let bottom = a0 * b0;
    // With a1, b1 at most 2⁶³ and a0, b0 below 2⁶⁴ the sum is below 2¹²⁸.
    let sum = a1 * b0 + a0 * b1 + (bottom >> 64);
    let top = a1 * b1 + (sum >> 64);
    let rest = (sum << 64) | (bottom & LOW);
    // The product is top·2¹²⁸ + rest, in units of 2⁻²⁵⁴.
    ((top << 1) | (rest >> 127), rest << 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(part: u64, whole: u64) -> Interval {
        Interval::of(&Natural::from(part), &Natural::from(whole))
    }

    #[test]
    fn exact_halves_stay_exact() {
        let half = of(1, 2);
        assert_eq!(half.times(half), of(1, 4));
        assert_eq!(half.plus(half), of(1, 1));
        assert_eq!(of(1, 1).times(half), half);
        assert_eq!(of(3, 4).minus(half), of(1, 4));
        assert_eq!(half.low(), Rational::new(1, 2));
    }

    #[test]
    fn the_number_never_escapes_and_the_width_is_small() {
        let mut enclosed = of(1, 1);
        let mut exact = Rational::ONE;
        for n in 1..200u64 {
            let (part, whole) = (n + 7, n + 8);
            enclosed = enclosed.times(of(part, whole));
            exact *= Rational::new(part as i64, whole as i64);
            assert!(enclosed.low() <= exact && exact <= enclosed.high(), "{n}");
        }
        let sum = (1..100u64).fold(Interval::ZERO, |sum, n| sum.plus(of(n, 10_007)));
        let exact: Rational = (1..100).map(|n| Rational::new(n, 10_007)).sum();
        assert!(sum.low() <= exact && exact <= sum.high());
        let width = sum.high() - sum.low();
        assert!(width <= Rational::new(1, 10).power(30));
    }

    /// Products of words with many zeros and ones, against long multiplication.
    #[test]
    fn products_of_all_shapes_of_words() {
        let ends = [0, 1, 2, 3, 63, 64, 65, 100, 126, 127].map(|bits| 1u128 << bits);
        let words: Vec<u128> = ends
            .iter()
            .flat_map(|&end| [end - 1, end, end + 1, ONE - end, (ONE - end) ^ (end >> 1)])
            .chain([
                ONE / 3,
                ONE / 5 * 4,
                0x5555_5555_ffff_ffff_ffff_ffff_0000_0001,
            ])
            .filter(|&word| word <= ONE)
            .collect();
        for &a in &words {
            for &b in &words {
                let exact = Natural::from(a) * Natural::from(b);
                let (whole, rest) = divided(exact, &(Natural::ONE << 127usize));
                let found = product(a, b);
                assert_eq!(Natural::from(found.0), whole, "{a:#x} {b:#x}");
                assert_eq!(found.1, !rest.is_zero(), "{a:#x} {b:#x}");
            }
        }
    }

    #[test]
    fn only_the_smallest_are_negligible() {
        assert!(Interval::ZERO.is_negligible());
        let units = |high| Interval { low: 0, high };
        assert!(units((1 << 12) - 1).is_negligible());
        assert!(!units(1 << 12).is_negligible());
        assert!(!of(1, 2).is_negligible());
        assert_eq!(of(1, 3).at_most().low(), Rational::ZERO);
        assert_eq!(of(1, 3).at_most().high(), of(1, 3).high());
    }

    #[test]
    fn differences_and_sums_stay_between_zero_and_one() {
        let (third, half) = (of(1, 3), of(1, 2));
        assert!(half.minus(third).low() <= Rational::new(1, 6));
        assert!(half.minus(third).high() >= Rational::new(1, 6));
        assert_eq!(third.minus(half), Interval::ZERO);
        assert_eq!(of(2, 3).plus(of(1, 3)).high(), Rational::ONE);
        assert_eq!(of(2, 3).plus(half), of(1, 1));
    }
}
