//! The models that are built in, and how a model is found by name or file.

use std::path::Path;

use super::examples::{bernoulli_pair, three_point_pair};
use super::file::read_model_file;
use super::table::TableModel;

/// A model that is built in.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// How it is made.
    pub build: fn() -> TableModel,
}

/// All models that are built in.
pub const BUILT_IN: [BuiltIn; 2] = [
    BuiltIn {
        name: "bernoulli-pair",
        summary: "the first example (Section 3.1): Bernoulli laws 0.7 and 0.6, data 1",
        build: bernoulli_pair,
    },
    BuiltIn {
        name: "three-point-pair",
        summary: "the second example (Section 3.2): two distant laws on three points, data 2",
        build: three_point_pair,
    },
];

/// The model with this name, or in this file; or a sentence why there is none.
pub fn find(name: &str) -> Result<TableModel, String> {
    if let Some(built_in) = BUILT_IN.iter().find(|model| model.name == name) {
        return Ok((built_in.build)());
    }
    let path = Path::new(name);
    if path.extension().is_some() || name.contains(std::path::MAIN_SEPARATOR) || path.exists() {
        return read_model_file(path).map_err(|error| error.to_string());
    }
    let names = BUILT_IN.map(|model| model.name).join(", ");
    Err(format!(
        "no model is called `{name}`: it is neither built in ({names}) nor a file"
    ))
}
