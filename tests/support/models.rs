//! Models for tests.

use peskun::models::{TableModel, TableParts};

use super::q;

/// Three parameters, a skewed proposal and no symmetry to hide behind.
pub fn lopsided() -> TableModel {
    let rows = |rows: [[i64; 3]; 3]| {
        rows.iter()
            .map(|row| row.iter().map(|&n| q(n, 1)).collect())
            .collect()
    };
    TableModel::new(TableParts {
        name: "lopsided".into(),
        parameters: ["a", "b", "c"].map(String::from).to_vec(),
        sample_space: ["0", "1", "2"].map(String::from).to_vec(),
        observed: "1".into(),
        prior: vec![q(1, 1), q(2, 1), q(3, 1)],
        likelihood: rows([[5, 3, 2], [1, 6, 3], [2, 2, 6]]),
        proposal: Some(rows([[1, 2, 3], [3, 1, 2], [4, 1, 1]])),
        auxiliary: None,
        estimate: None,
    })
    .expect("a model")
}
