//! Decision rules, arms and ties by their names.

use peskun::kernels::{Algorithm, BanditReading};
use peskun::rules::{RuleName, TieBreak};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::named;

/// The algorithm of a kernel by name.
pub(crate) fn algorithm(py: Python<'_>, kernel: &str, tie: &str) -> PyResult<Algorithm> {
    let found = Algorithm::named(kernel, tie_break(tie)?);
    found.map_err(|why| named(py, "BadModel", why))
}

/// The algorithm of a decision rule over arms by their names.
pub(crate) fn bandit(
    py: Python<'_>,
    rule: &str,
    arms: &[String],
    tie: &str,
    reading: &str,
) -> PyResult<Algorithm> {
    let tie = tie_break(tie)?;
    let reading = match reading {
        "fresh" => BanditReading::Fresh,
        "repropose" => BanditReading::Repropose,
        "reuse" => BanditReading::Reuse,
        _ => {
            let sentence = "a reading is \"fresh\", \"repropose\" or \"reuse\"";
            return Err(PyValueError::new_err(sentence));
        }
    };
    let arms = arms
        .iter()
        .map(|arm| arm.parse())
        .collect::<Result<Vec<_>, String>>();
    arms.and_then(|arms| Algorithm::bandit(arms, RuleName::find(rule)?, tie, reading))
        .map_err(|why| named(py, "BadModel", why))
}

fn tie_break(name: &str) -> PyResult<TieBreak> {
    let all = [TieBreak::First, TieBreak::Last, TieBreak::Coin];
    let found = all.into_iter().find(|tie| tie.name() == name);
    found.ok_or_else(|| PyValueError::new_err("a tie goes to \"first\", \"last\" or a \"coin\""))
}
