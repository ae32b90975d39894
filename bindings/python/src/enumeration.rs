//! The rows of a step's matrix: the engine enumerates, Python steps.
//!
//! Rows are enumerated one after another on the calling thread, so that the
//! step runs where its other code does and an interrupt from the keyboard
//! reaches it. The interpreter is held only while the step runs.
//!
//! Every path is run three times: twice at once, and again when all rows are
//! known, in the opposite order. A step that is a function of its state and of
//! chance asks the same and leads to the same place each time.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use peskun::chance::{
    Budget, Enumeration, Enumerator, Interrupted, Reading, enumerate, enumerate_backward,
};
use peskun::numbers::{Rational, SparseBuilder, SparseMatrix, SparseRow};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{is_undecided, named, raised};
use crate::exact::written;
use crate::questions::{allow_weights, lent};

/// A step of Python's on states that are numbered.
pub(crate) struct PythonStep<'a> {
    pub(crate) step: Py<PyAny>,
    /// What the step draws from, and its number.
    pub(crate) generator: Py<PyAny>,
    pub(crate) number: u64,
    /// A `peskun.watch.Watch`, which looks at every run that has ended.
    pub(crate) watch: Py<PyAny>,
    pub(crate) states: Vec<Py<PyAny>>,
    /// The number of every state.
    pub(crate) numbers: Py<PyDict>,
    pub(crate) labels: &'a [String],
    /// The most paths from all states together, and questions along one of them.
    pub(crate) paths: u64,
    pub(crate) questions: usize,
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
    /// The paths that were run to their end, and a digest of where they led, in
    /// any order.
    paths: u64,
    digest: u64,
}

/// The paths from one state are run …
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    /// each twice,
    First,
    /// or once, in the opposite order.
    Again,
}

impl PythonStep<'_> {
    /// Enumerates the step from every state, and again.
    pub(crate) fn rows(&self, py: Python<'_>) -> PyResult<Rows> {
        // A step may enumerate another one within it.
        let outer = allow_weights(self.weights.saturating_mul(2));
        let rows = self.all_rows(py);
        allow_weights(outer);
        rows
    }

    fn all_rows(&self, py: Python<'_>) -> PyResult<Rows> {
        let size = self.states.len();
        let mut builder = SparseBuilder::new(size);
        let mut digests = Vec::with_capacity(size);
        let (mut moved, mut paths, mut doubles) = (Vec::with_capacity(size), 0, false);
        let budget = self.budget();
        for from in 0..size {
            let (row, happened) = self.row(py, from, Pass::First, &budget, paths)?;
            paths += row.paths;
            doubles |= happened.doubles;
            let law = row.law;
            let entries = law.values().iter().map(|to| (*to, law.probability(to)));
            builder.push(SparseRow::new(entries));
            moved.push(Rational::ONE - law.probability(&from));
            digests.push(happened.digest);
        }
        let matrix = builder.finish();
        allow_weights(self.weights);
        let budget = self.budget();
        for from in (0..size).rev() {
            let (row, happened) = self.row(py, from, Pass::Again, &budget, 0)?;
            let law = row.law;
            let same = matrix.row(from).count() == law.values().len()
                && matrix
                    .row(from)
                    .all(|(to, value)| law.probability(&to) == *value);
            if !same || happened.digest != digests[from] {
                return Err(self.leads_elsewhere(py, from));
            }
        }
        Ok(Rows {
            matrix,
            moved,
            paths,
            doubles,
        })
    }

    fn budget(&self) -> Budget {
        Budget::of_paths(self.paths).with_depth(self.questions)
    }

    fn leads_elsewhere(&self, py: Python<'_>, from: usize) -> PyErr {
        let sentence = format!(
            "the step is not a function of its state and of chance: from `{}` it leads elsewhere \
             when it is run again; does it keep something between runs, or draw from another \
             generator?",
            self.labels[from]
        );
        named(py, "NotReproducible", sentence)
    }

    /// The law of the step from a state, when so many paths were run before.
    fn row(
        &self,
        py: Python<'_>,
        from: usize,
        pass: Pass,
        budget: &Budget,
        before: u64,
    ) -> PyResult<(Enumeration<usize>, Happened)> {
        let happened = Mutex::new(Happened::default());
        let outcome = py.detach(|| {
            let run = |chance: &mut Enumerator| self.run(from, pass, chance, &happened);
            match pass {
                Pass::First => enumerate(Reading::Plain, budget, run),
                Pass::Again => enumerate_backward(Reading::Plain, budget, run),
            }
        });
        let mut happened = happened
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let error = match (happened.exception.take(), outcome) {
            (None, Ok(row)) => return Ok((row, happened)),
            (Some(exception), _) => exception,
            (None, Err(why)) => raised(py, &why),
        };
        if is_undecided(py, &error) {
            let run = before + happened.paths;
            noted(
                py,
                &error,
                format!("{run} paths were run to their end before"),
            );
        }
        Err(error)
    }

    /// The runs along one path.
    fn run(
        &self,
        from: usize,
        pass: Pass,
        chance: &mut Enumerator,
        happened: &Mutex<Happened>,
    ) -> Result<usize, Interrupted> {
        let to = self.once(from, chance, happened)?;
        if pass == Pass::First {
            chance.run_again()?;
            if self.once(from, chance, happened)? != to {
                let error = Python::attach(|py| {
                    let error = self.leads_elsewhere(py, from);
                    noted(py, &error, self.path(from, chance));
                    error
                });
                return Err(kept(happened, error));
            }
        }
        let mut hasher = DefaultHasher::new();
        chance.answers().for_each(|answer| answer.hash(&mut hasher));
        to.hash(&mut hasher);
        let mut happened = happened.lock().unwrap_or_else(PoisonError::into_inner);
        happened.digest = happened.digest.wrapping_add(hasher.finish());
        happened.paths += 1;
        Ok(to)
    }

    /// One run of the step. An exception of Python's is kept beside, and ends the
    /// enumeration.
    fn once(
        &self,
        from: usize,
        chance: &mut Enumerator,
        happened: &Mutex<Happened>,
    ) -> Result<usize, Interrupted> {
        let run = || Python::attach(|py| self.step(py, from));
        let (outcome, doubles) = lent(self.number, chance, run);
        if doubles {
            let mut happened = happened.lock().unwrap_or_else(PoisonError::into_inner);
            happened.doubles = true;
        }
        outcome.map_err(|exception| {
            Python::attach(|py| {
                if exception.is_instance_of::<PyException>(py) {
                    noted(py, &exception, self.path(from, chance));
                }
            });
            kept(happened, exception)
        })
    }

    /// The path so far, in words: the state, the answers, the probability.
    fn path(&self, from: usize, chance: &Enumerator) -> String {
        let asked: Vec<(String, usize)> = chance.asked().collect();
        let label = &self.labels[from];
        if asked.is_empty() {
            return format!("in a step from `{label}` that has asked nothing");
        }
        let shown = asked.len().min(MOST_ANSWERS);
        let answers: Vec<String> = asked[asked.len() - shown..]
            .iter()
            .map(|(question, answer)| format!("{question}: {answer}"))
            .collect();
        let more = if shown < asked.len() { "…, " } else { "" };
        format!(
            "in a step from `{label}`, on a path of probability {}, with the answers {more}{}",
            written(&chance.probability()),
            answers.join(", ")
        )
    }

    fn step(&self, py: Python<'_>, from: usize) -> PyResult<usize> {
        py.check_signals()?;
        let to = self
            .step
            .bind(py)
            .call1((&self.states[from], &self.generator));
        // What was refused is raised, whatever became of it in the step.
        let watch = self.watch.bind(py);
        watch.call_method1(intern!(py, "look"), (from,))?;
        let to = to?;
        if to.hasattr(intern!(py, "_is_hidden"))? {
            let sentence = format!(
                "a step from `{}` returns a number from random(), which is not a state; return \
                 what is decided with it",
                self.labels[from]
            );
            return Err(named(py, "UnknownState", sentence));
        }
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

/// How many answers a sentence tells.
const MOST_ANSWERS: usize = 12;

/// Adds a line to an exception, in versions of Python where it has some.
fn noted(py: Python<'_>, exception: &PyErr, line: String) {
    let _ = exception.value(py).call_method1("add_note", (line,));
}

/// Keeps an exception and ends the enumeration.
fn kept(happened: &Mutex<Happened>, exception: PyErr) -> Interrupted {
    let mut happened = happened.lock().unwrap_or_else(PoisonError::into_inner);
    happened.exception = Some(exception);
    Interrupted::foreign("the step raised an exception")
}
