//! Chains by their targets and rows, for tests.

use super::{Chain, ChainParts, Obtained};
use crate::numbers::{Rational, SparseMatrix};

/// The chain with this target and these rows, its states counted from 0. Every
/// change of state is an accepted move, and none costs anything.
pub(super) fn chain(target: Vec<Rational>, rows: Vec<Vec<Rational>>) -> Chain {
    let moved = |(from, row): (usize, &Vec<Rational>)| Rational::ONE - &row[from];
    let moved: Vec<Rational> = rows.iter().enumerate().map(moved).collect();
    Chain::from_parts(ChainParts {
        states: (0..target.len()).map(|state| state.to_string()).collect(),
        costs: vec![Rational::ZERO; target.len()],
        target,
        matrix: SparseMatrix::from_rows(rows),
        accepted: moved.clone(),
        moved,
        obtained: Obtained::Import,
        used_doubles: false,
    })
}

/// The same from whole numbers, over a common denominator for each part.
pub(super) fn chain_over<const N: usize>(
    (masses, total): ([i64; N], i64),
    (rows, denominator): ([[i64; N]; N], i64),
) -> Chain {
    let row = |row: [i64; N]| row.map(|entry| Rational::new(entry, denominator)).to_vec();
    let target = masses.map(|mass| Rational::new(mass, total)).to_vec();
    chain(target, rows.map(row).to_vec())
}

/// Two states: one is left with probability 1/2, the other with 1/4. The stationary
/// law is 1/3, 2/3, the other eigenvalue 1/4, and the asymptotic variance of the
/// indicator of a state 2/9 · (1 + 1/4) / (1 − 1/4) = 10/27.
pub(super) fn two_states(masses: [i64; 2]) -> Chain {
    chain_over((masses, masses.iter().sum()), ([[2, 2], [1, 3]], 4))
}
