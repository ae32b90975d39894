//! A model of the paper's, for `peskun.model.Model` to hold: its chains by the
//! name of a kernel or a rule, and its draws.

use std::path::Path;
use std::sync::Arc;

use peskun::chains::Chain as ExactChain;
use peskun::chance::{Budget, Interrupted, Reading, Sampler};
use peskun::kernels::{Algorithm, BanditReading, CompiledKernel, FiniteKernel, KernelVisitor};
use peskun::lattices::chain_of;
use peskun::models::{self, AnyModel, TableModel, TableParts};
use peskun::numbers::Rational;
use peskun::rules::{RuleName, TieBreak};
use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;

use crate::background::interruptible;
use crate::chain::Chain;
use crate::errors::{named, raised};
use crate::exact::{all_exact, exact, fractions};

/// For every draw of a chain: the state, whether the proposal was accepted, the
/// arm that decided counted from 1 or 0, and the auxiliary draws.
type Drawn = (Vec<usize>, Vec<bool>, Vec<usize>, Vec<usize>);

/// A model.
#[pyclass(frozen, module = "peskun._engine")]
pub(crate) struct Model {
    pub(crate) model: Arc<AnyModel>,
}

impl From<AnyModel> for Model {
    fn from(model: AnyModel) -> Self {
        Model {
            model: Arc::new(model),
        }
    }
}

#[pymethods]
impl Model {
    /// A model that is built in, by name.
    #[staticmethod]
    fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        let found = models::BUILT_IN.iter().find(|model| model.name == name);
        let Some(found) = found else {
            let names = models::BUILT_IN.map(|model| model.name).join(", ");
            let sentence = format!("no model is called `{name}`; the models are {names}");
            return Err(named(py, "BadModel", sentence));
        };
        Ok(Model::from((found.build)()))
    }

    /// A model from a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: &str) -> PyResult<Self> {
        if !Path::new(path).exists() {
            return Err(PyFileNotFoundError::new_err(format!(
                "there is no file {path}"
            )));
        }
        let model = models::read_model_file(Path::new(path));
        let model = model.map_err(|error| named(py, "BadModel", error.to_string()))?;
        Ok(Model::from(model))
    }

    /// A model from tables.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "the fields of a model file")]
    fn of_tables(
        py: Python<'_>,
        name: String,
        parameters: Vec<String>,
        sample_space: Vec<String>,
        observed: String,
        prior: &Bound<'_, PyAny>,
        likelihood: &Bound<'_, PyAny>,
        proposal: Option<&Bound<'_, PyAny>>,
        auxiliary: Option<&Bound<'_, PyAny>>,
        estimate: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let estimate = estimate.map(|number| exact(number)).transpose()?;
        let model = TableModel::new(TableParts {
            name,
            parameters,
            sample_space,
            observed,
            prior: all_exact(prior)?.0,
            likelihood: table(likelihood)?,
            proposal: proposal.map(table).transpose()?,
            auxiliary: auxiliary.map(table).transpose()?,
            estimate: estimate.map(|number| number.value),
        });
        let model = model.map_err(|error| named(py, "BadModel", error.to_string()))?;
        Ok(Model::from(AnyModel::Table(Box::new(model))))
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> String {
        self.model.name().into()
    }

    /// The names of the parameters.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        self.model.parameters()
    }

    /// Everything that a model of tables is made of; nothing of a lattice.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Option<Tables<'py>>> {
        match &*self.model {
            AnyModel::Table(model) => tables(py, &model.parts()).map(Some),
            AnyModel::Ising(_) => Ok(None),
        }
    }

    /// The chain of a kernel by name, and the names of its states.
    fn chain(
        &self,
        py: Python<'_>,
        kernel: &str,
        tie: &str,
        paths: u64,
    ) -> PyResult<(Chain, Vec<String>)> {
        let algorithm = Algorithm::named(kernel, tie_break(tie)?);
        let algorithm = algorithm.map_err(|why| named(py, "BadModel", why))?;
        self.chain_of(py, algorithm, paths)
    }

    /// The chain of a decision rule, likewise.
    fn rule_chain(
        &self,
        py: Python<'_>,
        rule: &str,
        arms: Vec<String>,
        tie: &str,
        reading: &str,
        paths: u64,
    ) -> PyResult<(Chain, Vec<String>)> {
        self.chain_of(py, bandit(py, rule, &arms, tie, reading)?, paths)
    }

    /// Draws of several chains of a kernel from the first state on; the first
    /// `burn_in` of each are left out.
    #[expect(
        clippy::too_many_arguments,
        reason = "only the Python beside it calls it"
    )]
    fn sample(
        &self,
        py: Python<'_>,
        kernel: &str,
        tie: &str,
        draws: usize,
        burn_in: usize,
        chains: u64,
        seed: u64,
        paths: u64,
    ) -> PyResult<(Vec<String>, Vec<Drawn>)> {
        let algorithm = Algorithm::named(kernel, tie_break(tie)?);
        let algorithm = algorithm.map_err(|why| named(py, "BadModel", why))?;
        let model = self.model.clone();
        let sampled = interruptible(py, move || {
            let budget = Budget::of_paths(paths);
            let table = model.table().map_err(|error| Interrupted::Unsupported {
                message: error.to_string(),
            })?;
            let compiled = algorithm.visit(&table, &budget, Compile(&budget))??;
            let run = |chain: u64| drawn(&compiled, draws, burn_in, Sampler::new(seed, chain));
            Ok((compiled.labels().to_vec(), (0..chains).map(run).collect()))
        })?;
        sampled.map_err(|why: Interrupted| raised(py, &why))
    }
}

impl Model {
    fn chain_of(
        &self,
        py: Python<'_>,
        algorithm: Algorithm,
        paths: u64,
    ) -> PyResult<(Chain, Vec<String>)> {
        let model = self.model.clone();
        let chain = interruptible(py, move || {
            let budget = Budget::of_paths(paths);
            match &*model {
                AnyModel::Table(model) => {
                    ExactChain::of_algorithm(&algorithm, &**model, Reading::Merged, &budget)
                }
                AnyModel::Ising(model) => chain_of(&algorithm, model, Reading::Merged, &budget),
            }
        })?;
        let chain = chain.map_err(|why| raised(py, &why))?;
        let states = chain.states().to_vec();
        Ok((
            Chain {
                chain: Arc::new(chain),
            },
            states,
        ))
    }
}

/// The kernel as a table.
struct Compile<'b>(&'b Budget);

impl KernelVisitor for Compile<'_> {
    type Output = Result<CompiledKernel, Interrupted>;
    fn visit<K: FiniteKernel>(self, kernel: &K) -> Self::Output {
        CompiledKernel::compile(kernel, self.0)
    }
}

fn drawn(kernel: &CompiledKernel, draws: usize, burn_in: usize, mut sampler: Sampler) -> Drawn {
    let mut run = Drawn::default();
    let mut state = 0;
    for draw in 0..burn_in + draws {
        let step = kernel.outcome(kernel.step_from(state, &mut sampler));
        state = step.state;
        if draw >= burn_in {
            run.0.push(state);
            run.1.push(step.accepted);
            run.2.push(step.arm.map_or(0, |arm| arm + 1));
            run.3.push(step.cost);
        }
    }
    run
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

fn table(rows: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Rational>>> {
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
