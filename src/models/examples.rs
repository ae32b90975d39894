//! The two examples of Section 3 of the paper.

use super::table::{TableModel, TableParts};
use crate::numbers::Rational;

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
