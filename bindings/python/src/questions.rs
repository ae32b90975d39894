//! What a step asks, answered by the enumeration that runs it.
//!
//! The enumeration lends its source of randomness to the thread for as long as
//! the step runs. On other threads, and when the step has ended, nobody answers.

use std::cell::{Cell, RefCell};

use peskun::chance::{Ask, Enumerator, Interrupted};
use peskun::numbers::{Law, Rational};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use scoped_tls_hkt::scoped_thread_local;

use crate::errors::raised;
use crate::exact::{all_exact, exact};

scoped_thread_local!(static mut CHANCE: Enumerator);

/// What is remembered of a run beside its answers.
#[derive(Default)]
pub(crate) struct Record {
    /// Did doubles enter?
    pub(crate) doubles: bool,
    /// Why the enumeration cannot go on, even if the step caught the exception.
    pub(crate) failure: Option<Interrupted>,
}

thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
    /// How many weights may still be drawn with: they are read on every path.
    static WEIGHTS: Cell<u64> = const { Cell::new(0) };
}

/// Allows so many weights from now on, and returns how many there were left.
pub(crate) fn allow_weights(number: u64) -> u64 {
    WEIGHTS.replace(number)
}

/// Counts the weights of a draw.
fn count_weights(number: usize) -> Result<(), Interrupted> {
    let left = WEIGHTS.get().checked_sub(number as u64);
    WEIGHTS.set(left.unwrap_or(0));
    match left {
        Some(_) => Ok(()),
        None => Err(Interrupted::TooLong {
            what: format!(
                "the step draws with {number} weights, which are read again on every path; \
                 draw in stages, or allow more with paths=…"
            )
            .into(),
        }),
    }
}

/// Lets the step ask this source of randomness, and returns what is remembered
/// of the run. Steps that enumerate others within them have records of their
/// own.
pub(crate) fn lent<T>(chance: &mut Enumerator, run: impl FnOnce() -> T) -> (T, Record) {
    let outer = RECORD.take();
    let outcome = CHANCE.set(chance, run);
    (outcome, RECORD.replace(outer))
}

fn answered<T>(
    py: Python<'_>,
    ask: impl FnOnce(&mut Enumerator) -> Result<T, Interrupted>,
) -> PyResult<T> {
    if let Some(failure) = RECORD.with_borrow(|record| record.failure.clone()) {
        return Err(raised(py, &failure));
    }
    if !CHANCE.is_set() {
        return Err(PyRuntimeError::new_err(
            "this generator answers only while its step is enumerated, and on the same thread; \
             peskun.Random(seed) samples",
        ));
    }
    CHANCE.with(ask).map_err(|why| {
        let error = raised(py, &why);
        if why.is_undecided() || matches!(why, Interrupted::Diverged { .. }) {
            RECORD.with_borrow_mut(|record| record.failure = Some(why));
        }
        error
    })
}

/// Remembers that a double entered the run.
#[pyfunction]
pub(crate) fn note_double() {
    RECORD.with_borrow_mut(|record| record.doubles = true);
}

/// A coin that shows true with this probability.
#[pyfunction]
pub(crate) fn coin(probability: &Bound<'_, PyAny>) -> PyResult<bool> {
    let number = exact(probability)?;
    if number.is_double {
        note_double();
    }
    answered(probability.py(), |chance| chance.coin(&number.value))
}

/// A position with a probability proportional to its weight.
#[pyfunction]
pub(crate) fn draw(weights: &Bound<'_, PyAny>) -> PyResult<usize> {
    let (weights_of_law, doubles) = all_exact(weights)?;
    if doubles {
        note_double();
    }
    let number = weights_of_law.len();
    let law = law(weights_of_law).map_err(|why| raised(weights.py(), &why))?;
    answered(weights.py(), |chance| {
        count_weights(number)?;
        chance.draw(&law).copied()
    })
}

fn law(weights: Vec<Rational>) -> Result<Law<usize>, Interrupted> {
    let law = Law::proportional_to((0..weights.len()).zip(weights));
    law.map_err(|error| Interrupted::BadWeights { error })
}

/// A position below `size`, each with the same probability.
#[pyfunction]
pub(crate) fn uniform(py: Python<'_>, size: usize) -> PyResult<usize> {
    answered(py, |chance| chance.uniform(size))
}
