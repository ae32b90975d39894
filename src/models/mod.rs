//! What is sampled: a prior, an unnormalized likelihood f_θ, the data, a
//! proposal and an auxiliary law (Sections 1 and 2 of the paper).
//!
//! [`Model`] is all that the algorithms may see: Z(θ) is not in it. What only
//! the checks may know, the normalizing constants and the posterior, is in
//! [`Normalized`] and [`Yardstick`].
//!
//! A step written for any [`Model`] cannot reach the normalizing constant:
//!
//! ```compile_fail,E0599
//! use peskun::models::Model;
//! fn peek<M: Model>(model: &M, parameter: &M::Parameter) -> M::Number {
//!     model.normalizing_constant(parameter)
//! }
//! ```
//!
//! while a check can:
//!
//! ```
//! use peskun::models::Normalized;
//! fn check<M: Normalized>(model: &M, parameter: &M::Parameter) -> M::Number {
//!     model.normalizing_constant(parameter)
//! }
//! ```

mod catalog;
mod checks;
mod cost;
mod examples;
mod family;
#[cfg(feature = "files")]
mod fields;
#[cfg(feature = "files")]
mod file;
mod halves;
mod integers;
mod ising;
#[cfg(feature = "files")]
mod ising_file;
mod kaufman;
mod lattice;
mod law_table;
mod necklaces;
mod polynomials;
mod refusal;
mod spins;
mod table;
pub(crate) mod text;
mod transfer;

pub use catalog::{AnyModel, BUILT_IN, BuiltIn, find};
pub use checks::{LARGEST_TABLE, ModelError};
pub use examples::{
    bernoulli_pair, ising_ten, ising_three, ising_two, three_point_pair, typical_lattice,
};
#[cfg(feature = "files")]
pub use fields::FileError;
#[cfg(feature = "files")]
pub(crate) use fields::line_of;
#[cfg(feature = "files")]
pub use file::{
    LARGEST_FILE, read_any_model, read_model, read_model_file, write_lattice, write_model,
};
pub use ising::{IsingModel, IsingParts, MOST_WEIGHTS};
pub use lattice::{Boundary, Lattice};
pub use refusal::LatticeError;
pub use spins::{MOST_SPINS, SpinModel};
pub use table::{TableModel, TableParts};

use std::fmt::Debug;

use crate::chance::{Ask, Chance, Interrupted};
use crate::numbers::{Law, Number, Ratio, Rational};

/// A doubly intractable model, as far as an algorithm may know it.
pub trait Model: Sync {
    /// θ.
    type Parameter: Clone + Debug + Ord + Send + Sync + 'static;
    /// A point of the sample space.
    type Point: Clone + Debug + Ord + Send + Sync + 'static;
    /// What densities are computed with.
    type Number: Number;

    /// Draws θ' from the proposal q(θ, ·).
    fn propose<C: Chance>(
        &self,
        from: &Self::Parameter,
        chance: &mut C,
    ) -> Result<Self::Parameter, Interrupted>;

    /// Draws from p_θ: the perfect simulation that all algorithms rest on.
    fn draw_point<C: Chance>(
        &self,
        parameter: &Self::Parameter,
        chance: &mut C,
    ) -> Result<Self::Point, Interrupted>;

    /// Draws from the auxiliary law π(·|x, θ).
    fn draw_auxiliary<C: Chance>(
        &self,
        parameter: &Self::Parameter,
        chance: &mut C,
    ) -> Result<Self::Point, Interrupted>;

    /// One step of an inner chain that leaves p_θ invariant.
    fn inner_step<C: Chance>(
        &self,
        parameter: &Self::Parameter,
        point: &Self::Point,
        chance: &mut C,
    ) -> Result<Self::Point, Interrupted>;

    /// The data x.
    fn observed(&self) -> Self::Point;

    /// The prior π(θ), up to a constant.
    fn prior(&self, parameter: &Self::Parameter) -> Self::Number;

    /// The proposal density q(θ, θ').
    fn proposal(&self, from: &Self::Parameter, to: &Self::Parameter) -> Self::Number;

    /// The unnormalized likelihood f_θ(x).
    fn likelihood(&self, parameter: &Self::Parameter, point: &Self::Point) -> Self::Number;

    /// The auxiliary density π(y|x, θ).
    fn auxiliary(&self, parameter: &Self::Parameter, point: &Self::Point) -> Self::Number;

    /// θ in messages; by default as `{:?}` prints it.
    fn parameter_label(&self, parameter: &Self::Parameter) -> String {
        format!("{parameter:?}")
    }

    /// Draws from the law halfway between p_θ and p_θ', where the model is a
    /// one-parameter family.
    fn draw_between<C: Chance>(
        &self,
        _from: &Self::Parameter,
        _to: &Self::Parameter,
        _chance: &mut C,
    ) -> Result<Self::Point, Interrupted> {
        Err(no_family())
    }

    /// The density of that law, the same for (θ, θ') and (θ', θ).
    fn between(
        &self,
        _from: &Self::Parameter,
        _to: &Self::Parameter,
        _point: &Self::Point,
    ) -> Self::Number {
        Self::Number::zero()
    }

    /// π(θ') q(θ', θ) f_θ'(x) / π(θ) q(θ, θ') f_θ(x): the part of the ratio
    /// that is known.
    fn known_ratio(&self, from: &Self::Parameter, to: &Self::Parameter) -> Ratio<Self::Number> {
        known_ratio(self, from, to)
    }
}

/// A model whose normalizing constants are known, for checks.
pub trait Normalized: Model {
    /// Z(θ), the sum or integral of f_θ.
    fn normalizing_constant(&self, parameter: &Self::Parameter) -> Self::Number;
}

/// What only the checks may know of a finite model.
pub trait Yardstick: Normalized {
    /// Every θ, in order.
    fn parameters(&self) -> Vec<Self::Parameter>;

    /// Every point of the sample space, in order.
    fn points(&self) -> Vec<Self::Point>;

    /// The name of θ.
    fn parameter_name(&self, parameter: &Self::Parameter) -> &str;

    /// The name of a point.
    fn point_name(&self, point: &Self::Point) -> &str;

    /// θ as a number, where it is one: by default, where its name is.
    fn value(&self, parameter: &Self::Parameter) -> Option<Rational> {
        self.parameter_name(parameter).parse().ok()
    }

    /// The estimate of θ that a rule may look at, where there is one.
    fn estimate(&self) -> Option<Rational> {
        None
    }

    /// The posterior π(θ|x), for every θ in order.
    fn posterior(&self) -> Vec<Rational>;
}

/// There is nothing halfway between two rows of a table.
fn no_family() -> Interrupted {
    Interrupted::Unsupported {
        message: "`bridge` needs a one-parameter family of likelihoods; this model is not one"
            .into(),
    }
}

/// A step of Metropolis with proposals that do not depend on the point.
pub(crate) fn metropolis_step<M: Model, C: Chance>(
    model: &M,
    proposals: &Law<M::Point>,
    parameter: &M::Parameter,
    point: &M::Point,
    chance: &mut C,
) -> Result<M::Point, Interrupted> {
    let proposed = chance.draw(proposals)?;
    let density = |point| model.likelihood(parameter, point);
    let ratio = Ratio::of(&density(proposed), &density(point));
    let accepted = chance.accept(&ratio)?;
    Ok(if accepted { proposed } else { point }.clone())
}

/// The known part of the ratio from its definition.
pub(crate) fn known_ratio<M: Model + ?Sized>(
    model: &M,
    from: &M::Parameter,
    to: &M::Parameter,
) -> Ratio<M::Number> {
    let observed = model.observed();
    let flow = |from, to| {
        let joint = model.prior(from).times(&model.likelihood(from, &observed));
        joint.times(&model.proposal(from, to))
    };
    Ratio::of(&flow(to, from), &flow(from, to))
}
