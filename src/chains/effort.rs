//! How much work exact linear algebra will be, before it is begun.
//!
//! Entries grow with every elimination step, so that time depends on the
//! number of states and on the length of the fractions. These are estimates of
//! operations on machine words; reports leave out what would take much more
//! than a second.

use super::Chain;
use crate::numbers::{Rational, bit_length, over_common_denominator};

/// The most words of work for one figure in a report.
const MOST_WORK: u128 = 5_000_000_000;

/// Can a linear system of this size be solved quickly? After n steps entries
/// have n times the bits of a row, and products take the square of that.
fn solves_quickly(size: usize, row_bits: usize) -> bool {
    let words = (size as u128 * row_bits as u128).div_ceil(64).max(1);
    (size as u128).pow(3) * words * words <= 2 * MOST_WORK
}

/// Can the roots of a polynomial be enclosed quickly? The sequence of
/// remainders has coefficients as long as degree times the given length.
pub(super) fn isolates_quickly(degree: usize, coefficient_bits: usize) -> bool {
    let words = (degree as u128 * coefficient_bits as u128)
        .div_ceil(64)
        .max(1);
    (degree as u128 * words).pow(2) <= MOST_WORK
}

/// The bits of the common denominator.
pub(super) fn denominator_bits<'a>(
    values: impl IntoIterator<Item = &'a Rational> + Clone,
) -> usize {
    bit_length(&over_common_denominator(values).1)
}

impl Chain {
    /// The longest common denominator of a row, in bits.
    fn row_bits(&self) -> usize {
        let rows = self.matrix().rows().iter();
        rows.map(denominator_bits).max().unwrap_or(0)
    }

    /// Can the stationary law be solved for quickly?
    pub(super) fn law_is_quick(&self) -> bool {
        solves_quickly(self.states().len(), self.row_bits())
    }

    /// Can an asymptotic variance be solved for quickly?
    pub(super) fn variance_is_quick(&self) -> bool {
        let bits = self.row_bits() + denominator_bits(self.target());
        solves_quickly(self.states().len(), bits)
    }
}
