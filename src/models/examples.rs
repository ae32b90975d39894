//! The two examples of Section 3 of the paper, and lattices like that of Section 5.2.
//!
//! The paper leaves open the boundary, the prior's variance, the proposal and the
//! range of β; what is chosen here is said with each lattice.

use super::ising::{IsingModel, IsingParts};
use super::lattice::{Boundary, Lattice};
use super::table::{TableModel, TableParts};
use crate::numbers::{Natural, Rational, magnitude};

/// The first example (Section 3.1): two Bernoulli laws close to each other, a = 0.7
/// and b = 0.6, with data 1. The exchange algorithm does better.
pub fn bernoulli_pair() -> TableModel {
    example("bernoulli-pair", "1", &[&[3, 7], &[4, 6]])
}

/// The second example (Section 3.2): two laws on three points, far from each other,
/// with data 2. The modified pseudo-marginal algorithm does better.
pub fn three_point_pair() -> TableModel {
    example("three-point-pair", "2", &[&[1, 8, 1], &[8, 1, 1]])
}

/// Two parameters a and b, with a uniform prior, proposal and auxiliary law,
/// and likelihoods in tenths.
fn example(name: &str, observed: &str, tenths: &[&[i64]]) -> TableModel {
    let row = |row: &&[i64]| row.iter().map(|&n| Rational::new(n, 10)).collect();
    TableModel::new(TableParts {
        name: name.into(),
        parameters: vec!["a".into(), "b".into()],
        sample_space: (0..tenths[0].len())
            .map(|point| point.to_string())
            .collect(),
        observed: observed.into(),
        prior: vec![Rational::ONE; 2],
        likelihood: tenths.iter().map(row).collect(),
        proposal: None,
        auxiliary: None,
        estimate: None,
    })
    .expect("the paper's examples are models")
}

/// A 2 × 2 lattice with free boundary: t = 1, 3/2, 2 and 3, uniform proposal.
pub fn ising_two() -> IsingModel {
    let weights = [(1, 1), (3, 2), (2, 1), (3, 1)].map(|(n, d)| Rational::new(n, d));
    typical_lattice("ising-2x2", 2, 1, weights.to_vec(), Rational::new(7, 4), 4)
}

/// A 3 × 3 lattice with free boundary: t = 1, 9/8, 5/4, 3/2 and 2, uniform proposal.
pub fn ising_three() -> IsingModel {
    let weights = [(1, 1), (9, 8), (5, 4), (3, 2), (2, 1)].map(|(n, d)| Rational::new(n, d));
    typical_lattice("ising-3x3", 3, 1, weights.to_vec(), Rational::new(9, 8), 5)
}

/// The lattice of Section 5.2: 10 × 10 with ten replicates. The paper's J is 0.1; here
/// β = 1, so that t = e^{2βJ} = e^{0.2} ≈ 1.22 is the estimate, and t runs from 1.08 to
/// 1.36 in steps of 0.02, about two posterior standard deviations either way.
/// Chosen by us: free boundary, equal prior weights, a proposal of up to three
/// steps either way, and the data typical of the estimate.
pub fn ising_ten() -> IsingModel {
    let weights = (54..=68).map(|n| Rational::new(n, 50)).collect();
    typical_lattice("ising-10x10", 10, 10, weights, Rational::new(61, 50), 3)
}

/// A square lattice with free boundary whose data is as expected at the
/// estimate: the possible T next to its mean there. A proposal is one of the
/// values within `reach` places, all equally likely; beyond the ends it is the
/// present value again, which keeps the proposal symmetric.
///
/// # Panics
/// If this is no lattice that can be counted, or a weight is not positive.
pub fn typical_lattice(
    name: &str,
    side: usize,
    replicates: usize,
    weights: Vec<Rational>,
    estimate: Rational,
    reach: usize,
) -> IsingModel {
    let lattice = Lattice::new(side, side, Boundary::Free).expect("a lattice");
    let counts = lattice.replicated_agreements(replicates).expect("counts");
    let size = weights.len();
    let row = |from: usize| -> Vec<Rational> {
        let mut row = vec![Rational::ZERO; size];
        for step in 0..=2 * reach {
            let to = (from + step).checked_sub(reach).filter(|&to| to < size);
            row[to.unwrap_or(from)] += Rational::ONE;
        }
        row
    };
    IsingModel::new(IsingParts {
        name: name.into(),
        lattice,
        replicates,
        observed: typical_level(&counts, &estimate),
        configuration: None,
        prior: None,
        proposal: Some((0..size).map(row).collect()),
        weights,
        estimate,
    })
    .expect("a typical lattice is a model")
}

/// The possible T next to its mean at t, the smaller one if there are two.
fn typical_level(counts: &[Natural], t: &Rational) -> usize {
    let top = counts.len() - 1;
    let (up, down) = (magnitude(t.numerator()), t.denominator());
    let (mut total, mut first) = (Natural::ZERO, Natural::ZERO);
    // Horner's scheme for Σ g(T) u^T v^(top − T), from the highest level down.
    let mut scale = Natural::ONE;
    for level in (0..=top).rev() {
        total = total * &up + &counts[level] * &scale;
        first = first * &up + &counts[level] * &scale * Natural::from(level);
        scale *= down;
    }
    // |level − first/total| is smallest where |level·total − first| is.
    let distance = |level: usize| {
        let here = &total * Natural::from(level);
        if here > first {
            here - &first
        } else {
            &first - here
        }
    };
    (0..=top)
        .filter(|&level| !counts[level].is_zero())
        .min_by_key(|&level| distance(level))
        .expect("some level is possible")
}
