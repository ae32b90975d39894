//! Chains whose entries look random.

use super::q;
use peskun::chains::{Chain, ChainParts, Figure, Obtained};
use peskun::numbers::{Rational, SparseMatrix};

/// Numbers that look random, the same in every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

pub fn chain(target: Vec<Rational>, rows: Vec<Vec<Rational>>) -> Chain {
    let unused = vec![Rational::ZERO; target.len()];
    Chain::from_parts(ChainParts {
        states: (0..target.len()).map(|state| state.to_string()).collect(),
        target,
        matrix: SparseMatrix::from_rows(rows),
        accepted: unused.clone(),
        moved: unused.clone(),
        costs: unused,
        obtained: Obtained::Import,
        used_doubles: false,
    })
}

/// A chain that satisfies detailed balance: symmetric weights w(i, j), some of
/// them tiny, over the sums of their rows.
pub fn reversible(numbers: &mut Numbers, size: usize, tiny: bool) -> Chain {
    let mut weights = vec![vec![Rational::ZERO; size]; size];
    let pairs = (0..size).flat_map(|i| (0..=i).map(move |j| (i, j)));
    for (i, j) in pairs {
        let scale = match tiny && numbers.below(3) > 0 {
            true => q(1, 1_000_000_000_000),
            false => Rational::ONE,
        };
        let whole = numbers.below(6) + u64::from(i == j + 1);
        let weight = Rational::from(whole) * scale;
        weights[i][j] = weight.clone();
        weights[j][i] = weight;
    }
    let sums: Vec<Rational> = weights
        .iter()
        .map(|row| row.iter().cloned().sum())
        .collect();
    let total: Rational = sums.iter().cloned().sum();
    let rows = weights.iter().zip(&sums);
    let rows = rows.map(|(row, sum)| row.iter().map(|weight| weight / sum).collect());
    chain(
        sums.iter().map(|sum| sum / &total).collect(),
        rows.collect(),
    )
}

/// Any chain on so many states; its target is not invariant in general.
pub fn any(numbers: &mut Numbers, size: usize) -> Chain {
    let rows = (0..size).map(|from| {
        let mut row: Vec<u64> = (0..size).map(|_| numbers.below(4)).collect();
        row[(from + 1) % size] += 1;
        over_their_sum(&row)
    });
    let rows = rows.collect();
    chain(vec![q(1, size as i64); size], rows)
}

/// A chain that goes around several groups of states: of period two or more.
pub fn periodic(numbers: &mut Numbers, size: usize) -> Chain {
    let groups = 2 + numbers.below(size as u64 - 1) as usize;
    let rows = (0..size).map(|from| {
        let next = |to: usize| to % groups == (from + 1) % groups;
        let weight = |to: usize| u64::from(next(to)) * (1 + numbers.below(4));
        over_their_sum(&(0..size).map(weight).collect::<Vec<u64>>())
    });
    let rows = rows.collect();
    chain(vec![q(1, size as i64); size], rows)
}

/// (1 − a) + a·(draw from π): every eigenvalue but one is 1 − a.
pub fn with_equal_eigenvalues(target: &[Rational], a: &Rational) -> Chain {
    let size = target.len();
    let rows = (0..size).map(|i| {
        let entry = |j: usize| {
            let stay = Rational::from(u64::from(i == j)) * (Rational::ONE - a);
            stay + a * &target[j]
        };
        (0..size).map(entry).collect()
    });
    chain(target.to_vec(), rows.collect())
}

pub fn over_their_sum(weights: &[u64]) -> Vec<Rational> {
    let total = Rational::from(weights.iter().sum::<u64>());
    let share = |&weight: &u64| Rational::from(weight) / &total;
    weights.iter().map(share).collect()
}

/// Have two enclosures a number in common?
pub fn meet(one: &Figure, other: &Figure) -> bool {
    one.low() <= other.high() && other.low() <= one.high()
}
