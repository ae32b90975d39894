//! The models with real parameters by name.

use super::{NormalModel, RealIsing, RealIsingParts};
use crate::models::{Boundary, Lattice};

/// Every name with a line on what it is.
pub const REAL_MODELS: [(&str, &str); 2] = [
    (
        "normal:V",
        "the normal example (Section 5.1) with σ² = V, real θ; for sample",
    ),
    (
        "ising:B",
        "Section 5.2 with real β: ten 10 × 10 lattices made at β = B; for sample",
    ),
];

/// A model with a real parameter.
#[derive(Clone, Debug)]
pub enum AnyReal {
    /// `normal:V`.
    Normal(NormalModel),
    /// `ising:B`.
    Ising(Box<RealIsing>),
}

/// The seed of the data of `ising:B`.
const DATA_SEED: u64 = 2_019;
/// Beyond this β the lattice is frozen and its data say little.
const LARGEST_BETA: f64 = 10.0;

impl AnyReal {
    /// The model with this name; nothing if the name is of another kind; a
    /// sentence if it is of this kind and wrong.
    pub fn find(name: &str) -> Option<Result<Self, String>> {
        let (kind, number) = name.split_once(':')?;
        let value = || match number.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(format!("`{name}`: `{number}` is not a number")),
        };
        let model = match kind {
            "normal" => value().and_then(|variance| {
                if (1e-3..=1e3).contains(&variance) {
                    return Ok(AnyReal::Normal(NormalModel::new(variance)));
                }
                Err(format!("`{name}`: a variance from 0.001 to 1000 is taken"))
            }),
            "ising" => value().and_then(|beta| {
                if !(0.0..=LARGEST_BETA).contains(&beta) {
                    let range = format!("0 to {LARGEST_BETA}");
                    return Err(format!("`{name}`: a β from {range} is taken"));
                }
                let lattice = Lattice::new(10, 10, Boundary::Free).map_err(|e| e.to_string())?;
                let parts = RealIsingParts::new(lattice);
                let model = RealIsing::simulated(parts, beta, DATA_SEED);
                let model = model.map_err(|error| format!("`{name}`: {error}"))?;
                Ok(AnyReal::Ising(Box::new(model)))
            }),
            _ => return None,
        };
        Some(model)
    }
}
