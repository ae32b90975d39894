//! Kernels by name, and decision rules by name, as expressions and as functions
//! of Python's.

use std::sync::Arc;

use peskun::kernels::{Algorithm, BanditReading};
use peskun::rules::{RuleName, TieBreak};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::background::interruptible;
use crate::callables::{Happened, PythonRule};
use crate::errors::named;

/// An algorithm, and what happens while a rule of Python's is asked in it.
pub(crate) struct Asked {
    algorithm: Algorithm,
    happened: Option<Arc<Happened>>,
}

impl Asked {
    /// Does some work with the algorithm. An exception of the rule's comes
    /// through in its place.
    pub(crate) fn run<T: Send + 'static>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Algorithm) -> T + Send + 'static,
    ) -> PyResult<T> {
        let Asked {
            algorithm,
            happened,
        } = self;
        let outcome = interruptible(py, move || work(&algorithm));
        let Some(happened) = happened else {
            return outcome;
        };
        happened.stop();
        match happened.exception() {
            Some(exception) if outcome.is_ok() => Err(exception),
            _ => outcome,
        }
    }
}

/// The algorithm of a kernel by name, or of a rule over the arms of the paper.
pub(crate) fn algorithm(py: Python<'_>, kernel: &Bound<'_, PyAny>, tie: &str) -> PyResult<Asked> {
    let tie = tie_break(tie)?;
    match kernel.extract::<String>() {
        Ok(name) => Ok(Asked {
            algorithm: Algorithm::named(&name, tie).map_err(|why| named(py, "BadModel", why))?,
            happened: None,
        }),
        Err(_) => with_rule(kernel, |rule| {
            Algorithm::bandit(Algorithm::paper_arms(), rule, tie, BanditReading::Fresh)
        }),
    }
}

/// The algorithm of a decision rule over arms by their names.
pub(crate) fn bandit(
    py: Python<'_>,
    rule: &Bound<'_, PyAny>,
    arms: &[String],
    tie: &str,
    reading: &str,
) -> PyResult<Asked> {
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
    if arms.is_empty() {
        let sentence = "a rule chooses between arms, and there are none".into();
        return Err(named(py, "BadModel", sentence));
    }
    let arms = arms.iter().map(|arm| arm.parse());
    let arms = arms.collect::<Result<Vec<_>, String>>();
    let arms = arms.map_err(|why| named(py, "BadModel", why))?;
    with_rule(rule, |rule| Algorithm::bandit(arms, rule, tie, reading))
}

/// The algorithm with a rule: a text, or a `peskun.rules.Rule` with a function.
fn with_rule(
    rule: &Bound<'_, PyAny>,
    build: impl FnOnce(RuleName) -> Result<Algorithm, String>,
) -> PyResult<Asked> {
    let wrong = |why| named(rule.py(), "BadModel", why);
    let (name, happened) = match rule.extract::<String>() {
        Ok(text) => (RuleName::find(&text).map_err(wrong)?, None),
        Err(_) => {
            let rule = PythonRule::new(rule)?;
            let happened = rule.happened.clone();
            (RuleName::Foreign(Arc::new(rule)), Some(happened))
        }
    };
    Ok(Asked {
        algorithm: build(name).map_err(wrong)?,
        happened,
    })
}

fn tie_break(name: &str) -> PyResult<TieBreak> {
    let all = [TieBreak::First, TieBreak::Last, TieBreak::Coin];
    let found = all.into_iter().find(|tie| tie.name() == name);
    found.ok_or_else(|| PyValueError::new_err("a tie goes to \"first\", \"last\" or a \"coin\""))
}
