//! The models that are built in, and how a model is found by name or file.

#[cfg(feature = "files")]
use std::path::Path;

use super::Yardstick;
use super::checks::ModelError;
use super::examples::{bernoulli_pair, ising_ten, ising_three, ising_two, three_point_pair};
#[cfg(feature = "files")]
use super::file::read_model_file;
use super::ising::IsingModel;
use super::table::TableModel;
use crate::numbers::{did_you_mean, excerpt};

/// A model of either kind.
#[derive(Clone, Debug)]
pub enum AnyModel {
    /// Tables of rationals.
    Table(Box<TableModel>),
    /// A lattice, known by its counts.
    Ising(Box<IsingModel>),
}

impl AnyModel {
    /// What the model is called.
    pub fn name(&self) -> &str {
        match self {
            AnyModel::Table(model) => model.name(),
            AnyModel::Ising(model) => model.name(),
        }
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> Vec<String> {
        match self {
            AnyModel::Table(model) => {
                let name = |parameter: &usize| model.parameter_name(parameter).to_string();
                model.parameters().iter().map(name).collect()
            }
            AnyModel::Ising(model) => model.names().to_vec(),
        }
    }

    /// The estimate that a rule may look at, where there is one.
    pub fn has_estimate(&self) -> bool {
        match self {
            AnyModel::Table(model) => model.estimate().is_some(),
            AnyModel::Ising(_) => true,
        }
    }

    /// The model as a table; a lattice by the values of T.
    pub fn table(&self) -> Result<TableModel, ModelError> {
        match self {
            AnyModel::Table(model) => Ok(model.as_ref().clone()),
            AnyModel::Ising(model) => model.levels(),
        }
    }
}

/// A model that is built in.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// How it is made.
    pub build: fn() -> AnyModel,
}

/// All models that are built in.
pub const BUILT_IN: [BuiltIn; 5] = [
    BuiltIn {
        name: "bernoulli-pair",
        summary: "the first example (Section 3.1): Bernoulli laws 0.7 and 0.6, data 1",
        build: || AnyModel::Table(Box::new(bernoulli_pair())),
    },
    BuiltIn {
        name: "three-point-pair",
        summary: "the second example (Section 3.2): two distant laws on three points, data 2",
        build: || AnyModel::Table(Box::new(three_point_pair())),
    },
    BuiltIn {
        name: "ising-2x2",
        summary: "a 2 × 2 lattice, free boundary, four values of t = e^{2βJ}",
        build: || AnyModel::Ising(Box::new(ising_two())),
    },
    BuiltIn {
        name: "ising-3x3",
        summary: "a 3 × 3 lattice, free boundary, five values of t",
        build: || AnyModel::Ising(Box::new(ising_three())),
    },
    BuiltIn {
        name: "ising-10x10",
        summary: "the lattice of Section 5.2: ten replicates, t on a grid around e^{0.2}",
        build: || AnyModel::Ising(Box::new(ising_ten())),
    },
];

/// The model with this name, or (with the feature `files`) in this file; or a sentence why there is none.
pub fn find(name: &str) -> Result<AnyModel, String> {
    if let Some(built_in) = BUILT_IN.iter().find(|model| model.name == name) {
        return Ok((built_in.build)());
    }
    #[cfg(feature = "files")]
    {
        let path = Path::new(name);
        if path.extension().is_some() || name.contains(std::path::MAIN_SEPARATOR) || path.exists() {
            return read_model_file(path).map_err(|error| error.to_string());
        }
    }
    let names = BUILT_IN.map(|model| model.name).join(", ");
    Err(format!(
        "no model is called `{}`{}: it is neither built in ({names}) nor a file",
        excerpt(name),
        did_you_mean(name, BUILT_IN.map(|model| model.name))
    ))
}
