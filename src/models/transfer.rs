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

use super::cost::Cost;
use super::integers::{Integers, Limbs, Modular};
use super::lattice::{Boundary, Lattice};
use super::necklaces::{Necklace, necklaces};
use super::polynomials::{MANY, Table};
use super::refusal::LatticeError;
use crate::numbers::parallel;
use crate::numbers::{BITS_PER_PRIME, Natural, primes_for, reconstruct};

/// The most sites for which counts are kept whole.
pub(super) const SITES_OF_LIMBS: usize = 256;

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
        parallel::map(&primes, remainders)
    };
    reconstruct(&primes, &remainders)
}

/// The number of states of a row; every one has a polynomial.
pub(super) fn states(lattice: &Lattice) -> usize {
    let (width, _) = lattice.sides();
    match lattice.boundary() {
        Boundary::Free => 1 << (width - 1),
        Boundary::Torus => 1 << width,
    }
}

fn count<I: Integers>(lattice: &Lattice, integers: &I) -> Vec<I::Integer> {
    // Inside the pool, where starting parallel work is cheap.
    parallel::inside(|| match lattice.boundary() {
        Boundary::Free => free(lattice, integers),
        Boundary::Torus => torus(lattice, integers),
    })
}

/// The first row of a free lattice: every state once.
pub(super) fn first_free_row<I: Integers>(table: &mut Table<'_, I>, states: usize) {
    for state in 0..states {
        table.put_one(state);
    }
    table.shift(|state| state.count_ones() as usize);
}

/// The bonds of a free row of so many sites with the row below it.
pub(super) fn bonds_below<I: Integers>(table: &mut Table<'_, I>, width: usize) {
    table.take_in_row(|table, site| match (site, width) {
        (_, 1) => table.couple_with_itself(),
        // A spin stands between two places where the sign may change.
        (0, _) => table.couple(0, false),
        (site, width) if site == width - 1 => table.couple(site - 1, false),
        (site, _) => table.couple(site, true),
    });
}

/// The next row, with the bonds to it and those along it.
pub(super) fn next_free_row<I: Integers>(table: &mut Table<'_, I>, width: usize) {
    bonds_below(table, width);
    table.shift(|state| state.count_ones() as usize);
}

fn free<I: Integers>(lattice: &Lattice, integers: &I) -> Vec<I::Integer> {
    let (width, length) = lattice.sides();
    let mut table = Table::new(width, states(lattice), lattice.bonds(), integers);
    first_free_row(&mut table, states(lattice));
    for _ in 1..length {
        next_free_row(&mut table, width);
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
        let mut table = Table::new(width, states(lattice), lattice.bonds(), integers);
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
    let classes = parallel::map(&necklaces(width), of_class);
    classes.iter().fold(nothing(), |a, b| {
        a.iter().zip(b).map(|(&a, &b)| integers.add(a, b)).collect()
    })
}
