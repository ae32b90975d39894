//! Small lattices that the tests of this room share.

use crate::models::{Boundary, IsingModel, IsingParts, Lattice};
use crate::numbers::Rational;

/// A line of so many sites at t = 1, where all configurations are equally likely,
/// also under the estimate. It has as many values of T as sites.
pub(super) fn line(sites: usize) -> IsingModel {
    IsingModel::new(IsingParts {
        name: "line".into(),
        lattice: Lattice::new(1, sites, Boundary::Free).expect("a lattice"),
        replicates: 1,
        weights: vec![Rational::ONE],
        observed: sites / 2,
        configuration: None,
        estimate: Rational::ONE,
        prior: None,
        proposal: None,
    })
    .expect("a model")
}

/// A 2 × 2 lattice at these t, with T = 2 in the data, prior weights and rows of
/// the proposal. Its counts are 2, 0, 12, 0, 2.
pub(super) fn square(
    weights: &[(i64, i64)],
    prior: &[i64],
    proposal: impl Fn(usize, usize) -> i64,
) -> IsingModel {
    let size = weights.len();
    let row = |from: usize| {
        let entries = (0..size).map(|to| Rational::from(proposal(from, to)));
        entries.collect()
    };
    IsingModel::new(IsingParts {
        name: "square".into(),
        lattice: Lattice::new(2, 2, Boundary::Free).expect("a lattice"),
        replicates: 1,
        weights: weights.iter().map(|&(n, d)| Rational::new(n, d)).collect(),
        observed: 2,
        configuration: None,
        estimate: Rational::new(6, 5),
        prior: Some(prior.iter().map(|&weight| Rational::from(weight)).collect()),
        proposal: Some((0..size).map(row).collect()),
    })
    .expect("a model")
}

/// Three parameters with an unequal prior and lopsided proposals, none between the
/// last two.
pub(super) fn lopsided() -> IsingModel {
    let rows = [[1, 2, 3], [4, 1, 0], [2, 0, 5]];
    square(&[(1, 1), (3, 2), (3, 1)], &[1, 2, 4], |from, to| {
        rows[from][to]
    })
}
