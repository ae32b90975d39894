//! What a step asks, answered by the enumeration that runs it.
//!
//! The enumeration lends its source of randomness to the thread for as long as
//! the step runs. On other threads, and when the step has ended, nobody answers.
//! Every generator has a number, so that a step within a step cannot ask the
//! generator of the outer one.

use std::cell::{Cell, RefCell};

use peskun::chance::{Ask, Enumerator, Interrupted};
use peskun::numbers::{Law, Rational};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use scoped_tls_hkt::scoped_thread_local;

use crate::errors::{named, raised};
use crate::exact::{all_exact, exact};

scoped_thread_local!(static mut CHANCE: Enumerator);

thread_local! {
    /// The generator whose step runs, and whether doubles entered the run.
    static RUNNING: RefCell<Running> = RefCell::default();
    /// How many weights may still be drawn with: they are read on every path.
    static WEIGHTS: Cell<u64> = const { Cell::new(0) };
}

#[derive(Default)]
struct Running {
    generator: u64,
    doubles: bool,
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

/// Lets the step ask this source of randomness through the generator of this
/// number, and returns whether doubles entered. Steps that enumerate others within
/// them are told apart.
pub(crate) fn lent<T>(
    generator: u64,
    chance: &mut Enumerator,
    run: impl FnOnce() -> T,
) -> (T, bool) {
    let doubles = false;
    let outer = RUNNING.replace(Running { generator, doubles });
    let outcome = CHANCE.set(chance, run);
    (outcome, RUNNING.replace(outer).doubles)
}

fn answered<T>(
    py: Python<'_>,
    generator: u64,
    ask: impl FnOnce(&mut Enumerator) -> Result<T, Interrupted>,
) -> PyResult<T> {
    if !CHANCE.is_set() {
        return Err(PyRuntimeError::new_err(
            "this generator answers only while its step is enumerated, and on the same thread; \
             peskun.Random(seed) samples",
        ));
    }
    if RUNNING.with_borrow(|running| running.generator != generator) {
        let sentence = "a step that is enumerated within another one asks the generator of the \
                        outer step; it has one of its own";
        return Err(named(py, "NotReproducible", sentence.into()));
    }
    CHANCE.with(ask).map_err(|why| raised(py, &why))
}

/// Remembers that a double entered the run.
#[pyfunction]
pub(crate) fn note_double() {
    RUNNING.with_borrow_mut(|running| running.doubles = true);
}

/// A coin that shows true with this probability.
#[pyfunction]
pub(crate) fn coin(generator: u64, probability: &Bound<'_, PyAny>) -> PyResult<bool> {
    let number = exact(probability)?;
    if number.is_double {
        note_double();
    }
    answered(probability.py(), generator, |chance| {
        chance.coin(&number.value)
    })
}

/// A position with a probability proportional to its weight.
#[pyfunction]
pub(crate) fn draw(generator: u64, weights: &Bound<'_, PyAny>) -> PyResult<usize> {
    let (weights_of_law, doubles) = all_exact(weights)?;
    if doubles {
        note_double();
    }
    let number = weights_of_law.len();
    let law = law(weights_of_law).map_err(|why| raised(weights.py(), &why))?;
    answered(weights.py(), generator, |chance| {
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
pub(crate) fn uniform(py: Python<'_>, generator: u64, size: usize) -> PyResult<usize> {
    answered(py, generator, |chance| chance.uniform(size))
}
