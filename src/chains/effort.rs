//! What is short enough to be computed exactly, before it is begun.
//!
//! The solution of a linear system has about as many digits as all its rows
//! together. Where those are too many to be read or to be waited for, figures
//! are enclosed instead.

use super::Chain;
use crate::numbers::{Precision, Rational, bit_length, shared_denominator};

/// The most binary digits, above and below the line each, of a figure that is
/// computed exactly: a second of work at the most.
const MOST_BITS: usize = 60_000;
/// The most words of work for a characteristic polynomial.
const MOST_WORK: u128 = 5_000_000_000;
/// The most work in balls for one figure, by the same measure as
/// [`work_of_elimination`]: some seconds.
pub(super) const MOST_WORK_IN_BALLS: u64 = 16_000_000_000;

/// Can the roots of a polynomial be enclosed quickly? The sequence of
/// remainders has coefficients as long as degree times the given length.
fn isolates_quickly(degree: usize, coefficient_bits: usize) -> bool {
    let words = (degree as u128 * coefficient_bits as u128)
        .div_ceil(64)
        .max(1);
    (degree as u128 * words).pow(2) <= MOST_WORK
}

/// Can the characteristic polynomial of a chain on so many states, with entries over
/// so many bits, be made and its roots enclosed quickly?
pub(super) fn eigenvalues_are_quick(states: usize, bits: usize) -> bool {
    isolates_quickly(states, states * bits)
}

/// Likewise the polynomial of the products of two of its other eigenvalues?
pub(super) fn products_are_quick(states: usize, bits: usize) -> bool {
    let pairs = states * (states - 1) / 2;
    isolates_quickly(pairs, 2 * pairs * bits)
}

/// Are the stationary law and the variances on so many states solved for?
pub(super) fn solves(states: usize) -> bool {
    states <= Chain::MOST_SOLVED
}

/// Is |λ₂| on so many states enclosed?
pub(super) fn encloses_spectrum(states: usize) -> bool {
    states <= Chain::MOST_SPECTRAL
}

/// The work of an elimination in balls: so many additions of products of numbers as
/// long as the precision, in units of about a nanosecond.
pub(super) fn work_of_elimination(size: usize, precision: Precision) -> u64 {
    let (size, words) = (size as u64, precision.0.div_ceil(64) as u64);
    (size.pow(3) / 3 + 1).saturating_mul(100 + words.pow(2))
}

/// The bits of the common denominator.
pub(super) fn denominator_bits<'a>(values: impl IntoIterator<Item = &'a Rational>) -> usize {
    shared_denominator(values, usize::MAX).map_or(usize::MAX, |common| bit_length(&common))
}

impl Chain {
    /// The most states of a chain whose stationary law, where it is not the
    /// target, or whose asymptotic variances are solved for. The systems have
    /// this many rows and columns without zeros, and take half a minute.
    pub const MOST_SOLVED: usize = 500;

    /// The most states of a chain whose |λ₂| is enclosed, likewise.
    pub const MOST_SPECTRAL: usize = 500;

    /// The bits of the common denominators of all rows together.
    fn bits_of_rows(&self) -> usize {
        let values = |row: usize| self.matrix().row(row).map(|(_, value)| value);
        let rows = 0..self.states().len();
        rows.map(|row| denominator_bits(values(row))).sum()
    }

    /// Is the stationary law short?
    pub(super) fn law_is_short(&self) -> bool {
        self.bits_of_rows() <= MOST_BITS
    }

    /// Is the asymptotic variance of a function short, of few enough states?
    pub fn solves_for_variance(&self) -> bool {
        solves(self.states().len()) && self.variance_is_short(self.is_invariant())
    }

    /// Is an asymptotic variance short, under the target or under a stationary
    /// law of its own?
    pub(super) fn variance_is_short(&self, invariant: bool) -> bool {
        let rows = self.bits_of_rows();
        let law = match invariant {
            true => denominator_bits(self.target()),
            false => rows,
        };
        rows.saturating_add(law.saturating_mul(3)) <= MOST_BITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::ChainParts;
    use crate::chains::Obtained;
    use crate::numbers::{Integer, Natural, SparseMatrix};

    #[test]
    fn polynomials_with_short_coefficients() {
        // (degree · ⌈degree · bits / 64⌉)² is at most 5 · 10⁹, whose root is 70,710.7.
        assert!(isolates_quickly(0, 10) && isolates_quickly(10, 0));
        assert!(isolates_quickly(10, 64 * 707) && !isolates_quickly(10, 64 * 708));
        assert!(isolates_quickly(265, 64) && !isolates_quickly(266, 64));
    }

    #[test]
    fn polynomials_of_chains() {
        // Of three states, 3 · ⌈9 · bits / 64⌉ may be 70,710 at the most, and for the
        // three products of the two other eigenvalues 3 · ⌈18 · bits / 64⌉.
        assert!(eigenvalues_are_quick(3, 167_608) && !eigenvalues_are_quick(3, 167_609));
        assert!(products_are_quick(3, 83_804) && !products_are_quick(3, 83_805));
        // Of four states, 4 · ⌈16 · bits / 64⌉, and 6 · ⌈72 · bits / 64⌉ for six products.
        assert!(eigenvalues_are_quick(4, 70_708) && !eigenvalues_are_quick(4, 70_709));
        assert!(products_are_quick(4, 10_475) && !products_are_quick(4, 10_476));
    }

    #[test]
    fn the_most_states_are_still_solved_for() {
        assert!(solves(1) && solves(500) && !solves(501));
        assert!(encloses_spectrum(1) && encloses_spectrum(500) && !encloses_spectrum(501));
    }

    /// A chain of two states with rows over 2ᵇ and a target over 2ᵗ + 1.
    fn chain(bits: usize, target_bits: usize) -> Chain {
        let small = Rational::from_parts(Integer::ONE, Natural::ONE << bits);
        let rest = Rational::ONE - &small;
        let weight = Rational::from_parts(Integer::ONE, Natural::ONE << target_bits);
        let unused = vec![Rational::ZERO; 2];
        Chain::from_parts(ChainParts {
            states: vec!["a".into(), "b".into()],
            target: vec![weight.clone(), Rational::ONE - weight],
            matrix: SparseMatrix::from_rows(vec![
                vec![rest.clone(), small.clone()],
                vec![small, rest],
            ]),
            accepted: unused.clone(),
            moved: unused.clone(),
            costs: unused,
            obtained: Obtained::Import,
            used_doubles: false,
        })
    }

    #[test]
    fn figures_that_are_short() {
        assert_eq!(chain(9, 1).bits_of_rows(), 20);
        assert!(chain(29_999, 1).law_is_short() && !chain(30_000, 1).law_is_short());
        // Rows and three times the target, or four times the rows.
        assert!(chain(1_499, 18_999).variance_is_short(true));
        assert!(!chain(1_499, 19_000).variance_is_short(true));
        assert!(chain(7_499, 18_999).variance_is_short(false));
        assert!(!chain(7_500, 1).variance_is_short(false));
    }
}
