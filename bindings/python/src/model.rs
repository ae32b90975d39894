//! A model of the paper's, for `peskun.model.Model` to hold: its chains by the
//! name of a kernel or a rule, and its draws.

use std::path::Path;
use std::sync::Arc;

use peskun::chains::Chain as ExactChain;
use peskun::chance::{Budget, Reading};
use peskun::lattices::chain_of;
use peskun::models::{self, AnyModel, TableModel, TableParts};
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;

use crate::chain::Chain;
use crate::errors::{named, raised};
use crate::exact::{all_exact, exact};
use crate::rules::{Asked, algorithm, bandit};
use crate::sampling::{Drawn, Length, sampled};
use crate::tables::{Tables, table, tables};

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
        kernel: &Bound<'_, PyAny>,
        tie: &str,
        paths: u64,
    ) -> PyResult<(Chain, Vec<String>)> {
        self.chain_of(py, algorithm(py, kernel, tie)?, paths)
    }

    /// The chain of a decision rule, likewise.
    fn rule_chain(
        &self,
        py: Python<'_>,
        rule: &Bound<'_, PyAny>,
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
        kernel: &Bound<'_, PyAny>,
        tie: &str,
        draws: usize,
        burn_in: usize,
        chains: u64,
        seed: u64,
        paths: u64,
    ) -> PyResult<(Vec<String>, Vec<Drawn>)> {
        let algorithm = algorithm(py, kernel, tie)?;
        let model = self.model.clone();
        let length = Length {
            draws,
            burn_in,
            chains,
        };
        let budget = Budget::of_paths(paths);
        let drawn = algorithm.run(py, move |algorithm| {
            sampled(&model, algorithm, length, seed, &budget)
        })?;
        drawn.map_err(|why| raised(py, &why))
    }
}

impl Model {
    fn chain_of(
        &self,
        py: Python<'_>,
        algorithm: Asked,
        paths: u64,
    ) -> PyResult<(Chain, Vec<String>)> {
        let model = self.model.clone();
        let chain = algorithm.run(py, move |algorithm| {
            let budget = Budget::of_paths(paths);
            match &*model {
                AnyModel::Table(model) => {
                    ExactChain::of_algorithm(algorithm, &**model, Reading::Merged, &budget)
                }
                AnyModel::Ising(model) => chain_of(algorithm, model, Reading::Merged, &budget),
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
