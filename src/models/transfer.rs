//! The counts by a transfer matrix: row after row, one polynomial in x for
//! each state of the last row, whose coefficients count configurations by
//! their disagreeing pairs.
//!
//! A new row is taken in site by site and in place: a site's spin is that
//! above it or the other one, so that polynomials a and b of states that
//! differ in this spin become a + xb and b + xa. Then the disagreements along
//! the row shift each polynomial.
//!
//! With free boundary a state says where the row changes sign: one bit less
//! than spins, since all spins may be turned. On a torus a state is the row
//! itself, and the first row is fixed: one row for each class under
//! rotation, reflection and turning of all spins (see `necklaces.rs`).

use rayon::prelude::*;

use super::cost::{Cost, LatticeError};
use super::integers::{Integers, Limbs, Modular};
use super::lattice::{Boundary, Lattice};
use super::necklaces::{Necklace, necklaces};
use crate::numbers::{BITS_PER_PRIME, Natural, primes_for, reconstruct};

/// The most sites for which counts are kept whole.
pub(super) const SITES_OF_LIMBS: usize = 256;

/// Tables with at least so many states are worked on in parallel.
const MANY: usize = 256;

/// The number of configurations with each number of disagreeing pairs.
pub(super) fn disagreements(lattice: &Lattice) -> Result<Vec<Natural>, LatticeError> {
    Cost::of_transfer(lattice).check(lattice, 1)?;
    // No count is above 2^sites, and with a bond none is that.
    Ok(match lattice.sites().div_ceil(64) {
        1 => whole::<1>(lattice),
        2 => whole::<2>(lattice),
        3 => whole::<3>(lattice),
        4 => whole::<4>(lattice),
        _ => by_remainders(lattice),
    })
}

fn whole<const WORDS: usize>(lattice: &Lattice) -> Vec<Natural> {
    let counts = count(lattice, &Limbs::<WORDS>);
    counts.iter().map(|count| Limbs::natural(*count)).collect()
}

/// Beyond, counts are computed modulo one prime after another.
fn by_remainders(lattice: &Lattice) -> Vec<Natural> {
    let primes = primes_for(2, lattice.sites().div_ceil(BITS_PER_PRIME));
    let remainders = |&prime: &u64| count(lattice, &Modular { prime });
    // Large tables one at a time: they are many threads' work, and memory.
    let remainders: Vec<Vec<u64>> = if states(lattice) >= MANY {
        primes.iter().map(remainders).collect()
    } else {
        primes.par_iter().map(remainders).collect()
    };
    reconstruct(&primes, &remainders)
}

/// The number of states of a row; every one has a polynomial.
fn states(lattice: &Lattice) -> usize {
    let (width, _) = lattice.sides();
    match lattice.boundary() {
        Boundary::Free => 1 << (width - 1),
        Boundary::Torus => 1 << width,
    }
}

fn count<I: Integers>(lattice: &Lattice, integers: &I) -> Vec<I::Integer> {
    // Inside the pool, where starting parallel work is cheap.
    rayon::scope(|_| match lattice.boundary() {
        Boundary::Free => free(lattice, integers),
        Boundary::Torus => torus(lattice, integers),
    })
}

fn free<I: Integers>(lattice: &Lattice, integers: &I) -> Vec<I::Integer> {
    let (width, length) = lattice.sides();
    let mut table = Table::new(lattice, integers);
    for state in 0..states(lattice) {
        table.put_one(state);
    }
    table.shift(|state| state.count_ones() as usize);
    for _ in 1..length {
        table.take_in_row(|table, site| match (site, width) {
            (_, 1) => table.couple_with_itself(),
            // A spin stands between two places where the sign may change.
            (0, _) => table.couple(0, false),
            (site, width) if site == width - 1 => table.couple(site - 1, false),
            (site, _) => table.couple(site, true),
        });
        table.shift(|state| state.count_ones() as usize);
    }
    let halves = table.sum();
    halves
        .iter()
        .map(|&count| integers.add(count, count))
        .collect()
}

fn torus<I: Integers>(lattice: &Lattice, integers: &I) -> Vec<I::Integer> {
    let (width, length) = lattice.sides();
    let around = |state: usize| match width {
        1 => 0,
        _ => {
            let rotated = state >> 1 | (state & 1) << (width - 1);
            (state ^ rotated).count_ones() as usize
        }
    };
    let of_class = |class: &Necklace| {
        let mut table = Table::new(lattice, integers);
        table.put_one(class.row);
        table.shift(around);
        for _ in 1..length {
            table.take_in_row(|table, site| table.couple(site, false));
            table.shift(around);
        }
        if length > 1 {
            table.shift(|state| (state ^ class.row).count_ones() as usize);
        }
        let counts = table.sum();
        let scaled = counts
            .iter()
            .map(|&count| integers.multiply(count, class.size));
        scaled.collect::<Vec<I::Integer>>()
    };
    let nothing = || vec![integers.small(0); lattice.bonds() + 1];
    necklaces(width)
        .par_iter()
        .map(of_class)
        .reduce(nothing, |a, b| {
            a.iter()
                .zip(&b)
                .map(|(&a, &b)| integers.add(a, b))
                .collect()
        })
}

/// A polynomial for each state, side by side.
struct Table<'i, I: Integers> {
    integers: &'i I,
    coefficients: Vec<I::Integer>,
    width: usize,
    /// The coefficients kept for each state.
    length: usize,
    /// The coefficients that may be other than zero so far.
    used: usize,
}

impl<'i, I: Integers> Table<'i, I> {
    fn new(lattice: &Lattice, integers: &'i I) -> Self {
        let length = lattice.bonds() + 1;
        Table {
            integers,
            coefficients: vec![integers.small(0); states(lattice) * length],
            width: lattice.sides().0,
            length,
            used: 1,
        }
    }

    /// One configuration without disagreements.
    fn put_one(&mut self, state: usize) {
        self.coefficients[state * self.length] = self.integers.small(1);
    }

    /// Takes in one site after another.
    fn take_in_row(&mut self, site: impl Fn(&mut Self, usize)) {
        for column in 0..self.width {
            self.used = (self.used + 1).min(self.length);
            site(self, column);
        }
    }

    /// Couples states that differ in a bit, or in it and the bit below.
    fn couple(&mut self, bit: usize, with_below: bool) {
        let block = self.length << bit;
        let (integers, length, used) = (self.integers, self.length, self.used);
        let parallel = self.coefficients.len() / length >= MANY;
        let both = |a: &mut [I::Integer], b: &mut [I::Integer]| {
            let pair = |(a, b): (&mut [I::Integer], &mut [I::Integer])| {
                couple(integers, &mut a[..used], &mut b[..used]);
            };
            if parallel {
                let (a, b) = (a.par_chunks_mut(length), b.par_chunks_mut(length));
                a.zip(b).with_min_len(16).for_each(pair);
            } else {
                a.chunks_mut(length)
                    .zip(b.chunks_mut(length))
                    .for_each(pair);
            }
        };
        let blocks = |blocks: &mut [I::Integer]| {
            let (low, high) = blocks.split_at_mut(block);
            if with_below {
                let (low, lower_high) = low.split_at_mut(block / 2);
                let (upper_low, high) = high.split_at_mut(block / 2);
                both(low, high);
                both(lower_high, upper_low);
            } else {
                both(low, high);
            }
        };
        if parallel {
            self.coefficients.par_chunks_mut(2 * block).for_each(blocks);
        } else {
            self.coefficients.chunks_mut(2 * block).for_each(blocks);
        }
    }

    /// The only state of a row of one site: both spins lead back to it.
    fn couple_with_itself(&mut self) {
        let used = self.used;
        let mut twin = self.coefficients[..used].to_vec();
        couple(self.integers, &mut self.coefficients[..used], &mut twin);
    }

    /// Multiplies each state's polynomial by a power of x.
    fn shift(&mut self, by: impl Fn(usize) -> usize + Sync) {
        let (length, used, zero) = (self.length, self.used, self.integers.small(0));
        let shift = |(state, polynomial): (usize, &mut [I::Integer])| {
            let by = by(state).min(length);
            let kept = used.min(length - by);
            polynomial.copy_within(..kept, by);
            polynomial[..by].fill(zero);
        };
        if self.coefficients.len() / length >= MANY {
            let polynomials = self.coefficients.par_chunks_mut(length).enumerate();
            polynomials.with_min_len(16).for_each(shift);
        } else {
            let polynomials = self.coefficients.chunks_mut(length).enumerate();
            polynomials.for_each(shift);
        }
        self.used = (used + self.width).min(length);
    }

    /// The sum over all states.
    fn sum(&self) -> Vec<I::Integer> {
        let mut sum = vec![self.integers.small(0); self.length];
        for polynomial in self.coefficients.chunks(self.length) {
            for (total, &coefficient) in sum.iter_mut().zip(polynomial) {
                *total = self.integers.add(*total, coefficient);
            }
        }
        sum
    }
}

/// a + xb and b + xa. The coefficients that would leave the end are zero.
fn couple<I: Integers>(integers: &I, a: &mut [I::Integer], b: &mut [I::Integer]) {
    let (mut last_a, mut last_b) = (integers.small(0), integers.small(0));
    for (a, b) in a.iter_mut().zip(b) {
        let (old_a, old_b) = (*a, *b);
        *a = integers.add(old_a, last_b);
        *b = integers.add(old_b, last_a);
        (last_a, last_b) = (old_a, old_b);
    }
}
