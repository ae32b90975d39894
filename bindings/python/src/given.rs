//! Laws and matrices as people give them, checked before use.

use peskun::chains::Verdicts;
use peskun::chance::{Chance, Interrupted};
use peskun::kernels::{FiniteKernel, Kernel, Step, checked_target};
use peskun::numbers::{Rational, SparseBuilder, SparseMatrix, SparseRow};
use pyo3::prelude::*;

use crate::errors::{named, raised};
use crate::exact::{all_exact, written};

/// Weights on states as probabilities, and whether there was a double.
pub(crate) fn law(
    weights: &Bound<'_, PyAny>,
    labels: &[String],
) -> PyResult<(Vec<Rational>, bool)> {
    let (weights_of_law, doubles) = all_exact(weights)?;
    let states: Vec<usize> = (0..labels.len()).collect();
    let target = checked_target(&Named(labels, weights_of_law), &states);
    Ok((target.map_err(|why| raised(weights.py(), &why))?, doubles))
}

/// States with names and weights, for the engine to check.
struct Named<'a>(&'a [String], Vec<Rational>);

impl Kernel for Named<'_> {
    type State = usize;
    fn step<C: Chance>(&self, from: &usize, _: &mut C) -> Result<Step<usize>, Interrupted> {
        Ok(Step::stayed(*from))
    }
}

impl FiniteKernel for Named<'_> {
    fn states(&self) -> Vec<usize> {
        (0..self.0.len()).collect()
    }
    fn label(&self, state: &usize) -> String {
        self.0[*state].clone()
    }
    fn target(&self) -> Vec<Rational> {
        self.1.clone()
    }
}

/// A matrix by its rows, and whether there was a double, as all may be told to be.
pub(crate) fn transition_matrix(
    rows: &Bound<'_, PyAny>,
    labels: &[String],
    were_doubles: bool,
) -> PyResult<(SparseMatrix, bool)> {
    let wrong = |sentence| named(rows.py(), "BadChance", sentence);
    let mut builder = SparseBuilder::new(labels.len());
    let mut any_doubles = were_doubles;
    for (from, row) in rows.try_iter()?.enumerate() {
        let (entries, doubles) = all_exact(&row?)?;
        let doubles = doubles || were_doubles;
        any_doubles |= doubles;
        let entries = transition_law(entries, doubles, labels, from).map_err(wrong)?;
        builder.push(SparseRow::new(entries.into_iter().enumerate()));
    }
    let matrix = builder.finish();
    if matrix.height() != labels.len() {
        let (height, states) = (matrix.height(), labels.len());
        return Err(wrong(format!("{height} rows for {states} states")));
    }
    Ok((matrix, any_doubles))
}

/// A row of probabilities, or a sentence that says what is wrong with it.
fn transition_law(
    entries: Vec<Rational>,
    doubles: bool,
    labels: &[String],
    from: usize,
) -> Result<Vec<Rational>, String> {
    let label = labels
        .get(from)
        .ok_or(format!("more than {} rows", labels.len()))?;
    if entries.len() != labels.len() {
        let (found, states) = (entries.len(), labels.len());
        return Err(format!(
            "the row of `{label}` has {found} entries for {states} states"
        ));
    }
    if let Some(entry) = entries.iter().find(|entry| entry.is_negative()) {
        return Err(format!(
            "the row of `{label}` has the entry {entry}, which is negative"
        ));
    }
    let total: Rational = entries.iter().cloned().sum();
    let off = (&total - Rational::ONE).abs();
    match total.reciprocal() {
        _ if off.is_zero() => Ok(entries),
        Some(scale) if doubles && off <= Verdicts::rounding() => {
            Ok(entries.iter().map(|entry| entry * &scale).collect())
        }
        _ => Err(format!(
            "the row of `{label}` has the sum {}, not 1",
            written(&total)
        )),
    }
}
