//! The search for counterexamples, and the ledger of the paper.

use peskun::claims::{LEDGERS, examine, in_ledger};
use peskun::laboratory;
use peskun::models::{AnyModel, TableModel};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::background::interruptible;
use crate::errors::{named, raised};
use crate::model::Model;
use crate::rules::bandit;

/// Tries a rule on random models: how many were tried, on how many the budget
/// ran out, and the smallest model found on which detailed balance fails.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "only the Python beside it calls it"
)]
pub(crate) fn search(
    py: Python<'_>,
    rule: &Bound<'_, PyAny>,
    arms: Vec<String>,
    tie: &str,
    reading: &str,
    models: usize,
    seed: u64,
    paths: u64,
) -> PyResult<(usize, usize, Option<Model>)> {
    let algorithm = bandit(py, rule, &arms, tie, reading)?;
    let found = algorithm.run(py, move |algorithm| {
        let found = laboratory::search(algorithm, models, seed, paths, |_| {});
        found.map_err(|failure| failure.to_string())
    })?;
    let found = found.map_err(|why| named(py, "BadModel", why))?;
    let model = found.counterexample.map(|counterexample| {
        TableModel::new(counterexample.parts)
            .map(|model| Model::from(AnyModel::Table(Box::new(model))))
            .map_err(|error| named(py, "BadModel", error.to_string()))
    });
    Ok((found.tried, found.undecided, model.transpose()?))
}

/// A claim: its name, where it stands, what it says, how it is checked, the
/// verdict, and whether that is the recorded one.
type Claim = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    bool,
);

/// The claims of a ledger with these names, or all of them, examined.
#[pyfunction]
pub(crate) fn ledger(
    py: Python<'_>,
    name: &str,
    only: Option<Vec<String>>,
) -> PyResult<Vec<Claim>> {
    let Some(mut claims) = in_ledger(name) else {
        let sentence = format!(
            "no ledger is called `{name}`; there is {}",
            LEDGERS.join(", ")
        );
        return Err(PyValueError::new_err(sentence));
    };
    if let Some(only) = only {
        let known = |id: &String| claims.iter().any(|claim| claim.id == id);
        if let Some(unknown) = only.iter().find(|id| !known(id)) {
            let sentence = format!("the ledger has no claim `{unknown}`");
            return Err(PyValueError::new_err(sentence));
        }
        claims.retain(|claim| only.iter().any(|id| claim.id == id));
    }
    let entries = interruptible(py, move || examine(&claims, |_| {}))?;
    let entries = entries.map_err(|why| raised(py, &why))?;
    let claim = |entry: &peskun::claims::Entry| {
        let claim = &entry.claim;
        let verdict = entry.finding.verdict.name();
        let expected = entry.is_as_expected();
        (
            claim.id,
            claim.place,
            claim.statement,
            claim.method,
            verdict,
            expected,
        )
    };
    Ok(entries.iter().map(claim).collect())
}
