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
    /// elimination loses up to two binary digits a row.
    pub(super) fn precisions(self, size: usize) -> impl Iterator<Item = Precision> {
        let first = 64 + 4 * (self.digits + Self::SPARE) + 2 * size;
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
