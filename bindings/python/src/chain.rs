//! A chain of the engine's, for `peskun.chain.Chain` to hold.

use std::sync::Arc;

use peskun::chains::{
    Accuracy, Chain as ExactChain, ChainParts, Obtained, Stationary, second_modulus, variance,
};
use peskun::numbers::{Rational, SparseMatrix};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::background::interruptible;
use crate::enumeration::PythonStep;
use crate::errors::named;
use crate::exact::{all_exact, ends, exact, fraction, fractions};
use crate::given::{law, transition_matrix};
use crate::orders;
use crate::reports;
use crate::verdicts::{self, Verdict};

/// A lower and an upper end.
type Ends<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// How many weights a path may draw with, on average over the paths allowed: a
/// path and so many weights take about as long.
const WEIGHTS_PER_PATH: u64 = 50;

/// A Markov chain on states that are numbered from 0.
#[pyclass(frozen, module = "peskun._engine")]
pub(crate) struct Chain {
    pub(crate) chain: Arc<ExactChain>,
}

#[pymethods]
impl Chain {
    /// The chain of a step, by enumeration.
    #[staticmethod]
    #[expect(
        clippy::too_many_arguments,
        reason = "only the Python beside it calls it"
    )]
    fn of_step(
        py: Python<'_>,
        step: Py<PyAny>,
        generator: Py<PyAny>,
        number: u64,
        watch: Py<PyAny>,
        states: Vec<Py<PyAny>>,
        numbers: Py<PyDict>,
        labels: Vec<String>,
        target: &Bound<'_, PyAny>,
        paths: u64,
        questions: usize,
        tolerance: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (target, target_doubles) = law(target, &labels)?;
        let tolerance = exact(tolerance)?.value;
        let rows = PythonStep {
            step,
            generator,
            number,
            watch,
            states,
            numbers,
            labels: &labels,
            paths,
            questions,
            weights: paths.saturating_mul(WEIGHTS_PER_PATH).max(1_000_000),
        }
        .rows(py)?;
        let parts = ChainParts {
            target,
            matrix: rows.matrix,
            accepted: rows.moved.clone(),
            moved: rows.moved,
            costs: vec![Rational::ZERO; labels.len()],
            obtained: Obtained::Enumeration { paths: rows.paths },
            used_doubles: rows.doubles || target_doubles,
            states: labels,
        };
        Ok(Chain::judged(parts, tolerance))
    }

    /// The chain with this matrix. Rows of doubles are divided by their sums, if
    /// those are 1 up to rounding; fractions may be told to have been doubles.
    #[staticmethod]
    fn of_matrix(
        rows: &Bound<'_, PyAny>,
        labels: Vec<String>,
        target: &Bound<'_, PyAny>,
        were_doubles: bool,
        tolerance: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let (target, target_doubles) = law(target, &labels)?;
        let tolerance = exact(tolerance)?.value;
        let (matrix, doubles) = transition_matrix(rows, &labels, were_doubles)?;
        let moved = |from| Rational::ONE - matrix.entry(from, from);
        let moved: Vec<Rational> = (0..labels.len()).map(moved).collect();
        let parts = ChainParts {
            target,
            matrix,
            accepted: moved.clone(),
            moved,
            costs: vec![Rational::ZERO; labels.len()],
            obtained: Obtained::Import,
            used_doubles: doubles || target_doubles,
            states: labels,
        };
        Ok(Chain::judged(parts, tolerance))
    }

    /// How many paths were enumerated, if they were.
    #[getter]
    fn paths(&self) -> Option<u64> {
        self.chain.paths()
    }

    /// Did doubles enter?
    #[getter]
    fn used_doubles(&self) -> bool {
        self.chain.used_doubles()
    }

    /// The law that should be invariant.
    fn target<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        fractions(py, self.chain.target())
    }

    /// Under the target, the probabilities that a proposal is accepted and that
    /// the state changes, and the expected number of auxiliary draws in a step.
    fn rates<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let chain = &self.chain;
        fractions(
            py,
            &[chain.acceptance(), chain.moves(), chain.draws_per_step()],
        )
    }

    /// The rows of the matrix, zeros included. Every number is made once.
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyList>>> {
        let matrix: &SparseMatrix = self.chain.matrix();
        let zero = fraction(py, &Rational::ZERO)?;
        let mut known = std::collections::BTreeMap::new();
        let mut rows = Vec::with_capacity(matrix.height());
        for from in 0..matrix.height() {
            let mut row = vec![zero.clone(); matrix.width()];
            for (to, value) in matrix.row(from) {
                // Equal numbers of one matrix are stored once.
                let place = std::ptr::from_ref(value).addr();
                row[to] = match known.get(&place) {
                    Some(made) => Bound::clone(made),
                    None => {
                        let made = fraction(py, value)?;
                        known.insert(place, made.clone());
                        made
                    }
                };
            }
            rows.push(PyList::new(py, row)?);
        }
        Ok(rows)
    }

    /// What is not zero in a row, by position.
    fn row<'py>(
        &self,
        py: Python<'py>,
        position: usize,
    ) -> PyResult<Vec<(usize, Bound<'py, PyAny>)>> {
        let entries = self.chain.matrix().row(position);
        entries
            .map(|(to, value)| Ok((to, fraction(py, value)?)))
            .collect()
    }

    /// The four verdicts, in order.
    fn verdicts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Verdict<'py>>> {
        let chain = self.chain.clone();
        let verdicts = interruptible(py, move || peskun::chains::Verdicts::of(&chain))?;
        verdicts::all(py, &self.chain, &verdicts)
    }

    /// The stationary law, each mass as an enclosure.
    fn stationary<'py>(&self, py: Python<'py>) -> PyResult<Vec<Ends<'py>>> {
        let chain = self.chain.clone();
        let law = interruptible(py, move || Stationary::of(&chain, Accuracy::default()))?;
        let unknown = |law: &Stationary| match law {
            Stationary::Several(_) => "NotUnique",
            _ => "Undecided",
        };
        let masses = (0..self.chain.states().len()).map(|state| law.mass(state));
        match masses.collect::<Option<Vec<_>>>() {
            Some(masses) => masses.iter().map(|mass| ends(py, mass)).collect(),
            None => Err(named(py, unknown(&law), law.reason().unwrap_or_default())),
        }
    }

    /// The asymptotic variance of the mean of a function.
    fn asymptotic_variance<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
    ) -> PyResult<Ends<'py>> {
        let (values, _) = all_exact(values)?;
        let chain = self.chain.clone();
        let found = interruptible(py, move || {
            match variance(&chain, &values, Accuracy::default()) {
                Some(figure) => Ok(figure),
                None => Err((chain.classes().closed.len(), chain.states().len())),
            }
        })?;
        match found {
            Ok(figure) => ends(py, &figure),
            Err((1, states)) => Err(named(
                py,
                "Undecided",
                unsolved("the asymptotic variance", states, ExactChain::MOST_SOLVED),
            )),
            Err((classes, _)) => Err(named(
                py,
                "NotUnique",
                format!("the stationary law is not unique: there are {classes} closed classes"),
            )),
        }
    }

    /// |λ₂|.
    fn second_modulus<'py>(&self, py: Python<'py>) -> PyResult<Ends<'py>> {
        let chain = self.chain.clone();
        match interruptible(py, move || second_modulus(&chain, Accuracy::default()))? {
            Some(figure) => ends(py, &figure),
            None => {
                let states = self.chain.states().len();
                let sentence = unsolved("|λ₂|", states, ExactChain::MOST_SPECTRAL);
                Err(named(py, "Undecided", sentence))
            }
        }
    }

    /// Peskun's order between this chain and another, with pairs that decide it.
    fn peskun_order<'py>(
        &self,
        py: Python<'py>,
        other: &Self,
    ) -> PyResult<orders::PeskunOrder<'py>> {
        orders::peskun(py, &self.chain, &other.chain)
    }

    /// The covariance order, with functions that decide it.
    fn covariance_order<'py>(
        &self,
        py: Python<'py>,
        other: &Self,
    ) -> PyResult<orders::CovarianceOrder<'py>> {
        orders::covariance(py, &self.chain, &other.chain)
    }

    /// The matrix, the laws and the verdicts as the command `table` prints them.
    fn table(
        &self,
        py: Python<'_>,
        model: String,
        kernel: String,
        format: &str,
    ) -> PyResult<String> {
        reports::table(py, &self.chain, model, kernel, format)
    }

    /// How many steps a test by counting would take to see that the target is not
    /// invariant, or that detailed balance fails; nothing if it would not.
    fn draws_to_see(&self, py: Python<'_>, reversible: bool) -> PyResult<Option<u64>> {
        let chain = self.chain.clone();
        interruptible(py, move || verdicts::draws_to_see(&chain, reversible))
    }
}

/// Why a figure is not there.
fn unsolved(figure: &str, states: usize, most: usize) -> String {
    match states > most {
        true => format!(
            "undecided: {figure} is solved for on at most {most} states, and there are {states}"
        ),
        false => format!("undecided: {figure} on {states} states is not solved for"),
    }
}

impl Chain {
    /// With this relative discrepancy as what may be rounding.
    fn judged(parts: ChainParts, tolerance: Rational) -> Self {
        Chain {
            chain: Arc::new(ExactChain::from_parts(parts).with_tolerance(tolerance)),
        }
    }
}
