//! How narrow an enclosure must be, and how far the precision may go for it.

use super::Figure;
use crate::numbers::{Precision, Rational};

/// What is asked of an enclosure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accuracy {
    /// Decimal digits that are shown to people.
    pub digits: usize,
}

impl Accuracy {
    /// The most digits that can be asked for.
    pub const MOST_DIGITS: usize = 1_000;
    /// Digits beyond those shown that an enclosure is sure of.
    const SPARE: usize = 8;
    /// The most binary digits that are computed with.
    const MOST_BITS: usize = 1 << 17;

    /// Is an enclosure narrow enough: by so many digits of its size, or, of what
    /// may be zero, by four times as many behind the point?
    pub fn allows(self, figure: &Figure) -> bool {
        let unit = |digits: usize| Rational::new(1, 10).power(digits);
        let size = figure.low().abs().min(figure.high().abs());
        let wanted = self.digits + Self::SPARE;
        let straddles = figure.low().is_negative() != figure.high().is_negative();
        let width = match straddles || size.is_zero() {
            true => unit(4 * wanted),
            false => size.min(Rational::ONE) * unit(wanted),
        };
        figure.width() <= width
    }

    /// Squarings after which roots of that order are as accurate as is asked for,
    /// with a few to spare.
    pub(super) fn squarings(self) -> u32 {
        (4 * (self.digits + Self::SPARE) + 16) as u32
    }

    /// Precisions to try for a problem of this size, each twice the one before:
    /// elimination loses up to two binary digits a row, and seldom as many as a
    /// quarter of one.
    pub(super) fn precisions(self, size: usize) -> impl Iterator<Item = Precision> {
        let first = 64 + 4 * (self.digits + Self::SPARE) + size / 4;
        std::iter::successors(Some(first), |bits| Some(2 * bits))
            .take_while(|&bits| bits <= Self::MOST_BITS)
            .map(Precision)
    }
}

impl Default for Accuracy {
    /// Twelve digits shown, enclosures to twenty.
    fn default() -> Self {
        Accuracy { digits: 12 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precisions_double_up_to_the_most() {
        let accuracy = Accuracy { digits: 12 };
        let bits: Vec<usize> = accuracy
            .precisions(10)
            .map(|precision| precision.0)
            .collect();
        assert_eq!(bits[..3], [146, 292, 584]);
        assert!(bits.windows(2).all(|pair| pair[1] == 2 * pair[0]));
        assert!(*bits.last().expect("some") <= 1 << 17 && 2 * bits.last().expect("some") > 1 << 17);
        assert_eq!(accuracy.squarings(), 96);
    }

    #[test]
    fn widths_that_are_narrow_enough() {
        // Two digits are shown, so ten are sure, or forty behind the point of zero.
        let accuracy = Accuracy { digits: 2 };
        let tenth = |digits: usize| Rational::new(1, 10).power(digits);
        let allows = |low: Rational, width: &Rational| {
            let high = &low + width;
            accuracy.allows(&Figure::between(low, high))
        };
        let wider = |width: &Rational| width * Rational::new(1_001, 1_000);
        let half = Rational::new(1, 2);
        let width = &half * tenth(10);
        assert!(allows(half.clone(), &width) && !allows(half, &wider(&width)));
        // Sizes above 1 count as 1, on both sides of zero.
        assert!(
            allows(Rational::from(5), &tenth(10)) && !allows(Rational::from(5), &wider(&tenth(10)))
        );
        let below = Rational::from(-5) - tenth(10);
        assert!(allows(below, &tenth(10)));
        assert!(allows(Rational::ZERO, &tenth(40)) && !allows(Rational::ZERO, &wider(&tenth(40))));
        let straddling = tenth(40) * Rational::new(-1, 2);
        assert!(allows(straddling.clone(), &tenth(40)) && !allows(straddling, &wider(&tenth(40))));
    }
}
