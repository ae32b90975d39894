//! Models for tests.

use peskun::models::{TableModel, TableParts};
use peskun::numbers::Rational;

use super::q;

/// Three parameters and no symmetry to hide behind: a skewed proposal, rows of
/// different sums and an auxiliary law that depends on θ. The numbers are such
/// that every defect of the zoo shows.
pub fn lopsided() -> TableModel {
    TableModel::new(TableParts {
        name: "lopsided".into(),
        parameters: ["a", "b", "c"].map(String::from).to_vec(),
        sample_space: ["0", "1", "2"].map(String::from).to_vec(),
        observed: "1".into(),
        prior: vec![q(2, 1), q(1, 1), q(4, 1)],
        likelihood: table([[7, 2, 12], [12, 6, 1], [1, 1, 12]]),
        proposal: Some(table([[1, 1, 2], [4, 1, 5], [5, 3, 1]])),
        auxiliary: Some(table([[5, 5, 1], [2, 1, 5], [1, 2, 5]])),
        estimate: None,
    })
    .expect("a model")
}

/// The same with a walk for a proposal: up or down, and staying at the edge
/// instead of going beyond it.
pub fn lopsided_walk() -> TableModel {
    TableModel::new(TableParts {
        name: "lopsided-walk".into(),
        proposal: Some(table([[1, 1, 0], [1, 0, 1], [0, 1, 1]])),
        ..lopsided().parts()
    })
    .expect("a model")
}

fn table(rows: [[i64; 3]; 3]) -> Vec<Vec<Rational>> {
    rows.map(|row| row.map(|n| q(n, 1)).to_vec()).to_vec()
}
