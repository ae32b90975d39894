//! Verdicts on chains whose entries are too long to have one denominator: flows
//! are enclosed first and compared exactly where that is not enough.

use crate::support;

use peskun::chains::{Chain, ChainParts, Obtained};
use peskun::numbers::{Rational, SparseMatrix};
use support::q;

/// Odd denominators of about 130 bits each, without common factors for most.
fn long(seed: usize) -> Rational {
    Rational::from(3usize).power(80 + seed) + Rational::from(2 * seed)
}

/// A reversible chain with long entries: symmetric weights over the sums of their
/// rows.
fn reversible(size: usize) -> (Vec<Rational>, Vec<Vec<Rational>>) {
    let weight = |i: usize, j: usize| {
        let (low, high) = (i.min(j), i.max(j));
        long(7 * low + high) / long(5 * high + 3 * low + 1)
    };
    let rows: Vec<Vec<Rational>> = (0..size)
        .map(|i| (0..size).map(|j| weight(i, j)).collect())
        .collect();
    let sums: Vec<Rational> = rows.iter().map(|row| row.iter().cloned().sum()).collect();
    let total: Rational = sums.iter().cloned().sum();
    let normalized = rows.iter().zip(&sums);
    let rows = normalized.map(|(row, sum)| row.iter().map(|weight| weight / sum).collect());
    (
        sums.iter().map(|sum| sum / &total).collect(),
        rows.collect(),
    )
}

fn chain(target: &[Rational], rows: &[Vec<Rational>]) -> Chain {
    let unused = vec![Rational::ZERO; target.len()];
    Chain::from_parts(ChainParts {
        states: (0..target.len()).map(|state| state.to_string()).collect(),
        target: target.to_vec(),
        matrix: SparseMatrix::from_rows(rows.to_vec()),
        accepted: unused.clone(),
        moved: unused.clone(),
        costs: unused,
        obtained: Obtained::Import,
        used_doubles: false,
    })
}

/// The widest gaps by their definitions: a pair of states and a state, the first
/// of several.
type Widest = (Option<(usize, usize)>, Option<usize>);

fn by_definition(target: &[Rational], rows: &[Vec<Rational>]) -> Widest {
    let size = target.len();
    let flow = |i: usize, j: usize| &target[i] * &rows[i][j];
    let (mut pair, mut widest) = (None, Rational::ZERO);
    for (i, j) in (0..size).flat_map(|i| (i + 1..size).map(move |j| (i, j))) {
        let gap = (flow(i, j) - flow(j, i)).abs();
        if gap > widest {
            (pair, widest) = (Some((i, j)), gap);
        }
    }
    let (mut state, mut widest) = (None, Rational::ZERO);
    for (j, mass) in target.iter().enumerate() {
        let into: Rational = (0..size).map(|i| flow(i, j)).sum();
        let gap = (into - mass).abs();
        if gap > widest {
            (state, widest) = (Some(j), gap);
        }
    }
    (pair, state)
}

fn found(chain: &Chain) -> Widest {
    let pair = chain.imbalance().map(|witness| (witness.from, witness.to));
    (pair, chain.drift().map(|witness| witness.state))
}

#[test]
fn a_right_chain_is_right() {
    let (target, rows) = reversible(6);
    let chain = chain(&target, &rows);
    assert_eq!(found(&chain), (None, None));
    assert!(chain.is_invariant());
    // Asked again, it says the same, and is equal to one that was never asked.
    assert_eq!(found(&chain), (None, None));
    assert_eq!(chain, self::chain(&target, &rows));
}

/// Mass that is moved within a row, much of it or less than any precision.
#[test]
fn a_wrong_transition_is_found_however_small() {
    let (target, rows) = reversible(6);
    for bits in [3, 40, 200, 300, 700] {
        let share = Rational::new(1, 2).power(bits);
        for (row, from, to) in [(0, 1, 2), (4, 4, 0), (5, 2, 5)] {
            let mut wrong = rows.clone();
            let moved = &wrong[row][from] * &share;
            wrong[row][from] -= &moved;
            wrong[row][to] += moved;
            let chain = chain(&target, &wrong);
            let expected = by_definition(&target, &wrong);
            assert!(expected.0.is_some() && expected.1.is_some());
            assert_eq!(found(&chain), expected, "{bits} bits in row {row}");
            assert!(!chain.is_invariant());
        }
    }
}

/// Around a ring: not reversible, and invariant; all gaps are equal.
#[test]
fn a_chain_that_is_invariant_without_balance() {
    let size = 5;
    let target = vec![q(1, size as i64); size];
    // A doubly stochastic matrix with as many long denominators as it has shifts.
    let shares: Vec<Rational> = (1..size)
        .map(|i| long(i).reciprocal().expect("a share"))
        .collect();
    let rest = Rational::ONE - shares.iter().cloned().sum::<Rational>();
    let entry = |from: usize, to: usize| match (to + size - from) % size {
        0 => rest.clone(),
        shift => shares[shift - 1].clone(),
    };
    let rows: Vec<Vec<Rational>> = (0..size)
        .map(|from| (0..size).map(|to| entry(from, to)).collect())
        .collect();
    let chain = chain(&target, &rows);
    let expected = by_definition(&target, &rows);
    assert_eq!(expected.1, None);
    assert!(expected.0.is_some());
    assert_eq!(found(&chain), expected);
    assert!(chain.is_invariant());
}
