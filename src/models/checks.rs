//! What is checked before parts become a table model, and what is said if they
//! do not.

use std::collections::BTreeSet;
use std::fmt;

use crate::numbers::{Law, Natural, Rational, bit_length, excerpt};

/// The most cells a table of a model may have.
pub const LARGEST_TABLE: usize = 250_000;

/// The most binary digits that the denominators of a row, or the posterior,
/// may have together: arithmetic with them stays quick.
pub(super) const LONGEST_TOGETHER: usize = 50_000;

/// Why parts do not make a model: the field and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    /// The field, as in a model file.
    pub field: &'static str,
    /// The position within the field, from 0, where there is one.
    pub row: Option<usize>,
    /// What was found and what is expected.
    pub message: String,
}

impl fmt::Display for ModelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ModelError {
            field,
            row,
            message,
        } = self;
        match row {
            Some(row) => write!(formatter, "{field}, row {}: {message}", row + 1),
            None => write!(formatter, "{field}: {message}"),
        }
    }
}

impl std::error::Error for ModelError {}

pub(super) fn wrong(field: &'static str, row: Option<usize>, message: String) -> ModelError {
    ModelError {
        field,
        row,
        message,
    }
}

/// The first few names, for an error message.
pub(super) fn list(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let more = if names.len() > SHOWN { ", …" } else { "" };
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| excerpt(name)).collect();
    shown.join(", ") + more
}

pub(super) fn check_names(field: &'static str, names: &[String]) -> Result<(), ModelError> {
    if names.is_empty() {
        return Err(wrong(field, None, "at least one name is needed".into()));
    }
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(wrong(
            field,
            None,
            format!("`{}` stands there twice", excerpt(pair[0])),
        )),
        None => Ok(()),
    }
}

pub(super) fn check_size(
    field: &'static str,
    rows: usize,
    columns: usize,
) -> Result<(), ModelError> {
    if rows.saturating_mul(columns) > LARGEST_TABLE {
        return Err(wrong(
            field,
            None,
            format!(
                "a table of {rows} × {columns} numbers is too large; at most {LARGEST_TABLE} are taken"
            ),
        ));
    }
    Ok(())
}

/// The denominators of a row multiply in its sum.
pub(super) fn check_lengths(field: &'static str, rows: &[Vec<Rational>]) -> Result<(), ModelError> {
    for (row, weights) in rows.iter().enumerate() {
        let denominators: BTreeSet<&Natural> = weights.iter().map(Rational::denominator).collect();
        let bits: usize = denominators.into_iter().map(bit_length).sum();
        if bits > LONGEST_TOGETHER {
            return Err(wrong(
                field,
                Some(row),
                format!(
                    "the denominators have {bits} binary digits together; at most {LONGEST_TOGETHER} are taken"
                ),
            ));
        }
    }
    Ok(())
}

pub(super) fn check_prior(prior: &[Rational], parameters: &[String]) -> Result<(), ModelError> {
    if prior.len() != parameters.len() {
        return Err(wrong(
            "prior",
            None,
            format!(
                "{} weights for {} parameters; give one for each",
                prior.len(),
                parameters.len()
            ),
        ));
    }
    match prior
        .iter()
        .zip(parameters)
        .find(|(weight, _)| !weight.is_positive())
    {
        Some((weight, parameter)) => Err(wrong(
            "prior",
            None,
            format!(
                "the weight {weight} of `{}` is not positive",
                excerpt(parameter)
            ),
        )),
        None => Ok(()),
    }
}

/// One law for each row of weights.
pub(super) fn laws(
    field: &'static str,
    weights: &[Vec<Rational>],
    rows: usize,
    columns: usize,
) -> Result<Vec<Law<usize>>, ModelError> {
    if weights.len() != rows {
        return Err(wrong(
            field,
            None,
            format!(
                "{} rows for {rows} parameters; give one for each",
                weights.len()
            ),
        ));
    }
    weights
        .iter()
        .enumerate()
        .map(|(row, weights)| {
            if weights.len() != columns {
                return Err(wrong(
                    field,
                    Some(row),
                    format!("{columns} numbers are expected, found {}", weights.len()),
                ));
            }
            let atoms = weights.iter().cloned().enumerate();
            Law::proportional_to(atoms).map_err(|error| wrong(field, Some(row), error.to_string()))
        })
        .collect()
}
