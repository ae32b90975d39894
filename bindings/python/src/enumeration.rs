//! The rows of a step's matrix: the engine enumerates, Python steps.
//!
//! Rows are enumerated one after another on the calling thread, so that the
//! step runs where its other code does and an interrupt from the keyboard
//! reaches it. The interpreter is held only while the step runs.

use std::sync::Mutex;

use peskun::chance::{Budget, Enumerator, Interrupted, Reading, enumerate};
use peskun::numbers::{Law, Rational, SparseBuilder, SparseMatrix, SparseRow};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{named, raised};
use crate::questions::{allow_weights, lent};

/// Paths after which rows are no longer enumerated twice.
const REPEATED: u64 = 5_000;

/// A step of Python's on states that are numbered.
pub(crate) struct PythonStep<'a> {
    pub(crate) step: Py<PyAny>,
    /// What the step draws from.
    pub(crate) generator: Py<PyAny>,
    pub(crate) states: Vec<Py<PyAny>>,
    /// The number of every state.
    pub(crate) numbers: Py<PyDict>,
    pub(crate) labels: &'a [String],
    pub(crate) budget: Budget,
    /// How many weights may be drawn with, on all paths together.
    pub(crate) weights: u64,
}

/// What came of it.
pub(crate) struct Rows {
    pub(crate) matrix: SparseMatrix,
    pub(crate) moved: Vec<Rational>,
    pub(crate) paths: u64,
    pub(crate) doubles: bool,
}

/// What happened during the runs from one state.
#[derive(Default)]
struct Happened {
    exception: Option<PyErr>,
    doubles: bool,
}

impl PythonStep<'_> {
    /// Enumerates the step from every state, and from the first ones again: a
    /// step that depends on its state and on chance has the same law twice.
    pub(crate) fn rows(&self, py: Python<'_>) -> PyResult<Rows> {
        // A step may enumerate another one within it.
        let outer = allow_weights(self.weights);
        let rows = self.all_rows(py);
        allow_weights(outer);
        rows
    }

    fn all_rows(&self, py: Python<'_>) -> PyResult<Rows> {
        let size = self.states.len();
        let mut builder = SparseBuilder::new(size);
        let mut laws = Vec::new();
        let (mut moved, mut paths, mut doubles) = (Vec::with_capacity(size), 0, false);
        for from in 0..size {
            let (law, row_paths, row_doubles) = self.row(py, from, &self.budget)?;
            paths += row_paths;
            doubles |= row_doubles;
            let entries = law.values().iter().map(|to| (*to, law.probability(to)));
            builder.push(SparseRow::new(entries));
            moved.push(Rational::ONE - law.probability(&from));
            if paths <= REPEATED || from == 0 && row_paths <= 10 * REPEATED {
                laws.push(law);
            }
        }
        allow_weights(self.weights);
        // Backward, so that what changes with every run does so differently.
        for (from, law) in laws.iter().enumerate().rev() {
            if self.row(py, from, &Budget::default())?.0 != *law {
                let label = &self.labels[from];
                let sentence = format!(
                    "the step is not a function of its state and of chance: from `{label}` it \
                     leads elsewhere the second time; does it keep something between runs, or \
                     draw from another generator?"
                );
                return Err(named(py, "NotReproducible", sentence));
            }
        }
        let matrix = builder.finish();
        Ok(Rows {
            matrix,
            moved,
            paths,
            doubles,
        })
    }

    fn row(
        &self,
        py: Python<'_>,
        from: usize,
        budget: &Budget,
    ) -> PyResult<(Law<usize>, u64, bool)> {
        let happened = Mutex::new(Happened::default());
        let outcome = py.detach(|| {
            enumerate(Reading::Plain, budget, |chance| {
                self.run(from, chance, &happened)
            })
        });
        let happened = happened
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        match (happened.exception, outcome) {
            (Some(exception), _) => Err(exception),
            (None, Err(why)) => Err(raised(py, &why)),
            (None, Ok(row)) => Ok((row.law, row.paths, happened.doubles)),
        }
    }

    /// One run of the step. An exception of Python's is kept beside, and ends the
    /// enumeration.
    fn run(
        &self,
        from: usize,
        chance: &mut Enumerator,
        happened: &Mutex<Happened>,
    ) -> Result<usize, Interrupted> {
        let (outcome, record) = lent(chance, || Python::attach(|py| self.step(py, from)));
        if let Some(failure) = record.failure {
            return Err(failure);
        }
        let mut happened = happened
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        happened.doubles |= record.doubles;
        outcome.map_err(|exception| {
            happened.exception = Some(exception);
            Interrupted::foreign("the step raised an exception")
        })
    }

    fn step(&self, py: Python<'_>, from: usize) -> PyResult<usize> {
        py.check_signals()?;
        let to = self
            .step
            .bind(py)
            .call1((&self.states[from], &self.generator))?;
        match self.numbers.bind(py).get_item(&to) {
            Ok(Some(number)) => number.extract(),
            Ok(None) => Err(self.unknown(py, from, &to)),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                let (label, to) = (&self.labels[from], to.repr()?);
                let sentence = format!(
                    "a step from `{label}` returns {to}, which is not hashable; a state is, for \
                     instance a tuple in place of a list"
                );
                Err(named(py, "UnknownState", sentence))
            }
            Err(error) => Err(error),
        }
    }

    fn unknown(&self, py: Python<'_>, from: usize, to: &Bound<'_, PyAny>) -> PyErr {
        if to.is_none() {
            let label = &self.labels[from];
            let sentence = format!(
                "a step from `{label}` returns None; a step returns the state that it leads to"
            );
            return named(py, "UnknownState", sentence);
        }
        let to = to
            .str()
            .map(|to| to.to_string())
            .unwrap_or_else(|_| "?".into());
        raised(
            py,
            &Interrupted::Escaped {
                from: self.labels[from].clone(),
                to,
            },
        )
    }
}
