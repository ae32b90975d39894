//! Decision rules that are functions of Python's.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use peskun::chance::Interrupted;
use peskun::numbers::{Law, Ratio, Rational};
use peskun::rules::{Decider, Seen, Sight};
use pyo3::prelude::*;

use crate::exact::{all_exact, fraction, fractions};

/// What happened while a rule was asked.
#[derive(Debug, Default)]
pub(crate) struct Happened {
    exception: Mutex<Option<PyErr>>,
    stopped: AtomicBool,
}

impl Happened {
    /// Nobody waits for the answers any more.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The exception that a rule raised first.
    pub(crate) fn exception(&self) -> Option<PyErr> {
        let mut exception = self
            .exception
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        exception.take()
    }

    fn keep(&self, raised: PyErr) {
        let mut exception = self
            .exception
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        exception.get_or_insert(raised);
        self.stop();
    }
}

/// A `peskun.rules.Rule` with a function.
pub(crate) struct PythonRule {
    rule: Py<PyAny>,
    name: String,
    sees: Vec<String>,
    pub(crate) happened: Arc<Happened>,
}

impl PythonRule {
    /// Reads what the rule is called and which arguments it has.
    pub(crate) fn new(rule: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(PythonRule {
            name: rule.getattr("name")?.extract()?,
            sees: rule.getattr("sees")?.extract()?,
            rule: rule.clone().unbind(),
            happened: Arc::default(),
        })
    }

    fn sees(&self, name: &str) -> bool {
        self.sees.iter().any(|seen| seen == name)
    }

    fn law(&self, py: Python<'_>, seen: &Seen<'_>) -> PyResult<Vec<Rational>> {
        let ratios = |ratios: &[Ratio<Rational>]| -> PyResult<Vec<Bound<'_, PyAny>>> {
            let number = |ratio: &Ratio<Rational>| match ratio {
                Ratio::Finite(value) => fraction(py, value),
                Ratio::Infinite => Ok(f64::INFINITY.into_pyobject(py)?.into_any()),
            };
            ratios.iter().map(number).collect()
        };
        let value = |value: &Option<Rational>| match value {
            Some(value) => fraction(py, value).map(Some),
            None => Ok(None),
        };
        let values: PyResult<Vec<_>> = seen.values.iter().map(value).collect();
        let estimate = seen.estimate.map(|estimate| fraction(py, estimate));
        let arguments = (
            (seen.from + 1, seen.to + 1, seen.arms),
            fractions(py, &seen.means)?,
            fractions(py, &seen.reverse_means)?,
            ratios(&seen.ratios)?,
            ratios(&seen.reverse_ratios)?,
            values?,
            estimate.transpose()?,
        );
        let answer = self.rule.bind(py).call_method1("_decide", arguments)?;
        Ok(all_exact(&answer)?.0)
    }
}

impl Decider for PythonRule {
    fn sight(&self) -> Sight {
        match (self.sees("a"), self.sees("a_rev")) {
            (_, true) => Sight::Both,
            (true, false) => Sight::Forward,
            (false, false) => Sight::Blind,
        }
    }

    fn looks_at_means(&self) -> bool {
        self.sees("r") || self.sees("r_rev")
    }

    fn decide(&self, seen: &Seen<'_>) -> Result<Law<usize>, Interrupted> {
        let over = || Interrupted::foreign("the rule is not asked any more");
        if self.happened.stopped.load(Ordering::Relaxed) {
            return Err(over());
        }
        let answer = Python::try_attach(|py| self.law(py, seen)).ok_or_else(over)?;
        let probabilities = answer.map_err(|raised| {
            self.happened.keep(raised);
            Interrupted::foreign("the rule raised an exception")
        })?;
        Law::new(probabilities.into_iter().enumerate()).map_err(|error| Interrupted::Rule {
            message: format!("it gives no law on the arms: {error}"),
        })
    }
}

impl fmt::Display for PythonRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

impl fmt::Debug for PythonRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("PythonRule")
            .field(&self.name)
            .finish()
    }
}
