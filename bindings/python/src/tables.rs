//! The tables that a model is made of, both ways.

use peskun::models::TableParts;
use peskun::numbers::Rational;
use pyo3::prelude::*;

use crate::exact::{all_exact, fractions};

/// Rows of numbers.
pub(crate) fn table(rows: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Rational>>> {
    let rows = rows.try_iter()?;
    rows.map(|row| Ok(all_exact(&row?)?.0)).collect()
}

/// Numbers as they are in Python.
type Numbers<'py> = Vec<Bound<'py, PyAny>>;

/// Name, parameters, sample space, observed, prior, likelihood, proposal and
/// auxiliary law.
pub(crate) type Tables<'py> = (
    String,
    Vec<String>,
    Vec<String>,
    String,
    Numbers<'py>,
    Vec<Numbers<'py>>,
    Option<Vec<Numbers<'py>>>,
    Option<Vec<Numbers<'py>>>,
);

/// The tables as fractions.
pub(crate) fn tables<'py>(py: Python<'py>, parts: &TableParts) -> PyResult<Tables<'py>> {
    let rows = |rows: &Vec<Vec<Rational>>| -> PyResult<Vec<Numbers<'py>>> {
        rows.iter().map(|row| fractions(py, row)).collect()
    };
    Ok((
        parts.name.clone(),
        parts.parameters.clone(),
        parts.sample_space.clone(),
        parts.observed.clone(),
        fractions(py, &parts.prior)?,
        rows(&parts.likelihood)?,
        parts.proposal.as_ref().map(rows).transpose()?,
        parts.auxiliary.as_ref().map(rows).transpose()?,
    ))
}
