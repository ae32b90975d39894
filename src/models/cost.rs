//! What an exact count would cost, estimated before it is begun.

use super::lattice::{Boundary, Lattice};
use super::refusal::LatticeError;
use super::transfer::SITES_OF_LIMBS;
use crate::numbers::{BITS_PER_PRIME, transform_size};

/// The longest a count may take, estimated for one core.
pub(super) const LONGEST_SECONDS: u128 = 30;

/// The most memory a count may take, its decimal digits included.
pub(super) const LARGEST_BYTES: u128 = 2_000_000_000;

/// An estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    nanoseconds: u128,
    bytes: u128,
}

impl Cost {
    /// The transfer matrix: additions of coefficients.
    pub(super) fn of_transfer(lattice: &Lattice) -> Self {
        let (width, _) = lattice.sides();
        let sites = lattice.sites() as u128;
        let coefficients = lattice.bonds() as u128 + 1;
        let power = |exponent: usize| 1u128.checked_shl(exponent as u32).unwrap_or(u128::MAX);
        let (states, classes) = match lattice.boundary() {
            Boundary::Free => (power(width - 1), 1),
            Boundary::Torus => (power(width), power(width) / (4 * width as u128) + 1),
        };
        // Nanoseconds for an addition, and bytes for a coefficient.
        let (price, bytes) = if lattice.sites() <= SITES_OF_LIMBS {
            let words = sites.div_ceil(64);
            (words, 8 * words)
        } else {
            (primes(sites), 8)
        };
        let additions = states
            .saturating_mul(coefficients / 2 + 1)
            .saturating_mul(sites)
            .saturating_mul(classes);
        let table = states.saturating_mul(coefficients).saturating_mul(bytes);
        Cost {
            nanoseconds: additions.saturating_mul(price),
            bytes: table,
        }
        .and(Self::of_numbers(coefficients, sites))
    }

    /// Two halves of a free lattice and, for each state of the row between, the
    /// product of their polynomials.
    pub(super) fn of_halves(lattice: &Lattice) -> Self {
        let (width, _) = lattice.sides();
        let sites = lattice.sites() as u128;
        let states = 1u128.checked_shl(width as u32 - 1).unwrap_or(u128::MAX);
        let coefficients = lattice.bonds() as u128 / 2 + width as u128 + 1;
        let words = (sites / 2 + width as u128).div_ceil(64);
        let additions = states
            .saturating_mul(coefficients / 2 + 1)
            .saturating_mul(sites / 2 + 1);
        // A product of n words takes about 18 n^(3/2) ns; one for each state and its
        // mirror image.
        let length = coefficients.saturating_mul(sites.div_ceil(64));
        let product = length.saturating_mul(length.isqrt() + 1).saturating_mul(18);
        let products = (states / 2 + 1).saturating_mul(product);
        Cost {
            nanoseconds: additions.saturating_mul(words).saturating_add(products),
            bytes: states.saturating_mul(2 * 8 * coefficients * words),
        }
        .and(Self::of_numbers(2 * coefficients, sites))
    }

    /// Kaufman's formula: multiplications modulo primes.
    pub(super) fn of_kaufman(lattice: &Lattice) -> Self {
        let (width, length) = lattice.sides();
        let sites = lattice.sites() as u128;
        let digits = u128::from(usize::BITS - length.leading_zeros());
        let multiplications = (width as u128 + 1) * (2 * digits + 4);
        let points = transform_size(lattice.bonds() / 2 + 1) as u128;
        let evaluated = match lattice.is_bipartite() {
            true => points / 2 + 1,
            false => points,
        };
        Cost {
            nanoseconds: 3 * evaluated * multiplications * primes(sites),
            bytes: 0,
        }
        .and(Self::of_numbers(points, sites))
    }

    /// The power of the counts.
    pub(super) fn of_replicates(lattice: &Lattice, replicates: usize) -> Self {
        let coefficients = (lattice.bonds() as u128).saturating_mul(replicates as u128) + 1;
        let bits = (lattice.sites() as u128).saturating_mul(replicates as u128);
        let transforms = coefficients
            .saturating_mul(primes(bits))
            .saturating_mul(300);
        Cost {
            nanoseconds: transforms,
            bytes: 0,
        }
        .and(Self::of_numbers(coefficients, bits))
    }

    /// So many numbers of so many bits from their remainders: each is a sum of
    /// as many multiples as it has words. Kept twice in binary and, to be
    /// printed, a few times in decimal.
    fn of_numbers(count: u128, bits: u128) -> Self {
        let words = primes(bits);
        Cost {
            nanoseconds: count.saturating_mul(5 * words).saturating_mul(words),
            bytes: count.saturating_mul(bits).saturating_mul(3) / 2,
        }
    }

    fn and(self, other: Self) -> Self {
        Cost {
            nanoseconds: self.nanoseconds.saturating_add(other.nanoseconds),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    fn seconds(self) -> u128 {
        self.nanoseconds / 1_000_000_000
    }

    fn is_allowed(self) -> bool {
        self.seconds() <= LONGEST_SECONDS && self.bytes <= LARGEST_BYTES
    }

    /// The largest lattice like this one that is counted so many times: the longer
    /// side is made shorter until it is.
    pub(super) fn largest_like(lattice: &Lattice, replicates: usize) -> Option<Lattice> {
        let counted = |steps: usize| {
            let (rows, columns) = shortened(lattice.rows(), lattice.columns(), steps);
            let found = Lattice::new(rows, columns, lattice.boundary()).ok()?;
            Self::is_counted(&found, replicates).then_some(found)
        };
        // Costs fall with the sides but for small steps: halved until close, then one
        // by one.
        let (mut refused, mut last) = (0, lattice.rows() + lattice.columns() - 2);
        while last - refused > 1 {
            let middle = refused + (last - refused) / 2;
            match counted(middle) {
                Some(_) => last = middle,
                None => refused = middle,
            }
        }
        counted(last)
    }

    fn is_counted(lattice: &Lattice, replicates: usize) -> bool {
        let once = match lattice.boundary() {
            Boundary::Free => Self::of_halves(lattice),
            Boundary::Torus => Self::of_kaufman(lattice),
        };
        let several = || Self::of_replicates(lattice, replicates);
        once.is_allowed() && (replicates == 1 || several().is_allowed())
    }

    /// Refuses what would take too long or too much memory.
    pub(super) fn check(self, lattice: &Lattice, replicates: usize) -> Result<(), LatticeError> {
        let seconds = self.seconds();
        if self.is_allowed() {
            return Ok(());
        }
        Err(LatticeError::TooCostly {
            lattice: *lattice,
            replicates,
            seconds,
            bytes: self.bytes,
        })
    }
}

/// The sides after the longer one was made shorter by one so many times; of equal
/// sides the rows are first.
fn shortened(rows: usize, columns: usize, steps: usize) -> (usize, usize) {
    let excess = rows.abs_diff(columns).min(steps);
    let (rows, columns) = match rows > columns {
        true => (rows - excess, columns),
        false => (rows, columns - excess),
    };
    let rest = steps - excess;
    (
        rows.saturating_sub(rest.div_ceil(2)),
        columns.saturating_sub(rest / 2),
    )
}

fn primes(bits: u128) -> u128 {
    bits.div_ceil(BITS_PER_PRIME as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shortening all at once is shortening step by step, and one step less than what
    /// is enough is refused.
    #[test]
    fn the_largest_like_it_is_the_largest() {
        let (mut rows, mut columns) = (9, 4);
        for steps in 0..11 {
            assert_eq!(shortened(9, 4, steps), (rows, columns));
            match rows >= columns {
                true => rows -= 1,
                false => columns -= 1,
            }
        }
        for (rows, columns, boundary, replicates) in [
            (40, 40, Boundary::Free, 1),
            (1000, 1000, Boundary::Torus, 1),
            (1, 1 << 20, Boundary::Torus, 1),
            (30, 3, Boundary::Torus, 1_000_000),
        ] {
            let lattice = Lattice::new(rows, columns, boundary).expect("a lattice");
            let largest = Cost::largest_like(&lattice, replicates).expect("one is counted");
            assert!(Cost::is_counted(&largest, replicates), "{largest}");
            let steps = rows + columns - largest.rows() - largest.columns();
            let (rows, columns) = shortened(rows, columns, steps - 1);
            let larger = Lattice::new(rows, columns, boundary).expect("a lattice");
            assert!(!Cost::is_counted(&larger, replicates), "{largest}");
        }
    }

    #[test]
    fn refusals_carry_the_estimate() {
        let sentence = |rows, columns, boundary| {
            let refused = Lattice::new(rows, columns, boundary).and_then(|l| l.agreements());
            refused.expect_err("too costly").to_string()
        };
        for (rows, columns, boundary, words) in [
            (40, 40, Boundary::Free, "years and 10^7 GB"),
            (1000, 1000, Boundary::Free, "more than 10^20 years"),
            (1000, 1000, Boundary::Torus, "days"),
            (1, 1 << 20, Boundary::Torus, "GB"),
        ] {
            let sentence = sentence(rows, columns, boundary);
            assert!(sentence.contains(words), "{sentence}");
        }
    }
}
