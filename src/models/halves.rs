//! The counts of a free lattice from its two halves: for each state of the row
//! between them, the polynomial of the half above times that of the half below,
//! which is the half above turned upside down. A half has half the coefficients,
//! half as long, so that this takes less time and a quarter of the memory of
//! going through all rows.
//!
//! Polynomials are multiplied as integers, their coefficients so many words
//! apart that no sum carries over (L. Kronecker 1882).

use super::cost::Cost;
use super::integers::Limbs;
use super::lattice::Lattice;
use super::polynomials::Table;
use super::refusal::LatticeError;
use super::transfer::{self, bonds_below, first_free_row, next_free_row, states};
use crate::numbers::parallel;
use crate::numbers::{Natural, from_words, to_words};

/// The number of configurations of a free lattice with each number of
/// disagreeing pairs.
pub(super) fn disagreements(lattice: &Lattice) -> Result<Vec<Natural>, LatticeError> {
    let (width, length) = lattice.sides();
    // The longest counts are those of the half above with its bonds to the row
    // below: 2^sites of them together, and not all with one number.
    let bits = width * length.div_ceil(2);
    if width == 1 || bits > 512 {
        return transfer::disagreements(lattice);
    }
    Cost::of_halves(lattice).check(lattice, 1)?;
    Ok(match bits.div_ceil(64) {
        1 => joined::<1>(lattice),
        2 => joined::<2>(lattice),
        3 => joined::<3>(lattice),
        4 => joined::<4>(lattice),
        5 => joined::<5>(lattice),
        6 => joined::<6>(lattice),
        7 => joined::<7>(lattice),
        _ => joined::<8>(lattice),
    })
}

fn joined<const WORDS: usize>(lattice: &Lattice) -> Vec<Natural> {
    let (above, below) = parallel::inside(|| halves::<WORDS>(lattice));
    let (width, _) = lattice.sides();
    let apart = lattice.sites().div_ceil(64);
    let mirrored = |state: usize| state.reverse_bits() >> (usize::BITS as usize - (width - 1));
    let product = |state: usize| {
        let factor = |table: &Table<'_, Limbs<WORDS>>| packed(table.polynomial(state), apart);
        let product = factor(&above) * factor(&below);
        match mirrored(state) == state {
            true => product,
            false => product << 1usize,
        }
    };
    let sums = parallel::ranges(0..states(lattice), |states| {
        let own = states.filter(|&state| state <= mirrored(state));
        own.map(product).fold(Natural::ZERO, |a, b| a + b)
    });
    let sum = sums.into_iter().fold(Natural::ZERO, |a, b| a + b);
    // With all spins turned every configuration is another one.
    let words = to_words(&(sum << 1usize));
    let mut counts: Vec<Natural> = words.chunks(apart).map(from_words).collect();
    counts.resize(lattice.bonds() + 1, Natural::ZERO);
    counts
}

/// For each state of the first row below the middle, the polynomial of what is
/// above it with the bonds to it, and that of the half which it begins.
fn halves<const WORDS: usize>(
    lattice: &Lattice,
) -> (Table<'static, Limbs<WORDS>>, Table<'static, Limbs<WORDS>>) {
    let (width, length) = lattice.sides();
    let (upper, lower) = (length.div_ceil(2), length / 2);
    let bonds = upper * (width - 1) + upper * width;
    let mut above = Table::new(width, states(lattice), bonds, &Limbs);
    first_free_row(&mut above, states(lattice));
    for _ in 1..lower {
        next_free_row(&mut above, width);
    }
    let below = above.clone();
    if upper > lower {
        next_free_row(&mut above, width);
    }
    bonds_below(&mut above, width);
    (above, below)
}

/// A polynomial as an integer, its coefficients so many words apart.
fn packed<const WORDS: usize>(polynomial: &[[u64; WORDS]], apart: usize) -> Natural {
    let mut words = vec![0; polynomial.len() * apart];
    for (place, coefficient) in words.chunks_mut(apart).zip(polynomial) {
        // Leading words beyond the distance are zero: no count is that long.
        for (word, &digit) in place.iter_mut().zip(coefficient) {
            *word = digit;
        }
    }
    from_words(&words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Boundary;

    #[test]
    fn equal_to_going_through_all_rows() {
        let sizes = (1..=6).flat_map(|rows| (1..=7).map(move |columns| (rows, columns)));
        // Coefficients of up to eight words, and lattices beyond.
        let longer = [(2, 33), (3, 43), (2, 100), (4, 97), (5, 204), (2, 300)];
        for (rows, columns) in sizes.chain(longer) {
            let lattice = Lattice::new(rows, columns, Boundary::Free).expect("a lattice");
            let (halves, whole) = (disagreements(&lattice), transfer::disagreements(&lattice));
            assert_eq!(halves, whole, "{rows} × {columns}");
        }
    }
}
