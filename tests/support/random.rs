//! Random table models: sizes, zeros in the supports, non-uniform proposals,
//! rows on scales of their own.

use peskun::models::{TableModel, TableParts};
use peskun::numbers::Rational;
use proptest::prelude::*;

/// A row of small weights with at least one positive.
fn row(width: usize, largest: i64) -> impl Strategy<Value = Vec<i64>> {
    let weights = prop_oneof![1 => Just(0), 3 => 1..=largest];
    prop::collection::vec(weights, width).prop_map(|mut row| {
        if row.iter().all(|&weight| weight == 0) {
            row[0] = 1;
        }
        row
    })
}

fn rows(height: usize, width: usize, largest: i64) -> impl Strategy<Value = Vec<Vec<i64>>> {
    prop::collection::vec(row(width, largest), height)
}

fn rationals(rows: &[Vec<i64>]) -> Vec<Vec<Rational>> {
    let row = |row: &Vec<i64>| row.iter().map(|&n| Rational::from(n)).collect();
    rows.iter().map(row).collect()
}

/// Parts of a model with at most so many parameters and points.
pub fn parts(parameters: usize, points: usize) -> impl Strategy<Value = TableParts> {
    (1..=parameters, 1..=points).prop_flat_map(|(height, width)| exactly(height, width))
}

/// Parts of a model with exactly so many parameters and points.
pub fn exactly(height: usize, width: usize) -> impl Strategy<Value = TableParts> {
    let tables = (
        rows(height, width, 9),
        prop::collection::vec(1..=9i64, height),
        rows(height, height, 5),
        rows(height, width, 5),
        prop::collection::vec(1..=7i64, height),
        0..width,
    );
    tables.prop_map(
        move |(mut likelihood, prior, proposal, auxiliary, scales, observed)| {
            for (row, scale) in likelihood.iter_mut().zip(scales) {
                row[observed] = row[observed].max(1);
                row.iter_mut().for_each(|weight| *weight *= scale);
            }
            TableParts {
                name: "random".into(),
                parameters: (0..height).map(|i| format!("t{i}")).collect(),
                sample_space: (0..width).map(|i| i.to_string()).collect(),
                observed: observed.to_string(),
                prior: prior.into_iter().map(Rational::from).collect(),
                likelihood: rationals(&likelihood),
                proposal: Some(rationals(&proposal)),
                auxiliary: Some(rationals(&auxiliary)),
                estimate: None,
            }
        },
    )
}

/// A model from its parts.
pub fn model(parts: &TableParts) -> TableModel {
    TableModel::new(parts.clone()).expect("random parts make a model")
}
